"""Muting and reporting others, and how programs are marked."""

import re
from typing import Any

import pytest
from litestar.testing import TestClient

from mezani.tables.players import player_of
from tests.web.people import GAME, Person, hidden, table_of
from tests.web.test_devices import house_of
from tests.web.test_live import heard, screen
from tests.web.test_you import join, number

ONE_SERVER = True
LEAST = GAME.seats[0]


@pytest.fixture
def together(client: TestClient[Any], ann: Person, ben: Person) -> str:
    """A table of two people, Ben on the second chair."""
    id = ann.new_table(["me", "free", *["bot:novice"] * (LEAST - 2)])
    ben.post(f"/table/{id}/sit", name="Ben")
    return id


def test_what_muted_people_say_is_not_shown(client: TestClient[Any], ann: Person, ben: Person, together: str) -> None:
    path, table = f"/table/{together}", table_of(client, together)
    ben.post(f"{path}/say", seat=1, text="You play badly")
    assert "You play badly" in ann.get(path).text
    assert f'href="{path}/who/1"' in ann.get(path).text
    assert f'href="{path}/who/0"' not in ann.get(path).text
    ann.post(f"{path}/who/1/mute")
    assert "You play badly" not in ann.get(path).text
    assert "You play badly" in ben.get(path).text
    with screen(ann, together, 0, table.last_number) as hers, screen(ben, together, 1, table.last_number) as his:
        ben.post(f"{path}/say", seat=1, text="Very badly")
        ben.post(f"{path}/say", seat=1, text="The end")
        told = ""
        while "The end" not in told:
            told += heard(his)
        assert "Very badly" in told
        ann.post(f"{path}/say", seat=0, text="My own words")
        told = ""
        while "My own words" not in told:
            told += heard(hers)
        assert "Very badly" not in told
        assert "The end" not in told
    assert "Very badly" not in ann.get(path).text
    ann.post(f"{path}/who/1/unmute")
    assert "Very badly" in ann.get(path).text


def test_nobody_mutes_themselves_or_an_empty_chair(client: TestClient[Any], ann: Person, together: str) -> None:
    assert ann.post(f"/table/{together}/who/0/mute").status_code == 403
    for seat in (2, 7):
        assert ann.get(f"/table/{together}/who/{seat}").status_code == 409
    assert ann.post(f"/table/{together}/who/1/kick").status_code == 400


def test_a_report_reaches_the_host_who_closes_it(client: TestClient[Any], ann: Person, together: str) -> None:
    assert ann.post(f"/table/{together}/who/1/report", text=" ").status_code == 422
    for said in ("He swears", "He swears <b>a lot</b>"):
        assert "The host will read it" in ann.post(f"/table/{together}/who/1/report", text=said).text
    host = Person(client)
    host.post("/settings", name="Zoe")
    assert client.blocking_portal
    client.blocking_portal.call(house_of(client).hall.store.people.make_host, player_of(host.cookies["mezani"]))
    shown = host.get("/host").text
    assert "He swears &lt;b&gt;a lot" in shown
    assert shown.count("He swears") == 1
    assert re.search(r"do=block&amp;player=\w+&amp;old=Ben", shown)
    report = re.findall(r"do=report&amp;report=(\d+)", shown)[0]
    asked = host.get(f"/host/ask?do=report&report={report}&back=/host").text
    assert "He swears" in asked
    done = host.post("/host/do", do="report", report=hidden(asked, "report"), back="/host").text
    assert "Report about Ben closed." in done
    assert "He swears" not in done
    assert host.get(f"/host/ask?do=report&report={report}&back=/host").status_code == 409
    assert ann.get("/host").status_code == 404


def test_people_of_the_house_are_muted_on_their_page(client: TestClient[Any], ann: Person, ben: Person) -> None:
    join(ben, "Wambui")
    path = f"/people/{number(ben)}"
    assert f'href="{path}/more"' in ann.get(path).text
    assert "Hear them again" in ann.post(f"{path}/mute").text
    assert "Mute" in ann.post(f"{path}/unmute").text
    ann.post(f"{path}/report", text="Takes too long")
    assert any(one.about_name == "Wambui" for one in reports(client))


def reports(client: TestClient[Any]) -> list[Any]:
    assert client.blocking_portal
    return client.blocking_portal.call(house_of(client).reports.open)


def test_programs_are_marked_at_the_table_and_in_the_api(client: TestClient[Any], ann: Person, ben: Person) -> None:
    join(ann, "Chidi")
    token = re.findall(r'id="token" readonly value="([\w-]+)"', ann.post("/you/programs", name="Searcher").text)[0]
    id = ben.new_table(["me", "free", *["bot:novice"] * (LEAST - 2)])
    headers = {"authorization": f"Bearer {token}"}
    assert client.post(f"/api/tables/{id}/seats", json={"name": "Searcher"}, headers=headers).status_code == 201
    shown = client.get(f"/api/tables/{id}").json()["players"]
    assert [player["program"] for player in shown[:2]] == [False, True]
    listed = client.get("/api/tables", headers=headers).json()["tables"]
    assert listed[0]["players"][1]["program"]
    assert re.search(r"Searcher</a><span class=\"quiet\"> program", ben.get(f"/table/{id}").text)
    assert "A program of Chidi." in ben.get(f"/table/{id}/who/1").text
    everybody = ben.get(f"/table/{id}/who").text
    assert re.findall(r"<small>(\w+)", everybody) == ["you", "program", *["bot"] * (LEAST - 2)]
    assert f'href="/table/{id}/who"' in ben.get(f"/table/{id}").text
    ben.post("/you/code", name="Ifeoma")
    assert f'href="/people/{number(ben)}"' in ann.get(f"/table/{id}/who").text
