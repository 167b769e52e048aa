"""Views leak nothing: games that differ only in cards a seat has not seen show it views equal in every part."""

import pickle
from typing import Any

import numpy as np
import pytest

import doudizhu_fast as ddz

pytestmark = pytest.mark.skipif(
    ddz.backend() != "native", reason="views are the same code over both engines, and one is slow"
)

CARD_BITS = 2**60 - 1


def parts(value: Any, path: str = "view", seen: set[int] | None = None) -> dict[str, str]:
    """Everything that can be reached from a value, by path: types, and the plain values at the ends."""
    seen = set() if seen is None else seen
    found = {path: f"{type(value).__name__} {value!r}"}
    if id(value) in seen or isinstance(value, type):
        return found
    seen.add(id(value))
    if isinstance(value, tuple | list):
        for index, item in enumerate(value):
            found |= parts(item, f"{path}[{index}]", seen)
        return found
    slots = [name for cls in type(value).__mro__ for name in getattr(cls, "__slots__", ())]
    for name in {*slots, *getattr(value, "__dict__", {})}:
        if hasattr(value, name):
            found |= parts(getattr(value, name), f"{path}.{name}", seen)
    return found


def other_game(game: ddz.Game, seat: int, seed: int) -> ddz.Game:
    """A game with the same calls and plays, in which the cards that the seat has not seen lie elsewhere."""
    view = game.view(seat)
    deal, players = game.deal, game.rules.players
    if view.phase is ddz.Phase.AUCTION:
        other = view.sample_deal(seed)
    else:
        held = [int(hand) for hand in view.sample(seed).hands]
        for mover, move in view.moves:
            held[mover] += int(move) & CARD_BITS
        hands = [ddz.Hand.from_packed(cards) for cards in held]
        bottom = deal.bottom
        if view.bottom is None:
            free = [card for card in hands[game.landlord] if card != deal.turned_up]
            bottom = ddz.Hand(free[: len(deal.bottom)])
        hands[game.landlord] = ddz.Hand.from_packed(held[game.landlord] - int(bottom))
        other = ddz.Deal(hands, bottom, deal.first_bidder, deal.turned_up, game.rules)
    made = ddz.Game(deal=other)
    for _, bid in game.bids:
        made.bid(bid)
    for _, move in view.moves:
        made.play(move)
    assert len(made.hands) == players
    return made


@pytest.mark.parametrize(
    "rules", ["three_player", "four_player", "openspiel", "three_player+bottom_cards=hidden"]
)
def test_views_of_games_that_differ_in_hidden_cards_are_the_same(rules: str) -> None:
    choose = np.random.default_rng(1)
    differing = 0
    for index in range(2):
        game = ddz.Game.of_run(8, index, rules)
        while game.turn is not None:
            seat = int(choose.integers(game.rules.players))
            other = other_game(game, seat, differing)
            differing += other.hands != game.hands or other.bottom != game.bottom
            mine, theirs = game.view(seat), other.view(seat)
            assert mine == theirs
            assert repr(mine) == repr(theirs)
            assert pickle.dumps(mine) == pickle.dumps(theirs)
            reached = parts(mine)
            assert reached == parts(theirs)
            assert len(reached) > 30
            if game.phase is ddz.Phase.AUCTION:
                game.bid(int(choose.choice(game.legal_bids())))
            else:
                game.play_index(int(choose.integers(game.count_moves())))
    assert differing > 40


def test_the_scan_would_see_a_leak() -> None:
    class Leaky:
        __slots__ = ("game", "hand")

        def __init__(self, game: ddz.Game) -> None:
            self.hand, self.game = game.hands[0], game

    game = ddz.Game(seed=1)
    other = other_game(game, 0, 1)
    assert other.hands != game.hands
    assert parts(Leaky(game)) != parts(Leaky(other))


@pytest.mark.parametrize("name", ddz.bots.names())
def test_bots_decide_alike_in_games_that_differ_in_hidden_cards(name: str) -> None:
    options = {"deals": 4, "exact_cards": 24} if name in {"montecarlo", "search"} else {}
    asked = 0
    for rules in ("three_player", "four_player"):
        game = ddz.Game(seed=9, rules=rules)
        choose = np.random.default_rng(2)
        while game.turn is not None:
            seat = game.turn
            other = other_game(game, seat, asked)
            # Each bot is asked once: what it draws is the same then.
            one, two = (ddz.bots.get(name, rules=rules, seed=5, **options) for _ in range(2))
            if game.phase is ddz.Phase.AUCTION:
                assert one.bid(game.view(seat)) == two.bid(other.view(seat))
                game.bid(int(choose.choice(game.legal_bids())))
            else:
                assert one.play(game.view(seat)) == two.play(other.view(seat))
                game.play_index(int(choose.integers(game.count_moves())))
            asked += other.hands != game.hands
    assert asked > 60
