"""Programs that ask: each has a token, which stands for a player."""

from litestar.exceptions import NotAuthorizedException

from mezani.tables.key_ring import DEVICE
from mezani.tables.players import new_secret
from mezani.web.preferences import Preferences
from mezani.web.requests import AnyRequest, house_of
from mezani.web.viewer import Viewer, key_ring_of, viewer_of


def token_of(request: AnyRequest) -> str:
    """The token of a request; empty if it has none. Cookies count for nothing here."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if not kind:
        return ""
    if kind.lower() != "bearer" or not 0 < len(token.strip()) <= 100:
        raise NotAuthorizedException(viewer_of(request).lang.gettext("Send a token as: Authorization: Bearer TOKEN"))
    return token.strip()


def program_of(request: AnyRequest, token: str = "") -> Viewer:
    """The program that asks: its token (the one given, if it sent none), and the language that it wants to read."""
    lang, token = viewer_of(request).lang, token_of(request) or token
    key = key_ring_of(request).find(token)
    if key and key.is_removed:
        raise NotAuthorizedException(lang.gettext("This token is no longer valid."))
    if key and key.kind == DEVICE:
        raise NotAuthorizedException(
            lang.gettext("This is the key of a browser. Make a token for programs on your page, /you.")
        )
    if key:
        house_of(request).seen.note(None, key.id)
    return Viewer(token, Preferences(), lang, key)


async def program_that_sits(request: AnyRequest) -> tuple[str, str]:
    """The token and the player of a program that wants a seat, fresh ones if it sent none; it is marked as one."""
    program = program_of(request, new_secret())
    assert program.player
    await house_of(request).keys.mark_program(program.player)
    return program.secret, program.player
