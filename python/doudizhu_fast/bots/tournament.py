"""Tournament: every bot against every other, on the same deals and in every role."""

import math
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final, NamedTuple

import numpy as np

from doudizhu_fast import _backend
from doudizhu_fast._checks import as_path, check_progress, shown, whole, wrong_type
from doudizhu_fast.analysis._plain import plain
from doudizhu_fast.analysis._rollouts import Progress
from doudizhu_fast.batch import thread_count
from doudizhu_fast.bots._log import GameLine, Log
from doudizhu_fast.bots._standings import (
    Games,
    RoleSums,
    Seating,
    elo_ratings,
    pair_sums,
    rate,
    ratio,
)
from doudizhu_fast.bots.protocol import bot_name, missing_methods
from doudizhu_fast.bots.registry import get
from doudizhu_fast.bots.table import Player, play_game, read_limit
from doudizhu_fast.chunks import Pace
from doudizhu_fast.estimates import Estimate
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.executors import Chunk, Executor, Spread, in_order, read_executor
from doudizhu_fast.plots import plot_scores
from doudizhu_fast.records import GameRecord
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.runs import run_games
from doudizhu_fast.seeds import Seed, resolve_seed
from doudizhu_fast.tally import empty_columns, write_columns

__all__ = ["PairResult", "Standing", "TournamentResult", "tournament"]

_DEFAULT_DEALS: Final = 100
_MOST_DEALS: Final = 10_000_000
_MOST_ENTRIES: Final = 64
_MOST_GAMES: Final = 2**27

# A call of the engine cannot be interrupted; of other players every game is told as soon as it is over.
_GAMES_PER_CALL: Final = {True: 4096, False: 1}

# The first tasks of an executor tell how long they took.
_FIRST_AWAY: Final = {True: 2**14, False: 2}
_MOST_AWAY: Final = 2**16


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did against all others: an immutable value.

    In all estimates ``n`` counts the deals: what happens on one deal is one observation.

    Attributes:
        name: The bot.
        elo: Its rating: 400 more are ten times the chances; the mean of all bots is 0.
        landlord: How often it wins as landlord.
        peasant: How often it wins as peasant.
        win: How often it wins, all its games taken together.
        landlord_payoff: What it is paid as landlord in the mean (rules 1.6).
        peasant_payoff: What it is paid as a peasant in the mean, in one seat.

    Example:
        >>> best = tournament(["greedy", "random"], 50, seed=1).standings[0]
        >>> best.name, best.win.mean > 0.5, best.elo > 0
        ('greedy', True, True)
    """

    name: str
    elo: float
    landlord: Estimate
    peasant: Estimate
    win: Estimate
    landlord_payoff: Estimate
    peasant_payoff: Estimate


@dataclass(frozen=True, slots=True)
class PairResult:
    """How two bots did against each other: an immutable value.

    Attributes:
        first: One bot.
        second: The other.
        score: The share of the games that the first won; a void game is half won.
        difference: What the first took from the second in a game, in the mean over deals that both played in the same
            roles: the payoff of the landlord, with an auction that of the bot that sits alone.

    Example:
        >>> (pair,) = tournament(["greedy", "random"], 50, seed=1).pairs
        >>> pair.score.mean > 0.5, pair.difference.low > 0
        (True, True)
    """

    first: str
    second: str
    score: Estimate
    difference: Estimate


@dataclass(frozen=True, slots=True)
class TournamentResult:
    """What a tournament came to: an immutable value.

    Attributes:
        rules: The rules.
        auction: Whether auctions were held.
        seed: The root that the deals follow from.
        deals: How many deals every seating played.
        games: How many games that makes.
        standings: The bots, the best first.
        pairs: Every two of them, in the order in which they were given.

    Example:
        >>> result = tournament(["random", "greedy"], 20, seed=1)
        >>> result.games, [standing.name for standing in result.standings]
        (40, ['greedy', 'random'])
    """

    rules: Rules
    auction: bool
    seed: int
    deals: int
    games: int
    standings: tuple[Standing, ...]
    pairs: tuple[PairResult, ...]

    def table(self) -> str:
        """Write the standings, then every pair.

        Example:
            >>> print(tournament(["random", "greedy"], 20, seed=1).table().splitlines()[0])
            bot       elo         landlord          peasant              win  as landlord   as peasant
        """
        widest = max(len("bot"), *(len(standing.name) for standing in self.standings))
        lines = [
            f"{'bot':{widest}}  {'elo':>5}  {'landlord':>15}  {'peasant':>15}  {'win':>15}"
            f"  {'as landlord':>11}  {'as peasant':>11}"
        ]
        for row in self.standings:
            rates = "  ".join(f"{rate.brief:>15}" for rate in (row.landlord, row.peasant, row.win))
            lines.append(
                f"{row.name:{widest}}  {row.elo:+5.0f}  {rates}"
                f"  {row.landlord_payoff.mean:+11.2f}  {row.peasant_payoff.mean:+11.2f}"
            )
        lines.append("")
        names = [f"{pair.first} - {pair.second}" for pair in self.pairs]
        widest = max(len("pair"), *map(len, names))
        lines.append(f"{'pair':{widest}}  {'score':>15}  {'payoff per game':>15}")
        for name, pair in zip(names, self.pairs, strict=True):
            lines.append(f"{name:{widest}}  {pair.score.brief:>15}  {pair.difference.brief:>15}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Give plain data that JSON can hold.

        Example:
            >>> tournament(["random", "greedy"], 20, seed=1).to_dict()["standings"][0]["name"]
            'greedy'
        """
        return dict(plain(self))

    def __str__(self) -> str:
        """Write the table."""
        return self.table()

    def plot(self, ax: Any = None) -> Any:
        """Draw who won how much against whom, as a matrix.

        Args:
            ax: A matplotlib ``Axes`` to draw on; None makes a new figure with one.

        Returns:
            The ``Axes``, see :func:`~doudizhu_fast.plots.plot_scores`.

        Raises:
            ModuleNotFoundError: Without matplotlib, which the extra ``plot`` brings.
            InvalidArgumentError: Reason ``wrong_type`` for what is no ``Axes``.

        Example:
            >>> axes = tournament(["rule", "greedy", "random"]).plot()  # doctest: +SKIP
            >>> axes.figure.savefig("scores.png")  # doctest: +SKIP
        """
        names = [standing.name for standing in self.standings]
        scores = {(pair.first, pair.second): pair.score for pair in self.pairs}
        return plot_scores(names, scores, ax)

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.results import tournament

        return tournament(self)


