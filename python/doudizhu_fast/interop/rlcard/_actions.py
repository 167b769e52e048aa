"""RLCard's actions: their ids, their texts, their rows of bytes.

The ids are those of rlcard 1.2.0's `action_space.txt`, worked out from its order instead of copied. Kinds, lengths and
ranks come in the order of our own ids, PASS last. Within a body the kickers ascend as texts do, but for trio chains
with solos: of three, those of different ranks come first, then three of one rank, then pairs by the pair's rank; of
four and five, those with a joker come first.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._backend import move_shape
from doudizhu_fast._checks import any_whole, shown
from doudizhu_fast.action_space import ActionSpace
from doudizhu_fast.enums import Kind
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.interop._planes import plane_bytes
from doudizhu_fast.move import Move, MoveText, _make_move, read_move
from doudizhu_fast.packed import counts_of, format_cards
from doudizhu_fast.rules import Rules

__all__ = [
    "ACTION_NAMED",
    "ACTION_OF",
    "PASS_ID",
    "RULES",
    "Action",
    "action_id",
    "action_ids",
    "action_named",
    "from_text",
    "move",
    "moves",
    "text",
]

RULES: Final = Rules.rlcard()
"""The rules that rlcard 1.2.0 plays by."""

PASS_ID: Final = 27_471
"""RLCard's id of the pass, its last."""

_SPACE: Final = ActionSpace(RULES)
_JOKER = 13


class Action(NamedTuple):
    """One action as RLCard knows it.

    Attributes:
        id: RLCard's id.
        text: RLCard's text: the cards in ascending order, or ``pass``.
        move: Our move.
        row: The cards as 54 bytes, not to be written to: all states share it.
        planes: The same bytes.
    """

    id: int
    text: str
    move: Move
    row: NDArray[np.int8]
    planes: bytes


def action_id(move: MoveText) -> int:
    """Give RLCard's id of a move.

    Args:
        move: A Move or its text.

    Returns:
        0 to 27,471, the last being the pass.

    Raises:
        IllegalMoveError: Reason ``not_a_play`` for what RLCard has no action for, ``unreadable``.
        InvalidCardsError: For cards that cannot be read.

    Example:
        >>> action_id("3"), action_id("333+4"), action_id("pass")
        (0, 41, 27471)
    """
    return ACTION_OF[read_move(move, RULES)].id


def move(id: int) -> Move:
    """Give the move of RLCard's id.

    Args:
        id: 0 to 27,471.

    Raises:
        InvalidArgumentError: Reason ``action_out_of_range`` or ``wrong_type``.

    Example:
        >>> move(41), move(27471)
        (Move('333+4'), Move('pass'))
    """
    number = any_whole(id, "id")
    if not 0 <= number <= PASS_ID:
        raise InvalidArgumentError("action_out_of_range", id=shown(number), last=PASS_ID)
    return _make_move(RULES._ruleset.action(int(_our_ids()[number])))


def action_ids(moves: NDArray[np.uint64]) -> NDArray[np.int32]:
    """Give RLCard's ids of many moves.

    Args:
        moves: Packed moves, uint64 of shape (n,).

    Returns:
        int32 of shape (n,).

    Raises:
        InvalidArgumentError: Reason ``wrong_dtype`` or ``wrong_shape``.
        IllegalMoveError: Reason ``not_a_play``, for the first without an action (with ``index``).

    Example:
        >>> action_ids(np.array([0, int(Move("3"))], dtype=np.uint64)).tolist()
        [27471, 0]
    """
    return _their_ids().take(_SPACE.ids(moves))


def moves(ids: NDArray[np.integer[Any]]) -> NDArray[np.uint64]:
    """Give the moves of many of RLCard's ids.

    Args:
        ids: Whole numbers of shape (n,), 0 to 27,471.

    Returns:
        Packed moves, uint64 of shape (n,).

    Raises:
        InvalidArgumentError: Reason ``wrong_dtype``, ``wrong_shape`` or ``action_out_of_range`` (with ``index``).

    Example:
        >>> moves(np.array([0, 27471])).tolist() == [int(Move("3")), 0]
        True
    """
    # The range is checked, and worded, by our own space, which has as many actions.
    _SPACE.moves(ids)
    return _SPACE.moves(_our_ids().take(ids))


