"""Text to packed ints and back: cards, ranks and moves.

Nothing here knows the rules: which kind the cards of a move have is decided in :mod:`doudizhu_fast.reading`.
"""

from collections.abc import Iterable
from itertools import islice
from typing import Final

from doudizhu_fast._backend import move_shape
from doudizhu_fast._checks import as_whole, shown, whole
from doudizhu_fast.dialects import DIALECTS, Dialect, dialect_named, read_numbers
from doudizhu_fast.enums import LETTERS, Kind, Rank
from doudizhu_fast.exceptions import IllegalMoveError, InvalidCardsError
from doudizhu_fast.packed import (
    CARD_BITS,
    MOST_OF_RANK,
    card_count,
    clip,
    exists,
    format_cards,
    pack,
)
from doudizhu_fast.standard_text import Card, UnreadableError, fold

__all__ = [
    "PASS_WORDS",
    "body_of",
    "fold_plus",
    "format_move",
    "is_pass",
    "parse_cards",
    "parse_move_text",
    "parse_rank",
    "read_cards",
]

PASS_WORDS: Final = frozenset({"PASS", "P", "-", "[]", "过", "過", "不出", "要不起", "不要"})
"""What a pass is written as, after folding; ``pass`` is what this library writes."""

_MOST_CARDS: Final = sum(MOST_OF_RANK)
# Every card of two packs in its longest spelling, with separators, is well below this.
_LONGEST_TEXT: Final = 2000
_UNIT: Final = {letter: 1 << 4 * rank for rank, letter in enumerate(LETTERS)}


def parse_cards(text: str, dialect: str = "standard", *, packs: int) -> int:
    """Read cards from text.

    Args:
        text: The cards, in any order.
        dialect: Who writes like this, a name of :data:`doudizhu_fast.dialects.DIALECTS`.
        packs: How many packs are in play. A card written with its suit may appear once per pack.

    Returns:
        The packed cards.

    Raises:
        InvalidCardsError: Reasons ``unknown_card`` (with ``position``, counted from 0, and the dialects that would
            read the text), ``too_many``, ``repeated_card``, ``not_text``.
        InvalidArgumentError: Reason ``out_of_range`` for a dialect that does not exist.

    Example:
        >>> format_cards(parse_cards("10 9 ♠3 大王", packs=1))
        '39TR'
        >>> format_cards(parse_cards("33XD", "hlddz", packs=1))
        '33BR'
    """
    row = dialect_named(dialect)
    if not isinstance(text, str):
        raise InvalidCardsError("not_text", value=shown(text))
    if row is DIALECTS["standard"]:
        packed = _parse_canonical(text)
        if packed is not None:
            return packed
    return _packed(_written_cards(text, row, text), clip(text), 1 if row.exact_cards else packs)


def _written_cards(text: str, row: Dialect, shown_text: str) -> list[Card]:
    if len(text) > _LONGEST_TEXT:
        raise InvalidCardsError("too_long", length=len(text), most=_LONGEST_TEXT)
    try:
        return row.read(text)
    except UnreadableError as failure:
        fitting = [one for one in DIALECTS.values() if one is not row and _reads(one, text)]
        raise _unknown(shown_text, failure, fitting) from None


def _parse_canonical(text: str) -> int | None:
    """Read plain canonical letters quickly; None where anything else appears or too many of a rank do."""
    # "BJ" may be one joker, which the full grammar decides.
    if len(text) > 108 or "BJ" in text or "RJ" in text:
        return None
    packed = 0
    try:
        for letter in text:
            packed += _UNIT[letter]
            # A nibble of 9 or more cannot overflow unseen: it is caught before the next card is added.
            if packed & 0x888888888888888 and not exists(packed):
                return None
    except KeyError:
        return None
    return packed if exists(packed) else None


def _packed(cards: list[Card], text: str, packs: int) -> int:
    counts = [0] * 15
    seen: dict[tuple[int, str], int] = {}
    for card in cards:
        counts[card.rank] += 1
        if card.suit:
            times = seen[card.rank, card.suit] = seen.get((card.rank, card.suit), 0) + 1
            if times > packs:
                found = card.suit if card.suit.isdigit() else card.suit + LETTERS[card.rank]
                raise InvalidCardsError("repeated_card", text=text, found=found, times=times)
    for rank, (count, most) in enumerate(zip(counts, MOST_OF_RANK, strict=True)):
        if count > most:
            raise InvalidCardsError("too_many", cards=clip(LETTERS[rank] * count))
    return pack(counts)


