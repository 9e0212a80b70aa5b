"""How soon a table page can be played on and how large it is, nothing cached, and how long it works for a move."""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, sync_playwright
from rich.console import Console
from rich.table import Table
from tests.web.browsing import Served, chromium, click_first_move, person, set_up

import mezani

TIMES = 9
DECISIONS = 12
GOAL_MS = 300
GOAL_KB = 150
READY = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const all = [page, ...performance.getEntriesByType("resource")];
  return [page.domContentLoadedEventEnd, all.reduce((sum, one) => sum + one.encodedBodySize, 0) / 1000];
}"""


def measured(browser: Browser, served: Served, name: str) -> tuple[float, float]:
    """The median of the milliseconds until the page is ready to play, and its kilobytes."""
    players = mezani.game(name).seats[-1]
    page = person(browser, served)
    path = set_up(page, ["me"] * players, ["Ann", "Ben", "Cat", "Dan", "Eve"][:players], name)
    figures = []
    for _ in range(TIMES):
        context = browser.new_context(base_url=served.address, storage_state=page.context.storage_state())
        fresh = context.new_page()
        fresh.goto(f"{path}?seat=0", wait_until="load")
        figures.append(fresh.evaluate(READY))
        context.close()
    return statistics.median(ready for ready, _ in figures), max(size for _, size in figures)


def busy(watch: CDPSession) -> float:
    """The seconds that a page's own thread has worked since it is watched."""
    figures = {one["name"]: one["value"] for one in watch.send("Performance.getMetrics")["metrics"]}
    return float(figures["TaskDuration"])


def cost_of_a_move(browser: Browser, served: Served, name: str) -> float:
    """The milliseconds that the page works for one move, a person's or a bot's: to place, lay out and paint it."""
    players = mezani.game(name).seats[-1]
    page = person(browser, served)
    set_up(page, ["me", *["bot:novice"] * (players - 1)], ["Ann", *[""] * (players - 1)], name)

    def moves() -> int:
        page.wait_for_selector("#prompt.you")
        return int(page.get_attribute('#moves [name="after"]', "value") or 0)

    watch = page.context.new_cdp_session(page)
    watch.send("Performance.enable")
    first, before = moves(), busy(watch)
    for _ in range(DECISIONS):
        click_first_move(page)
        page.wait_for_selector("#prompt.you")
    return 1000 * (busy(watch) - before) / (moves() - first)


def main() -> None:
    heads = "game", "ready to play", "goal", "compressed", "goal", "a move"
    shown = Table(*heads, title="A table page, nothing cached; and how long it works for a move")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, chromium(playwright) as browser:
        served = Served(Path(folder))
        try:
            for name in mezani.game_names():
                ready, size = measured(browser, served, name)
                cost = cost_of_a_move(browser, served, name)
                goals = f"{GOAL_MS} ms", f"{GOAL_KB} kB"
                shown.add_row(
                    mezani.game(name).title, f"{ready:.0f} ms", goals[0], f"{size:.0f} kB", goals[1], f"{cost:.0f} ms"
                )
        finally:
            served.stop()
    Console().print(shown)


if __name__ == "__main__":
    main()
