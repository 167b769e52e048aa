"""Position: values, errors, text, payments (docs/rules.md 1.4, 1.6)."""

import copy
import pickle
import random

import numpy as np
import pytest

from doudizhu_fast.enums import Role
from doudizhu_fast.exceptions import (
    DoudizhuError,
    IllegalMoveError,
    InvalidArgumentError,
    InvalidCardsError,
    InvalidRecordError,
    InvalidRulesError,
    WrongPhaseError,
)
from doudizhu_fast.game import Game
from doudizhu_fast.hand import Hand
from doudizhu_fast.move import PASS, Move
from doudizhu_fast.position import Position
from doudizhu_fast.rules import Rules, as_rules

HANDS = ["3344BR", "556", "789"]


def state(position):
    return (
        position.hands,
        position.landlord,
        position.turn,
        position.to_beat,
        position.passes,
        position.bid,
        position.plays,
        position.doublings,
        position.rules,
        position.winner,
        position.spring,
        position.multiplier,
        position.payoffs,
        position.legal_moves(),
    )


def walk(rules, seeds):
    """Every position of some random games, ends included."""
    for seed in seeds:
        game, choose = Game(seed=seed, rules=rules), random.Random(seed)
        if game.legal_bids():
            game.bid(choose.choice([1, 2, 3]))
            while game.legal_bids():
                game.bid(0)
        yield seed, game.position
        while game.turn is not None:
            game.play_index(choose.randrange(game.count_moves()))
            yield seed, game.position


def test_a_position_tells_what_it_was_made_of():
    position = Position(HANDS, 0, 1, "4", 0, bid=2, plays=(3, 1), doublings=1)
    assert position.hands == tuple(Hand(hand) for hand in HANDS)
    assert (position.landlord, position.turn, position.to_beat, position.passes) == (
        0,
        1,
        Move("4"),
        0,
    )
    assert (position.bid, position.plays, position.doublings) == (2, (3, 1), 1)
    assert (position.winner, position.payoffs, position.multiplier) == (None, None, 2)
    assert position.rules == Rules()


def test_hands_moves_and_numbers_are_taken_in_every_form():
    position = Position(HANDS, 0, 1, "55", 1)
    for same in (
        Position([Hand(hand) for hand in HANDS], np.int64(0), np.uint8(1), Move("55"), np.int32(1)),
        Position(tuple(HANDS), 0, 1, Hand("55"), 1, "three_player"),
        Position(HANDS, 0, 1, "♠5♥5", 1, Rules(), bid=np.int8(1), plays=[0, 0]),
    ):
        assert same == position
        assert hash(same) == hash(position)


def test_none_and_pass_are_both_a_lead():
    assert Position(HANDS, 0, 1, PASS) == Position(HANDS, 0, 1, "pass") == Position(HANDS, 0, 1)
    assert Position(HANDS, 0, 1, PASS).to_beat is None


def test_playing_leaves_the_position_as_it_was():
    position = Position(HANDS, 0, 0)
    before = state(position)
    further = position.play("33")
    assert state(position) == before != state(further)
    assert further.hands[0] == Hand("44BR")
    assert (further.turn, further.to_beat, further.plays) == (1, Move("33"), (1, 0))


def test_moves_by_number_are_the_listed_ones():
    seen = 0
    for seed, position in walk("three_player", range(3)):
        moves = position.legal_moves()
        assert len(moves) == position.count_moves(), seed
        assert [position.move(k) for k in range(len(moves))] == moves, seed
        seen += len(moves)
    assert seen > 300


@pytest.mark.parametrize("k", [-1, 11, 10**30, -(10**30)])
def test_a_number_without_a_move_is_refused(k):
    position = Position(["334", "5", "6"], 0, 0)
    with pytest.raises(InvalidArgumentError) as caught:
        position.move(k)
    assert caught.value.reason == "index_out_of_range"


@pytest.mark.parametrize("k", [True, 0.0, "0", None])
def test_a_move_number_is_a_whole_number(k):
    with pytest.raises(InvalidArgumentError) as caught:
        Position(HANDS, 0, 0).move(k)
    assert caught.value.reason == "wrong_type"


def test_a_finished_position_has_no_moves():
    for turn in (None, 0, 2):
        position = Position(["-", "5", "6"], 0, turn, "4", plays=(2, 1))
        assert (position.turn, position.winner, position.payoffs) == (
            None,
            Role.LANDLORD,
            (2, -1, -1),
        )
        assert (position.legal_moves(), position.count_moves()) == ([], 0)
        with pytest.raises(InvalidArgumentError) as number:
            position.move(0)
        assert number.value.reason == "index_out_of_range"
        with pytest.raises(WrongPhaseError) as caught:
            position.play("5")
        assert caught.value.reason == "game_over"


