"""A game that is removed while its tables are kept: pages say so, everything else goes on, and it can come back."""

import logging
import re
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

import mezani
from mezani.tables import schema
from mezani.tables.hall import Hall
from tests.outside import TITLE, game_from_outside
from tests.web.finished import loaded, nearly_over, played
from tests.web.people import GAME, Person, hidden, moves, server

SENTENCE = "The game “nim” is not available on this server now. What was played is kept until it is back."


@pytest.fixture
def left(tmp_path: Path) -> dict[str, str]:
    """What Ann has left of a game that is gone: her cookie, tables by what they wait for, and a record."""
    with game_from_outside() as name, server(tmp_path, bot_pause=60.0) as client:
        ann, seats = Person(client), mezani.game(name).seats[0]
        left = {
            "hers": ann.new_table(["me"] * seats, game=name),
            "bots": ann.new_table(["bot:novice"] * seats, game=name),
            "over": nearly_over(ann, name),
            "record": loaded(ann, played(name, seats)),
        }
        form = {f"chair-{number}": "free" for number in range(1, seats)} | {"chair-0": "me", "public": "1"}
        left["open"] = ann.ask("POST", f"/new/{name}", data={"players": seats, **form}).url.path.rpartition("/")[2]
        play_first(ann, left["over"])
        return left | ann.cookies


def play_first(person: Person, id: str) -> None:
    """The first move of whichever seat of the person is to move."""
    pages = (person.get(f"/table/{id}?seat={seat}").text for seat in range(5))
    page = next(page for page in pages if moves(page))
    person.post(f"/table/{id}/play", seat=hidden(page, "seat"), after=hidden(page, "after"), action=moves(page)[0])


def person(client: TestClient[Any], left: dict[str, str], **headers: str) -> Person:
    """Ann, who is back."""
    ann = Person(client, **headers)
    ann.cookies["mezani"] = left["mezani"]
    return ann


def log_of(client: TestClient[Any], id: str) -> list[tuple[Any, ...]]:
    """The log of a table as the database keeps it."""
    hall: Hall = client.app.state.hall

    async def read() -> list[tuple[Any, ...]]:
        async with hall.store.engine.connect() as connection:
            rows = await connection.execute(sa.select(schema.log).where(schema.log.c.table_id == id))
            return [tuple(row) for row in rows]

    with client.portal() as portal:
        return portal.call(read)


def test_lists_show_the_tables_of_a_missing_game_to_those_who_sit_there(tmp_path: Path, left: dict[str, str]) -> None:
    with server(tmp_path) as client:
        for stranger in (Person(client), Person(client, **{"accept-language": "de"})):
            start = stranger.get("/")
            assert start.status_code == 200
            assert left["open"] not in start.text, "nobody is offered a table at which they can't sit down"
        ann = person(client, left)
        mine = ann.get("/")
        assert mine.status_code == 200
        assert mine.text.count("<b>nim</b>") == 2
        assert mine.text.count("This game is not available now") == 2
        assert "your turn" not in mine.text
        assert re.search(r"nim, \d+ points?<", mine.text), "how it ended is still told"
        assert ann.get("/records").status_code == 200
        assert ann.new_table(["me"] * GAME.seats[0]), "other games go on"


def test_whatever_needs_the_missing_game_says_so(tmp_path: Path, left: dict[str, str]) -> None:
    with server(tmp_path) as client:
        ann = person(client, left)
        paths = ["", "/replay", "/replay/1", "/result", "/record", "/device"]
        for path in [*(f"/table/{left['over']}{path}" for path in paths), f"/record/{left['record']}/1"]:
            answer = ann.get(path)
            assert (answer.status_code, SENTENCE in answer.text) == (404, True), path
        answer = ann.post(f"/table/{left['open']}/sit", name="Ben")
        assert (answer.status_code, SENTENCE in answer.text) == (404, True)
        answer = Person(client).get(f"/api/tables/{left['hers']}")
        assert (answer.status_code, answer.json()["sentence"]) == (404, SENTENCE)
        german = person(client, left, **{"accept-language": "de"})
        assert "„nim“ gibt es auf diesem Server zurzeit nicht" in german.get(f"/table/{left['hers']}").text
        with client.websocket_connect(f"/table/{left['hers']}/live") as line, pytest.raises(WebSocketDisconnect):
            line.receive_text(timeout=60)


def test_a_server_skips_tables_of_a_missing_game_and_goes_on_when_it_is_back(
    tmp_path: Path, left: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), server(tmp_path) as client:
        assert [line.message for line in caplog.records if line.name.startswith("mezani")] == [
            "the game nim is not available: its tables (4) are kept as they are"
        ]
        hall: Hall = client.app.state.hall
        assert not hall.bots._at
        logs = {id: log_of(client, left[id]) for id in ("hers", "bots", "over", "open")}
    with game_from_outside(), server(tmp_path, bot_pause=60.0) as client:
        ann = person(client, left)
        assert TITLE in ann.get("/").text
        assert ann.get(f"/table/{left['over']}/result").status_code == 200
        assert {id: log_of(client, left[id]) for id in logs} == logs
        play_first(ann, left["hers"])
        assert len(log_of(client, left["hers"])) == len(logs["hers"]) + 1
        hall = client.app.state.hall
        assert set(hall.bots._at) == {left["bots"]}
