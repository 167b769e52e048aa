"""The bridge to DouZero against its own environment: information sets, observations and rewards in lockstep.

Where DouZero misreads a standing play (see test_douzero_rules.py) the legal actions differ; there the rows of the
common ones are compared.
"""

import copy
import itertools
import pickle
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import doudizhu_fast as ddz
from doudizhu_fast.interop import douzero as bridge

QUICK_GAMES, SLOW_GAMES = 30, 1_000
PARTS = 8  # of the slow games, so that several workers share them
FIELDS = (
    "player_position",
    "player_hand_cards",
    "num_cards_left_dict",
    "three_landlord_cards",
    "card_play_action_seq",
    "other_hand_cards",
    "last_move",
    "last_two_moves",
    "last_move_dict",
    "played_cards",
    "all_handcards",
    "last_pid",
    "bomb_num",
)
OBJECTIVES = ("wp", "adp", "logadp")


# Cards.


def test_cards_go_both_ways() -> None:
    for card, number in zip("3456789TJQKA2BR", (*range(3, 15), 17, 20, 30), strict=True):
        assert bridge.numbers(card) == [number]
        assert bridge.hand([number]) == ddz.Hand(card)
    space = bridge.RULES.action_space
    packed = space.moves(np.arange(len(space)))
    bare = packed & np.uint64(2**60 - 1)
    cards, first, count = np.unique(bare, return_index=True, return_counts=True)
    assert len(packed) == 29_994
    for index in first[count == 1][::5].tolist():
        move = ddz.Move.from_packed(int(packed[index]), "douzero")
        action = bridge.action(move)
        assert action == sorted(action)
        assert bridge.hand(action) == move.cards
        assert bridge.move(action[::-1]) is move
    assert (count > 1).sum() == len(packed) - len(cards) == 9
    # Three trios with the next trio as solos: the bare chain on a lead, what beats on a follow.
    both = bridge.numbers("444555666777")
    assert bridge.move(both) == ddz.Move("444555666777+", bridge.RULES)
    to_beat = ddz.Move("333444555+678", bridge.RULES)
    assert bridge.move(both, to_beat) == ddz.Move("555666777+444", bridge.RULES)


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ([15], "unknown_card"),
        ([3, -1], "unknown_card"),
        ([10**40], "unknown_card"),
        ([3] * 5, "not_in_pack"),
        ([3] * 16, "too_many"),
        ([20, 20], "not_in_pack"),
        ([3] * 1000, "too_many"),
        ([3.5], "not_text"),
        ([None], "not_text"),
        (7, "not_text"),
        (None, "not_text"),
    ],
)
def test_lists_that_are_no_cards_are_refused(numbers: Any, reason: str) -> None:
    for read in (bridge.hand, bridge.move):
        with pytest.raises(ddz.InvalidCardsError) as caught:
            read(numbers)
        assert caught.value.reason == reason


def test_cards_that_are_no_action_are_refused() -> None:
    with pytest.raises(ddz.IllegalMoveError) as caught:
        bridge.move([3, 4])
    assert caught.value.reason == "not_a_play"


# Lockstep.


def same_env(objective: str, seed: int) -> tuple[Any, Any, Any, Any]:
    their_env = pytest.importorskip("douzero.env.env").Env(objective)
    env = bridge.Env(objective)
    np.random.seed(seed)
    theirs = their_env.reset()
    np.random.seed(seed)
    return their_env, theirs, env, env.reset()


def assert_same_information(theirs: Any, ours: Any) -> None:
    for field in FIELDS:
        assert getattr(theirs, field) == getattr(ours, field), field


