"""The table of docs/lessons.md: each paragraph of the rules is taught somewhere, or said to be left to them."""

import re
from pathlib import Path

import pytest

import mezani
from mezani.lessons.lesson import lessons_of
from tests.playing import OUR_GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text("utf-8")
ROW = re.compile(r"^\| (.+?) \| ([\d., ]+) \|$", re.MULTILINE)


def rows(title: str) -> dict[str, list[str]]:
    """The rows of a game's table."""
    section = PAGE.partition(f"### {title}\n")[2].partition("\n### ")[0]
    return {what: paragraphs.split(", ") for what, paragraphs in ROW.findall(section)}


@pytest.mark.parametrize("name", OUR_GAMES)
def test_the_table_says_what_each_lesson_teaches(name: str) -> None:
    game = mezani.game(name)
    told = {what: sorted(taught) for what, taught in rows(game.title).items() if not what.startswith("left")}
    assert told == {f"{lesson.number} {lesson.title['en']}": sorted(lesson.teaches) for lesson in lessons_of(game)}


@pytest.mark.parametrize("name", OUR_GAMES)
def test_every_paragraph_is_taught_or_left_to_the_rules_for_a_reason(name: str) -> None:
    game = mezani.game(name)
    taught = {paragraph for lesson in lessons_of(game) for paragraph in lesson.teaches}
    left = [paragraph for what, some in rows(game.title).items() if what.startswith("left") for paragraph in some]
    assert sorted(left) == sorted(set(game.paragraphs) - taught)
