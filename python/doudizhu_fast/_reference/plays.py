"""Definitions: every play that the rules allow, body by body and kickers by kickers (rules 1.5, 2).

Each generator below is one or two rows of the table of kinds, and reads like it. Nothing here is
clever: kickers are all selections of the right size from the ranks outside the body, kept where the
rules keep them.
"""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from doudizhu_fast._reference.packed import (
    BLACK_JOKER,
    BOMB,
    CHAIN_RANKS,
    ORDINARY_RANKS,
    PAIR,
    PAIR_CHAIN,
    QUAD_WITH_PAIRS,
    QUAD_WITH_SOLOS,
    RANKS,
    RED_JOKER,
    ROCKET,
    SOLO,
    SOLO_CHAIN,
    TRIO,
    TRIO_CHAIN,
    TRIO_CHAIN_WITH_PAIRS,
    TRIO_CHAIN_WITH_SOLOS,
    TRIO_WITH_PAIR,
    TRIO_WITH_SOLO,
    copies,
    pack_ranks,
)

_JOKERS = (BLACK_JOKER, RED_JOKER)
_MOST_OF_A_RANK = {"distinct": 1, "repeat3": 3, "free": 8}


class Play(NamedTuple):
    """One play; plays sort in the order of action ids.

    Attributes:
        kind: Kind code 1..14.
        length: Chain units, 1 without a chain; the size of a bomb.
        rank: Top rank of the body.
        cards: Packed cards, body and kickers.
    """

    kind: int
    length: int
    rank: int
    cards: int


class PlayRules(NamedTuple):
    """The switches that decide which plays exist; equal values have equal plays.

    Attributes:
        packs: 1 or 2.
        largest_play: Most cards of one play: what the landlord holds at the start (rules 1.5).
    """

    packs: int
    largest_play: int
    trio_with_solo: bool
    trio_chain_with_solos: bool
    trio_chain_with_pairs: bool
    quad_with_kickers: bool
    kicker_solos: str
    adjacent_trio_as_kickers: bool
    both_jokers_as_kickers: bool
    quad_solos: str
    joker_pairs: bool
    four_jokers_as_kickers: bool


def all_plays(rules: PlayRules) -> Iterator[Play]:
    """Give every play once, in no particular order.

    Example:
        >>> rules = PlayRules(
        ...     2, 33, False, False, True, False, "distinct", False, False, "distinct", True, True
        ... )
        >>> len(list(all_plays(rules)))
        9079
    """
    yield from _plain(rules)
    yield from _trio_with_one_kicker(rules)
    yield from _bare_chains(rules)
    if rules.trio_chain_with_solos:
        yield from _trio_chains_with_solos(rules)
    if rules.trio_chain_with_pairs:
        yield from _trio_chains_with_pairs(rules)
    if rules.quad_with_kickers:
        yield from _quads_with_kickers(rules)
    yield from _bombs_and_rocket(rules)


def _plain(rules: PlayRules) -> Iterator[Play]:
    """Rows 1 to 3: any card; two of a rank; three of an ordinary rank."""
    for rank in RANKS:
        yield Play(SOLO, 1, rank, pack_ranks([rank]))
    for rank in _pair_ranks(rules):
        yield Play(PAIR, 1, rank, pack_ranks([rank], each=2))
    for rank in ORDINARY_RANKS:
        yield Play(TRIO, 1, rank, pack_ranks([rank], each=3))


def _trio_with_one_kicker(rules: PlayRules) -> Iterator[Play]:
    """Rows 4 and 5: a trio with a card, or with a pair, of another rank (rules 2.1, 2.2, 2.22)."""
    for body in ORDINARY_RANKS:
        trio = pack_ranks([body], each=3)
        if rules.trio_with_solo:
            for kicker in _others(RANKS, [body]):
                yield Play(TRIO_WITH_SOLO, 1, body, trio + pack_ranks([kicker]))
        for kicker in _others(_pair_ranks(rules), [body]):
            yield Play(TRIO_WITH_PAIR, 1, body, trio + pack_ranks([kicker], each=2))


