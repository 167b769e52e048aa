"""Bid table: what every call of an auction is worth, by playing out random deals of the hidden cards."""

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast import _backend
from doudizhu_fast._checks import check_progress, shown
from doudizhu_fast.analysis._plain import plain
from doudizhu_fast.analysis._rollouts import (
    DEFAULT_POLICY,
    ENDINGS,
    Differences,
    Progress,
    doublings_of,
    half_width_of,
    is_tied,
    landlord_wins,
    mean_of,
    payoff_table,
    policy_name,
    streams,
    win_rate,
)
from doudizhu_fast.analysis._samples import Saved, Size, sample
from doudizhu_fast.auction import HIGHEST_BID
from doudizhu_fast.batch import thread_count
from doudizhu_fast.checkpoints import Arrays, Layout, root_of
from doudizhu_fast.chunks import Chunks
from doudizhu_fast.deals import whole_pack
from doudizhu_fast.enums import Phase, Rank
from doudizhu_fast.estimates import Estimate, Z
from doudizhu_fast.exceptions import InvalidArgumentError, WrongPhaseError
from doudizhu_fast.executors import Executor, Spread, read_executor
from doudizhu_fast.hand import Cards, Hand, as_hand
from doudizhu_fast.plots import plot_bids
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.seeds import Seed, resolve_seed
from doudizhu_fast.view import View

__all__ = ["BidRow", "BidTable", "BottomRow", "bid_table"]

# What a deal came to for the seat that calls: whether there is a landlord and who, the bid, the ending.
_NOBODY, _PEASANT, _LANDLORD = range(3)
_BIDS = HIGHEST_BID + 1
_OUTCOMES = 3 * _BIDS * ENDINGS


@dataclass(frozen=True, slots=True)
class BidRow:
    """What one call comes to: an immutable value.

    Attributes:
        bid: The call, 0 for a pass.
        payoff: The mean payoff of the seat (rules 1.6). A deal that is thrown in pays nothing.
        win: How often the side of the seat wins the games that are played.
        landlord: How often the seat becomes landlord.
        thrown_in: How often nobody does.
        behind: How much less than the best call it pays, on the same deals.
        tied: Whether the sample cannot tell it from the best call: the interval of ``behind`` holds 0.

    Example:
        >>> row = bid_table("3456789TJQKA22BR3", n=200, seed=1, policy="greedy").best
        >>> row.bid, row.landlord.mean, row.tied
        (3, 1.0, True)
    """

    bid: int
    payoff: Estimate
    win: Estimate
    landlord: Estimate
    thrown_in: Estimate
    behind: Estimate
    tied: bool


@dataclass(frozen=True, slots=True)
class BottomRow:
    """What the landlord's chances are where a rank is among the bottom cards: an immutable value.

    Attributes:
        rank: The rank.
        share: How often the bottom holds at least one of it.
        win: How often the landlord wins then.
        payoff: What he is paid then at a bid of 1.

    Example:
        >>> table = bid_table("344567899TJQKKA2B", n=500, seed=1, policy="greedy")
        >>> table.bottom[0].rank.letter, table.bottom[0].share.n
        ('3', 500)
    """

    rank: Rank
    share: Estimate
    win: Estimate
    payoff: Estimate


