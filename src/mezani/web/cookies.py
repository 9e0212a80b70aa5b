"""The cookies that a browser keeps: the secret of a player, preferences, and how tables were last set up."""

from typing import Any, TypeVar
from urllib.parse import parse_qsl

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from mezani.web.preferences import Preferences, read_preferences

SECRET = "mezani"
PREFERENCES = "mezani-wishes"  # as it was once called: what people have set is to last
CHOICES = "mezani-table"  # each game's own, sent only where its tables are set up
LONGEST_SECRET = 100
AnyResponse = TypeVar("AnyResponse", bound=Response[Any])
TWO_YEARS = 2 * 365 * 24 * 3600


def kept_secret(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The secret that a browser keeps; empty if it has none."""
    return connection.cookies.get(SECRET, "")[:LONGEST_SECRET]


def kept_preferences(connection: ASGIConnection[Any, Any, Any, Any]) -> Preferences:
    """The preferences that a browser keeps."""
    return read_preferences(dict(parse_qsl(connection.cookies.get(PREFERENCES, "")[:500])))


def kept_choices(connection: ASGIConnection[Any, Any, Any, Any], game: str) -> dict[str, str]:
    """What was last chosen for a table of a game."""
    return dict(parse_qsl(connection.cookies.get(f"{CHOICES}-{game}", "")[:500]))


def with_secret(response: AnyResponse, request: Request[Any, Any, Any], secret: str) -> AnyResponse:
    """Let the browser keep the secret."""
    return _with_cookie(response, request, SECRET, secret)


def with_preferences(response: AnyResponse, request: Request[Any, Any, Any], preferences: Preferences) -> AnyResponse:
    """Let the browser keep the preferences."""
    return _with_cookie(response, request, PREFERENCES, preferences.text())


def with_choices(response: AnyResponse, request: Request[Any, Any, Any], game: str, choices: str) -> AnyResponse:
    """Let the browser keep what was chosen for a table of a game."""
    return _with_cookie(response, request, f"{CHOICES}-{game}", choices, f"/new/{game}")


def without_secret(response: AnyResponse) -> AnyResponse:
    """Let the browser forget the secret."""
    response.delete_cookie(SECRET, path="/")
    return response


def _with_cookie(
    response: AnyResponse, request: Request[Any, Any, Any], name: str, value: str, path: str = "/"
) -> AnyResponse:
    """A cookie that only this site gets back."""
    secure = request.scope["scheme"] == "https" or request.app.state.public_address.startswith("https:")
    response.set_cookie(
        Cookie(key=name, value=value, max_age=TWO_YEARS, path=path, httponly=True, samesite="lax", secure=secure)
    )
    return response
