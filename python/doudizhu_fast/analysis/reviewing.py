"""Review: what every move of a game cost against the best alternative."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Final

from doudizhu_fast import _backend
from doudizhu_fast._checks import as_objective, check_progress, shown, whole, wrong_type
from doudizhu_fast.analysis._plain import plain
from doudizhu_fast.analysis._rollouts import (
    DEFAULT_POLICY,
    Progress,
    policy_name,
)
from doudizhu_fast.analysis.move_table import MoveRow, MoveTable, move_table
from doudizhu_fast.analysis.solving import Solution, solve
from doudizhu_fast.batch import thread_count
from doudizhu_fast.enums import Role
from doudizhu_fast.estimates import Estimate, Z
from doudizhu_fast.game import Game
from doudizhu_fast.move import Move
from doudizhu_fast.plots import plot_losses
from doudizhu_fast.position import Position
from doudizhu_fast.records import GameRecord
from doudizhu_fast.rules import Rules
from doudizhu_fast.seeds import REVIEWS, Seed, resolve_seed, stream
from doudizhu_fast.view import View

__all__ = ["MoveReview", "Review", "SeatReview", "review"]

_DEFAULT_DEALS: Final = 1_000
_FEWEST_DEALS: Final = 100
_MOST_DEALS: Final = 10_000_000

# The solver's time grows fivefold with each card more: with so many left it answers at once, nearly always.
_DEFAULT_EXACT_CARDS: Final = 18
_MOST_CARDS: Final = 108
_MOST_NODES: Final = 500_000

_FALSE_ALARMS: Final = 0.05
"""How likely a game without mistakes may be said to have one."""

_DOUBT: Final = 3.0
"""How many times as much as a usual deal the deal weighs that speaks against every sample."""


@dataclass(frozen=True, slots=True)
class MoveReview:
    """What one move cost: an immutable value.

    Attributes:
        number: The number of the move in the record, from 0; passes count.
        seat: Who made it.
        role: The side.
        move: The move.
        best: The best move found; the move itself where nothing better was found.
        loss: How much the best move would have brought more, in what the review's objective counts. Exact losses and
            those of moves without a choice have no error; below 0 where a second look found the move better.
        judged: ``"exact"``, ``"sampled"``, or ``"forced"`` for the only legal move.
        mistake: Whether the loss is proven.

    Example:
        >>> from doudizhu_fast import simulate
        >>> last = review(simulate(1, seed=5, auction=False).game(0), 100, seed=1).moves[-1]
        >>> last.judged, last.loss.mean
        ('forced', 0.0)
    """

    number: int
    seat: int
    role: Role
    move: Move
    best: Move
    loss: Estimate
    judged: str
    mistake: bool


@dataclass(frozen=True, slots=True)
class SeatReview:
    """What the moves of one seat cost together: an immutable value.

    Attributes:
        seat: The seat.
        role: Its side.
        choices: How often it had more than one legal move.
        mistakes: How many of its moves are proven mistakes.
        loss: The sum of the losses of all its choices; ``n`` is the number of choices.
        proven_loss: The sum of the losses of its mistakes.

    Example:
        >>> from doudizhu_fast import simulate
        >>> result = review(simulate(1, seed=5, auction=False).game(0), 100, seed=1)
        >>> [seat.choices for seat in result.seats]
        [13, 12, 13]
    """

    seat: int
    role: Role
    choices: int
    mistakes: int
    loss: Estimate
    proven_loss: float


@dataclass(frozen=True, slots=True)
class Review:
    """What the moves of a game cost: an immutable value.

    Attributes:
        rules: The rules.
        objective: What losses count: ``"payoff"`` or ``"win"``.
        policy: Who plays sampled deals out.
        seed: The root that the samples follow from.
        n: How many deals a sampled move sees.
        moves: One entry for every move of the record.
        seats: The totals, by seat.

    Example:
        >>> from doudizhu_fast import simulate
        >>> review(simulate(1, seed=5, auction=False).game(0), 100, seed=1)
        <Review three_player+auction=none, payoff, rule, seed 1: 7 mistakes in 69 moves>
    """

    rules: Rules
    objective: str
    policy: str
    seed: int
    n: int
    moves: tuple[MoveReview, ...]
    seats: tuple[SeatReview, ...]

    @property
    def mistakes(self) -> tuple[MoveReview, ...]:
        """The moves whose loss is proven, in the order of the game."""
        return tuple(row for row in self.moves if row.mistake)

    def to_dict(self) -> dict[str, Any]:
        """Give plain data that JSON can hold.

        Example:
            >>> from doudizhu_fast import simulate
            >>> record = simulate(1, seed=5, auction=False).game(0)
            >>> review(record, 100, seed=1).to_dict()["moves"][0]["judged"]
            'sampled'
        """
        return dict(plain(self))

    def __str__(self) -> str:
        """Write one line for every mistake, then the totals."""
        lines = [
            f"move {row.number}, seat {row.seat} ({row.role.name.lower()}): {row.move}"
            f" instead of {row.best} cost {row.loss.brief}"
            for row in self.mistakes
        ]
        lines += [
            f"seat {row.seat} ({row.role.name.lower()}): {row.proven_loss:.2f} lost by mistakes,"
            f" {row.mistakes} in {row.choices} choices"
            for row in self.seats
        ]
        return "\n".join(lines)

    def __repr__(self) -> str:
        """Tell what was reviewed, and how many mistakes are proven."""
        return (
            f"<Review {self.rules.text}, {self.objective}, {self.policy}, seed {shown(self.seed)}:"
            f" {len(self.mistakes)} mistakes in {len(self.moves)} moves>"
        )

    def plot(self, ax: Any = None) -> Any:
        """Draw what every move of the game cost, proven mistakes as full marks.

        Args:
            ax: A matplotlib ``Axes`` to draw on; None makes a new figure with one.

        Returns:
            The ``Axes``, see :func:`~doudizhu_fast.plots.plot_losses`.

        Raises:
            ModuleNotFoundError: Without matplotlib, which the extra ``plot`` brings.
            InvalidArgumentError: Reason ``wrong_type`` for what is no ``Axes``.

        Example:
            >>> axes = review(record).plot()  # doctest: +SKIP
            >>> axes.figure.savefig("losses.png")  # doctest: +SKIP
        """
        return plot_losses(self, ax)

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.results import review

        return review(self)


def review(
    record: GameRecord | str,
    n: int | None = None,
    policy: str = DEFAULT_POLICY,
    seed: Seed = None,
    threads: int | None = None,
    objective: str = "payoff",
    exact_cards: int = _DEFAULT_EXACT_CARDS,
    progress: Progress | None = None,
) -> Review:
    """Judge every move of a game by what the best alternative would have brought.

    Where few cards are left the solver judges with the true hands open: the loss is exact, and it knows what the player
    could not see. Before that, a move table of the player's own view picks the best alternative, and then the two meet
    again on fresh deals, so that the alternative owes nothing to luck. What the policy that plays the deals out does
    not find later on is not seen.

    A mistake is only what is proven: an exact loss, or a sampled one that is above 0 beyond chance. The bound is as
    wide as it takes for a game without a mistake to be accused of one in about 5 % of all reviews.

    Args:
        record: The record of a game, finished or not, or its JSON.
        n: How many deals a sampled move sees, 100 to 10,000,000; 1,000 without.
        policy: Who plays sampled deals out, see :func:`simulate`.
        seed: A seed, see :func:`resolve_seed`; the result tells the root that it stands for.
        threads: How many threads share the work, 1 to 1024; None means one for each processor.
        objective: ``"payoff"``: losses are what the seat is paid less (rules 1.6); ``"win"``: how much less often its
            side wins.
        exact_cards: With how many cards left in all hands together the solver takes over, 0 to 108. Where it does not
            come to an end in half a million positions, the move is sampled.
        progress: Called with the numbers of moves judged and of all moves, at last with both equal. What it raises ends
            the review.

    Returns:
        The review.

    Raises:
        InvalidRecordError: For a record that cannot be read or whose parts disagree.
        InvalidArgumentError: Reason ``unknown_policy``, ``unknown_objective``, ``bad_seed``; ``wrong_type`` or
            ``out_of_range`` for the rest.
        NativeExtensionError: Reason ``needs_native`` under the reference engine.

    Example:
        >>> from doudizhu_fast import simulate
        >>> record = simulate(1, seed=5, auction=False).game(0)
        >>> print(review(record, 200, seed=1))
        move 4, seat 1 (peasant): 6666 instead of pass cost 1.07 ± 0.40
        ...
    """
    _backend.need_native("review")
    game = Game.replay(_as_record(record))
    objective = as_objective(objective)
    check_progress(progress)
    judge = _Judge(
        n=_DEFAULT_DEALS if n is None else whole(n, "n", _FEWEST_DEALS, _MOST_DEALS),
        policy=policy_name(policy),
        root=resolve_seed(seed),
        threads=thread_count(threads) or None,
        objective=objective,
        exact_cards=whole(exact_cards, "exact_cards", 0, _MOST_CARDS),
    )
    moves = game.record().plays
    rows = []
    for number, (view, position) in enumerate(_states(game, moves)):
        rows.append(judge.row(number, view, position, moves[number]))
        if progress is not None:
            progress(number + 1, len(moves))
    judged = _with_mistakes(rows)
    return Review(
        rules=game.rules,
        objective=objective,
        policy=judge.policy,
        seed=judge.root,
        n=judge.n,
        moves=judged,
        seats=tuple(_totals(seat, game.landlord, judged) for seat in _seats(game)),
    )


def _as_record(record: object) -> GameRecord:
    if isinstance(record, GameRecord):
        return record
    if isinstance(record, str):
        return GameRecord.from_json(record)
    raise wrong_type("record", "a GameRecord or its JSON", record)


def _states(game: Game, moves: Sequence[Move]) -> Iterator[tuple[View, Position]]:
    """Yield what the player to move knows, and the true position, before every move."""
    for _ in moves:
        game.undo()
    for move in moves:
        assert game.turn is not None
        yield game.view(game.turn), game.position
        game.play(move)


def _seats(game: Game) -> range:
    return range(0) if game.landlord is None else range(game.rules.players)


@dataclass(frozen=True, slots=True)
class _Judge:
    """How moves are judged."""

    n: int
    policy: str
    root: int
    threads: int | None
    objective: str
    exact_cards: int

    def row(self, number: int, view: View, position: Position, move: Move) -> MoveReview:
        """Judge one move; whether it is a mistake is told later, when all are known."""
        best, loss, judged = move, _exactly(0), "forced"
        if position.count_moves() > 1:
            known = self._solved(position, move)
            if known is not None:
                (best, loss), judged = known, "exact"
            else:
                (best, loss), judged = self._sampled(number, view, move), "sampled"
        role = Role.LANDLORD if view.seat == position.landlord else Role.PEASANT
        return MoveReview(number, view.seat, role, move, best, loss, judged, False)

    def _solved(self, position: Position, move: Move) -> tuple[Move, Estimate] | None:
        """Compare the position with what the move made of it; None where the solver does not reach."""
        if sum(map(len, position.hands)) > self.exact_cards:
            return None
        before, after = self._solve(position), self._solve(position.play(move))
        if not (before.complete and after.complete):
            return None
        loss = self._worth(position, before) - self._worth(position, after)
        return (move if loss == 0 else before.line[0]), _exactly(loss)

    def _solve(self, position: Position) -> Solution:
        return solve(position, as_objective(self.objective), max_nodes=_MOST_NODES)

    def _worth(self, position: Position, solution: Solution) -> int:
        """Give what a solution is worth to the seat to move in a position."""
        landlord = position.turn == position.landlord
        if self.objective == "win":
            return int((solution.winner is Role.LANDLORD) == landlord)
        assert solution.value is not None
        return solution.value if landlord else -solution.value // (len(position.hands) - 1)

    def _sampled(self, number: int, view: View, move: Move) -> tuple[Move, Estimate]:
        """Find the best alternative, then compare it with the move on fresh deals."""
        best = self._table(number, 0, view, None).best.move
        if best == move:
            return move, Estimate.of_mean(0, 0, self.n)
        rows = {row.move: row for row in self._table(number, 1, view, [best, move]).rows}
        return best, _lead_of(rows[best], rows[move])

    def _table(self, number: int, stage: int, view: View, moves: list[Move] | None) -> MoveTable:
        seed, _ = stream(self.root, (*REVIEWS, number, stage))
        return move_table(
            view, self.n, self.policy, seed, self.threads, objective=self.objective, moves=moves
        )


def _exactly(loss: int) -> Estimate:
    return Estimate(float(loss), 0.0, float(loss), float(loss), 1)


def _lead_of(best: MoveRow, move: MoveRow) -> Estimate:
    """Give how far the best move is ahead, from rows of which either may be the better one this time."""
    if best.behind.mean == 0:
        return move.behind
    ahead = best.behind
    return Estimate(-ahead.mean, ahead.stderr, -ahead.high, -ahead.low, ahead.n)


def _with_mistakes(rows: list[MoveReview]) -> tuple[MoveReview, ...]:
    """Tell which losses are proven: among many sampled ones some are above 0 by chance."""
    sampled = sum(row.judged == "sampled" for row in rows)
    bound = NormalDist().inv_cdf(1 - _FALSE_ALARMS / max(1, sampled))
    return tuple(
        MoveReview(
            row.number,
            row.seat,
            row.role,
            row.move,
            row.best,
            row.loss,
            row.judged,
            row.loss.mean > 0 if row.judged == "exact" else _is_proven(row.loss, bound),
        )
        for row in rows
    )


def _is_proven(loss: Estimate, bound: float) -> bool:
    """Tell whether a sampled loss is above 0 beyond chance, even if one more deal spoke strongly against it.

    A sample in which every deal says the same has no error of its own, and yet proves less than that.
    """
    n = loss.n
    squares = loss.stderr**2 * n * (n - 1) + n * loss.mean**2
    against = _DOUBT * math.sqrt(squares / n)
    total, squares, n = n * loss.mean - against, squares + against**2, n + 1
    mean = total / n
    stderr = math.sqrt(max(0.0, squares - n * mean**2) / (n * (n - 1)))
    return mean > bound * stderr


def _totals(seat: int, landlord: int | None, rows: tuple[MoveReview, ...]) -> SeatReview:
    choices = [row for row in rows if row.seat == seat and row.judged != "forced"]
    total = math.fsum(row.loss.mean for row in choices)
    error = math.sqrt(math.fsum(row.loss.stderr**2 for row in choices))
    proven = [row.loss.mean for row in choices if row.mistake]
    return SeatReview(
        seat=seat,
        role=Role.LANDLORD if seat == landlord else Role.PEASANT,
        choices=len(choices),
        mistakes=len(proven),
        loss=Estimate(total, error, total - Z * error, total + Z * error, len(choices)),
        proven_loss=math.fsum(proven),
    )
