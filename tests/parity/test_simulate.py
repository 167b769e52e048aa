"""Both engines simulate the same games, to the call and the move, and answer for whole arrays alike."""

from functools import partial
from itertools import cycle, islice, product

import numpy as np
import pytest

from doudizhu_fast._backend import NATIVE_POLICIES
from doudizhu_fast.presets import preset_values
from doudizhu_fast.seeds import DECISIONS, stream
from parity_engines import CUSTOM, NATIVE, PRESET_NAMES, REFERENCE, random_positions, rulesets
from refusals import on_both, outcome

TABLES = (("random",), ("greedy",), ("random", "greedy"), ("greedy", "greedy", "random"))
MOST_GAMES = 2**64


def starts(root: int) -> tuple[tuple[int, int], tuple[int, int]]:
    return stream(root), stream(root, DECISIONS)


def seats(table: tuple[str, ...], players: int) -> list[str]:
    return list(islice(cycle(table), players))


def assert_same_games(
    name: str, table: tuple[str, ...], auction: bool, root: int, first: int, count: int
) -> int:
    """Compare the tallies of some games on both engines; give how many were played out."""
    native, reference = rulesets(name)
    names = seats(table, native.players)
    told = NATIVE.simulate(native, names, auction, *starts(root), first, count, 2)
    again = REFERENCE.simulate(reference, names, auction, *starts(root), first, count, 1)
    assert len(told) == len(again) == 8
    for one, other in zip(told, again, strict=True):
        assert one.dtype == other.dtype
        assert one.shape == (count,)
        np.testing.assert_array_equal(one, other)
    counted = NATIVE.simulate_counts(native, names, auction, *starts(root), first, count, 2)
    counted_again = REFERENCE.simulate_counts(
        reference, names, auction, *starts(root), first, count, 1
    )
    for one, other, length in zip(counted, counted_again, (224, 109), strict=True):
        assert one.dtype == other.dtype
        assert one.shape == (length,)
        assert one.sum() == count
        np.testing.assert_array_equal(one, other)
    return int((told[0] >= 0).sum())


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_simulated_games_are_the_same(name: str) -> None:
    played = 0
    for table, auction in product(TABLES, (True, False)):
        played += assert_same_games(name, table, auction, root=3, first=0, count=10)
    assert played >= 75


@pytest.mark.slow
@pytest.mark.parametrize("name", [*PRESET_NAMES, *CUSTOM])
def test_many_simulated_games_are_the_same(name: str) -> None:
    played = 0
    for table, auction in product(TABLES, (True, False)):
        for first in (0, 5_000, 2**63, MOST_GAMES - 20):
            played += assert_same_games(
                name, table, auction, root=2**100 + 7, first=first, count=20
            )
    assert played >= 600


RARE_AUCTIONS = {
    "three_player": {"auction": "single_round", "all_pass": "void"},
    "national": {"auction": "pass_is_final", "all_pass": "first_bidder"},
    "botzone": {"auction": "reentry", "all_pass": "redeal"},
    "four_player": {"auction": "pass_is_final", "all_pass": "redeal", "turned_up_card": False},
}


@pytest.mark.parametrize("name", RARE_AUCTIONS)
def test_auctions_of_all_kinds_are_the_same(name: str) -> None:
    switches = preset_values(name) | RARE_AUCTIONS[name]
    told = {}
    for engine in (NATIVE, REFERENCE):
        rules = engine.Ruleset(**switches)
        games = [
            engine.simulate_game(rules, seats(table, rules.players), True, *starts(30), game)
            for table in TABLES
            for game in range(15)
        ]
        told[engine.__name__] = games
    one, other = told.values()
    assert one == other
    assert len({str(calls) for calls, _ in one}) >= 10
    assert max(len(calls) for calls, _ in one) > (switches["all_pass"] == "redeal")


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_games_are_told_move_by_move(name: str) -> None:
    native, reference = rulesets(name)
    moves = 0
    for table, auction in product(TABLES, (True, False)):
        names = seats(table, native.players)
        for game in (0, 77, MOST_GAMES - 1):
            told = NATIVE.simulate_game(native, names, auction, *starts(5), game)
            assert told == REFERENCE.simulate_game(reference, names, auction, *starts(5), game)
            moves += len(told[1])
    assert moves > 300


