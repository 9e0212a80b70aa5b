"""Asante, a trading game for two by Rüdiger Dorn."""

from collections.abc import Mapping
from typing import Any

from mezani.game import Game, Option
from mezani.games.asante import actions, words
from mezani.games.asante.bot import AsanteKnowledge
from mezani.games.asante.changes import CHANGES
from mezani.games.asante.deck import chosen_deck
from mezani.games.asante.rules import Asante
from mezani.games.asante.view import view


def start(players: int, seed: int, options: Mapping[str, Any]) -> Asante:
    return Asante(seed, options["deck"])


GAME = Game(
    name="asante",
    title="Asante",
    seats=(2,),
    designers=("Rüdiger Dorn",),
    publisher="Kosmos",
    package=__name__,
    start=start,
    actions=actions,
    words=words,
    make_view=view,
    knowledge=AsanteKnowledge,
    changes=CHANGES,
    options=(Option("deck", "Another list of cards", check=chosen_deck, is_file=True),),
)
