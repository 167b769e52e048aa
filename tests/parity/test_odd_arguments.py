"""Whatever is given for a number, a move or an array: both engines answer alike, with the package's errors only."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from doudizhu_fast import Rank
from parity_engines import NATIVE, REFERENCE, rulesets, switches_of
from refusals import on_both, plain

THREE = switches_of("three_player")
SOLO_3 = 1 << 60 | 1
HANDS = [0x11, 0x101, 0x200]

NO_NUMBERS: list[object] = [
    True,
    False,
    np.True_,
    None,
    "1",
    "",
    b"1",
    0.0,
    1.5,
    float("inf"),
    np.float64(1),
    Decimal(1),
    Fraction(2, 1),
    1j,
    (1,),
    (),
    {},
    np.array([1, 2]).tolist(),
    object,
]
NUMBERS: list[object] = [
    0,
    1,
    3,
    -1,
    -(1 << 63),
    (1 << 63) - 1,
    1 << 63,
    -(1 << 63) - 1,
    (1 << 64) - 1,
    1 << 64,
    1 << 128,
    10**6000,
    -(10**6000),
    np.int64(-1),
    np.uint64((1 << 64) - 1),
    np.uint8(3),
    Rank.FIVE,
]

PLACES: dict[str, Callable[[Any, Any, Any], object]] = {
    "legal_moves hand": lambda _, r, x: r.legal_moves(x),
    "legal_moves to_beat": lambda _, r, x: r.legal_moves(1, x),
    "count_moves hand": lambda _, r, x: r.count_moves(x),
    "count_moves to_beat": lambda _, r, x: r.count_moves(1, x),
    "nth_move hand": lambda _, r, x: r.nth_move(x, 0),
    "nth_move k": lambda _, r, x: r.nth_move(3, x),
    "nth_move to_beat": lambda _, r, x: r.nth_move(3, 0, x),
    "classify": lambda _, r, x: r.classify(x),
    "is_play": lambda _, r, x: r.is_play(x),
    "action_id": lambda _, r, x: r.action_id(x),
    "action": lambda _, r, x: r.action(x),
    "action_ids": lambda _, r, x: r.action_ids(x),
    "actions": lambda _, r, x: r.actions(x),
    "deal initstate": lambda _, r, x: r.deal(x, 0, 0, 0),
    "deal initseq": lambda _, r, x: r.deal(0, x, 0, 0),
    "deal game": lambda _, r, x: r.deal(0, 0, x, 0),
    "deal redeal": lambda _, r, x: r.deal(0, 0, 0, x),
    "move_shape": lambda e, _, x: e.move_shape(x),
    "beats move": lambda e, _, x: e.beats(x, SOLO_3),
    "beats other": lambda e, _, x: e.beats(SOLO_3, x),
    "_begin hand": lambda e, r, x: e.PlayPhase()._begin(r, [x, 0x10, 0x20], 0, 0),
    "_begin landlord": lambda e, r, x: e.PlayPhase()._begin(r, HANDS, x, 0),
    "_begin turn": lambda e, r, x: e.PlayPhase()._begin(r, HANDS, 0, x),
    "_begin to_beat": lambda e, r, x: e.PlayPhase()._begin(r, HANDS, 0, 0, x),
    "_begin passes": lambda e, r, x: e.PlayPhase()._begin(r, HANDS, 0, 0, SOLO_3, x),
    "_begin landlord's plays": lambda e, r, x: e.PlayPhase()._begin(r, HANDS, 0, 0, 0, 0, (x, 0)),
    "_begin peasants' plays": lambda e, r, x: e.PlayPhase()._begin(r, HANDS, 0, 0, 0, 0, (0, x)),
    "_begin doublings": lambda e, r, x: e.PlayPhase()._begin(r, HANDS, 0, 0, 0, 0, (0, 0), x),
    "play": lambda e, r, x: begun(e, r).play(x),
    "play of a carrier": lambda e, r, x: begun(e, r).play(Carrier(x)),
    "play seat": lambda e, r, x: begun(e, r).play(SOLO_3, x),
    "play_index": lambda e, r, x: begun(e, r).play_index(x),
    "_why_illegal": lambda e, r, x: begun(e, r)._why_illegal(x),
    "_read": lambda e, r, x: begun(e, r)._read(x),
    "_perft": lambda e, r, x: begun(e, r)._perft(x),
    **{
        f"switch {name}": lambda e, _, x, name=name: bool(e.Ruleset(**THREE | {name: x}))
        for name in THREE
    },
}


@dataclass
class Carrier:
    """Something with a packed number under the name that Move objects have."""

    _packed: object


def begun(engine: Any, ruleset: Any) -> Any:
    phase = engine.PlayPhase()
    phase._begin(ruleset, HANDS, 0, 0)
    return phase


RULESETS = rulesets("three_player")


def ruleset_of(engine: Any) -> Any:
    return RULESETS[engine is REFERENCE]


@pytest.mark.parametrize("place", PLACES)
def test_odd_numbers_are_answered_alike(place: str) -> None:
    ask = PLACES[place]
    refusals = 0
    for value in [*NO_NUMBERS, *NUMBERS]:
        came = on_both(lambda e, x=value: lambda: ask(e, ruleset_of(e), x), (place, type(value)))
        refusals += came.error is not None
    # Nearly all of it is refused; least where any whole number will do, and where None and flags have a meaning.
    assert len(NO_NUMBERS) - 2 <= refusals <= len(NO_NUMBERS) + len(NUMBERS)


def test_an_index_that_fails_in_its_own_way_is_not_hidden() -> None:
    class Broken:
        def __index__(self) -> int:
            raise ZeroDivisionError

    met = 0
    for place, ask in PLACES.items():
        if place.startswith(("switch", "action_ids", "actions", "play of a carrier")):
            continue
        for engine in (NATIVE, REFERENCE):
            with pytest.raises(ZeroDivisionError):
                ask(engine, ruleset_of(engine), Broken())
            met += 1
    assert met == 2 * (len(PLACES) - 3 - len(THREE))


MOVES = np.array([0, SOLO_3, 2 << 60 | 2, 14 << 60 | 0x11 << 52], dtype=np.uint64)
SPREAD = np.zeros((4, 3), dtype=np.uint64)
SPREAD[:, 1] = MOVES
MISALIGNED = np.frombuffer(b"." + MOVES.tobytes(), dtype=np.uint64, offset=1)
FROZEN = MOVES.copy()
FROZEN.flags.writeable = False

ARRAYS: dict[str, tuple[object, str | None]] = {
    "as it should be": (MOVES, None),
    "empty": (MOVES[:0], None),
    "every second": (MOVES[::2], None),
    "backwards": (MOVES[::-1], None),
    "a column": (SPREAD[:, 1], None),
    "one item repeated": (np.broadcast_to(MOVES[1:2], 5), None),
    "misaligned": (MISALIGNED, None),
    "read-only": (FROZEN, None),
    "a view of a subclass": (MOVES.view(np.recarray), None),
    "two dimensions": (MOVES.reshape(2, 2), "wrong_shape"),
    "no dimension": (MOVES[0:1].reshape(()), "wrong_shape"),
    "int64": (MOVES.astype(np.int64), "wrong_dtype"),
    "float64": (MOVES.astype(np.float64), "wrong_dtype"),
    "bool": (MOVES.astype(np.bool_), "wrong_dtype"),
    "uint32": (MOVES.astype(np.uint32), "wrong_dtype"),
    "other byte order": (MOVES.astype(np.dtype(np.uint64).newbyteorder()), "wrong_dtype"),
    "objects": (MOVES.astype(object), "wrong_dtype"),
    "texts": (MOVES.astype(str), "wrong_dtype"),
    "wrong dtype and two dimensions": (np.zeros((2, 2)), "wrong_dtype"),
    "a list": (MOVES.tolist(), "wrong_type"),
    "a tuple": ((0, 1), "wrong_type"),
    "a scalar": (MOVES[1], "wrong_type"),
    "nothing": (None, "wrong_type"),
    "bytes": (MOVES.tobytes(), "wrong_type"),
    "a play that is none, behind one that is": (
        np.array([SOLO_3, 7 << 60, 15 << 60], dtype=np.uint64),
        "not_a_play",
    ),
}


@pytest.mark.parametrize("case", ARRAYS)
def test_arrays_of_moves_are_answered_alike(case: str) -> None:
    array, reason = ARRAYS[case]
    assert on_both(lambda e: lambda: ruleset_of(e).action_ids(array)).reason == reason


ID_ARRAYS: dict[str, tuple[object, str | None]] = {
    "as it should be": (np.array([0, 1, 12_654]), None),
    "empty": (np.zeros(0, dtype=np.int64), None),
    "backwards": (np.arange(50)[::-1], None),
    "every third": (np.arange(50)[::3], None),
    "misaligned": (
        np.frombuffer(b"." + np.arange(9).tobytes(), dtype=np.int64, offset=1),
        None,
    ),
    "the second too large": (np.array([0, 12_655, -1]), "action_out_of_range"),
    "the first negative": (np.array([-(1 << 63), 12_655]), "action_out_of_range"),
    "the largest number": (np.array([(1 << 63) - 1]), "action_out_of_range"),
    "uint64": (np.zeros(2, dtype=np.uint64), "wrong_dtype"),
    "int32": (np.zeros(2, dtype=np.int32), "wrong_dtype"),
    "float64": (np.zeros(2), "wrong_dtype"),
    "two dimensions": (np.zeros((2, 2), dtype=np.int64), "wrong_shape"),
    "no dimension": (np.array(1), "wrong_shape"),
    "a list": ([0, 1], "wrong_type"),
    "a number": (3, "wrong_type"),
}


@pytest.mark.parametrize("case", ID_ARRAYS)
def test_arrays_of_ids_are_answered_alike(case: str) -> None:
    array, reason = ID_ARRAYS[case]
    assert on_both(lambda e: lambda: ruleset_of(e).actions(array)).reason == reason


def test_random_numbers_as_moves_are_answered_alike() -> None:
    choose = np.random.default_rng(5)
    refused = answered = 0
    for _ in range(3_000):
        move, other = (_random_packed(choose) for _ in range(2))
        hand = _random_hand(choose)
        asked: list[Callable[[Any], object]] = [
            lambda e, m=move: e.move_shape(m),
            lambda e, m=move, o=other: e.beats(m, o),
            lambda e, m=move: ruleset_of(e).action_id(m),
            lambda e, m=move, h=hand: ruleset_of(e).legal_moves(h, m),
            lambda e, m=move, h=hand: started(e, h, m)._hands,
            lambda e, m=move, h=hand: started(e, h).play(Carrier(m)),
            lambda e, m=move, h=hand, o=other: started(e, h, o).play(Carrier(m)),
        ]
        for ask in asked:
            came = on_both(lambda e, ask=ask: lambda: ask(e), (hex(move), hex(other), hex(hand)))
            refused += came.error is not None
            answered += came.error is None
    assert refused > 10_000
    assert answered > 4_000


def started(engine: Any, hand: int, to_beat: int = 0) -> Any:
    phase = engine.PlayPhase()
    phase._begin(ruleset_of(engine), [hand, 0x10, 0x20], 0, 0, to_beat)
    return phase


def _random_packed(choose: np.random.Generator) -> int:
    """Half the time a play, else a kind and cards of a few neighbouring ranks, or any number."""
    if choose.random() < 0.5:
        space = RULESETS[0]
        return int(space.action(int(choose.integers(space.action_count()))))
    if choose.random() < 0.1:
        return int(choose.integers(1 << 63)) * 2
    low, width = int(choose.integers(15)), int(choose.integers(1, 6))
    counts = choose.choice([0, 1, 2, 3, 4, 15], p=[0.2, 0.4, 0.15, 0.15, 0.08, 0.02], size=15)
    cards = sum(int(counts[rank]) << 4 * rank for rank in range(low, min(low + width, 15)))
    return int(choose.integers(16)) << 60 | cards


def _random_hand(choose: np.random.Generator) -> int:
    """Mostly twenty cards of the pack, sometimes of ranks that no pack has as often."""
    if choose.random() < 0.1:
        return _random_packed(choose)
    deck = [rank for rank in range(15) for _ in range(4 if rank < 13 else 1)]
    return sum(1 << 4 * int(rank) for rank in choose.choice(deck, size=20, replace=False))


def test_random_positions_are_answered_alike() -> None:
    choose = np.random.default_rng(6)
    pool: list[list[Any]] = [
        [
            [1, 0x10, 0x20],
            [1, 0x10],
            [4, 1, 0x20],
            [0, 0, 1],
            [0, 1, 2],
            [15, 1, 1],
            [1 << 60, 1, 1],
            [1],
        ],
        [0, 1, 2, 3, -1, 10**30],
        [0, 1, None, 3, -(10**30)],
        [0, 0, 1 << 60 | 1 << 8, 2 << 60 | 1, 15 << 60, 13 << 60 | 15, 14 << 60 | 0x11 << 52],
        [0, 0, 1, 2, -1, 10**30],
        [(0, 0), (0, 0), (-1, 0), (0, 1 << 15), (1 << 16, 10**30)],
        [0, 0, 30, 31, -1, 10**30],
    ]
    reasons: dict[object, int] = {}
    for _ in range(6_000):
        # Most of the arguments are the first of their kind, else nearly every case fails for the number of hands.
        arguments = [
            options[0 if choose.random() < 0.5 else int(choose.integers(len(options)))]
            for options in pool
        ]
        came = on_both(
            lambda e, a=arguments: lambda: e.PlayPhase()._begin(ruleset_of(e), *a), arguments
        )
        reasons[came.reason] = reasons.get(came.reason, 0) + 1
    assert len(reasons) == 12
    assert min(reasons.values()) >= 10, reasons


@pytest.mark.parametrize("name", ["three_player", "douzero", "four_player"])
def test_hands_of_any_size_are_answered_alike(name: str) -> None:
    """No deal gives a hand more cards than the landlord's, but a question may."""
    native, reference = rulesets(name)
    choose = np.random.default_rng(8)
    deck = [rank for rank in range(15) for _ in range(native.packs * (4 if rank < 13 else 1))]
    moves = 0
    for size in (0, 1, 21, 30, 34, 40, 50, 53, len(deck) - 1, len(deck)):
        cards = choose.choice(deck, size=size, replace=False)
        hand = sum(1 << 4 * int(rank) for rank in cards)
        listed = plain(native.legal_moves(hand))
        assert listed == plain(reference.legal_moves(hand)), hex(hand)
        assert native.count_moves(hand) == len(listed)
        for k in (0, len(listed) // 2, len(listed) - 1):
            if k in range(len(listed)):
                assert native.nth_move(hand, k) == listed[k]
        for to_beat in (1 << 60 | 1, 7 << 60 | 0x222, 13 << 60 | 4):
            answers = plain(native.legal_moves(hand, to_beat))
            assert answers == plain(reference.legal_moves(hand, to_beat)), hex(hand)
            assert native.count_moves(hand, to_beat) == len(answers)
            moves += len(answers)
        assert native.classify(hand) == reference.classify(hand)
        moves += len(listed)
    assert moves > 10_000
