"""Examples of the rules as figures: a position, drawn by the game's own board, and what is said to it."""

import logging
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from mezani.game import Game
from mezani.language import Language, said
from mezani.lessons.attempt import record_of
from mezani.lessons.example import Cutting, Example, WrongExample, examples_of
from mezani.lessons.lesson import LETTERS
from mezani.tables.table import played_again
from mezani.web.explanation import Explanation
from mezani.web.picture import picture
from mezani.web.rendering import macro_of
from mezani.web.screen import Screen

LINK = re.compile(r'(?<=href=")/rules/\w+(#[\d.]+")(?: target="rules")')  # to a paragraph of the same page
PRESSED = re.compile(r'<(a|button)\b(?! class="par")[^>]*>(.*?)</\1>', re.DOTALL)  # all other links lead to the board

log = logging.getLogger(__name__)


class Figure(NamedTuple):
    """An example as it stands on a page."""

    picture: Markup
    cutting: Cutting | None
    caption: Markup


def readable_examples(game: Game[Any]) -> tuple[Example, ...]:
    """The examples of a game; none where something is wrong with them, which is said in the log."""
    try:
        return examples_of(game)
    except WrongExample as problem:
        log.warning("the examples of %s are left out: %s", game.name, problem)
        return ()


def figures_in(game: Game[Any], lang: Language) -> Mapping[str, Markup]:
    """The examples of a game, by the paragraph that they belong to."""
    drawn: dict[str, Markup] = {}
    for number, example in enumerate(readable_examples(game), 1):
        try:
            figure = figure_of(game, example, lang, f"example-{number}")
        except ValueError as problem:  # a position that can't be set up, or a move that can't be made
            log.warning("example %s of %s is left out: %s", number, game.name, problem)
        else:
            html = macro_of("macros/example", lang.code)(figure)
            drawn[example.paragraph] = drawn.get(example.paragraph, Markup("")) + html
    return drawn


def figure_of(game: Game[Any], example: Example, lang: Language, name: str) -> Figure:
    """An example, drawn and explained; its name begins its ids."""
    explanation = Explanation(game, example.start, lang)
    drawn = picture(board_of_example(game, example, lang), example.show, _letters(example, lang), name)
    return Figure(drawn, example.cutting, _still(str(explanation.heading(example.say))))


def _still(caption: str) -> Markup:
    """A caption in which nothing is opened, and links lead to paragraphs of the same page."""
    return Markup(PRESSED.sub(r"\2", LINK.sub(r"\1", caption)))


def board_of_example(game: Game[Any], example: Example, lang: Language) -> Markup:
    """The board of an example's position, as who sits there sees it."""
    record = record_of(game, example.start, example.start.moves.split())
    table = played_again(record, Explanation(game, example.start, lang).seats, len(record.actions))
    seat = example.start.seat
    return Screen(table, seat, [seat], lang, looks_at=example.look).board_html()


def _letters(example: Example, lang: Language) -> dict[str, str]:
    """What is lit, and the letter that it gets; none if nothing that is said speaks of letters."""
    words = said(example.say, lang.code)
    has_letters = any(f"{{{letter}}}" in words for letter in LETTERS)
    return {mark: letter if has_letters else "" for letter, mark in zip(LETTERS, example.light, strict=False)}
