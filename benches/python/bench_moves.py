"""Moves of single hands, one call each, and of many hands in one call."""

import numpy as np
import pytest

import doudizhu_fast as ddz

pytestmark = pytest.mark.benchmark(group="moves")

# Single calls go through so many hands in one round of the clock.
ROUND = 256
# Legal moves of all 4,096 hands: leads of 20 cards, and answers of 17 cards to a random lead.
LEADS = 316_740
ANSWERS = 17_630


@pytest.fixture(scope="module")
def hands(leads):
    return [ddz.Hand.from_packed(hand) for hand in leads[:ROUND].tolist()]


@pytest.fixture(scope="module")
def questions(followers, standing):
    packed = zip(followers[:ROUND].tolist(), standing[:ROUND].tolist(), strict=True)
    return [(ddz.Hand.from_packed(hand), ddz.Move.from_packed(move)) for hand, move in packed]


def bench_legal_moves_lead(rate, hands, leads) -> None:
    def work():
        listed = 0
        for hand in hands:
            listed += len(ddz.legal_moves(hand))
        return listed

    assert rate(work, ROUND, "hands") == ddz.count_moves_batch(leads[:ROUND]).sum()


def bench_legal_moves_follow(rate, questions, followers, standing) -> None:
    def work():
        listed = 0
        for hand, move in questions:
            listed += len(ddz.legal_moves(hand, move))
        return listed

    expected = ddz.count_moves_batch(followers[:ROUND], standing[:ROUND]).sum()
    assert rate(work, ROUND, "hands") == expected


def bench_count_moves_lead(rate, hands, leads) -> None:
    def work():
        counted = 0
        for hand in hands:
            counted += ddz.count_moves(hand)
        return counted

    assert rate(work, ROUND, "hands") == ddz.count_moves_batch(leads[:ROUND]).sum()


def bench_nth_move_lead(rate, hands) -> None:
    last = [(hand, ddz.count_moves(hand) - 1) for hand in hands]

    def work():
        return [ddz.nth_move(hand, k) for hand, k in last]

    assert rate(work, ROUND, "hands") == [ddz.legal_moves(hand)[-1] for hand in hands]


def bench_classify(rate, standing) -> None:
    moves = [ddz.Move.from_packed(move) for move in standing[:ROUND].tolist()]
    cards = [move.cards for move in moves]

    def work():
        return [ddz.classify(each) for each in cards]

    assert rate(work, ROUND, "plays") == [(move,) for move in moves]


def bench_beats(rate, standing) -> None:
    moves = [ddz.Move.from_packed(move) for move in standing[:ROUND].tolist()]
    pairs = list(zip(moves, moves[1:] + moves[:1], strict=True))

    def work():
        return [move.beats(other) for move, other in pairs]

    expected = ddz.beats_batch(standing[:ROUND], np.roll(standing[:ROUND], -1))
    assert rate(work, ROUND, "pairs") == expected.tolist()


def bench_legal_moves_batch_lead(rate, leads) -> None:
    offsets, moves = rate(lambda: ddz.legal_moves_batch(leads, threads=1), len(leads), "hands")
    assert offsets[-1] == len(moves) == LEADS


def bench_legal_moves_batch_follow(rate, followers, standing) -> None:
    def work():
        return ddz.legal_moves_batch(followers, standing, threads=1)

    offsets, moves = rate(work, len(followers), "hands")
    assert offsets[-1] == len(moves) == ANSWERS


def bench_count_moves_batch_lead(rate, leads) -> None:
    counts = rate(lambda: ddz.count_moves_batch(leads, threads=1), len(leads), "hands")
    assert counts.sum() == LEADS


def bench_count_moves_batch_follow(rate, followers, standing) -> None:
    def work():
        return ddz.count_moves_batch(followers, standing, threads=1)

    assert rate(work, len(followers), "hands").sum() == ANSWERS


def bench_classify_batch(rate, standing) -> None:
    cards = standing & np.uint64((1 << 60) - 1)
    offsets, moves = rate(lambda: ddz.classify_batch(cards), len(cards), "plays")
    assert np.array_equal(moves, standing)
    assert offsets[-1] == len(standing)


def bench_beats_batch(rate, standing) -> None:
    others = np.roll(standing, -1)
    beaten = rate(lambda: ddz.beats_batch(standing, others), len(standing), "pairs")
    assert not (beaten & ddz.beats_batch(others, standing)).any()
    assert 0 < beaten.sum() < len(standing) / 2