@dataclass(frozen=True, slots=True)
class BidTable:
    """What every legal call of a seat comes to: an immutable value.

    Attributes:
        hand: The seat's hand.
        rules: The rules.
        policy: Who bids and plays for all seats after the call.
        seed: The root that the deals follow from.
        n: How many deals were played.
        rows: One for each legal call, the best first.
        landlord_win: How often the seat wins as landlord, whatever the others would bid.
        landlord_payoff: What it is paid then at a bid of 1; at a higher bid it is a multiple of that.
        doublings: In how many of these games the multiplier was 1, 2, 4, ..., a spring included.
        bottom: What the bottom cards are worth: one row for each rank that was in the bottom of some deal. The gain
            from a card is how far ``win`` lies above ``landlord_win``, which is the mean over all bottoms.
        break_even: The chance of winning at which a landlord with the gains and losses seen here is paid nothing in the
            mean, nan where all games were won or all lost.

    Example:
        >>> table = bid_table("3344668899JJQQKK2", n=500, seed=1, policy="greedy", bids="1")
        >>> [row.bid for row in sorted(table.rows, key=lambda row: row.bid)], table.best.bid
        ([0, 2, 3], 0)
    """

    hand: Hand
    rules: Rules
    policy: str
    seed: int
    n: int
    rows: tuple[BidRow, ...]
    landlord_win: Estimate
    landlord_payoff: Estimate
    doublings: tuple[int, ...]
    bottom: tuple[BottomRow, ...]
    break_even: Estimate

    @property
    def best(self) -> BidRow:
        """The call with the highest mean payoff, the lowest of these."""
        return self.rows[0]

    def to_dict(self) -> dict[str, Any]:
        """Give plain data that JSON can hold.

        Example:
            >>> table = bid_table("3344668899JJQQKK2", n=50, seed=1, policy="greedy")
            >>> table.to_dict()["rows"][0]["bid"] == table.best.bid
            True
        """
        return dict(plain(self))

    def __str__(self) -> str:
        """Write one line for every call, then what the hand is worth as landlord."""
        lines = [f"{'bid':>4}  {'payoff':>15}  {'win':>15}  {'landlord':>8}  behind"]
        for row in self.rows:
            lines.append(
                f"{row.bid or 'pass':>4}  {row.payoff.brief:>15}  {row.win.brief:>15}"
                f"  {row.landlord.mean:8.1%}  {'tied' if row.tied else row.behind.brief}"
            )
        lines[1] = lines[1].removesuffix("tied") + "best"
        lines.append(
            f"as landlord: wins {self.landlord_win.brief}, breaks even at {self.break_even.brief},"
            f" payoff {self.landlord_payoff.brief} at bid 1"
        )
        cards = "  ".join(f"{row.rank.letter} {row.win.mean:.2f}" for row in self.bottom)
        lines.append(f"where the bottom holds  {cards}  ({self.n:,} deals)")
        return "\n".join(lines)

    def __repr__(self) -> str:
        """Tell what was asked and what is best."""
        return (
            f"<BidTable {self.hand}, {self.rules.text}, {self.policy}, seed {shown(self.seed)}:"
            f" bid {self.best.bid} of {sorted(row.bid for row in self.rows)}, n = {self.n:,}>"
        )

    def plot(self, ax: Any = None) -> Any:
        """Draw what every call pays, with its interval.

        Args:
            ax: A matplotlib ``Axes`` to draw on; None makes a new figure with one.

        Returns:
            The ``Axes``, see :func:`~doudizhu_fast.plots.plot_bids`.

        Raises:
            ModuleNotFoundError: Without matplotlib, which the extra ``plot`` brings.
            InvalidArgumentError: Reason ``wrong_type`` for what is no ``Axes``.

        Example:
            >>> axes = bid_table("344567899TJQKKA2B").plot()  # doctest: +SKIP
            >>> axes.figure.savefig("bids.png")  # doctest: +SKIP
        """
        return plot_bids(self, ax)

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.results import bid_table

        return bid_table(self)


