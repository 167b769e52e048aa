"""Long analyses: a few at once, each with its progress, a way to cancel it and a time limit."""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeAlias

from doudizhu_fast.exceptions import DoudizhuError, RequestError
from doudizhu_fast.serve.limits import Limits
from doudizhu_fast.serve.telling import error_data

__all__ = ["Job", "Jobs", "Progress", "Work"]

Progress: TypeAlias = Callable[[int, int], None]
Work: TypeAlias = Callable[[Progress], dict[str, Any]]
"""An analysis: it is given what to tell its progress, which raises when it has to end, and returns plain data."""

_ENDED: Final = ("done", "failed", "cancelled")


class Job:
    """One analysis, waiting, running or ended.

    Attributes:
        id: What the page calls it.
        state: ``"waiting"``, ``"running"``, ``"done"``, ``"failed"`` or ``"cancelled"``.

    Args:
        work: What is to be done.
        limit: How many seconds it may run.
    """

    def __init__(self, work: Work, limit: float) -> None:
        self.id = secrets.token_urlsafe(12)
        self.state = "waiting"
        self._work = work
        self._limit = limit
        self._began: float | None = None
        self._seconds = 0.0
        self._done, self._total = 0, 0
        self._result: dict[str, Any] | None = None
        self._error: DoudizhuError | None = None
        self._lock = threading.Lock()
        self._cancelled = threading.Event()
        self._finished = threading.Event()

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.state in _ENDED

    def wait(self, seconds: float) -> None:
        """Wait so long at most for the end."""
        self._finished.wait(seconds)

    def cancel(self) -> None:
        """Have it end at its next sign of progress, at once where it still waits."""
        with self._lock:
            self._cancelled.set()
            if self._began is None:
                self._end("cancelled")

    def run(self) -> None:
        """Do the work and keep what comes of it, an error too."""
        with self._lock:
            if self._cancelled.is_set():
                return
            self.state = "running"
            self._began = time.monotonic()
        try:
            self._result = self._work(self._progress)
        except DoudizhuError as error:
            self._fail(error)
        # Whatever it is, the page hears of it, and the next analysis runs.
        except Exception as error:
            self._fail(RequestError("failed", detail=type(error).__name__))
        else:
            self._end("done")

    def data(self) -> dict[str, Any]:
        """Tell the page how it stands."""
        running = self._began is not None and not self.ended
        seconds = time.monotonic() - self._began if running and self._began else self._seconds
        return {
            "id": self.id,
            "state": self.state,
            "done": self._done,
            "total": self._total,
            "seconds": round(seconds, 3),
            "result": self._result,
            **({"error": None} if self._error is None else error_data(self._error)),
        }

    def _progress(self, done: int, total: int) -> None:
        self._done, self._total = done, total
        if self._cancelled.is_set():
            raise RequestError("cancelled")
        if self._began is not None and time.monotonic() - self._began > self._limit:
            raise RequestError("too_slow", limit=self._limit)

    def _fail(self, error: DoudizhuError) -> None:
        self._error = error
        self._end("cancelled" if error.reason == "cancelled" else "failed")

    def _end(self, state: str) -> None:
        if self._began is not None:
            self._seconds = time.monotonic() - self._began
        self.state = state
        self._finished.set()


class Jobs:
    """The analyses of a board: a bounded number of them, on a bounded number of threads.

    Args:
        limits: The bounds.

    Example:
        >>> jobs = Jobs(Limits())
        >>> job = jobs.start(lambda progress: {"answer": 42})
        >>> job.wait(5)
        >>> job.data()["state"], job.data()["result"]
        ('done', {'answer': 42})
        >>> jobs.close()
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(limits.workers, thread_name_prefix="board analysis")

    def start(self, work: Work) -> Job:
        """Begin an analysis, or have it wait for its turn.

        Args:
            work: What is to be done.

        Raises:
            RequestError: Reason ``too_many_jobs``.
        """
        job = Job(work, self._limits.job_seconds)
        with self._lock:
            if sum(not other.ended for other in self._jobs.values()) >= self._limits.jobs:
                raise RequestError("too_many_jobs", most=self._limits.jobs)
            self._jobs[job.id] = job
            self._forget()
        self._pool.submit(job.run)
        return job

    def get(self, id: str) -> Job:
        """Find an analysis.

        Raises:
            RequestError: Reason ``unknown_job``.
        """
        with self._lock:
            if id not in self._jobs:
                raise RequestError("unknown_job", most=self._limits.kept_jobs)
            return self._jobs[id]

    def close(self) -> None:
        """Cancel everything; what runs ends at its next sign of progress."""
        with self._lock:
            for job in self._jobs.values():
                if not job.ended:
                    job.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _forget(self) -> None:
        ended = [id for id, job in self._jobs.items() if job.ended]
        for id in ended[: max(0, len(self._jobs) - self._limits.kept_jobs)]:
            del self._jobs[id]
