"""Means and shares with their intervals, beside figures from books and beside what chance does."""

import pytest

from mezani.engine.rng import Rng
from mezani.insight.intervals import estimate, share, student, wilson


@pytest.mark.parametrize(
    ("freedom", "t"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042)]
)
def test_the_interval_is_students(freedom: int, t: float) -> None:
    assert student(freedom) == pytest.approx(t, abs=0.005)


def test_without_anything_in_common_deals_change_nothing() -> None:
    values = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0]
    alone, by_deals = estimate(values), estimate(values, range(8))
    assert (alone.mean, alone.half) == pytest.approx((by_deals.mean, by_deals.half))


def test_a_deal_played_four_times_counts_as_one() -> None:
    once = estimate([3.0, 1.0, 4.0, 1.0, 5.0], range(5))
    four_times = estimate([3.0, 1.0, 4.0, 1.0, 5.0] * 4, [*range(5)] * 4)
    assert (once.mean, once.half) == pytest.approx((four_times.mean, four_times.half))


def test_of_one_deal_there_is_no_interval() -> None:
    assert estimate([3.0, 5.0], ["a", "a"]).half is None


def test_the_interval_of_a_share_is_wilsons() -> None:
    assert wilson(0.8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0.0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    found = share([1.0] * 8 + [0.0] * 2, range(10))
    assert (found.low, found.high) == pytest.approx(wilson(0.8, 10))
    assert (found.count, found.of) == (8.0, 10)


def test_a_share_of_deals_that_go_together_is_less_certain_and_never_more_certain() -> None:
    apart = share([1.0, 0.0] * 20, range(40))
    together = share([1.0, 1.0, 0.0, 0.0] * 10, [number // 2 for number in range(40)])
    against = share([1.0, 0.0] * 20, [number // 2 for number in range(40)])
    assert together.high - together.low > apart.high - apart.low
    assert against.high - against.low >= apart.high - apart.low


def test_what_never_happened_can_still_happen() -> None:
    never = share([0.0] * 12, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    assert never.low == 0.0
    assert 0.3 < never.high < 0.5  # six deals tell no more than six


def test_95_of_100_intervals_hold_the_truth() -> None:
    """Shares of 0.3, in games whose four values hang together by half."""
    rng, held, runs = Rng(7), 0, 400
    for _ in range(runs):
        values = []
        for _deal in range(60):
            common = rng.below(10) < 3
            values += [float(common if rng.below(2) else rng.below(10) < 3) for _seat in range(4)]
        found = share(values, [number // 4 for number in range(240)])
        held += found.low <= 0.3 <= found.high
    assert 0.92 <= held / runs <= 0.98
