"""The vector environment follows Gymnasium's conventions, and its games are those of `Game`."""

from typing import Any

import numpy as np
import pytest

import doudizhu_fast as ddz

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from doudizhu_fast.envs import SelfPlayVectorEnv
from doudizhu_fast.envs._actions import known_actions

pytestmark = pytest.mark.skipif(
    ddz.backend() != "native", reason="the reference engine has no batches; see test_packages"
)

OPTIONS = [
    {"rules": rules, "action_space": action_space, "auction": auction, "features": features}
    for rules in ("three_player", "four_player")
    for action_space, features in (("catalogue", False), ("indexed", False), ("indexed", True))
    for auction in (False, True)
]


def label(options: dict[str, Any]) -> str:
    return "-".join(map(str, options.values()))


each = pytest.mark.parametrize("options", OPTIONS, ids=label)


def chosen(mask: np.ndarray, choose: np.random.Generator) -> np.ndarray:
    """A random legal action for every game."""
    return (choose.random(mask.shape) * mask).argmax(axis=1)


@each
def test_games_are_those_of_game(options: dict[str, Any]) -> None:
    rules = ddz.Rules.parse(options["rules"])
    alone = rules if options["auction"] else rules.replace(auction="none")
    space, n = alone.action_space, 3
    table = known_actions(alone).features
    envs = SelfPlayVectorEnv(n, **options, threads=1)
    observations, infos = envs.reset(seed=6)
    numbers = list(range(n))
    games = [ddz.Game.of_run(6, number, alone) for number in numbers]
    choose = np.random.default_rng(3)
    ended = 0
    while ended < 6:
        assert observations in envs.observation_space
        assert infos["turn"].tolist() == [game.turn for game in games]
        mask = observations["action_mask"]
        assert (mask == infos["action_mask"]).all()
        assert infos["count"].tolist() == mask.sum(axis=1).tolist()
        actions = chosen(mask, choose)
        for g, game in enumerate(games):
            calls = [len(space) + bid for bid in game.legal_bids()]
            ids = calls or [space.id(move) for move in game.legal_moves()]
            known = list(range(len(ids))) if options["action_space"] == "indexed" else ids
            assert np.flatnonzero(mask[g]).tolist() == known
            if options["features"]:
                features = observations["action_features"][g]
                assert (features[: len(ids)] == table[ids]).all()
                assert not features[len(ids) :].any()
            action = ids[known.index(actions[g])]
            if calls:
                game.bid(action - len(space))
            else:
                game.play(space.move(action))
        observations, rewards, terminated, truncated, after = envs.step(actions)
        assert after["seat"].tolist() == infos["turn"].tolist()
        infos = after
        assert not truncated.any()
        assert terminated.tolist() == [game.turn is None for game in games]
        assert ("final_obs" in infos) == terminated.any()
        assert infos["_payoffs"].tolist() == terminated.tolist()
        for g, game in enumerate(games):
            if not terminated[g]:
                assert rewards[g] == 0
                assert not infos["payoffs"][g].any()
                continue
            assert infos["payoffs"][g].tolist() == list(game.payoffs)
            assert sum(game.payoffs) == 0
            assert rewards[g] == game.payoffs[infos["seat"][g]] > 0
            assert infos["final_obs"][g] in envs.single_observation_space
            assert infos["final_info"]["payoffs"][g].tolist() == list(game.payoffs)
            numbers[g] += n
            games[g] = ddz.Game.of_run(6, numbers[g], alone)
            ended += 1


def run(envs: SelfPlayVectorEnv, seed: int | None, steps: int) -> list[bytes]:
    choose = np.random.default_rng(1)
    observations, _ = envs.reset(seed=seed)
    seen = []
    for _ in range(steps):
        observations, rewards, terminated, _, infos = envs.step(
            chosen(observations["action_mask"], choose)
        )
        parts = (*observations.values(), rewards, terminated, infos["turn"], infos["payoffs"])
        seen += [part.tobytes() for part in parts]
    return seen


def test_runs_repeat() -> None:
    one, two = (SelfPlayVectorEnv(50, auction=True, threads=threads) for threads in (1, 2))
    runs = [run(one, 4, 60), run(two, 4, 60), run(one, 4, 60)]
    assert runs[0] == runs[1] == runs[2]
    further = [run(one, None, 5), run(two, None, 5)]
    assert further[0] == further[1] != runs[0][:25]
    assert run(one, 5, 5) != runs[0][:25]


