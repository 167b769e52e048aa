"""Many games, deals and hands at a time: the functions of the compiled engine, one item after the other."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._reference.auction import Outcome, hold_auction
from doudizhu_fast._reference.packed import PASS, whole
from doudizhu_fast._reference.phase import PlayPhase
from doudizhu_fast._reference.policies import POLICIES, Decisions, Policy, Turn
from doudizhu_fast._reference.ruleset import Ruleset, _check_array
from doudizhu_fast._reference.shapes import beats
from doudizhu_fast.exceptions import DoudizhuError, InvalidArgumentError

MOST_REDEALS = 1000

_Start: TypeAlias = tuple[int, int]  # initstate and initseq of a stream
_Packed: TypeAlias = NDArray[np.uint64]
_Offsets: TypeAlias = NDArray[np.int64]

_COLUMNS = {
    "landlord": np.int8,
    "landlord_won": np.bool_,
    "bid": np.int8,
    "doublings": np.int8,
    "plays": np.int16,
    "bombs": np.int8,
    "rockets": np.int8,
    "spring": np.int8,
}
_HIGHEST_BID: Final = 3
_EXPONENTS: Final = 28
_MOST_PLAYS: Final = 108


def policy_names() -> list[str]:
    """Name the policies.

    Example:
        >>> policy_names()
        ['random', 'greedy']
    """
    return list(POLICIES)


def simulate(
    ruleset: Ruleset,
    policies: Sequence[str],
    auction: bool,
    deals: _Start,
    decisions: _Start,
    first: int,
    count: int,
    threads: int,
) -> tuple[NDArray[Any], ...]:
    """Play games of a run, one after the other.

    Args:
        ruleset: The rules.
        policies: One name per seat.
        auction: Whether the auction of the rules is held; without one seat 0 is landlord at bid 1.
        deals: Initstate and initseq of the stream of the deals.
        decisions: Those of the stream of the decisions.
        first: The first game.
        count: How many games.
        threads: Without meaning here.

    Returns:
        Arrays of length count: landlord int8 (-1 for void games, whose other columns are 0), landlord_won bool, bid
        int8, doublings int8 (no spring), plays int16 (no passes), bombs int8, rockets int8, spring int8.

    Raises:
        InvalidArgumentError: ``unknown_policy``, ``wrong_shape``, ``out_of_range``, ``not_whole``.

    Example:
        >>> from doudizhu_fast._reference.switches import VALUES
        >>> rules = Ruleset(**{name: values[0] for name, values in VALUES.items()})
        >>> landlord, *_ = simulate(rules, ["greedy"] * 3, False, (1, 2), (3, 4), 0, 2, threads=1)
        >>> landlord
        array([0, 0], dtype=int8)
    """
    seats = _policies(ruleset, policies)
    whole(threads)
    games = range(whole(first), whole(first) + whole(count))
    played = (_play_game(ruleset, seats, auction, deals, decisions, game) for game in games)
    rows = [_tally(result) for result in played]
    return tuple(
        np.array([row[column] for row in rows], dtype=dtype)
        for column, dtype in enumerate(_COLUMNS.values())
    )


def simulate_counts(
    ruleset: Ruleset,
    policies: Sequence[str],
    auction: bool,
    deals: _Start,
    decisions: _Start,
    first: int,
    count: int,
    threads: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Play games of a run and count what they come to; arguments as for `simulate`.

    Returns:
        Two arrays of int64. The first, of length 224, counts games by what decides a payment, numbered (bid * 28 +
        exponent) * 2 + landlord_won, where the exponent of the multiplier is that of the doublings and the spring
        together; the second, of length 109, by their plays. Void games have number 0 and no plays.

    Raises:
        InvalidArgumentError: As `simulate`.

    Example:
        >>> from doudizhu_fast._reference.switches import VALUES
        >>> rules = Ruleset(**{name: values[0] for name, values in VALUES.items()})
        >>> payments, plays = simulate_counts(
        ...     rules, ["greedy"] * 3, False, (1, 2), (3, 4), 0, 2, threads=1
        ... )
        >>> payments.sum(), plays.sum()
        (np.int64(2), np.int64(2))
    """
    columns = simulate(ruleset, policies, auction, deals, decisions, first, count, threads)
    named = dict(zip(_COLUMNS, (column.astype(np.int64) for column in columns), strict=True))
    exponents = named["doublings"] + (named["spring"] > 0)
    numbers = (named["bid"] * _EXPONENTS + exponents) * 2 + named["landlord_won"]
    return (
        np.bincount(numbers, minlength=(_HIGHEST_BID + 1) * _EXPONENTS * 2),
        np.bincount(named["plays"], minlength=_MOST_PLAYS + 1),
    )


