"""equity(): the figures of independent play-outs, the same however the work is cut, and intervals that hold."""

import json
import pickle
from typing import NamedTuple

import numpy as np
import pytest

import doudizhu_fast as ddz
from doudizhu_fast import InvalidArgumentError, InvalidCardsError, Position, Role
from doudizhu_fast.chunks import Chunks
from doudizhu_fast.estimates import Estimate, Z
from greedy_player import cards_without, played_out

pytestmark = pytest.mark.skipif(
    ddz.backend() != "native", reason="the reference engine has no analysis"
)
if ddz.backend() == "native":
    from doudizhu_fast.analysis import Equity, equity
    from doudizhu_fast.analysis._samples import Size, sample

HAND = "344567899TJQKKA2B"
WIDE_HAND = "3334455667788999TTJQQKA2R"

# The figures.


@pytest.mark.parametrize(
    ("role", "landlord", "bottom"),
    [
        ("landlord", None, None),
        ("peasant", 1, None),
        ("peasant", 2, "77Q"),
        ("landlord", None, "AA2"),
    ],
)
def test_figures_are_those_of_games_played_one_by_one(
    role: str, landlord: int | None, bottom: str | None
) -> None:
    games = 400
    choose = np.random.default_rng(8)
    seat = 0 if role == "landlord" else landlord
    rest = cards_without(HAND + (bottom or ""))
    wins, payoffs = 0, []
    for _ in range(games):
        cards = list(choose.permutation(rest))
        taken = bottom or "".join(cards[-3:])
        hands = [HAND, "".join(cards[:17]), "".join(cards[17:34])]
        hands[seat] += taken
        final = played_out(Position(hands, seat, seat))
        payoffs.append(final.payoffs[0])
        wins += payoffs[-1] > 0
    found = equity(
        HAND, 20_000, policy="greedy", seed=1, role=role, landlord=landlord, bottom=bottom
    )
    rate = Estimate.of_rate(wins, games)
    spread = np.hypot(rate.stderr, found.win.stderr)
    assert abs(rate.mean - found.win.mean) < 4 * spread
    spread = np.hypot(np.std(payoffs) / np.sqrt(games), found.payoff.stderr)
    assert abs(np.mean(payoffs) - found.payoff.mean) < 4 * spread


# What a result holds.


@pytest.mark.parametrize("rules", ["three_player", "four_player", "rlcard", "botzone"])
@pytest.mark.parametrize("role", ["landlord", "peasant"])
def test_a_result_depends_on_the_seed_alone(rules: str, role: str) -> None:
    hand = WIDE_HAND if rules == "four_player" else HAND
    for policy in ("rule", "greedy", "random"):
        one, two = (
            equity(hand, 1500, policy=policy, seed=7, rules=rules, role=role, threads=threads)
            for threads in (1, 3)
        )
        assert one == two
        assert one.n == sum(one.doublings) == one.win.n == one.payoff.n == 1500
        assert (one.seed, one.rules, one.policy) == (7, ddz.Rules.parse(rules), policy)
        assert one.role is Role[role.upper()]
        assert one.landlord == (0 if role == "landlord" else 1)
        other = equity(hand, 1500, policy=policy, seed=8, rules=rules, role=role)
        assert other.payoff != one.payoff


def test_the_bid_scales_the_payoff_and_nothing_else() -> None:
    one, three = (equity(HAND, 900, policy="greedy", seed=3, bid=bid) for bid in (1, 3))
    assert three.payoff.mean == pytest.approx(3 * one.payoff.mean)
    assert three.payoff.stderr == pytest.approx(3 * one.payoff.stderr)
    assert (three.win, three.doublings) == (one.win, one.doublings)
    flat = [equity(HAND, 900, policy="greedy", seed=3, bid=bid, rules="rlcard") for bid in (1, 3)]
    assert flat[0].payoff == flat[1].payoff
    assert flat[0].payoff.mean == pytest.approx(2 * (2 * flat[0].win.mean - 1))


def test_taking_known_bottom_cards_is_holding_them() -> None:
    given = equity(HAND, 800, policy="greedy", seed=3, bottom="AA2")
    held = equity(HAND + "AA2", 800, policy="greedy", seed=3)
    assert (given.win, given.payoff, given.doublings) == (held.win, held.payoff, held.doublings)
    assert given.win.mean > equity(HAND, 800, policy="greedy", seed=3).win.mean
    assert str(given.bottom) == "AA2"


