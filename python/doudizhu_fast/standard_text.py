"""The standard dialect: how people type cards, read without ever guessing.

The grammar, in full (rules 1.1 for the cards themselves):

* The text is folded by NFKC and read in any case. Spaces, commas, dashes, ``|`` and brackets separate words.
* Without suits each letter of ``3456789TJQKA2BR`` is one card, in any order; ``10`` is ``T``, inside a run too.
* ``BJ``, ``RJ`` and ``CJ`` are one joker each in a text with suits (``S3 BJ``); without suits ``BJ`` is a black joker
  and a jack, and ``CJ`` is refused.
* Suit symbols and Chinese suit names touch their rank on one side, the same side in the whole text; cards without
  one may stand beside them. Suit *letters* S H D C collide with other notations, so a text that uses them must give
  one to every card but the jokers. In a text with suit letters before the ranks, ``CJ`` is the jack of clubs.
* ``(BWJ)``, ``(CJ)``, the Chinese names of the jokers and the Unicode playing cards mean what they say.
"""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from doudizhu_fast.enums import Rank

__all__ = ["Card", "UnreadableError", "fold", "read_standard"]


class Card(NamedTuple):
    """One card as it was written: its rank, its suit (empty where none was given) and where it stood."""

    rank: int
    suit: str
    position: int


class UnreadableError(Exception):
    """Where reading stopped: a position in the text, what stood there, and a remark for the message."""

    def __init__(self, position: int, found: str, remark: str = "") -> None:
        super().__init__(position, found, remark)
        self.position = position
        self.found = found
        self.remark = remark


_RANK_OF = {rank.letter: int(rank) for rank in Rank} | {"10": int(Rank.TEN)}
_BLACK, _RED, _JACK = int(Rank.BLACK_JOKER), int(Rank.RED_JOKER), int(Rank.JACK)

_NAMED_JOKERS = {
    "(BWJ)": (_BLACK,),
    "BWJ": (_BLACK,),
    "(CJ)": (_RED,),
    "小王": (_BLACK,),
    "小鬼": (_BLACK,),
    "大王": (_RED,),
    "大鬼": (_RED,),
    "王炸": (_BLACK, _RED),
    "大小王": (_BLACK, _RED),
    "\U0001f0cf": (_BLACK,),
    "\U0001f0bf": (_RED,),
}
_SUIT_SIGNS = {
    "S": ("♠", "♤", "黑桃"),
    "H": ("♥", "♡", "红桃", "紅桃", "红心"),
    "D": ("♦", "♢", "方块", "方塊", "方片"),
    "C": ("♣", "♧", "梅花", "草花"),
}
_SUIT_OF_SIGN = {sign: suit for suit, signs in _SUIT_SIGNS.items() for sign in signs}
_JOKER_PAIR = {"BJ": _BLACK, "RJ": _RED, "CJ": _RED}

# The Unicode block has a row of sixteen per suit: ace, 2..10, jack, knight, queen, king.
_UNICODE_SUITS = {0x1F0A0: "S", 0x1F0B0: "H", 0x1F0C0: "D", 0x1F0D0: "C"}
_UNICODE_RANKS = dict(zip(range(1, 15), "A23456789TJCQK", strict=True))
_KNIGHT = 12


class _Patterns(NamedTuple):
    separator: re.Pattern[str]
    piece: re.Pattern[str]
    joker_word: re.Pattern[str]


# Compiled at their first use: that takes longer than loading the package, and plain letters need none of them.
@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    longest_first = sorted([*_NAMED_JOKERS, *_SUIT_OF_SIGN], key=len, reverse=True)
    return _Patterns(
        separator=re.compile(r"[\s,\-\u2010-\u2015\u2212|()\[\]{}<>、]"),
        piece=re.compile("|".join(map(re.escape, longest_first)) + "|10|[2-9TJQKABR]|[SHDC]"),
        joker_word=re.compile(r"(?:[BRC]J)+"),
    )


class _Piece(NamedTuple):
    """One token: ``role`` is rank, joker, suit letter, suit sign, whole card or joker pair."""

    role: str
    ranks: tuple[int, ...]
    suit: str
    start: int
    end: int


