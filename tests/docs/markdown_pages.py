"""Reading the project's Markdown files: where they are, their code blocks, their tables."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def markdown_files() -> list[Path]:
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def code_blocks(text: str, language: str) -> Iterator[tuple[int, str]]:
    """Yield (number of the line before the block, code) of every fenced block of a language."""
    for match in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text.count("\n", 0, match.start(1)), match[1]


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
