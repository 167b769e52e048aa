"""How ``ddz`` ends: what it says of an error, and with which exit code."""

import re

import typer

import doudizhu_fast as ddz

__all__ = [
    "DONE",
    "NOT_DONE",
    "NOT_UNDERSTOOD",
    "STOPPED",
    "NotDoneError",
    "UnreadableError",
    "ended",
]

DONE = 0
NOT_DONE = 1
"""What was asked is clear, but it could not be done: a bot failed, a file cannot be written, an engine is missing."""

NOT_UNDERSTOOD = 2
"""The input cannot be read, or contradicts itself."""

STOPPED = 130
"""Ctrl-C."""

# What the functions behind the verbs call their arguments, and how it is said on the command line.
_SPOKEN = {
    "cards": "--cards",
    "deals": "--deals",
    "limit_seconds": "--limit",
    "max_nodes": "--max-nodes",
    "max_seconds": "--max-seconds",
    "memory_mb": "--memory",
    "n": "--n",
    "port": "--port",
    "seat": "--seat",
    "who": "--who",
}


class NotDoneError(Exception):
    """What was asked is clear, but it could not be done; its text says why."""


class UnreadableError(Exception):
    """A file that cannot be read; its text says why."""


def ended(error: BaseException) -> tuple[str, int]:
    """Tell what to say of an error, in one line, and the exit code.

    Args:
        error: What a verb raised.

    Returns:
        The line, which is empty where nothing need be said, and the code.
    """
    message, code = _told(error)
    return _printable(" ".join(message.split())), code


def _printable(text: str) -> str:
    """Write out what would steer a terminal; files, bots and arguments may hold anything."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def _told(error: BaseException) -> tuple[str, int]:
    if isinstance(error, ddz.BotError | ddz.ExecutorError | ddz.NativeExtensionError):
        return error.message, NOT_DONE
    if isinstance(error, ddz.DoudizhuError):
        return error.renamed(_SPOKEN).message, NOT_UNDERSTOOD
    if isinstance(error, typer.TyperException):
        return _usage(error), NOT_UNDERSTOOD
    if isinstance(error, NotDoneError):
        return str(error), NOT_DONE
    if isinstance(error, UnreadableError):
        return str(error), NOT_UNDERSTOOD
    if isinstance(error, BrokenPipeError):
        return "", NOT_DONE
    if isinstance(error, OSError):
        what = "" if error.filename is None else f" {error.filename}"
        return f"cannot write{what}: {error.strerror or error}", NOT_DONE
    if isinstance(error, MemoryError):
        return "there is not enough memory for this", NOT_DONE
    return "stopped", STOPPED


def _usage(error: typer.TyperException) -> str:
    """Say what is wrong with a command, as the library's own messages do, and where to read on."""
    text = error.format_message().strip().removesuffix(".")
    text = text.removeprefix("Invalid value for ").removeprefix("Invalid value: ")
    if not text[:2].isupper():
        text = text[:1].lower() + text[1:]
    text = re.sub(r"^'([^']+)':", r"\1:", text)
    context = getattr(error, "ctx", None)
    return text if context is None else f"{text} (see {context.command_path} --help)"
