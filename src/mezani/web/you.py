"""One's own page: what one has played, the keys by which one is known, what others see; and the pages of others."""

import time
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from babel.dates import format_skeleton
from litestar import MediaType, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from mezani.games import game_names
from mezani.house.choices import PRESENCES, REACHES, Choices, read_choices
from mezani.house.hosts import is_number, number_of
from mezani.house.keys import KeptKey
from mezani.house.profiles import Profile
from mezani.language import Language
from mezani.tables.key_ring import DEVICE, PASSKEY, PROGRAM, RECOVERY
from mezani.tables.keys import secret_by_key
from mezani.tables.people import Joined
from mezani.tables.players import clean_name, player_of
from mezani.tables.refusals import NameMissing, NoSuchPerson, NotSignedIn, Refusal
from mezani.web.addresses import base_of
from mezani.web.browsers import can_have_passkeys
from mezani.web.cookies import without_secret
from mezani.web.dates import day_of_year
from mezani.web.forms import BrokenForm, key, text
from mezani.web.limits import SIGN_INS
from mezani.web.listed import MyResult
from mezani.web.qr_codes import qr_code
from mezani.web.rated import rating_lines, results_with_gains
from mezani.web.rating_words import HistoryLine
from mezani.web.requests import AnyRequest, allow, hall_of, house_of
from mezani.web.responses import page, redirect, status_of
from mezani.web.sign_in import sign_in_page
from mezani.web.viewer import viewer_of

DAY = 24 * 3600.0


class KeyLine(NamedTuple):
    """A key in the list of its owner."""

    id: str
    kind: str
    name: str
    about: str
    is_here: bool


class RivalLine(NamedTuple):
    """Somebody with whom one has played."""

    name: str
    number: str  # of their page; empty: they have none
    ahead: int
    behind: int
    is_here: bool

    @property
    def share(self) -> int:
        """Of the games in which one of both was ahead, in percent."""
        return round(100 * self.ahead / max(1, self.ahead + self.behind))


async def myself(request: AnyRequest) -> Joined:
    """Who is signed in; NotSignedIn if nobody is."""
    viewer = viewer_of(request)
    who = await hall_of(request).store.people.joined(viewer.player) if viewer.is_signed_in and viewer.player else None
    if who is None:
        raise NotSignedIn
    return who


# One's own page


@get("/you")
async def you(request: AnyRequest) -> Response[Any]:
    """Who somebody is here; who is not signed in finds how to be."""
    if not viewer_of(request).is_signed_in:
        return await sign_in_page(request)
    return await own_page(request)


async def own_page(request: AnyRequest, refusal: Refusal | None = None) -> Response[str]:
    """One's own page, with what was wrong."""
    who, lang = await myself(request), viewer_of(request).lang
    keys = await house_of(request).keys.of(who.id)
    here = player_of(viewer_of(request).secret)
    lines = [key_line(kept, here, lang) for kept in keys]
    code = next((kept for kept in keys if kept.kind == RECOVERY), None)
    return page(
        "you.html",
        request,
        status_of(refusal) if refusal else 200,
        problem=refusal.say(lang) if refusal else "",
        passkeys=[line for line in lines if line.kind == PASSKEY],
        devices=[line for line in lines if line.kind == DEVICE],
        programs=[line for line in lines if line.kind == PROGRAM],
        code_made=day_of(code.made_at, lang) if code else "",
        has_passkeys=can_have_passkeys(request),
        reaches=REACHES,
        presences=PRESENCES,
        here="/you",
        **await profile_facts(request, who, is_own=True),
    )


async def profile_facts(request: AnyRequest, who: Joined, is_own: bool) -> dict[str, Any]:
    """What both pages show of a person."""
    profile = await house_of(request).profiles.of(who)
    lang = viewer_of(request).lang
    shows = is_own or profile.choices.show_results(viewer_of(request).is_signed_in)
    return {
        "profile": profile,
        "number": number_of(who.id),
        "since": month_of(who.joined_at, lang),
        "shows_results": shows,
        "ratings": await rating_lines(request, who.id) if shows else list[HistoryLine](),
        "recent": await results_with_gains(request, who.id, profile.recent) if shows else list[MyResult](),
        "rivals": await rival_lines(request, profile, is_own) if shows else list[RivalLine](),
        "games": game_names(),
        "is_here": is_shown_here(request, who.id, profile.choices),
    }


async def rival_lines(request: AnyRequest, profile: Profile, is_own: bool) -> list[RivalLine]:
    """Against whom somebody has played, with their pages; others see only those who let them."""
    people, viewer = hall_of(request).store.people, viewer_of(request)
    lines = []
    for rival in profile.rivals:
        theirs = await people.joined(rival.player)
        choices = read_choices(theirs.choices if theirs else None)
        if not (is_own or rival.player == viewer.player or choices.show_results(viewer.is_signed_in)):
            continue
        name, number = (theirs.name, number_of(theirs.id)) if theirs else (rival.name, "")
        is_here = theirs is not None and is_shown_here(request, theirs.id, choices)
        lines.append(RivalLine(name, number, rival.ahead, rival.behind, is_here))
    return lines


def is_shown_here(request: AnyRequest, player: str, choices: Choices) -> bool:
    """Whether somebody was here today, and lets everybody know."""
    return choices.presence == "everybody" and house_of(request).seen.was_here(player)


