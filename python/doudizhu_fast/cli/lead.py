"""``ddz lead``: what every legal move is worth."""

from typing import Annotated

import typer

import doudizhu_fast as ddz
from doudizhu_fast.cli._options import (
    JsonOption,
    NumberOption,
    PlayersOption,
    PolicyOption,
    RulesOption,
    SeedOption,
    chosen_rules,
    chosen_seed,
    whole_number,
)
from doudizhu_fast.cli._output import emit_json, new_console, print_result, print_title
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
        int | None,
        typer.Option(
            "--seat",
            metavar="N",
            parser=whole_number,
            help="Your seat, 0 without; the landlord has seat 0.",
        ),
    ] = None,
    plays: Annotated[
        str, typer.Option("--plays", metavar="MOVES", help="The moves so far, like '333+4 -'.")
    ] = "",
    bottom: Annotated[
        str | None, typer.Option("--bottom", metavar="CARDS", help="The bottom cards, if shown.")
    ] = None,
    rules: RulesOption = None,
    players: PlayersOption = None,
    n: NumberOption = None,
    policy: PolicyOption = "rule",
    seed: SeedOption = None,
    json: JsonOption = False,
) -> None:
    """Estimate what every legal move is worth, the best first.

    A hand is that of the player to move; without moves so far it is the landlord's first lead.
    Random deals of the other cards are played to the end. A position is played as it stands.

    Examples:
      ddz lead 344567899TJQKKAAA22B --n 200
      ddz lead 344567899TJQKKA2B --seat 1 --plays T --n 200 --seed 5
      ddz lead 'ddz1 three_player 3445/67/89 0 0 - 0' --json
    """
    root = chosen_seed(seed)
    start = _start(cards, seat, plays, bottom, rules, players)
    with Bar("playing", "games") as bar:
        table = ddz.analysis.move_table(start, n, policy, root, progress=bar.show)
    if json:
        emit_json(table.to_dict())
        return
    console = new_console()
    print_title(console, f"{_title(start)} ({table.rules}, seed {root}):")
    print_result(console, table)


def _start(
    cards: str,
    seat: int | None,
    plays: str,
    bottom: str | None,
    rules: str | None,
    players: int | None,
) -> ddz.View | ddz.Position:
    if not cards.strip().startswith("ddz"):
        chosen = chosen_rules(rules, players)
        return ddz.View.from_text(
            cards, seat=seat or 0, landlord=0, plays=plays, bottom=bottom, rules=chosen
        )
    if plays or (seat, bottom, rules, players) != (None, None, None, None):
        raise typer.BadParameter("a position tells seat, moves, bottom and rules itself")
    return ddz.Position.parse(cards)


def _title(start: ddz.View | ddz.Position) -> str:
    if isinstance(start, ddz.Position):
        return start.text
    task = "leads" if start.to_beat is None else f"on {start.to_beat}"
    return f"{start.hand}, seat {start.seat}, {task}"
