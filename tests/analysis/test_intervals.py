"""A shortcut that looks right and is not: "who wins against a play wins against every lower one".

It holds where everybody who still may answer the play is on the side of the seat to move: the answers grow, and nothing
else changes. Otherwise the answers of the other side grow as well. A search that takes the shortcut everywhere is wrong
on the position below, and `solve` is not.
"""

import random

import pytest

import doudizhu_fast as ddz
from doudizhu_fast.analysis import solve
from plain_minimax import Minimax, random_ending

pytestmark = pytest.mark.skipif(ddz.backend() != "native", reason="analysis is native only")

# The landlord, last to play, has one card.
MISLEADING = ddz.Position(["58T", "79", "T"], 2, 0)

Known = dict[tuple[object, ...], list[tuple[int, bool]]]


def only_partners_may_answer(position: ddz.Position) -> bool:
    """Whether all seats behind the one to move, up to the owner of the standing play, are on its side."""
    seats = len(position.hands)
    mover_is_landlord = position.turn == position.landlord
    behind = range(1, seats - 1 - position.passes)
    return all(
        ((position.turn + step) % seats == position.landlord) is mover_is_landlord
        for step in behind
        if position.turn is not None
    )


def landlord_wins(position: ddz.Position, known: Known, everywhere: bool) -> bool:
    """A minimax that remembers for hands, turn and shape the ranks against which the mover has won and lost."""
    if position.winner is not None:
        return position.winner is ddz.Role.LANDLORD
    wanted = position.turn == position.landlord
    standing = position.to_beat
    key: tuple[object, ...] | None = None
    if standing is not None and (everywhere or only_partners_may_answer(position)):
        assert standing.rank is not None
        key = (position.hands, position.turn, position.passes, standing.kind, standing.length)
        for rank, landlord in known.get(key, ()):
            if landlord is wanted and standing.rank <= rank:
                return landlord
            if landlord is not wanted and standing.rank >= rank:
                return landlord
    answer = not wanted
    for move in position.legal_moves():
        if landlord_wins(position.play(move), known, everywhere) is wanted:
            answer = wanted
            break
    if key is not None and standing is not None and standing.rank is not None:
        known.setdefault(key, []).append((standing.rank, answer))
    return answer


def test_the_shortcut_taken_everywhere_is_wrong() -> None:
    assert Minimax().landlord_wins(MISLEADING)
    assert not landlord_wins(MISLEADING, {}, everywhere=True)
    assert landlord_wins(MISLEADING, {}, everywhere=False)
    assert solve(MISLEADING).winner is ddz.Role.LANDLORD


def test_the_shortcut_among_partners_is_right() -> None:
    draw = random.Random(1)
    taken = 0
    for _ in range(400):
        position = random_ending(draw, 8, "three_player")
        known: Known = {}
        expected = solve(position).winner is ddz.Role.LANDLORD
        assert landlord_wins(position, known, everywhere=False) is expected, position
        taken += bool(known)
    assert taken >= 200
