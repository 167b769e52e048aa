"""Who may use whom: the layers of docs/architecture.md, read off the import lines of all sources."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from markdown_pages import ROOT, codes, tables

PACKAGE = ROOT / "python" / "doudizhu_fast"
CORE = ROOT / "rust" / "core" / "src"


def layers(suffix: str) -> list[str]:
    """The modules of the page's table for one language, from the bottom up: each uses only those before it."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    columns = [
        [codes(row["module"])[0] for row in rows] for rows in tables(page) if "module" in rows[0]
    ]
    (named,) = (names for names in columns if any(name.endswith(suffix) for name in names))
    return [name.removesuffix("/").removesuffix(suffix) for name in named]


PYTHON_LAYERS = layers(".py")
RUST_LAYERS = layers(".rs")

# What is used upwards all the same, at the moment of the call: conveniences of a value that a higher module provides.
DEFERRED = {("rules", "action_space"), ("rules", "explain"), ("exceptions", "reading")}

# Shared vocabulary: every module may use it, and it may use the values that it reports.
RUST_ERRORS, RUST_ERRORS_MAY_USE = "error", {"rank", "hand", "play"}


def python_modules() -> dict[Path, str]:
    """Every source file with the layer it belongs to."""
    files = sorted(PACKAGE.rglob("*.py"))
    return {path: path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in files}


def imported(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield (full name of a module of the package, whether it is imported when the file is)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    deferred = set()
    for node in ast.walk(tree):
        for_types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        if for_types or isinstance(node, ast.FunctionDef | ast.Lambda):
            deferred |= set(ast.walk(node)) - {node}
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the layer"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            if name.split(".")[0] == "doudizhu_fast":
                yield name, node not in deferred


def layer(name: str) -> str:
    """The layer a full name belongs to; what the package itself exports is ``__init__``."""
    part = [*name.split("."), ""][1]
    return part if part in PYTHON_LAYERS else "__init__"


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


def rust_modules(folder: Path) -> dict[Path, str]:
    return {
        path: path.relative_to(folder).parts[0].removesuffix(".rs")
        for path in sorted(folder.rglob("*.rs"))
    }


def rust_uses(path: Path) -> set[str]:
    """The modules of the crate that a file names, comments left out."""
    code = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
    used = set(re.findall(r"\bcrate::([a-z_]+)", code))
    for group in re.findall(r"\bcrate::\{(.*?)\};", code, re.DOTALL):
        used |= set(re.findall(r"(?:^|,)\s*([a-z_]+)", re.sub(r"\{.*?\}", "", group)))
    return used


def test_every_rust_module_has_its_place() -> None:
    assert len(rust_modules(CORE)) >= 12
    assert set(rust_modules(CORE).values()) == {"lib", RUST_ERRORS, *RUST_LAYERS}


def test_rust_modules_use_only_lower_layers() -> None:
    checked = 0
    for path, user in rust_modules(CORE).items():
        for used in rust_uses(path) & {RUST_ERRORS, *RUST_LAYERS} - {user}:
            checked += 1
            if user == RUST_ERRORS:
                assert used in RUST_ERRORS_MAY_USE, f"{path} uses {used}"
            elif used != RUST_ERRORS and user != "lib":
                assert RUST_LAYERS.index(used) < RUST_LAYERS.index(user), f"{path} uses {used}"
    assert checked >= 30


def test_the_core_knows_no_python() -> None:
    sources = [*rust_modules(CORE), ROOT / "rust" / "core" / "Cargo.toml"]
    assert len(sources) >= 13
    for path in sources:
        assert not re.search(
            r"\b(pyo3|numpy)\b", re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
        ), path


def test_the_page_names_every_layer_once() -> None:
    assert len(PYTHON_LAYERS) == len(set(PYTHON_LAYERS)) >= 30
    assert len(RUST_LAYERS) == len(set(RUST_LAYERS)) >= 13
