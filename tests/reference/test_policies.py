"""The reference engine's policies: their draws, number by number, and what the greedy one prefers."""

import numpy as np
import pytest

from doudizhu_fast import Hand, Move, Rules
from doudizhu_fast._reference.policies import (
    Decisions,
    Turn,
    greedy_bid,
    greedy_move,
    random_bid,
    random_move,
)
from doudizhu_fast.seeds import DECISIONS, stream


def halves(root: int, skipped: int, count: int) -> list[int]:
    """The 32-bit halves of raw draws of numpy's own generator, low ones first."""
    generator = np.random.PCG64(np.random.SeedSequence(root, spawn_key=(0,)))
    generator.advance(skipped)
    return [
        half
        for raw in generator.random_raw(count).tolist()
        for half in (raw & 0xFFFFFFFF, raw >> 32)
    ]


@pytest.mark.parametrize(("game", "redeal"), [(0, 0), (7, 0), (3, 2), (2**64 - 1, 1000)])
def test_draws_are_halves_of_the_window_of_a_deal(game: int, redeal: int) -> None:
    draws = Decisions(*stream(5, DECISIONS), game, redeal)
    window = halves(5, 256 * (game + redeal * 2**64) % 2**128, 20)
    # Below 1,000 the chance that a half must be thrown away is one in four million.
    assert [draws.below(n) for n in range(1, 41)] == [
        half * n >> 32 for half, n in zip(window, range(1, 41), strict=True)
    ]


def test_a_half_that_would_favour_small_numbers_is_thrown_away() -> None:
    n = 3 << 30  # a quarter of all halves is in the way
    draws, window = Decisions(*stream(5, DECISIONS), 0, 0), halves(5, 0, 60)
    kept = [half for half in window if half * n % 2**32 >= 2**32 % n]
    assert 60 < len(kept) < 110
    assert [draws.below(n) for _ in kept] == [half * n >> 32 for half in kept]


def test_a_decision_without_a_choice_takes_a_draw_too() -> None:
    window = halves(5, 0, 1)
    draws = Decisions(*stream(5, DECISIONS), 0, 0)
    assert random_bid(0, 3, draws) == 0
    assert random_move(Turn(1, [11, 12, 13], 0, False), draws) == 11 + (window[1] * 3 >> 32)


def test_random_bids_are_passes_and_higher_bids() -> None:
    draws = Decisions(*stream(5, DECISIONS), 0, 0)
    for highest, legal in ((0, {0, 1, 2, 3}), (1, {0, 2, 3}), (2, {0, 3})):
        assert {random_bid(0, highest, draws) for _ in range(200)} == legal


@pytest.mark.parametrize(
    ("hand", "bids"),
    [
        ("3456789TJQKA2", (0, 0, 0)),
        ("R", (0, 0, 0)),
        ("2R", (1, 0, 0)),
        ("BR", (1, 0, 0)),
        ("2BR", (2, 2, 0)),
        ("3333R", (2, 2, 0)),
        ("22BR", (2, 2, 0)),
        ("3333BR", (3, 3, 3)),
        ("2222", (2, 2, 0)),
        ("222233333", (3, 3, 3)),
        ("BBRR", (3, 3, 3)),
    ],
)
def test_greedy_bids_count_points(hand: str, bids: tuple[int, ...]) -> None:
    draws = Decisions(1, 2, 0, 0)
    assert tuple(greedy_bid(int(Hand(hand)), highest, draws) for highest in range(3)) == bids


def choose(hand: str, to_beat: str = "pass", partner: bool = False, rules: str = "botzone") -> str:
    held, standing = Hand(hand), Move(to_beat)
    ruleset = Rules.parse(rules)._ruleset
    count = ruleset.count_moves(int(held), int(standing))
    moves = [ruleset.nth_move(int(held), k, int(standing)) for k in range(count)]
    turn = Turn(int(held), moves, int(standing), partner)
    return str(Move.from_packed(greedy_move(turn, Decisions(1, 2, 0, 0))))


@pytest.mark.parametrize(
    ("hand", "to_beat", "partner", "chosen"),
    [
        # Leads: the most cards, of equals the first, bombs where nothing else is there.
        ("3456799", "pass", False, "34567"),
        ("3344", "pass", False, "33"),
        ("3333", "pass", False, "333"),
        ("BR", "pass", False, "B"),
        ("333345", "pass", False, "3333+45"),
        # Answers: the cheapest that is no bomb.
        ("3456", "4", False, "5"),
        ("33335", "A", False, "pass"),
        ("BR3", "2", False, "B"),
        # A partner's play stands, unless the game can be ended.
        ("3456", "4", True, "pass"),
        ("5", "4", True, "5"),
        ("3333", "A", True, "3333"),
        ("BR", "AA", False, "BR"),
    ],
)
def test_greedy_moves(hand: str, to_beat: str, partner: bool, chosen: str) -> None:
    assert choose(hand, to_beat, partner) == chosen
