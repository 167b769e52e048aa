"""Gymnasium environment: one seat learns, bots play the others."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import logger, spaces
from numpy.random import SeedSequence
from numpy.typing import NDArray

from doudizhu_fast._checks import as_mapping, as_whole, shown, wrong_type
from doudizhu_fast.bots.protocol import Bot, bot_name, missing_methods
from doudizhu_fast.bots.registry import get
from doudizhu_fast.bots.table import Table
from doudizhu_fast.envs._actions import actions_of
from doudizhu_fast.envs._observations import Observation, mask_of, observation_of, observation_space
from doudizhu_fast.envs._table import (
    RENDER_MODES,
    REWARDS,
    Games,
    check_option,
    render_mode_of,
    rewards_of,
    rules_of,
    table_text,
)
from doudizhu_fast.exceptions import DoudizhuError, InvalidArgumentError, WrongPhaseError
from doudizhu_fast.game import Game
from doudizhu_fast.rules import Rules
from doudizhu_fast.seeds import BOTS, SEATS, resolve_seed

__all__ = ["SingleSeatEnv"]


class SingleSeatEnv(gymnasium.Env[Observation, Any]):
    """One seat learns, bots play the others; every step is one decision of the learner.

    Observations, masks, numbers of actions and seeds are those of :mod:`doudizhu_fast.envs.doudizhu_v0`. The mask
    stands in the observation, in the info, and, for MaskablePPO, in :meth:`action_masks`. Infos tell the learner's
    ``seat`` too, and with the end the ``payoffs`` of all seats.

    A game that ends before the learner's first decision is passed over for the next of the run. After the end `step`
    raises until the next `reset`.

    Args:
        rules: The rules or a preset's name; three_player without.
        seat: The learner's seat: a number, ``random`` for any seat, drawn for every game, or without an auction
            ``landlord`` (seat 0) or ``peasant`` (any other, drawn for every game).
        opponents: Who plays the other seats: the name of a bot, see :func:`doudizhu_fast.bots.names`, or an object
            with ``play(view)`` and ``bid(view)``; or a sequence with one for every seat, of which the learner's is not
            looked at. Named bots are made anew for every game, with the seeds of :func:`doudizhu_fast.bots.play_game`.
            ``reset(options={"opponents": ...})`` changes them from that game on.
        auction: Whether games begin with the auction. Without it, and under rules that have none, seat 0 is landlord
            at a bid of 1 and leads.
        action_space: ``catalogue`` or ``indexed``.
        reward: ``payoffs`` or ``win``; it comes with the end.
        illegal_reward: What a number of the space that is not legal now brings: the game ends with this reward, and the
            info tells why as ``illegal``. With None it is an error, and the game goes on.
        most_moves: The places of ``indexed``, as in :class:`~doudizhu_fast.envs.doudizhu_v0.raw_env`.
        render_mode: ``ansi`` or ``human``: the table as the learner sees it, all cards open after the end.

    Raises:
        InvalidArgumentError: Reason ``unknown_option``, ``wrong_type``, ``out_of_range``, ``player_count`` or
            ``bad_bot``.
        InvalidRulesError: For rules that do not exist.

    Example:
        >>> environment = SingleSeatEnv(seat="landlord", opponents="greedy", reward="win")
        >>> observation, info = environment.reset(seed=1)
        >>> terminated = False
        >>> while not terminated:
        ...     action = info["action_mask"].nonzero()[0][-1]
        ...     observation, reward, terminated, truncated, info = environment.step(action)
        >>> reward in (1.0, -1.0), len(info["payoffs"])
        (True, 3)
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Rules | str | None = None,
        seat: int | str = 0,
        opponents: Any = "random",
        auction: bool = False,
        action_space: str = "catalogue",
        reward: str = "payoffs",
        illegal_reward: float | None = -10.0,
        most_moves: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.rules, with_auction = rules_of(rules, auction)
        self._choices = _seat_choices(seat, self.rules, with_auction)
        self._opponents = _one_for_each_seat(opponents, self.rules)
        self._actions = actions_of(action_space, self.rules, with_auction, most_moves)
        self._reward = check_option(reward, "reward", REWARDS)
        self._illegal_reward = _number(illegal_reward)
        self.render_mode = render_mode_of(render_mode)
        self.observation_space = observation_space(
            self.rules, self._actions.size, self._actions.described
        )
        self.action_space = spaces.Discrete(self._actions.size)
        self._games = Games(self.rules)
        self._game: Game | None = None
        self._over = False
        self._seat = self._choices[0]
        self._bots: list[Bot | None] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the next game, and play it up to the learner's first decision.

        Args:
            seed: Begins the run of this seed; None goes on with the run. The first run has a fresh seed.
            options: ``opponents``: as the parameter. ``deal``: the cards, a Deal. Other options are not looked at.

        Returns:
            The observation and the info.

        Raises:
            InvalidArgumentError: Reason ``bad_seed``, ``player_count``, ``unknown_bot``, ``bad_bot``, or ``wrong_type``
                for the deal.
            BotError: For what a bot does against the rules; there is no game then until the next reset.
        """
        asked: Mapping[str, Any] = as_mapping(options, "options")
        opponents = _one_for_each_seat(asked.get("opponents", self._opponents), self.rules)
        # Gymnasium takes Python's own ints alone.
        seed = None if seed is None else resolve_seed(seed)
        super().reset(seed=seed)
        if seed is None and not self._games.begun:
            seed = resolve_seed(self.np_random)
        game = self._games.next(seed, asked)
        self._game, self._opponents = None, opponents
        self._sit_down(game)
        while game.turn is None:
            game = self._games.next()
            self._sit_down(game)
        self._game, self._over = game, False
        return self._observed(game)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the learner's action, and play on to the next decision or to the end.

        Args:
            action: A whole number of the action space.

        Returns:
            Observation, reward (0 before the end), terminated, truncated (always False), info.

        Raises:
            InvalidArgumentError: Reason ``action_out_of_range`` or ``wrong_type``.
            WrongPhaseError: Reason ``not_reset`` before the first reset, ``game_over`` after the end.
            DoudizhuError: For an action that is not legal, where ``illegal_reward`` is None; the game stands as before.
            BotError: For what a bot does against the rules; the game stands as before.
        """
        if self._game is None:
            raise WrongPhaseError("not_reset", action="step")
        if self._over:
            raise WrongPhaseError("game_over", action="step")
        number = self._actions.read(action)
        # The step may fail at a bot: then the game is still the one before the learner's action.
        game = self._game.copy()
        try:
            self._actions.act(game, number)
        except DoudizhuError as error:
            if self._illegal_reward is None:
                raise
            self._over = True
            observation, info = self._observed(game)
            observation["action_mask"].fill(0)
            info["action_mask"].fill(0)
            return observation, self._illegal_reward, True, False, info | {"illegal": str(error)}
        self._play_on(game)
        self._game, self._over = game, game.turn is None
        observation, info = self._observed(game)
        if game.payoffs is None:
            return observation, 0.0, False, False, info
        info["payoffs"] = np.array(game.payoffs)
        reward = float(rewards_of(game.payoffs, self._reward)[self._seat])
        return observation, reward, True, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Tell which actions are legal, as MaskablePPO of sb3-contrib asks.

        Returns:
            bool of shape (n,), a new array; all False after the end.

        Raises:
            WrongPhaseError: Reason ``not_reset``.

        Example:
            >>> environment = SingleSeatEnv()
            >>> observation, info = environment.reset(seed=1)
            >>> (environment.action_masks() == observation["action_mask"]).all()
            np.True_
        """
        if self._game is None:
            raise WrongPhaseError("not_reset", action="tell what is legal")
        return mask_of(self._game, -1 if self._over else self._seat, self._actions).astype(np.bool_)

    @property
    def game(self) -> Game:
        """A copy of the game, for looks at what the learner does not see.

        Raises:
            WrongPhaseError: Reason ``not_reset``.
        """
        if self._game is None:
            raise WrongPhaseError("not_reset", action="look at the game")
        return self._game.copy()

    def render(self) -> Any:
        """Show the table as the learner sees it, as the render mode says."""
        if self.render_mode is None:
            logger.warn("render() without a render mode: make the environment with render_mode=")
            return None
        if self._game is None:
            raise WrongPhaseError("not_reset", action="render")
        text = table_text(self._game, None if self._game.turn is None else self._seat)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _observed(self, game: Game) -> tuple[Observation, dict[str, Any]]:
        observation = observation_of(game, self._seat, self._actions)
        return observation, {"action_mask": observation["action_mask"].copy(), "seat": self._seat}

    def _sit_down(self, game: Game) -> None:
        """Choose the learner's seat and the bots of a game, and play it up to the first decision."""
        root, index = self._games.origin
        draw = SeedSequence(root, spawn_key=(*SEATS, index)).generate_state(1)[0]
        self._seat = self._choices[int(draw) % len(self._choices)]
        self._bots = [
            None if seat == self._seat else _made(bot, self.rules, (root, index, seat))
            for seat, bot in enumerate(self._opponents)
        ]
        Table(game, self._bots, None).greet("begin")
        self._play_on(game)

    def _play_on(self, game: Game) -> None:
        table = Table(game, self._bots, None)
        while game.turn not in (self._seat, None):
            table.ask()
        if game.turn is None:
            table.greet("end")


