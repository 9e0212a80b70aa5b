"""Leaving the house: bots play on for somebody, and nothing is left of them but their games."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from mezani import bots
from mezani.house.keys import Keys
from mezani.house.notifications.mail_links import KIND as MAIL_LINK
from mezani.house.ratings import Ratings
from mezani.tables import deeds, schema
from mezani.tables.hall import Hall
from mezani.tables.key_ring import PROGRAM
from mezani.tables.refusals import Refusal

AT_ONCE = 20  # tables that are changed at the same time
DELETED = (  # what is deleted with a person
    schema.holidays.c.player,
    schema.mutes.c.player,
    schema.mutes.c.muted,
    schema.reports.c.player,
    schema.reports.c.about,
    schema.blocks.c.id,
    schema.channels.c.player,
    schema.notifications.c.player,
    schema.players.c.id,
)
NAMED = (  # where only the name goes
    (schema.comments.c.player, schema.comments.c.name),
    (schema.entrants.c.player, schema.entrants.c.name),
    (schema.host_log.c.player, schema.host_log.c.name),
)
TELLING = (  # where others are told of somebody by name, and by which words
    (schema.notifications, ("by",)),
    (schema.host_log, ("who", "called")),
)

T = TypeVar("T")


async def leave_all_to_bots(hall: Hall, player: str) -> None:
    """Let bots play for somebody wherever a game is not over."""
    t, s = schema.tables.c, schema.seats.c
    query = sa.select(s.table_id, s.seat).join(schema.tables, t.id == s.table_id)
    query = query.where(s.player == player, s.bot.is_(None), ~t.over, ~t.closed)
    async with hall.store.engine.connect() as connection:
        seats = [(row.table_id, row.seat) for row in await connection.execute(query)]

    async def leave(of: tuple[str, int]) -> None:
        id, seat = of
        with suppress(Refusal):  # the game is over by now
            await hall.do_as_host(id, lambda table, at: deeds.leave_to_bot(table, at, seat, bots.levels()[-1]))

    await for_each(seats, leave)


async def delete_profile(hall: Hall, keys: Keys, player: str) -> None:
    """Delete a person: games stay, under "somebody"; running ones are played on by bots, and no key opens anything.

    The programs of a person are deleted with them.
    """
    hall.gate.check_open()
    gone = [player, *await programs_of(hall, player)]
    for one in gone:  # the name goes first: who gets up would else be named once more
        await hall.retell(*await hall.store.people.forget(one, everywhere=True))
        await leave_all_to_bots(hall, one)
    async with hall.store.engine.begin() as connection:
        for whose in DELETED:
            await connection.execute(sa.delete(whose.table).where(whose.in_(gone)))
        for whose, called in NAMED:
            await connection.execute(sa.update(whose.table).where(whose.in_(gone)).values({called.name: ""}))
        await _forget_pending(connection, gone)
        for table, words in TELLING:
            await _forget_in(connection, table, words, gone)
        opened = await _remove_keys(connection, player, keys.clock())
    for one in gone:
        await Ratings(hall.store).forget(one)
    await keys.tell(*opened)
    await hall.tell_gate()


async def programs_of(hall: Hall, player: str) -> list[str]:
    """The programs of a person, those too whose token was removed: each is a player of its own."""
    k = schema.keys.c
    query = sa.select(k.id).where(k.player == player, k.kind == PROGRAM, k.id != player)
    async with hall.store.engine.connect() as connection:
        return list((await connection.execute(query)).scalars())


async def _forget_pending(connection: AsyncConnection, gone: Sequence[str]) -> None:
    """Nothing that was given out opens anything any more; e-mails to an address stay counted, by nobody."""
    p = schema.pending
    await connection.execute(sa.update(p).where(p.c.player.in_(gone), p.c.kind == MAIL_LINK).values(player=None))
    await connection.execute(sa.delete(p).where(p.c.player.in_(gone)))


async def _forget_in(connection: AsyncConnection, table: sa.Table, words: Sequence[str], gone: Sequence[str]) -> None:
    """What others were told of somebody stays, without their name."""
    told = sa.select(table.c.number, table.c.about).where(table.c.named.in_(gone))
    for row in (await connection.execute(told)).all():
        about = {key: "" if key in words else value for key, value in row.about.items()}
        await connection.execute(sa.update(table).where(table.c.number == row.number).values(about=about, named=None))


async def _remove_keys(connection: AsyncConnection, player: str, at: float) -> list[str]:
    """They stay as removed ones: the first cookie of a person would else be theirs again."""
    k = schema.keys.c
    gone = sa.update(schema.keys).where(k.player == player).values(removed_at=at, name="", facts=None).returning(k.id)
    return list((await connection.execute(gone)).scalars())


async def for_each(things: Sequence[T], do: Callable[[T], Awaitable[None]]) -> None:
    """Do something with many things, some at a time."""
    for first in range(0, len(things), AT_ONCE):
        await asyncio.gather(*(do(thing) for thing in things[first : first + AT_ONCE]))
