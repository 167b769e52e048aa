"""Ragged columns: rows of any length end to end, with the offsets at which they begin and end."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["LoggedDeals", "Offsets", "frozen", "join_offsets", "offsets_of", "take_rows"]

Offsets: TypeAlias = NDArray[np.int64]


class LoggedDeals(NamedTuple):
    """Deals with the calls made on them, row i for deal i (rules 1.2, 1.3).

    Attributes:
        hands: uint64 of shape (d, players), packed hands by seat before the bottom is taken.
        bottom: uint64 of shape (d,), packed bottom cards.
        first_bidder: int8 of shape (d,), the seats that call first.
        turned_up: int8 of shape (d,), the ranks of the turned-up cards, -1 without one.
        call_offsets: int64 of shape (d + 1,): the calls on deal i are
            ``calls[call_offsets[i] : call_offsets[i + 1]]``.
        calls: int8 of shape (c,), the bids, 0 for a pass, from the first bidder on.
    """

    hands: NDArray[np.uint64]
    bottom: NDArray[np.uint64]
    first_bidder: NDArray[np.int8]
    turned_up: NDArray[np.int8]
    call_offsets: Offsets
    calls: NDArray[np.int8]

    def take(self, rows: NDArray[np.int64] | slice) -> Self:
        """Give some of the deals."""
        offsets, calls = take_rows(self.call_offsets, self.calls, rows)
        return self._replace(
            hands=self.hands[rows],
            bottom=self.bottom[rows],
            first_bidder=self.first_bidder[rows],
            turned_up=self.turned_up[rows],
            call_offsets=offsets,
            calls=calls,
        )

    def frozen(self) -> Self:
        """Give the same deals, which cannot be written to."""
        columns: tuple[Any, ...] = self
        return type(self)(*map(frozen, columns))

    @classmethod
    def join(cls, parts: Sequence["LoggedDeals"]) -> "LoggedDeals":
        """Put deals end to end."""
        return LoggedDeals(
            np.concatenate([part.hands for part in parts]),
            np.concatenate([part.bottom for part in parts]),
            np.concatenate([part.first_bidder for part in parts]),
            np.concatenate([part.turned_up for part in parts]),
            join_offsets([part.call_offsets for part in parts]),
            np.concatenate([part.calls for part in parts]),
        )


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Give a view of an array that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


def offsets_of(lengths: Iterable[int]) -> Offsets:
    """Give the offsets of rows of these lengths.

    Example:
        >>> offsets_of([2, 0, 3])
        array([0, 2, 2, 5])
    """
    numbers = np.fromiter(lengths, np.int64)
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(numbers)])


def join_offsets(parts: Sequence[Offsets]) -> Offsets:
    """Give the offsets of ragged columns that are put end to end."""
    return offsets_of(np.concatenate([np.diff(part) for part in parts]))


def take_rows(
    offsets: Offsets, items: NDArray[Any], rows: NDArray[np.int64] | slice
) -> tuple[Offsets, NDArray[Any]]:
    """Give some rows of a ragged column: a slice without steps shares the items, indices copy them.

    Example:
        >>> take_rows(np.array([0, 2, 2, 5]), np.arange(5), np.array([2, 0]))
        (array([0, 3, 5]), array([2, 3, 4, 0, 1]))
    """
    if isinstance(rows, slice):
        kept = offsets[rows.start : rows.stop + 1]
        return kept - kept[0], items[kept[0] : kept[-1]]
    lengths = np.diff(offsets)[rows]
    taken = offsets_of(lengths)
    places = np.repeat(offsets[:-1][rows] - taken[:-1], lengths) + np.arange(taken[-1])
    return taken, items[places]
