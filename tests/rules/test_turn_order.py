"""docs/rules.md 1.4: who leads, who follows, when a trick and a game end."""

import random
from collections import Counter

import pytest

from doudizhu_fast.enums import Kind, Phase, Role
from doudizhu_fast.exceptions import IllegalMoveError
from doudizhu_fast.game import Game
from doudizhu_fast.move import PASS
from doudizhu_fast.position import Position


def history(position, moves):
    for move in moves.split():
        position = position.play(move)
    return position


@pytest.mark.parametrize(("rules", "players"), [("three_player", 3), ("four_player", 4)])
def test_the_landlord_takes_the_bottom_and_leads_the_first_trick(rules, players):
    seats = Counter()
    for seed in range(12):
        game = Game(seed=seed, rules=rules)
        landlord = game.turn
        seats[landlord] += 1
        before = game.hands[landlord]
        game.bid(3)
        assert (game.landlord, game.turn, game.to_beat) == (landlord, landlord, None)
        assert game.hands[landlord] == before + game.bottom
        assert len(game.hands[landlord]) == {3: 20, 4: 33}[players]
        assert PASS not in game.legal_moves()
    assert seats.total() == 12
    assert len(seats) == players


@pytest.mark.parametrize(("rules", "players"), [("three_player", 3), ("four_player", 4)])
def test_the_turn_goes_to_the_next_seat_after_every_move(rules, players):
    moves = 0
    for seed in range(5):
        game, choose = Game(seed=seed, rules=rules), random.Random(seed)
        game.bid(3)
        while game.turn is not None:
            mover = game.turn
            game.play_index(choose.randrange(game.count_moves()))
            moves += 1
            assert game.turn in (None, (mover + 1) % players), seed
    assert moves > 150


@pytest.mark.parametrize(
    ("hands", "rules"),
    [(["34", "56", "78"], "three_player"), (["34", "56", "78", "9T"], "four_player")],
)
def test_the_trick_ends_when_all_others_have_passed_and_its_winner_leads(hands, rules):
    players = len(hands)
    position = Position(hands, 0, 0, rules=rules).play("3").play("5")
    for passes in range(players - 1):
        assert (str(position.to_beat), position.passes) == ("5", passes)
        position = position.play("pass")
    assert (position.turn, position.to_beat, position.passes) == (1, None, 0)


def test_passing_on_the_lead_is_not_allowed():
    with pytest.raises(IllegalMoveError) as caught:
        Position(["34", "5", "6"], 0, 0).play("pass")
    assert caught.value.reason == "pass_on_lead"


def test_passing_is_allowed_even_when_able_to_beat():
    position = Position(["34", "56", "66"], 0, 0).play("3")
    assert position.legal_moves()[0] is PASS
    assert position.play("pass").turn == 2


def test_a_player_who_passed_may_play_again_in_the_same_trick():
    position = history(Position(["3A4", "5K6", "JQ7"], 0, 0), "3 pass J pass K")
    assert (position.turn, str(position.to_beat)) == (2, "K")


def test_an_answer_has_the_same_kind_and_length_and_a_higher_rank():
    position = Position(["3344559", "445566789", "3"], 0, 0).play("334455")
    assert [str(move) for move in position.legal_moves()] == ["pass", "445566"]


def test_a_bomb_beats_everything_but_a_higher_bomb_and_the_rocket():
    position = Position(["4444A", "5555A", "BR3"], 0, 0).play("A")
    assert {move.kind for move in position.legal_moves()} == {Kind.PASS, Kind.BOMB}
    position = position.play("5555")
    assert [str(move) for move in position.legal_moves()] == ["pass", "BR"]
    assert position.play("BR").play("pass").turn == 1


@pytest.mark.parametrize(
    ("moves", "winner"),
    [("4 pass pass 3", Role.LANDLORD), ("3 5", Role.PEASANT), ("3 pass 6", Role.PEASANT)],
)
def test_the_game_ends_at_once_with_the_first_empty_hand_and_the_peasants_win_together(
    moves, winner
):
    position = history(Position(["34", "5", "6"], 0, 0), moves)
    assert (position.turn, position.winner) == (None, winner)
    assert position.legal_moves() == []
    payoffs = position.payoffs
    assert (payoffs[0] > 0) == (winner is Role.LANDLORD)
    assert payoffs[1] == payoffs[2]


def test_the_last_play_need_not_stand_unbeaten():
    position = history(Position(["34", "5", "2222"], 0, 0), "3 5")
    assert position.winner is Role.PEASANT


@pytest.mark.parametrize("rules", ["rlcard", "douzero", "noip"])
def test_without_an_auction_seat_0_is_landlord_at_1_and_leads(rules):
    game = Game(seed=5, rules=rules)
    assert (game.phase, game.landlord, game.turn, game.highest_bid) == (Phase.PLAY, 0, 0, 1)
    assert game.hands[0] == game.deal.hands[0] + game.bottom


def test_cards_are_conserved_and_every_play_leaves_its_hand():
    plays = 0
    for seed in range(6):
        game, choose = Game(seed=seed), random.Random(seed)
        game.bid(3)
        while game.turn is not None:
            mover, before = game.turn, game.hands
            game.play_index(choose.randrange(game.count_moves()))
            _, move = game.history[-1]
            plays += move is not PASS
            for seat, hand in enumerate(game.hands):
                assert hand == (before[seat] - move.cards if seat == mover else before[seat]), seed
    assert plays > 100
