"""Dou Dizhu, fast and by the rules, for three players with one pack and four players with two.

Example:
    >>> import doudizhu_fast as ddz
    >>> ddz.legal_moves("3334", to_beat="3")
    [Move('pass'), Move('4')]
    >>> ddz.Move("33344456").kind
    <Kind.TRIO_CHAIN_WITH_SOLOS: 9>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from doudizhu_fast import analysis, bots, interop
    from doudizhu_fast import envs as envs
    from doudizhu_fast import serve as serve
    from doudizhu_fast._backend import backend as backend
    from doudizhu_fast.action_space import ActionSpace
    from doudizhu_fast.auction import Auction
    from doudizhu_fast.batch import (
        DealBatch,
        beats_batch,
        classify_batch,
        count_moves_batch,
        deal_batch,
        legal_moves_batch,
    )
    from doudizhu_fast.batch_game import BatchGame
    from doudizhu_fast.deals import Deal, deal
    from doudizhu_fast.enums import Kind, Phase, Rank, Role
    from doudizhu_fast.estimates import Estimate
    from doudizhu_fast.exceptions import (
        BotError,
        DoudizhuError,
        ExecutorError,
        IllegalBidError,
        IllegalMoveError,
        InvalidArgumentError,
        InvalidCardsError,
        InvalidRecordError,
        InvalidRulesError,
        NativeExtensionError,
        RequestError,
        WrongPhaseError,
    )
    from doudizhu_fast.executors import Spread
    from doudizhu_fast.game import Game
    from doudizhu_fast.game_logs import GameLog, read_logs, write_logs
    from doudizhu_fast.hand import Hand
    from doudizhu_fast.match import Match
    from doudizhu_fast.move import PASS, Move
    from doudizhu_fast.moves import beats, classify, count_moves, legal_moves, nth_move
    from doudizhu_fast.position import Position
    from doudizhu_fast.records import GameRecord
    from doudizhu_fast.rules import Rules
    from doudizhu_fast.simulation import SimulationResult, simulate
    from doudizhu_fast.view import View

    __version__: str

__all__ = [
    "PASS",
    "ActionSpace",
    "Auction",
    "BatchGame",
    "BotError",
    "Deal",
    "DealBatch",
    "DoudizhuError",
    "Estimate",
    "ExecutorError",
    "Game",
    "GameLog",
    "GameRecord",
    "Hand",
    "IllegalBidError",
    "IllegalMoveError",
    "InvalidArgumentError",
    "InvalidCardsError",
    "InvalidRecordError",
    "InvalidRulesError",
    "Kind",
    "Match",
    "Move",
    "NativeExtensionError",
    "Phase",
    "Position",
    "Rank",
    "RequestError",
    "Role",
    "Rules",
    "SimulationResult",
    "Spread",
    "View",
    "WrongPhaseError",
    "__version__",
    "analysis",
    "backend",
    "beats",
    "beats_batch",
    "bots",
    "classify",
    "classify_batch",
    "count_moves",
    "count_moves_batch",
    "deal",
    "deal_batch",
    "interop",
    "legal_moves",
    "legal_moves_batch",
    "nth_move",
    "read_logs",
    "simulate",
    "write_logs",
]

# Where each public name is defined. A program waits for what it uses: all modules together, and those of numpy and of
# the standard library that they need, take many times as long to load as the engine.
_MODULE_OF: Final = {
    "PASS": "move",
    "ActionSpace": "action_space",
    "Auction": "auction",
    "BatchGame": "batch_game",
    "BotError": "exceptions",
    "Deal": "deals",
    "DealBatch": "batch",
    "DoudizhuError": "exceptions",
    "Estimate": "estimates",
    "ExecutorError": "exceptions",
    "Game": "game",
    "GameLog": "game_logs",
    "GameRecord": "records",
    "Hand": "hand",
    "IllegalBidError": "exceptions",
    "IllegalMoveError": "exceptions",
    "InvalidArgumentError": "exceptions",
    "InvalidCardsError": "exceptions",
    "InvalidRecordError": "exceptions",
    "InvalidRulesError": "exceptions",
    "Kind": "enums",
    "Match": "match",
    "Move": "move",
    "NativeExtensionError": "exceptions",
    "Phase": "enums",
    "Position": "position",
    "Rank": "enums",
    "RequestError": "exceptions",
    "Role": "enums",
    "Rules": "rules",
    "SimulationResult": "simulation",
    "Spread": "executors",
    "View": "view",
    "WrongPhaseError": "exceptions",
    "backend": "_backend",
    "beats": "moves",
    "beats_batch": "batch",
    "classify": "moves",
    "classify_batch": "batch",
    "count_moves": "moves",
    "count_moves_batch": "batch",
    "deal": "deals",
    "deal_batch": "batch",
    "legal_moves": "moves",
    "legal_moves_batch": "batch",
    "nth_move": "moves",
    "read_logs": "game_logs",
    "simulate": "simulation",
    "write_logs": "game_logs",
}

_PACKAGES: Final = ("analysis", "bots", "interop")
# What needs an extra is no part of ``import *``, which has to work without.
_EXTRA_PACKAGES: Final = ("envs", "serve")

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load a public name at its first use."""
        if name in _MODULE_OF:
            value = getattr(import_module(f"doudizhu_fast.{_MODULE_OF[name]}"), name)
        elif name in (*_PACKAGES, *_EXTRA_PACKAGES):
            value = import_module(f"doudizhu_fast.{name}")
        elif name == "__version__":
            value = import_module("doudizhu_fast._version").version()
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_EXTRA_PACKAGES})
