"""``ddz arena``: bots against each other."""

from pathlib import Path
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
    complete_bots,
    real_number,
    whole_number,
)
from doudizhu_fast.cli._output import emit_json, new_console, print_result, print_title
from doudizhu_fast.cli._progress import Bar

__all__ = ["arena"]


def arena(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT",
            autocompletion=complete_bots,
            help="At least two: name, name(option=value), module:attribute.",
        ),
    ],
    deals: Annotated[
        int,
        typer.Option(
            "--deals",
            metavar="N",
            parser=whole_number,
            help="How many deals each seating plays.",
        ),
    ] = 100,
    auction: Annotated[
        bool, typer.Option("--auction", help="Hold auctions; otherwise each is landlord in turn.")
    ] = False,
    limit: Annotated[
        float | None,
        typer.Option(
            "--limit",
            metavar="SECONDS",
            parser=real_number,
            help="How long an answer may take.",
        ),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option(
            "--log", metavar="FILE", help="Write every game down; go on where the file ends."
        ),
    ] = None,
    rules: RulesOption = None,
    players: PlayersOption = None,
    seed: SeedOption = None,
    json: JsonOption = False,
) -> None:
    """Let bots play against each other on the same deals.

    Every bot plays in every role. Bots that come with the program: greedy, montecarlo,
    random, rule, search; montecarlo and search take deals= or seconds= for a decision.
    A score is the share of games won; 400 points of Elo more are ten times the chances.

    Examples:
      ddz arena rule greedy random --deals 2000 --seed 1
      ddz arena rule 'montecarlo(seconds=0.002)' --deals 5 --seed 1 --json
      ddz arena rule greedy --rules four_player --auction
    """
    # A log that is gone on with has a seed already.
    goes_on = log is not None and log.exists()
    root = seed if goes_on else chosen_seed(seed)
    with Bar("playing", "games") as bar:
        result = ddz.bots.tournament(
            bots,
            deals,
            chosen_rules(rules, players),
            root,
            auction,
            progress=bar.show,
            log=log,
            limit_seconds=limit,
        )
    if json:
        emit_json(result.to_dict())
        return
    held = "with auctions" if result.auction else "without auctions"
    title = f"{result.games:,} games on {result.deals:,} deals"
    console = new_console()
    print_title(console, f"{title} ({result.rules.text}, {held}, seed {result.seed}):")
    print_result(console, result)