def tournament(
    bots: Sequence[Player],
    deals: int = _DEFAULT_DEALS,
    rules: Rules | str | None = None,
    seed: Seed = None,
    auction: bool = False,
    threads: int | None = None,
    executor: Executor | Spread | None = None,
    progress: Progress | None = None,
    log: str | os.PathLike[str] | None = None,
    limit_seconds: float | None = None,
) -> TournamentResult:
    """Have every bot meet every other one, on the same deals and in every role.

    Without an auction each bot is landlord against each other one as the peasants, at a bid of 1. With an auction each
    bot sits alone among seats of the other, in each seat in turn. Deal i is that of ``simulate(seed=seed)``. Games
    between policies of the engine are played in it, at its speed.

    A bot that fails ends the tournament by its :class:`BotError`; what a log holds is not lost.

    Args:
        bots: At least two bots, or names that :func:`get` knows; no two of one name.
        deals: How many deals each seating plays, 1 to 10,000,000.
        rules: The rules or a preset's name; three_player without.
        seed: A seed, see :func:`resolve_seed`; without one that of the log, where it is gone on with, or a fresh one.
        auction: Whether auctions are held, where the rules have one.
        threads: How many threads play the games of policies, 1 to 1024; None means one for each processor.
        executor: Where else the games are played, see :func:`simulate`. Bots that travel to other processes must be
            names or be picklable; those of threads are shared by them.
        progress: Called now and then with the numbers of games done and of all games, at last with both equal. What it
            raises ends the tournament.
        log: A file that is told every finished game, one line of JSON each. With one that is there the tournament goes
            on where it stopped; it may be of more or fewer deals, but of the same bots, rules, seed and auction.
        limit_seconds: How long an answer may take, see :func:`play_game`.

    Returns:
        The result.

    Raises:
        InvalidArgumentError: Reason ``same_name``; ``unknown_bot`` or ``bad_bot``; ``bad_seed``; ``wrong_type`` or
            ``out_of_range`` for the rest.
        InvalidRecordError: Reason ``bad_log`` for a log that is damaged or of another tournament.
        BotError: Where a bot fails.
        ExecutorError: Where the executor fails at some deals in every attempt.
        OSError: Where the log cannot be written.

    Example:
        >>> result = tournament(["rule", "greedy", "random"], 200, seed=1)
        >>> [standing.name for standing in result.standings]
        ['rule', 'greedy', 'random']
    """
    chosen = as_rules(rules)
    entries = _read_entries(bots, chosen)
    count = whole(deals, "deals", 1, _MOST_DEALS)
    if not isinstance(auction, bool):
        raise wrong_type("auction", "True or False", auction)
    share = thread_count(threads)
    spread = read_executor(executor)
    if log is not None:
        as_path(log, "log")
    check_progress(progress)
    limit = read_limit(limit_seconds)
    root = None if seed is not None or log is None else Log.seed_of(log)
    meeting = _Meeting(
        entries,
        count,
        chosen,
        resolve_seed(seed) if root is None else root,
        auction and chosen.auction != "none",
    )
    meeting.play(share if spread is None else share or 1, limit, spread, progress, log)
    return meeting.result()


