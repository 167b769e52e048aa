"""Observations: what one seat may know, as a row of bytes in a layout with a version.

The rows are those of :meth:`BatchGame.observe`, here for one seat at a time and on both engines.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._checks import whole, wrong_type
from doudizhu_fast.enums import Role
from doudizhu_fast.game import Game
from doudizhu_fast.move import Move
from doudizhu_fast.packed import CARD_BITS, card_count
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.view import View

__all__ = ["OBSERVATION_VERSION", "observation_width", "observe", "observe_seat"]

OBSERVATION_VERSION: Final = 1
"""The version of the layout; it changes with every change of the layout."""

_RANKS: Final = 15
_STATE_END: Final = 3 * _RANKS + 7
_DIGITS: Final = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))
_ROLES: Final = {None: 0, Role.LANDLORD: 1, Role.PEASANT: 2}


def observation_width(rules: Rules | str | None = None) -> int:
    """Give the bytes of one observation.

    Args:
        rules: The rules or a preset's name; three_player without.

    Returns:
        52 and 16 more for each seat.

    Raises:
        InvalidRulesError: For rules that do not exist.

    Example:
        >>> observation_width(), observation_width("four_player")
        (100, 116)
    """
    return _STATE_END + as_rules(rules).players * (_RANKS + 1)


def observe(view: View) -> NDArray[np.uint8]:
    """Write a view as one row of bytes.

    Every item is one byte, and seats are counted from the one that sees: own cards by rank (15), unseen cards (15), the
    standing play's cards (15), its kind, its rank (0 for 3), its length, passes since, role (1 landlord, 2 peasant, 0
    in the auction), highest bid, doublings so far; then for each seat the cards of its last move (15), and the number
    of cards it holds. Where it is the seat's turn these are the bytes that :meth:`BatchGame.observe` writes. A seat
    that waits, and every seat after the end, is written in the same way.

    Args:
        view: What the seat may know.

    Returns:
        A new array, uint8 of shape ``(observation_width(view.rules),)``.

    Raises:
        InvalidArgumentError: Reason ``wrong_type`` for what is no View.

    Example:
        >>> row = observe(View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="A"))
        >>> row[:15].tolist()  # one 3, one 4, ..., two 2s, no joker
        [1, 1, 1, 1, 1, 2, 1, 2, 2, 1, 1, 1, 2, 0, 0]
        >>> row[45:52].tolist()  # a solo, rank 11 (the ace), length 1, no pass, peasant, bid 1
        [1, 11, 1, 0, 2, 1, 0]
    """
    if not isinstance(view, View):
        raise wrong_type("view", "a View", view)
    last = [0] * view.rules.players
    for seat, move in view.moves[-len(last) :]:
        last[seat] = int(move)
    return _row(
        view.seat,
        int(view.hand),
        int(view.unseen),
        view.to_beat,
        (view.passes, _ROLES[view.role], view.highest_bid, view.doublings),
        last,
        view.counts,
    )


def observe_seat(game: Game, seat: int) -> NDArray[np.uint8]:
    """Write what a seat of a game may know: the same as ``observe(game.view(seat))``, in a fraction of the time.

    Args:
        game: The game.
        seat: 0 to players - 1.

    Returns:
        A new array, as :func:`observe` gives it.

    Raises:
        InvalidArgumentError: Reason ``wrong_type`` or ``out_of_range``.

    Example:
        >>> game = Game(seed=1)
        >>> bool((observe_seat(game, 2) == observe(game.view(2))).all())
        True
    """
    if not isinstance(game, Game):
        raise wrong_type("game", "a Game", game)
    players = game.rules.players
    seat = whole(seat, "seat", 0, players - 1)
    hands = game._hands or [int(hand) for hand in game.deal.hands]
    landlord = game.landlord
    # Counts of one pack never carry into each other, so packed cards add like numbers.
    unseen = sum(hands) - hands[seat] + (int(game.bottom) if landlord is None else 0)
    role = 0 if landlord is None else 1 if seat == landlord else 2
    last = [0] * players
    moves = game._moves
    # Every move, a pass too, hands the turn to the next seat.
    for step in range(max(0, len(moves) - players), len(moves)):
        last[(game._landlord + step) % players] = moves[step]
    state = (game.passes, role, game.highest_bid, game._doublings)
    return _row(seat, hands[seat], unseen, game.to_beat, state, last, list(map(card_count, hands)))


def _row(
    seat: int,
    own: int,
    unseen: int,
    standing: Move | None,
    state: tuple[int, int, int, int],
    last: Sequence[int],
    left: Sequence[int],
) -> NDArray[np.uint8]:
    """Write a row; cards are packed, and `last` and `left` are by seat."""
    shape, beaten = (0, 0, 0), 0
    if standing is not None:
        shape, beaten = (standing.kind, standing.rank or 0, standing.length), int(standing)
    order = (*range(seat, len(last)), *range(seat))
    counts = _counts(own, unseen, beaten, *(last[place] for place in order))
    parts = [counts[: 3 * _RANKS], bytes((*shape, *state))]
    for start, place in zip(range(3 * _RANKS, len(counts), _RANKS), order, strict=True):
        parts += [counts[start : start + _RANKS], bytes((left[place],))]
    return np.frombuffer(bytearray(b"".join(parts)), dtype=np.uint8)


def _counts(*packed: int) -> bytes:
    """Unpack sets of cards, one behind the other: a count is a hexadecimal digit."""
    cards = tuple(number & CARD_BITS for number in reversed(packed))
    return (b"%015x" * len(cards) % cards)[::-1].translate(_DIGITS)
