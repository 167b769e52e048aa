"""Scoring for plain numbers and for arrays (docs/rules.md 1.6)."""

import itertools

import numpy as np
import pytest

from doudizhu_fast.enums import Role
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.position import Position
from doudizhu_fast.scoring import MOST_DOUBLINGS, multiplier, payoffs, stake


@pytest.mark.parametrize("preset", ["three_player", "four_player", "rlcard"])
def test_arrays_give_what_plain_numbers_give(preset):
    players = 4 if preset == "four_player" else 3
    games = [
        (bid, doublings, spring, landlord, won)
        for bid, doublings, spring, landlord, won in itertools.product(
            range(4), (0, 1, 7), (0, 1, 2), range(-1, players), (True, False)
        )
        if (bid == 0) == (landlord == -1)
    ]
    bid, doublings, spring, landlord, won = (
        np.array(column) for column in zip(*games, strict=True)
    )
    factor = multiplier(doublings, spring)
    assert factor.dtype == np.int64
    assert factor.tolist() == [multiplier(row[1], row[2]) for row in games]
    amounts = stake(bid, factor, preset)
    assert amounts.dtype == np.int64
    assert amounts.tolist() == [stake(row[0], multiplier(row[1], row[2]), preset) for row in games]
    result = payoffs(
        bid.astype(np.int8), factor.astype(np.int32), landlord.astype(np.int8), won, preset
    )
    assert result.dtype == np.int64
    assert result.shape == (len(games), players)
    expected = [payoffs(b, multiplier(d, s), seat, w, preset) for b, d, s, seat, w in games]
    assert result.tolist() == [list(row) for row in expected]
    assert len(games) == 9 * 3 * players * 2 + 9 * 2


def test_plain_numbers_and_arrays_broadcast():
    won = np.array([[True], [False]])
    result = payoffs(2, 4, np.array([0, 1, 2]), won)
    assert result.shape == (2, 3, 3)
    assert result[1, 2].tolist() == [8, 8, -16]
    assert payoffs(np.array([2, 3]), 1, 0, True).tolist() == [[4, -2, -2], [6, -3, -3]]
    assert multiplier(np.array([1, 2]), spring=True).tolist() == [4, 8]
    assert multiplier(1, np.array([True, False])).tolist() == [4, 2]
    assert payoffs(0, 1, None, np.array([False, True])).tolist() == [[0, 0, 0]] * 2


def test_no_rows_give_no_rows():
    none = np.zeros(0, np.int64)
    assert payoffs(none, none + 1, none, none.astype(bool)).shape == (0, 3)


def test_the_arrays_passed_in_stay_as_they_were():
    bid, landlord = np.array([1, 2]), np.array([0, 1])
    payoffs(bid, np.array([2, 2]), landlord, np.array([True, False]))
    assert bid.tolist() == [1, 2]
    assert landlord.tolist() == [0, 1]


def test_plain_numbers_give_python_ints():
    result = payoffs(np.int8(3), np.int32(8), np.int64(1), np.True_)
    assert result == (-24, 48, -24)
    assert all(type(amount) is int for amount in result)
    assert type(multiplier(np.int8(3), np.True_)) is int


def test_the_largest_multiplier_does_not_overflow():
    factor = multiplier(MOST_DOUBLINGS, 1)
    assert payoffs(3, factor, 0, True, "four_player")[0] == 9 * 2**58
    assert payoffs(np.array([3]), factor, 0, True, "four_player")[0, 0] == 9 * 2**58


def test_no_position_doubles_more_often_than_scoring_allows():
    """All of two packs but three cards, in bombs of four and the rocket, from the most doublings before the start."""
    ranks = "456789TJQKA2"
    landlord = "33333" + "".join(rank * 8 for rank in ranks) + "BBRR"
    position = Position(
        [landlord, "3", "3", "3"], 0, 0, rules="four_player+bomb_double_min=4", bid=3, doublings=30
    )
    bombs = [rank * 4 for rank in ranks for _ in range(2)]
    for move in ["BBRR", *bombs, "3333", "3"]:
        position = position.play(move)
        while position.turn not in (None, 0):
            position = position.play("pass")
    assert (position.winner, position.spring) == (Role.LANDLORD, 1)
    assert position.doublings == 30 + 25 + 1 <= MOST_DOUBLINGS == 57
    assert position.payoffs == (9 * 2**57, *[-3 * 2**57] * 3)


