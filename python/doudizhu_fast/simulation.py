"""Simulation: many whole games behind one call, by policies that the engines know.

Deals come from the root's stream as everywhere. Decisions come from another, of the same kind: with root r it is
``PCG64(SeedSequence(r, spawn_key=(0,)))``. The decisions of game i after k redeals begin at raw draw 256 (i + k 2^64),
at the first call, or at the first lead where there is no auction. A decision among n takes the next 32 bits: the low
half of a raw draw, then its high half. With p = half * n it is p >> 32; where p mod 2^32 is below 2^32 mod n the half
is thrown away and the next one taken. A decision among one takes a half as well. Only ``random`` decides by draws:
among the legal calls, ascending, and among the legal moves in the order of their ids.

Example:
    >>> import numpy as np
    >>> generator = np.random.PCG64(np.random.SeedSequence(5, spawn_key=(0,)))
    >>> _ = generator.advance(256 * 7)  # game 7
    >>> half = generator.random_raw() & 0xFFFFFFFF
    >>> hex(half), half * 4 >> 32  # the first call, one of 0 to 3
    ('0xe990a555', 3)
    >>> simulate(8, seed=5).game(7).calls[0][0]
    3
"""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, TypeAlias

from doudizhu_fast import _backend
from doudizhu_fast._checks import check_progress, shown, whole, wrong_type
from doudizhu_fast.batch import MOST_ROWS, thread_count
from doudizhu_fast.checkpoints import Checkpoint, root_of
from doudizhu_fast.chunks import Chunks, pace_here
from doudizhu_fast.estimates import Estimate
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.executors import Executor, Spread, read_executor
from doudizhu_fast.game import Game
from doudizhu_fast.game_logs import GameLog, log_of_run
from doudizhu_fast.move import _make_move
from doudizhu_fast.plots import plot_payoffs
from doudizhu_fast.records import GameRecord
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.runs import RunJob, engine_arguments, simulation_job
from doudizhu_fast.seeds import Seed, resolve_seed
from doudizhu_fast.tables import arrow_table
from doudizhu_fast.tally import Columns, Run, Tally, empty_columns, write_columns

__all__ = ["SimulationResult", "simulate", "simulation_job"]

Progress: TypeAlias = Callable[[int, int], object]

_MOST_GAMES: Final = 2**63
_MOST_LOGGED: Final = 2**24

# Short runs need few calls of the engine.
_FIRST_CALL: Final = {"native": 4096, "reference": 1}


