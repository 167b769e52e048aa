"""GameRecord: one game as one line of JSON, versioned, readable from any source without trusting it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NoReturn, Self

from doudizhu_fast._checks import shown
from doudizhu_fast.auction import HIGHEST_BID
from doudizhu_fast.deals import Deal
from doudizhu_fast.exceptions import DoudizhuError, InvalidRecordError, a_type
from doudizhu_fast.move import Move, _make_move, move_text, read_move
from doudizhu_fast.packed import clip
from doudizhu_fast.rules import Rules
from doudizhu_fast.seeds import LARGEST_ROOT_BITS

__all__ = ["RECORD_VERSION", "GameRecord", "check_rules_hash"]

RECORD_VERSION: Final = 1
"""The version that is written; every version up to it is read."""

# Bounds far above any game: 1,001 deals with 10 calls each, 108 plays with three passes after each.
_LONGEST_JSON = 1_000_000
_LONGEST_WORD = 1000
_MOST_DEALS = 1001
_MOST_CALLS = 16
_MOST_PLAYS = 1000
_LARGEST_INDEX = 2**64 - 1
_LARGEST_AMOUNT = 2**40


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game, finished or not: an immutable value.

    Records come from :meth:`Game.record` or from JSON. Making one checks the form: the type and the range of
    everything, and that the deals are for these rules. :meth:`Game.replay` plays the game again and checks that
    everything in the record agrees.

    Raises:
        InvalidRecordError: Reason ``bad_field`` (with ``field``), however the record is made.

    Attributes:
        rules: The rules.
        seed: The root the deals were drawn from, None for a game of a given deal.
        index: The number of the game in its run.
        deals: All deals: those thrown in, then the last.
        calls: The bids of every deal in order, 0 for a pass, from that deal's first bidder on.
        plays: The moves in order, passes included, from the landlord's lead on.
        landlord: The landlord's seat, None without one.
        bid: The highest bid, at the end of the auction what the landlord plays for; 0 without one.
        multiplier: The factor on the bid, a spring included (rules 1.6).
        payoffs: What every seat won or lost, None for an unfinished game.

    Example:
        >>> from doudizhu_fast.game import Game
        >>> game = Game(seed=7)
        >>> game.bid(3)
        >>> record = GameRecord.from_json(game.record().to_json())
        >>> record == game.record(), record.calls, record.payoffs
        (True, ((3,),), None)
    """

    rules: Rules
    seed: int | None
    index: int
    deals: tuple[Deal, ...]
    calls: tuple[tuple[int, ...], ...]
    plays: tuple[Move, ...]
    landlord: int | None
    bid: int
    multiplier: int
    payoffs: tuple[int, ...] | None

    # A record is compared, not looked up: long lists make a poor key.
    __hash__ = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        """Check the form of every field."""
        if not isinstance(self.rules, Rules):
            _refuse("rules", f"they must be Rules, not {_brief(self.rules)}")
        players = self.rules.players
        if self.seed is not None:
            _whole(self.seed, "seed", 0, 2**LARGEST_ROOT_BITS - 1)
        _whole(self.index, "index", 0, _LARGEST_INDEX)
        for number, deal in enumerate(_tuple(self.deals, "deals", 1, _MOST_DEALS)):
            if not isinstance(deal, Deal) or deal.rules != self.rules:
                _refuse(f"deals[{number}]", "it must be a Deal under the rules of the record")
        if len(_tuple(self.calls, "calls", 0, _MOST_DEALS)) != len(self.deals):
            _refuse("calls", f"there are {len(self.deals)} deals and calls for {len(self.calls)}")
        for number, calls in enumerate(self.calls):
            where = f"deals[{number}].calls"
            for bid in _tuple(calls, where, 0, _MOST_CALLS):
                _whole(bid, where, 0, HIGHEST_BID)
        for number, move in enumerate(_tuple(self.plays, "plays", 0, _MOST_PLAYS)):
            if not isinstance(move, Move):
                _refuse(f"plays[{number}]", f"it must be a Move, not {_brief(move)}")
        if self.landlord is not None:
            _whole(self.landlord, "landlord", 0, players - 1)
        _whole(self.bid, "bid", 0, HIGHEST_BID)
        _whole(self.multiplier, "multiplier", 1, _LARGEST_AMOUNT)
        if self.payoffs is not None:
            for amount in _tuple(self.payoffs, "payoffs", players, players):
                _whole(amount, "payoffs", -_LARGEST_AMOUNT, _LARGEST_AMOUNT)

    def to_dict(self) -> dict[str, Any]:
        """Give the record as plain data, as :meth:`to_json` writes it.

        Example:
            >>> from doudizhu_fast.game import Game
            >>> Game(seed=7, rules="rlcard").record().to_dict()["landlord"]
            0
        """
        return {
            "version": RECORD_VERSION,
            "rules": self.rules.text,
            "seed": self.seed,
            "index": self.index,
            "deals": [
                {
                    "hands": [str(hand) for hand in deal.hands],
                    "bottom": str(deal.bottom),
                    "first_bidder": deal.first_bidder,
                    "turned_up": None if deal.turned_up is None else deal.turned_up.letter,
                    "calls": list(calls),
                }
                for deal, calls in zip(self.deals, self.calls, strict=True)
            ],
            "plays": [move_text(move._packed, self.rules) for move in self.plays],
            "landlord": self.landlord,
            "bid": self.bid,
            "multiplier": self.multiplier,
            "payoffs": None if self.payoffs is None else list(self.payoffs),
            "rules_hash": self.rules.hash,
        }

    def to_json(self) -> str:
        """Give the record as one line of JSON, without a line end.

        Example:
            >>> from doudizhu_fast.game import Game
            >>> Game(seed=7, rules="rlcard").record().to_json()[:46]
            '{"version":1,"rules":"rlcard","seed":7,"index"'
        """
        return json.dumps(self.to_dict(), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read a record from JSON, whoever wrote it.

        Args:
            text: One JSON object; bytes are UTF-8.

        Raises:
            InvalidRecordError: Reason ``bad_json`` for damaged JSON, numbers that are none and names that appear
                twice, ``too_deep`` and ``too_long`` for what is nested or long beyond any record, and the reasons of
                :meth:`from_dict`.

        Example:
            >>> GameRecord.from_json("{")
            Traceback (most recent call last):
            doudizhu_fast.exceptions.InvalidRecordError: ...
        """
        return cls.from_dict(_load(text))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a record from plain data, as :meth:`to_dict` gives it.

        Args:
            data: The fields; none may lack, ``rules_hash`` apart, and none be unknown.

        Raises:
            InvalidRecordError: Reason ``future_version``, ``missing_field`` or ``bad_field`` (with ``field``).

        Example:
            >>> GameRecord.from_dict({"version": 99})
            Traceback (most recent call last):
            doudizhu_fast.exceptions.InvalidRecordError: ...
        """
        if not isinstance(data, Mapping):
            raise InvalidRecordError("bad_json", detail="a record is one object")
        _check_version(data)
        fields = _fields(data, "record", _RECORD_FIELDS, (_HASH_FIELD,))
        rules = _rules(fields["rules"])
        check_rules_hash(fields.get(_HASH_FIELD, rules.hash), rules)
        deals, calls = _deals(fields["deals"], rules)
        payoffs = fields["payoffs"]
        return cls(
            rules=rules,
            seed=fields["seed"],
            index=fields["index"],
            deals=deals,
            calls=calls,
            plays=_plays(fields["plays"], rules),
            landlord=fields["landlord"],
            bid=fields["bid"],
            multiplier=fields["multiplier"],
            payoffs=tuple(payoffs) if isinstance(payoffs, list) else payoffs,
        )

    def __repr__(self) -> str:
        """Tell what game it is and how it ended."""
        origin = "given deal" if self.seed is None else f"seed {shown(self.seed)}"
        state = "unfinished" if self.payoffs is None else f"payoffs {self.payoffs}"
        return (
            f"<GameRecord {self.rules.text}, {origin} game {self.index}: {len(self.deals)} deals,"
            f" {len(self.plays)} plays, {state}>"
        )

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.values import record

        return record(self)


_RECORD_FIELDS: Final = (
    "version",
    "rules",
    "seed",
    "index",
    "deals",
    "plays",
    "landlord",
    "bid",
    "multiplier",
    "payoffs",
)
_HASH_FIELD: Final = "rules_hash"
_DEAL_FIELDS: Final = ("hands", "bottom", "first_bidder", "turned_up", "calls")


def _load(text: str | bytes) -> Any:
    if not isinstance(text, str | bytes):
        raise InvalidRecordError("bad_json", detail="it is neither text nor bytes")
    if len(text) > _LONGEST_JSON:
        raise InvalidRecordError("too_long", length=len(text), most=_LONGEST_JSON)
    try:
        # Python bounds the digits of a number and the depth of nesting itself.
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_once)
    except InvalidRecordError:
        raise
    except RecursionError:
        raise InvalidRecordError("too_deep") from None
    except ValueError as error:
        raise InvalidRecordError("bad_json", detail=clip(str(error))) from None


