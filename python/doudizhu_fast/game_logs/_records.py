"""From records to columns and back."""

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from doudizhu_fast.deals import Deal
from doudizhu_fast.game_logs._columns import LoggedDeals, offsets_of
from doudizhu_fast.hand import Hand
from doudizhu_fast.move import PASS, Move
from doudizhu_fast.records import GameRecord
from doudizhu_fast.rules import Rules

if TYPE_CHECKING:
    from doudizhu_fast.game_logs import GameLog

__all__ = ["as_deal", "calls_of", "columns_of", "deals_of", "moves_of", "record_of", "told_of"]

_Cards: TypeAlias = tuple[list[int], int, int, int]
"""Hands, bottom cards, first bidder and turned-up card, as columns hold them."""


def columns_of(records: Sequence[GameRecord], rules: Rules) -> dict[str, Any]:
    """Give the columns of a log of these records, all of which are by these rules."""
    roots = dict.fromkeys(record.seed for record in records if record.seed is not None)
    places = {root: place for place, root in enumerate(roots)}
    earlier = [record.deals[:-1] for record in records]
    payoffs = [record.payoffs or (0,) * rules.players for record in records]
    return {
        "rules": rules,
        "roots": tuple(roots),
        "root": _array([-1 if r.seed is None else places[r.seed] for r in records], np.int32),
        "index": _array([record.index for record in records], np.uint64),
        "deals": _logged(
            [record.deals[-1] for record in records],
            [record.calls[-1] for record in records],
            rules,
        ),
        "thrown_in_offsets": offsets_of(map(len, earlier)),
        "thrown_in": _logged(
            list(chain.from_iterable(earlier)),
            list(chain.from_iterable(record.calls[:-1] for record in records)),
            rules,
        ),
        "move_offsets": offsets_of(len(record.plays) for record in records),
        "moves": _array([move._packed for record in records for move in record.plays], np.uint64),
        "landlord": _array([-1 if r.landlord is None else r.landlord for r in records], np.int8),
        "bid": _array([record.bid for record in records], np.int8),
        "multiplier": _array([record.multiplier for record in records], np.int64),
        "payoffs": _array(payoffs, np.int64).reshape(-1, rules.players),
        "spring": _array([_spring(record) for record in records], np.int8),
        "finished": _array([record.payoffs is not None for record in records], np.bool_),
    }


def _array(values: Sequence[Any], dtype: Any) -> Any:
    return np.array(values, dtype=dtype)


def _logged(deals: Sequence[Deal], calls: Sequence[Sequence[int]], rules: Rules) -> LoggedDeals:
    hands = _array([[int(hand) for hand in deal.hands] for deal in deals], np.uint64)
    turned_up = [-1 if deal.turned_up is None else int(deal.turned_up) for deal in deals]
    return LoggedDeals(
        hands.reshape(-1, rules.players),
        _array([int(deal.bottom) for deal in deals], np.uint64),
        _array([deal.first_bidder for deal in deals], np.int8),
        _array(turned_up, np.int8),
        offsets_of(map(len, calls)),
        _array(list(chain.from_iterable(calls)), np.int8),
    )


def _spring(record: GameRecord) -> int:
    """Tell the spring of a finished game, which a record leaves to its plays (rules 1.6)."""
    players = record.rules.players
    if not record.rules.spring or not record.payoffs or record.landlord is None:
        return 0
    landlords = record.plays[::players]
    made = sum(move != PASS for move in landlords)
    others = sum(move != PASS for move in record.plays) - made
    landlord_won = len(record.plays) % players == 1
    if landlord_won:
        return int(others == 0)
    return 2 * int(made == 1)


def record_of(log: "GameLog", row: int) -> GameRecord:
    """Give the record of one game.

    Raises:
        DoudizhuError: Where it has none, since cards, moves or numbers are such as no record has.
    """
    return GameRecord(
        rules=log.rules,
        deals=tuple(as_deal(cards, log.rules) for cards in deals_of(log, row)),
        calls=calls_of(log, row),
        plays=tuple(Move.from_packed(packed, log.rules) for packed in moves_of(log, row)),
        **told_of(log, row),
    )


def as_deal(cards: _Cards, rules: Rules) -> Deal:
    """Give the deal of these cards.

    Raises:
        InvalidCardsError, InvalidArgumentError: Where they make none under these rules.
    """
    hands, bottom, first_bidder, turned_up = cards
    return Deal(
        [Hand.from_packed(hand) for hand in hands],
        Hand.from_packed(bottom),
        first_bidder,
        None if turned_up < 0 else turned_up,
        rules,
    )


def _parts(log: "GameLog", row: int) -> list[tuple[LoggedDeals, int]]:
    """Give where every deal of a game stands: those thrown in, then the last."""
    first, stop = (int(offset) for offset in log.thrown_in_offsets[row : row + 2])
    return [*((log.thrown_in, place) for place in range(first, stop)), (log.deals, row)]


def deals_of(log: "GameLog", row: int) -> list[_Cards]:
    """Give hands, bottom, first bidder and turned-up card of every deal of a game."""
    return [
        (
            deals.hands[place].tolist(),
            int(deals.bottom[place]),
            int(deals.first_bidder[place]),
            int(deals.turned_up[place]),
        )
        for deals, place in _parts(log, row)
    ]


def calls_of(log: "GameLog", row: int) -> tuple[tuple[int, ...], ...]:
    """Give the calls on every deal of a game."""
    return tuple(
        tuple(deals.calls[deals.call_offsets[place] : deals.call_offsets[place + 1]].tolist())
        for deals, place in _parts(log, row)
    )


def moves_of(log: "GameLog", row: int) -> list[int]:
    """Give the packed moves of a game."""
    moves: list[int] = log.moves[log.move_offsets[row] : log.move_offsets[row + 1]].tolist()
    return moves


def told_of(log: "GameLog", row: int) -> dict[str, Any]:
    """Give what else a record tells of a game."""
    landlord, number = int(log.landlord[row]), int(log.root[row])
    return {
        "seed": None if number < 0 else log.roots[number],
        "index": int(log.index[row]),
        "landlord": None if landlord < 0 else landlord,
        "bid": int(log.bid[row]),
        "multiplier": int(log.multiplier[row]),
        "payoffs": tuple(log.payoffs[row].tolist()) if log.finished[row] else None,
    }
