"""Live connections: each screen gets the fragments that have changed, and sends its forms over the same line."""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.params import FromPath
from markupsafe import Markup, escape

from mezani.game import Place
from mezani.tables.away import moves_seen
from mezani.tables.comments import Comment
from mezani.tables.deeds import check_watching
from mezani.tables.hall import Hall
from mezani.tables.keys import is_key
from mezani.tables.lists import NextTable
from mezani.tables.metrics import ON_SCREENS
from mezani.tables.refusals import GameMissing, NotWatched, Refusal, StoreSilent, TooMuch, UnknownTable
from mezani.tables.table import Table
from mezani.web.addresses import base_of
from mezani.web.chat import Hearing, hearing_of, muted_at, writing_of
from mezani.web.clocks import let_clocks_run
from mezani.web.coaching import advice_for, shows_ideas
from mezani.web.forms import number, text, whole_number
from mezani.web.house_strip import house_strip
from mezani.web.inbox import Inbox
from mezani.web.log_lines import chapter_title, comment_line, ends_a_line, listed, log_html, whole_log_html
from mezani.web.marks import marks_of
from mezani.web.missed import at_step, missed_of
from mezani.web.moment import moment_of
from mezani.web.perspective import Perspective
from mezani.web.pieces import Fragment, changed_fragments
from mezani.web.preferences import PACES
from mezani.web.requests import allow_message
from mezani.web.responses import notice
from mezani.web.screen import PAUSES, UNKNOWN, Screen
from mezani.web.security import has_odd_host, is_from_here
from mezani.web.summary import Ended, Sheet, ended_since, ending_of, summary_of
from mezani.web.table_actions import do, needs_confirmation
from mezani.web.table_page import next_table_of, own_seat, step_asked
from mezani.web.turns import Turns
from mezani.web.viewer import Viewer, viewer_of

NO_TABLE = 4404
LATER = 1013  # try again later: the store is silent
FOREIGN = 4403
REMOVED = 4401  # the device was removed by whom it belonged to
PRESENT = ("people", "absent", "missed", "missed_strip", "coach")  # what may change though nothing is in the log
NOTHING: Mapping[str, Fragment] = {}
OFTEN = 5.0  # seconds between looks at other tables
ANSWERS_KEPT = 16  # of deeds, until the screen is drawn next
LIVE = ("play", "undo", "withdraw", "ask", "coach", "say", "comment", "return", "replace", "hint", "seen", *PAUSES)


