"""How two workers of an executor do against one, and how two independent processes do: by the clock.

Two processes show what the machine has to give; two workers cannot do better. The share of the time in which the two
play, and do not wait for work, hardly depends on what else the machine does. `python benches/python/executors.py`; an
executor whose package is not installed is left out.
"""

import argparse
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any

from scaling import seconds, worker

import doudizhu_fast as ddz

GAMES = 3_000_000


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """A pool of the standard library."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield pool


@contextmanager
def loky(workers: int) -> Iterator[Executor]:
    """A pool of loky."""
    from loky import ProcessPoolExecutor as LokyPool

    pool = LokyPool(workers)
    try:
        yield pool
    finally:
        pool.shutdown(kill_workers=True)


@contextmanager
def dask(workers: int) -> Iterator[Executor]:
    """A cluster of Dask: a scheduler here, the workers processes of their own."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor()


POOLS = {
    "processes": ("concurrent", processes),
    "loky": ("loky", loky),
    "dask": ("distributed", dask),
}


class Listening:
    """An executor, and what it gave."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self.futures: list[Future[Any]] = []

    def submit(self, function: Any, /, *arguments: Any) -> "Future[Any]":
        """Pass a call on."""
        self.futures.append(self._executor.submit(function, *arguments))
        return self.futures[-1]


def took(executor: Executor, games: int, columns: bool, seed: int) -> tuple[float, float, float]:
    """The seconds that a run takes, those in which workers played, and the win rate that it tells."""
    listening = Listening(executor)
    began = time.perf_counter()
    result = ddz.simulate(games, seed=seed, auction=False, executor=listening, columns=columns)
    elapsed = time.perf_counter() - began
    played = sum(future.result().seconds for future in listening.futures)
    return elapsed, played, result.landlord_win_rate.mean


def main() -> None:
    """Measure in interleaved rounds and print the medians."""
    parser = argparse.ArgumentParser(description="Two workers of an executor against one.")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--columns", action="store_true", help="bring back every game")
    parser.add_argument("--only", choices=POOLS, action="append", help="this executor")
    arguments = parser.parse_args()
    for name in arguments.only or POOLS:
        package, opened = POOLS[name]
        if find_spec(package) is None:
            continue
        ratios, limits, busy = [], [], []
        one, other = worker(arguments.games, 1), worker(arguments.games, 1)
        with opened(1) as single, opened(2) as double:
            for pool in (single, double):
                took(pool, 50_000, arguments.columns, seed=1)
            for number in range(arguments.rounds):
                # A seed for each round: Dask remembers what it was asked before.
                asked = arguments.games, arguments.columns, 2 + number
                alone, _, first = took(single, *asked)
                shared, played, second = took(double, *asked)
                assert first == second, "the same games, whoever plays them"
                ratios.append(alone / shared)
                busy.append(played / (2 * shared))
                alone, _ = seconds([one])
                beside, _ = seconds([one, other])
                limits.append(2 * alone / beside)
        for process in (one, other):
            process.communicate()
        ratio, limit = statistics.median(ratios), statistics.median(limits)
        print(
            f"{name}: two workers {ratio:.2f}x one ({ratio / 2:.0%} efficiency); two independent"
            f" processes {limit:.2f}x one; {ratio / limit:.0%} of that; the two played"
            f" {statistics.median(busy):.0%} of the time",
            flush=True,
        )


if __name__ == "__main__":
    main()
