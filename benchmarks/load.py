"""Many tables on one server: how long until a move is on all screens, and what memory and processor time that takes.

By environment: MEZANI_LOAD_TABLES, _SECONDS, _GAME, _PROCESSES, _DATABASE (sqlite, or postgresql: a fresh one of the
tests). Tables without clocks and with live ones are measured in turn, MEZANI_LOAD_ROUNDS times; with
MEZANI_LOAD_BEFORE, the `src` of another tree, that tree and this one, both without clocks.
"""

import asyncio
import gc
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

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
PROCESSES = int(os.environ.get("MEZANI_LOAD_PROCESSES", "1"))
DATABASE = os.environ.get("MEZANI_LOAD_DATABASE", "sqlite" if PROCESSES == 1 else "postgresql")
BEFORE = os.environ.get("MEZANI_LOAD_BEFORE", "")
ROUNDS = int(os.environ.get("MEZANI_LOAD_ROUNDS", "1"))
CLOCK = {"pace": "live", "minutes": 60, "increment": 10}
GOAL_MS = 50  # on a machine with nothing else to do
GOAL_OF_LAST_MS = 100
GOAL_MB = 300

SERVE = "import json, sys; from mezani.web.serve import serve; serve(**json.loads(sys.argv[1]))"
WITHOUT_LIMITS = {variable_of(name): str(value) for name, value in NO_LIMITS.items()}  # all come from one address
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


def set_up(address: str, game: str, table: int, has_clock: bool) -> Played:
    """A table with a person on each seat, everybody with a name of their own."""
    form = {"players": SEATS, "chair-0": "me", "name-0": f"A {table}"} | {f"chair-{n}": "free" for n in range(1, SEATS)}
    if has_clock:
        form |= CLOCK
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


def family(process: int) -> list[int]:
    """A process and all that it has started, they too."""
    parents = {int(path.parent.name): _parent(path) for path in Path("/proc").glob("[0-9]*/stat")}
    found = [process]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def _parent(stat: Path) -> int:
    try:
        return int(stat.read_text().rpartition(")")[2].split()[1])
    except OSError:  # it has ended
        return 0


def memory(process: int) -> float:
    """The most memory that a server has used, in MB; of several processes the sum."""
    used = [re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{one}/status").read_text()) for one in family(process)]
    return sum(int(found[1]) / 1000 for found in used if found)


def processor_seconds(process: int) -> float:
    """The processor time that a server has used, with all its processes."""
    ticks = 0
    for one in family(process):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@dataclass
class Figures:
    """What was measured in a run."""

    times: list[float]  # from the press of a button to all screens, in ms
    lost: int
    memory: float
    busy: float  # seconds of processor time

    @classmethod
    def of(cls, tables: list[Played], used: float, busy: float) -> "Figures":
        """The figures of a run."""
        times = sorted(1000 * took for table in tables for took in table.times)
        return cls(times, sum(table.sent - table.seen for table in tables), used, busy)

    def within(self, part: float) -> str:
        """The time within which a part of all moves was on all screens."""
        return f"{self.times[int(len(self.times) * part)]:.1f} ms"

    @property
    def for_a_move(self) -> float:
        """The processor time for a move, in ms."""
        return 1000 * self.busy / len(self.times)


class Case(NamedTuple):
    """What is measured: the source of a server, and whether its tables have clocks."""

    source: Path
    has_clocks: bool = False


def run(case: Case, game: str, database: str, folder: str) -> Figures:
    """Put the load on a server of a source tree."""
    given = {"port": 0, "database": database, "browser": False}
    if PROCESSES > 1:
        given["processes"] = PROCESSES
    command = [sys.executable, "-c", SERVE, json.dumps(given)]
    paths = {"PYTHONPATH": str(case.source), "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
    environment = os.environ | WITHOUT_LIMITS | paths
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout
        try:
            address = server.stdout.readline().removeprefix("The table is at ").strip().rstrip("/")
            tables = [set_up(address, game, number, case.has_clocks) for number in range(TABLES)]
            busy = asyncio.run(load(address, tables, server.pid, watch))
            return Figures.of(tables, memory(server.pid), busy)
        finally:
            server.terminate()


@contextmanager
def fresh_database(folder: str) -> Iterator[str]:
    """The address of an empty database."""
    if DATABASE == "sqlite":
        yield f"sqlite:///{folder}/load.db"
    else:
        from tests.postgres import cluster

        with cluster() as address:
            yield address


def measure(case: Case, game: str) -> Figures:
    """A run over an empty database."""
    with tempfile.TemporaryDirectory() as folder, fresh_database(folder) as database:
        return run(case, game, database, folder)


def main() -> None:
    gc.disable()  # pauses of those who measure are none of the server's
    game = os.environ.get("MEZANI_LOAD_GAME", "anansi")
    ours = Path(mezani.__file__).parents[1]
    cases = (
        {"before": Case(Path(BEFORE)), "measured": Case(ours)}
        if BEFORE
        else {"without clocks": Case(ours), "with clocks": Case(ours, True)}
    )
    runs: dict[str, list[Figures]] = {name: [] for name in cases}
    for _ in range(ROUNDS):  # in turn: the machine may be busier at one time than at another
        for name, case in cases.items():
            runs[name].append(measure(case, game))
    of_all = {
        name: Figures(
            sorted(took for one in of_one for took in one.times),
            sum(one.lost for one in of_one),
            max(one.memory for one in of_one),
            sum(one.busy for one in of_one),
        )
        for name, of_one in runs.items()
    }
    processes = f" in {PROCESSES} processes" if PROCESSES > 1 else ""
    show(f"{mezani.game(game).title} over {DATABASE}{processes}", **of_all)
    first, second = of_all
    ratio = of_all[second].for_a_move / of_all[first].for_a_move
    print(f"processor time for a move, {second} : {first}: {ratio:.2f}")


def show(name: str, **measured: Figures) -> None:
    """Print the figures beside their goals."""
    title = f"{TABLES} tables of {name} with {SEATS} screens, a move every {EVERY:.0f} s"
    table, all_of_them = Table("what", *measured, "goal", title=title), list(measured.values())
    rows: list[tuple[str, Callable[[Figures], str], str]] = [
        ("moves measured", lambda one: f"{len(one.times):,}", ""),
        ("on all screens, median", lambda one: one.within(0.5), ""),
        ("on all screens, 95 %", lambda one: one.within(0.95), f"{GOAL_MS} ms"),
        ("on all screens, 99 %", lambda one: one.within(0.99), f"{GOAL_OF_LAST_MS} ms"),
        ("moves lost", lambda one: str(one.lost), "0"),
        ("memory of the server", lambda one: f"{one.memory:.0f} MB", f"{GOAL_MB} MB" if PROCESSES == 1 else ""),
        ("processor time for a move", lambda one: f"{one.for_a_move:.2f} ms", ""),
    ]
    for what, figure, goal in rows:
        table.add_row(what, *map(figure, all_of_them), goal)
    Console().print(table)


if __name__ == "__main__":
    main()
