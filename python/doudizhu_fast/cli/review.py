"""``ddz review``: what the moves of a game cost."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

import doudizhu_fast as ddz
from doudizhu_fast.cli._options import (
    JsonOption,
    NumberOption,
    PolicyOption,
    SeedOption,
    chosen_seed,
    whole_number,
)
from doudizhu_fast.cli._output import emit_json, new_console, new_table, print_table, print_title
from doudizhu_fast.cli._progress import Bar

__all__ = ["review"]

_LONGEST_FILE = 64 * 2**20


def review(
    record: Annotated[
        str, typer.Argument(metavar="FILE", help="A file with one record a line; - reads stdin.")
    ],
    game: Annotated[
        int,
        typer.Option(
            "--game", metavar="N", parser=whole_number, help="Which line of the file, from 0."
        ),
    ] = 0,
    win: Annotated[
        bool, typer.Option("--win", help="Count lost chances of winning, not lost payoff.")
    ] = False,
    all_moves: Annotated[
        bool, typer.Option("--all", help="Show every choice, not only the mistakes.")
    ] = False,
    n: NumberOption = None,
    policy: PolicyOption = "rule",
    seed: SeedOption = None,
    json: JsonOption = False,
) -> None:
    """Judge every move of a finished game by the best alternative.

    With few cards left the loss is exact, with all hands open. Before that it is sampled from what
    the player knew, and called a mistake only where chance is ruled out.

    Examples:
      ddz review game.jsonl
      ddz review games.jsonl --game 3 --n 2000 --all
      ddz review game.jsonl --win --json
    """
    root = chosen_seed(seed)
    objective: Literal["payoff", "win"] = "win" if win else "payoff"
    with Bar("judging", "moves") as bar:
        result = ddz.analysis.review(
            _line(record, game), n, policy, root, objective=objective, progress=bar.show
        )
    if json:
        emit_json(result.to_dict())
        return
    _tell(result, all_moves)


def _line(name: str, game: int) -> str:
    if game < 0:
        raise typer.BadParameter(f"--game is a number from 0, not {game}")
    try:
        if name == "-":
            if sys.stdin is None:
                raise typer.BadParameter("there is no standard input to read")
            text = sys.stdin.read(_LONGEST_FILE)
        else:
            with Path(name).open(encoding="utf-8") as file:
                text = file.read(_LONGEST_FILE)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise typer.BadParameter(f"cannot read {name}: {reason}") from error
    lines = [line for line in text.splitlines() if line.strip()]
    if game >= len(lines):
        raise typer.BadParameter(f"{name} holds {len(lines)} records, there is no record {game}")
    return lines[game]


def _tell(result: "ddz.analysis.Review", all_moves: bool) -> None:
    console = new_console()
    count = "payoff" if result.objective == "payoff" else "chance of winning"
    print_title(
        console,
        f"{len(result.moves)} moves ({result.rules}, seed {result.seed}), losses in {count}:",
    )
    shown = [row for row in result.moves if row.mistake or (all_moves and row.judged != "forced")]
    table = new_table(">move", "seat", "played", "best", ">loss", "judged", "")
    for row in shown:
        lost = f"{row.loss.mean:g}" if row.judged == "exact" else row.loss.brief
        seat = f"{row.seat} {row.role.name.lower()}"
        mark = "mistake" if row.mistake else ""
        table.add_row(str(row.number), seat, str(row.move), str(row.best), lost, row.judged, mark)
    if shown:
        print_table(console, table)
        print()
    totals = new_table("seat", ">choices", ">mistakes", ">lost by them", ">lost in all")
    for total in result.seats:
        totals.add_row(
            f"{total.seat} {total.role.name.lower()}",
            str(total.choices),
            str(total.mistakes),
            f"{total.proven_loss:.2f}",
            total.loss.brief,
        )
    print_table(console, totals)
