"""Tournaments for the tests: people of the house, and tables that are played to their end in one go."""

import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import sqlalchemy as sa

from mezani.house.hosts import Hosts
from mezani.house.tournaments.tournament import Tournament
from mezani.house.tournaments.tournaments import NewTournament, Tournaments
from mezani.tables import schema
from mezani.tables.database import put
from mezani.tables.drafts import Draft
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.names import looks_like
from mezani.tables.table import Table
from tests.tables.conftest import hall_over

NAMES = ("Kofi", "Mira", "Elif", "Jonas", "Nadia", "Tomas", "Lars", "Ama", "Greta", "Thandi", "Yusuf")
START = 1_700_000_000.0


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now


class House:
    """A house with tournaments, as a test needs it."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.clock = hall, Clock()
        self.tournaments = Tournaments(hall, Hosts(hall.store.people, hall.store.house), self.clock)
        self.told: list[tuple[str, str, Any, str | None]] = []
        self.tournaments.notify_by(self.notify)

    async def notify(self, player: str, kind: str, about: Any, table: str | None) -> None:
        self.told.append((player, kind, about, table))

    async def people(self, *names: str) -> list[str]:
        """People who have joined; each is the player of that name in small letters."""
        async with self.hall.store.engine.begin() as connection:
            for name in names:
                row = {"id": name.lower(), "name": name, "joined_at": START, "looks_like": looks_like(name)}
                await put(connection, schema.players, row)
        return [name.lower() for name in names]

    async def tournament(self, new: NewTournament, people: int | Sequence[str] = 0) -> Tournament:
        """A tournament of Mira's with so many people in it, or with these."""
        names = NAMES[:people] if isinstance(people, int) else tuple(people)
        await self.people("Mira", *names)
        tournament = await self.tournaments.open(new, "mira")
        for name in names:
            await self.tournaments.enter(tournament.id, name.lower())
        return await self.tournaments.find(tournament.id)

    async def play(self, id: str, only: int | None = None) -> Tournament:
        """Play all tables of the round to their end, or one of them, and look what comes of it."""
        tournament = await self.tournaments.find(id)
        for pairing in tournament.tables_of(tournament.round):
            if pairing.table and not pairing.is_over and only in (None, pairing.number):
                await self.hall.do_as_host(pairing.table, to_the_end)
        await self.tournaments.rounds.look()
        return await self.tournaments.find(id)

    async def play_all(self, id: str) -> Tournament:
        """Play all rounds to the end."""
        tournament = await self.tournaments.find(id)
        while tournament.state != "over":
            if tournament.state != "running":
                await self.tournaments.begin(id, "mira")
            tournament = await self.play(id)
        return tournament


def to_the_end(table: Table, at: float) -> Draft:
    """Random moves until the game is over."""
    draft, luck = table.draft(at), random.Random(table.id)
    while not draft.now.state.is_over:
        state = draft.now.state
        draft.add(Kind.PLAY, state.seat, luck.choice(state.legal_actions()))
    return draft


async def seats_of(hall: Hall, table: str) -> list[tuple[str | None, str, str | None]]:
    """Who sits at a table, as the database has it."""
    s = schema.seats.c
    async with hall.store.engine.connect() as connection:
        query = sa.select(s.player, s.name, s.bot).where(s.table_id == table).order_by(s.seat)
        return [(row.player, row.name, row.bot) for row in await connection.execute(query)]


@asynccontextmanager
async def another_house(address: str) -> AsyncIterator[House]:
    """Another server over the same database."""
    async with hall_over(address) as hall:
        yield House(hall)
