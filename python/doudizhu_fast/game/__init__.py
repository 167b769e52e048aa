"""Game: auction, play and payment of one deal (rules 1.2 to 1.6)."""

from typing import Any, Self

from doudizhu_fast._checks import whole, wrong_type
from doudizhu_fast.auction import Auction
from doudizhu_fast.deals import Deal, draw_deal
from doudizhu_fast.exceptions import (
    DoudizhuError,
    InvalidArgumentError,
    WrongPhaseError,
)
from doudizhu_fast.game._state import GameState
from doudizhu_fast.move import Move
from doudizhu_fast.position import RuledPhase
from doudizhu_fast.records import GameRecord
from doudizhu_fast.replay import replay_record
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.seeds import Seed, resolve_seed

__all__ = ["MOST_REDEALS", "Game"]

MOST_REDEALS = 1000
"""After this many redeals a game in which all pass again is void (rules 1.3)."""

_LARGEST_INDEX = 2**64 - 1


class Game(GameState):
    """One game from the first call to the payment (rules 1.2 to 1.6); it changes with every action.

    A game with a seed deals its own cards, and again when all pass (``all_pass="redeal"``). A game of a given deal is
    void when all pass, and so is one in which all pass after 1,000 redeals. Under rules without an auction seat 0 is
    landlord at bid 1 and the game begins with his lead. A call that fails leaves the game as it was.

    Args:
        seed: A seed, see :func:`resolve_seed`; without seed and deal a fresh one.
        deal: The cards, instead of a seed.
        rules: The rules or a preset's name; without, those of the deal, or three_player.

    Raises:
        InvalidArgumentError: Reason ``bad_seed``; ``seed_and_deal`` where both are given; ``wrong_type`` for the deal.
        InvalidRulesError: Reason ``wrong_players`` where the rules are for another number of players than the deal.

    Example:
        >>> game = Game(seed=7)
        >>> game.bid(3)
        >>> game.phase, game.turn == game.landlord
        (<Phase.PLAY: 1>, True)
        >>> while game.turn is not None:
        ...     game.play_index(0)
        >>> sum(game.payoffs)
        0
        >>> game.undo()
        >>> game.phase
        <Phase.PLAY: 1>
    """

    __slots__ = ()

    def __init__(
        self, seed: Seed = None, deal: Deal | None = None, rules: Rules | str | None = None
    ) -> None:
        if deal is None:
            rules = as_rules(rules)
            self._start(rules, resolve_seed(seed), 0)
            return
        if seed is not None:
            raise InvalidArgumentError("seed_and_deal")
        if not isinstance(deal, Deal):
            raise wrong_type("deal", "a Deal", deal)
        deal = deal if rules is None else deal.under(rules)
        self._start(deal.rules, None, 0, deal)

    @classmethod
    def of_run(cls, seed: Seed, index: int, rules: Rules | str | None = None) -> Self:
        """Give game number ``index`` of a run of games that share one seed.

        Args:
            seed: The seed of the run, see :func:`resolve_seed`.
            index: Which game, 0 to 2**64 - 1.
            rules: The rules or a preset's name; three_player without.

        Returns:
            The game at its start; ``of_run(seed, 0)`` is ``Game(seed)``.

        Raises:
            InvalidArgumentError: Reason ``bad_seed``; ``out_of_range`` or ``wrong_type`` for the index.

        Example:
            >>> (
            ...     Game.of_run(5, 0).deal == Game(seed=5).deal,
            ...     Game.of_run(5, 1).deal == Game(seed=5).deal,
            ... )
            (True, False)
        """
        rules = as_rules(rules)
        number = whole(index, "index", 0, _LARGEST_INDEX)
        self = cls.__new__(cls)
        self._start(rules, resolve_seed(seed), number)
        return self

    def _start(self, rules: Rules, root: int | None, index: int, deal: Deal | None = None) -> None:
        self._rules = rules
        self._root = root
        self._run_index = index
        self._deal_list = []
        self._auctions = []
        if deal is None:
            assert root is not None
            deal = draw_deal(root, index, 0, rules)
        self._open(deal)

    def _open(self, deal: Deal) -> None:
        auction = None
        if self._rules.auction != "none":
            auction = Auction(self._rules, deal.first_bidder)
            self._auctions.append(auction)
        self._deal_list.append(deal)
        if auction is None:
            self._enter_play(landlord=0)

    def _enter_play(self, landlord: int) -> None:
        deal = self.deal
        hands = [int(hand) for hand in deal.hands]
        hands[landlord] += int(deal.bottom)
        self._begin(self._rules._ruleset, hands, landlord, landlord)

    # Actions. Legal moves, their number, `play` and `play_index` are the engine's own.

    def legal_bids(self) -> list[int]:
        """List what the seat to call may say: 0 (pass) and every higher bid; empty outside of the auction.

        Example:
            >>> Game(seed=7).legal_bids()
            [0, 1, 2, 3]
        """
        return [] if self._begun else self._auctions[-1].legal_bids()

    def bid(self, n: int, seat: int | None = None) -> None:
        """Make the next call; 0 passes (rules 1.3).

        The call that ends the auction gives the landlord the bottom cards and the lead. Where all passed the cards are
        dealt anew, or the game is void.

        Args:
            n: 0, or a bid above the highest so far.
            seat: Who calls; where given it must be the seat whose turn it is.

        Raises:
            WrongPhaseError: Reason ``auction_over``, ``game_over`` or ``no_auction``.
            IllegalBidError: Reason ``out_of_turn``, ``not_a_bid`` or ``too_low``.
            InvalidArgumentError: Reason ``wrong_type`` for a seat that is no whole number.

        Example:
            >>> game = Game(seed=7, rules="national")
            >>> for bid in (1, 2, 0):
            ...     game.bid(bid)
            >>> game.landlord == (game.deal.first_bidder + 1) % 3, game.highest_bid
            (True, 2)
        """
        if self._begun:
            raise WrongPhaseError(self._why_no_bid(), action="bid")
        auction = self._auctions[-1]
        auction.bid(n, seat)
        if not auction.done:
            return
        try:
            self._leave(auction)
        except BaseException:
            auction.undo()
            raise

    def _leave(self, auction: Auction) -> None:
        """Go where a finished auction leads: into play, to the next deal, or out."""
        if auction.winner is not None:
            self._enter_play(auction.winner)
        elif self._redeals():
            assert self._root is not None
            self._open(draw_deal(self._root, self._run_index, len(self._deal_list), self._rules))
        else:
            self._close()

    def _why_no_bid(self) -> str:
        if self._over:
            return "game_over"
        return "auction_over" if self._auctions else "no_auction"

    def _redeals(self) -> bool:
        return (
            self._rules.all_pass == "redeal"
            and self._root is not None
            and len(self._deal_list) <= MOST_REDEALS
        )

    def undo(self) -> None:
        """Take back the last action: a move, or a call, across a redeal and after the end too.

        Raises:
            WrongPhaseError: Reason ``nothing_to_undo`` at the start.

        Example:
            >>> game = Game(seed=7)
            >>> game.bid(3)
            >>> game.undo()
            >>> game.phase, game.bids
            (<Phase.AUCTION: 0>, ())
        """
        if self._moves or not self._auctions:
            self._undo_play()
            return
        if not self.bids and len(self._deal_list) > 1:
            self._deal_list.pop()
            self._auctions.pop()
        self._auctions[-1].undo()
        self._clear()

    def why_illegal(self, move: Move | str) -> DoudizhuError | None:
        """Say why a move would be refused now.

        Args:
            move: A Move or its text.

        Returns:
            The error that :meth:`play` would raise, or None.

        Example:
            >>> game = Game(seed=7)
            >>> game.why_illegal("3").reason
            'auction_not_over'
        """
        try:
            RuledPhase._copied(self).play(move)
        except DoudizhuError as error:
            return error
        return None

    def is_legal(self, move: Move | str) -> bool:
        """Whether :meth:`play` would accept a move now; False too for text that is no move.

        Example:
            >>> Game(seed=7, rules="rlcard").is_legal("pass")
            False
        """
        try:
            return self._why_illegal(self._read(move)) is None
        except DoudizhuError:
            return False

    # Copies and records.

    def copy(self) -> Self:
        """Give a game of its own that stands where this one does.

        Example:
            >>> game = Game(seed=7)
            >>> other = game.copy()
            >>> other.bid(1)
            >>> game.bids, len(other.bids)
            ((), 1)
        """
        cls = type(self)
        other = cls.__new__(cls)
        other._rules = self._rules
        other._root = self._root
        other._run_index = self._run_index
        other._deal_list = self._deal_list.copy()
        other._auctions = [auction.copy() for auction in self._auctions]
        other._copy_from(self)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Copy; everything a game shares with its copy is immutable."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as a record, which is replayed."""
        return type(self).replay, (self.record(),)

    def record(self) -> GameRecord:
        """Give the record of the game so far, finished or not.

        Example:
            >>> game = Game(seed=7, rules="douzero")
            >>> game.play_index(0)
            >>> Game.replay(game.record()).hands == game.hands
            True
        """
        calls = [auction.history for auction in self._auctions] or [()]
        return GameRecord(
            rules=self._rules,
            seed=self._root,
            index=self._run_index,
            deals=self.deals,
            calls=tuple(tuple(bid for _, bid in history) for history in calls),
            plays=tuple(move for _, move in self._played()),
            landlord=self.landlord,
            bid=self.highest_bid,
            multiplier=self.multiplier,
            payoffs=self.payoffs,
        )

    @classmethod
    def replay(cls, record: GameRecord) -> Self:
        """Play a recorded game again and verify every step of it.

        Args:
            record: The record, finished or not.

        Returns:
            The game as it stood when it was recorded.

        Raises:
            InvalidRecordError: Reason ``mismatch`` where seed, deals, calls, plays, landlord, bid, multiplier and
                payoffs do not agree with each other or with the rules.
            InvalidArgumentError: Reason ``wrong_type`` for what is no record.

        Example:
            >>> game = Game(seed=7)
            >>> game.bid(2)
            >>> Game.replay(game.record()).bids == game.bids
            True
        """
        if not isinstance(record, GameRecord):
            raise wrong_type("record", "a GameRecord", record)
        self = cls.__new__(cls)
        first = record.deals[0] if record.seed is None else None
        self._start(record.rules, record.seed, record.index, first)
        replay_record(self, record)
        return self

    def __repr__(self) -> str:
        """Tell where the game stands."""
        origin = f"seed {self._root}" if self._root is not None else "given deal"
        if self._run_index:
            origin += f" game {self._run_index}"
        state = f"turn {self.turn}" if self.turn is not None else f"payoffs {self.payoffs}"
        return f"<Game {self._rules.text}, {origin}: {self.phase.name.lower()}, {state}>"

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.values import game

        return game(self)
