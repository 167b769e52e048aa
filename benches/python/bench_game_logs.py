"""Games written down, replayed with verification, and read from files."""

import numpy as np
import pytest

import doudizhu_fast as ddz

GAMES = 20_000
# Moves a game, passes included.
LINE_UPS = {
    ("three_player", "random"): 61.0,
    ("three_player", "rule"): 32.3,
    ("four_player", "random"): 112.9,
    ("four_player", "rule"): 54.1,
}
line_ups = pytest.mark.parametrize(("rules", "policy"), LINE_UPS)


@pytest.fixture(scope="module")
def logs() -> dict[tuple[str, str], ddz.GameLog]:
    return {
        (rules, policy): ddz.simulate(GAMES, policy, rules, seed=3, columns=False).log()
        for rules, policy in LINE_UPS
    }


@pytest.mark.benchmark(group="logs")
@line_ups
def bench_verify(rate, logs, rules, policy) -> None:
    log = logs[rules, policy]
    assert rate(lambda: log.verify(threads=1), GAMES, "games") == GAMES
    assert len(log.moves) / GAMES == pytest.approx(LINE_UPS[rules, policy], abs=1)
    # What is verified is not taken on trust.
    multiplier = log.multiplier.copy()
    multiplier[-1] *= 2
    columns = {name: getattr(log, name) for name in log.__slots__}
    with pytest.raises(ddz.InvalidRecordError, match=f"game {GAMES - 1:d} of the log"):
        ddz.GameLog(**columns | {"multiplier": multiplier}).verify(threads=1)


@pytest.mark.benchmark(group="logs")
@pytest.mark.parametrize("policy", ["random", "rule"])
def bench_log(rate, policy) -> None:
    result = ddz.simulate(GAMES, policy, seed=3, threads=1)
    log = rate(lambda: result.log(threads=1), GAMES, "games")
    assert np.array_equal(log.payoffs, result.columns["payoffs"])


@pytest.mark.benchmark(group="logs")
@line_ups
def bench_read_parquet_and_verify(rate, logs, rules, policy, tmp_path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "games.parquet"
    logs[rules, policy].to_parquet(path)

    def work() -> int:
        return sum(log.verify(threads=1) for log in ddz.read_logs(path))

    assert rate(work, GAMES, "games") == GAMES
