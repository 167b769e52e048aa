"""The dialects in which cards are read and written: one row of a table each.

The standard dialect has its own grammar (:mod:`doudizhu_fast.standard_text`). Every other row is either a list of
spellings, one per rank, or a list of numbers. A further dialect is a further row.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from doudizhu_fast._checks import shown
from doudizhu_fast.enums import LETTERS, Rank
from doudizhu_fast.exceptions import InvalidArgumentError, InvalidCardsError
from doudizhu_fast.standard_text import Card, UnreadableError, fold, read_standard

__all__ = ["DIALECTS", "Dialect", "dialect_named", "read_numbers"]

_LETTERS = tuple(LETTERS)


class Dialect(NamedTuple):
    """How one program or one language writes cards.

    Attributes:
        name: The name by which ``dialect=`` asks for it.
        meaning: One line on who writes like this.
        spellings: What each of the fifteen ranks is written as; empty for a dialect of numbers.
        also: Further spellings that are read, never written, and the rank of each.
        suits: Letters that may stand before a rank and are dropped.
        numbers: The number of each card and its rank; empty for a dialect of letters.
        exact_cards: Whether a number names one card of one pack, so that none can appear twice.
    """

    name: str
    meaning: str
    spellings: tuple[str, ...] = ()
    also: Mapping[str, int] = MappingProxyType({})
    suits: str = ""
    numbers: Mapping[int, int] = MappingProxyType({})
    exact_cards: bool = False

    def read(self, text: str) -> list[Card]:
        """Read cards from a text.

        Args:
            text: The cards; numbers are separated by anything that is no digit or letter.

        Returns:
            The cards as written.

        Raises:
            UnreadableError: Where the text is none of this dialect's.

        Example:
            >>> [card.rank for card in DIALECTS["german"].read("10 B D")]
            [7, 8, 9]
        """
        if self.numbers:
            return _read_number_text(self, text)
        if not self.spellings:
            return read_standard(text)
        return _read_spellings(self, text)

    def write(self, counts: Iterable[int]) -> str | list[int]:
        """Write cards.

        Args:
            counts: How many of each rank, fifteen numbers.

        Returns:
            A text, or a list of numbers in the dialects of numbers; ascending in rank. Where a number names one
            card of the pack, the lowest numbers of the rank are taken.

        Raises:
            InvalidCardsError: Reason ``not_in_pack`` for more cards of a rank than the dialect has numbers.

        Example:
            >>> DIALECTS["douzero"].write([2] + [0] * 11 + [1, 1, 0])
            [3, 3, 17, 20]
        """
        if not self.numbers:
            spellings = self.spellings or _LETTERS
            return "".join(
                spelling * count for spelling, count in zip(spellings, counts, strict=True)
            )
        of_rank: list[list[int]] = [[] for _ in Rank]
        for number, rank in self.numbers.items():
            of_rank[rank].append(number)
        written: list[int] = []
        for rank, count in enumerate(counts):
            if self.exact_cards and count > len(of_rank[rank]):
                letter = Rank(rank).letter
                excess = letter * (count - len(of_rank[rank]))
                raise InvalidCardsError("not_in_pack", cards=letter * count, excess=excess)
            written += of_rank[rank][:count] if self.exact_cards else of_rank[rank][:1] * count
        return written


# Compiled, and kept by `re`, at their first use: most programs never read these dialects.
_SEPARATOR = r"[\s,\-|()\[\]{}<>、]"
_DIGITS = r"[0-9]+"


def _read_spellings(dialect: Dialect, text: str) -> list[Card]:
    folded, origin = fold(text)
    ranks = {spelling: rank for rank, spelling in enumerate(dialect.spellings)} | dict(dialect.also)
    longest_first = sorted(ranks, key=len, reverse=True)
    suits = f"([{dialect.suits}])?" if dialect.suits else "()"
    # A spelling is tried with its suit last: "BJ" is a joker before it could be a suit and a jack.
    card = re.compile(
        f"(?P<bare>{'|'.join(map(re.escape, longest_first))})|{suits}(?P<suited>10|[2-9TJQKA])"
    )
    separator = re.compile(_SEPARATOR)
    cards: list[Card] = []
    at = 0
    while at < len(folded):
        found = card.match(folded, at)
        if found is not None and (found["bare"] or found["suited"] in ranks):
            cards.append(Card(ranks[found["bare"] or found["suited"]], found[2] or "", origin[at]))
            at = found.end()
        elif (gap := separator.match(folded, at)) is not None:
            at = gap.end()
        else:
            raise UnreadableError(origin[at], text[origin[at]])
    return cards


def _read_number_text(dialect: Dialect, text: str) -> list[Card]:
    digits, separator = re.compile(_DIGITS), re.compile(_SEPARATOR)
    cards: list[Card] = []
    at = 0
    while at < len(text):
        number = digits.match(text, at)
        if number is not None:
            # Nothing has more than three digits, and int() of a long run of digits is slow.
            value = int(number.group()) if number.end() - at <= 3 else -1
            cards.append(_numbered(dialect, value, at, number.group()[:20]))
            at = number.end()
        elif (gap := separator.match(text, at)) is not None:
            at = gap.end()
        else:
            raise UnreadableError(at, text[at])
    return cards


def read_numbers(dialect: Dialect, numbers: Iterable[int]) -> list[Card]:
    """Read cards from whole numbers.

    Args:
        dialect: A dialect of numbers.
        numbers: The cards.

    Returns:
        The cards in the order given; ``position`` is the index in ``numbers``.

    Raises:
        UnreadableError: For a number that is no card in this dialect.

    Example:
        >>> [card.rank for card in read_numbers(DIALECTS["botzone"], [0, 1, 52])]
        [0, 0, 13]
    """
    return [
        _numbered(dialect, number, index, str(shown(number)))
        for index, number in enumerate(numbers)
    ]


def _numbered(dialect: Dialect, number: int, position: int, found: str) -> Card:
    if number not in dialect.numbers:
        raise UnreadableError(position, found)
    return Card(dialect.numbers[number], str(number) if dialect.exact_cards else "", position)


_ROWS = (
    Dialect("standard", "the canonical letters and everything people commonly type"),
    Dialect(
        "rlcard",
        "RLCard: the canonical letters; its cards are suit first, with BJ and RJ",
        spellings=_LETTERS,
        also={"BJ": 13, "RJ": 14},
        suits="SHDC",
    ),
    Dialect(
        "douzero",
        "DouZero's environment: 3..14, 17 for a two, 20 and 30 for the jokers",
        numbers={3 + rank: rank for rank in range(12)} | {17: 12, 20: 13, 30: 14},
    ),
    Dialect(
        "hlddz",
        "DouZero's tools and other programs: X and D are the jokers",
        spellings=(*_LETTERS[:13], "X", "D"),
        also={"10": 7},
    ),
    Dialect(
        "openspiel",
        "OpenSpiel: (BWJ) and (CJ) are the jokers; dealt cards are suit first",
        spellings=(*_LETTERS[:13], "(BWJ)", "(CJ)"),
        suits="SHDC",
    ),
    Dialect(
        "botzone",
        "Botzone: card numbers 0..53, four of a rank from three up, then the jokers",
        numbers={card: card // 4 for card in range(52)} | {52: 13, 53: 14},
        exact_cards=True,
    ),
    Dialect(
        "german",
        "German letters: B Bube, D Dame, 10; SJ and RJ are the black (schwarz) and red joker",
        spellings=(*_LETTERS[:7], "10", "B", "D", "K", "A", "2", "SJ", "RJ"),
        also={"T": 7},
    ),
)

DIALECTS: Mapping[str, Dialect] = {row.name: row for row in _ROWS}
"""Every dialect by its name."""


def dialect_named(name: object) -> Dialect:
    """Look a dialect up.

    Args:
        name: One of the names of :data:`DIALECTS`.

    Returns:
        Its row.

    Raises:
        InvalidArgumentError: Reason ``out_of_range`` for a name that is none.

    Example:
        >>> dialect_named("botzone").numbers[53]
        14
    """
    if not isinstance(name, str) or name not in DIALECTS:
        raise InvalidArgumentError(
            "out_of_range",
            name="dialect",
            expected=f"one of {', '.join(DIALECTS)}",
            value=shown(name),
        )
    return DIALECTS[name]
