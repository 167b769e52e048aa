"""The table of a game log: its columns by name, and what its metadata tell."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._version import version
from doudizhu_fast.exceptions import DoudizhuError, InvalidRecordError, shown
from doudizhu_fast.game_logs._checks import integers, rows_of
from doudizhu_fast.game_logs._columns import LoggedDeals, Offsets
from doudizhu_fast.packed import clip
from doudizhu_fast.records import check_rules_hash
from doudizhu_fast.rules import Rules
from doudizhu_fast.seeds import LARGEST_ROOT_BITS
from doudizhu_fast.tables import Column, Lists

if TYPE_CHECKING:
    from doudizhu_fast.game_logs import GameLog

__all__ = ["LOG_VERSION", "columns_of", "metadata_of", "rules_of", "table_of"]

LOG_VERSION: Final = 1

_VERSION: Final = "doudizhu_fast.log_version"
_LIBRARY: Final = "doudizhu_fast.library"
_RULES: Final = "doudizhu_fast.rules"
_HASH: Final = "doudizhu_fast.rules_hash"

_NUMBERS: Final[dict[str, Any]] = {
    "index": np.uint64,
    "landlord": np.int8,
    "bid": np.int8,
    "multiplier": np.int64,
    "spring": np.int8,
}


def metadata_of(rules: Rules) -> dict[str, str]:
    """Give what a file tells of itself."""
    return {
        _VERSION: str(LOG_VERSION),
        _LIBRARY: version(),
        _RULES: rules.text,
        _HASH: rules.hash,
    }


def rules_of(metadata: Mapping[str, str], given: Rules | None, path: str = "the table") -> Rules:
    """Read the rules off the metadata, which must be of a version that is known.

    Args:
        metadata: What the file tells of itself.
        given: The rules that the caller expects, which do where the metadata are lost.
        path: What is read, for the message.

    Raises:
        InvalidRecordError: Reason ``bad_file``, ``future_version``, ``bad_field`` or ``other_rules``.
    """
    told = metadata.get(_VERSION)
    if told is None and given is not None:
        return given
    if told is None or not (told.isascii() and told.isdigit()) or len(told) > 9:
        detail = (
            f"its metadata lack {_VERSION}" if told is None else f"its version is {clip(told)!r}"
        )
        raise InvalidRecordError("bad_file", path=path, detail=detail)
    if int(told) > LOG_VERSION:
        raise InvalidRecordError("future_version", version=int(told), known=LOG_VERSION)
    try:
        rules = Rules.parse(metadata.get(_RULES, ""))
    except DoudizhuError as error:
        raise InvalidRecordError("bad_file", path=path, detail=str(error)) from error
    check_rules_hash(metadata.get(_HASH), rules)
    if given is not None and given != rules:
        raise InvalidRecordError("other_rules", row=0, found=rules.text, rules=given.text)
    return rules


def table_of(log: "GameLog") -> dict[str, Column]:
    """Give the columns of the table, in their order."""
    texts = [*map(str, log.roots), None]
    thrown_in = Lists(log.thrown_in_offsets, _deal_columns(log.thrown_in))
    return {
        "seed": [texts[number] for number in log.root.tolist()],
        "index": log.index,
        **_deal_columns(log.deals),
        "moves": Lists(log.move_offsets, log.moves),
        "landlord": log.landlord,
        "bid": log.bid,
        "multiplier": log.multiplier,
        "payoffs": log.payoffs,
        "spring": log.spring,
        "finished": log.finished,
        "thrown_in": thrown_in,
    }


def _deal_columns(deals: LoggedDeals) -> dict[str, Column]:
    return {
        "hands": deals.hands,
        "bottom": deals.bottom,
        "first_bidder": deals.first_bidder,
        "turned_up": deals.turned_up,
        "calls": Lists(deals.call_offsets, deals.calls),
    }


def columns_of(table: Mapping[str, Column], rules: Rules) -> dict[str, Any]:
    """Give the columns of a log, as :class:`GameLog` takes them.

    Raises:
        InvalidRecordError: Reason ``missing_field``, ``bad_field`` for a column of another type, or ``bad_row``.
    """
    roots, root = _roots(_get(table, "seed"))
    moves = _lists(table, "moves", np.uint64)
    thrown_in = _get(table, "thrown_in")
    if not isinstance(thrown_in, Lists) or not isinstance(thrown_in.items, Mapping):
        raise _wrong_type("thrown_in", "lists of deals")
    with rows_of(thrown_in.offsets):
        within = {f"{_WITHIN}{name}": column for name, column in thrown_in.items.items()}
        earlier = _deals(within, rules, _WITHIN)
    columns = {name: integers(_get(table, name), name, dtype) for name, dtype in _NUMBERS.items()}
    return columns | {
        "rules": rules,
        "roots": roots,
        "root": root,
        "deals": _deals(table, rules),
        "thrown_in_offsets": thrown_in.offsets,
        "thrown_in": earlier,
        "move_offsets": moves.offsets,
        "moves": moves.items,
        "payoffs": _rows(table, "payoffs", np.int64, rules.players),
        "finished": integers(_get(table, "finished"), "finished", np.bool_),
    }


def _get(table: Mapping[str, Column], name: str) -> Column:
    if name not in table:
        raise InvalidRecordError("missing_field", field=name)
    return table[name]


def _wrong_type(name: str, expected: str) -> InvalidRecordError:
    return InvalidRecordError("bad_field", field=name, detail=f"it must hold {expected}")


class _Ragged(NamedTuple):
    offsets: Offsets
    items: NDArray[Any]


def _lists(table: Mapping[str, Column], name: str, dtype: Any) -> _Ragged:
    column = _get(table, name)
    if not isinstance(column, Lists):
        raise _wrong_type(name, "lists")
    with rows_of(column.offsets):
        return _Ragged(column.offsets, integers(column.items, f"an item of {name}", dtype))


def _rows(table: Mapping[str, Column], name: str, dtype: Any, players: int) -> NDArray[Any]:
    """Read a column of one number for each seat, whatever kind of list it is."""
    column = _get(table, name)
    if isinstance(column, Lists):
        wrong = np.diff(column.offsets) != players
        if wrong.any():
            row = int(np.argmax(wrong))
            detail = f"{name} has {np.diff(column.offsets)[row]} entries, not {players}"
            raise InvalidRecordError("bad_row", row=row, detail=detail)
        with rows_of(column.offsets):
            return integers(column.items, name, dtype).reshape(-1, players)
    numbers = integers(column, name, dtype)
    if numbers.ndim != 2:
        raise _wrong_type(name, f"lists of {players} numbers")
    if numbers.shape[1] != players:
        detail = f"{name} has {numbers.shape[1]} entries, not {players}"
        raise InvalidRecordError("bad_row", row=0, detail=detail)
    return numbers


_WITHIN = "thrown_in."


def _deals(table: Mapping[str, Column], rules: Rules, prefix: str = "") -> LoggedDeals:
    def numbers(name: str, dtype: Any) -> NDArray[Any]:
        return integers(_get(table, prefix + name), prefix + name, dtype)

    calls = _lists(table, f"{prefix}calls", np.int8)
    return LoggedDeals(
        hands=_rows(table, f"{prefix}hands", np.uint64, rules.players),
        bottom=numbers("bottom", np.uint64),
        first_bidder=numbers("first_bidder", np.int8),
        turned_up=numbers("turned_up", np.int8),
        call_offsets=calls.offsets,
        calls=calls.items,
    )


def _roots(texts: Column) -> tuple[tuple[int, ...], Any]:
    if isinstance(texts, np.ndarray | Lists | Mapping):
        raise _wrong_type("seed", "texts")
    places: dict[str | None, int] = {None: -1}
    numbers = np.empty(len(texts), np.int32)
    for row, text in enumerate(texts):
        place = places.get(text)
        if place is None:
            _check_root(text, row)
            place = places[text] = len(places) - 1
        numbers[row] = place
    return tuple(int(text) for text in places if text is not None), numbers


_MOST_DIGITS = len(str(2**LARGEST_ROOT_BITS))


def _check_root(text: str | None, row: int) -> None:
    spelled = text or ""
    digits = spelled.isascii() and spelled.isdigit() and len(spelled) <= _MOST_DIGITS
    if not digits or str(int(spelled)) != spelled or int(spelled).bit_length() > LARGEST_ROOT_BITS:
        detail = f"the seed {clip(shown(spelled))!r} is no whole number that can be a root"
        raise InvalidRecordError("bad_row", row=row, detail=detail)
