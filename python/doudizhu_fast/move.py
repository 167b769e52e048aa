"""Move: one play of the play phase, or PASS; and the one way in which anything is read as a move."""

from typing import Any, Final, NamedTuple, Self, TypeAlias, final

from doudizhu_fast import _backend
from doudizhu_fast._backend import install_move_type, move_shape
from doudizhu_fast.enums import Kind, Rank
from doudizhu_fast.exceptions import IllegalMoveError
from doudizhu_fast.hand import Cards, Hand, checked_packed
from doudizhu_fast.notation import body_of, format_move, parse_move_text, read_cards
from doudizhu_fast.packed import CARD_BITS, card_count
from doudizhu_fast.reading import move_text, read_parts, show_move
from doudizhu_fast.rules import Rules, as_rules, preset_rulesets

__all__ = ["PASS", "Move", "MoveText", "move_text", "read_move", "written_parts"]


class _Parts(NamedTuple):
    """What a move tells of itself."""

    kind: Kind
    length: int
    rank: Rank | None
    cards: Hand
    body: Hand
    kickers: Hand
    text: str


@final
class Move:
    """What a player does in the play phase: a play of some kind, or :data:`PASS` (rules 1.4, 1.5).

    A move is a kind and cards. Its text is the body, then ``+`` and the kickers (``333444+5T``), or ``pass``; bare
    cards (``33344456``) are read by the rules. There is one object per move, so that moves may be compared by ``is``.
    Moves are immutable, hashable and picklable; PASS is falsy, every play is truthy.

    Args:
        move: A text, another Move, or anything that makes a :class:`Hand`, read as bare cards. An empty list is PASS.
        rules: Rules or their text under which it is read; None means ``three_player``, then ``four_player``.
        dialect: Who writes like this, as for :class:`Hand`.

    Raises:
        InvalidCardsError: For cards that cannot be read, or that the rules' pack does not hold.
        IllegalMoveError: Reason ``not_a_play`` (with ``presets``, those under which it is one), ``ambiguous`` (with
            ``readings``) or ``unreadable``.
        InvalidRulesError: For rules that do not exist.

    Example:
        >>> move = Move("33344456")
        >>> move
        Move('333444+56')
        >>> move.kind.name, move.rank.name, move.length, move.body, move.kickers
        ('TRIO_CHAIN_WITH_SOLOS', 'FOUR', 2, Hand('333444'), Hand('56'))
        >>> Move("4444").beats("2")
        True
        >>> Move("345")
        Traceback (most recent call last):
        doudizhu_fast.exceptions.IllegalMoveError: ...
    """

    __slots__ = ("_packed", "_parts")

    _packed: int
    # Worked out at the first question: most moves are listed, and never looked at.
    _parts: "_Parts | None"

    def __new__(
        cls, move: "MoveText", rules: Rules | str | None = None, dialect: str = "standard"
    ) -> Self:
        """Read a move and give its shared object."""
        if isinstance(move, Move) and rules is None:
            return move
        chosen = None if rules is None else as_rules(rules)
        return _make_move(read_move(move, chosen, dialect=dialect))

    @classmethod
    def from_packed(cls, packed: int, rules: Rules | str | None = None) -> Self:
        """Make a move from its packed form.

        Args:
            packed: The cards as in a packed hand and the kind code in bits 60 to 63, ``int(move)``.
            rules: Rules or their text under which it must be a play; None means any preset.

        Returns:
            The move.

        Raises:
            InvalidArgumentError: Reason ``not_packed`` outside 0 to 2**64 - 1.
            IllegalMoveError: Reason ``not_a_play``.

        Example:
            >>> Move.from_packed(4 << 60 | 0x13)
            Move('333+4')
            >>> Move.from_packed(0)
            Move('pass')
        """
        number = checked_packed(packed)
        rulesets = preset_rulesets().values() if rules is None else [as_rules(rules)._ruleset]
        if number and not any(ruleset.is_play(number) for ruleset in rulesets):
            raise IllegalMoveError("not_a_play", move=show_move(number))
        return _make_move(number)

    @property
    def kind(self) -> Kind:
        """The kind of the move.

        Example:
            >>> Move("33").kind
            <Kind.PAIR: 2>
        """
        return (self._parts or self._take_apart()).kind

    @property
    def rank(self) -> Rank | None:
        """The highest rank of the body; None for PASS, the red joker for the rocket.

        Example:
            >>> Move("34567").rank
            <Rank.SEVEN: 4>
        """
        return (self._parts or self._take_apart()).rank

    @property
    def length(self) -> int:
        """Chain units of the body, 1 without a chain, the size of a bomb; 0 for PASS.

        Example:
            >>> Move("333444").length, Move("3333").length, Move("3").length
            (2, 4, 1)
        """
        return (self._parts or self._take_apart()).length

    @property
    def cards(self) -> Hand:
        """All cards of the move; the empty hand for PASS.

        Example:
            >>> Move("444+3").cards
            Hand('3444')
        """
        return (self._parts or self._take_apart()).cards

    @property
    def body(self) -> Hand:
        """The cards that decide.

        Example:
            >>> Move("444+3").body
            Hand('444')
        """
        return (self._parts or self._take_apart()).body

    @property
    def kickers(self) -> Hand:
        """The cards attached; the empty hand where there are none.

        Example:
            >>> Move("444+3").kickers
            Hand('3')
        """
        return (self._parts or self._take_apart()).kickers

    @property
    def is_pass(self) -> bool:
        """Whether this is PASS.

        Example:
            >>> PASS.is_pass, Move("3").is_pass
            (True, False)
        """
        return self._packed == 0

    def beats(self, other: "MoveText") -> bool:
        """Whether this move may be played on another (rules 1.5).

        Args:
            other: A Move, or a text read under ``three_player``, then ``four_player``.

        Returns:
            True for the same kind and length with a higher rank, a bomb on what is no bomb, a higher bomb, or the
            rocket. Equal bodies never beat each other, and PASS neither beats nor is beaten.

        Raises:
            InvalidCardsError, IllegalMoveError: As :class:`Move`.

        Example:
            >>> Move("44").beats("33"), Move("44").beats("3"), Move("44").beats(PASS)
            (True, False, False)
        """
        theirs = other._packed if isinstance(other, Move) else read_move(other, None)
        return _backend.beats(self._packed, theirs)

    def _take_apart(self) -> _Parts:
        packed = self._packed
        length, rank = move_shape(packed) if packed else (0, None)
        body = body_of(packed)
        parts = _Parts(
            kind=Kind(packed >> 60),
            length=length,
            rank=None if rank is None else Rank(rank),
            cards=Hand._trusted(packed & CARD_BITS),
            body=Hand._trusted(body),
            kickers=Hand._trusted((packed & CARD_BITS) - body),
            text=format_move(packed),
        )
        # Two threads may both come here, with equal parts.
        object.__setattr__(self, "_parts", parts)
        return parts

    def __bool__(self) -> bool:
        """Whether this is a play; False for PASS."""
        return self._packed != 0

    def __len__(self) -> int:
        """Count the cards."""
        return card_count(self._packed)

    def __eq__(self, other: object) -> bool:
        """Whether both are moves of the same kind and cards."""
        return self._packed == other._packed if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        """Hash by kind and cards."""
        return hash((Move, self._packed))

    def __int__(self) -> int:
        """Give the packed form."""
        return self._packed

    def __str__(self) -> str:
        """Write the move: body, then ``+`` and kickers, or ``pass``."""
        return (self._parts or self._take_apart()).text

    def __repr__(self) -> str:
        """Show the expression that makes the move (under rules in which it is one)."""
        return f"Move({str(self)!r})"

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: moves are immutable."""
        raise AttributeError("a Move is immutable")

    def __delattr__(self, name: str) -> None:
        """Refuse: moves are immutable."""
        raise AttributeError("a Move is immutable")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the packed form; reading it back gives the shared object."""
        return _unpickle, (self._packed,)

    def __copy__(self) -> Self:
        """Moves are immutable: a copy is the same object."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Moves are immutable: a copy is the same object."""
        return self

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.values import move_value

        return move_value(self)


