"""The switches of every preset, and of the custom rule sets that the tests add to them."""

from typing import Any

Switches = dict[str, Any]

_THREE_PLAYER: Switches = {
    "players": 3,
    "auction": "reentry",
    "all_pass": "redeal",
    "turned_up_card": True,
    "bottom_cards": "shown",
    "trio_with_solo": True,
    "trio_chain_with_solos": True,
    "trio_chain_with_pairs": True,
    "quad_with_kickers": True,
    "kicker_solos": "distinct",
    "adjacent_trio_as_kickers": False,
    "both_jokers_as_kickers": False,
    "quad_solos": "distinct",
    "joker_pairs": False,
    "four_jokers_as_kickers": False,
    "scoring": "exponential",
    "bomb_double_min": 4,
    "spring": True,
}
_FOUR_PLAYER: Switches = _THREE_PLAYER | {
    "players": 4,
    "trio_with_solo": False,
    "trio_chain_with_solos": False,
    "quad_with_kickers": False,
    "joker_pairs": True,
    "four_jokers_as_kickers": True,
    "bomb_double_min": 6,
}
_ALL_KINDS = {
    "trio_with_solo": True,
    "trio_chain_with_solos": True,
    "quad_with_kickers": True,
}

PRESETS: dict[str, Switches] = {
    "three_player": _THREE_PLAYER,
    "four_player": _FOUR_PLAYER,
    "national": _THREE_PLAYER
    | {"auction": "single_round", "kicker_solos": "repeat3", "quad_solos": "pair_ok"},
    "rlcard": _THREE_PLAYER
    | {
        "auction": "none",
        "kicker_solos": "repeat3",
        "quad_solos": "pair_ok",
        "scoring": "win_loss",
    },
    "openspiel": _THREE_PLAYER
    | {
        "all_pass": "void",
        "kicker_solos": "repeat3",
        "adjacent_trio_as_kickers": True,
        "quad_with_kickers": False,
    },
    "douzero": _THREE_PLAYER
    | {
        "auction": "none",
        "kicker_solos": "free",
        "adjacent_trio_as_kickers": True,
        "both_jokers_as_kickers": True,
        "quad_solos": "pair_ok",
        "spring": False,
    },
    "botzone": _THREE_PLAYER
    | {"auction": "single_round", "all_pass": "first_bidder", "both_jokers_as_kickers": True},
    "noip": _THREE_PLAYER
    | {
        "auction": "none",
        "trio_chain_with_solos": False,
        "trio_chain_with_pairs": False,
        "both_jokers_as_kickers": True,
        "quad_solos": "pair_ok",
    },
}

CUSTOM: dict[str, Switches] = {
    "3p free, not adjacent": _THREE_PLAYER | {"kicker_solos": "free"},
    "3p repeat3, both jokers": _THREE_PLAYER
    | {"kicker_solos": "repeat3", "both_jokers_as_kickers": True},
    "3p adjacent, quad pair": _THREE_PLAYER
    | {"kicker_solos": "repeat3", "adjacent_trio_as_kickers": True, "quad_solos": "pair_ok"},
    "3p no kickers": _THREE_PLAYER
    | {
        "trio_with_solo": False,
        "trio_chain_with_solos": False,
        "trio_chain_with_pairs": False,
        "quad_with_kickers": False,
    },
    "4p all kinds": _FOUR_PLAYER | _ALL_KINDS,
    "4p four jokers apart": _FOUR_PLAYER | {"four_jokers_as_kickers": False},
    "4p no joker pairs": _FOUR_PLAYER | {"joker_pairs": False, "four_jokers_as_kickers": False},
    "4p repeat3": _FOUR_PLAYER | _ALL_KINDS | {"kicker_solos": "repeat3", "quad_solos": "pair_ok"},
    "4p free, not adjacent": _FOUR_PLAYER
    | _ALL_KINDS
    | {"kicker_solos": "free", "four_jokers_as_kickers": False},
    # Every switch that adds plays: whatever is a play at a table of four is one here.
    "4p loosest": _FOUR_PLAYER
    | _ALL_KINDS
    | {
        "kicker_solos": "free",
        "adjacent_trio_as_kickers": True,
        "both_jokers_as_kickers": True,
        "quad_solos": "pair_ok",
    },
}

RULE_SETS = PRESETS | CUSTOM
