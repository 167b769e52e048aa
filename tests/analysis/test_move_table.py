"""move_table(): every move is worth what games played one by one say, on the same deals for all moves."""

import json
import math
import pickle
import time
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, repeat

import numpy as np
import pytest

import doudizhu_fast as ddz
from doudizhu_fast import Game, InvalidArgumentError, Position, Role, View, WrongPhaseError
from greedy_player import greedy_move, played_out

pytestmark = pytest.mark.skipif(
    ddz.backend() != "native", reason="the reference engine has no analysis"
)
if ddz.backend() == "native":
    from doudizhu_fast.analysis import MoveTable, move_table


def lead_view() -> View:
    return View.from_text("33345567889TTJQKA22R", seat=0, landlord=0, bottom="33R")


def follow_view() -> View:
    return View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="T")


def random_positions(rules: str, seats: int) -> Iterator[Position]:
    """Open positions of every sort: what remains of deals after some greedy moves."""
    choose = np.random.default_rng(4)
    for seed in range(45):
        dealt = ddz.deal(seed, rules)
        hands = list(dealt.hands)[:seats]
        landlord = int(choose.integers(seats))
        hands[landlord] += dealt.bottom
        position = Position(hands, landlord, landlord, rules=rules, bid=int(choose.integers(1, 4)))
        for _ in range(int(choose.integers(0, 30))):
            after = position.play(greedy_move(position))
            if after.turn is None:
                break
            position = after
        yield position


# The figures.


@pytest.mark.parametrize(
    ("rules", "seats"), [("three_player", 3), ("three_player", 2), ("rlcard", 3)]
)
def test_open_positions_are_played_out_as_they_stand(rules: str, seats: int) -> None:
    seen = 0
    for position in random_positions(rules, seats):
        table = move_table(position, policy="greedy")
        assert Counter(row.move for row in table.rows) == Counter(position.legal_moves())
        best = table.best.payoff.mean
        for row in table.rows[:25]:
            final = played_out(position.play(row.move))
            assert row.payoff.mean == final.payoffs[position.turn]
            assert row.win.mean == (final.payoffs[position.turn] > 0)
            assert row.behind.mean == best - row.payoff.mean >= 0
            assert row.tied == (row.payoff.mean == best)
            assert row.n == 1
            seen += 1
    assert seen > 80


def completions(view: View) -> Iterator[tuple[list[str], int]]:
    """Every way to deal the unseen cards to the two other hands, and how often it comes up."""
    cards = list(str(view.unseen))
    first, second = ((view.seat + step) % 3 for step in (1, 2))
    ways: Counter[tuple[str, str]] = Counter()
    for chosen in combinations(range(len(cards)), view.counts[first]):
        held = "".join(cards[place] for place in chosen)
        rest = "".join(card for place, card in enumerate(cards) if place not in chosen)
        ways[held, rest] += 1
    for (held, rest), count in ways.items():
        hands = [""] * 3
        hands[view.seat], hands[first], hands[second] = str(view.hand), held, rest
        yield hands, count


def late_views() -> Iterator[View]:
    """Views of games near their end, with no card that is known to lie anywhere."""
    rules = "three_player+turned_up_card=false,bottom_cards=hidden"
    for seed in range(60):
        game = Game(seed=seed, rules=rules)
        game.bid(3)
        while game.turn is not None:
            view = game.view(game.turn)
            hidden = len(view.unseen)
            if hidden <= 9 and len(view.legal_moves()) > 1 and view.role is Role.PEASANT:
                yield view
                break
            game.play(greedy_move(game.position))


def test_figures_are_those_of_all_completions() -> None:
    seen = 0
    for view in late_views():
        table = move_table(view, 3000, policy="greedy", seed=6)
        for row in table.rows:
            if row.n < 3000:
                continue
            values = []
            for hands, count in completions(view):
                start = Position(
                    hands,
                    view.landlord,
                    view.turn,
                    view.to_beat,
                    view.passes,
                    view.rules,
                    bid=view.highest_bid,
                    plays=view.plays,
                    doublings=view.doublings,
                )
                paid = played_out(start.play(row.move)).payoffs[view.seat]
                values += [paid] * count
            assert row.win.low - 0.02 <= np.mean(np.array(values) > 0) <= row.win.high + 0.02
            assert abs(row.payoff.mean - np.mean(values)) <= 4.5 * row.payoff.stderr + 1e-9
            seen += 1
        if seen > 12:
            break
    assert seen > 12


