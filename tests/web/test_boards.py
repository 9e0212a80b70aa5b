"""The drawn boards: every legal move is a button, everything fits, and a keyboard or a screen reader is enough."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient
from playwright.sync_api import Browser, Page, Route

import mezani
from mezani.engine.state import State
from mezani.language import LANGUAGES, language
from mezani.tables.entries import Entry, Kind
from mezani.tables.lists import Visit
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.testing.playing import NAMES, amount, length_of, random_steps
from mezani.web.assets import STATIC_FILES, game_file, static_file
from mezani.web.pieces import html_of
from mezani.web.preferences import Preferences
from mezani.web.rendering import game_template, render
from mezani.web.screen import Screen
from mezani.web.viewer import Viewer
from tests.web.browsing import serious_faults
from tests.web.people import Person, moves

pytestmark = pytest.mark.slow
ONE_SERVER = True
DRAWN = [name for name in mezani.game_names() if game_template(name, "board", "en")]
BOARDS = [(name, players) for name in DRAWN for players in mezani.game(name).seats]
FEWEST_AND_MOST = [(name, mezani.game(name).seats[end]) for name in DRAWN for end in (0, -1)]
WINDOWS = {"wide": (1440, 900), "low": (1280, 720), "phone": (390, 844), "small": (360, 640)}
ORDER = ('id="prompt"', 'class="hand', 'class="middle"', 'class="seat', 'class="(?:shelf trumps|display|stock)"')
BUTTON = re.compile(r'<button class="([^"]*)"[^>]* name="action" value="(\d+)"([^>]*)>')
TRAVELS = re.compile(r"view-transition-name:([\w-]+)")
TOO_LARGE = """() => [...document.querySelectorAll('.board, .board :is(.seat, .shelf, .prompt, .predict, .use, .btn)')]
  .filter(e => e.offsetParent && (e.scrollWidth > e.clientWidth + 2 || e.scrollHeight > e.clientHeight + 2))
  .map(e => `${e.className}: ${e.scrollWidth} x ${e.scrollHeight} in ${e.clientWidth} x ${e.clientHeight}`)"""
TOO_SMALL = """() => [...document.querySelectorAll('.hand li, .uses button, .heap button, .predict :is(label, .btn)')]
  .map(e => [e, e.getBoundingClientRect()]).filter(([e, box]) => box.width && (box.width < 36 || box.height < 44))
  .map(([e, box]) => `${e.className}: ${box.width} x ${box.height}`)"""


def table_with(name: str, players: int, seed: int = 1) -> Table:
    """A table at which everybody is a person."""
    seats = [Seat(player_of(f"secret-{n}"), NAMES[n]) for n in range(players)]
    table = Table(f"{name}{players}{seed}", mezani.game(name), players, seed, {}, False, seats)
    table.take([Entry(1, Kind.BEGIN, 0.0)])
    return table


def screen(table: Table, state: State, seat: int | None, code: str = "en", **shown: Any) -> Screen:
    """What a seat sees of a state."""
    table.state = state
    return Screen(table, seat, [] if seat is None else [seat], language(code), **shown)


def page_of(screen: Screen) -> str:
    viewer = Viewer("", Preferences(), screen.lang)
    facts = {
        "regions": screen.regions(),
        "lines": screen.lines(),
        "heard": "",
        "notice": "",
        "viewer": viewer,
        "here": "/",
        "strip": "",
        "visit": Visit(),
    }
    return render("table.html", screen.lang, screen=screen, table=screen.table, **facts)


def positions(name: str, players: int, seed: int, every: int, most: int = 20) -> Iterator[State]:
    """Positions of a random game, its end too; of a long game no more than of a short one."""
    last = None
    every = max(every, length_of(mezani.game(name), players) // most)
    for number, (state, _) in enumerate(random_steps(mezani.game(name), players, seed)):
        last = state
        if number % every == 0:
            yield state.clone()
    assert last is not None
    yield last


def first_position(name: str, players: int, has: str) -> Screen:
    """The first position in which the board of the seat to move shows something."""
    table = table_with(name, players)
    for seed in range(1, 20):
        for state, _ in random_steps(mezani.game(name), players, seed):
            shown = screen(table, state.clone(), state.seat)
            if has in shown.board_html():
                return shown
    raise AssertionError(f"no board of {name} shows {has}")


@pytest.mark.parametrize(("drawn_game", "seats"), BOARDS)
def test_a_board_offers_the_legal_moves_and_asks_why_for_the_rest_of_the_hand(drawn_game: str, seats: int) -> None:
    table = table_with(drawn_game, seats)
    for state in positions(drawn_game, seats, 3, amount(5, 29)):
        if state.is_over:
            continue
        for code in LANGUAGES:
            shown = screen(table, state, state.seat, code)
            html = shown.board_html()
            assert sorted(set(moves(html))) == (state.legal_actions() if shown.is_your_turn else [])
            others = [int(action) for _, action, more in BUTTON.findall(html) if "aria-disabled" in more]
            game = mezani.game(drawn_game)
            assert all(game.why_not(state, state.seat, action) for action in others)
            hand = html.partition('class="hand')[2].partition("</ul>")[0]
            if "legal" in hand:
                view: Any = game.view(state, state.seat)
                assert len(re.findall(r'class="card (?:legal|illegal|half)', hand)) == len(view.hand)


@pytest.mark.parametrize(("drawn_game", "seats"), BOARDS)
def test_who_has_no_turn_has_no_moves(drawn_game: str, seats: int) -> None:
    table = table_with(drawn_game, seats)
    for state in positions(drawn_game, seats, 4, amount(7, 31)):
        for seat in [None, *range(seats)]:
            html = screen(table, state, seat).board_html()
            if seat is None or seat not in state.open_seats() or state.is_over:
                assert moves(html) == []
            assert ("<form" in html) == (seat is not None)


@pytest.mark.parametrize(("drawn_game", "seats"), BOARDS)
def test_what_is_said_comes_in_the_order_in_which_it_is_needed(drawn_game: str, seats: int) -> None:
    table = table_with(drawn_game, seats)
    html = screen(table, mezani.game(drawn_game).new(seats, 1), 0).board_html()
    found = [match.start() for part in ORDER if (match := re.search(part, html))]
    assert 'id="prompt"' in html
    assert len(found) in (1, len(ORDER))  # a board of cards has all of them
    assert found == sorted(found)


@pytest.mark.parametrize(("drawn_game", "seats"), BOARDS)
def test_no_two_cards_travel_by_the_same_name(drawn_game: str, seats: int) -> None:
    table = table_with(drawn_game, seats)
    for state in positions(drawn_game, seats, 5, amount(3, 17)):
        for seat in (None, 0, seats - 1):
            regions = screen(table, state, seat).regions()
            names = TRAVELS.findall(regions["board"] + regions["score"])
            assert len(names) == len(set(names))


@pytest.mark.parametrize("drawn_game", DRAWN)
def test_a_card_that_is_not_allowed_answers_with_the_rule(client: TestClient[Any], drawn_game: str) -> None:
    shown = first_position(drawn_game, mezani.game(drawn_game).seats[-1], 'aria-disabled="true"')
    table, seat = shown.table, shown.table.state.seat
    client.app.state.hall.tables.keep(table)
    person = Person(client)
    person.cookies = {"mezani": f"secret-{seat}"}
    refused = next(int(action) for _, action, more in BUTTON.findall(shown.board_html()) if "aria-disabled" in more)
    answer = person.post(f"/table/{table.id}/play", seat=seat, after=table.turn, action=refused)
    reason = table.game.why_not(table.state, seat, refused)
    assert reason
    assert answer.status_code == 422
    assert re.search(rf'href="/rules/{drawn_game}\?back=[^"#]*#{re.escape(reason.paragraph)}"', answer.text)


@pytest.mark.parametrize("drawn_game", DRAWN)
def test_a_hint_marks_one_move(drawn_game: str) -> None:
    state = mezani.game(drawn_game).new(seed=2)
    hinted = state.legal_actions()[0]
    html = screen(table_with(drawn_game, state.players), state, state.seat, hinted=hinted).board_html()
    assert [int(action) for how, action, _ in BUTTON.findall(html) if "hinted" in how] == [hinted]


@pytest.mark.parametrize(("drawn_game", "seats"), BOARDS)
def test_a_piece_goes_by_its_name_and_lies_once_on_the_page(drawn_game: str, seats: int) -> None:
    table = table_with(drawn_game, seats)
    for state in positions(drawn_game, seats, 8, amount(11, 37)):
        for seat in (None, state.seat if not state.is_over else 0):
            shown = screen(table, state, seat)
            fragments, page = shown.fragments(), "".join(shown.regions().values())
            ids = re.findall(r' id="([^"]+)"', page)
            assert len(ids) == len(set(ids))
            assert "\0" not in page
            assert "\1" not in page
            for name, fragment in fragments.items():
                html = html_of(fragment, fragments)
                found = re.match(r'\s*<\w+[^>]* id="([^"]+)"', html)
                assert found, html[:200]
                assert found[1] == name


# In a browser


def look(browser: Browser, html: str, window: str = "wide") -> Page:
    """A page in a browser without JavaScript of ours."""
    width, height = WINDOWS[window]
    page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.route("**/*", lambda route: answer(route, html))
    page.goto("http://table/")
    return page


def answer(route: Route, html: str) -> None:
    path = route.request.url.removeprefix("http://table/").partition("?")[0]
    kind = STATIC_FILES.get(path.rpartition(".")[2], "")
    if not path:
        route.fulfill(body=html, content_type="text/html; charset=utf-8")
    elif kind == "text/javascript" or not kind:
        route.abort()
    else:
        _, *folder, file = path.split("/")
        body = game_file(folder[0], file) if folder else static_file(file)
        route.fulfill(body=body or b"", content_type=kind)


@pytest.mark.parametrize(
    ("drawn_game", "seats"),
    [pytest.param(*board, marks=[] if board in FEWEST_AND_MOST else [pytest.mark.matrix]) for board in BOARDS],
)
def test_a_board_fits_into_every_window(browser: Browser, drawn_game: str, seats: int) -> None:
    table = table_with(drawn_game, seats)
    for number, state in enumerate(positions(drawn_game, seats, 6, 47, 2)):
        seat = state.seat if number % 2 or state.is_over else 0
        page = look(browser, page_of(screen(table, state, seat, LANGUAGES[number % len(LANGUAGES)])))
        for width, height in WINDOWS.values():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert (width, page.evaluate(TOO_LARGE)) == (width, [])
            assert (width, page.evaluate(TOO_SMALL)) == (width, [])
        page.close()


@pytest.mark.parametrize("drawn_game", DRAWN)
def test_axe_finds_nothing_serious(browser: Browser, drawn_game: str) -> None:
    players = mezani.game(drawn_game).seats[-1]
    table = table_with(drawn_game, players)
    for number, state in enumerate(positions(drawn_game, players, 7, 61, 2)):
        page = look(browser, page_of(screen(table, state, state.seat)), ("phone", "wide")[number % 2])
        assert serious_faults(page) == []
        page.close()


def test_choosing_a_card_with_two_uses_opens_both(browser: Browser) -> None:
    page = look(browser, page_of(first_position("anansi", 4, 'class="uses"')))
    assert page.locator(".uses:visible").count() == 0
    page.locator(".hand input").first.focus()
    page.keyboard.press("Space")
    assert page.locator(".uses:visible button").count() == 2
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.uses') !== null")


def test_two_tiles_make_one_prediction(browser: Browser) -> None:
    page = look(browser, page_of(first_position("anne", 4, 'class="predict"')))
    buttons = page.locator(".predict button:visible")
    page.check(".most [value=G]", force=True)
    assert buttons.count() == 0
    page.check(".fewest [value=G]", force=True)
    assert buttons.count() == 0
    page.check(".fewest [value=C]", force=True)
    assert buttons.all_inner_texts() == ["Most gold, fewest crystals"]


def test_the_heap_comes_down_to_the_thumbs_on_a_phone(browser: Browser) -> None:
    page = look(browser, page_of(first_position("anne", 4, 'class="take')), "small")
    assert page.evaluate(TOO_LARGE) == []
    assert page.evaluate(TOO_SMALL) == []
    heap, hand, prompt = (page.locator(part).bounding_box() for part in (".shelf.heap", ".hand", ".prompt"))
    assert heap
    assert hand
    assert prompt
    assert prompt["y"] < heap["y"] < hand["y"]
