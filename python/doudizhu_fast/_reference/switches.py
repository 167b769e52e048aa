"""Switches: the eighteen rule switches, their values, and which of them contradict each other."""

from typing import NamedTuple

from doudizhu_fast.exceptions import InvalidRulesError

_ON = (True, False)
_OFF = (False, True)
_NAMES_OF_FLAGS = "True, False"

# Every switch with its values, those of three players first; errors name switches in this order.
VALUES: dict[str, tuple[object, ...]] = {
    "players": (3, 4),
    "auction": ("reentry", "pass_is_final", "single_round", "none"),
    "all_pass": ("redeal", "void", "first_bidder"),
    "turned_up_card": _ON,
    "bottom_cards": ("shown", "hidden"),
    "trio_with_solo": _ON,
    "trio_chain_with_solos": _ON,
    "trio_chain_with_pairs": _ON,
    "quad_with_kickers": _ON,
    "kicker_solos": ("distinct", "repeat3", "free"),
    "adjacent_trio_as_kickers": _OFF,
    "both_jokers_as_kickers": _OFF,
    "quad_solos": ("distinct", "pair_ok"),
    "joker_pairs": _OFF,
    "four_jokers_as_kickers": _OFF,
    "scoring": ("exponential", "win_loss"),
    "bomb_double_min": (4, 5, 6, 7, 8),
    "spring": _ON,
}


class Switches(NamedTuple):
    """One value of every switch.

    Example:
        >>> Switches._fields == tuple(VALUES)
        True
    """

    players: int
    auction: str
    all_pass: str
    turned_up_card: bool
    bottom_cards: str
    trio_with_solo: bool
    trio_chain_with_solos: bool
    trio_chain_with_pairs: bool
    quad_with_kickers: bool
    kicker_solos: str
    adjacent_trio_as_kickers: bool
    both_jokers_as_kickers: bool
    quad_solos: str
    joker_pairs: bool
    four_jokers_as_kickers: bool
    scoring: str
    bomb_double_min: int
    spring: bool


def check(switches: Switches) -> None:
    """Refuse values that do not exist and values that contradict each other.

    Raises:
        InvalidRulesError: ``unknown_value`` or ``contradiction``, naming the fields.

    Example:
        >>> from doudizhu_fast.exceptions import InvalidRulesError
        >>> try:
        ...     check(Switches(*(values[0] for values in VALUES.values()))._replace(players=5))
        ... except InvalidRulesError as error:
        ...     print(error)
        players must be one of 3, 4, got 5
    """
    for field, value in switches._asdict().items():
        # True == 1 and 3 == 3.0 in Python: the type has to agree as well.
        if not any(type(value) is type(known) and value == known for known in VALUES[field]):
            names = ", ".join(str(known) for known in VALUES[field])
            allowed = _NAMES_OF_FLAGS if True in VALUES[field] else names
            raise InvalidRulesError("unknown_value", field=field, allowed=allowed, value=value)
    for fields, wrong in _contradictions(switches):
        if wrong:
            named = tuple(field for field in VALUES if field in fields)
            raise InvalidRulesError("contradiction", fields=named, detail=", ".join(named))


def _contradictions(s: Switches) -> list[tuple[set[str], bool]]:
    return [
        # One pack has one joker of each colour (rules 1.1).
        ({"players", "joker_pairs"}, s.players == 3 and s.joker_pairs),
        ({"players", "four_jokers_as_kickers"}, s.players == 3 and s.four_jokers_as_kickers),
        (
            {"joker_pairs", "four_jokers_as_kickers"},
            s.four_jokers_as_kickers and not s.joker_pairs,
        ),
        (
            {"kicker_solos", "adjacent_trio_as_kickers"},
            s.kicker_solos == "distinct" and s.adjacent_trio_as_kickers,
        ),
        (
            {"trio_chain_with_solos", "kicker_solos"},
            s.kicker_solos != "distinct" and not s.trio_chain_with_solos,
        ),
        (
            {"quad_with_kickers", "quad_solos"},
            s.quad_solos == "pair_ok" and not s.quad_with_kickers,
        ),
        (
            {"trio_chain_with_solos", "quad_with_kickers", "both_jokers_as_kickers"},
            s.both_jokers_as_kickers and not (s.trio_chain_with_solos or s.quad_with_kickers),
        ),
        ({"auction", "all_pass"}, s.auction == "none" and s.all_pass != "redeal"),
    ]
