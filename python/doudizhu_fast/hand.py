"""Hand: an immutable multiset of ranks."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Protocol, Self, TypeAlias, cast, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from doudizhu_fast._checks import as_whole, shown
from doudizhu_fast.dialects import dialect_named
from doudizhu_fast.enums import Rank
from doudizhu_fast.exceptions import InvalidArgumentError, InvalidCardsError
from doudizhu_fast.notation import parse_rank, read_cards
from doudizhu_fast.packed import (
    CARD_BITS,
    MOST_OF_RANK,
    card_count,
    clip,
    counts_of,
    exists,
    format_cards,
    missing_cards,
    pack,
)

__all__ = ["Cards", "Hand", "as_hand", "as_packed_hand", "checked_packed"]

_SHIFTS = np.arange(0, 60, 4, dtype=np.uint64)
_MOST = np.array(MOST_OF_RANK, dtype=np.uint8)


@final
class Hand:
    """Cards without suits: how many of each of the fifteen ranks (rules 1.1).

    A hand holds up to 8 cards of a rank and 2 of each joker; where rules are known, their pack is enforced as well.
    Hands are immutable and hashable; they have no order, ``<=`` and ``>=`` ask for containment.

    Args:
        cards: A text, another Hand, a Move (its cards), Rank members, texts of single cards, or whole numbers in a
            dialect of numbers. Nothing makes the empty hand.
        dialect: Who writes like this: ``standard``, ``rlcard``, ``douzero``, ``hlddz``, ``openspiel``, ``botzone``
            or ``german``.

    Raises:
        InvalidCardsError: Reason ``unknown_card`` (with ``position``, counted from 0), ``too_many``,
            ``repeated_card``, ``bare_numbers``, ``mixed`` or ``not_text``.
        InvalidArgumentError: Reason ``out_of_range`` for a dialect that does not exist.

    Example:
        >>> Hand("R 10 3 3")
        Hand('33TR')
        >>> len(Hand("33TR")), Hand("33TR").count("3"), "33" in Hand("33TR")
        (4, 2, True)
        >>> Hand("334") + "4" - "3"
        Hand('344')
        >>> Hand("X")
        Traceback (most recent call last):
        doudizhu_fast.exceptions.InvalidCardsError: ...
    """

    __slots__ = ("_packed",)

    _packed: int

    def __init__(self, cards: "Cards" = "", dialect: str = "standard") -> None:
        object.__setattr__(self, "_packed", _read(cards, dialect))

    @classmethod
    def from_counts(cls, counts: ArrayLike) -> Self:
        """Make a hand from how many it has of each rank.

        Args:
            counts: Fifteen whole numbers by rank, 0 to 8, jokers 0 to 2.

        Returns:
            The hand.

        Raises:
            InvalidCardsError: Reason ``bad_counts`` or ``count_out_of_range`` (with ``index``).

        Example:
            >>> Hand.from_counts([2, 1] + [0] * 12 + [1])
            Hand('334R')
        """
        try:
            numbers = [as_whole(count) for count in islice(cast("Iterable[object]", counts), 16)]
        except TypeError:  # not to be iterated, or only by its word: an array without dimensions
            numbers = []
        if len(numbers) != 15 or None in numbers:
            raise InvalidCardsError("bad_counts", value=shown(counts))
        checked: list[int] = []
        for index, (count, most) in enumerate(zip(numbers, MOST_OF_RANK, strict=True)):
            if count is None or not 0 <= count <= most:
                raise InvalidCardsError("count_out_of_range", value=shown(count), index=index)
            checked.append(count)
        return cls._trusted(pack(checked))

    @classmethod
    def from_packed(cls, packed: int) -> Self:
        """Make a hand from its packed form.

        Args:
            packed: A whole number whose bits 4r to 4r+3 are the count of rank r, ``int(hand)``.

        Returns:
            The hand.

        Raises:
            InvalidArgumentError: Reason ``not_packed`` outside 0 to 2**64 - 1.
            InvalidCardsError: Reason ``kind_bits`` for a packed move, ``too_many`` for counts that exist in no game.

        Example:
            >>> Hand.from_packed(0x12)
            Hand('334')
        """
        number = checked_packed(packed)
        if number > CARD_BITS:
            raise InvalidCardsError("kind_bits", value=number)
        if not exists(number):
            raise InvalidCardsError("too_many", cards=clip(format_cards(number)))
        return cls._trusted(number)

    @classmethod
    def _trusted(cls, packed: int) -> Self:
        hand = object.__new__(cls)
        object.__setattr__(hand, "_packed", packed)
        return hand

    @staticmethod
    def pack_counts(counts: NDArray[np.integer[Any]]) -> NDArray[np.uint64]:
        """Pack many hands at once.

        Args:
            counts: Whole numbers of shape (n, 15), one row a hand, 0 to 8, jokers 0 to 2.

        Returns:
            The packed hands, uint64 of shape (n,).

        Raises:
            InvalidArgumentError: Reason ``wrong_dtype`` or ``wrong_shape``.
            InvalidCardsError: Reason ``count_out_of_range``, for the first number out of range (with ``row`` and
                ``index``).

        Example:
            >>> Hand.pack_counts(np.array([[2, 1] + [0] * 13], dtype=np.uint8))
            array([18], dtype=uint64)
        """
        array = np.asarray(counts)
        if not np.issubdtype(array.dtype, np.integer):
            raise InvalidArgumentError(
                "wrong_dtype", name="counts", expected="whole numbers", value=str(array.dtype)
            )
        if array.ndim != 2 or array.shape[1] != 15:
            raise InvalidArgumentError(
                "wrong_shape", name="counts", expected="(n, 15)", value=str(array.shape)
            )
        bad = (array < 0) | (array > _MOST)
        if bad.any():
            row, index = (int(at) for at in np.argwhere(bad)[0])
            raise InvalidCardsError(
                "count_out_of_range", value=int(array[row, index]), index=index, row=row
            )
        packed: NDArray[np.uint64] = (array.astype(np.uint64) << _SHIFTS).sum(
            axis=1, dtype=np.uint64
        )
        return packed

    @staticmethod
    def unpack_counts(packed: NDArray[np.uint64]) -> NDArray[np.uint8]:
        """Unpack many hands, or the cards of many moves, at once.

        Args:
            packed: Packed hands or moves, uint64 of shape (n,); kind bits are ignored.

        Returns:
            Their counts by rank, uint8 of shape (n, 15).

        Raises:
            InvalidArgumentError: Reason ``wrong_dtype`` or ``wrong_shape``.

        Example:
            >>> Hand.unpack_counts(np.array([18], dtype=np.uint64))[0, :3]
            array([2, 1, 0], dtype=uint8)
        """
        array = np.asarray(packed)
        if array.dtype != np.uint64:
            raise InvalidArgumentError(
                "wrong_dtype", name="packed", expected="uint64", value=str(array.dtype)
            )
        if array.ndim != 1:
            raise InvalidArgumentError(
                "wrong_shape", name="packed", expected="(n,)", value=str(array.shape)
            )
        return (array[:, None] >> _SHIFTS & np.uint64(15)).astype(np.uint8)

    @property
    def counts(self) -> NDArray[np.uint8]:
        """How many of each rank: a new uint8 array of shape (15,).

        Example:
            >>> Hand("334").counts[:3]
            array([2, 1, 0], dtype=uint8)
        """
        return np.array(counts_of(self._packed), dtype=np.uint8)

    def count(self, rank: Rank | int | str) -> int:
        """Count one rank.

        Args:
            rank: A Rank, its index 0 to 14, or the text of one card.

        Returns:
            How many the hand has.

        Raises:
            InvalidCardsError: For a text that is not one card.
            InvalidArgumentError: Reason ``wrong_type`` or ``out_of_range``.

        Example:
            >>> Hand("334").count(Rank.THREE)
            2
        """
        return self._packed >> 4 * parse_rank(rank) & 15

    def to(self, dialect: str) -> str | list[int]:
        """Write the hand as another program writes it.

        Args:
            dialect: As for :class:`Hand`.

        Returns:
            A text; under ``douzero`` and ``botzone`` a list of numbers, where Botzone's card numbers are the lowest
            of each rank, since a hand knows no suits.

        Raises:
            InvalidArgumentError: Reason ``out_of_range`` for a dialect that does not exist.
            InvalidCardsError: Reason ``not_in_pack`` for cards that the dialect's one pack does not hold.

        Example:
            >>> Hand("3TR").to("openspiel"), Hand("32R").to("douzero")
            ('3T(CJ)', [3, 17, 30])
        """
        return dialect_named(dialect).write(counts_of(self._packed))

    def __len__(self) -> int:
        """Count the cards."""
        return card_count(self._packed)

    def __bool__(self) -> bool:
        """Whether there are any cards."""
        return self._packed != 0

    def __iter__(self) -> Iterator[Rank]:
        """Go through the cards in ascending order, a rank as often as it is held."""
        for rank, count in zip(Rank, counts_of(self._packed), strict=True):
            for _ in range(count):
                yield rank

    def __contains__(self, cards: object) -> bool:
        """Whether the hand holds a Rank, or all cards of a text or another hand."""
        if isinstance(cards, Rank):
            return self._packed >> 4 * cards & 15 > 0
        return missing_cards(self._packed, _read(cards)) == 0

    def __add__(self, other: "Cards") -> "Hand":
        """Put cards together; :class:`InvalidCardsError` where more of a rank come together than exist."""
        if not _stands_for_cards(other):
            return NotImplemented
        cards = _read(other)
        # Counts to 8 add to 16 at most, which overflows a nibble: so each is compared on its own.
        for count, more, most in zip(
            counts_of(self._packed), counts_of(cards), MOST_OF_RANK, strict=True
        ):
            if count + more > most:
                together = f"{self} and {format_cards(cards)} together"
                raise InvalidCardsError("too_many", cards=together)
        return Hand._trusted(self._packed + cards)

    __radd__ = __add__

    def __sub__(self, other: "Cards") -> "Hand":
        """Take cards away; :class:`InvalidCardsError` where the hand lacks them."""
        if not _stands_for_cards(other):
            return NotImplemented
        return self._less(_read(other))

    def __rsub__(self, other: "Cards") -> "Hand":
        """Take this hand away from cards."""
        if not _stands_for_cards(other):
            return NotImplemented
        return Hand(other)._less(self._packed)

    def _less(self, cards: int) -> "Hand":
        missing = missing_cards(self._packed, cards)
        if missing:
            raise InvalidCardsError(
                "not_in_hand",
                cards=format_cards(cards, "-"),
                hand=format_cards(self._packed, "-"),
                missing=format_cards(missing),
            )
        return Hand._trusted(self._packed - cards)

    def __le__(self, other: "Cards") -> bool:
        """Whether every card of this hand is in the other as well."""
        if not _stands_for_cards(other):
            return NotImplemented
        return missing_cards(_read(other), self._packed) == 0

    def __ge__(self, other: "Cards") -> bool:
        """Whether this hand holds every card of the other."""
        if not _stands_for_cards(other):
            return NotImplemented
        return missing_cards(self._packed, _read(other)) == 0

    def __eq__(self, other: object) -> bool:
        """Whether both are hands of the same cards."""
        return self._packed == other._packed if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        """Hash by cards."""
        return hash((Hand, self._packed))

    def __int__(self) -> int:
        """Give the packed form."""
        return self._packed

    def __str__(self) -> str:
        """Write the cards in canonical text, the empty hand as no text."""
        return format_cards(self._packed)

    def __repr__(self) -> str:
        """Show the expression that makes the hand."""
        return f"Hand({str(self)!r})"

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: hands are immutable."""
        raise AttributeError("a Hand is immutable")

    def __delattr__(self, name: str) -> None:
        """Refuse: hands are immutable."""
        raise AttributeError("a Hand is immutable")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the packed form."""
        return Hand.from_packed, (self._packed,)

    def __copy__(self) -> Self:
        """Hands are immutable: a copy is the same object."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Hands are immutable: a copy is the same object."""
        return self

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.values import hand

        return hand(self)


