"""Arrays of hands, moves and deals: the same answers as one at a time, and refusals that name the place."""

import numpy as np
import pytest

import doudizhu_fast as ddz
from doudizhu_fast import (
    Deal,
    Hand,
    IllegalMoveError,
    InvalidArgumentError,
    InvalidCardsError,
    InvalidRulesError,
    Move,
    beats_batch,
    classify_batch,
    count_moves_batch,
    deal,
    deal_batch,
    legal_moves_batch,
)

RULES = ("three_player", "four_player", "douzero")


def packed(*texts: str, of: type = Hand) -> np.ndarray:
    return np.array([int(of(text)) for text in texts], dtype=np.uint64)


def listed(offsets: np.ndarray, moves: np.ndarray) -> list[list[Move]]:
    parts = np.split(moves, offsets[1:-1]) if len(offsets) > 1 else []
    return [[Move.from_packed(move) for move in part] for part in parts]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("to_beat", [0, None, "pass", "3", Move("44"), int(Move("333"))])
def test_moves_are_those_of_single_hands(rules: str, to_beat) -> None:
    hands = deal_batch(4, seed=3, rules=rules).hands.reshape(-1)
    offsets, moves = legal_moves_batch(hands, to_beat, rules)
    assert (offsets.dtype, moves.dtype) == (np.int64, np.uint64)
    assert (offsets.shape, moves.shape) == ((len(hands) + 1,), (offsets[-1],))
    one = Move.from_packed(to_beat) if isinstance(to_beat, int) else to_beat
    expected = [ddz.legal_moves(Hand.from_packed(hand), one, rules) for hand in hands]
    assert listed(offsets, moves) == expected
    counts = count_moves_batch(hands, to_beat, rules)
    assert counts.dtype == np.int64
    assert counts.tolist() == [len(moves) for moves in expected]


def test_every_hand_may_have_a_standing_play_of_its_own() -> None:
    hands = packed("3334", "3334", "44BR", "5")
    standing = np.array([0, int(Move("3")), int(Move("KK")), int(Move("BR"))], dtype=np.uint64)
    told = listed(*legal_moves_batch(hands, standing))
    assert told == [
        ddz.legal_moves("3334"),
        ddz.legal_moves("3334", "3"),
        ddz.legal_moves("44BR", "KK"),
        ddz.legal_moves("5", "BR"),
    ]
    assert count_moves_batch(hands, standing).tolist() == [len(moves) for moves in told]


@pytest.mark.parametrize("threads", [None, 1, 2, 8])
def test_threads_do_not_change_answers(threads: int | None) -> None:
    hands = np.tile(deal_batch(20, seed=1).hands.reshape(-1), 3)
    one = legal_moves_batch(hands, "4", threads=1)
    many = legal_moves_batch(hands, "4", threads=threads)
    for left, right in zip(one, many, strict=True):
        assert left.tobytes() == right.tobytes()
    counts = count_moves_batch(hands, "4", threads=threads)
    np.testing.assert_array_equal(counts, np.diff(one[0]))


@pytest.mark.parametrize("rules", RULES)
def test_readings_are_those_of_single_cards(rules: str) -> None:
    texts = ("", "3", "33", "345", "3334", "333444555666", "33344456", "4444BR", "34567")
    offsets, moves = classify_batch(packed(*texts), rules)
    assert (offsets.dtype, moves.dtype) == (np.int64, np.uint64)
    assert listed(offsets, moves) == [list(ddz.classify(text, rules)) for text in texts]
    assert offsets[-1] >= 4


def test_comparison_is_that_of_single_moves() -> None:
    texts = ("3", "4", "33", "333+4", "444+3", "3333", "4444", "BR", "34567", "45678")
    plays = packed(*texts, of=Move)
    for other in (*texts, "pass"):
        expected = [ddz.beats(text, other) for text in texts]
        assert beats_batch(plays, other).tolist() == expected
        assert beats_batch(plays, Move(other)).tolist() == expected
        assert beats_batch(plays, int(Move(other))).tolist() == expected
        assert (
            beats_batch(plays, np.full(len(plays), int(Move(other)), np.uint64)).tolist()
            == expected
        )
        assert beats_batch(other, plays).tolist() == [ddz.beats(other, text) for text in texts]
    assert beats_batch("4", "3").tolist() == [True]
    assert beats_batch("4", "3").dtype == np.bool_
    assert beats_batch(plays[:0], "3").shape == (0,)


