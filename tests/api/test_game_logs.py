"""Game logs: what they hold, how they are taken apart and put together, and what is no log."""

import copy
import io
import pickle
import subprocess
import sys
from dataclasses import fields, replace

import numpy as np
import pytest

import doudizhu_fast as ddz
from doudizhu_fast import (
    Game,
    GameLog,
    InvalidArgumentError,
    Rules,
    simulate,
)
from doudizhu_fast.game_logs import LoggedDeals
from logged_games import COUNT, NATIVE, records_of_all_kinds, refused, run_of


@pytest.mark.parametrize("rules", ["three_player", "four_player", "openspiel", "rlcard"])
def test_a_log_holds_the_records_of_a_run(rules: str) -> None:
    result = simulate(COUNT, rules=rules, seed=3, columns=False)
    calls: list[tuple[int, int]] = []
    log = result.log(progress=lambda *done: calls.append(done))
    records = [result.game(number) for number in range(COUNT)]
    assert list(log) == records
    assert GameLog.from_records(records) == log
    assert len(log) == COUNT
    assert calls[-1] == (COUNT, COUNT)
    assert log.verify() == COUNT
    assert result.log(2, 3) == log[2:5]
    assert result.log(COUNT) == log[:0]


def test_a_simulation_without_auction_has_a_log_by_rules_without() -> None:
    log = simulate(4, seed=1, auction=False).log()
    assert log.rules == Rules(auction="none")
    assert log.verify() == 4
    assert len(log.deals.calls) == 0


def test_numbers_of_games_are_checked() -> None:
    result = simulate(3, seed=1)
    for first, count in ((4, None), (-1, None), (0, 4), (2, 2), ("0", None), (0, True)):
        with pytest.raises(InvalidArgumentError) as caught:
            result.log(first, count)
        assert caught.value.reason in ("out_of_range", "wrong_type")
    with pytest.raises(InvalidArgumentError, match=r"count must be 0 to 16777216"):
        simulate(0, seed=1).__class__.log(replace(result, n=2**25))
    for call in (result.log, result.log().verify):
        with pytest.raises(InvalidArgumentError, match="progress must be a function"):
            call(progress=3)
        with pytest.raises(InvalidArgumentError, match="threads must be"):
            call(threads=0)


def test_records_of_all_kinds_come_back() -> None:
    records = records_of_all_kinds()
    log = GameLog.from_records(records)
    assert [log[row] for row in range(len(log))] == list(log) == records
    assert log[-1] == records[-1]
    assert log.roots == (7, 2**4096 - 1, 0)
    assert log.root.tolist() == [0, -1, 1, 2, 0]
    assert log.landlord.tolist()[:4] == [records[0].landlord, -1, -1, -1]
    assert log.finished.tolist() == [False, True, False, False, True]
    assert np.diff(log.thrown_in_offsets).tolist() == [2, 0, 0, 0, 0]
    assert log.verify() == 5
    assert (
        repr(log)
        == f"<GameLog three_player: 5 games, {len(records[-1].plays) / 5:.1f} moves a game>"
    )


def test_springs_of_records_are_found() -> None:
    count = 2_000 if NATIVE else 3
    sides = (["greedy", "random"], ["random", "greedy"])
    runs = [simulate(count, side, seed=5, auction=False, columns=False).log() for side in sides]
    log = GameLog.concat(runs)
    if NATIVE:
        log = log[np.concatenate([np.flatnonzero(log.spring == code)[:5] for code in range(3)])]
        assert set(log.spring.tolist()) == {0, 1, 2}
    assert GameLog.from_records(log).spring.tolist() == log.spring.tolist()


def test_rows_are_taken_in_any_order() -> None:
    log = run_of(count=6)
    records = list(log)
    assert list(log[1:4]) == records[1:4]
    assert list(log[::-2]) == records[::-2]
    assert list(log[[5, 0, 0, -1]]) == [records[row] for row in (5, 0, 0, 5)]
    assert list(log[np.array([True, False] * 3)]) == records[::2]
    assert len(log[[]]) == len(log[4:2]) == len(log[10:]) == 0
    for wrong in (6, -7, [6]):
        with pytest.raises(IndexError):
            log[wrong]
    for wrong in ("a", [0.5], [[1]], None, True, ["a"]):
        with pytest.raises(InvalidArgumentError, match="must be"):
            log[wrong]


