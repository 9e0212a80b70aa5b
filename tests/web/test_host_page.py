"""The host's pages: only hosts learn of them, each deed is asked once more, and all that was done is in the log."""

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from mezani.house.health import Figures, Server, troubles
from mezani.house.hosts import number_of
from mezani.house.house import House
from mezani.house.seen import DAY, Seen
from mezani.language import language
from mezani.tables.gate import Allowed
from mezani.tables.players import player_of
from mezani.web.host_page import PAGES
from mezani.web.host_words import trouble
from tests.house.test_chores import Clock
from tests.house.test_retention import aged
from tests.web.finished import ended_for, played
from tests.web.people import GAME, Person, server, table_of
from tests.web.test_live import heard, screen

LEAST = GAME.seats[0]


def house_of(client: TestClient[Any]) -> House:
    house: House = client.app.state.house
    return house


def as_host(person: Person) -> Person:
    """Make somebody a host by a link."""
    with person.client.portal() as portal:
        token = portal.call(house_of(person.client).hosts.new_link)
    assert "Be the host of this house?" in person.get(f"/become-host/{token}").text
    assert person.post(f"/become-host/{token}").url.path == "/host"
    return person


@pytest.fixture
def zoe(client: TestClient[Any]) -> Person:
    """A host."""
    zoe = Person(client)
    zoe.post("/settings", name="Zoe")
    return as_host(zoe)


@pytest.fixture
def id(client: TestClient[Any], ann: Person, ben: Person) -> str:
    """A table at which Ann, Ben and others play, and Ben has said something."""
    id = ann.new_table(["me", *["free"] * (LEAST - 1)])
    ben.post(f"/table/{id}/sit", name="Ben")
    for _ in range(LEAST - 2):
        Person(client).post(f"/table/{id}/sit", name="Cat")
    ben.post(f"/table/{id}/say", seat=1, text="something <b>vile</b>")
    return id


def test_what_those_who_watch_say_is_removed_but_a_host_who_plays_does_not_learn_of_it(zoe: Person, id: str) -> None:
    Person(zoe.client).post(f"/table/{id}/comment", name="Dan", text="something silly")
    shown = zoe.get(f"/host/tables/{id}").text
    assert "something silly" in shown
    asking = next(link for link in links(shown, "remove") if "comment=1" in link)
    assert "Dan: something silly" in zoe.get(asking).text
    own = zoe.new_table(["me"] * LEAST)
    Person(zoe.client).post(f"/table/{own}/comment", name="Dan", text="something helpful")
    assert "something helpful" not in zoe.get(f"/host/tables/{own}").text
    assert zoe.get(asking.replace(id, own)).status_code == 403
    assert zoe.post("/host/do", do="remove", table=own, comment=1).status_code == 403
    assert "A line of Dan removed" in do(zoe, asking)
    assert "something silly" not in Person(zoe.client).get(f"/table/{id}").text


def links(html: str, do: str) -> list[str]:
    """The links of a page that ask before a deed."""
    return [unescape(link) for link in re.findall(r'href="(/host/ask\?[^"]*)"', html) if f"do={do}&" in link]


def do(host: Person, link: str, **more: object) -> str:
    """Follow a link to what is asked, confirm it, and read what is said then."""
    page = host.get(link)
    assert page.status_code == 200
    form = {unescape(name): unescape(value) for name, value in re.findall(r'name="([^"]*)" value="([^"]*)"', page.text)}
    form.pop("bots", None)  # a box that is not ticked
    for name, choices in re.findall(r'<select[^>]*name="([^"]*)">(.*?)</select>', page.text):
        form[name] = re.findall(r'value="(\d+)" selected', choices)[0]
    done = host.post("/host/do", **{**form, **more})
    assert done.status_code == 200, done.text
    return done.text


# Who sees it


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_strangers_do_not_learn_that_there_is_such_a_page(ann: Person, id: str, method: str) -> None:
    nothing = ann.ask(method, "/there-is-no-such-page")
    for path in ("/host", "/host/", "/host/no-such-page", *(f"/host/{name}" for _, name in PAGES if name)):
        answer = ann.ask(method, path)
        assert (answer.status_code, answer.text) == (404, nothing.text), path


def test_a_link_makes_one_person_a_host_and_only_once(client: TestClient[Any], ann: Person, ben: Person) -> None:
    with client.portal() as portal:
        token = portal.call(house_of(client).hosts.new_link)
    assert ann.get(f"/become-host/{token}").status_code == 200
    assert "This house" in ann.post(f"/become-host/{token}").text
    assert ben.post(f"/become-host/{token}").status_code == ben.get(f"/become-host/{token}").status_code == 404
    assert ben.get("/host").status_code == 404
    assert '<a href="/host">' in ann.get("/settings").text
    assert '<a href="/host">' not in ben.get("/settings").text


