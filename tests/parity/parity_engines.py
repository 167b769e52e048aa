"""Both engines side by side, and positions to ask them about."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from doudizhu_fast import _reference
from doudizhu_fast.presets import PRESETS, preset_values
from doudizhu_fast.seeds import stream

_native: ModuleType = pytest.importorskip("doudizhu_fast._native")

NATIVE: Any = _native
REFERENCE: Any = _reference
PRESET_NAMES = tuple(PRESETS)

# Rule sets that combine switches as no preset does.
CUSTOM = {
    "four_player, all kinds": {
        "players": 4,
        "trio_with_solo": True,
        "trio_chain_with_solos": True,
        "quad_with_kickers": True,
    },
    "three_player, free": {"kicker_solos": "free"},
    "four_player, no joker pairs": {
        "players": 4,
        "joker_pairs": False,
        "four_jokers_as_kickers": False,
    },
    "four_player, one joker pair": {"players": 4, "four_jokers_as_kickers": False},
    "no kickers at all": {
        "trio_with_solo": False,
        "trio_chain_with_solos": False,
        "trio_chain_with_pairs": False,
        "quad_with_kickers": False,
    },
}


def switches_of(name: str) -> dict[str, Any]:
    """Every switch of a preset or of a custom rule set."""
    if name in PRESETS:
        return preset_values(name)
    changes = CUSTOM[name]
    base = "four_player" if changes.get("players") == 4 else "three_player"
    return preset_values(base) | changes


def rulesets(name: str) -> tuple[Any, Any]:
    """The same rules compiled by both engines."""
    switches = switches_of(name)
    return NATIVE.Ruleset(**switches), REFERENCE.Ruleset(**switches)


def begun(engine: Any, ruleset: Any, root: int, landlord: int) -> Any:
    """The play phase of a deal, begun on one engine."""
    hands, bottom, _, _ = ruleset.deal(*stream(root), 0, 0)
    holding = [hand + bottom * (seat == landlord) for seat, hand in enumerate(hands)]
    phase = engine.PlayPhase()
    phase._begin(ruleset, holding, landlord, landlord)
    return phase


def random_positions(name: str, games: int, first_root: int = 0) -> Iterator[tuple[Any, int, int]]:
    """Walk random games on the compiled engine.

    Yields:
        The ruleset, the packed hand to move and the packed standing play, for every turn of every game.
    """
    ruleset = NATIVE.Ruleset(**switches_of(name))
    for root in range(first_root, first_root + games):
        phase = begun(NATIVE, ruleset, root, root % ruleset.players)
        choose = np.random.default_rng(root)
        while not phase._over:
            yield ruleset, phase._hands[phase._turn], phase._to_beat
            phase.play_index(int(choose.integers(phase.count_moves())))