def simulate_game(
    ruleset: Ruleset,
    policies: Sequence[str],
    auction: bool,
    deals: _Start,
    decisions: _Start,
    game: int,
) -> tuple[list[list[int]], list[int]]:
    """Play one game of a run and tell it.

    Args:
        ruleset: The rules.
        policies: One name per seat.
        auction: Whether the auction of the rules is held.
        deals: Initstate and initseq of the stream of the deals.
        decisions: Those of the stream of the decisions.
        game: Which game of the run.

    Returns:
        The calls of every deal, one empty list where there is no auction; the packed moves, passes included.

    Raises:
        InvalidArgumentError: As `simulate`.

    Example:
        >>> from doudizhu_fast._reference.switches import VALUES
        >>> rules = Ruleset(**{name: values[0] for name, values in VALUES.items()})
        >>> calls, moves = simulate_game(rules, ["greedy"] * 3, False, (1, 2), (3, 4), 0)
        >>> calls, len(moves) > 5
        ([[]], True)
    """
    seats = _policies(ruleset, policies)
    played = _play_game(ruleset, seats, auction, deals, decisions, whole(game))
    return played.calls, [] if played.phase is None else played.phase._moves


def deal_batch(
    ruleset: Ruleset, deals: _Start, first: int, count: int
) -> tuple[_Packed, _Packed, NDArray[np.int8], NDArray[np.int8]]:
    """Deal games of a run, none of them a redeal (rules 1.2).

    Args:
        ruleset: The rules.
        deals: Initstate and initseq of the stream of the deals.
        first: The first game.
        count: How many games.

    Returns:
        Hands uint64[count, players], bottom uint64[count], first bidder int8[count], rank of the turned-up card
        int8[count].

    Raises:
        InvalidArgumentError: ``out_of_range`` or ``not_whole``.

    Example:
        >>> from doudizhu_fast._reference.switches import VALUES
        >>> rules = Ruleset(**{name: values[0] for name, values in VALUES.items()})
        >>> deal_batch(rules, (1, 2), 0, 5)[0].shape
        (5, 3)
    """
    games = range(whole(first), whole(first) + whole(count))
    dealt = [ruleset.deal(*deals, game, 0) for game in games]
    return (
        np.array([hands for hands, _, _, _ in dealt], np.uint64).reshape(-1, ruleset.players),
        np.array([bottom for _, bottom, _, _ in dealt], np.uint64),
        np.array([bidder for _, _, bidder, _ in dealt], np.int8),
        np.array([rank for _, _, _, rank in dealt], np.int8),
    )


def legal_moves_batch(
    ruleset: Ruleset, hands: _Packed, to_beat: _Packed, threads: int
) -> tuple[_Offsets, _Packed]:
    """List the moves of many hands (rules 1.4).

    Args:
        ruleset: The rules.
        hands: uint64[n], packed cards.
        to_beat: uint64[n] or uint64[1], packed standing plays, 0 for a lead.
        threads: Without meaning here.

    Returns:
        Offsets int64[n + 1] and packed moves uint64[m]: those of hand i are ``moves[offsets[i] : offsets[i + 1]]``.

    Raises:
        InvalidCardsError: ``not_in_pack`` with ``index``.
        IllegalMoveError: ``not_a_play`` with ``index``.
        InvalidArgumentError: ``wrong_type``, ``wrong_dtype`` or ``wrong_shape``.

    Example:
        >>> from doudizhu_fast._reference.switches import VALUES
        >>> rules = Ruleset(**{name: values[0] for name, values in VALUES.items()})
        >>> hands = np.array([0x1, 0x4], dtype=np.uint64)
        >>> legal_moves_batch(rules, hands, np.array([0], dtype=np.uint64), threads=1)[0]
        array([0, 1, 5])
    """
    whole(threads)
    return _listed(
        _at(index, _moves, ruleset, hand, standing)
        for index, (hand, standing) in enumerate(_pairs(ruleset, hands, to_beat))
    )


