"""Dou Dizhu, fast and by the rules, for three players with one pack and four players with two.

Example:
    >>> import doudizhu_fast as ddz
    >>> ddz.legal_moves("3334", to_beat="3")
    [Move('pass'), Move('4')]
    >>> ddz.Move("33344456").kind
    <Kind.TRIO_CHAIN_WITH_SOLOS: 9>
"""

from typing import TYPE_CHECKING

from doudizhu_fast._backend import backend
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
    DoudizhuError,
    IllegalBidError,
    IllegalMoveError,
    InvalidArgumentError,
    InvalidCardsError,
    InvalidRecordError,
    InvalidRulesError,
    NativeExtensionError,
    WrongPhaseError,
)
from doudizhu_fast.game import Game
from doudizhu_fast.hand import Hand
from doudizhu_fast.match import Match
from doudizhu_fast.move import PASS, Move
from doudizhu_fast.moves import beats, classify, count_moves, legal_moves, nth_move
from doudizhu_fast.position import Position
from doudizhu_fast.records import GameRecord
from doudizhu_fast.rules import Rules
from doudizhu_fast.simulation import SimulationResult, simulate
from doudizhu_fast.view import View

if TYPE_CHECKING:
    from doudizhu_fast import analysis

    __version__: str
else:

    def __getattr__(name: str) -> object:
        """Look up at first use what not every program needs: it would take most of the time of the whole import."""
        if name == "analysis":
            from importlib import import_module

            return import_module("doudizhu_fast.analysis")
        if name == "__version__":
            from importlib.metadata import PackageNotFoundError, version

            try:
                return version("doudizhu-fast")
            except PackageNotFoundError:  # a checkout that is not installed
                return "0.1.0"
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "PASS",
    "ActionSpace",
    "Auction",
    "BatchGame",
    "Deal",
    "DealBatch",
    "DoudizhuError",
    "Estimate",
    "Game",
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
    "Role",
    "Rules",
    "SimulationResult",
    "View",
    "WrongPhaseError",
    "__version__",
    "analysis",
    "backend",
    "beats",
    "beats_batch",
    "classify",
    "classify_batch",
    "count_moves",
    "count_moves_batch",
    "deal",
    "deal_batch",
    "legal_moves",
    "legal_moves_batch",
    "nth_move",
    "simulate",
]
