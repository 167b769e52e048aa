"""What the tests of executors share: runs of every kind that can be spread, and jobs that go wrong."""

import os
import pickle
import signal
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import doudizhu_fast as ddz

NATIVE = ddz.backend() == "native"
GAMES = 3_000 if NATIVE else 24
HAND = "344567899TJQKKA2B"
VIEW_HAND = "34567889TTJJQKA22"


def simulated(executor: Any, **options: Any) -> Any:
    """Everything that a simulation tells, as plain values."""
    result = ddz.simulate(GAMES, seed=7, executor=executor, **options)
    columns = result.columns and {name: array.tobytes() for name, array in result.columns.items()}
    estimates = result.landlord_win_rate, result.landlord_payoff, result.mean_plays
    return columns, result.n, result.seed, result.void, *estimates


def _equity(executor: Any, **options: Any) -> Any:
    return ddz.analysis.equity(HAND, policy="greedy", seed=7, executor=executor, **options)


def _bid_table(executor: Any, **options: Any) -> Any:
    return ddz.analysis.bid_table(HAND, policy="greedy", seed=7, executor=executor, **options)


def _move_table(executor: Any) -> Any:
    view = ddz.View.from_text(VIEW_HAND, seat=1, landlord=0, plays="5")
    return ddz.analysis.move_table(view, 500, policy="greedy", seed=7, executor=executor)


def _tournament(executor: Any) -> Any:
    return ddz.bots.tournament(["greedy", "random"], 700, seed=7, executor=executor)


def _bots(executor: Any) -> Any:
    return ddz.bots.tournament([Lowest(), "random"], 12, seed=7, executor=executor)


class Lowest:
    """A bot that travels: always the first thing that is legal."""

    name = "lowest"

    def bid(self, view: ddz.View) -> int:
        return view.legal_bids()[0]

    def play(self, view: ddz.View) -> ddz.Move:
        return view.legal_moves()[0]


RUNS: dict[str, Callable[[Any], Any]] = {
    "simulate": simulated,
    "simulate without columns": lambda executor: simulated(executor, columns=False),
    "simulate four players": lambda executor: simulated(executor, rules="four_player"),
}
if NATIVE:
    RUNS |= {
        "equity": lambda executor: _equity(executor, n=3_000),
        "equity to a half width": lambda executor: _equity(executor, half_width=0.012),
        "bid_table": lambda executor: _bid_table(executor, n=1_500),
        "bid_table to a half width": lambda executor: _bid_table(executor, half_width=0.02),
        "move_table": _move_table,
        "tournament": _tournament,
        "tournament of bots": _bots,
    }


@cache
def alone(name: str) -> Any:
    """What a run comes to without an executor."""
    return RUNS[name](None)


class Counting(NamedTuple):
    """A job that tells its numbers, and can be told to go wrong at one of them."""

    trouble: Callable[[Path], None] | None = None
    at: int = -1
    marks: Path = Path()
    pause: float = 0.0
    what: str = "numbers"
    root: int = 99
    weight: int = 1

    def play(self, first: int, count: int, threads: int) -> list[int]:
        time.sleep(self.pause)
        if self.trouble is not None and first <= self.at < first + count:
            self.trouble(self.marks)
        return list(range(first, first + count))


class TwoWordsError(Exception):
    """An error that does not come out of a pickle."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} {two}")


class LockedError(Exception):
    """An error that does not go into a pickle."""

    def __init__(self) -> None:
        super().__init__("a lock is held")
        self.lock = open(os.devnull)  # noqa: SIM115  (a thing that no pickle takes)


def die(marks: Path) -> None:
    """End the process at once, and leave a mark each time."""
    (marks / f"{os.getpid()}-{time.monotonic_ns()}").touch()
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(marks: Path) -> None:
    """The same, unless it was done before."""
    if not any(marks.iterdir()):
        die(marks)


def fail(marks: Path) -> None:
    (marks / f"{os.getpid()}-{time.monotonic_ns()}").touch()
    raise OSError("the disk is full")


def fail_twice(marks: Path) -> None:
    if len(list(marks.iterdir())) < 2:
        fail(marks)


def raise_two_words(marks: Path) -> None:
    raise TwoWordsError("cannot", "travel")


def raise_locked(marks: Path) -> None:
    error = LockedError()
    error.lock.close()
    raise error


def raise_own(marks: Path) -> None:
    (marks / f"{time.monotonic_ns()}").touch()
    raise ddz.InvalidArgumentError("wrong_type", name="it", expected="other", value=5)


def raise_broken(marks: Path) -> None:
    raise BrokenExecutor("a worker is gone")


class Submits:
    """Has `submit` and nothing else, as an executor of somebody else's; fails as often as told."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.submitted: list[Any] = []
        self.open = 0
        self.most_open = 0

    def submit(self, function: Any, /, *arguments: Any) -> Any:
        function, arguments = pickle.loads(pickle.dumps((function, arguments)))
        self.submitted.append(arguments[0])
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        fails = len(self.submitted) <= self.failures
        return _Waiting(self, None if fails else (function, arguments))


class _Waiting:
    def __init__(self, executor: Submits, call: Any) -> None:
        self.executor, self.call = executor, call

    def result(self) -> Any:
        self.executor.open -= 1
        if self.call is None:
            raise OSError("a worker died")
        function, arguments = self.call
        return pickle.loads(pickle.dumps(function(*arguments)))
