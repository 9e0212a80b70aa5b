"""Serving the table: says where it is, opens a browser where there is one, and names a busy port."""

import asyncio
import contextlib
import errno
import functools
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from types import FrameType
from typing import Any

import uvicorn
from litestar import Litestar

from mezani.house import upgrade
from mezani.house.backup import CannotKeep
from mezani.tables.database import WrongDatabase, database_address
from mezani.tables.servers import InUse, hold_database
from mezani.web.addresses import addresses
from mezani.web.app import make_app
from mezani.web.check import folder_problems, report
from mezani.web.handover import Handover
from mezani.web.host_link import HostLink, new_host_link
from mezani.web.logs import set_up_logging
from mezani.web.processes import CouldNotOpen, serve_together
from mezani.web.protocols import Config, PatientHttp
from mezani.web.settings import Chosen, Settings, WrongSetting, choose_settings

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

WAITING = 2048
OTHER_FILES = 200  # besides connections
LAST_DEEDS = 0.5  # seconds for what people are just doing when the server stops
GOODBYE = 1  # second for all that is left then
GARBAGE = (5_000, 1_000, 5)  # few cycles: look often through the little that is new, and seldom through all the rest
NOT_OPENED = "The table could not be opened; see the message above."


class CannotServe(Exception):
    """The table can't be opened; the message says why and what to do."""


def serve(host_link: bool = False, **given: Any) -> None:
    """Serve the table until it is stopped. What is given goes before the other settings."""
    chosen = chosen_settings(given)
    settings = chosen.settings
    if wrong := list(folder_problems(settings)):
        raise CannotServe("\n".join(wrong))
    set_up_logging(settings)
    for warning in chosen.warnings:
        log.warning(warning)
    check_database(settings)
    bring_up_to_date(settings)
    listening = listen(settings)
    announce(settings, listening.getsockname()[1])
    if settings.processes == 1:
        run_server(settings, listening, host_link)
    else:
        if host_link:
            print(asyncio.run(new_host_link(settings)), flush=True)
        try:
            serve_together(settings, given, listening)
        except CouldNotOpen:
            raise CannotServe(NOT_OPENED) from None


def run_server(
    settings: Settings, listening: socket.socket, host_link: bool = False, handover: Handover | None = None
) -> None:
    """Serve in this process."""
    allow_open_files(settings.connections)
    gc.set_threshold(*GARBAGE)
    with ended_at_once():
        server = make_server(settings, handover)
        here = settings.public_address or addresses(settings.address, listening.getsockname()[1])[0]
        server.app.state.host_link = HostLink(here, host_link)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if not server.started:
        raise CannotServe(NOT_OPENED)


@contextlib.contextmanager
def ended_at_once() -> Iterator[None]:
    """Let Ctrl+C end this process while nothing is open yet; an exception might be lost where nobody can raise one."""
    before = signal.signal(signal.SIGINT, lambda *_: os._exit(0))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def check_database(settings: Settings) -> None:
    """Refuse a file that another server has open; the hall holds it later."""
    try:
        with hold_database(database_address(settings.database_address)):
            pass
    except InUse as problem:
        raise CannotServe(str(problem)) from problem
    except OSError as problem:
        raise CannotServe(f"Can't open the database: {problem.filename}: {problem.strerror}.") from problem


def check_settings(**given: Any) -> None:
    """Say what would be used; CannotServe if something is wrong with it."""
    lines, wrong = report(chosen_settings(given))
    print("\n".join(lines))
    if wrong:
        raise CannotServe("\n".join(wrong))
    print("All is well.")


def chosen_settings(given: dict[str, Any]) -> Chosen:
    """The settings of this host, checked."""
    try:
        return choose_settings(**given)
    except WrongSetting as problem:
        raise CannotServe(str(problem)) from problem


def make_server(settings: Settings, handover: Handover | None = None) -> "Server":
    """A server with these settings."""
    return Server(
        Config(
            make_app(settings),
            settings,
            handover,
            log_config=None,
            access_log=False,
            ws_max_size=settings.message_kilobytes * 1024,
            ws_per_message_deflate=False,
            h11_max_incomplete_event_size=settings.header_kilobytes * 1024,
            timeout_graceful_shutdown=GOODBYE,
            proxy_headers=False,  # the app does that itself
            server_header=False,
        )
    )


class Server(uvicorn.Server):
    """Stops so that nothing is lost: what was just done is stored and shown, then screens are sent to reconnect."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Somebody asks us to stop: from now on nobody should be sent here."""
        self.app.state.stopping = True
        super().handle_exit(sig, frame)

    @property
    def app(self) -> Litestar:
        app: Litestar = self.config.app  # type: ignore[assignment]
        return app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve, and take the connections that other processes hand over."""
        await super().startup(sockets)
        if handover := self._handover:
            handover.open(self._take)

    @property
    def _handover(self) -> Handover | None:
        return self.config.handover if isinstance(self.config, Config) else None

    def _take(self, connection: socket.socket, request: bytes) -> None:
        task = asyncio.create_task(self._go_on(connection, request))
        self.server_state.tasks.add(task)
        task.add_done_callback(self.server_state.tasks.discard)

    async def _go_on(self, connection: socket.socket, request: bytes) -> None:
        """Go on with a connection where another process has read its request."""
        connection.setblocking(False)
        make_protocol = functools.partial(
            PatientHttp, config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        with contextlib.suppress(OSError):  # it has gone meanwhile
            _, protocol = await asyncio.get_running_loop().connect_accepted_socket(make_protocol, connection)
            protocol.data_received(request)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take nobody new, let deeds end, then close everything."""
        for server in self.servers:
            server.close()
        if self._handover:
            self._handover.close()
        await self.app.state.hall.finish(LAST_DEEDS)
        await super().shutdown(sockets)


def allow_open_files(connections: int) -> None:
    """Let this process hold as many connections as it may; the system's first limit is often too low for that."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = connections + OTHER_FILES if connections else hard
        if hard != resource.RLIM_INFINITY:
            wanted = min(wanted, hard)
        if wanted > soft:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def bring_up_to_date(settings: Settings) -> None:
    """Upgrade a database of an earlier version, after a backup of it; refuse one of a newer version."""
    try:
        done = upgrade.bring_up_to_date(settings.database_address, settings.backups)
    except (CannotKeep, WrongDatabase) as problem:
        raise CannotServe(str(problem)) from problem
    if done:
        print(f"The database was brought from revision {done.before} to {done.after}; as it was, it is {done.backup}")


def listen(settings: Settings) -> socket.socket:
    """The socket to serve on."""
    family = socket.AF_INET6 if ":" in settings.address else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.address, settings.port))
        listening.listen(WAITING)  # who comes before all is open waits
    except OSError as problem:
        listening.close()
        if problem.errno == errno.EADDRINUSE:
            raise CannotServe(
                f"Port {settings.port} is in use, perhaps by another table. Choose another one: "
                f"MEZANI_PORT={settings.port + 1}, or --port {settings.port + 1}."
            ) from problem
        raise CannotServe(f"Can't listen on {settings.address}:{settings.port}: {problem.strerror}.") from problem
    return listening


def announce(settings: Settings, port: int) -> None:
    """Say where the table is, and open a browser there if there is one."""
    here, *others = addresses(settings.address, port)
    print(f"The table is at {here}")
    for other in others:
        print(f"and for others on your network at {other}")
    print("Stop it with Ctrl+C.", flush=True)
    if settings.browser and has_browser():
        threading.Timer(0.5, webbrowser.open, [here]).start()


def has_browser() -> bool:
    """Whether there is a screen with a browser."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
