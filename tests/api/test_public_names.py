"""The package shows what it promises, all of it documented, and nothing by accident."""

import ast
import doctest
import importlib
import inspect
import pickle
import pkgutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import doudizhu_fast as ddz
from doudizhu_fast import _backend
from markdown_pages import ROOT

PROMISED = [
    "PASS",
    "ActionSpace",
    "Auction",
    "BatchGame",
    "BotError",
    "Deal",
    "DealBatch",
    "DoudizhuError",
    "Estimate",
    "ExecutorError",
    "Game",
    "GameLog",
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
    "RequestError",
    "Role",
    "Rules",
    "SimulationResult",
    "Spread",
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
    "read_logs",
    "simulate",
    "write_logs",
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


def test_type_checkers_and_programs_find_every_name_in_the_same_place() -> None:
    (for_types,) = (
        node
        for node in ast.parse(Path(ddz.__file__).read_text(encoding="utf-8")).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    told = {
        alias.name: node.module.removeprefix("doudizhu_fast.")
        for node in for_types.body
        if isinstance(node, ast.ImportFrom) and node.module not in (None, "doudizhu_fast")
        for alias in node.names
    }
    assert told == ddz._MODULE_OF
    assert {*told, "__version__", *ddz._PACKAGES} == set(ddz.__all__)


def test_a_name_is_looked_up_once_and_kept() -> None:
    assert ddz.Hand is vars(ddz)["Hand"] is importlib.import_module("doudizhu_fast.hand").Hand
    assert set(ddz.__all__) <= set(dir(ddz))
    with pytest.raises(AttributeError, match=r"doudizhu_fast.*Hands"):
        ddz.Hands  # noqa: B018


def test_pickles_name_the_module_that_defines() -> None:
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer))"
    for value in (ddz.Move("333+4"), ddz.Hand("334"), ddz.Rules.national()):
        loaded = subprocess.run(
            [sys.executable, "-c", code], input=pickle.dumps(value), check=True, capture_output=True
        )
        assert loaded.stdout.decode().strip() == str(value)


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
    "Calls",
    "Rollouts",
    "min_plays",
    "min_plays_batch",
    "policy_bid",
    "policy_play",
    "simulate_log",
    "solve",
    "tree_search",
    "verify_games",
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


def loaded_by(statement: str) -> set[str]:
    """The modules that a new interpreter holds after a statement."""
    code = f"import sys\n{statement}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(done.stdout.split())


def test_all_names_together_load_no_extra() -> None:
    loaded = loaded_by("from doudizhu_fast import *")
    assert {f"doudizhu_fast.{module}" for module in ddz._MODULE_OF.values()} <= loaded
    extras = {
        "typer",
        "rich",
        "matplotlib",
        "nanoarrow",
        "pyarrow",
        "polars",
        "gymnasium",
        "starlette",
        "pytest",
        "hypothesis",
    }
    assert extras.isdisjoint(loaded)


def test_bare_import_loads_nothing_and_the_first_question_the_engine_alone() -> None:
    assert not any("doudizhu_fast." in name for name in loaded_by("import doudizhu_fast"))
    asked = loaded_by("from doudizhu_fast import backend")
    loaded = {name for name in asked if "doudizhu_fast." in name}
    engine = f"doudizhu_fast._{ddz.backend()}"
    assert engine in loaded
    others = {name for name in loaded if not name.startswith(engine)}
    assert others == {"doudizhu_fast._backend", "doudizhu_fast.exceptions"}


def test_moves_load_neither_random_numbers_nor_records() -> None:
    loaded = loaded_by("from doudizhu_fast import Move, Position, legal_moves")
    assert "doudizhu_fast.position" in loaded
    assert loaded.isdisjoint({"doudizhu_fast.seeds", "doudizhu_fast.records", "json"})
