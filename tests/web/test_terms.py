"""Words of a game in texts: which of them can be pressed, and where."""

import re
from typing import Any

import pytest
from markupsafe import Markup

import mezani
from mezani.game import Game
from mezani.glossary import WrongGlossary
from mezani.web.notation import sentence
from mezani.web.rendering import environment
from mezani.web.terms import Terms

ANANSI = mezani.game("anansi")
BUTTON = re.compile(r'<button class="term" type="button" popovertarget="term-([\w-]+)">([^<]+)</button>')
UNBROKEN = re.compile(r'<span class="unbroken">(.*?)</span>', re.DOTALL)


def marked(html: str, lang: str = "en") -> str:
    """A text with its terms in braces."""
    return BUTTON.sub(r"{\1:\2}", UNBROKEN.sub(r"\1", str(Terms(ANANSI, lang).marked(Markup(html)))))


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<p>A trick.</p>", "<p>A {trick:trick}.</p>"),
        ("Tricks are taken.", "{trick:Tricks} are taken."),
        ("the trickster", "the trickster"),
        ("a non-trump card", "a non-trump card"),
        ("the trump display, then the trump", "the {trump-display:trump display}, then the {trump:trump}"),
        ("a trump\ndisplay", "a {trump-display:trump\ndisplay}"),
        ("one trick, two tricks", "one {trick:trick}, two tricks"),
        ("<p>a trick</p><p>a trick</p>", "<p>a {trick:trick}</p><p>a {trick:trick}</p>"),
        ("<b>trump</b> display", "<b>{trump:trump}</b> {trump-display:display}"),
        ("<h2>A trick</h2>", "<h2>A trick</h2>"),
        ('<a href="/trick">a trick</a>: a trick', '<a href="/trick">a trick</a>: a {trick:trick}'),
        (
            '<span class="thing"><svg><use href="#x"/></svg><span>trump</span> 7</span> is trump',
            '<span class="thing"><svg><use href="#x"/></svg><span>trump</span> 7</span> is {trump:trump}',
        ),
        ("tricks &amp; trumps &lt;b&gt;", "{trick:tricks} &amp; {trump:trumps} &lt;b&gt;"),
        ("nothing &quot;known&quot;", "nothing &quot;known&quot;"),
    ],
)
def test_a_word_is_marked_where_it_stands_first(html: str, shown: str) -> None:
    assert marked(html) == shown


def test_nouns_and_other_words_are_told_apart() -> None:
    assert marked("Der Stich. Ich stich dich.", "de") == "Der {trick:Stich}. Ich stich dich."


def test_those_that_were_marked_are_told_once() -> None:
    terms = Terms(ANANSI, "de")
    terms.marked(Markup("<p>Stich und Trumpf</p>"))
    terms.marked(Markup("<p>Stiche</p>"))
    assert [term.id for term in terms.used] == ["trick", "trump"]


@pytest.mark.parametrize("said", ["*Trick* [L7] (4.2)", "a *trick, [L7] trump* & (4.2)"])
def test_markup_of_a_sentence_stays_whole(said: str) -> None:
    drawn = sentence(environment("en", "anansi"), ANANSI, said)
    assert BUTTON.sub(r"\2", UNBROKEN.sub(r"\1", str(Terms(ANANSI, "en").marked(drawn)))) == drawn


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ("a trick, a", "{trick:trick},"),
        ("(<b>trick</b>).", "(<b>{trick:trick}</b>)."),
        ("<b>a trick</b>, a", "{trick:trick}"),
    ],
)
def test_no_line_begins_with_the_comma_after_a_word(html: str, kept: str) -> None:
    shown = BUTTON.sub(r"{\1:\2}", str(Terms(ANANSI, "en").marked(Markup(html))))
    assert UNBROKEN.findall(shown) == [kept]


def test_a_broken_glossary_is_left_out_and_said_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(game: Game[Any]) -> None:
        raise WrongGlossary("glossary.toml, [trick]: means.en is missing")

    monkeypatch.setattr("mezani.web.terms.glossary_of", broken)
    assert marked("a trick") == "a trick"
    assert "the glossary of anansi is left out: glossary.toml, [trick]: means.en is missing" in caplog.text
