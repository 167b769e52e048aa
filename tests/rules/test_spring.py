"""docs/rules.md 1.6: doublings by bombs and rockets, and springs."""

import pytest

from doudizhu_fast.game import Game
from doudizhu_fast.position import Position
from doudizhu_fast.rules import Rules

FOUR = Rules.four_player()


def after(position, moves):
    for move in moves.split():
        position = position.play(move)
    return position


def test_landlords_spring_no_peasant_has_played():
    end = after(Position(["345", "66", "77"], 0, 0), "3 pass pass 4 pass pass 5")
    assert (end.spring, end.multiplier, end.payoffs) == (1, 2, (4, -2, -2))


def test_landlord_out_on_his_first_play_is_doubled_once():
    end = after(Position(["33", "66", "77"], 0, 0, bid=3), "33")
    assert (end.plays, end.spring, end.multiplier, end.payoffs) == ((1, 0), 1, 2, (12, -6, -6))


def test_no_spring_once_a_peasant_has_played():
    end = after(Position(["35", "4K", "77"], 0, 0), "3 4 pass 5")
    assert (end.spring, end.multiplier, end.payoffs) == (0, 1, (2, -1, -1))


def test_a_pass_is_no_play():
    end = after(Position(["34", "56", "78"], 0, 0), "3 pass pass 4")
    assert (end.plays, end.spring) == ((2, 0), 1)


def test_peasants_spring_the_landlord_played_exactly_once():
    end = after(Position(["3J", "45", "66"], 0, 0), "3 4 pass pass 5")
    assert (end.spring, end.multiplier, end.payoffs) == (2, 2, (-4, 2, 2))


def test_no_spring_when_the_landlord_played_twice():
    end = after(Position(["3J4", "5K", "66"], 0, 0), "3 5 pass J K")
    assert (end.plays, end.spring, end.payoffs) == ((2, 2), 0, (-2, 1, 1))


def test_a_position_counts_the_plays_made_before_it():
    assert after(Position(["3", "4", "5"], 0, 0, plays=(4, 1)), "3").spring == 0
    assert after(Position(["3", "4", "5"], 0, 0, plays=(4, 0)), "3").spring == 1
    assert after(Position(["3", "4", "5"], 0, 1, plays=(1, 3)), "4").spring == 2
    assert after(Position(["3", "4", "5"], 0, 1, plays=(2, 3)), "4").spring == 0


@pytest.mark.parametrize("rules", [Rules.douzero(), Rules(spring=False)])
def test_without_the_switch_there_is_no_spring(rules):
    end = after(Position(["33", "66", "77"], 0, 0, rules=rules), "33")
    assert (end.spring, end.multiplier, end.payoffs) == (0, 1, (2, -1, -1))


def test_springs_count_with_four_players_too():
    end = after(Position(["33", "66", "77", "88"], 0, 0, rules=FOUR), "33")
    assert (end.spring, end.payoffs) == (1, (6, -2, -2, -2))
    end = after(Position(["3J", "4", "77", "88"], 0, 0, rules=FOUR), "3 4")
    assert (end.spring, end.payoffs) == (2, (-6, 2, 2, 2))


def test_bid_three_two_bombs_and_a_rocket_is_24_per_opponent():
    hands = ["44443", "5555K", "BR78"]
    start = Position(hands, 0, 0, bid=3, plays=(1, 1))
    end = after(start, "4444 5555 BR pass pass 7 pass K")
    assert (end.doublings, end.spring, end.multiplier) == (3, 0, 8)
    assert end.payoffs == (-48, 24, 24)


def test_the_landlord_wins_48_with_two_bombs_and_a_rocket():
    end = after(Position(["4444BR", "5555K", "78"], 0, 0, bid=3), "4444 5555 pass BR")
    assert (end.spring, end.payoffs) == (0, (48, -24, -24))


def test_the_last_play_doubles_too_and_bombs_in_hand_do_not():
    end = after(Position(["3333", "5555K", "9999"], 0, 0, plays=(0, 1)), "3333")
    assert (end.doublings, end.multiplier) == (1, 2)


def test_four_with_kickers_is_no_bomb():
    end = after(Position(["444456", "5", "6"], 0, 0, plays=(0, 1)), "4444+56")
    assert end.multiplier == 1


@pytest.mark.parametrize(("size", "factor"), [(4, 1), (5, 1), (6, 2), (7, 2), (8, 2)])
def test_four_players_bombs_of_six_cards_and_more_double(size, factor):
    end = after(
        Position(["3" * size, "44", "55", "66"], 0, 0, rules=FOUR, plays=(0, 1)), "3" * size
    )
    assert (end.multiplier, end.payoffs) == (factor, (3 * factor, -factor, -factor, -factor))


def test_four_players_the_rocket_doubles():
    end = after(Position(["BBRR", "44", "55", "66"], 0, 0, rules=FOUR, plays=(0, 1)), "BBRR")
    assert end.multiplier == 2


@pytest.mark.parametrize(("least", "factor"), [(4, 2), (5, 2), (6, 1), (8, 1)])
def test_the_switch_bomb_double_min_decides_from_which_size_on(least, factor):
    rules = FOUR.replace(bomb_double_min=least)
    end = after(Position(["33333", "44", "55", "66"], 0, 0, rules=rules, plays=(0, 1)), "33333")
    assert end.multiplier == factor


def test_a_game_counts_like_a_position_and_undo_takes_the_doubling_back():
    game = Game(seed=3)
    game.bid(1)
    game.bid(0)
    game.bid(0)
    while game.turn is not None:
        game.play_index(game.count_moves() - 1)
    bombs = [move for _, move in game.history if not isinstance(move, int) and move.kind >= 13]
    assert game.multiplier == 2 ** (len(bombs) + (game.spring > 0))
    assert game.payoffs == game.position.payoffs
    final = game.multiplier
    while game.bids and game.turn is None:
        game.undo()
    assert game.payoffs is None
    assert game.multiplier <= final
