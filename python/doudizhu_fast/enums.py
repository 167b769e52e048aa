"""The four closed vocabularies of the game: ranks, kinds of moves, roles and phases."""

from enum import IntEnum
from typing import Final

__all__ = ["LETTERS", "Kind", "Phase", "Rank", "Role"]

LETTERS: Final = "3456789TJQKA2BR"
"""The letter of each rank, in the order of the ranks."""


class Rank(IntEnum):
    """The fifteen ranks in ascending order; the value is the index in every count array.

    Example:
        >>> Rank.TWO > Rank.ACE
        True
        >>> int(Rank.RED_JOKER)
        14
    """

    THREE = 0
    FOUR = 1
    FIVE = 2
    SIX = 3
    SEVEN = 4
    EIGHT = 5
    NINE = 6
    TEN = 7
    JACK = 8
    QUEEN = 9
    KING = 10
    ACE = 11
    TWO = 12
    BLACK_JOKER = 13
    RED_JOKER = 14

    @property
    def letter(self) -> str:
        """The letter of the rank in every text, one of ``3456789TJQKA2BR``."""
        return LETTERS[self]


class Kind(IntEnum):
    """The shape of a move; the value is the kind code of the packed form.

    Example:
        >>> Kind(13)
        <Kind.BOMB: 13>
    """

    PASS = 0
    SOLO = 1
    PAIR = 2
    TRIO = 3
    TRIO_WITH_SOLO = 4
    TRIO_WITH_PAIR = 5
    SOLO_CHAIN = 6
    PAIR_CHAIN = 7
    TRIO_CHAIN = 8
    TRIO_CHAIN_WITH_SOLOS = 9
    TRIO_CHAIN_WITH_PAIRS = 10
    QUAD_WITH_SOLOS = 11
    QUAD_WITH_PAIRS = 12
    BOMB = 13
    ROCKET = 14


class Role(IntEnum):
    """The two sides of a game.

    Example:
        >>> Role.LANDLORD.name
        'LANDLORD'
    """

    LANDLORD = 0
    PEASANT = 1


class Phase(IntEnum):
    """Where a game stands.

    Example:
        >>> list(Phase)
        [<Phase.AUCTION: 0>, <Phase.PLAY: 1>, <Phase.OVER: 2>]
    """

    AUCTION = 0
    PLAY = 1
    OVER = 2
