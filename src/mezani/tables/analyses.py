"""Looking back at games: jobs that find the parts of an analysis in the bots' processes, one at a time.

That a game is to be analysed is a fact of the store, and so is each part that was found: whatever becomes of a task or
of a server, somebody goes on from there.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any, NamedTuple

from mezani.bots.queue import PEOPLE_AT_AN_ADDRESS, Errand
from mezani.bots.workers import BotFailed, Workers
from mezani.insight.analysis import Analysis
from mezani.insight.judging import Course, Depth, Judged
from mezani.insight.parts import COURSE, Part, course_of_game, judged_decision, parts_of, seed_of_decision
from mezani.record import Record
from mezani.tables.analysis_rows import (
    DONE,
    FAILED,
    NO_SEAT,
    RECORD,
    RUNNING,
    STOPPED,
    UNDER_WAY,
    AnalysisRows,
    Found,
    Job,
    depth_of,
)
from mezani.tables.analysis_sources import Source, Sources, source_of
from mezani.tables.gate import Gate
from mezani.tables.memory import TablesInMemory
from mezani.tables.metrics import ANALYSIS_FAILURES, ANALYSIS_SECONDS, REFUSED
from mezani.tables.patience import growing_pauses
from mezani.tables.refusals import (
    NoLookingBack,
    NoRoomForAnalysis,
    NotYourAnalysis,
    Refusal,
    StoreSilent,
    TooManyAnalyses,
    UnknownRecord,
    UnknownTable,
)
from mezani.tables.servers import Servers
from mezani.tables.situation import Seat
from mezani.tables.store import note

log = logging.getLogger(__name__)

NONE = "none"  # nobody has asked for it
ATTEMPTS = 2  # to find a part
PAUSES = (0.2, 10.0)  # seconds before the store is asked again, the first and the longest
LATEST = 20  # parts by which it is reckoned how long the others will take


@dataclass(frozen=True)
class Room:
    """How much is analysed: as the settings say. 0: any number."""

    is_open: bool = True  # whether games can be analysed at all
    at_once: int = 2  # by each server
    per_person: int = 3  # that wait or run
    in_all: int = 200  # on all servers


class Progress(NamedTuple):
    """How far an analysis has come."""

    state: str  # "none", "waiting", "running", "stopped", "done", "failed"
    done: int  # parts: the course, and each decision
    total: int
    seconds_left: float | None = None


class OwnMistake(NamedTuple):
    """A mistake that somebody has made in one of their games."""

    source: Source
    judged: Judged
    depth: Depth
    at: float  # when that game ended


class Analyses:
    """The one door to analyses: what is known, and the work on what is not."""

    def __init__(
        self,
        tables: TablesInMemory,
        gate: Gate,
        servers: Servers,
        workers: Workers,
        fingerprint: Callable[[str], str],
        room: Room | None = None,
    ) -> None:
        self.store, self.rows = tables.store, AnalysisRows(tables.store.engine, tables.store.server)
        self.tables, self.gate, self.servers, self.workers = tables, gate, servers, workers
        self.fingerprint = fingerprint  # of an address
        self.room = room or Room()
        self.sources = Sources(tables, tables.store.records)
        self.judging: Callable[..., Judged] = judged_decision  # functions of modules: processes get their names
        self.following: Callable[..., Course] = course_of_game
        self._at_work: dict[Job, asyncio.Task[None]] = {}
        self._asking, self._claiming = asyncio.Lock(), asyncio.Lock()
        self._watching: dict[tuple[str, str], set[Callable[[], None]]] = {}
        self._closing = False

    async def close(self) -> None:
        """Stop in the middle of everything, and let others go on."""
        self._closing = True
        await self.rest()
        try:
            await self.rows.give_up()
        except StoreSilent:  # others will see that this server is gone
            log.warning("the store does not answer; analyses go on when this server is forgotten")

    async def rest(self) -> None:
        """Stop all work of this server."""
        tasks = list(self._at_work.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Looking

    async def look(self, source: Source, depth: Depth) -> tuple[Analysis, Progress]:
        """What there is; nothing is begun by it."""
        job = job_of(source, depth)
        row, known = await self.rows.job(job), await self.rows.found(job)
        parts = parts_of(source.record, depth, source.seat)
        found = [known[part.fingerprint] for part in parts if part.fingerprint in known]
        course = next((it.course() for it in found if it.number == COURSE), None)
        judged = [it.judged() for it in found if it.number != COURSE]
        state = _state(row.state if row else NONE, is_complete=len(found) == len(parts))
        left = _seconds_left(found, len(parts)) if state == RUNNING else None
        analysis = Analysis.of(source.record, depth, course, judged, source.seat)
        return analysis, Progress(state, len(found), len(parts), left)

    async def mistakes_of(self, player: str, limit: int = 40) -> list[OwnMistake]:
        """What was judged as a mistake of a player in their last games, the last game first; the deeper judgement."""
        found: dict[tuple[str, int], OwnMistake] = {}
        sources: dict[str, tuple[Source, set[str]]] = {}
        for mistake in await self.rows.mistakes(player, 4 * limit):
            if mistake.table not in sources:
                source = source_of(await self.tables.table(mistake.table), player)
                fitting = {part.fingerprint for depth in Depth for part in parts_of(source.record, depth)}
                sources[mistake.table] = source, fitting
            source, fitting = sources[mistake.table]
            if mistake.fingerprint in fitting:
                judged = mistake.judged()
                key, depth = (mistake.table, judged.number), Depth(mistake.depth)
                if key not in found or depth == Depth.DEEP:
                    found[key] = OwnMistake(source, judged, depth, mistake.at)
        return list(found.values())[:limit]

    def watch(self, source: Source, wake: Callable[[], None]) -> None:
        """Call this whenever more is known of a game."""
        self._watching.setdefault((source.kind, source.id), set()).add(wake)

    def unwatch(self, source: Source, wake: Callable[[], None]) -> None:
        """Call it no longer."""
        watching = self._watching.get((source.kind, source.id), set())
        watching.discard(wake)
        if not watching:
            self._watching.pop((source.kind, source.id), None)

    def hear(self, kind: str, id: str) -> None:
        """Another server knows more of a game."""
        for wake in list(self._watching.get((kind, id), ())):
            wake()

    async def _tell(self, job: Job) -> None:
        self.hear(job.kind, job.source)
        await self.store.notify(note("analysed", server=self.store.server, of=job.kind, id=job.source))

    # Asking

    async def ask(self, source: Source, depth: Depth, player: str | None, address: str | None) -> None:
        """Let a game be analysed, or go on with what was stopped; asked for twice, it is done once."""
        if not self.room.is_open:
            raise NoLookingBack
        self.gate.check(player)
        origin, job = self.fingerprint(address) if address else None, job_of(source, depth)
        async with self._asking:
            _, progress = await self.look(source, depth)
            if progress.state == DONE:
                return
            if progress.state not in UNDER_WAY:
                await self._check_room(player, origin)
                await self.rows.try_again(job)
            moves = len(source.record.actions)
            await self.rows.begin(job, source.record.game.name, moves, progress.total, player, origin)
        await self.work()
        await self._tell(job)

    async def _check_room(self, player: str | None, address: str | None) -> None:
        """Whether there is room for one more job, and whether somebody may have it."""
        most, in_all = self.room.per_person, self.room.in_all
        under_way = self.rows.under_way
        if (most and player and await under_way(player=player) >= most) or (
            most and address and await under_way(address=address) >= PEOPLE_AT_AN_ADDRESS * most
        ):
            REFUSED.labels("analyses").inc()
            raise TooManyAnalyses
        if in_all and await under_way() >= in_all:
            REFUSED.labels("analyses").inc()
            raise NoRoomForAnalysis

    async def stop(self, source: Source, depth: Depth, player: str | None, is_host: bool = False) -> None:
        """Stop what somebody has asked for: they, a player of the table, or the host. What was found is kept."""
        self.gate.check(player)
        job = job_of(source, depth)
        row = await self.rows.job(job)
        if row is None or row.state not in UNDER_WAY:
            return
        if not is_host and row.player not in (None, player) and not await self._has_played(source, player):
            raise NotYourAnalysis
        await self.rows.end(job, STOPPED)  # the part under way is still kept
        await self._tell(job)

    async def _has_played(self, source: Source, player: str | None) -> bool:
        if source.kind == RECORD or player is None:
            return False
        return bool((await self.tables.table(source.id)).seats_of(player))

    # Working

    async def work(self) -> None:
        """Begin with jobs that wait in the store, as far as there is room; while nothing can be done all rest."""
        if self._closing or self.gate.read_only or not self.room.is_open:
            return
        async with self._claiming:
            for job in await self.rows.claim(self.room.at_once - len(self._at_work), self._at_work.keys()):
                self._at_work[job] = asyncio.create_task(self._do(job))

    async def _do(self, job: Job) -> None:
        """Find one part after the other."""
        pauses = growing_pauses(*PAUSES)
        try:
            while True:
                try:
                    if not await self._find_next_or_end(job):
                        break
                    pauses = growing_pauses(*PAUSES)
                except StoreSilent:
                    await asyncio.sleep(next(pauses))
        finally:
            del self._at_work[job]
            if not self._closing:
                self.servers.hurry()  # another job may have waited for this one

    async def _find_next_or_end(self, job: Job) -> bool:
        """Find the next part of a job; whether there was one. What can't go on ends, whatever is the matter."""
        try:
            return await self._find_next(job)
        except StoreSilent:
            raise
        except (UnknownTable, UnknownRecord):  # it was deleted
            await self.rows.forget(job.kind, job.source)
            return False
        except Refusal:  # what was practised is over
            return await self._end(job, STOPPED)
        except Exception:
            log.exception("%s %s can't be analysed", job.kind, job.source)
            return await self._end(job, FAILED)

    async def _find_next(self, job: Job) -> bool:
        row = await self.rows.job(job)
        if row is None or row.state != RUNNING or row.served_by != self.store.server:
            return False
        if self.gate.read_only:
            await self.rows.give_up(job)
            return False
        record, seats = await self._game_of(job)
        record = replace(record, actions=record.actions[: row.moves])
        parts = parts_of(record, depth_of(job), job.only_seat)
        tried = await self.rows.tried(job)
        missing = [(part, its) for part in parts if (its := tried.get(part.fingerprint, 0)) is not None]
        left = [(part, failures) for part, failures in missing if failures < ATTEMPTS]
        if not left:
            return await self._end(job, FAILED if missing else DONE)
        part, failures = min(left, key=lambda it: _order(it[0], seats, row.player))
        await self._find(job, record, part, errand_for(row), failures)
        return True

    async def _end(self, job: Job, state: str) -> bool:
        await self.rows.end(job, state, by=self.store.server)
        await self._tell(job)
        return False

    async def _game_of(self, job: Job) -> tuple[Record, Sequence[Seat]]:
        """The game of a job, if it may still be looked back at, and who sits there."""
        if job.kind == RECORD:
            return await self.sources.record(job.source), ()
        table = await self.tables.table(job.source)
        source = source_of(table, None if job.only_seat is None else table.seats[job.only_seat].player)
        if source.seat != job.only_seat:
            raise Refusal
        return source.record, table.seats

    async def _find(self, job: Job, record: Record, part: Part, errand: Errand, failures: int) -> None:
        """Find a part and keep it; or keep in mind that it could not be found."""
        began = time.monotonic()
        try:
            found = await self._think(job, record, part, errand)
        except BotFailed as problem:
            log.warning("%s %s: part %d can't be found: %s", job.kind, job.source, part.number, problem)
            ANALYSIS_FAILURES.inc()
            await self.rows.fail(job, part, failures + 1)
        else:
            seconds = time.monotonic() - began
            ANALYSIS_SECONDS.labels(job.depth).observe(seconds)
            await self._keep(job, part, found, seconds)
        await self._tell(job)

    async def _keep(self, job: Job, part: Part, found: Course | Judged, seconds: float) -> None:
        """Keep what was found, as soon as the store answers."""
        pauses = growing_pauses(*PAUSES)
        while True:
            try:
                return await self.rows.keep(job, part, found, seconds)
            except StoreSilent:
                await asyncio.sleep(next(pauses))

    async def _think(self, job: Job, record: Record, part: Part, errand: Errand) -> Course | Judged:
        game, decision = record.game, part.decision
        if decision is None:
            facts = (record.players, record.seed, record.options, record.actions, job.only_seat)
            return await self.workers.reckon(self.following, Course, game, *facts, errand=errand)
        depth, state = depth_of(job), decision.state
        seed = seed_of_decision(game, state, depth)
        given = (decision.actions, depth, seed, decision.number)
        return await self.workers.study(self.judging, Judged, game, state, *given, seed=seed, errand=errand)


