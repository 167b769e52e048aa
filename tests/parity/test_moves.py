"""Both engines list, count and pick the same moves, and play the same games."""

from itertools import islice

import numpy as np
import pytest

from parity_engines import (
    CUSTOM,
    NATIVE,
    PRESET_NAMES,
    REFERENCE,
    begun,
    random_positions,
    rulesets,
)

POSITIONS = 2_000


@pytest.mark.slow
@pytest.mark.parametrize("name", [*PRESET_NAMES, *CUSTOM])
def test_moves_of_random_positions_are_the_same(name: str) -> None:
    _, reference = rulesets(name)
    choose = np.random.default_rng(7)
    seen = leads = 0
    for native, hand, to_beat in islice(random_positions(name, games=200), POSITIONS):
        where = f"{hand:#x} on {to_beat:#x} under {name}"
        moves = packed(native.legal_moves(hand, to_beat))
        assert moves == packed(reference.legal_moves(hand, to_beat)), where
        assert native.count_moves(hand, to_beat) == len(moves), where
        k = int(choose.integers(len(moves)))
        chosen = moves[k]
        assert native.nth_move(hand, k, to_beat) == chosen, where
        assert reference.nth_move(hand, k, to_beat) == chosen, where
        seen += 1
        leads += to_beat == 0
    assert seen == POSITIONS
    assert leads > 200


def packed(moves: list[object]) -> list[int]:
    """Lists hold Move objects of the engine in use, and packed ints of the other one."""
    return [int(move) for move in moves]


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_a_game_is_the_same_step_by_step(name: str) -> None:
    native, reference = rulesets(name)
    steps = 0
    for root in range(3):
        landlord = root % native.players
        phases = [
            begun(engine, rules, root, landlord)
            for engine, rules in ((NATIVE, native), (REFERENCE, reference))
        ]
        choose = np.random.default_rng(root)
        while not phases[0]._over:
            assert _state(phases[0]) == _state(phases[1]), f"game {root} under {name}"
            k = int(choose.integers(phases[0].count_moves()))
            for phase in phases:
                phase.play_index(k)
            steps += 1
        assert _state(phases[0]) == _state(phases[1])
        while phases[0]._moves:
            for phase in phases:
                phase._undo_play()
            assert _state(phases[0]) == _state(phases[1]), f"game {root} under {name}, taken back"
    assert steps > 60


def _state(phase: object) -> dict[str, object]:
    names = (
        "_begun _over _turn _landlord _hands _to_beat _passes _plays _doublings _bombs _rockets"
        " _spring _winner _moves"
    )
    state = {name: getattr(phase, name) for name in names.split()}
    return state | {"_hands": tuple(phase._hands), "count": phase.count_moves()}


@pytest.mark.parametrize("name", ["three_player", "four_player"])
def test_deals_are_the_same(name: str) -> None:
    native, reference = rulesets(name)
    seen = set()
    for root in range(40):
        words = [int(word) for word in np.random.SeedSequence(root).generate_state(4, np.uint64)]
        seeded = (words[0] << 64 | words[1], words[2] << 64 | words[3])
        for game, redeal in ((0, 0), (1, 0), (0, 1), (2**40 + 3, 5), (2**64 - 1, 999)):
            deal = native.deal(*seeded, game, redeal)
            assert deal == reference.deal(*seeded, game, redeal), (root, game, redeal)
            seen.add(deal)
    assert len(seen) == 200


def test_shapes_and_comparison_are_the_same() -> None:
    _, rules = rulesets("douzero")
    _, four = rulesets("four_player")
    choose = np.random.default_rng(3)
    moves = [rules.action(i) for i in range(1, rules.action_count(), 11)]
    moves += [four.action(i) for i in range(1, four.action_count(), 11)]
    for move in moves:
        assert NATIVE.move_shape(move) == REFERENCE.move_shape(move), hex(move)
    beaten = 0
    pairs = choose.integers(len(moves), size=(100_000, 2))
    for one, other in pairs.tolist():
        answer = NATIVE.beats(moves[one], moves[other])
        assert answer == REFERENCE.beats(moves[one], moves[other]), (moves[one], moves[other])
        beaten += answer
    assert len(moves) > 3_000
    assert beaten > 1_000
