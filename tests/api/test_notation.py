"""Text to packed ints and back in the standard dialect, and what it refuses."""

import contextlib
import itertools
import random
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doudizhu_fast import Hand, IllegalMoveError, InvalidCardsError, Move, Rank
from doudizhu_fast.enums import LETTERS
from doudizhu_fast.notation import format_move, parse_rank
from doudizhu_fast.notation import parse_cards as read_cards_of
from doudizhu_fast.notation import parse_move_text as read_move_of
from doudizhu_fast.packed import MOST_OF_RANK, format_cards, missing_cards, pack

parse_cards = partial(read_cards_of, packs=2)
parse_move_text = partial(read_move_of, packs=2)
hands = st.tuples(*(st.integers(0, most) for most in MOST_OF_RANK)).map(pack)


@given(hands)
def test_canonical_text_comes_back(packed: int) -> None:
    assert parse_cards(format_cards(packed)) == packed


@given(hands, st.randoms(use_true_random=False))
def test_order_case_and_separators_do_not_matter(packed: int, chance: random.Random) -> None:
    letters = list(format_cards(packed))
    chance.shuffle(letters)
    spellings = ["10" if letter == "T" else letter.lower() for letter in letters]
    gap = chance.choice([" ", ",", ", ", " - ", "|", ") (", "\t", "—"])
    assert parse_cards(gap.join(spellings)) == packed


READ = {
    "10 9 J": "9TJ",
    "1010": "TT",
    "310": "3T",
    "2102": "T22",
    "\uff13\uff34": "3T",
    "[3, 4, T]": "34T",
    "{3}<4>": "34",
    "♠3 ♥10 ♦J": "3TJ",
    "♠3♥10♦J": "3TJ",
    "3♠10♥J♦": "3TJ",
    "♥️10": "T",
    "10♥ 9": "9T",
    "红桃3 黑桃10 方块J 梅花2": "3TJ2",
    "S3 H10 DK CA": "3TKA",
    "s3h10dkca": "3TKA",
    "3S 10H KD AC": "3TKA",
    "3h-2s-BJ-CJ": "32BR",
    "S3S4BJRJ": "34BR",
    "S3 CJ RJ": "3JR",
    "C3 CJ": "3J",
    "3C CJ": "3R",
    "3C JC BJ": "3JB",
    "3S B R": "3BR",
    "BJ": "JB",
    "RJ": "JR",
    "bj rj": "JJBR",
    "BJRJ": "JJBR",
    "3 4 BJ": "34JB",
    "B J": "JB",
    "JB": "JB",
    "34BJ": "34JB",
    "(BWJ) (CJ)": "BR",
    "S3 (CJ)": "3R",
    "S3 ((BWJ))": "3B",
    "33(BWJ)(CJ)": "33BR",
    "♠3 BJ": "3B",
    "小王": "B",
    "大王": "R",
    "小鬼大鬼": "BR",
    "王炸": "BR",
    "33王炸": "33BR",
    "\U0001f0a1\U0001f0ae\U0001f0b3": "3KA",
    "\U0001f0cf\U0001f0bf": "BR",
    "": "",
    " - ": "",
}


@pytest.mark.parametrize(("text", "cards"), READ.items())
def test_what_people_type_is_read(text: str, cards: str) -> None:
    assert format_cards(parse_cards(text)) == cards


def test_every_unicode_card_has_its_rank() -> None:
    read = 0
    for row in range(0x1F0A0, 0x1F0E0, 16):
        for column, letter in enumerate("A23456789TJ", start=1):
            assert format_cards(parse_cards(chr(row + column))) == letter
            read += 1
        for column, letter in ((13, "Q"), (14, "K")):
            assert format_cards(parse_cards(chr(row + column))) == letter
            read += 1
    assert read == 52


def test_every_suit_on_both_sides_is_dropped() -> None:
    read = 0
    for suit, letter in itertools.product("SHDC♠♥♦♣♤♡♢♧", "3456789TJQKA2"):
        for text in (suit + letter, letter + suit):
            if text == "CJ":  # alone it may be the red joker too, and is refused
                continue
            assert format_cards(parse_cards(text)) == letter
            read += 1
    assert read == 2 * 12 * 13 - 1


def test_canonical_letters_are_canonical_cards_in_any_order() -> None:
    read = 0
    for letters in itertools.permutations("JBR3TA", 4):
        text = "".join(letters)
        assert format_cards(parse_cards(text)) == "".join(sorted(text, key="3456789TJQKA2BR".index))
        read += 1
    assert read == 360


REFUSED = {
    # text: (position, dialects that would read it)
    "CJ": (0, ()),
    "3 4 BJ CJ": (7, ()),
    "X": (0, ("hlddz",)),
    "33X": (2, ("hlddz",)),
    "33D": (2, ("hlddz", "german")),
    "D": (0, ("hlddz", "german")),
    "xX": (0, ("hlddz",)),
    "33w": (2, ()),
    "3W": (1, ()),
    "g3": (0, ()),
    "0": (0, ("botzone",)),
    "3 1": (2, ("botzone",)),
    "12": (0, ("douzero", "botzone")),
    "100": (2, ()),
    "3 17 20": (2, ("douzero", "botzone")),
    "3?": (1, ()),
    "3/4": (1, ()),
    "3.4": (1, ()),
    "pass": (0, ()),
    "♠": (0, ()),
    "3♠ ♠4": (3, ()),
    "S 3": (0, ()),
    "SB": (0, ()),
    "S3 H4 5": (6, ("rlcard", "openspiel")),
    "33 D4": (3, ()),
    "\U0001f0ac": (0, ()),
    "\U0001f0a0": (0, ()),
    "\U0001f0df": (0, ()),
    "ß": (0, ()),
    "3\uff1f": (1, ()),
    "3\x00": (1, ()),
    "½": (0, ()),
}


