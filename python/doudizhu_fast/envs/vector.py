"""Gymnasium's vector interface to many games that are stepped together."""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from doudizhu_fast._checks import wrong_type
from doudizhu_fast.batch_game import BatchGame
from doudizhu_fast.envs._actions import FEATURES, known_actions, most_moves_of
from doudizhu_fast.envs._observations import Observation, observation_space
from doudizhu_fast.envs._table import REWARDS, check_option, rewards_of, rules_of
from doudizhu_fast.exceptions import InvalidArgumentError, WrongPhaseError
from doudizhu_fast.rules import Rules
from doudizhu_fast.seeds import resolve_seed

__all__ = ["SelfPlayVectorEnv"]

_BIDS = 4

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class SelfPlayVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Self-play in many games at once; the compiled engine only.

    Every step makes one decision in every game, that of the seat to move, and every observation is what the seat to
    move next may know. So one policy plays all seats, and who learns from a game takes its decisions apart by seat:

    - ``infos["turn"]``, int8[n]: the seat that the observation is of, and that acts next.
    - ``infos["seat"]``, int8[n]: the seat that acted in this step (not after a reset). The reward is this seat's: 0,
      and with the end of the game its payoff.
    - ``infos["payoffs"]``, int32[n, players]: with the end, what every seat is paid; zeros elsewhere.
    - ``infos["count"]``, int64[n]: how many actions are legal.
    - ``infos["action_mask"]``, int8[n, actions]: the same array as in the observation.

    Finished games give way to new ones in the same step (``AutoresetMode.SAME_STEP``): the observation is that of the
    new game. ``infos["final_obs"]`` holds zeros for a finished game, in which nobody is to act, and
    ``infos["final_info"]`` its seat and payoffs. Games are never truncated. Game g plays the games g, g + n,
    g + 2n, ... of the run of the seed, as in a BatchGame.

    Args:
        num_envs: The number of games, 1 to 2**24.
        rules: The rules or a preset's name; three_player without.
        auction: Whether games begin with the auction. Without it, and under rules that have none, seat 0 is landlord
            at a bid of 1 and leads.
        action_space: ``indexed``, places in the list of what is legal, or ``catalogue``, whose masks are large; see
            :mod:`doudizhu_fast.envs.doudizhu_v0`.
        features: Whether observations of ``indexed`` hold ``action_features``, uint8[n, most_moves, 18].
        reward: ``payoffs`` or ``win``.
        most_moves: The places of ``indexed``, as in :class:`~doudizhu_fast.envs.doudizhu_v0.raw_env`.
        threads: How many threads to use, 1 to 1024; all cores without.

    Raises:
        InvalidArgumentError: Reason ``unknown_option``, ``wrong_type`` or ``out_of_range``.
        InvalidRulesError: For rules that do not exist.
        NativeExtensionError: Under the reference engine.

    Example:
        >>> games = SelfPlayVectorEnv(4, rules="four_player")
        >>> observations, infos = games.reset(seed=1)
        >>> observations, rewards, terminated, truncated, infos = games.step(infos["count"] - 1)
        >>> infos["seat"].tolist(), infos["turn"].tolist()
        ([0, 0, 0, 0], [1, 1, 1, 1])
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int,
        rules: Rules | str | None = None,
        auction: bool = False,
        action_space: str = "indexed",
        features: bool = False,
        reward: str = "payoffs",
        most_moves: int | None = None,
        threads: int | None = None,
    ) -> None:
        self.rules, self._auction = rules_of(rules, auction)
        self._indexed = (
            check_option(action_space, "action_space", ("indexed", "catalogue")) == "indexed"
        )
        if not isinstance(features, bool | np.bool_):
            raise wrong_type("features", "True or False", features)
        self._features = self._indexed and bool(features)
        self._reward = check_option(reward, "reward", REWARDS)
        self._known = known_actions(self.rules)
        size = (
            most_moves_of(self.rules, most_moves)
            if self._indexed
            else len(self.rules.action_space) + _BIDS * self._auction
        )
        self._size = size
        # Narrow numbers, as many masks are compared out of them.
        self._places = np.arange(size, dtype=np.int32)
        self._threads = threads
        # Made at once, so that wrong arguments and a missing engine are told here and not at the first reset.
        self._games = BatchGame(num_envs, self.rules, None, self._auction, threads)
        self._begun = False
        self.num_envs = len(self._games)
        self.single_action_space = spaces.Discrete(size)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        single = observation_space(self.rules, size, self._features)
        self._layout = [(name, part.shape or (), part.dtype) for name, part in single.items()]
        self.single_observation_space = single
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin new games everywhere.

        Args:
            seed: The seed of the run. None draws one from `np_random`, which is fresh or that of the last seed.
            options: Not looked at.

        Returns:
            Observations and infos.

        Raises:
            InvalidArgumentError: Reason ``bad_seed``.
        """
        # Gymnasium takes Python's own ints alone.
        seed = None if seed is None else resolve_seed(seed)
        super().reset(seed=seed)
        root = resolve_seed(self.np_random) if seed is None else seed
        self._games = BatchGame(self.num_envs, self.rules, root, self._auction, self._threads)
        self._begun = True
        return self._observed(self._games.turn)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, Floats, Bools, Bools, dict[str, Any]]:
        """Make one action in every game.

        Args:
            actions: Whole numbers of shape (n,). All are checked before any game moves.

        Returns:
            Observations, rewards float64[n], terminated bool[n], truncated bool[n] (all False), infos.

        Raises:
            InvalidArgumentError: Reason ``index_out_of_range`` or ``action_out_of_range`` (with the game),
                ``wrong_type``, ``wrong_dtype`` or ``wrong_shape``.
            IllegalMoveError: For a move or call of the catalogue that is not legal, with the ``index`` of the game.
            WrongPhaseError: Reason ``not_reset`` before the first reset.
        """
        if not self._begun:
            raise WrongPhaseError("not_reset", action="step")
        numbers = self._read(actions)
        games = self._games
        seat = games.turn
        if self._indexed:
            games.step(numbers)
        else:
            games.step_moves(self._known.packed[numbers])
        terminated = games.done
        observations, infos = self._observed(games.turn)
        infos |= {"seat": seat, "_seat": self._everywhere()}
        payoffs = np.zeros((self.num_envs, self.rules.players), dtype=np.int32)
        rewards = np.zeros(self.num_envs)
        if terminated.any():
            ended = np.flatnonzero(terminated)
            payoffs[ended] = games.payoffs[ended]
            rewards[ended] = rewards_of(payoffs[ended, seat[ended]], self._reward)
            infos |= self._finals(ended, seat, payoffs, terminated)
        infos |= {"payoffs": payoffs, "_payoffs": terminated.copy()}
        return observations, rewards, terminated, np.zeros(self.num_envs, dtype=np.bool_), infos

    def _read(self, actions: Any) -> NDArray[np.int64]:
        numbers = np.asarray(actions)
        if not np.issubdtype(numbers.dtype, np.integer):
            raise InvalidArgumentError(
                "wrong_dtype", name="actions", expected="whole numbers", value=str(numbers.dtype)
            )
        if numbers.shape != (self.num_envs,):
            raise InvalidArgumentError(
                "wrong_shape", name="actions", expected=(self.num_envs,), value=numbers.shape
            )
        wrong = np.flatnonzero((numbers < 0) | (numbers >= self._size))
        if len(wrong):
            raise InvalidArgumentError(
                "action_out_of_range",
                id=int(numbers[wrong[0]]),
                last=self._size - 1,
                index=int(wrong[0]),
            )
        return np.ascontiguousarray(numbers, dtype=np.int64)

    def _observed(self, turn: NDArray[np.int8]) -> tuple[Observation, dict[str, Any]]:
        observations: Observation = {"observation": self._games.observe()}
        if self._indexed and not self._features:
            counts = self._games.counts()
            mask = self._mask(counts)
        else:
            offsets, moves = self._games.legal_moves()
            counts = np.diff(offsets)
            ids = self._known.ids(moves)
            games = np.repeat(np.arange(self.num_envs), counts)
            if self._indexed:
                mask = self._mask(counts)
                observations["action_features"] = self._described(ids, games, offsets)
            else:
                mask = np.zeros((self.num_envs, self._size), dtype=np.int8)
                mask[games, ids] = 1
        observations["action_mask"] = mask
        infos = {"turn": turn, "count": np.minimum(counts, self._size), "action_mask": mask}
        return observations, infos | {f"_{name}": self._everywhere() for name in infos}

    def _everywhere(self) -> Bools:
        return np.ones(self.num_envs, dtype=np.bool_)

    def _mask(self, counts: NDArray[np.int64]) -> NDArray[np.int8]:
        return (self._places < counts[:, np.newaxis].astype(np.int32)).view(np.int8)

    def _described(
        self, ids: NDArray[np.int32], games: NDArray[np.int64], offsets: NDArray[np.int64]
    ) -> NDArray[np.uint8]:
        rows = np.zeros((self.num_envs, self._size, FEATURES), dtype=np.uint8)
        places = np.arange(len(ids)) - offsets[games]
        offered = places < self._size
        rows[games[offered], places[offered]] = self._known.features[ids[offered]]
        return rows

    def _finals(
        self,
        ended: NDArray[np.int64],
        seat: NDArray[np.int8],
        payoffs: NDArray[np.int32],
        terminated: Bools,
    ) -> dict[str, Any]:
        """Give what Gymnasium's vector environments tell of games that gave way to new ones."""
        observations = np.full(self.num_envs, None, dtype=object)
        blank = {name: np.zeros((len(ended), *shape), dtype) for name, shape, dtype in self._layout}
        for row, game in enumerate(ended):
            observations[game] = {name: rows[row] for name, rows in blank.items()}
        info: dict[str, Any] = {"seat": np.where(terminated, seat, 0), "payoffs": payoffs.copy()}
        info |= {f"_{name}": terminated.copy() for name in tuple(info)}
        return {
            "final_obs": observations,
            "_final_obs": terminated.copy(),
            "final_info": info,
            "_final_info": terminated.copy(),
        }
