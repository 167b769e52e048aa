"""Values and results as pieces of a web page: what notebooks show instead of a text.

A piece needs nothing outside of itself, holds no script, and takes the colours of the page for its text, so that it is
readable on a light ground and on a dark one. What cards and figures are drawn on they bring along.

The modules know what they show by its attributes alone: so the classes that are shown can stand above.
"""

from doudizhu_fast.html import parts, results, values

__all__ = ["parts", "results", "values"]
