"""Every switch of every preset is that of `tests/data/presets.csv`, which the Rust tests hold the core to as well."""

import csv
from pathlib import Path

import pytest

import doudizhu_fast as ddz
from doudizhu_fast.presets import PRESETS, SWITCHES, preset_values
from parity_engines import NATIVE, REFERENCE

TABLE = Path(__file__).parents[1] / "data" / "presets.csv"


def rows() -> list[dict[str, str]]:
    with TABLE.open(newline="") as file:
        return list(csv.DictReader(file))


ROWS = {row.pop("preset"): row for row in rows()}


def test_the_table_has_every_preset_and_every_switch_in_order() -> None:
    assert list(ROWS) == list(PRESETS)
    assert all(list(row) == list(SWITCHES) for row in ROWS.values())
    assert (len(ROWS), len(SWITCHES)) == (8, 18)


def test_every_value_is_as_recorded() -> None:
    checked = 0
    for preset, row in ROWS.items():
        values = preset_values(preset)
        for switch, recorded in row.items():
            assert str(values[switch]) == recorded, (preset, switch)
            assert str(getattr(ddz.Rules.parse(preset), switch)) == recorded, (preset, switch)
            checked += 1
    assert checked == 8 * 18


@pytest.mark.parametrize("preset", ROWS)
def test_both_engines_accept_the_recorded_values(preset: str) -> None:
    for engine in (NATIVE, REFERENCE):
        assert engine.Ruleset(**preset_values(preset)).players == int(ROWS[preset]["players"])
