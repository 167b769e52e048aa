"""View: what a seat knows, what it must not, random completions, tables entered by hand (docs/rules.md 1.2 to 1.6)."""

import copy
import pickle
import random
from collections import Counter
from math import comb

import numpy as np
import pytest

from doudizhu_fast.deals import Deal, deal
from doudizhu_fast.enums import Phase, Rank, Role
from doudizhu_fast.exceptions import (
    InvalidArgumentError,
    InvalidRecordError,
    InvalidRulesError,
    WrongPhaseError,
)
from doudizhu_fast.game import Game
from doudizhu_fast.hand import Hand
from doudizhu_fast.move import PASS, Move
from doudizhu_fast.rules import Rules
from doudizhu_fast.view import View

RULES = [
    "three_player",
    "four_player",
    "rlcard",
    "botzone",
    "three_player+bottom_cards=hidden",
    "four_player+turned_up_card=false",
]
PACKS = {3: Hand.from_counts([4] * 13 + [1, 1]), 4: Hand.from_counts([8] * 13 + [2, 2])}
HANDS = ("33334444555566667", "77788889999TTTTJJ", "JJQQQQKKKKAAAA222")


def act(game, choose):
    bids = game.legal_bids()
    if bids:
        game.bid(choose.choice(bids))
    else:
        game.play_index(choose.randrange(game.count_moves()))


def walk(rules, seeds):
    """Every state of some random games, starts and ends included."""
    for seed in seeds:
        game, choose = Game(seed=seed, rules=rules), random.Random(seed)
        yield seed, game
        while game.turn is not None:
            act(game, choose)
            yield seed, game


def shown_bottom(game, seat):
    if game.landlord is None:
        return None
    return game.bottom if game.rules.bottom_cards == "shown" or game.landlord == seat else None


@pytest.mark.parametrize("rules", RULES)
def test_a_view_tells_what_is_public_and_the_seats_own_cards(rules):
    seen = 0
    for seed, game in walk(rules, range(2)):
        players = game.rules.players
        for seat in range(players):
            view = game.view(seat)
            seen += 1
            assert (view.seat, view.rules, view.hand) == (seat, game.rules, game.hands[seat]), seed
            for name in (
                "counts", "phase", "turn", "landlord", "to_beat", "passes", "bids", "highest_bid",
                "history", "multiplier", "spring", "winner", "payoffs",
            ):  # fmt: skip
                assert getattr(view, name) == getattr(game, name), (seed, name)
            assert view.turned_up == game.deal.turned_up, seed
            assert view.first_bidder == game.deal.first_bidder, seed
            assert view.bottom == shown_bottom(game, seat), seed
            hidden = sum((hand for other, hand in enumerate(game.hands) if other != seat), Hand())
            if game.landlord is None:
                hidden += game.bottom
            assert view.unseen == hidden, seed
            role = None if game.landlord is None else Role(seat != game.landlord)
            assert view.role == role, seed
            own = game.turn == seat
            assert view.legal_bids() == (game.legal_bids() if own else []), seed
            assert view.legal_moves() == (game.legal_moves() if own else []), seed
    assert seen > 100


@pytest.mark.parametrize("rules", RULES)
def test_views_of_games_that_differ_in_hidden_cards_only_are_the_same(rules):
    """The proof that nothing leaks: same public course, other hidden cards, equal views to the last byte."""
    compared = 0
    for seed in range(6):
        dealt = deal(seed, rules)
        players, first = dealt.rules.players, dealt.first_bidder
        seat, one, other = first, (first + 1) % players, (first + 2) % players
        hands = list(dealt.hands)
        # The two other seats change places with all their cards.
        hands[one], hands[other] = hands[other], hands[one]
        swapped = Deal(hands, dealt.bottom, first, dealt.turned_up, dealt.rules)
        games = [Game(deal=dealt), Game(deal=swapped)]
        assert games[0].hands[one] != games[1].hands[one]
        for go_on in (None, lead):
            views = [game.view(seat) if go_on is None else go_on(game, seat) for game in games]
            if views[0].landlord not in (None, seat):
                continue  # Seat 0 is landlord without an auction, and another hand of his would lead otherwise.
            compared += 1
            assert views[0] == views[1], seed
            assert hash(views[0]) == hash(views[1]), seed
            assert pickle.dumps(views[0]) == pickle.dumps(views[1]), seed
            assert repr(views[0]) == repr(views[1]), seed
            if views[0].phase is Phase.PLAY:
                assert views[0].sample(1) == views[1].sample(1), seed
    assert compared >= 3