def _read(cards: object, dialect: str = "standard") -> int:
    # A hand alone knows no rules, so it may be one of the larger game.
    return read_cards(cards, dialect, packs=2)


class HoldsCards(Protocol):
    """What has packed cards: a Hand or a Move."""

    _packed: int


Cards: TypeAlias = HoldsCards | str | Iterable[Any]
"""What a parameter that takes cards accepts."""


def _stands_for_cards(value: object) -> bool:
    return isinstance(value, str | Iterable) or hasattr(value, "_packed")


def checked_packed(packed: object) -> int:
    """Take a packed number.

    Args:
        packed: A whole number of any type.

    Returns:
        It as an int.

    Raises:
        InvalidArgumentError: Reason ``not_packed`` for anything but a whole number from 0 to 2**64 - 1.

    Example:
        >>> checked_packed(np.uint64(18))
        18
    """
    number = as_whole(packed)
    if number is None or not 0 <= number < 1 << 64:
        raise InvalidArgumentError("not_packed", value=shown(packed))
    return number


def as_hand(cards: object, packs: int) -> Hand:
    """Take what a parameter that takes a hand accepts, as a Hand.

    Args:
        cards: As for :class:`Hand`.
        packs: How many packs are in play.

    Returns:
        The hand.

    Raises:
        InvalidCardsError: As :class:`Hand`.

    Example:
        >>> as_hand("433", packs=1)
        Hand('334')
    """
    return cards if isinstance(cards, Hand) else Hand._trusted(read_cards(cards, packs=packs))


def as_packed_hand(cards: object, packs: int) -> int:
    """Take what a parameter that takes a hand accepts.

    Args:
        cards: As for :class:`Hand`.
        packs: How many packs are in play.

    Returns:
        The packed cards.

    Raises:
        InvalidCardsError: As :class:`Hand`.

    Example:
        >>> as_packed_hand("334", packs=1)
        18
    """
    return cards._packed if isinstance(cards, Hand) else read_cards(cards, packs=packs)
