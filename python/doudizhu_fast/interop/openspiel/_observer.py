"""What OpenSpiel's algorithms see of a table: named parts of one array of floats, and texts."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast.enums import Kind, Rank
from doudizhu_fast.hand import Hand
from doudizhu_fast.interop.openspiel._table import Table, most_calls, most_moves
from doudizhu_fast.move import PASS, Move
from doudizhu_fast.packed import counts_of
from doudizhu_fast.rules import Rules

__all__ = ["Observer"]

_RANKS = len(Rank)
_BIDS = 4
_MOVE_SIZE = _RANKS + len(Kind)

_Floats = NDArray[np.float32]


class _Part(NamedTuple):
    """One named part.

    Attributes:
        name: Its key in ``dict`` and in texts.
        shape: Its shape under some rules.
        values: Its numbers for a seat; fewer than the shape holds are followed by zeros.
        text: The same as a text.
    """

    name: str
    shape: Callable[[Rules], tuple[int, ...]]
    values: Callable[[Table, int], Sequence[float]]
    text: Callable[[Table, int], str]


class Observer:
    """The observer that OpenSpiel asks for; which parts it has follows from what is asked for.

    Args:
        rules: The rules of the game.
        perfect_recall: Whether everything that happened is told, or how things stand.
        public: Whether what everybody knows is told.
        own: Whether the observing seat's cards are told.
        everybody: Whether all cards are told.

    Attributes:
        tensor: All parts one after another, float32 of shape (n,). Cards are counts of the fifteen ranks, a move is the
            counts of its cards and then its kind, one of fifteen.
        dict: The parts by name, views of the tensor.

    Example:
        >>> seen = Observer(Rules(), perfect_recall=False, public=True, own=True, everybody=False)
        >>> seen.dict["played"].shape, len(seen.tensor)
        ((3, 15), 152)
    """

    def __init__(
        self, rules: Rules, *, perfect_recall: bool, public: bool, own: bool, everybody: bool
    ) -> None:
        parts: list[_Part] = []
        if own:
            parts += [_SEAT, _DEALT if perfect_recall else _HAND, _SEEN_BOTTOM]
        if everybody:
            parts += [_HANDS]
        if public:
            parts += [] if own else [_SHOWN_BOTTOM]
            parts += _HAPPENED if perfect_recall else _STANDS
        self._parts = parts
        shapes = [part.shape(rules) for part in parts]
        sizes = [int(np.prod(shape)) for shape in shapes]
        self.tensor: _Floats = np.zeros(sum(sizes), np.float32)
        self.dict: dict[str, _Floats] = {}
        start = 0
        for part, shape, size in zip(parts, shapes, sizes, strict=True):
            self.dict[part.name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor with what a seat sees of a state."""
        self.tensor.fill(0)
        for part in self._parts:
            values = part.values(state.table, player)
            self.dict[part.name].reshape(-1)[: len(values)] = values

    def string_from(self, state: Any, player: int) -> str:
        """Write what a seat sees of a state; equal texts mean that the same is seen."""
        return " ".join(
            f"{part.name}:{part.text(state.table, player) or '-'}" for part in self._parts
        )


def _of_ranks(name: str, counts: Callable[[Table, int], Sequence[int]]) -> _Part:
    """A part that is some cards."""
    return _Part(
        name,
        lambda rules: (_RANKS,),
        counts,
        lambda table, seat: str(Hand.from_counts(counts(table, seat))),
    )


def _one_of(
    name: str, size: Callable[[Rules], int], chosen: Callable[[Table, int], int | None]
) -> _Part:
    """A part that is one of a few numbers, or none."""
    return _Part(
        name,
        lambda rules: (size(rules),),
        lambda table, seat: _one_hot(size(table.rules), chosen(table, seat)),
        lambda table, seat: "" if (number := chosen(table, seat)) is None else str(int(number)),
    )


def _by_seat(
    name: str,
    size: int,
    rows: Callable[[Table], Iterable[Sequence[float]]],
    text: Callable[[Table], Iterable[object]],
) -> _Part:
    """A part that has a row of numbers for each seat."""
    return _Part(
        name,
        lambda rules: (rules.players, size),
        lambda table, seat: [number for row in rows(table) for number in row],
        lambda table, seat: "/".join(str(entry) for entry in text(table)),
    )


def _one_hot(size: int, chosen: int | None) -> list[float]:
    values = [0.0] * size
    if chosen is not None:
        values[chosen] = 1.0
    return values


def _of_move(move: Move | None) -> list[float]:
    if move is None:
        return [0.0] * _MOVE_SIZE
    return [*counts_of(int(move)), *_one_hot(len(Kind), move.kind)]


