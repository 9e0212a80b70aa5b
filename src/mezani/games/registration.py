"""What a game is checked for when it is registered: that it is one, keeps to the limits, and can be begun and read.

It takes some milliseconds. `mezani.testing` goes on from there and plays.
"""

import inspect
from importlib.resources import files
from typing import Any, Protocol

import msgspec

from mezani.engine.state import MOST_ACTIONS, MOST_SEATS, State
from mezani.game import Actions, Game, Words
from mezani.language import LANGUAGES, language

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")


class WrongGame(ValueError):
    """A game that does not keep to the contract; the message says in what."""


def check(game: Any, name: str) -> None:
    """Raise `WrongGame` if a game can't be offered under a name."""
    if not isinstance(game, Game):
        raise WrongGame(f"it is a {type(game).__name__}, not a mezani.Game")
    if game.name != name:
        raise WrongGame(f"it is registered as {name!r}, but calls itself {game.name!r}")
    if not (name.isascii() and name.isidentifier() and name.islower()):
        raise WrongGame(f"{name!r} is no name for a game: small letters, digits and _")
    _check_facts(game)
    check_functions(game.actions, Actions, "actions")
    check_functions(game.words, Words, "words")
    _check_texts(game)
    for players in game.seats:
        _check_start(game, players)


def _check_facts(game: Game[Any]) -> None:
    seats = game.seats
    if not seats or list(seats) != sorted(set(seats)) or seats[0] < 1 or seats[-1] > MOST_SEATS:
        raise WrongGame(f"seats are rising numbers from 1 to {MOST_SEATS}, not {seats}")
    if not 1 <= game.action_count <= MOST_ACTIONS:
        raise WrongGame(f"actions are numbered from 0; their count is 1 to {MOST_ACTIONS}, not {game.action_count}")


def check_functions(given: object, protocol: type[Protocol], what: str) -> int:  # type: ignore[valid-type]
    """That all functions of a protocol are there, and take as much as they are given; how many they are."""
    checked = 0
    for name, asked in vars(protocol).items():
        if name.startswith("_") or not inspect.isfunction(asked):
            continue
        function = getattr(given, name, None)
        if not callable(function):
            raise WrongGame(f"its {what} have no function {name}")
        takes = len(inspect.signature(asked).parameters) - 1
        try:
            inspect.signature(function).bind(*[None] * takes)
        except TypeError as problem:
            raise WrongGame(f"{name} of its {what} must take {takes} arguments") from problem
        checked += 1
    return checked


def _check_texts(game: Game[Any]) -> None:
    rules = files(game.package).joinpath("words", f"rules.{LANGUAGES[0]}.md")
    if not rules.is_file():
        raise WrongGame(f"it has no rules in English: {game.package} lacks words/rules.{LANGUAGES[0]}.md")
    if not game.paragraphs:
        raise WrongGame("its rules have no numbered paragraphs: one begins with its number, such as 3.2")
    for code in LANGUAGES:
        if not game.gist(language(code)):
            raise WrongGame(f"it says nothing of itself: words.gist is empty ({code})")


def _check_start(game: Game[Any], players: int) -> None:
    """That a game can be begun, looked at, and asked for its first moves."""
    state = game.new(players, seed=0)
    if not isinstance(state, State) or state.players != players:
        raise WrongGame(f"a new game of {players} players is a {type(state).__name__} of {state.players}")
    legal = state.legal_actions()
    if not legal or legal[0] < 0 or legal[-1] >= game.action_count:
        raise WrongGame(f"the first legal actions of {players} players must be some of 0 to {game.action_count - 1}")
    for seat in (*range(players), None):
        if not isinstance(game.view(state, seat), msgspec.Struct):
            raise WrongGame("its view is not a msgspec.Struct")
        for code in LANGUAGES:
            game.prompt(state, seat, language(code), NAMES[:players])
    for code in LANGUAGES:
        game.label(state, legal[0], language(code))
    if game.parse_action(state, game.action_text(state, legal[0])) != legal[0]:
        raise WrongGame("parse_action must be the inverse of action_text")
