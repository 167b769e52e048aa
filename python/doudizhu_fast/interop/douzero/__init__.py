"""DouZero: its cards, information sets and observations, its environment on our engine, and its networks as players.

Nothing here needs the package douzero; networks that are files need onnxruntime.

Example:
    >>> from doudizhu_fast.interop import douzero
    >>> douzero.action("444+3"), douzero.move([3, 4, 4, 4]), douzero.numbers("2BR")
    ([3, 4, 4, 4], Move('444+3'), [17, 20, 30])
"""

from doudizhu_fast.interop.douzero._agents import AgentBot, BotAgent
from doudizhu_fast.interop.douzero._cards import POSITIONS, RULES, action, hand, move, numbers
from doudizhu_fast.interop.douzero._environment import Env
from doudizhu_fast.interop.douzero._features import Decisions, action_rows, decisions_of_games
from doudizhu_fast.interop.douzero._infoset import InfoSet, encode, infoset, view_of
from doudizhu_fast.interop.douzero._networks import Network, NetworkBot, network_bot

__all__ = [
    "POSITIONS",
    "RULES",
    "AgentBot",
    "BotAgent",
    "Decisions",
    "Env",
    "InfoSet",
    "Network",
    "NetworkBot",
    "action",
    "action_rows",
    "decisions_of_games",
    "encode",
    "hand",
    "infoset",
    "move",
    "network_bot",
    "numbers",
    "view_of",
]
