"""Notation in sentences: cards, wares and squares as a game draws them, and links to paragraphs of the rules."""

import re
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from mezani.game import Game
from mezani.games import game as find_game
from mezani.language import language
from mezani.web.templating import PagesInALanguage

WORDS_CACHED = 5000  # names of people and cards of somebody's own are among them
BOLD = re.compile(r"\*([^*\[\]]+)\*")
PARAGRAPH = re.compile(r"\((\d+\.\d+)\)")
BRACKETS = re.compile(r"\[([^\[\]]+)\]")


@lru_cache(maxsize=WORDS_CACHED)
def spoken(name: str, notation: str, code: str) -> str | None:
    """A card, a ware or a square in words; None if the text is no notation of the game."""
    try:
        return find_game(name).thing(notation, language(code))
    except (ValueError, KeyError, IndexError):
        return None


@lru_cache(maxsize=WORDS_CACHED)
def thing(templates: PagesInALanguage, name: str, notation: str) -> Markup | None:
    """A notation as it stands on a page: as the game draws it (the macro `thing` of `things.html`), else in words."""
    words = spoken(name, notation, templates.code)
    if words is None:
        return None
    if things := templates.of_game(name, "things"):
        return Markup(things.module.thing(notation, words))  # type: ignore[attr-defined]
    return Markup('<span class="thing">{}</span>').format(words)


def with_things(templates: PagesInALanguage, game: Game[Any], line: str) -> Markup:
    """A line of the log with its notations as they stand on a page."""

    def shown(match: re.Match[str]) -> str:
        return thing(templates, game.name, match[1]) or match[0]

    return Markup(BRACKETS.sub(shown, str(escape(line))))


def sentence(templates: PagesInALanguage, game: Game[Any], said: str) -> Markup:
    """A sentence of a summary: its notations as on a page, what stands out, and links to the rules."""
    html = BOLD.sub(r"<b>\1</b>", str(with_things(templates, game, said)))
    title = language(templates.code).gettext("Rule {n}")

    def link(match: re.Match[str]) -> str:
        return Markup('<a class="par" href="/rules/{}#{}" target="rules" aria-label="{}">{}</a>').format(
            game.name, match[1], title.format(n=match[1]), match[1]
        )

    return Markup(PARAGRAPH.sub(link, html))
