"""Positions as pages that stand alone: for every game, seat and language, with nothing hidden and nothing to press."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

import mezani
from mezani.engine.state import State
from mezani.game import Game
from mezani.language import LANGUAGES, language
from mezani.testing.playing import NAMES, random_positions
from mezani.web import screen
from mezani.web.picture import PRESSED
from mezani.web.still import page_of, still, table_of
from tests.playing import OUR_GAMES

ENGLISH = language("en")
OUTSIDE = re.compile(r'(?:href|src|action)="(?!#)|url\((?!#)|@import')
USES = re.compile(r'href="#([\w-]+)"')
IDS = re.compile(r'\bid="([\w-]+)"')
BODY = re.compile(r"<body.*", re.DOTALL)


def pages(game: Game[Any], players: int, most: int) -> Iterator[tuple[State, int | None, str]]:
    """Positions of a random game, each as a seat or a spectator sees it."""
    for number, state in enumerate(random_positions(game, players, seed=1, every=9, most=most)):
        seat = (None, *range(players))[number % (players + 1)]
        yield state, seat, page_of(table_of(game, state, NAMES), seat, ENGLISH)


def test_a_page_stands_alone_and_nothing_can_be_pressed(name: str, players: int) -> None:
    for _, _, page in pages(mezani.game(name), players, most=8):
        assert not OUTSIDE.search(page)
        body = BODY.findall(page)[0]
        assert not re.findall(rf"<({'|'.join(PRESSED)}|form|input|select|script)\b", body)
        assert not re.findall(r"data-(?:look|zoom|do)=|popovertarget", body)
        assert page.count('id="board"') == 1
        assert "\0" not in page
        assert "\1" not in page


def test_all_drawings_that_a_page_uses_are_in_it_and_no_others_of_its_game(name: str, players: int) -> None:
    for _, _, page in pages(mezani.game(name), players, most=8):
        body = BODY.findall(page)[0]
        assert set(USES.findall(body)) <= set(IDS.findall(body))
        unused = set(re.findall(r'<symbol id="([\w-]+)"', body)) - set(USES.findall(body))
        assert not unused


def test_a_page_shows_its_seat_no_more_than_it_may_see(name: str, players: int) -> None:
    """In a world that the seat cannot tell from the true one, every byte is the same."""
    game = mezani.game(name)
    for number, (state, seat, page) in enumerate(pages(game, players, most=10)):
        world = state.clone()
        world.resample(seat, mezani.Rng(number))
        assert page_of(table_of(game, world, NAMES), seat, ENGLISH) == page


def test_a_finished_game_is_drawn_with_its_winners(name: str, players: int) -> None:
    game = mezani.game(name)
    state = game.new(players, seed=2)
    mezani.playout(state, mezani.Rng(2))
    page = page_of(table_of(game, state, NAMES), None, ENGLISH)
    assert all(NAMES[seat] in page for seat in state.winners())
    assert "wins" in page or "share" in page


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_page_speaks_the_language_it_is_asked_for(name: str, players: int, code: str) -> None:
    game = mezani.game(name)
    page = page_of(table_of(game, game.new(players, seed=1)), 0, language(code))
    assert f'<html lang="{code}">' in page
    said = language(code).gettext
    assert f">{said('Seen by {name}').format(name=said('Seat {n}').format(n=1))}<" in page


def test_what_could_be_pressed_is_drawn_and_what_only_does_something_is_left_out() -> None:
    html = (
        '<form id="moves"><input name="seat"></form><p><button class="btn" data-zoom="in">+</button>'
        '<button class="card" name="action" value="3" data-at="D4" aria-label="Dragon 4" style="--x:1">4</button>'
        '<a class="mon" href="?look=a1" data-look="a1">1</a><article>kept</article></p>'
    )
    assert still(html) == (
        '<p><span class="card" aria-label="Dragon 4" style="--x:1" role="img">4</span>'
        '<span class="mon">1</span><article>kept</article></p>'
    )


@pytest.mark.parametrize("name", OUR_GAMES)
def test_a_game_without_a_drawn_board_is_drawn_plainly(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "game_template", lambda *of: None)
    game = mezani.game(name)
    page = page_of(table_of(game, game.new(seed=1), NAMES), 0, ENGLISH)
    assert "plain-board" in BODY.findall(page)[0]
    assert not re.findall(r"<(button|form|input)\b", page)
