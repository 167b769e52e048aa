"""Results as diagrams, by way of the optional package matplotlib."""

import math
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from doudizhu_fast._checks import wrong_type
from doudizhu_fast._extras import without_extra
from doudizhu_fast.estimates import Estimate

__all__ = [
    "axes_for",
    "plot_bids",
    "plot_equity",
    "plot_losses",
    "plot_moves",
    "plot_payoffs",
    "plot_scores",
]

_LOST, _WON, _MEAN = "tab:red", "tab:blue", "black"

# Payoffs double, so equal factors are drawn equally far apart. Neighbours such as 6 and 8 are 2 ** 0.4 apart.
_HALF_BAR: Final = 2**0.18
_TICKS_PER_INCH: Final = 2

# What a sample tells of a choice, as the difference to the best on the same deals does.
_COLOURS: Final = {"best": "tab:green", "may be as good": "tab:blue", "worse": "tab:gray"}
_SHOWN_MOVES: Final = 20
_ROW_HEIGHT: Final = 0.28
_LOW_HEIGHT: Final = 2.8
_SEAT_COLOURS: Final = ("tab:orange", "tab:blue", "tab:green", "tab:purple")

# Above this share a cell of the matrix is dark, and its figure white.
_DARK_CELL: Final = 0.72


def axes_for(ax: Any = None) -> Any:
    """Give the axes that a diagram is drawn on.

    Args:
        ax: A matplotlib ``Axes``; None makes a new figure with one.

    Returns:
        The axes.

    Raises:
        ModuleNotFoundError: Where matplotlib is not installed; the message names the extra that brings it.
        InvalidArgumentError: Reason ``wrong_type`` for what is no ``Axes``.

    Example:
        >>> axes_for().figure.axes  # doctest: +SKIP
        [<Axes: >]
    """
    try:
        axes = import_module("matplotlib.axes")
        pyplot = import_module("matplotlib.pyplot")
    except ImportError:
        raise without_extra("diagrams need", "matplotlib", "plot") from None
    if ax is None:
        return pyplot.subplots(layout="constrained")[1]
    if not isinstance(ax, axes.Axes):
        raise wrong_type("ax", "a matplotlib Axes", ax)
    return ax


def plot_payoffs(
    games: Mapping[int, int], win_rate: Estimate, payoff: Estimate, ax: Any = None
) -> Any:
    """Draw how often a landlord is paid how much, and how often he wins.

    Args:
        games: How many games paid him each amount, none of them 0.
        win_rate: How often he wins.
        payoff: What he is paid on average.
        ax: A matplotlib ``Axes``; None makes a new figure with one.

    Returns:
        The axes: one bar for each payoff, its height the share of the games in percent, on a symmetric logarithmic
        axis; a dashed line at the mean; the win rate and its interval as the title.

    Raises:
        ModuleNotFoundError, InvalidArgumentError: As :func:`axes_for`.

    Example:
        >>> rate, mean = Estimate.of_rate(1, 2), Estimate.of_mean(2, 20, 2)
        >>> plot_payoffs({-2: 1, 4: 1}, rate, mean).get_xlabel()  # doctest: +SKIP
        'payoff of the landlord'
    """
    axes = axes_for(ax)
    ticker = import_module("matplotlib.ticker")
    axes.set_xscale("symlog", base=2, linthresh=1, linscale=0.5)
    for label, colour, sign in (("lost", _LOST, -1), ("won", _WON, 1)):
        amounts = sorted(abs(amount) for amount in games if amount * sign > 0)
        axes.bar(
            [sign * amount / _HALF_BAR for amount in amounts],
            [100 * games[sign * amount] / win_rate.n for amount in amounts],
            width=[sign * amount * (_HALF_BAR - 1 / _HALF_BAR) for amount in amounts],
            align="edge",
            color=colour,
            label=label,
        )
    if games:
        label = f"mean {payoff.mean:+.2f}"
        axes.axvline(payoff.mean, color=_MEAN, linestyle="--", linewidth=1, label=label)
        axes.legend(fontsize="small", frameon=False)
    locator = ticker.SymmetricalLogLocator(base=2, linthresh=1)
    width = axes.get_window_extent().width / axes.figure.dpi
    locator.set_params(numticks=max(3, round(_TICKS_PER_INCH * width)))
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(ticker.StrMethodFormatter("{x:,.0f}"))
    axes.set_xlabel("payoff of the landlord")
    axes.set_ylabel(f"% of {win_rate.n:,} games")
    axes.set_title(_win_rate_text(win_rate), fontsize="medium")
    return axes


def _win_rate_text(rate: Estimate) -> str:
    if rate.n == 0:
        return "no game was played"
    return f"landlord wins {rate.mean:.1%}\n95 % interval {rate.low:.1%} to {rate.high:.1%}"


