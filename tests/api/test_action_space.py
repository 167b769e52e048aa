"""ActionSpace: dense ids in the documented order, both ways, for one and for many, across rule sets."""

import copy
import pickle

import numpy as np
import pytest

from doudizhu_fast import (
    PASS,
    ActionSpace,
    Hand,
    IllegalMoveError,
    InvalidArgumentError,
    InvalidRulesError,
    Kind,
    Move,
    Rules,
    legal_moves,
)

SIZES = {
    "three_player": 12_655,
    "four_player": 9_080,
    "rlcard": 27_472,
    "national": 27_472,
    "openspiel": 25_671,
    "douzero": 29_994,
    "botzone": 13_551,
}


@pytest.mark.parametrize(("name", "size"), SIZES.items())
def test_sizes_are_those_of_the_rules(name: str, size: int) -> None:
    assert len(ActionSpace(name)) == len(Rules.parse(name).action_space) == size


@pytest.mark.parametrize("name", ["three_player", "four_player", "noip"])
def test_ids_ascend_by_kind_length_rank_and_cards(name: str) -> None:
    space = ActionSpace(name)
    keys = [
        (move.kind, move.length, -1 if move.rank is None else move.rank, int(move))
        for move in space
    ]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys) == len(space)
    assert space.move(0) is PASS


def test_one_and_many_agree_both_ways() -> None:
    space = ActionSpace()
    ids = np.arange(len(space))
    moves = space.moves(ids)
    assert moves.dtype == np.uint64
    back = space.ids(moves)
    assert back.dtype == np.int32
    assert np.array_equal(back, ids)
    checked = 0
    for id in range(0, len(space), 101):
        move = space.move(id)
        assert int(move) == int(moves[id])
        assert space.id(move) == id
        assert space.id(str(move)) == id
        assert move in space
        checked += 1
    assert checked == 126


def test_every_integer_dtype_and_stride_is_taken() -> None:
    space = ActionSpace()
    wanted = space.moves(np.array([5, 3, 1]))
    for dtype in (np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64):
        assert np.array_equal(space.moves(np.array([5, 3, 1], dtype=dtype)), wanted)
    assert np.array_equal(space.moves(np.arange(7)[5::-2]), wanted)
    assert np.array_equal(space.ids(np.repeat(wanted, 2)[::2]), [5, 3, 1])
    assert space.moves(np.array([], dtype=np.int64)).shape == (0,)
    assert space.ids(np.array([], dtype=np.uint64)).shape == (0,)


def test_legal_moves_ascend_in_id() -> None:
    space = ActionSpace()
    for hand, to_beat in (("333444556678TJQKABR2", None), ("333444556678TJQKABR2", "3")):
        ids = [space.id(move) for move in legal_moves(hand, to_beat)]
        assert ids == sorted(set(ids))
        assert len(ids) > 10


@pytest.mark.parametrize("other", SIZES)
def test_maps_keep_the_move_or_say_there_is_none(other: str) -> None:
    space, target = ActionSpace("three_player"), ActionSpace(other)
    mapped = space.map_to(target)
    assert mapped.dtype == np.int32
    assert mapped.shape == (len(space),)
    assert mapped[0] == 0
    known = np.flatnonzero(mapped >= 0)
    assert np.array_equal(target.moves(mapped[known]), space.moves(known))
    missing = np.flatnonzero(mapped < 0)
    assert all(space.move(int(id)) not in target for id in missing[::7])
    assert np.array_equal(space.map_to(other), mapped)


def test_maps_count_what_other_rules_lack() -> None:
    lacking = {name: int((ActionSpace().map_to(name) < 0).sum()) for name in SIZES}
    assert lacking["three_player"] == lacking["national"] == lacking["rlcard"] == 0
    assert lacking["botzone"] == lacking["douzero"] == 0
    assert lacking["openspiel"] == 1_170 + 858  # rules 4.1: no four of a rank with kickers
    kinds = {
        ActionSpace().move(int(id)).kind
        for id in np.flatnonzero(ActionSpace().map_to("openspiel") < 0)
    }
    assert kinds == {Kind.QUAD_WITH_SOLOS, Kind.QUAD_WITH_PAIRS}


def test_spaces_are_values_of_what_shapes_plays() -> None:
    space = ActionSpace()
    assert space == ActionSpace(Rules(spring=False, auction="single_round"))
    assert ActionSpace("national") == ActionSpace("rlcard") != space
    assert hash(space) == hash(ActionSpace(Rules(spring=False)))
    assert space != Rules()
    assert pickle.loads(pickle.dumps(space)) == space
    assert copy.copy(space) is copy.deepcopy(space) is space
    assert space.rules == Rules()
    assert repr(space) == "<ActionSpace of three_player: 12655 actions>"
    with pytest.raises(AttributeError):
        space.rules = Rules()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del space._rules
    assert Hand("3") not in space
    assert Move("33333") not in space


@pytest.mark.parametrize("id", [-1, 12_655, 1 << 40, -(1 << 70), 10**400])
def test_ids_out_of_range_are_refused(id: int) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        ActionSpace().move(id)
    assert caught.value.reason == "action_out_of_range"


@pytest.mark.parametrize("id", [None, "1", 1.0, True])
def test_what_is_no_id_is_refused(id: object) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        ActionSpace().move(id)  # type: ignore[arg-type]
    assert caught.value.reason == "wrong_type"


BAD_IDS = [
    (np.array([0, 12_655]), "action_out_of_range"),
    (np.array([0, -1]), "action_out_of_range"),
    (np.array([0, (1 << 64) - 1], dtype=np.uint64), "action_out_of_range"),
    (np.array([0.0]), "wrong_dtype"),
    (np.array([True]), "wrong_dtype"),
    (np.array(["3"]), "wrong_dtype"),
    (np.array([[0]]), "wrong_shape"),
    (np.array(0), "wrong_shape"),
]


@pytest.mark.parametrize(("ids", "reason"), BAD_IDS)
def test_bad_arrays_of_ids_are_refused(ids: np.ndarray, reason: str) -> None:
    before = ids.copy()
    with pytest.raises(InvalidArgumentError) as caught:
        ActionSpace().moves(ids)
    assert caught.value.reason == reason
    if reason == "action_out_of_range":
        assert caught.value.index == 1
    assert np.array_equal(ids, before)


def test_bad_arrays_of_moves_are_refused() -> None:
    space = ActionSpace()
    for array, reason in (
        (np.array([0]), "wrong_dtype"),
        (np.array([0.0]), "wrong_dtype"),
        (np.array([[0]], dtype=np.uint64), "wrong_shape"),
    ):
        with pytest.raises(InvalidArgumentError) as caught:
            space.ids(array)
        assert caught.value.reason == reason
    for packed in (3, 1 << 60, 15 << 60 | 1, int(Move("33333")), (1 << 64) - 1):
        with pytest.raises(IllegalMoveError) as refused:
            space.ids(np.array([0, packed], dtype=np.uint64))
        assert (refused.value.reason, refused.value.index) == ("not_a_play", 1)


def test_what_is_no_action_has_no_id() -> None:
    for text, name, reason in (
        ("345", "three_player", "not_a_play"),
        ("333+4", "four_player", "not_a_play"),
        (Move("4444+56"), "openspiel", "not_a_play"),
        ("333444555666", "openspiel", "ambiguous"),
    ):
        with pytest.raises(IllegalMoveError) as caught:
            ActionSpace(name).id(text)
        assert caught.value.reason == reason
    with pytest.raises(InvalidRulesError):
        ActionSpace("chess")
