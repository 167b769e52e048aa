"""Monte Carlo: every legal call and move tried on random deals of the hidden cards, which a policy plays out."""

import time
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast import _backend
from doudizhu_fast.analysis._rollouts import DEFAULT_POLICY
from doudizhu_fast.analysis.move_table import HiddenTable
from doudizhu_fast.batch import thread_count
from doudizhu_fast.bots._sampling import SamplingBot
from doudizhu_fast.enums import Kind
from doudizhu_fast.move import Move, _make_move
from doudizhu_fast.packed import CARD_BITS
from doudizhu_fast.seeds import DECISIONS, Seed, stream
from doudizhu_fast.view import View

__all__ = ["MonteCarlo"]

# A call of the engine cannot be interrupted, so it plays about this many games: fewer where their ends are solved.
_GAMES_PER_CALL: Final = {False: 2**14, True: 2**9}

# How many moves are tried: found by playing. Few deals for each of many moves choose by chance.
_FEWEST_MOVES: Final = 4
_DEALS_PER_MOVE: Final = 2
_GAMES_PER_MOVE: Final = 32

# By how many standard deviations a move must do better than the policy's.
_CAUTION: Final = 1.2

# The ending without doublings in which the landlord wins; in ending 0 he loses.
_LANDLORD_WON: Final = 128

_BOMBS: Final = (Kind.BOMB, Kind.ROCKET)

# What the speed of the first slice is guessed from; every slice corrects it.
_FIRST_RATE: Final = 100_000.0


