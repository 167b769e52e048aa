"""The play phase: turns, tricks, the end, tally, undo (rules 1.4, 1.6)."""

from collections.abc import Sequence
from random import Random

import pytest

from doudizhu_fast._reference import PlayPhase, Ruleset, beats
from doudizhu_fast._reference.packed import counts_of
from doudizhu_fast.exceptions import (
    IllegalMoveError,
    InvalidArgumentError,
    WrongPhaseError,
)

from .by_definition import packed, packed_moves
from .presets import RULE_SETS

THREE = Ruleset(**RULE_SETS["three_player"])
FOUR = Ruleset(**RULE_SETS["four_player"])


def play(text: str, kind: int) -> int:
    return kind << 60 | packed(text)


def begun(
    hands: str,
    rules: Ruleset = THREE,
    landlord: int = 0,
    turn: int | None = 0,
    to_beat: int = 0,
    passes: int = 0,
    plays: tuple[int, int] = (0, 0),
    doublings: int = 0,
) -> PlayPhase:
    phase = PlayPhase()
    cards = [packed(hand.strip("-")) for hand in hands.split("/")]
    phase._begin(rules, cards, landlord, turn, to_beat, passes, plays, doublings)
    return phase


def facts(phase: PlayPhase) -> tuple[object, ...]:
    """Everything that can be seen of a phase."""
    return (
        phase._begun,
        phase._over,
        phase._turn,
        phase._landlord,
        phase._hands,
        phase._to_beat,
        phase._passes,
        phase._plays,
        phase._doublings,
        phase._bombs,
        phase._rockets,
        phase._spring,
        phase._winner,
        phase._moves,
        packed_moves(phase.legal_moves()),
        phase.count_moves(),
    )


NOT_BEGUN: tuple[object, ...] = (
    False,
    False,
    None,
    -1,
    (),
    0,
    0,
    (0, 0),
    0,
    0,
    0,
    0,
    None,
    [],
    [],
    0,
)


def test_a_new_phase_is_not_begun() -> None:
    class Game(PlayPhase):
        def __init__(self, seed: int, *, deal: str) -> None:
            self.seed = seed, deal

    game = Game(1, deal="x")
    assert facts(game) == NOT_BEGUN
    for action in (game.play, game.play_index, game._why_illegal, game._perft):
        with pytest.raises(WrongPhaseError) as caught:
            action(0)
        assert caught.value.reason == "auction_not_over"


def test_a_trick_goes_round_until_all_others_passed() -> None:
    phase = begun("34A/56K/789")
    phase.play(play("3", 1))
    assert (phase._turn, phase._to_beat, phase._passes) == (1, play("3", 1), 0)
    phase.play(play("5", 1), seat=1)
    phase.play(0)
    assert (phase._turn, phase._to_beat, phase._passes) == (0, play("5", 1), 1)
    phase.play(0)
    assert (phase._turn, phase._to_beat, phase._passes) == (1, 0, 0)
    assert packed_moves(phase.legal_moves()) == [play("6", 1), play("K", 1)]
    assert phase._moves == [play("3", 1), play("5", 1), 0, 0]
    assert phase._plays == (1, 1)


def test_a_player_may_play_after_passing_in_the_trick() -> None:
    phase = begun("3K/4A/5QQ")
    for move in (play("3", 1), 0, play("5", 1), play("K", 1)):
        phase.play(move)
    assert phase._over
    phase._undo_play()
    phase.play(0)
    phase.play(play("A", 1))
    assert phase._moves[-1] == play("A", 1)


def test_four_players_need_three_passes() -> None:
    phase = begun("34/56/78/9T", FOUR, landlord=1, turn=1)
    phase.play(play("5", 1))
    for _ in range(2):
        phase.play(0)
    assert (phase._turn, phase._passes, phase._to_beat) == (0, 2, play("5", 1))
    phase.play(0)
    assert (phase._turn, phase._passes, phase._to_beat) == (1, 0, 0)


