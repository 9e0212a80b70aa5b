"""People at tables over the three ways in: forms, the API and live connections. What they do is put into a ledger."""

import asyncio
import json
import random
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.trials.deeds import Deed, Ledger
from tests.trials.screens import Page

PATIENCE = 30.0  # seconds: the machine may be busy
PREFERENCES = "mezani-wishes=pause=0&summary=never"
NO_ANSWER = (httpx.TransportError, WebSocketException, OSError, TimeoutError)


class NoAnswer(Exception):
    """The server said nothing: nobody knows whether the deed was done."""


@dataclass
class House:
    """What everybody shares: where the server is, whether it runs, and what was done."""

    address: str
    chance: random.Random
    ledger: Ledger = field(default_factory=Ledger)
    is_open: asyncio.Event = field(default_factory=asyncio.Event)
    said: int = 0
    client: httpx.AsyncClient = field(init=False)

    def __post_init__(self) -> None:
        self.connect()

    def connect(self) -> None:
        """A client without lines to a server that is gone."""
        self.client = httpx.AsyncClient(base_url=self.address, timeout=PATIENCE, verify=False)

    def unique(self, word: str) -> str:
        """A text that is said once in a trial."""
        self.said += 1
        return f"{word} {self.said}"


class Person:
    """Somebody at a table who plays by forms."""

    def __init__(self, house: House, table: str, name: str, secret: str) -> None:
        self.house, self.table, self.name, self.secret = house, table, name, secret
        self.headers = {"cookie": f"mezani={secret}; {PREFERENCES}"}
        self.open_deed: Deed | None = None  # sent, and not answered
        self.is_done = False
        self.is_resting = asyncio.Event()

    async def live(self) -> None:
        """Do something again and again, while the house is open, until the game is over."""
        while not self.is_done:
            if not self.house.is_open.is_set():
                self.is_resting.set()
                await self.house.is_open.wait()
                self.is_resting.clear()
            with suppress(NoAnswer):
                await self.act()
            await asyncio.sleep(0.01 if self.house.is_open.is_set() else 0)
        self.is_resting.set()

    async def act(self) -> None:
        """A look, and a move if there is one; now and then a word."""
        page = await self.look()
        if page.is_over():
            self.is_done = True
        elif moves := page.moves():
            form = page.form()
            chosen = int(self.house.chance.choice(moves))
            await self.do(Deed("play", self.table, int(form["seat"]), chosen, int(form["after"])))
            if self.house.chance.random() < 0.15:
                await self.do(Deed("say", self.table, int(form["seat"]), text=self.house.unique("word")))

    async def look(self) -> Page:
        answer = await self.ask("GET", f"/table/{self.table}")
        assert answer.status_code == 200, answer.text[:2000]
        return Page(answer.text)

    async def sit(self) -> None:
        """Take a chair."""
        await self.do(Deed("sit", self.table, text=self.name))

    async def do(self, deed: Deed) -> None:
        """Do something; it is open until there is an answer."""
        self.open_deed = self.house.ledger.note(deed)
        await self.settle()

    async def settle(self) -> None:
        """Send the open deed, again if it was sent before."""
        if self.open_deed:
            self.open_deed.sent += 1
            self.open_deed.answer = await self.send(self.open_deed)
            self.open_deed = None

    async def send(self, deed: Deed) -> int:
        """The status with which a deed is answered."""
        form: dict[str, Any] = {"key": deed.key}
        if deed.what == "sit":
            form["name"] = deed.text
        elif deed.what == "say":
            form |= {"seat": deed.seat, "text": deed.text}
        else:
            form |= {"seat": deed.seat, "action": deed.action, "after": deed.turn}
        return (await self.ask("POST", f"/table/{self.table}/{deed.what}", data=form)).status_code

    async def ask(self, method: str, path: str, **details: Any) -> httpx.Response:
        try:
            return await self.house.client.request(method, path, headers=self.headers, **details)
        except NO_ANSWER as problem:
            raise NoAnswer from problem

    async def come_back(self) -> None:
        """The server runs again."""


class Program(Person):
    """Somebody who plays by the API; now and then it takes a move back."""

    def __init__(self, house: House, table: str, name: str, secret: str) -> None:
        super().__init__(house, table, name, secret)
        self.headers = {"authorization": f"Bearer {secret}"}

    async def act(self) -> None:
        answer = await self.ask("GET", f"/api/tables/{self.table}")
        assert answer.status_code == 200, answer.text
        shown = answer.json()
        if shown["over"]:
            self.is_done = True
        elif shown["moves"]:
            chosen = self.house.chance.choice(shown["moves"])["action"]
            await self.do(Deed("play", self.table, shown["seat"], chosen, shown["turn"]))
            if self.house.chance.random() < 0.05:
                await self.do(Deed("undo", self.table, shown["seat"], turn=shown["turn"] + 1))

    async def send(self, deed: Deed) -> int:
        path = f"/api/tables/{self.table}"
        if deed.what == "sit":
            answer = await self.ask("POST", f"{path}/seats", json={"name": deed.text, "key": deed.key})
        elif deed.what == "undo":
            answer = await self.ask("POST", f"{path}/undo", params={"after": deed.turn, "key": deed.key})
        else:
            move = {"action": deed.action, "after": deed.turn, "key": deed.key}
            answer = await self.ask("POST", f"{path}/moves", json=move)
        return answer.status_code


class Watcher(Person):
    """Somebody who plays over a live connection: what they see there acknowledges what they did."""

    page: Page
    line: ClientConnection | None = None
    reading: "asyncio.Task[None] | None" = None

    async def act(self) -> None:
        if self.line is None:
            await self.come_back()
        await super().act()

    async def look(self) -> Page:
        return self.page

    async def come_back(self) -> None:
        """Connect anew, from what the screen shows on, as the script of the page does."""
        if self.reading:
            self.reading.cancel()
        if not hasattr(self, "page"):
            self.page = await super().look()
        address = self.house.address.replace("http", "ws") + self.page.address()
        try:
            headers = {"Cookie": self.headers["cookie"]}
            self.line = await connect(address, additional_headers=headers, compression=None, open_timeout=PATIENCE)
        except NO_ANSWER as problem:
            raise NoAnswer from problem
        self.changed = asyncio.Event()
        self.reading = asyncio.create_task(self._read(self.line))

    async def _read(self, line: ClientConnection) -> None:
        try:
            async for html in line:
                self.page.take(str(html))
                self.changed.set()
        except WebSocketException:
            pass
        self.line = None
        self.changed.set()

    async def send(self, deed: Deed) -> int:
        if deed.what == "sit":
            return await super().send(deed)
        if self.line is None:
            await self.come_back()
        assert self.line
        form = {"do": deed.what, "seat": deed.seat, "key": deed.key}
        form |= {"text": deed.text} if deed.what == "say" else {"action": deed.action, "after": deed.turn}
        try:
            await self.line.send(json.dumps({name: str(value) for name, value in form.items()}))
            async with asyncio.timeout(PATIENCE):
                while not self._shows(deed):
                    self.changed.clear()
                    if self.line is None:
                        raise NoAnswer
                    await self.changed.wait()
        except NO_ANSWER as problem:
            raise NoAnswer from problem
        return 200

    def _shows(self, deed: Deed) -> bool:
        """Whether the screen shows what came of a deed: the line that was said, or that the question is answered."""
        if deed.what == "say":
            return any(f"{deed.text}<" in line for line in self.page.lines())
        if self.page.is_over():
            return True
        return str(deed.action) not in self.page.moves() or self.page.form().get("after") != str(deed.turn)
