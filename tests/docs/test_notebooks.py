"""The example notebooks: run cell by cell, and the committed ones are of the same cells."""

import ast
import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import doudizhu_fast as ddz
from markdown_pages import ROOT

EXAMPLES = ROOT / "examples"
NAMES = ["analyse_a_hand", "simulate_and_compare"]
LARGEST = 300 * 1024

needs_native = pytest.mark.skipif(
    ddz.backend() != "native", reason="only the compiled engine analyses"
)


def cells(name: str) -> list[tuple[str, str]]:
    """The cells of a script in percent format, as (kind, source); what is above the first is its header."""
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    _, *parts = re.split(r"^# %%(.*)\n", text, flags=re.MULTILINE)
    found = []
    for mark, body in zip(parts[::2], parts[1::2], strict=True):
        if "[markdown]" in mark:
            lines = body.strip().splitlines()
            found.append(
                ("markdown", "\n".join(line.removeprefix("#").removeprefix(" ") for line in lines))
            )
        else:
            found.append(("code", body.strip()))
    return found


def run(name: str) -> list[Any]:
    """Run the cells one after the other as a notebook does, and give what each of them shows."""
    module = ModuleType(name)
    shown = []
    for kind, source in cells(name):
        if kind == "markdown":
            continue
        tree = ast.parse(source)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, name, "exec"), vars(module))
        if isinstance(last, ast.Expr):
            shown.append(eval(compile(ast.Expression(last.value), name, "eval"), vars(module)))
    return shown


@needs_native
@pytest.mark.parametrize("name", NAMES)
def test_the_notebook_runs_from_top_to_bottom(name: str) -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    try:
        shown = [value for value in run(name) if value is not None]
        assert len(pyplot.get_fignums()) >= 2
    finally:
        pyplot.close("all")
    assert len(shown) >= 3
    for value in shown:
        assert value._repr_html_().startswith("<div")


@pytest.mark.parametrize("name", NAMES)
def test_the_committed_notebook_is_of_the_same_cells(name: str) -> None:
    file = EXAMPLES / f"{name}.ipynb"
    assert file.stat().st_size < LARGEST
    notebook = json.loads(file.read_text(encoding="utf-8"))
    committed = [(cell["cell_type"], "".join(cell["source"])) for cell in notebook["cells"]]
    # `make notebooks` writes it anew.
    assert committed == cells(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_committed_notebook_shows_what_was_computed(name: str) -> None:
    text = (EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8")
    outputs = [output for cell in json.loads(text)["cells"] for output in cell.get("outputs", [])]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"text/html", "image/png"} <= kinds
    assert "error" not in {output["output_type"] for output in outputs}
    assert str(Path.home()) not in text
    assert sys.prefix not in text
