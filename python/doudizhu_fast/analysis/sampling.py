"""Random deals of the cards that an analyst does not see, evenly among all that fit what is known."""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any, Final, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast import _backend
from doudizhu_fast._checks import any_whole, whole, wrong_type
from doudizhu_fast.analysis._knowledge import Known, KnownCards, read_known
from doudizhu_fast.batch import MOST_ROWS, thread_count
from doudizhu_fast.exceptions import IllegalMoveError, InvalidArgumentError
from doudizhu_fast.hand import Cards, Hand
from doudizhu_fast.move import Move, MoveText, read_move
from doudizhu_fast.rules import Rules
from doudizhu_fast.seeds import SAMPLES, Seed, resolve_seed, stream

__all__ = ["sample_deals"]

Where: TypeAlias = Callable[[tuple[Hand, ...]], object]

# Windows of one call of the engine, which Ctrl-C cannot end: fewer where each may take many tries.
_MOST_WINDOWS: Final = 8192
_TRIED_WINDOWS: Final = 16
_TRIES_OF_A_WINDOW: Final = 1000
# Fewer rows are not worth the start of threads.
_ROWS_PER_THREAD: Final = 2048
# Row i has the windows i, i + 2**40, i + 2 * 2**40, ...
_ROW_BITS: Final = np.uint64(40)
# A sample is given up where about one deal in a thousand is wanted; some more are tried where few rows are asked for.
_MOST_DRAWN_PER_ROW: Final = 1000
_PATIENCE: Final = 20
# Where not one row has been found by then, a thousand times as many would hardly do.
_MOST_DRAWN_IN_VAIN: Final = 100_000
# What a seat is said not to beat; more plays tell hardly more.
_MOST_PLAYS: Final = 100


@overload
def sample_deals(
    hand: KnownCards,
    n: int,
    seed: Seed = ...,
    rules: Rules | str | None = ...,
    bottom: Cards | None = ...,
    seen: Cards = ...,
    cannot_beat: Mapping[int, MoveText | Iterable[MoveText]] | tuple[()] = ...,
    where: Where | None = ...,
    *,
    cards: Iterable[int] | None = ...,
    threads: int | None = ...,
    report: Literal[False] = ...,
) -> NDArray[np.uint64]: ...


@overload
def sample_deals(
    hand: KnownCards,
    n: int,
    seed: Seed = ...,
    rules: Rules | str | None = ...,
    bottom: Cards | None = ...,
    seen: Cards = ...,
    cannot_beat: Mapping[int, MoveText | Iterable[MoveText]] | tuple[()] = ...,
    where: Where | None = ...,
    *,
    cards: Iterable[int] | None = ...,
    threads: int | None = ...,
    report: Literal[True],
) -> tuple[NDArray[np.uint64], float]: ...


def sample_deals(
    hand: KnownCards,
    n: int,
    seed: Seed = None,
    rules: Rules | str | None = None,
    bottom: Cards | None = None,
    seen: Cards = "",
    cannot_beat: Mapping[int, MoveText | Iterable[MoveText]] | tuple[()] = (),
    where: Where | None = None,
    *,
    cards: Iterable[int] | None = None,
    threads: int | None = None,
    report: bool = False,
) -> NDArray[np.uint64] | tuple[NDArray[np.uint64], float]:
    """Deal the unseen cards at random, every deal that fits as likely as any other.

    Cards are told apart for this: a deal by ranks is as likely as there are ways to deal its single cards. What players
    cannot beat is reckoned with rank by rank, without trying, unless that takes too large a table; ``where`` is tried.

    Args:
        hand: The asker's own cards, or a :class:`View`, as for :func:`odds`.
        n: How many deals, 0 to 2**28.
        seed: A seed, see :func:`resolve_seed`. Row i depends on it and on i alone.
        rules: The rules or a preset's name; three_player without.
        bottom: The bottom cards, if they are known, as for :func:`odds`.
        seen: Cards that are out of play.
        cannot_beat: For seats, counted from the next player's 1, a play or several that the player holds nothing to
            beat, bombs and the rocket included: ``{1: "KK"}`` where the next player passed on KK for want of an answer.
        where: A function of a row as a tuple of hands, true for those that are wanted.
        cards: How many cards the other players hold, next one first, where the hand does not tell it.
        threads: How many threads share the work, 1 to 1024; None means one for each processor. Results do not depend
            on it.
        report: Whether to give the share of deals drawn that were wanted as well.

    Returns:
        Packed hands, uint64 of shape (n, players + 1): the asker's own, the others' in their order, the bottom (0 once
        it was taken). With ``report=True`` also the acceptance rate, from 0 to 1: 1 where nothing had to be tried.

    Raises:
        NativeExtensionError: Under the reference engine.
        InvalidCardsError: As :func:`odds`.
        InvalidArgumentError: As :func:`odds`; reason ``no_deal`` where no deal fits; ``too_rare`` where ``where`` (or
            what is tried for want of room) holds for fewer than about one deal in a thousand.
        IllegalMoveError: Reason ``not_a_play``, ``ambiguous`` or ``unreadable``.

    Example:
        >>> deals = sample_deals("3344556677889TTJQ", 1000, seed=5, cannot_beat={1: "KK"})
        >>> deals.shape, deals.dtype
        ((1000, 4), dtype('uint64'))
        >>> [str(Hand.from_packed(hand)) for hand in deals[0]]
        ['3344556677889TTJQ', ...]
        >>> _, share = sample_deals(
        ...     "3344556677889TTJQ", 100, seed=5, where=lambda hands: "BR" in hands[1], report=True
        ... )
        >>> 0.1 < share < 0.4
        True
    """
    _backend.need_native("sample_deals")
    known = read_known(hand, rules, bottom, seen, None if cards is None else _sizes(cards))
    count = whole(n, "n", 0, MOST_ROWS)
    root = resolve_seed(seed)
    if where is not None and not callable(where):
        raise wrong_type("where", "a function of a row", where)
    drawing = _Drawing(known, _constraints(cannot_beat, known), root, thread_count(threads))
    deals = drawing.rows(count, where)
    if not report:
        return deals
    return deals, count / drawing.drawn if drawing.drawn else 1.0


