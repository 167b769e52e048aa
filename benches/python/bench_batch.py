"""BatchGame of 4,096 games: legal moves listed, one of them chosen uniformly in numpy, one step."""

import numpy as np
import pytest

import doudizhu_fast as ddz

pytestmark = pytest.mark.benchmark(group="batch")

GAMES = 4_096
# Until games stand at every stage: all begin at once.
WARM_UP = 400
STEPS = 8
# Moves of a random game, passes counted.
LENGTH = {"three_player": 61.04, "four_player": 112.83}


class Table:
    """A batch that plays itself."""

    def __init__(self, preset: str, observed: bool, listed: bool = True) -> None:
        self.batch = ddz.BatchGame(GAMES, preset, seed=5, threads=1)
        self.random = np.random.default_rng(6)
        self.out = self.batch.observe() if observed else None
        self.listed = listed
        self.steps = self.ended = 0

    def step(self) -> None:
        if self.listed:
            offsets, _ = self.batch.legal_moves()
            counts = np.diff(offsets)
        else:
            counts = self.batch.counts()
        if self.out is not None:
            self.batch.observe(self.out)
        self.batch.step((self.random.random(GAMES) * counts).astype(np.int64))

    def play(self) -> None:
        for _ in range(STEPS):
            self.step()

    def check(self, length: float) -> None:
        """Count games ended over a stretch: their mean length is that of random games."""
        steps, ended = 300, 0
        for _ in range(steps):
            self.step()
            ended += int(self.batch.done.sum())
        assert steps * GAMES / ended == pytest.approx(length, rel=0.02)


@pytest.mark.parametrize("preset", LENGTH)
@pytest.mark.parametrize("way", ["listed", "observed", "counted"])
def bench_batch(rate, preset, way) -> None:
    table = Table(preset, observed=way == "observed", listed=way != "counted")
    for _ in range(WARM_UP):
        table.step()
    table.check(LENGTH[preset])
    rate(table.play, STEPS * GAMES, "moves")
    table.check(LENGTH[preset])
    if table.out is not None:
        # Own cards stand first; whoever is to move holds some.
        held = table.batch.observe(table.out)[:, :15].sum(axis=1)
        assert held.min() >= 1
        assert held.max() <= (20 if preset == "three_player" else 33)


def bench_step_moves(rate) -> None:
    table = Table("three_player", observed=False)
    for _ in range(WARM_UP):
        table.step()

    def work():
        offsets, moves = table.batch.legal_moves()
        drawn = (table.random.random(GAMES) * np.diff(offsets)).astype(np.int64)
        table.batch.step_moves(moves[offsets[:-1] + drawn])

    rate(work, GAMES, "moves")
    table.check(LENGTH["three_player"])
