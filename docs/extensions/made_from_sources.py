"""What the pages take from the sources instead of repeating it: tables, pictures, names of types.

Directives: ``dialect-table``, ``error-table`` and ``layer-picture LANGUAGE``.
"""

import re
from collections.abc import Iterable, Sequence
from pydoc import locate
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.domains.python import PyObject
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode

from doudizhu_fast import dialects, exceptions
from doudizhu_fast.enums import Rank
from layer_picture import GRAPHS, picture

# Unions lose their names at run time, and a signature without them is three lines longer. Each name is explained in
# api/index.md.
NAMED_TYPES = (
    (
        r"~numpy\.ndarray\[tuple\[(?:~typing\.)?Any, \.\.\.\], ~numpy\.dtype\[((?:[^][]|\[[^][]*\])+)\]\]",
        r"~numpy.typing.NDArray[\1]",
    ),
    (r"int \| ~numpy\.\S+\.SeedSequence \| ~numpy\.\S+\.Generator \| None", "~doudizhu_fast.Seed"),
    (
        r"~doudizhu_fast\.hand\.HoldsCards \| str \| ~collections\.abc\.Iterable\[~typing\.Any\]",
        "~doudizhu_fast.Cards",
    ),
    (r"~doudizhu_fast\.move\.Move \| ~doudizhu_fast\.Cards", "~doudizhu_fast.MoveText"),
    (r"~collections\.abc\.Callable\[\[int, int\], object\]", "~doudizhu_fast.Progress"),
    (
        r"~numpy\._typing\._array_like\._Buffer \| .*?NestedSequence\[complex \| bytes \| str\]",
        "~numpy.typing.ArrayLike",
    ),
    (r"~doudizhu_fast\.executors\.Executor", "~doudizhu_fast.Executor"),
    (r"~typing\.Unpack\[~doudizhu_fast\.presets\.SwitchValues\]", "bool | int | str"),
    (r"~doudizhu_fast\.interop\.\w+\.(?:_agents\.)?_(?:Player|Bot)\b", "~doudizhu_fast.bots.Bot"),
)


# A function with several signatures is shown with the one that covers them all.
OVERLOADED = ("doudizhu_fast.analysis.sampling",)


def forget_overloads(app: Sphinx) -> None:
    """Have autodoc show the function itself instead of its overloads."""
    for name in OVERLOADED:
        analyzer = ModuleAnalyzer.for_module(name)
        analyzer.analyze()
        analyzer.overloads.clear()


def name_types(*event: Any) -> tuple[str | None, str | None]:
    """Write a signature with the names of its types; none where users do not construct the class."""
    if event[-2] and re.search(r"doudizhu_fast\S*\._|\b_\w+: ", event[-2]):
        return "", None
    written = []
    for part in event[-2:]:
        for pattern, name in NAMED_TYPES:
            part = part and re.sub(pattern, name, part)
        written.append(part)
    return written[0], written[1]


def find_by_last_name(
    app: Sphinx, environment: BuildEnvironment, node: pending_xref, shown: nodes.Element
) -> nodes.Element | None:
    """Lead a reference like ``Game.play``, written in another module, to the one object of that name."""
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"]
    found = [
        (name, entry)
        for name, entry in environment.domains.python_domain.objects.items()
        if name.endswith(f".{target}") and not entry.aliased
    ]
    if len(found) != 1:
        # Modules below the public ones have no entry: what stands in them is named, and has to be there.
        return shown if target.startswith("doudizhu_fast.") and locate(target) else None
    ((name, entry),) = found
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, shown, name)


# The docstring of a property is a sentence; napoleon would take what stands before its first colon for a type.
COLON = "\ue000"


def hide_colon(
    app: Sphinx, what: str, name: str, value: Any, options: Any, lines: list[str]
) -> None:
    """Keep napoleon from reading the first line of a property as a type and a meaning."""
    if what in {"attribute", "data", "property"} and lines:
        lines[0] = lines[0].replace(":", COLON)


def show_colon(
    app: Sphinx, what: str, name: str, value: Any, options: Any, lines: list[str]
) -> None:
    """Undo :func:`hide_colon`."""
    lines[:] = [line.replace(COLON, ":") for line in lines]


def strip_code(app: Sphinx, document: nodes.document) -> None:
    """Drop the blank line that ends an example where its next one is another block."""
    for block in document.findall(nodes.literal_block):
        text = block.astext().rstrip("\n")
        block.rawsource = text
        block.children = [nodes.Text(text)]


class LayerPicture(SphinxDirective):
    """Which modules of a language build on which."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Draw it."""
        language = self.arguments[0]
        if language not in GRAPHS:
            raise self.error(f"layer-picture knows {', '.join(GRAPHS)}, not {language}")
        return [nodes.raw("", picture(language), format="html")]


class MadeTable(SphinxDirective):
    """A table whose rows come from the sources, its cells in the markup of the page."""

    columns: Sequence[str]

    def rows(self) -> Iterable[Sequence[str]]:
        """Give the texts of the cells."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """Make it."""
        lines = [self.columns, ["---"] * len(self.columns), *self.rows()]
        cells = ([cell.replace("|", "\\|") for cell in line] for line in lines)
        return self.parse_text_to_nodes("\n".join(f"| {' | '.join(line)} |" for line in cells))


class DialectTable(MadeTable):
    """How each dialect writes cards."""

    columns = ("dialect", "ten", "two", "black joker", "red joker", "who writes like this")

    def rows(self) -> Iterable[Sequence[str]]:
        """Write one row for each dialect."""
        for name, dialect in dialects.DIALECTS.items():
            ranks = (Rank.TEN, Rank.TWO, Rank.BLACK_JOKER, Rank.RED_JOKER)
            cards = ([int(rank == one) for one in Rank] for rank in ranks)
            written = (str(dialect.write(counts)).strip("[]") for counts in cards)
            yield f"`{name}`", *(f"`{text}`" for text in written), dialect.meaning


class ErrorTable(MadeTable):
    """Every reason with its message."""

    columns = ("error", "`reason`", "message")

    def rows(self) -> Iterable[Sequence[str]]:
        """Write one row for each reason."""
        for name in exceptions.__all__:
            for reason, message in getattr(getattr(exceptions, name), "messages", {}).items():
                yield f"{{py:exc}}`~doudizhu_fast.{name}`", f"`{reason}`", f"`` {message} ``"


def say_attributes() -> None:
    """Head the attributes of a class with that word, which the docstrings use, instead of "Variables"."""
    for field in PyObject.doc_field_types:
        if field.name == "variable":
            field.label = "Attributes"


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx what is here."""
    say_attributes()
    app.connect("builder-inited", forget_overloads)
    app.connect("autodoc-process-signature", name_types)
    app.connect("autodoc-process-docstring", hide_colon, priority=400)
    app.connect("autodoc-process-docstring", show_colon, priority=600)
    app.connect("doctree-read", strip_code)
    app.connect("missing-reference", find_by_last_name)
    app.add_directive("layer-picture", LayerPicture)
    app.add_directive("dialect-table", DialectTable)
    app.add_directive("error-table", ErrorTable)
    return {"parallel_read_safe": True}
