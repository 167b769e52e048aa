"""docs/rules.md 1.6: the payment."""

import itertools

import pytest

from doudizhu_fast.rules import Rules
from doudizhu_fast.scoring import multiplier, payoffs, stake

PRESETS = [
    "three_player",
    "four_player",
    "national",
    "rlcard",
    "openspiel",
    "douzero",
    "botzone",
    "noip",
]


def test_the_example_bid_three_two_bombs_and_a_rocket_is_24_per_opponent():
    factor = multiplier(3)
    assert (factor, stake(3, factor)) == (8, 24)
    assert payoffs(3, factor, landlord=0, landlord_won=True) == (48, -24, -24)
    assert payoffs(3, factor, landlord=0, landlord_won=False) == (-48, 24, 24)
    assert payoffs(3, factor, 2, True, "four_player") == (-24, -24, 72, -24)


@pytest.mark.parametrize(
    ("bid", "doublings", "spring", "landlord", "won", "expected"),
    [
        (1, 0, 0, 0, True, (2, -1, -1)),
        (1, 0, 0, 1, False, (1, -2, 1)),
        (2, 0, 0, 2, True, (-2, -2, 4)),
        (3, 0, 0, 0, False, (-6, 3, 3)),
        (1, 1, 0, 0, True, (4, -2, -2)),
        (1, 0, 1, 0, True, (4, -2, -2)),
        (1, 0, 2, 0, False, (-4, 2, 2)),
        (3, 0, 2, 0, False, (-12, 6, 6)),
        (1, 1, 2, 2, False, (4, 4, -8)),
        (2, 1, 1, 1, True, (-8, 16, -8)),
        (3, 13, 1, 1, True, (-49152, 98304, -49152)),
    ],
)
def test_three_players_a_peasant_settles_bid_times_multiplier(
    bid, doublings, spring, landlord, won, expected
):
    assert payoffs(bid, multiplier(doublings, spring), landlord, won) == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_the_sum_is_zero_and_all_peasants_are_alike_under_every_preset(preset):
    rules = getattr(Rules, preset)()
    seen = 0
    for bid, doublings, spring, landlord, won in itertools.product(
        (1, 2, 3), range(16), (0, 1, 2), range(rules.players), (True, False)
    ):
        seen += 1
        result = payoffs(bid, multiplier(doublings, spring), landlord, won, rules)
        assert sum(result) == 0
        assert len(result) == rules.players
        peasants = {result[seat] for seat in range(rules.players) if seat != landlord}
        assert len(peasants) == 1
        assert (result[landlord] > 0) is won
    assert seen == 3 * 16 * 3 * rules.players * 2


@pytest.mark.parametrize(("landlord", "won"), [(0, True), (1, False), (2, True)])
def test_win_loss_pays_two_and_one_whatever_was_bid_and_doubled(landlord, won):
    sign = 1 if won else -1
    expected = tuple(sign * (2 if seat == landlord else -1) for seat in range(3))
    for bid in (1, 2, 3):
        assert payoffs(bid, multiplier(5), landlord, won, "rlcard") == expected


def test_win_loss_with_four_players_keeps_the_zero_sum():
    rules = Rules.four_player().replace(scoring="win_loss")
    assert payoffs(2, 4, 1, True, rules) == (-1, 3, -1, -1)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_hand_thrown_in_pays_nothing(preset):
    players = getattr(Rules, preset)().players
    for landlord in (None, -1):
        for won in (True, False):
            assert payoffs(0, 1, landlord, won, preset) == (0,) * players
