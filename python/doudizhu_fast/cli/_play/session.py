"""The turns of a match between a person and bots, without any text on a screen."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from numpy.random import SeedSequence

import doudizhu_fast as ddz

__all__ = ["Action", "NothingOfYoursError", "Session"]

# The stream from which bots and hints are seeded: nothing else is spawned from a match under this number.
_PLAY_STREAM = 17
_HINT = -1
_HINT_DEALS = 2000


class NothingOfYoursError(Exception):
    """There is no action of the person's to take back."""


@dataclass(frozen=True, slots=True)
class Action:
    """What somebody did.

    Attributes:
        seat: Who.
        what: A bid or a move.
        dealt_anew: Whether the cards were then dealt anew, since all had passed.
    """

    seat: int
    what: int | ddz.Move
    dealt_anew: bool = False


class Session:
    """A match in which one seat is a person's and the others are bots'.

    Each decision of a bot is seeded by the match, the game and the number of actions before it. So a session that was
    saved and gone on with, or in which something was taken back, comes to the same as one that was not.

    Args:
        rules: The rules.
        seat: The person's seat.
        bots: The names of the bots: one for all other seats, or one for each.
        seed: The seed of the deals and of the bots.
        games: How many games the match has.
    """

    def __init__(
        self, rules: ddz.Rules, seat: int, bots: Sequence[str], seed: int, games: int
    ) -> None:
        self.seat = seat
        self.bots = tuple(bots)
        self.match = ddz.Match(rules.players, rules, seed, games)
        others = [other for other in range(rules.players) if other != seat]
        names = self.bots * len(others) if len(self.bots) == 1 else self.bots
        self.names = dict(zip(others, names, strict=True))
        # A wrong name is refused before the first card is dealt.
        for name in dict.fromkeys(self.bots):
            ddz.bots.get(name, rules=rules, seed=0)
        # Bots that are no classes are the same object each time, which is told once that a game begins.
        self._greeted: dict[int, ddz.bots.Bot] = {}

    @property
    def game(self) -> ddz.Game:
        """The current game."""
        return self.match.game

    @property
    def view(self) -> ddz.View:
        """What the person may know of it."""
        return self.game.view(self.seat)

    @property
    def asks(self) -> bool:
        """Whether it is the person's turn."""
        return self.game.turn == self.seat

    def next_game(self) -> None:
        """Begin the next game of the match."""
        self._greeted.clear()
        self.match.next_game()

    def bot_actions(self) -> Iterator[Action]:
        """Have the bots act, one after the other, until it is the person's turn or the game is over.

        Raises:
            BotError: Where a bot fails; the game stands as before its turn.
        """
        while not self.asks and self.game.turn is not None:
            yield self._done(self._ask_bot)

    def act(self, text: str) -> Action:
        """Make the person's call or move.

        Args:
            text: A bid, ``pass`` or ``-`` in the auction; in play a move in any form that can be read.

        Raises:
            DoudizhuError: Where it is illegal or cannot be read; nothing has happened then.
        """
        if self.game.phase is ddz.Phase.AUCTION:
            bid = _read_bid(text)
            return self._done(lambda: self.game.bid(bid, self.seat))
        return self._done(lambda: self.game.play(text, self.seat))

    def undo(self) -> int:
        """Take back the person's last action and what followed.

        Returns:
            How many actions that were.

        Raises:
            NothingOfYoursError: Where the person has not acted in this game.
        """
        trial = self.game.copy()
        count = 0
        while count == 0 or trial.turn != self.seat:
            try:
                trial.undo()
            except ddz.WrongPhaseError as error:
                raise NothingOfYoursError from error
            count += 1
        for _ in range(count):
            self.game.undo()
        return count

    def hint(self) -> ddz.analysis.MoveTable | ddz.analysis.BidTable:
        """Weigh what the person may do now, on random deals of what is hidden from the seat.

        Raises:
            NativeExtensionError: Under the reference engine.
        """
        seed = self._seed(_HINT)
        if self.game.phase is ddz.Phase.AUCTION:
            return ddz.analysis.bid_table(self.view, _HINT_DEALS, seed=seed)
        return ddz.analysis.move_table(self.view, _HINT_DEALS, seed=seed)

    def _done(self, action: Callable[[], None]) -> Action:
        game, seat = self.game, self.game.turn
        assert seat is not None
        deals = len(game.deals)
        action()
        if game.turn is None:
            self._say_goodbye()
        record = game.record()
        anew = len(game.deals) > deals
        what = record.plays[-1] if record.plays else record.calls[deals - 1][-1]
        return Action(seat, what, anew)

    def _ask_bot(self) -> None:
        game, seat = self.game, self.game.turn
        assert seat is not None
        bot = ddz.bots.get(self.names[seat], rules=game.rules, seed=self._seed(seat))
        table: list[ddz.bots.Bot | None] = [None] * game.rules.players
        table[seat] = bot
        asked = ddz.bots.Table(game, table, None)
        if self._greeted.get(seat) is not bot:
            self._greeted[seat] = bot
            asked.greet("begin")
        asked.ask()

    def _say_goodbye(self) -> None:
        table = [self._greeted.get(seat) for seat in range(self.game.rules.players)]
        self._greeted.clear()
        ddz.bots.Table(self.game, table, None).greet("end")

    def _seed(self, asker: int) -> SeedSequence:
        record = self.game.record()
        actions = len(record.plays) + sum(map(len, record.calls))
        key = (_PLAY_STREAM, self.game.index, asker + 1, actions)
        return SeedSequence(self.match.seed, spawn_key=key)


def _read_bid(text: str) -> int:
    word = text.strip().lower().removeprefix("bid").strip()
    if word in ("0", "pass", "p", "-", "过", "不叫"):
        return 0
    if word in ("1", "2", "3"):
        return int(word)
    raise ddz.IllegalBidError("not_a_bid", bid=text)
