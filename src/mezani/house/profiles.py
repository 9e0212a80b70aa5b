"""Profiles: what the house knows of a person, as they see it themselves and as they let others see it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from mezani.house.choices import Choices, read_choices
from mezani.house.joining import Joining
from mezani.house.keys import Keys
from mezani.house.leaving import delete_profile, programs_of
from mezani.house.ratings import Ratings
from mezani.house.tournaments.tournaments import Tournaments
from mezani.tables import schema
from mezani.tables.entries import Kind
from mezani.tables.lists import Listed
from mezani.tables.names import check_name
from mezani.tables.people import Joined
from mezani.tables.refusals import OtherName
from mezani.tables.situation import place_in

LOOKED_AT = 500  # finished games that are counted for who was ahead of whom
RECENT = 4
RIVALS = 4
KEPT_OF_ONE = {  # what is handed out of each table, and by which column it is somebody's; not what others say of them
    "players": schema.players.c.id,
    "seats": schema.seats.c.player,
    "lessons": schema.lessons.c.player,
    "solved": schema.solved.c.player,
    "records": schema.records.c.player,
    "ratings": schema.ratings.c.player,
    "holidays": schema.holidays.c.player,
    "mutes": schema.mutes.c.player,
    "reports": schema.reports.c.player,
    "comments": schema.comments.c.player,
    "entrants": schema.entrants.c.player,
    "channels": schema.channels.c.player,
    "notifications": schema.notifications.c.player,
    "tournaments": schema.tournaments.c.host,
    "analyses": schema.analyses.c.player,
    "blocks": schema.blocks.c.id,
    "host_log": schema.host_log.c.player,
    "log": schema.log.c.named,
}
NOT_TOLD = ("seed", "named")  # the draws of a tournament that are still to come, and ids of others
KEYS_TOLD = ("kind", "name", "made_at", "used_at", "removed_at")  # nothing by which somebody could sign in


class Rival(NamedTuple):
    """Somebody with whom a person has played: how often each was ahead."""

    player: str
    name: str
    ahead: int
    behind: int


class Profile(NamedTuple):
    """A person, with what they have played."""

    who: Joined
    choices: Choices
    games: int
    rated: int
    recent: list[Listed]
    rivals: list[Rival]


class Profiles:
    """The profiles of the house."""

    def __init__(self, keys: Keys, joining: Joining, ratings: Ratings, tournaments: Tournaments) -> None:
        self.keys, self.joining, self.ratings, self.hall = keys, joining, ratings, keys.hall
        self.tournaments = tournaments
        self.people, self.engine = keys.hall.store.people, keys.engine

    async def of(self, who: Joined) -> Profile:
        """The profile of somebody who has joined."""
        found = await self.hall.store.lists.finished_of(who.id, size=LOOKED_AT)
        t, s = schema.tables.c, schema.seats.c
        theirs = t.id.in_(sa.select(s.table_id).where(s.player == who.id))
        rated = sa.select(sa.func.count()).select_from(schema.tables).where(theirs, t.over, t.rated)
        async with self.engine.connect() as connection:
            count = (await connection.execute(rated)).scalar_one()
        rivals = rivals_of(who.id, found.tables)[:RIVALS]
        return Profile(who, read_choices(who.choices), found.total, count, found.tables[:RECENT], rivals)

    async def choose(self, player: str, **chosen: str) -> None:
        """Keep what somebody has chosen; what else is kept there stays."""
        p = schema.players
        async with self.engine.begin() as connection:
            kept = (await connection.execute(sa.select(p.c.choices).where(p.c.id == player).with_for_update())).scalar()
            wanted = {**(kept or {}), **msgspec.to_builtins(msgspec.convert(chosen, Choices))}
            await connection.execute(sa.update(p).where(p.c.id == player).values(choices=wanted))

    async def rename(self, player: str, name: str) -> None:
        """Let somebody be called something else, here and at all tables where they sat under their name."""
        self.hall.gate.check(player)
        name = check_name(name)
        p = schema.players
        alone = sa.update(p).where(p.c.id == player).values(name=p.c.name)  # of two at once one after the other
        async with self.engine.begin() as connection:
            old = (await connection.execute(alone.returning(p.c.name))).scalar()
            await self.joining.name(connection, player, name)
            tables = await self.people.rename_at_tables(connection, player, old or "", name)
        await self.hall.retell(*tables)

    async def delete(self, player: str, name: str) -> None:
        """Delete somebody who has confirmed it by their name."""
        if not name or name.strip() != await self.people.name_of(player):
            raise OtherName
        for one in (player, *await programs_of(self.hall, player)):
            await self.tournaments.leave_all(one)
        await delete_profile(self.hall, self.keys, player)

    async def kept_of(self, player: str) -> dict[str, Any]:
        """All that is kept of somebody and their programs, by the tables of the database."""
        own = [player, *await programs_of(self.hall, player)]
        async with self.engine.connect() as connection:
            found: dict[str, Any] = {
                name: await _rows(connection, _told_of(whose.table).where(whose.in_(own)))
                for name, whose in KEPT_OF_ONE.items()
            }
            for table in (schema.results, schema.rated_games):
                found[table.name] = await _seats_in(connection, table, own)
            k = schema.keys
            keys = sa.select(*(k.c[name] for name in KEYS_TOLD)).where(k.c.player == player)
            found["keys"] = await _rows(connection, keys)
            found["tables"] = await _rows(connection, _tables_of(own))
            found["said"] = await _rows(connection, _said_by(own))
        return found


def rivals_of(player: str, tables: list[Listed]) -> list[Rival]:
    """With whom somebody has played, those first with whom most often; ties count for nobody."""
    names: dict[str, str] = {}
    counted: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for table in tables:
        result = table.result
        own = [number for number, seat in enumerate(table.seats) if seat.player == player]
        if result is None or not own:
            continue
        mine = min(place_in(result, number) for number in own)
        for number, seat in enumerate(table.seats):
            if seat.player is None or seat.player == player or seat.bot or not seat.name:
                continue
            place = place_in(result, number)
            names.setdefault(seat.player, seat.name)
            counted[seat.player][0] += mine < place
            counted[seat.player][1] += mine > place
    rivals = [Rival(other, names[other], *count) for other, count in counted.items()]
    return sorted(rivals, key=lambda rival: (-rival.ahead - rival.behind, rival.name))


def _told_of(table: sa.FromClause) -> sa.Select[Any]:
    return sa.select(*(column for column in table.c if column.name not in NOT_TOLD))


async def _seats_in(connection: AsyncConnection, table: sa.Table, own: Sequence[str]) -> list[Mapping[str, Any]]:
    """Games that name somebody, with their own seats: those of others are not theirs to have."""
    named = sa.or_(*(sa.cast(table.c.seats, sa.Text).contains(one) for one in own))
    rows = await _rows(connection, sa.select(table).where(named))
    return [{**row, "seats": [seat for seat in row["seats"] if seat.get("player") in own]} for row in rows]


def _tables_of(own: Sequence[str]) -> sa.Select[Any]:
    t, s = schema.tables.c, schema.seats.c
    columns = (t.id, t.game, t.options, t.terms, t.created_at, t.moved_at, t.over, t.result)
    sat = t.id.in_(sa.select(s.table_id).where(s.player.in_(own)))
    return sa.select(*columns).where(sa.or_(sat, t.opened_by.in_(own)))


def _said_by(own: Sequence[str]) -> sa.Select[Any]:
    log, s = schema.log.c, schema.seats.c
    joined = schema.log.join(schema.seats, sa.and_(s.table_id == log.table_id, s.seat == log.seat))
    said = sa.select(log.table_id, log.at, log.text).select_from(joined)
    return said.where(s.player.in_(own), log.kind == Kind.CHAT.value).order_by(log.at)


async def _rows(connection: AsyncConnection, query: sa.Select[Any]) -> list[Mapping[str, Any]]:
    return [dict(row) for row in (await connection.execute(query)).mappings()]
