"""The API: programs play at the same tables, see no more than they may, and are told what is wrong."""

import json
import re
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from httpx import Response
from litestar.response import ServerSentEventMessage
from litestar.testing import TestClient

import mezani
from mezani import bots
from mezani.language import LANGUAGES, language
from mezani.snapshot import snapshot
from mezani.tables.hall import Hall
from mezani.tables.table import Table
from mezani.testing.playing import NAMES, amount
from mezani.web import api
from mezani.web.api import events
from mezani.web.preferences import Preferences
from mezani.web.viewer import Viewer
from tests.web.browsing import Served
from tests.web.people import GAME, Person, table_of
from tests.web.test_replay import other_worlds, table_from

LEAST = GAME.seats[0]
EXAMPLE = Path(__file__).parents[2] / "examples" / "play_a_seat.py"


class Program:
    """A program with a token."""

    def __init__(self, client: TestClient[Any], token: str = "", **headers: str) -> None:
        self.client, self.token, self.headers = client, token, headers

    def ask(self, method: str, path: str, **details: Any) -> Response:
        self.client.cookies.clear()
        headers = {**self.headers, **details.pop("headers", {})}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        return self.client.request(method, f"/api{path}", headers=headers, **details)

    def get(self, path: str) -> Any:
        answer = self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> Response:
        return self.ask("POST", path, json=body)

    def set_up(self, *who: str, game: str = GAME.name, **more: Any) -> str:
        """A new table: "me", "free" or "bot"; the token is kept."""
        chairs = [{"who": kind, "name": name} for kind, name in zip(who, NAMES, strict=False)]
        answer = self.post("/tables", game=game, chairs=chairs, **more)
        assert answer.status_code == 201, answer.text
        self.token = answer.json()["token"]
        return str(answer.json()["table"])

    def sit(self, table: str, **body: Any) -> int:
        answer = self.post(f"/tables/{table}/seats", **body)
        assert answer.status_code == 201, answer.text
        self.token = answer.json()["token"]
        return int(answer.json()["seats"][-1])


@pytest.fixture
def program(client: TestClient[Any]) -> Program:
    return Program(client)


