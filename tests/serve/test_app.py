"""The board's application: every address, what it refuses, and that it never tells a hidden card."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import doudizhu_fast as ddz
from doudizhu_fast import exceptions
from doudizhu_fast.presets import PRESETS
from markdown_pages import ROOT, codes, table

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("httpx2")
if ddz.backend() != "native":
    pytest.skip("the board needs the compiled engine", allow_module_level=True)

from starlette.testclient import TestClient

from doudizhu_fast.serve import Limits, create_app, guard

PORT = 8000
ADDRESS = f"http://127.0.0.1:{PORT}"
HAND = "344567899TJQKKA2B"
OPEN = {"hands": ["3344", "56", "78"], "landlord": 0}
STATIC = ROOT / "python" / "doudizhu_fast" / "serve" / "static"


@pytest.fixture
def client() -> Iterator[TestClient]:
    with open_board() as opened:
        yield opened


def open_board(**limits: Any) -> TestClient:
    return TestClient(create_app(PORT, Limits(burst=5_000, **limits)), ADDRESS)


def ask(client: TestClient, path: str, **data: Any) -> Any:
    answer = client.post(path, json=data)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(answer: Any) -> tuple[int, str]:
    error = answer.json()["error"]
    assert error["message"]
    return answer.status_code, error["reason"]


def job(client: TestClient, kind: str, of: dict[str, Any], **options: Any) -> Any:
    told = ask(client, "/api/jobs", kind=kind, of=of, **options)
    return ended(client, told)


def ended(client: TestClient, told: Any) -> Any:
    deadline = time.monotonic() + 30
    while told["state"] in ("waiting", "running"):
        assert time.monotonic() < deadline
        time.sleep(0.02)
        told = client.get(f"/api/jobs/{told['id']}").json()
    return told


def answer_of(client: TestClient, kind: str, of: dict[str, Any], **options: Any) -> Any:
    told = job(client, kind, of, **options)
    assert told["state"] == "done", told["error"]
    return told["result"]


def turns(client: TestClient, state: Any) -> Iterator[Any]:
    """Play a game to its end, the person always making the first legal move; yields every state on the way."""
    game = f"/api/games/{state['id']}"
    for _ in range(400):
        yield state
        if state["turn"] is None:
            return
        if state["turn"] != state["seat"]:
            state = ask(client, f"{game}/step")
        elif state["phase"] == "AUCTION":
            state = ask(client, f"{game}/bid", bid=state["legal_bids"][-1])
        else:
            moves = state["legal_moves"]["moves"]
            state = ask(client, f"{game}/play", move=moves[0]["move"])
    raise AssertionError("the game does not end")


def played(client: TestClient, **how: Any) -> Any:
    return list(turns(client, ask(client, "/api/games", **how)))[-1]


# What is there.


def test_the_page_comes_with_everything_it_needs(client: TestClient) -> None:
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    wanted = set(re.findall(r'"(/static/[\w.]+)"', page.text))
    for script in STATIC.glob("*.js"):
        wanted |= {
            f"/static/{name}" for name in re.findall(r'from "\./([\w.]+)"', script.read_text())
        }
    assert {path.removeprefix("/static/") for path in wanted} | {"index.html", "labels.json"} == {
        path.name for path in STATIC.iterdir()
    }
    for path in wanted:
        assert client.get(path).status_code == 200, path


def test_the_page_uses_nothing_from_elsewhere_and_no_inline_script(client: TestClient) -> None:
    answer = client.get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    looked_at = 0
    for path in STATIC.iterdir():
        looked_at += 1
        links = re.findall(r"https?://[^\s\"']+", path.read_text(encoding="utf-8"))
        assert set(links) <= {"http://www.w3.org/2000/svg"}, path.name
    assert looked_at >= 10
    assert not re.search(r"<script(?![^>]*src=)|\son\w+=|style=", answer.text)


def test_every_answer_has_the_headers(client: TestClient) -> None:
    for answer in (
        client.get("/"),
        client.get("/nowhere"),
        client.get("/", headers={"host": "elsewhere"}),
        client.post("/api/deal", json={"rules": "none"}),
    ):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_labels_are_complete_in_both_languages() -> None:
    labels = json.loads((STATIC / "labels.json").read_text(encoding="utf-8"))
    english, chinese = labels["en"], labels["zh"]
    assert {key for key in chinese if not key.startswith("e.")} == set(english)
    assert len(english) > 120
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", chinese[key])), key
    assert {f"k.{kind.name}" for kind in ddz.Kind} <= set(english)
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    used = set(re.findall(r'data-(?:label|aria|placeholder)="([\w.-]+)"', page))
    for script in STATIC.glob("*.js"):
        used |= set(re.findall(r'\bt\("([\w.-]+)"', script.read_text(encoding="utf-8")))
    assert len(used) > 80
    assert used <= set(english)


def test_chinese_words_for_errors_are_of_reasons_that_exist() -> None:
    labels = json.loads((STATIC / "labels.json").read_text(encoding="utf-8"))
    family = [error for error in vars(exceptions).values() if isinstance(error, type)]
    known = {reason for error in family for reason in getattr(error, "messages", {})}
    told = {key.removeprefix("e.") for key in labels["zh"] if key.startswith("e.")}
    assert len(told) > 20
    assert told <= known


def test_about_names_all_presets_and_bots(client: TestClient) -> None:
    about = client.get("/api/about").json()
    assert [preset["name"] for preset in about["presets"]] == list(PRESETS)
    assert {"rule", "greedy", "random", "montecarlo"} <= set(about["bots"])


def test_cards_are_read_as_people_type_them(client: TestClient) -> None:
    assert ask(client, "/api/cards", cards="10 3 小王") == {"cards": "3TB", "count": 3}
    assert refused(client.post("/api/cards", json={"cards": "3345Z"})) == (400, "unknown_card")
    assert refused(client.post("/api/cards", json={"cards": "33333"})) == (400, "not_in_pack")
    assert ask(client, "/api/cards", cards="33333", rules="four_player")["count"] == 5


def test_deals(client: TestClient) -> None:
    dealt = ask(client, "/api/deal", seed=11, rules="four_player")
    assert dealt["hands"] == [str(hand) for hand in ddz.deal(11, "four_player").hands]
    assert ask(client, "/api/deal") != ask(client, "/api/deal")
    long = 2**127 + 1
    dealt = ask(client, "/api/deal", seed=str(long))
    assert dealt["hands"] == [str(hand) for hand in ddz.deal(long).hands]


# Games.


@pytest.mark.parametrize("rules", PRESETS)
def test_a_game_is_played_to_its_end_under_every_preset(rules: str, client: TestClient) -> None:
    end = played(client, rules=rules, bot="greedy", seat=1, seed=3)
    record = ask(client, f"/api/games/{end['id']}/record")
    replayed = ddz.Game.replay(ddz.GameRecord.from_dict(record))
    assert list(replayed.payoffs or ()) == end["payoffs"]
    assert replayed.rules == ddz.Rules.parse(rules)
    assert end["hands"] == [str(hand) for hand in replayed.hands]


def hidden_words(record: ddz.GameRecord, own: int) -> set[str]:
    """The texts of all hands but the person's own at every moment, and of bottoms that are not shown yet."""
    game = ddz.Game(deal=record.deals[-1], rules=record.rules)
    words: set[str] = set()
    for bid in record.calls[-1]:
        game.bid(bid)
    for move in [*record.plays, None]:
        words |= {
            str(hand) for seat, hand in enumerate(game.hands) if seat != own and len(hand) > 5
        }
        if move is not None:
            game.play(move)
    return words


