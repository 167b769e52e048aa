"""What one engine refuses, the other refuses in the same words and with the same data, and nothing has changed."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from parity_engines import NATIVE, begun, switches_of
from refusals import on_both, outcome

THREE = switches_of("three_player")
ROCKET = 14 << 60 | 1 << 52 | 1 << 56
PAIR_OF_3 = 2 << 60 | 2
FIVE_3 = 5
KIND_15 = 15 << 60
TRIO_WITH_SOLO_3333 = 4 << 60 | 4

Refused = Callable[[Any, Any], object]

RULESET_CALLS: dict[str, tuple[str, Refused]] = {
    "a fifth 3": ("not_in_pack", lambda _, r: r.legal_moves(FIVE_3)),
    "five of every rank": ("not_in_pack", lambda _, r: r.legal_moves(0x0005_5555_5555_5555)),
    "a fifteenth 3": ("not_in_pack", lambda _, r: r.count_moves(15)),
    "a second black joker": ("not_in_pack", lambda _, r: r.classify(2 << 52)),
    "a move as a hand": ("not_in_pack", lambda _, r: r.legal_moves(PAIR_OF_3)),
    "a negative hand": ("not_packed", lambda _, r: r.legal_moves(-1)),
    "a hand past 64 bits": ("not_packed", lambda _, r: r.legal_moves(1 << 64)),
    "cards past 64 bits": ("not_packed", lambda _, r: r.classify(1 << 64)),
    "no play to beat": ("not_a_play", lambda _, r: r.legal_moves(4, TRIO_WITH_SOLO_3333)),
    "a hand to beat": ("not_a_play", lambda _, r: r.legal_moves(4, 4)),
    "kind code 15 to beat": ("not_a_play", lambda _, r: r.count_moves(4, KIND_15)),
    "kind code 15 with cards to beat": ("not_a_play", lambda _, r: r.count_moves(4, KIND_15 | 3)),
    "a kind without cards to beat": ("not_a_play", lambda _, r: r.count_moves(4, 7 << 60)),
    "a kind without cards as a hand": ("not_in_pack", lambda _, r: r.legal_moves(7 << 60)),
    "fifteen 3 to beat": ("not_a_play", lambda _, r: r.count_moves(4, 13 << 60 | 15)),
    "a wrong hand, a wrong index and a wrong play": (
        "not_in_pack",
        lambda _, r: r.nth_move(FIVE_3, 99, KIND_15),
    ),
    "a wrong hand before an index that is no number": (
        "not_whole",
        lambda _, r: r.nth_move(FIVE_3, "0"),
    ),
    "index past the end": ("index_out_of_range", lambda _, r: r.nth_move(1, 1)),
    "a negative index": ("index_out_of_range", lambda _, r: r.nth_move(1, -1)),
    "an index that is no number": ("not_whole", lambda _, r: r.nth_move(1, "0")),
    "an id that is a fraction": ("not_whole", lambda _, r: r.action(1.5)),
    "a huge index": ("index_out_of_range", lambda _, r: r.nth_move(1, 10**30)),
    "an action id past the end": ("action_out_of_range", lambda _, r: r.action(12_655)),
    "a negative action id": ("action_out_of_range", lambda _, r: r.action(-1)),
    "a huge action id": ("action_out_of_range", lambda _, r: r.action(-(10**30))),
    "the id of no play": ("not_a_play", lambda _, r: r.action_id(TRIO_WITH_SOLO_3333)),
    "the id of kind code 15": ("not_a_play", lambda _, r: r.action_id(KIND_15)),
    "the id of kind code 15 with cards": ("not_a_play", lambda _, r: r.action_id(KIND_15 | 0x21)),
    "ids of no plays": (
        "not_a_play",
        lambda _, r: r.action_ids(np.array([0, 7 << 60], dtype=np.uint64)),
    ),
    "actions past the end": ("action_out_of_range", lambda _, r: r.actions(np.array([0, 12_655]))),
    "actions before the start": ("action_out_of_range", lambda _, r: r.actions(np.array([-1]))),
    "shape of the pass": ("not_a_play", lambda e, _: e.move_shape(0)),
    "shape of no play": ("not_a_play", lambda e, _: e.move_shape(TRIO_WITH_SOLO_3333)),
    "shape of a negative": ("not_packed", lambda e, _: e.move_shape(-5)),
    "no play that beats": ("not_a_play", lambda e, _: e.beats(TRIO_WITH_SOLO_3333, PAIR_OF_3)),
    "no play that is beaten": ("not_a_play", lambda e, _: e.beats(PAIR_OF_3, 9)),
    "kind code 15 that beats": ("not_a_play", lambda e, _: e.beats(KIND_15, 0)),
    "a negative stream": ("out_of_range", lambda _, r: r.deal(-1, 0, 0, 0)),
    "a stream past 128 bits": ("out_of_range", lambda _, r: r.deal(1 << 128, 0, 0, 0)),
    "a sequence past 128 bits": ("out_of_range", lambda _, r: r.deal(0, 1 << 128, 0, 0)),
    "a negative game": ("out_of_range", lambda _, r: r.deal(0, 0, -1, 0)),
    "a game past 64 bits": ("out_of_range", lambda _, r: r.deal(0, 0, 1 << 64, 0)),
    "a redeal past 64 bits": ("out_of_range", lambda _, r: r.deal(0, 0, 0, 1 << 64)),
    "a huge redeal": ("out_of_range", lambda _, r: r.deal(0, 0, 0, 10**6000)),
    "a game that is no number": ("not_whole", lambda _, r: r.deal(-1, 0, None, 0)),
}

DEAL = (0x11, 0x101, 0x200)  # 34, 35, 55
POSITIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "one hand": ("hand_count", {"hands": [3]}),
    "no hand": ("hand_count", {"hands": []}),
    "five hands of five 3s": ("hand_count", {"hands": [FIVE_3] * 5}),
    "a move among four hands": ("hand_count", {"hands": [PAIR_OF_3] * 4}),
    "four hands": ("hand_count", {"hands": [1, 1, 1, 1]}),
    "no such landlord": ("landlord_out_of_range", {"landlord": 3}),
    "a negative landlord": ("landlord_out_of_range", {"landlord": -1}),
    "no such turn": ("turn_out_of_range", {"turn": 3}),
    "a huge turn": ("turn_out_of_range", {"turn": 10**40}),
    "a turn too long to write": ("turn_out_of_range", {"turn": -(10**6000)}),
    "a wrong turn and a fifth 3": ("turn_out_of_range", {"turn": 9, "hands": [FIVE_3] * 3}),
    "a huge landlord": ("landlord_out_of_range", {"landlord": 1 << 64}),
    "huge plays": ("plays_out_of_range", {"plays": (3, 10**30)}),
    "plays too long to write": ("plays_out_of_range", {"plays": (-(10**6000), 0)}),
    "huge doublings": ("doublings_out_of_range", {"doublings": -(10**30)}),
    "a wrong tally and kind code 15": (
        "doublings_out_of_range",
        {"doublings": 99, "to_beat": KIND_15},
    ),
    "negative plays": ("plays_out_of_range", {"plays": (-1, 0)}),
    "too many plays": ("plays_out_of_range", {"plays": (0, 32_769)}),
    "negative doublings": ("doublings_out_of_range", {"doublings": -1}),
    "too many doublings": ("doublings_out_of_range", {"doublings": 31}),
    "a fifth 3": ("not_in_pack", {"hands": [5, 0x10, 0x20]}),
    "fifteen 3s in each hand": ("not_in_pack", {"hands": [15, 15, 15]}),
    "three black jokers": ("not_in_pack", {"hands": [1, 0x10, 3 << 52]}),
    "a move as a hand": ("not_in_pack", {"hands": [1, 0x10, PAIR_OF_3]}),
    "a kind without cards as a hand": ("not_in_pack", {"hands": [1, 0x10, 7 << 60]}),
    "a fifth 3 with kind code 15 on the table": (
        "not_in_pack",
        {"hands": [4, 1, 1], "to_beat": KIND_15},
    ),
    "fifteen 3s on the table": ("not_in_pack", {"to_beat": 13 << 60 | 15}),
    "kind code 15 on the table": ("not_a_play", {"to_beat": KIND_15}),
    "kind code 15 with cards on the table": ("not_a_play", {"to_beat": KIND_15 | 2 << 32}),
    "a hand on the table": ("not_a_play", {"to_beat": 2 << 32}),
    "a fifth 3 over two hands": ("not_in_pack", {"hands": [3, 2, 0x20]}),
    "a fifth 3 on the table": ("not_in_pack", {"hands": [4, 0x10, 0x20], "to_beat": 1 << 60 | 1}),
    "no play on the table": ("not_a_play", {"to_beat": 4 << 60 | 4 << 32}),
    "two empty hands": ("two_empty_hands", {"hands": [0, 0, 3]}),
    "huge passes": ("passes_out_of_range", {"passes": 10**30, "to_beat": ROCKET}),
    "negative passes on a lead": ("passes_out_of_range", {"passes": -(1 << 63)}),
    "negative passes": ("passes_out_of_range", {"passes": -1, "to_beat": ROCKET}),
    "too many passes": ("passes_out_of_range", {"passes": 2, "to_beat": ROCKET}),
    "passes on a lead": ("passes_on_lead", {"passes": 1}),
    "nobody to move": ("turn_missing", {"turn": None}),
}


@pytest.mark.parametrize("case", RULESET_CALLS)
def test_wrong_questions_are_refused_alike(case: str) -> None:
    reason, call = RULESET_CALLS[case]
    assert on_both(lambda e: lambda: call(e, e.Ruleset(**THREE))).reason == reason


@pytest.mark.parametrize("case", POSITIONS)
def test_impossible_positions_are_refused_alike(case: str) -> None:
    reason, changes = POSITIONS[case]
    arguments = {"hands": list(DEAL), "landlord": 0, "turn": 0} | changes

    def call(engine: Any) -> Callable[[], object]:
        rules = engine.Ruleset(**THREE)
        phase = engine.PlayPhase()
        return lambda: phase._begin(rules, **arguments)

    assert on_both(call).reason == reason


MOVES: dict[str, tuple[str, int]] = {
    "a pass on a lead": ("pass_on_lead", 0),
    "no play": ("not_a_play", TRIO_WITH_SOLO_3333),
    "a play of other rules": ("not_a_play", 2 << 60 | 2 << 52),
    "cards that are not held": ("cards_not_held", ROCKET),
    "kind code 15": ("not_a_play", KIND_15 | 1),
    "kind code 15 without cards": ("not_a_play", KIND_15),
    "fifteen 3s": ("not_a_play", 13 << 60 | 15),
}


@pytest.mark.parametrize("case", MOVES)
def test_illegal_moves_are_refused_alike_and_change_nothing(case: str) -> None:
    reason, move = MOVES[case]

    def call(engine: Any) -> Callable[[], object]:
        phase = begun_small(engine)
        before = phase._hands, phase._turn, phase._moves
        assert outcome(lambda: phase.play(Packed(move))).reason == reason
        assert (phase._hands, phase._turn, phase._moves) == before
        assert phase._why_illegal(move) == reason
        return lambda: phase.play(Packed(move))

    assert on_both(call).reason == reason


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

    assert on_both(call).reason == "does_not_beat"


def test_a_finished_game_refuses_moves_alike() -> None:
    def call(engine: Any) -> Callable[[], object]:
        phase = engine.PlayPhase()
        phase._begin(engine.Ruleset(**THREE), [0x1, 0x10, 0x20], 0, 0)
        phase.play_index(0)
        return lambda: phase.play(Packed(1 << 60 | 1))

    assert on_both(call).reason == "game_over"


ONE = Packed(1 << 60 | 1)
HAND = Packed(3)
ACTIONS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "a play before the start": ("auction_not_over", lambda e: e.PlayPhase().play(ONE)),
    "an index before the start": ("auction_not_over", lambda e: e.PlayPhase().play_index(0)),
    "a question before the start": ("auction_not_over", lambda e: e.PlayPhase()._why_illegal(0)),
    "a count before the start": ("auction_not_over", lambda e: e.PlayPhase()._perft(1)),
    "nothing played": ("nothing_to_undo", lambda e: begun_small(e)._undo_play()),
    "nothing begun": ("nothing_to_undo", lambda e: e.PlayPhase()._undo_play()),
    "another seat": ("out_of_turn", lambda e: begun_small(e).play(ONE, 1)),
    "a negative seat": ("out_of_turn", lambda e: begun_small(e).play(ONE, -1)),
    "a huge seat": ("out_of_turn", lambda e: begun_small(e).play(ONE, 10**30)),
    "a seat too long to write": ("out_of_turn", lambda e: begun_small(e).play(ONE, 10**6000)),
    "a seat that is text": ("not_whole", lambda e: begun_small(e).play(ONE, "1")),
    "a seat that is a bool": ("not_whole", lambda e: begun_small(e).play(ONE, seat=False)),
    "no index": ("not_whole", lambda e: begun_small(e).play_index(None)),
    "an index that is a bool": ("not_whole", lambda e: begun_small(e).play_index(True)),
    "a bool before the start": ("not_whole", lambda e: e.PlayPhase().play_index(True)),
    "an index too long": ("index_out_of_range", lambda e: begun_small(e).play_index(10**6000)),
    "an index past the end": ("index_out_of_range", lambda e: begun_small(e).play_index(99)),
    "a negative index": ("index_out_of_range", lambda e: begun_small(e).play_index(-1)),
    "a negative depth": ("out_of_range", lambda e: begun_small(e)._perft(-1)),
    "a hugely negative depth": ("out_of_range", lambda e: begun_small(e)._perft(-(10**30))),
    "a depth that is no number": ("not_whole", lambda e: e.PlayPhase()._perft(1.0)),
    "a hand for a move": ("wrong_type", lambda e: e.PlayPhase()._read(HAND)),
}


@pytest.mark.parametrize("case", ACTIONS)
def test_actions_that_cannot_be_are_refused_alike(case: str) -> None:
    reason, act = ACTIONS[case]
    assert on_both(lambda e: lambda: act(e)).reason == reason


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
    refused = on_both(lambda e: lambda: e.Ruleset(**THREE | changes))
    assert refused.reason == "contradiction"
    assert refused.data is not None
    assert refused.data["fields"] == (tuple, fields)


UNKNOWN_VALUES: list[tuple[str, object]] = [
    ("players", 5),
    ("players", -1),
    ("players", True),
    ("players", "3"),
    ("players", 3.0),
    ("players", 10**6000),
    ("bomb_double_min", 3),
    ("bomb_double_min", 9),
    ("bomb_double_min", 256 + 4),
    ("bomb_double_min", None),
    ("auction", "loud"),
    ("auction", "reentry\udc80"),
    ("auction", 0),
    ("all_pass", b"redeal"),
    ("scoring", ""),
    ("scoring", "x" * 10_000),
    ("turned_up_card", 1),
    ("spring", "True"),
    ("joker_pairs", None),
    ("trio_with_solo", np.True_),
    ("quad_solos", np.str_("distinct")),
]


@pytest.mark.parametrize(
    ("field", "value"), UNKNOWN_VALUES, ids=[str(n) for n in range(len(UNKNOWN_VALUES))]
)
def test_unknown_values_are_refused_alike(field: str, value: object) -> None:
    refused = on_both(lambda e: lambda: e.Ruleset(**THREE | {field: value}))
    assert refused.reason == "unknown_value"
    assert refused.data is not None
    assert refused.data["field"] == (str, field)
    assert refused.data["value"] == (type(value), value)


def test_the_first_unknown_value_is_named_before_any_contradiction() -> None:
    wrong = {"players": 5, "auction": "loud", "joker_pairs": True, "bomb_double_min": 0}
    for field in ("players", "auction", "bomb_double_min"):
        refused = on_both(lambda e: lambda: e.Ruleset(**THREE | wrong))
        assert refused.data is not None
        assert refused.data["field"] == (str, field)
        del wrong[field]
    assert on_both(lambda e: lambda: e.Ruleset(**THREE | wrong)).reason == "contradiction"


def test_every_case_is_met() -> None:
    tables = (RULESET_CALLS, POSITIONS, MOVES, ACTIONS, CONTRADICTIONS, UNKNOWN_VALUES)
    assert sum(map(len, tables)) >= 143
    assert begun(NATIVE, NATIVE.Ruleset(**THREE), 1, 0)._begun