def assert_same_observation(theirs: dict[str, Any], ours: dict[str, Any]) -> set[tuple[int, ...]]:
    """Compare everything that both have; gives the actions that both list."""
    assert list(theirs) == list(ours)
    assert theirs["position"] == ours["position"]
    for name in ("x_no_action", "z"):
        assert theirs[name].dtype == ours[name].dtype
        assert theirs[name].shape == ours[name].shape
        assert theirs[name].tobytes() == ours[name].tobytes(), name
    rows, ours_rows = (
        {tuple(action): row for row, action in enumerate(each["legal_actions"])}
        for each in (theirs, ours)
    )
    assert len(ours_rows) == len(ours["legal_actions"])
    common = set(rows) & set(ours_rows)
    assert common
    order = sorted(common)
    picked = theirs["x_batch"][[rows[action] for action in order]]
    mine = ours["x_batch"][[ours_rows[action] for action in order]]
    assert picked.dtype == mine.dtype
    assert picked.tobytes() == mine.tobytes()
    assert theirs["z_batch"].dtype == ours["z_batch"].dtype
    assert theirs["z_batch"].shape[1:] == ours["z_batch"].shape[1:]
    assert len(ours["x_batch"]) == len(ours["z_batch"]) == len(ours_rows)
    assert (ours["z_batch"] == ours["z"]).all()
    assert (theirs["z_batch"] == ours["z"]).all()
    return common


def theirs_misread(move: ddz.Move | None) -> bool:
    """Whether the standing play is of the sort that their environment reads differently."""
    if move is None or move.kind is not ddz.Kind.TRIO_CHAIN_WITH_SOLOS:
        return False
    return max(Counter(move.kickers).values()) >= 3


def play_in_lockstep(seed: int) -> tuple[int, int]:
    their_env, theirs, env, ours = same_env(OBJECTIVES[seed % 3], seed)
    choose = random.Random(seed)
    decisions = misread = 0
    done = False
    while not done:
        decisions += 1
        assert_same_information(their_env.infoset, env.infoset)
        common = assert_same_observation(theirs, ours)
        their_actions = {tuple(action) for action in theirs["legal_actions"]}
        if not len(common) == len(their_actions) == len(ours["legal_actions"]):
            assert theirs_misread(bridge.view_of(their_env.infoset).to_beat)
            misread += 1
        elif decisions % 5 == 1:
            encoded = bridge.encode(bridge.view_of(their_env.infoset))
            for name in ("x_batch", "z_batch", "x_no_action", "z"):
                assert encoded[name].tobytes() == ours[name].tobytes(), name
        action = list(choose.choice(sorted(common)))
        theirs, their_reward, their_done, _ = their_env.step(action)
        ours, reward, done, rest = env.step(action)
        assert (reward, done, rest) == (their_reward, their_done, {})
        assert type(reward) is type(their_reward)
    assert theirs is None
    assert ours is None
    return decisions, misread


def test_games_agree_in_lockstep() -> None:
    played = [play_in_lockstep(seed) for seed in range(QUICK_GAMES)]
    assert sum(decisions for decisions, _ in played) > 40 * QUICK_GAMES


@pytest.mark.slow
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("part", range(PARTS))
def test_many_games_agree_in_lockstep(part: int) -> None:
    played = [play_in_lockstep(seed) for seed in range(part, SLOW_GAMES, PARTS)]
    decisions = sum(decisions for decisions, _ in played)
    assert len(played) == SLOW_GAMES // PARTS
    assert decisions > 40 * len(played)
    assert sum(misread for _, misread in played) < decisions / 1_000


