"""A house whose people are rated, for the tests of the ranking and of profiles."""

import random
import time
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from litestar.testing import TestClient

from mezani.arena.rating import Rating
from mezani.house.rated_games import DAY, RatedGame, RatedSeat, Standing, replayed
from mezani.house.ratings import row_of
from mezani.tables import schema
from mezani.tables.hall import Hall
from mezani.tables.key_ring import DEVICE
from mezani.tables.players import player_of
from tests.house.rating import ANN, BEN, ended
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


def played_over_a_year(client: TestClient[Any], name: str, games: Mapping[str, int]) -> None:
    """Let somebody have played so many rated games of each kind in the last year, against Kofi, Mira and a bot."""
    hall: Hall = client.app.state.hall
    rng, now = random.Random(1), time.time()

    async def play() -> None:
        async with hall.store.engine.begin() as connection:
            for game, count in games.items():
                anchor = Rating(25.0, 1.0)
                facts = []
                for number in range(count):
                    who = [player_of(one.lower()) for one in (name, "Kofi", "Mira")]
                    places = rng.sample([1, 2, 3, 4], 4)
                    places.sort(key=lambda place: place + rng.random() * 4)
                    seats = [RatedSeat(place, player) for place, player in zip(places[:3], who, strict=True)]
                    seats.append(RatedSeat(places[3], None, "trader", anchor))
                    at = now - 300 * DAY * (count - number) / count
                    facts.append(RatedGame(game, at, f"{game}{number:04}"[-16:], seats))
                done, known = replayed(facts)
                await connection.execute(sa.insert(schema.rated_games), [row_of(one) for one in done])
                await connection.execute(sa.delete(schema.ratings).where(schema.ratings.c.game == game))
                rows = [{"player": player, "game": game, **one._asdict()} for player, one in known.items()]
                await connection.execute(sa.insert(schema.ratings), rows)

    with client.portal() as portal:
        portal.call(play)


def sign_in(client: TestClient[Any], secret: str) -> None:
    """Let a browser with this secret be a device of its player."""
    hall: Hall = client.app.state.hall

    async def add() -> None:
        async with hall.store.engine.begin() as connection:
            id = player_of(secret)
            key = {"id": id, "player": id, "kind": DEVICE, "name": "Browser", "made_at": time.time()}
            await connection.execute(sa.insert(schema.keys).values(**key))
        await hall.key_ring.refresh()

    with client.portal() as portal:
        portal.call(add)


def rated_table(client: TestClient[Any]) -> tuple[str, list[float]]:
    """A rated game of Ann and Ben that has ended, and what both have gained."""
    hall: Hall = client.app.state.hall

    async def play() -> tuple[str, list[float]]:
        table = await ended(hall, ANN, BEN)
        game = await client.app.state.house.ratings.rate(table)
        return table.id, [seat.gain for seat in game.seats]

    with client.portal() as portal:
        return portal.call(play)
