"""One game between bots: every seat is asked in its turn, and what it answers is checked."""

from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any, Final, NoReturn, TypeAlias

from numpy.random import SeedSequence

from doudizhu_fast._checks import as_real, as_whole, shown, whole, wrong_type
from doudizhu_fast.bots.protocol import Bot, bot_name, missing_methods
from doudizhu_fast.bots.registry import get
from doudizhu_fast.deals import Deal
from doudizhu_fast.enums import Phase
from doudizhu_fast.exceptions import (
    BotError,
    DoudizhuError,
    IllegalMoveError,
    InvalidArgumentError,
    WrongPhaseError,
    a_type,
)
from doudizhu_fast.game import Game
from doudizhu_fast.move import PASS, Move
from doudizhu_fast.records import GameRecord
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.seeds import BOTS, Seed, resolve_seed

__all__ = ["Player", "Table", "play_game", "read_limit", "seated"]

Player: TypeAlias = Bot | str
"""Who plays: a bot, or a name that :func:`get` knows."""

_LARGEST_INDEX: Final = 2**64 - 1
_LONGEST_LIMIT: Final = 1e6


def play_game(
    bots: Player | Sequence[Player],
    seed: Seed = None,
    deal: Deal | None = None,
    rules: Rules | str | None = None,
    auction: bool = True,
    landlord: int = 0,
    limit_seconds: float | None = None,
    index: int = 0,
) -> GameRecord:
    """Have bots play one game, from the first call to the payment (rules 1.2 to 1.6).

    Each bot is given views of its own seat and nothing else. A bot that fails ends the game by a :class:`BotError`,
    which holds the record of the game so far.

    Args:
        bots: Who plays: one for all seats, one for each seat, or without an auction two: for the landlord and for the
            peasants. Each is a bot or a name that :func:`get` knows; what a name makes is seeded by ``seed``, ``index``
            and its seat.
        seed: The seed of the deals and of named bots, see :func:`resolve_seed`.
        deal: The cards, instead of a seed; named bots then draw afresh.
        rules: The rules or a preset's name; without, those of the deal, or three_player.
        auction: False leaves the auction out: the landlord plays for a bid of 1.
        landlord: Who is landlord without an auction. Seat 0 begins at once, under rules with ``auction="none"``; for
            another seat the calls are made: it bids 1 and the others pass.
        limit_seconds: How long each answer may take, above 0; None for no limit. With a limit a bot is asked in a
            thread of its own, which is left to itself when its time is over.
        index: Which game of the run that the seed gives: the deal of ``simulate(..., seed=seed).game(index)``.

    Returns:
        The record of the finished game.

    Raises:
        BotError: Reason ``illegal_bid``, ``illegal_move``, ``not_a_bid``, ``not_a_move``, ``raised`` or ``too_slow``.
        InvalidArgumentError: Reason ``player_count`` or ``roles_unknown`` for bots that do not go with the seats;
            ``unknown_bot`` or ``bad_bot``; ``seed_and_deal``, ``bad_seed``; ``wrong_type`` or ``out_of_range`` for the
            rest.
        InvalidRulesError: For rules that do not exist or are for another number of players than the deal.

    Example:
        >>> record = play_game(["greedy", "random", "random"], seed=5, auction=False)
        >>> record.landlord, sum(record.payoffs)
        (0, 0)
    """
    game, calls_made = _opened(seed, deal, rules, auction, landlord, index)
    seats = seated(bots, game.rules, auction and game.rules.auction != "none")
    limit = read_limit(limit_seconds)
    players = [_named(bot, game, seat) for seat, bot in enumerate(seats)]
    table = Table(game, players, limit)
    table.greet("begin")
    if calls_made:
        while game.phase is Phase.AUCTION:
            game.bid(int(game.turn == landlord))
    table.play()
    table.greet("end")
    return game.record()


def seated(bots: object, rules: Rules, auction: bool) -> tuple[Player, ...]:
    """Read who plays, as one bot or name for each seat.

    Args:
        bots: As :func:`play_game` takes them.
        rules: The rules.
        auction: Whether there is an auction.

    Raises:
        InvalidArgumentError: Reason ``player_count``, ``roles_unknown``, ``bad_bot`` or ``wrong_type``.

    Example:
        >>> seated(["rule", "greedy"], Rules(), auction=False)
        ('rule', 'greedy', 'greedy')
    """
    if isinstance(bots, str) or not missing_methods(bots):
        return (_player(bots),) * rules.players
    if not isinstance(bots, Sequence):
        raise wrong_type("bots", "a bot, a bot's name or a list of such", bots)
    players = tuple(_player(bot) for bot in bots)
    if len(players) == 2:
        if auction:
            raise InvalidArgumentError("roles_unknown")
        return (players[0], *[players[1]] * (rules.players - 1))
    if len(players) != rules.players:
        raise InvalidArgumentError("player_count", expected=rules.players, count=len(players))
    return players


def read_limit(seconds: Any) -> float | None:
    """Read how long an answer may take.

    Raises:
        InvalidArgumentError: Reason ``wrong_type`` or ``out_of_range``.

    Example:
        >>> read_limit(2)
        2.0
    """
    if seconds is None:
        return None
    limit = as_real(seconds)
    if limit is None:
        raise wrong_type("limit_seconds", "a number of seconds above 0", seconds)
    if not limit > 0:
        raise InvalidArgumentError(
            "out_of_range", name="limit_seconds", expected="above 0", value=shown(seconds)
        )
    return min(limit, _LONGEST_LIMIT)


def _player(bot: Any) -> Player:
    if isinstance(bot, str):
        return bot
    if missing := missing_methods(bot):
        raise InvalidArgumentError("bad_bot", name=bot_name(bot), detail=missing)
    player: Bot = bot
    return player