def test_the_settings_name_hosts_by_the_number_that_people_see(tmp_path: Path) -> None:
    ann = player_of("ann-secret")
    with server(tmp_path, hosts=(number_of(ann),)) as client:
        person = Person(client)
        person.cookies["mezani"] = "ann-secret"
        assert number_of(ann) in person.get("/settings").text
        assert person.get("/host").status_code == 200


def test_a_deed_of_another_site_is_refused(zoe: Person) -> None:
    answer = zoe.ask("POST", "/host/do", data={"do": "rest"}, headers={"origin": "http://evil.example"})
    assert answer.status_code == 403
    assert not house_of(zoe.client).hall.gate.read_only


# What it shows


def test_it_begins_with_one_sentence_and_shows_figures_tables_and_people(zoe: Person, id: str) -> None:
    page = zoe.get("/host").text
    assert "All is well" in page
    assert "1 running, 0 open, 0 finished" in page
    assert re.search(r">[^<]*: Ann, Ben[^<]*</a>", page)
    assert all(f">{name}</span>" in page for name in ("Ann", "Ben", "Zoe"))
    assert "Nichts zu tun" in zoe.ask("GET", "/host", headers={"accept-language": "de"}).text


def test_lists_have_pages_and_can_be_searched(zoe: Person, ann: Person, id: str) -> None:
    lobbies = [ann.new_table(["me", *["free"] * (LEAST - 1)], ["Nadia"] * LEAST) for _ in range(21)]
    first = zoe.get("/host/tables").text
    second = zoe.get(f"/host/tables?{re.findall(r'tables[?](page=1)', first)[0]}").text
    shown = [re.findall(r'href="/host/tables/(\w+)"', page) for page in (first, second)]
    assert sorted(shown[0] + shown[1]) == sorted([id, *lobbies])
    assert len(shown[0]) == 20
    assert re.findall(r'href="/host/tables/(\w+)"', zoe.get("/host/tables?find=ben").text) == [id]
    assert re.findall(r'href="/host/tables/(\w+)"', zoe.get(f"/host/tables?find={id}").text) == [id]
    assert re.findall(r'href="/host/tables/(\w+)"', zoe.get("/host/tables?state=running").text) == [id]
    people = zoe.get("/host/people?find=be").text
    assert ">Ben</span>" in people
    assert people.count(">Zoe</span>") == 1  # in the bar
    for odd in ("/host/tables?page=99999999999", "/host/tables?find=%00%25", "/host/people?page=-1&find='\"<"):
        assert zoe.get(odd).status_code == 200


def figures(**changes: Any) -> Figures:
    """Figures of a house where all is well, but for what is changed."""
    now = time.time()
    well: dict[str, Any] = {
        **dict.fromkeys(("running", "open", "finished", "closed", "here", "known", "lately", "moves_today"), 1),
        **dict.fromkeys(("bots_waiting", "store_errors"), 0),
        **dict.fromkeys(("memory", "memory_of", "database"), 10**9),
        "at": now,
        "up_since": now,
        "moves_of_hour": (0, 1),
        "longest_wait": 0.4,
        "thinking": None,
        "store_seconds": 0.001,
        "disk_free": 5 * 10**10,
        "disk": 10**11,
        "backup": None,
        "backups_kept": 7,
        "read_only": False,
        "servers": (Server("here", now),),
    }
    return Figures(**(well | changes))


@pytest.mark.parametrize(
    ("changes", "sentence", "is_bad"),
    [
        ({"store_errors": 3}, "The database has failed 3 times in the last ten minutes.", True),
        ({"disk_free": 10**8}, "The disk is nearly full: 100 MB left.", True),
        ({"longest_wait": 90.0}, "People have been waiting for a bot for 2 minutes.", True),
        ({"store_seconds": 3.0}, "The database is slow: 3 s for a simple question.", False),
        ({"read_only": True, "longest_wait": 90.0}, "The server is read-only: nobody can play.", False),
        ({"up_since": 0.0}, "There is no backup yet.", False),
    ],
)
def test_what_is_wrong_is_said(changes: dict[str, Any], sentence: str, is_bad: bool) -> None:
    assert troubles(figures()) == []
    (found,) = troubles(figures(**changes))
    assert (trouble(found, language("en")), found.is_bad) == (sentence, is_bad)


