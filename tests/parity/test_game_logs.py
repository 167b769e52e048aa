"""Replay in bulk finds in damaged logs what replay in a Game finds: the same game, the same step, the same reason."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import doudizhu_fast as ddz
from doudizhu_fast import Game, GameLog, GameRecord, _backend, simulate
from doudizhu_fast.game_logs import _replay
from doudizhu_fast.game_logs._replay import Fault, first_fault, replayed_fault
from doudizhu_fast.seeds import stream

pytestmark = pytest.mark.skipif(ddz.backend() != "native", reason="compares the two ways")

RULES = ["three_player", "four_player", "national", "openspiel", "botzone", "rlcard"]
# A move with cards that do not exist, cards without a kind, a call, and plays that are of another kind.
GARBAGE = [1 << 60 | 9, 0x11, 15 << 60 | 3, 1 << 60 | 0x11, 13 << 60 | 0x3, 2**64 - 1]


def variants(log: GameLog) -> Iterator[tuple[str, GameLog]]:
    """Yield a log of one game, damaged in one place after the other."""
    yield from changed_numbers(log)
    yield from changed_deals(log)
    yield from changed_calls(log)
    yield from all_passed(log)
    yield from changed_moves(log)


def changed_numbers(log: GameLog) -> Iterator[tuple[str, GameLog]]:
    players = log.rules.players
    for landlord in range(-1, players):
        yield "landlord", replace(log, landlord=np.array([landlord], np.int8))
    for bid in range(4):
        yield "bid", replace(log, bid=np.array([bid], np.int8))
    yield "multiplier", replace(log, multiplier=log.multiplier * 2)
    for spring in range(3):
        yield "spring", replace(log, spring=np.array([spring], np.int8))
    for seat in range(players):
        payoffs = log.payoffs.copy()
        payoffs[0, seat] += 1
        yield "payoffs", replace(log, payoffs=payoffs, finished=np.ones(1, bool))
    nothing = np.zeros_like(log.payoffs)
    yield "finished", replace(log, payoffs=nothing, finished=~log.finished)
    yield "index", replace(log, index=log.index + np.uint64(1))
    yield "root", replace(log, root=np.full(1, -1, np.int32))
    yield "roots", replace(log, roots=tuple(root + 1 for root in log.roots))


def changed_deals(log: GameLog) -> Iterator[tuple[str, GameLog]]:
    for name in ("deals", "thrown_in"):
        deals = getattr(log, name)
        for row in range(len(deals.bottom)):
            for hands in changed_hands(deals.hands[row], deals.bottom[row]):
                table = deals.hands.copy()
                table[row] = hands
                yield "hands", replace(log, **{name: deals._replace(hands=table)})
            bottom = deals.bottom.copy()
            bottom[row] ^= np.uint64(1)
            yield "bottom", replace(log, **{name: deals._replace(bottom=bottom)})
            for seat in range(log.rules.players):
                first = deals.first_bidder.copy()
                first[row] = seat
                yield "first_bidder", replace(log, **{name: deals._replace(first_bidder=first)})
            for rank in (-1, 0, 7, 14):
                shown = deals.turned_up.copy()
                shown[row] = rank
                yield "turned_up", replace(log, **{name: deals._replace(turned_up=shown)})
    none = log.thrown_in.take(slice(0, 0))
    yield (
        "thrown_in",
        replace(log, thrown_in=none, thrown_in_offsets=np.zeros(2, np.int64)),
    )
    twice = log.thrown_in.join([log.deals, log.thrown_in])
    offsets = np.array([0, len(twice.bottom)], np.int64)
    yield "thrown_in", replace(log, thrown_in=twice, thrown_in_offsets=offsets)


def changed_hands(hands: np.ndarray, bottom: np.uint64) -> Iterator[np.ndarray]:
    yield hands[::-1].copy()
    for value in (bottom, hands[0] + np.uint64(1 << 60), hands[0] | np.uint64(0xF), hands[1]):
        yield np.concatenate([[value], hands[1:]]).astype(np.uint64)
    # One card for another between two hands: a deal, but not that of the seed.
    mine, theirs = (int(hand) for hand in hands[:2])
    for one, other in ((0, 8), (3, 11), (9, 2)):
        gain = (1 << 4 * one) - (1 << 4 * other)
        if mine >> 4 * other & 15 and theirs >> 4 * one & 15:
            yield np.array([mine + gain, theirs - gain, *hands[2:].tolist()], np.uint64)


def changed_calls(log: GameLog) -> Iterator[tuple[str, GameLog]]:
    for name in ("deals", "thrown_in"):
        deals = getattr(log, name)
        rows = np.repeat(np.arange(len(deals.bottom)), np.diff(deals.call_offsets))
        for place in range(len(deals.calls) + 1):
            if not len(deals.bottom):
                break
            row = rows[place] if place < len(rows) else len(deals.bottom) - 1
            later = (np.arange(len(deals.call_offsets)) > row).astype(np.int64)
            for bid in range(4):
                calls = np.insert(deals.calls, place, bid)
                longer = deals._replace(calls=calls, call_offsets=deals.call_offsets + later)
                yield "calls", replace(log, **{name: longer})
                if place < len(rows):
                    calls = deals.calls.copy()
                    calls[place] = bid
                    yield "calls", replace(log, **{name: deals._replace(calls=calls)})
            if place < len(rows):
                shorter = deals._replace(
                    calls=np.delete(deals.calls, place), call_offsets=deals.call_offsets - later
                )
                yield "calls", replace(log, **{name: shorter})


def all_passed(log: GameLog) -> Iterator[tuple[str, GameLog]]:
    players = log.rules.players
    calls, offsets = np.zeros(players, np.int8), np.array([0, players], np.int64)
    passed = replace(log, deals=log.deals._replace(calls=calls, call_offsets=offsets))
    yield "all passed", passed
    yield "all passed", replace(passed, moves=log.moves[:0], move_offsets=np.zeros(2, np.int64))


def changed_moves(log: GameLog) -> Iterator[tuple[str, GameLog]]:
    moves = log.moves

    def with_moves(changed: np.ndarray) -> GameLog:
        return replace(log, moves=changed, move_offsets=np.array([0, len(changed)], np.int64))

    for place in range(0, len(moves), 5):
        swapped = moves.copy()
        swapped[place : place + 2] = swapped[place : place + 2][::-1]
        yield "swapped", with_moves(swapped)
        yield "truncated", with_moves(moves[:place])
        yield "left out", with_moves(np.delete(moves, place))
        for value in (0, moves[0], moves[-1], GARBAGE[place % len(GARBAGE)]):
            other = moves.copy()
            other[place] = value
            yield "replaced", with_moves(other)
    for value in (0, *moves[:1], GARBAGE[0], 1 << 60 | 1):
        yield "appended", with_moves(np.append(moves, np.uint64(value)))


def games(rules: str) -> GameLog:
    """Games of some kinds: won by either side, with deals thrown in, with and without a spring, void, not over."""
    run = simulate(400, "random", seed=11, rules=rules, columns=False).log()
    thrown_in = np.flatnonzero(np.diff(run.thrown_in_offsets))[:1]
    void = np.flatnonzero(run.landlord < 0)[:1]
    sprung = np.flatnonzero(run.spring)[:1]
    chosen = run[np.unique(np.concatenate([[0], thrown_in, void, sprung]))]
    return GameLog.concat([chosen, GameLog.from_records(others(rules), rules)])


def others(rules: str) -> Iterator[GameRecord]:
    """Games of given deals, and some that are not over."""
    for steps in (0, 2, 12, 400):
        game = Game(deal=ddz.deal(3, rules))
        for step in range(steps):
            if game.turn is None:
                break
            if game.phase is ddz.Phase.AUCTION:
                game.bid(game.legal_bids()[-1] if step == 1 else 0)
            else:
                game.play_index(step * 7 % game.count_moves())
        yield game.record()
    if game.rules.auction != "none":
        passed = Game(deal=ddz.deal(4, rules))
        while passed.phase is ddz.Phase.AUCTION:
            passed.bid(0)
        yield passed.record()


def told(log: GameLog, threads: int = 1) -> tuple[str, str] | None:
    found = first_fault(log, threads)
    if found is None:
        return None
    row, fault = found
    assert row == 0
    return fault.step, fault.why


REASONS = {
    "auction_not_over",
    "auction_over",
    "cards_not_held",
    "does_not_beat",
    "extra_deal",
    "game_over",
    "mismatch",
    "missing_deal",
    "no_auction",
    "none",
    "not_a_play",
    "not_of_seed",
    "pass_on_lead",
    "thrown_in",
    "too_low",
    "wrong_deal",
}


def test_damage_is_found_in_bulk_as_in_a_game() -> None:
    reasons: Counter[str] = Counter()
    for rules in RULES:
        log = games(rules)
        assert len(log) >= 5
        assert log.verify() == len(log)
        tried, harmless = Counter(), Counter()
        for row in range(len(log)):
            for part, damaged in variants(log[row : row + 1]):
                twin = replayed_fault(damaged, 0)
                assert told(damaged) == (twin and (twin.step, twin.why)), (rules, row, part)
                tried[part] += 1
                harmless[part] += twin is None
                reasons[twin.why if twin else "none"] += 1
        assert tried.total() > 400
        # Values put where they stand already, swapped passes, other hands before the first move of a given deal.
        assert harmless.total() < tried.total() // 3
        for part in ("bottom", "multiplier", "payoffs", "finished"):
            assert harmless[part] == 0, part
    assert set(reasons) == REASONS
    assert reasons.total() > 3_500


@pytest.mark.parametrize("rules", RULES)
def test_whole_runs_add_up(rules: str) -> None:
    for auction in (True, False):
        run = simulate(
            3_000, ["rule", *["random"] * (2 if rules != "four_player" else 3)], rules, 3, auction
        )
        log = run.log()
        assert log.verify() == 3_000
        assert run.columns is not None
        for name in ("landlord", "bid", "multiplier", "payoffs", "spring"):
            assert np.array_equal(getattr(log, name), run.columns[name]), name
        for row in range(0, 3_000, 100):
            assert replayed_fault(log, row) is None
            assert log[row] == run.game(row)


def test_the_first_wrong_game_is_found_for_any_threads() -> None:
    log = simulate(3_000, seed=5, columns=False).log()
    bid = log.bid.copy()
    bid[[700, 2_999, 1_300]] ^= 1
    spring = log.spring.copy()
    spring[699] ^= 1
    damaged = replace(log, bid=bid, spring=spring)
    for threads in (1, 2, 8):
        assert first_fault(damaged, threads) == (
            699,
            Fault("spring", "mismatch", "spring: mismatch"),
        )
        assert first_fault(damaged[700:], threads)[0] == 0
        assert first_fault(damaged[701:], threads)[0] == 599
        assert first_fault(damaged[2_000:2_999], threads) is None


def test_the_engine_takes_no_columns_that_do_not_go_together() -> None:
    log = simulate(3, seed=5, columns=False).log()
    streams_of_five = (stream(5),)

    def ask(streams=streams_of_five, root=log.root, index=log.index, **changes: np.ndarray):
        told = {name: getattr(log, name) for name in _NAMES} | changes
        told["payoffs"] = told["payoffs"].reshape(-1)
        deals, thrown_in = _replay._flat(log.deals), _replay._flat(log.thrown_in)
        return _backend.engine.verify_games(
            log.rules._ruleset,
            list(streams),
            root,
            index,
            deals,
            thrown_in,
            tuple(told.values()),
            1,
        )

    assert ask() is None
    wrong = [
        {"streams": ()},
        {"root": log.root[:2]},
        {"index": log.index[:2]},
        {"landlord": log.landlord[:2]},
        {"payoffs": log.payoffs[:2]},
        {"moves": log.moves[1:]},
        {"move_offsets": log.move_offsets[::-1].copy()},
        {"move_offsets": log.move_offsets - 1},
        {"move_offsets": log.move_offsets[:0]},
        {"thrown_in_offsets": np.array([0, 2**62, 2**62, 0])},
    ]
    for changes in wrong:
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            ask(**changes)
        assert caught.value.reason == "wrong_shape", changes


_NAMES = (
    "thrown_in_offsets",
    "move_offsets",
    "moves",
    "landlord",
    "bid",
    "multiplier",
    "payoffs",
    "spring",
    "finished",
)