def test_two_hands_are_the_landlord_and_one_peasant():
    position = Position(["34", "5"], 1, 0, bid=3)
    assert position.play("3").play("5").payoffs == (-3, 3)
    assert position.play("4").play("pass").turn == 0
    assert position.play("4").play("pass").play("3").payoffs == (3, -3)
    with pytest.raises(InvalidArgumentError) as caught:
        Position(["34", "5"], 0, 0, rules="four_player")
    assert caught.value.reason == "hand_count"


def test_payoffs_follow_the_scoring_switch():
    assert Position(["3", "5", "6"], 0, 0, rules="rlcard", bid=3).play("3").payoffs == (2, -1, -1)
    assert Position(["3", "5"], 0, 0, rules="rlcard", bid=3).play("3").payoffs == (1, -1)


@pytest.mark.parametrize(
    ("change", "error", "reason"),
    [
        ({"hands": HANDS[:1]}, InvalidArgumentError, "hand_count"),
        ({"hands": [*HANDS, "T"]}, InvalidArgumentError, "hand_count"),
        ({"hands": []}, InvalidArgumentError, "hand_count"),
        ({"hands": "3344BR"}, InvalidArgumentError, "wrong_type"),
        ({"hands": None}, InvalidArgumentError, "wrong_type"),
        ({"hands": ["x", "5", "6"]}, InvalidCardsError, "unknown_card"),
        ({"hands": ["33333", "5", "6"]}, InvalidCardsError, "not_in_pack"),
        ({"hands": ["333", "33", "6"]}, InvalidCardsError, "not_in_pack"),
        ({"hands": ["333", "4", "6"], "to_beat": "33"}, InvalidCardsError, "not_in_pack"),
        ({"hands": ["", "", "6"]}, InvalidArgumentError, "two_empty_hands"),
        ({"landlord": 3}, InvalidArgumentError, "landlord_out_of_range"),
        ({"landlord": -1}, InvalidArgumentError, "landlord_out_of_range"),
        ({"landlord": None}, InvalidArgumentError, "wrong_type"),
        ({"landlord": True}, InvalidArgumentError, "wrong_type"),
        ({"landlord": 10**5000}, InvalidArgumentError, "landlord_out_of_range"),
        ({"turn": 3}, InvalidArgumentError, "turn_out_of_range"),
        ({"turn": -1}, InvalidArgumentError, "turn_out_of_range"),
        ({"turn": None}, InvalidArgumentError, "turn_missing"),
        ({"turn": "1"}, InvalidArgumentError, "wrong_type"),
        ({"to_beat": "35"}, IllegalMoveError, "not_a_play"),
        ({"to_beat": "55+6+7"}, IllegalMoveError, "unreadable"),
        ({"to_beat": "xx"}, InvalidCardsError, "unknown_card"),
        ({"passes": 1}, InvalidArgumentError, "passes_on_lead"),
        ({"to_beat": "T", "passes": 2}, InvalidArgumentError, "passes_out_of_range"),
        ({"passes": -1}, InvalidArgumentError, "passes_out_of_range"),
        ({"passes": 0.0}, InvalidArgumentError, "wrong_type"),
        ({"rules": "pagat!"}, InvalidRulesError, "unknown_preset"),
        ({"bid": 0}, InvalidArgumentError, "out_of_range"),
        ({"bid": 4}, InvalidArgumentError, "out_of_range"),
        ({"bid": True}, InvalidArgumentError, "wrong_type"),
        ({"plays": (1,)}, InvalidArgumentError, "plays_out_of_range"),
        ({"plays": (1, 2, 3)}, InvalidArgumentError, "plays_out_of_range"),
        ({"plays": 5}, InvalidArgumentError, "plays_out_of_range"),
        ({"plays": (-1, 0)}, InvalidArgumentError, "plays_out_of_range"),
        ({"plays": (0, 2**15 + 1)}, InvalidArgumentError, "plays_out_of_range"),
        ({"plays": (0, 10**50)}, InvalidArgumentError, "plays_out_of_range"),
        ({"plays": (0, "1")}, InvalidArgumentError, "wrong_type"),
        ({"doublings": -1}, InvalidArgumentError, "doublings_out_of_range"),
        ({"doublings": 31}, InvalidArgumentError, "doublings_out_of_range"),
        ({"doublings": None}, InvalidArgumentError, "wrong_type"),
    ],
    ids=lambda value: (
        str(value)[:40] if isinstance(value, dict) and "landlord" not in value else None
    ),
)
def test_impossible_positions_are_refused(change, error, reason):
    arguments = {"hands": HANDS, "landlord": 0, "turn": 1} | change
    with pytest.raises(error) as caught:
        Position(**arguments)
    assert caught.value.reason == reason
    assert isinstance(caught.value, DoudizhuError)


