"""Standings: points by places, then opponents, then the share."""

from mezani.house.tournaments.standings import (
    Played,
    Round,
    points_of_bye,
    points_of_places,
    points_text,
    share_of,
    standings,
)


def test_first_3_last_0_evenly_between() -> None:
    assert points_of_places([1, 2]) == [3, 0]
    assert points_of_places([3, 1, 2]) == [0, 3, 1.5]
    assert points_of_places([1, 2, 3, 4]) == [3, 2, 1, 0]
    assert points_of_places([5, 4, 3, 2, 1]) == [0, 0.75, 1.5, 2.25, 3]


def test_who_shares_a_place_shares_the_points() -> None:
    assert points_of_places([1, 1]) == [1.5, 1.5]
    assert points_of_places([1, 1, 3, 4]) == [2.5, 2.5, 1, 0]
    assert points_of_places([1, 1, 1, 1, 1]) == [1.5] * 5
    assert all(sum(points_of_places(places)) == 6 for places in ([1, 2, 3, 4], [1, 2, 2, 4], [1, 1, 1, 4]))


def test_a_bye_is_a_win_for_two_and_an_average_seat_elsewhere() -> None:
    assert points_of_bye(2) == 3
    assert points_of_bye(4) == 1.5


def test_points_are_written_with_fractions() -> None:
    assert [points_text(points) for points in (0, 0.5, 1.5, 2.25, 2.625, 12)] == ["0", "½", "1½", "2¼", "2⅝", "12"]


def test_share_is_a_part_of_all_points_and_100_is_even() -> None:
    assert share_of([58, 52, 47, 33], 0) == 100 * 4 * 58 / 190
    assert share_of([-5, 10], 0) == 0
    assert share_of([0, 0, 0], 2) == 100


def test_equal_points_are_parted_by_the_opponents_and_then_by_the_share() -> None:
    first = Round([Played((1, 2), (1, 2), (30, 10)), Played((3, 4), (1, 2), (12, 10)), Played((5, 6), (1, 2), (9, 8))])
    second = Round(
        [Played((1, 3), (1, 2), (20, 10)), Played((5, 2), (2, 1), (10, 20)), Played((4, 6), (1, 2), (10, 5))]
    )
    found = standings([1, 2, 3, 4, 5, 6], [first, second], 2)
    assert [(one.entrant, one.points) for one in found] == [(1, 6), (2, 3), (3, 3), (4, 3), (5, 3), (6, 0)]
    by_entrant = {one.entrant: one for one in found}
    assert by_entrant[3].opponents == (3 + 6) / 2
    assert by_entrant[2].opponents == (6 + 3) / 2
    assert by_entrant[2].share > by_entrant[3].share
    assert [one.place for one in found] == [1, 2, 3, 4, 5, 6]


def test_those_whom_nothing_parts_share_a_place() -> None:
    found = standings([1, 2, 3], [Round([Played((1, 2, 3), (1, 1, 3), (5, 5, 2))])], 3)
    assert [(one.entrant, one.place) for one in found] == [(1, 1), (2, 1), (3, 3)]


def test_who_came_late_has_nothing_for_the_rounds_before() -> None:
    found = standings(
        [1, 2, 3], [Round([Played((1, 2), (1, 2), (5, 4))]), Round([Played((1, 3), (2, 1), (1, 2))], [2])], 2
    )
    by_entrant = {one.entrant: one for one in found}
    assert by_entrant[3].rounds == [None, 3]
    assert by_entrant[2].rounds == [0, 3]
    assert by_entrant[2].byes == {2}
