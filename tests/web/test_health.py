"""Whether a server is alive and ready, and what it measures."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from prometheus_client import REGISTRY

from mezani.tables.keys import fresh_key
from mezani.web import health
from mezani.web.settings import Settings
from tests.web.people import GAME, Person, server, table_of
from tests.web.test_live import heard, say_move, screen

LEAST = GAME.seats[0]


def test_a_server_is_alive_and_ready(client: TestClient[Any]) -> None:
    assert client.get("/health").json()["status"] == "alive"
    assert client.head("/health").status_code == client.head("/ready").status_code == 200
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()["status"], answer.json()["wrong"]) == (200, "ready", [])


def test_a_silent_store_is_told(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(name: str) -> str:
        await asyncio.sleep(60)
        return name

    monkeypatch.setattr(health, "PATIENCE", 0.05)
    monkeypatch.setattr(client.app.state.hall.store.house, "get", silent)
    answer = client.get("/ready")
    assert answer.status_code == 503
    assert answer.json()["wrong"] == ["The store does not answer within 0.05 s."]
    assert client.get("/health").status_code == 200


def test_a_broken_store_is_told_without_its_secrets(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(name: str) -> str:
        raise OSError("postgresql://mezani:hunter2@db is gone")

    monkeypatch.setattr(client.app.state.hall.store.house, "get", broken)
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()["wrong"]) == (503, ["The store can't be read: OSError."])


def figures(client: TestClient[Any]) -> str:
    return client.get("/metrics").text


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A server whose figures the test may read: it has no address in a test."""
    monkeypatch.setattr(health, "_counted_at", float("-inf"))
    monkeypatch.setattr("mezani.web.limits.Networks.has", lambda self, address: True)
    with server(tmp_path) as client:
        yield client


def test_metrics_are_for_those_whom_the_host_lets_read_them(client: TestClient[Any]) -> None:
    assert client.get("/metrics").status_code == 404
    assert Settings().metrics_from == ("127.0.0.1", "::1")


def test_metrics_tell_what_goes_on(watched: TestClient[Any]) -> None:
    ann, before = Person(watched), value("mezani_deeds_total", kind="play")
    table = table_of(watched, ann.new_table(["me"] * LEAST))
    ann.new_table(["me", *["free"] * (LEAST - 1)])
    with screen(ann, table.id, table.state.seat, table.last_number) as line:
        heard(line)
        say_move(line, table)
        heard(line)
        text = figures(watched)
        assert 'mezani_tables{state="running"} 1.0' in text
        assert 'mezani_tables{state="open"} 1.0' in text
        assert "mezani_screens 1.0" in text
        assert f"mezani_people {LEAST}.0" in text
    assert value("mezani_deeds_total", kind="play") == before + 1
    assert 'mezani_requests_total{route="/new/{name}",status="303"}' in text
    memory = re.search(r"^mezani_memory_bytes (\S+)$", text, re.MULTILINE)
    assert memory
    assert 2e7 < float(memory[1]) < 2e9
    assert (REGISTRY.get_sample_value("mezani_press_to_screen_seconds_count") or 0) >= 1
    assert value("mezani_store_seconds_count", what="append") >= 1


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_no_name_and_no_table_stands_in_the_figures(watched: TestClient[Any]) -> None:
    ann = Person(watched)
    id = ann.new_table(["me"] * LEAST, ["Annabel"] * LEAST)
    ann.get(f"/table/{id}")
    ann.get("/wp-login.php")
    text = figures(watched)
    assert [word for word in (id, "Annabel", "wp-login", ann.cookies["mezani"]) if word in text] == []


def test_a_deed_that_is_sent_twice_is_counted_once(watched: TestClient[Any]) -> None:
    ann, before = Person(watched), value("mezani_deeds_total", kind="chat")
    id = ann.new_table(["me"] * LEAST)
    for _ in range(2):
        ann.post(f"/table/{id}/say", seat=0, text="Hello", key=fresh_key())
    key = fresh_key()
    for _ in range(2):
        ann.post(f"/table/{id}/say", seat=0, text="Hello again", key=key)
    assert value("mezani_deeds_total", kind="chat") == before + 3


def test_a_decision_in_advance_is_not_counted_before_it_is_played(watched: TestClient[Any]) -> None:
    ann = Person(watched)
    table = table_of(watched, ann.new_table(["me"] * LEAST))
    waiting = next(seat for seat in table.state.open_seats() if seat != table.state.seat)
    before = [line for line in figures(watched).splitlines() if line.startswith("mezani_deeds_total")]
    action = table.state.open_actions(waiting)[0]
    ann.post(f"/table/{table.id}/play", seat=waiting, after=table.turn, action=action)
    assert table.commitments == {waiting: action}
    assert before == [line for line in figures(watched).splitlines() if line.startswith("mezani_deeds_total")]


COUNTING = """
import sys
from prometheus_client import generate_latest
from mezani.tables.metrics import REQUESTS, SCREENS
from mezani.web.health import figures
REQUESTS.labels("/", 200).inc(3)
SCREENS.set(2)
print(generate_latest(figures()).decode())
"""


@pytest.mark.slow
def test_processes_of_one_server_are_measured_together() -> None:
    with health.measured_together():
        for _ in range(2):
            counting = subprocess.Popen([sys.executable, "-c", COUNTING], stdout=subprocess.PIPE, text=True)
            text, _ = counting.communicate(timeout=60)
            health.no_longer_measured(counting.pid)
    assert 'mezani_requests_total{route="/",status="200"} 6.0' in text
    assert "mezani_screens 2.0" in text  # the first one is gone
