"""Holidays among the settings: begun, ended, and refused where they can't be."""

import re
import time
from datetime import date, timedelta
from typing import Any

from litestar.testing import TestClient

from tests.web.people import Person

ONE_SERVER = True


def test_a_holiday_is_taken_and_ended(ann: Person) -> None:
    assert 'id="holiday"' not in ann.get("/settings").text
    ann.post("/settings", name="Ann", all="1")
    assert "30 days are left" in ann.get("/settings").text
    until = date.today() + timedelta(days=5)
    page = ann.post("/settings/holiday", until=until.isoformat()).text
    assert re.search(rf"You are on holiday until .*{until.year}", page)
    page = ann.post("/settings/holiday", end="1").text
    assert "You are on holiday" not in page


def test_a_program_takes_a_holiday_and_comes_back(client: TestClient[Any]) -> None:
    until, token = date.today() + timedelta(days=5), {"authorization": "Bearer of-a-program-on-holiday"}
    taken = client.put("/api/me/holiday", json={"until": until.isoformat()}, headers=token).json()
    assert taken["until"] > time.time() + 4 * 86400
    assert taken["days_left"] in (23, 24)
    assert client.get("/api/me/holiday", headers=token).json() == taken
    assert client.delete("/api/me/holiday", headers=token).json() == {"until": None, "days_left": 29}


def test_what_is_no_holiday_is_refused(ann: Person) -> None:
    ann.post("/settings", name="Ann", all="1")
    for until in ("", "soon", "2020-01-01", "9999-12-31", (date.today() + timedelta(days=60)).isoformat()):
        assert ann.post("/settings/holiday", until=until).status_code == 409, until
    assert "30 days are left" in ann.get("/settings").text
