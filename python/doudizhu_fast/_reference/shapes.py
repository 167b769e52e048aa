"""Shapes: the length and rank of a move, found from its kind and cards alone, and what beats what.

No rule switch is known here: a shape is accepted if some valid choice of switches plays it.
"""

from typing import NamedTuple

from doudizhu_fast._reference.packed import (
    BOMB,
    CHAIN_RANKS,
    KIND_SHIFT,
    PAIR,
    PAIR_CHAIN,
    PASS,
    QUAD_WITH_PAIRS,
    QUAD_WITH_SOLOS,
    RANKS,
    ROCKET,
    SOLO,
    SOLO_CHAIN,
    TRIO,
    TRIO_CHAIN,
    TRIO_CHAIN_WITH_PAIRS,
    TRIO_CHAIN_WITH_SOLOS,
    TRIO_WITH_PAIR,
    TRIO_WITH_SOLO,
    counts_of,
    excess,
    whole_packed,
)
from doudizhu_fast._reference.text import cards_text, play_text
from doudizhu_fast.exceptions import IllegalMoveError


class Shape(NamedTuple):
    """The whole comparison key of a move (rules 1.5).

    Attributes:
        kind: Kind code 1..14.
        length: Chain units, 1 without a chain; the size of a bomb.
        rank: Top rank of the body.
    """

    kind: int
    length: int
    rank: int


# How many of each rank a play without a chain holds, kickers first.
_WITHOUT_CHAIN = {
    SOLO: ([1],),
    PAIR: ([2],),
    TRIO: ([3],),
    TRIO_WITH_SOLO: ([1, 3],),
    TRIO_WITH_PAIR: ([2, 3],),
    QUAD_WITH_SOLOS: ([1, 1, 4], [2, 4]),
    QUAD_WITH_PAIRS: ([2, 2, 4],),
    BOMB: ([4], [5], [6], [7], [8]),
}
# Cards per unit of the bare chains, and the shortest chain (rules 1.5, rows 6 to 8).
_BARE_CHAINS = {SOLO_CHAIN: (1, 5), PAIR_CHAIN: (2, 3), TRIO_CHAIN: (3, 2)}
# Cards per unit, kickers included (rows 9 and 10).
_CHAINS_WITH_KICKERS = {TRIO_CHAIN_WITH_SOLOS: 4, TRIO_CHAIN_WITH_PAIRS: 5}
_LARGEST_PLAY = 33
_ROCKETS = ([1, 1], [2, 2])


def find_shape(move: int) -> Shape | None:
    """Find the shape of a packed move.

    Args:
        move: A packed move.

    Returns:
        The shape with the highest body that the kind and cards allow, or None where they fit no
        rules at all.

    Example:
        >>> find_shape(9 << 60 | 0x3333)  # 444555666+333
        Shape(kind=9, length=3, rank=3)
    """
    kind = move >> KIND_SHIFT
    counts = counts_of(move)
    if any(excess(counts, packs=2)) or sum(counts) > _LARGEST_PLAY:
        return None
    held = [rank for rank in RANKS if counts[rank]]
    if kind in _WITHOUT_CHAIN:
        if sorted(counts[rank] for rank in held) not in _WITHOUT_CHAIN[kind]:
            return None
        body = max(held, key=lambda rank: counts[rank])
        return Shape(kind, counts[body] if kind == BOMB else 1, body)
    if kind in _BARE_CHAINS:
        width, shortest = _BARE_CHAINS[kind]
        return _bare_chain(kind, counts, held, width, shortest)
    if kind in _CHAINS_WITH_KICKERS:
        return _chain_with_kickers(kind, counts, held, _CHAINS_WITH_KICKERS[kind])
    if kind == ROCKET and counts[13:] in _ROCKETS and held == [13, 14]:
        return Shape(kind, 1, 14)
    return None