@pytest.mark.parametrize("rules", ["three_player", "four_player", "openspiel"])
def test_no_hidden_card_is_told_while_a_game_runs(rules: str, client: TestClient) -> None:
    start = ask(client, "/api/games", rules=rules, bot="rule", seat=0, seed=7)
    seen = []
    for state in turns(client, start):
        told = [json.dumps(state)]
        if state["turn"] is not None:
            assert state["hands"] is None
            assert state["seed"] is None
            own = ddz.Hand(state["hand"])
            assert len(own) == state["counts"][0]
            assert refused(client.post(f"/api/games/{start['id']}/record", json={})) == (
                400,
                "not_over",
            )
            if state["landlord"] is None:
                assert state["bottom"] is None
            if state["turn"] == 0:
                told.append(client.post(f"/api/games/{start['id']}/hint", json={}).text)
                odds = job(client, "odds", {"game": start["id"]})
                odds["result"].pop("unseen")
                told.append(json.dumps(odds))
            seen += told
        end = state
    assert end["hands"] is not None
    record = ddz.GameRecord.from_dict(ask(client, f"/api/games/{start['id']}/record"))
    hidden = hidden_words(record, 0)
    assert len(seen) > 20
    assert len(hidden) >= 5
    everything = "\n".join(seen)
    assert [word for word in hidden if word in everything] == []


