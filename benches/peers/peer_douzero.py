"""DouZero's GameEnv: no features, but the copy of everything a player may know that it makes for every move."""

import random
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

from douzero.env.game import GameEnv
from douzero.env.move_generator import MovesGener
from work import FOLLOW, HANDS, LEAD, PLAY, SEED, Amount, Cases, Entry

import doudizhu_fast as ddz

NAME = "douzero"
PRESET = "douzero"
SEATS = ("landlord", "landlord_down", "landlord_up")
CARDS = dict(zip("3456789TJQKA2BR", (*range(3, 15), 17, 20, 30), strict=True))
RANKS = {card: rank for rank, card in CARDS.items()}


def versions() -> str:
    """What is measured."""
    return f"DouZero {version('douzero')}, GameEnv"


def cards(hand: ddz.Hand) -> list[int]:
    """A hand as they hold it."""
    return [CARDS[rank] for rank in str(hand)]


class Chooser:
    """A player that takes any of the listed moves; their lists hold some leads more than once."""

    def __init__(self) -> None:
        self.draw = random.Random(SEED).random

    def act(self, infoset: Any) -> list[int]:
        actions = infoset.legal_actions
        return actions[int(self.draw() * len(actions))]


def distinct(listed: list[list[int]]) -> set[str]:
    """Moves as text, each once."""
    return {"".join(RANKS[card] for card in sorted(move)) or "pass" for move in listed}


def agrees(listed: list[list[int]], ours: list[ddz.Move]) -> bool:
    """Whether their list has exactly our moves in it, some perhaps more than once."""
    return distinct(listed) == {"pass" if move.is_pass else str(move.cards) for move in ours}


def entries(cases: Cases) -> Iterator[Entry]:
    """Everything they can do."""
    chooser = Chooser()

    def prepare_games() -> list[tuple[GameEnv, dict[str, list[int]]]]:
        games = []
        for number in cases.next_deals(NAME, 5):
            hands, bottom = cases.deal(number)
            data = dict(zip(SEATS, map(cards, hands), strict=True))
            data["three_landlord_cards"] = cards(bottom)
            games.append((GameEnv(dict.fromkeys(SEATS, chooser)), data))
        return games

    def play(games: list[tuple[GameEnv, dict[str, list[int]]]]) -> Amount:
        moves = 0
        for env, data in games:
            env.card_play_init(data)
            while not env.game_over:
                env.step()
            moves += len(env.card_play_action_seq)
        return Amount(len(games), moves)

    yield Entry(PLAY, NAME, PRESET, prepare_games, play)

    hands = [cards(case.landlord) for case in cases.questions]

    def lead(hands: list[list[int]]) -> Amount:
        return Amount(HANDS, sum(len(MovesGener(hand).gen_moves()) for hand in hands))

    for case, hand in zip(cases.questions, hands, strict=True):
        assert agrees(MovesGener(hand).gen_moves(), ddz.legal_moves(case.landlord, None, PRESET))
    mean = lead(hands).moves / HANDS
    assert mean >= cases.expected(LEAD, PRESET) / HANDS
    yield Entry(LEAD, NAME, PRESET, lambda: hands, lead, (mean, mean))

    tables = []
    for case in cases.questions:
        env = GameEnv(dict.fromkeys(SEATS, chooser))
        env.acting_player_position = SEATS[1]
        env.info_sets[SEATS[1]].player_hand_cards = cards(case.follower)
        env.card_play_action_seq = [sorted(cards(case.lead.cards))]
        tables.append(env)
        ours = ddz.legal_moves(case.follower, case.lead, PRESET)
        assert agrees(env.get_legal_card_play_actions(), ours), case

    def follow(tables: list[GameEnv]) -> Amount:
        return Amount(HANDS, sum(len(env.get_legal_card_play_actions()) for env in tables))

    mean = follow(tables).moves / HANDS
    assert mean >= cases.expected(FOLLOW, PRESET) / HANDS
    yield Entry(FOLLOW, NAME, PRESET, lambda: tables, follow, (mean, mean))
