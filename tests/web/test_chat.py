"""The chat of a table: one room for those who play and one for those who watch, and both for all after the game."""

import json
import re
from typing import Any

import pytest
from litestar.testing import TestClient

from mezani.tables.players import player_of
from mezani.tables.table import Table
from tests.web.finished import nearly_over, play_one
from tests.web.people import GAME, Person, hidden, table_of
from tests.web.test_devices import house_of
from tests.web.test_live import heard, screen
from tests.web.test_you import join

ONE_SERVER = True
LEAST = GAME.seats[0]


@pytest.fixture
def cat(client: TestClient[Any]) -> Person:
    return Person(client)


@pytest.fixture
def table(client: TestClient[Any], ann: Person) -> Table:
    """A running table at which Ann sits on every chair."""
    return table_of(client, ann.new_table(["me"] * LEAST))


def everything(person: Person, table: Table, seat: int | None = None) -> str:
    """All that somebody can get who knows the address of a table."""
    at = f"/table/{table.id}"
    queries = ("", "?say=1", "?seat=1", "?seat=", "/replay", "/replay/0", "/who")
    shown = [person.get(f"{at}{query}").text for query in queries]
    with screen(person, table.id, "" if seat is None else seat, 0, heard="pc0") as line:
        shown.append(heard(line))
    headers = {"authorization": f"Bearer {person.cookies.get('mezani', '')}"}
    asked = f"/api/tables/{table.id}" + ("" if seat is None else f"?seat={seat}")
    shown.append(person.ask("GET", asked, headers=headers).text)
    return "\n".join(shown)


def test_each_room_hears_itself_while_the_game_runs(ann: Person, ben: Person, cat: Person, table: Table) -> None:
    ann.post(f"/table/{table.id}/say", seat=0, text="between players")
    page = ben.get(f"/table/{table.id}").text
    assert "To those who watch" in page
    assert "between players" not in page
    assert "between spectators" in ben.post(f"/table/{table.id}/comment", name="Ben", text="between spectators").text
    assert 'name="name"' not in ben.get(f"/table/{table.id}").text
    for watcher in (ben, cat):
        shown = everything(watcher, table)
        assert "between spectators" in shown
        assert "between players" not in shown
    shown = everything(ann, table, 1)
    assert "between players" in shown
    assert "To those at the table" in shown
    assert "spectators" not in shown
    assert "comment" not in shown


def test_who_plays_can_not_write_to_those_who_watch_nor_the_other_way_round(
    ann: Person, ben: Person, table: Table
) -> None:
    refused = ann.post(f"/table/{table.id}/comment", text="I have the nine")
    assert refused.status_code == 403
    assert "Only those who watch" in refused.text
    assert ben.post(f"/table/{table.id}/say", seat=0, text="She has the nine").status_code == 403
    ben.post(f"/table/{table.id}/comment", name="Ben", text="a word")
    for path in ("comments/1", "comments/2", "comments/1/mute"):
        answer = ann.ask("POST" if "mute" in path else "GET", f"/table/{table.id}/{path}", data={})
        assert answer.status_code == 409
    assert ben.get(f"/table/{table.id}/comments/1").status_code == 200


def test_screens_show_comments_at_once_and_those_of_seats_nothing(ann: Person, ben: Person, table: Table) -> None:
    ben.post(f"/table/{table.id}/comment", name="Ben", text="the first")
    with screen(ben, table.id, "", table.last_number, heard="c0") as his, screen(ann, table.id, 0, 0) as hers:
        assert "the first" in heard(his)
        heard(hers)
        his.send_json({"do": "comment", "text": "the <b>second</b>"})
        told = ""
        while "second" not in told:
            told += heard(his)
        assert "the &lt;b&gt;second" in told
        assert "the first" not in told
        assert 'data-heard="c2"' in told
        ann.post(f"/table/{table.id}/say", seat=0, text="what she hears next")
        told = ""
        while "hears next" not in told:
            told += heard(hers)
        assert "the first" not in told
        assert "second" not in told


def test_a_screen_that_was_away_gets_what_it_has_missed(ben: Person, table: Table) -> None:
    for text in ("the first", "the second"):
        ben.post(f"/table/{table.id}/comment", name="Ben", text=text)
    known = re.findall(r"heard=(\w*)&", ben.get(f"/table/{table.id}").text.replace("&amp;", "&"))
    assert known == ["c2"]
    with screen(ben, table.id, "", table.last_number, heard="c1") as line:
        html = heard(line)
        assert "the second" in html
        assert "the first" not in html


