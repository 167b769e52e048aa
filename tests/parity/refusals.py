"""What a call came to, in a form in which two engines can be compared: its answer, or everything of its refusal."""

from collections.abc import Callable
from typing import Any, NamedTuple

from doudizhu_fast import DoudizhuError
from parity_engines import NATIVE, REFERENCE


class Outcome(NamedTuple):
    """An answer, or the class, the message and the public attributes of an error with their types."""

    answer: object
    error: type[Exception] | None = None
    message: str = ""
    data: dict[str, tuple[type, object]] | None = None

    @property
    def reason(self) -> object:
        """The slug of a refusal, None for an answer."""
        return None if self.data is None else self.data["reason"][1]


def outcome(call: Callable[[], object]) -> Outcome:
    """Make a call. Errors of other families than the package's are let through: no call may end in one."""
    try:
        answer = call()
    except DoudizhuError as error:
        public = {name: value for name, value in vars(error).items() if not name.startswith("_")}
        typed = {name: (type(value), value) for name, value in public.items()}
        return Outcome(None, type(error), str(error), typed)
    return Outcome(plain(answer))


def plain(answer: Any) -> object:
    """Lists hold Move objects of the engine in use, and packed ints of the other one; arrays do not compare."""
    if isinstance(answer, list):
        return [int(move) for move in answer]
    if hasattr(answer, "dtype"):
        return answer.dtype, answer.tolist()
    return type(answer), answer


def on_both(call: Callable[[Any], Callable[[], object]], where: object = "") -> Outcome:
    """Make the same call on both engines; they must agree in everything that can be seen.

    Args:
        call: Prepares the call on an engine and gives it.
        where: What to show where they do not agree.
    """
    native, reference = (outcome(call(engine)) for engine in (NATIVE, REFERENCE))
    assert native == reference, where
    return native
