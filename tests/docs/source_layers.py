"""Reading who uses whom off the import lines of all sources, and the layers off docs/architecture.md."""

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


def modules(folder: Path, suffix: str) -> dict[Path, str]:
    """Every source file with the layer it belongs to."""
    return {
        path: path.relative_to(folder).parts[0].removesuffix(suffix)
        for path in sorted(folder.rglob(f"*{suffix}"))
    }


def python_modules() -> dict[Path, str]:
    return modules(PACKAGE, ".py")


def rust_modules() -> dict[Path, str]:
    return modules(CORE, ".rs")


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


def rust_uses(path: Path) -> set[str]:
    """The modules of the crate that a file names, comments left out."""
    code = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
    used = set(re.findall(r"\bcrate::([a-z_]+)", code))
    for group in re.findall(r"\bcrate::\{(.*?)\};", code, re.DOTALL):
        used |= set(re.findall(r"(?:^|,)\s*([a-z_]+)", re.sub(r"\{.*?\}", "", group)))
    return used
