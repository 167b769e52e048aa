"""``ddz minplays``: the fewest plays that empty a hand."""

from typing import Annotated

import typer

import doudizhu_fast as ddz
from doudizhu_fast.cli._options import JsonOption, PlayersOption, RulesOption, chosen_rules
from doudizhu_fast.cli._output import (
    emit_json,
    move_data,
    new_console,
    new_table,
    print_table,
    print_title,
)

__all__ = ["minplays"]


def minplays(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="The cards held, like 3334445567.")],
    every: Annotated[
        bool, typer.Option("--all", help="Show every way to do it, up to a thousand.")
    ] = False,
    rules: RulesOption = None,
    players: PlayersOption = None,
    json: JsonOption = False,
) -> None:
    """Find the fewest plays that empty a hand when nobody interferes.

    Examples:
      ddz minplays 33344455667789
      ddz minplays 5789TJAA --rules noip
      ddz minplays 334455667788 --all --json
    """
    chosen = chosen_rules(rules, players)
    found = ddz.analysis.min_plays(hand, chosen, all=every)
    held = ddz.Hand(hand)
    if json:
        document = {
            "rules": str(chosen),
            "hand": str(held),
            "count": found.count,
            "plays": [move_data(move, chosen) for move in found.plays],
        }
        if found.decompositions is not None:
            document["decompositions"] = [
                [move_data(move, chosen) for move in plays] for plays in found.decompositions
            ]
            document["complete"] = found.complete
        emit_json(document)
        return
    console = new_console()
    plays = "1 play" if found.count == 1 else f"{found.count} plays"
    print_title(console, f"{held or '-'} needs {plays} ({chosen}):")
    if found.decompositions is None:
        table = new_table("move", "kind")
        for move in found.plays:
            table.add_row(str(move), move.kind.name)
        print_table(console, table)
        return
    for listed in found.decompositions:
        print("  ".join(map(str, listed)))
    number = len(found.decompositions)
    ways = "1 decomposition" if number == 1 else f"{number:,} decompositions"
    console.print(ways if found.complete else f"{ways}, and there are more")
