"""Hand analysis by rollouts: deals played to the end on one thread."""

import pytest

import doudizhu_fast as ddz
from doudizhu_fast.analysis import bid_table, equity, move_table

HAND = "344567899TJQKKA2B"
DEALS = 20_000


@pytest.mark.benchmark(group="analysis")
@pytest.mark.parametrize("policy", ["rule", "greedy", "random"])
def bench_equity(rate, policy) -> None:
    def work():
        return equity(HAND, DEALS, policy=policy, seed=3, threads=1)

    result = rate(work, DEALS, "games")
    assert result.n == sum(result.doublings) == DEALS
    assert 0.2 < result.win.mean < 0.9


@pytest.mark.benchmark(group="analysis")
@pytest.mark.parametrize("half_width", [0.01, 0.003])
def bench_equity_to_a_half_width(rate, half_width) -> None:
    def work():
        return equity(HAND, half_width=half_width, seed=3, threads=1)

    result = rate(work, 1, "answers")
    assert (result.win.high - result.win.low) / 2 <= half_width
    assert result.n > 9_000


@pytest.mark.benchmark(group="analysis")
def bench_bid_table(rate) -> None:
    def work():
        return bid_table(HAND, DEALS, seed=3, threads=1)

    table = rate(work, DEALS, "deals")
    assert table.n == DEALS
    assert sorted(row.bid for row in table.rows) == [0, 1, 2, 3]


@pytest.mark.benchmark(group="analysis")
def bench_move_table(rate) -> None:
    view = ddz.View.from_text(HAND + "AA2", landlord=0)
    games = sum(row.n for row in move_table(view, seed=3, threads=1).rows)

    def work():
        return move_table(view, seed=3, threads=1)

    table = rate(work, games, "games")
    assert len(table.rows) == len(view.legal_moves())
    assert sum(row.n for row in table.rows) == games
