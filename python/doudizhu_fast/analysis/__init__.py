"""Hand analysis: exact where exact is possible, with error bars everywhere else.

All of it runs in the compiled engine; the reference engine has none.
"""

from doudizhu_fast.analysis.equity import Equity, equity

__all__ = [
    "Equity",
    "equity",
]
