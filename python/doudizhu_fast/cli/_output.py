"""How every verb speaks: aligned text for people, one JSON document for programs."""

import json
import os
import re
import sys
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.table import Table

import doudizhu_fast as ddz

__all__ = [
    "deal_data",
    "deal_table",
    "emit_json",
    "move_data",
    "moves_table",
    "new_console",
    "new_table",
    "print_result",
    "print_table",
    "print_title",
]

# What a reader of a file or a pipe can be expected to see without wrapping.
_WIDTH_OFF_TERMINAL = 100

# Each cell has a style of its own, which ends behind its blanks.
_BLANK_END = re.compile(r"(?: |\x1b\[[\d;]*m)+$")


def emit_json(document: Mapping[str, Any]) -> None:
    """Print the one JSON document of a command."""
    print(json.dumps(document, indent=2))


def new_console() -> Console:
    """Make the console for stdout: colours and the width of the window on a terminal, neither elsewhere."""
    fixed = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    return Console(
        emoji=False, highlight=False, markup=False, width=_WIDTH_OFF_TERMINAL if fixed else None
    )


def new_table(*columns: str) -> Table:
    """Make an empty table without lines; columns whose name begins with ``>`` are aligned to the right."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        name = column.removeprefix(">")
        table.add_column(name, justify="right" if name != column else "left")
    return table


def print_table(console: Console, table: Table) -> None:
    """Print a table without the blanks that fill its last column."""
    with console.capture() as capture:
        console.print(table)
    for line in capture.get().splitlines():
        print(_BLANK_END.sub("\x1b[0m" if "\x1b" in line else "", line))


def print_title(console: Console, title: str) -> None:
    """Print the line above a table: what it is about."""
    console.print(title, style="bold", soft_wrap=True)


def print_result(console: Console, result: object) -> None:
    """Print a result of the library, which lays out its tables itself; the line above each is its head."""
    head = True
    for line in str(result).splitlines():
        console.print(line, style="bold" if head else None, soft_wrap=True)
        head = not line


def moves_table(moves: Iterable[ddz.Move], most: int | None = None) -> Table:
    """Lay out moves, which come in the order of their ids, by kind; at most so many of a kind."""
    table = new_table("kind", ">count", "moves")
    for kind, group in groupby(moves, key=lambda move: move.kind):
        texts = [str(move) for move in group]
        rest = [] if most is None or len(texts) <= most else ["..."]
        table.add_row(kind.name, str(len(texts)), " ".join(texts[:most] + rest))
    return table


def move_data(move: ddz.Move, rules: ddz.Rules | None = None) -> dict[str, Any]:
    """Tell a program all about a move; with rules its action id too."""
    data: dict[str, Any] = {"move": str(move), "kind": move.kind.name}
    if move.rank is not None:
        data |= {"rank": move.rank.letter, "length": move.length, "cards": str(move.cards)}
    data["packed"] = int(move)
    if rules is not None:
        data["id"] = rules.action_space.id(move)
    return data


def deal_table(dealt: ddz.Deal) -> Table:
    """Lay out the hands and the bottom cards."""
    table = new_table("seat", ">cards", "hand", "")
    for seat, hand in enumerate(dealt.hands):
        table.add_row(str(seat), str(len(hand)), str(hand), _remark(dealt, seat))
    table.add_row("bottom", str(len(dealt.bottom)), str(dealt.bottom), "")
    return table


def _remark(dealt: ddz.Deal, seat: int) -> str:
    if seat != dealt.first_bidder:
        return ""
    if dealt.turned_up is None:
        return "begins"
    return f"begins with the turned-up {dealt.turned_up.letter}"


def deal_data(dealt: ddz.Deal) -> dict[str, Any]:
    """Tell a program all about a deal."""
    return {
        "hands": [str(hand) for hand in dealt.hands],
        "bottom": str(dealt.bottom),
        "first_bidder": dealt.first_bidder,
        "turned_up": None if dealt.turned_up is None else dealt.turned_up.letter,
    }
