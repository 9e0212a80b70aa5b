"""The page on which people say how they are told, and the links of letters."""

from urllib.parse import quote

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from mezani.house.news.choices import zones
from mezani.house.news.posting import NotSent
from mezani.house.news.ways import MAIL, WEBHOOK, Way, device_of, devices
from mezani.language import Language
from mezani.tables.refusals import NoMail, Refusal, TooManyLetters, WrongAddress, WrongMailAddress
from mezani.web.addresses import base_of, is_only_here
from mezani.web.browsers import browser_name
from mezani.web.cookies import with_preferences, with_secret
from mezani.web.forms import text
from mezani.web.limits import TABLES
from mezani.web.news_form import HALF_HOURS, Given, clock, read_choices, read_form
from mezani.web.news_words import last_lines
from mezani.web.preferences import read_preferences
from mezani.web.requests import AnyRequest, allow, hall_of, house_of
from mezani.web.responses import page, redirect
from mezani.web.viewer import known_or_new_player, viewer_of

PAGE = "/notifications"
PHONES = ("iPhone", "iPad", "Android")
FAILED = ("lost", "enough")  # what a letter may come to
LONGEST_ID = 32
SHOWN = 6  # of what was sent last


def agent_of(request: AnyRequest) -> str:
    """What a browser calls itself."""
    return request.headers.get("user-agent", "")[:500]


def is_phone(request: AnyRequest) -> bool:
    return any(sign in agent_of(request) for sign in PHONES)


def facts_of(request: AnyRequest) -> dict[str, str]:
    """What is kept with a way: in which language its owner reads, and what links begin with."""
    return {"lang": viewer_of(request).lang.code, "site": base_of(request)}


def way_of(ways: list[Way], kind: str) -> Way | None:
    """The way of a kind of which there is one."""
    return next((way for way in ways if way.kind == kind), None)


@get(PAGE)
async def show(request: AnyRequest) -> Response[str]:
    """How one is told."""
    return await shown(request, {})


async def shown(request: AnyRequest, problems: dict[str, str], given: Given | None = None) -> Response[str]:
    """The page, with what is wrong with what was given."""
    viewer, news = viewer_of(request), house_of(request).news
    ways = await news.ways.of(viewer.player)
    mail, webhook = way_of(ways, MAIL), way_of(ways, WEBHOOK)
    choices = await news.chosen.of(viewer.player or "")
    items = await news.outbox.last(viewer.player, SHOWN) if viewer.player else []
    query = request.query_params
    base = base_of(request)
    return page(
        "notifications.html",
        request,
        422 if problems else 200,
        push_key=await news.push.public_key(),
        offers_mail=news.mail.is_offered,
        devices=devices(ways),
        device_of=device_of,
        mail=mail,
        webhook=webhook,
        given=given or Given.of(mail, webhook),
        problems={"mail": "", "webhook": "", **problems},
        choices=choices,
        chosen=await news.chosen.has_chosen(viewer.player or ""),
        zones=zones(),
        half_hours=HALF_HOURS,
        clock=clock,
        last=last_lines(items, choices, viewer.lang, news.clock())[:SHOWN],
        is_phone=is_phone(request),
        is_secure=base.startswith("https:") or is_only_here(base),
        done=_done(query.get("done"), viewer.lang),
        has_failed=query.get("done") in FAILED,
        tried={"way": query.get("tried"), "came": query.get("came") == "1"},
    )


def _done(done: str | None, lang: Language) -> str:
    """What was done, in words."""
    _ = lang.gettext
    words = {
        "saved": _("Saved."),
        "asked": _("Saved. An e-mail is on its way: press its link, then you are told by e-mail."),
        "removed": _("Removed."),
        "lost": _("The e-mail could not be sent. Please try again later."),
        "enough": TooManyLetters().say(lang),
    }
    return words.get(done or "", "")


@post(PAGE)
async def save(request: AnyRequest) -> Response[str] | Redirect:
    """Keep how somebody wants to be told."""
    form = await request.form()
    house, given = house_of(request), read_form(form)
    hall_of(request).gate.check_open()
    secret, player = known_or_new_player(request)
    try:
        if given.webhook and not await house.news.knows(player, WEBHOOK, given.webhook):
            allow(request, TABLES, player)  # to find out what a name stands for takes time
        await house.news.check(given.mail, given.webhook)
    except (WrongAddress, WrongMailAddress, NoMail) as problem:
        return await shown(request, {_field(problem): problem.say(viewer_of(request).lang)}, given)
    await house.news.chosen.put(player, read_choices(form))
    await house.news.switch_devices(player, form.getall("listed", []), form.getall("device", []))
    facts = facts_of(request)
    await house.news.set_webhook(player, given.webhook, given.webhook_on, facts)
    done = "saved"
    if house.news.mail.is_offered:
        asks = await house.news.set_mail(player, given.mail, given.mail_on, facts)
        if asks:
            done = await _ask(request, player, asks)
    response = with_secret(redirect(f"{PAGE}?done={done}"), request, secret)
    heard = {"sound": text(form, "sound") or "0", "loudness": text(form, "loudness")}
    return with_preferences(response, request, read_preferences(heard, viewer_of(request).preferences))