class _Drawing:
    """Rows of one sample, and how many deals it took to find them."""

    def __init__(
        self, known: Known, cannot_beat: list[tuple[int, int]], root: int, threads: int
    ) -> None:
        places = list(zip(known.certain, known.sizes, strict=True))
        unseen = _backend.engine.Unseen(known.rules._ruleset, known.unseen, places)
        sampler = _backend.engine.Sampler.of(unseen, cannot_beat)
        if sampler is None:
            numbers = [str(place + 1) for place in sorted({p for p, _ in cannot_beat})]
            players = f"player{'s' * (len(numbers) > 1)} {', '.join(numbers)}"
            raise InvalidArgumentError("no_deal", players=players)
        self._known = known
        self._sampler = sampler
        self._stream = stream(root, SAMPLES)
        self._threads = threads
        self._most_windows = _MOST_WINDOWS if sampler.is_exact else _TRIED_WINDOWS
        self.drawn = 0

    def rows(self, count: int, where: Where | None) -> NDArray[np.uint64]:
        """Draw as many rows as are wanted, each in windows of its own until one will do."""
        deals = np.empty((count, 1 + len(self._known.sizes)), dtype=np.uint64)
        missing = np.arange(count, dtype=np.uint64)
        attempt, attempts = 0, 1
        while len(missing):
            nothing = len(missing) == count and self.drawn > _MOST_DRAWN_IN_VAIN
            if nothing or self.drawn > _MOST_DRAWN_PER_ROW * (count + _PATIENCE):
                raise InvalidArgumentError(
                    "too_rare", tries=self.drawn, n=count, missing=len(missing)
                )
            missing = self._attempt(deals, missing, range(attempt, attempt + attempts), where)
            attempt += attempts
            attempts = max(1, min(2 * attempts, self._most_windows // max(1, len(missing))))
        return deals

    def _attempt(
        self,
        deals: NDArray[np.uint64],
        rows: NDArray[np.uint64],
        attempts: range,
        where: Where | None,
    ) -> NDArray[np.uint64]:
        """Draw these rows in some windows each, and give those that did not come out as wanted."""
        step = max(1, self._most_windows // len(attempts))
        offsets = np.array(attempts, dtype=np.uint64) << _ROW_BITS
        unwanted = [rows[:0]]
        for start in range(0, len(rows), step):
            part = rows[start : start + step]
            deals[part, 0] = self._known.own
            windows = (part[:, None] + offsets).ravel()
            threads = 1 if len(windows) < _ROWS_PER_THREAD else self._threads
            hands, tries = self._sampler.deals(self._stream, windows, threads)
            chosen = self._chosen(hands, tries.reshape(-1, len(attempts)), where)
            found = chosen >= 0
            first = np.arange(len(part)) * len(attempts)
            deals[part[found], 1:] = hands[(first + chosen)[found]]
            unwanted.append(part[~found])
        return np.concatenate(unwanted)

    def _chosen(
        self, hands: NDArray[np.uint64], tries: NDArray[np.uint32], where: Where | None
    ) -> NDArray[np.int64]:
        """Give the first window of each row whose deal is wanted, -1 where there is none."""
        drawn = np.where(tries > 0, tries, _TRIES_OF_A_WINDOW)
        if where is None:
            hit = tries > 0
            chosen = np.where(hit.any(axis=1), hit.argmax(axis=1), -1)
            last = np.where(chosen < 0, tries.shape[1] - 1, chosen)
            self.drawn += int(np.cumsum(drawn, axis=1)[np.arange(len(tries)), last].sum())
            return chosen
        own = Hand._trusted(self._known.own)
        chosen = np.full(len(tries), -1)
        for row, windows in enumerate(tries.tolist()):
            for number, tried in enumerate(windows):
                self.drawn += int(drawn[row, number])
                dealt = hands[row * len(windows) + number].tolist() if tried else None
                if dealt and where((own, *map(Hand._trusted, dealt))):
                    chosen[row] = number
                    break
        return chosen


def _sizes(cards: Iterable[int]) -> list[int]:
    try:
        return [any_whole(size, "cards") for size in islice(cards, 9)]
    except TypeError:
        raise wrong_type("cards", "numbers, one for each other player", cards) from None


def _constraints(cannot_beat: object, known: Known) -> list[tuple[int, int]]:
    """Read what seats cannot beat as (place, packed move)."""
    if cannot_beat == ():
        return []
    if not isinstance(cannot_beat, Mapping):
        raise wrong_type("cannot_beat", "a mapping of seats to plays", cannot_beat)
    read = []
    for seat, plays in cannot_beat.items():
        place = whole(seat, "a seat of cannot_beat", 1, len(known.sizes) - 1) - 1
        for play in _plays(plays):
            packed = read_move(play, known.rules)
            if not packed:
                raise IllegalMoveError("not_a_play", move="pass")
            read.append((place, packed))
    return read


def _plays(value: Any) -> list[Any]:
    if isinstance(value, str | Move | Hand) or not isinstance(value, Iterable):
        return [value]
    plays = list(islice(value, _MOST_PLAYS + 1))
    if len(plays) > _MOST_PLAYS:
        raise InvalidArgumentError(
            "out_of_range",
            name="the number of plays",
            expected=f"at most {_MOST_PLAYS}",
            value="more",
        )
    return plays
