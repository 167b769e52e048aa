"""Files and tables of game logs: JSON lines, Parquet, Arrow, and the errors of what is none."""

import io
import json
import os
import sys
from pathlib import Path

import numpy as np
import pytest

import doudizhu_fast as ddz
from doudizhu_fast import (
    Game,
    GameLog,
    GameRecord,
    InvalidArgumentError,
    Rules,
    read_logs,
    write_logs,
)
from doudizhu_fast.game_logs import LOG_VERSION, _files
from logged_games import records_of_all_kinds, refused, run_of

# JSON lines.


def test_json_lines_are_records(tmp_path: Path) -> None:
    log = GameLog.from_records(records_of_all_kinds())
    path = tmp_path / "games.jsonl"
    log.to_jsonl(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [GameRecord.from_json(line) for line in lines] == list(log)
    assert GameLog.from_jsonl(str(path)) == log
    assert [len(part) for part in read_logs(path, 2)] == [2, 2, 1]
    file = io.StringIO()
    log.to_jsonl(file)
    assert file.getvalue().splitlines() == lines
    assert GameLog.from_jsonl(io.BytesIO(path.read_bytes())) == log
    assert GameLog.from_jsonl(io.StringIO("\n" + "\n\n".join(lines))) == log
    assert GameLog.from_jsonl(io.StringIO(), "four_player") == GameLog.from_records(
        [], "four_player"
    )


def test_damaged_lines_are_named(tmp_path: Path) -> None:
    good = Game(seed=1).record().to_json()
    other = Game(seed=1, rules="national").record().to_json()
    unhashed = json.loads(good) | {"rules_hash": "0" * 16}
    for bad in (
        "{",
        good[:-2],
        "[]",
        json.dumps(unhashed),
        "x" * 2_000_000,
        good.replace("3", "9"),
    ):
        file = io.StringIO(f"{good}\n\n{good}\n{bad}\n{good}")
        error = refused(GameLog.from_jsonl, file)
        assert (error.reason, error.row, error.line) == ("bad_row", 2, 4), bad[:40]
        assert "line 4: " in str(error)
        assert len(str(error)) < 2_000
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join([good] * 5 + [other]), encoding="utf-8")
    assert refused(lambda: list(read_logs(file, 2))).row == 5
    assert refused(GameLog.from_jsonl, file, "national").row == 0
    file.write_bytes(good.encode() + b"\n\xff\xfe")
    assert refused(GameLog.from_jsonl, file).reason == "bad_file"


# Files as such.


