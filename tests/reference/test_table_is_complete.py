"""The table of plays holds exactly what the rules allow: proved by trying all cards of small hands.

Every sub-multiset of a hand is read by `by_definition`; the leads of the hand must be those
readings, no more, no fewer, in the order of ids.
"""

from itertools import combinations_with_replacement, product
from random import Random
from typing import Any, NamedTuple

import pytest

from doudizhu_fast._reference import Ruleset, beats, move_shape
from doudizhu_fast._reference.packed import counts_of
from doudizhu_fast._reference.shapes import find_shape

from .by_definition import pack, packed, packed_moves, readings
from .presets import PRESETS, RULE_SETS, Switches

# The two engines are not in question here, so one run of `make check` is enough.
pytestmark = pytest.mark.slow

HANDS_PER_RULE_SET = 200


def _jokers(switches: Switches) -> int:
    return 1 if switches["players"] == 3 else 2


def _pack_counts(switches: Switches) -> list[int]:
    jokers = _jokers(switches)
    return [4 * jokers] * 13 + [jokers] * 2


def _random_hand(random: Random, switches: Switches) -> list[int]:
    """Deal 6 to 12 cards: any, or of a few neighbouring ranks and the jokers, or around trios."""
    limits = _pack_counts(switches)
    hand = [0] * 15
    form = random.choice(("any", "neighbours", "trios", "trios"))
    if form == "neighbours":
        width = random.randint(3, 5)
        low = random.randrange(13 - width + 1)
        limits = [n if low <= r < low + width or r > 12 else 0 for r, n in enumerate(limits)]
    if form == "trios":
        length = random.randint(2, 3)
        low = random.randrange(12 - length + 1)
        hand[low : low + length] = [3] * length
    left = [rank for rank in range(15) for _ in range(limits[rank] - hand[rank])]
    size = random.randint(6, 12) - sum(hand)
    for rank in random.sample(left, max(0, min(size, len(left)))):
        hand[rank] += 1
    return hand


class _Leads(NamedTuple):
    """The packed leads of a hand in id order, and how many cards were read, with what surprises."""

    moves: list[int]
    read: int
    two_kinds: int
    two_bodies: int


def _leads_by_definition(hand: list[int], switches: Switches) -> _Leads:
    plays = []
    read = two_kinds = two_bodies = 0
    for counts in product(*(range(count + 1) for count in hand)):
        found = readings(counts, switches)
        read += 1
        two_kinds += len(found) > 1
        for kind, bodies in found.items():
            two_bodies += len(bodies) > 1
            length, rank = bodies[-1]
            plays.append((kind, length, rank, pack(counts)))
    moves = [kind << 60 | cards for kind, *_, cards in sorted(plays)]
    return _Leads(moves, read, two_kinds, two_bodies)


@pytest.mark.parametrize("name", RULE_SETS)
def test_leads_of_small_hands_are_all_readings_of_their_cards(name: str) -> None:
    switches = RULE_SETS[name]
    rules = Ruleset(**switches)
    random = Random(f"small hands {name}")
    moves_seen = cards_read = 0
    kinds_seen: set[int] = set()
    for _ in range(HANDS_PER_RULE_SET):
        hand = _random_hand(random, switches)
        expected = _leads_by_definition(hand, switches)
        assert packed_moves(rules.legal_moves(pack(hand))) == expected.moves, hand
        moves_seen += len(expected.moves)
        cards_read += expected.read
        kinds_seen |= {move >> 60 for move in expected.moves}
    assert moves_seen > 10 * HANDS_PER_RULE_SET
    assert cards_read > 200 * HANDS_PER_RULE_SET
    # The rocket of four jokers is rare among twelve cards.
    assert kinds_seen >= {rules.action(i) >> 60 for i in range(1, rules.action_count())} - {14}


# Hands made for what random ones seldom hold: two bodies, bombs and trios among the kickers, all
# jokers, neighbours on both sides. With them the number of cards that have two kinds, and of those
# that have two bodies, when every switch is as loose as it gets.
SPECIAL_HANDS_3P = {
    "333444555666": (1, 1),
    "333444555666777789": (2, 4),
    "3334445556667777": (2, 2),
    "QQQKKKAAA222BR": (0, 0),
    "TTTJJJQQQKKKAAA": (2, 2),
    "3334444555BR66": (0, 0),
    "4445556667777BR": (1, 1),
    "333344445555": (0, 0),
}
SPECIAL_HANDS_4P = {
    "333444555666": (1, 1),
    "333444555666777789": (2, 4),
    "3334445556666BBRR": (1, 1),
    "333444555666777788BR": (2, 5),
    "333444555666777888999TTT": (6, 27),
    "33333444445555566666": (1, 1),
    "QQQKKKAAA2222BBRR": (0, 0),
}
LOOSEST = {3: "douzero", 4: "4p loosest"}


@pytest.mark.parametrize("name", RULE_SETS)
def test_leads_of_special_hands_are_all_readings_of_their_cards(name: str) -> None:
    switches = RULE_SETS[name]
    rules = Ruleset(**switches)
    hands = SPECIAL_HANDS_3P if switches["players"] == 3 else SPECIAL_HANDS_4P
    hands_read = plays_read = 0
    for text in hands:
        hand = counts_of(packed(text))
        expected = _leads_by_definition(hand, switches).moves
        assert packed_moves(rules.legal_moves(pack(hand))) == expected, text
        for move in expected:
            # Where two bodies are possible the move is the higher one.
            assert move_shape(move) == readings(counts_of(move), switches)[move >> 60][-1]
            plays_read += 1
        hands_read += 1
    assert hands_read == (8 if switches["players"] == 3 else 7)
    # The fewest leads, those of rules without kickers, are still dozens for each hand.
    assert plays_read > 20 * hands_read


