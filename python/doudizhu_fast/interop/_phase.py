"""The play phase inside an environment, which can be copied and pickled as the environments of others can."""

from collections.abc import Sequence
from typing import Any, Self

from doudizhu_fast.move import _make_move
from doudizhu_fast.packed import CARD_BITS
from doudizhu_fast.position import RuledPhase
from doudizhu_fast.rules import Rules

__all__ = ["EnvironmentPhase"]


class EnvironmentPhase(RuledPhase):
    """A play phase from the lead of the landlord on seat 0."""

    __slots__ = ()

    @classmethod
    def begun(cls, rules: Rules, hands: Sequence[int]) -> Self:
        """Begin to play.

        Args:
            rules: The rules.
            hands: The packed hands by seat, the landlord's with the bottom cards.

        Example:
            >>> import copy
            >>> phase = EnvironmentPhase.begun(Rules(), [0x11, 0x100, 0x1000])
            >>> phase.play("3")
            >>> copy.deepcopy(phase)._moves == phase._moves
            True
        """
        return cls._started(rules, hands, 0, 0)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the beginning and the moves."""
        moves = self._moves
        hands = list(self._hands)
        for step, move in enumerate(moves):
            hands[step % len(hands)] += move & CARD_BITS
        return _replayed, (self.rules, hands, moves)


def _replayed(rules: Rules, hands: Sequence[int], moves: Sequence[int]) -> EnvironmentPhase:
    phase = EnvironmentPhase.begun(rules, hands)
    for move in moves:
        phase.play(_make_move(move))
    return phase
