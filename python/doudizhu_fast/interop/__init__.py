"""Bridges to other programs of the game: their cards, ids, states and observations, and environments in their shape.

Each bridge is a module of its own, and says which of its parts need the other program's package.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from doudizhu_fast.interop import botzone, douzero, openspiel, rlcard

__all__ = ["botzone", "douzero", "openspiel", "rlcard"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load a bridge at its first use."""
        if name in __all__:
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
