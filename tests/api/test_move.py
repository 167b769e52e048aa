"""Move: what a text is read as, what it knows of itself, and that there is one object per action."""

import copy
import pickle
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doudizhu_fast import (
    PASS,
    DoudizhuError,
    Hand,
    IllegalMoveError,
    InvalidArgumentError,
    InvalidCardsError,
    InvalidRulesError,
    Kind,
    Move,
    Rank,
    Rules,
)
from doudizhu_fast.move import move_text, read_move
from doudizhu_fast.presets import PRESETS

KNOWN = [
    # text, kind, rank, length, body, kickers
    ("3", Kind.SOLO, Rank.THREE, 1, "3", ""),
    ("R", Kind.SOLO, Rank.RED_JOKER, 1, "R", ""),
    ("22", Kind.PAIR, Rank.TWO, 1, "22", ""),
    ("222", Kind.TRIO, Rank.TWO, 1, "222", ""),
    ("444+3", Kind.TRIO_WITH_SOLO, Rank.FOUR, 1, "444", "3"),
    ("222+BB", Kind.TRIO_WITH_PAIR, Rank.TWO, 1, "222", "BB"),
    ("TJQKA", Kind.SOLO_CHAIN, Rank.ACE, 5, "TJQKA", ""),
    ("334455", Kind.PAIR_CHAIN, Rank.FIVE, 3, "334455", ""),
    ("KKKAAA", Kind.TRIO_CHAIN, Rank.ACE, 2, "KKKAAA", ""),
    ("333444+2R", Kind.TRIO_CHAIN_WITH_SOLOS, Rank.FOUR, 2, "333444", "2R"),
    ("444555+3366", Kind.TRIO_CHAIN_WITH_PAIRS, Rank.FIVE, 2, "444555", "3366"),
    ("5555+3B", Kind.QUAD_WITH_SOLOS, Rank.FIVE, 1, "5555", "3B"),
    ("2222+3344", Kind.QUAD_WITH_PAIRS, Rank.TWO, 1, "2222", "3344"),
    ("3333", Kind.BOMB, Rank.THREE, 4, "3333", ""),
    ("77777777", Kind.BOMB, Rank.SEVEN, 8, "77777777", ""),
    ("BR", Kind.ROCKET, Rank.RED_JOKER, 1, "BR", ""),
    ("BBRR", Kind.ROCKET, Rank.RED_JOKER, 1, "BBRR", ""),
    ("BB", Kind.PAIR, Rank.BLACK_JOKER, 1, "BB", ""),
]


@pytest.mark.parametrize(("text", "kind", "rank", "length", "body", "kickers"), KNOWN)
def test_a_move_knows_its_parts(
    text: str, kind: Kind, rank: Rank, length: int, body: str, kickers: str
) -> None:
    move = Move(text)
    assert (move.kind, move.rank, move.length) == (kind, rank, length)
    assert (move.body, move.kickers) == (Hand(body), Hand(kickers))
    assert move.cards == move.body + move.kickers
    assert len(move) == len(move.cards)
    assert str(move) == text
    assert move
    assert not move.is_pass
    assert int(move) == kind << 60 | int(move.cards)


def test_every_kind_is_among_the_known_moves() -> None:
    assert {kind for _, kind, *_ in KNOWN} == set(Kind) - {Kind.PASS}


def test_pass_has_no_parts() -> None:
    assert (PASS.kind, PASS.rank, PASS.length, int(PASS)) == (Kind.PASS, None, 0, 0)
    assert PASS.cards == PASS.body == PASS.kickers == Hand()
    assert PASS.is_pass
    assert not PASS
    assert str(PASS) == "pass"
    for text in ("pass", "-", [], "过"):
        assert Move(text) is PASS
    assert Move.from_packed(0) is PASS


@pytest.mark.parametrize("preset", PRESETS)
def test_every_action_comes_back_by_text_packed_form_and_pickle(preset: str) -> None:
    rules = Rules.parse(preset)
    seen = 0
    for move in list(rules.action_space)[::3]:
        assert Move(move_text(int(move), rules), preset) is move
        assert Move.from_packed(int(move), preset) is move
        seen += 1
    assert seen > 900
    some = list(rules.action_space)[::97]
    copies = pickle.loads(pickle.dumps(some))
    assert all(one is other for one, other in zip(copies, some, strict=True))


