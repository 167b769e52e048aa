"""The states of a play phase that no sequence of moves reaches: thrown in, cleared, copied with and without history."""

from collections.abc import Callable
from typing import Any

import pytest

from parity_engines import NATIVE, REFERENCE, begun, rulesets
from refusals import on_both, outcome

ENGINES = {"native": NATIVE, "reference": REFERENCE}
RULESETS = dict(zip(ENGINES, rulesets("three_player"), strict=True))
CLOSED = {
    "_begun": True,
    "_over": True,
    "_turn": None,
    "_landlord": -1,
    "_hands": (),
    "_to_beat": 0,
    "_passes": 0,
    "_plays": (0, 0),
    "_doublings": 0,
    "_bombs": 0,
    "_rockets": 0,
    "_spring": 0,
    "_winner": None,
    "_moves": [],
}
EMPTY = CLOSED | {"_begun": False, "_over": False}


def facts(phase: Any) -> dict[str, object]:
    assert phase.count_moves() == len(phase.legal_moves())
    return {name: getattr(phase, name) for name in CLOSED}


def in_play(name: str, moves: int = 5) -> Any:
    phase = begun(ENGINES[name], RULESETS[name], root=4, landlord=1)
    for _ in range(moves):
        phase.play_index(phase.count_moves() - 1)
    return phase


ACTIONS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "play": ("game_over", lambda phase: phase.play(1 << 60 | 1)),
    "play for a seat": ("game_over", lambda phase: phase.play(1 << 60 | 1, 0)),
    "pass": ("game_over", lambda phase: phase.play(0)),
    "play_index": ("game_over", lambda phase: phase.play_index(0)),
    "_why_illegal": ("game_over", lambda phase: phase._why_illegal(0)),
    "_undo_play": ("nothing_to_undo", lambda phase: phase._undo_play()),
}


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("before", ["empty", "in play", "finished", "closed"])
def test_a_closed_phase_is_over_without_play(name: str, before: str) -> None:
    phase = ENGINES[name].PlayPhase()
    if before == "in play":
        phase = in_play(name)
    elif before == "finished":
        phase._begin(RULESETS[name], [1, 0x10, 0x20], 0, 0)
        phase.play_index(0)
    elif before == "closed":
        phase._close()
    phase._close()
    assert facts(phase) == CLOSED
    assert phase.legal_moves() == []
    assert (phase._perft(0), phase._perft(1), phase._perft(9)) == (1, 0, 0)


@pytest.mark.parametrize("case", ACTIONS)
def test_a_closed_phase_refuses_every_action_alike(case: str) -> None:
    reason, act = ACTIONS[case]

    def call(engine: Any) -> Callable[[], object]:
        phase = engine.PlayPhase()
        phase._close()
        assert outcome(lambda: act(phase)).reason == reason
        assert facts(phase) == CLOSED
        return lambda: act(phase)

    assert on_both(call).reason == reason


@pytest.mark.parametrize("name", ENGINES)
def test_a_closed_phase_can_be_cleared_begun_and_copied(name: str) -> None:
    closed = ENGINES[name].PlayPhase()
    closed._close()
    copy = in_play(name)
    copy._copy_from(closed)
    assert facts(copy) == CLOSED
    copy._clear()
    assert facts(copy) == EMPTY
    copy._copy_from(closed, False)
    assert facts(copy) == CLOSED
    copy._copy_from(copy)
    assert facts(copy) == CLOSED
    copy._begin(RULESETS[name], [1, 0x10, 0x20], 0, 0)
    assert (copy._over, copy._turn, copy._hands) == (False, 0, (1, 0x10, 0x20))
    assert facts(closed) == CLOSED


@pytest.mark.parametrize("name", ENGINES)
def test_a_copy_may_leave_the_history_behind(name: str) -> None:
    phase = in_play(name)
    full, bare = ENGINES[name].PlayPhase(), ENGINES[name].PlayPhase()
    full._copy_from(phase)
    bare._copy_from(phase, history=False)
    assert len(phase._moves) == 5
    assert facts(full) == facts(phase)
    assert facts(bare) == facts(phase) | {"_moves": []}
    assert outcome(bare._undo_play).reason == "nothing_to_undo"
    bare.play_index(0)
    assert len(bare._moves) == 1
    bare._undo_play()
    assert facts(bare) == facts(phase) | {"_moves": []}
    for _ in range(5):
        full._undo_play()
    assert full._moves == []
    assert len(phase._moves) == 5


@pytest.mark.parametrize("name", ENGINES)
def test_a_phase_copied_onto_itself_can_drop_its_history(name: str) -> None:
    phase = in_play(name)
    before = facts(phase)
    phase._copy_from(phase)
    assert facts(phase) == before
    phase._copy_from(phase, False)
    assert facts(phase) == before | {"_moves": []}


def test_both_engines_stand_alike_after_the_same_moves() -> None:
    assert facts(in_play("native")) == facts(in_play("reference"))
