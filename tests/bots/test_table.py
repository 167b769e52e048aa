"""play_game: the games are those of the rules, and a bot that fails is named with what it did."""

import dataclasses
import pickle
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import doudizhu_fast as ddz


class Player:
    """Bids 3 and plays the first legal move, or what a test would rather have."""

    def __init__(
        self,
        play: Callable[[ddz.View], Any] = lambda view: view.legal_moves()[0],
        bid: Callable[[ddz.View], Any] = lambda view: max(view.legal_bids()),
    ) -> None:
        self._play, self._bid = play, bid

    def bid(self, view: ddz.View) -> Any:
        return self._bid(view)

    def play(self, view: ddz.View) -> Any:
        return self._play(view)


def error_of(*arguments: Any, **more: Any) -> ddz.BotError:
    with pytest.raises(ddz.BotError) as caught:
        ddz.bots.play_game(*arguments, **more)
    return caught.value


def raise_it(error: BaseException) -> Callable[[ddz.View], Any]:
    def answer(view: ddz.View) -> Any:
        raise error

    return answer


def test_a_game_follows_the_rules_and_its_record_can_be_replayed() -> None:
    for index in range(20):
        record = ddz.bots.play_game(Player(), seed=3, index=index)
        assert record.index == index
        assert record.deals[0] == ddz.Game.of_run(3, index).deal
        assert ddz.Game.replay(record).payoffs == record.payoffs is not None


@pytest.mark.parametrize("rules", ["three_player", "four_player", "national", "openspiel"])
@pytest.mark.parametrize("auction", [False, True])
@pytest.mark.skipif(ddz.backend() != "native", reason="the policies decide in the engine")
def test_games_of_policies_are_those_of_a_simulation(rules: str, auction: bool) -> None:
    others = ["greedy"] * (2 if rules != "four_player" else 3)
    for players in ("rule", "greedy", ["rule", *others]):
        simulated = ddz.simulate(12, players, rules, seed=11, auction=auction)
        for index in range(12):
            played = ddz.bots.play_game(players, 11, rules=rules, auction=auction, index=index)
            assert played == simulated.game(index)


def test_a_bot_sees_its_own_seat_in_its_turn() -> None:
    seen: list[tuple[int, ddz.View]] = []

    def watcher(seat: int) -> Player:
        def play(view: ddz.View) -> Any:
            seen.append((seat, view))
            return view.legal_moves()[-1]

        return Player(play)

    ddz.bots.play_game([watcher(seat) for seat in range(3)], seed=1)
    assert len(seen) > 10
    assert all(view.seat == seat == view.turn for seat, view in seen)


def test_bots_hear_of_beginning_and_end() -> None:
    class Listener(Player):
        def __init__(self) -> None:
            super().__init__()
            self.heard: list[tuple[str, ddz.View]] = []

        def begin(self, view: ddz.View) -> None:
            self.heard.append(("begin", view))

        def end(self, view: ddz.View) -> None:
            self.heard.append(("end", view))

    bots = [Listener() for _ in range(3)]
    record = ddz.bots.play_game(bots, seed=1)
    for seat, bot in enumerate(bots):
        (begin, first), (end, last) = bot.heard
        assert (begin, end) == ("begin", "end")
        assert (first.seat, last.seat) == (seat, seat)
        assert not first.history
        assert last.payoffs == record.payoffs


def test_texts_and_none_are_moves() -> None:
    def play(view: ddz.View) -> Any:
        move = view.legal_moves()[0]
        return None if move == ddz.PASS else str(move)

    assert ddz.bots.play_game(Player(play), seed=4) == ddz.bots.play_game(Player(), seed=4)


@pytest.mark.parametrize("landlord", [0, 1, 2])
def test_any_seat_can_be_landlord_without_an_auction(landlord: int) -> None:
    def no_bid(view: ddz.View) -> int:
        raise AssertionError("nobody is asked to bid")

    for rules in ("three_player", "national", "botzone"):
        record = ddz.bots.play_game(
            Player(bid=no_bid), seed=4, rules=rules, auction=False, landlord=landlord
        )
        assert (record.landlord, record.bid) == (landlord, 1)
        assert ddz.Game.replay(record).landlord == landlord


def test_a_given_deal_is_played() -> None:
    deal = ddz.deal(77)
    record = ddz.bots.play_game(Player(), deal=deal)
    assert (record.deals, record.seed) == ((deal,), None)


@pytest.mark.parametrize(
    ("answer", "reason", "action"),
    [
        (None, "illegal_move", None),
        ("pass", "illegal_move", "pass"),
        (7, "not_a_move", 7),
        ("abc", "not_a_move", "abc"),
        ("", "not_a_move", ""),
        ("34", "illegal_move", "34"),
        (ddz.Move("BR"), "illegal_move", ddz.Move("BR")),
        (ddz.Move("3333+4455"), "illegal_move", ddz.Move("3333+4455")),
        (True, "not_a_move", True),
        (b"3", "not_a_move", "a bytes"),
        ([ddz.Move("3")], "not_a_move", "a list"),
        (ddz.Hand("3"), "not_a_move", "a Hand"),
        (object, "not_a_move", "a type"),
        ("3" * 10_000, "not_a_move", "3" * 200 + "..."),
    ],
)
def test_what_is_no_legal_move_ends_the_game(answer: Any, reason: str, action: Any) -> None:
    good = Player()
    bad = Player(lambda view: answer)
    error = error_of([good, bad, good], seed=1)
    assert (error.reason, error.seat, error.bot, error.action) == (reason, 1, "Player", action)
    # The game so far: the seat became landlord, and nothing was played.
    assert error.record.landlord == 1
    assert error.record.plays == ()
    assert ddz.Game.replay(error.record).turn == 1
    assert (error.__cause__ is None) == (not isinstance(answer, str | ddz.Move | None))


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (None, "not_a_bid"),
        ("1", "not_a_bid"),
        (True, "not_a_bid"),
        (1.0, "not_a_bid"),
        (ddz.PASS, "not_a_bid"),
        (4, "illegal_bid"),
        (-1, "illegal_bid"),
        (10**400, "illegal_bid"),
    ],
)
def test_what_is_no_legal_bid_ends_the_game(answer: Any, reason: str) -> None:
    error = error_of(Player(bid=lambda view: answer), seed=1)
    assert (error.reason, error.seat) == (reason, ddz.deal(1).first_bidder)
    assert error.record.calls == ((),)


