"""GameRecord: JSON both ways, replay, hostile input (docs/rules.md 1.2 to 1.6)."""

import copy
import dataclasses
import json
import pickle
import random
import time
from collections import Counter

import pytest

from doudizhu_fast.deals import deal
from doudizhu_fast.enums import Phase
from doudizhu_fast.exceptions import DoudizhuError, InvalidArgumentError, InvalidRecordError
from doudizhu_fast.game import Game
from doudizhu_fast.move import PASS, Move
from doudizhu_fast.records import RECORD_VERSION, GameRecord
from doudizhu_fast.rules import Rules

RULES = [
    "three_player",
    "four_player",
    "national",
    "rlcard",
    "openspiel",
    "douzero",
    "botzone",
    "noip",
    "three_player+bottom_cards=hidden,spring=false",
]


def walk(rules, seeds, given=False):
    """Every state of some random games, starts and ends included."""
    for seed in seeds:
        game = Game(deal=deal(seed, rules)) if given else Game(seed=seed, rules=rules)
        choose = random.Random(seed)
        yield seed, game
        while game.turn is not None:
            bids = game.legal_bids()
            if bids:
                game.bid(choose.choice(bids))
            else:
                game.play_index(choose.randrange(game.count_moves()))
            yield seed, game


def finished(seed=7, rules="three_player"):
    game = Game(seed=seed, rules=rules)
    if game.legal_bids():
        game.bid(2)
        game.bid(0)
        game.bid(0)
    choose = random.Random(seed)
    while game.turn is not None:
        game.play_index(choose.randrange(game.count_moves()))
    return game


@pytest.mark.parametrize("given", [False, True], ids=["seed", "deal"])
@pytest.mark.parametrize("rules", RULES)
def test_every_state_of_a_game_goes_through_json_and_replay(rules, given):
    seen = 0
    for seed, game in walk(rules, range(2), given):
        record = game.record()
        line = record.to_json()
        assert "\n" not in line
        again = GameRecord.from_json(line)
        assert again == record, seed
        assert again.to_json() == line, seed
        assert GameRecord.from_json(line.encode()) == record, seed
        assert GameRecord.from_dict(record.to_dict()) == record, seed
        replayed = Game.replay(again)
        assert replayed.record() == record, seed
        assert (replayed.history, replayed.hands, replayed.turn, replayed.phase) == (
            game.history,
            game.hands,
            game.turn,
            game.phase,
        ), seed
        seen += 1
    assert seen > 5


def test_the_format_is_versioned_and_plain():
    data = json.loads(finished().record().to_json())
    assert list(data) == [
        "version", "rules", "seed", "index", "deals", "plays", "landlord", "bid", "multiplier", "payoffs",
        "rules_hash",
    ]  # fmt: skip
    assert data["version"] == RECORD_VERSION == 1
    assert list(data["deals"][0]) == ["hands", "bottom", "first_bidder", "turned_up", "calls"]
    assert data["deals"][0]["calls"] == [2, 0, 0]
    assert (data["rules"], data["seed"], data["index"]) == ("three_player", 7, 0)


def test_a_record_holds_every_deal_and_its_calls():
    game = Game(seed=7)
    for bid in (0, 0, 0, 0, 0, 0, 1):
        game.bid(bid)
    record = game.record()
    assert (len(record.deals), record.calls) == (3, ((0, 0, 0), (0, 0, 0), (1,)))
    assert Game.replay(record).deals == game.deals


def test_the_record_of_a_run_knows_its_place():
    record = Game.of_run(2**128 + 5, 12).record()
    assert (record.seed, record.index) == (2**128 + 5, 12)
    assert Game.replay(GameRecord.from_json(record.to_json())).index == 12


def test_a_void_game_and_a_game_of_a_given_deal():
    game = Game(deal=deal(7))
    for _ in range(3):
        game.bid(0)
    record = game.record()
    assert (record.seed, record.landlord, record.bid, record.payoffs) == (None, None, 0, (0, 0, 0))
    assert Game.replay(record).phase is Phase.OVER


def test_plays_with_two_readings_are_told_apart():
    """333444555666 is four trios, or 444555666 with 333: each text must give its own move back."""
    rules = "douzero"
    for text in ("333444555666+", "444555666+333"):
        move = Move(text, rules)
        record = dataclasses.replace(Game(seed=1, rules=rules).record(), plays=(move,))
        assert GameRecord.from_json(record.to_json()).plays == (move,)


