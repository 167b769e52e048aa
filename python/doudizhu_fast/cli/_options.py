"""The options that several verbs share."""

import secrets
from typing import Annotated

import typer

__all__ = [
    "JsonOption",
    "NumberOption",
    "PolicyOption",
    "RulesOption",
    "SeedOption",
    "check_seed",
    "chosen_seed",
]

# Every seed that the library draws itself can be given.
_SEED_BITS = 128

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


NumberOption = Annotated[
    int | None,
    typer.Option("--n", metavar="N", help="How many deals to play; more narrow the intervals."),
]

PolicyOption = Annotated[
    str, typer.Option("--policy", metavar="NAME", help="Who plays: rule, greedy or random.")
]


def check_seed(seed: int | None) -> int | None:
    """Refuse what is no seed, in the words of the command line."""
    if seed is not None and (seed < 0 or seed.bit_length() > _SEED_BITS):
        given = str(seed) if seed.bit_length() <= _SEED_BITS else "a longer one"
        raise typer.BadParameter(
            f"a seed is a whole number from 0 to 2**{_SEED_BITS} - 1, not {given}"
        )
    return seed


SeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        callback=check_seed,
        help="A whole number from 0; without it a random one.",
    ),
]


def chosen_seed(seed: int | None) -> int:
    """Return the seed given, or a random one that is short enough to be typed again."""
    return secrets.randbelow(10**6) if seed is None else seed
