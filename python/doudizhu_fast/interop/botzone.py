"""Botzone's FightTheLandlord: its requests read into views, decisions written as its responses.

Botzone starts a program for every decision, hands it one JSON object with all requests so far and its own responses to
them, and reads one JSON object. Version 1 of the game has no auction: seat 0 is the landlord. Version 2, called
FightTheLandlord2, asks every seat for a bid first. Cards are numbered 0 to 53, four of a rank from three up, then the
jokers.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

from doudizhu_fast._checks import as_whole, shown, wrong_type
from doudizhu_fast.auction import HIGHEST_BID, Auction
from doudizhu_fast.dialects import DIALECTS
from doudizhu_fast.enums import Phase
from doudizhu_fast.exceptions import (
    DoudizhuError,
    IllegalBidError,
    InvalidRecordError,
    a_type,
)
from doudizhu_fast.hand import Hand
from doudizhu_fast.move import PASS, Move
from doudizhu_fast.packed import clip
from doudizhu_fast.rules import Rules
from doudizhu_fast.view import View

__all__ = ["Request", "answer", "read_request"]

_RANK_OF = DIALECTS["botzone"].numbers
_RULES = Rules.botzone()
_SEATS = 3
_HAND_SIZE = 17
_BOTTOM_SIZE = 3
# A game has fewer turns of one seat than cards; a log of it is a few thousand characters long.
_LONGEST_LOG = 100_000
_MOST_REQUESTS = 100
_MOST_CARDS = 20


@dataclass(frozen=True, slots=True)
class Request:
    """The last request of a log, which waits for an answer: an immutable value.

    Attributes:
        version: 1 without an auction, 2 with one.
        view: What the seat knows, under the preset ``botzone``.
        cards: The numbers of the cards that the seat holds, ascending.

    Example:
        >>> log = {"requests": [{"bid": [1], "own": list(range(0, 51, 3))}], "responses": []}
        >>> request = read_request(log)
        >>> request.version, request.asks_bid, request.view.hand, request.view.legal_bids()
        (2, True, Hand('3345667899TJQQKA2'), [0, 2, 3])
    """

    version: int
    view: View
    cards: tuple[int, ...]

    @property
    def asks_bid(self) -> bool:
        """Whether a bid is asked for, otherwise a move."""
        return self.view.phase is Phase.AUCTION

    def response(self, action: int | Move | str) -> int | list[int]:
        """Give Botzone's form of a decision.

        Args:
            action: A bid where one is asked for, otherwise a move.

        Returns:
            The bid; or the numbers of the cards to play, the lowest of each rank that the seat holds, and an empty list
            for a pass.

        Raises:
            IllegalBidError: Reason ``not_a_bid`` or ``too_low``.
            IllegalMoveError: As :meth:`Position.play`, for a move that is not legal here.
            InvalidCardsError: For a move that cannot be read.

        Example:
            >>> play = {"own": list(range(17)), "publiccard": [17, 18, 19], "history": [[], []]}
            >>> read_request({"requests": [play], "responses": []}).response("333+4")
            [0, 1, 2, 4]
        """
        if self.asks_bid:
            return self._bid(action)
        # The cards of the others do not matter to whether a move of this seat is legal.
        before = self.view.sample(0)
        # What is no move is refused there, as every caller's is.
        after = before.play(action)  # type: ignore[arg-type]
        seat = self.view.seat
        left = list(after.hands[seat].counts)
        chosen = []
        for card in reversed(self.cards):
            if left[_RANK_OF[card]]:
                left[_RANK_OF[card]] -= 1
            else:
                chosen.append(card)
        return sorted(chosen)

    def _bid(self, action: Any) -> int:
        bid = as_whole(action)
        if bid is None or not 0 <= bid <= HIGHEST_BID:
            raise IllegalBidError("not_a_bid", bid=shown(action))
        if bid not in self.view.legal_bids():
            raise IllegalBidError("too_low", bid=bid, highest=self.view.highest_bid)
        return bid


class _Bot(Protocol):
    """What is asked of a bot."""

    def bid(self, view: View, /) -> int: ...
    def play(self, view: View, /) -> Move | str | None: ...


def answer(log: str | bytes | Mapping[str, Any], bot: _Bot) -> str:
    """Let a bot answer the last request of a log.

    Args:
        log: What Botzone writes to a program, see :func:`read_request`.
        bot: Whatever has ``bid(view)`` and ``play(view)``, as the bots of this package. Where it has ``begin`` that is
            called first: every decision of Botzone is a new process, so every decision begins anew.

    Returns:
        One line of JSON to be written back, ``{"response": ...}``.

    Raises:
        InvalidRecordError: As :func:`read_request`.
        IllegalBidError, IllegalMoveError, InvalidCardsError: As :meth:`Request.response`, for the bot's decision.

    Example:
        >>> class Passer:
        ...     def bid(self, view):
        ...         return 0
        ...
        ...     def play(self, view):
        ...         return view.legal_moves()[0]
        >>> own = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
        >>> answer({"requests": [{"bid": [], "own": own}], "responses": []}, Passer())
        '{"response":0}'
    """
    request = read_request(log)
    begin = getattr(bot, "begin", None)
    if begin is not None:
        begin(request.view)
    action = bot.bid(request.view) if request.asks_bid else bot.play(request.view)
    response = request.response(PASS if action is None else action)
    return json.dumps({"response": response}, separators=(",", ":"))


def read_request(log: str | bytes | Mapping[str, Any]) -> Request:
    """Read what Botzone writes to a program, and check that it adds up.

    Args:
        log: The JSON object with ``requests`` and ``responses``, as text or as plain data. There is one response less
            than requests; other fields, such as those in which Botzone keeps a program's notes, are not looked at.

    Returns:
        The request to be answered, with the view of its seat. In version 2 the view lists the calls where the seat can
        know all of them; otherwise it knows the landlord and the bid.

    Raises:
        InvalidRecordError: Reason ``bad_request`` for damaged JSON, for fields that lack or are wrong, for cards that
            are no cards or appear twice, and for calls and plays that the rules forbid. Consecutive bombs as one play,
            which Botzone allows, are in no rules of this package: a log with one is refused.
        InvalidArgumentError: Reason ``wrong_type`` for what is neither text nor a mapping.

    Example:
        >>> own = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
        >>> first = {"own": own, "publiccard": [50, 51, 52], "landlord": 2, "pos": 0, "finalbid": 3}
        >>> log = {"requests": [{**first, "history": [[], [17, 18]]}], "responses": []}
        >>> view = read_request(log).view
        >>> view.landlord, view.to_beat, view.counts
        (2, Move('77'), (17, 17, 18))
    """
    try:
        return _Log(_load(log)).request()
    except InvalidRecordError as error:
        if error.reason == "bad_view":
            _refuse(error.detail, error)
        raise


class _Log:
    """The parts of a log, each of the right form; whether they fit together is checked when they are joined."""

    def __init__(self, data: Any) -> None:
        fields = _object(data, "the log")
        requests = _list(fields.get("requests"), "requests", 1, _MOST_REQUESTS)
        responses = _list(fields.get("responses", []), "responses", 0, _MOST_REQUESTS)
        self.requests = [_object(item, f"requests[{i}]") for i, item in enumerate(requests)]
        if len(responses) != len(requests) - 1:
            _refuse(f"there are {len(requests)} requests and {len(responses)} responses")
        self.calls: list[int] | None = None
        first = 0
        if "bid" in self.requests[0]:
            first = 1
            self.calls = _bids(self.requests[0]["bid"], "requests[0].bid", 2)
            if responses:
                self.calls += _bids([responses[0]], "responses[0]", 1)
        self.plays = self.requests[first:]
        self.own_plays = [
            _cards(item, f"responses[{i}]") for i, item in enumerate(responses) if i >= first
        ]
        self.own = _cards(self.requests[0].get("own"), "requests[0].own")
        self.where = first

    def request(self) -> Request:
        """Join the parts."""
        if not self.plays:
            return self._asked_to_bid()
        first = self.plays[0]
        name = f"requests[{self.where}]"
        bottom = _cards(first.get("publiccard"), f"{name}.publiccard", _BOTTOM_SIZE)
        if "own" in first and set(_cards(first["own"], f"{name}.own")) - {*self.own, *bottom}:
            _refuse(f"{name}.own is not what the seat was dealt")
        histories = [self._history(i) for i in range(len(self.plays))]
        version = 1 if self.calls is None and "pos" not in first else 2
        landlord, seat, bid = (
            self._seats(histories[0], name)
            if version == 2
            else (0, _seat_by_history(histories[0]), 1)
        )
        dealt = self._dealt(bottom, seat == landlord)
        turns = self._turns(histories, (seat - landlord) % _SEATS)
        held = _held(turns, seat - landlord, dealt, bottom)
        view = View.from_text(
            _hand(held),
            seat=seat,
            rules=_RULES,
            landlord=landlord,
            bottom=_hand(bottom),
            plays=[str(_hand(cards)) if cards else "pass" for cards in turns],
            **self._known_calls(landlord, bid),
        )
        if view.turn != seat:
            _refuse("the game is over, and nothing is left to decide")
        return Request(version, view, tuple(sorted(held)))

    def _asked_to_bid(self) -> Request:
        calls = self.calls
        assert calls is not None
        if len(self.own) != _HAND_SIZE:
            _refuse(f"requests[0].own has {len(self.own)} cards, not {_HAND_SIZE}")
        view = View.from_text(_hand(self.own), seat=len(calls), rules=_RULES, bids=calls)
        if view.turn != view.seat:
            _refuse("the auction is over, and no bid is left to make")
        return Request(2, view, tuple(sorted(self.own)))

    def _history(self, number: int) -> list[list[int]]:
        """The plays of the two seats before this one, the one further back first."""
        name = f"requests[{self.where + number}].history"
        pair = _list(self.plays[number].get("history"), name, 2, 2)
        return [_cards(cards, f"{name}[{i}]") for i, cards in enumerate(pair)]

    def _seats(self, history: list[list[int]], name: str) -> tuple[int, int, int]:
        first = self.plays[0]
        landlord = _whole(first.get("landlord"), f"{name}.landlord", 0, _SEATS - 1)
        seat = _whole(first.get("pos"), f"{name}.pos", 0, _SEATS - 1)
        bid = _whole(first.get("finalbid"), f"{name}.finalbid", 1, HIGHEST_BID)
        if self.calls is not None and len(self.calls) != seat + 1:
            _refuse(f"seat {seat} was asked for a bid after {len(self.calls) - 1} others")
        if _seat_by_history(history) != (seat - landlord) % _SEATS:
            _refuse(f"{name}.history is not that of seat {seat} when seat {landlord} leads")
        return landlord, seat, bid

    def _dealt(self, bottom: list[int], is_landlord: bool) -> list[int]:
        """The cards of the seat at the first lead. Some judges count the bottom cards into the landlord's own."""
        own = [card for card in self.own if card not in bottom] if is_landlord else self.own
        sizes = (_HAND_SIZE, _MOST_CARDS) if is_landlord else (_HAND_SIZE,)
        if len(own) != _HAND_SIZE or len(self.own) not in sizes or set(own) & set(bottom):
            _refuse(f"requests[0].own and the bottom cards {bottom} are no deal")
        return own + bottom if is_landlord else own

    def _turns(self, histories: list[list[list[int]]], before: int) -> list[list[int]]:
        """All plays in order: those before the first turn of this seat, then its own between those of the others."""
        turns = histories[0][2 - before :]
        for own, others in zip(self.own_plays, histories[1:], strict=True):
            turns += [own, *others]
        return turns

    def _known_calls(self, landlord: int, bid: int) -> dict[str, Any]:
        """The calls where all are known, otherwise what the landlord plays for."""
        if self.calls is None:
            return {"bid": bid}
        auction = Auction(_RULES)
        try:
            for call in self.calls:
                auction.bid(call)
        except DoudizhuError as error:
            _refuse(f"the calls {self.calls}: {error}", error)
        if auction.done:
            return {"bids": self.calls, "bid": bid}
        highest = max(self.calls)
        if landlord >= len(self.calls):
            possible = bid > highest
        else:
            # Where all pass the first bidder is landlord at 1.
            possible = self.calls[landlord] == highest and bid == (highest or 1)
        if not possible or (not highest and 0 < landlord < len(self.calls)):
            _refuse(f"the calls {self.calls} do not lead to seat {landlord} at {bid}")
        return {"bid": bid}


