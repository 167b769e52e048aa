"""``ddz botzone``: one decision of a bot, asked for and answered in Botzone's JSON."""

import sys
from typing import Annotated

import typer

import doudizhu_fast as ddz
from doudizhu_fast.cli._errors import NotDoneError
from doudizhu_fast.cli._options import BotOption, SeedOption

__all__ = ["botzone"]

# The reader refuses what is longer than any log of a game; one character more is enough to tell.
_LONGEST_LOG = 100_001


def botzone(
    request: Annotated[
        str | None,
        typer.Argument(metavar="JSON", help="The request; without it one is read from stdin."),
    ] = None,
    bot: BotOption = "rule",
    seed: SeedOption = None,
) -> None:
    """Answer one request of Botzone's FightTheLandlord.

    With or without an auction. Reads one JSON object with all requests so far and writes one line, {"response": ...}.

    Examples:
      ddz botzone '{"requests": [{"bid": [], "own": [0,1,2,3,8,12,16,20,24,28,32,36,40,44,48,52,53]}]}'
      ddz botzone --bot greedy '{"requests": [{"bid": [0,1], "own": [1,5,8,9,12,16,20,21,24,28,32,36,40,44,48,52,53]}]}'
    """
    log = _read() if request is None else request
    player = ddz.bots.get(bot, rules="botzone", seed=seed)
    try:
        answer = ddz.interop.botzone.answer(log, player)
    except ddz.DoudizhuError:
        raise
    # A bot of the user's may raise anything.
    except Exception as error:
        raise NotDoneError(f"the bot {bot} raised {type(error).__name__}: {error}") from error
    print(answer, flush=True)


def _read() -> bytes:
    """Read what stands on stdin; a program without one is given nothing."""
    return b"" if sys.stdin is None else sys.stdin.buffer.read(_LONGEST_LOG)
