"""The work that is compared, the same for all: deals, hands and leads from one seed; how one system does one work."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

import doudizhu_fast as ddz

SEED = 2_026
DEALS = 1_024
HANDS = 512
PRESETS = ("three_player", "rlcard", "openspiel", "douzero")

PLAY = "random games, play phase only"
AUCTION = "random games, deal and auction included"
LEAD = "all leads of a 20-card hand"
FOLLOW = "all answers of a 17-card hand to a random lead"
WORKS = {PLAY: "games/s", AUCTION: "games/s", LEAD: "hands/s", FOLLOW: "hands/s"}

# Moves of a random game, passes counted: the same under all rule sets, calls of an auction included or not.
LENGTH = (58.0, 64.0)
# The same without passes.
PLAYS = (28.5, 31.0)
# Lengths of games spread by about a third, so a mean over few games may be off by three of its standard errors.
SPREAD = 20.0


class Amount(NamedTuple):
    """What was done: games or hands, and the moves that were made or listed."""

    items: int
    moves: int


@dataclass
class Entry:
    """One system doing one work.

    `prepare` is not timed and gives `run` what it needs for one go.
    """

    work: str
    who: str
    rules: str
    prepare: Callable[[], Any]
    run: Callable[[Any], Amount]
    # Bounds of the mean number of moves of an item; both the same where it is known exactly.
    mean: tuple[float, float] = LENGTH
    rates: list[float] = field(default_factory=list)
    items: int = 0
    moves: int = 0

    def measure(self, seconds: float) -> None:
        """Run until so much CPU time is spent, and note the rate."""
        items, moves, spent = 0, 0, 0.0
        while spent < seconds:
            ready = self.prepare()
            began = time.process_time()
            amount = self.run(ready)
            spent += time.process_time() - began
            items += amount.items
            moves += amount.moves
        self.rates.append(items / spent)
        self.items += items
        self.moves += moves

    def check(self) -> None:
        """Assert that what was done is what should have been."""
        low, high = self.mean
        slack = 0.0 if low == high else 3 * SPREAD / self.items**0.5
        assert low - slack <= self.mean_moves <= high + slack, (
            self.who,
            self.work,
            self.mean_moves,
        )

    @property
    def mean_moves(self) -> float:
        """Moves of an item."""
        return self.moves / self.items

    @property
    def rate(self) -> float:
        """The median rate of all rounds."""
        return float(np.median(self.rates))


class Question(NamedTuple):
    """A landlord's hand, one of his leads, and the hand of the next seat."""

    deal: int
    landlord: ddz.Hand
    lead: ddz.Move
    follower: ddz.Hand


class Cases:
    """Deals and questions, the same for every system."""

    def __init__(self) -> None:
        self.hands, self.bottom, _, _ = ddz.deal_batch(DEALS, SEED)
        self._next: dict[str, int] = {}

    def deal(self, number: int) -> tuple[list[ddz.Hand], ddz.Hand]:
        """The hands at the start of play, the landlord's with the bottom cards first, and the bottom cards."""
        bottom = ddz.Hand.from_packed(self.bottom[number])
        hands = [ddz.Hand.from_packed(hand) for hand in self.hands[number].tolist()]
        return [hands[0] + bottom, *hands[1:]], bottom

    def next_deals(self, who: str, count: int) -> list[int]:
        """The numbers of the deals that a system plays next, round and round."""
        first = self._next.get(who, 0)
        self._next[who] = first + count
        return [number % DEALS for number in range(first, first + count)]

    @cached_property
    def questions(self) -> list[Question]:
        """Hands to lead and hands to answer; leads are drawn uniformly from those that all rule sets allow."""
        draw = np.random.default_rng(SEED)
        questions = []
        for number in range(HANDS):
            (landlord, follower, _), _ = self.deal(number)
            common = set.intersection(*(set(ddz.legal_moves(landlord, None, p)) for p in PRESETS))
            leads = sorted((lead for lead in common if _in_all_lists(lead, landlord)), key=int)
            lead = leads[int(draw.integers(len(leads)))]
            questions.append(Question(number, landlord, lead, follower))
        return questions

    def expected(self, work: str, preset: str) -> int:
        """The legal moves of all questions together."""
        if work == LEAD:
            return sum(ddz.count_moves(case.landlord, None, preset) for case in self.questions)
        return sum(ddz.count_moves(case.follower, case.lead, preset) for case in self.questions)


def _in_all_lists(lead: ddz.Move, hand: ddz.Hand) -> bool:
    """Leave out leads that OpenSpiel allows but does not list, and the rocket, on which it offers bombs."""
    chains = (ddz.Kind.SOLO_CHAIN, ddz.Kind.PAIR_CHAIN, ddz.Kind.TRIO_CHAIN)
    if lead.kind in chains and hand.count(min(lead.cards)) == 4:
        return False
    return lead.kind is not ddz.Kind.ROCKET
