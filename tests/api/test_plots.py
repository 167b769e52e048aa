"""Diagrams: what is drawn for which result, and what is said where it cannot be."""

import sys
from itertools import pairwise

import numpy as np
import pytest

from doudizhu_fast import InvalidArgumentError, simulate


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
