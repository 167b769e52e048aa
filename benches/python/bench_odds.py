"""Exact odds and sampled deals: time of a question, and deals a second."""

from fractions import Fraction

import pytest

import doudizhu_fast as ddz

pytestmark = pytest.mark.benchmark(group="odds")

HAND = "3344556677889TTJQ"
ROWS = 20_000
ROCKET = Fraction(68, 333)

# Each is asked of the next player and of all others together, with what it comes to for all others.
QUESTIONS = {
    "bomb": (lambda odds, who: odds.bomb(who), 0.0882),
    "rocket": (lambda odds, who: odds.rocket(who), 0.4084),
    "at_least": (lambda odds, who: odds.at_least("2", 3, who), 0.4085),
    "solo": (lambda odds, who: odds.beats("A", who), 0.9993),
    "pair": (lambda odds, who: odds.beats("KK", who), 0.9807),
    "trio": (lambda odds, who: odds.beats("TTT", who), 0.9),
    "solo_chain": (lambda odds, who: odds.beats("34567", who), 0.9),
    "trio_chain_with_pairs": (lambda odds, who: odds.beats("333444+5566", who), 0.9),
}


@pytest.mark.parametrize("who", [1, "any"])
@pytest.mark.parametrize("question", QUESTIONS)
def bench_question(rate, question, who) -> None:
    ask, _ = QUESTIONS[question]
    chances = ddz.analysis.odds(HAND)
    chance = rate(lambda: ask(chances, who), 1, "questions")
    assert 0 < chance.value < 1


def bench_hand_to_rocket(rate) -> None:
    chance = rate(lambda: ddz.analysis.odds(HAND).rocket(1), 1, "questions")
    assert chance.fraction == ROCKET


def bench_sample_deals(rate) -> None:
    deals = rate(lambda: ddz.analysis.sample_deals(HAND, ROWS, seed=1, threads=1), ROWS, "deals")
    share = ((deals[:, 1] >> 52) == 0x11).mean()
    assert abs(share - float(ROCKET)) < 0.012


def bench_sample_deals_cannot_beat(rate) -> None:
    limits = {1: "KK", 2: "34567"}
    deals = rate(
        lambda: ddz.analysis.sample_deals(HAND, ROWS, seed=1, cannot_beat=limits, threads=1),
        ROWS,
        "deals",
    )
    assert ddz.count_moves_batch(deals[:, 1].copy(), "KK", threads=1).max() == 1