@pytest.mark.parametrize(
    ("move", "error", "reason"),
    [
        ("pass", IllegalMoveError, "pass_on_lead"),
        ("34", IllegalMoveError, "not_a_play"),
        ("55", IllegalMoveError, "cards_not_held"),
        ("33333", InvalidCardsError, "not_in_pack"),
        ("x", InvalidCardsError, "unknown_card"),
        ("", IllegalMoveError, "unreadable"),
        (Move("A"), IllegalMoveError, "cards_not_held"),
        (Move("BBRR", "four_player"), IllegalMoveError, "not_a_play"),
    ],
)
def test_moves_that_are_not_legal_change_nothing(move, error, reason):
    position = Position(HANDS, 0, 0)
    before = state(position)
    with pytest.raises(error) as caught:
        position.play(move)
    assert caught.value.reason == reason
    assert state(position) == before


def test_a_play_that_does_not_beat_is_refused():
    with pytest.raises(IllegalMoveError) as caught:
        Position(HANDS, 0, 0, "A").play("4")
    assert caught.value.reason == "does_not_beat"


def test_a_position_is_immutable():
    position = Position(HANDS, 0, 0)
    for name in ("turn", "hands", "extra"):
        with pytest.raises(AttributeError):
            setattr(position, name, 1)


@pytest.mark.parametrize("rules", ["three_player", "four_player", "douzero", Rules(spring=False)])
def test_text_pickle_and_copy_give_every_position_of_a_game_back(rules):
    seen = 0
    for seed, position in walk(rules, range(3)):
        seen += 1
        for same in (
            Position.parse(position.text),
            pickle.loads(pickle.dumps(position)),
            copy.copy(position),
            copy.deepcopy(position),
            eval(repr(position)),
        ):
            assert same == position, (seed, position.text)
            assert state(same) == state(position), (seed, position.text)
    assert seen > 60


def test_the_text_of_a_changed_rule_set_and_of_an_end():
    position = Position(
        ["-", "5", "6"], 1, None, "33", rules=Rules(spring=False), plays=(2, 3), doublings=4, bid=3
    )
    assert position.text == "ddz1 three_player+spring=false -/5/6 1 - 33 0 3 2,3 4"
    assert Position.parse("ddz1 three_player -/5/6 1 - 33 0").payoffs == (1, -2, 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ddz1",
        "ddz1 three_player 3/4/5 0 0 -",
        "ddz1 three_player 3/4/5 0 0 - 0 1",
        "ddz1 three_player 3/4/5 0 0 - 0 1 0,0",
        "ddz1 three_player 3/4/5 0 0 - 0 1 0,0 0 0",
        "ddz2 three_player 3/4/5 0 0 - 0",
        "ddz1 nothing 3/4/5 0 0 - 0",
        "ddz1 three_player 3/4 0 0 - 0 1 0 0",
        "ddz1 three_player 3/4/5 0 0 - 0 1 0,0,0 0",
        "ddz1 three_player 3/4/5 0 0 - 0 1 a,b 0",
        "ddz1 three_player 3 0 0 - 0",
        "ddz1 three_player 3/4/5/6 0 0 - 0",
        "ddz1 three_player 3//5/6 0 0 - 0",
        "ddz1 three_player -/-/5 0 0 - 0",
        "ddz1 three_player 3/4/5 3 0 - 0",
        "ddz1 three_player 3/4/5 0 3 - 0",
        "ddz1 three_player 3/4/5 0 - - 0",
        "ddz1 three_player 3/4/5 - 0 - 0",
        "ddz1 three_player 3/4/5 0 0 34 0",
        "ddz1 three_player 3/4/5 0 0 x 0",
        "ddz1 three_player 3/4/5 0 0 - 1",
        "ddz1 three_player 3/4/5 0 0 - -1",
        "ddz1 three_player 3/4/5 0 0 - 0 4 0,0 0",
        "ddz1 three_player 3/4/5 0 0 - 0 1 99999,0 0",
        "ddz1 three_player 3/4/5 0 0 - 0 1 0,0 99",
        "ddz1 three_player 33333/4/5 0 0 - 0",
        "ddz1 three_player 3/4/5 \u0660 0 - 0",
        "ddz1 three_player 3/4/5 0 0 - " + "9" * 5000,
        "3" * 10**6,
        "\x00",
        "ddz1 three_player \ud800/4/5 0 0 - 0",
        None,
        5,
        b"ddz1 three_player 3/4/5 0 0 - 0",
    ],
    ids=lambda text: repr(text)[:60],
)
def test_texts_that_are_no_position_are_refused(text):
    with pytest.raises(InvalidRecordError) as caught:
        Position.parse(text)
    assert caught.value.reason == "bad_position"
    assert len(str(caught.value)) < 700


