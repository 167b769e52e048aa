"""A game driven by numbers alone, chance included, as OpenSpiel drives one; nothing here needs OpenSpiel."""

from collections.abc import Iterable
from typing import Self

from doudizhu_fast._checks import shown
from doudizhu_fast.deals import Deal, whole_pack
from doudizhu_fast.enums import Phase, Rank
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.game import Game
from doudizhu_fast.hand import Hand
from doudizhu_fast.move import Move
from doudizhu_fast.packed import counts_of, pack
from doudizhu_fast.rules import Rules
from doudizhu_fast.view import View
from doudizhu_fast.view._unseen import spread

__all__ = [
    "GAME_NAME",
    "Table",
    "chance_history",
    "most_calls",
    "most_doublings",
    "most_moves",
    "player_history",
    "resampled",
]

GAME_NAME = "python_doudizhu_fast"
"""The name under which these rules are known to OpenSpiel."""

_RANKS = len(Rank)


class Table:
    """One game from the first dealt card to the payment.

    First every seat is dealt its hand, a rank at a time, seat after seat; what is left is the bottom. Then, where there
    is an auction, the first bidder is drawn, by the turned-up card where the rules turn one up. After that the
    players act.

    Args:
        rules: The rules.
    """

    __slots__ = ("_dealt", "_left", "_space", "game", "hands", "rules")

    rules: Rules
    hands: list[list[int]]
    game: Game | None

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._space = rules.action_space
        self.hands = [[0] * _RANKS for _ in range(rules.players)]
        self.game = None
        self._left = counts_of(whole_pack(rules))
        self._dealt = 0

    @property
    def seat_dealt(self) -> int | None:
        """The seat that the next card goes to, None when all hands are dealt."""
        seat = self._dealt // self.rules._ruleset.hand_size
        return seat if seat < self.rules.players else None

    @property
    def is_chance(self) -> bool:
        """Whether chance is to act."""
        return self.game is None

    @property
    def turn(self) -> int | None:
        """The seat to act; None at chance's turn and after the end."""
        return None if self.game is None else self.game.turn

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game is not None and self.game.phase is Phase.OVER

    def outcomes(self) -> list[tuple[int, float]]:
        """List the outcomes of a chance node, ascending, and their probabilities.

        A card is dealt as the number of its rank. The turned-up card is 15 times its seat plus its rank; without one
        the first bidder is drawn as the number of the seat.

        Example:
            >>> Table(Rules()).outcomes()[-1] == (14, 1 / 54)
            True
        """
        weights = self._weights()
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in enumerate(weights) if weight]

    def _weights(self) -> list[int]:
        """Give how many cards stand for each outcome of a chance node."""
        if self.seat_dealt is not None:
            return self._left
        if self.rules.turned_up_card:
            return [count for hand in self.hands for count in hand]
        return [1] * self.rules.players

    def legal(self) -> list[int]:
        """List the ids of what the seat to act may do, ascending."""
        game = self.game
        if game is None or game.turn is None:
            return []
        space = self._space
        if game.phase is Phase.AUCTION:
            return [bid and len(space) - 1 + bid for bid in game.legal_bids()]
        to_id = self.rules._ruleset.action_id
        return [to_id(int(move)) for move in game.legal_moves()]

    def action(self, id: int) -> Move | int:
        """Give the bid or move that an id means now; 0 passes in both phases.

        Raises:
            InvalidArgumentError: Reason ``action_out_of_range``.
        """
        space = self._space
        bids = self.game is not None and self.game.phase is Phase.AUCTION
        if bids and id == 0:
            return 0
        if len(space) <= id < len(space) + 3:
            return id - len(space) + 1
        return space.move(id)

    def apply(self, id: int) -> None:
        """Let chance or the seat to act do what an id means.

        Raises:
            InvalidArgumentError: Reason ``action_out_of_range`` for an id that is none, or an outcome that cannot be.
            IllegalMoveError, IllegalBidError, WrongPhaseError: As :meth:`Game.play` and :meth:`Game.bid`.
        """
        if self.game is None:
            self._draw(id)
            return
        action = self.action(id)
        if isinstance(action, Move):
            self.game.play(action)
        else:
            self.game.bid(action)

    def _draw(self, outcome: int) -> None:
        weights = self._weights()
        if not (0 <= outcome < len(weights) and weights[outcome]):
            last = len(weights) - 1
            raise InvalidArgumentError("action_out_of_range", id=shown(outcome), last=last)
        seat = self.seat_dealt
        if seat is None:
            self._begin(outcome)
            return
        self.hands[seat][outcome] += 1
        self._left[outcome] -= 1
        self._dealt += 1
        if self.seat_dealt is None and self.rules.auction == "none":
            self._begin(0)

    def _begin(self, outcome: int) -> None:
        seat, rank = outcome, None
        if self.rules.auction != "none" and self.rules.turned_up_card:
            seat, rank = divmod(outcome, _RANKS)
        hands = [pack(hand) for hand in self.hands]
        deal = Deal._known(hands, pack(self._left), seat, rank, self.rules)
        self.game = Game(deal=deal)

    def action_text(self, id: int) -> str:
        """Write what an id means now."""
        if self.game is not None:
            action = self.action(id)
            return (
                str(action) if isinstance(action, Move) else f"bid {action}" if action else "pass"
            )
        if (seat := self.seat_dealt) is not None:
            return f"deal {Rank(id).letter} to seat {seat}"
        if not self.rules.turned_up_card:
            return f"seat {id} bids first"
        seat, rank = divmod(id, _RANKS)
        return f"seat {seat} bids first with the turned-up {Rank(rank).letter}"

    @property
    def text(self) -> str:
        """The whole game so far in one line: the deal, the calls, the moves."""
        if self.game is None:
            hands = "/".join(str(Hand.from_counts(hand)) or "-" for hand in self.hands)
            return f"{self.rules} dealing {hands}"
        calls = " ".join(str(bid) for _, bid in self.game.bids)
        moves = " ".join(str(step) for _, step in self.game.history if isinstance(step, Move))
        return f"{self.game.deal.text} | {calls} | {moves}"

    def copy(self) -> Self:
        """Give a table of its own that stands where this one does."""
        other = type(self).__new__(type(self))
        other.rules = self.rules
        other._space = self._space
        other.hands = [hand.copy() for hand in self.hands]
        other.game = None if self.game is None else self.game.copy()
        other._left = self._left.copy()
        other._dealt = self._dealt
        return other

    def __deepcopy__(self, memo: object) -> Self:
        """Copy; what a table shares with its copy is immutable."""
        return self.copy()


