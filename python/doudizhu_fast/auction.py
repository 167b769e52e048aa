"""The auction: who becomes landlord, and for how much (rules 1.3)."""

from typing import Any, NamedTuple, Self

from doudizhu_fast._checks import any_whole, as_whole, shown, whole
from doudizhu_fast.exceptions import IllegalBidError, WrongPhaseError
from doudizhu_fast.rules import Rules, as_rules

__all__ = ["HIGHEST_BID", "Auction", "bids_above"]

HIGHEST_BID = 3


def bids_above(highest: int) -> list[int]:
    """List what a seat may call after a highest bid: 0 (pass) and every higher bid, ascending (rules 1.3).

    Args:
        highest: The highest bid so far, 0 without one.

    Example:
        >>> bids_above(0), bids_above(2)
        ([0, 1, 2, 3], [0, 3])
    """
    return [0, *range(highest + 1, HIGHEST_BID + 1)]


class _Mode(NamedTuple):
    """What keeps a seat in the auction: one row per value of the switch ``auction``."""

    after_pass: bool
    after_bid: bool


_MODES = {
    "reentry": _Mode(after_pass=True, after_bid=True),
    "pass_is_final": _Mode(after_pass=False, after_bid=True),
    "single_round": _Mode(after_pass=False, after_bid=False),
}


