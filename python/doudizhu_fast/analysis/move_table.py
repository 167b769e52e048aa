"""Move table: what every legal move is worth, by playing out random deals of the hidden cards."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast import _backend
from doudizhu_fast._checks import as_objective, check_progress, shown, whole, wrong_type
from doudizhu_fast.analysis._plain import plain
from doudizhu_fast.analysis._rollouts import (
    DEFAULT_POLICY,
    ENDINGS,
    Differences,
    PhaseSpec,
    Progress,
    RolloutSpec,
    is_tied,
    landlord_wins,
    mean_of,
    payoff_table,
    policy_name,
    streams,
    win_rate,
)
from doudizhu_fast.batch import thread_count
from doudizhu_fast.chunks import Chunks
from doudizhu_fast.enums import Phase, Role
from doudizhu_fast.estimates import Estimate
from doudizhu_fast.exceptions import WrongPhaseError
from doudizhu_fast.executors import Executor, Spread, read_executor
from doudizhu_fast.move import Move
from doudizhu_fast.packed import card_count
from doudizhu_fast.plots import plot_moves
from doudizhu_fast.position import Position, RuledPhase
from doudizhu_fast.rules import Rules
from doudizhu_fast.seeds import Seed, resolve_seed
from doudizhu_fast.view import View

__all__ = ["HiddenTable", "MoveRow", "MoveTable", "hidden_table", "move_table"]

_DEFAULT_DEALS: Final = 2_000
_MOST_DEALS: Final = 10_000_000

_FEWEST_DEALS: Final = 50
"""No move is dropped on fewer deals."""

_SHOWN_ROWS: Final = 20
_MOST_GIVEN: Final = 100_000


@dataclass(frozen=True, slots=True)
class MoveRow:
    """What one move comes to: an immutable value.

    Attributes:
        move: The move.
        win: How often the side of the player to move wins after it.
        payoff: The player's mean payoff (rules 1.6).
        behind: How much less than the best move it brings, on the deals that both have seen; wins or payoff, whichever
            the table is sorted by.
        tied: Whether the sample cannot tell it from the best move: the interval of ``behind`` holds 0.
        n: How many deals it has seen.

    Example:
        >>> row = move_table(Position(["33", "4", "5"], 0, 0)).best
        >>> str(row.move), row.win.mean, row.payoff.mean, row.tied
        ('33', 1.0, 4.0, True)
    """

    move: Move
    win: Estimate
    payoff: Estimate
    behind: Estimate
    tied: bool
    n: int


@dataclass(frozen=True, slots=True)
class MoveTable:
    """What every legal move comes to: an immutable value.

    Attributes:
        seat: The seat to move.
        role: Its side.
        rules: The rules.
        policy: Who plays all seats after the move.
        objective: What the rows are sorted by, ``"payoff"`` or ``"win"``.
        seed: The root that the deals follow from.
        n: How many deals the last contenders have seen.
        rows: One for each legal move, the best first.

    Example:
        >>> table = move_table(Position(["345", "66", "7"], 0, 0))
        >>> [(str(row.move), row.payoff.mean) for row in table.rows]
        [('3', -4.0), ('4', -4.0), ('5', -4.0)]
    """

    seat: int
    role: Role
    rules: Rules
    policy: str
    objective: str
    seed: int
    n: int
    rows: tuple[MoveRow, ...]

    @property
    def best(self) -> MoveRow:
        """The move with the highest mean of all that have seen every deal."""
        return self.rows[0]

    def to_dict(self) -> dict[str, Any]:
        """Give plain data that JSON can hold.

        Example:
            >>> move_table(Position(["33", "4", "5"], 0, 0)).to_dict()["rows"][0]["move"]
            '33'
        """
        return dict(plain(self))

    def __str__(self) -> str:
        """Write one line for every move, up to the twentieth."""
        shown_rows = self.rows[:_SHOWN_ROWS]
        widest = max(len("move"), *(len(str(row.move)) for row in shown_rows))
        lines = [f"{'move':{widest}}  {'payoff':>15}  {'win':>15}  {'n':>9}  behind"]
        for row in shown_rows:
            behind = "best" if row is self.best else "tied" if row.tied else row.behind.brief
            lines.append(
                f"{row.move!s:{widest}}  {row.payoff.brief:>15}  {row.win.brief:>15}"
                f"  {row.n:9,}  {behind}"
            )
        if len(self.rows) > _SHOWN_ROWS:
            lines.append(f"and {len(self.rows) - _SHOWN_ROWS} more moves")
        return "\n".join(lines)

    def __repr__(self) -> str:
        """Tell what was asked and what is best."""
        return (
            f"<MoveTable seat {self.seat} ({self.role.name.lower()}), {self.rules.text},"
            f" {self.policy}, seed {shown(self.seed)}: {self.best.move} of {len(self.rows)} moves,"
            f" n = {self.n:,}>"
        )

    def plot(self, ax: Any = None) -> Any:
        """Draw what the best moves are worth, each with its interval.

        Args:
            ax: A matplotlib ``Axes`` to draw on; None makes a new figure with one.

        Returns:
            The ``Axes``, see :func:`~doudizhu_fast.plots.plot_moves`.

        Raises:
            ModuleNotFoundError: Without matplotlib, which the extra ``plot`` brings.
            InvalidArgumentError: Reason ``wrong_type`` for what is no ``Axes``.

        Example:
            >>> axes = move_table(view).plot()  # doctest: +SKIP
            >>> axes.figure.savefig("moves.png")  # doctest: +SKIP
        """
        return plot_moves(self, ax)

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.results import move_table

        return move_table(self)


def move_table(
    view: View | Position,
    n: int | None = None,
    policy: str = DEFAULT_POLICY,
    seed: Seed = None,
    threads: int | None = None,
    objective: str = "payoff",
    progress: Progress | None = None,
    moves: Iterable[Move | str] | None = None,
    executor: Executor | Spread | None = None,
) -> MoveTable:
    """Estimate what every legal move is worth to the player to move.

    Each move is made on the same random deals of the hidden cards, then a policy plays all seats to the end. So the
    differences between moves are known far better than the figures themselves. The work goes to the contenders: after
    some deals the worse half of the moves is dropped, the rest sees twice as many deals, and so on until two are left.
    A move that was dropped keeps the figures of the deals it has seen.

    Every way to deal the hidden cards is equally likely; what earlier calls and plays suggest is not weighed. The
    figures are those of the policy on open ends: a move whose strength lies in later play that the policy does not find
    is worth more. The best of many moves looks a little better than it is.

    Args:
        view: The view of the seat to move; or a position with open hands, which is played out as it stands.
        n: How many deals the last contenders see, 1 to 10,000,000; without it 2,000, for open hands 1, since policies
            without chance play them alike each time. No move is dropped on fewer than 50 deals.
        policy: Who plays after the move, see :func:`simulate`.
        seed: A seed, see :func:`resolve_seed`; the result tells the root that it stands for.
        threads: How many threads share the work, 1 to 1024; None means one for each processor.
        objective: ``"payoff"`` or ``"win"``: by what moves are dropped and sorted.
        progress: Called now and then with the numbers of games played and of all games, at last with both equal. What
            it raises ends the estimate.
        moves: The legal moves to compare, at least one; all of them without.
        executor: Where else the deals are played, see :func:`simulate`.

    Returns:
        The table.

    Raises:
        IllegalMoveError: For moves that may not be made now, with the reasons of :meth:`Position.play`.
        WrongPhaseError: Reason ``auction_not_over``, ``game_over``, ``thrown_in``, or ``not_to_act`` for a view of a
            seat that is not to move.
        InvalidArgumentError: Reason ``unknown_policy``, ``unknown_objective``, ``bad_seed``; ``wrong_type`` or
            ``out_of_range`` for the rest.
        NativeExtensionError: Reason ``needs_native`` under the reference engine.
        ExecutorError: Where the executor fails at some deals in every attempt.

    Example:
        >>> view = View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="A")
        >>> table = move_table(view, 400, seed=1)
        >>> sorted(str(row.move) for row in table.rows), table.best.n
        (['2', 'pass'], 400)
    """
    _backend.need_native("move_table")
    table = hidden_table(view)
    deals = table.deals if n is None else whole(n, "n", 1, _MOST_DEALS)
    name = policy_name(policy)
    objective = as_objective(objective)
    chunks = Chunks(thread_count(threads), read_executor(executor))
    check_progress(progress)
    root = resolve_seed(seed)
    race = _Race(table, objective, _candidates(table.phase, moves))
    stages = list(_stages(len(race.moves), deals))
    games = sum(stage.moves * (stage.end - stage.start) for stage in stages)
    rollouts = table.spec(name, root)
    done = 0
    for stage in stages:
        race.keep(stage.moves)
        job = _Deals(rollouts, tuple(race.packed()))
        share = stage.end - stage.start
        with closing(chunks.of(job, [stage.end], stage.start, share)) as parts:
            for count, endings in parts:
                race.add(endings)
                done += count * stage.moves
                if progress is not None:
                    progress(done, games)
    return MoveTable(
        seat=table.seat,
        role=table.role,
        rules=table.rules,
        policy=name,
        objective=objective,
        seed=root,
        n=deals,
        rows=race.rows(),
    )


class _Deals(NamedTuple):
    """Deals on which some moves are tried."""

    rollouts: RolloutSpec
    moves: tuple[int, ...]

    @property
    def what(self) -> str:
        return "deals"

    @property
    def root(self) -> int:
        return self.rollouts.root

    @property
    def weight(self) -> int:
        return len(self.moves)

    def play(self, first: int, count: int, threads: int) -> NDArray[np.uint8]:
        """Tell the endings: uint8[count, moves]."""
        return self.rollouts.prepared().endings_of_moves(self.moves, first, count, threads)


class _Stage(NamedTuple):
    """How many moves are left, and which deals they see."""

    moves: int
    start: int
    end: int


def _stages(moves: int, deals: int) -> Iterator[_Stage]:
    """Halve the moves and double the deals until two moves see all deals."""
    halvings = max(0, (moves - 1).bit_length() - 1)
    start = 0
    for number in range(halvings, -1, -1):
        end = min(deals, max(_FEWEST_DEALS, deals >> number))
        yield _Stage(moves, start, end)
        start = end
        moves -= moves // 2


class _Race:
    """The moves, what they have seen, and who is still in it."""

    def __init__(self, table: "HiddenTable", objective: str, moves: list[Move]) -> None:
        self.moves = moves
        self.payoffs = payoff_table(
            table.rules, table.bid, table.role is Role.LANDLORD, len(table.phase._hands)
        )
        self.landlord = table.role is Role.LANDLORD
        wins = landlord_wins()
        self.values = self.payoffs if objective == "payoff" else wins if self.landlord else 1 - wins
        self.active = list(range(len(self.moves)))
        self.endings: list[list[NDArray[np.uint8]]] = [[] for _ in self.moves]
        self.totals = [0] * len(self.moves)

    def packed(self) -> list[int]:
        """The moves that are left."""
        return [self.moves[index]._packed for index in self.active]

    def keep(self, count: int) -> None:
        """Drop all but so many of the best, which have seen the same deals; of equals the first stay."""
        best = sorted(self.active, key=lambda index: (-self.totals[index], index))
        self.active = sorted(best[:count])

    def add(self, endings: NDArray[np.uint8]) -> None:
        """Take in a slice of deals, one column for each move that is left."""
        for index, column in zip(self.active, endings.T, strict=True):
            self.endings[index].append(np.ascontiguousarray(column))
            counts = np.bincount(column, minlength=ENDINGS)
            self.totals[index] += sum(
                int(self.values[code]) * int(counts[code]) for code in np.flatnonzero(counts)
            )

    def rows(self) -> tuple[MoveRow, ...]:
        """All rows, the best first, then as far behind as they are on the deals they have seen."""
        seen = [np.concatenate(parts) for parts in self.endings]
        best = min(self.active, key=lambda index: (-self.totals[index], index))
        rows = [self._row(index, seen[index], seen[best]) for index in range(len(self.moves))]
        order = sorted(
            range(len(rows)), key=lambda index: (index != best, rows[index].behind.mean, index)
        )
        return tuple(rows[index] for index in order)

    def _row(self, index: int, seen: NDArray[np.uint8], best: NDArray[np.uint8]) -> MoveRow:
        counts = np.bincount(seen, minlength=ENDINGS)
        pairs = np.bincount(best[: len(seen)] * np.uint16(ENDINGS) + seen, minlength=ENDINGS**2)
        behind = Differences()
        for pair in np.flatnonzero(pairs).tolist():
            ahead, own = divmod(pair, ENDINGS)
            behind.add_many(int(self.values[ahead] - self.values[own]), int(pairs[pair]))
        estimate = behind.estimate()
        return MoveRow(
            move=self.moves[index],
            win=win_rate(counts, self.landlord),
            payoff=mean_of(self.payoffs, counts),
            behind=estimate,
            tied=is_tied(estimate),
            n=len(seen),
        )


def _candidates(phase: RuledPhase, moves: object) -> list[Move]:
    """Read which moves to compare, each once and ascending in action id."""
    legal = phase.legal_moves()
    if moves is None:
        return legal
    if isinstance(moves, str | Move) or not isinstance(moves, Iterable):
        raise wrong_type("moves", "a collection of moves", moves)
    given = list(islice(moves, _MOST_GIVEN + 1))
    if len(given) > _MOST_GIVEN:
        raise wrong_type("moves", f"at most {_MOST_GIVEN} moves", moves)
    start = Position._at(phase, 1)
    wanted = set()
    for move in given:
        start.play(move)
        wanted.add(phase._read(move))
    if not wanted:
        raise wrong_type("moves", "at least one move", moves)
    return [move for move in legal if move._packed in wanted]


class HiddenTable(NamedTuple):
    """A position to move in, and where its cards may lie.

    Attributes:
        phase: The position, with any hands that the others could hold.
        certain: The packed cards that each seat holds for certain.
        bid: What the landlord plays for.
        deals: How many deals a table of its moves sees without further word.

    Example:
        >>> hidden_table(Position(["33", "4", "5"], 0, 0)).is_open
        True
    """

    phase: RuledPhase
    certain: Sequence[int]
    bid: int
    deals: int

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self.phase.rules

    @property
    def seat(self) -> int:
        """The seat to move."""
        assert self.phase._turn is not None
        return self.phase._turn

    @property
    def role(self) -> Role:
        """Its side."""
        return Role.LANDLORD if self.seat == self.phase._landlord else Role.PEASANT

    def spec(self, policy: str, root: int) -> RolloutSpec:
        """Tell what is to be played out."""
        hands = self.phase._hands
        return RolloutSpec(
            self.rules.text,
            PhaseSpec.of(self.phase),
            sum(hands),
            tuple(zip(self.certain, map(card_count, hands), strict=True)),
            policy,
            root,
        )

    @property
    def cards(self) -> int:
        """How many cards are left in all hands."""
        return sum(map(card_count, self.phase._hands))

    @property
    def is_open(self) -> bool:
        """Whether all hands are known: at most one has cards that are not certain."""
        hands = zip(self.certain, self.phase._hands, strict=True)
        return sum(certain != hand for certain, hand in hands) <= 1

    def rollouts(
        self, policy: str, root: int, exact: tuple[int, bool, int] | None = None
    ) -> "_backend.engine.Rollouts":
        """Prepare what plays the deals out."""
        return _backend.engine.Rollouts(*self.hidden(policy, root), exact)

    def hidden(
        self, policy: str, root: int
    ) -> tuple[
        "_backend.engine.Ruleset",
        RuledPhase,
        int,
        list[tuple[int, int]],
        str,
        tuple[int, int],
        tuple[int, int],
    ]:
        """Give what the engine's samplers take: rules, position, unseen cards, places, policy, and two streams."""
        hands = self.phase._hands
        places = list(zip(self.certain, map(card_count, hands), strict=True))
        return (self.rules._ruleset, self.phase, sum(hands), places, policy, *streams(root))


