"""`solve` against a plain minimax without any table, published puzzles, limits and refusals."""

import itertools
import random
import time
from collections.abc import Callable

import pytest

import doudizhu_fast as ddz
from doudizhu_fast.analysis import Solution, solve
from plain_minimax import PRESETS, Minimax, TooLongError, random_ending

pytestmark = pytest.mark.skipif(ddz.backend() != "native", reason="analysis is native only")

# Two hands, the landlord's first, and who wins when he leads: from the README of WZ403809264/doudizhu_solver.
PUBLISHED = [
    ("3455KK", "345522", ddz.Role.LANDLORD),
    ("33345AR", "QK222B", ddz.Role.LANDLORD),
    ("3366789TJQKKR", "789TJQKAA", ddz.Role.LANDLORD),
    ("45569TKA2", "4588TJKB", ddz.Role.LANDLORD),
    ("99TTQQKKAABR", "TTJJ2222", ddz.Role.LANDLORD),
    ("3335688JQK22", "445567TTKAAA", ddz.Role.LANDLORD),
    ("33334567TT2222", "999JJBR", ddz.Role.PEASANT),
    ("448999TJJQQAR", "336688TAA22B", ddz.Role.LANDLORD),
]
# A whole deal: out of reach for any search.
HARD = "ddz1 three_player 3445567889TTJQQKKKA2/345778899TQAA22BR/334566679TJJJQKA2 0 0 - 0"


def check_win(position: ddz.Position, banned: tuple[ddz.Kind, ...] = (), most: int = 10**9) -> None:
    """Winner, all winning moves, and a line that keeps to them."""
    minimax = Minimax(banned, most)
    landlord = minimax.landlord_wins(position)
    expected = minimax.winning_moves(position)
    solution = solve(position, banned=banned)
    assert solution.complete
    assert solution.winner is (ddz.Role.LANDLORD if landlord else ddz.Role.PEASANT), position
    assert list(solution.winning_moves) == expected, position
    check_line(position, solution)


def check_line(position: ddz.Position, solution: Solution) -> ddz.Position:
    for move in solution.line:
        position = position.play(move)
    assert position.winner is solution.winner
    return position


def check_payoff(position: ddz.Position, most: int = 10**9) -> None:
    expected = Minimax(most=most).payoff(position)
    solution = solve(position, "payoff")
    assert solution.complete
    assert solution.value == expected, position
    payoffs = check_line(position, solution).payoffs
    assert payoffs is not None
    assert payoffs[position.landlord] == solution.value, position
    assert solution.winning_moves == solve(position).winning_moves


def endings(seed: int, number: int, cards: int) -> list[ddz.Position]:
    draw = random.Random(seed)
    return [random_ending(draw, cards, PRESETS[i % len(PRESETS)]) for i in range(number)]


def test_random_endings_are_what_they_should_be() -> None:
    drawn = endings(1, 600, 12)
    assert {len(position.hands) for position in drawn} == {2, 3, 4}
    assert sum(position.to_beat is not None for position in drawn) >= 200
    assert sum(position.to_beat is None for position in drawn) >= 100
    assert max(sum(map(len, position.hands)) for position in drawn) <= 12
    winners = [solve(position).winner for position in drawn]
    assert min(winners.count(role) for role in ddz.Role) >= 150


def test_small_endings_are_solved_as_by_trying_everything() -> None:
    for position in endings(2, 420, 9):
        check_win(position)


def within_reach(check: Callable[..., None], positions: list[ddz.Position], most: int) -> int:
    """How many positions a check got through that a minimax can try everything in."""
    checked = 0
    for position in positions:
        try:
            check(position, most=most)
        except TooLongError:
            continue
        checked += 1
    return checked


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_endings_are_solved_as_by_trying_everything(seed: int) -> None:
    assert within_reach(check_win, endings(100 + seed, 300, 12), 40_000) >= 260


def test_small_endings_are_paid_as_by_trying_everything() -> None:
    for position in endings(3, 240, 8):
        check_payoff(position)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_endings_are_paid_as_by_trying_everything(seed: int) -> None:
    assert within_reach(check_payoff, endings(200 + seed, 300, 11), 40_000) >= 250


def test_what_is_banned_is_played_by_nobody() -> None:
    kinds = [kind for kind in ddz.Kind if kind not in (ddz.Kind.PASS, ddz.Kind.SOLO)]
    draw = random.Random(5)
    changed = 0
    for position in endings(6, 240, 9):
        banned = tuple(draw.sample(kinds, 6))
        check_win(position, banned)
        changed += solve(position).winner is not solve(position, banned=banned).winner
    assert changed >= 5


@pytest.mark.parametrize(("hand", "other", "winner"), PUBLISHED)
def test_published_endings(hand: str, other: str, winner: ddz.Role) -> None:
    solution = solve(ddz.Position([hand, other], 0, 0))
    assert solution.complete
    assert solution.winner is winner
    assert bool(solution.winning_moves) == (winner is ddz.Role.LANDLORD)