def test_a_running_game_cannot_be_opened_by_a_question(client: TestClient) -> None:
    game = ask(client, "/api/games", rules="douzero", seed=3)
    for kind, options in (("solve", {}), ("moves", {"open": True}), ("review", {})):
        answer = client.post(
            "/api/jobs", json={"kind": kind, "of": {"game": game["id"]}, **options}
        )
        assert answer.status_code == 400, kind


def test_undo_goes_back_to_the_persons_own_decision(client: TestClient) -> None:
    game = ask(client, "/api/games", seed=3, rules="rlcard")
    path = f"/api/games/{game['id']}"
    assert not game["can_undo"]
    assert refused(client.post(f"{path}/undo", json={})) == (400, "nothing_to_undo")
    ask(client, f"{path}/play", move="3")
    assert ask(client, f"{path}/step")["turn"] == 2
    back = ask(client, f"{path}/undo")
    assert back == game
    # With nobody else to move a step changes nothing.
    assert ask(client, f"{path}/step") == game


def test_moves_and_calls_are_checked_by_the_rules(client: TestClient) -> None:
    game = ask(client, "/api/games", seed=3)
    path = f"/api/games/{game['id']}"
    assert refused(client.post(f"{path}/play", json={"move": "3"})) == (400, "auction_not_over")
    assert refused(client.post(f"{path}/bid", json={"bid": 4})) == (400, "out_of_range")
    ask(client, f"{path}/bid", bid=3)
    assert refused(client.post(f"{path}/bid", json={"bid": 1})) == (400, "auction_over")
    for move, reason in (
        ("33", "cards_not_held"),
        ("34", "not_a_play"),
        ("pass", "pass_on_lead"),
        ("3Z", "unknown_card"),
    ):
        answer = client.post(f"{path}/play", json={"move": move})
        assert refused(answer) == (400, reason), move
        assert answer.json()["error"]["message"]
    assert client.get(path).json()["hand"] == str(
        ddz.Hand(game["hand"] + client.get(path).json()["bottom"])
    )
    ask(client, f"{path}/play", move="3")
    assert refused(client.post(f"{path}/play", json={"move": "4"})) == (400, "out_of_turn")


def test_chosen_cards_are_told_what_they_are(client: TestClient) -> None:
    deal = {
        "hands": ["333444555666789TJ", "3456777888999TTTJ", "JJQQQQKKKKAAAA222"],
        "bottom": "2BR",
    }
    game = ask(client, "/api/games", rules="douzero", deal=deal)
    path = f"/api/games/{game['id']}/check"
    assert ask(client, path, cards="456789")["moves"] == [{"move": "456789", "kind": "SOLO_CHAIN"}]
    several = ask(client, path, cards="333444555666")
    assert {move["kind"] for move in several["moves"]} == {"TRIO_CHAIN", "TRIO_CHAIN_WITH_SOLOS"}
    for cards, reason in (("34", "not_a_play"), ("KK", "cards_not_held"), ("Z", "unknown_card")):
        told = ask(client, path, cards=cards)
        assert (told["moves"], told["reason"]) == ([], reason)
        assert told["message"]


def test_hints_are_legal(client: TestClient) -> None:
    game = ask(client, "/api/games", seed=3)
    path = f"/api/games/{game['id']}"
    assert ask(client, f"{path}/hint")["bid"] in game["legal_bids"]
    state = ask(client, f"{path}/bid", bid=3)
    legal = {move["move"] for move in state["legal_moves"]["moves"]}
    assert ask(client, f"{path}/hint")["move"] in legal
    ask(client, f"{path}/play", move="3")
    assert refused(client.post(f"{path}/hint", json={})) == (400, "not_to_act")


