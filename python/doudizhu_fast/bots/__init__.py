"""Bots: players that decide from a view, games between them, and how strong they are.

Example:
    >>> "greedy" in names()
    True
    >>> play_game("greedy", seed=1).payoffs is None
    False
"""

from doudizhu_fast.bots.core_bots import PolicyBot
from doudizhu_fast.bots.protocol import Bot
from doudizhu_fast.bots.registry import get, names
from doudizhu_fast.bots.table import Table, play_game
from doudizhu_fast.bots.tournament import PairResult, Standing, TournamentResult, tournament

__all__ = [
    "Bot",
    "PairResult",
    "PolicyBot",
    "Standing",
    "Table",
    "TournamentResult",
    "get",
    "names",
    "play_game",
    "tournament",
]
