"""The ranking: who stands where, who is shown to whom, and which bot is a match."""

import re
from typing import Any

import pytest
from litestar.testing import TestClient

import mezani
from mezani.arena.anchors import anchors_of
from mezani.arena.rating import Rating
from mezani.house.ranking import Rung, match_in, odds, scale_for
from mezani.house.rated_games import Standing
from mezani.tables.players import player_of
from tests.web.people import Person
from tests.web.ranking_scene import GAME, PEOPLE, rated_house
from tests.web.start_scene import ann_of

RANKING = f"/ranking?game={GAME}"


def rungs(page: str) -> list[list[str]]:
    """The lines of the ladder as words: place, name, rating, uncertainty, games."""
    found = re.findall(r'<div class="rung[^"]*" role="row">(.*?)</div>', page, re.DOTALL)[1:]
    cells = [re.findall(r'role="cell">(.*?)</span>\n', line, re.DOTALL) for line in found]
    return [[" ".join(re.sub("<[^>]+>", " ", cell).split()) for cell in line] for line in cells]


def test_people_and_bots_stand_on_one_scale(client: TestClient[Any]) -> None:
    rated_house(client)
    found = rungs(ann_of(client).get(RANKING).text)
    anchors = anchors_of(mezani.game(GAME))
    numbers = [float(line[2]) for line in found]
    assert numbers == sorted(numbers, reverse=True)
    assert len(found) == len(PEOPLE) + len(anchors)
    people = [line for line in found if "bot" not in line[1]]
    assert people[0] == ["1.", "Mira", "33.8", "± 1.3", "112"]
    assert people[2] == ["3.", "Ann you", "29.6", "± 1.5", "64"]
    assert people[5] == ["–", "Tomás provisional", "25.8", "± 5.6", "4"]
    assert [line[0] for line in people] == ["1.", "2.", "3.", "4.", "5.", "–", "6.", "7.", "–"]
    bots = [line for line in found if "bot" in line[1]]
    assert {line[0] for line in bots} == {""}
    assert [line[1] for line in bots] == [f"{level} bot" for level in reversed(list(anchors))]


def test_numbers_are_written_as_in_the_language(client: TestClient[Any]) -> None:
    rated_house(client)
    german = ann_of(client, **{"accept-language": "de"}).get(RANKING).text
    assert ["1.", "Mira", "33,8", "± 1,3", "112"] in rungs(german)
    assert "vorläufig" in german


def test_people_are_shown_as_they_have_chosen(client: TestClient[Any]) -> None:
    choices = {"Kofi": {"results": "everybody"}, "Mira": {"results": "nobody"}, "Ann": {"results": "nobody"}}
    rated_house(client, choices=choices)
    ann = {line[1] for line in rungs(ann_of(client).get(RANKING).text) if "bot" not in line[1]}
    assert "Mira" not in ann
    assert {"Ann you", "Kofi", "Jonas"} <= ann
    guest = {line[1] for line in rungs(Person(client).get(RANKING).text) if "bot" not in line[1]}
    assert guest == {"Kofi"}


def test_many_people_have_pages_and_places_go_on(client: TestClient[Any]) -> None:
    rated_house(client, {f"P{number:03}": (50.0 - number / 3, 2.0, 4 if number == 10 else 40) for number in range(120)})
    viewer = Person(client)
    viewer.cookies["mezani"] = "p090"
    first, second, third = (viewer.get(f"{RANKING}&page={number}").text for number in (1, 2, 3))
    people = [[line for line in rungs(page) if "bot" not in line[1]] for page in (first, second, third)]
    assert [len(page) for page in people] == [50, 50, 20]
    assert people[1][0][:2] == ["50.", "P050"]
    assert people[2][-1][:2] == ["119.", "P119"]
    bots = [line[1] for page in (first, second, third) for line in rungs(page) if "bot" in line[1]]
    assert sorted(bots) == sorted(f"{level} bot" for level in anchors_of(mezani.game(GAME)))
    assert "To my place" in first
    assert "To my place" not in second
    assert rungs(viewer.get(f"{RANKING}&page=999").text) == rungs(third)