def test_games_are_forgotten_the_oldest_first() -> None:
    with open_board(games=2) as client:
        first, second = (ask(client, "/api/games", seed=seed)["id"] for seed in (1, 2))
        assert client.get(f"/api/games/{first}").status_code == 200
        third = ask(client, "/api/games", seed=3)["id"]
        assert refused(client.get(f"/api/games/{second}")) == (404, "unknown_game")
        assert client.get(f"/api/games/{first}").status_code == 200
        assert client.delete(f"/api/games/{third}").status_code == 200
        assert refused(client.post(f"/api/games/{third}/step", json={})) == (404, "unknown_game")
        assert client.delete(f"/api/games/{third}").status_code == 200


@pytest.mark.parametrize("bot", ["os:getcwd", "rule(deals=1)", "nobody", "subprocess:Popen"])
def test_a_page_cannot_import_a_bot(bot: str, client: TestClient) -> None:
    assert refused(client.post("/api/games", json={"bot": bot})) == (400, "unknown_bot")
    assert refused(client.post("/api/sample", json={"bot": bot})) == (400, "unknown_bot")


# Records and analyses.


def test_records_are_told_step_by_step(client: TestClient) -> None:
    told = ask(client, "/api/sample", rules="four_player", bot="greedy", seed=5)
    record = ddz.GameRecord.from_json(told["json"])
    calls = sum(map(len, record.calls))
    assert len(told["steps"]) == 1 + calls + len(record.plays)
    assert told["steps"][0]["hands"] == [str(hand) for hand in record.deals[0].hands]
    assert told["steps"][0]["position"] is None
    for step in told["steps"][calls:]:
        position = ddz.Position.parse(step["position"])
        assert [str(hand) for hand in position.hands] == step["hands"]
    assert ask(client, "/api/record", text=told["json"] + "\n") == told


def test_a_record_across_thrown_in_deals(client: TestClient) -> None:
    # With this seed everybody who bids as little as possible passes once.
    game = ddz.Game(seed=5)
    for bid in (0, 0, 0, 1, 0, 0):
        game.bid(bid)
    told = ask(client, "/api/record", text=game.record().to_json())
    assert [step["deal"] for step in told["steps"]] == [0, 0, 0, 1, 1, 1, 1]
    assert told["steps"][3]["hands"] != told["steps"][0]["hands"]
    assert told["payoffs"] is None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text[:-1], "bad_json"),
        (lambda text: "", "bad_json"),
        (lambda text: "[" * 5_000, "too_deep"),
        (lambda text: text.replace('"bid":3', '"bid":2'), "mismatch"),
        (lambda text: text.replace('"version":1', '"version":99'), "future_version"),
        (lambda text: text.replace('"landlord"', '"lord"'), "missing_field"),
    ],
)
def test_damaged_records(change: Callable[[str], str], reason: str, client: TestClient) -> None:
    game = ddz.Game(seed=7)
    game.bid(3)
    assert (
        refused(client.post("/api/record", json={"text": change(game.record().to_json())}))[1]
        == reason
    )


def test_records_with_too_many_steps() -> None:
    with open_board(steps=10) as client:
        text = ddz.simulate(1, "greedy", seed=5).game(0).to_json()
        assert refused(client.post("/api/record", json={"text": text})) == (400, "bad_field")


