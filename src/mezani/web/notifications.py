"""The page on which people say how they are told, and the links in e-mails."""

from urllib.parse import quote

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from mezani.house.notifications.channels import MAIL, WEBHOOK, Channel, device_of, devices
from mezani.house.notifications.choices import NotificationChoices, zones
from mezani.house.notifications.http_post import NotSent
from mezani.language import Language
from mezani.tables.players import player_of
from mezani.tables.refusals import NoMail, TooManyEmails, WrongAddress, WrongMailAddress
from mezani.web.addresses import base_of, is_only_here
from mezani.web.browsers import browser_name
from mezani.web.cookies import with_preferences, with_secret
from mezani.web.forms import text
from mezani.web.limits import TABLES
from mezani.web.notification_form import HALF_HOURS, GivenAddresses, clock, read_choices, read_form
from mezani.web.notification_words import last_lines, problem_words
from mezani.web.preferences import read_preferences
from mezani.web.requests import AnyRequest, allow, hall_of, house_of
from mezani.web.responses import page, redirect
from mezani.web.viewer import known_or_new_player, viewer_of

PAGE = "/notifications"
PHONES = ("iPhone", "iPad", "Android")
FAILED = ("lost", "enough")  # what sending an e-mail may come to
LONGEST_ID = 32
SHOWN, LOOKED_THROUGH = 6, 50  # messages that were sent last, and notifications that may be in them


def agent_of(request: AnyRequest) -> str:
    """What a browser calls itself."""
    return request.headers.get("user-agent", "")[:500]


def is_phone(request: AnyRequest) -> bool:
    return any(sign in agent_of(request) for sign in PHONES)


def facts_of(request: AnyRequest) -> dict[str, str]:
    """What is kept with a channel: in which language its owner reads, and what links begin with."""
    return {"lang": viewer_of(request).lang.code, "site": base_of(request)}


def channel_of(channels: list[Channel], kind: str) -> Channel | None:
    """The channel of a kind of which there is one."""
    return next((channel for channel in channels if channel.kind == kind), None)


@get(PAGE)
async def show(request: AnyRequest) -> Response[str]:
    """How one is told."""
    return await shown(request, {})


async def shown(
    request: AnyRequest,
    problems: dict[str, str],
    given: GivenAddresses | None = None,
    chosen: NotificationChoices | None = None,
) -> Response[str]:
    """The page, with what is wrong with what was given, and the rest of that as it was."""
    viewer, notifications = viewer_of(request), house_of(request).notifications
    channels = await notifications.channels.of(viewer.player)
    mail, webhook = channel_of(channels, MAIL), channel_of(channels, WEBHOOK)
    kept = await notifications.choices.of(viewer.player or "")
    last = await notifications.outbox.last(viewer.player, LOOKED_THROUGH) if viewer.player else []
    query = request.query_params
    base = base_of(request)
    return page(
        "notifications.html",
        request,
        422 if problems else 200,
        push_key=await notifications.push.public_key(),
        offers_mail=notifications.mailer.is_offered,
        devices=devices(channels),
        device_of=device_of,
        why=lambda channel: problem_words(channel, viewer.lang),
        mail=mail,
        webhook=webhook,
        given=given or GivenAddresses.of(mail, webhook),
        problems={"mail": "", "webhook": "", **problems},
        choices=chosen or kept,
        guess_zone=not (chosen or await notifications.choices.has_chosen(viewer.player or "")),
        zones=zones(),
        half_hours=HALF_HOURS,
        clock=clock,
        last=last_lines(last, kept, viewer.lang, notifications.clock())[:SHOWN],
        is_phone=is_phone(request),
        is_secure=base.startswith("https:") or is_only_here(base),
        done=_done(query.get("done"), viewer.lang),
        has_failed=query.get("done") in FAILED,
        tried={"channel": query.get("tried"), "came": query.get("came") == "1"},
    )


def _done(done: str | None, lang: Language) -> str:
    """What was done, in words."""
    _ = lang.gettext
    words = {
        "saved": _("Saved."),
        "asked": _("Saved. An e-mail is on its way: press its link, then you are told by e-mail."),
        "removed": _("Removed."),
        "lost": _("The e-mail could not be sent. Please try again later."),
        "enough": TooManyEmails().say(lang),
    }
    return words.get(done or "", "")


@post(PAGE)
async def save(request: AnyRequest) -> Response[str] | Redirect:
    """Keep how somebody wants to be told."""
    form = await request.form()
    house, given = house_of(request), read_form(form)
    hall_of(request).gate.check_open()
    secret, player = known_or_new_player(request)
    choices = read_choices(form)
    if problems := await _problems(request, player, given):
        return await shown(request, problems, given, choices)
    await house.notifications.choices.put(player, choices)
    await house.notifications.switch_devices(player, form.getall("listed", []), form.getall("device", []))
    facts = facts_of(request)
    await house.notifications.set_webhook(player, given.webhook, given.webhook_on, facts)
    done = "saved"
    if house.notifications.mailer.is_offered:
        asks = await house.notifications.set_mail(player, given.mail, given.mail_on, facts)
        if asks:
            done = await _ask(request, player, asks)
    response = with_secret(redirect(f"{PAGE}?done={done}"), request, secret)
    heard = {"sound": text(form, "sound") or "0", "loudness": text(form, "loudness")}
    return with_preferences(response, request, read_preferences(heard, viewer_of(request).preferences))