class Connection:
    """One screen that shows a table."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], hall: Hall, turns: Turns, table: Table, viewer: Viewer
    ) -> None:
        self.socket, self.hall, self.turns, self.table, self.viewer = socket, hall, turns, table, viewer
        self.moment = moment_of(table)
        self.asked = socket.query_params.get("seat")
        self.seat = own_seat(table, viewer, self.asked)
        self.number = 0  # the last entry of the log that the screen shows
        self.covered: frozenset[int] = frozenset()  # the entries that it shows with their cards face down
        self.turn = table.turn
        self.hinted: int | None = None
        self.chosen: int | None = None
        self.looks_at = socket.query_params.get("look", "")
        self.summary_number = whole_number(socket.query_params.get("summary"))  # the chapter whose summary is open
        self.notice: Refusal | None = None
        self.answers: deque[tuple[str, bool]] = deque(maxlen=ANSWERS_KEPT)  # deeds by key, and whether they are done
        self.comments: tuple[Comment, ...] = ()  # of those who watch, as far as the viewer hears them
        self.muted: frozenset[str] | None = None  # people whom the viewer does not want to hear; None: not known yet
        self.hearing = Hearing()  # what the screen shows of all that is said
        self.is_named = False  # whether a name is known by which the viewer may comment
        self.seen: int | None = None  # the moves that the viewer had seen, if they were away
        self.step = step_asked(socket)  # through which of the others they go
        self._hidden_at: int | None = None  # the last entry that was shown before others came in front
        if socket.query_params.get("hidden") == "1":  # it comes back behind them
            self._hidden_at = whole_number(socket.query_params.get("after")) or 0
        self.shows_ideas = False  # without being asked
        self.next_table: NextTable | None = UNKNOWN  # that waits for the viewer
        self._looked_further = 0.0  # when that was last asked for
        self.base = base_of(socket)
        self._known: Mapping[str, Fragment] = {}  # what the screen is made of
        self._perspective: Perspective | None = None  # and for whom
        self._sheet: Sheet | None = None
        self._sheet_key: tuple[object, ...] = ()
        self._title = ""  # what was last said about the whole screen
        self._strip = ""  # and what the host says to all
        self._measured = table.pressed_at
        self._turn = asyncio.Event()
        self.inbox = Inbox(socket, hall.flags, table.id)

    @property
    def seats(self) -> list[int]:
        """The seats of whoever looks."""
        return self.table.seats_of(self.viewer.player)

    @property
    def pace(self) -> float:
        """How long bots shall seem to think."""
        return PACES[self.viewer.preferences.pace]

    def wake(self) -> None:
        self.turns.wait(self, self.seat is not None)

    def draw(self) -> None:
        """It is this screen's turn to be drawn."""
        self._turn.set()

    @property
    def catches_up(self) -> bool:
        return self.seen is not None

    @property
    def is_hidden(self) -> bool:
        return self._hidden_at is not None

    @property
    def hears_comments(self) -> bool:
        return self.hall.comments.are_heard_by(self.table, self.viewer.player)

    async def look_for_comments(self) -> None:
        """Learn what those say who watch, as soon as the viewer may hear it."""
        with contextlib.suppress(StoreSilent):
            self.comments = await self.hall.comments.heard_by(self.table, self.viewer.player)
            if self.muted is None:
                mutes = self.socket.app.state.house.mutes
                self.muted = await muted_at(mutes, self.table, self.viewer.player, self.comments)

    async def look_for_name(self) -> None:
        """Find out whether whoever watches has a name."""
        if self.viewer.player and not self.seats:
            self.is_named = bool(await self.hall.store.people.name_of(self.viewer.player))

    def hear_now(self) -> Hearing:
        """What the viewer hears of all that is said."""
        return hearing_of(self.hall.comments, self.table, self.viewer.player, self.comments, self.muted or ())

    async def look_back(self, shown: int) -> None:
        """Find out whether the viewer was away from the table, and from which of its entries on."""
        own = self.table.seats_of(self.viewer.player)
        self.shows_ideas = await shows_ideas(self.hall, self.table, self.viewer)
        if len(own) == 1:
            self.seen = await self.hall.moves_seen(self.table, own[0], self.table.number_known(own[0], shown))

    async def note_shown(self) -> None:
        """Note what the screen has shown, if somebody could see it."""
        if self.seat is not None and self.seen is None and self._hidden_at is None:
            await self.hall.has_shown(self.table, self.seat, self.number)

    async def hide(self) -> None:
        """The page is behind others."""
        await self.note_shown()
        self._hidden_at = self.number
        self.hall.screens.is_seen(self.table.id)

    def reveal(self) -> None:
        """The page is looked at again."""
        shown, self._hidden_at = self._hidden_at, None
        self.hall.screens.is_seen(self.table.id)
        if self.seen is None and self.seat is not None and len(self.table.seats_of(self.viewer.player)) == 1:
            self.seen = moves_seen(self.table, self.seat, shown, time.time())

    def begin(self, shown: int) -> None:
        """Take the screen as it is if it shows the last entry, so that nothing is sent twice."""
        self.hearing = self.hear_now().before(self.table, self.socket.query_params.get("heard"))
        self.number = self.table.number_known(self.seat, shown)
        self.covered = self.table.covered_after(self.number)
        if self.number == self.table.last_number:
            screen = self.screen()
            self._known = {**self._fragments(screen), **dict.fromkeys(PRESENT, "")}
            self._perspective = screen.perspective
        self.wake()

    def screen(self) -> Screen:
        """What is to be seen now; the seat may meanwhile have gone to another device."""
        table = self.table
        self.seat = own_seat(table, self.viewer, self.asked)
        if table.turn != self.turn:
            self.turn, self.hinted, self.chosen = table.turn, None, None
        presence = self.hall.presence(table.id)
        screen = Screen(
            table,
            self.seat,
            self.seats,
            self.viewer.lang,
            presence,
            self.base,
            self.hinted,
            self.chosen,
            level="" if table.begun else self.viewer.preferences.level,
            looks_at=self.looks_at,
            missed=None if self.seat is None else missed_of(table, self.seat, self.seen, self.step, self.viewer.lang),
            summary_number=self.summary_number,
            next_table=self.next_table,
            advice=advice_for(self.hall, table, self.seat, self.viewer, self.shows_ideas),
            unheard=self.hear_now().unheard,
            writing=writing_of(self.hall.comments, table, self.viewer.player, self.seat, self.seats, self.is_named),
            marks=marks_of(self.hall, table, self.viewer.player),
        )
        screen.sheet = self._sheet_of(screen)
        if self._perspective and self._perspective.is_of(screen.viewing_seat, screen.called):
            screen.perspective = self._perspective
        let_clocks_run(screen.clocks, screen.perspective)
        return screen

    def _fragments(self, screen: Screen) -> Mapping[str, Fragment]:
        """What a screen is made of: drawn once for all spectators, and for players what all see."""
        past = at_step(screen)
        if past is not screen:
            return past.fragments()
        common = self.moment.kept(("common", screen.lang.code), screen.common)
        if self.seat is not None:
            return screen.fragments(common)
        return self.moment.kept(screen.looks_alike(), lambda: screen.fragments(common))

    def _changes(self, screen: Screen, fragments: Mapping[str, Fragment]) -> str:
        """The HTML of what has changed, made once for all spectators that showed the same before."""
        known = self._known if screen.perspective.is_like(self._perspective) else NOTHING
        if self.seat is not None:
            return screen.perspective.filled("".join(changed_fragments(fragments, known)))
        key = (id(known), id(fragments), screen.perspective.seat)  # both live as long as they are kept here
        return self.moment.kept(
            key, lambda: (screen.perspective.filled("".join(changed_fragments(fragments, known))), known, fragments)
        )[0]

    def _sheet_of(self, screen: Screen) -> Sheet | None:
        """The summary that lies on the cloth; it is worked out once, and is gone when its last move is taken back."""
        taken_back = self.table.turn - len(self.table.actions)
        line = self.moment.once(place_now).line
        key = (screen.summary_number, screen.viewing_seat, *screen.called, taken_back, line)
        if key != self._sheet_key:
            self._sheet_key, self._sheet = key, screen.read_summary(self.viewer.preferences.summary)
        return self._sheet

    async def push(self) -> None:
        """Send what has changed, again and again."""
        while True:
            await self._turn.wait()
            self._turn.clear()
            if self.table.is_gone:
                return await self.socket.close(NO_TABLE)
            if not self.viewer.is_known_to(self.hall.key_ring):
                return await self.socket.close(REMOVED)
            try:
                check_watching(self.table, self.viewer.player)
            except NotWatched:  # the game has begun, and who has no seat may not watch
                return await self.socket.close(NO_TABLE)
            await self.look_for_comments()
            for sent in (self.last_moment(), self.update()):
                if sent:
                    await self.socket.send_text(sent)
                    self._measure()

    def _measure(self) -> None:
        """Measure how long a move took from the press of its button to this screen."""
        if self.table.pressed_at > self._measured:
            self._measured = self.table.pressed_at
            ON_SCREENS.observe(time.monotonic() - self._measured)

    def last_moment(self) -> str:
        """The board at the end of a hand or a round, its last trick complete: it lies there for the usual pause."""
        ended = self.moment.once(ended_since, self.number)
        if ended is None or self.catches_up:
            return ""
        self._open_summary(ended)
        moment = ending_of(self.table, ended.step)
        if moment is None:
            return ""
        lang, game = self.viewer.lang, self.table.game
        chapter = chapter_title(game, game.place(ended.step.before), lang)
        announcement = lang.gettext("{chapter} is over.").format(chapter=chapter)
        screen = Screen(moment, self.seat, [], lang, is_past=True, announcement=announcement)
        let_clocks_run(self.screen().clocks, screen.perspective)
        if not screen.perspective.is_like(self._perspective):
            return ""
        fragments = screen.board_fragments()
        changed = "".join(changed_fragments(fragments, self._known))
        self._known = {**self._known, **fragments}
        return f'<meta name="moment">{screen.perspective.filled(changed)}'

    def _open_summary(self, ended: Ended) -> None:
        """Lay the summary of a chapter on the cloth, if its reader wishes it; after the last one comes the result."""
        if self.viewer.preferences.summary == "never" or ended.step.after.is_over:
            self.summary_number = None
            return
        screen = self.screen()
        reader = screen.viewing_seat if screen.curtain is None else screen.curtain
        summary = summary_of(self.table, ended.number, reader, self.viewer.lang)
        if summary and summary.rises:
            self.summary_number = ended.number

    def update(self) -> str:
        """What has changed on the screen, the new lines of the log, and what the title says; nothing if nothing has.

        Not even by an empty message does anybody learn that somebody has decided in advance.
        """
        screen = self.screen()
        fragments = self._fragments(screen)
        head = self._head(screen)
        sent = [self._changes(screen, fragments), self._log(screen), self._new_strip()]
        self._known, self._perspective = fragments, screen.perspective
        while self.answers:
            sent.append('<meta name="answer" data-key="{}" data-done="{:d}">'.format(*self.answers.popleft()))
        if self.notice:
            sent.append(Markup('<div id="reason">{}</div>').format(Markup(notice(self.notice, self.viewer.lang))))
            self.notice = None
        said = head.replace('data-pause="1"', 'data-pause="0"')  # of what was sent before
        if said == self._title and not any(sent):
            return ""
        self._title = said
        now = f'<meta name="now" data-at="{time.time():.3f}">' if self.table.clocks else ""
        return head + now + "".join(sent)

    def _new_strip(self) -> str:
        """What the host says to all, if that is not what the screen shows."""
        known, self._strip = self._strip, house_strip(self.hall.gate, self.viewer.lang)
        return "" if self._strip == known else self._strip

    def _head(self, screen: Screen) -> str:
        entries = self.table.entries_known(self.seat)
        return (
            f'<meta name="turn" data-after="{entries}" data-title="{escape(screen.title())}"'
            f' data-heard="{self.hear_now().as_shown(self.table)}"'
            f' data-yours="{screen.is_your_turn:d}" data-pause="{self.moment.once(ends_a_line, self.number):d}">'
        )

    def _log(self, screen: Screen) -> str:
        """The lines that are new, with what is said; all where earlier ones are heard only now, or read differently."""
        table, lang, hearing = self.table, self.viewer.lang, self.hear_now()
        comments, log = hearing.since(self.hearing, table, self.number), None
        if comments is not None:
            log = self.moment.once(log_html, self.number, self.covered, screen.reader, lang, hearing.unheard)
        self.hearing, self.number, self.covered = hearing, table.last_number, table.covered
        if comments is None or log is None:
            return self.moment.once(whole_log_html, screen.reader, lang, hearing)
        said = "".join(comment_line(table.id, comment, lang).__html__() for comment in comments)
        return log + listed('<ol data-into="log">', said)

    async def hear(self) -> None:
        """Do what the screen asks for, until it is gone."""
        while (text := await self.inbox.take()) is not None:
            if not self.viewer.is_known_to(self.hall.key_ring):
                await self.socket.close(REMOVED)
                return
            try:
                await self.try_to_do(_read(text))
            finally:
                self.inbox.is_done()

    async def try_to_do(self, form: dict[str, str]) -> None:
        """Do what a form asks for, or say why not."""
        began, turn = time.monotonic(), self.table.turn
        try:
            allow_message(self.socket, self.table, self.viewer, form.get("do", ""))
            await self.do(form)
            if self.table.turn != turn:
                self.table.pressed_at = began
        except TooMuch as refusal:
            self._refuse(form, refusal)
            self.wake()
            await self.inbox.slow_down(refusal.wait)
        except Refusal as refusal:
            self._refuse(form, refusal)
        except HTTPException:
            return
        self.wake()

    def _refuse(self, form: dict[str, str], refusal: Refusal) -> None:
        self.notice = refusal
        self._answer(form, False)

    def _answer(self, form: dict[str, str], is_done: bool) -> None:
        """Let the screen know what became of a deed: it need not send it again when its line is lost."""
        if is_key(form.get("key", "")):
            self.answers.append((form["key"], is_done))

    async def do(self, form: dict[str, str]) -> None:
        """What a form asks for."""
        what = form.get("do", "")
        if what == "hint":
            self.hinted = await self.hall.hint(self.table.id, self.viewer.player or "", number(form, "seat"))
        elif what == "play" and needs_confirmation(self.table, self.viewer, form):
            self.chosen = number(form, "action")
        elif what == "point":
            self.hinted = number(form, "point")
        elif what == "look":
            self.looks_at = text(form, "look")
        elif what == "missed":
            self.step = number(form, "missed")
        elif what == "hide":
            await self.hide()
        elif what == "reveal":
            self.reveal()
        elif what == "summary":
            self.summary_number = whole_number(text(form, "summary"))
        elif what in LIVE:
            self.looks_at = self.looks_at if what in ("say", "coach") else ""
            self.summary_number = None if what == "play" else self.summary_number
            await do(self.hall, self.table, self.viewer, what, form)
            self._answer(form, True)
            if what in ("play", "seen"):
                self.seen = self.step = None
                await self._look_further()

    async def _look_further(self) -> None:
        """Find out where the viewer is waited for, once they have moved here; not after each of many moves in a row."""
        if time.monotonic() - self._looked_further > OFTEN:
            self._looked_further = time.monotonic()
            self.next_table = await next_table_of(self.hall, self.table, self.viewer)


