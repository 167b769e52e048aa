"""How much a page may ask for."""

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of everything that requests can make grow: an immutable value.

    Attributes:
        body: The most bytes that a request may have.
        in_flight: The most requests that are answered at once.
        burst: How many requests may come at once after a pause.
        per_second: How many a second may come in the long run.
        seconds: How long an answer may take.
        answer_seconds: How long a bot may think.
        games: How many games are kept; the one that was longest left alone makes room.
        jobs: How many analyses may run or wait.
        kept_jobs: How many analyses are kept, finished ones included.
        workers: How many analyses run at once.
        job_seconds: How long an analysis may run.
        steps: The most calls and moves of a record.
        moves: How many moves are listed; all are counted.

    Example:
        >>> Limits(games=2).games
        2
    """

    body: int = 200_000
    in_flight: int = 32
    burst: int = 200
    per_second: float = 50.0
    seconds: float = 20.0
    answer_seconds: float = 10.0
    games: int = 50
    jobs: int = 8
    kept_jobs: int = 50
    workers: int = 2
    job_seconds: float = 60.0
    steps: int = 1_000
    moves: int = 1_000
