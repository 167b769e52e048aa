"""The options that several verbs share."""

import secrets
from typing import Annotated

import typer

__all__ = ["JsonOption", "RulesOption", "SeedOption", "chosen_seed"]

RulesOption = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="RULES",
        help="A preset, or one with changes: three_player, four_player, national+spring=false.",
    ),
]

JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON document instead of a text.")
]

SeedOption = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", help="A whole number from 0; without it a random one."),
]


def chosen_seed(seed: int | None) -> int:
    """Return the seed given, or a random one that is short enough to be typed again."""
    return secrets.randbelow(10**6) if seed is None else seed
