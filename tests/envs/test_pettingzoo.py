"""The PettingZoo environment passes PettingZoo's own tests, and its games are those of `Game`."""

import pickle
from typing import Any

import numpy as np
import pytest

import doudizhu_fast as ddz

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from doudizhu_fast.envs import doudizhu_v0

# The tests of PettingZoo exempt its own games from these by their names.
ADVISORY = [
    pytest.mark.filterwarnings(f"ignore:{message}")
    for message in (
        "Observation space for each agent probably should be",
        "Observation is not a NumPy array",
        # Those who do not act, and all after the end, may do nothing.
        "Action mask numpy array is all zeros",
    )
]

OPTIONS = [
    {"rules": rules, "action_space": action_space, "auction": auction}
    for rules in ("three_player", "four_player")
    for action_space in ("catalogue", "indexed")
    for auction in (False, True)
]
SHORT = [{}, {"rules": "four_player", "auction": True, "action_space": "indexed"}]


def label(options: dict[str, Any]) -> str:
    return "-".join(map(str, options.values())) or "default"


each = pytest.mark.parametrize("options", OPTIONS, ids=label)
some = pytest.mark.parametrize("options", SHORT, ids=label)


def advisory(test: Any) -> Any:
    for mark in ADVISORY:
        test = mark(test)
    return test


