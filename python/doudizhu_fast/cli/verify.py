"""``ddz verify``: whether the games of a file add up."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

import doudizhu_fast as ddz
from doudizhu_fast.cli._files import file_errors
from doudizhu_fast.cli._options import JsonOption
from doudizhu_fast.cli._output import emit_json
from doudizhu_fast.cli._progress import Bar

__all__ = ["verify"]


def verify(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Games: *.parquet, or *.jsonl with one a line.")
    ],
    json: JsonOption = False,
) -> None:
    """Play every game of a file again and check that all agrees.

    Cards, deals, calls, moves, landlord, bid, multiplier, spring and payoffs are checked. The
    first game that does not add up is an error that names the game, from 0, and the step.

    Examples:
      ddz verify games.jsonl
      ddz verify games.jsonl --json
    """
    done = void = unfinished = 0
    rules = ddz.Rules()
    with Bar("checking", "games") as bar, file_errors():
        try:
            for log in ddz.read_logs(file):
                rules = log.rules
                log.verify(progress=_shown(bar, done))
                done += len(log)
                unfinished += int((~log.finished).sum())
                void += int((log.finished & (log.landlord < 0)).sum())
        except ddz.InvalidRecordError as error:
            raise _of_file(error, done) from None
    if json:
        document = {
            "file": str(file),
            "rules": rules.text,
            "rules_hash": rules.hash,
            "games": done,
            "void": void,
            "unfinished": unfinished,
        }
        emit_json(document)
        return
    remarks = [f"{void:,} void"] * bool(void) + [f"{unfinished:,} not over"] * bool(unfinished)
    told = f", of which {' and '.join(remarks)}" if remarks else ""
    games = "1 game adds" if done == 1 else f"{done:,} games add"
    print(f"{games} up ({rules}){told}")


def _shown(bar: Bar, before: int) -> Callable[[int, int], None]:
    """Show how much is done of what has been read so far."""
    return lambda done, read: bar.show(before + done, before + read)


def _of_file(error: ddz.InvalidRecordError, done: int) -> ddz.InvalidRecordError:
    """Count the game from the beginning of the file; errors of reading do so already."""
    if error.reason != "bad_game":
        return error
    return ddz.InvalidRecordError(
        "bad_game", row=done + error.row, step=error.step, why=error.why, detail=error.detail
    )