def fold(text: str) -> tuple[str, list[int]]:
    """Fold a text by NFKC and to ASCII capitals, character by character.

    Args:
        text: Any text.

    Returns:
        The folded text and, for each of its characters, the index in ``text`` it came from.

    Example:
        >>> fold("\uff13t")
        ('3T', [0, 1])
    """
    letters: list[str] = []
    origin: list[int] = []
    for index, character in enumerate(text):
        if character in "\ufe0e\ufe0f":
            continue
        for folded in unicodedata.normalize("NFKC", character):
            letters.append(folded.upper() if folded.isascii() else folded)
            origin.append(index)
    return "".join(letters), origin


def read_standard(text: str) -> list[Card]:
    """Read cards in the standard dialect.

    Args:
        text: The cards; the module's docstring gives the grammar.

    Returns:
        The cards in the order in which they are written.

    Raises:
        UnreadableError: Where the text is none of the grammar's.

    Example:
        >>> [card.rank for card in read_standard("3 10♥ BJ")]
        [0, 7, 13]
    """
    folded, origin = fold(text)
    pieces = _pieces(folded, origin, text)
    letters = any(piece.role == "suit letter" for piece in pieces)
    signs = any(piece.role == "suit sign" for piece in pieces)
    try:
        cards = _read_suited(pieces, letters) if letters or signs else _read_plain(pieces)
    except UnreadableError as failure:
        at = origin[failure.position]
        raise UnreadableError(at, text[at], failure.remark) from None
    return [Card(card.rank, card.suit, origin[card.position]) for card in cards]


def _pieces(folded: str, origin: list[int], text: str) -> list[_Piece]:
    patterns = _patterns()
    pieces: list[_Piece] = []
    at = 0
    while at < len(folded):
        named = patterns.piece.match(folded, at)
        gap = patterns.separator.match(folded, at)
        # "(CJ)" opens with a bracket, so a name wins over a separator.
        if gap is not None and named is None:
            at = gap.end()
            continue
        word = patterns.joker_word.match(folded, at)
        if word is not None and _stands_alone(folded, at, word.end()):
            for start in range(at, word.end(), 2):
                pair = folded[start : start + 2]
                pieces.append(_Piece("joker pair", (_JOKER_PAIR[pair],), pair[0], start, start + 2))
            at = word.end()
            continue
        piece = _piece(folded, at, named)
        if piece is None:
            raise _no_card(folded, at, origin, text)
        pieces.append(piece)
        at = piece.end
    return pieces


def _stands_alone(folded: str, start: int, end: int) -> bool:
    separator = _patterns().separator
    before = start == 0 or separator.match(folded, start - 1) is not None
    return before and (end == len(folded) or separator.match(folded, end) is not None)


def _piece(folded: str, at: int, named: re.Match[str] | None) -> _Piece | None:
    if named is not None:
        name, end = named.group(), named.end()
        if name in _NAMED_JOKERS:
            return _Piece("joker", _NAMED_JOKERS[name], "", at, end)
        if name in _SUIT_OF_SIGN:
            return _Piece("suit sign", (), _SUIT_OF_SIGN[name], at, end)
        if name in _RANK_OF:
            return _Piece("rank", (_RANK_OF[name],), "", at, end)
        return _Piece("suit letter", (), name, at, end)
    row, column = ord(folded[at]) & ~0xF, ord(folded[at]) & 0xF
    if row in _UNICODE_SUITS and column in _UNICODE_RANKS and column != _KNIGHT:
        rank = _RANK_OF[_UNICODE_RANKS[column]]
        return _Piece("card", (rank,), _UNICODE_SUITS[row], at, at + 1)
    return None


def _no_card(folded: str, at: int, origin: list[int], text: str) -> UnreadableError:
    row, column = ord(folded[at]) & ~0xF, ord(folded[at]) & 0xF
    remark = ""
    if folded[at] in "01":
        remark = "ten is 10 or T, ace is A"
    elif row in _UNICODE_SUITS and column == _KNIGHT:
        remark = "this game has no knights"
    elif folded[at] in "XDWG":
        remark = "jokers are B and R, the queen is Q"
    return UnreadableError(origin[at], text[origin[at]], remark)