def job_of(source: Source, depth: Depth) -> Job:
    """The job of analysing a game."""
    seat = NO_SEAT if source.seat is None else source.seat
    return Job(source.kind, source.id, seat, depth.value, source.record.game.rules_version)


def errand_for(row: Any) -> Errand:
    """For whom a game is analysed. Nobody's bots think later because of that, but among analyses all have a share."""
    people = (f"analysis {row.player}",) if row.player else ()
    return Errand(people, f"analysis {row.address}" if row.address else None, is_awaited=False, is_patient=True)


def _order(part: Part, seats: Sequence[Seat], player: str | None) -> tuple[int, int]:
    """The course first, then the decisions of who has asked, of people, and of bots, in the order of the game."""
    if part.decision is None or not seats:
        return 0, part.number
    decides = seats[part.decision.state.seat].player
    return 1 if decides and decides == player else 2 if decides else 3, part.number


def _state(stored: str, is_complete: bool) -> str:
    """How an analysis stands: a game may have gone on since, or another analysis have found all of its parts."""
    if is_complete:
        return DONE
    return STOPPED if stored == DONE else stored


def _seconds_left(found: Sequence[Found], total: int) -> float | None:
    """How long the rest will take, about, as long as no more people wait for bots than lately."""
    latest = [it.seconds for it in found if it.number != COURSE][-LATEST:]
    return fmean(latest) * (total - len(found)) if latest else None
