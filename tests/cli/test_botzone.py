"""``ddz botzone``: one request in, one line out, or one line on stderr and exit code 2."""

import io
import json
import subprocess
import sys
from typing import Any

import pytest

import doudizhu_fast as ddz
from doudizhu_fast.cli import run

needs_native = pytest.mark.skipif(
    ddz.backend() == "reference", reason="the bots of the package need the compiled engine"
)

OWN = [0, 1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 45, 48, 52]
BID = {"requests": [{"own": OWN, "bid": [1]}], "responses": []}
FIRST = {"own": OWN, "publiccard": [3, 5, 53], "landlord": 0, "pos": 1, "finalbid": 3}
PLAY = {"requests": [FIRST | {"history": [[], [25, 26]]}], "responses": []}


class Broken:
    """A bot that decides what cannot be."""

    def bid(self, view: ddz.View) -> int:
        return 1

    def play(self, view: ddz.View) -> str:
        return "33"


class Failing:
    """A bot that fails."""

    def bid(self, view: ddz.View) -> int:
        raise ddz.InvalidArgumentError("not_whole", value="a bid")

    def play(self, view: ddz.View) -> str:
        raise ddz.InvalidArgumentError("not_whole", value="a play")


class Echo:
    """A bot that bids two and passes."""

    def bid(self, view: ddz.View) -> int:
        return 2

    def play(self, view: ddz.View) -> str:
        return "pass"


def give(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))


@needs_native
def test_no_stdin_is_no_request(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert run(["botzone"]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert captured.err.startswith("ddz: cannot read the Botzone request: it is no valid JSON")


@needs_native
@pytest.mark.parametrize("bot", ["rule", "greedy", "random"])
@pytest.mark.parametrize("log", [BID, PLAY], ids=["bid", "play"])
def test_bots_answer_from_stdin(
    bot: str, log: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    give(monkeypatch, json.dumps(log).encode())
    assert run(["botzone", "--bot", bot, "--seed", "1"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.count("\n") == 1
    answered = json.loads(captured.out)
    assert set(answered) == {"response"}
    allowed = (0, 2, 3) if log is BID else ([], [44, 45])
    assert answered["response"] in allowed


def test_a_bot_of_any_module(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "bots_of_a_test", sys.modules[__name__])
    for log, response in ((BID, "2"), (PLAY, "[]")):
        assert run(["botzone", "--bot", "bots_of_a_test:Echo", json.dumps(log)]) == 0
        assert capsys.readouterr().out == f'{{"response":{response}}}\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", "no valid JSON"),
        (b"{", "no valid JSON"),
        (b"\xff\xfe\x00", "no valid JSON"),
        (b"[" * 90_000, "nested too deeply"),
        (b" " * 1_000_000, "100001"),
        (json.dumps(BID | {"responses": [1]}).encode(), "1 responses"),
        (json.dumps({"requests": [{"own": [*OWN[:16], 54], "bid": []}]}).encode(), "54"),
        (json.dumps({"requests": [{"own": OWN, "bid": [2, 1]}]}).encode(), "exceed"),
        (json.dumps({"requests": [FIRST | {"history": [[], [0]]}]}).encode(), "card 0"),
    ],
)
def test_what_cannot_be_read_is_one_line_and_code_two(
    text: bytes, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "bots_of_a_test", sys.modules[__name__])
    give(monkeypatch, text)
    assert run(["botzone", "--bot", "bots_of_a_test:Echo"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("ddz: cannot read the Botzone request")
    assert captured.err.count("\n") == 1
    assert told in captured.err


@pytest.mark.parametrize("bot", ["Broken", "Failing"])
@pytest.mark.parametrize("log", [BID, PLAY], ids=["bid", "play"])
def test_a_bot_that_fails_prints_nothing_and_gives_code_two(
    bot: str, log: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "bots_of_a_test", sys.modules[__name__])
    assert run(["botzone", "--bot", f"bots_of_a_test:{bot}", json.dumps(log)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1


class Raising:
    """A bot with a slip in it."""

    def bid(self, view: ddz.View) -> int:
        return 1 // 0

    def play(self, view: ddz.View) -> str:
        raise KeyError("x")


@pytest.mark.parametrize(
    ("log", "told"), [(BID, "ZeroDivisionError"), (PLAY, "KeyError")], ids=["bid", "play"]
)
def test_a_bot_that_raises_gives_code_one(
    log: Any, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "bots_of_a_test", sys.modules[__name__])
    assert run(["botzone", "--bot", "bots_of_a_test:Raising", json.dumps(log)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"ddz: the bot bots_of_a_test:Raising raised {told}: ")
    assert captured.err.count("\n") == 1


def test_an_unknown_bot_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["botzone", "--bot", "nobody", json.dumps(BID)]) == 2
    assert "nobody" in capsys.readouterr().err


@needs_native
def test_the_command_itself() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "doudizhu_fast", "botzone", "--bot", "rule"],
        input=json.dumps(PLAY).encode(),
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["response"] in ([], [44, 45])
    assert done.stderr == b""
