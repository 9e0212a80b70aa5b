"""Rows of analyses: which games are analysed and by which server, and the parts that were found."""

import time
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from mezani.games import game as game_of
from mezani.games import game_names
from mezani.insight.judging import VERSION, Course, Depth, Judged
from mezani.insight.parts import COURSE, Part
from mezani.insight.verdicts import SLIP
from mezani.tables import schema
from mezani.tables.database import put

TABLE, RECORD = "table", "record"  # what is analysed
WAITING, RUNNING, STOPPED, DONE, FAILED = "waiting", "running", "stopped", "done", "failed"
UNDER_WAY = (WAITING, RUNNING)
NO_SEAT = -1

A, P = schema.analyses.c, schema.analysis_parts.c


class Job(NamedTuple):
    """What tells an analysis from all others, as its row has it."""

    kind: str
    source: str
    seat: int
    depth: str
    rules: int
    version: int = VERSION

    @property
    def only_seat(self) -> int | None:
        """The seat of who practises; None: all is open."""
        return None if self.seat == NO_SEAT else self.seat

    def where(self) -> sa.ColumnElement[bool]:
        """The row of it."""
        return sa.and_(*(A[name] == value for name, value in self._asdict().items()))


class Found(NamedTuple):
    """A part as it is kept."""

    number: int
    content: bytes
    seconds: float

    def course(self) -> Course:
        return msgspec.msgpack.decode(self.content, type=Course)

    def judged(self) -> Judged:
        return msgspec.msgpack.decode(self.content, type=Judged)


class Mistake(NamedTuple):
    """Where a part tells of a chance that was given away."""

    table: str
    fingerprint: str
    depth: str
    content: bytes
    at: float  # when the game ended

    def judged(self) -> Judged:
        return msgspec.msgpack.decode(self.content, type=Judged)


