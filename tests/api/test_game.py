"""Game: phases, actions, undo, copies, errors (docs/rules.md 1.2 to 1.6)."""

import copy
import pickle
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import SeedSequence

from doudizhu_fast.deals import Deal, deal, draw_deal
from doudizhu_fast.enums import Phase, Role
from doudizhu_fast.exceptions import (
    IllegalBidError,
    IllegalMoveError,
    InvalidArgumentError,
    InvalidCardsError,
    InvalidRulesError,
    WrongPhaseError,
)
from doudizhu_fast.game import MOST_REDEALS, Game
from doudizhu_fast.hand import Hand
from doudizhu_fast.move import PASS, Move
from doudizhu_fast.moves import legal_moves
from doudizhu_fast.position import Position
from doudizhu_fast.rules import Rules

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


def state(game):
    return (
        game.phase,
        game.turn,
        game.landlord,
        game.hands,
        game.counts,
        game.to_beat,
        game.passes,
        game.deals,
        game.bids,
        game.highest_bid,
        game.history,
        game.winner,
        game.spring,
        game.multiplier,
        game.stake,
        game.payoffs,
        game.legal_bids(),
        game.legal_moves(),
        game.record(),
        None if game.phase is Phase.AUCTION or game.landlord is None else game.position,
    )


def act(game, choose):
    """Make one random action."""
    bids = game.legal_bids()
    if bids:
        game.bid(choose.choice(bids))
    else:
        game.play_index(choose.randrange(game.count_moves()))


def finished(seed, rules="three_player"):
    game, choose = Game(seed=seed, rules=rules), random.Random(seed)
    while game.turn is not None:
        act(game, choose)
    return game


def test_a_new_game_is_in_the_auction_of_its_deal():
    game = Game(seed=7)
    assert (game.phase, game.turn) == (Phase.AUCTION, game.deal.first_bidder)
    assert (game.landlord, game.winner, game.payoffs, game.to_beat) == (None, None, None, None)
    assert (game.multiplier, game.highest_bid, game.stake, game.spring) == (1, 0, 0, 0)
    assert (game.legal_moves(), game.count_moves(), game.legal_bids()) == ([], 0, [0, 1, 2, 3])
    assert game.hands == game.deal.hands
    assert game.deal == deal(7)
    assert (game.seed, game.index, game.rules) == (7, 0, Rules())


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_goes_from_the_first_call_to_the_payment(preset):
    seen = set()
    for seed in range(8):
        game = finished(seed, preset)
        assert game.phase is Phase.OVER, seed
        assert (game.turn, game.legal_bids(), game.legal_moves()) == (None, [], []), seed
        assert sum(game.payoffs) == 0, seed
        if game.landlord is None:
            assert game.payoffs == (0,) * game.rules.players
            continue
        seen.add(game.winner)
        assert game.counts.count(0) == 1, seed
        out = game.counts.index(0)
        assert game.winner == (Role.LANDLORD if out == game.landlord else Role.PEASANT), seed
        assert game.payoffs == game.position.payoffs, seed
        if game.rules.scoring == "exponential":
            peasant = (game.landlord + 1) % game.rules.players
            assert abs(game.payoffs[peasant]) == game.stake == game.highest_bid * game.multiplier, (
                seed
            )
    assert len(seen) == 2


def test_the_position_is_wrong_phase_in_the_auction_and_stays_readable_after_the_end():
    game = Game(seed=7)
    with pytest.raises(WrongPhaseError) as caught:
        _ = game.position
    assert caught.value.reason == "auction_not_over"
    end = finished(7)
    assert end.position.payoffs == end.payoffs
    assert end.position.hands == end.hands


def test_a_position_taken_from_a_game_stays_when_the_game_goes_on():
    game = Game(seed=7)
    game.bid(3)
    position = game.position
    text = position.text
    game.play_index(0)
    assert position.text == text != game.position.text
    assert position.play(position.move(0)) == game.position


