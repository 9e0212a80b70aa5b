"""Joining and signing in: passkeys by a small script, recovery codes and links by plain forms."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from mezani.tables.names import check_name
from mezani.tables.refusals import NameMissing, Refusal, WrongDeviceLink
from mezani.web.addresses import base_of
from mezani.web.browsers import browser_of, can_have_passkeys, site_of
from mezani.web.cookies import with_secret
from mezani.web.dates import day_of_year
from mezani.web.forms import BrokenForm, key, text
from mezani.web.limits import SIGN_INS
from mezani.web.requests import AnyRequest, allow, hall_of, house_of, name_known
from mezani.web.responses import local_path, page, redirect, status_of, with_retry
from mezani.web.viewer import known_or_new_player, viewer_of

MOST_LETTERS = 20_000  # of the answer of a passkey


# Pages


@get("/sign-in")
async def sign_in(request: AnyRequest) -> Response[Any]:
    """Where somebody signs in whom another browser knows, or joins whom this one knows."""
    if viewer_of(request).is_signed_in:
        return redirect("/you")
    return await sign_in_page(request)


async def sign_in_page(request: AnyRequest, refusal: Refusal | None = None, name: str = "") -> Response[str]:
    """That page, with what was wrong."""
    response = page(
        "sign_in.html",
        request,
        status_of(refusal) if refusal else 200,
        problem=refusal.say(viewer_of(request).lang) if refusal else "",
        has_passkeys=can_have_passkeys(request),
        name=name or await name_known(request),
        back=local_path(request.query_params.get("back"), "/you"),
        here="/you",
    )
    with_retry(response, refusal)
    return response


@post("/sign-in/code")
async def sign_in_with_code(request: AnyRequest) -> Response[str]:
    """Sign in by a recovery code; the next one is shown at once."""
    form = await request.form()
    try:
        allow(request, SIGN_INS, None)
        secret, code = await house_of(request).joining.sign_in_with_code(
            browser_of(request), text(form, "code"), key(form)
        )
    except Refusal as refusal:
        return await sign_in_page(request, refusal)
    return with_secret(await code_page(request, code, secret, is_back=True), request, secret)


@post("/you/code")
async def take_code(request: AnyRequest) -> Response[str]:
    """A new recovery code; a guest joins by it."""
    form = await request.form()
    secret, player = known_or_new_player(request, key(form))
    browser = browser_of(request, secret, player)
    try:
        allow_joining(request)
        code = await house_of(request).joining.join_with_code(browser, text(form, "name"))
    except Refusal as refusal:
        return await sign_in_page(request, refusal, text(form, "name"))
    return with_secret(await code_page(request, code, secret), request, secret)


def allow_joining(request: AnyRequest) -> None:
    """Count somebody who joins: nobody takes all names of a house."""
    if not viewer_of(request).is_signed_in:
        allow(request, SIGN_INS, None)


async def code_page(request: AnyRequest, code: str, secret: str, is_back: bool = False) -> Response[str]:
    """A recovery code, which nobody sees again."""
    hall, player, lang = hall_of(request), hall_of(request).key_ring.player_of(secret), viewer_of(request).lang
    if player:
        request.state.visit = await hall.store.lists.visit_of(player)
    return page(
        "recovery_code.html",
        request,
        code=code,
        is_back=is_back,
        name=await hall.store.people.name_of(player or ""),
        place=base_of(request).partition("//")[2],
        day=day_of_year(datetime.now(UTC), lang),
        here="/you",
    )


# Passkeys, asked for by a script


Deed = Callable[[AnyRequest, dict[str, Any]], Awaitable[Response[Any]]]


async def for_script(request: AnyRequest, deed: Deed) -> Response[Any]:
    """Do what a script asks for, and tell it what is wrong."""
    body = await request.body()
    try:
        given = msgspec.json.decode(body or b"{}", type=dict[str, Any]) if len(body) <= MOST_LETTERS else None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        given = None
    if given is None:
        raise BrokenForm("the answer is no JSON")
    try:
        return await deed(request, given)
    except Refusal as refusal:
        sentence = {"sentence": refusal.say(viewer_of(request).lang)}
        return with_retry(Response(sentence, status_code=status_of(refusal)), refusal)


def as_json(text: str) -> Response[str]:
    return Response(text, media_type=MediaType.JSON)


@post("/you/passkey/offer", status_code=200)
async def offer_passkey(request: AnyRequest) -> Response[Any]:
    """What a browser needs to make a passkey."""

    async def offer(request: AnyRequest, given: dict[str, Any]) -> Response[Any]:
        allow_joining(request)
        site, (secret, player) = site_of(request), known_or_new_player(request)
        name = await own_name(request, given)
        options = await house_of(request).passkeys.offer(site, player, name)
        return with_secret(as_json(options), request, secret)

    return await for_script(request, offer)


async def own_name(request: AnyRequest, given: dict[str, Any]) -> str:
    """The name of somebody who is signed in, or under which a guest wants to join."""
    if viewer_of(request).is_signed_in:
        return await name_known(request)
    name = given.get("name")
    if not isinstance(name, str):
        raise NameMissing
    player = viewer_of(request).player or ""
    return await house_of(request).hall.store.people.checked_names(player, check_name(name))


@post("/you/passkey", status_code=200)
async def keep_passkey(request: AnyRequest) -> Response[Any]:
    """Let a passkey that the browser has made be the viewer's."""

    async def keep(request: AnyRequest, given: dict[str, Any]) -> Response[Any]:
        house, browser, name = house_of(request), browser_of(request), await own_name(request, given)
        if browser.player is None:
            raise BrokenForm("there is nobody for whom a passkey could be made")
        site = site_of(request)
        await house.joining.join_with_passkey(browser, name, house.passkeys, site, given.get("answer"))
        return Response({"to": "/you"})

    return await for_script(request, keep)