def key_line(kept: KeptKey, here: str, lang: Language) -> KeyLine:
    """A key as its owner sees it: what it is called, and when it was used."""
    _ = lang.gettext
    kinds = {DEVICE: _("browser"), PASSKEY: _("passkey"), PROGRAM: _("token"), RECOVERY: _("recovery code")}
    if kept.used_at and kept.used_at > kept.made_at:
        is_today = kept.used_at == time.time() // DAY * DAY
        when = _("used today") if is_today else _("used {day}").format(day=day_of(kept.used_at, lang))
    else:
        when = _("since {day}").format(day=day_of(kept.made_at, lang))
    return KeyLine(kept.id, kept.kind, kept.name, f"{kinds[kept.kind]} · {when}", kept.id == here)


def day_of(at: float, lang: Language) -> str:
    """A day: "18 Nov 2026"."""
    return day_of_year(datetime.fromtimestamp(at, UTC), lang)


def month_of(at: float, lang: Language) -> str:
    """A month: "November 2026"."""
    return str(format_skeleton("yMMMM", datetime.fromtimestamp(at, UTC), locale=lang.code))


# What one changes


@post("/you/keys/remove")
async def remove_key(request: AnyRequest) -> Response[Any]:
    """Remove a device, a passkey or the token of a program."""
    who, form = await myself(request), await request.form()
    try:
        await house_of(request).keys.remove(who.id, text(form, "id"))
    except Refusal as refusal:
        return await own_page(request, refusal)
    return redirect("/you")


@post("/you/sign-out")
async def sign_out(request: AnyRequest) -> Redirect:
    """Let this browser be nobody's."""
    viewer = viewer_of(request)
    if viewer.is_signed_in:
        await house_of(request).keys.sign_out(viewer.secret)
    return without_secret(redirect("/"))


@post("/you/device")
async def new_device(request: AnyRequest) -> Response[str]:
    """A link by which another device is signed in."""
    who, here = await myself(request), player_of(viewer_of(request).secret)
    link = f"{base_of(request)}/device/{await house_of(request).joining.new_link(who.id, here)}"
    return page("add_device.html", request, link=link, qr_code=qr_code(link), here="/you")


@post("/you/choices")
async def choose(request: AnyRequest) -> Redirect:
    """Keep what others may see."""
    who, form = await myself(request), await request.form()
    try:
        await house_of(request).profiles.choose(who.id, results=text(form, "results"), presence=text(form, "presence"))
    except msgspec.ValidationError as problem:
        raise BrokenForm(str(problem)) from problem
    return redirect("/you")


@get("/you/name")
async def ask_for_name(request: AnyRequest) -> Response[str]:
    """Where somebody takes another name."""
    return page("rename.html", request, name=(await myself(request)).name, problem="")


@post("/you/name")
async def rename(request: AnyRequest) -> Response[Any]:
    """Let somebody be called something else."""
    who, form = await myself(request), await request.form()
    try:
        allow(request, SIGN_INS, who.id)
        await house_of(request).profiles.rename(who.id, text(form, "name"))
    except Refusal as refusal:
        problem = refusal.say(viewer_of(request).lang)
        return page("rename.html", request, status_of(refusal), name=clean_name(text(form, "name")), problem=problem)
    return redirect("/you")


@post("/you/programs")
async def new_program(request: AnyRequest) -> Response[Any]:
    """A token for a program of one's own; it is shown once."""
    who, form = await myself(request), await request.form()
    hall_of(request).gate.check(who.id)
    name = clean_name(text(form, "name"))
    if not name:
        return await own_page(request, NameMissing())
    by_key = secret_by_key(hall_of(request).secret, key(form), f"program {who.id}") if key(form) else None
    try:
        allow(request, SIGN_INS, who.id)
        token = await house_of(request).keys.new_program(who.id, name, by_key or "")
    except Refusal as refusal:
        return await own_page(request, refusal)
    return page("token.html", request, token=token, name=name, here="/you")


@get("/you/data")
async def download(request: AnyRequest) -> Response[bytes]:
    """All that is kept of somebody, as JSON."""
    who = await myself(request)
    allow(request, SIGN_INS, who.id)
    found = msgspec.json.format(msgspec.json.encode(await house_of(request).profiles.kept_of(who.id)), indent=2)
    named = {"Content-Disposition": 'attachment; filename="mezani.json"'}
    return Response(found, media_type=MediaType.JSON, headers=named)


@get("/you/delete")
async def ask_to_delete(request: AnyRequest) -> Response[str]:
    """What happens when a profile is deleted, before it does."""
    return page("delete_profile.html", request, name=(await myself(request)).name, problem="")


@post("/you/delete")
async def delete(request: AnyRequest) -> Response[Any]:
    """Delete a profile, if its name was written."""
    who, form = await myself(request), await request.form()
    try:
        await house_of(request).profiles.delete(who.id, text(form, "name"))
    except Refusal as refusal:
        problem = refusal.say(viewer_of(request).lang)
        return page("delete_profile.html", request, status_of(refusal), name=who.name, problem=problem)
    return without_secret(redirect("/"))


# Others


@get("/people/{number:str}")
async def somebody(request: AnyRequest, number: FromPath[str]) -> Response[str]:
    """A person as they let others see them."""
    who = await person_by_number(request, number)
    is_me = who.id == viewer_of(request).player
    return page("person.html", request, is_me=is_me, **await profile_facts(request, who, is_own=False))


async def person_by_number(request: AnyRequest, number: str) -> Joined:
    """Who has joined, by the number in the address of their page."""
    if not is_number(number):
        raise NotFoundException
    who = await hall_of(request).store.people.joined_by_number(number.replace("-", "").lower())
    if who is None:
        raise NoSuchPerson
    return who


HANDLERS = [
    you,
    remove_key,
    sign_out,
    new_device,
    choose,
    ask_for_name,
    rename,
    new_program,
    download,
    ask_to_delete,
    delete,
    somebody,
]
