"""Every code block of the Markdown files runs and prints what the page says; every link leads somewhere."""

import doctest
import io
import re
import shlex
import subprocess
import sys
import tomllib
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib.util import find_spec
from pathlib import Path
from unittest import SkipTest

import pytest
from sybil import Example, Sybil
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser, SkipParser

import doudizhu_fast
from doudizhu_fast.cli import run
from markdown_pages import ROOT, anchors, blocks, links, markdown_files, tables

PAGES = markdown_files()
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

# Pages whose examples analyse hands, step batches of games or seat bots, all on the compiled engine alone.
NATIVE_ONLY = {
    "docs/analysis.md",
    "docs/bots.md",
    "docs/environments.md",
    "docs/notebooks.md",
    "docs/tutorials/analysis.md",
    "docs/tutorials/bots.md",
    "docs/tutorials/simulation.md",
}

# What is no program: texts that are shown, and directives of the site.
SHOWN = {
    "text",
    "{dialect-table}",
    "{error-table}",
    "{eval-rst}",
    "{include}",
    "{layer-picture}",
    "{toctree}",
}


def run_console(example: Example) -> str | None:
    """Run the lines that begin with ``$`` and compare what they print with the lines that follow."""
    for command, expected in re.findall(
        r"^\$ (.*\n)((?:(?!\$ ).*\n)*)", example.parsed, re.MULTILINE
    ):
        printed = _printed_by(command)
        if not doctest.OutputChecker().check_output(expected, printed, OPTIONS):
            return f"$ {command}is said to print\n{expected}and prints\n{printed}"
    return None


