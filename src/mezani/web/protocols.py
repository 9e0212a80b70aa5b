"""How connections are held: nobody may hold one by sending or taking nothing, and there are only so many."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from mezani.tables.arrival import READ_AT
from mezani.tables.metrics import REFUSED
from mezani.web.handover import Handover
from mezani.web.limits import Connections, Networks
from mezani.web.settings import Settings

NO_ROOM = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


@dataclass
class Guard:
    """What connections have to keep to, and how many there are."""

    settings: Settings
    connections: Connections
    proxies: Networks

    def counted_as(self, client: tuple[str, int] | None) -> str:
        """The address that a connection counts for; none for a proxy, whose people are counted by what it tells."""
        return "" if client is None or self.proxies.has(client[0]) else client[0]


class Config(uvicorn.Config):
    """What uvicorn is told, and the guard of its connections."""

    def __init__(self, app: Any, settings: Settings, handover: Handover | None = None, **more: Any) -> None:
        super().__init__(app, http=PatientHttp, ws=PatientSocket, **more)
        self.handover = handover  # if there are several processes
        self.guard = Guard(
            settings,
            Connections(settings.connections, settings.connections_per_address),
            Networks(settings.trusted_proxies),
        )


class Timer:
    """Something that happens unless it is stopped in time; 0 seconds: never."""

    def __init__(self, seconds: float, then: Callable[[], None]) -> None:
        self.seconds, self.then = seconds, then
        self.handle: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin, unless it runs."""
        if self.handle is None and self.seconds:
            self.handle = asyncio.get_running_loop().call_later(self.seconds, self.then)

    def stop(self) -> None:
        """Don't let it happen."""
        if self.handle is not None:
            self.handle.cancel()
            self.handle = None


class Held:
    """A connection: it counts as long as it is there, and has to take what it is sent."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.is_inside = False
        self.taking = Timer(guard.settings.screen_seconds, self._end_slow_taking)

    def enter(self, transport: asyncio.Transport, client: tuple[str, int] | None) -> None:
        """Count it, if there is room."""
        self.transport, self.address = transport, self.guard.counted_as(client)
        self.is_inside = self.guard.connections.enter(self.address)

    def leave(self) -> None:
        """It is gone, or becomes another one."""
        self.taking.stop()
        if self.is_inside:
            self.is_inside = False
            self.guard.connections.leave(self.address)

    def _end_slow_taking(self) -> None:
        REFUSED.labels("slow screens").inc()
        self.transport.abort()


class Taking(asyncio.Protocol):
    """A protocol of a connection that has to take what it is sent."""

    held: Held

    def pause_writing(self) -> None:
        """They take nothing for now."""
        super().pause_writing()
        self.held.taking.start()

    def resume_writing(self) -> None:
        """They go on."""
        super().resume_writing()
        self.held.taking.stop()


class PatientHttp(Taking, H11Protocol):
    """HTTP/1.1: a request has to be there in time, and its response has to be taken in time."""

    config: Config

    def __init__(self, *facts: Any, **more: Any) -> None:
        super().__init__(*facts, **more)
        self.held = Held(self.config.guard)
        self.sending = Timer(self.config.guard.settings.request_seconds, self.end_slow_request)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in if there is room; else they are told before anything is done for them."""
        super().connection_made(transport)
        self.held.enter(transport, self.client)
        if self.held.is_inside:
            self.sending.start()
        else:
            REFUSED.labels("connections").inc()
            transport.write(NO_ROOM)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self.sending.stop()
        self.held.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A part of a request: from its first byte on the rest has to come in time."""
        if not self.held.is_inside:
            return
        known = self.cycle if self.has_whole_request else None
        super().data_received(data)
        if self.cycle is not known:
            cast(dict[str, Any], self.cycle.scope)[READ_AT] = time.time()
        self.wait_for_request()

    def on_response_complete(self) -> None:
        """The next request may have begun already."""
        super().on_response_complete()
        self.wait_for_request()

    def wait_for_request(self) -> None:
        """Wait for the rest of a request, if something is missing."""
        if self.held.is_inside and not self.has_whole_request:
            self.sending.start()
        else:
            self.sending.stop()

    @property
    def has_whole_request(self) -> bool:
        """Whether nothing of a request is missing."""
        state = self.conn.their_state
        return state is not h11.SEND_BODY and not (state is h11.IDLE and (self.conn.trailing_data[0] or not self.cycle))

    def end_slow_request(self) -> None:
        """Nobody is waited for longer than that."""
        if self.transport.is_closing():
            return
        REFUSED.labels("slow requests").inc()
        if self.conn.their_state is h11.IDLE or not self.cycle.response_started:
            self.transport.write(TOO_SLOW)
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """What comes is no HTTP: it is counted, since anybody can send it at any rate.

        If it is the body of a request that was begun, nobody waits for the answer of that any more.
        """
        REFUSED.labels("broken requests").inc()
        if self.cycle and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on it is a live connection, which counts for itself, here or in the process of its table."""
        self.sending.stop()
        self.held.leave()
        handover, connection = self.config.handover, self.transport.get_extra_info("socket")
        if handover and handover.hand_over(event.target, self.request_text(event), connection.fileno()):
            self.transport.abort()  # here; they do not notice
        else:
            super().handle_websocket_upgrade(event)

    def request_text(self, event: h11.Request) -> bytes:
        """A request as it came, with what came after it."""
        lines = [b"%b %b HTTP/1.1" % (event.method, event.target), *(b"%b: %b" % field for field in event.headers)]
        return b"\r\n".join(lines) + b"\r\n\r\n" + self.conn.trailing_data[0]


class PatientSocket(Taking, WebSocketsSansIOProtocol):
    """A live connection: what it is sent has to be taken in time; until then only the newest waits for it."""

    config: Config

    def __init__(self, *facts: Any, **more: Any) -> None:
        super().__init__(*facts, **more)
        self.held = Held(self.config.guard)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it; there was room for it when it was an HTTP connection."""
        super().connection_made(transport)
        self.held.enter(self.transport, self.client)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self.held.leave()
        super().connection_lost(exc)
