"""The tables: rates of all, and how many times as fast this library is as each peer."""

import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from work import WORKS, Entry

MARKERS = "<!-- {name}: begin -->", "<!-- {name}: end -->"


def cpu_model() -> str:
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def machine() -> dict[str, Any]:
    """What the figures depend on."""
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": version("numpy"),
    }


def rates(entries: Sequence[Entry]) -> list[list[str]]:
    """One row for each system and work."""
    rows = [["work", "who", "rules", "rate", "moves/s", "moves each"]]
    for work, unit in WORKS.items():
        for entry in (entry for entry in entries if entry.work == work):
            each, rate = entry.mean_moves, entry.rate
            figures = [f"{rate:,.0f} {unit}", f"{rate * each:,.0f}", f"{each:.1f}"]
            rows.append([work, entry.who, entry.rules, *figures])
    return rows


def ratios(entries: Sequence[Entry], peers: Sequence[Any]) -> list[list[str]]:
    """One row for each shape of ours and work; in brackets, ours under the rules of the peer."""
    table = {(entry.work, entry.who, entry.rules): entry.rate for entry in entries}
    rows = [["work", "ours", *(peer.NAME for peer in peers)]]
    for work in WORKS:
        shapes = [
            entry.who for entry in entries if entry.work == work and entry.rules == "three_player"
        ]
        for shape in shapes:
            row = [work, shape]
            for peer in peers:
                theirs = table.get((work, peer.NAME, peer.PRESET))
                if theirs is None:
                    row.append("-")
                    continue
                by_us, by_their_rules = (
                    table[work, shape, rules] / theirs for rules in ("three_player", peer.PRESET)
                )
                row.append(f"{times(by_us)} ({times(by_their_rules)})")
            rows.append(row)
    return rows


def times(ratio: float) -> str:
    """A ratio to two or three digits."""
    return f"{ratio:,.0f}x" if ratio >= 10 else f"{ratio:.1f}x"


def aligned(rows: list[list[str]], markdown: bool) -> str:
    """A table as text, in Markdown or plain; every column but the first three to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    left = {name for name in ("work", "who", "ours", "rules") if name in rows[0]}
    to_left = [name in left for name in rows[0]]
    bar = "|" if markdown else ""

    def line(row: list[str]) -> str:
        cells = zip(row, widths, to_left, strict=True)
        padded = [
            cell.ljust(width) if at_left else cell.rjust(width) for cell, width, at_left in cells
        ]
        inside = (" | " if markdown else "  ").join(padded)
        return f"| {inside} |" if markdown else inside.rstrip()

    lines = [line(row) for row in rows]
    if markdown:
        rule = (
            "-" * (width + 1) + (":" if not at_left else "-")
            for width, at_left in zip(widths, to_left, strict=True)
        )
        lines.insert(1, bar + bar.join(rule) + bar)
    return "\n".join(lines)


def text(
    entries: Sequence[Entry], peers: Sequence[Any], about: dict[str, Any], markdown: bool
) -> str:
    """The whole report."""
    host = about["machine"]
    listed = "; ".join(about["versions"])
    head = (
        f"{host['cpu']}, {host['cores']} cores, {host['system']}; Python {host['python']}, numpy {host['numpy']}.\n"
        f"{listed}.\n"
        f"One thread, process CPU time{about['pinned']}, median of {about['rounds']} interleaved rounds of"
        f" {about['seconds']:g} s each: `{about['command']}`."
    )
    second = "How many times as fast: ours under three_player (ours under the rules of the peer)."
    tables = [aligned(rows, markdown) for rows in (ratios(entries, peers), rates(entries))]
    return "\n\n".join([head, second, *tables])


def update(path: Path, report: str, name: str) -> None:
    """Write a report between the markers of that name in a file."""
    first, last = (marker.format(name=name) for marker in MARKERS)
    before, begin, rest = path.read_text(encoding="utf-8").partition(first)
    _, end, after = rest.partition(last)
    if not begin or not end:
        raise SystemExit(f"{path} lacks the markers {first} and {last}")
    path.write_text(f"{before}{begin}\n\n{report}\n\n{end}{after}", encoding="utf-8")
