"""A long run in chunks, played here or on an executor, and always told in order."""

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from typing import Final, TypeVar

from doudizhu_fast import _backend
from doudizhu_fast.executors import Chunk, Job, Spread, in_order

__all__ = ["Chunks", "Pace", "pace_here"]

_Part = TypeVar("_Part")

# A call of the engine cannot be interrupted, so it takes about this long: Ctrl-C is obeyed between calls.
_SECONDS_HERE: Final = 0.05
_GROWTH: Final = 4.0
_FIRST_HERE: Final = {"native": 256, "reference": 1}
_MOST_HERE: Final = 2**18

# The first chunks that are sent away tell how long they took. Of a short run there should be several, but none so short
# that sending it counts.
_FIRST_AWAY: Final = {"native": 2**14, "reference": 8}
_MOST_AWAY: Final = 2**20
_FEWEST_CHUNKS: Final = 32
_LEAST_AWAY: Final = {"native": 2**10, "reference": 2}


class Pace:
    """How many games make a chunk, so that it is neither long nor many are needed.

    Args:
        games: How many at first.
        seconds: How long a chunk should take.
        most: The most games.

    Example:
        >>> pace = Pace(256, 0.05, 4096)
        >>> pace.items(64)
        4
        >>> pace.learn(256, 0.025)
        >>> pace.items(64)
        8
    """

    def __init__(self, games: int, seconds: float, most: int) -> None:
        self._games, self._seconds, self._most = min(games, most), seconds, most

    def items(self, weight: int) -> int:
        """Give how many items of so many games to take."""
        return max(1, self._games // weight)

    def learn(self, games: int, seconds: float) -> None:
        """Hear how long so many games took."""
        factor = min(self._seconds / max(seconds, 1e-9), _GROWTH)
        self._games = min(max(1, int(games * factor)), self._most)


def pace_here(games: int | None = None) -> Pace:
    """Give the pace for calls of the engine that are made here, one after the other.

    Args:
        games: How many games the first call has; without it a few.
    """
    return Pace(games or _FIRST_HERE[_backend.backend()], _SECONDS_HERE, _MOST_HERE)


class Chunks:
    """Where the chunks of a run are played, and how large they are: what comes out depends on neither.

    Args:
        threads: How many threads share the work, 0 for one for each processor; on an executor 0 stands for 1.
        spread: The executor, None to play here.
        games: How many games the first chunk has where it is played here; without it a few.

    Example:
        >>> from doudizhu_fast.simulation import simulation_job
        >>> job = simulation_job("three_player", ["greedy"] * 3, auction=False, root=5, keep=False)
        >>> sum(count for count, _ in Chunks(1, None).of(job, [300]))
        300
    """

    def __init__(
        self, threads: int, spread: Spread | None = None, games: int | None = None
    ) -> None:
        engine = _backend.backend()
        self._spread = spread
        self._threads = threads if spread is None else threads or 1
        if spread is None:
            self._pace = pace_here(games)
        else:
            self._pace = Pace(_FIRST_AWAY[engine], spread.seconds, _MOST_AWAY)
            self._least = _LEAST_AWAY[engine]

    def of(
        self, job: Job[_Part], ends: Iterable[int], start: int = 0, total: int | None = None
    ) -> Generator[tuple[int, _Part], None, None]:
        """Play the items of a job.

        Args:
            job: The job.
            ends: Where chunks have to end, ascending: the last one is the number of items.
            start: The first item.
            total: About how many items there are; with it no chunk on an executor is more than a small share of them.

        Yields:
            How many items, and what became of them, from the first item on. Close the iterator where more is not
            wanted.
        """
        answers = in_order(self._spread, self._chunks(job, start, ends, total))
        with closing(answers):
            for _, answer in answers:
                self._pace.learn(answer.size * job.weight, answer.seconds)
                yield answer.size, answer.part

    def _chunks(
        self, job: Job[_Part], start: int, ends: Iterable[int], total: int | None
    ) -> Iterator[Chunk[_Part]]:
        most = _MOST_AWAY
        if self._spread is not None and total is not None:
            most = max(-(-total // _FEWEST_CHUNKS), self._least // job.weight, 1)
        first = start
        for end in ends:
            while first < end:
                count = min(self._pace.items(job.weight), most, end - first)
                yield Chunk(job, first, count, self._threads)
                first += count
