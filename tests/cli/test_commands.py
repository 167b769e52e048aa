"""Every verb of ``ddz``: its text, its one JSON document, its errors."""

import io
import json
import shlex
import subprocess
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import doudizhu_fast as ddz
from doudizhu_fast.cli import VERBS, run
from doudizhu_fast.rules import PRESETS

POSITION = "ddz1 three_player 3445/67/89 0 0 - 0"

# One plain call of every verb.
CALLS = {
    "demo": ["demo", "--seed", "3"],
    "play": ["play", "--seed", "3"],
    "moves": ["moves", "3344455"],
    "classify": ["classify", "33344456"],
    "beats": ["beats", "44", "33"],
    "deal": ["deal", "--seed", "3"],
    "perft": ["perft", POSITION],
    "odds": ["odds", "3344556677889TTJQ"],
    "minplays": ["minplays", "33344456"],
    "solve": ["solve", POSITION],
    "analyze": ["analyze", "344567899TJQKKA2B", "--n", "100"],
    "bid": ["bid", "344567899TJQKKA2B", "--n", "100"],
    "lead": ["lead", POSITION],
    "botzone": [
        "botzone",
        '{"requests": [{"bid": [], "own": [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,53]}]}',
    ],
    "arena": ["arena", "rule", "greedy", "--deals", "5"],
    "review": ["review", "game.jsonl"],
    "verify": ["verify", "games.jsonl"],
    "convert": ["convert", "games.jsonl", "copy.jsonl"],
    "serve": ["serve", "--no-browser"],
}