def test_the_stake_without_a_bid_is_nothing_under_every_scoring():
    for rules in ("three_player", "rlcard"):
        assert stake(0, 4, rules) == 0
        assert type(stake(0, 4, rules)) is type(stake(2, 4, rules)) is int
        assert stake(np.array([0, 0]), np.array([1, 4]), rules).tolist() == [0, 0]
    assert stake(np.array([0, 1, 3]), 4, "rlcard").tolist() == [0, 1, 1]
    assert stake(np.array([0, 1]), 4, "rlcard").dtype == np.int64


@pytest.mark.parametrize(
    ("arguments", "reason", "name"),
    [
        ((4, 1, 0, True), "out_of_range", "bid"),
        ((-1, 1, 0, True), "out_of_range", "bid"),
        ((True, 1, 0, True), "wrong_type", "bid"),
        (("1", 1, 0, True), "wrong_type", "bid"),
        ((1.0, 1, 0, True), "wrong_type", "bid"),
        ((1, 0, 0, True), "out_of_range", "multiplier"),
        ((1, 2**58 + 1, 0, True), "out_of_range", "multiplier"),
        pytest.param((1, 10**6000, 0, True), "out_of_range", "multiplier", id="huge"),
        ((1, 1, 3, True), "out_of_range", "landlord"),
        ((1, 1, -2, True), "out_of_range", "landlord"),
        ((1, 1, 0, 1), "wrong_type", "landlord_won"),
        ((1, 1, 0, None), "wrong_type", "landlord_won"),
        ((np.array([1.0]), 1, 0, True), "wrong_type", "bid"),
        ((np.array([1, 4]), 1, 0, True), "out_of_range", "bid"),
        ((1, np.array([1, 0]), 0, True), "out_of_range", "multiplier"),
        ((1, np.array([2**64 - 1], np.uint64), 0, True), "out_of_range", "multiplier"),
        ((1, 1, np.array([[-2]]), True), "out_of_range", "landlord"),
        ((1, 1, 0, np.array([1, 0])), "wrong_type", "landlord_won"),
        ((np.array([1, 2]), np.array([1, 2, 3]), 0, True), "wrong_shape", "bid, multiplier"),
        (([1, 2], 1, 0, True), "wrong_type", "bid"),
    ],
)
def test_bad_arguments_are_named(arguments, reason, name):
    with pytest.raises(InvalidArgumentError) as caught:
        payoffs(*arguments)
    assert (caught.value.reason, caught.value.name) == (reason, name)


@pytest.mark.parametrize(
    ("bid", "landlord"),
    [
        (0, 0),
        (1, None),
        (1, -1),
        (np.array([1, 0]), np.array([0, 0])),
        (np.array([1, 1]), np.array([-1, 0])),
    ],
)
def test_a_bid_goes_with_a_landlord(bid, landlord):
    with pytest.raises(InvalidArgumentError) as caught:
        payoffs(bid, 1, landlord, True)
    assert caught.value.reason == "void_bid"


@pytest.mark.parametrize(
    ("doublings", "spring", "name"),
    [
        (-1, 0, "doublings"),
        (MOST_DOUBLINGS + 1, 0, "doublings"),
        (0, 3, "spring"),
        (0, -1, "spring"),
        (np.array([MOST_DOUBLINGS + 1]), 0, "doublings"),
    ],
)
def test_doublings_and_spring_have_their_ranges(doublings, spring, name):
    with pytest.raises(InvalidArgumentError) as caught:
        multiplier(doublings, spring)
    assert (caught.value.reason, caught.value.name) == ("out_of_range", name)


def test_shapes_that_do_not_fit_are_refused_everywhere():
    for call in (
        lambda: multiplier(np.array([1, 2]), np.array([0, 0, 1])),
        lambda: payoffs(1, 1, np.array([0, 1]), np.array([True, False, True])),
    ):
        with pytest.raises(InvalidArgumentError) as caught:
            call()
        assert caught.value.reason == "wrong_shape"
