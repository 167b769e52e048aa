from collections.abc import Callable, Sequence
from typing import Any, Final, Self, final

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast.move import Move

__all__ = [
    "BUILD_PROFILE",
    "Batch",
    "Calls",
    "PlayPhase",
    "Rollouts",
    "Ruleset",
    "Sampler",
    "Unseen",
    "beats",
    "beats_batch",
    "classify_batch",
    "count_moves_batch",
    "deal_batch",
    "install_move_type",
    "legal_moves_batch",
    "min_plays",
    "min_plays_batch",
    "move_shape",
    "policy_bid",
    "policy_names",
    "policy_play",
    "simulate",
    "simulate_counts",
    "simulate_game",
    "simulate_log",
    "solve",
    "tree_search",
    "verify_games",
]

BUILD_PROFILE: Final[str]

def install_move_type(make_move: Callable[[int], Any]) -> None: ...
def move_shape(move: int) -> tuple[int, int]: ...
def beats(move: int, other: int) -> bool: ...
def policy_names() -> list[str]: ...
def policy_bid(
    policy: str,
    ruleset: Ruleset,
    first_bidder: int,
    bids: Sequence[int],
    hand: int,
    decisions: tuple[int, int],
    number: int,
) -> int: ...
def policy_play(policy: str, phase: PlayPhase, decisions: tuple[int, int], number: int) -> int: ...
def simulate(
    ruleset: Ruleset,
    policies: Sequence[str],
    auction: bool,
    deals: tuple[int, int],
    decisions: tuple[int, int],
    first: int,
    count: int,
    threads: int,
) -> tuple[
    NDArray[np.int8],
    NDArray[np.bool_],
    NDArray[np.int8],
    NDArray[np.int8],
    NDArray[np.int16],
    NDArray[np.int8],
    NDArray[np.int8],
    NDArray[np.int8],
]: ...
def simulate_counts(
    ruleset: Ruleset,
    policies: Sequence[str],
    auction: bool,
    deals: tuple[int, int],
    decisions: tuple[int, int],
    first: int,
    count: int,
    threads: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def simulate_game(
    ruleset: Ruleset,
    policies: Sequence[str],
    auction: bool,
    deals: tuple[int, int],
    decisions: tuple[int, int],
    game: int,
) -> tuple[list[list[int]], list[int]]: ...
def simulate_log(
    ruleset: Ruleset,
    policies: Sequence[str],
    auction: bool,
    deals: tuple[int, int],
    decisions: tuple[int, int],
    first: int,
    count: int,
    threads: int,
) -> tuple[
    tuple[NDArray[Any], ...],
    tuple[NDArray[Any], ...],
    tuple[NDArray[Any], ...],
]: ...
def verify_games(
    ruleset: Ruleset,
    streams: Sequence[tuple[int, int]],
    stream: NDArray[np.int32],
    index: NDArray[np.uint64],
    deals: Sequence[NDArray[Any]],
    thrown_in: Sequence[NDArray[Any]],
    games: Sequence[NDArray[Any]],
    threads: int,
) -> tuple[int, str, int, int, str] | None: ...
def deal_batch(
    ruleset: Ruleset, deals: tuple[int, int], first: int, count: int
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int8], NDArray[np.int8]]: ...
def legal_moves_batch(
    ruleset: Ruleset, hands: NDArray[np.uint64], to_beat: NDArray[np.uint64], threads: int
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]: ...
def count_moves_batch(
    ruleset: Ruleset, hands: NDArray[np.uint64], to_beat: NDArray[np.uint64], threads: int
) -> NDArray[np.int64]: ...
def classify_batch(
    ruleset: Ruleset, cards: NDArray[np.uint64]
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]: ...
def beats_batch(moves: NDArray[np.uint64], others: NDArray[np.uint64]) -> NDArray[np.bool_]: ...
def min_plays(ruleset: Ruleset, hand: int, most: int) -> tuple[int, list[list[Move]], bool]: ...
def min_plays_batch(
    ruleset: Ruleset, hands: NDArray[np.uint64], threads: int
) -> NDArray[np.int8]: ...
def tree_search(
    ruleset: Ruleset,
    phase: PlayPhase,
    unseen: int,
    places: Sequence[tuple[int, int]],
    policy: str,
    deals_from: tuple[int, int],
    decisions_from: tuple[int, int],
    worth: NDArray[np.float64],
    first: int,
    deals: int,
    seconds: float | None,
    rate: float,
    exact: tuple[int, bool, int] | None,
) -> tuple[list[tuple[int, int, float]], int, float]: ...
def solve(
    phase: PlayPhase,
    payoff: bool,
    banned: int,
    most_nodes: int | None,
    most_seconds: float | None,
    memory_mb: int,
    progress: Callable[[int, int], object] | None,
) -> tuple[int | None, bool, list[int], list[int], int | None, int]: ...

