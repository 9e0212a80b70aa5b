"""Security of every request: forms of other sites are refused, and responses say what a browser may do with them."""

from typing import Any
from urllib.parse import urlsplit

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import PermissionDeniedException
from litestar.status_codes import HTTP_503_SERVICE_UNAVAILABLE

from mezani.web.responses import http_problem

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "frame-ancestors 'none'; form-action 'self'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
RETRY_AFTER = "60"  # seconds, while the server is being maintained
SAFE = ("GET", "HEAD", "OPTIONS")


def is_from_here(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether a browser sent this from one of our own pages. What is no browser has no cookie to abuse."""
    headers = connection.headers
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc == headers.get("host")
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


async def refuse_other_sites(request: Request[Any, Any, Any]) -> Response[str] | None:
    """Before a request: a form of another site changes nothing."""
    if request.method in SAFE or is_from_here(request):
        return None
    return http_problem(request, PermissionDeniedException())


async def add_headers(response: Response[Any]) -> Response[Any]:
    """After a request."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    if response.status_code == HTTP_503_SERVICE_UNAVAILABLE:
        response.headers.setdefault("Retry-After", RETRY_AFTER)
    return response
