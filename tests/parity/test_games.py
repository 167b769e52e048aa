"""Whole games, auction and payoffs included, are the same on both engines and replay on either."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import doudizhu_fast as ddz
from parity_engines import PRESET_NAMES

GAMES = 300
PLAY_GAMES = Path(__file__).with_name("play_games.py")


def records(engine: str, preset: str) -> list[str]:
    """The records of the games that one engine plays, in a process of its own."""
    done = subprocess.run(
        [sys.executable, str(PLAY_GAMES), preset, str(GAMES)],
        env=os.environ | {"DOUDIZHU_FAST_BACKEND": engine},
        capture_output=True,
        text=True,
        check=True,
    )
    used, *lines = done.stdout.splitlines()
    assert used == engine
    return lines


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_records_of_whole_games_are_the_same(preset: str) -> None:
    native, reference = (records(engine, preset) for engine in ("native", "reference"))
    assert len(native) == GAMES
    for seed, (one, other) in enumerate(zip(native, reference, strict=True)):
        assert one == other, f"game with seed {seed} under {preset}"
    payoffs = [json.loads(line)["payoffs"] for line in native]
    assert all(sum(paid) == 0 for paid in payoffs)
    assert sum(any(paid) for paid in payoffs) > GAMES * 0.9
    for line in native[::10]:
        replayed = ddz.Game.replay(ddz.GameRecord.from_json(line))
        assert replayed.record().to_json() == line