def chance_history(deal: Deal) -> list[int]:
    """List the outcomes that deal the cards of a deal, each hand in ascending order.

    Args:
        deal: The deal. Where it does not tell the turned-up card, though its rules turn one up, the lowest card of the
            first bidder is taken for it.

    Example:
        >>> from doudizhu_fast.deals import deal
        >>> len(chance_history(deal(5))), len(chance_history(deal(5, "rlcard")))
        (52, 51)
    """
    outcomes = [int(rank) for hand in deal.hands for rank in hand]
    if deal.rules.auction == "none":
        return outcomes
    if not deal.rules.turned_up_card:
        return [*outcomes, deal.first_bidder]
    rank = deal.turned_up
    if rank is None:
        rank = next(iter(deal.hands[deal.first_bidder]))
    return [*outcomes, deal.first_bidder * _RANKS + rank]


def player_history(steps: Iterable[int | Move], rules: Rules) -> list[int]:
    """List the ids of calls and moves.

    Args:
        steps: Bids and moves in order.
        rules: The rules.

    Example:
        >>> player_history([0, 3, Move("3"), Move("pass")], Rules())
        [0, 12657, 1, 0]
    """
    space = rules.action_space
    return [
        space.id(step) if isinstance(step, Move) else step and len(space) - 1 + step
        for step in steps
    ]


def most_calls(rules: Rules) -> int:
    """Give the most calls that one auction can take, 0 without one.

    Each of the bids 1, 2 and 3 can be put off until all others have passed.

    Example:
        >>> most_calls(Rules()), most_calls(Rules.national()), most_calls(Rules.rlcard())
        (7, 3, 0)
    """
    if rules.auction == "none":
        return 0
    return rules.players if rules.auction == "single_round" else 3 * rules.players - 2


def most_moves(rules: Rules) -> int:
    """Give a bound on the moves of a game, passes included.

    All hands but one keep a card, every play takes one at least, and all others pass between two plays at most.

    Example:
        >>> most_moves(Rules()), most_moves(Rules.four_player())
        (154, 417)
    """
    plays = sum(counts_of(whole_pack(rules))) - rules.players + 1
    return plays + (plays - 1) * (rules.players - 1)


def most_doublings(rules: Rules) -> int:
    """Give a bound on the doublings of one game: all hands are bombs, and one of them holds the rocket.

    A spring, in which one side plays little or nothing, is within it.

    Example:
        >>> most_doublings(Rules()), most_doublings(Rules.four_player())
        (13, 17)
    """
    ruleset, size = rules._ruleset, rules.bomb_double_min
    hands = [ruleset.hand_size + ruleset.bottom_size] + [ruleset.hand_size] * (rules.players - 1)
    bombs = sum(cards // size for cards in hands)
    jokers = 2 * ruleset.packs
    with_rocket = max(bombs - cards // size + (cards - jokers) // size + 1 for cards in hands)
    return max(bombs, with_rocket)


def resampled(view: View, seed: int) -> Deal:
    """Deal the hidden cards of a view at random into a deal from which the same calls and moves lead to it.

    Args:
        view: The view of one seat, in the auction or later.
        seed: The seed.

    Raises:
        WrongPhaseError: Reason ``thrown_in`` for a void game.

    Example:
        >>> view = Game(seed=7).view(1)
        >>> resampled(view, 5).hands[1] == view.hand
        True
    """
    if view.phase is Phase.AUCTION:
        return view.sample_deal(seed)
    hands = [int(hand) for hand in view.sample(seed).hands]
    for seat, move in view.moves:
        hands[seat] += int(move.cards)
    landlord = view.landlord
    assert landlord is not None
    if view.bottom is not None:
        bottom = int(view.bottom)
        hands[landlord] -= bottom
    else:
        drew = view.first_bidder == landlord and view.turned_up is not None
        kept = 1 << 4 * view.turned_up if drew and view.turned_up is not None else 0
        ruleset = view.rules._ruleset
        sizes = (ruleset.hand_size, ruleset.bottom_size)
        hands[landlord], bottom = spread(hands[landlord], (kept, 0), sizes, seed)
    return Deal._known(hands, bottom, view.first_bidder, view.turned_up, view.rules)
