"""Notifications for programs: a token may name a web address at which it hears of its turns."""

import msgspec
from litestar import get, put
from litestar.params import JSONBody

from mezani.house.notifications.channels import WEBHOOK
from mezani.web.api_bodies import Notifications, problems
from mezani.web.api_tournaments import player_who_asks
from mezani.web.limits import TABLES
from mezani.web.notifications import channel_of, facts_of
from mezani.web.requests import AnyRequest, allow, hall_of, house_of


@get("/me/notifications", summary="How one is told", responses=problems(401))
async def read_settings(request: AnyRequest) -> Notifications:
    """Where the token is told something, and what."""
    player, notifications = player_who_asks(request), house_of(request).notifications
    webhook = channel_of(await notifications.channels.of(player), WEBHOOK)
    kinds = (await notifications.choices.of(player)).kinds
    return Notifications(webhook.address if webhook and webhook.is_on else "", kinds)  # type: ignore[arg-type]


@put("/me/notifications", summary="Be told", responses=problems(401, 413, 422))
async def change_settings(request: AnyRequest, data: JSONBody[Notifications]) -> Notifications:
    """Let the token be told something at a web address; 422 if nothing can be sent there."""
    player, notifications = player_who_asks(request), house_of(request).notifications
    hall_of(request).gate.check_open()
    if data.webhook and not await notifications.knows(player, WEBHOOK, data.webhook):
        allow(request, TABLES, player)
    await notifications.check_webhook(data.webhook)
    kinds = tuple(dict.fromkeys(data.kinds))
    choices = msgspec.structs.replace(await notifications.choices.of(player), kinds=kinds)
    await notifications.choices.put(player, choices)
    await notifications.set_webhook(player, data.webhook, True, facts_of(request))
    return Notifications(data.webhook, kinds)


HANDLERS = [read_settings, change_settings]