@final
class Ruleset:
    def __new__(
        cls,
        *,
        players: int,
        auction: str,
        all_pass: str,
        turned_up_card: bool,
        bottom_cards: str,
        trio_with_solo: bool,
        trio_chain_with_solos: bool,
        trio_chain_with_pairs: bool,
        quad_with_kickers: bool,
        kicker_solos: str,
        adjacent_trio_as_kickers: bool,
        both_jokers_as_kickers: bool,
        quad_solos: str,
        joker_pairs: bool,
        four_jokers_as_kickers: bool,
        scoring: str,
        bomb_double_min: int,
        spring: bool,
    ) -> Self: ...
    @property
    def players(self) -> int: ...
    @property
    def packs(self) -> int: ...
    @property
    def hand_size(self) -> int: ...
    @property
    def bottom_size(self) -> int: ...
    @property
    def largest_play(self) -> int: ...
    def legal_moves(self, hand: int, to_beat: int = 0) -> list[Move]: ...
    def count_moves(self, hand: int, to_beat: int = 0) -> int: ...
    def nth_move(self, hand: int, k: int, to_beat: int = 0) -> int: ...
    def classify(self, cards: int) -> list[int]: ...
    def is_play(self, move: int) -> bool: ...
    def action_count(self) -> int: ...
    def action_id(self, move: int) -> int: ...
    def action(self, id: int) -> int: ...
    def action_ids(self, moves: NDArray[np.uint64]) -> NDArray[np.int32]: ...
    def actions(self, ids: NDArray[np.int64]) -> NDArray[np.uint64]: ...
    def deal(
        self, initstate: int, initseq: int, game: int, redeal: int
    ) -> tuple[tuple[int, ...], int, int, int]: ...

@final
class Batch:
    OBSERVATION_VERSION: int
    def __new__(
        cls,
        ruleset: Ruleset,
        count: int,
        deals: tuple[int, int],
        auction: bool,
        auto_reset: bool,
        threads: int,
    ) -> Self: ...
    def legal_moves(self) -> tuple[NDArray[np.int64], NDArray[np.uint64]]: ...
    def counts(self) -> NDArray[np.int64]: ...
    def step(self, indices: NDArray[np.int64]) -> None: ...
    def step_moves(self, moves: NDArray[np.uint64]) -> None: ...
    def turns(self) -> NDArray[np.int8]: ...
    def done(self) -> NDArray[np.bool_]: ...
    def outcomes(
        self,
    ) -> tuple[
        NDArray[np.int8],
        NDArray[np.bool_],
        NDArray[np.int8],
        NDArray[np.int8],
        NDArray[np.int8],
    ]: ...
    @property
    def observation_width(self) -> int: ...
    def observe(self, out: NDArray[np.uint8]) -> None: ...

@final
class Unseen:
    def __new__(cls, ruleset: Ruleset, cards: int, places: Sequence[tuple[int, int]]) -> Self: ...
    def bomb(self, watched: Sequence[int], size: int) -> tuple[int, int]: ...
    def rocket(self, watched: Sequence[int]) -> tuple[int, int]: ...
    def bomb_or_rocket(self, watched: Sequence[int]) -> tuple[int, int]: ...
    def at_least(self, watched: Sequence[int], rank: int, count: int) -> tuple[int, int]: ...
    def beats(self, watched: Sequence[int], move: int) -> tuple[int, int]: ...

@final
class Calls:
    def __new__(
        cls,
        ruleset: Ruleset,
        first_bidder: int,
        bids: Sequence[int],
        unseen: int,
        places: Sequence[tuple[int, int]],
        policy: str,
        deals: tuple[int, int],
        decisions: tuple[int, int],
    ) -> Self: ...
    def play(
        self, first: int, count: int, threads: int
    ) -> tuple[
        NDArray[np.uint64],
        NDArray[np.uint8],
        NDArray[np.int8],
        NDArray[np.int8],
        NDArray[np.uint8],
    ]: ...

@final
class Rollouts:
    def __new__(
        cls,
        ruleset: Ruleset,
        phase: PlayPhase,
        unseen: int,
        places: Sequence[tuple[int, int]],
        policy: str,
        deals: tuple[int, int],
        decisions: tuple[int, int],
        exact: tuple[int, bool, int] | None = None,
    ) -> Self: ...
    def endings(self, first: int, count: int, threads: int) -> NDArray[np.uint8]: ...
    def endings_of_moves(
        self, moves: Sequence[int], first: int, count: int, threads: int
    ) -> NDArray[np.uint8]: ...

@final
class Sampler:
    @staticmethod
    def of(unseen: Unseen, cannot_beat: Sequence[tuple[int, int]]) -> Sampler | None: ...
    @property
    def is_exact(self) -> bool: ...
    def deals(
        self, stream: tuple[int, int], windows: NDArray[np.uint64], threads: int
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]: ...

class PlayPhase:
    def __new__(cls, *args: object, **kwargs: object) -> Self: ...
    def _begin(
        self,
        ruleset: Ruleset,
        hands: Sequence[int],
        landlord: int,
        turn: int | None,
        to_beat: int = 0,
        passes: int = 0,
        plays: tuple[int, int] = (0, 0),
        doublings: int = 0,
    ) -> None: ...
    def _clear(self) -> None: ...
    def _close(self) -> None: ...
    def _copy_from(self, source: PlayPhase, history: bool = True) -> None: ...
    def _undo_play(self) -> None: ...
    def _why_illegal(self, move: int) -> str | None: ...
    def _perft(self, depth: int) -> int: ...
    def _read(self, move: object) -> int: ...
    def legal_moves(self) -> list[Move]: ...
    def count_moves(self) -> int: ...
    def play(self, move: object, seat: int | None = None) -> None: ...
    def play_index(self, k: int) -> None: ...
    @property
    def _begun(self) -> bool: ...
    @property
    def _over(self) -> bool: ...
    @property
    def _turn(self) -> int | None: ...
    @property
    def _landlord(self) -> int: ...
    @property
    def _hands(self) -> tuple[int, ...]: ...
    @property
    def _to_beat(self) -> int: ...
    @property
    def _passes(self) -> int: ...
    @property
    def _plays(self) -> tuple[int, int]: ...
    @property
    def _doublings(self) -> int: ...
    @property
    def _bombs(self) -> int: ...
    @property
    def _rockets(self) -> int: ...
    @property
    def _spring(self) -> int: ...
    @property
    def _winner(self) -> int | None: ...
    @property
    def _moves(self) -> list[int]: ...
