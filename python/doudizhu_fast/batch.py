"""Many hands, moves and deals per call: numpy arrays of packed numbers in and out."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast import _backend
from doudizhu_fast._checks import as_whole, whole
from doudizhu_fast.exceptions import (
    IllegalMoveError,
    InvalidArgumentError,
    InvalidCardsError,
    a_type,
)
from doudizhu_fast.hand import checked_packed
from doudizhu_fast.move import MoveText, read_move
from doudizhu_fast.reading import show_move
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.seeds import Seed, resolve_seed, stream

__all__ = [
    "MOST_ROWS",
    "DealBatch",
    "beats_batch",
    "classify_batch",
    "count_moves_batch",
    "deal_batch",
    "legal_moves_batch",
    "packed_cards",
    "thread_count",
]

MOST_ROWS = 2**28
"""At most so many games or deals are given as arrays by one call."""

_MOST_THREADS = 1024

_PackedArray: TypeAlias = NDArray[np.integer[Any]]
_Answer = TypeVar("_Answer")


class DealBatch(NamedTuple):
    """Many deals as arrays, row i for deal i (rules 1.2).

    Attributes:
        hands: uint64 of shape (n, players), packed hands by seat before the bottom is taken.
        bottom: uint64 of shape (n,), packed bottom cards.
        first_bidder: int8 of shape (n,), the seats that call first.
        turned_up: int8 of shape (n,), the ranks of the turned-up cards, -1 under ``turned_up_card=False``.

    Example:
        >>> deal_batch(2, seed=5, rules="four_player").hands.shape
        (2, 4)
    """

    hands: NDArray[np.uint64]
    bottom: NDArray[np.uint64]
    first_bidder: NDArray[np.int8]
    turned_up: NDArray[np.int8]


def deal_batch(n: int, seed: Seed = None, rules: Rules | str | None = None) -> DealBatch:
    """Draw many deals (rules 1.2).

    Args:
        n: How many, 0 to 2**28.
        seed: A seed, see :func:`resolve_seed`; the same seed gives the same deals under both backends.
        rules: The rules or a preset's name; three_player without.

    Returns:
        The deals. Row i is the first deal of game i of a run: of ``Game.of_run(seed, i)`` and of game i of
        ``simulate(seed=seed)``. Row 0 is ``deal(seed)``.

    Raises:
        InvalidArgumentError: Reason ``bad_seed``; ``out_of_range`` or ``wrong_type`` for n.
        InvalidRulesError: For rules that do not exist.

    Example:
        >>> from doudizhu_fast import Hand, deal
        >>> hands, bottom, first_bidder, turned_up = deal_batch(1000, seed=5)
        >>> Hand.from_packed(hands[0, 2]) == deal(5).hands[2]
        True
    """
    chosen = as_rules(rules)
    count = whole(n, "n", 0, MOST_ROWS)
    start = stream(resolve_seed(seed))
    dealt = DealBatch(*_backend.deal_batch(chosen._ruleset, start, 0, count))
    if chosen.turned_up_card:
        return dealt
    return dealt._replace(turned_up=np.full(count, -1, dtype=np.int8))


def legal_moves_batch(
    hands: _PackedArray,
    to_beat: _PackedArray | MoveText | int | None = 0,
    rules: Rules | str | None = None,
    threads: int | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """List what many hands may play (rules 1.4, 1.5).

    Arrays of packed numbers are uint64; other whole-number types are taken as they are as long as nothing is negative.

    Args:
        hands: Packed hands of shape (n,).
        to_beat: The standing play of all hands: a packed move, a Move or its text; 0, None or PASS for a lead. Or an
            array of shape (n,) of packed moves, 0 for a lead.
        rules: Rules or their text; None means ``three_player``.
        threads: How many threads share the work, 1 to 1024; None means one for each processor. Results do not depend
            on it.

    Returns:
        ``(offsets, moves)``: int64 of shape (n + 1,) and uint64 of shape (offsets[n],). The packed moves of hand i are
        ``moves[offsets[i] : offsets[i + 1]]``, in the order of their action ids; a follow begins with PASS, 0.

    Raises:
        InvalidArgumentError: Reason ``wrong_dtype``, ``wrong_shape``, ``not_packed``; ``wrong_type`` or
            ``out_of_range`` for threads.
        InvalidCardsError: Reason ``not_in_pack``, for the first hand that the rules' pack does not hold (with
            ``index``); for a text that cannot be read.
        IllegalMoveError: Reason ``not_a_play``, for the first standing play that is none under these rules (with
            ``index`` where they are an array).
        InvalidRulesError: For rules that do not exist.

    Example:
        >>> from doudizhu_fast import Hand, Move
        >>> hands = np.array([int(Hand("3334")), int(Hand("44BR"))], dtype=np.uint64)
        >>> offsets, moves = legal_moves_batch(hands, to_beat="3")
        >>> offsets
        array([0, 2, 7])
        >>> [str(Move.from_packed(move)) for move in moves[offsets[1] : offsets[2]]]
        ['pass', '4', 'B', 'R', 'BR']
    """
    chosen = as_rules(rules)
    packed, standing = _hands_and_standing(hands, to_beat, chosen)
    count = thread_count(threads)
    return _with_moves_named(
        standing,
        lambda: _backend.legal_moves_batch(chosen._ruleset, packed, standing, count),
    )


def count_moves_batch(
    hands: _PackedArray,
    to_beat: _PackedArray | MoveText | int | None = 0,
    rules: Rules | str | None = None,
    threads: int | None = None,
) -> NDArray[np.int64]:
    """Count what many hands may play, without listing it (rules 1.4, 1.5).

    Args:
        hands: Packed hands of shape (n,).
        to_beat: As for :func:`legal_moves_batch`.
        rules: Rules or their text; None means ``three_player``.
        threads: As for :func:`legal_moves_batch`.

    Returns:
        int64 of shape (n,): the numbers of moves that :func:`legal_moves_batch` lists.

    Raises:
        InvalidArgumentError, InvalidCardsError, IllegalMoveError, InvalidRulesError: As :func:`legal_moves_batch`.

    Example:
        >>> count_moves_batch(deal_batch(3, seed=5).hands[:, 0]).dtype
        dtype('int64')
        >>> count_moves_batch(np.array([0x13, 0x4], dtype=np.uint64))
        array([5, 4])
    """
    chosen = as_rules(rules)
    packed, standing = _hands_and_standing(hands, to_beat, chosen)
    count = thread_count(threads)
    return _with_moves_named(
        standing,
        lambda: _backend.count_moves_batch(chosen._ruleset, packed, standing, count),
    )


def classify_batch(
    cards: _PackedArray, rules: Rules | str | None = None
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Give every reading of many sets of cards as one play (rules 1.5).

    Args:
        cards: Packed cards of shape (n,).
        rules: Rules or their text; None means ``three_player``.

    Returns:
        ``(offsets, moves)``: int64 of shape (n + 1,) and uint64 of shape (offsets[n],). The plays that have exactly the
        cards i are ``moves[offsets[i] : offsets[i + 1]]``, ascending in kind: none, one, or under loose rules two.

    Raises:
        InvalidArgumentError: Reason ``wrong_dtype``, ``wrong_shape`` or ``not_packed``.
        InvalidCardsError: Reason ``not_in_pack``, for the first that the rules' pack does not hold (with ``index``).
        InvalidRulesError: For rules that do not exist.

    Example:
        >>> offsets, moves = classify_batch(np.array([0x11, 0x13], dtype=np.uint64))
        >>> offsets, hex(moves[0])
        (array([0, 0, 1]), '0x4000000000000013')
    """
    return _backend.classify_batch(as_rules(rules)._ruleset, packed_cards(cards, "cards"))


