"""Every example in a docstring runs."""

import doctest
import importlib
import pkgutil
from collections.abc import Iterator
from importlib.util import find_spec
from types import ModuleType

import pytest

import doudizhu_fast
from doudizhu_fast import _backend
from doudizhu_fast.move import _make_move

# Examples run on the engine in use; batches of games, analysis and bots exist on the compiled one alone.
OTHERS = {
    "native": ("_reference",),
    "reference": (
        *("_native", "analysis", "batch_game", "bots", "envs.single_seat", "envs.vector"),
        "html.results",
        "serve",
    ),
}
LEFT_OUT = tuple(f"doudizhu_fast.{name}" for name in OTHERS[doudizhu_fast.backend()])

# Modules that build on a package which not everybody has installed.
NEEDED = {"doudizhu_fast.interop.openspiel._game": "pyspiel"}


def module_names() -> list[str]:
    found = pkgutil.walk_packages(doudizhu_fast.__path__, "doudizhu_fast.")
    lacking = {name for name, package in NEEDED.items() if find_spec(package) is None}
    return ["doudizhu_fast"] + [
        module.name
        for module in found
        if not module.name.startswith(LEFT_OUT) and module.name not in lacking
    ]


def examples(module: ModuleType) -> list[doctest.DocTest]:
    return [test for test in doctest.DocTestFinder().find(module) if test.examples]


@pytest.fixture(autouse=True)
def move_type_put_back() -> Iterator[None]:
    """The engines' own examples install other move types than the package does."""
    yield
    _backend.install_move_type(_make_move)


@pytest.mark.parametrize("name", module_names())
def test_examples_run(name: str) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for test in examples(importlib.import_module(name)):
        runner.run(test)
    assert runner.failures == 0


def test_examples_are_found() -> None:
    found = [test for name in module_names() for test in examples(importlib.import_module(name))]
    assert len(module_names()) >= 20
    assert len(found) >= 100
