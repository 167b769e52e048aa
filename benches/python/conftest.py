"""What all benchmarks share: deals from a fixed seed, and a table of rates at the end."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import doudizhu_fast as ddz

SEED = 2026
HANDS = 4_096

_rates: list[tuple[str, str, float, str]] = []


@pytest.fixture(autouse=True)
def _native_only() -> None:
    assert ddz.backend() == "native"


@pytest.fixture
def rate(benchmark: Any, request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Time a call that does the work of so many items, and note the rate for the table."""

    def timed(call: Callable[[], Any], items: float, unit: str) -> Any:
        result = benchmark(call)
        # There is nothing to note under --benchmark-disable.
        if benchmark.stats is not None:
            median = benchmark.stats.stats.median
            benchmark.extra_info["rate"] = items / median
            benchmark.extra_info["unit"] = f"{unit}/s"
            _rates.append((benchmark.group, request.node.name, items / median, f"{unit}/s"))
        return result

    return timed


@pytest.fixture
def note(benchmark: Any, request: pytest.FixtureRequest) -> Callable[[float, str], None]:
    """Note a figure that is no rate for the table."""

    def noted(value: float, unit: str) -> None:
        benchmark.extra_info["value"] = value
        benchmark.extra_info["unit"] = unit
        _rates.append((benchmark.group, request.node.name, value, unit))

    return noted


@pytest.fixture(scope="session")
def leads() -> np.ndarray:
    """Landlords' hands with the bottom cards, packed."""
    deals = ddz.deal_batch(HANDS, SEED)
    return deals.hands[:, 0] + deals.bottom


@pytest.fixture(scope="session")
def followers() -> np.ndarray:
    """The hands of the next seats, packed."""
    return ddz.deal_batch(HANDS, SEED).hands[:, 1].copy()


@pytest.fixture(scope="session")
def standing(leads: np.ndarray) -> np.ndarray:
    """For each landlord one of his leads, drawn uniformly, packed."""
    offsets, moves = ddz.legal_moves_batch(leads, threads=1)
    drawn = (np.random.default_rng(1).random(HANDS) * np.diff(offsets)).astype(np.int64)
    return moves[offsets[:-1] + drawn]


@pytest.fixture
def choose() -> random.Random:
    """A source of choices in Python."""
    return random.Random(1)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if not _rates:
        return
    terminalreporter.section("rates: items of a call by its median time")
    width = max(len(name) for _, name, _, _ in _rates)
    for group, name, value, unit in sorted(_rates):
        figure = f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
        terminalreporter.write_line(f"{group:10}{name:{width}}{figure:>16} {unit}")
