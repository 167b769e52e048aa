"""GameLog: many games as columns, deals, calls and moves included, for files and for verification in bulk."""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import IO, Any, Self, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._checks import as_whole, check_progress, shown, wrong_type
from doudizhu_fast.batch import thread_count
from doudizhu_fast.exceptions import DoudizhuError, InvalidRecordError
from doudizhu_fast.game_logs import _arrow, _files
from doudizhu_fast.game_logs._checks import check_form
from doudizhu_fast.game_logs._columns import LoggedDeals, Offsets, frozen, join_offsets, take_rows
from doudizhu_fast.game_logs._files import read_logs, write_logs
from doudizhu_fast.game_logs._records import columns_of, record_of
from doudizhu_fast.game_logs._replay import verify
from doudizhu_fast.records import GameRecord
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.tables import arrow_table, arrow_tables

__all__ = ["LOG_VERSION", "GameLog", "LoggedDeals", "log_of_run", "read_logs", "write_logs"]

LOG_VERSION = _arrow.LOG_VERSION
"""The version of the table's schema that is written; every version up to it is read."""

Rows: TypeAlias = slice | NDArray[np.integer[Any]] | NDArray[np.bool_] | Sequence[int]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GameLog:
    """Many games by the same rules, as columns: an immutable value.

    Logs come from :meth:`SimulationResult.log`, from records, from files and from other logs. Making one checks the
    form of every column; :meth:`verify` plays all games again and checks that everything agrees. ``log[i]`` is the
    record of game i, ``log[a:b]``, ``log[indices]`` and ``log[mask]`` are logs.

    Raises:
        InvalidArgumentError: Reason ``wrong_dtype``, ``wrong_shape`` or ``wrong_type``: the columns do not go together.
        InvalidRecordError: Reason ``bad_row`` (with ``row``): a number that no game has.

    Attributes:
        rules: The rules.
        roots: The different roots that deals were drawn from.
        root: int32 of shape (n,): which of the roots, -1 for games of given deals.
        index: uint64 of shape (n,): the numbers of the games in their runs.
        deals: The deals that were played, with their calls: one for each game.
        thrown_in_offsets: int64 of shape (n + 1,): game i had
            ``thrown_in_offsets[i + 1] - thrown_in_offsets[i]`` deals before, in which all passed.
        thrown_in: Those deals.
        move_offsets: int64 of shape (n + 1,): the moves of game i are
            ``moves[move_offsets[i] : move_offsets[i + 1]]``.
        moves: uint64 of shape (m,), packed moves, passes included, from the landlords' leads on.
        landlord: int8 of shape (n,), the seat, -1 without one.
        bid: int8 of shape (n,), what is played for; before the end of the auction the highest so far.
        multiplier: int64 of shape (n,), the factor on the bid, a spring included (rules 1.6).
        payoffs: int64 of shape (n, players), zeros in games that are not over.
        spring: int8 of shape (n,), 0 none, 1 the landlord's, 2 the peasants'.
        finished: bool of shape (n,), whether the game is over; void games are.

    Example:
        >>> from doudizhu_fast import Game, simulate
        >>> log = simulate(20, "greedy", seed=5).log()
        >>> log.verify()
        20
        >>> won = log[log.payoffs[:, 0] > 0]
        >>> Game.replay(won[0]).payoffs[0] > 0
        True
    """

    rules: Rules
    roots: tuple[int, ...]
    root: NDArray[np.int32]
    index: NDArray[np.uint64]
    deals: LoggedDeals
    thrown_in_offsets: Offsets
    thrown_in: LoggedDeals
    move_offsets: Offsets
    moves: NDArray[np.uint64]
    landlord: NDArray[np.int8]
    bid: NDArray[np.int8]
    multiplier: NDArray[np.int64]
    payoffs: NDArray[np.int64]
    spring: NDArray[np.int8]
    finished: NDArray[np.bool_]

    def __post_init__(self) -> None:
        """Check the form, and keep the columns from being written to."""
        check_form(self)
        for field in fields(self):
            value: Any = getattr(self, field.name)
            if isinstance(value, np.ndarray):
                object.__setattr__(self, field.name, frozen(value))
            elif isinstance(value, LoggedDeals):
                object.__setattr__(self, field.name, value.frozen())

    # From and to records.

    @classmethod
    def from_records(cls, records: Iterable[GameRecord], rules: Rules | str | None = None) -> Self:
        """Gather records of games by the same rules.

        Args:
            records: The records, of finished games or not.
            rules: The rules or a preset's name; without, those of the first record.

        Returns:
            The log, game i from record i.

        Raises:
            InvalidRecordError: Reason ``other_rules``, with ``row``.
            InvalidArgumentError: Reason ``wrong_type`` for what is no record.

        Example:
            >>> from doudizhu_fast import Game
            >>> game = Game(seed=7)
            >>> game.bid(3)
            >>> log = GameLog.from_records([game.record()])
            >>> log.landlord[0] == game.landlord, log.finished[0]
            (np.True_, np.False_)
        """
        given = list(records)
        for record in given:
            if not isinstance(record, GameRecord):
                raise wrong_type("records", "GameRecords", record)
        chosen = given[0].rules if given and rules is None else as_rules(rules)
        for row, record in enumerate(given):
            if record.rules != chosen:
                raise InvalidRecordError(
                    "other_rules", row=row, found=record.rules.text, rules=chosen.text
                )
        return cls(**columns_of(given, chosen))

    def game(self, i: int) -> GameRecord:
        """Give the record of one game.

        Args:
            i: Which game, from 0; negative ones count from the end.

        Raises:
            IndexError: Where there is no such game.
            InvalidRecordError: Reason ``bad_row``: the game cannot be told, for its cards are no deal.

        Example:
            >>> from doudizhu_fast import simulate
            >>> result = simulate(3, seed=5)
            >>> result.log().game(2) == result.game(2)
            True
        """
        row = as_whole(i)
        if row is None:
            raise wrong_type("i", "a whole number", i)
        if not -len(self) <= row < len(self):
            raise IndexError(f"the log holds {len(self)} games, there is no game {shown(row)}")
        row %= len(self)
        try:
            return record_of(self, row)
        except DoudizhuError as error:
            raise InvalidRecordError("bad_row", row=row, detail=str(error)) from error

    def __len__(self) -> int:
        """Count the games."""
        return len(self.landlord)

    @overload
    def __getitem__(self, rows: int) -> GameRecord: ...
    @overload
    def __getitem__(self, rows: Rows) -> Self: ...
    def __getitem__(self, rows: int | Rows) -> "GameRecord | GameLog":
        """Give the record of one game, or some games as a log.

        Example:
            >>> from doudizhu_fast import simulate
            >>> log = simulate(6, seed=5).log()
            >>> len(log[1:3]), len(log[[0, 5, 5]]), log[-1] == log.game(5)
            (2, 3, True)
        """
        if isinstance(rows, slice):
            start, stop, step = rows.indices(len(self))
            if step == 1:
                return self._take(slice(start, max(start, stop)))
            return self._take(np.arange(start, stop, step))
        row = as_whole(rows)
        return self._take(_picked(rows, len(self))) if row is None else self.game(row)

    def _take(self, rows: NDArray[np.int64] | slice) -> Self:
        move_offsets, moves = take_rows(self.move_offsets, self.moves, rows)
        order = np.arange(len(self.thrown_in.bottom))
        thrown_in_offsets, deals = take_rows(self.thrown_in_offsets, order, rows)
        return type(self)(
            rules=self.rules,
            roots=self.roots,
            deals=self.deals.take(rows),
            thrown_in_offsets=thrown_in_offsets,
            thrown_in=self.thrown_in.take(deals),
            move_offsets=move_offsets,
            moves=moves,
            **{name: getattr(self, name)[rows] for name in _FLAT},
        )

    @classmethod
    def concat(cls, logs: Iterable["GameLog"]) -> Self:
        """Put logs end to end.

        Args:
            logs: At least one; all by the same rules.

        Raises:
            InvalidRecordError: Reason ``other_rules``, with ``row``: the first game of the log that differs.
            InvalidArgumentError: Reason ``wrong_type`` for what is no log, and for none at all.

        Example:
            >>> from doudizhu_fast import simulate
            >>> len(GameLog.concat([simulate(2, seed=1).log(), simulate(3, seed=2).log()]))
            5
        """
        given: Any = logs
        parts = list(given) if isinstance(given, Iterable) else [given]
        if not parts or not all(isinstance(part, GameLog) for part in parts):
            raise wrong_type("logs", "one GameLog or more", parts)
        rules, row = parts[0].rules, 0
        for part in parts:
            if part.rules != rules:
                raise InvalidRecordError(
                    "other_rules", row=row, found=part.rules.text, rules=rules.text
                )
            row += len(part)
        places: dict[int, int] = {}
        for part in parts:
            for root in part.roots:
                places.setdefault(root, len(places))
        # The last place stands for games of no root.
        renumbered = [
            np.array([*(places[root] for root in part.roots), -1], np.int32)[part.root]
            for part in parts
        ]
        flat = {name: np.concatenate([getattr(part, name) for part in parts]) for name in _FLAT}
        return cls(
            rules=rules,
            roots=tuple(places),
            deals=LoggedDeals.join([part.deals for part in parts]),
            thrown_in_offsets=join_offsets([part.thrown_in_offsets for part in parts]),
            thrown_in=LoggedDeals.join([part.thrown_in for part in parts]),
            move_offsets=join_offsets([part.move_offsets for part in parts]),
            moves=np.concatenate([part.moves for part in parts]),
            **flat | {"root": np.concatenate(renumbered)},
        )

    # Verification.

    def verify(
        self,
        threads: int | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> int:
        """Play every game again and check that everything agrees.

        The cards are the whole pack, the deals of a seed are what it gives, every call and every move is legal in its
        turn, and landlord, bid, multiplier, spring and payoffs are what they come to. The compiled engine does that on
        all cores at once; the reference engine plays one :class:`Game` after the other. Ctrl-C is obeyed at once.

        Args:
            threads: How many threads share the work, 1 to 1024; None means one for each processor.
            progress: Called now and then with the numbers of games done and of all games. What it raises ends the
                verification.

        Returns:
            How many games there are, all of which add up.

        Raises:
            InvalidRecordError: Reason ``bad_game``, for the first game that does not: ``row`` is its number, ``step``
                the part that is wrong, as ``play 17``, ``why`` a slug, for calls and moves that of the error they would
                be.
            InvalidArgumentError: Reason ``wrong_type`` or ``out_of_range``.

        Example:
            >>> from doudizhu_fast import simulate
            >>> log = simulate(20, seed=5).log()
            >>> moves = log.moves.copy()
            >>> moves[log.move_offsets[3] + 1] = moves[log.move_offsets[3]]
            >>> import dataclasses
            >>> dataclasses.replace(log, moves=moves).verify()
            Traceback (most recent call last):
            doudizhu_fast.exceptions.InvalidRecordError: game 3 of the log does not add up: play 2, ...
        """
        check_progress(progress)
        verify(self, thread_count(threads), progress)
        return len(self)

    # Tables and files.

    def to_arrow(self) -> Any:
        """Give the games as an Arrow array of structs, one row each; ``docs/data.md`` has the schema.

        Table libraries that know Arrow's stream interface (pyarrow, polars, pandas, duckdb) read a log itself:
        ``pyarrow.table(log)``.

        Returns:
            A ``nanoarrow.Array``.

        Raises:
            ModuleNotFoundError: Without nanoarrow, which the extra ``tables`` brings.

        Example:
            >>> from doudizhu_fast import simulate
            >>> simulate(5, seed=1).log().to_arrow().to_pylist()[0]["bid"]  # doctest: +SKIP
            2
        """
        return arrow_table(_arrow.table_of(self), _arrow.metadata_of(self.rules))

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Give the games as Arrow's stream, for table libraries.

        Args:
            requested_schema: A schema that the reader would like.

        Raises:
            ModuleNotFoundError: As :meth:`to_arrow`.
        """
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    @classmethod
    def from_arrow(cls, table: Any, rules: Rules | str | None = None) -> Self:
        """Read what :meth:`to_arrow` and the table libraries give.

        Args:
            table: Anything with Arrow's stream interface. Columns that are not of a log are left out.
            rules: The rules, for a table that has lost its metadata (polars keeps none).

        Returns:
            The log.

        Raises:
            InvalidRecordError: Reason ``bad_file``: the table is no log; ``future_version``; ``bad_field`` for a hash
                that is of other rules, and for a column of another type; ``other_rules`` for rules that are not those
                given; ``missing_field`` for a column that lacks; ``bad_row`` (with ``row``) for a row that holds what
                no game has.
            InvalidArgumentError: Reason ``wrong_type`` for what is no table.
            ModuleNotFoundError: Without nanoarrow.

        Example:
            >>> from doudizhu_fast import simulate
            >>> log = simulate(5, seed=1).log()
            >>> GameLog.from_arrow(log).verify()  # doctest: +SKIP
            5
        """
        metadata, parts = arrow_tables(table)
        chosen = _arrow.rules_of(metadata, None if rules is None else as_rules(rules))
        empty = cls.from_records([], chosen)
        return cls.concat([empty, *(cls(**_arrow.columns_of(part, chosen)) for part in parts)])

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write a Parquet file; a file that is there is replaced once all is written.

        Args:
            path: Where to.

        Raises:
            InvalidArgumentError: Reason ``wrong_type`` for what is no path.
            ModuleNotFoundError: Without pyarrow or polars, whichever you like, or without nanoarrow.
            OSError: Where the file cannot be written.

        Example:
            >>> from doudizhu_fast import simulate
            >>> simulate(5, seed=1).log().to_parquet("games.parquet")  # doctest: +SKIP
        """
        _files.write_parquet(path, [self])

    @classmethod
    def from_parquet(cls, path: str | os.PathLike[str]) -> Self:
        """Read a Parquet file; :func:`read_logs` reads one of any size part by part.

        Args:
            path: The file.

        Raises:
            InvalidRecordError: As :meth:`from_arrow`, and reason ``bad_file`` for what is no Parquet file.
            InvalidArgumentError: Reason ``wrong_type`` for what is no path.
            ModuleNotFoundError: As :meth:`to_parquet`.
            OSError: Where the file cannot be read.

        Example:
            >>> GameLog.from_parquet("games.parquet").verify()  # doctest: +SKIP
            5
        """
        return cls.concat(_files.read_parquet(path))

    def to_jsonl(self, path: str | os.PathLike[str] | IO[str]) -> None:
        """Write JSON lines: the record of every game, as :meth:`GameRecord.to_json` gives it.

        Args:
            path: Where to, or an open text file. A file that is there is replaced once all is written.

        Raises:
            InvalidRecordError: As :meth:`game`.
            InvalidArgumentError: Reason ``wrong_type`` for what is neither a path nor a file.
            OSError: Where the file cannot be written.

        Example:
            >>> import io
            >>> from doudizhu_fast import simulate
            >>> file = io.StringIO()
            >>> simulate(2, seed=1).log().to_jsonl(file)
            >>> file.getvalue()[:36]
            '{"version":1,"rules":"three_player",'
        """
        _files.write_jsonl(path, [self])

    @classmethod
    def from_jsonl(
        cls, path: str | os.PathLike[str] | IO[str], rules: Rules | str | None = None
    ) -> Self:
        """Read JSON lines, whoever wrote them: one record in each; blank lines are left out.

        Args:
            path: The file, or an open text file.
            rules: The rules; without, those of the first record.

        Raises:
            InvalidRecordError: Reason ``bad_row`` (with ``row`` and ``line``, which counts from 1) for a line that is
                no record; ``other_rules``; ``bad_file`` for what is no text.
            InvalidArgumentError: Reason ``wrong_type`` for what is neither a path nor a file.
            OSError: Where the file cannot be read.

        Example:
            >>> import io
            >>> from doudizhu_fast import Game
            >>> len(GameLog.from_jsonl(io.StringIO(Game(seed=7).record().to_json())))
            1
        """
        return cls.concat(_files.read_jsonl(path, None if rules is None else as_rules(rules)))

    def __repr__(self) -> str:
        """Tell what games they are."""
        moves = f"{len(self.moves) / len(self):.1f} moves a game" if len(self) else "no game"
        return f"<GameLog {self.rules.text}: {len(self):,} games, {moves}>"

    def __eq__(self, other: object) -> bool:
        """Compare all games."""
        if not isinstance(other, GameLog):
            return NotImplemented
        if self.rules != other.rules or len(self) != len(other):
            return False
        places = {root: place for place, root in enumerate(self.roots)}
        theirs = np.array([*(places.get(root, -2) for root in other.roots), -1])[other.root]
        return np.array_equal(self.root, theirs) and all(
            map(np.array_equal, self._arrays(), other._arrays())
        )

    # A log is compared, not looked up: long columns make a poor key.
    __hash__ = None  # type: ignore[assignment]

    def _arrays(self) -> list[NDArray[Any]]:
        flat = [getattr(self, name) for name in _FLAT if name != "root"]
        ragged = [self.thrown_in_offsets, self.move_offsets, self.moves]
        return [*flat, *ragged, *self.deals, *self.thrown_in]


_FLAT = (
    "root",
    "index",
    "landlord",
    "bid",
    "multiplier",
    "payoffs",
    "spring",
    "finished",
)


def _picked(rows: object, count: int) -> NDArray[np.int64]:
    """Read indices, or a mask, as indices from 0."""
    chosen: NDArray[Any] = np.asarray(rows)
    if chosen.shape == (0,):
        return np.zeros(0, np.int64)
    if chosen.ndim != 1 or chosen.dtype.kind not in "iub":
        raise wrong_type("rows", "indices or a mask", rows)
    picked: NDArray[np.int64] = np.arange(count)[chosen]
    return picked


def log_of_run(
    rules: Rules,
    root: int,
    first: int,
    deals: Sequence[NDArray[Any]],
    thrown_in: Sequence[NDArray[Any]],
    games: Sequence[NDArray[Any]],
) -> GameLog:
    """Put together what the engine tells of games of a run.

    Args:
        rules: The rules.
        root: The root of the run.
        first: The number of the first game.
        deals: The columns of :class:`LoggedDeals`, hands end to end.
        thrown_in: The same for the deals before.
        games: ``thrown_in_offsets``, ``move_offsets``, ``moves``, and from ``landlord`` to ``finished``.

    Returns:
        The log.
    """
    names = ("thrown_in_offsets", "move_offsets", "moves", *_FLAT[2:])
    columns = dict(zip(names, games, strict=True))
    columns["payoffs"] = columns["payoffs"].reshape(-1, rules.players)
    count = len(columns["landlord"])
    return GameLog(
        rules=rules,
        roots=(root,),
        root=np.zeros(count, np.int32),
        index=np.arange(first, first + count, dtype=np.uint64),
        deals=_logged(deals, rules),
        thrown_in=_logged(thrown_in, rules),
        **columns,
    )


def _logged(columns: Sequence[NDArray[Any]], rules: Rules) -> LoggedDeals:
    hands, *others = columns
    return LoggedDeals(hands.reshape(-1, rules.players), *others)
