"""The bridge to OpenSpiel: the ids of its `dou_dizhu` one by one, and our rules as a game of its own."""

import itertools
import random
import sys
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import doudizhu_fast as ddz
from doudizhu_fast.interop import openspiel
from doudizhu_fast.interop.openspiel._table import resampled

pyspiel = pytest.importorskip("pyspiel")

IDS = 26_057
GAMES = [
    ("three_player", True),
    ("three_player", False),
    ("four_player", True),
    ("rlcard", True),
    ("openspiel+bottom_cards=hidden", True),
    ("botzone", True),
    ("national+turned_up_card=false,bottom_cards=hidden", True),
]
NAMED = [f"{rules}-{'auction' if auction else 'no auction'}" for rules, auction in GAMES]


def load(rules: str = "three_player", auction: bool = True) -> Any:
    openspiel.register()
    return pyspiel.load_game(openspiel.GAME_NAME, {"rules": rules, "auction": auction})


def dealt(game: Any, choose: random.Random) -> Any:
    """A state after all chance nodes."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(choose.choices(outcomes, weights)[0])
    return state


def walk(game: Any, seed: int, bid: bool = True) -> Any:
    """Yield the states of one random game after the deal; with ``bid`` the first bidder bids."""
    choose = random.Random(seed)
    state = dealt(game, choose)
    while True:
        yield state
        if state.is_terminal():
            return
        actions = state.legal_actions()
        bidding = state.table.game.phase is ddz.Phase.AUCTION
        state.apply_action(actions[-1] if bidding and bid else choose.choice(actions))


# Ids and texts of its own game.


def test_every_id_has_the_text_that_openspiel_writes() -> None:
    state = pyspiel.load_game("dou_dizhu").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    seat = state.current_player()
    texts = [state.action_to_string(seat, number) for number in range(IDS)]
    assert [openspiel.action_text(number) for number in range(IDS)] == texts
    assert [openspiel.read_action_text(text) for text in texts] == list(range(IDS))


def test_ids_and_moves_go_both_ways() -> None:
    ids = Counter(openspiel.action(number) for number in range(4, IDS))
    assert sum(ids.values()) == 26_053
    assert set(ids) == set(ddz.Rules.openspiel().action_space) - {ddz.PASS}
    assert Counter(ids.values()) == {1: 25_287, 2: 383}
    for move, count in itertools.islice(ids.items(), 0, None, 5):
        numbers = openspiel.action_ids(move)
        assert len(numbers) == count
        assert openspiel.action_id(move) == numbers[-1]
        assert all(openspiel.action(number) == move for number in numbers)
    assert [openspiel.action(number) for number in range(4)] == [ddz.PASS, 1, 2, 3]
    assert [openspiel.action_id(action) for action in (0, 1, 2, 3, "pass")] == [0, 1, 2, 3, 0]


def test_our_move_means_the_higher_body() -> None:
    move = ddz.Move("444555666+333", "openspiel")
    assert openspiel.action_text(openspiel.action_id(move)) == "444555666-333"
    assert openspiel.action_text(openspiel.action_id(move, top="5")) == "333444555-666"
    assert openspiel.action_id(move, top=ddz.Rank.SIX) == openspiel.action_id(move)
    for number in range(4, IDS, 11):
        text = openspiel.action_text(number).replace("(BWJ)", "B").replace("(CJ)", "R")
        body = text.partition("-")[0] if "-" in text else openspiel.action(number).body
        assert openspiel.action_id(openspiel.action(number), top=max(ddz.Hand(body))) == number


def test_what_is_no_action_of_openspiel_is_refused() -> None:
    cases = [
        (lambda: openspiel.action(IDS), ddz.InvalidArgumentError, "action_out_of_range"),
        (lambda: openspiel.action(-1), ddz.InvalidArgumentError, "action_out_of_range"),
        (lambda: openspiel.action(10**3000), ddz.InvalidArgumentError, "action_out_of_range"),
        (lambda: openspiel.action_text("3"), ddz.InvalidArgumentError, "wrong_type"),
        (lambda: openspiel.action_id(4), ddz.IllegalBidError, "not_a_bid"),
        (lambda: openspiel.action_id("4444+56"), ddz.IllegalMoveError, "not_a_play"),
        (lambda: openspiel.action_id("33", top="4"), ddz.InvalidArgumentError, "out_of_range"),
        (lambda: openspiel.action_id("pass", top="4"), ddz.InvalidArgumentError, "out_of_range"),
        (lambda: openspiel.action_ids("3X"), ddz.InvalidCardsError, "unknown_card"),
        (lambda: openspiel.read_action_text("Bid 4"), ddz.IllegalMoveError, "unreadable"),
        (lambda: openspiel.read_action_text("3" * 10**6), ddz.IllegalMoveError, "unreadable"),
        (lambda: openspiel.read_action_text(3), ddz.IllegalMoveError, "unreadable"),
        (lambda: openspiel.history_of("no game"), ddz.InvalidArgumentError, "wrong_type"),
    ]
    for call, error, reason in cases:
        with pytest.raises(error) as caught:
            call()
        assert caught.value.reason == reason
        assert len(str(caught.value)) < 500


# Our rules as a game.


@pytest.mark.parametrize(("rules", "auction"), GAMES, ids=NAMED)
def test_openspiels_own_test_passes(rules: str, auction: bool) -> None:
    pyspiel.random_sim_test(load(rules, auction), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "auction"), GAMES, ids=NAMED)
def test_openspiels_own_test_passes_many_times(rules: str, auction: bool) -> None:
    pyspiel.random_sim_test(load(rules, auction), num_sims=20, serialize=True, verbose=False)


@pytest.mark.parametrize(("rules", "auction"), GAMES, ids=NAMED)
def test_states_go_in_lockstep_with_our_game(rules: str, auction: bool) -> None:
    game = load(rules, auction)
    played = game.rules
    space = played.action_space
    steps = 0
    for seed in range(3):
        ours: Any = None
        for state in walk(game, seed):
            now = state.table.game
            if ours is None:
                ours = ddz.Game(deal=now.deal)
            else:
                action = state.history()[-1]
                if ours.phase is ddz.Phase.AUCTION:
                    ours.bid(0 if action == 0 else action - len(space) + 1)
                else:
                    ours.play(space.move(action))
            after_deal = game.max_chance_nodes_in_history()
            assert openspiel.history_of(ours)[after_deal:] == state.history()[after_deal:]
            if ours.turn is None:
                assert state.returns() == list(map(float, ours.payoffs))
                assert state.current_player() == pyspiel.PlayerId.TERMINAL
                assert (
                    game.min_utility()
                    <= min(ours.payoffs)
                    <= max(ours.payoffs)
                    <= game.max_utility()
                )
            else:
                assert state.current_player() == ours.turn
                legal = [space.id(move) for move in ours.legal_moves()]
                calls = [bid and len(space) - 1 + bid for bid in ours.legal_bids()]
                assert state.legal_actions() == (legal or calls)
                assert state.legal_actions() == sorted(set(state.legal_actions()))
                assert state.returns() == [0.0] * played.players
                texts = [state.action_to_string(action) for action in state.legal_actions()]
                assert len(set(texts)) == len(texts)
            steps += 1
    assert steps > 60


@pytest.mark.parametrize(("rules", "auction"), GAMES, ids=NAMED)
def test_histories_go_both_ways(rules: str, auction: bool) -> None:
    game = load(rules, auction)
    for seed in range(3):
        state = list(itertools.islice(walk(game, seed), 12))[-1]
        ours = state.table.game
        again = game.new_initial_state()
        for action in openspiel.history_of(ours):
            again.apply_action(action)
        assert str(again) == str(state)
        assert again.table.game.record() == ours.record()


def test_a_seeded_game_can_be_carried_over() -> None:
    ours = ddz.Game(seed=11)
    for bid in (0, 2, 0, 0):
        ours.bid(bid)
    for _ in range(9):
        ours.play_index(0)
    state = load().new_initial_state()
    for action in openspiel.history_of(ours):
        possible = (
            dict(state.chance_outcomes()) if state.is_chance_node() else state.legal_actions()
        )
        assert action in possible
        state.apply_action(action)
    assert state.table.game.position == ours.position
    assert state.table.game.history == ours.history


@pytest.mark.parametrize(("rules", "auction"), GAMES, ids=NAMED)
def test_chance_deals_by_what_is_left_in_the_pack(rules: str, auction: bool) -> None:
    game = load(rules, auction)
    players = game.num_players()
    left = Counter(dict.fromkeys(range(13), 4 if players == 3 else 8))
    left += Counter({13: 1 if players == 3 else 2, 14: 1 if players == 3 else 2})
    size = 17 if players == 3 else 25
    choose = random.Random(4)
    state = game.new_initial_state()
    hands: list[Counter[int]] = [Counter() for _ in range(players)]
    for card in range(players * size):
        assert state.is_chance_node()
        expected = {rank: Fraction(n, left.total()) for rank, n in left.items() if n}
        outcomes = dict(state.chance_outcomes())
        assert outcomes == {rank: float(share) for rank, share in expected.items()}
        rank = choose.choices(list(outcomes), list(outcomes.values()))[0]
        left[rank] -= 1
        hands[card // size][rank] += 1
        state.apply_action(rank)
    if game.rules.auction != "none":
        outcomes = dict(state.chance_outcomes())
        assert sum(outcomes.values()) == pytest.approx(1)
        if game.rules.turned_up_card:
            expected = {
                15 * seat + rank: Fraction(n, players * size)
                for seat, hand in enumerate(hands)
                for rank, n in hand.items()
            }
        else:
            expected = {seat: Fraction(1, players) for seat in range(players)}
        assert outcomes == {outcome: float(share) for outcome, share in expected.items()}
        outcome = max(outcomes)
        text = state.action_to_string(outcome)
        assert f"seat {players - 1} bids first" in text
        state.apply_action(outcome)
    assert not state.is_chance_node()
    assert len(state.history()) == game.max_chance_nodes_in_history()
    deal = state.table.game.deal
    assert [Counter(map(int, hand)) for hand in deal.hands] == hands


def test_bounds_on_the_length_hold_for_every_auction() -> None:
    longest: Counter[str] = Counter()
    auctions = 0
    for name in ("three_player", "four_player"):
        for mode in ("reentry", "pass_is_final", "single_round"):
            rules = ddz.Rules.parse(f"{name}+auction={mode}")
            stack: list[tuple[int, ...]] = [()]
            while stack:
                calls = stack.pop()
                auction = ddz.Auction(rules)
                for call in calls:
                    auction.bid(call)
                if auction.done:
                    auctions += 1
                    longest[rules.text] = max(longest[rules.text], len(calls))
                stack += [(*calls, bid) for bid in auction.legal_bids()]
            game = load(rules.text)
            moves = load(rules.text, auction=False).max_game_length()
            assert game.max_game_length() - moves >= longest[rules.text]
            if mode != "pass_is_final":
                assert game.max_game_length() - moves == longest[rules.text]
    assert auctions == 40 + 23 + 20 + 85 + 41 + 35


def test_all_passing_ends_without_payment() -> None:
    state = dealt(load(), random.Random(1))
    for _ in range(3):
        assert state.legal_actions()[0] == 0
        assert state.action_to_string(0) == "pass"
        state.apply_action(0)
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0, 0.0]


# What a seat sees.


@pytest.mark.parametrize(("rules", "auction"), GAMES, ids=NAMED)
def test_resampled_states_look_the_same_to_their_seat_and_differ_elsewhere(
    rules: str, auction: bool
) -> None:
    game = load(rules, auction)
    choose = random.Random(8)
    differing = checked = 0
    for number, state in enumerate(walk(game, 5, bid=rules != "four_player")):
        if number % 7 or state.is_terminal():
            continue
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, choose.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.current_player() == state.current_player()
            differing += str(other) != str(state)
            checked += 1
    assert checked > 8
    assert differing > checked / 2


def test_the_turned_up_card_stays_with_who_drew_it() -> None:
    deals = 0
    for seed in range(4):
        state = next(
            itertools.islice(walk(load("three_player+bottom_cards=hidden"), seed), 1, None)
        )
        ours = state.table.game
        assert ours.landlord == ours.deal.first_bidder
        for number in range(60):
            deal = resampled(ours.view((ours.landlord + 1) % 3), number)
            # Making the deal anew checks sizes, pack and turned-up card.
            values = deal.hands, deal.bottom, deal.first_bidder, deal.turned_up, deal.rules
            assert ddz.Deal(*values) == deal
            assert deal.turned_up == ours.deal.turned_up
            deals += str(deal.bottom) != str(ours.bottom)
    assert deals > 200


def test_a_hidden_bottom_is_seen_by_the_landlord_alone() -> None:
    game = load("national+bottom_cards=hidden")
    state = next(itertools.islice(walk(game, 2), 1, None))
    landlord = state.current_player()
    bottom = str(state.table.game.bottom)
    for seat in range(3):
        for text in (state.information_state_string(seat), state.observation_string(seat)):
            assert (f"bottom:{bottom}" in text) == (seat == landlord)
            assert ("bottom:- " in text) == (seat != landlord)


def test_information_states_tell_every_call_and_move_and_no_other_card() -> None:
    game = load()
    states = list(itertools.islice(walk(game, 9), 30))
    assert len(states) == 30
    state = states[-1]
    ours = state.table.game
    for seat in range(3):
        text = state.information_state_string(seat)
        assert text == (
            f"player:{seat} dealt:{ours.deal.hands[seat]} bottom:{ours.bottom}"
            f" first_bidder:{ours.deal.first_bidder} turned_up:{int(ours.deal.turned_up)}"
            f" calls:{','.join(str(bid) for _, bid in ours.bids)}"
            f" moves:{','.join(str(move) for _, move in ours.history[len(ours.bids) :])}"
        )


def test_tensors_tell_the_table_in_named_parts() -> None:
    from open_spiel.python.observation import make_observation

    game = load()
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False))
    recalled = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    seen = 0
    for state in walk(game, 12):
        ours = state.table.game
        for seat in range(3):
            observation.set_from(state, seat)
            parts = observation.dict
            assert observation.tensor.shape == tuple(game.observation_tensor_shape())
            assert list(parts["player"]) == [float(seat == other) for other in range(3)]
            assert list(parts["hand"]) == list(ours.hands[seat].counts)
            assert [int(n) for n in parts["counts"].ravel()] == list(ours.counts)
            assert parts["turn"].sum() == (ours.turn is not None)
            gone = np.zeros((3, 15))
            for mover, move in ours.history[len(ours.bids) :]:
                gone[mover] += move.cards.counts
            assert (parts["played"] == gone).all()
            standing = ours.to_beat
            assert parts["to_beat"].sum() == (0 if standing is None else len(standing) + 1)
            if standing is not None:
                assert parts["to_beat"][15 + standing.kind] == 1
                owner = (ours.turn - 1 - ours.passes) % 3 if ours.turn is not None else None
                assert owner is None or parts["owner"][owner] == 1
            assert parts["passes_and_doublings"][0] == ours.passes
            recalled.set_from(state, seat)
            assert recalled.tensor.shape == tuple(game.information_state_tensor_shape())
            assert recalled.dict["moves"][:, 15:].sum() == len(ours.history) - len(ours.bids)
            assert recalled.dict["calls"].sum() == len(ours.bids)
            seen += 1
    assert seen > 60


def test_other_observers() -> None:
    game = load()
    private = pyspiel.PrivateInfoType
    for state in itertools.islice(walk(game, 3), 5):
        for recall in (False, True):
            public = game.make_py_observer(
                pyspiel.IIGObservationType(
                    perfect_recall=recall, public_info=True, private_info=private.NONE
                )
            )
            assert len({public.string_from(state, seat) for seat in range(3)}) == 1
            everything = game.make_py_observer(
                pyspiel.IIGObservationType(
                    perfect_recall=recall, public_info=True, private_info=private.ALL_PLAYERS
                )
            )
            everything.set_from(state, 0)
            hands = [list(hand.counts) for hand in state.table.game.hands]
            assert everything.dict["hands"].tolist() == hands
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"size": 3})


# Copies, texts and refusals.


def test_clones_and_texts_stand_on_their_own() -> None:
    game = load()
    for state in itertools.islice(walk(game, 6), 4, 5):
        before = str(state)
        clone = state.clone()
        assert str(clone) == before
        clone.apply_action(clone.legal_actions()[0])
        assert str(clone) != before
        assert str(state) == before
        restored = game.deserialize_state(state.serialize())
        assert str(restored) == before
    fresh = game.new_initial_state()
    fresh.apply_action(3)
    copy = fresh.clone()
    copy.apply_action(3)
    assert (str(fresh), str(copy)) == (
        "three_player dealing 6/-/-",
        "three_player dealing 66/-/-",
    )


def test_refused_actions_leave_the_state_as_it_was() -> None:
    game = load()
    fresh = game.new_initial_state()
    playing = next(itertools.islice(walk(game, 6), 1, None))
    bidding = dealt(game, random.Random(2))
    space = len(game.rules.action_space)
    cases = [
        (fresh, 15, ddz.InvalidArgumentError, "action_out_of_range"),
        (bidding, 1, ddz.WrongPhaseError, "auction_not_over"),
        (bidding, space + 3, ddz.InvalidArgumentError, "action_out_of_range"),
        (playing, 0, ddz.IllegalMoveError, "pass_on_lead"),
        (playing, space, ddz.WrongPhaseError, "auction_over"),
    ]
    for state, action, error, reason in cases:
        before, history = str(state), state.history()
        with pytest.raises(error) as caught:
            state.apply_action(action)
        assert caught.value.reason == reason
        assert (str(state), state.history()) == (before, history)
    with pytest.raises(ddz.WrongPhaseError) as caught:
        fresh.resample_from_infostate(0, random.random)
    assert caught.value.reason == "not_dealt"
    assert "not all dealt" in str(caught.value)


def test_rules_are_a_parameter() -> None:
    openspiel.register()
    name = openspiel.GAME_NAME
    game = pyspiel.load_game(
        f"{name}(rules=national+spring:false;bottom_cards:hidden,auction=false)"
    )
    assert game.rules == ddz.Rules.national().replace(
        spring=False, bottom_cards="hidden", auction="none"
    )
    same = pyspiel.load_game(str(game))
    assert same.rules == game.rules
    assert pyspiel.load_game(f"{name}(rules=four_player)").num_players() == 4
    with pytest.raises(ddz.InvalidRulesError) as caught:
        pyspiel.load_game(f"{name}(rules=five_player)")
    assert caught.value.reason == "unknown_preset"


def test_registering_twice_is_once() -> None:
    first, second = openspiel.register(), openspiel.register()
    assert first.short_name == second.short_name == openspiel.GAME_NAME
    assert pyspiel.registered_names().count(openspiel.GAME_NAME) == 1


def test_without_openspiel_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "doudizhu_fast.interop.openspiel._game", raising=False)
    monkeypatch.delattr("doudizhu_fast.interop.openspiel._game", raising=False)
    with pytest.raises(ModuleNotFoundError, match="open_spiel"):
        openspiel.register()


def test_its_search_for_hidden_cards_plays_our_game() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = load("three_player", auction=False)
    state = list(itertools.islice(walk(game, 1), 25))[-1]
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(0)),
        uct_c=2.0,
        max_simulations=5,
        random_state=np.random.RandomState(0),
    )
    assert bot.step(state) in state.legal_actions()
