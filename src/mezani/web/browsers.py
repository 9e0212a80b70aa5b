"""What a request tells of the browser that sent it: what to call it in lists, and whether it can have passkeys."""

import ipaddress
from urllib.parse import urlsplit

from mezani.house.joining import Browser
from mezani.house.passkeys import Site
from mezani.tables.refusals import NoPasskeysHere
from mezani.web.requests import AnyRequest
from mezani.web.viewer import viewer_of

PROGRAMS = (  # the more particular first: browsers call themselves by the names of others
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def browser_name(agent: str) -> str:
    """What a browser is called in the list of devices.

    >>> browser_name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"), browser_name("")
    ('Firefox, Linux', 'Browser')
    """
    found = [next((name for sign, name in signs if sign in agent), "") for signs in (PROGRAMS, SYSTEMS)]
    return ", ".join(filter(None, found)) or "Browser"


def browser_of(request: AnyRequest, secret: str = "", player: str | None = None) -> Browser:
    """The browser that asks, with who it is now; a secret and a player if it has just got them."""
    viewer, name = viewer_of(request), browser_name(request.headers.get("user-agent", "")[:500])
    if secret:
        return Browser(secret, player, name)
    return Browser(viewer.secret, viewer.player, name)


def site_of(request: AnyRequest) -> Site:
    """Where this house is opened; NoPasskeysHere if browsers offer no passkeys there."""
    address = urlsplit(request.app.state.public_address or str(request.base_url))
    host = address.hostname or ""
    if not has_passkeys(address.scheme, host):
        raise NoPasskeysHere
    return Site(host, f"{address.scheme}://{address.netloc}")


def has_passkeys(scheme: str, host: str) -> bool:
    """Whether browsers offer passkeys at an address.

    >>> has_passkeys("https", "games.example.org"), has_passkeys("http", "localhost"), has_passkeys("http", "127.0.0.1")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return scheme == "https" or host == "localhost" or host.endswith(".localhost")
    return False


def can_have_passkeys(request: AnyRequest) -> bool:
    """Whether browsers offer passkeys where this house is opened."""
    try:
        return bool(site_of(request))
    except NoPasskeysHere:
        return False