def _no_number(name: str) -> NoReturn:
    raise InvalidRecordError("bad_json", detail=f"{name} is no number of a record")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidRecordError("bad_json", detail=f"{clip(twice)!r} appears twice")
    return fields


def _check_version(data: Mapping[str, Any]) -> None:
    if "version" not in data:
        raise InvalidRecordError("missing_field", field="version")
    version = data["version"]
    if type(version) is not int or version < 1:
        _refuse("version", "a version is a whole number from 1")
    if version > RECORD_VERSION:
        raise InvalidRecordError("future_version", version=shown(version), known=RECORD_VERSION)


def check_rules_hash(value: Any, rules: Rules) -> None:
    """Refuse a hash that is not that of the rules: whoever wrote it meant other rules by the same text.

    Raises:
        InvalidRecordError: Reason ``bad_field``, with ``field="rules_hash"``.

    Example:
        >>> check_rules_hash(Rules().hash, Rules())
    """
    if value != rules.hash:
        _refuse(
            _HASH_FIELD,
            f"it is {_brief(value)} and that of the rules {rules.text} is {rules.hash!r}: they were other rules",
        )


def _fields(
    data: Any, where: str, names: tuple[str, ...], optional: tuple[str, ...] = ()
) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        _refuse(where, f"it must be an object with the fields {', '.join(names)}")
    for name in names:
        if name not in data:
            raise InvalidRecordError(
                "missing_field", field=name if where == "record" else f"{where}.{name}"
            )
    if len(data) > len(names):
        unknown = next((name for name in data if name not in names + optional), None)
        if unknown is not None:
            _refuse(where, f"there is no field {clip(str(unknown))!r}")
    return {name: data[name] for name in names + optional if name in data}


