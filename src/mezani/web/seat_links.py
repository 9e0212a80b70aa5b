"""Private links, by which a seat moves to another device."""

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from mezani.tables.refusals import NotYourSeat, SeatStays
from mezani.web.addresses import base_of
from mezani.web.cookies import with_secret
from mezani.web.forms import key
from mezani.web.qr_codes import qr_code
from mezani.web.requests import AnyRequest, hall_of
from mezani.web.responses import page, redirect
from mezani.web.table_page import own_seat
from mezani.web.viewer import known_or_new_player, viewer_of


@get("/table/{id:str}/device")
async def another_device(request: AnyRequest, id: FromPath[str]) -> Response[str]:
    """The private link of the viewer's seat."""
    hall, viewer = hall_of(request), viewer_of(request)
    table = await hall.table(id)
    seat = own_seat(table, viewer, request.query_params.get("seat"))
    if seat is None:
        raise NotYourSeat
    if table.terms.rated:
        raise SeatStays
    link = f"{base_of(request)}/seat/{id}/{seat}/{hall.link_of(table, seat)}"
    return page("move_seat.html", request, table=table, link=link, qr_code=qr_code(link))


@get("/seat/{id:str}/{seat:int}/{link:str}")
async def offer_seat(request: AnyRequest, id: FromPath[str], seat: FromPath[int], link: FromPath[str]) -> Response[str]:
    """What a private link shows: the seat moves only when that is confirmed."""
    table = await hall_of(request).check_link(id, seat, link)
    return page("move_seat.html", request, table=table, link="", name=table.seats[seat].name)


@post("/seat/{id:str}/{seat:int}/{link:str}")
async def take_seat(request: AnyRequest, id: FromPath[str], seat: FromPath[int], link: FromPath[str]) -> Redirect:
    """Move a seat to this device."""
    its_key = key(await request.form())
    secret, player = known_or_new_player(request, its_key)
    await hall_of(request).move_seat(id, seat, link, player, its_key)
    return with_secret(redirect(f"/table/{id}"), request, secret)


HANDLERS = [another_device, offer_seat, take_seat]
