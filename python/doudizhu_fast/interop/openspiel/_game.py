"""The game ``python_doudizhu_fast`` of OpenSpiel: its game and state over a table."""

from collections.abc import Callable, Mapping
from typing import Any

import pyspiel

from doudizhu_fast.enums import Role
from doudizhu_fast.exceptions import WrongPhaseError
from doudizhu_fast.interop.openspiel._observer import Observer
from doudizhu_fast.interop.openspiel._table import (
    GAME_NAME,
    Table,
    chance_history,
    most_calls,
    most_doublings,
    most_moves,
    player_history,
    resampled,
)
from doudizhu_fast.rules import Rules
from doudizhu_fast.scoring import payoffs_of

__all__ = ["DoudizhuGame", "DoudizhuState", "registered"]

_TYPE = pyspiel.GameType(
    short_name=GAME_NAME,
    long_name="Dou Dizhu (doudizhu_fast)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=3,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={"rules": "three_player", "auction": True},
)

_CHANCE = int(pyspiel.PlayerId.CHANCE)
_TERMINAL = int(pyspiel.PlayerId.TERMINAL)
_FROM_OPENSPIEL = str.maketrans(":;", "=,")
_TO_OPENSPIEL = str.maketrans("=,", ":;")


class DoudizhuGame(pyspiel.Game):  # type: ignore[misc]
    """The rules as a game of OpenSpiel.

    Args:
        params: ``rules``, a preset's name or the text of rules, and ``auction``. As OpenSpiel parts parameters by ``=``
            and ``,``, a text of rules may have ``:`` and ``;`` for them.

    Raises:
        InvalidRulesError: For rules that do not exist.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        rules = Rules.parse(given.get("rules", "three_player").translate(_FROM_OPENSPIEL))
        # OpenSpiel writes a game as one text with its parameters, and reads that text back.
        given["rules"] = rules.text.translate(_TO_OPENSPIEL)
        if not given.get("auction", True) and rules.auction != "none":
            rules = rules.replace(auction="none", all_pass="redeal")
        self.rules = rules
        super().__init__(_TYPE, _info(rules), given)

    def new_initial_state(self) -> "DoudizhuState":
        """Give the state before the first card is dealt."""
        return DoudizhuState(self, Table(self.rules))

    def max_chance_nodes_in_history(self) -> int:
        """Give the number of chance nodes before the first call."""
        return _chance_nodes(self.rules)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Give an observer; without a type the one of observation tensors."""
        if params:
            raise ValueError(f"this game's observers take no parameters, got {params}")
        asked = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        private = pyspiel.PrivateInfoType
        return Observer(
            self.rules,
            perfect_recall=asked.perfect_recall,
            public=asked.public_info,
            own=asked.private_info == private.SINGLE_PLAYER,
            everybody=asked.private_info == private.ALL_PLAYERS,
        )


class DoudizhuState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel.

    Attributes:
        table: The game behind it; ``table.game`` is a :class:`Game` once all cards are dealt.
    """

    def __init__(self, game: DoudizhuGame, table: Table) -> None:
        super().__init__(game)
        self.table = table

    def current_player(self) -> int:
        """Give the seat to act, or OpenSpiel's number for chance or the end."""
        if self.table.is_chance:
            return _CHANCE
        turn = self.table.turn
        return _TERMINAL if turn is None else turn

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal() if player == self.table.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the outcomes of a chance node and their probabilities."""
        return self.table.outcomes()

    def _apply_action(self, action: int) -> None:
        self.table.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.action_text(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.table.over

    def returns(self) -> list[float]:
        """Give the payoffs of the seats, zeros before the end."""
        payoffs = None if self.table.game is None else self.table.game.payoffs
        return [float(amount) for amount in payoffs or [0] * self.table.rules.players]

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "DoudizhuState":
        """Give a state that looks the same to a seat, the hidden cards dealt at random."""
        game = self.table.game
        if game is None:
            raise WrongPhaseError("not_dealt", action="resample")
        other = resampled(game.view(player_id), int(probability_sampler() * 2**53))
        steps = [step for _, step in game.history]
        state: DoudizhuState = self.get_game().new_initial_state()
        for action in chance_history(other) + player_history(steps, self.table.rules):
            state.apply_action(action)
        return state

    def __str__(self) -> str:
        """Write the whole game so far."""
        return self.table.text


def _info(rules: Rules) -> Any:
    bids = 3 if rules.auction != "none" else 0
    multiplier = 1 << most_doublings(rules)
    # The landlord settles with every peasant, so nobody wins or loses more than he can.
    most = float(payoffs_of(3 if bids else 1, multiplier, 0, Role.LANDLORD, rules)[0])
    return pyspiel.GameInfo(
        num_distinct_actions=len(rules.action_space) + bids,
        max_chance_outcomes=15 * (rules.players if bids and rules.turned_up_card else 1),
        num_players=rules.players,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=most_calls(rules) + most_moves(rules),
    )


def _chance_nodes(rules: Rules) -> int:
    dealt = rules.players * rules._ruleset.hand_size
    return dealt + (rules.auction != "none")


def registered() -> Any:
    """Register the game if it is not, and give its type."""
    if GAME_NAME not in pyspiel.registered_names():
        pyspiel.register_game(_TYPE, DoudizhuGame)
    return _TYPE