def test_differences_are_taken_on_the_deals_that_both_have_seen() -> None:
    table = move_table(follow_view(), 3000, seed=3)
    assert len(table.rows) >= 3
    full = [row for row in table.rows if row.n == 3000]
    assert len(full) >= 2
    for row in full:
        assert row.behind.mean == pytest.approx(table.best.payoff.mean - row.payoff.mean)
        assert row.behind.n == row.n
    for row in table.rows:
        assert row.behind.n == row.n
        assert row.behind.mean >= 0
        assert row.tied == (row.behind.low <= 0)
    # The same deals tell more than as many others would.
    other = full[1]
    assert other.behind.stderr < math.hypot(table.best.payoff.stderr, other.payoff.stderr)


# How the work is shared out.


def test_the_work_goes_to_the_contenders() -> None:
    view = lead_view()
    table = move_table(view, 1600, seed=2)
    moves = view.legal_moves()
    assert Counter(row.move for row in table.rows) == Counter(moves)
    sizes = Counter(row.n for row in table.rows)
    left, games = len(moves), 0
    seen = 0
    for n in sorted(sizes):
        games += left * (n - seen)
        seen = n
        assert n >= 50
        if n < 1600:
            # Half of what is left goes, unless several halvings fall on the same deals.
            assert sizes[n] >= left // 2
        left -= sizes[n]
    assert left == 0
    assert sizes[1600] == 2
    assert games < 1600 * (math.log2(len(moves)) + 2)
    order = [row.behind.mean for row in table.rows]
    assert order == sorted(order)


def test_few_deals_are_seen_by_all() -> None:
    table = move_table(lead_view(), 40, seed=2)
    assert {row.n for row in table.rows} == {40}
    view = follow_view()
    assert {row.n for row in move_table(view, 1, seed=2).rows} == {1}
    only = Position(["3", "45", "67"], 0, 1, to_beat="A")
    assert [(str(row.move), row.n) for row in move_table(only, 7).rows] == [("pass", 7)]


def test_the_objective_sorts() -> None:
    # A bomb that doubles a lost game costs payoff and no win.
    lost = Position(["45", "666678", "3"], 0, 1, to_beat=None, rules="three_player")
    for objective in ("payoff", "win"):
        table = move_table(lost, objective=objective, policy="greedy")
        assert table.objective == objective
        figures = [getattr(row, objective).mean for row in table.rows]
        assert figures == sorted(figures, reverse=True)
    with pytest.raises(InvalidArgumentError):
        move_table(lost, objective="both")


def test_progress_hears_of_every_slice() -> None:
    heard: list[tuple[int, int]] = []
    table = move_table(lead_view(), 600, seed=2, progress=lambda *now: heard.append(now))
    assert heard[-1][0] == heard[-1][1] == sum(row.n for row in table.rows)
    assert [done for done, _ in heard] == sorted({done for done, _ in heard})
    assert len({total for _, total in heard}) == 1


# What it says.


@pytest.mark.parametrize("policy", ["rule", "greedy", "random"])
def test_a_table_depends_on_the_seed_alone(policy: str) -> None:
    view = follow_view()
    one, two = (move_table(view, 500, policy=policy, seed=7, threads=t) for t in (1, 3))
    assert one == two
    assert move_table(view, 500, policy=policy, seed=8) != one
    assert (one.seat, one.role, one.policy, one.seed, one.n) == (1, Role.PEASANT, policy, 7, 500)


@pytest.mark.parametrize("rules", ["three_player", "four_player", "botzone"])
def test_every_view_of_a_game_can_be_asked(rules: str) -> None:
    game = Game(seed=3, rules=rules)
    while game.phase is ddz.Phase.AUCTION:
        game.bid(3)
    asked = 0
    while game.turn is not None:
        view = game.view(game.turn)
        table = move_table(view, 60, seed=1)
        assert Counter(row.move for row in table.rows) == Counter(view.legal_moves())
        game.play(table.best.move)
        asked += 1
    assert asked > 15


