"""The pages of tournaments: lists, opening one, entering, all its states, what its host does, and the export."""

import csv
import io
from functools import cache
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.web.cups import NAMES, house_of, join_house, play_round, tournament
from tests.web.people import Person

ONE_SERVER = True


@cache
def known(client: TestClient[Any], name: str) -> Person:
    """Somebody who has joined the house, the same in all tests."""
    person = Person(client)
    join_house(client, person, name)
    return person


class Cup:
    """A tournament of Mira's with people who have browsers."""

    def __init__(self, client: TestClient[Any], people: int = 0, **form: object) -> None:
        self.client, self.people = client, {name: known(client, name) for name in ("Mira", *NAMES[:people])}
        chosen = {"game": "anne", "name": "November cup", "rounds": 2, "players": 4, "pace": "none", **form}
        answer = self.mira.post("/tournaments/new", **chosen)
        assert answer.status_code == 200, answer.text
        self.id = answer.url.path.rpartition("/")[2]
        for name in NAMES[:people]:
            assert self.do(name, "enter").status_code == 200

    @property
    def mira(self) -> Person:
        return self.people["Mira"]

    def do(self, who: str, deed: str, **form: object) -> Any:
        return self.people[who].post(f"/tournaments/{self.id}/{deed}", **form)

    def page(self, name: str = "Mira", path: str = "") -> str:
        answer = self.people[name].get(f"/tournaments/{self.id}{path}")
        assert answer.status_code == 200
        return answer.text


@pytest.fixture
def cup(client: TestClient[Any]) -> Cup:
    """A tournament of eleven people that is open for entries."""
    return Cup(client, 11)


def test_a_guest_finds_how_to_sign_in(client: TestClient[Any], ann: Person) -> None:
    assert 'href="/you">Sign in first' in ann.get("/tournaments/new").text
    answer = ann.post("/tournaments/new", game="anne", name="Cup")
    assert answer.status_code == 403
    open_one = Cup(client)
    assert "Sign in to enter" in ann.get(f"/tournaments/{open_one.id}").text
    assert ann.post(f"/tournaments/{open_one.id}/enter").status_code == 403
    assert ann.get("/tournaments/nowhere").status_code == 404


def test_from_entry_to_standings(cup: Cup) -> None:
    page = cup.page()
    assert "11 have entered" in page
    assert '<span class="sizes"><i>4</i><i>4</i><i>3</i></span>' in page
    cup.do("Mira", "begin")
    page = cup.page("Kofi")
    assert "Your table: " in page
    assert "To the table" in page
    assert page.count("<h3>Table ") == 3
    assert "round 1 counts when all its tables are over" in page
    over = play_round(cup.client, cup.id).tables_of(1)[0].table
    for path in (f"/table/{over}", f"/table/{over}/result"):
        assert f'href="/tournaments/{cup.id}"' in cup.people["Kofi"].get(path).text
    page = cup.page("Kofi")
    assert "Round 2 begins in a moment" in page or "Round 2 begins " in page
    assert "after 1 round" in page
    cup.do("Mira", "begin")
    assert "Earlier rounds" in cup.page("Kofi")
    play_round(cup.client, cup.id)
    page = cup.page("Kofi")
    assert '<ol class="first"><li><b>1.</b>' in page
    assert page.count('scope="row"') == 11
    assert "Begin round" not in cup.page("Mira")


def test_only_the_host_finds_what_a_host_does(cup: Cup) -> None:
    assert "You run it" in cup.page("Mira")
    assert "You run it" not in cup.page("Kofi")
    answer = cup.do("Kofi", "begin")
    assert answer.status_code == 403
    assert "Only the host of this tournament can do that." in answer.text
    assert tournament(cup.client, cup.id).state == "open"


def test_withdrawing_replacing_removing_and_ending(cup: Cup) -> None:
    cup.do("Kofi", "withdraw")
    assert "10 have entered" in cup.page()
    known(cup.client, "Zoe")
    elif_number = next(one.number for one in tournament(cup.client, cup.id).entrants if one.name == "Elif")
    cup.do("Mira", "replace", entrant=elif_number, name="zoe")
    assert {"Zoe", "Elif"} & {one.name for one in tournament(cup.client, cup.id).entrants} == {"Zoe"}
    assert cup.do("Mira", "replace", entrant=elif_number, name="Nobody here").status_code == 404
    cup.do("Mira", "remove", entrant=elif_number)
    assert len(tournament(cup.client, cup.id).entrants) == 9
    cup.do("Mira", "end")
    assert "It was called off before a round was over." in cup.page()
    assert cup.do("Kofi", "enter").status_code == 409
    assert cup.do("Kofi", "odd").status_code == 400


