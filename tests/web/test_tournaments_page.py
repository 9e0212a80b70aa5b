"""The pages of tournaments: lists, opening one, entering, all its states, what its host does, and the export."""

import csv
import io
from functools import cache
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.web.people import Person
from tests.web.tournaments import NAMES, find_tournament, house_of, join_house, play_round

ONE_SERVER = True


@cache
def known(client: TestClient[Any], name: str) -> Person:
    """Somebody who has joined the house, the same in all tests."""
    person = Person(client)
    join_house(client, person, name)
    return person


class TournamentOfMira:
    """A tournament of Mira's with people who have browsers."""

    def __init__(self, client: TestClient[Any], people: int = 0, **form: object) -> None:
        self.client, self.people = client, {name: known(client, name) for name in ("Mira", *NAMES[:people])}
        chosen = {"game": "anne", "name": "November cup", "rounds": 2, "players": 4, "pace": "none", **form}
        answer = self.mira.post("/tournaments/new", **chosen)
        assert answer.status_code == 200, answer.text
        self.id = answer.url.path.rpartition("/")[2]
        for name in NAMES[:people]:
            assert self.do(name, "enter").status_code == 200

    @property
    def mira(self) -> Person:
        return self.people["Mira"]

    def do(self, who: str, deed: str, **form: object) -> Any:
        return self.people[who].post(f"/tournaments/{self.id}/{deed}", **form)

    def page(self, name: str = "Mira", path: str = "") -> str:
        answer = self.people[name].get(f"/tournaments/{self.id}{path}")
        assert answer.status_code == 200
        return answer.text


@pytest.fixture
def tournament(client: TestClient[Any]) -> TournamentOfMira:
    """A tournament of eleven people that is open for entries."""
    return TournamentOfMira(client, 11)


def test_a_guest_finds_how_to_sign_in(client: TestClient[Any], ann: Person) -> None:
    assert 'href="/you">Sign in first' in ann.get("/tournaments/new").text
    answer = ann.post("/tournaments/new", game="anne", name="Cup")
    assert answer.status_code == 403
    open_one = TournamentOfMira(client)
    assert "Sign in to enter" in ann.get(f"/tournaments/{open_one.id}").text
    assert ann.post(f"/tournaments/{open_one.id}/enter").status_code == 403
    assert ann.get("/tournaments/nowhere").status_code == 404


def test_from_entry_to_standings(tournament: TournamentOfMira) -> None:
    page = tournament.page()
    assert "11 have entered" in page
    assert '<span class="sizes"><i>4</i><i>4</i><i>3</i></span>' in page
    tournament.do("Mira", "begin")
    page = tournament.page("Kofi")
    assert "Your table: " in page
    assert "To the table" in page
    assert page.count("<h3>Table ") == 3
    assert "round 1 counts when all its tables are over" in page
    over = play_round(tournament.client, tournament.id).tables_of(1)[0].table
    for path in (f"/table/{over}", f"/table/{over}/result"):
        assert f'href="/tournaments/{tournament.id}"' in tournament.people["Kofi"].get(path).text
    page = tournament.page("Kofi")
    assert "Round 2 begins in a moment" in page or "Round 2 begins " in page
    assert "after 1 round" in page
    tournament.do("Mira", "begin")
    assert "Earlier rounds" in tournament.page("Kofi")
    play_round(tournament.client, tournament.id)
    page = tournament.page("Kofi")
    assert '<ol class="first"><li><b>1.</b>' in page
    assert page.count('scope="row"') == 11
    assert "Begin round" not in tournament.page("Mira")


def test_only_the_host_finds_what_a_host_does(tournament: TournamentOfMira) -> None:
    assert "You run it" in tournament.page("Mira")
    assert "You run it" not in tournament.page("Kofi")
    answer = tournament.do("Kofi", "begin")
    assert answer.status_code == 403
    assert "Only the host of this tournament can do that." in answer.text
    assert find_tournament(tournament.client, tournament.id).state == "open"


