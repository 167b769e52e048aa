"""The tables of docs/rules.md say what the code does."""

import copy
import re
from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from doudizhu_fast import Auction, InvalidRulesError, Kind, Move, Rules
from doudizhu_fast.rules import PRESETS, SWITCHES
from markdown_pages import ROOT, codes, table, tables

PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
PLAYS = [kind for kind in Kind if kind is not Kind.PASS]


def test_sections_are_numbered() -> None:
    headings = [line for line in PAGE.splitlines() if line.startswith("##")]
    assert [heading.split()[1] for heading in headings] == [
        *("1", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "2", "3", "4", "4.1", "4.2")
    ]


def test_kinds() -> None:
    rows = table(PAGE, "code")
    assert [(int(row["code"]), codes(row["kind"])) for row in rows] == [
        (kind.value, [kind.name]) for kind in PLAYS
    ]


def test_switches() -> None:
    rows = {codes(row["switch"])[0]: row for row in table(PAGE, "switch")}
    assert len(rows) == 18
    assert list(rows) == list(SWITCHES)
    for name, row in rows.items():
        assert set(codes(row["values"])) == {str(value) for value in SWITCHES[name].allowed}, name
        for preset in ("three_player", "four_player"):
            assert codes(row[f"`{preset}`"]) == [str(getattr(Rules.parse(preset), name))], name


def test_contradictions() -> None:
    rows = table(PAGE, "fields")
    assert len(rows) == 8
    for row in rows:
        with pytest.raises(InvalidRulesError) as refused:
            Rules.parse(codes(row["example"])[0])
        assert refused.value.reason == "contradiction"
        assert list(refused.value.fields) == codes(row["fields"])


def test_presets() -> None:
    rows = {codes(row["preset"])[0]: row for row in table(PAGE, "preset")}
    assert len(rows) == 8
    assert set(rows) == set(PRESETS)
    for name, row in rows.items():
        written = dict(code.split("=") for code in codes(row["differs from `three_player` in"]))
        rules = Rules.parse(name)
        differing = {
            switch: str(getattr(rules, switch))
            for switch in SWITCHES
            if getattr(rules, switch) != getattr(Rules(), switch)
        }
        assert written == differing, name


def all_plays(preset: str) -> NDArray[np.uint64]:
    space = Rules.parse(preset).action_space
    return space.moves(np.arange(1, len(space)))


@pytest.mark.parametrize("preset", PRESETS)
def test_counts(preset: str) -> None:
    (rows,) = (rows for rows in tables(PAGE) if "`douzero`" in rows[0])
    counted = Counter((all_plays(preset) >> np.uint64(60)).tolist())
    column = f"`{preset}`"
    assert {row["kind"]: int(row[column]) for row in rows} == {
        **{f"`{kind.name}`": counted[kind.value] for kind in PLAYS},
        "all": counted.total(),
    }


def test_counts_by_length() -> None:
    (rows,) = (rows for rows in tables(PAGE) if "6" in rows[0])
    assert len(rows) == 7
    for row in rows:
        kind, preset = Kind[codes(row["kind"])[0]], codes(row["preset"])[0]
        plays = all_plays(preset)
        chosen = plays[plays >> np.uint64(60) == kind.value]
        lengths = Counter(Move.from_packed(int(play), preset).length for play in chosen)
        assert {n: int(row[str(n)]) for n in range(2, 7)} == {n: lengths[n] for n in range(2, 7)}


def test_complete_auctions() -> None:
    rows = table(PAGE, "complete auctions")
    assert [row["complete auctions"] for row in rows] == ["three players", "four players"]
    for players, row in zip((3, 4), rows, strict=True):
        for mode in ("reentry", "pass_is_final", "single_round"):
            rules = Rules(players=players, auction=mode)
            assert int(row[f"`{mode}`"]) == histories(Auction(rules))


def histories(auction: Auction) -> int:
    if auction.done:
        return 1
    total = 0
    for bid in auction.legal_bids():
        further = copy.copy(auction)
        further.bid(bid)
        total += histories(further)
    return total


SOURCES = [
    path
    for folder, suffix in (("python", "py"), ("python", "pyi"), ("tests", "py"), ("rust", "rs"))
    for path in sorted((ROOT / folder).rglob(f"*.{suffix}"))
    if "target" not in path.relative_to(ROOT).parts
]
# "rules 1.5", "rules 2.14, 2.17", "docs/rules.md 1.2 to 1.6", "``docs/rules.md`` 1 and 2".
CITATION = re.compile(
    r"\brules(?:\.md)?[`*]* ([0-9](?:\.[0-9]+)?(?:(?:, | and | to )[0-9](?:\.[0-9]+)?)*)"
)


def citations() -> list[tuple[str, str]]:
    """Every paragraph that a source cites, as often as it does, with the source's name."""
    return [
        (paragraph, path.relative_to(ROOT).as_posix())
        for path in SOURCES
        for cited in CITATION.findall(path.read_text(encoding="utf-8"))
        for paragraph in re.split(", | and | to ", cited)
    ]


def test_paragraphs_that_are_cited_exist() -> None:
    known = set(re.findall(r"^#+ ([0-9.]+) ", PAGE, re.MULTILINE))
    points = set(re.findall(r"^\| (2\.[0-9]+) \|", PAGE, re.MULTILINE))
    assert len(points) == 32
    cited = citations()
    assert len(SOURCES) >= 100
    assert len(cited) >= 220
    assert [entry for entry in cited if entry[0] not in known | points] == []


def test_every_rule_paragraph_is_cited_by_a_test() -> None:
    cited = {paragraph for paragraph, path in citations() if path.startswith("tests/")}
    assert {"1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "4.1", "4.2"} <= cited


def test_presets_and_counts_are_cited_by_paragraph() -> None:
    whole = {paragraph for paragraph, _ in citations() if "." not in paragraph}
    assert whole == {"1", "2"}
