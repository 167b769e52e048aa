"""Packages that the base installation does not bring."""

__all__ = ["without_extra"]


def without_extra(what: str, package: str | None, extra: str) -> ModuleNotFoundError:
    """Say which extra brings a package that is missing.

    Args:
        what: What needs it, and the verb: ``the board needs``.
        package: The package, or a module of it, as the error of an import names it.
        extra: The extra.

    Returns:
        The error to raise.

    Example:
        >>> print(without_extra("diagrams need", "matplotlib.axes", "plot"))
        diagrams need the package matplotlib: pip install 'doudizhu-fast[plot]'
    """
    name = (package or "").partition(".")[0]
    return ModuleNotFoundError(
        f"{what} the package {name}: pip install 'doudizhu-fast[{extra}]'", name=name
    )
