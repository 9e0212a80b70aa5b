"""How a person plays Asante: with the cards of the hand and what lies on the cloth, by words only at last."""

from playwright.sync_api import Locator, Page

WISHES = (  # the first that can be fulfilled
    ".asked .hand label.card",  # an Animalist answers
    ".pile label.card",
    ".half-of.sell:not([aria-disabled])",
    ".hand .card.legal.tc",
    ".half-of.buy:not([aria-disabled])",
    ".own.legal",
    ".row .legal, .row .place.turn",
    ".spread .legal",
    ".stand .token",
    ".supply .token",
    ".hand .card.legal:is(button, label)",  # a Ware card to discard
    ".words-of .btn",
)
FOUND = """wishes => {
  for (const wish of wishes) {
    const place = [...document.querySelectorAll(wish)].findIndex((thing) => thing.checkVisibility());
    if (place >= 0) return [wish, place];
  }
}"""


def trade(page: Page) -> Locator:
    """What a person presses next."""
    wish, place = page.evaluate(FOUND, WISHES)
    return page.locator(wish).nth(place)
