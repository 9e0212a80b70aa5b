"""What every request passes first: it gets a number, is counted and timed, and refused where it is too much."""

import logging
import secrets
import time
from typing import Any

from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, ReceiveMessage, Scope, Send
from prometheus_client import Counter

from mezani.tables.arrival import READ_AT, note_arrival
from mezani.tables.key_ring import KeyRing
from mezani.tables.metrics import REFUSED, REQUEST_SECONDS, REQUESTS
from mezani.web import limits
from mezani.web.cookies import LONGEST_SECRET, SECRET
from mezani.web.limits import Connections, Limits
from mezani.web.logs import REQUEST, shown_address
from mezani.web.responses import FOR_PROGRAMS, no_room
from mezani.web.settings import Settings

log = logging.getLogger("mezani.requests")

FILES = ("/static/", "/games/")  # browsers keep them: they count only where they are not there
WATCHED = ("/health", "/ready", "/metrics")
NO_ROUTE = "none"  # in metrics and log: what was asked for is not there
LONGEST_METHOD = 10  # letters: anybody can send any word
GONE = 499  # whoever asked has not waited for the answer
RETRY = 5  # seconds after which somebody may try again who found no room
COOKIE = f"{SECRET}=".encode()


class Middleware:
    """Stands before all pages."""

    def __init__(self, app: ASGIApp, settings: Settings, allowed: Limits) -> None:
        self.app, self.settings, self.limits = app, settings, allowed
        self.open = Connections(settings.connections, settings.connections_per_address)
        self._counted: dict[tuple[str, int], Counter] = {}  # to find one by its labels takes longer than to count

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hold a live connection."""
        began, status = time.perf_counter(), 0
        note_arrival(arrival_of(scope))
        REQUEST.set(secrets.token_hex(4))  # no running number: that would tell what others do
        address = scope["client"][0] if scope["client"] else ""

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close":
                status = status or 403
            await send(message)

        async def receive_and_note() -> ReceiveMessage:
            message = await receive()
            note_arrival(arrival_of(scope))
            return message

        has_room = self.open.enter(address)
        try:
            if not has_room:
                await refuse(scope, receive, send_and_note, 503, "connections", RETRY)
            elif refusal := self.why_not(scope, address):
                await refuse(scope, receive, send_and_note, *refusal)
            else:
                await self.app(scope, receive_and_note, send_and_note)
        finally:
            if has_room:
                self.open.leave(address)
            if status >= 400 and scope["path"].startswith(FILES):
                self.limits.take(limits.REQUESTS, None, address)
            self.note(scope, status, time.perf_counter() - began, address)

    def why_not(self, scope: Scope, address: str) -> tuple[int, str, float] | None:
        """The status, the limit and the seconds to wait, if a request is too large or one too many."""
        path = scope["path"]
        if len(scope.get("raw_path") or path) + len(scope["query_string"]) > self.settings.url_characters:
            return 414, "url", 0
        if sum(len(name) + len(value) for name, value in scope["headers"]) > self.settings.header_kilobytes * 1024:
            return 431, "headers", 0
        if path.startswith(FILES) or path in WATCHED:
            return None
        wait = self.limits.take(limits.REQUESTS, who_asks(scope), address)
        return (429, limits.REQUESTS, wait) if wait else None

    def note(self, scope: Scope, status: int, seconds: float, address: str) -> None:
        """Count a request, and write it into the log if the host wishes that."""
        route, status = scope.get("path_template") or NO_ROUTE, status or GONE
        method = str(scope.get("method", "LIVE"))[:LONGEST_METHOD]
        counted = self._counted.get((route, status))
        if counted is None:
            counted = self._counted[route, status] = REQUESTS.labels(route, status)
        counted.inc()
        if scope["type"] == ScopeType.HTTP:
            REQUEST_SECONDS.observe(seconds)
        if log.isEnabledFor(logging.INFO):
            facts: dict[str, Any] = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
            if shown := shown_address(address, self.settings.log_addresses):
                facts["address"] = shown
            log.info(
                " ".join(["%s %s %s %s ms", *(["from %s"] if shown else [])]), *facts.values(), extra={"facts": facts}
            )


def who_asks(scope: Scope) -> str | None:
    """The player whose cookie or token a request carries; nobody has looked yet whether there is one."""
    secret = sent_secret(scope)
    if secret is None:
        return None
    ring: KeyRing = scope["app"].state.hall.key_ring
    return ring.player_of(secret[:LONGEST_SECRET])


def arrival_of(scope: Scope) -> float | None:
    """When the last byte of a request was read, if its connection has noted it."""
    at = scope.get(READ_AT)
    return at if isinstance(at, float) else None


def sent_secret(scope: Scope) -> str | None:
    """The secret of a cookie, or the token of a program."""
    for name, value in scope["headers"]:
        if name == b"authorization" and scope["path"].startswith(FOR_PROGRAMS):
            return value.decode("latin-1").partition(" ")[2].strip()
        if name == b"cookie" and COOKIE in value:
            for cookie in value.split(b";"):
                if cookie.strip().startswith(COOKIE):
                    return cookie.strip()[len(COOKIE) :].decode("latin-1")
    return None


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, limit: str, wait: float) -> None:
    """Say that something is too much, and when it may be tried again."""
    REFUSED.labels(limit).inc()
    request: Request[Any, Any, Any] = Request({**scope, "type": "http", "method": "GET"}, receive, send)  # type: ignore[arg-type]
    response = no_room(request, status, wait)
    if scope["type"] == ScopeType.HTTP:
        await response.to_asgi_response(app=None, request=request)(scope, receive, send)
    elif "websocket.http.response" in (scope.get("extensions") or {}):
        headers = [(name.lower().encode(), value.encode()) for name, value in response.headers.items()]
        await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": b"", "more_body": False})
    else:
        await receive()
        await send({"type": "websocket.close", "code": 1013, "reason": None})
