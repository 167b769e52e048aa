"""Runs on executors within the process: not a byte depends on who plays what when, and nothing is lost silently."""

import pickle
import random
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future, ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import doudizhu_fast as ddz
from doudizhu_fast import ExecutorError, InvalidArgumentError, Spread, chunks, executors
from doudizhu_fast.executors import Answer, Chunk, in_order, run_chunk
from spread_runs import (
    GAMES,
    NATIVE,
    RUNS,
    Counting,
    Lowest,
    Submits,
    alone,
    fail,
    fail_twice,
    raise_broken,
    raise_locked,
    raise_own,
    raise_two_words,
    simulated,
)

if NATIVE:
    # The function has taken the name of its module.
    TOURNAMENT = import_module("doudizhu_fast.bots.tournament")

# The same results.


class Dawdling:
    """Threads that answer in no order."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool, self._choose = pool, random.Random(3)

    def submit(self, function: Any, /, *arguments: Any) -> Any:
        pause = self._choose.random() * 0.004
        return self._pool.submit(lambda: (time.sleep(pause), function(*arguments))[1])


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("workers", [1, 3])
def test_executors_do_not_change_a_byte(name: str, workers: int) -> None:
    expected = alone(name)
    with ThreadPoolExecutor(workers) as pool:
        assert RUNS[name](Dawdling(pool)) == expected
        # The executor is the caller's, and still open.
        assert pool.submit(abs, -1).result() == 1
    assert RUNS[name](Submits()) == expected


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_sizes_of_chunks_do_not_change_a_byte(
    name: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = alone(name)

    class Fixed(chunks.Pace):
        def __init__(self, games: int, seconds: float, most: int) -> None:
            super().__init__(size, seconds, size)

    for user in (chunks, *([TOURNAMENT] if NATIVE else [])):
        monkeypatch.setattr(user, "Pace", Fixed)
    with ThreadPoolExecutor(2) as pool:
        assert RUNS[name](pool) == expected


def test_chunks_of_a_long_run_take_the_time_they_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Steady:
        """Answers at once, as if every item had taken a millisecond."""

        def submit(self, function: Any, chunk: Chunk[Any], /) -> Any:
            asked.append(chunk.size)
            answer = Answer(chunk.first, chunk.size, chunk.size / 1000, executors.version(), [])
            future: Future[Any] = Future()
            future.set_result(answer)
            return future

    work = chunks.Chunks(1, Spread(Steady(), in_flight=4, seconds=2.0))
    counted = sum(size for size, _ in work.of(Counting(), [10**6], total=10**6))
    assert counted == 10**6 == sum(asked)
    assert set(asked[24:-1]) == {2000}
    # A short run is cut into several chunks all the same, and those are not too short.
    asked.clear()
    list(chunks.Chunks(1, Spread(Steady(), seconds=3600)).of(Counting(), [10**5], total=10**5))
    assert max(asked) == -(-(10**5) // 32)
    asked.clear()
    list(chunks.Chunks(1, Spread(Steady(), seconds=3600)).of(Counting(), [100], total=100))
    assert asked == ([100] if NATIVE else [4] * 25)


# How many at a time.


@pytest.mark.parametrize("in_flight", [1, 8])
def test_an_executor_needs_submit_alone_and_is_not_flooded(
    in_flight: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunks, "_MOST_AWAY", 1)
    executor, calls = Submits(), []
    told = ddz.simulate(
        40,
        seed=7,
        executor=Spread(executor, in_flight=in_flight),
        progress=lambda *done: calls.append(done),
    )
    assert told.columns["plays"].tobytes() == ddz.simulate(40, seed=7).columns["plays"].tobytes()
    assert len(executor.submitted) == 40
    assert executor.most_open == in_flight
    assert executor.open == 0
    assert calls == [(done, 40) for done in range(1, 41)]
    # Each chunk carries all it depends on, the root above all, and one thread.
    assert [chunk.first for chunk in executor.submitted] == list(range(40))
    for job, _first, size, threads, attempt in executor.submitted:
        assert job[:4] == ("three_player", ("random",) * 3, True, 7)
        assert (size, threads, attempt) == (1, 1, 1)


def test_a_seed_that_nobody_gave_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "_MOST_AWAY", 4)
    executor = Submits()
    result = ddz.simulate(40, executor=executor)
    assert len(executor.submitted) >= 10
    assert {chunk.job.root for chunk in executor.submitted} == {result.seed}


# Failures.


def numbers(executor: Any, job: Counting, count: int = 40) -> list[int]:
    spread = executor if isinstance(executor, Spread) else Spread(executor)
    pieces = (Chunk(job, first, 10) for first in range(0, count, 10))
    return [number for _, answer in in_order(spread, pieces) for number in answer.part]


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


def test_a_chunk_that_fails_is_tried_again(pool: ThreadPoolExecutor, tmp_path: Path) -> None:
    assert numbers(pool, Counting(fail_twice, 15, tmp_path)) == list(range(40))
    assert len(list(tmp_path.iterdir())) == 2
    executor = Submits(failures=1)
    assert simulated(executor) == simulated(None)
    # Executors such as Dask's take equal calls for one; the second attempt is another call.
    assert executor.submitted[0] != executor.submitted[-1]
    again = [chunk for chunk in executor.submitted if chunk.attempt == 2]
    assert again == [executor.submitted[0]._replace(attempt=2)]


@pytest.mark.parametrize("attempts", [1, 3])
def test_a_chunk_that_always_fails_is_told_with_its_range_and_seed(
    attempts: int, pool: ThreadPoolExecutor, tmp_path: Path
) -> None:
    with pytest.raises(ExecutorError) as caught:
        numbers(Spread(pool, attempts=attempts), Counting(fail, 15, tmp_path))
    error = caught.value
    assert (error.reason, error.what, error.first, error.last, error.seed, error.attempts) == (
        "failed",
        "numbers",
        10,
        19,
        99,
        attempts,
    )
    assert str(error) == (
        f"the executor failed at numbers 10 to 19 of seed 99 (attempts: {attempts}), at last with"
        " OSError: the disk is full"
    )
    assert isinstance(error.__cause__, OSError)
    assert len(list(tmp_path.iterdir())) == attempts
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.reason, copy.first, str(copy)) == ("failed", 10, str(error))
    # What was named can be played again, and the executor is still there.
    assert run_chunk(Chunk(Counting(), error.first, 10)).part == list(range(10, 20))
    assert pool.submit(abs, -1).result() == 1


@pytest.mark.parametrize("name", RUNS)
def test_every_run_names_what_is_missing(name: str) -> None:
    with pytest.raises(ExecutorError) as caught:
        RUNS[name](Submits(failures=10**6))
    assert (caught.value.reason, caught.value.seed, caught.value.first) == ("failed", 7, 0)
    assert 0 <= caught.value.last < 20_000
    assert "of seed 7 (attempts: 3), at last with OSError: a worker died" in str(caught.value)


@pytest.mark.parametrize(
    ("trouble", "says"),
    [
        (raise_two_words, "TwoWordsError: cannot travel"),
        (raise_locked, "LockedError: a lock is held"),
    ],
)
def test_an_error_that_cannot_travel_is_told_in_words(
    trouble: Any, says: str, pool: ThreadPoolExecutor
) -> None:
    with pytest.raises(ExecutorError, match=says) as caught:
        numbers(pool, Counting(trouble, 15))
    assert caught.value.reason == "failed"
    cause = caught.value.__cause__
    pickle.loads(pickle.dumps(cause))
    if trouble is raise_two_words:
        return  # where Dask was imported such an error travels
    assert cause.reason == "hidden"
    assert "spread_runs.py" in cause.traceback
    assert (cause.__cause__, cause.__context__) == (None, None)
    assert str(pickle.loads(pickle.dumps(cause))) == says


def test_an_error_of_the_package_is_raised_as_it_is(
    pool: ThreadPoolExecutor, tmp_path: Path
) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        numbers(pool, Counting(raise_own, 15, tmp_path))
    assert caught.value.reason == "wrong_type"
    assert caught.value.__notes__ == ["It was raised at numbers 10 to 19 of seed 99."]
    # It would be the same again.
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.skipif(not NATIVE, reason="the package's bots decide in the engine")
def test_a_bot_that_fails_is_told_of_as_it_is_without_an_executor(
    pool: ThreadPoolExecutor,
) -> None:
    class Cheats(Lowest):
        name = "cheats"

        def play(self, view: ddz.View) -> Any:
            return "3" * 20

    with pytest.raises(ddz.BotError) as caught:
        ddz.bots.tournament([Cheats(), "random"], 3, seed=7, executor=pool)
    assert (caught.value.bot, caught.value.record.seed) == ("cheats", 7)
    (note,) = caught.value.__notes__
    assert note.startswith("It was raised at deals of cheats random random, numbers 0 to ")


def test_an_executor_that_broke_down_is_not_asked_again(pool: ThreadPoolExecutor) -> None:
    with pytest.raises(ExecutorError, match=r"with a new one.*\(BrokenExecutor: a w") as caught:
        numbers(pool, Counting(raise_broken, 25))
    assert (caught.value.reason, caught.value.first, caught.value.attempts) == ("broken", 20, 1)
    assert isinstance(caught.value.__cause__, BrokenExecutor)


def test_an_executor_that_is_closed_is_told_of() -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(ExecutorError, match="cannot schedule new futures") as caught:
        ddz.simulate(32, seed=7, executor=pool)
    assert (caught.value.reason, caught.value.first) == ("not_taken", 0)
    assert isinstance(caught.value.__cause__, RuntimeError)


def test_a_task_that_somebody_called_off_is_sent_again() -> None:
    class CallsOff(Submits):
        def submit(self, function: Any, /, *arguments: Any) -> Any:
            future: Future[Any] = Future()
            self.submitted.append(arguments[0])
            if len(self.submitted) == 1:
                future.cancel()
            else:
                future.set_result(function(*arguments))
            return future

    executor = CallsOff()
    assert numbers(executor, Counting()) == list(range(40))
    assert len(executor.submitted) == 5
    executor.submitted.clear()
    with pytest.raises(ExecutorError) as caught:
        numbers(Spread(executor, attempts=1), Counting())
    assert isinstance(caught.value.__cause__, CancelledError)


@pytest.mark.parametrize(
    ("answer", "reason", "says"),
    [
        (None, "wrong_answer", "answered None for numbers 0 to 9 of seed 99"),
        ([1, 2], "wrong_answer", "which is not their answer"),
        (Answer(10, 10, 0.0, executors.version(), []), "wrong_answer", "numbers 0 to 9"),
        (Answer(0, 9, 0.0, executors.version(), []), "wrong_answer", "numbers 0 to 9"),
        (Answer(0, 10, 0.0, "0.0.7", []), "other_version", "have version 0.0.7 of the package"),
    ],
)
def test_a_wrong_answer_is_refused(answer: Any, reason: str, says: str) -> None:
    class Lies:
        def submit(self, function: Any, /, *arguments: Any) -> Any:
            future: Future[Any] = Future()
            future.set_result(answer)
            return future

    with pytest.raises(ExecutorError, match=says) as caught:
        numbers(Lies(), Counting())
    assert (caught.value.reason, caught.value.last) == (reason, 9)


def test_what_is_no_future_is_refused() -> None:
    class Map:
        def submit(self, function: Any, /, *arguments: Any) -> Any:
            return function(*arguments)

    with pytest.raises(ExecutorError, match="where a future was expected") as caught:
        ddz.simulate(32, seed=7, executor=Map())
    assert caught.value.reason == "no_future"


class InterpreterPoolExecutor(Submits):
    """What Python 3.14 has, by its name."""


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"executor": 5}, "wrong_type"),
        ({"executor": ThreadPoolExecutor}, "wrong_type"),
        ({"executor": InterpreterPoolExecutor()}, "no_interpreters"),
        ({"in_flight": 0}, "out_of_range"),
        ({"in_flight": 2**16 + 1}, "out_of_range"),
        ({"in_flight": 1.5}, "wrong_type"),
        ({"attempts": 0}, "out_of_range"),
        ({"attempts": True}, "wrong_type"),
        ({"seconds": 0}, "out_of_range"),
        ({"seconds": float("nan")}, "out_of_range"),
        ({"seconds": "1"}, "wrong_type"),
    ],
)
def test_what_is_no_way_to_spread_work_is_refused(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        Spread(**({"executor": Submits()} | arguments))
    assert caught.value.reason == reason


@pytest.mark.parametrize("name", RUNS)
def test_every_run_refuses_what_is_no_executor(name: str) -> None:
    with pytest.raises(InvalidArgumentError, match="executor must be an object with a method"):
        RUNS[name]("threads")


# Stopping.


class Never:
    """Plays the first chunk, and no other."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, function: Any, /, *arguments: Any) -> Future[Any]:
        self.futures.append(Future())
        if len(self.futures) == 1:
            self.futures[0].set_result(function(*arguments))
        return self.futures[-1]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_whoever_stops_early_leaves_no_work_behind(error: type[BaseException]) -> None:
    executor = Never()

    def stop(done: int, total: int) -> None:
        raise error

    with pytest.raises(error) as caught:
        ddz.simulate(10**6, executor=executor, progress=stop, columns=False)
    # The error keeps alive all that it passed through: nobody may rely on that being collected.
    assert caught.value.__traceback__ is not None
    assert len(executor.futures) > 2
    assert all(future.cancelled() for future in executor.futures[1:])


