"""Clocks on two real servers over one database, one of them killed in the middle: no move that was in time is lost."""

import asyncio
import math
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from mezani.tables.entries import Entry, Kind
from tests.migrated import fresh_database
from tests.trials.amounts import amount
from tests.trials.reckoned import check_clocks
from tests.trials.serving import WITHOUT_LIMITS, tracebacks
from tests.web.browsing import Served

pytestmark = pytest.mark.soak

GAMES = amount("CLOCK_GAMES", 200)
AT_ONCE = amount("CLOCK_GAMES_AT_ONCE", 50)
SECONDS = amount("CLOCK_SECONDS", 100)  # after which nobody moves any more at a table
EARLY = 0.1  # seconds before its time is up that a move is sent in the last moment
SOON = 0.5  # seconds that are too few to wait for that moment
KINDS = [("asante", 2), ("anne", 3), ("anansi", 3)]

Trace = Callable[[str, Any], Awaitable[None]]  # hears what becomes of a request


@dataclass
class Trial:
    """Tables at two servers, and what became of the moves."""

    servers: list[Served]
    database: asyncpg.Pool
    chance: random.Random
    counts: Counter[str] = field(default_factory=Counter)
    killed_at: float = 0.0
    ids: list[str] = field(default_factory=list)

    async def ask(
        self, client: httpx.AsyncClient, path: str, token: str, body: Any = None, trace: Trace | None = None
    ) -> httpx.Response | None:
        """A request at one of the servers that serve; None if that is gone before it answers."""
        server = self.chance.choice([one for one in self.servers if one.process.poll() is None])
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        more = {"trace": trace} if trace else {}
        try:
            if body is None:
                return await client.get(f"{server.address}/api{path}", headers=headers)
            return await client.post(f"{server.address}/api{path}", headers=headers, json=body, extensions=more)
        except httpx.TransportError:
            return None

    async def play(self, client: httpx.AsyncClient, number: int) -> None:
        """A game of some people who play quickly, slowly, or in the last moment."""
        game, players = KINDS[number % len(KINDS)]
        clock = {"pace": "live", "minutes": 1, "increment": self.chance.choice((0, 2))}
        time_up = self.chance.choice(("bot", "lost"))
        chairs = [{"who": "me", "name": "A"}, *[{"who": "free"}] * (players - 1)]
        terms = {"clock": clock, "time_up": time_up}
        opened = await self.ask(client, "/tables", "", {"game": game, "chairs": chairs, "terms": terms})
        if opened is None:
            return await self.play(client, number)
        assert opened.status_code == 201, opened.text
        id, tokens = opened.json()["table"], [opened.json()["token"]]
        for name in "BCD"[: players - 1]:
            while (sat := await self.ask(client, f"/tables/{id}/seats", "", {"name": name})) is None:
                pass
            tokens.append(sat.json()["token"])
        self.ids.append(id)
        ends = time.monotonic() + SECONDS
        while time.monotonic() < ends and await self.step(client, id, tokens):
            pass
        return None

    async def step(self, client: httpx.AsyncClient, id: str, tokens: list[str]) -> bool:
        """One decision; whether the game goes on."""
        row = await self.database.fetchrow("SELECT over, waits_for, flag_at FROM tables WHERE id = $1", id)
        waiting = [int(seat) for seat in (row["waits_for"] or "").split(",") if seat]
        if row["over"]:
            return False
        seats = [seat for seat in waiting if seat < len(tokens)]
        if not seats:
            await asyncio.sleep(0.05)
            return True
        seat = self.chance.choice(seats)
        shown = await self.ask(client, f"/tables/{id}?seat={seat}", tokens[seat])
        if shown is None or shown.status_code != 200 or not shown.json()["moves"]:
            await asyncio.sleep(0.1)
            return True
        table = shown.json()
        if table["players"][seat]["bot"]:
            await self.ask(client, f"/tables/{id}/return", tokens[seat], {})
            await asyncio.sleep(0.3)
            return True
        kind = self.chance.random()
        if kind < 0.05:
            undone = await self.ask(client, f"/tables/{id}/undo?after={table['turn']}", tokens[seat], {})
            self.counts["undos"] += undone is not None and undone.status_code == 200
            return True
        if kind < 0.06:
            await asyncio.sleep(20)
        elif kind < 0.35 and row["flag_at"] and SOON < row["flag_at"] - time.time() < 25.0:
            return await self.move_in_the_last_moment(client, id, tokens)
        else:
            await asyncio.sleep(self.chance.expovariate(1.0) * 0.4)
        action = self.chance.choice(table["moves"])["action"]
        await self.ask(client, f"/tables/{id}/moves", tokens[seat], {"action": action, "after": table["turn"]})
        self.counts["moves"] += 1
        return True

    async def move_in_the_last_moment(self, client: httpx.AsyncClient, id: str, tokens: list[str]) -> bool:
        """Send a move just before the time is up: no flag may fall for it."""
        row = await self.database.fetchrow("SELECT waits_for, flag_at FROM tables WHERE id = $1", id)
        waiting = [int(seat) for seat in (row["waits_for"] or "").split(",") if seat]
        if len(waiting) != 1 or not row["flag_at"] or row["flag_at"] - time.time() < SOON:
            return True
        await asyncio.sleep(row["flag_at"] - time.time() - 2 * EARLY)  # by now both servers know the last move
        shown = await self.ask(client, f"/tables/{id}?seat={waiting[0]}", tokens[waiting[0]])
        if shown is None or shown.status_code != 200 or not shown.json()["moves"]:
            return True
        table = shown.json()
        body = {"action": self.chance.choice(table["moves"])["action"], "after": table["turn"]}
        sent_at = math.inf

        async def note_sent(event: str, _: object) -> None:
            nonlocal sent_at
            if event.endswith("send_request_body.complete"):
                sent_at = time.time()

        await asyncio.sleep(max(0.0, row["flag_at"] - time.time() - EARLY))
        answer = await self.ask(client, f"/tables/{id}/moves", tokens[waiting[0]], body, note_sent)
        if sent_at > row["flag_at"] - EARLY / 2 or answer is None:
            self.counts["not sure"] += 1  # this program was late itself, or the server was killed
        else:
            self.counts["in the last moment"] += 1
            assert answer.status_code == 200, (id, row["flag_at"] - sent_at, answer.text, await self.last_entries(id))
        return True

    async def last_entries(self, id: str) -> list[tuple[Any, ...]]:
        query = "SELECT number, kind, at, seat FROM log WHERE table_id = $1 ORDER BY number DESC LIMIT 5"
        return [tuple(line.values()) for line in await self.database.fetch(query, id)]

    async def kill(self, after: float) -> None:
        """Kill a server in the middle, and start it again."""
        await asyncio.sleep(after)
        await asyncio.to_thread(self.servers[0].kill)
        await asyncio.sleep(8.0)
        await asyncio.to_thread(self.servers[0].start)
        self.counts["kills"] += 1

    async def run(self) -> None:
        limits = httpx.Limits(max_connections=300)
        async with httpx.AsyncClient(timeout=60.0, limits=limits, trust_env=False) as client:
            room, killing = asyncio.Semaphore(AT_ONCE), asyncio.create_task(self.kill(SECONDS / 2))

            async def one(number: int) -> None:
                async with room:
                    await self.play(client, number)

            await asyncio.gather(*map(one, range(GAMES)))
            await killing

    async def check(self) -> None:
        """Every log tells of clocks that are right."""
        for id in self.ids:
            row = await self.database.fetchrow("SELECT * FROM tables WHERE id = $1", id)
            log = await self.database.fetch("SELECT * FROM log WHERE table_id = $1 ORDER BY number", id)
            entries = [
                Entry(line["number"], Kind(line["kind"]), line["at"], line["seat"], line["action"], line["text"])
                for line in log
            ]
            flags, seconds = check_clocks(row, entries)
            self.counts["flags"] += flags
            self.counts["seconds used"] += round(seconds)
            self.counts["games"] += 1
            self.counts["finished"] += row["over"]


def test_clocks_are_right_on_two_servers_one_of_which_is_killed(
    tmp_path: Path, postgres: str, record_property: Callable[[str, object], None]
) -> None:
    async def run() -> Trial:
        address = await fresh_database(postgres, "clocks_on_servers")
        servers = [await asyncio.to_thread(Served, tmp_path, address, **WITHOUT_LIMITS) for _ in range(2)]
        pool = await asyncpg.create_pool(address, min_size=2, max_size=10)
        trial = Trial(servers, pool, random.Random(7))
        try:
            await trial.run()
            await trial.check()
        finally:
            await pool.close()
            for served in servers:
                served.stop()
        assert not [found for served in servers if (found := tracebacks(served))]
        return trial

    trial = asyncio.run(run())
    print(dict(trial.counts))
    record_property("games", trial.counts["games"])
    assert trial.counts["games"] == GAMES
    assert min(trial.counts[what] for what in ("flags", "undos", "in the last moment", "kills")) > 0
