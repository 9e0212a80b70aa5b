"""Merging: what a guest has done in a browser comes along when somebody signs in there."""

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from mezani.house.notifications.channels import MAIL, WEBHOOK
from mezani.house.notifications.choices import KEPT_AS
from mezani.tables import schema
from mezani.tables.database import put

THEIRS = (  # where a player is named, and there may be any number of rows for one
    schema.seats.c.player,
    schema.tables.c.opened_by,
    schema.records.c.player,
    schema.analyses.c.player,
    schema.comments.c.player,
    schema.reports.c.player,
    schema.reports.c.about,
    schema.tournaments.c.host,
    schema.entrants.c.player,
    schema.channels.c.player,
    schema.notifications.c.player,
    schema.pending.c.player,
    schema.host_log.c.player,
    schema.host_log.c.named,
    schema.notifications.c.named,
    schema.log.c.named,
)
ONE_EACH = (  # where there is one row for a player and something else
    schema.lessons.c.player,
    schema.solved.c.player,
    schema.holidays.c.player,
    schema.mutes.c.player,
    schema.mutes.c.muted,
)
ABOUT_OTHERS = (  # nobody mutes or reports themselves
    (schema.mutes.c.player, schema.mutes.c.muted),
    (schema.reports.c.player, schema.reports.c.about),
)
ONE_ADDRESS = (MAIL, WEBHOOK)


async def merge(connection: AsyncConnection, guest: str, person: str, is_named: bool = False) -> list[str]:
    """Let all that a guest has be a person's; returns the tables where they sit or have spoken.

    `is_named`: the settings name the guest as a host.
    """
    seats, comments = schema.seats.c, schema.comments.c
    sat_at = sa.select(seats.table_id).where(seats.player == guest)
    spoke_at = sa.select(comments.table_id).where(comments.player == guest)
    tables = list((await connection.execute(sat_at.union(spoke_at))).scalars())
    await _let_go_addresses(connection, guest, person)
    for column in THEIRS:
        await connection.execute(sa.update(column.table).where(column == guest).values({column.name: person}))
    for column in ONE_EACH:
        await _move_rows(connection, column, guest, person)
    for one, other in ABOUT_OTHERS:
        await connection.execute(sa.delete(one.table).where(one == person, other == person))
    await _move_results(connection, guest, person)
    await _move_choices(connection, guest, person)
    await _move_standing(connection, guest, person, is_named)
    return tables


async def _let_go_addresses(connection: AsyncConnection, guest: str, person: str) -> None:
    """Whoever is told at an address of their own is not told at that of their guest as well."""
    c = schema.channels.c
    own = sa.select(c.kind).where(c.player == person, c.kind.in_(ONE_ADDRESS))
    await connection.execute(sa.delete(schema.channels).where(c.player == guest, c.kind.in_(own.scalar_subquery())))


async def _move_rows(connection: AsyncConnection, whose: sa.Column[str], guest: str, person: str) -> None:
    """Rows of which there is one for each player: what the person has already stays."""
    table = whose.table
    assert isinstance(table, sa.Table)
    for row in (await connection.execute(sa.select(table).where(whose == guest))).mappings():
        await put(connection, table, {**row, whose.name: person}, keep=True)
    await connection.execute(sa.delete(table).where(whose == guest))


async def _move_results(connection: AsyncConnection, guest: str, person: str) -> None:
    r = schema.results
    theirs = sa.select(r.c.table_id, r.c.seats).where(sa.cast(r.c.seats, sa.Text).contains(guest))
    for row in (await connection.execute(theirs)).all():
        seats = [{**seat, "player": person} if seat.get("player") == guest else seat for seat in row.seats]
        await connection.execute(sa.update(r).where(r.c.table_id == row.table_id).values(seats=seats))


async def _move_choices(connection: AsyncConnection, guest: str, person: str) -> None:
    """How a guest wanted to be told, unless the person has said so already."""
    p = schema.players
    rows = await connection.execute(sa.select(p.c.id, p.c.choices).where(p.c.id.in_([guest, person])))
    chosen = {row.id: row.choices or {} for row in rows}
    own, brought = chosen.get(person, {}), chosen.get(guest, {})
    if KEPT_AS in brought and KEPT_AS not in own:
        both = {**own, KEPT_AS: brought[KEPT_AS]}
        await connection.execute(sa.update(p).where(p.c.id == person).values(choices=both))


async def _move_standing(connection: AsyncConnection, guest: str, person: str, is_named: bool) -> None:
    """Who was a host stays one, and who may only watch stays so too."""
    p, b = schema.players, schema.blocks
    was_host = sa.select(p.c.is_host).where(p.c.id == guest)
    if is_named or (await connection.execute(was_host)).scalar():
        await connection.execute(sa.update(p).where(p.c.id == person).values(is_host=True))
    await connection.execute(sa.delete(p).where(p.c.id == guest))
    for row in (await connection.execute(sa.select(b).where(b.c.id == guest))).mappings():
        await put(connection, b, {**row, "id": person}, keep=True)
    await connection.execute(sa.delete(b).where(b.c.id == guest))