def test_rewards_by_winning() -> None:
    envs = SelfPlayVectorEnv(64, reward="win")
    observations, _ = envs.reset(seed=1)
    choose = np.random.default_rng(1)
    wins = 0
    for _ in range(100):
        observations, rewards, terminated, _, _ = envs.step(
            chosen(observations["action_mask"], choose)
        )
        assert (rewards == terminated).all()
        wins += int(terminated.sum())
    assert wins > 64


@pytest.mark.parametrize("action_space", ["catalogue", "indexed"])
def test_refused_actions_move_no_game(action_space: str) -> None:
    envs = SelfPlayVectorEnv(4, action_space=action_space)
    with pytest.raises(ddz.WrongPhaseError) as early:
        envs.step(np.zeros(4, dtype=np.int64))
    assert early.value.reason == "not_reset"
    observations, _ = envs.reset(seed=1)
    good = observations["action_mask"].argmax(axis=1)
    size = int(envs.single_action_space.n)
    before = envs._games.observe().tobytes()
    wrong: list[tuple[Any, str]] = [
        (good[:3], "wrong_shape"),
        (good.astype(float), "wrong_dtype"),
        (["a"] * 4, "wrong_dtype"),
        (np.where(np.arange(4) == 2, size, good), "action_out_of_range"),
        (np.where(np.arange(4) == 2, -1, good), "action_out_of_range"),
        (np.full(4, 2**63, dtype=np.uint64), "action_out_of_range"),
    ]
    for actions, reason in wrong:
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            envs.step(actions)
        assert caught.value.reason == reason
    if action_space == "indexed":
        with pytest.raises(ddz.InvalidArgumentError) as last:
            envs.step(np.where(np.arange(4) == 3, size - 1, good))
        assert (last.value.reason, last.value.game) == ("index_out_of_range", 3)
    else:
        with pytest.raises(ddz.IllegalMoveError) as illegal:
            envs.step(np.where(np.arange(4) == 3, 0, good))
        assert (illegal.value.reason, illegal.value.index) == ("pass_on_lead", 3)
    assert envs._games.observe().tobytes() == before
    envs.step(good)
    assert envs._games.observe().tobytes() != before


def test_gymnasium_makes_it_and_its_wrappers_hold() -> None:
    envs = gymnasium.make_vec("doudizhu_fast/SelfPlay-v0", num_envs=16, rules="four_player")
    assert isinstance(envs, SelfPlayVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    wrapped = RecordEpisodeStatistics(envs)
    observations, _ = wrapped.reset(seed=1)
    choose = np.random.default_rng(1)
    episodes = 0
    for _ in range(120):
        actions = chosen(observations["action_mask"], choose)
        assert actions in wrapped.action_space
        observations, _, terminated, _, infos = wrapped.step(actions)
        if terminated.any():
            assert (infos["episode"]["l"][terminated] > 0).all()
            episodes += int(terminated.sum())
    assert episodes > 5
    wrapped.close()


def test_returned_arrays_are_the_caller_s() -> None:
    envs = SelfPlayVectorEnv(3)
    first, _ = envs.reset(seed=1)
    kept = {name: part.copy() for name, part in first.items()}
    second, rewards, terminated, truncated, infos = envs.step(np.zeros(3, dtype=np.int64))
    for part in (*second.values(), rewards, terminated, truncated, *infos.values()):
        part.fill(1)
    assert all((first[name] == kept[name]).all() for name in first)
    envs.step(np.zeros(3, dtype=np.int64))


def test_wrong_options() -> None:
    wrong = [
        ({"num_envs": 0}, "out_of_range"),
        ({"num_envs": 1.5}, "wrong_type"),
        ({"num_envs": 2, "action_space": "all"}, "unknown_option"),
        ({"num_envs": 2, "features": 1}, "wrong_type"),
        ({"num_envs": 2, "reward": 1}, "unknown_option"),
        ({"num_envs": 2, "threads": 0}, "out_of_range"),
        ({"num_envs": 2, "most_moves": "9"}, "wrong_type"),
    ]
    for options, reason in wrong:
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            SelfPlayVectorEnv(**options)
        assert caught.value.reason == reason, options
    with pytest.raises(ddz.InvalidArgumentError):
        SelfPlayVectorEnv(2).reset(seed=-1)
