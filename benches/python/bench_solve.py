"""Endings of played games solved with open hands: the first position with at most so many cards, whoever is to move."""

import time

import pytest

import doudizhu_fast as ddz

pytestmark = pytest.mark.benchmark(group="solve")

GAMES = 300
PERCENTILES = (50, 95, 99)


def endings(policy: str, cards: int) -> list[ddz.Position]:
    """From every game that was played the first open position with at most so many cards."""
    run = ddz.simulate(GAMES, players=policy, seed=1)
    positions = []
    for number in range(GAMES):
        game = ddz.Game.replay(run.game(number))
        ending = None
        while game.landlord is not None and sum(map(len, game.position.hands)) <= cards:
            ending = game.position if game.turn is not None else None
            game.undo()
        if ending is not None:
            positions.append(ending)
    return positions


@pytest.mark.parametrize(
    ("policy", "cards"), [("rule", 24), ("rule", 27), ("rule", 30), ("greedy", 24)]
)
def bench_endings(benchmark, note, policy, cards) -> None:
    positions = endings(policy, cards)
    times, nodes, winners = [], 0, set()

    def work() -> None:
        nonlocal nodes
        for position in positions:
            began = time.thread_time()
            solution = ddz.analysis.solve(position)
            times.append(time.thread_time() - began)
            assert solution.complete
            nodes += solution.nodes
            winners.add(solution.winner)

    benchmark.pedantic(work, rounds=1)
    assert len(positions) >= GAMES * 0.6
    assert winners == set(ddz.Role)
    ordered = sorted(times)
    for percent in PERCENTILES:
        note(1_000 * ordered[len(ordered) * percent // 100], f"ms, percentile {percent}")
    note(nodes / sum(times), "positions/s")
