"""``ddz play``: a person against bots in the terminal."""

import re
from pathlib import Path
from typing import Annotated

import typer

from doudizhu_fast.cli._options import (
    PlayersOption,
    RulesOption,
    SeedOption,
    chosen_rules,
    chosen_seed,
    complete_bots,
    whole_number,
    whole_number_within,
)
from doudizhu_fast.cli._output import new_console
from doudizhu_fast.cli._play import Conversation, Session, load
from doudizhu_fast.cli._play.saved import SavedFileError, check_free

__all__ = ["play"]

_MOST_GAMES = 10_000

# A comma between bots, not one between the options of a bot.
_COMMA = re.compile(r",(?![^(]*\))")


def play(
    match: Annotated[
        int | None,
        typer.Option(
            "--match",
            metavar="N",
            parser=whole_number_within(1, _MOST_GAMES),
            help="How many hands to play, with running totals; 1 without.",
        ),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="NAME[,...]",
            autocompletion=complete_bots,
            help="Who plays the other seats: one bot for all, or one for each; rule without.",
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option("--seat", metavar="N", parser=whole_number, help="Your seat; 0 without."),
    ] = None,
    all_open: Annotated[bool, typer.Option("--open", help="Show all hands.")] = False,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Keep the match there, whenever you leave."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved match.")
    ] = None,
    rules: RulesOption = None,
    players: PlayersOption = None,
    seed: SeedOption = None,
) -> None:
    """Play a hand or a match against bots.

    Calls and moves are typed: 2, pass, 333+4, 10 J Q K A. 'help' lists what else can be said,
    among it hint, undo, moves and save. A saved file holds all cards, yours and the others'.

    Examples:
      ddz play --seed 7 --save hand.json
      ddz play --resume hand.json
      ddz play --players 4 --match 5 --bots rule,greedy,random
    """
    if save is not None:
        _check_free(save)
    if resume is None:
        session = _new_session(rules, players, seat, bots, seed, match)
    elif (rules, players, seat, bots, seed, match, save) != (None,) * 7:
        raise typer.BadParameter("a saved match tells everything itself but --open")
    else:
        session = _resumed(resume)
    Conversation(session, new_console(), resume or save, all_open).run()


def _new_session(
    rules: str | None,
    players: int | None,
    seat: int | None,
    bots: str | None,
    seed: int | None,
    match: int | None,
) -> Session:
    chosen = chosen_rules(rules, players)
    names = [name.strip() for name in _COMMA.split("rule" if bots is None else bots)]
    if len(names) not in (1, chosen.players - 1):
        raise typer.BadParameter(
            f"--bots is one bot or {chosen.players - 1} for the other seats, not {len(names)}"
        )
    own = seat or 0
    if not 0 <= own < chosen.players:
        raise typer.BadParameter(f"--seat is 0 to {chosen.players - 1}, not {own}")
    return Session(chosen, own, names, chosen_seed(seed), match or 1)


def _check_free(path: Path) -> None:
    try:
        check_free(path)
    except SavedFileError as error:
        raise typer.BadParameter(f"cannot save: {error}") from error
    except (OSError, ValueError) as error:
        raise typer.BadParameter(f"cannot save {path}: {error}") from error


def _resumed(path: Path) -> Session:
    try:
        session = load(path)
    except SavedFileError as error:
        raise typer.BadParameter(f"cannot resume {path}: {error}") from error
    if session.match.over:
        raise typer.BadParameter(f"cannot resume {path}: the match is over")
    return session