def _bare_chains(rules: PlayRules) -> Iterator[Play]:
    """Rows 6 to 8: at least 5 solos, 3 pairs or 2 trios of consecutive ranks (rules 2.29)."""
    for kind, width, shortest in ((SOLO_CHAIN, 1, 5), (PAIR_CHAIN, 2, 3), (TRIO_CHAIN, 3, 2)):
        for body in _runs(shortest, rules.largest_play // width):
            yield Play(kind, len(body), body[-1], pack_ranks(body, each=width))


def _trio_chains_with_solos(rules: PlayRules) -> Iterator[Play]:
    """Row 9: as many cards as trios, of any ranks outside the body that `_solos_fit` accepts."""
    for body in _runs(2, rules.largest_play // 4):
        trios = pack_ranks(body, each=3)
        for kickers in combinations_with_replacement(_others(RANKS, body), len(body)):
            if _solos_fit(kickers, body, rules):
                cards = trios + pack_ranks(kickers)
                yield Play(TRIO_CHAIN_WITH_SOLOS, len(body), body[-1], cards)


def _solos_fit(kickers: tuple[int, ...], body: range, rules: PlayRules) -> bool:
    """Judge the solos of a trio chain (rules 2.5, 2.7, 2.8, 2.9)."""
    most = _MOST_OF_A_RANK[rules.kicker_solos]
    for rank in set(kickers):
        if kickers.count(rank) > min(most, copies(rank, rules.packs)):
            return False
    if not (rules.both_jokers_as_kickers or _at_most_one_colour(kickers)):
        return False
    below, above = body[0] - 1, body[-1] + 1
    if not rules.adjacent_trio_as_kickers:
        return not any(
            neighbour in CHAIN_RANKS and kickers.count(neighbour) >= 3
            for neighbour in (below, above)
        )
    # Three of the rank above make the same cards a chain with a higher body, and only the highest
    # body counts (rules 1.5): that one is listed where this generator meets it.
    return not (above in CHAIN_RANKS and kickers.count(above) == 3)


def _trio_chains_with_pairs(rules: PlayRules) -> Iterator[Play]:
    """Row 10: as many pairs of different ranks as trios (rules 2.11)."""
    for body in _runs(2, rules.largest_play // 5):
        trios = pack_ranks(body, each=3)
        for kickers in combinations(_others(_pair_ranks(rules), body), len(body)):
            if _pairs_fit(kickers, rules):
                cards = trios + pack_ranks(kickers, each=2)
                yield Play(TRIO_CHAIN_WITH_PAIRS, len(body), body[-1], cards)


def _quads_with_kickers(rules: PlayRules) -> Iterator[Play]:
    """Rows 11 and 12: four of a rank with two solos, or with two different pairs (rules 2.11 to 2.14)."""
    for body in ORDINARY_RANKS:
        quad = pack_ranks([body], each=4)
        for kickers in combinations_with_replacement(_others(RANKS, [body]), 2):
            if _two_solos_fit(kickers, rules):
                yield Play(QUAD_WITH_SOLOS, 1, body, quad + pack_ranks(kickers))
        for kickers in combinations(_others(_pair_ranks(rules), [body]), 2):
            if _pairs_fit(kickers, rules):
                yield Play(QUAD_WITH_PAIRS, 1, body, quad + pack_ranks(kickers, each=2))


def _two_solos_fit(kickers: tuple[int, ...], rules: PlayRules) -> bool:
    """Judge the two solos of a quad (rules 2.12, 2.13)."""
    first, second = kickers
    if first == second:
        return rules.quad_solos == "pair_ok" and copies(first, rules.packs) >= 2
    return rules.both_jokers_as_kickers or _at_most_one_colour(kickers)


def _pairs_fit(kickers: tuple[int, ...], rules: PlayRules) -> bool:
    """Judge pairs as kickers: BB and RR together only by the switch (rules 2.24)."""
    return rules.four_jokers_as_kickers or _at_most_one_colour(kickers)


def _bombs_and_rocket(rules: PlayRules) -> Iterator[Play]:
    """Rows 13 and 14: four or more of an ordinary rank; every joker there is (rules 2.25, 2.27)."""
    for size in range(4, 4 * rules.packs + 1):
        for rank in ORDINARY_RANKS:
            yield Play(BOMB, size, rank, pack_ranks([rank], each=size))
    yield Play(ROCKET, 1, RED_JOKER, pack_ranks(_JOKERS, each=rules.packs))


def _pair_ranks(rules: PlayRules) -> list[int]:
    """Ranks that make a pair: two jokers of one colour only by the switch (rules 2.21 to 2.23)."""
    return [*ORDINARY_RANKS, *_JOKERS] if rules.joker_pairs else [*ORDINARY_RANKS]


def _others(ranks: range | list[int], body: range | list[int]) -> list[int]:
    """Ranks outside the body: kickers never share a rank with it (rules 2.6, 2.26)."""
    return [rank for rank in ranks if rank not in body]


def _runs(shortest: int, longest: int) -> Iterator[range]:
    """Bodies of chains: consecutive ranks from 3 to A (rules 2.4)."""
    for length in range(shortest, min(longest, len(CHAIN_RANKS)) + 1):
        for low in CHAIN_RANKS[: len(CHAIN_RANKS) - length + 1]:
            yield range(low, low + length)


def _at_most_one_colour(kickers: tuple[int, ...]) -> bool:
    return not (BLACK_JOKER in kickers and RED_JOKER in kickers)
