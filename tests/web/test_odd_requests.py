"""Requests that no browser sends: each is refused as what it is, and none is an error of ours."""

from importlib.resources import files
from typing import Any

import pytest
from litestar.testing import TestClient

from mezani.web.assets import static_names
from tests.web.people import GAME, Person, table_of

ONE_SERVER = True
LONG = "9" * 5000
LEAST = GAME.seats[0]
RECORD = f"mezani: 1\ngame: {GAME.name}\nplayers: {LEAST}\nseed: 7\n"
JSON = {"content-type": "application/json"}


@pytest.fixture
def id(ann: Person) -> str:
    """A table at which Ann sits on every chair."""
    return ann.new_table(["me"] * LEAST)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/table/{id}?seat={long}", 200),
        ("/table/{id}?summary={long}&missed={long}&look={long}", 200),
        ("/table/{id}/replay/{long}", 404),
        ("/table/{id}/replay/0?seat={long}", 404),
        ("/table/{id}/replay?step={long}", 400),
        ("/seat/{id}/{long}/x", 404),
        ("/record/x/{long}", 404),
        ("/new/{game}?players={long}", 200),
        ("/api/tables/{id}?seat={long}", 400),
        ("/settings?back=//[", 200),
        ("/rules/{game}?back=//[", 200),
        ("/static/" + "x" * 300 + ".css", 404),
        ("/static/%00.css", 404),
        ("/games/" + "x" * 300 + "/board.css", 404),
        ("/table/%00", 404),
        ("/table/a%00b", 404),
        ("/table/%ed%a0%80", 404),
        ("/record/%00", 404),
        ("/seat/%00/0/x", 404),
        ("/api/tables/a%00b", 404),
        ("/api/tables/a%00b/analysis", 404),
        ("/api/tables/{id}/analysis?depth={long}", 400),
        ("/api/records/%ed%a0%80/analysis", 404),
        ("/join?code=%00", 200),
        ("/people/{long}", 404),
        ("/people/a%ed%a0%80/more", 404),
        ("/table/{id}/who/{long}", 404),
        ("/tables/running?page={long}", 200),
        ("/tournaments/%00", 404),
        ("/tournaments/{long}.csv", 404),
        ("/tournaments/new?game={long}&players={long}&rounds={long}&pace={long}", 200),
        ("/ranking?game={long}&page={long}", 404),
        ("/sign-in?back=//[", 200),
        ("/device/%ed%a0%80", 410),
        ("/notifications?done={long}&tried={long}", 200),
        ("/notifications/confirm/%00", 410),
        ("/notifications/end/%ed%a0%80", 410),
        ("/api/people/%00/ratings", 404),
        ("/api/people/{long}/ratings", 400),
        ("/api/ranking?game=%00", 404),
        ("/api/ranking?game={game}&page={long}", 400),
        ("/api/tables?which=%00", 400),
        ("/api/tournaments/%00/standings", 404),
    ],
)
def test_an_odd_address_is_answered(ann: Person, id: str, path: str, status: int) -> None:
    assert ann.get(path.format(id=id, long=LONG, game=GAME.name)).status_code == status


def test_a_seat_of_5000_digits_is_none_in_forms_and_on_the_line(client: TestClient[Any], ann: Person, id: str) -> None:
    form = {"seat": LONG, "action": "0", "after": "0"}
    assert ann.ask("POST", f"/table/{id}/play?seat={LONG}", data=form).status_code == 400
    with client.websocket_connect(f"/table/{id}/live?seat={LONG}", headers={"cookie": ann.cookie_header()}) as line:
        line.receive_text(timeout=30)
        for sent in (f'{{"do": "play", "seat": "{LONG}"}}', "[" * 30_000, '"\ud800"'):
            line.send_text(sent)
        line.send_json({"do": "say", "seat": "0", "text": "still here"})
        while "still here" not in line.receive_text(timeout=30):
            pass
    assert table_of(client, id).actions == []


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "\xff", ""])
def test_an_odd_origin_is_another_site(ann: Person, id: str, origin: str) -> None:
    form = {"seat": "0", "text": "hello"}
    answer = ann.ask("POST", f"/table/{id}/say", data=form, headers={"origin": origin.encode("latin-1")})
    assert answer.status_code == 403


@pytest.mark.parametrize("host", ["a:b", "x" * 5000, "[", "[::1", "a:99999999", "a b", "é", ""])
@pytest.mark.parametrize("path", ["/", "/table/{id}", "/table/{id}/device?seat=0", "/nowhere", "/api/games"])
def test_an_odd_host_is_refused(ann: Person, id: str, host: str, path: str) -> None:
    answer = ann.ask("GET", path.format(id=id), headers={"host": host.encode("latin-1")})
    assert answer.status_code == 400 or (path == "/nowhere" and answer.status_code == 404)


@pytest.mark.parametrize("host", ["games.example.org", "localhost:8484", "[::1]:8484", "192.168.1.5", "my_table"])
def test_a_usual_host_is_served(ann: Person, host: str) -> None:
    assert ann.ask("GET", "/settings", headers={"host": host}).status_code == 200


