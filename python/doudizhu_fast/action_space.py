"""ActionSpace: every action of a rule set, numbered."""

from collections.abc import Iterator
from typing import Any, Self, final

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._checks import any_whole, shown
from doudizhu_fast.exceptions import IllegalMoveError, InvalidArgumentError
from doudizhu_fast.move import Move, MoveText, _make_move, read_move
from doudizhu_fast.presets import SWITCHES
from doudizhu_fast.reading import show_move
from doudizhu_fast.rules import Rules, as_rules

__all__ = ["ActionSpace"]


@final
class ActionSpace:
    """The actions of a rule set by dense ids: 0 is PASS, then ascending in (kind, length, rank, packed cards).

    Legal moves are everywhere listed in this order. Ids do not ascend with packed numbers: moves that are sorted as
    numbers are not sorted as actions. Spaces are immutable and picklable, and equal where the same actions exist:
    switches of auction and payment do not matter.

    Args:
        rules: Rules or their text; None means ``three_player``.

    Raises:
        InvalidRulesError: For rules that do not exist.

    Example:
        >>> space = ActionSpace("three_player")
        >>> len(space), space.id("pass"), space.id("3"), space.move(1)
        (12655, 0, 1, Move('3'))
    """

    __slots__ = ("_count", "_rules")

    _count: int
    _rules: Rules

    def __init__(self, rules: Rules | str | None = None) -> None:
        object.__setattr__(self, "_rules", as_rules(rules))
        object.__setattr__(self, "_count", self._rules._ruleset.action_count())

    @property
    def rules(self) -> Rules:
        """The rules whose actions these are.

        Example:
            >>> ActionSpace("douzero").rules
            Rules.douzero()
        """
        return self._rules

    def id(self, move: MoveText) -> int:
        """Give the id of a move.

        Args:
            move: A Move or its text.

        Returns:
            Its id, 0 for PASS.

        Raises:
            IllegalMoveError: Reason ``not_a_play`` for what is no play under the rules, ``ambiguous`` for two.
            InvalidCardsError: For cards that cannot be read.

        Example:
            >>> Rules().action_space.id("BR")
            12654
        """
        return self._rules._ruleset.action_id(read_move(move, self._rules))

    def move(self, id: int) -> Move:
        """Give the move of an id.

        Args:
            id: From 0 to ``len(space) - 1``.

        Returns:
            The move.

        Raises:
            InvalidArgumentError: Reason ``action_out_of_range`` or ``wrong_type``.

        Example:
            >>> Rules().action_space.move(12654)
            Move('BR')
        """
        number = any_whole(id, "id")
        if not 0 <= number < self._count:
            raise InvalidArgumentError(
                "action_out_of_range", id=shown(number), last=self._count - 1
            )
        return _make_move(self._rules._ruleset.action(number))

    def ids(self, moves: NDArray[np.uint64]) -> NDArray[np.int32]:
        """Give the ids of many moves.

        Args:
            moves: Packed moves, uint64 of shape (n,).

        Returns:
            Their ids, int32 of shape (n,).

        Raises:
            InvalidArgumentError: Reason ``wrong_dtype`` or ``wrong_shape``.
            IllegalMoveError: Reason ``not_a_play``, for the first that is no play under the rules (with ``index``).

        Example:
            >>> Rules().action_space.ids(np.array([0, int(Move("3"))], dtype=np.uint64))
            array([0, 1], dtype=int32)
        """
        array = np.asarray(moves)
        if array.dtype != np.uint64:
            raise InvalidArgumentError(
                "wrong_dtype", name="moves", expected="uint64", value=str(array.dtype)
            )
        _flat(array, "moves")
        try:
            return self._rules._ruleset.action_ids(np.ascontiguousarray(array))
        except IllegalMoveError as error:
            # The engines write the cards of a number alone, which may be a play with another kind.
            shown_move = show_move(int(array[error.index]))
            raise IllegalMoveError("not_a_play", move=shown_move, index=error.index) from None

    def moves(self, ids: NDArray[np.integer[Any]]) -> NDArray[np.uint64]:
        """Give the moves of many ids.

        Args:
            ids: Whole numbers of shape (n,), from 0 to ``len(space) - 1``.

        Returns:
            The packed moves, uint64 of shape (n,).

        Raises:
            InvalidArgumentError: Reason ``wrong_dtype``, ``wrong_shape`` or ``action_out_of_range``.

        Example:
            >>> Rules().action_space.moves(np.array([0, 1]))[1] == int(Move("3"))
            np.True_
        """
        array = np.asarray(ids)
        if not np.issubdtype(array.dtype, np.integer):
            raise InvalidArgumentError(
                "wrong_dtype", name="ids", expected="whole numbers", value=str(array.dtype)
            )
        _flat(array, "ids")
        # A uint64 beyond int64 would turn negative below, and the message would name a number nobody gave.
        if array.size and int(array.max()) >= self._count:
            index = int(np.argmax(array >= self._count))
            raise InvalidArgumentError(
                "action_out_of_range", id=int(array[index]), last=self._count - 1, index=index
            )
        return self._rules._ruleset.actions(np.ascontiguousarray(array, dtype=np.int64))

    def map_to(self, other: "ActionSpace | Rules | str") -> NDArray[np.int32]:
        """Translate every id into another space.

        Args:
            other: A space, or rules for their space.

        Returns:
            int32 of shape (len(self),): the other space's id of each action, -1 where it has none.

        Raises:
            InvalidRulesError: For rules that do not exist.

        Example:
            >>> to = Rules().action_space.map_to("openspiel")
            >>> int((to == -1).sum())  # the kinds of four with kickers
            2028
        """
        target = (other if isinstance(other, ActionSpace) else ActionSpace(other))._rules._ruleset
        moves = self.moves(np.arange(self._count))
        known = np.fromiter(
            (not move or target.is_play(move) for move in moves.tolist()), np.bool_, self._count
        )
        mapped = np.full(self._count, -1, dtype=np.int32)
        mapped[known] = target.action_ids(moves[known])
        return mapped

    def __len__(self) -> int:
        """Count the actions, PASS included."""
        return self._count

    def __iter__(self) -> Iterator[Move]:
        """Go through the moves in the order of their ids."""
        return map(_make_move, self.moves(np.arange(self._count)).tolist())

    def __contains__(self, move: object) -> bool:
        """Whether a Move is an action of this space."""
        return isinstance(move, Move) and (
            move.is_pass or self._rules._ruleset.is_play(move._packed)
        )

    def __eq__(self, other: object) -> bool:
        """Whether both have the same actions by the same switches."""
        return self._shape() == other._shape() if isinstance(other, ActionSpace) else NotImplemented

    def __hash__(self) -> int:
        """Hash by the switches that shape plays."""
        return hash(self._shape())

    def _shape(self) -> tuple[object, ...]:
        return tuple(
            getattr(self._rules, name) for name, switch in SWITCHES.items() if switch.shapes_plays
        )

    def __repr__(self) -> str:
        """Show the rules and the size."""
        return f"<ActionSpace of {self._rules.text}: {self._count} actions>"

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: spaces are immutable."""
        raise AttributeError("an ActionSpace is immutable")

    def __delattr__(self, name: str) -> None:
        """Refuse: spaces are immutable."""
        raise AttributeError("an ActionSpace is immutable")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the rules."""
        return ActionSpace, (self._rules,)

    def __copy__(self) -> Self:
        """Spaces are immutable: a copy is the same object."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Spaces are immutable: a copy is the same object."""
        return self


def _flat(array: NDArray[Any], name: str) -> None:
    if array.ndim != 1:
        raise InvalidArgumentError(
            "wrong_shape", name=name, expected="(n,)", value=str(array.shape)
        )
