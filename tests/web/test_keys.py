"""Pressing twice: whatever a form asks for is done once, also for somebody who has no cookie yet."""

import re
from typing import Any

import pytest
from httpx import Response
from litestar.testing import TestClient
from playwright.sync_api import Browser

from mezani.tables.entries import Kind
from tests.web.browsing import Served, person, set_up
from tests.web.finished import played
from tests.web.people import GAME, Person, hidden, moves, table_of

LEAST = GAME.seats[0]


def form_key(html: str, form: str = "") -> str:
    """The key that a page holds for a form."""
    found = re.search(
        rf'name="key" value="([^"]+)" form="{form}"' if form else 'name="key" value="([^"]+)" autoc', html
    )
    assert found, f"there is no key for {form}"
    return found[1]


def press_twice(client: TestClient[Any], path: str, person: Person | None = None, **form: object) -> list[Person]:
    """A form that a browser sends twice, with the cookies that it had before: none, for somebody new."""
    cookies, pressed = dict(person.cookies) if person else {}, []
    for _ in range(2):
        one = Person(client)
        one.cookies = dict(cookies)
        one.answer = one.post(path, **form)  # type: ignore[attr-defined]
        pressed.append(one)
    return pressed


def answers(people: list[Person]) -> list[Response]:
    return [person.answer for person in people]  # type: ignore[attr-defined]


def test_somebody_new_who_presses_twice_sits_once(client: TestClient[Any], ann: Person) -> None:
    id = ann.new_table(["me", *["free"] * (LEAST - 1)])
    key = form_key(Person(client).get(f"/table/{id}").text, "do-sit")
    pressed = press_twice(client, f"/table/{id}/sit", name="Ben", key=key)
    assert len(table_of(client, id).free_seats()) == LEAST - 2
    assert pressed[0].cookies == pressed[1].cookies
    assert [answer.status_code for answer in answers(pressed)] == [200, 200]
    assert all("Get up again" in answer.text for answer in answers(pressed))


def test_who_sits_already_is_told_so_and_may_get_up_again(client: TestClient[Any], ann: Person) -> None:
    id = ann.new_table(["me", *["free"] * (LEAST - 1)])
    answer = ann.post(f"/table/{id}/sit", name="Ann again")
    assert answer.status_code == 409
    assert "You already have a seat at this table." in answer.text
    table = table_of(client, id)
    assert len(table.free_seats()) == LEAST - 1
    ann.post(f"/table/{id}/leave", seat=0, key=form_key(ann.get(f"/table/{id}").text, "do-get-up-0"))
    assert len(table.free_seats()) == LEAST
    assert "do-sit" in ann.get(f"/table/{id}").text


@pytest.mark.parametrize("is_new", [True, False])
def test_play_now_pressed_twice_is_one_table(client: TestClient[Any], ann: Person, is_new: bool) -> None:
    if not is_new:
        ann.post("/settings", name="Ann", back="/")
    key = form_key(ann.get("/").text)
    pressed = press_twice(client, "/play-now", ann, game=GAME.name, level="novice", key=key)
    first, second = answers(pressed)
    assert first.url.path == second.url.path
    assert first.url.path.startswith("/table/")
    assert pressed[0].cookies["mezani"] == pressed[1].cookies["mezani"]
    assert len(moves(second.text)) > 0


def test_a_table_set_up_twice_is_one_and_another_one_is_refused(client: TestClient[Any], ann: Person) -> None:
    key = form_key(ann.get(f"/new/{GAME.name}").text)
    form = {"players": LEAST, "chair_0": "me", **{f"chair_{n}": "free" for n in range(1, LEAST)}, "key": key}
    first, second = answers(press_twice(client, f"/new/{GAME.name}", None, **form))
    assert first.url.path == second.url.path
    assert len(table_of(client, first.url.path.rpartition("/")[2]).free_seats()) == LEAST - 1
    others = press_twice(client, f"/new/{GAME.name}", None, **{**form, "chair_1": "bot:novice"})
    assert answers(others)[0].status_code == 409