def _rules(value: Any) -> Rules:
    text = _word(value, "rules")
    try:
        return Rules.parse(text)
    except DoudizhuError as error:
        _refuse("rules", str(error), error)


def _deals(value: Any, rules: Rules) -> tuple[tuple[Deal, ...], tuple[tuple[int, ...], ...]]:
    items = _list(value, "deals", 1, _MOST_DEALS)
    deals: list[Deal] = []
    calls: list[tuple[int, ...]] = []
    for number, item in enumerate(items):
        where = f"deals[{number}]"
        fields = _fields(item, where, _DEAL_FIELDS)
        deals.append(_deal(fields, where, rules))
        calls.append(tuple(_list(fields["calls"], f"{where}.calls", 0, _MOST_CALLS)))
    return tuple(deals), tuple(calls)


def _deal(fields: dict[str, Any], where: str, rules: Rules) -> Deal:
    hands = _list(fields["hands"], f"{where}.hands", rules.players, rules.players)
    texts = [_word(hand, f"{where}.hands") for hand in hands]
    bottom = _word(fields["bottom"], f"{where}.bottom")
    first_bidder = _whole(fields["first_bidder"], f"{where}.first_bidder", 0, rules.players - 1)
    turned_up = fields["turned_up"]
    card = None if turned_up is None else _word(turned_up, f"{where}.turned_up")
    try:
        return Deal(texts, bottom, first_bidder, card, rules)
    except DoudizhuError as error:
        _refuse(where, str(error), error)


def _plays(value: Any, rules: Rules) -> tuple[Move, ...]:
    moves: list[Move] = []
    for number, text in enumerate(_list(value, "plays", 0, _MOST_PLAYS)):
        where = f"plays[{number}]"
        try:
            packed = _packed_move(_word(text, where), rules)
        except InvalidRecordError:
            raise
        except DoudizhuError as error:
            _refuse(where, str(error), error)
        moves.append(_make_move(packed))
    return tuple(moves)


# Few moves make up most games, and many records are read in a row.
@lru_cache(maxsize=2**15)
def _packed_move(text: str, rules: Rules) -> int:
    return read_move(text, rules)


def _whole(value: Any, field: str, low: int, high: int) -> int:
    # JSON tells true from 1 and 1.0 from 1, so does a record.
    if type(value) is not int or not low <= value <= high:
        limits = f"from {low} to {high}" if high < 2**64 else f"from {low}"
        _refuse(field, f"it must be a whole number {limits}, not {_brief(value)}")
    return value


def _word(value: Any, field: str) -> str:
    if not isinstance(value, str):
        _refuse(field, f"it must be a text, not {_brief(value)}")
    if len(value) > _LONGEST_WORD:
        _refuse(field, f"it has {len(value)} characters, more than {_LONGEST_WORD}")
    return value


def _list(value: Any, field: str, least: int, most: int) -> list[Any]:
    if not isinstance(value, list | tuple) or not least <= len(value) <= most:
        amount = str(least) if least == most else f"{least} to {most}"
        _refuse(field, f"it must be a list of {amount} entries")
    return list(value)


def _tuple(value: Any, field: str, least: int, most: int) -> tuple[Any, ...]:
    if not isinstance(value, tuple):
        _refuse(field, f"it must be a tuple, not {_brief(value)}")
    return tuple(_list(value, field, least, most))


def _brief(value: Any) -> str:
    """Write any JSON value so that it fits a message, however deep or long it is."""
    if value is None or isinstance(value, bool | int | float | str):
        return clip(repr(shown(value)))
    return a_type(value)


def _refuse(field: str, detail: str, cause: Exception | None = None) -> NoReturn:
    raise InvalidRecordError("bad_field", field=field, detail=detail) from cause