def count_moves_batch(ruleset: Ruleset, hands: _Packed, to_beat: _Packed, threads: int) -> _Offsets:
    """Count the moves of many hands; arguments and errors as for `legal_moves_batch`.

    Returns:
        int64[n].

    Example:
        >>> from doudizhu_fast._reference.switches import VALUES
        >>> rules = Ruleset(**{name: values[0] for name, values in VALUES.items()})
        >>> hands = np.array([0x1, 0x4], dtype=np.uint64)
        >>> count_moves_batch(rules, hands, np.array([0], dtype=np.uint64), threads=1)
        array([1, 4])
    """
    whole(threads)
    counts = [
        _at(index, ruleset.count_moves, hand, standing)
        for index, (hand, standing) in enumerate(_pairs(ruleset, hands, to_beat))
    ]
    return np.array(counts, dtype=np.int64)


def classify_batch(ruleset: Ruleset, cards: _Packed) -> tuple[_Offsets, _Packed]:
    """Find every reading of many sets of cards as one play (rules 1.5).

    Args:
        ruleset: The rules.
        cards: uint64[n], packed cards.

    Returns:
        Offsets int64[n + 1] and packed plays uint64[m], those of each ascending in kind code.

    Raises:
        InvalidCardsError: ``not_in_pack`` with ``index``.
        InvalidArgumentError: ``wrong_type``, ``wrong_dtype`` or ``wrong_shape``.

    Example:
        >>> from doudizhu_fast._reference.switches import VALUES
        >>> rules = Ruleset(**{name: values[0] for name, values in VALUES.items()})
        >>> classify_batch(rules, np.array([0x11, 0x13], dtype=np.uint64))[0]
        array([0, 0, 1])
    """
    _check_array("cards", cards, np.dtype(np.uint64))
    return _listed(
        _at(index, ruleset.classify, packed) for index, packed in enumerate(cards.tolist())
    )


def beats_batch(moves: _Packed, others: _Packed) -> NDArray[np.bool_]:
    """Compare many pairs of moves (rules 1.5).

    Args:
        moves: uint64[n], the packed moves that are to win.
        others: uint64[n], the packed moves that stand.

    Returns:
        bool[n].

    Raises:
        IllegalMoveError: ``not_a_play`` with ``index``.
        InvalidArgumentError: ``wrong_type``, ``wrong_dtype`` or ``wrong_shape``.

    Example:
        >>> low, high = (np.array([1 << 60 | 1 << 4 * rank], dtype=np.uint64) for rank in (3, 9))
        >>> beats_batch(high, low), beats_batch(low, high)
        (array([ True]), array([False]))
    """
    _check_array("moves", moves, np.dtype(np.uint64))
    _check_array("others", others, np.dtype(np.uint64))
    if len(moves) != len(others):
        raise _wrong_length("others", len(moves), len(others))
    for array in (moves, others):
        for index, move in enumerate(array.tolist()):
            _at(index, beats, move, PASS)
    pairs = zip(moves.tolist(), others.tolist(), strict=True)
    return np.array([beats(move, other) for move, other in pairs], np.bool_)


class _Played(NamedTuple):
    """One game that is over; without a play phase it is void."""

    calls: list[list[int]]
    bid: int
    phase: PlayPhase | None


def _play_game(
    ruleset: Ruleset,
    policies: Sequence[Policy],
    auction: bool,
    deals: _Start,
    decisions: _Start,
    game: int,
) -> _Played:
    """Deal until somebody is landlord, or for good if nobody will be, and play."""
    all_calls = []
    for redeal in range(MOST_REDEALS + 1):
        hands, bottom, first_bidder, _ = ruleset.deal(*deals, game, redeal)
        draws = Decisions(*decisions, game, redeal)
        calls, landlord, bid = _auction(ruleset, policies, auction, hands, first_bidder, draws)
        all_calls.append(calls)
        if landlord is not None:
            held = [hand + bottom * (seat == landlord) for seat, hand in enumerate(hands)]
            return _Played(all_calls, bid, _play_out(ruleset, policies, held, landlord, draws))
        if ruleset._switches.all_pass != "redeal":
            break
    return _Played(all_calls, 0, None)


