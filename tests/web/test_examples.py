"""Examples on the rules pages: pictures of positions, drawn by the boards, in which nothing can be pressed."""

import re
from collections import Counter
from typing import Any

import pytest
from litestar.testing import TestClient

import mezani
from mezani.language import LANGUAGES, language
from mezani.lessons.example import examples_of, read_examples
from mezani.web.examples import figures_in, readable_examples
from mezani.web.lesson_check import check_pictures
from mezani.web.picture import not_in_picture, picture
from mezani.web.rules import rules_in
from tests.playing import OUR_GAMES
from tests.web.test_rules import rules

ONE_SERVER = True
MOST = 1_500_000  # characters of a page
FIGURE = re.compile(r'<figure class="example".*?</figure>', re.DOTALL)
PRESSED = re.compile(r"<(?:form|input|button|select|details|dialog)\b|tabindex|popover|view-transition|data-at=")
BOARD = """
<div class="board anne p4"><form id="moves"><input name="key"></form>
  <section class="seat" id="seat-1" data-at="seat-1" aria-labelledby="name-1"><h2
    id="name-1">Asha &amp; you</h2></section>
  <div class="hand" data-at="hand" tabindex="0"><button class="card" form="moves" name="action" value="3" data-at="C9"
    aria-label="Crystals 9, legal" style="view-transition-name:card-C9;view-transition-class:spot-s;--n:1"><svg
    viewBox="0 0 1 1"><use href="#f-crystals"/><g clip-path="url(#name-1)"/></svg></button><a href="?look=C9">Look</a>
    <form method="post"><button>Take back</button></form></div>
</div>
"""


# A board as a picture


def test_a_picture_has_the_parts_that_are_asked_for_in_their_order() -> None:
    both = picture(BOARD, ["hand", "seat-1"], {}, "p")
    assert both.startswith('<div class="anne p4"><div class="hand">')
    assert both.index('class="hand"') < both.index('class="seat"')
    assert "Crystals" not in picture(BOARD, ["seat-1"], {}, "p")


def test_nothing_in_a_picture_can_be_pressed() -> None:
    drawn = picture(BOARD, ["hand", "seat-1"], {}, "p")
    assert PRESSED.search(drawn) is None
    assert "Take back" not in drawn
    assert '<span class="card" aria-label="Crystals 9, legal" style="--n:1" role="img">' in drawn
    assert "<span>Look</span>" in drawn


def test_a_picture_has_ids_of_its_own_and_keeps_the_symbols_of_the_game() -> None:
    drawn = picture(BOARD, ["hand", "seat-1"], {}, "p")
    assert 'id="p-seat-1" aria-labelledby="p-name-1" role="group"' in drawn
    assert '<h2 id="p-name-1" role="presentation">Asha &amp; you</h2>' in drawn
    assert 'clip-path="url(#p-name-1)"' in drawn
    assert '<use href="#f-crystals"/>' in drawn


def test_what_is_lit_gets_its_letter() -> None:
    assert 'class="card in-light"' in picture(BOARD, ["hand"], {"C9": ""}, "p")
    assert 'data-letter="A"' in picture(BOARD, ["hand"], {"C9": "A"}, "p")
    assert "data-letter" not in picture(BOARD, ["hand"], {"C9": ""}, "p")


def test_what_a_picture_lacks_is_known() -> None:
    assert not_in_picture(BOARD, ["hand"], ["C9"]) == []
    assert not_in_picture(BOARD, ["hand", "C9", "heap"], ["seat-1"]) == ["C9", "heap", "seat-1"]


# On the pages


@pytest.mark.parametrize("name", OUR_GAMES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_example_stands_under_its_paragraph(client: TestClient[Any], name: str, code: str) -> None:
    page, found = rules(client, name, code), examples_of(mezani.game(name))
    before = (page[: figure.start()] for figure in FIGURE.finditer(page))
    places = [re.findall(r'class="numbered" id="([\d.]+)"', text)[-1] for text in before]
    assert places == [example.paragraph for example in found]
    assert len(page) < MOST
    ids = Counter(re.findall(r'\sid="([^"]+)"', page))
    assert [id for id, times in ids.items() if times > 1] == []
    for figure in FIGURE.findall(page):
        assert PRESSED.search(figure) is None
        assert ("Beispiel" if code == "de" else "Example") in figure


@pytest.mark.parametrize("name", mezani.game_names())
def test_whatever_is_shown_or_lit_is_on_the_board(name: str) -> None:
    assert check_pictures(mezani.game(name)).faults == []


def test_links_of_an_example_lead_to_paragraphs_of_the_same_page(client: TestClient[Any]) -> None:
    figures = " ".join(FIGURE.findall(rules(client, "anne")))
    assert 'href="#6.3"' in figures
    assert "/rules/" not in figures


def test_a_square_in_a_caption_opens_nothing(client: TestClient[Any]) -> None:
    captions = " ".join(re.findall(r"<figcaption>(.*?)</figcaption>", rules(client, "zimbabwe")))
    assert "From d3 " in captions
    assert "?look=" not in captions


def test_a_game_without_examples_loads_no_board(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mezani.web.examples.examples_of", lambda game: ())
    monkeypatch.setattr("mezani.web.rules.rules_in", rules_in.__wrapped__)
    page = rules(client, "anne")
    assert "board.css" not in page
    assert "examples.css" not in page
    assert FIGURE.search(page) is None


def test_examples_that_can_not_be_read_are_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = mezani.game("anne")
    monkeypatch.setattr("mezani.web.examples.examples_of", lambda game: read_examples(game, "examples = 3"))
    assert readable_examples(game) == ()
    assert "the examples of anne are left out: examples.toml" in caplog.text


def test_a_position_that_can_not_be_set_up_is_left_out_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    text = """
[[examples]]
paragraph = "{}"
start = {{ players = 4, moves = "{}" }}
show = ["trumps"]
say.en = "Four trumps."
"""
    game, both = mezani.game("anne"), text.format("3.1", "+C-C") + text.format("3.2", "+C-G")
    monkeypatch.setattr("mezani.web.examples.examples_of", lambda game: read_examples(game, both))
    assert list(figures_in(game, language("en"))) == ["3.2"]
    assert "example 1 of anne is left out" in caplog.text
