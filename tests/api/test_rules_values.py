"""Rules: switches, presets, contradictions, text, explanations."""

import copy
import itertools
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doudizhu_fast import (
    Hand,
    InvalidArgumentError,
    InvalidCardsError,
    InvalidRulesError,
    Move,
    Rules,
)
from doudizhu_fast.move import read_move
from doudizhu_fast.presets import PRESETS, SWITCHES, preset_values
from doudizhu_fast.rules import as_rules

CONTRACT = [
    "players", "auction", "all_pass", "turned_up_card", "bottom_cards", "trio_with_solo",
    "trio_chain_with_solos", "trio_chain_with_pairs", "quad_with_kickers", "kicker_solos",
    "adjacent_trio_as_kickers", "both_jokers_as_kickers", "quad_solos", "joker_pairs",
    "four_jokers_as_kickers", "scoring", "bomb_double_min", "spring",
]  # fmt: skip

THREE_PLAYER = [
    3, "reentry", "redeal", True, "shown", True, True, True, True, "distinct", False, False,
    "distinct", False, False, "exponential", 4, True,
]  # fmt: skip

any_switches = st.fixed_dictionaries(
    {name: st.sampled_from(switch.allowed) for name, switch in SWITCHES.items()}
)


def test_the_switches_and_the_default_are_those_of_the_contract() -> None:
    assert list(SWITCHES) == CONTRACT
    assert [getattr(Rules(), name) for name in CONTRACT] == THREE_PLAYER
    assert Rules() == Rules.three_player() == as_rules(None) == as_rules("three_player")
    assert [type(getattr(Rules(), name)) for name in CONTRACT] == list(map(type, THREE_PLAYER))


def test_presets_are_named_hashable_printable_and_distinct() -> None:
    seen = set()
    for name in PRESETS:
        rules = getattr(Rules, name)()
        assert rules == Rules.parse(name) == as_rules(name) == eval(repr(rules))
        assert rules.name == rules.text == str(rules) == name
        assert repr(rules) == f"Rules.{name}()"
        assert Rules(**preset_values(name)) == rules
        seen.add(rules)
    assert len(seen) == 8


def test_four_players_alone_mean_the_preset() -> None:
    assert Rules(players=4) == Rules.four_player()
    assert Rules(players=4, spring=False) == Rules.four_player().replace(spring=False)
    changed = Rules().replace(players=4)
    assert changed.diff(Rules()) == {"players": (4, 3)}
    column = {name: switch.four_player for name, switch in SWITCHES.items()}
    assert Rules.four_player() == Rules(**column)


def test_rules_are_frozen_values() -> None:
    rules = Rules(spring=False)
    assert rules == Rules(spring=False) != Rules()
    assert hash(rules) == hash(Rules(spring=False))
    assert rules != "three_player+spring=false"
    assert copy.copy(rules) is copy.deepcopy(rules) is rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    with pytest.raises(AttributeError):
        rules.spring = True  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del rules.spring
    assert rules.spring is False


@given(any_switches)
def test_every_combination_is_rules_that_come_back_or_a_named_contradiction(
    switches: dict[str, object],
) -> None:
    try:
        rules = Rules(**switches)  # type: ignore[arg-type]
    except InvalidRulesError as error:
        refused = error
    else:
        _check_comes_back(rules, switches)
        return
    assert refused.reason == "contradiction"
    assert set(refused.fields) <= set(SWITCHES)
    assert all(field in str(refused) for field in refused.fields)


def _check_comes_back(rules: Rules, switches: dict[str, object]) -> None:
    assert {name: getattr(rules, name) for name in SWITCHES} == switches
    assert Rules.parse(rules.text) == rules == eval(repr(rules))
    assert pickle.loads(pickle.dumps(rules)) == rules
    changes = {name: mine for name, (mine, _) in rules.diff(Rules()).items()}
    assert Rules().replace(**changes) == rules  # type: ignore[arg-type]


CONTRADICTIONS = [
    ({"joker_pairs": True}, {"players", "joker_pairs"}),
    ({"four_jokers_as_kickers": True}, {"players", "four_jokers_as_kickers"}),
    ({"players": 4, "joker_pairs": False}, {"joker_pairs", "four_jokers_as_kickers"}),
    ({"adjacent_trio_as_kickers": True}, {"kicker_solos", "adjacent_trio_as_kickers"}),
    (
        {"trio_chain_with_solos": False, "kicker_solos": "free"},
        {"trio_chain_with_solos", "kicker_solos"},
    ),
    ({"quad_with_kickers": False, "quad_solos": "pair_ok"}, {"quad_with_kickers", "quad_solos"}),
    (
        {
            "trio_chain_with_solos": False,
            "quad_with_kickers": False,
            "both_jokers_as_kickers": True,
        },
        {"trio_chain_with_solos", "quad_with_kickers", "both_jokers_as_kickers"},
    ),
    ({"auction": "none", "all_pass": "void"}, {"auction", "all_pass"}),
]