def _players(rules: Rules) -> int:
    return rules.players


def _held(table: Table, seat: int) -> Sequence[int]:
    return table.hands[seat] if table.game is None else counts_of(int(table.game.hands[seat]))


def _all_held(table: Table) -> list[Sequence[int]]:
    return [_held(table, seat) for seat in range(table.rules.players)]


def _seen_bottom(table: Table, seat: int) -> Sequence[int]:
    game = table.game
    if game is None or game.landlord is None:
        return [0] * _RANKS
    shown = table.rules.bottom_cards == "shown" or seat == game.landlord
    return counts_of(int(game.bottom)) if shown else [0] * _RANKS


def _calls(table: Table) -> list[int]:
    return [] if table.game is None else [bid for _, bid in table.game.bids]


def _moves(table: Table) -> list[tuple[int, Move]]:
    steps = () if table.game is None else table.game.history
    return [(seat, step) for seat, step in steps if isinstance(step, Move)]


def _last_calls(table: Table) -> list[int | None]:
    last = dict(() if table.game is None else table.game.bids)
    return [last.get(seat) for seat in range(table.rules.players)]


def _played(table: Table) -> list[list[int]]:
    cards = [[0] * _RANKS for _ in range(table.rules.players)]
    for seat, move in _moves(table):
        cards[seat] = [a + b for a, b in zip(cards[seat], counts_of(int(move)), strict=True)]
    return cards


def _owner(table: Table, _: int) -> int | None:
    if table.game is None or table.game.to_beat is None:
        return None
    return next(seat for seat, move in reversed(_moves(table)) if move != PASS)


def _first_bidder(table: Table, _: int) -> int | None:
    # Without an auction the deal's first bidder means nothing.
    if table.game is None or table.rules.auction == "none":
        return None
    return table.game.deal.first_bidder


def _to_beat(table: Table) -> Move | None:
    return None if table.game is None else table.game.to_beat


def _numbers(table: Table) -> list[int]:
    game = table.game
    return [0, 0] if game is None else [game.passes, game.multiplier.bit_length() - 1]


_SEAT: Final = _one_of("player", _players, lambda table, seat: seat)
_HAND: Final = _of_ranks("hand", _held)
_DEALT: Final = _of_ranks("dealt", lambda table, seat: table.hands[seat])
_SEEN_BOTTOM: Final = _of_ranks("bottom", _seen_bottom)
_SHOWN_BOTTOM: Final = _of_ranks("bottom", lambda table, seat: _seen_bottom(table, -1))
_HANDS: Final = _by_seat("hands", _RANKS, _all_held, lambda t: map(Hand.from_counts, _all_held(t)))

_DRAWN: Final = [
    _one_of("first_bidder", _players, _first_bidder),
    _one_of(
        "turned_up",
        lambda rules: _RANKS,
        lambda table, seat: None if table.game is None else table.game.deal.turned_up,
    ),
]

_HAPPENED: Final = [
    *_DRAWN,
    _Part(
        "calls",
        lambda rules: (most_calls(rules), _BIDS),
        lambda table, seat: [n for bid in _calls(table) for n in _one_hot(_BIDS, bid)],
        lambda table, seat: ",".join(map(str, _calls(table))),
    ),
    _Part(
        "moves",
        lambda rules: (most_moves(rules), _MOVE_SIZE),
        lambda table, seat: [n for _, move in _moves(table) for n in _of_move(move)],
        lambda table, seat: ",".join(str(move) for _, move in _moves(table)),
    ),
]

_STANDS: Final = [
    *_DRAWN,
    _one_of("turn", _players, lambda table, seat: table.turn),
    _one_of(
        "landlord",
        _players,
        lambda table, seat: None if table.game is None else table.game.landlord,
    ),
    _by_seat(
        "calls",
        _BIDS,
        lambda table: [_one_hot(_BIDS, bid) for bid in _last_calls(table)],
        lambda table: ["" if bid is None else bid for bid in _last_calls(table)],
    ),
    _by_seat(
        "counts",
        1,
        lambda table: [[sum(hand)] for hand in _all_held(table)],
        lambda table: [sum(hand) for hand in _all_held(table)],
    ),
    _by_seat("played", _RANKS, _played, lambda table: map(Hand.from_counts, _played(table))),
    _Part(
        "to_beat",
        lambda rules: (_MOVE_SIZE,),
        lambda table, seat: _of_move(_to_beat(table)),
        lambda table, seat: str(_to_beat(table) or ""),
    ),
    _one_of("owner", _players, _owner),
    _Part(
        "passes_and_doublings",
        lambda rules: (2,),
        lambda table, seat: _numbers(table),
        lambda table, seat: ",".join(map(str, _numbers(table))),
    ),
]