def test_questions_are_answered_as_the_library_does(client: TestClient) -> None:
    table = {"hands": [HAND, "", ""], "seat": 0}
    bids = answer_of(client, "bids", {"table": table}, n=300)
    assert bids["n"] == 300
    assert {row["bid"] for row in bids["rows"]} == {0, 1, 2, 3}
    later = {"hands": ["", "", HAND], "seat": 2, "calls": "1 -"}
    bids = answer_of(client, "bids", {"table": later}, n=300)
    assert {row["bid"] for row in bids["rows"]} == {0, 2, 3}
    odds = answer_of(client, "odds", {"table": table}, beats="QQ")
    chances = ddz.analysis.odds(HAND)
    assert odds["places"] == ["any", 1, 2, "bottom"]
    beaten, bomb, rocket = (row["answers"][0]["value"] for row in odds["rows"][:3])
    assert (beaten, bomb, rocket) == (
        chances.beats("QQ").value,
        chances.bomb().value,
        chances.rocket().value,
    )
    legal = answer_of(client, "legal", {"table": {**table, "standing": "QQ"}})
    assert [move["move"] for move in legal["moves"]] == [
        str(move) for move in ddz.legal_moves(HAND, "QQ")
    ]
    solved = answer_of(client, "solve", {"table": OPEN}, objective="payoff")
    assert (solved["winner"], solved["winning_moves"]) == ("landlord", ["33", "44"])
    assert solved["value"] is not None
    assert [step["seat"] for step in solved["line"]][:1] == [0]
    weighed = answer_of(client, "moves", {"table": OPEN}, open=True)
    assert weighed["rows"][0]["move"] in {"33", "44"}
    hidden = {"hands": ["34567889TTJJQKA22", "", ""], "landlord": 2, "plays": "A", "bottom": "2BR"}
    weighed = answer_of(client, "moves", {"table": hidden}, n=200)
    assert sorted(row["move"] for row in weighed["rows"]) == ["2", "pass"]


def test_questions_about_a_dealt_table_let_the_landlord_pick_up(client: TestClient) -> None:
    dealt = ask(client, "/api/deal", seed=3)
    table = {"hands": dealt["hands"], "bottom": dealt["bottom"], "seat": 1, "landlord": 1}
    landlord = str(ddz.Hand(dealt["hands"][1] + dealt["bottom"]))
    assert answer_of(client, "odds", {"table": table})["hand"] == landlord
    legal = answer_of(client, "legal", {"table": table})
    assert legal["count"] == ddz.count_moves(landlord)
    assert answer_of(client, "moves", {"table": table}, n=100)["count"] == legal["count"]
    assert answer_of(client, "moves", {"table": table}, open=True)["count"] == legal["count"]


def test_questions_about_a_step_of_a_record(client: TestClient) -> None:
    told = ask(client, "/api/sample", bot="greedy", seed=5)
    calls = sum("bid" in (step["action"] or {}) for step in told["steps"])
    of = {"record": told["json"], "step": calls + 2}
    position = ddz.Position.parse(told["steps"][calls + 2]["position"])
    assert answer_of(client, "legal", of)["count"] == position.count_moves()
    assert answer_of(client, "odds", of)["hand"] == str(position.hands[position.turn or 0])
    assert answer_of(client, "bids", {"record": told["json"], "step": 0}, n=100)["n"] == 100
    near = {"record": told["json"], "step": len(told["steps"]) - 5}
    assert answer_of(client, "solve", near)["complete"]
    reviewed = answer_of(client, "review", {"record": told["json"]}, n=100)
    assert len(reviewed["moves"]) == len(told["steps"]) - 1 - calls


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (
            {"kind": "solve", "of": {"table": {"hands": [HAND, "", ""], "landlord": 0}}},
            "hand_missing",
        ),
        ({"kind": "solve", "of": {"table": {"hands": [HAND, "", ""]}}}, "no_landlord"),
        ({"kind": "moves", "of": {"table": {"hands": [HAND, "", ""]}}}, "no_landlord"),
        ({"kind": "bids", "of": {"table": {"hands": [HAND], "landlord": 0}}}, "auction_over"),
        ({"kind": "odds", "of": {"table": {"hands": ["345", "", ""]}}}, "hand_size"),
        (
            {"kind": "bids", "of": {"table": {"hands": [HAND, "", ""], "rules": "douzero"}}},
            "no_auction",
        ),
        ({"kind": "bids", "of": {"table": {"hands": ["3Z", "", ""]}}}, "unknown_card"),
        (
            {"kind": "legal", "of": {"table": {"hands": ["34", "", ""], "standing": "35"}}},
            "not_a_play",
        ),
        (
            {"kind": "moves", "of": {"table": {"hands": [HAND, "", ""], "landlord": 1}}},
            "not_to_act",
        ),
        (
            {"kind": "moves", "of": {"table": {"hands": ["33", "4", "5"], "landlord": 7}}},
            "out_of_range",
        ),
        ({"kind": "moves", "of": {"table": {"hands": "33"}}}, "bad_field"),
        ({"kind": "dance", "of": {"table": OPEN}}, "bad_field"),
        ({"kind": "legal"}, "missing_field"),
        ({"kind": "legal", "of": {}}, "missing_field"),
        ({"kind": "legal", "of": {"table": OPEN}, "m": 1}, "unknown_field"),
        ({"kind": "legal", "of": {"game": "nobody"}}, "unknown_game"),
        ({"kind": "bids", "of": {"table": {"hands": [HAND]}}, "n": 10**9}, "out_of_range"),
        ({"kind": "bids", "of": {"table": {"hands": [HAND]}}, "n": 1.5}, "wrong_type"),
        ({"kind": "moves", "of": {"table": OPEN}, "open": 1}, "bad_field"),
    ],
)
def test_questions_that_are_refused(question: Any, reason: str, client: TestClient) -> None:
    told = client.post("/api/jobs", json=question).json()
    if "id" in told:
        told = ended(client, told)
    assert told["error"]["reason"] == reason
    assert told["error"]["message"]


