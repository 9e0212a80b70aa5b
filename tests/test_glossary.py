"""The words of a game: read from its folder, and what is said where something is wrong with them."""

from pathlib import Path

import pytest

import mezani
from mezani.glossary import WrongGlossary, glossary_of, read_glossary
from mezani.testing.checks import Check
from mezani.testing.glossary import glossary
from mezani.testing.trial import ContractBroken
from tests.playing import OUR_GAMES

GAME = mezani.game("anne")
TEXT = """
[trick]
word.en = "trick"
word.de = "Stich"
forms.en = ["trick", "tricks"]
forms.de = ["Stich", "Stiche"]
means.en = "One card of everybody."
means.de = "Von jedem eine Karte."
paragraph = "5.1"

[led-suit]
word.en = "led suit"
word.de = "angespielte Farbe"
forms.en = ["led suit"]
forms.de = ["angespielte Farbe"]
means.en = "The suit of the first card."
means.de = "Die Farbe der ersten Karte."
paragraph = "5.2"
"""


def test_a_word_has_forms_and_a_meaning_in_each_language() -> None:
    trick, led_suit = read_glossary(TEXT)
    assert (trick.id, trick.word_in("de"), trick.forms_in("de")) == ("trick", "Stich", ("Stich", "Stiche"))
    assert (led_suit.means_in("en"), led_suit.paragraph) == ("The suit of the first card.", "5.2")


def test_a_word_is_english_where_a_language_is_missing() -> None:
    trick = read_glossary(TEXT.replace('forms.de = ["Stich", "Stiche"]\n', "").replace('word.de = "Stich"\n', ""))[0]
    assert (trick.word_in("de"), trick.forms_in("de")) == ("trick", ("trick", "tricks"))


@pytest.mark.parametrize(
    ("change", "into", "says"),
    [
        ('paragraph = "5.1"', "paragraph = ", r"glossary.toml: Invalid value"),
        ('paragraph = "5.1"', "", r"glossary.toml, \[trick\]: .*missing required field `paragraph`"),
        ('paragraph = "5.1"', "paragraph = 5.1", r"glossary.toml, \[trick\]: Expected `str`, got `float`"),
        ('paragraph = "5.1"', 'page = "5"\nparagraph = "5.1"', r"\[trick\]: .*unknown field `page`"),
        ('["trick", "tricks"]', '["trick", ""]', r"\[trick\]: a form in forms.en is empty"),
        ('["trick", "tricks"]', "[]", r"\[trick\]: forms.en is missing"),
        ('means.en = "One card of everybody."', "", r"\[trick\]: means.en is missing"),
        ("[led-suit]", "[Led_suit]", r"\[Led_suit\]: an entry is called as \[led-suit\] is"),
        ("\n[trick]", "trump = 3\n[trick]", r"\[trump\]: it is no entry with word, forms, means and paragraph"),
    ],
)
def test_what_is_wrong_with_a_glossary_is_said(change: str, into: str, says: str) -> None:
    assert change in TEXT
    with pytest.raises(WrongGlossary, match=says):
        read_glossary(TEXT.replace(change, into, 1))


def test_a_game_without_a_glossary_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mezani.glossary.files", lambda package: tmp_path)
    glossary_of.cache_clear()
    assert glossary_of(GAME) == ()
    glossary_of.cache_clear()


@pytest.mark.parametrize("name", OUR_GAMES)
def test_our_games_have_glossaries(name: str) -> None:
    assert len(glossary_of(mezani.game(name))) > 10


# What `mezani check` finds


def warnings(monkeypatch: pytest.MonkeyPatch, change: str = "", into: str = "") -> list[str]:
    """What the check notes of a game whose glossary is that of the tests, written otherwise."""
    assert change in TEXT
    text = TEXT.replace(change, into, 1)
    monkeypatch.setattr("mezani.testing.glossary.glossary_of", lambda game: read_glossary(text))
    return Check(glossary)(GAME).warnings


def test_a_good_glossary_passes_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    assert warnings(monkeypatch) == []


@pytest.mark.parametrize(
    ("change", "into", "says"),
    [
        ('"5.2"', '"99.1"', r"glossary.toml, \[led-suit\]: the rules have no paragraph 99.1"),
        ('["led suit"]', '["led suit", "Trick"]', r"glossary.toml, \[led-suit\]: 'Trick' is a form of \[trick\] too"),
        ('["trick", "tricks"]', '[" "]', r"glossary.toml, \[trick\]: a form in forms.en is empty"),
    ],
)
def test_what_leads_nowhere_or_to_two_places_is_found(
    monkeypatch: pytest.MonkeyPatch, change: str, into: str, says: str
) -> None:
    with pytest.raises(ContractBroken, match=says):
        warnings(monkeypatch, change, into)


def test_a_missing_translation_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = warnings(monkeypatch, 'means.de = "Von jedem eine Karte."\n', "")
    assert noted == ["glossary.toml, [trick]: means.de is missing and stays English"]