def test_logs_are_put_end_to_end() -> None:
    mixed = GameLog.from_records(records_of_all_kinds())
    whole = GameLog.concat([run_of(count=3), mixed[:0], mixed, run_of(count=2, seed=7)])
    assert list(whole) == [*run_of(count=3), *mixed, *run_of(count=2, seed=7)]
    assert whole.roots == (3, 7, 2**4096 - 1, 0)
    assert whole.verify() == 10
    error = refused(GameLog.concat, [run_of(count=2), run_of("national", 1)])
    assert (error.reason, error.row) == ("other_rules", 2)
    for wrong in ([], [1], [mixed, None]):
        with pytest.raises(InvalidArgumentError, match="one GameLog or more"):
            GameLog.concat(wrong)


def test_records_are_by_the_same_rules() -> None:
    records = [Game(seed=1).record(), Game(seed=1, rules="national").record()]
    error = refused(GameLog.from_records, records)
    assert (error.reason, error.row, error.found) == ("other_rules", 1, "national")
    assert refused(GameLog.from_records, records, "four_player").row == 0
    assert GameLog.from_records([], "four_player").payoffs.shape == (0, 4)
    with pytest.raises(InvalidArgumentError, match="must be GameRecords"):
        GameLog.from_records([Game(seed=1)])


def test_a_log_is_a_value() -> None:
    log = run_of(count=2)
    assert pickle.loads(pickle.dumps(log)) == copy.deepcopy(log) == log
    mixed = GameLog.from_records(records_of_all_kinds())
    other = replace(mixed, roots=(0, 7, 2**4096 - 1), root=np.array([1, -1, 2, 0, 1], np.int32))
    assert mixed == other
    assert mixed != replace(other, roots=(1, 7, 2**4096 - 1))
    assert mixed != replace(other, root=np.array([1, -1, 2, -1, 1], np.int32))
    with pytest.raises(TypeError):
        hash(log)
    with pytest.raises(ValueError, match="read-only"):
        log.moves[0] = 0
    with pytest.raises(ValueError, match="read-only"):
        log.deals.calls[0] = 0
    assert log != 3
    assert log != run_of(count=2, seed=4)
    assert log != log[:1]
    # The arrays that it was made of stay the caller's.
    bid = log.bid.copy()
    assert replace(log, bid=bid) == log
    bid[0] = 0


def test_columns_that_do_not_go_together_are_refused() -> None:
    log = run_of(count=3)
    checked = 0
    for field in fields(log):
        value = getattr(log, field.name)
        if isinstance(value, np.ndarray):
            for wrong in (value[:-1], value.astype(float), value.tolist(), value[np.newaxis]):
                if field.name == "moves" and wrong is value[:-1]:
                    continue
                with pytest.raises(InvalidArgumentError, match="must"):
                    replace(log, **{field.name: wrong})
                checked += 1
    assert checked >= 44
    with pytest.raises(InvalidArgumentError, match="LoggedDeals"):
        replace(log, deals=tuple(log.deals))
    with pytest.raises(InvalidArgumentError, match="hands"):
        replace(log, deals=log.deals._replace(hands=log.deals.hands[:, :2]))
    for offsets in ([1, 2, 3, 4], [0, 5, 2, len(log.moves)], [0, 1, 2, 3]):
        with pytest.raises(InvalidArgumentError, match="ascending offsets"):
            replace(log, move_offsets=np.array(offsets, np.int64))


def test_numbers_that_no_game_has_are_refused_with_their_row() -> None:
    log = GameLog.from_records(records_of_all_kinds())
    wrong = {
        "root": (-2, 3),
        "landlord": (-2, 3),
        "bid": (-1, 4),
        "multiplier": (0, 2**41),
        "spring": (-1, 3),
    }
    for name, values in wrong.items():
        for value in values:
            column = getattr(log, name).copy()
            column[3] = value
            error = refused(replace, log, **{name: column})
            assert (error.reason, error.row) == ("bad_row", 3), name
            assert f"{name} cannot be {value}" in str(error)
    payoffs = log.payoffs.copy()
    payoffs[0, 1] = 5
    assert "not over, but paid" in str(refused(replace, log, payoffs=payoffs))
    first = log.thrown_in.first_bidder.copy()
    first[1] = 3
    error = refused(replace, log, thrown_in=log.thrown_in._replace(first_bidder=first))
    assert error.row == 0
    calls = log.deals.calls.copy()
    calls[-1] = 4
    error = refused(replace, log, deals=log.deals._replace(calls=calls))
    assert (error.row, error.detail) == (4, "a call cannot be 4")


