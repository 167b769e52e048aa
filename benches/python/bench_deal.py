"""Dealing, one deal at a time and many in one call."""

import numpy as np
import pytest

import doudizhu_fast as ddz

pytestmark = pytest.mark.benchmark(group="deal")

PRESETS = ("three_player", "four_player")
DEALS = 10_000
NIBBLES = 4 * np.arange(15, dtype=np.uint64)


@pytest.mark.parametrize("preset", PRESETS)
def bench_deal_batch(rate, preset) -> None:
    dealt = rate(lambda: ddz.deal_batch(DEALS, 7, preset), DEALS, "deals")
    whole = dealt.hands.sum(axis=1) + dealt.bottom
    assert (whole == whole[0]).all()
    assert (whole[0] >> NIBBLES & np.uint64(15)).sum() == (54 if preset == "three_player" else 108)
    assert dealt.hands[0].tolist() == [int(hand) for hand in ddz.deal(7, preset).hands]


@pytest.mark.parametrize("preset", PRESETS)
def bench_deal(rate, preset) -> None:
    rules = ddz.Rules.four_player() if preset == "four_player" else ddz.Rules()

    def work():
        return [ddz.deal(seed, rules) for seed in range(50)]

    deals = rate(work, 50, "deals")
    assert deals[7].hands[0] == ddz.Hand.from_packed(ddz.deal_batch(1, 7, preset).hands[0, 0])
