"""Ratings on other pages: those of a person, results, and lists of games that are over."""

import re
from typing import Any

import pytest
from litestar.testing import TestClient

from mezani.house.joining import Browser
from mezani.language import language
from mezani.tables.hall import Hall
from mezani.tables.situation import Seat
from mezani.web.rating_words import gain_in_numbers
from tests.house.rating import ANN, BEN, GAME, RATED, chairs_of, ended, finish, nearly_over
from tests.web.people import Person
from tests.web.ranking_scene import played_over_a_year, rated_house, rated_table, sign_in
from tests.web.start_scene import ann_of

PEOPLE = {"Ann": (29.6, 1.5, 64), "Ben": (25.0, 2.0, 30), "Kofi": (25.0, 2.0, 30), "Mira": (25.0, 2.0, 30)}


def person(client: TestClient[Any], secret: str) -> Person:
    """Somebody at a browser, who is signed in there."""
    sign_in(client, secret)
    found = Person(client)
    found.cookies["mezani"] = secret
    return found


def test_the_page_of_a_person_shows_all_ratings_with_their_course(client: TestClient[Any]) -> None:
    rated_house(client, PEOPLE)
    played_over_a_year(client, "Ann", {"anne": 30, "asante": 5})
    page = person(client, "ann").get("/you").text
    rows = re.findall(r'<tr data-game="(\w+)">(.*?)</tr>', page, re.DOTALL)
    assert [game for game, _ in rows] == ["anne", "asante"], "what is provisional comes last"
    assert "30 rated games" in rows[0][1]
    assert "favourite" in rows[0][1]
    assert "provisional" in rows[1][1]
    assert all("<polyline" in row for _, row in rows)
    counts = [int(count) for count in re.findall(r"flex:(\d+)", rows[0][1])]
    assert sum(counts) == 30


def test_others_see_ratings_as_somebody_has_chosen(client: TestClient[Any]) -> None:
    rated_house(client, PEOPLE, choices={"Ann": {"results": "nobody"}})
    played_over_a_year(client, "Ann", {"anne": 30})
    ben = person(client, "ben")
    pages = {
        name: link
        for link, name in re.findall(
            r'href="(/people/[^"]+)"><span class="who">(\w+)', ben.get("/ranking?game=anne").text
        )
    }
    assert set(pages) == {"Kofi", "Mira"}, "who has played, and shows it"
    assert 'id="ratings"' in ben.get(pages["Mira"]).text
    assert 'id="ratings"' not in Person(client).get(pages["Mira"]).text
    ann = person(client, "ann")
    assert 'id="ratings"' in ann.get("/you").text


def test_a_result_tells_what_was_gained_to_those_who_may_know(client: TestClient[Any]) -> None:
    rated_house(client, PEOPLE, choices={"Ben": {"results": "nobody"}})
    table, gains = rated_table(client)
    words = [gain_in_numbers(gain, language("en")) for gain in gains]
    ann, ben, guest = person(client, "ann"), person(client, "ben"), Person(client)

    def changes(one: Person) -> set[str]:
        return set(re.findall(r'class="change">.*?<b>(.*?)</b>', one.get(f"/table/{table}/result").text))

    assert changes(ann) == {words[0]}
    assert changes(ben) == {words[0], words[1]}
    assert changes(guest) == set()
    assert "A rated game" not in guest.get(f"/table/{table}/result").text


def test_lists_of_games_tell_what_they_have_added(client: TestClient[Any]) -> None:
    rated_house(client, PEOPLE)
    _, gains = rated_table(client)
    gain = gain_in_numbers(gains[0], language("en"))
    for path in ("/", "/tables/finished", "/you"):
        page = person(client, "ann").get(path).text if path == "/" else ann_of(client).get(path).text
        assert re.search(rf'class="(gain|loss)"><span class="unseen">Rating </span>{re.escape(gain)}<', page), path


def test_whoever_deletes_their_profile_leaves_no_rating(client: TestClient[Any]) -> None:
    rated_house(client, PEOPLE)
    rated_table(client)
    house = client.app.state.house
    ann = person(client, "ann")
    ann.post("/you/delete", name="Ann")
    with client.portal() as portal:
        assert portal.call(house.ratings.standings, ANN) == {}
        assert len(portal.call(house.ratings.standings, BEN)) == 1
        assert portal.call(house.ratings.games_of, ANN) == []
        assert len(portal.call(house.ratings.games_of, BEN)) == 1


