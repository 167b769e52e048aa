"""View: what one seat may know of a game, and random completions of what it does not know."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from doudizhu_fast.auction import bids_above
from doudizhu_fast.deals import Deal, whole_pack
from doudizhu_fast.enums import Phase, Rank, Role
from doudizhu_fast.exceptions import WrongPhaseError
from doudizhu_fast.hand import Hand
from doudizhu_fast.move import Move
from doudizhu_fast.packed import CARD_BITS
from doudizhu_fast.position import Position, RuledPhase
from doudizhu_fast.rules import Rules
from doudizhu_fast.scoring import multiplier, payoffs_of
from doudizhu_fast.seeds import Seed, resolve_seed
from doudizhu_fast.view._table import read_table
from doudizhu_fast.view._unseen import certain_cards, spread

__all__ = ["View"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class View:
    """What one seat may know of a game at one moment: an immutable value that holds no hidden card.

    Views come from :meth:`Game.view`, or from :meth:`from_text` for a real table.

    Attributes:
        rules: The rules of the game.
        seat: Whose view it is.
        hand: The seat's own cards.
        counts: How many cards every seat holds.
        phase: Auction, play or over.
        turn: The seat to act, None after the end.
        landlord: The landlord's seat; None in the auction and in a void game.
        first_bidder: The seat that calls first, which drew the turned-up card.
        turned_up: The rank of the card that was turned up while it was dealt, None where there is none.
        bottom: The bottom cards once they are shown to this seat, before that None (rules 1.3, ``bottom_cards``).
        highest_bid: The highest bid so far, at the end of the auction what the landlord plays for; 0 without one.
        bids: The calls as (seat, bid), in order.
        to_beat: The standing play, None on a lead and outside of play.
        passes: Passes since the standing play.
        plays: Plays made so far by the landlord and by all peasants together, passes not counted.
        doublings: Bombs that double and rockets played so far.
        spring: 0 without a spring, 1 for the landlord's, 2 for the peasants'; 0 before the end.
        moves: The moves of the play phase as (seat, Move), in order.

    Example:
        >>> from doudizhu_fast.game import Game
        >>> game = Game(seed=3)
        >>> game.bid(3)
        >>> view = game.view(1)
        >>> view.role, view.hand, view.bottom, view.counts
        (<Role.PEASANT: 1>, Hand('33445578899TJJQ2R'), Hand('6TK'), (20, 17, 17))
        >>> len(view.unseen)
        37
    """

    rules: Rules
    seat: int
    hand: Hand
    counts: tuple[int, ...]
    phase: Phase
    turn: int | None
    landlord: int | None
    first_bidder: int
    turned_up: Rank | None
    bottom: Hand | None
    highest_bid: int
    bids: tuple[tuple[int, int], ...]
    to_beat: Move | None
    passes: int
    plays: tuple[int, int]
    doublings: int
    spring: int
    moves: tuple[tuple[int, Move], ...]

    def __init__(self) -> None:
        raise TypeError("a View is made by Game.view or View.from_text")

    @classmethod
    def _known(cls, **values: Any) -> Self:
        """Make a view of values that are known to be right and to be this seat's to know."""
        self = cls.__new__(cls)
        for name in cls.__slots__:
            object.__setattr__(self, name, values[name])
        return self

    @classmethod
    def from_text(
        cls,
        hand: Hand | str,
        *,
        seat: int = 0,
        rules: Rules | str | None = None,
        landlord: int | None = None,
        bottom: Hand | str | None = None,
        bids: str | Sequence[int] = "",
        plays: str | Sequence[Move | str] = "",
        first_bidder: int = 0,
        turned_up: Rank | int | str | None = None,
        bid: int | None = None,
    ) -> Self:
        """Enter a real table as one player sees it.

        Everything else follows and is checked: whose turn it is, how many cards everybody holds, the standing play,
        the multiplier.

        Args:
            hand: The cards the player holds now.
            seat: The player's seat, 0 to players - 1; the turn passes from each seat to the next number.
            rules: The rules or a preset's name; three_player without.
            landlord: The landlord's seat. It may be left out where the bids tell it, and in the auction.
            bottom: The bottom cards, where the player has seen them.
            bids: The calls from the first bidder on, such as ``"1 - 2 -"``: a pass is ``-``, ``pass`` or ``0``. They
                may be left out where the landlord is given.
            plays: The moves from the landlord's lead on, such as ``"333+4 - 55 - -"``, a pass is ``-`` or ``pass``.
            first_bidder: The seat that called first.
            turned_up: The card that was turned up while it was dealt, if it is known.
            bid: What the landlord plays for, where the bids are left out; 1 without.

        Raises:
            InvalidRecordError: Reason ``bad_view`` with what does not fit; the cause, where there is one, is the
                error's ``__cause__``.
            InvalidRulesError: For rules that do not exist.

        Example:
            >>> view = View.from_text(
            ...     "5566799TJKA2", seat=1, landlord=0, bottom="48R", plays="34567 56789 -"
            ... )
            >>> view.turn, str(view.to_beat), view.counts
            (0, '56789', (15, 12, 17))
            >>> View.from_text("5566799TJKA2", seat=1, landlord=0, plays="34567 44455 -")
            Traceback (most recent call last):
            doudizhu_fast.exceptions.InvalidRecordError: ...
        """
        table = read_table(
            hand, seat, rules, landlord, bottom, bids, plays, first_bidder, turned_up, bid
        )
        return cls._known(**table)

    @property
    def role(self) -> Role | None:
        """The side of this seat, None while there is no landlord."""
        if self.landlord is None:
            return None
        return Role.LANDLORD if self.seat == self.landlord else Role.PEASANT

    @property
    def unseen(self) -> Hand:
        """All cards of the other hands, the landlord's shown cards included, and of the bottom before it is taken."""
        # Counts of one pack never fall below zero, so packed cards subtract like numbers.
        played = sum(move._packed & CARD_BITS for _, move in self.moves)
        return Hand._trusted(whole_pack(self.rules) - self.hand._packed - played)

    @property
    def history(self) -> tuple[tuple[int, int | Move], ...]:
        """The calls and moves as (seat, bid or Move), in order."""
        return (*self.bids, *self.moves)

    @property
    def multiplier(self) -> int:
        """The factor on the bid so far; at the end it includes a spring (rules 1.6)."""
        return multiplier(self.doublings, self.spring)

    @property
    def winner(self) -> Role | None:
        """The side that won; None before the end and in a void game."""
        if self.phase is not Phase.OVER or self.landlord is None:
            return None
        return Role.PEASANT if self.counts[self.landlord] else Role.LANDLORD

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """What every seat wins or loses, None before the end; zeros in a void game (rules 1.6)."""
        if self.phase is not Phase.OVER:
            return None
        return payoffs_of(self.highest_bid, self.multiplier, self.landlord, self.winner, self.rules)

    def legal_bids(self) -> list[int]:
        """List what this seat may call now: 0 (pass) and every higher bid.

        Returns:
            The bids, ascending; an empty list when it is not this seat's turn to call.

        Example:
            >>> View.from_text("33445566778899TTJ", seat=1, bids="1").legal_bids()
            [0, 2, 3]
        """
        if self.phase is not Phase.AUCTION or self.turn != self.seat:
            return []
        return bids_above(self.highest_bid)

    def legal_moves(self) -> list[Move]:
        """List what this seat may play now, ascending in action id.

        Returns:
            The moves, PASS first on a follow; an empty list when it is not this seat's turn to play.

        Example:
            >>> view = View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="A")
            >>> view.legal_moves()
            [Move('pass'), Move('2')]
        """
        if self.phase is not Phase.PLAY or self.turn != self.seat:
            return []
        standing = 0 if self.to_beat is None else self.to_beat._packed
        return self.rules._ruleset.legal_moves(self.hand._packed, standing)

    def sample(self, seed: Seed = None) -> Position:
        """Deal the unseen cards at random into a position that this view could be of.

        What is known of single cards is kept: the landlord holds the shown bottom cards, and the first bidder the
        turned-up card, as far as they have not played cards of these ranks. Every way to place the rest is equally
        likely; what the others' calls and plays suggest is not weighed.

        Args:
            seed: A seed, see :func:`resolve_seed`.

        Returns:
            The position, with this seat's own hand.

        Raises:
            WrongPhaseError: Reason ``auction_not_over`` in the auction, where :meth:`sample_deal` answers;
                ``thrown_in`` for a void game.
            InvalidArgumentError: Reason ``bad_seed``.

        Example:
            >>> view = View.from_text(
            ...     "34567889TTJJQKA22", seat=1, landlord=0, bottom="2BR", plays="A"
            ... )
            >>> position = view.sample(5)
            >>> position.hands[1] == view.hand, "2BR" in position.hands[0], position.turn
            (True, True, 1)
        """
        if self.phase is Phase.AUCTION:
            raise WrongPhaseError("auction_not_over", action="sample a position")
        if self.landlord is None:
            raise WrongPhaseError("thrown_in", action="sample a position")
        return Position._at(self._phase_of(self.landlord, resolve_seed(seed)), self.highest_bid)

    def _some_phase(self) -> RuledPhase:
        """Give a phase that this view could be of, the same one each time, for what looks at no hidden card."""
        assert self.landlord is not None
        return self._phase_of(self.landlord, None)

    def _phase_of(self, landlord: int, root: int | None) -> RuledPhase:
        return RuledPhase._started(
            self.rules,
            self._complete(self.counts, root),
            landlord,
            self.turn,
            0 if self.to_beat is None else self.to_beat._packed,
            self.passes,
            self.plays,
            self.doublings,
        )

    def sample_deal(self, seed: Seed = None) -> Deal:
        """Deal the unseen cards at random into a deal that this view of an auction could be of.

        Args:
            seed: A seed, see :func:`resolve_seed`.

        Returns:
            The deal: this seat's own hand, the turned-up card with the first bidder, everything else equally likely.

        Raises:
            WrongPhaseError: Reason ``auction_over`` after the auction, where :meth:`sample` answers.
            InvalidArgumentError: Reason ``bad_seed``.

        Example:
            >>> view = View.from_text("34567889TTJJQKA22", seat=1, turned_up="R")
            >>> deal = view.sample_deal(5)
            >>> "R" in deal.hands[0], deal.hands[1] == view.hand, len(deal.bottom)
            (True, True, 3)
        """
        if self.phase is not Phase.AUCTION:
            raise WrongPhaseError("auction_over", action="sample a deal")
        bottom_size = self.rules._ruleset.bottom_size
        *hands, bottom = self._complete((*self.counts, bottom_size), resolve_seed(seed))
        return Deal._known(hands, bottom, self.first_bidder, self.turned_up, self.rules)

    def _played_by_seat(self) -> list[int]:
        played = [0] * self.rules.players
        for seat, move in self.moves:
            played[seat] += move._packed & CARD_BITS
        return played

    def _certain(self) -> list[int]:
        """Give the cards that everybody knows a seat still holds, packed."""
        return certain_cards(
            self._played_by_seat(),
            self.landlord,
            None if self.bottom is None else self.bottom._packed,
            self.first_bidder,
            self.turned_up,
        )

    def _complete(self, sizes: tuple[int, ...], root: int | None) -> list[int]:
        """Fill every hand, and a further place for the bottom where there is one."""
        certain = self._certain()
        certain += [0] * (len(sizes) - len(certain))
        # This seat's own place stays empty: all its cards are seen.
        certain[self.seat] = 0
        places = [0 if place == self.seat else size for place, size in enumerate(sizes)]
        dealt = spread(self.unseen._packed, certain, places, root)
        dealt[self.seat] = self.hand._packed
        return dealt

    def __copy__(self) -> Self:
        """A view is immutable: its copy is itself."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """A view is immutable: its copy is itself."""
        return self

    def __repr__(self) -> str:
        """Tell the seat, its cards and where the game stands."""
        nobody = "no landlord" if self.phase is Phase.OVER else "no landlord yet"
        role = nobody if self.role is None else self.role.name.lower()
        counts = "/".join(map(str, self.counts))
        standing = "" if self.to_beat is None else f", to beat {self.to_beat}"
        return (
            f"<View of seat {self.seat} ({role}): {self.hand}, counts {counts},"
            f" {self.phase.name.lower()}, turn {self.turn}{standing}>"
        )

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.values import view

        return view(self)