def _bare_chain(
    kind: int, counts: list[int], held: list[int], width: int, shortest: int
) -> Shape | None:
    length = len(held)
    if length < shortest or held[-1] not in CHAIN_RANKS or held[-1] - held[0] != length - 1:
        return None
    if any(counts[rank] != width for rank in held):
        return None
    return Shape(kind, length, held[-1])


def _chain_with_kickers(kind: int, counts: list[int], held: list[int], unit: int) -> Shape | None:
    length, rest = divmod(sum(counts), unit)
    if rest or length < 2:
        return None
    for top in reversed(CHAIN_RANKS[length - 1 :]):
        body = range(top - length + 1, top + 1)
        if any(counts[rank] != 3 for rank in body):
            continue
        # What is left has the right number of cards; solos may be anything, pairs must be pairs.
        kickers = [counts[rank] for rank in held if rank not in body]
        if kind == TRIO_CHAIN_WITH_SOLOS or all(count == 2 for count in kickers):
            return Shape(kind, length, top)
    return None


def shape_of(move: int) -> Shape:
    """Find the shape of a packed move, or fail.

    Raises:
        IllegalMoveError: ``not_a_play`` for ``PASS`` and for what is a play under no rules.

    Example:
        >>> shape_of(13 << 60 | 0x40)
        Shape(kind=13, length=4, rank=1)
    """
    shape = find_shape(move)
    if shape is None:
        raise IllegalMoveError("not_a_play", move=move_text(move))
    return shape


def move_shape(move: int) -> tuple[int, int]:
    """Give length and rank of a play, whatever the rules (rules 1.5).

    Args:
        move: A packed play.

    Returns:
        The chain units (1 without a chain, a bomb's size) and the top rank of the body, the
        higher body where two are possible.

    Raises:
        IllegalMoveError: ``not_a_play`` for ``PASS`` and for what is a play under no rules.
        InvalidArgumentError: ``not_packed`` for a number outside 0..2^64 - 1.

    Example:
        >>> move_shape(6 << 60 | 0x11111)  # 34567
        (5, 4)
    """
    shape = shape_of(whole_packed(move))
    return shape.length, shape.rank


def beats(move: int, other: int) -> bool:
    """Say whether a play beats another (rules 1.5).

    Args:
        move: The packed play that is to win.
        other: The packed play that stands.

    Returns:
        True if ``move`` beats ``other``; False with ``PASS`` on either side and between equal
        bodies.

    Raises:
        IllegalMoveError: ``not_a_play`` for what is a play under no rules.
        InvalidArgumentError: ``not_packed`` for a number outside 0..2^64 - 1.

    Example:
        >>> beats(13 << 60 | 4, 1 << 60 | 1 << 56)  # 3333 on the red joker
        True
    """
    both = whole_packed(move), whole_packed(other)
    shapes = [shape_of(play) for play in both if play != PASS]
    return len(shapes) == 2 and shape_beats(*shapes)


def shape_beats(shape: Shape, other: Shape) -> bool:
    """Compare two shapes (rules 1.5).

    Example:
        >>> shape_beats(Shape(BOMB, 5, 0), Shape(BOMB, 4, 12))
        True
    """
    if other.kind == ROCKET:
        return False
    if shape.kind == ROCKET:
        return True
    if shape.kind == BOMB and other.kind == BOMB:
        return (shape.length, shape.rank) > (other.length, other.rank)
    if shape.kind == BOMB:
        return True
    same_form = (shape.kind, shape.length) == (other.kind, other.length)
    return same_form and shape.rank > other.rank


def move_text(move: int) -> str:
    """Write a packed move: body, ``+``, kickers; bare cards where it has no shape; or ``pass``.

    Example:
        >>> move_text(4 << 60 | 0x31), move_text(0)
        ('444+3', 'pass')
    """
    if move == PASS:
        return "pass"
    shape = find_shape(move)
    if shape is None:
        return cards_text(move)
    return play_text(move, shape.kind, shape.length, shape.rank)
