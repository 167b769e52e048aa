"""Games of a run as work that can be done anywhere: in chunks, in other processes, on other machines."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from doudizhu_fast import _backend
from doudizhu_fast.checkpoints import Layout
from doudizhu_fast.executors import Job
from doudizhu_fast.rules import as_rules
from doudizhu_fast.seeds import DECISIONS, stream
from doudizhu_fast.tally import RUN_TYPES, Run, Tally

__all__ = ["RunJob", "engine_arguments", "run_games", "simulation_job"]


class RunJob(NamedTuple):
    """Which games: plain values, which can travel to another process.

    Attributes:
        rules: The rules as text.
        policies: One name per seat.
        auction: Whether the auction of the rules is held.
        root: The root of the run.
        keep: Whether every game is told, a ``Run``, or counts only, a ``Tally``.
    """

    rules: str
    policies: tuple[str, ...]
    auction: bool
    root: int
    keep: bool

    @property
    def what(self) -> str:
        """What the items are."""
        return "games"

    @property
    def weight(self) -> int:
        """How many games an item is."""
        return 1

    def play(self, first: int, count: int, threads: int) -> Run | Tally:
        """Play some of the games."""
        games = (self.rules, self.policies, self.auction, self.root)
        if self.keep:
            return run_games(*games, first, count, threads)
        return Tally(*_backend.simulate_counts(*engine_arguments(*games), first, count, threads))

    def settings(self) -> dict[str, Any]:
        """Tell what a checkpoint must agree in."""
        return {
            "run": "simulation",
            "rules": self.rules,
            "players": self.policies,
            "auction": self.auction,
            "seed": self.root,
            "columns": self.keep,
        }

    def layout(self, items: int) -> Layout:
        """Tell what a checkpoint holds of so many games."""
        if self.keep:
            return [(dtype, (items,)) for dtype in RUN_TYPES]
        return [("<i8", array.shape) for array in Tally().copies()]


def simulation_job(
    rules: str, policies: Sequence[str], auction: bool, root: int, keep: bool
) -> Job[Run | Tally]:
    """Give the games of a simulation as a job whose chunks can be played anywhere.

    Args:
        rules: The rules as text.
        policies: One name per seat.
        auction: Whether the auction of the rules is held.
        root: The root of the run.
        keep: Whether every game is told, a ``Run``, or counts only, a ``Tally``.

    Example:
        >>> job = simulation_job("three_player", ["greedy"] * 3, auction=False, root=5, keep=False)
        >>> job.play(10, 4, threads=1).played
        4
    """
    return RunJob(rules, tuple(policies), auction, root, keep)


def run_games(
    rules: str,
    policies: Sequence[str],
    auction: bool,
    root: int,
    first: int,
    count: int,
    threads: int,
) -> Run:
    """Play games of a run.

    Args:
        rules: The rules as text.
        policies: One name per seat.
        auction: Whether the auction of the rules is held.
        root: The root of the run.
        first: The first game.
        count: How many games.
        threads: How many threads, 0 for one per processor.

    Returns:
        What became of them.

    Example:
        >>> run_games("three_player", ["greedy"] * 3, False, 5, first=10, count=4, threads=1).bid
        array([1, 1, 1, 1], dtype=int8)
    """
    run = engine_arguments(rules, policies, auction, root)
    return Run(*_backend.simulate(*run, first, count, threads))


def engine_arguments(
    rules: str, policies: Sequence[str], auction: bool, root: int
) -> tuple[_backend.Ruleset, tuple[str, ...], bool, tuple[int, int], tuple[int, int]]:
    """Give what the engines ask for first, to play games of a run: the rules, who plays, and both streams.

    Example:
        >>> engine_arguments("three_player", ["greedy"] * 3, False, 5)[1:3]
        (('greedy', 'greedy', 'greedy'), False)
    """
    ruleset = as_rules(rules)._ruleset
    return ruleset, tuple(policies), auction, stream(root), stream(root, DECISIONS)
