"""Random deals: the cards, the stream they come from, and one deal worked out by hand (rules 1.2)."""

from collections import Counter
from math import prod

import numpy as np
import pytest

from doudizhu_fast._reference import Ruleset
from doudizhu_fast._reference.deals import _bounded_draws, _draw_batch, _raw_draws
from doudizhu_fast._reference.packed import counts_of

from .by_definition import LETTERS, packed
from .presets import PRESETS

THREE = Ruleset(**PRESETS["three_player"])
FOUR = Ruleset(**PRESETS["four_player"])
TABLES = pytest.mark.parametrize("rules", [THREE, FOUR], ids=["three", "four"])


def stream_of(root: int) -> tuple[int, int]:
    words = [int(word) for word in np.random.SeedSequence(root).generate_state(4, np.uint64)]
    return words[0] << 64 | words[1], words[2] << 64 | words[3]


@pytest.mark.parametrize("root", [0, 1, 7, 2**64, 2**100 + 3])
def test_draws_are_those_of_numpys_generator(root: int) -> None:
    expected = np.random.PCG64(np.random.SeedSequence(root)).random_raw(300).tolist()
    initstate, initseq = stream_of(root)
    next_raw = _raw_draws(initstate, initseq, 0)
    assert [next_raw() for _ in range(300)] == expected
    later = _raw_draws(initstate, initseq, 128)
    assert [later() for _ in range(172)] == expected[128:]


def test_redeals_start_far_out_in_the_same_stream() -> None:
    initstate, initseq = stream_of(5)
    generator = np.random.PCG64(np.random.SeedSequence(5))
    generator.advance(128 * (3 + 2 * 2**64))
    next_raw = _raw_draws(initstate, initseq, 128 * (3 + 2 * 2**64))
    assert [next_raw() for _ in range(5)] == generator.random_raw(5).tolist()


def test_a_batch_takes_digit_after_digit() -> None:
    # A little over the fraction 1/2: in base 3 its first digit is 1, rest 1/2; in base 4 then 2.
    assert _draw_batch([3, 4], iter([(1 << 63) + 1]).__next__) == [1, 2]
    assert _draw_batch([2, 2, 2], iter([0b101 << 61]).__next__) == [1, 0, 1]


def test_uneven_draws_are_thrown_away() -> None:
    # 2^64 mod 3 is 1: of the draws 0 .. 2^64 - 1 exactly one is too many, and it is 0.
    assert _draw_batch([3], iter([0, 1]).__next__) == [0]
    draws = iter([0, 0, (1 << 64) - 1])
    assert _draw_batch([3], draws.__next__) == [2]
    assert list(draws) == []


def test_draws_are_exactly_uniform_in_small() -> None:
    """All draws of the first 2^64 are too many to try, but every digit has the same width."""
    ranges = [5, 7]
    product = prod(ranges)
    width = (1 << 64) // product
    seen: Counter[tuple[int, ...]] = Counter()
    for block in range(product):
        # The middle of each of the 35 equal blocks must give its own pair of digits.
        middle = block * (1 << 64) // product + width // 2
        seen[tuple(_draw_batch(ranges, iter([middle]).__next__))] += 1
    assert len(seen) == product


def test_ranges_are_cut_into_batches_of_eight() -> None:
    drawn = []
    stream = _raw_draws(1, 2, 0)

    def next_raw() -> int:
        drawn.append(stream())
        return drawn[-1]

    assert len(_bounded_draws(range(54, 16, -1), next_raw)) == 38
    assert len(drawn) == 5
    assert len(_bounded_draws(range(108, 24, -1), next_raw)) == 84
    assert len(drawn) == 5 + 11


@TABLES
def test_every_deal_hands_out_the_whole_pack(rules: Ruleset) -> None:
    initstate, initseq = stream_of(11)
    for game in range(300):
        hands, bottom, first_bidder, turned_up = rules.deal(initstate, initseq, game, game % 3)
        sizes = [sum(counts_of(hand)) for hand in hands]
        assert sizes == [rules.hand_size] * rules.players
        assert sum(counts_of(bottom)) == rules.bottom_size
        together = counts_of(sum(hands) + bottom)
        assert together == [4 * rules.packs] * 13 + [rules.packs] * 2
        assert counts_of(hands[first_bidder])[turned_up] > 0


@TABLES
def test_deals_depend_on_every_number(rules: Ruleset) -> None:
    arguments = [(1, 2, 3, 4), (0, 2, 3, 4), (1, 0, 3, 4), (1, 2, 0, 4), (1, 2, 3, 0)]
    assert len({rules.deal(*numbers) for numbers in arguments}) == len(arguments)
    assert rules.deal(1, 2, 3, 4) == rules.deal(1, 2, 3, 4)


def test_switches_do_not_change_the_cards() -> None:
    deals = {
        Ruleset(**switches).deal(1, 2, 3, 0)
        for switches in PRESETS.values()
        if switches["players"] == 3
    }
    assert len(deals) == 1


@TABLES
def test_seats_ranks_and_first_bidders_are_evenly_spread(rules: Ruleset) -> None:
    initstate, initseq = stream_of(2)
    games = 3_000
    first: Counter[int] = Counter()
    red_jokers: Counter[int] = Counter()
    for game in range(games):
        hands, bottom, first_bidder, _ = rules.deal(initstate, initseq, game, 0)
        first[first_bidder] += 1
        for place, cards in enumerate((*hands, bottom)):
            red_jokers[place] += counts_of(cards)[14]
    for seat in range(rules.players):
        assert abs(first[seat] / games - 1 / rules.players) < 0.03
        share = rules.hand_size / (54 * rules.packs)
        assert abs(red_jokers[seat] / (games * rules.packs) - share) < 0.03
    assert sum(red_jokers.values()) == games * rules.packs


def test_a_deal_worked_out_step_by_step() -> None:
    """The recipe once more in the plainest words, for game 1 of root 42, first redeal."""
    generator = np.random.PCG64(np.random.SeedSequence(42))
    generator.advance(128 * (1 + 1 * 2**64))
    deck = [letter for letter in LETTERS[:13] for _ in range(4)] + ["B", "R"]
    ranges = [54 - i for i in range(37)] + [51]
    draws: list[int] = []
    while ranges:
        batch, ranges = ranges[:8], ranges[8:]
        x = int(generator.random_raw())
        # The whole batch at once: x * product / 2^64, written in mixed radix, highest digit first.
        product = prod(batch)
        assert x * product % 2**64 >= 2**64 % product
        whole = x * product // 2**64
        digits = []
        for n in reversed(batch):
            whole, digit = divmod(whole, n)
            digits.append(digit)
        draws += reversed(digits)
    for i in range(37):
        j = i + draws[i]
        deck[i], deck[j] = deck[j], deck[i]
    seats = [deck[0:17], deck[17:34], deck[37:54]]
    u = draws[37]
    expected = (
        tuple(packed("".join(seat)) for seat in seats),
        packed("".join(deck[34:37])),
        u // 17,
        LETTERS.index(seats[u // 17][u % 17]),
    )
    assert THREE.deal(*stream_of(42), 1, 1) == expected


def test_one_deal_is_written_down() -> None:
    """A change of the recipe would change every seeded result: these cards must stay."""
    hands, bottom, first_bidder, turned_up = THREE.deal(*stream_of(0), 0, 0)
    assert hands == (
        packed("66778889TTJJQAA2R"),
        packed("345579QQQKKKKA22B"),
        packed("334445667899TTJJA"),
    )
    assert bottom == packed("352")
    assert (first_bidder, LETTERS[turned_up]) == (0, "J")
