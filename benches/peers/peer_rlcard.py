"""RLCard's bare Game: no environment, no features."""

import random
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import numpy as np
from rlcard.games.base import Card
from rlcard.games.doudizhu.game import DoudizhuGame
from rlcard.games.doudizhu.judger import DoudizhuJudger
from rlcard.games.doudizhu.player import DoudizhuPlayer
from rlcard.games.doudizhu.round import DoudizhuRound
from rlcard.games.doudizhu.utils import CARD_RANK_STR
from work import FOLLOW, HANDS, LEAD, PLAY, SEED, Amount, Cases, Entry

import doudizhu_fast as ddz

NAME = "rlcard"
PRESET = "rlcard"
SUITS = "SHDC"


def versions() -> str:
    """What is measured."""
    return f"RLCard {version('rlcard')}, bare Game"


def cards(hand: ddz.Hand) -> list[Card]:
    """A hand as they hold it."""
    held: list[Card] = []
    seen: dict[str, int] = {}
    for rank in str(hand):
        copy = seen[rank] = seen.get(rank, -1) + 1
        held.append(Card(rank + "J", "") if rank in "BR" else Card(SUITS[copy], rank))
    return held


def dealt(hands: list[ddz.Hand], bottom: ddz.Hand) -> DoudizhuGame:
    """A game of theirs as `init_game` leaves it, but for these cards and without the list of moves."""
    game = DoudizhuGame()
    game.winner_id = None
    game.history = []
    game.players = [DoudizhuPlayer(seat, game.np_random) for seat in range(3)]
    game.played_cards = [np.zeros(len(CARD_RANK_STR), dtype=np.int32) for _ in range(3)]
    game.round = DoudizhuRound(game.np_random, game.played_cards)
    game.round.initiate(game.players)
    for player, hand in zip(game.players, hands, strict=True):
        player.set_current_hand(cards(hand))
        player.initial_hand = str(hand)
    game.round.seen_cards = game.round.public["seen_cards"] = str(bottom)
    return game


def entries(cases: Cases) -> Iterator[Entry]:
    """Everything they can do."""
    draw = random.Random(SEED).random

    def prepare_games() -> list[DoudizhuGame]:
        return [dealt(*cases.deal(number)) for number in cases.next_deals(NAME, 5)]

    def play(games: list[DoudizhuGame]) -> Amount:
        moves = 0
        for game in games:
            game.judger = DoudizhuJudger(game.players, game.np_random)
            state = game.get_state(0)
            while actions := state["actions"]:
                state, _ = game.step(actions[int(draw() * len(actions))])
                moves += 1
        return Amount(len(games), moves)

    yield Entry(PLAY, NAME, PRESET, prepare_games, play)

    hands = [str(case.landlord) for case in cases.questions]

    def lead(hands: list[str]) -> Amount:
        list_leads = DoudizhuJudger.playable_cards_from_hand
        return Amount(HANDS, sum(len(list_leads(hand)) for hand in hands))

    mean = cases.expected(LEAD, PRESET) / HANDS
    yield Entry(LEAD, NAME, PRESET, lambda: hands, lead, (mean, mean))

    tables = []
    for case in cases.questions:
        player, greater = DoudizhuPlayer(1, None), DoudizhuPlayer(0, None)
        player.set_current_hand(cards(case.follower))
        greater.played_cards = str(case.lead.cards)
        tables.append((player, greater))

    def follow(tables: list[tuple[Any, Any]]) -> Amount:
        listed = (len(player.available_actions(greater)) for player, greater in tables)
        return Amount(HANDS, sum(listed))

    mean = cases.expected(FOLLOW, PRESET) / HANDS
    yield Entry(FOLLOW, NAME, PRESET, lambda: tables, follow, (mean, mean))
