"""The page on which people set their preferences; in its address and its words they are called settings."""

from litestar import Response, get, post
from litestar.response import Redirect

from mezani.house.hosts import number_of
from mezani.tables.players import clean_name
from mezani.web.cookies import with_preferences, with_secret
from mezani.web.holidays import holiday_of
from mezani.web.host_words import number
from mezani.web.preferences import PAUSES, read_preferences
from mezani.web.requests import AnyRequest, hall_of, house_of, name_known
from mezani.web.responses import local_path, page, redirect
from mezani.web.viewer import known_or_new_player, viewer_of


@get("/settings")
async def show_preferences(request: AnyRequest) -> Response[str]:
    """What a person may set for themselves."""
    back = local_path(request.query_params.get("back"))
    player, lang = viewer_of(request).player, viewer_of(request).lang
    return page(
        "preferences.html",
        request,
        pauses=[(pause, number(pause / 1000, lang, 1)) for pause in PAUSES],
        name_known=await name_known(request),
        number=number_of(player) if player else "",
        is_host=await house_of(request).hosts.includes(player),
        back=back,
        holiday=await holiday_of(request),
    )


@post("/settings")
async def save_preferences(request: AnyRequest) -> Redirect:
    """Let the browser keep what a person prefers, and the store their name."""
    form = await request.form()
    given = {name: value for name, value in form.items() if isinstance(value, str)}
    if "all" in given:  # a box that is not ticked is not sent
        given = {"sound": "0", "notify": "0", "confirm": "0"} | given
    response = redirect(local_path(given.get("back")))
    name, people = clean_name(given.get("name", "")), hall_of(request).store.people
    if name and name != await name_known(request) and not viewer_of(request).is_signed_in:
        secret, player = known_or_new_player(request)
        hall_of(request).gate.check(player)
        await people.remember_name(player, await people.checked_names(player, name))
        response = with_secret(response, request, secret)
    return with_preferences(response, request, read_preferences(given, viewer_of(request).preferences))


@get("/settings/name")
async def ask_to_forget(request: AnyRequest) -> Response[str]:
    """What happens when a name is deleted from old tables, before it does."""
    player = viewer_of(request).player
    tables = await hall_of(request).store.people.finished_under_a_name(player) if player else 0
    return page("forget_name.html", request, tables=tables, done="done" in request.query_params)


@post("/settings/name")
async def forget(request: AnyRequest) -> Redirect:
    """Delete the viewer's name from all tables that are over."""
    if player := viewer_of(request).player:
        await hall_of(request).forget_name(player)
    return redirect("/settings/name?done")


HANDLERS = [show_preferences, save_preferences, ask_to_forget, forget]
