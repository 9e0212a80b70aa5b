"""The rules of a game as a page: numbered paragraphs, each with an address of its own."""

import re
from functools import cache
from itertools import pairwise
from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from markdown_it import MarkdownIt
from markupsafe import Markup

from mezani.game import Game
from mezani.games import game as find_game
from mezani.games import game_names
from mezani.web.requests import AnyRequest, game_named
from mezani.web.responses import local_path, page
from mezani.web.viewer import viewer_of

NUMBERED = re.compile(r"(\d+\.\d+) ")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@cache
def rules_html(name: str, lang: str) -> Markup:
    """The rules below their title."""
    tokens = MARKDOWN.parse(_body(find_game(name), lang))
    for token, inside in pairwise(tokens):
        if token.type == "paragraph_open" and (match := NUMBERED.match(inside.content)):
            token.attrs = {"class": "numbered", "id": match[1]}
            first = (inside.children or [])[0]
            first.content = first.content[match.end() :]
    return Markup(_linked(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})))


def _linked(html: str) -> str:
    """Each number as a link to its own paragraph, and the paragraph's text in one piece beside it."""
    html = re.sub(
        r'<p class="numbered" id="([\d.]+)">(.*?)</p>',
        r'<p class="numbered" id="\1"><a href="#\1">\1</a><span>\2</span></p>',
        html,
        flags=re.DOTALL,
    )
    return html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")


def _body(game: Game[Any], lang: str) -> str:
    return game.rules(lang).partition("\n")[2]


@get("/rules")
async def all_rules(request: AnyRequest) -> Response[str]:
    """All games."""
    return page("all_rules.html", request, games=game_names())


@get("/rules/{name:str}")
async def rules_of_game(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """The rules of a game."""
    game = game_named(name)
    back = local_path(request.query_params.get("back"), otherwise="")
    return page("rules.html", request, this=game, rules=rules_html(name, viewer_of(request).lang.code), back=back)


HANDLERS = [all_rules, rules_of_game]
