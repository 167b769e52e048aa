"""Observations: what one seat may know, as a row of bytes in a layout with a version.

The rows are those of :meth:`BatchGame.observe`, here for one View at a time and on both engines.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._checks import shown
from doudizhu_fast.enums import Role
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.view import View

__all__ = ["OBSERVATION_VERSION", "observation_width", "observe"]

OBSERVATION_VERSION: Final = 1
"""The version of the layout; it changes with every change of the layout."""

_RANKS: Final = 15
_CARD_SETS: Final = 3
_STATE: Final = 7
_STATE_END: Final = _CARD_SETS * _RANKS + _STATE
_SHIFTS: Final = np.arange(0, 4 * _RANKS, 4, dtype=np.uint64)
_COUNT_BITS: Final = np.uint64(15)
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
        raise InvalidArgumentError("wrong_type", name="view", expected="a View", value=shown(view))
    players = view.rules.players
    order = [(view.seat + step) % players for step in range(players)]
    last: list[Any] = [0] * players
    for seat, move in view.moves[-players:]:
        last[seat] = int(move)
    standing = view.to_beat
    cards = [int(view.hand), int(view.unseen), 0 if standing is None else int(standing)]
    packed = np.array([*cards, *(last[seat] for seat in order)], dtype=np.uint64)
    counts = (packed[:, np.newaxis] >> _SHIFTS & _COUNT_BITS).astype(np.uint8)
    row = np.empty(_STATE_END + players * (_RANKS + 1), dtype=np.uint8)
    row[: _CARD_SETS * _RANKS] = counts[:_CARD_SETS].reshape(-1)
    shape = (0, 0, 0) if standing is None else (standing.kind, standing.rank, standing.length)
    state = (*shape, view.passes, _ROLES[view.role], view.highest_bid, view.doublings)
    row[_CARD_SETS * _RANKS : _STATE_END] = state
    seats = row[_STATE_END:].reshape(players, _RANKS + 1)
    seats[:, :_RANKS] = counts[_CARD_SETS:]
    seats[:, _RANKS] = [view.counts[seat] for seat in order]
    return row