def _unknown(text: str, failure: UnreadableError, fitting: list[Dialect]) -> InvalidCardsError:
    names = tuple(row.name for row in fitting)
    remarks = [failure.remark] if failure.remark else []
    if names:
        remarks.append("it reads under dialect=" + " or ".join(map(repr, names)))
    return InvalidCardsError(
        "unknown_card",
        text=clip(text),
        found=failure.found,
        position=failure.position,
        hint=f" ({'; '.join(remarks)})" if remarks else "",
        dialects=names,
    )


def _reads(dialect: Dialect, text: str) -> bool:
    try:
        _packed(dialect.read(text), "", 2)
    except (UnreadableError, InvalidCardsError):
        return False
    return True


def read_cards(value: object, dialect: str = "standard", *, packs: int) -> int:
    """Read cards from anything that stands for cards.

    Args:
        value: A text, a Hand or Move, Rank members, texts of single cards, or whole numbers in a dialect of numbers.
        dialect: Who writes like this.
        packs: How many packs are in play.

    Returns:
        The packed cards, without kind bits.

    Raises:
        InvalidCardsError: As :func:`parse_cards`; ``bare_numbers`` for whole numbers in the standard dialect, ``mixed``
            for a list of several sorts.
        InvalidArgumentError: Reason ``out_of_range`` for a dialect that does not exist.

    Example:
        >>> format_cards(read_cards([Rank.THREE, Rank.ACE], packs=1))
        '3A'
        >>> format_cards(read_cards([3, 17, 20], "douzero", packs=1))
        '32B'
    """
    if isinstance(value, str):
        return parse_cards(value, dialect, packs=packs)
    packed = getattr(value, "_packed", None)
    if isinstance(packed, int):
        return packed & CARD_BITS
    row = dialect_named(dialect)
    if isinstance(value, Rank):
        value = (value,)
    if not isinstance(value, Iterable) or isinstance(
        value, (bytes, bytearray, dict, set, frozenset)
    ):
        raise InvalidCardsError("not_text", value=shown(value))
    # Nothing has more cards than two packs, and an iterator need not end.
    try:
        items = list(islice(value, _MOST_CARDS + 1))
    except TypeError:  # what says that it can be iterated and cannot: an array without dimensions
        raise InvalidCardsError("not_text", value=shown(value)) from None
    if len(items) > _MOST_CARDS:
        raise InvalidCardsError("too_many", cards=f"more than {_MOST_CARDS} cards")
    ranks = [item for item in items if isinstance(item, Rank)]
    texts = [item for item in items if isinstance(item, str)]
    numbers = [as_whole(item) for item in items if not isinstance(item, Rank | str)]
    if None in numbers:
        others = [item for item in items if not isinstance(item, Rank | str)]
        raise InvalidCardsError("not_text", value=shown(others[numbers.index(None)]))
    if len(items) not in (len(ranks), len(texts), len(numbers)):
        raise InvalidCardsError("mixed", value=shown(items))
    if numbers:
        return _read_numbers([number for number in numbers if number is not None], row, packs)
    if texts:
        return parse_cards(" ".join(texts), dialect, packs=packs)
    return _packed([Card(int(rank), "", 0) for rank in ranks], "", packs)


def _read_numbers(numbers: list[int], row: Dialect, packs: int) -> int:
    if not row.numbers:
        raise InvalidCardsError("bare_numbers", value=shown(numbers))
    text = ", ".join(str(shown(number)) for number in numbers)
    try:
        cards = read_numbers(row, numbers)
    except UnreadableError as failure:
        others = [one for one in DIALECTS.values() if one.numbers.keys() >= set(numbers)]
        raise _unknown(text, failure, others) from None
    return _packed(cards, clip(text), 1 if row.exact_cards else packs)


