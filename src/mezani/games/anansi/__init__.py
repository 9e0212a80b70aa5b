"""Anansi, a trick-taking game by Cyril Blondel and Jim Dratwa."""

from collections.abc import Mapping
from typing import Any

from mezani.game import BadOption, FirstGame, Game, Option, Outlook, Remarks, Statistics, Summaries, Terminal
from mezani.games.anansi import actions, past
from mezani.games.anansi.bot.knowledge import AnansiKnowledge
from mezani.games.anansi.observation import OBSERVATION
from mezani.games.anansi.positions import Position, put_position, read_position
from mezani.games.anansi.rules import Anansi
from mezani.games.anansi.view import AnansiView, own_view, view
from mezani.games.anansi.words import sentences


def read_position_option(given: Any) -> Position | None:
    return None if given is None else read_position(given)


def start(players: int, seed: int, options: Mapping[str, Any]) -> Anansi:
    state = Anansi(players, seed)
    if options["position"] is not None:
        try:
            put_position(state, options["position"])
        except ValueError as problem:
            raise BadOption(f"option position: {problem}") from problem
    return state


def load_terminal() -> Terminal[Anansi, AnansiView]:
    from mezani.games.anansi import terminal

    return terminal


def load_summaries() -> Summaries[Anansi]:
    from mezani.games.anansi.page import summary

    return summary


def load_outlook() -> Outlook[Anansi]:
    from mezani.games.anansi.bot import outlook

    return outlook


def load_remarks() -> Remarks[Anansi]:
    from mezani.games.anansi.words import remarks

    return remarks


def load_statistics() -> Statistics[Anansi]:
    from mezani.games.anansi.words import statistics

    return statistics


GAME = Game(
    name="anansi",
    title="Anansi",
    seats=(3, 4, 5),
    designers=("Cyril Blondel", "Jim Dratwa"),
    publisher="HeidelBÄR Games",
    package=__name__,
    start=start,
    actions=actions,
    words=sentences,
    make_view=view,
    make_own_view=own_view,
    load_terminal=load_terminal,
    past=past,
    load_summaries=load_summaries,
    knowledge=AnansiKnowledge,
    load_outlook=load_outlook,
    load_remarks=load_remarks,
    load_statistics=load_statistics,
    observation=OBSERVATION,
    options=(Option("position", "Position as text", None, read_position_option, is_file=True, tells_hidden=True),),
    first_game=FirstGame(players=4),
    lines="trick {n}",
    pictured=("trick", "display", "hand"),
)
