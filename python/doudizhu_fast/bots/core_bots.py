"""The policies of the compiled engine as bots, which decide from a view alone."""

from doudizhu_fast import _backend
from doudizhu_fast.bots.protocol import Bot
from doudizhu_fast.enums import Phase
from doudizhu_fast.exceptions import WrongPhaseError
from doudizhu_fast.move import Move, _make_move
from doudizhu_fast.seeds import DECISIONS, Seed, resolve_seed, stream
from doudizhu_fast.view import View

__all__ = ["PolicyBot", "check_turn", "greedy", "random", "rule"]


class PolicyBot:
    """A policy that plays whole simulated games in the engine, asked one question at a time (see :func:`simulate`).

    Args:
        policy: The name of the policy.
        seed: A seed, see :func:`resolve_seed`. Decision number i of the bot is drawn from raw draw 256 i on of
            ``PCG64(SeedSequence(root, spawn_key=(0,)))``; only ``random`` draws.

    Raises:
        InvalidArgumentError: Reason ``bad_seed``.
        NativeExtensionError: Reason ``needs_native`` under the reference engine.

    Example:
        >>> view = View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="3")
        >>> PolicyBot("rule").play(view)
        Move('8')
    """

    def __init__(self, policy: str, seed: Seed = None) -> None:
        _backend.need_native(f"the bot {policy!r}")
        self.name = policy
        self._decisions = stream(resolve_seed(seed), DECISIONS)
        self._asked = 0

    def bid(self, view: View) -> int:
        """Call as the policy does.

        Raises:
            WrongPhaseError: Reason ``auction_over``, or ``not_to_act`` where it is another seat's turn.
        """
        check_turn(view, Phase.AUCTION, "bid")
        bids = [bid for _, bid in view.bids]
        ruleset, hand = view.rules._ruleset, view.hand._packed
        return _backend.engine.policy_bid(
            self.name, ruleset, view.first_bidder, bids, hand, self._decisions, self._next()
        )

    def play(self, view: View) -> Move:
        """Move as the policy does.

        Raises:
            WrongPhaseError: Reason ``auction_not_over`` or ``game_over``, or ``not_to_act`` where it is another seat's
                turn.
        """
        check_turn(view, Phase.PLAY, "play")
        # A policy looks at no hand but its own, so any hands will do that the others could hold.
        phase = view._some_phase()
        return _make_move(
            _backend.engine.policy_play(self.name, phase, self._decisions, self._next())
        )

    def _next(self) -> int:
        number = self._asked
        self._asked += 1
        return number

    def __repr__(self) -> str:
        """Tell the policy."""
        return f"<Bot {self.name}>"


def check_turn(view: View, phase: Phase, action: str) -> None:
    """Refuse a view of another phase, or of a seat that is not to act.

    Raises:
        WrongPhaseError: Reason ``auction_over``, ``auction_not_over``, ``game_over`` or ``not_to_act``.

    Example:
        >>> check_turn(View.from_text("34567889TTJJQKA22"), Phase.AUCTION, "bid")
    """
    if view.phase is not phase:
        if view.phase is Phase.OVER:
            raise WrongPhaseError("game_over", action=action)
        reason = "auction_not_over" if phase is Phase.PLAY else "auction_over"
        raise WrongPhaseError(reason, action=action)
    if view.turn != view.seat:
        raise WrongPhaseError("not_to_act", action=action, seat=view.seat, turn=view.turn)


def random(seed: Seed = None) -> Bot:
    """Make the bot that draws evenly from the legal calls and moves.

    Example:
        >>> view = View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="A")
        >>> random(seed=1).play(view) in view.legal_moves()
        True
    """
    return PolicyBot("random", seed)


def greedy(seed: Seed = None) -> Bot:
    """Make the bot that sheds many cards at once and keeps bombs back.

    Example:
        >>> greedy().bid(View.from_text("34567889TTJJQ222R"))
        2
    """
    return PolicyBot("greedy", seed)


def rule(seed: Seed = None) -> Bot:
    """Make the bot that plays by rules: its hand taken apart into few plays, low ones first.

    Example:
        >>> rule().bid(View.from_text("33445566778899222"))
        3
    """
    return PolicyBot("rule", seed)