def _printed_by(command: str) -> str:
    """Run ``ddz`` in this process, or by the shell where it is fed from a file or another program."""
    # The page's folder is where modules are looked for already.
    words = shlex.split(command.removeprefix("PYTHONPATH=. "))
    if words[0] == "ddz" and not {"|", "<", ">"} & set(words):
        printed = io.StringIO()
        with redirect_stdout(printed), redirect_stderr(printed):
            run(words[1:])
        return printed.getvalue()
    ddz = f'ddz() {{ {shlex.quote(sys.executable)} -m doudizhu_fast "$@"; }}\n'
    done = subprocess.run(
        ["sh", "-c", ddz + command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return done.stdout


def check_shell(example: Example) -> str | None:
    """Check commands that set something up: what they install or make exists."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    made = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for line in example.parsed.splitlines():
        extras = re.findall(r"(?:\.|doudizhu-fast)\[([a-z,]+)\]", line)
        unknown = {
            *(set(",".join(extras).split(",")) - {"", *project["optional-dependencies"]}),
            *(set(re.findall(r"\bmake ([a-z-]+)", line)) - set(made)),
        }
        if unknown or not re.search(r"\bpip install\b|\bmake\b", line):
            return f"cannot tell that this works: {line} {unknown or ''}"
    return None


def read_toml(example: Example) -> None:
    tomllib.loads(example.parsed)


SYBIL = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=OPTIONS),
        CodeBlockParser(language="console", evaluator=run_console),
        CodeBlockParser(language="sh", evaluator=check_shell),
        CodeBlockParser(language="toml", evaluator=read_toml),
        SkipParser(),
    ]
)


# Pages whose examples need packages that the tests do without.
NEEDED = {"docs/data.md": ("nanoarrow", "pyarrow")}


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def test_pages_are_found() -> None:
    names = {page_name(page) for page in PAGES}
    assert {
        "README.md",
        "docs/rules.md",
        "docs/architecture.md",
    } | NATIVE_ONLY | NEEDED.keys() <= names


def test_every_block_is_of_a_language_that_is_run() -> None:
    languages = [block.language for page in PAGES for block in blocks(read(page))]
    assert len(languages) >= 40
    assert set(languages) <= {"python", "console", "sh", "toml"} | SHOWN


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page_name(page) in NATIVE_ONLY and doudizhu_fast.backend() != "native":
        pytest.skip("needs the compiled engine")
    for package in NEEDED.get(page_name(page), ()):
        pytest.importorskip(package)
    # Files that an example writes are the page's own, and modules among them can be imported.
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    document = SYBIL.parse(page)
    document.namespace["native"] = doudizhu_fast.backend() == "native"
    document.namespace["installed"] = lambda name: find_spec(name) is not None
    for example in document.examples():
        with suppress(SkipTest):
            example.evaluate()


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_no_program_is_overlooked(page: Path) -> None:
    text = read(page)
    seen = [(region.start, region.end) for _, region in SYBIL.parse(page).regions]
    for block in blocks(text):
        if block.language not in SHOWN:
            assert any(start < block.end and end > block.start for start, end in seen), block.code
        else:
            assert not re.search(r"^(?:\$|>>>) ", block.code, re.MULTILINE), block.code
    assert not re.search(r"^(?: {4}|\t)(?:\$|>>>) ", text, re.MULTILINE), "indented, and so not run"


def test_every_page_of_the_site_is_in_a_table_of_contents() -> None:
    docs = ROOT / "docs"
    listed = {
        (page.parent / f"{line}.md").relative_to(docs).as_posix()
        for page in PAGES
        for block in blocks(read(page))
        if block.language == "{toctree}"
        for line in block.code.splitlines()
        if line and not line.startswith(":")
    }
    pages = {page.relative_to(docs).as_posix() for page in PAGES if docs in page.parents}
    assert listed == pages - {"index.md"}


def test_readme_has_a_session() -> None:
    for readme in (ROOT / "README.md", ROOT / "README.zh.md"):
        programs = [block.code for block in blocks(read(readme)) if block.language == "python"]
        assert sum(code.count(">>> ") for code in programs) >= 10


def test_the_chinese_readme_says_the_same() -> None:
    english, chinese = (read(ROOT / name) for name in ("README.md", "README.zh.md"))
    programs = {
        language: [
            [block.code for block in blocks(text) if block.language == language]
            for text in (english, chinese)
        ]
        for language in ("python", "sh")
    }
    assert programs["sh"][0] == programs["sh"][1]
    assert set(programs["python"][0]) <= set(programs["python"][1])
    figures = [re.findall(r"([0-9.,]+)(?:x| 倍)", text) for text in (english, chinese)]
    assert len(figures[0]) >= 9
    assert figures[0] == figures[1]


def test_the_speed_in_the_readme_is_what_was_measured_last() -> None:
    benches = tables(read(ROOT / "benches" / "README.md"))
    (ratios,) = (rows for rows in benches if "ours" in rows[0])
    rows = {row["ours"]: row for row in ratios if row["work"] == "random games, play phase only"}
    (told,) = (rows for rows in tables(read(ROOT / "README.md")) if "in one call" in rows[0])
    for ours, column in (
        ("simulate()", "in one call"),
        ("BatchGame(4096)", "stepped in a batch"),
        ("Game, list of moves", "a call per move, with a list of moves"),
    ):
        for row, peer in zip(told, ("open_spiel", "rlcard", "douzero"), strict=True):
            measured = float(rows[ours][peer].split("x")[0].replace(",", ""))
            told_ratio = float(row[column].removesuffix("x").replace(",", ""))
            assert told_ratio == float(f"{measured:.3g}"), f"{ours} against {peer}"


def test_links_lead_somewhere() -> None:
    checked = 0
    for page in PAGES:
        for file, anchor in links(read(page)):
            target = page.parent / file if file else page
            assert target.exists(), f"{page_name(page)} links to {file}"
            # Entries of the reference are known to the site, which fails on one that is not there.
            if anchor and not anchor.startswith("doudizhu_fast"):
                assert anchor in anchors(read(target)), (
                    f"{page_name(page)} links to {file}#{anchor}"
                )
            checked += 1
    assert checked >= 20
