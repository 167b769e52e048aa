"""Our preset `rlcard` against rlcard 1.2.0 itself: the table of actions, and legal moves in lockstep.

There is no known difference.
"""

import random

import pytest

import doudizhu_fast as ddz

pytest.importorskip("rlcard")
rlcard_utils = pytest.importorskip("rlcard.games.doudizhu.utils")
rlcard_game = pytest.importorskip("rlcard.games.doudizhu.game")

RULES = ddz.Rules.rlcard()
GAMES = 1_000


def test_the_action_tables_are_equal_set_for_set() -> None:
    theirs = {action for action in rlcard_utils.ACTION_2_ID if action != "pass"}
    hands = {ddz.Hand(action) for action in theirs}
    moves = {ddz.Move(action, RULES) for action in theirs}
    ours = set(RULES.action_space) - {ddz.PASS}
    assert len(theirs) == len(hands) == 27_471
    assert moves == ours


def test_every_action_keeps_its_kind() -> None:
    theirs = rlcard_utils.CARD_TYPE[0]
    families = {
        "rocket": {"ROCKET"},
        "bomb": {"BOMB"},
        "four_two_solo": {"QUAD_WITH_SOLOS"},
        "four_two_pair": {"QUAD_WITH_PAIRS"},
        "trio_pair_chain": {"TRIO_CHAIN_WITH_PAIRS"},
        "trio_solo_chain": {"TRIO_CHAIN_WITH_SOLOS"},
        "trio_chain": {"TRIO_CHAIN"},
        "pair_chain": {"PAIR_CHAIN"},
        "solo_chain": {"SOLO_CHAIN"},
        "trio_pair": {"TRIO_WITH_PAIR"},
        "trio_solo": {"TRIO_WITH_SOLO"},
        "trio": {"TRIO"},
        "pair": {"PAIR"},
        "solo": {"SOLO"},
    }
    seen = 0
    for cards, readings in theirs.items():
        if cards == "pass":
            continue
        [(name, _)] = readings
        family = next(kinds for prefix, kinds in families.items() if name.startswith(prefix))
        [move] = ddz.classify(cards, RULES)
        assert {move.kind.name} == family, (cards, name)
        seen += 1
    assert seen == 27_471


@pytest.mark.slow
def test_legal_moves_agree_in_lockstep() -> None:
    turns = 0
    for seed in range(GAMES):
        choose = random.Random(seed)
        game = rlcard_game.DoudizhuGame()
        game.np_random.seed(seed)
        state, seat = game.init_game()
        hands = [rlcard_utils.cards2str(player.current_hand) for player in game.players]
        ours = ddz.Position(hands, landlord=0, turn=seat, rules=RULES)
        while not game.is_over():
            theirs = sorted(state["actions"])
            listed = {_text(move) for move in ours.legal_moves()}
            assert set(theirs) == listed, f"seed {seed}, {ours.text}"
            action = choose.choice(theirs)
            ours = ours.play(action)
            state, seat = game.step(action)
            turns += 1
        assert ours.winner is (ddz.Role.LANDLORD if game.winner_id == 0 else ddz.Role.PEASANT)
    assert turns > 40 * GAMES


def _text(move: ddz.Move) -> str:
    return "pass" if move.is_pass else str(move.cards)
