"""Files that are replaced as a whole: at every moment the old content is there or the new one."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

__all__ = ["replacing"]


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give the path of a file beside, which takes the place of the right one once all went well.

    What a link leads to is replaced, not the link, and it keeps its mode. What is no file, as a pipe, is not replaced:
    its own path is given.

    Args:
        path: The file to replace, whether it is there or not.

    Yields:
        The path to write to.

    Raises:
        OSError: Where a file cannot be written there, at once, and whatever writing raises.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     path = Path(folder, "games")
        ...     with replacing(path) as beside:
        ...         _ = beside.write_text("all of them")
        ...     path.read_text(), len(os.listdir(folder))
        ('all of them', 1)
    """
    target = Path(path).resolve()
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if target.exists() and not target.is_file():
        yield target
        return
    beside = target.with_name(f".{target.name}.{token_hex(4)}.part")
    try:
        beside.touch(exist_ok=False)
    except OSError as error:
        # The file beside is nothing that the caller knows of.
        raise type(error)(error.errno, error.strerror, str(path)) from None
    try:
        yield beside
        if target.exists():
            beside.chmod(target.stat().st_mode & 0o777)
        # The name must not change before the content is on the disk.
        with beside.open("r+b") as file:
            os.fsync(file.fileno())
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