def lead(game, seat):
    """Let the first bidder become landlord, where there is an auction, and lead."""
    if game.legal_bids():
        game.bid(3)
    game.play_index(0)
    return game.view(seat)


def test_a_view_stays_when_the_game_goes_on():
    game = Game(seed=3)
    view = game.view(0)
    before = repr(view), view.history, view.unseen
    game.bid(3)
    game.play_index(0)
    assert (repr(view), view.history, view.unseen) == before


def test_a_view_is_an_immutable_value():
    game = Game(seed=3)
    game.bid(3)
    view = game.view(1)
    assert view == game.view(1) != game.view(2)
    assert hash(view) == hash(game.view(1))
    assert copy.copy(view) is copy.deepcopy(view) is view
    assert pickle.loads(pickle.dumps(view)) == view
    with pytest.raises(AttributeError):
        view.hand = Hand("3")
    with pytest.raises(TypeError):
        View()


def test_the_bottom_is_shown_to_all_or_to_the_landlord_only():
    for switch, seers in (("shown", {0, 1, 2}), ("hidden", {2})):
        game = Game(deal=Deal(HANDS, "2BR", 2, rules=Rules(bottom_cards=switch)))
        assert all(game.view(seat).bottom is None for seat in range(3))
        game.bid(3)
        assert {seat for seat in range(3) if game.view(seat).bottom == Hand("2BR")} == seers
        assert {seat for seat in range(3) if game.view(seat).bottom is None} == {0, 1, 2} - seers


@pytest.mark.parametrize("rules", RULES)
def test_sampled_positions_agree_with_everything_the_view_tells(rules):
    sampled = 0
    for seed, game in walk(rules, range(2)):
        if game.landlord is None:
            continue
        seat = seed % game.rules.players
        view = game.view(seat)
        for number in range(2):
            position = view.sample(number)
            sampled += 1
            assert position.hands[seat] == view.hand, seed
            assert tuple(len(hand) for hand in position.hands) == view.counts, seed
            assert sum(position.hands, Hand()) == view.hand + view.unseen, seed
            truth = game.position
            for name in ("landlord", "turn", "to_beat", "passes", "plays", "doublings", "payoffs"):
                assert getattr(position, name) == getattr(truth, name), (seed, name)
            assert position.bid == game.highest_bid, seed
            assert position.legal_moves() == game.legal_moves() or game.turn != seat, seed
    assert sampled > 100


def test_sampling_keeps_the_shown_bottom_cards_and_the_turned_up_card_until_they_are_played():
    game = Game(deal=Deal(HANDS, "2BR", 1, "T"))
    game.bid(0)
    game.bid(3)
    view = game.view(0)
    assert view.landlord == 2
    for number in range(60):
        position = view.sample(number)
        assert "2BR" in position.hands[2], number
        assert "T" in position.hands[1], number
    game.play("B")
    game.play("pass")
    game.play("pass")
    game.play("J")
    game.play("pass")
    game.play("pass")
    view = game.view(0)
    jokers, twos = Counter(), Counter()
    for number in range(200):
        position = view.sample(number)
        assert "2R" in position.hands[2], number
        jokers[position.hands[2].count("B")] += 1
        twos[position.hands[2].count("2")] += 1
    assert jokers == {0: 200}
    assert len(twos) > 1


def test_a_landlord_who_bid_first_holds_bottom_and_turned_up_card_together():
    hands = ("77788889999TTTTJJ", "JJQQQQKKKKAAAA222", "33334444555566667")
    game = Game(deal=Deal(hands, "2BR", 1, "2"))
    game.bid(3)
    view = game.view(2)
    assert all(view.sample(number).hands[1].count("2") >= 2 for number in range(60))
    game.play("2")
    view = game.view(2)
    counts = Counter(view.sample(number).hands[1].count("2") for number in range(200))
    assert min(counts) == 1
    game.undo()
    game.play("22")
    view = game.view(2)
    assert min(view.sample(number).hands[1].count("2") for number in range(200)) == 0


