"""Odds: against published figures, against the enumeration of all deals, and against random deals."""

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest

import doudizhu_fast as ddz
from enumeration import all_deals, beating, probability

pytestmark = pytest.mark.skipif(
    ddz.backend() != "native", reason="analysis needs the compiled engine"
)

if ddz.backend() == "native":
    from doudizhu_fast.analysis import odds
    from doudizhu_fast.analysis._knowledge import Known
    from doudizhu_fast.analysis.odds import Odds

NO_JOKERS = "3344556677889TTJQ"
# Switches in combinations that no preset has.
MIXED = [
    "four_player+trio_with_solo=true,trio_chain_with_solos=true,kicker_solos=free",
    "four_player+trio_chain_with_solos=true,kicker_solos=repeat3,adjacent_trio_as_kickers=true,"
    "both_jokers_as_kickers=true",
    "four_player+trio_chain_with_solos=true,joker_pairs=false,four_jokers_as_kickers=false",
    "four_player+four_jokers_as_kickers=false,quad_with_kickers=true,trio_chain_with_solos=true,"
    "both_jokers_as_kickers=true",
]
PRESETS = [
    "three_player",
    "four_player",
    "national",
    "rlcard",
    "openspiel",
    "douzero",
    "botzone",
    "noip",
]
CASES = 60


def test_random_hands_hold_bombs_as_often_as_published() -> None:
    dealt = odds(cards=17)
    assert dealt.bomb().fraction == Fraction(9164971927, 95452143255)
    assert round(dealt.rocket().value, 10) == 0.0950384347
    assert round(dealt.bomb_or_rocket().value, 10) == 0.1848887617
    landlord = odds(cards=20)
    assert round(landlord.bomb().value, 10) == 0.1898227750
    assert round(landlord.rocket().value, 10) == 0.1327742837
    assert round(landlord.bomb_or_rocket().value, 10) == 0.3036861492


def test_what_a_hand_without_jokers_tells() -> None:
    chances = odds(NO_JOKERS)
    assert chances.rocket(1).fraction == chances.rocket(2).fraction == Fraction(68, 333)
    assert round(chances.rocket().value, 6) == 0.408408
    assert chances.rocket("bottom").fraction == Fraction(1, 222)
    assert round(chances.at_least("2", 4, 1).value, 6) == 0.036036


def random_knowledge(rules: ddz.Rules, answer: ddz.Move, rng: np.random.Generator) -> "Known":
    """A table with few unseen cards, those of one play among them, and often room for it in one hand."""
    copies = np.array([4] * 13 + [1] * 2) * rules._ruleset.packs
    others = rules.players - 1
    while True:
        unseen = answer.cards.counts.astype(int)
        for _ in range(int(rng.integers(0, 6))):
            rank = int(rng.choice(15))
            unseen[rank] = min(copies[rank], unseen[rank] + int(rng.integers(1, 4)))
        with_bottom = bool(rng.random() < 0.3)
        sizes = np.zeros(others + 1, dtype=int)
        if rng.random() < 0.8:
            sizes[int(rng.integers(others))] = len(answer)
        weights = rng.dirichlet(np.ones(others + with_bottom))
        sizes[: others + with_bottom] += rng.multinomial(unseen.sum() - sizes.sum(), weights)
        certain = some_certain(unseen, sizes, rng)
        free = unseen - certain.sum(axis=0)
        places = int((sizes > certain.sum(axis=1)).sum())
        if np.prod((free + 1.0) ** max(0, places - 1)) < 30_000 and sizes.max() <= 20:
            break
    packed = [int(ddz.Hand.from_counts(known)) for known in certain]
    hand = int(ddz.Hand.from_counts(unseen))
    return Known(rules, 0, hand, tuple(map(int, sizes)), tuple(packed))


