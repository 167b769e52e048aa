"""RLCard's environment of the game, driven by our engine."""

import hashlib
import os
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._checks import as_mapping, whole
from doudizhu_fast.exceptions import WrongPhaseError
from doudizhu_fast.interop.rlcard._actions import ACTION_OF, move
from doudizhu_fast.interop.rlcard._game import DoudizhuGame
from doudizhu_fast.interop.rlcard._states import RawState, legal_rows, observation

__all__ = ["DoudizhuEnv", "register"]

_LARGEST_SEED: Final = 2**64 - 1

State = dict[str, Any]
"""A state as agents get it: obs, legal_actions, raw_obs, raw_legal_actions, action_record."""


def register(env_id: str = "doudizhu-fast") -> None:
    """Register the environment, so that ``rlcard.make(env_id)`` builds it; a second call changes nothing.

    Args:
        env_id: The name to register.

    Raises:
        ModuleNotFoundError: Where rlcard is not installed.

    Example:
        >>> register()  # doctest: +SKIP
        >>> rlcard.make("doudizhu-fast", {"seed": 7}).num_actions  # doctest: +SKIP
        27472
    """
    try:
        registration = import_module("rlcard.envs.registration")
    except ImportError:
        raise ModuleNotFoundError(
            "to be registered with RLCard, the environment needs the package rlcard: pip install rlcard",
            name="rlcard",
        ) from None
    if env_id not in registration.registry.env_specs:
        registration.register(env_id, f"{__package__}:{DoudizhuEnv.__name__}")


