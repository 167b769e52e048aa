"""Columns as Arrow tables and back, by way of the optional package nanoarrow."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from struct import unpack_from
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._checks import wrong_type
from doudizhu_fast._extras import without_extra
from doudizhu_fast.exceptions import InvalidRecordError

__all__ = ["Column", "Lists", "arrow_table", "arrow_tables"]


class Lists(NamedTuple):
    """A column of lists of any length.

    Attributes:
        offsets: int64 of shape (n + 1,), ascending: list i is items ``offsets[i]`` to ``offsets[i + 1] - 1``.
        items: The items of all lists, a column themselves.
    """

    offsets: NDArray[np.int64]
    items: "Column"


Column: TypeAlias = "NDArray[Any] | Lists | Mapping[str, Column] | Sequence[str | None]"
"""Numbers or bools of shape (n,) or (n, k), lists, columns by name, or texts of which some may be None."""


def arrow_table(columns: Mapping[str, Column], metadata: Mapping[str, str] | None = None) -> Any:
    """Give columns as one Arrow array of structs, which table libraries read without a copy.

    Args:
        columns: Columns of one length by name. Arrays of shape (n, k) become fixed-size lists of k, :class:`Lists`
            large lists, columns by name structs.
        metadata: What the schema tells of the table.

    Returns:
        A ``nanoarrow.Array``. The numbers are shared with the columns, bools and texts are copied.

    Raises:
        ModuleNotFoundError: Where nanoarrow is not installed; the message names the extra that brings it.

    Example:
        >>> arrow_table({"plays": np.array([27, 31], dtype=np.int16)}).to_pylist()  # doctest: +SKIP
        [{'plays': 27}, {'plays': 31}]
    """
    nanoarrow = _nanoarrow()
    _, array = _arrow_struct(nanoarrow, columns, metadata)
    return nanoarrow.Array(array)


def arrow_tables(source: Any) -> tuple[dict[str, str], Iterator[dict[str, Column]]]:
    """Read what has Arrow's stream interface, part by part.

    Args:
        source: A table of pyarrow, polars, pandas, duckdb and so on, or the answer of :func:`arrow_table`.

    Returns:
        The metadata of the schema, and the parts: columns by name, which share the numbers with the source.

    Raises:
        ModuleNotFoundError: As :func:`arrow_table`.
        InvalidArgumentError: Reason ``wrong_type`` for what has no such interface.
        InvalidRecordError: Reason ``bad_row``, from the parts, for a number that lacks; ``row`` counts from the first.

    Example:
        >>> table = arrow_table({"plays": np.array([27, 31])}, {"by": "me"})  # doctest: +SKIP
        >>> metadata, parts = arrow_tables(table)  # doctest: +SKIP
        >>> metadata, next(parts)["plays"]  # doctest: +SKIP
        ({'by': 'me'}, array([27, 31]))
    """
    nanoarrow = _nanoarrow()
    try:
        stream = nanoarrow.c_array_stream(source)
    except TypeError as error:
        raise wrong_type("table", "a table with Arrow's stream interface", source) from error
    told = stream.get_schema().metadata
    metadata = {} if told is None else {_text(key): _text(value) for key, value in told.items()}
    return metadata, _parts(nanoarrow, stream)


def _parts(nanoarrow: Any, stream: Any) -> Iterator[dict[str, Column]]:
    done = 0
    for part in stream:
        try:
            yield _columns(nanoarrow, part, part.offset, part.offset + len(part))
        except _LackingError as lacking:
            detail = f"{lacking.name} has no value"
            raise InvalidRecordError("bad_row", row=done + lacking.row, detail=detail) from None
        done += len(part)


def _nanoarrow() -> Any:
    try:
        return import_module("nanoarrow")
    except ImportError:
        raise without_extra("Arrow tables need", "nanoarrow", "tables") from None


def _text(value: bytes | str) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


# Writing: Arrow's type and array of a column.


def _array(
    nanoarrow: Any, kind: Any, length: int, buffers: list[Any], children: Sequence[Any] = ()
) -> Any:
    return nanoarrow.c_array_from_buffers(kind, length, buffers, children=children)


def _arrow_column(nanoarrow: Any, column: Column) -> tuple[Any, Any]:
    if isinstance(column, Lists):
        items, array = _arrow_column(nanoarrow, column.items)
        lists = nanoarrow.large_list(items)
        offsets = np.ascontiguousarray(column.offsets)
        return lists, _array(nanoarrow, lists, len(offsets) - 1, [None, offsets], [array])
    if isinstance(column, Mapping):
        return _arrow_struct(nanoarrow, column)
    if not isinstance(column, np.ndarray):
        return _arrow_texts(nanoarrow, column)
    if column.ndim == 2:
        items, array = _arrow_column(nanoarrow, column.reshape(-1))
        rows = nanoarrow.fixed_size_list(items, column.shape[1])
        return rows, _array(nanoarrow, rows, len(column), [None], [array])
    is_bool = column.dtype == np.bool_
    numbers = nanoarrow.bool_() if is_bool else getattr(nanoarrow, column.dtype.name)()
    data = np.packbits(column, bitorder="little") if is_bool else np.ascontiguousarray(column)
    return numbers, _array(nanoarrow, numbers, len(column), [None, data])


def _arrow_struct(
    nanoarrow: Any, columns: Mapping[str, Column], metadata: Mapping[str, str] | None = None
) -> tuple[Any, Any]:
    made = {name: _arrow_column(nanoarrow, column) for name, column in columns.items()}
    struct = nanoarrow.struct({name: kind for name, (kind, _) in made.items()})
    if metadata:
        struct = nanoarrow.c_schema(struct).modify(metadata=dict(metadata))
    arrays = [array for _, array in made.values()]
    return struct, _array(nanoarrow, struct, len(arrays[0]), [None], arrays)


def _arrow_texts(nanoarrow: Any, texts: Sequence[str | None]) -> tuple[Any, Any]:
    encoded = [b"" if text is None else text.encode() for text in texts]
    offsets = np.zeros(len(texts) + 1, np.int64)
    np.cumsum([len(text) for text in encoded], out=offsets[1:])
    there = np.packbits(np.array([text is not None for text in texts], np.bool_), bitorder="little")
    kind = nanoarrow.large_string()
    return kind, _array(nanoarrow, kind, len(texts), [there, offsets, b"".join(encoded)])


# Reading: items `start` to `stop - 1` of an Arrow array, counted in its buffers.


class _LackingError(Exception):
    """A null where there must be a value."""

    def __init__(self, name: str, row: int) -> None:
        super().__init__(name, row)
        self.name = name
        self.row = row


def _column(nanoarrow: Any, name: str, array: Any, start: int, stop: int) -> Column:
    view = array.view()
    kind = view.storage_type
    if array.dictionary is not None:
        # What looks like the column's numbers are places in its dictionary.
        return {}
    there = None
    if view.null_count != 0 and len(view.buffer(0)):
        there = _bits(view.buffer(0), start, stop)
    if kind in ("string", "large_string"):
        return _texts(view, start, stop, there)
    if kind == "string_view":
        return _viewed_texts(view, start, stop, there)
    if there is not None and not there.all():
        raise _LackingError(name, int(np.argmin(there)))
    if kind == "struct":
        return _columns(nanoarrow, array, start, stop)
    if kind in ("list", "large_list"):
        return _lists(nanoarrow, name, array, start, stop)
    if kind == "fixed_size_list":
        size = int(array.schema.format.partition(":")[2])
        items = _child(nanoarrow, name, array, start * size, stop * size, size)
        return items.reshape(-1, size) if isinstance(items, np.ndarray) else {}
    if kind == "bool":
        return _bits(view.buffer(1), start, stop).astype(np.bool_)
    if kind in _NUMBERS:
        return np.asarray(view.buffer(1))[start:stop]
    # A type that is of no use here may be that of a column which the reader wants nothing of.
    return {}


_NUMBERS = frozenset(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))


def _columns(nanoarrow: Any, array: Any, start: int, stop: int) -> dict[str, Column]:
    columns: dict[str, Column] = {}
    for number in range(array.n_children):
        child = array.child(number)
        name = child.schema.name
        columns[name] = _column(nanoarrow, name, child, start + child.offset, stop + child.offset)
    return columns


def _lists(nanoarrow: Any, name: str, array: Any, start: int, stop: int) -> Lists:
    if start == stop:
        return Lists(np.zeros(1, np.int64), _child(nanoarrow, name, array, 0, 0, 1))
    offsets = np.asarray(array.view().buffer(1))[start : stop + 1].astype(np.int64)
    first, last = int(offsets[0]), int(offsets[-1])
    try:
        items = _child(nanoarrow, name, array, first, last, 1)
    except _LackingError as lacking:
        row = int(np.searchsorted(offsets, first + lacking.row, side="right")) - 1
        raise _LackingError(lacking.name, row) from None
    return Lists(offsets - first, items)


def _child(nanoarrow: Any, name: str, array: Any, start: int, stop: int, size: int) -> Column:
    child = array.child(0)
    try:
        return _column(nanoarrow, name, child, start + child.offset, stop + child.offset)
    except _LackingError as lacking:
        raise _LackingError(lacking.name, lacking.row // size) from None


def _texts(view: Any, start: int, stop: int, there: NDArray[np.uint8] | None) -> list[str | None]:
    if start == stop:
        return []
    data = bytes(view.buffer(2))
    ends = np.asarray(view.buffer(1))[start : stop + 1].tolist()
    spelled = [_text(data[begin:end]) for begin, end in pairwise(ends)]
    return _with_gaps(spelled, there)


def _viewed_texts(
    view: Any, start: int, stop: int, there: NDArray[np.uint8] | None
) -> list[str | None]:
    """Read texts of which short ones stand in their place of sixteen bytes, long ones in further buffers."""
    places = bytes(view.buffer(1))[16 * start : 16 * stop]
    # The last buffer holds the lengths of those before it.
    others = [bytes(view.buffer(number)) for number in range(2, view.n_buffers - 1)]
    spelled = []
    for place in range(0, len(places), 16):
        length, _, number, offset = unpack_from("<iiii", places, place)
        short = places[place + 4 : place + 4 + length]
        long = b"" if length <= 12 else others[number][offset : offset + length]
        spelled.append(_text(short if length <= 12 else long))
    return _with_gaps(spelled, there)


def _with_gaps(texts: list[str], there: NDArray[np.uint8] | None) -> list[str | None]:
    if there is None:
        return list(texts)
    return [text if known else None for text, known in zip(texts, there.tolist(), strict=True)]


def _bits(buffer: Any, start: int, stop: int) -> NDArray[np.uint8]:
    words = np.frombuffer(buffer, np.uint8)
    return np.unpackbits(words, count=stop, bitorder="little")[start:]