@pytest.mark.parametrize(("switches", "fields"), CONTRADICTIONS)
def test_contradictions_name_their_fields(switches: dict[str, object], fields: set[str]) -> None:
    with pytest.raises(InvalidRulesError) as caught:
        Rules(**switches)  # type: ignore[arg-type]
    assert caught.value.reason == "contradiction"
    assert fields <= set(caught.value.fields)
    assert list(caught.value.fields) == [name for name in SWITCHES if name in caught.value.fields]


def test_no_switch_takes_a_value_of_another_type() -> None:
    tried = 0
    strangers = (1, 0, True, False, None, "", "True", 3.0, 4.0, 9, "Reentry", [], (), object())
    for (name, switch), value in itertools.product(SWITCHES.items(), strangers):
        if any(type(value) is type(one) and value == one for one in switch.allowed):
            continue
        for make in (lambda **kw: Rules(**kw), Rules().replace):
            with pytest.raises(InvalidRulesError) as caught:
                make(**{name: value})
            assert (caught.value.reason, caught.value.field) == ("unknown_value", name)
            tried += 1
    assert tried > 400


def test_unknown_switches_are_refused_by_name() -> None:
    for make in (lambda: Rules(springs=True), lambda: Rules().replace(springs=True)):  # type: ignore[call-arg]
        with pytest.raises(InvalidRulesError) as caught:
            make()
        assert (caught.value.reason, caught.value.field) == ("unknown_switch", "springs")


TEXTS = {
    "four_player+bomb_double_min=4": Rules(players=4, bomb_double_min=4),
    "three_player+spring=false,scoring=win_loss": Rules(spring=False, scoring="win_loss"),
    "douzero+spring=true": Rules.douzero().replace(spring=True),
    "three_player+players=4": Rules().replace(players=4),
    "national+auction=reentry": Rules.national().replace(auction="reentry"),
}


@pytest.mark.parametrize(("text", "rules"), TEXTS.items())
def test_texts_are_read(text: str, rules: Rules) -> None:
    assert Rules.parse(text) == as_rules(text) == rules
    assert Rules.parse(rules.text) == rules


