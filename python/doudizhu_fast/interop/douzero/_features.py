"""DouZero's observations, of one decision and of many at once.

A decision is told in packed words: what the seat holds, what the others hold, what each has played, and the last
fifteen actions. Both ways of encoding lay out the same words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._checks import shown
from doudizhu_fast.enums import Kind
from doudizhu_fast.exceptions import IllegalMoveError, InvalidArgumentError
from doudizhu_fast.interop._planes import (
    PLANES,
    card_planes,
    one_hot_bytes,
    write_one_hot,
)
from doudizhu_fast.interop.douzero._cards import POSITIONS, numbers_of
from doudizhu_fast.packed import CARD_BITS, format_cards, missing_cards

__all__ = [
    "RECENT",
    "WIDTHS",
    "Decision",
    "Decisions",
    "action_rows",
    "bombs_in",
    "decisions_of_games",
    "observation",
]

SEATS: Final = 3
RECENT: Final = 15
"""How many actions before a decision are shown."""

_LANDLORD_CARDS, _PEASANT_CARDS, _MOST_BOMBS = 20, 17, 15
_Z_SHAPE: Final = (5, 162)
_BOMB_ARRAY: Final = np.array([*(4 << 4 * rank for rank in range(13)), 0x11 << 52], dtype=np.uint64)
_BOMBS: Final = frozenset(
    [Kind.ROCKET << 60 | 0x11 << 52, *(Kind.BOMB << 60 | 4 << 4 * rank for rank in range(13))]
)

WIDTHS: Final = (
    5 * PLANES + 2 * _PEASANT_CARDS + _MOST_BOMBS,
    *[7 * PLANES + _LANDLORD_CARDS + _PEASANT_CARDS + _MOST_BOMBS] * 2,
)
"""The bytes of `x_no_action` by position: 319 for the landlord, 430 for a peasant."""


class Decision(NamedTuple):
    """One decision in packed words; seats are counted from the landlord's.

    Attributes:
        seat: Whose it is, 0 to 2.
        hand: The seat's cards.
        others: The cards of the two others together.
        history: All moves so far, passes as 0.
        played: What each seat has played.
        left: How many cards each seat holds.
    """

    seat: int
    hand: int
    others: int
    history: Sequence[int]
    played: Sequence[int]
    left: Sequence[int]


def bombs_in(history: Sequence[int]) -> int:
    """Count bombs and rockets among packed moves.

    Example:
        >>> bombs_in([13 << 60 | 4, 0])
        1
    """
    # With one pack no bomb is played twice.
    return len(_BOMBS.intersection(history))


def observation(decision: Decision, legal: Sequence[int]) -> dict[str, Any]:
    """Write one observation as DouZero's `get_obs` does.

    Args:
        decision: The decision.
        legal: The legal moves, packed; their order is that of the rows.

    Returns:
        ``position``, ``x_batch`` float32[n, 373 or 484], ``z_batch`` float32[n, 5, 162], ``legal_actions`` as lists of
        numbers, ``x_no_action`` int8[319 or 430], ``z`` int8[5, 162].

    Example:
        >>> from doudizhu_fast.move import Move
        >>> row = observation(Decision(0, 0x1, 0x110, [], [0] * 3, [1, 1, 1]), [int(Move("3"))])
        >>> row["x_batch"].shape, row["z_batch"].shape, row["legal_actions"]
        ((1, 373), (1, 5, 162), [[3]])
    """
    words, counts = _layout(decision)
    recent = decision.history[-RECENT:]
    own, first_legal = len(words), len(words) + RECENT
    words += [0] * (RECENT - len(recent))
    words += recent
    words += legal
    planes = card_planes(np.array(words, dtype=np.uint64))
    x = np.concatenate((planes[:own].reshape(-1), np.frombuffer(counts, dtype=np.int8)))
    z = planes[own:first_legal].reshape(_Z_SHAPE)
    x_batch = np.empty((len(legal), len(x) + PLANES), dtype=np.float32)
    x_batch[:, : len(x)] = x
    x_batch[:, len(x) :] = planes[first_legal:]
    z_batch = np.empty((len(legal), *_Z_SHAPE), dtype=np.float32)
    z_batch[:] = z
    return {
        "position": POSITIONS[decision.seat],
        "x_batch": x_batch,
        "z_batch": z_batch,
        "legal_actions": [list(numbers_of(move)) for move in legal],
        "x_no_action": x,
        "z": z,
    }


def _layout(decision: Decision) -> tuple[list[int], bytes]:
    """Give the packed words of `x_no_action`, and the bytes that follow them."""
    seat, hand, others, history, played, left = decision
    # The actions of the seat before and of the one before that.
    before = history[-1] if history else 0
    earlier = history[-2] if len(history) > 1 else 0
    standing = before or earlier
    if seat == 0:
        words = [hand, others, standing, played[2], played[1]]
        counts = one_hot_bytes(left[2], _PEASANT_CARDS) + one_hot_bytes(left[1], _PEASANT_CARDS)
    else:
        partner = SEATS - seat
        words = [hand, others, played[0], played[partner], standing]
        words += [before, earlier] if seat == 1 else [earlier, before]
        counts = one_hot_bytes(left[0], _LANDLORD_CARDS)
        counts += one_hot_bytes(left[partner], _PEASANT_CARDS)
    return words, counts + one_hot_bytes(bombs_in(history) + 1, _MOST_BOMBS)


@dataclass(frozen=True, slots=True)
class Decisions:
    """Many decisions of one position, as columns of packed words.

    Attributes:
        position: ``landlord``, ``landlord_down`` or ``landlord_up``.
        hand: uint64[n], the seat's cards.
        others: uint64[n], the cards of the two others together.
        played: uint64[n, 3], what landlord, landlord_down and landlord_up have played.
        left: int64[n, 3], how many cards they hold.
        bombs: int64[n], bombs and rockets so far, 0 to 14.
        recent: uint64[n, 15], the packed actions before the decision, the last one last, zeros where there were fewer.

    Example:
        >>> from doudizhu_fast.move import Move
        >>> hands = np.array([[0x11, 0x100, 0x1000]], dtype=np.uint64)
        >>> moves = np.array([int(Move("3")), 0, 0, int(Move("4"))], dtype=np.uint64)
        >>> columns = decisions_of_games(hands, np.array([0, 4]), moves)["landlord"][0]
        >>> columns.x_no_action().shape, columns.z().shape
        ((2, 319), (2, 5, 162))
    """

    position: str
    hand: NDArray[np.uint64]
    others: NDArray[np.uint64]
    played: NDArray[np.uint64]
    left: NDArray[np.int64]
    bombs: NDArray[np.int64]
    recent: NDArray[np.uint64]

    def __len__(self) -> int:
        """Count the decisions."""
        return len(self.hand)

    def x_no_action(self) -> NDArray[np.int8]:
        """Encode everything but the actions before.

        Returns:
            int8[n, 319] for the landlord, int8[n, 430] for a peasant.
        """
        seat = POSITIONS.index(self.position)
        before, earlier = self.recent[:, -1], self.recent[:, -2]
        standing = np.where(before, before, earlier)
        if seat == 0:
            words = [self.hand, self.others, standing, self.played[:, 2], self.played[:, 1]]
            counts = [(2, _PEASANT_CARDS), (1, _PEASANT_CARDS)]
        else:
            partner = SEATS - seat
            last = [before, earlier] if seat == 1 else [earlier, before]
            words = [self.hand, self.others, self.played[:, 0], self.played[:, partner]]
            words += [standing, *last]
            counts = [(0, _LANDLORD_CARDS), (partner, _PEASANT_CARDS)]
        out = np.zeros((len(self), WIDTHS[seat]), dtype=np.int8)
        start = PLANES * len(words)
        out[:, :start] = card_planes(np.stack(words, axis=1)).reshape(len(self), start)
        for player, most in counts:
            write_one_hot(out[:, start : start + most], self.left[:, player])
            start += most
        write_one_hot(out[:, start:], self.bombs + 1)
        return out

    def z(self) -> NDArray[np.int8]:
        """Encode the actions before.

        Returns:
            int8[n, 5, 162].
        """
        return card_planes(self.recent).reshape(len(self), *_Z_SHAPE)


def decisions_of_games(
    hands: NDArray[np.uint64], offsets: NDArray[np.integer[Any]], moves: NDArray[np.uint64]
) -> dict[str, tuple[Decisions, NDArray[np.int64]]]:
    """Take every decision of many games, from the landlord's first lead on.

    Args:
        hands: uint64[games, 3], the hands of landlord, landlord_down and landlord_up as play began.
        offsets: int[games + 1], ascending from 0: the moves of game g are ``moves[offsets[g]:offsets[g + 1]]``.
        moves: uint64[m], packed, passes 0, in the order of play. That they are legal is not checked, only that the
            cards were held.

    Returns:
        By position the decisions, and for each its index in `moves`: the move that was made there.

    Raises:
        InvalidArgumentError: Reason ``wrong_dtype``, ``wrong_shape`` or ``out_of_range``.
        IllegalMoveError: Reason ``cards_not_held`` (with ``index``).

    Example:
        >>> from doudizhu_fast.move import Move
        >>> hands = np.array([[0x11, 0x100, 0x1000]], dtype=np.uint64)
        >>> moves = np.array([int(Move("3")), 0, 0, int(Move("4"))], dtype=np.uint64)
        >>> columns, index = decisions_of_games(hands, np.array([0, 4]), moves)["landlord"]
        >>> columns.left.tolist(), index.tolist()
        ([[2, 1, 1], [1, 1, 1]], [0, 3])
    """
    _check_games(hands, offsets, moves)
    place = np.arange(len(moves))
    lengths = np.diff(offsets)
    first = np.repeat(np.asarray(offsets[:-1], dtype=np.int64), lengths)
    seat = (place - first) % SEATS
    cards = moves & np.uint64(CARD_BITS)
    # Sums of packed cards wrap around, and their differences come out right all the same.
    of_seat = np.where(seat[:, None] == np.arange(SEATS), cards[:, None], np.uint64(0))
    played = _sum_before(of_seat, first)
    held = np.repeat(hands, lengths, axis=0) - played
    own = np.take_along_axis(held, seat[:, None], axis=1)[:, 0]
    _check_held(own, cards)
    bombs = _sum_before(np.isin(cards, _BOMB_ARRAY).astype(np.int64), first)
    others = held.sum(axis=1, dtype=np.uint64) - own
    left = _count_cards(held)
    found = {}
    for number, position in enumerate(POSITIONS):
        index = np.flatnonzero(seat == number)
        back = index[:, None] - np.arange(RECENT, 0, -1)
        recent = np.where(back >= first[index, None], moves[np.maximum(back, 0)], np.uint64(0))
        decisions = Decisions(
            position=position,
            hand=own[index],
            others=others[index],
            played=played[index],
            left=left[index],
            bombs=bombs[index],
            recent=recent,
        )
        found[position] = (decisions, index)
    return found


def _sum_before(numbers: NDArray[Any], first: NDArray[np.int64]) -> NDArray[Any]:
    """What lies before each place in its game, summed up."""
    sums = np.zeros((len(numbers) + 1, *numbers.shape[1:]), dtype=numbers.dtype)
    np.cumsum(numbers, axis=0, out=sums[1:])
    return sums[:-1] - sums[first]


_EVEN: Final = np.uint64(0x0F0F0F0F0F0F0F0F)
_HIGH: Final = np.uint64(0x888888888888888)
_THIRTEEN_RANKS: Final = np.uint64((1 << 52) - 1)
_ONES: Final = np.uint64(0x1111111111111)
_NO_JOKERS: Final = np.uint64(0xFEE)


def _count_cards(packed: NDArray[np.uint64]) -> NDArray[np.int64]:
    pairs = (packed & _EVEN) + (packed >> np.uint64(4) & _EVEN)
    return (pairs * np.uint64(0x0101010101010101) >> np.uint64(56)).astype(np.int64)


def _check_held(hands: NDArray[np.uint64], cards: NDArray[np.uint64]) -> None:
    # A count below 8 that is lent a high bit keeps it unless more is taken than it has.
    lacking = ((hands | _HIGH) - cards & _HIGH != _HIGH) | (cards & _HIGH != 0)
    if lacking.any():
        index = int(np.argmax(lacking))
        hand, played = int(hands[index]), int(cards[index])
        missing = format_cards(missing_cards(hand, played))
        raise IllegalMoveError(
            "cards_not_held",
            move=format_cards(played),
            hand=format_cards(hand, "-"),
            missing=missing,
            index=index,
        )


def _check_games(hands: Any, offsets: Any, moves: Any) -> None:
    for name, array, dtype in (("hands", hands, np.uint64), ("moves", moves, np.uint64)):
        _check_dtype(name, array, dtype)
    if hands.ndim != 2 or hands.shape[1] != SEATS:
        raise InvalidArgumentError(
            "wrong_shape", name="hands", expected="(games, 3)", value=hands.shape
        )
    if moves.ndim != 1:
        raise InvalidArgumentError("wrong_shape", name="moves", expected="(m,)", value=moves.shape)
    _check_offsets(offsets, len(hands), len(moves))
    _check_hands(hands)


def _check_hands(hands: NDArray[np.uint64]) -> None:
    sizes = _count_cards(hands)
    largest = np.array([_LANDLORD_CARDS, _PEASANT_CARDS, _PEASANT_CARDS])
    # Counts up to 4 do not overflow when three are added.
    wrong = (_exceeds_pack(hands) | (sizes > largest)).any(axis=1)
    wrong |= _exceeds_pack(hands.sum(axis=1, dtype=np.uint64))
    if wrong.any():
        index = int(np.argmax(wrong))
        raise InvalidArgumentError(
            "out_of_range",
            name="hands",
            expected="hands of one pack, of 20, 17 and 17 cards at most",
            value=[format_cards(hand & CARD_BITS, "-") for hand in hands[index].tolist()],
            index=index,
        )


def _exceeds_pack(packed: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Whether packed cards, up to 15 of a rank, are more than a pack holds."""
    ranks = packed & _THIRTEEN_RANKS
    above = (
        ranks >> np.uint64(3) | (ranks >> np.uint64(2) & (ranks | ranks >> np.uint64(1)))
    ) & _ONES
    exceeds: NDArray[np.bool_] = (above != 0) | (packed >> np.uint64(52) & _NO_JOKERS != 0)
    return exceeds


