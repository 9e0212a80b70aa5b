"""Devices of people: whom a cookie or a token stands for on pages, live connections and at the API."""

from itertools import repeat
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from mezani.house.house import House
from mezani.tables.players import player_of
from tests.web.people import GAME, Person, table_of
from tests.web.test_live import heard, say_move, screen

ONE_SERVER = True
LEAST = GAME.seats[0]


def house_of(client: TestClient[Any]) -> House:
    house: House = client.app.state.house
    return house


def add_device(client: TestClient[Any], ann: Person, name: str = "a phone") -> Person:
    """Another browser of somebody who has a cookie."""
    keys = house_of(client).keys

    async def make(player: str) -> str:
        async with keys.engine.begin() as connection:
            await keys.new_device(connection, player, name, ann.cookies["mezani"])
            secret = await keys.new_device(connection, player, name)
        await keys.tell(player, player_of(secret))
        return secret

    other = Person(client)
    assert client.blocking_portal
    other.cookies["mezani"] = client.blocking_portal.call(make, player_of(ann.cookies["mezani"]))
    return other


def remove(client: TestClient[Any], ann: Person, other: Person) -> None:
    assert client.blocking_portal
    keys, id = house_of(client).keys, player_of(other.cookies["mezani"])
    client.blocking_portal.call(keys.remove, player_of(ann.cookies["mezani"]), id)


def test_a_seat_is_played_from_all_devices_of_a_person(client: TestClient[Any], ann: Person) -> None:
    table = table_of(client, ann.new_table(["me"] * LEAST))
    phone, seat = add_device(client, ann), table.state.seat
    with screen(phone, table.id, seat, table.last_number) as line:
        heard(line)
        say_move(line, table)
        heard(line)
    assert len(table.actions) == 1


def test_a_live_connection_of_a_removed_device_is_closed(client: TestClient[Any], ann: Person) -> None:
    table = table_of(client, ann.new_table(["me"] * LEAST))
    phone = add_device(client, ann)
    with screen(phone, table.id, table.state.seat, table.last_number) as line:
        heard(line)
        remove(client, ann, phone)
        with pytest.raises(WebSocketDisconnect) as closed:
            all(map(heard, repeat(line)))
        assert closed.value.code == 4401


def test_a_removed_device_is_nobody(client: TestClient[Any], ann: Person) -> None:
    id = ann.new_table(["me"] * LEAST)
    phone, path = add_device(client, ann), f"/table/{id}"
    seat = table_of(client, id).state.seat
    assert 'name="action"' in phone.get(f"{path}?seat={seat}").text
    remove(client, ann, phone)
    assert 'name="action"' not in phone.get(f"{path}?seat={seat}").text
    form = {"seat": seat, "after": table_of(client, id).turn, "action": table_of(client, id).state.legal_actions()[0]}
    assert phone.post(f"{path}/play", **form).status_code == 403
    phone.post("/settings", name="Zoe")
    assert phone.cookies["mezani"] != ann.cookies["mezani"]
    assert 'name="action"' in ann.get(f"{path}?seat={seat}").text


def test_a_browser_that_signs_out_may_be_somebody_new(client: TestClient[Any], ann: Person) -> None:
    ann.new_table(["me"] * LEAST)
    phone = add_device(client, ann)
    old = phone.cookies["mezani"]
    remove(client, ann, phone)
    phone.new_table(["me"] * LEAST)
    assert phone.cookies["mezani"] != old


def test_the_key_of_a_browser_is_no_token(client: TestClient[Any], ann: Person) -> None:
    ann.new_table(["me"] * LEAST)
    phone = add_device(client, ann)
    headers = {"authorization": f"Bearer {phone.cookies['mezani']}"}
    answer = client.get("/api/tables", headers=headers)
    assert answer.status_code == 401
    assert "browser" in answer.json()["sentence"]


def test_a_token_that_was_removed_opens_nothing(client: TestClient[Any]) -> None:
    assert client.blocking_portal
    keys = house_of(client).keys
    token = client.blocking_portal.call(keys.new_program, "nadia", "my search")
    headers = {"authorization": f"Bearer {token}"}
    assert client.get("/api/tables", headers=headers).status_code == 200
    client.blocking_portal.call(keys.remove, "nadia", player_of(token))
    assert client.get("/api/tables", headers=headers).status_code == 401


def test_who_takes_a_seat_by_the_api_is_marked_as_a_program(client: TestClient[Any], ann: Person) -> None:
    chairs = [{"who": "me", "name": "Deep"}, *[{"who": "bot"}] * (LEAST - 1)]
    seated = client.post("/api/tables", json={"game": GAME.name, "chairs": chairs}).json()
    ring = house_of(client).hall.key_ring
    assert ring.is_program(player_of(seated["token"]))
    ann.new_table(["me"] * LEAST)
    assert not ring.is_program(player_of(ann.cookies["mezani"]))