def _seat_choices(seat: int | str, rules: Rules, auction: bool) -> list[int]:
    """Give the seats that the learner may get."""
    seats = range(rules.players)
    number = as_whole(seat)
    if number is not None:
        if number not in seats:
            expected = f"0 to {rules.players - 1}"
            raise InvalidArgumentError(
                "out_of_range", name="seat", expected=expected, value=shown(number)
            )
        return [number]
    words = {"random": list(seats)}
    if not auction:
        words |= {"landlord": [0], "peasant": list(seats[1:])}
    return words[check_option(seat, "seat", tuple(words))]


def _one_for_each_seat(opponents: Any, rules: Rules) -> list[Any]:
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return [_checked(opponents)] * rules.players
    if len(opponents) != rules.players:
        raise InvalidArgumentError("player_count", expected=rules.players, count=len(opponents))
    return list(opponents)


def _checked(bot: Any) -> Bot | str:
    if isinstance(bot, str):
        return bot
    if missing := missing_methods(bot):
        raise InvalidArgumentError("bad_bot", name=bot_name(bot), detail=missing)
    checked: Bot = bot
    return checked


def _made(bot: Any, rules: Rules, place: tuple[int, int, int]) -> Bot:
    """Give the bot itself, or make the one of this name, for this (root, game, seat), as `play_game` does."""
    chosen = _checked(bot)
    if not isinstance(chosen, str):
        return chosen
    root, *spot = place
    return get(chosen, rules=rules, seed=SeedSequence(root, spawn_key=(*BOTS, *spot)))


def _number(value: float | None) -> float | None:
    if value is None:
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        raise wrong_type("illegal_reward", "a number or None", value) from None
