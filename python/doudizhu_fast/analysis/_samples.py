"""How many deals an analysis samples, in which chunks, and when it has seen enough."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from doudizhu_fast._checks import as_real, shown, whole, wrong_type
from doudizhu_fast.analysis._rollouts import Progress
from doudizhu_fast.checkpoints import Arrays, Checkpoint, Layout
from doudizhu_fast.chunks import Chunks
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.executors import Job

__all__ = ["Saved", "Size", "Tally", "sample"]

_Part = TypeVar("_Part")
_Part_contra = TypeVar("_Part_contra", contravariant=True)

_DEFAULT_DEALS: Final = 20_000
_MOST_DEALS: Final = 2**40
_BOUND: Final = 10_000_000

# A sample is looked at after so many deals and then each time it has grown by a quarter. Fewer deals could stop early
# by chance where a rate is near 0 or 1; more looks would stop more samples that are narrow by chance.
_FIRST_LOOK: Final = 1_000
_GROWTH: Final = 1.25


class Size(NamedTuple):
    """How many deals are sampled.

    Attributes:
        n: How many, or with a half width at most how many.
        half_width: Half the width of the interval that is wide enough, None for a fixed number.
    """

    n: int
    half_width: float | None = None

    @classmethod
    def read(cls, n: object, half_width: object) -> "Size":
        """Read the arguments n and half_width.

        Raises:
            InvalidArgumentError: Reason ``wrong_type`` or ``out_of_range``.

        Example:
            >>> Size.read(None, 0.01), Size.read(None, None).n
            (Size(n=10000000, half_width=0.01), 20000)
        """
        if half_width is not None:
            width = as_real(half_width)
            if width is None:
                raise wrong_type("half_width", "a number above 0 and at most 0.5", half_width)
            if not 0 < width <= 0.5:
                raise InvalidArgumentError(
                    "out_of_range",
                    name="half_width",
                    expected="above 0 and at most 0.5",
                    value=shown(half_width),
                )
            half_width = width
        if n is None:
            return cls(_DEFAULT_DEALS if half_width is None else _BOUND, half_width)
        return cls(whole(n, "n", 1, _MOST_DEALS), half_width)

    def looks(self) -> Iterator[int]:
        """Yield the numbers of deals after which the sample is looked at, the last of which is n."""
        if self.half_width is not None:
            look = _FIRST_LOOK
            while look < self.n:
                yield look
                look = int(look * _GROWTH)
        yield self.n

    def expected(self, done: int, width: float) -> int:
        """Guess how many deals it will take when so many have given this half width."""
        if self.half_width is None:
            return self.n
        # A bound on the ratio: the square of what is farther off is no number any more.
        needed = done * min(width / self.half_width, 1e9) ** 2
        return next((look for look in self.looks() if look >= needed), self.n)


class Tally(Protocol[_Part_contra]):
    """What deals have come to so far."""

    def add(self, part: _Part_contra) -> None:
        """Take in what became of the next deals."""

    def half_width(self) -> float:
        """Give half the width of the interval that may end the sample."""

    def arrays(self) -> Arrays:
        """Give the counts for a file: arrays that are not changed any more."""

    def restore(self, arrays: Arrays) -> None:
        """Begin with counts from a file."""


class Saved(NamedTuple):
    """Where a sample is kept.

    Attributes:
        path: The file, None for none.
        settings: What the sample is.
        layout: The arrays of the tally.
    """

    path: str | os.PathLike[str] | None
    settings: dict[str, Any]
    layout: Layout


def sample(
    job: Job[_Part],
    chunks: Chunks,
    size: Size,
    tally: Tally[_Part],
    progress: Progress | None,
    saved: Saved | None = None,
) -> int:
    """Draw deals in chunks until there are enough of them.

    What is drawn, and where it ends, depends on the deals in order only: not on the chunks, nor on who plays them.

    Args:
        job: Plays the deals.
        chunks: Where, and how many at a time.
        size: How many deals.
        tally: Takes in what became of them.
        progress: Called after every chunk with the deals done and those expected in all, at last with both equal.
        saved: Where the sample goes on from, and is kept.

    Returns:
        The number of deals.
    """
    done = 0
    with ExitStack() as stack:
        checkpoint = None
        if saved is not None and saved.path is not None:
            settings = {**saved.settings, "half_width": size.half_width}
            layout = saved.layout
            checkpoint = Checkpoint(saved.path, settings, lambda _: layout, False, size.n)
            for items, arrays in checkpoint.restored():
                tally.restore(arrays)
                done = items
            stack.enter_context(checkpoint)
        ends = _ends(size, tally, done)
        look = ends[0] if ends else done
        expected = size.n if size.half_width is None else look
        parts = stack.enter_context(closing(chunks.of(job, ends, done, size.n)))
        for count, part in parts:
            tally.add(part)
            done += count
            if checkpoint is not None:
                checkpoint.save(done, tally.arrays())
            if done == look and size.half_width is not None:
                reached = tally.half_width()
                if reached <= size.half_width:
                    break
                expected = size.expected(done, reached)
                look = next((end for end in ends if end > done), done)
            if progress is not None and done < size.n:
                progress(done, max(expected, look))
    if progress is not None:
        progress(done, done)
    return done


def _ends(size: Size, tally: Tally[Any], done: int) -> list[int]:
    """Give the numbers of deals after which the sample is to be looked at; none where it is enough already."""
    looks = list(size.looks())
    if size.half_width is not None and done in looks and tally.half_width() <= size.half_width:
        return []
    return [look for look in looks if look > done]
