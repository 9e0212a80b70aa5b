"""New tables: against bots at once, or as a form describes them."""

from collections.abc import Mapping
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec.structs import replace

from mezani import bots
from mezani.game import FirstGame, Game, Option
from mezani.tables.players import clean_name
from mezani.tables.refusals import Refusal, WrongStart
from mezani.tables.situation import Seat
from mezani.tables.terms import AWAY_CHOICES, DAY
from mezani.web.clock_words import pace_in_words
from mezani.web.cookies import kept_choices, with_choices, with_preferences, with_secret
from mezani.web.forms import asked_by, key, level, text, whole_number
from mezani.web.log_lines import how_long
from mezani.web.preferences import read_preferences
from mezani.web.rated import match_for
from mezani.web.requests import (
    COUNTED_AS_TABLE,
    AnyRequest,
    game_named,
    guest_name,
    hall_of,
    is_known_person,
    name_known,
    opener_of,
)
from mezani.web.responses import page, redirect, status_of
from mezani.web.table_choices import (
    DAYS,
    INCREMENTS,
    MINUTES,
    Chosen,
    chairs_asked,
    chairs_of,
    chosen_by,
    names_asked,
    options_asked,
    read_chosen,
    summary_of,
    terms_of,
)
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
        name = await store.people.name_at_table(player, name)
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
    """Where a table is set up; an address may say what is chosen."""
    return await new_table_page(request, game_named(name), request.query_params)


async def new_table_page(
    request: AnyRequest, game: Game[Any], given: Mapping[str, Any], refusal: Refusal | None = None
) -> Response[str]:
    lang, is_signed_in = viewer_of(request).lang, await is_known_person(request)
    match = await match_for(request, game)
    chosen = read_chosen(game, given, usual_choices(request, game, match))
    chairs, options = chairs_asked(given, game.seats[-1]), options_asked(game, given)
    changed = sum(is_changed(one, options[one.name]) for one in game.table_options)
    name, away_after = await name_known(request), whole_number(given.get("away-after"))
    return page(
        "new_table.html",
        request,
        status_of(refusal) if refusal else 200,
        this=game,
        chosen=chosen,
        chairs=chairs,
        summary=summary_of(chosen, chairs, changed, is_signed_in, lang),
        options=options,
        names=names_asked(given, game.seats[-1], name),
        levels=bots.levels(),
        match=match,
        paces={name: pace_in_words(replace(chosen, pace=name).clock, lang) for name in ("live", "days")},
        minutes=MINUTES,
        increments=INCREMENTS,
        days=[(n, lang.ngettext("{n} day", "{n} days", n).format(n=n)) for n in DAYS],
        counts=[(n, lang.ngettext("{n} player", "{n} players", n).format(n=n)) for n in game.seats],
        name=name,
        is_signed_in=is_signed_in,
        away_choices=[(minutes, how_long(minutes, lang)) for minutes in AWAY_CHOICES],
        usual_time=DAY,
        away_after=DAY if away_after is None else away_after,
        problem=refusal.say(lang) if refusal else "",
    )


def usual_choices(request: AnyRequest, game: Game[Any], match: str | None) -> Chosen:
    """What was last chosen for a game in this browser; else bots that are a match, or those of "Play now"."""
    level = viewer_of(request).preferences.level
    usual = read_chosen(game, {"level": match or level})
    return read_chosen(game, kept_choices(request, game.name), usual)


@post("/new/{name:str}", opt=COUNTED_AS_TABLE)
async def set_up_table(request: AnyRequest, name: FromPath[str]) -> Response[Any]:
    """A new table as the form describes it."""
    form = await request.form()
    game = game_named(name)
    secret, player = known_or_new_player(request, key(form))
    try:
        chosen = chosen_by(game, form, read_chosen(game, {}))
        chairs = chairs_of(form, chosen, player, viewer_of(request).lang)
        options = {one.name: value for one in game.table_options if (value := option_of(form, one)) is not None}
        public = chosen.who == "anyone" or text(form, "public") == "1"
        terms = terms_of(form, chosen, chairs, await is_known_person(request))
        asked = asked_by(
            form, player, game.name, *sorted(item for item in form.multi_items() if isinstance(item[1], str))
        )
        opener = opener_of(request, player)
        table = await hall_of(request).open_table(game, chairs, options, public, terms=terms, asked=asked, **opener)
    except Refusal as refusal:
        return await new_table_page(request, game, form, refusal)
    if own := next((seat.name for seat in chairs if seat.player), ""):
        await hall_of(request).store.people.remember_name(player, own)
    response = with_secret(redirect(f"/table/{table.id}"), request, secret)
    if level_chosen := text(form, "level"):
        with_preferences(response, request, read_preferences({"level": level_chosen}, viewer_of(request).preferences))
    return with_choices(response, request, game.name, chosen.cookie())


def is_changed(option: Option, given: str) -> bool:
    """Whether what a form says of an option is not what it is anyway."""
    if option.choices:
        return bool(given) and given != str(option.choices.index(option.default))
    return bool(given)


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
