"""Deal and deal(): values, errors, text (docs/rules.md 1.2)."""

import copy
import pickle

import numpy as np
import pytest
from numpy.random import SeedSequence

from doudizhu_fast.deals import Deal, deal
from doudizhu_fast.enums import Rank
from doudizhu_fast.exceptions import (
    InvalidArgumentError,
    InvalidCardsError,
    InvalidRecordError,
    InvalidRulesError,
)
from doudizhu_fast.hand import Hand
from doudizhu_fast.rules import Rules

HANDS = ("33334444555566667", "77788889999TTTTJJ", "JJQQQQKKKKAAAA222")
BOTTOM = "2BR"


def test_a_deal_takes_hands_or_their_text_and_the_rank_in_any_form():
    made = Deal(HANDS, BOTTOM, 1, "T")
    assert made.hands == tuple(Hand(hand) for hand in HANDS)
    assert (made.bottom, made.first_bidder, made.turned_up) == (Hand(BOTTOM), 1, Rank.TEN)
    assert made.rules == Rules()
    for same in (
        Deal([Hand(hand) for hand in HANDS], Hand(BOTTOM), np.int64(1), Rank.TEN, "three_player"),
        Deal(list(HANDS), BOTTOM, 1, 7, Rules()),
        Deal(HANDS, BOTTOM, 1, "10"),
    ):
        assert same == made
        assert hash(same) == hash(made)
    assert type(Deal(HANDS, BOTTOM, np.int64(1), np.int64(7)).turned_up) is Rank


def test_the_turned_up_card_may_be_unknown():
    assert Deal(HANDS, BOTTOM, 1).turned_up is None
    assert Deal(HANDS, BOTTOM, 1) != Deal(HANDS, BOTTOM, 1, "T")


@pytest.mark.parametrize(
    ("hands", "bottom", "detail"),
    [
        (HANDS[:2], BOTTOM, "3 hands are needed, got 2"),
        ((*HANDS, ""), BOTTOM, "3 hands are needed, got 4"),
        ((), BOTTOM, "3 hands are needed, got 0"),
        ((HANDS[0][:-1], *HANDS[1:]), BOTTOM, "seat 0 has 16 cards, not 17"),
        ((HANDS[0], HANDS[1], HANDS[2] + "2"), "BR", "seat 2 has 18 cards, not 17"),
        (HANDS, "BR", "the bottom has 2 cards, not 3"),
        (HANDS, "2BB", "B too often, R nowhere"),
        (("3333444455556666A", *HANDS[1:]), BOTTOM, "A too often, 7 nowhere"),
        (("33333444555566667", *HANDS[1:]), BOTTOM, "3 too often, 4 nowhere"),
    ],
)
def test_cards_that_are_no_deal_are_refused_with_what_is_wrong(hands, bottom, detail):
    with pytest.raises(InvalidCardsError) as caught:
        Deal(hands, bottom, 0)
    assert (caught.value.reason, caught.value.detail) == ("wrong_deal", detail)


@pytest.mark.parametrize(
    ("first_bidder", "turned_up", "error", "reason"),
    [
        (3, None, InvalidArgumentError, "out_of_range"),
        (-1, None, InvalidArgumentError, "out_of_range"),
        (None, None, InvalidArgumentError, "wrong_type"),
        (True, None, InvalidArgumentError, "wrong_type"),
        (0, 15, InvalidArgumentError, "out_of_range"),
        (0, 1.0, InvalidArgumentError, "wrong_type"),
        (0, "33", InvalidCardsError, "not_one_card"),
        (0, "A", InvalidCardsError, "wrong_deal"),
        (1, "3", InvalidCardsError, "wrong_deal"),
        (2, "R", InvalidCardsError, "wrong_deal"),
    ],
)
def test_first_bidder_and_turned_up_card_are_checked(first_bidder, turned_up, error, reason):
    with pytest.raises(error) as caught:
        Deal(HANDS, BOTTOM, first_bidder, turned_up)
    assert caught.value.reason == reason


def test_rules_that_turn_no_card_up_take_none():
    rules = Rules().replace(turned_up_card=False)
    assert Deal(HANDS, BOTTOM, 0, None, rules).turned_up is None
    with pytest.raises(InvalidCardsError) as caught:
        Deal(HANDS, BOTTOM, 0, "3", rules)
    assert caught.value.reason == "wrong_deal"


@pytest.mark.parametrize("hands", ["334", None, 5, {"3", "4", "5"}, iter(HANDS), 3.5])
def test_hands_are_a_sequence(hands):
    with pytest.raises(InvalidArgumentError) as caught:
        Deal(hands, BOTTOM, 0)
    assert caught.value.reason == "wrong_type"


def test_unreadable_cards_keep_their_own_error():
    with pytest.raises(InvalidCardsError) as caught:
        Deal(("x", *HANDS[1:]), BOTTOM, 0)
    assert caught.value.reason == "unknown_card"


