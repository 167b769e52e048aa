"""How many plays there are: every number of docs/rules.md, section 4, that a rule set can express.

The numbers were found by closed forms, by another generator and by scans over half a billion
multisets; whichever engine is in use has to hold exactly that many actions.
"""

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from doudizhu_fast._backend import Ruleset, move_shape

from ..reference.presets import PRESETS

# Kind codes by the names that the tables below use.
KINDS = {
    "solo": 1,
    "pair": 2,
    "trio": 3,
    "trio+solo": 4,
    "trio+pair": 5,
    "solo chain": 6,
    "pair chain": 7,
    "trio chain": 8,
    "trio chain+solos": 9,
    "trio chain+pairs": 10,
    "quad+solos": 11,
    "quad+pairs": 12,
    "bomb": 13,
    "rocket": 14,
}

# A rule set: the name of a preset and the switches that differ from it.
RuleSet = tuple[str, tuple[tuple[str, Any], ...]]


def rule_set(preset: str, **changes: Any) -> RuleSet:
    return preset, tuple(changes.items())


THREE = rule_set("three_player")
FOUR = rule_set("four_player")
BOTH_JOKERS = rule_set("three_player", both_jokers_as_kickers=True)
PAIR_OK = rule_set("three_player", quad_solos="pair_ok")
REPEAT_3 = rule_set("three_player", kicker_solos="repeat3")
JOKERS_APART = rule_set("four_player", four_jokers_as_kickers=False)
NO_JOKER_PAIRS = rule_set("four_player", joker_pairs=False, four_jokers_as_kickers=False)
FOUR_ALL_KINDS = rule_set(
    "four_player", trio_with_solo=True, trio_chain_with_solos=True, quad_with_kickers=True
)
NATIONAL, RLCARD, OPENSPIEL, DOUZERO, BOTZONE, NOIP = (
    rule_set(preset) for preset in ("national", "rlcard", "openspiel", "douzero", "botzone", "noip")
)

# rules 4.1 and 4.2, one column of their tables per row, kinds in the order of KINDS.
PER_KIND: dict[RuleSet, tuple[int, ...]] = {
    THREE: (15, 13, 13, 182, 156, 36, 52, 45, 7_161, 2_939, 1_170, 858, 13, 1),
    NATIONAL: (15, 13, 13, 182, 156, 36, 52, 45, 21_822, 2_939, 1_326, 858, 13, 1),
    RLCARD: (15, 13, 13, 182, 156, 36, 52, 45, 21_822, 2_939, 1_326, 858, 13, 1),
    OPENSPIEL: (15, 13, 13, 182, 156, 36, 52, 45, 22_205, 2_939, 0, 0, 13, 1),
    DOUZERO: (15, 13, 13, 182, 156, 36, 52, 45, 24_331, 2_939, 1_339, 858, 13, 1),
    BOTZONE: (15, 13, 13, 182, 156, 36, 52, 45, 8_044, 2_939, 1_183, 858, 13, 1),
    NOIP: (15, 13, 13, 182, 156, 36, 52, 45, 0, 0, 1_339, 858, 13, 1),
    BOTH_JOKERS: (15, 13, 13, 182, 156, 36, 52, 45, 8_044, 2_939, 1_183, 858, 13, 1),
    PAIR_OK: (15, 13, 13, 182, 156, 36, 52, 45, 7_161, 2_939, 1_326, 858, 13, 1),
    REPEAT_3: (15, 13, 13, 182, 156, 36, 52, 45, 21_822, 2_939, 1_170, 858, 13, 1),
    FOUR: (15, 15, 13, 0, 182, 36, 55, 65, 0, 8_632, 0, 0, 65, 1),
    JOKERS_APART: (15, 15, 13, 0, 182, 36, 55, 65, 0, 7_504, 0, 0, 65, 1),
    NO_JOKER_PAIRS: (15, 13, 13, 0, 156, 36, 55, 65, 0, 3_436, 0, 0, 65, 1),
    FOUR_ALL_KINDS: (15, 15, 13, 182, 182, 36, 55, 65, 7_516, 8_632, 1_170, 1_183, 65, 1),
}