async def _problems(request: AnyRequest, player: str, given: GivenAddresses) -> dict[str, str]:
    """What is wrong with the addresses that somebody gives, in words."""
    notifications, lang, problems = house_of(request).notifications, viewer_of(request).lang, {}
    try:
        notifications.check_mail(given.mail)
    except (WrongMailAddress, NoMail) as problem:
        problems["mail"] = problem.say(lang)
    if given.webhook and not await notifications.knows(player, WEBHOOK, given.webhook):
        allow(request, TABLES, player)  # to find out what a name stands for takes time
    try:
        await notifications.check_webhook(given.webhook)
    except WrongAddress as problem:
        problems["webhook"] = problem.say(lang)
    return problems


async def _ask(request: AnyRequest, player: str, channel: Channel) -> str:
    """Send an e-mail that asks whether an address is theirs; returns what came of it."""
    allow(request, TABLES, player)
    try:
        await house_of(request).notifications.mail_links.ask(channel)
    except TooManyEmails:
        return "enough"
    except NotSent:
        return "lost"
    return "asked"


@post(f"{PAGE}/ask")
async def ask_again(request: AnyRequest) -> Redirect:
    """Send the e-mail once more that asks whether an address is theirs."""
    player = viewer_of(request).player
    channel = channel_of(await house_of(request).notifications.channels.of(player), MAIL)
    if player is None or channel is None or channel.confirmed_at:
        return redirect(PAGE)
    return redirect(f"{PAGE}?done={await _ask(request, player, channel)}")


@post(f"{PAGE}/try")
async def try_out(request: AnyRequest) -> Redirect:
    """Send something by a channel, to see whether it arrives."""
    channel, player = text(await request.form(), "channel"), viewer_of(request).player
    came = await house_of(request).notifications.try_out(player, channel) if player else False
    return redirect(f"{PAGE}?tried={quote(channel[:LONGEST_ID])}&came={int(came)}")


@post(f"{PAGE}/remove")
async def remove(request: AnyRequest) -> Redirect:
    """Forget a device."""
    channel, player = text(await request.form(), "channel"), viewer_of(request).player
    if player:
        await house_of(request).notifications.channels.remove(player, channel)
    return redirect(f"{PAGE}?done=removed")


# Devices, as scripts tell them


@post(f"{PAGE}/device")
async def add_device(request: AnyRequest) -> Redirect:
    """Let this browser be told."""
    form, notifications = await request.form(), house_of(request).notifications
    hall_of(request).gate.check_open()
    endpoint, keys = text(form, "endpoint"), {name: text(form, name) for name in ("p256dh", "auth")}
    secret, player = known_or_new_player(request)
    allow(request, TABLES, player)
    await notifications.push.check(endpoint, keys)
    facts = {**keys, **facts_of(request), "phone": is_phone(request), "device": player_of(secret)}
    await notifications.channels.add_device(player, endpoint, facts, browser_name(agent_of(request)))
    return with_secret(redirect(f"{PAGE}?done=saved"), request, secret)


@post(f"{PAGE}/device/end")
async def end_device(request: AnyRequest) -> Redirect:
    """Tell this browser nothing any more."""
    endpoint, player = text(await request.form(), "endpoint"), viewer_of(request).player
    if player:
        await house_of(request).notifications.channels.remove_device(player, endpoint)
    return redirect(PAGE)


# Links in e-mails


@get(f"{PAGE}/confirm/{{token:str}}")
async def ask_whose(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    """Whether an address belongs to who gave it: programs that look through mail open links, but press nothing."""
    channel = await house_of(request).notifications.mail_links.channel_to_confirm(token)
    _ = viewer_of(request).lang.gettext
    name = await hall_of(request).store.people.name_of(channel.player)
    by = _("Somebody who plays here as “{name}” wants to be told at {address} when it is their turn.")
    nameless = _("Somebody who plays here wants to be told at {address} when it is their turn.")
    sentence = by.format(name=name, address=channel.address) if name else nameless.format(address=channel.address)
    return page(
        "mail_link.html",
        request,
        heading=_("Is this your address?"),
        sentence=sentence,
        button=_("Yes, this is my address"),
    )


@post(f"{PAGE}/confirm/{{token:str}}")
async def confirm(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    """An address belongs to who gave it."""
    channel = await house_of(request).notifications.mail_links.confirm(token)
    _ = viewer_of(request).lang.gettext
    sentence = _("Your turns are told at {address} from now on.").format(address=channel.address)
    return page("mail_link.html", request, heading=_("Confirmed"), sentence=sentence, button="")


@get(f"{PAGE}/end/{{given:str}}")
async def ask_to_end(request: AnyRequest, given: FromPath[str]) -> Response[str]:
    """Whether there shall be no more e-mails."""
    channel = await house_of(request).notifications.mail_links.channel_to_end(given)
    if channel is None:
        return ended(request)
    _ = viewer_of(request).lang.gettext
    sentence = _("After that no more e-mails come to {address}.").format(address=channel.address)
    return page(
        "mail_link.html", request, heading=_("Stop these e-mails?"), sentence=sentence, button=_("Stop these e-mails")
    )


@post(f"{PAGE}/end/{{given:str}}", status_code=200)
async def end(request: AnyRequest, given: FromPath[str]) -> Response[str]:
    """End all e-mails to an address, as mail programs do it by one press."""
    await house_of(request).notifications.mail_links.unsubscribe(given)
    return ended(request)


def ended(request: AnyRequest) -> Response[str]:
    """A page that says that there are no more e-mails."""
    _ = viewer_of(request).lang.gettext
    return page(
        "mail_link.html",
        request,
        heading=_("No more e-mails"),
        sentence=_("Nothing is sent there any more."),
        button="",
    )


HANDLERS = [
    *(show, save, ask_again, try_out, remove, add_device, end_device),
    *(ask_whose, confirm, ask_to_end, end),
]