def test_the_cause_of_a_bad_text_is_kept():
    with pytest.raises(InvalidRecordError) as caught:
        Position.parse("ddz1 three_player 33333/4/5 0 0 - 0")
    assert isinstance(caught.value.__cause__, InvalidCardsError)


def test_damaged_texts_give_a_position_or_the_one_error():
    text = Position(HANDS, 0, 1, "55", 1, bid=2, plays=(3, 1), doublings=1).text
    choose, good, bad = random.Random(7), 0, 0
    for _ in range(1500):
        letters = list(text)
        for _ in range(choose.randint(1, 3)):
            at = choose.randrange(len(letters))
            letters[at] = choose.choice("0123456789TJQKA2BR-/,+= xé")
        try:
            position = Position.parse("".join(letters))
        except InvalidRecordError:
            bad += 1
        else:
            good += 1
            assert Position.parse(position.text) == position
    assert good > 100
    assert bad > 500


def test_perft_counts_what_playing_every_move_counts():
    def count(position, depth):
        if depth == 0:
            return 1
        return sum(count(position.play(move), depth - 1) for move in position.legal_moves())

    for text in (
        "ddz1 three_player 334/45/BR 0 0 - 0",
        "ddz1 four_player 33/44/5/6 0 2 - 0",
        "ddz1 three_player 34/55 0 1 3 0",
    ):
        position = Position.parse(text)
        before = state(position)
        assert [position.perft(depth) for depth in range(6)] == [
            count(position, depth) for depth in range(6)
        ]
        assert state(position) == before


@pytest.mark.parametrize(
    ("depth", "reason"),
    [
        (-1, "out_of_range"),
        (1001, "out_of_range"),
        (True, "wrong_type"),
        (1.0, "wrong_type"),
        ("1", "wrong_type"),
    ],
)
def test_perft_takes_a_depth(depth, reason):
    with pytest.raises(InvalidArgumentError) as caught:
        Position(HANDS, 0, 0).perft(depth)
    assert caught.value.reason == reason


def test_positions_differ_in_everything_the_text_tells():
    base = {"hands": HANDS, "landlord": 0, "turn": 1, "to_beat": "4"}
    changes = [
        {"hands": ["3344B", "556", "789"]},
        {"landlord": 1},
        {"turn": 2},
        {"to_beat": "A"},
        {"passes": 1},
        {"rules": "national"},
        {"bid": 2},
        {"plays": (1, 0)},
        {"doublings": 1},
    ]
    positions = [Position(**base), *(Position(**(base | change)) for change in changes)]
    assert len(set(positions)) == len(changes) + 1
    assert Position(**base) != Position(**base).text


@pytest.mark.parametrize("rules", ["three_player", "four_player"])
def test_suited_cards_are_of_the_packs_of_the_rules(rules):
    hands = ["♠3♠3", "4", "5", "6"][: as_rules(rules).players]
    if rules == "four_player":
        assert str(Position(hands, 0, 0, rules=rules).hands[0]) == "33"
        return
    with pytest.raises(InvalidCardsError) as caught:
        Position(hands, 0, 0, rules=rules)
    assert (caught.value.reason, caught.value.times) == ("repeated_card", 2)
    for to_beat in ("♠3♠3", ["♠3", "♠3"]):
        with pytest.raises(InvalidCardsError) as caught:
            Position(["3", "4", "5"], 0, 0, to_beat)
        assert caught.value.reason == "repeated_card"


def test_a_text_that_is_too_long_says_so_and_blanks_do_no_harm():
    text = Position(["34", "5", "6"], 0, 0).text
    assert Position.parse("  " + text + " \n" * 5000) == Position.parse(text)
    with pytest.raises(
        InvalidRecordError, match="it has 1045 characters, more than 1000"
    ) as caught:
        Position.parse(text + " 3" * 500 + "44444")
    assert caught.value.reason == "bad_position"


def test_a_position_carries_no_history():
    game = Game(seed=7)
    game.bid(3)
    for _ in range(20):
        game.play_index(0)
    assert len(game.history) > 20
    for position in (game.position, game.position.play("pass" if game.to_beat else "3")):
        assert len(position._phase._moves) <= 1


def test_a_missing_turn_is_asked_for():
    with pytest.raises(InvalidArgumentError, match="turn is None, but no hand is empty"):
        Position(["3", "4", "5"], 0, None)
