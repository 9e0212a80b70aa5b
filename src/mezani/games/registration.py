"""What a game is checked for when it is registered: that it is one, keeps to the limits, and can be begun and read.

It takes some milliseconds. `mezani.testing` goes on from there and plays.
"""

import inspect
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Protocol

import msgspec

from mezani.engine.state import MOST_ACTIONS, MOST_SEATS, State
from mezani.game import Actions, Game, Words
from mezani.language import ENGLISH, LANGUAGES, Language, language

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
        _check_start(game, players, {})
    if game.first_game is not None:
        _check_start(game, game.first_game.players, game.first_game.options)
    _check_words(game, ENGLISH)


def _check_facts(game: Game[Any]) -> None:
    for fact, text in {"title": game.title, "publisher": game.publisher}.items():
        if not isinstance(text, str):
            raise WrongGame(f"its {fact} must be a text, not {text!r}")
    if isinstance(game.designers, str) or not all(isinstance(name, str) for name in game.designers):
        raise WrongGame(f"its designers must be a tuple of names, not {game.designers!r}")
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


def _check_start(game: Game[Any], players: int, options: Mapping[str, Any]) -> None:
    """That a game can be begun, looked at, and asked for its first moves."""
    state = game.new(players, 0, options)
    if not isinstance(state, State) or state.players != players:
        raise WrongGame(f"a new game of {players} players is a {type(state).__name__} of {state.players}")
    legal = state.legal_actions()
    if not legal or legal[0] < 0 or legal[-1] >= game.action_count:
        raise WrongGame(f"the first legal actions of {players} players must be some of 0 to {game.action_count - 1}")
    for seat in (0, None):
        if not isinstance(game.view(state, seat), msgspec.Struct):
            raise WrongGame("its view is not a msgspec.Struct")
    if game.parse_action(state, game.action_text(state, legal[0])) != legal[0]:
        raise WrongGame("parse_action must be the inverse of action_text")


def _check_words(game: Game[Any], lang: Language) -> None:
    """That a game can be read where games are listed, and at its start."""
    state = game.new(game.seats[0], 0)
    said = {
        "gist": game.gist(lang),
        "prompt": game.prompt(state, 0, lang, NAMES[: state.players]),
        "prompt of a spectator": game.prompt(state, None, lang, NAMES[: state.players]),
        "label": game.label(state, state.legal_actions()[0], lang),
    }
    for name, text in said.items():
        if not isinstance(text, str) or not text:
            raise WrongGame(f"words.{name} must be a sentence, not {text!r} ({lang.code})")


def check_languages(game: Game[Any]) -> None:
    """Raise an error if a game can't be read in some language: its rules, or its words where games are listed."""
    for code in LANGUAGES:
        game.rules(code)
        _check_words(game, language(code))
