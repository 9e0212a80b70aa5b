"""The random generator: the published numbers, on both builds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mezani.engine.rng import Rng


def test_the_seed_is_spread_by_splitmix64() -> None:
    rng = Rng(1234567)
    assert [rng.a, rng.b, rng.c, rng.d] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
    ]


def test_the_words_are_those_of_xoshiro256_starstar() -> None:
    rng = Rng(0)
    rng.a, rng.b, rng.c, rng.d = 1, 2, 3, 4
    assert [rng.word() for _ in range(8)] == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
        16172922978634559625,
        8476171486693032832,
    ]


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**31 - 1))
def test_below_stays_below(seed: int, n: int) -> None:
    rng = Rng(seed)
    assert all(0 <= rng.below(n) < n for _ in range(20))


def test_below_is_even() -> None:
    rng, seen = Rng(3), [0] * 7
    for _ in range(70_000):
        seen[rng.below(7)] += 1
    assert max(seen) - min(seen) < 600


def test_a_clone_goes_on_alike_and_apart() -> None:
    rng = Rng(8)
    other = rng.clone()
    first = [rng.word() for _ in range(5)]
    assert [other.word() for _ in range(5)] == first
    assert rng.word() == other.word()


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_wrong_seed_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="whole number from 0"):
        Rng(seed)


def test_its_repr_tells_nothing() -> None:
    assert repr(Rng(8)) == repr(Rng(9))
