"""The reference has an entry for every public name, and for nothing that is not there."""

import importlib
import re

import pytest

import doudizhu_fast as ddz
from markdown_pages import ROOT

PACKAGES = (*ddz._PACKAGES, *ddz._EXTRA_PACKAGES)
# Modules of which every public name has an entry. `envs.doudizhu_v0` is a module and documented as one.
MODULES = [
    "doudizhu_fast",
    *(f"doudizhu_fast.{name}" for name in PACKAGES if name != "interop"),
    "doudizhu_fast.envs.doudizhu_v0",
    *(f"doudizhu_fast.interop.{name}" for name in ddz.interop.__all__),
]
ENTRY = re.compile(
    r"^\.\. (?:auto(?:class|data|exception|function)|py:(?:data|module|type)):: (\S+)", re.MULTILINE
)
# Explained by themselves: a text, and the modules that have pages of their own.
NO_ENTRY = {"doudizhu_fast.__version__", *(f"doudizhu_fast.{name}" for name in ddz._PACKAGES)}
# Names that stand in signatures for what has no name at run time.
TYPES = {f"doudizhu_fast.{name}" for name in ("Cards", "Executor", "MoveText", "Progress", "Seed")}


def entries() -> list[str]:
    pages = sorted((ROOT / "docs" / "api").glob("*.md"))
    return [name for page in pages for name in ENTRY.findall(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_an_entry(module: str) -> None:
    public = {f"{module}.{name}" for name in importlib.import_module(module).__all__}
    assert public - NO_ENTRY <= set(entries())


def test_every_entry_is_a_name_and_stands_once() -> None:
    found = entries()
    assert len(found) == len(set(found)) >= 120
    for entry in set(found) - TYPES - set(MODULES):
        module, _, name = entry.rpartition(".")
        assert hasattr(importlib.import_module(module), name), entry
