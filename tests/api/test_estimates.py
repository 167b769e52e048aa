"""Estimate: means, errors and intervals of samples, the empty one too."""

import copy
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest

from doudizhu_fast.estimates import Estimate, Z
from doudizhu_fast.exceptions import InvalidArgumentError


def test_a_rate_has_wilsons_interval() -> None:
    rate = Estimate.of_rate(30, 100)
    assert (rate.mean, rate.n) == (0.3, 100)
    assert rate.stderr == pytest.approx(math.sqrt(0.3 * 0.7 / 100))
    # The ends are where the distance to 0.3 is Z standard errors of the end itself.
    for end in (rate.low, rate.high):
        assert abs(end - 0.3) == pytest.approx(Z * math.sqrt(end * (1 - end) / 100))
    assert rate.low < 0.3 < rate.high


@pytest.mark.parametrize("n", [1, 2, 20, 10**6, 2**63])
def test_certain_rates_keep_their_end_exactly(n: int) -> None:
    never, always = Estimate.of_rate(0, n), Estimate.of_rate(n, n)
    assert (never.mean, never.stderr, never.low) == (0.0, 0.0, 0.0)
    assert (always.mean, always.stderr, always.high) == (1.0, 0.0, 1.0)
    assert 0 < never.high < 1
    assert always.low == pytest.approx(1 - never.high)


def test_intervals_of_rates_lie_within_0_and_1_around_the_mean() -> None:
    seen = 0
    for n in (*range(1, 40), 10**9, 2**62):
        for successes in {0, 1, n // 3, n // 2, n - 1, n}:
            rate = Estimate.of_rate(successes, n)
            assert 0 <= rate.low <= rate.mean <= rate.high <= 1
            seen += 1
    assert seen > 200


def test_wilsons_interval_covers_what_it_promises() -> None:
    choose = np.random.default_rng(1)
    for rate, n in ((0.35, 400), (0.02, 200), (0.5, 30)):
        samples = choose.binomial(n, rate, size=4000).tolist()
        intervals = [Estimate.of_rate(successes, n) for successes in samples]
        covered = sum(one.low <= rate <= one.high for one in intervals)
        assert 0.93 < covered / 4000 < 0.975


def test_a_mean_is_that_of_its_numbers() -> None:
    numbers = [3, -6, 3, 24, -48, 0, 0, 1]
    told = Estimate.of_mean(sum(numbers), sum(x * x for x in numbers), len(numbers))
    assert told.mean == np.mean(numbers)
    assert told.stderr == pytest.approx(np.std(numbers, ddof=1) / math.sqrt(len(numbers)))
    assert told.low == pytest.approx(told.mean - 1.96 * told.stderr, rel=1e-4)
    assert told.high == pytest.approx(told.mean + 1.96 * told.stderr, rel=1e-4)


def test_sums_that_no_float_can_hold_are_exact() -> None:
    # A tiny spread about a large mean: floats would lose it.
    n, base = 10**12, 10**15
    total, squares = n * base + n // 2, n // 2 * base**2 + n // 2 * (base + 1) ** 2
    told = Estimate.of_mean(total, squares, n)
    assert told.mean == float(Fraction(total, n))
    assert told.stderr == pytest.approx(0.5 / math.sqrt(n), rel=1e-9)


def test_small_samples_do_not_pretend_to_know() -> None:
    for empty in (Estimate.of_rate(0, 0), Estimate.of_mean(0, 0, 0)):
        assert empty.n == 0
        assert all(map(math.isnan, (empty.mean, empty.stderr, empty.low, empty.high)))
        assert str(empty) == "nan ± nan (n = 0)"
        repr(empty)
    one = Estimate.of_mean(7, 49, 1)
    assert (one.mean, one.n) == (7.0, 1)
    assert all(map(math.isnan, (one.stderr, one.low, one.high)))
    same = Estimate.of_mean(14, 98, 2)
    assert (same.mean, same.stderr, same.low, same.high) == (7.0, 0.0, 7.0, 7.0)


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: Estimate.of_rate(3, 2), "out_of_range"),
        (lambda: Estimate.of_rate(-1, 2), "out_of_range"),
        (lambda: Estimate.of_rate(0, -1), "out_of_range"),
        (lambda: Estimate.of_rate(0.5, 2), "wrong_type"),
        (lambda: Estimate.of_rate(True, 2), "wrong_type"),
        (lambda: Estimate.of_mean(10, 24, 4), "out_of_range"),
        (lambda: Estimate.of_mean(1, 1, 0), "out_of_range"),
        (lambda: Estimate.of_mean(0, -1, 3), "out_of_range"),
        (lambda: Estimate.of_mean(10**400, 10**800, 1), "out_of_range"),
        (lambda: Estimate.of_mean("1", 1, 1), "wrong_type"),
    ],
)
def test_impossible_samples_are_refused(call, reason) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        call()
    assert caught.value.reason == reason


def test_estimates_are_values() -> None:
    told = Estimate.of_rate(np.int64(3), np.int64(10))
    assert told == Estimate.of_rate(3, 10) != Estimate.of_rate(4, 10)
    assert hash(told) == hash(Estimate.of_rate(3, 10))
    assert copy.deepcopy(told) == pickle.loads(pickle.dumps(told)) == told
    assert type(told.n) is int
    with pytest.raises(AttributeError):
        told.mean = 1.0


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (Estimate.of_rate(352_700, 1_000_000), "0.35270 ± 0.00094 (n = 1,000,000)"),
        (Estimate.of_mean(14, 98, 2), "7.000 ± 0.000 (n = 2)"),
        (Estimate.of_mean(0, 10**12, 100), "0 ± 19698 (n = 100)"),
        (Estimate.of_mean(-5, 49, 1), "-5.000 ± nan (n = 1)"),
    ],
)
def test_texts_show_as_many_digits_as_are_known(told: Estimate, text: str) -> None:
    assert str(told) == text


def test_what_is_not_known_equals_what_is_not_known() -> None:
    for known, least in [(Estimate.of_rate(0, 0), 0), (Estimate.of_mean(5, 25, 1), 1)]:
        travelled = pickle.loads(pickle.dumps(known))
        assert travelled == known
        assert hash(travelled) == hash(known)
        assert known != Estimate.of_rate(0, least + 1)
    assert Estimate.of_rate(0, 0) != Estimate.of_mean(0, 0, 1)
    assert Estimate.of_rate(0, 0) != 0