# Verification.


def test_the_first_wrong_game_is_named_with_step_and_reason() -> None:
    log = run_of(count=6)
    moves = log.moves.copy()
    place = int(log.move_offsets[4]) + 2
    moves[place] = int(ddz.Move("pass")) if moves[place] else int(ddz.Move("BR"))
    moves[int(log.move_offsets[5])] = 0
    error = refused(replace(log, moves=moves).verify)
    assert (error.reason, error.row, error.step) == ("bad_game", 4, "play 3")
    assert error.why in ("cards_not_held", "does_not_beat", "pass_on_lead", "not_a_play")
    assert str(error).startswith("game 4 of the log does not add up: play 3, ")
    spring = log.spring.copy()
    spring[2] = (spring[2] + 1) % 3
    error = refused(replace(log, spring=spring).verify, threads=2)
    assert (error.row, error.step, error.why) == (2, "spring", "mismatch")


def test_what_progress_raises_ends_the_verification() -> None:
    log = run_of(count=6)
    calls: list[tuple[int, int]] = []
    assert log.verify(progress=lambda *done: calls.append(done)) == 6
    assert calls[-1] == (6, 6)

    def stop(done: int, total: int) -> None:
        raise KeyError(done)

    with pytest.raises(KeyError):
        log.verify(progress=stop)


def test_a_game_that_cannot_be_told_is_an_error_with_its_row() -> None:
    log = run_of(count=3)
    hands = log.deals.hands.copy()
    hands[1] = hands[0]
    damaged = replace(log, deals=log.deals._replace(hands=hands))
    error = refused(damaged.game, 1)
    assert (error.reason, error.row) == ("bad_row", 1)
    assert damaged.game(2) == log.game(2)
    error = refused(damaged.to_jsonl, io.StringIO())
    assert error.row == 1
    moves = log.moves.copy()
    moves[0] = 2**64 - 1
    assert refused(replace(log, moves=moves).game, 0).reason == "bad_row"


def test_rules_have_a_stable_hash() -> None:
    from hashlib import sha256

    spelled = (
        "players=3,auction=reentry,all_pass=redeal,turned_up_card=true,bottom_cards=shown,"
        "trio_with_solo=true,trio_chain_with_solos=true,trio_chain_with_pairs=true,"
        "quad_with_kickers=true,kicker_solos=distinct,adjacent_trio_as_kickers=false,"
        "both_jokers_as_kickers=false,quad_solos=distinct,joker_pairs=false,"
        "four_jokers_as_kickers=false,scoring=exponential,bomb_double_min=4,spring=true"
    )
    assert Rules().hash == sha256(spelled.encode()).hexdigest()[:16] == "ea7629a4ed8c0f1f"
    presets = [
        "three_player",
        "four_player",
        "national",
        "rlcard",
        "openspiel",
        "douzero",
        "botzone",
        "noip",
    ]
    assert len({Rules.parse(preset).hash for preset in presets}) == len(presets)


def test_empty_deals_are_logged_deals() -> None:
    log = GameLog.from_records([])
    assert isinstance(log.deals, LoggedDeals)
    assert (len(log), log.verify(), list(log)) == (0, 0, [])
    assert repr(log) == "<GameLog three_player: 0 games, no game>"


@pytest.mark.skipif(not NATIVE, reason="the reference engine stops between games")
def test_a_signal_ends_a_verification() -> None:
    code = (
        "import os, signal, threading, doudizhu_fast as ddz\n"
        "log = ddz.simulate(1000, seed=1, columns=False).log()\n"
        "log = ddz.GameLog.concat([log] * 300)\n"
        "threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n    log.verify(threads=1)\n"
        "except KeyboardInterrupt:\n    print('interrupted')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted\n", done.stderr
