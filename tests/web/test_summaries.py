"""Summaries: a hand, a round or a turn ends with its last trick complete, then a sheet says what it has brought."""

import re
from functools import partial
from typing import Any

import pytest
from litestar.testing import TestClient, WebSocketTestSession
from playwright.sync_api import Browser, Page, expect

import mezani
from mezani.record import Record
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.table import Origin
from mezani.tables.terms import COVERED, OPEN, Terms
from mezani.testing.playing import NAMES, chapters
from tests.web.browsing import PHONE, Served, first_move, go_on_from, person, press, serious_faults
from tests.web.finished import loaded
from tests.web.people import Person, table_of

pytestmark = pytest.mark.slow
ONE_SERVER = True
ENTER_AT_ONCE = """addEventListener("DOMContentLoaded", () =>
  document.querySelector(".summary")?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })))"""
SHEET = re.compile(r'<section class="summary" id="summary".*?</footer>', re.DOTALL)


def game_up_to(name: str, players: int, chapter: int, left: int = 0, seed: int = 1) -> Record:
    """A random game until a chapter has ended, or so many decisions before."""
    game = mezani.game(name)
    actions: list[int] = []
    for steps in chapters(game, players, seed):
        actions += [action for _, action, _ in steps]
        if game.place(steps[0][0]).chapter.endswith(f" {chapter}"):
            break
    return Record(game, players, seed, names=NAMES[:players], actions=actions[: len(actions) - left])


def practice(ann: Person, record: Record, seat: int | None = None) -> str:
    """A table of Ann and bots that goes on where a game has got to; she has the seat to move, or another."""
    id = loaded(ann, record)
    page = ann.post(f"/record/{id}/{len(record.actions)}", seat=record.state().seat if seat is None else seat)
    return str(page.url.path.rpartition("/")[2])


def live(ann: Person, id: str, client: TestClient[Any], seat: int | str = "") -> WebSocketTestSession:
    shown = table_of(client, id).entries_known(None)
    headers = {"cookie": ann.cookie_header()}
    ann.client.cookies.clear()
    return client.websocket_connect(f"/table/{id}/live?seat={seat}&after={shown}", headers=headers)


def play(line: WebSocketTestSession, client: TestClient[Any], id: str, action: int) -> None:
    table = table_of(client, id)
    line.send_json({"do": "play", "seat": str(table.state.seat), "after": str(table.turn), "action": str(action)})


def heard_with(line: WebSocketTestSession, text: str) -> str:
    """The next message that has something in it."""
    for _ in range(40):
        if text in (html := str(line.receive_text(timeout=60))):
            return html
    raise AssertionError(text)


@pytest.mark.parametrize(("name", "chairs"), [("anne", 3), ("anne", 4), ("anansi", 3), ("anansi", 5)])
def test_the_last_trick_is_shown_complete_before_the_sheet(
    client: TestClient[Any], ann: Person, name: str, chairs: int
) -> None:
    record = game_up_to(name, chairs, 1, left=1)
    id = practice(ann, record)
    with live(ann, id, client) as line:
        play(line, client, id, table_of(client, id).state.legal_actions()[0])
        moment = heard_with(line, '<meta name="moment">')
        trick = moment[moment.index('class="trick') : moment.index("</ol>", moment.index('class="trick'))]
        assert trick.count('class="card') == chairs
        assert " is over." in moment
        assert 'class="summary"' not in moment
        after = heard_with(line, 'class="summary"')
        assert 'data-number="1"' in after
        assert 'data-into="log"' in after


def test_whoever_wishes_no_summary_still_sees_the_last_trick(client: TestClient[Any], ann: Person) -> None:
    id = practice(ann, game_up_to("anne", 4, 1, left=1))
    ann.cookies["mezani-wishes"] = "summary=never"
    with live(ann, id, client) as line:
        play(line, client, id, table_of(client, id).state.legal_actions()[0])
        heard_with(line, '<meta name="moment">')
        assert 'class="summary"' not in heard_with(line, 'data-into="log"')


