"""What one engine refuses, the other refuses with the same class and the same reason, and nothing has changed."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from doudizhu_fast import DoudizhuError
from parity_engines import NATIVE, REFERENCE, begun, switches_of

THREE = switches_of("three_player")
ROCKET = 14 << 60 | 1 << 52 | 1 << 56
PAIR_OF_3 = 2 << 60 | 2
FIVE_3 = 5
TRIO_WITH_SOLO_3333 = 4 << 60 | 4

Refused = Callable[[Any, Any], object]

RULESET_CALLS: dict[str, tuple[str, Refused]] = {
    "a fifth 3": ("not_in_pack", lambda _, r: r.legal_moves(FIVE_3)),
    "a fifteenth 3": ("not_in_pack", lambda _, r: r.count_moves(15)),
    "a second black joker": ("not_in_pack", lambda _, r: r.classify(2 << 52)),
    "a move as a hand": ("not_in_pack", lambda _, r: r.legal_moves(PAIR_OF_3)),
    "a negative hand": ("not_packed", lambda _, r: r.legal_moves(-1)),
    "a hand past 64 bits": ("not_packed", lambda _, r: r.legal_moves(1 << 64)),
    "cards past 64 bits": ("not_packed", lambda _, r: r.classify(1 << 64)),
    "no play to beat": ("not_a_play", lambda _, r: r.legal_moves(4, TRIO_WITH_SOLO_3333)),
    "a hand to beat": ("not_a_play", lambda _, r: r.legal_moves(4, 4)),
    "kind code 15 to beat": ("not_a_play", lambda _, r: r.count_moves(4, 15 << 60)),
    "index past the end": ("index_out_of_range", lambda _, r: r.nth_move(1, 1)),
    "a negative index": ("index_out_of_range", lambda _, r: r.nth_move(1, -1)),
    "an index that is no number": ("not_whole", lambda _, r: r.nth_move(1, "0")),
    "an id that is a fraction": ("not_whole", lambda _, r: r.action(1.5)),
    "a huge index": ("index_out_of_range", lambda _, r: r.nth_move(1, 10**30)),
    "an action id past the end": ("action_out_of_range", lambda _, r: r.action(12_655)),
    "a negative action id": ("action_out_of_range", lambda _, r: r.action(-1)),
    "a huge action id": ("action_out_of_range", lambda _, r: r.action(-(10**30))),
    "the id of no play": ("not_a_play", lambda _, r: r.action_id(TRIO_WITH_SOLO_3333)),
    "the id of kind code 15": ("not_a_play", lambda _, r: r.action_id(15 << 60)),
    "ids of no plays": (
        "not_a_play",
        lambda _, r: r.action_ids(np.array([0, 7 << 60], dtype=np.uint64)),
    ),
    "actions past the end": ("action_out_of_range", lambda _, r: r.actions(np.array([0, 12_655]))),
    "actions before the start": ("action_out_of_range", lambda _, r: r.actions(np.array([-1]))),
    "shape of the pass": ("not_a_play", lambda e, _: e.move_shape(0)),
    "shape of no play": ("not_a_play", lambda e, _: e.move_shape(TRIO_WITH_SOLO_3333)),
    "shape of a negative": ("not_packed", lambda e, _: e.move_shape(-5)),
}

DEAL = (0x11, 0x101, 0x200)  # 34, 35, 55
POSITIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "one hand": ("hand_count", {"hands": [3]}),
    "four hands": ("hand_count", {"hands": [1, 1, 1, 1]}),
    "no such landlord": ("landlord_out_of_range", {"landlord": 3}),
    "a negative landlord": ("landlord_out_of_range", {"landlord": -1}),
    "no such turn": ("turn_out_of_range", {"turn": 3}),
    "a huge turn": ("turn_out_of_range", {"turn": 10**40}),
    "negative plays": ("plays_out_of_range", {"plays": (-1, 0)}),
    "too many plays": ("plays_out_of_range", {"plays": (0, 32_769)}),
    "negative doublings": ("doublings_out_of_range", {"doublings": -1}),
    "too many doublings": ("doublings_out_of_range", {"doublings": 31}),
    "a fifth 3": ("not_in_pack", {"hands": [5, 0x10, 0x20]}),
    "a fifth 3 over two hands": ("not_in_pack", {"hands": [3, 2, 0x20]}),
    "a fifth 3 on the table": ("not_in_pack", {"hands": [4, 0x10, 0x20], "to_beat": 1 << 60 | 1}),
    "no play on the table": ("not_a_play", {"to_beat": 4 << 60 | 4 << 32}),
    "two empty hands": ("two_empty_hands", {"hands": [0, 0, 3]}),
    "negative passes": ("passes_out_of_range", {"passes": -1, "to_beat": ROCKET}),
    "too many passes": ("passes_out_of_range", {"passes": 2, "to_beat": ROCKET}),
    "passes on a lead": ("passes_on_lead", {"passes": 1}),
    "nobody to move": ("turn_missing", {"turn": None}),
}


def refused(call: Callable[[], object]) -> tuple[type, str]:
    with pytest.raises(DoudizhuError) as caught:
        call()
    assert str(caught.value)
    return type(caught.value), caught.value.reason


def on_both(call: Callable[[Any], Callable[[], object]]) -> str:
    """Make the same wrong call on both engines; they must agree on class and reason."""
    native, reference = (refused(call(engine)) for engine in (NATIVE, REFERENCE))
    assert native == reference
    return native[1]


@pytest.mark.parametrize("case", RULESET_CALLS)
def test_wrong_questions_are_refused_alike(case: str) -> None:
    reason, call = RULESET_CALLS[case]
    assert on_both(lambda e: lambda: call(e, e.Ruleset(**THREE))) == reason


@pytest.mark.parametrize("case", POSITIONS)
def test_impossible_positions_are_refused_alike(case: str) -> None:
    reason, changes = POSITIONS[case]
    arguments = {"hands": list(DEAL), "landlord": 0, "turn": 0} | changes

    def call(engine: Any) -> Callable[[], object]:
        rules = engine.Ruleset(**THREE)
        phase = engine.PlayPhase()
        return lambda: phase._begin(rules, **arguments)

    assert on_both(call) == reason


MOVES: dict[str, tuple[str, int]] = {
    "a pass on a lead": ("pass_on_lead", 0),
    "no play": ("not_a_play", TRIO_WITH_SOLO_3333),
    "a play of other rules": ("not_a_play", 2 << 60 | 2 << 52),
    "cards that are not held": ("cards_not_held", ROCKET),
    "kind code 15": ("not_a_play", 15 << 60 | 1),
}


@pytest.mark.parametrize("case", MOVES)
def test_illegal_moves_are_refused_alike_and_change_nothing(case: str) -> None:
    reason, move = MOVES[case]

    def call(engine: Any) -> Callable[[], object]:
        phase = begun_small(engine)
        before = phase._hands, phase._turn, phase._moves
        assert refused(lambda: phase.play(Packed(move)))[1] == reason
        assert (phase._hands, phase._turn, phase._moves) == before
        assert phase._why_illegal(move) == reason
        return lambda: phase.play(Packed(move))

    assert on_both(call) == reason


class Packed:
    """Anything that carries a packed move is taken for a Move object."""

    def __init__(self, packed: int) -> None:
        self._packed = packed


def begun_small(engine: Any) -> Any:
    class Phase(engine.PlayPhase):  # type: ignore[misc]
        def _read(self, move: Any) -> int:
            return int(move._packed)

    phase = Phase()
    phase._begin(engine.Ruleset(**THREE), list(DEAL), 0, 0)
    return phase


def test_an_answer_that_does_not_beat_is_refused_alike() -> None:
    def call(engine: Any) -> Callable[[], object]:
        phase = begun_small(engine)
        phase.play(Packed(1 << 60 | 0x10))
        assert phase._why_illegal(1 << 60 | 1) == "does_not_beat"
        return lambda: phase.play(Packed(1 << 60 | 1))

    assert on_both(call) == "does_not_beat"


def test_a_finished_game_refuses_moves_alike() -> None:
    def call(engine: Any) -> Callable[[], object]:
        phase = engine.PlayPhase()
        phase._begin(engine.Ruleset(**THREE), [0x1, 0x10, 0x20], 0, 0)
        phase.play_index(0)
        return lambda: phase.play(Packed(1 << 60 | 1))

    assert on_both(call) == "game_over"


def test_acting_outside_the_play_phase_is_refused_alike() -> None:
    one = Packed(1 << 60 | 1)
    assert on_both(lambda e: lambda: e.PlayPhase().play(one)) == "auction_not_over"
    assert on_both(lambda e: lambda: e.PlayPhase().play_index(0)) == "auction_not_over"
    assert on_both(lambda e: e.PlayPhase()._undo_play) == "nothing_to_undo"
    assert on_both(lambda e: begun_small(e)._undo_play) == "nothing_to_undo"
    assert on_both(lambda e: lambda: begun_small(e).play(one, 1)) == "out_of_turn"
    assert on_both(lambda e: lambda: begun_small(e).play(one, -1)) == "out_of_turn"
    assert on_both(lambda e: lambda: begun_small(e).play(one, "1")) == "not_whole"
    assert on_both(lambda e: lambda: begun_small(e).play_index(None)) == "not_whole"
    assert on_both(lambda e: lambda: begun_small(e).play_index(10**6000)) == "index_out_of_range"
    assert on_both(lambda e: lambda: begun_small(e).play_index(99)) == "index_out_of_range"
    assert on_both(lambda e: lambda: begun_small(e).play_index(-1)) == "index_out_of_range"


CONTRADICTIONS: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({"joker_pairs": True}, ("players", "joker_pairs")),
    ({"four_jokers_as_kickers": True}, ("players", "four_jokers_as_kickers")),
    ({"players": 4, "four_jokers_as_kickers": True}, ("joker_pairs", "four_jokers_as_kickers")),
    ({"adjacent_trio_as_kickers": True}, ("kicker_solos", "adjacent_trio_as_kickers")),
    (
        {"kicker_solos": "free", "trio_chain_with_solos": False},
        ("trio_chain_with_solos", "kicker_solos"),
    ),
    ({"quad_solos": "pair_ok", "quad_with_kickers": False}, ("quad_with_kickers", "quad_solos")),
    (
        {
            "both_jokers_as_kickers": True,
            "quad_with_kickers": False,
            "trio_chain_with_solos": False,
        },
        ("trio_chain_with_solos", "quad_with_kickers", "both_jokers_as_kickers"),
    ),
    ({"auction": "none", "all_pass": "void"}, ("auction", "all_pass")),
]


@pytest.mark.parametrize(("changes", "fields"), CONTRADICTIONS)
def test_contradictory_rules_are_refused_alike(
    changes: dict[str, Any], fields: tuple[str, ...]
) -> None:
    for engine in (NATIVE, REFERENCE):
        with pytest.raises(DoudizhuError) as caught:
            engine.Ruleset(**THREE | changes)
        assert caught.value.reason == "contradiction"
        assert caught.value.fields == fields


@pytest.mark.parametrize(
    ("field", "value"),
    [("players", 5), ("bomb_double_min", 3), ("auction", "loud"), ("scoring", ""), ("players", -1)],
)
def test_unknown_values_are_refused_alike(field: str, value: object) -> None:
    assert on_both(lambda e: lambda: e.Ruleset(**THREE | {field: value})) == "unknown_value"


def test_every_case_is_met() -> None:
    assert len(RULESET_CALLS) + len(POSITIONS) + len(MOVES) + len(CONTRADICTIONS) >= 55
    assert begun(NATIVE, NATIVE.Ruleset(**THREE), 1, 0)._begun