def plot_equity(equity: Any, ax: Any = None) -> Any:
    """Draw how often a hand wins as a point with its interval; on axes that have some already, as a further row.

    Args:
        equity: An Equity.
        ax: A matplotlib ``Axes``; None makes a new figure with one.

    Returns:
        The axes: one row for each hand, percent of the deals that its side wins on the horizontal axis from 0 to 100.

    Raises:
        ModuleNotFoundError, InvalidArgumentError: As :func:`axes_for`.

    Example:
        >>> from doudizhu_fast.analysis import equity  # doctest: +SKIP
        >>> axes = plot_equity(equity("344567899TJQKKA2B"))  # doctest: +SKIP
        >>> plot_equity(equity("3456789TJQKA22BR3"), axes) is axes  # doctest: +SKIP
        True
    """
    axes = _low_axes(ax)
    labels = [label.get_text() for label in axes.get_yticklabels()] if axes.containers else []
    row = len(labels)
    _point(axes, equity.win, row, "tab:blue", 100)
    payoff = f"payoff {equity.payoff.mean:+.2f}"
    bottom = "" if equity.bottom is None else f" and {equity.bottom}"
    name = f"{equity.hand}{bottom}\n{equity.role.name.lower()}, {payoff}"
    axes.set_yticks(range(row + 1), [*labels, name], fontsize="small")
    axes.set_ylim(row + 0.7, -0.7)
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of deals won, 95 % interval")
    if row == 0:
        axes.axvline(50, color=_MEAN, linestyle=":", linewidth=1)
        axes.grid(axis="x", alpha=0.3)
    return axes


def plot_bids(table: Any, ax: Any = None) -> Any:
    """Draw what every call pays, with its interval.

    Args:
        table: A BidTable.
        ax: A matplotlib ``Axes``; None makes a new figure with one.

    Returns:
        The axes: one row for each call, the mean payoff on the horizontal axis; green is the best call, blue what the
        sample cannot tell from it. The title tells the hand and how often it wins as landlord.

    Raises:
        ModuleNotFoundError, InvalidArgumentError: As :func:`axes_for`.

    Example:
        >>> from doudizhu_fast.analysis import bid_table  # doctest: +SKIP
        >>> plot_bids(bid_table("344567899TJQKKA2B")).get_xlabel()  # doctest: +SKIP
        'payoff, 95 % interval'
    """
    rows = sorted(table.rows, key=lambda row: row.bid)
    names = ["pass" if row.bid == 0 else f"bid {row.bid}" for row in rows]
    axes = _plot_rows(_low_axes(ax), rows, names, table.best, "payoff")
    win = table.landlord_win
    axes.set_title(
        f"{table.hand}: as landlord wins {win.mean:.1%}, breaks even at {table.break_even.mean:.1%}",
        fontsize="medium",
    )
    return axes


def plot_moves(table: Any, ax: Any = None) -> Any:
    """Draw what the best moves are worth, each with its interval.

    Args:
        table: A MoveTable.
        ax: A matplotlib ``Axes``; None makes a new figure with one.

    Returns:
        The axes: one row for each of the best twenty moves, what the table is sorted by on the horizontal axis; green
        is the best move, blue what the sample cannot tell from it, grey what is worse. That is told by the differences
        on the same deals, which are known far better than the figures: their intervals may overlap.

    Raises:
        ModuleNotFoundError, InvalidArgumentError: As :func:`axes_for`.

    Example:
        >>> from doudizhu_fast.analysis import move_table  # doctest: +SKIP
        >>> from doudizhu_fast.view import View  # doctest: +SKIP
        >>> view = View.from_text(
        ...     "34567889TTJJQKA22", seat=1, landlord=0, plays="A"
        ... )  # doctest: +SKIP
        >>> len(plot_moves(move_table(view)).get_yticks())  # doctest: +SKIP
        2
    """
    rows = table.rows[:_SHOWN_MOVES]
    axes = axes_for(ax)
    if ax is None:
        axes.figure.set_figheight(max(2.0, 1.2 + _ROW_HEIGHT * len(rows)))
    _plot_rows(axes, rows, [str(row.move) for row in rows], table.best, table.objective)
    rest = len(table.rows) - len(rows)
    more = f", the best {len(rows)} of {len(table.rows)} moves" if rest else ""
    role = table.role.name.lower()
    axes.set_title(f"seat {table.seat}, {role}{more}", fontsize="medium")
    return axes


