"""DouZero's cards: lists of whole numbers, 3 to 14, 17 for a two, 20 and 30 for the jokers."""

from collections.abc import Sequence
from typing import Final

from doudizhu_fast import _backend
from doudizhu_fast._checks import shown
from doudizhu_fast.deals import whole_pack
from doudizhu_fast.exceptions import IllegalMoveError, InvalidArgumentError, InvalidCardsError
from doudizhu_fast.hand import Cards, Hand, as_packed_hand
from doudizhu_fast.move import Move, MoveText, _make_move, read_move
from doudizhu_fast.notation import read_cards
from doudizhu_fast.packed import CARD_BITS, counts_of, format_cards, missing_cards
from doudizhu_fast.rules import Rules

__all__ = [
    "CARD_NUMBERS",
    "POSITIONS",
    "RULES",
    "action",
    "cards_played",
    "hand",
    "move",
    "numbers",
    "numbers_of",
    "packed_of",
    "position_index",
    "reading",
]

RULES: Final = Rules.douzero()
"""The rules that DouZero's environment plays by, as far as it agrees with itself."""

POSITIONS: Final = ("landlord", "landlord_down", "landlord_up")
"""DouZero's names of the seats, from the landlord's in the order of play."""

CARD_NUMBERS: Final = (*range(3, 15), 17, 20, 30)
"""The number of each rank."""


def numbers(cards: Cards) -> list[int]:
    """Write cards as DouZero does.

    Args:
        cards: A Hand, or what makes one.

    Returns:
        The numbers, ascending.

    Raises:
        InvalidCardsError: For cards that cannot be read, or that one pack does not hold.

    Example:
        >>> numbers("33A2BR")
        [3, 3, 14, 17, 20, 30]
    """
    return list(numbers_of(as_packed_hand(cards, packs=1)))


def hand(numbers: Sequence[int]) -> Hand:
    """Read DouZero's cards.

    Args:
        numbers: The cards in any order.

    Raises:
        InvalidCardsError: Reason ``unknown_card`` for a number that is none, ``not_in_pack`` for more than the pack
            holds, ``not_text`` for what is no list.

    Example:
        >>> hand([30, 3, 3, 17])
        Hand('332R')
    """
    return Hand._trusted(packed_of(numbers))


def action(move: MoveText) -> list[int]:
    """Write a move as DouZero does: its cards ascending, and nothing for a pass.

    Args:
        move: A Move or its text, a play under DouZero's rules.

    Raises:
        IllegalMoveError: Reason ``not_a_play``, ``ambiguous`` or ``unreadable``.
        InvalidCardsError: For cards that cannot be read.

    Example:
        >>> action("444+3"), action("pass")
        ([3, 4, 4, 4], [])
    """
    return list(numbers_of(read_move(move, RULES)))


def move(numbers: Sequence[int], to_beat: MoveText | None = None) -> Move:
    """Read DouZero's action.

    Of two readings of the same cards the one is taken that beats what stands, on a lead the bare chain, as DouZero
    reads it.

    Args:
        numbers: The cards in any order, none for a pass.
        to_beat: The standing play, None on a lead.

    Raises:
        IllegalMoveError: Reason ``not_a_play``.
        InvalidCardsError: As :func:`hand`.

    Example:
        >>> move([3, 4, 4, 4]), move([]), move([3] * 3 + [4] * 3 + [5] * 3 + [6] * 3)
        (Move('444+3'), Move('pass'), Move('333444555666'))
    """
    standing = 0 if to_beat is None else read_move(to_beat, RULES)
    return _make_move(reading(packed_of(numbers), standing))


def reading(cards: int, to_beat: int) -> int:
    """Decide which play packed cards are, as :func:`move` does.

    Example:
        >>> reading(0x13, 0) == 4 << 60 | 0x13
        True
    """
    if not cards:
        return 0
    readings = RULES._ruleset.classify(cards)
    if not readings:
        raise IllegalMoveError("not_a_play", move=format_cards(cards))
    if to_beat and len(readings) > 1:
        readings = [move for move in readings if _backend.beats(move, to_beat)] or readings
    return readings[0]


_PACK: Final = whole_pack(RULES)

# Plays are few: both tables are bounded by their number.
_NUMBERS: Final[dict[int, tuple[int, ...]]] = {}
_CARDS: Final[dict[tuple[int, ...], int]] = {(): 0}


def numbers_of(packed: int) -> tuple[int, ...]:
    """Give the numbers of a packed hand or move, ascending.

    Example:
        >>> numbers_of(0x12)
        (3, 3, 4)
    """
    known = _NUMBERS.get(packed)
    if known is None:
        counts = zip(CARD_NUMBERS, counts_of(packed), strict=True)
        known = tuple(number for number, count in counts for _ in range(count))
        if packed > CARD_BITS:
            _CARDS[known] = packed & CARD_BITS
            known = _NUMBERS.setdefault(packed, known)
    return known


def packed_of(numbers: Sequence[int]) -> int:
    """Pack DouZero's cards.

    Raises:
        InvalidCardsError: As :func:`hand`.

    Example:
        >>> hex(packed_of([4, 3, 3]))
        '0x12'
    """
    cards = read_cards(numbers, "douzero", packs=1)
    excess = missing_cards(_PACK, cards)
    if excess:
        raise InvalidCardsError(
            "not_in_pack", cards=format_cards(cards), excess=format_cards(excess)
        )
    return cards


def cards_played(action: Sequence[int]) -> int:
    """Pack an action, at once where it is one of those that were listed as legal before.

    Raises:
        InvalidCardsError: As :func:`hand`.

    Example:
        >>> hex(cards_played([4, 3, 3]))
        '0x12'
    """
    try:
        return _CARDS[tuple(action)]
    except (KeyError, TypeError):
        return packed_of(action)


def position_index(position: object) -> int:
    """Find the place of one of DouZero's position names in :data:`POSITIONS`.

    Raises:
        InvalidArgumentError: Reason ``unknown_position``.

    Example:
        >>> position_index("landlord_up")
        2
    """
    if not isinstance(position, str) or position not in POSITIONS:
        raise InvalidArgumentError(
            "unknown_position", value=shown(position), allowed=", ".join(POSITIONS)
        )
    return POSITIONS.index(position)
