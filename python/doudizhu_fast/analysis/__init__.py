"""Hand analysis: exact where exact is possible, with error bars everywhere else.

All of it runs in the compiled engine; the reference engine has none.
"""

__all__: list[str] = []
