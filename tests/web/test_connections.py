"""Connections of a real server: half-sent requests, screens that take nothing, too many of them, and a stop."""

import asyncio
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from mezani.web.logs import is_wanted
from mezani.web.protocols import PatientSocket
from tests.web.people import GAME
from tests.web.running import Running, all_of, running, until

LEAST = GAME.seats[0]
HALF_SENT = [
    b"",
    b"G",
    b"GET / HTTP/1.1\r\nHost: table\r\n",
    b"POST /play-now HTTP/1.1\r\nHost: table\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 100\r\n\r\ngame=",
    b"GET /health HTTP/1.1\r\nHost: table\r\n\r\nGET /health HTTP/1.1\r\nHo",
]
CHUNKED = b"Host: table\r\nTransfer-Encoding: chunked\r\n\r\n"
NO_CHUNK = b"is no number\r\n"
UPGRADE = (
    "GET /table/{id}/live?after=0 HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def new_table(server: Running) -> tuple[str, str]:
    """A table at which one person has all chairs; its id and their cookie."""
    form = {"players": str(LEAST)} | {f"chair-{n}": "me" for n in range(LEAST)}
    answer = httpx.post(f"{server.address}/new/{GAME.name}", data=form)
    return answer.headers["location"].rpartition("/")[2], f"mezani={answer.cookies['mezani']}"


def screen(server: Running, id: str, cookie: str = "") -> ClientConnection:
    headers = {"Cookie": cookie} if cookie else {}
    return connect(f"ws://127.0.0.1:{server.port}/table/{id}/live?seat=0&after=0", additional_headers=headers)


def test_none_of_200_half_sent_requests_is_held(tmp_path: Path) -> None:
    with running(tmp_path, request_seconds=0.3) as server:
        sent = [server.connect(HALF_SENT[n % len(HALF_SENT)]) for n in range(200)]
        began = time.monotonic()
        answers = [all_of(connection) for connection in sent]
        assert time.monotonic() - began < 4  # and not the five seconds that an idle connection may be kept
        assert server.held == 0
        assert all(b"HTTP/1.1 408" in answer for answer in answers)
        assert sum(answer.startswith(b"HTTP/1.1 200") for answer in answers) == 40


def test_a_request_that_drips_is_ended_and_one_that_comes_in_parts_is_answered(tmp_path: Path) -> None:
    with running(tmp_path, request_seconds=0.5) as server:
        parts = server.connect(b"GET /health HTTP/1.1\r\n")
        time.sleep(0.05)
        parts.sendall(b"Host: table\r\nConnection: close\r\n\r\n")
        assert all_of(parts).startswith(b"HTTP/1.1 200")
        dripping = server.connect()
        began = time.monotonic()
        while server.held:
            with suppress(OSError):
                dripping.sendall(b"x")
            time.sleep(0.05)
        assert time.monotonic() - began < 5
        dripping.close()
        assert httpx.get(f"{server.address}/health").status_code == 200


def test_a_screen_that_takes_nothing_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = PatientSocket.connection_made

    def made_narrow(self: PatientSocket, transport: asyncio.Transport) -> None:
        made(self, transport)
        transport.set_write_buffer_limits(0)

    monkeypatch.setattr(PatientSocket, "connection_made", made_narrow)
    with running(tmp_path, screen_seconds=0.3) as server:
        server.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        id, cookie = new_table(server)
        asleep = server.connect(UPGRADE.format(id=id).encode(), room=2048)
        with screen(server, id, cookie) as mine:
            until(lambda: server.held == 2)
            began = time.monotonic()
            while server.held == 2:
                mine.send(f'{{"do": "say", "seat": "0", "text": "{"x" * 400}"}}')
                mine.recv(timeout=60)
            assert time.monotonic() - began < 10  # long before it is found dead, by a ping that it does not answer
            mine.ping().wait(60)
        asleep.close()


def told_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the host reads in the log."""
    return [record.msg for record in caplog.records if is_wanted(record) and record.levelname != "INFO"]


def test_what_is_no_http_is_answered_and_not_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path) as server:
        assert all_of(server.connect(b"\x16\x03\x01 is no HTTP\r\n\r\n")).startswith(b"HTTP/1.1 400")
    assert told_of(caplog) == []


def test_a_body_that_is_no_http_ends_its_request(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path) as server:
        assert all_of(server.connect(b"POST /play-now HTTP/1.1\r\n" + CHUNKED + NO_CHUNK)).count(b"HTTP/1.1 400") == 1
        answered = server.connect(b"GET /health HTTP/1.1\r\n" + CHUNKED)
        assert answered.recv(100).startswith(b"HTTP/1.1 200")
        answered.sendall(NO_CHUNK)
        assert b"HTTP/1.1" not in all_of(answered)
        until(lambda: server.held == 0)
    assert told_of(caplog) == []


def test_there_are_only_so_many_connections(tmp_path: Path) -> None:
    with running(tmp_path, connections=20, connections_per_address=5, trusted_proxies=()) as server:
        held = [server.connect(b"GET") for _ in range(5)]
        until(lambda: server.held == 5)
        refused = all_of(server.connect(b"GET / HTTP/1.1\r\nHost: table\r\n\r\n"))
        assert refused.startswith(b"HTTP/1.1 503")
        assert b"Retry-After: 5" in refused
        held.pop().close()
        until(lambda: server.held == 4)
        assert httpx.get(f"{server.address}/health").status_code == 200
        for connection in held:
            connection.close()
        until(lambda: server.held == 0)


def test_a_stop_with_50_screens_takes_less_than_two_seconds_and_loses_nothing(tmp_path: Path) -> None:
    with ExitStack() as closing, running(tmp_path) as server:
        tables = [new_table(server) for _ in range(10)]
        screens = [closing.enter_context(screen(server, *tables[n % 10])) for n in range(50)]
        stream = server.connect(f"GET /api/tables/{tables[0][0]}/stream HTTP/1.1\r\nHost: table\r\n\r\n".encode())
        until(lambda: server.held == 51)
        for line in screens[:10]:
            line.send('{"do": "say", "seat": "0", "text": "Goodbye"}')
        hall = server.server.app.state.hall
        until(lambda: hall.under_way + sum(hall.tables[id].log[-1].kind == "chat" for id, _ in tables) == 10)
        assert server.stop() < 2
        ends = [end_of(line) for line in screens]
        assert [code for _, code in ends] == [1012] * 50
        assert all_of(stream).endswith(b"0\r\n\r\n")  # a stream that has ended, and was not cut
    with running(tmp_path) as server:
        for number, (id, cookie) in enumerate(tables):
            assert "Goodbye" in httpx.get(f"{server.address}/table/{id}", headers={"Cookie": cookie}).text
            assert all("Goodbye" in shown for shown, _ in ends[number::10])


def end_of(line: ClientConnection) -> tuple[str, int | None]:
    """All that a screen still gets, and the code with which it is closed."""
    shown = ""
    try:
        while True:
            shown += str(line.recv(timeout=60))
    except ConnectionClosed as end:
        return shown, end.rcvd.code if end.rcvd else None


def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert httpx.get(f"{server.address}/ready").json()["status"] == "ready"
        with httpx.Client() as kept:
            kept.get(f"{server.address}/ready")
            server.server.app.state.stopping = True
            answer = kept.get(f"{server.address}/ready")
        assert (answer.status_code, answer.json()["wrong"]) == (503, ["The server is stopping."])
