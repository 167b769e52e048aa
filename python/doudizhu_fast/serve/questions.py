"""What a page asks the analysis: of the person's game, of a step of a record, or of cards that it entered."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from doudizhu_fast.analysis import bid_table, move_table, odds, review, solve
from doudizhu_fast.analysis._plain import plain
from doudizhu_fast.analysis.odds import Odds, Probability
from doudizhu_fast.enums import Rank
from doudizhu_fast.exceptions import (
    InvalidArgumentError,
    InvalidRecordError,
    RequestError,
    WrongPhaseError,
)
from doudizhu_fast.game import Game
from doudizhu_fast.hand import Hand
from doudizhu_fast.move import Move
from doudizhu_fast.moves import legal_moves
from doudizhu_fast.position import Position
from doudizhu_fast.records import GameRecord
from doudizhu_fast.rules import Rules
from doudizhu_fast.serve.fields import Fields
from doudizhu_fast.serve.jobs import Progress, Work
from doudizhu_fast.serve.limits import Limits
from doudizhu_fast.serve.sessions import Sessions
from doudizhu_fast.serve.telling import moves_data
from doudizhu_fast.view import View

__all__ = ["QUESTIONS", "read_question", "read_record", "start_of"]

QUESTIONS: Final = ("legal", "odds", "bids", "moves", "solve", "review")
"""What can be asked."""

_MOST_ROWS: Final = 100
_MEMORY_MB: Final = 128


def read_question(data: object, sessions: Sessions, limits: Limits) -> Work:
    """Read a question; what can be refused before any work is refused now.

    Args:
        data: The request: ``kind`` is one of :data:`QUESTIONS`, ``of`` says what it is about.
        sessions: The games that are kept.
        limits: The bounds.

    Returns:
        The work, which gives the answer as plain data.

    Raises:
        DoudizhuError: For whatever does not fit.

    Example:
        >>> of = {"table": {"hands": ["3344", "56", "78"], "landlord": 0}}
        >>> work = read_question({"kind": "solve", "of": of}, Sessions(Limits()), Limits())
        >>> work(lambda done, total: None)["winning_moves"]
        ['33', '44']
    """
    fields = Fields(data, "kind", "of", "n", "objective", "open", "beats", "seconds")
    kind = fields.choice("kind", *QUESTIONS)
    subject = _read_subject(fields.any("of"), sessions, limits)
    return _ASKED[kind](fields, subject, limits)


def read_record(text: str, limits: Limits) -> tuple[GameRecord, Game]:
    """Read a record and verify every step of it.

    Returns:
        The record and the game at its end.

    Raises:
        InvalidRecordError: For a record that cannot be read, does not add up, or has too many steps.

    Example:
        >>> text = Game(seed=7, rules="rlcard").record().to_json()
        >>> read_record(text, Limits())[1].turn
        0
    """
    record = GameRecord.from_json(text.strip())
    if sum(map(len, record.calls)) + len(record.plays) > limits.steps:
        raise InvalidRecordError(
            "bad_field", field="plays", detail=f"the board shows up to {limits.steps} steps"
        )
    return record, Game.replay(record)


def start_of(record: GameRecord) -> Game:
    """Give the game of a record at its start.

    Example:
        >>> start_of(Game(seed=7).record()).bids
        ()
    """
    if record.seed is None:
        return Game(deal=record.deals[0], rules=record.rules)
    return Game.of_run(record.seed, record.index, record.rules)


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a question is about; what is not known of it is None."""

    rules: Rules
    legal: Callable[[], list[Move]]
    calling: Callable[[], View]
    playing: Callable[[], View]
    position: Callable[[], Position] | None
    odds: Callable[[], Odds]
    record: GameRecord | None = None


def _read_subject(data: object, sessions: Sessions, limits: Limits) -> _Subject:
    fields = Fields(data, "game", "record", "step", "table")
    if "game" in fields:
        session = sessions.get(fields.word("game"))
        with session.alone():
            return _of_view(session.view)
    if "record" in fields:
        record, end = read_record(fields.word("record", longest=limits.body), limits)
        steps = sum(map(len, record.calls)) + len(record.plays)
        return _of_game(_game_at(record, fields.number("step", 0, steps, steps)), record, end)
    return _of_table(
        Fields(
            fields.any("table"),
            *("rules", "hands", "bottom", "seat", "landlord", "standing", "calls", "plays"),
        )
    )


