"""Reading the project's Markdown files: where they are, their code blocks, their tables."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


def markdown_files() -> list[Path]:
    pages = sorted((ROOT / "docs").rglob("*.md"))
    return [*sorted(ROOT.glob("*.md")), *(page for page in pages if "_build" not in page.parts)]


class Block(NamedTuple):
    """One fenced block: its language, its lines, and where in the page they begin and end."""

    language: str
    code: str
    start: int
    end: int


def blocks(text: str) -> list[Block]:
    """Return the fenced blocks of a page."""
    found = re.finditer(r"^(`{3,})([^`\s]*)[^`\n]*\n(.*?)^\1$", text, re.MULTILINE | re.DOTALL)
    return [Block(match[2], match[3], *match.span(3)) for match in found]


def anchors(text: str) -> set[str]:
    """Return the names by which links reach the headings of a page."""
    headings = re.findall(r"^#{1,6} (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(text: str) -> list[tuple[str, str]]:
    """Return the links within the project, as (file, anchor); one of the two may be empty."""
    found = re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)", text)
    return [(file, anchor) for file, anchor in found if "://" not in file]


def tables(text: str) -> list[list[dict[str, str]]]:
    """Return every table as rows of {column title: cell}, backticks kept."""
    found = []
    for block in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        lines = [
            [cell.strip() for cell in line.strip("|").split("|")] for line in block.split("\n")
        ]
        title, _, *rows = [line for line in lines if line != [""]]
        found.append([dict(zip(title, row, strict=True)) for row in rows])
    return found


def table(text: str, first_column: str) -> list[dict[str, str]]:
    """Return the one table whose first column has this title."""
    (rows,) = (rows for rows in tables(text) if next(iter(rows[0])) == first_column)
    return rows


def codes(cell: str) -> list[str]:
    """Return what stands in backticks."""
    return re.findall(r"`([^`]+)`", cell)
