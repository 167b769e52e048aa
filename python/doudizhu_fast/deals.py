"""Deals: who holds what before the first call (rules 1.2), given or drawn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from doudizhu_fast._checks import shown, whole, wrong_type
from doudizhu_fast.enums import Rank
from doudizhu_fast.exceptions import (
    DoudizhuError,
    InvalidCardsError,
    InvalidRecordError,
    InvalidRulesError,
)
from doudizhu_fast.hand import Hand, as_hand
from doudizhu_fast.notation import parse_rank
from doudizhu_fast.packed import clip, counts_of, format_cards, pack
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.seeds import Seed, resolve_seed, stream

__all__ = ["Deal", "deal", "draw_deal", "whole_pack"]

_LONGEST_TEXT = 1000
_PACKS = {packs: pack([4 * packs] * 13 + [packs] * 2) for packs in (1, 2)}


def whole_pack(rules: Rules) -> int:
    """Give all cards of a game, packed (rules 1.1).

    Example:
        >>> format_cards(whole_pack(Rules()))[-6:]
        '2222BR'
    """
    return _PACKS[rules._ruleset.packs]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Deal:
    """All cards of one game and who bids first (rules 1.2): an immutable value.

    Args:
        hands: The hands by seat before the bottom is taken, each a Hand or its text: 17 cards each for 3 players, 25
            for 4.
        bottom: The bottom cards, 3 or 8.
        first_bidder: The seat that calls first, 0 to players - 1.
        turned_up: The rank of the card that was shown while it was dealt, which the first bidder holds: a Rank, its
            index, or its text. None where it is not known, and always under ``turned_up_card=False``.
        rules: The rules or a preset's name; three_player without.

    Raises:
        InvalidCardsError: Reason ``wrong_deal`` where sizes, the pack or the turned-up card do not fit; the reasons of
            :class:`Hand` for cards that cannot be read.
        InvalidArgumentError: Reason ``wrong_type`` or ``out_of_range`` for the first bidder or the turned-up rank.

    Attributes:
        hands: The hands by seat.
        bottom: The bottom cards.
        first_bidder: The seat that calls first.
        turned_up: The rank of the turned-up card, or None.
        rules: The rules the cards were dealt for.

    Example:
        >>> table = Deal(
        ...     ["33334444555566667", "77788889999TTTTJJ", "JJQQQQKKKKAAAA222"],
        ...     "2BR",
        ...     first_bidder=1,
        ...     turned_up="T",
        ... )
        >>> table.hands[2], table.turned_up
        (Hand('JJQQQQKKKKAAAA222'), <Rank.TEN: 7>)
    """

    hands: tuple[Hand, ...]
    bottom: Hand
    first_bidder: int
    turned_up: Rank | None
    rules: Rules

    def __init__(
        self,
        hands: Sequence[Hand | str],
        bottom: Hand | str,
        first_bidder: int,
        turned_up: Rank | int | str | None = None,
        rules: Rules | str | None = None,
    ) -> None:
        rules = as_rules(rules)
        if isinstance(hands, str) or not isinstance(hands, Sequence):
            raise wrong_type("hands", "one hand per seat", hands)
        packs = rules._ruleset.packs
        cards = [as_hand(hand, packs) for hand in hands]
        left = as_hand(bottom, packs)
        first = whole(first_bidder, "first_bidder", 0, rules.players - 1)
        rank = None if turned_up is None else parse_rank(turned_up)
        _check_cards(cards, left, rules)
        _check_turned_up(cards[first], first, rank, rules)
        self._set(tuple(cards), left, first, rank, rules)

    def _set(
        self,
        hands: tuple[Hand, ...],
        bottom: Hand,
        first_bidder: int,
        turned_up: Rank | None,
        rules: Rules,
    ) -> None:
        values = (hands, bottom, first_bidder, turned_up, rules)
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    @classmethod
    def _known(
        cls,
        hands: Iterable[int],
        bottom: int,
        first_bidder: int,
        turned_up: int | None,
        rules: Rules,
    ) -> Self:
        """Make a deal of packed cards that are known to be right."""
        self = cls.__new__(cls)
        rank = None if turned_up is None or not rules.turned_up_card else Rank(turned_up)
        dealt = tuple(Hand._trusted(hand) for hand in hands)
        self._set(dealt, Hand._trusted(bottom), first_bidder, rank, rules)
        return self

    @property
    def text(self) -> str:
        """The deal as one line: preset, hands, bottom, first bidder, turned-up card or ``-``.

        Example:
            >>> deal(5).text == Deal.parse(deal(5).text).text
            True
        """
        hands = "/".join(str(hand) for hand in self.hands)
        shown_card = "-" if self.turned_up is None else self.turned_up.letter
        return f"{self.rules} {hands} {self.bottom} {self.first_bidder} {shown_card}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what :attr:`text` writes.

        Args:
            text: One line of five words.

        Raises:
            InvalidRecordError: Reason ``bad_deal``.

        Example:
            >>> Deal.parse(
            ...     "three_player 33334444555566667/77788889999TTTTJJ/JJQQQQKKKKAAAA222 2BR 1 T"
            ... ).bottom
            Hand('2BR')
        """
        if not isinstance(text, str):
            raise InvalidRecordError("bad_deal", text=shown(text), detail="it is no text")
        text = text.strip()
        if len(text) > _LONGEST_TEXT:
            raise _unreadable(text, f"it has {len(text)} characters, more than {_LONGEST_TEXT}")
        words = text.split()
        if len(words) != 5:
            raise _unreadable(text, "it must have five words")
        rules, hands, bottom, first_bidder, turned_up = words
        if first_bidder not in ("0", "1", "2", "3"):
            raise _unreadable(text, f"{clip(first_bidder)!r} is no seat")
        rank = None if turned_up == "-" else turned_up
        try:
            return cls(hands.split("/"), bottom, int(first_bidder), rank, rules)
        except DoudizhuError as error:
            raise _unreadable(text, str(error)) from error

    def under(self, rules: Rules | str | None) -> "Deal":
        """Give the same cards for other rules of the same number of players.

        Args:
            rules: The rules or a preset's name.

        Returns:
            A deal with these rules; the turned-up card is dropped where they have none.

        Raises:
            InvalidRulesError: Reason ``wrong_players``.

        Example:
            >>> deal(5).under("national").rules == Rules.national()
            True
        """
        rules = as_rules(rules)
        if rules == self.rules:
            return self
        if rules.players != self.rules.players:
            raise InvalidRulesError(
                "wrong_players",
                what="this deal",
                expected=self.rules.players,
                players=rules.players,
            )
        turned_up = self.turned_up if rules.turned_up_card else None
        return type(self)(self.hands, self.bottom, self.first_bidder, turned_up, rules)

    def __repr__(self) -> str:
        """Write the deal so that it can be pasted back."""
        return f"Deal.parse({self.text!r})"

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.values import deal

        return deal(self)