@pytest.mark.parametrize("preset", PRESETS)
def test_undo_takes_back_every_action_to_the_start(preset):
    undone = 0
    for seed in range(3):
        game, choose = Game(seed=seed, rules=preset), random.Random(seed)
        before = [state(game)]
        while game.turn is not None:
            act(game, choose)
            before.append(state(game))
        while len(before) > 1:
            assert state(game) == before.pop(), seed
            game.undo()
            undone += 1
        assert state(game) == before[0], seed
        with pytest.raises(WrongPhaseError) as caught:
            game.undo()
        assert caught.value.reason == "nothing_to_undo"
        assert state(game) == before[0], seed
    assert undone > 60


@given(
    st.integers(0, 2**64), st.sampled_from(["three_player", "four_player", "openspiel"]), st.data()
)
def test_an_action_then_undo_is_no_change_and_the_same_action_leads_on_alike(seed, rules, data):
    game = Game(seed=seed, rules=rules)
    for _ in range(data.draw(st.integers(0, 60))):
        if game.turn is None:
            break
        act(game, random.Random(data.draw(st.integers(0, 1000))))
    if game.turn is None:
        game.undo()
    before = state(game)
    choice = data.draw(st.integers(0, 1000))
    act(game, random.Random(choice))
    after = state(game)
    game.undo()
    assert state(game) == before
    act(game, random.Random(choice))
    assert state(game) == after


@pytest.mark.parametrize(("rules", "players"), [("three_player", 3), ("four_player", 4)])
def test_a_game_with_a_seed_deals_anew_when_all_pass(rules, players):
    game = Game(seed=7, rules=rules)
    for redeal in range(1, 4):
        for _ in range(players):
            game.bid(0)
        assert game.phase is Phase.AUCTION
        assert len(game.deals) == redeal + 1
        assert game.deal == draw_deal(7, 0, redeal, Rules.parse(rules))
        assert (game.bids, game.turn) == ((), game.deal.first_bidder)
    assert len(set(game.deals)) == 4
    game.bid(3)
    assert game.hands[game.landlord] == game.deal.hands[game.landlord] + game.bottom


def test_undo_goes_back_across_a_redeal():
    game = Game(seed=7)
    for bid in (0, 0):
        game.bid(bid)
    before = state(game)
    game.bid(0)
    assert len(game.deals) == 2
    after = state(game)
    game.undo()
    assert state(game) == before
    game.bid(0)
    assert state(game) == after


def test_a_game_of_a_given_deal_is_void_when_all_pass():
    game = Game(deal=deal(7))
    assert game.seed is None
    for _ in range(3):
        game.bid(0)
    check_void(game)
    game.undo()
    assert (game.phase, len(game.bids), game.payoffs) == (Phase.AUCTION, 2, None)
    game.bid(3)
    assert game.phase is Phase.PLAY


def test_under_all_pass_void_a_game_with_a_seed_is_void_too():
    game = Game(seed=7, rules="openspiel")
    for _ in range(3):
        game.bid(0)
    check_void(game)


def check_void(game):
    assert (game.phase, game.turn, game.landlord, game.winner) == (Phase.OVER, None, None, None)
    assert game.payoffs == (0,) * game.rules.players
    assert (game.highest_bid, game.multiplier, game.stake, game.spring) == (0, 1, 0, 0)
    assert game.hands == game.deal.hands
    assert (game.legal_bids(), game.legal_moves(), game.count_moves()) == ([], [], 0)
    before = state(game)
    for call, reason in (
        (lambda: game.bid(1), "game_over"),
        (lambda: game.play("3"), "game_over"),
        (lambda: game.play_index(0), "game_over"),
        (lambda: game.position, "thrown_in"),
    ):
        with pytest.raises(WrongPhaseError) as caught:
            call()
        assert caught.value.reason == reason
    assert game.why_illegal("3").reason == "game_over"
    assert state(game) == before


