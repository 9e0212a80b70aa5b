"""Holidays: clocks of days stand still, for so many days of the year."""

import time

import pytest

import mezani
from mezani.house.holidays import DAY, Holidays, NotAhead, TooLong
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
