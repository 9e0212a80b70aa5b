"""Animations and stills in a browser: opened from the disk, without a connection, on every screen."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import mezani
from mezani.language import language
from mezani.record import Record
from mezani.web.animation import page_of
from tests.playing import OUR_GAMES, random_game
from tests.web.browsing import FAULTS, PATIENCE, serious_faults

MOVES = 40
SCREENS = ((1280, 800), (820, 1000), (390, 844))
CELLS = (1300, 800, 390)
STEERING = ("#step", "#seat", "#previous", "#autoplay", "#next")
Open = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path, no_script_fails: None) -> Open:
    """Opens a page from a file in a browser that has no connection."""

    def opened(html: str, **device: Any) -> Page:
        (tmp_path / "page.html").write_text(html, "utf-8")
        context = browser.new_context(offline=True, **{"reduced_motion": "reduce", **device})
        context.set_default_timeout(PATIENCE)
        context.on("weberror", lambda fault: FAULTS.append(str(fault.error)))
        context.on("requestfailed", lambda request: FAULTS.append(request.url))
        page = context.new_page()
        page.goto((tmp_path / "page.html").as_uri())
        return page

    return opened


def animation(record: Record, lang: str = "en") -> str:
    return page_of(record, [None, *range(record.players)], language(lang))


def at(page: Page, move: int, moves: int = MOVES) -> None:
    expect(page.locator("#count")).to_have_text(f"Move {move} of {moves}")


def test_a_game_is_stepped_through_by_buttons_keys_and_slider(open_page: Open) -> None:
    record = random_game("anne", 3, moves=MOVES)
    page = open_page(animation(record))
    at(page, 0)
    assert page.locator(".log li:visible").count() == 1  # the title of the first hand
    page.click("#next")
    at(page, 1)
    expect(page.locator(".log [aria-current]")).to_contain_text("Arve")
    before = page.locator("#board").inner_html()
    page.keyboard.press("ArrowRight")
    at(page, 2)
    assert page.locator("#board").inner_html() != before
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    assert page.locator("#board").inner_html() == before
    page.keyboard.press("End")
    at(page, MOVES)
    assert page.locator(".log li:visible").count() == page.locator(".log li").count()
    expect(page.locator("#next")).to_be_disabled()
    page.keyboard.press("Home")
    at(page, 0)
    page.locator("#step").fill("7")
    at(page, 7)
    page.click("#chapter-after")
    at(page, MOVES)
    page.keyboard.press("PageUp")
    at(page, 0)


def test_in_the_trick_lie_the_cards_that_were_played(open_page: Open) -> None:
    record = random_game("anne", 3, moves=MOVES)
    page = open_page(animation(record))
    views: list[Any] = [record.game.view(after, None) for _, _, after in record.steps()]
    tricks = {number: [card for card in view.trick if card] for number, view in enumerate(views, 1)}
    laid = {number: cards for number, cards in tricks.items() if len(cards) == 2}
    assert len(laid) > 3
    for number, cards in laid.items():
        page.locator("#step").fill(str(number))
        at(page, number)
        for card in cards:
            expect(page.locator(f'#middle [data-at~="{card}"]')).to_be_visible()


def test_it_plays_by_itself_to_the_end_and_stops(open_page: Open) -> None:
    record = random_game("anne", 3, moves=4)
    page = open_page(animation(record))
    page.clock.install()
    page.clock.pause_at(9e11)
    page.keyboard.press(" ")
    expect(page.locator("#autoplay")).to_have_text("Stop")
    at(page, 1, 4)
    for move in (2, 3, 4):
        page.clock.run_for(1200)
        at(page, move, 4)
    expect(page.locator("#autoplay")).to_have_text("Play")
    page.click("#autoplay")
    at(page, 0, 4)
    page.clock.run_for(1200)
    at(page, 1, 4)
    page.click("#previous")
    expect(page.locator("#autoplay")).to_have_text("Play")
    at(page, 0, 4)


def test_it_is_seen_from_every_seat_that_it_holds(open_page: Open) -> None:
    record = random_game("anne", 3, moves=MOVES)
    page = open_page(animation(record))
    assert page.locator("#hand").count() == 0
    page.select_option("#seat", label="Seen by Brittany")
    expect(page.locator("#hand")).to_be_visible()
    expect(page.locator('#board [data-at="seat-1"]').first).to_contain_text("You")
    page.keyboard.press("Escape")
    alone = open_page(page_of(record, [2], language("en")))
    expect(alone.locator("#seat")).to_be_hidden()
    expect(alone.locator(".bar .flag")).to_have_text("Seen by Clay")


@pytest.mark.parametrize("name", OUR_GAMES)
def test_an_animation_fits_every_screen_and_is_accessible(open_page: Open, name: str) -> None:
    record = random_game(name, mezani.game(name).seats[-1], moves=MOVES)
    page = open_page(page_of(record, [None, 1], language("en")))
    page.select_option("#seat", "1")
    page.locator("#step").fill(str(MOVES))
    at(page, MOVES)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        for selector in STEERING:
            box = page.locator(selector).bounding_box()
            assert box, selector
            assert min(box["width"], box["height"]) >= 44, selector
        expect(page.locator("#board")).to_be_visible()
    page.click(".tabs a[href='#talk']")
    expect(page.locator("#log [aria-current]")).to_be_in_viewport()
    page.click(".tabs a[href='#board']")
    page.set_viewport_size({"width": 1280, "height": 800})
    assert serious_faults(page) == []
    expect(page.locator("#told")).not_to_be_empty()


@pytest.mark.parametrize("name", OUR_GAMES)
def test_a_notebook_shows_a_state_as_its_board(open_page: Open, name: str) -> None:
    state = mezani.game(name).new(seed=3)
    for _ in range(MOVES):
        state.play(state.random_action(mezani.Rng(3)))
    page = open_page(f"<!doctype html><title>Notebook</title><p>Out[1]:</p>{mezani.picture(state)._repr_html_()}")
    frame = page.frame_locator("iframe")
    expect(frame.locator(".bar .flag")).to_have_text(f"Seen by Seat {state.seat + 1}")
    for width in CELLS:
        page.set_viewport_size({"width": width, "height": 1000})
        expect(frame.locator("#board")).to_be_visible()
        html = frame.locator("html")
        assert html.evaluate("html => html.scrollWidth <= innerWidth && html.scrollHeight <= innerHeight")
        assert frame.locator("#board").evaluate("board => board.offsetHeight") > 500
    assert frame.locator("button, a, input, form").count() == 0


@pytest.mark.parametrize("name", OUR_GAMES)
def test_a_still_is_accessible(open_page: Open, name: str) -> None:
    page = open_page(mezani.picture(mezani.game(name).new(seed=3)).page(), viewport={"width": 1300, "height": 900})
    expect(page.locator("#score")).to_be_visible()
    assert serious_faults(page) == []


def test_without_scripts_the_first_position_is_there_and_it_is_said_why_no_other(open_page: Open) -> None:
    page = open_page(animation(random_game("anne", 3, moves=4)), java_script_enabled=False)
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator(".notice")).to_contain_text("scripts are switched off")
    expect(page.locator("#autoplay")).to_be_hidden()
