"""The fewest plays that empty a hand when nobody interferes, and the plays."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast import _backend
from doudizhu_fast._checks import wrong_type
from doudizhu_fast.batch import packed_cards, thread_count
from doudizhu_fast.hand import Cards, as_packed_hand
from doudizhu_fast.move import Move
from doudizhu_fast.rules import Rules, as_rules

__all__ = ["MOST_DECOMPOSITIONS", "MinPlays", "min_plays", "min_plays_batch"]

MOST_DECOMPOSITIONS: Final = 1000
"""At most so many decompositions are listed."""


@dataclass(frozen=True, slots=True)
class MinPlays:
    """The fewest plays that empty a hand: an immutable value.

    A decomposition is written in one order only: every play takes a card of the lowest rank that the plays before it
    left, and plays that take the same lowest rank ascend in action id.

    Attributes:
        count: How many plays, 0 for a hand without cards.
        plays: The first decomposition in the order of the next attribute.
        decompositions: All of them, each once whatever the order of its plays; compared play by play by action id,
            they ascend. None where they were not asked for.
        complete: Whether ``decompositions`` holds all there are, False where they were not asked for.

    Example:
        >>> found = min_plays("333444567", all=True)
        >>> found.count, found.complete, len(found.decompositions)
        (2, True, 3)
        >>> print(*found.plays)
        333444+56 7
    """

    count: int
    plays: tuple[Move, ...]
    decompositions: tuple[tuple[Move, ...], ...] | None
    complete: bool

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.results import min_plays

        return min_plays(self)


def min_plays(hand: Cards, rules: Rules | str | None = None, all: bool = False) -> MinPlays:
    """Find the fewest plays that empty a hand, exactly (rules 1.5).

    Args:
        hand: A Hand or its text, of at most 33 cards.
        rules: Rules or their text; None means ``three_player``. ``noip`` has the rules of the programming puzzle.
        all: Whether to list every decomposition, up to ``MOST_DECOMPOSITIONS``: 1,000.

    Returns:
        The number and the plays.

    Raises:
        InvalidCardsError: For cards that cannot be read or that the rules' pack does not hold; reason ``too_large``
            for more than 33 cards.
        InvalidArgumentError: Reason ``wrong_type`` where ``all`` is no bool.
        InvalidRulesError: For rules that do not exist.
        NativeExtensionError: Under the reference engine.

    Example:
        >>> print(*min_plays("789TJ5AA", "noip").plays)
        5 789TJ AA
        >>> min_plays("33344455566678").count
        2
    """
    _backend.need_native("min_plays")
    chosen = as_rules(rules)
    packed = as_packed_hand(hand, chosen._ruleset.packs)
    if not isinstance(all, bool):
        raise wrong_type("all", "True or False", all)
    most = MOST_DECOMPOSITIONS if all else 1
    count, lists, complete = _backend.engine.min_plays(chosen._ruleset, packed, most)
    found = tuple(map(tuple, lists))
    return MinPlays(count, found[0], found if all else None, all and complete)


def min_plays_batch(
    hands: NDArray[np.integer[Any]], rules: Rules | str | None = None, threads: int | None = None
) -> NDArray[np.int8]:
    """Find the fewest plays for many hands, without the plays (rules 1.5).

    Args:
        hands: Packed hands, uint64 of shape (n,), each of at most 33 cards.
        rules: Rules or their text; None means ``three_player``.
        threads: How many threads share the work, 1 to 1024; None means one for each processor. Results do not depend
            on it.

    Returns:
        int8 of shape (n,), each 0 to 33: the ``count`` of :func:`min_plays`.

    Raises:
        InvalidArgumentError: Reason ``wrong_dtype``, ``wrong_shape``, ``not_packed``; ``wrong_type`` or
            ``out_of_range`` for threads.
        InvalidCardsError: Reason ``not_in_pack`` or ``too_large``, for the first such hand (with ``index``).
        InvalidRulesError: For rules that do not exist.
        NativeExtensionError: Under the reference engine.

    Example:
        >>> from doudizhu_fast import deal_batch
        >>> min_plays_batch(deal_batch(5, seed=1).hands[:, 0])
        array([6, 5, 7, 8, 8], dtype=int8)
    """
    _backend.need_native("min_plays_batch")
    chosen = as_rules(rules)
    packed = packed_cards(hands, "hands")
    return _backend.engine.min_plays_batch(chosen._ruleset, packed, thread_count(threads))
