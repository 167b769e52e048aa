"""montecarlo: it keeps to its time and is stronger than the policy that it rolls out with."""

import time

import pytest

import doudizhu_fast as ddz
from doudizhu_fast.bots import monte_carlo
from doudizhu_fast.bots.monte_carlo import MonteCarlo
from midgame import views

pytestmark = pytest.mark.skipif(ddz.backend() != "native", reason="rollouts run in the engine")


def test_a_decision_takes_about_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    # Processor time: what else the machine does is not the bot's.
    monkeypatch.setattr(monte_carlo.time, "perf_counter", time.process_time)
    bot = MonteCarlo(seconds=0.05, seed=1)
    asked = views(10)
    assert len(asked) >= 5
    took = []
    for view in asked:
        began = time.process_time()
        assert bot.play(view) in view.legal_moves()
        if len(view.legal_moves()) > 1:
            took.append(time.process_time() - began)
    assert 0.02 < sorted(took)[len(took) // 2] < 0.15


@pytest.mark.parametrize("rules", ["rlcard", "three_player"])
def test_it_is_stronger_than_the_policy_it_rolls_out_with(rules: str) -> None:
    bots = ["rule", "montecarlo(deals=40)"]
    (pair,) = ddz.bots.tournament(bots, 40, rules=rules, seed=21).pairs
    # Equal players would do so in one of forty runs, and a bot that follows its policy never.
    assert pair.difference.high < 0


def test_a_number_of_threads_is_checked() -> None:
    with pytest.raises(ddz.InvalidArgumentError) as caught:
        MonteCarlo(threads=0)
    assert caught.value.reason == "out_of_range"
