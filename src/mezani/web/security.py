"""Security of every request: forms of other sites are refused, and responses say what a browser may do with them."""

from typing import Any
from urllib.parse import urlsplit

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import ClientException, PermissionDeniedException

from mezani.web.addresses import is_host
from mezani.web.middleware import who_asks
from mezani.web.navigation import load_visit
from mezani.web.requests import allow
from mezani.web.responses import http_problem

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "frame-ancestors 'none'; form-action 'self'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
SAFE = ("GET", "HEAD", "OPTIONS")


def is_from_here(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether a browser sent this from one of our own pages. What is no browser has no cookie to abuse."""
    headers = connection.headers
    origin = headers.get("origin")
    if origin is not None:
        public = connection.app.state.public_address
        if public and (origin == public or headers.get("sec-fetch-site") == "same-origin"):
            return True  # a proxy may have changed Host, or even Origin
        return _host_of(origin) == headers.get("host")
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # "http://["
        return None


def has_odd_host(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether a request asks for a host that can be none; links could not be made for it."""
    return not is_host(connection.headers.get("host", "localhost"))


async def refuse_other_sites(request: Request[Any, Any, Any]) -> Response[str] | None:
    """Before a request: a form of another site changes nothing, and what is broken is not answered."""
    if has_odd_host(request) or not request.scope["query_string"].isascii():
        return http_problem(request, ClientException())
    if request.method in SAFE or is_from_here(request):
        return None
    return http_problem(request, PermissionDeniedException())


async def refuse_too_much(request: Request[Any, Any, Any]) -> None:
    """Before a request: whoever opens many tables has to wait."""
    limit = request.route_handler.opt.get("limit")
    if limit:
        allow(request, limit, who_asks(request.scope))


async def before_request(request: Request[Any, Any, Any]) -> Response[str] | None:
    """Before every request that a page answers."""
    refused = await refuse_other_sites(request)
    if refused is None:
        await refuse_too_much(request)
        await load_visit(request)
    return refused


async def add_headers(response: Response[Any]) -> Response[Any]:
    """After a request."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
