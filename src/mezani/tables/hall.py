"""The hall: the one door to all tables of this server. What it does is done by the rooms behind it."""

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, Concatenate, ParamSpec

from mezani.bots.workers import Workers
from mezani.game import Game
from mezani.insight.reasons import Idea
from mezani.tables import deeds
from mezani.tables.analyses import Analyses, Room
from mezani.tables.arrival import read_at
from mezani.tables.bots_at_tables import ALONE_AT_ONCE, BotsAtTables
from mezani.tables.coach import Coach
from mezani.tables.comments import Comments
from mezani.tables.drafts import Draft
from mezani.tables.flags import Flags
from mezani.tables.gate import Allowed, Gate
from mezani.tables.key_ring import KeyRing
from mezani.tables.keys import Asked, fresh_key, key_of_deed
from mezani.tables.listening import Listener
from mezani.tables.lost_connections import LostConnections
from mezani.tables.memory import TABLES_KEPT, TablesInMemory
from mezani.tables.players import LONGEST_CHAT, clean_name, fingerprint, one_line, seat_pass
from mezani.tables.presence import Presence, Screens, Watcher
from mezani.tables.refusals import (
    NothingSaid,
    NotOver,
    NotYourSeat,
    RatedForGuests,
    StaleMove,
    UnknownTable,
    WrongLink,
)
from mezani.tables.servers import BEAT, GONE, Living, Servers
from mezani.tables.setting_up import check_rated, new_table, seats_of_rematch
from mezani.tables.situation import Seat
from mezani.tables.store import Overtaken, Store, note
from mezani.tables.table import Origin, Table
from mezani.tables.terms import Terms

log = logging.getLogger(__name__)

KEYS_IN_A_NOTE = 90  # each has 64 letters
SHOWN = 0.03  # seconds in which screens here have got what has just been stored

P = ParamSpec("P")


