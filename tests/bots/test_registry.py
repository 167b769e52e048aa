"""Bots by name: those of the package, of any module, of installed packages; what is wrong with the rest."""

import sys
from pathlib import Path

import pytest

import doudizhu_fast as ddz

MODULE = """
class Plain:
    def bid(self, view):
        return 0

    def play(self, view):
        return view.legal_moves()[0]


class Told(Plain):
    def __init__(self, rules, seed, depth=1):
        self.told = (rules.text, seed, depth)


class Anything(Plain):
    def __init__(self, **options):
        self.told = sorted(options)


class Half:
    def bid(self, view):
        return 0


class Nested:
    Plain = Plain


def fails():
    raise RuntimeError("out of order")


finished = Plain()
number = 5
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "some_bots.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "broken_bots.py").write_text("1 / 0", encoding="utf-8")
    (tmp_path / "some_bots-1.dist-info").mkdir()
    (tmp_path / "some_bots-1.dist-info" / "METADATA").write_text("Name: some-bots\nVersion: 1\n")
    (tmp_path / "some_bots-1.dist-info" / "entry_points.txt").write_text(
        "[doudizhu_fast.bots]\nplain = some_bots:Plain\nrule = some_bots:Half\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in ("some_bots", "broken_bots"):
        sys.modules.pop(name, None)


def reason_of(name: object, **options: object) -> str:
    with pytest.raises(ddz.InvalidArgumentError) as caught:
        ddz.bots.get(name, **options)  # type: ignore[arg-type]
    assert str(caught.value)
    return caught.value.reason


@pytest.mark.skipif(ddz.backend() != "native", reason="the package's bots decide in the engine")
def test_every_bot_of_the_package_can_be_made() -> None:
    assert len(ddz.bots.names()) >= 3
    for name in ddz.bots.names():
        bot = ddz.bots.get(name, seed=1)
        assert isinstance(bot, ddz.bots.Bot)
        assert bot.name == name


@pytest.mark.usefixtures("module")
def test_bots_of_any_module() -> None:
    assert type(ddz.bots.get("some_bots:Plain")).__name__ == "Plain"
    assert type(ddz.bots.get("some_bots:Nested.Plain", rules="four_player")).__name__ == "Plain"
    assert type(ddz.bots.get("some_bots:finished")).__name__ == "Plain"
    told = ddz.bots.get("some_bots:Told", rules="four_player", seed=4, depth=3)
    assert told.told == ("four_player", 4, 3)  # type: ignore[attr-defined]
    anything = ddz.bots.get("some_bots:Anything", depth=3)
    assert anything.told == ["depth", "rules", "seed"]  # type: ignore[attr-defined]


@pytest.mark.usefixtures("module")
def test_installed_packages_add_bots_but_replace_none() -> None:
    assert "plain" in ddz.bots.names()
    assert type(ddz.bots.get("plain")).__name__ == "Plain"
    if ddz.backend() == "native":
        assert type(ddz.bots.get("rule")).__name__ == "PolicyBot"


@pytest.mark.usefixtures("module")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("some_bots:Half", "no method play"),
        ("some_bots:number", "no method bid and no method play"),
        ("some_bots:missing", "missing"),
        ("no_such_module:Bot", "no_such_module"),
        ("broken_bots:Bot", "ZeroDivisionError"),
        ("some_bots:fails", "out of order"),
        (":", "imported"),
        ("some_bots:", "imported"),
    ],
)
def test_what_is_no_bot_is_told(name: str, says: str) -> None:
    with pytest.raises(ddz.InvalidArgumentError, match=says) as caught:
        ddz.bots.get(name)
    assert caught.value.reason == "bad_bot"


@pytest.mark.usefixtures("module")
def test_options_that_a_bot_does_not_take_are_refused() -> None:
    assert reason_of("some_bots:Plain", depth=2) == "bad_bot"
    assert reason_of("some_bots:finished", depth=2) == "bad_bot"


def test_unknown_names_are_told_with_the_known_ones() -> None:
    with pytest.raises(ddz.InvalidArgumentError, match="greedy") as caught:
        ddz.bots.get("nobody")
    assert caught.value.reason == "unknown_bot"
    assert reason_of(5) == "wrong_type"
    assert reason_of("x" * 10_000) == "unknown_bot"


@pytest.mark.usefixtures("module")
def test_options_may_be_part_of_the_name() -> None:
    told = ddz.bots.get("some_bots:Told(depth = 4)", rules="national", seed=1)
    assert told.told == ("national", 1, 4)  # type: ignore[attr-defined]
    for text, value in (("4", 4), ("0.5", 0.5), ("True", True), ("none", None), ("win", "win")):
        bot = ddz.bots.get(f"some_bots:Told(depth={text})", seed=1)
        assert bot.told[2] == value  # type: ignore[attr-defined]
        assert type(bot.told[2]) is type(value)  # type: ignore[attr-defined]
    assert type(ddz.bots.get("plain()")).__name__ == "Plain"


@pytest.mark.skipif(ddz.backend() != "native", reason="the bots decide in the engine")
@pytest.mark.parametrize("bot", ["montecarlo", "search"])
@pytest.mark.parametrize("option", ["deals=0", "deals=nan", "seconds=0", "exact_cards=99"])
def test_a_wrong_option_in_a_name_is_told_with_the_bot(bot: str, option: str) -> None:
    name = option.partition("=")[0]
    with pytest.raises(ddz.InvalidArgumentError, match=f"^{name} of {bot} must be"):
        ddz.bots.get(f"{bot}({option})")
    with pytest.raises(ddz.InvalidArgumentError, match=f"^{name} must be"):
        ddz.bots.get(bot, **{name: 1.5e9})


@pytest.mark.parametrize(
    "name",
    ["rule(", "rule(deals", "rule(deals)", "rule(deals=1)x", "rule(1=2)", "rule(a=1, a=2)"],
)
def test_options_that_cannot_be_read_are_told(name: str) -> None:
    with pytest.raises(ddz.InvalidArgumentError, match="options are written") as caught:
        ddz.bots.get(name)
    assert caught.value.reason == "bad_bot"