def test_after_the_game_all_hear_both_rooms_apart_and_write(
    client: TestClient[Any], ann: Person, ben: Person, cat: Person
) -> None:
    id = nearly_over(ann, GAME.name)
    table = table_of(client, id)
    [seat] = table.seats_of(player_of(ann.cookies["mezani"]))
    ben.post(f"/table/{id}/comment", name="Ben", text="between spectators")
    ann.post(f"/table/{id}/say", seat=seat, text="between players")
    with (
        screen(ann, id, seat, table.entries_known(seat), heard="p") as hers,
        screen(ben, id, "", table.entries_known(None), heard="c1") as his,
    ):
        play_one(ann, id)
        assert table.is_over
        for line, news in ((hers, "between spectators"), (his, "between players")):
            told = ""
            while news not in told:
                told += heard(line)
            assert 'data-fresh="1"' in told
            assert "To everybody" in told
    for person in (ann, ben, cat):
        page = person.get(f"/table/{id}").text
        assert re.search(r'<li class="said"><b>[^<]+</b> between players', page)
        assert re.search(r'<li class="said comment">.*?<b>Ben</b></a> between spectators', page)
        assert page.index("between spectators") < page.index("between players")
        assert "To everybody" in page
    cat.post(f"/table/{id}/comment", name="Cat", text="Congratulations")
    ann.post(f"/table/{id}/say", seat=seat, text="Thank you")
    page = ben.get(f"/table/{id}").text
    assert "Congratulations" in page
    assert "Thank you" in page


def test_somebody_new_says_a_name_that_is_nobody_elses(
    client: TestClient[Any], ann: Person, ben: Person, cat: Person, table: Table
) -> None:
    join(ben, "Farida")
    page = cat.get(f"/table/{table.id}").text
    assert 'aria-label="Your name"' in page
    assert 'data-do="comment"' not in page
    for name in ("", "Farida", "FARlDA"):
        assert cat.post(f"/table/{table.id}/comment", name=name, text="Hello").status_code in (409, 422)
    form = {"name": "Cat", "text": "Hello", "key": hidden(page, "key")}
    for _ in "12":
        assert cat.post(f"/table/{table.id}/comment", **form).status_code == 200
    page = cat.get(f"/table/{table.id}").text
    assert "<b>Cat</b></a> Hello" in page
    assert "comments/2" not in page
    assert 'data-do="comment"' in page
    ben.post(f"/table/{table.id}/comment", name="Cat", text="Good evening")
    assert "<b>Farida</b></a> Good evening" in cat.get(f"/table/{table.id}").text


def test_people_who_watch_are_muted_and_reported(
    client: TestClient[Any], ben: Person, cat: Person, table: Table
) -> None:
    at = f"/table/{table.id}"
    ben.post(f"{at}/comment", name="Ben", text="something silly")
    assert f'href="{at}/comments/1"' in cat.get(at).text
    assert "Hear them again" in cat.post(f"{at}/comments/1/mute").text
    assert "something silly" not in cat.get(at).text
    with screen(cat, table.id, "", 0, heard="c0") as line:
        assert "something silly" not in heard(line)
    assert "something silly" in ben.get(at).text
    assert ben.post(f"{at}/comments/1/mute").status_code == 403
    assert "The host will read it" in cat.post(f"{at}/comments/1/report", text="He is silly").text
    assert client.blocking_portal
    [report] = [one for one in client.blocking_portal.call(house_of(client).reports.open) if one.table == table.id]
    assert (report.about_name, report.text) == ("Ben", "He is silly")


def test_without_scripts_a_spectator_finds_the_field(ben: Person, table: Table) -> None:
    page = ben.get(f"/table/{table.id}").text
    assert f'href="/table/{table.id}?say=1#talk"' in page
    writing = ben.get(f"/table/{table.id}?say=1").text
    assert "autofocus" in writing
    assert 'http-equiv="refresh"' not in writing


def test_ones_data_holds_what_one_has_said_to_those_who_watch(ben: Person, table: Table) -> None:
    join(ben, "Gwen")
    ben.post(f"/table/{table.id}/comment", text="for the record")
    [comment] = json.loads(ben.get("/you/data").text)["comments"]
    assert comment["text"] == "for the record"
    assert comment["table_id"] == table.id


def test_in_german_too(ann: Person, client: TestClient[Any], table: Table) -> None:
    german = Person(client, **{"accept-language": "de"})
    page = german.get(f"/table/{table.id}").text
    assert "An alle, die zuschauen" in page
    assert "Wer mitspielt, liest das erst nach der Partie." in page
    ann.headers = {"accept-language": "de"}
    assert "An alle am Tisch" in ann.get(f"/table/{table.id}?seat=0").text
