"""bid_table(): every call is worth what games played one by one say, on the same deals, and the bottom its chances."""

import json
import math
import pickle

import numpy as np
import pytest

import doudizhu_fast as ddz
from doudizhu_fast import (
    Auction,
    Game,
    InvalidArgumentError,
    InvalidRecordError,
    Position,
    View,
    WrongPhaseError,
)
from doudizhu_fast.estimates import Estimate
from greedy_player import cards_without, greedy_bid, played_out

pytestmark = pytest.mark.skipif(
    ddz.backend() != "native", reason="the reference engine has no analysis"
)
if ddz.backend() == "native":
    from doudizhu_fast.analysis import BidTable, bid_table, equity

HAND = "344567899TJQKKA2B"
WEAK_HAND = "3344668899JJQQKK2"


def by_bid(table: "BidTable") -> dict[int, "ddz.analysis.BidRow"]:
    return {row.bid: row for row in table.rows}


# The figures.


def paid_for(call: int, hands: list[str], bottom: str, said: list[int]) -> tuple[int, int | None]:
    """What the seat that calls is paid after this call, and who becomes landlord."""
    auction = Auction()
    for bid in said:
        auction.bid(bid)
    seat = auction.turn
    auction.bid(call)
    while not auction.done:
        other = auction.turn
        auction.bid(0 if other == seat else greedy_bid(hands[other], auction.highest))
    if auction.winner is None:
        return 0, None
    dealt = list(hands)
    dealt[auction.winner] += bottom
    start = Position(dealt, auction.winner, auction.winner, bid=auction.highest)
    return played_out(start).payoffs[seat], auction.winner


@pytest.mark.parametrize(("hand", "said"), [(HAND, [1]), (WEAK_HAND, [])])
def test_calls_are_worth_what_games_played_one_by_one_say(hand: str, said: list[int]) -> None:
    games = 200
    seat = len(said)
    choose = np.random.default_rng(5)
    rest = cards_without(hand)
    found = by_bid(bid_table(hand, 20_000, policy="greedy", seed=1, bids=said))
    assert sorted(found) == [0, *range(1 + max(said, default=0), 4)]
    paid: dict[int, list[int]] = {bid: [] for bid in found}
    landlords: dict[int, list[int | None]] = {bid: [] for bid in found}
    for _ in range(games):
        cards = list(choose.permutation(rest))
        hands = ["".join(cards[:17]), "".join(cards[17:34])]
        hands.insert(seat, hand)
        for bid in found:
            amount, landlord = paid_for(bid, hands, "".join(cards[34:]), said)
            paid[bid].append(amount)
            landlords[bid].append(landlord)
    for bid, row in found.items():
        spread = math.hypot(np.std(paid[bid]) / math.sqrt(games), row.payoff.stderr)
        assert abs(np.mean(paid[bid]) - row.payoff.mean) < 4 * spread
        for shares, estimate in (
            (landlords[bid].count(seat), row.landlord),
            (landlords[bid].count(None), row.thrown_in),
        ):
            rate = Estimate.of_rate(shares, games)
            assert rate.low - 0.02 <= estimate.mean <= rate.high + 0.02


def test_the_highest_bid_is_a_game_as_landlord() -> None:
    table = bid_table(HAND, 3000, seed=2)
    highest = by_bid(table)[3]
    assert highest.landlord.mean == 1
    assert highest.win == table.landlord_win
    assert highest.payoff.mean == pytest.approx(3 * table.landlord_payoff.mean)
    assert sum(table.doublings) == table.n == 3000
    alone = equity(HAND, 20_000, seed=2)
    spread = math.hypot(alone.win.stderr, table.landlord_win.stderr)
    assert abs(alone.win.mean - table.landlord_win.mean) < 4 * spread


def test_the_best_call_comes_first_and_the_rest_is_behind_it() -> None:
    for hand in (HAND, WEAK_HAND):
        table = bid_table(hand, 4000, seed=3)
        assert table.best == table.rows[0]
        assert table.best.tied
        assert table.best.behind == Estimate(0.0, 0.0, 0.0, 0.0, 4000)
        means = [row.payoff.mean for row in table.rows]
        assert means == sorted(means, reverse=True)
        for row in table.rows[1:]:
            assert row.behind.mean == pytest.approx(table.best.payoff.mean - row.payoff.mean)
            assert row.tied == (row.behind.low <= 0)
            # The same deals tell more than as many others would.
            assert row.behind.stderr < math.hypot(table.best.payoff.stderr, row.payoff.stderr)
    assert bid_table(HAND, 4000, seed=3).best.bid == 3
    assert bid_table(WEAK_HAND, 4000, seed=3).best.bid == 0


def test_the_break_even_chance_is_where_gains_and_losses_meet() -> None:
    flat = bid_table(HAND, 500, seed=3, rules="botzone+scoring=win_loss", policy="greedy")
    assert flat.break_even.mean == 0.5
    assert flat.break_even.stderr == 0
    # A landlord who wins by springs wins more than he loses.
    table = bid_table("3456789TJQKA22BR3", 4000, seed=3, policy="greedy")
    assert table.break_even.mean < 0.45
    sure = bid_table("3456789TJQKA22BR3", 1, seed=3, policy="greedy")
    assert math.isnan(sure.break_even.mean)


