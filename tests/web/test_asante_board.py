"""The board of Asante: every card can be read, every choice is made where it lies, and every refusal says its rule."""

import re
from collections.abc import Iterator
from html import unescape
from itertools import chain
from typing import Any

import pytest
from litestar.testing import TestClient
from playwright.sync_api import Browser, Page, expect

import mezani
from mezani.games.asante.actions import BACK, DONE, NEVER
from mezani.games.asante.cards import Card, Effect
from mezani.games.asante.constants import DRAWING, STEPS
from mezani.games.asante.deck import standard_deck
from mezani.games.asante.page.board import face, large, picture
from mezani.games.asante.rules import Asante
from mezani.games.asante.view import all_cards
from mezani.language import LANGUAGES, language
from mezani.testing.playing import random_steps
from mezani.web.assets import game_file
from mezani.web.screen import Screen
from tests.games.asante.positions import play, position, step
from tests.web.browsing import Served, load_record, person, serious_faults
from tests.web.finished import played
from tests.web.people import Person, moves, table_of
from tests.web.test_boards import TOO_LARGE, TOO_SMALL, WINDOWS, look, page_of, screen, table_with

ONE_SERVER = True
ASKING = set(STEPS[STEPS.index("drawing") :])
CARD = re.compile(r"<li.*?</li>", re.DOTALL)
RULE = re.compile(r'href="/rules/asante#([\d.]+)"')
HELD = "PPKK JKF ** boatman animalist camel talking-drum"
SENT = """() => { window.sent = [];
  document.addEventListener("submit", (e) => { e.preventDefault(); window.sent.push(e.submitter.value); }); }"""


TABLE = table_with("asante", 2)


def shown(state: Asante, seat: int | None = None, code: str = "en", **more: Any) -> Screen:
    return screen(TABLE, state, state.seat if seat is None else seat, code, **more)


def turn(hand: str = HELD, **more: Any) -> Asante:
    """A position in the middle of a game; seat 0 plays cards."""
    usual: dict[str, Any] = {
        "theirs": "lion JJT PP animalist porter",
        "stand": "JKF",
        "their_stand": "PPPTS",
        "gold": 31,
        "their_gold": 38,
        "artifacts": "pottery . calabash",
        "their_artifacts": "mancala map .",
        "middle": "VKN",
        "places": "RRO",
        "their_places": "VN",
        "discards": "TT JJ nomad healer PPP",
        "markers": 3,
    }
    return position(hand, **(usual | more))


def games(count: int) -> Iterator[Asante]:
    """All positions of some random games."""
    for seed in range(count):
        for state, _ in random_steps(mezani.game("asante"), 2, seed):
            assert isinstance(state, Asante)
            yield state


def part(html: str, begins: str, ends: str = "</section>") -> str:
    """A part of a page."""
    found = html.partition(begins)[2].partition(ends)[0]
    assert found, f"the page has no {begins}"
    return found


# What can be done


@pytest.mark.slow
def test_every_kind_of_decision_offers_its_legal_moves_and_no_others() -> None:
    seen = dict.fromkeys(ASKING, 0)
    for state in chain([play(turn("dyer", stand="JJJ"), "play-dyer let -J -J +P")], games(20)):
        if seen[step(state)] < 3:
            seen[step(state)] += 1
            html = shown(state, code=LANGUAGES[seen[step(state)] % 2]).board_html()
            is_asked = state.standing_answer(False) < 0
            assert sorted(moves(html)) == (state.legal_actions() if is_asked else []), step(state)
    assert [name for name, times in seen.items() if not times] == []


@pytest.mark.parametrize(
    ("hand", "moves_before", "where"),
    [
        ("camel", "play-camel let", '<div class="supply"'),
        ("gorilla", "play-gorilla let", '<section class="seat other'),
        ("carver", "play-carver let", '<section class="seat me'),
        ("healer", "play-healer let", '<section class="spread"'),
        ("griot", "play-griot let", '<section class="spread"'),
        ("weaver-bird", "play-weaver-bird let", '<section class="spread"'),
        ("talking-drum", "play-talking-drum", '<ol class="row mine"'),
        ("pilgrim", "play-pilgrim let", '<ol class="row holy"'),
        ("tortoise", "play-tortoise let", '<ol class="row theirs"'),
        ("boatman FF SS", "play-boatman let +J", '<ul class="hand"'),
        ("camel", "play-camel", '<section class="ask"'),
        ("lion", "play-lion let", '<section class="ask"'),
    ],
)
def test_a_choice_is_made_where_it_lies(hand: str, moves_before: str, where: str) -> None:
    state = play(turn(hand), moves_before)
    html = shown(state).board_html()
    ends = {"<ol": "</ol>", "<ul": "</ul>", "<di": "</div>"}.get(where[:3], "</section>")
    plain = [] if "ask" in where else [DONE, BACK]  # these stand beside the question
    assert sorted(moves(part(html, where, ends))) == [one for one in state.legal_actions() if one not in plain]


