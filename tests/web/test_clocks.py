"""Clocks on the table page: where they stand, what they say, when they are sent again, and pauses."""

import re
import time
from typing import Any

import pytest
from litestar.testing import TestClient

import mezani
from mezani.language import language
from mezani.tables import deeds
from mezani.tables.clocks import ClockShown
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import Days, Live, Terms
from mezani.web.clock_words import day_in_words, pace_in_words, time_in_words
from mezani.web.clocks import state_of
from mezani.web.screen import Screen
from tests.playing import OUR_GAMES
from tests.web.people import Person
from tests.web.test_live import heard, screen

ONE_SERVER = True
CLOCK = re.compile(
    r'<span id="clock-(\d)" class="clock ([\w ]*)"[^>]*data-left="([\d.]+)".*?<span class="t">([^<]*)</span>'
)
TEN = Live(10, 10)
EN, DE = language("en"), language("de")


@pytest.fixture
def people(client: TestClient[Any]) -> dict[str, Person]:
    names = ("Ann", "Ben", "Cat", "Dan", "Eve")
    found = {name: Person(client) for name in names}
    for name, person in found.items():
        person.cookies["mezani"] = f"clocks-{name}"
    return found


def clocked(client: TestClient[Any], game: str = "anne", clock: Live | Days = TEN, **terms: Any) -> Table:
    """A table of people that begins at once."""
    hall: Hall = client.app.state.hall
    this = mezani.game(game)
    names = ("Ann", "Ben", "Cat", "Dan", "Eve")[: this.seats[0]]
    chairs = [Seat(player_of(f"clocks-{name}"), name) for name in names]

    async def set_up() -> Table:
        return await hall.open_table(this, chairs, terms=Terms(clock=clock, **terms))

    with client.portal() as portal:
        return portal.call(set_up)


def clocks_of(page: str) -> dict[int, tuple[str, str]]:
    """How each clock looks and what it says."""
    return {int(seat): (kind, words) for seat, kind, _, words in CLOCK.findall(page)}


@pytest.mark.parametrize("game", [*OUR_GAMES, "ahadi"])
def test_every_board_shows_each_clock_once_and_those_that_run(
    client: TestClient[Any], people: dict[str, Person], game: str
) -> None:
    table = clocked(client, game)
    page = people["Ann"].get(f"/table/{table.id}").text
    clocks = clocks_of(page)
    assert sorted(clocks) == list(range(table.players))
    for seat, (kind, words) in clocks.items():
        assert kind == ("on" if seat in table.asked_seats() else "")
        assert re.fullmatch(r"10:00|9:5\d", words)  # the machine may be busy
    assert (
        len(re.findall(r"data-own", page)) == len(re.findall('class="clock [^>]*data-own', page)) + 1
    )  # and what is said


def test_a_table_without_a_clock_has_none(ann: Person) -> None:
    id = ann.new_table(["me", *["bot:novice"] * 3], game="anne")
    page = ann.get(f"/table/{id}").text
    assert 'id="clock-' not in page
    assert "clocks.js" not in page
    assert 'id="pause"' not in page


@pytest.mark.parametrize(
    ("facts", "kind"),
    [
        ((False, False, False, False), ""),
        ((False, True, False, False), "on"),
        ((True, False, False, False), "low"),
        ((True, True, False, False), "low on"),
        ((True, True, True, False), "held"),
        ((True, False, True, True), "out"),
    ],
)
def test_each_state_of_a_clock_has_a_look(facts: tuple[bool, ...], kind: str) -> None:
    assert state_of(*facts) == kind


def test_times_are_said_in_both_languages() -> None:
    assert time_in_words(2 * 86400 + 4 * 3600, Days(), DE) == "2 T 4 h"
    assert time_in_words(5 * 3600 + 20 * 60, Days(), EN) == "5 h 20 min"
    assert time_in_words(86400 - 1, Days(), EN) == "1 d"
    assert time_in_words(0.2, Live(), EN) == "0:01"
    assert [pace_in_words(clock, DE) for clock in (None, Live(5, 0), Days(1))] == ["ohne Uhr", "5 min", "1 Tag pro Zug"]


