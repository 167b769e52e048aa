"""Hand analysis: exact where exact is possible, with error bars everywhere else.

All of it runs in the compiled engine; the reference engine has none.
"""

from doudizhu_fast.analysis.bidding import BidRow, BidTable, BottomRow, bid_table
from doudizhu_fast.analysis.equity import Equity, equity
from doudizhu_fast.analysis.min_plays import MinPlays, min_plays, min_plays_batch
from doudizhu_fast.analysis.move_table import MoveRow, MoveTable, move_table
from doudizhu_fast.analysis.odds import Odds, Probability, odds
from doudizhu_fast.analysis.reviewing import MoveReview, Review, SeatReview, review
from doudizhu_fast.analysis.sampling import sample_deals
from doudizhu_fast.analysis.solving import Solution, solve

__all__ = [
    "BidRow",
    "BidTable",
    "BottomRow",
    "Equity",
    "MinPlays",
    "MoveReview",
    "MoveRow",
    "MoveTable",
    "Odds",
    "Probability",
    "Review",
    "SeatReview",
    "Solution",
    "bid_table",
    "equity",
    "min_plays",
    "min_plays_batch",
    "move_table",
    "odds",
    "review",
    "sample_deals",
    "solve",
]
