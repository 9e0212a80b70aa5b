"""Requests and messages that nobody would send, by the hundred thousand: no mistake of ours, and no memory lost.

Each is cut into pieces with a server of their own, which other processes can do at the same time: `pytest -n 14`.
"""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.processes import memory
from tests.trials.amounts import amount
from tests.trials.conftest import Count
from tests.trials.described import check_described
from tests.trials.odd_requests import ODD, odd_bytes, odd_requests
from tests.trials.raw import NOTHING, RawClient
from tests.trials.serving import WITHOUT_LIMITS, tracebacks
from tests.web.browsing import Served

pytestmark = pytest.mark.soak

REQUESTS = amount("REQUESTS", 1_000_000)  # in all pieces together, over both databases
MESSAGES = amount("MESSAGES", 100_000)
CASES = amount("CASES", 20_000)
PIECES = amount("PIECES", 14)  # of each, with a server of its own: as many processors can share them
WARM_UP = 0.1  # of as much again, before the memory is measured
AT_ONCE = 8  # requests on a line before answers are read
LINES = 4
ODD_LINES = 0.1  # how often something comes between that is hardly HTTP
GROWTH = 30.0  # MB
TOKEN = "fuzz-token-0123456789"
COOKIE = f"mezani={TOKEN}; mezani-wishes=pause=0&summary=never"
GAMES = {"anansi": 3, "anne": 3, "asante": 2, "zimbabwe": 2}


def tables_at(served: Served) -> list[str]:
    """A running table of each game, all seats one person's, and a lobby."""
    ids = []
    with httpx.Client(base_url=served.address, headers={"authorization": f"Bearer {TOKEN}"}) as client:
        for game, players in [*GAMES.items(), ("anne", 4)]:
            chairs = [{"who": "me"}, *[{"who": "free" if players == 4 else "me"}] * (players - 1)]
            ids.append(client.post("/api/tables", json={"game": game, "chairs": chairs}).json()["table"])
    return ids


class Watch:
    """The memory of a server from a moment on, and what it answers."""

    def __init__(self, served: Served) -> None:
        self.served, self.began = served, time.monotonic()
        self.at_first = 0.0
        self.statuses: Counter[int] = Counter()
        self.sent = 0  # messages
        self.mistakes: list[str] = []

    def warm(self) -> None:
        self.at_first = memory(self.served.process.pid)

    def take(self, status: int, request: object) -> None:
        self.statuses[status] += 1
        if status == 500:
            self.mistakes.append(str(request)[:300])

    def check(self) -> None:
        """No mistake, no dead server, no memory lost."""
        assert self.served.process.poll() is None
        grown = memory(self.served.process.pid) - self.at_first
        told = f"{time.monotonic() - self.began:.0f} s, {self.sent} messages, {dict(sorted(self.statuses.items()))}"
        print(f"{told}; from {self.at_first:.0f} MB by {grown:.1f} MB")
        assert self.mistakes[:20] == []
        assert httpx.get(self.served.address, timeout=30).status_code == 200
        assert tracebacks(self.served) == ""
        assert grown < GROWTH


@contextmanager
def serving(folder: Path, database: str = "") -> Iterator[Served]:
    """A server of a piece."""
    served = Served(folder, database, **WITHOUT_LIMITS)
    try:
        yield served
    finally:
        served.stop()


# Requests


