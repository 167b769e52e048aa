"""What the engine refuses: every bad input has its error class and its reason."""

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest

from doudizhu_fast._reference import PlayPhase, Ruleset, beats, move_shape
from doudizhu_fast._reference.switches import VALUES
from doudizhu_fast.exceptions import (
    DoudizhuError,
    IllegalMoveError,
    InvalidArgumentError,
    InvalidCardsError,
    InvalidRulesError,
)

from .by_definition import packed
from .presets import PRESETS, RULE_SETS, Switches

THREE = Ruleset(**PRESETS["three_player"])
FOUR = Ruleset(**PRESETS["four_player"])


def refusal(call: Callable[[], object], error: type[DoudizhuError]) -> DoudizhuError:
    with pytest.raises(error) as caught:
        call()
    assert type(caught.value) is error
    assert caught.value.message
    return caught.value


CONTRADICTIONS: list[tuple[str, Switches, tuple[str, ...]]] = [
    ("three_player", {"joker_pairs": True}, ("players", "joker_pairs")),
    ("three_player", {"four_jokers_as_kickers": True}, ("players", "four_jokers_as_kickers")),
    ("four_player", {"joker_pairs": False}, ("joker_pairs", "four_jokers_as_kickers")),
    (
        "three_player",
        {"adjacent_trio_as_kickers": True},
        ("kicker_solos", "adjacent_trio_as_kickers"),
    ),
    ("four_player", {"kicker_solos": "repeat3"}, ("trio_chain_with_solos", "kicker_solos")),
    ("four_player", {"kicker_solos": "free"}, ("trio_chain_with_solos", "kicker_solos")),
    ("four_player", {"quad_solos": "pair_ok"}, ("quad_with_kickers", "quad_solos")),
    (
        "four_player",
        {"both_jokers_as_kickers": True},
        ("trio_chain_with_solos", "quad_with_kickers", "both_jokers_as_kickers"),
    ),
    ("rlcard", {"all_pass": "void"}, ("auction", "all_pass")),
    ("rlcard", {"all_pass": "first_bidder"}, ("auction", "all_pass")),
]


@pytest.mark.parametrize(("preset", "changes", "fields"), CONTRADICTIONS)
def test_contradictions_name_their_fields(
    preset: str, changes: Switches, fields: tuple[str, ...]
) -> None:
    error = refusal(lambda: Ruleset(**(PRESETS[preset] | changes)), InvalidRulesError)
    assert (error.reason, error.fields) == ("contradiction", fields)


def test_all_choices_of_switches_are_either_rules_or_contradict_themselves() -> None:
    """The contradictions once more, as one condition, on every choice of the switches in them."""
    names = [
        name
        for name in VALUES
        if name not in ("turned_up_card", "bottom_cards", "scoring", "bomb_double_min", "spring")
        and name not in ("trio_with_solo", "trio_chain_with_pairs")
    ]
    accepted = refused = 0
    for values in product(*(VALUES[name] for name in names)):
        s: dict[str, Any] = PRESETS["three_player"] | dict(zip(names, values, strict=True))
        solos, quads = s["trio_chain_with_solos"], s["quad_with_kickers"]
        fine = (
            (s["players"] == 4 or not (s["joker_pairs"] or s["four_jokers_as_kickers"]))
            and (s["joker_pairs"] or not s["four_jokers_as_kickers"])
            and (s["kicker_solos"] != "distinct" or not s["adjacent_trio_as_kickers"])
            and (s["kicker_solos"] == "distinct" or solos)
            and (s["quad_solos"] == "distinct" or quads)
            and (not s["both_jokers_as_kickers"] or solos or quads)
            and (s["auction"] != "none" or s["all_pass"] == "redeal")
        )
        if fine:
            Ruleset(**s)
            accepted += 1
        else:
            refusal(partial(Ruleset, **s), InvalidRulesError)
            refused += 1
    # Of 12 auctions 10 are fine; joker switches: 1 choice for three players, 3 for four; with solo
    # chains 5 choices of their solos x 3 of quads x 2 of both jokers, without 1 + 2 x 2.
    assert accepted == 10 * (1 + 3) * (5 * 3 * 2 + 1 + 2 * 2)
    assert accepted + refused == 2 * 4 * 3 * 2**8 * 3 // 2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", 2),
        ("players", "3"),
        ("players", 3.0),
        ("auction", "snatch"),
        ("all_pass", None),
        ("spring", 1),
        ("turned_up_card", "True"),
        ("bomb_double_min", 3),
        ("bomb_double_min", 9),
        ("bomb_double_min", True),
        ("kicker_solos", True),
        ("quad_solos", ""),
    ],
)
def test_unknown_values(field: str, value: object) -> None:
    error = refusal(
        lambda: Ruleset(**(PRESETS["three_player"] | {field: value})), InvalidRulesError
    )
    assert (error.reason, error.field, error.value) == ("unknown_value", field, value)


