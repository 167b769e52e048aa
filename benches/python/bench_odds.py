"""Exact odds and sampled deals: time of a question, and deals a second."""

from fractions import Fraction

import pytest

import doudizhu_fast as ddz

pytestmark = pytest.mark.benchmark(group="odds")

HAND = "3344556677889TTJQ"
FOUR_PLAYER_HAND = "33344455566778899TTJQKA22"
ROWS = 20_000
ROCKET = Fraction(68, 333)

# Questions with their odds for the next player, and for one of both others.
QUESTIONS = {
    "bomb": (lambda odds, who: odds.bomb(who), (0.10622246, 0.20024788)),
    "rocket": (lambda odds, who: odds.rocket(who), (0.20420420, 0.40840841)),
    "at_least": (lambda odds, who: odds.at_least("2", 3, who), (0.24195624, 0.48391248)),
    "solo": (lambda odds, who: odds.beats("A", who), (0.98579831, 1.0)),
    "pair": (lambda odds, who: odds.beats("KK", who), (0.92188657, 1.0)),
    "trio": (lambda odds, who: odds.beats("TTT", who), (0.76587256, 0.94708975)),
    "solo_chain": (lambda odds, who: odds.beats("34567", who), (0.78542074, 0.95399323)),
    "trio_chain_with_pairs": (
        lambda odds, who: odds.beats("333444+5566", who),
        (0.33371184, 0.57368794),
    ),
}

# Questions with their odds for one of three others, from the quickest to the slowest.
OF_THREE = {
    "rocket": (lambda odds: odds.rocket("any"), 0.02065171),
    "trio": (lambda odds: odds.beats("TTT", "any"), 0.99999772),
    "pair": (lambda odds: odds.beats("KK", "any"), 1.0),
    "bomb": (lambda odds: odds.bomb("any"), 0.96256617),
    "trio_chain_with_pairs": (lambda odds: odds.beats("333444+5566", "any"), 0.99529922),
    "solo_chain": (lambda odds: odds.beats("34567", "any"), 0.99999982),
    "four_trios_with_pairs": (lambda odds: odds.beats("333444555666+778899TT", "any"), 0.96471608),
}


@pytest.mark.parametrize("who", [1, "any"])
@pytest.mark.parametrize("question", QUESTIONS)
def bench_question(rate, question, who) -> None:
    ask, (of_next, of_any) = QUESTIONS[question]
    chances = ddz.analysis.odds(HAND)
    chance = rate(lambda: ask(chances, who), 1, "questions")
    assert round(chance.value, 8) == (of_next if who == 1 else of_any)


@pytest.mark.parametrize("question", OF_THREE)
def bench_any_of_three(rate, question) -> None:
    ask, of_any = OF_THREE[question]
    chances = ddz.analysis.odds(FOUR_PLAYER_HAND, "four_player")
    chance = rate(lambda: ask(chances), 1, "questions")
    assert round(chance.value, 8) == of_any


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
