"""The single switch between the compiled engine and its pure-Python twin."""

import os
from typing import TYPE_CHECKING

from doudizhu_fast.exceptions import InvalidArgumentError, NativeExtensionError

__all__ = [
    "PlayPhase",
    "Ruleset",
    "backend",
    "beats",
    "install_move_type",
    "move_shape",
]


def _chosen() -> str:
    wanted = os.environ.get("DOUDIZHU_FAST_BACKEND", "")
    if wanted in ("native", "reference"):
        return wanted
    if wanted:
        raise InvalidArgumentError("unknown_backend", value=wanted)
    try:
        import doudizhu_fast._native  # noqa: F401  (a probe: is the extension there?)
    except ImportError:
        return "reference"
    return "native"


_NAME = _chosen()

if TYPE_CHECKING or _NAME == "native":
    try:
        from doudizhu_fast._native import (
            PlayPhase,
            Ruleset,
            beats,
            install_move_type,
            move_shape,
        )
    except ImportError as error:
        raise NativeExtensionError("not_built", detail=str(error)) from error
else:
    from doudizhu_fast._reference import (
        PlayPhase,
        Ruleset,
        beats,
        install_move_type,
        move_shape,
    )


def backend() -> str:
    """Name the engine in use.

    Returns:
        ``"native"`` or ``"reference"``. The environment variable ``DOUDIZHU_FAST_BACKEND`` chooses at import; without
        it the compiled engine is used where it is built.

    Example:
        >>> backend() in ("native", "reference")
        True
    """
    return _NAME