def problem(answer: Response, status: int) -> str:
    """The sentence of an error; it is JSON with the right status."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json()["status"] == status
    assert len(answer.json()["sentence"]) > 5
    return str(answer.json()["sentence"])


def test_what_can_be_played_is_told(program: Program) -> None:
    house = program.get("/games")
    assert [game["name"] for game in house["games"]] == mezani.game_names()
    assert house["levels"] == bots.levels()
    for game in house["games"]:
        assert game["seats"] == list(mezani.game(game["name"]).seats)


@pytest.mark.slow
def test_programs_play_a_game_to_its_end(client: TestClient[Any]) -> None:
    programs = [Program(client) for _ in range(LEAST)]
    id = programs[0].set_up("me", *["free"] * (LEAST - 1))
    assert not programs[0].get(f"/tables/{id}")["begun"]
    for number, program in enumerate(programs[1:], 1):
        assert program.sit(id, name=NAMES[number]) == number
    table, rng = programs[0].get(f"/tables/{id}"), mezani.Rng(3)
    for turn in range(2000):
        if table["over"]:
            break
        mover = programs[table["to_move"]]
        legal = mover.get(f"/tables/{id}/moves")
        chosen = legal[rng.below(len(legal))]
        by = chosen["action"] if turn % 2 else chosen["text"]
        answer = mover.post(f"/tables/{id}/moves", action=by, after=table["turn"])
        assert answer.status_code == 200, answer.text
        table = answer.json()
    state = table_of(client, id).state
    assert state.is_over
    assert table["winners"] == state.winners()
    assert table["view"]["scores"] == state.scores()
    assert problem(mover.post(f"/tables/{id}/moves", action=0, after=table["turn"]), 409) == "The game is over."


def test_a_program_sees_and_reads_what_a_browser_shows(client: TestClient[Any]) -> None:
    for code in LANGUAGES:
        program = Program(client, **{"accept-language": code})
        id = program.set_up(*["me"] * LEAST)
        table = table_of(client, id)
        seat = table.to_move
        shown = program.get(f"/tables/{id}?seat={seat}")
        browser = Person(client, **{"accept-language": code})
        browser.cookies = {"mezani": program.token}
        page = browser.get(f"/table/{id}?seat={seat}").text
        assert [move["action"] for move in shown["moves"]] == table.state.legal_actions()
        assert shown["moves"][0]["label"].split()[0] in page
        assert shown["prompt"].split(". ")[-1] in page
        assert shown["view"] == json.loads(msgspec.json.encode(GAME.view(table.state, seat)))


def test_a_person_and_a_program_play_together(client: TestClient[Any], ann: Person) -> None:
    id = ann.new_table(["me", *["free"] * (LEAST - 1)])
    programs = [Program(client) for _ in range(LEAST - 1)]
    for program in programs:
        program.sit(id, name="Robot")
    assert table_of(client, id).begun
    assert "Robot sits down." in ann.get(f"/table/{id}").text


def test_a_program_lets_a_bot_play_for_who_is_away(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    programs = [Program(client) for _ in range(LEAST)]
    id = programs[0].set_up("me", *["free"] * (LEAST - 1), terms={"away_after": 60})
    for number, program in enumerate(programs[1:], 1):
        program.sit(id, name=NAMES[number])
    table = table_of(client, id)
    seat = table.state.seat
    awaited, other = programs[seat], programs[seat - 1]
    due = table.log[-1].at + 3600
    assert other.get(f"/tables/{id}")["absent"] == {"seat": seat, "due": due}
    assert awaited.get(f"/tables/{id}")["absent"] is None
    assert Program(client).get(f"/tables/{id}")["absent"] is None
    assert other.ask("POST", f"/tables/{id}/replace?absent={seat}").status_code == 409
    monkeypatch.setattr("mezani.tables.arrival.time", SimpleNamespace(time=lambda: due))
    assert awaited.ask("POST", f"/tables/{id}/replace?absent={seat}").status_code == 403
    answer = other.ask("POST", f"/tables/{id}/replace?absent={seat}")
    assert answer.status_code == 200, answer.text
    assert answer.json()["players"][seat]["bot"] in bots.levels()
    assert awaited.ask("POST", f"/tables/{id}/return").json()["players"][seat]["bot"] is None


def test_a_program_gets_up_and_comes_back(client: TestClient[Any]) -> None:
    ann, ben = Program(client), Program(client)
    id = ann.set_up("me", *["free"] * (LEAST - 1))
    ben.sit(id, name="Robot")
    assert ben.ask("POST", f"/tables/{id}/leave").status_code == 204
    assert table_of(client, id).free_seats() == list(range(1, LEAST)), "before the game the seat is free again"
    assert ben.ask("POST", f"/tables/{id}/leave").status_code == 403
    for number in range(1, LEAST):
        Program(client).sit(id, name=NAMES[number])
    assert ann.ask("POST", f"/tables/{id}/leave").status_code == 204
    assert ann.get(f"/tables/{id}")["players"][0]["bot"] in bots.levels()
    assert ann.ask("POST", f"/tables/{id}/return").json()["players"][0]["bot"] is None


def test_a_seat_can_be_handed_over_by_its_private_link(client: TestClient[Any], ann: Person) -> None:
    id = ann.new_table(["me", *["bot:novice"] * (LEAST - 1)])
    link = re.search(rf"/seat/{id}/0/(\w+)", ann.get(f"/table/{id}/device").text)
    assert link
    program = Program(client)
    assert problem(program.post(f"/tables/{id}/seats", seat=0, link="0" * 32), 410)
    assert problem(program.post(f"/tables/{id}/seats", link=link[1]), 400)
    assert program.sit(id, seat=0, link=link[1]) == 0
    assert program.get(f"/tables/{id}")["seat"] == 0
    assert problem(Program(client).post(f"/tables/{id}/seats", seat=0, link=link[1]), 410)


def test_a_token_serves_for_many_tables(program: Program) -> None:
    first = program.set_up("me", *["bot"] * (LEAST - 1))
    token = program.token
    second = program.set_up("me", *["bot"] * (LEAST - 1))
    assert program.token == token
    assert program.get(f"/tables/{first}")["seat"] == program.get(f"/tables/{second}")["seat"] == 0


def test_a_move_that_showed_nothing_can_be_taken_back(client: TestClient[Any], program: Program) -> None:
    rng = mezani.Rng(2)
    id = program.set_up(*["me"] * LEAST)
    table = table_of(client, id)
    while not table._made or not table.can_undo(table._made[-1][0]):
        body = {"action": table.state.random_action(rng), "after": table.turn, "seat": table.to_move}
        assert program.post(f"/tables/{id}/moves", **body).status_code == 200
    actions, seat = list(table.actions), table._made[-1][0]
    assert problem(program.ask("POST", f"/tables/{id}/undo?after=0&seat={seat}"), 409)
    answer = program.ask("POST", f"/tables/{id}/undo?after={table.turn}&seat={seat}")
    assert answer.status_code == 200
    assert table.actions == actions[:-1]


# Wrong input


def test_a_wrong_move_changes_nothing_and_is_explained(client: TestClient[Any], program: Program) -> None:
    id = program.set_up(*["me"] * LEAST)
    table = table_of(client, id)
    seat, before = table.to_move, (snapshot(table.state), list(table.log))
    legal = {"action": table.state.legal_actions()[0], "after": table.turn, "seat": seat}
    illegal = next(action for action in range(GAME.action_count) if not table.state.allows(action))
    moves = f"/tables/{id}/moves"
    assert "moved on in the meantime" in problem(program.post(moves, **{**legal, "after": 7}), 409)
    assert problem(program.post(moves, **{**legal, "after": -1}), 409)
    assert "That is not your seat" in problem(program.post(moves, **{**legal, "seat": 15}), 403)
    assert "no such move in this game" in problem(program.post(moves, **{**legal, "action": 9_999_999}), 422)
    assert problem(program.post(moves, **{**legal, "action": -1}), 422)
    assert "several seats" in problem(program.post(moves, action=1, after=0), 400)
    answer = program.post(moves, **{**legal, "action": illegal})
    reason = GAME.why_not(table.state, seat or 0, illegal)
    assert reason
    assert problem(answer, 422) == reason.sentence
    assert answer.json()["paragraph"] == reason.paragraph
    for body in (
        {},
        {"action": 1},
        {**legal, "action": None},
        {**legal, "action": 1.5},
        {**legal, "action": "no such move"},
        {**legal, "after": "x"},
        {**legal, "seat": -1},
        {**legal, "more": 1},
        {**legal, "action": 10**30},
    ):
        problem(program.post(moves, **body), 422 if body.get("action") == 10**30 else 400)
    for content in (b"", b"{", b"[]", b"\xff", b"[" * 50_000, b'"x"', b"null"):
        problem(program.ask("POST", moves, content=content, headers={"content-type": "application/json"}), 400)
    problem(program.ask("POST", moves, content=b"x" * 70_000, headers={"content-type": "application/json"}), 413)
    assert (snapshot(table.state), table.log) == before


def test_without_the_right_token_nothing_is_done(client: TestClient[Any], program: Program, ann: Person) -> None:
    id = program.set_up(*["me"] * LEAST)
    table = table_of(client, id)
    other = Program(client)
    other.set_up("me", *["bot"] * (LEAST - 1))
    body = {"action": table.state.legal_actions()[0], "after": table.turn, "seat": table.to_move}
    answer = Program(client).post(f"/tables/{id}/moves", **body)
    assert "Authorization: Bearer" in problem(answer, 401)
    assert answer.headers["www-authenticate"] == "Bearer"
    for token in ("wrong", other.token, "x" * 101):
        stranger = Program(client, token)
        for path in ("", "/moves", "/stream"):
            problem(stranger.ask("GET", f"/tables/{id}{path}"), 401 if len(token) > 100 else 403)
        problem(stranger.post(f"/tables/{id}/moves", **body), 401 if len(token) > 100 else 403)
    for header in ("Basic abc", "Bearer", "Bearer  "):
        problem(Program(client, authorization=header).ask("GET", f"/tables/{id}"), 401)
    ann.cookies = {"mezani": program.token}
    answer = ann.ask("POST", f"/api/tables/{id}/moves", json=body)
    problem(answer, 401)
    assert table.actions == []


def test_a_table_that_can_not_be_set_up_is_explained(client: TestClient[Any], program: Program) -> None:
    me = {"who": "me"}
    problem(program.post("/tables", game="chess", chairs=[me]), 404)
    assert "players" in problem(program.post("/tables", game=GAME.name, chairs=[me]), 422)
    for body in (
        {"game": GAME.name},
        {"game": GAME.name, "chairs": []},
        {"game": GAME.name, "chairs": [me] * 21},
        {"game": GAME.name, "chairs": [{"who": "queen"}] * LEAST},
        {"game": GAME.name, "chairs": [{"who": "bot", "level": "god"}] * LEAST},
        {"game": 3, "chairs": [me] * LEAST},
    ):
        problem(program.post("/tables", **body), 400)
    problem(program.post("/tables", game=GAME.name, chairs=[me] * LEAST, options={"no such": 1}), 422)
    assert len(client.app.state.hall.tables) == 0


def test_what_is_not_there_is_told_as_json(client: TestClient[Any], program: Program) -> None:
    problem(program.ask("GET", "/nothing"), 404)
    problem(program.ask("POST", "/games"), 405)
    assert "no such table" in problem(program.ask("GET", "/tables/nowhere"), 404)
    problem(program.post("/tables/nowhere/seats", name="Robot"), 404)
    id = program.set_up("me", "free", *["bot"] * (LEAST - 2))
    assert "name" in problem(program.post(f"/tables/{id}/seats", name=" "), 422)
    problem(program.post(f"/tables/{id}/seats", name="Robot", seat=0), 409)
    problem(program.post(f"/tables/{id}/seats", name="Robot", seat=-1), 400)
    problem(program.ask("GET", f"/tables/{id}?seat=x"), 400)
    problem(program.ask("GET", f"/tables/{id}?seat=1"), 403)
    problem(Program(client).ask("GET", f"/tables/{id}?seat=0"), 403)
    problem(program.ask("POST", "/tables", json={}, headers={"origin": "http://evil.example"}), 403)
    german = Program(client, **{"accept-language": "de"})
    assert problem(german.ask("GET", "/tables/nowhere"), 404).startswith("Diesen Tisch gibt es nicht")


# Nothing hidden leaves


def answers(program: Program, id: str, seat: int | None, actions: int, turn: int) -> list[bytes]:
    """All bytes that a program can get of a table without a legal move."""
    got = [program.ask("GET", f"/tables/{id}{path}").content for path in ("", "/moves")]
    if seat is not None:
        for action in range(0, actions, max(1, actions // 8)):
            answer = program.post(f"/tables/{id}/moves", action=action, after=turn + 1)
            assert answer.status_code == 409
            got.append(answer.content)
    return got


def refusals(program: Program, id: str, legal: list[int], actions: int, turn: int) -> list[bytes]:
    """The explanations of moves that are not legal."""
    tried = [action for action in range(0, actions, max(1, actions // 10)) if action not in legal]
    asked = [program.post(f"/tables/{id}/moves", action=action, after=turn) for action in tried]
    assert {answer.status_code for answer in asked} <= {422}
    return [answer.content for answer in asked]


@pytest.mark.slow
def test_the_api_tells_a_seat_no_more_than_its_view(client: TestClient[Any], name: str, players: int) -> None:
    game, compared = mezani.game(name), 0
    for seed in range(amount(8, 2)):
        seat = (*range(players), None)[seed % (players + 1)]
        actions, world, alike = other_worlds(game, players, seed, seat, seed)
        if alike < 0:
            continue
        program = Program(client, "" if seat is None else f"secret-{seat}", **{"accept-language": LANGUAGES[seed % 2]})
        seen = []
        for start in (game.new(players, seed), world):
            table = table_from(start, name, players, actions[:alike])
            client.app.state.hall.tables.keep(table)
            got = answers(program, "abc", seat, game.action_count, table.turn)
            if seat is not None:
                got += refusals(program, "abc", table.choices(seat), game.action_count, table.turn)
            seen.append(got)
        assert seen[0] == seen[1]
        compared += 1
    assert compared >= amount(3, 1)


def test_the_seed_and_the_commitments_of_others_stay_here(client: TestClient[Any], program: Program) -> None:
    id = program.set_up("me", *["free"] * (LEAST - 1))
    others = [Program(client) for _ in range(LEAST - 1)]
    for other in others:
        other.sit(id, name="Other")
    table = table_of(client, id)
    before = program.ask("GET", f"/tables/{id}").content, Program(client).ask("GET", f"/tables/{id}").content
    waiting = next(seat for seat in table.state.open_seats() if seat not in (0, table.state.seat))
    body = {"action": table.state.open_actions(waiting)[0], "after": table.turn}
    answer = others[waiting - 1].post(f"/tables/{id}/moves", **body)
    assert answer.json()["committed"] == GAME.action_text(table.state, body["action"])
    assert program.ask("GET", f"/tables/{id}").content == before[0]
    assert Program(client).ask("GET", f"/tables/{id}").content == before[1]
    assert str(table.seed).encode() not in before[0] + before[1] + answer.content


# The stream, the page, and the example


@pytest.mark.slow
def test_a_stream_tells_each_change_once_and_ends_with_the_game(served: Served) -> None:
    with httpx.Client(base_url=f"{served.address}/api", timeout=20) as http:
        chairs = [{"who": "me"}, *[{"who": "bot", "level": "novice"}] * (LEAST - 1)]
        seated = http.post("/tables", json={"game": GAME.name, "chairs": chairs}).json()
        http.headers["authorization"] = f"Bearer {seated['token']}"
        seen: list[Any] = []
        with http.stream("GET", f"/tables/{seated['table']}/stream") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            assert "content-encoding" not in stream.headers
            for line in stream.iter_lines():
                if not line.startswith("data: "):
                    continue
                table = json.loads(line.removeprefix("data: "))
                seen.append(table)
                if table["to_move"] == 0:
                    move = {"action": table["moves"][0]["action"], "after": table["turn"]}
                    assert http.post(f"/tables/{seated['table']}/moves", json=move).status_code == 200
        assert seen[-1]["over"]
        turns = [table["turn"] for table in seen]
        assert turns == sorted(turns)
        assert all(one != other for one, other in pairwise(seen))
        assert {table["seat"] for table in seen} == {0}


def test_who_follows_a_table_is_seen_to_be_there_until_they_go(served: Served) -> None:
    with httpx.Client(base_url=served.address, timeout=20) as http:
        chairs = [{"who": "me"}, *[{"who": "free"}] * (LEAST - 1)]
        seated = http.post("/api/tables", json={"game": GAME.name, "chairs": chairs}).json()
        page, headers = f"/table/{seated['table']}", {"authorization": f"Bearer {seated['token']}"}
        assert 'class="away"' in http.get(page).text
        with http.stream("GET", f"/api/tables/{seated['table']}/stream", headers=headers) as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: table"
            assert 'class="here"' in http.get(page).text
        end = time.monotonic() + 20
        while 'class="away"' not in http.get(page).text:
            assert time.monotonic() < end
            time.sleep(0.05)


def follower(client: TestClient[Any]) -> tuple[Hall, Table, Viewer]:
    """A program with a seat, for a stream that is heard without a connection."""
    program = Program(client)
    table = table_of(client, program.set_up("me", *["free"] * (LEAST - 1)))
    hall = client.app.state.hall
    viewer = Viewer(program.token, Preferences(), language("en"))
    return hall, table, viewer


def test_a_silent_stream_says_that_it_is_alive(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "HEARTBEAT", 0.01)
    hall, table, viewer = follower(client)

    async def listen() -> list[ServerSentEventMessage]:
        heard = events(hall, table, viewer, None, 0)
        return [await anext(heard) for _ in range(3)]

    with client.portal() as portal:
        first, *others = portal.call(listen)
    assert first.event == "table"
    assert [one.comment for one in others] == ["waiting"] * 2


def test_a_stream_ends_when_the_seat_goes_to_another_device(client: TestClient[Any]) -> None:
    hall, table, viewer = follower(client)

    async def listen() -> list[ServerSentEventMessage]:
        heard = events(hall, table, viewer, None, 0)
        got = [await anext(heard)]
        await hall.move_seat(table.id, 0, hall.link_of(table, 0), "somebody else")
        return got + [one async for one in heard]

    with client.portal() as portal:
        assert len(portal.call(listen)) == 1
    assert hall.screens._watchers == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", mezani.game_names())
def test_the_example_takes_a_seat_and_plays_to_the_end(served: Served, name: str) -> None:
    chairs = [{"who": "free"}, *[{"who": "bot", "level": "novice"}] * (mezani.game(name).seats[0] - 1)]
    table = httpx.post(f"{served.address}/api/tables", json={"game": name, "chairs": chairs}).json()["table"]
    command = [sys.executable, str(EXAMPLE), f"{served.address}/table/{table}", "--name", "Robot"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert f"Watch at {served.address}/table/{table}" in done.stdout
    assert " won: [" in done.stdout.splitlines()[-1]
    assert httpx.get(f"{served.address}/table/{table}/record").status_code == 200


def test_the_example_says_why_it_can_not_sit_down(served: Served) -> None:
    command = [sys.executable, str(EXAMPLE), f"{served.address}/table/nowhere"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert "There is no such table" in done.stderr


def test_the_api_describes_itself(client: TestClient[Any], program: Program) -> None:
    schema = program.get("/docs/openapi.json")
    called = {(method.upper(), path) for path, methods in schema["paths"].items() for method in methods}
    assert called == {
        ("GET", "/api/games"),
        ("GET", "/api/me"),
        ("GET", "/api/ranking"),
        ("GET", "/api/people/{name}/ratings"),
        ("GET", "/api/tables/{id}/ratings"),
        ("GET", "/api/tables"),
        ("GET", "/api/tournaments"),
        ("POST", "/api/tournaments"),
        ("GET", "/api/tournaments/{id}"),
        ("GET", "/api/tournaments/{id}/standings"),
        ("POST", "/api/tournaments/{id}/entrants"),
        ("POST", "/api/tournaments/{id}/withdraw"),
        ("POST", "/api/tournaments/{id}/rounds"),
        ("DELETE", "/api/tournaments/{id}/entrants/{number}"),
        ("PUT", "/api/tournaments/{id}/entrants/{number}"),
        ("POST", "/api/tournaments/{id}/end"),
        ("POST", "/api/tables"),
        ("GET", "/api/tables/{id}"),
        ("POST", "/api/tables/{id}/seats"),
        ("GET", "/api/tables/{id}/moves"),
        ("POST", "/api/tables/{id}/moves"),
        ("POST", "/api/tables/{id}/undo"),
        ("POST", "/api/tables/{id}/asking"),
        ("POST", "/api/tables/{id}/pause"),
        ("GET", "/api/me/notifications"),
        ("PUT", "/api/me/notifications"),
        ("GET", "/api/me/holiday"),
        ("PUT", "/api/me/holiday"),
        ("DELETE", "/api/me/holiday"),
        ("POST", "/api/tables/{id}/replace"),
        ("POST", "/api/tables/{id}/leave"),
        ("POST", "/api/tables/{id}/return"),
        ("GET", "/api/tables/{id}/stream"),
        *(
            (method, f"/api/{kind}/{{id}}/analysis")
            for kind in ("tables", "records")
            for method in ("GET", "POST", "DELETE")
        ),
    }
    page = client.get("/api").text
    for method, path in called:
        assert f"<b>{method}</b> <code>{path}</code>" in page
    for name in schema["components"]["schemas"]:
        assert f'id="{name}"' in page
        assert schema["components"]["schemas"][name]["description"]
    assert re.findall(r'(?:src|href)="(?:https?:)?//', page) == []
    documented = (EXAMPLE.parents[1] / "docs" / "api.md").read_text("utf-8")
    for method, path in called:
        assert f"`{method} {path}" in documented
