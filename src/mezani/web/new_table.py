"""New tables: against bots at once, or as a form describes them."""

from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from mezani import bots
from mezani.game import FirstGame, Game, Option
from mezani.language import Language
from mezani.tables.players import clean_name
from mezani.tables.refusals import Refusal, WrongStart
from mezani.tables.situation import Seat
from mezani.tables.terms import AWAY_CHOICES, DAY, Terms, read_terms, usual_terms
from mezani.web.cookies import with_preferences, with_secret
from mezani.web.forms import BrokenForm, asked_by, key, level, number, text, whole_number
from mezani.web.log_lines import how_long
from mezani.web.preferences import read_preferences
from mezani.web.requests import COUNTED_AS_TABLE, AnyRequest, game_named, guest_name, hall_of, name_known, opener_of
from mezani.web.responses import page, redirect, status_of
from mezani.web.viewer import known_or_new_player, viewer_of


@post("/play-now", opt=COUNTED_AS_TABLE)
async def play_now(request: AnyRequest) -> Redirect:
    """A game against bots, at once."""
    form = await request.form()
    viewer = viewer_of(request)
    game = game_named(text(form, "game"))
    chosen_level = level(form, viewer.preferences.level or bots.USUAL)
    secret, player = known_or_new_player(request, key(form))
    store = hall_of(request).store
    name = clean_name(text(form, "name"))
    if name:
        await store.people.remember_name(player, name)
    name = name or await store.people.name_of(player) or guest_name(viewer.lang)
    first = game.first_game or FirstGame(game.seats[-1])
    has_played = await store.lists.has_finished(player, game.name)
    chairs = [Seat(player, name), *[Seat(bot=chosen_level)] * (first.players - 1)]
    options = {} if has_played else first.options
    asked, opener = asked_by(form, player, game.name, chosen_level), opener_of(request, player)
    table = await hall_of(request).open_table(game, chairs, options, asked=asked, **opener)
    response = with_secret(redirect(f"/table/{table.id}"), request, secret)
    return with_preferences(response, request, read_preferences({"level": chosen_level}, viewer.preferences))


@get("/new/{name:str}")
async def new_table(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """Where a table is set up."""
    return await new_table_page(request, game_named(name), request.query_params.get("players"))


async def new_table_page(
    request: AnyRequest, game: Game[Any], players: str | None, refusal: Refusal | None = None
) -> Response[str]:
    viewer = viewer_of(request)
    count = int(players) if players and players in map(str, game.seats) else game.seats[-1]
    return page(
        "new_table.html",
        request,
        status_of(refusal) if refusal else 200,
        this=game,
        count=count,
        levels=bots.levels(),
        name=await name_known(request),
        away_choices=[(minutes, how_long(minutes, viewer.lang)) for minutes in AWAY_CHOICES],
        usual_time=DAY,
        problem=refusal.say(viewer.lang) if refusal else "",
    )


@post("/new/{name:str}", opt=COUNTED_AS_TABLE)
async def set_up_table(request: AnyRequest, name: FromPath[str]) -> Response[Any]:
    """A new table as the form describes it."""
    form = await request.form()
    game = game_named(name)
    secret, player = known_or_new_player(request, key(form))
    try:
        chairs = [chair(form, n, player, viewer_of(request).lang) for n in range(min(number(form, "players"), 20))]
        options = {one.name: value for one in game.table_options if (value := option_of(form, one)) is not None}
        public, terms = text(form, "public") == "1", terms_of(form, chairs)
        asked = asked_by(
            form, player, game.name, *sorted(item for item in form.multi_items() if isinstance(item[1], str))
        )
        opener = opener_of(request, player)
        table = await hall_of(request).open_table(game, chairs, options, public, terms=terms, asked=asked, **opener)
    except Refusal as refusal:
        return await new_table_page(request, game, text(form, "players"), refusal)
    if own := next((seat.name for seat in chairs if seat.player), ""):
        await hall_of(request).store.people.remember_name(player, own)
    return with_secret(redirect(f"/table/{table.id}"), request, secret)


def chair(form: Any, seat_number: int, player: str, lang: Language) -> Seat:
    """A chair of the form: mine, free, or a bot's."""
    who, name = text(form, f"chair-{seat_number}"), clean_name(text(form, f"name-{seat_number}"))
    if who == "me":
        return Seat(player, name or lang.gettext("Guest {n}").format(n=seat_number + 1))
    if who == "free":
        return Seat()
    bot = who.removeprefix("bot:")
    if bot not in bots.levels():
        raise BrokenForm(f"there is no chair of the kind {who!r}")
    return Seat(None, name, bot)


def terms_of(form: Any, chairs: Sequence[Seat]) -> Terms:
    """The terms of the form, the usual ones where it leaves them open."""
    chosen: dict[str, Any] = msgspec.to_builtins(usual_terms(chairs))
    if past_tricks := text(form, "past-tricks"):
        chosen["past_tricks"] = past_tricks
    if text(form, "away-after"):
        chosen["away_after"] = number(form, "away-after") or None
    return read_terms(chosen)


def option_of(form: Any, option: Option) -> Any:
    """The value of an option of a game; None if the form leaves it open."""
    given = text(form, f"option-{option.name}").strip()
    if not given:
        return None
    if option.choices:
        choice = whole_number(given)
        if choice is None or choice >= len(option.choices):
            raise WrongStart(f"{option.label}: {given}")
        return option.choices[choice]
    return given


HANDLERS = [play_now, new_table, set_up_table]
