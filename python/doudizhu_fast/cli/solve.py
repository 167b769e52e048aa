"""``ddz solve``: who wins a position with open hands, and how."""

from typing import Annotated, Any, Literal

import typer
from rich.console import Console

import doudizhu_fast as ddz
from doudizhu_fast.cli._options import JsonOption, complete_kinds, real_number, whole_number
from doudizhu_fast.cli._output import (
    emit_json,
    move_data,
    new_console,
    new_table,
    print_table,
    print_title,
)
from doudizhu_fast.cli._progress import Bar

__all__ = ["solve"]

_SHOWN_MOVES = 40


def solve(
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="A position text in quotes, all hands open.")
    ],
    payoff: Annotated[
        bool, typer.Option("--payoff", help="Play for the highest payoff, not only to win.")
    ] = False,
    ban: Annotated[
        list[str] | None,
        typer.Option(
            "--ban",
            metavar="KIND",
            autocompletion=complete_kinds,
            help="A kind nobody may play; may be repeated.",
        ),
    ] = None,
    max_nodes: Annotated[
        int | None,
        typer.Option(
            "--max-nodes",
            metavar="N",
            parser=whole_number,
            help="Give up after so many positions.",
        ),
    ] = None,
    max_seconds: Annotated[
        float | None,
        typer.Option(
            "--max-seconds",
            metavar="SECONDS",
            parser=real_number,
            help="Give up after so many seconds.",
        ),
    ] = None,
    memory: Annotated[
        int,
        typer.Option(
            "--memory",
            metavar="MB",
            parser=whole_number,
            help="About how much memory to take at most.",
        ),
    ] = 256,
    json: JsonOption = False,
) -> None:
    """Tell who wins a position with open hands, and how.

    Nobody makes a mistake. Lists every move of the side to move that wins by force, and one game to the end.

    Examples:
      ddz solve 'ddz1 three_player 3344/56/78 0 0 - 0'
      ddz solve 'ddz1 three_player 99TTQQKKAABR/TTJJ2222 0 0 - 0' --payoff
      ddz solve 'ddz1 three_player 3344/5B/78 0 0 - 0' --ban PAIR --json
    """
    start = ddz.Position.parse(position)
    objective: Literal["win", "payoff"] = "payoff" if payoff else "win"
    with Bar("solving", "moves") as bar:
        solution = ddz.analysis.solve(
            start, objective, ban or (), max_nodes, max_seconds, memory, progress=bar.show
        )
    if json:
        emit_json(_data(start, solution, ban or []))
        return
    _tell(new_console(), start, solution)


def _data(
    start: ddz.Position, solution: "ddz.analysis.Solution", banned: list[str]
) -> dict[str, Any]:
    return {
        "position": start.text,
        "banned": [name.upper() for name in banned],
        "winner": None if solution.winner is None else solution.winner.name,
        "complete": solution.complete,
        "value": solution.value,
        "winning_moves": [move_data(move, start.rules) for move in solution.winning_moves],
        "line": [str(move) for move in solution.line],
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }


def _tell(console: Console, start: ddz.Position, solution: "ddz.analysis.Solution") -> None:
    print_title(console, start.text)
    table = new_table("", "")
    table.show_header = False
    table.add_row("winner", _winner(solution))
    if solution.value is not None:
        table.add_row("payoff", f"{solution.value:+} for the landlord")
    if start.turn is not None:
        table.add_row("to move", f"seat {start.turn}, {_side(start, start.turn)}")
        table.add_row("winning moves", _winning_moves(start, solution))
    if solution.line:
        table.add_row("a game", _line(start, solution.line))
    table.add_row("looked at", f"{solution.nodes:,} positions in {solution.seconds:.3f} s")
    print_table(console, table)


def _winner(solution: "ddz.analysis.Solution") -> str:
    if solution.winner is None:
        return "not proven: a limit was reached"
    side = "the landlord" if solution.winner is ddz.Role.LANDLORD else "the peasants"
    return side if solution.complete else f"{side} (a limit was reached before all was known)"


def _side(start: ddz.Position, seat: int) -> str:
    return "landlord" if seat == start.landlord else "peasant"


def _winning_moves(start: ddz.Position, solution: "ddz.analysis.Solution") -> str:
    moves = [str(move) for move in solution.winning_moves]
    total = "" if solution.complete else " proven so far"
    if not moves:
        return f"none{total} of {start.count_moves()}"
    more = " ..." if len(moves) > _SHOWN_MOVES else ""
    shown = " ".join(moves[:_SHOWN_MOVES])
    return f"{len(moves)}{total} of {start.count_moves()}: {shown}{more}"


def _line(start: ddz.Position, line: tuple[ddz.Move, ...]) -> str:
    """Write every play with its seat; passes are the plays that nobody makes."""
    words = []
    for move in line:
        if move != ddz.PASS:
            words.append(f"{start.turn}:{move}")
        start = start.play(move)
    return " ".join(words)
