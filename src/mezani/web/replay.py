"""Replay: a game move by move, each with an address of its own, and games that go on from any of them."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from mezani import bots
from mezani.engine.state import State
from mezani.language import Language
from mezani.record import Record
from mezani.tables.deeds import check_watching
from mezani.tables.players import clean_name
from mezani.tables.refusals import AlreadyOver, NoPractice, NotBegun, NotYourSeat
from mezani.tables.situation import Seat
from mezani.tables.table import Origin, Table, played_again
from mezani.tables.terms import OPEN, Terms
from mezani.web.cookies import with_secret
from mezani.web.forms import asked_by, key, number, whole_number
from mezani.web.log_lines import names_of
from mezani.web.requests import COUNTED_AS_TABLE, AnyRequest, guest_name, hall_of, opener_of
from mezani.web.responses import page, redirect
from mezani.web.screen import Screen
from mezani.web.viewer import known_or_new_player, viewer_of

EVERYBODY = "all"


class Viewpoint(NamedTuple):
    """A seat from which a replay can be seen, or what everybody sees; its value in the form, and its name."""

    value: str
    name: str


@dataclass(frozen=True)
class Replay:
    """A game to look at: that of a table, or one whose record was loaded."""

    record: Record
    seats: list[Seat]
    path: str  # of the replay; the number of a move follows
    back: str
    own: list[int]  # the viewer's seats
    is_open: bool  # whether every seat may be looked at
    is_practice: bool = False  # whether the viewer is alone among bots
    terms: Terms = field(default_factory=lambda: Terms(past_tricks=OPEN))
    now: State | None = None  # how far a running game has come

    @property
    def analysis(self) -> str:
        """The path where the game is looked back at; the number of a move follows."""
        return f"{self.path.removesuffix('/replay')}/analysis"

    @property
    def last(self) -> int:
        return len(self.record.actions)

    def viewing_seat(self, asked: str | None) -> int | None:
        """The seat from which to look: the one asked for, else the viewer's; None: what everybody sees."""
        alone = self.own[0] if len(self.own) == 1 else None
        if asked is None or asked == "":
            return alone
        if asked == EVERYBODY:
            return None
        seat = whole_number(asked)
        if seat is None or seat >= self.record.players:
            raise NotFoundException
        if not self.is_open and seat != alone:
            raise NotYourSeat
        return seat

    def viewpoints(self, lang: Language) -> list[Viewpoint]:
        """All from where the viewer may look."""
        names = names_of(self.table(0, None), lang)
        seats = range(len(names)) if self.is_open else self.own if len(self.own) == 1 else []
        return [Viewpoint(EVERYBODY, lang.gettext("everybody")), *(Viewpoint(str(seat), names[seat]) for seat in seats)]

    @cached_property
    def chapters(self) -> list[int]:
        """After how many moves each hand, round or turn begins."""
        place = self.record.game.place
        starts = [
            number
            for number, (before, _, after) in enumerate(self.record.steps(), 1)
            if place(before).chapter != place(after).chapter
        ]
        return [0, *(number for number in starts if number < self.last), self.last]

    def table(self, step: int, seat: int | None) -> Table:
        """The table as it was after so many moves."""
        if not 0 <= step <= self.last:
            raise NotFoundException
        seats = [replace(chair, bot=None) if number == seat else chair for number, chair in enumerate(self.seats)]
        return played_again(self.record, seats, step, terms=self.terms, later=self.now)

    def may_play_on(self, table: Table, seat: int) -> bool:
        """Whether the viewer may go on from a position in a seat: it must not show what lies face down by now."""
        if table.is_over or self.is_open:
            return not table.is_over
        shows_nothing = not table.covers_past or len(table.actions) == self.last
        return self.is_practice and seat in self.own and shows_nothing


async def of_table(request: AnyRequest, id: str) -> Replay:
    """The game of a table, as far as it was played."""
    table, player = await hall_of(request).table(id), viewer_of(request).player
    if not table.begun:
        raise NotBegun
    check_watching(table, player)
    own = table.seats_of(player)
    path = f"/table/{id}"
    return Replay(
        table.record(),
        table.seats,
        f"{path}/replay",
        path,
        own,
        table.is_over,
        table.is_practice_of(player),
        table.terms,
        None if table.is_over else table.state,
    )


async def of_record(request: AnyRequest, id: str) -> Replay:
    """A game whose record was loaded."""
    record = await hall_of(request).analyses.sources.record(id, viewer_of(request).lang)
    names = [clean_name(name) for name in record.names] + [""] * (record.players - len(record.names))
    return Replay(record, [Seat("", name) for name in names], f"/record/{id}", "/records", [], True)


