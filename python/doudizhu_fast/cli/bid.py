"""``ddz bid``: what every call of an auction is worth."""

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
)
from doudizhu_fast.cli._output import emit_json, new_console, print_result, print_title
from doudizhu_fast.cli._progress import Bar

__all__ = ["bid"]


def bid(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="The dealt hand.")],
    bids: Annotated[
        str,
        typer.Option(
            "--bids", metavar="CALLS", help="The calls so far, like '1 -'; a pass is a dash."
        ),
    ] = "",
    rules: RulesOption = None,
    players: PlayersOption = None,
    n: NumberOption = None,
    policy: PolicyOption = "rule",
    seed: SeedOption = None,
    json: JsonOption = False,
) -> None:
    """Estimate what passing and every bid is worth.

    Plays random deals of the other cards: the others call on and all play to the end.
    Also tells how often the hand wins as landlord.

    Examples:
      ddz bid 344567899TJQKKA2B --n 2000
      ddz bid 344567899TJQKKA2B --bids '1 -' --n 2000 --seed 5 --json
    """
    chosen = chosen_rules(rules, players)
    root = chosen_seed(seed)
    with Bar("playing", "deals") as bar:
        table = ddz.analysis.bid_table(
            ddz.Hand(hand), n, policy=policy, seed=root, rules=chosen, bids=bids, progress=bar.show
        )
    if json:
        emit_json(table.to_dict())
        return
    console = new_console()
    print_title(console, f"{table.hand} ({chosen}, seed {root}):")
    print_result(console, table)
