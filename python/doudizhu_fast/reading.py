"""Which play written cards are: the readings under some rules, and the one that is meant (rules 1.5).

Everything here works on packed ints. :mod:`doudizhu_fast.move` puts Move objects around it.
"""

from doudizhu_fast import _backend
from doudizhu_fast._backend import move_shape
from doudizhu_fast.enums import Kind
from doudizhu_fast.exceptions import DoudizhuError, IllegalMoveError, InvalidCardsError
from doudizhu_fast.notation import body_of, format_move, parse_move_text
from doudizhu_fast.packed import CARD_BITS, format_cards
from doudizhu_fast.rules import PRESETS, Rules, as_rules

__all__ = [
    "agreeing",
    "move_text",
    "presets_of",
    "presets_with",
    "read_parts",
    "readings_of",
    "show_move",
]


def read_parts(before: int, after: int | None, rules: Rules | None, to_beat: int = 0) -> int:
    """Decide which play a move is, as it is written.

    Args:
        before: The packed cards before the ``+``, 0 for a pass.
        after: Those after it, None where there is no ``+``.
        rules: The rules; None means ``three_player``, then ``four_player``.
        to_beat: The packed standing play, 0 on a lead. Of several readings, those that do not beat it are dropped.

    Returns:
        The packed move.

    Raises:
        InvalidCardsError: Reason ``not_in_pack`` for cards that the rules' pack does not hold.
        IllegalMoveError: Reason ``not_a_play`` or ``ambiguous``.

    Example:
        >>> hex(read_parts(0x13, None, None))
        '0x4000000000000013'
    """
    if before == 0:
        return 0
    if rules is not None:
        readings = agreeing(rules, before, after)
    else:
        readings = readings_of(as_rules(None), before, after)
        readings = readings or readings_of(as_rules("four_player"), before, after)
    if not readings:
        parts = format_cards(before) + ("" if after is None else "+" + format_cards(after))
        raise IllegalMoveError("not_a_play", move=parts)
    return _only(readings, to_beat)


def readings_of(rules: Rules, before: int, after: int | None) -> list[int]:
    """Every play under the rules that agrees with a move as it is written.

    Args:
        rules: The rules.
        before: The packed cards before the ``+``.
        after: Those after it, None where there is no ``+``.

    Returns:
        The packed plays, ascending in kind; none where the rules' pack does not hold the cards.

    Example:
        >>> len(readings_of(Rules.openspiel(), 0x3333, None))
        2
    """
    try:
        return agreeing(rules, before, after)
    except InvalidCardsError:
        return []


def agreeing(rules: Rules, before: int, after: int | None) -> list[int]:
    """Every play under the rules that agrees with a move as it is written, for cards of the rules' pack.

    Args:
        rules: The rules.
        before: The packed cards before the ``+``.
        after: Those after it, None where there is no ``+``.

    Returns:
        The packed plays, ascending in kind.

    Raises:
        InvalidCardsError: Reason ``not_in_pack`` for cards that the rules' pack does not hold.

    Example:
        >>> agreeing(Rules(), 0x11, None)
        []
    """
    readings = rules._ruleset.classify(before + (after or 0))
    if after is None:
        return readings
    exact = [reading for reading in readings if body_of(reading) == before]
    # Two bodies are possible where the kickers are a trio beside the body. The action is the same, and it is named by
    # the higher one; whoever writes the lower one means it too.
    return exact or [reading for reading in readings if after and _same_shape(reading, before)]


def _same_shape(reading: int, body: int) -> bool:
    if reading >> 60 != Kind.TRIO_CHAIN_WITH_SOLOS:
        return False
    lowest = body & -body
    return body == sum(3 * (lowest << 4 * unit) for unit in range(move_shape(reading)[0]))


def _only(readings: list[int], to_beat: int) -> int:
    beating = [move for move in readings if not to_beat or _backend.beats(move, to_beat)]
    # Where none beats, any reading will do to say so.
    left = beating or readings[:1]
    if len(left) > 1:
        texts = tuple(_full_text(reading) for reading in left)
        cards = format_cards(left[0])
        raise IllegalMoveError("ambiguous", cards=cards, readings=" or ".join(texts), texts=texts)
    return left[0]


def _full_text(packed: int) -> str:
    text = format_move(packed)
    return text if "+" in text else text + "+"


def move_text(move: int, rules: Rules) -> str:
    """Write a packed move so that it is read back under the same rules, whatever stands.

    Args:
        move: The packed move.
        rules: The rules.

    Returns:
        ``str`` of the move, except that cards with two readings get a final ``+`` where all of them are body.

    Example:
        >>> move_text(8 << 60 | 0x33, Rules())
        '333444'
        >>> move_text(8 << 60 | 0x3333, Rules.douzero())
        '333444555666+'
    """
    text = format_move(move)
    if move >> 60 != Kind.TRIO_CHAIN or len(rules._ruleset.classify(move & CARD_BITS)) == 1:
        return text
    return text + "+"


def show_move(packed: int) -> str:
    """Write a packed move for a message, even one that fits no kind.

    Args:
        packed: Any packed number.

    Returns:
        Its text, or its cards and kind.

    Example:
        >>> show_move(4 << 60 | 0x13), show_move(2 << 60 | 0x13)
        ('333+4', '3334 as PAIR')
    """
    kind = packed >> 60
    try:
        if packed:
            move_shape(packed)
        return format_move(packed)
    except IllegalMoveError:
        return f"{format_cards(packed, '-')} as {Kind(kind).name if kind < 15 else 'a call'}"


def presets_with(before: int, after: int | None) -> tuple[str, ...]:
    """Name the presets under which a move is a play, as it is written.

    Args:
        before: The packed cards before the ``+``.
        after: Those after it, None where there is no ``+``.

    Returns:
        Names of presets, in the order of :data:`~doudizhu_fast.rules.PRESETS`.

    Example:
        >>> presets_with(0x4, 0x20)
        ('national', 'rlcard', 'douzero', 'noip')
    """
    return tuple(name for name in PRESETS if readings_of(as_rules(name), before, after))


def presets_of(move: str) -> tuple[str, ...]:
    """Name the presets under which the text of a move is a play.

    Args:
        move: What an error names as a move; it may be no cards at all.

    Returns:
        Names of presets, in the order of :data:`~doudizhu_fast.rules.PRESETS`.

    Example:
        >>> presets_of("4444+55"), presets_of("345")
        (('national', 'rlcard', 'douzero', 'noip'), ())
    """
    try:
        return presets_with(*parse_move_text(move, packs=2))
    except DoudizhuError:
        return ()
