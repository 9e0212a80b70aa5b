"""Load: tables of people and bots that play one game after the other."""

import asyncio
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.trials.people import House, Person, Program, Watcher
from tests.trials.stored import Database

GOING = 8  # entries in the log of a table at which people and bots play


@dataclass(frozen=True)
class Sort:
    """What a table is set up for: the first person sets it up, the others sit down, and bots take the other chairs."""

    game: str
    players: int
    people: tuple[type[Person], ...]


SORTS = (
    Sort("anansi", 3, (Person, Watcher)),
    Sort("anne", 3, (Watcher, Watcher)),
    Sort("anne", 4, (Person, Program, Watcher)),
    Sort("anansi", 4, (Watcher,)),
    Sort("asante", 2, (Program,)),
    Sort("zimbabwe", 2, (Watcher,)),
)


class Load:
    """Some tables, each with games without end."""

    def __init__(self, house: House, sorts: Sequence[Sort] = ()) -> None:
        self.house, self.sorts = house, sorts or SORTS
        self.tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        self.tasks = [asyncio.create_task(self._play(sort)) for sort in self.sorts]

    async def get_going(self, store: Database) -> None:
        """Begin, and come back when every table is in the middle of its game."""
        self.house.is_open.set()
        await self.house.persist(lambda: self.house.ask("GET", "/"))
        self.begin()
        while len(lengths := await store.lengths(self.tables())) < len(self.sorts) or min(lengths.values()) < GOING:
            self.check()
            await asyncio.sleep(0.1)

    async def standing(self, store: Database, tables: Iterable[str]) -> list[str]:
        """What stands in the store of some tables, and what their people are about."""
        return [
            f"{table}, where people did {self.house.ledger.last_at(id)}"
            for id, table in (await store.tables(tables)).items()
        ]

    def check(self) -> None:
        """That nobody has met something that they did not expect."""
        for task in self.tasks:
            if task.done():
                task.result()

    async def end(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.house.client.aclose()

    def tables(self) -> list[str]:
        """The tables at which somebody sits now."""
        return sorted({person.table for person in self.house.people})

    async def _play(self, sort: Sort) -> None:
        while True:
            people = await self._set_up(sort)
            self.house.people += people
            for person in people[1:]:
                await self.house.persist(person.sit)
            await asyncio.gather(*(person.live() for person in people))
            for person in people:
                self.house.people.remove(person)
                await person.leave()

    async def _set_up(self, sort: Sort) -> list[Person]:
        chairs = ["me"] + ["free"] * (len(sort.people) - 1) + ["bot:novice"] * (sort.players - len(sort.people))
        names = [self.house.unique("name") for _ in sort.people]
        form = {"players": str(sort.players), "name-0": names[0], "key": secrets.token_hex(8)}
        form |= {f"chair-{number}": chair for number, chair in enumerate(chairs)}
        host = sort.people[0](self.house, "", names[0], secrets.token_hex(12))
        cookie = {"cookie": f"mezani={host.secret}"}

        async def ask() -> str:
            answer = await self.house.ask("POST", f"/new/{sort.game}", data=form, headers=cookie)
            return str(answer.headers["location"]).rpartition("/")[2]

        host.table = await self.house.persist(ask)
        others = zip(sort.people[1:], names[1:], strict=True)
        return [host, *(kind(self.house, host.table, name, secrets.token_hex(12)) for kind, name in others)]
