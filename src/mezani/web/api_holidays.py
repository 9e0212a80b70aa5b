"""Holidays for programs: the clocks of games over days stand still."""

from litestar import delete, get, put
from litestar.params import JSONBody

from mezani.house.holidays import end_of
from mezani.web.api_bodies import Holiday, HolidayTaken, problems
from mezani.web.api_tournaments import player_who_asks
from mezani.web.requests import AnyRequest, hall_of, house_of

PATH = "/me/holiday"


@get(PATH, summary="One's holiday", responses=problems(401))
async def read_holiday(request: AnyRequest) -> Holiday:
    """Until when the clocks of the token stand still, and how many days of the year are left."""
    return await _holiday_of(request, player_who_asks(request))


@put(PATH, summary="Take a holiday", responses=problems(401, 403, 409, 413))
async def take_holiday(request: AnyRequest, data: JSONBody[HolidayTaken]) -> Holiday:
    """Let the clocks of games over days stand still until the end of a day; not those of tournaments."""
    player = player_who_asks(request)
    hall_of(request).gate.check(player)
    await house_of(request).holidays.begin(player, end_of(data.until))
    return await _holiday_of(request, player)


@delete(PATH, summary="End a holiday", status_code=200, responses=problems(401, 403))
async def end_holiday(request: AnyRequest) -> Holiday:
    """Let the clocks go on at once."""
    player = player_who_asks(request)
    hall_of(request).gate.check(player)
    await house_of(request).holidays.end(player)
    return await _holiday_of(request, player)


async def _holiday_of(request: AnyRequest, player: str) -> Holiday:
    holidays = house_of(request).holidays
    return Holiday(await holidays.until(player), await holidays.days_left(player))


HANDLERS = [read_holiday, take_holiday, end_holiday]
