"""Asante, a trading game for two by Rüdiger Dorn."""

from collections.abc import Mapping
from typing import Any

from mezani.game import BadOption, Board, FirstGame, Game, Option, Outlook, Remarks, Statistics, Summaries, Terminal
from mezani.games.asante import actions
from mezani.games.asante.bot.knowledge import AsanteKnowledge
from mezani.games.asante.changes import CHANGES
from mezani.games.asante.deck import chosen_deck
from mezani.games.asante.observation import OBSERVATION
from mezani.games.asante.positions import put_position, read_position_option
from mezani.games.asante.rules import Asante
from mezani.games.asante.view import AsanteView, view
from mezani.games.asante.words import sentences


def start(players: int, seed: int, options: Mapping[str, Any]) -> Asante:
    state = Asante(seed, options["deck"])
    if options["position"] is not None:
        try:
            put_position(state, options["position"])
        except ValueError as problem:
            raise BadOption(f"option position: {problem}") from problem
    return state


def load_terminal() -> Terminal[Asante, AsanteView]:
    from mezani.games.asante import terminal

    return terminal


def load_board() -> Board[AsanteView]:
    from mezani.games.asante.page import board

    return board


def load_summaries() -> Summaries[Asante]:
    from mezani.games.asante.page import summary

    return summary


def load_outlook() -> Outlook[Asante]:
    from mezani.games.asante.bot import outlook

    return outlook


def load_remarks() -> Remarks[Asante]:
    from mezani.games.asante.words import remarks

    return remarks


def load_statistics() -> Statistics[Asante]:
    from mezani.games.asante.words import statistics

    return statistics


GAME = Game(
    name="asante",
    title="Asante",
    seats=(2,),
    designers=("Rüdiger Dorn",),
    publisher="Kosmos",
    package=__name__,
    start=start,
    actions=actions,
    words=sentences,
    make_view=view,
    load_terminal=load_terminal,
    load_board=load_board,
    load_summaries=load_summaries,
    knowledge=AsanteKnowledge,
    load_outlook=load_outlook,
    load_remarks=load_remarks,
    load_statistics=load_statistics,
    observation=OBSERVATION,
    changes=CHANGES,
    options=(
        Option("deck", "Another list of cards", check=chosen_deck, is_file=True),
        Option("position", "Position as text", None, read_position_option, is_file=True, tells_hidden=True),
    ),
    first_game=FirstGame(players=2),
    pictured=("spaces-{other}", "places", "spaces-{seat}", "stand-{seat}", "hand"),
)