def test_files_are_replaced_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("here before", encoding="utf-8")
    path.chmod(0o640)

    def logs():
        yield run_of(count=2)
        raise KeyError("no more")

    with pytest.raises(KeyError):
        write_logs(path, logs())
    assert refused(write_logs, path, [run_of(count=1), run_of("national", 1)]).row == 1
    for nothing in ([], [3]):
        with pytest.raises(InvalidArgumentError, match="logs must be"):
            write_logs(path, nothing)
    assert path.read_text(encoding="utf-8") == "here before"
    assert os.listdir(tmp_path) == ["games.jsonl"]
    assert write_logs(path, [run_of(count=2), run_of(count=1)]) == 3
    assert os.listdir(tmp_path) == ["games.jsonl"]
    assert path.stat().st_mode & 0o777 == 0o640
    with pytest.raises(FileNotFoundError):
        GameLog.from_jsonl(tmp_path / "missing.jsonl")
    with pytest.raises(OSError, match="missing"):
        run_of(count=1).to_jsonl(tmp_path / "missing" / "games.jsonl")
    with pytest.raises(IsADirectoryError, match=f"'{tmp_path}'$"):
        run_of(count=1).to_jsonl(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_what_is_no_file_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        run_of(count=1).to_jsonl(pipe)
        assert GameLog.from_jsonl(io.StringIO(os.read(reader, 2**16).decode())).verify() == 1
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert os.listdir(tmp_path) == ["pipe"]


def test_the_suffix_tells_the_format(tmp_path: Path) -> None:
    for name in ("games.csv", "games", "games.json"):
        for work in (lambda path: list(read_logs(path)), lambda path: write_logs(path, [])):
            with pytest.raises(InvalidArgumentError, match=r"\.parquet, \.jsonl"):
                work(tmp_path / name)
    log = run_of(count=1)
    for work in (read_logs, GameLog.from_jsonl, log.to_jsonl, lambda path: write_logs(path, [log])):
        for nothing in (5, None, b"games.jsonl"):
            with pytest.raises(InvalidArgumentError, match="path must be the path of a file"):
                work(nothing)
    for games in (0, 2**24 + 1, "all"):
        with pytest.raises(InvalidArgumentError, match="games must be"):
            read_logs(tmp_path / "games.jsonl", games)


# Tables and Parquet.


def without(monkeypatch: pytest.MonkeyPatch, *packages: str) -> None:
    for package in packages:
        monkeypatch.setitem(sys.modules, package, None)


@pytest.fixture(params=["pyarrow", "polars"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Only one of the two libraries is there."""
    pytest.importorskip("nanoarrow")
    pytest.importorskip(request.param)
    if request.param == "polars":
        without(monkeypatch, "pyarrow", "pyarrow.parquet")
    else:
        without(monkeypatch, "polars")
    return request.param


@pytest.mark.parametrize("rules", ["three_player", "four_player"])
def test_parquet_holds_everything(library: str, rules: str, tmp_path: Path) -> None:
    log = run_of(rules)
    if rules == "three_player":
        log = GameLog.concat([log, GameLog.from_records(records_of_all_kinds())])
    path = tmp_path / "games.parquet"
    log.to_parquet(path)
    again = GameLog.from_parquet(path)
    assert again == log
    assert again.verify() == len(log)
    assert os.listdir(tmp_path) == ["games.parquet"]
    parts = list(read_logs(path, 5))
    assert max(map(len, parts)) <= 5
    assert GameLog.concat(parts) == log
    assert write_logs(path, (log[row : row + 1] for row in range(4))) == 4
    assert GameLog.from_parquet(path) == log[:4]
    log[:0].to_parquet(path)
    assert GameLog.from_parquet(path) == log[:0]


def test_either_library_reads_what_the_other_wrote(tmp_path: Path) -> None:
    for package in ("nanoarrow", "pyarrow", "polars"):
        pytest.importorskip(package)
    log = GameLog.from_records(records_of_all_kinds())
    log.to_parquet(tmp_path / "pyarrow.parquet")
    with pytest.MonkeyPatch.context() as patch:
        without(patch, "pyarrow", "pyarrow.parquet")
        log.to_parquet(tmp_path / "polars.parquet")
        assert GameLog.from_parquet(tmp_path / "pyarrow.parquet") == log
    assert GameLog.from_parquet(tmp_path / "polars.parquet") == log


def test_large_logs_are_written_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("nanoarrow")
    monkeypatch.setattr(_files, "GAMES_AT_A_TIME", 4)
    log = run_of(count=6)
    log.to_parquet(tmp_path / "games.parquet")
    file = parquet.ParquetFile(tmp_path / "games.parquet")
    groups = [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]
    assert groups == [4, 2]
    assert GameLog.from_parquet(tmp_path / "games.parquet") == log


def test_table_libraries_read_logs_and_give_them_back() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    pytest.importorskip("nanoarrow")
    log = GameLog.from_records(records_of_all_kinds())
    table = pyarrow.table(log)
    assert table.column_names == [
        "seed", "index", "hands", "bottom", "first_bidder", "turned_up", "calls", "moves",
        "landlord", "bid", "multiplier", "payoffs", "spring", "finished", "thrown_in",
    ]  # fmt: skip
    assert table.column("seed").to_pylist() == ["7", None, str(2**4096 - 1), "0", "7"]
    assert table.schema.metadata == {
        b"doudizhu_fast.log_version": str(LOG_VERSION).encode(),
        b"doudizhu_fast.library": ddz.__version__.encode(),
        b"doudizhu_fast.rules": b"three_player",
        b"doudizhu_fast.rules_hash": b"ea7629a4ed8c0f1f",
    }
    assert GameLog.from_arrow(table) == log
    # In parts, sliced, with columns of the user's own, in any order.
    own = table.append_column("by", pyarrow.array(["me"] * 5)).select(
        [*table.column_names[::-1], "by"]
    )
    parts = pyarrow.concat_tables([own.slice(0, 1), own.slice(1, 0), own.slice(1)])
    assert GameLog.from_arrow(parts) == log
    assert GameLog.from_arrow(own.slice(2, 3)) == log[2:]
    frame = polars.DataFrame(log)
    assert frame["moves"].list.len().to_list() == np.diff(log.move_offsets).tolist()
    assert GameLog.from_arrow(frame, "three_player") == log
    assert GameLog.from_arrow(frame.filter(polars.col("finished")), Rules()) == log[log.finished]
    error = refused(GameLog.from_arrow, frame)
    assert (error.reason, error.detail) == (
        "bad_file",
        "its metadata lack doudizhu_fast.log_version",
    )
    assert refused(GameLog.from_arrow, table, "national").reason == "other_rules"


def test_files_of_other_versions_and_rules_are_refused(library: str, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    run_of(count=2).to_parquet(path)
    good = dict(_files.read_parquet.__globals__["_arrow"].metadata_of(Rules()))
    key = "doudizhu_fast."
    cases = [
        ({f"{key}log_version": None}, "bad_file"),
        ({f"{key}log_version": "2"}, "future_version"),
        ({f"{key}log_version": "one"}, "bad_file"),
        ({f"{key}log_version": "9" * 50}, "bad_file"),
        ({f"{key}rules": None}, "bad_file"),
        ({f"{key}rules": "chess"}, "bad_file"),
        ({f"{key}rules": "national"}, "bad_field"),
        ({f"{key}rules_hash": None}, "bad_field"),
        ({f"{key}rules_hash": "0" * 16}, "bad_field"),
        ({f"{key}rules": "four_player", f"{key}rules_hash": Rules.four_player().hash}, "bad_row"),
    ]
    for changes, reason in cases:
        metadata = {name: value for name, value in (good | changes).items() if value is not None}
        rewrite(library, path, metadata)
        assert refused(GameLog.from_parquet, path).reason == reason, changes
    rewrite(library, path, good | {f"{key}library": "99"})
    assert len(GameLog.from_parquet(path)) == 2


def rewrite(library: str, path: Path, metadata: dict[str, str]) -> None:
    if library == "polars":
        polars = pytest.importorskip("polars")
        polars.read_parquet(path).write_parquet(path, metadata=metadata)
        return
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(parquet.read_table(path).replace_schema_metadata(metadata), path)


def test_what_is_no_parquet_file_is_refused(library: str, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    run_of(count=3).to_parquet(path)
    whole = path.read_bytes()
    for content in (b"", b"PAR1", b"no file of games" * 100, whole[: len(whole) // 2], whole[:-20]):
        path.write_bytes(content)
        error = refused(GameLog.from_parquet, path)
        assert (error.reason, error.path) == ("bad_file", str(path))
    with pytest.raises(FileNotFoundError):
        GameLog.from_parquet(tmp_path / "missing.parquet")


def test_damaged_rows_are_named() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("nanoarrow")
    log = GameLog.from_records(records_of_all_kinds())
    table = pyarrow.table(log)

    def damaged(name: str, row: int, value: object) -> GameLog:
        values = table.column(name).to_pylist()
        values[row] = value
        column = pyarrow.array(values, loose.get(name) or table.schema.field(name).type)
        return GameLog.from_arrow(table.set_column(table.column_names.index(name), name, column))

    loose = {
        "landlord": pyarrow.int64(),
        "calls": pyarrow.list_(pyarrow.int32()),
        "hands": pyarrow.list_(pyarrow.uint64()),
        "payoffs": pyarrow.list_(pyarrow.int64()),
        "index": pyarrow.int64(),
    }
    deal = table.column("thrown_in").to_pylist()[0][0]
    cases = [
        ("bid", 1, None, "bid has no value"),
        ("bid", 4, 7, "bid cannot be 7"),
        ("landlord", 3, 300, "landlord cannot be 300"),
        ("index", 2, -1, "index cannot be -1"),
        ("moves", 4, None, "moves has no value"),
        ("moves", 4, [1, None], "moves has no value"),
        ("calls", 2, [1, 2, 400], "an item of calls cannot be 400"),
        ("calls", 2, [5], "a call cannot be 5"),
        ("hands", 3, [1, 2], "hands has 2 entries, not 3"),
        ("payoffs", 2, [1, 2, 3, 4], "payoffs has 4 entries, not 3"),
        ("payoffs", 2, [1, 2, None], "payoffs has no value"),
        ("seed", 2, "-5", "the seed '-5' is no whole number that can be a root"),
        ("seed", 2, "07", "the seed '07' is no whole number that can be a root"),
        ("seed", 2, "9" * 3_000, "that can be a root"),
        ("thrown_in", 3, [deal | {"bottom": None}], "bottom has no value"),
        ("thrown_in", 3, [deal, deal | {"first_bidder": 5}], "first_bidder cannot be 5"),
        ("thrown_in", 3, [None], "thrown_in has no value"),
    ]
    for name, row, value, detail in cases:
        error = refused(damaged, name, row, value)
        assert (error.reason, error.row) == ("bad_row", row), (name, value)
        assert detail in error.detail
        assert len(str(error)) < 1_000
    strange = [[0.5] * 5, [[0.5]] * 5, [["a"]] * 5, [b"a"] * 5, [{"a": 1}] * 5, [[[1]]] * 5]
    for place, name in enumerate(table.column_names):
        assert refused(GameLog.from_arrow, table.drop_columns([name])).field == name
        for values in strange:
            other = table.set_column(place, name, pyarrow.array(values))
            error = refused(GameLog.from_arrow, other)
            assert error.reason in ("bad_field", "missing_field", "bad_row")
            assert name in str(error)
    # Places in a dictionary look like numbers, and numbers end to end like rows of seats.
    for name in ("seed", "index", "landlord", "bid", "multiplier", "spring"):
        places = table.column(name).dictionary_encode()
        other = table.set_column(table.column_names.index(name), name, places)
        assert refused(GameLog.from_arrow, other).field == name
    for name in ("hands", "payoffs"):
        numbers = pyarrow.array(range(len(table)), pyarrow.uint64())
        other = table.set_column(table.column_names.index(name), name, numbers)
        assert refused(GameLog.from_arrow, other).field == name
    for nothing in (3, "games.parquet", None):
        with pytest.raises(InvalidArgumentError, match="stream interface"):
            GameLog.from_arrow(nothing)


def test_rows_of_a_file_count_from_its_beginning(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("nanoarrow")
    table = pyarrow.table(run_of(count=6))
    bids = table.column("bid").to_pylist()
    column = pyarrow.array([*bids[:5], 9], pyarrow.int8())
    path = tmp_path / "games.parquet"
    parquet.write_table(table.set_column(table.column_names.index("bid"), "bid", column), path)
    parts = read_logs(path, 2)
    assert len(next(parts)) == len(next(parts)) == 2
    assert refused(next, parts).row == 5


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "pyarrow", "pyarrow.parquet", "polars")
    for work in (run_of(count=1).to_parquet, GameLog.from_parquet):
        with pytest.raises(ModuleNotFoundError, match="pip install pyarrow"):
            work(tmp_path / "games.parquet")
    without(monkeypatch, "nanoarrow")
    for work in (run_of(count=1).to_arrow, lambda: GameLog.from_arrow([])):
        with pytest.raises(ModuleNotFoundError, match=r"doudizhu-fast\[tables\]"):
            work()