MoveText: TypeAlias = Move | Cards
"""What a parameter that takes a move accepts."""

# Only what some rules call a play gets here, so the number of actions bounds the cache.
_SHARED: Final[dict[int, Move]] = {}


def _make_move(packed: int) -> "Move":
    """The shared object of a packed move that the engine, or :func:`read_move`, vouches for."""
    move = _SHARED.get(packed)
    if move is None:
        # Two threads may both come here: setdefault lets one object win.
        move = _SHARED.setdefault(packed, _new_move(packed))
    return move


def _new_move(packed: int) -> Move:
    move = object.__new__(Move)
    object.__setattr__(move, "_packed", packed)
    object.__setattr__(move, "_parts", None)
    return move


def _unpickle(packed: int) -> Move:
    # A play of changed rules may be one in no preset, so structure alone is asked for here.
    number = checked_packed(packed)
    if number:
        move_shape(number)
    return _make_move(number)


def read_move(
    value: object, rules: Rules | None, to_beat: int = 0, *, dialect: str = "standard"
) -> int:
    """Read anything that stands for a move: the one reader behind every parameter that takes one.

    Args:
        value: A Move, which must be a play under the rules if any are given; a text; or what makes a Hand, read as
            bare cards. An empty list is PASS.
        rules: The rules; None means ``three_player``, then ``four_player``.
        to_beat: The packed standing play, 0 on a lead. Where cards have several readings, those that do not beat
            it are dropped.
        dialect: Who writes like this.

    Returns:
        The packed move.

    Raises:
        InvalidCardsError: For cards that cannot be read, or that the rules' pack does not hold.
        IllegalMoveError: Reason ``not_a_play``, ``ambiguous`` or ``unreadable``.

    Example:
        >>> hex(read_move("333+4", None))
        '0x4000000000000013'
    """
    if isinstance(value, Move):
        packed = value._packed
        if rules is not None and packed and not rules._ruleset.is_play(packed):
            raise IllegalMoveError("not_a_play", move=str(value))
        return packed
    before, after = _written(value, dialect, 2 if rules is None else rules._ruleset.packs)
    return read_parts(before, after, rules, to_beat)


def _written(value: object, dialect: str, packs: int) -> tuple[int, int | None]:
    if isinstance(value, str):
        return parse_move_text(value, dialect, packs=packs)
    cards = read_cards(value, dialect, packs=packs)
    if cards == 0 and isinstance(value, Hand):
        raise IllegalMoveError("unreadable", text="", detail="it has no cards; a pass is 'pass'")
    return cards, None


def written_parts(value: object, packs: int) -> tuple[int, int | None]:
    """Take a move apart as it is written, whatever the rules say to it.

    Args:
        value: A Move, a text, or what makes a Hand.
        packs: How many packs are in play.

    Returns:
        The packed cards before and after the ``+``, as :func:`~doudizhu_fast.notation.parse_move_text`.

    Raises:
        InvalidCardsError, IllegalMoveError: As :class:`Move`, for what cannot be read.

    Example:
        >>> written_parts(Move("333+4"), packs=1)
        (3, 16)
    """
    if not isinstance(value, Move):
        return _written(value, "standard", packs)
    return value.body._packed, value.kickers._packed or None


install_move_type(_make_move)

PASS: Final[Move] = _make_move(0)
"""Not to play on a standing play; packed form 0."""
