"""Position: an open position of the play phase (rules 1.4), immutable, with its text."""

from collections.abc import Sequence
from typing import Any, Self

from doudizhu_fast._backend import PlayPhase
from doudizhu_fast._checks import any_whole, shown, whole, wrong_type
from doudizhu_fast.auction import HIGHEST_BID
from doudizhu_fast.enums import Role
from doudizhu_fast.exceptions import DoudizhuError, InvalidArgumentError, InvalidRecordError
from doudizhu_fast.hand import Hand, as_packed_hand
from doudizhu_fast.move import Move, _make_move, move_text, read_move
from doudizhu_fast.packed import clip
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.scoring import multiplier, payoffs_of

__all__ = ["Position", "RuledPhase"]

_FORMAT = "ddz1"
_LONGEST_TEXT = 1000
_DEEPEST_PERFT = 1000


class RuledPhase(PlayPhase):
    """A play phase that knows its rules, so that it reads moves from text."""

    __slots__ = ("_rules",)

    _rules: Rules

    @classmethod
    def _started(
        cls,
        rules: Rules,
        hands: Sequence[int],
        landlord: int,
        turn: int | None,
        to_beat: int = 0,
        passes: int = 0,
        plays: tuple[int, int] = (0, 0),
        doublings: int = 0,
    ) -> Self:
        """Begin at any open position, as the engine checks it.

        Example:
            >>> RuledPhase._started(Rules(), [0x1, 0x10, 0x100], landlord=0, turn=0).count_moves()
            1
        """
        self = cls.__new__(cls)
        self._rules = rules
        self._begin(rules._ruleset, hands, landlord, turn, to_beat, passes, plays, doublings)
        return self

    @classmethod
    def _copied(cls, source: "RuledPhase") -> Self:
        """Stand where another phase does, without the moves that led there: they are not for undoing."""
        self = cls.__new__(cls)
        self._rules = source._rules
        self._copy_from(source, history=False)
        return self

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    def _read(self, move: object) -> int:
        return read_move(move, self._rules, self._to_beat)


