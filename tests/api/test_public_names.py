"""The package shows what it promises, all of it documented, and nothing by accident."""

import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
import tomllib

import pytest

import doudizhu_fast as ddz
from doudizhu_fast import _backend
from markdown_pages import ROOT

PROMISED = [
    "PASS",
    "ActionSpace",
    "Auction",
    "BatchGame",
    "Deal",
    "DealBatch",
    "DoudizhuError",
    "Estimate",
    "Game",
    "GameRecord",
    "Hand",
    "IllegalBidError",
    "IllegalMoveError",
    "InvalidArgumentError",
    "InvalidCardsError",
    "InvalidRecordError",
    "InvalidRulesError",
    "Kind",
    "Match",
    "Move",
    "NativeExtensionError",
    "Phase",
    "Position",
    "Rank",
    "Role",
    "Rules",
    "SimulationResult",
    "View",
    "WrongPhaseError",
    "backend",
    "beats",
    "beats_batch",
    "classify",
    "classify_batch",
    "count_moves",
    "count_moves_batch",
    "deal",
    "deal_batch",
    "legal_moves",
    "legal_moves_batch",
    "nth_move",
    "simulate",
]

MODULES = [
    module.name
    for module in pkgutil.walk_packages(ddz.__path__, "doudizhu_fast.")
    if "._" not in module.name
]


def test_every_promised_name_is_there() -> None:
    assert len(PROMISED) >= 30
    assert set(PROMISED) <= set(ddz.__all__)


def test_every_name_resolves() -> None:
    assert len(ddz.__all__) == len(set(ddz.__all__)) >= 30
    for name in ddz.__all__:
        assert hasattr(ddz, name), name


@pytest.mark.parametrize("name", MODULES)
def test_every_module_lists_its_names(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    assert module.__all__
    for public in module.__all__:
        assert hasattr(module, public), public


def test_modules_are_found() -> None:
    assert len(MODULES) >= 20


def documented() -> list[str]:
    return [name for name in ddz.__all__ if callable(getattr(ddz, name))]


@pytest.mark.parametrize("name", documented())
def test_every_class_and_function_has_an_example(name: str) -> None:
    text = inspect.getdoc(getattr(ddz, name)) or ""
    inherited = isinstance(getattr(ddz, name), type) and issubclass(
        getattr(ddz, name), ddz.DoudizhuError
    )
    assert text
    if not inherited:
        assert doctest.DocTestParser().get_examples(text), f"{name} shows no example"


# What has no twin: `_backend.need_native` says so where it is asked for.
NATIVE_ONLY = {
    "Batch",
    "Sampler",
    "Unseen",
    "min_plays",
    "min_plays_batch",
}


def test_both_engines_offer_what_the_package_uses() -> None:
    used = {*_backend.__all__, "BUILD_PROFILE"} - {
        "backend",
        "engine",
        "need_native",
        "NATIVE_POLICIES",
    }
    assert len(used) >= 6
    engines = ["_reference"] + (["_native"] if ddz.backend() == "native" else [])
    for engine in engines:
        offered = set(importlib.import_module(f"doudizhu_fast.{engine}").__all__)
        assert offered - used == (NATIVE_ONLY if engine == "_native" else set())
        assert used <= offered


def test_the_version_is_the_workspace_version() -> None:
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]
    assert ddz.__version__ == workspace["package"]["version"]


def test_bare_import_loads_no_extra() -> None:
    code = "import sys, doudizhu_fast; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "doudizhu_fast" in loaded
    assert {"typer", "rich", "matplotlib", "gymnasium", "pytest", "hypothesis"}.isdisjoint(loaded)
