"""PlayPhase: the play phase of one game, from the first lead to the empty hand (rules 1.4)."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self, SupportsIndex

from doudizhu_fast._reference.moves import packed_of
from doudizhu_fast._reference.packed import (
    BOMB,
    CARDS_MASK,
    KIND_SHIFT,
    PASS,
    ROCKET,
    counts_of,
    excess,
    index_of,
    missing,
    whole,
    whole_packed,
)
from doudizhu_fast._reference.ruleset import Ruleset
from doudizhu_fast._reference.shapes import beats, move_shape, move_text
from doudizhu_fast._reference.text import cards_text, counts_text
from doudizhu_fast.exceptions import (
    IllegalMoveError,
    InvalidArgumentError,
    InvalidCardsError,
    WrongPhaseError,
)

_LANDLORD, _PEASANT = 0, 1
_NO_SPRING, _LANDLORD_SPRING, _PEASANT_SPRING = 0, 1, 2
_MOST_PLAYS = 1 << 15
_MOST_DOUBLINGS = 30


class _State(NamedTuple):
    """All that a move changes; the history is the states before each move."""

    hands: tuple[int, ...]
    turn: int | None
    to_beat: int
    passes: int
    plays: tuple[int, int]
    doublings: int
    bombs: int
    rockets: int


_NOT_BEGUN = _State((), None, PASS, 0, (0, 0), 0, 0, 0)


class PlayPhase:
    """The play phase of one game, mutable; a new one is empty until it is begun.

    Example:
        >>> from doudizhu_fast._reference.switches import VALUES
        >>> switches = {name: values[0] for name, values in VALUES.items()}
        >>> phase = PlayPhase()
        >>> phase._begin(Ruleset(**switches), [0x1, 0x10, 0x100], landlord=0, turn=0)
        >>> phase.play_index(0)
        >>> phase._over, phase._winner
        (True, 0)
    """

    _ruleset: Ruleset | None
    _landlord_seat: int
    _state: _State
    _history: list[tuple[_State, int]]
    _closed: bool

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        """Accept whatever a subclass takes, and begin empty."""
        self = super().__new__(cls)
        self._clear()
        return self

    def _begin(
        self,
        ruleset: Ruleset,
        hands: Sequence[int],
        landlord: int,
        turn: int | None,
        to_beat: int = PASS,
        passes: int = 0,
        plays: tuple[int, int] = (0, 0),
        doublings: int = 0,
    ) -> None:
        """Start, or start over, from any open position (rules 1.4).

        Args:
            ruleset: The rules.
            hands: Packed cards by seat; with three players also two: landlord and one peasant.
            landlord: The landlord's seat.
            turn: The seat to move; None only where a hand is empty.
            to_beat: The packed standing play, 0 on a lead.
            passes: Passes since the standing play, 0 to the number of hands - 2.
            plays: Plays made before by the landlord and by all peasants, each 0..2^15.
            doublings: Doublings so far, 0..30.

        Raises:
            InvalidArgumentError: ``hand_count``, ``landlord_out_of_range``, ``turn_out_of_range``,
                ``plays_out_of_range``, ``doublings_out_of_range``; after the checks of the cards
                ``two_empty_hands``, ``passes_out_of_range``, ``passes_on_lead``, ``turn_missing``;
                before all of them ``not_packed`` and ``not_whole``.
            InvalidCardsError: ``not_in_pack`` for hands and standing play together.
            IllegalMoveError: ``not_a_play`` for the standing play.
        """
        hands = tuple(whole_packed(hand) for hand in hands)
        landlord = whole(landlord)
        turn = None if turn is None else whole(turn)
        to_beat = whole_packed(to_beat)
        passes = whole(passes)
        made = tuple(whole(number) for number in plays)
        doublings = whole(doublings)
        _check_numbers(ruleset, len(hands), landlord, turn, made, doublings)
        _check_cards(ruleset, hands, to_beat)
        _check_situation(hands, turn, to_beat, passes)
        self._ruleset = ruleset
        self._landlord_seat = landlord
        self._state = _State(
            hands=hands,
            turn=None if 0 in hands else turn,
            to_beat=to_beat,
            passes=passes,
            plays=(made[0], made[1]),
            doublings=doublings,
            bombs=0,
            rockets=0,
        )
        self._history = []
        self._closed = False

    def _clear(self) -> None:
        """Go back to the empty phase that is not begun."""
        self._ruleset = None
        self._landlord_seat = -1
        self._state = _NOT_BEGUN
        self._history = []
        self._closed = False

    def _close(self) -> None:
        """Be over without play: the hand was thrown in for good (rules 1.3)."""
        self._clear()
        self._closed = True

    def _copy_from(self, source: "PlayPhase", history: bool = True) -> None:
        """Become a copy of another phase; without its history there is nothing to undo."""
        self._ruleset = source._ruleset
        self._landlord_seat = source._landlord_seat
        self._state = source._state
        self._history = list(source._history) if history else []
        self._closed = source._closed

    def legal_moves(self) -> list[Any]:
        """List the moves of the seat to move, ascending in id; [] if nobody is (rules 1.4)."""
        if self._ruleset is None or self._turn is None:
            return []
        return self._ruleset.legal_moves(self._hands[self._turn], self._to_beat)

    def count_moves(self) -> int:
        """Count what `legal_moves` lists."""
        if self._ruleset is None or self._turn is None:
            return 0
        return self._ruleset.count_moves(self._hands[self._turn], self._to_beat)

    def play(self, move: object, seat: int | None = None) -> None:
        """Make a move; a failed call changes nothing (rules 1.4).

        Args:
            move: A Move, or what `_read` reads.
            seat: The seat that believes it is to move, or None.

        Raises:
            WrongPhaseError: ``auction_not_over`` before the beginning, ``game_over`` after the end.
            IllegalMoveError: ``out_of_turn``, ``pass_on_lead``, ``not_a_play``, ``cards_not_held``,
                ``does_not_beat``.
            InvalidArgumentError: ``not_whole`` for the seat.
        """
        seat = None if seat is None else whole(seat)
        turn = self._seat_to_move()
        if seat is not None and seat != turn:
            raise IllegalMoveError("out_of_turn", seat=seat, turn=turn)
        packed = packed_of(move)
        if packed is None:
            packed = whole_packed(self._read(move))
        reason = self._why_illegal(packed)
        if reason is not None:
            raise IllegalMoveError(reason, **self._data_of(reason, packed))
        self._make(packed)

    def play_index(self, k: SupportsIndex) -> None:
        """Make the k-th of the moves that `legal_moves` lists.

        Raises:
            WrongPhaseError: ``auction_not_over`` before the beginning, ``game_over`` after the end.
            InvalidArgumentError: ``index_out_of_range`` or ``not_whole``.
        """
        k = whole(k)
        turn = self._seat_to_move()
        assert self._ruleset is not None
        self._make(self._ruleset.nth_move(self._hands[turn], k, self._to_beat))

    def _undo_play(self) -> None:
        """Take back the last move.

        Raises:
            WrongPhaseError: ``nothing_to_undo`` if none was made since the beginning.
        """
        if not self._history:
            raise WrongPhaseError("nothing_to_undo")
        self._state, _ = self._history.pop()

    def _why_illegal(self, move: int) -> str | None:
        """Give the reason for which `play` would refuse a packed move, or None.

        Raises:
            WrongPhaseError: ``auction_not_over`` before the beginning, ``game_over`` after the end.
        """
        move = whole_packed(move)
        turn = self._seat_to_move()
        assert self._ruleset is not None
        if move == PASS:
            return "pass_on_lead" if self._to_beat == PASS else None
        if not self._ruleset.is_play(move):
            return "not_a_play"
        if any(missing(move, self._hands[turn])):
            return "cards_not_held"
        if self._to_beat != PASS and not beats(move, self._to_beat):
            return "does_not_beat"
        return None

    def _perft(self, depth: int) -> int:
        """Count the sequences of exactly ``depth`` moves from here; the phase is left as it was.

        A pass is a move. A finished position has no moves, and one sequence of none.

        Raises:
            WrongPhaseError: ``auction_not_over`` before the beginning.
            InvalidArgumentError: ``out_of_range`` for a negative depth, ``not_whole``.
        """
        depth = whole(depth)
        if not self._begun:
            raise WrongPhaseError("auction_not_over", action="play")
        if depth < 0:
            raise InvalidArgumentError(
                "out_of_range", name="depth", expected="at least 0", value=depth
            )
        if depth == 0:
            return 1
        if depth == 1:
            return self.count_moves()
        sequences = 0
        for k in range(self.count_moves()):
            self.play_index(k)
            sequences += self._perft(depth - 1)
            self._undo_play()
        return sequences

    def _read(self, move: object) -> int:
        """Read what is no Move object; subclasses know texts, this class only packed numbers."""
        number = index_of(move)
        if number is None:
            raise InvalidArgumentError("wrong_type", name="move", expected="a move", value=move)
        return number

    @property
    def _begun(self) -> bool:
        """True from `_begin` or `_close` to `_clear`."""
        return self._ruleset is not None or self._closed

    @property
    def _over(self) -> bool:
        """True once a hand is empty (rules 1.4), or none was dealt out to play (rules 1.3)."""
        return self._closed or 0 in self._hands

    @property
    def _turn(self) -> int | None:
        """The seat to move; None before the beginning and after the end."""
        return self._state.turn

    @property
    def _landlord(self) -> int:
        """The landlord's seat, -1 where there is none."""
        return self._landlord_seat

    @property
    def _hands(self) -> tuple[int, ...]:
        """Packed cards by seat."""
        return self._state.hands

    @property
    def _to_beat(self) -> int:
        """The packed standing play, 0 on a lead."""
        return self._state.to_beat

    @property
    def _passes(self) -> int:
        """Passes since the standing play."""
        return self._state.passes

    @property
    def _plays(self) -> tuple[int, int]:
        """Plays made so far by the landlord and by all peasants together, passes not counted."""
        return self._state.plays

    @property
    def _doublings(self) -> int:
        """Rockets and bombs that double the stake, so far (rules 1.6)."""
        return self._state.doublings

    @property
    def _bombs(self) -> int:
        """All bombs played since the beginning."""
        return self._state.bombs

    @property
    def _rockets(self) -> int:
        """All rockets played since the beginning."""
        return self._state.rockets

    @property
    def _winner(self) -> int | None:
        """The side that won, 0 landlord, 1 peasants; None while open or without play (rules 1.4)."""
        if 0 not in self._hands:
            return None
        return _LANDLORD if self._hands.index(0) == self._landlord else _PEASANT

    @property
    def _spring(self) -> int:
        """Who made a spring: 0 nobody, 1 the landlord, 2 the peasants (rules 1.6)."""
        if self._ruleset is None or not self._ruleset.spring:
            return _NO_SPRING
        landlord_plays, peasant_plays = self._plays
        if self._winner == _LANDLORD and peasant_plays == 0:
            return _LANDLORD_SPRING
        if self._winner == _PEASANT and landlord_plays == 1:
            return _PEASANT_SPRING
        return _NO_SPRING

    @property
    def _moves(self) -> list[int]:
        """Packed moves made since the beginning, passes included."""
        return [move for _, move in self._history]

    def _seat_to_move(self) -> int:
        if not self._begun:
            raise WrongPhaseError("auction_not_over", action="play")
        if self._turn is None:
            raise WrongPhaseError("game_over", action="play")
        return self._turn

    def _data_of(self, reason: str, move: int) -> dict[str, str]:
        """Collect what the message of a refused move needs."""
        if reason == "pass_on_lead":
            return {}
        data = {"move": move_text(move)}
        if reason == "cards_not_held":
            hand = self._hands[self._seat_to_move()]
            data["hand"] = cards_text(hand)
            data["missing"] = counts_text(missing(move, hand))
        elif reason == "does_not_beat":
            data["to_beat"] = move_text(self._to_beat)
        return data

    def _make(self, move: int) -> None:
        """Make a legal move and remember the state before it."""
        before = self._state
        after = self._after_pass() if move == PASS else self._after_play(move)
        self._state = after
        self._history.append((before, move))

    def _after_pass(self) -> _State:
        """The trick ends when all others have passed; its winner leads anything (rules 1.4)."""
        state = self._state
        passes = state.passes + 1
        everyone_else = len(state.hands) - 1
        if passes == everyone_else:
            return state._replace(turn=self._next_seat(), to_beat=PASS, passes=0)
        return state._replace(turn=self._next_seat(), passes=passes)

    def _after_play(self, move: int) -> _State:
        """The cards leave the hand; the game ends at once when it is empty (rules 1.4, 1.6)."""
        assert self._ruleset is not None
        state = self._state
        seat = self._seat_to_move()
        hands = list(state.hands)
        hands[seat] -= move & CARDS_MASK
        landlord_plays, peasant_plays = state.plays
        if seat == self._landlord:
            landlord_plays += 1
        else:
            peasant_plays += 1
        bomb, rocket = (move >> KIND_SHIFT == kind for kind in (BOMB, ROCKET))
        size, _ = move_shape(move)
        doubles = rocket or (bomb and size >= self._ruleset.bomb_double_min)
        return _State(
            hands=tuple(hands),
            turn=None if hands[seat] == 0 else self._next_seat(),
            to_beat=move,
            passes=0,
            plays=(landlord_plays, peasant_plays),
            doublings=state.doublings + doubles,
            bombs=state.bombs + bomb,
            rockets=state.rockets + rocket,
        )

    def _next_seat(self) -> int:
        return (self._seat_to_move() + 1) % len(self._hands)


