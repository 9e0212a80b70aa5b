"""Absent players on the page: a button for the others when the agreed time is over, and a way back for who was away."""

import re
import time
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.testing import TestClient, WebSocketTestSession

from mezani.tables.terms import DAY
from tests.web.people import GAME, Person, table_of
from tests.web.test_live import heard, screen

LEAST = GAME.seats[0]
BUTTON = "Let a bot play for"


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of day, which can be moved on."""
    now = [time.time()]
    for module in ("mezani.tables.arrival", "mezani.tables.memory", "mezani.web.screen"):
        monkeypatch.setattr(f"{module}.time", SimpleNamespace(time=lambda: now[0]))
    return now


def table_of_people(people: list[Person], **terms: object) -> str:
    """A table at which everybody sits on a chair of their own."""
    form = {"players": LEAST, "chair-0": "me", "name-0": "Ann", **{f"chair-{n}": "free" for n in range(1, LEAST)}}
    answer = people[0].ask("POST", f"/new/{GAME.name}", data={**form, **terms})
    id = answer.url.path.rpartition("/")[2]
    for number, person in enumerate(people[1:], 1):
        person.post(f"/table/{id}/sit", name=f"Person {number}")
    return id


def test_the_others_may_let_a_bot_play_when_the_time_is_over(client: TestClient[Any], now: list[float]) -> None:
    people = [Person(client) for _ in range(LEAST)]
    id = table_of_people(people)
    table = table_of(client, id)
    seat = table.state.seat
    other = people[(seat + 1) % LEAST]
    assert "has not moved for 1 day" in other.get(f"/table/{id}").text
    assert BUTTON not in other.get(f"/table/{id}").text
    now[0] += DAY * 60 + 1
    page = other.get(f"/table/{id}").text
    assert f"{BUTTON} {table.seats[seat].name}" in page
    for nobody in (people[seat], Person(client)):
        assert BUTTON not in nobody.get(f"/table/{id}").text
    key = re.search(r'name="key" value="([^"]+)" form="do-replace"', page)
    assert key
    form = {"seat": (seat + 1) % LEAST, "absent": seat, "key": key[1]}
    for _ in range(2):
        assert other.post(f"/table/{id}/replace", **form).status_code == 200
    assert table.seats[seat].bot
    assert "and the others let a bot play." in other.get(f"/table/{id}").text
    assert "Take over again" in people[seat].get(f"/table/{id}").text
    people[seat].post(f"/table/{id}/return", seat=seat)
    assert table.seats[seat].bot is None


def test_the_time_is_agreed_when_the_table_is_set_up(client: TestClient[Any], now: list[float]) -> None:
    for given, minutes in (("", DAY), ("10", 10), ("0", None)):
        people = [Person(client) for _ in range(LEAST)]
        assert table_of(client, table_of_people(people, **{"away-after": given})).terms.away_after == minutes
    chairs = [{"who": "me"}] * LEAST
    seated = client.post("/api/tables", json={"game": GAME.name, "chairs": chairs, "terms": {"away_after": 60}}).json()
    assert client.get(f"/api/tables/{seated['table']}").json()["terms"]["away_after"] == 60
    wrong = {"game": GAME.name, "chairs": chairs, "terms": {"away_after": 0}}
    assert client.post("/api/tables", json=wrong).status_code == 400
    assert "1 Tag ohne Zug" in Person(client, **{"accept-language": "de"}).get(f"/new/{GAME.name}").text


def told_of_absent(line: WebSocketTestSession) -> str:
    """What a screen is next told about who is away."""
    while not (found := re.search(r'<div id="absent">.*?</div>', heard(line), re.DOTALL)):
        pass
    return found[0]


def test_a_screen_that_was_away_is_told_the_same_as_one_that_stayed(client: TestClient[Any], now: list[float]) -> None:
    people = [Person(client) for _ in range(LEAST)]
    table = table_of(client, table_of_people(people))
    awaited, other = people[table.state.seat], people[(table.state.seat + 1) % LEAST]
    with screen(other, table.id, after=table.entries_known(None)) as stays:

        def both_are_told() -> str:
            told = told_of_absent(stays)
            with screen(other, table.id, after=table.entries_known(None)) as again:
                assert told_of_absent(again) == told
            return told

        assert "data-due" in both_are_told()
        with screen(awaited, table.id):
            assert "data-due" not in both_are_told()
        assert "data-due" in both_are_told()
        now[0] += DAY * 60 + 1
        other.post(f"/table/{table.id}/say", seat=(table.state.seat + 1) % LEAST, text="Hello?")
        assert BUTTON in both_are_told()
