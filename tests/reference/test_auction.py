"""The reference engine's auction: the complete auctions of docs/rules.md 1.3, and what comes of them."""

import pytest

from doudizhu_fast._reference.auction import Outcome, hold_auction, next_caller


def complete(players: int, mode: str, calls: tuple[tuple[int, int], ...] = ()) -> int:
    """Count the auctions that begin with some calls."""
    seat = next_caller(players, mode, 1, calls)
    if seat is None:
        return 1
    highest = max((bid for _, bid in calls), default=0)
    return sum(
        complete(players, mode, (*calls, (seat, bid))) for bid in (0, *range(highest + 1, 4))
    )


@pytest.mark.parametrize(
    ("players", "mode", "count"),
    [
        (3, "reentry", 40),
        (3, "pass_is_final", 23),
        (3, "single_round", 20),
        (4, "reentry", 85),
        (4, "pass_is_final", 41),
        (4, "single_round", 35),
    ],
)
def test_complete_auctions_are_as_many_as_the_rules_say(
    players: int, mode: str, count: int
) -> None:
    assert complete(players, mode) == count


def hold(bids: list[int], mode: str = "reentry", all_pass: str = "redeal") -> Outcome:
    left = iter(bids)
    outcome = hold_auction(3, mode, all_pass, 2, lambda seat, highest: next(left))
    assert list(left) == []
    return outcome


def test_the_highest_bidder_is_landlord() -> None:
    assert hold([1, 0, 2, 0, 0]) == Outcome([1, 0, 2, 0, 0], landlord=1, bid=2)
    assert hold([0, 3]) == Outcome([0, 3], landlord=0, bid=3)
    assert hold([0, 0, 1], "pass_is_final") == Outcome([0, 0, 1], landlord=1, bid=1)
    assert hold([1, 2, 0], "single_round") == Outcome([1, 2, 0], landlord=0, bid=2)


def test_what_comes_of_three_passes_is_a_rule() -> None:
    assert hold([0, 0, 0]) == Outcome([0, 0, 0], landlord=None, bid=0)
    assert hold([0, 0, 0], all_pass="void").landlord is None
    assert hold([0, 0, 0], all_pass="first_bidder") == Outcome([0, 0, 0], landlord=2, bid=1)