def place_now(table: Table) -> Place:
    """Where the game has got to."""
    return table.game.place(table.state)


def _read(text: str) -> dict[str, str]:
    try:
        return msgspec.json.decode(text, type=dict[str, str])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return {}


@websocket("/table/{id:str}/live")
async def live(socket: WebSocket[Any, Any, Any], id: FromPath[str]) -> None:
    """The live connection of a table page."""
    await socket.accept()
    if has_odd_host(socket) or not is_from_here(socket):
        return await socket.close(FOREIGN)
    hall: Hall = socket.app.state.hall
    try:
        table = await hall.table(id)
    except (UnknownTable, GameMissing):
        return await socket.close(NO_TABLE)
    except StoreSilent:
        return await socket.close(LATER)
    try:
        check_watching(table, viewer_of(socket).player)
    except NotWatched:
        return await socket.close(NO_TABLE)
    connection = Connection(socket, hall, socket.app.state.turns, table, viewer_of(socket))
    entries = whole_number(socket.query_params.get("after")) or 0
    with contextlib.suppress(StoreSilent):
        await connection.look_for_comments()
        await connection.look_for_name()
        await connection.look_back(entries)
    connection.begin(entries)
    hall.watch(id, connection)
    pushing, listening = asyncio.create_task(connection.push()), asyncio.create_task(connection.inbox.listen())
    try:
        await connection.hear()
    except WebSocketDisconnect:
        pass
    finally:
        hall.unwatch(id, connection)
        listening.cancel()
        pushing.cancel()
        with contextlib.suppress(StoreSilent):
            await connection.note_shown()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await pushing
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await listening
        connection.inbox.close()


HANDLERS = [live]
