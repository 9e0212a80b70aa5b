"""The rules of a game as a page: numbered paragraphs, each with an address of its own, and the words of the game."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple
from unicodedata import normalize

from litestar import Response, get
from litestar.params import FromPath
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from mezani.game import Game
from mezani.games import game as find_game
from mezani.games import game_names
from mezani.glossary import Term
from mezani.language import language
from mezani.lessons.lesson import Lesson
from mezani.web.examples import figures_in
from mezani.web.learning import readable_lessons
from mezani.web.requests import AnyRequest, game_named
from mezani.web.responses import local_path, page
from mezani.web.terms import Terms
from mezani.web.viewer import viewer_of

NUMBERED = re.compile(r"(\d+\.\d+) ")
PARAGRAPH = re.compile(r'<p class="numbered" id="([\d.]+)">(.*?)</p>', re.DOTALL)
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


class Chapter(NamedTuple):
    """A chapter of the rules: its title, the lessons that show most of it, and what it says."""

    id: str
    title: Markup
    lessons: tuple[Lesson, ...]
    html: Markup


class Rules(NamedTuple):
    """The rules of a game in a language, below their title."""

    opening: Markup
    chapters: tuple[Chapter, ...]
    terms: Terms
    has_examples: bool

    @property
    def glossary(self) -> list[Term]:
        """All words of the game by the alphabet."""
        return sorted(self.terms.known, key=lambda term: normalize("NFKD", term.word_in(self.terms.lang)).casefold())


@cache
def rules_in(name: str, lang: str) -> Rules:
    """The rules of a game, its words marked in them."""
    game = find_game(name)
    terms, lessons = Terms(game, lang), readable_lessons(game)
    tokens = MARKDOWN.parse(game.rules(lang).partition("\n")[2])
    _give_addresses(tokens)
    opening, *parts = _by_chapters(tokens)
    figures = figures_in(game, language(lang))
    chapters = (_chapter(game, terms, lessons, figures, number, part) for number, part in enumerate(parts, 1))
    return Rules(terms.marked(_drawn(opening)), tuple(chapters), terms, bool(figures))


def _by_chapters(tokens: Iterable[Token]) -> list[list[Token]]:
    """What stands before the first chapter, and each chapter with its heading."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.type == "heading_open" and token.tag == "h2":
            parts.append([])
        parts[-1].append(token)
    return parts


def _chapter(
    game: Game[Any],
    terms: Terms,
    lessons: Sequence[Lesson],
    figures: Mapping[str, Markup],
    number: int,
    tokens: list[Token],
) -> Chapter:
    heading, said = tokens[:3], tokens[3:]
    numbers = [str(token.attrs["id"]) for token in said if "id" in token.attrs]
    shown = lessons_of_chapter(lessons, numbers)
    links = {n: _link(game, terms.lang, lesson) for n, lesson in lessons_of_paragraphs(lessons, shown, numbers)}
    title = Markup(MARKDOWN.renderer.render(heading[1:2], MARKDOWN.options, {}))
    html = Markup("").join(
        terms.marked(_drawn(paragraph, links)) + figures.get(str(paragraph[0].attrs.get("id")), "")
        for paragraph in _by_paragraphs(said)
    )
    return Chapter(f"chapter-{number}", title, shown, html)


def _by_paragraphs(tokens: Sequence[Token]) -> list[list[Token]]:
    """Each numbered paragraph with the lists and tables that belong to it."""
    parts: list[list[Token]] = []
    for token in tokens:
        if "id" in token.attrs or not parts:
            parts.append([])
        parts[-1].append(token)
    return parts


def _give_addresses(tokens: Sequence[Token]) -> None:
    """Let the numbers of paragraphs be their addresses."""
    for token, inside in pairwise(tokens):
        if token.type == "paragraph_open" and (match := NUMBERED.match(inside.content)):
            token.attrs = {"class": "numbered", "id": match[1]}
            first = (inside.children or [])[0]
            first.content = first.content[match.end() :]


def lessons_of_chapter(lessons: Iterable[Lesson], paragraphs: Sequence[str]) -> tuple[Lesson, ...]:
    """The lessons that show at least half of a chapter's paragraphs."""
    return tuple(it for it in lessons if paragraphs and 2 * len(set(it.teaches) & set(paragraphs)) >= len(paragraphs))


def lessons_of_paragraphs(
    lessons: Sequence[Lesson], of_chapter: Sequence[Lesson], paragraphs: Iterable[str]
) -> Iterator[tuple[str, Lesson]]:
    """For each paragraph that no lesson of its chapter shows: the first that does."""
    for paragraph in paragraphs:
        showing = [lesson for lesson in lessons if paragraph in lesson.teaches]
        if showing and not any(lesson in of_chapter for lesson in showing):
            yield paragraph, showing[0]


def _link(game: Game[Any], lang: str, lesson: Lesson) -> Markup:
    words = language(lang).gettext("Lesson {n} shows this").format(n=lesson.number)
    return Markup(' <a class="shown" href="/learn/{}/{}">{}</a>').format(game.name, lesson.id, words)


def _drawn(tokens: Sequence[Token], links: dict[str, Markup] | None = None) -> Markup:
    """Paragraphs as they stand on the page: each number a link to itself, and the text in one piece beside it."""

    def numbered(match: re.Match[str]) -> str:
        number, text = match[1], match[2]
        link = (links or {}).get(number, "")
        return f'<p class="numbered" id="{number}"><a href="#{number}">{number}</a><span>{text}{link}</span></p>'

    html = PARAGRAPH.sub(numbered, MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    return Markup(html)


@get("/rules")
async def all_rules(request: AnyRequest) -> Response[str]:
    """All games."""
    return page("all_rules.html", request, games=game_names())


@get("/rules/{name:str}")
async def rules_of_game(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """The rules of a game."""
    game = game_named(name)
    back = local_path(request.query_params.get("back"), otherwise="")
    return page("rules.html", request, this=game, rules=rules_in(name, viewer_of(request).lang.code), back=back)


HANDLERS = [all_rules, rules_of_game]
