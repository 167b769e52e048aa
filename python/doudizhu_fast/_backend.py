"""The single switch between the compiled engine and its pure-Python twin."""

import os
from typing import TYPE_CHECKING, Final

from doudizhu_fast.exceptions import InvalidArgumentError, NativeExtensionError

__all__ = [
    "NATIVE_POLICIES",
    "PlayPhase",
    "Ruleset",
    "backend",
    "beats",
    "beats_batch",
    "classify_batch",
    "count_moves_batch",
    "deal_batch",
    "engine",
    "install_move_type",
    "legal_moves_batch",
    "move_shape",
    "need_native",
    "policy_names",
    "simulate",
    "simulate_counts",
    "simulate_game",
]

NATIVE_POLICIES: Final = ("rule",)
"""The policies that only the compiled engine has."""


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
        from doudizhu_fast import _native as engine
        from doudizhu_fast._native import (
            PlayPhase,
            Ruleset,
            beats,
            beats_batch,
            classify_batch,
            count_moves_batch,
            deal_batch,
            install_move_type,
            legal_moves_batch,
            move_shape,
            policy_names,
            simulate,
            simulate_counts,
            simulate_game,
        )
    except ImportError as error:
        raise NativeExtensionError("not_built", detail=str(error)) from error
else:
    from doudizhu_fast._reference import (
        PlayPhase,
        Ruleset,
        beats,
        beats_batch,
        classify_batch,
        count_moves_batch,
        deal_batch,
        install_move_type,
        legal_moves_batch,
        move_shape,
        policy_names,
        simulate,
        simulate_counts,
        simulate_game,
    )


def need_native(what: str) -> None:
    """Refuse, under the reference engine, what only the compiled engine has: all of ``engine``.

    Args:
        what: What is asked for, as the error names it.

    Raises:
        NativeExtensionError: Reason ``needs_native``.
    """
    if _NAME != "native":
        raise NativeExtensionError("needs_native", what=what)


def backend() -> str:
    """Name the engine in use.

    Returns:
        ``"native"`` or ``"reference"``. The environment variable ``DOUDIZHU_FAST_BACKEND`` chooses when the engine is
        first needed; without it the compiled engine is used where it is built.

    Example:
        >>> backend() in ("native", "reference")
        True
    """
    return _NAME
