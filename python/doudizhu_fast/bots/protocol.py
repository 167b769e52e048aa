"""Bot: what a player is asked, and what it may answer."""

from typing import Any, Protocol, runtime_checkable

from doudizhu_fast.move import Move
from doudizhu_fast.view import View

__all__ = ["Bot", "bot_name", "missing_methods"]


@runtime_checkable
class Bot(Protocol):
    """A player: any object with these two methods.

    A bot may have more. ``begin(view)`` is called once in a game with the seat's first view, ``end(view)`` with its
    last one; what they return is ignored. ``name``, a text, is what results and errors call it; without it they use the
    name of its class.

    Example:
        >>> class Cautious:
        ...     def bid(self, view):
        ...         return 0
        ...
        ...     def play(self, view):
        ...         return view.legal_moves()[0]
        >>> isinstance(Cautious(), Bot)
        True
    """

    def bid(self, view: View) -> int:
        """Call: 0 (pass) or a bid above the highest so far.

        Args:
            view: What the seat knows. It is the seat's turn to call.
        """
        ...

    def play(self, view: View) -> Move | str | None:
        """Choose a move.

        Args:
            view: What the seat knows. It is the seat's turn to play.

        Returns:
            A move or its text, which is read under the rules of the game; None is a pass.
        """
        ...


def bot_name(bot: object) -> str:
    """Tell what a bot is called.

    Example:
        >>> class Cautious:
        ...     pass
        >>> bot_name(Cautious())
        'Cautious'
    """
    name = getattr(bot, "name", None)
    return name if isinstance(name, str) and name else type(bot).__name__


def missing_methods(bot: Any) -> str:
    """Tell which of the two methods a value lacks.

    Returns:
        What to say of it, an empty text for a bot.

    Example:
        >>> missing_methods(5)
        'int has no method bid and no method play'
    """
    missing = [name for name in ("bid", "play") if not callable(getattr(bot, name, None))]
    what = " and ".join(f"no method {name}" for name in missing)
    return f"{type(bot).__name__} has {what}" if what else ""
