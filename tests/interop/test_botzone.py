"""The bridge to Botzone: whole games as its judge would ask for them, and logs that are none."""

import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import doudizhu_fast as ddz
from doudizhu_fast.interop import botzone

GAMES = 2
MANY_GAMES = 30
KINDS_OF_GAME = [(1, False), (1, True), (2, False), (2, True)]


def ranks(cards: list[int]) -> list[int]:
    """Cards of Botzone by rank, written down again from its own page: four of a rank, then two jokers."""
    return sorted(12 + (card - 51) if card > 51 else card // 4 for card in cards)


class Judge:
    """A game as Botzone's judge holds it: real cards, and what every seat was asked and answered."""

    def __init__(self, seed: int, version: int, landlord_gets_twenty: bool = False) -> None:
        choose = random.Random(seed)
        pack = list(range(54))
        choose.shuffle(pack)
        self.version = version
        self.dealt = [pack[17 * seat : 17 * seat + 17] for seat in range(3)]
        self.bottom = pack[51:]
        self.held = [set(cards) for cards in self.dealt]
        hands = ["".join("3456789TJQKA2BR"[rank] for rank in ranks(cards)) for cards in self.dealt]
        bottom = "".join("3456789TJQKA2BR"[rank] for rank in ranks(self.bottom))
        rules = (
            ddz.Rules.botzone()
            if version == 2
            else ddz.Rules.parse("botzone+auction=none,all_pass=redeal")
        )
        self.game = ddz.Game(deal=ddz.Deal(hands, bottom, 0, rules=rules))
        self.asked: list[list[dict[str, Any]]] = [[], [], []]
        self.answers: list[list[Any]] = [[], [], []]
        self.told: list[list[int]] = []
        self.bids: list[int] = []
        self.twenty = landlord_gets_twenty
        if version == 1:
            self.start()

    def start(self) -> None:
        landlord = self.game.landlord
        assert landlord is not None
        self.held[landlord] |= set(self.bottom)

    def log(self) -> dict[str, Any]:
        """What the seat to act is given."""
        seat = self.game.turn
        assert seat is not None
        own = list(self.dealt[seat])
        if self.game.phase is ddz.Phase.AUCTION:
            self.asked[seat].append({"own": own, "bid": list(self.bids)})
        else:
            history = [*[[]] * 2, *self.told][-2:]
            request: dict[str, Any] = {"history": [list(cards) for cards in history]}
            if not any("history" in earlier for earlier in self.asked[seat]):
                if self.twenty and seat == self.game.landlord:
                    own += self.bottom
                request |= {"own": own, "publiccard": self.bottom}
                if self.version == 2:
                    request |= {
                        "landlord": self.game.landlord,
                        "pos": seat,
                        "finalbid": self.game.highest_bid,
                    }
            self.asked[seat].append(request)
        return {"requests": self.asked[seat], "responses": self.answers[seat]}

    def take(self, response: Any) -> None:
        """Make the answer of the seat to act, which must be legal."""
        seat = self.game.turn
        assert seat is not None
        self.answers[seat].append(response)
        if self.game.phase is ddz.Phase.AUCTION:
            self.game.bid(response)
            self.bids.append(response)
            if self.game.phase is ddz.Phase.PLAY:
                self.start()
            return
        assert len(set(response)) == len(response)
        assert set(response) <= self.held[seat], "a card that the seat does not hold"
        self.held[seat] -= set(response)
        self.told.append(response)
        letters = "".join("3456789TJQKA2BR"[rank] for rank in ranks(response))
        self.game.play(letters or "pass")


class Chooser:
    """A bot that draws lots."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.begun = 0

    def begin(self, view: ddz.View) -> None:
        self.begun += 1

    def bid(self, view: ddz.View) -> int:
        return self.random.choice(view.legal_bids())

    def play(self, view: ddz.View) -> ddz.Move:
        return self.random.choice(view.legal_moves())


def turns(seed: int, version: int, twenty: bool = False) -> Iterator[tuple[Judge, dict[str, Any]]]:
    """Play a game by answers to requests; yield the judge and the log before each of them."""
    judge, bot = Judge(seed, version, twenty), Chooser(seed)
    while judge.game.turn is not None:
        log = judge.log()
        yield judge, log
        line = botzone.answer(json.dumps(log), bot)
        assert "\n" not in line
        judge.take(json.loads(line)["response"])


@pytest.mark.parametrize(("version", "twenty"), KINDS_OF_GAME)
def test_whole_games_are_played_by_answers(version: int, twenty: bool) -> None:
    play_games(GAMES, version, twenty)


@pytest.mark.slow
@pytest.mark.parametrize(("version", "twenty"), KINDS_OF_GAME)
def test_many_games_are_played_by_answers(version: int, twenty: bool) -> None:
    play_games(MANY_GAMES, version, twenty)


def play_games(games: int, version: int, twenty: bool) -> None:
    count = ended = asked = 0
    for seed in range(games):
        for judge, log in turns(seed, version, twenty):
            request = botzone.read_request(log)
            game, view = judge.game, request.view
            seat = game.turn
            expected = game.view(seat)
            assert request.asks_bid == (game.phase is ddz.Phase.AUCTION)
            assert set(request.cards) == judge.held[seat]
            assert list(request.cards) == sorted(request.cards)
            assert view.rules == ddz.Rules.botzone()
            # Version 1 knows no seats, only who leads: there the landlord has number 0.
            names = "seat hand counts phase turn landlord bottom highest_bid to_beat passes plays doublings moves"
            for name in names.split():
                assert getattr(view, name) == getattr(expected, name), (seed, name)
            assert view.bids in ((), expected.bids)
            assert view.legal_moves() == expected.legal_moves()
            assert view.legal_bids() == expected.legal_bids()
            if not request.asks_bid:
                assert request.version == version
            count += 1
            asked += request.asks_bid
        ended += judge.game.phase is ddz.Phase.OVER
    assert ended == games
    assert count > 30 * games
    assert (asked >= games) == (version == 2)


def test_where_all_pass_the_first_seat_is_landlord_at_one() -> None:
    judge = Judge(3, 2)
    for _ in range(3):
        assert botzone.read_request(judge.log()).response(0) == 0
        judge.take(0)
    for _ in range(3):
        request = botzone.read_request(judge.log())
        view = request.view
        assert (view.landlord, view.highest_bid, view.seat) == (0, 1, judge.game.turn)
        assert view.bids == (((0, 0), (1, 0), (2, 0)) if view.seat == 2 else ())
        judge.take(request.response(view.legal_moves()[0]))


def test_the_calls_are_known_where_they_can_be() -> None:
    known = unknown = 0
    for seed in range(3):
        for judge, log in turns(seed, 2):
            request = botzone.read_request(log)
            if request.asks_bid:
                continue
            seat = judge.game.turn
            complete = seat == 2 or 3 in judge.bids[: seat + 1]
            asked = len(judge.bids) > seat
            assert (request.view.bids == judge.game.bids) == (complete and asked)
            known += complete and asked
            unknown += not (complete and asked)
    assert known > 10
    assert unknown > 10


OWN = [0, 1, 2, 3, 4, 5, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 52]
BOTTOM = [6, 48, 53]


def play_log(**changes: Any) -> dict[str, Any]:
    """Landlord at seat 1 of version 2, who is to lead, after a bid of two."""
    asked = {"own": OWN, "bid": [0]}
    play = {"own": OWN, "publiccard": BOTTOM, "landlord": 1, "pos": 1, "finalbid": 2}
    play |= {"history": [[], []]} | changes
    return {"requests": [asked, play], "responses": [2]}


def test_responses_use_the_lowest_cards_held() -> None:
    request = botzone.read_request(play_log())
    assert request.response("333") == [0, 1, 2]
    assert request.response("3333") == [0, 1, 2, 3]
    assert request.response("444") == [4, 5, 6]
    assert request.response("BR") == [52, 53]
    assert request.response(ddz.Move("3")) == [0]
    later = play_log()
    later["requests"].append({"history": [[], []]})
    later["responses"].append([0, 4, 8, 12, 16])
    second = botzone.read_request(later)
    assert second.response("3") == [1]
    assert second.response("44") == [5, 6]
    with pytest.raises(ddz.IllegalMoveError) as caught:
        second.response("pass")
    assert caught.value.reason == "pass_on_lead"


def test_a_pass_is_an_empty_list() -> None:
    log = {
        "requests": [{"own": OWN, "publiccard": [6, 7, 9], "history": [[21, 22], []]}],
        "responses": [],
    }
    request = botzone.read_request(log)
    assert (request.version, request.view.seat, request.view.landlord) == (1, 2, 0)
    assert request.view.passes == 1
    assert request.response("pass") == request.response(ddz.PASS) == []

    class Silent(Chooser):
        def play(self, view: ddz.View) -> Any:
            return None

    silent = Silent(0)
    assert botzone.answer(log, silent) == '{"response":[]}'
    assert silent.begun == 1


def test_decisions_that_are_not_legal_are_refused() -> None:
    bidding = botzone.read_request({"requests": [{"own": OWN, "bid": [1]}], "responses": []})
    playing = botzone.read_request(play_log())
    cases: list[tuple[Any, Any, type[ddz.DoudizhuError], str]] = [
        (bidding, 1, ddz.IllegalBidError, "too_low"),
        (bidding, 4, ddz.IllegalBidError, "not_a_bid"),
        (bidding, True, ddz.IllegalBidError, "not_a_bid"),
        (bidding, "pass", ddz.IllegalBidError, "not_a_bid"),
        (bidding, None, ddz.IllegalBidError, "not_a_bid"),
        (playing, "77+8", ddz.IllegalMoveError, "not_a_play"),
        (playing, "77", ddz.IllegalMoveError, "cards_not_held"),
        (playing, "3X", ddz.InvalidCardsError, "unknown_card"),
        (playing, 3, ddz.InvalidCardsError, "not_text"),
    ]
    for request, action, error, reason in cases:
        with pytest.raises(error) as caught:
            request.response(action)
        assert caught.value.reason == reason, action


BAD_TEXTS = [
    "",
    "{",
    "[]",
    "null",
    "3",
    '"requests"',
    "[" * 100_000,
    '{"requests":' + "[" * 50_000,
    " " * 200_000,
    '{"requests": [' + "9" * 5000 + "]}",
    '{"requests": [NaN], "responses": []}',
    b"\xff\xfe{",
    "\ud800",
]


@pytest.mark.parametrize("number", range(len(BAD_TEXTS)))
def test_texts_that_are_no_log(number: int) -> None:
    with pytest.raises(ddz.InvalidRecordError) as caught:
        botzone.read_request(BAD_TEXTS[number])
    assert caught.value.reason == "bad_request"
    assert len(str(caught.value)) < 300


ASK = {"own": OWN, "bid": []}
BAD_LOGS: dict[str, Any] = {
    "no requests": {},
    "empty": {"requests": [], "responses": []},
    "too many": {"requests": [ASK] * 1000, "responses": []},
    "no object": {"requests": [3], "responses": []},
    "responses too few": {"requests": [ASK, {"history": [[], []]}], "responses": []},
    "responses too many": {"requests": [ASK], "responses": [1]},
    "card out of range": {"requests": [{"own": [*OWN[:16], 54], "bid": []}], "responses": []},
    "card negative": {"requests": [{"own": [*OWN[:16], -1], "bid": []}], "responses": []},
    "card is true": {"requests": [{"own": [*OWN[:16], True], "bid": []}], "responses": []},
    "card is a fraction": {"requests": [{"own": [*OWN[:16], 1.0], "bid": []}], "responses": []},
    "card is huge": {"requests": [{"own": [*OWN[:16], 10**4000], "bid": []}], "responses": []},
    "card twice": {"requests": [{"own": [*OWN[:16], 0], "bid": []}], "responses": []},
    "sixteen cards": {"requests": [{"own": OWN[:16], "bid": []}], "responses": []},
    "no cards": {"requests": [{"bid": []}], "responses": []},
    "a bid of four": {"requests": [{"own": OWN, "bid": [4]}], "responses": []},
    "three bids": {"requests": [{"own": OWN, "bid": [0, 1, 2]}], "responses": []},
    "bids fall": {"requests": [{"own": OWN, "bid": [2, 1]}], "responses": []},
    "auction over": {"requests": [{"own": OWN, "bid": [3]}], "responses": []},
    "own bid too low": play_log() | {"responses": [0]},
    "own bid no number": play_log() | {"responses": [[]]},
    "no bottom": {"requests": [{"own": OWN, "history": [[], []]}], "responses": []},
    "two bottom cards": play_log(publiccard=[6, 48]),
    "bottom in the peasant's hand": {
        "requests": [{"own": OWN, "publiccard": [0, 6, 48], "history": [[], [10]]}],
        "responses": [],
    },
    "eighteen cards": {
        "requests": [{"own": [*OWN, 6], "publiccard": BOTTOM, "history": [[], []]}],
        "responses": [],
    },
    "other cards later": play_log(own=[*OWN[:16], 51]),
    "landlord out of range": play_log(landlord=3),
    "no landlord": play_log(landlord=None),
    "seat of another": play_log(pos=2),
    "finalbid of nobody": play_log(finalbid=1),
    "finalbid zero": play_log(finalbid=0),
    "landlord passed": play_log(landlord=0),
    "landlord without a bid": play_log(finalbid=1) | {"responses": [0]},
    "no history": play_log(history=None),
    "history of one": play_log(history=[[]]),
    "somebody led before the landlord": play_log(history=[[], [10]]),
    "history of own cards": play_log(landlord=2, finalbid=3, history=[[], [0]]),
    "a peasant plays a bottom card": {
        "requests": [{"own": OWN, "publiccard": [6, 48, 53], "history": [[10], [48]]}],
        "responses": [],
    },
    "no play at all": {
        "requests": [{"own": OWN, "publiccard": BOTTOM, "history": [[], [10, 13]]}],
        "responses": [],
    },
    "chained bombs": {
        "requests": [
            {
                "own": [*range(16), 52],
                "publiccard": [48, 49, 53],
                "history": [[], [28, 29, 30, 31, 32, 33, 34, 35]],
            }
        ],
        "responses": [],
    },
    "does not beat": {
        "requests": [{"own": OWN, "publiccard": BOTTOM, "history": [[13], [9]]}],
        "responses": [],
    },
    "a card is played twice": {
        "requests": [
            {"own": OWN, "publiccard": BOTTOM, "history": [[], [9]]},
            {"history": [[], [9]]},
        ],
        "responses": [[]],
    },
    "own cards not held": {
        "requests": [
            {"own": OWN, "publiccard": BOTTOM, "history": [[], [9]]},
            {"history": [[], []]},
        ],
        "responses": [[17]],
    },
    "own pass on a lead": {
        "requests": [
            {"own": OWN, "publiccard": BOTTOM, "history": [[], []]},
            {"history": [[], []]},
        ],
        "responses": [[]],
    },
}


@pytest.mark.parametrize("name", BAD_LOGS)
def test_logs_that_do_not_add_up(name: str) -> None:
    with pytest.raises(ddz.InvalidRecordError) as caught:
        botzone.read_request(BAD_LOGS[name])
    assert caught.value.reason == "bad_request"
    assert len(str(caught.value)) < 600


def test_a_finished_game_asks_for_nothing() -> None:
    for judge, log in turns(3, 1):
        last, seat = json.loads(json.dumps(log)), judge.game.turn
    assert not judge.game.hands[seat]
    log = {
        "requests": [*last["requests"], {"history": [[], []]}],
        "responses": judge.answers[seat],
    }
    with pytest.raises(ddz.InvalidRecordError) as caught:
        botzone.read_request(log)
    assert caught.value.reason == "bad_request"


def test_what_is_no_log_at_all() -> None:
    for value in (None, 3, [1]):
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            botzone.read_request(value)  # type: ignore[arg-type]
        assert caught.value.reason == "wrong_type"


def test_botzones_own_fields_are_not_looked_at() -> None:
    notes = play_log() | {
        "data": "",
        "globaldata": {"x": [1]},
        "time_limit": 1,
        "memory_limit": 256,
    }
    assert botzone.read_request(notes) == botzone.read_request(play_log())


SAMPLES = [log for _, log in itertools.islice(turns(5, 2), 30)]
LEAVES = st.one_of(
    st.integers(-1, 54), st.none(), st.booleans(), st.floats(), st.text(max_size=3), st.just([])
)


def damaged(value: Any, data: st.DataObject) -> Any:
    """The value with one part of it, anywhere inside, exchanged, left out or doubled."""
    if isinstance(value, dict) and value:
        key = data.draw(st.sampled_from(sorted(value)))
        if data.draw(st.integers(0, 5)) == 0:
            return {name: part for name, part in value.items() if name != key}
        return value | {key: damaged(value[key], data)}
    if isinstance(value, list) and value and data.draw(st.integers(0, 5)):
        at = data.draw(st.integers(0, len(value) - 1))
        part = data.draw(st.sampled_from(["change", "drop", "double"]))
        middle = {"change": [damaged(value[at], data)], "drop": [], "double": [value[at]] * 2}
        return [*value[:at], *middle[part], *value[at + 1 :]]
    return data.draw(LEAVES)


@given(data=st.data())
def test_damaged_logs_are_read_or_refused(data: st.DataObject) -> None:
    log = json.loads(json.dumps(data.draw(st.sampled_from(SAMPLES))))
    for _ in range(data.draw(st.integers(1, 3))):
        log = damaged(log, data)
        if not isinstance(log, dict):
            return
    refused = None
    try:
        request = botzone.read_request(json.dumps(log, allow_nan=True))
    except ddz.InvalidRecordError as error:
        refused = error
    if refused is not None:
        assert refused.reason == "bad_request"
        assert len(str(refused)) < 1000
        return
    response = json.loads(botzone.answer(log, Chooser(0)))["response"]
    assert response in (0, 1, 2, 3) if request.asks_bid else set(response) <= set(request.cards)
