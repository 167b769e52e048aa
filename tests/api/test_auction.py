"""Auction: calls, errors, undo, copies (docs/rules.md 1.3)."""

import copy
import pickle

import numpy as np
import pytest

from doudizhu_fast.auction import Auction, bids_above
from doudizhu_fast.exceptions import (
    IllegalBidError,
    InvalidArgumentError,
    InvalidRulesError,
    WrongPhaseError,
)
from doudizhu_fast.rules import Rules


def state(auction):
    return (
        auction.turn,
        auction.done,
        auction.winner,
        auction.highest,
        auction.history,
        auction.legal_bids(),
        auction.first_bidder,
        auction.rules,
    )


def test_a_new_auction_asks_the_first_bidder():
    auction = Auction("four_player", first_bidder=3)
    assert state(auction) == (3, False, None, 0, (), [0, 1, 2, 3], 3, Rules.four_player())


def test_bids_may_jump_and_numpy_numbers_and_seats_are_taken():
    auction = Auction(first_bidder=np.int64(1))
    auction.bid(np.uint8(2), seat=np.int32(1))
    assert auction.history == ((1, 2),)
    assert all(type(number) is int for call in auction.history for number in call)
    assert auction.legal_bids() == [0, 3]


@pytest.mark.parametrize(
    ("bid", "seat", "reason"),
    [
        (1, None, "too_low"),
        (2, None, "too_low"),
        (4, None, "not_a_bid"),
        (-1, None, "not_a_bid"),
        (True, None, "not_a_bid"),
        ("3", None, "not_a_bid"),
        (3.0, None, "not_a_bid"),
        (None, None, "not_a_bid"),
        pytest.param(10**6000, None, "not_a_bid", id="huge"),
        (3, 0, "out_of_turn"),
        (3, 2, "out_of_turn"),
        (3, -1, "out_of_turn"),
        (9, 7, "out_of_turn"),
    ],
)
def test_a_bid_that_the_auction_forbids_changes_nothing(bid, seat, reason):
    auction = Auction()
    auction.bid(2)
    before = state(auction)
    with pytest.raises(IllegalBidError) as caught:
        auction.bid(bid, seat)
    assert caught.value.reason == reason
    assert isinstance(caught.value, ValueError)
    assert state(auction) == before


@pytest.mark.parametrize("seat", [True, "1", "x", 1.0, np.True_, []])
def test_a_seat_that_is_no_whole_number_is_a_wrong_argument(seat):
    auction = Auction()
    auction.bid(2)
    before = state(auction)
    with pytest.raises(InvalidArgumentError) as caught:
        auction.bid(3, seat)
    assert (caught.value.reason, caught.value.name) == ("wrong_type", "seat")
    assert state(auction) == before


def test_what_may_be_called_above_a_bid():
    assert [bids_above(highest) for highest in range(4)] == [[0, 1, 2, 3], [0, 2, 3], [0, 3], [0]]


def test_the_errors_carry_what_was_tried_and_what_stands():
    auction = Auction()
    auction.bid(2)
    with pytest.raises(IllegalBidError) as low:
        auction.bid(1)
    assert (low.value.bid, low.value.highest) == (1, 2)
    with pytest.raises(IllegalBidError) as turn:
        auction.bid(3, seat=0)
    assert (turn.value.seat, turn.value.turn) == (0, 1)


def test_no_call_after_the_end():
    auction = Auction()
    auction.bid(3)
    before = state(auction)
    with pytest.raises(WrongPhaseError) as caught:
        auction.bid(0)
    assert caught.value.reason == "auction_over"
    assert state(auction) == before


@pytest.mark.parametrize("preset", ["rlcard", "douzero", "noip"])
def test_rules_without_an_auction_have_none(preset):
    with pytest.raises(WrongPhaseError) as caught:
        Auction(preset)
    assert caught.value.reason == "no_auction"


@pytest.mark.parametrize(
    ("first_bidder", "reason"),
    [
        (3, "out_of_range"),
        (-1, "out_of_range"),
        (True, "wrong_type"),
        ("0", "wrong_type"),
        (0.0, "wrong_type"),
    ],
)
def test_the_first_bidder_is_a_seat(first_bidder, reason):
    with pytest.raises(InvalidArgumentError) as caught:
        Auction(first_bidder=first_bidder)
    assert caught.value.reason == reason
    assert Auction("four_player", 3).turn == 3


def test_unknown_rules_are_refused():
    with pytest.raises(InvalidRulesError):
        Auction("pagat!")


@pytest.mark.parametrize(
    "preset", ["three_player", "four_player", "national", "openspiel", "botzone"]
)
def test_undo_takes_back_every_call_one_by_one(preset):
    walked = 0

    def walk(auction):
        nonlocal walked
        for bid in auction.legal_bids():
            before = state(auction)
            auction.bid(bid)
            walked += 1
            walk(auction)
            auction.undo()
            assert state(auction) == before

    auction = Auction(preset, first_bidder=1)
    walk(auction)
    assert walked >= 29
    with pytest.raises(WrongPhaseError) as caught:
        auction.undo()
    assert caught.value.reason == "nothing_to_undo"


@pytest.mark.parametrize(
    "clone",
    [Auction.copy, copy.copy, copy.deepcopy, lambda auction: pickle.loads(pickle.dumps(auction))],
    ids=["copy", "copy.copy", "deepcopy", "pickle"],
)
@pytest.mark.parametrize("bids", [(), (0, 1), (0, 0, 0), (1, 0, 0), (3,)])
def test_a_copy_stands_alike_and_goes_its_own_way(clone, bids):
    auction = Auction(first_bidder=2)
    for bid in bids:
        auction.bid(bid)
    before = state(auction)
    other = clone(auction)
    assert state(other) == before
    assert repr(other) == repr(auction)
    if not other.done:
        other.bid(3)
    else:
        other.undo()
    assert state(auction) == before != state(other)


def test_repr_tells_the_calls():
    auction = Auction(first_bidder=1)
    assert repr(auction) == "<Auction reentry: no calls, turn 1>"
    auction.bid(3)
    assert repr(auction) == "<Auction reentry: 1:3, landlord 1>"


def test_an_auction_takes_no_new_attributes():
    with pytest.raises(AttributeError):
        Auction().turn = 2
