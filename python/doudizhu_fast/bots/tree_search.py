"""Tree search: a tree over what the seat knows, grown on random deals of the hidden cards."""

import time
from typing import Final

import numpy as np

from doudizhu_fast import _backend
from doudizhu_fast.analysis._rollouts import DEFAULT_POLICY
from doudizhu_fast.analysis.move_table import HiddenTable
from doudizhu_fast.bots._sampling import SamplingBot
from doudizhu_fast.move import Move, _make_move
from doudizhu_fast.seeds import Seed
from doudizhu_fast.view import View

__all__ = ["TreeSearch"]

# Games a second, as long as none were measured.
_FIRST_RATE: Final = 100_000.0
_FEWEST_TIMED_GAMES: Final = 32


class TreeSearch(SamplingBot):
    """Tries every move like ``montecarlo``, and learns meanwhile how both sides go on after it.

    The moves race on the same random deals as those of :class:`MonteCarlo` do, and its rules decide. The games after
    a move differ: a tree over what the seat knows (its own hand, the cards that the others hold together, and the
    table) tells what came of the moves that both sides tried in each such state. In one game of five moves that were
    tried little are made, by prospects and the prior of the policy; in those that count a move takes the place of the
    policy's only where it did better beyond what chance explains. Below the tree the policy plays to the end. The tree
    holds at most half a million states, some 100 megabytes.

    Args:
        deals: How many deals the last two moves, and all calls, are tried on, 1 to 1,000,000; 100 where neither deals
            nor seconds are given. With a seed the same questions in the same order are answered alike.
        seconds: Instead of deals, how long a decision may take, above 0 and at most a day: as many deals as that holds.
        policy: Who plays below the tree, see :func:`simulate`.
        objective: ``"payoff"`` or ``"win"``: what a move is chosen for. Calls are chosen for the payoff.
        exact_cards: With how many cards left in all hands, 0 to 36, a game is solved instead of played out; 0 never.
        seed: A seed, see :func:`resolve_seed`.

    Raises:
        InvalidArgumentError: Reason ``told_already`` for both deals and seconds; ``unknown_policy``,
            ``unknown_objective``, ``bad_seed``; ``wrong_type`` or ``out_of_range`` for the rest.
        NativeExtensionError: Reason ``needs_native`` under the reference engine.

    Example:
        >>> view = View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="A")
        >>> TreeSearch(deals=50, seed=1).play(view)
        Move('2')
    """

    name = "search"

    def __init__(
        self,
        deals: int | None = None,
        seconds: float | None = None,
        policy: str = DEFAULT_POLICY,
        objective: str = "payoff",
        exact_cards: int = 0,
        seed: Seed = None,
    ) -> None:
        super().__init__(deals, seconds, policy, objective, exact_cards, 1, seed)
        self._rate = _FIRST_RATE

    def _choose(
        self,
        view: View,
        table: HiddenTable,
        moves: list[Move],
        first: int,
        deadline: float | None,
    ) -> Move:
        seconds = None if deadline is None else max(0.0, deadline - time.perf_counter())
        ranked, games, took = _backend.engine.tree_search(
            *table.hidden(self._policy, self._root),
            self._values(view).astype(np.float64),
            first,
            self._deals,
            seconds,
            self._rate,
            self._exact(),
        )
        # After a handful of games a clock tells little.
        if games >= _FEWEST_TIMED_GAMES:
            self._rate = games / took
        return _make_move(ranked[0][0])
