"""Lessons as they are written, and what is said where something is wrong with one."""

from pathlib import Path

import pytest

from mezani.language import said
from mezani.lessons.lesson import StepKind, WrongLesson, lessons_of, read_lesson
from mezani.testing.checks import Check
from mezani.testing.lessons import lessons, words_of_lessons
from mezani.testing.trial import ContractBroken
from tests.lessons.examples import GAME, TEXT, lesson


def test_steps_are_of_four_kinds() -> None:
    look, do, find, ask = StepKind.LOOK, StepKind.DO, StepKind.FIND, StepKind.ASK
    assert [step.kind for step in lesson().steps] == [look, do, find, ask, look]
    assert [step.shown for step in lesson().steps] == ["", "M5", "seat-3", "2", ""]


def test_what_is_no_field_of_a_position_is_an_option() -> None:
    read = lesson("seed = 7", 'map = "…"')
    assert read.start.options == {"map": "…"}
    assert read.start.seed == 1


def test_a_text_is_english_where_a_language_is_missing() -> None:
    assert said({"en": "one", "de": "eins"}, "de") == "eins"
    assert said({"en": "one"}, "de") == "one"
    assert said({}, "de") == ""


@pytest.mark.parametrize(
    ("change", "into", "says"),
    [
        ('title.en = "Leading"', "title.en = ", "Invalid value"),
        ("minutes = 1", "minuets = 1", "there is no 'minuets' in a lesson"),
        ("minutes = 1", "", "missing required field `minutes`"),
        ("[start]", "[begin]", "there is no 'begin' in a lesson"),
        ('light = ["M10"]', 'lights = ["M10"]', "step 1: .*unknown field `lights`"),
        ('light = ["M10"]', 'light = ["M10"]\ndone.en = "x"', "step 1: done needs do, find or ask beside it"),
        ('show = "M5"\n', "", "step 2: say by `show` which moves"),
        ('task.en = "Lead a mushroom."\ntask.de = "Spiel einen Pilz aus."', "", "step 2: the task is missing"),
        ('among = ["seat-1", "seat-3"]', 'among = ["seat-3"]', "step 3: `among` names what can be pressed"),
        ('find = ["seat-3"]', 'find = ["seat-3"]\ndo = ["M9"]', "step 3: it is to do and to find"),
        ("right = 2", "right = 3", "step 4: `right` is the number of an answer, not 3"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_said(change: str, into: str, says: str) -> None:
    with pytest.raises(WrongLesson, match=says):
        lesson(change, into)


def test_a_lesson_needs_steps() -> None:
    with pytest.raises(WrongLesson, match="it has no"):
        read_lesson(TEXT.partition("[[steps]]")[0], 1, "leading")


# What `mezani check` finds


def warnings(monkeypatch: pytest.MonkeyPatch, change: str = "", into: str = "") -> list[str]:
    """What the checks note of a game whose only lesson is that of the tests, written otherwise."""
    read = lesson(change, into)
    monkeypatch.setattr("mezani.testing.lessons.lessons_of", lambda game: (read,))
    return [*Check(lessons)(GAME).warnings, *Check(words_of_lessons)(GAME).warnings]


def test_a_good_lesson_passes_the_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert warnings(monkeypatch) == []


@pytest.mark.parametrize(
    ("change", "into", "says"),
    [
        ('moves = "+C-G', 'moves = "+C-C', "lesson leading, step 1: .*C-C"),
        ("seat = 3", "seat = 2", "step 2: it is not the turn of who learns"),
        ("seat = 3", "seat = 5", "step 1: there is no seat 5"),
        ('do = ["M2,M5", "M9"]', 'do = ["M2,M5", "M8"]', "step 2: 'M8' is not legal.*You do not hold Mushrooms 8"),
        ('show = "M5"', 'show = "C6"', "step 2: 'C6' does not do it"),
        ('moves = "*"\nsay.en = "That is no', 'moves = "C6"\nsay.en = "That is no', "step 2: nothing is said to 'C11'"),
        ('light = ["M10"]', 'light = ["M10"]\nthen = "C3"', "step 1: .*You do not hold Crystals 3"),
        ('done.de = "Gut."', 'done.de = "Gut."\nthen = "M5"', "step 2: .*M5"),
        ('"These are *your* cards: {A}."', '"These are {B}."', "step 1: .B. is neither the letter"),
        ('say.en = "That is {1}."', 'say.en = "That is {4}."', "step 3: .4. is neither the letter"),
        ('say.en = "You lead."', 'say.en = "You lead (99.1)."', "step 2: it cites 99.1, which the rules have not"),
        ('teaches = ["5.1"]', 'teaches = ["99.1"]', "lesson leading: it teaches 99.1, which the rules have not"),
        ("minutes = 1", "minutes = 9", "a lesson takes 1 to 4 minutes"),
        ('title.en = "Leading"', "", "a text is not there in English: 'Ausspielen'"),
    ],
)
def test_what_can_not_be_done_or_said_is_found(
    monkeypatch: pytest.MonkeyPatch, change: str, into: str, says: str
) -> None:
    with pytest.raises(ContractBroken, match=says):
        warnings(monkeypatch, change, into)


def test_a_missing_translation_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = warnings(monkeypatch, 'say.de = "Eine mehr."', "")
    assert noted == ["lesson leading, step 4: a text is not there in de: 'One more.'"]


def test_a_lesson_ends_with_what_one_can_do_now(monkeypatch: pytest.MonkeyPatch) -> None:
    last = '[[steps]]\nsay.en = "Now you can lead."\nsay.de = "Jetzt kannst du ausspielen."'
    with pytest.raises(ContractBroken, match="the last step says what one can do now"):
        warnings(monkeypatch, last, "")


def test_lessons_are_numbered_without_gaps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def named(*names: str) -> None:
        folder = tmp_path / "words" / "lessons"
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            (folder / name).write_text(TEXT, "utf-8")
        lessons_of.cache_clear()

    monkeypatch.setattr("mezani.lessons.lesson.files", lambda package: tmp_path)
    lessons_of.cache_clear()
    assert lessons_of(GAME) == (), "a game without lessons has none"
    named("01-leading.toml", "03-winning.toml")
    with pytest.raises(WrongLesson, match=r"numbered from 01 on without gaps, not \[1, 3\]"):
        lessons_of(GAME)
    named("02-following.toml")
    assert [lesson.id for lesson in lessons_of(GAME)] == ["leading", "following", "winning"]
    named("4-Ending.toml")
    with pytest.raises(WrongLesson, match=r"4-Ending.toml: a lesson is called as"):
        lessons_of(GAME)
    lessons_of.cache_clear()
