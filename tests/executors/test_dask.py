"""Runs on a Dask cluster: a scheduler and workers in processes of their own, which speak over the loopback device."""

import logging
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import doudizhu_fast as ddz
from doudizhu_fast import ExecutorError, Spread
from doudizhu_fast.executors import Chunk, in_order
from spread_runs import (
    NATIVE,
    RUNS,
    Counting,
    alone,
    die,
    fail_twice,
    raise_locked,
    raise_two_words,
)

pytest.importorskip("distributed")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """A client of a cluster of two workers, each a process with one thread.

    A worker that is lost is missed at once, not after three deaths of whatever played the chunk. The cluster's own
    loggers are silenced: they tell at length of every worker that the tests kill.
    """
    import dask
    from distributed import Client, LocalCluster

    settings = {
        "distributed.scheduler.allowed-failures": 0,
        "distributed.comm.timeouts.connect": "60s",
        # Workers import helpers of the tests by name, as the tests do.
        "distributed.nanny.pre-spawn-environ.PYTHONPATH": os.pathsep.join(
            [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
        ),
    }
    with dask.config.set(settings):
        cluster = LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )
        with cluster, Client(cluster) as opened:
            yield opened


@pytest.fixture(autouse=True)
def two_workers(client: Any) -> None:
    """Make up for those that the test before has killed: a nanny may give up what dies too often."""
    client.cluster.scale(2)
    client.wait_for_workers(2, timeout=60)


def pids(client: Any) -> dict[str, int]:
    """The process of every worker, by its address."""
    return dict(client.run(os.getpid))


def numbers(spread: Spread, job: Counting, count: int) -> list[int]:
    pieces = (Chunk(job, first, 10) for first in range(0, count, 10))
    return [number for _, answer in in_order(spread, pieces) for number in answer.part]


def test_a_cluster_does_not_change_a_byte(client: Any) -> None:
    workers = pids(client)
    assert len(set(workers.values()) - {os.getpid()}) == 2
    assert all(address.startswith("tcp://127.0.0.1:") for address in workers)
    checked = 0
    for name, run in RUNS.items():
        assert run(client.get_executor()) == alone(name), name
        checked += 1
    assert checked == len(RUNS) >= 3


@pytest.mark.parametrize("columns", [True, False])
def test_a_worker_that_is_killed_costs_time_alone(client: Any, columns: bool) -> None:
    # One death is forgiven here, as it is by default.
    client.run_on_scheduler(lambda dask_scheduler: setattr(dask_scheduler, "allowed_failures", 3))
    games = 200_000 if NATIVE else 200
    options: dict[str, Any] = {"seed": 7, "columns": columns}
    expected = ddz.simulate(games, **options)
    before = pids(client)
    killed: dict[str, int] = {}
    at_work: tuple[str, ...] = ()

    def kill(done: int, total: int) -> None:
        """Kill whichever worker is at work when something is done and something is not."""
        nonlocal at_work
        if killed or done >= total:
            return
        for address, tasks in client.processing().items():
            if tasks:
                at_work = tuple(tasks)
                killed[address] = before[address]
                os.kill(before[address], signal.SIGKILL)
                return

    try:
        told = ddz.simulate(
            games, executor=Spread(client.get_executor(), in_flight=6), progress=kill, **options
        )
    finally:
        client.run_on_scheduler(
            lambda dask_scheduler: setattr(dask_scheduler, "allowed_failures", 0)
        )
    assert len(killed) == 1
    assert any("run_chunk" in task for task in at_work)
    (pid,) = killed.values()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert told.landlord_payoff == expected.landlord_payoff
    assert told.mean_plays == expected.mean_plays
    if columns:
        for name, column in expected.columns.items():
            assert told.columns[name].tobytes() == column.tobytes(), name
    assert pid not in pids(client).values()


def test_a_chunk_that_kills_its_workers_is_told_of(client: Any, tmp_path: Path) -> None:
    from distributed import KilledWorker

    spread = Spread(client.get_executor(), attempts=2)
    with pytest.raises(
        ExecutorError, match=r"numbers 10 to 19 of seed 99 \(attempts: 2\)"
    ) as caught:
        numbers(spread, Counting(die, 15, tmp_path), 40)
    assert (caught.value.reason, caught.value.first, caught.value.last) == ("failed", 10, 19)
    assert isinstance(caught.value.__cause__, KilledWorker)
    # Dask answers equal calls by one: that the second attempt was made at all shows that it was another call.
    assert len(list(tmp_path.iterdir())) == 2
    assert numbers(spread, Counting(), 40) == list(range(40))


def test_a_chunk_that_fails_is_tried_again(client: Any, tmp_path: Path) -> None:
    spread = Spread(client.get_executor())
    assert numbers(spread, Counting(fail_twice, 15, tmp_path), 40) == list(range(40))
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("trouble", [raise_two_words, raise_locked])
def test_an_error_that_cannot_travel_is_told_in_words(client: Any, trouble: Any) -> None:
    with pytest.raises(ExecutorError, match=r"Error: (cannot travel|a lock is held)") as caught:
        numbers(Spread(client.get_executor(), attempts=2), Counting(trouble, 15), 40)
    assert caught.value.first == 10


def test_whoever_stops_leaves_the_cluster_without_work(client: Any) -> None:
    job = Counting(pause=0.05)
    pieces = (Chunk(job, first, 1) for first in range(1000))
    answers = in_order(Spread(client.get_executor(), in_flight=50), pieces)
    assert next(answers)[1].part == [0]
    assert any(client.processing().values())
    answers.close()
    deadline = time.monotonic() + 20
    while any(client.processing().values()) and time.monotonic() < deadline:
        time.sleep(0.05)
    # What was called off was not played to its end: that would have taken longer.
    assert not any(client.processing().values())
    assert client.submit(abs, -1).result() == 1


def test_a_client_that_is_closed_is_told_of(client: Any) -> None:
    from distributed import Client

    other = Client(client.scheduler.address)
    executor = other.get_executor()
    other.close()
    with pytest.raises(ExecutorError) as caught:
        ddz.simulate(100, seed=7, executor=executor)
    assert caught.value.reason in ("not_taken", "failed")
    assert caught.value.first == 0
