"""Numbers for actions: ids of the catalogue, or places in the list of what is legal."""

from functools import lru_cache
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._checks import any_whole, shown, whole
from doudizhu_fast.enums import Phase
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.game import Game
from doudizhu_fast.rules import Rules

__all__ = [
    "FEATURES",
    "Actions",
    "Catalogue",
    "Indexed",
    "KnownActions",
    "actions_of",
    "known_actions",
    "most_moves_of",
]

FEATURES: Final = 18
"""The bytes that describe one action: its cards by rank (15), its kind, rank and length."""

_RANKS: Final = 15
_CALL: Final = 15
_CALLS: Final = np.array([_CALL << 60 | bid for bid in range(4)], dtype=np.uint64)
_BIDS: Final = 4
_MOST_LISTED: Final = 1 << 16

# The longest lists that a search over hands finds have 520, 1,929 and 12,785 moves: of 34567888999TTTJJJQKA under
# openspiel, of 333444555666777888999TTJJQQKKAA22 with two packs, and of 333444555666777888999TTTJJJQKA2BR with two
# packs and any solos as kickers of chains.
_MOST_MOVES: Final = {3: 640, 4: 2_048}
_MOST_MOVES_WITH_KICKED_CHAINS: Final = 16_384


class Actions(Protocol):
    """How an environment numbers actions."""

    size: int
    described: bool
    """Whether what a number stands for depends on the game, and observations describe it."""

    def read(self, action: Any) -> int:
        """Give the number, checked to lie in the space."""

    def act(self, game: Game, number: int) -> None:
        """Make the action; raises where it is not legal, and leaves the game as it was."""

    def mask(self, game: Game) -> NDArray[np.int8]:
        """Mark what is legal for the seat to act; all zeros after the end."""

    def features(self, game: Game) -> NDArray[np.uint8]:
        """Describe what each number stands for."""


class Catalogue:
    """Ids of ``rules.action_space``, and behind them one for each call of the auction.

    Example:
        >>> Catalogue(Rules(), auction=True).size - len(Rules().action_space)
        4
    """

    described = False

    def __init__(self, rules: Rules, auction: bool) -> None:
        self._space = rules.action_space
        self._known = known_actions(rules)
        self._plays = len(self._space)
        self.size = self._plays + _BIDS * auction

    def read(self, action: Any) -> int:
        """Give the id, checked to lie in the space."""
        number = any_whole(action, "action")
        if not 0 <= number < self.size:
            raise InvalidArgumentError("action_out_of_range", id=shown(number), last=self.size - 1)
        return number

    def act(self, game: Game, number: int) -> None:
        """Make the call or move of this id."""
        if number >= self._plays:
            game.bid(number - self._plays)
        else:
            game.play(self._space.move(number))

    def mask(self, game: Game) -> NDArray[np.int8]:
        """Mark the ids that are legal."""
        mask = np.zeros(self.size, dtype=np.int8)
        mask[self._known.ids(_legal(game))] = 1
        return mask

    def features(self, game: Game) -> NDArray[np.uint8]:
        """Describe every action of the catalogue, whatever the game."""
        return self._known.features[: self.size]


class Indexed:
    """Places in the list of what is legal, which ascends in the ids of the catalogue.

    Example:
        >>> Indexed(Rules()).size
        640
    """

    described = True

    def __init__(self, rules: Rules, most_moves: int | None = None) -> None:
        self._known = known_actions(rules)
        self.size = most_moves_of(rules, most_moves)

    def read(self, action: Any) -> int:
        """Give the index, checked to lie in the space."""
        number = any_whole(action, "action")
        if not 0 <= number < self.size:
            raise InvalidArgumentError("action_out_of_range", id=shown(number), last=self.size - 1)
        return number

    def act(self, game: Game, number: int) -> None:
        """Make the call or move that stands at this place."""
        if game.phase is not Phase.AUCTION:
            game.play_index(number)
            return
        bids = game.legal_bids()
        if number >= len(bids):
            raise InvalidArgumentError("index_out_of_range", index=number, count=len(bids))
        game.bid(bids[number])

    def mask(self, game: Game) -> NDArray[np.int8]:
        """Mark as many places as actions are legal."""
        mask = np.zeros(self.size, dtype=np.int8)
        mask[: len(game.legal_bids()) or game.count_moves()] = 1
        return mask

    def features(self, game: Game) -> NDArray[np.uint8]:
        """Describe what is legal, place by place, and fill up with zeros."""
        rows = np.zeros((self.size, FEATURES), dtype=np.uint8)
        legal = _legal(game)[: self.size]
        rows[: len(legal)] = self._known.features[self._known.ids(legal)]
        return rows


