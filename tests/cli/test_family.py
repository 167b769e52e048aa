"""The verbs as one family: the same options, exit codes, messages, help and completion in all of them."""

import inspect
import json
import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

import doudizhu_fast as ddz
from doudizhu_fast.cli import VERBS, _options, run
from markdown_pages import ROOT, codes, tables

NATIVE = ddz.backend() == "native"
POSITION = "ddz1 three_player 3445/67/89 0 0 - 0"
OPTIONS = {verb.__name__: set(inspect.signature(verb).parameters) for verb in VERBS}

# What has no use for an option: positions, records and files of games tell their rules, a bot's request too;
# botzone answers by one line of JSON anyway, play is a conversation, and serve has both in the browser.
TELL_THEIR_RULES = {"solve", "review", "botzone", "verify", "convert", "serve"}
WITHOUT_JSON = {"botzone", "play", "serve"}


def ddz_process(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "doudizhu_fast", *arguments]
    return subprocess.run(command, text=True, check=False, capture_output=True, **options)


def on_terminal(*arguments: str, environment: dict[str, str] | None = None) -> str:
    """Run a command on a terminal of 100 columns, and give what it shows there."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "doudizhu_fast", *arguments],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"} | (environment or {}),
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(leader)
    assert process.wait() == 0
    return shown.decode()


@pytest.mark.parametrize("sign", ["\x1b", "\x07", "\x9b", "\u202e", "\ud800"])
@pytest.mark.parametrize(
    "arguments",
    [["moves", "{}"], ["verify", "{}.jsonl"], ["review", "{}"], ["{}"], ["moves", "3", "--{}"]],
)
def test_errors_do_not_steer_the_terminal(
    sign: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([word.format(f"x{sign}y") for word in arguments]) in (1, 2)
    error = capsys.readouterr().err
    assert error.endswith("\n")
    assert error[:-1].isprintable()


def test_files_that_cannot_be_written_are_not_done_and_those_not_read_are_wrong(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    games = tmp_path / "games.jsonl"
    games.write_text(ddz.Game(seed=1).record().to_json() + "\n")
    (tmp_path / "folder.jsonl").mkdir()
    for to in ("nowhere/a.jsonl", "games.jsonl/a.jsonl", "folder.jsonl"):
        assert run(["convert", str(games), str(tmp_path / to)]) == 1, to
        assert capsys.readouterr().err.startswith(f"ddz: cannot write {tmp_path}/")
    for file in ("none.jsonl", "folder.jsonl", "games.jsonl/a.jsonl"):
        assert run(["convert", str(tmp_path / file), str(tmp_path / "a.jsonl")]) == 2, file
        assert capsys.readouterr().err.startswith(f"ddz: {tmp_path / file}: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.jsonl", "games.jsonl"]


def test_numbers_are_refused_in_the_same_words(capsys: pytest.CaptureFixture[str]) -> None:
    wholes = {"seed", "n", "port", "depth", "players", "seat", "match", "deals"}
    seen = 0
    for verb, options in sorted(OPTIONS.items()):
        for option in sorted(options & wholes):
            seen += 1
            assert run([verb, f"--{option}", "abc"]) == 2
            error = capsys.readouterr().err
            assert error.startswith(f"ddz: --{option}: 'abc' is no whole number"), (verb, error)
    assert seen > 20


def test_an_argument_is_named_in_errors_as_in_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["moves", ""]) == 2
    assert capsys.readouterr().err.startswith("ddz: HAND: the hand has no cards")


def test_all_verbs_have_the_options_of_the_family() -> None:
    assert len(OPTIONS) >= 15
    for verb, options in OPTIONS.items():
        assert ("json" in options) == (verb not in WITHOUT_JSON), verb
        assert ("rules" in options) == ("players" in options) == (verb not in TELL_THEIR_RULES)
    seeded = {verb for verb, options in OPTIONS.items() if "seed" in options}
    assert seeded >= {"demo", "deal", "perft", "analyze", "bid", "lead", "review", "arena"}


def test_shared_options_are_described_alike(capsys: pytest.CaptureFixture[str]) -> None:
    texts = {name: set[str]() for name in ("--json", "--players N", "--n N", "--policy NAME")}
    for verb in OPTIONS:
        assert run([verb, "--help"]) == 0
        page = " ".join(capsys.readouterr().out.partition("\nOptions:")[2].split())
        for name, found in texts.items():
            if f" {name} " in page:
                found.add(page.split(f" {name} ")[1].split(" --")[0])
    assert all(len(found) == 1 for found in texts.values()), texts


def test_every_line_of_the_list_of_verbs_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    run([])
    listed = capsys.readouterr().out.partition("Commands:\n")[2].strip().splitlines()
    assert len(listed) == len(VERBS)
    assert not [line for line in listed if line.endswith("...")]


@pytest.mark.parametrize(
    ("players", "seats"), [([], 3), (["--players", "3"], 3), (["--players", "4"], 4)]
)
def test_players_choose_the_rules(
    players: list[str], seats: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["deal", "--seed", "3", "--json", *players]) == 0
    assert len(json.loads(capsys.readouterr().out)["hands"]) == seats
    assert run(["demo", "--seed", "3", "--json", *players]) == 0
    told = [len(game["payoffs"]) for game in json.loads(capsys.readouterr().out)["games"]]
    assert told == ([seats] if players else [3, 4])


def test_numbers_are_read_as_people_write_them() -> None:
    written = {"1000": 1000, "1_000": 1000, "1,000": 1000, "1e3": 1000, "2E0": 2, "-7": -7}
    assert {text: _options.whole_number(text) for text in written} == written
    assert _options.real_number("0.5") == 0.5
    for wrong in ("", "1e", "1e3.5", "e3", "0x10", "1,00", "1e999", "9" * 100, "٣e1x"):
        with pytest.raises(_options.typer.BadParameter, match="no whole number"):
            _options.whole_number(wrong)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["demo", "--seed", "1x"],
            "--seed: '1x' is no whole number, like 2000 or 1e6 (see ddz demo --help)",
        ),
        (
            ["perft", "--depth", "1001"],
            "--depth: 1001 is not from 0 to 1000 (see ddz perft --help)",
        ),
        (["deal", "--players", "5"], "--players: 5 is not from 3 to 4 (see ddz deal --help)"),
        (
            ["deal", "--rules", "national", "--players", "4"],
            "--players 4 does not go with the rules national, which are for 3 (see ddz deal --help)",
        ),
        (["beats", "44"], "missing argument 'OTHER' (see ddz beats --help)"),
        (["juggle"], "no such command 'juggle' (see ddz --help)"),
        (["arena", "rule", "greedy", "--deals", "0"], "--deals must be 1 to 10000000, got 0"),
        (["arena", "rule", "greedy", "--limit", "-3"], "--limit must be above 0, got -3.0"),
        (["solve", POSITION, "--max-seconds", "-1"], "--max-seconds must be at least 0, got -1.0"),
        (["solve", POSITION, "--memory", "0"], "--memory must be 1 to 65536, got 0"),
        (
            ["odds"],
            "give a hand, as in 'ddz odds 3344556677889TTJQ', or --cards 17 for a random one "
            "(see ddz odds --help)",
        ),
        (
            ["odds", "345"],
            "with 3 own cards, or some seen, it is not told how many the others hold: 17 cards are a dealt hand "
            "and 20 the landlord's; otherwise --cards tells it, one number for each other player",
        ),
        (["odds", "--cards", "17", "--who", "1"], "--who must be 'any', got 1"),
    ],
)
def test_messages_speak_of_options(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if not NATIVE and arguments[0] in {"arena", "solve", "odds"}:
        pytest.skip("the reference engine has no analysis")
    assert run(arguments) == 2
    assert capsys.readouterr().err == f"ddz: {message}\n"


def test_the_page_lists_all_verbs() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    (rows,) = (rows for rows in tables(page) if "verb" in rows[0])
    assert {codes(row["verb"])[0].split()[1] for row in rows} == set(OPTIONS)


def exit_codes_of_the_page() -> dict[int, str]:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    (rows,) = (rows for rows in tables(page) if "exit code" in rows[0])
    return {int(row["exit code"]): row["when"] for row in rows}


def test_exit_codes_are_those_of_the_page(tmp_path: Path) -> None:
    assert set(exit_codes_of_the_page()) == {0, 1, 2, 130}
    done = ddz_process("beats", "44", "33")
    assert (done.returncode, done.stdout, done.stderr) == (0, "44 beats 33\n", "")
    with Path("/dev/full").open("w") as full:
        refused = subprocess.run(
            [sys.executable, "-m", "doudizhu_fast", "deal"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert refused.returncode == 1
    assert refused.stderr == "ddz: cannot write: No space left on device\n"
    unknown = ddz_process("beats", "44", "33", env=os.environ | {"DOUDIZHU_FAST_BACKEND": "fast"})
    assert unknown.returncode == 2
    assert unknown.stderr == (
        "ddz: DOUDIZHU_FAST_BACKEND must be 'native' or 'reference', got 'fast'\n"
    )


def test_ctrl_c_ends_with_130() -> None:
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "doudizhu_fast", "perft", "--seed", "1", "--depth", "40"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    # The first rows are there at once, the later ones never.
    assert process.stdout.readline().startswith("ddz1 ")
    time.sleep(0.1)
    process.send_signal(2)
    _, error = process.communicate(timeout=30)
    assert (process.returncode, error) == (130, "ddz: stopped\n")


def test_a_reader_that_leaves_is_no_error_to_speak_of() -> None:
    command = [sys.executable, "-m", "doudizhu_fast", "demo"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1


def test_colours_on_a_terminal_and_nowhere_else() -> None:
    bold = "\x1b[1m"
    assert bold in on_terminal("deal", "--seed", "3")
    assert "\x1b" not in on_terminal(
        "deal", "--seed", "3", environment={"NO_COLOR": "1", "TERM": "dumb"}
    )
    piped = ddz_process("deal", "--seed", "3").stdout
    assert "\x1b" not in piped
    plain = re.sub(r"\x1b\[[\d;]*m", "", on_terminal("deal", "--seed", "3")).replace("\r\n", "\n")
    assert plain == piped


@pytest.mark.skipif(not NATIVE, reason="the reference engine has no analysis")
def test_work_past_a_second_shows_a_bar_with_the_time_left() -> None:
    shown = on_terminal(
        "arena", "montecarlo(seconds=0.005)", "random", "--deals", "10", "--seed", "1"
    )
    assert re.search(r"playing.*\d+/20.*games.*\d+:\d\d.*left", shown)
    assert "20 games on 10 deals" in shown


def completed(shell: str, line: str) -> str:
    """What a shell is offered for the last word of a line."""
    words = {
        "bash": {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)},
        "zsh": {"_TYPER_COMPLETE_ARGS": line},
        "fish": {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }
    environment = os.environ | words[shell] | {"_DDZ_COMPLETE": f"complete_{shell}"}
    return ddz_process(env=environment).stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_verbs_and_rules(shell: str) -> None:
    script = ddz_process(env=os.environ | {"_DDZ_COMPLETE": f"source_{shell}"})
    assert script.returncode == 0
    assert "_DDZ_COMPLETE" in script.stdout
    verbs = completed(shell, "ddz mi")
    assert "minplays" in verbs
    assert "arena" not in verbs
    presets = completed(shell, "ddz moves 33 --rules ")
    assert all(name in presets for name in ddz.Rules.presets())


def test_completion_knows_bots_policies_and_kinds() -> None:
    assert set(_options.complete_bots()) >= {"greedy", "montecarlo", "random", "rule"}
    assert len(_options.complete_kinds()) == 14
    assert completed("bash", "ddz moves 33 --rules three").split() == ["three_player"]
    assert completed("bash", "ddz bid 33 --policy ").split() == ["rule", "greedy", "random"]