def test_a_backup_is_made_and_an_old_one_is_a_warning(zoe: Person, tmp_path: Path) -> None:
    assert "Backup made" in do(zoe, "/host/ask?do=backup")
    assert len(list((tmp_path / "backups").glob("*.db"))) == 1
    house = house_of(zoe.client)
    house.health.clock = lambda: time.time() + 9 * DAY
    page = zoe.get("/host").text
    assert "Look at this" in page
    assert "The last backup is 1 week old." in page
    assert re.findall(r'<span class="(\w+)">', page[page.index("facts2") :])[0] == "warn"  # its line is the first


# Tables


def test_a_closed_table_says_so_to_its_players_and_offers_nothing(
    zoe: Person, ann: Person, ben: Person, id: str
) -> None:
    table = table_of(zoe.client, id)
    (link,) = links(zoe.get("/host").text, "close")
    assert "nobody wins" in zoe.get(link).text
    assert not table.closed  # it was only asked
    assert f"Table {id} ({GAME.title}) closed." in do(zoe, link)
    for person in (ann, ben):
        page = person.get(f"/table/{id}").text
        assert "Nobody can play here any more." in page
        assert 'name="action"' not in page
        assert 'class="prompt you"' not in page
        assert "Closed by the host" in person.get("/").text
    refused = ann.post(f"/table/{id}/say", seat=0, text="why?")
    assert refused.status_code == 409
    assert "The host has closed this table." in refused.text
    (link,) = links(zoe.get(f"/host/tables/{id}").text, "open")
    do(zoe, link)
    assert not table.closed
    assert [line.split(".")[0] for line in log_of(zoe)][:2] == [
        f"Table {id} ({GAME.title}) opened again",
        f"Table {id} ({GAME.title}) closed",
    ]


def log_of(host: Person) -> list[str]:
    """What the log of the house says, the newest first."""
    return [unescape(text) for text in re.findall(r'<span class="grow">([^<]+)<small>', host.get("/host/log").text)]


def test_a_removed_line_goes_from_pages_and_open_screens(zoe: Person, ann: Person, id: str) -> None:
    with screen(ann, id, 0, table_of(zoe.client, id).entries_known(0)) as line:
        heard(line)
        (link,) = links(zoe.get(f"/host/tables/{id}").text, "remove")
        assert "something &lt;b&gt;vile&lt;/b&gt;" in zoe.get(link).text
        do(zoe, link)
        html = heard(line)
        assert '<ol data-into="log" data-fresh="1">' in html
        assert "removed by the host" in html
        assert "vile" not in html
    for page in (ann.get(f"/table/{id}"), zoe.get(f"/host/tables/{id}"), zoe.get("/host/log")):
        assert "vile" not in page.text
    assert zoe.get(link).status_code == 409


def test_a_seat_is_handed_over_by_a_link_that_is_shown_to_the_host(
    client: TestClient[Any], zoe: Person, id: str
) -> None:
    link = next(link for link in links(zoe.get(f"/host/tables/{id}").text, "hand") if "seat=1" in link)
    shown = do(zoe, link)
    path = re.findall(r'value="[^"]*(/seat/[^"]+)"', shown)[0]
    new_device = Person(client)
    assert "Ben is back." in new_device.post(path).text
    assert table_of(client, id).seats[1].player == player_of(new_device.cookies["mezani"])
    assert log_of(zoe)[0] == f"Link made for the seat of Ben at table {id} ({GAME.title})."


# People


def test_a_new_name_is_read_everywhere(zoe: Person, ann: Person, ben: Person, id: str) -> None:
    link = next(link for link in links(zoe.get("/host").text, "rename") if "old=Ben" in link)
    assert zoe.post("/host/do", **{**dict(parse_qsl(urlsplit(link).query)), "name": " "}).status_code == 422
    with screen(ann, id, 0, table_of(zoe.client, id).entries_known(0)) as line:
        heard(line)
        assert "Ben is now called Benedict." in do(zoe, link, name="Benedict")
        assert "Benedict" in heard(line)
    page = ann.get(f"/table/{id}").text
    assert "<b>Benedict</b> something" in page
    assert "The host has changed a name: Benedict." in page
    assert not re.search(r"\bBen\b", page)
    assert 'value="Benedict"' in ben.get("/settings").text


