"""Sampled deals: evenly among those that enumeration finds, and as often as exact odds say."""

from collections import Counter

import numpy as np
import pytest

import doudizhu_fast as ddz
from enumeration import all_deals, beating

pytestmark = pytest.mark.skipif(
    ddz.backend() != "native", reason="analysis needs the compiled engine"
)

if ddz.backend() == "native":
    from doudizhu_fast.analysis import odds, sample_deals

HAND = "3344556677889TTJQ"
OWN = int(ddz.Hand(HAND))


def chi_square_fits(seen: np.ndarray, expected: np.ndarray) -> bool:
    """Whether counts fit their expectation with a chance above one in 10,000, cells of few cases joined."""
    order = np.argsort(expected)
    seen, expected = seen[order].astype(float), expected[order]
    small = np.cumsum(expected) < 8
    cells = np.r_[seen[small].sum(), seen[~small]], np.r_[expected[small].sum(), expected[~small]]
    kept = cells[1] > 0
    seen, expected = cells[0][kept], cells[1][kept]
    free = max(len(seen) - 1, 1)
    chi_square = ((seen - expected) ** 2 / expected).sum()
    # Wilson and Hilferty: the cube root is nearly normal; 3.72 is the quantile of 0.9999.
    spread = (2 / (9 * free)) ** 0.5
    return (chi_square / free) ** (1 / 3) < 1 - spread**2 + 3.72 * spread


def complement(*parts: str, rules: str) -> str:
    pack = ddz.Hand.from_counts(
        np.array([4] * 13 + [1] * 2) * ddz.Rules.parse(rules)._ruleset.packs
    )
    for part in parts:
        pack -= part
    return str(pack)


SMALL = [
    # rules, own cards, unseen cards, cards of the others, what they cannot beat
    ("three_player", "3", "445566778", (5, 4), {}),
    ("three_player", "3", "4556677BR", (5, 4), {1: "7"}),
    ("three_player", "3", "445566778899", (7, 5), {1: "334455"}),
    ("three_player", "3", "456789TJ45678", (7, 6), {1: "34567", 2: "34567"}),
    ("three_player", "3", "4445556667", (6, 4), {1: "333444", 2: "55"}),
    ("three_player", "3", "44455566677889", (8, 6), {1: "333+44", 2: ["333+4", "8"]}),
    ("douzero", "3", "444555666777BR", (8, 6), {1: "333444+56"}),
    ("national", "3", "44445556667K", (8, 4), {1: "333444+55", 2: "Q"}),
    ("four_player", "3", "4444455555BBRR", (5, 5, 4), {1: "44", 3: "4444"}),
    ("four_player", "3", "44455566677788", (8, 3, 3), {1: "333+44", 2: "5", 3: "66"}),
]


@pytest.mark.parametrize(("rules", "own", "unseen", "sizes", "limits"), SMALL)
def test_all_deals_that_fit_come_equally_often(rules, own, unseen, sizes, limits) -> None:
    n = 20_000
    chosen = ddz.Rules.parse(rules)
    seen = complement(own, unseen, rules=rules)
    deals = sample_deals(own, n, seed=3, rules=rules, seen=seen, cannot_beat=limits, cards=sizes)
    places = len(sizes) + 1
    counts = ddz.Hand(unseen).counts.tolist()
    every = list(all_deals(counts, [[0] * 15] * places, [*sizes, 0]))
    hands = np.array([dealt for dealt, _ in every], dtype=np.uint64)
    fits = np.ones(len(every), dtype=bool)
    for seat, moves in limits.items():
        for text in [moves] if isinstance(moves, str) else moves:
            column = np.ascontiguousarray(hands[:, seat - 1])
            beaten = beating(ddz.Move(text, chosen), chosen)(column)
            assert beaten.any(), f"{text} excludes no deal"
            fits &= ~beaten
    ways = np.array([number for _, number in every], dtype=float) * fits
    assert 1 < fits.sum() <= len(every)
    drawn = Counter(map(tuple, deals[:, 1:].tolist()))
    found = np.array([drawn[tuple(map(int, hand))] for hand, _ in every])
    assert found.sum() == n
    assert chi_square_fits(found, n * ways / ways.sum())


def test_the_check_of_evenness_can_fail() -> None:
    expected = np.full(50, 400.0)
    rng = np.random.default_rng(1)
    even = rng.multinomial(20_000, expected / 20_000)
    assert chi_square_fits(even, expected)
    assert not chi_square_fits(even + np.r_[120, -120, np.zeros(48)], expected)


@pytest.mark.parametrize(("rules", "limit"), [("three_player", "KK"), ("four_player", "22")])
def test_a_player_who_cannot_beat_a_pair_is_as_strong_as_exact_odds_say(rules, limit) -> None:
    n = 20_000
    own = ddz.deal(5, rules).hands[0]
    deals = sample_deals(own, n, seed=1, rules=rules, cannot_beat={1: limit})
    chosen = ddz.Rules.parse(rules)
    move = ddz.Move(limit, chosen)
    assert not beating(move, chosen)(np.ascontiguousarray(deals[:, 1])).any()
    free, shown = sample_deals(
        own,
        2000,
        seed=1,
        rules=rules,
        where=lambda hands: ddz.count_moves(hands[1], move, chosen) == 1,
        report=True,
    )
    alone = 1 - odds(own, rules).beats(move, 1).value
    assert abs(shown - alone) < 4 * (alone * (1 - alone) / (2000 / shown)) ** 0.5
    for place in range(1, deals.shape[1]):
        exact = ddz.Hand.unpack_counts(np.ascontiguousarray(deals[:, place])).mean(axis=0)
        tried = ddz.Hand.unpack_counts(np.ascontiguousarray(free[:, place])).mean(axis=0)
        assert np.abs(exact - tried).max() < 0.12


