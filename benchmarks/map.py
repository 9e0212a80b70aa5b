"""A click on the map of The Great Zimbabwe at the end of a game of five: until the answer is there, and how large."""

import gzip
import re
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from litestar.testing import TestClient
from rich.console import Console
from rich.table import Table as Figures

import mezani
from mezani.games.zimbabwe.actions import GOOD, PASS, TURN
from mezani.games.zimbabwe.view import ZimbabweView, view
from mezani.tables.entries import Entry, Kind
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.web.app import make_app
from mezani.web.settings import Settings

PLAYERS = 5
GOAL_MS = 50
GOAL_KB = 250
LOADED = re.compile(r'(?:href|src)="(/(?:static|games)/[^"#]+)')


def late_position() -> Any:
    """The last choice of a good in a game in which much is built: those who can raise or place do."""
    game, rng = mezani.game("zimbabwe"), mezani.Rng(1)
    state, last = game.new(PLAYERS, 1), None
    while not state.is_over:
        choices = state.legal_actions()
        wanted = [action for action in choices if state.step == TURN and action > PASS and rng.below(2)]
        if state.step == GOOD:
            last = state.clone()
        state.play((wanted or choices)[rng.below(len(wanted or choices))])
    return last


def seated(state: Any) -> Table:
    """A table with this position, a person on each seat."""
    seats = [Seat(player_of(f"secret-{n}"), f"Name {n}") for n in range(PLAYERS)]
    table = Table("map", mezani.game("zimbabwe"), PLAYERS, 1, {}, False, seats)
    table.take([Entry(1, Kind.BEGIN, 0.0)])
    table.state = state
    return table


def times(client: TestClient[Any], seat: int, looks: list[str]) -> list[float]:
    """Milliseconds until the answer of each click is there."""
    taken = []
    headers = {"cookie": f"mezani=secret-{seat}"}
    with client.websocket_connect("/table/map/live?after=0", headers=headers) as line:
        line.receive_text()
        for look in looks:
            start = time.perf_counter()
            line.send_json({"do": "look", "look": look})
            line.receive_text()
            taken.append((time.perf_counter() - start) * 1000)
    return taken


def main() -> None:
    """Print the figures."""
    state = late_position()
    shown: ZimbabweView = view(state, state.seat)
    squares = [monument.square for monument in shown.monuments] + [tile.square for tile in shown.craftsmen]
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{Path(folder) / 'mezani.db'}", bot_processes=1)
        with TestClient(make_app(settings)) as client:
            client.app.state.hall.tables.keep(seated(state))
            looks = [square + range for square in squares for range in ("", "*")]
            first, taken = times(client, state.seat, looks), times(client, state.seat, looks)
            page = client.get(f"/table/map?look={squares[0]}*", headers={"cookie": f"mezani=secret-{state.seat}"})
            loaded = [client.get(address).content for address in set(LOADED.findall(page.text))]
    size = sum(len(gzip.compress(content)) for content in (page.content, *loaded)) / 1000
    table = Figures(title=f"The map with {len(shown.monuments)} monuments and {len(shown.craftsmen)} craftsmen")
    for title in ("", "median", "slowest", "goal"):
        table.add_column(title, justify="left" if not title else "right")
    for name, some in (("a click seen for the first time", first), ("seen before", taken)):
        table.add_row(f"ms: {name}", f"{statistics.median(some):.1f}", f"{max(some):.1f}", f"{GOAL_MS}")
    table.add_row("kB: the page and all that it loads, compressed", f"{size:.0f}", f"{size:.0f}", f"{GOAL_KB}")
    Console().print(table)
