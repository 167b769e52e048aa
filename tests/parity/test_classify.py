"""Every small set of cards has the same readings on both engines (rules 1.5)."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from parity_engines import CUSTOM, PRESET_NAMES, rulesets

# How many multisets of 1 to 7 cards one pack has, and of 1 to 5 cards two packs.
ONE_PACK_TO_7 = 138_609
TWO_PACKS_TO_5 = 15_231


def multisets(packs: int, most: int) -> Iterator[int]:
    """Every multiset of 1 to `most` cards that the packs hold, packed."""
    copies = [4 * packs] * 13 + [packs] * 2
    for size in range(1, most + 1):
        for cards in combinations_with_replacement(range(15), size):
            if all(cards.count(rank) <= copies[rank] for rank in set(cards)):
                yield sum(1 << 4 * rank for rank in cards)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*PRESET_NAMES, *CUSTOM])
def test_small_multisets_have_the_same_readings(name: str) -> None:
    native, reference = rulesets(name)
    most, expected = (7, ONE_PACK_TO_7) if native.packs == 1 else (5, TWO_PACKS_TO_5)
    seen = 0
    readings = 0
    for cards in multisets(native.packs, most):
        found = native.classify(cards)
        assert found == reference.classify(cards), f"{cards:#x} under {name}"
        seen += 1
        readings += len(found)
    assert seen == expected
    assert readings > 100


@pytest.mark.parametrize("name", [*PRESET_NAMES, *CUSTOM])
def test_action_spaces_are_equal(name: str) -> None:
    native, reference = rulesets(name)
    count = native.action_count()
    assert count == reference.action_count()
    assert count > 300
    actions = [native.action(index) for index in range(count)]
    assert actions == [reference.action(index) for index in range(count)]
    assert [native.action_id(action) for action in actions] == list(range(count))
