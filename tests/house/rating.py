"""Rated tables for tests: people who have joined, and games that are nearly over."""

import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

import mezani
from mezani.game import Game
from mezani.record import Record
from mezani.tables import schema
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.setting_up import new_table
from mezani.tables.situation import Seat
from mezani.tables.table import Origin, Table
from mezani.tables.terms import Days, Terms

ANN, BEN, CLEO, DORA = (player_of(name) for name in ("ann", "ben", "cleo", "dora"))
NAMES = {ANN: "Ann", BEN: "Ben", CLEO: "Cleo", DORA: "Dora"}
GAME = mezani.game("anne")
RATED = Terms(clock=Days(3), rated=True)


async def join(hall: Hall, *players: str) -> None:
    """Let people sign in."""
    async with hall.store.engine.begin() as connection:
        for player in players:
            row = {"id": player, "name": NAMES.get(player, player[:8]), "joined_at": time.time(), "is_host": False}
            await connection.execute(sa.insert(schema.players).values(**row))


def chairs_of(*who: str, game: Game[Any] = GAME) -> list[Seat]:
    """People on the first chairs, and bots on the others."""
    people = [Seat(player, NAMES.get(player, player[:8])) for player in who]
    return people + [Seat(bot="trader")] * (max(game.seats[0] - len(people), 0))


def played(game: Game[Any], players: int, seed: int) -> Record:
    """A random game."""
    record = Record(game, players, seed)
    state, rng = record.start(), mezani.Rng(seed)
    while not state.is_over:
        record.actions.append(state.random_action(rng))
        state.play(record.actions[-1])
    return record


async def nearly_over(
    hall: Hall, chairs: Sequence[Seat], seed: int = 1, game: Game[Any] = GAME, terms: Terms = RATED, left: int = 1
) -> tuple[Table, int]:
    """A rated table at which one decision or a few are left, and the first; tables of people can't begin like this."""
    record = played(game, len(chairs), seed)
    origin = Origin(record.seed, record.actions[:-left], "/record/x")
    at = time.time()
    table = new_table(game, chairs, None, False, origin, "", terms, at)
    await hall.store.create(table, at)
    return await hall.table(table.id), record.actions[-left]


async def finish(hall: Hall, table: Table, action: int) -> Table:
    """Make the last decision, whoever has to."""
    seat = table.state.seat
    if table.seats[seat].bot is None:
        await hall.decide(table.id, table.seats[seat].player or "", seat, action, table.turn)
    else:
        await hall.do_as_host(table.id, lambda table, at: table.decide(seat, action, table.turn, at))
    assert table.is_over
    return table


async def ended(hall: Hall, *who: str, seed: int = 1, game: Game[Any] = GAME) -> Table:
    """A rated game that has just ended."""
    return await finish(hall, *await nearly_over(hall, chairs_of(*who, game=game), seed, game))
