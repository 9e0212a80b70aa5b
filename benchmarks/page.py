"""How soon a table page can be played on, and how large it is, with nothing in the browser's cache."""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table
from tests.web.browsing import Served, chromium, person, set_up

import mezani

TIMES = 9
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


def main() -> None:
    shown = Table("game", "ready to play", "goal", "compressed", "goal", title="A table page, nothing cached")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, chromium(playwright) as browser:
        served = Served(Path(folder))
        try:
            for name in mezani.games():
                ready, size = measured(browser, served, name)
                goals = f"{GOAL_MS} ms", f"{GOAL_KB} kB"
                shown.add_row(mezani.game(name).title, f"{ready:.0f} ms", goals[0], f"{size:.0f} kB", goals[1])
        finally:
            served.stop()
    Console().print(shown)


if __name__ == "__main__":
    main()
