"""Deals: random hands, bottom and first bidder from a numbered window of a PCG64 stream.

The recipe is fixed to the bit: the compiled engine deals the same cards from the same numbers.
"""

from collections.abc import Callable, Sequence
from math import prod

import numpy as np

from doudizhu_fast._reference.packed import RANKS, copies, pack_ranks, whole
from doudizhu_fast.exceptions import InvalidArgumentError

_WORD = 1 << 64
_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645  # of the 128-bit generator behind PCG64
_WINDOW = 128  # raw draws reserved for each deal
_BATCH = 8  # ranges answered by one raw draw: 108^8 still fits 64 bits


def deal(
    players: int,
    hand_size: int,
    initstate: int,
    initseq: int,
    game: int,
    redeal: int,
) -> tuple[tuple[int, ...], int, int, int]:
    """Deal one game (rules 1.2).

    Args:
        players: 3 or 4.
        hand_size: 17 or 25.
        initstate: Start of the stream, 0..2^128 - 1.
        initseq: Number of the stream, 0..2^128 - 1.
        game: Which game of the run, 0..2^64 - 1.
        redeal: How often this game was thrown in before, 0..2^64 - 1.

    Returns:
        Hands by seat, the bottom, the first bidder and the rank of the turned-up card.

    Raises:
        InvalidArgumentError: ``out_of_range`` for a number that is too small or too large, ``not_whole``.

    Example:
        >>> hands, bottom, first, turned_up = deal(3, 17, 1, 2, 0, 0)
        >>> len(hands), first in range(3), hands[first] >> 4 * turned_up & 15 > 0
        (3, True, True)
    """
    initstate, initseq, game, redeal = (whole(n) for n in (initstate, initseq, game, redeal))
    _check_below("initstate", initstate, 128)
    _check_below("initseq", initseq, 128)
    _check_below("game", game, 64)
    _check_below("redeal", redeal, 64)
    deck = _sorted_deck(packs=players - 2)
    dealt = players * hand_size
    # The last seat gets what is left, so its cards need no draws of their own.
    shuffled = len(deck) - hand_size
    ranges = [len(deck) - i for i in range(shuffled)]
    next_raw = _raw_draws(initstate, initseq, _WINDOW * (game + redeal * _WORD))
    *swaps, turned_up = _bounded_draws([*ranges, dealt], next_raw)
    for i, draw in enumerate(swaps):
        j = i + draw
        deck[i], deck[j] = deck[j], deck[i]

    seats = [deck[seat * hand_size :][:hand_size] for seat in range(players - 1)]
    seats.append(deck[shuffled:])
    bottom = deck[dealt - hand_size : shuffled]
    first_bidder, card = divmod(turned_up, hand_size)
    hands = tuple(pack_ranks(hand) for hand in seats)
    return hands, pack_ranks(bottom), first_bidder, seats[first_bidder][card]


def _check_below(name: str, value: int, bits: int) -> None:
    if not 0 <= value < 1 << bits:
        expected = f"0 to 2**{bits} - 1"
        raise InvalidArgumentError("out_of_range", name=name, expected=expected, value=value)


def _sorted_deck(packs: int) -> list[int]:
    """List the ranks of all cards in ascending order (rules 1.1)."""
    return [rank for rank in RANKS for _ in range(copies(rank, packs))]


def _raw_draws(initstate: int, initseq: int, skipped: int) -> Callable[[], int]:
    """Give the 64-bit draws of a PCG64 stream after some have been skipped."""
    increment = (initseq << 1 | 1) % (1 << 128)
    state = ((increment + initstate) * _MULTIPLIER + increment) % (1 << 128)
    generator = np.random.PCG64(0)
    generator.state = {
        "bit_generator": "PCG64",
        "state": {"state": state, "inc": increment},
        "has_uint32": 0,
        "uinteger": 0,
    }
    generator.advance(skipped % (1 << 128))
    return lambda: int(generator.random_raw())


def _bounded_draws(ranges: Sequence[int], next_raw: Callable[[], int]) -> list[int]:
    """Draw one number below each range, eight to a raw draw, all exactly uniform."""
    draws: list[int] = []
    for start in range(0, len(ranges), _BATCH):
        draws += _draw_batch(ranges[start : start + _BATCH], next_raw)
    return draws


def _draw_batch(ranges: Sequence[int], next_raw: Callable[[], int]) -> list[int]:
    """Split one raw draw into digits below the given ranges.

    A raw draw is a fraction of 2^64; multiplying by n moves the next digit in base n before the
    point. The final fraction tells whether the draw lies in the part of 2^64 that the product of
    the ranges does not divide evenly; such a draw is thrown away.
    """
    product = prod(ranges)
    uneven = _WORD % product
    while True:
        fraction = next_raw()
        digits = []
        for n in ranges:
            digit, fraction = divmod(fraction * n, _WORD)
            digits.append(digit)
        if fraction >= uneven:
            return digits