def _auction(
    ruleset: Ruleset,
    policies: Sequence[Policy],
    auction: bool,
    hands: Sequence[int],
    first_bidder: int,
    draws: Decisions,
) -> Outcome:
    mode = ruleset._switches.auction
    if not auction or mode == "none":
        return Outcome([], landlord=0, bid=1)

    def ask(seat: int, highest: int) -> int:
        return policies[seat].bid(hands[seat], highest, draws)

    return hold_auction(ruleset.players, mode, ruleset._switches.all_pass, first_bidder, ask)


def _play_out(
    ruleset: Ruleset,
    policies: Sequence[Policy],
    hands: Sequence[int],
    landlord: int,
    draws: Decisions,
) -> PlayPhase:
    phase = PlayPhase()
    phase._begin(ruleset, hands, landlord, landlord)
    while (seat := phase._turn) is not None:
        hand, to_beat = phase._hands[seat], phase._to_beat
        owner = (seat - phase._passes - 1) % len(hands)
        turn = Turn(
            hand=hand,
            moves=_moves(ruleset, hand, to_beat),
            to_beat=to_beat,
            partner_leads=to_beat != PASS and landlord not in (seat, owner),
        )
        phase._make(policies[seat].move(turn, draws))
    return phase


def _tally(played: _Played) -> tuple[int, ...]:
    """Give the row of `_COLUMNS` of a game."""
    phase = played.phase
    if phase is None:
        return (-1, *[0] * (len(_COLUMNS) - 1))
    return (
        phase._landlord,
        phase._hands[phase._landlord] == 0,
        played.bid,
        phase._doublings,
        sum(phase._plays),
        phase._bombs,
        phase._rockets,
        phase._spring,
    )


def _policies(ruleset: Ruleset, names: Sequence[str]) -> list[Policy]:
    for name in names:
        if name not in POLICIES:
            raise InvalidArgumentError("unknown_policy", name=name, allowed=", ".join(POLICIES))
    if len(names) != ruleset.players:
        raise _wrong_length("policies", ruleset.players, len(names))
    return [POLICIES[name] for name in names]


def _moves(ruleset: Ruleset, hand: int, to_beat: int) -> list[int]:
    """List legal moves packed, whatever objects lists of moves hold otherwise."""
    moves = [ruleset._plays.moves[row] for row in ruleset._rows(hand, to_beat)]
    return moves if to_beat == PASS else [PASS, *moves]


def _pairs(ruleset: Ruleset, hands: _Packed, to_beat: _Packed) -> Iterable[tuple[int, int]]:
    """Give each hand with its standing play, once all standing plays are known to be plays."""
    _check_array("hands", hands, np.dtype(np.uint64))
    _check_array("to_beat", to_beat, np.dtype(np.uint64))
    standing = to_beat.tolist()
    for index, move in enumerate(standing):
        _at(index, ruleset.action_id, move)
    if len(standing) == 1:
        standing *= len(hands)
    if len(standing) != len(hands):
        raise _wrong_length("to_beat", len(hands), len(standing))
    return zip(hands.tolist(), standing, strict=True)


def _wrong_length(name: str, expected: int, got: int) -> InvalidArgumentError:
    return InvalidArgumentError(
        "wrong_shape", name=name, expected=f"({expected},)", value=f"({got},)"
    )


def _at(index: int, question: Callable[..., Any], *arguments: Any) -> Any:
    """Ask about one item of an array; an error names its place."""
    try:
        return question(*arguments)
    except DoudizhuError as error:
        raise type(error)(error.reason, **error._data, index=index) from None


def _listed(answers: Iterable[Sequence[int]]) -> tuple[_Offsets, _Packed]:
    """Join lists of packed moves end to end."""
    lists = list(answers)
    lengths = [len(moves) for moves in lists]
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return offsets, np.array([move for moves in lists for move in moves], dtype=np.uint64)