def test_an_interrupt_while_waiting_calls_off_what_was_waited_for() -> None:
    class Interrupted(Future[Any]):
        def result(self, timeout: float | None = None) -> Any:
            raise KeyboardInterrupt

    class Waits(Never):
        def submit(self, function: Any, /, *arguments: Any) -> Future[Any]:
            self.futures.append(Interrupted())
            return self.futures[-1]

    executor = Waits()
    with pytest.raises(KeyboardInterrupt) as caught:
        ddz.simulate(GAMES, executor=executor)
    assert caught.value.__traceback__ is not None
    assert len(executor.futures) > 1
    assert all(future.cancelled() for future in executor.futures)


def test_an_executor_that_cannot_call_off_does_not_hide_the_error() -> None:
    class Stubborn(Future[Any]):
        def cancel(self) -> bool:
            raise RuntimeError("never")

    class Refuses(Never):
        def submit(self, function: Any, /, *arguments: Any) -> Future[Any]:
            self.futures.append(Stubborn())
            self.futures[-1].set_exception(OSError("gone"))
            return self.futures[-1]

    with pytest.raises(ExecutorError, match="OSError: gone"):
        ddz.simulate(GAMES, executor=Refuses())


@pytest.mark.skipif(not NATIVE, reason="the reference engine has no analysis")
def test_a_sample_that_is_enough_calls_off_the_rest() -> None:
    executor = Submits()
    result = ddz.analysis.equity("3344668899JJQQKK2", half_width=0.03, seed=1, executor=executor)
    assert result == ddz.analysis.equity("3344668899JJQQKK2", half_width=0.03, seed=1)
    sent = sum(chunk.size for chunk in executor.submitted)
    assert result.n < sent < 10**6
    assert executor.open > 0
