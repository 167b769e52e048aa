"""The packed form: counts of ranks, and kind codes, in one whole number.

A packed hand is a whole number whose bits 4r to 4r+3 hold the count of rank r; a packed move has its kind code in
bits 60 to 63 as well. Nothing here checks anything, and nothing here knows the rules.
"""

from collections.abc import Iterable
from typing import Final

from doudizhu_fast.enums import LETTERS

__all__ = [
    "CARD_BITS",
    "MOST_OF_RANK",
    "card_count",
    "clip",
    "counts_of",
    "exists",
    "format_cards",
    "missing_cards",
    "pack",
]

CARD_BITS: Final = (1 << 60) - 1
"""The bits of a packed move that hold its cards."""

MOST_OF_RANK: Final = (8,) * 13 + (2, 2)
"""How many of each rank exist in the largest game, two packs (rules 1.1)."""

_LONGEST_SHOWN: Final = 60
_EVEN_COUNTS: Final = 0x0F0F0F0F0F0F0F0F
_ODD_COUNTS: Final = 0x000F0F0F0F0F0F0F


def counts_of(packed: int) -> list[int]:
    """Unpack a packed hand or move.

    Args:
        packed: The packed form; kind bits are ignored.

    Returns:
        Fifteen counts, by rank.

    Example:
        >>> counts_of(0x12)[:3]
        [2, 1, 0]
    """
    return [packed >> shift & 15 for shift in range(0, 60, 4)]


def card_count(packed: int) -> int:
    """Count the cards of a packed hand or move.

    Args:
        packed: The packed form; kind bits are ignored.

    Returns:
        How many cards it has.

    Example:
        >>> card_count(0x12)
        3
    """
    # Neighbouring counts add up in a byte, and the sum of bytes is the remainder by 255 while it is below 255.
    return ((packed & _EVEN_COUNTS) + (packed >> 4 & _ODD_COUNTS)) % 255


_ONES: Final = 0x1111111111111


def exists(packed: int) -> bool:
    """Whether packed cards exist in the largest game: at most 8 of a rank and 2 of each joker (rules 1.1).

    Args:
        packed: The packed cards; kind bits are ignored.

    Returns:
        True if they do.

    Example:
        >>> exists(0x8), exists(0x9), exists(3 << 52)
        (True, False, False)
    """
    # A count of an ordinary rank is above 8 where its highest bit is set beside another one.
    above = packed >> 3 & (packed | packed >> 1 | packed >> 2) & _ONES
    return not above and packed >> 52 & 15 <= 2 and packed >> 56 & 15 <= 2


def missing_cards(hand: int, cards: int) -> int:
    """What a packed hand lacks of some packed cards.

    Args:
        hand: The packed hand.
        cards: The packed cards; kind bits are ignored.

    Returns:
        The packed cards that are lacking, 0 if none are.

    Example:
        >>> format_cards(missing_cards(0x13, 0x21))
        '4'
    """
    return pack(
        max(0, need - held) for held, need in zip(counts_of(hand), counts_of(cards), strict=True)
    )


def pack(counts: Iterable[int]) -> int:
    """Pack fifteen counts, unchecked.

    Args:
        counts: How many of each rank, each 0 to 15.

    Returns:
        The packed form.

    Example:
        >>> pack([2] + [0] * 14)
        2
    """
    return sum(count << 4 * rank for rank, count in enumerate(counts))


def clip(text: str) -> str:
    """Shorten a text for a message.

    Args:
        text: What somebody gave.

    Returns:
        The text, or its beginning and an ellipsis.

    Example:
        >>> clip("3" * 100)[-4:]
        '3...'
    """
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


def format_cards(packed: int, empty: str = "") -> str:
    """Write cards in canonical text: ascending letters, no separators.

    Args:
        packed: A packed hand or move; kind bits are ignored.
        empty: What no cards are written as; errors and position texts use ``-``.

    Returns:
        The text.

    Example:
        >>> format_cards(0x12)
        '334'
        >>> format_cards(0, empty="-")
        '-'
    """
    return (
        "".join(letter * count for letter, count in zip(LETTERS, counts_of(packed), strict=True))
        or empty
    )