def test_lists_show_what_is_open_to_all_and_ones_own(client: TestClient[Any], ann: Person) -> None:
    hidden, public = Cup(client, name="By link"), Cup(client, name="For all", entry="everybody")
    assert "For all" in ann.get("/tournaments").text
    assert "By link" not in ann.get("/tournaments").text
    assert "By link" in hidden.mira.get("/tournaments").text
    assert "For all" in public.mira.get("/tournaments").text


def test_only_those_who_are_named_can_enter(client: TestClient[Any]) -> None:
    cup = Cup(client, 0, entry="named", names="Kofi\nElif")
    for name, status in (("Kofi", 200), ("Lars", 403)):
        cup.people[name] = known(client, name)
        assert cup.do(name, "enter").status_code == status


def test_a_form_that_comes_twice_opens_one(client: TestClient[Any]) -> None:
    mira = known(client, "Mira")
    form = {"game": "anne", "name": "Twice", "key": "4cafe-abcdefghijklmnop0123"}
    assert mira.post("/tournaments/new", **form).url == mira.post("/tournaments/new", **form).url
    assert mira.post("/tournaments/new", game="anne", name=" ").status_code == 422


def test_the_band_says_what_is_made(client: TestClient[Any], ann: Person) -> None:
    page = ann.get("/tournaments/new?game=anne&when=weeks&days=7&rounds=5&name=November+cup").text
    assert "5, one each week" in page
    assert "if 11 enter; nobody sits out" in page
    assert "1 sits out" in ann.get("/tournaments/new?game=asante").text
    assert ann.get("/tournaments/new?game=chess&players=77&system=odd&rounds=x").status_code == 200


def test_the_export_is_a_sheet_of_the_standings(cup: Cup) -> None:
    cup.do("Mira", "begin")
    play_round(cup.client, cup.id)
    answer = cup.mira.get(f"/tournaments/{cup.id}.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.reader(io.StringIO(answer.text)))
    assert rows[0] == ["Place", "Name", "R1", "Points", "Opponents", "Share"]
    assert len(rows) == 12
    assert rows[1][:2][0] == "1"
    assert sum(float(row[3]) for row in rows[1:]) == 16.5


def test_a_name_is_no_formula_of_the_export(cup: Cup) -> None:
    known(cup.client, "=1+1").post(f"/tournaments/{cup.id}/enter")
    assert "'=1+1" in cup.mira.get(f"/tournaments/{cup.id}.csv").text


def test_the_screen_shows_all_and_nothing_to_press(cup: Cup) -> None:
    assert "Kofi" in cup.page(path="/screen")
    cup.do("Mira", "begin")
    page = cup.page(path="/screen")
    assert "<form" not in page
    assert page.count("<h3>Table ") == 3


def test_the_start_page_leads_to_ones_table(cup: Cup) -> None:
    newcomer = known(cup.client, "Paula")
    newcomer.post(f"/tournaments/{cup.id}/enter")
    assert "open for entries" in newcomer.get("/").text
    cup.do("Mira", "begin")
    page = cup.people["Kofi"].get("/").text
    now = tournament(cup.client, cup.id)
    kofi = next(one.number for one in now.entrants if one.name == "Kofi")
    table = next(one.table for one in now.tables_of(1) if kofi in one.seats)
    assert "November cup" in page
    assert f'href="/table/{table}">To your table' in page


def test_what_nobody_may_watch_shows_no_points(client: TestClient[Any]) -> None:
    cup = Cup(client, 4)
    house = house_of(client)
    now = tournament(client, cup.id)

    async def close_eyes() -> None:
        async with house.tournaments.rows.held(now.id) as (connection, _):
            await house.tournaments.rows.change(connection, now.id, terms={"watched": "nobody"})

    with client.portal() as portal:
        portal.call(close_eyes)
    cup.do("Mira", "begin")
    stranger = Person(client).get(f"/tournaments/{cup.id}").text
    assert "Watch" not in stranger
    assert "<b></b>" in stranger
    assert "To the table" in cup.page("Kofi")