def test_after_the_last_hand_comes_the_result_and_no_sheet(client: TestClient[Any], ann: Person) -> None:
    id = practice(ann, game_up_to("anne", 3, 3, left=1))
    with live(ann, id, client) as line:
        play(line, client, id, table_of(client, id).state.legal_actions()[0])
        heard_with(line, '<meta name="moment">')
        over = heard_with(line, 'data-into="log"')
    assert "/result" in over
    assert 'class="summary"' not in over
    assert SHEET.search(ann.get(f"/table/{id}?summary=3").text)  # but the score can show it


def test_a_sheet_goes_when_the_move_that_ended_the_round_is_taken_back(client: TestClient[Any], ann: Person) -> None:
    record = game_up_to("zimbabwe", 2, 1, left=1)
    me = record.state().seat
    hall: Hall = client.app.state.hall
    ann.cookies["mezani"] = "secret-of-ann"
    chairs = [Seat(player_of("ben"), "Ben"), Seat(player_of("ben"), "Ben")]
    chairs[me] = Seat(player_of("secret-of-ann"), "Ann")
    origin = Origin(record.seed, record.actions, "/")
    with client.portal() as portal:
        id = portal.call(partial(hall.open_table, record.game, chairs, origin=origin)).id
    with live(ann, id, client) as line:
        play(line, client, id, mezani.game("zimbabwe").parse_action(record.state(), "end"))
        heard_with(line, 'class="summary"')
        line.send_json({"do": "undo", "seat": str(me), "after": str(table_of(client, id).turn)})
        assert '<div id="summary" hidden>' in heard_with(line, 'id="summary"')


@pytest.mark.parametrize("name", mezani.game_names())
def test_a_summary_has_an_address_and_the_score_leads_there(client: TestClient[Any], ann: Person, name: str) -> None:
    players, chapter = mezani.game(name).seats[-1], 9 if name == "asante" else 2
    record = game_up_to(name, players, chapter)
    asante = name == "asante"
    id = practice(ann, record, record.state().seat if asante else None)  # it is the other's turn that is told
    page = ann.get(f"/table/{id}").text
    assert not SHEET.search(page)
    assert f'href="/table/{id}?summary={chapter}"' in page
    page = ann.get(f"/table/{id}?summary={chapter}").text
    assert (sheet := SHEET.search(page))
    assert f'href="/table/{id}"' in sheet[0]  # Continue
    assert f'href="/rules/{name}#' in sheet[0]
    assert 'aria-expanded="true" aria-controls="summary"' in page
    with_trick = name in ("anne", "anansi")
    assert ('class="patch"' in sheet[0]) == with_trick
    if with_trick:  # older tricks lie open or face down, as the table has it
        for past in (OPEN, COVERED):
            table_of(client, id).terms = Terms(past_tricks=past)
            older = SHEET.search(ann.get(f"/table/{id}?summary={chapter - 1}").text)
            assert older
            assert ('class="patch"' in older[0]) == (past == OPEN)
    for none in (chapter + 1, chapter + 50, "x", 0):
        assert not SHEET.search(ann.get(f"/table/{id}?summary={none}").text)
    if not asante:
        assert SHEET.search(Person(client).get(f"/table/{id}?summary={chapter}").text)  # of a spectator


def test_people_who_share_a_screen_read_it_when_it_has_changed_hands(client: TestClient[Any], ann: Person) -> None:
    record = game_up_to("anne", 3, 1, left=1)
    hall: Hall = client.app.state.hall
    ann.cookies["mezani"] = "secret-of-ann"
    chairs = [Seat(player_of("secret-of-ann"), called) for called in ("Ann", "Amy", "Abe")]
    origin = Origin(record.seed, record.actions, "/")
    with client.portal() as portal:
        id = portal.call(partial(hall.open_table, record.game, chairs, origin=origin)).id
    seat = table_of(client, id).state.seat
    with live(ann, id, client, seat) as line:
        play(line, client, id, table_of(client, id).state.legal_actions()[0])
        after = heard_with(line, 'data-into="log"')
    to_move = table_of(client, id).state.seat
    if to_move != seat:
        assert f"?seat={to_move}&amp;summary=1" in after
    assert SHEET.search(ann.get(f"/table/{id}?seat={to_move}&summary=1").text)