def _check_dtype(name: str, array: Any, dtype: Any) -> None:
    if not isinstance(array, np.ndarray) or not np.issubdtype(array.dtype, dtype):
        found = array.dtype if isinstance(array, np.ndarray) else type(array).__name__
        kind = "uint64" if dtype is np.uint64 else "whole numbers"
        raise InvalidArgumentError("wrong_dtype", name=name, expected=kind, value=shown(found))


def _check_offsets(offsets: Any, games: int, total: int) -> None:
    _check_dtype("offsets", offsets, np.integer)
    if offsets.shape != (games + 1,):
        raise InvalidArgumentError(
            "wrong_shape", name="offsets", expected=(games + 1,), value=offsets.shape
        )
    if offsets[0] != 0 or offsets[-1] != total or (np.diff(offsets.astype(np.int64)) < 0).any():
        raise InvalidArgumentError(
            "out_of_range",
            name="offsets",
            expected=f"ascending from 0 to {total}",
            value=shown(offsets.tolist()),
        )


def action_rows(
    x_no_action: NDArray[np.int8],
    offsets: NDArray[np.integer[Any]],
    actions: NDArray[np.uint64],
) -> NDArray[np.float32]:
    """Write DouZero's `x_batch` of many decisions of one position below each other.

    Args:
        x_no_action: int8[n, width], as :meth:`Decisions.x_no_action` gives it.
        offsets: int[n + 1], ascending from 0: the actions of decision d are ``actions[offsets[d]:offsets[d + 1]]``.
        actions: uint64[m], packed legal moves.

    Returns:
        float32[m, width + 54], the row of each action.

    Raises:
        InvalidArgumentError: Reason ``wrong_dtype``, ``wrong_shape`` or ``out_of_range``.

    Example:
        >>> actions = np.array([0, 1 << 60 | 0x1], dtype=np.uint64)
        >>> action_rows(np.zeros((1, 319), dtype=np.int8), np.array([0, 2]), actions)[
        ...     :, 319
        ... ].tolist()
        [0.0, 1.0]
    """
    _check_dtype("x_no_action", x_no_action, np.int8)
    _check_dtype("actions", actions, np.uint64)
    if x_no_action.ndim != 2:
        raise InvalidArgumentError(
            "wrong_shape", name="x_no_action", expected="(n, width)", value=x_no_action.shape
        )
    if actions.ndim != 1:
        raise InvalidArgumentError(
            "wrong_shape", name="actions", expected="(m,)", value=actions.shape
        )
    _check_offsets(offsets, len(x_no_action), len(actions))
    width = x_no_action.shape[1]
    rows = np.empty((len(actions), width + PLANES), dtype=np.float32)
    rows[:, :width] = np.repeat(x_no_action, np.diff(offsets), axis=0)
    rows[:, width:] = card_planes(actions)
    return rows
