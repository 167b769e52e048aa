"""RLCard's states: the raw fields, the observation made of them, and views both ways."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._checks import wrong_type
from doudizhu_fast.enums import LETTERS
from doudizhu_fast.exceptions import (
    DoudizhuError,
    InvalidRecordError,
    InvalidRulesError,
    WrongPhaseError,
)
from doudizhu_fast.interop._planes import PLANES, one_hot_bytes, plane_bytes
from doudizhu_fast.interop.rlcard._actions import ACTION_NAMED, ACTION_OF, RULES
from doudizhu_fast.move import Move
from doudizhu_fast.packed import CARD_BITS, format_cards
from doudizhu_fast.view import View

__all__ = ["RawState", "encode", "legal_rows", "observation", "raw_state", "view_of"]

RawState = dict[str, Any]
"""What RLCard calls a raw observation: `raw_obs` of its states."""

_SEATS: Final = 3
_RECENT: Final = 9
# More than any game has: of three moves one plays a card.
_MOST_MOVES: Final = 200
_LANDLORD_CARDS, _PEASANT_CARDS = 20, 17
_NOTHING: Final = bytes(PLANES)
_CARD: Final = {letter: 1 << 4 * rank for rank, letter in enumerate(LETTERS)}


def observation(state: RawState) -> NDArray[np.int8]:
    """Write the observation of a raw state as RLCard does.

    A peasant's "last" actions of landlord and partner are the first ones of the game, as in rlcard 1.2.0. Where no
    action was taken yet they are zeros.

    Args:
        state: `raw_obs` of a state; its `self` is the seat, and the landlord's is 0.

    Returns:
        int8[790] for the landlord, int8[901] for a peasant.

    Example:
        >>> view = View.from_text(
        ...     "3" * 3 + "4" * 4 + "5" * 4 + "6" * 4 + "77889", landlord=0, rules="rlcard"
        ... )
        >>> observation(raw_state(view)).shape
        (790,)
    """
    seat, trace = state["self"], state["trace"]
    recent = [ACTION_NAMED[action].planes for _, action in trace[-_RECENT:]]
    last = next((action for _, action in trace[:-3:-1] if action != "pass"), "pass")
    played, left = state["played_cards"], state["num_cards_left"]
    parts = [
        _planes(state["current_hand"]),
        _planes(state["others_hand"]),
        ACTION_NAMED[last].planes,
        *[_NOTHING] * (_RECENT - len(recent)),
        *recent,
    ]
    if seat == 0:
        parts += [
            _planes(played[2]),
            _planes(played[1]),
            one_hot_bytes(left[2], _PEASANT_CARDS),
            one_hot_bytes(left[1], _PEASANT_CARDS),
        ]
    else:
        partner = _SEATS - seat
        parts += [
            _planes(played[0]),
            _planes(played[partner]),
            _first_action(trace, 0),
            _first_action(trace, partner),
            one_hot_bytes(left[0], _LANDLORD_CARDS),
            one_hot_bytes(left[partner], _PEASANT_CARDS),
        ]
    return np.frombuffer(bytearray().join(parts), dtype=np.int8)


@lru_cache(maxsize=1 << 12)
def _planes(cards: str) -> bytes:
    return plane_bytes(sum(map(_CARD.__getitem__, cards)))


def _first_action(trace: Sequence[tuple[int, str]], seat: int) -> bytes:
    # Nobody is skipped: a seat's first action is among the first three.
    for player, action in trace[:_SEATS]:
        if player == seat:
            return ACTION_NAMED[action].planes
    return _NOTHING


def legal_rows(actions: Iterable[str]) -> dict[int, NDArray[np.int8]]:
    """Give `legal_actions` of a state: every action's id with its cards as 54 bytes.

    Example:
        >>> list(legal_rows(["pass", "44"]))
        [27471, 16]
    """
    return {id: row for id, _, _, row, _ in map(ACTION_NAMED.__getitem__, actions)}


def raw_state(view: View) -> RawState:
    """Give `raw_obs` of what a seat sees: RLCard's seats are counted from the landlord's.

    Args:
        view: A view of the play phase or of a finished game, of three players.

    Raises:
        InvalidRulesError: Reason ``wrong_players``.
        WrongPhaseError: Reason ``auction_not_over`` or ``thrown_in``.

    Example:
        >>> view = View.from_text(
        ...     "34567889TTJJQKA22", seat=2, landlord=1, rules="rlcard", plays="3"
        ... )
        >>> state = raw_state(view)
        >>> state["self"], state["trace"], state["num_cards_left"], state["actions"][:3]
        (1, [(0, '3')], [19, 17, 17], ['pass', '4', '5'])
    """
    if not isinstance(view, View):
        raise wrong_type("view", "a View", view)
    if view.rules.players != _SEATS:
        raise InvalidRulesError(
            "wrong_players", what="RLCard", expected=_SEATS, players=view.rules.players
        )
    if view.landlord is None:
        reason = "thrown_in" if view.turn is None else "auction_not_over"
        raise WrongPhaseError(reason, action="give a state of RLCard")
    trace = [
        ((seat - view.landlord) % _SEATS, format_cards(int(move), "pass"))
        for seat, move in view.moves
    ]
    played = [0] * _SEATS
    for (seat, _), (_, move) in zip(trace, view.moves, strict=True):
        played[seat] += int(move) & CARD_BITS
    bottom = "" if view.bottom is None else str(view.bottom)
    gone = format_cards(played[0])
    return {
        "seen_cards": "".join(card for card in bottom if card not in gone),
        "landlord": 0,
        "trace": trace,
        "played_cards": [format_cards(cards) for cards in played],
        "self": (view.seat - view.landlord) % _SEATS,
        "current_hand": str(view.hand),
        "others_hand": str(view.unseen),
        "num_cards_left": [*view.counts[view.landlord :], *view.counts[: view.landlord]],
        "actions": [ACTION_OF[int(move)].text for move in view.legal_moves()],
    }


def encode(view: View) -> dict[str, Any]:
    """Give what a seat sees as a state of RLCard, as its environment hands it to agents.

    Args:
        view: A view of the play phase or of a finished game, under rules by which every legal move is one of RLCard.

    Returns:
        ``obs``, ``legal_actions``, ``raw_obs``, ``raw_legal_actions`` and ``action_record``.

    Raises:
        InvalidRulesError, WrongPhaseError: As :func:`raw_state`.
        IllegalMoveError: Reason ``not_a_play`` for a move that RLCard has no action for.

    Example:
        >>> view = View.from_text(
        ...     "34567889TTJJQKA22", seat=1, landlord=0, rules="rlcard", plays="A"
        ... )
        >>> state = encode(view)
        >>> state["raw_legal_actions"], list(state["legal_actions"]), state["obs"].shape
        (['pass', '2'], [27471, 12], (901,))
    """
    raw = raw_state(view)
    return {
        "obs": observation(raw),
        "legal_actions": legal_rows(raw["actions"]),
        "raw_obs": raw,
        "raw_legal_actions": list(raw["actions"]),
        "action_record": list(raw["trace"]),
    }


def view_of(state: Mapping[str, Any]) -> View:
    """Read a state of RLCard as a view: everything but the dealt bottom cards, of which it keeps those not yet played.

    Args:
        state: A state, or its `raw_obs` alone.

    Returns:
        The view of the seat whose state it is, under the rules of RLCard. Its `bottom` is None once the landlord has
        played one of the bottom cards.

    Raises:
        InvalidRecordError: Reason ``bad_view`` with what does not fit.

    Example:
        >>> view = View.from_text(
        ...     "34567889TTJJQKA22", seat=1, landlord=0, rules="rlcard", plays="A"
        ... )
        >>> view_of(encode(view)) == view
        True
    """
    try:
        raw = state.get("raw_obs", state)
        seat, plays = _read_trace(raw)
        hand, seen = raw["current_hand"], raw["seen_cards"]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InvalidRecordError(
            "bad_view", detail=f"a raw state of RLCard is needed ({error!r})"
        ) from error
    bottom = seen if isinstance(seen, str) and len(seen) == RULES._ruleset.bottom_size else None
    return View.from_text(hand, seat=seat, rules=RULES, landlord=0, bottom=bottom, plays=plays)


def _read_trace(raw: Mapping[str, Any]) -> tuple[int, list[Move]]:
    plays = []
    for step, (seat, text) in enumerate(islice(raw["trace"], _MOST_MOVES)):
        if seat != step % _SEATS:
            raise InvalidRecordError(
                "bad_view", detail=f"seat {seat} does not take move {step} of the trace"
            )
        try:
            plays.append(ACTION_NAMED[text].move)
        except DoudizhuError as error:
            raise InvalidRecordError("bad_view", detail=str(error)) from error
    return raw["self"], plays
