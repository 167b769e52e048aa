"""docs/rules.md 1.3: the auction, walked through completely under every mode."""

from collections import Counter

import pytest

from doudizhu_fast.auction import Auction
from doudizhu_fast.rules import Rules

THREE = Rules.three_player()
FOUR = Rules.four_player()

# Rules 1.3: complete histories; all passed, then by final bid 1, 2, 3; by winner from the first bidder on; longest.
HISTORIES = {
    (3, "reentry"): (40, [1, 3, 9, 27], [13, 13, 13], 7),
    (3, "pass_is_final"): (23, [1, 3, 6, 13], [5, 7, 10], 4),
    (3, "single_round"): (20, [1, 3, 6, 10], [3, 6, 10], 3),
    (4, "reentry"): (85, [1, 4, 16, 64], [21, 21, 21, 21], 10),
    (4, "pass_is_final"): (41, [1, 4, 10, 26], [6, 8, 11, 15], 5),
    (4, "single_round"): (35, [1, 4, 10, 20], [3, 6, 10, 15], 4),
}


def rules_of(players, mode, **switches):
    return (THREE if players == 3 else FOUR).replace(auction=mode, **switches)


def complete(auction):
    """Every auction that this one can become."""
    if auction.done:
        yield auction
        return
    for bid in auction.legal_bids():
        further = auction.copy()
        further.bid(bid)
        yield from complete(further)


@pytest.mark.parametrize(("players", "mode"), HISTORIES, ids=lambda value: str(value))
def test_the_number_of_complete_auctions_is_that_of_rules_1_3(players, mode):
    total, by_bid, by_seat, longest = HISTORIES[players, mode]
    seen = 0
    for first_bidder in range(players):
        ends = list(complete(Auction(rules_of(players, mode), first_bidder)))
        seen += len(ends)
        assert len(ends) == len({end.history for end in ends}) == total
        bids = Counter(end.highest for end in ends)
        assert [bids[bid] for bid in range(4)] == by_bid
        seats = Counter(
            (end.winner - first_bidder) % players for end in ends if end.winner is not None
        )
        assert [seats[seat] for seat in range(players)] == by_seat
        assert sum(end.winner is None for end in ends) == 1
        assert max(len(end.history) for end in ends) == longest
    assert seen == total * players


@pytest.mark.parametrize(("players", "mode"), HISTORIES, ids=lambda value: str(value))
def test_the_landlord_made_the_highest_bid_and_every_bid_exceeded_the_one_before(players, mode):
    seen = 0
    for end in complete(Auction(rules_of(players, mode))):
        seen += 1
        bids = [bid for _, bid in end.history if bid]
        assert bids == sorted(set(bids))
        assert end.highest == max(bids, default=0)
        assert end.winner == next((seat for seat, bid in reversed(end.history) if bid), None)
        assert end.turn is None
        assert end.legal_bids() == []
    assert seen == HISTORIES[players, mode][0]


def play(rules, *bids, first_bidder=0):
    auction = Auction(rules, first_bidder)
    for bid in bids:
        auction.bid(bid)
    return auction


def test_reentry_a_seat_that_passed_may_bid_at_a_later_turn():
    auction = play(THREE, 0, 1, 0)
    assert auction.turn == 0
    assert auction.legal_bids() == [0, 2, 3]
    auction.bid(2)
    assert (auction.turn, auction.done) == (1, False)


def test_reentry_ends_when_all_others_passed_in_a_row():
    assert play(THREE, 0, 1, 0, 0).winner == 1
    assert play(FOUR, 2, 0, 0).turn == 3
    assert play(FOUR, 2, 0, 0, 0).winner == 0


def test_pass_is_final_a_seat_that_passed_is_not_asked_again():
    rules = rules_of(3, "pass_is_final")
    auction = play(rules, 0, 1, 2)
    assert auction.turn == 1
    auction.bid(0)
    assert (auction.winner, auction.highest) == (2, 2)


def test_pass_is_final_a_seat_left_alone_with_the_highest_bid_is_not_asked_again():
    auction = play(rules_of(3, "pass_is_final"), 1, 0, 0)
    assert (auction.done, auction.winner, auction.highest) == (True, 0, 1)


def test_pass_is_final_the_last_seat_is_asked_when_nobody_has_bid():
    auction = play(rules_of(3, "pass_is_final"), 0, 0)
    assert auction.turn == 2
    auction.bid(1)
    assert auction.winner == 2


def test_single_round_each_seat_speaks_once():
    auction = play(rules_of(3, "single_round"), 1, 2, 0)
    assert (auction.done, auction.winner, auction.highest) == (True, 1, 2)


@pytest.mark.parametrize("mode", ["reentry", "pass_is_final", "single_round"])
@pytest.mark.parametrize("players", [3, 4])
def test_a_bid_of_three_ends_the_auction_at_once(players, mode):
    for passes in range(players):
        auction = play(rules_of(players, mode), *[0] * passes, 3)
        assert (auction.winner, auction.highest) == (passes, 3)


@pytest.mark.parametrize("mode", ["reentry", "pass_is_final", "single_round"])
@pytest.mark.parametrize("players", [3, 4])
def test_when_all_pass_there_is_no_landlord(players, mode):
    for all_pass in ("redeal", "void"):
        auction = play(rules_of(players, mode, all_pass=all_pass), *[0] * players)
        assert (auction.done, auction.winner, auction.highest) == (True, None, 0)


@pytest.mark.parametrize("players", [3, 4])
def test_all_pass_first_bidder_makes_the_first_bidder_landlord_at_one(players):
    rules = rules_of(players, "single_round", all_pass="first_bidder")
    for first_bidder in range(players):
        auction = play(rules, *[0] * (players - 1), first_bidder=first_bidder)
        assert (auction.winner, auction.highest) == (None, 0)
        auction.bid(0)
        assert (auction.winner, auction.highest) == (first_bidder, 1)


def test_all_pass_first_bidder_changes_nothing_where_somebody_bid():
    auction = play(Rules.botzone(), 0, 2, 0)
    assert (auction.winner, auction.highest) == (1, 2)


@pytest.mark.parametrize("players", [3, 4])
def test_the_turn_goes_on_to_the_next_seat(players):
    for first_bidder in range(players):
        auction = Auction(rules_of(players, "reentry"), first_bidder)
        asked = []
        for _ in range(players):
            asked.append(auction.turn)
            auction.bid(0)
        assert asked == [(first_bidder + step) % players for step in range(players)]