def test_a_bomb_doubles() -> None:
    # The last play is a bomb, or the hand is shut out; nothing else of it can double.
    result = equity("3333444455556666B", 400, policy="greedy", seed=1)
    assert len(result.doublings) >= 2


def test_results_travel_and_show_themselves() -> None:
    result = equity(HAND, 300, policy="greedy", seed=5)
    assert isinstance(result, Equity)
    assert pickle.loads(pickle.dumps(result)) == result
    assert hash(result) == hash(equity(HAND, 300, policy="greedy", seed=5))
    data = json.loads(json.dumps(result.to_dict()))
    assert data["hand"] == HAND
    assert data["win"]["mean"] == result.win.mean
    assert HAND in str(result)
    assert "seed 5" in repr(result)


# How long it samples.


def test_a_half_width_is_reached_or_the_bound_is() -> None:
    for half_width in (0.03, 0.012):
        result = equity(HAND, half_width=half_width, policy="greedy", seed=2)
        width = (result.win.high - result.win.low) / 2
        assert width <= half_width
        # No more than a look too many.
        assert result.n == 1000 or width > half_width / 1.25
    bounded = equity(HAND, 1234, half_width=1e-6, policy="greedy", seed=2)
    assert bounded.n == 1234
    assert equity(HAND, 200, half_width=0.5, policy="greedy", seed=2).n == 200


@pytest.mark.parametrize("size", [{"n": 5000}, {"half_width": 0.01}])
def test_progress_hears_of_every_slice(size: dict[str, float]) -> None:
    heard: list[tuple[int, int]] = []
    result = equity(HAND, policy="greedy", seed=2, progress=lambda *now: heard.append(now), **size)
    assert heard[-1] == (result.n, result.n)
    assert len(heard) > 1
    assert all(done < expected for done, expected in heard[:-1])
    assert [done for done, _ in heard] == sorted({done for done, _ in heard})


def test_what_progress_raises_ends_the_estimate() -> None:
    def stop(done: int, total: int) -> None:
        raise StopIteration

    with pytest.raises(StopIteration):
        equity(HAND, 5000, policy="greedy", progress=stop)


def wilson_width(successes: np.ndarray, n: int) -> np.ndarray:
    return Z * np.sqrt(successes * (n - successes) / n + Z * Z / 4) / (n + Z * Z)


@pytest.mark.parametrize("half_width", [0.004, 0.01, 0.03])
def test_stopping_early_keeps_the_coverage(half_width: float) -> None:
    repeats = 20_000
    choose = np.random.default_rng(11)
    coverages = []
    for p in (0.02, 0.06, 0.13, 0.235, 0.35, 0.5, 0.602, 0.734, 0.87, 0.959):
        successes = np.zeros(repeats, np.int64)
        running = np.ones(repeats, bool)
        covered = n = 0
        for look in Size(10**7, half_width).looks():
            successes[running] += choose.binomial(look - n, p, running.sum())
            n = look
            enough = running & (wilson_width(successes, n) <= half_width)
            centre = (successes[enough] + Z * Z / 2) / (n + Z * Z)
            covered += (abs(p - centre) <= wilson_width(successes[enough], n)).sum()
            running &= ~enough
            if not running.any():
                break
        assert not running.any()
        coverages.append(covered / repeats)
        assert 0.94 <= coverages[-1] <= 0.965, p
    assert abs(np.mean(coverages) - 0.95) < 0.004


@pytest.mark.parametrize("p", [0.1, 0.4])
def test_the_schedule_tested_is_the_one_that_is_used(p: float) -> None:
    choose = np.random.default_rng(3)
    successes = np.zeros(1, np.int64)
    drawn: list[tuple[int, int]] = []

    class Coins(NamedTuple):
        what: str = "coins"
        root: int = 3
        weight: int = 1

        def play(self, first: int, count: int, threads: int) -> int:
            drawn.append((first, count))
            return int(choose.binomial(count, p))

    class Heads:
        def add(self, heads: int) -> None:
            successes[0] += heads

        def half_width(self) -> float:
            return float(wilson_width(successes, sum(count for _, count in drawn))[0])

    n = sample(Coins(), Chunks(1), Size(10**6, 0.01), Heads(), None)
    assert n in list(Size(10**6, 0.01).looks())
    assert n == sum(count for _, count in drawn)
    starts = np.cumsum([0, *[count for _, count in drawn]])[:-1]
    assert [first for first, _ in drawn] == starts.tolist()
    assert Heads().half_width() <= 0.01