def test_only_cards_with_two_readings_need_the_final_plus() -> None:
    marked = {
        preset: sum(
            move_text(int(move), Rules.parse(preset)) != str(move)
            for move in Rules.parse(preset).action_space
            if move.kind is Kind.TRIO_CHAIN
        )
        for preset in PRESETS
    }
    assert {preset for preset, count in marked.items() if count} == {"openspiel", "douzero"}
    assert marked["openspiel"] == marked["douzero"] == 9  # the chains of four trios (rules 1.5)


def test_one_object_per_action_also_across_threads() -> None:
    texts = [f"{body}+{kicker}" for body in ("333", "444", "555") for kicker in "6789TJQKA2BR"]
    found: list[list[Move]] = []
    threads = [
        threading.Thread(target=lambda: found.append([Move(text) for text in texts]))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(one is other for moves in found for one, other in zip(moves, found[0], strict=True))


def test_moves_are_values() -> None:
    move = Move("333+4")
    assert move == Move("3334") == eval(repr(move))
    assert len({move, Move("4333"), Move("333")}) == 2
    assert move != "333+4"
    assert move != int(move)
    assert move != move.cards
    assert copy.copy(move) is copy.deepcopy(move) is move
    for change in (lambda: setattr(move, "_packed", 0), lambda: delattr(move, "_kind")):
        with pytest.raises(AttributeError):
            change()
    assert str(move) == "333+4"


def test_without_rules_three_player_is_tried_before_four_player() -> None:
    assert Move("BR").kind is Kind.ROCKET
    assert Move("333+4").kind is Kind.TRIO_WITH_SOLO
    assert Move("33333").length == 5
    assert Move("444+BB").kind is Kind.TRIO_WITH_PAIR
    with pytest.raises(IllegalMoveError) as caught:
        Move("4444+55")
    assert caught.value.presets == ("national", "rlcard", "douzero", "noip")
    assert "national" in str(caught.value)


def test_hands_lists_and_moves_are_read_as_well() -> None:
    assert Move(Hand("3334")) is Move("333+4")
    assert Move([Rank.THREE, Rank.THREE]) is Move("33")
    assert Move(["S3", "H3"]) is Move("33")
    assert Move(Move("33")) is Move(Move("33"), "four_player") is Move("33")


@pytest.mark.parametrize("text", ["34", "345", "3456", "QKA23", "AAA222", "3345", "333+3", "33+44"])
@pytest.mark.parametrize("rules", [None, *PRESETS])
def test_what_is_no_play_anywhere_is_refused(text: str, rules: str | None) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Move(text, rules)
    assert caught.value.reason == "not_a_play"
    assert caught.value.presets == ()


REFUSED = [
    ("4444+BR", "three_player", IllegalMoveError, "not_a_play"),
    ("333444+55", "three_player", IllegalMoveError, "not_a_play"),
    ("333+4", "four_player", IllegalMoveError, "not_a_play"),
    ("BR", "four_player", IllegalMoveError, "not_a_play"),
    ("333444555+666", "national", IllegalMoveError, "not_a_play"),
    ("333444555666", "openspiel", IllegalMoveError, "ambiguous"),
    ("333444555666", "douzero", IllegalMoveError, "ambiguous"),
    ("33333", "three_player", InvalidCardsError, "not_in_pack"),
    ("BB", "three_player", InvalidCardsError, "not_in_pack"),
    ("S3 S3", "three_player", InvalidCardsError, "repeated_card"),
    ("333+X", "three_player", InvalidCardsError, "unknown_card"),
    ("BBB", None, InvalidCardsError, "too_many"),
    ("", None, IllegalMoveError, "unreadable"),
    ("+3", None, IllegalMoveError, "unreadable"),
    (Hand(), None, IllegalMoveError, "unreadable"),
    (None, None, InvalidCardsError, "not_text"),
    (3, None, InvalidCardsError, "not_text"),
    (b"33", None, InvalidCardsError, "not_text"),
    ([3, 3], None, InvalidCardsError, "bare_numbers"),
    ("33", "two_player", InvalidRulesError, "unknown_preset"),
    ("33", 3, InvalidArgumentError, "wrong_type"),
    (Move("4444+56"), "four_player", IllegalMoveError, "not_a_play"),
    (Move("33333"), "three_player", IllegalMoveError, "not_a_play"),
]


@pytest.mark.parametrize(("value", "rules", "error", "reason"), REFUSED)
def test_what_cannot_be_read_says_why(
    value: object, rules: object, error: type[DoudizhuError], reason: str
) -> None:
    with pytest.raises(error) as caught:
        Move(value, rules)  # type: ignore[arg-type]
    assert caught.value.reason == reason
    assert "None" not in str(caught.value) or value is None


def test_two_readings_are_both_listed_and_both_can_be_written() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Move("333444555666", "douzero")
    assert caught.value.texts == ("333444555666+", "444555666+333")
    kinds = [Move(text, "douzero").kind for text in caught.value.texts]
    assert kinds == [Kind.TRIO_CHAIN, Kind.TRIO_CHAIN_WITH_SOLOS]
    assert Move("333444555+666", "douzero") is Move("444555666+333", "douzero")


def test_the_standing_play_decides_between_readings() -> None:
    rules = Rules.douzero()
    chain, solos = Move("333444555666+", rules), Move("444555666+333", rules)
    on_solos = int(Move("333444555+789", rules))
    assert read_move("333444555666", rules, on_solos) == int(solos)
    on_chain = int(Move("444555666777+", rules))
    assert read_move("555666777888", rules, on_chain) == int(Move("555666777888+", rules))
    # Where no reading beats, the error is the game's to raise: one reading is given.
    assert read_move("333444555666", rules, on_chain) in (int(chain), int(solos))
    # On a bomb's level nothing is left to choose.
    assert read_move("333444555666", rules, int(Move("3333"))) in (int(chain), int(solos))


BAD_PACKED = [
    (-1, InvalidArgumentError, "not_packed"),
    (1 << 64, InvalidArgumentError, "not_packed"),
    ("3", InvalidArgumentError, "not_packed"),
    (1.5, InvalidArgumentError, "not_packed"),
    (True, InvalidArgumentError, "not_packed"),
    (3, IllegalMoveError, "not_a_play"),  # cards without a kind
    (1 << 60, IllegalMoveError, "not_a_play"),  # a kind without cards
    (2 << 60 | 1, IllegalMoveError, "not_a_play"),
    (15 << 60 | 2, IllegalMoveError, "not_a_play"),  # a bid
    ((1 << 64) - 1, IllegalMoveError, "not_a_play"),
    (13 << 60 | 9, IllegalMoveError, "not_a_play"),  # nine threes
    (9 << 60 | 0x111111333333, IllegalMoveError, "not_a_play"),  # 24 cards
]


@pytest.mark.parametrize(("packed", "error", "reason"), BAD_PACKED)
def test_packed_numbers_that_are_no_play_are_refused(
    packed: object, error: type[DoudizhuError], reason: str
) -> None:
    with pytest.raises(error) as caught:
        Move.from_packed(packed)  # type: ignore[arg-type]
    assert caught.value.reason == reason


@given(st.integers(0, (1 << 64) - 1))
def test_any_packed_number_is_a_play_or_refused(packed: int) -> None:
    try:
        move = Move.from_packed(packed)
    except IllegalMoveError as error:
        refused = error
    else:
        assert int(move) == packed
        return
    assert refused.reason == "not_a_play"


def test_plays_of_changed_rules_come_back_by_pickle_and_by_their_rules() -> None:
    rules = Rules.four_player().replace(trio_chain_with_solos=True)
    move = Move("333444555666777888+9TJQKA", rules)
    assert pickle.loads(pickle.dumps(move)) is move
    assert Move.from_packed(int(move), rules) is move
    with pytest.raises(IllegalMoveError):
        Move.from_packed(int(move))


def test_beats_takes_texts() -> None:
    assert Move("44").beats("33")
    assert Move("44").beats(Move("33"))
    assert not Move("44").beats("44")
    assert not Move("44").beats("pass")
    assert not PASS.beats("3")
    with pytest.raises(IllegalMoveError):
        Move("44").beats("345")