def test_a_finished_position_is_answered_without_a_search() -> None:
    position = ddz.Position(["-", "34", "5"], 1, None, bid=2, plays=(1, 3), doublings=1)
    solution = solve(position, "payoff", max_nodes=0)
    assert (solution.winner, solution.complete) == (ddz.Role.PEASANT, True)
    assert (solution.winning_moves, solution.line, solution.nodes) == ((), (), 0)
    assert position.payoffs is not None
    assert solution.value == position.payoffs[1] == -16
    assert solve(position).value is None


def test_the_payoff_counts_bid_doublings_and_spring() -> None:
    text = "ddz1 three_player 3333BR4/55/6 0 0 - 0 3 0,0 2"
    # Bomb, rocket and spring on top of two doublings: 3 x 32, from each peasant.
    assert solve(text, "payoff").value == 2 * 3 * 32
    assert solve(text.replace("three_player", "rlcard"), "payoff").value == 2
    assert solve(text.replace("three_player", "douzero"), "payoff").value == 2 * 3 * 16


def test_a_limit_leaves_the_truth() -> None:
    nothing = solve(HARD, max_nodes=0)
    assert nothing == Solution(None, False, (), (), None, 0, nothing.seconds)
    some = solve(HARD, max_nodes=5_000)
    assert some.nodes == 5_000
    assert not some.complete
    # What wins at once is seen without looking at any position.
    trivial = solve("ddz1 three_player 34/5/6 1 1 - 0", max_nodes=0)
    assert trivial.winner is ddz.Role.LANDLORD
    assert trivial.winning_moves == (ddz.Move("5"),)
    began = time.perf_counter()
    assert not solve(HARD, max_seconds=0.05).complete
    assert time.perf_counter() - began < 5
    assert not solve(HARD, max_seconds=0).complete


def test_what_a_limit_leaves_is_part_of_the_whole() -> None:
    partly = 0
    for position in endings(8, 120, 12):
        whole = solve(position)
        for most in (0, 1, 3, 10, 40):
            part = solve(position, max_nodes=most)
            assert part.winner in (None, whole.winner)
            assert set(part.winning_moves) <= set(whole.winning_moves)
            assert part.line == whole.line[: len(part.line)]
            if part.complete:
                assert (part.winner, part.winning_moves) == (whole.winner, whole.winning_moves)
            partly += part.winner is not None and not part.complete
    assert partly >= 50


def test_little_memory_changes_no_answer() -> None:
    position = "ddz1 three_player 448999TJJQQAR/336688TAA22B 0 0 - 0"
    much, little = solve(position), solve(position, memory_mb=1)
    assert little.nodes > much.nodes
    assert (little.winner, little.winning_moves) == (much.winner, much.winning_moves)


def test_progress_is_told_and_may_end_the_search() -> None:
    told = []
    solved = solve(
        "ddz1 three_player 3335688JQK22/445567TTKAAA 0 0 - 0", progress=lambda *n: told.append(n)
    )
    assert solved.complete
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] > 20

    def refuse(done: int, total: int) -> None:
        raise RuntimeError(f"{done} of {total}")

    with pytest.raises(RuntimeError, match="of 73"):
        solve(HARD, progress=refuse)


def test_kinds_are_named_in_three_ways() -> None:
    position = ddz.Position(["3344", "5B"], 0, 0)
    assert solve(position).winner is ddz.Role.LANDLORD
    for kind in (ddz.Kind.PAIR, "pair", 2):
        assert solve(position, banned=[kind]).winner is ddz.Role.PEASANT


def test_wrong_arguments_are_refused() -> None:
    position = ddz.Position(["34", "5", "6"], 0, 0)
    wrong = [
        ({"objective": "score"}, "unknown_objective"),
        ({"objective": None}, "wrong_type"),
        ({"banned": "BOMB"}, "wrong_type"),
        ({"banned": 13}, "wrong_type"),
        ({"banned": ["BOMBS"]}, "unknown_kind"),
        ({"banned": [15]}, "unknown_kind"),
        ({"banned": [-1]}, "unknown_kind"),
        ({"banned": [ddz.Kind.SOLO]}, "never_banned"),
        ({"banned": ["pass"]}, "never_banned"),
        ({"max_nodes": -1}, "out_of_range"),
        ({"max_nodes": 2**63}, "out_of_range"),
        ({"max_nodes": 1.5}, "wrong_type"),
        ({"max_seconds": -0.1}, "out_of_range"),
        ({"max_seconds": float("nan")}, "out_of_range"),
        ({"max_seconds": "1"}, "wrong_type"),
        ({"memory_mb": 0}, "out_of_range"),
        ({"memory_mb": 65_537}, "out_of_range"),
        ({"progress": 3}, "wrong_type"),
    ]
    for arguments, reason in wrong:
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            solve(position, **arguments)  # type: ignore[arg-type]
        assert caught.value.reason == reason, arguments
        assert caught.value.message
    with pytest.raises(ddz.InvalidArgumentError):
        solve(None)  # type: ignore[arg-type]
    with pytest.raises(ddz.InvalidRecordError):
        solve("ddz1 nowhere")
    assert solve(position, max_seconds=float("inf"), max_nodes=2**63 - 1).complete


def test_endless_bans_are_refused() -> None:
    with pytest.raises(ddz.InvalidArgumentError, match="at most"):
        solve("ddz1 three_player 34/3/5 0 0 - 0", banned=itertools.repeat("PAIR"))