async def send_requests(served: Served, seed: int, count: int) -> Watch:
    """So many requests over a few lines."""
    watch, ids = Watch(served), await asyncio.to_thread(tables_at, served)
    requests = odd_requests(ids, COOKIE, TOKEN, seed)
    odd = odd_bytes(ids, COOKIE, TOKEN, seed)
    for number in (int(WARM_UP * count), count):
        await asyncio.gather(*(send_over_line(served, watch, requests, odd, number // LINES) for _ in range(LINES)))
        if not watch.at_first:
            watch.warm()
    return watch


async def send_over_line(
    served: Served, watch: Watch, requests: Iterator[Any], odd: Iterator[tuple[bytes, bool]], count: int
) -> None:
    client, chance = RawClient(served.port), random.Random(count)
    done = 0
    while done < count:
        batch = list(islice(requests, AT_ONCE))
        answers = await client.send_all(list(map(bytes, batch)))
        for request, answer in zip(batch, answers, strict=True):
            watch.take(answer.status, request)
        assert not all(answer == NOTHING for answer in answers), batch
        done += AT_ONCE
        if chance.random() < ODD_LINES:
            data, ends = next(odd)
            watch.take(await client.send_odd(data, ends), data)
            done += 1
    client.close()


@pytest.mark.parametrize("piece", range(PIECES))
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_odd_requests(
    tmp_path: Path, kind: str, piece: int, request: pytest.FixtureRequest, record_property: Count
) -> None:
    database = request.getfixturevalue("cluster").address if kind == "postgresql" else f"sqlite:///{tmp_path}/mezani.db"
    with serving(tmp_path, database) as served:
        watch = asyncio.run(send_requests(served, 2 * piece + (kind == "sqlite"), REQUESTS // (2 * PIECES)))
        watch.check()
    record_property("requests", watch.statuses.total())


# Messages


def odd_messages(seed: int) -> Iterator[str | bytes]:
    """What a screen sends, and what it would never send."""
    chance = random.Random(seed)
    deeds = ["play", "undo", "withdraw", "ask", "say", "return", "hint", "seen", "look", "missed", "hide", "reveal"]
    fields = ["do", "seat", "after", "action", "always", "text", "look", "missed", "summary", "sure", "key"]
    while True:
        form: dict[str, Any] = {"do": chance.choice([*deeds, "summary", chance.choice(ODD)]), "seat": "0", "after": "0"}
        form["do"] = form["do"] if form["do"] != "hint" or chance.random() < 0.01 else "look"
        for _ in range(chance.randrange(3)):
            odd: list[Any] = [chance.choice(ODD), 1, 1e300, None, [], {}, True, 10**400]
            form[chance.choice(fields)] = chance.choice(odd)
        text = json.dumps(form)
        way = chance.randrange(20)
        if way == 0:
            yield text[: chance.randrange(len(text))]
        elif way == 1:
            yield chance.randbytes(chance.randrange(200))
        elif way == 2:
            yield chance.choice(ODD)
        elif way == 3 and chance.random() < 0.02:
            yield "x" * chance.choice([60_000, 70_000, 300_000])
        elif way == 4:
            yield "[" * chance.choice([1, 100, 5000])
        else:
            yield text


async def send_messages(served: Served, seed: int, count: int) -> Watch:
    watch, ids = Watch(served), await asyncio.to_thread(tables_at, served)
    messages = odd_messages(seed)
    for number in (int(WARM_UP * count), count):
        await asyncio.gather(*(send_over_socket(served, watch, id, messages, number // len(ids)) for id in ids))
        if not watch.at_first:
            watch.warm()
    return watch


async def send_over_socket(served: Served, watch: Watch, id: str, messages: Iterator[str | bytes], count: int) -> None:
    """Send messages to a table; the line is made anew when the server has closed it."""
    chance, sent = random.Random(id), 0
    while sent < count:
        asked = chance.choice(
            ["", f"seat={chance.randrange(3)}", "seat=" + "9" * 5000, "after=-1", "after=" + "9" * 5000]
        )
        address = f"ws://127.0.0.1:{served.port}/table/{id}/live?{asked}"
        async with connect(address, additional_headers={"Cookie": COOKIE}, compression=None, max_size=None) as line:
            reading = asyncio.create_task(read_all(line, watch))
            with suppress(WebSocketException):
                for message in islice(messages, min(500, count - sent)):
                    await line.send(message)
                    sent += 1
                    watch.sent += 1
                await line.ping()
            await line.close()
            await reading


async def read_all(line: ClientConnection, watch: Watch) -> None:
    with suppress(WebSocketException):
        async for _ in line:
            pass
    watch.take(500 if line.close_code == 1011 else line.close_code or 0, "a socket")


@pytest.mark.parametrize("piece", range(PIECES))
def test_odd_messages(tmp_path: Path, piece: int, record_property: Count) -> None:
    with serving(tmp_path) as served:
        watch = asyncio.run(send_messages(served, piece, MESSAGES // PIECES))
        watch.check()
    record_property("messages", watch.sent)


# The API


@pytest.mark.parametrize("piece", range(PIECES))
def test_the_api_answers_as_it_is_described(tmp_path: Path, piece: int, record_property: Count) -> None:
    with serving(tmp_path) as served:
        watch, ids = Watch(served), tables_at(served)
        cases = check_described(served.address, ids, TOKEN, int(WARM_UP * CASES / PIECES), PIECES + piece)
        watch.warm()
        cases += check_described(served.address, ids, TOKEN, CASES // PIECES, piece)
        watch.check()
    record_property("cases", cases)
