"""``ddz perft``: count the move sequences from a position, the classic check of a move generator."""

from typing import Annotated

import typer

import doudizhu_fast as ddz
from doudizhu_fast.cli._options import (
    JsonOption,
    PlayersOption,
    RulesOption,
    SeedOption,
    chosen_rules,
    chosen_seed,
    whole_number_within,
)
from doudizhu_fast.cli._output import emit_json, new_console, print_title

__all__ = ["perft"]


def perft(
    position: Annotated[
        str | None,
        typer.Argument(
            metavar="POSITION", help="A position text in quotes; without it a deal from the seed."
        ),
    ] = None,
    depth: Annotated[
        int,
        typer.Option(
            "--depth",
            metavar="N",
            parser=whole_number_within(0, 1000),
            help="Moves to go, up to 1000.",
        ),
    ] = 3,
    seed: SeedOption = None,
    rules: RulesOption = None,
    players: PlayersOption = None,
    json: JsonOption = False,
) -> None:
    """Count the sequences of moves from a position, for each depth.

    A deal becomes a position by making the first bidder the landlord at bid 1.

    Examples:
      ddz perft --seed 7 --depth 3
      ddz perft 'ddz1 three_player 3445/67/89 0 0 - 0' --depth 4
    """
    start = _start(position, seed, rules, players)
    counts = ((moves, start.perft(moves)) for moves in range(depth + 1))
    if json:
        rows = [{"depth": moves, "nodes": nodes} for moves, nodes in counts]
        emit_json({"position": start.text, "depths": rows})
        return
    console = new_console()
    print_title(console, start.text)
    print_title(console, "depth           sequences")
    # Row by row: each takes many times as long as the one before, and the reader may have seen enough.
    for moves, nodes in counts:
        console.print(f"{moves:5} {nodes:19,}")


def _start(
    position: str | None, seed: int | None, rules: str | None, players: int | None
) -> ddz.Position:
    if position is not None:
        if (seed, rules, players) != (None, None, None):
            raise typer.BadParameter("give a position, or --seed and --rules, not both")
        return ddz.Position.parse(position)
    chosen = chosen_rules(rules, players)
    dealt = ddz.deal(chosen_seed(seed), chosen)
    landlord = dealt.first_bidder
    hands = list(dealt.hands)
    hands[landlord] += dealt.bottom
    return ddz.Position(hands, landlord, landlord, rules=chosen)
