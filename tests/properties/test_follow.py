"""The property that finds most faults of a move generator, on every position of random games (rules 1.4).

Legal answers are the pass and exactly those leads of the same hand that beat the standing play.
"""

from itertools import islice

import numpy as np
import pytest

from doudizhu_fast import Rules
from doudizhu_fast._backend import PlayPhase, backend, beats
from doudizhu_fast.presets import PRESETS
from doudizhu_fast.seeds import stream

# Together with the eight presets: 200,000 positions on the compiled engine, 2,000 on the reference.
POSITIONS = 25_000 if backend() == "native" else 250


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_answers_are_the_pass_and_the_leads_that_beat(name: str) -> None:
    ruleset = Rules.parse(name)._ruleset
    seen = follows = 0
    for hand, to_beat in islice(positions(name), POSITIONS):
        leads = [int(move) for move in ruleset.legal_moves(hand)]
        moves = [int(move) for move in ruleset.legal_moves(hand, to_beat)]
        if to_beat:
            leads = [0, *(lead for lead in leads if beats(lead, to_beat))]
            follows += 1
        assert moves == leads, f"{hand:#x} on {to_beat:#x} under {name}"
        assert ruleset.count_moves(hand, to_beat) == len(leads)
        seen += 1
    assert seen == POSITIONS
    assert follows > POSITIONS // 2


def positions(name: str):
    """The hand to move and the standing play, packed, turn by turn through random games without end."""
    ruleset = Rules.parse(name)._ruleset
    for root in range(1_000_000):
        hands, bottom, _, _ = ruleset.deal(*stream(root), 0, 0)
        phase = PlayPhase()
        phase._begin(ruleset, [hands[0] + bottom, *hands[1:]], 0, 0)
        choose = np.random.default_rng(root)
        while not phase._over:
            yield phase._hands[phase._turn], phase._to_beat
            phase.play_index(int(choose.integers(phase.count_moves())))
