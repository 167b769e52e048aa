"""Whether the games of a log add up: by the compiled engine in bulk, or one game after the other."""

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from numpy.typing import NDArray

from doudizhu_fast import _backend
from doudizhu_fast.chunks import pace_here
from doudizhu_fast.deals import Deal
from doudizhu_fast.exceptions import DoudizhuError, InvalidRecordError
from doudizhu_fast.game import Game
from doudizhu_fast.game_logs._columns import LoggedDeals
from doudizhu_fast.game_logs._records import as_deal, calls_of, deals_of, moves_of, told_of
from doudizhu_fast.move import _make_move
from doudizhu_fast.reading import show_move
from doudizhu_fast.replay import Played, replay_record
from doudizhu_fast.seeds import stream

if TYPE_CHECKING:
    from collections.abc import Callable

    from doudizhu_fast.game_logs import GameLog

__all__ = ["Fault", "first_fault", "replayed_fault", "verify"]


class Fault(NamedTuple):
    """The first thing that is wrong with a game.

    Attributes:
        step: The part: ``deal 0``, ``call 2 of deal 0``, ``play 17``, ``landlord``, ``bid``, ``multiplier``,
            ``payoffs`` or ``spring``.
        why: A slug.
        detail: The same for people.
    """

    step: str
    why: str
    detail: str


def verify(log: "GameLog", threads: int, progress: "Callable[[int, int], object] | None") -> None:
    """Replay all games; arguments as for :meth:`GameLog.verify`, threads as the engines count.

    Raises:
        InvalidRecordError: Reason ``bad_game``.
    """
    pace = pace_here()
    done, n = 0, len(log)
    find = first_fault if _backend.backend() == "native" else _first_replayed_fault
    while done < n:
        count = min(pace.items(1), n - done)
        began = time.perf_counter()
        found = find(log[done : done + count], threads)
        pace.learn(count, time.perf_counter() - began)
        if found is not None:
            row, fault = found
            told = replayed_fault(log, done + row) or fault
            raise InvalidRecordError("bad_game", row=done + row, **told._asdict())
        done += count
        if progress is not None:
            progress(done, n)


def first_fault(log: "GameLog", threads: int) -> tuple[int, Fault] | None:
    """Find the first game that is wrong, by the compiled engine."""
    found = _backend.engine.verify_games(
        log.rules._ruleset,
        [stream(root) for root in log.roots],
        log.root,
        log.index,
        _flat(log.deals),
        _flat(log.thrown_in),
        (
            log.thrown_in_offsets,
            log.move_offsets,
            log.moves,
            log.landlord,
            log.bid,
            log.multiplier,
            log.payoffs.reshape(-1),
            log.spring,
            log.finished,
        ),
        threads,
    )
    if found is None:
        return None
    row, part, number, call, why = found
    steps = {"deal": f"deal {number}", "call": f"call {call} of deal {number}"}
    step = steps.get(part, f"play {number}" if part == "play" else part)
    return row, Fault(step, why, f"{step}: {why}")


def _flat(deals: LoggedDeals) -> tuple[NDArray[Any], ...]:
    return (deals.hands.reshape(-1), *deals[1:])


def _first_replayed_fault(log: "GameLog", threads: int) -> tuple[int, Fault] | None:
    faults = ((row, replayed_fault(log, row)) for row in range(len(log)))
    return next(((row, fault) for row, fault in faults if fault is not None), None)


def replayed_fault(log: "GameLog", row: int) -> Fault | None:
    """Find what is wrong with one game, by playing it in a :class:`Game`; None where nothing is."""
    deals: list[Deal] = []
    for number, cards in enumerate(deals_of(log, row)):
        try:
            deals.append(as_deal(cards, log.rules))
        except DoudizhuError as error:
            return Fault(f"deal {number}", "wrong_deal", f"deal {number}: {error}")
    moves = moves_of(log, row)
    for number, packed in enumerate(moves, 1):
        if packed and not log.rules._ruleset.is_play(packed):
            step = f"play {number}"
            detail = f"{step}: {show_move(packed)} is not a play under these rules"
            return Fault(step, "not_a_play", detail)
    played = Played(
        deals=tuple(deals),
        plays=tuple(map(_make_move, moves)),
        calls=calls_of(log, row),
        **told_of(log, row),
    )
    given = played.seed is None
    game = Game(deal=deals[0]) if given else Game.of_run(played.seed, played.index, log.rules)
    try:
        replay_record(game, played)
    except InvalidRecordError as error:
        return Fault(error.step, error.why, error.detail)
    told = int(log.spring[row])
    if told != game.spring:
        return Fault(
            "spring", "mismatch", f"spring is {told} in the record and {game.spring} by its plays"
        )
    return None
