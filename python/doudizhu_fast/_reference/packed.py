"""Packed ints: how cards and moves are held in one whole number, and which numbers are none.

Bits 4r..4r+3 hold the count of rank r, bits 60..63 the kind code of a move. ``PASS`` is 0.
"""

import operator
from collections.abc import Iterable, Sequence
from typing import Final, SupportsIndex

from doudizhu_fast.exceptions import InvalidArgumentError

RANKS: Final = range(15)
CHAIN_RANKS: Final = range(12)  # 3 to A (rules 1.1)
ORDINARY_RANKS: Final = range(13)  # 3 to 2
BLACK_JOKER: Final = 13
RED_JOKER: Final = 14

PASS: Final = 0
SOLO: Final = 1
PAIR: Final = 2
TRIO: Final = 3
TRIO_WITH_SOLO: Final = 4
TRIO_WITH_PAIR: Final = 5
SOLO_CHAIN: Final = 6
PAIR_CHAIN: Final = 7
TRIO_CHAIN: Final = 8
TRIO_CHAIN_WITH_SOLOS: Final = 9
TRIO_CHAIN_WITH_PAIRS: Final = 10
QUAD_WITH_SOLOS: Final = 11
QUAD_WITH_PAIRS: Final = 12
BOMB: Final = 13
ROCKET: Final = 14

KIND_SHIFT: Final = 60
CARDS_MASK: Final = (1 << KIND_SHIFT) - 1


def index_of(value: object) -> int | None:
    """Read a whole number of any type; None for anything else.

    A bool is no number here: among seats, indices or cards it is a slip.

    Example:
        >>> index_of(7), index_of(True), index_of("7")
        (7, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return int(operator.index(value))
    except TypeError:
        return None


def whole_packed(value: object) -> int:
    """Take a packed number as an int.

    Args:
        value: Any whole number, numpy's included.

    Returns:
        The number, 0..2^64 - 1.

    Raises:
        InvalidArgumentError: ``not_packed`` for a number outside that range and for anything else.

    Example:
        >>> whole_packed(0x21)
        33
    """
    number = index_of(value)
    if number is None or not 0 <= number < 1 << 64:
        raise InvalidArgumentError("not_packed", value=value)
    return number


def whole(value: object) -> int:
    """Take any whole number: an index, an id or a seat.

    Raises:
        InvalidArgumentError: ``not_whole`` for anything else, a bool included.

    Example:
        >>> whole(-3)
        -3
    """
    number = index_of(value)
    if number is None:
        raise InvalidArgumentError("not_whole", value=value)
    return number


def copies(rank: int, packs: int) -> int:
    """Say how many cards of a rank exist (rules 1.1).

    Example:
        >>> copies(0, packs=2), copies(RED_JOKER, packs=2)
        (8, 2)
    """
    return packs if rank >= BLACK_JOKER else 4 * packs


def pack_counts(counts: Sequence[int]) -> int:
    """Pack fifteen counts.

    Example:
        >>> hex(pack_counts([1, 2] + [0] * 13))
        '0x21'
    """
    return sum(count << 4 * rank for rank, count in enumerate(counts))


def pack_ranks(ranks: Iterable[int], each: int = 1) -> int:
    """Pack ``each`` cards of every rank named; a rank named twice counts twice.

    Example:
        >>> hex(pack_ranks([0, 1, 1], each=2))
        '0x42'
    """
    return sum(each << 4 * rank for rank in ranks)


def counts_of(packed: int) -> list[int]:
    """Unpack the fifteen counts of cards or of a move.

    Example:
        >>> counts_of(0x21)[:3]
        [1, 2, 0]
    """
    return [packed >> 4 * rank & 15 for rank in RANKS]


def excess(counts: Sequence[int], packs: int) -> list[int]:
    """Count, by rank, the cards that the packs do not hold (rules 1.1).

    Example:
        >>> excess([5] + [0] * 14, packs=1)[0]
        1
    """
    return [max(0, count - copies(rank, packs)) for rank, count in enumerate(counts)]


def missing(cards: int, hand: int) -> list[int]:
    """Count, by rank, the cards that a hand lacks.

    Example:
        >>> missing(0x22, 0x13)[:2]
        [0, 1]
    """
    pairs = zip(counts_of(cards), counts_of(hand), strict=True)
    return [max(0, wanted - held) for wanted, held in pairs]
