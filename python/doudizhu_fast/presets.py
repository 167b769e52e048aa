"""The rule switches and the presets, as data.

A switch is one row of :data:`SWITCHES`, a preset one row of :data:`PRESETS` that names its differences only.
Validation, printing, parsing and the tables of the documentation all read these two.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias, TypedDict

__all__ = [
    "PRESETS",
    "SWITCHES",
    "Preset",
    "Switch",
    "SwitchValue",
    "SwitchValues",
    "preset_values",
]

SwitchValue: TypeAlias = bool | int | str


class SwitchValues(TypedDict, total=False):
    """The switches as keyword arguments; :data:`SWITCHES` says what each means and may be."""

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


class Switch(NamedTuple):
    """One rule switch.

    Attributes:
        name: The field of :class:`~doudizhu_fast.Rules`.
        allowed: Every value it may have.
        three_player: Its value under the preset ``three_player``.
        four_player: Its value under the preset ``four_player``.
        meaning: What it decides, in one line.
        shapes_plays: Whether it decides what is a play, and so which actions there are.
    """

    name: str
    allowed: tuple[SwitchValue, ...]
    three_player: SwitchValue
    four_player: SwitchValue
    meaning: str
    shapes_plays: bool = False

    def allows(self, value: object) -> bool:
        """Whether a value is one of the switch's, of the very same type: 1 is not True.

        Example:
            >>> SWITCHES["spring"].allows(True), SWITCHES["spring"].allows(1)
            (True, False)
        """
        return any(type(value) is type(one) and value == one for one in self.allowed)


_YES_NO = (True, False)
_ROWS = (
    Switch(
        "players",
        (3, 4),
        3,
        4,
        "seats; packs, hand sizes and bottom cards follow (rules 1.1)",
        True,
    ),
    Switch(
        "auction",
        ("reentry", "pass_is_final", "single_round", "none"),
        "reentry",
        "reentry",
        "may who passed bid again: yes, no, one call each, or no auction at all (rules 1.3)",
    ),
    Switch(
        "all_pass",
        ("redeal", "void", "first_bidder"),
        "redeal",
        "redeal",
        "when nobody bids: deal again, end without payment, or the first bidder is landlord at 1",
    ),
    Switch(
        "turned_up_card",
        _YES_NO,
        True,
        True,
        "a card is dealt face up, its holder bids first (rules 1.2)",
    ),
    Switch(
        "bottom_cards",
        ("shown", "hidden"),
        "shown",
        "shown",
        "do all see what the landlord picks up",
    ),
    Switch("trio_with_solo", _YES_NO, True, False, "a trio may carry a solo (rules 1.5)", True),
    Switch(
        "trio_chain_with_solos",
        _YES_NO,
        True,
        False,
        "a trio chain may carry solos (rules 1.5)",
        True,
    ),
    Switch(
        "trio_chain_with_pairs",
        _YES_NO,
        True,
        True,
        "a trio chain may carry pairs (rules 1.5)",
        True,
    ),
    Switch(
        "quad_with_kickers",
        _YES_NO,
        True,
        False,
        "four of a rank may carry two kickers (rules 1.5)",
        True,
    ),
    Switch(
        "kicker_solos",
        ("distinct", "repeat3", "free"),
        "distinct",
        "distinct",
        "solos on a trio chain: of different ranks, up to three of a rank, or any cards (rules 2.5, 2.8)",
        True,
    ),
    Switch(
        "adjacent_trio_as_kickers",
        _YES_NO,
        False,
        False,
        "solos on a trio chain may be three of the rank next to the body (rules 2.7)",
        True,
    ),
    Switch(
        "both_jokers_as_kickers",
        _YES_NO,
        False,
        False,
        "two solos may be a black and a red joker (rules 2.9, 2.13)",
        True,
    ),
    Switch(
        "quad_solos",
        ("distinct", "pair_ok"),
        "distinct",
        "distinct",
        "the two solos on four of a rank: of different ranks, or a pair too (rules 2.12)",
        True,
    ),
    Switch(
        "joker_pairs",
        _YES_NO,
        False,
        True,
        "two jokers of one colour are a pair (rules 2.21, 2.22)",
        True,
    ),
    Switch(
        "four_jokers_as_kickers",
        _YES_NO,
        False,
        True,
        "both joker pairs may be kickers together (rules 2.24)",
        True,
    ),
    Switch(
        "scoring",
        ("exponential", "win_loss"),
        "exponential",
        "exponential",
        "payment: bid times two to the doublings, or 1 with each peasant (rules 1.6)",
    ),
    Switch(
        "bomb_double_min",
        (4, 5, 6, 7, 8),
        4,
        6,
        "bombs of at least this many cards double (rules 1.6)",
    ),
    Switch("spring", _YES_NO, True, True, "a shut-out doubles once more (rules 1.6)"),
)

SWITCHES: Final[Mapping[str, Switch]] = MappingProxyType({row.name: row for row in _ROWS})
"""Every switch by its name, in the order in which errors and texts name them."""


class Preset(NamedTuple):
    """One named rule set.

    Attributes:
        name: The name by which ``rules=`` asks for it.
        meaning: Where these rules come from, in one line.
        differences: What differs from ``three_player``.
    """

    name: str
    meaning: str
    differences: SwitchValues


_PRESET_ROWS = (
    Preset("three_player", "the common rules for three players and one pack", {}),
    Preset(
        "four_player",
        "the common rules for four players and two packs",
        {
            "players": 4,
            "trio_with_solo": False,
            "trio_chain_with_solos": False,
            "quad_with_kickers": False,
            "joker_pairs": True,
            "four_jokers_as_kickers": True,
            "bomb_double_min": 6,
        },
    ),
    Preset(
        "national",
        "the Chinese competition rules, without their doubling phase",
        {"auction": "single_round", "kicker_solos": "repeat3", "quad_solos": "pair_ok"},
    ),
    Preset(
        "rlcard",
        "what RLCard plays: seat 0 is landlord, win or loss",
        {
            "auction": "none",
            "kicker_solos": "repeat3",
            "quad_solos": "pair_ok",
            "scoring": "win_loss",
        },
    ),
    Preset(
        "openspiel",
        "what OpenSpiel's dou_dizhu plays",
        {
            "all_pass": "void",
            "kicker_solos": "repeat3",
            "adjacent_trio_as_kickers": True,
            "quad_with_kickers": False,
        },
    ),
    Preset(
        "douzero",
        "what DouZero's move generator plays",
        {
            "auction": "none",
            "kicker_solos": "free",
            "adjacent_trio_as_kickers": True,
            "both_jokers_as_kickers": True,
            "quad_solos": "pair_ok",
            "spring": False,
        },
    ),
    Preset(
        "botzone",
        "Botzone's FightTheLandlord2, without its chains of bombs",
        {"auction": "single_round", "all_pass": "first_bidder", "both_jokers_as_kickers": True},
    ),
    Preset(
        "noip",
        "the programming puzzle: fewest plays that empty a hand, no kickers on trio chains",
        {
            "auction": "none",
            "trio_chain_with_solos": False,
            "trio_chain_with_pairs": False,
            "both_jokers_as_kickers": True,
            "quad_solos": "pair_ok",
        },
    ),
)

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType({row.name: row for row in _PRESET_ROWS})
"""Every preset by its name; the first is the default."""


def preset_values(name: str) -> dict[str, SwitchValue]:
    """Every switch of a preset.

    Args:
        name: A key of :data:`PRESETS`.

    Returns:
        A new dict from switch to value, in the order of :data:`SWITCHES`.

    Example:
        >>> preset_values("four_player")["bomb_double_min"]
        6
    """
    values: dict[str, SwitchValue] = {
        name: switch.three_player for name, switch in SWITCHES.items()
    }
    for switch, value in PRESETS[name].differences.items():
        assert isinstance(value, SwitchValue)
        values[switch] = value
    return values
