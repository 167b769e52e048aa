"""DouZero's agents as players of ours, and players of ours as its agents."""

from collections.abc import Callable
from typing import Any, Protocol

from doudizhu_fast.interop.douzero._cards import action, packed_of, reading
from doudizhu_fast.interop.douzero._infoset import infoset, view_of
from doudizhu_fast.move import Move, _make_move
from doudizhu_fast.view import View

__all__ = ["AgentBot", "BotAgent"]


class _Player(Protocol):
    def play(self, view: View) -> Move | str | None: ...


class AgentBot:
    """An agent of DouZero as a player of ours; it is shown no hidden hand.

    Args:
        agent: An object with ``act(infoset)``, which gives one of the legal actions.
        bidder: Who calls in an auction, as DouZero has none; without one the player passes.
        name: What tables call the player.

    Example:
        >>> class Last:
        ...     def act(self, infoset):
        ...         return infoset.legal_actions[-1]
        >>> view = View.from_text(
        ...     "34567889TTJJQKA22", seat=1, landlord=0, plays="A", rules="douzero"
        ... )
        >>> AgentBot(Last()).play(view)
        Move('2')
    """

    def __init__(
        self, agent: Any, *, bidder: Callable[[View], int] | None = None, name: str = "douzero"
    ) -> None:
        self._agent = agent
        self._bidder = bidder
        self.name = name

    def bid(self, view: View) -> int:
        """Call as the bidder says, and pass without one."""
        return 0 if self._bidder is None else self._bidder(view)

    def play(self, view: View) -> Move:
        """Ask the agent, with the information set of the view.

        Args:
            view: The view of the seat to play, of three players.

        Raises:
            IllegalMoveError, InvalidCardsError: For an answer that is no action.
        """
        chosen = packed_of(self._agent.act(infoset(view)))
        return _make_move(reading(chosen, int(view.to_beat or 0)))


class BotAgent:
    """A player of ours as an agent of DouZero.

    Args:
        bot: An object with ``play(view)``.

    Example:
        >>> class Last:
        ...     def play(self, view):
        ...         return view.legal_moves()[-1]
        >>> from doudizhu_fast.interop.douzero import Env
        >>> env = Env(seed=7)
        >>> _ = env.reset()
        >>> BotAgent(Last()).act(env.infoset) in env.infoset.legal_actions
        True
    """

    def __init__(self, bot: _Player) -> None:
        self._bot = bot

    def act(self, infoset: Any) -> list[int]:
        """Give the action that the player takes in an information set."""
        chosen = self._bot.play(view_of(infoset))
        return [] if chosen is None else action(chosen)