def test_other_types_of_whole_numbers_are_taken() -> None:
    hands = packed("3334", "TTJJ")
    expected = legal_moves_batch(hands)
    for array in (
        hands.astype(np.int64),
        hands.astype(">u8"),
        np.repeat(hands, 3)[::3],
        hands.reshape(2, 1)[:, 0],
    ):
        for left, right in zip(legal_moves_batch(array), expected, strict=True):
            np.testing.assert_array_equal(left, right)
    assert count_moves_batch(np.array([1, 2], dtype=np.uint8)).tolist() == [1, 2]


def test_no_items_give_no_answers() -> None:
    nothing = np.array([], dtype=np.uint64)
    offsets, moves = legal_moves_batch(nothing)
    assert (offsets.tolist(), moves.tolist()) == ([0], [])
    assert legal_moves_batch(nothing, nothing)[0].tolist() == [0]
    assert count_moves_batch(nothing, "3").tolist() == []
    assert classify_batch(nothing)[0].tolist() == [0]
    assert beats_batch(nothing, nothing).tolist() == []


def test_what_is_given_stays_as_it_was() -> None:
    hands, standing = packed("3334", "44"), np.array([0, int(Move("3"))], dtype=np.uint64)
    for array in (hands, standing):
        array.flags.writeable = False
    offsets, moves = legal_moves_batch(hands, standing)
    moves[:] = 0
    offsets[:] = 0
    assert count_moves_batch(hands, standing).tolist() == [5, 2]


ONE = np.array([1], dtype=np.uint64)
NO_HAND, NO_MOVE = 5, 2 << 60 | 0x13
CHAIN_OF_FREE_SOLOS = int(Move("333444+56"))


