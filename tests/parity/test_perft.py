"""The recorded numbers of move sequences, on both engines (`tests/data/perft.csv`)."""

import csv
import time
from pathlib import Path

import pytest

import doudizhu_fast as ddz
from parity_engines import NATIVE, REFERENCE, rulesets

TABLE = Path(__file__).parents[1] / "data" / "perft.csv"
REFERENCE_SECONDS = 5.0
POSITIONS_IN_TABLE = 12
ROWS_IN_TABLE = 118


def rows() -> dict[str, list[tuple[int, int]]]:
    """Depth and number of sequences for each position."""
    found: dict[str, list[tuple[int, int]]] = {}
    with TABLE.open() as file:
        for row in csv.DictReader(file):
            pair = (int(row["depth"]), int(row["sequences"]))
            found.setdefault(row["position"], []).append(pair)
    return found


ROWS = rows()


def phase(engine, position: str):
    parsed = ddz.Position.parse(position)
    native, reference = rulesets(parsed.rules.text)
    begun = engine.PlayPhase()
    hands = [int(hand) for hand in parsed.hands]
    begun._begin(native if engine is NATIVE else reference, hands, parsed.landlord, parsed.turn)
    return begun


def test_the_table_holds_both_games_and_many_deals() -> None:
    players = [ddz.Position.parse(position).rules.players for position in ROWS]
    assert players.count(3) >= 6
    assert players.count(4) >= 3
    assert all(len(counted) >= 8 for counted in ROWS.values())
    assert len(ROWS) == POSITIONS_IN_TABLE
    assert sum(map(len, ROWS.values())) == ROWS_IN_TABLE


@pytest.mark.slow
@pytest.mark.parametrize("position", ROWS)
def test_the_compiled_engine_counts_every_row(position: str) -> None:
    start = phase(NATIVE, position)
    counted = 0
    for depth, sequences in ROWS[position]:
        assert start._perft(depth) == sequences, depth
        counted += 1
    assert counted == ROWS[position][-1][0] >= 8


@pytest.mark.slow
@pytest.mark.parametrize("position", ROWS)
def test_the_reference_counts_what_it_reaches_in_seconds(position: str) -> None:
    start = phase(REFERENCE, position)
    assert start.count_moves() == ROWS[position][0][1]
    # The table of plays is built by now; that is no part of the time.
    begun = time.monotonic()
    reached = 0
    for depth, sequences in ROWS[position]:
        # A further depth has a handful of times as many sequences: stop where it would not end in time.
        if time.monotonic() - begun > REFERENCE_SECONDS / 6:
            break
        assert start._perft(depth) == sequences, depth
        reached = depth
    assert reached >= 3
