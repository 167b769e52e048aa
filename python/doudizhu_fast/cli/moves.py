"""``ddz moves``: what a hand may play."""

from typing import Annotated

import typer

import doudizhu_fast as ddz
from doudizhu_fast.cli._options import JsonOption, PlayersOption, RulesOption, chosen_rules
from doudizhu_fast.cli._output import (
    emit_json,
    move_data,
    moves_table,
    new_console,
    print_table,
    print_title,
)

__all__ = ["moves"]


def moves(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="The cards held, like 3334445567.")],
    beat: Annotated[
        str | None, typer.Option("--beat", metavar="MOVE", help="The play to beat; none on a lead.")
    ] = None,
    rules: RulesOption = None,
    players: PlayersOption = None,
    json: JsonOption = False,
) -> None:
    """List the legal moves of a hand, by kind.

    Examples:
      ddz moves 33344455667789
      ddz moves 33344455667789 --beat 55
      ddz moves 33333444456BR --rules four_player --json
    """
    chosen = chosen_rules(rules, players)
    standing = ddz.PASS if beat is None else ddz.Move(beat, chosen)
    to_beat = None if standing == ddz.PASS else standing
    found = ddz.legal_moves(hand, to_beat, chosen)
    held = ddz.Hand(hand)
    if not held:
        raise typer.BadParameter("the hand has no cards", param_hint="HAND")
    if json:
        emit_json(
            {
                "rules": str(chosen),
                "hand": str(held),
                "to_beat": None if to_beat is None else str(to_beat),
                "count": len(found),
                "moves": [move_data(move, chosen) for move in found],
            }
        )
        return
    console = new_console()
    task = "on a lead" if to_beat is None else f"on {to_beat}"
    print_title(console, f"{held} has {_counted(len(found))} {task} ({chosen}):")
    print_table(console, moves_table(found))


def _counted(number: int) -> str:
    return "1 legal move" if number == 1 else f"{number} legal moves"
