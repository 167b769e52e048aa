"""What simulated games came to: a tally of bounded size, and the columns that tell every game."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast.auction import HIGHEST_BID
from doudizhu_fast.estimates import Estimate
from doudizhu_fast.rules import Rules
from doudizhu_fast.scoring import multiplier, payoffs

__all__ = ["Columns", "Run", "Tally", "columns_of", "empty_columns", "empty_run"]

Columns: TypeAlias = dict[str, NDArray[Any]]

_EXPONENTS: Final = 28
"""Doublings of one game, a spring included, are fewer: two packs hold 26 bombs."""

_MOST_PLAYS: Final = 108
"""A game has no more plays than two packs have cards."""

# What decides a payment, numbered: every bid, every exponent of the multiplier, and who won. Void games are number 0.
_OUTCOMES: Final = (HIGHEST_BID + 1) * _EXPONENTS * 2
_BIDS, _DOUBLINGS, _WON = np.unravel_index(np.arange(_OUTCOMES), (HIGHEST_BID + 1, _EXPONENTS, 2))


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
    def outcomes(self) -> NDArray[np.intp]:
        """intp: the numbers of the outcomes."""
        return (self.bid.astype(np.intp) * _EXPONENTS + self.exponents) * 2 + self.landlord_won


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

    @classmethod
    def of(cls, run: Run) -> Self:
        """Count some games."""
        return cls(
            np.bincount(run.outcomes, minlength=_OUTCOMES),
            np.bincount(run.plays, minlength=_MOST_PLAYS + 1),
        )

    def add(self, other: "Tally") -> None:
        """Take in what another tally has counted."""
        self.outcomes += other.outcomes
        self.plays += other.plays

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


def columns_of(run: Run, rules: Rules) -> Columns:
    """Give what a result tells of some games.

    Args:
        run: What the engine tells of them.
        rules: The rules.

    Returns:
        The arrays by name, as :class:`~doudizhu_fast.simulation.SimulationResult` describes them.

    Example:
        >>> columns_of(empty_run(), Rules())["payoffs"].shape
        (0, 3)
    """
    factors = multiplier(np.arange(_EXPONENTS)).astype(np.int32)
    return {
        "landlord": run.landlord,
        "landlord_won": run.landlord_won,
        "bid": run.bid,
        "multiplier": factors[run.exponents],
        "payoffs": _payoff_table(rules)[run.outcomes, run.landlord + 1],
        "plays": run.plays,
        "bombs": run.bombs,
        "rockets": run.rockets,
        "spring": run.spring,
    }


def empty_run() -> Run:
    """Give no games.

    Example:
        >>> len(empty_run().plays)
        0
    """
    byte = np.zeros(0, np.int8)
    return Run(
        landlord=byte,
        landlord_won=np.zeros(0, np.bool_),
        bid=byte,
        doublings=byte,
        plays=np.zeros(0, np.int16),
        bombs=byte,
        rockets=byte,
        spring=byte,
    )


def empty_columns(n: int, rules: Rules) -> Columns:
    """Make room for the columns of n games.

    Args:
        n: How many games.
        rules: The rules.

    Returns:
        Arrays of the types and shapes of :func:`columns_of`, not filled.

    Example:
        >>> empty_columns(5, Rules())["multiplier"].dtype
        dtype('int32')
    """
    patterns = columns_of(empty_run(), rules)
    return {
        name: np.empty((n, *pattern.shape[1:]), pattern.dtype) for name, pattern in patterns.items()
    }
