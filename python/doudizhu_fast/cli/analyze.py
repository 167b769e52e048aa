"""``ddz analyze``: how good a hand is."""

from typing import Annotated, Any

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
from doudizhu_fast.cli._output import emit_json, new_console, new_table, print_table, print_title
from doudizhu_fast.cli._progress import Bar

__all__ = ["analyze"]


def analyze(
    hand: Annotated[
        str, typer.Argument(metavar="HAND", help="A dealt hand, or the landlord's with the bottom.")
    ],
    rules: RulesOption = None,
    players: PlayersOption = None,
    n: NumberOption = None,
    policy: PolicyOption = "rule",
    seed: SeedOption = None,
    json: JsonOption = False,
) -> None:
    """Estimate how often a hand wins and what it is paid.

    As landlord and as peasant. Plays random deals of the other cards to the end. The payoffs are those of a bid of 1.

    Examples:
      ddz analyze 344567899TJQKKA2B --n 2000
      ddz analyze 344567899TJQKKA2BAA2 --n 2000 --seed 5 --json
    """
    chosen = chosen_rules(rules, players)
    root = chosen_seed(seed)
    held = ddz.Hand(hand)
    roles = ["landlord"]
    if len(held) == len(ddz.deal(0, chosen).hands[0]):
        roles.append("peasant")
    found = {}
    for role in roles:
        with Bar(f"as {role}", "deals") as bar:
            found[role] = ddz.analysis.equity(
                held, n, policy=policy, seed=root, rules=chosen, role=role, progress=bar.show
            )
    plays = ddz.analysis.min_plays(held, chosen).count
    if json:
        document: dict[str, Any] = {"hand": str(held), "min_plays": plays}
        emit_json(document | {role: equity.to_dict() for role, equity in found.items()})
        return
    console = new_console()
    print_title(console, f"{held}, at least {_counted(plays)} ({chosen}, seed {root}):")
    table = new_table("as", ">wins", ">payoff", ">doubled", ">deals")
    for role, equity in found.items():
        doubled = 1 - equity.doublings[0] / equity.n
        table.add_row(
            role, equity.win.brief, equity.payoff.brief, f"{doubled:.1%}", f"{equity.n:,}"
        )
    print_table(console, table)


def _counted(plays: int) -> str:
    return "1 play" if plays == 1 else f"{plays} plays"
