"""A house whose people are rated, for the tests of the ranking and of profiles."""

import time
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from litestar.testing import TestClient

from mezani.house.rated_games import Standing
from mezani.tables import schema
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from tests.web.start_scene import LONG_NAME

GAME = "anne"
PEOPLE = {  # mu, sigma, games
    "Mira": (33.8, 1.3, 112),
    "Kofi": (30.4, 1.6, 58),
    "Ann": (29.6, 1.5, 64),
    LONG_NAME: (27.9, 2.2, 24),
    "Jonas": (26.0, 1.7, 47),
    "Tomás": (25.8, 5.6, 4),
    "Thandi": (24.9, 2.0, 33),
    "Lars": (22.7, 1.8, 51),
    "Yusuf": (20.4, 4.9, 6),
}


def rated_house(
    client: TestClient[Any],
    people: Mapping[str, tuple[float, float, int]] = PEOPLE,
    choices: Mapping[str, dict[str, str]] | None = None,
    game: str = GAME,
) -> None:
    """Let people have joined and be rated."""
    hall: Hall = client.app.state.hall

    async def rate() -> None:
        now = time.time()
        async with hall.store.engine.begin() as connection:
            for name, (mu, sigma, games) in people.items():
                player = player_of(name.lower())
                chosen = (choices or {}).get(name)
                row = {"id": player, "name": name, "joined_at": now, "is_host": False, "choices": chosen}
                await connection.execute(sa.insert(schema.players).values(**row))
                standing = Standing(mu, sigma, games, now)
                row = {"player": player, "game": game, **standing._asdict()}
                await connection.execute(sa.insert(schema.ratings).values(**row))

    with client.portal() as portal:
        portal.call(rate)
