"""Live connections: what the server sends to each screen."""

import re
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient, WebSocketTestSession

from mezani.tables.players import player_of
from mezani.tables.table import Table
from tests.web.people import GAME, Person, moves, table_of, without_keys
from tests.web.running import until

ONE_SERVER = True
LEAST = GAME.seats[0]


def screen(
    person: Person, id: str, seat: object = "", after: object = "", heard: str | None = None, **headers: str
) -> WebSocketTestSession:
    """The live connection of a person's table page."""
    person.client.cookies.clear()
    headers = {"cookie": person.cookie_header(), **headers}
    shown = f"seat={seat}&after={after}" + ("" if heard is None else f"&heard={heard}")
    return person.client.websocket_connect(f"/table/{id}/live?{shown}", headers=headers)


def heard(line: WebSocketTestSession) -> str:
    return str(line.receive_text(timeout=60))


def say_move(line: WebSocketTestSession, table: Table, **changes: object) -> None:
    form = {"do": "play", "seat": table.state.seat, "after": table.turn, "action": table.state.legal_actions()[0]}
    line.send_json({name: str(value) for name, value in (form | changes).items()})


@pytest.fixture
def table(client: TestClient[Any], ann: Person) -> Table:
    """A table at which Ann sits on every chair."""
    return table_of(client, ann.new_table(["me"] * LEAST))


def test_a_move_is_seen_on_every_screen(ann: Person, ben: Person, table: Table) -> None:
    seat = table.state.seat
    with screen(ann, table.id, seat, table.last_number) as mine, screen(ben, table.id, "", table.last_number) as other:
        heard(mine), heard(other)
        assert "spectator" in heard(mine)
        say_move(mine, table)
        for line in (mine, other):
            html = heard(line)
            assert 'id="prompt"' in html
            assert '<ol data-into="log">' in html
            assert f'data-after="{table.last_number}"' in html
    assert len(table.actions) == 1


def test_only_what_has_changed_is_sent(ann: Person, table: Table) -> None:
    seat = table.state.seat
    with screen(ann, table.id, seat, table.last_number) as line:
        first = heard(line)
        assert 'id="board"' not in first
        assert 'id="people"' in first
        line.send_json({"do": "say", "seat": str(seat), "text": "Hello"})
        html = heard(line)
        assert "Hello" in html
        assert re.findall(r'id="(\w+)"', html) == []


def test_of_a_board_only_the_pieces_that_have_changed_are_sent(
    client: TestClient[Any], ann: Person, ben: Person
) -> None:
    table = table_of(client, ann.new_table(["me"] * 4, game="anansi"))
    seat = table.state.seat
    with screen(ben, table.id, "", table.last_number) as line:
        heard(line)
        ann.post(f"/table/{table.id}/play", seat=seat, after=table.turn, action=table.state.legal_actions()[0])
        html = heard(line)
        sent = set(re.findall(r'id="([\w-]+)"', html))
        assert {"prompt", "middle", f"seat-{seat}", f"seat-{(seat + 1) % 4}"} <= sent
        assert not sent & {"board", "display", "supply", "people", f"seat-{(seat + 2) % 4}"}


def test_a_screen_that_was_away_gets_what_it_missed(ann: Person, ben: Person, table: Table) -> None:
    shown = table.last_number
    for _ in range(3):
        seat, action = table.state.seat, table.state.legal_actions()[0]
        ann.post(f"/table/{table.id}/play", seat=seat, after=table.turn, action=action)
    with screen(ben, table.id, "", shown) as line:
        html = heard(line)
        assert 'id="board"' in html
        assert html.count("<li class=") >= 3
        assert "data-fresh" not in html


def test_a_screen_that_was_away_for_long_gets_the_log_anew(ann: Person, ben: Person, table: Table) -> None:
    for _ in range(20):
        seat, action = table.state.seat, table.state.legal_actions()[0]
        ann.post(f"/table/{table.id}/play", seat=seat, after=table.turn, action=action)
    with screen(ben, table.id, "", 1) as line:
        assert 'data-fresh="1"' in heard(line)


def test_nobody_notices_that_somebody_has_decided_in_advance(ann: Person, ben: Person, table: Table) -> None:
    waiting = next(seat for seat in table.state.open_seats() if seat != table.state.seat)
    with screen(ben, table.id, "", table.entries_known(None)) as line:
        heard(line)
        before = without_keys(ben.get(f"/table/{table.id}").content)
        action = table.state.open_actions(waiting)[0]
        ann.post(f"/table/{table.id}/play", seat=waiting, after=table.turn, action=action)
        assert table.commitments == {waiting: action}
        assert without_keys(ben.get(f"/table/{table.id}").content) == before
        ben.post(f"/table/{table.id}/comment", name="Ben", text="Hello")
        assert "Hello" in heard(line)
        ann.post(f"/table/{table.id}/say", seat=waiting, text="To the table")
        assert f'data-after="{table.entries_known(None)}"' in heard(line)
    assert table.last_number == table.entries_known(None) + 1 == table.entries_known(waiting)
    assert table.number_known(None, table.entries_known(None)) == table.last_number


