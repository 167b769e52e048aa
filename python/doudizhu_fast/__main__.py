"""``python -m doudizhu_fast`` and ``ddz``: the command line, or how to install it."""

import sys

__all__ = ["main"]

_PACKAGES = {"rich", "typer"}


def main() -> int:
    """Run the command line on the arguments of the process.

    Returns:
        The exit code: 0, or 2 for input that cannot be read and where the extra ``cli`` is not installed.

    Example:
        >>> main.__name__
        'main'
    """
    if sys.stdout is None:
        print("ddz: there is no standard output to write to", file=sys.stderr)
        return 2
    try:
        from doudizhu_fast.cli import run
    except ModuleNotFoundError as error:
        if error.name not in _PACKAGES:
            raise
        print(
            f"ddz: the command line needs {error.name}: pip install 'doudizhu-fast[cli]'",
            file=sys.stderr,
        )
        return 2
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