def _of_view(view: View) -> _Subject:
    return _Subject(
        view.rules, view.legal_moves, lambda: view, lambda: view, None, lambda: odds(view)
    )


def _of_game(game: Game, record: GameRecord, end: Game) -> _Subject:
    # After the end the last view is as good as any.
    view = game.view(0 if game.turn is None else game.turn)
    return _Subject(
        view.rules,
        view.legal_moves,
        lambda: view,
        lambda: view,
        lambda: game.position,
        lambda: odds(view),
        record if end.turn is None else None,
    )


def _game_at(record: GameRecord, step: int) -> Game:
    game = start_of(record)
    bids = [bid for calls in record.calls for bid in calls]
    for bid in bids[:step]:
        game.bid(bid)
    for move in record.plays[: max(0, step - len(bids))]:
        game.play(move)
    return game


def _of_table(fields: Fields) -> _Subject:
    rules = Rules.parse(fields.word("rules", "three_player"))
    hands = [Hand(text) for text in fields.words("hands", rules.players)]
    seat = fields.number("seat", 0, len(hands) - 1, 0)
    landlord = fields.number("landlord", 0, len(hands) - 1) if "landlord" in fields else None
    bottom = Hand(fields.word("bottom", ""))
    standing = fields.word("standing", "").strip()
    calls, plays = fields.word("calls", ""), fields.word("plays", "")
    held = _with_bottom(rules, hands, landlord, bottom)

    def calling() -> View:
        if landlord is not None:
            raise WrongPhaseError("auction_over", action="weigh calls")
        # Whoever is to call now: the calls so far were those of the seats before.
        first = (seat - len(calls.split())) % rules.players
        return View.from_text(hands[seat], seat=seat, rules=rules, bids=calls, first_bidder=first)

    def playing() -> View:
        if landlord is None:
            raise RequestError("no_landlord")
        begun = bool(plays.strip()) or seat != landlord
        return View.from_text(
            hands[seat] if begun else held[seat],
            seat=seat,
            rules=rules,
            landlord=landlord,
            bottom=bottom if bottom else None,
            plays=plays,
        )

    def position() -> Position:
        if landlord is None:
            raise RequestError("no_landlord")
        opened = held[:2] if rules.players == 3 and not any(held[2:]) else held
        if not all(opened):
            raise RequestError("hand_missing", seat=[*map(bool, opened)].index(False))
        to_beat = Move(standing, rules) if standing else None
        return Position(opened, landlord, seat, to_beat, rules=rules)

    return _Subject(
        rules,
        lambda: legal_moves(held[seat], Move(standing, rules) if standing else None, rules),
        calling,
        playing,
        position,
        lambda: _odds_of(held[seat], seat, bottom, rules),
    )


def _odds_of(hand: Hand, seat: int, bottom: Hand, rules: Rules) -> Odds:
    try:
        return odds(hand, rules, bottom if bottom else None)
    except InvalidArgumentError as error:
        if error.reason != "sizes_unknown":
            raise
        told = {"dealt": error.dealt, "landlord": error.landlord, "count": len(hand)}
        raise RequestError("hand_size", seat=seat, **told) from error


def _with_bottom(rules: Rules, hands: list[Hand], landlord: int | None, bottom: Hand) -> list[Hand]:
    """Have the landlord pick up the bottom cards where he holds a dealt hand."""
    size, left = rules._ruleset.hand_size, rules._ruleset.bottom_size
    if landlord is None or len(hands[landlord]) != size or len(bottom) != left:
        return hands
    return [
        Hand(str(hand) + str(bottom)) if seat == landlord else hand
        for seat, hand in enumerate(hands)
    ]


# The answers.


def _legal(fields: Fields, subject: _Subject, limits: Limits) -> Work:
    del fields
    return lambda progress: moves_data(subject.legal(), limits.moves)


def _odds(fields: Fields, subject: _Subject, limits: Limits) -> Work:
    del limits
    beats = fields.word("beats", "").strip()
    standing = Move(beats, subject.rules) if beats else None
    return lambda progress: _chances(subject.odds(), standing)


