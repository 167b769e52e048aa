"""Reading a real table, entered by hand, into what a View holds: everything that follows is worked out and checked."""

from collections.abc import Sequence
from typing import Any, NoReturn

from doudizhu_fast._backend import beats
from doudizhu_fast._checks import as_whole, shown, whole
from doudizhu_fast.auction import HIGHEST_BID, Auction
from doudizhu_fast.deals import whole_pack
from doudizhu_fast.enums import Phase, Rank
from doudizhu_fast.exceptions import DoudizhuError, InvalidRecordError
from doudizhu_fast.hand import Hand, as_packed_hand
from doudizhu_fast.move import Move, _make_move, read_move
from doudizhu_fast.notation import is_pass, parse_rank
from doudizhu_fast.packed import card_count, counts_of, format_cards, pack
from doudizhu_fast.position import RuledPhase
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.view._unseen import add_cards, certain_cards, spread

__all__ = ["read_table"]

_LONGEST_TEXT = 20_000
_MOST_ENTRIES = 1000


def read_table(
    hand: Any,
    seat: Any,
    rules: Rules | str | None,
    landlord: Any,
    bottom: Any,
    bids: Any,
    plays: Any,
    first_bidder: Any,
    turned_up: Any,
    bid: Any,
) -> dict[str, Any]:
    """Give the values of a View for the arguments of ``View.from_text``.

    Raises:
        InvalidRecordError: Reason ``bad_view``.
        InvalidRulesError: For rules that do not exist.
    """
    rules = as_rules(rules)
    try:
        return _Table(rules, hand, seat, bottom, first_bidder, turned_up).values(
            landlord, bids, plays, bid
        )
    except InvalidRecordError:
        raise
    except DoudizhuError as error:
        raise InvalidRecordError("bad_view", detail=str(error)) from error


