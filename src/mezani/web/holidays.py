"""Holidays, as a person takes them: a form among their settings."""

from datetime import date, timedelta
from typing import NamedTuple

from babel.dates import format_date
from litestar import post
from litestar.response import Redirect

from mezani.house.holidays import NotAhead, end_of
from mezani.tables.refusals import NotYourSeat
from mezani.web.forms import text
from mezani.web.requests import AnyRequest, hall_of, house_of
from mezani.web.responses import redirect
from mezani.web.viewer import viewer_of


class Holiday(NamedTuple):
    """What the form says: the last day of a holiday, or the days that are left and those that can be chosen."""

    until: str
    days_left: int
    first: str
    last: str


async def holiday_of(request: AnyRequest) -> Holiday | None:
    """The holiday of whoever asks; None for somebody who never sat down."""
    viewer, holidays = viewer_of(request), house_of(request).holidays
    if viewer.player is None:
        return None
    until, left = await holidays.until(viewer.player), await holidays.days_left(viewer.player)
    today = date.today()
    day = format_date(date.fromtimestamp(until), "full", locale=viewer.lang.code) if until else ""
    return Holiday(day, left, today.isoformat(), (today + timedelta(days=max(0, left - 1))).isoformat())


@post("/settings/holiday")
async def take_holiday(request: AnyRequest) -> Redirect:
    """Let the clocks of games over days stand still until the end of a day, or go on at once."""
    player, form = viewer_of(request).player, await request.form()
    if player is None:
        raise NotYourSeat
    hall_of(request).gate.check(player)
    holidays = house_of(request).holidays
    if form.get("end"):
        await holidays.end(player)
    else:
        await holidays.begin(player, end_of(_day(text(form, "until"))))
    return redirect("/settings#holiday")


def _day(given: str) -> date:
    try:
        return date.fromisoformat(given)
    except ValueError as problem:
        raise NotAhead from problem


HANDLERS = [take_holiday]
