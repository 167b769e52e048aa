"""``python -m doudizhu_fast`` and ``ddz``: the command line, or how to install it."""

import sys

from doudizhu_fast.exceptions import DoudizhuError, NativeExtensionError

__all__ = ["main"]

_PACKAGES = {"rich", "typer"}


def main() -> int:
    """Run the command line on the arguments of the process.

    Returns:
        The exit code, as docs/command-line.md lists them.

    Example:
        >>> main.__name__
        'main'
    """
    if sys.stdout is None:
        print("ddz: there is no standard output to write to", file=sys.stderr)
        return 1
    try:
        from doudizhu_fast.cli import run
    except ModuleNotFoundError as error:
        if error.name not in _PACKAGES:
            raise
        print(
            f"ddz: the command line needs {error.name}: pip install 'doudizhu-fast[cli]'",
            file=sys.stderr,
        )
        return 1
    # The engine is chosen by a variable of the environment when it is first needed.
    except DoudizhuError as error:
        print(f"ddz: {error.message}", file=sys.stderr)
        return 1 if isinstance(error, NativeExtensionError) else 2
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