def test_a_wrong_move_is_told_to_its_screen_only(ann: Person, ben: Person, table: Table) -> None:
    seat = table.state.seat
    with screen(ann, table.id, seat, table.last_number) as line:
        heard(line)
        illegal = next(action for action in range(GAME.action_count) if not table.state.allows(action))
        say_move(line, table, action=illegal)
        html = heard(line)
        assert 'role="alert"' in html
        assert f"/rules/{GAME.name}#" in html
        say_move(line, table, after=77)
        assert "moved on in the meantime" in heard(line)
    assert table.actions == []


def test_each_deed_is_answered_by_its_key_to_its_screen_only(ann: Person, ben: Person, table: Table) -> None:
    """A screen that goes on tells nobody whose deed was done: another one of the same seat may have come first."""
    seat, turn = table.state.seat, table.turn
    with screen(ann, table.id, seat, table.last_number) as mine, screen(ben, table.id, "", table.last_number) as other:
        heard(mine), heard(other), heard(mine)
        for key in ("the first of both", "the other of both"):
            say_move(mine, table, seat=seat, after=turn, key=key.replace(" ", "-"))
        sent = ""
        while "the-other-of-both" not in sent:
            sent += heard(mine)
        answers = re.findall(r'<meta name="answer" data-key="([\w-]+)" data-done="(\d)">', sent)
        assert answers == [("the-first-of-both", "1"), ("the-other-of-both", "0")]
        assert "answer" not in heard(other)
    assert len(table.actions) == 1


def test_nonsense_on_the_line_is_passed_over(ann: Person, table: Table) -> None:
    with screen(ann, table.id, table.state.seat, table.last_number) as line:
        heard(line)
        for nonsense in ("", "{", "[]", "null", '{"do": 7}', '{"do": "fly"}', '{"do": "play"}', "\0" * 100):
            line.send_text(nonsense)
        say_move(line, table)
        while 'id="prompt"' not in heard(line):
            pass
    assert len(table.actions) == 1


def test_a_stranger_on_the_line_can_not_move(ben: Person, table: Table) -> None:
    with screen(ben, table.id, table.state.seat, table.last_number) as line:
        assert moves(heard(line)) == []
        say_move(line, table)
        assert "That is not your seat." in heard(line)
    assert table.actions == []


def test_a_page_of_another_site_gets_no_line(ann: Person, table: Table) -> None:
    with screen(ann, table.id, origin="https://evil.example") as line, pytest.raises(WebSocketDisconnect) as closed:
        line.receive_text(timeout=60)
    assert closed.value.code == 4403


def test_a_line_to_no_table_is_closed(ann: Person) -> None:
    with screen(ann, "nowhere") as line, pytest.raises(WebSocketDisconnect) as closed:
        line.receive_text(timeout=60)
    assert closed.value.code == 4404


def test_a_seat_that_went_to_another_device_is_no_longer_shown(
    client: TestClient[Any], ann: Person, ben: Person
) -> None:
    id = ann.new_table(["me", *["bot:novice"] * (LEAST - 1)])
    table = table_of(client, id)
    link = re.search(r'value="http://[^/]*(/seat/[^"]*)"', ann.get(f"/table/{id}/device").text)
    assert link
    with screen(ann, id, 0) as line:
        assert 'name="seat" value="0"' in heard(line)
        ben.post(link[1])
        while "is back." not in (html := heard(line)):
            pass
        assert 'name="seat"' not in html
    assert table.seats[0].player == player_of(ben.cookies["mezani"])


def test_a_hint_is_for_one_screen(client: TestClient[Any], ann: Person) -> None:
    table = table_of(client, ann.new_table(["me", *["bot:novice"] * (LEAST - 1)]))
    until(lambda: table.asked == 0)
    with screen(ann, table.id, 0, table.last_number) as line:
        heard(line)
        line.send_json({"do": "hint", "seat": "0"})
        assert "hinted" in "".join(heard(line) for _ in range(2))  # the ideas of the coach come first
    assert 'name="hint"' in ann.get(f"/table/{table.id}").text


def test_among_people_there_is_no_hint_to_ask_for(client: TestClient[Any], ann: Person, ben: Person) -> None:
    table = table_of(client, ann.new_table(["me", "free", *["bot:novice"] * (LEAST - 2)]))
    ben.post(f"/table/{table.id}/sit", name="Ben")
    assert 'name="hint"' not in ann.get(f"/table/{table.id}").text
    until(lambda: table.asked in (0, 1))
    asked = [ann, ben][table.asked or 0]
    answer = asked.get(f"/table/{table.id}?hint=0")
    assert answer.status_code == 403
    assert "Hints are for practice" in answer.text


def test_a_question_is_for_one_screen(client: TestClient[Any], ann: Person) -> None:
    ann.post("/settings", confirm=1)
    table = table_of(client, ann.new_table(["me"] * LEAST))
    seat = table.state.seat
    with screen(ann, table.id, seat, table.last_number) as line:
        heard(line)
        say_move(line, table)
        assert 'name="sure"' in heard(line)
        assert table.actions == []
        say_move(line, table, sure=1)
        heard(line)
    assert len(table.actions) == 1
