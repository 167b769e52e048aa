"""The options that several verbs share, how they are read, and what a shell may complete."""

import re
import secrets
from collections.abc import Callable
from typing import Annotated

import typer

import doudizhu_fast as ddz

__all__ = [
    "BotOption",
    "JsonOption",
    "NumberOption",
    "PlayersOption",
    "PolicyOption",
    "RulesOption",
    "SeedOption",
    "chosen_rules",
    "chosen_seed",
    "complete_bots",
    "complete_kinds",
    "complete_rules",
    "read_seed",
    "real_number",
    "whole_number",
    "whole_number_within",
]

# Every seed that the library draws itself can be given.
_SEED_BITS = 128

# A thousand is written 1000, 1_000, 1,000 or 1e3.
_WHOLE = re.compile(r"[+-]?\d+(?:[_,]\d{3})*(?:e\d\d?)?", re.IGNORECASE)
_LONGEST_NUMBER = 60
_LONGEST_SHOWN = 40

_POLICIES = {
    "rule": "by rules of thumb",
    "greedy": "as many cards at once as possible",
    "random": "any legal move",
}


def whole_number(text: str | int) -> int:
    """Read a whole number as people write it; what was given as a default is one already."""
    if isinstance(text, int):
        return text
    written = text.strip()
    if len(written) > _LONGEST_NUMBER or not _WHOLE.fullmatch(written):
        raise typer.BadParameter(f"{_clipped(text)!r} is no whole number, like 2000 or 1e6")
    digits, _, power = re.sub("[_,]", "", written.lower()).partition("e")
    number: int = int(digits) * 10 ** int(power or 0)
    return number


def whole_number_within(low: int, high: int) -> Callable[[str | int], int]:
    """Make the reader of whole numbers of a closed range."""

    def read(text: str | int) -> int:
        number = whole_number(text)
        if not low <= number <= high:
            raise typer.BadParameter(f"{number} is not from {low} to {high}")
        return number

    return read


def real_number(text: str | float) -> float:
    """Read a number, with or without a decimal point."""
    try:
        number = float(text)
    except ValueError:
        raise typer.BadParameter(f"{_clipped(str(text))!r} is no number") from None
    if number != number:
        raise typer.BadParameter(f"{text!r} is no number")
    return number


def read_seed(text: str | int) -> int:
    """Read a seed, and refuse what is none in the words of the command line."""
    seed = whole_number(text)
    if seed < 0 or seed.bit_length() > _SEED_BITS:
        given = str(seed) if seed.bit_length() <= _SEED_BITS else "a longer one"
        raise typer.BadParameter(
            f"a seed is a whole number from 0 to 2**{_SEED_BITS} - 1, not {given}"
        )
    return seed


def _clipped(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "..."


def complete_rules() -> list[str]:
    """Offer the presets."""
    return list(ddz.Rules.presets())


def complete_bots() -> list[str]:
    """Offer the bots that can be named."""
    return list(ddz.bots.names())


def complete_kinds() -> list[str]:
    """Offer the kinds of plays."""
    return [kind.name for kind in ddz.Kind if kind is not ddz.Kind.PASS]


def _complete_policies() -> list[tuple[str, str]]:
    return list(_POLICIES.items())


RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="RULES",
        autocompletion=complete_rules,
        help="A preset, or one with changes: national, national+spring=false. Without: three_player.",
    ),
]

PlayersOption = Annotated[
    int | None,
    typer.Option(
        "--players",
        metavar="N",
        parser=whole_number_within(3, 4),
        help="3 or 4: short for --rules three_player or four_player.",
    ),
]

JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON document instead of a text.")
]

NumberOption = Annotated[
    int | None,
    typer.Option(
        "--n",
        metavar="N",
        parser=whole_number,
        help="How many deals to play; more narrow the intervals.",
    ),
]

PolicyOption = Annotated[
    str,
    typer.Option(
        "--policy",
        metavar="NAME",
        autocompletion=_complete_policies,
        help="Who plays: rule, greedy or random.",
    ),
]

SeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        parser=read_seed,
        help="A whole number from 0; without it a random one.",
    ),
]

BotOption = Annotated[
    str,
    typer.Option(
        "--bot",
        metavar="NAME",
        autocompletion=complete_bots,
        help="Who decides: a bot's name, name(option=value) or module:attribute.",
    ),
]


def chosen_rules(rules: str | None, players: int | None) -> ddz.Rules:
    """Give the rules that the two options name together."""
    if rules is None:
        return ddz.Rules.parse("four_player" if players == 4 else "three_player")
    chosen = ddz.Rules.parse(rules)
    if players not in (None, chosen.players):
        raise typer.BadParameter(
            f"--players {players} does not go with the rules {chosen}, which are for {chosen.players}"
        )
    return chosen


def chosen_seed(seed: int | None) -> int:
    """Return the seed given, or a random one that is short enough to be typed again."""
    return secrets.randbelow(10**6) if seed is None else seed
