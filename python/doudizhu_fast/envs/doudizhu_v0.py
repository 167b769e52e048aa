"""PettingZoo environment: all seats are agents, one acts at a time.

The module has the shape of PettingZoo's own: `env` for the checked environment, `raw_env` for the bare one, and
`parallel_env` for the same game by the parallel interface.

- Agents are ``player_0``, ``player_1``, ... by seat. Without an auction ``player_0`` is landlord and leads.
- Observations are dicts: ``observation``, the bytes of :func:`doudizhu_fast.observation.observe` for this seat, and
  ``action_mask``, int8, which is all zeros for agents that are not to act. The same mask stands in the agent's info.
- Actions: with ``action_space="catalogue"`` the ids of ``rules.action_space``, and with an auction four more behind
  them for the calls 0 (pass), 1, 2, 3. With ``action_space="indexed"`` a place in the list of what is legal now; the
  list ascends in the ids of the catalogue, and ``action_features`` in the observation describes it: for each place
  the action's cards by rank (15), its kind, rank and length (a call: kind 15, the bid as rank), zeros behind the list.
- Rewards come with the end and are the payoffs, which sum to zero; ``reward="win"`` gives 1 to winners, -1 to losers.
- ``reset(seed=5)`` begins with game 0 of the run of that seed and every further reset gives the run's next game.
  ``options={"deal": Deal(...)}`` gives the cards.

Version 0 names this layout, these ids and these rewards: a change of them is a new version.

Example:
    >>> environment = env(rules="four_player", auction=True)
    >>> environment.reset(seed=1)
    >>> for agent in environment.agent_iter():
    ...     observation, reward, terminated, truncated, info = environment.last()
    ...     legal = info["action_mask"].nonzero()[0]
    ...     environment.step(None if terminated else legal[-1])
    >>> environment.agents
    []
"""

import math
from typing import Any, ClassVar

import numpy as np
from gymnasium import logger, spaces
from gymnasium.utils import EzPickle

from doudizhu_fast._checks import as_real, wrong_type
from doudizhu_fast._extras import without_extra
from doudizhu_fast.envs._actions import actions_of
from doudizhu_fast.envs._observations import Observation, observation_of, observation_space
from doudizhu_fast.envs._table import (
    REWARDS,
    Games,
    check_option,
    render_mode_of,
    rewards_of,
    rules_of,
    table_text,
)
from doudizhu_fast.exceptions import WrongPhaseError
from doudizhu_fast.game import Game
from doudizhu_fast.rules import Rules

try:
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
except ModuleNotFoundError as error:
    raise without_extra("environments need", error.name, "rl") from None

__all__ = ["env", "parallel_env", "raw_env"]


