"""What environments need that the base installation does not bring."""

__all__ = ["without_extra"]


def without_extra(error: ModuleNotFoundError) -> ModuleNotFoundError:
    """Say which extra brings a package that is missing.

    Args:
        error: The error of the import.

    Returns:
        The error to raise.

    Example:
        >>> print(without_extra(ModuleNotFoundError(name="gymnasium")))
        environments need the package gymnasium: pip install 'doudizhu-fast[rl]'
    """
    return ModuleNotFoundError(
        f"environments need the package {error.name}: pip install 'doudizhu-fast[rl]'",
        name=error.name,
    )
