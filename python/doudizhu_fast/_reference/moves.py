"""Move objects: how packed moves become what lists of moves hold, one shared object per action."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from doudizhu_fast._reference.packed import KIND_SHIFT, PASS

_make: Callable[[int], Any] = int


def install_move_type(make_move: Callable[[int], Any]) -> None:
    """Set how packed moves become the objects that lists of moves hold; until then they stay ints.

    Args:
        make_move: Makes the object of a packed move. Its answers are kept and shared.

    Example:
        >>> install_move_type(int)
    """
    global _make
    _make = make_move
    move_object.cache_clear()


@lru_cache(maxsize=1 << 18)
def move_object(packed: int) -> Any:
    """Give the object of a packed move.

    Example:
        >>> move_object(0) is move_object(0)
        True
    """
    return _make(packed)


def packed_of(move: object) -> int | None:
    """Read a Move object; None for anything else.

    Hands hold a packed number under the same name: theirs has no kind, and an empty one is not
    ``PASS``.

    Example:
        >>> packed_of("33") is None
        True
    """
    packed = getattr(move, "_packed", None)
    if type(packed) is not int or not 0 <= packed < 1 << 64:
        return None
    if packed >> KIND_SHIFT or (packed == PASS and isinstance(move, type(move_object(PASS)))):
        return packed
    return None
