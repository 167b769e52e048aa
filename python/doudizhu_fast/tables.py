"""Columns as Arrow tables, by way of the optional package nanoarrow."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["arrow_table"]


def arrow_table(columns: Mapping[str, NDArray[Any]]) -> Any:
    """Give columns as one Arrow array of structs, which table libraries read without a copy.

    Args:
        columns: Arrays of one length by name: whole numbers or bools of shape (n,), or of shape (n, k), which become
            fixed-size lists of k.

    Returns:
        A ``nanoarrow.Array``. The numbers are shared with the columns, the bools are copied.

    Raises:
        ModuleNotFoundError: Where nanoarrow is not installed; the message names the extra that brings it.

    Example:
        >>> arrow_table({"plays": np.array([27, 31], dtype=np.int16)}).to_pylist()  # doctest: +SKIP
        [{'plays': 27}, {'plays': 31}]
    """
    try:
        nanoarrow = import_module("nanoarrow")
    except ImportError:
        raise ModuleNotFoundError(
            "Arrow tables need the package nanoarrow: pip install 'doudizhu-fast[tables]'",
            name="nanoarrow",
        ) from None
    types, arrays = {}, []
    for name, column in columns.items():
        types[name], array = _arrow_column(nanoarrow, np.ascontiguousarray(column))
        arrays.append(array)
    length = len(next(iter(columns.values())))
    table = nanoarrow.c_array_from_buffers(
        nanoarrow.struct(types), length, [None], children=arrays, null_count=0
    )
    return nanoarrow.Array(table)


def _arrow_column(nanoarrow: Any, column: NDArray[Any]) -> tuple[Any, Any]:
    """Give Arrow's type and array of one column."""
    if column.ndim == 2:
        numbers, items = _arrow_column(nanoarrow, column.reshape(-1))
        rows = nanoarrow.fixed_size_list(numbers, column.shape[1])
        array = nanoarrow.c_array_from_buffers(
            rows, len(column), [None], children=[items], null_count=0
        )
        return rows, array
    is_bool = column.dtype == np.bool_
    numbers = nanoarrow.bool_() if is_bool else getattr(nanoarrow, column.dtype.name)()
    data = np.packbits(column, bitorder="little") if is_bool else column
    array = nanoarrow.c_array_from_buffers(numbers, len(column), [None, data], null_count=0)
    return numbers, array
