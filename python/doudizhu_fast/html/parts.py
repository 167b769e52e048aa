"""The parts that all pieces are made of: cards, tables, figures with their error, panels."""

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Final

__all__ = [
    "bar",
    "cards",
    "code",
    "estimate",
    "move",
    "note",
    "pairs",
    "panel",
    "share",
    "table",
    "text",
]

_FONT: Final = "font-family:system-ui,sans-serif;font-size:13px;line-height:1.5"
_CARDS: Final = "color:#1f2328;font-weight:600;font-family:ui-monospace,monospace"
_CARD: Final = (
    "display:inline-block;min-width:1em;padding:0 .15em;margin:1px;border:1px solid #9aa0a6;"
    "border-radius:4px;background:#fff;text-align:center"
)
_RED: Final = ";color:#c62828"

# A ground that shows on white and on black alike.
_SHADE: Final = "rgba(128,128,128,.18)"
_RULE: Final = "1px solid rgba(128,128,128,.45)"
_BEST: Final = "rgba(46,160,67,.22)"
_BAR: Final = "rgba(66,133,244,.75)"
_DOUBT: Final = "rgba(128,128,128,.55)"

_JOKERS: Final = {"B": "black joker", "R": "red joker"}
_BAR_WIDTH: Final = 90


def cards(text: object) -> str:
    """Draw cards side by side, equal ranks closer to each other than others.

    Args:
        text: A Hand, or canonical text.

    Example:
        >>> cards("33").count("</span>"), cards("")
        (3, '<span style="opacity:.65">none</span>')
    """
    letters = str(text)
    if not letters:
        return note("none")
    drawn = []
    for position, letter in enumerate(letters):
        last_of_rank = letters[position + 1 : position + 2] not in ("", letter)
        drawn.append(_card(letter, ";margin-right:5px" if last_of_rank else ""))
    return f'<span style="{_CARDS}">{"".join(drawn)}</span>'


def _card(letter: str, more: str) -> str:
    told = f' title="{_JOKERS[letter]}"' if letter in _JOKERS else ""
    face = _CARD + (_RED if letter == "R" else "") + more
    return f'<span style="{face}"{told}>{escape(letter)}</span>'


def move(text: object) -> str:
    """Draw a move: body, a plus sign and kickers, or the word pass.

    Args:
        text: A Move, or canonical text.

    Example:
        >>> move("pass"), move("333+4").count("+")
        ('<span style="opacity:.65">pass</span>', 1)
    """
    body, plus, kickers = str(text).partition("+")
    if body == "pass":
        return note("pass")
    drawn = cards(body) + (f" + {cards(kickers)}" if plus else "")
    return f'<span style="white-space:nowrap">{drawn}</span>'


def note(text: object) -> str:
    """Write something of less weight.

    Example:
        >>> note("a < b")
        '<span style="opacity:.65">a &lt; b</span>'
    """
    return f'<span style="opacity:.65">{escape(str(text))}</span>'


def code(text: object) -> str:
    """Write a text that can be pasted back.

    Example:
        >>> "3344" in code("3344")
        True
    """
    return (
        f'<code style="font-size:11px;opacity:.8;background:transparent;color:inherit;'
        f'overflow-wrap:anywhere">{escape(str(text))}</code>'
    )


def estimate(figure: Any) -> str:
    """Write a sampled figure with its error bar.

    Args:
        figure: An Estimate.

    Example:
        >>> from doudizhu_fast.estimates import Estimate
        >>> "0.353 ± 0.030" in estimate(Estimate.of_rate(353, 1000))
        True
    """
    told = f"95 % interval {figure.low:.4g} to {figure.high:.4g}, n = {figure.n:,}"
    return f'<span title="{escape(told)}" style="white-space:nowrap">{escape(figure.brief)}</span>'


