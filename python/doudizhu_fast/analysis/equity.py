"""Equity: how good a dealt hand is, by playing out random deals of all other cards."""

import os
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast import _backend
from doudizhu_fast._checks import check_progress, shown, whole, wrong_type
from doudizhu_fast.analysis._plain import plain
from doudizhu_fast.analysis._rollouts import (
    DEFAULT_POLICY,
    ENDINGS,
    PhaseSpec,
    Progress,
    RolloutSpec,
    doublings_of,
    half_width_of,
    mean_of,
    payoff_table,
    policy_name,
    read_bid,
    win_rate,
)
from doudizhu_fast.analysis._samples import Saved, Size, sample
from doudizhu_fast.batch import thread_count
from doudizhu_fast.checkpoints import Arrays, root_of
from doudizhu_fast.chunks import Chunks
from doudizhu_fast.deals import whole_pack
from doudizhu_fast.enums import Role
from doudizhu_fast.estimates import Estimate
from doudizhu_fast.exceptions import InvalidCardsError
from doudizhu_fast.executors import Executor, Spread, read_executor
from doudizhu_fast.hand import Cards, Hand, as_packed_hand
from doudizhu_fast.packed import card_count, format_cards, pack
from doudizhu_fast.plots import plot_equity
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.seeds import Seed, resolve_seed
from doudizhu_fast.view._unseen import add_cards, spread

__all__ = ["Equity", "equity"]

_ROLES = {"landlord": Role.LANDLORD, "peasant": Role.PEASANT}


