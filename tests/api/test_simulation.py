"""simulate(): the same games however the work is cut, told truly, and drawn evenly."""

import pickle
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import doudizhu_fast as ddz
from doudizhu_fast import (
    Game,
    InvalidArgumentError,
    InvalidRulesError,
    SimulationResult,
    _backend,
    backend,
    chunks,
    scoring,
    simulate,
)
from doudizhu_fast.presets import PRESETS
from doudizhu_fast.seeds import DECISIONS, stream

NATIVE = backend() == "native"
COUNT = 3_000 if NATIVE else 40

DTYPES = {
    "landlord": np.int8,
    "landlord_won": np.bool_,
    "bid": np.int8,
    "multiplier": np.int32,
    "payoffs": np.int32,
    "plays": np.int16,
    "bombs": np.int8,
    "rockets": np.int8,
    "spring": np.int8,
}


def table_bytes(result: SimulationResult) -> dict[str, bytes]:
    assert list(result.columns) == list(DTYPES)
    return {name: column.tobytes() for name, column in result.columns.items()}


def assert_same(one: SimulationResult, other: SimulationResult) -> None:
    assert table_bytes(one) == table_bytes(other)
    for name in ("n", "seed", "rules", "players", "auction", "void", "landlord_win_rate"):
        assert getattr(one, name) == getattr(other, name), name
    assert one.landlord_payoff == other.landlord_payoff
    assert one.mean_plays == other.mean_plays


# What a result holds.


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("auction", [True, False])
def test_columns_have_their_types_and_agree_with_each_other(rules: str, auction: bool) -> None:
    result = simulate(COUNT, rules=rules, seed=1, auction=auction)
    columns, chosen = result.columns, ddz.Rules.parse(rules)
    assert {name: column.dtype.type for name, column in columns.items()} == DTYPES
    for name, column in columns.items():
        assert column.shape == ((COUNT, chosen.players) if name == "payoffs" else (COUNT,))
    played = columns["landlord"] >= 0
    assert played.sum() == result.landlord_win_rate.n == COUNT - result.void
    assert (columns["bid"][played] > 0).all()
    assert (columns["plays"][played] > 0).all()
    assert (columns["payoffs"].sum(axis=1) == 0).all()
    assert result.auction == (auction and chosen.auction != "none")
    if not result.auction:
        assert (columns["landlord"] == 0).all()
        assert (columns["bid"] == 1).all()
    if not chosen.spring:
        assert (columns["spring"] == 0).all()
    won, spring = columns["landlord_won"], columns["spring"]
    assert not (won & (spring == 2)).any()
    assert not (~won & (spring == 1)).any()
    expected = scoring.payoffs(
        columns["bid"], columns["multiplier"], columns["landlord"], won, chosen
    )
    np.testing.assert_array_equal(columns["payoffs"], expected)
    if chosen.bomb_double_min == 4:
        doublings = columns["bombs"] + columns["rockets"]
        expected = scoring.multiplier(doublings[played], spring[played])
        np.testing.assert_array_equal(columns["multiplier"][played], expected)


def test_estimates_are_those_of_the_columns() -> None:
    for rules in ("three_player+auction=single_round,all_pass=void", "four_player", "rlcard"):
        result = simulate(COUNT, ["random"] * (3 if rules != "four_player" else 4), rules, seed=2)
        played = result.columns["landlord"] >= 0
        seats = result.columns["landlord"][played]
        payoffs = result.columns["payoffs"][played]
        landlords = payoffs[np.arange(len(seats)), seats].astype(float)
        n = int(played.sum())
        assert result.landlord_win_rate.mean == pytest.approx(
            result.columns["landlord_won"][played].mean()
        )
        for told, numbers in (
            (result.landlord_payoff, landlords),
            (result.peasant_payoff, -landlords / (payoffs.shape[1] - 1)),
            (result.mean_plays, result.columns["plays"][played].astype(float)),
        ):
            assert told.n == n
            assert told.mean == pytest.approx(numbers.mean())
            assert told.stderr == pytest.approx(numbers.std(ddof=1) / np.sqrt(n))


