"""The server's log: one line for each request with its number, and nothing in it that is secret."""

import json
import logging
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from websockets.sync.client import connect

from mezani.web.logs import REQUEST, Json, Text, masked, set_up_logging
from mezani.web.settings import Settings
from tests.web.browsing import Served
from tests.web.people import GAME, Person
from tests.web.test_proxies import asked_from

LEAST = GAME.seats[0]


@pytest.mark.slow
def test_a_run_logs_every_request_and_no_secret(tmp_path: Path) -> None:
    served = Served(tmp_path, MEZANI_LOG_FORMAT="json", MEZANI_LOG_LEVEL="debug")
    try:
        secrets = used(served)
    finally:
        served.stop()
    text = served.complaints.read_text("utf-8")
    assert [secret for secret in secrets if secret in text] == []
    lines = [json.loads(line) for line in text.splitlines()]
    requests = [line for line in lines if line["logger"] == "mezani.requests"]
    assert {
        ("POST", "/new/{name}", 303),
        ("GET", "/table/{id}", 200),
        ("GET", "/seat/{id}/{seat}/{link}", 200),
        ("GET", "/seat/{id}/{seat}/{link}", 410),
        ("GET", "none", 404),
        ("LIVE", "/table/{id}/live", 101),
    } <= {(line["method"], line["route"], line["status"]) for line in requests}
    assert all(re.fullmatch("[0-9a-f]{8}", line["request"]) for line in requests)
    assert len({line["request"] for line in requests}) == len(requests)
    assert all("address" not in line for line in requests)


def used(served: Served) -> list[str]:
    """Use a server as people do; returns what must not be in its log."""
    form = {"players": str(LEAST)} | {f"chair-{n}": "me" for n in range(LEAST)}
    with httpx.Client(base_url=served.address) as client:
        path = client.post(f"/new/{GAME.name}", data=form).headers["location"]
        cookie = client.cookies["mezani"]
        client.get(path)
        link = re.search(r"/seat/\w+/0/(\w+)", client.get(f"{path}/device?seat=0").text)
        assert link
        assert client.get(link[0]).status_code == 200
        assert client.get(link[0][:-3] + "000").status_code == 410
        assert client.get(f"/nowhere{link[0]}?secret={cookie}").status_code == 404
        address = f"ws{served.address[4:]}{path}/live?seat=0&after=0"
        with connect(address, additional_headers={"Cookie": f"mezani={cookie}"}) as line:
            line.send('{"do": "say", "seat": "0", "text": "between ourselves"}')
            line.recv(timeout=60)
        program = client.post("/api/tables", json={"game": GAME.name, "chairs": [{"who": "me"}] * LEAST}).json()
        client.get(f"/api/tables/{program['table']}?seat=0", headers={"Authorization": f"Bearer {program['token']}"})
    return [cookie, link[1], program["token"], "between ourselves", "127.0.0.1"]


def test_a_mistake_of_ours_tells_the_person_the_number_that_the_log_has(
    client: TestClient[Any], ann: Person, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(id: str) -> None:
        raise RuntimeError("what is wrong")

    monkeypatch.setattr(client.app.state.hall, "table", fails)
    monkeypatch.setattr(caplog.handler, "formatter", Text())
    answer = ann.get("/table/abc")
    assert answer.status_code == 500
    number = re.search(r"GET /table/{id} failed \[(\w{8})\]", caplog.text)
    assert number
    assert f"tell the host this number: {number[1]}." in answer.text
    caplog.clear()
    problem = ann.get("/api/tables/abc").json()
    number = re.search(r"GET /api/tables/{id} failed \[(\w{8})\]", caplog.text)
    assert number
    assert problem["sentence"].endswith(f"{number[1]}.")


def record(message: str, *facts: object, **more: Any) -> logging.LogRecord:
    return logging.makeLogRecord(
        {"name": "mezani.requests", "msg": message, "args": facts, "levelname": "INFO", **more}
    )


@pytest.mark.parametrize(
    ("how", "shown"), [("none", ""), ("short", " from 203.0.113.0/24"), ("full", " from 203.0.113.9")]
)
def test_addresses_are_logged_as_the_host_allows(how: str, shown: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "mezani.requests")
    asked_from("127.0.0.1", ("127.0.0.1",), log_addresses=how, x_forwarded_for="203.0.113.9")
    assert re.sub(r"[\d.]+ ms", "0 ms", caplog.messages[0]) == f"GET none 499 0 ms{shown}"


def test_lines_are_text_or_json() -> None:
    said = record("%s is slow", "GET /", facts={"ms": 7})
    token = REQUEST.set("0a1b2c3d")
    try:
        assert re.fullmatch(r"[\d-]+ [\d:]+ info mezani\.requests: GET / is slow \[0a1b2c3d\]", Text().format(said))
        line = json.loads(Json().format(said))
    finally:
        REQUEST.reset(token)
    del line["time"]
    assert line == {
        "level": "info",
        "logger": "mezani.requests",
        "message": "GET / is slow",
        "request": "0a1b2c3d",
        "ms": 7,
    }


@pytest.mark.parametrize("formatter", [Text(), Json()])
def test_what_slips_into_a_message_is_masked(formatter: logging.Formatter) -> None:
    try:
        raise ValueError("postgresql://mezani:hunter2@db/mezani")
    except ValueError as problem:
        failed = (type(problem), problem, problem.__traceback__)
    line = formatter.format(
        record("/seat/abc/1/hunter2 /become-host/hunter2 mezani=hunter2; Bearer hunter2", exc_info=failed)
    )
    assert "hunter2" not in line
    assert "ValueError" in line
    assert "/seat/abc/1/…" in line


def test_what_other_packages_tell_of_queries_and_frames_is_not_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "basicConfig", lambda **_: None)
    loggers = [logging.getLogger(name) for name in ("mezani", "uvicorn", "uvicorn.error", "sqlalchemy.engine")]
    kept = [logger.level for logger in loggers]
    try:
        set_up_logging(Settings(log_level="debug"))
        ours, _, frames, queries = loggers
        assert ours.isEnabledFor(logging.DEBUG)
        assert frames.level == logging.INFO
        assert queries.level == logging.NOTSET
    finally:
        for logger, level in zip(loggers, kept, strict=True):
            logger.setLevel(level)


def test_a_password_in_an_address_is_masked_and_the_rest_stays() -> None:
    assert masked("https://games.example.org/table/abc?seat=1") == "https://games.example.org/table/abc?seat=1"
