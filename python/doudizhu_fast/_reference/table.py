"""The table: all plays of one set of rules in the order of their ids, with look-up both ways."""

from collections import defaultdict
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._reference.packed import KIND_SHIFT, PASS, RANKS, counts_of
from doudizhu_fast._reference.plays import PlayRules, all_plays
from doudizhu_fast._reference.shapes import Shape, shape_beats


class PlayTable:
    """All plays of one set of rules; row i is the action with id i + 1.

    Attributes:
        moves: Packed moves by row.
        counts: uint8[15, n], cards of each rank by row.
        shapes: Shape by row.
        ids: Action id of every packed move, ``PASS`` included.
        readings: Packed moves by packed cards, ascending in kind.

    Example:
        >>> rules = PlayRules(
        ...     1, 20, True, True, True, True, "distinct", False, False, "distinct", False, False
        ... )
        >>> table = PlayTable(rules)
        >>> len(table.moves), table.ids[0], table.ids[1 << 60 | 1]
        (12654, 0, 1)
    """

    def __init__(self, rules: PlayRules) -> None:
        plays = sorted(all_plays(rules))
        self.moves = [play.kind << KIND_SHIFT | play.cards for play in plays]
        self.shapes = [Shape(play.kind, play.length, play.rank) for play in plays]
        self.ids = {move: index for index, move in enumerate([PASS, *self.moves])}
        self.readings: defaultdict[int, list[int]] = defaultdict(list)
        for play, move in zip(plays, self.moves, strict=True):
            self.readings[play.cards].append(move)
        packed = np.array(self.moves, dtype=np.uint64)
        self.counts = np.array([packed >> np.uint64(4 * rank) & np.uint64(15) for rank in RANKS])
        self.counts = self.counts.astype(np.uint8)
        # Rows of equal shape are neighbours and compare alike, so comparison asks once per shape.
        self._distinct_shapes = list(dict.fromkeys(self.shapes))
        positions = {shape: index for index, shape in enumerate(self._distinct_shapes)}
        self._shape_of_row = np.array([positions[shape] for shape in self.shapes])
        self._beating: dict[Shape, NDArray[np.bool_]] = {}

    def shape(self, move: int) -> Shape:
        """Give the shape of a play of this table."""
        return self.shapes[self.ids[move] - 1]

    def rows(self, hand: int, to_beat: int) -> NDArray[np.intp]:
        """Find the plays that a hand holds and that beat the standing play, ascending.

        Args:
            hand: Packed cards of one pack or more.
            to_beat: A packed play of this table, or 0 on a lead.
        """
        held = np.array(counts_of(hand), dtype=np.uint8)
        fits = (self.counts <= held[:, np.newaxis]).all(axis=0)
        if to_beat != PASS:
            fits &= self._rows_beating(self.shape(to_beat))
        return np.flatnonzero(fits)

    def _rows_beating(self, standing: Shape) -> NDArray[np.bool_]:
        if standing not in self._beating:
            answers = [shape_beats(shape, standing) for shape in self._distinct_shapes]
            self._beating[standing] = np.array(answers)[self._shape_of_row]
        return self._beating[standing]


@lru_cache(maxsize=32)
def play_table(rules: PlayRules) -> PlayTable:
    """Build the table of some rules, or take it from the last 32 built.

    Example:
        >>> rules = PlayRules(
        ...     1, 20, True, True, True, True, "distinct", False, False, "distinct", False, False
        ... )
        >>> play_table(rules) is play_table(rules)
        True
    """
    return PlayTable(rules)
