"""The cookies that a browser keeps: the secret of a player, and a person's preferences."""

from typing import Any
from urllib.parse import parse_qsl

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.response import Redirect

from mezani.web.preferences import Preferences, read_preferences

SECRET = "mezani"
PREFERENCES = "mezani-wishes"  # as it was once called: what people have set is to last
LONGEST_SECRET = 100
TWO_YEARS = 2 * 365 * 24 * 3600


def kept_secret(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The secret that a browser keeps; empty if it has none."""
    return connection.cookies.get(SECRET, "")[:LONGEST_SECRET]


def kept_preferences(connection: ASGIConnection[Any, Any, Any, Any]) -> Preferences:
    """The preferences that a browser keeps."""
    return read_preferences(dict(parse_qsl(connection.cookies.get(PREFERENCES, "")[:500])))


def with_secret(response: Redirect, request: Request[Any, Any, Any], secret: str) -> Redirect:
    """Let the browser keep the secret."""
    return _with_cookie(response, request, SECRET, secret)


def with_preferences(response: Redirect, request: Request[Any, Any, Any], preferences: Preferences) -> Redirect:
    """Let the browser keep the preferences."""
    return _with_cookie(response, request, PREFERENCES, preferences.text())


def _with_cookie(response: Redirect, request: Request[Any, Any, Any], name: str, value: str) -> Redirect:
    """A cookie that only this site gets back."""
    secure = request.scope["scheme"] == "https" or request.app.state.public_address.startswith("https:")
    response.set_cookie(
        Cookie(key=name, value=value, max_age=TWO_YEARS, path="/", httponly=True, samesite="lax", secure=secure)
    )
    return response