def test_a_game_that_ends_is_rated_without_being_asked_for(client: TestClient[Any]) -> None:
    rated_house(client, PEOPLE)
    hall: Hall = client.app.state.hall
    with client.portal() as portal:
        table = portal.call(ended, hall, ANN, BEN)
        portal.call(client.app.state.house.ratings.settle)
        assert portal.call(client.app.state.house.ratings.game, table.id)
    assert "ratings" in {chore.name for chore in client.app.state.house.chores.all}


def test_a_new_table_offers_the_bots_that_are_a_match(client: TestClient[Any]) -> None:
    rated_house(client, PEOPLE)
    match = re.findall("A match for you: (\\w+)", ann_of(client).get("/ranking?game=anne").text)[0]
    page = ann_of(client).get("/new/anne").text
    assert f'<option value="{match}" selected>{match}, a match for you</option>' in page
    assert "a match for you" not in Person(client).get("/new/anne").text


def test_programs_have_no_place_at_rated_tables(client: TestClient[Any]) -> None:
    rated_house(client, PEOPLE)
    with client.portal() as portal:
        token = portal.call(client.app.state.house.keys.new_program, ANN, "Robot")
    headers = {"authorization": f"Bearer {token}"}
    terms = {"rated": True, "clock": {"pace": "days", "days": 1}}
    chairs = [{"who": "me", "name": "Robot"}, {"who": "free"}, {"who": "free"}]
    asked = client.post("/api/tables", json={"game": "anne", "chairs": chairs, "terms": terms}, headers=headers)
    assert asked.status_code == 403
    assert "signed in" in asked.json()["sentence"]
    hall: Hall = client.app.state.hall

    async def open_table() -> str:
        return (await hall.open_table(GAME, [Seat(ANN, "Ann"), Seat(), Seat()], terms=RATED)).id

    with client.portal() as portal:
        table = portal.call(open_table)
    assert client.post(f"/api/tables/{table}/seats", json={"name": "Robot"}, headers=headers).status_code == 403


def test_nobody_gets_help_for_a_rated_game_that_runs(client: TestClient[Any]) -> None:
    """Not even when all others have left it to bots."""
    rated_house(client, PEOPLE)
    hall: Hall = client.app.state.hall

    async def play() -> str:
        table, _ = await nearly_over(hall, chairs_of(ANN, BEN), seed=3)
        await hall.leave(table.id, BEN, 1, "novice")
        return table.id

    with client.portal() as portal:
        table = portal.call(play)
    ann = ann_of(client)
    for method, path in (
        ("POST", "replay/3"),  # playing on
        ("POST", "coach"),
        ("GET", "analysis"),
        ("POST", "analysis"),
        ("GET", "exercise/3"),
        ("GET", "device?seat=0"),
    ):
        answer = ann.ask(
            method, f"/table/{table}/{path}", data={"seat": "0", "coach": "ideas"} if method == "POST" else None
        )
        assert answer.status_code == 403, path
    page = ann.get(f"/table/{table}").text
    assert "/analysis" not in page


def test_nobody_gets_help_by_another_browser_or_a_program(client: TestClient[Any]) -> None:
    """Whoever plays may look on as a guest too, and has programs."""
    rated_house(client, PEOPLE)
    hall: Hall = client.app.state.hall

    async def play() -> tuple[str, str]:
        table, _ = await nearly_over(hall, chairs_of(ANN, BEN), seed=3)
        return table.id, await client.app.state.house.keys.new_program(ANN, "Robot")

    with client.portal() as portal:
        table, token = portal.call(play)
    for onlooker in (Person(client), Person(client, authorization=f"Bearer {token}"), person(client, "kofi")):
        for method, path in (
            ("POST", f"/table/{table}/replay/3"),
            ("POST", f"/table/{table}/coach"),
            ("GET", f"/table/{table}/analysis"),
            ("POST", f"/table/{table}/analysis"),
            ("GET", f"/table/{table}/exercise/3"),
            ("GET", f"/table/{table}/record"),
            ("POST", f"/api/tables/{table}/analysis"),
            ("GET", f"/api/tables/{table}/analysis"),
            ("GET", f"/api/tables/{table}/record"),
        ):
            data = {"seat": "0", "coach": "ideas"} if method == "POST" and not path.startswith("/api") else None
            answer = onlooker.ask(method, path, data=data)
            assert answer.status_code in (401, 403, 404, 405, 409), (path, answer.status_code)


