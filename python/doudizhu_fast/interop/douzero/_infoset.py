"""DouZero's information sets, made of views and positions and read back."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from doudizhu_fast._checks import wrong_type
from doudizhu_fast.enums import Phase
from doudizhu_fast.exceptions import (
    DoudizhuError,
    InvalidArgumentError,
    InvalidRecordError,
    InvalidRulesError,
    WrongPhaseError,
)
from doudizhu_fast.hand import Hand
from doudizhu_fast.interop.douzero._cards import (
    POSITIONS,
    RULES,
    numbers_of,
    packed_of,
    position_index,
    reading,
)
from doudizhu_fast.interop.douzero._features import SEATS, Decision, bombs_in, observation
from doudizhu_fast.move import Move, MoveText, _make_move, read_move
from doudizhu_fast.packed import CARD_BITS, card_count, counts_of, pack
from doudizhu_fast.position import Position
from doudizhu_fast.rules import Rules
from doudizhu_fast.view import View

__all__ = ["InfoSet", "decision_of_view", "distinct", "encode", "infoset", "infoset_of", "view_of"]

_MOST_CARDS: Final = (20, 17, 17)
# More than any game has: of three moves one plays a card.
_MOST_MOVES: Final = 200

Numbers = list[int]


@dataclass(slots=True)
class InfoSet:
    """What DouZero's agents are asked with: the fields of its own `InfoSet`.

    Attributes:
        player_position: ``landlord``, ``landlord_down`` or ``landlord_up``.
        player_hand_cards: The cards of the position.
        num_cards_left_dict: How many cards each position holds.
        three_landlord_cards: The bottom cards without those that the landlord has played; None where they are not
            known.
        card_play_action_seq: All actions so far, a pass being ``[]``.
        other_hand_cards: The cards of the two others together.
        legal_actions: What may be played, each action once.
        last_move: The standing play, ``[]`` on a lead.
        last_two_moves: The last two actions, the later one first.
        last_move_dict: The last action of each position, ``[]`` after a pass.
        played_cards: What each position has played, in order.
        all_handcards: All hands; None where they are not known.
        last_pid: The position that played last, passes not counted.
        bomb_num: Bombs and rockets so far.

    Example:
        >>> view = View.from_text(
        ...     "34567889TTJJQKA22", seat=1, landlord=0, rules="douzero", plays="A"
        ... )
        >>> info = infoset(view)
        >>> info.player_position, info.last_move, info.legal_actions
        ('landlord_down', [14], [[], [17]])
    """

    player_position: str
    player_hand_cards: Numbers
    num_cards_left_dict: dict[str, int]
    three_landlord_cards: Numbers | None
    card_play_action_seq: list[Numbers]
    other_hand_cards: Numbers
    legal_actions: list[Numbers]
    last_move: Numbers
    last_two_moves: list[Numbers]
    last_move_dict: dict[str, Numbers]
    played_cards: dict[str, Numbers]
    all_handcards: dict[str, Numbers] | None
    last_pid: str
    bomb_num: int


def encode(source: View | Position, history: Sequence[MoveText] | None = None) -> dict[str, Any]:
    """Write the observation that DouZero's networks decide by.

    Args:
        source: The view of the seat to act; or a position, with the moves that led to it.
        history: Only with a position: all moves from the landlord's lead on.

    Returns:
        ``position``, ``x_batch`` float32[n, 373 or 484], ``z_batch`` float32[n, 5, 162], ``legal_actions``,
        ``x_no_action`` int8[319 or 430] and ``z`` int8[5, 162]; row i belongs to legal action i. The actions ascend in
        our ids, each of them once.

    Raises:
        InvalidArgumentError: Reason ``wrong_type``; ``history_mismatch`` where the moves do not lead to the position.
        InvalidRulesError: Reason ``wrong_players``.
        WrongPhaseError: Reason ``auction_not_over``, ``game_over`` or ``not_to_act``.
        IllegalMoveError, InvalidCardsError: For a move of the history that cannot be read.

    Example:
        >>> encode(Position(["34", "5", "6"], 0, 0, rules="douzero"), [])["x_batch"].shape
        (2, 373)
    """
    return observation(*_read(source, history))


def infoset(source: View | Position, history: Sequence[MoveText] | None = None) -> InfoSet:
    """Give DouZero's information set.

    Args:
        source: As for :func:`encode`.
        history: As for :func:`encode`.

    Returns:
        The information set. Of a view `all_handcards` is None, and `other_hand_cards` ascend.

    Raises:
        DoudizhuError: As :func:`encode`.

    Example:
        >>> infoset(Position(["34", "5", "6"], 0, 0, rules="douzero"), []).all_handcards
        {'landlord': [3, 4], 'landlord_down': [5], 'landlord_up': [6]}
    """
    decision, legal = _read(source, history)
    if isinstance(source, Position):
        first = source.landlord
        hands = [int(hand) for hand in (*source.hands[first:], *source.hands[:first])]
        return infoset_of(decision, legal, hands, None)
    bottom = None if source.bottom is None else int(source.bottom)
    return infoset_of(decision, legal, None, bottom)


def infoset_of(
    decision: Decision, legal: Sequence[int], hands: Sequence[int] | None, bottom: int | None
) -> InfoSet:
    """Write a decision as an information set.

    Args:
        decision: The decision.
        legal: The legal moves, packed.
        hands: All hands from the landlord's on, packed, where they are known.
        bottom: The bottom cards as they were dealt, packed, where they are known.

    Example:
        >>> infoset_of(Decision(0, 1, 0x110, [], [0] * 3, [1] * 3), [], None, None).last_pid
        'landlord'
    """
    history = decision.history
    actions = [list(numbers_of(move)) for move in history]
    played: dict[str, Numbers] = {position: [] for position in POSITIONS}
    last: dict[str, Numbers] = {position: [] for position in POSITIONS}
    last_pid = POSITIONS[0]
    for step, action in enumerate(actions):
        position = POSITIONS[step % SEATS]
        last[position] = list(action)
        played[position] += action
        if action:
            last_pid = position
    two = [*actions[:-3:-1], [], []][:2]
    # DouZero names the landlord, then the seat before him, when it puts hands together.
    others = [seat for seat in (0, 2, 1) if seat != decision.seat]
    return InfoSet(
        player_position=POSITIONS[decision.seat],
        player_hand_cards=list(numbers_of(decision.hand)),
        num_cards_left_dict=dict(zip(POSITIONS, decision.left, strict=True)),
        three_landlord_cards=_left_of(bottom, decision.played[0]),
        card_play_action_seq=actions,
        other_hand_cards=(
            list(numbers_of(decision.others))
            if hands is None
            else [number for seat in others for number in numbers_of(hands[seat])]
        ),
        legal_actions=[list(numbers_of(move)) for move in legal],
        last_move=list(two[0] or two[1]),
        last_two_moves=[list(action) for action in two],
        last_move_dict=last,
        played_cards=played,
        all_handcards=(
            None
            if hands is None
            else {
                position: list(numbers_of(hand))
                for position, hand in zip(POSITIONS, hands, strict=True)
            }
        ),
        last_pid=last_pid,
        bomb_num=bombs_in(history),
    )


def _left_of(bottom: int | None, played: int) -> Numbers | None:
    if bottom is None:
        return None
    counts = zip(counts_of(bottom), counts_of(played), strict=True)
    return list(numbers_of(pack(max(0, dealt - gone) for dealt, gone in counts)))


def distinct(moves: Sequence[Move]) -> list[int]:
    """Pack legal moves, taking those of the same cards once, as their first reading.

    Example:
        >>> from doudizhu_fast.moves import legal_moves
        >>> len(distinct(legal_moves("333444555666", rules="douzero")))
        57
    """
    packed = [move._packed for move in moves]
    return list({move & CARD_BITS: move for move in reversed(packed)}.values())[::-1]


def _read(source: object, history: Sequence[MoveText] | None) -> tuple[Decision, list[int]]:
    if isinstance(source, View) and history is None:
        return decision_of_view(source)
    if isinstance(source, Position) and history is not None:
        return _of_position(source, history)
    raise wrong_type(
        "source", "a View alone, or a Position with the history that led to it", source
    )


def _check_players(rules: Rules) -> None:
    if rules.players != SEATS:
        raise InvalidRulesError(
            "wrong_players", what="DouZero", expected=SEATS, players=rules.players
        )


def decision_of_view(view: View) -> tuple[Decision, list[int]]:
    """Take the decision of the seat to act, and its legal moves, each cards once.

    Raises:
        InvalidRulesError, WrongPhaseError: As :func:`encode`.

    Example:
        >>> view = View.from_text(
        ...     "34567889TTJJQKA22", seat=1, landlord=0, rules="douzero", plays="A"
        ... )
        >>> decision, legal = decision_of_view(view)
        >>> decision.seat, len(legal)
        (1, 2)
    """
    _check_players(view.rules)
    if view.phase is not Phase.PLAY or view.landlord is None:
        over = view.phase is Phase.OVER
        raise WrongPhaseError("game_over" if over else "auction_not_over", action="encode the view")
    if view.turn != view.seat:
        raise WrongPhaseError(
            "not_to_act", action="encode the view", seat=view.seat, turn=view.turn
        )
    first = view.landlord
    history = [move._packed for _, move in view.moves]
    decision = Decision(
        (view.seat - first) % SEATS,
        int(view.hand),
        int(view.unseen),
        history,
        _played(history),
        (*view.counts[first:], *view.counts[:first]),
    )
    return decision, distinct(view.legal_moves())


def _of_position(position: Position, history: Sequence[MoveText]) -> tuple[Decision, list[int]]:
    _check_players(position.rules)
    first, hands = position.landlord, position.hands
    if position.turn is None:
        raise WrongPhaseError("game_over", action="encode the position")
    moves = _read_history(history, position.rules)
    seat = (position.turn - first) % SEATS
    standing = next((move for move in moves[:-3:-1] if move), 0)
    detail = ""
    if len(hands) != SEATS:
        detail = f"{SEATS} hands are needed, it has {len(hands)}"
    elif len(moves) % SEATS != seat:
        detail = f"after {len(moves)} moves it is not seat {position.turn}'s turn"
    elif standing != (0 if position.to_beat is None else int(position.to_beat)):
        detail = f"it leaves another standing play than {position.to_beat or 'none'}"
    held = [int(hand) for hand in (*hands[first:], *hands[:first])]
    left = [card_count(hand) for hand in held]
    if not detail and any(count > most for count, most in zip(left, _MOST_CARDS, strict=True)):
        detail = "a hand is larger than any that is dealt"
    if detail:
        raise InvalidArgumentError("history_mismatch", detail=detail)
    decision = Decision(seat, held[seat], sum(held) - held[seat], moves, _played(moves), left)
    return decision, distinct(position.legal_moves())


def _read_history(history: object, rules: Rules) -> list[int]:
    if isinstance(history, str) or not isinstance(history, Sequence):
        raise wrong_type("history", "a list of moves", history)
    moves: list[int] = []
    for move in history:
        standing = next((earlier for earlier in moves[:-3:-1] if earlier), 0)
        moves.append(read_move(move, rules, standing))
    return moves


def _played(history: Sequence[int]) -> list[int]:
    return [sum(move & CARD_BITS for move in history[seat::SEATS]) for seat in range(SEATS)]


def view_of(info: Any) -> View:
    """Read an information set, DouZero's own or ours, as a view.

    Args:
        info: An object with DouZero's attributes.

    Returns:
        The view of its position, the landlord having seat 0, under the rules of DouZero. Its `bottom` is None once the
        landlord has played one of the bottom cards.

    Raises:
        InvalidRecordError: Reason ``bad_view`` with what does not fit.

    Example:
        >>> view = View.from_text(
        ...     "34567889TTJJQKA22", seat=1, landlord=0, rules="douzero", plays="A"
        ... )
        >>> view_of(infoset(view)) == view
        True
    """
    try:
        seat = position_index(info.player_position)
        hand = packed_of(info.player_hand_cards)
        plays = _read_actions(info.card_play_action_seq)
        bottom = info.three_landlord_cards
        whole = bottom is not None and len(bottom) == RULES._ruleset.bottom_size
        shown_bottom = Hand._trusted(packed_of(bottom)) if whole else None
    except (AttributeError, TypeError, DoudizhuError) as error:
        raise InvalidRecordError("bad_view", detail=str(error)) from error
    return View.from_text(
        Hand._trusted(hand), seat=seat, rules=RULES, landlord=0, bottom=shown_bottom, plays=plays
    )


def _read_actions(actions: Sequence[Sequence[int]]) -> list[Move]:
    moves: list[int] = []
    for action in islice(actions, _MOST_MOVES):
        standing = next((earlier for earlier in moves[:-3:-1] if earlier), 0)
        moves.append(reading(packed_of(action), standing))
    return list(map(_make_move, moves))
