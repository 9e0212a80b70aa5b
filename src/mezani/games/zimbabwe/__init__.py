"""The Great Zimbabwe, a game of kings, craftsmen and monuments by Jeroen Doumen and Joris Wiersinga."""

from mezani.game import Board, FirstGame, Game, Outlook, Remarks, Statistics, Summaries, Terminal
from mezani.games.zimbabwe import actions
from mezani.games.zimbabwe.bot.knowledge import ZimbabweKnowledge
from mezani.games.zimbabwe.changes import CHANGES
from mezani.games.zimbabwe.look import look
from mezani.games.zimbabwe.observation import OBSERVATION
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.start import OPTIONS, start
from mezani.games.zimbabwe.view import ZimbabweView, view
from mezani.games.zimbabwe.words import sentences

__all__ = ["GAME", "Zimbabwe"]


def load_terminal() -> Terminal[Zimbabwe, ZimbabweView]:
    from mezani.games.zimbabwe import terminal

    return terminal


def load_board() -> Board[ZimbabweView]:
    from mezani.games.zimbabwe.page import board

    return board


def load_summaries() -> Summaries[Zimbabwe]:
    from mezani.games.zimbabwe.page import summary

    return summary


def load_outlook() -> Outlook[Zimbabwe]:
    from mezani.games.zimbabwe.bot import outlook

    return outlook


def load_remarks() -> Remarks[Zimbabwe]:
    from mezani.games.zimbabwe.words import remarks

    return remarks


def load_statistics() -> Statistics[Zimbabwe]:
    from mezani.games.zimbabwe.words import statistics

    return statistics


GAME = Game(
    name="zimbabwe",
    title="The Great Zimbabwe",
    seats=(2, 3, 4, 5),
    designers=("Jeroen Doumen", "Joris Wiersinga"),
    publisher="Splotter Spellen",
    package=__name__,
    start=start,
    actions=actions,
    words=sentences,
    make_view=view,
    make_look=look,
    load_terminal=load_terminal,
    load_board=load_board,
    load_summaries=load_summaries,
    knowledge=ZimbabweKnowledge,
    load_outlook=load_outlook,
    load_remarks=load_remarks,
    load_statistics=load_statistics,
    observation=OBSERVATION,
    options=OPTIONS,
    changes=CHANGES,
    first_game=FirstGame(players=4, options={"first_game": True}),
    is_open=True,
    pictured=("map", "own-cards"),
)
