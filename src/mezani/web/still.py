"""A position as a page that stands alone: the board as its game draws it, with nothing that can be pressed."""

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Any, Final

from markupsafe import Markup

from mezani.engine.state import State
from mezani.game import Game
from mezani.language import Language
from mezani.tables.entries import Entry, Kind
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.web.assets import game_file, static_file
from mezani.web.picture import NOT_DRAWN
from mezani.web.position_pictures import ICONS, REMARKS, symbols_of
from mezani.web.rendering import render
from mezani.web.screen import Screen

STYLES: Final = ("common.css", "table.css")  # ours; those of the game lie on them
GAME_STYLES: Final = ("cloth.css", "board.css", "rooms.css")
REGIONS: Final = ("where", "board", "score")  # what of a table is drawn
DONE: Final = re.compile(r"<form\b.*?</form>|<input\b[^>]*>|<(button|a)\b[^>]* class=\"btn\b.*?</\1>", re.DOTALL)
PRESSED: Final = re.compile(r"<(/?)(?:button|a|label)\b([^>]*)>")
ATTRIBUTE: Final = re.compile(r' ([\w-]+)(?:="[^"]*")?')
SYMBOL: Final = re.compile(r'<symbol id="([\w-]+)".*?</symbol>\s*', re.DOTALL)
USED: Final = re.compile(r'href="#([\w-]+)"')
BLANKS: Final = re.compile(r"\s*\n\s*")
FRAME: Final = (
    '<iframe title="{title}" srcdoc="{page}" style="display: block; width: 100%; min-height: 700px; '
    'aspect-ratio: 4 / 3; max-height: 900px; border: 0; border-radius: 12px"></iframe>'
)


def table_of(game: Game[Any], state: State, names: Sequence[str] = ()) -> Table:
    """A table at which a game has come to a state; nobody knows how."""
    chairs = [Seat(None, name) for name in [*names, *[""] * state.players][: state.players]]
    table = Table("", game, state.players, 0, {}, False, chairs)
    table.take([Entry(0, Kind.BEGIN, 0.0)])
    table.state = state.clone()
    return table


def screen_of(table: Table, seat: int | None, lang: Language) -> Screen:
    """What a seat (None: a spectator) sees of it, and nothing to decide."""
    return Screen(table, seat, [], lang, is_past=True)


def still(html: str) -> str:
    """A part of a board in which nothing can be pressed: what only does something is left out, the rest is drawn."""
    return ICONS.sub('href="#', PRESSED.sub(_drawn, DONE.sub("", html)))


def _drawn(tag: re.Match[str]) -> str:
    """The tag of something that could be pressed, as that of something that is only seen."""
    if tag[1]:
        return "</span>"
    kept = [it[0] for it in ATTRIBUTE.finditer(tag[2]) if not NOT_DRAWN.fullmatch(it[1])]
    role = ' role="img"' if " aria-label=" in tag[2] else ""
    return f"<span{''.join(kept)}{role}>"


@cache
def style_of(game: str, *more: str) -> Markup:
    """The stylesheets of a game's pages as one text: ours first, then its own, and `more` of ours last."""
    own = [game_file(game, name) for name in GAME_STYLES]
    files = [*map(static_file, STYLES), *own, *map(static_file, more)]
    text = "\n".join(css.decode() for css in files if css)
    return Markup(BLANKS.sub("\n", REMARKS.sub("", text)).strip())


def symbols_in(html: str, game: str) -> Markup:
    """The drawings that a page uses, and those that these use; others are left out."""
    symbols = symbols_of(game)
    drawn = {it[1]: it[0] for it in SYMBOL.finditer(symbols)}
    used = set[str]()
    new = set(USED.findall(html + SYMBOL.sub("", symbols)))
    while new:
        used |= new
        new = {inner for name in new for inner in USED.findall(drawn.get(name, ""))} - used
    return Markup(SYMBOL.sub(lambda it: it[0].strip() if it[1] in used else "", symbols))


def seen_by(table: Table, seat: int | None, names: Sequence[str], lang: Language) -> str:
    """From where a board is seen, in words."""
    return lang.gettext("Seen by {name}").format(name=lang.gettext("everybody") if seat is None else names[seat])


def page_of(table: Table, seat: int | None, lang: Language) -> str:
    """The page: the board as a seat (None: a spectator) sees it, and the score where there is room for it."""
    screen = screen_of(table, seat, lang)
    regions = {name: Markup(still(html)) for name, html in screen.regions().items() if name in REGIONS}
    game = table.game.name
    return render(
        "picture.html",
        lang,
        table=table,
        regions=regions,
        style=style_of(game, "picture.css"),
        symbols=symbols_in("".join(regions.values()), game),
        seen_by=seen_by(table, seat, screen.names, lang),
        chapter=screen.chapter(),
    )


def framed(page: str, title: str) -> str:
    """A page within another one, such as a notebook, with which it shares no styles."""
    return FRAME.format(title=escape(title), page=escape(page))
