"""RLCard: its ids, texts and states both ways, and its environment on our engine (rlcard 1.2.0).

Only :func:`register` needs the package rlcard.

Example:
    >>> from doudizhu_fast.interop import rlcard
    >>> rlcard.action_id("333+4"), rlcard.move(41), rlcard.text("444+3"), rlcard.from_text("3444")
    (41, Move('333+4'), '3444', Move('444+3'))
"""

from doudizhu_fast.interop.rlcard._actions import (
    RULES,
    action_id,
    action_ids,
    from_text,
    move,
    moves,
    text,
)
from doudizhu_fast.interop.rlcard._agents import AgentBot, BotAgent
from doudizhu_fast.interop.rlcard._environment import DoudizhuEnv, register
from doudizhu_fast.interop.rlcard._game import DoudizhuGame
from doudizhu_fast.interop.rlcard._states import encode, raw_state, view_of

__all__ = [
    "RULES",
    "AgentBot",
    "BotAgent",
    "DoudizhuEnv",
    "DoudizhuGame",
    "action_id",
    "action_ids",
    "encode",
    "from_text",
    "move",
    "moves",
    "raw_state",
    "register",
    "text",
    "view_of",
]