def show(request: AnyRequest, replay: Replay, step: int) -> Response[str]:
    """The page of a position."""
    viewer = viewer_of(request)
    seat = replay.viewing_seat(request.query_params.get("seat"))
    table = replay.table(step, seat)
    screen = Screen(table, seat, [], viewer.lang, is_past=True)
    chapters = replay.chapters
    return page(
        "replay.html",
        request,
        screen=screen,
        table=table,
        regions=screen.regions(),
        lines=screen.lines(),
        replay=replay,
        step=step,
        viewpoint=EVERYBODY if seat is None else str(seat),
        viewpoints=replay.viewpoints(viewer.lang),
        chapter_before=max((start for start in chapters if start < step), default=0),
        chapter_after=min((start for start in chapters if start > step), default=replay.last),
        taking=table.state.seat if seat is None else seat,
    )


def redirect_to_step(request: AnyRequest, replay: Replay, first: int) -> Redirect:
    """To the position that a form asks for."""
    seat, step = request.query_params.get("seat"), request.query_params.get("step")
    at = number(request.query_params, "step") if step else first
    viewing = replay.viewing_seat(seat)
    return redirect(f"{replay.path}/{min(at, replay.last)}?seat={EVERYBODY if viewing is None else viewing}")


async def play_on(request: AnyRequest, replay: Replay, step: int) -> Redirect:
    """A new practice table that goes on from a position."""
    viewer, hall = viewer_of(request), hall_of(request)
    form = await request.form()
    seat = number(form, "seat")
    table = replay.table(step, seat)
    if seat >= table.players:
        raise NotYourSeat
    if table.is_over:
        raise AlreadyOver
    if not replay.may_play_on(table, seat):
        raise NoPractice
    secret, player = known_or_new_player(request, key(form))
    level = viewer.preferences.level if viewer.preferences.level in bots.levels() else bots.USUAL
    name = await hall.store.people.name_of(player) or guest_name(viewer.lang)
    chairs = [_as_bot(chair, level) for chair in replay.seats]
    chairs[seat] = Seat(player, name)
    of = replay.record
    origin = Origin(of.seed, of.actions[:step], f"{replay.path}/{step}")
    terms = None if replay.is_open else replay.terms
    asked, opener = asked_by(form, player, origin.address, seat), opener_of(request, player)
    fresh = await hall.open_table(of.game, chairs, of.options, origin=origin, terms=terms, asked=asked, **opener)
    return with_secret(redirect(f"/table/{fresh.id}"), request, secret)


def _as_bot(chair: Seat, level: str) -> Seat:
    """The bot of a chair, or one in the place of a person."""
    return replace(chair, player=None) if chair.bot and chair.player is None else Seat(None, "", level)


@get("/table/{id:str}/replay")
async def replay_table(request: AnyRequest, id: FromPath[str]) -> Redirect:
    """From the beginning of a finished game, or back from now."""
    replay = await of_table(request, id)
    return redirect_to_step(request, replay, 0 if replay.is_open else replay.last)


@get("/table/{id:str}/replay/{step:int}")
async def show_step(request: AnyRequest, id: FromPath[str], step: FromPath[int]) -> Response[str]:
    """A position of a table's game."""
    return show(request, await of_table(request, id), step)


@post("/table/{id:str}/replay/{step:int}", opt=COUNTED_AS_TABLE)
async def play_on_from_table(request: AnyRequest, id: FromPath[str], step: FromPath[int]) -> Redirect:
    """Play on from there."""
    return await play_on(request, await of_table(request, id), step)


@get("/record/{id:str}")
async def replay_record(request: AnyRequest, id: FromPath[str]) -> Redirect:
    """A record from its beginning."""
    return redirect_to_step(request, await of_record(request, id), 0)


@get("/record/{id:str}/{step:int}")
async def show_step_of_record(request: AnyRequest, id: FromPath[str], step: FromPath[int]) -> Response[str]:
    """A position of a record."""
    return show(request, await of_record(request, id), step)


@post("/record/{id:str}/{step:int}", opt=COUNTED_AS_TABLE)
async def play_on_from_record(request: AnyRequest, id: FromPath[str], step: FromPath[int]) -> Redirect:
    """Play on from there."""
    return await play_on(request, await of_record(request, id), step)


HANDLERS = [replay_table, show_step, play_on_from_table, replay_record, show_step_of_record, play_on_from_record]
