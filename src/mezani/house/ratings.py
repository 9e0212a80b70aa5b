"""Ratings of the people of a house: each rated game is reckoned once, in the order in which they ended."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from mezani.arena.rating import Rating
from mezani.house.rated_games import (
    SOMEBODY,
    RatedGame,
    RatedSeat,
    Standing,
    rated_game,
    reckoned,
    replayed,
    standings_after,
    with_anchors,
)
from mezani.tables import schema
from mezani.tables.database import put
from mezani.tables.refusals import GameMissing, StoreSilent, UnknownTable
from mezani.tables.store import Store
from mezani.tables.table import Table

log = logging.getLogger(__name__)

AT_ONCE: Final = 100  # tables or people that are looked for at a time


class Difference(msgspec.Struct, frozen=True):
    """Something that was stored otherwise than it is worked out."""

    game: str
    what: str  # a table or a player
    stored: str
    found: str

    def __str__(self) -> str:
        return f"{self.game}, {self.what}: {self.stored} was stored, {self.found} is right"


class Ratings:
    """What the house knows of how strong people are."""

    def __init__(self, store: Store) -> None:
        self.store, self.engine = store, store.engine
        self._under_way: set[asyncio.Task[None]] = set()

    # Rating

    def note_end(self, table: Table) -> None:
        """A game has ended on this server: it is rated soon, here or by whoever looks for it later."""
        if table.terms.rated:
            task = asyncio.create_task(self._rate_soon(table))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _rate_soon(self, table: Table) -> None:
        try:
            await self.rate(table)
        except Exception:
            log.exception("the game %s could not be rated; it is tried again", table.id)

    async def settle(self) -> None:
        """Wait until all games are rated that have ended here."""
        await asyncio.gather(*self._under_way)

    async def rate(self, table: Table) -> RatedGame | None:
        """Rate a game that is over, unless it was; None if it does not count."""
        if not table.terms.rated or not table.is_over:
            return None
        if known := await self.game(table.id):
            return known
        fresh = with_anchors(rated_game(table))
        async with self._alone_with(fresh.game) as connection:
            if row := await _row_of(connection, table.id):
                return read_game(row)
            fresh = await _under_somebody(connection, fresh)
            if await _is_last(connection, fresh):
                done = await _add(connection, fresh)
            else:  # another has ended later and was rated before
                await connection.execute(sa.insert(schema.rated_games).values(**row_of(fresh)))
                games = {game.table_id: game for game in await _replay(connection, fresh.game)}
                done = games[fresh.table_id]
        return done

    async def rate_missing(self) -> int:
        """Rate the games that ended where nobody could rate them any more; returns how many.

        One that can't be rated, because its game is not installed or its log is damaged, keeps no other waiting.
        """
        count = 0
        for id in await self._unrated():
            try:
                count += await self.rate(await self.store.load(id)) is not None
            except StoreSilent:
                raise
            except (GameMissing, UnknownTable):
                continue
            except Exception:
                log.exception("the game %s could not be rated", id)
        return count

    async def _unrated(self) -> Sequence[str]:
        t, r = schema.tables.c, schema.rated_games.c
        missing = sa.select(t.id).where(t.rated, t.over, ~sa.exists().where(r.table_id == t.id))
        async with self.engine.connect() as connection:
            return (await connection.execute(missing.order_by(t.moved_at, t.id))).scalars().all()

    @asynccontextmanager
    async def _alone_with(self, game: str) -> AsyncIterator[AsyncConnection]:
        """A transaction in which no other server rates games of this kind."""
        fact = {"name": f"ratings {game}"[:40], "value": ""}
        async with self.engine.begin() as connection:
            await put(connection, schema.house, fact)
            yield connection

    # Asking

    async def game(self, table: str) -> RatedGame | None:
        """A game that was rated."""
        async with self.engine.connect() as connection:
            row = await _row_of(connection, table)
        return read_game(row) if row else None

    async def standings(self, player: str) -> dict[str, Standing]:
        """The ratings of somebody by game, as they were when they last played."""
        r = schema.ratings.c
        async with self.engine.connect() as connection:
            rows = await connection.execute(sa.select(schema.ratings).where(r.player == player).order_by(r.game))
            return {row.game: Standing(row.mu, row.sigma, row.games, row.rated_at) for row in rows}

    async def games_of(self, player: str, game: str | None = None, since: float = 0.0) -> list[RatedGame]:
        """All rated games of somebody, the first one first."""
        c = schema.rated_games.c
        query = sa.select(schema.rated_games).where(c.ended_at >= since, _names(player))
        if game:
            query = query.where(c.game == game)
        async with self.engine.connect() as connection:
            rows = await connection.execute(query.order_by(c.ended_at, c.table_id))
            return [read_game(row) for row in rows]

    async def gains(self, player: str, tables: Collection[str]) -> dict[str, float]:
        """What games have added to the ratings of somebody; tables that were not rated are left out."""
        c = schema.rated_games.c
        async with self.engine.connect() as connection:
            rows = await connection.execute(sa.select(schema.rated_games).where(c.table_id.in_(tables)))
            games = [read_game(row) for row in rows]
        return {
            game.table_id: seat.gain for game in games for seat in game.seats if seat.player == player and seat.after
        }

    async def counts(self) -> dict[str, tuple[int, int]]:
        """How many people are rated in each game, and in how many games."""
        r, g = schema.ratings.c, schema.rated_games.c
        async with self.engine.connect() as connection:
            rows = await connection.execute(sa.select(r.game, sa.func.count().label("people")).group_by(r.game))
            people = {row.game: row.people for row in rows}
            query = sa.select(g.game, sa.func.count().label("games")).group_by(g.game).order_by(g.game)
            return {row.game: (people.get(row.game, 0), row.games) for row in await connection.execute(query)}

    # Forgetting

    async def forget(self, player: str) -> None:
        """Let somebody go: their ratings are deleted; the games of others stay, against somebody."""
        c, r, new = schema.rated_games.c, schema.ratings.c, SOMEBODY + secrets.token_hex(8)
        for game in await self._games_rated():
            async with self._alone_with(game) as connection:  # what another server rates just now is stored before
                rows = await connection.execute(sa.select(schema.rated_games).where(c.game == game, _names(player)))
                for row in rows.all():
                    seats = row_of(_renamed(read_game(row), {player: new}))["seats"]
                    changed = sa.update(schema.rated_games).where(c.table_id == row.table_id)
                    await connection.execute(changed.values(seats=seats))
                await connection.execute(sa.delete(schema.ratings).where(r.player == player, r.game == game))

    async def _games_rated(self) -> list[str]:
        """The names of the games of which somebody has played a rated one."""
        t, c = schema.tables.c, schema.rated_games.c
        played = sa.union(sa.select(t.game).where(t.rated, t.begun), sa.select(c.game))
        async with self.engine.connect() as connection:
            return sorted((await connection.execute(played)).scalars())

    # Working it out again

    async def recompute(self) -> list[Difference]:
        """Work out all ratings again, from the tables that are still there and what is kept of others; store them."""
        found = await self._facts_of_tables()
        differences: list[Difference] = []
        for game in await self._games_rated():
            async with self._alone_with(game) as connection:
                differences += await _correct(connection, game, found)
                await _replay(connection, game, differences)
        return differences

    async def _facts_of_tables(self) -> dict[str, RatedGame]:
        """The rated games that are over as their tables tell them."""
        t = schema.tables.c
        async with self.engine.connect() as connection:
            ids = (await connection.execute(sa.select(t.id).where(t.rated, t.over).order_by(t.id))).scalars().all()
        found = {}
        for id in ids:
            try:
                found[id] = rated_game(await self.store.load(id))
            except (GameMissing, UnknownTable):
                continue
            except Exception:
                log.exception("the table %s can't be read: what is kept of its game stays", id)
        return found


async def look_through(address: str, recompute: bool) -> tuple[list[Difference], dict[str, tuple[int, int]]]:
    """For a command: what was stored otherwise than is right, and how many people and games of each kind there are."""
    store = Store(address)
    try:
        ratings = Ratings(store)
        differences = await ratings.recompute() if recompute else []
        return differences, await ratings.counts()
    finally:
        await store.engine.dispose()


# Rows


def read_game(row: Any) -> RatedGame:
    """A rated game of the database."""
    return RatedGame(row.game, row.ended_at, row.table_id, msgspec.convert(row.seats, list[RatedSeat]))


def row_of(game: RatedGame) -> dict[str, Any]:
    built: dict[str, Any] = msgspec.to_builtins(game)
    return built


def _names(player: str) -> sa.ColumnElement[bool]:
    return sa.cast(schema.rated_games.c.seats, sa.Text).contains(player, autoescape=True)


def _renamed(game: RatedGame, names: Mapping[str, str]) -> RatedGame:
    seats = [
        msgspec.structs.replace(seat, player=names.get(seat.player, seat.player)) if seat.player else seat
        for seat in game.seats
    ]
    return msgspec.structs.replace(game, seats=seats)


async def _row_of(connection: AsyncConnection, table: str) -> Any:
    c = schema.rated_games.c
    return (await connection.execute(sa.select(schema.rated_games).where(c.table_id == table))).first()


async def _under_somebody(connection: AsyncConnection, game: RatedGame) -> RatedGame:
    """A game in which those who have deleted themselves in the meantime are somebody."""
    named = [one for one in game.people() if not one.startswith(SOMEBODY)]
    here = await _joined(connection, named)
    return _renamed(game, {one: SOMEBODY + secrets.token_hex(8) for one in named if one not in here})


async def _joined(connection: AsyncConnection, players: Collection[str]) -> list[str]:
    """Those of some people who are still in the house."""
    p = schema.players.c
    all_of_them = sorted(players)
    found: list[str] = []
    for first in range(0, len(all_of_them), AT_ONCE):
        some = p.id.in_(all_of_them[first : first + AT_ONCE])
        found += (await connection.execute(sa.select(p.id).where(some, p.joined_at.is_not(None)))).scalars().all()
    return found


async def _is_last(connection: AsyncConnection, game: RatedGame) -> bool:
    """Whether no game of this kind that was rated has ended later."""
    c = schema.rated_games.c
    later = sa.or_(c.ended_at > game.ended_at, sa.and_(c.ended_at == game.ended_at, c.table_id > game.table_id))
    query = sa.select(c.table_id).where(c.game == game.game, later).limit(1)
    return (await connection.execute(query)).first() is None


async def _add(connection: AsyncConnection, game: RatedGame) -> RatedGame:
    """Reckon and store a game that comes after all others of its kind."""
    r = schema.ratings.c
    query = sa.select(schema.ratings).where(r.game == game.game, r.player.in_(game.people()))
    rows = await connection.execute(query)
    known = {row.player: Standing(row.mu, row.sigma, row.games, row.rated_at) for row in rows}
    done = reckoned(game, known)
    await connection.execute(sa.insert(schema.rated_games).values(**row_of(done)))
    await _store(connection, game.game, standings_after(done, known))
    return done


async def _store(connection: AsyncConnection, game: str, standings: Mapping[str, Standing]) -> None:
    for player, standing in standings.items():
        if not player.startswith(SOMEBODY):
            await put(connection, schema.ratings, {"player": player, "game": game, **standing._asdict()})


async def _correct(connection: AsyncConnection, game: str, found: Mapping[str, RatedGame]) -> list[Difference]:
    """Let what is kept of the games of a kind say what their tables say, and take up those that are missing."""
    c = schema.rated_games.c
    rows = await connection.execute(sa.select(schema.rated_games).where(c.game == game))
    kept = {row.table_id: read_game(row) for row in rows}
    differences = []
    for fact in found.values():
        if fact.game != game:
            continue
        if fact.table_id not in kept:
            fresh = await _under_somebody(connection, with_anchors(fact))
            await connection.execute(sa.insert(schema.rated_games).values(**row_of(fresh)))
            differences.append(Difference(game, f"table {fact.table_id}", "nothing", _told(fresh)))
            continue
        stored = kept[fact.table_id]
        right = await _under_somebody(connection, _told_again(fact, stored))
        if right != stored:
            values = row_of(right)
            await connection.execute(sa.update(schema.rated_games).where(c.table_id == fact.table_id).values(**values))
            differences.append(Difference(game, f"table {fact.table_id}", _told(stored), _told(right)))
    return differences


def _told_again(fact: RatedGame, stored: RatedGame) -> RatedGame:
    """What a table says, with the ratings that are kept; who has deleted themselves stays somebody."""
    seats = [
        msgspec.structs.replace(
            seat,
            player=kept.player if kept.player and kept.player.startswith(SOMEBODY) else seat.player,
            before=kept.before,
            after=kept.after,
        )
        for seat, kept in zip(fact.seats, stored.seats, strict=True)
    ]
    return msgspec.structs.replace(fact, seats=seats)


async def _replay(
    connection: AsyncConnection, game: str, differences: list[Difference] | None = None
) -> list[RatedGame]:
    """Reckon all games of a kind again and store what they come to; tell what was stored otherwise."""
    c, r = schema.rated_games.c, schema.ratings.c
    rows = await connection.execute(sa.select(schema.rated_games).where(c.game == game))
    stored = [read_game(row) for row in rows]
    games, known = replayed(stored)
    before = {one.table_id: one for one in stored}
    told = differences if differences is not None else []
    for one in games:
        if one != before[one.table_id]:
            seats = row_of(one)["seats"]
            await connection.execute(
                sa.update(schema.rated_games).where(c.table_id == one.table_id).values(seats=seats)
            )
            told.append(Difference(game, f"table {one.table_id}", _told(before[one.table_id]), _told(one)))
    rows = await connection.execute(sa.select(schema.ratings).where(r.game == game))
    old = {row.player: Standing(row.mu, row.sigma, row.games, row.rated_at) for row in rows}
    new = {player: known[player] for player in await _joined(connection, known)}
    for player in sorted(old.keys() | new.keys()):
        if old.get(player) != new.get(player):
            told.append(Difference(game, f"player {player[:8]}", _shown(old.get(player)), _shown(new.get(player))))
    await _store(connection, game, {player: new[player] for player in new if old.get(player) != new[player]})
    if gone := old.keys() - new.keys():
        await connection.execute(sa.delete(schema.ratings).where(r.game == game, r.player.in_(gone)))
    return games


def _told(game: RatedGame) -> str:
    return ", ".join(f"{seat.place}. {_of(seat.after)}" for seat in game.seats)


def _shown(standing: Standing | None) -> str:
    return f"{_of(Rating(*standing[:2]))} after {standing.games}" if standing else "nothing"


def _of(rating: Rating | None) -> str:
    return f"{rating.mu:.2f} ± {rating.sigma:.2f}" if rating else "–"