def share(figure: Any) -> str:
    """Write a rate in percent, and draw it as a bar with the interval around its end.

    Args:
        figure: An Estimate of a rate.

    Example:
        >>> from doudizhu_fast.estimates import Estimate
        >>> "35.3 ± 3.0 %" in share(Estimate.of_rate(353, 1000))
        True
    """
    if math.isnan(figure.mean):
        return note("unknown")
    low, high = (0.0, 0.0) if math.isnan(figure.low) else (figure.low, figure.high)
    half = 50 * (high - low)
    error = f" ± {half:.1f}" if half else ""
    told = f"{bar(figure.mean, low, high)} {100 * figure.mean:.1f}{error} %"
    return f'<span style="white-space:nowrap">{told}</span>'


def bar(value: float, low: float = 0.0, high: float = 0.0) -> str:
    """Draw a share of 1 as a bar, and an interval of it.

    Example:
        >>> bar(0.5).count("width:45px")
        1
    """
    line = ""
    if high > low:
        left, width = _BAR_WIDTH * low, max(2.0, _BAR_WIDTH * (high - low))
        line = (
            f'<span style="position:absolute;left:{left:.0f}px;top:4px;width:{width:.0f}px;'
            f'height:3px;background:{_DOUBT}"></span>'
        )
    return (
        f'<span style="display:inline-block;position:relative;width:{_BAR_WIDTH}px;height:11px;'
        f'background:{_SHADE};border-radius:3px;vertical-align:-1px">'
        f'<span style="position:absolute;left:0;top:0;width:{_BAR_WIDTH * value:.0f}px;height:11px;'
        f'background:{_BAR};border-radius:3px"></span>{line}</span>'
    )


def text(value: object) -> str:
    """Write plain text.

    Example:
        >>> text("a < b")
        'a &lt; b'
    """
    return escape(str(value))


def pairs(rows: Sequence[Sequence[str]]) -> str:
    """Lay out rows without heads: names, as plain text where there are two cells, and what they stand for, as HTML.

    Example:
        >>> pairs([["a", "<b>1</b>"]]).count("<td")
        2
    """
    return table((), [[note(row[0]), *row[1:]] if len(row) > 1 else row for row in rows])


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], best: int | None = None, right: str = ""
) -> str:
    """Lay out rows.

    Args:
        head: The heads of the columns, as plain text.
        rows: The cells, as HTML.
        best: The number of a row to stand out.
        right: For each column ``r`` where its cells are aligned to the right, anything else where not.

    Heads may be left out: then there is no line for them.

    Example:
        >>> table(["a<b"], [["1"]]).count("a&lt;b")
        1
    """
    cell = "padding:2px 10px 2px 4px;border:0;background:transparent"

    def aligned(place: int) -> str:
        return "right" if right[place : place + 1] == "r" else "left"

    heads = "".join(
        f'<th style="{cell};text-align:{aligned(place)};border-bottom:{_RULE};font-weight:600">'
        f"{escape(name)}</th>"
        for place, name in enumerate(head)
    )
    top = f'<thead><tr style="background:transparent">{heads}</tr></thead>' if heads else ""
    lines = []
    for number, row in enumerate(rows):
        ground = _BEST if number == best else "transparent"
        cells = "".join(
            f'<td style="{cell};text-align:{aligned(place)}">{content}</td>'
            for place, content in enumerate(row)
        )
        lines.append(f'<tr style="background:{ground}">{cells}</tr>')
    style = f"border-collapse:collapse;border:0;margin:2px 0;color:inherit;{_FONT}"
    return f'<table style="{style}">{top}<tbody>{"".join(lines)}</tbody></table>'


def panel(title: str, *parts: str, foot: str = "") -> str:
    """Put parts below each other under a title.

    Args:
        title: Plain text.
        *parts: HTML.
        foot: Plain text for the last line.

    Example:
        >>> panel("a<b", "<i>x</i>").startswith("<div")
        True
    """
    heading = (
        f'<div style="font-weight:600;margin-bottom:2px">{escape(title)}</div>' if title else ""
    )
    ending = f"<div>{note(foot)}</div>" if foot else ""
    inner = "".join(f"<div>{part}</div>" for part in parts if part)
    return f'<div style="{_FONT};margin:4px 0;max-width:100%">{heading}{inner}{ending}</div>'