def bid_table(
    hand: Cards | View,
    n: int | None = None,
    half_width: float | None = None,
    policy: str = DEFAULT_POLICY,
    seed: Seed = None,
    rules: Rules | str | None = None,
    threads: int | None = None,
    bids: str | Sequence[int] = "",
    progress: Progress | None = None,
    executor: Executor | Spread | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> BidTable:
    """Estimate what every legal call of an auction is worth.

    For random deals of the hidden cards each call is made, the other seats call on as the policy does, and this seat
    passes whenever it is asked again. Whoever becomes landlord takes the bottom and all seats play as the policy does.
    So a pass is worth what the hand is worth against the landlord whom the others find, and a low bid may be outbid.
    Every way to deal the hidden cards is equally likely: what earlier calls tell about hands is not weighed.

    All calls are tried on the same deals, so that the differences between them are known better than the figures.

    Args:
        hand: The dealt hand, 17 cards (four players: 25); or a view of the auction by the seat to call, which tells
            rules and calls itself.
        n: How many deals, from 1; 20,000 without. With a half width it is the most, 10,000,000 without.
        half_width: Stop when half the width of the 95 % interval of ``landlord_win`` is at most this, see
            :func:`equity`.
        policy: Who bids and plays, see :func:`simulate`.
        seed: A seed, see :func:`resolve_seed`; the result tells the root that it stands for.
        rules: The rules or a preset's name; three_player without.
        threads: How many threads share the work, 1 to 1024; None means one for each processor.
        bids: The calls so far from the first bidder on, such as ``"1 -"``, see :meth:`View.from_text`.
        progress: Called now and then with the numbers of deals done and expected, at last with both equal. What it
            raises ends the estimate.
        executor: Where else the deals are played, see :func:`simulate`.
        checkpoint: A file to go on from, see :func:`equity`.

    Returns:
        The table.

    Raises:
        InvalidCardsError: As :class:`Hand`, for cards that cannot be read.
        InvalidRecordError: Reason ``bad_view`` for a hand or calls that are of no auction, ``bad_checkpoint`` for a
            checkpoint that is damaged or of another sample.
        InvalidArgumentError: Reason ``told_already`` for rules or bids beside a view; ``unknown_policy``, ``bad_seed``;
            ``wrong_type`` or ``out_of_range`` for the rest.
        WrongPhaseError: Reason ``no_auction``, ``auction_over``, or ``not_to_act`` for a view of a seat that is not to
            call.
        InvalidRulesError: For rules that do not exist.
        NativeExtensionError: Reason ``needs_native`` under the reference engine.
        ExecutorError: Where the executor fails at some deals in every attempt.

    Example:
        >>> table = bid_table("344567899TJQKKA2B", n=1000, seed=1, policy="greedy")
        >>> table.best.bid, table.landlord_win.mean > table.break_even.mean
        (3, True)
    """
    _backend.need_native("bid_table")
    view = _view(hand, rules, bids)
    size = Size.read(n, half_width)
    name = policy_name(policy)
    chunks = Chunks(thread_count(threads), read_executor(executor))
    check_progress(progress)
    root = root_of(checkpoint) if seed is None else None
    job = _Deals(
        view.rules.text,
        view.seat,
        view.first_bidder,
        tuple(bid for _, bid in view.bids),
        tuple(view.legal_bids()),
        _places(view),
        name,
        resolve_seed(seed) if root is None else root,
    )
    tally = _Tally.of(job)
    saved = Saved(checkpoint, _settings(view, job), tally.layout())
    done = sample(job, chunks, size, tally, progress, saved)
    return BidTable(
        hand=view.hand,
        rules=view.rules,
        policy=name,
        seed=job.root,
        n=done,
        rows=tally.rows(done),
        landlord_win=tally.landlord_win(),
        landlord_payoff=mean_of(tally.landlord_pays, tally.as_landlord),
        doublings=doublings_of(tally.as_landlord),
        bottom=tally.bottom(done),
        break_even=_break_even(tally.as_landlord, tally.landlord_pays),
    )


class _Deals(NamedTuple):
    """Deals for which every call is tried, as plain values, which can travel to another process."""

    rules: str
    seat: int
    first_bidder: int
    said: tuple[int, ...]
    bids: tuple[int, ...]
    places: tuple[tuple[int, int], ...]
    policy: str
    root: int

    @property
    def what(self) -> str:
        return "deals"

    @property
    def weight(self) -> int:
        return len(self.bids)

    def play(self, first: int, count: int, threads: int) -> "_Tally":
        """Play some of the deals and count them."""
        rules = as_rules(self.rules)
        calls = _backend.engine.Calls(
            rules._ruleset,
            self.first_bidder,
            self.said,
            whole_pack(rules),
            self.places,
            self.policy,
            *streams(self.root),
        )
        tally = _Tally.of(self)
        tally.take_in(*calls.play(first, count, threads))
        return tally


class _Tally:
    """Counts of what deals came to, enough for every figure."""

    def __init__(self, rules: Rules, seat: int, bids: Sequence[int]) -> None:
        self.seat = seat
        self.bids = bids
        self.outcomes = np.zeros((len(self.bids), _OUTCOMES), np.int64)
        self.values = _values(rules)
        self.between = {
            (one, other): Differences()
            for one in range(len(self.bids))
            for other in range(len(self.bids))
            if one < other
        }
        self.as_landlord = np.zeros(ENDINGS, np.int64)
        self.landlord_pays = payoff_table(rules, 1, True, rules.players)
        self.by_bottom = np.zeros((len(Rank), ENDINGS), np.int64)

    @classmethod
    def of(cls, job: _Deals) -> "_Tally":
        """Begin to count."""
        return cls(as_rules(job.rules), job.seat, job.bids)

    def add(self, other: "_Tally") -> None:
        """Take in what another tally has counted."""
        self.outcomes += other.outcomes
        self.as_landlord += other.as_landlord
        self.by_bottom += other.by_bottom
        for pair, differences in self.between.items():
            differences.merge(other.between[pair])

    def take_in(
        self,
        bottoms: NDArray[np.uint64],
        as_landlord: NDArray[np.uint8],
        landlords: NDArray[np.int8],
        bids: NDArray[np.int8],
        endings: NDArray[np.uint8],
    ) -> None:
        """Take in a slice of deals, as the engine tells it."""
        self.as_landlord += np.bincount(as_landlord, minlength=ENDINGS)
        for rank in Rank:
            held = (bottoms >> np.uint64(4 * rank)) & np.uint64(15) > 0
            self.by_bottom[rank] += np.bincount(as_landlord[held], minlength=ENDINGS)
        part = np.where(landlords < 0, _NOBODY, _PEASANT + (landlords == self.seat))
        outcomes = (part * _BIDS + bids) * ENDINGS + endings
        for call, column in enumerate(outcomes.T):
            self.outcomes[call] += np.bincount(column, minlength=_OUTCOMES)
        paid = self.values[outcomes]
        for (one, other), differences in self.between.items():
            differences.add(paid[:, one] - paid[:, other])

    def layout(self) -> Layout:
        """Tell the arrays for a file; of the differences come the pair, the difference and the deals."""
        counts = (self.outcomes, self.as_landlord, self.by_bottom)
        return [*(("<i8", array.shape) for array in counts), ("<i8", (None, 3))]

    def arrays(self) -> Arrays:
        """Give the counts for a file."""
        between = [
            (pair, *item)
            for pair, differences in enumerate(self.between.values())
            for item in differences.items()
        ]
        return (
            self.outcomes.copy(),
            self.as_landlord.copy(),
            self.by_bottom.copy(),
            np.array(between, np.int64).reshape(-1, 3),
        )

    def restore(self, arrays: Arrays) -> None:
        """Begin with counts from a file."""
        self.outcomes[:], self.as_landlord[:], self.by_bottom[:], between = arrays
        pairs = list(self.between.values())
        for pair, difference, deals in between.tolist():
            pairs[pair].add_many(difference, deals)

    def half_width(self) -> float:
        """Give half the width of the interval of the landlord's wins."""
        return half_width_of(self.landlord_win())

    def landlord_win(self) -> Estimate:
        """How often the seat wins as landlord."""
        return win_rate(self.as_landlord, landlord=True)

    def bottom(self, n: int) -> tuple[BottomRow, ...]:
        """One row for each rank that was in a bottom."""
        return tuple(
            BottomRow(
                rank=rank,
                share=Estimate.of_rate(int(counts.sum()), n),
                win=win_rate(counts, landlord=True),
                payoff=mean_of(self.landlord_pays, counts),
            )
            for rank, counts in zip(Rank, self.by_bottom, strict=True)
            if counts.any()
        )

    def rows(self, n: int) -> tuple[BidRow, ...]:
        """The rows, the best first."""
        payoffs = [mean_of(self.values, counts) for counts in self.outcomes]
        order = sorted(range(len(payoffs)), key=lambda call: -payoffs[call].mean)
        return tuple(self._row(call, order[0], payoffs[call], n) for call in order)

    def _row(self, call: int, best: int, payoff: Estimate, n: int) -> BidRow:
        by_part = self.outcomes[call].reshape(3, _BIDS, ENDINGS).sum(axis=1)
        won = by_part[_LANDLORD] @ landlord_wins() + by_part[_PEASANT] @ (1 - landlord_wins())
        thrown_in = int(by_part[_NOBODY].sum())
        if call == best:
            behind = Estimate(0.0, 0.0, 0.0, 0.0, n)
        elif best < call:
            behind = self.between[best, call].estimate()
        else:
            behind = self.between[call, best].estimate(sign=-1)
        return BidRow(
            bid=self.bids[call],
            payoff=payoff,
            win=Estimate.of_rate(int(won), n - thrown_in),
            landlord=Estimate.of_rate(int(by_part[_LANDLORD].sum()), n),
            thrown_in=Estimate.of_rate(thrown_in, n),
            behind=behind,
            tied=is_tied(behind),
        )


def _values(rules: Rules) -> NDArray[np.int64]:
    """Give what every outcome pays the seat that calls."""
    values = np.zeros((3, _BIDS, ENDINGS), np.int64)
    for bid in range(1, _BIDS):
        values[_PEASANT, bid] = payoff_table(rules, bid, False, rules.players)
        values[_LANDLORD, bid] = payoff_table(rules, bid, True, rules.players)
    return values.reshape(-1)


def _break_even(counts: NDArray[np.int64], pays: NDArray[np.int64]) -> Estimate:
    """Estimate loss / (gain + loss), the chance of winning at which gains and losses are even.

    Gain and loss are means of different games, so their errors add up; how they carry over is the derivative.
    """
    won = landlord_wins() > 0
    gain = mean_of(pays, np.where(won, counts, 0))
    loss = mean_of(-pays, np.where(won, 0, counts))
    n = int(counts.sum())
    if not (gain.n and loss.n):
        return Estimate(math.nan, math.nan, math.nan, math.nan, n)
    whole = gain.mean + loss.mean
    mean = loss.mean / whole
    stderr = math.hypot(gain.mean * loss.stderr, loss.mean * gain.stderr) / whole**2
    return Estimate(mean, stderr, mean - Z * stderr, mean + Z * stderr, n)


def _view(hand: Cards | View, rules: Rules | str | None, bids: str | Sequence[int]) -> View:
    """Bring what was given to a view of a seat that is to call."""
    if isinstance(hand, View):
        for name, given in (
            ("rules", rules is not None),
            ("bids", not (isinstance(bids, str | tuple | list) and not bids)),
        ):
            if given:
                raise InvalidArgumentError("told_already", name=name, by="a view")
        view = hand
    else:
        chosen = as_rules(rules)
        if chosen.auction == "none":
            raise WrongPhaseError("no_auction", action="weigh calls")
        # The calls tell whose turn it is, and that the hand is of this seat.
        cards = as_hand(hand, chosen._ruleset.packs)
        view = View.from_text(cards, rules=chosen, bids=bids)
        if view.turn not in (None, view.seat):
            view = View.from_text(cards, rules=chosen, bids=bids, seat=view.turn)
    if view.phase is not Phase.AUCTION:
        raise WrongPhaseError("auction_over", action="weigh calls")
    if view.turn != view.seat:
        raise WrongPhaseError("not_to_act", action="weigh calls", seat=view.seat, turn=view.turn)
    return view


def _settings(view: View, job: _Deals) -> dict[str, Any]:
    """Tell what a checkpoint must agree in."""
    return {
        "run": "bid_table",
        "hand": str(view.hand),
        "rules": job.rules,
        "seat": job.seat,
        "first_bidder": job.first_bidder,
        "turned_up": None if view.turned_up is None else view.turned_up.letter,
        "bids": job.said,
        "policy": job.policy,
        "seed": job.root,
    }


def _places(view: View) -> tuple[tuple[int, int], ...]:
    """Tell the certain cards, packed, and the size of every hand and of the bottom."""
    certain = view._certain()
    certain[view.seat] = view.hand._packed
    bottom = (0, view.rules._ruleset.bottom_size)
    return (*zip(certain, view.counts, strict=True), bottom)
