"""The game behind the environment: RLCard's raw states, driven by our engine."""

import operator
from functools import cache
from typing import Final

import numpy as np

from doudizhu_fast.interop._phase import EnvironmentPhase
from doudizhu_fast.interop.rlcard._actions import ACTION_OF, PASS_ID, RULES, action_named
from doudizhu_fast.interop.rlcard._states import RawState
from doudizhu_fast.packed import CARD_BITS, format_cards

__all__ = ["DoudizhuGame"]

_SEATS: Final = 3
_CARDS, _HAND = 54, 17
_RANK: Final = (*(card // 4 for card in range(52)), 13, 14)
_UNIT: Final = tuple(1 << 4 * rank for rank in _RANK)
_PACKED: Final = operator.attrgetter("_packed")
_JOKERS: Final = ("BJ", "RJ")


class DoudizhuGame:
    """One game as RLCard's `DoudizhuGame` offers it: the methods that its environment and agents call.

    Its parts (`round`, `judger`, `players`) are not offered; what they hold is in the raw states.

    Args:
        allow_step_back: Kept for callers that look at it; every game can step back.

    Attributes:
        np_random: The numpy RandomState the cards are shuffled by.
        state: The raw state of the seat to act.
        winner_id: The seat that played its last card, None before.

    Example:
        >>> game = DoudizhuGame()
        >>> state, seat = game.init_game()
        >>> seat, len(state["current_hand"]), state["num_cards_left"]
        (0, 20, [20, 17, 17])
    """

    num_players: Final = _SEATS

    state: RawState
    winner_id: int | None
    _seat: int

    def __init__(self, allow_step_back: bool = False) -> None:
        self.allow_step_back = allow_step_back
        self.np_random = np.random.RandomState()
        self.winner_id = None

    def init_game(self) -> tuple[RawState, int]:
        """Deal a new game; with the same `np_random` the cards are those that RLCard deals.

        Returns:
            The landlord's raw state and his seat, 0.

        Example:
            >>> DoudizhuGame().init_game()[1]
            0
        """
        deck = list(range(_CARDS))
        self.np_random.shuffle(deck)
        dealt = [deck[seat * _HAND : (seat + 1) * _HAND] for seat in range(_SEATS)]
        # By rank alone: cards of one rank keep the order in which they were dealt.
        self._dealt = [sorted(cards, key=_RANK.__getitem__) for cards in dealt]
        self._dealt[0] = sorted(self._dealt[0] + deck[-3:], key=_RANK.__getitem__)
        self._bottom = _text(_packed(deck[-3:]))
        self._dealt_hands = [_packed(cards) for cards in self._dealt]
        self._phase = EnvironmentPhase.begun(RULES, self._dealt_hands)
        self._trace: list[tuple[int, str]] = []
        self._take_stock()
        return self.state, 0

    def step(self, action: str) -> tuple[RawState, int]:
        """Play an action of the seat to act.

        Args:
            action: RLCard's text: the cards, or ``pass``.

        Returns:
            The next seat's raw state, and the seat.

        Raises:
            IllegalMoveError: As :meth:`Game.play`; the game stays as it is.
            InvalidCardsError: For cards that cannot be read.
            WrongPhaseError: Reason ``game_over``.

        Example:
            >>> game = DoudizhuGame()
            >>> state, _ = game.init_game()
            >>> game.step(state["current_hand"][0])[1]
            1
        """
        known = action_named(action)
        self._phase.play(known.move)
        seat = self._seat
        self._trace.append((seat, known.text))
        if known.id != PASS_ID:
            self._count(seat, int(known.move))
            if not self._hands[seat]:
                self.winner_id = seat
        self._seat = (seat + 1) % _SEATS
        self.state = self.get_state(self._seat)
        return self.state, self._seat

    def step_back(self) -> bool:
        """Take the last action back.

        Returns:
            False at the start of the game, where there is none.

        Example:
            >>> game = DoudizhuGame()
            >>> state, _ = game.init_game()
            >>> _ = game.step(state["actions"][0])
            >>> game.step_back(), game.state == state, game.step_back()
            (True, True, False)
        """
        if not self._trace:
            return False
        self._phase._undo_play()
        self._trace = self._trace[:-1]
        self._take_stock()
        return True

    def _take_stock(self) -> None:
        """Work out everything that follows from deal and trace."""
        self._hands = self._dealt_hands.copy()
        self._texts = [_text(hand) for hand in self._hands]
        self._played = [0] * _SEATS
        self._played_texts = [""] * _SEATS
        self._seen = self._bottom
        self._standing, self._stands_for = 0, 0
        self.winner_id = None
        for move, (seat, _) in zip(self._phase._moves, self._trace, strict=True):
            if move:
                self._count(seat, move)
        self._seat = len(self._trace) % _SEATS
        self.state = self.get_state(self._seat)

    def _count(self, seat: int, move: int) -> None:
        """Take note of a play."""
        cards = move & CARD_BITS
        self._hands[seat] -= cards
        self._played[seat] += cards
        self._texts[seat] = _text(self._hands[seat])
        # A new list: states that were given out keep the old one.
        texts = self._played_texts.copy()
        texts[seat] = _text(self._played[seat])
        self._played_texts = texts
        self._standing, self._stands_for = move, seat
        if seat == 0:
            played = texts[0]
            self._seen = "".join(card for card in self._seen if card not in played)

    def get_state(self, player_id: int) -> RawState:
        """Give the raw state of a seat, whoever is to act.

        Args:
            player_id: 0 to 2.

        Returns:
            The fields of RLCard's raw state. `actions` is what the seat could play now, an empty list after the end.

        Example:
            >>> game = DoudizhuGame()
            >>> _ = game.init_game()
            >>> len(game.get_state(1)["others_hand"])
            37
        """
        hands = self._hands
        others = hands[player_id - 1] + hands[player_id - 2]
        return {
            "seen_cards": self._seen,
            "landlord": 0,
            "trace": self._trace.copy(),
            "played_cards": self._played_texts,
            "self": player_id,
            "current_hand": self._texts[player_id],
            "others_hand": _text(others),
            "num_cards_left": [len(text) for text in self._texts],
            "actions": self._actions(player_id),
        }

    def _actions(self, seat: int) -> list[str]:
        if self.winner_id is not None:
            return []
        standing = 0 if self._stands_for == seat else self._standing
        legal = RULES._ruleset.legal_moves(self._hands[seat], standing)
        return [text for _, text, _, _, _ in map(ACTION_OF.__getitem__, map(_PACKED, legal))]

    def hands_with_suits(self) -> list[str]:
        """Write every hand with the suits of its cards, as RLCard's perfect information does.

        Of several cards of one rank the first in the hand is played.

        Example:
            >>> game = DoudizhuGame()
            >>> _ = game.init_game()
            >>> [len(hand.split()) for hand in game.hands_with_suits()]
            [20, 17, 17]
        """
        written = []
        for cards, hand in zip(self._dealt, self._hands, strict=True):
            # Of each rank the last cards are left.
            kept = [card for place, card in enumerate(cards) if _is_kept(cards, place, hand)]
            written.append(" ".join(map(_card_name, kept)))
        return written

    def hand_texts(self) -> list[str]:
        """Write every hand without suits.

        Example:
            >>> game = DoudizhuGame()
            >>> _ = game.init_game()
            >>> [len(hand) for hand in game.hand_texts()]
            [20, 17, 17]
        """
        return list(self._texts)

    @staticmethod
    def get_num_actions() -> int:
        """Count RLCard's actions."""
        return PASS_ID + 1

    def get_num_players(self) -> int:
        """Count the players."""
        return self.num_players

    def get_player_id(self) -> int:
        """Give the seat to act; after the end the one that would be next."""
        return self._seat

    def is_over(self) -> bool:
        """Whether somebody has played the last card."""
        return self.winner_id is not None


@cache
def _quarter_text(quarter: int, bits: int) -> str:
    return format_cards(bits << 16 * quarter)


def _text(hand: int) -> str:
    """Write a hand as `format_cards` does, from four texts that are kept: hands are written at every step."""
    return (
        _quarter_text(0, hand & 0xFFFF)
        + _quarter_text(1, hand >> 16 & 0xFFFF)
        + _quarter_text(2, hand >> 32 & 0xFFFF)
        + _quarter_text(3, hand >> 48)
    )


def _packed(cards: list[int]) -> int:
    return sum(map(_UNIT.__getitem__, cards))


def _card_name(card: int) -> str:
    return _JOKERS[card - 52] if card >= 52 else "SHDC"[card % 4] + "3456789TJQKA2"[card // 4]


def _is_kept(cards: list[int], place: int, hand: int) -> bool:
    rank = _RANK[cards[place]]
    later = sum(_RANK[card] == rank for card in cards[place + 1 :])
    return later < hand >> 4 * rank & 15
