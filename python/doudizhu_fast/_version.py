"""Which version of the package this is."""

from functools import cache

__all__ = ["version"]


@cache
def version() -> str:
    """Name the version.

    Example:
        >>> version().count(".")
        2
    """
    from importlib import metadata

    try:
        return metadata.version("doudizhu-fast")
    except metadata.PackageNotFoundError:  # a checkout that is not installed
        return "0.1.0"
