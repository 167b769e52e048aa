"""Whole random games behind one call."""

import time

import pytest

import doudizhu_fast as ddz

GAMES = 20_000
# Landlords' wins and plays a game, passes not counted, in long runs without the auction.
EXPECTED = {
    "three_player": (0.3527, 29.68),
    "four_player": (0.2904, 45.71),
    "rlcard": (0.352, 29.6),
}

# The same where all play by rules, and the moves of a game, passes included.
RULE = [("three_player", 0.437, 18.02, 32.8), ("four_player", 0.530, 23.35, 54.6)]


def check(result: ddz.SimulationResult, preset: str) -> None:
    wins, plays = EXPECTED[preset]
    assert result.n == GAMES
    assert result.landlord_win_rate.mean == pytest.approx(wins, abs=0.02)
    assert result.columns["plays"].mean() == pytest.approx(plays, abs=0.5)
    assert (result.columns["payoffs"].sum(axis=1) == 0).all()


@pytest.mark.benchmark(group="simulate")
@pytest.mark.parametrize("preset", EXPECTED)
def bench_one_thread(rate, preset) -> None:
    def work():
        return ddz.simulate(GAMES, rules=preset, seed=3, auction=False, threads=1)

    check(rate(work, GAMES, "games"), preset)


@pytest.mark.benchmark(group="simulate")
@pytest.mark.parametrize("preset", ["three_player", "four_player"])
def bench_one_thread_with_auction(rate, preset) -> None:
    def work():
        return ddz.simulate(GAMES, rules=preset, seed=3, threads=1)

    result = rate(work, GAMES, "games")
    assert result.n == GAMES
    assert result.void == 0
    assert 1 <= result.columns["bid"].min() < result.columns["bid"].mean() < 3


@pytest.mark.benchmark(group="simulate")
def bench_one_thread_without_columns(rate) -> None:
    def work():
        return ddz.simulate(GAMES, seed=3, auction=False, threads=1, columns=False)

    result = rate(work, GAMES, "games")
    assert result.columns is None
    assert result.landlord_win_rate.n == GAMES


@pytest.mark.benchmark(group="simulate")
def bench_greedy(rate) -> None:
    def work():
        return ddz.simulate(GAMES // 10, "greedy", seed=3, auction=False, threads=1)

    result = rate(work, GAMES // 10, "games")
    assert 0.3 < result.landlord_win_rate.mean < 0.8


@pytest.mark.benchmark(group="simulate")
@pytest.mark.parametrize("unit", ["games", "moves"])
@pytest.mark.parametrize(("preset", "wins", "plays", "moves"), RULE)
def bench_rule(rate, preset, wins, plays, moves, unit) -> None:
    def work():
        return ddz.simulate(GAMES, "rule", rules=preset, seed=3, auction=False, threads=1)

    result = rate(work, round(GAMES * moves) if unit == "moves" else GAMES, unit)
    assert result.landlord_win_rate.mean == pytest.approx(wins, abs=0.02)
    assert result.columns["plays"].mean() == pytest.approx(plays, abs=0.5)


# CPU time would add up what two threads do side by side.
@pytest.mark.benchmark(group="simulate", timer=time.perf_counter)
def bench_two_threads_by_the_clock(rate) -> None:
    def work():
        return ddz.simulate(GAMES, rules="three_player", seed=3, auction=False, threads=2)

    check(rate(work, GAMES, "games"), "three_player")
