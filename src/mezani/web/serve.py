"""Serving the table: says where it is, opens a browser where there is one, and names a busy port."""

import contextlib
import errno
import gc
import os
import socket
import sys
import threading
import webbrowser

import uvicorn

from mezani.house import upgrade
from mezani.house.backup import CannotKeep
from mezani.tables.database import WrongDatabase
from mezani.web.addresses import addresses
from mezani.web.app import make_app
from mezani.web.settings import Settings, WrongSetting, read_settings

WAITING = 2048
GARBAGE = (20_000, 20, 50)  # pages are made of many short-lived pieces: look for garbage less often than usual


class CannotServe(Exception):
    """The table can't be opened; the message says why and what to do."""


def serve(
    address: str | None = None, port: int | None = None, database: str | None = None, browser: bool | None = None
) -> None:
    """Serve the table until it is stopped."""
    try:
        settings = read_settings(address=address, port=port, database=database, browser=browser)
    except WrongSetting as problem:
        raise CannotServe(str(problem)) from problem
    bring_up_to_date(settings)
    listening = listen(settings)
    gc.set_threshold(*GARBAGE)
    server = uvicorn.Server(
        uvicorn.Config(
            make_app(settings),
            log_level="warning",
            ws_max_size=64 * 1024,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=2,
            proxy_headers=True,
        )
    )
    announce(settings, listening.getsockname()[1])
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if not server.started:
        raise CannotServe("The table could not be opened; see the message above.")


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