def hidden_table(view: View | Position) -> HiddenTable:
    """Read what a seat to move knows; errors as for :func:`move_table`.

    Example:
        >>> rollouts = hidden_table(Position(["33", "4", "5"], 0, 0)).rollouts("rule", 5)
        >>> rollouts.endings(0, 2, 1)
        array([129, 129], dtype=uint8)
    """
    action = "weigh moves"
    if isinstance(view, Position):
        if view.turn is None:
            raise WrongPhaseError("game_over", action=action)
        return HiddenTable(view._phase, view._phase._hands, view.bid, 1)
    if not isinstance(view, View):
        raise wrong_type("view", "a View or a Position", view)
    if view.phase is Phase.AUCTION:
        raise WrongPhaseError("auction_not_over", action=action)
    if view.phase is Phase.OVER:
        reason = "thrown_in" if view.landlord is None else "game_over"
        raise WrongPhaseError(reason, action=action)
    if view.turn != view.seat:
        raise WrongPhaseError("not_to_act", action=action, seat=view.seat, turn=view.turn)
    # Any completion will do: the engine replaces the hands.
    start = view._some_phase()
    certain = view._certain()
    certain[view.seat] = view.hand._packed
    return HiddenTable(start, certain, view.highest_bid, _DEFAULT_DEALS)
