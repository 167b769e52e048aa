"""What bots share that try calls and moves on random deals: options, calls, known endings, what is at stake."""

import time
from abc import ABC, abstractmethod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast import _backend
from doudizhu_fast._checks import as_objective, as_real, shown, whole
from doudizhu_fast.analysis._rollouts import landlord_wins, payoff_table, policy_name
from doudizhu_fast.analysis.bidding import bid_table
from doudizhu_fast.analysis.move_table import HiddenTable, hidden_table
from doudizhu_fast.bots.core_bots import check_turn
from doudizhu_fast.enums import Phase, Role
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.move import Move, _make_move
from doudizhu_fast.seeds import Seed, resolve_seed
from doudizhu_fast.view import View

__all__ = ["SamplingBot"]

# Each decision has deals of its own, so many that it never reaches those of the next; after 2**24 decisions the numbers
# of deals, which have 64 bits, begin again.
_DEALS_PER_DECISION: Final = 2**40
_DECISIONS: Final = 2**24

_DEFAULT_DEALS: Final = 100
_MOST_DEALS: Final = 1_000_000
_LONGEST: Final = 86_400.0
# Positions of more cards are beyond the reach of a search.
_MOST_CARDS: Final = 36

# A search of a sampled ending gives up after so many positions, some tens of microseconds of work for each card played;
# where all hands are known, one search decides, and may take longer.
_NODES_PER_ENDING: Final = 2_000
_NODES_PER_DECISION: Final = 200_000
_DECISION_MEGABYTES: Final = 64

# What the speed of the first calls is guessed from.
_FIRST_BID_RATE: Final = 30_000.0
_FEWEST_BID_DEALS: Final = 20


class SamplingBot(ABC):
    """The part of a bot that calls, reads options and knows what is at stake; see the bots for the options.

    Raises:
        InvalidArgumentError: As the bots.
        NativeExtensionError: Reason ``needs_native`` under the reference engine.
    """

    name: str

    def __init__(
        self,
        deals: int | None,
        seconds: float | None,
        policy: str,
        objective: str,
        exact_cards: int,
        threads: int,
        seed: Seed,
    ) -> None:
        _backend.need_native(f"the bot {self.name!r}")
        if deals is not None and seconds is not None:
            raise InvalidArgumentError("told_already", name="deals", by="seconds=")
        self._seconds = None if seconds is None else _read_seconds(seconds)
        self._deals = whole(_DEFAULT_DEALS if deals is None else deals, "deals", 1, _MOST_DEALS)
        self._policy = policy_name(policy)
        self._objective = as_objective(objective)
        self._exact_cards = whole(exact_cards, "exact_cards", 0, _MOST_CARDS)
        self._threads = threads
        self._root = resolve_seed(seed)
        self._asked = 0
        self._bid_rate = _FIRST_BID_RATE

    def bid(self, view: View) -> int:
        """Make the call with the highest mean payoff.

        Raises:
            WrongPhaseError: Reason ``auction_over`` or ``not_to_act``.
        """
        check_turn(view, Phase.AUCTION, "bid")
        seed = np.random.SeedSequence(self._root, spawn_key=(self._next(),))
        if self._seconds is None:
            return self._bid(view, self._deals, seed)
        deals = int(self._seconds * self._bid_rate)
        deals = min(max(deals, _FEWEST_BID_DEALS), _MOST_DEALS)
        began = time.perf_counter()
        chosen = self._bid(view, deals, seed)
        self._bid_rate = deals / max(time.perf_counter() - began, 1e-9)
        return chosen

    def _bid(self, view: View, deals: int, seed: Seed) -> int:
        table = bid_table(
            view, deals, policy=self._policy, seed=seed, threads=self._threads or None
        )
        return table.best.bid

    def play(self, view: View) -> Move:
        """Make the best of the legal moves.

        Raises:
            WrongPhaseError: Reason ``auction_not_over``, ``game_over`` or ``not_to_act``.
        """
        began = time.perf_counter()
        check_turn(view, Phase.PLAY, "play")
        moves = view.legal_moves()
        first = self._next() % _DECISIONS * _DEALS_PER_DECISION
        if len(moves) == 1:
            return moves[0]
        table = hidden_table(view)
        deadline = None if self._seconds is None else began + self._seconds
        if table.cards <= self._exact_cards and table.is_open:
            solved = self._solved(table, deadline)
            if solved is not None:
                return solved
        return self._choose(view, table, moves, first, deadline)

    @abstractmethod
    def _choose(
        self,
        view: View,
        table: HiddenTable,
        moves: list[Move],
        first: int,
        deadline: float | None,
    ) -> Move:
        """Choose one of several moves on the deals from number ``first`` on, by the deadline where there is one."""

    def _solved(self, table: HiddenTable, deadline: float | None) -> Move | None:
        """Solve a position whose hands are known: the move that wins, None where none does or it takes too long.

        A lost position is left to sampling: which move is best there depends on who makes a mistake.
        """
        seconds = None if deadline is None else max(0.0, deadline - time.perf_counter()) / 2
        winner, complete, winning, line, _, _ = _backend.engine.solve(
            table.phase,
            self._objective == "payoff",
            0,
            _NODES_PER_DECISION,
            seconds,
            _DECISION_MEGABYTES,
            None,
        )
        if winner is None or Role(winner) is not table.role or not winning:
            return None
        return _make_move(line[0] if complete and line else winning[0])

    def _exact(self) -> tuple[int, bool, int] | None:
        """How sampled deals are ended by a search, as the engine takes it."""
        if not self._exact_cards:
            return None
        return self._exact_cards, self._objective == "payoff", _NODES_PER_ENDING

    def _values(self, view: View) -> NDArray[np.int64]:
        """What every ending is worth to the seat."""
        landlord = view.role is Role.LANDLORD
        if self._objective == "win":
            wins = landlord_wins()
            return wins if landlord else 1 - wins
        return payoff_table(view.rules, view.highest_bid, landlord, view.rules.players)

    def _next(self) -> int:
        number = self._asked
        self._asked += 1
        return number

    def __repr__(self) -> str:
        """Tell the budget."""
        budget = f"{self._deals} deals" if self._seconds is None else f"{self._seconds:g} seconds"
        exact = f", exact at {self._exact_cards} cards" if self._exact_cards else ""
        return f"<Bot {self.name}: {self._policy}, {budget}{exact}>"


def _read_seconds(seconds: Any) -> float:
    allowed = as_real(seconds)
    if allowed is None:
        raise InvalidArgumentError(
            "wrong_type", name="seconds", expected="a number of seconds", value=shown(seconds)
        )
    if not 0 < allowed <= _LONGEST:
        raise InvalidArgumentError(
            "out_of_range",
            name="seconds",
            expected=f"above 0 and at most {_LONGEST:g}",
            value=shown(seconds),
        )
    return allowed
