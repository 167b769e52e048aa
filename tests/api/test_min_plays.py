"""Least plays: the numbers against the definition, the plays against the rules, and what is refused."""

from functools import lru_cache
from itertools import pairwise

import numpy as np
import pytest

import doudizhu_fast as ddz
from doudizhu_fast.analysis import MinPlays, min_plays, min_plays_batch
from doudizhu_fast.analysis.min_plays import MOST_DECOMPOSITIONS

native = pytest.mark.skipif(
    ddz.backend() != "native", reason="the reference engine has no analysis; see the last test"
)


def by_definition(hand: ddz.Hand, rules: ddz.Rules) -> set[tuple[int, ...]]:
    """Every decomposition with the fewest plays, as packed moves in ascending order, found without any shortcut."""

    @lru_cache(None)
    def ways(packed: int) -> frozenset[tuple[int, ...]]:
        held = ddz.Hand.from_packed(packed)
        if not held:
            return frozenset({()})
        lowest = str(held)[0]
        found = set()
        for move in ddz.legal_moves(held, rules=rules):
            if lowest in str(move.cards):
                for rest in ways(packed - int(move.cards)):
                    found.add(tuple(sorted((int(move), *rest))))
        fewest = min(map(len, found))
        return frozenset(plays for plays in found if len(plays) == fewest)

    return set(ways(int(hand)))


def random_hands(rules: ddz.Rules, n: int, most: int, seed: int) -> list[ddz.Hand]:
    """Hands of up to ``most`` cards: even ones loose, odd ones drawn from few neighbouring ranks."""
    draw = np.random.default_rng(seed)
    pack = np.repeat(np.arange(15), [4 * (rules.players - 2)] * 13 + [rules.players - 2] * 2)
    hands = []
    for number in range(n):
        first = draw.integers(0, 9) if number % 2 else 0
        last = first + 5 if number % 2 else 14
        cards = draw.permutation(pack[(pack >= first) & (pack <= last)])[
            : draw.integers(0, most + 1)
        ]
        hands.append(ddz.Hand.from_counts(np.bincount(cards, minlength=15)))
    return hands


@native
@pytest.mark.parametrize("name", ["three_player", "four_player", "national", "douzero", "noip"])
def test_decompositions_are_those_of_the_definition(name: str) -> None:
    rules = ddz.Rules.parse(name)
    space = rules.action_space
    several = 0
    for hand in random_hands(rules, 80, 12, seed=4):
        found = min_plays(hand, rules, all=True)
        assert found.decompositions is not None
        expected = by_definition(hand, rules)
        assert {tuple(sorted(map(int, plays))) for plays in found.decompositions} == expected
        assert len(found.decompositions) == len(expected)
        assert {len(plays) for plays in found.decompositions} == {found.count}
        assert found.complete
        assert found.plays == found.decompositions[0] == min_plays(hand, rules).plays
        ids = [[space.id(move) for move in plays] for plays in found.decompositions]
        assert ids == sorted(ids)
        several += len(ids) > 1
    assert several > 8


@native
@pytest.mark.parametrize("name", sorted(ddz.rules.PRESETS))
def test_plays_of_whole_hands_are_plays_and_empty_the_hand(name: str) -> None:
    rules = ddz.Rules.parse(name)
    hands = [hand for number in range(20) for hand in ddz.deal(number, rules).hands]
    counts = min_plays_batch(np.array([int(hand) for hand in hands], dtype=np.uint64), rules)
    assert counts.dtype == np.int8
    for hand, count in zip(hands, counts.tolist(), strict=True):
        found = min_plays(hand, rules)
        assert found.count == len(found.plays) == count
        assert sum(int(move.cards) for move in found.plays) == int(hand)
        for move in found.plays:
            assert move in ddz.classify(move.cards, rules)
        lowest = [min(move.cards.counts.nonzero()[0]) for move in found.plays]
        assert all(one <= other for one, other in pairwise(lowest))


@native
def test_known_answers() -> None:
    noip = ddz.Rules.noip()
    assert min_plays("789TJ5AA", noip).count == 3
    assert min_plays("Q425T3QBAT6QJ5Q27", noip).count == 6
    # A kicker is of another rank than the body, and two kickers of one chain are of two ranks.
    assert [min_plays(hand).count for hand in ("3333", "33334", "333344", "33344455")] == [
        1,
        2,
        2,
        2,
    ]
    assert [min_plays("333344", rules).count for rules in ("national", "openspiel")] == [1, 2]
    # Both jokers with one quad, by the rules of some.
    assert [min_plays("3333BR", rules).count for rules in ("three_player", "douzero")] == [2, 1]
    assert min_plays("BBRR", "four_player").count == 1
    assert min_plays("BBR", "four_player").count == 2


@native
def test_a_hand_without_cards_needs_no_play() -> None:
    assert min_plays("") == MinPlays(0, (), None, False)
    assert min_plays("", all=True) == MinPlays(0, (), ((),), True)
    assert min_plays_batch(np.zeros(2, dtype=np.uint64)).tolist() == [0, 0]
    assert min_plays_batch(np.zeros(0, dtype=np.uint64)).shape == (0,)


@native
def test_lists_end_at_the_limit() -> None:
    found = min_plays(
        "333355557777999JJJ22244TTQQAA66", "four_player+trio_with_solo=true", all=True
    )
    assert found.decompositions is not None
    assert len(found.decompositions) == MOST_DECOMPOSITIONS == len(set(found.decompositions))
    assert not found.complete
    assert found.plays == found.decompositions[0]


@native
def test_results_do_not_depend_on_threads() -> None:
    hands = ddz.deal_batch(3000, seed=9, rules="four_player").hands[:, 0]
    one, three = (min_plays_batch(hands, "four_player", threads=n) for n in (1, 3))
    assert one.tolist() == three.tolist()
    assert 5 < one.mean() < 10


@native
def test_what_is_refused() -> None:
    with pytest.raises(ddz.InvalidCardsError) as refused:
        min_plays("3334444555566667777888899TTJJQQKKAA"[:34])
    assert (refused.value.reason, refused.value.count, refused.value.most) == ("too_large", 34, 33)
    with pytest.raises(ddz.InvalidCardsError) as refused:
        min_plays("33333")
    assert refused.value.reason == "not_in_pack"
    pack = int(ddz.Hand("3334444555566667777888899TTJJQQKKAA"[:34]))
    with pytest.raises(ddz.InvalidCardsError) as refused:
        min_plays_batch(np.array([3, pack], dtype=np.uint64))
    assert (refused.value.reason, refused.value.index) == ("too_large", 1)
    with pytest.raises(ddz.InvalidCardsError) as refused:
        min_plays_batch(np.array([3, 5], dtype=np.uint64))
    assert (refused.value.reason, refused.value.index) == ("not_in_pack", 1)
    with pytest.raises(ddz.InvalidArgumentError) as wrong:
        min_plays_batch(np.array([3], dtype=np.uint64), threads=0)
    assert wrong.value.reason == "out_of_range"
    with pytest.raises(ddz.InvalidRulesError):
        min_plays("3", "nowhere")


@pytest.mark.skipif(ddz.backend() == "native", reason="the compiled engine has it")
def test_the_reference_engine_says_that_it_has_none() -> None:
    with pytest.raises(ddz.NativeExtensionError):
        min_plays("3")
    with pytest.raises(ddz.NativeExtensionError):
        min_plays_batch(np.array([3], dtype=np.uint64))