class _Block(NamedTuple):
    """The games of one seating, as a job whose chunks can be played anywhere."""

    rules: str
    players: tuple[Player, ...]
    auction: bool
    root: int
    limit: float | None
    seating: Seating

    @property
    def what(self) -> str:
        names = (bot if isinstance(bot, str) else bot_name(bot) for bot in self.players)
        return f"deals of {' '.join(names)}, numbers"

    @property
    def weight(self) -> int:
        return 1

    def play(self, first: int, count: int, threads: int) -> Games:
        """Play deals in a row."""
        chosen = as_rules(self.rules)
        if _is_core(self.players):
            names = [str(player) for player in self.players]
            run = run_games(self.rules, names, self.auction, self.root, first, count, threads)
            columns = empty_columns(count, chosen)
            write_columns(columns, 0, run, chosen)
            return Games(columns["landlord"], columns["landlord_won"], columns["payoffs"])
        games = _empty(count, chosen)
        for row in range(count):
            record = play_game(
                self.players,
                self.root,
                rules=chosen,
                auction=self.auction,
                limit_seconds=self.limit,
                index=first + row,
            )
            _write(games, row, record)
        return games


class _Meeting:
    """The games of a tournament: which there are, and what became of them."""

    def __init__(
        self, entries: dict[str, Player], deals: int, rules: Rules, root: int, auction: bool
    ) -> None:
        self.names = list(entries)
        self._bots = list(entries.values())
        self._deals, self._rules, self._root, self._auction = deals, rules, root, auction
        seats = range(rules.players if auction else 1)
        pairs = permutations(range(len(entries)), 2)
        self._seatings = [Seating(solo, rest, seat) for solo, rest in pairs for seat in seats]
        self._total = len(self._seatings) * deals
        if self._total > _MOST_GAMES:
            raise InvalidArgumentError(
                "out_of_range",
                name="deals",
                expected=f"such that there are at most {_MOST_GAMES} games",
                value=deals,
            )
        self._games = {seating: _empty(deals, rules) for seating in self._seatings}
        self._played = {seating: np.zeros(deals, np.bool_) for seating in self._seatings}

    def play(
        self,
        threads: int,
        limit: float | None,
        spread: Spread | None,
        progress: Progress | None,
        path: str | os.PathLike[str] | None,
    ) -> None:
        """Play what the log does not hold."""
        with ExitStack() as stack:
            log, heard = None, False
            if path is not None:
                settings = {
                    "bots": self.names,
                    "rules": self._rules.text,
                    "seed": self._root,
                    "auction": self._auction,
                }
                log = Log(path, settings)
                self._take_in(log)
                stack.enter_context(log)
            done = sum(int(played.sum()) for played in self._played.values())
            paces = self._paces(spread)
            blocks = stack.enter_context(
                closing(in_order(spread, self._missing(paces, threads, limit)))
            )
            for chunk, (first, count, seconds, _, block) in blocks:
                assert isinstance(chunk.job, _Block)
                seating = chunk.job.seating
                if spread is not None:
                    paces[seating].learn(count, seconds)
                self._store(seating, first, block)
                if log is not None:
                    log.add(self._lines(seating, first, block))
                done += count
                heard = True
                if progress is not None:
                    progress(done, self._total)
            if progress is not None and not heard:
                progress(done, done)

    def _paces(self, spread: Spread | None) -> dict[Seating, Pace]:
        """How many games to play at a time: of two bots the same, wherever they sit."""
        paces: dict[frozenset[int], Pace] = {}
        for solo, rest, _ in self._seatings:
            core = _is_core([self._bots[solo], self._bots[rest]])
            if spread is None:
                pace = Pace(_GAMES_PER_CALL[core], math.inf, _GAMES_PER_CALL[core])
            else:
                pace = Pace(_FIRST_AWAY[core], spread.seconds, _MOST_AWAY)
            paces.setdefault(frozenset((solo, rest)), pace)
        return {seating: paces[frozenset(seating[:2])] for seating in self._seatings}

    def _missing(
        self, paces: dict[Seating, Pace], threads: int, limit: float | None
    ) -> Iterator[Chunk[Games]]:
        """Yield runs of deals that are still to be played, none too long for one call."""
        for seating in self._seatings:
            bots = tuple(self._bots[entry] for entry in self._seats(seating))
            job = _Block(self._rules.text, bots, self._auction, self._root, limit, seating)
            # The edges of the runs: where the mask, closed by played deals on both sides, changes.
            edges = np.flatnonzero(np.diff(np.concatenate([[True], self._played[seating], [True]])))
            for first, end in edges.reshape(-1, 2).tolist():
                while first < end:
                    count = min(paces[seating].items(1), end - first)
                    yield Chunk(job, first, count, threads)
                    first += count

    def _store(self, seating: Seating, first: int, block: Games) -> None:
        rows, games = slice(first, first + len(block.landlord)), self._games[seating]
        games.landlord[rows] = block.landlord
        games.landlord_won[rows] = block.landlord_won
        games.payoffs[rows] = block.payoffs
        self._played[seating][rows] = True

    def _take_in(self, log: Log) -> None:
        by_players = {self._seated_names(seating): seating for seating in self._seatings}
        for players, deal, landlord, won, payoffs in log.games():
            seating = by_players.get(players)
            if seating is None or not 0 <= deal < self._deals:
                continue
            games = self._games[seating]
            games.landlord[deal] = -1 if landlord is None else landlord
            games.landlord_won[deal] = won
            games.payoffs[deal] = payoffs
            self._played[seating][deal] = True

    def _lines(self, seating: Seating, first: int, block: Games) -> list[GameLine]:
        players = self._seated_names(seating)
        rows = zip(*(column.tolist() for column in block), strict=True)
        return [
            (players, first + row, None if landlord < 0 else landlord, won, tuple(payoffs))
            for row, (landlord, won, payoffs) in enumerate(rows)
        ]

    def _seats(self, seating: Seating) -> list[int]:
        seats = [seating.rest] * self._rules.players
        seats[seating.seat] = seating.solo
        return seats

    def _seated_names(self, seating: Seating) -> tuple[str, ...]:
        return tuple(self.names[entry] for entry in self._seats(seating))

    def result(self) -> TournamentResult:
        """Sum everything up."""
        count = len(self.names)
        points, met = np.zeros((count, count)), np.zeros((count, count))
        pairs = []
        for first in range(count):
            for second in range(first + 1, count):
                twice, paid, games = pair_sums(first, second, self._games, self._deals)
                counts = np.full(self._deals, games)
                score, gain = rate(twice, 2 * counts), ratio(paid, counts)
                pairs.append(PairResult(self.names[first], self.names[second], score, gain))
                met[first, second] = met[second, first] = self._deals * games
                points[first, second] = twice.sum() / 2
                points[second, first] = met[first, second] - points[first, second]
        ratings = elo_ratings(points, met)
        standings = [self._standing(entry, ratings[entry]) for entry in range(count)]
        return TournamentResult(
            rules=self._rules,
            auction=self._auction,
            seed=self._root,
            deals=self._deals,
            games=self._total,
            standings=tuple(sorted(standings, key=lambda standing: -standing.elo)),
            pairs=tuple(pairs),
        )

    def _standing(self, entry: int, elo: float) -> Standing:
        landlord, peasant = RoleSums.of(entry, self._games, self._deals)
        return Standing(
            name=self.names[entry],
            elo=elo,
            landlord=rate(landlord.wins, landlord.games),
            peasant=rate(peasant.wins, peasant.games),
            win=rate(landlord.wins + peasant.wins, landlord.games + peasant.games),
            landlord_payoff=ratio(landlord.paid, landlord.games),
            peasant_payoff=ratio(peasant.paid, peasant.games),
        )