def _named(bot: Player, game: Game, seat: int) -> Bot:
    """Make the bot of a name, with a seed of its own for every game and seat."""
    if not isinstance(bot, str):
        return bot
    seed = None
    if game.seed is not None:
        seed = SeedSequence(game.seed, spawn_key=(*BOTS, game.index, seat))
    return get(bot, rules=game.rules, seed=seed)


def _opened(
    seed: Seed,
    deal: Deal | None,
    rules: Rules | str | None,
    auction: object,
    landlord: object,
    index: object,
) -> tuple[Game, bool]:
    """Give the game at its start, and whether its calls are made for the bots."""
    if not isinstance(auction, bool):
        raise wrong_type("auction", "True or False", auction)
    if deal is not None and not isinstance(deal, Deal):
        raise wrong_type("deal", "a Deal", deal)
    chosen = deal.rules if deal is not None and rules is None else as_rules(rules)
    seat = whole(landlord, "landlord", 0, chosen.players - 1)
    number = whole(index, "index", 0, _LARGEST_INDEX)
    if seat and (auction or chosen.auction == "none"):
        raise InvalidArgumentError(
            "out_of_range",
            name="landlord",
            expected="0, unless the auction of the rules is left out",
            value=seat,
        )
    if not auction and not seat:
        chosen = chosen.replace(auction="none", all_pass="redeal")
    if deal is None:
        return Game.of_run(resolve_seed(seed), number, chosen), seat > 0
    if number:
        raise InvalidArgumentError("told_already", name="index", by="a deal")
    return Game(seed, deal, chosen), seat > 0


class Table:
    """A game and the bots at it.

    Args:
        game: The game.
        bots: The bots by seat; what stands for a seat that is never asked is not looked at.
        limit: How many seconds an answer may take, None for no limit.

    Example:
        >>> game = Game(seed=1, rules="rlcard")
        >>> table = Table(game, [None, get("greedy"), get("greedy")], None)
        >>> game.play_index(0)
        >>> table.ask()
        >>> game.turn
        2
    """

    def __init__(self, game: Game, bots: Sequence[Bot | None], limit: float | None) -> None:
        self._game = game
        self._bots = bots
        self._limit = limit

    def greet(self, method: str) -> None:
        """Tell those bots that want to hear it that the game begins or ends."""
        for seat, bot in enumerate(self._bots):
            if callable(getattr(bot, method, None)):
                self._ask(seat, method)

    def play(self) -> None:
        """Ask seat after seat until the game is over."""
        while self._game.turn is not None:
            self.ask()

    def ask(self) -> None:
        """Ask the seat whose turn it is, and do what it answers.

        Raises:
            BotError: As :func:`play_game`; the game stands as before.
            WrongPhaseError: Reason ``game_over``.
        """
        seat = self._game.turn
        if seat is None:
            raise WrongPhaseError("game_over", action="ask")
        if self._game.phase is Phase.AUCTION:
            self._bid(seat)
        else:
            self._move(seat)

    def _bid(self, seat: int) -> None:
        answer = self._ask(seat, "bid")
        try:
            bid = as_whole(answer)
        # An object of any kind may claim to be a number.
        except Exception as error:
            self._fail("not_a_bid", seat, answer, cause=error)
        if bid is None:
            self._fail("not_a_bid", seat, answer)
        try:
            self._game.bid(bid)
        except DoudizhuError as error:
            self._fail("illegal_bid", seat, answer, cause=error)

    def _move(self, seat: int) -> None:
        answer = self._ask(seat, "play")
        move = PASS if answer is None else answer
        if not isinstance(move, Move | str):
            self._fail("not_a_move", seat, answer)
        try:
            self._game.play(move)
        except IllegalMoveError as error:
            unread = isinstance(move, str) and error.reason == "unreadable"
            self._fail("not_a_move" if unread else "illegal_move", seat, answer, cause=error)
        except DoudizhuError as error:
            self._fail("not_a_move", seat, answer, cause=error)

    def _ask(self, seat: int, method: str) -> Any:
        question = getattr(self._bots[seat], method)
        view = self._game.view(seat)
        try:
            if self._limit is None:
                return question(view)
            return _within(self._limit, question, view)
        except _TooSlowError:
            self._fail("too_slow", seat, None, limit=self._limit)
        # A bot may raise anything, and may not end the program either.
        except (Exception, SystemExit) as error:
            self._fail("raised", seat, None, cause=error)

    def _fail(
        self, reason: str, seat: int, answer: Any, cause: BaseException | None = None, **more: Any
    ) -> NoReturn:
        bot = self._bots[seat]
        # Whatever else a bot answers is described only: an error can be written, sent and kept.
        plain = answer is None or isinstance(answer, Move | str | int | float)
        raise BotError(
            reason,
            seat=seat,
            bot=bot_name(bot),
            action=shown(answer) if plain else a_type(answer),
            record=self._game.record(),
            detail="" if cause is None else _told(cause),
            **more,
        ) from cause


def _told(error: BaseException) -> str:
    if isinstance(error, DoudizhuError):
        return error.message
    try:
        return str(shown(f"{type(error).__name__}: {error}"))
    except Exception:
        return type(error).__name__


class _TooSlowError(Exception):
    """An answer did not come in time."""


def _within(seconds: float, question: Callable[[Any], Any], view: Any) -> Any:
    """Ask in a thread and wait so long for the answer."""
    answers: list[Any] = []
    errors: list[BaseException] = []

    def ask() -> None:
        try:
            answers.append(question(view))
        except BaseException as error:
            errors.append(error)

    # It cannot be stopped from outside; as a daemon it holds up nobody's exit.
    thread = Thread(target=ask, name="doudizhu_fast bot", daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not answers:
        raise _TooSlowError
    return answers[0]