@pytest.mark.parametrize(
    ("call", "error", "reason", "index"),
    [
        (lambda: legal_moves_batch([Hand("3")]), InvalidArgumentError, "wrong_dtype", None),
        (lambda: legal_moves_batch(["3", "4"]), InvalidArgumentError, "wrong_dtype", None),
        (lambda: legal_moves_batch("334"), InvalidArgumentError, "wrong_dtype", None),
        (lambda: legal_moves_batch(Hand("3")), InvalidArgumentError, "wrong_dtype", None),
        (lambda: legal_moves_batch(None), InvalidArgumentError, "wrong_dtype", None),
        (lambda: legal_moves_batch(np.uint64(1)), InvalidArgumentError, "wrong_dtype", None),
        (lambda: legal_moves_batch(np.array([1.0])), InvalidArgumentError, "wrong_dtype", None),
        (lambda: legal_moves_batch(np.array([True])), InvalidArgumentError, "wrong_dtype", None),
        (lambda: legal_moves_batch(np.array(["3"])), InvalidArgumentError, "wrong_dtype", None),
        (
            lambda: legal_moves_batch(np.array([Hand("3")], dtype=object)),
            InvalidArgumentError,
            "wrong_dtype",
            None,
        ),
        (lambda: legal_moves_batch(ONE.reshape(1, 1)), InvalidArgumentError, "wrong_shape", None),
        (lambda: legal_moves_batch(np.array(1)), InvalidArgumentError, "wrong_shape", None),
        (lambda: legal_moves_batch(np.array([1, -1])), InvalidArgumentError, "not_packed", 1),
        (
            lambda: legal_moves_batch(np.repeat(ONE, 3), ONE),
            InvalidArgumentError,
            "wrong_shape",
            None,
        ),
        (lambda: legal_moves_batch(ONE, ["3"]), InvalidArgumentError, "wrong_dtype", None),
        (lambda: legal_moves_batch(ONE, -1), InvalidArgumentError, "not_packed", None),
        (lambda: legal_moves_batch(ONE, 1 << 64), InvalidArgumentError, "not_packed", None),
        (lambda: legal_moves_batch(ONE, 3.0), InvalidArgumentError, "wrong_dtype", None),
        (lambda: legal_moves_batch(ONE, True), InvalidArgumentError, "wrong_dtype", None),
        (lambda: legal_moves_batch(ONE, NO_MOVE), IllegalMoveError, "not_a_play", None),
        (lambda: legal_moves_batch(ONE, "345"), IllegalMoveError, "not_a_play", None),
        (
            lambda: legal_moves_batch(ONE, CHAIN_OF_FREE_SOLOS, "four_player"),
            IllegalMoveError,
            "not_a_play",
            None,
        ),
        (
            lambda: legal_moves_batch(np.repeat(ONE, 2), np.array([0, NO_MOVE], dtype=np.uint64)),
            IllegalMoveError,
            "not_a_play",
            1,
        ),
        (
            lambda: count_moves_batch(np.array([1, 2, NO_HAND], dtype=np.uint64)),
            InvalidCardsError,
            "not_in_pack",
            2,
        ),
        (lambda: legal_moves_batch(ONE, "x"), InvalidCardsError, "unknown_card", None),
        (lambda: legal_moves_batch(ONE, rules="chess"), InvalidRulesError, "unknown_preset", None),
        (lambda: legal_moves_batch(ONE, threads=0), InvalidArgumentError, "out_of_range", None),
        (lambda: legal_moves_batch(ONE, threads=-1), InvalidArgumentError, "out_of_range", None),
        (lambda: legal_moves_batch(ONE, threads=10**9), InvalidArgumentError, "out_of_range", None),
        (lambda: count_moves_batch(ONE, threads=True), InvalidArgumentError, "wrong_type", None),
        (lambda: count_moves_batch(ONE, threads=1.0), InvalidArgumentError, "wrong_type", None),
        (lambda: classify_batch([3]), InvalidArgumentError, "wrong_dtype", None),
        (lambda: classify_batch(np.array([3, 1 << 62])), InvalidCardsError, "kind_bits", 1),
        (lambda: beats_batch(ONE, [3]), InvalidArgumentError, "wrong_dtype", None),
        (lambda: beats_batch(ONE, np.repeat(ONE, 2)), InvalidArgumentError, "wrong_shape", None),
        (lambda: deal_batch(-1), InvalidArgumentError, "out_of_range", None),
        (lambda: deal_batch(2**28 + 1), InvalidArgumentError, "out_of_range", None),
        (lambda: deal_batch(1.0), InvalidArgumentError, "wrong_type", None),
        (lambda: deal_batch(True), InvalidArgumentError, "wrong_type", None),
        (lambda: deal_batch(1, seed=-1), InvalidArgumentError, "bad_seed", None),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(call, error, reason, index) -> None:
    with pytest.raises(error) as caught:
        call()
    assert caught.value.reason == reason
    assert getattr(caught.value, "index", None) == index
    assert str(caught.value)
    if index is not None:
        assert f"(at index {index})" in str(caught.value)


@pytest.mark.parametrize("left", [True, False])
def test_comparing_what_is_no_play_is_refused(left: bool) -> None:
    good, bad = packed("3", "4", of=Move), np.array([int(Move("3")), NO_MOVE], dtype=np.uint64)
    with pytest.raises(IllegalMoveError) as caught:
        beats_batch(bad, good) if left else beats_batch(good, bad)
    assert (caught.value.reason, caught.value.index) == ("not_a_play", 1)


@pytest.mark.parametrize(
    "rules", ["three_player", "four_player", "three_player+turned_up_card=false"]
)
def test_deals_in_bulk_are_those_of_a_run(rules: str) -> None:
    hands, bottom, first_bidder, turned_up = deal_batch(20, seed=9, rules=rules)
    players = hands.shape[1]
    assert hands.shape == (20, ddz.Rules.parse(rules).players)
    assert (hands.dtype, bottom.dtype) == (np.uint64, np.uint64)
    assert (first_bidder.dtype, turned_up.dtype) == (np.int8, np.int8)
    for row in range(20):
        expected = ddz.Game.of_run(9, row, rules).deal
        rank = None if turned_up[row] < 0 else int(turned_up[row])
        texts = [Hand.from_packed(hand) for hand in hands[row]]
        told = Deal(texts, Hand.from_packed(bottom[row]), first_bidder[row], rank, rules)
        assert told == expected
        assert len(texts) == players
    assert (turned_up == -1).all() == ("turned_up_card=false" in rules)
    again = deal_batch(5, seed=9, rules=rules)
    for short, long in zip(again, (hands, bottom, first_bidder, turned_up), strict=True):
        np.testing.assert_array_equal(short, long[:5])


@pytest.mark.parametrize("seed", [0, 5, 2**127 + 1])
@pytest.mark.parametrize("rules", ["three_player", "four_player"])
def test_one_seed_is_one_deal_everywhere(seed: int, rules: str) -> None:
    expected = deal(seed, rules)
    dealt = deal_batch(3, seed, rules)
    assert tuple(map(Hand.from_packed, dealt.hands[0])) == expected.hands
    assert Hand.from_packed(dealt.bottom[0]) == expected.bottom
    assert (dealt.first_bidder[0], dealt.turned_up[0]) == (
        expected.first_bidder,
        expected.turned_up,
    )
    assert ddz.Game(seed=seed, rules=rules).deal == expected
    assert ddz.simulate(1, rules=rules, seed=seed).game(0).deals[0] == expected


def test_fresh_deals_differ_and_none_is_possible() -> None:
    assert (deal_batch(3).hands != deal_batch(3).hands).any()
    assert [array.shape for array in deal_batch(0, rules="four_player")] == [
        (0, 4),
        (0,),
        (0,),
        (0,),
    ]
