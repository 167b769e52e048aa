"""Checkpoints: what a long run has come to so far, in a file from which it can go on.

The first line is JSON and tells which run it is. Records follow, each of a line of JSON (how many items, the shapes of
the arrays, a check sum) and the bytes of the arrays. A run whose results are sums has one record, and its file is
replaced as a whole; a run that keeps every item has one record for every chunk, and its file grows.
"""

import json
import os
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import IO, Any, Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._checks import as_path, shown
from doudizhu_fast._version import version
from doudizhu_fast.exceptions import InvalidRecordError
from doudizhu_fast.replacing import replacing
from doudizhu_fast.seeds import LARGEST_ROOT_BITS

__all__ = ["Arrays", "Checkpoint", "Layout", "root_of"]

Arrays: TypeAlias = Sequence[NDArray[Any]]
Layout: TypeAlias = Sequence[tuple[str, tuple[int | None, ...]]]
"""The type of every array of a record and its shape; None stands for any length."""

_KIND: Final = "doudizhu_fast checkpoint"
_VERSION: Final = 1
_LONGEST_LINE: Final = 20_000
_SECONDS_BETWEEN: Final = 1.0


class Checkpoint:
    """The file of one run.

    Args:
        path: Where it is. A file that is there is gone on with.
        settings: What the run is: plain data, all of which a file that is gone on with must agree in.
        layout: Tells the arrays of a record of so many items.
        grows: Whether each chunk adds its record, or the file holds the last one only.
        most: How many items the run has at most.

    Raises:
        InvalidRecordError: Reason ``bad_checkpoint`` for a file that is no checkpoint, is damaged or of another run.
        InvalidArgumentError: Reason ``wrong_type`` for what is no path.
        OSError: Where the file cannot be read or written.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        settings: Mapping[str, Any],
        layout: Callable[[int], Layout],
        grows: bool,
        most: int,
    ) -> None:
        self._path = as_path(path, "checkpoint")
        # Another version of the package may play otherwise, and the whole would be the work of neither.
        header = {"file": _KIND, "version": _VERSION, "package": version(), **settings}
        # As it will be read again: tuples are lists there.
        self._header: dict[str, Any] = json.loads(json.dumps(header))
        self._layout, self._grows, self._most = layout, grows, most
        self._file: IO[bytes] | None = None
        self._whole = 0
        self._unsaved: tuple[int, Arrays] | None = None
        self._saved_at = time.monotonic()

    def restored(self) -> Iterator[tuple[int, Arrays]]:
        """Yield what the file holds, in order: how many items, and their arrays. Read it before the file is entered.

        In a file that grows, a last record that was cut off is left out: that is how a run that is killed ends.
        """
        try:
            file = self._path.open("rb")
        except FileNotFoundError:
            return
        with file:
            size = os.fstat(file.fileno()).st_size
            if not size:
                return
            header = self._line(file, "its first line")
            if header is None:
                raise self._bad("its first line is cut off")
            self._compare(header)
            self._whole = file.tell()
            done = 0
            while self._whole < size:
                name = f"the record of item {done:,}"
                if done and not self._grows:
                    raise self._bad("it goes on after its end")
                record = self._record(file, size, name)
                if record is None:
                    if self._grows:
                        return
                    raise self._bad(f"{name} is cut off")
                self._whole = file.tell()
                done += record[0]
                if done > self._most:
                    raise self._bad(f"it holds {done:,} items, and this run has {self._most:,}")
                yield record

    def __enter__(self) -> Self:
        """Begin to write."""
        if self._grows:
            # What was cut off in the middle of a record must go first.
            with self._path.open("ab") as file:
                file.truncate(self._whole)
            self._file = self._path.open("ab")
            if not self._whole:
                self._file.write(self._first_line())
                self._file.flush()
        elif not self._whole:
            self._write(self._first_line())
        return self

    def __exit__(self, *_: object) -> None:
        """Write what is not written yet, after an error too: a snapshot is whole."""
        if self._file is not None:
            self._file.close()
        self._save_last()

    def save(self, items: int, arrays: Arrays) -> None:
        """Hear of further items, or where the file does not grow, of all items so far.

        Args:
            items: How many.
            arrays: What they came to. They are not changed any more.
        """
        if self._file is not None:
            self._file.write(self._encoded(items, arrays))
            self._file.flush()
            return
        self._unsaved = items, arrays
        if time.monotonic() - self._saved_at >= _SECONDS_BETWEEN:
            self._save_last()

    def _save_last(self) -> None:
        if self._unsaved is not None:
            self._write(self._first_line() + self._encoded(*self._unsaved))
            self._unsaved = None
            self._saved_at = time.monotonic()

    def _write(self, content: bytes) -> None:
        with replacing(self._path) as beside:
            beside.write_bytes(content)

    def _first_line(self) -> bytes:
        return json.dumps(self._header).encode() + b"\n"

    def _encoded(self, items: int, arrays: Arrays) -> bytes:
        layout = self._layout(items)
        parts = [
            np.ascontiguousarray(array, dtype)
            for (dtype, _), array in zip(layout, arrays, strict=True)
        ]
        shapes = [list(part.shape) for part in parts]
        content = b"".join(part.tobytes() for part in parts)
        line = {"items": items, "shapes": shapes, "check": _check(items, shapes, content)}
        return json.dumps(line, separators=(",", ":")).encode() + b"\n" + content

    def _record(self, file: IO[bytes], size: int, name: str) -> tuple[int, Arrays] | None:
        """Read the next record; None where it is cut off."""
        line = self._line(file, name)
        if line is None:
            return None
        items = line.get("items")
        if type(items) is not int or items <= 0:
            raise self._bad(f"{name} has a wrong number of items")
        layout = self._layout(items)
        shapes = _shapes(line.get("shapes"), layout)
        if shapes is None:
            raise self._bad(f"{name} has arrays of wrong shapes")
        counts = [prod(shape) for shape in shapes]
        types = [np.dtype(dtype) for dtype, _ in layout]
        length = sum(count * kind.itemsize for count, kind in zip(counts, types, strict=True))
        if length > size - file.tell():
            return None
        content = file.read(length)
        if line.get("check") != _check(items, shapes, content):
            raise self._bad(f"{name} is damaged: its check sum is another")
        arrays, first = [], 0
        for count, kind, shape in zip(counts, types, shapes, strict=True):
            arrays.append(np.frombuffer(content, kind, count, first).reshape(shape))
            first += count * kind.itemsize
        return items, arrays

    def _line(self, file: IO[bytes], name: str) -> dict[str, Any] | None:
        """Read a line of JSON; None for one that is cut off."""
        line = file.readline(_LONGEST_LINE)
        if not line.endswith(b"\n"):
            if len(line) < _LONGEST_LINE:
                return None
            raise self._bad(f"{name} is too long")
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise self._bad(f"{name} is no JSON object")
        return data

    def _compare(self, there: Mapping[str, Any]) -> None:
        if there.get("file") != _KIND:
            raise self._bad("it does not begin as a checkpoint")
        for name in (*self._header, *there):
            if there.get(name) != self._header.get(name):
                raise self._bad(
                    f"it is of another run, {name} is {shown(str(there.get(name)))} there and"
                    f" {shown(str(self._header.get(name)))} here"
                )

    def _bad(self, detail: str) -> InvalidRecordError:
        return InvalidRecordError("bad_checkpoint", path=shown(str(self._path)), detail=detail)


def root_of(path: str | os.PathLike[str] | None) -> int | None:
    """Give the root of the run of a checkpoint, None where there is none yet.

    Raises:
        InvalidArgumentError: Reason ``wrong_type`` for what is no path.

    Example:
        >>> root_of(None) is None
        True
    """
    if path is None:
        return None
    try:
        with as_path(path, "checkpoint").open("rb") as file:
            root = json.loads(file.readline(_LONGEST_LINE))["seed"]
    except (FileNotFoundError, ValueError, RecursionError, LookupError, TypeError):
        return None  # what is no checkpoint is refused when it is read
    known = type(root) is int and 0 <= root < 2**LARGEST_ROOT_BITS
    return root if known else None


def _check(items: int, shapes: Sequence[Sequence[int]], content: bytes) -> int:
    return zlib.crc32(content, zlib.crc32(json.dumps([items, shapes]).encode()))


def _shapes(shapes: Any, layout: Layout) -> list[list[int]] | None:
    """Read shapes from a file, None where they are not those of a layout."""
    if not isinstance(shapes, list) or len(shapes) != len(layout):
        return None
    for shape, (_, wanted) in zip(shapes, layout, strict=True):
        if not isinstance(shape, list) or len(shape) != len(wanted):
            return None
        for length, expected in zip(shape, wanted, strict=True):
            if type(length) is not int or length < 0 or expected not in (None, length):
                return None
    return shapes
