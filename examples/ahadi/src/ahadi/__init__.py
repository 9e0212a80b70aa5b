"""Ahadi, a trick-taking game of promises."""

from collections.abc import Mapping
from typing import Any

from mezani.game import FirstGame, Game, Option, Summaries, Terminal

from ahadi import actions
from ahadi.bot.knowledge import AhadiKnowledge
from ahadi.deals import deals
from ahadi.observation import OBSERVATION
from ahadi.rules import Ahadi
from ahadi.view import AhadiView, view
from ahadi.words import sentences

OPTIONS = (
    Option("numbers", "Numbers of each suit: 1 to", 7, check=int, choices=(3, 5, 7)),
    Option("single_hand", "Only one hand", False, choices=(False, True)),
)


def start(players: int, seed: int, options: Mapping[str, Any]) -> Ahadi:
    return Ahadi(players, seed, options["numbers"], options["single_hand"])  # 7.1, 7.2


def load_terminal() -> Terminal[Ahadi, AhadiView]:
    from ahadi import terminal

    return terminal


def load_summaries() -> Summaries[Ahadi]:
    from ahadi.page import summary

    return summary


GAME = Game(
    name="ahadi",
    title="Ahadi",
    seats=(2, 3, 4),
    designers=("Mezani",),
    publisher="",
    package=__name__,
    start=start,
    actions=actions,
    words=sentences,
    make_view=view,
    load_terminal=load_terminal,
    load_summaries=load_summaries,
    knowledge=AhadiKnowledge,
    observation=OBSERVATION,
    deals=deals,
    options=OPTIONS,
    first_game=FirstGame(players=4),
    lines="trick {n}",
)