class _Table:
    """The parts that need no other part, each read and checked on its own."""

    def __init__(
        self, rules: Rules, hand: Any, seat: Any, bottom: Any, first_bidder: Any, turned_up: Any
    ) -> None:
        last = rules.players - 1
        self.rules = rules
        packs = rules._ruleset.packs
        self.hand = as_packed_hand(hand, packs)
        self.seat = whole(seat, "seat", 0, last)
        self.bottom = None if bottom is None else as_packed_hand(bottom, packs)
        self.first_bidder = whole(first_bidder, "first_bidder", 0, last)
        self.turned_up: Rank | None = None if turned_up is None else parse_rank(turned_up)
        if self.turned_up is not None and not rules.turned_up_card:
            _refuse("these rules turn no card up")
        size = rules._ruleset.bottom_size
        if self.bottom is not None and card_count(self.bottom) != size:
            _refuse(f"the bottom has {size} cards, not {card_count(self.bottom)}")

    def values(self, landlord: Any, bids: Any, plays: Any, bid: Any) -> dict[str, Any]:
        """Work out the auction, then the play, then everything a view tells."""
        calls = [_read_bid(entry) for entry in _entries(bids, "bids")]
        auction = self._auction(calls)
        seat, highest = self._landlord(auction, landlord, bid)
        moves = self._read_plays(_entries(plays, "plays"), seat)
        played = [0] * self.rules.players
        for mover, move in moves:
            played[mover] += move.cards._packed
        counts = self._counts(moves, seat)
        unseen = self._check_cards(played, counts, seat)
        shared = {
            "rules": self.rules,
            "seat": self.seat,
            "hand": Hand._trusted(self.hand),
            "counts": tuple(counts),
            "landlord": seat,
            "first_bidder": self.first_bidder,
            "turned_up": self.turned_up,
            "bottom": None if self.bottom is None else Hand._trusted(self.bottom),
            "highest_bid": highest,
            "bids": auction.history if auction else (),
            "moves": tuple(moves),
        }
        if seat is None:
            assert auction is not None
            return shared | _in_auction(auction)
        hands = self._some_hands(unseen, played, counts, seat)
        return shared | self._in_play(self._replay(hands, seat, moves))

    def _auction(self, calls: list[int]) -> Auction | None:
        if self.rules.auction == "none":
            if calls:
                _refuse("these rules have no auction, so there are no bids")
            return None
        auction = Auction(self.rules, self.first_bidder)
        for number, call in enumerate(calls, 1):
            try:
                auction.bid(call)
            except DoudizhuError as error:
                _refuse(f"call {number}: {error}", error)
        return auction

    def _landlord(self, auction: Auction | None, landlord: Any, bid: Any) -> tuple[int | None, int]:
        """Bring the calls together with the landlord and the bid that are given."""
        given = None if landlord is None else whole(landlord, "landlord", 0, self.rules.players - 1)
        given_bid = None if bid is None else whole(bid, "bid", 1, HIGHEST_BID)
        if auction is None:
            return given or 0, given_bid or 1
        if not auction.history and given is not None:
            return given, given_bid or 1
        if given_bid is not None and not (auction.done and given_bid == auction.highest):
            _refuse(f"the bids do not end with a landlord at {given_bid}")
        if not auction.done:
            if given is not None:
                _refuse(f"seat {given} cannot be landlord: seat {auction.turn} is still to call")
            return None, auction.highest
        if auction.winner is None:
            _refuse("all passed, so there is no game")
        if given not in (None, auction.winner):
            _refuse(f"the bids make seat {auction.winner} landlord, not seat {given}")
        return auction.winner, auction.highest

    def _read_plays(self, entries: list[Any], landlord: int | None) -> list[tuple[int, Move]]:
        if entries and landlord is None:
            _refuse("there are plays before the auction has ended")
        moves: list[tuple[int, Move]] = []
        to_beat = passes = 0
        players = self.rules.players
        for number, entry in enumerate(entries):
            assert landlord is not None
            mover = (landlord + number) % players
            try:
                packed = read_move(entry, self.rules, to_beat)
            except DoudizhuError as error:
                _refuse(f"play {number + 1}, by seat {mover}: {error}", error)
            moves.append((mover, _make_move(packed)))
            # Only what the next entry is read against; whether a move is legal is checked later, on whole hands.
            if packed and (not to_beat or beats(packed, to_beat)):
                to_beat, passes = packed, 0
            elif not packed:
                passes += 1
                to_beat = 0 if passes == players - 1 else to_beat
        return moves

    def _counts(self, moves: list[tuple[int, Move]], landlord: int | None) -> list[int]:
        ruleset = self.rules._ruleset
        counts = [ruleset.hand_size] * self.rules.players
        if landlord is not None:
            counts[landlord] += ruleset.bottom_size
        for number, (mover, move) in enumerate(moves, 1):
            if len(move) > counts[mover]:
                _refuse(
                    f"play {number}: seat {mover} cannot play {move} with {counts[mover]} cards left"
                )
            counts[mover] -= len(move)
        if card_count(self.hand) != counts[self.seat]:
            _refuse(
                f"seat {self.seat} must hold {counts[self.seat]} cards now, not {card_count(self.hand)}"
            )
        return counts

    def _check_cards(self, played: list[int], counts: list[int], landlord: int | None) -> int:
        """Check that all cards named exist, and give the packed cards of the other hands."""
        pack_counts = counts_of(whole_pack(self.rules))
        seen = add_cards(self.hand, *played)
        _check_pack(seen, pack_counts, "the hand and all plays")
        self._check_own(add_cards(self.hand, played[self.seat]), landlord)
        certain = self._certain(played, landlord)
        _check_pack(
            add_cards(self.hand, *played, *certain), pack_counts, "all cards that are known"
        )
        for place, cards in enumerate(certain):
            if card_count(cards) > counts[place]:
                _refuse(
                    f"seat {place} still holds {format_cards(cards)}, with {counts[place]} cards left"
                )
        return pack(n - gone for n, gone in zip(pack_counts, seen, strict=True))

    def _check_own(self, own: list[int], landlord: int | None) -> None:
        """Check what this seat was dealt against the bottom cards and the turned-up card."""
        if self.bottom is not None:
            if landlord is None:
                _refuse("the bottom cards are not shown before the auction has ended")
            if landlord == self.seat:
                own = [n - taken for n, taken in zip(own, counts_of(self.bottom), strict=True)]
                if min(own) < 0:
                    _refuse(
                        f"seat {self.seat} took {format_cards(self.bottom)} and must have held them"
                    )
            elif self.rules.bottom_cards == "hidden":
                _refuse("these rules show the bottom cards to the landlord only")
        if (
            self.turned_up is not None
            and self.first_bidder == self.seat
            and not own[self.turned_up]
        ):
            _refuse(
                f"seat {self.seat} drew the turned-up {self.turned_up.letter} and must have held it"
            )

    def _certain(self, played: list[int], landlord: int | None) -> list[int]:
        certain = certain_cards(played, landlord, self.bottom, self.first_bidder, self.turned_up)
        certain[self.seat] = 0
        return certain

    def _some_hands(
        self, unseen: int, played: list[int], counts: list[int], landlord: int
    ) -> list[int]:
        """Give hands at the first lead that fit: what the unseen cards are does not matter to the engine."""
        sizes = [0 if place == self.seat else count for place, count in enumerate(counts)]
        dealt = spread(unseen, self._certain(played, landlord), sizes, root=0)
        dealt[self.seat] = self.hand
        return [cards + gone for cards, gone in zip(dealt, played, strict=True)]

    def _replay(self, hands: list[int], landlord: int, moves: list[tuple[int, Move]]) -> RuledPhase:
        phase = RuledPhase._started(self.rules, hands, landlord, landlord)
        for number, (mover, move) in enumerate(moves, 1):
            try:
                phase.play(move)
            except DoudizhuError as error:
                _refuse(f"play {number}, {move} by seat {mover}: {error}", error)
        return phase

    @staticmethod
    def _in_play(phase: RuledPhase) -> dict[str, Any]:
        return {
            "phase": Phase.OVER if phase._over else Phase.PLAY,
            "turn": phase._turn,
            "to_beat": _make_move(phase._to_beat) if phase._to_beat else None,
            "passes": phase._passes,
            "plays": phase._plays,
            "doublings": phase._doublings,
            "spring": phase._spring,
        }


