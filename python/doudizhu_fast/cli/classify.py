"""``ddz classify``: what cards are when played together."""

from typing import Annotated

import typer

import doudizhu_fast as ddz
from doudizhu_fast.cli._options import JsonOption, RulesOption
from doudizhu_fast.cli._output import emit_json, move_data, new_console, new_table, print_table

__all__ = ["classify"]


def classify(
    cards: Annotated[str, typer.Argument(metavar="CARDS", help="The cards, in any order.")],
    rules: RulesOption = "three_player",
    json: JsonOption = False,
) -> None:
    """Say which play cards are, and why if they are none.

    Examples:
      ddz classify 33344456
      ddz classify 33344477
      ddz classify 444455 --rules rlcard --json
    """
    chosen = ddz.Rules.parse(rules)
    held = ddz.Hand(cards)
    readings = ddz.classify(held, chosen)
    explanation = chosen.explain(held)
    if json:
        emit_json(
            {
                "rules": str(chosen),
                "cards": str(held),
                "readings": [move_data(move, chosen) for move in readings],
                "explanation": explanation,
            }
        )
        return
    console = new_console()
    if readings:
        table = new_table("move", "kind", "rank", ">length", ">id")
        for move in readings:
            data = move_data(move, chosen)
            table.add_row(*(str(data[key]) for key in ("move", "kind", "rank", "length", "id")))
        print_table(console, table)
    console.print(explanation)