def test_who_is_blocked_watches_and_reads_why(zoe: Person, ben: Person, id: str) -> None:
    link = next(link for link in links(zoe.get("/host/people").text, "block") if "old=Ben" in link)
    assert "Ben blocked until" in do(zoe, link, bots=1)
    assert ben.get(f"/table/{id}").status_code == 200
    for path, form in (
        (f"/table/{id}/say", {"seat": 1, "text": "hello"}),
        (f"/table/{id}/return", {"seat": 1}),
        ("/play-now", {"game": GAME.name, "level": "novice"}),
        ("/records", {"text": str(played(GAME.name, LEAST))}),
    ):
        answer = ben.post(path, **form)
        assert answer.status_code == 403, path
        assert "The host lets you watch here" in answer.text
    assert table_of(zoe.client, id).seats[1].bot
    page = zoe.get("/host").text
    assert ">blocked</span>" in page
    (link,) = links(page, "unblock")
    do(zoe, link)
    assert ben.post(f"/table/{id}/return", seat=1).status_code == 200


def test_who_was_here_is_noted_once_a_day(ann: Person) -> None:
    stored: list[tuple[set[str], float]] = []

    class Notes:
        async def were_here(self, players: set[str], day: float) -> None:
            stored.append((set(players), day))

    clock = Clock()
    seen = Seen(Notes(), clock)  # type: ignore[arg-type]
    with ann.client.portal() as portal:
        for day in range(2):
            clock.now = day * DAY + 1000
            for player in ("ann", "ben", None, "ann"):
                seen.note(player)
                portal.call(seen.store)
    assert stored == [({who}, day * DAY) for day in range(2) for who in ("ann", "ben")]


def test_people_of_today_are_known_to_the_host(zoe: Person, id: str) -> None:
    house = house_of(zoe.client)
    with zoe.client.portal() as portal:
        portal.call(house.seen.store)
        assert portal.call(house.hall.store.people.count, time.time() - DAY) == LEAST + 1
    assert f"{LEAST + 1} in the last 7 days, {LEAST + 1} known" in zoe.get("/host").text


# The house


def test_a_word_to_all_stands_on_every_page_and_reaches_open_screens(zoe: Person, ann: Person, id: str) -> None:
    with screen(ann, id, 0, table_of(zoe.client, id).entries_known(0)) as line:
        assert "notice" not in heard(line)
        do(zoe, "/host/ask?do=message&for=1800&text=Tonight+%3Cb%3E+we+close", **{"for": 1800})
        assert "Tonight &lt;b&gt; we close" in heard(line)
    for path in ("/", "/rules", f"/table/{id}", f"/rules/{GAME.name}", "/there-is-no-such-page", "/settings"):
        assert "Tonight &lt;b&gt; we close" in ann.get(path).text, path
    do(zoe, links(zoe.get("/host").text, "quiet")[0])
    assert "Tonight" not in ann.get("/").text
    assert zoe.get("/host/ask?do=message&for=1800&text=+").status_code == 422
    assert zoe.get("/host/ask?do=message&for=17&text=x").status_code == 400


@pytest.fixture
def resting(zoe: Person, id: str) -> Iterator[Person]:
    """A host who has set the server to read-only."""
    do(zoe, links(zoe.get("/host").text, "rest")[0])
    yield zoe
    do(zoe, links(zoe.get("/host").text, "serve")[0])
    assert "read-only" not in zoe.get("/").text


def test_while_it_is_read_only_all_can_look_and_nobody_can_do_anything(resting: Person, ann: Person, id: str) -> None:
    for path in ("/", f"/table/{id}", f"/table/{id}/replay", "/settings", f"/new/{GAME.name}"):
        answer = ann.get(path)
        assert answer.status_code == 200, path
        assert "The server is being maintained" in answer.text
    chairs: dict[str, object] = {"players": LEAST, **{f"chair-{n}": "me" for n in range(LEAST)}}
    forms: dict[str, dict[str, object]] = {
        f"/table/{id}/say": {"seat": 0, "text": "hello"},
        f"/table/{id}/leave": {"seat": 0},
        "/play-now": {"game": GAME.name, "level": "novice"},
        "/settings": {"name": "Somebody else"},
        f"/new/{GAME.name}": chairs,
    }
    before = table_of(ann.client, id).last_number
    for path, form in forms.items():
        answer = ann.ask("POST", path, data={name: str(value) for name, value in form.items()})
        assert answer.status_code == 503, path
        assert answer.headers["retry-after"] == "60"
        assert "The server is being maintained" in answer.text
    program = ann.ask("POST", "/api/tables", json={"game": GAME.name, "chairs": [{"who": "me"}] * LEAST})
    assert (program.status_code, program.json()["status"]) == (503, 503)
    assert program.headers["retry-after"] == "60"
    assert table_of(ann.client, id).last_number == before
    assert ann.post("/settings", lang="de").status_code == 200  # what one's own browser keeps


