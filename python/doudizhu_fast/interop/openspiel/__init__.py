"""OpenSpiel: the ids and texts of its own ``dou_dizhu``, and this package's rules as a game for its algorithms.

Ids and texts need nothing installed. :func:`register` needs the package open_spiel, and adds the game
``python_doudizhu_fast`` to it: all presets, three and four players.
"""

from typing import Any

from doudizhu_fast._checks import any_whole, as_whole, shown, wrong_type
from doudizhu_fast.auction import HIGHEST_BID
from doudizhu_fast.enums import Rank
from doudizhu_fast.exceptions import (
    IllegalBidError,
    IllegalMoveError,
    InvalidArgumentError,
)
from doudizhu_fast.game import Game
from doudizhu_fast.interop.openspiel._ids import FIRST_PLAY, ids_by_move, ids_by_text, plays, texts
from doudizhu_fast.interop.openspiel._table import (
    GAME_NAME,
    chance_history,
    player_history,
)
from doudizhu_fast.move import PASS, Move, _make_move, read_move
from doudizhu_fast.notation import parse_rank
from doudizhu_fast.rules import Rules

__all__ = [
    "GAME_NAME",
    "action",
    "action_id",
    "action_ids",
    "action_text",
    "history_of",
    "read_action_text",
    "register",
]

_LAST = FIRST_PLAY + 26_053 - 1


def action_ids(move: Move | str) -> tuple[int, ...]:
    """Give all ids that ``dou_dizhu`` has for a move.

    An action of this package is a kind with its cards; an id of OpenSpiel is a body with its kickers. In the cards of
    383 moves two bodies can be found, and these have two ids; the move of this package is the one with the higher
    body, the last of them.

    Args:
        move: A Move or its text, a play under the preset ``openspiel`` or a pass.

    Returns:
        The ids, ascending.

    Raises:
        IllegalMoveError: Reason ``not_a_play``, ``ambiguous`` or ``unreadable``.
        InvalidCardsError: For cards that cannot be read.

    Example:
        >>> action_ids("3"), action_ids("pass"), action_ids("444555666+333")
        ((4,), (0,), (1484, 1814))
    """
    packed = read_move(move, Rules.openspiel())
    return ids_by_move()[_make_move(packed)] if packed else (0,)


def action_id(action: Move | str | int, top: Rank | int | str | None = None) -> int:
    """Give the id that ``dou_dizhu`` has for a bid or a move.

    Args:
        action: A bid 0 to 3, a Move or its text.
        top: The highest rank of the body, where a move can be read with two; without it the higher body is meant, as
            everywhere in this package.

    Returns:
        0 for a pass in the auction and in play, 1 to 3 for a bid, from 4 on the plays, 26,056 at most.

    Raises:
        IllegalBidError: Reason ``not_a_bid``.
        IllegalMoveError: As :func:`action_ids`.
        InvalidCardsError: For cards that cannot be read.
        InvalidArgumentError: Reason ``out_of_range`` where the move has no body with that highest rank.

    Example:
        >>> action_id(3), action_id("BR"), action_id("444555666+333")
        (3, 26056, 1814)
        >>> action_id("444555666+333", top="5")
        1484
    """
    bid = as_whole(action)
    if bid is not None and not isinstance(action, Move):
        if not 0 <= bid <= HIGHEST_BID:
            raise IllegalBidError("not_a_bid", bid=shown(action))
        return bid
    # What is no move is refused there.
    ids = action_ids(action)  # type: ignore[arg-type]
    if top is None:
        return ids[-1]
    rank = parse_rank(top)
    for number in ids:
        if number >= FIRST_PLAY and plays()[number - FIRST_PLAY].top == rank:
            return number
    raise InvalidArgumentError(
        "out_of_range", name="top", expected="the highest rank of a body", value=rank.letter
    )


