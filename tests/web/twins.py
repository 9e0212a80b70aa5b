"""Twin worlds: two servers that differ in nothing that a viewer may know, and all that the viewer gets of them."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

import mezani
from mezani.tables import schema
from mezani.tables.entries import Entry, Kind
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import Terms
from mezani.testing.playing import length_of
from mezani.web.summary import chapter_number
from tests.web.people import Person, server, without_keys
from tests.web.test_nothing_hidden_leaves import play, play_alike, twins, wait_until_gone

BEGAN = 1_800_000_000.0
MOST_SEATS = 5
SPECTATOR = MOST_SEATS  # sits nowhere
BESIDE = "anansi"  # can be played by everybody at once
NEVER = 1e6  # seconds
SECRET = "the same in both worlds"
LISTS = ("/", "/tables", "/tables/open", "/tables/running", "/records", "/settings", "/you")
LISTS_OF_PROGRAMS = (
    *(f"/api/tables?which={which}" for which in ("mine", "finished", "open", "running")),
    "/api/me",
    "/api/me/notifications",
)


class Clock:
    """What time it is, for everybody."""

    def __init__(self) -> None:
        self.now = BEGAN

    def __call__(self) -> float:
        return self.now


class Got(NamedTuple):
    """An answer: every byte of it."""

    what: str
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def size(self) -> int:
        """How many bytes it is."""
        return len(self.body) + sum(len(name) + len(value) for name, value in self.headers)


@dataclass
class World:
    """A server, and a person for each seat and one who only looks."""

    client: TestClient[Any]
    people: list[Person]

    @property
    def hall(self) -> Hall:
        hall: Hall = self.client.app.state.hall
        return hall

    def keep(self, table: Table, at: float) -> None:
        """Let a table be here, in the store too."""
        self.client.blocking_portal.call(self.hall.store.create, table, at)
        self.hall.tables.keep(table)

    def forget(self, id: str) -> None:
        """Let a table be gone: for others than its viewer the worlds differ, and they see it in their lists."""

        async def delete() -> None:
            async with self.hall.store.engine.begin() as connection:
                for rows in (schema.log, schema.seats):
                    await connection.execute(sa.delete(rows).where(rows.c.table_id == id))
                await connection.execute(sa.delete(schema.tables).where(schema.tables.c.id == id))
            await self.hall.let_go(id)

        self.client.blocking_portal.call(delete)

    def settled(self, id: str) -> Table:
        """A table at which nothing happens by itself any more."""
        table = self.hall.tables[id]
        while table.bot_to_move() or table.answer_for_seat() is not None:
            time.sleep(0.002)
        return table

    def everything(self, viewer: int, id: str, lang: str, chapter: int, is_dealt_anew: bool) -> list[Got]:
        """All that somebody can get who knows the address of a table."""
        person, table = self.people[viewer], self.hall.tables[id]
        person.headers = {"accept-language": lang}
        at = f"/table/{id}"
        paths = [
            *LISTS,
            at,
            f"{at}/who",
            f"{at}?summary={chapter}",
            f"{at}?say=1",
            f"{at}/device?seat={viewer % table.players}",
        ]
        if not (is_dealt_anew and table.is_over):  # what is shown of a finished game begins with the cards of its seed
            paths += [f"{at}/result", f"{at}/record"]
        if not is_dealt_anew:
            paths.append(f"{at}/replay")
        got = [self.ask(person, "GET", path) for path in paths]
        got.append(self.ask(person, "HEAD", at))
        token = {} if viewer == SPECTATOR else {"authorization": f"Bearer secret-{viewer}"}
        of_programs = (*LISTS_OF_PROGRAMS, f"/api/tables/{id}", f"/api/tables/{id}/moves")
        got += [self.ask(person, "GET", path, headers=token) for path in of_programs]
        got += self.refusals(viewer, table)
        known = table.entries_known(None if viewer == SPECTATOR else viewer)
        for shown in (0, known - 1, known):
            got += [Got(f"live after {shown}", 0, [], text) for text in self.stream(viewer, id, lang, shown)]
        return got

    def refusals(self, viewer: int, table: Table) -> list[Got]:
        """What is said to somebody who tries what they may not do."""
        seat, count = viewer % table.players, table.game.action_count
        theirs = () if viewer == SPECTATOR else table.choices(seat)
        tried = [action for action in range(0, count, max(1, count // 3)) if action not in theirs]
        form = {"seat": seat, "after": table.turn}
        got = [
            self.ask(self.people[viewer], "POST", f"/table/{table.id}/play", data={**form, "action": action})
            for action in tried
        ]
        assert all(one.status in (403, 409, 422) for one in got)
        return got

    def ask(self, person: Person, method: str, path: str, **details: Any) -> Got:
        plain = {"accept-encoding": "identity"}  # the key of a form changes how far a page can be compressed
        answer = person.ask(method, path, **{**details, "headers": plain | details.get("headers", {})})
        assert answer.status_code < 500, f"{method} {path}: {answer.text}"
        return Got(f"{method} {path}", answer.status_code, sorted(answer.headers.items()), without_keys(answer.content))

    @contextmanager
    def line(self, viewer: int, id: str, lang: str, shown: int) -> Iterator[Any]:
        """A live connection of somebody."""
        headers = {"cookie": self.people[viewer].cookie_header(), "accept-language": lang}
        with self.client.websocket_connect(f"/table/{id}/live?after={shown}", headers=headers) as line:
            yield line
        wait_until_gone(self.client, id)

    def stream(self, viewer: int, id: str, lang: str, shown: int) -> list[bytes]:
        """What a live connection is sent at first, and nothing more until it is told that nothing can't be said."""
        said = {"do": "say", "seat": str(0 if viewer == SPECTATOR else viewer), "text": ""}
        with self.line(viewer, id, lang, shown) as line:
            got = [line.receive_text(timeout=30)]
            if 'name="moment"' in got[0]:
                got.append(line.receive_text(timeout=30))
            line.send_text(json.dumps(said))
            while 'id="reason"' not in got[-1]:
                got.append(line.receive_text(timeout=30))
        return [without_keys(text.encode()) for text in got]


