"""``ddz odds``: what the others may hold."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Any, TypeAlias

import typer

import doudizhu_fast as ddz
from doudizhu_fast.cli._options import JsonOption, PlayersOption, RulesOption, chosen_rules
from doudizhu_fast.cli._output import emit_json, new_console, new_table, print_table, print_title

__all__ = ["odds"]

_LONGEST_NUMBER = 10

_Question: TypeAlias = "Callable[[Any], ddz.analysis.Probability]"


def odds(
    hand: Annotated[
        str, typer.Argument(metavar="[HAND]", help="Your own cards; none for a random hand.")
    ] = "",
    who: Annotated[
        str | None,
        typer.Option(
            "--who",
            metavar="PLACE",
            help="1 for the next player, 2 for the one after, any, bottom; all of them without it.",
        ),
    ] = None,
    beats: Annotated[
        str | None, typer.Option("--beats", metavar="MOVE", help="Also: can this be beaten?")
    ] = None,
    bottom: Annotated[
        str | None, typer.Option("--bottom", metavar="CARDS", help="The bottom cards, if known.")
    ] = None,
    seen: Annotated[
        str, typer.Option("--seen", metavar="CARDS", help="Cards that are out of play.")
    ] = "",
    cards: Annotated[
        str | None,
        typer.Option(
            "--cards",
            metavar="N[,N...]",
            help="How many cards the others hold, next player first; one number: a random hand.",
        ),
    ] = None,
    rules: RulesOption = None,
    players: PlayersOption = None,
    json: JsonOption = False,
) -> None:
    """Tell how likely the others hold bombs, the rocket, high cards.

    The chances are exact: all deals of the unseen cards are counted.

    Examples:
      ddz odds 3344556677889TTJQ
      ddz odds 3344556677889TTJQ --beats QQ --who 1
      ddz odds --cards 17
    """
    chosen = chosen_rules(rules, players)
    if not hand and cards is None:
        dealt = len(ddz.deal(0, chosen).hands[0])
        raise typer.BadParameter(
            f"give a hand, as in 'ddz odds 3344556677889TTJQ', or --cards {dealt} for a random one"
        )
    chances = ddz.analysis.odds(hand, chosen, bottom, seen, _read_sizes(cards))
    standing = None if beats is None else ddz.Move(beats, chosen)
    places = _places(who, chances)
    rows = {
        question: {str(place): answer(place) for place in places}
        for question, answer in _questions(chances, standing)
    }
    if json:
        emit_json(
            {
                "rules": str(chosen),
                "hand": str(chances.hand),
                "unseen": str(chances.unseen),
                "odds": {
                    question: {
                        place: {"probability": chance.value, "exact": str(chance.fraction)}
                        for place, chance in answers.items()
                    }
                    for question, answers in rows.items()
                },
            }
        )
        return
    console = new_console()
    print_title(console, f"{_held(chances)}, {len(chances.unseen)} cards unseen ({chosen}):")
    table = new_table("", *(f">{_heading(place)}" for place in places))
    for question, answers in rows.items():
        table.add_row(question, *(f"{100 * chance.value:.4f} %" for chance in answers.values()))
    print_table(console, table)


def _questions(
    chances: "ddz.analysis.Odds", standing: ddz.Move | None
) -> Iterator[tuple[str, _Question]]:
    yield "bomb", chances.bomb
    yield "rocket", chances.rocket
    yield "bomb or rocket", chances.bomb_or_rocket
    for rank in (ddz.Rank.TWO, ddz.Rank.BLACK_JOKER, ddz.Rank.RED_JOKER):
        for count in range(1, chances.unseen.count(rank) + 1):
            yield rank.letter * count, partial(chances.at_least, rank, count)
    if standing is not None:
        yield f"beats {standing}", partial(chances.beats, standing)


def _places(who: str | None, chances: "ddz.analysis.Odds") -> list[Any]:
    if who is not None:
        return [int(who) if who.isdecimal() and len(who) < _LONGEST_NUMBER else who]
    *others, left = chances.sizes
    if len(others) < 2:
        return ["any"]
    return ["any", *range(1, len(others) + 1), *(["bottom"] if left else [])]


def _heading(place: Any) -> str:
    return f"player +{place}" if isinstance(place, int) else place


def _held(chances: "ddz.analysis.Odds") -> str:
    return str(chances.hand) if chances.hand else f"{chances.sizes[0]} random cards"


def _read_sizes(text: str | None) -> int | list[int] | None:
    if text is None:
        return None
    parts = text.split(",")
    if not all(part.strip().isdecimal() and len(part) < 9 for part in parts):
        raise typer.BadParameter(f"{text} is no list of numbers like 17,17", param_hint="--cards")
    sizes = [int(part) for part in parts]
    return sizes[0] if len(sizes) == 1 else sizes