def test_void_games_pay_nothing_and_are_left_out() -> None:
    rules = "three_player+auction=single_round,all_pass=void"
    result = simulate(COUNT, "greedy", rules, seed=4)
    void = result.columns["landlord"] == -1
    assert 0 < result.void == void.sum() < COUNT
    for name, column in result.columns.items():
        blank = {"landlord": -1, "multiplier": 1}.get(name, 0)
        assert (column[void] == blank).all()
    assert result.landlord_win_rate.n == result.mean_plays.n == COUNT - result.void
    index = int(np.flatnonzero(void)[0])
    record = result.game(index)
    assert (record.landlord, record.bid, record.payoffs) == (None, 0, (0, 0, 0))
    assert Game.replay(record).record() == record


@pytest.mark.parametrize("columns", [True, False])
def test_no_games_are_a_result_too(columns: bool) -> None:
    calls = []
    result = simulate(0, seed=1, columns=columns, progress=lambda *done: calls.append(done))
    assert (result.n, result.void, result.landlord_win_rate.n) == (0, 0, 0)
    assert np.isnan(result.landlord_win_rate.mean)
    assert calls == []
    repr(result)
    if columns:
        assert result.columns["payoffs"].shape == (0, 3)


def test_without_columns_the_estimates_stay() -> None:
    kept, counted = (simulate(COUNT, seed=3, columns=columns) for columns in (True, False))
    assert counted.columns is None
    for name in ("landlord_win_rate", "landlord_payoff", "peasant_payoff", "mean_plays", "void"):
        assert getattr(kept, name) == getattr(counted, name)
    assert counted.game(7) == kept.game(7)


def test_results_travel_and_show_themselves() -> None:
    result = simulate(20, ["greedy", "random", "random"], seed=2**100, auction=False)
    assert_same(pickle.loads(pickle.dumps(result)), result)
    text = repr(result)
    for part in ("three_player", "greedy random random", "no auction", str(2**100), "20 games"):
        assert part in text
    with pytest.raises(AttributeError):
        result.n = 3


# The same games however the work is cut.


@pytest.mark.parametrize("rules", ["three_player", "four_player"])
@pytest.mark.parametrize("auction", [True, False])
def test_threads_do_not_change_a_byte(rules: str, auction: bool) -> None:
    one = simulate(COUNT, rules=rules, seed=7, auction=auction, threads=1)
    for threads in (2, 8, None):
        other = simulate(COUNT, rules=rules, seed=7, auction=auction, threads=threads)
        assert_same(one, other)


