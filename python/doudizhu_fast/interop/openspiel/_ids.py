"""The actions of OpenSpiel's ``dou_dizhu`` in the order of its ids: 0 passes, 1 to 3 bid, the plays follow."""

from functools import cache
from typing import NamedTuple

from doudizhu_fast.dialects import DIALECTS
from doudizhu_fast.enums import Kind
from doudizhu_fast.move import Move
from doudizhu_fast.packed import card_count, counts_of
from doudizhu_fast.rules import Rules

__all__ = ["FIRST_PLAY", "Play", "ids_by_move", "ids_by_text", "plays", "texts"]

FIRST_PLAY = 4
"""The lowest id of a play; below it are the pass and the three bids."""

_ORDER = (
    Kind.SOLO,
    Kind.SOLO_CHAIN,
    Kind.PAIR,
    Kind.PAIR_CHAIN,
    Kind.TRIO,
    Kind.TRIO_WITH_SOLO,
    Kind.TRIO_WITH_PAIR,
    Kind.TRIO_CHAIN,
    Kind.TRIO_CHAIN_WITH_SOLOS,
    Kind.TRIO_CHAIN_WITH_PAIRS,
    Kind.BOMB,
    Kind.ROCKET,
)
_WITH_DASH = (Kind.TRIO_CHAIN_WITH_SOLOS, Kind.TRIO_CHAIN_WITH_PAIRS)
_WITH_KICKERS = (Kind.TRIO_WITH_SOLO, Kind.TRIO_WITH_PAIR, *_WITH_DASH)


class Play(NamedTuple):
    """One of its play ids: a move, and which of the bodies found in the cards is meant.

    Attributes:
        move: The move.
        body: The packed cards of the body.
        kickers: The packed kickers.
    """

    move: Move
    body: int
    kickers: int

    @property
    def top(self) -> int:
        """The highest rank of the body, 0 to 14."""
        return (self.body.bit_length() - 1) // 4

    @property
    def text(self) -> str:
        """What OpenSpiel calls the action: all cards in order, or body, dash and kickers of a chain."""
        if self.move.kind in _WITH_DASH:
            return f"{_spell(self.body)}-{_spell(self.kickers)}"
        return _spell(self.body + self.kickers)


def _spell(cards: int) -> str:
    text = DIALECTS["openspiel"].write(counts_of(cards))
    assert isinstance(text, str)
    return text


_ONE_OF_EACH = 0x111111111111111
_CHAINS_OF_TRIOS = {
    length: [(0x333333333333 & (1 << 4 * length) - 1) << 4 * low for low in range(13 - length)]
    for length in range(2, 6)
}


def _bodies(kind: Kind, cards: int) -> list[int]:
    """Every body that the cards of a move have, from the lowest up."""
    if kind not in _WITH_KICKERS:
        return [cards]
    trios = 3 * (cards & cards >> 1 & _ONE_OF_EACH)
    if kind is not Kind.TRIO_CHAIN_WITH_SOLOS:
        return [trios]
    return [body for body in _CHAINS_OF_TRIOS[card_count(cards) // 4] if trios & body == body]


@cache
def plays() -> tuple[Play, ...]:
    """All 26,053 plays; the first has the id :data:`FIRST_PLAY`.

    Example:
        >>> len(plays()), plays()[0].move, plays()[-1].text
        (26053, Move('3'), '(BWJ)(CJ)')
    """
    place = {kind: index for index, kind in enumerate(_ORDER)}
    rows = []
    for move in Rules.openspiel().action_space:
        if move.is_pass:
            continue
        kind, cards = move.kind, int(move.cards)
        # Within a kind longer plays have more cards.
        order = place[kind], card_count(cards)
        rows += [
            (order, body.bit_length(), cards - body, body, move) for body in _bodies(kind, cards)
        ]
    rows.sort(key=lambda row: row[:3])
    return tuple(Play(move, body, kickers) for _, _, kickers, body, move in rows)


@cache
def ids_by_move() -> dict[Move, tuple[int, ...]]:
    """The ids of every move, ascending, and with them the ranks of the bodies.

    Example:
        >>> ids_by_move()[Move("3")]
        (4,)
    """
    ids: dict[Move, tuple[int, ...]] = {}
    for number, play in enumerate(plays(), FIRST_PLAY):
        ids[play.move] = (*ids.get(play.move, ()), number)
    return ids


@cache
def texts() -> tuple[str, ...]:
    """What OpenSpiel calls every id.

    Example:
        >>> texts()[0], texts()[3], texts()[133]
        ('Pass', 'Bid 3', '3334')
    """
    bids = (f"Bid {bid}" for bid in range(1, FIRST_PLAY))
    return ("Pass", *bids, *(play.text for play in plays()))


@cache
def ids_by_text() -> dict[str, int]:
    """The id of every text.

    Example:
        >>> ids_by_text()["3334"]
        133
    """
    return {text: number for number, text in enumerate(texts())}
