"""Tournaments for the tests of pages and API: people who have signed in, programs that play for them."""

import random
from functools import partial
from typing import Any

import httpx
from litestar.testing import TestClient

from mezani.house.house import House
from mezani.house.tournaments.tournament import Tournament
from mezani.tables import schema
from mezani.tables.database import put
from mezani.tables.names import looks_like
from mezani.tables.players import player_of
from tests.house.tournaments.scene import NAMES, to_the_end
from tests.web.people import Person

__all__ = ["NAMES", "Program", "find_tournament", "house_of", "join_house", "play_by_api", "play_round", "program_of"]


def house_of(client: TestClient[Any]) -> House:
    house: House = client.app.state.house
    return house


async def join(house: House, player: str, name: str, secret: str = "") -> None:
    """Let a player be a person of the house, as one who has taken a key; with a secret, by this device."""
    async with house.hall.store.engine.begin() as connection:
        row = {"id": player, "name": name, "joined_at": 1.0, "looks_like": looks_like(name)}
        await put(connection, schema.players, row)
        if secret:
            await house.keys.new_device(connection, player, "a browser", secret)
    if secret:
        await house.keys.tell(player_of(secret))


def join_house(client: TestClient[Any], person: Person, name: str) -> str:
    """Let somebody with a browser join the house under a name; returns their player."""
    person.post("/settings", name=name)
    secret = person.cookies["mezani"]
    with client.portal() as portal:
        portal.call(join, house_of(client), player_of(secret), name, secret)
    return player_of(secret)


class Program:
    """A program that plays for a person of the house, by its token."""

    def __init__(self, client: httpx.Client, token: str, name: str) -> None:
        self.client, self.token, self.name = client, token, name

    def ask(self, method: str, path: str, status: int | None = None, **details: Any) -> Any:
        """A request; its answer as JSON."""
        headers = {"authorization": f"Bearer {self.token}"}
        answer = self.client.request(method, f"/api{path}", headers=headers, **details)
        assert answer.status_code == (status or (201 if method == "POST" else 200)), answer.text
        return answer.json()


def program_of(client: TestClient[Any], name: str) -> Program:
    """A program of a person with this name who has joined the house."""
    house = house_of(client)
    with client.portal() as portal:
        portal.call(join, house, name.lower(), name)
        token = portal.call(house.keys.new_program, name.lower(), name)
    return Program(client, token, name)


def play_by_api(programs: dict[int, Program], tables: list[dict[str, Any]], seed: int = 1) -> int:
    """Let programs play tables of a round to their end by random moves; returns how many they made."""
    luck, made = random.Random(seed), 0
    for table in tables:
        path, seats = f"/tables/{table['table']}", [programs[number] for number in table["entrants"]]
        now = seats[0].ask("GET", path)
        while not now["over"]:
            program = seats[now["to_move"]]
            now = program.ask("GET", path)
            if now["moves"]:
                move = {"action": luck.choice(now["moves"])["action"], "after": now["turn"]}
                now = program.ask("POST", f"{path}/moves", 200, json=move)
                made += 1
    return made


def find_tournament(client: TestClient[Any], id: str) -> Tournament:
    """A tournament as the database has it."""
    with client.portal() as portal:
        found: Tournament = portal.call(house_of(client).tournaments.find, id)
    return found


def play_round(client: TestClient[Any], id: str, only: int | None = None) -> Tournament:
    """Play all tables of the round to their end at once, or one of them."""
    house, now = house_of(client), find_tournament(client, id)
    with client.portal() as portal:
        for pairing in now.tables_of(now.round):
            if pairing.table and not pairing.is_over and only in (None, pairing.number):
                portal.call(partial(house.hall.do_as_host, pairing.table, to_the_end))
        portal.call(house.tournaments.rounds.look)
    return find_tournament(client, id)
