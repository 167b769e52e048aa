"""What a game tells: whose turn it is, what was called and played, what it pays, what a seat sees of it."""

from doudizhu_fast._checks import whole
from doudizhu_fast.auction import Auction
from doudizhu_fast.deals import Deal
from doudizhu_fast.enums import Phase, Role
from doudizhu_fast.exceptions import WrongPhaseError
from doudizhu_fast.hand import Hand
from doudizhu_fast.move import Move, _make_move
from doudizhu_fast.position import Position, RuledPhase
from doudizhu_fast.scoring import multiplier, payoffs_of, stake
from doudizhu_fast.view import View

__all__ = ["GameState"]


class GameState(RuledPhase):
    """Everything a game is asked; :class:`Game` adds what is done to it."""

    __slots__ = ("_auctions", "_deal_list", "_root", "_run_index")

    _root: int | None
    _run_index: int
    _deal_list: list[Deal]
    # One per deal; none at all under rules without an auction.
    _auctions: list[Auction]

    # What the game is.

    @property
    def seed(self) -> int | None:
        """The root the deals are drawn from, None for a game of a given deal."""
        return self._root

    @property
    def index(self) -> int:
        """The number of the game in its run, 0 outside of one."""
        return self._run_index

    @property
    def deal(self) -> Deal:
        """The current deal."""
        return self._deal_list[-1]

    @property
    def deals(self) -> tuple[Deal, ...]:
        """All deals of the game: those thrown in, then the current one."""
        return tuple(self._deal_list)

    @property
    def bottom(self) -> Hand:
        """The bottom cards of the current deal, whoever may see them."""
        return self.deal.bottom

    # Where it stands.

    @property
    def phase(self) -> Phase:
        """Auction, play or over."""
        if self._over:
            return Phase.OVER
        return Phase.PLAY if self._begun else Phase.AUCTION

    @property
    def turn(self) -> int | None:
        """The seat to act, None after the end."""
        return self._turn if self._begun else self._auctions[-1].turn

    @property
    def landlord(self) -> int | None:
        """The landlord's seat; None in the auction and in a void game."""
        return None if self._landlord < 0 else self._landlord

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The cards every seat holds now, whoever may see them."""
        return tuple(Hand._trusted(hand) for hand in self._hands) or self.deal.hands

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards every seat holds now."""
        return tuple(len(hand) for hand in self.hands)

    @property
    def to_beat(self) -> Move | None:
        """The standing play, None on a lead and outside of play."""
        return _make_move(self._to_beat) if self._to_beat else None

    @property
    def passes(self) -> int:
        """Passes since the standing play."""
        return self._passes

    @property
    def bids(self) -> tuple[tuple[int, int], ...]:
        """The calls of the current deal as (seat, bid), in order."""
        return self._auctions[-1].history if self._auctions else ()

    @property
    def highest_bid(self) -> int:
        """The highest bid so far, at the end of the auction what the landlord plays for; 0 without one."""
        return self._auctions[-1].highest if self._auctions else 1

    @property
    def history(self) -> tuple[tuple[int, int | Move], ...]:
        """The calls and moves of the current deal as (seat, bid or Move), in order."""
        return (*self.bids, *self._played())

    @property
    def winner(self) -> Role | None:
        """The side that won; None before the end and in a void game."""
        return None if self._winner is None else Role(self._winner)

    @property
    def spring(self) -> int:
        """0 without a spring, 1 for the landlord's, 2 for the peasants'; 0 before the end (rules 1.6)."""
        return self._spring

    @property
    def multiplier(self) -> int:
        """The factor on the bid so far; at the end it includes a spring (rules 1.6)."""
        return multiplier(self._doublings, self.spring)

    @property
    def stake(self) -> int:
        """What one peasant would settle with the landlord as things stand; 0 without a bid (rules 1.6)."""
        return stake(self.highest_bid, self.multiplier, self._rules)

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """What every seat wins or loses, None before the end; zeros in a void game (rules 1.6)."""
        if not self._over:
            return None
        return payoffs_of(
            self.highest_bid, self.multiplier, self.landlord, self.winner, self._rules
        )

    @property
    def position(self) -> Position:
        """The position of the play phase with all hands open; it stays readable after the end.

        Raises:
            WrongPhaseError: Reason ``auction_not_over``, or ``thrown_in`` for a void game.
        """
        if not self._begun:
            raise WrongPhaseError("auction_not_over", action="give the position")
        if self.landlord is None:
            raise WrongPhaseError("thrown_in", action="give the position")
        return Position._at(RuledPhase._copied(self), self.highest_bid)

    def view(self, seat: int) -> View:
        """Give what one seat may know of the game now.

        Args:
            seat: 0 to players - 1.

        Raises:
            InvalidArgumentError: Reason ``out_of_range`` or ``wrong_type``.

        Example:
            >>> from doudizhu_fast.game import Game
            >>> view = Game(seed=7).view(1)
            >>> len(view.hand), view.counts, len(view.unseen)
            (17, (17, 17, 17), 37)
        """
        seat = whole(seat, "seat", 0, self._rules.players - 1)
        landlord, deal = self.landlord, self.deal
        shown = landlord is not None and self._rules.bottom_cards == "shown"
        return View._known(
            rules=self._rules,
            seat=seat,
            hand=self.hands[seat],
            counts=self.counts,
            phase=self.phase,
            turn=self.turn,
            landlord=landlord,
            first_bidder=deal.first_bidder,
            turned_up=deal.turned_up,
            bottom=deal.bottom if shown or landlord == seat else None,
            highest_bid=self.highest_bid,
            bids=self.bids,
            to_beat=self.to_beat,
            passes=self._passes,
            plays=self._plays,
            doublings=self._doublings,
            spring=self.spring,
            moves=self._played(),
        )

    def _played(self) -> tuple[tuple[int, Move], ...]:
        # Every move, a pass too, hands the turn to the next seat.
        first, players = self._landlord, self._rules.players
        return tuple(
            ((first + step) % players, _make_move(packed))
            for step, packed in enumerate(self._moves)
        )
