"""The reference engine: the rules once more in plain Python, to check the compiled engine by.

It offers the same names as the compiled engine and shares nothing with it. Where that one finds
moves by analysing a hand, this one writes down every play there is, straight from the
definitions, and looks which of them a hand holds.

    packed      whole numbers as cards and moves
    text        cards and plays as text, for errors
    shapes      length and rank of a move; what beats what
    switches    rule switches, their values and contradictions
    plays       all plays, from the definitions
    table       those plays in the order of their ids
    deals       random deals
    moves       objects for packed moves
    ruleset     questions about plays under one set of rules
    phase       the play phase of one game
    auction     who is asked, and what comes of the calls
    policies    who bids and plays in simulated games
    bulk        many games, deals and hands at a time
"""

from typing import Final

from doudizhu_fast._reference.bulk import (
    beats_batch,
    classify_batch,
    count_moves_batch,
    deal_batch,
    legal_moves_batch,
    policy_names,
    simulate,
    simulate_counts,
    simulate_game,
)
from doudizhu_fast._reference.moves import install_move_type
from doudizhu_fast._reference.phase import PlayPhase
from doudizhu_fast._reference.ruleset import Ruleset
from doudizhu_fast._reference.shapes import beats, move_shape

__all__ = [
    "BUILD_PROFILE",
    "PlayPhase",
    "Ruleset",
    "beats",
    "beats_batch",
    "classify_batch",
    "count_moves_batch",
    "deal_batch",
    "install_move_type",
    "legal_moves_batch",
    "move_shape",
    "policy_names",
    "simulate",
    "simulate_counts",
    "simulate_game",
]

BUILD_PROFILE: Final = "python"