def _read_plain(pieces: list[_Piece]) -> list[Card]:
    cards: list[Card] = []
    for piece in pieces:
        if piece.role == "joker pair":
            # Without suits every canonical letter is a card of its own, and C is no canonical letter.
            if piece.suit == "C":
                raise UnreadableError(piece.start, "C", _CLUB_OR_JOKER)
            cards += [Card(piece.ranks[0], "", piece.start), Card(_JACK, "", piece.start + 1)]
        else:
            suit = piece.suit if piece.role == "card" else ""
            cards += [Card(rank, suit, piece.start) for rank in piece.ranks]
    return cards


_CLUB_OR_JOKER = "CJ is the jack of clubs or a red joker: write J or R"


def _read_suited(pieces: list[_Piece], every_card: bool) -> list[Card]:
    """Try both sides and keep the one that fits; else report the odd one out, or the further failure."""
    failures: list[UnreadableError] = []
    for read in (_suits_after, _suits_before):
        try:
            return read(pieces, every_card)
        except UnreadableError as failure:
            failures.append(failure)
    suits = [piece for piece in pieces if piece.role == "suit letter"]
    if 0 < 2 * len(suits) <= sum(piece.role == "rank" for piece in pieces):
        raise _stray(suits[0])
    raise max(failures, key=lambda failure: failure.position)


def _touches(pieces: list[_Piece], index: int) -> bool:
    """Whether a piece follows this one without a gap."""
    return index + 1 < len(pieces) and pieces[index].end == pieces[index + 1].start


def _is_suit(piece: _Piece) -> bool:
    return piece.role in ("suit letter", "suit sign")


def _suits_after(pieces: list[_Piece], every_card: bool) -> list[Card]:
    cards: list[Card] = []
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        follower = pieces[index + 1] if _touches(pieces, index) else None
        if piece.role == "rank" and follower is not None and _is_suit(follower):
            if piece.ranks[0] >= _BLACK:
                raise _stray(follower)
            cards.append(Card(piece.ranks[0], follower.suit, piece.start))
            index += 2
            continue
        pair = _joker_pair(pieces, index)
        if pair is not None and not _suited_after(pieces, index + 1):
            cards.append(Card(pair, "", piece.start))
            index += 2
            continue
        if _is_suit(piece):
            raise _stray(piece)
        cards += _unsuited(piece, every_card)
        index += 1
    return cards


def _suited_after(pieces: list[_Piece], index: int) -> bool:
    return _touches(pieces, index) and _is_suit(pieces[index + 1])


def _suits_before(pieces: list[_Piece], every_card: bool) -> list[Card]:
    cards: list[Card] = []
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        if _is_suit(piece):
            follower = pieces[index + 1] if _touches(pieces, index) else None
            if follower is None or follower.role != "rank" or follower.ranks[0] >= _BLACK:
                raise _stray(piece)
            cards.append(Card(follower.ranks[0], piece.suit, piece.start))
            index += 2
            continue
        pair = _joker_pair(pieces, index)
        if pair is not None:
            cards.append(Card(pair, "", piece.start))
            index += 2
            continue
        if every_card and piece.role == "joker pair" and piece.suit == "C":
            cards.append(Card(_JACK, "C", piece.start))
        else:
            cards += _unsuited(piece, every_card)
        index += 1
    return cards


def _joker_pair(pieces: list[_Piece], index: int) -> int | None:
    """The joker that BJ, RJ or CJ spells here, inside a longer word."""
    if not _touches(pieces, index) or pieces[index + 1].ranks != (_JACK,):
        return None
    piece = pieces[index]
    if piece.role == "suit letter" and piece.suit == "C":
        return _RED
    return piece.ranks[0] if piece.role == "rank" and piece.ranks[0] >= _BLACK else None


def _unsuited(piece: _Piece, every_card: bool) -> list[Card]:
    if every_card and piece.role == "rank" and piece.ranks[0] < _BLACK:
        raise UnreadableError(piece.start, Rank(piece.ranks[0]).letter, _EVERY_CARD)
    return [
        Card(rank, piece.suit if piece.role == "card" else "", piece.start) for rank in piece.ranks
    ]


_EVERY_CARD = "where suits are letters, every card but the jokers has one, on the same side"


def _stray(piece: _Piece) -> UnreadableError:
    return UnreadableError(
        piece.start,
        piece.suit,
        _EVERY_CARD if piece.role == "suit letter" else "a suit without a rank",
    )
