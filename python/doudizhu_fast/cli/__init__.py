"""The command line ``ddz``: one file per verb, and one line in :data:`VERBS` for each."""

import inspect
import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

import doudizhu_fast as ddz
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
from doudizhu_fast.cli.review import review
from doudizhu_fast.cli.serve import serve
from doudizhu_fast.cli.solve import solve
from doudizhu_fast.cli.verify import verify

__all__ = ["VERBS", "run"]

VERBS: tuple[Callable[..., None], ...] = (
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
    """


def _help(verb: Callable[..., None]) -> str:
    """Take the help of a verb from its docstring; the character before its examples keeps their lines."""
    return inspect.cleandoc(verb.__doc__ or "").replace("Examples:\n", "\b\nExamples:\n")


# Plain help and bare exceptions: an error is one line, and help reads the same in a file.
_app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
_app.callback()(_root)
for _verb in VERBS:
    _app.command(help=_help(_verb))(_verb)


def run(arguments: Sequence[str]) -> int:
    """Run one command.

    Args:
        arguments: What follows ``ddz`` on the command line; nothing means ``--help``.

    Returns:
        The exit code: 0, or 2 with one line on stderr for input that cannot be read.

    Example:
        >>> run(["beats", "44", "33"])
        44 beats 33
        0
    """
    try:
        code = _app(list(arguments) or ["--help"], prog_name="ddz", standalone_mode=False)
    except ddz.DoudizhuError as error:
        return _refuse(error.message)
    except typer.TyperException as error:
        return _refuse(error.format_message())
    except BrokenPipeError:
        raise
    except OSError as error:
        return _refuse(f"cannot write: {error.strerror or error}")
    return code if isinstance(code, int) else 0


def _refuse(message: str) -> int:
    print(f"ddz: {' '.join(message.split())}", file=sys.stderr)
    return 2