class MonteCarlo(SamplingBot):
    """Tries every call and move on the same random deals, has a policy play them out, and takes the best.

    The policy's own move and those that leave the fewest plays are tried, as many as the budget allows: after some
    deals the worse half is dropped, until two are left. A move replaces the policy's where it does better beyond what
    chance explains. Calls are tried as in :func:`bid_table`. A position with one legal move is answered at once. Every
    way to deal the hidden cards is equally likely; what calls and plays tell about hands is not weighed.

    With ``exact_cards`` the end of every game is that of best play with open hands, where it is found soon enough; and
    where all hands are known for certain and the seat can force a win, it plays the move that does. See :func:`solve`.

    Args:
        deals: How many deals the last two moves, and all calls, are tried on, 1 to 1,000,000; 100 where neither deals
            nor seconds are given. With a seed the same questions in the same order are answered alike.
        seconds: Instead of deals, how long a decision may take, above 0 and at most a day: as many deals as that holds.
        policy: Who plays the deals out, see :func:`simulate`.
        objective: ``"payoff"`` or ``"win"``: what a move is chosen for. Calls are chosen for the payoff.
        exact_cards: With how many cards left in all hands, 0 to 36, a game is solved instead of played out; 0 never.
        threads: How many threads share the work of a decision, 1 to 1024; None means one for each processor.
        seed: A seed, see :func:`resolve_seed`.

    Raises:
        InvalidArgumentError: Reason ``told_already`` for both deals and seconds; ``unknown_policy``,
            ``unknown_objective``, ``bad_seed``; ``wrong_type`` or ``out_of_range`` for the rest.
        NativeExtensionError: Reason ``needs_native`` under the reference engine.

    Example:
        >>> view = View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="A")
        >>> MonteCarlo(deals=50, seed=1).play(view)
        Move('2')
    """

    name = "montecarlo"

    def __init__(
        self,
        deals: int | None = None,
        seconds: float | None = None,
        policy: str = DEFAULT_POLICY,
        objective: str = "payoff",
        exact_cards: int = 0,
        threads: int | None = 1,
        seed: Seed = None,
    ) -> None:
        super().__init__(
            deals, seconds, policy, objective, exact_cards, thread_count(threads), seed
        )
        self._rate = _FIRST_RATE

    def _choose(
        self,
        view: View,
        table: HiddenTable,
        moves: list[Move],
        first: int,
        deadline: float | None,
    ) -> Move:
        trial = _Trial(
            self._contenders(view, moves),
            table.rollouts(self._policy, self._root, self._exact()),
            self._values(view),
            first,
            self._threads,
            _GAMES_PER_CALL[self._exact_cards > 0],
        )
        if deadline is None:
            trial.keep(max(_FEWEST_MOVES, self._deals // _DEALS_PER_MOVE))
            _by_deals(trial, self._deals)
        else:
            left = deadline - time.perf_counter()
            trial.keep(max(_FEWEST_MOVES, int(left * self._rate / _GAMES_PER_MOVE)))
            self._rate = _by_time(trial, deadline, self._rate)
        return trial.best()

    def _contenders(self, view: View, moves: list[Move]) -> list[Move]:
        """Order the moves: the policy's own, then those that leave the fewest plays."""
        phase = view._some_phase()
        decisions = stream(self._root, DECISIONS)
        own = _backend.engine.policy_play(self._policy, phase, decisions, self._asked)
        hand = view.hand._packed
        left = np.array([hand - (move._packed & CARD_BITS) for move in moves], np.uint64)
        plays = _backend.engine.min_plays_batch(view.rules._ruleset, left, 1)
        bombs = np.array([move.kind in _BOMBS for move in moves])
        order = np.argsort(plays + bombs, kind="stable").tolist()
        ordered = [moves[index] for index in order]
        first = _make_move(own)
        ordered.remove(first)
        return [first, *ordered]


class _Trial:
    """The moves of a decision, and how much better than the first they did on the deals they have all seen."""

    def __init__(
        self,
        moves: Sequence[Move],
        rollouts: "_backend.engine.Rollouts",
        values: NDArray[np.int64],
        first: int,
        threads: int,
        games_per_call: int,
    ) -> None:
        self.moves = list(moves)
        self._gain = np.zeros(len(moves))
        self._squares = np.zeros(len(moves))
        self._rollouts = rollouts
        self._values = values
        self._next = first
        self._threads = threads
        self._games_per_call = games_per_call

    def most_deals(self) -> int:
        """Give how many deals one call of the engine takes at most."""
        return max(1, self._games_per_call // len(self.moves))

    def see(self, deals: int) -> None:
        """Try the moves on further deals."""
        packed = [move._packed for move in self.moves]
        while deals:
            count = min(deals, self.most_deals())
            endings = self._rollouts.endings_of_moves(packed, self._next, count, self._threads)
            paid = self._values[endings]
            gains = paid - paid[:, :1]
            self._gain += gains.sum(axis=0)
            self._squares += np.square(gains, dtype=np.float64).sum(axis=0)
            self._next += count
            deals -= count

    def keep(self, count: int) -> None:
        """Keep so many of the best, of equals the first, and the first of all in any case."""
        if count >= len(self.moves):
            return
        order = np.argsort(-self._gain[1:], kind="stable")[: count - 1] + 1
        kept = [0, *np.sort(order).tolist()]
        self.moves = [self.moves[index] for index in kept]
        self._gain, self._squares = self._gain[kept], self._squares[kept]

    def best(self) -> Move:
        """The best as far as can be told: what gains by chance in few deals must not replace the policy's move."""
        # One game more, lost or won without doublings: where few deals agree, their spread says little.
        once = int(max(abs(self._values[0]), abs(self._values[_LANDLORD_WON])))
        doubt = np.sqrt(self._squares + once**2)
        doubt[0] = 0.0
        return self.moves[int(np.argmax(self._gain - _CAUTION * doubt))]


def _by_deals(trial: _Trial, deals: int) -> None:
    """Halve the moves and double the deals until two moves see all deals."""
    done = 0
    for halvings in range(_halvings(trial), -1, -1):
        end = max(1, deals >> halvings)
        trial.see(end - done)
        done = end
        if halvings:
            trial.keep((len(trial.moves) + 1) // 2)


def _by_time(trial: _Trial, deadline: float, rate: float) -> float:
    """Give every halving an equal share of the time.

    Args:
        trial: The moves.
        deadline: When to be done, by ``time.perf_counter``.
        rate: How many games a second there were so far.

    Returns:
        How many games a second there were.
    """
    for halvings in range(_halvings(trial), -1, -1):
        now = time.perf_counter()
        end = now + (deadline - now) / (halvings + 1)
        seen = 0
        while not seen or now < end:
            deals = int((end - now) * rate / len(trial.moves))
            if seen and not deals:
                break
            # Half of what fits, and not many at first: the speed is a guess that the rest corrects. Games that are
            # solved at their ends take far longer than others.
            deals = max(1, deals if deals < 8 else deals // 2)
            deals = min(deals, 8 * (1 + seen), trial.most_deals())
            trial.see(deals)
            before, now = now, time.perf_counter()
            rate = (rate + deals * len(trial.moves) / max(now - before, 1e-9)) / 2
            seen += deals
        if halvings:
            trial.keep((len(trial.moves) + 1) // 2)
    return rate


def _halvings(trial: _Trial) -> int:
    return max(0, (len(trial.moves) - 1).bit_length() - 1)
