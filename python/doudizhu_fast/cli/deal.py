"""``ddz deal``: a deal from a seed."""

import doudizhu_fast as ddz
from doudizhu_fast.cli._options import (
    JsonOption,
    PlayersOption,
    RulesOption,
    SeedOption,
    chosen_rules,
    chosen_seed,
)
from doudizhu_fast.cli._output import (
    deal_data,
    deal_table,
    emit_json,
    new_console,
    print_table,
    print_title,
)

__all__ = ["deal"]


def deal(
    seed: SeedOption = None,
    rules: RulesOption = None,
    players: PlayersOption = None,
    json: JsonOption = False,
) -> None:
    """Deal the cards; the same seed gives the same deal.

    Examples:
      ddz deal --seed 7
      ddz deal --seed 7 --rules four_player --json
    """
    chosen = chosen_rules(rules, players)
    root = chosen_seed(seed)
    dealt = ddz.deal(root, chosen)
    if json:
        emit_json({"rules": str(chosen), "seed": root} | deal_data(dealt))
        return
    console = new_console()
    print_title(console, f"Deal of seed {root} ({chosen}):")
    print_table(console, deal_table(dealt))
