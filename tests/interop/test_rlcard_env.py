"""The bridge to RLCard against rlcard 1.2.0 itself: ids, texts, states in lockstep, its agents on our environment."""

import copy
import itertools
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import doudizhu_fast as ddz
from doudizhu_fast.interop import rlcard as bridge

rlcard = pytest.importorskip("rlcard")
utils = pytest.importorskip("rlcard.games.doudizhu.utils")
agents = pytest.importorskip("rlcard.agents")
models = pytest.importorskip("rlcard.models")

QUICK_GAMES, SLOW_GAMES = 30, 1_000
PARTS = 4  # of the slow games, so that several workers share them


def both(seed: int, **config: Any) -> tuple[Any, Any]:
    bridge.register()
    bridge.register()
    config = {"seed": seed, **config}
    return rlcard.make("doudizhu", config), rlcard.make("doudizhu-fast", config)


def assert_same(theirs: dict[str, Any], ours: dict[str, Any]) -> None:
    assert list(theirs) == list(ours)
    assert theirs["obs"].dtype == ours["obs"].dtype
    assert theirs["obs"].tobytes() == ours["obs"].tobytes()
    assert set(theirs["legal_actions"]) == set(ours["legal_actions"])
    for action, row in theirs["legal_actions"].items():
        assert row.tobytes() == ours["legal_actions"][action].tobytes()
        assert row.dtype == ours["legal_actions"][action].dtype
    assert sorted(theirs["raw_legal_actions"]) == sorted(ours["raw_legal_actions"])
    assert theirs["action_record"] == ours["action_record"]
    assert_same_raw(theirs["raw_obs"], ours["raw_obs"])


def assert_same_raw(theirs: dict[str, Any], ours: dict[str, Any], *but: str) -> None:
    assert list(theirs) == list(ours)
    for field, value in theirs.items():
        if field == "actions":
            assert sorted(value) == sorted(ours[field])
        elif field not in but:
            assert value == ours[field], field


# Ids and texts.


def test_every_id_and_text_is_theirs_both_ways() -> None:
    assert len(utils.ID_2_ACTION) == 27_472
    for number, text in enumerate(utils.ID_2_ACTION):
        move = bridge.move(number)
        assert bridge.action_id(move) == number
        assert bridge.text(move) == text
        assert bridge.from_text(text) is move
    everything = np.arange(27_472)
    moves = bridge.moves(everything)
    assert (bridge.action_ids(moves) == everything).all()
    assert len(set(moves.tolist())) == 27_472


@pytest.mark.parametrize("number", [-1, 27_472, 10**30, 2**64])
def test_ids_out_of_range_are_refused(number: int) -> None:
    with pytest.raises(ddz.InvalidArgumentError) as caught:
        bridge.move(number)
    assert caught.value.reason == "action_out_of_range"


def test_arrays_of_ids_out_of_range_are_refused() -> None:
    for wrong in ([0, -1], [0, 27_472]):
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            bridge.moves(np.array(wrong))
        assert (caught.value.reason, caught.value.index) == ("action_out_of_range", 1)


@pytest.mark.parametrize(
    ("text", "reason"), [("345", "not_a_play"), ("", "unreadable"), ("3333BR", "not_a_play")]
)
def test_texts_that_are_no_action_are_refused(text: str, reason: str) -> None:
    with pytest.raises(ddz.IllegalMoveError) as caught:
        bridge.from_text(text)
    assert caught.value.reason == reason


# States in lockstep.


def play_in_lockstep(games: int, all_seats: bool, seed: int = 5) -> int:
    theirs, ours = both(seed=seed)
    choose = random.Random(seed)
    states = 0
    for _ in range(games):
        (state, seat), (mine, my_seat) = theirs.reset(), ours.reset()
        while True:
            assert seat == my_seat
            assert_same(state, mine)
            states += 1
            assert theirs.is_over() == ours.is_over()
            if theirs.is_over():
                break
            if all_seats and state["raw_obs"]["trace"]:
                for other in range(3):
                    assert_same(theirs.get_state(other), ours.get_state(other))
            action = choose.choice(sorted(state["legal_actions"]))
            assert (theirs.get_action_feature(action) == ours.get_action_feature(action)).all()
            (state, seat), (mine, my_seat) = theirs.step(action), ours.step(action)
        for other in range(3):
            assert_same(theirs.get_state(other), ours.get_state(other))
        assert theirs.get_payoffs().tolist() == ours.get_payoffs().tolist()
        assert theirs.get_payoffs().dtype == ours.get_payoffs().dtype
        assert theirs.timestep == ours.timestep
    return states