def test_whoever_sits_down_is_told_that_it_is_rated(client: TestClient[Any]) -> None:
    rated_house(client, PEOPLE)
    hall: Hall = client.app.state.hall

    async def open_table() -> str:
        return (await hall.open_table(GAME, [Seat(ANN, "Ann"), Seat(), Seat()], terms=RATED)).id

    with client.portal() as portal:
        table = portal.call(open_table)
    page = person(client, "ben").get(f"/table/{table}").text
    assert "A move may take 3 days. When time is up, a bot takes over." in page
    assert "and who leaves loses" in page
    refused = Person(client).post(f"/table/{table}/sit", name="Gus")
    assert refused.status_code == 403
    assert "Sign in first" in refused.text


def test_signing_in_as_somebody_else_brings_no_rated_games_along(client: TestClient[Any]) -> None:
    """Who plays against themselves under two names can't let the games be one person's afterwards."""
    rated_house(client, PEOPLE)
    rated_table(client)
    person(client, "ann"), person(client, "ben")
    house = client.app.state.house
    before = [rated_of(client, one) for one in (ANN, BEN)]

    async def sign_in_as_ann() -> None:
        await house.joining.sign_in(Browser("ben", BEN, "Browser"), ANN)

    with client.portal() as portal:
        portal.call(sign_in_as_ann)
    assert [rated_of(client, one) for one in (ANN, BEN)] == before


def rated_of(client: TestClient[Any], player: str) -> list[str]:
    """The rated games of somebody."""
    with client.portal() as portal:
        return [game.table_id for game in portal.call(client.app.state.house.ratings.games_of, player)]


def test_who_left_is_last_and_the_result_says_so(client: TestClient[Any]) -> None:
    rated_house(client, PEOPLE)
    hall: Hall = client.app.state.hall

    async def play() -> str:
        table, action = await nearly_over(hall, chairs_of(ANN, BEN), seed=5)
        await hall.leave(table.id, BEN, 1, "master")
        return (await finish(hall, table, action)).id

    with client.portal() as portal:
        table = portal.call(play)
    with client.portal() as portal:
        portal.call(client.app.state.house.ratings.settle)
        token = portal.call(client.app.state.house.keys.new_program, ANN, "Robot")
    told = client.get(f"/api/tables/{table}/ratings", headers={"authorization": f"Bearer {token}"}).json()
    assert [(one["seat"], one["left"], one["gain"] < 0) for one in told] == [(0, False, False), (1, True, True)]
    assert client.get(f"/api/tables/{table}/ratings").json() == [], "nobody shows theirs to everybody"
    page = person(client, "ann").get(f"/table/{table}/result").text
    ann, ben = re.findall(r'class="change">(.*?)</span>', page)
    if "left to a bot" in ann:
        ann, ben = ben, ann
    assert "left to a bot, counts as last" in ben
    assert "left to a bot" not in ann
    assert re.match(r"Rating \d+\.\d ± \d\.\d <b>", ann)


def test_who_leaves_a_rated_game_is_told_what_it_means(client: TestClient[Any]) -> None:
    rated_house(client, PEOPLE)
    hall: Hall = client.app.state.hall

    async def open_table() -> str:
        return (await hall.open_table(GAME, chairs_of(ANN, BEN), terms=RATED)).id

    with client.portal() as portal:
        table = portal.call(open_table)
    page = ann_of(client).get(f"/table/{table}").text
    assert "Leave and lose the rated game" in page
    assert "My seat on another device" not in page


@pytest.mark.parametrize(("gain", "says"), [(0.04, "±0.0"), (0.06, "+0.1"), (-0.06, "−0.1"), (12.0, "+12.0")])
def test_gains_have_a_sign(gain: float, says: str) -> None:
    assert gain_in_numbers(gain, language("en")) == says
