"""Cards and counts as bytes, in the layout that RLCard and DouZero share."""

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["PLANES", "card_planes", "one_hot_bytes", "plane_bytes", "write_one_hot"]

PLANES: Final = 54
"""How many bytes stand for cards: four for each rank from 3 to 2, then one for each joker."""

_RED_JOKER = 56


@cache
def _thermometers() -> NDArray[np.int8]:
    """For every 16 bits of packed cards, their four counts as four bytes each, as many ones as there are cards."""
    shifts = np.arange(0, 16, 4, dtype=np.uint16)
    nibbles = np.arange(1 << 16, dtype=np.uint16)[:, None] >> shifts & 15
    return (np.arange(4) < nibbles[..., None]).reshape(1 << 16, 16).astype(np.int8)


def card_planes(packed: NDArray[np.uint64]) -> NDArray[np.int8]:
    """Write packed cards of one pack as rows of bytes.

    Args:
        packed: Packed hands or moves, uint64 of any shape; kind codes are ignored.

    Returns:
        int8 of that shape and 54 more: byte 4r + j is 1 where the hand holds more than j cards of rank r, r from 0
        (threes) to 12 (twos); byte 52 is the black joker, byte 53 the red one.

    Example:
        >>> rows = card_planes(np.array([0x12], dtype=np.uint64))
        >>> rows.shape, rows[0, :8].tolist()
        ((1, 54), [1, 1, 0, 0, 1, 0, 0, 0])
    """
    quarters = np.ascontiguousarray(packed, dtype="<u8").reshape(-1, 1).view("<u2")
    # Every rank has four bytes here, the jokers too: theirs begin at 52 and 56.
    wide = _thermometers().take(quarters, axis=0).reshape(-1, 64)
    rows = np.empty((len(wide), PLANES), dtype=np.int8)
    rows[:, :53] = wide[:, :53]
    rows[:, 53] = wide[:, _RED_JOKER]
    return rows.reshape(*packed.shape, PLANES)


def write_one_hot(out: NDArray[Any], numbers: NDArray[np.integer[Any]]) -> None:
    """Write counts of cards as one-hot rows: count k at place k - 1.

    A count of 0 is written at the last place, as both programs do; it occurs when a game is over.

    Args:
        out: Zeros of shape (n, most), written in place.
        numbers: n counts, 0 to most.

    Example:
        >>> row = np.zeros((1, 3), dtype=np.int8)
        >>> write_one_hot(row, np.array([2]))
        >>> row.tolist()
        [[0, 1, 0]]
    """
    out[np.arange(len(out)), np.asarray(numbers) - 1] = 1


@cache
def _quarter_bytes(bits: int) -> bytes:
    return bytes(bits >> shift & 15 > card for shift in range(0, 16, 4) for card in range(4))


def plane_bytes(packed: int) -> bytes:
    """Write packed cards as :func:`card_planes` does, one hand at a time and without arrays.

    Args:
        packed: A packed hand or move; the kind code is ignored.

    Returns:
        54 bytes.

    Example:
        >>> plane_bytes(0x12)[:8].hex()
        '0101000001000000'
    """
    last = _quarter_bytes(packed >> 48 & 0xFFFF)
    return (
        _quarter_bytes(packed & 0xFFFF)
        + _quarter_bytes(packed >> 16 & 0xFFFF)
        + _quarter_bytes(packed >> 32 & 0xFFFF)
        + last[:5]
        + last[8:9]
    )


@cache
def one_hot_bytes(number: int, most: int) -> bytes:
    """Write a count as :func:`write_one_hot` does.

    Args:
        number: 0 to `most`.
        most: How many bytes.

    Example:
        >>> one_hot_bytes(2, 3).hex(), one_hot_bytes(0, 3).hex()
        ('000100', '000001')
    """
    return bytes(place == (number - 1) % most for place in range(most))
