"""montecarlo: seeds decide, it keeps to its budget, and it is stronger than the policy that it rolls out with."""

import time
from typing import Any

import pytest

import doudizhu_fast as ddz
from doudizhu_fast.bots import monte_carlo
from doudizhu_fast.bots.monte_carlo import MonteCarlo

pytestmark = pytest.mark.skipif(ddz.backend() != "native", reason="rollouts run in the engine")


def views(count: int, rules: str = "three_player") -> list[ddz.View]:
    """Views of the seat to move, somewhere in games of the greedy bot."""
    found = []
    for index in range(count):
        game = ddz.Game.of_run(6, index, ddz.Rules.parse(rules).replace(auction="none"))
        for _ in range(3 * index):
            if game.turn is not None and game.count_moves() > 1:
                game.play_index(game.count_moves() // 2)
        if game.turn is not None:
            found.append(game.view(game.turn))
    return found


def test_the_same_seed_and_questions_give_the_same_answers() -> None:
    asked = [view for rules in ("three_player", "four_player") for view in views(8, rules)]
    assert len(asked) >= 10
    one, two = MonteCarlo(deals=30, seed=5), MonteCarlo(deals=30, seed=5, threads=2)
    answers = [one.play(view) for view in asked]
    assert answers == [two.play(view) for view in asked]
    assert all(move in view.legal_moves() for move, view in zip(answers, asked, strict=True))


def test_calls_are_those_of_a_bid_table() -> None:
    strong = ddz.View.from_text("3456789TJQKA22BR3"[:17])
    weak = ddz.View.from_text("33445667788999TTJ")
    for options in ({"deals": 300}, {"seconds": 0.05}):
        assert MonteCarlo(seed=1, **options).bid(strong) == 3
        assert MonteCarlo(seed=1, **options).bid(weak) == 0


def test_one_legal_move_is_answered_at_once() -> None:
    view = ddz.View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="BR")
    assert view.legal_moves() == [ddz.PASS]
    began = time.process_time()
    for _ in range(20):
        assert MonteCarlo(deals=1_000_000).play(view) == ddz.PASS
    assert time.process_time() - began < 5


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


def test_it_plays_whole_games_under_all_rules() -> None:
    for rules in ("four_player", "national", "botzone", "openspiel"):
        bot = MonteCarlo(deals=4, objective="win", policy="greedy", seed=2)
        assert ddz.bots.play_game(bot, seed=4, rules=rules).payoffs is not None


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"deals": 0}, "out_of_range"),
        ({"deals": 1.5}, "wrong_type"),
        ({"seconds": 0}, "out_of_range"),
        ({"seconds": float("nan")}, "out_of_range"),
        ({"seconds": "1"}, "wrong_type"),
        ({"deals": 5, "seconds": 1}, "told_already"),
        ({"policy": "nobody"}, "unknown_policy"),
        ({"objective": "glory"}, "unknown_objective"),
        ({"exact_cards": 37}, "out_of_range"),
        ({"threads": 0}, "out_of_range"),
        ({"seed": -1}, "bad_seed"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], reason: str) -> None:
    for make in (MonteCarlo, lambda **given: ddz.bots.get("montecarlo", **given)):
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            make(**options)
        assert caught.value.reason == reason
    with pytest.raises(ddz.InvalidArgumentError, match="depth"):
        ddz.bots.get("montecarlo", depth=3)