@pytest.mark.slow
def test_intervals_of_early_stops_cover() -> None:
    truth = equity(HAND, 1_000_000, policy="greedy", seed=99)
    repeats = 400
    results = [
        equity(HAND, half_width=0.03, policy="greedy", seed=seed, threads=1)
        for seed in range(repeats)
    ]
    covered = np.mean([one.win.low <= truth.win.mean <= one.win.high for one in results])
    paid = np.mean([one.payoff.low <= truth.payoff.mean <= one.payoff.high for one in results])
    # Four standard errors of so few repeats.
    assert abs(covered - 0.95) < 0.044
    assert abs(paid - 0.95) < 0.044


@pytest.mark.slow
def test_intervals_of_fixed_samples_cover() -> None:
    repeats, n = 10_000, 300
    truth = equity(HAND, 3_000_000, policy="greedy", seed=99)
    results = [equity(HAND, n, policy="greedy", seed=seed, threads=1) for seed in range(repeats)]
    covered = np.mean([one.win.low <= truth.win.mean <= one.win.high for one in results])
    paid = np.mean([one.payoff.low <= truth.payoff.mean <= one.payoff.high for one in results])
    assert abs(covered - 0.95) < 0.01
    assert abs(paid - 0.95) < 0.01


# What is refused.


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"hand": "33"}, "wrong_deal"),
        ({"hand": HAND[1:] + "AA2A", "role": "peasant"}, "wrong_deal"),
        ({"hand": HAND, "bottom": "AA"}, "wrong_deal"),
        ({"hand": HAND + "AA2", "bottom": "345"}, "wrong_deal"),
        ({"hand": HAND, "bottom": "ABB"}, "not_in_pack"),
        ({"hand": "33333444455556666"}, "not_in_pack"),
        ({"hand": HAND, "bottom": "BAA"}, "not_in_pack"),
        ({"hand": "xyz"}, "unknown_card"),
    ],
)
def test_cards_that_are_no_deal_are_refused(arguments: dict[str, str], reason: str) -> None:
    with pytest.raises(InvalidCardsError) as caught:
        equity(policy="greedy", **arguments)
    assert caught.value.reason == reason
    str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"n": 0}, "out_of_range"),
        ({"n": -1}, "out_of_range"),
        ({"n": 2**41}, "out_of_range"),
        ({"n": 1.5}, "wrong_type"),
        ({"half_width": 0}, "out_of_range"),
        ({"half_width": -0.1}, "out_of_range"),
        ({"half_width": float("nan")}, "out_of_range"),
        ({"half_width": "0.1"}, "wrong_type"),
        ({"half_width": True}, "wrong_type"),
        ({"policy": "nobody"}, "unknown_policy"),
        ({"policy": None}, "wrong_type"),
        ({"seed": -1}, "bad_seed"),
        ({"role": "farmer"}, "wrong_type"),
        ({"role": None}, "wrong_type"),
        ({"bid": 0}, "out_of_range"),
        ({"bid": 4}, "out_of_range"),
        ({"role": "peasant", "landlord": 0}, "out_of_range"),
        ({"role": "peasant", "landlord": 3}, "out_of_range"),
        ({"landlord": 1}, "wrong_type"),
        ({"threads": 0}, "out_of_range"),
        ({"progress": 3}, "wrong_type"),
    ],
)
def test_odd_arguments_are_refused(arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        equity(HAND, **{"policy": "greedy"} | arguments)
    assert caught.value.reason == reason
    str(caught.value)


def test_a_width_that_no_sample_reaches_ends_at_the_bound() -> None:
    assert equity("344567899TJQKKA2B", n=1500, half_width=1e-300, seed=1, policy="greedy").n == 1500
