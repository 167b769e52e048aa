"""What a game pays (rules 1.6): plain numbers for one game, numpy arrays for many.

Every function takes whole numbers and gives whole numbers, or takes arrays (or a mixture, broadcast) and gives arrays.
"""

from collections.abc import Callable
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._checks import as_whole, shown, wrong_type
from doudizhu_fast.auction import HIGHEST_BID
from doudizhu_fast.enums import Role
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.packed import MOST_OF_RANK
from doudizhu_fast.rules import Rules, as_rules

__all__ = ["MOST_DOUBLINGS", "multiplier", "payoffs", "payoffs_of", "stake"]

_MOST_BEFORE = 30
_MOST_BOMBS = sum(most // 4 for most in MOST_OF_RANK)
_ROCKET = 1

MOST_DOUBLINGS = _MOST_BEFORE + _MOST_BOMBS + _ROCKET
"""At most 30 before the start of a position, then all of two packs in bombs of four and the rocket (rules 1.5)."""

_WholeArray: TypeAlias = NDArray[np.integer[Any]]
_BoolArray: TypeAlias = NDArray[np.bool_]
_LARGEST_MULTIPLIER = 1 << (MOST_DOUBLINGS + 1)

_STAKES: dict[str, Callable[[Any, Any], Any]] = {
    "exponential": lambda bid, multiplier: bid * multiplier,
    "win_loss": lambda bid, multiplier: (bid > 0) * 1,
}
"""What each peasant settles with the landlord: one row per value of the switch ``scoring``; nothing without a bid."""


@overload
def multiplier(doublings: int, spring: int = 0) -> int: ...  # type: ignore[overload-overlap]
@overload
def multiplier(
    doublings: int | _WholeArray, spring: int | _WholeArray | _BoolArray = 0
) -> NDArray[np.int64]: ...
def multiplier(
    doublings: int | _WholeArray, spring: int | _WholeArray | _BoolArray = 0
) -> int | NDArray[np.int64]:
    """Give the factor that bombs, rockets and a spring put on the bid (rules 1.6).

    Args:
        doublings: Bombs that double and rockets played, 0 to 57.
        spring: 0 or False without a spring; True, 1 (the landlord's) or 2 (the peasants') doubles once more.

    Returns:
        2 to the number of doublings; for arrays int64 of their broadcast shape.

    Raises:
        InvalidArgumentError: Reason ``out_of_range`` or ``wrong_type``.

    Example:
        >>> multiplier(3), multiplier(3, spring=1)
        (8, 16)
        >>> multiplier(np.array([0, 1, 2]), np.array([0, 0, 2]))
        array([1, 2, 8])
    """
    events = _numbers(doublings, "doublings", 0, MOST_DOUBLINGS)
    springs = _numbers(_code(spring), "spring", 0, 2)
    if isinstance(events, int) and isinstance(springs, int):
        return 1 << (events + (springs > 0))
    events, springs = _broadcast(doublings=events, spring=springs)
    return np.left_shift(np.int64(1), events + (springs > 0))


@overload
def stake(  # type: ignore[overload-overlap]
    bid: int, multiplier: int, rules: Rules | str | None = None
) -> int: ...
@overload
def stake(
    bid: int | _WholeArray, multiplier: int | _WholeArray, rules: Rules | str | None = None
) -> NDArray[np.int64]: ...
def stake(
    bid: int | _WholeArray, multiplier: int | _WholeArray, rules: Rules | str | None = None
) -> int | NDArray[np.int64]:
    """Give what the landlord and one peasant settle between them (rules 1.6).

    Args:
        bid: The bid the landlord plays for, 1 to 3, or 0 where there is no landlord.
        multiplier: The factor of :func:`multiplier`, 1 to 2**58.
        rules: The rules or a preset's name. Under ``scoring="win_loss"`` every bid makes a stake of 1.

    Returns:
        bid x multiplier, 0 without a bid; for arrays int64 of their broadcast shape.

    Raises:
        InvalidArgumentError: Reason ``out_of_range`` or ``wrong_type``.

    Example:
        >>> stake(3, 8), stake(3, 8, "rlcard")
        (24, 1)
    """
    bids = _numbers(bid, "bid", 0, HIGHEST_BID)
    factors = _numbers(multiplier, "multiplier", 1, _LARGEST_MULTIPLIER)
    if not (isinstance(bids, int) and isinstance(factors, int)):
        bids, factors = _broadcast(bid=bids, multiplier=factors)
    amount: int | NDArray[np.int64] = _STAKES[as_rules(rules).scoring](bids, factors)
    return amount


@overload
def payoffs(  # type: ignore[overload-overlap]
    bid: int,
    multiplier: int,
    landlord: int | None,
    landlord_won: bool,
    rules: Rules | str | None = None,
) -> tuple[int, ...]: ...
@overload
def payoffs(
    bid: int | _WholeArray,
    multiplier: int | _WholeArray,
    landlord: int | _WholeArray | None,
    landlord_won: bool | _BoolArray,
    rules: Rules | str | None = None,
) -> NDArray[np.int64]: ...
def payoffs(
    bid: int | _WholeArray,
    multiplier: int | _WholeArray,
    landlord: int | _WholeArray | None,
    landlord_won: bool | _BoolArray,
    rules: Rules | str | None = None,
) -> tuple[int, ...] | NDArray[np.int64]:
    """Give what every seat wins or loses (rules 1.6).

    Each peasant settles his own stake with the landlord, so the landlord wins or loses players - 1 stakes and the sum
    is zero under every rule set. Under ``scoring="win_loss"`` a stake is 1. A game without a landlord pays nothing.

    Args:
        bid: The bid the landlord plays for, 1 to 3; 0 where there is no landlord.
        multiplier: The factor of :func:`multiplier`, 1 to 2**58.
        landlord: The landlord's seat, None or -1 where the hand was thrown in.
        landlord_won: Whether the landlord won; without meaning where there is none.
        rules: The rules or a preset's name; three_player without.

    Returns:
        One int per seat; for arrays int64 with one axis of length players after the broadcast shape.

    Raises:
        InvalidArgumentError: Reason ``out_of_range`` or ``wrong_type``; reason ``void_bid`` where a landlord plays
            for nothing or a bid stands without a landlord.

    Example:
        >>> payoffs(3, 8, landlord=0, landlord_won=True)
        (48, -24, -24)
        >>> payoffs(np.array([3, 0]), np.array([1, 1]), np.array([2, -1]), np.array([False, False]))
        array([[ 3,  3, -6],
               [ 0,  0,  0]])
    """
    rules = as_rules(rules)
    bids = _numbers(bid, "bid", 0, HIGHEST_BID)
    amounts = stake(bids, multiplier, rules)
    seats = _numbers(-1 if landlord is None else landlord, "landlord", -1, rules.players - 1)
    won = _truths(landlord_won, "landlord_won")
    if isinstance(amounts, int) and isinstance(seats, int) and isinstance(won, bool):
        if (bids == 0) != (seats == -1):
            raise InvalidArgumentError("void_bid")
        return _settle(amounts, seats, won, rules.players)
    bids, amounts, seats, won = _broadcast(
        bid=bids, multiplier=amounts, landlord=seats, landlord_won=won
    )
    if np.any((bids == 0) != (seats == -1)):
        raise InvalidArgumentError("void_bid")
    return _settle_arrays(amounts, seats, won, rules.players)


def payoffs_of(
    bid: int,
    multiplier: int,
    landlord: int | None,
    winner: Role | None,
    rules: Rules,
    seats: int | None = None,
) -> tuple[int, ...]:
    """Give what every seat of one game that is over wins or loses; the arguments are known to be right.

    Args:
        bid: The bid the landlord plays for, 0 where there is none.
        multiplier: The factor of :func:`multiplier`.
        landlord: The landlord's seat, None for a hand thrown in.
        winner: The side that won, None for a hand thrown in.
        rules: The rules.
        seats: How many hands are in play; two in a two-handed ending, else one per player.

    Example:
        >>> payoffs_of(3, 2, 1, Role.PEASANT, Rules())
        (6, -12, 6)
    """
    amount = stake(bid, multiplier, rules)
    seat = -1 if landlord is None else landlord
    return _settle(amount, seat, winner is Role.LANDLORD, seats or rules.players)


def _settle(amount: int, landlord: int, won: bool, seats: int) -> tuple[int, ...]:
    if landlord == -1:
        return (0,) * seats
    peasant = -amount if won else amount
    return tuple(-peasant * (seats - 1) if seat == landlord else peasant for seat in range(seats))


def _settle_arrays(
    amounts: NDArray[np.int64], landlord: NDArray[np.int64], won: _BoolArray, players: int
) -> NDArray[np.int64]:
    peasant = np.where(landlord < 0, 0, np.where(won, -amounts, amounts))[..., np.newaxis]
    is_landlord = landlord[..., np.newaxis] == np.arange(players)
    return np.where(is_landlord, -peasant * (players - 1), peasant)


def _broadcast(**values: Any) -> tuple[NDArray[Any], ...]:
    try:
        return tuple(np.broadcast_arrays(*values.values()))
    except ValueError:
        raise InvalidArgumentError(
            "wrong_shape",
            name=", ".join(values),
            expected="one shape, or shapes that broadcast",
            value=" and ".join(str(np.shape(value)) for value in values.values()),
        ) from None


def _code(value: Any) -> Any:
    """Turn truth values into the numbers 0 and 1 and leave the rest alone."""
    if isinstance(value, bool | np.bool_):
        return int(value)
    if isinstance(value, np.ndarray) and value.dtype == np.bool_:
        return value.astype(np.int64)
    return value


def _truths(value: Any, name: str) -> bool | _BoolArray:
    if isinstance(value, bool | np.bool_):
        return bool(value)
    if isinstance(value, np.ndarray) and value.dtype == np.bool_:
        return value
    raise wrong_type(name, "a bool or an array of such", value)


def _numbers(value: Any, name: str, low: int, high: int) -> int | NDArray[np.int64]:
    """Read a whole number or an array of such, all within a closed range."""
    number = as_whole(value) if not isinstance(value, np.ndarray) else None
    if number is not None:
        if not low <= number <= high:
            raise InvalidArgumentError(
                "out_of_range", name=name, expected=f"{low} to {high}", value=shown(number)
            )
        return number
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "iu":
        raise wrong_type(name, "a whole number or an array of such", value)
    outside = (value < low) | (value > high)
    if outside.any():
        raise InvalidArgumentError(
            "out_of_range", name=name, expected=f"{low} to {high}", value=int(value[outside][0])
        )
    return value.astype(np.int64)