def test_the_match_is_the_bot_nearest_to_one_half(client: TestClient[Any]) -> None:
    rated_house(client)
    game, ann = mezani.game(GAME), Standing(*PEOPLE["Ann"], 0.0)
    chances = odds(game, ann, 0.0)
    assert [one.chance for one in chances] == sorted((one.chance for one in chances), reverse=True)
    match = match_in(chances)
    assert match == min(chances, key=lambda one: abs(one.chance - 0.5)).level
    page = ann_of(client).get(RANKING).text
    assert f"A match for you: {match}" in page
    percent = next(round(100 * one.chance) for one in chances if one.level == match)
    assert f"You end ahead of it in {percent} of 100 games." in page
    assert f'name="level" value="{match}"' in page


@pytest.mark.parametrize(
    ("games", "says"), [(0, "Play 3 rated games"), (1, "Play 2 more rated games"), (2, "1 more rated game,")]
)
def test_without_enough_games_nobody_can_say_who_is_a_match(client: TestClient[Any], games: int, says: str) -> None:
    rated_house(client, {"Ann": (25.0, 8.0, games)} if games else {"Kofi": (30.0, 2.0, 20)})
    page = ann_of(client).get(RANKING).text
    assert says in page
    assert "A match for you:" not in page


def test_one_s_own_game_comes_first(client: TestClient[Any]) -> None:
    rated_house(client)
    assert '<body data-game="anne">' in ann_of(client).get("/ranking").text
    assert f'<body data-game="{mezani.game_names()[0]}">' in Person(client).get("/ranking").text
    assert Person(client).get("/ranking?game=chess").status_code == 404
    assert Person(client).get("/ranking?game=anne&page=x").status_code == 200


def test_a_house_without_rated_people_says_so(client: TestClient[Any]) -> None:
    rated_house(client, {"Ann": (25.0, 8.0, 1)}, game="asante")
    assert "Nobody has played a rated game yet" in ann_of(client).get(RANKING).text
    assert "There is nobody here whom guests may see" in Person(client).get(RANKING).text


def test_a_scale_shows_all_of_them() -> None:
    for mus in ([25.0], [-11.7, 61.2], [12.0, 36.0], [0.0]):
        shown = [Rung(str(mu), Rating(mu, 2.0), 10) for mu in mus]
        scale = scale_for(shown)
        assert len(scale.marks) == 7
        for mu in mus:
            assert 0 < scale.at(mu - 2.0) + 1e-9 < scale.at(mu + 2.0) <= 100


# For programs


def test_programs_read_the_same_ranking(client: TestClient[Any]) -> None:
    rated_house(client, choices={"Kofi": {"results": "everybody"}, "Yusuf": {"results": "everybody"}})
    found = client.get(f"/api/ranking?game={GAME}").json()
    assert (found["page"], found["pages"], found["people"]) == (1, 1, 2)
    people = [one for one in found["rated"] if not one["bot"]]
    assert [(one["name"], one["place"], one["games"]) for one in people] == [("Kofi", 1, 58), ("Yusuf", None, 6)]
    assert people[0]["rating"] == 30.4
    assert people[0]["uncertainty"] == pytest.approx(1.6, abs=0.01)
    assert [one["name"] for one in found["rated"] if one["bot"]] == [*anchors_of(mezani.game(GAME))][::-1]
    (kofi,) = client.get("/api/people/Kofi/ratings").json()
    assert (kofi["game"], kofi["rating"], kofi["provisional"]) == (GAME, 30.4, False)
    for hidden in ("Mira", "Nobody"):
        assert client.get(f"/api/people/{hidden}/ratings").status_code == 404


def test_a_program_sees_what_its_owner_may_see(client: TestClient[Any]) -> None:
    rated_house(client)
    house = client.app.state.house
    with client.portal() as portal:
        token = portal.call(house.keys.new_program, player_of("ann"), "Robot")
    found = client.get(f"/api/ranking?game={GAME}", headers={"authorization": f"Bearer {token}"}).json()
    assert found["people"] == len(PEOPLE)