def test_misread_plays_change_the_legal_actions_alone() -> None:
    game = pytest.importorskip("douzero.env.game")
    observe = pytest.importorskip("douzero.env.env").get_obs
    hands = {
        "landlord": [3] * 3 + [4] * 3 + [5] * 3 + [9] * 3 + [17, 17],
        "landlord_down": [6] * 3 + [7] * 3 + [8] * 3 + [10, 11, 12, 13],
        "landlord_up": [14] * 3 + [20, 30],
    }
    play = [3] * 3 + [4] * 3 + [5] * 3 + [9] * 3

    class Chooser:
        def act(self, infoset: Any) -> list[int]:
            return play

    env = game.GameEnv(dict.fromkeys(hands, Chooser()))
    env.card_play_init(
        {name: list(hand) for name, hand in hands.items()} | {"three_landlord_cards": [3, 17, 17]}
    )
    env.step()
    theirs = observe(env.game_infoset)
    position = ddz.Position(
        [str(bridge.hand(hands[name])) for name in bridge.POSITIONS], 0, 0, rules="douzero"
    ).play(bridge.move(play))
    ours = bridge.encode(position, [bridge.move(play)])
    assert theirs_misread(position.to_beat)
    common = assert_same_observation(theirs, ours)
    assert len(common) == len(theirs["legal_actions"]) < len(ours["legal_actions"])


# Views, positions and information sets.


def test_views_positions_and_information_sets_agree() -> None:
    choose = random.Random(3)
    compared = 0
    for seed in range(5):
        game = ddz.Game(seed=seed, rules="national")
        game.bid(3)
        while game.turn is not None:
            view = game.view(game.turn)
            history = [move for _, move in view.moves]
            encoded = bridge.encode(view)
            opened = bridge.encode(game.position, history)
            for name in ("x_batch", "z_batch", "x_no_action", "z"):
                assert encoded[name].tobytes() == opened[name].tobytes()
            assert encoded["legal_actions"] == opened["legal_actions"]
            told, known = bridge.infoset(view), bridge.infoset(game.position, history)
            assert told.all_handcards is None
            assert known.all_handcards is not None
            assert sorted(known.other_hand_cards) == told.other_hand_cards
            back = bridge.view_of(told)
            assert (back.hand, back.counts[back.seat]) == (view.hand, len(view.hand))
            assert [move for _, move in back.moves] == history
            compared += 1
            game.play(choose.choice(view.legal_moves()))
    assert compared > 150


def test_their_encoder_reads_our_information_sets() -> None:
    observe = pytest.importorskip("douzero.env.env").get_obs
    game = ddz.Game(seed=6, rules="douzero")
    seen = 0
    while game.turn is not None:
        view = game.view(game.turn)
        theirs, ours = observe(bridge.infoset(view)), bridge.encode(view)
        assert theirs["legal_actions"] == ours["legal_actions"]
        for name in ("x_batch", "z_batch", "x_no_action", "z"):
            assert theirs[name].tobytes() == ours[name].tobytes(), name
        seen += 1
        game.play_index(game.count_moves() - 1)
    assert seen > 10


def test_agents_are_bots_and_bots_are_agents() -> None:
    agent = pytest.importorskip("douzero.evaluation.random_agent").RandomAgent()
    random.seed(3)
    bot = bridge.AgentBot(agent)
    game = ddz.Game(seed=3, rules="douzero")
    while game.turn is not None:
        game.play(bot.play(game.view(game.turn)))
    assert game.winner is not None
    assert bot.bid(ddz.Game(seed=3).view(0)) == 0
    their_game = pytest.importorskip("douzero.env.game").GameEnv(
        dict.fromkeys(bridge.POSITIONS, bridge.BotAgent(bot))
    )
    deal = ddz.deal(3, "douzero")
    hands = [deal.hands[0] + deal.bottom, *deal.hands[1:]]
    their_game.card_play_init(
        {name: bridge.numbers(hand) for name, hand in zip(bridge.POSITIONS, hands, strict=True)}
        | {"three_landlord_cards": bridge.numbers(deal.bottom)}
    )
    while not their_game.game_over:
        their_game.step()
    assert their_game.get_winner() in ("landlord", "farmer")


