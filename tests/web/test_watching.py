"""Who may watch: everybody by a list, those with the link, or nobody until the game is over."""

from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient, WebSocketTestSession

from mezani.tables.table import Table
from mezani.tables.terms import Live
from mezani.web.live import NO_TABLE
from tests.web.people import Person, table_of
from tests.web.test_live import heard, screen

ONE_SERVER = True


def set_up(ann: Person, **terms: object) -> Table:
    answer = ann.post("/new/anne", players=3, chair_1="me", chair_2="me", **terms)
    assert answer.status_code == 200
    return table_of(ann.client, answer.url.path.rpartition("/")[2])


def test_running_tables_are_listed_where_their_terms_say_so(client: TestClient[Any], ann: Person, ben: Person) -> None:
    listed, by_link = set_up(ann, watched="listed"), set_up(ann)
    page = ben.get("/tables/running").text
    assert f'href="/table/{listed.id}"' in page
    assert by_link.id not in page
    assert 'href="/tables/running"' in ben.get("/").text
    programs = client.get("/api/tables?which=running").json()["tables"]
    assert listed.id in [table["table"] for table in programs]
    assert by_link.id not in [table["table"] for table in programs]


def test_where_nobody_may_watch_only_players_see_the_table(client: TestClient[Any], ann: Person, ben: Person) -> None:
    table = set_up(ann, watched="nobody")
    assert ann.get(f"/table/{table.id}").status_code == 200
    for path in ("", "/replay", "/replay/0", "/who", "/who/0"):
        refused = ben.get(f"/table/{table.id}{path}")
        assert refused.status_code == 403
        assert "Nobody may watch at this table until the game is over." in refused.text
    client.cookies.clear()
    assert client.get(f"/api/tables/{table.id}").status_code == 403
    with pytest.raises(WebSocketDisconnect), screen(ben, table.id) as line:
        heard(line)


@pytest.mark.parametrize("what", ["sit", "say", "play", "comment", "replay/0", "no-such-deed"])
def test_where_nobody_may_watch_a_refused_form_shows_nothing_either(ann: Person, ben: Person, what: str) -> None:
    table = set_up(ann, watched="nobody")
    refused = ben.post(f"/table/{table.id}/{what}", name="Ben", seat=0, action=1, after=0, text="Hello")
    assert refused.status_code == 403
    assert 'id="board"' not in refused.text


@pytest.mark.parametrize("path", ["analysis", "analysis/0", "exercise/0", "record", "result", "device?seat=0"])
def test_no_running_game_is_looked_back_at_by_those_who_watch(ann: Person, ben: Person, path: str) -> None:
    for watched in ("listed", "nobody"):
        refused = ben.get(f"/table/{set_up(ann, watched=watched).id}/{path}")
        assert refused.status_code == 403
        assert 'id="board"' not in refused.text


def told_until_closed(line: WebSocketTestSession) -> None:
    """Nothing of the game, as long as the line is open."""
    while True:
        assert 'class="board' not in heard(line)


def test_who_has_looked_at_the_chairs_sees_nothing_of_the_game_where_nobody_may_watch(ann: Person, ben: Person) -> None:
    page = ann.post("/new/anne", players=3, chair_0="me", chair_1="me", chair_2="free", watched="nobody")
    id = page.url.path.rpartition("/")[2]
    with screen(ben, id) as line:
        heard(line)
        Person(ann.client).post(f"/table/{id}/sit", name="Cat")
        assert table_of(ann.client, id).begun
        with pytest.raises(WebSocketDisconnect) as closed:
            told_until_closed(line)
    assert closed.value.code == NO_TABLE


def test_a_program_without_a_seat_does_not_follow_a_table_that_nobody_may_watch(
    client: TestClient[Any], ann: Person
) -> None:
    table = set_up(ann, watched="nobody")
    client.cookies.clear()
    for path in ("", "/moves", "/stream"):
        assert client.get(f"/api/tables/{table.id}{path}").status_code == 403


def test_those_with_the_link_may_watch_otherwise(ann: Person, ben: Person) -> None:
    assert ben.get(f"/table/{set_up(ann).id}").status_code == 200


def test_programs_see_clocks_and_can_pause(client: TestClient[Any]) -> None:
    client.cookies.clear()
    chairs = [{"who": "me"}, {"who": "bot", "level": "novice"}, {"who": "bot", "level": "novice"}]
    asked = {"game": "anne", "chairs": chairs, "terms": {"clock": {"pace": "live", "minutes": 5, "increment": 3}}}
    seated = client.post("/api/tables", json=asked).json()
    headers = {"authorization": f"Bearer {seated['token']}"}
    path = f"/api/tables/{seated['table']}"
    shown = client.get(path, headers=headers).json()
    assert shown["terms"]["clock"] == {"pace": "live", "minutes": 5, "increment": 3}
    assert shown["clocks"]["seats"][1:] == [None, None]
    assert shown["clocks"]["seats"][0]["left"] == 300
    assert client.post(f"{path}/pause?what=ask", headers=headers).json()["clocks"]["paused"]
    assert not client.post(f"{path}/pause?what=resume", headers=headers).json()["clocks"]["paused"]
    assert client.post(f"{path}/pause?what=resume", headers=headers).status_code == 409
    assert client.post(f"{path}/pause?what=sleep", headers=headers).status_code == 400
    listed = client.get("/api/tables", headers=headers).json()["tables"][0]
    assert listed["terms"]["clock"]["minutes"] == Live(5).minutes
    assert listed["clocks"]["little"] == 30
