"""Several server processes on one socket: they use the cores of a machine, and one that dies is replaced.

Each is a server as any other that shares the store. They begin as programs of their own, so that no state is shared.
"""

import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from mezani.web.handover import Handover, Hatch
from mezani.web.health import measured_together, no_longer_measured
from mezani.web.settings import Settings

log = logging.getLogger(__name__)

COULD_NOT_OPEN = 3  # the status of a process that could not open the table
AT_FIRST = 30.0  # seconds in which that is a mistake of the host's; later it may be the store's, and is tried again
LOOK = 0.2  # seconds between looks whether all still serve
SHORTEST_LIFE = 10.0  # seconds; one that lives shorter is replaced after a pause
LONGEST_PAUSE = 5.0
GOODBYE = 10.0  # seconds for a process to end when it is asked to

Start = Callable[[], "subprocess.Popen[bytes]"]


class CouldNotOpen(Exception):
    """No process can open the table; they have said why."""


class Place:
    """The place of one process: whoever serves there, and when the next one may."""

    def __init__(self, start: Start) -> None:
        self.start = start
        self.pause = LOOK
        self.next_at = 0.0
        self.begin()

    def begin(self) -> None:
        """Let a new process serve here."""
        self.process: subprocess.Popen[bytes] | None = self.start()
        self.began_at = time.monotonic()

    def look(self) -> int | None:
        """Begin anew where nobody serves any more; returns the status of a process that has just ended."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.next_at:
                self.begin()
            return None
        status = self.process.poll()
        if status is not None:
            no_longer_measured(self.process.pid)
            log.error("server process %d ended with status %d; another one takes its place", self.process.pid, status)
            self.pause = LOOK if now - self.began_at > SHORTEST_LIFE else min(2 * self.pause, LONGEST_PAUSE)
            self.process, self.next_at = None, now + self.pause
        return status

    def stop(self) -> None:
        """Ask the process to end."""
        if self.process:
            with suppress(ProcessLookupError):
                self.process.terminate()

    def wait(self, until: float) -> None:
        """Wait for its end; one that does not end in time is killed."""
        if self.process:
            try:
                self.process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def serve_together(settings: Settings, given: Mapping[str, Any], listening: socket.socket) -> None:
    """Serve by several processes until somebody asks us to stop."""
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    thinking = settings.bot_processes or max(1, (os.cpu_count() or 2) - 1)
    own = {**given, "bot_processes": max(1, thinking // settings.processes), "browser": False}
    with measured_together():
        hatches = [Hatch() for _ in range(settings.processes)]
        keep_serving([partial(_start, own, listening, number, hatches) for number in range(len(hatches))], stopping)


def keep_serving(starts: Sequence[Start], stopping: threading.Event) -> None:
    """Keep these processes until we are to stop, then end them all. CouldNotOpen if they can't begin at all."""
    began = time.monotonic()
    places = list(map(Place, starts))
    try:
        while not stopping.wait(LOOK):
            for place in places:
                if place.look() == COULD_NOT_OPEN and time.monotonic() - began < AT_FIRST:
                    raise CouldNotOpen
    finally:
        for place in places:
            place.stop()
        until = time.monotonic() + GOODBYE
        for place in places:
            place.wait(until)


def _start(
    given: Mapping[str, Any], listening: socket.socket, number: int, hatches: Sequence[Hatch]
) -> "subprocess.Popen[bytes]":
    handed = [listening, hatches[number].inside, *(hatch.outside for hatch in hatches)]
    files = [one.fileno() for one in handed]
    what = [sys.executable, "-m", __name__, json.dumps(given), str(number), *map(str, files)]
    return subprocess.Popen(what, pass_fds=files, start_new_session=True)


def serve_one(given: Mapping[str, Any], number: int, files: Sequence[int]) -> int:
    """Be one of the processes; returns its status."""
    from mezani.web.logs import set_up_logging
    from mezani.web.serve import CannotServe, chosen_settings, run_server  # which starts us

    parent = os.getppid()

    def stop_without_parent() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os.kill(os.getpid(), signal.SIGTERM)

    listening, inside, *outside = [socket.socket(fileno=file) for file in files]
    threading.Thread(target=stop_without_parent, daemon=True).start()
    settings = chosen_settings(dict(given)).settings
    set_up_logging(settings)
    try:
        run_server(settings, listening, handover=Handover(number, inside, outside))
    except CannotServe:
        return COULD_NOT_OPEN
    return 0


if __name__ == "__main__":
    sys.exit(serve_one(json.loads(sys.argv[1]), int(sys.argv[2]), list(map(int, sys.argv[3:]))))
