"""Tournaments for programs: from entry to the standings, through the API alone."""

from typing import Any

import pytest
from litestar.testing import TestClient

from mezani.tables import store
from tests.web.tournaments import NAMES, house_of, play_by_api, program_of

ONE_SERVER = True


def test_programs_play_a_tournament_of_eleven_people_from_entry_to_standings(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "GATHERING", 0.0)  # one move comes after the other
    programs = [program_of(client, name) for name in NAMES]
    host = programs[1]
    body = {"game": "anansi", "name": "November cup", "plan": {"rounds": 3, "entry": "everybody"}}
    tournament = host.ask("POST", "/tournaments", json=body)
    path = f"/tournaments/{tournament['id']}"
    for program in programs:
        entered = program.ask("POST", f"{path}/entrants", json={})
    numbers = {one["number"]: programs[NAMES.index(one["name"])] for one in entered["entrants"]}
    assert len(numbers) == 11
    assert all(one["program"] for one in entered["entrants"])
    moves = 0
    for number in (1, 2, 3):
        tournament = host.ask("POST", f"{path}/rounds")
        assert (tournament["state"], tournament["round"]) == ("running", number)
        tables = tournament["shown"][-1]["tables"]
        assert sorted(len(one["entrants"]) for one in tables) == [3, 4, 4]
        for one in tables:
            for entrant in one["entrants"]:
                assert numbers[entrant].ask("GET", path)["table"] == one["table"]
        moves += play_by_api(numbers, tables, number)
        with client.portal() as portal:
            portal.call(house_of(client).tournaments.rounds.look)
    tournament = host.ask("GET", path)
    assert tournament["state"] == "over"
    assert moves > 500
    standings = host.ask("GET", f"{path}/standings")
    assert len(standings) == 11
    assert standings[0]["place"] == 1
    assert sum(one["points"] for one in standings) == 3 * (6 + 6 + 4.5)
    assert [one["points"] for one in standings] == sorted((one["points"] for one in standings), reverse=True)
    assert all(sum(one["rounds"]) == one["points"] for one in standings)
    assert [one["name"] for one in host.ask("GET", "/tournaments?which=over")] == ["November cup"]


def test_a_token_without_a_person_of_the_house_can_only_look(client: TestClient[Any]) -> None:
    host = program_of(client, "Hannah")
    tournament = host.ask("POST", "/tournaments", json={"game": "asante", "name": "Duels"})
    path = f"/api/tournaments/{tournament['id']}"
    stranger = {"authorization": "Bearer somebody"}
    assert client.get(path).json()["you"] is None
    assert client.post(f"{path}/entrants", json={}).status_code == 401
    assert client.post(f"{path}/entrants", json={}, headers=stranger).status_code == 403
    assert client.post("/api/tournaments", json={"game": "anne", "name": "x"}, headers=stranger).status_code == 403
    assert client.post(f"{path}/rounds", headers=stranger).status_code == 403
    assert client.get("/api/tournaments/nowhere").status_code == 404


def test_what_cannot_be_opened_or_begun_is_refused(client: TestClient[Any]) -> None:
    host = program_of(client, "Hannah")
    for wrong in (
        {"game": "chess", "name": "x"},
        {"game": "anne", "name": "x", "system": "knock-out"},
        {"game": "anne", "name": "x", "players": 2},
        {"game": "anne", "name": " "},
        {"game": "anne", "name": "x", "terms": {"rated": True}},
    ):
        assert host.ask("POST", "/tournaments", 422, json=wrong)["sentence"]
    key = "sixteen-letters-x"
    first, second = (
        host.ask("POST", "/tournaments", json={"game": "asante", "name": "Duels", "key": key}) for _ in range(2)
    )
    assert first["id"] == second["id"]
    host.ask("POST", f"/tournaments/{first['id']}/rounds", 409)
    host.ask("POST", f"/tournaments/{first['id']}/entrants", json={})
    host.ask("POST", f"/tournaments/{first['id']}/withdraw", 200)
    assert host.ask("GET", f"/tournaments/{first['id']}")["entrants"] == []
    host.ask("POST", f"/tournaments/{first['id']}/withdraw", 409)


def test_whoever_runs_a_tournament_withdraws_and_replaces_others_and_ends_it(client: TestClient[Any]) -> None:
    host, other = program_of(client, "Hannah"), program_of(client, "Omar")
    path = f"/tournaments/{host.ask('POST', '/tournaments', json={'game': 'asante', 'name': 'Duels'})['id']}"
    for program in (host, other):
        program.ask("POST", f"{path}/entrants", json={})
    for method, more, body in (("DELETE", "/1", None), ("PUT", "/1", {"name": "Omar"})):
        other.ask(method, f"{path}/entrants{more}", 403, json=body)
    other.ask("POST", f"{path}/end", 403)
    replaced = host.ask("PUT", f"{path}/entrants/2", json={"name": "Hannah"})
    assert [one["name"] for one in replaced["entrants"]][1:] == ["Hannah"]
    assert len(host.ask("DELETE", f"{path}/entrants/2", 200)["entrants"]) == 1
    host.ask("DELETE", f"{path}/entrants/77", 409)
    assert host.ask("POST", f"{path}/end", 200)["state"] == "over"
    host.ask("POST", f"{path}/end", 409)
