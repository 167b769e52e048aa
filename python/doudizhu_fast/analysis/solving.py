"""Open-hand solving: who wins when all cards are seen and nobody makes a mistake."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Literal

from doudizhu_fast import _backend
from doudizhu_fast._checks import (
    as_objective,
    as_real,
    as_whole,
    check_progress,
    shown,
    whole,
    wrong_type,
)
from doudizhu_fast.enums import Kind, Role
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.move import Move, _make_move
from doudizhu_fast.position import Position
from doudizhu_fast.scoring import payoffs_of

__all__ = ["Solution", "solve"]

Objective = Literal["win", "payoff"]
Progress = Callable[[int, int], object]

_MOST_NODES: Final = 2**63 - 1
_MOST_MEGABYTES: Final = 65_536
_MOST_GIVEN: Final = 1_000
# With these every hand can lead, so a game with banned kinds can always go on.
_NEVER_BANNED: Final = frozenset({Kind.PASS, Kind.SOLO})


@dataclass(frozen=True, slots=True)
class Solution:
    """What is proven about a position with open hands.

    Attributes:
        winner: The side that wins by force; None while it is not proven.
        complete: Whether everything that was asked is answered. False where a limit ended the search: what the other
            attributes say is proven all the same.
        winning_moves: The moves of the seat to move that win for its side by force, ascending in action id: all of
            them where ``complete``, otherwise those proven so far. Empty where its side loses and where the game is
            over.
        line: A game from here to its end, passes included, in which no side makes a move that costs it the objective;
            where all moves are as good for a side, it makes any of them. Shorter, or empty, where a limit was reached.
        value: Under the objective ``"payoff"`` what the landlord wins or loses in all, as the entry of his seat in
            :attr:`Position.payoffs` at the end; each peasant has the opposite share. None under ``"win"``, and while
            it is not proven.
        nodes: How many positions were looked at.
        seconds: How long it took.

    Example:
        >>> solve("ddz1 three_player 34/3/5 0 0 - 0").line
        (Move('3'), Move('pass'), Move('5'))
    """

    winner: Role | None
    complete: bool
    winning_moves: tuple[Move, ...]
    line: tuple[Move, ...]
    value: int | None
    nodes: int
    seconds: float

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.results import solution

        return solution(self)


def solve(
    position: Position | str,
    objective: Objective = "win",
    banned: Iterable[Kind | str | int] = (),
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    memory_mb: int = 256,
    progress: Progress | None = None,
) -> Solution:
    """Solve a position with all hands open: the exact result under best play of both sides.

    The peasants are one side and share its result. Two, three or four hands, leads and follows: whatever a
    :class:`Position` can be. The time grows about fivefold with every card that each hand holds more: three hands with
    24 cards in all are a matter of milliseconds, whole deals are out of reach.

    Args:
        position: The position, or its text.
        objective: ``"win"`` asks who wins. ``"payoff"`` has both sides play for the highest payoff (rules 1.6): bid,
            plays and doublings of the position count, and so do the bombs, the rocket and the spring to come.
        banned: Kinds that nobody may play, as some puzzles ask: each a Kind, its name or its code. PASS and SOLO cannot
            be banned.
        max_nodes: Give up after so many positions, 0 to 2**63 - 1; None for no limit.
        max_seconds: Give up after so many seconds, at least 0; None for no limit.
        memory_mb: About how much memory the search may take, in MiB, 1 to 65536. It takes what it needs; when all is
            taken the search goes on and forgets what was easy to find out.
        progress: Called now and then with the numbers of moves decided and of all moves of the side to move, at last
            with both equal. What it raises ends the search.

    Returns:
        The solution. Where a limit was reached it tells what is proven so far. Ctrl-C is obeyed within a fraction of a
        second; there is no partial result.

    Raises:
        NativeExtensionError: Reason ``needs_native`` under the reference engine.
        InvalidArgumentError: Reason ``out_of_range`` or ``wrong_type``; ``unknown_objective``, ``unknown_kind`` and
            ``never_banned`` for what they name.
        InvalidRecordError: Reason ``bad_position`` for a text that cannot be read.

    Example:
        >>> solution = solve("ddz1 three_player 3344/56/78 0 0 - 0")
        >>> solution.winner, [str(move) for move in solution.winning_moves]
        (<Role.LANDLORD: 0>, ['33', '44'])
    """
    _backend.need_native("solve")
    opened = _as_position(position)
    payoff = as_objective(objective) == "payoff"
    kinds = _kind_set(banned)
    nodes = None if max_nodes is None else whole(max_nodes, "max_nodes", 0, _MOST_NODES)
    limit = None if max_seconds is None else _seconds(max_seconds)
    memory = whole(memory_mb, "memory_mb", 1, _MOST_MEGABYTES)
    check_progress(progress)
    began = time.perf_counter()
    winner, complete, winning, line, doublings, looked_at = _backend.engine.solve(
        opened._phase, payoff, kinds, nodes, limit, memory, progress
    )
    seconds = time.perf_counter() - began
    if progress is not None and complete:
        count = opened.count_moves()
        progress(count, count)
    return Solution(
        None if winner is None else Role(winner),
        complete,
        tuple(_make_move(move) for move in winning),
        tuple(_make_move(move) for move in line),
        None if winner is None or doublings is None else _paid(opened, Role(winner), doublings),
        looked_at,
        seconds,
    )


def _paid(position: Position, winner: Role, doublings: int) -> int:
    """What the landlord wins or loses in a game that ends like this."""
    landlord, seats = position.landlord, len(position.hands)
    paid = payoffs_of(position.bid, 2**doublings, landlord, winner, position.rules, seats)
    return paid[landlord]


def _as_position(value: object) -> Position:
    if isinstance(value, Position):
        return value
    if isinstance(value, str):
        return Position.parse(value)
    raise wrong_type("position", "a Position or its text", value)


def _kind_set(banned: object) -> int:
    """Read kinds as a set, bit k for the kind with code k."""
    if isinstance(banned, str) or not isinstance(banned, Iterable):
        raise wrong_type("banned", "a collection of kinds", banned)
    given = list(islice(banned, _MOST_GIVEN + 1))
    if len(given) > _MOST_GIVEN:
        raise wrong_type("banned", f"at most {_MOST_GIVEN} kinds", banned)
    kinds = {_kind(each) for each in given}
    for kind in sorted(kinds & _NEVER_BANNED):
        raise InvalidArgumentError("never_banned", kind=kind.name)
    return sum(1 << kind for kind in kinds)


def _kind(value: object) -> Kind:
    code = as_whole(value)
    if code is not None and 0 <= code < len(Kind):
        return Kind(code)
    if isinstance(value, str) and value.upper() in Kind.__members__:
        return Kind[value.upper()]
    raise InvalidArgumentError(
        "unknown_kind", value=shown(value), allowed=", ".join(kind.name for kind in Kind)
    )


def _seconds(value: Any) -> float:
    seconds = as_real(value)
    if seconds is None:
        raise wrong_type("max_seconds", "a number of seconds", value)
    if not seconds >= 0:
        raise InvalidArgumentError(
            "out_of_range", name="max_seconds", expected="at least 0", value=shown(value)
        )
    # No search lasts a century, and what is infinite has no limit.
    return min(seconds, 1e9)