def parse_rank(value: object) -> Rank:
    """Read one rank.

    Args:
        value: A Rank, its index 0 to 14, or the text of one card.

    Returns:
        The rank.

    Raises:
        InvalidCardsError: For a text that is not one card.
        InvalidArgumentError: Reason ``wrong_type`` or ``out_of_range`` for anything else.

    Example:
        >>> parse_rank("10")
        <Rank.TEN: 7>
    """
    if isinstance(value, Rank):
        return value
    if isinstance(value, str):
        packed = parse_cards(value, packs=2)
        if card_count(packed) != 1:
            raise InvalidCardsError("not_one_card", text=clip(value))
        return Rank((packed.bit_length() - 1) // 4)
    return Rank(whole(value, "a rank", 0, 14))


# How many of each rank the body has, for the kinds with kickers.
_CARRIERS: Final[dict[int, int]] = {
    Kind.TRIO_WITH_SOLO: 3,
    Kind.TRIO_WITH_PAIR: 3,
    Kind.TRIO_CHAIN_WITH_SOLOS: 3,
    Kind.TRIO_CHAIN_WITH_PAIRS: 3,
    Kind.QUAD_WITH_SOLOS: 4,
    Kind.QUAD_WITH_PAIRS: 4,
}


def body_of(packed: int) -> int:
    """The body of a packed move: what is left without its kickers (rules 1.5).

    Args:
        packed: A packed move.

    Returns:
        The packed cards of the body; all cards where the kind has no kickers, 0 for a pass.

    Raises:
        IllegalMoveError: Reason ``not_a_play`` where kind and cards do not fit.

    Example:
        >>> format_cards(body_of(4 << 60 | 0x13))
        '333'
    """
    unit = _CARRIERS.get(packed >> 60)
    if unit is None:
        return packed & CARD_BITS
    length, rank = move_shape(packed)
    return sum(unit << 4 * (rank - step) for step in range(length))


def format_move(packed: int) -> str:
    """Write a move: its body, then ``+`` and its kickers, or ``pass``.

    Args:
        packed: A packed move.

    Returns:
        The text.

    Raises:
        IllegalMoveError: Reason ``not_a_play`` where kind and cards do not fit.

    Example:
        >>> format_move(4 << 60 | 0x13)
        '333+4'
        >>> format_move(0)
        'pass'
    """
    if packed == 0:
        return "pass"
    body = body_of(packed)
    kickers = (packed & CARD_BITS) - body
    return format_cards(body) + ("+" + format_cards(kickers) if kickers else "")


def parse_move_text(text: str, dialect: str = "standard", *, packs: int) -> tuple[int, int | None]:
    """Read the cards of a move and where its ``+`` stands.

    Args:
        text: A pass word, bare cards (``3334``), or body and kickers (``333+4``). ``333+`` says that all cards are
            body, for cards that have two readings.
        dialect: Who writes like this.
        packs: How many packs are in play.

    Returns:
        The packed cards before the ``+`` and after it; the second is None without a ``+``. A pass is ``(0, None)``.

    Raises:
        InvalidCardsError: As :func:`parse_cards`.
        IllegalMoveError: Reason ``unreadable`` for an empty text, a second ``+`` or a ``+`` without a body.

    Example:
        >>> [format_cards(part) for part in parse_move_text("333444+5T", packs=1)]
        ['333444', '5T']
        >>> parse_move_text("要不起", packs=1)
        (0, None)
    """
    if not isinstance(text, str):
        raise InvalidCardsError("not_text", value=shown(text))
    if dialect == "standard":
        before, plus, after = text.partition("+")
        body, kickers = _parse_canonical(before), _parse_canonical(after)
        if body and kickers is not None and exists(body + kickers):
            return body, kickers if plus else None
    row = dialect_named(dialect)
    if is_pass(text):
        return 0, None
    parts = fold_plus(text).split("+")
    if len(parts) > 2:
        raise _unreadable(text, "it has more than one '+'")
    # Both parts are read as one text: they are written in one notation, and are cards of one game.
    cards = _written_cards(" ".join(parts), row, text)
    most = 1 if row.exact_cards else packs
    _packed(cards, clip(text), most)
    split = len(parts[0])
    body = _packed([card for card in cards if card.position < split], clip(text), most)
    if body == 0:
        raise _unreadable(text, "it has no cards before a '+'; a pass is 'pass'")
    if len(parts) == 1:
        return body, None
    return body, _packed([card for card in cards if card.position > split], clip(text), most)


def is_pass(text: str) -> bool:
    """Whether a text is one of the words for a pass.

    Example:
        >>> is_pass(" Pass "), is_pass("3")
        (True, False)
    """
    return len(text) <= _LONGEST_TEXT and fold(text)[0].strip() in PASS_WORDS


def _unreadable(text: str, detail: str) -> IllegalMoveError:
    return IllegalMoveError("unreadable", text=clip(text), detail=detail)


def fold_plus(text: str) -> str:
    """Replace the other plus signs by ``+``.

    Args:
        text: Any text.

    Returns:
        The text with ``+`` for every plus sign.

    Example:
        >>> fold_plus("333\uff0b4")
        '333+4'
    """
    return text.translate(_PLUS_SIGNS)


_PLUS_SIGNS: Final = dict.fromkeys(map(ord, "\uff0b\ufe62\u207a\u208a\ufb29"), "+")
