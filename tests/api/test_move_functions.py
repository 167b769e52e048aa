"""legal_moves, count_moves, nth_move, classify, beats: one answer in five forms, for text and objects alike."""

import itertools
import random

import pytest

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
    Rules,
    beats,
    classify,
    count_moves,
    legal_moves,
    nth_move,
)
from doudizhu_fast.presets import PRESETS

ONE_PACK = "".join(letter * 4 for letter in "3456789TJQKA2") + "BR"


def _hands(rules: Rules, count: int, size: int) -> list[Hand]:
    chance = random.Random(size)
    deck = ONE_PACK * rules._ruleset.packs
    return [Hand(chance.sample(deck, size)) for _ in range(count)]


@pytest.mark.parametrize("preset", PRESETS)
def test_listing_counting_and_choosing_agree(preset: str) -> None:
    rules = Rules.parse(preset)
    answered = 0
    for hand in _hands(rules, 6, 12):
        leads = legal_moves(hand, rules=preset)
        assert PASS not in leads
        for to_beat in [None, *random.Random(7).sample(leads, 4)]:
            moves = legal_moves(hand, to_beat, rules)
            assert count_moves(hand, to_beat, rules) == len(moves)
            assert [nth_move(hand, k, to_beat, rules) for k in range(len(moves))] == moves
            if to_beat is not None:
                assert moves == [PASS, *(move for move in leads if move.beats(to_beat))]
            answered += len(moves)
    assert answered > 150


@pytest.mark.parametrize("preset", PRESETS)
def test_leads_are_the_subsets_that_classify(preset: str) -> None:
    rules = Rules.parse(preset)
    checked = 0
    for hand in _hands(rules, 3, 8):
        subsets = {
            Hand(list(part)) for size in range(1, 9) for part in itertools.combinations(hand, size)
        }
        readings = {move for part in subsets for move in classify(part, preset)}
        assert set(legal_moves(hand, rules=rules)) == readings
        checked += len(subsets)
    assert checked > 100


def test_texts_objects_and_preset_names_are_the_same() -> None:
    wanted = legal_moves(Hand("333445BR"), Move("44"), Rules.national())
    assert legal_moves("333445BR", "44", "national") == wanted
    assert legal_moves("R B 5 4 4 3 3 3", ["4", "4"], "national") == wanted
    assert legal_moves("333445BR", Hand("44"), "national") == wanted
    assert [str(move) for move in wanted] == ["pass", "BR"]


def test_a_lead_has_no_pass_and_pass_to_beat_is_a_lead() -> None:
    assert legal_moves("34") == legal_moves("34", None) == legal_moves("34", PASS)
    assert legal_moves("34", "pass") == [Move("3"), Move("4")]
    assert legal_moves("34", "2") == [PASS]
    assert legal_moves("") == []
    assert legal_moves("", "3") == [PASS]
    assert count_moves("") == 0
    assert count_moves("", "3") == 1


def test_moves_are_the_shared_objects() -> None:
    move = legal_moves("3334")[-1]
    assert move is Move("333+4")
    assert nth_move("3334", 4) is move
    assert classify("3334")[0] is move


def test_classify_gives_every_reading() -> None:
    assert classify("333+4"[:3]) == (Move("333"),)
    assert classify("345") == classify("") == classify("33344+5") == ()
    assert classify("444555+83") == (Move("444555+38"),)
    assert classify(Move("333+4")) == (Move("333+4"),)
    both = classify("333444555666", "openspiel")
    assert [move.kind for move in both] == [Kind.TRIO_CHAIN, Kind.TRIO_CHAIN_WITH_SOLOS]
    assert [str(move) for move in both] == ["333444555666", "444555666+333"]
    assert classify("33333", "four_player") == (Move("33333"),)


def test_hands_of_a_whole_pack_are_listed_without_plays_too_large_for_an_id() -> None:
    for preset, largest in (("three_player", 20), ("four_player", 33)):
        rules = Rules.parse(preset)
        pack = Hand(ONE_PACK)
        moves = legal_moves(pack, rules=rules)
        assert count_moves(pack, rules=rules) == len(moves)
        assert max(map(len, moves)) <= largest
        assert all(move in rules.action_space for move in moves)


BEATS = [
    ("44", "33", True),
    ("33", "44", False),
    ("44", "3", False),
    ("444+3", "333+5", True),
    ("333+4", "333+5", False),
    ("45678", "34567", True),
    ("456789", "34567", False),
    ("3333", "22", True),
    ("3333", "5555+67", True),
    ("4444", "3333", True),
    ("33333", "4444", True),
    ("BR", "2222", True),
    ("BBRR", "33333333", True),
    ("2222", "BR", False),
    ("pass", "3", False),
    ("3", "pass", False),
    ("pass", "pass", False),
    ("RR", "BB", True),
    ("BB", "22", True),
]


@pytest.mark.parametrize(("move", "other", "wins"), BEATS)
def test_beats_takes_texts_and_objects(move: str, other: str, wins: bool) -> None:
    assert beats(move, other) is wins
    assert beats(Move(move), Move(other)) is wins
    assert Move(move).beats(other) is wins


BAD = [
    (("X",), {}, InvalidCardsError, "unknown_card"),
    ((None,), {}, InvalidCardsError, "not_text"),
    ((33,), {}, InvalidCardsError, "not_text"),
    (("33333",), {}, InvalidCardsError, "not_in_pack"),
    (("BB",), {}, InvalidCardsError, "not_in_pack"),
    (("S3 S3",), {}, InvalidCardsError, "repeated_card"),
    (("3", "345"), {}, IllegalMoveError, "not_a_play"),
    (("3", "4444+55"), {}, IllegalMoveError, "not_a_play"),
    (("3", Move("33333")), {}, IllegalMoveError, "not_a_play"),
    (("3", "33333"), {}, InvalidCardsError, "not_in_pack"),
    (("3", ""), {}, IllegalMoveError, "unreadable"),
    (("3", "333444555666"), {"rules": "douzero"}, IllegalMoveError, "ambiguous"),
    (("3", 5), {}, InvalidCardsError, "not_text"),
    (("3",), {"rules": "chess"}, InvalidRulesError, "unknown_preset"),
    (("3",), {"rules": 3}, InvalidArgumentError, "wrong_type"),
]


@pytest.mark.parametrize(("args", "kwargs", "error", "reason"), BAD)
def test_bad_questions_are_refused_alike_by_all(
    args: tuple[object, ...], kwargs: dict[str, str], error: type[DoudizhuError], reason: str
) -> None:
    def choose(hand: object, *rest: object, **rules: object) -> object:
        return nth_move(hand, 0, *rest, **rules)  # type: ignore[arg-type]

    for ask in (legal_moves, count_moves, choose):
        with pytest.raises(error) as caught:
            ask(*args, **kwargs)  # type: ignore[arg-type]
        assert caught.value.reason == reason


@pytest.mark.parametrize("k", [-1, 5, 1 << 31, 1 << 70, -(1 << 70), 10**400])
def test_numbers_out_of_range_are_refused(k: int) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        nth_move("3334", k)
    assert (caught.value.reason, caught.value.count) == ("index_out_of_range", 5)


@pytest.mark.parametrize("k", [None, "0", 0.0, True])
def test_what_is_no_number_is_refused(k: object) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        nth_move("3334", k)  # type: ignore[arg-type]
    assert caught.value.reason == "wrong_type"


def test_no_move_is_numbered_in_an_empty_lead() -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        nth_move("", 0)
    assert caught.value.count == 0
