"""``ddz classify``: what cards are when played together."""

from typing import Annotated

import typer

import doudizhu_fast as ddz
from doudizhu_fast.cli._options import JsonOption, PlayersOption, RulesOption, chosen_rules
from doudizhu_fast.cli._output import emit_json, move_data, new_console, new_table, print_table

__all__ = ["classify"]


def classify(
    cards: Annotated[str, typer.Argument(metavar="CARDS", help="The cards, in any order.")],
    rules: RulesOption = None,
    players: PlayersOption = None,
    json: JsonOption = False,
) -> None:
    """Say which play cards are, and why if they are none.

    A + parts body and kickers, like 333+4.

    Examples:
      ddz classify 33344456
      ddz classify 33344477
      ddz classify 444455 --rules rlcard --json
    """
    chosen = chosen_rules(rules, players)
    explanation = chosen.explain(cards)
    readings = ddz.classify(cards, chosen)
    if json:
        emit_json(
            {
                "rules": str(chosen),
                "cards": cards,
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
    console.print(explanation, soft_wrap=True)