def _seat_by_history(history: list[list[int]]) -> int:
    """How many seats after the landlord a seat sits, by what it is told before its first turn."""
    if history[0]:
        return 2
    return 1 if history[1] else 0


def _held(turns: list[list[int]], offset: int, dealt: list[int], bottom: list[int]) -> list[int]:
    """The cards this seat still holds, after a check that every card was played by who could have it."""
    held = set(dealt)
    gone: set[int] = set()
    for number, cards in enumerate(turns):
        own = (number - offset) % _SEATS == 0
        for card in cards:
            if card in gone or (card in held) != own:
                _refuse(f"play {number + 1}: card {card} cannot be played by this seat")
            if not own and card in bottom and number % _SEATS:
                _refuse(f"play {number + 1}: card {card} belongs to the landlord")
        gone |= set(cards)
        held -= set(cards)
    return list(held)


def _hand(cards: Sequence[int]) -> Hand:
    return Hand(sorted(cards), dialect="botzone")


def _load(log: Any) -> Any:
    if isinstance(log, Mapping):
        return log
    if not isinstance(log, str | bytes):
        raise wrong_type("log", "a JSON text or a mapping", log)
    if len(log) > _LONGEST_LOG:
        _refuse(f"it has {len(log)} characters, more than {_LONGEST_LOG}")
    try:
        return json.loads(log)
    except RecursionError:
        _refuse("it is nested too deeply")
    except ValueError as error:
        _refuse(f"it is no valid JSON: {clip(str(error))}")