class Hall:
    """All tables of this server: in memory, on screens, with bots. Each change is stored before anybody sees it."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        secret: str = "",
        bot_pause: float = 0.7,
        answer_pause: float = 1.6,
        tables_kept: int = TABLES_KEPT,
        bot_tables: int = ALONE_AT_ONCE,
        beat: float = BEAT,
        gone: float = GONE,
        allowed: Allowed | None = None,
        analyses: Room | None = None,
    ) -> None:
        self.store = store
        self.secret = secret
        self.tables = TablesInMemory(store, tables_kept)
        self.screens = Screens(store)
        self.gate = Gate(store, allowed=allowed)
        self.key_ring = KeyRing(store)
        self.gate.owner_of = self.key_ring.owner_of_program
        self.comments = Comments(store, self.tables, self.screens, self.gate, self.key_ring)
        self.servers = Servers(store, beat, gone)
        self.bots = BotsAtTables(
            self.tables, self.screens, self.gate, self.servers, workers, self._do, bot_pause, answer_pause, bot_tables
        )
        self.flags = Flags(store, self.gate, self._do)
        self.lost_connections = LostConnections(self.tables, self.screens, self._do)
        self.coach = Coach(workers, self.screens.wake)
        self.analyses = Analyses(self.tables, self.gate, self.servers, workers, self.fingerprint, analyses)
        self.listener = Listener(store.url, self._hear, store.seconds) if store.is_shared else None
        self._catching_up: set[asyncio.Task[None]] = set()  # with deeds that were stored late
        store.stored_late = self._stored_late
        self.under_way = 0  # deeds that are being stored
        self.is_stopping = False
        self.at_end: list[Callable[[Table], None]] = []  # what hears of a game that has ended on this server

    async def open(self) -> None:
        """Open the store, and go on where bots had not yet moved, or the table had not yet answered."""
        await self.store.open()
        self.secret = self.secret or await self.store.house.secret()
        living = await self.servers.tell()
        if self.listener:
            await self.listener.open()
            await self.screens.ask_who_is_there()
        await self.gate.refresh()
        await self.key_ring.refresh()
        for name, count in (await self.store.lists.tables_of_missing_games()).items():
            log.warning("the game %s is not available: its tables (%d) are kept as they are", name, count)
        await self._look_around(living)
        self.servers.begin(self._look_around)
        self.flags.open()

    async def finish(self, seconds: float) -> None:
        """Before all connections are closed: let what is being done be stored and shown, and let streams end."""
        self.is_stopping = True
        self.screens.wake_all()
        end = time.monotonic() + seconds
        while self.under_way and time.monotonic() < end:
            await asyncio.sleep(SHOWN)
        await asyncio.sleep(SHOWN)

    async def close(self) -> None:
        """Stop the bots, and store what is left."""
        await self.flags.close()
        await self.lost_connections.close()
        await self.screens.close()
        self.coach.close()
        await self.analyses.close()
        await self.bots.close()
        await self.servers.close()
        if self.listener:
            await self.listener.close()
        for task in self._catching_up:
            task.cancel()
        await self.store.close()

    async def _look_around(self, living: Living) -> None:
        """Forget the people of servers that are gone, and go on at their tables."""
        if living.was_forgotten:
            await self.bots.stop()
            await self.analyses.rest()
            self.screens.tell_all()
        self.screens.forget_all_but(living.servers)
        await self.bots.look()
        await self.analyses.work()

    async def _hear(self, text: str | None) -> None:
        """A note of another server. None: some may have been missed."""
        if text is None:
            for id in self.tables:
                await self._catch_up(id)
            await self.comments.hear_all()
            await self.screens.ask_who_is_there()
            await self._pass_gate()
            await self._take_keys()
            return
        heard = json.loads(text)
        if heard["server"] == self.screens.server:
            return
        if heard["kind"] == "moved":
            await self._catch_up(heard["table"], heard.get("rows", ()))
        elif heard["kind"] == "gone":
            self.servers.hurry()
        elif heard["kind"] == "deleted":
            self._let_go(heard["table"])
        elif heard["kind"] == "gate":
            await self._pass_gate()
        elif heard["kind"] == "keys":
            await self._take_keys(heard["keys"])
        elif heard["kind"] == "analysed":
            self.analyses.hear(heard["of"], heard["id"])
        elif heard["kind"] == "commented":
            await self.comments.hear(heard["table"])
        elif heard["kind"] == "retold":
            await self._reread(heard["table"])
        else:
            self.screens.hear(heard)

    async def _catch_up(self, id: str, told: Sequence[Mapping[str, Any]] = ()) -> None:
        with suppress(UnknownTable):  # it was deleted
            await self.tables.catch_up(id, told)
        self.screens.wake(id)

    def _let_go(self, id: str) -> None:
        self.tables.let_go(id)
        self.screens.wake(id)

    async def _pass_gate(self) -> None:
        """Let what the host has changed hold here, and on every screen."""
        await self.gate.refresh()
        self.screens.wake_all()
        self.servers.hurry()  # bots may go on

    async def _take_keys(self, ids: Sequence[str] = ()) -> None:
        """Let keys that were made or removed hold here; screens that were opened by a removed one are closed."""
        if await self.key_ring.refresh(ids):
            self.screens.wake_all()

    async def _do(
        self, id: str, deed: Callable[[Table, float], Draft], key: str = "", at: float | None = None
    ) -> Draft:
        """Let something be done at a table; then screens show it, and bots go on."""
        self.gate.check_open()
        return await self.do_as_host(id, deed, key, at)

    async def do_as_host(
        self, id: str, deed: Callable[[Table, float], Draft], key: str = "", at: float | None = None
    ) -> Draft:
        """The same, also while nothing else can be done."""
        self.under_way += 1
        self.flags.wait_for(id, at)
        try:
            draft = await self.tables.change(id, deed, self.screens.note_of_change(id), key, at)
        finally:
            self.under_way -= 1
            self.flags.wait_no_longer(id, at)
        self.screens.wake(id)
        self.bots.play_at(draft.table, draft.played_by)
        self.flags.note(draft.table)
        if draft.now.is_over and not draft.before.is_over:
            for hear in self.at_end:
                hear(draft.table)
        return draft

    def _stored_late(self, id: str) -> None:
        """Something stands in the log of a table for which nobody has waited to the end."""
        task = asyncio.create_task(self._catch_up(id))
        self._catching_up.add(task)
        task.add_done_callback(self._catching_up.discard)
        task.add_done_callback(lambda _: self.servers.hurry())

    async def _do_once(
        self,
        id: str,
        key: str,
        deed: Callable[Concatenate[Table, float, str, P], Draft],
        player: str,
        *facts: P.args,
        **more: P.kwargs,
    ) -> Draft:
        """The same for a person, whose key tells this deed from all others: asked for twice, it is done once."""
        self.gate.check(player)
        stored = key_of_deed(key or fresh_key(), player, deed.__name__, facts)
        return await self._do(id, lambda table, at: deed(table, at, player, *facts, **more), stored, read_at())

    async def _reread(self, id: str) -> None:
        await self.tables.reread(id)
        await self.comments.hear(id)
        self.screens.wake(id)

    # What a host changes

    async def tell_gate(self) -> None:
        """Let all servers know that the host lets people do something else than before."""
        await self._pass_gate()
        await self.store.notify(note("gate", server=self.screens.server))

    async def let_go(self, id: str) -> None:
        """Let all servers forget a table that was deleted."""
        self._let_go(id)
        await self.store.notify(note("deleted", server=self.screens.server, table=id))

    # What people change

    async def tell_keys(self, *ids: str) -> None:
        """Let all servers know that keys were made or removed."""
        await self._take_keys(ids)
        for first in range(0, len(ids), KEYS_IN_A_NOTE):
            some = ids[first : first + KEYS_IN_A_NOTE]
            await self.store.notify(note("keys", server=self.screens.server, keys=some))

    async def retell(self, *ids: str) -> None:
        """Let all servers read the seats and the log of tables again: names or people have changed there."""
        for id in ids:
            await self._reread(id)
            await self.store.notify(note("retold", server=self.screens.server, table=id))

    # Looking

    async def table(self, id: str) -> Table:
        """A table, from memory or from the store."""
        return await self.tables.table(id)

    def watch(self, id: str, watcher: Watcher) -> None:
        """Wake this screen whenever the table changes."""
        self.screens.watch(id, watcher)
        self.lost_connections.look(id, watcher.seats)

    def unwatch(self, id: str, watcher: Watcher) -> None:
        """The screen is gone."""
        self.screens.unwatch(id, watcher)
        self.lost_connections.look(id, watcher.seats)

    def presence(self, id: str) -> Presence:
        """Who has the table on a screen, on this server and on the others."""
        return self.screens.presence(id)

    async def moves_seen(self, table: Table, seat: int, at_most: int | None = None) -> int | None:
        """How many moves a seat has seen that was away, and has not caught up since; None: it has missed nothing."""
        return await self.screens.moves_seen(table, seat, at_most)

    async def has_shown(self, table: Table, seat: int, number: int) -> None:
        """A screen of a seat has shown the log up to this entry; while nothing can be done it is not noted."""
        if not self.gate.read_only:
            await self.screens.has_shown(table, seat, number)

    # Sitting down

    async def open_table(
        self,
        game: Game[Any],
        chairs: Sequence[Seat],
        options: Mapping[str, Any] | None = None,
        public: bool = False,
        origin: Origin | None = None,
        id: str = "",
        terms: Terms | None = None,
        asked: Asked | None = None,
        opened_by: str | None = None,
        opened_from: str | None = None,
        tournament: str | None = None,
    ) -> Table:
        """A new table. Chairs are free, a player's, or a bot's; the game begins at once if none is free.

        Asked for twice, there is one: the key of who asks decides its id.
        """
        self.gate.check(opened_by)
        if terms and terms.rated:
            await self._check_rated(game, chairs, options, origin, terms)
        if opened_by and (names := [seat.name for seat in chairs if seat.player == opened_by and seat.name]):
            await self.store.people.checked_names(opened_by, *names)
        if self.gate.limits_tables and not tournament and not (asked and await self.store.has(asked.table_id)):
            await self.gate.check_room(opened_by)
        at, key = time.time(), asked.stored_key if asked else ""
        table = new_table(game, chairs, options, public, origin, asked.table_id if asked else id, terms, at)
        table.opened_by, table.opened_from, table.tournament = opened_by, opened_from, tournament
        try:
            await self.store.create(table, at, key)
        except Exception:  # it is there already, or the store has failed, perhaps after it was stored
            if asked is None or not await self.store.has(table.id):
                raise
            there = await self.table(table.id)
            there.done_before(key)
            self.servers.hurry()
            return there
        if key:
            table.deeds.remember(key, 1)
        self.tables.keep(table)
        self.bots.play_at(table, table.played_by)
        self.flags.note(table)
        return table

    async def _check_rated(
        self,
        game: Game[Any],
        chairs: Sequence[Seat],
        options: Mapping[str, Any] | None,
        origin: Origin | None,
        terms: Terms,
    ) -> None:
        """A rated table can't be set up in any way that would let somebody practise, or play against themselves."""
        check_rated(game, chairs, options or {}, origin, terms)
        await self._check_signed_in(*(seat.player for seat in chairs if seat.player is not None))

    async def _check_signed_in(self, *players: str) -> None:
        if not await self.store.people.have_joined(players):
            raise RatedForGuests

    def fingerprint(self, address: str) -> str:
        """What is kept of the address from which a table is opened."""
        return fingerprint(self.secret, address)

    async def sit(self, id: str, player: str, name: str, seat: int | None = None, key: str = "") -> int:
        """Take a free seat; the game begins when the last one is taken. Returns the seat."""
        name = await self.store.people.name_at_table(player, clean_name(name))
        if (await self.table(id)).terms.rated:
            await self._check_signed_in(player)
        draft = await self._do_once(id, key, deeds.sit, player, name, seat)
        await self.store.people.remember_name(player, name)
        taken = draft.entries[0].seat
        assert taken is not None
        return taken

    async def fill_with_bots(self, id: str, player: str, level: str, key: str = "") -> None:
        """Put bots on the free seats, so that the game begins."""
        await self._do_once(id, key, deeds.fill_with_bots, player, level)

    async def leave(self, id: str, player: str, seat: int, level: str, key: str = "") -> None:
        """Get up: before the game the seat is free again, later a bot takes over until the player is back."""
        await self._do_once(id, key, deeds.leave, player, seat, level)

    async def replace_absent(self, id: str, player: str, seat: int, level: str, key: str = "") -> None:
        """Let a bot play for somebody who has been away for too long, until they are back."""
        present = self.presence(id).seats

        def replace_absent(table: Table, at: float, player: str, seat: int, level: str) -> Draft:
            return deeds.replace_absent(table, at, player, seat, level, present)

        await self._do_once(id, key, replace_absent, player, seat, level)

    async def come_back(self, id: str, player: str, seat: int, key: str = "") -> None:
        """Play on oneself where a bot has taken over."""
        await self._do_once(id, key, deeds.come_back, player, seat)

    async def forget_name(self, player: str) -> None:
        """Delete a player's name from all tables that are over, on all servers."""
        await self.retell(*await self.store.people.forget(player))

    async def rematch(self, id: str, player: str) -> Table:
        """A new table for the people and bots of a finished game, with the same options. There is only one."""
        table = await self.table(id)
        if not table.seats_of(player):
            raise NotYourSeat
        if not table.is_over:
            raise NotOver
        with suppress(StaleMove):  # somebody was quicker
            await self._do_once(id, "", deeds.announce_rematch, player)
        assert table.rematch
        if not await self.store.has(table.rematch):
            with suppress(Overtaken):
                await self.open_table(
                    table.game,
                    seats_of_rematch(table, player),
                    table.options,
                    id=table.rematch,
                    terms=table.terms,
                    opened_by=player,
                    opened_from=table.opened_from,
                )
        return await self.table(table.rematch)

    def link_of(self, table: Table, seat: int) -> str:
        """What the private link of a seat ends with."""
        return seat_pass(self.secret, table.id, seat, table.seats[seat].player or "")

    async def check_link(self, id: str, seat: int, given: str) -> Table:
        """The table of a private link, if it is still good."""
        table = await self.table(id)
        self._check_link(table, seat, given)
        return table

    def _check_link(self, table: Table, seat: int, given: str) -> None:
        if not 0 <= seat < table.players or table.seats[seat].player is None:
            raise WrongLink
        if not secrets.compare_digest(self.link_of(table, seat).encode(), given.encode()):
            raise WrongLink

    async def move_seat(self, id: str, seat: int, given: str, player: str, key: str = "") -> None:
        """Let a private link take a seat to another device."""

        def move_seat(table: Table, at: float, player: str, seat: int, given: str) -> Draft:
            self._check_link(table, seat, given)
            return deeds.move_seat(table, at, seat, player)

        await self._do_once(id, key, move_seat, player, seat, given)

    # Playing

    async def decide(self, id: str, player: str, seat: int, action: int, turn: int, key: str = "") -> None:
        """Play an action, or commit to it in advance."""
        await self._do_once(id, key, deeds.decide, player, seat, action, turn)

    async def withdraw(self, id: str, player: str, seat: int, key: str = "") -> None:
        """Take back what was decided in advance."""
        await self._do_once(id, key, deeds.withdraw, player, seat)

    async def ask(self, id: str, player: str, seat: int, always: bool, key: str = "") -> None:
        """Ask a seat always, or only where it has a choice."""
        await self._do_once(id, key, deeds.ask, player, seat, always)

    async def undo(self, id: str, player: str, seat: int, turn: int, key: str = "") -> None:
        """Take back a seat's last decision; a turn can be taken back only once."""
        await self._do_once(id, key or f"undo {turn}", deeds.undo, player, seat, turn)

    async def ask_pause(self, id: str, player: str, seat: int, key: str = "") -> None:
        """Ask for a pause; it begins when all who are here agree."""
        await self._do_once(id, key, self._with_people_here(id, deeds.ask_pause), player, seat)

    async def agree_to_pause(self, id: str, player: str, seat: int, key: str = "") -> None:
        """Agree to a pause that somebody asks for."""
        await self._do_once(id, key, self._with_people_here(id, deeds.agree_to_pause), player, seat)

    async def refuse_pause(self, id: str, player: str, seat: int, key: str = "") -> None:
        """Say no to a pause, or ask for it no longer."""
        await self._do_once(id, key, deeds.refuse_pause, player, seat)

    async def resume(self, id: str, player: str, seat: int, key: str = "") -> None:
        """End a pause."""
        await self._do_once(id, key, deeds.resume, player, seat)

    async def go_on_holiday(self, id: str, player: str, until: float) -> None:
        """Let somebody's clock at a table of days stand still until then."""
        await self._do_once(id, "", deeds.go_on_holiday, player, until)

    def _with_people_here(
        self, id: str, deed: Callable[[Table, float, str, int, Collection[int]], Draft]
    ) -> Callable[[Table, float, str, int], Draft]:
        """A deed that goes by who has the table on a screen."""
        present = self.presence(id).seats

        def with_people_here(table: Table, at: float, player: str, seat: int) -> Draft:
            return deed(table, at, player, seat, present)

        with_people_here.__name__ = deed.__name__
        return with_people_here

    async def go_on(self, id: str, player: str, seat: int, key: str = "") -> None:
        """Let a game go on from where today's rules forbid what was played."""
        await self._do_once(id, key, deeds.go_on, player, seat)

    async def say(self, id: str, player: str, seat: int, text: str, key: str = "") -> None:
        """Chat: a sentence of somebody who sits at the table."""
        if not (said := one_line(text, LONGEST_CHAT)):
            raise NothingSaid
        await self._do_once(id, key, deeds.say, player, seat, said)

    async def hint(self, id: str, player: str, seat: int) -> int:
        """The coach's best idea, for somebody who sits alone among bots."""
        return (await self.ideas(id, player, seat))[0].action

    async def ideas(self, id: str, player: str, seat: int) -> tuple[Idea, ...]:
        """All ideas of the coach, the best one first."""
        self.gate.check(player)
        table = await self.table(id)
        self.check_seat(table, player, seat)
        return await self.coach.ideas(table, player, seat)

    @staticmethod
    def check_seat(table: Table, player: str, seat: int) -> None:
        """A seat is used by its player only."""
        deeds.check_seat(table, player, seat)