def test_a_ware_of_the_other_is_kept_where_it_lies_and_returned_in_the_supply() -> None:
    state = play(turn("hyena"), "play-hyena let")
    html = shown(state).board_html()
    kept = moves(part(html, '<section class="seat other'))
    returned = moves(part(html, '<div class="supply"', "</div>"))
    assert sorted(kept + returned) == state.legal_actions()
    assert max(kept) < min(returned)
    full = play(turn("hyena", stand="JJJKKF"), "play-hyena let")
    assert sorted(moves(part(shown(full).board_html(), '<section class="seat other'))) == full.legal_actions()


def test_the_middle_of_an_effect_has_both_sides_of_the_trade() -> None:
    state = play(turn("nomad"), "play-nomad let")
    html = shown(state).board_html()
    taken = moves(part(html, '<div class="supply"', "</div>"))
    returned = moves(part(html, '<section class="seat me'))
    assert sorted([DONE, *taken, *returned]) == state.legal_actions()
    assert taken
    assert returned


def test_wares_of_a_kind_are_one_move() -> None:
    state = play(turn("gorilla"), "play-gorilla let")
    stand = part(shown(state).board_html(), '<section class="seat other')
    assert stand.count('class="token"') == 5
    assert len(moves(stand)) == 3


# Why not


def test_every_card_that_can_not_be_played_says_why_and_by_which_rule() -> None:
    game, found = mezani.game("asante"), 0
    for state, _ in random_steps(game, 2, 4):
        assert isinstance(state, Asante)
        if step(state) != "playing" or found > 40:
            continue
        for code in LANGUAGES:
            html = shown(state, code=code).board_html()
            hand: list[str] = game.view(state, state.seat).hand  # type: ignore[attr-defined]
            for id, card in zip(hand, CARD.findall(part(html, 'class="hand', "</ul>")), strict=True):
                uses = [f"buy-{id}", f"sell-{id}"] if "wc" in card else [f"play-{id}"]
                reasons = [game.why_not(state, state.seat, game.parse_action(state, use)) for use in uses]
                wanted = {reason.paragraph for reason in reasons if reason}
                assert not all(reasons) or set(RULE.findall(card)) == wanted
                assert all(reasons) or not RULE.findall(card)
                found += all(reason is not None for reason in reasons)
    assert found > 20


def test_before_cards_are_played_one_reason_stands_for_the_whole_hand() -> None:
    html = shown(turn(step=DRAWING, markers=5)).board_html()
    assert part(html, 'class="of-all"', "</p>").count("First you draw cards.") == 1
    assert RULE.findall(part(html, 'class="of-all"', "</p>")) == ["3.1"]
    assert len(re.findall('aria-label="[^"]*Not now: First you draw cards', html)) == len(HELD.split())


def test_reasons_are_told_in_few_words() -> None:
    state = turn("JJSS SSS hyena", stand="JKFJKF", their_stand="", markers=2)
    words = re.sub(r"<[^>]+>|\s+", " ", part(shown(state).board_html(), 'class="hand', "</ul>"))
    for said in ("Buy: no room 6.2", "Sell: 2 missing 6.3", "Sell: 3 missing 6.3", "No effect now 12.5"):
        assert said in re.sub(" +", " ", words)


def test_one_ware_or_several_are_missing_in_german() -> None:
    html = shown(turn("JJSS SSS", stand="JJSFFF", markers=2), code="de").board_html()
    words = re.sub(r"<[^>]+>|\s+", " ", part(html, 'class="hand', "</ul>"))
    assert "Verkauf: 1 fehlt " in words
    assert "Verkauf: 2 fehlen " in words


def test_a_card_that_was_just_taken_can_not_be_given_back() -> None:
    state = play(turn("weaver-bird FF"), "play-weaver-bird let take-lion")
    words = re.sub(r"<[^>]+>|\s+", " ", part(shown(state).board_html(), 'class="hand', "</ul>"))
    assert re.search(r"Just taken +12\.6", words)


# The answer


