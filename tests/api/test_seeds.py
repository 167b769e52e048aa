"""Seeds: what `seed=` takes, the root it stands for, and the stream of a root (docs/rules.md 1.2)."""

import numpy as np
import pytest
from numpy.random import PCG64, PCG64DXSM, Generator, SeedSequence

from doudizhu_fast import seeds
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.seeds import LARGEST_ROOT_BITS, resolve_seed, stream

MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645


@pytest.mark.parametrize("number", [0, 1, 5, 2**32, 2**64 + 1, 2**128, 2**LARGEST_ROOT_BITS - 1])
def test_a_whole_number_is_its_own_root(number):
    assert resolve_seed(number) == number


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint64, np.uint8])
def test_numpy_whole_numbers_are_taken_and_become_python_ints(kind):
    root = resolve_seed(kind(7))
    assert root == 7
    assert type(root) is int


@pytest.mark.parametrize("entropy", [0, 5, 2**90])
def test_a_plain_seed_sequence_is_its_number(entropy):
    assert resolve_seed(SeedSequence(entropy)) == entropy
    assert resolve_seed(SeedSequence(np.int64(5))) == 5


@pytest.mark.parametrize(
    "sequence",
    [
        SeedSequence([1, 2]),
        SeedSequence(5, spawn_key=(1,)),
        SeedSequence(5, pool_size=8),
        SeedSequence(5).spawn(2)[1],
    ],
    ids=["list", "spawn_key", "pool", "spawned"],
)
def test_any_other_seed_sequence_gives_128_bits_of_its_state_and_stays_as_it_was(sequence):
    low, high = sequence.generate_state(2, np.uint64)
    assert resolve_seed(sequence) == int(low) << 64 | int(high)
    assert resolve_seed(sequence) == resolve_seed(sequence) != 5


def test_a_fresh_seed_sequence_is_its_own_entropy():
    sequence = SeedSequence()
    assert resolve_seed(sequence) == sequence.entropy


@pytest.mark.parametrize("bits", [PCG64, PCG64DXSM])
def test_a_generator_gives_one_128_bit_root_per_use(bits):
    first, second = Generator(bits(3)), Generator(bits(3))
    roots = [resolve_seed(first) for _ in range(20)]
    assert roots == [resolve_seed(second) for _ in range(20)]
    assert len(set(roots)) == 20
    assert all(0 <= root < 2**128 for root in roots)
    assert max(root.bit_length() for root in roots) > 120


def test_none_gives_a_fresh_root_each_time():
    roots = {resolve_seed(None) for _ in range(50)}
    assert len(roots) == 50
    assert all(0 <= root < 2**128 for root in roots)


@pytest.mark.parametrize(
    "bad",
    [
        True,
        np.bool_(False),
        -1,
        np.int64(-3),
        1.0,
        np.float64(2),
        float("nan"),
        "5",
        b"5",
        [1, 2],
        (5,),
        np.array([1, 2]),
        PCG64(1),
        np.random.RandomState(1),
        2**LARGEST_ROOT_BITS,
        10**6000,
        -(10**6000),
        object(),
        {},
    ],
    ids=lambda bad: type(bad).__name__,
)
def test_anything_else_is_no_seed(bad):
    with pytest.raises(InvalidArgumentError) as caught:
        resolve_seed(bad)
    assert caught.value.reason == "bad_seed"
    assert len(str(caught.value)) < 400


def test_a_seed_sequence_of_a_too_long_number_is_refused_too():
    with pytest.raises(InvalidArgumentError) as caught:
        resolve_seed(SeedSequence(2**LARGEST_ROOT_BITS))
    assert caught.value.reason == "bad_seed"


@pytest.mark.parametrize("root", [0, 5, 2**64, 2**128 + 17, 2**2000])
def test_the_stream_of_a_root_is_numpys_pcg64(root):
    initstate, initseq = stream(root)
    increment = (initseq << 1 | 1) % 2**128
    state = ((increment + initstate) * MULTIPLIER + increment) % 2**128
    assert PCG64(SeedSequence(root)).state["state"] == {"state": state, "inc": increment}


def test_every_stream_has_a_key_of_its_own() -> None:
    keys = [seeds.DECISIONS, seeds.SAMPLES, seeds.ROLLOUTS, seeds.BOTS, seeds.SEATS, seeds.REVIEWS]
    assert len({key[0] for key in keys}) == len(keys) == 6