def test_the_multiplier_so_far_counts() -> None:
    hands = ["33", "4", "5"]
    one = move_table(Position(hands, 0, 0, plays=(1, 1)))
    four = move_table(Position(hands, 0, 0, plays=(1, 1), doublings=1, bid=2))
    assert (one.best.payoff.mean, four.best.payoff.mean) == (2, 8)
    # Without a play of the peasants it is a spring as well.
    assert move_table(Position(hands, 0, 0, plays=(1, 0))).best.payoff.mean == 4


def test_policies_with_chance_can_be_asked_often() -> None:
    position = Position(["3456", "479", "58T"], 0, 0)
    table = move_table(position, 2000, policy="random", seed=1)
    assert 0 < table.best.win.mean < 1
    assert table.best.n == 2000


def test_tables_travel_and_show_themselves() -> None:
    table = move_table(lead_view(), 200, seed=5)
    assert isinstance(table, MoveTable)
    assert pickle.loads(pickle.dumps(table)) == table
    data = json.loads(json.dumps(table.to_dict(), allow_nan=False))
    assert data["rows"][0]["move"] == str(table.best.move)
    lines = str(table).splitlines()
    assert len(lines) == 22
    assert "best" in lines[1]
    assert "seed 5" in repr(table)
    exact = move_table(Position(["33", "4", "5"], 0, 0))
    json.dumps(exact.to_dict(), allow_nan=False)
    assert "nan" not in str(exact)


@pytest.mark.slow
def test_intervals_of_differences_cover() -> None:
    two_ways = (view for view in late_views() if len(view.legal_moves()) == 2)
    tables = ((view, move_table(view, 2000, policy="greedy", seed=98)) for view in two_ways)
    # Neither move decides the game.
    view = next(
        view for view, table in tables if all(0.3 < row.win.mean < 0.7 for row in table.rows)
    )
    truth = move_table(view, 400_000, policy="greedy", seed=99, threads=1)
    gap = truth.rows[1].behind.mean
    repeats, inside, paid = 10_000, 0, 0
    for seed in range(repeats):
        table = move_table(view, 200, policy="greedy", seed=seed, threads=1)
        sign = 1 if table.best.move == truth.best.move else -1
        behind = table.rows[1].behind
        inside += behind.low <= sign * gap <= behind.high
        # Of one move throughout: that of the best, or the worst, of a sample is off to one side.
        row = next(row for row in table.rows if row.move == truth.best.move)
        paid += row.payoff.low <= truth.best.payoff.mean <= row.payoff.high
    assert abs(inside / repeats - 0.95) < 0.01
    assert abs(paid / repeats - 0.95) < 0.015


# What is refused.


def test_where_nobody_is_to_move_there_is_no_table() -> None:
    void = Game(deal=ddz.deal(1))
    for _ in range(3):
        void.bid(0)
    done = Position(["-", "4", "5"], 0, None)
    over = Game(seed=1, rules="rlcard")
    while over.turn is not None:
        over.play_index(0)
    for view, reason in (
        (View.from_text("34567889TTJJQKA22"), "auction_not_over"),
        (void.view(0), "thrown_in"),
        (over.view(0), "game_over"),
        (done, "game_over"),
        (View.from_text("34567889TTJJQKA22", seat=2, landlord=0, plays="T"), "not_to_act"),
    ):
        with pytest.raises(WrongPhaseError) as caught:
            move_table(view)
        assert caught.value.reason == reason
        str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"view": "3456"}, "wrong_type"),
        ({"n": 0}, "out_of_range"),
        ({"n": -5}, "out_of_range"),
        ({"n": 10**8}, "out_of_range"),
        ({"policy": "nobody"}, "unknown_policy"),
        ({"objective": None}, "wrong_type"),
        ({"seed": -1}, "bad_seed"),
        ({"threads": 0}, "out_of_range"),
        ({"progress": 3}, "wrong_type"),
    ],
)
def test_odd_arguments_are_refused(arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        move_table(**{"view": follow_view()} | arguments)
    assert caught.value.reason == reason
    str(caught.value)


def test_many_threads_for_little_work_are_not_made() -> None:
    position = Position(["345", "66", "7"], 0, 0)
    began = time.process_time()
    assert move_table(position, threads=1024).n == 1
    assert time.process_time() - began < 1.0


def test_endless_moves_are_refused() -> None:
    with pytest.raises(InvalidArgumentError, match="at most"):
        move_table(lead_view(), 10, moves=repeat("3"))
