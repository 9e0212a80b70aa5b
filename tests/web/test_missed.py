"""Since you were away: who missed moves is told so, and steps through them once."""

import re
from typing import Any

import pytest
from litestar.testing import TestClient

import mezani
from mezani.language import language
from mezani.tables.entries import Entry, Kind
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import COVERED, Terms
from mezani.web.log_lines import all_lines
from mezani.web.missed import at_step, missed_moves, missed_of
from mezani.web.screen import Screen
from tests.web.people import Person, moves, table_of
from tests.web.test_live import heard, screen

pytestmark = pytest.mark.slow

ENGLISH = language("en")
TITLE = re.compile(r"Since you were away: (\d+) move")


@pytest.fixture(autouse=True)
def every_gap_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mezani.tables.away.AWAY", 0.0)


def two_at(client: TestClient[Any], ann: Person, ben: Person, name: str) -> Table:
    """A table with Ann on the first chair and Ben on all others; it is Ben's turn, and Ann has seen everything."""
    players = mezani.game(name).seats[0]
    id = ben.new_table(["free", *["me"] * (players - 1)], ["", *["Ben"] * (players - 1)], game=name)
    ann.post(f"/table/{id}/sit", name="Ann")
    table = table_of(client, id)
    while table.state.seat == 0:
        play(ann, table)
    ann.get(f"/table/{id}")
    return table


def play(person: Person, table: Table) -> None:
    action, seat = table.state.legal_actions()[0], table.state.seat
    person.post(f"/table/{table.id}/play", seat=seat, after=table.turn, action=action)


def others_move(ben: Person, table: Table, most: int = 5) -> int:
    """Let Ben move until it is Ann's turn; returns how often."""
    before = len(table.actions)
    while table.state.seat != 0 and len(table.actions) < before + most:
        play(ben, table)
    return len(table.actions) - before


@pytest.mark.parametrize("name", mezani.game_names())
def test_who_was_away_steps_through_the_moves_and_is_done(
    client: TestClient[Any], ann: Person, ben: Person, name: str
) -> None:
    table = two_at(client, ann, ben, name)
    count = others_move(ben, table)
    page = ann.get(f"/table/{table.id}").text
    assert int(TITLE.findall(page)[0]) == count
    assert f"{count} of {count}" in page
    assert bool(moves(page)) == (table.state.seat == 0)
    for step in range(1, count):
        page = ann.get(f"/table/{table.id}?missed={step}").text
        assert f"{step} of {count}" in page
        assert moves(page) == []
    page = ann.post(f"/table/{table.id}/seen", seat=0).text
    assert "missed-steps" not in page
    assert "missed-steps" not in ann.get(f"/table/{table.id}?missed=1").text


@pytest.mark.parametrize("name", mezani.game_names())
def test_each_step_is_what_the_seat_saw_then_and_nothing_else(name: str) -> None:
    game = mezani.game(name)
    players = game.seats[-1]
    table = Table("x", game, players, 5, {}, False, [Seat(f"p{n}", f"P{n}") for n in range(players)])
    table.take([Entry(1, Kind.BEGIN, 0.0)])
    rng, states = mezani.Rng(5), [table.state]
    for number in range(2, 40):
        table.take([Entry(number, Kind.PLAY, 0.0, table.state.seat, table.state.random_action(rng))])
        states.append(table.state)
    last = len(table.actions) - 10
    for seat in range(players):
        for step in range(1, last):
            past = at_step(Screen(table, seat, [seat], ENGLISH, missed=missed_of(table, seat, 10, step, ENGLISH)))
            assert past.view == game.view(states[10 + step], seat)
            assert past.moves == []
            assert not past.can_undo
        now = Screen(table, seat, [seat], ENGLISH, missed=missed_of(table, seat, 10, None, ENGLISH))
        assert at_step(now) is now


@pytest.mark.parametrize("name", ["anansi", "anne"])
def test_cards_that_were_missed_are_told_once_though_they_are_covered(name: str) -> None:
    game = mezani.game(name)
    players = game.seats[0]
    table = Table("x", game, players, 5, {}, False, [Seat(f"p{n}", f"P{n}") for n in range(players)])
    table.terms = Terms(past_tricks=COVERED)
    table.take([Entry(1, Kind.BEGIN, 0.0)])
    rng = mezani.Rng(5)
    while len(table.covered) < players:
        table.take([Entry(table.last_number + 1, Kind.PLAY, 0.0, table.state.seat, table.state.random_action(rng))])
    covered = min(table.covered)
    told = next(line.html for line in all_lines(table, 0, ENGLISH) if line.number == covered)
    missed = missed_moves(table, 0, 0, ENGLISH)[covered - 2]
    assert not missed.html.startswith(told)


