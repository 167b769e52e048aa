"""What simulated games came to: a tally of bounded size, and the columns that tell every game."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast.auction import HIGHEST_BID
from doudizhu_fast.estimates import Estimate
from doudizhu_fast.rules import Rules
from doudizhu_fast.scoring import multiplier, payoffs

__all__ = [
    "RUN_TYPES",
    "Columns",
    "Run",
    "Tally",
    "empty_columns",
    "outcome_numbers",
    "pay",
    "write_columns",
]

Columns: TypeAlias = dict[str, NDArray[Any]]

_EXPONENTS: Final = 28
"""Doublings of one game, a spring included, are fewer: two packs hold 26 bombs."""

_MOST_PLAYS: Final = 108
"""A game has no more plays than two packs have cards."""

# What decides a payment, numbered: every bid, every exponent of the multiplier, and who won. Void games are number 0.
_OUTCOMES: Final = (HIGHEST_BID + 1) * _EXPONENTS * 2
_BIDS, _DOUBLINGS, _WON = np.unravel_index(np.arange(_OUTCOMES), (HIGHEST_BID + 1, _EXPONENTS, 2))

_FACTORS: Final = multiplier(np.arange(_EXPONENTS)).astype(np.int32)

# The columns of a result, and those that are as the engine tells them.
_COLUMNS: Final[dict[str, type[np.generic]]] = {
    "landlord": np.int8,
    "landlord_won": np.bool_,
    "bid": np.int8,
    "multiplier": np.int32,
    "payoffs": np.int32,
    "plays": np.int16,
    "bombs": np.int8,
    "rockets": np.int8,
    "spring": np.int8,
}
_AS_TOLD: Final = tuple(name for name in _COLUMNS if name not in ("multiplier", "payoffs"))


class Run(NamedTuple):
    """What the engine tells of some games: arrays of one length.

    Attributes:
        landlord: int8, the landlord's seat, -1 in void games, which are 0 in all other columns.
        landlord_won: bool.
        bid: int8, what the landlord played for.
        doublings: int8, bombs that double and rockets.
        plays: int16, without passes.
        bombs: int8, all bombs.
        rockets: int8.
        spring: int8, 0 none, 1 the landlord's, 2 the peasants'.
    """

    landlord: NDArray[np.int8]
    landlord_won: NDArray[np.bool_]
    bid: NDArray[np.int8]
    doublings: NDArray[np.int8]
    plays: NDArray[np.int16]
    bombs: NDArray[np.int8]
    rockets: NDArray[np.int8]
    spring: NDArray[np.int8]

    @property
    def exponents(self) -> NDArray[np.int8]:
        """int8: the exponents of the multipliers."""
        return self.doublings + (self.spring > 0)

    @property
    def outcomes(self) -> NDArray[np.int16]:
        """int16: the numbers of the outcomes."""
        return outcome_numbers(self.bid, self.exponents, self.landlord_won)


RUN_TYPES: Final = ("<i1", "|b1", "<i1", "<i1", "<i2", "<i1", "<i1", "<i1")
"""The types of the arrays of a :class:`Run`, as files hold them."""


@dataclass(slots=True)
class Tally:
    """Counts of games, enough for every estimate; its size does not grow with the games.

    Attributes:
        outcomes: int64, how many games had each outcome.
        plays: int64, how many games had 0, 1, 2, ... plays. Void games, and no others, have none.

    Example:
        >>> Tally().played, Tally().landlord_win_rate().mean
        (0, nan)
    """

    outcomes: NDArray[np.int64] = field(default_factory=lambda: np.zeros(_OUTCOMES, np.int64))
    plays: NDArray[np.int64] = field(default_factory=lambda: np.zeros(_MOST_PLAYS + 1, np.int64))

    def add(self, other: "Tally") -> None:
        """Take in what another tally has counted."""
        self.outcomes += other.outcomes
        self.plays += other.plays

    def copies(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Give the counts as they are now, for a file; ``Tally(*copies)`` takes them back.

        Example:
            >>> Tally(*Tally().copies()).played
            0
        """
        return self.outcomes.copy(), self.plays.copy()

    @property
    def void(self) -> int:
        """How many games nobody became landlord of."""
        return int(self.outcomes[0])

    @property
    def played(self) -> int:
        """How many games were played to the end, all but the void ones."""
        return int(self.outcomes[1:].sum())

    def landlord_win_rate(self) -> Estimate:
        """Estimate how often landlords win the games that are played."""
        return Estimate.of_rate(int(self.outcomes[_WON == 1].sum()), self.played)

    def landlord_payoff(self, rules: Rules) -> Estimate:
        """Estimate the landlord's mean payoff in a game that is played."""
        return _mean(_payoff_table(rules)[1:, 1, 0], self.outcomes[1:])

    def landlord_payoffs(self, rules: Rules) -> dict[int, int]:
        """How many games paid the landlord each amount that occurred, ascending; void games left out.

        Example:
            >>> Tally().landlord_payoffs(Rules())
            {}
        """
        played = self.outcomes.copy()
        played[0] = 0
        (occurred,) = played.nonzero()
        games: dict[int, int] = {}
        amounts = _payoff_table(rules)[occurred, 1, 0]
        for amount, count in sorted(zip(amounts.tolist(), played[occurred].tolist(), strict=True)):
            games[amount] = games.get(amount, 0) + count
        return games

    def peasant_payoff(self, rules: Rules) -> Estimate:
        """Estimate the mean payoff of one peasant in a game that is played."""
        return _mean(_payoff_table(rules)[1:, 1, 1], self.outcomes[1:])

    def mean_plays(self) -> Estimate:
        """Estimate the mean number of plays in a game that is played."""
        return _mean(np.arange(1, len(self.plays)), self.plays[1:])