def test_two_hands_alternate_and_one_pass_ends_the_trick() -> None:
    phase = begun("34/5K", turn=1)
    phase.play(play("5", 1))
    phase.play(0)
    assert (phase._turn, phase._to_beat, phase._passes) == (1, 0, 0)
    phase.play(play("K", 1))
    assert (phase._over, phase._winner, phase._turn) == (True, 1, None)


def test_the_game_ends_at_once_with_an_empty_hand() -> None:
    phase = begun("4/22/BR", turn=0)
    phase.play_index(0)
    assert phase._over
    assert phase._hands == (0, packed("22"), packed("BR"))
    assert (phase._turn, phase._winner) == (None, 0)
    assert (phase._to_beat, phase._passes) == (play("4", 1), 0)
    assert phase.legal_moves() == []
    assert phase.count_moves() == 0
    assert phase._perft(0) == 1
    assert phase._perft(1) == 0
    before = facts(phase)
    for action in (phase.play, phase.play_index, phase._why_illegal):
        with pytest.raises(WrongPhaseError) as caught:
            action(0)
        assert caught.value.reason == "game_over"
    assert facts(phase) == before


def test_bombs_and_rockets_are_tallied() -> None:
    phase = begun("33335/4444K/BR9")
    for move in (play("3333", 13), play("4444", 13), play("BR", 14)):
        phase.play(move)
    assert (phase._bombs, phase._rockets, phase._doublings) == (2, 1, 3)
    for _ in range(3):
        phase._undo_play()
    assert (phase._bombs, phase._rockets, phase._doublings) == (0, 0, 0)


def test_with_four_players_only_large_bombs_double() -> None:
    phase = begun("33334/444445/6666667/BBRR8", FOUR, doublings=2)
    expected = [(1, 0, 2), (2, 0, 2), (3, 0, 3), (3, 1, 4)]
    for text, tally in zip(("3333", "44444", "666666", "BBRR"), expected, strict=True):
        phase.play(play(text, 14 if "B" in text else 13))
        assert (phase._bombs, phase._rockets, phase._doublings) == tally


@pytest.mark.parametrize(
    ("hands", "turn", "plays", "moves", "spring"),
    [
        # Landlord out, no peasant has played: once, even on his very first play (rules 1.6).
        ("3/44/55", 0, (0, 0), ["3"], 1),
        ("34/55/66", 0, (0, 0), ["3", "", "", "4"], 1),
        ("3/44/55", 0, (5, 0), ["3"], 1),
        ("3/44/55", 0, (5, 1), ["3"], 0),
        # Peasants out, the landlord has played exactly once.
        ("33/4/55", 1, (1, 0), ["4"], 2),
        ("33/4/55", 1, (1, 9), ["4"], 2),
        ("33/4/55", 1, (2, 0), ["4"], 0),
        ("33/4/55", 1, (0, 0), ["4"], 0),
        ("34/5/66", 0, (0, 0), ["3", "5"], 2),
    ],
)
def test_spring(
    hands: str, turn: int, plays: tuple[int, int], moves: Sequence[str], spring: int
) -> None:
    for switches, expected in (("three_player", spring), ("douzero", 0)):
        phase = begun(hands, Ruleset(**RULE_SETS[switches]), turn=turn, plays=plays)
        for move in moves:
            assert phase._spring == 0
            phase.play(play(move, 1) if move else 0)
        assert phase._over
        assert phase._spring == expected


def test_a_finished_position_may_be_begun() -> None:
    for turn in (None, 2):
        phase = begun("34/-/5", turn=turn)
        assert (phase._begun, phase._over, phase._turn, phase._winner) == (True, True, None, 1)
        assert phase.legal_moves() == []
        assert phase._moves == []


def test_begin_again_and_clear() -> None:
    phase = begun("34/5/6")
    phase.play_index(0)
    phase._begin(THREE, [packed("A"), packed("K")], 1, 1)
    assert (phase._hands, phase._moves, phase._landlord) == ((packed("A"), packed("K")), [], 1)
    phase._clear()
    assert facts(phase) == NOT_BEGUN