@dataclass
class TwinWorlds:
    """Two servers on the same clock, and how much of them was compared."""

    one: World
    other: World
    clock: Clock
    comparisons: int = 0
    bytes: int = 0

    def keep(self, true: Table, twin: Table) -> None:
        """Let a table be in both."""
        for world, table in ((self.one, true), (self.other, twin)):
            world.keep(table, self.clock.now)

    def forget(self, id: str) -> None:
        """Let a table be in neither."""
        for world in (self.one, self.other):
            world.forget(id)

    def same(self, viewer: int, id: str, lang: str, is_dealt_anew: bool = False) -> None:
        """That a viewer gets the same of both."""
        table = self.one.hall.tables[id]
        chapter = chapter_number(table.game.place(table.state)) - 1
        got, twin = (world.everything(viewer, id, lang, chapter, is_dealt_anew) for world in (self.one, self.other))
        self.compare(got, twin, f"viewer {viewer} of {table.game.name}")

    def compare(self, got: list[Got], twin: list[Got], who: str) -> None:
        """That all of this is the same, and as much."""
        for mine, theirs in zip(got, twin, strict=True):
            assert mine == theirs, f"{who}: {mine.what}"
            self.comparisons += 1
            self.bytes += mine.size


@contextmanager
def twin_worlds(folder: Path, monkeypatch: pytest.MonkeyPatch, answer_pause: float = 0.0) -> Iterator[TwinWorlds]:
    """Two servers on the same clock, with a table beside those that are compared."""
    clock = Clock()
    monkeypatch.setattr(time, "time", clock)
    with ExitStack() as open_now:
        worlds = []
        for name in ("one", "other"):
            (folder / name).mkdir()
            client = open_now.enter_context(server(folder / name, secret=SECRET, answer_pause=answer_pause))
            client.app.state.hall.lost_connections.moment = NEVER  # lines that are opened to compare are nobody's loss
            people = [Person(client) for _ in range(MOST_SEATS + 1)]
            for number, person in enumerate(people):
                person.cookies = {"mezani": f"secret-{number}"}
            worlds.append(World(client, people))
        twins = TwinWorlds(worlds[0], worlds[1], clock)
        twins.keep(*(seated_table("beside", BESIDE, MOST_SEATS, 1, clock.now) for _ in "12"))
        yield twins


