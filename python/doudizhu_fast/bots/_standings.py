"""What the games of a tournament come to: rates, payoffs and differences, with errors that know of shared deals."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast.estimates import Estimate, Z

__all__ = ["Games", "RoleSums", "Seating", "elo_ratings", "pair_sums", "rate", "ratio"]

Numbers: TypeAlias = NDArray[Any]


class Seating(NamedTuple):
    """Who sits where: one entry alone in a seat, another in all others.

    Attributes:
        solo: The number of the entry that sits alone.
        rest: That of the other one.
        seat: Where the first sits.
    """

    solo: int
    rest: int
    seat: int


class Games(NamedTuple):
    """The games of one seating, one for each deal.

    Attributes:
        landlord: int8[deals], the landlord's seat, -1 in a void game.
        landlord_won: bool[deals].
        payoffs: int32[deals, players].
    """

    landlord: NDArray[np.int8]
    landlord_won: NDArray[np.bool_]
    payoffs: NDArray[np.int32]


class RoleSums:
    """What one entry did in one role, deal by deal.

    Args:
        deals: How many deals.

    Attributes:
        games: How many games of each deal it had the role in.
        wins: How many of them it won.
        paid: What it was paid in them, in one seat.
    """

    def __init__(self, deals: int) -> None:
        self.games = np.zeros(deals, np.int64)
        self.wins = np.zeros(deals, np.int64)
        self.paid = np.zeros(deals, np.int64)

    def add(self, where: Numbers, won: Numbers, paid: Numbers) -> None:
        """Take in the games of one seating in which the entry has the role."""
        self.games += where
        self.wins += where & won
        self.paid += np.where(where, paid, 0)

    @classmethod
    def of(
        cls, entry: int, games: Mapping[Seating, Games], deals: int
    ) -> tuple["RoleSums", "RoleSums"]:
        """Sum up an entry as landlord and as peasant.

        Example:
            >>> games = {Seating(0, 1, 0): Games(*map(np.array, ([0], [True], [[2, -1, -1]])))}
            >>> landlord, peasant = RoleSums.of(1, games, 1)
            >>> landlord.games.tolist(), peasant.games.tolist(), peasant.paid.tolist()
            ([0], [1], [-1])
        """
        landlord, peasant = cls(deals), cls(deals)
        rows = np.arange(deals)
        for seating, (leads, won, payoffs) in games.items():
            if entry not in (seating.solo, seating.rest):
                continue
            solo_leads, played = leads == seating.seat, leads >= 0
            rest_leads = played & ~solo_leads
            paid = payoffs[rows, leads]
            # All peasants are paid alike.
            peasants = payoffs[rows, (leads + 1) % payoffs.shape[1]]
            if entry == seating.solo:
                landlord.add(solo_leads, won, paid)
                peasant.add(rest_leads, ~won, peasants)
            else:
                landlord.add(rest_leads, won, paid)
                # Beside a landlord of its own there is always another seat of the rest.
                peasant.add(played, ~won, peasants)
        return landlord, peasant


def ratio(sums: Numbers, counts: Numbers) -> Estimate:
    """Estimate a mean over games from sums by deal: the games of one deal are one observation, not many.

    Args:
        sums: int64[deals], of the games of each deal.
        counts: int64[deals], how many games each deal had.

    Returns:
        The mean of all games; ``n`` counts the deals.

    Example:
        >>> ratio(np.array([2, 0, 1]), np.array([2, 2, 2])).mean
        0.5
    """
    deals, games = len(counts), int(counts.sum())
    if not games:
        return Estimate(math.nan, math.nan, math.nan, math.nan, 0)
    mean = int(sums.sum()) / games
    if deals == 1:
        return Estimate(mean, math.nan, math.nan, math.nan, 1)
    spread = float(np.square(sums - mean * counts).sum())
    stderr = math.sqrt(spread * deals / (deals - 1)) / games
    return Estimate(mean, stderr, mean - Z * stderr, mean + Z * stderr, deals)


def rate(sums: Numbers, counts: Numbers) -> Estimate:
    """Estimate a rate in the same way; its interval holds no number that is no rate.

    Example:
        >>> rate(np.array([2, 2, 1]), np.array([2, 2, 2])).high
        1.0
    """
    estimate = ratio(sums, counts)
    low, high = (min(max(end, 0.0), 1.0) for end in (estimate.low, estimate.high))
    return replace(estimate, low=low, high=high) if estimate.n > 1 else estimate


def pair_sums(
    first: int, second: int, games: Mapping[Seating, Games], deals: int
) -> tuple[Numbers, Numbers, int]:
    """Sum up what two entries did against each other, deal by deal.

    Returns:
        Twice the points of the first, int64[deals]: 2 for a won game, 1 for a void one; what its side was paid, in the
        seat or seats of the entry that sits alone, int64[deals]; and how many games each deal had.

    Example:
        >>> games = {Seating(0, 1, 0): Games(*map(np.array, ([0], [True], [[2, -1, -1]])))}
        >>> pair_sums(1, 0, games, 1)
        (array([0]), array([-2]), 1)
    """
    points, paid, count = np.zeros(deals, np.int64), np.zeros(deals, np.int64), 0
    for seating, played in games.items():
        if {seating.solo, seating.rest} != {first, second}:
            continue
        sign = 1 if seating.solo == first else -1
        gain = sign * played.payoffs[:, seating.seat].astype(np.int64)
        points += 1 + np.sign(gain)
        paid += gain
        count += 1
    return points, paid, count


def elo_ratings(points: Numbers, games: Numbers) -> list[float]:
    """Fit strengths such that the expected points of every entry are those that it made (Bradley and Terry).

    Args:
        points: float[k, k], the points of each entry against each other one.
        games: float[k, k], how many games they played; symmetric.

    Returns:
        Ratings on Elo's scale, where 400 more are ten times the chances; their mean is 0. Every pair is credited with a
        drawn game besides, so that who wins all has a rating too.

    Example:
        >>> [
        ...     round(rating)
        ...     for rating in elo_ratings(np.array([[0, 9], [1, 0]]), np.array([[0, 10], [10, 0]]))
        ... ]
        [160, -160]
    """
    count = len(points)
    others = 1 - np.eye(count)
    made = (points + 0.5 * others).sum(axis=1)
    met = games + others
    strength = np.ones(count)
    for _ in range(10_000):
        expected = (met / (strength[:, None] + strength[None, :])).sum(axis=1)
        fitted = made / expected
        fitted /= np.exp(np.log(fitted).mean())
        if np.abs(np.log(fitted / strength)).max() < 1e-9:
            break
        strength = fitted
    return [400 * math.log10(each) for each in strength]
