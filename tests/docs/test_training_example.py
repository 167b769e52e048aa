"""The example that trains a network: it learns, and what it learned plays legally as a bot."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from doudizhu_fast import backend
from doudizhu_fast.bots import play_game

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_evaluator.py"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(backend() != "native", reason="batches of games are native only"),
]


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_evaluator", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def trained(example: ModuleType):
    told: list[str] = []
    evaluator, curve = example.train(4, 64, seed=3, told=told.append, probe=200)
    assert len(told) == len(curve) - 1 == 3
    return evaluator, curve


def test_the_network_learns_to_beat_random_play(trained) -> None:
    _, curve = trained
    (_, _, _, untrained), (games, _, low, _) = curve[0], curve[-1]
    assert games == 4 * 64
    assert untrained < 0.6 < low, curve


def test_the_gradient_is_that_of_the_squared_error(example: ModuleType) -> None:
    draw = np.random.default_rng(5)
    rows = draw.random((32, example.WIDTH)).astype(np.float32)
    ends = draw.choice([-1.0, 1.0], 32).astype(np.float32)
    evaluator = example.Evaluator(draw, hidden=8)
    before = float(((evaluator(rows) - ends) ** 2).mean())
    for _ in range(200):
        error = evaluator.learn(rows, ends, 0.01)
    assert error < before / 4, (before, error)


def test_values_are_compared_within_a_game_only(example: ModuleType) -> None:
    values = np.array([1.0, 3.0, 3.0, 9.0, 2.0, 5.0])
    starts, sizes = np.array([0, 3, 4]), np.array([3, 1, 2])
    assert example.first_best(values, starts, sizes).tolist() == [1, 0, 1]


def test_the_network_plays_whole_games_as_a_bot(example: ModuleType, trained) -> None:
    bot = example.LearnedBot(trained[0])
    games = [play_game([bot, "random", "random"], seed=seed, auction=False) for seed in range(4)]
    assert all(sum(game.payoffs) == 0 for game in games)


def test_the_curve_can_be_drawn(example: ModuleType, trained, tmp_path: Path) -> None:
    example.draw_curve(trained[1], tmp_path / "curve.png")
    assert (tmp_path / "curve.png").stat().st_size > 5_000