def seated_table(id: str, name: str, players: int, seed: int, at: float, terms: Terms | None = None) -> Table:
    """A table that has begun, everybody on their own seat."""
    seats = [Seat(player_of(f"secret-{n}"), f"Name {n}") for n in range(players)]
    table = Table(id, mezani.game(name), players, seed, {}, False, seats, terms=terms)
    table.take([Entry(1, Kind.BEGIN, at)])
    return table


# Worlds with other cards


def compare_other_cards(worlds: TwinWorlds, name: str, players: int, seed: int, positions: int, lang: str) -> None:
    """A game by chance; at some positions, and a few moves later, a viewer sees the same in a world of other cards."""
    rng = mezani.Rng(seed)
    every = max(1, length_of(mezani.game(name), players) // positions)
    table = seated_table("x", name, players, seed, worlds.clock.now)
    while not table.is_over and table.turn < every * positions:
        if table.turn % every == every // 2:
            _compare_here(worlds, table, f"{name[:3]}{players}x{seed}x{table.turn}", rng, lang)
        play(table, table.state.random_action(rng))


def _compare_here(worlds: TwinWorlds, table: Table, id: str, rng: mezani.Rng, lang: str) -> None:
    viewer = (*range(table.players), None)[rng.below(table.players + 1)]
    true, world = twins(table, viewer, rng)
    for _ in range(rng.below(9)):
        if true.is_over or not play_alike(true, world, viewer, rng):
            break
    true.id = world.id = id
    worlds.clock.now += 100
    worlds.keep(true, world)
    worlds.clock.now += 7
    worlds.same(SPECTATOR if viewer is None else viewer, id, lang, is_dealt_anew=True)
    worlds.forget(id)


# Worlds in which those who watch talk


def compare_comments(worlds: TwinWorlds, name: str, players: int, lang: str) -> None:
    """In one of two worlds somebody who watches comments on the game: no seat gets anything else than in the other."""
    id = f"c{name[:3]}{players}"
    worlds.keep(*(seated_table(id, name, players, 1, worlds.clock.now) for _ in "12"))
    for seat in range(players):
        told, began = [], worlds.clock.now
        for world in (worlds.one, worlds.other):
            worlds.clock.now = began
            told.append(_heard_at(world, worlds.clock, id, seat, lang, comments=world is worlds.other))
        worlds.compare(told[0], told[1], f"seat {seat}")
        worlds.same(seat, id, lang)
    worlds.forget(id)


def _heard_at(world: World, clock: Clock, id: str, seat: int, lang: str, comments: bool) -> list[Got]:
    """What somebody at a table gets and hears next, while those who watch talk or do not."""
    me, watcher, path = world.people[seat], world.people[SPECTATOR], f"/table/{id}"
    with world.line(seat, id, lang, 0) as line:
        line.receive_text(timeout=30)
        for text in ("She has the nine", "And he does not know"):
            clock.now += 1
            if comments:
                assert text in watcher.post(f"{path}/comment", name="Zoe", text=text).text
        got = [world.ask(me, "GET", f"{path}/{way}") for way in ("comments/1", "who", "replay")]
        got.append(world.ask(me, "POST", f"{path}/comment", data={"text": "What do they say?"}))
        clock.now += 1
        me.post(f"{path}/say", seat=seat, text="the next thing to be heard")
        heard = without_keys(line.receive_text(timeout=30).encode())
    return [*got, Got("heard", 0, [], heard)]


# Worlds in which somebody has decided in advance

Deeds = list[tuple[str, dict[str, int]]]  # what is pressed, and the fields of the form


class Advance:
    """A game in two worlds: in one of them seats decide in advance, and think better of it. Nobody learns of it."""

    def __init__(
        self, worlds: TwinWorlds, name: str, players: int, seed: int, lang: str, terms: Terms | None = None
    ) -> None:
        self.worlds, self.one, self.other = worlds, worlds.one, worlds.other
        self.clock, self.lang = worlds.clock, lang
        self.id, self.players, self.rng = f"a{name[:3]}{players}x{seed}", players, mezani.Rng(seed)
        self.seat: int | None = None  # the first that can decide in advance does so; it sees its own deeds
        self.decided = 0
        worlds.keep(*(seated_table(self.id, name, players, seed, self.clock.now, terms) for _ in "12"))

    def play(self, deeds: int) -> None:
        """Until so many private deeds were done, or the game is over."""
        while self.decided < deeds and not self.other.settled(self.id).is_over:
            self.clock.now += 2 + self.rng.below(90)
            self.decide_in_advance()
            if not self.play_in_both():
                break
        self.worlds.forget(self.id)

    def decide_in_advance(self) -> None:
        """What a seat does before its turn, in one world only: the others get the same in both, then and later."""
        table = self.other.settled(self.id)
        waiting = [seat for seat in table.state.open_seats() if seat != table.state.seat and table.choices(seat)]
        if not waiting or self.seat not in (None, *waiting):
            return
        self.seat = seat = waiting[self.rng.below(len(waiting))] if self.seat is None else self.seat
        viewers = [viewer for viewer in (*range(self.players), SPECTATOR) if viewer != seat]
        listener = viewers[self.rng.below(len(viewers))]
        deeds, began = self.deeds(table, seat), self.clock.now
        told: list[list[Got]] = []
        for world in (self.one, self.other):
            self.clock.now, heard = began, []
            with world.line(listener, self.id, self.lang, 0) as line:
                line.receive_text(timeout=30)
                for what, form in deeds:
                    self.clock.now += 1
                    if world is self.other:
                        self.press(world, seat, what, **form)
                self.clock.now += 1
                heard += [world.ask(world.people[viewer], "GET", "/") for viewer in viewers]
                self.press(world, table.state.seat, "say", text=str(began))
                heard.append(Got(f"what {listener} hears", 0, [], without_keys(line.receive_text(timeout=30).encode())))
            told.append(heard)
        self.worlds.compare(told[0], told[1], f"after {deeds} of seat {seat}")
        self.decided += len(deeds)
        for viewer in viewers:
            self.worlds.same(viewer, self.id, self.lang)

    def deeds(self, table: Table, seat: int) -> Deeds:
        """A decision in advance, perhaps another one instead, perhaps none in the end; or how to be asked."""
        choices = table.choices(seat)
        first, again = (
            [("play", {"action": choices[self.rng.below(len(choices))], "after": table.turn})] for _ in "12"
        )
        asks: Deeds = [("ask", {"always": 1}), ("ask", {"always": 0})]
        back: Deeds = [("withdraw", {})]
        ways = (first, first + back, first + again, first + back + again, asks, asks + first)
        return ways[self.rng.below(len(ways))]

    def press(self, world: World, seat: int, what: str, **form: object) -> None:
        answer = world.people[seat].post(f"/table/{self.id}/{what}", seat=seat, **form)
        assert answer.status_code == 200, answer.text
        world.settled(self.id)  # what the table answers happens at the same time in both worlds

    def play_in_both(self) -> bool:
        """The seat to move plays; what was decided in advance comes with it, and is played in the other world too."""
        table = self.other.settled(self.id)
        if (seat := table.asked) is None:
            return False
        choices = table.choices(seat)
        self.press(self.other, seat, "play", action=choices[self.rng.below(len(choices))], after=table.turn)
        decisions = [entry for entry in self.other.settled(self.id).log if entry.kind == Kind.PLAY]
        while (twin := self.one.settled(self.id)).turn < len(decisions):
            made = decisions[twin.turn]
            if made.seat != twin.asked:
                return False  # who is asked differs, as the seat itself has chosen
            self.press(self.one, made.seat or 0, "play", action=made.action, after=twin.turn)
        made_here = [entry.action for entry in twin.log if entry.kind == Kind.PLAY]
        return made_here == [entry.action for entry in decisions]