def env(*, illegal_reward: float | None = None, **options: Any) -> AECEnv[str, Observation, Any]:
    """Make the environment with PettingZoo's check of the order of calls.

    Args:
        illegal_reward: With a number, an action of the space that is not legal now ends the game with this reward for
            who made it and 0 for the others, as in PettingZoo's own games. Without, it is an error and the game goes
            on.
        **options: As :class:`raw_env`.

    Raises:
        InvalidArgumentError: Reason ``wrong_type`` for a reward that is no finite number; as :class:`raw_env`.

    Example:
        >>> environment = env()
        >>> environment.reset(seed=1)
        >>> environment.agent_selection
        'player_0'
    """
    made: Any = raw_env(**options)
    if illegal_reward is not None:
        reward = as_real(illegal_reward)
        if reward is None or not math.isfinite(reward):
            raise wrong_type("illegal_reward", "a finite number or None", illegal_reward)
        made = _EndIllegal(made, illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(made)


def parallel_env(**options: Any) -> ParallelEnv[str, Observation, Any]:
    """Make the environment with the parallel interface: all agents act, only the action of the one to act counts.

    Args:
        **options: As :func:`env`.

    Example:
        >>> observations, infos = parallel_env().reset(seed=1)
        >>> sorted(observations)
        ['player_0', 'player_1', 'player_2']
    """
    return turn_based_aec_to_parallel(env(**options))


class raw_env(AECEnv[str, Observation, Any], EzPickle):  # noqa: N801  (PettingZoo's name)
    """The environment without PettingZoo's wrappers.

    Args:
        rules: The rules or a preset's name; three_player without.
        auction: Whether games begin with the auction. Without it, and under rules that have none, seat 0 is landlord
            at a bid of 1 and leads.
        action_space: ``catalogue`` or ``indexed``.
        reward: ``payoffs`` or ``win``.
        most_moves: The places of ``indexed``, 4 to 65,536; 640 for 3 players and 2,048 for 4 without (16,384 under
            rules with ``trio_chain_with_solos``). Where more actions are legal the first ones are offered.
        render_mode: ``ansi``: `render` returns a text, ``human``: it prints it; None: it does nothing.

    Raises:
        InvalidArgumentError: Reason ``unknown_option``, ``wrong_type`` or ``out_of_range``.
        InvalidRulesError: For rules that do not exist.

    Example:
        >>> environment = raw_env(action_space="indexed")
        >>> environment.reset(seed=1)
        >>> observation, *_ = environment.last()
        >>> {name: part.shape for name, part in observation.items()}
        {'observation': (100,), 'action_mask': (640,), 'action_features': (640, 18)}
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "name": "doudizhu_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Rules | str | None = None,
        auction: bool = False,
        action_space: str = "catalogue",
        reward: str = "payoffs",
        most_moves: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, rules, auction, action_space, reward, most_moves, render_mode)
        self.rules, with_auction = rules_of(rules, auction)
        self._actions = actions_of(action_space, self.rules, with_auction, most_moves)
        self._reward = check_option(reward, "reward", REWARDS)
        self.render_mode = render_mode_of(render_mode)
        self._games = Games(self.rules)
        self._game: Game | None = None
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {
            agent: observation_space(self.rules, self._actions.size, self._actions.described)
            for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: spaces.Discrete(self._actions.size) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """Give the space of an agent's observations, the same object at every call."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Give the space of an agent's actions, the same object at every call."""
        return self._action_spaces[agent]

    @property
    def game(self) -> Game:
        """A copy of the game, for looks at what no agent sees.

        Raises:
            WrongPhaseError: Reason ``not_reset`` before the first reset.
        """
        return self._started("look at the game").copy()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next game.

        Args:
            seed: Begins the run of this seed; None goes on with the run. The first run has a fresh seed.
            options: ``deal``: the cards, a Deal. Other options are not looked at.

        Raises:
            InvalidArgumentError: Reason ``bad_seed``, or ``wrong_type`` for the deal.
        """
        self._game = self._games.next(seed, options)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn_to(self._game)

    def step(self, action: Any) -> None:
        """Make the action of the agent to act; None removes an agent after the end.

        Args:
            action: A whole number of the action space.

        Raises:
            InvalidArgumentError: Reason ``action_out_of_range``, ``index_out_of_range`` or ``wrong_type``.
            IllegalMoveError: As :meth:`Game.play`.
            IllegalBidError: As :meth:`Game.bid`.
            WrongPhaseError: For a call outside of the auction and a move in it; reason ``not_reset`` before the first
                reset.
        """
        game = self._started("step")
        agent = self.agent_selection
        if self.agents and self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._actions.act(game, self._actions.read(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        payoffs = game.payoffs
        if payoffs is not None:
            rewards = rewards_of(payoffs, self._reward).tolist()
            self.rewards = dict(zip(self.agents, rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._turn_to(game)

    def _turn_to(self, game: Game) -> None:
        """Select the agent to act, and say in the infos what each may do."""
        if game.turn is not None:
            self.agent_selection = self.possible_agents[game.turn]
            self._mask = self._actions.mask(game)
        self.infos = {
            agent: {
                "action_mask": self._mask.copy()
                if seat == game.turn
                else np.zeros(self._actions.size, dtype=np.int8)
            }
            for agent, seat in self._seats.items()
        }

    def observe(self, agent: str) -> Observation:
        """Give what an agent may know now, new arrays at every call.

        Args:
            agent: The agent.
        """
        game, seat = self._started("observe"), self._seats[agent]
        mask = self._mask if seat == game.turn else None
        return observation_of(game, seat, self._actions, mask)

    def render(self) -> str | None:
        """Show the table with all cards open, as the render mode says."""
        if self.render_mode is None:
            logger.warn("render() without a render mode: make the environment with render_mode=")
            return None
        text = table_text(self._started("render"))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _started(self, action: str) -> Game:
        if self._game is None:
            raise WrongPhaseError("not_reset", action=action)
        return self._game


class _EndIllegal(wrappers.TerminateIllegalWrapper[str, Observation, Any]):
    """Ends the game at an illegal action; what is no action of the space is still an error."""

    def step(self, action: Any) -> None:
        raw = self.unwrapped
        assert isinstance(raw, raw_env)
        if raw.agents and not raw.terminations[raw.agent_selection]:
            raw._actions.read(action)
        super().step(action)
