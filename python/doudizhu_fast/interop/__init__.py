"""Bridges to other programs of the game: their cards, ids, states and observations, and environments in their shape.

Each bridge is a module of its own, and says which of its parts need the other program's package.
"""

from doudizhu_fast.interop import douzero, rlcard

__all__ = ["douzero", "rlcard"]