def test_hidden_bottom_cards_may_lie_anywhere():
    game = Game(
        deal=Deal(HANDS, "2BR", 2, rules=Rules(bottom_cards="hidden", turned_up_card=False))
    )
    game.bid(3)
    holders = Counter(
        seat
        for number in range(100)
        for seat, hand in enumerate(game.view(0).sample(number).hands)
        if "R" in hand
    )
    assert holders[1] > 20
    assert holders[2] > 20


def test_every_way_to_place_the_unknown_cards_is_equally_likely():
    """Seats 1 and 2 hold 17 and 17 + 3 known cards, so an unknown card lies with each equally often."""
    game = Game(deal=Deal(HANDS, "2BR", 2, "J"))
    game.bid(3)
    view = game.view(0)
    rounds = 1500
    aces = Counter(view.sample(number).hands[1].count("A") for number in range(rounds))
    # Four aces among 33 unknown cards, of which 17 lie with seat 1 and 16 with seat 2: hypergeometric.
    for held in range(5):
        expected = rounds * comb(17, held) * comb(16, 4 - held) / comb(33, 4)
        assert abs(aces[held] - expected) < 4 * expected**0.5, (aces, held)


def test_one_seed_one_sample():
    game = Game(seed=3)
    game.bid(3)
    view = game.view(1)
    assert view.sample(5) == view.sample(np.random.SeedSequence(5)) == view.sample(np.int64(5))
    assert view.sample(np.random.default_rng(5)) == view.sample(np.random.default_rng(5))
    assert len({view.sample(number) for number in range(50)}) == 50
    generator = np.random.default_rng(5)
    assert view.sample(generator) != view.sample(generator)
    assert view.sample() != view.sample()
    for bad in (-1, True, "5", 1.0):
        with pytest.raises(InvalidArgumentError) as caught:
            view.sample(bad)
        assert caught.value.reason == "bad_seed"


def test_in_the_auction_a_deal_is_sampled_and_no_position():
    game = Game(seed=3)
    first = game.deal.first_bidder
    seat = (first + 1) % 3
    view = game.view(seat)
    with pytest.raises(WrongPhaseError) as caught:
        view.sample(1)
    assert caught.value.reason == "auction_not_over"
    deals = [view.sample_deal(number) for number in range(50)]
    assert len(set(deals)) == 50
    for sampled in deals:
        assert sampled.hands[seat] == view.hand
        assert (sampled.first_bidder, sampled.turned_up) == (first, game.deal.turned_up)
        assert Deal.parse(sampled.text) == sampled
    game.bid(3)
    with pytest.raises(WrongPhaseError) as caught:
        game.view(seat).sample_deal(1)
    assert caught.value.reason == "auction_over"


def test_a_void_game_has_nothing_to_sample():
    game = Game(deal=deal(3))
    for _ in range(3):
        game.bid(0)
    view = game.view(0)
    assert (view.phase, view.role, view.winner, view.payoffs) == (Phase.OVER, None, None, (0, 0, 0))
    with pytest.raises(WrongPhaseError) as caught:
        view.sample(1)
    assert caught.value.reason == "thrown_in"
    with pytest.raises(WrongPhaseError) as caught:
        view.sample_deal(1)
    assert caught.value.reason == "auction_over"


def test_a_deal_without_a_known_turned_up_card_is_sampled_without():
    view = Game(deal=Deal(HANDS, "2BR", 1)).view(0)
    assert view.turned_up is None
    assert view.sample_deal(1).turned_up is None


def entered(game, seat, dash):
    """A table as somebody would type it in."""
    plays = " ".join(
        str(move) if move or dash == "pass" else dash for _, move in game.history[len(game.bids) :]
    )
    bids = " ".join(dash if not bid else str(bid) for _, bid in game.bids)
    return View.from_text(
        str(game.hands[seat]),
        seat=seat,
        rules=game.rules,
        landlord=game.landlord,
        bottom=shown_bottom(game, seat),
        bids=bids,
        plays=plays,
        first_bidder=game.deal.first_bidder,
        turned_up=game.deal.turned_up,
    )


