"""The log of a tournament: one line of JSON for the settings and one for each finished game."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final, Self

from doudizhu_fast._checks import shown
from doudizhu_fast.exceptions import InvalidRecordError
from doudizhu_fast.seeds import LARGEST_ROOT_BITS

__all__ = ["GameLine", "Log"]

_KIND: Final = "doudizhu_fast tournament"
_VERSION: Final = 1
_BEGINNING: Final = json.dumps({"log": _KIND})[:-1].encode()
_LONGEST_LINE: Final = 10_000

GameLine = tuple[tuple[str, ...], int, int | None, bool, tuple[int, ...]]
"""Who played (by seat), the deal, the landlord's seat, whether the landlord won, the payoffs."""


class Log:
    """A file that grows by a line with every game.

    Args:
        path: Where it is. A file that is there is gone on with.
        settings: What the tournament is: plain data, all of which a log that is gone on with must agree in.

    Raises:
        InvalidRecordError: Reason ``bad_log`` for a file that is no log, is damaged, or is of another tournament.
        OSError: Where the file cannot be read or written.
    """

    def __init__(self, path: str | os.PathLike[str], settings: Mapping[str, Any]) -> None:
        self._path = Path(path)
        self._file: IO[str] | None = None
        self._settings = {"log": _KIND, "version": _VERSION, **settings}

    @staticmethod
    def seed_of(path: str | os.PathLike[str]) -> int | None:
        """Give the seed that a log was begun with, None where there is none yet."""
        for _, data in _lines(Path(path)):
            if data.get("log") != _KIND:
                break  # what is no log is refused when it is read
            seed = data.get("seed")
            if type(seed) is not int or not 0 <= seed < 2**LARGEST_ROOT_BITS:
                raise _bad(Path(path), "what it has for a seed is none")
            return seed
        return None

    def __enter__(self) -> Self:
        """Open the file for writing; it is there to go on with, or is begun."""
        whole = _whole_length(self._path)
        # Not as text: what was cut off in the middle of a line must go first.
        with self._path.open("ab") as file:
            file.truncate(whole)
        self._file = self._path.open("a", encoding="utf-8")
        if not whole:
            self._file.write(json.dumps(self._settings) + "\n")
            self._file.flush()
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def games(self) -> Iterator[GameLine]:
        """Yield the games that the log holds; a last line that was cut off is left out."""
        for number, data in _lines(self._path):
            if number:
                yield self._game(number, data)
            else:
                self._compare(data)

    def add(self, games: Sequence[GameLine]) -> None:
        """Write down finished games."""
        assert self._file is not None
        for players, deal, landlord, won, payoffs in games:
            line = {
                "players": players,
                "deal": deal,
                "landlord": landlord,
                "landlord_won": won,
                "payoffs": payoffs,
            }
            self._file.write(json.dumps(line, separators=(",", ":")) + "\n")
        self._file.flush()

    def _compare(self, data: dict[str, Any]) -> None:
        if data.get("log") != _KIND:
            raise _bad(self._path, "it does not begin as the log of a tournament")
        for name, value in self._settings.items():
            there = data.get(name)
            if there != value:
                raise _bad(
                    self._path,
                    f"it is of another tournament, {name} is {shown(str(there))} there and"
                    f" {shown(str(value))} here",
                )

    def _game(self, number: int, data: dict[str, Any]) -> GameLine:
        try:
            players, landlord = tuple(data["players"]), data["landlord"]
            payoffs = tuple(map(_whole, data["payoffs"]))
            if not all(isinstance(name, str) for name in players) or len(players) != len(payoffs):
                raise ValueError
            seat = None if landlord is None else range(len(players))[_whole(landlord)]
            won = data["landlord_won"]
            if type(won) is not bool or not _adds_up(seat, won, payoffs):
                raise ValueError
            return players, _whole(data["deal"]), seat, won, payoffs
        except (KeyError, TypeError, ValueError, IndexError):
            raise _bad(self._path, f"line {number + 1} is no finished game") from None


def _adds_up(landlord: int | None, won: bool, payoffs: tuple[int, ...]) -> bool:
    """Tell whether a game can have ended like this: every peasant pays the landlord as much, or is paid it."""
    if landlord is None:
        return not won and not any(payoffs)
    peasants = {amount for seat, amount in enumerate(payoffs) if seat != landlord}
    agrees = payoffs[landlord] > 0 if won else payoffs[landlord] < 0
    return agrees and len(peasants) == 1 and sum(payoffs) == 0


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= abs(value) < 2**31:
        raise ValueError
    return value


def _whole_length(path: Path) -> int:
    """How many bytes of a file are whole lines, 0 where there is no file."""
    try:
        with path.open("rb") as file:
            return sum(len(line) for line in file if line.endswith(b"\n"))
    except FileNotFoundError:
        return 0


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return
    with file:
        number = 0
        while line := file.readline(_LONGEST_LINE):
            if not line.endswith(b"\n"):
                if len(line) >= _LONGEST_LINE:
                    raise _bad(path, f"line {number + 1} is too long")
                # What is cut off will be overwritten, so it must be ours.
                length = min(len(line), len(_BEGINNING))
                if not number and line[:length] != _BEGINNING[:length]:
                    raise _bad(path, "it does not begin as the log of a tournament")
                return
            try:
                data = json.loads(line)
            except (ValueError, RecursionError):
                raise _bad(path, f"line {number + 1} is no JSON") from None
            if not isinstance(data, dict):
                raise _bad(path, f"line {number + 1} is no JSON object")
            yield number, data
            number += 1


def _bad(path: Path, detail: str) -> InvalidRecordError:
    return InvalidRecordError("bad_log", path=shown(str(path)), detail=detail)