@dataclass(frozen=True, slots=True, eq=False)
class SimulationResult:
    """What simulated games came to.

    Attributes:
        n: How many games there are.
        seed: The root they follow from; ``simulate`` with it as seed gives them again.
        rules: The rules.
        players: The policies by seat.
        auction: Whether auctions were held.
        columns: One row per game, None with ``columns=False``. By name: landlord int8, the seat, -1 in void games;
            landlord_won bool; bid int8; multiplier int32, a spring included; payoffs int32 of shape (n, players); plays
            int16, passes not counted; bombs int8, all bombs; rockets int8; spring int8, 0 none, 1 the landlord's, 2 the
            peasants'. A void game has bid, payoffs and plays 0 and multiplier 1.

    Example:
        >>> result = simulate(20, "greedy", seed=5)
        >>> result.columns["payoffs"].shape, result.void
        ((20, 3), 0)
        >>> result.game(3).payoffs == tuple(result.columns["payoffs"][3].tolist())
        True
    """

    n: int
    seed: int
    rules: Rules
    players: tuple[str, ...]
    auction: bool
    columns: Columns | None
    _tally: Tally = field(repr=False)

    @property
    def void(self) -> int:
        """How many games are void: nobody bid (rules 1.3). Estimates leave them out.

        Example:
            >>> simulate(5, auction=False, seed=1).void
            0
        """
        return self._tally.void

    @property
    def landlord_win_rate(self) -> Estimate:
        """How often landlords win, void games left out.

        Example:
            >>> simulate(50, "greedy", seed=1).landlord_win_rate.n
            50
        """
        return self._tally.landlord_win_rate()

    @property
    def landlord_payoff(self) -> Estimate:
        """The landlord's mean payoff in a game (rules 1.6), void games left out.

        Example:
            >>> result = simulate(50, "greedy", seed=1)
            >>> result.landlord_payoff.mean + 2 * result.peasant_payoff.mean
            0.0
        """
        return self._tally.landlord_payoff(self.rules)

    @property
    def peasant_payoff(self) -> Estimate:
        """The mean payoff of one peasant in a game (rules 1.6), void games left out.

        Example:
            >>> simulate(50, "greedy", seed=1).peasant_payoff.n
            50
        """
        return self._tally.peasant_payoff(self.rules)

    @property
    def mean_plays(self) -> Estimate:
        """The mean number of plays in a game, passes not counted and void games left out.

        Example:
            >>> simulate(5, "greedy", seed=1).mean_plays.mean > 5
            True
        """
        return self._tally.mean_plays()

    def game(self, i: int) -> GameRecord:
        """Give one of the games, every deal, call and move of it.

        It is played again, so this costs one game and needs no columns.

        Args:
            i: Which game, 0 to n - 1.

        Returns:
            Its record. Where a simulation leaves the auction out, its rules have ``auction="none"``.

        Raises:
            InvalidArgumentError: Reason ``out_of_range`` or ``wrong_type``.

        Example:
            >>> record = simulate(3, seed=5).game(2)
            >>> Game.replay(record).payoffs == record.payoffs, record.index
            (True, 2)
        """
        index = whole(i, "i", 0, self.n - 1)
        run = engine_arguments(self.rules.text, self.players, self.auction, self.seed)
        calls, moves = _backend.simulate_game(*run, index)
        game = Game.of_run(self.seed, index, self._rules_played)
        for bid in chain.from_iterable(calls):
            game.bid(bid)
        for move in moves:
            game.play(_make_move(move))
        return game.record()

    def log(
        self,
        first: int = 0,
        count: int | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> GameLog:
        """Give some or all of the games, every deal, call and move of them.

        They are played again, so this needs no columns. A game takes some 600 bytes, with four players 1,100.

        Args:
            first: The first game.
            count: How many games, at most 2**24; None means all that follow.
            threads: As for :func:`simulate`.
            progress: As for :func:`simulate`.

        Returns:
            The log, which knows the same rules as the records of :meth:`game`.

        Raises:
            InvalidArgumentError: Reason ``out_of_range`` or ``wrong_type``.

        Example:
            >>> result = simulate(10, seed=5)
            >>> result.log(first=8)[1] == result.game(9)
            True
        """
        begin = whole(first, "first", 0, self.n)
        rest = min(self.n - begin, _MOST_LOGGED)
        games = self.n - begin if count is None else whole(count, "count", 0, rest)
        whole(games, "count", 0, rest)
        share = thread_count(threads)
        check_progress(progress)
        parts = [GameLog.from_records([], self._rules_played)]
        pace, done = pace_here(), 0
        while done < games:
            size = min(pace.items(1), games - done)
            began = time.perf_counter()
            parts.append(self._log_part(begin + done, size, share))
            pace.learn(size, time.perf_counter() - began)
            done += size
            if progress is not None:
                progress(done, games)
        return GameLog.concat(parts)

    def _log_part(self, first: int, count: int, threads: int) -> GameLog:
        rules = self._rules_played
        if _backend.backend() != "native":
            return GameLog.from_records(map(self.game, range(first, first + count)), rules)
        run = engine_arguments(self.rules.text, self.players, self.auction, self.seed)
        told = _backend.engine.simulate_log(*run, first, count, threads)
        return log_of_run(rules, self.seed, first, *told)

    @property
    def _rules_played(self) -> Rules:
        """The rules of the games, which have no auction where none is held."""
        if self.auction:
            return self.rules
        return self.rules.replace(auction="none", all_pass="redeal")

    def to_arrow(self) -> Any:
        """Give the columns as an Arrow array of structs.

        Table libraries that know Arrow's stream interface (pyarrow, polars, pandas, duckdb) read a result itself:
        ``pyarrow.table(result)``. Payoffs are fixed-size lists, one number per seat.

        Returns:
            A ``nanoarrow.Array``.

        Raises:
            InvalidArgumentError: Reason ``no_columns``.
            ModuleNotFoundError: Without nanoarrow, which the extra ``tables`` brings.

        Example:
            >>> simulate(5, seed=1, columns=False).to_arrow()
            Traceback (most recent call last):
            doudizhu_fast.exceptions.InvalidArgumentError: ...
        """
        if self.columns is None:
            raise InvalidArgumentError("no_columns", action="make a table")
        return arrow_table(self.columns)

    def plot(self, ax: Any = None) -> Any:
        """Draw how often landlords are paid how much, and how often they win, void games left out.

        Columns are not needed.

        Args:
            ax: A matplotlib ``Axes`` to draw on; None makes a new figure with one.

        Returns:
            The ``Axes``: a bar for each payoff, its height the percentage of the games, and the mean payoff as a line;
            the title tells the win rate and its 95 % interval.

        Raises:
            ModuleNotFoundError: Without matplotlib, which the extra ``plot`` brings.
            InvalidArgumentError: Reason ``wrong_type`` for what is no ``Axes``.

        Example:
            >>> axes = simulate(500, "greedy", seed=5).plot()  # doctest: +SKIP
            >>> axes.figure.savefig("payoffs.png")  # doctest: +SKIP
        """
        games = self._tally.landlord_payoffs(self.rules)
        return plot_payoffs(games, self.landlord_win_rate, self.landlord_payoff, ax)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Give the columns as Arrow's stream, for table libraries.

        Args:
            requested_schema: A schema that the reader would like.

        Raises:
            InvalidArgumentError, ModuleNotFoundError: As :meth:`to_arrow`.
        """
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        """Tell what was simulated, and how often landlords win."""
        policies = self.players[0] if len(set(self.players)) == 1 else " ".join(self.players)
        auction = "auction" if self.auction else "no auction"
        return (
            f"<SimulationResult {self.rules.text}, {policies}, {auction}, seed {shown(self.seed)}:"
            f" {self.n:,} games, landlord wins {self.landlord_win_rate}>"
        )

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.results import simulation

        return simulation(self)


def simulate(
    n: int,
    players: str | Sequence[str] = "random",
    rules: Rules | str | None = None,
    seed: Seed = None,
    auction: bool = True,
    threads: int | None = None,
    executor: Executor | Spread | None = None,
    progress: Progress | None = None,
    columns: bool = True,
    checkpoint: str | os.PathLike[str] | None = None,
) -> SimulationResult:
    """Play many whole games: deal, auction, play and payment (rules 1.2 to 1.6).

    Game i depends on the seed and on i only: threads, executor and backend change nothing. Ctrl-C is obeyed within a
    fraction of a second; there is no partial result.

    Args:
        n: How many games, 0 to 2**28, or 2**63 without columns.
        players: Who plays: a policy's name for all seats, one for each seat, or without an auction two: for the
            landlord and for the peasants. ``random`` draws evenly from the legal calls and moves, ``greedy`` bids on
            its high cards and bombs, leads what sheds the most cards and keeps bombs back. ``rule``, which only the
            compiled engine has, takes its hand apart into few plays, leads low cards first, answers without breaking
            groups, plays with its partners and blocks opponents who are about to go out.
        rules: The rules or a preset's name; three_player without.
        seed: A seed, see :func:`resolve_seed`; the result tells the root that it stands for. Without one that of the
            checkpoint, where it is gone on with, or a fresh one.
        auction: False leaves the auction out, as do rules without one: seat 0 is landlord at bid 1 and leads.
        threads: How many threads share the work, 1 to 1024; None means one for each processor, and 1 in the tasks of an
            executor. The reference engine uses one.
        executor: Anything with ``submit`` as in ``concurrent.futures``, to spread the games over processes or machines;
            :class:`~doudizhu_fast.executors.Spread` says how. It is not shut down.
        progress: Called now and then with the numbers of games done and of all games, at last with both equal. What it
            raises ends the simulation.
        columns: False keeps no game, only what estimates need: any number of games in the same memory.
        checkpoint: A file that is told what the run has come to so far. With one that is there the run goes on where it
            stopped; it may be of more games, but of the same rules, players, auction, seed and columns.

    Returns:
        The result.

    Raises:
        InvalidArgumentError: Reason ``unknown_policy``; ``player_count`` or ``roles_unknown`` for names that do not go
            with the seats; ``too_many_columns``; ``bad_seed``; ``wrong_type`` or ``out_of_range`` for the rest.
        InvalidRulesError: For rules that do not exist.
        InvalidRecordError: Reason ``bad_checkpoint`` for a checkpoint that is damaged or of another run.
        OSError: Where the checkpoint cannot be written.
        NativeExtensionError: Reason ``needs_native``: the policy ``rule`` under the reference engine.
        ExecutorError: Where the executor fails at some games in every attempt; it names them and the seed.

    Example:
        >>> result = simulate(30, rules="four_player", seed=1, threads=1)
        >>> result.n, result.players
        (30, ('random', 'random', 'random', 'random'))
        >>> simulate(30, ["greedy", "random"], seed=1, auction=False, columns=False).columns is None
        True
    """
    chosen = as_rules(rules)
    held = _flag(auction, "auction") and chosen.auction != "none"
    keep = _flag(columns, "columns")
    games = _game_count(n, keep)
    names = _seats(players, chosen, held)
    chunks = Chunks(thread_count(threads), read_executor(executor), _FIRST_CALL[_backend.backend()])
    check_progress(progress)
    root = root_of(checkpoint) if seed is None else None
    job = RunJob(chosen.text, names, held, resolve_seed(seed) if root is None else root, keep)
    sums = _Sums(games, chosen, keep)
    with ExitStack() as stack:
        saved = None
        if checkpoint is not None:
            saved = Checkpoint(checkpoint, job.settings(), job.layout, keep, games)
            for _, arrays in saved.restored():
                sums.add(Run(*arrays) if keep else Tally(*arrays))
            stack.enter_context(saved)
        parts = stack.enter_context(closing(chunks.of(job, [games], sums.done, games)))
        for count, part in parts:
            sums.add(part)
            if saved is not None and isinstance(part, Run):
                saved.save(count, part)
            elif saved is not None:
                saved.save(sums.done, sums.tally.copies())
            if progress is not None:
                progress(sums.done, games)
    return SimulationResult(games, job.root, chosen, names, held, sums.columns, sums.tally)


class _Sums:
    """What the games of a simulation have come to so far."""

    def __init__(self, games: int, rules: Rules, keep: bool) -> None:
        self.done = 0
        self.tally = Tally()
        self.columns = empty_columns(games, rules) if keep else None
        self._rules = rules

    def add(self, part: Run | Tally) -> None:
        """Take in the next games."""
        if isinstance(part, Run):
            assert self.columns is not None
            part = write_columns(self.columns, self.done, part, self._rules)
        self.tally.add(part)
        self.done += part.played + part.void


def _seats(players: object, rules: Rules, auction: bool) -> tuple[str, ...]:
    """Read who plays, as one name per seat."""
    if isinstance(players, str):
        names = (players,) * rules.players
    elif isinstance(players, Sequence) and all(isinstance(name, str) for name in players):
        names = tuple(players)
    else:
        raise wrong_type("players", "a policy's name or a list of such", players)
    known = dict.fromkeys([*_backend.policy_names(), *_backend.NATIVE_POLICIES])
    for name in names:
        if name in _backend.NATIVE_POLICIES:
            _backend.need_native(f"the policy {name!r}")
        if name not in known:
            raise InvalidArgumentError("unknown_policy", name=shown(name), allowed=", ".join(known))
    if len(names) == 2:
        if auction:
            raise InvalidArgumentError("roles_unknown")
        landlord, peasants = names
        return (landlord, *[peasants] * (rules.players - 1))
    if len(names) != rules.players:
        raise InvalidArgumentError("player_count", expected=rules.players, count=len(names))
    return names


def _game_count(n: object, columns: bool) -> int:
    games = whole(n, "n", 0, _MOST_GAMES)
    if columns and games > MOST_ROWS:
        raise InvalidArgumentError("too_many_columns", n=games, most=MOST_ROWS)
    return games


def _flag(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise wrong_type(name, "True or False", value)
    return value