def test_what_cannot_be_encoded_is_refused() -> None:
    game = ddz.Game(seed=1, rules="douzero")
    cases: list[tuple[Any, Any, type[ddz.DoudizhuError], str]] = [
        (game.view(1), None, ddz.WrongPhaseError, "not_to_act"),
        (ddz.Game(seed=1).view(0), None, ddz.WrongPhaseError, "auction_not_over"),
        (
            ddz.Game(seed=1, rules="four_player").view(0),
            None,
            ddz.InvalidRulesError,
            "wrong_players",
        ),
        (game.view(0), [], ddz.InvalidArgumentError, "wrong_type"),
        (game.position, None, ddz.InvalidArgumentError, "wrong_type"),
        (5, None, ddz.InvalidArgumentError, "wrong_type"),
        (game.position, "3", ddz.InvalidArgumentError, "wrong_type"),
        (game.position, ["3"], ddz.InvalidArgumentError, "history_mismatch"),
        (game.position, ["3", "4", "5"], ddz.InvalidArgumentError, "history_mismatch"),
        (game.position, ["345"], ddz.IllegalMoveError, "not_a_play"),
        (ddz.Position(["3", "4"], 0, 0), [], ddz.InvalidArgumentError, "history_mismatch"),
        (
            ddz.Position(["3", "4444555566667777888", "9"], 0, 0),
            [],
            ddz.InvalidArgumentError,
            "history_mismatch",
        ),
        (ddz.Position(["", "4", "9"], 0, None), [], ddz.WrongPhaseError, "game_over"),
    ]
    for source, history, error, reason in cases:
        for read in (bridge.encode, bridge.infoset):
            with pytest.raises(error) as caught:
                read(source, history)
            assert caught.value.reason == reason


def test_objects_that_are_no_information_set_are_refused() -> None:
    wrong = bridge.infoset(ddz.Game(seed=1, rules="douzero").view(0))
    cases: list[Any] = [None, object()]
    for field, value in (
        ("player_position", "north"),
        ("player_hand_cards", [99]),
        ("card_play_action_seq", [[3, 4]]),
        ("card_play_action_seq", [3]),
        ("card_play_action_seq", None),
        ("card_play_action_seq", itertools.repeat([])),
        ("three_landlord_cards", [1, 2, 3]),
        ("three_landlord_cards", 7),
    ):
        broken = bridge.infoset(ddz.Game(seed=1, rules="douzero").view(0))
        setattr(broken, field, value)
        cases.append(broken)
    for case in cases:
        with pytest.raises(ddz.InvalidRecordError) as caught:
            bridge.view_of(case)
        assert caught.value.reason == "bad_view"
    assert bridge.view_of(wrong).seat == 0


# The environment by itself.


def test_the_environment_refuses_wrong_actions_and_stays_as_it_is() -> None:
    env = bridge.Env(seed=4)
    with pytest.raises(ddz.WrongPhaseError) as not_begun:
        env.step([])
    assert not_begun.value.reason == "not_begun"
    observation = env.reset()
    absent = next(
        number for number in (3, 4, 5, 20, 30) if [number] not in observation["legal_actions"]
    )
    cases: list[tuple[Any, type[ddz.DoudizhuError], str]] = [
        ([], ddz.IllegalMoveError, "pass_on_lead"),
        ([3, 4], ddz.IllegalMoveError, "not_a_play"),
        ([absent], ddz.IllegalMoveError, "cards_not_held"),
        ([3] * 16, ddz.InvalidCardsError, "too_many"),
        ([[3]], ddz.InvalidCardsError, "not_text"),
        (None, ddz.InvalidCardsError, "not_text"),
    ]
    before = env.infoset
    for action, error, reason in cases:
        with pytest.raises(error) as caught:
            env.step(action)
        assert caught.value.reason == reason
    assert env.infoset == before
    with pytest.raises(ddz.InvalidArgumentError) as objective:
        bridge.Env("points")
    assert objective.value.reason == "unknown_objective"


def test_a_seed_gives_the_same_games_and_leaves_numpys_generator_alone() -> None:
    np.random.seed(1)
    expected = np.random.random()
    np.random.seed(1)
    first, second = bridge.Env(seed=5), bridge.Env(seed=5)
    for game in range(3):
        rows = first.reset()["x_no_action"]
        assert (rows == second.reset()["x_no_action"]).all()
        deal = ddz.Game.of_run(5, game, "douzero")
        assert first.infoset.player_hand_cards == bridge.numbers(deal.hands[0])
    assert np.random.random() == expected


