"""Policies: who bids and plays in simulated games, and the random numbers they draw."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from doudizhu_fast._reference.auction import HIGHEST_BID
from doudizhu_fast._reference.deals import _raw_draws
from doudizhu_fast._reference.packed import (
    BLACK_JOKER,
    BOMB,
    CARDS_MASK,
    KIND_SHIFT,
    ORDINARY_RANKS,
    PASS,
    RED_JOKER,
    ROCKET,
    counts_of,
)

_WINDOW = 256  # raw draws reserved for the decisions of each deal
_TWO = ORDINARY_RANKS[-1]


class Decisions:
    """The random numbers of one deal: 32-bit halves of raw draws, the low half of each first.

    Args:
        initstate: Start of the stream, 0..2^128 - 1.
        initseq: Number of the stream, 0..2^128 - 1.
        game: Which game of the run.
        redeal: How often this game was thrown in before.

    Example:
        >>> draws = Decisions(1, 2, game=0, redeal=0)
        >>> all(draws.below(n) < n for n in range(1, 50))
        True
    """

    def __init__(self, initstate: int, initseq: int, game: int, redeal: int) -> None:
        self._next_raw = _raw_draws(initstate, initseq, _WINDOW * (game + (redeal << 64)))
        self._halves: list[int] = []

    def below(self, n: int) -> int:
        """Draw a number below n, exactly uniform; the draw is made also where n is 1."""
        while True:
            whole, fraction = divmod(self._next_half() * n, 1 << 32)
            if fraction >= (1 << 32) % n:
                return whole

    def _next_half(self) -> int:
        if not self._halves:
            high, low = divmod(self._next_raw(), 1 << 32)
            self._halves = [low, high]
        return self._halves.pop(0)


class Turn(NamedTuple):
    """What a policy sees of the play phase.

    Attributes:
        hand: The packed cards of the seat to move.
        moves: Its legal moves, packed, ascending in id; never empty.
        to_beat: The packed standing play, 0 on a lead.
        partner_leads: Whether the standing play is a fellow peasant's.
    """

    hand: int
    moves: Sequence[int]
    to_beat: int
    partner_leads: bool


class Policy(NamedTuple):
    """One way to bid and to play.

    Attributes:
        bid: From the packed hand, the highest bid so far and the draws, the call.
        move: From the turn and the draws, the packed move.
    """

    bid: Callable[[int, int, Decisions], int]
    move: Callable[[Turn, Decisions], int]


def random_bid(hand: int, highest: int, draws: Decisions) -> int:
    """Bid uniformly over the legal calls.

    Example:
        >>> random_bid(0x4, 2, Decisions(1, 2, 0, 0)) in (0, 3)
        True
    """
    legal: list[int] = [0, *range(highest + 1, HIGHEST_BID + 1)]
    return legal[draws.below(len(legal))]


def random_move(turn: Turn, draws: Decisions) -> int:
    """Play uniformly over the legal moves.

    Example:
        >>> random_move(Turn(0x1, [1 << 60 | 0x1], 0, False), Decisions(1, 2, 0, 0)) == 1 << 60 | 1
        True
    """
    return turn.moves[draws.below(len(turn.moves))]


def greedy_bid(hand: int, highest: int, draws: Decisions) -> int:
    """Bid by counting points for jokers, twos and bombs; draws nothing.

    Example:
        >>> greedy_bid(0x114000000000000, 1, Decisions(1, 2, 0, 0))  # 2222BR
        3
        >>> greedy_bid(0x110000000000000, 1, Decisions(1, 2, 0, 0))  # BR alone is worth a bid of 1
        0
    """
    counts = counts_of(hand)
    points = 3 * counts[RED_JOKER] + 2 * counts[BLACK_JOKER] + counts[_TWO]
    points += 3 * sum(count >= 4 for count in counts)
    bid = sum(points >= needed for needed in (4, 6, 8))
    return bid if bid > highest else 0


def greedy_move(turn: Turn, draws: Decisions) -> int:
    """Get rid of many cards at once and save bombs; draws nothing.

    A lead is one of the most cards that is no bomb. An answer ends the game if it can; a fellow peasant's play is left
    alone; else the first answer that is no bomb.

    Example:
        >>> solos = [1 << 60 | 1 << 4 * rank for rank in (3, 4)]
        >>> turn = Turn(0x11000, [0, *solos], 1 << 60 | 0x1, partner_leads=False)
        >>> greedy_move(turn, Decisions(1, 2, 0, 0)) == solos[0]
        True
    """
    if turn.to_beat == PASS:
        # Of equals `max` gives the first.
        return max(turn.moves, key=lambda move: (not _is_bomb(move), sum(counts_of(move))))
    last = [move for move in turn.moves if move & CARDS_MASK == turn.hand]
    if last:
        return last[0]
    if turn.partner_leads:
        return PASS
    cheap = [move for move in turn.moves if move != PASS and not _is_bomb(move)]
    return cheap[0] if cheap else PASS


def _is_bomb(move: int) -> bool:
    return move >> KIND_SHIFT in (BOMB, ROCKET)


POLICIES: Final = {
    "random": Policy(random_bid, random_move),
    "greedy": Policy(greedy_bid, greedy_move),
}
"""All policies by name."""