def test_when_all_pass_after_a_thousand_redeals_the_game_is_void():
    game = Game(seed=7)
    for redeal in range(MOST_REDEALS + 1):
        assert len(game.deals) == redeal + 1
        for _ in range(3):
            game.bid(0)
    assert len(game.deals) == 1001
    check_void(game)
    game.undo()
    game.bid(1)
    assert game.highest_bid == 1
    again = Game.replay(game.record())
    assert again.deals == game.deals


def test_all_pass_first_bidder_makes_the_first_bidder_landlord_at_one():
    game = Game(seed=7, rules="botzone")
    for _ in range(3):
        game.bid(0)
    assert (game.phase, game.landlord, game.highest_bid) == (Phase.PLAY, game.deal.first_bidder, 1)
    assert game.position.bid == 1
    game.undo()
    assert (game.phase, game.highest_bid, len(game.bids)) == (Phase.AUCTION, 0, 2)


def test_seeds_are_resolved_to_the_root_that_tells_the_game_again():
    for seed in (
        SeedSequence(9),
        SeedSequence([1, 2]),
        np.random.default_rng(4),
        np.int64(9),
        None,
    ):
        game = Game(seed=seed)
        assert type(game.seed) is int
        assert Game(seed=game.seed).deal == game.deal
    assert Game().deal != Game().deal


def test_game_i_of_a_run_depends_on_root_and_index_only():
    games = [Game.of_run(11, index) for index in range(20)]
    assert [game.deal for game in games] == [
        draw_deal(11, index, 0, Rules()) for index in range(20)
    ]
    assert len({game.deal for game in games}) == 20
    assert games[0].deal == Game(seed=11).deal
    assert [game.index for game in games] == list(range(20))
    assert Game.of_run(11, 2**64 - 1).index == 2**64 - 1


@pytest.mark.parametrize(
    ("index", "reason"),
    [
        (-1, "out_of_range"),
        (2**64, "out_of_range"),
        (True, "wrong_type"),
        (1.0, "wrong_type"),
        ("1", "wrong_type"),
    ],
)
def test_the_index_of_a_game_is_a_whole_number(index, reason):
    with pytest.raises(InvalidArgumentError) as caught:
        Game.of_run(11, index)
    assert caught.value.reason == reason


def test_a_given_deal_brings_its_rules():
    made = deal(7, "national")
    assert Game(deal=made).rules == Rules.national()
    assert Game(deal=made, rules="botzone").rules == Rules.botzone()
    assert Game(deal=made, rules="botzone").deal == made.under("botzone")
    with pytest.raises(InvalidRulesError) as caught:
        Game(deal=made, rules="four_player")
    assert caught.value.reason == "wrong_players"


