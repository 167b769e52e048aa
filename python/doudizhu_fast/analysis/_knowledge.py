"""What an analyst knows: own cards, unseen cards, and how many of them lie in which place."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

from doudizhu_fast._checks import as_whole, whole, wrong_type
from doudizhu_fast.deals import whole_pack
from doudizhu_fast.exceptions import InvalidArgumentError, InvalidCardsError
from doudizhu_fast.hand import Cards, as_packed_hand
from doudizhu_fast.packed import card_count, clip, counts_of, format_cards, pack
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.view import View
from doudizhu_fast.view._unseen import add_cards

__all__ = ["Known", "KnownCards", "read_known"]

KnownCards: TypeAlias = Cards | View
"""What takes a hand takes a view as well."""


@dataclass(frozen=True, slots=True)
class Known:
    """The places of the unseen cards: the other players, next one first, then the bottom.

    Attributes:
        rules: The rules.
        own: The asker's cards, packed.
        unseen: All cards of the places, packed.
        sizes: How many cards each place holds; 0 for a bottom that was taken.
        certain: The cards that surely lie in each place, packed.
        is_table: False where the first place is a random hand and the second all that is left.
    """

    rules: Rules
    own: int
    unseen: int
    sizes: tuple[int, ...]
    certain: tuple[int, ...]
    is_table: bool = True


def read_known(
    hand: KnownCards,
    rules: Rules | str | None = None,
    bottom: Cards | None = None,
    seen: Cards = "",
    cards: int | Sequence[int] | None = None,
) -> Known:
    """Read what is known of the cards.

    Args:
        hand: The asker's cards, or a view, which tells everything else itself.
        rules: The rules or a preset's name; three_player without.
        bottom: The bottom cards, if the asker has seen them. They are with the landlord where the sizes show one: the
            asker with 20 cards (four players: 33), or the one other player with so many. Otherwise they lie there.
        seen: Cards that are out of play.
        cards: How many cards the other players hold, next one first; what is left is the bottom. Without it the asker
            has 17 (25) cards and the bottom is unseen, or 20 (33) and is the landlord. One number n speaks of n random
            cards among those that are neither the asker's nor seen, and of no table.

    Returns:
        What follows.

    Raises:
        InvalidCardsError: For cards that cannot be read; reason ``not_in_pack``, ``wrong_deal`` for bottom cards that
            cannot be.
        InvalidArgumentError: Reason ``sizes_unknown``, ``wrong_sizes``, ``told_already``, ``wrong_type`` or
            ``out_of_range``.
        InvalidRulesError: For rules that do not exist.

    Example:
        >>> known = read_known("3344556677889TJQK")
        >>> known.sizes, card_count(known.unseen)
        ((17, 17, 3), 37)
        >>> read_known("34", seen="22", cards=(3, 1), rules="three_player")
        Traceback (most recent call last):
        doudizhu_fast.exceptions.InvalidArgumentError: ...
    """
    if isinstance(hand, View):
        given = {"rules": rules, "bottom": bottom, "cards": cards, "seen": seen or None}
        for name, value in given.items():
            if value is not None:
                raise InvalidArgumentError("told_already", name=name, by="a view")
        return _of_view(hand)
    return _Reader(as_rules(rules), hand, bottom, seen).known(cards)


def _of_view(view: View) -> Known:
    players = view.rules.players
    others = [(view.seat + step) % players for step in range(1, players)]
    by_seat = view._certain()
    unseen = view.unseen._packed
    sizes = [view.counts[seat] for seat in others]
    return Known(
        rules=view.rules,
        own=view.hand._packed,
        unseen=unseen,
        sizes=(*sizes, card_count(unseen) - sum(sizes)),
        certain=(*(by_seat[seat] for seat in others), 0),
    )


class _Reader:
    """A hand and what was said with it."""

    def __init__(self, rules: Rules, hand: Cards, bottom: Cards | None, seen: Cards) -> None:
        ruleset = rules._ruleset
        self.rules = rules
        self.own = as_packed_hand(hand, ruleset.packs)
        self.bottom = None if bottom is None else as_packed_hand(bottom, ruleset.packs)
        gone = as_packed_hand(seen, ruleset.packs)
        self.bottom_size = ruleset.bottom_size
        self.dealt, self.largest = ruleset.hand_size, ruleset.largest_play
        self.unseen = self._without(add_cards(self.own, gone))
        if self.bottom is not None and card_count(self.bottom) != self.bottom_size:
            self._refuse_bottom(self.bottom, f"the bottom has {self.bottom_size} cards")

    def known(self, cards: int | Sequence[int] | None) -> Known:
        """Bring the numbers of cards together with the cards."""
        number = as_whole(cards)
        if number is not None:
            return self._random_hand(number)
        sizes = self._dealt_sizes() if cards is None else self._read_sizes(cards)
        left = card_count(self.unseen) - sum(sizes)
        if left not in (0, self.bottom_size):
            raise InvalidArgumentError(
                "wrong_sizes",
                unseen=card_count(self.unseen),
                sizes="/".join(map(str, sizes)),
                bottom=self.bottom_size,
            )
        places = (*sizes, left)
        certain = [0] * len(places)
        if self.bottom is not None:
            holder = len(sizes) if left else self._landlord(self.bottom, sizes)
            if holder is not None:
                self._without(add_cards(self.own, self.bottom))
                certain[holder] = self.bottom
        return Known(self.rules, self.own, self.unseen, places, tuple(certain))

    def _random_hand(self, number: int) -> Known:
        if self.bottom is not None:
            raise InvalidArgumentError("told_already", name="bottom", by="a random hand")
        total = card_count(self.unseen)
        size = whole(number, "cards", 0, total)
        return Known(self.rules, self.own, self.unseen, (size, total - size), (0, 0), False)

    def _dealt_sizes(self) -> tuple[int, ...]:
        count = card_count(self.own)
        if count not in (self.dealt, self.largest) or card_count(self.unseen) + count < card_count(
            whole_pack(self.rules)
        ):
            raise InvalidArgumentError(
                "sizes_unknown", name="cards", count=count, dealt=self.dealt, landlord=self.largest
            )
        return (self.dealt,) * (self.rules.players - 1)

    def _read_sizes(self, cards: object) -> tuple[int, ...]:
        others = self.rules.players - 1
        if not isinstance(cards, Sequence) or isinstance(cards, str) or len(cards) != others:
            raise wrong_type("cards", f"one number, or {others}, one for each other player", cards)
        return tuple(whole(size, "cards", 0, self.largest) for size in cards)

    def _landlord(self, bottom: int, sizes: Sequence[int]) -> int | None:
        """Give the place that holds the bottom; None for the asker's own hand."""
        if card_count(self.own) == self.largest:
            held = zip(counts_of(self.own), counts_of(bottom), strict=True)
            if any(count < taken for count, taken in held):
                self._refuse_bottom(bottom, "the landlord's hand does not hold it")
            return None
        landlords = [place for place, size in enumerate(sizes) if size == self.largest]
        if len(landlords) != 1:
            self._refuse_bottom(bottom, "these numbers of cards do not show who took it")
        return landlords[0]

    def _without(self, taken: Sequence[int]) -> int:
        """Give the pack less these counts."""
        pack_counts = counts_of(whole_pack(self.rules))
        left = [most - count for most, count in zip(pack_counts, taken, strict=True)]
        if min(left) < 0:
            excess = pack(max(0, -count) for count in left)
            cards = pack(min(count, 15) for count in taken)
            raise InvalidCardsError(
                "not_in_pack", cards=clip(format_cards(cards)), excess=format_cards(excess)
            )
        return pack(left)

    @staticmethod
    def _refuse_bottom(bottom: int, detail: str) -> NoReturn:
        cards = clip(format_cards(bottom, "-"))
        raise InvalidCardsError("wrong_deal", detail=f"bottom cards {cards}: {detail}")
