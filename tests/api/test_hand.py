"""Hand: an immutable multiset that counts, adds, contains, packs, and never half-fails."""

import copy
import itertools
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from doudizhu_fast import DoudizhuError, Hand, InvalidArgumentError, InvalidCardsError, Move, Rank
from doudizhu_fast.packed import MOST_OF_RANK

counts_strategy = st.tuples(*(st.integers(0, most) for most in MOST_OF_RANK))
hands = counts_strategy.map(Hand.from_counts)


@given(counts_strategy)
def test_counts_are_what_was_given(counts: tuple[int, ...]) -> None:
    hand = Hand.from_counts(counts)
    assert hand.counts.dtype == np.uint8
    assert tuple(hand.counts) == counts
    assert [hand.count(rank) for rank in Rank] == list(counts)
    assert len(hand) == sum(counts) == len(list(hand))
    assert list(hand) == sorted(hand)
    assert bool(hand) == any(counts)
    assert int(hand) == sum(count << 4 * rank for rank, count in enumerate(counts))


@given(hands)
def test_text_packed_form_and_pickle_come_back(hand: Hand) -> None:
    assert Hand(str(hand)) == hand == eval(repr(hand))
    assert Hand.from_packed(int(hand)) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert hash(Hand(str(hand))) == hash(hand)
    assert copy.copy(hand) == copy.deepcopy(hand) == hand


@given(hands, hands)
def test_sums_and_differences_agree_with_counts(left: Hand, right: Hand) -> None:
    total = left.counts.astype(int) + right.counts
    if (total <= np.array(MOST_OF_RANK)).all():
        assert (tuple((left + right).counts)) == tuple(total)
        assert (left + right) - right == left
        assert left <= left + right >= right
    else:
        with pytest.raises(InvalidCardsError, match="cannot hold"):
            left + right
    inside = (left.counts <= right.counts).all()
    assert (left <= right) is (right >= left) is (left in right) is bool(inside)
    if inside:
        assert tuple((right - left).counts) == tuple(right.counts - left.counts)
    else:
        with pytest.raises(InvalidCardsError) as caught:
            right - left
        assert caught.value.reason == "not_in_hand"
        assert Hand(caught.value.missing)


def test_texts_and_moves_stand_for_hands() -> None:
    hand = Hand("3334")
    assert hand + "5" == Hand("33345")
    assert "5" + hand == Hand("33345")
    assert hand - "34" == Hand("33")
    assert "33345" - hand == Hand("5")
    assert hand - Move("333+4") == Hand()
    assert hand >= "333"
    assert hand <= "33345"
    assert "33" in hand
    assert Rank.FOUR in hand
    assert Rank.FIVE not in hand
    assert Move("33") in hand
    assert hand.count("3") == hand.count(0) == hand.count(Rank.THREE) == 3
    assert Hand(hand) == hand == Hand([Rank.THREE] * 3 + [Rank.FOUR]) == Hand(["3", "3", "3", "4"])
    assert Hand(["S3", "BJ", "RJ"]) == Hand("3BR")
    assert Hand([]) == Hand("") == Hand()


def test_hands_have_no_order_and_equal_hands_only() -> None:
    assert Hand("3") != "3"
    assert Hand("3") != 1
    assert Hand("3") != Move("3")
    with pytest.raises(TypeError):
        Hand("3") < Hand("4")  # type: ignore[operator]  # noqa: B015
    with pytest.raises(TypeError):
        Hand("3") + 3  # type: ignore[operator]
    with pytest.raises(TypeError):
        Hand("3") <= 3  # type: ignore[operator]  # noqa: B015


def test_hands_are_immutable() -> None:
    hand = Hand("34")
    for change in (
        lambda: setattr(hand, "_packed", 0),
        lambda: setattr(hand, "extra", 0),
        lambda: delattr(hand, "_packed"),
    ):
        with pytest.raises(AttributeError):
            change()
    hand.counts[0] = 7
    hand + "5"
    assert str(hand) == "34"


BAD_COUNTS = [
    ([0] * 14, "bad_counts"),
    ([0] * 16, "bad_counts"),
    (5, "bad_counts"),
    (None, "bad_counts"),
    (["3"] * 15, "bad_counts"),
    ([0.0] * 15, "bad_counts"),
    ([True] + [0] * 14, "bad_counts"),
    (itertools.repeat(0), "bad_counts"),
    (np.zeros((15, 2)), "bad_counts"),
    ([-1] + [0] * 14, "count_out_of_range"),
    ([9] + [0] * 14, "count_out_of_range"),
    ([0] * 14 + [3], "count_out_of_range"),
    ([10**400] + [0] * 14, "count_out_of_range"),
]


@pytest.mark.parametrize(("counts", "reason"), BAD_COUNTS)
def test_bad_counts_are_refused(counts: object, reason: str) -> None:
    with pytest.raises(InvalidCardsError) as caught:
        Hand.from_counts(counts)  # type: ignore[arg-type]
    assert caught.value.reason == reason


BAD_PACKED = [
    (-1, InvalidArgumentError, "not_packed"),
    (1 << 64, InvalidArgumentError, "not_packed"),
    (1.0, InvalidArgumentError, "not_packed"),
    ("3", InvalidArgumentError, "not_packed"),
    (None, InvalidArgumentError, "not_packed"),
    (True, InvalidArgumentError, "not_packed"),
    (10**400, InvalidArgumentError, "not_packed"),
    (1 << 60, InvalidCardsError, "kind_bits"),
    (9, InvalidCardsError, "too_many"),
    (3 << 52, InvalidCardsError, "too_many"),
    ((1 << 60) - 1, InvalidCardsError, "too_many"),
]