@pytest.mark.parametrize("rules", ["three_player", "four_player"])
def test_ranks_are_in_the_bottom_as_often_as_they_should(rules: str) -> None:
    hand = HAND if rules == "three_player" else "3334455667788999TTJQQKA2R"
    table = bid_table(hand, 6000, seed=4, rules=rules)
    size, packs = (3, 1) if rules == "three_player" else (8, 2)
    unseen = 54 * packs - len(hand)
    rows = {row.rank.letter: row for row in table.bottom}
    for letter in "3456789TJQKA2BR":
        left = packs * (1 if letter in "BR" else 4) - hand.count(letter)
        share = 1 - math.comb(unseen - left, size) / math.comb(unseen, size)
        if share == 0:
            assert letter not in rows
        else:
            spread = math.sqrt(share * (1 - share) / 6000)
            assert abs(rows[letter].share.mean - share) < 4.5 * spread
            assert rows[letter].win.n == round(rows[letter].share.mean * 6000)
    assert rows["2"].win.mean > table.landlord_win.mean


# What it is asked with.


def test_a_view_tells_what_text_tells() -> None:
    view = View.from_text(HAND, seat=1, bids="1")
    assert bid_table(view, 700, seed=5) == bid_table(HAND, 700, seed=5, bids="1")
    assert bid_table(view, 700, seed=5) == bid_table(HAND, 700, seed=5, bids=[1])


def test_the_turned_up_card_is_where_everybody_saw_it() -> None:
    view = View.from_text(WEAK_HAND, seat=1, bids="-", turned_up="R")
    letters = [row.rank.letter for row in bid_table(view, 2000, seed=5).bottom]
    assert "B" in letters
    assert "R" not in letters


@pytest.mark.parametrize("rules", ["three_player", "four_player", "national", "botzone"])
def test_games_can_be_asked_about_at_every_call(rules: str) -> None:
    asked = 0
    for seed in range(4):
        game = Game(seed=seed, rules=rules)
        while game.phase is ddz.Phase.AUCTION and asked < 8:
            view = game.view(game.turn)
            table = bid_table(view, 60, seed=1)
            assert sorted(by_bid(table)) == view.legal_bids()
            game.bid(0)
            asked += 1
    assert asked == 8


@pytest.mark.parametrize("policy", ["rule", "greedy", "random"])
def test_a_table_depends_on_the_seed_alone(policy: str) -> None:
    one, two = (bid_table(HAND, 1500, policy=policy, seed=7, threads=t) for t in (1, 3))
    assert one == two
    assert bid_table(HAND, 1500, policy=policy, seed=8) != one


def test_a_half_width_is_that_of_winning_as_landlord() -> None:
    table = bid_table(HAND, half_width=0.02, seed=1)
    assert (table.landlord_win.high - table.landlord_win.low) / 2 <= 0.02
    assert 1000 < table.n < 5000


def test_tables_travel_and_show_themselves() -> None:
    table = bid_table(HAND, 300, seed=5, bids="1")
    assert pickle.loads(pickle.dumps(table)) == table
    data = json.loads(json.dumps(table.to_dict(), allow_nan=False))
    assert data["hand"] == HAND
    assert [row["bid"] for row in data["rows"]] == [row.bid for row in table.rows]
    lines = str(table).splitlines()
    assert len(lines) == 1 + 3 + 2
    assert all(len(line) < 160 for line in lines)
    assert "best" in lines[1]
    assert "seed 5" in repr(table)


# What is refused.


def test_what_is_no_auction_is_refused() -> None:
    over = View.from_text(HAND, seat=1, bids="3")
    other = View.from_text(HAND, seat=2, bids="1")
    for call, reason in (
        (lambda: bid_table(over, 10), "auction_over"),
        (lambda: bid_table(other, 10), "not_to_act"),
        (lambda: bid_table(HAND, 10, rules="douzero"), "no_auction"),
    ):
        with pytest.raises(WrongPhaseError) as caught:
            call()
        assert caught.value.reason == reason
        str(caught.value)
    for arguments in ({"hand": "33"}, {"hand": HAND, "bids": "2 1"}, {"hand": HAND, "bids": "x"}):
        with pytest.raises(InvalidRecordError):
            bid_table(n=10, **arguments)
    for arguments in ({"rules": "national"}, {"bids": "1"}):
        with pytest.raises(InvalidArgumentError) as told:
            bid_table(View.from_text(HAND, seat=0), 10, **arguments)
        assert told.value.reason == "told_already"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"n": 0}, "out_of_range"),
        ({"half_width": 0}, "out_of_range"),
        ({"policy": "nobody"}, "unknown_policy"),
        ({"seed": -1}, "bad_seed"),
        ({"threads": 0}, "out_of_range"),
        ({"progress": 3}, "wrong_type"),
        ({"bids": 3}, "bad_view"),
    ],
)
def test_odd_arguments_are_refused(arguments: dict[str, object], reason: str) -> None:
    with pytest.raises((InvalidArgumentError, InvalidRecordError)) as caught:
        bid_table(HAND, **arguments)
    assert caught.value.reason == reason
    str(caught.value)
