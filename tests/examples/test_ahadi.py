"""Ahadi, the game of `examples`: a package of its own gets everything that our games have."""

import io
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from rich.console import Console

import mezani
from mezani import bots, record
from mezani.arena import report
from mezani.arena.match import Match
from mezani.arena.run import runner
from mezani.language import LANGUAGES
from mezani.snapshot import snapshot
from mezani.testing.playing import rules_are_compiled
from tests.terminal.test_play import mezani_says
from tests.terminal.test_whole_games import whole_game
from tests.web.browsing import MY_TURN, Served, person, press, serious_faults

assert "ahadi" in mezani.game_names(), "install it: pip install --no-build-isolation --no-deps -e examples/ahadi"
GAME = mezani.game("ahadi")


def test_it_is_listed_with_our_games() -> None:
    assert "Ahadi, 2 or 3 or 4 players, by Mezani" in mezani_says("games").stdout


def test_its_rules_run_on_the_same_build_as_ours() -> None:
    assert rules_are_compiled(GAME) == mezani.is_compiled()


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_is_played_in_the_terminal(code: str, tmp_path: Path) -> None:
    shown = whole_game(GAME, code, tmp_path / "game.txt")
    assert record.read((tmp_path / "game.txt").read_text("utf-8")).state().is_over
    assert ("Your promise" if code == "en" else "Dein Versprechen") in shown


def test_its_options_are_typed(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    asked = ("play", "ahadi", "--players", "2", "--bots", "random", "--record", str(path))
    assert mezani_says(*asked, "--numbers", "3", "--single-hand").returncode == 0
    assert record.read(path.read_text("utf-8")).options == {"numbers": 3, "single_hand": True}
    wrong = mezani_says(*asked, "--numbers", "4")
    assert wrong.returncode == 2
    assert "'4' is not one of 3, 5, 7" in " ".join(wrong.stderr.split())


@pytest.mark.parametrize("players", GAME.seats)
def test_bots_of_every_level_play_it(players: int) -> None:
    for level in bots.levels():
        state, rng = GAME.new(players, 3), mezani.Rng(3)
        thinker = bots.bot(level, GAME)
        for _ in range(players + 2):  # the promises, and two cards
            state.play(bots.choose(thinker, state, rng))


def wins(one: str, other: str, games: int) -> float:
    """How often a level wins against another."""
    won = 0.0
    for deal in range(games):
        state, rng, own = GAME.new(2, deal), mezani.Rng(deal), deal % 2
        table = [bots.bot(one if seat == own else other, GAME) for seat in range(2)]
        while not state.is_over:
            state.play(bots.choose(table[state.seat], state, rng))
        won += (own in state.winners()) / len(state.winners())
    return won / games


@pytest.mark.skipif(not mezani.is_compiled(), reason="takes too long interpreted")
def test_it_is_a_game_of_skill() -> None:
    assert wins("trader", "random", 60) > 0.65
    assert wins("expert", "trader", 60) > 0.6


def test_it_is_played_in_the_arena(tmp_path: Path) -> None:
    screen = Console(file=io.StringIO(), width=100)
    report.conduct(Match("ahadi", 4, ("trader", "random"), 16, 1), runner(1, None), tmp_path / "out", screen)
    assert "trader" in screen.file.getvalue()  # type: ignore[attr-defined]


def test_a_record_of_it_is_read_back() -> None:
    options = {"numbers": 5, "single_hand": True}
    state, rng, actions = GAME.new(3, 8, options), mezani.Rng(8), []
    while not state.is_over:
        actions.append(state.random_action(rng))
        state.play(actions[-1])
    kept = record.read(str(record.Record(GAME, 3, 8, options, ["Ann", "Ben", "Cat"], actions)))
    assert snapshot(kept.state()) == snapshot(state)


# In the browser


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
    page.select_option("#option-numbers", label="5")
    for number in (1, 2):
        page.select_option(f"#chair-{number}", "bot:novice")
    page.click("main form button.main")
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
