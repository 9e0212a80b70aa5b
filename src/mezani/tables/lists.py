"""Lists of tables: mine, and those that are open."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from mezani.games import game_names
from mezani.tables import schema
from mezani.tables.clocks import ClocksShown
from mezani.tables.rows import read_seats
from mezani.tables.situation import Result, Seat
from mezani.tables.terms import Terms

STATES: dict[str, sa.ColumnElement[bool]] = {
    "running": schema.tables.c.begun & ~schema.tables.c.over & ~schema.tables.c.closed,
    "open": ~schema.tables.c.begun & ~schema.tables.c.closed,
    "finished": schema.tables.c.over & ~schema.tables.c.closed,
    "closed": schema.tables.c.closed,
}


@dataclass(frozen=True)
class Listed:
    """A table in a list."""

    id: str
    game: str
    seats: list[Seat]
    begun: bool
    over: bool
    to_move: int | None
    moved_at: float
    result: Result | None
    answers: bool
    closed: bool = False
    chapter: str | None = None  # of a running game, as `Place` has it
    clocks: ClocksShown | None = None  # as everybody sees them
    terms: Terms = field(default_factory=Terms)
    waits_for: tuple[int, ...] = ()  # seats that are asked and have not decided: only for them to know

    def is_turn_of(self, player: str | None) -> bool:
        """Whether the table waits for a player, who is asked and has not left the seat to a bot."""
        return any(self.seats[seat].player == player and not self.seats[seat].bot for seat in self.waits_for)


@dataclass(frozen=True)
class Visit:
    """What every page shows of whoever looks: the name they last gave, and how many tables wait for them."""

    name: str = ""
    waiting: int = 0


@dataclass(frozen=True)
class NextTable:
    """Where somebody is waited for next, and at how many tables."""

    id: str
    waiting: int


@dataclass(frozen=True)
class Page:
    """Some tables of a list that may be longer; pages are numbered from 1."""

    tables: list[Listed]
    number: int
    size: int
    total: int  # tables of the whole list

    @property
    def last(self) -> int:
        """The number of the last page; there is always one."""
        return max(1, -(-self.total // self.size))


class Lists:
    """What is asked about many tables at once."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def open_tables(self, page: int = 1, size: int = 12) -> Page:
        """Public tables with a free seat, the newest first."""
        t = schema.tables.c
        waiting = t.public & ~t.begun & ~t.closed & t.game.in_(game_names())
        return await self._page(waiting, [t.created_at.desc(), t.id], page, size)

    async def running_of(self, player: str, page: int = 1, size: int = 60) -> Page:
        """The tables of a player that are not over: first those where it is their turn, as `next_table` has them.

        Those of others follow, the last moved first.
        """
        t = schema.tables.c
        is_turn = _is_turn_of(player)
        time_left = sa.case((is_turn, t.flag_at))
        by_move = sa.case((is_turn, t.moved_at), else_=-t.moved_at)
        order = [sa.case((is_turn, 0), else_=1), time_left.is_(None), time_left, by_move, t.id]
        return await self._page(~t.over, order, page, size, _tables_of(player))

    async def watched(self, page: int = 1, size: int = 12) -> Page:
        """Running tables that everybody may watch, those that moved last first."""
        t = schema.tables.c
        which = t.watched & STATES["running"] & t.game.in_(game_names())
        return await self._page(which, [t.moved_at.desc(), t.id], page, size)

    async def finished_of(self, player: str, page: int = 1, size: int = 60) -> Page:
        """The tables of a player that are over, the last one first."""
        t = schema.tables.c
        return await self._page(t.over, [t.moved_at.desc(), t.id], page, size, _tables_of(player))

    async def waiting_for(self, player: str) -> int:
        """At how many tables it is a player's turn."""
        return await self._count(_is_turn_of(player), _tables_of(player))

    async def next_table(self, player: str, besides: str) -> NextTable | None:
        """The other table that waits for a player and has the least time, or has waited longest."""
        query = _other_tables_that_wait(tuple(game_names()))
        async with self.engine.connect() as connection:
            ids = (await connection.execute(query, {"player": player, "besides": besides})).scalars().all()
        return NextTable(ids[0], len(ids)) if ids else None

    async def visit_of(self, player: str) -> Visit:
        """What every page shows of a player."""
        name = sa.select(schema.players.c.name).where(schema.players.c.id == player).scalar_subquery()
        waiting = _counted(_is_turn_of(player), _tables_of(player)).scalar_subquery()
        async with self.engine.connect() as connection:
            row = (await connection.execute(sa.select(name.label("name"), waiting.label("waiting")))).one()
        return Visit(row.name or "", row.waiting)

    async def unfinished(self, player: str | None = None) -> int:
        """How many tables are open or running, in the house or of a player."""
        which = STATES["open"] | STATES["running"]
        return await self._count(which, schema.tables if player is None else _tables_of(player))

    async def has_sat(self, player: str) -> bool:
        """Whether a player has a seat at any table."""
        return await self._count(sa.true(), _tables_of(player)) > 0

    async def has_finished(self, player: str, game: str) -> bool:
        """Whether a player has come to the end of a game before."""
        t = schema.tables.c
        return await self._count(t.over & (t.game == game), _tables_of(player)) > 0

    async def games_of(self, player: str) -> set[str]:
        """The games that somebody has begun to play."""
        t, s = schema.tables.c, schema.seats.c
        query = sa.select(t.game).distinct().join(schema.seats, s.table_id == t.id).where(s.player == player, t.begun)
        async with self.engine.connect() as connection:
            return set((await connection.execute(query)).scalars())

    async def found(self, text: str = "", state: str = "", skip: int = 0, limit: int = 20) -> list[Listed]:
        """All tables, the last moved first: of an id or with a name that contains a text, and in a state."""
        t, s = schema.tables.c, schema.seats.c
        query = sa.select(schema.tables).order_by(t.moved_at.desc(), t.id)
        if text:
            named = sa.select(s.table_id).where(s.name.icontains(text, autoescape=True))
            query = query.where(sa.or_(t.id == text.lower(), t.game == text.lower(), t.id.in_(named)))
        if state in STATES:
            query = query.where(STATES[state])
        return await self._listed(query.offset(skip).limit(limit))

    async def counts(self) -> dict[str, int]:
        """How many tables there are in each state."""
        counted = [sa.func.count().filter(which).label(state) for state, which in STATES.items()]
        async with self.engine.connect() as connection:
            row = (await connection.execute(sa.select(*counted).select_from(schema.tables))).one()
        return {state: getattr(row, state) for state in STATES}

    async def tables_of_missing_games(self) -> dict[str, int]:
        """How many tables there are of each game that is not there."""
        t = schema.tables.c
        query = sa.select(t.game, sa.func.count().label("tables")).where(t.game.not_in(game_names())).group_by(t.game)
        async with self.engine.connect() as connection:
            return {row.game: row.tables for row in await connection.execute(query)}

    async def _count(self, which: sa.ColumnElement[bool], among: sa.FromClause = schema.tables) -> int:
        async with self.engine.connect() as connection:
            return (await connection.execute(_counted(which, among))).scalar_one()

    async def _page(
        self,
        which: sa.ColumnElement[bool],
        order: list[sa.ColumnElement[Any]],
        page: int,
        size: int,
        among: sa.FromClause = schema.tables,
    ) -> Page:
        total = await self._count(which, among)
        number = min(max(page, 1), max(1, -(-total // size)))
        query = sa.select(schema.tables).select_from(among).where(which).order_by(*order)
        query = query.limit(size).offset((number - 1) * size)
        return Page(await self._listed(query) if total else [], number, size, total)

    async def _listed(self, query: sa.Select[Any]) -> list[Listed]:
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
            seats = await read_seats(connection, [row.id for row in rows])
        return [
            Listed(
                row.id,
                row.game,
                seats[row.id],
                row.begun,
                row.over,
                row.to_move,
                row.moved_at,
                row.result,
                row.answers,
                row.closed,
                row.chapter,
                msgspec.convert(row.clocks, ClocksShown) if row.clocks else None,
                msgspec.convert(row.terms, Terms),
                waiting_seats(row),
            )
            for row in rows
        ]


def _counted(which: sa.ColumnElement[bool], among: sa.FromClause) -> sa.Select[int]:
    return sa.select(sa.func.count()).select_from(among).where(which)


@lru_cache(1)
def _other_tables_that_wait(games: tuple[str, ...]) -> sa.Select[str]:
    """Other tables where it is a player's turn; asked with each move, and to put it together takes most of the time."""
    t, player = schema.tables.c, sa.bindparam("player", type_=sa.String)
    query = sa.select(t.id).select_from(_tables_of(player)).where(_is_turn_of(player, games))
    return query.where(t.id != sa.bindparam("besides")).order_by(t.flag_at.is_(None), t.flag_at, t.moved_at, t.id)


def _tables_of(player: str | sa.BindParameter[str]) -> sa.FromClause:
    """The tables of a player, found by their seats: by their states a database would look at all that run."""
    s = schema.seats.c
    theirs = sa.select(s.table_id).where(s.player == player).distinct().subquery("theirs")
    return theirs.join(schema.tables, schema.tables.c.id == theirs.c.table_id)


def _is_turn_of(player: str | sa.BindParameter[str], games: Sequence[str] | None = None) -> sa.ColumnElement[bool]:
    """Whether a table of a player waits for them, who are asked and have not left the seat to a bot."""
    t, s = schema.tables.c, schema.seats.c
    asked = t.waits_for.contains(sa.literal(",") + sa.cast(s.seat, sa.String) + sa.literal(","))
    before = t.waits_for.is_(None) & (s.seat == t.to_move) & ~t.answers  # nothing has happened since it was not kept
    theirs = sa.select(s.table_id).where(s.table_id == t.id, asked | before, s.player == player, s.bot.is_(None))
    return t.begun & ~t.over & ~t.closed & t.game.in_(games or game_names()) & theirs.exists()


def waiting_seats(row: Any) -> tuple[int, ...]:
    """The seats that a table waits for, by its row."""
    if row.waits_for is not None:
        return tuple(int(seat) for seat in row.waits_for.split(",") if seat)
    return (row.to_move,) if row.to_move is not None and not row.answers else ()
