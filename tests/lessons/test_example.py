"""Examples of the rules as they are written, and what is said where something is wrong with one."""

from pathlib import Path

import pytest

import mezani
from mezani.lessons.attempt import record_of
from mezani.lessons.example import Cutting, Example, WrongExample, examples_of, read_examples
from mezani.testing.checks import Check
from mezani.testing.examples import examples
from mezani.testing.trial import ContractBroken
from tests.playing import OUR_GAMES

GAME = mezani.game("anne")
TEXT = """
[[examples]]
paragraph = "5.2"
start = { players = 4, seat = 3, seed = 7, moves = "+C-G +M-D +D-G +G-M" }
show = ["hand", "trumps"]
light = ["M10"]
say.en = "You hold [M10] {A}, and {1} does not (5.1)."
say.de = "Du hast [M10] {A}, und {1} nicht (5.1)."

[[examples]]
paragraph = "5.3"
start = { lesson = "following", step = 3, moves = "D4" }
show = ["trick"]
squares = "c3-h8"
say.en = "You played it."
say.de = "Du hast sie gespielt."
"""


def read(change: str = "", into: str = "") -> tuple[Example, ...]:
    assert change in TEXT
    return read_examples(GAME, TEXT.replace(change, into, 1))


def test_an_example_has_its_own_position() -> None:
    first, _ = read()
    assert (first.paragraph, first.show, first.light) == ("5.2", ("hand", "trumps"), ("M10",))
    state = record_of(GAME, first.start, first.start.moves.split()).state()
    assert state.seat == first.start.seat == 3


def test_an_example_may_begin_where_a_step_of_a_lesson_does() -> None:
    _, second = read()
    state = record_of(GAME, second.start, second.start.moves.split()).state()
    assert state.seat == 1, "the next player, after D4"
    assert second.start.options["position"]


def test_of_a_map_some_squares_can_be_shown() -> None:
    first, second = read()
    assert first.cutting is None
    assert second.cutting == Cutting(left=2, top=2, columns=6, rows=6)


@pytest.mark.parametrize(
    ("change", "into", "says"),
    [
        ('paragraph = "5.2"', "paragraph = ", "examples.toml: Invalid value"),
        ("[[examples]]", "[[example]]", r"it consists of \[\[examples\]\] and nothing else"),
        ('paragraph = "5.2"', "", r"example 1 \(of no paragraph\): .*missing required field `paragraph`"),
        ('light = ["M10"]', 'lights = ["M10"]', r"example 1 \(5.2\): .*unknown field `lights`"),
        ('show = ["hand", "trumps"]', "show = []", "`show` names the parts of the board"),
        ('squares = "c3-h8"', 'squares = "h8-c3"', "`squares` goes from one corner to another"),
        ('squares = "c3-h8"', 'squares = "c3"', "`squares` goes from one corner to another"),
        ('lesson = "following"', 'lesson = "fishing"', r"example 2 \(5.3\): start: there is no lesson 'fishing'"),
        ("step = 3", "step = 99", "the lesson following has steps 1 to 6, not 99"),
        ("step = 3", "seat = 3", "beside `lesson` there may be step and moves, not seat"),
        ("start = { players = 4", "begin = { players = 4", "it says nothing of where it begins"),
    ],
)
def test_what_is_wrong_with_an_example_is_said(change: str, into: str, says: str) -> None:
    with pytest.raises(WrongExample, match=says):
        read(change, into)


def test_a_game_without_examples_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mezani.lessons.example.files", lambda package: tmp_path)
    examples_of.cache_clear()
    assert examples_of(GAME) == ()
    examples_of.cache_clear()


@pytest.mark.parametrize("name", OUR_GAMES)
def test_examples_stand_in_the_order_of_the_rules(name: str) -> None:
    game = mezani.game(name)
    places = [game.paragraphs.index(example.paragraph) for example in examples_of(game)]
    assert len(places) > 10
    assert places == sorted(places)


# What `mezani check` finds


def warnings(monkeypatch: pytest.MonkeyPatch, change: str = "", into: str = "") -> list[str]:
    """What the check notes of a game whose examples are those of the tests, written otherwise."""
    found = read(change, into)
    monkeypatch.setattr("mezani.testing.examples.examples_of", lambda game: found)
    return Check(examples)(GAME).warnings


def test_good_examples_pass_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    assert warnings(monkeypatch) == []


@pytest.mark.parametrize(
    ("change", "into", "says"),
    [
        ('paragraph = "5.2"', 'paragraph = "9.9"', r"example 1 \(9.9\): the rules have no paragraph 9.9"),
        ("+G-M", "+G-G", r"example 1 \(5.2\): .*\+G-G"),
        ('moves = "D4"', 'moves = "C12"', r"example 2 \(5.3\): You must follow suit"),
        ("seat = 3", "seat = 4", "there is no seat 4"),
        ("{A}, and {1} does", "{B}, and {1} does", ".B. is neither the letter of something that is lit nor a seat"),
        ("(5.1)", "(9.9)", "it cites 9.9, which the rules have not"),
    ],
)
def test_what_can_not_be_shown_or_said_is_found(
    monkeypatch: pytest.MonkeyPatch, change: str, into: str, says: str
) -> None:
    with pytest.raises(ContractBroken, match=says):
        warnings(monkeypatch, change, into)


def test_a_missing_translation_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = warnings(monkeypatch, 'say.de = "Du hast sie gespielt."', "")
    assert noted == ["examples.toml, example 2 (5.3): a text is not there in de: 'You played it.'"]