@pytest.fixture(autouse=True)
def folder_with_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples of verbs that read a file find one where they are run."""
    games = ddz.simulate(4, "greedy", seed=5)
    lines = [games.game(i).to_json() + "\n" for i in range(4)]
    (tmp_path / "game.jsonl").write_text(lines[0], encoding="utf-8")
    (tmp_path / "games.jsonl").write_text("".join(lines), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    # A person who has left: whoever asks hears of the end of the input.
    monkeypatch.setattr(sys, "stdin", io.StringIO())


# What these ask, the compiled engine alone can answer; `test_native_verbs_say_so` is for the other.
NATIVE_VERBS = {
    "analyze",
    "arena",
    "bid",
    "botzone",
    "lead",
    "minplays",
    "odds",
    "play",
    "review",
    "serve",
    "solve",
}
# Runs until it is told to end; `tests/serve` is for it.
RUNS_ON = {"serve"}
NATIVE = ddz.backend() == "native"
ANSWERED = sorted(set(CALLS) - (RUNS_ON if NATIVE else NATIVE_VERBS))
needs_native = pytest.mark.skipif(not NATIVE, reason="the reference engine has no analysis")

HAS_PARQUET = all(map(find_spec, ("nanoarrow", "pyarrow")))

# One prints one line of JSON anyway, the other is a conversation.
WITHOUT_JSON = {"botzone", "play"}


def text_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def document_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(text_of(capsys, *arguments, "--json"))


def test_calls_cover_every_verb() -> None:
    assert set(CALLS) == {verb.__name__ for verb in VERBS}


@pytest.mark.parametrize("verb", ANSWERED)
def test_every_verb_answers_in_text_and_in_json(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = text_of(capsys, *CALLS[verb])
    assert text.strip()
    assert "\x1b" not in text
    if verb not in WITHOUT_JSON:
        assert isinstance(document_of(capsys, *CALLS[verb]), dict)


@pytest.mark.parametrize("verb", ANSWERED)
def test_every_example_of_the_help_works(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = text_of(capsys, verb, "--help")
    examples = [line.strip() for line in shown.splitlines() if line.startswith("    ddz ")]
    assert len(examples) >= 2
    for example in examples:
        if ".parquet" in example and not HAS_PARQUET:
            continue
        assert text_of(capsys, *shlex.split(example)[1:]).strip(), example


def test_help_lists_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    bare, asked = text_of(capsys), text_of(capsys, "--help")
    assert bare == asked
    for verb in VERBS:
        assert f"  {verb.__name__} " in asked


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert text_of(capsys, "--version").split()[1] == ddz.__version__


def test_moves(capsys: pytest.CaptureFixture[str]) -> None:
    document = document_of(capsys, "moves", "3344455", "--beat", "33")
    expected = ddz.legal_moves("3344455", "33")
    assert [move["move"] for move in document["moves"]] == [str(move) for move in expected]
    assert document["count"] == len(expected) == 3
    assert document["to_beat"] == "33"
    last = document["moves"][-1]
    space = ddz.Rules().action_space
    assert last == {
        "move": "55",
        "kind": "PAIR",
        "rank": "5",
        "length": 1,
        "cards": "55",
        "packed": int(ddz.Move("55")),
        "id": space.id("55"),
    }
    text = text_of(capsys, "moves", "3344455", "--beat", "33")
    assert "PAIR" in text
    assert "44 55" in text


def test_moves_under_other_rules(capsys: pytest.CaptureFixture[str]) -> None:
    document = document_of(capsys, "moves", "33333BBRR", "--rules", "four_player")
    kinds = {move["kind"] for move in document["moves"]}
    assert {"BOMB", "ROCKET", "PAIR"} <= kinds


def test_classify(capsys: pytest.CaptureFixture[str]) -> None:
    document = document_of(capsys, "classify", "33344456")
    assert [reading["move"] for reading in document["readings"]] == ["333444+56"]
    refused = document_of(capsys, "classify", "33344477")
    assert refused["readings"] == []
    assert "national" in refused["explanation"]


def test_beats(capsys: pytest.CaptureFixture[str]) -> None:
    assert text_of(capsys, "beats", "3333", "22") == "3333 beats 22\n"
    assert text_of(capsys, "beats", "33", "4444") == "33 does not beat 4444\n"
    assert document_of(capsys, "beats", "44", "33")["beats"] is True


@needs_native
def test_minplays(capsys: pytest.CaptureFixture[str]) -> None:
    document = document_of(capsys, "minplays", "333444567", "--all")
    found = ddz.analysis.min_plays("333444567", all=True)
    assert document["count"] == found.count == 2
    assert [move["move"] for move in document["plays"]] == ["333444+56", "7"]
    assert document["complete"] is True
    lists = [[move["move"] for move in plays] for plays in document["decompositions"]]
    assert lists == [[str(move) for move in plays] for plays in found.decompositions or ()]
    assert len(lists) == 3
    assert "decompositions" not in document_of(capsys, "minplays", "333444567")
    text = text_of(capsys, "minplays", "5789TJAA", "--rules", "noip")
    assert text.splitlines()[0] == "5789TJAA needs 3 plays (noip):"
    assert "789TJ" in text
    assert text_of(capsys, "minplays", "3", "--all").startswith("3 needs 1 play (three_player):")
    many = text_of(capsys, "minplays", "3344556677889TJQK", "--all")
    assert "decompositions" in many


@needs_native
def test_odds(capsys: pytest.CaptureFixture[str]) -> None:
    hand = "3344556677889TTJQ"
    document = document_of(capsys, "odds", hand, "--beats", "QQ")
    chances = ddz.analysis.odds(hand)
    assert list(document["odds"]["rocket"]) == ["any", "1", "2", "bottom"]
    assert document["odds"]["rocket"]["1"] == {"probability": 68 / 333, "exact": "68/333"}
    assert document["odds"]["beats QQ"]["any"]["probability"] == chances.beats("QQ").value
    assert list(document["odds"])[3:9] == ["2", "22", "222", "2222", "B", "R"]
    text = text_of(capsys, "odds", hand, "--who", "2")
    assert "20.4204 %" in text
    assert "player +2" in text
    assert "9.6016 %" in text_of(capsys, "odds", "--cards", "17")
    sized = document_of(capsys, "odds", hand[:-1], "--cards", "20,16", "--seen", "QB")
    assert sized["odds"]["rocket"]["any"]["probability"] == 0
    for wrong in (["345"], [hand, "--who", "7"], [hand, "--cards", "x"], [hand, "--beats", "34"]):
        assert run(["odds", *wrong]) == 2
        assert capsys.readouterr().err.startswith("ddz: ")


@pytest.mark.parametrize(("rules", "players"), [("three_player", 3), ("four_player", 4)])
def test_deal(rules: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    document = document_of(capsys, "deal", "--seed", "11", "--rules", rules)
    expected = ddz.deal(11, rules)
    assert len(document["hands"]) == players
    assert document["hands"] == [str(hand) for hand in expected.hands]
    assert document["bottom"] == str(expected.bottom)
    assert document["first_bidder"] == expected.first_bidder
    text = text_of(capsys, "deal", "--seed", "11", "--rules", rules)
    assert all(str(hand) in text for hand in expected.hands)


def test_a_deal_without_a_seed_can_be_dealt_again(capsys: pytest.CaptureFixture[str]) -> None:
    first = document_of(capsys, "deal")
    assert document_of(capsys, "deal", "--seed", str(first["seed"])) == first


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    document = document_of(capsys, "perft", POSITION, "--depth", "2")
    start = ddz.Position.parse(POSITION)
    after = [start.play(move) for move in start.legal_moves()]
    assert document["depths"] == [
        {"depth": 0, "nodes": 1},
        {"depth": 1, "nodes": len(after)},
        {"depth": 2, "nodes": sum(position.count_moves() for position in after)},
    ]
    from_deal = document_of(capsys, "perft", "--seed", "4", "--depth", "1")
    assert (
        from_deal["depths"][1]["nodes"] == ddz.Position.parse(from_deal["position"]).count_moves()
    )


def test_demo_tells_a_game_for_three_and_one_for_four(capsys: pytest.CaptureFixture[str]) -> None:
    document = document_of(capsys, "demo", "--seed", "3")
    assert [len(game["payoffs"]) for game in document["games"]] == [3, 4]
    for story in document["games"]:
        game = ddz.Game(seed=3, rules=story["rules"])
        for deal in story["deals"]:
            for seat, bid in deal["calls"]:
                game.bid(bid, seat=seat)
        assert game.landlord == story["landlord"]
        for move in story["moves"]:
            game.play(move["move"], seat=move["seat"])
        assert list(game.payoffs or ()) == story["payoffs"]
        assert sum(story["payoffs"]) == 0


def test_demo_under_every_preset(capsys: pytest.CaptureFixture[str]) -> None:
    presets = [
        *("three_player", "four_player", "national", "rlcard"),
        *("openspiel", "douzero", "botzone", "noip"),
    ]
    told = Counter[str]()
    for preset in presets:
        for seed in range(3):
            text = text_of(capsys, "demo", "--rules", preset, "--seed", str(seed))
            assert ("The payment" in text) != ("the game is void" in text)
            told[preset] += 1
    assert told == dict.fromkeys(PRESETS, 3)


def test_demo_tells_every_deal_with_its_calls(capsys: pytest.CaptureFixture[str]) -> None:
    call = ["demo", "--seed", "3295", "--rules", "three_player"]
    (told,) = document_of(capsys, *call)["games"]
    # With this seed everybody passes on the first deal.
    assert len(told["deals"]) == 2
    game = ddz.Game(seed=3295)
    for deal in told["deals"]:
        assert deal["hands"] == [str(hand) for hand in game.deal.hands]
        assert len(deal["calls"]) >= 1
        for seat, bid in deal["calls"]:
            game.bid(bid, seat=seat)
    assert game.phase is ddz.Phase.PLAY
    assert told["leads"] == [str(move) for move in game.legal_moves()]
    text = text_of(capsys, *call)
    assert text.count("The auction") == len(told["deals"])
    assert f"{len(told['leads'])} moves to choose from" in text


def test_classify_answers_to_a_pass_and_to_body_and_kickers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for word in ("pass", "不出"):
        document = document_of(capsys, "classify", word)
        assert document["readings"] == []
        assert document["explanation"].startswith("pass is no play")
    document = document_of(capsys, "classify", "333+4")
    assert [reading["move"] for reading in document["readings"]] == ["333+4"]
    document = document_of(capsys, "classify", "333+33", "--rules", "four_player")
    assert document["readings"] == []
    assert "never of a rank of the body" in document["explanation"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["moves", "3345Z"], "Z"),
        (["moves", "33333"], "33333"),
        (["moves", "3345", "--beat", "34"], "34"),
        (["moves", "3345", "--rules", "five_player"], "five_player"),
        (["moves", "3345", "--rules", "three_player+joker_pairs=true"], "joker_pairs"),
        (["moves"], "HAND"),
        (["moves", ""], "no cards"),
        (["moves", " "], "no cards"),
        (["moves", "♠3♠3"], "appears 2 times"),
        (["moves", "33", "--beat", ""], "pass"),
        (["classify", ""], "no cards"),
        (["classify", "♠3♠3"], "appears 2 times"),
        (["classify", "333+4+5"], "more than one"),
        (["beats", "", "33"], "no cards"),
        (["beats", "33", "♠3♠3"], "appears 2 times"),
        (["deal", "--seed", "9" * 200], "--seed"),
        (["demo", "--seed", "-1"], "--seed"),
        (["demo", "--seed", "9" * 200], "--seed"),
        (["perft", "--seed", "-1"], "--seed"),
        (["perft", "--depth", "1001"], "depth"),
        (["perft", ""], "seven words"),
        (["perft", POSITION, "--rules", "four_player"], "not both"),
        (["beats", "34", "33"], "34"),
        (["deal", "--seed", "-1"], "-1"),
        (["deal", "--seed", "one"], "--seed"),
        (["perft", "nonsense"], "nonsense"),
        (["perft", POSITION, "--seed", "1"], "not both"),
        (["perft", POSITION, "--depth", "-1"], "--depth"),
        (["demo", "--rules", "[bold]x"], "[bold]x"),
        (["juggle"], "juggle"),
        (["--juggle"], "--juggle"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("ddz: ")
    assert captured.err.count("\n") == 1
    assert words in captured.err
    assert "SeedSequence" not in captured.err
    assert len(captured.err) < 400


def run_module(*arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
    start = ["-c", code] if code else ["-m", "doudizhu_fast"]
    command = [sys.executable, *start, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_module_runs_too() -> None:
    done = run_module("beats", "44", "33")
    assert (done.returncode, done.stdout, done.stderr) == (0, "44 beats 33\n", "")
    refused = run_module("beats", "44", "Z")
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr


def test_without_typer_it_says_how_to_install_it() -> None:
    code = "import sys; sys.modules['typer'] = None\nfrom doudizhu_fast.__main__ import main\nsys.exit(main())"
    done = run_module(code=code)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "pip install 'doudizhu-fast[cli]'" in done.stderr


def test_colours_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from doudizhu_fast.cli._output import new_console

    monkeypatch.delenv("COLUMNS", raising=False)
    assert not new_console().is_terminal
    assert new_console().width == 100
    monkeypatch.setenv("COLUMNS", "70")
    assert new_console().width == 70


HAND = "344567899TJQKKA2B"


@needs_native
def test_analyze(capsys: pytest.CaptureFixture[str]) -> None:
    document = document_of(capsys, "analyze", HAND, "--n", "300", "--seed", "5")
    expected = ddz.analysis.equity(HAND, 300, seed=5)
    assert document["landlord"] == expected.to_dict()
    assert document["peasant"]["role"] == "peasant"
    assert document["min_plays"] == ddz.analysis.min_plays(HAND).count
    text = text_of(capsys, "analyze", HAND, "--n", "300", "--seed", "5")
    assert f"{expected.win.mean:.3f}" in text
    taken = document_of(capsys, "analyze", HAND + "AA2", "--n", "100", "--seed", "5")
    assert "peasant" not in taken
    assert run(["analyze", "33"]) == 2


@needs_native
def test_bid(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["bid", HAND, "--n", "300", "--seed", "5", "--bids", "1 -"]
    expected = ddz.analysis.bid_table(HAND, 300, seed=5, bids="1 -")
    assert document_of(capsys, *arguments) == expected.to_dict()
    text = text_of(capsys, *arguments)
    assert text.splitlines()[1:] == str(expected).splitlines()
    capsys.readouterr()
    assert run(["bid", HAND, "--rules", "douzero"]) == 2


@needs_native
def test_lead(capsys: pytest.CaptureFixture[str]) -> None:
    hand = HAND + "AA2"
    view = ddz.View.from_text(hand, landlord=0)
    expected = ddz.analysis.move_table(view, 60, seed=5)
    arguments = ["lead", hand, "--n", "60", "--seed", "5"]
    assert document_of(capsys, *arguments) == expected.to_dict()
    assert text_of(capsys, *arguments).splitlines()[1:] == str(expected).splitlines()
    follow = document_of(
        capsys, "lead", HAND, "--seat", "1", "--plays", "T", "--n", "60", "--policy", "greedy"
    )
    assert (follow["seat"], follow["policy"]) == (1, "greedy")
    exact = document_of(capsys, "lead", POSITION)
    assert exact["n"] == 1
    assert run(["lead", POSITION, "--plays", "3"]) == 2
    assert run(["lead", HAND]) == 2


@needs_native
def test_arena(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["arena", "random", "rule", "--deals", "40", "--seed", "5"]
    document = document_of(capsys, *arguments)
    assert [row["name"] for row in document["standings"]] == ["rule", "random"]
    assert (document["deals"], document["games"], document["seed"]) == (40, 80, 5)
    text = text_of(capsys, *arguments)
    assert "80 games on 40 deals (three_player, without auctions, seed 5):" in text
    assert "random - rule" in text
    log = ["--log", str(tmp_path / "arena.jsonl")]
    begun = document_of(capsys, *arguments, *log)
    assert document_of(capsys, "arena", "random", "rule", "--deals", "40", *log) == begun
    assert run([*arguments, "--auction", *log]) == 2
    assert "auction is False there and True here" in capsys.readouterr().err
    assert run(["arena", "rule"]) == run(["arena", "rule", "nobody"]) == 2


@pytest.mark.skipif(NATIVE, reason="the compiled engine answers")
@pytest.mark.parametrize("verb", sorted(NATIVE_VERBS))
def test_native_verbs_say_so(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(CALLS[verb]) == 1
    assert "needs the compiled engine" in capsys.readouterr().err


@pytest.mark.skipif(not HAS_PARQUET, reason="needs nanoarrow and pyarrow")
def test_verify_and_convert(capsys: pytest.CaptureFixture[str]) -> None:
    assert text_of(capsys, "convert", "games.jsonl", "games.parquet").startswith("4 games written")
    assert text_of(capsys, "verify", "games.parquet") == "4 games add up (three_player)\n"
    assert text_of(capsys, "verify", "game.jsonl") == "1 game adds up (three_player)\n"
    text_of(capsys, "convert", "games.parquet", "again.jsonl")
    assert Path("again.jsonl").read_bytes() == Path("games.jsonl").read_bytes()
    passed = ddz.Game(deal=ddz.deal(1))
    for _ in range(3):
        passed.bid(0)
    logs = [ddz.GameLog.from_records([passed.record(), ddz.Game(seed=1).record()])]
    ddz.write_logs("odd.jsonl", logs)
    told = "2 games add up (three_player), of which 1 void and 1 not over\n"
    assert text_of(capsys, "verify", "odd.jsonl") == told
    document = document_of(capsys, "verify", "odd.jsonl")
    assert (document["games"], document["void"], document["unfinished"]) == (2, 1, 1)
    assert document["rules_hash"] == ddz.Rules().hash


def test_verify_names_the_first_wrong_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = Path("games.jsonl").read_text(encoding="utf-8").splitlines()
    wrong = json.loads(lines[3])
    wrong["multiplier"] *= 2
    Path("wrong.jsonl").write_text("\n".join([*lines[:3], json.dumps(wrong)]), encoding="utf-8")
    read = ddz.read_logs
    monkeypatch.setattr(ddz, "read_logs", lambda path: read(path, 2))
    assert run(["verify", "wrong.jsonl"]) == 2
    assert "game 3 of the log does not add up: multiplier is" in capsys.readouterr().err
    for arguments in (["missing.jsonl"], ["game.csv"], ["game.jsonl", "--rules", "x"]):
        assert run(["verify", *arguments]) == 2
        assert capsys.readouterr().err.startswith("ddz: ")
    assert run(["verify", "missing.jsonl"]) == 2
    assert capsys.readouterr().err.endswith(" missing.jsonl: No such file or directory\n")


def test_convert_says_what_package_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("pyarrow", "pyarrow.parquet", "polars"):
        monkeypatch.setitem(sys.modules, package, None)
    for arguments in (["convert", "games.jsonl", "a.parquet"], ["verify", "a.parquet"]):
        assert run(arguments) == 1
        assert "pip install pyarrow" in capsys.readouterr().err