def test_a_table_that_is_gone_says_so_to_pages_and_screens(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = ended_for(client, ann, ben)
    house = house_of(client)
    with screen(ann, id, 0, table_of(client, id).entries_known(0)) as line, client.portal() as portal:
        heard(line)
        portal.call(house.hall.let_go, id)
        with pytest.raises(WebSocketDisconnect) as closed:
            heard(line)
        assert closed.value.code == 4404


def test_old_tables_are_deleted_by_the_server(tmp_path: Path) -> None:
    with server(tmp_path, keep_finished=1) as client:
        ann, ben = Person(client), Person(client)
        id = ended_for(client, ann, ben)
        house = house_of(client)
        with client.portal() as portal:
            portal.call(age, house, id)
            portal.call(house.tidy)
        for path in (f"/table/{id}", f"/table/{id}/result", f"/api/tables/{id}"):
            answer = ann.get(path)
            assert answer.status_code == 404
            assert "the table was old and was removed" in answer.text


async def age(house: House, id: str) -> None:
    await aged(house.hall, await house.hall.table(id), 2)


# How many tables there may be


def limits(html: str) -> dict[str, str]:
    """The fields of the limits, as they are shown."""
    shown = dict(re.findall(r'name="(tables-at-once|tables-per-person|keep-lobbies)"[^>]* value="(\d+)"', html))
    return shown | ({"newcomers": "1"} if 'name="newcomers" value="1" checked' in html else {})


def change_limits(host: Person, **changes: str) -> str:
    """Change limits, confirm it, and read what is said then."""
    fields = {**limits(host.get("/host").text), **{name.replace("_", "-"): value for name, value in changes.items()}}
    return do(host, f"/host/ask?{urlencode({'do': 'limits', 'back': '/host', **fields})}")


def test_a_host_changes_the_limits_and_they_go_before_the_settings(zoe: Person, ann: Person, ben: Person) -> None:
    assert limits(zoe.get("/host").text) == {
        "tables-at-once": "0",
        "tables-per-person": "0",
        "keep-lobbies": "30",
        "newcomers": "1",
    }
    id = ann.new_table(["me", *["free"] * (LEAST - 1)])
    said = change_limits(zoe, tables_per_person="1", keep_lobbies="7", newcomers="")
    assert "Tables at once: no limit · Tables a person: 1" in said
    assert limits(said) == {"tables-at-once": "0", "tables-per-person": "1", "keep-lobbies": "7"}
    assert house_of(zoe.client).hall.gate.allowed.keep_lobbies == 7
    refused = ann.post(f"/new/{GAME.name}", players=LEAST, **{f"chair_{n}": "me" for n in range(LEAST)})
    assert refused.status_code == 409
    assert "You have as many tables as the host allows." in refused.text
    assert ben.post("/play-now", game=GAME.name).status_code == 403
    ben.post(f"/table/{id}/sit", name="Ben")
    assert "You have as many tables" in ben.post("/play-now", game=GAME.name).text
    assert "Es gibt schon so viele Tische" not in change_limits(zoe, tables_at_once="1", tables_per_person="0")
    ben.headers = {"accept-language": "de"}
    assert "Es gibt schon so viele Tische" in ben.post("/play-now", game=GAME.name).text
    change_limits(zoe, tables_at_once="2")
    assert ben.post("/play-now", game=GAME.name).url.path.startswith("/table/")


def test_a_table_that_was_asked_for_before_is_there_however_many_there_may_be(zoe: Person, ann: Person) -> None:
    asked = {"players": LEAST, "key": "a-key-of-this-form-1", **{f"chair_{n}": "me" for n in range(LEAST)}}
    first = ann.post(f"/new/{GAME.name}", **asked)
    change_limits(zoe, tables_at_once="1")
    assert ann.post(f"/new/{GAME.name}", **asked).url.path == first.url.path
    assert ann.post(f"/new/{GAME.name}", **{**asked, "key": "a-key-of-this-form-2"}).status_code == 409


def test_limits_that_are_none_change_nothing(zoe: Person) -> None:
    for wrong in ("-1", "many", "", "9" * 20):
        fields = {"do": "limits", "tables-at-once": wrong, "tables-per-person": "0", "keep-lobbies": "0"}
        assert zoe.ask("POST", "/host/do", data=fields).status_code == 400
        assert zoe.get(f"/host/ask?{urlencode(fields)}").status_code == 400
    assert house_of(zoe.client).hall.gate.allowed == Allowed()
