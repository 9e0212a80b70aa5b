"""People at tables over the three ways in: forms, the API and live connections. What they do is put into a ledger."""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.trials.deeds import Deed, Ledger
from tests.trials.screens import Page

PATIENCE = 30.0  # seconds: the machine may be busy
PREFERENCES = "mezani-wishes=pause=0&summary=never"
DONE, REFUSED, FORBIDDEN, UNAVAILABLE = 200, 409, 422, 503
SILENT = "The store does not answer just now. Nothing is lost; please try again in a moment."
EXPECTED = (200, 201, 303, REFUSED, FORBIDDEN, UNAVAILABLE)
NO_ANSWER = (httpx.TransportError, WebSocketException, OSError, TimeoutError)

T = TypeVar("T")


class NoAnswer(Exception):
    """The server said nothing: nobody knows whether the deed was done."""


@dataclass
class House:
    """What everybody shares: where the server is, whether it runs, and what was done."""

    address: str
    chance: random.Random
    ledger: Ledger = field(default_factory=Ledger)
    is_open: asyncio.Event = field(default_factory=asyncio.Event)
    people: "list[Person]" = field(default_factory=list)  # who are at a table now
    said: int = 0
    at_work: int = 0  # people who have asked for something
    is_troubled: bool = False  # by a fault
    told: Counter[str] = field(default_factory=Counter)  # the sentences that people read meanwhile
    client: httpx.AsyncClient = field(init=False)

    def __post_init__(self) -> None:
        self.connect()

    def connect(self) -> None:
        """A client without lines to a server that is gone."""
        self.client = httpx.AsyncClient(base_url=self.address, timeout=PATIENCE, verify=False)

    async def ask(self, method: str, path: str, **details: Any) -> httpx.Response:
        """An answer of the server; NoAnswer also if it says that it can't give one now."""
        try:
            answer = await self.client.request(method, path, **details)
        except NO_ANSWER as problem:
            raise NoAnswer from problem
        assert answer.status_code in EXPECTED, f"{answer.status_code} {answer.text[:2000]}"
        if answer.status_code == UNAVAILABLE:
            self.told[sentence_of(answer)] += 1
            raise NoAnswer
        return answer

    async def persist(self, what: Callable[[], Awaitable[T]]) -> T:
        """Try something while the house is open, until there is an answer."""
        while True:
            await self.is_open.wait()
            self.at_work += 1
            try:
                return await what()
            except NoAnswer:
                await asyncio.sleep(0.2 if self.is_troubled else 0.01)
            finally:
                self.at_work -= 1

    async def rest(self) -> None:
        """Close, and wait until nobody waits for an answer."""
        self.is_open.clear()
        while self.at_work:
            await asyncio.sleep(0.01)

    def unique(self, word: str) -> str:
        """A text that is said once in a trial."""
        self.said += 1
        return f"{word} {self.said}"


def sentence_of(answer: httpx.Response) -> str:
    """What somebody reads whose request could not be done."""
    if "json" in answer.headers["content-type"]:
        return str(answer.json()["sentence"])
    said = re.search(r'role="alert"[^>]*>(.+?)</', answer.text, re.DOTALL)
    assert said, answer.text
    return " ".join(said[1].split())


