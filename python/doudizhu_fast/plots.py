"""Results as diagrams, by way of the optional package matplotlib."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from doudizhu_fast._checks import shown
from doudizhu_fast.estimates import Estimate
from doudizhu_fast.exceptions import InvalidArgumentError

__all__ = ["axes_for", "plot_payoffs"]

_LOST, _WON, _MEAN = "tab:red", "tab:blue", "black"

# Payoffs double, so equal factors are drawn equally far apart. Neighbours such as 6 and 8 are 2 ** 0.4 apart.
_HALF_BAR: Final = 2**0.18
_TICKS_PER_INCH: Final = 2


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
        raise ModuleNotFoundError(
            "Diagrams need the package matplotlib: pip install 'doudizhu-fast[plot]'",
            name="matplotlib",
        ) from None
    if ax is None:
        return pyplot.subplots(layout="constrained")[1]
    if not isinstance(ax, axes.Axes):
        raise InvalidArgumentError(
            "wrong_type", name="ax", expected="a matplotlib Axes", value=shown(ax)
        )
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