def test_withdrawing_replacing_removing_and_ending(tournament: TournamentOfMira) -> None:
    tournament.do("Kofi", "withdraw")
    assert "10 have entered" in tournament.page()
    known(tournament.client, "Zoe")
    elif_number = next(
        one.number for one in find_tournament(tournament.client, tournament.id).entrants if one.name == "Elif"
    )
    tournament.do("Mira", "replace", entrant=elif_number, name="zoe")
    assert {"Zoe", "Elif"} & {one.name for one in find_tournament(tournament.client, tournament.id).entrants} == {"Zoe"}
    assert tournament.do("Mira", "replace", entrant=elif_number, name="Nobody here").status_code == 404
    tournament.do("Mira", "remove", entrant=elif_number)
    assert len(find_tournament(tournament.client, tournament.id).entrants) == 9
    tournament.do("Mira", "end")
    assert "It was called off before a round was over." in tournament.page()
    assert tournament.do("Kofi", "enter").status_code == 409
    assert tournament.do("Kofi", "odd").status_code == 400


def test_lists_show_what_is_open_to_all_and_ones_own(client: TestClient[Any], ann: Person) -> None:
    hidden, public = (
        TournamentOfMira(client, name="By link"),
        TournamentOfMira(client, name="For all", entry="everybody"),
    )
    assert "For all" in ann.get("/tournaments").text
    assert "By link" not in ann.get("/tournaments").text
    assert "By link" in hidden.mira.get("/tournaments").text
    assert "For all" in public.mira.get("/tournaments").text


def test_only_those_who_are_named_can_enter(client: TestClient[Any]) -> None:
    tournament = TournamentOfMira(client, 0, entry="named", names="Kofi\nElif")
    for name, status in (("Kofi", 200), ("Lars", 403)):
        tournament.people[name] = known(client, name)
        assert tournament.do(name, "enter").status_code == status


def test_a_form_that_comes_twice_opens_one(client: TestClient[Any]) -> None:
    mira = known(client, "Mira")
    form = {"game": "anne", "name": "Twice", "key": "4cafe-abcdefghijklmnop0123"}
    assert mira.post("/tournaments/new", **form).url == mira.post("/tournaments/new", **form).url
    assert mira.post("/tournaments/new", game="anne", name=" ").status_code == 422


def test_the_band_says_what_is_made(client: TestClient[Any], ann: Person) -> None:
    page = ann.get("/tournaments/new?game=anne&when=weeks&days=7&rounds=5&name=November+tournament").text
    assert "5, one each week" in page
    assert "if 11 enter; nobody sits out" in page
    assert "1 sits out" in ann.get("/tournaments/new?game=asante").text
    assert ann.get("/tournaments/new?game=chess&players=77&system=odd&rounds=x").status_code == 200


def exported(answer: Any, delimiter: str = ",") -> list[list[str]]:
    assert answer.content.startswith(b"\xef\xbb\xbf"), "else Excel garbles umlauts"
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=delimiter))


