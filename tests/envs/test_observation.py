"""Observations of a view are those of a batch of games, and tell nothing that the view does not."""

import numpy as np
import pytest

import doudizhu_fast as ddz
from doudizhu_fast.observation import OBSERVATION_VERSION, observation_width, observe, observe_seat

native = pytest.mark.skipif(ddz.backend() != "native", reason="the reference engine has no batches")


def act(game: ddz.Game, choose: np.random.Generator) -> int:
    """Make a random call or move, by its index."""
    bids = game.legal_bids()
    index = int(choose.integers(len(bids) or game.count_moves()))
    if bids:
        game.bid(bids[index])
    else:
        game.play_index(index)
    return index


@native
@pytest.mark.parametrize("auction", [False, True])
@pytest.mark.parametrize("rules", ["three_player", "four_player", "openspiel", "botzone"])
def test_rows_are_those_of_a_batch(rules: str, auction: bool) -> None:
    played = ddz.Rules.parse(rules)
    alone = played if auction else played.replace(auction="none", all_pass="redeal")
    batch = ddz.BatchGame(1, rules, seed=21, auction=auction)
    assert batch.OBSERVATION_VERSION == OBSERVATION_VERSION
    assert batch.observation_width == observation_width(rules)
    choose = np.random.default_rng(1)
    rows = ends = 0
    while ends < 6:
        game = ddz.Game.of_run(21, ends, alone)
        while game.turn is not None:
            row = observe(game.view(game.turn))
            assert row.dtype == np.uint8
            assert row.tobytes() == batch.observe().tobytes()
            rows += 1
            batch.step(np.array([act(game, choose)]))
        ends += 1
    assert rows > 150


@pytest.mark.parametrize("rules", ["three_player", "four_player"])
def test_seats_that_wait_see_what_they_may_know(rules: str) -> None:
    game = ddz.Game(seed=4, rules=rules)
    choose = np.random.default_rng(2)
    rows = 0
    while True:
        for seat in range(game.rules.players):
            view = game.view(seat)
            row = observe(view)
            assert observe_seat(game, seat).tobytes() == row.tobytes()
            assert row[:15].tolist() == view.hand.counts.tolist()
            assert row[15:30].tolist() == view.unseen.counts.tolist()
            assert row[49] == (0 if view.role is None else 2 - (view.role is ddz.Role.LANDLORD))
            left = [
                view.counts[(seat + step) % len(view.counts)] for step in range(len(view.counts))
            ]
            assert row[67::16].tolist() == left
            last = dict(view.moves).get(seat)
            assert row[52:67].tolist() == ([0] * 15 if last is None else last.cards.counts.tolist())
            rows += 1
        if game.turn is None:
            break
        act(game, choose)
    assert rows > 100


def test_hidden_cards_do_not_show() -> None:
    """Two deals that differ in the hands of the others only look the same."""
    deal = ddz.deal(seed=3)
    mine, second, third = deal.hands
    swapped = ddz.Deal((mine, third, second), deal.bottom, 0, rules="rlcard")
    plain = ddz.Deal(deal.hands, deal.bottom, 0, rules="rlcard")
    rows = [observe(ddz.Game(deal=cards).view(0)) for cards in (plain, swapped)]
    assert (rows[0] == rows[1]).all()
    others = [observe(ddz.Game(deal=cards).view(1)) for cards in (plain, swapped)]
    assert (others[0] != others[1]).any()


def test_what_is_no_view_is_refused() -> None:
    with pytest.raises(ddz.InvalidArgumentError) as caught:
        observe("view")  # type: ignore[arg-type]
    assert caught.value.reason == "wrong_type"
    for game, seat, reason in (("game", 0, "wrong_type"), (ddz.Game(seed=1), 3, "out_of_range")):
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            observe_seat(game, seat)  # type: ignore[arg-type]
        assert caught.value.reason == reason
