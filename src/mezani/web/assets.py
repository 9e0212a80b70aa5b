"""What browsers fetch besides pages: stylesheets, scripts and pictures, ours and those of the games."""

import hashlib
import re
from functools import cache, lru_cache
from importlib.resources import files

from markupsafe import Markup

from mezani.games import game as find_game
from mezani.games import game_names

STATIC_FILES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "png": "image/png"}
GAME_FILES = (
    *("cloth.css", "board.css", "rooms.css", "summary.css", "lesson.css", "example.css", "board.js"),
    *("art.svg", "cover.svg", "figure.svg", "scenes.svg"),
)
ADDRESSES = 1000  # of files that are kept
IMPORT = re.compile(rb'^(?:@import "(\w+\.css)";|<!-- @import "(\w+\.svg)" -->)\n', re.MULTILINE)


@cache
def static_names() -> frozenset[str]:
    """The files of our own that there are."""
    folder = files("mezani.web").joinpath("static")
    return frozenset(file.name for file in folder.iterdir() if file.name.rpartition(".")[2] in STATIC_FILES)


def static_file(name: str) -> bytes | None:
    """A file of our own; names come from requests, and those of nothing are not kept."""
    return _static_file(name) if name in static_names() else None


@cache
def _static_file(name: str) -> bytes:
    return files("mezani.web").joinpath("static", name).read_bytes()


def game_file(game: str, name: str) -> bytes | None:
    """A file of a game's folder that browsers may fetch."""
    return _game_file(game, name) if name in GAME_FILES and game in game_names() else None


@cache
def _game_file(game: str, name: str) -> bytes | None:
    path = files(find_game(game).package).joinpath("page", name)
    return IMPORT.sub(_imported, path.read_bytes()) if path.is_file() else None


def _imported(match: re.Match[bytes]) -> bytes:
    """A stylesheet of ours within one of a game, or drawings of ours among its own."""
    return static_file((match[1] or match[2]).decode()) or match[0]


@lru_cache(maxsize=ADDRESSES)
def art(game: str, name: str = "art.svg") -> Markup:
    """The drawn symbols of a game: they stand in the page, so that its cards and its log can use them."""
    return Markup((game_file(game, name) or b"").decode())


@lru_cache(maxsize=ADDRESSES)
def asset(name: str) -> str:
    """The address of a static file; it changes with the file, so that browsers may keep it for ever."""
    return f"/static/{name}?{_fingerprint(static_file(name) or b'')}"


@lru_cache(maxsize=ADDRESSES)
def game_asset(game: str, name: str) -> str | None:
    """The address of a file of a game, if its folder has it."""
    content = game_file(game, name)
    return None if content is None else f"/games/{game}/{name}?{_fingerprint(content)}"


def _fingerprint(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


@lru_cache(maxsize=ADDRESSES)
def icon(name: str) -> Markup:
    """A drawn sign; the words beside it say what it means."""
    return Markup(
        '<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><use href="{}#i-{}"/></svg>'
    ).format(asset("icons.svg"), name)


def figure(game: str) -> Markup:
    """The figure of a game in one colour, which stands for it where a cover is too large; without one it is a table."""
    drawn = game_asset(game, "figure.svg")
    address = f"{drawn}#game-{game}" if drawn else f"{asset('icons.svg')}#i-table"
    return Markup('<svg viewBox="0 0 24 24"><use href="{}"/></svg>').format(address)
