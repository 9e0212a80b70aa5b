"""Rounds: they begin, their tables are set up, and end. What was interrupted is done to its end by the next look."""

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import sqlalchemy as sa
from msgspec.structs import replace

from mezani import bots
from mezani.house.final_places import places_that_count
from mezani.house.tournaments.next_round import can_begin, is_played_out, pair_next
from mezani.house.tournaments.rows import TournamentRows
from mezani.house.tournaments.tournament import DAY, Outcome, Pairing, Tournament
from mezani.tables import deeds, schema
from mezani.tables.away import absent
from mezani.tables.clocks import PAUSED, RESUMED
from mezani.tables.drafts import Draft
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.players import new_table_id
from mezani.tables.refusals import (
    AlreadyOver,
    OneChairEach,
    RatedForGuests,
    Refusal,
    RoundRuns,
    StaleMove,
    StoreSilent,
    TooFewForRating,
    TooFewPeople,
    TournamentOver,
    UnknownTable,
)
from mezani.tables.round_end import end_by_bots, let_rules_go_on
from mezani.tables.situation import Seat
from mezani.tables.stand_ins import level_of_stand_in
from mezani.tables.store import Overtaken
from mezani.tables.table import Table
from mezani.tables.terms import Live

log = logging.getLogger(__name__)

Notify = Callable[[str, str, Mapping[str, Any], str | None], Awaitable[object]]

BREAK = 60.0  # seconds between two rounds of an evening
LOOK = 10.0  # between looks whether something is to be done
TRIES = 5  # to begin a round while others enter
BEST = bots.levels()[-1]  # of the bots that end games