def test_a_closed_phase_is_over_without_play() -> None:
    closed = (True, True, *NOT_BEGUN[2:])
    for phase in (PlayPhase(), begun("34/5/6", to_beat=play("3", 1), plays=(1, 0), doublings=2)):
        phase._close()
        assert facts(phase) == closed
        assert [phase._perft(depth) for depth in range(3)] == [1, 0, 0]
        for action in (phase.play, phase.play_index, phase._why_illegal):
            with pytest.raises(WrongPhaseError) as caught:
                action(0)
            assert caught.value.reason == "game_over"
        with pytest.raises(WrongPhaseError) as caught:
            phase._undo_play()
        assert caught.value.reason == "nothing_to_undo"
        twin = begun("3/4/5")
        twin._copy_from(phase)
        assert facts(twin) == facts(phase) == closed
        twin._clear()
        assert facts(twin) == NOT_BEGUN
        phase._begin(THREE, [packed("A"), packed("K")], 1, 1)
        assert (phase._over, phase._turn) == (False, 1)


def test_a_copy_without_history_has_nothing_to_undo() -> None:
    phase = begun("345/67/89")
    phase.play_index(0)
    twin = PlayPhase()
    twin._copy_from(phase, history=False)
    assert twin._moves == []
    assert (twin._hands, twin._turn) == (phase._hands, 1)
    with pytest.raises(WrongPhaseError) as caught:
        twin._undo_play()
    assert caught.value.reason == "nothing_to_undo"
    assert len(phase._moves) == 1


def test_copies_are_independent_and_keep_the_history() -> None:
    phase = begun("345/67/89")
    phase.play_index(0)
    twin = PlayPhase()
    twin._copy_from(phase)
    assert facts(twin) == facts(phase)
    before = facts(phase)
    twin.play_index(0)
    twin._undo_play()
    twin._undo_play()
    assert twin._moves == []
    assert facts(phase) == before


def test_nothing_to_undo() -> None:
    for phase in (PlayPhase(), begun("3/4/5")):
        with pytest.raises(WrongPhaseError) as caught:
            phase._undo_play()
        assert caught.value.reason == "nothing_to_undo"


def test_refused_moves_name_the_reason_and_change_nothing() -> None:
    lead = begun("3345/67/89")
    follow = begun("3345/67/89", to_beat=play("44", 2))
    cases = [
        (lead, 0, "pass_on_lead", {}),
        (lead, play("34", 2), "not_a_play", {"move": "34"}),
        (lead, 15 << 60 | 1, "not_a_play", {"move": "3"}),
        (lead, packed("3"), "not_a_play", {"move": "3"}),
        (lead, play("444+3".replace("+", ""), 4), "cards_not_held", {"move": "444+3"}),
        (follow, play("444", 3), "cards_not_held", {"hand": "3345", "missing": "44"}),
        (follow, play("33", 2), "does_not_beat", {"move": "33", "to_beat": "44"}),
        (follow, play("5", 1), "does_not_beat", {"move": "5", "to_beat": "44"}),
    ]
    for phase, move, reason, data in cases:
        before = facts(phase)
        assert phase._why_illegal(move) == reason
        with pytest.raises(IllegalMoveError) as caught:
            phase.play(move)
        assert caught.value.reason == reason
        assert {name: getattr(caught.value, name) for name in data} == data
        assert facts(phase) == before
    assert follow._why_illegal(0) is None
    assert lead._why_illegal(play("33", 2)) is None


def test_out_of_turn_comes_before_the_move() -> None:
    phase = begun("3345/67/89")
    with pytest.raises(IllegalMoveError) as caught:
        phase.play(0, seat=2)
    assert (caught.value.reason, caught.value.seat, caught.value.turn) == ("out_of_turn", 2, 0)
    phase.play(play("3", 1), seat=0)


@pytest.mark.parametrize("k", [-1, 4, 10**30])
def test_play_index_out_of_range(k: int) -> None:
    phase = begun("3345/67/89")
    assert phase.count_moves() == 4
    before = facts(phase)
    with pytest.raises(InvalidArgumentError) as caught:
        phase.play_index(k)
    assert (caught.value.reason, caught.value.index, caught.value.count) == (
        "index_out_of_range",
        k,
        4,
    )
    assert facts(phase) == before