# Sums without PASS, as rules 4.1 gives them: not merely the sums of the rows above.
TOTALS: dict[RuleSet, int] = {
    THREE: 12_654,
    NATIONAL: 27_471,
    RLCARD: 27_471,
    OPENSPIEL: 25_670,
    DOUZERO: 29_993,
    BOTZONE: 13_550,
    BOTH_JOKERS: 13_550,
    PAIR_OK: 12_810,
    FOUR: 9_079,
    JOKERS_APART: 7_951,
    NO_JOKER_PAIRS: 3_855,
    FOUR_ALL_KINDS: 19_130,
}

# Sets of cards that are a play of two kinds (rules 4.1).
TWO_KINDS: dict[RuleSet, int] = dict.fromkeys(PER_KIND, 0) | {OPENSPIEL: 9, DOUZERO: 9}

SOLO_CHAINS = {5: 8, 6: 7, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
PAIR_CHAINS = {3: 10, 4: 9, 5: 8, 6: 7, 7: 6, 8: 5, 9: 4, 10: 3}
TRIO_CHAINS = {2: 11, 3: 10, 4: 9, 5: 8, 6: 7}
CHAIN_PAIRS = {2: 605, 3: 1_200, 4: 1_134}
NATIONAL_SOLOS = {2: 968, 3: 3_282, 4: 7_184, 5: 10_388}
BOTH_JOKERS_SOLOS = {2: 858, 3: 2_200, 4: 2_970, 5: 2_016}

# rules 4.1 and 4.2, "by number of units".
PER_LENGTH: dict[tuple[RuleSet, str], dict[int, int]] = {
    (THREE, "solo chain"): SOLO_CHAINS,
    (THREE, "pair chain"): PAIR_CHAINS,
    (THREE, "trio chain"): TRIO_CHAINS,
    (THREE, "trio chain+solos"): {2: 847, 3: 2_100, 4: 2_646, 5: 1_568},
    (NATIONAL, "trio chain+solos"): NATIONAL_SOLOS,
    (RLCARD, "trio chain+solos"): NATIONAL_SOLOS,
    (REPEAT_3, "trio chain+solos"): NATIONAL_SOLOS,
    (OPENSPIEL, "trio chain+solos"): {2: 968, 3: 3_291, 4: 7_264, 5: 10_682},
    (DOUZERO, "trio chain+solos"): {2: 979, 3: 3_391, 4: 7_750, 5: 12_211},
    (BOTZONE, "trio chain+solos"): BOTH_JOKERS_SOLOS,
    (BOTH_JOKERS, "trio chain+solos"): BOTH_JOKERS_SOLOS,
    (THREE, "trio chain+pairs"): CHAIN_PAIRS,
    (NATIONAL, "trio chain+pairs"): CHAIN_PAIRS,
    (OPENSPIEL, "trio chain+pairs"): CHAIN_PAIRS,
    (DOUZERO, "trio chain+pairs"): CHAIN_PAIRS,
    (BOTZONE, "trio chain+pairs"): CHAIN_PAIRS,
    (FOUR, "solo chain"): SOLO_CHAINS,
    (FOUR, "pair chain"): PAIR_CHAINS | {11: 2, 12: 1},
    (FOUR, "trio chain"): TRIO_CHAINS | {7: 6, 8: 5, 9: 4, 10: 3, 11: 2},
    (FOUR, "trio chain+pairs"): {2: 858, 3: 2_200, 4: 2_970, 5: 2_016, 6: 588},
    (JOKERS_APART, "trio chain+pairs"): {2: 847, 3: 2_100, 4: 2_646, 5: 1_568, 6: 343},
    (NO_JOKER_PAIRS, "trio chain+pairs"): {2: 605, 3: 1_200, 4: 1_134, 5: 448, 6: 49},
    # The chains of three players, 7,161, and those that only 33 cards hold: 343 + 12 (rules 1.5).
    (FOUR_ALL_KINDS, "trio chain+solos"): {2: 847, 3: 2_100, 4: 2_646, 5: 1_568, 6: 343, 7: 12},
    (FOUR, "bomb"): {4: 13, 5: 13, 6: 13, 7: 13, 8: 13},
    (THREE, "bomb"): {4: 13},
}

# Plays of at most as many cards as a peasant is dealt (rules 1.2): the total, and some kinds.
PEASANT: dict[RuleSet, tuple[int, int, dict[str, int]]] = {
    THREE: (
        17,
        9_938,
        {
            "pair chain": 45,
            "trio chain": 38,
            "trio chain+solos": 5_593,
            "trio chain+pairs": 1_805,
            "solo chain": 36,
            "quad+solos": 1_170,
            "quad+pairs": 858,
            "trio+solo": 182,
        },
    ),
    FOUR: (25, 8_482, {"trio chain": 56, "trio chain+pairs": 8_044, "pair chain": 55, "bomb": 65}),
}

# The sums of rules 4.1, and PASS.
SIZES = {
    "three_player": 12_655,
    "four_player": 9_080,
    "national": 27_472,
    "rlcard": 27_472,
    "openspiel": 25_671,
    "douzero": 29_994,
    "botzone": 13_551,
}


def _name(value: object) -> str | None:
    if not isinstance(value, tuple):
        return None
    preset, changes = value
    return "-".join([preset, *(f"{field}={setting}" for field, setting in changes)])


@cache
def all_plays(rules: RuleSet) -> tuple[int, ...]:
    """Take every play from the engine, packed."""
    preset, changes = rules
    engine = Ruleset(**(PRESETS[preset] | dict(changes)))
    moves = engine.actions(np.arange(engine.action_count(), dtype=np.int64))
    assert moves[0] == 0
    return tuple(moves[1:].tolist())


def size(move: int) -> int:
    return sum(move >> 4 * rank & 15 for rank in range(15))


@pytest.mark.parametrize("rules", PER_KIND, ids=_name)
def test_plays_per_kind(rules: RuleSet) -> None:
    seen = Counter(move >> 60 for move in all_plays(rules))
    assert {name: seen[code] for name, code in KINDS.items()} == dict(
        zip(KINDS, PER_KIND[rules], strict=True)
    )
    assert set(seen) <= set(KINDS.values())


@pytest.mark.parametrize("rules", TOTALS, ids=_name)
def test_total_of_plays(rules: RuleSet) -> None:
    moves = all_plays(rules)
    assert len(moves) == len(set(moves)) == TOTALS[rules]


@pytest.mark.parametrize("rules", TWO_KINDS, ids=_name)
def test_cards_with_two_kinds(rules: RuleSet) -> None:
    kinds = Counter(move & (1 << 60) - 1 for move in all_plays(rules))
    assert sorted(set(kinds.values()) - {1}) == ([2] if TWO_KINDS[rules] else [])
    assert sum(count == 2 for count in kinds.values()) == TWO_KINDS[rules]


@pytest.mark.parametrize(("rules", "kind"), PER_LENGTH, ids=_name)
def test_plays_per_length(rules: RuleSet, kind: str) -> None:
    moves = [move for move in all_plays(rules) if move >> 60 == KINDS[kind]]
    lengths = Counter(move_shape(move)[0] for move in moves)
    assert lengths == PER_LENGTH[rules, kind]


@pytest.mark.parametrize("rules", PEASANT, ids=_name)
def test_plays_within_the_hand_of_a_peasant(rules: RuleSet) -> None:
    cap, total, per_kind = PEASANT[rules]
    moves = [move for move in all_plays(rules) if size(move) <= cap]
    assert len(moves) == total
    seen = Counter(move >> 60 for move in moves)
    assert {kind: seen[KINDS[kind]] for kind in per_kind} == per_kind


@pytest.mark.parametrize("rules", PER_KIND, ids=_name)
def test_the_largest_play_is_the_whole_hand_of_the_landlord(rules: RuleSet) -> None:
    whole_hand = 33 if rules[0] == "four_player" else 20
    assert max(size(move) for move in all_plays(rules)) == whole_hand


@pytest.mark.parametrize("preset", SIZES)
def test_size_of_the_action_space(preset: str) -> None:
    assert Ruleset(**PRESETS[preset]).action_count() == SIZES[preset]


def test_chains_that_beat_a_chain_of_two_trios_with_solos() -> None:
    """A higher body is KKKAAA alone: two solos of the 13 other ranks, not both jokers (rules 1.5)."""
    higher = [
        move
        for move in all_plays(THREE)
        if move >> 60 == KINDS["trio chain+solos"] and move_shape(move) == (2, 11)
    ]
    assert len(higher) == 13 * 12 // 2 - 1