def _in_auction(auction: Auction) -> dict[str, Any]:
    return {
        "phase": Phase.AUCTION,
        "turn": auction.turn,
        "to_beat": None,
        "passes": 0,
        "plays": (0, 0),
        "doublings": 0,
        "spring": 0,
    }


def _entries(value: Any, name: str) -> list[Any]:
    """Cut a text at spaces and commas, or take a sequence as it is."""
    if isinstance(value, str):
        if len(value) > _LONGEST_TEXT:
            _refuse(f"the {name} are too long")
        return value.replace(",", " ").split()
    if not isinstance(value, Sequence) or len(value) > _MOST_ENTRIES:
        _refuse(f"the {name} must be a text or a short list, not {shown(value)!r}")
    return list(value)


def _read_bid(entry: Any) -> int:
    if isinstance(entry, str):
        if is_pass(entry):
            return 0
        if entry in ("0", "1", "2", "3"):
            return int(entry)
    number = as_whole(entry)
    if number is None:
        _refuse(f"{shown(entry)!r} is no bid: write 1, 2, 3, or - for a pass")
    return number


def _check_pack(counts: list[int], pack_counts: list[int], what: str) -> None:
    extra = [max(0, n - most) for n, most in zip(counts, pack_counts, strict=True)]
    if any(extra):
        letters = "".join(rank.letter * min(extra[rank], 8) for rank in Rank)
        _refuse(f"{what} together have {letters} more often than the pack")


def _refuse(detail: str, cause: Exception | None = None) -> NoReturn:
    raise InvalidRecordError("bad_view", detail=detail) from cause
