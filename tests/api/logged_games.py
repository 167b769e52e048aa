"""Logs, and records of all kinds, for the tests of game logs."""

import pytest

import doudizhu_fast as ddz
from doudizhu_fast import (
    Game,
    GameLog,
    GameRecord,
    InvalidRecordError,
    simulate,
)

NATIVE = ddz.backend() == "native"
COUNT = 60 if NATIVE else 6


def run_of(rules: str = "three_player", count: int = COUNT, seed: int = 3) -> GameLog:
    return simulate(count, rules=rules, seed=seed, columns=False).log()


def records_of_all_kinds() -> list[GameRecord]:
    """Of seeds and of given deals, with deals thrown in, void, and not over."""
    thrown_in = Game(seed=7)
    for bid in (0, 0, 0, 0, 0, 0, 2, 3):
        thrown_in.bid(bid)
    void = Game(deal=ddz.deal(1))
    for _ in range(3):
        void.bid(0)
    auction = Game(seed=2**4096 - 1)
    auction.bid(1)
    over = Game.of_run(7, 5)
    over.bid(3)
    while over.turn is not None:
        over.play_index(over.count_moves() - 1)
    return [game.record() for game in (thrown_in, void, auction, Game(seed=0), over)]


def refused(work, *arguments, **keywords) -> InvalidRecordError:
    with pytest.raises(InvalidRecordError) as caught:
        work(*arguments, **keywords)
    return caught.value


# The value.
