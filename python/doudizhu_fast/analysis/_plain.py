"""Results as plain data that JSON can hold."""

import math
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from doudizhu_fast.enums import Rank
from doudizhu_fast.hand import Hand
from doudizhu_fast.move import Move
from doudizhu_fast.position import Position
from doudizhu_fast.rules import Rules

__all__ = ["plain"]


def plain(value: Any) -> Any:
    """Give a result, or a part of one, as plain data.

    Args:
        value: A data class becomes a dict of its fields, a tuple a list, cards and moves, rules and positions their
            texts, a rank its letter, other members of an enum their names; what is nan becomes None.

    Example:
        >>> from doudizhu_fast.estimates import Estimate
        >>> plain((Rank.TEN, Estimate.of_rate(0, 0)))
        ['T', {'mean': None, 'stderr': None, 'low': None, 'high': None, 'n': 0}]
    """
    if isinstance(value, Rank):
        return value.letter
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, Hand | Move):
        return str(value)
    if isinstance(value, Rules | Position):
        return value.text
    if isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return value