def test_switches_are_required_keywords() -> None:
    for name in VALUES:
        switches = {key: value for key, value in PRESETS["three_player"].items() if key != name}
        with pytest.raises(TypeError):
            Ruleset(**switches)
    with pytest.raises(TypeError):
        Ruleset(**(PRESETS["three_player"] | {"shuttles": True}))


@pytest.mark.parametrize("number", [-1, 1 << 64, 10**40])
def test_numbers_that_are_no_packed_numbers(number: int) -> None:
    calls: list[Callable[[], object]] = [
        lambda: THREE.legal_moves(number),
        lambda: THREE.legal_moves(1, number),
        lambda: THREE.count_moves(number),
        lambda: THREE.nth_move(number, 0),
        lambda: THREE.classify(number),
        lambda: THREE.is_play(number),
        lambda: THREE.action_id(number),
        lambda: move_shape(number),
        lambda: beats(number, 1 << 60 | 1),
        lambda: beats(1 << 60 | 1, number),
        lambda: PlayPhase()._begin(THREE, [number, 1, 1], 0, 0),
        lambda: PlayPhase()._begin(THREE, [1, 1, 1], 0, 0, number),
    ]
    for call in calls:
        error = refusal(call, InvalidArgumentError)
        assert (error.reason, error.value) == ("not_packed", number)


def test_things_that_are_no_numbers() -> None:
    for value in ("3", None, 1.0, True):
        call = partial(THREE.legal_moves, value)  # type: ignore[arg-type]
        assert refusal(call, InvalidArgumentError).reason == "not_packed"


def test_a_bool_is_no_whole_number() -> None:
    phase = PlayPhase()
    phase._begin(THREE, H, 0, 0)
    solo = 1 << 60 | packed("3")
    calls: list[Callable[[], object]] = [
        lambda: THREE.nth_move(3, True),
        lambda: THREE.action(False),
        lambda: THREE.deal(0, 0, True, 0),
        lambda: phase.play_index(True),
        lambda: phase.play(solo, seat=False),
        lambda: phase._perft(True),
        lambda: phase._begin(THREE, H, False, 0),
        lambda: phase._begin(THREE, H, 0, True),
        lambda: phase._begin(THREE, H, 0, 0, 0, False),
        lambda: phase._begin(THREE, H, 0, 0, 0, 0, (0, True)),
        lambda: phase._begin(THREE, H, 0, 0, 0, 0, (0, 0), True),
    ]
    for call in calls:
        error = refusal(call, InvalidArgumentError)
        assert error.reason == "not_whole"
        assert type(error.value) is bool
    assert phase._moves == []


@pytest.mark.parametrize(
    ("rules", "cards", "shown", "excess"),
    [
        (THREE, packed("33333"), "33333", "3"),
        (THREE, packed("3BB"), "3BB", "B"),
        (FOUR, packed("3" * 9 + "BBBRR"), "333333333BBBRR", "3B"),
        (THREE, packed("3") | 1 << 60, "3", "-"),
    ],
)
def test_cards_that_the_pack_does_not_hold(
    rules: Ruleset, cards: int, shown: str, excess: str
) -> None:
    calls: list[Callable[[], object]] = [
        lambda: rules.legal_moves(cards),
        lambda: rules.count_moves(cards),
        lambda: rules.nth_move(cards, 0),
        lambda: rules.classify(cards),
    ]
    for call in calls:
        error = refusal(call, InvalidCardsError)
        assert (error.reason, error.cards, error.excess) == ("not_in_pack", shown, excess)


NO_PLAYS = [
    (THREE, 2 << 60 | packed("34"), "34"),
    (THREE, 2 << 60 | packed("BR"), "BR"),
    (THREE, 13 << 60 | packed("33333"), "33333"),
    (THREE, 9 << 60 | packed("33344477"), "333444+77"),
    (FOUR, 14 << 60 | packed("BR"), "BR"),
    (FOUR, 4 << 60 | packed("3334"), "333+4"),
    (THREE, 15 << 60 | 3, "333"),
    (THREE, packed("3"), "3"),
    (THREE, 7 << 60, "-"),
]


