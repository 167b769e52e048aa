"""Long runs on any executor: chunks in order, few of them under way at a time, a failed one tried again.

A chunk carries all it depends on: the job with its root, the number of its first item, and how many items. So whoever
plays it, and however often, it comes to the same.
"""

import os
import pickle
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from doudizhu_fast._checks import as_real, shown, whole
from doudizhu_fast._version import version
from doudizhu_fast.exceptions import DoudizhuError, ExecutorError, InvalidArgumentError

__all__ = [
    "Answer",
    "Chunk",
    "Executor",
    "Future",
    "Job",
    "Spread",
    "in_order",
    "read_executor",
    "run_chunk",
]

_Result = TypeVar("_Result")
_Result_co = TypeVar("_Result_co", covariant=True)
_Part = TypeVar("_Part")
_Part_co = TypeVar("_Part_co", covariant=True)

_IN_FLIGHT: Final = max(16, 4 * (os.cpu_count() or 4))
_MOST_IN_FLIGHT: Final = 2**16
_MOST_ATTEMPTS: Final = 100
_SHORTEST, _LONGEST = 0.001, 3600.0


class Future(Protocol[_Result_co]):
    """What an executor gives for a call."""

    def result(self) -> _Result_co:
        """Wait for the answer of the call, or raise what it raised."""


class Executor(Protocol):
    """Anything with ``submit``: of ``concurrent.futures``, of Dask, loky, mpi4py and so on."""

    def submit(self, function: Callable[..., _Result], /, *arguments: Any) -> Future[_Result]:
        """Have a call made, and give its future."""


class Job(Protocol[_Part_co]):
    """What a long run plays: a value that pickles and holds all that its items depend on."""

    @property
    def what(self) -> str:
        """What the items are, as ``games``."""

    @property
    def root(self) -> int:
        """The root of the run."""

    @property
    def weight(self) -> int:
        """How many games an item is."""

    def play(self, first: int, count: int, threads: int) -> _Part_co:
        """Play some items and tell what became of them."""


class Chunk(NamedTuple, Generic[_Part]):
    """Some items of a job in a row: what is sent to an executor.

    Attributes:
        job: The job.
        first: The number of the first item.
        size: How many items.
        threads: How many threads share the work.
        attempt: The how-manieth time it is sent, from 1. Executors such as Dask's take equal calls for one, so that the
            second attempt would be answered by the failure of the first.
    """

    job: Job[_Part]
    first: int
    size: int
    threads: int = 1
    attempt: int = 1


class Answer(NamedTuple, Generic[_Part]):
    """What comes back for a chunk.

    Attributes:
        first: The number of the first item.
        size: How many items.
        seconds: How long it took to play them.
        version: The version of the package that played them.
        part: What became of them.
    """

    first: int
    size: int
    seconds: float
    version: str
    part: _Part


def run_chunk(chunk: Chunk[_Part]) -> Answer[_Part]:
    """Play a chunk: the one function that executors call.

    Args:
        chunk: What is to be played.

    Returns:
        What became of it.

    Raises:
        ExecutorError: Reason ``hidden`` in place of an error that cannot travel between processes; its ``traceback`` is
            a text.

    Example:
        >>> from doudizhu_fast.simulation import simulation_job
        >>> job = simulation_job("three_player", ["greedy"] * 3, auction=False, root=5, keep=True)
        >>> run_chunk(Chunk(job, first=10, size=4)).part.bid
        array([1, 1, 1, 1], dtype=int8)
    """
    try:
        return _played(chunk)
    except Exception as error:
        if _travels(error):
            raise
        lines = traceback.format_exception(error)
        hidden = ExecutorError("hidden", error=_told(error), traceback="".join(lines))
    # Outside, for the error must not be a part of it: some executors send what is behind an error too.
    raise hidden


