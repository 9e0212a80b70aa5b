"""The load of load.py on a boardgame.io server: a small game with hidden hands, in memory, nothing is stored."""

import asyncio
import json
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from websockets.asyncio.client import connect

from benchmarks.load import SEATS, TABLES, Figures, Played, Seat, load, memory, show

VERSION = "0.50.2"
SCRIPT = Path(__file__).with_name("boardgame.cjs")
SPACE = "/tricks,"  # boardgame.io has a space of socket.io for each game


async def watch(address: str, table: Played, seat: Seat) -> None:
    """Show a match on a screen; the cookie is the number of the player."""
    url = f"{address}/socket.io/?EIO=4&transport=websocket"
    async with connect(url, compression=None, open_timeout=60) as line:
        await line.send("40" + SPACE)
        async for text in line:
            message = str(text)
            if message == "2":  # socket.io asks whether we are still there
                await line.send("3")
            elif message.startswith("40" + SPACE):
                await line.send(f"42{SPACE}" + json.dumps(["sync", table.id, seat.cookie, None, SEATS]))
            elif message.startswith("42"):
                take(table, seat, *json.loads(message.removeprefix("42" + SPACE))[:3])
                seat.line = line


def take(table: Played, seat: Seat, kind: str, match: str, told: object = None) -> None:
    """Take note of the state that a screen was sent."""
    if kind not in ("sync", "update") or not isinstance(told, dict):
        return
    state = told["state"] if kind == "sync" else told
    seat.shown = state["_stateID"]
    if state["ctx"]["currentPlayer"] == seat.cookie:
        card = state["G"]["players"][seat.cookie]["hand"][0]
        move = {"type": "play", "args": [card], "playerID": seat.cookie}
        update = ["update", {"type": "MAKE_MOVE", "payload": move}, seat.shown, match, seat.cookie]
        seat.move = f"42{SPACE}" + json.dumps(update)
    table.look()


def run(node: str, folder: str) -> None:
    """Put the load on a server, and print the figures."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with subprocess.Popen([node, SCRIPT.name, str(port)], cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            while "listening" not in server.stdout.readline():
                pass
            tables = [Played(f"table{n}", [Seat(str(seat)) for seat in range(SEATS)]) for n in range(TABLES)]
            busy = asyncio.run(load(f"ws://localhost:{port}", tables, server.pid, watch))
            measured = Figures.of(tables, memory(server.pid), busy)
        finally:
            server.terminate()
    show(f"a small game on boardgame.io {VERSION}", measured=measured)


def main() -> None:
    """Run the load where npm can install boardgame.io; else say why not."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if not npm or not node:
        print("boardgame.io is left out: there is no npm here.")
        return
    with tempfile.TemporaryDirectory() as folder:
        wanted = [npm, "install", "--no-audit", "--no-fund", "--loglevel=error", f"boardgame.io@{VERSION}"]
        if subprocess.run(wanted, cwd=folder, check=False).returncode:
            print("boardgame.io is left out: npm could not install it.")
            return
        shutil.copy(SCRIPT, folder)
        run(node, folder)


if __name__ == "__main__":
    main()
