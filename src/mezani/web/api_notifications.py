"""Being told for programs: a token may name a web address at which it hears of its turns."""

import msgspec
from litestar import get, put
from litestar.params import JSONBody

from mezani.house.news.ways import WEBHOOK
from mezani.web.api_bodies import Notifications, problems
from mezani.web.api_tournaments import player_who_asks
from mezani.web.limits import TABLES
from mezani.web.notifications import facts_of, way_of
from mezani.web.requests import AnyRequest, allow, hall_of, house_of


@get("/me/notifications", summary="How one is told", responses=problems(401))
async def told(request: AnyRequest) -> Notifications:
    """Where the token is told something, and what."""
    player, news = player_who_asks(request), house_of(request).news
    webhook = way_of(await news.ways.of(player), WEBHOOK)
    kinds = (await news.chosen.of(player)).kinds
    return Notifications(webhook.address if webhook and webhook.is_on else "", kinds)  # type: ignore[arg-type]


@put("/me/notifications", summary="Be told", responses=problems(401, 413, 422))
async def tell(request: AnyRequest, data: JSONBody[Notifications]) -> Notifications:
    """Let the token be told something at a web address; 422 if nothing can be sent there."""
    player, news = player_who_asks(request), house_of(request).news
    hall_of(request).gate.check_open()
    if data.webhook and not await news.knows(player, WEBHOOK, data.webhook):
        allow(request, TABLES, player)
    await news.check("", data.webhook)
    kinds = tuple(dict.fromkeys(data.kinds))
    await news.chosen.put(player, msgspec.structs.replace(await news.chosen.of(player), kinds=kinds))
    await news.set_webhook(player, data.webhook, True, facts_of(request))
    return Notifications(data.webhook, kinds)


HANDLERS = [told, tell]
