"""Sets of small numbers in a word."""

from hypothesis import given
from hypothesis import strategies as st

from mezani.engine.bits import WORD, bit, count, highest, lowest, members, nth

numbers = st.sets(st.integers(0, 63), min_size=1)


@given(numbers)
def test_a_set_gives_back_its_numbers(some: set[int]) -> None:
    word = sum(bit(n) for n in some)
    assert members(word) == sorted(some)
    assert count(word) == len(some)
    assert (lowest(word), highest(word)) == (min(some), max(some))
    assert [nth(word, k) for k in range(len(some))] == sorted(some)


def test_the_full_word_has_64_numbers() -> None:
    assert count(WORD) == 64
    assert members(0) == []