def beats_batch(
    moves: _PackedArray | MoveText | int, others: _PackedArray | MoveText | int
) -> NDArray[np.bool_]:
    """Whether moves may be played on others (rules 1.5).

    Args:
        moves: Packed moves of shape (n,); or one move for all: packed, a Move or its text.
        others: The standing ones, likewise.

    Returns:
        bool of shape (n,), as :func:`beats` answers; of shape (1,) for two single moves.

    Raises:
        InvalidArgumentError: Reason ``wrong_dtype``, ``wrong_shape`` or ``not_packed``.
        InvalidCardsError, IllegalMoveError: As :class:`Move` for a text.
        IllegalMoveError: Reason ``not_a_play``, for the first that is a play under no rules (with ``index``).

    Example:
        >>> from doudizhu_fast import Move
        >>> beats_batch(np.array([int(Move("4")), int(Move("3333"))], dtype=np.uint64), "A")
        array([False,  True])
    """
    left = _one_move(moves, None)
    right = _one_move(others, None)
    winning = _packed_array(moves, "moves") if left is None else _single(left)
    standing = _packed_array(others, "others") if right is None else _single(right)
    if left is not None:
        winning = np.repeat(winning, len(standing))
    elif right is not None:
        standing = np.repeat(standing, len(winning))
    _check_lengths(winning, standing, "others")
    return _backend.beats_batch(winning, standing)


