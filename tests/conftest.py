"""What every test run shares: hypothesis profiles, the switch for slow tests, a header that names the engine."""

import os

import pytest
from hypothesis import HealthCheck, settings

import doudizhu_fast

# Exhaustive strategies are slow to draw on the pure-Python engine; that is no defect of a test.
_CALM = (HealthCheck.too_slow,)

settings.register_profile("dev", max_examples=50, deadline=None, suppress_health_check=_CALM)
settings.register_profile(
    "ci",
    max_examples=200,
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=_CALM,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests marked slow as well")


def pytest_report_header() -> str:
    engine = doudizhu_fast.backend()
    if engine == "native":
        from doudizhu_fast._native import BUILD_PROFILE
    else:
        from doudizhu_fast._reference import BUILD_PROFILE
    return f"doudizhu_fast: {engine} engine, {BUILD_PROFILE} build"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if not item.get_closest_marker("slow")]