def test_environments_are_copied_and_pickled_in_the_middle_of_a_game() -> None:
    env = bridge.Env(seed=2)
    legal = env.reset()["legal_actions"]
    for _ in range(7):
        observation, *_ = env.step(legal[-1])
        assert observation is not None
        legal = observation["legal_actions"]
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.infoset == env.infoset
        twin.step(legal[-1])
        assert len(env.infoset.card_play_action_seq) == 7


# Many decisions at once.


def played_games(count: int) -> tuple[Any, Any, Any]:
    games = [ddz.Game.of_run(11, index, "douzero") for index in range(count)]
    hands = np.array([[int(hand) for hand in game.hands] for game in games], dtype=np.uint64)
    choose = random.Random(11)
    moves: list[int] = []
    offsets = [0]
    for game in games:
        while game.turn is not None:
            move = choose.choice(game.legal_moves())
            moves.append(int(move))
            game.play(move)
        offsets.append(len(moves))
    return hands, np.array(offsets), np.array(moves, dtype=np.uint64)


def test_batches_are_what_single_decisions_are() -> None:
    hands, offsets, moves = played_games(25)
    batch = bridge.decisions_of_games(hands, offsets, moves)
    encoded = {
        position: (decisions.x_no_action(), decisions.z(), index.tolist())
        for position, (decisions, index) in batch.items()
    }
    assert sorted(i for *_, index in encoded.values() for i in index) == list(range(len(moves)))
    compared = 0
    legal, rows = [], []
    for game in range(len(hands)):
        replayed = ddz.Game.of_run(11, game, "douzero")
        for place in range(offsets[game], offsets[game + 1]):
            assert replayed.turn is not None
            single = bridge.encode(replayed.view(replayed.turn))
            x, z, index = encoded[single["position"]]
            row = index.index(place)
            assert x[row].tobytes() == single["x_no_action"].tobytes()
            assert z[row].tobytes() == single["z"].tobytes()
            compared += 1
            if place == offsets[game]:
                actions = [int(bridge.move(action)) for action in single["legal_actions"]]
                own = bridge.action_rows(
                    x[row : row + 1], np.array([0, len(actions)]), np.array(actions, np.uint64)
                )
                assert own.tobytes() == single["x_batch"].tobytes()
                legal.append(len(actions))
                rows.append(own)
            replayed.play(ddz.Move.from_packed(int(moves[place]), "douzero"))
    assert compared == len(moves) > 500
    assert sum(legal) == sum(map(len, rows)) > 100