def thread_count(threads: object) -> int:
    """Take a parameter ``threads`` as the engines count: 0 for one thread per processor.

    Args:
        threads: None, or 1 to 1024.

    Raises:
        InvalidArgumentError: Reason ``wrong_type`` or ``out_of_range``.

    Example:
        >>> thread_count(None), thread_count(2)
        (0, 2)
    """
    return 0 if threads is None else whole(threads, "threads", 1, _MOST_THREADS)


def packed_cards(value: object, name: str) -> NDArray[np.uint64]:
    """Take a parameter that takes an array of packed cards, among which there is no packed move.

    Args:
        value: What the caller passed.
        name: The parameter's name, for the message.

    Returns:
        A contiguous uint64 array of shape (n,).

    Raises:
        InvalidArgumentError: Reason ``wrong_dtype``, ``wrong_shape`` or ``not_packed``.
        InvalidCardsError: Reason ``kind_bits``, with ``index``.

    Example:
        >>> packed_cards(np.array([0x11, 0x2]), "hands").dtype
        dtype('uint64')
    """
    array = _packed_array(value, name)
    moves = array >> np.uint64(60) != 0
    if moves.any():
        index = int(np.argmax(moves))
        raise InvalidCardsError("kind_bits", value=int(array[index]), index=index)
    return array


def _hands_and_standing(
    hands: object, to_beat: object, rules: Rules
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    packed = packed_cards(hands, "hands")
    one = _one_move(to_beat, rules)
    if one is not None:
        return packed, _single(one)
    standing = _packed_array(to_beat, "to_beat")
    _check_lengths(packed, standing, "to_beat")
    return packed, standing


def _one_move(value: object, rules: Rules | None) -> int | None:
    """Read what stands for one move, packed; None for anything else, which must be an array."""
    if value is None:
        return 0
    if as_whole(value) is not None:
        packed = checked_packed(value)
        if packed and rules is not None and not rules._ruleset.is_play(packed):
            raise IllegalMoveError("not_a_play", move=show_move(packed))
        return packed
    if isinstance(value, str) or hasattr(value, "_packed"):
        return read_move(value, rules)
    return None


def _packed_array(value: object, name: str) -> NDArray[np.uint64]:
    """Take an array of packed numbers as a contiguous one of uint64.

    Lists are refused, for numpy would guess what they hold: texts, Hands, or numbers of a type that cannot hold kinds.
    """
    if not hasattr(value, "__array__") or isinstance(value, np.generic):
        raise InvalidArgumentError("wrong_dtype", name=name, expected="uint64", value=a_type(value))
    array: NDArray[Any] = np.asarray(value)
    if array.dtype.kind not in "iu":
        raise InvalidArgumentError(
            "wrong_dtype", name=name, expected="uint64", value=str(array.dtype)
        )
    if array.ndim != 1:
        raise InvalidArgumentError(
            "wrong_shape", name=name, expected="(n,)", value=str(array.shape)
        )
    if array.dtype.kind == "i" and (array < 0).any():
        index = int(np.argmax(array < 0))
        raise InvalidArgumentError("not_packed", value=int(array[index]), index=index)
    return np.ascontiguousarray(array, dtype=np.uint64)


def _single(packed: int) -> NDArray[np.uint64]:
    return np.array([packed], dtype=np.uint64)


def _check_lengths(first: NDArray[Any], second: NDArray[Any], name: str) -> None:
    if len(first) != len(second):
        raise InvalidArgumentError(
            "wrong_shape", name=name, expected=str(first.shape), value=str(second.shape)
        )


def _with_moves_named(standing: NDArray[np.uint64], call: Callable[[], _Answer]) -> _Answer:
    """Make a call of the engine; where a standing play is none, its message says what was meant to be one."""
    try:
        return call()
    except IllegalMoveError as error:
        # The engines write the cards of a number alone, which may be a play with another kind.
        move, index = show_move(int(standing[error.index])), error.index
        raise IllegalMoveError("not_a_play", move=move, index=index) from None