def actions_of(name: Any, rules: Rules, auction: bool, most_moves: int | None) -> Actions:
    """Give the numbering of a name.

    Args:
        name: ``catalogue`` or ``indexed``.
        rules: The rules.
        auction: Whether calls are among the actions.
        most_moves: The places of ``indexed``; None for enough.

    Raises:
        InvalidArgumentError: Reason ``unknown_option`` for another name, ``out_of_range`` or ``wrong_type`` for a
            number of places that is none.

    Example:
        >>> actions_of("catalogue", Rules(), False, None).size
        12655
    """
    # An array would be compared item by item.
    if isinstance(name, str) and name == "catalogue":
        return Catalogue(rules, auction)
    if isinstance(name, str) and name == "indexed":
        return Indexed(rules, most_moves)
    raise InvalidArgumentError(
        "unknown_option", name="action_space", value=shown(name), allowed="catalogue, indexed"
    )


def most_moves_of(rules: Rules, most_moves: int | None) -> int:
    """Give the number of places for legal actions.

    Args:
        rules: The rules.
        most_moves: A number of the user's, or None for enough: 640 for 3 players, 2,048 for 4, and 16,384 for 4
            under rules with ``trio_chain_with_solos``.

    Raises:
        InvalidArgumentError: Reason ``out_of_range`` or ``wrong_type``.

    Example:
        >>> most_moves_of(Rules(), None), most_moves_of(Rules(), 100)
        (640, 100)
    """
    if most_moves is None:
        loose = rules.players == 4 and rules.trio_chain_with_solos
        return _MOST_MOVES_WITH_KICKED_CHAINS if loose else _MOST_MOVES[rules.players]
    return whole(most_moves, "most_moves", _BIDS, _MOST_LISTED)


class KnownActions:
    """Every action of the catalogue in packed form and as features, the four calls behind the moves.

    Attributes:
        packed: uint64 of shape (n,): the actions by id.
        features: uint8 of shape (n, 18): cards by rank (15), kind, rank (0 for 3), length. A call has kind 15, its bid
            as rank, and length 0.

    Example:
        >>> known = KnownActions(Rules())
        >>> known.ids(np.array([int(Rules().action_space.move(7))], dtype=np.uint64))
        array([7], dtype=int32)
        >>> known.features[Rules().action_space.id("444+5")].tolist()
        [0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 1, 1]
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        space = rules.action_space
        plays = len(space)
        self.packed = np.concatenate([space.moves(np.arange(plays)), _CALLS])
        # Searching sorted numbers is far cheaper than asking for the id of each: ids ascend in another order.
        order = np.argsort(self.packed)
        self._sorted, self._ids = self.packed[order], order.astype(np.int32)
        self.features = np.zeros((len(self.packed), FEATURES), dtype=np.uint8)
        shifts = np.arange(0, 4 * _RANKS, 4, dtype=np.uint64)
        self.features[:plays, :_RANKS] = self.packed[:plays, np.newaxis] >> shifts & np.uint64(15)
        self.features[:, _RANKS] = self.packed >> np.uint64(60)
        # PASS has no rank; zero stands for it.
        self.features[:plays, _RANKS + 1 :] = [(move.rank or 0, move.length) for move in space]
        self.features[plays:, _RANKS + 1] = range(_BIDS)
        # Environments of the same rules share them.
        for array in (self.packed, self.features):
            array.flags.writeable = False

    def ids(self, packed: NDArray[np.uint64]) -> NDArray[np.int32]:
        """Give the ids of packed moves and calls, all of which are actions."""
        return self._ids[np.searchsorted(self._sorted, packed)]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the rules."""
        return known_actions, (self._rules,)


@lru_cache(maxsize=8)
def known_actions(rules: Rules) -> KnownActions:
    """Give the actions of these rules, the same object at every call.

    Example:
        >>> len(known_actions(Rules()).packed)
        12659
    """
    return KnownActions(rules)


def _legal(game: Game) -> NDArray[np.uint64]:
    bids = game.legal_bids()
    if bids:
        return _CALLS[bids]
    return np.array([move._packed for move in game.legal_moves()], dtype=np.uint64)
