"""search and montecarlo alike: seeds decide, options are checked, they can be stopped and play known endings right."""

import signal
import threading
import time
from functools import cache
from typing import Any

import pytest

import doudizhu_fast as ddz
from doudizhu_fast.bots.monte_carlo import MonteCarlo
from doudizhu_fast.bots.tree_search import TreeSearch
from midgame import views

pytestmark = [
    pytest.mark.skipif(ddz.backend() != "native", reason="samples are played in the engine"),
    pytest.mark.parametrize("kind", [MonteCarlo, TreeSearch]),
]

Kind = type[MonteCarlo] | type[TreeSearch]


def test_the_same_seed_and_questions_give_the_same_answers(kind: Kind) -> None:
    asked = [view for rules in ("three_player", "four_player") for view in views(8, rules)]
    assert len(asked) >= 10
    one, two = kind(deals=30, seed=5), kind(deals=30, seed=5)
    answers = [one.play(view) for view in asked]
    assert answers == [two.play(view) for view in asked]
    assert all(move in view.legal_moves() for move, view in zip(answers, asked, strict=True))
    if kind is MonteCarlo:
        shared = MonteCarlo(deals=30, seed=5, threads=2)
        assert answers == [shared.play(view) for view in asked]
    others = [kind(deals=3, seed=seed).play(asked[0]) for seed in range(20)]
    assert len(set(map(str, others))) > 1


def test_decisions_never_end(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    view = views(1)[0]
    fresh, old = kind(deals=20, seed=1), kind(deals=20, seed=1)
    # The numbers of deals have 64 bits, and a bot may be asked for weeks.
    monkeypatch.setattr(old, "_asked", 2**24)
    assert old.play(view) == fresh.play(view)
    assert old.play(view) == fresh.play(view)


def test_calls_are_those_of_a_bid_table(kind: Kind) -> None:
    strong = ddz.View.from_text("33456789TJQKA22BR")
    weak = ddz.View.from_text("33445667788999TTJ")
    for options in ({"deals": 300}, {"seconds": 0.05}):
        assert kind(seed=1, **options).bid(strong) == 3
        assert kind(seed=1, **options).bid(weak) == 0


def test_one_legal_move_is_answered_at_once(kind: Kind) -> None:
    view = ddz.View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="BR")
    assert view.legal_moves() == [ddz.PASS]
    began = time.process_time()
    for _ in range(20):
        assert kind(deals=1_000_000).play(view) == ddz.PASS
    assert time.process_time() - began < 5


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals to threads are of Unix")
@pytest.mark.parametrize("options", [{"seconds": 60}, {"deals": 1_000_000, "exact_cards": 24}])
def test_ctrl_c_ends_a_decision(kind: Kind, options: dict[str, int]) -> None:
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.2, signal.pthread_kill, (main, signal.SIGINT))
    view = views(1)[0]
    began = time.perf_counter()
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            kind(seed=1, **options).play(view)
    finally:
        timer.join()
    assert time.perf_counter() - began < 10


@cache
def known_endings() -> list[tuple[ddz.View, tuple[ddz.Move, ...]]]:
    """Views from which all hands follow, as the landlord holds bottom cards only, and some moves win but not all."""
    found = []
    for index in range(400):
        rules = ddz.Rules.parse("three_player").replace(auction="none")
        game = ddz.Game.of_run(3, index, rules)
        players = [ddz.bots.get("rule", rules=rules) for _ in range(3)]
        while game.turn is not None:
            view = game.view(game.turn)
            hands_are_known = view.bottom is not None and game.hands[game.landlord] in view.bottom
            if view.role is ddz.Role.PEASANT and hands_are_known and sum(view.counts) <= 20:
                found.append((view, game.position))
            game.play(players[game.turn].play(view))
    solved = [(view, ddz.analysis.solve(position)) for view, position in found]
    return [
        (view, solution.winning_moves)
        for view, solution in solved
        if solution.winner is ddz.Role.PEASANT
        and len(solution.winning_moves) < len(view.legal_moves())
    ]


def test_endings_with_known_hands_are_played_as_solved(kind: Kind) -> None:
    endings = known_endings()
    assert len(endings) >= 5
    for objective in ("win", "payoff"):
        bot = kind(deals=1, exact_cards=20, objective=objective, seed=1)
        for view, winning in endings:
            assert bot.play(view) in winning


def test_games_with_exact_ends_are_the_same_for_a_seed(kind: Kind) -> None:
    def record(**more: int) -> Any:
        bot = kind(deals=8, exact_cards=16, seed=3, **more)
        return ddz.bots.play_game(bot, seed=4, rules="three_player").to_json()

    assert record() == record()
    if kind is MonteCarlo:
        assert record(threads=2) == record()


def test_they_play_whole_games_under_all_rules(kind: Kind) -> None:
    for rules in ("four_player", "national", "botzone", "openspiel", "douzero"):
        bot = kind(deals=3, objective="win", policy="greedy", exact_cards=10, seed=2)
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
        ({"exact_cards": -1}, "out_of_range"),
        ({"exact_cards": 37}, "out_of_range"),
        ({"exact_cards": "all"}, "wrong_type"),
        ({"seed": -1}, "bad_seed"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    kind: Kind, options: dict[str, Any], reason: str
) -> None:
    for make in (kind, lambda **given: ddz.bots.get(kind.name, **given)):
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            make(**options)
        assert caught.value.reason == reason
    with pytest.raises(ddz.InvalidArgumentError, match="depth"):
        ddz.bots.get(kind.name, depth=3)


def test_other_seats_and_phases_are_refused(kind: Kind) -> None:
    bot = kind(deals=1)
    view = views(1)[0]
    with pytest.raises(ddz.WrongPhaseError) as caught:
        bot.bid(view)
    assert caught.value.reason == "auction_over"
    with pytest.raises(ddz.WrongPhaseError) as caught:
        bot.play(ddz.View.from_text("34567889TTJJQKA22", seat=2, landlord=0, plays="A"))
    assert caught.value.reason == "not_to_act"
