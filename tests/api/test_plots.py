"""Diagrams: what is drawn for which result, and what is said where it cannot be."""

import sys
from itertools import pairwise

import numpy as np
import pytest

from doudizhu_fast import (
    InvalidArgumentError,
    Position,
    View,
    analysis,
    backend,
    bots,
    simulate,
)

needs_native = pytest.mark.skipif(backend() != "native", reason="only the compiled engine analyses")
HAND = "344567899TJQKKA2B"


@pytest.fixture
def axes():
    """Axes of a figure that no window shows."""
    pytest.importorskip("matplotlib").use("Agg")
    from matplotlib.figure import Figure

    return Figure(figsize=(6, 4)).subplots()


def drawn(axes) -> dict[int, float]:
    """The payoff that each bar stands for, with its height."""
    bars = {}
    for bar in axes.patches:
        ends = bar.get_x(), bar.get_x() + bar.get_width()
        # Between its ends on a logarithmic axis.
        amount = round(np.sqrt(ends[0] * ends[1]))
        bars[amount if ends[0] > 0 else -amount] = bar.get_height()
    return bars


@pytest.mark.parametrize("rules", ["three_player", "four_player", "rlcard"])
def test_each_payoff_has_a_bar_of_its_share(axes, rules) -> None:
    result = simulate(200, "greedy", rules, seed=5)
    assert result.plot(axes) is axes
    landlord = result.columns["landlord"]
    played = landlord >= 0
    paid = result.columns["payoffs"][played, landlord[played]]
    amounts, games = np.unique(paid, return_counts=True)
    assert len(amounts) >= 2
    shares = dict(zip(amounts.tolist(), (100 * games / played.sum()).tolist(), strict=True))
    assert drawn(axes) == pytest.approx(shares)


def test_bars_do_not_touch(axes) -> None:
    simulate(2_000, "random", seed=5, columns=False).plot(axes)
    ends = sorted(sorted((bar.get_x(), bar.get_x() + bar.get_width())) for bar in axes.patches)
    assert len(ends) >= 12
    assert all(end < start for (_, end), (start, _) in pairwise(ends))


def test_texts_tell_the_estimates(axes) -> None:
    result = simulate(200, "greedy", seed=5)
    result.plot(axes)
    rate = result.landlord_win_rate
    assert f"wins {rate.mean:.1%}" in axes.get_title()
    assert f"{rate.low:.1%} to {rate.high:.1%}" in axes.get_title()
    assert (axes.get_xlabel(), axes.get_ylabel()) == (
        "payoff of the landlord",
        f"% of {rate.n} games",
    )
    legend = [text.get_text() for text in axes.get_legend().get_texts()]
    assert set(legend) == {"lost", "won", f"mean {result.landlord_payoff.mean:+.2f}"}
    (line,) = axes.lines
    assert list(line.get_xdata()) == [result.landlord_payoff.mean] * 2


def test_small_axes_have_fewer_ticks_that_do_not_overlap(axes) -> None:
    from matplotlib.figure import Figure

    labels = []
    for size in ((2.5, 2), (12, 8)):
        figure = Figure(figsize=size, layout="constrained")
        small = figure.subplots()
        simulate(500, "greedy", seed=5).plot(small)
        figure.canvas.draw()
        low, high = small.get_xlim()
        boxes = sorted(
            (label.get_window_extent().x0, label.get_window_extent().x1)
            for tick, label in zip(small.get_xticks(), small.get_xticklabels(), strict=True)
            if low <= tick <= high
        )
        assert all(end < start for (_, end), (start, _) in pairwise(boxes))
        labels.append(len(boxes))
    assert 3 <= labels[0] < labels[1]


def test_columns_change_nothing(axes) -> None:
    simulate(200, "greedy", seed=5, columns=False).plot(axes)
    alone = drawn(axes)
    axes.clear()
    simulate(200, "greedy", seed=5).plot(axes)
    assert alone == drawn(axes)
    assert len(alone) >= 5


def test_no_game_is_an_empty_diagram(axes) -> None:
    simulate(0).plot(axes)
    assert (len(axes.patches), axes.get_title()) == (0, "no game was played")


def test_without_axes_there_is_a_new_figure(axes) -> None:
    from matplotlib import pyplot

    before = pyplot.get_fignums()
    figure = simulate(20, "greedy", seed=5).plot().figure
    assert figure.number not in before
    pyplot.close(figure)


def test_what_is_no_axes_is_refused(axes) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        simulate(5, seed=1).plot("axes")
    assert (caught.value.reason, caught.value.name) == ("wrong_type", "ax")