def _check_numbers(
    ruleset: Ruleset,
    hand_count: int,
    landlord: int,
    turn: int | None,
    plays: tuple[int, ...],
    doublings: int,
) -> None:
    # Three players may be down to the landlord and one peasant: endgames and puzzles.
    accepted = (2, 3) if ruleset.players == 3 else (4,)
    if hand_count not in accepted:
        expected = " or ".join(str(count) for count in accepted)
        raise InvalidArgumentError("hand_count", expected=expected, count=hand_count)
    last = hand_count - 1
    if not 0 <= landlord <= last:
        raise InvalidArgumentError("landlord_out_of_range", last=last, value=landlord)
    if turn is not None and not 0 <= turn <= last:
        raise InvalidArgumentError("turn_out_of_range", last=last, value=turn)
    if len(plays) != 2 or not all(0 <= made <= _MOST_PLAYS for made in plays):
        raise InvalidArgumentError("plays_out_of_range", value=plays)
    if not 0 <= doublings <= _MOST_DOUBLINGS:
        raise InvalidArgumentError("doublings_out_of_range", value=doublings)


def _check_cards(ruleset: Ruleset, hands: tuple[int, ...], to_beat: int) -> None:
    """Hands and standing play are different cards: the pack holds them together (rules 1.1)."""
    holdings = [counts_of(cards) for cards in (*hands, to_beat)]
    together = [sum(by_holding) for by_holding in zip(*holdings, strict=True)]
    too_many = excess(together, ruleset.packs)
    # A number with a kind is a move, not a hand.
    if any(too_many) or any(hand >> KIND_SHIFT for hand in hands):
        raise InvalidCardsError(
            "not_in_pack", cards=counts_text(together), excess=counts_text(too_many)
        )
    if to_beat != PASS and not ruleset.is_play(to_beat):
        raise IllegalMoveError("not_a_play", move=move_text(to_beat))


def _check_situation(hands: tuple[int, ...], turn: int | None, to_beat: int, passes: int) -> None:
    empty = hands.count(0)
    if empty > 1:
        raise InvalidArgumentError("two_empty_hands", count=empty)
    # One pass more would have ended the trick.
    last = len(hands) - 2
    if not 0 <= passes <= last:
        raise InvalidArgumentError("passes_out_of_range", last=last, value=passes)
    if to_beat == PASS and passes:
        raise InvalidArgumentError("passes_on_lead", value=passes)
    if turn is None and not empty:
        raise InvalidArgumentError("turn_missing")
