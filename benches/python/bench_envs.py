"""Environments: random legal actions chosen out of the mask, dealing included; RLCard's environment beside them."""

from importlib.util import find_spec

import numpy as np
import pytest

from doudizhu_fast.envs import SelfPlayVectorEnv, SingleSeatEnv, doudizhu_v0

pytestmark = pytest.mark.benchmark(group="envs")

GAMES = 4
BATCH = 1_024
STEPS = 16
# Until games stand at every stage: all begin at once.
WARM_UP = 100


def chosen(mask: np.ndarray, draw) -> int:
    legal = mask.nonzero()[0]
    return int(legal[int(draw() * len(legal))])


@pytest.mark.parametrize("action_space", ["catalogue", "indexed"])
@pytest.mark.parametrize("preset", ["three_player", "four_player"])
def bench_pettingzoo(rate, choose, preset, action_space) -> None:
    env = doudizhu_v0.env(rules=preset, action_space=action_space)
    first = 0
    lengths = []

    def work():
        nonlocal first
        for _ in range(GAMES):
            env.reset(seed=None if first else 5)
            first += 1
            steps = 0
            for _ in env.agent_iter():
                observation, _, terminated, _, _ = env.last()
                steps += not terminated
                env.step(None if terminated else chosen(observation["action_mask"], choose.random))
            lengths.append(steps)

    rate(work, GAMES, "games")
    assert len(lengths) == first >= GAMES
    assert min(lengths) > 0


@pytest.mark.parametrize("opponents", ["random", "rule"])
def bench_single_seat(rate, choose, opponents) -> None:
    env = SingleSeatEnv(opponents=opponents)
    paid = []

    def work():
        for _ in range(GAMES):
            _, info = env.reset(seed=None if paid else 5)
            terminated = False
            while not terminated:
                action = chosen(info["action_mask"], choose.random)
                _, reward, terminated, _, info = env.step(action)
            paid.append(reward)

    rate(work, GAMES, "games")
    assert all(paid)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"rules": "four_player"},
        {"most_moves": 128},
        {"features": True, "most_moves": 128},
        {"action_space": "catalogue"},
    ],
    ids=["three_player", "four_player", "128", "128-features", "catalogue"],
)
def bench_vector(rate, options) -> None:
    envs = SelfPlayVectorEnv(BATCH, threads=1, **options)
    draw = np.random.default_rng(6)
    _, infos = envs.reset(seed=5)
    ended = 0

    def steps(number: int) -> None:
        nonlocal infos, ended
        for _ in range(number):
            index = (draw.random(BATCH) * infos["count"]).astype(np.int64)
            if options.get("action_space") == "catalogue":
                legal = infos["action_mask"].nonzero()[1]
                index = legal[np.cumsum(infos["count"]) - infos["count"] + index]
            _, _, terminated, _, infos = envs.step(index)
            ended += int(terminated.sum())

    steps(WARM_UP)
    rate(lambda: steps(STEPS), STEPS * BATCH, "steps")
    assert ended > BATCH / 4


@pytest.mark.skipif(find_spec("rlcard") is None, reason="RLCard is not installed")
def bench_rlcard_environment(rate, choose) -> None:
    import rlcard

    env = rlcard.make("doudizhu", config={"seed": 5})
    lengths = []

    def work():
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(choose.random() * len(legal))])
            steps += 1
        lengths.append(steps)

    rate(work, 1, "games")
    assert min(lengths) > 0
