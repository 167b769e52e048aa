"""Odds: exact probabilities of what lies in the hands that an analyst does not see."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from doudizhu_fast import _backend
from doudizhu_fast._checks import as_whole, shown, whole
from doudizhu_fast.analysis._knowledge import Known, KnownCards, read_known
from doudizhu_fast.enums import Rank
from doudizhu_fast.exceptions import IllegalMoveError, InvalidArgumentError
from doudizhu_fast.hand import Cards, Hand
from doudizhu_fast.move import MoveText, read_move
from doudizhu_fast.notation import parse_rank
from doudizhu_fast.packed import card_count
from doudizhu_fast.rules import Rules

__all__ = ["Odds", "Probability", "Who", "odds"]

Who: TypeAlias = int | Literal["any", "bottom"]
"""Whose cards: 1 for the next player, and so on; at least one of the other players; or the bottom cards."""

_LEAST_BOMB = 4


@dataclass(frozen=True, slots=True)
class Probability:
    """An exact probability.

    Attributes:
        favourable: Deals in which it holds.
        all: All deals, each as likely as any other.

    Example:
        >>> chance = Probability(3, 12)
        >>> chance.fraction, chance.value, float(chance)
        (Fraction(1, 4), 0.25, 0.25)
        >>> print(chance)
        25.0000 % (1/4)
    """

    favourable: int
    all: int

    @property
    def fraction(self) -> Fraction:
        """The probability in lowest terms."""
        return Fraction(self.favourable, self.all)

    @property
    def value(self) -> float:
        """The probability as a float from 0 to 1, correctly rounded."""
        return self.favourable / self.all

    def __float__(self) -> float:
        """Give :attr:`value`."""
        return self.value

    def __str__(self) -> str:
        """Write it in percent, and as a fraction while that is short."""
        exact = str(self.fraction)
        told = f" ({exact})" if len(exact) <= 24 else ""
        return f"{100 * self.value:.4f} %{told}"

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.results import probability

        return probability(self)


class Odds:
    """What lies where among the cards that nobody has shown, counted over all deals that are possible.

    Made by :func:`odds`. Every deal of the unseen cards that fits what is known is equally likely; what bids and plays
    suggest is not weighed. A place is an ``int``, how many seats after the asker's a player sits; ``"bottom"``; or
    ``"any"``, at least one of the other players.

    Attributes:
        rules: The rules.
        hand: The asker's own cards.
        unseen: All cards that lie in the other places.
        sizes: How many cards the other players hold, next one first, and after them the bottom; 0 for a bottom that
            was taken. For a random hand: its cards, and those left over.

    Example:
        >>> chances = odds("3344556677889TTJQ")
        >>> print(chances.rocket("any"))
        40.8408 % (136/333)
        >>> chances.at_least("2", 4, 1).fraction
        Fraction(4, 111)
    """

    __slots__ = ("_everyone", "_known", "_places", "_unseen")

    def __init__(self, known: Known) -> None:
        players = len(known.sizes) - 1
        self._known = known
        self._everyone = list(range(players))
        self._places: dict[object, list[int]] = {"any": self._everyone}
        if known.is_table:
            self._places |= {step: [step - 1] for step in range(1, players + 1)}
            self._places["bottom"] = [players]
        places = list(zip(known.certain, known.sizes, strict=True))
        self._unseen = _backend.engine.Unseen(known.rules._ruleset, known.unseen, places)

    def __reduce__(self) -> tuple[type["Odds"], tuple[Known]]:
        """Copies and pickles hold what is known, and count again."""
        return Odds, (self._known,)

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._known.rules

    @property
    def hand(self) -> Hand:
        """The asker's own cards."""
        return Hand._trusted(self._known.own)

    @property
    def unseen(self) -> Hand:
        """All cards that lie in the other places."""
        return Hand._trusted(self._known.unseen)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards lie in each of them."""
        return self._known.sizes

    def bomb(self, who: Who = "any", size: int = _LEAST_BOMB) -> Probability:
        """How likely it is that somebody holds a bomb; the rocket is none.

        Args:
            who: A place.
            size: The least number of its cards, 4 to 8; above 4 with two packs only.

        Raises:
            InvalidArgumentError: Reason ``out_of_range`` or ``wrong_type``.

        Example:
            >>> odds(cards=17).bomb().fraction
            Fraction(9164971927, 95452143255)
        """
        most = 4 * self.rules._ruleset.packs
        least = whole(size, "size", _LEAST_BOMB, most)
        return Probability(*self._unseen.bomb(self._watched(who), least))

    def rocket(self, who: Who = "any") -> Probability:
        """How likely it is that somebody holds the rocket: all jokers.

        Args:
            who: A place.

        Raises:
            InvalidArgumentError: Reason ``out_of_range``.

        Example:
            >>> print(odds("3344556677889TTJQ").rocket("bottom"))
            0.4505 % (1/222)
        """
        return Probability(*self._unseen.rocket(self._watched(who)))

    def bomb_or_rocket(self, who: Who = "any") -> Probability:
        """How likely it is that somebody holds a bomb of any size, the rocket, or both.

        Args:
            who: A place.

        Raises:
            InvalidArgumentError: Reason ``out_of_range``.

        Example:
            >>> round(odds(cards=20).bomb_or_rocket().value, 10)
            0.3036861492
        """
        return Probability(*self._unseen.bomb_or_rocket(self._watched(who)))

    def at_least(self, rank: Rank | str | int, k: int, who: Who = "any") -> Probability:
        """How likely it is that somebody holds so many cards of a rank.

        Args:
            rank: The rank, or its letter or index.
            k: At least so many cards, from 0 to all that the pack has.
            who: A place.

        Raises:
            InvalidArgumentError: Reason ``out_of_range`` or ``wrong_type``.
            InvalidCardsError: For a text that is not one card.

        Example:
            >>> odds("3344556677889TTJQ").at_least("R", 1, "bottom").fraction
            Fraction(3, 37)
        """
        chosen = parse_rank(rank)
        copies = 1 if chosen >= Rank.BLACK_JOKER else 4
        least = whole(k, "k", 0, copies * self.rules._ruleset.packs)
        return Probability(*self._unseen.at_least(self._watched(who), chosen, least))

    def beats(self, move: MoveText, who: Who = "any") -> Probability:
        """How likely it is that somebody holds a play that beats this one, bombs and the rocket included.

        Args:
            move: The play, or its text.
            who: A place.

        Raises:
            IllegalMoveError: Reason ``not_a_play``, for PASS too; ``ambiguous`` or ``unreadable``.
            InvalidCardsError: For cards that cannot be read.
            InvalidArgumentError: Reason ``out_of_range``.

        Example:
            >>> print(odds("3344556677889TTJQ").beats("QQ", 1))
            98.0131 % (2124757/2167830)
        """
        packed = read_move(move, self.rules)
        if not packed:
            raise IllegalMoveError("not_a_play", move="pass")
        return Probability(*self._unseen.beats(self._watched(who), packed))

    def _watched(self, who: Who) -> list[int]:
        place = who if isinstance(who, str) else as_whole(who)
        if place in self._places:
            return self._places[place]
        names = [repr(place) if isinstance(place, str) else str(place) for place in self._places]
        raise InvalidArgumentError(
            "out_of_range", name="who", expected=" or ".join(names), value=shown(who)
        )

    def __repr__(self) -> str:
        """Show what is known."""
        sizes = "/".join(map(str, self.sizes))
        return f"<Odds of {card_count(self._known.unseen)} unseen cards in {sizes}, {self.rules}>"

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.results import odds

        return odds(self)


def odds(
    hand: KnownCards = "",
    rules: Rules | str | None = None,
    bottom: Cards | None = None,
    seen: Cards = "",
    cards: int | Sequence[int] | None = None,
) -> Odds:
    """Ask about the cards that are not seen; every answer is exact.

    Args:
        hand: The asker's own cards: 17 (four players: 25) while the bottom is unseen, or 20 (33) of the landlord. Or a
            :class:`View`, which tells everything else itself: what was played, how many cards everybody holds, that
            the landlord has the shown bottom cards and the first bidder the turned-up card as far as they may not have
            played them.
        rules: The rules or a preset's name; three_player without.
        bottom: The bottom cards, if they are known. They lie there, or with the landlord where ``cards`` show one: the
            one player with 20 (33).
        seen: Cards that are out of play.
        cards: How many cards the other players hold, next one first. One number asks about that many random cards out
            of those that are neither in the hand nor seen, and ``who`` is then left out.

    Returns:
        The odds, to be asked by :meth:`Odds.bomb`, :meth:`Odds.rocket`, :meth:`Odds.at_least`, :meth:`Odds.beats`.

    Raises:
        NativeExtensionError: Under the reference engine.
        InvalidCardsError: Reason ``not_in_pack``; ``wrong_deal`` for bottom cards that cannot be; for a text that
            cannot be read.
        InvalidArgumentError: Reason ``sizes_unknown`` where the number of own cards does not tell how many the others
            hold, ``wrong_sizes``, ``told_already``, ``wrong_type`` or ``out_of_range``.
        InvalidRulesError: For rules that do not exist.

    Example:
        >>> chances = odds("3344556677889TTJQ")
        >>> chances.rocket(1).fraction, chances.rocket("bottom").fraction
        (Fraction(68, 333), Fraction(1, 222))
        >>> odds(cards=17).rocket().value
        0.09503843466107617
        >>> odds("3344556677889TTJ", seen="Q", cards=(20, 17)).sizes
        (20, 17, 0)
    """
    _backend.need_native("odds")
    return Odds(read_known(hand, rules, bottom, seen, cards))
