"""Runs on processes of this machine: spawned ones, forked ones, loky's; and what is told when one of them dies."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import doudizhu_fast as ddz
from doudizhu_fast import ExecutorError, Spread
from doudizhu_fast.executors import Chunk, in_order
from spread_runs import GAMES, RUNS, Counting, alone, die, die_once, raise_locked, raise_two_words

pytestmark = pytest.mark.slow


@contextmanager
def spawned() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


@contextmanager
def with_loky() -> Iterator[Executor]:
    loky = pytest.importorskip("loky")
    pool = loky.ProcessPoolExecutor(2, timeout=30)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, kill_workers=True)


POOLS = {"spawned": spawned, "loky": with_loky}
Opened = Callable[[], AbstractContextManager[Executor]]


def numbers(executor: Executor, job: Counting, count: int = 40) -> list[int]:
    pieces = (Chunk(job, first, 10) for first in range(0, count, 10))
    return [number for _, answer in in_order(Spread(executor), pieces) for number in answer.part]


@pytest.mark.parametrize("opened", POOLS.values(), ids=POOLS)
def test_processes_do_not_change_a_byte(opened: Opened) -> None:
    checked = 0
    with opened() as pool:
        for name, run in RUNS.items():
            assert run(pool) == alone(name), name
            checked += 1
        for trouble in (raise_two_words, raise_locked):
            # Either would break the pool or hang it, were it sent as it is.
            with pytest.raises(ExecutorError) as caught:
                numbers(pool, Counting(trouble, 15))
            assert (caught.value.reason, caught.value.first) == ("failed", 10)
        assert pool.submit(abs, -1).result() == 1
    assert checked == len(RUNS) >= 3


@pytest.mark.parametrize("opened", POOLS.values(), ids=POOLS)
def test_a_process_that_is_killed_breaks_the_pool_and_is_told_of(
    opened: Opened, tmp_path: Path
) -> None:
    with opened() as pool:
        with pytest.raises(ExecutorError) as caught:
            numbers(pool, Counting(die, 25, tmp_path, pause=0.2))
        error = caught.value
        # Which chunk is waited for when the pool breaks is a matter of time; that one is missing is not.
        assert error.reason == "broken"
        assert (error.first % 10, error.last) == (0, error.first + 9)
        assert error.first <= 20
        assert "takes no more work: " in str(error)
        assert isinstance(error.__cause__, BrokenProcessPool)
        assert list(tmp_path.iterdir())
        with pytest.raises(ExecutorError) as again:
            numbers(pool, Counting())
        assert (again.value.reason, again.value.first) == ("broken", 0)


@pytest.mark.parametrize("opened", POOLS.values(), ids=POOLS)
def test_after_a_pool_broke_the_run_goes_on_from_its_checkpoint(
    opened: Opened, tmp_path: Path
) -> None:
    games = 40 * GAMES
    path = tmp_path / "run"

    def kill_one(done: int, total: int) -> None:
        if killed or done >= total:
            return
        (process, *_) = pool._processes.values()
        os.kill(process.pid, signal.SIGKILL)
        killed.append(done)

    killed: list[int] = []
    with opened() as pool, pytest.raises(ExecutorError) as caught:
        ddz.simulate(games, seed=7, executor=Spread(pool, 3), checkpoint=path, progress=kill_one)
    assert (caught.value.reason, caught.value.seed) == ("broken", 7)
    assert caught.value.first >= killed[0] > 0
    heard: list[int] = []
    with opened() as pool:
        told = ddz.simulate(
            games,
            executor=pool,
            checkpoint=path,
            progress=lambda done, total: heard.append(done),
        )
    assert heard[0] > killed[0]
    expected = ddz.simulate(games, seed=7)
    for name, column in expected.columns.items():
        assert told.columns[name].tobytes() == column.tobytes(), name


FORKED = """
import doudizhu_fast as ddz
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
expected = ddz.simulate({games}, seed=7, threads=2)
with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
    told = ddz.simulate({games}, seed=7, threads=2, executor=pool)
assert told.columns["plays"].tobytes() == expected.columns["plays"].tobytes()
print("same")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")
def test_forked_processes_finish_after_threads_have_run() -> None:
    # A pool of threads that the parent had would be dead in the children, and waited for in vain.
    done = subprocess.run(
        [sys.executable, "-c", FORKED.format(games=GAMES)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout == "same\n", done.stderr


def test_a_pool_that_lost_a_process_is_replaced_by_the_caller(tmp_path: Path) -> None:
    job: Any = Counting(die_once, 15, tmp_path)
    with spawned() as pool, pytest.raises(ExecutorError):
        numbers(pool, job)
    with spawned() as pool:
        assert numbers(pool, job) == list(range(40))
    assert len(list(tmp_path.iterdir())) == 1
