"""Every Python example of the Markdown files runs and prints what the page says; every link leads somewhere."""

import doctest
import re
from pathlib import Path

import pytest

import doudizhu_fast
from markdown_pages import ROOT, code_blocks, markdown_files

PAGES = markdown_files()
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

# Pages whose examples analyse hands, step batches of games or seat bots, all on the compiled engine alone.
NATIVE_ONLY = {"docs/analysis.md", "docs/environments.md"}


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def test_pages_are_found() -> None:
    names = {page_name(page) for page in PAGES}
    assert {"README.md", "docs/rules.md", "docs/architecture.md"} | NATIVE_ONLY <= names


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_examples_run(page: Path) -> None:
    if page_name(page) in NATIVE_ONLY and doudizhu_fast.backend() != "native":
        pytest.skip("needs the compiled engine")
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    namespace: dict[str, object] = {}
    for line, code in code_blocks(page.read_text(encoding="utf-8"), "python"):
        example = parser.get_doctest(code, namespace, page_name(page), str(page), line)
        assert example.examples, (
            f"{page_name(page)}:{line}: a Python block without >>> is never run"
        )
        runner.run(example, clear_globs=False)
        namespace.update(example.globs)
    assert runner.failures == 0


def test_readme_has_a_session() -> None:
    parser = doctest.DocTestParser()
    blocks = code_blocks((ROOT / "README.md").read_text(encoding="utf-8"), "python")
    examples = [example for _, code in blocks for example in parser.get_examples(code)]
    assert len(examples) >= 10


def test_links_lead_somewhere() -> None:
    checked = 0
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page_name(page)} links to {target}"
                checked += 1
    assert checked >= 5
