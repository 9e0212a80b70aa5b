"""Games that were played already, for the tests of what comes after."""

from functools import partial
from typing import Any

from litestar.testing import TestClient

import mezani
from mezani.record import Record
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.table import Origin
from tests.playing import random_game
from tests.web.people import GAME, Person, hidden, moves

played = random_game


def loaded(person: Person, record: Record) -> str:
    """Load a record by the form; returns its id."""
    page = person.post("/records", text=str(record))
    assert page.status_code == 200, page.text
    return str(page.url.path.split("/")[2])


def nearly_over(person: Person, name: str, seed: int = 1) -> str:
    """A practice table of the person's before the last move, which is theirs."""
    record = played(name, mezani.game(name).seats[0], seed)
    state = list(record.steps())[-1][0]
    id = loaded(person, record)
    page = person.post(f"/record/{id}/{len(record.actions) - 1}", seat=state.seat)
    return str(page.url.path.rpartition("/")[2])


def finished(person: Person, name: str, seed: int = 1) -> str:
    """A practice table of the person's that is over."""
    id = nearly_over(person, name, seed)
    play_one(person, id)
    return id


def ended_for(client: TestClient[Any], *people: Person) -> str:
    """A table at which these people have just finished a game with a bot."""
    record = played(GAME.name, len(people) + 1)
    last = list(record.steps())[-1][0].seat
    chairs = [Seat(bot="novice")] * record.players
    for number, person in enumerate(people):
        person.cookies["mezani"] = f"secret-{number}"
        chairs[(last + number) % record.players] = Seat(player_of(f"secret-{number}"), ["Ann", "Ben"][number])
    origin = Origin(record.seed, record.actions[:-1], "/")
    hall: Hall = client.app.state.hall
    with client.portal() as portal:
        table = portal.call(partial(hall.open_table, record.game, chairs, origin=origin))
    play_one(people[0], table.id)
    assert table.is_over
    return table.id


def play_one(person: Person, id: str, seat: int | None = None) -> Any:
    """Play the first move that the page offers."""
    html = person.get(f"/table/{id}" + ("" if seat is None else f"?seat={seat}")).text
    form = {"seat": hidden(html, "seat"), "after": hidden(html, "after"), "action": moves(html)[0]}
    return person.post(f"/table/{id}/play", **form)