def test_a_deal_is_immutable():
    made = Deal(HANDS, BOTTOM, 1)
    with pytest.raises(AttributeError):
        made.first_bidder = 2
    with pytest.raises((AttributeError, TypeError)):
        made.extra = 2
    with pytest.raises(AttributeError):
        del made.bottom


@pytest.mark.parametrize(
    "rules", ["three_player", "four_player", "rlcard", Rules(turned_up_card=False)]
)
def test_copies_pickles_and_texts_give_the_deal_back(rules):
    for seed in range(10):
        made = deal(seed, rules)
        assert copy.copy(made) == copy.deepcopy(made) == pickle.loads(pickle.dumps(made)) == made
        assert Deal.parse(made.text) == made
        assert eval(repr(made)) == made


def test_the_text_has_five_words():
    made = Deal(HANDS, BOTTOM, 1, "T")
    assert made.text == f"three_player {'/'.join(HANDS)} 2BR 1 T"
    assert Deal(HANDS, BOTTOM, 0).text.endswith(" 2BR 0 -")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "three_player",
        f"three_player {'/'.join(HANDS)} 2BR 1",
        f"three_player {'/'.join(HANDS)} 2BR 1 T T",
        f"no_rules {'/'.join(HANDS)} 2BR 1 T",
        f"three_player {'/'.join(HANDS[:2])} 2BR 1 T",
        f"three_player {'/'.join(HANDS)} 2BR 3 T",
        f"three_player {'/'.join(HANDS)} 2BR ¹ T",
        f"three_player {'/'.join(HANDS)} 2BR 1 X",
        f"three_player {'/'.join(HANDS)} 2BR 1 3",
        "3" * 100_000,
        "\ud800 a b c d",
        None,
        7,
    ],
    ids=lambda text: repr(text)[:20],
)
def test_texts_that_are_no_deal_are_refused(text):
    with pytest.raises(InvalidRecordError) as caught:
        Deal.parse(text)
    assert caught.value.reason == "bad_deal"
    assert len(str(caught.value)) < 600


def test_a_deal_moves_to_other_rules_of_as_many_players():
    made = deal(3)
    moved = made.under("national")
    assert (moved.hands, moved.turned_up, moved.rules) == (
        made.hands,
        made.turned_up,
        Rules.national(),
    )
    assert made.under(Rules()) is made
    assert made.under(Rules(turned_up_card=False)).turned_up is None
    with pytest.raises(InvalidRulesError) as caught:
        made.under("four_player")
    assert caught.value.reason == "wrong_players"


def test_one_seed_one_deal_whatever_form_the_seed_has():
    for seed in (0, 5, 2**128):
        made = deal(seed)
        assert made == deal(SeedSequence(seed))
        assert made == deal(seed, "three_player")
    assert deal(np.int64(5)) == deal(5)
    assert deal(np.random.default_rng(5)) == deal(np.random.default_rng(5))
    assert len({deal(seed) for seed in range(100)}) == 100
    assert deal() != deal()


def test_a_generator_is_not_used_up_by_a_call_that_fails():
    generator, other = np.random.default_rng(5), np.random.default_rng(5)
    with pytest.raises(InvalidRulesError):
        deal(generator, "no rules")
    assert deal(generator) == deal(other)


@pytest.mark.parametrize("seed", [-1, True, 1.5, "5"])
def test_bad_seeds_are_refused(seed):
    with pytest.raises(InvalidArgumentError) as caught:
        deal(seed)
    assert caught.value.reason == "bad_seed"


def test_known_deals_stay_as_they_are():
    """Changing these would change every seed that anybody has written down."""
    assert deal(3).text == (
        "three_player 3455677TJQQKKA222/33445578899TJJQ2R/346678899TJQKAAAB 6TK 0 5"
    )


def test_suited_cards_are_of_the_packs_of_the_rules():
    hands = ["33334444555566667", "77788889999TTTTJJ", "JJQQQQKKKKAAAA222"]
    for changed in ([hands[0][:-1] + " ♠7♠7", *hands[1:]], hands):
        bottom = "♠2 ♠2 R" if changed is hands else "2BR"
        with pytest.raises(InvalidCardsError) as caught:
            Deal(changed, bottom, 0)
        assert caught.value.reason in ("repeated_card", "unknown_card")
    with pytest.raises(InvalidCardsError) as caught:
        Deal(hands, "♠2♠2R", 0)
    assert (caught.value.reason, caught.value.times) == ("repeated_card", 2)


def test_a_text_that_is_too_long_says_so_and_blanks_do_no_harm():
    text = deal(5).text
    assert Deal.parse(" \t" + text + " " * 5000) == deal(5)
    with pytest.raises(InvalidRecordError, match="characters, more than 1000") as caught:
        Deal.parse(text + "3" * 1000)
    assert caught.value.reason == "bad_deal"