def test_subclasses_read_what_is_no_move() -> None:
    class Reader(PlayPhase):
        def _read(self, move: object) -> int:
            assert isinstance(move, str)
            return play(move, len(move)) if move else 0

    class NotAMove:
        _packed = 0

    phase = Reader()
    phase._begin(THREE, [packed("334"), packed("55"), packed("66")], 0, 0)
    phase.play("33")
    assert phase._to_beat == play("33", 2)
    with pytest.raises(InvalidArgumentError) as caught:
        begun("3/4/5", to_beat=play("33", 2)).play(NotAMove())
    assert caught.value.reason == "wrong_type"


def test_move_objects_are_played_by_their_packed_number() -> None:
    class Blind(PlayPhase):
        def _read(self, move: object) -> int:
            raise AssertionError(move)

    class Carrier:
        def __init__(self, packed_move: int) -> None:
            self._packed = packed_move

    phase = Blind()
    phase._begin(THREE, [packed("334"), packed("55"), packed("66")], 0, 0)
    phase.play(Carrier(play("33", 2)))
    assert phase._turn == 1


@pytest.mark.parametrize(
    ("hands", "rules", "expected"),
    [
        # One card each: the lead wins at once.
        ("3/4/5", THREE, [1, 1, 0]),
        # 3 4 or 34? Two leads; on 3: pass, 5; on 4: pass, 5.
        ("34/5/6", THREE, [1, 2, 4, 4]),
        ("33/4/5", THREE, [1, 2, 2]),
    ],
)
def test_perft_small_enough_to_count_by_hand(
    hands: str, rules: Ruleset, expected: Sequence[int]
) -> None:
    phase = begun(hands, rules)
    before = facts(phase)
    assert [phase._perft(depth) for depth in range(len(expected))] == expected
    assert facts(phase) == before


@pytest.mark.slow
def test_perft_counts_what_playing_every_move_counts() -> None:
    def walk(phase: PlayPhase, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in packed_moves(phase.legal_moves()):
            child = PlayPhase()
            child._copy_from(phase)
            child.play(move)
            total += walk(child, depth - 1)
        return total

    total = 0
    for hands, rules in (("334455667A/66778TJ2/3344KKQ", THREE), ("334BB/44RR2/55556/678", FOUR)):
        phase = begun(hands, rules)
        for depth in range(7):
            assert phase._perft(depth) == walk(phase, depth)
            total += phase._perft(depth)
    assert total > 2_000


@pytest.mark.slow
@pytest.mark.parametrize("name", RULE_SETS)
def test_random_games_keep_every_law(name: str) -> None:
    """Cards are conserved, moves are the leads that beat, and undo goes back through every state."""
    rules = Ruleset(**RULE_SETS[name])
    random = Random(f"games {name}")
    moves_made = 0
    for game in range(6):
        hands, bottom, landlord, _ = rules.deal(17, 4, game, 0)
        held = [hand + bottom * (seat == landlord) for seat, hand in enumerate(hands)]
        phase = PlayPhase()
        phase._begin(rules, held, landlord, landlord)
        trail = [facts(phase)]
        while not phase._over:
            turn = phase._turn
            assert turn is not None
            hand, to_beat = phase._hands[turn], phase._to_beat
            legal = packed_moves(phase.legal_moves())
            leads = packed_moves(rules.legal_moves(hand))
            follows = [0] + [move for move in leads if beats(move, to_beat)]
            assert legal == (follows if to_beat else leads)
            move = random.choice(legal)
            phase.play(move)
            spent = counts_of(hand - phase._hands[turn])
            assert spent == counts_of(move)
            trail.append(facts(phase))
            moves_made += 1
        assert phase._winner == (0 if phase._hands[landlord] == 0 else 1)
        assert sum(phase._plays) == sum(move != 0 for move in phase._moves)
        assert phase._bombs == sum(move >> 60 == 13 for move in phase._moves)
        assert phase._rockets == sum(move >> 60 == 14 for move in phase._moves)
        for expected in reversed(trail[:-1]):
            phase._undo_play()
            assert facts(phase) == expected
    assert moves_made > 200
