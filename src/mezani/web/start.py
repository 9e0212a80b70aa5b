"""The start page, new tables, rules and settings."""

import math
import time
from typing import Any, NamedTuple

from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from mezani import bots
from mezani.game import FirstGame, Game, Option
from mezani.games import UnknownGame, game_names
from mezani.games import game as find_game
from mezani.language import Language
from mezani.tables.missing_games import is_missing, title_of
from mezani.tables.players import clean_name
from mezani.tables.refusals import Refusal, WrongStart
from mezani.tables.situation import Seat
from mezani.tables.store import Listed
from mezani.tables.terms import Terms, read_terms
from mezani.web.answers import BrokenForm, go, local, number, page, seated, status_of, text, with_secret
from mezani.web.at_table import guest_name, hall_of, name_known
from mezani.web.pages import environment
from mezani.web.rules import rules_page
from mezani.web.viewer import PAUSES, WISHES_COOKIE, Wishes, cookie, read_wishes, viewer_of

AnyRequest = Request[Any, Any, Any]
FINISHED_SHOWN = 5


class MyTable(NamedTuple):
    """A table in the list of somebody's games."""

    id: str
    game: str
    is_yours: bool
    status: str


class OpenTable(NamedTuple):
    """A table at which chairs are free; chairs are drawn round it."""

    id: str
    game: str
    chairs: list[tuple[float, float, bool]]
    free: int
    who: str


@get("/")
async def start(request: AnyRequest) -> Response[str]:
    """All games, my tables, and tables that are open."""
    viewer, store = viewer_of(request), hall_of(request).store
    mine = await store.tables_of(viewer.player) if viewer.player else []
    running = [my_table(table, viewer.player, viewer.lang) for table in mine if not table.over]
    running.sort(key=lambda table: not table.is_yours)
    finished = [table for table in mine if table.over][:FINISHED_SHOWN]
    return page(
        "start.html",
        request,
        games=game_names(),
        players=lambda seats: how_many(seats, viewer.lang),
        levels=bots.levels(),
        chosen_level=viewer.wishes.level or bots.USUAL,
        name_known=await name_known(request),
        running=running,
        waiting=sum(table.is_yours for table in running),
        finished=[finished_table(table, viewer.player, viewer.lang) for table in finished],
        open_tables=[open_table(table, viewer.lang) for table in await store.open_tables()],
    )


def how_many(seats: tuple[int, ...], lang: Language) -> str:
    """For how many players a game is."""
    if len(seats) == 1:
        return lang.ngettext("{n} player", "{n} players", seats[0]).format(n=seats[0])
    return lang.gettext("{least}–{most} players").format(least=seats[0], most=seats[-1])


def my_table(table: Listed, player: str | None, lang: Language) -> MyTable:
    """A running table, and what it waits for."""
    _ = lang.gettext
    ago = environment(lang.code).globals["ago"](time.time() - table.moved_at)  # type: ignore[operator]
    if is_missing(table.game):
        return MyTable(table.id, table.game, False, _("This game is not available now"))
    if table.to_move is None:
        return MyTable(table.id, table.game, False, _("Waiting for players"))
    seat = table.seats[table.to_move]
    if seat.player == player and seat.bot is None:
        return MyTable(table.id, table.game, not table.answers, str(ago))
    status = _("{name} is thinking").format(name=seat.name)
    return MyTable(table.id, table.game, False, f"{status} · {ago}")


def finished_table(table: Listed, player: str | None, lang: Language) -> MyTable:
    """A finished table, and who has won."""
    _ = lang.gettext
    winners = table.result["winners"] if table.result else []
    title = title_of(table.game)
    if any(table.seats[winner].player == player for winner in winners):
        return MyTable(table.id, table.game, False, _("{game}: you won").format(game=title))
    names = ", ".join(table.seats[winner].name for winner in winners)
    return MyTable(table.id, table.game, False, _("{game}: {names} won").format(game=title, names=names))


def open_table(table: Listed, lang: Language) -> OpenTable:
    """An open table with its chairs."""
    chairs = []
    for number_, seat in enumerate(table.seats):
        angle = 2 * math.pi * number_ / len(table.seats)
        chairs.append((round(31 * math.sin(angle), 1), round(-31 * math.cos(angle), 1), seat.is_free))
    people = [seat.name for seat in table.seats if seat.player]
    machines = sum(seat.bot is not None for seat in table.seats)
    if machines:
        people.append(lang.ngettext("{n} bot", "{n} bots", machines).format(n=machines))
    return OpenTable(table.id, table.game, chairs, sum(seat.is_free for seat in table.seats), ", ".join(people))


