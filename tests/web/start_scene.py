"""A house in which much goes on, for the tests of the start page: Ann's tables, open ones, and games that are over."""

import time
from dataclasses import dataclass
from functools import partial
from typing import Any

import sqlalchemy as sa
from litestar.testing import TestClient

from mezani.game import Game
from mezani.games import game as find_game
from mezani.tables import schema
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.table import Origin
from mezani.tables.terms import Days, Live, Terms
from tests.web.finished import played
from tests.web.people import Person

ANN = "ann"  # her secret
BOT = "bot"
LONG_NAME = "Wolfeschlegelsteinhausen"  # as long as a name may be
MINUTE, HOUR, DAY = 60, 3600, 86400


@dataclass(frozen=True)
class Screen:
    """Somebody's screen, which shows a table."""

    seats: tuple[int, ...]
    pace: float | None = None
    catches_up: bool = False
    is_hidden: bool = False
    hears_comments: bool = False

    def wake(self) -> None:
        """It shows nothing to anybody."""


def seat_of(name: str) -> Seat:
    """A chair of somebody with this name, or of a bot."""
    return Seat(bot="trader") if name == BOT else Seat(player_of(name.lower()), name)


def open_table(client: TestClient[Any], game: Game[Any], chairs: list[Seat], ago: float, **facts: Any) -> str:
    """Set up a table at which something last happened a while ago; returns its id."""
    hall: Hall = client.app.state.hall

    async def set_up() -> str:
        table = await hall.open_table(game, chairs, **facts)
        t = schema.tables
        async with hall.store.engine.begin() as connection:
            await connection.execute(sa.update(t).where(t.c.id == table.id).values(moved_at=time.time() - ago))
        return table.id

    with client.portal() as portal:
        return portal.call(set_up)


def running(
    client: TestClient[Any],
    name: str,
    others: list[str],
    ago: float,
    *,
    is_anns: bool,
    moves: int = 30,
    clock: Live | Days | None = None,
) -> str:
    """A table of Ann's after some moves; it is her turn, or that of the first of the others."""
    record = played(name, len(others) + 1, moves=moves)
    to_move, players = record.state().seat, len(others) + 1
    order = ["Ann", *others] if is_anns else [others[0], "Ann", *others[1:]]
    chairs = [seat_of(order[(number - to_move) % players]) for number in range(players)]
    origin, terms = Origin(record.seed, record.actions, "/"), Terms(clock=clock) if clock else None
    return open_table(client, record.game, chairs, ago, origin=origin, terms=terms)


def over(client: TestClient[Any], name: str, others: list[str], ago: float, *, has_won: bool) -> str:
    """A table of Ann's that is over."""
    record = played(name, len(others) + 1)
    hers = next(seat for seat in range(record.players) if (seat in record.state().winners()) == has_won)
    chairs = list(map(seat_of, others))
    chairs.insert(hers, seat_of("Ann"))
    return open_table(client, record.game, chairs, ago, origin=Origin(record.seed, record.actions, "/"))


def free(client: TestClient[Any], name: str, people: list[str], players: int) -> str:
    """An open table with free chairs."""
    chairs = [*map(seat_of, people), *[Seat()] * (players - len(people))]
    return open_table(client, find_game(name), chairs, MINUTE, public=True)


def shows(client: TestClient[Any], id: str, *seats: int) -> None:
    """Let the screens of some seats show a table."""
    hall: Hall = client.app.state.hall
    with client.portal() as portal:
        for seat in seats:
            portal.call(partial(hall.screens.watch, id, Screen((seat,))))


def ann_of(client: TestClient[Any], **headers: str) -> Person:
    """Ann at her browser."""
    ann = Person(client, **headers)
    ann.cookies["mezani"] = ANN
    return ann


def open_tables(client: TestClient[Any]) -> None:
    """Tables of others at which chairs are free."""
    free(client, "anne", ["Tomás", "Elif"], 4)
    free(client, "anansi", ["Ama", BOT], 3)
    free(client, "zimbabwe", ["Yusuf", "Greta"], 5)


def busy_house(client: TestClient[Any], live: Live | None = None, days: Days | None = None) -> dict[str, str]:
    """All that the start page can show to Ann; the ids of her running tables by their game. Some may have clocks."""
    tables = {
        "anansi": running(client, "anansi", ["Yusuf", "Ama", BOT], 20 * MINUTE, is_anns=False),
        "asante": running(client, "asante", [LONG_NAME], DAY + HOUR, is_anns=False, clock=days),
        "anne": running(client, "anne", ["Mira", "Jonas", BOT], 3 * MINUTE, is_anns=True, clock=live),
        "zimbabwe": running(client, "zimbabwe", ["Lars", "Thandi", "Kofi"], 2 * DAY + HOUR, is_anns=True, clock=days),
    }
    open_tables(client)
    over(client, "anansi", ["Ama", "Yusuf"], HOUR, has_won=True)
    over(client, "anne", ["Mira", "Jonas"], DAY, has_won=False)
    over(client, "asante", ["Greta"], 8 * DAY, has_won=False)
    return tables