@pytest.mark.skipif(not NATIVE, reason="the reference engine has no rule policy")
@pytest.mark.parametrize("rules", ["three_player", "four_player"])
@pytest.mark.parametrize("auction", [True, False])
def test_the_rule_policy_plays_the_same_games_however_they_are_cut(
    rules: str, auction: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(threads: int) -> SimulationResult:
        return simulate(COUNT, "rule", rules=rules, seed=7, auction=auction, threads=threads)

    one = play(1)
    assert 0.3 < one.landlord_win_rate.mean < 0.7
    for threads in (2, 8):
        assert_same(one, play(threads))
    for size in (1, 7, 1000):
        monkeypatch.setattr(chunks, "Pace", fixed_pace(size))
        assert_same(one, play(2))


def fixed_pace(size: int) -> type[chunks.Pace]:
    """A pace that stays at blocks of one size."""

    class Fixed(chunks.Pace):
        def __init__(self, games: int, seconds: float, most: int) -> None:
            super().__init__(size, seconds, most)

        def learn(self, games: int, seconds: float) -> None:
            assert games <= size
            assert seconds >= 0

    return Fixed


@pytest.mark.parametrize("columns", [True, False])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_block_sizes_do_not_change_a_byte(
    size: int, columns: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = simulate(COUNT, seed=7, columns=columns)

    calls = []
    monkeypatch.setattr(chunks, "Pace", fixed_pace(size))
    told = simulate(COUNT, seed=7, columns=columns, progress=lambda *done: calls.append(done))
    assert calls == [(min(done + size, COUNT), COUNT) for done in range(0, COUNT, size)]
    if columns:
        assert_same(expected, told)
    assert expected.landlord_payoff == told.landlord_payoff


def test_a_shorter_run_is_the_beginning_of_a_longer_one() -> None:
    short, long = simulate(20, seed=7), simulate(COUNT, seed=7)
    for name, column in short.columns.items():
        np.testing.assert_array_equal(column, long.columns[name][:20])
    assert (simulate(20, seed=8).columns["plays"] != short.columns["plays"]).any()


def test_a_result_tells_the_root_that_gives_it_again() -> None:
    for seed in (None, np.random.default_rng(3), np.random.SeedSequence(4)):
        result = simulate(10, seed=seed)
        assert_same(result, simulate(10, seed=result.seed))


def test_pace_keeps_calls_short() -> None:
    pace = chunks.Pace(4096, 0.05, 2**18)
    for _ in range(50):
        pace.learn(pace.items(1), 1e-9)
    assert (pace.items(1), pace.items(64), pace.items(2**20)) == (2**18, 2**12, 1)
    pace.learn(2**18, 0.5)
    assert pace.items(1) == 2**18 // 10
    # The last chunk of a run is a short one, and tells as much.
    pace.learn(10, 0.05)
    assert pace.items(1) == 10
    for _ in range(50):
        pace.learn(pace.items(1), 1000.0)
    assert pace.items(1) == 1
    pace.learn(1, 0.0)
    assert pace.items(1) == 4


# Progress and interruption.


def test_progress_ends_with_all_games_and_may_end_the_simulation() -> None:
    calls = []
    simulate(COUNT, seed=1, progress=lambda *done: calls.append(done))
    assert calls[-1] == (COUNT, COUNT)
    assert [done for done, _ in calls] == sorted({done for done, _ in calls})

    class EnoughError(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise EnoughError

    began = time.perf_counter()
    with pytest.raises(EnoughError):
        simulate(2**63, columns=False, progress=stop)
    assert time.perf_counter() - began < 5


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("columns", [True, False])
def test_ctrl_c_is_obeyed_at_once(columns: bool) -> None:
    code = f"""
import doudizhu_fast as ddz
print("ready", flush=True)
try:
    ddz.simulate(2**28, rules="four_player", columns={columns})
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "ready\n"
        time.sleep(1.0)
        began = time.perf_counter()
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "stopped\n"
        # Promised are 0.2 s; a busy machine gets more.
        assert time.perf_counter() - began < 2.0


def resident() -> float:
    """The resident memory of this process in megabytes."""
    with open("/proc/self/status", encoding="ascii") as status:
        line = next(line for line in status if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


@pytest.mark.slow
@pytest.mark.skipif(not NATIVE, reason="many games")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is told otherwise there")
def test_without_columns_memory_does_not_grow_with_the_games() -> None:
    simulate(100_000, seed=1, auction=False, threads=2, columns=False)
    before = resident()
    seen: list[float] = []
    result = simulate(
        2_000_000,
        seed=1,
        auction=False,
        threads=2,
        columns=False,
        progress=lambda *done: seen.append(resident()),
    )
    assert result.landlord_win_rate.n == 2_000_000
    assert len(seen) >= 8
    # One byte for each column of each game would be 48 MB.
    assert max(seen) - before < 20


# Who plays.


def test_names_may_be_given_in_three_ways() -> None:
    one = simulate(COUNT, "greedy", seed=3, auction=False)
    assert_same(one, simulate(COUNT, ["greedy", "greedy"], seed=3, auction=False))
    assert_same(one, simulate(COUNT, ("greedy",) * 3, seed=3, auction=False))
    roles = simulate(COUNT, ["greedy", "random"], seed=3, auction=False)
    assert roles.players == ("greedy", "random", "random")
    assert_same(roles, simulate(COUNT, ["greedy", "random", "random"], seed=3, auction=False))
    four = simulate(5, ["random", "greedy"], "four_player", seed=3, auction=False)
    assert four.players == ("random", "greedy", "greedy", "greedy")
    assert simulate(5, ["random", "greedy"], "rlcard").players == ("random", "greedy", "greedy")


@pytest.mark.skipif(not NATIVE, reason="many games")
def test_greedy_players_do_better_than_random_ones() -> None:
    rate = {
        names: simulate(COUNT, names, seed=3, auction=False).landlord_win_rate
        for names in (("random", "random"), ("greedy", "random"), ("random", "greedy"))
    }
    assert rate["greedy", "random"].low > rate["random", "random"].high
    assert rate["random", "greedy"].high < rate["random", "random"].low


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"n": -1}, "out_of_range"),
        ({"n": 2**63 + 1, "columns": False}, "out_of_range"),
        ({"n": 1.0}, "wrong_type"),
        ({"n": True}, "wrong_type"),
        ({"n": "5"}, "wrong_type"),
        ({"n": 2**28 + 1}, "too_many_columns"),
        ({"players": "best"}, "unknown_policy"),
        ({"players": ["random", "random", "Greedy"]}, "unknown_policy"),
        ({"players": ["random"] * 4}, "player_count"),
        ({"players": ["random"] * 3, "rules": "four_player"}, "player_count"),
        ({"players": []}, "player_count"),
        ({"players": ["random"]}, "player_count"),
        ({"players": ["greedy", "random"]}, "roles_unknown"),
        ({"players": 3}, "wrong_type"),
        ({"players": None}, "wrong_type"),
        ({"players": [1, 2, 3]}, "wrong_type"),
        ({"seed": -1}, "bad_seed"),
        ({"seed": True}, "bad_seed"),
        ({"auction": 1}, "wrong_type"),
        ({"columns": None}, "wrong_type"),
        ({"threads": 0}, "out_of_range"),
        ({"threads": -2}, "out_of_range"),
        ({"threads": True}, "wrong_type"),
        ({"threads": 10**9}, "out_of_range"),
        ({"executor": 3}, "wrong_type"),
        ({"progress": 3}, "wrong_type"),
    ],
)
def test_arguments_are_checked(arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        simulate(**{"n": 3} | arguments)
    assert caught.value.reason == reason
    assert str(caught.value)


def test_messages_say_what_to_do() -> None:
    with pytest.raises(InvalidArgumentError, match="columns=False"):
        simulate(2**28 + 1)
    with pytest.raises(InvalidArgumentError, match="auction=False"):
        simulate(3, ["greedy", "random"])
    with pytest.raises(InvalidArgumentError, match="the policies are random, greedy, rule"):
        simulate(3, "alphago")
    with pytest.raises(InvalidRulesError):
        simulate(3, rules="chess")


# Games of a run.


def replay(result: SimulationResult, index: int) -> None:
    """Play a simulated game again by the rules of Game, and compare it with its row."""
    record = result.game(index)
    assert (record.index, record.seed) == (index, result.seed)
    game = Game.replay(record)
    row = {name: column[index].tolist() for name, column in result.columns.items()}
    assert game.phase is ddz.Phase.OVER
    assert row["landlord"] == (-1 if game.landlord is None else game.landlord)
    assert row["bid"] == game.highest_bid
    assert row["multiplier"] == game.multiplier
    assert tuple(row["payoffs"]) == game.payoffs
    assert row["landlord_won"] == (game.winner is ddz.Role.LANDLORD)
    assert row["spring"] == game.spring
    plays = [move for move in record.plays if move]
    assert row["plays"] == len(plays)
    assert row["bombs"] == sum(move.kind is ddz.Kind.BOMB for move in plays)
    assert row["rockets"] == sum(move.kind is ddz.Kind.ROCKET for move in plays)


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("auction", [True, False])
def test_games_replay_to_the_same_end(rules: str, auction: bool) -> None:
    for players in _backend.policy_names():
        result = simulate(COUNT, players, rules, seed=6, auction=auction)
        for index in range(15 if NATIVE else 3):
            replay(result, index)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["three_player", "four_player", "national", "botzone"])
def test_ten_thousand_games_replay_to_the_same_end(rules: str) -> None:
    result = simulate(2_500 if NATIVE else 50, rules=rules, seed=6)
    for index in range(result.n):
        replay(result, index)


def test_redeals_are_in_the_record() -> None:
    result = simulate(200 if NATIVE else 40, "greedy", seed=2)
    deals = [len(result.game(index).deals) for index in range(result.n)]
    assert max(deals) > 1
    replay(result, deals.index(max(deals)))


@pytest.mark.parametrize("index", [-1, 5, True, 1.0])
def test_games_outside_of_the_run_are_refused(index: object) -> None:
    with pytest.raises(InvalidArgumentError):
        simulate(5, seed=1).game(index)


# Arrow.


def test_arrow_needs_columns_and_its_package() -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        simulate(5, columns=False).to_arrow()
    assert caught.value.reason == "no_columns"
    try:
        import nanoarrow  # noqa: F401
    except ImportError:
        with pytest.raises(ModuleNotFoundError, match=r"doudizhu-fast\[tables\]"):
            simulate(5).to_arrow()


def test_arrow_holds_the_columns() -> None:
    pytest.importorskip("nanoarrow")
    result = simulate(25, seed=1)
    rows = result.to_arrow().to_pylist()
    assert len(rows) == 25
    for name, column in result.columns.items():
        assert [row[name] for row in rows] == column.tolist()
    assert simulate(0).to_arrow().to_pylist() == []
    assert type(result.__arrow_c_stream__()).__name__ == "PyCapsule"


# Fairness.


def critical(freedom: int) -> float:
    """The chi-square that one sample in a million exceeds (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + 4.753 * spread**0.5) ** 3


def chi_square(observed: np.ndarray, expected: np.ndarray) -> float:
    return float(((observed - expected) ** 2 / expected).sum())


def ranks_of(hands: np.ndarray) -> np.ndarray:
    """How many of each rank all hands of an array hold together."""
    return np.array(
        [int((hands >> np.uint64(4 * rank) & np.uint64(15)).sum()) for rank in range(15)]
    )


def test_every_seat_gets_every_rank_evenly() -> None:
    n = 20_000 if NATIVE else 2_000
    hands, bottom, first_bidder, turned_up = ddz.deal_batch(n, seed=1)
    pack = np.array([4] * 13 + [1] * 2)
    for held, size in ((hands[:, 0], 17), (hands[:, 1], 17), (hands[:, 2], 17), (bottom, 3)):
        # Cards are drawn without putting back, which only makes the counts spread less.
        assert chi_square(ranks_of(held), n * size * pack / 54) < critical(14)
    assert chi_square(np.bincount(turned_up, minlength=15), n * pack / 54) < critical(14)
    assert chi_square(np.bincount(first_bidder, minlength=3), np.full(3, n / 3)) < critical(2)


def test_deals_are_as_varied_as_they_should_be() -> None:
    n = 20_000 if NATIVE else 2_000
    hands = ddz.deal_batch(n, seed=2).hands
    twos = np.bincount((hands[:, 1] >> np.uint64(48) & np.uint64(15)).astype(np.intp), minlength=5)
    # Hypergeometric: k of 4 twos among 17 of 54 cards.
    ways = [1, 4, 6, 4, 1]
    expected = [
        ways[k]
        * np.prod([17 - i for i in range(k)], dtype=float)
        * np.prod([37 - i for i in range(4 - k)], dtype=float)
        / (54 * 53 * 52 * 51)
        for k in range(5)
    ]
    assert sum(expected) == pytest.approx(1)
    assert chi_square(twos, n * np.array(expected)) < critical(4)


@pytest.mark.skipif(not NATIVE, reason="many games")
@pytest.mark.parametrize("rules", ["three_player", "four_player"])
def test_random_calls_and_leads_are_drawn_evenly(rules: str) -> None:
    chosen = ddz.Rules.parse(rules)
    dealt = ddz.deal(5, rules)
    leads = ddz.legal_moves(dealt.hands[0] + dealt.bottom, rules=rules)
    ids = {int(move): number for number, move in enumerate(leads)}
    n = 100 * len(leads)
    led, called = np.zeros(len(leads)), np.zeros(4)
    for root in range(n):
        for auction in (True, False):
            # The same cards every time, and other decisions.
            calls, moves = _backend.simulate_game(
                chosen._ruleset,
                ("random",) * chosen.players,
                auction,
                stream(5),
                stream(root, DECISIONS),
                0,
            )
            if auction:
                called[calls[0][0]] += 1
            else:
                led[ids[moves[0]]] += 1
    assert led.sum() == called.sum() == n > 4_000
    assert chi_square(led, np.full(len(leads), n / len(leads))) < critical(len(leads) - 1)
    assert chi_square(called, np.full(4, n / 4)) < critical(3)


@pytest.mark.slow
@pytest.mark.skipif(not NATIVE, reason="many games")
@pytest.mark.parametrize(
    ("rules", "rate", "plays"), [("three_player", 0.3527, 29.68), ("four_player", 0.2904, 45.71)]
)
def test_random_games_have_the_known_averages(rules: str, rate: float, plays: float) -> None:
    result = simulate(200_000, rules=rules, seed=1, auction=False, columns=False)
    for told, known in ((result.landlord_win_rate, rate), (result.mean_plays, plays)):
        assert told.n == 200_000
        assert abs(told.mean - known) < 4 * told.stderr


def test_a_slow_progress_bar_does_not_shrink_the_work() -> None:
    told = []

    def show(done: int, total: int) -> None:
        told.append(done)
        time.sleep(0.06)

    ddz.simulate(60_000 if ddz.backend() == "native" else 30, seed=1, progress=show, threads=1)
    # Were the bar's time taken for the engine's, every step would be a third of the one before.
    assert len(told) < 30
