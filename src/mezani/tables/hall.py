"""The hall: the tables in play on this server. All that happens at a table goes through here, one thing at a time."""

import asyncio
import json
import logging
import random
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Protocol

from mezani.bots.workers import Workers
from mezani.engine.state import State
from mezani.game import Game
from mezani.tables.away import moves_seen
from mezani.tables.listening import Listener
from mezani.tables.players import clean_name, new_table_id, seat_pass
from mezani.tables.refusals import (
    AlreadyOver,
    NameMissing,
    NoHint,
    NoSeatFree,
    NothingSaid,
    NotOver,
    NotYourSeat,
    SeatTaken,
    StaleMove,
    WrongLink,
    WrongStart,
)
from mezani.tables.store import Change, Overtaken, Store, Summary, note
from mezani.tables.table import Entry, Kind, Origin, Result, Seat, Table
from mezani.tables.terms import Terms, usual_terms

log = logging.getLogger(__name__)

TABLES_KEPT = 2000  # in memory, those that nobody watches go first
LONGEST_CHAT = 500
ATTEMPTS = 5
SLOWEST_ANSWER = 4.0  # times the usual pause
CHANCE = random.SystemRandom()
BOT_NAMES = ("Asha", "Baraka", "Chiku", "Juma", "Nia", "Pendo", "Tumaini", "Zuri")


Happening = tuple[list[Entry], list[Seat] | None]  # what the log gains, and the seats if they change


def answering_time(usual: float) -> float:
    """How long the table takes to answer for a seat, in seconds: as somebody who has not much to think about.

    It does not know for whom it answers and why, and so nobody learns that from the time.
    """
    return usual * min(CHANCE.lognormvariate(0.0, 0.5), SLOWEST_ANSWER)


class Watcher(Protocol):
    """A screen that shows a table."""

    @property
    def seats(self) -> Iterable[int]:
        """The seats of whoever looks; several where people share a screen, none for a spectator."""

    @property
    def pace(self) -> float | None:
        """How long bots shall seem to think, in parts of the host's pause; None if they do not mind."""

    @property
    def catches_up(self) -> bool:
        """Whether it still shows what was missed while nobody looked."""

    def wake(self) -> None:
        """The table has changed."""


@dataclass(frozen=True)
class Presence:
    """Who has the table on a screen, and the slowest pace that one of the players wishes."""

    seats: frozenset[int] = frozenset()
    spectators: int = 0
    pace: float | None = None


