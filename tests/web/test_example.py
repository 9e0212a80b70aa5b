"""Ahadi, the game of `examples`, in the browser: what a package of its own brings along is shown."""

from playwright.sync_api import Browser, Page, expect

from tests.web.browsing import MY_TURN, SET_UP, Served, open_folds, person, press, serious_faults


def test_its_rules_and_its_cover_are_shown(browser: Browser, served: Served) -> None:
    page = person(browser, served, locale="de-DE")
    page.goto("/")
    cover = page.locator('.box[data-game="ahadi"] img')
    assert cover.evaluate("image => image.complete && image.naturalWidth > 0")
    page.goto("/rules/ahadi")
    expect(page.locator("main")).to_contain_text("Ein Versprechen ist eine Schuld")
    expect(page.locator("main")).to_contain_text("Ein Spiel von Mezani.")


def test_it_is_played_to_its_end_on_its_drawn_board(browser: Browser, served: Served, no_script_fails: None) -> None:
    page = person(browser, served)
    page.goto("/new/ahadi?players=3")
    open_folds(page)
    page.select_option("#option-numbers", label="5")
    for number in (1, 2):
        page.select_option(f"#chair-{number}", "bot:novice")
    page.click(SET_UP)
    page.wait_for_selector(".board.ahadi.p3")
    promises, cards = play_to_the_end(page)
    assert (promises, cards) == (3, 3 * 4)
    expect(page.locator("#middle .standing .won")).not_to_have_count(0)
    page.locator("#sheet .again").first.click()
    expect(page.locator("#summary .reckoning tbody tr")).to_have_count(3)
    expect(page.locator("#summary .promise .card")).to_have_count(3)
    assert not serious_faults(page)
    page.click("#summary .go-on")
    page.click('p.result a[href$="/result"]')
    expect(page.locator(".outcome .won")).not_to_have_count(0)


def play_to_the_end(page: Page) -> tuple[int, int]:
    """Press a card of the drawn hand whenever one is asked; how many promises were made, and how many cards played."""
    asked = {True: 0, False: 0}
    turn = None
    while True:
        page.wait_for_function(MY_TURN, arg=turn)
        if page.locator("p.result").count():
            return asked[True], asked[False]
        turn = page.get_attribute('#moves [name="after"]', "value")
        promising = page.locator(".hand.promising").count() > 0
        if sum(asked.values()) < 2:
            assert not serious_faults(page)
        asked[promising] += 1
        press(page.locator('#hand button:not([aria-disabled="true"])').first)
