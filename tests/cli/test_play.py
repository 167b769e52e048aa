"""``ddz play``: whole hands and matches, played by typing, on a pipe and on a terminal."""

import contextlib
import io
import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import doudizhu_fast as ddz
from doudizhu_fast.cli import run
from doudizhu_fast.cli._play import Session, load
from doudizhu_fast.cli._play.saved import SavedFileError

pytestmark = pytest.mark.skipif(
    ddz.backend() != "native", reason="the reference engine has no bots to play against"
)

Play = Callable[..., tuple[int, str, str]]


@pytest.fixture
def play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Play:
    """Run ``ddz play`` on lines that were typed before; gives the exit code, the text and the errors."""
    monkeypatch.chdir(tmp_path)

    def typed(lines: list[str], *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = run(["play", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return typed


def session_of(players: int, seed: int, games: int = 1, seat: int = 0) -> Session:
    rules = ddz.Rules.parse({3: "three_player", 4: "four_player"}[players])
    return Session(rules, seat, ["rule"], seed, games)


def at_my_turn(session: Session, *lines: str) -> Session:
    """Give a session after so many lines, where it is the person's turn."""
    for line in (*lines, None):
        for _ in session.bot_actions():
            pass
        if line is not None:
            session.act(line)
    return session


def typist(session: Session) -> Iterator[str]:
    """Play a session to its end by the greedy bot, and give what would be typed for that."""
    bot = ddz.bots.get("greedy", rules=session.match.rules)
    while True:
        while session.game.turn is not None:
            for _ in session.bot_actions():
                pass
            if session.asks:
                calls = session.game.phase is ddz.Phase.AUCTION
                text = str(bot.bid(session.view) if calls else bot.play(session.view))
                yield text
                session.act(text)
        if session.match.over:
            return
        yield ""
        session.next_game()


def ending(text: str) -> list[str]:
    return text.splitlines()[-3:]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seat", [0, 2])
def test_a_whole_hand_is_played_and_paid(players: int, seat: int, play: Play) -> None:
    played = 0
    for seed in range(4):
        session = session_of(players, seed, seat=seat)
        lines = list(typist(session))
        arguments = ["--players", str(players), "--seed", str(seed), "--seat", str(seat)]
        code, text, error = play(lines, *arguments)
        assert (code, error) == (0, "")
        payoffs = session.game.payoffs
        assert payoffs is not None
        assert ending(text)[-1].split()[2:] == [f"{amount:+}" for amount in payoffs]
        assert text.count("your move>") + text.count("your bid>") == len(lines)
        played += 1
    assert played == 4


def test_a_match_keeps_totals(play: Play) -> None:
    session = session_of(3, 5, games=3)
    lines = list(typist(session))
    code, text, _ = play(lines, "--seed", "5", "--match", "3")
    assert code == 0
    assert text.count("after ") == 3
    *_, told = ending(text)
    assert told.split() == [
        "after",
        "3",
        "of",
        "3",
        *(f"{total:+}" for total in session.match.totals),
    ]
    assert "Hand 3 of 3" in text


@pytest.mark.parametrize("players", [3, 4])
def test_a_match_that_was_left_goes_on_to_the_same_end(players: int, play: Play) -> None:
    lines = list(typist(session_of(players, 9, games=2)))
    arguments = ["--players", str(players), "--seed", "9", "--match", "2"]
    code, whole, _ = play(lines, *arguments, "--save", "whole.json")
    assert code == 0
    cuts = sorted({0, 1, 2, len(lines) // 2, len(lines) - 1})
    assert len(cuts) >= 4
    for cut in cuts:
        code, text, _ = play(lines[:cut], *arguments, "--save", "cut.json")
        assert code == 0
        assert "kept in cut.json: ddz play --resume cut.json" in text
        code, text, error = play(lines[cut:], "--resume", "cut.json")
        assert (code, error) == (0, "")
        assert ending(text) == ending(whole)
        assert all(told.count(": landlord for ") == 1 for told in text.split("Hand ")[1:])
        assert Path("cut.json").read_text() == Path("whole.json").read_text()
        Path("cut.json").unlink()


@pytest.mark.parametrize("players", [3, 4])
def test_taking_back_changes_nothing_of_what_follows(players: int, play: Play) -> None:
    lines = list(typist(session_of(players, 9)))
    again = [typed for line in lines for typed in (line, "undo", line)]
    # The hand is over after the last line: there is nothing to take back any more.
    again = again[:-2]
    arguments = ["--players", str(players), "--seed", "9"]
    _, straight, _ = play(lines, *arguments)
    code, text, _ = play(again, *arguments)
    assert code == 0
    assert ending(text) == ending(straight)
    assert text.count("taken back: ") == len(lines) - 1


def test_a_hand_that_is_over_can_be_taken_back_in_a_match(play: Play) -> None:
    lines = list(typist(session_of(3, 9, games=2)))
    first = lines.index("")
    again = [*lines[:first], "undo", *lines[first - 1 :]]
    _, straight, _ = play(lines, "--seed", "9", "--match", "2")
    code, text, _ = play(again, "--seed", "9", "--match", "2")
    assert code == 0
    assert ending(text) == ending(straight)


def test_nothing_can_be_taken_back_at_the_start(play: Play) -> None:
    code, text, _ = play(["undo"], "--seed", "7")
    assert code == 0
    assert "you have not done anything yet" in text


def test_what_all_pass_is_dealt_anew_and_can_be_taken_back(play: Play) -> None:
    session = next(
        session
        for session in (session_of(3, seed) for seed in range(100, 400))
        if redealt_after_a_pass(session)
    )
    seed = str(session.match.seed)
    code, text, _ = play(["0", "undo", "0"], "--seed", seed)
    assert code == 0
    assert text.count("All have passed: the cards are dealt anew.") == 2


def redealt_after_a_pass(session: Session) -> bool:
    for _ in session.bot_actions():
        pass
    if not session.asks or session.game.phase is not ddz.Phase.AUCTION:
        return False
    anew = session.act("0").dealt_anew
    return anew or any(action.dealt_anew for action in session.bot_actions())


def test_no_hidden_card_is_shown(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("doudizhu_fast.cli._play.session._HINT_DEALS", 20)
    checked = 0
    for players in (3, 4):
        for seed in range(3):
            session = session_of(players, seed)
            hidden = set()
            lines = []
            for line in typist(session):
                hidden |= {str(hand) for hand in session.game.hands[1:] if len(hand) > 6}
                lines += ["hint", "moves", "table", line]
            arguments = ["--players", str(players), "--seed", str(seed)]
            _, text, _ = play(lines, *arguments)
            assert len(hidden) >= players
            assert not [hand for hand in hidden if hand in text]
            _, opened, _ = play(lines, *arguments, "--open")
            assert all(str(hand) in opened for hand in session.game.deal.hands)
            checked += len(hidden)
    assert checked >= 60


def test_hints_weigh_what_the_seat_may_do(play: Play) -> None:
    session = at_my_turn(session_of(3, 8))
    _, text, _ = play(["hint"], "--seed", "8")
    best = session.hint().best
    assert isinstance(best, ddz.analysis.BidRow)
    assert f"hint: {f'bid {best.bid}' if best.bid else 'pass'}" in text
    assert "2,000 random deals of the hidden cards" in text
    at_my_turn(session, "3")
    _, text, _ = play(["3", "hint"], "--seed", "8")
    table = session.hint()
    assert isinstance(table, ddz.analysis.MoveTable)
    assert f"hint: {table.best.move}" in text
    assert f"and {len(table.rows) - 6} more moves" in text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("5", "a bid is 0 (pass), 1, 2 or 3, got '5'"),
        ("333", "a bid is 0"),
        ("save", "say where: save FILE"),
        ("save /nowhere/x", "cannot save: there is no folder /nowhere"),
        ("save .", "cannot save: . is no file"),
        ("help", "take back your last action"),
        ("moves", "you may bid 0 (pass), 2, 3"),
        ("", "your hand"),
        ("x" * 9999, "a bid is 0"),
    ],
)
def test_what_is_no_bid_is_said_and_asked_again(line: str, words: str, play: Play) -> None:
    code, text, error = play([line], "--seed", "8")
    assert (code, error) == (0, "")
    assert words in text
    assert text.count("your bid>") == 2


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Z", "cannot read 'Z'"),
        ("3456", "3456 is not a play"),
        ("444", "cannot play 444: the hand"),
        ("pass", "cannot pass on a lead"),
        ("333+", "333+"),
        ("MOVES", "SOLO"),
    ],
)
def test_what_is_no_move_is_said_and_asked_again(line: str, words: str, play: Play) -> None:
    session = at_my_turn(session_of(3, 8), "3")
    assert "444" not in session.view.hand
    code, text, _ = play(["3", line], "--seed", "8")
    assert code == 0
    assert words in text
    assert text.count("your move>") == 2


def test_moves_are_read_in_every_form(play: Play) -> None:
    session = at_my_turn(session_of(3, 8), "bid 3")
    ten = next(move for move in session.view.legal_moves() if str(move).startswith("T"))
    typed = " ".join("10" if letter == "T" else letter for letter in str(ten)).lower()
    _, text, _ = play(["bid 3", typed], "--seed", "8")
    assert f"you: {ten}" in text


def test_a_file_that_is_there_is_left_alone(play: Play) -> None:
    Path("notes.txt").write_text("milk")
    code, text, error = play(["save notes.txt", "save notes.txt", "quit"], "--seed", "8")
    assert (code, error) == (0, "")
    assert text.count("cannot save: notes.txt is there already, and is left as it is") == 2
    assert "the match is not kept" in text
    code, text, error = play([], "--seed", "8", "--save", "notes.txt")
    assert (code, text) == (2, "")
    assert "notes.txt is there already" in error
    assert Path("notes.txt").read_text() == "milk"


def test_a_file_of_the_match_is_written_again(play: Play) -> None:
    code, text, _ = play(["save game.json", "3", "save", "quit"], "--seed", "8")
    assert code == 0
    assert text.count("kept in game.json") == 3
    assert load(Path("game.json")).game.bids[-1] == (0, 3)


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda saved: saved.update(format="chess"), "no saved game"),
        (lambda saved: saved.update(version=2), "version 2, and this program reads up to 1"),
        (lambda saved: saved.update(version="1"), "version must be a whole number"),
        (lambda saved: saved.update(rules="mahjong"), "no preset 'mahjong'"),
        (lambda saved: saved.update(rules=5), "rules must be a text"),
        (lambda saved: saved.update(seat=3), "seat must be a whole number from 0 to 2"),
        (lambda saved: saved.update(seat=True), "seat must be a whole number"),
        (lambda saved: saved.update(bots=["rule", "rule", "rule"]), "one name or 2"),
        (lambda saved: saved.update(bots=[5]), "a bot is a name"),
        (lambda saved: saved.update(bots=["nobody"]), "no bot 'nobody'"),
        (lambda saved: saved.update(seed=-1), "seed must be a whole number"),
        (lambda saved: saved.update(seed=9), "it is of another match"),
        (lambda saved: saved.update(games=0), "games must be a whole number from 1"),
        (lambda saved: saved.update(records=[]), "records must be a list of 1 to 2 games"),
        (lambda saved: saved["records"].append(7), "game 1: "),
        (lambda saved: saved["records"][0]["plays"].pop(0), "game 0: "),
        (lambda saved: saved["records"][0].pop("deals"), "the record has no deals"),
        (lambda saved: saved["records"][0].update(bid=2), "do not agree"),
    ],
)
def test_a_damaged_file_is_refused(change: Change, words: str, play: Play) -> None:
    lines = list(typist(session_of(3, 8)))
    play(lines[:3], "--seed", "8", "--match", "2", "--save", "game.json")
    saved = json.loads(Path("game.json").read_text())
    change(saved)
    Path("game.json").write_text(json.dumps(saved))
    code, text, error = play([], "--resume", "game.json")
    assert (code, text) == (2, "")
    assert error.startswith("ddz: cannot resume game.json: ")
    assert words in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no JSON"),
        (b"{", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"7", "no saved game"),
        (b"\xff\xfe", "it is not text"),
        (b'{"format": "doudizhu-fast play", "version": 1' + b"0" * 5000 + b"}", "no JSON"),
    ],
)
def test_what_is_no_saved_game_is_refused(content: bytes, words: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    with pytest.raises(SavedFileError, match=words):
        load(file)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bots", "rule,rule,rule"], "--bots is one bot or 2 for the other seats, not 3"),
        (["--bots", "nobody"], "there is no bot 'nobody'"),
        (["--bots", ""], "there is no bot ''"),
        (["--seat", "3"], "--seat is 0 to 2, not 3"),
        (["--match", "0"], "--match: 0 is not from 1 to 10000"),
        (["--save", "nowhere/x"], "cannot save: there is no folder nowhere"),
        (["--resume", "nowhere"], "cannot resume nowhere: No such file or directory"),
        (["--resume", "x", "--seed", "1"], "a saved match tells everything itself but --open"),
    ],
)
def test_wrong_options_are_refused(arguments: list[str], words: str, play: Play) -> None:
    code, text, error = play([], *arguments)
    assert (code, text) == (2, "")
    assert words in error


