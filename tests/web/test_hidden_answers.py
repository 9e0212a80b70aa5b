"""A question that hides whether there is a choice: to all others it looks the same, whoever answers it and why."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from litestar.testing import TestClient

import mezani
from mezani.language import LANGUAGES, language
from mezani.tables.entries import Entry, Kind
from mezani.tables.lists import Listed
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.web.listed import my_table
from tests.games.asante.positions import position
from tests.web.people import Person, moves
from tests.web.test_nothing_hidden_leaves import everything

pytestmark = pytest.mark.slow
ONE_SERVER = True

HOLDS, HOLDS_NONE = "animalist JJ", "camel JJ"
SEATS = [Seat(player_of("secret-0"), "Ann"), Seat(player_of("secret-1"), "Ben")]
Way = Callable[[Table], None]


def table_with(theirs: str, number: int = 0) -> Table:
    """Ann is to play two Animals or Persons, Ben holds these cards."""
    table = Table(f"answers{number}", mezani.game("asante"), 2, 1, {}, False, list(SEATS))
    table.start = table.state = position("camel matron", theirs, discards="PP map")
    table.take([Entry(1, Kind.BEGIN, 0.0)])
    return table


def plays(table: Table, text: str) -> None:
    action = table.game.parse_action(table.state, text)
    table.accept(table.decide(table.state.seat, action, table.turn, 0.0))


def by_hand(table: Table) -> None:
    plays(table, "let")


def not_this_turn(table: Table) -> None:
    plays(table, "never")


def by_the_table(table: Table) -> None:
    table.accept(table.answer(table.turn, 0.0))


def in_advance(table: Table) -> None:
    table.accept(table.decide(1, table.game.parse_action(table.state, "never"), table.turn, 0.0))


WAYS: dict[str, tuple[str, Way | None, Way, Way]] = {  # Ben's cards, what he says first, and his answers
    "holds one and says no each time": (HOLDS, None, by_hand, by_hand),
    "holds one and says not this turn": (HOLDS, None, not_this_turn, by_the_table),
    "holds one and says it in advance": (HOLDS, in_advance, by_the_table, by_the_table),
    "holds none": (HOLDS_NONE, None, by_the_table, by_the_table),
}


@pytest.fixture
def people(client: TestClient[Any]) -> list[Person]:
    people = [Person(client), Person(client), Person(client)]
    for number, person in enumerate(people):
        person.cookies = {"mezani": f"secret-{number}"}
    return people


@pytest.mark.parametrize("seat", [0, None])
def test_the_active_player_and_spectators_see_the_same_whoever_answers_and_why(
    people: list[Person], seat: int | None
) -> None:
    seen: dict[str, list[list[bytes]]] = {}
    person = people[2 if seat is None else seat]
    for way, (theirs, first, *answers) in WAYS.items():
        table = table_with(theirs)
        stages = seen[way] = []
        if first:
            first(table)
        for card, answer in zip(("camel", "matron"), answers, strict=True):
            plays(table, f"play-{card}")
            stages.append(all_bytes(person, table, seat))
            answer(table)
            stages.append(all_bytes(person, table, seat))
            if card == "camel":
                plays(table, "+J")
                plays(table, "+J")
    usual, *others = seen.values()
    for other in others:
        assert other == usual


def all_bytes(person: Person, table: Table, seat: int | None) -> list[bytes]:
    """Pages, streams, refusals, and what a program gets."""
    token = {} if seat is None else {"authorization": f"Bearer secret-{seat}"}
    got = everything(person, table, seat, "en")
    got.append(person.ask("GET", f"/api/tables/{table.id}", headers=token).content)
    got.append(f"{table.turn} {table.entries_known(seat)} {table.to_move}".encode())
    return got


@pytest.mark.parametrize("code", LANGUAGES)
def test_who_holds_none_sees_no_question(people: list[Person], code: str) -> None:
    table, ben = table_with(HOLDS_NONE), people[1]
    ben.headers = {"accept-language": code}
    ben.client.app.state.hall.tables.keep(table)
    before = ben.get(f"/table/{table.id}").text
    plays(table, "play-camel")
    during = ben.get(f"/table/{table.id}").text
    for page in (before, during):
        assert moves(page) == []
        assert "<title>Asante" in page
    assert "you decide" not in during
    for part in ('id="prompt"', 'class="words-of ahead asking"'):
        assert said_in(before, part) == said_in(during, part), "nothing flickers"
    flags = [re.findall(r'class="flag (?:turn|plain)">([^<]+)', page) for page in (before, during)]
    assert flags[0] == flags[1]
    shown = ben.ask("GET", f"/api/tables/{table.id}", headers={"authorization": "Bearer secret-1"}).json()
    assert (shown["to_move"], shown["moves"]) == (0, [])


def said_in(html: str, start: str) -> str:
    """The words in a part of a page, from a mark on."""
    found = html.partition(start)[2].partition("</form>" if "asking" in start else "</div>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", found.partition(">")[2]).split())


def test_a_seat_can_be_asked_every_time(people: list[Person]) -> None:
    ann, ben = people[:2]
    id = ann.new_table(["me", "free"], game="asante")
    ben.post(f"/table/{id}/sit", name="Ben")
    table: Table = ann.client.app.state.hall.tables[id]
    waiting = 1 - table.state.seat
    state: Any = table.state
    state.held = [state.held[seat] & ~state.deck.animalists for seat in range(2)]
    person = people[waiting]
    assert "the table answers for you" in person.get(f"/table/{id}").text
    assert "You are asked every time." in person.post(f"/table/{id}/ask", seat=waiting, always=1).text
    assert table.asked_always == {waiting}
    token = {"authorization": f"Bearer secret-{waiting}"}
    answer = person.ask("POST", f"/api/tables/{id}/asking?always=false", headers=token)
    assert (answer.status_code, answer.json()["asked_always"], table.asked_always) == (200, False, frozenset())


def test_who_holds_one_sees_what_was_decided_without_a_flicker(people: list[Person]) -> None:
    table, ben = table_with(HOLDS), people[1]
    ben.client.app.state.hall.tables.keep(table)
    in_advance(table)
    plays(table, "play-camel")
    page = ben.get(f"/table/{table.id}").text
    assert moves(page) == []
    assert "You have chosen: Not this turn." in page
    by_the_table(table)
    plays(table, "+J")
    plays(table, "+J")
    plays(table, "play-matron")
    page = ben.get(f"/table/{table.id}").text
    assert moves(page) == []
    assert "You will not answer this turn." in page


def test_a_list_of_tables_shows_others_no_difference() -> None:
    lists = []
    for answers in (True, False):
        listed = Listed("x", "asante", SEATS, True, False, 1, 0.0, None, answers, waits_for=() if answers else (1,))
        lists.append([my_table(listed, seat.player or "", {0}, language("en")) for seat in SEATS])
    assert lists[0][0] == lists[1][0]
    assert [mine[1].is_yours for mine in lists] == [False, True]


def test_a_card_that_was_cancelled_is_told_where_its_player_looks(people: list[Person]) -> None:
    table, ann = table_with(HOLDS), people[0]
    ann.client.app.state.hall.tables.keep(table)
    plays(table, "play-camel")
    plays(table, "play-animalist")
    page = ann.get(f"/table/{table.id}").text
    assert "<strong>Ben has cancelled your Camel.</strong>" in page
    assert '<span class="flag turn cancelled">cancelled</span>' in page
    plays(table, "play-matron")
    assert "cancelled your Camel" not in ann.get(f"/table/{table.id}").text
