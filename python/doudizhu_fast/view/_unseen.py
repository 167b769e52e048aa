"""The cards a seat does not see: which of them are known to lie where, and random ways to deal the rest."""

from collections.abc import Sequence

import numpy as np
from numpy.random import PCG64, Generator, SeedSequence

from doudizhu_fast.packed import card_count, counts_of, pack

__all__ = ["add_cards", "certain_cards", "spread"]

_CARDS = np.array([1 << 4 * rank for rank in range(15)], dtype=np.uint64)


def add_cards(*parts: int) -> list[int]:
    """Give the counts of several packed cards together; they may exceed every pack.

    Example:
        >>> add_cards(0x8, 0x9)[:2]
        [17, 0]
    """
    return [sum(counts) for counts in zip(*map(counts_of, parts), strict=True)] or [0] * 15


def certain_cards(
    played: Sequence[int],
    landlord: int | None,
    bottom: int | None,
    first_bidder: int,
    turned_up: int | None,
) -> list[int]:
    """Give the cards that everybody knows a seat still holds (rules 1.2, 1.3).

    These are the landlord's shown bottom cards and the first bidder's turned-up card, less what the seat has played of
    the same rank since: suits are not told, so any card of the rank may have been the known one.

    Args:
        played: The cards every seat has played, packed.
        landlord: The landlord's seat, None in the auction.
        bottom: The bottom cards where they are shown, packed.
        first_bidder: The seat that bid first.
        turned_up: The rank of the turned-up card, if there is one.

    Returns:
        Packed cards by seat.

    Example:
        >>> [hex(cards) for cards in certain_cards([0x1, 0], 0, 0x12, 1, 2)]
        ['0x11', '0x100']
    """
    pledged = [[0] * 15 for _ in played]
    if landlord is not None and bottom is not None:
        pledged[landlord] = counts_of(bottom)
    if turned_up is not None:
        pledged[first_bidder][turned_up] += 1
    return [
        pack(max(0, held - gone) for held, gone in zip(cards, counts_of(spent), strict=True))
        if any(cards)
        else 0
        for cards, spent in zip(pledged, played, strict=True)
    ]


def spread(
    unseen: int, certain: Sequence[int], sizes: Sequence[int], root: int | None
) -> list[int]:
    """Deal the unseen cards at random: the certain ones first, every way to place the rest equally likely.

    Args:
        unseen: All unseen cards, packed; as many as all sizes together.
        certain: The cards that are known to lie in each place, packed.
        sizes: How many cards each place holds.
        root: The root of the random numbers; None deals the cards in order, where any way to place them will do.

    Returns:
        Packed cards by place.

    Example:
        >>> sum(spread(0x1111, [0x1, 0], [2, 2], root=5)) == 0x1111
        True
    """
    rest = unseen - sum(certain)
    # Each card is its own packed form, so cards add up to hands.
    deck = np.repeat(_CARDS, counts_of(rest))
    if root is not None:
        Generator(PCG64(SeedSequence(root))).shuffle(deck)
    dealt = []
    start = 0
    for known, size in zip(certain, sizes, strict=True):
        end = start + size - card_count(known)
        dealt.append(known + int(deck[start:end].sum()))
        start = end
    return dealt