def test_a_clock_is_sent_again_when_it_changes_not_when_it_has_gone_on(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = clocked(client, "asante")
    first = Screen(table, 0, [0], EN).fragments()
    later = time.time() + 300
    monkeypatch.setattr("mezani.web.clocks.time.time", lambda: later)
    assert Screen(table, 0, [0], EN).fragments() == first
    page = Screen(table, 0, [0], EN).board_html()
    assert clocks_of(page)[table.to_move or 0][1] == "5:00"


def test_the_time_of_a_clock_that_stands_still_does_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = ClockShown(600, ends=1620.0, still_until=1020.0)
    assert [shown.left_at(at) for at in (1000.0, 1020.0, 1030.0)] == [600.0, 600.0, 590.0]


def test_the_pace_stands_beside_the_log_with_a_pause_for_players(
    client: TestClient[Any], people: dict[str, Person]
) -> None:
    live, days = clocked(client), clocked(client, clock=Days(3))
    page = people["Ann"].get(f"/table/{live.id}").text
    assert "10 min + 10 s · friendly" in page
    assert 'id="do-ask-pause"' in page
    assert 'id="do-ask-pause"' not in people["Eve"].get(f"/table/{live.id}").text
    page = people["Ann"].get(f"/table/{days.id}").text
    assert "3 days a move · friendly" in page
    assert 'id="do-ask-pause"' not in page


def test_a_pause_is_asked_for_agreed_to_and_ended_by_forms(client: TestClient[Any], people: dict[str, Person]) -> None:
    table = clocked(client)
    with screen(people["Ben"], table.id, 1) as line:
        heard(line)  # Ben is here
        page = people["Ann"].post(f"/table/{table.id}/ask-pause", seat=0).text
        assert "You ask for a pause." in page
        page = people["Ben"].get(f"/table/{table.id}").text
        assert "Ann asks for a pause." in page
        assert 'id="do-agree-pause"' in page
        page = people["Ben"].post(f"/table/{table.id}/agree-pause", seat=1).text
    assert "Paused. Ann asked for it at" in page
    assert {kind for kind, _ in clocks_of(page).values()} == {"held"}
    assert "Paused. You asked for it at" in people["Ann"].get(f"/table/{table.id}").text
    page = people["Cat"].post(f"/table/{table.id}/resume", seat=2).text
    assert "Paused." not in page
    assert "on" in {kind for kind, _ in clocks_of(page).values()}


def test_a_pause_that_is_asked_for_while_nobody_else_is_here_waits_for_their_answer(
    client: TestClient[Any], people: dict[str, Person]
) -> None:
    table = clocked(client)
    page = people["Ann"].post(f"/table/{table.id}/ask-pause", seat=0).text
    assert "It begins when somebody agrees who is away now." in page
    assert "It begins" not in people["Ben"].get(f"/table/{table.id}").text
    page = people["Ben"].post(f"/table/{table.id}/agree-pause", seat=1).text
    assert "Paused. Ann asked for it at" in page


def test_the_page_says_who_is_on_holiday_and_since_when_somebody_is_away(
    client: TestClient[Any], people: dict[str, Person]
) -> None:
    live, days = clocked(client), clocked(client, "asante", Days(3))
    seat = live.to_move or 0
    live.accept(deeds.lose_connection(live, time.time(), seat))
    watcher = "Ben" if seat == 0 else "Ann"
    page = people[watcher].get(f"/table/{live.id}").text
    assert "away since <time data-clock-time" in page
    assert clocks_of(page)[seat][0] == "held"
    until = time.time() + 3 * 86400
    days.accept(deeds.go_on_holiday(days, time.time(), player_of("clocks-Ben"), until))
    page = people["Ann"].get(f"/table/{days.id}").text
    day = day_in_words(until, time.time(), EN)
    assert f"on holiday until {day}" in page
    assert f"Ben is on holiday until {day}." in page
    days.accept(deeds.go_on_holiday(days, time.time(), player_of("clocks-Ben"), time.time()))
    assert "Ben is back from holiday." in people["Ann"].get(f"/table/{days.id}").text


def test_a_chair_is_taken_back_after_the_move_of_the_bot(client: TestClient[Any], people: dict[str, Person]) -> None:
    table = clocked(client, "asante", Live(1, 0))
    seat = table.to_move or 0
    whose = people["Ann" if seat == 0 else "Ben"]
    assert table.clocks
    table.accept(deeds.time_up(table, (table.clocks.due_at or 0.0) + 1, "novice"))
    page = whose.get(f"/table/{table.id}").text
    assert "Your time was up; a bot makes this move." in page
    assert "Take my chair back" not in page
    while table.state.seat == seat:
        table.accept(deeds.play_for_bot(table, time.time(), table.state.legal_actions()[0], False, table.turn))
    assert "Take my chair back" in whose.get(f"/table/{table.id}").text


@pytest.mark.parametrize(("time_up", "said"), [("bot", "a bot makes this move"), ("lost", "the game is lost for you")])
def test_who_has_no_time_left_is_told_what_follows(
    client: TestClient[Any], people: dict[str, Person], time_up: str, said: str
) -> None:
    table = clocked(client, "asante", Live(1, 0), time_up=time_up)
    seat = table.to_move or 0
    assert table.clocks
    due = table.clocks.due_at or 0.0

    table.accept(deeds.time_up(table, due + 1, "novice"))
    page = people["Ann" if seat == 0 else "Ben"].get(f"/table/{table.id}").text
    assert said in page
    kind, words = clocks_of(page)[seat]
    assert (kind, words) == ("out", "0:00")
    assert "bot plays" in page


@pytest.mark.parametrize("what", ["ask-pause", "agree-pause", "refuse-pause", "resume"])
def test_a_table_without_a_clock_is_not_paused(ann: Person, what: str) -> None:
    id = ann.new_table(["me"] * 3, game="anne")
    assert ann.post(f"/table/{id}/{what}", seat=0).status_code == 409


def test_a_clock_that_comes_with_its_seat_is_not_sent_a_second_time(
    client: TestClient[Any], people: dict[str, Person]
) -> None:
    table, names = clocked(client), ("Ann", "Ben", "Cat")
    with screen(people["Ann"], table.id, 0, table.last_number) as line:
        heard(line)
        for _ in range(6):
            seat, action = table.state.seat, table.state.legal_actions()[0]
            people[names[seat]].post(f"/table/{table.id}/play", seat=seat, action=action, after=table.turn)
            html = heard(line)
            while f'data-after="{table.last_number}"' not in html:
                html = heard(line)
            ids = re.findall(r'id="(clock-\d)"', html)
            assert ids
            assert len(ids) == len(set(ids))
