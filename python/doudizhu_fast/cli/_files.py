"""What goes wrong with files, in the words of the command line."""

from collections.abc import Iterator
from contextlib import contextmanager

from doudizhu_fast.cli._errors import NotDoneError, UnreadableError

__all__ = ["file_errors"]


@contextmanager
def file_errors(writing: bool = False) -> Iterator[None]:
    """Turn errors of the system, and packages that are missing, into one line.

    Args:
        writing: Whether the file is the one to write, which is no wrong input.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise NotDoneError(str(error)) from error
    except OSError as error:
        if writing:
            raise
        named = f"{error.filename}: " if error.filename else ""
        raise UnreadableError(f"{named}{error.strerror or error}") from error
