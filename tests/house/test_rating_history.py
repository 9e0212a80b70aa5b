"""How ratings have changed in the last year, and in which places somebody has ended."""

import pytest

from mezani.arena.rating import UNKNOWN
from mezani.house.rated_games import DAY, RatedGame, RatedSeat, replayed
from mezani.house.rating_history import MOMENTS, YEAR, histories, places_of, year_of
from mezani.house.ratings import Ratings
from mezani.tables.hall import Hall
from tests.house.rating import ANN, BEN, GAME, ended, join

NOW = 2_000_000_000.0


def games_at(*days_ago: float, places: tuple[int, int] = (1, 2)) -> list[RatedGame]:
    """Games of Ann and Ben so many days ago."""
    seats = [RatedSeat(places[0], ANN), RatedSeat(places[1], BEN)]
    return replayed(RatedGame(GAME.name, NOW - ago * DAY, f"t{n:03}", seats) for n, ago in enumerate(days_ago))[0]


def test_places_are_counted_up_to_the_last_in_which_somebody_was() -> None:
    games = [*games_at(3, 2), *games_at(1, places=(2, 1))]
    assert places_of(ANN, games) == [2, 1]
    assert places_of(BEN, games) == [1, 2]
    assert places_of(ANN, games[:1]) == [1]
    assert places_of("nobody", games) == []


def test_a_year_begins_with_the_first_game_of_it() -> None:
    year = year_of(ANN, games_at(100, 50, 1), NOW)
    assert year[0].part == pytest.approx(1 - 100 * DAY / YEAR)
    assert year[0].rating == UNKNOWN
    assert [moment.part for moment in year] == sorted(moment.part for moment in year)
    assert year[-1].part == 1.0
    assert year[-1].rating.mu > UNKNOWN.mu
    assert year_of(ANN, [], NOW) == []


def test_who_has_long_played_has_a_rating_all_year_which_grows_uncertain() -> None:
    year = year_of(ANN, games_at(900, 800), NOW)
    assert len(year) == MOMENTS
    sigmas = [moment.rating.sigma for moment in year]
    assert sigmas == sorted(sigmas)
    assert len({moment.rating.mu for moment in year}) == 1


@pytest.mark.anyio
async def test_all_ratings_of_somebody_are_told(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    ratings = Ratings(hall.store)
    assert await histories(ratings, ANN, NOW) == []
    table = await ended(hall, ANN, BEN)
    done = await ratings.rate(table)
    assert done
    (history,) = await histories(ratings, ANN, done.ended_at)
    assert (history.game, history.games, history.is_provisional) == (GAME.name, 1, True)
    assert history.rating == done.seats[0].after
    assert history.places == [0] * (done.seats[0].place - 1) + [1]
    assert not history.is_favourite, "where there is only one"
