"""Many tables on one server with SQLite: how long until a move is on all screens, and how much memory that takes."""

import asyncio
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from tests.web.people import NO_LIMITS
from websockets.asyncio.client import ClientConnection, connect

import mezani
from mezani.web.settings import variable_of

TABLES = int(os.environ.get("MEZANI_LOAD_TABLES", "500"))
SEATS = 4
EVERY = 2.0  # seconds between the moves of a table
WARM_UP = 6.0
SECONDS = float(os.environ.get("MEZANI_LOAD_SECONDS", "20"))
GOAL_MS = 100
GOAL_MB = 300

SERVE = "import sys; from mezani.web.serve import serve; serve(port=0, database=sys.argv[1], browser=False)"
HEAD = re.compile(r'data-after="(\d+)".*?data-yours="(\d)"')
FORM = re.compile(r'<form id="moves".*?name="seat" value="(\d)"><input type="hidden" name="after" value="(\d+)">')
MOVE = re.compile(r'name="action" value="(\d+)"(?![^>]*aria-disabled)')


@dataclass
class Seat:
    """A screen of a table."""

    cookie: str
    line: ClientConnection | None = None
    shown: int = 0
    move: str | None = None  # what to send, if it is this seat's turn


@dataclass
class Played:
    """A table of the load."""

    id: str
    seats: list[Seat]
    sent_at: float = 0.0
    before: int = 0
    times: list[float] = field(default_factory=list)
    sent: int = 0
    seen: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def look(self) -> None:
        """See whether the last move is on all screens."""
        if all(seat.shown > self.before for seat in self.seats):
            self.changed.set()


def post(address: str, path: str, cookie: str, **form: object) -> tuple[str, str]:
    """Send a form; returns where it leads and the cookie."""
    request = urllib.request.Request(
        address + path, urllib.parse.urlencode(form).encode(), {"Cookie": cookie} if cookie else {}
    )
    answer = OPENER.open(request)
    cookies = [value.partition(";")[0] for value in answer.headers.get_all("Set-Cookie") or []]
    return answer.headers["Location"], next((value for value in cookies if value.startswith("mezani=")), cookie)


class Stay(urllib.request.HTTPErrorProcessor):
    """Does not follow redirections."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response


OPENER = urllib.request.build_opener(Stay)


def set_up(address: str, game: str, table: int) -> Played:
    """A table with a person on each seat, everybody with a name of their own."""
    form = {"players": SEATS, "chair-0": "me", "name-0": f"A {table}"} | {f"chair-{n}": "free" for n in range(1, SEATS)}
    path, cookie = post(address, f"/new/{game}", "", **form)
    seats = [Seat(cookie)]
    for number in range(1, SEATS):
        seats.append(Seat(post(address, f"{path}/sit", "", name=f"{'ABCD'[number]} {table}")[1]))
    return Played(path.rpartition("/")[2], seats)


Watch = Callable[[str, Played, Seat], Coroutine[Any, Any, None]]


async def watch(address: str, table: Played, seat: Seat) -> None:
    """Show a table on a screen."""
    url = f"{address.replace('http', 'ws')}/table/{table.id}/live?after=0"
    async with connect(url, additional_headers={"Cookie": seat.cookie}, compression=None, open_timeout=60) as line:
        seat.line = line
        async for html in line:
            text = str(html)
            if head := HEAD.search(text):
                seat.shown = int(head[1])
                form, move = (FORM.search(text), MOVE.search(text)) if head[2] == "1" else (None, None)
                if form and move:
                    seat.move = f'{{"do":"play","seat":"{form[1]}","after":"{form[2]}","action":"{move[1]}"}}'
            table.look()


async def play(table: Played, delay: float, until: float) -> None:
    """Make a move every two seconds, and wait until it is on all screens."""
    await asyncio.sleep(delay)
    while time.monotonic() < until:
        began = time.monotonic()
        mover = next((seat for seat in table.seats if seat.move), None)
        if mover is None or mover.line is None or mover.move is None:
            await asyncio.sleep(0.05)
            continue
        message, mover.move = mover.move, None
        table.before = max(other.shown for other in table.seats)
        table.changed.clear()
        table.sent_at = time.monotonic()
        table.sent += 1
        await mover.line.send(message)
        try:
            await asyncio.wait_for(table.changed.wait(), 10)
        except TimeoutError:
            continue
        table.seen += 1
        table.times.append(time.monotonic() - table.sent_at)
        await asyncio.sleep(max(0.0, EVERY - (time.monotonic() - began)))


async def load(address: str, tables: list[Played], server: int, watch: Watch) -> float:
    """Run the load; returns the seconds of processor time that the server took while it was measured."""
    screens = []
    for table in tables:
        screens += [asyncio.create_task(watch(address, table, seat)) for seat in table.seats]
        await asyncio.sleep(0.01)
    while not all(seat.line for table in tables for seat in table.seats):
        await asyncio.sleep(0.1)
    await asyncio.sleep(2)
    until = time.monotonic() + WARM_UP + SECONDS
    playing = [asyncio.create_task(play(table, EVERY * n / len(tables), until)) for n, table in enumerate(tables)]
    await asyncio.sleep(WARM_UP)
    for table in tables:
        table.times.clear()
    busy = processor_seconds(server)
    await asyncio.gather(*playing)
    busy = processor_seconds(server) - busy
    for screen in screens:
        screen.cancel()
    await asyncio.gather(*screens, return_exceptions=True)
    return busy


def memory(process: int) -> float:
    """The most memory that a process has used, in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) / 1000 if found else 0.0


def processor_seconds(process: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    game = os.environ.get("MEZANI_LOAD_GAME", "anansi")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVE, f"sqlite:///{folder}/load.db"]
        no_limits = {variable_of(name): str(value) for name, value in NO_LIMITS.items()}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | no_limits) as server:
            assert server.stdout
            try:
                address = server.stdout.readline().removeprefix("The table is at ").strip().rstrip("/")
                tables = [set_up(address, game, number) for number in range(TABLES)]
                busy = asyncio.run(load(address, tables, server.pid, watch))
                used = memory(server.pid)
            finally:
                server.terminate()
    show(mezani.game(game).title, tables, used, busy)


def show(name: str, tables: list[Played], used: float, busy: float) -> None:
    """Print the figures beside their goals."""
    times = sorted(1000 * took for table in tables for took in table.times)
    lost = sum(table.sent - table.seen for table in tables)
    title = f"{len(tables)} tables of {name} with {SEATS} screens, a move every {EVERY:.0f} s"
    figures = Table("what", "measured", "goal", title=title)
    figures.add_row("moves measured", f"{len(times):,}", "")
    figures.add_row("on all screens, median", f"{statistics.median(times):.1f} ms", "")
    figures.add_row("on all screens, 95 %", f"{times[int(len(times) * 0.95)]:.1f} ms", f"{GOAL_MS} ms")
    figures.add_row("moves lost", str(lost), "0")
    figures.add_row("memory of the server", f"{used:.0f} MB", f"{GOAL_MB} MB")
    figures.add_row("processor time for a move", f"{1000 * busy / len(times):.2f} ms", "")
    Console().print(figures)


if __name__ == "__main__":
    main()