class Person:
    """Somebody at a table who plays by forms."""

    def __init__(self, house: House, table: str, name: str, secret: str) -> None:
        self.house, self.table, self.name, self.secret = house, table, name, secret
        self.headers = {"cookie": f"mezani={secret}; {PREFERENCES}"}
        self.open_deed: Deed | None = None  # sent, and not answered
        self.is_seated = self.is_done = False

    async def live(self) -> None:
        """Do something again and again, until the game is over."""
        while not self.is_done:
            await self.house.persist(self.act)
            await asyncio.sleep(0.01)

    async def act(self) -> None:
        """What has no answer yet; else a look, and a move if there is one; now and then a word."""
        await self.settle()
        page = await self.look()
        if page.is_over():
            self.is_done = True
        elif (moves := page.moves()) and not page.has_decided():
            form = page.form()
            chosen, is_early = int(self.house.chance.choice(moves)), not page.is_my_turn()
            await self.do(Deed("play", self.table, int(form["seat"]), chosen, int(form["after"]), is_early=is_early))
            if self.house.chance.random() < 0.15:
                await self.do(Deed("say", self.table, int(form["seat"]), text=self.house.unique("word")))

    async def look(self) -> Page:
        return Page((await self.ask("GET", f"/table/{self.table}")).text)

    async def sit(self) -> None:
        """Take a chair; it is the same deed until there is an answer."""
        if not self.is_seated:
            self.is_seated = True
            self.open_deed = self.house.ledger.note(Deed("sit", self.table, text=self.name))
        await self.settle()

    async def do(self, deed: Deed) -> None:
        """Do something; it is open until there is an answer."""
        self.open_deed = self.house.ledger.note(deed)
        await self.settle()

    async def settle(self) -> None:
        """Send the open deed, again if it was sent before."""
        if self.open_deed:
            self.open_deed.sent += 1
            answer = await self.send(self.open_deed)
            assert answer != FORBIDDEN or self.open_deed.is_early, self.open_deed  # what was meant may be gone by then
            self.open_deed.answer = answer
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
        return await self.house.ask(method, path, headers=self.headers, **details)

    async def leave(self) -> None:
        """Go home."""


class Program(Person):
    """Somebody who plays by the API; now and then it takes a move back."""

    def __init__(self, house: House, table: str, name: str, secret: str) -> None:
        super().__init__(house, table, name, secret)
        self.headers = {"authorization": f"Bearer {secret}"}

    async def act(self) -> None:
        await self.settle()
        answer = await self.ask("GET", f"/api/tables/{self.table}")
        shown = answer.json()
        if shown["over"]:
            self.is_done = True
        elif shown["moves"] and not shown["committed"]:
            chosen = self.house.chance.choice(shown["moves"])["action"]
            is_early = shown["to_move"] != shown["seat"]
            await self.do(Deed("play", self.table, shown["seat"], chosen, shown["turn"], is_early=is_early))
            if self.house.chance.random() < 0.05:
                await self.do(Deed("undo", self.table, shown["seat"], turn=shown["turn"] + 1))

    async def send(self, deed: Deed) -> int:
        path = f"/api/tables/{self.table}"
        key = {"key": deed.key}
        if deed.what == "sit":
            answer = await self.ask("POST", f"{path}/seats", json={"name": deed.text, **key})
        elif deed.what == "undo":
            answer = await self.ask("POST", f"{path}/undo", params={"after": deed.turn, **key})
        else:
            move = {"action": deed.action, "after": deed.turn, **key}
            answer = await self.ask("POST", f"{path}/moves", json=move)
        return answer.status_code


class Watcher(Person):
    """Somebody who plays over a live connection: there the server answers each deed by its key."""

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

    async def fresh(self) -> Page:
        """What a page shows that is loaded now."""
        return await super().look()

    async def leave(self) -> None:
        if self.reading:
            self.reading.cancel()
        if self.line:
            await self.line.close()

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
                while deed.key not in self.page.answers:
                    self.changed.clear()
                    if self.line is None:
                        raise NoAnswer
                    await self.changed.wait()
        except NO_ANSWER as problem:
            raise NoAnswer from problem
        return self._answer(deed)

    def _answer(self, deed: Deed) -> int:
        """What the server has said of a deed; what is done is on the screen."""
        if not self.page.answers.pop(deed.key):
            if SILENT not in self.page.refusal:
                return REFUSED
            self.house.told[SILENT] += 1
            raise NoAnswer
        if deed.what == "say":
            assert any(f"{deed.text}<" in line for line in self.page.lines()), deed
        elif not deed.is_early:
            assert self.page.form().get("after") != str(deed.turn), deed
        return DONE
