"""Files of game logs: Parquet by pyarrow or polars, whichever is there, and JSON lines."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias, cast

from doudizhu_fast._checks import as_path, shown, whole, wrong_type
from doudizhu_fast.exceptions import DoudizhuError, InvalidArgumentError, InvalidRecordError
from doudizhu_fast.game_logs import _arrow
from doudizhu_fast.records import GameRecord
from doudizhu_fast.replacing import replacing
from doudizhu_fast.rules import Rules
from doudizhu_fast.tables import arrow_tables

if TYPE_CHECKING:
    from doudizhu_fast.game_logs import GameLog

__all__ = [
    "GAMES_AT_A_TIME",
    "read_jsonl",
    "read_logs",
    "read_parquet",
    "write_jsonl",
    "write_logs",
    "write_parquet",
]

GAMES_AT_A_TIME: Final = 2**16
_MOST_AT_A_TIME: Final = 2**24
_LONGEST_LINE: Final = 1_000_002

_Path: TypeAlias = str | os.PathLike[str]


def read_logs(path: _Path, games: int = GAMES_AT_A_TIME) -> Iterator["GameLog"]:
    """Read a file of games part by part, in memory that does not grow with it.

    Args:
        path: A Parquet file, ``*.parquet``, or a file of JSON lines, ``*.jsonl``.
        games: How many games to read at a time, 1 to 2**24.

    Yields:
        Logs of at most so many games; one without games for a file without any.

    Raises:
        InvalidRecordError: As :meth:`GameLog.from_parquet` and :meth:`GameLog.from_jsonl`; rows count from the
            beginning of the file.
        InvalidArgumentError: Reason ``unknown_option`` for another suffix; ``out_of_range`` or ``wrong_type``.
        ModuleNotFoundError: As :meth:`GameLog.from_parquet`.
        OSError: Where the file cannot be read.

    Example:
        >>> sum(log.verify() for log in read_logs("games.parquet"))  # doctest: +SKIP
        5
    """
    count = whole(games, "games", 1, _MOST_AT_A_TIME)
    return read_parquet(path, count) if _is_parquet(path) else read_jsonl(path, None, count)


def write_logs(path: _Path, logs: Iterable["GameLog"]) -> int:
    """Write logs into one file as they come.

    With pyarrow, and for JSON lines, memory holds one log at a time; polars alone needs them all at once. A file that
    is there is replaced once all is written.

    Args:
        path: ``*.parquet`` or ``*.jsonl``.
        logs: The logs, all by the same rules.

    Returns:
        How many games were written.

    Raises:
        InvalidRecordError: Reason ``other_rules``.
        InvalidArgumentError: Reason ``unknown_option`` for another suffix; ``wrong_type`` for what is no path, for what
            is no log, and for none at all.
        ModuleNotFoundError: As :meth:`GameLog.to_parquet`.
        OSError: Where the file cannot be written.

    Example:
        >>> from doudizhu_fast import simulate
        >>> result = simulate(10**6, "rule", seed=1, columns=False)  # doctest: +SKIP
        >>> parts = (result.log(first, 10**5) for first in range(0, 10**6, 10**5))  # doctest: +SKIP
        >>> write_logs("games.parquet", parts)  # doctest: +SKIP
        1000000
    """
    return write_parquet(path, logs) if _is_parquet(path) else write_jsonl(path, logs)


def _is_parquet(path: _Path) -> bool:
    suffix = as_path(path, "path").suffix
    if suffix not in (".parquet", ".jsonl"):
        raise InvalidArgumentError(
            "unknown_option",
            name="the suffix of the path",
            allowed=".parquet, .jsonl",
            value=shown(suffix),
        )
    return suffix == ".parquet"


def _parts(logs: Iterable["GameLog"]) -> Iterator["GameLog"]:
    """Cut logs into parts that are small enough to be turned over; all must be by the rules of the first."""
    from doudizhu_fast.game_logs import GameLog

    rules, row = None, 0
    if not isinstance(logs, Iterable):
        raise wrong_type("logs", "GameLogs", logs)
    for log in logs:
        if not isinstance(log, GameLog):
            raise wrong_type("logs", "GameLogs", log)
        rules = rules or log.rules
        if log.rules != rules:
            raise InvalidRecordError("other_rules", row=row, found=log.rules.text, rules=rules.text)
        row += len(log)
        for first in range(0, max(1, len(log)), GAMES_AT_A_TIME):
            yield log[first : first + GAMES_AT_A_TIME]
    if rules is None:
        raise InvalidArgumentError(
            "wrong_type", name="logs", expected="one GameLog or more", value="none"
        )


# Parquet.


def _parquet_library() -> Any:
    for name in ("pyarrow.parquet", "polars"):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise ModuleNotFoundError(
        "Parquet files need the package pyarrow or polars: pip install pyarrow", name="pyarrow"
    )


def write_parquet(path: _Path, logs: Iterable["GameLog"]) -> int:
    """Write one Parquet file, a row group for each part.

    Returns:
        How many games were written.
    """
    library = _parquet_library()
    write = _write_by_polars if library.__name__ == "polars" else _write_by_pyarrow
    games = 0

    def counted() -> Iterator["GameLog"]:
        nonlocal games
        for part in _parts(logs):
            games += len(part)
            yield part

    with replacing(as_path(path, "path")) as beside:
        write(library, beside, counted())
    return games


def _write_by_pyarrow(parquet: Any, path: Path, parts: Iterator["GameLog"]) -> None:
    pyarrow = import_module("pyarrow")
    first = next(parts)
    schema = pyarrow.table(first[:0]).schema
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for part in chain([first], parts):
            writer.write_table(pyarrow.table(part), row_group_size=GAMES_AT_A_TIME)


def _write_by_polars(polars: Any, path: Path, parts: Iterator["GameLog"]) -> None:
    kept = list(parts)
    frame = polars.concat([polars.DataFrame(part) for part in kept])
    metadata = _arrow.metadata_of(kept[0].rules)
    frame.write_parquet(path, compression="zstd", metadata=metadata, row_group_size=GAMES_AT_A_TIME)


def read_parquet(path: _Path, games: int = GAMES_AT_A_TIME) -> Iterator["GameLog"]:
    """Read a Parquet file part by part; one part without games where there are none."""
    from doudizhu_fast.game_logs import GameLog

    library = _parquet_library()
    with as_path(path, "path").open("rb"):
        pass  # An OSError of the plain kind, whichever library reads.
    by_polars = library.__name__ == "polars"
    name = str(path)
    refused = import_module("polars.exceptions").PolarsError if by_polars else _arrow_errors()
    open_file: Callable[..., tuple[Mapping[str, str], Iterator[Any]]]
    open_file = _read_by_polars if by_polars else _read_by_pyarrow
    done = 0
    with _file_errors(name, refused):
        metadata, tables = open_file(library, path, games)
    rules = _arrow.rules_of(metadata, None, name)
    while True:
        with _file_errors(name, refused):
            table = next(tables, None)
        if table is None:
            break
        for part in _located(arrow_tables(table)[1], done):
            with _rows_from(done):
                log = GameLog(**_arrow.columns_of(part, rules))
            done += len(log)
            yield log
    if not done:
        yield GameLog.from_records([], rules)


def _arrow_errors() -> tuple[type[Exception], ...]:
    pyarrow = import_module("pyarrow")
    return (pyarrow.ArrowException, OSError)


@contextmanager
def _file_errors(name: str, refused: Any) -> Iterator[None]:
    try:
        yield
    except refused as error:
        detail = str(error).partition("\n")[0]
        raise InvalidRecordError("bad_file", path=name, detail=detail) from error


@contextmanager
def _rows_from(done: int) -> Iterator[None]:
    """Count the rows of errors from the beginning of the file."""
    try:
        yield
    except InvalidRecordError as error:
        if done and error.reason in ("bad_row", "other_rules"):
            raise InvalidRecordError(
                error.reason, **error._data | {"row": error.row + done}
            ) from None
        raise


def _located(parts: Iterator[Any], done: int) -> Iterator[Any]:
    while True:
        with _rows_from(done):
            part = next(parts, None)
        if part is None:
            return
        yield part


def _read_by_pyarrow(
    parquet: Any, path: _Path, games: int
) -> tuple[Mapping[str, str], Iterator[Any]]:
    table = import_module("pyarrow").Table
    file = parquet.ParquetFile(path)
    told = file.metadata.metadata or {}
    metadata = {
        key.decode("utf-8", "replace"): value.decode("utf-8", "replace")
        for key, value in told.items()
    }
    return metadata, (table.from_batches([batch]) for batch in file.iter_batches(batch_size=games))


def _read_by_polars(
    polars: Any, path: _Path, games: int
) -> tuple[Mapping[str, str], Iterator[Any]]:
    metadata = polars.read_parquet_metadata(path)
    rows = polars.scan_parquet(path)
    count = rows.select(polars.len()).collect().item()
    return metadata, (rows.slice(first, games).collect() for first in range(0, count, games))


# JSON lines.


def write_jsonl(path: _Path | IO[str], logs: Iterable["GameLog"]) -> int:
    """Write one line for each game.

    Returns:
        How many games were written.
    """
    games = 0
    with _text_for(path) as file:
        for part in _parts(logs):
            for row in range(len(part)):
                file.write(part.game(row).to_json() + "\n")
            games += len(part)
    return games


@contextmanager
def _text_for(path: _Path | IO[str]) -> Iterator[IO[str]]:
    if hasattr(path, "write"):
        yield cast(IO[str], path)
        return
    with (
        replacing(as_path(path, "path")) as beside,
        beside.open("w", encoding="utf-8", newline="\n") as file,
    ):
        yield file


def _lines_of(path: _Path | IO[str]) -> AbstractContextManager[IO[str]]:
    if hasattr(path, "readline"):
        return nullcontext(cast(IO[str], path))
    return as_path(path, "path").open(encoding="utf-8")


def read_jsonl(
    path: _Path | IO[str], rules: Rules | None = None, games: int = GAMES_AT_A_TIME
) -> Iterator["GameLog"]:
    """Read JSON lines part by part; one part without games where there are none."""
    from doudizhu_fast.game_logs import GameLog

    done = 0
    with _lines_of(path) as file:
        records = _records(file, path)
        while part := list(islice(records, games)):
            with _rows_from(done):
                log = GameLog.from_records(part, rules)
            rules = log.rules
            done += len(part)
            yield log
    if not done:
        yield GameLog.from_records([], rules)


def _records(file: IO[str], path: object) -> Iterator[GameRecord]:
    row = 0
    for number in range(1, 2**63):
        try:
            line = file.readline(_LONGEST_LINE)
        except UnicodeDecodeError as error:
            raise InvalidRecordError("bad_file", path=str(path), detail=str(error)) from error
        if not line:
            return
        if not line.strip():
            continue
        try:
            yield GameRecord.from_json(line.strip())
        except DoudizhuError as error:
            detail = f"line {number}: {error}"
            raise InvalidRecordError("bad_row", row=row, line=number, detail=detail) from error
        row += 1