@post("/play-now")
async def play_now(request: AnyRequest) -> Redirect:
    """A game against bots, at once."""
    form = await request.form()
    viewer = viewer_of(request)
    game = game_named(text(form, "game"))
    level = text(form, "level") or viewer.wishes.level or bots.USUAL
    if level not in bots.levels():
        raise BrokenForm(f"there is no level {level!r}")
    secret, player = seated(request)
    store = hall_of(request).store
    name = clean_name(text(form, "name"))
    if name:
        await store.remember_name(player, name)
    name = name or await store.name_of(player) or guest_name(viewer.lang)
    first = game.first_game or FirstGame(game.seats[-1])
    has_played = any(table.over and table.game == game.name for table in await store.tables_of(player))
    chairs = [Seat(player, name), *[Seat(bot=level)] * (first.players - 1)]
    table = await hall_of(request).open_table(game, chairs, {} if has_played else first.options)
    response = with_secret(go(f"/table/{table.id}"), request, secret)
    wishes = read_wishes({"level": level}, viewer.wishes)
    response.set_cookie(cookie(WISHES_COOKIE, wishes.text(), request.url.scheme == "https"))
    return response


def game_named(name: str) -> Game[Any]:
    """A game, or a page that says that there is none."""
    try:
        return find_game(name)
    except UnknownGame as problem:
        raise NotFoundException(str(problem)) from problem


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
        "new.html",
        request,
        status_of(refusal) if refusal else 200,
        this=game,
        count=count,
        levels=bots.levels(),
        name=await name_known(request),
        problem=refusal.say(viewer.lang) if refusal else "",
    )


@post("/new/{name:str}")
async def set_up_table(request: AnyRequest, name: FromPath[str]) -> Response[Any]:
    """A new table as the form describes it."""
    form = await request.form()
    game = game_named(name)
    secret, player = seated(request)
    try:
        chairs = [chair(form, n, player, viewer_of(request).lang) for n in range(min(number(form, "players"), 20))]
        options = {option.name: value for option in game.options if (value := option_of(form, option)) is not None}
        public, terms = text(form, "public") == "1", terms_of(form)
        table = await hall_of(request).open_table(game, chairs, options, public, terms=terms)
    except Refusal as refusal:
        return await new_table_page(request, game, text(form, "players"), refusal)
    if own := next((seat.name for seat in chairs if seat.player), ""):
        await hall_of(request).store.remember_name(player, own)
    return with_secret(go(f"/table/{table.id}"), request, secret)


def chair(form: Any, number_: int, player: str, lang: Language) -> Seat:
    """A chair of the form: mine, free, or a bot's."""
    who, name = text(form, f"chair-{number_}"), clean_name(text(form, f"name-{number_}"))
    if who == "me":
        return Seat(player, name or lang.gettext("Guest {n}").format(n=number_ + 1))
    if who == "free":
        return Seat()
    level = who.removeprefix("bot:")
    if level not in bots.levels():
        raise BrokenForm(f"there is no chair of the kind {who!r}")
    return Seat(None, name, level)


def terms_of(form: Any) -> Terms | None:
    """The terms of the form; None: the usual ones."""
    past_tricks = text(form, "past-tricks")
    return read_terms({"past_tricks": past_tricks}) if past_tricks else None


def option_of(form: Any, option: Option) -> Any:
    """The value of an option of a game; None if the form leaves it open."""
    given = text(form, f"option-{option.name}").strip()
    if not given:
        return None
    if option.choices:
        if not given.isdigit() or int(given) >= len(option.choices):
            raise WrongStart(f"{option.label}: {given}")
        return option.choices[int(given)]
    return given


@get("/join")
async def join(request: AnyRequest) -> Redirect:
    """A link or code that somebody was told."""
    code = (request.query_params.get("code") or "").strip().rstrip("/")
    words = [part for part in code.partition("?")[0].split("/") if part]
    if "seat" in words[:-3]:
        return go("/" + "/".join(words[words.index("seat") :]))
    return go(f"/table/{words[-1].lower()}" if words and words[-1].isalnum() else "/")


@get("/rules")
async def all_rules(request: AnyRequest) -> Response[str]:
    """All games."""
    return page("rules-of-all.html", request, games=game_names())


@get("/rules/{name:str}")
async def rules(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """The rules of a game."""
    game = game_named(name)
    back = local(request.query_params.get("back"), otherwise="")
    return page("rules.html", request, this=game, rules=rules_page(name, viewer_of(request).lang.code), back=back)


@get("/settings")
async def settings(request: AnyRequest) -> Response[str]:
    """What a person may set for themselves."""
    back = local(request.query_params.get("back"))
    return page("settings.html", request, pauses=PAUSES, name_known=await name_known(request), back=back)


@post("/settings")
async def save_settings(request: AnyRequest) -> Redirect:
    """Keep the wishes of a person in a cookie, and their name."""
    form = await request.form()
    given = {name: value for name, value in form.items() if isinstance(value, str)}
    known: Wishes = viewer_of(request).wishes
    if "all" in given:  # a box that is not ticked is not sent
        given = {"sound": "0", "notify": "0", "confirm": "0"} | given
    response = go(local(given.get("back")))
    if name := clean_name(given.get("name", "")):
        secret, player = seated(request)
        await hall_of(request).store.remember_name(player, name)
        response = with_secret(response, request, secret)
    wishes = read_wishes(given, known)
    response.set_cookie(cookie(WISHES_COOKIE, wishes.text(), request.url.scheme == "https"))
    return response


HANDLERS = [start, play_now, new_table, set_up_table, join, all_rules, rules, settings, save_settings]