def _played(chunk: Chunk[_Part]) -> Answer[_Part]:
    began = time.perf_counter()
    part = chunk.job.play(chunk.first, chunk.size, chunk.threads)
    return Answer(chunk.first, chunk.size, time.perf_counter() - began, version(), part)


@dataclass(frozen=True, slots=True)
class Spread:
    """How a run is spread over an executor, wherever one is taken as ``executor=``.

    The executor alone stands for one with the usual numbers.

    Args:
        executor: Anything with ``submit`` as in ``concurrent.futures``. It is never shut down.
        in_flight: How many chunks it has at a time, 1 to 65,536: for many workers two or three for each. Without it
            four for each processor of this machine, and at least 16.
        attempts: How often a chunk is tried before the run ends, 1 to 100.
        seconds: How long a chunk should take, 0.001 to 3,600. A short one costs more to send than to play.

    Raises:
        InvalidArgumentError: Reason ``wrong_type``, ``out_of_range``, or ``no_interpreters`` for an executor of
            sub-interpreters, which cannot load compiled modules.

    Example:
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> from doudizhu_fast import simulate
        >>> with ThreadPoolExecutor(2) as pool:
        ...     simulate(40, seed=5, executor=Spread(pool, in_flight=4, attempts=5)).n
        40
    """

    executor: Executor
    in_flight: int = _IN_FLIGHT
    attempts: int = 3
    seconds: float = 1.0

    def __post_init__(self) -> None:
        """Check everything before a run begins."""
        is_class = isinstance(self.executor, type)
        if is_class or not callable(getattr(self.executor, "submit", None)):
            raise InvalidArgumentError(
                "wrong_type",
                name="executor",
                expected="an object with a method submit",
                value=shown(self.executor),
            )
        bases = [base.__name__ for base in type(self.executor).__mro__]
        if "InterpreterPoolExecutor" in bases:
            raise InvalidArgumentError("no_interpreters")
        whole(self.in_flight, "in_flight", 1, _MOST_IN_FLIGHT)
        whole(self.attempts, "attempts", 1, _MOST_ATTEMPTS)
        length = as_real(self.seconds)
        if length is None or not _SHORTEST <= length <= _LONGEST:
            raise InvalidArgumentError(
                "out_of_range" if length is not None else "wrong_type",
                name="seconds",
                expected=f"{_SHORTEST:g} to {_LONGEST:g}",
                value=shown(self.seconds),
            )


def read_executor(executor: object) -> Spread | None:
    """Read a parameter ``executor``.

    Raises:
        InvalidArgumentError: As :class:`Spread`.

    Example:
        >>> read_executor(None) is None
        True
    """
    if executor is None or isinstance(executor, Spread):
        return executor
    accepted: Any = executor
    return Spread(accepted)


def in_order(
    spread: Spread | None, chunks: Iterable[Chunk[_Part]]
) -> Generator[tuple[Chunk[_Part], Answer[_Part]], None, None]:
    """Have chunks played, and yield each with its answer, in their order.

    On an executor only so many chunks are under way at a time that answers do not pile up. Where the iterator is closed
    early, what has not begun is called off: close it, since an error keeps alive what it passed through.

    Args:
        spread: The executor, None to play the chunks here, one after the other.
        chunks: What is played; asked for when there is room for a further one.

    Raises:
        ExecutorError: Reason ``failed`` for a chunk that failed in every attempt, ``broken`` for an executor that takes
            no more work since a worker died, ``not_taken`` for one that refuses it, ``no_future`` and ``wrong_answer``
            for one that gives back something else, ``other_version`` for workers with another version of the package.
            The error that was behind it is the ``__cause__``.
        DoudizhuError: Whatever a chunk itself raises: it is the same wherever it is played.

    Example:
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> from doudizhu_fast.simulation import simulation_job
        >>> job = simulation_job("three_player", ["greedy"] * 3, auction=False, root=5, keep=True)
        >>> chunks = [Chunk(job, first, 2) for first in (0, 2, 4)]
        >>> with ThreadPoolExecutor(2) as pool:
        ...     [answer.first for _, answer in in_order(Spread(pool), chunks)]
        [0, 2, 4]
    """
    if spread is None:
        for chunk in chunks:
            yield chunk, _played(chunk)
        return
    waiting: deque[_Pending[_Part]] = deque()
    try:
        for chunk in chunks:
            waiting.append(_Pending(spread, chunk))
            if len(waiting) >= spread.in_flight:
                yield waiting[0].chunk, waiting[0].answer()
                waiting.popleft()
        while waiting:
            yield waiting[0].chunk, waiting[0].answer()
            waiting.popleft()
    finally:
        # What runs already runs to its end; calling off must not hide why the run ended.
        for pending in waiting:
            with suppress(Exception):
                pending.call_off()