@pytest.mark.parametrize(("text", "where"), REFUSED.items())
def test_colliding_letters_are_never_guessed(text: str, where: tuple[int, tuple[str, ...]]) -> None:
    with pytest.raises(InvalidCardsError) as caught:
        parse_cards(text)
    assert caught.value.reason == "unknown_card"
    assert caught.value.position == where[0]
    assert set(where[1]) <= set(caught.value.dialects)
    for name in caught.value.dialects:
        assert repr(name) in str(caught.value)
        Hand(text, name)


@pytest.mark.parametrize("text", ["333333333", "BBB", "RRR", "3" * 108, "3" * 1999, "王炸王炸王炸"])
def test_cards_that_exist_in_no_game_are_refused(text: str) -> None:
    with pytest.raises(InvalidCardsError) as caught:
        parse_cards(text)
    assert caught.value.reason == "too_many"


def test_a_suited_card_may_repeat_once_per_pack() -> None:
    assert format_cards(parse_cards("S3 S3")) == "33"
    for text, packs in (("S3 S3", 1), ("♠3 ♠3 ♠3", 2), ("\U0001f0a1\U0001f0a1", 1)):
        with pytest.raises(InvalidCardsError) as caught:
            parse_cards(text, packs=packs)
        assert caught.value.reason == "repeated_card"
        assert caught.value.times == packs + 1


def test_long_texts_are_refused_at_once() -> None:
    for length in (2001, 10_000_000):
        with pytest.raises(InvalidCardsError) as caught:
            parse_cards(" " * length)
        assert caught.value.reason == "too_long"
        assert len(str(caught.value)) < 200


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_with_a_position(text: str) -> None:
    try:
        packed = parse_cards(text)
    except InvalidCardsError as error:
        refused = error
    else:
        assert missing_cards(pack(MOST_OF_RANK), packed) == 0
        return
    assert refused.reason != "unknown_card" or 0 <= refused.position < len(text)


@given(st.text(alphabet=LETTERS + "SHDCX01+ -♠(", max_size=24))
def test_texts_of_near_letters_never_break_the_parser(text: str) -> None:
    for read in (parse_cards, parse_move_text):
        with contextlib.suppress(InvalidCardsError, IllegalMoveError):
            read(text)


@pytest.mark.parametrize(
    "text", ["pass", "PASS", "Pass", " p ", "P", "-", "[]", "过", "過", "不出", "要不起", "不要"]
)
def test_pass_words(text: str) -> None:
    assert parse_move_text(text) == (0, None)


PARTS = {
    "333+4": ("333", "4"),
    "333444 + 10 5": ("333444", "5T"),
    "\uff13\uff13\uff13\uff0b\uff14": ("333", "4"),
    "4+333": ("4", "333"),
    "3334": ("3334", None),
    "333444555666+": ("333444555666", ""),
    "S3H3D3+CJ": ("333", "J"),
    "333+RJ": ("333", "JR"),
}


@pytest.mark.parametrize(("text", "parts"), PARTS.items())
def test_the_plus_divides_body_and_kickers(text: str, parts: tuple[str, str | None]) -> None:
    body, kickers = parse_move_text(text)
    assert (format_cards(body), None if kickers is None else format_cards(kickers)) == parts


@pytest.mark.parametrize("text", ["", " ", "+", "+3", "3+4+5", "++", "()"])
def test_what_has_no_body_is_unreadable(text: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        parse_move_text(text)
    assert caught.value.reason == "unreadable"


def test_both_parts_are_one_notation_and_one_game() -> None:
    with pytest.raises(InvalidCardsError) as caught:
        parse_move_text("3333+2D")  # a two and a joker in another notation, never a two of diamonds
    assert (caught.value.reason, caught.value.position) == ("unknown_card", 6)
    assert "hlddz" in caught.value.dialects
    with pytest.raises(InvalidCardsError) as caught:
        parse_move_text("BB+B")
    assert caught.value.reason == "too_many"


def test_moves_are_written_body_first() -> None:
    written = {
        "3444": "444+3",
        "33444": "444+33",
        "T5444333": "333444+5T",
        "563333": "3333+56",
        "3456789TJQKA": "3456789TJQKA",
        "RB": "BR",
        "88888888": "88888888",
        "要不起": "pass",
    }
    for text, canonical in written.items():
        assert format_move(int(Move(text))) == canonical


def test_ranks_are_read_from_letters_and_indices() -> None:
    assert [parse_rank(letter) for letter in LETTERS] == list(Rank)
    assert [parse_rank(index) for index in range(15)] == list(Rank)
    assert parse_rank("10") is Rank.TEN
    for bad in ("", "33", "X", 15, -1, True, None, 1.0):
        with pytest.raises(ValueError) as caught:  # noqa: PT011  (both classes are ValueErrors)
            parse_rank(bad)
        assert caught.value.reason  # type: ignore[attr-defined]
