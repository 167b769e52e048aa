"""Match: games in a row, totals, dealer, winner (docs/rules.md 1.2, 1.6)."""

import pickle
import random
from collections import Counter

import pytest

from doudizhu_fast.deals import draw_deal
from doudizhu_fast.enums import Phase
from doudizhu_fast.exceptions import InvalidArgumentError, InvalidRulesError, WrongPhaseError
from doudizhu_fast.game import Game
from doudizhu_fast.match import Match
from doudizhu_fast.rules import Rules


def finish(game, choose):
    while game.turn is not None:
        bids = game.legal_bids()
        if bids:
            game.bid(choose.choice(bids))
        else:
            game.play_index(choose.randrange(game.count_moves()))


def test_a_new_match_has_its_first_game_open():
    match = Match(3, seed=4)
    assert (match.played, match.totals, match.records, match.over) == (0, (0, 0, 0), (), False)
    assert (match.players, match.rules, match.seed, match.games) == (
        ("seat 0", "seat 1", "seat 2"),
        Rules(),
        4,
        None,
    )
    assert match.game.phase is Phase.AUCTION
    assert match.leaders == (0, 1, 2)
    assert match.winner is None


@pytest.mark.parametrize(
    ("players", "rules"), [(3, None), (4, None), (3, "national"), (3, "rlcard")]
)
def test_a_match_plays_the_games_of_its_run_and_adds_up(players, rules):
    match, choose = Match(players, rules, seed=4, games=6), random.Random(4)
    dealer, totals = match.dealer, [0] * players
    for index in range(6):
        assert match.game.index == index
        assert match.game.deal == draw_deal(4, index, 0, match.rules)
        assert match.dealer == (dealer + index) % players
        finish(match.game, choose)
        totals = [total + amount for total, amount in zip(totals, match.game.payoffs, strict=True)]
        assert match.totals == tuple(totals)
        assert (match.played, len(match.records)) == (index + 1, index + 1)
        assert match.over is (index == 5)
        if index < 5:
            assert match.next_game() is match.game
            assert match.totals == tuple(totals)
            assert match.played == index + 1
    assert sum(match.totals) == 0
    assert match.leaders == tuple(seat for seat in range(players) if totals[seat] == max(totals))
    assert match.winner == (match.leaders[0] if len(match.leaders) == 1 else None)
    for index, record in enumerate(match.records):
        assert Game.replay(record).payoffs == record.payoffs
        assert (record.seed, record.index) == (4, index)
    with pytest.raises(WrongPhaseError) as caught:
        match.next_game()
    assert caught.value.reason == "match_over"
    assert match.played == 6


def test_the_next_game_begins_after_the_end_of_the_current_one_only():
    match = Match(3, seed=4)
    match.game.bid(3)
    before = match.game.history
    with pytest.raises(WrongPhaseError) as caught:
        match.next_game()
    assert caught.value.reason == "not_over"
    assert (match.game.history, match.played, match.game.index) == (before, 0, 0)


def test_taking_the_end_back_takes_the_payment_back():
    match = Match(3, seed=4, games=1)
    finish(match.game, random.Random(1))
    assert match.over
    match.game.undo()
    assert (match.over, match.played, match.totals, match.records) == (False, 0, (0, 0, 0), ())


def test_a_game_that_is_behind_no_longer_changes_the_match():
    match = Match(3, seed=4)
    first = match.game
    finish(first, random.Random(1))
    totals = match.totals
    match.next_game()
    first.undo()
    assert (match.totals, match.played, match.records[0].payoffs) == (totals, 1, totals)


def test_the_dealer_stays_after_a_hand_that_was_thrown_in():
    match = Match(3, "openspiel", seed=4, games=3)
    dealer = match.dealer
    for _ in range(3):
        match.game.bid(0)
    assert match.game.payoffs == (0, 0, 0)
    match.next_game()
    assert (match.dealer, match.game.index, match.played) == (dealer, 1, 1)
    finish_with_a_landlord(match.game)
    match.next_game()
    assert match.dealer == (dealer + 1) % 3


def finish_with_a_landlord(game):
    game.bid(3)
    finish(game, random.Random(1))


def test_the_first_dealer_is_drawn_from_the_seed():
    dealers = [Match(4, seed=seed).dealer for seed in range(80)]
    assert dealers == [Match(4, seed=seed).dealer for seed in range(80)]
    assert min(Counter(dealers)[seat] for seat in range(4)) > 5


def test_the_number_of_players_chooses_the_rules():
    assert Match(4).rules == Rules.four_player()
    assert Match(["a", "b", "c", "d"]).rules == Rules.four_player()
    assert Match(("a", "b", "c")).players == ("a", "b", "c")
    for players, rules in (
        (4, "three_player"),
        (3, "four_player"),
        (["a", "b", "c"], "four_player"),
    ):
        with pytest.raises(InvalidRulesError) as caught:
            Match(players, rules)
        assert caught.value.reason == "wrong_players"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"players": 2}, "out_of_range"),
        ({"players": 5}, "out_of_range"),
        ({"players": True}, "wrong_type"),
        ({"players": "abc"}, "wrong_type"),
        ({"players": None}, "wrong_type"),
        ({"players": dict.fromkeys("abc")}, "wrong_type"),
        ({"players": ["a", "b"]}, "out_of_range"),
        ({"players": ["a", "b", "a"]}, "out_of_range"),
        ({"players": ["a", "b", ""]}, "out_of_range"),
        ({"players": ["a", "b", 3]}, "out_of_range"),
        ({"players": ["a", "b", ["c"]]}, "out_of_range"),
        ({"players": range(10**9)}, "out_of_range"),
        ({"games": 0}, "out_of_range"),
        ({"games": -1}, "out_of_range"),
        ({"games": 1.0}, "wrong_type"),
        ({"games": True}, "wrong_type"),
        ({"seed": -1}, "bad_seed"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_bad_matches_are_refused(arguments, reason):
    with pytest.raises(InvalidArgumentError) as caught:
        Match(**({"players": 3} | arguments))
    assert caught.value.reason == reason


def test_a_match_pickles_and_tells_its_scores():
    match = Match(["Ann", "Bo", "Cy"], seed=4, games=2)
    finish(match.game, random.Random(1))
    other = pickle.loads(pickle.dumps(match))
    assert (other.totals, other.dealer, other.records) == (
        match.totals,
        match.dealer,
        match.records,
    )
    assert repr(other) == repr(match)
    assert "1 of 2 games played, Ann" in repr(match)
    other.next_game()
    assert (match.game.index, other.game.index) == (0, 1)