def plot_losses(review: Any, ax: Any = None) -> Any:
    """Draw what every move of a game cost.

    Args:
        review: A Review.
        ax: A matplotlib ``Axes``; None makes a new figure with one.

    Returns:
        The axes: the numbers of the moves on the horizontal axis, the losses on the vertical one with their intervals;
        full marks are proven mistakes. One colour for each seat; moves without a choice are left out.

    Raises:
        ModuleNotFoundError, InvalidArgumentError: As :func:`axes_for`.

    Example:
        >>> from doudizhu_fast.analysis import review  # doctest: +SKIP
        >>> from doudizhu_fast.simulation import simulate  # doctest: +SKIP
        >>> record = simulate(1, seed=5, auction=False).game(0)  # doctest: +SKIP
        >>> plot_losses(review(record, 100, seed=1)).get_xlabel()  # doctest: +SKIP
        'move of the game'
    """
    axes = axes_for(ax)
    for total in review.seats:
        chosen = [row for row in review.moves if row.seat == total.seat and row.judged != "forced"]
        colour = _SEAT_COLOURS[total.seat]
        for row in chosen:
            _column(axes, row.number, row.loss, colour, row.mistake)
        name = f"seat {total.seat}, {total.role.name.lower()}: {total.proven_loss:.1f} by mistakes"
        axes.plot([], [], "o", color=colour, label=name)
    axes.axhline(0, color=_MEAN, linewidth=1)
    unit = "payoff" if review.objective == "payoff" else "chance of winning"
    axes.set_xlabel("move of the game")
    axes.set_ylabel(f"lost {unit}")
    axes.set_title(
        f"{len(review.mistakes)} mistakes in {len(review.moves)} moves", fontsize="medium"
    )
    axes.legend(fontsize="small", frameon=False)
    return axes


def plot_scores(
    names: Sequence[str], scores: Mapping[tuple[str, str], Estimate], ax: Any = None
) -> Any:
    """Draw who won how much against whom, as a matrix.

    Args:
        names: The bots, the best first.
        scores: For each pair of them, in any order, what the first scored against the second.
        ax: A matplotlib ``Axes``; None makes a new figure with one.

    Returns:
        The axes: rows against columns, each cell the percent of games that the bot of the row won, with half the width
        of the 95 % interval.

    Raises:
        ModuleNotFoundError, InvalidArgumentError: As :func:`axes_for`.

    Example:
        >>> rates = {("a", "b"): Estimate.of_rate(3, 4)}
        >>> len(plot_scores(["a", "b"], rates).texts)  # doctest: +SKIP
        2
    """
    axes = axes_for(ax)
    size = len(names)
    grid = [[math.nan] * size for _ in names]
    for (first, second), score in scores.items():
        row, column = names.index(first), names.index(second)
        half = 50 * (score.high - score.low)
        for place, mean in (((row, column), score.mean), ((column, row), 1 - score.mean)):
            grid[place[0]][place[1]] = mean
            ink = "white" if abs(mean - 0.5) + 0.5 > _DARK_CELL else "black"
            told = f"{100 * mean:.1f}\n± {half:.1f}" if half else f"{100 * mean:.1f}"
            axes.text(place[1], place[0], told, ha="center", va="center", color=ink)
    axes.imshow(grid, cmap="RdBu", vmin=0, vmax=1)
    axes.set_xticks(range(size), names, rotation=30, ha="right")
    axes.set_yticks(range(size), names)
    axes.set_xlabel("against")
    axes.set_title("% of games won, 95 % interval", fontsize="medium")
    return axes


def _low_axes(ax: Any) -> Any:
    """Give axes for a few rows: where they are made here, not as high as others."""
    axes = axes_for(ax)
    if ax is None:
        axes.figure.set_figheight(_LOW_HEIGHT)
    return axes


def _plot_rows(
    axes: Any, rows: Sequence[Any], names: Sequence[str], best: Any, objective: str
) -> Any:
    scale = 1 if objective == "payoff" else 100
    for place, row in enumerate(rows):
        told = "best" if row is best else "may be as good" if row.tied else "worse"
        _point(axes, getattr(row, objective), place, _COLOURS[told], scale)
    for told, colour in _COLOURS.items():
        if any(line.get_color() == colour for line in axes.lines):
            axes.plot([], [], "o", color=colour, label=told)
    axes.legend(fontsize="small", framealpha=0.6)
    axes.set_yticks(range(len(rows)), names)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.grid(axis="x", alpha=0.3)
    if objective == "payoff":
        axes.axvline(0, color=_MEAN, linestyle=":", linewidth=1)
    axes.set_xlabel("payoff, 95 % interval" if objective == "payoff" else "% won, 95 % interval")
    return axes


def _point(axes: Any, figure: Estimate, place: float, colour: str, scale: float) -> None:
    ends = _ends(figure, scale)
    axes.errorbar(
        [scale * figure.mean], [place], xerr=ends, fmt="o", color=colour, capsize=3, markersize=5
    )


def _column(axes: Any, place: float, figure: Estimate, colour: str, full: bool) -> None:
    ends = _ends(figure, 1)
    face = colour if full else "none"
    axes.errorbar(
        [place],
        [figure.mean],
        yerr=ends,
        fmt="o",
        color=colour,
        markerfacecolor=face,
        markersize=6 if full else 4,
        linewidth=1,
    )


def _ends(figure: Estimate, scale: float) -> Any:
    """How far the interval reaches to both sides; None where there is none."""
    if math.isnan(figure.low):
        return None
    return [[scale * (figure.mean - figure.low)], [scale * (figure.high - figure.mean)]]