def test_an_animalist_is_an_answer_to_an_inline_question() -> None:
    state = play(turn("gorilla"), "play-gorilla")
    html = shown(state).board_html()
    ask = part(html, '<section class="ask"')
    assert [unescape(label) for label in re.findall(r'id="m\d+">([^<]+)<', ask)] == [
        "Cancel it with Animalist",
        "Let it happen",
        "Not this turn",
    ]
    assert 'class="card legal tc" for="m' in part(html, 'class="hand', "</ul>")


def test_who_decides_in_the_turn_of_the_other_sees_no_action_markers() -> None:
    state = play(turn("lion KK"), "play-lion let")
    assert 'class="acts"' not in shown(state).board_html()
    assert 'class="acts"' in shown(state, 1 - state.seat).board_html()
    assert 'class="acts"' in shown(turn()).board_html()


def test_not_this_turn_is_a_commitment(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = ann.new_table(["me", "free"], game="asante")
    ben.post(f"/table/{id}/sit", name="Ben")
    table = table_of(client, id)
    table.state, seat, waiting = position("camel", "animalist", step=DRAWING), 1, ben
    page = waiting.get(f"/table/{id}").text
    assert moves(page) == [NEVER]
    assert "Answer with an Animalist?" in page
    decided = waiting.post(f"/table/{id}/play", seat=seat, after=table.turn, action=NEVER).text
    assert "You have chosen: Not this turn." in decided
    assert moves(decided) == []
    assert moves(waiting.post(f"/table/{id}/withdraw", seat=seat, after=table.turn).text) == [NEVER]


# Cards


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_card_has_its_picture_its_words_and_can_be_read_large(code: str) -> None:
    art = (game_file("asante", "art.svg") or b"").decode()
    html, lang = shown(turn(), code=code).regions()["large"], language(code, "mezani.games.asante")
    pictures = set()
    for card in all_cards(standard_deck()).values():
        printed = large(card, lang)
        text = part(html, f'id="card-{printed.face.key}"', "</h2>")
        assert unescape(printed.text) in unescape(text) or card.type == "ware"
        if card.type == "ware":
            assert all(f'id="s-{sign}"' in art for sign in printed.face.goods)
        else:
            assert f'id="{picture(card)}"' in art
            pictures.add(picture(card))
            assert printed.face.gist
    assert len(pictures) == sum(card.type != "ware" for card in all_cards(standard_deck()).values())


def test_a_card_of_another_list_has_the_emblem_of_its_type() -> None:
    art = (game_file("asante", "art.svg") or b"").decode()
    for kind in ("artifact", "person", "animal", "place"):
        card = Card(kind, "of-my-own", 1, {"en": "Mine", "de": "Meine"}, effects=(Effect("gold", gold=3),))
        assert f'id="{picture(card)}"' in art
        assert face(card, language("en")).gist == "Take 3 gold."


def test_prices_follow_the_guide() -> None:
    state = play(turn("caravan-guide JKF FF"), "play-caravan-guide let")
    html = shown(state).board_html()
    assert 'aria-label="Ware cards: buy for 2 gold less, sell for 2 gold more"' in html
    assert 'aria-label="Sell jewelry, silk, fruits for 14 gold"' in html


def test_what_is_known_of_the_others_hand_is_shown() -> None:
    state = play(turn("weaver-bird FF"), "play-weaver-bird let take-lion give-FF")
    assert "animalist" in shown(state, 0).regions()["score"].lower()
    assert "animalist" not in part(shown(state, 1).board_html(), 'class="held"', "</div>").lower()


def test_the_others_cards_are_on_no_page() -> None:
    state = turn("camel", theirs="lion elder porter")
    html = page_of(shown(state, 0)).partition('id="large"')[0] + shown(state, 0).board_html()
    assert "card-lion" not in html
    assert "card-elder" not in html


# In a browser


def test_a_card_is_read_large_without_a_script(browser: Browser) -> None:
    page = look(browser, page_of(shown(turn())))
    for opener in ('.hand [popovertarget="card-boatman"]', '.row [popovertarget="card-map"]'):
        key = page.get_attribute(opener, "popovertarget")
        expect(page.locator(f"#{key}")).to_be_hidden()
        page.locator(opener).focus()
        page.keyboard.press("Enter")
        expect(page.locator(f"#{key}")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(f"#{key}")).to_be_hidden()
    page.click('.pile [popovertarget="discards"]')
    expect(page.locator("#discards li")).to_have_count(5)
    assert serious_faults(page) == []
    page.close()


def with_script(browser: Browser, state: Asante) -> Page:
    """The board with its script; what is sent is only noted."""
    page = look(browser, page_of(shown(state)))
    page.add_script_tag(content=(game_file("asante", "board.js") or b"").decode(), type="module")
    page.evaluate(SENT)
    return page


def test_a_card_is_read_by_right_click_by_key_and_by_holding_it(browser: Browser) -> None:
    page = with_script(browser, turn())
    page.click('.hand [data-at="boatman"]', button="right")
    expect(page.locator("#card-boatman")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#card-boatman")).to_be_hidden()
    page.hover('.theirs [data-at="map"]')
    page.keyboard.press("r")
    expect(page.locator("#card-map")).to_be_visible()
    page.mouse.click(5, 5)
    expect(page.locator("#card-map")).to_be_hidden()
    page.focus('.hand [data-at="camel"]')
    page.keyboard.press("r")
    expect(page.locator("#card-camel")).to_be_visible()
    page.click("#card-camel >> text=Close")
    box = page.locator('.hand [data-at="boatman"]').bounding_box()
    assert box
    finger = page.context.new_cdp_session(page)
    there = [{"x": box["x"] + 60, "y": box["y"] + 60}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": there})
    expect(page.locator("#card-boatman")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#card-boatman")).to_be_visible()
    assert page.evaluate("window.sent") == []
    page.close()


def test_a_place_that_can_be_played_is_read_too(browser: Browser) -> None:
    page = with_script(browser, turn(places="KR"))
    place = page.locator(".owned .own.legal").first
    read = page.locator("[popover]:popover-open, dialog[open]")
    place.click(button="right")
    expect(read).to_be_visible()
    page.keyboard.press("Escape")
    expect(read).to_have_count(0)
    place.focus()
    page.keyboard.press("r")
    expect(read).to_be_visible()
    assert page.evaluate("window.sent") == []
    page.close()


def test_a_large_card_leads_to_its_neighbours_and_back_to_the_discards(browser: Browser) -> None:
    page = with_script(browser, turn())
    hand = page.locator(".hand [popovertarget]").evaluate_all("all => all.map(e => e.getAttribute('popovertarget'))")
    page.click(f'.hand [popovertarget="{hand[0]}"]')
    for key, card in (("ArrowRight", hand[1]), ("ArrowLeft", hand[0]), ("ArrowLeft", hand[-1])):
        page.keyboard.press(key)
        assert page.locator("dialog[open]").evaluate_all("all => all.map(e => e.id)") == [card]
    page.click("dialog[open] >> [aria-label='Next card']")
    assert page.locator("dialog[open]").evaluate_all("all => all.map(e => e.id)") == [hand[0]]
    page.keyboard.press("Escape")
    page.click('.pile [popovertarget="discards"]')
    page.click("#discards .card >> nth=1")
    expect(page.locator("#card-healer")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#discards")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.close()


def test_a_large_card_can_be_played_or_says_why_not(browser: Browser) -> None:
    state = turn()
    game = mezani.game("asante")
    page = with_script(browser, state)
    page.click('.hand [data-at="animalist"]', button="right", force=True)
    reason = game.why_not(state, 0, game.parse_action(state, "play-animalist"))
    assert reason
    why = page.locator("#card-animalist .use")
    expect(why).to_contain_text(reason.sentence)
    assert why.locator("a").get_attribute("href") == f"/rules/asante#{reason.paragraph}"
    page.keyboard.press("Escape")
    for key, words, move in (("boatman", "Play Boatman", "play-boatman"), ("JKF", "Sell", "sell-JKF")):
        page.click(f'.hand [popovertarget="card-{key}"]')
        page.click(f"#card-{key} .use >> text={words}")
        expect(page.locator(f"#card-{key}")).to_be_hidden()
        assert int(page.evaluate("window.sent.pop()")) == game.parse_action(state, move)
    page.close()
    asked = play(turn("gorilla"), "play-gorilla")
    page = with_script(browser, asked)
    page.click('.hand [data-at="animalist"]', button="right")
    page.click("#card-animalist .use >> text=Cancel it with Animalist")
    assert int(page.evaluate("window.sent.pop()")) == game.parse_action(asked, "play-animalist")
    page.close()


def test_a_large_card_tells_how_many_were_discarded_and_how_far_it_reaches() -> None:
    html = shown(turn(discards="TT animalist nomad animalist")).regions()["large"]
    boatman = part(html, 'id="among-boatman"', "</div>")
    assert "none among the discards" in boatman
    assert "Other cards in your hand: 6. Free spaces on your stand: 3. You could place up to 3 wares." in boatman
    assert "2 among the discards" in part(html, 'id="among-animalist"', "</p>")


def test_a_press_on_what_stands_for_a_move_makes_it(browser: Browser) -> None:
    for state, place in (
        (turn(step=DRAWING, markers=5), ".pile label"),
        (play(turn("gorilla"), "play-gorilla"), ".hand label"),
        (play(turn("gorilla"), "play-gorilla let"), ".other label.token"),
    ):
        page = look(browser, page_of(shown(state)))
        page.evaluate(SENT)
        page.locator(place).first.click()
        assert int(page.evaluate("window.sent[0]")) in state.legal_actions()
        page.close()


def test_many_cards_and_every_place_to_choose_fit_into_every_window(browser: Browser) -> None:
    many = f"{HELD} JPT tracker cape-buffalo elder voodoo-doll animalist haggler"
    states = (
        turn(many, stand="JJKKFF", places="RVONK", their_places="RVONK", middle="VKN"),
        play(
            turn("healer", discards="TT JJ nomad PPP camel camel lion elder TTF KFS SSS"),
            "play-healer let",
        ),
        play(turn("gorilla"), "play-gorilla"),
        play(turn("lion"), "play-lion let"),
        play(turn(places="KKOV"), "holy-kilimanjaro"),
        play(turn(artifacts="pottery map calabash", hand="voodoo-doll"), "play-voodoo-doll"),
    )
    for number, state in enumerate(states):
        page = look(browser, page_of(shown(state, code=LANGUAGES[number % 2])))
        for width, height in WINDOWS.values():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate("document.documentElement.scrollHeight") <= height
            assert (width, step(state), page.evaluate(TOO_LARGE)) == (width, step(state), [])
            assert (width, step(state), page.evaluate(TOO_SMALL)) == (width, step(state), [])
        page.close()


def test_the_card_in_question_is_in_sight_on_a_low_phone(browser: Browser) -> None:
    page = look(browser, page_of(shown(play(turn(step=DRAWING, pile="map"), "draw"))))
    page.set_viewport_size({"width": 360, "height": 640})
    box = page.locator(".drawn .card").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    page.close()


def test_by_keyboard_on_a_german_phone_in_the_dark(browser: Browser, served: Served) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}
    page = person(browser, served, locale="de-DE", **phone)
    page.goto("/")
    page.click('button[name="game"][value="asante"]')
    page.wait_for_selector("#prompt.you")
    for _ in range(5):
        page.wait_for_selector("#prompt.you")
        after = page.get_attribute('#moves [name="after"]', "value")
        tab_to_a_move(page)
        page.keyboard.press("Enter")
        page.wait_for_function("after => document.querySelector('#moves [name=after]')?.value !== after", arg=after)
        page.wait_for_load_state()  # where its line was not open yet, the form has loaded the page
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    expect(page.locator("#prompt")).not_to_contain_text("Play cards")
    page.context.close()


def tab_to_a_move(page: Page) -> None:
    """Press Tab until a move has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('button[form=moves]:not([aria-disabled])')"):
            return
    raise AssertionError("Tab never reaches a move")


def test_a_large_card_stays_open_while_the_game_goes_on(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    record = played("asante", 2, moves=0)
    page.goto(f"/record/{load_record(page, record)}/0?seat={record.start().seat}")
    page.click("#play-on button")
    page.wait_for_selector("#prompt.you")
    page.wait_for_selector("#people .here", state="attached")  # the live line has brought what it brings at first
    card = page.get_attribute(".hand [popovertarget]", "popovertarget")
    page.click(".hand .card >> nth=0", button="right", force=True)
    expect(page.locator(f"#{card} .use.why").first).to_contain_text("First you draw cards.")
    after = page.get_attribute('#moves [name="after"]', "value")
    page.evaluate("document.querySelector('.words-of button:last-child').click()")
    page.wait_for_function("after => document.querySelector('#moves [name=after]')?.value !== after", arg=after)
    expect(page.locator(f"#{card}")).to_be_visible()
    expect(page.locator(f"#{card}")).not_to_contain_text("First you draw cards.")
    page.context.close()


def test_a_deck_can_be_given_as_text(client: TestClient[Any], ann: Person) -> None:
    deck = standard_deck().text.replace('name = "Asante"', 'name = "Our own"').replace("\n", "\r\n")
    chairs = {"players": "2", "chair-0": "me", "name-0": "Ann", "chair-1": "bot:novice"}
    assert "<textarea" in ann.get("/new/asante").text
    answer = ann.ask("POST", "/new/asante", data={**chairs, "option-deck": deck})
    state: Any = table_of(client, answer.url.path.rpartition("/")[2]).state
    assert state.deck.name == "Our own"
    wrong = ann.ask("POST", "/new/asante", data={**chairs, "option-deck": deck.replace("sell = 12", "sell = -3")})
    assert wrong.status_code == 422
    assert "JPT" in wrong.text