@dataclass(frozen=True, slots=True)
class Equity:
    """What a hand comes to when random deals of the other cards are played out: an immutable value.

    Attributes:
        hand: The hand that was asked about.
        role: On which side it plays.
        landlord: How many seats after it the landlord sits; 0 where it is the landlord.
        bottom: The bottom cards, None where they were drawn anew for every deal.
        rules: The rules.
        policy: Who played all seats.
        bid: What the landlord played for.
        seed: The root that the deals follow from; with it as seed the figures come again.
        n: How many deals were played.
        win: How often the side of the hand wins.
        payoff: What the player of the hand wins or loses in the mean (rules 1.6). At a bid of 1 its unit is what one
            peasant settles with the landlord before any doubling.
        doublings: In how many deals the multiplier was 1, 2, 4, ..., a spring included.

    Example:
        >>> result = equity("3456789TJQKA22BR3", n=500, seed=1, policy="greedy")
        >>> result.win.mean > 0.8, sum(result.doublings)
        (True, 500)
    """

    hand: Hand
    role: Role
    landlord: int
    bottom: Hand | None
    rules: Rules
    policy: str
    bid: int
    seed: int
    n: int
    win: Estimate
    payoff: Estimate
    doublings: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Give plain data that JSON can hold.

        Example:
            >>> equity("3456789TJQKA22BR3", n=10, seed=1, policy="greedy").to_dict()["role"]
            'landlord'
        """
        return dict(plain(self))

    def __str__(self) -> str:
        """Tell hand, role and figures in one line."""
        bottom = "" if self.bottom is None else f" (bottom {self.bottom})"
        return (
            f"{self.hand} as {self.role.name.lower()}{bottom}: wins {self.win},"
            f" payoff {self.payoff} at bid {self.bid}"
        )

    def __repr__(self) -> str:
        """Tell the same with rules, policy and seed."""
        return f"<Equity {self}, {self.rules.text}, {self.policy}, seed {shown(self.seed)}>"

    def plot(self, ax: Any = None) -> Any:
        """Draw how often the hand wins; on axes that show some already, as a further row.

        Args:
            ax: A matplotlib ``Axes`` to draw on; None makes a new figure with one.

        Returns:
            The ``Axes``, see :func:`~doudizhu_fast.plots.plot_equity`.

        Raises:
            ModuleNotFoundError: Without matplotlib, which the extra ``plot`` brings.
            InvalidArgumentError: Reason ``wrong_type`` for what is no ``Axes``.

        Example:
            >>> axes = equity("344567899TJQKKA2B").plot()  # doctest: +SKIP
            >>> axes.figure.savefig("equity.png")  # doctest: +SKIP
        """
        return plot_equity(self, ax)

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.results import equity

        return equity(self)


def equity(
    hand: Cards,
    n: int | None = None,
    half_width: float | None = None,
    policy: str = DEFAULT_POLICY,
    seed: Seed = None,
    rules: Rules | str | None = None,
    threads: int | None = None,
    role: str = "landlord",
    bottom: Cards | None = None,
    bid: int = 1,
    landlord: int | None = None,
    progress: Progress | None = None,
    executor: Executor | Spread | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> Equity:
    """Estimate how good a hand is: deal all other cards at random, let a policy play all seats, and count.

    Every way to deal the unseen cards is equally likely. A win is one of the side, and the figures are those of this
    policy against itself: better players do better with the same cards. Ctrl-C is obeyed within a fraction of a second.

    Args:
        hand: A dealt hand of 17 cards (four players: 25), or the landlord's 20 (33), who has taken the bottom.
        n: How many deals, from 1; 20,000 without. With a half width it is the most, 10,000,000 without.
        half_width: Stop when half the width of the 95 % interval of ``win`` is at most this, 0 to 0.5. The sample is
            looked at after 1,000 deals and then each time it has grown by a quarter, which keeps the interval a 95 %
            one.
        policy: Who plays, see :func:`simulate`.
        seed: A seed, see :func:`resolve_seed`; the result tells the root that it stands for. The same seed deals the
            same cards whatever the policy and the number of threads.
        rules: The rules or a preset's name; three_player without.
        threads: How many threads share the work, 1 to 1024; None means one for each processor.
        role: ``"landlord"`` takes the bottom cards, then leads; ``"peasant"`` plays against a landlord who did.
        bottom: The bottom cards, where they are known; without they are drawn for each deal.
        bid: What the landlord plays for, 1 to 3; it scales the payoff.
        landlord: For a peasant, how many seats after him the landlord sits: 1 plays right after him, and so on; 1
            without. A landlord's hand takes none.
        progress: Called now and then with the numbers of deals done and expected, at last with both equal. What it
            raises ends the estimate.
        executor: Where else the deals are played, see :func:`simulate`.
        checkpoint: A file that is told what the sample has come to so far. With one that is there the sample goes on
            where it stopped; it may be of more deals, but is the same in everything else that changes them.

    Returns:
        The figures.

    Raises:
        InvalidCardsError: Reason ``wrong_deal`` for a hand or bottom of another size, ``not_in_pack`` for cards that
            the pack does not have; the reasons of :class:`Hand` for cards that cannot be read.
        InvalidArgumentError: Reason ``unknown_policy``, ``bad_seed``; ``wrong_type`` or ``out_of_range`` for the rest.
        InvalidRulesError: For rules that do not exist.
        InvalidRecordError: Reason ``bad_checkpoint`` for a checkpoint that is damaged or of another sample.
        NativeExtensionError: Reason ``needs_native`` under the reference engine.
        ExecutorError: Where the executor fails at some deals in every attempt.

    Example:
        >>> print(equity("3456789TJQKA22BR3", half_width=0.02, seed=1, policy="greedy").win)
        0.9970 ± 0.0039 (n = 1,000)
        >>> equity("3344668899JJQQKK2", n=300, seed=1, policy="greedy", role="peasant").role
        <Role.PEASANT: 1>
    """
    _backend.need_native("equity")
    chosen = as_rules(rules)
    side = _role(role)
    table = _Table(chosen, hand, bottom, side, landlord)
    stakes = payoff_table(chosen, read_bid(bid), side is Role.LANDLORD, chosen.players)
    size = Size.read(n, half_width)
    chunks = Chunks(thread_count(threads), read_executor(executor))
    check_progress(progress)
    root = root_of(checkpoint) if seed is None else None
    job = _Deals(table.rollouts(policy_name(policy), resolve_seed(seed) if root is None else root))
    tally = _Tally(side is Role.LANDLORD)
    saved = Saved(checkpoint, table.settings(job), [("<i8", (ENDINGS,))])
    done = sample(job, chunks, size, tally, progress, saved)
    return Equity(
        hand=Hand._trusted(table.own),
        role=side,
        landlord=table.landlord,
        bottom=None if table.bottom is None else Hand._trusted(table.bottom),
        rules=chosen,
        policy=job.rollouts.policy,
        bid=bid,
        seed=job.root,
        n=done,
        win=tally.win(),
        payoff=mean_of(stakes, tally.counts),
        doublings=doublings_of(tally.counts),
    )


class _Table:
    """A hand at seat 0 of a deal whose other cards are open, the landlord about to lead."""

    def __init__(
        self, rules: Rules, hand: Cards, bottom: Cards | None, role: Role, landlord: object
    ) -> None:
        ruleset = rules._ruleset
        self.rules = rules
        self.own = as_packed_hand(hand, ruleset.packs)
        self.bottom = None if bottom is None else as_packed_hand(bottom, ruleset.packs)
        if role is Role.LANDLORD and landlord is not None:
            raise wrong_type("landlord", "left out where the hand is the landlord's", landlord)
        offset = 1 if landlord is None else whole(landlord, "landlord", 1, rules.players - 1)
        self.landlord = 0 if role is Role.LANDLORD else offset
        _check_dealt(rules, self.own, self.bottom, largest=role is Role.LANDLORD)

    def rollouts(self, policy: str, root: int) -> RolloutSpec:
        """Tell what is to be played out."""
        ruleset = self.rules._ruleset
        sizes = [ruleset.hand_size] * self.rules.players
        sizes[self.landlord] = ruleset.largest_play
        certain = [self.own, *[0] * (self.rules.players - 1)]
        if self.bottom is not None:
            certain[self.landlord] += self.bottom
        pack_of_all = whole_pack(self.rules)
        # Any deal will do: the engine replaces the hands.
        hands = spread(pack_of_all, certain, sizes, root=0)
        return RolloutSpec(
            self.rules.text,
            PhaseSpec(tuple(hands), self.landlord, self.landlord),
            pack_of_all,
            tuple(zip(certain, sizes, strict=True)),
            policy,
            root,
        )

    def settings(self, job: "_Deals") -> dict[str, Any]:
        """Tell what a checkpoint must agree in; a bid only scales the payoff."""
        return {
            "run": "equity",
            "hand": format_cards(self.own),
            "rules": self.rules.text,
            "landlord": self.landlord,
            "bottom": None if self.bottom is None else format_cards(self.bottom),
            "policy": job.rollouts.policy,
            "seed": job.root,
        }


class _Deals(NamedTuple):
    """Deals that are played out and counted."""

    rollouts: RolloutSpec

    @property
    def what(self) -> str:
        return "deals"

    @property
    def root(self) -> int:
        return self.rollouts.root

    @property
    def weight(self) -> int:
        return 1

    def play(self, first: int, count: int, threads: int) -> NDArray[np.int64]:
        """Count the endings: int64[256]."""
        endings = self.rollouts.prepared().endings(first, count, threads)
        return np.bincount(endings, minlength=ENDINGS)


class _Tally:
    """How many deals had each ending."""

    def __init__(self, landlord: bool) -> None:
        self.counts = np.zeros(ENDINGS, np.int64)
        self._landlord = landlord

    def add(self, part: NDArray[np.int64]) -> None:
        self.counts += part

    def win(self) -> Estimate:
        """How often the side of the hand wins."""
        return win_rate(self.counts, self._landlord)

    def half_width(self) -> float:
        return half_width_of(self.win())

    def arrays(self) -> Arrays:
        return (self.counts.copy(),)

    def restore(self, arrays: Arrays) -> None:
        self.counts[:] = arrays[0]


def _check_dealt(rules: Rules, own: int, bottom: int | None, largest: bool) -> None:
    """Refuse what is no dealt hand, or no bottom beside it.

    Args:
        rules: The rules.
        own: The packed hand.
        bottom: The packed bottom cards, None where they are unknown.
        largest: Whether it may be the landlord's hand with the bottom.

    Raises:
        InvalidCardsError: Reason ``wrong_deal`` or ``not_in_pack``.
    """
    ruleset = rules._ruleset
    count = card_count(own)
    if count != ruleset.hand_size and not (largest and count == ruleset.largest_play):
        taken = f", or {ruleset.largest_play} with the bottom cards" if largest else ""
        _refuse(f"a hand has {ruleset.hand_size} cards{taken}, not {count}")
    if bottom is not None:
        if count == ruleset.largest_play:
            _refuse(f"a hand of {count} cards has the bottom cards in it already")
        if card_count(bottom) != ruleset.bottom_size:
            _refuse(f"the bottom has {ruleset.bottom_size} cards, not {card_count(bottom)}")
    together = add_cards(own, bottom or 0)
    pack_counts = add_cards(whole_pack(rules))
    excess = [max(0, held - most) for held, most in zip(together, pack_counts, strict=True)]
    if any(excess):
        cards = "".join(
            letter * count for letter, count in zip("3456789TJQKA2BR", together, strict=True)
        )
        raise InvalidCardsError("not_in_pack", cards=cards, excess=format_cards(pack(excess)))


def _refuse(detail: str) -> None:
    """Refuse cards that are no deal."""
    raise InvalidCardsError("wrong_deal", detail=detail)


def _role(role: object) -> Role:
    if isinstance(role, Role):
        return role
    side = _ROLES.get(role) if isinstance(role, str) else None
    if side is None:
        raise wrong_type("role", "'landlord' or 'peasant'", role)
    return side