BAD_TEXTS = [
    ("", "unknown_preset"),
    ("pagat", "unknown_preset"),
    ("Three_Player", "unknown_preset"),
    (" three_player", "unknown_preset"),
    ("spring=false", "unknown_preset"),
    ("three_player+", "bad_text"),
    ("three_player+spring", "bad_text"),
    ("three_player+spring=false,", "bad_text"),
    ("three_player+spring=false,spring=false", "bad_text"),
    ("three_player+springs=false", "unknown_switch"),
    ("three_player+spring=no", "unknown_value"),
    ("three_player+spring=False", "unknown_value"),
    ("three_player+players=5", "unknown_value"),
    ("three_player+joker_pairs=true", "contradiction"),
    ("four_player+players=3", "contradiction"),
    ("x" * 100_000, "unknown_preset"),
    ("three_player+" + "," * 100_000, "bad_text"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_TEXTS)
def test_bad_texts_are_refused(text: str, reason: str) -> None:
    for read in (Rules.parse, as_rules):
        with pytest.raises(InvalidRulesError) as caught:
            read(text)
        assert caught.value.reason == reason
        assert len(str(caught.value)) < 700


def test_what_is_no_text_is_refused() -> None:
    for value in (3, True, b"national", ["national"], object()):
        for read in (Rules.parse, as_rules, Rules().diff):
            with pytest.raises(InvalidArgumentError) as caught:
                read(value)  # type: ignore[operator]
            assert caught.value.reason == "wrong_type"


def test_diff_lists_both_values_in_the_order_of_the_switches() -> None:
    assert Rules().diff(Rules()) == {}
    for name, preset in PRESETS.items():
        difference = Rules.parse(name).diff("three_player")
        assert {field: mine for field, (mine, _) in difference.items()} == dict(preset.differences)
        assert list(difference) == [field for field in SWITCHES if field in difference]


EXPLAINED = [
    # rules, cards, words of the reason
    ("three_player", "345", "at least 5 ranks"),
    ("three_player", "3344", "at least 3 ranks"),
    ("three_player", "QKA23"[:3] + "2" + "J", "3 to A only"),
    ("three_player", "TJQKA2", "not 2"),
    ("three_player", "AAA222", "3 to A only"),
    ("three_player", "AAA222+34", "3 to A only"),
    ("three_player", "34578", "not neighbours"),
    ("three_player", "333555+67", "not neighbours"),
    ("three_player", "333444+55", "kicker_solos is 'distinct'"),
    ("rlcard", "333444555666+7777", "kicker_solos is 'repeat3'"),
    ("national", "444555666+333", "parted"),
    ("three_player", "333444+BR", "both_jokers_as_kickers is False"),
    ("three_player", "3333+BR", "both_jokers_as_kickers is False"),
    ("three_player", "333444+35", "never of a rank of the body"),
    ("three_player", "333+45", "do not mix"),
    ("three_player", "333444+5", "2 solos or 2 pairs"),
    ("three_player", "3333+4", "a bomb carries nothing"),
    ("three_player", "3333+44", "quad_solos is 'distinct'"),
    ("openspiel", "3333+45", "quad_with_kickers is False"),
    ("three_player", "3333+4444", "of different ranks"),
    ("four_player", "333+4", "trio_with_solo is False"),
    ("four_player", "333444+56", "trio_chain_with_solos is False"),
    ("noip", "333444+5566", "trio_chain_with_pairs is False"),
    ("four_player", "BR", "all four jokers"),
    ("four_player", "BBR", "all four jokers"),
    ("three_player", "33333", "the pack has 4 of 3"),
    ("three_player", "BB", "the pack has 1 of B"),
    ("three_player", "333444555666777888999", "more than 20 cards"),
    ("three_player", "3345", "no kind has this shape"),
    ("four_player+joker_pairs=false,four_jokers_as_kickers=false", "BB", "joker_pairs is False"),
    ("four_player+four_jokers_as_kickers=false", "333444+BBRR", "four_jokers_as_kickers"),
    ("three_player", "333+3", "parted"),
    ("three_player", "333+3", "never of a rank of the body"),
    ("three_player", "333+33", "never of a rank of the body"),
    ("four_player", "333+33", "never of a rank of the body"),
    ("four_player", "333+33", "the same cards are 33333"),
    ("three_player", "333444+34", "never of a rank of the body, here 3 and 4"),
    ("three_player", "33334444", "several bombs are no play: they make no chain"),
    ("four_player", "333344445555", "several bombs are no play: they make no chain"),
    ("three_player", "3345", "here twice 3 and once 4"),
    ("three_player", "34567BR", "3 to A only"),
]


@pytest.mark.parametrize(("rules", "cards", "words"), EXPLAINED)
def test_explanations_give_the_rule(rules: str, cards: str, words: str) -> None:
    text = Rules.parse(rules).explain(cards)
    assert "is no play under " + rules in text
    assert words in text
    assert text.splitlines()[-1].startswith("It is a play under ")


def test_explanations_name_the_presets_where_it_is_a_play() -> None:
    assert Rules().explain("333444+55").endswith("national, rlcard, openspiel and douzero.")
    assert Rules().explain("33333").endswith("under four_player.")
    assert Rules().explain("3").endswith("under every preset.")
    assert Rules().explain("345").endswith("under no preset.")


def test_explanations_never_fall_back_on_the_shape_alone_for_small_hands() -> None:
    seen = 0
    for name in ("three_player", "four_player"):
        rules = Rules.parse(name)
        for size in range(1, 7):
            for ranks in itertools.combinations_with_replacement("345QA2BR", size):
                cards = "".join(ranks)
                if cards.count("B") <= 2 and cards.count("R") <= 2:
                    assert "it is no chain, and nothing" not in rules.explain(cards), cards
                    seen += 1
    assert seen == 5_346


def test_suited_cards_are_of_the_packs_of_the_rules() -> None:
    assert Rules.four_player().explain("♠3♠3").startswith("33 is a play")
    with pytest.raises(InvalidCardsError) as caught:
        Rules().explain("♠3♠3")
    assert caught.value.reason == "repeated_card"


def test_explanations_agree_with_the_verdict_on_all_small_hands() -> None:
    seen = plays = 0
    for name in ("three_player", "four_player", "douzero"):
        rules = Rules.parse(name)
        for ranks in itertools.combinations_with_replacement("345A2BR", 5):
            cards = "".join(ranks)
            if cards.count("B") > 2 or cards.count("R") > 2:
                continue
            text = rules.explain(cards)
            try:
                read_move(cards, rules)
                is_play = True
            except ValueError:
                is_play = False
            assert (" is a play under " + name in text) is is_play
            assert ("\n- " in text) is not is_play
            seen, plays = seen + 1, plays + is_play
    assert seen == 1218
    assert plays > 50


def test_explanations_take_hands_moves_and_passes() -> None:
    rules = Rules.four_player()
    assert rules.explain(Hand("3334")).startswith("333+4 is no play") or "3334 is no play" in (
        rules.explain(Hand("3334"))
    )
    assert "trio_with_solo" in rules.explain(Move("333+4"))
    assert "pass" in rules.explain("pass")
    for bad in ("X", "BBB", 3, None):
        with pytest.raises(InvalidCardsError):
            rules.explain(bad)


def test_equal_rules_share_the_engine_object() -> None:
    assert Rules()._ruleset is Rules.three_player()._ruleset
    assert pickle.loads(pickle.dumps(Rules()))._ruleset is Rules()._ruleset