def test_states_agree_in_lockstep() -> None:
    assert play_in_lockstep(QUICK_GAMES, all_seats=False) > 40 * QUICK_GAMES


def test_states_of_all_seats_agree_in_lockstep() -> None:
    assert play_in_lockstep(5, all_seats=True) > 200


@pytest.mark.slow
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("part", range(PARTS))
def test_states_agree_in_lockstep_over_many_games(part: int) -> None:
    games = SLOW_GAMES // PARTS
    assert play_in_lockstep(games, all_seats=False, seed=100 + part) > 40 * games


def test_the_same_seed_deals_the_same_cards_with_suits() -> None:
    for seed in (0, 1, 2**32, 2**64 - 1):
        theirs, ours = both(seed)
        theirs.reset(), ours.reset()
        for _ in range(12):
            mine, known = ours.get_perfect_information(), theirs.get_perfect_information()
            assert sorted(mine.pop("legal_actions")) == sorted(known.pop("legal_actions"))
            assert mine == known
            action = next(iter(ours.get_state(ours.get_player_id())["legal_actions"]))
            theirs.step(action), ours.step(action)


def test_attributes_are_theirs() -> None:
    theirs, ours = both(seed=1)
    for env in (theirs, ours):
        env.set_agents([])
    missing = {name for name in vars(theirs) if not name.startswith("_")} - set(vars(ours))
    assert not missing
    methods = {name for name in dir(theirs) if not name.startswith("_")}
    assert len(methods) >= 20
    assert methods <= set(dir(ours))
    for name in ("name", "num_players", "num_actions", "state_shape", "action_shape", "timestep"):
        assert getattr(theirs, name) == getattr(ours, name), name


# Stepping back.


def test_stepping_back_agrees_but_for_the_bottom_cards() -> None:
    theirs, ours = both(seed=9, allow_step_back=True)
    choose = random.Random(9)
    backs = 0
    for _ in range(6):
        theirs.reset(), ours.reset()
        for _ in range(120):
            if theirs.is_over() or (choose.random() < 0.4 and ours.game.state["trace"]):
                backs += 1
                (state, seat), (mine, my_seat) = theirs.step_back(), ours.step_back()
            else:
                action = choose.choice(sorted(ours._get_legal_actions()))
                (state, seat), (mine, my_seat) = theirs.step(action), ours.step(action)
            assert seat == my_seat
            assert_same_raw(state["raw_obs"], mine["raw_obs"], "seen_cards")
            if seat == 0 or mine["raw_obs"]["trace"]:
                assert state["obs"].tobytes() == mine["obs"].tobytes()
    assert backs > 100


def test_stepping_back_restores_the_state() -> None:
    env = bridge.DoudizhuEnv({"seed": 3, "allow_step_back": True})
    state, _ = env.reset()
    earlier = [env.game.state]
    while not env.is_over():
        state, _ = env.step(max(state["legal_actions"]))
        earlier.append(env.game.state)
    assert len(earlier) > 20
    for expected in reversed(earlier[:-1]):
        env.step_back()
        assert env.game.state == expected
    assert env.step_back() is False


# Agents.


def test_their_agents_run_unchanged() -> None:
    _, env = both(seed=2)
    rule = models.load("doudizhu-rule-v1").agents
    np.random.seed(2)
    winners = set()
    for seats in (rule, [agents.RandomAgent(env.num_actions)] * 3, [rule[0], *rule[:2]]):
        env.set_agents(seats)
        for is_training in (False, True):
            trajectories, payoffs = env.run(is_training=is_training)
            assert payoffs.tolist() in ([1, 0, 0], [0, 1, 1])
            winners.add(int(payoffs[0]))
            assert [len(seat) % 2 for seat in trajectories] == [1, 1, 1]
            sorted_out = utils_reorganize(trajectories, payoffs)
            assert sorted_out[0][-1][-1] is True
    assert len(pytest.importorskip("rlcard.utils").tournament(env, 3)) == 3


