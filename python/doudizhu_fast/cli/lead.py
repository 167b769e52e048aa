"""``ddz lead``: what every legal move is worth."""

from typing import Annotated

import typer

import doudizhu_fast as ddz
from doudizhu_fast.cli._options import (
    JsonOption,
    NumberOption,
    PolicyOption,
    RulesOption,
    SeedOption,
    chosen_seed,
)
from doudizhu_fast.cli._output import emit_json, new_console
from doudizhu_fast.cli._progress import Bar

__all__ = ["lead"]


def lead(
    cards: Annotated[
        str,
        typer.Argument(
            metavar="HAND|POSITION", help="The hand to move, or a position text in quotes."
        ),
    ],
    seat: Annotated[
        int, typer.Option("--seat", metavar="N", help="Your seat; the landlord has seat 0.")
    ] = 0,
    plays: Annotated[
        str, typer.Option("--plays", metavar="MOVES", help="The moves so far, like '333+4 -'.")
    ] = "",
    bottom: Annotated[
        str | None, typer.Option("--bottom", metavar="CARDS", help="The bottom cards, if shown.")
    ] = None,
    rules: RulesOption = "three_player",
    n: NumberOption = None,
    policy: PolicyOption = "rule",
    seed: SeedOption = None,
    json: JsonOption = False,
) -> None:
    """Estimate how often each legal move wins and what it is paid, the best first.

    A hand is that of the player to move; without moves so far it is the landlord's first lead.
    Random deals of the other cards are played to the end. A position is played as it stands.

    Examples:
      ddz lead 344567899TJQKKAAA22B --n 200
      ddz lead 344567899TJQKKA2B --seat 1 --plays T --n 200 --seed 5
      ddz lead 'ddz1 three_player 3445/67/89 0 0 - 0' --json
    """
    root = chosen_seed(seed)
    start = _start(cards, seat, plays, bottom, rules)
    with Bar("playing", "games") as bar:
        table = ddz.analysis.move_table(start, n, policy, root, progress=bar.show)
    if json:
        emit_json(table.to_dict())
        return
    console = new_console()
    console.print(f"{_title(start)} ({table.rules}, seed {root}):", style="bold", soft_wrap=True)
    print(table)


def _start(
    cards: str, seat: int, plays: str, bottom: str | None, rules: str
) -> ddz.View | ddz.Position:
    if not cards.strip().startswith("ddz"):
        return ddz.View.from_text(
            cards, seat=seat, landlord=0, plays=plays, bottom=bottom, rules=rules
        )
    if seat or plays or bottom or rules != "three_player":
        raise typer.BadParameter("a position tells seat, moves, bottom and rules itself")
    return ddz.Position.parse(cards)


def _title(start: ddz.View | ddz.Position) -> str:
    if isinstance(start, ddz.Position):
        return start.text
    task = "leads" if start.to_beat is None else f"on {start.to_beat}"
    return f"{start.hand}, seat {start.seat}, {task}"