class Position:
    """A position of the play phase with all hands open (rules 1.4): an immutable value.

    Any hand sizes are allowed, so endings and puzzles fit as well as whole games; under the rules for three players
    two hands too, the landlord and one peasant.

    Args:
        hands: The cards left, by seat: each a Hand or its text, ``-`` or an empty text for none. One empty hand makes
            a finished position.
        landlord: The landlord's seat, 0 to the number of hands - 1.
        turn: The seat to move; None, or any seat, in a finished position.
        to_beat: The standing play, a Move or its text; None or PASS on a lead.
        passes: Passes since the standing play, 0 to the number of hands - 2, and 0 on a lead.
        rules: The rules or a preset's name; three_player without.
        bid: What the landlord plays for, 1 to 3.
        plays: Plays made so far by the landlord and by all peasants together, passes not counted; they decide springs.
        doublings: Bombs that double and rockets played so far, 0 to 30.

    Raises:
        InvalidArgumentError: Reasons ``hand_count``, ``landlord_out_of_range``, ``turn_out_of_range``,
            ``turn_missing``, ``two_empty_hands``, ``passes_out_of_range``, ``passes_on_lead``, ``plays_out_of_range``,
            ``doublings_out_of_range``; ``out_of_range`` for the bid, ``wrong_type`` for what is no number.
        InvalidCardsError: Reason ``not_in_pack`` where hands and standing play together exceed the pack; the reasons of
            :class:`Hand` for cards that cannot be read.
        IllegalMoveError: Reason ``not_a_play``, ``ambiguous`` or ``unreadable`` for the standing play.

    Example:
        >>> position = Position(["34", "5", "6"], landlord=0, turn=0)
        >>> [str(move) for move in position.legal_moves()]
        ['3', '4']
        >>> position.play("4").play("5").payoffs
        (-4, 2, 2)
    """

    __slots__ = ("_bid", "_phase")

    _bid: int
    _phase: RuledPhase

    def __init__(
        self,
        hands: Sequence[Hand | str],
        landlord: int,
        turn: int | None,
        to_beat: Move | str | None = None,
        passes: int = 0,
        rules: Rules | str | None = None,
        *,
        bid: int = 1,
        plays: tuple[int, int] = (0, 0),
        doublings: int = 0,
    ) -> None:
        rules = as_rules(rules)
        if isinstance(hands, str) or not isinstance(hands, Sequence):
            raise wrong_type("hands", "one hand per seat", hands)
        packs = rules._ruleset.packs
        self._phase = RuledPhase._started(
            rules,
            [as_packed_hand(hand, packs) for hand in hands],
            _number(landlord, "landlord"),
            None if turn is None else _number(turn, "turn"),
            0 if to_beat is None else read_move(to_beat, rules),
            _number(passes, "passes"),
            _plays(plays),
            _number(doublings, "doublings"),
        )
        self._bid = whole(bid, "bid", 1, HIGHEST_BID)

    @classmethod
    def _at(cls, phase: RuledPhase, bid: int) -> Self:
        """Wrap a begun phase that nobody else changes."""
        self = cls.__new__(cls)
        self._phase = phase
        self._bid = bid
        return self

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._phase.rules

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The cards left, by seat."""
        return tuple(Hand._trusted(hand) for hand in self._phase._hands)

    @property
    def landlord(self) -> int:
        """The landlord's seat."""
        return self._phase._landlord

    @property
    def turn(self) -> int | None:
        """The seat to move, None in a finished position."""
        return self._phase._turn

    @property
    def to_beat(self) -> Move | None:
        """The standing play, None on a lead."""
        packed = self._phase._to_beat
        return _make_move(packed) if packed else None

    @property
    def passes(self) -> int:
        """Passes since the standing play."""
        return self._phase._passes

    @property
    def bid(self) -> int:
        """What the landlord plays for."""
        return self._bid

    @property
    def plays(self) -> tuple[int, int]:
        """Plays made so far by the landlord and by all peasants together."""
        return self._phase._plays

    @property
    def doublings(self) -> int:
        """Bombs that double and rockets played so far."""
        return self._phase._doublings

    @property
    def winner(self) -> Role | None:
        """The side that won, None while the position is open."""
        side = self._phase._winner
        return None if side is None else Role(side)

    @property
    def spring(self) -> int:
        """0 without a spring, 1 for the landlord's, 2 for the peasants' (rules 1.6); 0 while the position is open."""
        return self._phase._spring

    @property
    def multiplier(self) -> int:
        """The factor on the bid so far; at the end it includes a spring (rules 1.6)."""
        return multiplier(self._phase._doublings, self._phase._spring)

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """What every seat wins or loses, None while the position is open (rules 1.6)."""
        winner = self.winner
        if winner is None:
            return None
        seats = len(self._phase._hands)
        return payoffs_of(self._bid, self.multiplier, self.landlord, winner, self.rules, seats)

    def legal_moves(self) -> list[Move]:
        """List the moves of the seat to move, ascending in action id.

        Returns:
            The moves, PASS first on a follow; an empty list in a finished position.

        Example:
            >>> Position(["44BR", "5", "6"], 0, 0, to_beat="T").legal_moves()
            [Move('pass'), Move('B'), Move('R'), Move('BR')]
        """
        return self._phase.legal_moves()

    def count_moves(self) -> int:
        """Count what :meth:`legal_moves` lists, without listing.

        Example:
            >>> Position(["44BR", "5", "6"], 0, 0, to_beat="T").count_moves()
            4
        """
        return self._phase.count_moves()

    def move(self, k: int) -> Move:
        """Give the k-th legal move, without listing.

        Args:
            k: 0 to ``count_moves() - 1``.

        Raises:
            InvalidArgumentError: Reason ``index_out_of_range``.

        Example:
            >>> Position(["44BR", "5", "6"], 0, 0, to_beat="T").move(3)
            Move('BR')
        """
        phase = self._phase
        index = any_whole(k, "k")
        if phase._turn is None:
            raise InvalidArgumentError("index_out_of_range", index=shown(index), count=0)
        packed = self.rules._ruleset.nth_move(phase._hands[phase._turn], index, phase._to_beat)
        return _make_move(packed)

    def play(self, move: Move | str) -> "Position":
        """Give the position after a move; this one stays as it is.

        Args:
            move: A Move or its text.

        Raises:
            WrongPhaseError: Reason ``game_over``.
            IllegalMoveError: Reasons ``pass_on_lead``, ``not_a_play``, ``cards_not_held``, ``does_not_beat``,
                ``ambiguous``, ``unreadable``.

        Example:
            >>> Position(["34", "5", "6"], 0, 0).play("3").turn
            1
        """
        phase = RuledPhase._copied(self._phase)
        phase.play(move)
        return type(self)._at(phase, self._bid)

    def perft(self, depth: int) -> int:
        """Count the move sequences of exactly this many moves from here.

        The number grows as the moves multiply: every further move takes many times as long as the one before.

        Args:
            depth: How many moves, 0 to 1000; passes are moves, and a finished position has none.

        Returns:
            The number of sequences; 1 for depth 0.

        Raises:
            InvalidArgumentError: Reason ``out_of_range`` or ``wrong_type``.

        Example:
            >>> position = Position(["34", "5", "6"], 0, 0)
            >>> [position.perft(depth) for depth in range(4)]
            [1, 2, 4, 4]
        """
        return self._phase._perft(whole(depth, "depth", 0, _DEEPEST_PERFT))

    @property
    def text(self) -> str:
        """The position as one line that :meth:`parse` reads.

        The words: ``ddz1``, the rules, the hands by seat between slashes, landlord, turn, standing play, passes; then
        bid, plays of the landlord and of the peasants between a comma, doublings. ``-`` stands for an empty hand, for a
        lead, and for the turn of a finished position.

        Example:
            >>> Position(["34", "5", "6"], 0, 1, to_beat="4", bid=2).text
            'ddz1 three_player 34/5/6 0 1 4 0 2 0,0 0'
        """
        phase = self._phase
        hands = "/".join(str(hand) or "-" for hand in self.hands)
        turn = "-" if phase._turn is None else phase._turn
        standing = move_text(phase._to_beat, self.rules) if phase._to_beat else "-"
        landlord_plays, peasant_plays = phase._plays
        return (
            f"{_FORMAT} {self.rules.text} {hands} {phase._landlord} {turn} {standing} {phase._passes}"
            f" {self._bid} {landlord_plays},{peasant_plays} {phase._doublings}"
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a position from its text.

        Args:
            text: What :attr:`text` writes; the last three words (bid, plays, doublings) may be left out together.

        Raises:
            InvalidRecordError: Reason ``bad_position``; the cause, where there is one, is the error's ``__cause__``.

        Example:
            >>> Position.parse("ddz1 four_player 34/5/6/7 0 2 44 1").turn
            2
        """
        if not isinstance(text, str):
            raise InvalidRecordError("bad_position", text=shown(text), detail="it is no text")
        text = text.strip()
        if len(text) > _LONGEST_TEXT:
            raise _unreadable(text, f"it has {len(text)} characters, more than {_LONGEST_TEXT}")
        words = text.split()
        if len(words) not in (7, 10):
            raise _unreadable(text, "it must have seven words, or ten")
        if words[0] != _FORMAT:
            raise _unreadable(text, f"it must begin with {_FORMAT}")
        _, rules, hands, landlord, turn, to_beat, passes, *rest = words
        bid, plays, doublings = rest or ("1", "0,0", "0")
        made = [_parse_number(text, part) for part in plays.split(",")]
        if len(made) != 2:
            raise _unreadable(text, f"the plays {clip(plays)!r} must be two numbers")
        try:
            return cls(
                hands.split("/"),
                _parse_number(text, landlord),
                None if turn == "-" else _parse_number(text, turn),
                None if to_beat == "-" else to_beat,
                _parse_number(text, passes),
                rules,
                bid=_parse_number(text, bid),
                plays=(made[0], made[1]),
                doublings=_parse_number(text, doublings),
            )
        except InvalidRecordError:
            raise
        except DoudizhuError as error:
            raise _unreadable(text, str(error)) from error

    def _key(self) -> tuple[Any, ...]:
        phase = self._phase
        return (
            phase._hands,
            phase._landlord,
            phase._turn,
            phase._to_beat,
            phase._passes,
            self._bid,
            phase._plays,
            phase._doublings,
            phase.rules,
        )

    def __eq__(self, other: object) -> bool:
        """Compare everything that the text tells."""
        if not isinstance(other, Position):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        """Hash what is compared."""
        return hash(self._key())

    def __copy__(self) -> Self:
        """A position is immutable: its copy is itself."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """A position is immutable: its copy is itself."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by value."""
        hands, landlord, turn, to_beat, passes, bid, plays, doublings, rules = self._key()
        return _rebuild, (hands, landlord, turn, to_beat, passes, rules, bid, plays, doublings)

    def __repr__(self) -> str:
        """Write the position so that it can be pasted back."""
        return f"Position.parse({self.text!r})"

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.values import position

        return position(self)


def _rebuild(
    hands: tuple[int, ...],
    landlord: int,
    turn: int | None,
    to_beat: int,
    passes: int,
    rules: Rules,
    bid: int,
    plays: tuple[int, int],
    doublings: int,
) -> Position:
    phase = RuledPhase._started(rules, hands, landlord, turn, to_beat, passes, plays, doublings)
    return Position._at(phase, bid)


def _number(value: Any, name: str) -> int:
    """Read a whole number; its range is for the engine to check, so numbers beyond any range are cut to one."""
    return max(-(2**31), min(any_whole(value, name), 2**31 - 1))


def _plays(plays: Any) -> tuple[int, int]:
    try:
        landlord_plays, peasant_plays = plays
    except (TypeError, ValueError):
        raise InvalidArgumentError("plays_out_of_range", value=shown(plays)) from None
    return _number(landlord_plays, "plays"), _number(peasant_plays, "plays")


def _parse_number(text: str, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 9):
        raise _unreadable(text, f"{clip(word)!r} is no number")
    return int(word)


def _unreadable(text: str, detail: str) -> InvalidRecordError:
    return InvalidRecordError("bad_position", text=clip(text), detail=detail)
