"""Where the rulebook leaves something open: the rules say that it is our ruling, and which words it rests on."""

import re

import pytest

from mezani.games.zimbabwe import GAME
from mezani.language import LANGUAGES
from mezani.record import read
from tests.test_older_rules import RULES_1

MARKS = {"en": "*Our ruling: ", "de": "*Unsere Auslegung: "}
RULINGS = {
    "3.7": ["the range to a craftsman (but not to a resource)", "you must use it as a hub"],
    "6.5": ["in no particular order", "any number of craftsmen in the same turn"],
    "12.3": ["Xango wins any ties"],
    "13.1": ["in play"],
    "13.10": ["in play"],
}


def paragraph(number: str, code: str) -> str:
    """A paragraph of the rules in one line."""
    found = re.search(rf"^{re.escape(number)} (.+?)(?:\n\n|\Z)", GAME.rules(code), re.MULTILINE | re.DOTALL)
    assert found
    return " ".join(found[1].split())


@pytest.mark.parametrize("code", LANGUAGES)
def test_rulings_are_marked_and_quote_the_words_that_they_rest_on(code: str) -> None:
    marked = [number for number in GAME.paragraphs if MARKS[code] in paragraph(number, code)]
    assert marked == list(RULINGS)
    for number, words in RULINGS.items():
        ruling = paragraph(number, code).partition(MARKS[code])[2].lower()
        assert ruling.endswith("*")
        assert all(word.lower() in ruling for word in words)


def test_the_freer_turn_forbids_nothing_that_version_1_allowed() -> None:
    games = [read(path.read_text("utf-8")) for path in RULES_1.glob("zimbabwe-*.txt")]
    assert [(game.rules, game.left_over, game.state().is_over) for game in games] == [(1, [], True)] * 10


def test_the_freer_turn_is_version_2_of_the_rules() -> None:
    assert GAME.rules_version == 2
    (change,) = GAME.changes_since(1)
    assert "6.5" in change.paragraphs
    assert set(change.paragraphs) <= set(GAME.paragraphs)