def action(id: int) -> Move | int:
    """Give the bid or the move that an id of ``dou_dizhu`` means.

    Args:
        id: 0 to 26,056.

    Returns:
        1, 2 or 3 for a bid, otherwise a Move. Id 0 is PASS, in the auction too.

    Raises:
        InvalidArgumentError: Reason ``action_out_of_range`` or ``wrong_type``.

    Example:
        >>> action(0), action(2), action(26056)
        (Move('pass'), 2, Move('BR'))
    """
    number = _checked(id)
    if number == 0:
        return PASS
    return number if number < FIRST_PLAY else plays()[number - FIRST_PLAY].move


def action_text(id: int) -> str:
    """Give the text that ``dou_dizhu`` writes for an id.

    Args:
        id: 0 to 26,056.

    Returns:
        ``Pass``, ``Bid 2``, or the cards of a play.

    Raises:
        InvalidArgumentError: Reason ``action_out_of_range`` or ``wrong_type``.

    Example:
        >>> action_text(0), action_text(2), action_text(1484), action_text(26056)
        ('Pass', 'Bid 2', '333444555-666', '(BWJ)(CJ)')
    """
    return texts()[_checked(id)]


def read_action_text(text: str) -> int:
    """Give the id of a text of ``dou_dizhu``.

    Args:
        text: What :func:`action_text` writes.

    Raises:
        IllegalMoveError: Reason ``unreadable``.

    Example:
        >>> read_action_text("333444555-666"), read_action_text("Bid 1")
        (1484, 1)
    """
    found = None
    if isinstance(text, str):
        found = ids_by_text().get(text)
    if found is None:
        raise IllegalMoveError(
            "unreadable", text=shown(text), detail="dou_dizhu writes no action like this"
        )
    return found


def history_of(game: Game) -> list[int]:
    """Give the actions that lead the OpenSpiel game ``python_doudizhu_fast`` to where a game stands.

    Args:
        game: A game of the same rules. Of the deals that were thrown in nothing is told: OpenSpiel's game ends there.

    Returns:
        The chance outcomes of the deal, each hand in ascending order, then the calls and moves: what
        ``new_initial_state()`` takes one by one in ``apply_action``.

    Raises:
        InvalidArgumentError: Reason ``wrong_type`` for what is no game.

    Example:
        >>> game = Game(seed=7)
        >>> game.bid(3)
        >>> actions = history_of(game)
        >>> len(actions), actions[-1] == len(game.rules.action_space) + 2
        (53, True)
    """
    if not isinstance(game, Game):
        raise wrong_type("game", "a Game", game)
    steps = [step for _, step in game.history]
    return chance_history(game.deal) + player_history(steps, game.rules)


def register() -> Any:
    """Make the game ``python_doudizhu_fast`` known to OpenSpiel, once per process.

    Its parameters are ``rules``, a preset's name or the text of rules with ``:`` for ``=`` and ``;`` for ``,``, and
    ``auction``: without one seat 0 is the landlord at bid 1 and leads.

    Action ids are those of the rules' action space; a bid b of 1 to 3 has id ``len(action_space) - 1 + b``, and 0
    passes in the auction too. Cards are dealt one rank at each chance node, seat by seat; one more chance node draws
    the turned-up card. Where all pass and the rules would deal anew, the game ends without payment.

    Returns:
        OpenSpiel's ``GameType`` of the game.

    Raises:
        ModuleNotFoundError: Where open_spiel is not installed.

    Example:
        >>> import pyspiel  # doctest: +SKIP
        >>> register().short_name  # doctest: +SKIP
        'python_doudizhu_fast'
        >>> pyspiel.load_game(
        ...     "python_doudizhu_fast(rules=four_player)"
        ... ).num_players()  # doctest: +SKIP
        4
    """
    try:
        from doudizhu_fast.interop.openspiel import _game
    except ModuleNotFoundError as error:
        if error.name != "pyspiel":
            raise
        raise ModuleNotFoundError(
            "this bridge needs the package open_spiel: pip install open_spiel", name="pyspiel"
        ) from None
    return _game.registered()


def _checked(id: int) -> int:
    number = any_whole(id, "id")
    if not 0 <= number <= _LAST:
        raise InvalidArgumentError("action_out_of_range", id=shown(number), last=_LAST)
    return number
