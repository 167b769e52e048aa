"""All deals of few cards, one after another: the slow way to count, against which the fast one is held."""

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

import doudizhu_fast as ddz

__all__ = ["all_deals", "beating", "probability"]


def all_deals(
    unseen: Sequence[int], certain: Sequence[Sequence[int]], sizes: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every deal by ranks with the number of deals of single cards that it stands for.

    Args:
        unseen: How many cards of each rank are unseen, the certain ones included.
        certain: How many of them surely lie in each place.
        sizes: How many cards each place holds.

    Yields:
        The packed hands by place, and the number of ways to choose their cards.
    """
    free = [n - sum(known) for n, known in zip(unseen, zip(*certain, strict=True), strict=True)]
    room = [size - sum(known) for size, known in zip(sizes, certain, strict=True)]
    assert min(free) >= 0
    assert sum(free) == sum(room)
    start = tuple(sum(n << 4 * rank for rank, n in enumerate(known)) for known in certain)

    def deal(rank: int, hands: tuple[int, ...], room: tuple[int, ...], ways: int):
        if rank == 15:
            yield hands, ways
            return
        for shares in partitions(free[rank], room):
            choices = math.factorial(free[rank])
            for share in shares:
                choices //= math.factorial(share)
            yield from deal(
                rank + 1,
                tuple(hand + (n << 4 * rank) for hand, n in zip(hands, shares, strict=True)),
                tuple(left - n for left, n in zip(room, shares, strict=True)),
                ways * choices,
            )

    yield from deal(0, start, tuple(room), 1)


def partitions(cards: int, room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to share equal cards among places."""
    if len(room) == 1:
        if cards <= room[0]:
            yield (cards,)
        return
    for first in range(min(cards, room[0]) + 1):
        for rest in partitions(cards - first, room[1:]):
            yield (first, *rest)


def beating(move: ddz.Move, rules: ddz.Rules) -> Callable[[np.ndarray], np.ndarray]:
    """Tell of packed hands whether they have a legal answer besides the pass."""
    return lambda hands: ddz.count_moves_batch(hands, int(move), rules, threads=1) > 1


def probability(
    deals: Sequence[tuple[tuple[int, ...], int]],
    holds: Callable[[np.ndarray], np.ndarray],
    places: Sequence[int],
) -> tuple[int, int]:
    """Count the deals in which one of the places holds something, and all deals."""
    hands = np.array([dealt for dealt, _ in deals], dtype=np.uint64)
    ways = np.array([number for _, number in deals], dtype=object)
    found = np.zeros(len(deals), dtype=bool)
    for place in places:
        found |= holds(np.ascontiguousarray(hands[:, place]))
    return int(ways[found].sum()), int(ways.sum())