@advisory
@each
def test_api(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    for make in (doudizhu_v0.env, doudizhu_v0.raw_env):
        api_test(make(**options), num_cycles=60)
    assert capsys.readouterr().out.count("Passed API test") == 2


@each
def test_seed(options: dict[str, Any]) -> None:
    seed_test(lambda: doudizhu_v0.env(**options), num_cycles=15)


@some
def test_parallel(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    # PettingZoo's `parallel_seed_test` and `max_cycles_test` choose actions without looking at the mask, and want every
    # agent to act in every cycle: neither applies to a game of turns.
    parallel_api_test(doudizhu_v0.parallel_env(**options), num_cycles=200)
    assert "Passed Parallel API test" in capsys.readouterr().out


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(doudizhu_v0.env)
    assert "landlord" in capsys.readouterr().out


def legal(game: ddz.Game) -> list[Any]:
    return game.legal_bids() or game.legal_moves()


def act(game: ddz.Game, index: int) -> None:
    bids = game.legal_bids()
    if bids:
        game.bid(bids[index])
    else:
        game.play_index(index)


@each
def test_games_are_those_of_game(options: dict[str, Any]) -> None:
    """Masks name what is legal, views are observed, payoffs are rewards, in games of one run."""
    with_auction = options["auction"]
    rules = ddz.Rules.parse(options["rules"])
    alone = rules if with_auction else rules.replace(auction="none")
    space = alone.action_space
    environment = doudizhu_v0.env(**options)
    choose = np.random.default_rng(5)
    steps = 0
    for number in range(2):
        environment.reset(seed=8 if number == 0 else None)
        game = ddz.Game.of_run(8, number, alone)
        while game.turn is not None:
            assert environment.agent_selection == f"player_{game.turn}"
            observation, reward, terminated, truncated, info = environment.last()
            assert (reward, terminated, truncated) == (0, False, False)
            mask = observation["action_mask"]
            assert (mask == info["action_mask"]).all()
            ids = np.flatnonzero(mask)
            now = legal(game)
            assert len(ids) == len(now)
            index = int(choose.integers(len(now)))
            if options["action_space"] == "indexed":
                assert ids.tolist() == list(range(len(now)))
                check_features(observation["action_features"], now)
            elif game.phase is ddz.Phase.AUCTION:
                assert (ids - len(space)).tolist() == now
            else:
                assert [space.move(int(number)) for number in ids] == now
            environment.step(ids[index])
            act(game, index)
            steps += 1
        rewards = [environment.rewards[agent] for agent in environment.possible_agents]
        assert rewards == list(game.payoffs)
        assert sum(rewards) == 0
        assert any(rewards)
        assert all(environment.terminations.values())
        assert environment.unwrapped.game.record() == game.record()
    assert steps > 60


def check_features(features: np.ndarray, now: list[Any]) -> None:
    assert not features[len(now) :].any()
    for row, action in zip(features.tolist(), now, strict=False):
        if isinstance(action, int):
            assert row == [0] * 15 + [15, action, 0]
        else:
            shape = [action.kind, action.rank or 0, action.length]
            assert row == [*action.cards.counts.tolist(), *shape]


def play_out(environment: Any, seed: int) -> dict[str, float]:
    """Play always the last legal action, and give the rewards."""
    environment.reset(seed=seed)
    paid = {}
    for agent in environment.agent_iter():
        observation, reward, terminated, _, _ = environment.last()
        if terminated:
            paid[agent] = reward
        environment.step(
            None if terminated else int(np.flatnonzero(observation["action_mask"])[-1])
        )
    return paid


def test_rewards_by_winning() -> None:
    for seed in range(4):
        payoffs = play_out(doudizhu_v0.env(), seed)
        wins = play_out(doudizhu_v0.env(reward="win"), seed)
        assert {agent: np.sign(paid) for agent, paid in payoffs.items()} == wins
        assert wins["player_0"] == -wins["player_1"] == -wins["player_2"] != 0


def test_a_game_of_a_given_deal() -> None:
    deal = ddz.deal(seed=77, rules="rlcard")
    environment = doudizhu_v0.env(rules="rlcard")
    environment.reset(options={"deal": deal, "unknown": 1})
    assert environment.unwrapped.game.deal == deal
    with pytest.raises(ddz.InvalidArgumentError):
        environment.reset(options={"deal": "cards"})
    with pytest.raises(ddz.InvalidRulesError):
        environment.reset(options={"deal": ddz.deal(seed=1, rules="four_player")})
    assert environment.unwrapped.game.deal == deal


def state(environment: Any) -> tuple[Any, ...]:
    raw = environment.unwrapped
    return (
        raw.game.record(),
        raw.agent_selection,
        dict(raw.rewards),
        dict(raw._cumulative_rewards),
        [raw.observe(agent)["action_mask"].tobytes() for agent in raw.agents],
    )


@pytest.mark.parametrize("make", [doudizhu_v0.env, doudizhu_v0.raw_env])
def test_refused_actions_change_nothing(make: Any) -> None:
    space = ddz.Rules.three_player().action_space
    n = len(space)
    environment = make(auction=True)
    environment.reset(seed=2)
    refused = 0

    def refuse(action: Any, error: type[ddz.DoudizhuError], reason: str) -> None:
        nonlocal refused
        before = state(environment)
        with pytest.raises(error) as caught:
            environment.step(action)
        assert caught.value.reason == reason
        assert state(environment) == before
        refused += 1

    refuse(-1, ddz.InvalidArgumentError, "action_out_of_range")
    refuse(n + 4, ddz.InvalidArgumentError, "action_out_of_range")
    refuse(10**400, ddz.InvalidArgumentError, "action_out_of_range")
    refuse(None, ddz.InvalidArgumentError, "wrong_type")
    refuse(1.0, ddz.InvalidArgumentError, "wrong_type")
    refuse(1, ddz.WrongPhaseError, "auction_not_over")
    environment.step(n + 2)
    refuse(n + 1, ddz.IllegalBidError, "too_low")
    environment.step(n + 3)
    refuse(n, ddz.WrongPhaseError, "auction_over")
    refuse(0, ddz.IllegalMoveError, "pass_on_lead")
    hand = environment.unwrapped.game.view(environment.unwrapped.game.turn).hand
    lacking = next(
        move for move in space if move.kind is ddz.Kind.BOMB and str(move) not in str(hand)
    )
    refuse(space.id(lacking), ddz.IllegalMoveError, "cards_not_held")
    assert refused == 10
    indexed = make(action_space="indexed", most_moves=100)
    indexed.reset(seed=2)
    environment = indexed
    few = int(indexed.observe("player_0")["action_mask"].sum())
    assert few < 99
    refuse(few, ddz.InvalidArgumentError, "index_out_of_range")
    refuse(100, ddz.InvalidArgumentError, "action_out_of_range")
    bids = make(action_space="indexed", auction=True)
    bids.reset(seed=2)
    environment = bids
    refuse(4, ddz.InvalidArgumentError, "index_out_of_range")


def test_an_illegal_action_may_end_the_game(caplog: pytest.LogCaptureFixture) -> None:
    environment = doudizhu_v0.env(illegal_reward=-1)
    environment.reset(seed=2)
    for action in (-1, 12_655, None):
        with pytest.raises(ddz.InvalidArgumentError):
            environment.step(action)
    assert not caplog.messages
    environment.step(0)
    assert "Illegal move made" in caplog.text
    assert environment.rewards == {"player_0": -1, "player_1": 0, "player_2": 0}
    assert all(environment.terminations.values())


def test_before_the_first_reset() -> None:
    raw = doudizhu_v0.raw_env()
    for call in (lambda: raw.step(1), lambda: raw.observe("player_0"), lambda: raw.game):
        with pytest.raises(ddz.WrongPhaseError) as caught:
            call()
        assert caught.value.reason == "not_reset"


def test_wrong_options() -> None:
    wrong = [
        ({"action_space": "ids"}, "unknown_option"),
        ({"action_space": None}, "unknown_option"),
        ({"reward": "money"}, "unknown_option"),
        ({"render_mode": "rgb_array"}, "unknown_option"),
        ({"auction": 1}, "wrong_type"),
        ({"action_space": "indexed", "most_moves": 3}, "out_of_range"),
        ({"action_space": "indexed", "most_moves": 2**40}, "out_of_range"),
    ]
    for options, reason in wrong:
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            doudizhu_v0.env(**options)
        assert caught.value.reason == reason, options
    with pytest.raises(ddz.InvalidRulesError):
        doudizhu_v0.env(rules="bridge")


def test_few_places_offer_the_first_actions() -> None:
    environment = doudizhu_v0.env(action_space="indexed", most_moves=5)
    environment.reset(seed=2)
    observation, *_ = environment.last()
    assert observation["action_mask"].tolist() == [1] * 5
    assert observation["action_features"].shape == (5, 18)
    assert sum(play_out(environment, 2).values()) == 0


def test_environments_are_pickled_by_their_arguments() -> None:
    raw = doudizhu_v0.raw_env("four_player", auction=True, reward="win")
    copy = pickle.loads(pickle.dumps(raw))
    assert play_out(copy, 5) == play_out(raw, 5)


def test_spaces() -> None:
    sizes = {
        ("three_player", False, "catalogue"): 12_655,
        ("three_player", True, "catalogue"): 12_659,
        ("four_player", False, "catalogue"): 9_080,
        ("three_player", True, "indexed"): 640,
        ("four_player", False, "indexed"): 2_048,
        ("rlcard", True, "catalogue"): 27_472,
    }
    for (rules, auction, action_space), size in sizes.items():
        raw = doudizhu_v0.raw_env(rules, auction, action_space)
        assert raw.action_space("player_1").n == size


@pytest.mark.skipif(ddz.backend() != "native", reason="all plays of these rules take seconds")
@pytest.mark.parametrize(
    ("hand", "rules", "count"),
    [
        ("34567888999TTTJJJQKA", "openspiel", 520),
        ("34567888999TTTJJJQKA", "three_player", 497),
        ("333444555666777888999TTJJQQKKAA22", "four_player", 1845),
        ("333444555666777888999TTJJQQKKAA22", "four_player+trio_with_solo=true", 1929),
        (
            "333444555666777888999TTTJJJQKA2BR",
            "four_player+trio_with_solo=true,trio_chain_with_solos=true,quad_with_kickers=true,"
            "kicker_solos=free,both_jokers_as_kickers=true",
            12_785,
        ),
    ],
)
def test_places_suffice_for_the_longest_lists_known(hand: str, rules: str, count: int) -> None:
    assert ddz.count_moves(hand, rules=rules) == count
    assert doudizhu_v0.raw_env(rules, action_space="indexed").action_space("player_0").n > count
