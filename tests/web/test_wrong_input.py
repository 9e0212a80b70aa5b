"""Wrong input: the right status, a sentence for the person, and nothing changed."""

from typing import Any

import pytest
from litestar.testing import TestClient

from mezani.snapshot import snapshot
from mezani.tables.table import Table
from tests.web.people import GAME, Person, table_of

pytestmark = pytest.mark.slow
ONE_SERVER = True
LEAST = GAME.seats[0]


@pytest.fixture
def id(client: TestClient[Any], ann: Person) -> str:
    """A table at which Ann sits on every chair."""
    return ann.new_table(["me"] * LEAST)


@pytest.fixture
def table(client: TestClient[Any], id: str) -> Table:
    return table_of(client, id)


def play_form(table: Table, **changes: object) -> dict[str, object]:
    """The form of a move that would be legal, but for the changes."""
    legal = {"seat": table.state.seat, "after": table.turn, "action": table.state.legal_actions()[0]}
    return {name: value for name, value in (legal | changes).items() if value is not None}


@pytest.mark.parametrize(
    ("changes", "status", "sentence"),
    [
        ({"after": 7}, 409, "moved on in the meantime"),
        ({"seat": 15}, 403, "That is not your seat"),
        ({"action": 9_999_999}, 422, "no such move in this game"),
        ({"action": None}, 400, "incomplete or broken"),
        ({"action": "x"}, 400, "incomplete or broken"),
        ({"action": "-1"}, 400, "incomplete or broken"),
        ({"action": "9" * 30}, 400, "incomplete or broken"),
        ({"action": "１"}, 400, "incomplete or broken"),
        ({"after": None}, 400, "incomplete or broken"),
        ({"seat": ""}, 400, "incomplete or broken"),
    ],
)
def test_a_wrong_move_changes_nothing(
    ann: Person, table: Table, changes: dict[str, object], status: int, sentence: str
) -> None:
    before = snapshot(table.state), list(table.log)
    answer = ann.post(f"/table/{table.id}/play", **play_form(table, **changes))
    assert answer.status_code == status
    assert sentence in answer.text
    assert (snapshot(table.state), table.log) == before


def test_an_illegal_action_is_refused_with_its_rule(ann: Person, table: Table) -> None:
    seat = table.state.seat
    illegal = next(action for action in range(GAME.action_count) if not table.state.allows(action))
    reason = GAME.why_not(table.state, seat, illegal)
    assert reason
    answer = ann.post(f"/table/{table.id}/play", **play_form(table, action=illegal))
    assert answer.status_code == 422
    assert f"/rules/{GAME.name}?back=/table/{table.id}" in answer.text
    assert f"#{reason.paragraph}" in answer.text
    assert f'id="{reason.paragraph}"' in ann.get(f"/rules/{GAME.name}").text


def test_a_stranger_can_not_move(ann: Person, ben: Person, table: Table) -> None:
    ben.post("/play-now", game=GAME.name, level="novice")
    for person in (ben, Person(ann.client)):
        for what in ("play", "undo", "withdraw", "say", "leave", "return"):
            answer = person.post(f"/table/{table.id}/{what}", text="hello", **play_form(table))
            assert answer.status_code == 403
    assert table.actions == []


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/table/nowhere", 404),
        ("/table/" + "x" * 500, 404),
        ("/nothing", 404),
        ("/rules/chess", 404),
        ("/new/chess", 404),
        ("/static/../pages.py", 404),
        ("/static/nothing.css", 404),
        (f"/games/{GAME.name}/rules.py", 404),
        ("/games/chess/cover.svg", 404),
        ("/play-now", 405),
        ("/seat/nowhere/0/abc", 404),
    ],
)
def test_what_is_not_there_is_said_to_be_missing(ann: Person, path: str, status: int) -> None:
    answer = ann.get(path)
    assert answer.status_code == status
    assert 'role="alert"' in answer.text
    assert "Traceback" not in answer.text


