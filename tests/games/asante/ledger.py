"""The books of a game, kept from what is printed on the cards: what gold and which wares each move must have moved.

They are written without a look at the rules of the package, for the usual deck only.
"""

from mezani.games.asante import GAME
from mezani.games.asante.constants import STEPS
from mezani.games.asante.deck import standard_deck
from mezani.games.asante.rules import Asante
from mezani.games.asante.view import card_in_play

WARES = "JPTKFS"
REWARDS = (0, 1, 3, 6, 10, 15, 20)
CARDS = standard_deck().cards
IDS = standard_deck().card_ids()
PLACES = standard_deck().place_ids()
Books = tuple[list[int], list[int]]  # gold by seat, and wares: seat * 6 + ware


def booked(before: Asante, action: int, after: Asante) -> Books:
    """What the gold and the wares of both players should have changed by."""
    entry = Entry(before, action, after)
    entry.book()
    return entry.gold, entry.wares


def moved(before: Asante, after: Asante) -> Books:
    """What they have changed by."""
    gold = [new - old for old, new in zip(before.gold, after.gold, strict=True)]
    return gold, [new - old for old, new in zip(before.stands, after.stands, strict=True)]


class Entry:
    """One move in the books."""

    def __init__(self, before: Asante, action: int, after: Asante) -> None:
        self.before, self.after = before, after
        self.me, self.other = before.active, 1 - before.active
        self.step = STEPS[before.step[before.top]]
        self.verb, _, self.name = GAME.action_text(before, action).partition("-")
        card = card_in_play(before)
        self.card = IDS[card] if card >= 0 else ""
        self.gold = [0, 0]
        self.wares = [0] * 12

    def book(self) -> None:
        self.book_move()
        self.book_card(self.started_card())
        if self.verb != "play":
            self.book_haggling()

    def give(self, seat: int, wares: str, sign: int = 1) -> None:
        for ware in wares:
            self.wares[seat * 6 + WARES.index(ware)] += sign

    # Moves

    def book_move(self) -> None:
        if self.verb in ("buy", "sell") and "*" not in self.name and self.step == "playing":
            self.book_ware_card(self.name, "", self.verb == "buy")
        elif self.verb.startswith("+"):
            self.book_taking(self.verb[1])
        elif self.verb == "back" and self.card == "porter":
            self.gold[self.me] -= 2
        elif self.verb == "" or (self.verb == "done" and self.step == "selling_set"):
            self.book_returning(self.name)
        elif self.verb == "end" and self.before.markers >= 2:
            self.gold[self.me] += 1
        elif self.verb == "holy" and self.name == "victoria-waterfalls":
            self.gold[self.me] += self.before.owned[self.me * 8 + PLACES.index(self.name)]
        elif self.verb in ("as", "place") and self.visited() == "victoria-waterfalls":
            self.gold[self.me] += 1
        elif self.verb == "option" and self.card == "lion" and self.name == "1":
            self.book_lion()
        elif self.verb == "option" and self.card == "voodoo-doll" and self.name == "1":
            self.gold[self.other] -= 1
        elif self.verb == "discard" and self.card == "talking-drum":
            self.gold[self.me] += 2

    def visited(self) -> str:
        """The Holy Place that this move does."""
        if self.verb == "as":
            return self.name
        return PLACES[self.before.middle[int(self.name) - 1]] if self.step == "visiting" else ""

    def book_ware_card(self, name: str, package: str, buying: bool) -> None:
        card = CARDS[IDS.index(name)]
        self.give(self.me, card.wares.replace("*", package), 1 if buying else -1)
        discount = self.before.discount
        self.gold[self.me] += -max(card.buy - discount, 0) if buying else card.sell + discount

    def book_taking(self, ware: str) -> None:
        if self.step == "packing":
            self.book_ware_card(self.card, ware, True)
            return
        self.give(self.me, ware)
        if self.step == "stealing":
            self.give(self.other, ware, -1)
        elif self.card == "porter":
            self.gold[self.me] -= 2

    def book_returning(self, ware: str) -> None:
        if self.step == "packing":
            self.book_ware_card(self.card, ware, False)
            return
        self.give(self.other if self.step in ("seizing", "stealing") else self.me, ware, -1)
        if self.card == "carver":
            self.gold[self.me] += 3
        if self.step == "selling_set" and STEPS[self.after.step[self.after.top]] != "selling_set":
            self.gold[self.me] += REWARDS[self.before.b[self.before.top].bit_count() + len(ware)]

    # Cards that are carried out at once

    def started_card(self) -> str:
        """The card whose effect this move has set going."""
        if self.verb in ("let", "never"):
            return self.card
        if self.verb == "play" and self.step == "found":
            return self.name
        if self.verb in ("use", "theirs") and self.step in ("playing", "borrowing"):
            owner = self.me if self.verb == "use" else self.other
            return IDS[self.before.artifacts[owner * 3 + int(self.name) - 1]]
        return IDS[self.before.artifacts[self.before.a[self.before.top]]] if self.verb == "first" else ""

    def book_card(self, card: str) -> None:
        if card == "calabash":
            self.gold[self.me] -= 1
        elif card == "mancala" and self.turned_up() != "ware":
            self.gold[self.me] += 1
        elif card == "talking-drum" and self.before.hand_size[self.me] == 1:
            self.gold[self.me] += 2
        elif card == "voodoo-doll" and STEPS[self.after.step[self.after.top]] not in ("opting", "taking"):
            self.gold[self.other] -= 1
        elif card == "lion" and self.before.gold[self.other] >= 3 and self.before.hand_size[self.other] < 2:
            self.book_lion()

    def turned_up(self) -> str:
        """The type of the card on top of the pile, or, after a shuffle, the first discard."""
        size = self.before.pile_size
        return CARDS[self.before.pile[size - 1] if size else self.after.discards[0]].type

    def book_lion(self) -> None:
        self.gold[self.other] -= 3
        self.gold[self.me] += 3

    def book_haggling(self) -> None:
        """The Ware card beside a Haggler is sold as soon as the opponent lets it happen."""
        haggled = self.before.haggled
        if haggled < 0 or self.after.haggled >= 0:
            return
        card = CARDS[haggled]
        self.gold[self.me] += card.sell + self.before.discount
        for number, ware in enumerate(WARES):
            place = self.me * 6 + number
            self.wares[place] -= min(self.before.stands[place], card.wares.count(ware))
