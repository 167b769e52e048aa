"""The single-seat environment passes Gymnasium's check, and its games are those of `Game` with bots in other seats."""

import pickle
from typing import Any

import numpy as np
import pytest

import doudizhu_fast as ddz

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env

from doudizhu_fast.envs import SingleSeatEnv

OPTIONS = [
    {"rules": rules, "action_space": action_space, "auction": auction}
    for rules in ("three_player", "four_player")
    for action_space in ("catalogue", "indexed")
    for auction in (False, True)
]


def label(options: dict[str, Any]) -> str:
    return "-".join(map(str, options.values()))


named = pytest.mark.skipif(ddz.backend() != "native", reason="named bots decide in the engine")
each = pytest.mark.parametrize("options", OPTIONS, ids=label)


class LastMove:
    """A bot that calls and plays the last that is legal, and remembers that it was asked."""

    asked = 0

    def bid(self, view: ddz.View) -> int:
        self.asked += 1
        return view.legal_bids()[-1]

    def play(self, view: ddz.View) -> ddz.Move:
        self.asked += 1
        return view.legal_moves()[-1]


@each
def test_check_env(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Every warning is an error in this test run."""
    for seat in (0, "random"):
        made = gymnasium.make(
            "doudizhu_fast/SingleSeat-v0", seat=seat, opponents=LastMove(), **options
        )
        check_env(made.unwrapped)
    made = gymnasium.make("doudizhu_fast/SingleSeat-v0", opponents=LastMove(), render_mode="ansi")
    check_env(made.unwrapped)
    capsys.readouterr()


def last_legal(mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask)[-1])


@each
def test_games_are_those_of_game(options: dict[str, Any]) -> None:
    rules = ddz.Rules.parse(options["rules"])
    alone = rules if options["auction"] else rules.replace(auction="none")
    space = alone.action_space
    environment = SingleSeatEnv(seat="random", opponents=LastMove(), **options)
    choose = np.random.default_rng(2)
    seats = set()
    for number in range(3):
        observation, info = environment.reset(seed=9 if number == 0 else None)
        game, seat = ddz.Game.of_run(9, number, alone), info["seat"]
        seats.add(seat)
        bot = LastMove()
        terminated = False
        while True:
            while game.turn not in (seat, None):
                view = game.view(game.turn)
                if game.phase is ddz.Phase.AUCTION:
                    game.bid(bot.bid(view))
                else:
                    game.play(bot.play(view))
            assert environment.game.record() == game.record()
            assert terminated == (game.turn is None)
            if terminated:
                break
            bids = game.legal_bids()
            ids = [len(space) + bid for bid in bids] or [space.id(m) for m in game.legal_moves()]
            mask = observation["action_mask"]
            indexed = options["action_space"] == "indexed"
            assert np.flatnonzero(mask).tolist() == (list(range(len(ids))) if indexed else ids)
            assert (environment.action_masks() == mask).all()
            assert (info["action_mask"] == mask).all()
            index = int(choose.integers(len(ids)))
            if bids:
                game.bid(bids[index])
            else:
                game.play_index(index)
            observation, reward, terminated, truncated, info = environment.step(
                index if indexed else ids[index]
            )
            assert truncated is False
            assert terminated or reward == 0
        assert reward == game.payoffs[seat] != 0
        assert info["payoffs"].tolist() == list(game.payoffs)
        assert not environment.action_masks().any()
    assert len(seats) > 1


def play_out(environment: Any, seed: int | None, options: Any = None) -> tuple[float, list[Any]]:
    observation, info = environment.reset(seed=seed, options=options)
    seen, terminated, reward = [], False, 0.0
    while not terminated:
        seen.append(observation["observation"].tobytes())
        observation, reward, terminated, _, info = environment.step(last_legal(info["action_mask"]))
    return reward, seen


@named
def test_games_repeat_by_their_seed() -> None:
    one, two = (SingleSeatEnv(seat="peasant", opponents="random") for _ in range(2))
    first = [play_out(one, 3), play_out(one, None), play_out(one, 3)]
    second = [play_out(two, 3), play_out(two, None)]
    assert first[:2] == second
    assert first[2] == first[0] != first[1]
    assert play_out(one, 4) != first[0]


@pytest.mark.parametrize(
    ("seat", "seats"),
    [(2, {2}), ("landlord", {0}), ("peasant", {1, 2}), ("random", {0, 1, 2})],
)
def test_seats(seat: int | str, seats: set[int]) -> None:
    environment = SingleSeatEnv(seat=seat, opponents=LastMove())
    seen = set()
    for number in range(24):
        observation, info = environment.reset(seed=1 if number == 0 else None)
        seen.add(info["seat"])
        assert observation["observation"][49] == (1 if info["seat"] == 0 else 2)
        assert environment.game.turn == info["seat"]
    assert seen == seats


def test_opponents_by_seat_and_by_reset() -> None:
    left, right = LastMove(), LastMove()
    environment = SingleSeatEnv(seat=1, opponents=[left, "nobody", right])
    play_out(environment, 1)
    assert left.asked > 0
    assert right.asked > 0
    third = LastMove()
    environment.reset(options={"opponents": third})
    before = left.asked
    play_out(environment, 1)
    assert third.asked > 0
    assert left.asked == before
    with pytest.raises(ddz.InvalidArgumentError) as caught:
        environment.reset(options={"opponents": [third, third]})
    assert caught.value.reason == "player_count"
    play_out(environment, 1)


def test_rewards_by_winning() -> None:
    environment = SingleSeatEnv(seat="random", opponents=LastMove(), reward="win")
    wins = [play_out(environment, seed)[0] for seed in range(12)]
    assert set(wins) == {1.0, -1.0}


class Longest(LastMove):
    def play(self, view: ddz.View) -> ddz.Move:
        return max(view.legal_moves(), key=lambda move: len(move.cards))


def test_a_game_that_ends_before_the_learner_acts_is_passed_over() -> None:
    """Landlord 0 leads 20 cards at once: a pair chain of ten."""
    rest = "33445566778899TTJJQQ" + "KKKKAAAA2222BR"
    assert len(rest) == 34
    hands = ("33445566778899TTJ", rest[:17], rest[17:])
    deal = ddz.Deal(hands, "JQQ", 0, rules="rlcard")
    environment = SingleSeatEnv("rlcard", seat=1, opponents=Longest())
    _, info = environment.reset(seed=1, options={"deal": deal})
    assert environment.game.deal != deal
    assert environment.game.index == 1
    assert info["action_mask"].any()
    landlord = SingleSeatEnv("rlcard", seat=0, opponents=LastMove())
    landlord.reset(seed=1, options={"deal": deal})
    assert landlord.game.deal == deal


def test_refused_actions_change_nothing() -> None:
    environment = SingleSeatEnv(auction=True, opponents=LastMove(), illegal_reward=None)
    n = len(ddz.Rules.three_player().action_space)
    wrong = [
        (-1, ddz.InvalidArgumentError, "action_out_of_range"),
        (n + 4, ddz.InvalidArgumentError, "action_out_of_range"),
        ("3", ddz.InvalidArgumentError, "wrong_type"),
    ]
    seen = 0
    for seed in range(6):
        environment.reset(seed=seed)
        calling = environment.game.phase is ddz.Phase.AUCTION
        if calling:
            illegal = [(0, ddz.WrongPhaseError, "auction_not_over")]
        else:
            reason = "pass_on_lead" if environment.game.to_beat is None else "does_not_beat"
            weak = 0 if reason == "pass_on_lead" else ddz.Rules().action_space.id("3")
            illegal = [(n, ddz.WrongPhaseError, "auction_over")]
            if reason == "pass_on_lead":
                illegal.append((weak, ddz.IllegalMoveError, reason))
        before, masks = environment.game.record(), environment.action_masks().tolist()
        for action, error, reason in wrong + illegal:
            with pytest.raises(error) as caught:
                environment.step(action)
            assert caught.value.reason == reason
            assert environment.game.record() == before
            assert environment.action_masks().tolist() == masks
            seen += 1
    assert seen >= 24


def test_an_illegal_action_ends_the_game_with_its_reward() -> None:
    environment = SingleSeatEnv(opponents=LastMove(), illegal_reward=-3)
    environment.reset(seed=1)
    before = environment.game.record()
    observation, reward, terminated, truncated, info = environment.step(0)
    assert (reward, terminated, truncated) == (-3.0, True, False)
    assert "lead" in info["illegal"]
    assert environment.game.record() == before
    assert not info["action_mask"].any()
    assert not observation["action_mask"].any()
    assert not environment.action_masks().any()
    with pytest.raises(ddz.WrongPhaseError) as caught:
        environment.step(1)
    assert caught.value.reason == "game_over"
    environment.reset(seed=1)
    with pytest.raises(ddz.InvalidArgumentError):
        environment.step(10**6)
    play_out(environment, 1)


class Broken(LastMove):
    def play(self, view: ddz.View) -> Any:
        return "BR+333"


def test_a_bot_that_breaks_the_rules_changes_nothing() -> None:
    environment = SingleSeatEnv(opponents=Broken())
    observation, _ = environment.reset(seed=1)
    before = environment.game.record()
    with pytest.raises(ddz.BotError) as caught:
        environment.step(last_legal(observation["action_mask"]))
    assert (caught.value.reason, caught.value.seat) == ("illegal_move", 1)
    assert environment.game.record() == before
    with pytest.raises(ddz.BotError):
        SingleSeatEnv(seat=1, opponents=Broken()).reset(seed=1)


class Polite(LastMove):
    """Remembers which games it was told of."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def begin(self, view: ddz.View) -> None:
        assert not view.moves
        self.told.append("begin")

    def end(self, view: ddz.View) -> None:
        assert view.phase is ddz.Phase.OVER
        self.told.append("end")


def test_bots_hear_of_beginning_and_end() -> None:
    bot = Polite()
    environment = SingleSeatEnv(opponents=["", bot, LastMove()])
    for seed in range(3):
        play_out(environment, seed)
    assert bot.told == ["begin", "end"] * 3


@named
@pytest.mark.parametrize("auction", [False, True])
@pytest.mark.parametrize("rules", ["three_player", "four_player"])
def test_a_learner_that_plays_like_a_bot_plays_the_game_of_bots(rules: str, auction: bool) -> None:
    """Named bots get the seeds that `play_game` gives them."""
    seats = ddz.Rules.parse(rules).players
    names = ["greedy"] + ["random"] * (seats - 1)
    environment = SingleSeatEnv(rules, opponents=names, auction=auction, action_space="indexed")
    learner = ddz.bots.get("greedy", rules=rules)
    for number in range(4):
        environment.reset(seed=12 if number == 0 else None)
        terminated = False
        while not terminated:
            game = environment.game
            view = game.view(0)
            calls = game.phase is ddz.Phase.AUCTION
            choice = learner.bid(view) if calls else learner.play(view)
            index = (view.legal_bids() if calls else view.legal_moves()).index(choice)
            _, _, terminated, _, _ = environment.step(index)
        record = ddz.bots.play_game(names, seed=12, rules=rules, auction=auction, index=number)
        assert environment.game.record().plays == record.plays
        assert environment.game.payoffs == record.payoffs


def test_before_the_first_reset() -> None:
    environment = SingleSeatEnv()
    for call in (lambda: environment.step(1), environment.action_masks, lambda: environment.game):
        with pytest.raises(ddz.WrongPhaseError) as caught:
            call()
        assert caught.value.reason == "not_reset"


def test_wrong_options() -> None:
    wrong = [
        ({"seat": 3}, "out_of_range"),
        ({"seat": "dealer"}, "unknown_option"),
        ({"seat": "landlord", "auction": True}, "unknown_option"),
        ({"opponents": ["random"]}, "player_count"),
        ({"opponents": 5}, "bad_bot"),
        ({"action_space": "all"}, "unknown_option"),
        ({"reward": None}, "unknown_option"),
        ({"illegal_reward": "much"}, "wrong_type"),
        ({"render_mode": "rgb_array"}, "unknown_option"),
        ({"auction": None}, "wrong_type"),
    ]
    for options, reason in wrong:
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            SingleSeatEnv(**options)
        assert caught.value.reason == reason, options
    with pytest.raises(ddz.InvalidArgumentError) as bot:
        SingleSeatEnv(opponents="nobody").reset(seed=1)
    assert bot.value.reason == "unknown_bot"
    with pytest.raises(ddz.InvalidArgumentError) as seed:
        SingleSeatEnv().reset(seed=-1)
    assert seed.value.reason == "bad_seed"


def test_the_table_hides_the_cards_of_others_until_the_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    environment = SingleSeatEnv(opponents=LastMove(), render_mode="ansi")
    environment.reset(seed=1)
    hands = environment.game.hands
    text = environment.render()
    assert str(hands[0]) in text
    assert str(hands[1]) not in text
    play_out(environment, 1)
    assert "payoffs" in environment.render()
    human = SingleSeatEnv(opponents=LastMove(), render_mode="human")
    human.reset(seed=1)
    assert human.render() is None
    assert capsys.readouterr().out == text + "\n"
    silent = SingleSeatEnv(opponents=LastMove())
    silent.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        silent.render()


def test_environments_are_pickled_in_the_middle_of_a_game() -> None:
    environment = SingleSeatEnv(action_space="indexed", opponents=LastMove())
    environment.reset(seed=1)
    environment.step(0)
    data = pickle.dumps(environment)
    assert len(data) < 100_000
    other = pickle.loads(data)
    assert other.game.record() == environment.game.record()
    one, two = (env.step(0) for env in (environment, other))
    assert one[0]["observation"].tolist() == two[0]["observation"].tolist()
    assert one[1:4] == two[1:4]


def test_gymnasium_vectorises_it() -> None:
    envs = gymnasium.make_vec(
        "doudizhu_fast/SingleSeat-v0", num_envs=3, vectorization_mode="sync", opponents=LastMove()
    )
    observations, _ = envs.reset(seed=1)
    for _ in range(60):
        actions = observations["action_mask"].argmax(axis=1)
        observations, *_ = envs.step(actions)
    assert observations["observation"].shape == (3, 100)
    envs.close()
