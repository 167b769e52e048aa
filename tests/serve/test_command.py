"""``ddz serve``: the address that it tells, ports, the end by Ctrl-C."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

import doudizhu_fast as ddz
from doudizhu_fast.cli import run

pytest.importorskip("uvicorn")
if ddz.backend() != "native":
    pytest.skip("the board needs the compiled engine", allow_module_level=True)


@pytest.fixture
def board() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "doudizhu_fast", "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True) as process:
        yield process
        process.kill()


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def about(address: str) -> Any:
    with urllib.request.urlopen(f"{address}api/about", timeout=10) as answer:
        assert "server" not in answer.headers
        return json.load(answer)


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent otherwise elsewhere")
def test_it_tells_its_address_answers_and_ends_quietly(board: subprocess.Popen[str]) -> None:
    address, _, rest = first_line(board).partition("  ")
    assert address.startswith("http://127.0.0.1:")
    assert rest == "(Ctrl-C ends it)\n"
    assert "rule" in about(address)["bots"]
    # An analysis under way does not hold up the end.
    question = {"kind": "bids", "of": {"table": {"hands": ["344567899TJQKKA2B"]}}, "n": 1_000_000}
    request = urllib.request.Request(
        f"{address}api/jobs", json.dumps(question).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        assert json.load(answer)["state"] == "running"
    board.send_signal(signal.SIGINT)
    output, errors = board.communicate(timeout=20)
    assert (board.returncode, output, errors) == (0, "", "")


def test_it_listens_on_the_loopback_address_alone(board: subprocess.Popen[str]) -> None:
    port = int(first_line(board).split(":")[2].split("/")[0])
    with socket.socket() as outside:
        try:
            # A name of this machine that is not the loopback address, without sending anything.
            with socket.socket(type=socket.SOCK_DGRAM) as probe:
                probe.connect(("192.0.2.1", 9))
                own = probe.getsockname()[0]
        except OSError:
            own = "127.0.0.2"
        outside.settimeout(5)
        assert outside.connect_ex((own, port)) != 0


def test_a_port_in_use_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert run(["serve", "--no-browser", "--port", port]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (
        f"ddz: cannot listen on port {port}: address already in use; "
        "another port may be free, and 0 takes any that is\n"
    )


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_ports_that_are_none(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--no-browser", "--port", port]) == 2
    assert "port" in capsys.readouterr().err


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--help"]) == 0
    assert capsys.readouterr().out.count("    ddz serve") == 2
