"""Work on any executor: pieces in order, few of them under way at a time, a failed one tried once more."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple, Protocol, TypeVar

__all__ = ["Executor", "Future", "Piece", "in_order"]

_Answer_co = TypeVar("_Answer_co", covariant=True)
_Answer = TypeVar("_Answer")

_UNDER_WAY: Final = 2 * max(4, os.cpu_count() or 4)


class Future(Protocol[_Answer_co]):
    """What an executor gives for a call."""

    def result(self) -> _Answer_co:
        """Wait for the answer of the call, or raise what it raised."""


class Executor(Protocol):
    """Anything with ``submit``: of ``concurrent.futures``, of Dask, loky, mpi4py and so on."""

    def submit(self, function: Callable[..., _Answer], /, *arguments: Any) -> Future[_Answer]:
        """Have a call made, and give its future."""


class Piece(NamedTuple):
    """One call to be made.

    Attributes:
        name: What the piece is, for the note on an error.
        arguments: What the function is called with.
    """

    name: str
    arguments: tuple[Any, ...]


def in_order(
    executor: Executor, function: Callable[..., _Answer], pieces: Iterable[Piece]
) -> Iterator[_Answer]:
    """Yield the answers to calls made on an executor, in the order of the calls.

    Only so many calls are under way at a time that answers do not pile up. A call that fails is made once more; where
    it fails again its error is raised with a note that names the piece. The executor is never shut down.

    Args:
        executor: Who makes the calls.
        function: What is called; a function of a module where it has to travel.
        pieces: The calls.

    Example:
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> with ThreadPoolExecutor(2) as executor:
        ...     list(in_order(executor, abs, (Piece("one number", (n,)) for n in (-1, 2, -3))))
        [1, 2, 3]
    """
    waiting: deque[tuple[Piece, Future[_Answer]]] = deque()
    try:
        for piece in pieces:
            waiting.append((piece, _submitted(executor, function, piece)))
            if len(waiting) >= _UNDER_WAY:
                yield _answer(executor, function, *waiting.popleft())
        while waiting:
            yield _answer(executor, function, *waiting.popleft())
    finally:
        # Whoever stops early wants no more answers; a future that cannot be called off runs to its end.
        for _, future in waiting:
            cancel = getattr(future, "cancel", None)
            if cancel is not None:
                cancel()


def _submitted(
    executor: Executor, function: Callable[..., _Answer], piece: Piece
) -> Future[_Answer]:
    try:
        return executor.submit(function, *piece.arguments)
    except Exception as error:
        error.add_note(f"The executor did not take {piece.name}.")
        raise


def _answer(
    executor: Executor,
    function: Callable[..., _Answer],
    piece: Piece,
    future: Future[_Answer],
) -> _Answer:
    try:
        return future.result()
    except Exception:
        pass
    try:
        return _submitted(executor, function, piece).result()
    except Exception as error:
        error.add_note(f"Twice in a row the executor failed at {piece.name}.")
        raise
