"""Live connections: each screen gets the fragments that have changed, and sends its forms over the same line."""

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.params import FromPath
from markupsafe import Markup

from mezani.tables.hall import Hall
from mezani.tables.refusals import Refusal, UnknownTable
from mezani.tables.table import Kind, Table
from mezani.web.answers import notice, number, text
from mezani.web.at_table import asks_first, do, seat_shown
from mezani.web.guard import is_from_here
from mezani.web.screen import Screen
from mezani.web.telling import Line, new_lines
from mezani.web.viewer import Viewer, viewer_of

NO_TABLE = 4404
FOREIGN = 4403
LIVE = ("play", "undo", "withdraw", "say", "return", "hint")


class Connection:
    """One screen that shows a table."""

    def __init__(self, socket: WebSocket[Any, Any, Any], hall: Hall, table: Table, viewer: Viewer) -> None:
        self.socket, self.hall, self.table, self.viewer = socket, hall, table, viewer
        self.asked = socket.query_params.get("seat")
        self.seat = seat_shown(table, viewer, self.asked)
        self.number = 0  # the last entry of the log that the screen shows
        self.turn = table.turn
        self.hinted: int | None = None
        self.chosen: int | None = None
        self.looks_at = socket.query_params.get("look", "")
        self.notice: Refusal | None = None
        self._known: dict[str, Any] = {}  # what the regions on the screen were made of
        self._changed = asyncio.Event()

    def wake(self) -> None:
        self._changed.set()

    def begin(self, shown: int) -> None:
        """Take the screen as it is if it shows the last entry, so that nothing is sent twice."""
        self.number = min(shown, self.table.last_number)
        if self.number == self.table.last_number:
            self._known = self.screen().made_of() | {"people": None}
        self.wake()

    def screen(self) -> Screen:
        """What is to be seen now; the seat may meanwhile have gone to another device."""
        table = self.table
        self.seat = seat_shown(table, self.viewer, self.asked)
        if table.turn != self.turn:
            self.turn, self.hinted, self.chosen = table.turn, None, None
        own = table.seats_of(self.viewer.player)
        presence = self.hall.presence(table.id)
        base = str(self.socket.base_url).rstrip("/").replace("ws", "http", 1)
        return Screen(
            table, self.seat, own, self.viewer.lang, presence, base, self.hinted, self.chosen, looks_at=self.looks_at
        )

    async def push(self) -> None:
        """Send what has changed, again and again."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            await self.socket.send_text(self.fragments())

    def fragments(self) -> str:
        """The regions that have changed, the new lines of the log, and what the title says."""
        screen, parts = self.screen(), []
        parts.append(self._head(screen))
        parts += screen.regions(self._known).values()
        parts.append(self._log(screen))
        if self.notice:
            parts.append(
                Markup('<div id="notice" aria-live="assertive">{}</div>').format(
                    Markup(notice(self.notice, self.viewer.lang))
                )
            )
            self.notice = None
        return "".join(parts)

    def _head(self, screen: Screen) -> Markup:
        return Markup('<meta name="turn" data-after="{}" data-title="{}" data-yours="{:d}" data-pause="{:d}">').format(
            self.table.last_number, screen.title(), screen.is_your_turn, self._ends_a_line()
        )

    def _ends_a_line(self) -> bool:
        """Whether a trick or a turn has ended by what is shown now."""
        words = self.table.game.words
        for entry in self.table.log[len(self.table.log) - (self.table.last_number - self.number) :]:
            step = self.table.step(entry.number) if entry.kind == Kind.PLAY else None
            if step and words.place(step.before) != words.place(step.after):
                return True
        return False

    def _log(self, screen: Screen) -> Markup:
        if self.number == self.table.last_number:
            return Markup("")
        lines: list[Line] | None = new_lines(self.table, self.number, screen.eyes, self.viewer.lang)
        fresh = lines is None
        html = Markup().join(screen.lines() if lines is None else lines)
        self.number = self.table.last_number
        return Markup('<ol data-into="log"{}>{}</ol>').format(Markup(' data-fresh="1"') if fresh else "", html)

    async def hear(self) -> None:
        """Do what the screen asks for, until it is gone."""
        while True:
            text = await self.socket.receive_text()
            try:
                await self.do(_read(text))
            except Refusal as refusal:
                self.notice = refusal
            except HTTPException:
                continue
            self.wake()

    async def do(self, form: dict[str, str]) -> None:
        """What a form asks for."""
        what = form.get("do", "")
        if what == "hint":
            self.hinted = await self.hall.hint(self.table.id, self.viewer.player or "", number(form, "seat"))
        elif what == "play" and asks_first(self.table, self.viewer, form):
            self.chosen = number(form, "action")
        elif what == "look":
            self.looks_at = text(form, "look")
        elif what in LIVE:
            self.looks_at = self.looks_at if what == "say" else ""
            await do(self.hall, self.table, self.viewer, what, form)


def _read(text: str) -> dict[str, str]:
    try:
        return msgspec.json.decode(text, type=dict[str, str])
    except msgspec.DecodeError:
        return {}


@websocket("/table/{id:str}/live")
async def live(socket: WebSocket[Any, Any, Any], id: FromPath[str]) -> None:
    """The live connection of a table page."""
    await socket.accept()
    if not is_from_here(socket):
        return await socket.close(FOREIGN)
    hall: Hall = socket.app.state.hall
    try:
        table = await hall.table(id)
    except UnknownTable:
        return await socket.close(NO_TABLE)
    connection = Connection(socket, hall, table, viewer_of(socket))
    shown = socket.query_params.get("after", "")
    connection.begin(int(shown) if shown.isascii() and shown.isdigit() and len(shown) < 10 else 0)
    hall.watch(id, connection)
    pushing = asyncio.create_task(connection.push())
    try:
        await connection.hear()
    except WebSocketDisconnect:
        pass
    finally:
        hall.unwatch(id, connection)
        pushing.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await pushing


HANDLERS = [live]