def some_certain(unseen: np.ndarray, sizes: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Cards that surely lie in places, in two of five cases."""
    certain = np.zeros((len(sizes), 15), dtype=int)
    if rng.random() < 0.4:
        pool = np.repeat(np.arange(15), unseen)
        rng.shuffle(pool)
        for place, size in enumerate(sizes):
            for rank in pool[sizes[:place].sum() :][: min(size, int(rng.integers(0, 3)))]:
                certain[place, rank] += 1
    return certain


def plays_by_kind(rules: ddz.Rules) -> list[np.ndarray]:
    space = rules.action_space
    plays = space.moves(np.arange(1, len(space)))
    kinds = plays >> np.uint64(60)
    return [plays[kinds == kind] for kind in np.unique(kinds)]


@pytest.mark.parametrize("name", PRESETS + MIXED)
def test_every_answer_is_that_of_enumeration(name: str) -> None:
    rules = ddz.Rules.parse(name)
    rng = np.random.default_rng(len(name))
    by_kind = plays_by_kind(rules)
    asked = telling = 0
    for case in range(CASES):
        plays = by_kind[case % len(by_kind)]
        answer = random_play(plays, rules, rng)
        known = random_knowledge(rules, answer, rng)
        chances = Odds(known)
        counts = [ddz.Hand.from_packed(cards).counts.tolist() for cards in known.certain]
        unseen = ddz.Hand.from_packed(known.unseen).counts.tolist()
        deals = list(all_deals(unseen, counts, known.sizes))
        everyone = range(rules.players - 1)
        places = {"any": everyone, "bottom": [len(everyone)]}
        places |= {step + 1: [step] for step in everyone}
        rank, least = ddz.Rank(int(rng.integers(15))), int(rng.integers(1, 4))
        least = min(least, rules._ruleset.packs if rank > 12 else 4)
        size = int(rng.integers(4, 4 * rules._ruleset.packs + 1))
        move = beaten_play(plays, answer, rules, rng)
        found, number = probability(deals, beating(move, rules), everyone)
        bombs, _ = probability(
            deals, lambda hands: has_rocket(hands, rules) | has_bomb(hands, 4), everyone
        )
        telling += found not in (bombs, number)
        questions = all_questions(chances, move, rank, least, size)
        for question, (asked_of, holds) in questions.items():
            for who, watched in places.items():
                found, number = probability(deals, holds, watched)
                chance = asked_of(who)
                told = (question, who, str(move), rank, least, size, known, chance, found, number)
                assert chance.favourable * number == found * chance.all, told
                asked += 1
    assert asked == CASES * 5 * (rules.players + 1)
    # Most plays asked about are beaten by more than bombs in some deals, and not in all.
    assert telling >= CASES // 5


def all_questions(chances: "Odds", move: ddz.Move, rank: ddz.Rank, least: int, size: int):
    """What is asked of odds, and the same of an array of hands."""
    return {
        "beats": (lambda who: chances.beats(move, who), beating(move, chances.rules)),
        "at_least": (
            lambda who: chances.at_least(rank, least, who),
            lambda hands: ddz.Hand.unpack_counts(hands)[:, rank] >= least,
        ),
        "bomb": (lambda who: chances.bomb(who, size), lambda hands: has_bomb(hands, size)),
        "rocket": (chances.rocket, lambda hands: has_rocket(hands, chances.rules)),
        "bomb_or_rocket": (
            chances.bomb_or_rocket,
            lambda hands: has_rocket(hands, chances.rules) | has_bomb(hands, 4),
        ),
    }


def random_play(plays: np.ndarray, rules: ddz.Rules, rng: np.random.Generator) -> ddz.Move:
    """One of few cards, as far as there is any."""
    while True:
        move = ddz.Move.from_packed(int(rng.choice(plays)), rules)
        if len(move) <= 12 or rng.random() < 0.02:
            return move


def beaten_play(
    plays: np.ndarray, answer: ddz.Move, rules: ddz.Rules, rng: np.random.Generator
) -> ddz.Move:
    """A play that this one beats, of its kind if there is one."""
    beaten = plays[ddz.beats_batch(answer, plays)]
    return ddz.Move.from_packed(int(rng.choice(beaten if len(beaten) else plays)), rules)


def has_bomb(hands: np.ndarray, size: int) -> np.ndarray:
    return ddz.Hand.unpack_counts(hands)[:, :13].max(axis=1) >= size


def has_rocket(hands: np.ndarray, rules: ddz.Rules) -> np.ndarray:
    return ddz.Hand.unpack_counts(hands)[:, 13:].min(axis=1) == rules._ruleset.packs


FULL = {
    "three_player": [
        "7",
        "44",
        "555",
        "333+4",
        "333+44",
        "34567",
        "3456789T",
        "334455",
        "333444",
        "333444+56",
        "333444+5566",
        "3333+45",
        "4444",
    ],
    "national": ["333444+55", "333444555+667"],
    "douzero": ["333444+55", "333444555+789", "3333+44"],
    "four_player": [
        "7",
        "44",
        "555",
        "333+44",
        "34567",
        "334455",
        "333444",
        "333444+5566",
        "333444555+667788",
        "333444555666+778899TT",
        "44444",
    ],
}


@pytest.mark.parametrize("name", FULL)
def test_random_deals_agree_at_full_size(name: str) -> None:
    n = 40_000
    rules = ddz.Rules.parse(name)
    dealt = ddz.deal(7, rules)
    chances = odds(dealt.hands[0], rules)
    rng = np.random.default_rng(11)
    cards = np.repeat(np.uint64(1) << 4 * np.arange(15, dtype=np.uint64), chances.unseen.counts)
    shuffled = rng.permuted(np.tile(cards, (n, 1)), axis=1)
    size = rules._ruleset.hand_size
    hands = [
        np.ascontiguousarray(shuffled[:, k * size : (k + 1) * size].sum(axis=1))
        for k in range(rules.players - 1)
    ]
    checked = 0
    for text in FULL[name]:
        move = ddz.Move(text, rules)
        found = np.array([beating(move, rules)(hand) for hand in hands])
        for who, hits in [(1, found[0]), (2, found[1]), ("any", found.any(axis=0))]:
            chance = chances.beats(move, who).value
            sigma = max((chance * (1 - chance) / n) ** 0.5, 1 / n)
            assert abs(hits.mean() - chance) < 4 * sigma, (text, who)
            checked += 1
    assert checked == 3 * len(FULL[name])


def test_a_view_tells_what_it_knows() -> None:
    view = ddz.View.from_text(
        "34567889TTJJQKA22",
        seat=1,
        landlord=0,
        bottom="2BR",
        plays="A",
        first_bidder=2,
        turned_up="K",
    )
    chances = odds(view)
    # Seat 2 is the next player, and seat 0, the landlord, the one after.
    assert chances.sizes == (17, 19, 0)
    assert chances.rocket(2).value == 1
    assert chances.rocket(1).value == chances.rocket("bottom").value == 0
    assert chances.at_least("K", 1, 1).value == 1
    assert chances.at_least("2", 1, 2).value == 1
    assert chances.beats("2", "any").value == 1
    hidden = odds(ddz.View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="A"))
    assert hidden.rocket(2).fraction == Fraction(19 * 18, 36 * 35)


def test_known_bottom_cards_lie_where_they_must() -> None:
    lying = odds(NO_JOKERS, bottom="2BR")
    assert lying.rocket("bottom").value == 1
    assert lying.rocket().value == 0
    taken = odds(NO_JOKERS, bottom="2BR", cards=(17, 20))
    assert taken.rocket(2).value == 1
    assert taken.rocket(1).value == 0
    own = odds(NO_JOKERS + "2BR", bottom="2BR")
    assert own.sizes == (17, 17, 0)
    assert own.rocket().value == 0


def test_nothing_beats_the_rocket() -> None:
    assert odds(NO_JOKERS).beats("BR").favourable == 0
    assert odds(NO_JOKERS).at_least("3", 0, 1).value == 1


@pytest.mark.parametrize(
    ("call", "error", "reason"),
    [
        (lambda: odds("345"), ddz.InvalidArgumentError, "sizes_unknown"),
        (lambda: odds(NO_JOKERS, seen="2"), ddz.InvalidArgumentError, "sizes_unknown"),
        (lambda: odds(NO_JOKERS, cards=(17, 18)), ddz.InvalidArgumentError, "wrong_sizes"),
        (lambda: odds(NO_JOKERS, cards=(17, 37)), ddz.InvalidArgumentError, "out_of_range"),
        (lambda: odds(NO_JOKERS, cards=(17,)), ddz.InvalidArgumentError, "wrong_type"),
        (lambda: odds(NO_JOKERS, cards="17"), ddz.InvalidArgumentError, "wrong_type"),
        (lambda: odds(cards=55), ddz.InvalidArgumentError, "out_of_range"),
        (lambda: odds(cards=-1), ddz.InvalidArgumentError, "out_of_range"),
        (lambda: odds(cards=True), ddz.InvalidArgumentError, "wrong_type"),
        (lambda: odds(cards=17, bottom="345"), ddz.InvalidArgumentError, "told_already"),
        (lambda: odds("33333"), ddz.InvalidCardsError, "not_in_pack"),
        (lambda: odds(NO_JOKERS, seen="333"), ddz.InvalidCardsError, "not_in_pack"),
        (lambda: odds(NO_JOKERS, bottom="33"), ddz.InvalidCardsError, "wrong_deal"),
        (lambda: odds(NO_JOKERS, bottom="333"), ddz.InvalidCardsError, "not_in_pack"),
        (lambda: odds(NO_JOKERS + "222", bottom="BR2"), ddz.InvalidCardsError, "wrong_deal"),
        (lambda: odds(NO_JOKERS, rules="five"), ddz.InvalidRulesError, "unknown_preset"),
        (lambda: odds(NO_JOKERS).rocket(3), ddz.InvalidArgumentError, "out_of_range"),
        (lambda: odds(NO_JOKERS).rocket(0), ddz.InvalidArgumentError, "out_of_range"),
        (lambda: odds(NO_JOKERS).rocket("me"), ddz.InvalidArgumentError, "out_of_range"),
        (lambda: odds(NO_JOKERS).rocket([1]), ddz.InvalidArgumentError, "out_of_range"),
        (lambda: odds(cards=17).rocket(1), ddz.InvalidArgumentError, "out_of_range"),
        (lambda: odds(NO_JOKERS).bomb(1, 5), ddz.InvalidArgumentError, "out_of_range"),
        (lambda: odds(NO_JOKERS).bomb(1, 3), ddz.InvalidArgumentError, "out_of_range"),
        (lambda: odds(NO_JOKERS).at_least("2", 5, 1), ddz.InvalidArgumentError, "out_of_range"),
        (lambda: odds(NO_JOKERS).at_least("B", 2, 1), ddz.InvalidArgumentError, "out_of_range"),
        (lambda: odds(NO_JOKERS).at_least("X", 1, 1), ddz.InvalidCardsError, "unknown_card"),
        (lambda: odds(NO_JOKERS).at_least("2", 1.5, 1), ddz.InvalidArgumentError, "wrong_type"),
        (lambda: odds(NO_JOKERS).beats("pass"), ddz.IllegalMoveError, "not_a_play"),
        (lambda: odds(NO_JOKERS).beats("34"), ddz.IllegalMoveError, "not_a_play"),
        (lambda: odds(NO_JOKERS).beats(ddz.Move("33333")), ddz.IllegalMoveError, "not_a_play"),
    ],
)
def test_impossible_questions_are_refused(call, error, reason) -> None:
    with pytest.raises(error) as caught:
        call()
    assert caught.value.reason == reason
    assert str(caught.value)


def test_a_view_is_told_nothing() -> None:
    view = ddz.View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="A")
    for given in ({"rules": "national"}, {"bottom": "2BR"}, {"seen": "A"}, {"cards": (17, 19)}):
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            odds(view, **given)
        assert caught.value.reason == "told_already"


def test_answers_can_be_read() -> None:
    chance = odds(NO_JOKERS).rocket(1)
    assert str(chance) == "20.4204 % (68/333)"
    assert float(chance) == chance.value == 68 / 333
    assert "37 unseen cards in 17/17/3" in repr(odds(NO_JOKERS))


def test_copies_and_pickles_answer_alike() -> None:
    asked = odds("33455667889TJQKA2")
    for other in (copy.copy(asked), copy.deepcopy(asked), pickle.loads(pickle.dumps(asked))):
        assert other.rocket(1) == asked.rocket(1)