@pytest.mark.parametrize("name", ["three_player", "four_player"])
def test_deals_in_bulk_are_the_same(name: str) -> None:
    native, reference = rulesets(name)
    for first, count in ((0, 30), (2**40, 5), (MOST_GAMES - 5, 5), (9, 0)):
        dealt = NATIVE.deal_batch(native, stream(3), first, count)
        again = REFERENCE.deal_batch(reference, stream(3), first, count)
        assert dealt[0].shape == (count, native.players)
        for one, other in zip(dealt, again, strict=True):
            assert (one.dtype, one.shape) == (other.dtype, other.shape)
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_moves_in_bulk_are_the_same(name: str) -> None:
    native, reference = rulesets(name)
    positions = list(islice(random_positions(name, games=4), 150))
    hands = np.array([hand for _, hand, _ in positions], dtype=np.uint64)
    to_beat = np.array([move for _, _, move in positions], dtype=np.uint64)
    assert to_beat[0] == 0
    for standing in (to_beat[1:2], to_beat[:1], to_beat):
        offsets, moves = NATIVE.legal_moves_batch(native, hands, standing, 2)
        for one, other in zip(
            (offsets, moves, NATIVE.count_moves_batch(native, hands, standing, 2)),
            (
                *REFERENCE.legal_moves_batch(reference, hands, standing, 1),
                REFERENCE.count_moves_batch(reference, hands, standing, 1),
            ),
            strict=True,
        ):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(one, other)
    assert len(moves) > 300
    plays = moves[moves > 0]
    for cards in (hands[:60], plays[:300] & np.uint64((1 << 60) - 1)):
        for one, other in zip(
            NATIVE.classify_batch(native, cards),
            REFERENCE.classify_batch(reference, cards),
            strict=True,
        ):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(one, other)
    pairs = plays, np.random.default_rng(1).permutation(plays)
    beaten = NATIVE.beats_batch(*pairs)
    assert beaten.dtype == np.bool_
    np.testing.assert_array_equal(beaten, REFERENCE.beats_batch(*pairs))
    assert 0 < beaten.sum() < len(beaten)


def array(*numbers: int) -> np.ndarray:
    return np.array(numbers, dtype=np.uint64)


SOLO, NO_MOVE, NO_HAND = 1 << 60 | 1, 2 << 60 | 0x13, 0x5


@pytest.mark.parametrize(
    ("function", "arguments", "reason", "index"),
    [
        ("legal_moves_batch", (array(1, NO_HAND, NO_HAND), array(0), 1), "not_in_pack", 1),
        ("legal_moves_batch", (array(1, SOLO), array(0), 1), "not_in_pack", 1),
        ("legal_moves_batch", (array(1, 1, 1), array(0, SOLO, NO_MOVE), 1), "not_a_play", 2),
        ("legal_moves_batch", (array(1, NO_HAND), array(NO_MOVE, 0), 1), "not_a_play", 0),
        ("legal_moves_batch", (array(NO_HAND), array(NO_MOVE), 1), "not_a_play", 0),
        ("legal_moves_batch", (array(NO_HAND, 1), array(0, NO_MOVE), 1), "not_a_play", 1),
        ("count_moves_batch", (array(1, NO_HAND), array(0), 1), "not_in_pack", 1),
        ("count_moves_batch", (array(1, 1), array(0, NO_MOVE), 1), "not_a_play", 1),
        ("classify_batch", (array(1, 2, 1 << 63),), "not_in_pack", 2),
        ("beats_batch", (array(SOLO, NO_MOVE), array(SOLO, SOLO)), "not_a_play", 1),
        ("beats_batch", (array(SOLO, SOLO), array(NO_MOVE, SOLO)), "not_a_play", 0),
    ],
)
def test_refusals_name_the_first_offender_alike(
    function: str, arguments: tuple[object, ...], reason: str, index: int
) -> None:
    native, reference = rulesets("three_player")
    rules = {id(NATIVE): native, id(REFERENCE): reference}

    def call(engine: object) -> object:
        first = () if function == "beats_batch" else (rules[id(engine)],)
        return lambda: getattr(engine, function)(*first, *arguments)

    told = on_both(call, (function, arguments))
    assert told.reason == reason
    assert told.data["index"] == (int, index)


def test_no_items_give_no_answers_alike() -> None:
    nothing = array()
    for engine, rules in zip((NATIVE, REFERENCE), rulesets("three_player"), strict=True):
        for standing in (nothing, array(0)):
            offsets, moves = engine.legal_moves_batch(rules, nothing, standing, 0)
            assert (offsets.tolist(), moves.tolist(), moves.dtype) == ([0], [], np.uint64)
            counts = engine.count_moves_batch(rules, nothing, standing, 3)
            assert (counts.tolist(), counts.dtype) == ([], np.int64)
        offsets, moves = engine.classify_batch(rules, nothing)
        assert (offsets.tolist(), moves.tolist(), moves.dtype) == ([0], [], np.uint64)
        beaten = engine.beats_batch(nothing, nothing)
        assert (beaten.tolist(), beaten.dtype) == ([], np.bool_)


def test_unknown_policies_are_refused() -> None:
    assert REFERENCE.policy_names() == ["random", "greedy"]
    assert NATIVE.policy_names() == [*REFERENCE.policy_names(), *NATIVE_POLICIES]
    for engine, rules in zip((NATIVE, REFERENCE), rulesets("three_player"), strict=True):
        for names in (["random", "greedy", "best"], [""] * 3):
            told = outcome(
                partial(engine.simulate, rules, names, True, (1, 2), (3, 4), 0, 1, 1),
            )
            assert told.reason == "unknown_policy"
            assert told.data["name"] == (str, names[-1])
            assert told.data["allowed"] == (str, ", ".join(engine.policy_names()))
