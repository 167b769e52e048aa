"""Checks of plain arguments: one rule for what a whole number is, wherever one is taken."""

import math
import operator
import os
from collections.abc import Mapping
from numbers import Real
from pathlib import Path
from typing import Any, Literal

from doudizhu_fast.exceptions import InvalidArgumentError, shown

__all__ = [
    "any_whole",
    "as_mapping",
    "as_objective",
    "as_path",
    "as_real",
    "as_whole",
    "check_progress",
    "shown",
    "whole",
    "wrong_type",
]


def as_whole(value: Any) -> int | None:
    """Read a whole number of any type (numpy's included).

    Returns:
        The number, or None where the value is none. A bool is no number here: in a list of seats or bids it is a slip.

    Example:
        >>> as_whole(3), as_whole(True), as_whole("3"), as_whole(3.0)
        (3, None, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def as_real(value: Any) -> float | None:
    """Read a real number of any type (numpy's included).

    Returns:
        The nearest float, infinite for a whole number that is too large for one, or None where the value is none.

    Example:
        >>> as_real(3), as_real(0.5), as_real(10**400), as_real(True), as_real("3")
        (3.0, 0.5, inf, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        return float(value)
    except OverflowError:
        number: Any = value
        return math.inf if number > 0 else -math.inf


def any_whole(value: Any, name: str) -> int:
    """Read a whole number whose range is checked where it is used.

    Args:
        value: What the caller passed.
        name: The parameter's name, for the message.

    Raises:
        InvalidArgumentError: Reason ``wrong_type``.

    Example:
        >>> any_whole(2, "seat")
        2
    """
    number = as_whole(value)
    if number is None:
        raise InvalidArgumentError(
            "wrong_type", name=name, expected="a whole number", value=shown(value)
        )
    return number


def whole(value: Any, name: str, low: int, high: int) -> int:
    """Read a whole number of a closed range.

    Args:
        value: What the caller passed.
        name: The parameter's name, for the message.
        low: The smallest number allowed.
        high: The largest number allowed.

    Raises:
        InvalidArgumentError: Reason ``wrong_type`` or ``out_of_range``.

    Example:
        >>> whole(2, "seat", 0, 2)
        2
    """
    number = as_whole(value)
    if number is None:
        allowed = (
            f"the whole number {low}" if low == high else f"a whole number from {low} to {high}"
        )
        raise InvalidArgumentError("wrong_type", name=name, expected=allowed, value=shown(value))
    if not low <= number <= high:
        allowed = f"{low}" if low == high else f"{low} to {high}"
        raise InvalidArgumentError("out_of_range", name=name, expected=allowed, value=shown(number))
    return number


def wrong_type(name: str, expected: str, value: object) -> InvalidArgumentError:
    """Make the error for an argument of the wrong type.

    Example:
        >>> print(wrong_type("seat", "a whole number", "x"))
        seat must be a whole number, got 'x'
    """
    return InvalidArgumentError("wrong_type", name=name, expected=expected, value=shown(value))


def as_path(value: Any, name: str) -> Path:
    """Read where a file is.

    Args:
        value: What the caller passed.
        name: The parameter's name, for the message.

    Raises:
        InvalidArgumentError: Reason ``wrong_type`` for what is no path, and for a text that no file can be called.

    Example:
        >>> as_path("games.jsonl", "path").suffix
        '.jsonl'
    """
    if isinstance(value, str | os.PathLike):
        try:
            path = Path(value)
            if b"\0" not in os.fsencode(path):
                return path
        except (TypeError, ValueError):
            pass
    raise wrong_type(name, "the path of a file", value)


def as_mapping(value: Any, name: str) -> Mapping[Any, Any]:
    """Read options; None stands for none.

    Raises:
        InvalidArgumentError: Reason ``wrong_type``.

    Example:
        >>> as_mapping(None, "options"), as_mapping({"seed": 3}, "config")
        ({}, {'seed': 3})
    """
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise wrong_type(name, "a dict or None", value)
    return value


def check_progress(progress: object) -> None:
    """Check what a long call is to tell how far it is; None tells nobody.

    Raises:
        InvalidArgumentError: Reason ``wrong_type``.

    Example:
        >>> check_progress(None)
        >>> check_progress(print)
    """
    if progress is not None and not callable(progress):
        raise wrong_type("progress", "a function of two numbers", progress)


def as_objective(value: object) -> Literal["win", "payoff"]:
    """Read what moves are to be good for.

    Raises:
        InvalidArgumentError: Reason ``unknown_objective``; ``wrong_type`` for what is no text.

    Example:
        >>> as_objective("win")
        'win'
    """
    if not isinstance(value, str):
        raise wrong_type("objective", "a text", value)
    if value == "win":
        return "win"
    if value == "payoff":
        return "payoff"
    raise InvalidArgumentError("unknown_objective", name=shown(value), allowed="win, payoff")
