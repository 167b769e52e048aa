"""``ddz beats``: compare two plays."""

from typing import Annotated

import typer

import doudizhu_fast as ddz
from doudizhu_fast.cli._options import JsonOption, PlayersOption, RulesOption, chosen_rules
from doudizhu_fast.cli._output import emit_json, move_data, new_console

__all__ = ["beats"]


def beats(
    move: Annotated[str, typer.Argument(metavar="MOVE", help="The answer, like 444+5.")],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The standing play, like 333+2.")],
    rules: RulesOption = None,
    players: PlayersOption = None,
    json: JsonOption = False,
) -> None:
    """Say whether one play beats another.

    Examples:
      ddz beats 444+5 333+2
      ddz beats 3333 22
      ddz beats 33333 4444 --rules four_player --json
    """
    chosen = chosen_rules(rules, players)
    answer = ddz.Move(move, chosen)
    standing = ddz.Move(other, chosen)
    result = ddz.beats(answer, standing)
    if json:
        emit_json(
            {
                "rules": str(chosen),
                "move": move_data(answer, chosen),
                "other": move_data(standing, chosen),
                "beats": result,
            }
        )
        return
    new_console().print(f"{answer} {'beats' if result else 'does not beat'} {standing}")
