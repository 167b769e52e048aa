"""OpenSpiel's game, written in C++ and driven from Python by its own bindings."""

import random
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import pyspiel
from work import AUCTION, DEALS, FOLLOW, HANDS, LEAD, PLAY, SEED, Amount, Cases, Entry

import doudizhu_fast as ddz

NAME = "open_spiel"
PRESET = "openspiel"
CARDS_DEALT = 51
RANKS = "3456789TJQKA2"
FIRST_CARD = CARDS_DEALT
BLACK_JOKER = FIRST_CARD + 52
BID_3 = 3


def versions() -> str:
    """What is measured."""
    return f"OpenSpiel {version('open_spiel')} from Python"


def started(game: Any, cases: Cases, number: int) -> Any:
    """A state of theirs in which seat 0 has bid 3, taken the bottom cards, and is to lead."""
    free = {
        rank: [FIRST_CARD + 13 * suit + at for suit in range(4)] for at, rank in enumerate(RANKS)
    }
    free |= {"B": [BLACK_JOKER], "R": [BLACK_JOKER + 1]}
    state = game.new_initial_state()
    state.apply_action(0)  # the first card dealt is turned up: seat 0 has it and bids first
    hands = [str(ddz.Hand.from_packed(hand)) for hand in cases.hands[number].tolist()]
    for place in range(CARDS_DEALT):
        state.apply_action(free[hands[place % 3][place // 3]].pop())
    assert state.current_player() == 0
    state.apply_action(BID_3)
    return state


def move_of(text: str) -> tuple[str, bool]:
    """The cards of one of their action texts, ascending, and whether it names a chain with kickers."""
    plain = text.replace("(BWJ)", "B").replace("(CJ)", "R")
    return str(ddz.Hand(plain.replace("-", ""))), "-" in plain


def lead_action(state: Any, lead: ddz.Move) -> int:
    """Their action for a lead of ours."""
    chain_with_solos = lead.kind is ddz.Kind.TRIO_CHAIN_WITH_SOLOS
    wanted = str(lead.cards)
    for action in state.legal_actions():
        cards, with_kickers = move_of(state.action_to_string(action))
        if cards == wanted and with_kickers >= chain_with_solos:
            return action
    raise LookupError(f"{lead} is not listed")


def comparable(hand: ddz.Hand) -> bool:
    """Whether their list for a hand is to be as long as ours.

    They leave out chains that begin with a rank held four times, and list a play once for every body it can have,
    which takes four trios in a row.
    """
    trios = "".join("x" if count >= 3 else " " for count in hand.counts[:12].tolist())
    return max(hand.counts) < 4 and "xxxx" not in trios


def entries(cases: Cases) -> Iterator[Entry]:
    """Everything they can do."""
    game = pyspiel.load_game("dou_dizhu")
    draw = random.Random(SEED).random
    dealt = [started(game, cases, number) for number in range(DEALS)]

    def play(states: list[Any]) -> Amount:
        moves = 0
        for state in states:
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                moves += 1
        return Amount(len(states), moves)

    def prepare_games() -> list[Any]:
        return [dealt[number].clone() for number in cases.next_deals(NAME, 64)]

    yield Entry(PLAY, NAME, PRESET, prepare_games, play)

    def deal_and_play(count: int) -> Amount:
        states = []
        for _ in range(count):
            state = game.new_initial_state()
            while state.is_chance_node():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
            states.append(state)
        return play(states)

    yield Entry(AUCTION, NAME, PRESET, lambda: 64, deal_and_play)

    leading = [dealt[case.deal] for case in cases.questions]
    following = []
    compared = 0
    for case, state in zip(cases.questions, leading, strict=True):
        answering = state.clone()
        answering.apply_action(lead_action(state, case.lead))
        assert answering.current_player() == 1
        following.append(answering)
        if comparable(case.landlord):
            ours = ddz.count_moves(case.landlord, None, PRESET)
            assert len(state.legal_actions()) == ours, case
            compared += 1
        if comparable(case.follower):
            ours = ddz.count_moves(case.follower, case.lead, PRESET)
            assert len(answering.legal_actions()) == ours, case
            compared += 1
    assert compared > HANDS

    def enumerate_moves(states: list[Any]) -> Amount:
        return Amount(HANDS, sum(len(state.legal_actions()) for state in states))

    for work, states in ((LEAD, leading), (FOLLOW, following)):
        mean = enumerate_moves(states).moves / HANDS
        assert 0.95 < mean * HANDS / cases.expected(work, PRESET) < 1.05
        yield Entry(work, NAME, PRESET, lambda states=states: states, enumerate_moves, (mean, mean))
