"""Why cards are or are not a play: the words behind :meth:`doudizhu_fast.Rules.explain`.

The verdict is the engine's. Only the reasons are found here, from how often each rank is held; each is one rule of
``docs/rules.md`` 1.5 or 2, with the switch that decides it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from doudizhu_fast._backend import move_shape
from doudizhu_fast.enums import Kind, Rank
from doudizhu_fast.move import written_parts
from doudizhu_fast.notation import format_move
from doudizhu_fast.packed import MOST_OF_RANK, counts_of, format_cards
from doudizhu_fast.presets import PRESETS
from doudizhu_fast.reading import presets_with, readings_of
from doudizhu_fast.rules import Rules

__all__ = ["explain", "reasons"]

_LAST_CHAIN_RANK = int(Rank.ACE)
_LAST_ORDINARY_RANK = int(Rank.TWO)
_BLACK, _RED = int(Rank.BLACK_JOKER), int(Rank.RED_JOKER)
_UNIT_CHAINS = {1: ("SOLO_CHAIN", 5), 2: ("PAIR_CHAIN", 3), 3: ("TRIO_CHAIN", 2)}


def explain(rules: Rules, cards: object) -> str:
    """Say why cards are or are not a play, and under which presets they are one.

    Args:
        rules: The rules.
        cards: A Hand, a Move, or a text of either.

    Returns:
        A few lines for people: the verdict, the reasons, the presets.

    Raises:
        InvalidCardsError: For cards that cannot be read or exist in no game.

    Example:
        >>> print(explain(Rules(), "33344456"))
        333444+56 is a play under three_player: TRIO_CHAIN_WITH_SOLOS, length 2, rank 4.
        It is a play under three_player, national, rlcard, openspiel, douzero and botzone.
        >>> print(explain(Rules(), "3456"))
        3456 is no play under three_player:
        - a SOLO_CHAIN has at least 5 ranks, here are 4 (rules 1.5)
        It is a play under no preset.
    """
    before, after = written_parts(cards, rules._ruleset.packs)
    if before == 0:
        return (
            "pass is no play: it answers a standing play, on a lead cards are played (rules 1.4)."
        )
    shown = format_cards(before) + ("+" + format_cards(after) if after else "")
    readings = readings_of(rules, before, after)
    lines = [_verdict(reading, rules) for reading in readings]
    if not readings:
        lines.append(f"{shown} is no play under {rules.text}:")
        lines += [f"- {reason}" for reason in _reasons(rules, before, after)]
    lines.append(_elsewhere(before, after))
    return "\n".join(lines)


def _verdict(reading: int, rules: Rules) -> str:
    length, rank = move_shape(reading)
    return (
        f"{format_move(reading)} is a play under {rules.text}: "
        f"{Kind(reading >> 60).name}, length {length}, rank {Rank(rank).letter}."
    )


def _elsewhere(before: int, after: int | None) -> str:
    names = presets_with(before, after)
    where = (
        "every preset" if len(names) == len(PRESETS) else _listed(names) if names else "no preset"
    )
    return f"It is a play under {where}."


def _reasons(rules: Rules, before: int, after: int | None) -> list[str]:
    if after is None:
        return reasons(rules, counts_of(before))
    whole = before + after
    body = [rank for rank, count in enumerate(counts_of(before)) if count]
    otherwise = [format_move(reading) for reading in readings_of(rules, whole, None)]
    kickers = counts_of(after)
    found: list[str] = []
    if any(kickers[rank] for rank in body):
        found.append(_own_ranks(body, kickers))
    if otherwise:
        same = f"the same cards are {_listed(otherwise)}"
        found.append(f"body and kickers are not parted like this: {same}")
    return found or reasons(rules, counts_of(whole), body)


def reasons(rules: Rules, counts: Sequence[int], meant: Sequence[int] | None = None) -> list[str]:
    """Say why cards that are no play are none.

    Args:
        rules: The rules.
        counts: How many of each rank.
        meant: The ranks that were written as the body, if any.

    Returns:
        At least one reason.

    Example:
        >>> reasons(Rules(), [4, 0, 0, 0, 2] + [0] * 10)
        ["the two solos on four of a rank are of different ranks, here twice 7 (quad_solos is 'distinct')"]
    """
    packs, largest = rules._ruleset.packs, rules._ruleset.largest_play
    for rank, count in enumerate(counts):
        most = packs if rank > _LAST_ORDINARY_RANK else 4 * packs
        if count > most:
            return [f"the pack has {most} of {Rank(rank).letter}, here are {count} (rules 1.1)"]
    if sum(counts) > largest:
        return [f"no play has more than {largest} cards, here are {sum(counts)} (rules 1.2)"]
    if not any(counts[: _LAST_ORDINARY_RANK + 1]):
        return _jokers_only(rules, counts)
    ranks = [rank for rank, count in enumerate(counts) if count]
    if len(ranks) > 1 and all(counts[rank] >= 4 for rank in ranks):
        return [
            "several bombs are no play: they make no chain, and two pairs as kickers are of different ranks "
            "(rules 2.14, 2.17)"
        ]
    other = next((rank for rank in ranks if counts[rank] != counts[ranks[0]]), None)
    if other is not None and max(counts) < 3:
        return [
            "no kind has this shape: nothing carries kickers without three or four of a rank, and a chain has as many "
            "of each rank, "
            f"here {_times(counts, [ranks[0], other])} (rules 1.5)"
        ]
    found = [*_as_chain(counts), *_as_trios(rules, counts, meant), *_as_quad(rules, counts)]
    return list(dict.fromkeys(found)) or [
        "no kind has this shape: it is no chain, and nothing in it carries the rest as kickers (rules 1.5)"
    ]


def _jokers_only(rules: Rules, counts: Sequence[int]) -> list[str]:
    if counts[_BLACK] and counts[_RED]:
        return ["the rocket is all four jokers, fewer of both colours are nothing (rules 1.5)"]
    return [f"two jokers of one colour are no pair ({_is(rules, 'joker_pairs')})"]


def _as_chain(counts: Sequence[int]) -> Iterator[str]:
    ranks = [rank for rank, count in enumerate(counts) if count]
    held = {counts[rank] for rank in ranks}
    if len(ranks) < 2 or len(held) > 1 or not held <= set(_UNIT_CHAINS):
        return
    kind, shortest = _UNIT_CHAINS[held.pop()]
    beyond = [rank for rank in ranks if rank > _LAST_CHAIN_RANK]
    gaps = [(low, high) for low, high in pairwise(ranks) if high != low + 1]
    if beyond:
        yield f"a {kind} has ranks 3 to A only, not {_letters(beyond)} (rules 1.5)"
    elif gaps:
        low, high = gaps[0]
        yield f"{_letters([low, high])} are not neighbours, so this is no {kind} (rules 1.5)"
    if len(ranks) < shortest:
        yield f"a {kind} has at least {shortest} ranks, here are {len(ranks)} (rules 1.5)"


def _as_trios(rules: Rules, counts: Sequence[int], meant: Sequence[int] | None) -> Iterator[str]:
    total = sum(counts)
    trios = [rank for rank in range(_LAST_ORDINARY_RANK + 1) if counts[rank] >= 3]
    if not trios:
        return
    bodies = [body for body in _runs(trios) if total - 3 * len(body) in (len(body), 2 * len(body))]
    if meant in bodies:
        bodies = [list(meant or ())]
    for body in reversed(bodies):
        kickers = [count - 3 * (rank in body) for rank, count in enumerate(counts)]
        if max(body) > _LAST_CHAIN_RANK and len(body) > 1:
            yield "a TRIO_CHAIN has ranks 3 to A only, not 2 (rules 1.5)"
        else:
            check = _trio_solos if total == 4 * len(body) else _trio_pairs
            yield from check(rules, body, kickers)
    if bodies:
        return
    if len(trios) > 1 and total in (4 * len(trios), 5 * len(trios)):
        yield f"the trios {_letters(trios)} are not neighbours, so they are no chain (rules 1.5)"
    elif len(trios) > 1 or counts[trios[0]] == 3:
        body = max(_runs(trios), key=len)
        size, beside = len(body), total - 3 * len(body)
        units = "one solo or one pair" if size == 1 else f"{size} solos or {size} pairs"
        if beside:
            yield f"{_cards(body, 3)} carries {units}, here {_number(beside)} beside it (rules 1.5)"


def _runs(ranks: Sequence[int]) -> list[list[int]]:
    """Every run of neighbours among some ranks, ascending in length, then in rank."""
    spans = (range(low, low + size) for size in range(1, len(ranks) + 1) for low in ranks)
    return [list(span) for span in spans if set(span) <= set(ranks)]


def _trio_solos(rules: Rules, body: Sequence[int], kickers: Sequence[int]) -> Iterator[str]:
    switch = "trio_with_solo" if len(body) == 1 else "trio_chain_with_solos"
    if any(kickers[rank] for rank in body):
        yield _own_ranks(body, kickers)
        return
    if not getattr(rules, switch):
        yield f"{'a trio carries' if len(body) == 1 else 'trio chains carry'} no solos ({_is(rules, switch)})"
        return
    if len(body) == 1:
        return
    yield from _both_jokers(rules, kickers)
    most = {"distinct": 1, "repeat3": 3, "free": 8}[rules.kicker_solos]
    often = [rank for rank, count in enumerate(kickers) if count > most]
    if often:
        allowed = "are of different ranks" if most == 1 else "are at most three of a rank"
        yield f"solos on a trio chain {allowed}, here {_times(kickers, often)} ({_is(rules, 'kicker_solos')})"
    beside = [rank for rank in (min(body) - 1, max(body) + 1) if 0 <= rank <= _LAST_CHAIN_RANK]
    full = [rank for rank in beside if kickers[rank] >= 3]
    if full and not often and not rules.adjacent_trio_as_kickers:
        switch = "adjacent_trio_as_kickers"
        yield f"the kickers {_cards(full, 3)} are a trio next to the body ({_is(rules, switch)})"


def _trio_pairs(rules: Rules, body: Sequence[int], kickers: Sequence[int]) -> Iterator[str]:
    if any(kickers[rank] for rank in body):
        yield _own_ranks(body, kickers)
        return
    if len(body) > 1 and not rules.trio_chain_with_pairs:
        yield f"trio chains carry no pairs ({_is(rules, 'trio_chain_with_pairs')})"
        return
    yield from _pairs(rules, kickers)


def _as_quad(rules: Rules, counts: Sequence[int]) -> Iterator[str]:
    total = sum(counts)
    quads = [rank for rank in range(_LAST_ORDINARY_RANK + 1) if counts[rank] >= 4]
    if not quads or total == max(counts):
        return
    check: dict[int, Callable[[Rules, Sequence[int]], Iterator[str]]] = {6: _quad_solos, 8: _pairs}
    if total not in check:
        if len(quads) == 1 and total <= 8:
            carries = f", and {_cards(quads, 4)} carries two solos or two pairs"
            yield f"a bomb carries nothing{carries if rules.quad_with_kickers else ''} (rules 1.5)"
        return
    if not rules.quad_with_kickers:
        yield f"four of a rank carry no kickers ({_is(rules, 'quad_with_kickers')})"
        return
    quad = quads[-1]
    kickers = [count - 4 * (rank == quad) for rank, count in enumerate(counts)]
    if kickers[quad]:
        yield _own_ranks([quad], kickers)
        return
    yield from check[total](rules, kickers)


def _quad_solos(rules: Rules, kickers: Sequence[int]) -> Iterator[str]:
    yield from _both_jokers(rules, kickers)
    twice = [rank for rank, count in enumerate(kickers) if count == 2]
    if twice and rules.quad_solos == "distinct":
        yield (
            "the two solos on four of a rank are of different ranks, "
            f"here {_times(kickers, twice)} ({_is(rules, 'quad_solos')})"
        )


def _number(cards: int) -> str:
    return "1 card is" if cards == 1 else f"{cards} cards are"


def _own_ranks(body: Sequence[int], kickers: Sequence[int]) -> str:
    own = _letters(rank for rank in body if kickers[rank])
    return f"a kicker is never of a rank of the body, here {own} (rules 2.1, 2.6)"


def _both_jokers(rules: Rules, kickers: Sequence[int]) -> Iterator[str]:
    if kickers[_BLACK] and kickers[_RED] and not rules.both_jokers_as_kickers:
        switch = "both_jokers_as_kickers"
        yield f"a black and a red joker are no kickers together ({_is(rules, switch)})"


def _pairs(rules: Rules, kickers: Sequence[int]) -> Iterator[str]:
    ordinary = range(_LAST_ORDINARY_RANK + 1)
    odd = [rank for rank, count in enumerate(kickers) if count % 2]
    if odd:
        no_pairs = f"{_letters(odd)} {'is no pair' if len(odd) == 1 else 'are no pairs'}"
        yield f"here the kickers must be pairs, and {no_pairs}: solos and pairs do not mix (rules 1.5)"
    often = [rank for rank in ordinary if kickers[rank] > 3]
    if often:
        yield f"the pairs are of different ranks, here {_times(kickers, often)} (rules 2.11, 2.14)"
    jokers = [rank for rank in (_BLACK, _RED) if kickers[rank] == MOST_OF_RANK[rank]]
    if jokers and not rules.joker_pairs:
        yield f"two jokers of one colour are no pair ({_is(rules, 'joker_pairs')})"
    elif len(jokers) == 2 and not rules.four_jokers_as_kickers:
        yield f"the joker pairs are no kickers together ({_is(rules, 'four_jokers_as_kickers')})"


def _is(rules: Rules, switch: str) -> str:
    return f"{switch} is {getattr(rules, switch)!r}"


def _cards(ranks: Iterable[int], times: int) -> str:
    return "".join(Rank(rank).letter * times for rank in ranks)


def _times(counts: Sequence[int], ranks: Iterable[int]) -> str:
    words = {1: "once ", 2: "twice ", 3: "three times "}
    return _listed(
        [
            f"{words.get(counts[rank], f'{counts[rank]} times ')}{Rank(rank).letter}"
            for rank in ranks
        ]
    )


def _letters(ranks: Iterable[int]) -> str:
    return _listed([Rank(rank).letter for rank in ranks])


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