def test_a_form_of_another_site_is_refused(client: TestClient[Any], ann: Person, table: Table) -> None:
    path, form = f"/table/{table.id}/play", {name: str(value) for name, value in play_form(table).items()}
    for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = ann.ask("POST", path, data=form, headers=headers)
        assert answer.status_code == 403
        assert "another site" in answer.text
    assert table.actions == []
    assert ann.ask("POST", path, data=form, headers={"origin": "http://testserver.local"}).status_code == 200
    assert len(table.actions) == 1


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"seat=0&after=0&action=" + b"1" * 200_000, "application/x-www-form-urlencoded", 413),
        (b"\xff\xfe\x00", "application/x-www-form-urlencoded", 400),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x", 400),
        (b"--x", "multipart/form-data", 400),
        (b'{"seat": 0}', "application/json", 400),
        (b"", "application/x-www-form-urlencoded", 400),
    ],
)
def test_huge_and_broken_bodies_are_refused(ann: Person, table: Table, body: bytes, kind: str, status: int) -> None:
    answer = ann.ask("POST", f"/table/{table.id}/play", content=body, headers={"content-type": kind})
    assert answer.status_code == status, answer.text
    assert 'role="alert"' in answer.text
    assert table.actions == []


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/sign-in/code", 403),
        ("/sign-in/passkey", 400),
        ("/you/code", 422),
        ("/you/passkey/offer", 400),
        ("/you/programs", 403),
        ("/people/x/mute", 404),
        ("/notifications/device", 422),
        ("/tournaments/new", 403),
        ("/tournaments/x/enter", 404),
        ("/settings/holiday", 403),
        ("/device/x", 410),
    ],
)
def test_a_stranger_gets_nowhere_in_the_house_by_a_broken_body(client: TestClient[Any], path: str, status: int) -> None:
    form = {"content-type": "application/x-www-form-urlencoded"}
    for body, refused in ((b"\xff\xfe\x00", {status}), (b"name=" + b"1" * 200_000, {413, 403, 404, 410})):
        answer = Person(client).ask("POST", path, content=body, headers=form)
        assert answer.status_code in refused
        assert 'role="alert"' in answer.text or answer.json()["sentence"] or answer.json()["detail"]
    multipart = Person(client).ask("POST", path, content=b"--x", headers={"content-type": "multipart/form-data"})
    assert multipart.status_code in {400, 403, 404, 410}


@pytest.mark.parametrize("what", ["fly", "sit/down", "live"])
def test_an_unknown_deed_is_refused(ann: Person, table: Table, what: str) -> None:
    assert ann.post(f"/table/{table.id}/{what}", seat=0).status_code in (400, 404, 405)


@pytest.mark.parametrize(
    "form",
    [
        {"players": 77},
        {"players": ""},
        {"players": LEAST, "chair-0": "throne"},
        {"players": LEAST, **{f"chair-{n}": "bot:genius" for n in range(LEAST)}},
    ],
)
def test_a_wrong_table_is_not_set_up(ann: Person, form: dict[str, object]) -> None:
    answer = ann.ask("POST", f"/new/{GAME.name}", data=form)
    assert answer.status_code in (400, 422)
    assert 'role="alert"' in answer.text


def test_a_name_is_needed_to_sit_down(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = ann.new_table(["me", *["free"] * (LEAST - 1)])
    answer = ben.post(f"/table/{id}/sit", name=" ")
    assert answer.status_code == 422
    assert "Please enter a name." in answer.text
    assert len(table_of(client, id).free_seats()) == LEAST - 1


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])
def test_settings_lead_back_to_this_site_only(ann: Person, back: str) -> None:
    answer = ann.client.post("/settings", data={"back": back, "lang": "de"}, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_odd_cookies_do_no_harm(ann: Person) -> None:
    ann.cookies = {"mezani": "x" * 3000, "mezani-wishes": "theme=%22%3E%3Cscript%3E&pause=abc&lang=" + "z" * 900}
    answer = ann.get("/")
    assert answer.status_code == 200
    assert "<script>" not in answer.text


def test_the_record_is_closed_while_the_game_runs(ann: Person, table: Table) -> None:
    answer = ann.get(f"/table/{table.id}/record")
    assert answer.status_code == 403
    assert str(table.seed) not in answer.text