class Hall:
    """All tables of this server."""

    def __init__(
        self, store: Store, workers: Workers, secret: str = "", bot_pause: float = 0.7, answer_pause: float = 1.6
    ) -> None:
        self.store = store
        self.workers = workers
        self.secret = secret
        self.bot_pause = bot_pause
        self.answer_pause = answer_pause
        self.id = secrets.token_hex(4)
        self.listener = Listener(store.url, self._hear) if store.is_shared else None
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._watchers: dict[str, set[Watcher]] = {}
        self._elsewhere: dict[str, dict[str, Presence]] = {}  # table, server: who is there
        self._just_shown: dict[tuple[str, int], int] = {}  # table, seat: an entry that is not stored yet
        self._untold: set[str] = set()  # tables where who is there has changed
        self._telling: asyncio.Task[Any] | None = None  # the other servers of it
        self._bots_at: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Open the store, and go on where bots had not yet moved, or the table had not yet answered."""
        await self.store.open()
        self.secret = self.secret or await self.store.house_secret()
        if self.listener:
            await self.listener.open()
            await self._ask_who_is_there()
        for table in [*await self.store.waiting_for_bots(), *await self.store.waiting_for_answers()]:
            self._let_bots_play(table)

    async def close(self) -> None:
        """Stop the bots, and store what is left."""
        tasks = [*self._bots_at.values(), *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self.listener:
            await self.listener.close()
        self.workers.close()
        await self.store.close()

    # Looking

    async def table(self, id: str) -> Table:
        """A table, from memory or from the store."""
        if id in self._tables:
            self._tables.move_to_end(id)
            return self._tables[id]
        async with self._lock(id):
            if id not in self._tables:
                self._tables[id] = await self.store.load(id)
                self._forget_some()
        return self._tables[id]

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())

    def _forget_some(self) -> None:
        """Let go of tables that nobody has looked at for long; the store has them."""
        for name in list(self._tables)[: max(0, len(self._tables) - TABLES_KEPT)]:
            if name not in self._watchers and name not in self._bots_at and not self._locks[name].locked():
                del self._tables[name], self._locks[name]

    def watch(self, id: str, watcher: Watcher) -> None:
        """Wake this screen whenever the table changes."""
        self._watchers.setdefault(id, set()).add(watcher)
        self._tell_presence(id)

    def unwatch(self, id: str, watcher: Watcher) -> None:
        """The screen is gone."""
        here = self._watchers.get(id, set())
        here.discard(watcher)
        if not here:
            self._watchers.pop(id, None)
        self._tell_presence(id)

    def presence(self, id: str) -> Presence:
        """Who has the table on a screen, on this server and on the others."""
        all_of_them = [self._presence_here(id), *self._elsewhere.get(id, {}).values()]
        return Presence(
            frozenset().union(*(one.seats for one in all_of_them)),
            sum(one.spectators for one in all_of_them),
            _slowest(one.pace for one in all_of_them),
        )

    def _presence_here(self, id: str) -> Presence:
        here = [(frozenset(watcher.seats), watcher.pace) for watcher in self._watchers.get(id, ())]
        return Presence(
            frozenset().union(*(seats for seats, _ in here)),
            sum(not seats for seats, _ in here),
            _slowest(pace for seats, pace in here if seats),
        )

    async def moves_seen(self, table: Table, seat: int, at_most: int | None = None) -> int | None:
        """How many moves a seat has seen that was away, and has not caught up since; None: it has missed nothing.

        `at_most`: the last entry that its only screen shows, where that is known better.
        """
        here = any(seat in one.seats and not one.catches_up for one in self._watchers.get(table.id, ()))
        if here or any(seat in there.seats for there in self._elsewhere.get(table.id, {}).values()):
            return None
        just_now = self._just_shown.get((table.id, seat), 0)
        shown = await self.store.shown(table.id, seat)
        shown = max(shown or 0, just_now) or None
        if shown is not None and at_most is not None:
            shown = min(shown, at_most)
        return moves_seen(table, seat, shown, time.time())

    async def has_shown(self, table: Table, seat: int, number: int) -> None:
        """A screen of a seat has shown the log up to this entry."""
        self._just_shown[table.id, seat] = number
        try:
            await self.store.mark_shown(table.id, seat, number)
        finally:
            self._just_shown.pop((table.id, seat), None)

    def _tell_presence(self, id: str) -> None:
        self._wake(id)
        if self.store.is_shared:
            self._untold.add(id)
            if self._telling is None or self._telling.done():
                self._telling = self._run(self._tell_others())

    async def _tell_others(self) -> None:
        """Tell the other servers who is here, one note after the other: an older one must not come last."""
        while self._untold:
            id = self._untold.pop()
            here = self._presence_here(id)
            told = {"seats": sorted(here.seats), "spectators": here.spectators, "pace": here.pace}
            await self.store.notify(note("here", server=self.id, table=id, **told))

    async def _ask_who_is_there(self) -> None:
        self._elsewhere.clear()
        await self.store.notify(note("who", server=self.id))

    def _wake(self, id: str) -> None:
        for watcher in self._watchers.get(id, ()):
            watcher.wake()

    def _run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _hear(self, text: str | None) -> None:
        """A note of another server. None: some may have been missed."""
        if text is None:
            for table in list(self._tables):
                await self._catch_up(table)
            await self._ask_who_is_there()
            return
        heard = json.loads(text)
        if heard["server"] == self.id:
            return
        if heard["kind"] == "moved":
            await self._catch_up(heard["table"])
        elif heard["kind"] == "who":
            for id in list(self._watchers):
                self._tell_presence(id)
        elif heard["kind"] == "here":
            there = Presence(frozenset(heard["seats"]), heard["spectators"], heard["pace"])
            self._elsewhere.setdefault(heard["table"], {})[heard["server"]] = there
            self._wake(heard["table"])

    async def _catch_up(self, id: str) -> None:
        if id in self._tables:
            async with self._lock(id):
                if await self.store.refresh(self._tables[id]):
                    self._wake(id)

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
    ) -> Table:
        """A new table. Chairs are free, a player's, or a bot's; the game begins at once if none is free."""
        agreed = terms or usual_terms([seat for seat in chairs if seat.bot is None])
        try:
            seed = origin.seed if origin else secrets.randbits(63)
            given = dict(options or {})
            seats = _with_bot_names(chairs)
            table = Table(id or new_table_id(), game, len(chairs), seed, given, public, seats, terms=agreed)
        except ValueError as problem:
            raise WrongStart(str(problem)) from problem
        at = time.time()
        table.take(
            Entry(number, Kind.BOT if seat.bot else Kind.JOIN, at, at_seat, text=seat.name)
            for number, (at_seat, seat) in enumerate(
                [(n, seat) for n, seat in enumerate(table.seats) if not seat.is_free], 1
            )
        )
        if not table.free_seats():
            table.take([Entry(table.last_number + 1, Kind.BEGIN, at)])
        if origin:
            table.take(_branch(table, origin, at))
        await self.store.create(table, _summary(table, at))
        self._tables[table.id] = table
        self._let_bots_play(table.id)
        return table

    async def sit(self, id: str, player: str, name: str, seat: int | None = None) -> int:
        """Take a free seat; the game begins when the last one is taken. Returns the seat."""
        name = clean_name(name)
        if not name:
            raise NameMissing
        taken = 0

        def sit_down(table: Table, at: float) -> Happening:
            nonlocal taken
            free = table.free_seats()
            if not free:
                raise NoSeatFree
            taken = free[0] if seat is None else seat
            if taken not in free:
                raise SeatTaken if 0 <= taken < table.players else NotYourSeat
            entries = [Entry(table.last_number + 1, Kind.JOIN, at, taken, text=name)]
            if len(free) == 1:
                entries.append(Entry(table.last_number + 2, Kind.BEGIN, at))
            return entries, table.seated(taken, player=player, name=name)

        await self._change(id, sit_down)
        await self.store.remember_name(player, name)
        return taken

    async def fill_with_bots(self, id: str, player: str, level: str) -> None:
        """Put bots on the free seats, so that the game begins."""

        def fill(table: Table, at: float) -> Happening:
            if not table.seats_of(player):
                raise NotYourSeat
            free = table.free_seats()
            if not free:
                raise SeatTaken
            seats = _with_bot_names([replace(seat, bot=level) if seat.is_free else seat for seat in table.seats])
            kinds = [(Kind.BOT, number, seats[number].name) for number in free]
            entries = [
                Entry(table.last_number + n, kind, at, number, text=name)
                for n, (kind, number, name) in enumerate(kinds, 1)
            ]
            return [*entries, Entry(entries[-1].number + 1, Kind.BEGIN, at)], seats

        await self._change(id, fill)

    async def leave(self, id: str, player: str, seat: int, level: str) -> None:
        """Get up: before the game the seat is free again, later a bot takes over until the player is back."""

        def get_up(table: Table, at: float) -> Happening:
            self.check_seat(table, player, seat)
            if table.is_over:
                raise AlreadyOver
            entry = Entry(table.last_number + 1, Kind.LEAVE, at, seat, text=table.seats[seat].name)
            if not table.begun:
                return [entry], table.seated(seat, player=None, name="", bot=None)
            return [entry], table.seated(seat, bot=table.seats[seat].bot or level)

        await self._change(id, get_up)

    async def come_back(self, id: str, player: str, seat: int) -> None:
        """Play on oneself where a bot has taken over."""

        def return_to(table: Table, at: float) -> Happening:
            self.check_seat(table, player, seat)
            if table.seats[seat].bot is None:
                raise SeatTaken
            return [Entry(table.last_number + 1, Kind.RETURN, at, seat)], table.seated(seat, bot=None)

        await self._change(id, return_to)

    async def rematch(self, id: str, player: str) -> Table:
        """A new table for the people and bots of a finished game, with the same options. There is only one."""

        def announce(table: Table, at: float) -> Happening:
            if table.rematch:
                raise StaleMove
            seat = table.seats_of(player)[0]
            return [Entry(table.last_number + 1, Kind.REMATCH, at, seat, text=new_table_id())], None

        table = await self.table(id)
        if not table.seats_of(player):
            raise NotYourSeat
        if not table.is_over:
            raise NotOver
        with suppress(StaleMove):  # somebody was quicker
            await self._change(id, announce)
        assert table.rematch
        if not await self.store.has(table.rematch):
            chairs = [replace(seat, bot=None) if seat.player else seat for seat in table.seats]
            with suppress(Overtaken):
                await self.open_table(table.game, chairs, table.options, id=table.rematch, terms=table.terms)
        return await self.table(table.rematch)

    def link_of(self, table: Table, seat: int) -> str:
        """What the private link of a seat ends with."""
        return seat_pass(self.secret, table.id, seat, table.seats[seat].player or "")

    async def check_link(self, id: str, seat: int, given: str) -> Table:
        """The table of a private link, if it is still good."""
        table = await self.table(id)
        if not 0 <= seat < table.players or table.seats[seat].player is None:
            raise WrongLink
        if not secrets.compare_digest(self.link_of(table, seat).encode(), given.encode()):
            raise WrongLink
        return table

    async def move_seat(self, id: str, seat: int, given: str, player: str) -> None:
        """Let a private link take a seat to another device."""
        await self.check_link(id, seat, given)

        def move(table: Table, at: float) -> Happening:
            if not secrets.compare_digest(self.link_of(table, seat).encode(), given.encode()):
                raise WrongLink
            return [Entry(table.last_number + 1, Kind.RETURN, at, seat)], table.seated(seat, player=player, bot=None)

        await self._change(id, move)

    # Playing

    async def decide(self, id: str, player: str, seat: int, action: int, turn: int) -> None:
        """Play an action, or commit to it in advance."""

        def play(table: Table, at: float) -> Happening:
            self.check_seat(table, player, seat)
            return table.decide(seat, action, turn, at), None

        await self._change(id, play, seen_by=seat)

    async def withdraw(self, id: str, player: str, seat: int) -> None:
        """Take back what was decided in advance."""

        def take_back(table: Table, at: float) -> Happening:
            self.check_seat(table, player, seat)
            return table.withdraw(seat, at), None

        await self._change(id, take_back)

    async def ask(self, id: str, player: str, seat: int, always: bool) -> None:
        """Ask a seat always, or only where it has a choice."""

        def ask(table: Table, at: float) -> Happening:
            self.check_seat(table, player, seat)
            return table.ask(seat, always, at), None

        await self._change(id, ask)

    async def undo(self, id: str, player: str, seat: int, turn: int) -> None:
        """Take back a seat's last decision."""

        def take_back(table: Table, at: float) -> Happening:
            self.check_seat(table, player, seat)
            return table.undo(seat, turn, at), None

        await self._change(id, take_back)

    async def go_on(self, id: str, player: str, seat: int) -> None:
        """Let a game go on from where today's rules forbid what was played."""

        def leave_out(table: Table, at: float) -> Happening:
            self.check_seat(table, player, seat)
            return table.go_on(seat, at), None

        await self._change(id, leave_out)

    async def say(self, id: str, player: str, seat: int, text: str) -> None:
        """Chat: a sentence of somebody who sits at the table."""
        text = " ".join("".join(char if char.isprintable() else " " for char in text).split())[:LONGEST_CHAT]
        if not text:
            raise NothingSaid

        def speak(table: Table, at: float) -> Happening:
            self.check_seat(table, player, seat)
            return [Entry(table.last_number + 1, Kind.CHAT, at, seat, text=text)], None

        await self._change(id, speak)

    async def hint(self, id: str, player: str, seat: int) -> int:
        """What the best bot would play."""
        table = await self.table(id)
        self.check_seat(table, player, seat)
        if table.asked != seat:
            raise NoHint
        hint = await self.workers.hint(table.game, table.state, secrets.randbits(63))
        if hint is None:
            raise NoHint
        return hint.action

    @staticmethod
    def check_seat(table: Table, player: str, seat: int) -> None:
        """A seat is used by its player only."""
        if seat not in table.seats_of(player):
            raise NotYourSeat

    # Changing a table

    async def _change(self, id: str, what: Callable[[Table, float], Happening], seen_by: int | None = None) -> None:
        """Let something happen: check, store, and only then fold it into the state and show it."""
        table = await self.table(id)
        async with self._lock(id):
            for _ in range(ATTEMPTS):
                at = time.time()
                entries, seats = what(table, at)
                try:
                    await self._store(table, entries, seats, at, seen_by)
                    break
                except Overtaken:
                    await self.store.refresh(table)
            else:
                raise StaleMove
        self._wake(id)
        self._let_bots_play(id)

    async def _store(
        self, table: Table, entries: list[Entry], seats: list[Seat] | None, at: float, seen_by: int | None
    ) -> None:
        summary = _summary(table, at, entries, seats)
        await self.store.append(
            Change(table.id, entries, summary, seats, note("moved", server=self.id, table=table.id), seen_by)
        )
        table.take(entries)
        if seats is not None:
            table.seats = seats

    # Bots, and what the table answers for people

    def _let_bots_play(self, id: str) -> None:
        if id not in self._bots_at:
            table = self._tables.get(id)
            if table is None or table.bot_to_move() or table.answer_for_seat() is not None:
                self._bots_at[id] = asyncio.create_task(self._bots_play(id))

    async def _bots_play(self, id: str) -> None:
        try:
            table = await self.table(id)
            while True:
                if level := table.bot_to_move():
                    await self._bot_plays(table, level)
                elif table.answer_for_seat() is not None:
                    await self._table_answers(table)
                else:
                    break
        except Exception:
            log.exception("the bots at table %s have stopped", id)
        finally:
            del self._bots_at[id]

    def pause_at(self, id: str) -> float:
        """The seconds that a bot seems to think: as the slowest of those wishes who sit there and look."""
        pace = self.presence(id).pace
        return self.bot_pause * (1 if pace is None else pace)

    async def _bot_plays(self, table: Table, level: str) -> None:
        turn, began = table.turn, time.monotonic()
        thought = await self.workers.choose(table.game, level, table.state, secrets.randbits(63))
        await asyncio.sleep(max(0.0, self.pause_at(table.id) - (time.monotonic() - began)))

        def play(table: Table, at: float) -> Happening:
            if table.bot_to_move() is None or table.turn != turn:
                raise StaleMove
            seat = table.state.seat
            entries = table.decide(seat, thought.action, turn, at)
            if thought.failed:
                entries.append(Entry(entries[-1].number + 1, Kind.FAIL, at, seat))
            return entries, None

        with suppress(StaleMove):  # somebody came back, or another server was quicker: look again
            await self._change(table.id, play)

    async def _table_answers(self, table: Table) -> None:
        """Answer for the seat to move, after a pause if a person could learn something from the time it takes."""
        turn = table.turn
        if table.plays_against_people(table.state.seat):
            await asyncio.sleep(answering_time(self.answer_pause))
        with suppress(StaleMove):  # the seat wants to be asked after all, or another server was quicker: look again
            await self._change(table.id, lambda table, at: (table.answer(turn, at), None))