@pytest.mark.parametrize("players", LOOSEST)
def test_special_hands_hold_the_ambiguous_cards_they_are_made_for(players: int) -> None:
    switches = RULE_SETS[LOOSEST[players]]
    hands = SPECIAL_HANDS_3P if players == 3 else SPECIAL_HANDS_4P
    seen = {}
    for text in hands:
        leads = _leads_by_definition(counts_of(packed(text)), switches)
        seen[text] = leads.two_kinds, leads.two_bodies
    assert seen == hands


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_multiset_of_up_to_six_cards_is_classified_by_definition(name: str) -> None:
    switches = RULE_SETS[name]
    rules = Ruleset(**switches)
    limits = _pack_counts(switches)
    seen = plays = 0
    for size in range(7):
        for ranks in combinations_with_replacement(range(15), size):
            counts = [ranks.count(rank) for rank in range(15)]
            if any(count > limit for count, limit in zip(counts, limits, strict=True)):
                continue
            cards = pack(counts)
            assert rules.classify(cards) == [
                kind << 60 | cards for kind in readings(counts, switches)
            ]
            seen += 1
            plays += bool(rules.classify(cards))
    # Coefficients of (1 + x + .. + x^4k)^13 (1 + .. + x^k)^2 up to x^6, for k packs.
    assert seen == {1: 46_440, 2: 52_633}[_jokers(switches)]
    actions = [rules.action(action) for action in range(1, rules.action_count())]
    assert plays == sum(sum(counts_of(move)) <= 6 for move in actions)


@pytest.mark.parametrize("name", [*PRESETS, "4p all kinds", "4p loosest"])
def test_every_entry_is_a_reading_of_its_cards(name: str) -> None:
    switches = RULE_SETS[name]
    rules = Ruleset(**switches)
    previous: tuple[Any, ...] = ()
    for action in range(1, rules.action_count()):
        move = rules.action(action)
        kind, cards = move >> 60, move & (1 << 60) - 1
        bodies = readings(counts_of(cards), switches)[kind]
        assert find_shape(move) == (kind, *bodies[-1])
        key = (kind, *bodies[-1], cards)
        assert key > previous
        previous = key
        assert move in rules.classify(cards)
        assert rules.action_id(move) == action
        assert rules.is_play(move)
    assert rules.action_count() > 300


def test_two_body_entries_per_preset() -> None:
    """Cards with two kinds are the nine chains of four trios; those with two bodies are fewer ids."""
    two_bodies = {}
    two_kinds = {}
    for name, switches in PRESETS.items():
        rules = Ruleset(**switches)
        moves = [rules.action(action) for action in range(1, rules.action_count())]
        chains = [move for move in moves if move >> 60 == 9]
        bodies = [readings(counts_of(move), switches)[9] for move in chains]
        two_bodies[name] = sum(len(found) - 1 for found in bodies)
        two_kinds[name] = len(moves) - len({move & (1 << 60) - 1 for move in moves})
    nothing = dict.fromkeys(PRESETS, 0)
    # rules 4.1: 26,053 - 25,670 and 30,383 - 29,993 heads more than plays.
    assert two_bodies == nothing | {"openspiel": 383, "douzero": 390}
    assert two_kinds == nothing | {"openspiel": 9, "douzero": 9}


def test_shapes_are_the_plays_of_the_loosest_rules() -> None:
    loosest = Ruleset(**RULE_SETS["4p loosest"])
    three_player_rocket = 14 << 60 | packed("BR")
    hands = ["333444555666", "3333444455BBRR", "3456789TJQKA", "33334444555566667", "22223333BBRR"]
    seen = 0
    for text in hands:
        for counts in product(*(range(count + 1) for count in counts_of(packed(text)))):
            for kind in range(16):
                move = kind << 60 | pack(counts)
                allowed = loosest.is_play(move) or move == three_player_rocket
                assert (find_shape(move) is not None) == allowed
                seen += 1
    assert seen == 16 * (4**4 + 5 * 5 * 3 * 9 + 2**12 + 5**4 * 2 + 5 * 5 * 9)


def test_the_loosest_rules_hold_every_play() -> None:
    loosest = Ruleset(**RULE_SETS["4p loosest"])
    seen = 0
    for switches in RULE_SETS.values():
        rules = Ruleset(**switches)
        for action in range(1, rules.action_count()):
            move = rules.action(action)
            assert loosest.is_play(move) or move == 14 << 60 | packed("BR")
            seen += 1
    assert seen > 300_000


@pytest.mark.parametrize("name", RULE_SETS)
def test_follows_are_the_leads_that_beat(name: str) -> None:
    switches = RULE_SETS[name]
    rules = Ruleset(**switches)
    random = Random(f"follows {name}")
    answered = 0
    for _ in range(300):
        hand = pack(_random_hand(random, switches))
        leads = packed_moves(rules.legal_moves(hand))
        to_beat = rules.action(random.randrange(1, rules.action_count()))
        if random.random() < 0.7:
            # A play of another small hand is answered far more often than a random action.
            to_beat = int(random.choice(rules.legal_moves(pack(_random_hand(random, switches)))))
        expected = [0] + [move for move in leads if beats(move, to_beat)]
        assert packed_moves(rules.legal_moves(hand, to_beat)) == expected
        assert rules.count_moves(hand, to_beat) == len(expected)
        assert [rules.nth_move(hand, k, to_beat) for k in range(len(expected))] == expected
        answered += len(expected) > 1
    assert answered > 100
