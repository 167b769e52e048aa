"""Our preset `douzero` against DouZero's own environment: legal moves in lockstep, compared as sets of cards.

Written list of differences, all of them answers to a trio chain with solos of which three or more are of one rank:

1. Its detector takes some of these plays for none at all and then offers bombs and the pass only.
2. It ranks the others by the highest rank held three times, be that a solo of the play, so some answers are missing
   and some are offered that do not beat the body.
3. Three trios with the next trio as solos it takes for a bare chain of four.
4. Its lists hold some leads more than once.
"""

import random
from collections import Counter

import pytest

import doudizhu_fast as ddz

pytest.importorskip("douzero")
douzero_game = pytest.importorskip("douzero.env.game")

RULES = ddz.Rules.douzero()
GAMES = 1_000
SEATS = ("landlord", "landlord_down", "landlord_up")
CARD_OF = dict(zip((*range(3, 15), 17, 20, 30), "3456789TJQKA2BR", strict=True))
PACK = sorted([card for card in (*range(3, 15), 17) for _ in range(4)] + [20, 30])

Cards = tuple[int, ...]


class Chooser:
    """A player of theirs that plays what the test has put down for it."""

    def __init__(self) -> None:
        self.next: list[int] = []

    def act(self, infoset: object) -> list[int]:
        return self.next


def text(cards: Cards) -> str:
    return "".join(CARD_OF[card] for card in cards)


def theirs_misread(standing: ddz.Move) -> bool:
    """Whether the standing play is of the sort that their environment reads differently."""
    solos = Counter(standing.kickers)
    return standing.kind is ddz.Kind.TRIO_CHAIN_WITH_SOLOS and max(solos.values()) >= 3


def test_their_environment_misreads_a_trio_among_the_solos() -> None:
    move_types = pytest.importorskip("douzero.env.move_detector")
    wrong = move_types.get_move_type([3] * 3 + [4] * 3 + [5] * 3 + [6] * 3 + [7] * 4)
    bare = move_types.get_move_type([3] * 3 + [4] * 3 + [5] * 3 + [6] * 3)
    assert wrong["type"] == move_types.TYPE_15_WRONG
    assert bare["type"] == move_types.TYPE_10_SERIAL_TRIPLE
    assert theirs_misread(ddz.Move("333444555666+7777", RULES))


@pytest.mark.slow
def test_legal_moves_agree_in_lockstep_but_for_the_written_differences() -> None:
    turns = misread = 0
    for seed in range(GAMES):
        choose = random.Random(seed)
        chooser = Chooser()
        deck = choose.sample(PACK, len(PACK))
        hands = [sorted(deck[:20]), sorted(deck[20:37]), sorted(deck[37:])]
        env = douzero_game.GameEnv(dict.fromkeys(SEATS, chooser))
        env.card_play_init(
            dict(zip(SEATS, hands, strict=True)) | {"three_landlord_cards": deck[:3]}
        )
        ours = ddz.Position([text(tuple(hand)) for hand in hands], 0, 0, rules=RULES)
        while not env.game_over:
            assert env.acting_player_position == SEATS[ours.turn]
            theirs = {tuple(sorted(action)) for action in env.game_infoset.legal_actions}
            listed = {move.cards: move for move in ours.legal_moves()}
            their_cards = {ddz.Hand(text(action)): action for action in theirs}
            if ours.to_beat is not None and theirs_misread(ours.to_beat):
                misread += 1
            else:
                assert set(their_cards) == set(listed), f"seed {seed}, {ours.text}"
            common = sorted(set(their_cards) & set(listed), key=int)
            cards = choose.choice(common)
            chooser.next = list(their_cards[cards])
            env.step()
            ours = ours.play(listed[cards])
            turns += 1
        landlord_won = env.get_winner() == "landlord"
        assert ours.winner is (ddz.Role.LANDLORD if landlord_won else ddz.Role.PEASANT)
    assert turns > 40 * GAMES
    assert misread < turns / 1_000