def test_a_turn_of_drawing_alone_is_told_by_the_prompt(client: TestClient[Any], ann: Person) -> None:
    game = mezani.game("asante")
    state, actions = game.new(2, 3), []
    for text in ("draw", "keep", "end"):
        actions.append(game.play_text(state, text))
    id = practice(ann, Record(game, 2, 3, names=NAMES[:2], actions=actions))
    page = ann.get(f"/table/{id}").text
    assert re.search(r"Your turn\.</strong> \S+ has only drawn 1 card\. Draw a card", page)


def test_how_long_a_summary_stays_can_be_set(client: TestClient[Any], ann: Person) -> None:
    id = practice(ann, game_up_to("anne", 3, 1))
    assert 'data-seconds="0"' in ann.get(f"/table/{id}?summary=1").text
    ann.post("/settings", all=1, back="/", summary="20")
    assert 'data-seconds="20"' in ann.get(f"/table/{id}?summary=1").text
    assert re.search(r'<option value="20" selected>20 seconds', ann.get("/settings").text)


# In a browser


@pytest.mark.usefixtures("no_script_fails")
@pytest.mark.parametrize(
    ("name", "chairs", "device"),
    [("anne", 4, {}), ("anansi", 5, PHONE), ("zimbabwe", 3, PHONE), ("asante", 2, {})],
)
def test_the_sheet_rises_stays_and_is_opened_again(
    browser: Browser, served: Served, name: str, chairs: int, device: dict[str, Any]
) -> None:
    page = person(browser, served, **device)
    preferences = {"name": "mezani-wishes", "value": "pause=0", "url": served.address}
    page.context.add_cookies([preferences])  # type: ignore[list-item]
    record = game_up_to(name, chairs, 13 if name == "asante" else 1, left=1)
    go_on_from(page, record)
    end_chapter(page, name)
    sheet = page.locator(".summary")
    expect(sheet).to_be_visible()
    expect(sheet).to_be_focused()
    chapter = sheet.get_attribute("data-number")
    assert page.url.endswith(f"?summary={chapter}")
    assert serious_faults(page) == []
    if name != "asante":
        page.wait_for_selector("#prompt.you", state="attached")  # the bots have gone on meanwhile, the sheet stays
    expect(sheet).to_be_visible()
    expect(page.locator(".summary .go-on")).to_be_in_viewport(ratio=1)
    page.reload()
    expect(sheet).to_be_visible()
    page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    expect(page.locator("#prompt")).to_be_focused()
    expect(page).not_to_have_url(re.compile("summary"))
    if device:
        page.locator('.tabs [href="#score"]').click()
    page.locator(f'.again[href$="summary={chapter}"]').click()
    expect(sheet).to_be_visible()
    page.locator(".go-on").click()
    expect(sheet).to_have_count(0)
    page.locator("#log li").last.wait_for(state="attached")


@pytest.mark.usefixtures("no_script_fails")
def test_the_sheet_is_closed_before_the_live_line_is_open(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    go_on_from(page, game_up_to("anne", 3, 1))
    page.add_init_script(ENTER_AT_ONCE)
    page.goto(f"{page.url}?summary=1")
    expect(page.locator(".summary")).to_have_count(0)
    expect(page.locator("#prompt")).to_be_focused()
    expect(page).not_to_have_url(re.compile("summary"))
    assert page.evaluate("performance.getEntriesByType('navigation')[0].name").endswith("summary=1"), (
        "it is the same page"
    )


def end_chapter(page: Page, name: str) -> None:
    """Make the last decision of a hand or a round; at Asante end turns until the other has done more than draw."""
    page.wait_for_selector("#prompt.you")
    if name in ("anne", "anansi"):
        press(first_move(page))
        return
    for _ in range(12):
        page.locator("button:text-matches('End (your turn|it all the same|turn)')").last.evaluate("it => it.click()")
        let = page.locator("button:text('Let it happen')")
        ended = page.locator(
            ".summary, #prompt.you:has-text('has only drawn'), #prompt.you:has-text('has done nothing')"
        )
        let.or_(ended).first.wait_for()
        while not ended.count():  # a Person or an Animal is asked about first
            let.first.click()
            let.first.wait_for(state="detached")
            let.or_(ended).first.wait_for()
        if page.locator(".summary").count():
            return
        skip = page.locator("button:text('Start playing cards')")
        if skip.count():
            skip.first.click()
            page.locator("button:text-matches('End your turn')").first.wait_for()
    raise AssertionError("the other only draws")
