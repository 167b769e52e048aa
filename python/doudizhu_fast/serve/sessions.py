"""Games of a person against bots: the person sees a view, and never more before the end."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from doudizhu_fast.bots.protocol import Bot
from doudizhu_fast.bots.registry import get
from doudizhu_fast.bots.table import Table
from doudizhu_fast.enums import Phase
from doudizhu_fast.exceptions import DoudizhuError, RequestError, WrongPhaseError
from doudizhu_fast.game import Game
from doudizhu_fast.moves import classify
from doudizhu_fast.serve.limits import Limits
from doudizhu_fast.serve.telling import moves_data, view_data
from doudizhu_fast.view import View

__all__ = ["Session", "Sessions"]

_ADVISER: Final = "montecarlo(deals=200)"

# How long a request waits for the one before it, in the same game.
_PATIENCE: Final = 5.0


class Session:
    """One game of a person against bots.

    Args:
        game: The game at its start.
        seat: The person's seat.
        names: Who plays the other seats, one name for each seat; the person's own is not looked at.
        limits: The bounds.

    Raises:
        InvalidArgumentError: Reason ``unknown_bot`` or ``bad_bot``.
        BotError: Where a bot fails at the sight of its cards.

    Example:
        >>> session = Session(Game(seed=7, rules="rlcard"), 0, ["", "greedy", "greedy"], Limits())
        >>> session.play("3")
        >>> session.step()
        >>> session.data()["turn"]
        2
    """

    def __init__(self, game: Game, seat: int, names: Sequence[str], limits: Limits) -> None:
        self.id = secrets.token_urlsafe(12)
        self._game = game
        self._seat = seat
        self._names = list(names)
        self._limits = limits
        self._bots: list[Bot | None] = [
            None if other == seat else get(name, rules=game.rules)
            for other, name in enumerate(names)
        ]
        self._lock = threading.Lock()
        self._ended = False
        self._table().greet("begin")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other requests away from this game.

        Raises:
            RequestError: Reason ``busy``.
        """
        if not self._lock.acquire(timeout=_PATIENCE):
            raise RequestError("busy")
        try:
            yield
        finally:
            self._lock.release()

    @property
    def view(self) -> View:
        """What the person may know."""
        return self._game.view(self._seat)

    def bid(self, n: int) -> None:
        """Call.

        Raises:
            IllegalBidError, WrongPhaseError: As :meth:`Game.bid`.
        """
        self._game.bid(n, self._seat)
        self._tell_end()

    def play(self, move: str) -> None:
        """Play.

        Raises:
            IllegalMoveError, InvalidCardsError, WrongPhaseError: As :meth:`Game.play`.
        """
        self._game.play(move, seat=self._seat)
        self._tell_end()

    def step(self) -> None:
        """Have the bot whose turn it is act; nothing happens where it is the person's turn, or nobody's.

        Raises:
            BotError: Where it fails; the game stands as before.
        """
        if self._game.turn in (None, self._seat):
            return
        self._table().ask()
        self._tell_end()

    def _table(self) -> Table:
        return Table(self._game, self._bots, self._limits.answer_seconds)

    def _tell_end(self) -> None:
        """Tell the bots the first end that the game comes to; the person may take it back."""
        if self._game.turn is None and not self._ended:
            self._ended = True
            self._table().greet("end")

    def undo(self) -> None:
        """Go back to the person's last decision.

        Raises:
            WrongPhaseError: Reason ``nothing_to_undo``.
        """
        game = self._game.copy()
        game.undo()
        while game.turn != self._seat:
            game.undo()
        self._game = game

    def check(self, cards: str) -> dict[str, Any]:
        """Tell which legal moves some cards are, or why they are none.

        Args:
            cards: The cards, or the text of a move.
        """
        try:
            readings = classify(cards, self._game.rules)
            legal = [move for move in readings if self._game.is_legal(move)]
        except DoudizhuError as error:
            return {"moves": [], "reason": error.reason, "message": error.message}
        if not legal:
            refused = self._game.why_illegal(str(readings[0]) if readings else cards)
            assert refused is not None
            return {"moves": [], "reason": refused.reason, "message": refused.message}
        return moves_data(legal, len(legal))

    def hint(self) -> dict[str, Any]:
        """Ask a strong bot what it would do in the person's place.

        Raises:
            WrongPhaseError: Reason ``not_to_act`` or ``game_over``.
        """
        view = self.view
        if view.turn is None:
            raise WrongPhaseError("game_over", action="give a hint")
        adviser = get(_ADVISER, rules=view.rules)
        if view.phase is Phase.AUCTION:
            return {"bid": adviser.bid(view)}
        return {"move": str(adviser.play(view))}

    def record(self) -> dict[str, Any]:
        """Give the record, which holds all hands, once the game is over.

        Raises:
            WrongPhaseError: Reason ``not_over``.
        """
        if self._game.turn is not None:
            raise WrongPhaseError("not_over", action="give the record, which holds all hands")
        return self._game.record().to_dict()

    def data(self) -> dict[str, Any]:
        """Tell the page how the game stands: the person's view, all hands only after the end."""
        game, view = self._game, self.view
        over = game.turn is None
        acted = len(game.deals) > 1 or any(seat == self._seat for seat, _ in game.history)
        return {
            "id": self.id,
            "players": game.rules.players,
            "bots": [None if seat == self._seat else name for seat, name in enumerate(self._names)],
            **view_data(view, self._limits.moves),
            "thrown_in": len(game.deals) - 1,
            "can_undo": acted,
            "hands": [str(hand) for hand in game.hands] if over else None,
            # As text: numbers of scripts hold 53 bits.
            "seed": str(game.seed) if over and game.seed is not None else None,
        }


class Sessions:
    """The games of a board, at most so many: the one longest left alone makes room.

    Args:
        limits: The bounds.

    Example:
        >>> sessions = Sessions(Limits(games=1))
        >>> first = sessions.add(Session(Game(seed=7), 0, ["", "rule", "rule"], Limits()))
        >>> second = sessions.add(Session(Game(seed=8), 0, ["", "rule", "rule"], Limits()))
        >>> sessions.get(second.id) is second
        True
        >>> sessions.get(first.id)
        Traceback (most recent call last):
        doudizhu_fast.exceptions.RequestError: ...
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, session: Session) -> Session:
        """Keep a game."""
        with self._lock:
            self._sessions[session.id] = session
            while len(self._sessions) > self._limits.games:
                self._sessions.popitem(last=False)
        return session

    def get(self, id: str) -> Session:
        """Find a game.

        Raises:
            RequestError: Reason ``unknown_game``.
        """
        with self._lock:
            if id not in self._sessions:
                raise RequestError("unknown_game", most=self._limits.games)
            self._sessions.move_to_end(id)
            return self._sessions[id]

    def drop(self, id: str) -> None:
        """Forget a game; one that is not there is forgotten already."""
        with self._lock:
            self._sessions.pop(id, None)
