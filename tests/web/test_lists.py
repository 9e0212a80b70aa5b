"""Lists of tables as pages: further tables can be reached, in both languages, and the API has the same lists."""

from typing import Any

import pytest
from litestar.testing import TestClient

from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from tests.web.people import GAME, Person

LEAST = GAME.seats[0]


@pytest.fixture
def many(client: TestClient[Any], ann: Person) -> list[str]:
    """The ids of 25 open tables of Ann."""
    ann.cookies = {"mezani": "ann"}
    chairs, hall = [Seat(player_of("ann"), "Ann"), *[Seat()] * (LEAST - 1)], client.app.state.hall

    async def set_up() -> list[str]:
        return [(await hall.open_table(GAME, chairs, public=True)).id for _ in range(25)]

    return client.blocking_portal.call(set_up)


def test_the_start_page_leads_to_all_tables(client: TestClient[Any], ann: Person, many: list[str]) -> None:
    page = ann.get("/").text
    assert '<a href="/tables">all 25</a>' in page
    assert '<a href="/tables/open">all 25</a>' in page
    for path in ("/tables", "/tables/open"):
        first, second = ann.get(path), ann.get(f"{path}?page=2")
        assert f'href="{path}?page=2"' in first.text
        assert "Further tables" in first.text
        assert "Previous tables" in second.text
        shown = [id for page in (first, second) for id in many if f'href="/table/{id}"' in page.text]
        assert sorted(shown) == sorted(many)


@pytest.mark.parametrize("page", ["0", "-1", "9" * 5000, "x", "99", ""])
def test_a_page_that_is_not_there_is_another_one(ann: Person, many: list[str], page: str) -> None:
    answer = ann.get(f"/tables?page={page}")
    assert answer.status_code == 200
    assert 'href="/table/' in answer.text


def test_lists_of_somebody_new_are_empty_and_say_so(client: TestClient[Any]) -> None:
    german = Person(client, **{"accept-language": "de"})
    for path, title in (
        ("/tables", "Deine Tische"),
        ("/tables/finished", "Beendet"),
        ("/tables/open", "Offene Tische"),
    ):
        page = german.get(path).text
        assert f"<h1>{title}</h1>" in page
        assert "Es gibt keine." in page


def test_the_api_lists_the_same_tables(client: TestClient[Any], many: list[str]) -> None:
    headers = {"authorization": "Bearer ann"}
    mine = client.get("/api/tables", headers=headers).json()
    assert (mine["page"], mine["pages"], mine["total"]) == (1, 1, 25)
    assert {table["table"] for table in mine["tables"]} == set(many)
    assert not any(table["your_turn"] for table in mine["tables"])
    assert client.get("/api/tables?which=open").json()["total"] == 25
    assert client.get("/api/tables?which=finished", headers=headers).json()["total"] == 0
    assert client.get("/api/tables").json()["tables"] == []
    assert client.get("/api/tables?which=odd").status_code == 400
    assert client.get(f"/api/tables?page={'9' * 5000}").status_code == 400
