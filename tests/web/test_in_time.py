"""In time is what was read from the socket in time: by a form, from a program, or on a live connection."""

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from mezani.tables.arrival import READ_AT, read_at
from mezani.tables.hall import Hall
from mezani.tables.refusals import TooMuch
from mezani.web.limits import Limits
from mezani.web.middleware import Middleware
from mezani.web.settings import Settings
from tests.web.people import GAME, Person, table_of
from tests.web.running import all_of, running, until
from tests.web.test_live import heard, say_move, screen

PAUSE = 0.05  # seconds between the first and the last byte of a slow request


def test_a_request_was_read_when_its_last_byte_was_not_when_somebody_looks_at_it() -> None:
    found: list[float] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        found.append(read_at())
        scope[READ_AT] = 1_700_000_001.0  # its body came later
        await receive()
        found.append(read_at())

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    settings, nothing = Settings(), None
    scope: Any = {"type": "http", "client": None, "path": "/health", "query_string": b"", "headers": []}
    scope[READ_AT] = 1_700_000_000.0
    asyncio.run(Middleware(app, settings, Limits(settings))(scope, receive, nothing))  # type: ignore[arg-type]
    assert found == [1_700_000_000.0, 1_700_000_001.0]


def test_a_slow_request_counts_from_its_last_byte_and_the_next_one_for_itself(tmp_path: Path) -> None:
    with running(tmp_path) as server, httpx.Client(base_url=server.address, trust_env=False) as client:
        chairs = [{"who": "me", "name": "Ann"}, *[{"who": "free"}] * (GAME.seats[0] - 1)]
        opened = client.post("/api/tables", json={"game": GAME.name, "chairs": chairs}).json()
        id, token = opened["table"], opened["token"]
        sent_at = []
        connection = server.connect()
        for text, ending in (("one", "keep-alive"), ("two", "close")):
            body = f"seat=0&text={text}".encode()
            lines = [f"POST /table/{id}/say HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Cookie: mezani={token}"]
            lines += [f"Connection: {ending}", "Content-Type: application/x-www-form-urlencoded"]
            connection.sendall("\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode() + body[:-1])
            time.sleep(PAUSE)
            sent_at.append(time.time())
            connection.sendall(body[-1:])
            if ending == "keep-alive":
                assert connection.recv(65536).startswith(b"HTTP/1.1 303")
        assert all_of(connection)
        with sqlite3.connect(tmp_path / "mezani.db") as database:
            said = database.execute("SELECT at FROM log WHERE kind = 'chat' ORDER BY number").fetchall()
    assert len(said) == 2
    assert sent_at[0] <= said[0][0] < sent_at[1] <= said[1][0]


def test_no_flag_falls_while_what_a_screen_has_sent_waits_for_its_turn(client: TestClient[Any], ann: Person) -> None:
    hall: Hall = client.app.state.hall
    table = table_of(client, ann.new_table(["me"] * GAME.seats[0]))
    waited, wait_for = [], hall.flags.wait_for

    def noted(id: str, at: float | None) -> None:
        waited.append(at)
        wait_for(id, at)

    hall.flags.wait_for = noted  # type: ignore[method-assign]
    with screen(ann, table.id, table.state.seat, table.last_number) as line:
        heard(line)
        say_move(line, table)
        until(lambda: len(table.actions) == 1)
    read, stored = waited  # on the line, and while it is stored
    assert read == stored == table.log[-1].at
    until(lambda: not hall.flags._under_way)


def test_who_is_slowed_for_sending_too_much_waits_on_their_own_clock(
    client: TestClient[Any], ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_much(_socket: object, _table: object, _viewer: object, what: str) -> None:
        if what == "say":
            raise TooMuch("chat", 60)

    monkeypatch.setattr("mezani.web.live.allow_message", too_much)
    monkeypatch.setattr("mezani.web.inbox.SLOWED", 0.2)
    table = table_of(client, ann.new_table(["me"] * GAME.seats[0]))
    with screen(ann, table.id, table.state.seat, table.last_number) as line:
        heard(line)
        sent_at = time.time()
        for _ in range(2):
            line.send_json({"do": "say", "seat": "0", "text": "Well"})
        say_move(line, table)
        until(lambda: len(table.actions) == 1)
    assert table.log[-1].at >= sent_at + 0.4
    until(lambda: not client.app.state.hall.flags._under_way)
