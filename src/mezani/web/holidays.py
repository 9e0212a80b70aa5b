"""Holidays, as a person takes them: a form on the own page."""

from datetime import date

from litestar import post
from litestar.response import Redirect

from mezani.house.holidays import NotAhead, end_of
from mezani.tables.refusals import NotYourSeat
from mezani.web.forms import text
from mezani.web.requests import AnyRequest, hall_of, house_of
from mezani.web.responses import redirect
from mezani.web.viewer import viewer_of


@post("/you/holiday")
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
    return redirect("/you")


def _day(given: str) -> date:
    try:
        return date.fromisoformat(given)
    except ValueError as problem:
        raise NotAhead from problem


HANDLERS = [take_holiday]
