"""One Game at a time, from its deal to its payment, one call per move: what a loop in Python costs."""

import pytest

import doudizhu_fast as ddz

pytestmark = pytest.mark.benchmark(group="game")

GAMES = 100
RULES = {
    "three_player": ddz.Rules.three_player().replace(auction="none"),
    "four_player": ddz.Rules.four_player().replace(auction="none"),
}
# Moves of a random game, passes counted; its standard deviation is about a third of it.
LENGTH = {"three_player": 61.04, "four_player": 112.83}


def play_listed(game: ddz.Game, draw) -> int:
    moves = 0
    while legal := game.legal_moves():
        game.play(legal[int(draw() * len(legal))])
        moves += 1
    return moves


def play_counted(game: ddz.Game, draw) -> int:
    moves = 0
    while count := game.count_moves():
        game.play_index(int(draw() * count))
        moves += 1
    return moves


@pytest.mark.parametrize("preset", RULES)
@pytest.mark.parametrize("play", [play_listed, play_counted], ids=["listed", "counted"])
def bench_game(rate, choose, preset, play) -> None:
    rules, draw = RULES[preset], choose.random
    played = []
    first = 0

    def work():
        nonlocal first
        first += GAMES
        for index in range(first, first + GAMES):
            game = ddz.Game.of_run(5, index, rules)
            played.append(play(game, draw))
        return game

    last = rate(work, GAMES, "games")
    assert last.phase is ddz.Phase.OVER
    assert sum(last.payoffs) == 0
    allowed = 3 * LENGTH[preset] / 3 / len(played) ** 0.5
    assert sum(played) / len(played) == pytest.approx(LENGTH[preset], abs=allowed)


def bench_game_with_auction(rate, choose) -> None:
    rules, draw = ddz.Rules(), choose.random
    first = 0

    def work():
        nonlocal first
        first += GAMES
        for index in range(first, first + GAMES):
            game = ddz.Game.of_run(5, index, rules)
            while bids := game.legal_bids():
                game.bid(bids[int(draw() * len(bids))])
            play_listed(game, draw)
        return game

    last = rate(work, GAMES, "games")
    assert last.phase is ddz.Phase.OVER
    assert last.bids
    assert sum(last.payoffs) == 0


def bench_open_a_game(rate) -> None:
    rules = RULES["three_player"]

    def work():
        return [ddz.Game.of_run(5, index, rules) for index in range(GAMES)]

    games = rate(work, GAMES, "games")
    assert [len(game.position.hands[0]) for game in games] == [20] * GAMES