@pytest.mark.parametrize("rules", RULES)
def test_a_table_entered_by_hand_is_the_view_of_the_game(rules):
    compared = 0
    for step, (seed, game) in enumerate(walk(rules, range(2))):
        if step % 3 and game.turn is not None:
            continue
        for seat in range(game.rules.players):
            view = entered(game, seat, random.Random(seed).choice(["-", "pass"]))
            assert view == game.view(seat), (seed, seat)
            compared += 1
    assert compared > 50


def test_a_table_may_leave_out_what_is_not_known():
    view = View.from_text("5566799TJKA2", seat=1, landlord=0, plays="34567, 56789 -")
    assert (view.turn, view.to_beat, view.counts) == (0, Move("56789"), (15, 12, 17))
    assert (view.bottom, view.turned_up, view.bids, view.highest_bid) == (None, None, (), 1)
    assert view.sample(1).hands[1] == view.hand
    assert (
        View.from_text("5566799TJKA2", seat=1, landlord=0, plays=["34567", Move("56789"), PASS])
        == view
    )
    assert (
        View.from_text("5566799TJKA2", seat=1, landlord=0, plays="34567 56789 -", bid=3).highest_bid
        == 3
    )
    view = View.from_text("33445566778899TTJ", seat=2, bids="1 -", first_bidder=0, turned_up="A")
    assert (view.phase, view.turn, view.legal_bids()) == (Phase.AUCTION, 2, [0, 2, 3])
    assert view.turned_up is Rank.ACE
    assert View.from_text("33445566778899TTJ", seat=2, bids=[1, 0], turned_up="A") == view
    view = View.from_text("33445566778899TTJ", seat=2, bids="1 2 - -")
    assert (view.phase, view.landlord, view.highest_bid, view.counts) == (
        Phase.PLAY,
        1,
        2,
        (17, 20, 17),
    )


TABLE = {"hand": "5566799TJKA2", "seat": 1, "landlord": 0, "plays": "34567 56789 -"}


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"hand": "5566799TJKA"}, "seat 1 must hold 12 cards now, not 11"),
        ({"hand": "5566799TJKAx"}, "is no card"),
        ({"hand": "555566799TJK"}, "the hand and all plays together have 55 more often"),
        ({"seat": 3}, "seat must be 0 to 2, got 3"),
        ({"seat": True}, "seat must be a whole number"),
        ({"landlord": 5}, "landlord must be 0 to 2"),
        ({"landlord": None}, "there are plays before the auction has ended"),
        ({"plays": "34567 34567 -"}, "play 2, 34567 by seat 1: cannot play 34567 on 34567"),
        ({"plays": "- 56789 -"}, "play 1, pass by seat 0: cannot pass on a lead"),
        ({"plays": "34567 5678 -"}, "play 2, by seat 1: 5678 is not a play"),
        ({"plays": "34567 xxx -"}, "play 2, by seat 1: cannot read"),
        ({"plays": 5}, "the plays must be a text or a short list"),
        ({"plays": "- " * 20_000}, "the plays are too long"),
        ({"plays": ["3"] * 1001}, "the plays must be a text or a short list"),
        ({"bottom": "BR"}, "the bottom has 3 cards, not 2"),
        ({"bottom": "BRR"}, "all cards that are known together have R more often"),
        ({"bottom": "9BR", "hand": "566999TJKA22"}, "all cards that are known together have 9 more often"),
        ({"landlord": 1, "bottom": "BRJ", "hand": "3455667799TJKA2", "plays": "56789"}, "seat 1 took JBR"),
        ({"rules": "three_player+bottom_cards=hidden", "bottom": "3BR"}, "show the bottom cards to the landlord only"),
        ({"turned_up": "BR"}, "is not one card"),
        ({"turned_up": "3", "first_bidder": 1}, "seat 1 drew the turned-up 3"),
        ({"turned_up": "3", "rules": Rules(turned_up_card=False)}, "turn no card up"),
        ({"first_bidder": 3}, "first_bidder must be 0 to 2"),
        ({"bids": "3 3"}, "call 2: cannot bid: the auction is over"),
        ({"bids": "2 1"}, "call 2: cannot bid 1"),
        ({"bids": "x"}, "'x' is no bid"),
        ({"bids": [True]}, "True is no bid"),
        ({"bids": "1 2 3"}, "the bids make seat 2 landlord, not seat 0"),
        ({"bids": "1 2"}, "seat 0 cannot be landlord: seat 2 is still to call"),
        ({"bids": "- - -", "landlord": None, "plays": ""}, "all passed, so there is no game"),
        ({"bids": "3", "bid": 2}, "the bids do not end with a landlord at 2"),
        ({"bid": 4}, "bid must be 1 to 3"),
        ({"bids": "1", "rules": "rlcard"}, "these rules have no auction"),
        ({"bottom": "3BR", "landlord": None, "plays": "", "hand": "33445566778899TTJ"}, "before the auction has ended"),
    ],
    ids=lambda value: str(value)[:50],
)  # fmt: skip
def test_tables_that_do_not_add_up_are_refused_with_what_is_wrong(change, part):
    assert View.from_text(**TABLE).turn == 0
    with pytest.raises(InvalidRecordError) as caught:
        View.from_text(**(TABLE | change))
    assert caught.value.reason == "bad_view"
    assert part in str(caught.value)
    assert len(str(caught.value)) < 500


