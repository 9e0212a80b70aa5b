"""Databases as each version writes them: tables of every game, kept as SQL, so that later versions can be tested.

`python -m tests.databases.make` writes the newest revision of both kinds beside this file. Those of older revisions
are never written again: no program of today can make them.
"""

import asyncio
import re
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import sqlalchemy as sa

import mezani
from mezani.bots.workers import Workers
from mezani.game import Game
from mezani.house.host import Acting, Host
from mezani.house.hosts import Hosts
from mezani.house.retention import Keeping, tidy
from mezani.record import Record
from mezani.tables import schema
from mezani.tables.database import database_address, newest_revision
from mezani.tables.gate import Allowed
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.store import Store
from mezani.tables.table import Origin, Table
from mezani.testing.playing import random_steps
from tests.machine import program
from tests.playing import OUR_GAMES
from tests.postgres import cluster

HERE = Path(__file__).parent
ANN, BEN = Seat(player_of("ann"), "Ann"), Seat(player_of("ben"), "Ben")
NOT_FOR_OTHERS = re.compile(r"^(\\|SET |--|SELECT pg_catalog\.set_config).*\n|^\n", re.MULTILINE)


async def fill(hall: Hall) -> None:
    """Tables of every game: waiting, running and finished, with people and bots, chat and moves taken back."""
    for name in OUR_GAMES:
        game = mezani.game(name)
        await a_lobby(hall, game)
        await a_running_table(hall, game)
        await a_finished_table(hall, game)
    await a_table_with_bots(hall, mezani.game(OUR_GAMES[0]))
    await a_loaded_record(hall, mezani.game(OUR_GAMES[0]))
    await what_a_host_does(hall, mezani.game(OUR_GAMES[0]))


async def a_lobby(hall: Hall, game: Game[Any]) -> None:
    free = [Seat()] * (game.seats[0] - 1)
    lobby = await hall.open_table(game, [ANN, *free], public=True, id=f"{game.name[:6]}wait")
    await hall.say(lobby.id, owner(ANN), 0, "Wer spielt mit? 😀 'quoted; --")


async def a_running_table(hall: Hall, game: Game[Any]) -> None:
    table = await hall.open_table(game, seats_of(game), origin=beginning(game, 0), id=f"{game.name[:6]}runs")
    await advance(hall, table, 16)
    await hall.say(table.id, owner(BEN), 1, "Your move, Ann!")
    if game.seats[0] > 2:
        await hall.leave(table.id, owner(BEN), game.seats[0] - 1, "novice")
        await hall.come_back(table.id, owner(BEN), game.seats[0] - 1)


async def a_finished_table(hall: Hall, game: Game[Any]) -> None:
    moves = len(list(random_steps(game, game.seats[0], 3))) - 6
    table = await hall.open_table(game, seats_of(game), origin=beginning(game, moves), id=f"{game.name[:6]}over")
    await advance(hall, table)
    await hall.say(table.id, owner(ANN), 0, "Well played.")


async def a_table_with_bots(hall: Hall, game: Game[Any]) -> None:
    bots = [Seat(bot="novice")] * (game.seats[0] - 1)
    table = await hall.open_table(game, [ANN, *bots], origin=beginning(game, 0), id="withbots")
    await advance(hall, table, 3)
    await asked_again(table)


async def a_loaded_record(hall: Hall, game: Game[Any]) -> None:
    record = Record(game, game.seats[0], 3, names=["Ann", "Ben"], actions=beginning(game, 20).actions)
    await hall.store.records.keep("arecord", str(record), game.title, owner(ANN))
    await hall.store.people.remember_name(owner(ANN), "Ann")
    await hall.store.people.remember_name(owner(BEN), "Ben")