@pytest.mark.parametrize(("rules", "move", "shown"), NO_PLAYS)
def test_moves_that_are_no_plays_here(rules: Ruleset, move: int, shown: str) -> None:
    assert not rules.is_play(move)
    array = np.array([0, 1 << 60 | 1, move], dtype=np.uint64)
    calls: list[Callable[[], object]] = [
        lambda: rules.legal_moves(1, move),
        lambda: rules.count_moves(1, move),
        lambda: rules.nth_move(1, 0, move),
        lambda: rules.action_id(move),
        lambda: rules.action_ids(array),
    ]
    for call in calls:
        error = refusal(call, IllegalMoveError)
        assert (error.reason, error.move) == ("not_a_play", shown)
    assert refusal(calls[-1], IllegalMoveError).index == 2


@pytest.mark.parametrize(
    "move",
    [0, packed("3"), 1 << 60, 1 << 60 | packed("33"), 15 << 60 | 1, 13 << 60 | 9, 14 << 60 | 3],
)
def test_shapes_of_nothing(move: int) -> None:
    assert refusal(lambda: move_shape(move), IllegalMoveError).reason == "not_a_play"


def test_pass_beats_nothing_and_is_not_beaten() -> None:
    solo = 1 << 60 | packed("3")
    assert not beats(0, solo)
    assert not beats(solo, 0)
    assert not beats(0, 0)
    assert refusal(lambda: beats(0, 15 << 60 | 1), IllegalMoveError).reason == "not_a_play"
    assert not THREE.is_play(0)
    assert THREE.action_id(0) == 0


def test_an_empty_hand() -> None:
    assert THREE.legal_moves(0) == []
    assert [int(move) for move in THREE.legal_moves(0, 1 << 60 | 1)] == [0]
    assert THREE.classify(0) == []


@pytest.mark.parametrize("k", [-1, 3, 1 << 70])
def test_indices_out_of_range(k: int) -> None:
    assert THREE.count_moves(packed("334")) == 3
    error = refusal(lambda: THREE.nth_move(packed("334"), k), InvalidArgumentError)
    assert (error.reason, error.index, error.count) == ("index_out_of_range", k, 3)


@pytest.mark.parametrize("number", [-1, 12_655, 1 << 62])
def test_ids_out_of_range(number: int) -> None:
    for call in (
        lambda: THREE.action(number),
        lambda: THREE.actions(np.array([0, 12_654, number], dtype=np.int64)),
    ):
        error = refusal(call, InvalidArgumentError)
        assert (error.reason, error.id, error.last) == ("action_out_of_range", number, 12_654)
    assert error.index == 2


def test_arrays_of_another_kind() -> None:
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: THREE.actions(np.zeros(2, dtype=np.float64)), "wrong_dtype"),
        (lambda: THREE.action_ids(np.zeros(2, dtype=np.int8)), "wrong_dtype"),
        (lambda: THREE.actions(np.zeros((2, 2), dtype=np.int64)), "wrong_shape"),
        (lambda: THREE.action_ids(np.zeros((2, 2), dtype=np.uint64)), "wrong_shape"),
    ]
    for call, reason in cases:
        assert refusal(call, InvalidArgumentError).reason == reason


@pytest.mark.parametrize("name", RULE_SETS)
def test_arrays_of_ids_and_moves_are_inverse(name: str) -> None:
    rules = Ruleset(**RULE_SETS[name])
    ids = np.arange(rules.action_count(), dtype=np.int64)[::-1]
    moves = rules.actions(ids)
    assert moves.dtype == np.uint64
    assert len(moves) == len(ids)
    back = rules.action_ids(moves)
    assert back.dtype == np.int32
    assert (back == ids).all()
    assert len(rules.actions(ids[:0])) == len(rules.action_ids(moves[:0])) == 0


@pytest.mark.parametrize(
    ("position", "bits"),
    [(0, 128), (1, 128), (2, 64), (3, 64)],
    ids=["state", "seq", "game", "redeal"],
)
def test_deals_out_of_range(position: int, bits: int) -> None:
    for number in (-1, 1 << bits):
        numbers = [0, 0, 0, 0]
        numbers[position] = number
        assert refusal(partial(THREE.deal, *numbers), InvalidArgumentError).reason == "out_of_range"
    numbers[position] = (1 << bits) - 1
    assert THREE.deal(*numbers)