@post("/sign-in/passkey/ask", status_code=200)
async def ask_for_passkey(request: AnyRequest) -> Response[Any]:
    """What a browser needs to ask for a passkey."""

    async def ask(request: AnyRequest, given: dict[str, Any]) -> Response[Any]:
        allow(request, SIGN_INS, None)
        secret, player = known_or_new_player(request)
        options = await house_of(request).passkeys.ask(site_of(request), player)
        return with_secret(as_json(options), request, secret)

    return await for_script(request, ask)


@post("/sign-in/passkey", status_code=200)
async def sign_in_with_passkey(request: AnyRequest) -> Response[Any]:
    """Sign in by a passkey that has answered."""

    async def check(request: AnyRequest, given: dict[str, Any]) -> Response[Any]:
        house, asker = house_of(request), viewer_of(request).player
        player = await house.passkeys.check(site_of(request), asker, given.get("answer"))
        secret = await house.joining.sign_in(browser_of(request), player)
        to = local_path(given["back"] if isinstance(given.get("back"), str) else None, "/you")
        return with_secret(Response({"to": to}), request, secret)

    return await for_script(request, check)


# Another device


@get("/device/{token:str}")
async def offer_device(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    """What the link for another device shows: it is used up only when that is confirmed."""
    house = house_of(request)
    given = await house.joining.look_at_link(token)
    if given is None:
        raise WrongDeviceLink
    viewer, name = viewer_of(request), await house.hall.store.people.name_of(given)
    leaves = await name_known(request) if viewer.is_signed_in and viewer.player != given else ""
    return page("add_device.html", request, link="", name=name, leaves=leaves)


@post("/device/{token:str}")
async def add_device(request: AnyRequest, token: FromPath[str]) -> Redirect:
    """Let this device be one of whoever made the link."""
    allow(request, SIGN_INS, None)
    secret = await house_of(request).joining.sign_in_with_link(browser_of(request), token)
    return with_secret(redirect("/you"), request, secret)


HANDLERS = [
    sign_in,
    sign_in_with_code,
    take_code,
    offer_passkey,
    keep_passkey,
    ask_for_passkey,
    sign_in_with_passkey,
    offer_device,
    add_device,
]