@pytest.mark.parametrize(("packed", "error", "reason"), BAD_PACKED)
def test_bad_packed_numbers_are_refused(
    packed: object, error: type[DoudizhuError], reason: str
) -> None:
    with pytest.raises(error) as caught:
        Hand.from_packed(packed)  # type: ignore[arg-type]
    assert caught.value.reason == reason


BAD_CARDS = [None, 3, 3.5, b"33", {"3"}, {"3": 1}, object(), [None], ["3", None]]


@pytest.mark.parametrize("cards", BAD_CARDS)
def test_what_stands_for_no_cards_is_refused(cards: object) -> None:
    with pytest.raises(InvalidCardsError) as caught:
        Hand(cards)  # type: ignore[arg-type]
    assert caught.value.reason == "not_text"
    assert "a Hand" in str(caught.value)


def test_a_list_of_several_sorts_is_refused_as_that() -> None:
    for cards in (["3", 4], ["3", Rank.FOUR], [Rank.THREE, 4]):
        with pytest.raises(
            InvalidCardsError, match="all ranks, all texts or all numbers"
        ) as caught:
            Hand(cards)
        assert caught.value.reason == "mixed"


ITERATED = {
    "made": lambda hand, cards: Hand(cards),
    "plus": lambda hand, cards: hand + cards,
    "plus from the left": lambda hand, cards: cards + hand,
    "minus": lambda hand, cards: hand - cards,
    "minus from the left": lambda hand, cards: cards - hand,
    "at most": lambda hand, cards: hand <= cards,
    "at least": lambda hand, cards: hand >= cards,
    "in": lambda hand, cards: cards in hand,
}


@pytest.mark.parametrize("name", ITERATED)
def test_an_iterator_does_what_its_list_does(name: str) -> None:
    def outcome(hand: Hand, cards: Any) -> object:
        try:
            return ITERATED[name](hand, cards)
        except InvalidCardsError as error:
            return error.reason

    hands = [Hand("33333333"), Hand("3"), Hand("34BR"), Hand()]
    lists = [[Rank.THREE], [Rank.FOUR, Rank.THREE], [Rank.RED_JOKER] * 2, ["3", "B"], []]
    seen = {
        outcome(hand, iter(cards)) == outcome(hand, Hand(cards))
        for hand in hands
        for cards in lists
    }
    assert seen == {True}


def test_an_iterator_without_end_is_refused() -> None:
    with pytest.raises(InvalidCardsError) as caught:
        Hand(itertools.repeat("3"))
    assert caught.value.reason == "too_many"


@given(st.lists(counts_strategy, min_size=0, max_size=30))
def test_many_hands_pack_and_unpack(rows: list[tuple[int, ...]]) -> None:
    counts = np.array(rows, dtype=np.uint8).reshape(-1, 15)
    packed = Hand.pack_counts(counts)
    assert packed.dtype == np.uint64
    assert packed.tolist() == [int(Hand.from_counts(row)) for row in rows]
    unpacked = Hand.unpack_counts(packed)
    assert unpacked.dtype == np.uint8
    assert np.array_equal(unpacked, counts)
    assert np.array_equal(Hand.pack_counts(counts.astype(np.int64)), packed)


def test_unpacking_ignores_kind_bits_and_gives_a_new_array() -> None:
    packed = np.array([int(Move("333+4"))], dtype=np.uint64)
    counts = Hand.unpack_counts(packed)
    assert counts[0, :3].tolist() == [3, 1, 0]
    counts[:] = 0
    assert packed.tolist() == [int(Move("333+4"))]


BAD_ARRAYS = [
    (np.zeros((2, 15)), InvalidArgumentError, "wrong_dtype"),
    (np.zeros((2, 15), dtype=bool), InvalidArgumentError, "wrong_dtype"),
    (np.zeros(15, dtype=np.uint8), InvalidArgumentError, "wrong_shape"),
    (np.zeros((2, 14), dtype=np.uint8), InvalidArgumentError, "wrong_shape"),
    (np.full((1, 15), -1), InvalidCardsError, "count_out_of_range"),
    (np.full((1, 15), 3), InvalidCardsError, "count_out_of_range"),
]


@pytest.mark.parametrize(("array", "error", "reason"), BAD_ARRAYS)
def test_bad_arrays_are_refused(array: np.ndarray, error: type[DoudizhuError], reason: str) -> None:
    with pytest.raises(error) as caught:
        Hand.pack_counts(array)
    assert caught.value.reason == reason


def test_the_first_count_out_of_range_is_named() -> None:
    counts = np.zeros((3, 15), dtype=np.int16)
    counts[1, 14] = 3
    counts[2, 0] = -1
    with pytest.raises(InvalidCardsError) as caught:
        Hand.pack_counts(counts)
    assert (caught.value.row, caught.value.index, caught.value.value) == (1, 14, 3)


def test_only_flat_uint64_arrays_are_unpacked() -> None:
    for array, reason in (
        (np.zeros(2, dtype=np.int64), "wrong_dtype"),
        (np.zeros((2, 2), dtype=np.uint64), "wrong_shape"),
        (np.uint64(3), "wrong_shape"),
    ):
        with pytest.raises(InvalidArgumentError) as caught:
            Hand.unpack_counts(array)  # type: ignore[arg-type]
        assert caught.value.reason == reason
