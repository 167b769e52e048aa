"""What all environments have in common: which game comes next, what it pays the learner, how it looks."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from doudizhu_fast._checks import as_mapping, shown, wrong_type
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.game import Game
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.seeds import Seed, resolve_seed

__all__ = [
    "RENDER_MODES",
    "REWARDS",
    "Games",
    "check_option",
    "render_mode_of",
    "rewards_of",
    "rules_of",
    "table_text",
]

REWARDS: Final = ("payoffs", "win")
"""What the end may bring: what is paid, or its sign."""

RENDER_MODES: Final = ("human", "ansi")
"""How a table may be shown: printed, or returned as a text."""


def rules_of(rules: Rules | str | None, auction: Any) -> tuple[Rules, bool]:
    """Give the rules that the games of an environment are played by.

    Args:
        rules: The rules or a preset's name; three_player without.
        auction: Whether games begin with the auction.

    Returns:
        The rules, without an auction where none is wanted, and whether there is one.

    Raises:
        InvalidArgumentError: Reason ``wrong_type`` where `auction` is no bool.
        InvalidRulesError: For rules that do not exist.

    Example:
        >>> rules_of("three_player", False)[0].auction, rules_of("rlcard", True)[1]
        ('none', False)
    """
    if not isinstance(auction, bool | np.bool_):
        raise wrong_type("auction", "True or False", auction)
    played = as_rules(rules)
    if played.auction == "none":
        return played, False
    if auction:
        return played, True
    # Who becomes landlord where all pass belongs to the auction and goes with it.
    return played.replace(auction="none", all_pass="redeal"), False


def check_option(value: Any, name: str, allowed: tuple[str, ...]) -> str:
    """Check one of several words.

    Raises:
        InvalidArgumentError: Reason ``unknown_option``.

    Example:
        >>> check_option("win", "reward", ("payoffs", "win"))
        'win'
    """
    for word in allowed:
        if isinstance(value, str) and value == word:
            return word
    raise InvalidArgumentError(
        "unknown_option", name=name, value=shown(value), allowed=", ".join(allowed)
    )


def render_mode_of(value: Any) -> str | None:
    """Check a render mode.

    Raises:
        InvalidArgumentError: Reason ``unknown_option``.

    Example:
        >>> render_mode_of("ansi"), render_mode_of(None)
        ('ansi', None)
    """
    return None if value is None else check_option(value, "render_mode", RENDER_MODES)


def rewards_of(payoffs: ArrayLike, reward: str) -> NDArray[np.float64]:
    """Turn payoffs into rewards.

    Args:
        payoffs: Whole numbers of any shape.
        reward: ``payoffs`` for the payoffs themselves, ``win`` for their signs: 1 and -1, 0 in void games.

    Returns:
        float64 of the same shape.

    Example:
        >>> rewards_of((4, -2, -2), "payoffs").tolist(), rewards_of((4, -2, -2), "win").tolist()
        ([4.0, -2.0, -2.0], [1.0, -1.0, -1.0])
    """
    paid = np.asarray(payoffs, dtype=np.float64)
    return np.sign(paid) if reward == "win" else paid


class Games:
    """The games of a run in their order, as the resets of an environment ask for them.

    A seed begins its run anew; without one the next game of the run comes. So the games of an environment are those of
    ``Game.of_run(seed, 0)``, ``Game.of_run(seed, 1)``, ... and of a BatchGame of that seed.

    Args:
        rules: The rules the games are played by.

    Example:
        >>> games = Games(Rules())
        >>> games.next(5).index, games.next().index, games.next(5).index
        (0, 1, 0)
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._root: int | None = None
        self._index = 0

    def next(self, seed: Seed = None, options: Mapping[str, Any] | None = None) -> Game:
        """Give the next game.

        Args:
            seed: A seed, see :func:`~doudizhu_fast.seeds.resolve_seed`; None goes on.
            options: Where it has a ``deal``, the game is one of these cards; the run goes on all the same.

        Raises:
            InvalidArgumentError: Reason ``bad_seed``, or ``wrong_type`` for the deal.
            InvalidRulesError: Reason ``wrong_players`` where the deal is for another number of players.
        """
        given = as_mapping(options, "options").get("deal")
        fresh = seed is not None or self._root is None
        root = resolve_seed(seed) if fresh else self._root
        index = 0 if fresh else self._index + 1
        game = (
            Game.of_run(root, index, self._rules)
            if given is None
            else Game(deal=given, rules=self._rules)
        )
        self._root, self._index = root, index
        return game

    @property
    def begun(self) -> bool:
        """Whether there has been a game."""
        return self._root is not None

    @property
    def origin(self) -> tuple[int, int]:
        """The root of the run and the number of the game that came last."""
        assert self._root is not None
        return self._root, self._index


def table_text(game: Game, seat: int | None = None) -> str:
    """Draw a table for people.

    Args:
        game: The game.
        seat: Who looks, and does not see the cards of the others; all cards are shown without.

    Returns:
        A line for the state and one for each seat.

    Example:
        >>> print(table_text(Game(seed=1, rules="rlcard"), seat=0))
        play, bid 1, multiplier 1, bottom 6TJ
        > 0 landlord 566788899TTJJQKKAA22
          1 peasant  17 cards
          2 peasant  17 cards
    """
    state = [game.phase.name.lower(), f"bid {game.highest_bid}", f"multiplier {game.multiplier}"]
    bottom = game.bottom if seat is None else game.view(seat).bottom
    if game.landlord is not None and bottom is not None:
        state.append(f"bottom {bottom}")
    if game.payoffs is not None:
        state.append("payoffs " + "/".join(map(str, game.payoffs)))
    lines = [", ".join(state)]
    last = dict(game.history)
    for place, hand in enumerate(game.hands):
        role = "" if game.landlord is None else "landlord" if place == game.landlord else "peasant"
        marker = ">" if place == game.turn else " "
        cards = (str(hand) or "-") if seat in (None, place) else f"{len(hand)} cards"
        said = f"  [{last[place]}]" if place in last else ""
        lines.append(f"{marker} {place} {role:<8} {cards}{said}")
    return "\n".join(lines)