def test_settings_lead_nowhere_else_by_a_broken_address(ann: Person) -> None:
    answer = ann.client.post("/settings", data={"back": "//[", "lang": "de"}, follow_redirects=False)
    assert answer.headers["location"] == "/"


@pytest.mark.parametrize(
    "line",
    [f"seat {LONG}: Arve", f"option x: {LONG}", "option x: 1e999", f"\nC{LONG}", "seat 1: A\x01rve"],
)
def test_an_odd_record_is_refused(ann: Person, line: str) -> None:
    answer = ann.post("/records", text=RECORD + line + "\n")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "Asante"', 'name = "Asante\\u0000"'),
        ('{ en = "', '{ en = "\\u0001'),
        ('name = "Asante"', 'name = "Asante"\nodd = ' + "[" * 3000 + "]" * 3000),
        ('name = "Asante"', f"odd = {LONG}"),
        ('name = "Asante"', 'name = "Asante" # \x01'),
    ],
)
def test_an_odd_deck_is_refused(client: TestClient[Any], ann: Person, old: str, new: str) -> None:
    deck = files("mezani.games.asante").joinpath("deck.toml").read_text("utf-8")
    assert old in deck
    odd = deck.replace(old, new, 1)
    chairs = [{"who": "me"}, {"who": "bot", "level": "novice"}]
    answer = client.post("/api/tables", json={"game": "asante", "chairs": chairs, "options": {"deck": odd}})
    assert answer.status_code == 422, answer.text
    form = {"players": "2", "chair-0": "me", "chair-1": "bot:novice", "option-deck": odd}
    assert ann.ask("POST", "/new/asante", data=form).status_code == 422


@pytest.mark.parametrize(
    "body",
    [
        f'{{"action": {LONG}, "after": 0}}',
        '{"action": 99999999999999999999, "after": 0, "seat": 0}',
        '{"action": 0, "after": -99999999999999999999, "seat": 0}',
        '{"action": 0, "after": 0, "seat": 99999999999999999999}',
        '{"action": 1e999, "after": 0, "seat": 0}',
        '{"action": "\\u0000", "after": 0, "seat": 0}',
        '{"action": "\\ud800", "after": 0, "seat": 0}',
        f'{{"action": "C{LONG}", "after": 0, "seat": 0}}',
        "[" * 30_000,
    ],
)
def test_an_odd_body_is_refused_by_the_api(client: TestClient[Any], body: str) -> None:
    seated = client.post("/api/tables", json={"game": GAME.name, "chairs": [{"who": "me"}] * LEAST}).json()
    headers = {**JSON, "authorization": f"Bearer {seated['token']}"}
    answer = client.post(f"/api/tables/{seated['table']}/moves", content=body, headers=headers)
    assert answer.status_code in (400, 403, 409, 422)
    assert answer.json()["sentence"]
    assert client.post("/api/tables", content=b'{"game": "\xed\xa0\x80"}', headers=JSON).status_code == 400


@pytest.mark.parametrize(
    "headers",
    [
        {"cookie": b"mezani=\xff\xed\xa0\x80; mezani-wishes=%00%ff\xff"},
        {"accept-language": b"\xff;q=nan, de;q=inf, en;q=1e999"},
        {"authorization": b"Bearer \xff"},
        {"content-type": b"multipart/form-data; boundary=\xff"},
    ],
)
def test_odd_headers_do_no_harm(client: TestClient[Any], id: str, headers: dict[str, bytes]) -> None:
    for path in ("/", f"/table/{id}", f"/api/tables/{id}"):
        assert client.get(path, headers=headers).status_code in (200, 403)  # type: ignore[arg-type]
    for path in ("/settings", f"/table/{id}/play", "/records", "/play-now", "/api/tables"):
        answer = client.post(path, content=b"--x", headers=headers)  # type: ignore[arg-type]
        assert answer.status_code in (200, 303, 400, 403, 404, 422)


def test_names_and_chat_lose_what_can_not_be_shown(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = ann.new_table(["me", *["free"] * (LEAST - 1)])
    urlencoded = {"content-type": "application/x-www-form-urlencoded"}
    ben.ask("POST", f"/table/{id}/sit", content=b"name=B%00e%01n%ED%A0%80", headers=urlencoded)
    ann.ask("POST", f"/table/{id}/say", content=b"seat=0&text=a%00b%01%C2%85c%ED%A0%80", headers=urlencoded)
    table = table_of(client, id)
    assert table.seats[1].name.startswith("B e n")
    assert all(char.isprintable() for char in table.seats[1].name + (table.log[-1].text or ""))


def test_static_files_are_those_that_there_are() -> None:
    assert {"live.js", "common.css", "icons.svg"} <= static_names()


def test_an_odd_host_is_no_mistake_of_ours_where_programs_read_a_page(client: TestClient[Any]) -> None:
    answer = client.get("/api/docs", headers={"host": "'"})
    assert answer.status_code == 400
    assert answer.json()["status"] == 400
