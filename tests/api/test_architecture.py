"""Who may use whom: the layers of docs/architecture.md, read off the import lines of all sources."""

import re

from markdown_pages import ROOT
from source_layers import (
    PYTHON_LAYERS,
    RUST_LAYERS,
    imported,
    layer,
    python_modules,
    rust_modules,
    rust_uses,
)

# What is used upwards all the same, at the moment of the call: conveniences of a value that a higher module provides.
DEFERRED = {("rules", "action_space"), ("rules", "explain"), ("exceptions", "reading")}

# Shared vocabulary: every module may use it, and it may use the values that it reports.
RUST_ERRORS, RUST_ERRORS_MAY_USE = "error", {"rank", "hand", "play"}


def test_every_python_module_has_its_place() -> None:
    assert len(python_modules()) >= 35
    assert set(python_modules().values()) == set(PYTHON_LAYERS) - {"_native"}


def test_python_modules_use_only_lower_layers() -> None:
    checked = 0
    deferred = set()
    for path, user in python_modules().items():
        for name, at_import in imported(path):
            used = layer(name)
            if user == used:
                continue
            checked += 1
            lower = PYTHON_LAYERS.index(used) < PYTHON_LAYERS.index(user)
            if not lower and not at_import:
                deferred.add((user, used))
            else:
                assert lower, f"{path} uses {name}"
    assert checked >= 100
    assert deferred == DEFERRED


def test_the_reference_engine_stands_alone() -> None:
    used = {
        name
        for path, user in python_modules().items()
        if user == "_reference"
        for name, _ in imported(path)
    }
    assert len(used) >= 10
    outside = {name for name in used if not name.startswith("doudizhu_fast._reference")}
    assert {layer(name) for name in outside} == {"exceptions"}


def test_the_engines_are_used_through_the_backend_alone() -> None:
    users = {
        user
        for path, user in python_modules().items()
        for name, _ in imported(path)
        if layer(name) in {"_native", "_reference"} and user != "_reference"
    }
    assert users == {"_backend"}


def test_the_command_line_uses_the_public_names() -> None:
    used = {
        name
        for path, user in python_modules().items()
        if user == "cli"
        for name, _ in imported(path)
        if not name.startswith("doudizhu_fast.cli")
    }
    assert used == {"doudizhu_fast"}


def test_every_rust_module_has_its_place() -> None:
    assert len(rust_modules()) >= 12
    assert set(rust_modules().values()) == {"lib", RUST_ERRORS, *RUST_LAYERS}


def test_rust_modules_use_only_lower_layers() -> None:
    checked = 0
    for path, user in rust_modules().items():
        for used in rust_uses(path) & {RUST_ERRORS, *RUST_LAYERS} - {user}:
            checked += 1
            if user == RUST_ERRORS:
                assert used in RUST_ERRORS_MAY_USE, f"{path} uses {used}"
            elif used != RUST_ERRORS and user != "lib":
                assert RUST_LAYERS.index(used) < RUST_LAYERS.index(user), f"{path} uses {used}"
    assert checked >= 30


def test_the_core_knows_no_python() -> None:
    sources = [*rust_modules(), ROOT / "rust" / "core" / "Cargo.toml"]
    assert len(sources) >= 13
    for path in sources:
        assert not re.search(
            r"\b(pyo3|numpy)\b", re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
        ), path


def test_the_page_names_every_layer_once() -> None:
    assert len(PYTHON_LAYERS) == len(set(PYTHON_LAYERS)) >= 30
    assert len(RUST_LAYERS) == len(set(RUST_LAYERS)) >= 13
