"""What a request holds, read field by field."""

from collections.abc import Mapping
from typing import Any, Final

from doudizhu_fast._checks import shown, whole
from doudizhu_fast.exceptions import RequestError
from doudizhu_fast.packed import clip

__all__ = ["Fields"]

_LONGEST_WORD: Final = 2_000


class Fields:
    """The fields of one JSON object; what is read is checked, and what nobody read is refused.

    Args:
        data: The object.
        allowed: The names that it may have.

    Raises:
        RequestError: Reason ``bad_json`` for what is no object, ``unknown_field``.

    Example:
        >>> fields = Fields({"seat": 1}, "seat", "rules")
        >>> fields.number("seat", 0, 2), fields.word("rules", "three_player")
        (1, 'three_player')
    """

    def __init__(self, data: object, *allowed: str) -> None:
        if not isinstance(data, Mapping):
            raise RequestError("bad_json", detail=f"a {type(data).__name__} is none")
        for name in data:
            if name not in allowed:
                raise RequestError(
                    "unknown_field", field=clip(str(name)), allowed=", ".join(allowed) or "nothing"
                )
        self._data = data

    def __contains__(self, name: str) -> bool:
        """Whether a field is there, and not null."""
        return self._data.get(name) is not None

    def any(self, name: str) -> Any:
        """Give a field that must be there, whatever it is."""
        if name not in self:
            raise RequestError("missing_field", field=name)
        return self._data[name]

    def word(self, name: str, default: str | None = None, longest: int = _LONGEST_WORD) -> str:
        """Read a text; without a default it must be there.

        Raises:
            RequestError: Reason ``missing_field`` or ``bad_field``.
        """
        if name not in self and default is not None:
            return default
        value = self.any(name)
        if not isinstance(value, str):
            raise self.bad(name, "a text")
        if len(value) > longest:
            raise self.bad(name, f"a text of at most {longest} characters")
        return value

    def words(self, name: str, most: int) -> list[str]:
        """Read a list of texts.

        Raises:
            RequestError: Reason ``missing_field`` or ``bad_field``.
        """
        value = self.any(name)
        if (
            not isinstance(value, list)
            or len(value) > most
            or not all(isinstance(word, str) and len(word) <= _LONGEST_WORD for word in value)
        ):
            raise self.bad(name, f"a list of at most {most} texts")
        return value

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """Read a whole number of a range; without a default it must be there.

        Raises:
            RequestError: Reason ``missing_field``.
            InvalidArgumentError: Reason ``out_of_range`` or ``wrong_type``.
        """
        if name not in self and default is not None:
            return default
        return whole(self.any(name), name, low, high)

    def flag(self, name: str) -> bool:
        """Read a truth value, false where it is left out.

        Raises:
            RequestError: Reason ``bad_field``.
        """
        value = self._data.get(name, False)
        if not isinstance(value, bool):
            raise self.bad(name, "true or false")
        return value

    def choice(self, name: str, *allowed: str) -> str:
        """Read one of some words, the first where it is left out.

        Raises:
            RequestError: Reason ``bad_field``.
        """
        value = self.word(name, allowed[0])
        if value not in allowed:
            raise self.bad(name, f"one of {', '.join(allowed)}")
        return value

    def bad(self, name: str, expected: str) -> RequestError:
        """Make the error for a field that is not what it must be."""
        value = self._data.get(name)
        plain = value is None or isinstance(value, bool | int | float | str)
        told = shown(value) if plain else f"a {type(value).__name__}"
        return RequestError("bad_field", field=name, expected=expected, value=told)
