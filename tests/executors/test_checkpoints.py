"""checkpoint=: a run that was stopped at any moment goes on to the very same result, and only that run does."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import doudizhu_fast as ddz
from doudizhu_fast import InvalidArgumentError, InvalidRecordError, checkpoints, chunks
from spread_runs import GAMES, HAND, NATIVE, Submits

# A simulation keeps its games, or counts them; the samples count.


def simulated(columns: bool, **options: Any) -> Any:
    result = ddz.simulate(options.pop("n", GAMES), columns=columns, **{"seed": 7} | options)
    table = result.columns and {name: array.tobytes() for name, array in result.columns.items()}
    return table, result.n, result.seed, result.landlord_payoff, result.mean_plays


def sampled(function: str, **options: Any) -> Any:
    chosen = {"policy": "greedy", "seed": 7, "n": GAMES, **options}
    return getattr(ddz.analysis, function)(HAND, **chosen)


RUNS: dict[str, Callable[..., Any]] = {
    "columns": lambda **options: simulated(True, **options),
    "counts": lambda **options: simulated(False, **options),
}
if NATIVE:
    RUNS |= {
        "equity": lambda **options: sampled("equity", **options),
        "bid_table": lambda **options: sampled("bid_table", **options),
        "equity to a half width": lambda **options: sampled(
            "equity", **{"n": None, "half_width": 0.012} | options
        ),
        "bid_table to a half width": lambda **options: sampled(
            "bid_table", **{"n": None, "half_width": 0.02} | options
        ),
    }
every_run = pytest.mark.parametrize("name", RUNS)


class StopError(Exception):
    pass


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many chunks in a short run, and none of them so late that a file is not written."""
    monkeypatch.setattr(chunks, "_MOST_HERE", GAMES // 12)
    monkeypatch.setattr(checkpoints, "_SECONDS_BETWEEN", 0.0)


def stopping(after: int) -> Callable[[int, int], None]:
    """What ends a run at a number of items."""

    def stop(done: int, total: int) -> None:
        if done >= after:
            raise StopError

    return stop


@every_run
@pytest.mark.parametrize("far", [False, True])
def test_what_was_stopped_goes_on_to_the_same_result(name: str, far: bool, tmp_path: Path) -> None:
    run, path = RUNS[name], tmp_path / "run"
    expected = run()
    for after in (1, GAMES // 3, GAMES // 2):
        with pytest.raises(StopError):
            run(checkpoint=path, progress=stopping(after))
    heard: list[int] = []
    options: dict[str, Any] = {
        # The file tells the seed.
        "seed": None,
        "checkpoint": path,
        "progress": lambda done, total: heard.append(done),
    }
    if far:
        with ThreadPoolExecutor(2) as pool:
            assert run(executor=pool, **options) == expected
    else:
        assert run(threads=2, **options) == expected
    assert heard[0] > GAMES // 2
    assert list(tmp_path.iterdir()) == [path]


@every_run
def test_what_is_finished_is_told_again_without_a_game(name: str, tmp_path: Path) -> None:
    run, path = RUNS[name], tmp_path / "run"
    expected = run(checkpoint=path)
    content = path.read_bytes()
    executor = Submits()
    assert run(checkpoint=path, executor=executor) == expected
    assert not executor.submitted
    assert path.read_bytes() == content


@pytest.mark.parametrize("name", [name for name in RUNS if "half" not in name])
def test_a_run_may_become_longer_and_not_shorter(name: str, tmp_path: Path) -> None:
    run, path = RUNS[name], tmp_path / "run"
    run(checkpoint=path, n=GAMES // 2)
    assert run(checkpoint=path) == run()
    content = path.read_bytes()
    with pytest.raises(InvalidRecordError, match=rf"items, and this run has {GAMES - 1:,}"):
        run(checkpoint=path, n=GAMES - 1)
    assert path.read_bytes() == content


def test_without_a_seed_a_run_has_one_that_its_file_keeps(tmp_path: Path) -> None:
    path = tmp_path / "run"
    first = ddz.simulate(GAMES // 2, checkpoint=path)
    second = ddz.simulate(GAMES, checkpoint=path)
    assert second.seed == first.seed
    assert second.landlord_payoff == ddz.simulate(GAMES, seed=first.seed).landlord_payoff


@pytest.mark.skipif(not NATIVE, reason="the reference engine has no analysis")
def test_a_sample_stops_where_it_would_have_stopped(tmp_path: Path) -> None:
    # The bound ended it between two looks; gone on with, it is looked at where all samples are.
    path = tmp_path / "run"
    options: dict[str, Any] = {"half_width": 0.012, "policy": "greedy", "seed": 7}
    bounded = ddz.analysis.equity(HAND, 1111, checkpoint=path, **options)
    assert bounded.n == 1111
    whole = ddz.analysis.equity(HAND, checkpoint=path, **options)
    assert whole == ddz.analysis.equity(HAND, **options)
    assert whole.n > 1250


# Whose file it is.


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"rules": "national"}, "rules is three_player there and national here"),
        ({"players": "greedy"}, r"players is \['random', 'random', 'random'\] there"),
        ({"auction": False}, "auction is True there and False here"),
        ({"seed": 8}, "seed is 7 there and 8 here"),
        ({"columns": False}, "columns is True there and False here"),
    ],
)
def test_the_file_of_another_simulation_is_refused(
    change: dict[str, Any], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "run"
    options = {"seed": 7, "checkpoint": path}
    ddz.simulate(10, **options)
    content = path.read_bytes()
    with pytest.raises(InvalidRecordError, match=says) as caught:
        ddz.simulate(10, **(options | change))
    assert caught.value.reason == "bad_checkpoint"
    assert str(path) in str(caught.value)
    assert path.read_bytes() == content


@pytest.mark.skipif(not NATIVE, reason="the reference engine has no analysis")
@pytest.mark.parametrize(
    ("function", "change", "says"),
    [
        ("equity", {"hand": HAND[:-1] + "R"}, f"hand is {HAND} there"),
        ("equity", {"rules": "national"}, "rules is three_player there"),
        ("equity", {"role": "peasant"}, "landlord is 0 there and 1 here"),
        ("equity", {"bottom": "55R"}, "bottom is None there and 55R here"),
        ("equity", {"policy": "random"}, "policy is greedy there and random here"),
        ("equity", {"half_width": 0.1}, "half_width is None there and 0.1 here"),
        ("bid_table", {"bids": "1"}, r"seat is 0 there and 1 here"),
        ("bid_table", {"hand": HAND[:-1] + "R"}, f"hand is {HAND} there"),
        ("bid_table", {"seed": 8}, "seed is 7 there and 8 here"),
    ],
)
def test_the_file_of_another_sample_is_refused(
    function: str, change: dict[str, Any], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "run"
    options = {"hand": HAND, "n": 500, "policy": "greedy", "seed": 7, "checkpoint": path}
    ask = getattr(ddz.analysis, function)
    ask(**options)
    with pytest.raises(InvalidRecordError, match=says):
        ask(**(options | change))
    other = "bid_table" if function == "equity" else "equity"
    with pytest.raises(InvalidRecordError, match=f"run is {function} there and {other} here"):
        getattr(ddz.analysis, other)(**options)
    if function == "equity":
        # A bid only scales the payoff.
        assert ask(**options, bid=3).payoff.mean == pytest.approx(3 * ask(**options).payoff.mean)


def test_the_file_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run"
    ddz.simulate(10, seed=7, checkpoint=path)
    first, _, rest = path.read_bytes().partition(b"\n")
    for name, value in (("package", "0.0.7"), ("version", 2)):
        header = json.loads(first) | {name: value}
        path.write_bytes(json.dumps(header).encode() + b"\n" + rest)
        with pytest.raises(InvalidRecordError, match=f"{name} is {value} there"):
            ddz.simulate(10, seed=7, checkpoint=path)


# Damage.


@pytest.mark.parametrize("name", ["columns", "counts"])
def test_a_file_that_is_cut_off_is_refused_or_gone_on_with(name: str, tmp_path: Path) -> None:
    run, path = RUNS[name], tmp_path / "run"
    expected = run(checkpoint=path)
    content = path.read_bytes()
    header = content.index(b"\n") + 1
    assert len(content) > header + 100
    refused = went_on = 0
    for length in [0, 1, header - 1, header, header + 5, *range(header + 60, len(content), 997)]:
        path.write_bytes(content[:length])
        try:
            assert run(checkpoint=path) == expected
        except InvalidRecordError:
            assert path.read_bytes() == content[:length]
            refused += 1
        else:
            assert length in (0, header) or name == "columns"
            went_on += 1
    # A killed run cuts the last record of a file that grows; a file of counts is replaced as a whole.
    assert (refused == 2) == (name == "columns")
    assert went_on >= 2


def test_a_file_of_counts_that_goes_on_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run"
    ddz.simulate(10, seed=7, checkpoint=path, columns=False)
    with path.open("ab") as file:
        file.write(b"x")
    with pytest.raises(InvalidRecordError, match="it goes on after its end"):
        ddz.simulate(20, seed=7, checkpoint=path, columns=False)


@every_run
def test_a_changed_byte_never_changes_a_result(name: str, tmp_path: Path) -> None:
    run, path = RUNS[name], tmp_path / "run"
    expected = run(checkpoint=path)
    content = path.read_bytes()
    refused = 0
    places = [*range(0, 400, 9), *range(400, len(content), max(1, len(content) // 25))]
    for place in places:
        damaged = bytearray(content)
        damaged[place % len(content)] ^= 4
        path.write_bytes(bytes(damaged))
        try:
            assert run(checkpoint=path) == expected
        except InvalidRecordError:
            refused += 1
            assert path.read_bytes() == bytes(damaged)
    assert refused >= len(places) - 2


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"no json\n", "its first line is no JSON object"),
        (b"[]\n", "its first line is no JSON object"),
        (b"{}\n", "does not begin as a checkpoint"),
        (b"{", "its first line is cut off"),
        (b"[" * 30_000 + b"\n", "its first line is too long"),
        (b"[" * 15_000 + b"\n", "its first line is no JSON object"),
    ],
)
def test_what_is_no_checkpoint_is_refused(content: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    for columns in (True, False):
        with pytest.raises(InvalidRecordError, match=says):
            ddz.simulate(10, checkpoint=path, columns=columns)
    assert path.read_bytes() == content


@pytest.mark.parametrize("columns", [True, False])
@pytest.mark.parametrize(
    "line",
    [
        {"items": 0},
        {"items": 10**30},
        {"items": -1},
        {"items": "10"},
        {"items": 5, "shapes": [[5]]},
        {"items": 5, "shapes": [[-5]] * 8},
        {"items": 5, "shapes": [["5"]] * 8},
        {"items": 5, "shapes": [[5, 5]] * 8},
        {"items": 5, "shapes": [[5]] * 8, "check": 0},
        {"items": 5, "shapes": [[224], [109]], "check": "0"},
        {"items": 5, "shapes": None},
    ],
)
def test_a_record_that_cannot_be_is_refused(
    line: dict[str, Any], columns: bool, tmp_path: Path
) -> None:
    path = tmp_path / "run"
    ddz.simulate(0, seed=7, checkpoint=path, columns=columns)
    header = path.read_bytes()
    assert header.count(b"\n") == 1
    path.write_bytes(header + json.dumps(line).encode() + b"\n" + bytes(5000))
    with pytest.raises(InvalidRecordError, match="the record of item 0 "):
        ddz.simulate(10, seed=7, checkpoint=path, columns=columns)


def test_a_path_must_be_one_and_its_folder_be_there(tmp_path: Path) -> None:
    for seed in (None, 7):
        with pytest.raises(
            InvalidArgumentError, match="checkpoint must be the path of a file, got 5"
        ):
            ddz.simulate(10, seed=seed, checkpoint=5)
    for columns in (True, False):
        with pytest.raises(FileNotFoundError):
            ddz.simulate(10, checkpoint=tmp_path / "nowhere" / "run", columns=columns)
        with pytest.raises(IsADirectoryError):
            ddz.simulate(10, checkpoint=tmp_path, columns=columns)
    assert ddz.simulate(10, seed=7, checkpoint=str(tmp_path / "run")).n == 10


# The death of the process.

CHILD = """
import sys, time
import doudizhu_fast as ddz
from doudizhu_fast import checkpoints, chunks
chunks._MOST_HERE = {most}
checkpoints._SECONDS_BETWEEN = 0.0
if {native}:
    ddz.bots.tournament.__globals__["_GAMES_PER_CALL"][True] = {most}
def tell(done, total):
    print(done, flush=True)
    time.sleep(0.01)  # nobody waits for the one who kills
{call}
"""
CALLS = {
    "columns": "ddz.simulate({n}, seed=7, progress=tell, checkpoint={path!r})",
    "counts": "ddz.simulate({n}, seed=7, progress=tell, checkpoint={path!r}, columns=False)",
}
if NATIVE:
    CALLS |= {
        "equity": "ddz.analysis.equity("
        f"{HAND!r}, {{n}}, policy='greedy', seed=7, progress=tell, checkpoint={{path!r}})",
        "bid_table": "ddz.analysis.bid_table("
        f"{HAND!r}, {{n}}, policy='greedy', seed=7, progress=tell, checkpoint={{path!r}})",
        "tournament": "ddz.bots.tournament("
        "['greedy', 'random'], {n}, seed=7, progress=tell, log={path!r})",
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
def test_a_killed_process_loses_no_more_than_what_was_under_way(name: str, tmp_path: Path) -> None:
    n, path = 3 * GAMES, tmp_path / "run"
    if name == "tournament":
        run: Callable[..., Any] = lambda **options: ddz.bots.tournament(  # noqa: E731
            ["greedy", "random"], n, **{"seed": 7} | options
        )
        option = "log"
    else:
        run, option = (lambda **options: RUNS[name](n=n, **options)), "checkpoint"
    call = CALLS[name].format(n=n, path=str(path))
    code = CHILD.format(most=max(1, GAMES // 60), native=NATIVE, call=call)
    told = 0
    for _ in range(2):
        with subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
        ) as child:
            assert child.stdout is not None
            lines = [int(child.stdout.readline()) for _ in range(5)]
            child.kill()
        assert child.returncode == -signal.SIGKILL
        # It went on from where the one before was killed, at the earliest from what that one told last.
        assert told <= lines[0] < lines[-1] < n * (2 if name == "tournament" else 1)
        told = lines[-1]
    heard: list[int] = []
    again = run(seed=None, progress=lambda done, total: heard.append(done), **{option: path})
    assert heard[0] > told
    assert again == run()
