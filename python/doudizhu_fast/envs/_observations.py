"""Observation dicts and their spaces, the same for every environment."""

from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from doudizhu_fast.envs._actions import FEATURES, Actions
from doudizhu_fast.game import Game
from doudizhu_fast.observation import observation_width, observe_seat
from doudizhu_fast.rules import Rules

__all__ = ["Observation", "mask_of", "observation_of", "observation_space"]

Observation: TypeAlias = dict[str, Any]
"""Arrays by name."""


def observation_space(rules: Rules, size: int, described: bool) -> spaces.Dict:
    """Give the space of the observations of one seat.

    Args:
        rules: The rules.
        size: The number of actions.
        described: Whether observations describe the actions.

    Example:
        >>> sorted(observation_space(Rules(), 640, True))
        ['action_features', 'action_mask', 'observation']
    """
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0, 255, (observation_width(rules),), np.uint8),
        "action_mask": spaces.Box(0, 1, (size,), np.int8),
    }
    if described:
        parts["action_features"] = spaces.Box(0, 255, (size, FEATURES), np.uint8)
    return spaces.Dict(parts)


def observation_of(
    game: Game, seat: int, actions: Actions, mask: NDArray[np.int8] | None = None
) -> Observation:
    """Give what a seat observes; nothing is legal for a seat that is not to act.

    Args:
        game: The game.
        seat: The seat.
        actions: How actions are numbered.
        mask: The seat's mask, where it is known already.

    Returns:
        New arrays: ``observation`` uint8, ``action_mask`` int8 and, where the numbering is ``indexed``,
        ``action_features`` uint8.
    """
    observation: Observation = {
        "observation": observe_seat(game, seat),
        "action_mask": mask_of(game, seat, actions) if mask is None else mask.copy(),
    }
    if actions.described:
        shape = (actions.size, FEATURES)
        acts = game.turn == seat
        features = actions.features(game) if acts else np.zeros(shape, dtype=np.uint8)
        observation["action_features"] = features
    return observation


def mask_of(game: Game, seat: int, actions: Actions) -> NDArray[np.int8]:
    """Mark what a seat may do now: int8 of shape (size,), all zeros for a seat that is not to act.

    Args:
        game: The game.
        seat: The seat.
        actions: How actions are numbered.
    """
    return actions.mask(game) if game.turn == seat else np.zeros(actions.size, dtype=np.int8)
