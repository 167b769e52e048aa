"""The auction: who is asked next, and what comes of the calls (rules 1.3)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

HIGHEST_BID = 3


class Outcome(NamedTuple):
    """How an auction ended.

    Attributes:
        calls: The bids in order from the first bidder on, 0 for a pass.
        landlord: The landlord's seat, None where all passed.
        bid: What the landlord plays for, 0 where all passed.
    """

    calls: list[int]
    landlord: int | None
    bid: int


def hold_auction(
    players: int, mode: str, all_pass: str, first_bidder: int, ask: Callable[[int, int], int]
) -> Outcome:
    """Hold an auction (rules 1.3).

    Args:
        players: 3 or 4.
        mode: The switch ``auction``, anything but ``none``.
        all_pass: The switch ``all_pass``.
        first_bidder: The seat that calls first.
        ask: Gives the call of a seat over the highest bid so far: 0, or a higher bid.

    Example:
        >>> hold_auction(3, "reentry", "redeal", 1, lambda seat, highest: 0)
        Outcome(calls=[0, 0, 0], landlord=None, bid=0)
        >>> hold_auction(3, "single_round", "redeal", 1, lambda seat, highest: highest + 1)
        Outcome(calls=[1, 2, 3], landlord=0, bid=3)
    """
    calls: list[tuple[int, int]] = []
    while (seat := next_caller(players, mode, first_bidder, calls)) is not None:
        calls.append((seat, ask(seat, max((bid for _, bid in calls), default=0))))
    bids = [bid for _, bid in calls]
    highest = max(bids)
    if highest:
        return Outcome(bids, calls[bids.index(highest)][0], highest)
    if all_pass == "first_bidder":
        return Outcome(bids, first_bidder, 1)
    return Outcome(bids, None, 0)


def next_caller(
    players: int, mode: str, first_bidder: int, calls: Sequence[tuple[int, int]]
) -> int | None:
    """Say whose call is next, None when the auction is over.

    Args:
        players: 3 or 4.
        mode: The switch ``auction``, anything but ``none``.
        first_bidder: The seat that calls first.
        calls: All calls so far as (seat, bid), in order.

    Example:
        >>> calls = [(0, 1), (1, 0), (2, 2)]
        >>> next_caller(3, "reentry", 0, calls), next_caller(3, "pass_is_final", 0, calls)
        (0, 0)
        >>> next_caller(3, "reentry", 0, [*calls, (0, 0)]), next_caller(3, "single_round", 0, calls)
        (1, None)
    """
    bids = [bid for _, bid in calls]
    if HIGHEST_BID in bids:
        return None
    if not any(bids) and len(bids) == players:
        return None
    turn = (calls[-1][0] + 1) % players if calls else first_bidder
    if mode == "single_round":
        return turn if len(calls) < players else None
    if mode == "reentry":
        passed_in_a_row = bids[-(players - 1) :] == [0] * (players - 1)
        return None if any(bids) and passed_in_a_row else turn
    passed = {seat for seat, bid in calls if bid == 0}
    if any(bids) and len(passed) == players - 1:
        return None
    while turn in passed:
        turn = (turn + 1) % players
    return turn