def test_batches_may_be_short_or_empty() -> None:
    hands, offsets, moves = played_games(1)
    for count in (0, 1, 2, 4):
        batch = bridge.decisions_of_games(hands, np.array([0, count]), moves[:count])
        told = [len(decisions) for decisions, _ in batch.values()]
        assert told == [(count + 2 - seat) // 3 for seat in range(3)]
        for decisions, _ in batch.values():
            assert len(decisions.x_no_action()) == len(decisions.z()) == len(decisions)
    none = bridge.decisions_of_games(hands[:0], offsets[:1], moves[:0])
    assert [len(decisions) for decisions, _ in none.values()] == [0, 0, 0]


def test_batches_that_do_not_add_up_are_refused() -> None:
    hands, offsets, moves = played_games(2)
    twice, foreign = moves.copy(), hands.copy()
    twice[3] = moves[0]
    foreign[1, 0] = 5
    big = hands.copy()
    big[1, 1], big[1, 0] = big[1, 0], big[1, 1]
    cases: list[tuple[Any, Any, Any, type[ddz.DoudizhuError], str]] = [
        (hands, offsets, twice, ddz.IllegalMoveError, "cards_not_held"),
        (foreign, offsets, moves, ddz.InvalidArgumentError, "out_of_range"),
        (big, offsets, moves, ddz.InvalidArgumentError, "out_of_range"),
        (hands.astype(np.int64), offsets, moves, ddz.InvalidArgumentError, "wrong_dtype"),
        (hands, offsets, moves.tolist(), ddz.InvalidArgumentError, "wrong_dtype"),
        (hands, offsets * 1.0, moves, ddz.InvalidArgumentError, "wrong_dtype"),
        (hands[:, :2], offsets, moves, ddz.InvalidArgumentError, "wrong_shape"),
        (hands, offsets[:-1], moves, ddz.InvalidArgumentError, "wrong_shape"),
        (hands, offsets, moves[:, None], ddz.InvalidArgumentError, "wrong_shape"),
        (hands, offsets + 1, moves, ddz.InvalidArgumentError, "out_of_range"),
        (hands, np.array([0, 99, 2]), moves, ddz.InvalidArgumentError, "out_of_range"),
    ]
    for *arguments, error, reason in cases:
        with pytest.raises(error) as caught:
            bridge.decisions_of_games(*arguments)
        assert caught.value.reason == reason
    x = np.zeros((1, 319), dtype=np.int8)
    for wrong in ((x[0], offsets[:1], moves), (x, np.array([0, 5]), moves[:4])):
        with pytest.raises(ddz.InvalidArgumentError):
            bridge.action_rows(*wrong)


# Networks.


def network_file(
    folder: Path, position: str, *, width: int | None = None, z: Any = (5, 162), rows: Any = "n"
) -> Path:
    """Write a small network: a weighted sum of all inputs, one number for each row."""
    onnx = pytest.importorskip("onnx")
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    width = (373 if position == "landlord" else 484) if width is None else width
    random_weights = np.random.default_rng(len(position)).normal
    z_weights = random_weights(size=(int(np.prod(z)), 1)).astype(np.float32)
    x_weights = random_weights(size=(width, 1)).astype(np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("Flatten", ["z"], ["flat"], axis=1),
            helper.make_node("MatMul", ["flat", "zw"], ["past"]),
            helper.make_node("MatMul", ["x", "xw"], ["now"]),
            helper.make_node("Add", ["past", "now"], ["values"]),
        ],
        "small",
        [
            helper.make_tensor_value_info("z", kind, [rows, *z]),
            helper.make_tensor_value_info("x", kind, [rows, width]),
        ],
        [helper.make_tensor_value_info("values", kind, [rows, 1])],
        [
            onnx.numpy_helper.from_array(z_weights, "zw"),
            onnx.numpy_helper.from_array(x_weights, "xw"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    path = folder / f"{position}.onnx"
    path.write_bytes(model.SerializeToString())
    return path


def test_networks_in_files_play_whole_games(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    for position in bridge.POSITIONS:
        network_file(tmp_path, position)
    bot = bridge.network_bot(tmp_path)
    assert bot.name == "douzero"
    asked = 0
    for seed in range(5):
        game = ddz.Game(seed=seed, rules="douzero")
        while game.turn is not None:
            view = game.view(game.turn)
            chosen = bot.play(view)
            rows = bridge.encode(view)
            if len(rows["legal_actions"]) > 1:
                values = reference_values(tmp_path, rows)
                assert bridge.action(chosen) == rows["legal_actions"][int(values.argmax())]
                asked += 1
            game.play(chosen)
    assert asked > 50


def reference_values(folder: Path, rows: dict[str, Any]) -> Any:
    onnx = pytest.importorskip("onnx")
    model = onnx.load(folder / f"{rows['position']}.onnx")
    weights = {item.name: onnx.numpy_helper.to_array(item) for item in model.graph.initializer}
    past = rows["z_batch"].reshape(len(rows["z_batch"]), -1) @ weights["zw"]
    return (past + rows["x_batch"] @ weights["xw"])[:, 0]


def test_networks_of_another_shape_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    (tmp_path / "text.onnx").write_text("no network")
    paths = {
        "width": network_file(tmp_path, "landlord", width=374),
        "z": network_file(tmp_path, "landlord_up", z=(5, 161)),
        "rows": network_file(tmp_path, "landlord_down", rows=7),
    }
    cases: list[tuple[str, Any, str]] = [
        ("landlord", paths["width"], "373"),
        ("landlord_up", paths["z"], "162"),
        ("landlord_down", paths["rows"], "[n, "),
        ("landlord", tmp_path / "missing.onnx", "there is no file"),
        ("landlord", tmp_path / "text.onnx", "no ONNX network"),
    ]
    for position, path, told in cases:
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            bridge.network_bot({position: path})
        assert caught.value.reason == "wrong_network"
        assert told in str(caught.value)
        assert position in str(caught.value)


def test_callables_are_networks_and_their_answers_are_checked() -> None:
    view = ddz.Game(seed=1, rules="douzero").view(0)
    most = bridge.network_bot({"landlord": lambda z, x: {"values": x[:, -54:].sum(1)[:, None]}})
    assert len(most.play(view)) == max(map(len, view.legal_moves()))
    answers: list[Any] = [
        lambda z, x: x,
        lambda z, x: 0.0,
        lambda z, x: x[:1, 0],
        lambda z, x: "much",
        lambda z, x: {},
        lambda z, x: np.full(len(x), np.nan),
    ]
    for answer in answers:
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            bridge.network_bot({"landlord": answer}).play(view)
        assert caught.value.reason == "wrong_network"
    with pytest.raises(ddz.InvalidArgumentError) as none:
        bridge.network_bot({"landlord_up": answers[0]}).play(view)
    assert none.value.reason == "wrong_network"


@pytest.mark.skipif(ddz.backend() == "reference", reason="the rule bot is native")
def test_networks_play_at_our_table() -> None:
    few = bridge.network_bot(
        dict.fromkeys(bridge.POSITIONS, lambda z, x: x[:, -54:].sum(axis=1)),
        bidder=lambda view: view.legal_bids()[-1],
    )
    assert isinstance(few, ddz.bots.Bot)
    record = ddz.bots.play_game([few, "rule", few], seed=3)
    assert record.payoffs is not None
    assert sum(record.payoffs) == 0


def test_only_networks_are_made_players() -> None:
    for wrong, reason in (
        ({"north": len}, "unknown_position"),
        ({"landlord": 5}, "wrong_type"),
        (5, "wrong_type"),
    ):
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            bridge.network_bot(wrong)  # type: ignore[arg-type]
        assert caught.value.reason == reason


def test_threads_are_checked() -> None:
    for threads in (0, "2", 10**9):
        with pytest.raises(ddz.InvalidArgumentError):
            bridge.network_bot({"landlord": len}, threads=threads)  # type: ignore[arg-type]


def test_bids_are_the_bidders() -> None:
    view = ddz.Game(seed=1).view(ddz.Game(seed=1).turn or 0)
    assert bridge.network_bot({"landlord": len}).bid(view) == 0
    assert bridge.network_bot({"landlord": len}, bidder=lambda view: 2).bid(view) == 2


def test_nothing_but_files_needs_a_package(tmp_path: Path) -> None:
    code = """if True:
        import sys
        sys.modules["douzero"] = sys.modules["onnxruntime"] = None
        from doudizhu_fast.interop import douzero
        env = douzero.Env(seed=1)
        legal = env.reset()["legal_actions"]
        assert env.step(legal[0])[0]["position"] == "landlord_down"
        try:
            douzero.network_bot({"landlord": "landlord.onnx"})
        except ModuleNotFoundError as error:
            print(error.name, error)
    """
    told = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout
    assert told.startswith("onnxruntime ")
    assert "doudizhu-fast[networks]" in told