def test_a_long_analysis_tells_its_progress_and_is_cancelled(client: TestClient) -> None:
    dealt = ask(client, "/api/deal", seed=3)
    table = {"hands": dealt["hands"], "bottom": dealt["bottom"], "landlord": 0}
    told = ask(client, "/api/jobs", kind="moves", of={"table": table}, n=1_000_000)
    for _ in range(100):
        told = client.get(f"/api/jobs/{told['id']}").json()
        if told["done"]:
            break
        time.sleep(0.02)
    assert told["state"] == "running"
    assert 0 < told["done"] < told["total"]
    assert told["result"] is None
    client.delete(f"/api/jobs/{told['id']}")
    assert ended(client, told)["state"] == "cancelled"


def test_an_analysis_ends_at_its_time_limit() -> None:
    with open_board(job_seconds=0.2) as client:
        told = job(client, "bids", {"table": {"hands": [HAND, "", ""]}}, n=1_000_000)
        assert (told["state"], told["error"]["reason"]) == ("failed", "too_slow")
        assert told["seconds"] < 5


def test_analyses_are_bounded_in_number() -> None:
    with open_board(jobs=2, workers=1, kept_jobs=3) as client:
        question = {"kind": "bids", "of": {"table": {"hands": [HAND, "", ""]}}, "n": 1_000_000}
        first, second = (ask(client, "/api/jobs", **question)["id"] for _ in range(2))
        assert client.get(f"/api/jobs/{second}").json()["state"] == "waiting"
        assert refused(client.post("/api/jobs", json=question)) == (429, "too_many_jobs")
        for id in (second, first):
            client.delete(f"/api/jobs/{id}")
        assert ended(client, {"id": second, "state": "running"})["state"] == "cancelled"
        ended(client, {"id": first, "state": "running"})
        for _ in range(3):
            answer_of(client, "solve", {"table": OPEN})
        assert refused(client.get(f"/api/jobs/{first}")) == (404, "unknown_job")


# Who may ask, and how much.


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1",
        "127.0.0.1:9",
        "evil.example:8000",
        "",
        "localhost:8000.evil.example",
    ],
)
def test_a_foreign_host_is_refused(host: str, client: TestClient) -> None:
    for path in ("/", "/api/about", "/static/board.js"):
        assert refused(client.get(path, headers={"host": host})) == (421, "wrong_host")


def test_the_boards_own_names_are_served(client: TestClient) -> None:
    for host in ("127.0.0.1:8000", "localhost:8000"):
        headers = {"host": host, "origin": f"http://{host}", "sec-fetch-site": "same-origin"}
        assert client.post("/api/deal", json={}, headers=headers).status_code == 200