class Rounds:
    """The rounds of all tournaments of a house."""

    def __init__(self, hall: Hall, rows: TournamentRows, clock: Callable[[], float]) -> None:
        self.hall, self.rows, self.clock = hall, rows, clock
        self.notify: Notify | None = None
        self._soon: set[asyncio.Task[None]] = set()
        self._seen_at: dict[str, float] = {}  # when a table was last on a screen of somebody who sits there

    # Beginning

    async def begin(self, id: str) -> Tournament:
        """Pair the next round, and set up its tables."""
        for _ in range(TRIES):
            now = await self._without_gone(id)
            if now.state == "over":
                raise TournamentOver
            if now.state == "running":
                raise RoundRuns
            if is_played_out(now):
                await self._end_for_want_of_people(id)
                raise TournamentOver
            if not can_begin(now):
                raise TooFewPeople
            pairings = await asyncio.to_thread(pair_next, now, await self._strengths(now))
            if await self._begun(now, pairings):
                break
        else:
            raise RoundRuns
        await self.set_up(id)
        return await self.rows.find(id)

    async def _without_gone(self, id: str) -> Tournament:
        """A tournament, out of which those are withdrawn who have deleted themselves."""
        now, p = await self.rows.find(id), schema.players.c
        async with self.rows.engine.connect() as connection:
            query = sa.select(p.id).where(p.id.in_([one.player for one in now.entrants]), p.joined_at.is_not(None))
            there = set((await connection.execute(query)).scalars())
        programs = self.hall.key_ring.is_program
        gone = [one for one in now.entrants if one.player not in there and not programs(one.player)]
        for one in gone:
            if one.last_round is None:
                async with self.rows.held(id) as (connection, held):
                    await self.rows.let_go(connection, held, one)
        return await self.rows.find(id) if gone else now

    async def _begun(self, now: Tournament, pairings: Sequence[Pairing]) -> bool:
        """Store what was paired, unless something has changed meanwhile."""
        async with self.rows.held(now.id) as (connection, held):
            if (held.state, held.round, held.entrants) != (now.state, now.round, now.entrants):
                return False
            due_at = self.clock() + now.plan.days * DAY if now.plan.days else None
            await self.rows.change(connection, now.id, state="running", round=now.round + 1, due_at=due_at)
            await self.rows.add_pairings(connection, now.id, pairings)
        return True

    async def _strengths(self, now: Tournament) -> dict[str, float]:
        """The ratings of those who are in it, by player."""
        r = schema.ratings.c
        query = sa.select(r.player, r.mu).where(
            r.game == now.game_name, r.player.in_([one.player for one in now.entrants])
        )
        async with self.rows.engine.connect() as connection:
            return {row.player: row.mu for row in await connection.execute(query)}

    async def set_up(self, id: str) -> None:
        """Set up the tables of the round that are not there yet, and tell those who sit there."""
        now = await self.rows.find(id)
        for pairing in now.tables_of(now.round):
            if pairing.table is None:
                with self._going_on_with_others(id):
                    await self._set_up(now, pairing)

    async def _set_up(self, now: Tournament, pairing: Pairing) -> None:
        table = table_id(self.hall.secret, now.id, pairing)
        people = [now.entrant(number) for number in pairing.seats]
        chairs = [Seat(one.player, one.name) for one in people if one]
        with suppress(Overtaken):  # it is there already
            await self._open(now, chairs, table)
        if now.plan.days and isinstance(now.terms.clock, Live):
            with suppress(StaleMove):
                await self.hall.do_as_host(table, _paused)
        for one in chairs:
            await self._notify(now, one.player or "", pairing, table)
        await self.rows.is_set_up(now.id, pairing, table)

    async def _open(self, now: Tournament, chairs: Sequence[Seat], id: str) -> None:
        facts: dict[str, Any] = {"options": now.options, "id": id, "tournament": now.id}
        try:
            await self.hall.open_table(now.game, chairs, terms=now.terms, **facts)
        except (RatedForGuests, OneChairEach, TooFewForRating):  # somebody has deleted themselves: they play unrated
            await self.hall.open_table(now.game, chairs, terms=replace(now.terms, rated=False), **facts)

    async def _notify(self, now: Tournament, player: str, pairing: Pairing, table: str) -> None:
        about = {"game": now.game_name, "name": now.name, "round": pairing.round, "path": now.address}
        if self.notify:
            await self.notify(player, "round", about, table)

    # What goes on

    async def look(self) -> None:
        """Do for each tournament what is to be done; what fails for one is logged, and tried again."""
        if self.hall.gate.read_only:
            return
        for id in await self.rows.under_way():
            try:
                await self.look_at(id)
            except StoreSilent:
                raise
            except Exception:
                log.exception("the tournament %s could not go on; it is tried again", id)

    def hear(self, table: Table) -> None:
        """A game has ended on this server: its tournament may go on."""
        if table.tournament:
            task = asyncio.create_task(self._look_soon(table.tournament))
            self._soon.add(task)
            task.add_done_callback(self._soon.discard)

    async def _look_soon(self, id: str) -> None:
        with suppress(Refusal):  # the chore will see to it
            await self.look_at(id)

    async def close(self) -> None:
        """Stop; the next look goes on."""
        for task in self._soon:
            task.cancel()
        await asyncio.gather(*self._soon, return_exceptions=True)

    async def look_at(self, id: str) -> None:
        """Set up tables, take results, end a round and begin the next one, as far as that is due."""
        now = await self.rows.find(id)
        if now.state == "running":
            await self.set_up(id)
            await self._take_results(await self.rows.find(id))
            await self._end_if_over(id)
        elif now.state == "between" and now.due_at is not None and now.due_at <= self.clock():
            try:
                await self.begin(id)
            except (RoundRuns, TournamentOver):  # another server or the host was quicker
                return
            except TooFewPeople:  # those who are left are no table
                await self._end_for_want_of_people(id)

    async def _take_results(self, now: Tournament) -> None:
        waiting = {one.table: one for one in now.tables_of(now.round) if one.table and not one.is_over}
        t = schema.tables.c
        query = sa.select(t.id, t.over, t.closed, t.moved_at).where(t.id.in_(list(waiting)))
        async with self.rows.engine.connect() as connection:
            found = {row.id: row for row in await connection.execute(query)}
        for id, pairing in waiting.items():
            with self._going_on_with_others(now.id):
                await self._take_result(now, id, pairing, found.get(id))

    async def _take_result(self, now: Tournament, id: str, pairing: Pairing, row: Any) -> None:
        if row is None or row.closed:  # the host has closed it, or it was deleted: it is a draw
            seats = len(pairing.seats)
            await self.rows.has_ended(now.id, pairing, Outcome(places=[1] * seats, scores=[0] * seats))
        elif row.over:
            table = await self.hall.table(id)
            places = places_that_count(table)
            await self.rows.has_ended(now.id, pairing, Outcome(places=places, scores=list(table.scores)))
            self._seen_at.pop(id, None)
        elif now.due_at is not None and now.due_at <= self.clock():
            await self._do(id, lambda table, at: end_by_bots(table, at, BEST))
        elif now.terms.away_after is not None:
            await self._hurry(now, id, row.moved_at, 60.0 * now.terms.away_after)

    async def _hurry(self, now: Tournament, id: str, moved_at: float, patience: float) -> None:
        """Let a bot play for whoever a table waits for in vain, and a game go on that nobody lets go on."""
        here = self.hall.presence(id).seats
        if here:
            self._seen_at[id] = self.clock()
        if moved_at + patience > self.clock():
            return
        table = await self.hall.table(id)
        is_deserted = not here and self._seen_at.get(id, 0.0) + patience <= self.clock()
        if is_deserted and not now.plan.days:  # over weeks a pause may last until all are there
            await self._do(id, _gone_on)
        gone = absent(table, here)
        if gone and gone.due <= self.clock():
            await self._do(id, lambda table, at: _left(table, at, gone.seat))

    async def _do(self, id: str, deed: Callable[[Table, float], Draft]) -> None:
        with suppress(UnknownTable, AlreadyOver, StaleMove):  # somebody was quicker, or there is nothing to do
            await self.hall.do_as_host(id, deed)

    @contextmanager
    def _going_on_with_others(self, id: str) -> Iterator[None]:
        """What can't be done at one table keeps no other from going on."""
        try:
            yield
        except StoreSilent:
            raise
        except Refusal as refusal:
            log.warning("a table of the tournament %s could not go on: %s; it is tried again", id, refusal)

    async def _end_if_over(self, id: str) -> None:
        """End the round if all its tables are over, and the tournament with its last round."""
        async with self.rows.held(id) as (connection, now):
            if now.state != "running" or not all(one.is_over for one in now.tables_of(now.round)):
                return
            at = self.clock()
            if is_played_out(now) or not can_begin(now):
                await self.rows.change(connection, id, state="over", due_at=None, ended_at=at)
            else:
                due_at = max(at, now.due_at) if now.due_at is not None else at + BREAK
                await self.rows.change(connection, id, state="between", due_at=due_at)

    async def _end_for_want_of_people(self, id: str) -> None:
        async with self.rows.held(id) as (connection, now):
            if now.state == "between" and (is_played_out(now) or not can_begin(now)):
                await self.rows.change(connection, id, state="over", due_at=None, ended_at=self.clock())


def table_id(secret: str, tournament: str, pairing: Pairing) -> str:
    """The id of a table: the same on every server that sets it up, and hard to guess."""
    message = f"{tournament}/{pairing.round}/{pairing.number}".encode()
    return new_table_id(hmac.new(secret.encode(), message, hashlib.sha256).hexdigest())


def _left(table: Table, at: float, seat: int) -> Draft:
    if table.to_move != seat:
        raise StaleMove
    return deeds.stand_in(table, at, seat, level_of_stand_in(table))


def _paused(table: Table, at: float) -> Draft:
    """A live clock stands still until somebody says that all are there."""
    if table.clocks is None or table.clocks.paused or table.actions:
        raise StaleMove
    return table.draft(at).add(Kind.PAUSE, 0, PAUSED)


def _gone_on(table: Table, at: float) -> Draft:
    """Nobody is there who could end a pause, or let a game go on by other rules than those by which it began."""
    draft = let_rules_go_on(table, table.draft(at))
    if table.is_paused:
        draft.add(Kind.PAUSE, action=RESUMED)
    if not draft.entries:
        raise StaleMove
    return draft