def test_a_record_is_an_immutable_value_without_a_hash():
    record = finished().record()
    assert (
        copy.copy(record) == copy.deepcopy(record) == pickle.loads(pickle.dumps(record)) == record
    )
    assert record != finished(8).record()
    with pytest.raises(AttributeError):
        record.bid = 3
    with pytest.raises(TypeError):
        hash(record)
    assert repr(record).startswith("<GameRecord three_player, seed 7 game 0: 1 deals,")


def mismatch(record, part):
    with pytest.raises(InvalidRecordError) as caught:
        Game.replay(record)
    assert caught.value.reason == "mismatch"
    assert part in str(caught.value), str(caught.value)


def test_replay_holds_everything_against_everything():
    record = finished().record()
    other = deal(8)
    change = dataclasses.replace
    mismatch(change(record, seed=8), "deal 0 is not the one that seed 8 gives for game 0")
    mismatch(change(record, index=1), "deal 0 is not the one that seed 7 gives for game 1")
    mismatch(change(record, deals=(other,)), "deal 0 is not the one that seed 7 gives")
    mismatch(
        change(record, deals=(*record.deals, other), calls=((2, 0, 0), ())),
        "deal 1 follows although deal 0",
    )
    mismatch(change(record, calls=((2, 1, 0),)), "call 2 of deal 0: cannot bid 1")
    mismatch(change(record, calls=((2, 0),)), "play 1, ")
    mismatch(
        change(record, calls=((2, 0, 0, 0),)), "call 4 of deal 0: cannot bid: the auction is over"
    )
    mismatch(
        change(record, calls=((3,),)), "bid is 2 in the record and 3 by its deals, calls and plays"
    )
    mismatch(change(record, calls=((2, 0, 3),)), "play 1, ")
    mismatch(change(record, calls=((0, 0, 0),)), "all passed in deal 0, and the next deal lacks")
    mismatch(change(record, calls=((0, 0, 0, 0),)), "deal 0 goes on after all have passed")
    mismatch(change(record, plays=record.plays[1:]), "play 1, ")
    mismatch(change(record, plays=record.plays[:-1]), "by its deals, calls and plays")
    mismatch(change(record, plays=(*record.plays, PASS)), "cannot play: the game is over")
    mismatch(change(record, landlord=(record.landlord + 1) % 3), "landlord is ")
    mismatch(change(record, landlord=None), "landlord is None in the record and ")
    mismatch(change(record, bid=1), "bid is 1 in the record and 2")
    mismatch(change(record, multiplier=record.multiplier * 2), "multiplier is ")
    mismatch(change(record, payoffs=(0, 0, 0)), "payoffs is (0, 0, 0) in the record and ")
    mismatch(change(record, payoffs=None), "payoffs is None in the record and ")


WRONG_FIELDS = {
    "no deals": ("deals", {"deals": (), "seed": None}),
    "deals None": ("deals", {"deals": None}),
    "a list of deals": ("deals", {"deals": [deal(7)]}),
    "a deal that is none": ("deals[0]", {"deals": ("cards",)}),
    "a deal of other rules": ("deals[0]", {"deals": (deal(7, "national"),)}),
    "a deal of four hands": ("deals[0]", {"deals": (deal(7, "four_player"),), "seed": None}),
    "no calls": ("calls", {"calls": ()}),
    "calls None": ("calls", {"calls": None}),
    "calls for two deals": ("calls", {"calls": ((2, 0, 0), ())}),
    "a list of calls": ("deals[0].calls", {"calls": ([2, 0, 0],)}),
    "a call that is a bool": ("deals[0].calls", {"calls": ((True, 0, 0),)}),
    "a call of 4": ("deals[0].calls", {"calls": ((4,),)}),
    "too many calls": ("deals[0].calls", {"calls": ((0,) * 17,)}),
    "a negative seed": ("seed", {"seed": -1}),
    "a text as seed": ("seed", {"seed": "x"}),
    "a huge seed": ("seed", {"seed": 2**4096}),
    "a huge index": ("index", {"index": 2**70}),
    "a bool as index": ("index", {"index": True}),
    "no index": ("index", {"index": None}),
    "a text as rules": ("rules", {"rules": "national"}),
    "no rules": ("rules", {"rules": None}),
    "a text as play": ("plays[0]", {"plays": ("3",)}),
    "plays None": ("plays", {"plays": None}),
    "seat 3 as landlord": ("landlord", {"landlord": 3}),
    "a bool as landlord": ("landlord", {"landlord": False}),
    "a bid of 4": ("bid", {"bid": 4}),
    "no bid": ("bid", {"bid": None}),
    "multiplier 0": ("multiplier", {"multiplier": 0}),
    "two payoffs": ("payoffs", {"payoffs": (1, -1)}),
    "a list of payoffs": ("payoffs", {"payoffs": [0, 0, 0]}),
    "a fraction as payoff": ("payoffs", {"payoffs": (0.0, 0, 0)}),
}