class AnalysisRows:
    """What a store keeps of analyses, for a server."""

    def __init__(self, engine: AsyncEngine, server: str) -> None:
        self.engine, self.server = engine, server

    # Jobs

    async def job(self, job: Job) -> Any:
        """The row of an analysis; None if nobody has asked for it."""
        async with self.engine.connect() as connection:
            return (await connection.execute(sa.select(schema.analyses).where(job.where()))).first()

    async def begin(self, job: Job, game: str, moves: int, parts: int, player: str | None, address: str | None) -> None:
        """Let a job wait, or wait again; what waits or runs already goes on as it is, up to the game as it is now."""
        row = {
            **job._asdict(),
            "game": game,
            "moves": moves,
            "parts": parts,
            "state": WAITING,
            "player": player,
            "address": address,
            "asked_at": time.time(),
            "served_by": None,
        }
        asked_again = {name: value for name, value in row.items() if name not in job._fields}
        async with self.engine.begin() as connection:
            await put(connection, schema.analyses, row, keep=True)
            ended = sa.update(schema.analyses).where(job.where(), A.state.not_in(UNDER_WAY))
            await connection.execute(ended.values(asked_again))
            further = sa.update(schema.analyses).where(job.where(), A.moves != moves)
            await connection.execute(further.values(moves=moves, parts=parts))

    async def end(self, job: Job, state: str, by: str | None = None) -> bool:
        """Let a job that is under way be stopped, done or failed; `by` a server, if it still works on it."""
        is_so = job.where() & A.state.in_(UNDER_WAY)
        ended = sa.update(schema.analyses).where(is_so if by is None else is_so & (A.served_by == by))
        async with self.engine.begin() as connection:
            return bool((await connection.execute(ended.values(state=state, served_by=None))).rowcount)

    async def give_up(self, job: Job | None = None) -> None:
        """Let a job of this server wait for any, or all of them."""
        mine = (A.served_by == self.server) & (A.state == RUNNING)
        left = sa.update(schema.analyses).where(mine if job is None else mine & job.where())
        async with self.engine.begin() as connection:
            await connection.execute(left.values(state=WAITING, served_by=None))

    async def claim(self, most: int, under_way: Collection[Job]) -> list[Job]:
        """Take jobs that no other server works on, one of each game at a time; everybody's first, then the second."""
        if most <= 0:
            return []
        free = sa.and_(A.state.in_(UNDER_WAY), A.version == VERSION, _is_of_today(), self._is_free(A))
        other = schema.analyses.alias()
        elsewhere = sa.exists().where(
            other.c.kind == A.kind, other.c.source == A.source, other.c.state == RUNNING, ~self._is_free(other.c)
        )
        turn = sa.func.row_number().over(
            partition_by=sa.func.coalesce(A.address, A.player, A.source), order_by=A.asked_at
        )
        query = sa.select(*(A[name] for name in Job._fields)).where(free, ~elsewhere).order_by(turn, A.asked_at)
        async with self.engine.connect() as connection:
            found = [Job(*row) for row in await connection.execute(query.limit(most + 2 * len(under_way) + 8))]
        busy, claimed = {job[:2] for job in under_way}, list[Job]()
        for job in found:
            if len(claimed) < most and job[:2] not in busy and await self._take(job, free):
                claimed.append(job)
                busy.add(job[:2])
        return claimed

    async def _take(self, job: Job, free: sa.ColumnElement[bool]) -> bool:
        mine = sa.update(schema.analyses).where(job.where(), free)
        async with self.engine.begin() as connection:
            taken = await connection.execute(mine.values(state=RUNNING, served_by=self.server))
            return bool(taken.rowcount)

    def _is_free(self, columns: Any) -> sa.ColumnElement[bool]:
        """Whether no other living server works on a job."""
        by: sa.ColumnElement[Any] = columns.served_by
        return by.is_(None) | (by == self.server) | by.not_in(sa.select(schema.servers.c.id))

    async def counts(self) -> dict[str, int]:
        """How many jobs wait and run, on all servers."""
        query = sa.select(A.state, sa.func.count()).where(A.state.in_(UNDER_WAY)).group_by(A.state)
        async with self.engine.connect() as connection:
            found = {row[0]: row[1] for row in await connection.execute(query)}
        return {state: found.get(state, 0) for state in UNDER_WAY}

    async def under_way(self, player: str | None = None, address: str | None = None) -> int:
        """How many jobs of somebody, or of an address, are under way."""
        whose = [A.player == player] if player else [A.address == address] if address else []
        query = sa.select(sa.func.count()).select_from(schema.analyses).where(A.state.in_(UNDER_WAY), *whose)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar_one()

    # Parts

    async def found(self, job: Job) -> dict[str, Found]:
        """What was found, by the fingerprints; some of it may be of moves that were taken back."""
        query = sa.select(P.fingerprint, P.number, P.found, P.seconds).where(_parts_of(job), P.found.is_not(None))
        async with self.engine.connect() as connection:
            return {row[0]: Found(*row[1:]) for row in await connection.execute(query)}

    async def tried(self, job: Job) -> dict[str, int | None]:
        """How often each part could not be found, by the fingerprints; None: it was."""
        query = sa.select(P.fingerprint, P.failures, P.found.is_not(None)).where(_parts_of(job))
        async with self.engine.connect() as connection:
            return {row[0]: None if row[2] else row[1] for row in await connection.execute(query)}

    async def keep(self, job: Job, part: Part, found: Course | Judged, seconds: float) -> None:
        """Keep a part that was found."""
        told = {"seat": found.seat, "lost": found.lost} if isinstance(found, Judged) else {}
        await self._put(job, part, found=msgspec.msgpack.encode(found), seconds=seconds, failures=0, **told)

    async def fail(self, job: Job, part: Part, failures: int) -> None:
        """Keep in mind how often a part could not be found."""
        await self._put(job, part, found=None, seconds=0.0, failures=failures)

    async def _put(self, job: Job, part: Part, **facts: Any) -> None:
        row = {
            "kind": job.kind,
            "source": job.source,
            "fingerprint": part.fingerprint,
            "number": part.number,
            "depth": "" if part.number == COURSE else job.depth,
            "version": job.version,
            "at": time.time(),
            **facts,
        }
        async with self.engine.begin() as connection:
            if await self._is_there(connection, job):
                await put(connection, schema.analysis_parts, row)

    async def _is_there(self, connection: AsyncConnection, job: Job) -> bool:
        """Whether nobody has deleted a job together with its game; from here on nobody can."""
        held = sa.update(schema.analyses).where(job.where()).values(kind=job.kind)
        return bool((await connection.execute(held)).rowcount)

    async def forget(self, kind: str, source: str) -> None:
        """Delete what is kept of a table or a record that is gone."""
        async with self.engine.begin() as connection:
            await forget_analyses(connection, kind, [source])

    async def try_again(self, job: Job) -> None:
        """Forget how often parts could not be found."""
        failed = (P.kind == job.kind) & (P.source == job.source) & P.found.is_(None)
        older = (P.kind == job.kind) & (P.source == job.source) & (P.version < job.version)
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(schema.analysis_parts).where(failed | older))

    async def mistakes(self, player: str, limit: int) -> list[Mistake]:
        """What was judged as a mistake of a player at tables that are over, those of the last game first."""
        t, s = schema.tables.c, schema.seats.c
        query = (
            sa.select(P.source, P.fingerprint, P.depth, P.found, t.moved_at)
            .join(schema.tables, (P.kind == TABLE) & (P.source == t.id))
            .join(schema.seats, (s.table_id == t.id) & (s.seat == P.seat))
            .where(s.player == player, t.over, t.game.in_(game_names()), P.version == VERSION, P.lost >= SLIP)
            .order_by(t.moved_at.desc(), t.id, P.number, P.depth)
            .limit(limit)
        )
        async with self.engine.connect() as connection:
            return [Mistake(*row) for row in await connection.execute(query)]


def _parts_of(job: Job) -> sa.ColumnElement[bool]:
    """The parts of a game that an analysis may have: its course is the same for all depths."""
    return sa.and_(P.kind == job.kind, P.source == job.source, P.version == job.version, P.depth.in_((job.depth, "")))


def _is_of_today() -> sa.ColumnElement[bool]:
    """Whether a job is of a game that is installed, by its rules of today."""
    return sa.or_(sa.false(), *((A.game == name) & (A.rules == game_of(name).rules_version) for name in game_names()))


async def forget_analyses(connection: AsyncConnection, kind: str, sources: Iterable[str]) -> None:
    """Delete all analyses of tables or records."""
    ids = list(sources)
    for table in (schema.analyses, schema.analysis_parts):
        await connection.execute(sa.delete(table).where(table.c.kind == kind, table.c.source.in_(ids)))


async def forget_who_asked(connection: AsyncConnection, player: str) -> None:
    """Let what somebody has asked for be nobody's; their records go, and the analyses of these with them."""
    theirs = sa.select(schema.records.c.id).where(schema.records.c.player == player)
    await forget_analyses(connection, RECORD, (await connection.execute(theirs)).scalars())
    asked = sa.update(schema.analyses).where(A.player == player)
    await connection.execute(asked.values(player=None, address=None))


def depth_of(job: Job) -> Depth:
    """How long a game is thought about."""
    return Depth(job.depth)