def _object(value: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        _refuse(f"{name} must be an object, not {_brief(value)}")
    return value


def _list(value: Any, name: str, least: int, most: int) -> list[Any]:
    if not isinstance(value, list | tuple):
        _refuse(f"{name} must be a list, not {_brief(value)}")
    if not least <= len(value) <= most:
        _refuse(f"{name} has {len(value)} entries, not {least} to {most}")
    return list(value)


def _bids(value: Any, name: str, most: int) -> list[int]:
    return [_whole(bid, name, 0, HIGHEST_BID) for bid in _list(value, name, 0, most)]


def _cards(value: Any, name: str, size: int | None = None) -> list[int]:
    entries = _list(value, name, size or 0, size or _MOST_CARDS)
    cards = [_whole(card, name, 0, len(_RANK_OF) - 1) for card in entries]
    if len(set(cards)) != len(cards):
        _refuse(f"{name} has a card twice")
    return cards


def _whole(value: Any, name: str, low: int, high: int) -> int:
    # JSON tells true from 1 and 1.0 from 1.
    if type(value) is not int or not low <= value <= high:
        _refuse(f"{name}: {_brief(value)} is no whole number from {low} to {high}")
    return value


def _brief(value: Any) -> str:
    if value is None or isinstance(value, bool | int | float | str):
        return clip(repr(shown(value)))
    return a_type(value)


def _refuse(detail: str, cause: DoudizhuError | None = None) -> NoReturn:
    raise InvalidRecordError("bad_request", detail=detail) from cause