def test_a_move_of_ones_own_ends_it(client: TestClient[Any], ann: Person, ben: Person) -> None:
    table = two_at(client, ann, ben, "anansi")
    while table.state.seat != 0:
        play(ben, table)
    assert "missed-steps" in ann.get(f"/table/{table.id}").text
    play(ann, table)
    assert "missed-steps" not in ann.get(f"/table/{table.id}").text


def test_a_page_loaded_again_after_some_seconds_says_nothing(
    client: TestClient[Any], ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = two_at(client, ann, ben, "anansi")
    others_move(ben, table, 1)
    monkeypatch.setattr("mezani.tables.away.AWAY", 60.0)
    assert "missed-steps" not in ann.get(f"/table/{table.id}").text
    monkeypatch.setattr("mezani.tables.away.AWAY", 0.0)
    assert "missed-steps" not in ann.get(f"/table/{table.id}").text


def test_it_is_for_whoever_sits_there_alone(client: TestClient[Any], ann: Person, ben: Person) -> None:
    table = two_at(client, ann, ben, "anansi")
    others_move(ben, table)
    for other in (ben, Person(client)):
        assert "missed-steps" not in other.get(f"/table/{table.id}?missed=1").text
    assert ben.post(f"/table/{table.id}/seen", seat=0).status_code == 403
    assert "missed-steps" in ann.get(f"/table/{table.id}").text


def test_it_is_said_in_german(client: TestClient[Any], ann: Person, ben: Person) -> None:
    table = two_at(client, ann, ben, "zimbabwe")
    count = others_move(ben, table, 1)
    ann.headers["accept-language"] = "de"
    page = ann.get(f"/table/{table.id}").text
    assert f"Seit du weg warst: {count} Zug" in page
    assert "1 von 1" in page
    assert "Fertig" in page


def test_a_screen_steps_without_loading_the_page(client: TestClient[Any], ann: Person, ben: Person) -> None:
    table = two_at(client, ann, ben, "anansi")
    while (count := others_move(ben, table)) < 2:  # who leads is drawn
        table = two_at(client, ann, ben, "anansi")
    with screen(ann, table.id, 0, table.entries_known(0)) as line:
        assert f"{count} of {count}" in heard(line)
        line.send_json({"do": "missed", "seat": "0", "missed": "1"})
        html = heard(line)
        assert f"1 of {count}" in html
        assert 'id="prompt"' in html
        line.send_json({"do": "seen", "seat": "0"})
        assert '<div id="missed" hidden>' in heard(line)
    assert "missed-steps" not in ann.get(f"/table/{table.id}").text


def test_what_a_screen_has_shown_was_not_missed(client: TestClient[Any], ann: Person, ben: Person) -> None:
    table = two_at(client, ann, ben, "anansi")
    with screen(ann, table.id, 0, table.entries_known(0)) as line:
        heard(line)
        others_move(ben, table, 1)
        heard(line)
        assert "missed-steps" not in ann.get(f"/table/{table.id}").text
    assert "missed-steps" not in ann.get(f"/table/{table.id}").text


def test_a_page_behind_others_is_not_looked_at(client: TestClient[Any], ann: Person, ben: Person) -> None:
    table = two_at(client, ann, ben, "anansi")
    with screen(ann, table.id, 0, table.entries_known(0)) as line:
        heard(line)
        line.send_json({"do": "hide"})
        line.send_json({"do": "say", "seat": "0", "text": "Back soon"})
        assert "Back soon" in heard(line)  # what was said before is heard too, before anybody moves
        assert "missed-steps" not in heard_after(line, lambda: others_move(ben, table, 1))
        line.send_json({"do": "reveal"})
        assert "Since you were away: 1 move" in heard(line)
    assert "Since you were away: 1 move" in ann.get(f"/table/{table.id}").text


def heard_after(line: Any, happens: Any) -> str:
    happens()
    return heard(line)
