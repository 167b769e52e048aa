"""DouZero's environment, driven by our engine."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from doudizhu_fast._checks import shown
from doudizhu_fast.deals import draw_deal
from doudizhu_fast.exceptions import InvalidArgumentError, WrongPhaseError
from doudizhu_fast.interop._phase import EnvironmentPhase
from doudizhu_fast.interop.douzero._cards import (
    CARD_NUMBERS,
    POSITIONS,
    RULES,
    cards_played,
    packed_of,
    reading,
)
from doudizhu_fast.interop.douzero._features import SEATS, Decision, bombs_in, observation
from doudizhu_fast.interop.douzero._infoset import InfoSet, distinct, infoset_of
from doudizhu_fast.move import _make_move
from doudizhu_fast.packed import CARD_BITS, card_count
from doudizhu_fast.seeds import Seed, resolve_seed

__all__ = ["Env"]

_OBJECTIVES: Final = ("wp", "adp", "logadp")
_PACK: Final = (*(number for number in CARD_NUMBERS[:13] for _ in range(4)), *CARD_NUMBERS[13:])

Observation = dict[str, Any]


class Env:
    """DouZero's `Env`: the same observations, rewards and, from the same state of numpy's generator, the same deals.

    It needs no package but ours. Legal actions are listed once each and ascend in our ids; illegal actions are errors
    of ours, where DouZero's assertions fail. All differences are listed in docs/interop.md.

    Args:
        objective: What the game pays: ``wp`` 1, ``adp`` 2 to the power of bombs played, ``logadp`` 1 and the bombs.
        seed: Where given, game i of this environment is dealt from it as game i of a run. Without, the cards are
            shuffled by numpy's global generator, as DouZero's are.

    Raises:
        InvalidArgumentError: Reason ``unknown_objective`` or ``bad_seed``.

    Example:
        >>> env = Env("adp", seed=7)
        >>> observation = env.reset()
        >>> done = False
        >>> while not done:
        ...     observation, reward, done, _ = env.step(observation["legal_actions"][0])
        >>> observation is None, env.winner in ("landlord", "farmer")
        (True, True)
    """

    def __init__(self, objective: str = "wp", seed: Seed = None) -> None:
        # An array would be compared item by item.
        named: Any = objective
        if not isinstance(named, str) or named not in _OBJECTIVES:
            raise InvalidArgumentError(
                "unknown_objective", name=shown(objective), allowed=", ".join(_OBJECTIVES)
            )
        self.objective = objective
        self._root = None if seed is None else resolve_seed(seed)
        self._games = 0
        self._phase: EnvironmentPhase | None = None

    def reset(self) -> Observation:
        """Deal a new game.

        Returns:
            The landlord's observation, as :func:`encode` describes it.

        Example:
            >>> Env(seed=7).reset()["position"]
            'landlord'
        """
        hands, self._bottom = self._deal()
        self._phase = EnvironmentPhase.begun(RULES, hands)
        self._played = [0] * SEATS
        self._games += 1
        return self._observe()

    def _deal(self) -> tuple[list[int], int]:
        if self._root is not None:
            deal = draw_deal(self._root, self._games, 0, RULES)
            landlord, down, up = map(int, deal.hands)
            return [landlord + int(deal.bottom), down, up], int(deal.bottom)
        deck = list(_PACK)
        np.random.shuffle(deck)
        landlord, up, down = map(packed_of, (deck[:20], deck[20:37], deck[37:]))
        return [landlord, down, up], packed_of(deck[17:20])

    def step(self, action: Sequence[int]) -> tuple[Observation | None, float, bool, dict[str, Any]]:
        """Play an action of the position to act.

        Args:
            action: The cards, none for a pass.

        Returns:
            The next observation, None at the end; the reward, 0 before the end and then the landlord's; whether the
            game is over; an empty dict.

        Raises:
            WrongPhaseError: Reason ``game_over``, also before the first :meth:`reset`.
            IllegalMoveError: As :meth:`Game.play`; the game stays as it is.
            InvalidCardsError: For a list that is no cards.

        Example:
            >>> env = Env(seed=7)
            >>> legal = env.reset()["legal_actions"]
            >>> env.step(legal[0])[0]["position"]
            'landlord_down'
        """
        phase = self._begun("play")
        seat = phase._turn
        if seat is None:
            raise WrongPhaseError("game_over", action="play")
        cards = cards_played(action)
        phase.play(_make_move(self._chosen(cards, phase._to_beat)))
        self._played[seat] += cards
        if phase._winner is None:
            return self._observe(), 0.0, False, {}
        return None, self._reward(), True, {}

    def _chosen(self, cards: int, standing: int) -> int:
        legal = self._legal.get(cards)
        return reading(cards, standing) if legal is None else legal

    def _begun(self, action: str) -> EnvironmentPhase:
        if self._phase is None:
            raise WrongPhaseError("not_begun", action=action)
        return self._phase

    def _decision(self) -> Decision:
        phase = self._begun("give the information set")
        hands, seat = phase._hands, phase._turn
        if seat is None:
            raise WrongPhaseError("game_over", action="give the information set")
        left = [card_count(hand) for hand in hands]
        others = sum(hands) - hands[seat]
        return Decision(seat, hands[seat], others, phase._moves, self._played, left)

    def _observe(self) -> Observation:
        legal = distinct(self._begun("observe").legal_moves())
        self._legal = {move & CARD_BITS: move for move in legal}
        return observation(self._decision(), legal)

    def _reward(self) -> float:
        bombs = self.bomb_num
        size = {"wp": 1.0, "adp": 2.0**bombs, "logadp": bombs + 1.0}[self.objective]
        return size if self.winner == "landlord" else -size

    @property
    def infoset(self) -> InfoSet:
        """The information set of the position to act, all hands included.

        Raises:
            WrongPhaseError: Reason ``not_begun`` before the first :meth:`reset`, ``game_over``.

        Example:
            >>> env = Env(seed=7)
            >>> _ = env.reset()
            >>> len(env.infoset.player_hand_cards), env.infoset.bomb_num
            (20, 0)
        """
        decision = self._decision()
        hands = self._begun("give the information set")._hands
        return infoset_of(decision, list(self._legal.values()), hands, self._bottom)

    @property
    def position(self) -> str | None:
        """The position to act, None after the end and before the first :meth:`reset`."""
        turn = None if self._phase is None else self._phase._turn
        return None if turn is None else POSITIONS[turn]

    @property
    def winner(self) -> str | None:
        """``landlord`` or ``farmer``, None before the end."""
        side = None if self._phase is None else self._phase._winner
        return None if side is None else ("landlord", "farmer")[side]

    @property
    def bomb_num(self) -> int:
        """Bombs and rockets played so far."""
        return 0 if self._phase is None else bombs_in(self._phase._moves)
