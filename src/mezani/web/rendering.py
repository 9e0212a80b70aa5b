"""Making pages from templates, in each language."""

import time
from collections.abc import Callable
from functools import cache
from typing import Any

from babel.dates import format_timedelta
from jinja2 import Template
from markupsafe import Markup

from mezani.game import Board
from mezani.games import game as find_game
from mezani.language import LANGUAGES, Language, language, share_catalogue
from mezani.tables.keys import fresh_key
from mezani.tables.missing_games import title_of
from mezani.web.addresses import LISTEN, is_only_here, nearby
from mezani.web.assets import art, asset, figure, game_asset, icon
from mezani.web.notation import sentence
from mezani.web.perspective import clock_of, if_mine, if_others, mine_or_name, name_of, spot_of
from mezani.web.pieces import cached
from mezani.web.templating import PagesInALanguage
from mezani.web.wordmark import wordmark

share_catalogue("mezani.web")


def render(template: str, lang: Language, **facts: Any) -> str:
    """A page, or something that is put into one."""
    return environment(lang.code).get_template(template).render(lang=lang, **facts)


@cache
def environment(code: str, game: str = "") -> PagesInALanguage:
    """The templates in a language, those of a game in its own words, and the functions that they may call."""
    env = PagesInALanguage(code, find_game(game).package if game else "")
    env.globals |= {
        "art": art,
        "asset": asset,
        "board_of": board_of,
        "figure": figure,
        "fresh_key": fresh_key,
        "game_asset": game_asset,
        "icon": icon,
        "if_mine": if_mine,
        "if_others": if_others,
        "cached": cached,
        "clock_of": clock_of,
        "hour_of": hour_of,
        "now": lambda: time.time(),  # what it is then, in tests too
        "mine_or_name": mine_or_name,
        "name_of": name_of,
        "spot_of": spot_of,
        "wordmark": wordmark,
        "sentence": lambda name, said: sentence(environment(code, name), find_game(name), said),
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


def hour_of(at: float) -> str:
    """The hour and the minute by the clock of the server; a script says it by that of the reader."""
    return time.strftime("%H:%M", time.localtime(at))


@cache
def game_template(game: str, name: str, code: str) -> Template | None:
    """A template of a game (`board`, `score`, `where`, `things`), if its folder has it."""
    return environment(code, game).of_game(game, name)


@cache
def macro_of(name: str, code: str) -> Callable[..., Markup]:
    """The macro of a template of ours that holds one of its own name: `regions/tools` holds `tools`."""
    macro: Callable[..., Markup] = getattr(
        environment(code).get_template(f"{name}.html").module, name.rpartition("/")[2]
    )
    return macro


@cache
def board_of(game: str) -> Board[Any] | None:
    """What the templates of a game need to have worked out, if it brings that along."""
    load = find_game(game).load_board
    return load() if load else None
