"""A recorded game as an animation: one page that stands alone and steps through all its positions."""

import base64
import gzip
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from markupsafe import Markup

from mezani.language import Language
from mezani.record import Record
from mezani.tables.entries import Entry, Kind
from mezani.tables.players import clean_name
from mezani.tables.situation import Seat
from mezani.tables.table import Table, played_again
from mezani.web.assets import static_file
from mezani.web.log_lines import Line, all_lines, names_of
from mezani.web.pieces import HOLE, Fragment
from mezani.web.position_pictures import symbols_of
from mezani.web.rendering import render
from mezani.web.screen import Screen
from mezani.web.still import REGIONS, screen_of, seen_by, still, style_of
from mezani.web.templating import as_markup

STYLES: Final = ("replay.css", "picture.css")
TOLD: Final = ("move", "cut")  # the lines of the log that tell of the game itself

Frame = dict[str, int]  # the fragments that have changed since the frame before, each by the number of its text


class Film(msgspec.Struct):
    """A game as one viewpoint sees it: a frame for each position, and lines, each with the frame that it belongs to."""

    value: str
    title: str
    frames: list[Frame]
    lines: list[tuple[int, str]]


class Films(msgspec.Struct):
    """What the script of the page gets: a game from several viewpoints; a text that comes again is there once."""

    texts: list[str]
    films: list[Film]
    chapters: list[int]


def seats_of(record: Record) -> list[Seat]:
    """The chairs of a recorded game, with the names that it tells."""
    names = [clean_name(name) for name in record.names]
    return [Seat(None, name) for name in [*names, *[""] * record.players][: record.players]]


def table_after(record: Record, moves: int) -> Table:
    """The table after so many decisions."""
    return played_again(record, seats_of(record), moves)


def positions(record: Record) -> Iterator[Table]:
    """The table before the first decision and after each: the same one, as far as the next is asked for."""
    table, last = table_after(record, 0), len(record.actions)
    for number, action in enumerate(record.actions, 1):
        yield table
        if number < last:
            table.take([Entry(number, Kind.PLAY, 0.0, None, action)])
    yield table_after(record, last) if last else table


class Filming:
    """Draws a game position by position for several viewpoints (None: what everybody sees)."""

    def __init__(self, record: Record, seats: Sequence[int | None], lang: Language) -> None:
        self.record, self.seats, self.lang = record, seats, lang
        self.texts: dict[str, int] = {}  # and their numbers
        self.stills: dict[str, int] = {}  # the same by what they were drawn from
        self.frames: list[list[Frame]] = [[] for _ in seats]
        self.now: list[Frame] = [{} for _ in seats]

    def films(self) -> Films:
        """The whole game."""
        place, chapters = self.record.game.place, dict[str, int]()
        for at, table in enumerate(positions(self.record)):
            chapters.setdefault(place(table.state).chapter, at)
            for number, seat in enumerate(self.seats):
                self.take(number, screen_of(table, seat, self.lang))
        names = names_of(table, self.lang)
        films = [
            Film(
                "all" if seat is None else str(seat),
                seen_by(table, seat, names, self.lang),
                frames,
                [(line.number, str(still(line.__html__()))) for line in self.lines(table, seat)],
            )
            for seat, frames in zip(self.seats, self.frames, strict=True)
        ]
        return Films(list(self.texts), films, sorted({*chapters.values(), len(self.record.actions)}))

    def take(self, number: int, screen: Screen) -> None:
        """The next frame of a viewpoint."""
        drawn = {
            name: self.number_of(str(screen.perspective.filled(html)))
            for name, html in shown(screen.fragments()).items()
        }
        known = self.now[number]
        self.frames[number].append({name: text for name, text in drawn.items() if known.get(name) != text})
        self.now[number] = known | drawn

    def number_of(self, html: str) -> int:
        if html not in self.stills:
            self.stills[html] = self.texts.setdefault(still(html), len(self.texts))
        return self.stills[html]

    def lines(self, table: Table, seat: int | None) -> Iterable[Line]:
        return (line for line in all_lines(table, seat, self.lang) if line.kind in TOLD)


def shown(fragments: Mapping[str, Fragment]) -> dict[str, str]:
    """The regions that are drawn, and all that belongs into them, with the holes where that belongs."""
    found: dict[str, str] = {}
    left = list(REGIONS)
    while left:
        name = left.pop()
        fragment = fragments[name]
        found[name] = fragment if isinstance(fragment, str) else str(fragment.html)
        left += found[name].split(HOLE)[1::2]
    return found


def packed(films: Films) -> str:
    """Films as text that may stand in a page; most of what is drawn comes again, so it becomes far smaller."""
    return base64.b64encode(gzip.compress(msgspec.json.encode(films), mtime=0)).decode()


def page_of(record: Record, seats: Sequence[int | None], lang: Language) -> str:
    """The page, with the game from several viewpoints (None: what everybody sees); the first is shown first."""
    films = Filming(record, seats, lang).films()
    table = table_after(record, 0)
    screen = screen_of(table, seats[0], lang)
    regions = {name: Markup(still(html)) for name, html in screen.regions().items() if name in REGIONS}
    return render(
        "animation.html",
        lang,
        table=table,
        regions=regions,
        films=films.films,
        last=len(record.actions),
        names=names_of(table, lang),
        data=as_markup(packed(films)),
        script=as_markup((static_file("animation.js") or b"").decode()),
        style=style_of(record.game.name, *STYLES),
        symbols=as_markup(symbols_of(record.game.name)),
        chapter="",
    )


def drawing_sentence(lang: Language) -> str:
    """What is said while a page is made."""
    return lang.gettext("Drawing …")


def where_sentence(path: str, moves: int, at: int | None, lang: Language) -> str:
    """What was written, and where."""
    if at is None:
        said = lang.gettext("The game with its {moves} moves is in {path}: open it in a browser.")
        return said.format(moves=moves, path=path)
    said = lang.gettext("The position after move {at} of {moves} is in {path}.")
    return said.format(at=at, moves=moves, path=path)