def _chances(chances: Odds, standing: Move | None) -> dict[str, Any]:
    *others, left = chances.sizes
    places: list[Any] = ["any", *range(1, len(others) + 1), *(["bottom"] if left else [])]
    return {
        "hand": str(chances.hand),
        "unseen": str(chances.unseen),
        "places": places,
        "rows": [
            {
                "question": question,
                "cards": cards,
                "answers": [_chance(answer(place)) for place in places],
            }
            for question, cards, answer in _asked_odds(chances, standing)
        ],
    }


def _asked_odds(
    chances: Odds, standing: Move | None
) -> Iterator[tuple[str, str, Callable[[Any], Probability]]]:
    if standing is not None:
        yield "beats", str(standing), lambda place: chances.beats(standing, place)
    yield "bomb", "", chances.bomb
    yield "rocket", "", chances.rocket
    for rank in (Rank.RED_JOKER, Rank.BLACK_JOKER, Rank.TWO, Rank.ACE):
        for count in range(1, chances.unseen.count(rank) + 1):
            yield "at_least", rank.letter * count, partial(chances.at_least, rank, count)


def _chance(chance: Probability) -> dict[str, Any]:
    exact = str(chance.fraction)
    return {"value": chance.value, "exact": exact if len(exact) <= 40 else None}


def _bids(fields: Fields, subject: _Subject, limits: Limits) -> Work:
    del limits
    n = fields.number("n", 100, 1_000_000, 20_000)
    if subject.rules.auction == "none":
        raise WrongPhaseError("no_auction", action="weigh calls")
    view = subject.calling()
    return lambda progress: bid_table(view, n, progress=progress).to_dict()


def _moves(fields: Fields, subject: _Subject, limits: Limits) -> Work:
    del limits
    n = fields.number("n", 100, 1_000_000, 2_000)
    objective = fields.choice("objective", "payoff", "win")
    opened = fields.flag("open")
    start = _position(subject) if opened else subject.playing()
    return lambda progress: _weighed(start, None if opened else n, objective, progress)


def _weighed(
    start: View | Position, n: int | None, objective: str, progress: Progress
) -> dict[str, Any]:
    table = move_table(start, n, objective=objective, progress=progress)
    rows: list[Any] = [plain(row) for row in table.rows[:_MOST_ROWS]]
    told = {
        name: plain(getattr(table, name)) for name in ("seat", "role", "policy", "objective", "n")
    }
    return told | {"count": len(table.rows), "rows": rows}


def _solve(fields: Fields, subject: _Subject, limits: Limits) -> Work:
    objective = fields.choice("objective", "win", "payoff")
    longest = max(1, int(limits.job_seconds) - 1)
    seconds = fields.number("seconds", 1, longest, min(20, longest))
    position = _position(subject)

    def work(progress: Progress) -> dict[str, Any]:
        found = solve(
            position,
            "payoff" if objective == "payoff" else "win",
            max_seconds=seconds,
            memory_mb=_MEMORY_MB,
            progress=progress,
        )
        return {
            "position": position.text,
            "turn": position.turn,
            "role": None
            if position.turn is None
            else ("landlord" if position.turn == position.landlord else "peasant"),
            "winner": plain(found.winner),
            "complete": found.complete,
            "value": found.value,
            "count": position.count_moves(),
            "winning_moves": plain(found.winning_moves),
            "line": _line(position, found.line),
            "nodes": found.nodes,
            "seconds": found.seconds,
        }

    return work


def _line(position: Position, line: tuple[Move, ...]) -> list[dict[str, Any]]:
    told = []
    for move in line:
        told.append({"seat": position.turn, "move": str(move)})
        position = position.play(move)
    return told


def _position(subject: _Subject) -> Position:
    if subject.position is None:
        raise WrongPhaseError("not_over", action="open the hands")
    position = subject.position()
    if position.turn is None:
        raise WrongPhaseError("game_over", action="look for moves")
    return position


def _review(fields: Fields, subject: _Subject, limits: Limits) -> Work:
    del limits
    n = fields.number("n", 100, 100_000, 500)
    record = subject.record
    if record is None:
        raise RequestError("missing_field", field="the record of a finished game")
    return lambda progress: review(record, n, progress=progress).to_dict()


_ASKED: Final[dict[str, Callable[[Fields, _Subject, Limits], Work]]] = {
    "legal": _legal,
    "odds": _odds,
    "bids": _bids,
    "moves": _moves,
    "solve": _solve,
    "review": _review,
}
