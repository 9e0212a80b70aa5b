"""Holidays: clocks of days stand still, for so many days of the year."""

import time

import pytest

import mezani
from mezani.house.holidays import DAY, Holidays, NotAhead, TooLong
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import Days, Live, Terms
from tests.tables.test_hall import ANN, BEN

pytestmark = pytest.mark.anyio


async def asante(hall: Hall, clock: Live | Days | None, tournament: str | None = None) -> Table:
    chairs = [Seat(ANN, "Ann"), Seat(BEN, "Ben")]
    return await hall.open_table(mezani.game("asante"), chairs, terms=Terms(clock=clock), tournament=tournament)


def holiday_of(table: Table, player: str) -> float:
    assert table.clocks is not None
    return table.clocks.holidays[table.seats_of(player)[0]]


async def test_clocks_of_days_stand_still_but_not_in_tournaments(hall: Hall) -> None:
    of_days, live = await asante(hall, Days(3)), await asante(hall, Live())
    of_tournament = await asante(hall, Days(3), "tournament")
    await asante(hall, None)
    holidays, until = Holidays(hall), time.time() + 7 * DAY
    await holidays.begin(ANN, until)
    assert [holiday_of(table, ANN) for table in (of_days, live, of_tournament)] == [until, 0.0, 0.0]
    assert holiday_of(of_days, BEN) == 0.0
    assert await holidays.until(ANN) == until
    await holidays.end(ANN)
    assert holiday_of(of_days, ANN) < until
    assert await holidays.until(ANN) is None


async def test_there_are_only_so_many_days_in_a_year(hall: Hall) -> None:
    now = [time.time()]
    holidays = Holidays(hall, lambda: now[0])
    with pytest.raises(NotAhead):
        await holidays.begin(ANN, now[0] - 1)
    with pytest.raises(TooLong):
        await holidays.begin(ANN, now[0] + 31 * DAY)
    assert await holidays.until(ANN) is None
    await holidays.begin(ANN, now[0] + 20 * DAY)
    now[0] += 10 * DAY
    await holidays.end(ANN)
    assert await holidays.days_left(ANN) == 20
    with pytest.raises(TooLong):
        await holidays.begin(ANN, now[0] + 21 * DAY)
    now[0] += 400 * DAY
    assert await holidays.days_left(ANN) == 30


async def test_a_table_that_begins_in_the_holiday_stands_still_too(hall: Hall) -> None:
    holidays, until = Holidays(hall), time.time() + 7 * DAY
    await holidays.begin(ANN, until)
    table = await asante(hall, Days(3))
    assert holiday_of(table, ANN) == 0.0
    for _ in range(2):
        await holidays.tell_new_tables()
        assert holiday_of(table, ANN) == until
    assert [entry.kind for entry in table.log].count(Kind.HOLIDAY) == 1


async def test_a_holiday_that_would_be_too_long_leaves_the_present_one_as_it_is(hall: Hall) -> None:
    holidays, until = Holidays(hall), time.time() + 7 * DAY
    await holidays.begin(ANN, until)
    with pytest.raises(TooLong):
        await holidays.begin(ANN, time.time() + 31 * DAY)
    assert await holidays.until(ANN) == until
    await holidays.begin(ANN, time.time() + 29 * DAY)
    assert await holidays.days_left(ANN) <= 1


async def test_beginning_and_ending_holidays_again_and_again_wins_no_day(hall: Hall) -> None:
    now = [time.time()]
    holidays = Holidays(hall, lambda: now[0])
    for _ in range(10):
        await holidays.begin(ANN, now[0] + 3 * DAY)
        now[0] += 2.5 * DAY
        await holidays.end(ANN)
        now[0] += DAY
    assert await holidays.days_left(ANN) == 5
