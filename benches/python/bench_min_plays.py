"""The least plays of many random hands."""

import pytest

import doudizhu_fast as ddz
from doudizhu_fast.analysis import min_plays_batch

pytestmark = pytest.mark.benchmark(group="analysis")

# The least plays of all 4,096 hands together: 20 cards, and 33 under the rules for four players.
PLAYS = {"three_player": 29_154, "four_player": 28_331}


@pytest.mark.parametrize("rules", PLAYS)
def bench_min_plays_batch(rate, rules) -> None:
    deals = ddz.deal_batch(4_096, 2026, rules)
    hands = deals.hands[:, 0] + deals.bottom
    counts = rate(lambda: min_plays_batch(hands, rules, threads=1), len(hands), "hands")
    assert counts.sum() == PLAYS[rules]