def test_at_port_80_browsers_leave_the_port_out() -> None:
    with TestClient(create_app(80), "http://127.0.0.1") as client:
        assert client.get("/api/about").status_code == 200
        headers = {"origin": "http://127.0.0.1"}
        assert client.post("/api/deal", json={}, headers=headers).status_code == 200
        assert client.get("/", headers={"host": "127.0.0.1:8000"}).status_code == 421


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://127.0.0.1:9",
        "https://127.0.0.1:8000",
        "http://127.0.0.1:8000.evil.example",
        "",
    ],
)
def test_a_foreign_origin_is_refused(origin: str, client: TestClient) -> None:
    for method, path in (("POST", "/api/games"), ("GET", "/api/about"), ("DELETE", "/api/games/x")):
        answer = client.request(method, path, headers={"origin": origin})
        assert refused(answer) == (403, "wrong_origin")


def test_what_other_sites_embed_is_refused_and_a_link_is_followed(client: TestClient) -> None:
    for site in ("cross-site", "same-site"):
        headers = {"sec-fetch-site": site, "sec-fetch-mode": "no-cors"}
        assert refused(client.get("/api/about", headers=headers)) == (403, "wrong_origin")
        assert refused(client.get("/", headers=headers)) == (403, "wrong_origin")
        headers["sec-fetch-mode"] = "navigate"
        assert client.get("/", headers=headers).status_code == 200
        assert refused(client.get("/api/about", headers=headers)) == (403, "wrong_origin")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_forms_are_refused(kind: str, client: TestClient) -> None:
    answer = client.post("/api/games", content=b"{}", headers={"content-type": kind})
    assert refused(answer) == (415, "not_json")


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b"nul", b"[" * 100_000, b'{"seed": 1' + b"0" * 5_000 + b"}"]
)
def test_damaged_json(body: bytes, client: TestClient) -> None:
    answer = client.post("/api/games", content=body, headers={"content-type": "application/json"})
    assert refused(answer) == (400, "bad_json")


@pytest.mark.parametrize("body", ["[]", "null", "3", '"x"'])
def test_json_that_is_no_object(body: str, client: TestClient) -> None:
    headers = {"content-type": "application/json"}
    for path in (
        "/api/games",
        "/api/jobs",
        "/api/record",
        "/api/deal",
        "/api/cards",
        "/api/sample",
    ):
        assert refused(client.post(path, content=body, headers=headers)) == (400, "bad_json")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"rules": "five_player"}, "bad_text"),
        ({"rules": 3}, "bad_field"),
        ({"rules": "x" * 5_000}, "bad_field"),
        ({"seat": 3}, "out_of_range"),
        ({"seat": True}, "wrong_type"),
        ({"seed": -1}, "bad_field"),
        ({"seed": "one"}, "bad_field"),
        ({"seed": "9" * 39}, "bad_field"),
        ({"seed": True}, "bad_field"),
        ({"seed": [7]}, "bad_field"),
        ({"deal": {"hands": ["3", "4", "5"], "bottom": "678"}}, "wrong_deal"),
        ({"deal": {"hands": ["3"] * 9, "bottom": ""}}, "bad_field"),
        ({"deal": []}, "bad_json"),
        ({"path": "/etc/passwd"}, "unknown_field"),
    ],
)
def test_games_that_cannot_be_begun(data: Any, reason: str, client: TestClient) -> None:
    status, told = refused(client.post("/api/games", json=data))
    assert status == 400
    assert told == reason or (told, reason) == ("unknown_preset", "bad_text")


def test_large_requests_are_refused() -> None:
    with open_board(body=1_000) as client:
        large = {"text": "x" * 1_000}
        assert refused(client.post("/api/record", json=large)) == (413, "too_large")

        def parts() -> Iterator[bytes]:
            for _ in range(100):
                yield b" " * 100

        headers = {"content-type": "application/json"}
        answer = client.post("/api/record", content=parts(), headers=headers)
        assert refused(answer) == (413, "too_large")
        assert ask(client, "/api/deal")["bottom"]


def test_too_many_requests_are_refused_and_later_ones_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: now))
    with TestClient(create_app(PORT, Limits(burst=5, per_second=20.0)), ADDRESS) as client:
        answers = [client.get("/api/about") for _ in range(7)]
        assert [answer.status_code for answer in answers[:5]] == [200] * 5
        assert [refused(answer) for answer in answers[5:]] == [(429, "too_many_requests")] * 2
        now = 0.11  # two more by then
        later = [client.get("/api/about").status_code for _ in range(3)]
        assert later == [200, 200, 429]