def deal(seed: Seed = None, rules: Rules | str | None = None) -> Deal:
    """Draw one deal: every deal is equally likely (rules 1.2).

    Args:
        seed: A seed, see :func:`resolve_seed`; the same seed gives the same deal under both backends.
        rules: The rules or a preset's name; three_player without.

    Returns:
        The deal that also begins ``Game(seed=seed, rules=rules)``.

    Raises:
        InvalidArgumentError: Reason ``bad_seed``.

    Example:
        >>> deal(5) == deal(5), deal(5) == deal(6)
        (True, False)
        >>> [len(hand) for hand in deal(5, "four_player").hands]
        [25, 25, 25, 25]
    """
    rules = as_rules(rules)
    return draw_deal(resolve_seed(seed), 0, 0, rules)


def draw_deal(root: int, game: int, redeal: int, rules: Rules) -> Deal:
    """Draw redeal number ``redeal`` of game ``game`` of a run.

    Args:
        root: The root of the run.
        game: The index of the game, 0 to 2**64 - 1.
        redeal: How often this game was thrown in before.
        rules: The rules.

    Example:
        >>> draw_deal(5, 0, 0, Rules()) == deal(5)
        True
    """
    hands, bottom, first_bidder, turned_up = rules._ruleset.deal(*stream(root), game, redeal)
    return Deal._known(hands, bottom, first_bidder, turned_up, rules)


def _check_cards(hands: list[Hand], bottom: Hand, rules: Rules) -> None:
    if len(hands) != rules.players:
        _refuse(f"{rules.players} hands are needed, got {len(hands)}")
    for seat, hand in enumerate(hands):
        if len(hand) != rules._ruleset.hand_size:
            _refuse(f"seat {seat} has {len(hand)} cards, not {rules._ruleset.hand_size}")
    if len(bottom) != rules._ruleset.bottom_size:
        _refuse(f"the bottom has {len(bottom)} cards, not {rules._ruleset.bottom_size}")
    together = [
        sum(counts) for counts in zip(*(counts_of(int(h)) for h in (*hands, bottom)), strict=True)
    ]
    expected = counts_of(whole_pack(rules))
    # All cards are there in number, so whatever is too often is missing elsewhere.
    extra = pack(max(0, n - most) for n, most in zip(together, expected, strict=True))
    if extra:
        lacking = pack(max(0, most - n) for n, most in zip(together, expected, strict=True))
        _refuse(f"{format_cards(extra)} too often, {format_cards(lacking)} nowhere")


def _check_turned_up(hand: Hand, first_bidder: int, rank: Rank | None, rules: Rules) -> None:
    if rank is None:
        return
    if not rules.turned_up_card:
        _refuse("these rules turn no card up")
    if not counts_of(int(hand))[rank]:
        _refuse(f"seat {first_bidder} bids first without holding the turned-up {rank.letter}")


def _unreadable(text: str, detail: str) -> InvalidRecordError:
    return InvalidRecordError("bad_deal", text=clip(text), detail=detail)


def _refuse(detail: str) -> None:
    raise InvalidCardsError("wrong_deal", detail=detail)
