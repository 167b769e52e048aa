"""The moves of a hand: listing, counting, choosing by number, classifying, comparing."""

from doudizhu_fast import _backend
from doudizhu_fast._checks import any_whole, shown
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.hand import Cards, Hand, as_packed_hand
from doudizhu_fast.move import Move, MoveText, _make_move, read_move
from doudizhu_fast.notation import fold_plus, is_pass, parse_move_text
from doudizhu_fast.reading import agreeing
from doudizhu_fast.rules import Rules, as_rules

__all__ = ["beats", "classify", "count_moves", "legal_moves", "nth_move"]


def legal_moves(
    hand: Cards, to_beat: MoveText | None = None, rules: Rules | str | None = None
) -> list[Move]:
    """List what a hand may play (rules 1.4, 1.5).

    Args:
        hand: A Hand or its text.
        to_beat: The standing play, a Move or its text; None or PASS on a lead.
        rules: Rules or their text; None means ``three_player``.

    Returns:
        The moves in the order of their action ids; a follow begins with PASS, a lead has no PASS.

    Raises:
        InvalidCardsError: For cards that cannot be read or that the rules' pack does not hold.
        IllegalMoveError: For a standing play that is none under these rules.
        InvalidRulesError: For rules that do not exist.

    Example:
        >>> legal_moves("3334", "3")
        [Move('pass'), Move('4')]
        >>> len(legal_moves("3334"))
        5
    """
    ruleset, packed, standing = _question(hand, to_beat, rules)
    return ruleset.legal_moves(packed, standing)


def count_moves(
    hand: Cards, to_beat: MoveText | None = None, rules: Rules | str | None = None
) -> int:
    """Count what a hand may play, without listing it (rules 1.4, 1.5).

    Args:
        hand: A Hand or its text.
        to_beat: The standing play, a Move or its text; None or PASS on a lead.
        rules: Rules or their text; None means ``three_player``.

    Returns:
        ``len(legal_moves(hand, to_beat, rules))``.

    Raises:
        InvalidCardsError, IllegalMoveError, InvalidRulesError: As :func:`legal_moves`.

    Example:
        >>> count_moves("3334")
        5
    """
    ruleset, packed, standing = _question(hand, to_beat, rules)
    return ruleset.count_moves(packed, standing)


def nth_move(
    hand: Cards, k: int, to_beat: MoveText | None = None, rules: Rules | str | None = None
) -> Move:
    """Give one move of a hand by its number, without listing the others (rules 1.4, 1.5).

    Args:
        hand: A Hand or its text.
        k: The number, from 0 to ``count_moves(hand, to_beat, rules) - 1``.
        to_beat: The standing play, a Move or its text; None or PASS on a lead.
        rules: Rules or their text; None means ``three_player``.

    Returns:
        ``legal_moves(hand, to_beat, rules)[k]``.

    Raises:
        InvalidArgumentError: Reason ``index_out_of_range`` or ``wrong_type``.
        InvalidCardsError, IllegalMoveError, InvalidRulesError: As :func:`legal_moves`.

    Example:
        >>> nth_move("3334", 4)
        Move('333+4')
    """
    ruleset, packed, standing = _question(hand, to_beat, rules)
    index = any_whole(k, "k")
    count = ruleset.count_moves(packed, standing)
    if not 0 <= index < count:
        raise InvalidArgumentError("index_out_of_range", index=shown(index), count=count)
    return _make_move(ruleset.nth_move(packed, index, standing))


def classify(cards: Cards, rules: Rules | str | None = None) -> tuple[Move, ...]:
    """Give every reading of some cards as one play (rules 1.5).

    Args:
        cards: A Hand or its text, a Move for its cards. A text with a ``+`` says what is body and what are kickers; a
            word for a pass names no play.
        rules: Rules or their text; None means ``three_player``.

    Returns:
        The plays that have exactly these cards, ascending in kind: none or one under most rules, two in the few
        cases that loose rules allow.

    Raises:
        InvalidCardsError: For cards that cannot be read or that the rules' pack does not hold.
        InvalidRulesError: For rules that do not exist.

    Example:
        >>> classify("3334")
        (Move('333+4'),)
        >>> classify("345"), classify("33344+5")
        ((), ())
        >>> len(classify("333444555666", "openspiel"))
        2
    """
    chosen = as_rules(rules)
    packs = chosen._ruleset.packs
    if isinstance(cards, str) and ("+" in fold_plus(cards) or is_pass(cards)):
        before, after = parse_move_text(cards, packs=packs)
    else:
        before, after = as_packed_hand(cards, packs), None
    return tuple(map(_make_move, agreeing(chosen, before, after)))


def beats(move: MoveText, other: MoveText) -> bool:
    """Whether one move may be played on another (rules 1.5).

    Args:
        move: A Move or its text; texts are read under ``three_player``, then ``four_player``.
        other: The standing one, likewise.

    Returns:
        True for the same kind and length with a higher rank, a bomb on what is no bomb, a higher bomb, or the rocket.
        Equal bodies never beat each other; with PASS on either side False.

    Raises:
        InvalidCardsError, IllegalMoveError: As :class:`Move`.

    Example:
        >>> beats("444+3", "333+5"), beats("BR", "2222"), beats("pass", "3")
        (True, True, False)
    """
    return _backend.beats(read_move(move, None), read_move(other, None))


def _question(
    hand: Cards, to_beat: MoveText | None, rules: Rules | str | None
) -> tuple[_backend.Ruleset, int, int]:
    chosen = as_rules(rules)
    ruleset = chosen._ruleset
    # What comes most is taken as it is: the engine itself refuses cards that are not in the pack, or no play.
    packed = hand._packed if type(hand) is Hand else as_packed_hand(hand, ruleset.packs)
    if to_beat is None:
        standing = 0
    elif type(to_beat) is Move:
        standing = to_beat._packed
    else:
        standing = read_move(to_beat, chosen)
    return ruleset, packed, standing