async def what_a_host_does(hall: Hall, game: Game[Any]) -> None:
    """A host, who has closed a table, removed a line, blocked somebody, and so on; and a table that is gone."""
    hosts, host = Hosts(hall.store.people, hall.store.house), Host(hall)
    await hosts.use_link(await hosts.new_link(), owner(ANN))
    ann, lobby = Acting(owner(ANN), "Ann"), f"{game.name[:6]}wait"
    await host.remove_line(ann, lobby, (await hall.table(lobby)).last_number)
    await host.close_table(ann, lobby)
    await host.block(ann, player_of("cat"), "Cat", None)
    await host.say_to_all(ann, "Tonight the table is closed for ten minutes.", time.time() + 3600)
    await host.set_limits(ann, Allowed(tables_at_once=100, newcomers=False))
    moves = len(list(random_steps(game, game.seats[0], 3))) - 1
    table = await hall.open_table(game, seats_of(game), origin=beginning(game, moves), id="gone")
    await advance(hall, table)
    async with hall.store.engine.begin() as connection:
        await connection.execute(sa.update(schema.tables).where(schema.tables.c.id == "gone").values(moved_at=1.0))
    await tidy(hall.store, Keeping(finished=1, bot_tables=0, lobbies=0), hall)


def seats_of(game: Game[Any]) -> list[Seat]:
    """Ann on the first chair, Ben on the others."""
    return [ANN, *[BEN] * (game.seats[0] - 1)]


def owner(seat: Seat) -> str:
    assert seat.player
    return seat.player


def beginning(game: Game[Any], moves: int) -> Origin:
    """The first moves of a random game."""
    actions = [action for _, action in random_steps(game, game.seats[0], 3)]
    return Origin(3, actions[:moves], "/record/elsewhere/1")


async def advance(hall: Hall, table: Table, moves: int = 10_000) -> None:
    """Let people play the first thing they may, decide in advance and take back; to the end if it comes before."""
    for number in range(moves):
        await asked_again(table)
        if not table.is_running:
            break
        seat = table.state.seat
        if other := next((other for other in range(table.players) if other != seat and table.choices(other)), None):
            await decide(hall, table, other)
        await decide(hall, table, seat)
        if number == 0 and table.can_undo(seat):
            await hall.undo(table.id, owner(table.seats[seat]), seat, table.turn)


async def asked_again(table: Table) -> None:
    """Wait while bots think or the table answers."""
    while table.is_running and (table.asked is None or table.bot_to_move()):
        await asyncio.sleep(0.01)


async def decide(hall: Hall, table: Table, seat: int) -> None:
    await hall.decide(table.id, owner(table.seats[seat]), seat, table.choices(seat)[0], table.turn)


async def make_in(address: str) -> None:
    """Fill a database."""
    hall = Hall(Store(address), Workers(1), bot_pause=0, answer_pause=0)
    await hall.open()
    try:
        await fill(hall)
    finally:
        await hall.close()


def sqlite_text(path: Path) -> Iterator[str]:
    """A database in a file as SQL."""
    connection = sqlite3.connect(path)
    yield from (f"{line}\n" for line in connection.iterdump())
    connection.close()


def postgresql_text(address: str) -> str:
    """A PostgreSQL database as SQL that any client can run."""
    command = [program("postgres", "pg_dump"), "--no-owner", "--no-privileges", "--rows-per-insert=200", address]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return NOT_FOR_OTHERS.sub("", done.stdout)


async def load(revision: str, address: str) -> None:
    """Fill an empty database as a version left it."""
    url = database_address(address)
    kind = url.get_backend_name()
    text = (HERE / f"{revision}-{kind}.sql").read_text("utf-8")
    if kind == "sqlite":
        with closing(sqlite3.connect(str(url.database))) as file:
            file.executescript(text)
    else:
        connection = await asyncpg.connect(address)
        await connection.execute(text)
        await connection.close()


def main() -> None:
    revision = newest_revision()
    with tempfile.TemporaryDirectory() as folder, cluster() as shared:
        file = Path(folder) / "mezani.db"
        asyncio.run(make_in(f"sqlite:///{file}"))
        (HERE / f"{revision}-sqlite.sql").write_text("".join(sqlite_text(file)), "utf-8")
        asyncio.run(make_in(shared))
        (HERE / f"{revision}-postgresql.sql").write_text(postgresql_text(shared), "utf-8")


if __name__ == "__main__":
    main()
