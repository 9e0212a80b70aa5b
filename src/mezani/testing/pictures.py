"""Checks of pictures: what a game draws in the terminal, and that all it gives takes what it is asked with."""

import io
from typing import Any

from mezani.game import Board, Past, Summaries, Terminal
from mezani.games.registration import check_functions
from mezani.language import LANGUAGES, language
from mezani.testing.playing import NAMES, amount
from mezani.testing.trial import Trial

WIDTH = 100


def functions(trial: Trial) -> None:
    """The modules that a game gives have the functions of their protocols, and they take as much as they are given."""
    game = trial.game
    given: list[tuple[Any, type, str]] = [(game.past, Past, "past"), (game.summaries, Summaries, "summaries")]
    given.append((game.load_terminal and game.load_terminal(), Terminal, "terminal"))
    given.append((game.load_board and game.load_board(), Board, "board"))
    for module, protocol, what in given:
        if module is not None:
            trial.looked_at["functions"] += check_functions(module, protocol, what)


def terminal(trial: Trial) -> None:
    """Each position has a picture in the terminal that names all players, in every language; if the game draws any."""
    from rich.console import Console

    game = trial.game
    if game.load_terminal is None:
        return
    pictures, console = game.load_terminal(), Console(width=WIDTH, record=True, file=io.StringIO())
    names = NAMES[: trial.players]
    for seed in trial.seeds(1, 1):
        for number, state in enumerate(trial.positions(seed, 7, amount(25, 5, game))):
            lang = game.language(language(LANGUAGES[number % len(LANGUAGES)]))
            seat = state.seat
            ordered = pictures.in_order(state, seat, state.legal_actions())
            trial.expect_same(sorted(ordered), state.legal_actions(), "in_order must keep the legal moves")
            legal = [game.action_text(state, action) for action in ordered]
            pictures.numbers_moves(state)
            for view in (game.view(state, seat), game.view(state, None)):
                console.print(pictures.picture(view, legal, lang, names))
                console.print(pictures.sheet(view, lang, names))
                trial.looked_at["pictures"] += 1
    for lang in map(language, LANGUAGES):
        trial.expect(
            pictures.explanation(game.language(lang)), f"the help does not say how moves are written ({lang.code})"
        )
    shown = console.export_text()
    for name in names:
        trial.expect(name in shown, f"no picture names {name}")