H = [packed("3"), packed("4"), packed("5")]
EMPTY = 0
PAIR = 2 << 60 | packed("66")
BEGIN: list[tuple[Ruleset, tuple[Any, ...], type[DoudizhuError], str]] = [
    # In the order in which the checks are made: each case also has every fault that comes later.
    (THREE, (H[:1], 9, 9, 15 << 60, 7, (-1, 0), 31), InvalidArgumentError, "hand_count"),
    (THREE, (H + H, 0, 0), InvalidArgumentError, "hand_count"),
    (FOUR, (H, 0, 0), InvalidArgumentError, "hand_count"),
    (FOUR, (H[:2], 0, 0), InvalidArgumentError, "hand_count"),
    (THREE, (H, 3, 9, 15 << 60, 7, (-1, 0), 31), InvalidArgumentError, "landlord_out_of_range"),
    (THREE, (H, -1, 0), InvalidArgumentError, "landlord_out_of_range"),
    (THREE, (H[:2], 2, 0), InvalidArgumentError, "landlord_out_of_range"),
    (THREE, (H, 0, 3, 15 << 60, 7, (-1, 0), 31), InvalidArgumentError, "turn_out_of_range"),
    (THREE, (H, 0, -1), InvalidArgumentError, "turn_out_of_range"),
    (THREE, (H, 0, None, 15 << 60, 7, (-1, 0), 31), InvalidArgumentError, "plays_out_of_range"),
    (THREE, (H, 0, 0, 0, 0, (0, (1 << 15) + 1)), InvalidArgumentError, "plays_out_of_range"),
    (THREE, ([31, 31, 31], 0, 0, 0, 7, (0, 0), 31), InvalidArgumentError, "doublings_out_of_range"),
    (THREE, (H, 0, 0, 0, 0, (0, 0), -1), InvalidArgumentError, "doublings_out_of_range"),
    (THREE, ([3, 3, 0], 0, 0, 15 << 60, 7), InvalidCardsError, "not_in_pack"),
    (THREE, ([3, 1, 16], 0, 0, 1 << 60 | 1), InvalidCardsError, "not_in_pack"),
    (THREE, ([0, 0, 1], 0, 0, 15 << 60 | 1, 7), IllegalMoveError, "not_a_play"),
    (THREE, ([0, 0, 1], 0, None, 0, 7), InvalidArgumentError, "two_empty_hands"),
    (THREE, (H, 0, None, 0, 2), InvalidArgumentError, "passes_out_of_range"),
    (THREE, (H, 0, 0, PAIR, -1), InvalidArgumentError, "passes_out_of_range"),
    (THREE, (H[:2], 0, 0, PAIR, 1), InvalidArgumentError, "passes_out_of_range"),
    (FOUR, ([*H, 1], 0, 0, PAIR, 3), InvalidArgumentError, "passes_out_of_range"),
    (THREE, (H, 0, None, 0, 1), InvalidArgumentError, "passes_on_lead"),
    (THREE, (H, 0, None, 0, 0), InvalidArgumentError, "turn_missing"),
]


@pytest.mark.parametrize(("rules", "arguments", "error", "reason"), BEGIN)
def test_begin_checks_in_order_and_a_failure_changes_nothing(
    rules: Ruleset, arguments: tuple[Any, ...], error: type[DoudizhuError], reason: str
) -> None:
    phase = PlayPhase()
    phase._begin(THREE, H, 0, 0)
    phase.play_index(0)
    before = phase._state, phase._moves, phase._landlord
    assert refusal(lambda: phase._begin(rules, *arguments), error).reason == reason
    assert (phase._state, phase._moves, phase._landlord) == before


def test_begin_accepts_the_ends_of_every_range() -> None:
    phase = PlayPhase()
    phase._begin(THREE, H, 2, 2, PAIR, 1, (1 << 15, 1 << 15), 30)
    assert (phase._plays, phase._doublings, phase._passes) == ((1 << 15, 1 << 15), 30, 1)
    phase._begin(FOUR, [*H, 1], 3, 3, PAIR, 2)
    assert phase._passes == 2


def test_perft_of_a_negative_depth() -> None:
    phase = PlayPhase()
    phase._begin(THREE, H, 0, 0)
    assert refusal(lambda: phase._perft(-1), InvalidArgumentError).reason == "out_of_range"
