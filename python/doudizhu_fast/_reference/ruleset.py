"""Ruleset: one set of rules, and every question about plays that needs no game state."""

from typing import Any, Self, SupportsIndex, final

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._reference import deals
from doudizhu_fast._reference.moves import move_object
from doudizhu_fast._reference.packed import (
    KIND_SHIFT,
    PASS,
    counts_of,
    excess,
    whole,
    whole_packed,
)
from doudizhu_fast._reference.plays import PlayRules
from doudizhu_fast._reference.shapes import move_text
from doudizhu_fast._reference.switches import Switches, check
from doudizhu_fast._reference.table import PlayTable, play_table
from doudizhu_fast._reference.text import cards_text, counts_text
from doudizhu_fast.exceptions import IllegalMoveError, InvalidArgumentError, InvalidCardsError


@final
class Ruleset:
    """One frozen set of rules.

    All parameters are required keywords; their values stand in `switches.VALUES`.

    Raises:
        InvalidRulesError: ``unknown_value`` or ``contradiction``, naming the fields.

    Example:
        >>> from doudizhu_fast._reference.switches import VALUES
        >>> switches = {name: values[0] for name, values in VALUES.items()}
        >>> rules = Ruleset(**switches)
        >>> rules.count_moves(0x4)  # the lead of 3333: 3, 33, 333, 3333
        4
    """

    __slots__ = ("_packs", "_play_rules", "_switches", "_table")

    _switches: Switches
    _packs: int
    _play_rules: PlayRules
    _table: PlayTable | None

    def __new__(
        cls,
        *,
        players: int,
        auction: str,
        all_pass: str,
        turned_up_card: bool,
        bottom_cards: str,
        trio_with_solo: bool,
        trio_chain_with_solos: bool,
        trio_chain_with_pairs: bool,
        quad_with_kickers: bool,
        kicker_solos: str,
        adjacent_trio_as_kickers: bool,
        both_jokers_as_kickers: bool,
        quad_solos: str,
        joker_pairs: bool,
        four_jokers_as_kickers: bool,
        scoring: str,
        bomb_double_min: int,
        spring: bool,
    ) -> Self:
        """Check the switches; the table of plays is built when it is first needed."""
        switches = Switches(
            players=players,
            auction=auction,
            all_pass=all_pass,
            turned_up_card=turned_up_card,
            bottom_cards=bottom_cards,
            trio_with_solo=trio_with_solo,
            trio_chain_with_solos=trio_chain_with_solos,
            trio_chain_with_pairs=trio_chain_with_pairs,
            quad_with_kickers=quad_with_kickers,
            kicker_solos=kicker_solos,
            adjacent_trio_as_kickers=adjacent_trio_as_kickers,
            both_jokers_as_kickers=both_jokers_as_kickers,
            quad_solos=quad_solos,
            joker_pairs=joker_pairs,
            four_jokers_as_kickers=four_jokers_as_kickers,
            scoring=scoring,
            bomb_double_min=bomb_double_min,
            spring=spring,
        )
        check(switches)
        self = super().__new__(cls)
        self._switches = switches
        self._packs = 1 if players == 3 else 2
        self._play_rules = PlayRules(
            packs=self._packs,
            largest_play=self.largest_play,
            **{
                field: getattr(switches, field)
                for field in PlayRules._fields
                if field in Switches._fields
            },
        )
        self._table = None
        return self

    @property
    def players(self) -> int:
        """Seats at the table, 3 or 4 (rules 1.1)."""
        return self._switches.players

    @property
    def packs(self) -> int:
        """Packs of 54 cards: 1 or 2 (rules 1.1)."""
        return self._packs

    @property
    def hand_size(self) -> int:
        """Cards dealt to each seat: 17 or 25 (rules 1.2)."""
        return 17 if self.players == 3 else 25

    @property
    def bottom_size(self) -> int:
        """Cards left for the landlord: 3 or 8 (rules 1.2)."""
        return 3 if self.players == 3 else 8

    @property
    def largest_play(self) -> int:
        """Most cards of one play: all that a landlord holds at the start, 20 or 33 (rules 1.5)."""
        return self.hand_size + self.bottom_size

    @property
    def bomb_double_min(self) -> int:
        """Size from which a bomb doubles the stake, 4..8 (rules 1.6)."""
        return self._switches.bomb_double_min

    @property
    def spring(self) -> bool:
        """Whether a spring doubles the stake (rules 1.6)."""
        return self._switches.spring

    def legal_moves(self, hand: int, to_beat: int = PASS) -> list[Any]:
        """List the moves of a hand, ascending in action id (rules 1.4).

        Args:
            hand: Packed cards.
            to_beat: The packed standing play, 0 on a lead.

        Returns:
            Move objects; on a follow ``PASS`` comes first.

        Raises:
            InvalidCardsError: ``not_in_pack`` for a hand that the pack does not hold.
            IllegalMoveError: ``not_a_play`` if ``to_beat`` is no play under these rules.
            InvalidArgumentError: ``not_packed`` for a number outside 0..2^64 - 1.
        """
        rows = self._rows(hand, to_beat)
        moves = [move_object(self._plays.moves[row]) for row in rows]
        return moves if to_beat == PASS else [move_object(PASS), *moves]

    def count_moves(self, hand: int, to_beat: int = PASS) -> int:
        """Count what `legal_moves` lists; arguments and errors are the same."""
        return len(self._rows(hand, to_beat)) + (to_beat != PASS)

    def nth_move(self, hand: int, k: SupportsIndex, to_beat: int = PASS) -> int:
        """Give the k-th of the moves that `legal_moves` lists, packed.

        Args:
            hand: Packed cards.
            k: From 0 to the number of moves - 1.
            to_beat: The packed standing play, 0 on a lead.

        Raises:
            InvalidArgumentError: ``index_out_of_range`` or ``not_whole``, besides the errors of `legal_moves`.
        """
        hand, index, to_beat = whole_packed(hand), whole(k), whole_packed(to_beat)
        rows = self._rows(hand, to_beat)
        moves = [self._plays.moves[row] for row in rows]
        if to_beat != PASS:
            moves.insert(0, PASS)
        if not 0 <= index < len(moves):
            raise InvalidArgumentError("index_out_of_range", index=index, count=len(moves))
        return moves[index]

    def classify(self, cards: int) -> list[int]:
        """Find every reading of some cards as a packed play, ascending in kind code.

        Raises:
            InvalidCardsError: ``not_in_pack`` for cards that the pack does not hold.
            InvalidArgumentError: ``not_packed`` for a number outside 0..2^64 - 1.
        """
        return list(self._plays.readings.get(self._cards(cards), ()))

    def is_play(self, move: int) -> bool:
        """Say whether a packed move is a play under these rules; ``PASS`` is none.

        Raises:
            InvalidArgumentError: ``not_packed`` for a number outside 0..2^64 - 1.
        """
        move = whole_packed(move)
        return move != PASS and move in self._plays.ids

    def action_count(self) -> int:
        """Count all actions, ``PASS`` included."""
        return len(self._plays.ids)

    def action_id(self, move: int) -> int:
        """Give the dense id of a packed move; ``PASS`` has 0.

        Raises:
            IllegalMoveError: ``not_a_play`` if it is no play under these rules.
            InvalidArgumentError: ``not_packed`` for a number outside 0..2^64 - 1.
        """
        move = whole_packed(move)
        if move not in self._plays.ids:
            raise IllegalMoveError("not_a_play", move=move_text(move))
        return self._plays.ids[move]

    def action(self, id: SupportsIndex) -> int:
        """Give the packed move of an id.

        Raises:
            InvalidArgumentError: ``action_out_of_range`` or ``not_whole``.
        """
        number = whole(id)
        if not 0 <= number < self.action_count():
            last = self.action_count() - 1
            raise InvalidArgumentError("action_out_of_range", id=number, last=last)
        return PASS if number == 0 else self._plays.moves[number - 1]

    def action_ids(self, moves: NDArray[np.uint64]) -> NDArray[np.int32]:
        """Give the ids of many packed moves.

        Args:
            moves: uint64[n].

        Returns:
            int32[n].

        Raises:
            IllegalMoveError: ``not_a_play``; its ``index`` names the first offender.
            InvalidArgumentError: ``wrong_type``, ``wrong_dtype`` or ``wrong_shape``.
        """
        _check_array("moves", moves, np.dtype(np.uint64))
        ids = np.empty(len(moves), dtype=np.int32)
        for index, move in enumerate(moves.tolist()):
            if move not in self._plays.ids:
                raise IllegalMoveError("not_a_play", move=move_text(move), index=index)
            ids[index] = self._plays.ids[move]
        return ids

    def actions(self, ids: NDArray[np.int64]) -> NDArray[np.uint64]:
        """Give the packed moves of many ids.

        Args:
            ids: int64[n].

        Returns:
            uint64[n].

        Raises:
            InvalidArgumentError: ``action_out_of_range``, its ``index`` names the first
                offender; ``wrong_type``, ``wrong_dtype`` or ``wrong_shape``.
        """
        _check_array("ids", ids, np.dtype(np.int64))
        wrong = np.flatnonzero((ids < 0) | (ids >= self.action_count()))
        if len(wrong):
            index = int(wrong[0])
            raise InvalidArgumentError(
                "action_out_of_range",
                id=int(ids[index]),
                last=self.action_count() - 1,
                index=index,
            )
        return np.array([PASS, *self._plays.moves], dtype=np.uint64)[ids]

    def deal(
        self, initstate: int, initseq: int, game: int, redeal: int
    ) -> tuple[tuple[int, ...], int, int, int]:
        """Deal one game at random; see `deals.deal` for the arguments (rules 1.2).

        Returns:
            Hands by seat before the bottom is taken, the bottom, the first bidder, the rank of
            the turned-up card.

        Raises:
            InvalidArgumentError: ``out_of_range`` or ``not_whole``.
        """
        return deals.deal(self.players, self.hand_size, initstate, initseq, game, redeal)

    @property
    def _plays(self) -> PlayTable:
        if self._table is None:
            self._table = play_table(self._play_rules)
        return self._table

    def _rows(self, hand: int, to_beat: int) -> list[int]:
        hand, to_beat = whole_packed(hand), whole_packed(to_beat)
        hand = self._cards(hand)
        if to_beat != PASS and not self.is_play(to_beat):
            raise IllegalMoveError("not_a_play", move=move_text(to_beat))
        rows: list[int] = self._plays.rows(hand, to_beat).tolist()
        return rows

    def _cards(self, cards: int) -> int:
        """Take cards of this game's pack; a number with a kind is no cards."""
        cards = whole_packed(cards)
        too_many = excess(counts_of(cards), self.packs)
        if any(too_many) or cards >> KIND_SHIFT:
            raise InvalidCardsError(
                "not_in_pack", cards=cards_text(cards), excess=counts_text(too_many)
            )
        return cards


def _check_array(name: str, array: NDArray[Any], dtype: np.dtype[Any]) -> None:
    if not isinstance(array, np.ndarray):
        raise InvalidArgumentError(
            "wrong_type", name=name, expected=f"an array of {dtype}", value=array
        )
    if array.dtype != dtype:
        raise InvalidArgumentError(
            "wrong_dtype", name=name, expected=str(dtype), value=str(array.dtype)
        )
    if array.ndim != 1:
        raise InvalidArgumentError("wrong_shape", name=name, expected="(n,)", value=array.shape)
