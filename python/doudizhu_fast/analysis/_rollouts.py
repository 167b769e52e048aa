"""What rollouts share: what is played out, and what the endings come to.

Deal i of an analysis with root r is dealt from ``PCG64(SeedSequence(r, spawn_key=(1,)))`` from raw draw 64 i on; the
players who play it out draw from spawn key 2 from raw draw 256 i on, in a bid table from 512 i on for the calls and 256
later for the moves. So every deal depends on the root and on its number only.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast import _backend
from doudizhu_fast._checks import shown, whole, wrong_type
from doudizhu_fast.auction import HIGHEST_BID
from doudizhu_fast.estimates import Estimate
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.position import RuledPhase
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.scoring import MOST_DOUBLINGS, stake
from doudizhu_fast.seeds import ROLLOUTS, SAMPLES, stream

__all__ = [
    "DEFAULT_POLICY",
    "ENDINGS",
    "Differences",
    "PhaseSpec",
    "Progress",
    "RolloutSpec",
    "doublings_of",
    "half_width_of",
    "is_tied",
    "landlord_wins",
    "mean_of",
    "payoff_table",
    "policy_name",
    "read_bid",
    "streams",
    "win_rate",
]

Progress: TypeAlias = Callable[[int, int], object]

DEFAULT_POLICY: Final = "rule"

ENDINGS: Final = 256
"""An ending is a byte: the exponent of the multiplier, and in the highest bit whether the landlord won."""

_EXPONENTS = np.minimum(np.arange(ENDINGS) & 127, MOST_DOUBLINGS + 1)
_LANDLORD_WON = np.arange(ENDINGS) >= 128


class PhaseSpec(NamedTuple):
    """An open position as plain values, which can travel to another process.

    Attributes:
        hands: The packed hands.
        landlord: The landlord's seat.
        turn: The seat to move.
        to_beat: The packed standing play, 0 on a lead.
        passes: Passes since.
        plays: Plays of the landlord and of the peasants.
        doublings: Doublings so far.
    """

    hands: tuple[int, ...]
    landlord: int
    turn: int | None
    to_beat: int = 0
    passes: int = 0
    plays: tuple[int, int] = (0, 0)
    doublings: int = 0

    @classmethod
    def of(cls, phase: RuledPhase) -> "PhaseSpec":
        """Read a phase.

        Example:
            >>> phase = RuledPhase._started(Rules(), [0x1, 0x10, 0x100], landlord=0, turn=0)
            >>> PhaseSpec.of(phase).hands
            (1, 16, 256)
        """
        return cls(
            phase._hands,
            phase._landlord,
            phase._turn,
            phase._to_beat,
            phase._passes,
            phase._plays,
            phase._doublings,
        )


class RolloutSpec(NamedTuple):
    """Deals of hidden cards that are played out, as plain values.

    Attributes:
        rules: The rules as text.
        start: Where the play begins, with any hands that fit.
        unseen: All cards of all places, packed.
        places: The certain cards of each place, packed, and its size.
        policy: Who plays.
        root: The root of the deals.
    """

    rules: str
    start: PhaseSpec
    unseen: int
    places: tuple[tuple[int, int], ...]
    policy: str
    root: int

    def prepared(self) -> "_backend.engine.Rollouts":
        """Prepare what plays the deals out."""
        rules = as_rules(self.rules)
        return _backend.engine.Rollouts(
            rules._ruleset,
            RuledPhase._started(rules, *self.start),
            self.unseen,
            self.places,
            self.policy,
            *streams(self.root),
        )


def half_width_of(estimate: Estimate) -> float:
    """Give half the width of an interval.

    Example:
        >>> round(half_width_of(Estimate.of_rate(5_000, 10_000)), 4)
        0.0098
    """
    return (estimate.high - estimate.low) / 2


def win_rate(counts: NDArray[np.int64], landlord: bool) -> Estimate:
    """Estimate how often a side wins.

    Args:
        counts: int64[256], how many games had each ending.
        landlord: Which side.

    Example:
        >>> counts = np.zeros(256, np.int64)
        >>> counts[[1, 128]] = 3, 1
        >>> win_rate(counts, landlord=True).mean
        0.25
    """
    won = int(counts[landlord == _LANDLORD_WON].sum())
    return Estimate.of_rate(won, int(counts.sum()))


def landlord_wins() -> NDArray[np.int64]:
    """Give 1 for every ending in which the landlord wins, and 0 for the others: int64[256].

    Example:
        >>> int(landlord_wins().sum())
        128
    """
    return _LANDLORD_WON.astype(np.int64)


@lru_cache(maxsize=64)
def payoff_table(rules: Rules, bid: int, landlord: bool, seats: int) -> NDArray[np.int64]:
    """Give what every ending pays a landlord or a peasant (rules 1.6).

    Args:
        rules: The rules.
        bid: What the landlord plays for.
        landlord: Whose payoff.
        seats: How many hands are in play.

    Returns:
        int64[256]; endings that no game has are paid like the greatest.

    Example:
        >>> table = payoff_table(Rules(), 2, True, 3)
        >>> int(table[128]), int(table[1])
        (4, -8)
    """
    stakes = stake(bid, np.left_shift(np.int64(1), _EXPONENTS), rules)
    share = seats - 1 if landlord else 1
    table: NDArray[np.int64] = np.where(landlord == _LANDLORD_WON, stakes, -stakes) * share
    table.flags.writeable = False
    return table


def mean_of(values: NDArray[Any], counts: NDArray[Any]) -> Estimate:
    """Estimate the mean of whole numbers that occurred so often; Python's numbers do not overflow.

    Example:
        >>> mean_of(np.array([-1, 3]), np.array([1, 1])).mean
        1.0
    """
    seen = np.flatnonzero(counts)
    pairs = list(zip(values[seen].tolist(), counts[seen].tolist(), strict=True))
    return Estimate.of_mean(
        sum(value * count for value, count in pairs),
        sum(value * value * count for value, count in pairs),
        sum(count for _, count in pairs),
    )


class Differences:
    """Differences of two figures on the same deals: how often each was seen.

    Example:
        >>> differences = Differences()
        >>> differences.add(np.array([2, -1, 2]))
        >>> differences.estimate().mean, differences.estimate(sign=-1).mean
        (1.0, -1.0)
    """

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}

    def add(self, differences: NDArray[np.integer[Any]]) -> None:
        """Take in the differences of some deals."""
        values, counts = np.unique(differences, return_counts=True)
        for value, count in zip(values.tolist(), counts.tolist(), strict=True):
            self.add_many(value, count)

    def add_many(self, difference: int, deals: int) -> None:
        """Take in a difference that was the same on so many deals."""
        self._counts[difference] = self._counts.get(difference, 0) + deals

    def merge(self, other: "Differences") -> None:
        """Take in what others have seen."""
        for difference, deals in other.items():
            self.add_many(difference, deals)

    def items(self) -> list[tuple[int, int]]:
        """Give every difference that was seen, and on how many deals.

        Example:
            >>> differences = Differences()
            >>> differences.add(np.array([2, -1, 2]))
            >>> differences.items()
            [(-1, 1), (2, 2)]
        """
        return sorted(self._counts.items())

    def estimate(self, sign: int = 1) -> Estimate:
        """Estimate the mean difference, or with sign -1 that of the second figure to the first."""
        items = self._counts.items()
        return Estimate.of_mean(
            sign * sum(value * count for value, count in items),
            sum(value * value * count for value, count in items),
            sum(self._counts.values()),
        )


def is_tied(behind: Estimate) -> bool:
    """Tell whether a sample cannot tell a choice from the best one, given how far it is behind.

    Example:
        >>> is_tied(Estimate.of_mean(3, 5, 10)), is_tied(Estimate.of_mean(8, 8, 10))
        (True, False)
    """
    return not (behind.mean if behind.n == 1 else behind.low) > 0


def doublings_of(counts: NDArray[np.int64]) -> tuple[int, ...]:
    """Tell in how many games the multiplier was 1, 2, 4, ...: up to the greatest there was.

    Example:
        >>> counts = np.zeros(256, np.int64)
        >>> counts[[1, 128, 129]] = 3, 1, 2
        >>> doublings_of(counts)
        (1, 5)
    """
    games = (counts[:128] + counts[128:]).tolist()
    while games and not games[-1]:
        games.pop()
    return tuple(games)


def streams(root: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Give the streams of deals and of decisions of an analysis.

    Example:
        >>> len(streams(5))
        2
    """
    return stream(root, SAMPLES), stream(root, ROLLOUTS)


def policy_name(policy: object) -> str:
    """Read the name of a policy.

    Raises:
        InvalidArgumentError: Reason ``unknown_policy`` or ``wrong_type``.

    Example:
        >>> policy_name("greedy")
        'greedy'
    """
    if not isinstance(policy, str):
        raise wrong_type("policy", "a policy's name", policy)
    known = _backend.policy_names()
    if policy not in known:
        raise InvalidArgumentError("unknown_policy", name=shown(policy), allowed=", ".join(known))
    return policy


def read_bid(bid: object) -> int:
    """Read what a landlord plays for.

    Raises:
        InvalidArgumentError: Reason ``wrong_type`` or ``out_of_range``.

    Example:
        >>> read_bid(3)
        3
    """
    return whole(bid, "bid", 1, HIGHEST_BID)
