"""Text: cards and plays as the errors of this engine write them."""

from collections.abc import Sequence

from doudizhu_fast._reference.packed import (
    QUAD_WITH_PAIRS,
    QUAD_WITH_SOLOS,
    TRIO_CHAIN_WITH_PAIRS,
    TRIO_CHAIN_WITH_SOLOS,
    TRIO_WITH_PAIR,
    TRIO_WITH_SOLO,
    counts_of,
)

_LETTERS = "3456789TJQKA2BR"
# Cards of each body rank, for the kinds that carry kickers.
_BODY_WIDTH = {
    TRIO_WITH_SOLO: 3,
    TRIO_WITH_PAIR: 3,
    TRIO_CHAIN_WITH_SOLOS: 3,
    TRIO_CHAIN_WITH_PAIRS: 3,
    QUAD_WITH_SOLOS: 4,
    QUAD_WITH_PAIRS: 4,
}


def counts_text(counts: Sequence[int]) -> str:
    """Write counts as ascending letters, ``-`` for none.

    Example:
        >>> counts_text([3, 0, 1] + [0] * 12)
        '3335'
    """
    return "".join(n * letter for n, letter in zip(counts, _LETTERS, strict=True)) or "-"


def cards_text(packed: int) -> str:
    """Write packed cards, or the cards of a packed move, as ascending letters.

    Example:
        >>> cards_text(0x103), cards_text(0)
        ('3335', '-')
    """
    return counts_text(counts_of(packed))


def play_text(move: int, kind: int, length: int, rank: int) -> str:
    """Write a play of known shape: its body, then ``+`` and its kickers if it has any.

    Example:
        >>> play_text(0x31, 4, 1, 1)
        '444+3'
    """
    width = _BODY_WIDTH.get(kind)
    if width is None:
        return cards_text(move)
    kickers = counts_of(move)
    body = [0] * 15
    for body_rank in range(rank - length + 1, rank + 1):
        body[body_rank] = width
        kickers[body_rank] = 0
    return f"{counts_text(body)}+{counts_text(kickers)}"
