"""Every dialect reads what it writes, and refuses what is not its own."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from doudizhu_fast import Hand, InvalidArgumentError, InvalidCardsError, Move, Rank
from doudizhu_fast.dialects import DIALECTS
from doudizhu_fast.packed import pack

NAMES = ("standard", "rlcard", "douzero", "hlddz", "openspiel", "botzone", "german")
one_pack = st.tuples(*(st.integers(0, most) for most in (4,) * 13 + (1, 1))).map(
    lambda counts: Hand.from_packed(pack(counts))
)


def test_the_dialects_of_the_contract_exist() -> None:
    assert tuple(DIALECTS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_rank_comes_back_alone(name: str) -> None:
    read = 0
    for rank in Rank:
        hand = Hand([rank])
        assert Hand(hand.to(name), name) == hand
        read += 1
    assert read == 15


@given(one_pack, st.sampled_from(NAMES))
def test_every_hand_of_one_pack_comes_back(hand: Hand, name: str) -> None:
    assert Hand(hand.to(name), name) == hand


@given(one_pack, st.sampled_from(("douzero", "botzone")))
def test_numbers_are_read_from_lists_arrays_and_text(hand: Hand, name: str) -> None:
    numbers = hand.to(name)
    assert isinstance(numbers, list)
    assert all(type(number) is int for number in numbers)
    assert Hand(np.array(numbers, dtype=np.int64), name) == hand
    assert Hand(tuple(numbers), name) == hand
    assert Hand(str(numbers), name) == hand
    assert Hand(" ".join(map(str, numbers)), name) == hand


WRITTEN = {
    "standard": "3TJQ2BR",
    "rlcard": "3TJQ2BR",
    "douzero": [3, 10, 11, 12, 17, 20, 30],
    "hlddz": "3TJQ2XD",
    "openspiel": "3TJQ2(BWJ)(CJ)",
    "botzone": [0, 28, 32, 36, 48, 52, 53],
    "german": "310BD2SJRJ",
}


@pytest.mark.parametrize("name", NAMES)
def test_each_writes_as_its_program_does(name: str) -> None:
    assert Hand("3TJQ2BR").to(name) == WRITTEN[name]


READ = [
    ("rlcard", "S3 HT BJ RJ CJ", "3TJBR"),
    ("rlcard", "S3HTBJRJCJ", "3TJBR"),
    ("hlddz", "33 10 X D", "33TBR"),
    ("openspiel", "C3 DT CJ (CJ) (BWJ)", "3TJBR"),
    ("german", "B D K A 2", "JQKA2"),
    ("german", "T 10", "TT"),
    ("douzero", "[3, 3, 17]", "332"),
    ("botzone", "0 1 2 3 52 53", "3333BR"),
    ("botzone", [27, 51], "92"),
]


@pytest.mark.parametrize(("name", "given", "cards"), READ)
def test_more_that_each_reads(name: str, given: str | list[int], cards: str) -> None:
    assert str(Hand(given, name)) == cards


REFUSED = [
    ("rlcard", "10", "unknown_card"),
    ("rlcard", "X", "unknown_card"),
    ("hlddz", "B", "unknown_card"),
    ("hlddz", "R", "unknown_card"),
    ("openspiel", "B", "unknown_card"),
    ("german", "J", "unknown_card"),
    ("german", "Q", "unknown_card"),
    ("german", "R", "unknown_card"),
    ("douzero", "3 4 T", "unknown_card"),
    ("douzero", [16], "unknown_card"),
    ("douzero", [2], "unknown_card"),
    ("douzero", [-3], "unknown_card"),
    ("douzero", "9" * 1500, "unknown_card"),
    ("douzero", [10**5000], "unknown_card"),
    ("botzone", [54], "unknown_card"),
    ("botzone", [-1], "unknown_card"),
    ("botzone", [0, 0], "repeated_card"),
    ("botzone", "52 52", "repeated_card"),
    ("douzero", [3] * 9, "too_many"),
    ("douzero", [3] * 1000, "too_many"),
    ("douzero", [3.0], "not_text"),
    ("douzero", [True], "not_text"),
    ("douzero", [None], "not_text"),
    ("douzero", 3, "not_text"),
    ("standard", [3, 4], "bare_numbers"),
    ("hlddz", [3, 4], "bare_numbers"),
    ("standard", [Rank.THREE, 4], "mixed"),
    ("douzero", [Rank.THREE, 4], "mixed"),
    ("douzero", ["3", 4], "mixed"),
    ("standard", ["3", Rank.FOUR], "mixed"),
    ("standard", ["3", None], "not_text"),
    ("standard", [Hand("3")], "not_text"),
]


@pytest.mark.parametrize(("name", "given", "reason"), REFUSED)
def test_what_each_refuses(name: str, given: object, reason: str) -> None:
    with pytest.raises(InvalidCardsError) as caught:
        Hand(given, name)  # type: ignore[arg-type]
    assert caught.value.reason == reason
    assert len(str(caught.value)) < 400


def test_numbers_name_only_dialects_of_numbers() -> None:
    with pytest.raises(InvalidCardsError) as caught:
        Hand([3, 16], "douzero")
    assert (caught.value.found, caught.value.position) == ("16", 1)
    assert caught.value.dialects == ("botzone",)


def test_an_unknown_dialect_is_named_with_the_known_ones() -> None:
    for name in ("klingon", "", "Standard", 3, None, ["standard"]):
        with pytest.raises(InvalidArgumentError) as caught:
            Hand("3", name)  # type: ignore[arg-type]
        assert caught.value.reason == "out_of_range"
        assert "openspiel" in str(caught.value)


def test_a_hand_of_two_packs_has_no_botzone_cards() -> None:
    with pytest.raises(InvalidCardsError) as caught:
        Hand("33333").to("botzone")
    assert caught.value.reason == "not_in_pack"
    assert Hand("33333").to("douzero") == [3] * 5


def test_moves_are_read_in_every_dialect() -> None:
    read = 0
    for name in NAMES:
        move = Move("3334")
        assert Move(move.cards.to(name), dialect=name) is move
        read += 1
    assert Move([], dialect="douzero").is_pass
    assert Move("3 3 3 + 4", dialect="douzero") is move
    assert read == 7
