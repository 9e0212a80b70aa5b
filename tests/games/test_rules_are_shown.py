"""Every paragraph of a game's rules is named by a test."""

import re
from pathlib import Path

import pytest

import mezani
from tests.playing import OUR_GAMES

RULE = re.compile(r'@pytest\.mark\.rule\(((?:\s*"[\w -]+ [\d.]+",?)+)\s*\)')


def named_paragraphs(name: str) -> set[str]:
    """The paragraphs that the tests of a game name."""
    tests = "\n".join(path.read_text("utf-8") for path in (Path(__file__).parent / name).glob("test_*.py"))
    marks = " ".join(RULE.findall(tests))
    return set(re.findall(rf'"{name} ([\d.]+)"', marks))


@pytest.mark.parametrize("name", OUR_GAMES)
def test_every_paragraph_is_named_by_a_test(name: str) -> None:
    assert sorted(set(mezani.game(name).paragraphs) - named_paragraphs(name)) == []


@pytest.mark.parametrize("name", OUR_GAMES)
def test_no_test_names_a_paragraph_that_is_not_there(name: str) -> None:
    assert sorted(named_paragraphs(name) - set(mezani.game(name).paragraphs)) == []
