"""Seeds: what may be passed as ``seed=``, the one root it stands for, and the stream of numbers of a root.

A root is a whole number >= 0. Everything random in a run depends on its root and on the index of the game only, so a
result is told again by that number alone.
"""

import os
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.random import Generator, SeedSequence
from numpy.typing import NDArray

from doudizhu_fast._checks import as_whole, shown
from doudizhu_fast.exceptions import InvalidArgumentError

__all__ = [
    "BOTS",
    "DECISIONS",
    "LARGEST_ROOT_BITS",
    "REVIEWS",
    "ROLLOUTS",
    "SAMPLES",
    "SEATS",
    "Seed",
    "resolve_seed",
    "stream",
]

Seed: TypeAlias = int | SeedSequence | Generator | None
"""What every ``seed=`` takes."""

LARGEST_ROOT_BITS = 4096
"""Roots have at most this many bits: enough for any entropy, and every record can be written and read."""

DECISIONS = (0,)
"""The spawn key of the stream from which simulated players draw."""

SAMPLES = (1,)
"""The spawn key of the stream from which hidden cards are dealt in an analysis."""

ROLLOUTS = (2,)
"""The spawn key of the stream from which the players draw who play such deals out."""

BOTS = (3,)
"""The start of the spawn keys that give bots seeds of their own: game and seat follow."""

SEATS = (4,)
"""The start of the spawn keys by which a learner's seat is drawn: the game follows."""

REVIEWS = (5,)
"""The start of the spawn keys of a review's samples: the number of the move and the stage follow."""

_DEFAULT_POOL_SIZE = 4


def resolve_seed(seed: Seed = None) -> int:
    """Turn a seed into the root that a result stores.

    Args:
        seed: A whole number from 0 to ``2**4096 - 1`` (numpy's too) is its own root. A `SeedSequence` made from one
            number alone is that number, any other gives 128 bits of its state and stays as it was. A `Generator` gives
            one 128-bit number drawn from it, so using it again gives another. None gives a fresh 128-bit number.

    Returns:
        The root, a Python int >= 0.

    Raises:
        InvalidArgumentError: Reason ``bad_seed`` for anything else: a bool, a negative number, a float, a text.

    Example:
        >>> resolve_seed(5), resolve_seed(SeedSequence(5))
        (5, 5)
        >>> resolve_seed(np.random.default_rng(1)) == resolve_seed(np.random.default_rng(1))
        True
    """
    if seed is None:
        return int.from_bytes(os.urandom(16), "little")
    if isinstance(seed, Generator):
        return _joined(seed.integers(0, 2**64, size=2, dtype=np.uint64))
    if isinstance(seed, SeedSequence):
        entropy = as_whole(seed.entropy)
        plain = not seed.spawn_key and seed.pool_size == _DEFAULT_POOL_SIZE
        if entropy is None or not plain:
            return _joined(seed.generate_state(2, np.uint64))
        return _root(entropy, seed)
    return _root(as_whole(seed), seed)


def _root(number: int | None, seed: object) -> int:
    if number is None or number < 0 or number.bit_length() > LARGEST_ROOT_BITS:
        raise InvalidArgumentError("bad_seed", value=shown(seed))
    return number


def _joined(words: NDArray[np.unsignedinteger[Any]]) -> int:
    return int(words[0]) << 64 | int(words[1])


@lru_cache(maxsize=64)
def stream(root: int, spawn_key: tuple[int, ...] = ()) -> tuple[int, int]:
    """Give the starting point of a PCG64 stream of a root, as both engines take it.

    Args:
        root: A root, see :func:`resolve_seed`.
        spawn_key: Which stream: ``()`` deals, :data:`DECISIONS` is for simulated players.

    Returns:
        ``(initstate, initseq)``, two 128-bit numbers: the words that
        ``numpy.random.PCG64(SeedSequence(root, spawn_key=spawn_key))`` starts from.

    Example:
        >>> initstate, initseq = stream(5)
        >>> words = SeedSequence(5).generate_state(4, np.uint64)
        >>> initstate == int(words[0]) << 64 | int(words[1])
        True
    """
    words = SeedSequence(root, spawn_key=spawn_key).generate_state(4, np.uint64)
    return _joined(words[:2]), _joined(words[2:])
