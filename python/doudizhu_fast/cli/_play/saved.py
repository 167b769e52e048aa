"""The file that keeps a session: one JSON document with a version, which is trusted in nothing."""

import json
import os
from pathlib import Path
from typing import Any, NoReturn

import doudizhu_fast as ddz
from doudizhu_fast.cli._play.session import Session

__all__ = ["SavedFileError", "check_free", "load", "save"]

_FORMAT = "doudizhu-fast play"
_VERSION = 1
_LONGEST_FILE = 64 * 2**20
_MOST_GAMES = 10_000
_LONGEST_NAME = 1000
_SEED_BITS = 128


class SavedFileError(Exception):
    """A file that cannot be gone on with, or should not be written over."""


def check_free(path: Path) -> None:
    """Refuse to write where something is already.

    Raises:
        SavedFileError: With what is there.
    """
    if not path.parent.is_dir():
        raise SavedFileError(f"there is no folder {path.parent}")
    if path.exists() and not path.is_file():
        raise SavedFileError(f"{path} is no file")
    if path.exists() and path.stat().st_size:
        raise SavedFileError(f"{path} is there already, and is left as it is")


def save(session: Session, path: Path) -> None:
    """Write a session into a file, all of it or nothing.

    Raises:
        OSError: Where it cannot be written.
    """
    match = session.match
    records = [record.to_dict() for record in match.records]
    if match.game.turn is not None:
        records.append(match.game.record().to_dict())
    document = {
        "format": _FORMAT,
        "version": _VERSION,
        "rules": match.rules.text,
        "seat": session.seat,
        "bots": session.bots,
        "seed": match.seed,
        "games": match.games,
        "records": records,
    }
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def load(path: Path) -> Session:
    """Read a session, and play all its games again to where they stood.

    Raises:
        SavedFileError: With what is wrong.
    """
    document = _document(path)
    rules = _checked(ddz.Rules.parse, _text(document, "rules"))
    seat = _whole(document, "seat", 0, rules.players - 1)
    seed = _whole(document, "seed", 0, 2**_SEED_BITS - 1)
    games = _whole(document, "games", 1, _MOST_GAMES)
    bots = document.get("bots")
    if not isinstance(bots, list) or len(bots) not in (1, rules.players - 1):
        _refuse(f"bots must be one name or {rules.players - 1}")
    for name in bots:
        if not isinstance(name, str) or len(name) > _LONGEST_NAME:
            _refuse("a bot is a name")
    session: Session = _checked(lambda: Session(rules, seat, bots, seed, games))
    records = document.get("records")
    if not isinstance(records, list) or not 1 <= len(records) <= games:
        _refuse(f"records must be a list of 1 to {games} games")
    for number, record in enumerate(records):
        if number:
            _checked(session.next_game, where=f"game {number}: ")
        _replay(session, record, number)
    return session


def _document(path: Path) -> dict[str, Any]:
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_LONGEST_FILE + 1)
    except OSError as error:
        _refuse(error.strerror or "it cannot be read")
    except ValueError:
        _refuse("it is not text")
    if len(text) > _LONGEST_FILE:
        _refuse("it is longer than any saved game")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        _refuse("it is no JSON document")
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        _refuse("it is no saved game of ddz play")
    version = document.get("version")
    if type(version) is not int or version < 1:
        _refuse("its version must be a whole number from 1")
    if version > _VERSION:
        _refuse(f"it has version {version}, and this program reads up to {_VERSION}")
    return document


def _replay(session: Session, data: Any, number: int) -> None:
    where = f"game {number}: "
    record = _checked(lambda: ddz.GameRecord.from_json(json.dumps(data)), where=where)
    game = session.game
    if (record.rules, record.seed, record.index) != (game.rules, game.seed, game.index):
        _refuse(f"{where}it is of another match")

    def again() -> None:
        for calls in record.calls:
            for bid in calls:
                game.bid(bid)
        for move in record.plays:
            game.play(move)

    _checked(again, where=where)
    if game.record() != record:
        _refuse(f"{where}deals, actions and result do not agree")


def _text(document: dict[str, Any], field: str) -> str:
    value = document.get(field)
    if not isinstance(value, str):
        _refuse(f"{field} must be a text")
    return value


def _whole(document: dict[str, Any], field: str, low: int, high: int) -> int:
    value = document.get(field)
    if type(value) is not int or not low <= value <= high:
        _refuse(f"{field} must be a whole number from {low} to {high}")
    return value


def _checked(step: Any, *arguments: Any, where: str = "") -> Any:
    try:
        return step(*arguments)
    except ddz.NativeExtensionError:
        raise
    except ddz.DoudizhuError as error:
        _refuse(f"{where}{error.message}")


def _refuse(detail: str) -> NoReturn:
    raise SavedFileError(detail)
