"""docs/rules.md 1.1 and 1.2: the cards, the deal, the turned-up card and who bids first."""

from collections import Counter

import numpy as np
import pytest
from numpy.random import PCG64, SeedSequence

from doudizhu_fast.deals import deal, draw_deal
from doudizhu_fast.hand import Hand
from doudizhu_fast.rules import Rules

PRESETS = {3: Rules.three_player(), 4: Rules.four_player()}
SIZES = {3: (54, 17, 3), 4: (108, 25, 8)}
WINDOW = 128


def bounded(ranges, raw):
    """Exactly uniform numbers below the ranges, eight at a time from one raw number."""
    numbers = []
    for start in range(0, len(ranges), 8):
        batch = ranges[start : start + 8]
        product = int(np.prod(np.array(batch, dtype=object)))
        while True:
            rest, digits = raw(), []
            for bound in batch:
                digit, rest = divmod(rest * bound, 2**64)
                digits.append(digit)
            if rest >= 2**64 % product:
                break
        numbers += digits
    return numbers


def dealt_by_hand(players, root, game, redeal):
    """The published recipe, from numpy's own generator."""
    cards, size, bottom_size = SIZES[players]
    packs = players - 2
    deck = [rank for rank in range(13) for _ in range(4 * packs)] + [13] * packs + [14] * packs
    stream = PCG64(SeedSequence(root))
    stream.advance(WINDOW * (game + redeal * 2**64))
    ranges = [cards - i for i in range(cards - size)]
    *swaps, shown = bounded([*ranges, players * size], lambda: int(stream.random_raw()))
    for i, step in enumerate(swaps):
        deck[i], deck[i + step] = deck[i + step], deck[i]
    parts, at = [], 0
    for length in [size] * (players - 1) + [bottom_size, size]:
        parts.append(deck[at : at + length])
        at += length
    *hands, bottom, last = parts
    hands.append(last)
    return hands, bottom, shown // size, hands[shown // size][shown % size]


def text(ranks):
    return "".join("3456789TJQKA2BR"[rank] for rank in sorted(ranks))


@pytest.mark.parametrize("players", [3, 4])
def test_deals_follow_the_published_recipe_from_numpys_own_stream(players):
    cases = [
        (root, game, redeal)
        for root in (0, 5, 2**100 + 1)
        for game in (0, 1, 999_999, 2**64 - 1)
        for redeal in (0, 1, 1000)
    ]
    for root, game, redeal in cases:
        hands, bottom, first_bidder, turned_up = dealt_by_hand(players, root, game, redeal)
        drawn = draw_deal(root, game, redeal, PRESETS[players])
        assert [str(hand) for hand in drawn.hands] == [text(hand) for hand in hands], (root, game)
        assert str(drawn.bottom) == text(bottom), (root, game)
        assert (drawn.first_bidder, drawn.turned_up) == (first_bidder, turned_up), (root, game)
    assert len(cases) == 36


@pytest.mark.parametrize("players", [3, 4])
def test_every_card_is_dealt_once_and_the_first_bidder_holds_the_turned_up_card(players):
    cards, size, bottom_size = SIZES[players]
    packs = players - 2
    whole = Counter(dict.fromkeys(range(13), 4 * packs) | {13: packs, 14: packs})
    deals = [deal(seed, PRESETS[players]) for seed in range(300)]
    for seed, drawn in enumerate(deals):
        assert [len(hand) for hand in drawn.hands] == [size] * players, seed
        assert len(drawn.bottom) == bottom_size, seed
        assert (
            sum((Counter(map(int, part)) for part in (*drawn.hands, drawn.bottom)), Counter())
            == whole
        ), seed
        assert drawn.turned_up in drawn.hands[drawn.first_bidder], seed
    assert len(set(deals)) == 300
    assert sum(whole.values()) == cards


@pytest.mark.parametrize("players", [3, 4])
def test_every_seat_bids_first_equally_often_and_gets_every_rank_equally_often(players):
    rounds = 2000
    rules = PRESETS[players]
    first, turned_up, jokers = Counter(), Counter(), Counter()
    for index in range(rounds):
        drawn = draw_deal(11, index, 0, rules)
        first[drawn.first_bidder] += 1
        turned_up[int(drawn.turned_up)] += 1
        for seat, hand in enumerate((*drawn.hands, drawn.bottom)):
            jokers[seat] += hand.count(14)
    assert sum(first.values()) == rounds
    # Four standard deviations of a count of independent games.
    for seat in range(players):
        assert abs(first[seat] - rounds / players) < 4 * (rounds / players) ** 0.5, first
    cards, size, _ = SIZES[players]
    copies = players - 2
    for rank in range(15):
        expected = rounds * (4 * copies if rank < 13 else copies) / cards
        assert abs(turned_up[rank] - expected) < 4 * expected**0.5, turned_up
    for seat in range(players):
        expected = rounds * copies * size / cards
        assert abs(jokers[seat] - expected) < 4 * expected**0.5, jokers


def test_without_a_turned_up_card_the_cards_are_the_same_and_no_card_is_public():
    rules = Rules.three_player().replace(turned_up_card=False)
    for seed in range(20):
        plain = deal(seed)
        hidden = deal(seed, rules)
        assert hidden.turned_up is None
        assert (hidden.hands, hidden.bottom, hidden.first_bidder) == (
            plain.hands,
            plain.bottom,
            plain.first_bidder,
        )


def test_suits_never_matter_two_deals_of_the_same_ranks_are_one():
    assert Hand("♠3 ♥3") == Hand("♦3 ♣3")