def test_without_matplotlib_the_extra_is_named(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.axes", None)
    with pytest.raises(ModuleNotFoundError, match=r"doudizhu-fast\[plot\]") as caught:
        simulate(5, seed=1).plot()
    assert caught.value.name == "matplotlib"


def labels(ticks) -> list[str]:
    return [label.get_text() for label in ticks]


def points(axes) -> list[tuple[float, float]]:
    """Where the points with intervals stand."""
    return [(float(bar[0].get_xdata()[0]), float(bar[0].get_ydata()[0])) for bar in axes.containers]


def ends(axes) -> list[float]:
    """Where their intervals begin and end on the horizontal axis."""
    segments = [bar[2][0].get_segments()[0] for bar in axes.containers]
    return [float(x) for segment in segments for x, _ in segment]


@needs_native
def test_equities_are_rows_of_one_diagram(axes) -> None:
    asked = [analysis.equity(hand, 200, seed=1) for hand in (HAND, "3456789TJQKA22BR3")]
    for equity in asked:
        assert equity.plot(axes) is axes
    assert points(axes) == [(100 * equity.win.mean, row) for row, equity in enumerate(asked)]
    assert ends(axes) == pytest.approx(
        [100 * end for equity in asked for end in (equity.win.low, equity.win.high)]
    )
    told = labels(axes.get_yticklabels())
    assert [text.split("\n")[0] for text in told] == [str(equity.hand) for equity in asked]
    assert f"landlord, payoff {asked[0].payoff.mean:+.2f}" in told[0]
    assert axes.get_xlim() == (0, 100)


@needs_native
def test_bids_are_rows_from_the_pass_on(axes) -> None:
    table = analysis.bid_table(HAND, 300, seed=1)
    assert table.plot(axes) is axes
    rows = sorted(table.rows, key=lambda row: row.bid)
    assert labels(axes.get_yticklabels()) == ["pass", "bid 1", "bid 2", "bid 3"]
    assert points(axes) == [(row.payoff.mean, place) for place, row in enumerate(rows)]
    assert f"wins {table.landlord_win.mean:.1%}" in axes.get_title()
    best = axes.containers[rows.index(table.best)]
    assert best[0].get_color() == "tab:green"


@needs_native
@pytest.mark.parametrize(("goal", "scale"), [("payoff", 1), ("win", 100)])
def test_the_best_moves_are_rows(axes, goal, scale) -> None:
    view = View.from_text(HAND + "AA2", landlord=0)
    table = analysis.move_table(view, 60, seed=1, objective=goal)
    table.plot(axes)
    assert labels(axes.get_yticklabels()) == [str(row.move) for row in table.rows[:20]]
    means = [scale * getattr(row, goal).mean for row in table.rows[:20]]
    assert [place for place, _ in points(axes)] == means
    colours = {"tab:green": 0, "tab:blue": 0, "tab:gray": 0}
    for bar, row in zip(axes.containers, table.rows, strict=False):
        colours[bar[0].get_color()] += 1
        assert (bar[0].get_color() == "tab:gray") == (not row.tied and row is not table.best)
    assert colours["tab:green"] == 1
    assert f"the best 20 of {len(table.rows)} moves" in axes.get_title()


@needs_native
def test_exact_moves_have_no_interval_and_a_figure_as_high_as_they_need() -> None:
    from matplotlib import pyplot

    table = analysis.move_table(Position(["345", "66", "7"], 0, 0))
    axes = table.plot()
    assert axes.figure.get_figheight() == pytest.approx(1.2 + 3 * 0.28)
    assert [bar[2] for bar in axes.containers] == [()] * 3
    pyplot.close(axes.figure)


@needs_native
def test_losses_stand_at_their_moves(axes) -> None:
    review = analysis.review(simulate(1, seed=5, auction=False).game(0), 100, seed=1)
    review.plot(axes)
    chosen = [row for row in review.moves if row.judged != "forced"]
    assert sorted(points(axes)) == sorted((row.number, row.loss.mean) for row in chosen)
    full = [bar for bar in axes.containers if bar[0].get_markerfacecolor() != "none"]
    assert len(full) == len(review.mistakes) >= 2
    legend = [text.get_text() for text in axes.get_legend().get_texts()]
    assert len(legend) == 3
    assert f"seat 0, landlord: {review.seats[0].proven_loss:.1f} by mistakes" in legend


@needs_native
def test_scores_are_a_matrix_of_row_against_column(axes) -> None:
    result = bots.tournament(["random", "greedy", "rule"], 50, seed=1)
    result.plot(axes)
    names = [standing.name for standing in result.standings]
    assert labels(axes.get_xticklabels()) == labels(axes.get_yticklabels()) == names
    assert len(axes.texts) == 6
    grid = axes.images[0].get_array()
    for pair in result.pairs:
        place = names.index(pair.first), names.index(pair.second)
        assert grid[place] == pair.score.mean
        assert grid[place[::-1]] == 1 - pair.score.mean