class _Pending(Generic[_Part]):
    """A chunk that an executor has."""

    def __init__(self, spread: Spread, chunk: Chunk[_Part]) -> None:
        self._spread = spread
        self.chunk = chunk
        self._future = self._submitted()

    def answer(self) -> Answer[_Part]:
        """Wait for the answer, sending the chunk again where it fails."""
        while True:
            try:
                answer: Any = self._future.result()
                break
            except BrokenExecutor as error:
                raise self._failure("broken", error=_told(error)) from error
            except Exception as error:
                bare = _unwrapped(error)
                if isinstance(bare, DoudizhuError) and not isinstance(bare, ExecutorError):
                    bare.add_note(f"It was raised at {self._place()}.")
                    raise bare from bare.__cause__
                if self.chunk.attempt >= self._spread.attempts:
                    raise self._failure("failed", error=_told(bare)) from error
            self.chunk = self.chunk._replace(attempt=self.chunk.attempt + 1)
            self._future = self._submitted()
        if not isinstance(answer, Answer) or answer[:2] != (self.chunk.first, self.chunk.size):
            raise self._failure("wrong_answer", value=shown(answer))
        if answer.version != version():
            raise self._failure("other_version", here=version(), there=shown(answer.version))
        given: Answer[_Part] = answer
        return given

    def call_off(self) -> None:
        """Let the executor forget the chunk, where it has not begun."""
        cancel = getattr(self._future, "cancel", None)
        if cancel is not None:
            cancel()

    def _submitted(self) -> Future[Answer[_Part]]:
        try:
            future = self._spread.executor.submit(run_chunk, self.chunk)
        except DoudizhuError:  # an executor that plays at once
            raise
        except Exception as error:
            reason = "broken" if isinstance(error, BrokenExecutor) else "not_taken"
            raise self._failure(reason, error=_told(error)) from error
        if not callable(getattr(future, "result", None)):
            raise self._failure("no_future", value=shown(future))
        return future

    def _failure(self, reason: str, **data: object) -> ExecutorError:
        job, first, size, _, attempt = self.chunk
        return ExecutorError(
            reason,
            what=job.what,
            first=first,
            last=first + size - 1,
            seed=job.root,
            attempts=attempt,
            **data,
        )

    def _place(self) -> str:
        job, first, size, _, _ = self.chunk
        return f"{job.what} {first} to {first + size - 1} of seed {shown(job.root)}"


def _unwrapped(error: Exception) -> Exception:
    """Give the error of a task, which some executors wrap into one of theirs."""
    cause = getattr(error, "cause", None)
    return cause if isinstance(cause, Exception) else error


def _travels(error: Exception) -> bool:
    """Whether an error comes out of a pickle as it went in; many classes with arguments of their own do not."""
    try:
        return type(pickle.loads(pickle.dumps(error))) is type(error)
    except Exception:
        return False


def _told(error: BaseException) -> str:
    """Name an error in one line."""
    if isinstance(error, ExecutorError):
        return str(error.error)
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = ""
    return str(shown(f"{type(error).__name__}: {text}" if text else type(error).__name__))
