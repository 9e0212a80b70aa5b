"""Navigation: the pages to which the bar of every page leads, and what it shows of whoever looks."""

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
PAGE_OF_API = "/api/docs"  # is read by people
TABLES = ("/tables", "/table/", "/new/")
OWN = "/notifications"  # belongs to one's own page


class Destination(NamedTuple):
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


DESTINATIONS = (
    Destination("/", N_("Tables"), "table"),
    Destination("/ranking", N_("Ranking"), "ranks"),
    Destination("/tournaments", N_("Tournaments"), "cup"),
)
YOU = Destination("/you", N_("You"), "person")


class Navigation(NamedTuple):
    """What leads where on a server."""

    shown: tuple[Destination, ...]
    you: Destination | None


def navigation_of(app: Litestar) -> Navigation:
    """The destinations whose pages an app has."""
    paths: Collection[str] = {route.path for route in app.routes}
    return Navigation(tuple(one for one in DESTINATIONS if one.path in paths), YOU if YOU.path in paths else None)


async def load_visit(request: AnyRequest) -> None:
    """Before a request: what the bar of a page shows of whoever asks, if one may be made."""
    path = request.scope["path"]
    player = viewer_of(request).player if path == PAGE_OF_API or not path.startswith(NOT_PAGES) else None
    if player:
        with suppress(StoreSilent):
            request.state.visit = await hall_of(request).store.lists.visit_of(player)


def visit_of(request: AnyRequest) -> Visit:
    """What the bar shows of whoever asks."""
    visit: Visit = request.state.get("visit") or Visit()
    return visit
