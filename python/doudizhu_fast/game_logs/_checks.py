"""The form of a game log: types, shapes and ranges of all its columns."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast.auction import HIGHEST_BID
from doudizhu_fast.enums import Rank
from doudizhu_fast.exceptions import InvalidArgumentError, InvalidRecordError
from doudizhu_fast.game_logs._columns import LoggedDeals, Offsets

if TYPE_CHECKING:
    from doudizhu_fast.game_logs import GameLog

__all__ = ["check_form", "integers", "rows_of"]

_LARGEST_AMOUNT = 2**40


def check_form(log: "GameLog") -> None:
    """Refuse columns that do not go together or hold what no game has.

    Raises:
        InvalidArgumentError: Reason ``wrong_dtype`` or ``wrong_shape``.
        InvalidRecordError: Reason ``bad_row``, with ``row``.
    """
    players, n = log.rules.players, len(log.landlord)
    for name, dtype, shape in (
        ("root", np.int32, (n,)),
        ("index", np.uint64, (n,)),
        ("landlord", np.int8, (n,)),
        ("bid", np.int8, (n,)),
        ("multiplier", np.int64, (n,)),
        ("payoffs", np.int64, (n, players)),
        ("spring", np.int8, (n,)),
        ("finished", np.bool_, (n,)),
    ):
        _check_array(getattr(log, name), name, dtype, shape)
    _check_array(log.moves, "moves", np.uint64, None)
    _check_offsets(log.move_offsets, "move_offsets", n, len(log.moves))
    _check_deals(log.deals, "deals", n, players)
    thrown_in = len(log.thrown_in.bottom)
    _check_deals(log.thrown_in, "thrown_in", thrown_in, players)
    _check_offsets(log.thrown_in_offsets, "thrown_in_offsets", n, thrown_in)
    _in_range(log.root, "root", -1, len(log.roots) - 1)
    _in_range(log.landlord, "landlord", -1, players - 1)
    _in_range(log.bid, "bid", 0, HIGHEST_BID)
    _in_range(log.multiplier, "multiplier", 1, _LARGEST_AMOUNT)
    _in_range(log.payoffs, "payoffs", -_LARGEST_AMOUNT, _LARGEST_AMOUNT)
    _in_range(log.spring, "spring", 0, 2)
    _check_values(log.deals, players)
    with rows_of(log.thrown_in_offsets):
        _check_values(log.thrown_in, players)
    paid = (log.payoffs != 0).any(axis=1) & ~log.finished
    if paid.any():
        row = int(np.argmax(paid))
        raise InvalidRecordError("bad_row", row=row, detail="the game is not over, but paid")


@contextmanager
def rows_of(offsets: Offsets) -> Iterator[None]:
    """Have errors name the rows that own the items, which the offsets tell.

    Example:
        >>> with rows_of(np.array([0, 2, 5])):
        ...     integers(np.array([1, 2, 3, 400]), "a call", np.int8)
        Traceback (most recent call last):
        doudizhu_fast.exceptions.InvalidRecordError: row 1 of the log is wrong: a call cannot be 400
    """
    try:
        yield
    except InvalidRecordError as error:
        if error.reason != "bad_row":
            raise
        row = _owner(offsets, error.row)
        raise InvalidRecordError("bad_row", row=row, detail=error.detail) from None


def integers(value: Any, name: str, dtype: Any) -> NDArray[Any]:
    """Take whole numbers of any type in the type that a column has.

    Raises:
        InvalidRecordError: Reason ``bad_row`` for a number that this type does not hold, ``bad_field`` for anything
            but whole numbers.

    Example:
        >>> integers(np.array([1, 2]), "bid", np.int8).dtype
        dtype('int8')
    """
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "iub":
        detail = f"it must hold {np.dtype(dtype)}"
        raise InvalidRecordError("bad_field", field=name, detail=detail)
    if value.dtype == dtype:
        return value
    with np.errstate(all="ignore"):
        taken = value.astype(dtype)
    # A number below zero and one above 2**63 can look alike in each other's type.
    changed = (taken != value) | ((taken < 0) != (value < 0))
    if changed.any():
        row, *_ = (int(number) for number in np.argwhere(changed)[0])
        detail = f"{name} cannot be {value[changed][0]}"
        raise InvalidRecordError("bad_row", row=row, detail=detail)
    return taken


def _check_array(array: Any, name: str, dtype: Any, shape: tuple[int, ...] | None) -> None:
    if not isinstance(array, np.ndarray) or array.dtype != dtype:
        found = str(array.dtype) if isinstance(array, np.ndarray) else f"a {type(array).__name__}"
        expected = str(np.dtype(dtype))
        raise InvalidArgumentError("wrong_dtype", name=name, expected=expected, value=found)
    if array.ndim != 1 if shape is None else array.shape != shape:
        expected = "(n,)" if shape is None else str(shape)
        raise InvalidArgumentError(
            "wrong_shape", name=name, expected=expected, value=str(array.shape)
        )


def _check_offsets(offsets: Any, name: str, rows: int, items: int) -> None:
    _check_array(offsets, name, np.int64, (rows + 1,))
    if offsets[0] != 0 or offsets[-1] != items or (np.diff(offsets) < 0).any():
        raise InvalidArgumentError(
            "wrong_shape",
            name=name,
            expected=f"ascending offsets from 0 to {items}",
            value=f"{offsets[0]} to {offsets[-1]}",
        )


def _check_deals(deals: Any, name: str, count: int, players: int) -> None:
    if not isinstance(deals, LoggedDeals):
        raise InvalidArgumentError(
            "wrong_type", name=name, expected="LoggedDeals", value=type(deals).__name__
        )
    _check_array(deals.hands, f"{name}.hands", np.uint64, (count, players))
    _check_array(deals.bottom, f"{name}.bottom", np.uint64, (count,))
    _check_array(deals.first_bidder, f"{name}.first_bidder", np.int8, (count,))
    _check_array(deals.turned_up, f"{name}.turned_up", np.int8, (count,))
    _check_array(deals.calls, f"{name}.calls", np.int8, None)
    _check_offsets(deals.call_offsets, f"{name}.call_offsets", count, len(deals.calls))


def _check_values(deals: LoggedDeals, players: int) -> None:
    _in_range(deals.first_bidder, "first_bidder", 0, players - 1)
    _in_range(deals.turned_up, "turned_up", -1, len(Rank) - 1)
    with rows_of(deals.call_offsets):
        _in_range(deals.calls, "a call", 0, HIGHEST_BID)


def _in_range(values: NDArray[Any], name: str, low: int, high: int) -> None:
    if values.size and (values.min() < low or values.max() > high):
        wrong = (values < low) | (values > high)
        detail = f"{name} cannot be {values[wrong][0]}"
        raise InvalidRecordError("bad_row", row=int(np.argwhere(wrong)[0][0]), detail=detail)


def _owner(offsets: Offsets, item: int) -> int:
    return int(np.searchsorted(offsets, item, side="right")) - 1
