"""The rules of plays read once more, card by card: what may these cards be? No table, no generator.

Deliberately unlike the engines: it takes some cards, tries every kind and every body, and checks
the sentences of the rules one after the other.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from .presets import Switches

LETTERS = "3456789TJQKA2BR"
_CHAIN = "3456789TJQKA"
_BLACK, _RED = 13, 14

Readings = dict[int, list[tuple[int, int]]]


def packed(text: str) -> int:
    """Pack cards written as letters."""
    return sum(1 << 4 * LETTERS.index(letter) for letter in text)


def pack(counts: Sequence[int]) -> int:
    """Pack counts by rank."""
    return sum(count * 16**rank for rank, count in enumerate(counts))


def packed_moves(moves: Iterable[Any]) -> list[int]:
    """Take a list of moves as packed ints, whatever type of move is installed."""
    return [int(move) for move in moves]


def readings(counts: Sequence[int], switches: Switches) -> Readings:
    """Give every kind that the cards are a play of, with (length, rank) of every body, low to high.

    The cards are taken to exist in the pack.
    """
    found: Readings = {}
    if sum(counts) <= (20 if switches["players"] == 3 else 33):
        for reading in (
            *_plain(counts, switches),
            *_bare_chains(counts),
            *_chains_with_kickers(counts, switches),
            *_quads(counts, switches),
            *_bombs_and_rocket(counts, switches),
        ):
            kind, length, rank = reading
            found.setdefault(kind, []).append((length, rank))
    return {kind: sorted(found[kind]) for kind in sorted(found)}


def _is_pair(rank: int, count: int, switches: Switches) -> bool:
    return count == 2 and (rank < _BLACK or switches["joker_pairs"])


def _plain(counts: Sequence[int], switches: Switches) -> list[tuple[int, int, int]]:
    held = {rank: count for rank, count in enumerate(counts) if count}
    answers = []
    if len(held) == 1:
        ((rank, count),) = held.items()
        if count == 1:
            answers.append((1, 1, rank))
        if _is_pair(rank, count, switches):
            answers.append((2, 1, rank))
        if count == 3:
            answers.append((3, 1, rank))
    if len(held) == 2:
        for trio, kicker in (tuple(held), tuple(held)[::-1]):
            if held[trio] == 3 and held[kicker] == 1 and switches["trio_with_solo"]:
                answers.append((4, 1, trio))
            if held[trio] == 3 and _is_pair(kicker, held[kicker], switches):
                answers.append((5, 1, trio))
    return answers


def _bare_chains(counts: Sequence[int]) -> list[tuple[int, int, int]]:
    letters = "".join(letter for letter, count in zip(LETTERS, counts, strict=True) if count)
    answers = []
    if letters and letters in _CHAIN:
        for kind, each, at_least in ((6, 1, 5), (7, 2, 3), (8, 3, 2)):
            if set(counts) - {0} == {each} and len(letters) >= at_least:
                answers.append((kind, len(letters), LETTERS.index(letters[-1])))
    return answers


def _chains_with_kickers(counts: Sequence[int], switches: Switches) -> list[tuple[int, int, int]]:
    answers = []
    for length in range(2, 13):
        # A unit is a trio and a solo, or a trio and a pair.
        if sum(counts) not in (4 * length, 5 * length):
            continue
        for bottom in range(12 - length + 1):
            top = bottom + length - 1
            # Kickers never share a rank with the body, so a body rank holds its trio and no more.
            if any(count != 3 for count in counts[bottom : top + 1]):
                continue
            kickers = [0 if bottom <= rank <= top else counts[rank] for rank in range(15)]
            solos = switches["trio_chain_with_solos"] and sum(kickers) == length
            if solos and _solos_are_fine(kickers, bottom, top, switches):
                answers.append((9, length, top))
            pairs = switches["trio_chain_with_pairs"] and sum(kickers) == 2 * length
            if pairs and _pairs_are_fine(kickers, switches):
                answers.append((10, length, top))
    return answers


def _solos_are_fine(kickers: Sequence[int], bottom: int, top: int, switches: Switches) -> bool:
    if switches["kicker_solos"] == "distinct" and max(kickers) > 1:
        return False
    if switches["kicker_solos"] == "repeat3" and max(kickers) > 3:
        return False
    if not switches["both_jokers_as_kickers"] and kickers[_BLACK] and kickers[_RED]:
        return False
    if not switches["adjacent_trio_as_kickers"]:
        if bottom > 0 and kickers[bottom - 1] > 2:
            return False
        if top < 11 and kickers[top + 1] > 2:
            return False
    return True


def _pairs_are_fine(kickers: Sequence[int], switches: Switches) -> bool:
    for rank, count in enumerate(kickers):
        if count and not _is_pair(rank, count, switches):
            return False
    all_jokers = kickers[_BLACK] and kickers[_RED]
    return not all_jokers or bool(switches["four_jokers_as_kickers"])


def _quads(counts: Sequence[int], switches: Switches) -> list[tuple[int, int, int]]:
    answers: list[tuple[int, int, int]] = []
    if not switches["quad_with_kickers"] or counts.count(4) != 1:
        return answers
    body = counts.index(4)
    kickers = [0 if rank == body else counts[rank] for rank in range(15)]
    if sum(kickers) == 2:
        both_jokers = kickers[_BLACK] and kickers[_RED]
        alike = max(kickers) == 2
        if (not both_jokers or switches["both_jokers_as_kickers"]) and (
            not alike or switches["quad_solos"] == "pair_ok"
        ):
            answers.append((11, 1, body))
    if sum(kickers) == 4 and _pairs_are_fine(kickers, switches):
        answers.append((12, 1, body))
    return answers


def _bombs_and_rocket(counts: Sequence[int], switches: Switches) -> list[tuple[int, int, int]]:
    total = sum(counts)
    answers = []
    if total >= 4 and total == max(counts[:13]):
        answers.append((13, total, counts.index(total)))
    jokers = 1 if switches["players"] == 3 else 2
    if total == 2 * jokers and counts[_BLACK] == counts[_RED] == jokers:
        answers.append((14, 1, _RED))
    return answers
