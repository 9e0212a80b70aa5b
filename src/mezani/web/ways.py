"""The ways through the house: what the bar of its pages leads to, and what it shows of whoever looks."""

from collections.abc import Collection
from contextlib import suppress
from typing import NamedTuple

from litestar import Litestar

from mezani.language import N_
from mezani.tables.lists import Visit
from mezani.tables.refusals import StoreSilent
from mezani.web.requests import AnyRequest, hall_of
from mezani.web.viewer import viewer_of

NOT_PAGES = ("/static/", "/games/", "/api/", "/metrics", "/health", "/live")
TABLES = ("/tables", "/table/", "/new/")
OWN = "/notifications"  # belongs to one's own page


class Way(NamedTuple):
    """A page of the house that every bar leads to."""

    path: str
    title: str
    icon: str

    def leads_to(self, here: str) -> bool:
        """Whether a page belongs to this one."""
        if self.path == "/":
            return here == "/" or here.startswith(("/?", *TABLES))
        paths = (self.path, OWN) if self == YOU else (self.path,)
        return any(here == path or here.startswith((f"{path}/", f"{path}?")) for path in paths)


WAYS = (
    Way("/", N_("Tables"), "table"),
    Way("/ranking", N_("Ranking"), "ranks"),
    Way("/tournaments", N_("Tournaments"), "cup"),
)
YOU = Way("/you", N_("You"), "person")


class Ways(NamedTuple):
    """What leads where on a server."""

    shown: tuple[Way, ...]
    you: Way | None


def ways_of(app: Litestar) -> Ways:
    """The ways whose pages an app has."""
    paths: Collection[str] = {route.path for route in app.routes}
    return Ways(tuple(way for way in WAYS if way.path in paths), YOU if YOU.path in paths else None)


async def look_who_comes(request: AnyRequest) -> None:
    """Before a request: what the bar of a page shows of whoever asks, if one may be made."""
    player = None if request.scope["path"].startswith(NOT_PAGES) else viewer_of(request).player
    if player:
        with suppress(StoreSilent):
            request.state.visit = await hall_of(request).store.lists.visit_of(player)


def visit_of(request: AnyRequest) -> Visit:
    """What the bar shows of whoever asks."""
    visit: Visit = request.state.get("visit") or Visit()
    return visit