@pytest.mark.parametrize(
    ("arguments", "error", "reason"),
    [
        ({"seed": 1, "deal": deal(1)}, InvalidArgumentError, "seed_and_deal"),
        ({"deal": "3/4/5"}, InvalidArgumentError, "wrong_type"),
        ({"seed": -1}, InvalidArgumentError, "bad_seed"),
        ({"seed": True}, InvalidArgumentError, "bad_seed"),
        ({"seed": "7"}, InvalidArgumentError, "bad_seed"),
        ({"rules": "five"}, InvalidRulesError, "unknown_preset"),
        ({"rules": 5}, InvalidArgumentError, "wrong_type"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_bad_games_are_refused(arguments, error, reason):
    with pytest.raises(error) as caught:
        Game(**arguments)
    assert caught.value.reason == reason


def refuses(game, call, error, reason):
    before = state(game)
    with pytest.raises(error) as caught:
        call()
    assert caught.value.reason == reason
    assert state(game) == before


def test_calls_that_fail_in_the_auction_change_nothing():
    game = Game(seed=7)
    game.bid(2)
    refuses(game, lambda: game.bid(1), IllegalBidError, "too_low")
    refuses(game, lambda: game.bid(4), IllegalBidError, "not_a_bid")
    refuses(game, lambda: game.bid("3"), IllegalBidError, "not_a_bid")
    refuses(game, lambda: game.bid(3, (game.turn + 1) % 3), IllegalBidError, "out_of_turn")
    refuses(game, lambda: game.play("3"), WrongPhaseError, "auction_not_over")
    refuses(game, lambda: game.play_index(0), WrongPhaseError, "auction_not_over")
    refuses(game, lambda: game.view(3), InvalidArgumentError, "out_of_range")
    refuses(game, lambda: game.view(True), InvalidArgumentError, "wrong_type")
    refuses(game, lambda: game.view("0"), InvalidArgumentError, "wrong_type")
    refuses(game, lambda: game.bid(3, "x"), InvalidArgumentError, "wrong_type")
    refuses(game, lambda: game.bid(3, True), InvalidArgumentError, "wrong_type")
    game.bid(3, seat=game.turn)
    assert game.phase is Phase.PLAY


class TroubleError(Exception):
    """Something that goes wrong inside the library."""


def test_a_call_after_which_the_play_cannot_begin_is_not_made(monkeypatch):
    def fail(self, *arguments):
        raise TroubleError

    game = Game(seed=7)
    game.bid(2)
    game.bid(0)
    before = state(game)
    with monkeypatch.context() as patched:
        patched.setattr(Game, "_begin", fail)
        with pytest.raises(TroubleError):
            game.bid(0)
        with pytest.raises(TroubleError):
            game.bid(3)
    assert state(game) == before
    game.bid(0)
    assert game.phase is Phase.PLAY


def test_a_call_after_which_no_deal_comes_is_not_made(monkeypatch):
    def fail(*arguments):
        raise TroubleError

    game = Game(seed=7)
    game.bid(0)
    game.bid(0)
    before = state(game)
    with monkeypatch.context() as patched:
        patched.setattr("doudizhu_fast.game.draw_deal", fail)
        with pytest.raises(TroubleError):
            game.bid(0)
    assert state(game) == before
    game.bid(0)
    assert len(game.deals) == 2


def test_calls_that_fail_in_play_change_nothing():
    game = Game(
        deal=Deal(("33334444555566667", "77788889999TTTTJJ", "JJQQQQKKKKAAAA222"), "2BR", 0)
    )
    game.bid(3)
    refuses(game, lambda: game.bid(1), WrongPhaseError, "auction_over")
    refuses(game, lambda: game.play("pass"), IllegalMoveError, "pass_on_lead")
    refuses(game, lambda: game.play(PASS), IllegalMoveError, "pass_on_lead")
    refuses(game, lambda: game.play("34"), IllegalMoveError, "not_a_play")
    refuses(game, lambda: game.play("A"), IllegalMoveError, "cards_not_held")
    refuses(game, lambda: game.play(Move("A")), IllegalMoveError, "cards_not_held")
    refuses(game, lambda: game.play("?"), InvalidCardsError, "unknown_card")
    refuses(game, lambda: game.play("33333"), InvalidCardsError, "not_in_pack")
    refuses(game, lambda: game.play("3", seat=1), IllegalMoveError, "out_of_turn")
    refuses(game, lambda: game.play_index(-1), InvalidArgumentError, "index_out_of_range")
    refuses(
        game,
        lambda: game.play_index(game.count_moves()),
        InvalidArgumentError,
        "index_out_of_range",
    )
    game.play("7", seat=0)
    refuses(game, lambda: game.play("7"), IllegalMoveError, "does_not_beat")
    game.play("8", seat=1)
    assert game.history[-1] == (1, Move("8"))


def test_calls_that_fail_after_the_end_change_nothing():
    game = finished(7)
    refuses(game, lambda: game.play("3"), WrongPhaseError, "game_over")
    refuses(game, lambda: game.play_index(0), WrongPhaseError, "game_over")
    refuses(game, lambda: game.bid(1), WrongPhaseError, "game_over")


def test_rules_without_an_auction_take_no_bids():
    game = Game(seed=7, rules="rlcard")
    assert (game.bids, game.legal_bids()) == ((), [])
    refuses(game, lambda: game.bid(1), WrongPhaseError, "no_auction")
    refuses(game, lambda: game.undo(), WrongPhaseError, "nothing_to_undo")


def test_why_illegal_gives_the_error_that_play_raises():
    game, choose = Game(seed=7), random.Random(7)
    candidates = [
        "pass",
        "3",
        "33",
        "3334",
        "34567",
        "BR",
        "2222",
        "x",
        "",
        "333444555666",
        "3+3+3",
        Move("A"),
        PASS,
        17,
    ]
    checked, legal = 0, 0
    while True:
        for move in candidates:
            before = state(game)
            found = game.why_illegal(move)
            assert state(game) == before
            assert game.is_legal(move) is (found is None)
            trial = game.copy()
            if found is None:
                trial.play(move)
                legal += 1
            else:
                with pytest.raises(type(found)) as caught:
                    trial.play(move)
                assert (caught.value.reason, str(caught.value)) == (found.reason, str(found))
            checked += 1
        if game.turn is None:
            break
        act(game, choose)
    assert checked > 300
    assert legal > 20


def errors_about(move, rules):
    """The error of every way in which a move that is no play comes to the library, as Move or as text."""
    game = Game(seed=7, rules=rules)
    if game.legal_bids():
        game.bid(3)
    position, space = game.position, game.rules.action_space
    calls = [
        lambda: game.play(move),
        lambda: position.play(move),
        lambda: space.id(move),
        lambda: Move(move, rules),
        lambda: legal_moves("34", move, rules),
        lambda: Position(["3", "4", "5", "6"][: game.rules.players], 0, 0, move, rules=rules),
    ]
    if isinstance(move, Move):
        calls.append(lambda: space.ids(np.array([int(move)], dtype=np.uint64)))
        calls.append(lambda: Move.from_packed(int(move), rules))
    errors = [game.why_illegal(move)]
    for call in calls:
        with pytest.raises(IllegalMoveError) as caught:
            call()
        errors.append(caught.value)
    return errors


NO_PLAYS = [
    ("345", "three_player", ()),
    ("444+4", "national", ()),
    ("4444+55", "three_player", ("national", "rlcard", "douzero", "noip")),
    (Move("4444+55", "rlcard"), "three_player", ("national", "rlcard", "douzero", "noip")),
    (Move("333+4"), "four_player", tuple(p for p in PRESETS if p != "four_player")),
    (Move("555666+78"), "noip", tuple(p for p in PRESETS if p not in ("four_player", "noip"))),
]


@pytest.mark.parametrize(("move", "rules", "presets"), NO_PLAYS)
def test_what_is_no_play_is_the_same_error_on_every_way(move, rules, presets):
    errors = errors_about(move, rules)
    assert len(errors) == (9 if isinstance(move, Move) else 7)
    for error in errors:
        assert error.reason == "not_a_play"
        assert (error.move, error.presets) == (str(move), presets)
        assert vars(error).keys() - {"index"} == vars(errors[0]).keys()
        hint = f"; it is one under {', '.join(presets)}" if presets else ""
        place = " (at index 0)" if hasattr(error, "index") else ""
        assert str(error) == f"{move} is not a play under these rules{place}{hint}"
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.presets) == (str(error), presets)


def test_only_what_is_no_play_names_presets():
    game = Game(seed=7)
    game.bid(3)
    error = game.why_illegal("pass")
    assert error.reason == "pass_on_lead"
    assert not hasattr(error, "presets")


def test_packed_numbers_that_fit_no_kind_are_shown_with_the_kind_they_claim():
    space = Rules().action_space
    for packed, shown in ((2 << 60 | 0x13, "3334 as PAIR"), (15 << 60 | 1, "3 as a call")):
        with pytest.raises(IllegalMoveError) as caught:
            space.ids(np.array([0, packed], dtype=np.uint64))
        assert (caught.value.move, caught.value.index, caught.value.presets) == (shown, 1, ())
        with pytest.raises(IllegalMoveError) as caught:
            Move.from_packed(packed)
        assert (caught.value.move, caught.value.presets) == (shown, ())


def test_every_listed_move_is_legal():
    game = Game(seed=7)
    game.bid(3)
    moves = game.legal_moves()
    assert all(game.is_legal(move) and game.is_legal(str(move)) for move in moves)
    assert len(moves) == game.count_moves() > 20


@pytest.mark.parametrize(
    "clone",
    [Game.copy, copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))],
    ids=["copy", "copy.copy", "deepcopy", "pickle"],
)
@pytest.mark.parametrize("rules", ["three_player", "four_player", "openspiel", "douzero"])
def test_a_copy_stands_alike_and_goes_its_own_way(clone, rules):
    checked = 0
    for seed in range(2):
        game, choose = Game(seed=seed, rules=rules), random.Random(seed)
        while True:
            before = state(game)
            other = clone(game)
            assert state(other) == before, seed
            if other.turn is not None:
                act(other, random.Random(1))
                other.undo()
                assert state(other) == before, seed
                act(other, random.Random(2))
                assert state(game) == before != state(other), seed
            checked += 1
            if game.turn is None:
                break
            act(game, choose)
    assert checked > 10


