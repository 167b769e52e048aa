"""Match: many games at one table, with running totals."""

from collections.abc import Sequence
from typing import Any

from numpy.random import PCG64, Generator, SeedSequence

from doudizhu_fast._checks import as_whole, shown, whole, wrong_type
from doudizhu_fast.enums import Phase
from doudizhu_fast.exceptions import InvalidArgumentError, InvalidRulesError, WrongPhaseError
from doudizhu_fast.game import Game
from doudizhu_fast.records import GameRecord
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.seeds import Seed, resolve_seed

__all__ = ["Match"]

_MOST_GAMES = 2**63 - 1
# Streams spawned from a root: number 0 is kept for policies.
_DEALER_STREAM = 1


class Match:
    """Many games of the same players on the same seats (rules 1.2, 1.6).

    Game i is game i of the run of the match's seed. The first dealer is drawn; the deal passes to the next seat with
    every game that is played, and stays after a hand that was thrown in for good.

    Args:
        players: How many players, 3 or 4, or their names in the order of the seats.
        rules: The rules or a preset's name; without, three_player or four_player by the number of players.
        seed: A seed, see :func:`resolve_seed`.
        games: How many games the match has, 1 or more; None plays on for as long as one likes.

    Raises:
        InvalidArgumentError: Reason ``bad_seed``; ``out_of_range`` or ``wrong_type`` for players and games.
        InvalidRulesError: Reason ``wrong_players`` where the rules are for another number of players.

    Example:
        >>> match = Match(["Ann", "Bo", "Cy"], seed=3, games=2)
        >>> while not match.over:
        ...     if match.game.turn is None:
        ...         _ = match.next_game()
        ...     match.game.bid(3)
        ...     while match.game.turn is not None:
        ...         match.game.play_index(0)
        >>> sum(match.totals), match.played, len(match.leaders) >= 1
        (0, 2, True)
    """

    __slots__ = ("_dealer", "_game", "_games", "_names", "_records", "_root", "_rules", "_totals")

    def __init__(
        self,
        players: int | Sequence[str],
        rules: Rules | str | None = None,
        seed: Seed = None,
        games: int | None = None,
    ) -> None:
        self._names = _read_players(players)
        count = len(self._names)
        if rules is None and count == 4:
            rules = "four_player"
        self._rules = as_rules(rules)
        if self._rules.players != count:
            raise InvalidRulesError(
                "wrong_players", what="this match", expected=count, players=self._rules.players
            )
        self._games = None if games is None else whole(games, "games", 1, _MOST_GAMES)
        self._root = resolve_seed(seed)
        stream = SeedSequence(self._root, spawn_key=(_DEALER_STREAM,))
        self._dealer = int(Generator(PCG64(stream)).integers(count))
        self._records: list[GameRecord] = []
        self._totals = (0,) * count
        self._game = Game.of_run(self._root, 0, self._rules)

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names by seat; ``seat 0`` and so on where only their number was given."""
        return self._names

    @property
    def rules(self) -> Rules:
        """The rules of every game."""
        return self._rules

    @property
    def seed(self) -> int:
        """The root of all deals."""
        return self._root

    @property
    def games(self) -> int | None:
        """How many games the match has, None without a limit."""
        return self._games

    @property
    def game(self) -> Game:
        """The current game; after its end it stays until :meth:`next_game`."""
        return self._game

    @property
    def dealer(self) -> int:
        """The seat that deals the current game."""
        return self._dealer

    @property
    def played(self) -> int:
        """How many games are over, void ones and the current one included."""
        return len(self._records) + (self._game.phase is Phase.OVER)

    @property
    def totals(self) -> tuple[int, ...]:
        """What every seat has won or lost in all games that are over."""
        payoffs = self._game.payoffs
        if payoffs is None:
            return self._totals
        return tuple(map(sum, zip(self._totals, payoffs, strict=True)))

    @property
    def records(self) -> tuple[GameRecord, ...]:
        """The records of all games that are over, in order."""
        if self._game.phase is not Phase.OVER:
            return tuple(self._records)
        return (*self._records, self._game.record())

    @property
    def over(self) -> bool:
        """Whether all games of the match are over."""
        return self.played == self._games

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the highest total so far, several where they are equal."""
        totals = self.totals
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))

    @property
    def winner(self) -> int | None:
        """The seat that won the match; None before its end and where several are equal."""
        leaders = self.leaders
        return leaders[0] if self.over and len(leaders) == 1 else None

    def next_game(self) -> Game:
        """Begin the next game.

        Returns:
            The new game, which is also :attr:`game`.

        Raises:
            WrongPhaseError: Reason ``not_over`` while the current game is open, ``match_over`` after the last.

        Example:
            >>> match = Match(3, seed=3)
            >>> match.next_game()
            Traceback (most recent call last):
            doudizhu_fast.exceptions.WrongPhaseError: ...
        """
        if self._game.phase is not Phase.OVER:
            raise WrongPhaseError("not_over", action="begin the next game")
        if self.over:
            raise WrongPhaseError("match_over", action="begin the next game")
        finished = self._game
        upcoming = Game.of_run(self._root, len(self._records) + 1, self._rules)
        self._totals = self.totals
        self._records.append(finished.record())
        if finished.landlord is not None:
            self._dealer = (self._dealer + 1) % len(self._names)
        self._game = upcoming
        return upcoming

    def __repr__(self) -> str:
        """Tell how far the match is and who leads."""
        length = "" if self._games is None else f" of {self._games}"
        scores = ", ".join(
            f"{name} {total:+}" for name, total in zip(self._names, self.totals, strict=True)
        )
        return f"<Match {self._rules.text}, seed {self._root}: {self.played}{length} games played, {scores}>"

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.values import match

        return match(self)


def _read_players(players: Any) -> tuple[str, ...]:
    count = as_whole(players)
    if count is not None:
        return tuple(f"seat {seat}" for seat in range(whole(count, "players", 3, 4)))
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise wrong_type("players", "their number or their names", players)
    names = tuple(players[:5])
    if len(names) not in (3, 4):
        raise InvalidArgumentError(
            "out_of_range", name="players", expected="3 or 4 names", value=shown(players)
        )
    if not all(isinstance(name, str) and name for name in names) or len(set(names)) != len(names):
        raise InvalidArgumentError(
            "out_of_range", name="players", expected="names that differ", value=shown(players)
        )
    return names
