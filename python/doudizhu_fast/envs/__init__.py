"""Environments for reinforcement learning: PettingZoo, Gymnasium with one learning seat, and many games in a batch.

They need the packages of the extra ``rl``. Importing this package registers ``doudizhu_fast/SingleSeat-v0`` and
``doudizhu_fast/SelfPlay-v0`` with Gymnasium.

Example:
    >>> import gymnasium, doudizhu_fast.envs
    >>> gymnasium.make("doudizhu_fast/SingleSeat-v0", rules="four_player").action_space
    Discrete(9080)
"""

from importlib import import_module
from typing import TYPE_CHECKING

from doudizhu_fast._extras import without_extra

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise without_extra("environments need", error.name, "rl") from None

from doudizhu_fast.envs.single_seat import SingleSeatEnv
from doudizhu_fast.envs.vector import SelfPlayVectorEnv

if TYPE_CHECKING:
    from doudizhu_fast.envs import doudizhu_v0

__all__ = ["SelfPlayVectorEnv", "SingleSeatEnv", "doudizhu_v0"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load the PettingZoo environment at its first use: it alone needs pettingzoo."""
        if name == "doudizhu_v0":
            return import_module("doudizhu_fast.envs.doudizhu_v0")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


gymnasium.register(
    "doudizhu_fast/SingleSeat-v0", entry_point="doudizhu_fast.envs.single_seat:SingleSeatEnv"
)
gymnasium.register(
    "doudizhu_fast/SelfPlay-v0", vector_entry_point="doudizhu_fast.envs.vector:SelfPlayVectorEnv"
)
