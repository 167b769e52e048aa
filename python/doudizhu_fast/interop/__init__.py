"""Bridges to other systems, one module each: their numbers, action ids, requests and interfaces, both ways."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from doudizhu_fast.interop import botzone, openspiel

__all__ = ["botzone", "openspiel"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load a bridge at its first use."""
        if name in __all__:
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