def utils_reorganize(trajectories: list[Any], payoffs: Any) -> list[Any]:
    reorganized: list[Any] = pytest.importorskip("rlcard.utils").reorganize(trajectories, payoffs)
    return reorganized


def test_an_agent_plays_as_a_bot_and_a_bot_as_an_agent() -> None:
    bot = bridge.AgentBot(models.load("doudizhu-rule-v1").agents[0])
    assert bot.bid(ddz.Game(seed=1).view(0)) == 0
    env = bridge.DoudizhuEnv({"seed": 4})
    env.set_agents([bridge.BotAgent(bot)] * 3)
    np.random.seed(4)
    _, payoffs = env.run()
    assert payoffs.sum() in (1, 2)
    game = ddz.Game(seed=4, rules="rlcard")
    while game.turn is not None:
        game.play(bot.play(game.view(game.turn)))
    assert game.winner is not None


# Views.


def games_in_both() -> Iterator[tuple[ddz.Game, Any]]:
    for seed in range(4):
        env = bridge.DoudizhuEnv({"seed": seed})
        state, _ = env.reset()
        hands = [ddz.Hand(hand) for hand in env.get_perfect_information()["hand_cards"]]
        bottom = ddz.Hand(state["raw_obs"]["seen_cards"])
        deal = ddz.Deal([hands[0] - bottom, *hands[1:]], bottom, 0, rules="rlcard")
        yield ddz.Game(deal=deal), env


def test_views_are_states_both_ways() -> None:
    choose = random.Random(8)
    compared = read_back = 0
    for game, env in games_in_both():
        while game.turn is not None:
            state, view = env.get_state(game.turn), game.view(game.turn)
            mine = bridge.encode(view)
            assert mine["raw_obs"] == state["raw_obs"]
            assert mine["obs"].tobytes() == state["obs"].tobytes()
            assert list(mine["legal_actions"]) == list(state["legal_actions"])
            assert mine["action_record"] == state["action_record"]
            back = bridge.view_of(state)
            assert bridge.encode(back)["obs"].tobytes() == state["obs"].tobytes()
            assert back.legal_moves() == view.legal_moves()
            if len(state["raw_obs"]["seen_cards"]) == 3:
                assert back == view
                read_back += 1
            compared += 1
            action = choose.choice(state["raw_legal_actions"])
            game.play(action)
            env.step(action, raw_action=True)
    assert compared > 100
    assert read_back > 10


def test_a_landlord_of_another_seat_is_their_seat_0() -> None:
    game = ddz.Game(seed=7, rules="national")
    game.bid(3)
    assert game.landlord is not None
    landlord = game.landlord
    for seat in range(3):
        raw = bridge.raw_state(game.view(seat))
        assert raw["self"] == (seat - landlord) % 3
        assert raw["num_cards_left"] == [20, 17, 17]


@pytest.mark.parametrize(
    "state",
    [
        {},
        None,
        {"raw_obs": 5},
        {"trace": [(1, "3")], "self": 0, "current_hand": "", "seen_cards": ""},
        {"trace": [(0, "345")], "self": 0, "current_hand": "3", "seen_cards": ""},
        {
            "trace": zip(itertools.cycle(range(3)), itertools.repeat("3"), strict=False),
            "self": 0,
            "current_hand": "3",
            "seen_cards": "",
        },
        {"trace": [("x",)], "self": 0, "current_hand": "3", "seen_cards": ""},
        {"trace": [], "self": 7, "current_hand": "3", "seen_cards": ""},
        {"trace": [], "self": 0, "current_hand": 5, "seen_cards": ""},
    ],
)
def test_states_that_are_none_are_refused(state: Any) -> None:
    with pytest.raises(ddz.InvalidRecordError) as caught:
        bridge.view_of(state)
    assert caught.value.reason == "bad_view"