class Listener:
    """A bot that notes what it is told."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def begin(self, view: ddz.View) -> None:
        self.heard.append(f"begin {len(view.hand)}")

    def end(self, view: ddz.View) -> None:
        self.heard.append(f"end {view.payoffs}")

    def bid(self, view: ddz.View) -> int:
        return 0

    def play(self, view: ddz.View) -> ddz.Move:
        return view.legal_moves()[0]


def test_bots_are_told_the_beginning_and_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    bots: list[Listener] = []

    def made(name: str, rules: ddz.Rules) -> Listener:
        bots.append(Listener())
        return bots[-1]

    monkeypatch.setattr("doudizhu_fast.serve.sessions.get", made)
    with open_board() as client:
        end = played(client, rules="rlcard", seed=3)
        # An end that is taken back and played again is no second one.
        ask(client, f"/api/games/{end['id']}/undo")
    payoffs = tuple(end["payoffs"])
    assert [bot.heard for bot in bots] == [["begin 17", f"end {payoffs}"]] * 2


class Sleeper:
    """A bot that thinks too long."""

    def bid(self, view: ddz.View) -> int:
        time.sleep(1)
        return 0

    def play(self, view: ddz.View) -> None:
        time.sleep(1)


def test_slow_answers_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("doudizhu_fast.serve.sessions.get", lambda name, rules: Sleeper())
    with open_board(seconds=0.3) as client:
        game = ask(client, "/api/games", rules="rlcard", seat=1)
        assert refused(client.post(f"/api/games/{game['id']}/step", json={})) == (504, "too_slow")
    with open_board(answer_seconds=0.1) as client:
        game = ask(client, "/api/games", rules="rlcard", seat=1)
        answer = client.post(f"/api/games/{game['id']}/step", json={})
        assert refused(answer) == (400, "too_slow")
        assert "rlcard" not in answer.text
        assert client.get(f"/api/games/{game['id']}").json() == game


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/static/",
        "/static/nothing.js",
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2fetc%2fpasswd",
        "/api/games/x/y/z",
        "/app.py",
    ],
)
def test_there_are_no_other_pages(path: str, client: TestClient) -> None:
    assert refused(client.get(path)) == (404, "unknown_page")


def test_wrong_methods_and_actions(client: TestClient) -> None:
    assert refused(client.get("/api/games")) == (405, "wrong_method")
    assert refused(client.put("/api/deal", json={})) == (405, "wrong_method")
    game = ask(client, "/api/games", seed=3)
    for action in ("data", "view", "_game", "__init__", "alone"):
        answer = client.post(f"/api/games/{game['id']}/{action}", json={})
        assert refused(answer) == (404, "unknown_page")
    assert refused(client.get("/api/jobs/none")) == (404, "unknown_job")


def test_an_unforeseen_failure_is_told_without_its_details(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("doudizhu_fast.serve.app.draw", fail)
    with TestClient(create_app(PORT), ADDRESS, raise_server_exceptions=False) as client:
        answer = client.post("/api/deal", json={})
        assert refused(answer) == (500, "failed")
        assert "secret" not in answer.text


# The extra.


@pytest.mark.parametrize("package", ["starlette", "uvicorn"])
def test_a_missing_package_names_the_extra(package: str) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from doudizhu_fast.__main__ import main\n"
        "sys.argv = ['ddz', 'serve', '--no-browser']\n"
        "sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"ddz: the board needs the package {package}: pip install 'doudizhu-fast[serve]'\n"
    )


def test_all_static_files_lie_in_the_package() -> None:
    assert Path(ddz.__file__).parent / "serve" / "static" in {
        path.parent for path in Path(ddz.__file__).parent.rglob("index.html")
    }


def test_the_page_of_the_manual_tells_the_limits() -> None:
    rows = table((ROOT / "docs" / "board.md").read_text(encoding="utf-8"), "bound")
    told = {
        name: float(value.replace(",", ""))
        for row in rows
        for name, value in zip(codes(row["bound"]), row["value"].split(", "), strict=True)
    }
    assert len(told) == 10
    assert told == {name: getattr(Limits(), name) for name in told}