def test_a_bid_that_is_too_low_is_told_with_its_cause() -> None:
    error = error_of(Player(bid=lambda view: 2), seed=1)
    assert error.reason == "illegal_bid"
    assert isinstance(error.__cause__, ddz.IllegalBidError)
    assert error.record.calls == ((2,),)


def test_a_number_that_is_no_number_is_no_bid() -> None:
    class Claims:
        def __index__(self) -> int:
            raise RuntimeError("no")

    assert error_of(Player(bid=lambda view: Claims()), seed=1).reason == "not_a_bid"


@pytest.mark.parametrize("limit", [None, 5.0])
@pytest.mark.parametrize("error", [ValueError("lost"), SystemExit(3), RecursionError()])
def test_a_bot_that_raises_ends_the_game(error: BaseException, limit: float | None) -> None:
    failed = error_of(Player(raise_it(error)), seed=1, limit_seconds=limit)
    assert failed.reason == "raised"
    assert failed.__cause__ is error
    assert type(error).__name__ in str(failed)


def test_the_users_interrupt_is_not_the_bots_error() -> None:
    with pytest.raises(KeyboardInterrupt):
        ddz.bots.play_game(Player(raise_it(KeyboardInterrupt())), seed=1)


def test_an_error_in_begin_is_the_bots() -> None:
    class Shy(Player):
        def begin(self, view: ddz.View) -> None:
            raise ValueError("no")

    error = error_of([Player(), Player(), Shy()], seed=1)
    assert (error.reason, error.seat, error.bot) == ("raised", 2, "Shy")


@pytest.mark.parametrize("where", ["bid", "play"])
def test_a_bot_that_hangs_ends_the_game(where: str) -> None:
    release = threading.Event()

    def hang(view: ddz.View) -> Any:
        release.wait(60)

    bot = Player(bid=hang) if where == "bid" else Player(hang)
    began = time.monotonic()
    error = error_of(bot, seed=1, limit_seconds=0.05)
    assert time.monotonic() - began < 30
    release.set()
    assert (error.reason, error.limit, error.action) == ("too_slow", 0.05, None)
    assert "0.05 seconds" in str(error)


def test_with_a_limit_the_game_is_the_same() -> None:
    assert ddz.bots.play_game(Player(), seed=2, limit_seconds=60) == ddz.bots.play_game(
        Player(), seed=2
    )


def test_a_bot_cannot_change_what_it_sees() -> None:
    def steal(view: ddz.View) -> Any:
        view.hand = ddz.Hand("BR")  # type: ignore[misc]

    error = error_of(Player(steal), seed=1)
    assert error.reason == "raised"
    assert isinstance(error.__cause__, dataclasses.FrozenInstanceError)


def test_a_bot_that_changes_its_view_by_force_changes_no_game() -> None:
    def steal(view: ddz.View) -> Any:
        object.__setattr__(view, "hand", ddz.Hand("BR"))
        return "BR"

    error = error_of(Player(steal), seed=1)
    assert (error.reason, error.action) == ("illegal_move", "BR")


def test_the_error_can_be_written_and_sent() -> None:
    error = error_of(Player(lambda view: threading.Lock()), seed=1)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.record) == (str(error), error.record)
    assert again.action == "a lock"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"bots": [Player()] * 4}, "player_count"),
        ({"bots": [Player()] * 2}, "roles_unknown"),
        ({"bots": 5}, "wrong_type"),
        ({"bots": [Player(), Player(), 5]}, "bad_bot"),
        ({"bots": "nobody"}, "unknown_bot"),
        ({"auction": 1}, "wrong_type"),
        ({"deal": "34"}, "wrong_type"),
        ({"deal": ddz.deal(1), "seed": 5}, "seed_and_deal"),
        ({"deal": ddz.deal(1), "index": 5}, "told_already"),
        ({"landlord": 1}, "out_of_range"),
        ({"landlord": 3, "auction": False}, "out_of_range"),
        ({"landlord": 1, "auction": False, "rules": "rlcard"}, "out_of_range"),
        ({"index": -1}, "out_of_range"),
        ({"seed": -1}, "bad_seed"),
        ({"limit_seconds": 0}, "out_of_range"),
        ({"limit_seconds": float("nan")}, "out_of_range"),
        ({"limit_seconds": "1"}, "wrong_type"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(ddz.InvalidArgumentError) as caught:
        ddz.bots.play_game(**({"bots": Player()} | arguments))
    assert caught.value.reason == reason