@pytest.mark.parametrize("case", WRONG_FIELDS)
def test_a_record_of_the_wrong_form_cannot_be_made(case):
    field, changes = WRONG_FIELDS[case]
    with pytest.raises(InvalidRecordError) as caught:
        dataclasses.replace(finished().record(), **changes)
    assert (caught.value.reason, caught.value.field) == ("bad_field", field)
    assert len(str(caught.value)) < 300


def test_every_field_of_a_record_is_checked():
    assert {changed for _, changes in WRONG_FIELDS.values() for changed in changes} == {
        field.name for field in dataclasses.fields(GameRecord)
    }


def test_a_given_deal_is_dealt_once():
    game = Game(deal=deal(7))
    record = game.record()
    two = dataclasses.replace(record, deals=(deal(7), deal(8)), calls=((0, 0, 0), ()))
    mismatch(two, "deal 1 follows although deal 0")


def test_only_records_are_replayed():
    for bad in ("{}", {}, None, 5):
        with pytest.raises(InvalidArgumentError) as caught:
            Game.replay(bad)
        assert caught.value.reason == "wrong_type"


DEEP = 100_000
HOSTILE = {
    "empty": "",
    "blank": "   ",
    "no_json": "hello",
    "half": finished().record().to_json()[:-20],
    "twice": finished().record().to_json() * 2,
    "list": "[]",
    "number": "5",
    "null": "null",
    "string": '"record"',
    "deep_lists": "[" * DEEP,
    "deep_closed": "[" * DEEP + "]" * DEEP,
    "deep_objects": '{"a":' * DEEP + "1" + "}" * DEEP,
    "deep_field": '{"version":1,"rules":' + "[" * DEEP + "]" * DEEP + "}",
    "long": " " * 2_000_000,
    "long_number": '{"version":' + "9" * 100_000 + "}",
    "nan": '{"version":NaN}',
    "infinity": '{"version":-Infinity}',
    "huge_float": '{"version":1e999}',
    "same_name": '{"version":1,"version":1}',
    "bytes": b"\xff\xfe\x00{",
    "not_utf8": b'{"version":"\xc3\x28"}',
    "nul": "\x00",
    "bom": "\ufeff{}",
    "none": None,
    "object": object(),
    "version_0": '{"version":0}',
    "version_true": '{"version":true}',
    "version_text": '{"version":"1"}',
    "version_float": '{"version":1.0}',
    "future": '{"version":2}',
    "far_future": '{"version":' + "9" * 4000 + "}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_json_is_an_invalid_record_and_nothing_else(name):
    started = time.monotonic()
    with pytest.raises(InvalidRecordError) as caught:
        GameRecord.from_json(HOSTILE[name])
    assert time.monotonic() - started < 5
    assert caught.value.reason in (
        "bad_json",
        "too_deep",
        "too_long",
        "future_version",
        "missing_field",
        "bad_field",
    )
    assert len(str(caught.value)) < 500


def test_the_reasons_of_hostile_json():
    def reason(name):
        with pytest.raises(InvalidRecordError) as caught:
            GameRecord.from_json(HOSTILE[name])
        return caught.value.reason

    assert {reason(name) for name in ("deep_lists", "deep_closed", "deep_objects")} == {"too_deep"}
    assert reason("long") == "too_long"
    assert {reason(name) for name in ("half", "nan", "same_name", "bytes", "list")} == {"bad_json"}
    assert {reason(name) for name in ("future", "far_future")} == {"future_version"}
    assert {reason(name) for name in ("version_0", "version_true", "version_float")} == {
        "bad_field"
    }


WORST = [
    "x" * 10**6,
    10**30,
    -1,
    1.5,
    float("nan"),
    True,
    None,
    [],
    {},
    [[]],
    [None],
    "",
    "\ud800",
    [1] * 2000,
]


@pytest.mark.parametrize("value", WORST, ids=lambda value: repr(value)[:12])
def test_a_field_of_the_wrong_sort_is_named(value):
    good = finished().record().to_dict()
    paths = [[name] for name in good]
    paths += [["deals", 0]] + [["deals", 0, name] for name in good["deals"][0]]
    paths += [["deals", 0, "hands", 1], ["deals", 0, "calls", 0], ["plays", 0], ["payoffs", 2]]
    allowed = {("seed", None), ("landlord", None), ("payoffs", None), ("turned_up", None)}
    reasons, longest = Counter(), 0
    for path in paths:
        data = copy.deepcopy(good)
        holder = data
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = value
        if any(path[-1] == name and value is none for name, none in allowed):
            GameRecord.from_dict(data)
            continue
        # Big but possible numbers, and lists that are merely too short, are for the replay to refuse.
        try:
            record = GameRecord.from_dict(data)
        except InvalidRecordError as error:
            reasons[error.reason] += 1
            longest = max(longest, len(str(error)))
        else:
            with pytest.raises(InvalidRecordError) as caught:
                Game.replay(record)
            reasons[caught.value.reason] += 1
    assert set(reasons) <= {"bad_field", "missing_field", "future_version", "mismatch"}
    assert sum(reasons.values()) >= len(paths) - len(allowed)
    assert longest < 600


def test_missing_and_unknown_fields_are_named():
    good = finished().record().to_dict()
    assert (
        GameRecord.from_dict({key: good[key] for key in good if key != "rules_hash"}).rules
        == Rules()
    )
    for name in good.keys() - {"rules_hash"}:
        with pytest.raises(InvalidRecordError) as caught:
            GameRecord.from_dict({key: value for key, value in good.items() if key != name})
        assert (caught.value.reason, caught.value.field) == ("missing_field", name)
    for name in good["deals"][0]:
        data = copy.deepcopy(good)
        del data["deals"][0][name]
        with pytest.raises(InvalidRecordError) as caught:
            GameRecord.from_dict(data)
        assert (caught.value.reason, caught.value.field) == ("missing_field", f"deals[0].{name}")
    with pytest.raises(InvalidRecordError) as caught:
        GameRecord.from_dict(good | {"colour": 1})
    assert caught.value.reason == "bad_field"
    assert "colour" in str(caught.value)


def test_a_hash_of_other_rules_is_refused():
    good = finished().record().to_dict()
    for wrong in (Rules.four_player().hash, "", None, 5, good["rules_hash"].upper()):
        with pytest.raises(InvalidRecordError) as caught:
            GameRecord.from_dict(good | {"rules_hash": wrong})
        assert (caught.value.reason, caught.value.field) == ("bad_field", "rules_hash")


def test_cards_and_plays_that_do_not_exist_are_named_with_their_place():
    good = finished().record().to_dict()
    data = copy.deepcopy(good)
    data["plays"][0] = "34"
    with pytest.raises(InvalidRecordError) as caught:
        GameRecord.from_dict(data)
    assert caught.value.field == "plays[0]"
    data = copy.deepcopy(good)
    data["deals"][0]["bottom"] = "333"
    with pytest.raises(InvalidRecordError) as caught:
        GameRecord.from_dict(data)
    assert caught.value.field == "deals[0]"
    assert isinstance(caught.value.__cause__, DoudizhuError)


def test_damaged_records_are_read_or_refused_and_replay_to_what_they_say():
    line = finished().record().to_json()
    truth = GameRecord.from_json(line)
    choose, good, bad = random.Random(3), 0, 0
    for _ in range(800):
        letters = list(line)
        for _ in range(choose.randint(1, 2)):
            letters[choose.randrange(len(letters))] = choose.choice(
                '0123456789TJQKA2BR,:[]{}"- etrunl'
            )
        try:
            record = GameRecord.from_json("".join(letters))
            replayed = Game.replay(record)
        except InvalidRecordError:
            bad += 1
        else:
            assert replayed.record() == record
            # Cards and calls cannot be changed unseen: the seed tells them.
            assert (record.deals, record.calls) == (truth.deals, truth.calls)
            good += 1
    assert bad > 600
    assert good > 0