def test_the_export_is_a_sheet_of_the_standings(tournament: TournamentOfMira) -> None:
    tournament.do("Mira", "begin")
    play_round(tournament.client, tournament.id)
    answer = tournament.mira.get(f"/tournaments/{tournament.id}.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = exported(answer)
    assert rows[0] == ["Place", "Name", "R1", "Points", "Opponents", "Share"]
    assert len(rows) == 12
    assert rows[1][:2][0] == "1"
    assert sum(float(row[3]) for row in rows[1:]) == 16.5


def test_in_german_the_export_has_commas_in_numbers(tournament: TournamentOfMira) -> None:
    tournament.do("Mira", "begin")
    play_round(tournament.client, tournament.id)
    german = Person(tournament.client, **{"accept-language": "de"})
    rows = exported(german.get(f"/tournaments/{tournament.id}.csv"), ";")
    assert rows[0] == ["Platz", "Name", "R1", "Punkte", "Gegner", "Anteil"]
    assert sum(float(row[3].replace(",", ".")) for row in rows[1:]) == 16.5
    english = exported(tournament.mira.get(f"/tournaments/{tournament.id}.csv"))
    assert rows[1:] == [[figure.replace(".", ",") for figure in row] for row in english[1:]]
    assert all("," in figure for row in rows[1:] for figure in row[4:])


@pytest.mark.parametrize("name", ["=1+1", "+49", "-Mo-", "@Home"])
def test_a_name_is_no_formula_of_the_export(tournament: TournamentOfMira, name: str) -> None:
    known(tournament.client, name).post(f"/tournaments/{tournament.id}/enter")
    rows = exported(tournament.mira.get(f"/tournaments/{tournament.id}.csv"))
    assert f"'{name}" in [row[1] for row in rows]


def test_the_host_reads_what_becomes_of_the_game_of_somebody_who_is_taken_out(client: TestClient[Any]) -> None:
    friendly = TournamentOfMira(client, 3)
    assert "A bot plays on at their table." in friendly.page()
    rated = TournamentOfMira(client, 3, pace="days-1", rated="1")
    assert "They play their rated game to its end." in rated.page()
    assert "A bot plays on at their table." not in rated.page()


def test_the_table_says_that_whoever_leaves_is_last(tournament: TournamentOfMira) -> None:
    tournament.do("Mira", "begin")
    now = find_tournament(tournament.client, tournament.id)
    kofi = next(one.number for one in now.entrants if one.name == "Kofi")
    table = next(one.table for one in now.tables_of(1) if kofi in one.seats)
    page = tournament.people["Kofi"].get(f"/table/{table}").text
    assert "Leave and be last at this table" in page
    assert "whoever leaves is last, even if they come back" in page


def test_nobody_is_replaced_by_somebody_who_is_in_it_already(tournament: TournamentOfMira) -> None:
    now = find_tournament(tournament.client, tournament.id)
    number = next(one.number for one in now.entrants if one.name == "Elif")
    answer = tournament.do("Mira", "replace", entrant=number, name="Kofi")
    assert answer.status_code == 409
    assert "They are in this tournament already, or have withdrawn from it." in answer.text


def test_the_screen_shows_all_and_nothing_to_press(tournament: TournamentOfMira) -> None:
    assert "Kofi" in tournament.page(path="/screen")
    tournament.do("Mira", "begin")
    page = tournament.page(path="/screen")
    assert "<form" not in page
    assert page.count("<h3>Table ") == 3


def test_the_screen_is_the_same_for_whoever_shows_it(tournament: TournamentOfMira) -> None:
    tournament.do("Mira", "begin")
    play_round(tournament.client, tournament.id)
    assert '<tr class="you">' in tournament.page("Kofi")
    assert 'class="you"' not in tournament.page("Kofi", "/screen")


def test_the_start_page_leads_to_ones_table(tournament: TournamentOfMira) -> None:
    newcomer = known(tournament.client, "Paula")
    newcomer.post(f"/tournaments/{tournament.id}/enter")
    assert "open for entries" in newcomer.get("/").text
    tournament.do("Mira", "begin")
    page = tournament.people["Kofi"].get("/").text
    now = find_tournament(tournament.client, tournament.id)
    kofi = next(one.number for one in now.entrants if one.name == "Kofi")
    table = next(one.table for one in now.tables_of(1) if kofi in one.seats)
    assert "November cup" in page
    assert f'href="/table/{table}">To your table' in page


def test_what_nobody_may_watch_shows_no_points(client: TestClient[Any]) -> None:
    tournament = TournamentOfMira(client, 4)
    house = house_of(client)
    now = find_tournament(client, tournament.id)

    async def close_eyes() -> None:
        async with house.tournaments.rows.held(now.id) as (connection, _):
            await house.tournaments.rows.change(connection, now.id, terms={"watched": "nobody"})

    with client.portal() as portal:
        portal.call(close_eyes)
    tournament.do("Mira", "begin")
    stranger = Person(client).get(f"/tournaments/{tournament.id}").text
    assert "Watch" not in stranger
    assert "<b></b>" in stranger
    assert "To the table" in tournament.page("Kofi")


@pytest.mark.parametrize(
    ("pace", "last"), [("days-3", "who has used most time is last"), ("none", "who is awaited is last")]
)
def test_the_page_says_what_happens_when_the_time_of_a_round_is_up(
    client: TestClient[Any], pace: str, last: str
) -> None:
    tournament = TournamentOfMira(client, 3, when="weeks", days=7, pace=pace)
    tournament.do("Mira", "begin")
    assert last in tournament.page("Kofi")