def test_a_match_that_is_over_cannot_be_resumed(play: Play) -> None:
    play(list(typist(session_of(3, 8))), "--seed", "8", "--save", "game.json")
    code, _, error = play([], "--resume", "game.json")
    assert code == 2
    assert "the match is over" in error


def test_bots_may_differ_and_have_options(play: Play) -> None:
    code, text, _ = play([], "--seed", "8", "--bots", "greedy, montecarlo(deals=20, objective=win)")
    assert code == 0
    assert "seat 1 greedy, seat 2 montecarlo(deals=20, objective=win)" in text


def test_a_bot_that_fails_ends_the_match_and_tells_no_card(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "playing_cheat.py").write_text(
        "class Cheat:\n"
        "    def bid(self, view):\n        return 0\n"
        "    def play(self, view):\n        return '33334444'\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    session = at_my_turn(session_of(3, 8), "3")
    lead = str(session.view.legal_moves()[0])
    arguments = ["--seed", "8", "--bots", "playing_cheat:Cheat", "--save", "game.json"]
    code, text, error = play(["3", lead], *arguments)
    assert code == 1
    assert (
        error == "ddz: the bot Cheat in seat 1 failed: its move was illegal (--open tells more)\n"
    )
    assert "kept in game.json" in text


@pytest.mark.parametrize("method", ["begin", "end"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_bot_may_fail_when_it_is_greeted(
    method: str, seat: int, play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"playing_rude_{method}.py").write_text(
        "class Polite:\n"
        "    def bid(self, view):\n        return view.legal_bids()[-1]\n"
        "    def play(self, view):\n        return view.legal_moves()[0]\n"
        "class Rude(Polite):\n"
        f"    def {method}(self, view):\n        raise ValueError(view.hand)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    # What the person does ends the game too, at one seat or another.
    polite = f"playing_rude_{method}:Polite"
    session = Session(ddz.Rules(), seat, [polite], 8, 2)
    lines = [*typist(session), "quit"]
    bots = f"playing_rude_{method}:Rude"
    code, _, error = play(
        lines, *("--seed", "8", "--seat", str(seat), "--bots", bots, "--match", "2")
    )
    assert error in (
        f"ddz: the bot Rude in seat {other} failed: it raised an error (--open tells more)\n"
        for other in range(3)
    )
    assert code == 1


def test_every_failure_of_a_bot_has_words() -> None:
    from doudizhu_fast.cli._play.conversation import _FAILURES

    assert set(_FAILURES) == set(ddz.BotError.messages)


def test_bots_hear_of_the_beginning_and_the_end(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "playing_listener.py").write_text(
        "heard = []\n"
        "class Listener:\n"
        "    def begin(self, view):\n        heard.append('begin')\n"
        "    def end(self, view):\n        heard.append('end')\n"
        "    def bid(self, view):\n        return 0\n"
        "    def play(self, view):\n        return view.legal_moves()[0]\n"
        "listener = Listener()\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    session = Session(ddz.Rules(), 0, ["playing_listener:listener"], 8, 1)
    lines = list(typist(session))
    import playing_listener

    # Two seats are the same object.
    assert playing_listener.heard == ["begin"] * 2 + ["end"] * 2
    code, _, _ = play(lines, "--seed", "8", "--bots", "playing_listener:listener")
    assert code == 0


class Terminal:
    """A process on a pseudo-terminal."""

    def __init__(self, *arguments: str) -> None:
        self._leader, follower = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "doudizhu_fast", "play", *arguments],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            start_new_session=True,
            env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"},
        )
        os.close(follower)
        self.shown = ""

    def wait_for(self, words: str) -> None:
        begun = len(self.shown)
        while words not in self.shown[begun:]:
            self.shown += os.read(self._leader, 65536).decode()

    def send(self, text: str) -> None:
        os.write(self._leader, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C; again, where it came between the prompt and the waiting for a key, which does not see it."""
        for _ in range(6):
            time.sleep(0.2)
            self.process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(5)
                return

    def end(self) -> int:
        while True:
            try:
                part = os.read(self._leader, 65536)
            except OSError:
                break
            if not part:
                break
            self.shown += part.decode()
        os.close(self._leader)
        return self.process.wait(timeout=30)


@pytest.mark.parametrize("players", [3, 4])
def test_a_hand_on_a_terminal(players: int, tmp_path: Path) -> None:
    session = session_of(players, 9)
    terminal = Terminal("--players", str(players), "--seed", "9", "--save", str(tmp_path / "hand"))
    for line in typist(session):
        terminal.wait_for("> ")
        terminal.send(f"{line}\n")
    assert terminal.end() == 0
    assert "\x1b[1m" in terminal.shown
    assert session.game.payoffs is not None
    told = terminal.shown.splitlines()[-1].split()
    assert told[2:] == [f"{amount:+}" for amount in session.game.payoffs]
    assert load(tmp_path / "hand").game.record() == session.game.record()


def test_ctrl_c_and_ctrl_d_keep_the_hand(tmp_path: Path) -> None:
    file = tmp_path / "hand"
    terminal = Terminal("--seed", "8", "--save", str(file))
    terminal.wait_for("> ")
    terminal.send("3\n")
    terminal.wait_for("your move> ")
    terminal.interrupt()
    assert terminal.end() == 130
    assert f"kept in {file}" in terminal.shown
    assert terminal.shown.endswith("ddz: stopped\r\n")
    again = Terminal("--resume", str(file))
    again.wait_for("your move> ")
    again.send("\x04")
    assert again.end() == 0
    assert f"kept in {file}" in again.shown
    assert load(file).game.bids[-1] == (0, 3)