class Auction:
    """One auction, from the first call to the landlord (rules 1.3).

    The seats call in turn. A call is a bid of 1, 2 or 3 that exceeds the highest so far, or 0, a pass. A bid of 3 ends
    the auction; otherwise it ends when the next to be asked would be the highest bidder, or when nobody is left to ask.
    The switch ``auction`` says who is asked again: everybody (``reentry``), whoever has not passed
    (``pass_is_final``), nobody (``single_round``).

    Args:
        rules: The rules or a preset's name; three_player without.
        first_bidder: The seat that calls first, 0 to players - 1.

    Raises:
        WrongPhaseError: Reason ``no_auction`` where the rules have none.
        InvalidArgumentError: Reason ``out_of_range`` or ``wrong_type`` for the first bidder.

    Example:
        >>> auction = Auction(first_bidder=1)
        >>> for bid in (1, 0, 2):
        ...     auction.bid(bid)
        >>> auction.turn, auction.legal_bids(), auction.done
        (1, [0, 3], False)
        >>> for bid in (0, 0):
        ...     auction.bid(bid)
        >>> auction.winner, auction.highest
        (0, 2)
    """

    __slots__ = ("_first_bidder", "_history", "_mode", "_rules", "_turn")

    def __init__(self, rules: Rules | str | None = None, first_bidder: int = 0) -> None:
        self._rules = as_rules(rules)
        mode = _MODES.get(self._rules.auction)
        if mode is None:
            raise WrongPhaseError("no_auction", action="hold an auction")
        self._mode = mode
        self._first_bidder = whole(first_bidder, "first_bidder", 0, self._rules.players - 1)
        self._history: list[tuple[int, int]] = []
        self._turn: int | None = self._first_bidder

    @property
    def rules(self) -> Rules:
        """The rules of the auction."""
        return self._rules

    @property
    def first_bidder(self) -> int:
        """The seat that calls first."""
        return self._first_bidder

    @property
    def history(self) -> tuple[tuple[int, int], ...]:
        """All calls so far as (seat, bid), in order."""
        return tuple(self._history)

    @property
    def turn(self) -> int | None:
        """The seat to call, None when the auction is over."""
        return self._turn

    @property
    def done(self) -> bool:
        """Whether the auction is over."""
        return self._turn is None

    @property
    def highest(self) -> int:
        """The highest bid so far, 0 without one. At the end it is what the landlord plays for."""
        return 1 if self._is_forced else max((bid for _, bid in self._history), default=0)

    @property
    def winner(self) -> int | None:
        """The landlord's seat at the end; None while the auction is open, and where all passed.

        Under ``all_pass="first_bidder"`` the first bidder becomes landlord at 1 where all passed.
        """
        if not self.done:
            return None
        return self._first_bidder if self._is_forced else self._highest_bidder

    @property
    def _highest_bidder(self) -> int | None:
        return next((seat for seat, bid in reversed(self._history) if bid), None)

    @property
    def _is_forced(self) -> bool:
        return self.done and self._highest_bidder is None and self._rules.all_pass == "first_bidder"

    def legal_bids(self) -> list[int]:
        """List what the seat to call may say, ascending.

        Returns:
            0 (pass) and every bid above the highest; an empty list when the auction is over.

        Example:
            >>> Auction().legal_bids()
            [0, 1, 2, 3]
        """
        return [] if self.done else bids_above(self.highest)

    def bid(self, n: int, seat: int | None = None) -> None:
        """Make the next call.

        Args:
            n: 0 to pass, or a bid above the highest so far.
            seat: Who calls; where given it must be the seat whose turn it is.

        Raises:
            WrongPhaseError: Reason ``auction_over``.
            IllegalBidError: Reason ``out_of_turn``, ``not_a_bid`` or ``too_low``.
            InvalidArgumentError: Reason ``wrong_type`` for a seat that is no whole number.

        Example:
            >>> auction = Auction(first_bidder=2)
            >>> auction.bid(3, seat=2)
            >>> auction.winner
            2
        """
        turn = self._turn
        if turn is None:
            raise WrongPhaseError("auction_over", action="bid")
        caller = turn if seat is None else any_whole(seat, "seat")
        if caller != turn:
            raise IllegalBidError("out_of_turn", seat=shown(caller), turn=turn)
        bid = as_whole(n)
        if bid is None or not 0 <= bid <= HIGHEST_BID:
            raise IllegalBidError("not_a_bid", bid=shown(n))
        if bid not in bids_above(self.highest):
            raise IllegalBidError("too_low", bid=bid, highest=self.highest)
        self._history.append((turn, bid))
        self._turn = self._next_turn()

    def undo(self) -> None:
        """Take back the last call.

        Raises:
            WrongPhaseError: Reason ``nothing_to_undo`` before the first call.

        Example:
            >>> auction = Auction()
            >>> auction.bid(3)
            >>> auction.undo()
            >>> auction.turn, auction.history
            (0, ())
        """
        if not self._history:
            raise WrongPhaseError("nothing_to_undo")
        self._turn, _ = self._history.pop()

    def copy(self) -> Self:
        """Give an auction of its own that stands where this one does.

        Example:
            >>> auction = Auction()
            >>> other = auction.copy()
            >>> other.bid(1)
            >>> auction.history, other.history
            ((), ((0, 1),))
        """
        other = type(self)(self._rules, self._first_bidder)
        other._history = self._history.copy()
        other._turn = self._turn
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Copy; everything an auction shares with its copy is immutable."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the rules, the first bidder and the bids."""
        return _rebuild, (self._rules, self._first_bidder, [bid for _, bid in self._history])

    def __repr__(self) -> str:
        """Tell the calls so far and what comes next."""
        calls = " ".join(f"{seat}:{bid}" for seat, bid in self._history) or "no calls"
        state = f"landlord {self.winner}" if self.done else f"turn {self._turn}"
        return f"<Auction {self._rules.auction}: {calls}, {state}>"

    def _next_turn(self) -> int | None:
        players = self._rules.players
        last_seat, last_bid = self._history[-1]
        if last_bid == HIGHEST_BID:
            return None
        leader = self._highest_bidder
        if leader is None and len(self._history) >= players:
            return None
        for step in range(1, players + 1):
            seat = (last_seat + step) % players
            if seat == leader:
                return None
            if self._is_asked(seat):
                return seat
        return None

    def _is_asked(self, seat: int) -> bool:
        for caller, bid in self._history:
            if caller == seat and not (self._mode.after_bid if bid else self._mode.after_pass):
                return False
        return True


def _rebuild(rules: Rules, first_bidder: int, bids: list[int]) -> Auction:
    auction = Auction(rules, first_bidder)
    for bid in bids:
        auction.bid(bid)
    return auction
