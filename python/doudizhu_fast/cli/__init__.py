"""The command line ``ddz``: one file per verb, and one line in :data:`VERBS` for each."""

import contextlib
import inspect
import os
import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

import doudizhu_fast as ddz
from doudizhu_fast.cli._errors import DONE, STOPPED, NotDoneError, UnreadableError, ended
from doudizhu_fast.cli.analyze import analyze
from doudizhu_fast.cli.arena import arena
from doudizhu_fast.cli.beats import beats
from doudizhu_fast.cli.bid import bid
from doudizhu_fast.cli.botzone import botzone
from doudizhu_fast.cli.classify import classify
from doudizhu_fast.cli.convert import convert
from doudizhu_fast.cli.deal import deal
from doudizhu_fast.cli.demo import demo
from doudizhu_fast.cli.lead import lead
from doudizhu_fast.cli.minplays import minplays
from doudizhu_fast.cli.moves import moves
from doudizhu_fast.cli.odds import odds
from doudizhu_fast.cli.perft import perft
from doudizhu_fast.cli.play import play
from doudizhu_fast.cli.review import review
from doudizhu_fast.cli.serve import serve
from doudizhu_fast.cli.solve import solve
from doudizhu_fast.cli.verify import verify

__all__ = ["VERBS", "run"]

VERBS: tuple[Callable[..., None], ...] = (
    play,
    demo,
    moves,
    classify,
    beats,
    deal,
    perft,
    minplays,
    solve,
    odds,
    analyze,
    bid,
    lead,
    review,
    verify,
    convert,
    botzone,
    arena,
    serve,
)


def _print_version(asked: bool) -> None:
    if asked:
        print(f"doudizhu-fast {ddz.__version__} ({ddz.backend()} engine)")
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Print version and engine.",
        ),
    ] = False,
) -> None:
    """Dou Dizhu for three and four players: legal moves, kinds, deals, whole games.

    Cards are written 3456789TJQKA2BR: T is the ten, B the black joker, R the red one.
    'ddz moves --help' shows what a verb takes, with examples.
    """


def _help(verb: Callable[..., None]) -> str:
    """Take the help of a verb from its docstring; the character before its examples keeps their lines."""
    return inspect.cleandoc(verb.__doc__ or "").replace("Examples:\n", "\b\nExamples:\n")


# Plain help and bare exceptions: an error is one line, and help reads the same in a file.
_app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
_app.callback()(_root)
for _verb in VERBS:
    _app.command(help=_help(_verb))(_verb)


def run(arguments: Sequence[str]) -> int:
    """Run one command.

    Args:
        arguments: What follows ``ddz`` on the command line; nothing means ``--help``.

    Returns:
        The exit code: 0; 1 for what could not be done, such as writing a file; 2 for input that cannot be read; 130
        after Ctrl-C. With any but 0 there is one line on stderr.

    Example:
        >>> run(["beats", "44", "33"])
        44 beats 33
        0
    """
    try:
        code = _app(list(arguments) or ["--help"], prog_name="ddz", standalone_mode=False)
        # What a pipe or a full disk refuses should be heard of here.
        sys.stdout.flush()
    except (
        ddz.DoudizhuError,
        NotDoneError,
        UnreadableError,
        typer.TyperException,
        typer.Abort,
        OSError,
        MemoryError,
        KeyboardInterrupt,
    ) as error:
        return _refuse(error)
    if code == STOPPED:
        print("ddz: stopped", file=sys.stderr)
    return code if isinstance(code, int) else DONE


def _refuse(error: BaseException) -> int:
    message, code = ended(error)
    if isinstance(error, OSError) and error.filename is None:
        _leave_stdout()
    if message:
        print(f"ddz: {message}", file=sys.stderr)
    return code


def _leave_stdout() -> None:
    """Send what is still to be written nowhere: the interpreter would try again on its way out, and complain."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