def text(move: MoveText) -> str:
    """Write a move as RLCard does: all its cards in ascending order, or ``pass``.

    Args:
        move: A Move or its text.

    Raises:
        IllegalMoveError, InvalidCardsError: As :func:`action_id`.

    Example:
        >>> text("444+3"), text("pass")
        ('3444', 'pass')
    """
    return ACTION_OF[read_move(move, RULES)].text


def from_text(text: str) -> Move:
    """Read a move as RLCard writes it; none of its texts has two readings.

    Args:
        text: The cards, or ``pass``.

    Raises:
        IllegalMoveError: Reason ``not_a_play`` or ``unreadable``.
        InvalidCardsError: For cards that cannot be read.

    Example:
        >>> from_text("3444")
        Move('444+3')
    """
    return ACTION_OF[read_move(text, RULES)].move


class _ByMove(dict[int, Action]):
    """Actions by packed moves, each made when it is first asked for."""

    def __missing__(self, packed: int) -> Action:
        planes = plane_bytes(packed)
        row = np.frombuffer(planes, dtype=np.int8)
        id = int(_their_ids()[RULES._ruleset.action_id(packed)])
        action = Action(id, format_cards(packed, "pass"), _make_move(packed), row, planes)
        return self.setdefault(packed, action)


class _ByText(dict[str, Action]):
    """Actions by texts. Only RLCard's own are kept, so that the number of actions bounds the table."""

    def __missing__(self, text: str) -> Action:
        action = ACTION_OF[read_move(text, RULES)]
        self.setdefault(action.text, action)
        return action


ACTION_OF: Final = _ByMove()
"""The action of each packed move that is one under RLCard's rules."""

ACTION_NAMED: Final = _ByText()
"""The action of each text that :func:`from_text` reads."""


def action_named(text: MoveText) -> Action:
    """Give the action of a text, or of anything else that stands for a move.

    Raises:
        IllegalMoveError, InvalidCardsError: As :func:`from_text`.

    Example:
        >>> action_named("BR").id
        27470
    """
    return ACTION_NAMED[text] if isinstance(text, str) else ACTION_OF[read_move(text, RULES)]


@cache
def _our_ids() -> NDArray[np.int32]:
    """Our id of each of RLCard's."""
    packed = _SPACE.moves(np.arange(1, len(_SPACE)))
    shapes = np.array([move_shape(number) for number in packed.tolist()], dtype=np.int64)
    keys = np.array(
        [_place_in_body(*item) for item in zip(packed.tolist(), *shapes.T.tolist(), strict=True)]
    )
    # The last key of lexsort is the first to decide.
    order = np.lexsort(
        (keys[:, 1], keys[:, 0], shapes[:, 1], shapes[:, 0], packed >> np.uint64(60))
    )
    return np.append(order + 1, 0).astype(np.int32)


@cache
def _their_ids() -> NDArray[np.int32]:
    """RLCard's id of each of ours."""
    ours = _our_ids()
    theirs = np.empty_like(ours)
    theirs[ours] = np.arange(len(ours), dtype=np.int32)
    return theirs


def _place_in_body(packed: int, length: int, rank: int) -> tuple[int, int]:
    """What orders the moves of one body in RLCard's list."""
    counts = counts_of(packed)
    if packed >> 60 != Kind.TRIO_CHAIN_WITH_SOLOS or length < 3:
        return 0, _as_text(counts)
    for unit in range(rank - length + 1, rank + 1):
        counts[unit] -= 3
    if length > 3:
        return 0 if counts[_JOKER] or counts[_JOKER + 1] else 1, _as_text(counts)
    most = max(counts)
    if most == 2:
        return 2, counts.index(2) * 15 + counts.index(1)
    return most // 3, _as_text(counts)


def _as_text(counts: list[int]) -> int:
    """A number that orders cards as their ascending texts are ordered: more of the lowest rank comes first."""
    number = 0
    for count in counts:
        number = number * 8 + (4 - count)
    return number