def _slowest(paces: Iterable[float | None]) -> float | None:
    """The longest of the pauses that people wish; None if nobody does."""
    return max((pace for pace in paces if pace is not None), default=None)


def _branch(table: Table, origin: Origin, at: float) -> Iterator[Entry]:
    """The moves of another game, and from where they are. Each is made when the one before it has happened."""
    for action in origin.actions:
        yield Entry(table.last_number + 1, Kind.PLAY, at, table.state.seat, action)
    yield Entry(table.last_number + 1, Kind.BRANCH, at, text=origin.address)


def _with_bot_names(seats: Sequence[Seat]) -> list[Seat]:
    """Bots without a name get one that nobody at the table has."""
    free = [name for name in BOT_NAMES if name not in {seat.name for seat in seats}]
    named = []
    for seat in seats:
        if seat.bot and not seat.name:
            seat = replace(seat, name=free.pop(secrets.randbelow(len(free))))
        named.append(seat)
    return named


def _summary(table: Table, at: float, entries: Sequence[Entry] = (), seats: Sequence[Seat] | None = None) -> Summary:
    """What lists show of a table when these entries have been appended."""
    state, begun = table.state, table.begun
    if any(entry.kind in (Kind.PLAY, Kind.UNDO) for entry in entries):
        state = _state_after(table, entries)
    begun = begun or any(entry.kind == Kind.BEGIN for entry in entries)
    over = table.is_over or bool(state.is_over)
    result = table.result or (Result(scores=state.scores(), winners=state.winners()) if over else None)
    answers = _foreseen(table, entries, seats or table.seats, state, begun).answer_for_seat() is not None
    return Summary(begun, over, state.seat if begun and not over else None, at, result, answers)


def _foreseen(table: Table, entries: Sequence[Entry], seats: Sequence[Seat], state: State, begun: bool) -> Table:
    """A table as it will be, as far as it tells whether it will answer for a seat."""
    after = copy(table)
    after.state, after.begun, after.seats = state, begun, list(seats)
    after.commitments, after.asked_always = dict(table.commitments), set(table.asked_always)
    for entry in entries:
        after.wish(entry)
    return after


def _state_after(table: Table, entries: Sequence[Entry]) -> State:
    state = table.state.clone()
    for entry in entries:
        if entry.kind == Kind.PLAY and entry.action is not None:
            state.play(entry.action)
        elif entry.kind == Kind.UNDO:
            record = table.record()
            state = replace(record, actions=record.actions[:-1]).state()
    return state