def test_without_limits_odds_are_met() -> None:
    n = 40_000
    chances = odds(HAND)
    deals = sample_deals(HAND, n, seed=2)
    assert (deals[:, 0] == OWN).all()
    assert (deals.sum(axis=1) == OWN + int(chances.unseen)).all()
    counts = [ddz.Hand.unpack_counts(np.ascontiguousarray(deals[:, k])) for k in range(4)]
    assert [set(part.sum(axis=1).tolist()) for part in counts] == [{17}, {17}, {17}, {3}]
    checked = 0
    for place, who in [(1, 1), (2, 2), (3, "bottom")]:
        for rank in ddz.Rank:
            for least in range(1, 1 if rank > 14 else 3):
                if least > 1 and rank > 12:
                    continue
                chance = chances.at_least(rank, least, who).value
                share = (counts[place][:, rank] >= least).mean()
                sigma = max((chance * (1 - chance) / n) ** 0.5, 1 / n)
                assert abs(share - chance) < 4.5 * sigma, (who, rank, least)
                checked += 1
    assert checked == 84


def test_a_row_depends_on_the_seed_and_its_number_alone() -> None:
    limits = {1: "KK", 2: "34567"}
    one = sample_deals(HAND, 3000, seed=9, cannot_beat=limits, threads=1)
    assert (sample_deals(HAND, 3000, seed=9, cannot_beat=limits, threads=3) == one).all()
    assert (sample_deals(HAND, 40, seed=9, cannot_beat=limits) == one[:40]).all()
    assert (sample_deals(HAND, 40, seed=10, cannot_beat=limits) != one[:40]).any()

    def rocket(hands):
        return "BR" in hands[2]

    tried = sample_deals(HAND, 50, seed=9, where=rocket, threads=1)
    assert (sample_deals(HAND, 20, seed=9, where=rocket, threads=2) == tried[:20]).all()


def test_what_a_view_knows_is_kept() -> None:
    view = ddz.View.from_text(
        "34567889TTJJQKA22",
        seat=1,
        landlord=0,
        bottom="2BR",
        plays="A",
        first_bidder=2,
        turned_up="K",
    )
    deals = sample_deals(view, 500, seed=4)
    assert deals.shape == (500, 4)
    kings, landlord = deals[:, 1], deals[:, 2]
    assert all("K" in ddz.Hand.from_packed(hand) for hand in kings.tolist())
    assert all("2BR" in ddz.Hand.from_packed(hand) for hand in landlord.tolist())
    assert (deals[:, 3] == 0).all()


def test_many_limits_are_tried_where_no_table_holds_them() -> None:
    limits = {1: ["34567", "334455", "333444", "333+44"]}
    deals, share = sample_deals(HAND, 300, seed=6, cannot_beat=limits, report=True)
    assert 0 < share < 1
    rules = ddz.Rules()
    for text in limits[1]:
        hands = np.ascontiguousarray(deals[:, 1])
        assert not beating(ddz.Move(text), rules)(hands).any()


def test_nothing_to_draw() -> None:
    assert sample_deals(HAND, 0).shape == (0, 4)
    _, share = sample_deals(HAND, 5, seed=1, report=True)
    assert share == 1


@pytest.mark.parametrize(
    ("given", "error", "reason"),
    [
        ({"where": lambda hands: False, "n": 2}, ddz.InvalidArgumentError, "too_rare"),
        ({"cannot_beat": {1: "3", 2: "3"}}, ddz.InvalidArgumentError, "no_deal"),
        ({"cannot_beat": {3: "3"}}, ddz.InvalidArgumentError, "out_of_range"),
        ({"cannot_beat": {0: "3"}}, ddz.InvalidArgumentError, "out_of_range"),
        ({"cannot_beat": {1: "pass"}}, ddz.IllegalMoveError, "not_a_play"),
        ({"cannot_beat": {1: "34"}}, ddz.IllegalMoveError, "not_a_play"),
        ({"cannot_beat": "KK"}, ddz.InvalidArgumentError, "wrong_type"),
        ({"cannot_beat": {1: ["3"] * 101}}, ddz.InvalidArgumentError, "out_of_range"),
        ({"where": 5}, ddz.InvalidArgumentError, "wrong_type"),
        ({"n": -1}, ddz.InvalidArgumentError, "out_of_range"),
        ({"n": 2**40}, ddz.InvalidArgumentError, "out_of_range"),
        ({"seed": -1}, ddz.InvalidArgumentError, "bad_seed"),
        ({"threads": 0}, ddz.InvalidArgumentError, "out_of_range"),
        ({"cards": 17}, ddz.InvalidArgumentError, "wrong_type"),
        ({"cards": (17, 16)}, ddz.InvalidArgumentError, "wrong_sizes"),
        ({"hand": "345"}, ddz.InvalidArgumentError, "sizes_unknown"),
    ],
)
def test_what_cannot_be_drawn_is_refused(given, error, reason) -> None:
    arguments = {"hand": HAND, "n": 5, "seed": 1} | given
    with pytest.raises(error) as caught:
        sample_deals(**arguments)
    assert caught.value.reason == reason
    assert str(caught.value)


def test_what_never_fits_is_given_up_soon_however_many_rows_are_wanted() -> None:
    with pytest.raises(ddz.InvalidArgumentError) as caught:
        sample_deals("33455667889TJQKA2", 100_000, seed=1, where=lambda *_: False)
    assert caught.value.reason == "too_rare"