def _empty(deals: int, rules: Rules) -> Games:
    columns = empty_columns(deals, rules)
    return Games(columns["landlord"], columns["landlord_won"], columns["payoffs"])


def _write(games: Games, row: int, record: GameRecord) -> None:
    payoffs, landlord = record.payoffs or (), record.landlord
    games.landlord[row] = -1 if landlord is None else landlord
    games.landlord_won[row] = landlord is not None and payoffs[landlord] > 0
    games.payoffs[row] = payoffs


def _is_core(players: Sequence[Player]) -> bool:
    """Whether all are policies that the engine plays whole games with."""
    return all(isinstance(player, str) and player in _backend.policy_names() for player in players)


def _read_entries(bots: object, rules: Rules) -> dict[str, Player]:
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise wrong_type("bots", "a list of bots or of bots' names", bots)
    if not 2 <= len(bots) <= _MOST_ENTRIES:
        raise InvalidArgumentError(
            "out_of_range", name="bots", expected=f"2 to {_MOST_ENTRIES} of them", value=len(bots)
        )
    for bot in bots:
        if not isinstance(bot, str) and (missing := missing_methods(bot)):
            raise InvalidArgumentError("bad_bot", name=bot_name(bot), detail=missing)
    names = [bot if isinstance(bot, str) else bot_name(bot) for bot in bots]
    name, times = Counter(names).most_common(1)[0]
    if times > 1:
        raise InvalidArgumentError("same_name", name=shown(name), times=times)
    if not _is_core(bots):
        # A name that nobody has is told before any game.
        for name in filter(lambda bot: isinstance(bot, str), bots):
            get(name, rules=rules)
    return dict(zip(names, bots, strict=True))
