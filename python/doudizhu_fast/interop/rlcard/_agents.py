"""RLCard's agents as players of ours, and players of ours as its agents."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from doudizhu_fast.interop.rlcard._actions import action_named, move
from doudizhu_fast.interop.rlcard._states import encode, view_of
from doudizhu_fast.move import Move
from doudizhu_fast.view import View

__all__ = ["AgentBot", "BotAgent"]


class _Player(Protocol):
    def play(self, view: View) -> Move | str | None: ...


class AgentBot:
    """An agent of RLCard as a player of ours.

    Args:
        agent: An object with ``use_raw`` and ``eval_step(state)``.
        bidder: Who calls in an auction, as RLCard has none; without one the player passes.
        name: What tables call the player.

    Example:
        >>> class First:
        ...     use_raw = True
        ...
        ...     def eval_step(self, state):
        ...         return state["raw_legal_actions"][0], {}
        >>> view = View.from_text(
        ...     "34567889TTJJQKA22", seat=1, landlord=0, plays="A", rules="rlcard"
        ... )
        >>> AgentBot(First()).play(view)
        Move('pass')
    """

    def __init__(
        self, agent: Any, *, bidder: Callable[[View], int] | None = None, name: str = "rlcard"
    ) -> None:
        self._agent = agent
        self._bidder = bidder
        self.name = name

    def bid(self, view: View) -> int:
        """Call as the bidder says, and pass without one."""
        return 0 if self._bidder is None else self._bidder(view)

    def play(self, view: View) -> Move:
        """Ask the agent, with the state that RLCard would show it.

        Args:
            view: The view of the seat to play, under rules by which every legal move is an action of RLCard.

        Raises:
            InvalidArgumentError, IllegalMoveError, InvalidCardsError: For an answer that is no action.
        """
        action, _ = self._agent.eval_step(encode(view))
        return action_named(action).move if self._agent.use_raw else move(action)


class BotAgent:
    """A player of ours as an agent of RLCard.

    Args:
        bot: An object with ``play(view)``.

    Example:
        >>> class First:
        ...     def play(self, view):
        ...         return view.legal_moves()[0]
        >>> from doudizhu_fast.interop.rlcard import DoudizhuEnv
        >>> env = DoudizhuEnv({"seed": 7})
        >>> env.set_agents([BotAgent(First())] * 3)
        >>> int(env.run()[1].sum()) in (1, 2)
        True
    """

    use_raw = True

    def __init__(self, bot: _Player) -> None:
        self._bot = bot

    def step(self, state: Mapping[str, Any]) -> str:
        """Give the action that the player takes in a state, as RLCard's text."""
        chosen = self._bot.play(view_of(state))
        return action_named("pass" if chosen is None else chosen).text

    def eval_step(self, state: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """Give the action as :meth:`step` does, and no further information."""
        return self.step(state), {}