def test_plays_after_the_end_and_beyond_a_hand_are_refused():
    long = "3456789TJQKA - - 3456789T - - 3"
    with pytest.raises(InvalidRecordError) as caught:
        View.from_text("445566778899TTJJQ", seat=1, landlord=0, plays=long)
    assert "play 7: seat 0 cannot play 3 with 0 cards left" in str(caught.value)
    with pytest.raises(InvalidRecordError) as caught:
        View.from_text("445566778899TTJJQ", seat=1, landlord=0, plays="3456789TJQKA - - 3456789T -")
    assert "play 5, pass by seat 1: cannot play: the game is over" in str(caught.value)


def test_a_finished_table_pays():
    view = View.from_text(
        "445566778899TTJJQ", seat=1, landlord=0, plays="3456789TJQKA - - 3456789T", bid=2
    )
    assert (view.phase, view.winner, view.spring, view.payoffs) == (
        Phase.OVER,
        Role.LANDLORD,
        1,
        (8, -4, -4),
    )


def test_known_cards_must_fit_the_hand_that_holds_them():
    plays = "3456789TJQKA - - 345678 - - 9"
    with pytest.raises(InvalidRecordError) as caught:
        View.from_text("445566778899TTJJQ", seat=1, landlord=0, bottom="2BR", plays=plays)
    assert "seat 0 still holds 2BR, with 1 cards left" in str(caught.value)


def test_unknown_rules_stay_a_rules_error():
    with pytest.raises(InvalidRulesError):
        View.from_text("3", rules="nothing")


def test_damaged_tables_give_a_view_or_the_one_error():
    choose, good, bad = random.Random(5), 0, 0
    for _ in range(400):
        change = {}
        for name, text in TABLE.items():
            if isinstance(text, str) and choose.random() < 0.7:
                letters = list(text)
                letters[choose.randrange(len(letters))] = choose.choice("3456789TJQKA2BR- +x")
                change[name] = "".join(letters)
        try:
            view = View.from_text(**(TABLE | change))
        except InvalidRecordError:
            bad += 1
        else:
            good += 1
            assert view.sample(1).hands[1] == view.hand
    assert good > 20
    assert bad > 100


def test_suited_cards_are_of_the_packs_of_the_rules():
    hand = "3♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ T♠ J♠ Q♠ K♠ A♠ 2♠ 4♥ 5♥ 6♥"
    with pytest.raises(InvalidRecordError, match="appears 2 times"):
        View.from_text(hand)
    with pytest.raises(InvalidRecordError, match="appears 2 times"):
        View.from_text("34567889TTJJQKA22", seat=1, landlord=0, bottom="3♠ 3♠ R")


def test_the_view_of_a_void_game_has_no_landlord_and_will_have_none():
    game = Game(seed=7, rules="openspiel")
    assert "(no landlord yet)" in repr(game.view(0))
    for _ in range(3):
        game.bid(0)
    assert "(no landlord)" in repr(game.view(0))
