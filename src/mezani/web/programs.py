"""Programs that ask: each has a token, which stands for a player."""

from litestar.exceptions import NotAuthorizedException

from mezani.web.preferences import Preferences
from mezani.web.requests import AnyRequest
from mezani.web.viewer import Viewer, viewer_of


def token_of(request: AnyRequest) -> str:
    """The token of a request; empty if it has none. Cookies count for nothing here."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if not kind:
        return ""
    if kind.lower() != "bearer" or not 0 < len(token.strip()) <= 100:
        raise NotAuthorizedException(viewer_of(request).lang.gettext("Send a token as: Authorization: Bearer TOKEN"))
    return token.strip()


def program_of(request: AnyRequest) -> Viewer:
    """The program that asks: its token, and the language that it wants to read."""
    return Viewer(token_of(request), Preferences(), viewer_of(request).lang)
