"""ANNE!, a trick-taking game by Arve D. Fühler."""

from collections.abc import Mapping
from typing import Any

from mezani.game import BadOption, FirstGame, Game, Option, Outlook, Remarks, Statistics, Summaries, Terminal
from mezani.games.anne import actions, past
from mezani.games.anne.bot.knowledge import AnneKnowledge
from mezani.games.anne.observation import OBSERVATION
from mezani.games.anne.positions import put_position, read_position_option
from mezani.games.anne.rules import Anne
from mezani.games.anne.view import AnneView, view
from mezani.games.anne.words import sentences


def start(players: int, seed: int, options: Mapping[str, Any]) -> Anne:
    state = Anne(players, seed)
    if options["position"] is not None:
        try:
            put_position(state, options["position"])
        except ValueError as problem:
            raise BadOption(f"option position: {problem}") from problem
    return state


def load_terminal() -> Terminal[Anne, AnneView]:
    from mezani.games.anne import terminal

    return terminal


def load_summaries() -> Summaries[Anne]:
    from mezani.games.anne.page import summary

    return summary


def load_outlook() -> Outlook[Anne]:
    from mezani.games.anne.bot import outlook

    return outlook


def load_remarks() -> Remarks[Anne]:
    from mezani.games.anne.words import remarks

    return remarks


def load_statistics() -> Statistics[Anne]:
    from mezani.games.anne.words import statistics

    return statistics


GAME = Game(
    name="anne",
    title="ANNE!",
    seats=(3, 4),
    designers=("Arve D. Fühler",),
    publisher="Capstone Games",
    package=__name__,
    start=start,
    actions=actions,
    words=sentences,
    make_view=view,
    load_terminal=load_terminal,
    past=past,
    load_summaries=load_summaries,
    knowledge=AnneKnowledge,
    load_outlook=load_outlook,
    load_remarks=load_remarks,
    load_statistics=load_statistics,
    observation=OBSERVATION,
    options=(Option("position", "Position as text", None, read_position_option, is_file=True, tells_hidden=True),),
    first_game=FirstGame(players=4),
    lines="trick {n}",
    pictured=("trumps", "trick", "heap", "hand"),
)