def test_a_move_and_a_sentence_sent_twice_are_made_once(client: TestClient[Any], ann: Person) -> None:
    id = ann.new_table(["me"] * LEAST)
    table = table_of(client, id)
    seat, action, other = table.state.seat, *table.state.legal_actions()[:2]
    page = ann.get(f"/table/{id}?seat={seat}").text
    form = {"seat": seat, "after": table.turn, "action": action, "key": form_key(page, "moves")}
    for answer in answers(press_twice(client, f"/table/{id}/play", ann, **form)):
        assert answer.status_code == 200
        assert 'role="alert"' not in answer.text
    assert ann.post(f"/table/{id}/play", **{**form, "action": other}).status_code == 409
    assert table.actions == [action]
    said = {"seat": 0, "text": "Hello", "key": form_key(page, "do-say")}
    press_twice(client, f"/table/{id}/say", ann, **said)
    with client.websocket_connect(f"/table/{id}/live", headers={"cookie": ann.cookie_header()}) as line:
        line.receive_text(timeout=30)
        for _ in range(2):
            line.send_json({"do": "say", **{name: str(value) for name, value in said.items()}})
        line.send_json({"do": "say", "seat": "0", "text": "Goodbye"})
        while "Goodbye" not in line.receive_text(timeout=30):
            pass
    assert [entry.text for entry in table.log if entry.kind == Kind.CHAT] == ["Hello", "Goodbye"]
    assert ann.post(f"/table/{id}/say", seat=0, text="Hello", key="odd").status_code == 400


def test_a_move_is_taken_back_once(client: TestClient[Any], ann: Person) -> None:
    ann.post("/play-now", game="zimbabwe", level="novice")
    id = ann.new_table(["me", "me"], game="zimbabwe")
    table = table_of(client, id)
    while not table.can_undo(table.state.seat) or table.state.seat != table.last_seat:
        form = {"seat": table.state.seat, "after": table.turn, "action": table.state.legal_actions()[0]}
        ann.post(f"/table/{id}/play", **form)
    turns = len(table.actions)
    form = {"seat": table.state.seat, "after": table.turn}
    assert {answer.status_code for answer in answers(press_twice(client, f"/table/{id}/undo", ann, **form))} == {200}
    assert len(table.actions) == turns - 1


def test_a_seat_that_is_moved_twice_is_not_lost(client: TestClient[Any], ann: Person) -> None:
    id = ann.new_table(["me", *["bot:novice"] * (LEAST - 1)])
    link = re.search(r"/seat/\w+/0/\w+", ann.get(f"/table/{id}/device").text)
    assert link
    key = form_key(Person(client).get(link[0]).text)
    first, second = press_twice(client, link[0], key=key)
    assert first.cookies == second.cookies
    assert {answer.status_code for answer in answers([first, second])} == {200}
    assert second.get(f"/table/{id}/device").status_code == 200


def test_a_record_loaded_twice_is_one_and_so_is_the_game_that_goes_on(client: TestClient[Any], ann: Person) -> None:
    key = form_key(ann.get("/records").text)
    first, second = answers(press_twice(client, "/records", text=str(played(GAME.name, LEAST)), key=key))
    assert first.url.path == second.url.path
    step = first.url.path.rpartition("/")[0] + "/3"
    page = ann.get(step).text
    form = {"seat": hidden(page, "seat"), "key": form_key(page)}
    fresh = answers(press_twice(client, step, None, **form))
    assert fresh[0].url.path == fresh[1].url.path
    assert fresh[0].url.path.startswith("/table/")


def test_keys_of_deeds_are_told_to_nobody(client: TestClient[Any], ann: Person) -> None:
    id = ann.new_table(["me"] * LEAST)
    key = form_key(ann.get(f"/table/{id}?seat=0").text, "do-say")
    ann.post(f"/table/{id}/say", seat=0, text="Hello", key=key)
    for path in (f"/table/{id}", f"/api/tables/{id}", "/"):
        assert key not in Person(client).get(path).text


LOSE_THE_LINE = """arrives => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    WebSocket.prototype.send = send;
    if (arrives) send.call(this, text);
    this.close();
  };
}"""


LOSE_THE_LINE_AGAIN = """() => {
  const send = WebSocket.prototype.send;
  window.keys = [];
  WebSocket.prototype.send = function (text) {
    keys.push(JSON.parse(text).key);
    if (keys.length === 1) this.close();
    else send.call(this, text);
  };
}"""
SENT_ON_THE_NEXT_LINE = "() => { document.dispatchEvent(new Event('visibilitychange')); return keys.length > 1 }"


def test_what_is_sent_while_the_line_is_lost_is_sent_again_and_done_once(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    set_up(page, ["me", *["free"] * (LEAST - 1)], ["Ann", "", "", ""][:LEAST])
    for said, arrives in (("one", True), ("two", False)):
        page.wait_for_function("document.getElementById('connection').hidden")
        page.evaluate(LOSE_THE_LINE, arrives)
        page.fill(".chat [name=text]", said)
        page.click(".chat button")
        page.wait_for_selector(f"#log .said:has-text('{said}')")
    page.evaluate(LOSE_THE_LINE_AGAIN)
    page.wait_for_function(SENT_ON_THE_NEXT_LINE)
    assert page.evaluate("keys.filter(Boolean)") == []  # what was answered is not sent again
    page.reload()
    assert [line.inner_text() for line in page.locator("#log .said").all()] == ["Ann one", "Ann two"]