def _mean(values: NDArray[Any], counts: NDArray[np.int64]) -> Estimate:
    """Estimate the mean of values that occurred so often; Python's numbers do not overflow."""
    pairs = list(zip(values.tolist(), counts.tolist(), strict=True))
    return Estimate.of_mean(
        sum(value * count for value, count in pairs),
        sum(value * value * count for value, count in pairs),
        sum(count for _, count in pairs),
    )


@lru_cache(maxsize=32)
def _payoff_table(rules: Rules) -> NDArray[np.int32]:
    """Give the payoffs of every outcome: int32 of shape (outcomes, 1 + players, players).

    The second axis is the landlord's seat + 1, the third the seat that is paid. What no game comes to is 0, as are void
    games.
    """
    table = np.zeros((_OUTCOMES, 1 + rules.players, rules.players), dtype=np.int32)
    played = _BIDS > 0
    for seat in range(rules.players):
        table[played, 1 + seat] = payoffs(
            _BIDS[played],
            multiplier(_DOUBLINGS[played]),
            np.full(np.count_nonzero(played), seat),
            _WON[played] == 1,
            rules,
        )
    table.flags.writeable = False
    return table


def outcome_numbers(
    bid: NDArray[np.int8], exponents: NDArray[np.int8], landlord_won: NDArray[np.bool_]
) -> NDArray[np.int16]:
    """Number what decides a payment.

    Args:
        bid: int8, what the landlords played for, 0 in void games.
        exponents: int8, the exponents of the multipliers.
        landlord_won: bool.

    Returns:
        int16, 0 for void games.

    Example:
        >>> outcome_numbers(np.int8([0, 3]), np.int8([0, 2]), np.array([False, True]))
        array([  0, 173], dtype=int16)
    """
    return (bid.astype(np.int16) * _EXPONENTS + exponents) * 2 + landlord_won


def pay(
    outcomes: NDArray[np.int16], landlord: NDArray[np.int8], rules: Rules, out: NDArray[np.int32]
) -> None:
    """Write what every seat wins or loses.

    Args:
        outcomes: int16 of shape (n,), the numbers of :func:`outcome_numbers`.
        landlord: int8 of shape (n,), the landlords' seats, -1 in void games.
        rules: The rules.
        out: int32 of shape (n, players).

    Example:
        >>> out = np.empty((2, 3), np.int32)
        >>> pay(np.int16([0, 173]), np.int8([-1, 1]), Rules(), out)
        >>> out.tolist()
        [[0, 0, 0], [-12, 24, -12]]
    """
    table = _payoff_table(rules).reshape(-1, rules.players)
    rows = outcomes * np.int16(1 + rules.players) + (landlord + 1)
    # Every index is in range; to say "clip" spares numpy a copy of what it writes.
    table.take(rows, axis=0, out=out, mode="clip")


def empty_columns(n: int, rules: Rules) -> Columns:
    """Make room for the columns of n games.

    Args:
        n: How many games.
        rules: The rules.

    Returns:
        Arrays as :class:`~doudizhu_fast.simulation.SimulationResult` describes them, not filled.

    Example:
        >>> empty_columns(5, Rules())["payoffs"].shape
        (5, 3)
    """
    shapes = {"payoffs": (n, rules.players)}
    return {name: np.empty(shapes.get(name, (n,)), dtype) for name, dtype in _COLUMNS.items()}


def write_columns(columns: Columns, first: int, run: Run, rules: Rules) -> Tally:
    """Write some games into columns, and count them.

    Args:
        columns: Those of :func:`empty_columns`.
        first: The row of the first of the games.
        run: What the engine tells of the games.
        rules: The rules.

    Returns:
        The counts of these games.

    Example:
        >>> from doudizhu_fast.runs import run_games
        >>> columns = empty_columns(2, Rules())
        >>> run = run_games("three_player", ["greedy"] * 3, False, 5, first=0, count=2, threads=1)
        >>> write_columns(columns, 0, run, Rules()).played, columns["bid"]
        (2, array([1, 1], dtype=int8))
    """
    rows = slice(first, first + len(run.plays))
    for name in _AS_TOLD:
        columns[name][rows] = getattr(run, name)
    # To say "clip" spares numpy a copy, as in pay().
    _FACTORS.take(run.exponents, out=columns["multiplier"][rows], mode="clip")
    outcomes = run.outcomes
    pay(outcomes, run.landlord, rules, columns["payoffs"][rows])
    return Tally(
        np.bincount(outcomes, minlength=_OUTCOMES),
        np.bincount(run.plays, minlength=_MOST_PLAYS + 1),
    )
