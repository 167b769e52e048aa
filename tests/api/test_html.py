"""What notebooks show: every value and result as HTML that is whole, safe, and needs nothing from outside."""

import inspect
import re
from html.parser import HTMLParser

import pytest

import doudizhu_fast as ddz
from doudizhu_fast.html.parts import cards

NATIVE = ddz.backend() == "native"
HAND = "344567899TJQKKA2B"
POSITION = "ddz1 three_player 3445/67/89 0 0 - 0"

# Shown as a part of what they belong to, or nothing to look at: numbers of moves, engines, errors, protocols.
WITHOUT = {
    *("ActionSpace", "Auction", "BatchGame", "DealBatch", "Kind", "Phase", "Rank", "Role"),
    *("BidRow", "BottomRow", "MoveRow", "MoveReview", "SeatReview", "Standing", "PairResult"),
    *("Bot", "GameLog", "PolicyBot", "Spread", "Table"),
}
NAMED = "<b>&\"'"


class Checker(HTMLParser):
    """Checks that tags close, and collects them and the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def checked(value: object) -> Checker:
    """Check the HTML of a value, and give what is in it."""
    text = value._repr_html_()  # type: ignore[attr-defined]
    checker = Checker()
    checker.feed(text)
    checker.close()
    assert checker.open == []
    assert checker.seen <= {
        *("div", "span", "table", "thead", "tbody", "tr", "th", "td", "code", "b"),
    }
    assert checker.attributes <= {"style", "title"}
    assert not re.search(r"http|url\(|<script|javascript|@import", text)
    return checker


def played() -> ddz.Game:
    game = ddz.Game(seed=3)
    game.bid(3)
    for _ in range(7):
        game.play_index(min(1, game.count_moves() - 1))
    return game


def matched() -> ddz.Match:
    match = ddz.Match([NAMED, "Bo", "Cy"], seed=3, games=2)
    while not match.over:
        if match.game.turn is None:
            match.next_game()
        match.game.bid(3)
        while match.game.turn is not None:
            match.game.play_index(0)
    return match


def samples() -> list[object]:
    game = played()
    return [
        ddz.Hand(HAND),
        ddz.Hand(""),
        ddz.Move("333444+5T"),
        ddz.PASS,
        ddz.deal(7, "four_player"),
        ddz.deal(7, "rlcard"),
        ddz.Position.parse(POSITION),
        ddz.Position.parse(POSITION).play("3").play("6").play("8"),
        ddz.Game(seed=7),
        game,
        game.view(0),
        ddz.Game(seed=7).view(1),
        game.record(),
        ddz.Game(seed=7, rules="rlcard").record(),
        ddz.simulate(1, "greedy", seed=5).game(0),
        ddz.Match(4, seed=3),
        matched(),
        ddz.Rules.national(),
        ddz.Estimate.of_rate(353, 1000),
        ddz.Estimate.of_rate(0, 0),
        ddz.Estimate.of_mean(-6, 36, 1),
        ddz.simulate(50, "greedy", seed=5),
        ddz.simulate(0, "greedy", seed=5),
    ]


class Named:
    """A bot with a name that is no HTML."""

    name = NAMED

    def bid(self, view: ddz.View) -> int:
        return 0

    def play(self, view: ddz.View) -> ddz.Move:
        return view.legal_moves()[0]


def native_samples() -> list[object]:
    ask = ddz.analysis
    chances = ask.odds("3344556677889TTJQ")
    return [
        ask.equity(HAND, 100, seed=1),
        ask.equity(HAND, 100, seed=1, role="peasant", bottom="AA2"),
        ask.bid_table(HAND, 100, seed=1),
        ask.move_table(ddz.View.from_text(HAND + "AA2", landlord=0), 60, seed=1),
        ask.move_table(ddz.Position.parse(POSITION)),
        ask.review(ddz.simulate(1, "random", seed=5).game(0), 100, seed=1),
        ask.solve(POSITION, "payoff"),
        ask.solve(POSITION, max_nodes=0),
        ask.min_plays("333444567", all=True),
        ask.min_plays("3"),
        chances,
        ask.odds(cards=17),
        chances.rocket(1),
        ddz.bots.tournament(["rule", "greedy", Named()], 2, seed=1),
    ]


def public_classes() -> dict[str, type]:
    found = {}
    for module in (ddz, ddz.analysis, ddz.bots):
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isclass(value) and not issubclass(value, ddz.DoudizhuError):
                found[name] = value
    return found


def test_every_public_value_and_result_can_be_shown() -> None:
    classes = public_classes()
    assert len(classes) >= 35
    shown = {name for name, value in classes.items() if hasattr(value, "_repr_html_")}
    assert shown == set(classes) - WITHOUT
    made = {type(value).__name__ for value in samples()}
    if NATIVE:
        made |= {type(value).__name__ for value in native_samples()}
        assert shown <= made


def test_all_of_it_is_whole_safe_and_self_contained() -> None:
    values = samples() + (native_samples() if NATIVE else [])
    for value in values:
        assert checked(value).text.strip(), value
    assert len(values) >= 20


def test_texts_are_escaped() -> None:
    values: list[object] = [matched()]
    if NATIVE:
        values.append(ddz.bots.tournament(["rule", Named()], 2, seed=1))
    for value in values:
        assert NAMED in checked(value).text


def test_cards_are_drawn_one_by_one() -> None:
    assert checked(ddz.Hand(HAND)).text.startswith(HAND)
    assert checked(ddz.Move("333444+5T")).text.startswith("333444 + 5T")
    assert checked(ddz.PASS).text.strip() == "pass"
    assert cards("33445").count("border-radius") == 5


def test_a_view_shows_its_own_cards_and_the_unseen_ones_together() -> None:
    game = played()
    text = checked(game.view(1)).text
    assert str(game.hands[1]) in text
    assert str(game.view(1).unseen) in text
    for seat in (0, 2):
        assert str(game.hands[seat]) not in text
        assert str(game.hands[seat]) in checked(game).text


@pytest.mark.skipif(not NATIVE, reason="the reference engine has no analysis")
def test_figures_are_those_of_the_text() -> None:
    table = ddz.analysis.move_table(ddz.View.from_text(HAND + "AA2", landlord=0), 60, seed=1)
    text = checked(table).text
    for row in table.rows[:20]:
        assert row.payoff.brief in text
    assert f"and {len(table.rows) - 20} more moves" in text
    equity = ddz.analysis.equity(HAND, 100, seed=1)
    assert f"{100 * equity.win.mean:.1f}" in checked(equity).text
    assert equity.payoff.brief in checked(equity).text
