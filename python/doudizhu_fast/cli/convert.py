"""``ddz convert``: games from one kind of file into another."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

import doudizhu_fast as ddz
from doudizhu_fast.cli._files import file_errors
from doudizhu_fast.cli._options import JsonOption
from doudizhu_fast.cli._output import emit_json
from doudizhu_fast.cli._progress import Bar

__all__ = ["convert"]


def convert(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Games: *.parquet or *.jsonl.")],
    to: Annotated[Path, typer.Argument(metavar="TO", help="The file to write, likewise.")],
    json: JsonOption = False,
) -> None:
    """Write the games of a file into one of the other kind.

    JSON lines can be read by eye and by any program; Parquet is a tenth of the size, and read many
    times as fast. It needs the package pyarrow or polars. A file that is there is replaced.

    Examples:
      ddz convert games.jsonl games.parquet
      ddz convert games.jsonl copy.jsonl --json
    """
    with Bar("writing", "games") as bar, file_errors(writing=True):

        def logs() -> Iterator[ddz.GameLog]:
            done = 0
            with file_errors():
                for log in ddz.read_logs(file):
                    yield log
                    done += len(log)
                    bar.show(done, done)

        games = ddz.write_logs(to, logs())
    if json:
        emit_json({"file": str(file), "to": str(to), "games": games})
        return
    print(f"{games:,} {'game' if games == 1 else 'games'} written to {to}")