def test_views_without_a_state_are_refused() -> None:
    with pytest.raises(ddz.WrongPhaseError) as auction:
        bridge.encode(ddz.Game(seed=1).view(0))
    assert auction.value.reason == "auction_not_over"
    with pytest.raises(ddz.InvalidRulesError) as players:
        bridge.encode(ddz.Game(seed=1, rules="four_player").view(0))
    assert players.value.reason == "wrong_players"


def test_environments_are_copied_and_pickled_in_the_middle_of_a_game() -> None:
    env = bridge.DoudizhuEnv({"seed": 2, "allow_step_back": True})
    state, _ = env.reset()
    for _ in range(7):
        state, _ = env.step(max(state["legal_actions"]))
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.game.state == env.game.state
        twin.step(max(state["legal_actions"]))
        assert twin.game.state != env.game.state
        twin.step_back()
        assert twin.game.state == env.game.state
        assert twin.reset()[0]["raw_obs"] != env.game.state


# Errors leave the environment as it is.


@pytest.mark.parametrize(
    ("action", "raw", "error", "reason"),
    [
        (27_472, False, ddz.InvalidArgumentError, "action_out_of_range"),
        (-1, False, ddz.InvalidArgumentError, "action_out_of_range"),
        ("3", False, ddz.InvalidArgumentError, "wrong_type"),
        (None, False, ddz.InvalidArgumentError, "wrong_type"),
        ("pass", True, ddz.IllegalMoveError, "pass_on_lead"),
        ("345", True, ddz.IllegalMoveError, "not_a_play"),
        ("3333BBRR", True, ddz.InvalidCardsError, "not_in_pack"),
        ([[]], True, ddz.InvalidCardsError, "not_text"),
        (None, True, ddz.InvalidCardsError, "not_text"),
    ],
)
def test_wrong_actions_are_refused(
    action: Any, raw: bool, error: type[ddz.DoudizhuError], reason: str
) -> None:
    env = bridge.DoudizhuEnv({"seed": 6})
    state, _ = env.reset()
    with pytest.raises(error) as caught:
        env.step(action, raw_action=raw)
    assert caught.value.reason == reason
    assert env.game.state == state["raw_obs"]
    assert (env.timestep, env.action_recorder) == (0, [])


def test_what_the_moment_forbids_is_refused() -> None:
    env = bridge.DoudizhuEnv({"seed": 6})
    state, _ = env.reset()
    held = {*state["raw_obs"]["current_hand"]}
    absent = next(card for card in "3456789TJQKA2BR" if card not in held)
    with pytest.raises(ddz.IllegalMoveError) as not_held:
        env.step(absent, raw_action=True)
    assert not_held.value.reason == "cards_not_held"
    with pytest.raises(ddz.WrongPhaseError) as no_step_back:
        env.step_back()
    assert no_step_back.value.reason == "no_step_back"
    with pytest.raises(ddz.WrongPhaseError) as not_over:
        env.get_payoffs()
    assert not_over.value.reason == "not_over"
    with pytest.raises(ddz.InvalidArgumentError):
        env.get_state(3)
    for seed in (-1, 2**64, "x"):
        with pytest.raises(ddz.InvalidArgumentError):
            env.seed(seed)  # type: ignore[arg-type]
    while not env.is_over():
        state, _ = env.step(next(iter(state["legal_actions"])))
    with pytest.raises(ddz.WrongPhaseError) as over:
        env.step(0)
    assert over.value.reason == "game_over"


def test_only_registering_needs_the_package() -> None:
    code = """if True:
        import sys
        sys.modules["rlcard"] = None
        from doudizhu_fast.interop import rlcard
        env = rlcard.DoudizhuEnv({"seed": 1})
        state, _ = env.reset()
        env.step(min(state["legal_actions"]))
        try:
            rlcard.register()
        except ModuleNotFoundError as error:
            print(error.name, error)
    """
    told = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout
    assert told.startswith("rlcard ")
    assert "pip install rlcard" in told