def test_copies_of_a_void_game_are_void():
    game = Game(deal=deal(7))
    for _ in range(3):
        game.bid(0)
    for other in (game.copy(), pickle.loads(pickle.dumps(game))):
        check_void(other)
        other.undo()
        assert other.phase is Phase.AUCTION
    check_void(game)


def test_history_holds_calls_then_moves_with_their_seats():
    game = finished(7)
    calls = len(game.bids)
    assert game.history[:calls] == game.bids
    moves = game.history[calls:]
    assert [seat for seat, _ in moves] == [(game.landlord + step) % 3 for step in range(len(moves))]
    again = Game(seed=7)
    for _ in range(len(game.deals) - 1):
        for _ in range(3):
            again.bid(0)
    for seat, action in game.history:
        again.bid(action, seat) if isinstance(action, int) else again.play(action, seat)
    assert state(again)[:-2] == state(game)[:-2]


def test_moves_are_taken_in_every_form():
    game = Game(seed=7, rules="rlcard")
    move = game.legal_moves()[0]
    for form in (move, str(move), f" {str(move).lower()} ", move.cards):
        trial = game.copy()
        trial.play(form)
        assert trial.history == ((0, move),)


def test_numpy_numbers_are_taken():
    game = Game(seed=7)
    game.bid(np.int64(3), np.int64(game.turn))
    game.play_index(np.int64(0))
    assert game.view(np.int64(1)).seat == 1


def test_the_properties_are_read_only():
    game = Game(seed=7)
    for name in ("turn", "phase", "hands", "seed", "payoffs"):
        with pytest.raises(AttributeError):
            setattr(game, name, 1)


def test_games_are_compared_by_identity_and_told_apart_by_repr():
    game = Game(seed=7)
    assert game != Game(seed=7)
    assert repr(game) == f"<Game three_player, seed 7: auction, turn {game.turn}>"
    assert repr(finished(7)).startswith("<Game three_player, seed 7: over, payoffs (")
    assert "given deal" in repr(Game(deal=deal(7)))
    assert "game 3" in repr(Game.of_run(7, 3))


def test_hands_bottom_and_deal_are_values():
    game = Game(seed=7)
    assert all(isinstance(hand, Hand) for hand in game.hands)
    assert isinstance(game.bottom, Hand)
    assert game.counts == (17, 17, 17)
