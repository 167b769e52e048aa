"""Whether a record adds up: every step of it made again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NoReturn, Protocol

from doudizhu_fast.deals import Deal
from doudizhu_fast.exceptions import DoudizhuError, InvalidRecordError
from doudizhu_fast.move import Move
from doudizhu_fast.records import GameRecord

__all__ = ["Played", "replay_record"]


class _Game(Protocol):
    """What replaying needs of a game; the class itself stands a layer above."""

    @property
    def deal(self) -> Deal: ...
    @property
    def deals(self) -> tuple[Deal, ...]: ...
    @property
    def landlord(self) -> int | None: ...
    @property
    def highest_bid(self) -> int: ...
    @property
    def multiplier(self) -> int: ...
    @property
    def payoffs(self) -> tuple[int, ...] | None: ...
    def bid(self, n: int) -> None: ...
    def play(self, move: Move) -> None: ...


@dataclass(frozen=True, slots=True)
class Played:
    """One game as somebody tells it, whether that has the form of a :class:`GameRecord` or not.

    Attributes:
        seed: As in a record.
        index: As in a record.
        deals: As in a record.
        calls: As in a record.
        plays: As in a record.
        landlord: As in a record.
        bid: As in a record.
        multiplier: As in a record.
        payoffs: As in a record.
    """

    seed: int | None
    index: int
    deals: tuple[Deal, ...]
    calls: tuple[tuple[int, ...], ...]
    plays: tuple[Move, ...]
    landlord: int | None
    bid: int
    multiplier: int
    payoffs: tuple[int, ...] | None


_TOLD: Final = ("landlord", "bid", "multiplier", "payoffs")


def replay_record(game: _Game, record: GameRecord | Played) -> None:
    """Make every step of a record.

    Args:
        game: The game at its start, with the record's rules, seed and index, or its first deal.
        record: The record.

    Raises:
        InvalidRecordError: Reason ``mismatch``, naming the first thing that does not agree: ``step`` is that part, as
            ``play 3``, and ``why`` a slug, for calls and plays that of the error they would be.

    Example:
        >>> from doudizhu_fast.game import Game
        >>> record = Game(seed=7).record()
        >>> replay_record(Game(seed=7), record)
        >>> replay_record(Game(seed=8), record)
        Traceback (most recent call last):
        doudizhu_fast.exceptions.InvalidRecordError: ...
    """
    _make_calls(game, record)
    _make_plays(game, record.plays)
    for name in _TOLD:
        told = getattr(record, name)
        found = game.highest_bid if name == "bid" else getattr(game, name)
        if told != found:
            _disagree(
                name,
                "mismatch",
                f"{name} is {told} in the record and {found} by its deals, calls and plays",
            )


def _make_calls(game: _Game, record: GameRecord | Played) -> None:
    for number, (deal, calls) in enumerate(zip(record.deals, record.calls, strict=True)):
        here = f"deal {number}"
        if len(game.deals) != number + 1:
            _disagree(
                here,
                "extra_deal",
                f"{here} follows although deal {number - 1} was not thrown in for another",
            )
        if game.deal != deal:
            _disagree(
                here,
                "not_of_seed",
                f"{here} is not the one that seed {record.seed} gives for game {record.index}",
            )
        for call, bid in enumerate(calls, 1):
            step = f"call {call} of {here}"
            if len(game.deals) != number + 1:
                _disagree(step, "thrown_in", f"{here} goes on after all have passed")
            try:
                game.bid(bid)
            except DoudizhuError as error:
                _disagree(step, error.reason, f"{step}: {error}", error)
    if len(game.deals) != len(record.deals):
        last = len(record.deals) - 1
        _disagree(
            f"deal {last + 1}",
            "missing_deal",
            f"all passed in deal {last}, and the next deal lacks",
        )


def _make_plays(game: _Game, plays: Sequence[Move]) -> None:
    for number, move in enumerate(plays, 1):
        try:
            game.play(move)
        except DoudizhuError as error:
            _disagree(f"play {number}", error.reason, f"play {number}, {move}: {error}", error)


def _disagree(step: str, why: str, detail: str, cause: Exception | None = None) -> NoReturn:
    raise InvalidRecordError("mismatch", detail=detail, step=step, why=why) from cause
