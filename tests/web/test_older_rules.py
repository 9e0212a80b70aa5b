"""Tables and records of older rules are shown up to the move that is forbidden today, and can go on from there."""

import re
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

import mezani
from mezani.record import read
from mezani.tables import schema
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.table import Origin
from tests.web.finished import played
from tests.web.people import Person, moves

pytestmark = pytest.mark.slow
ONE_SERVER = True
EVERY = mezani.game_names()
FOLLOWED = 7  # moves before the one that is forbidden


def of_older_rules(client: TestClient[Any], ann: Person, name: str, is_over: bool = False) -> str:
    """A table of Ann's alone whose eighth move today's rules forbid, as the database has it."""
    record = played(name, mezani.game(name).seats[0], moves=FOLLOWED)
    forbidden = next(action for action in range(record.game.action_count) if not record.state().allows(action))
    ann.cookies["mezani"] = "secret"
    chairs = [Seat(player_of("secret"), "Ann"), *[Seat(player_of("ben"), f"Ben {n}") for n in range(1, record.players)]]
    hall: Hall = client.app.state.hall

    async def store_it() -> str:
        table = await hall.open_table(record.game, chairs, origin=Origin(record.seed, record.actions, "/"))
        rows = [
            {
                "table_id": table.id,
                "number": table.last_number + n,
                "kind": "play",
                "seat": 0,
                "action": action,
                "at": 0.0,
            }
            for n, action in enumerate((forbidden, record.actions[-1]), 1)
        ]
        result = {"scores": list(range(record.players)), "winners": [record.players - 1]}
        async with hall.store.engine.begin() as connection:
            await connection.execute(sa.insert(schema.log), rows)
            await connection.execute(sa.update(schema.tables).values(rules=1))
            if is_over:
                await connection.execute(sa.update(schema.tables).values(over=True, to_move=None, result=result))
        hall.tables.forget(table.id)
        return table.id

    with client.portal() as portal:
        return str(portal.call(partial(store_it)))


@pytest.mark.parametrize("name", EVERY)
def test_a_table_is_shown_up_to_the_move_that_is_forbidden_and_says_so(
    client: TestClient[Any], ann: Person, name: str
) -> None:
    id = of_older_rules(client, ann, name)
    page = ann.get(f"/table/{id}")
    assert page.status_code == 200
    assert "rules forbid the next move" in page.text
    assert moves(page.text) == []
    answer = ann.ask("GET", f"/api/tables/{id}", headers={"authorization": "Bearer secret"}).json()
    assert "rules forbid the next move" in answer["stopped"]
    assert answer["moves"] == []
    assert f"Move {FOLLOWED} of {FOLLOWED}" in ann.get(f"/table/{id}/replay/{FOLLOWED}").text


@pytest.mark.parametrize("name", EVERY)
def test_whoever_sits_there_lets_the_game_go_on(client: TestClient[Any], ann: Person, ben: Person, name: str) -> None:
    id = of_older_rules(client, ann, name)
    ben.cookies["mezani"] = "ben"
    assert "Continue from here" in ann.get(f"/table/{id}").text
    assert ben.post(f"/table/{id}/play", seat=1, action=0, after=0).status_code == 409
    ann.post(f"/table/{id}/go-on", seat=0)
    pages = [ann.get(f"/table/{id}").text, ben.get(f"/table/{id}?seat=1").text]
    assert any(moves(page) for page in [*pages, *(ben.get(f"/table/{id}?seat={n}").text for n in (2, 3, 4))])
    assert "goes on" not in pages[0]
    assert "continue from here under today" in pages[0]
    assert ann.post(f"/table/{id}/go-on", seat=0).status_code == 409


def test_a_stranger_can_not_let_it_go_on(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = of_older_rules(client, ann, EVERY[0])
    assert "Continue from here" not in ben.get(f"/table/{id}").text
    assert ben.post(f"/table/{id}/go-on", seat=0).status_code == 403


@pytest.mark.parametrize("name", EVERY)
def test_a_finished_game_keeps_its_result_and_can_be_played_on(client: TestClient[Any], ann: Person, name: str) -> None:
    id = of_older_rules(client, ann, name, is_over=True)
    assert ann.get(f"/table/{id}").status_code == 200
    result = ann.get(f"/table/{id}/result").text
    assert "Played under version 1 of the rules" in result
    assert re.findall(r'class="points">(\d+)<', result)[0] == str(mezani.game(name).seats[0] - 1)
    assert ann.post(f"/table/{id}/go-on", seat=0).status_code == 409
    last = ann.get(f"/table/{id}/replay/{FOLLOWED}").text
    assert "rules forbid the next move" in last
    assert "Play on from here" in last
    fresh = ann.post(f"/table/{id}/replay/{FOLLOWED}", seat=0)
    assert fresh.status_code == 200
    assert "rules forbid" not in fresh.text


@pytest.mark.parametrize("name", EVERY)
def test_its_record_has_every_move_and_can_be_loaded(client: TestClient[Any], ann: Person, name: str) -> None:
    id = of_older_rules(client, ann, name, is_over=True)
    text = ann.get(f"/table/{id}/record").text
    assert len(text.partition("# what follows was played by older rules\n")[2].split()) == 2
    assert "rules: 1\n" in text
    if mezani.game(name).rules_version > 1:
        assert len(read(text).left_over) == 2
        loaded = ann.post("/records", text=text)
        assert loaded.status_code == 200
        assert "It was started under version 1 of the rules" in loaded.text
