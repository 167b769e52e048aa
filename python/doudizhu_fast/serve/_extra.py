"""What the board needs that the base installation does not bring."""

__all__ = ["without_extra"]


def without_extra(error: ModuleNotFoundError) -> ModuleNotFoundError:
    """Say which extra brings a package that is missing.

    Args:
        error: The error of the import.

    Returns:
        The error to raise.

    Example:
        >>> print(without_extra(ModuleNotFoundError(name="uvicorn")))
        the board needs the package uvicorn: pip install 'doudizhu-fast[serve]'
    """
    package = (error.name or "").partition(".")[0]
    return ModuleNotFoundError(
        f"the board needs the package {package}: pip install 'doudizhu-fast[serve]'", name=package
    )
