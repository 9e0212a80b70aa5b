"""Making pages: the Jinja templates of this folder and of the games' folders, in each language."""

import hashlib
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from babel.dates import format_timedelta
from jinja2 import Environment, FunctionLoader, StrictUndefined, Template, TemplateNotFound
from markupsafe import Markup, escape

from mezani.game import Board, Game
from mezani.games import UnknownGame
from mezani.games import game as find_game
from mezani.language import LANGUAGES, Language, language, share_catalogue
from mezani.tables.missing_games import title_of
from mezani.web.addresses import LISTEN, is_only_here, nearby
from mezani.web.eyes import if_mine, mine_or_name, name_of, spot_of
from mezani.web.letters import lettered
from mezani.web.pieces import kept
from mezani.web.templating import PagesInALanguage

share_catalogue("mezani.web")

STATIC_FILES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
GAME_FILES = ("cloth.css", "board.css", "rooms.css", "summary.css", "board.js", "art.svg", "cover.svg")
IMPORT = re.compile(rb'^@import "(\w+\.css)";\n', re.MULTILINE)
BOLD = re.compile(r"\*([^*\[\]]+)\*")
PARAGRAPH = re.compile(r"\((\d+\.\d+)\)")
BRACKETS = re.compile(r"\[([^\[\]]+)\]")


def render(template: str, lang: Language, **facts: Any) -> str:
    """A page or a part of one."""
    return _template(template, lang.code).render(lang=lang, **facts)


@cache
def _template(name: str, code: str) -> Template:
    return environment(code).get_template(name)


@cache
def environment(code: str, game: str = "") -> Environment:
    """The templates in a language; those of a game say what they say in its own words."""
    package = find_game(game).package if game else ""
    env = PagesInALanguage(
        code,
        package,
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda message: language(code, package).gettext(message),
        lambda one, many, n: language(code, package).ngettext(one, many, n),
        newstyle=True,
    )
    env.globals |= {
        "art": art,
        "asset": asset,
        "board_of": board_of,
        "game_asset": game_asset,
        "icon": icon,
        "if_mine": if_mine,
        "kept": kept,
        "mine_or_name": mine_or_name,
        "name_of": name_of,
        "spot_of": spot_of,
        "lettered": lettered,
        "sentence": lambda name, said: sentence(find_game(name), said, code),
        "languages": LANGUAGES,
        "gist": lambda name: find_game(name).gist(language(code)),
        "game": find_game,
        "title_of": title_of,
        "is_only_here": is_only_here,
        "nearby": nearby,
        "listen": LISTEN,
        "ago": lambda seconds: format_timedelta(-max(1, seconds), add_direction=True, locale=code),
    }
    return env


def _source(name: str) -> str | None:
    """A template: `games/<name>/<file>` is in that game's folder."""
    folder, _, file = name.rpartition("/")
    if folder.startswith("games/"):
        path = files(find_game(folder.removeprefix("games/")).package).joinpath("page", file)
    else:
        path = files("mezani.web").joinpath("templates", name)
    return path.read_text("utf-8") if path.is_file() else None


@cache
def drawn(game: str, part: str, code: str) -> Template | None:
    """A part of the page as a game draws it (`board`, `score`, `where`, `things`), if its folder has it."""
    try:
        return environment(code, game).get_template(f"games/{game}/{part}.html")
    except TemplateNotFound:
        return None


@cache
def part(name: str, code: str) -> Callable[..., Markup]:
    """The macro of a part of the page that is ours: `parts/<name>.html` holds one of that name."""
    macro: Callable[..., Markup] = getattr(environment(code).get_template(f"parts/{name}.html").module, name)
    return macro


@cache
def board_of(game: str) -> Board[Any] | None:
    """What the templates of a game need to have worked out, if it brings that along."""
    load = find_game(game).load_board
    return load() if load else None


# What browsers fetch besides pages


@cache
def static_file(name: str) -> bytes | None:
    """A file of our own."""
    path = files("mezani.web").joinpath("static", name)
    known = "/" not in name and name.rpartition(".")[2] in STATIC_FILES
    return path.read_bytes() if known and path.is_file() else None


@cache
def game_file(game: str, name: str) -> bytes | None:
    """A file of a game's folder that browsers may fetch."""
    if name not in GAME_FILES:
        return None
    try:
        path = files(find_game(game).package).joinpath("page", name)
    except UnknownGame:
        return None
    return IMPORT.sub(_imported, path.read_bytes()) if path.is_file() else None


def _imported(match: re.Match[bytes]) -> bytes:
    """A stylesheet of ours within one of a game."""
    return static_file(match[1].decode()) or match[0]


@cache
def art(game: str) -> Markup:
    """The drawn symbols of a game: they stand in the page, so that its cards and its log can use them."""
    return Markup((game_file(game, "art.svg") or b"").decode())


@cache
def asset(name: str) -> str:
    """The address of a static file; it changes with the file, so that browsers may keep it for ever."""
    return f"/static/{name}?{_mark(static_file(name) or b'')}"


@cache
def game_asset(game: str, name: str) -> str | None:
    """The address of a file of a game, if its folder has it."""
    content = game_file(game, name)
    return None if content is None else f"/games/{game}/{name}?{_mark(content)}"


def _mark(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


@cache
def icon(name: str) -> Markup:
    """A drawn sign; the words beside it say what it means."""
    return Markup(
        '<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><use href="{}#i-{}"/></svg>'
    ).format(asset("icons.svg"), name)


# Notation in sentences


@cache
def spoken(name: str, notation: str, code: str) -> str | None:
    """A card, a ware or a square in words; None if the text is no notation of the game."""
    try:
        return find_game(name).thing(notation, language(code))
    except (ValueError, KeyError, IndexError):
        return None


@cache
def thing(name: str, notation: str, code: str) -> Markup | None:
    """A notation as it stands on a page: as the game draws it (the macro `thing` of `things.html`), else in words."""
    words = spoken(name, notation, code)
    if words is None:
        return None
    if things := drawn(name, "things", code):
        return Markup(things.module.thing(notation, words))  # type: ignore[attr-defined]
    return Markup('<span class="thing">{}</span>').format(words)


def with_things(game: Game[Any], line: str, code: str) -> Markup:
    """A line of the log with its notations as they stand on a page."""

    def shown(match: re.Match[str]) -> str:
        return thing(game.name, match[1], code) or match[0]

    return Markup(BRACKETS.sub(shown, str(escape(line))))


def sentence(game: Game[Any], said: str, code: str) -> Markup:
    """A sentence of a summary: its notations as on a page, what stands out, and links to the rules."""
    html = BOLD.sub(r"<b>\1</b>", str(with_things(game, said, code)))
    title = language(code).gettext("Rule {n}")

    def link(match: re.Match[str]) -> str:
        return Markup('<a class="par" href="/rules/{}#{}" target="rules" aria-label="{}">{}</a>').format(
            game.name, match[1], title.format(n=match[1]), match[1]
        )

    return Markup(PARAGRAPH.sub(link, html))
