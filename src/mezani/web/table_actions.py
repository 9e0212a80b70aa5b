"""What people do at a table: the forms of its page, which a live connection sends too."""

from typing import Any

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from mezani.tables.deeds import check_watching
from mezani.tables.hall import Hall
from mezani.tables.refusals import NotYourSeat, Refusal
from mezani.tables.stand_ins import level_of_stand_in
from mezani.tables.table import Table
from mezani.web.cookies import with_secret
from mezani.web.forms import BrokenForm, key, level, number, text
from mezani.web.requests import AnyRequest, allow_deed, hall_of
from mezani.web.responses import redirect, with_retry
from mezani.web.table_page import table_page
from mezani.web.viewer import Viewer, known_or_new_player, viewer_of


@post("/table/{id:str}/{what:str}")
async def do_at_table(request: AnyRequest, id: FromPath[str], what: FromPath[str]) -> Response[Any]:
    """Whatever a form of the table page asks for."""
    form = await request.form()
    hall, viewer = hall_of(request), viewer_of(request)
    table = await hall.table(id)
    check_watching(table, viewer.player)
    try:
        allow_deed(request, table, viewer, what)
        if what == "sit":
            return await sit(request, table, form)
        if what == "comment":
            return await comment(request, table, form)
        if what == "play" and needs_confirmation(table, viewer, form):
            return await table_page(request, table, chosen=number(form, "action"))
        await do(hall, table, viewer, what, form)
    except Refusal as refusal:
        return with_retry(await table_page(request, table, refusal), refusal)
    several = len(table.seats_of(viewer.player)) > 1
    return redirect(f"/table/{id}?seat={number(form, 'seat')}" if several and "seat" in form else f"/table/{id}")


async def sit(request: AnyRequest, table: Table, form: Any) -> Redirect:
    """Take a free chair."""
    secret, player = known_or_new_player(request, key(form))
    await hall_of(request).sit(table.id, player, text(form, "name"), key=key(form))
    return with_secret(redirect(f"/table/{table.id}"), request, secret)


async def comment(request: AnyRequest, table: Table, form: Any) -> Redirect:
    """Say something as a spectator, who may be new here."""
    secret, player = known_or_new_player(request, key(form))
    await hall_of(request).comments.say(table, player, text(form, "name"), text(form, "text"), key(form))
    return with_secret(redirect(f"/table/{table.id}"), request, secret)


def needs_confirmation(table: Table, viewer: Viewer, form: Any) -> bool:
    """Whether a move still needs the viewer's yes: where they wish so, and only if it could be made."""
    if not viewer.preferences.confirm or form.get("sure"):
        return False
    seat, action = number(form, "seat"), number(form, "action")
    return (
        seat in table.seats_of(viewer.player)
        and table.is_current(seat, number(form, "after"))
        and action in table.choices(seat)
    )


async def do(hall: Hall, table: Table, viewer: Viewer, what: str, form: Any) -> None:
    """Something that needs a seat, or a name; a form and a live connection ask for it alike."""
    if viewer.player is None:
        raise NotYourSeat
    if what == "fill":
        await hall.fill_with_bots(table.id, viewer.player, level(form), key(form))
        return
    if what == "comment":
        await hall.comments.say(table, viewer.player, "", text(form, "text"), key(form))
        return
    seat, its_key = number(form, "seat"), key(form)
    if what == "play":
        await hall.decide(table.id, viewer.player, seat, number(form, "action"), number(form, "after"), its_key)
    elif what == "undo":
        await hall.undo(table.id, viewer.player, seat, number(form, "after"), its_key)
    elif what == "withdraw":
        await hall.withdraw(table.id, viewer.player, seat, its_key)
    elif what == "ask":
        await hall.ask(table.id, viewer.player, seat, number(form, "always") == 1, its_key)
    elif what == "coach":
        await ask_coach(hall, table, viewer.player, seat, text(form, "coach"))
    elif what == "say":
        await hall.say(table.id, viewer.player, seat, text(form, "text"), its_key)
    elif what == "seen":
        hall.check_seat(table, viewer.player, seat)
        await hall.has_shown(table, seat, table.last_number)
    elif what == "leave":
        await hall.leave(table.id, viewer.player, seat, level_of_stand_in(table), its_key)
    elif what == "replace":
        await hall.replace_absent(table.id, viewer.player, number(form, "absent"), level_of_stand_in(table), its_key)
    elif what == "return":
        await hall.come_back(table.id, viewer.player, seat, its_key)
    elif what == "ask-pause":
        await hall.ask_pause(table.id, viewer.player, seat, its_key)
    elif what == "agree-pause":
        await hall.agree_to_pause(table.id, viewer.player, seat, its_key)
    elif what == "refuse-pause":
        await hall.refuse_pause(table.id, viewer.player, seat, its_key)
    elif what == "resume":
        await hall.resume(table.id, viewer.player, seat, its_key)
    elif what == "go-on":
        await hall.go_on(table.id, viewer.player, seat, its_key)
    else:
        raise BrokenForm(f"there is nothing called {what!r}")


async def ask_coach(hall: Hall, table: Table, player: str, seat: int, what: str) -> None:
    """What the coach is asked for: ideas, to hide them, or to say no more about the last move."""
    hall.check_seat(table, player, seat)
    if what == "ideas" and table.asked == seat:
        await hall.ideas(table.id, player, seat)
    elif what in ("ideas", "hide"):
        hall.coach.show(table, what == "ideas")
    elif what == "leave":
        hall.coach.leave_it(table)
    else:
        raise BrokenForm(f"a coach can't be asked for {what!r}")


HANDLERS = [do_at_table]