class DoudizhuEnv:
    """The environment `doudizhu` of rlcard 1.2.0: its attributes, methods, states and, from the same seed, its deals.

    It needs no package but ours; :func:`register` makes it known to RLCard. Illegal actions are errors here, where
    RLCard plays on with a broken table. All differences are listed in docs/interop.md.

    Args:
        config: ``seed`` (None or 0 to 2**64 - 1) and ``allow_step_back``; other keys are not looked at.

    Attributes:
        name: ``doudizhu``.
        num_players: 3.
        num_actions: 27,472.
        state_shape: The widths of the observations by seat.
        action_shape: The widths of an action's row by seat.
        timestep: Actions taken since the environment was made.
        action_recorder: (seat, text) of the actions since the last reset.
        agents: What :meth:`set_agents` was given.

    Example:
        >>> env = DoudizhuEnv({"seed": 7})
        >>> state, seat = env.reset()
        >>> state["obs"].shape, seat, len(state["legal_actions"]) == len(state["raw_legal_actions"])
        ((790,), 0, True)
        >>> while not env.is_over():
        ...     state, seat = env.step(next(iter(state["legal_actions"])))
        >>> int(env.get_payoffs().sum()) in (1, 2)
        True
    """

    agents: Sequence[Any]

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        config = as_mapping(config, "config")
        self.name = "doudizhu"
        self.game = DoudizhuGame()
        self.allow_step_back = bool(config.get("allow_step_back", False))
        self.game.allow_step_back = self.allow_step_back
        self.action_recorder: list[tuple[int, str]] = []
        self.num_players = self.game.get_num_players()
        self.num_actions = self.game.get_num_actions()
        self.timestep = 0
        self.state_shape = [[790], [901], [901]]
        self.action_shape = [[54] for _ in range(self.num_players)]
        self.seed(config.get("seed"))

    def seed(self, seed: int | None = None) -> int:
        """Seed the shuffling as RLCard does: the same seed deals the same games there and here.

        Args:
            seed: 0 to 2**64 - 1; None takes a fresh one.

        Returns:
            The seed.

        Raises:
            InvalidArgumentError: Reason ``wrong_type`` or ``out_of_range``.

        Example:
            >>> DoudizhuEnv().seed(7)
            7
        """
        number = (
            int.from_bytes(os.urandom(8), "little")
            if seed is None
            else whole(seed, "seed", 0, _LARGEST_SEED)
        )
        digest = hashlib.sha512(str(number).encode()).digest()[:8]
        low, high = np.frombuffer(digest, dtype="<u4").tolist()
        self.np_random = np.random.RandomState()
        self.np_random.seed([low, high] if high else [low])
        self.game.np_random = self.np_random
        return number

    def reset(self) -> tuple[State, int]:
        """Deal a new game.

        Returns:
            The landlord's state and his seat, 0.

        Example:
            >>> DoudizhuEnv().reset()[1]
            0
        """
        state, seat = self.game.init_game()
        self.action_recorder = []
        return self._extract_state(state), seat

    def step(self, action: int | str, raw_action: bool = False) -> tuple[State, int]:
        """Take an action of the seat to act.

        Args:
            action: RLCard's id, or its text where `raw_action` is set.
            raw_action: Whether the action is a text.

        Returns:
            The next seat's state, and the seat.

        Raises:
            InvalidArgumentError: Reason ``action_out_of_range`` or ``wrong_type``.
            IllegalMoveError: As :meth:`Game.play`; the game stays as it is.
            InvalidCardsError: For cards that cannot be read.
            WrongPhaseError: Reason ``game_over``.

        Example:
            >>> env = DoudizhuEnv()
            >>> state, _ = env.reset()
            >>> env.step(state["raw_legal_actions"][0], raw_action=True)[1]
            1
        """
        words = cast("str", action) if raw_action else self._decode_action(cast("int", action))
        seat = self.get_player_id()
        state, next_seat = self.game.step(words)
        self.timestep += 1
        self.action_recorder.append((seat, state["trace"][-1][1]))
        return self._extract_state(state), next_seat

    def step_back(self) -> tuple[State, int] | bool:
        """Take the last action back; the record of actions keeps it, as RLCard's does.

        Returns:
            The state before it and its seat; False at the start of the game.

        Raises:
            WrongPhaseError: Reason ``no_step_back`` in an environment made without ``allow_step_back``.

        Example:
            >>> env = DoudizhuEnv({"allow_step_back": True})
            >>> state, _ = env.reset()
            >>> _ = env.step(next(iter(state["legal_actions"])))
            >>> env.step_back()[1], env.step_back()
            (0, False)
        """
        if not self.allow_step_back:
            raise WrongPhaseError("no_step_back")
        if not self.game.step_back():
            return False
        seat = self.get_player_id()
        return self.get_state(seat), seat

    def set_agents(self, agents: Sequence[Any]) -> None:
        """Seat the agents that :meth:`run` asks.

        Args:
            agents: One for each seat, with ``use_raw``, ``step(state)`` and ``eval_step(state)``.

        Example:
            >>> DoudizhuEnv().set_agents([])
        """
        self.agents = agents

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], NDArray[np.int64]]:
        """Play a whole game with the agents.

        Args:
            is_training: Whether agents are asked by ``step``, not by ``eval_step``.

        Returns:
            For each seat its states and actions in turn, the last state being that of the end; and the payoffs.

        Example:
            >>> class First:
            ...     use_raw = True
            ...
            ...     def eval_step(self, state):
            ...         return state["raw_legal_actions"][0], {}
            >>> env = DoudizhuEnv({"seed": 7})
            >>> env.set_agents([First()] * 3)
            >>> trajectories, payoffs = env.run()
            >>> len(trajectories), len(trajectories[0]) % 2
            (3, 1)
        """
        trajectories: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, seat = self.reset()
        trajectories[seat].append(state)
        while not self.is_over():
            agent = self.agents[seat]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            state, next_seat = self.step(action, agent.use_raw)
            trajectories[seat].append(action)
            seat = next_seat
            if not self.is_over():
                trajectories[seat].append(state)
        for seat in range(self.num_players):
            trajectories[seat].append(self.get_state(seat))
        return trajectories, self.get_payoffs()

    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.game.is_over()

    def get_player_id(self) -> int:
        """Give the seat to act."""
        return self.game.get_player_id()

    def get_state(self, player_id: int) -> State:
        """Give a seat's state; its `legal_actions` are those of the seat to act, as in RLCard.

        Args:
            player_id: 0 to 2.

        Raises:
            InvalidArgumentError: Reason ``wrong_type`` or ``out_of_range``.

        Example:
            >>> env = DoudizhuEnv()
            >>> _ = env.reset()
            >>> env.get_state(2)["obs"].shape
            (901,)
        """
        seat = whole(player_id, "player_id", 0, self.num_players - 1)
        return self._extract_state(self.game.get_state(seat))

    def get_payoffs(self) -> NDArray[np.int64]:
        """Give 1 for each winner and 0 for the others; both peasants win together.

        Returns:
            int64[3].

        Raises:
            WrongPhaseError: Reason ``not_over``.

        Example:
            >>> env = DoudizhuEnv({"seed": 7})
            >>> state, _ = env.reset()
            >>> while not env.is_over():
            ...     state, _ = env.step(next(iter(state["legal_actions"])))
            >>> env.get_payoffs().tolist() in ([1, 0, 0], [0, 1, 1])
            True
        """
        if not self.is_over():
            raise WrongPhaseError("not_over", action="give the payoffs")
        landlord_won = self.game.winner_id == 0
        return np.array([landlord_won, not landlord_won, not landlord_won], dtype=np.int64)

    def get_perfect_information(self) -> dict[str, Any]:
        """Give all hands, with and without suits, the trace, the seat to act and its legal actions.

        Example:
            >>> env = DoudizhuEnv()
            >>> _ = env.reset()
            >>> [len(hand) for hand in env.get_perfect_information()["hand_cards"]]
            [20, 17, 17]
        """
        return {
            "hand_cards_with_suit": self.game.hands_with_suits(),
            "hand_cards": self.game.hand_texts(),
            "trace": self.game.state["trace"],
            "current_player": self.get_player_id(),
            "legal_actions": self.game.state["actions"],
        }

    def get_action_feature(self, action: int) -> NDArray[np.int8]:
        """Give the cards of an action as 54 bytes.

        Args:
            action: RLCard's id.

        Raises:
            InvalidArgumentError: Reason ``action_out_of_range`` or ``wrong_type``.

        Example:
            >>> DoudizhuEnv().get_action_feature(15)[:4].tolist()
            [1, 1, 0, 0]
        """
        return ACTION_OF[int(move(action))].row.copy()

    def _extract_state(self, state: RawState) -> State:
        """Make a state of a raw one; what agents of one's own observe is decided here."""
        return OrderedDict(
            obs=observation(state),
            legal_actions=self._get_legal_actions(),
            raw_obs=state,
            raw_legal_actions=list(state["actions"]),
            action_record=self.action_recorder,
        )

    def _decode_action(self, action_id: int) -> str:
        """Give the text of an id."""
        return ACTION_OF[int(move(action_id))].text

    def _get_legal_actions(self) -> dict[int, NDArray[np.int8]]:
        """Give the actions of the seat to act."""
        return legal_rows(self.game.state["actions"])