def _field(problem: Refusal) -> str:
    return "webhook" if isinstance(problem, WrongAddress) else "mail"


async def _ask(request: AnyRequest, player: str, way: Way) -> str:
    """Send a letter that asks whether an address is theirs; returns what came of it."""
    allow(request, TABLES, player)
    try:
        await house_of(request).news.confirming.ask(way)
    except TooManyLetters:
        return "enough"
    except NotSent:
        return "lost"
    return "asked"


@post(f"{PAGE}/ask")
async def ask_again(request: AnyRequest) -> Redirect:
    """Send the letter once more that asks whether an address is theirs."""
    player = viewer_of(request).player
    way = way_of(await house_of(request).news.ways.of(player), MAIL)
    if player is None or way is None or way.confirmed_at:
        return redirect(PAGE)
    return redirect(f"{PAGE}?done={await _ask(request, player, way)}")


@post(f"{PAGE}/try")
async def try_out(request: AnyRequest) -> Redirect:
    """Send something by a way, to see whether it arrives."""
    way, player = text(await request.form(), "way"), viewer_of(request).player
    came = await house_of(request).news.try_out(player, way) if player else False
    return redirect(f"{PAGE}?tried={quote(way[:LONGEST_ID])}&came={int(came)}")


@post(f"{PAGE}/remove")
async def remove(request: AnyRequest) -> Redirect:
    """Forget a device."""
    way, player = text(await request.form(), "way"), viewer_of(request).player
    if player:
        await house_of(request).news.ways.remove(player, way)
    return redirect(f"{PAGE}?done=removed")


# Devices, as scripts tell them


@post(f"{PAGE}/device")
async def add_device(request: AnyRequest) -> Redirect:
    """Let this browser be told."""
    form, news = await request.form(), house_of(request).news
    hall_of(request).gate.check_open()
    endpoint, keys = text(form, "endpoint"), {name: text(form, name) for name in ("p256dh", "auth")}
    secret, player = known_or_new_player(request)
    allow(request, TABLES, player)
    await news.push.check(endpoint, keys)
    facts = {**keys, **facts_of(request), "phone": is_phone(request)}
    await news.ways.add_device(player, endpoint, facts, browser_name(agent_of(request)))
    return with_secret(redirect(f"{PAGE}?done=saved"), request, secret)


@post(f"{PAGE}/device/end")
async def end_device(request: AnyRequest) -> Redirect:
    """Tell this browser nothing any more."""
    endpoint, player = text(await request.form(), "endpoint"), viewer_of(request).player
    if player:
        await house_of(request).news.ways.remove_device(player, endpoint)
    return redirect(PAGE)


# Links of letters


@get(f"{PAGE}/confirm/{{token:str}}")
async def ask_whose(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    """Whether an address belongs to who gave it: programs that look through letters open links, but press nothing."""
    way = await house_of(request).news.confirming.asked_of(token)
    _ = viewer_of(request).lang.gettext
    name = await hall_of(request).store.people.name_of(way.player)
    by = _("Somebody who plays here as “{name}” wants to be told at {address} when it is their turn.")
    nameless = _("Somebody who plays here wants to be told at {address} when it is their turn.")
    sentence = by.format(name=name, address=way.address) if name else nameless.format(address=way.address)
    return page(
        "letters.html",
        request,
        heading=_("Is this your address?"),
        sentence=sentence,
        button=_("Yes, this is my address"),
    )


@post(f"{PAGE}/confirm/{{token:str}}")
async def confirm(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    """An address belongs to who gave it."""
    way = await house_of(request).news.confirming.confirm(token)
    _ = viewer_of(request).lang.gettext
    sentence = _("Your turns are told at {address} from now on.").format(address=way.address)
    return page("letters.html", request, heading=_("Confirmed"), sentence=sentence, button="")


@get(f"{PAGE}/end/{{given:str}}")
async def ask_to_end(request: AnyRequest, given: FromPath[str]) -> Response[str]:
    """Whether letters shall end."""
    way = await house_of(request).news.confirming.ended_by(given)
    if way is None:
        return ended(request)
    _ = viewer_of(request).lang.gettext
    sentence = _("No more e-mails will come to {address}.").format(address=way.address)
    return page(
        "letters.html", request, heading=_("Stop these e-mails?"), sentence=sentence, button=_("Stop these e-mails")
    )


@post(f"{PAGE}/end/{{given:str}}", status_code=200)
async def end(request: AnyRequest, given: FromPath[str]) -> Response[str]:
    """End all letters to an address, as mail programs do it by one press."""
    await house_of(request).news.confirming.end(given)
    return ended(request)


def ended(request: AnyRequest) -> Response[str]:
    """A page that says that there are no more letters."""
    _ = viewer_of(request).lang.gettext
    return page(
        "letters.html", request, heading=_("No more e-mails"), sentence=_("Nothing is sent there any more."), button=""
    )


HANDLERS = [
    *(show, save, ask_again, try_out, remove, add_device, end_device),
    *(ask_whose, confirm, ask_to_end, end),
]
