"""The picture of who builds on whom, drawn from the import lines of the sources as one SVG."""

from collections.abc import Mapping
from html import escape

from source_layers import (
    PYTHON_LAYERS,
    RUST_LAYERS,
    imported,
    layer,
    python_modules,
    rust_modules,
    rust_uses,
)

__all__ = ["GRAPHS", "picture"]

Graph = Mapping[str, set[str]]

WIDTH, ROW, BOX, LETTER, MARGIN = 760, 58, 24, 6.6, 16


def _python_graph() -> Graph:
    uses: dict[str, set[str]] = {name: set() for name in PYTHON_LAYERS if name != "__main__"}
    for path, user in python_modules().items():
        for name, at_import in imported(path):
            # The package loads its public names at their first use; they are its interface all the same.
            if user in uses and (at_import or user == "__init__"):
                uses[user].add(layer(name))
    uses["_backend"] |= {"_native", "_reference"}
    return {user: used - {user} for user, used in uses.items()}


def _rust_graph() -> Graph:
    uses: dict[str, set[str]] = {name: set() for name in RUST_LAYERS}
    for path, user in rust_modules().items():
        if user in uses:
            uses[user] |= rust_uses(path) & uses.keys() - {user}
    return uses


GRAPHS = {"python": _python_graph, "rust": _rust_graph}


def _below(graph: Graph, name: str) -> set[str]:
    return set().union(*({used} | _below(graph, used) for used in graph[name]))


def _direct(graph: Graph) -> Graph:
    """Keep an arrow only where no longer way leads to the same module."""
    beyond = {name: set().union(*(_below(graph, used) for used in graph[name])) for name in graph}
    return {name: graph[name] - beyond[name] for name in graph}


def _rows(graph: Graph) -> list[list[str]]:
    """Place every module one row above the highest that it uses; order rows so that few arrows cross."""
    height: dict[str, int] = {}

    def height_of(name: str) -> int:
        if name not in height:
            height[name] = 1 + max(map(height_of, graph[name]), default=-1)
        return height[name]

    rows: list[list[str]] = [[] for _ in range(1 + max(map(height_of, graph)))]
    for name in graph:
        rows[height[name]].append(name)
    users = {name: {user for user in graph if name in graph[user]} for name in graph}
    for _ in range(8):
        place = {name: (index + 0.5) / len(row) for row in rows for index, name in enumerate(row)}
        for row in rows:
            neighbours = {name: [place[n] for n in graph[name] | users[name]] for name in row}
            row.sort(
                key=lambda name: sum(at := neighbours[name]) / len(at) if neighbours[name] else 0.5
            )
    return rows


def picture(language: str) -> str:
    """Draw the modules of one language.

    Args:
        language: ``python`` or ``rust``.

    Returns:
        An SVG element, coloured by the classes of ``static/doudizhu.css``.
    """
    graph = GRAPHS[language]()
    arrows = _direct(graph)
    rows = _rows(arrows)
    total = ROW * len(rows)
    boxes, lines, styles = [], [], []
    at: dict[str, tuple[float, float, float]] = {}
    for number, row in enumerate(rows):
        widths = [LETTER * len(_shown(name)) + MARGIN for name in row]
        gap = (WIDTH - sum(widths)) / (len(row) + 1)
        left = gap
        for name, width in zip(row, widths, strict=True):
            at[name] = (left + width / 2, total - ROW * number - ROW / 2, width)
            left += width + gap
    for name, (x, y, width) in at.items():
        key = f"{language}-{name.strip('_')}"
        told = f"{_shown(name)} uses {', '.join(map(_shown, sorted(graph[name]))) or 'nothing'}"
        boxes.append(
            f'<g id="{key}"><title>{escape(told)}</title>'
            f'<rect x="{x - width / 2:.0f}" y="{y - BOX / 2:.0f}" width="{width:.0f}" height="{BOX}" rx="4"/>'
            f'<text x="{x:.0f}" y="{y + 4:.0f}">{escape(_shown(name))}</text></g>'
        )
        for used in sorted(arrows[name]):
            to_x, to_y, _ = at[used]
            start, end = y + BOX / 2, to_y - BOX / 2
            bend = min(end - start, ROW) * 0.6
            lines.append(
                f'<path class="from-{key}" d="M{x:.0f} {start:.0f}C{x:.0f} {start + bend:.0f} '
                f'{to_x:.0f} {end - bend:.0f} {to_x:.0f} {end:.0f}"/>'
            )
        styles.append(f".layers:has(#{key}:hover) .from-{key}")
    return (
        f'<div class="layers-frame"><svg class="layers" viewBox="0 0 {WIDTH} {total}" role="img" '
        f'aria-label="Which {language} module builds on which; the table on this page says the same">'
        f"<style>{','.join(styles)}{{stroke:var(--color-brand-primary);stroke-width:2.5;opacity:1}}</style>"
        f"{''.join(lines)}{''.join(boxes)}</svg></div>"
    )


def _shown(name: str) -> str:
    return "public names" if name == "__init__" else name
