"""What is worth knowing of a position of Asante, as numbers for a net: for each seat those of its own net.

Cards, Artifacts and Holy Places are told by what they do, not by their names, so the numbers make sense for any deck.
"""

import cython

from mezani.games.asante.constants import (
    ANY_PLACE,
    CURSE,
    DRAW,
    DRAWING,
    EFFECTS,
    GOAL,
    GOLD,
    KEEPING,
    MOST_KINDS,
    MOST_PLACE_KINDS,
    NONE,
    RETRIEVE,
    REVEAL,
    SELL_SET,
    SIFT,
    SLOTS,
    SWAP,
    VISIT,
    WARES,
)
from mezani.games.asante.deck import Deck
from mezani.games.asante.rules import Asante

if not cython.compiled:
    from mezani.engine.bits import bit, lowest

DOES = len(EFFECTS)
ARTIFACTS_DO = 8  # kinds of Artifacts that are told apart, the last for all others
PLACES_DO = 6  # of Holy Places likewise
MOST_SALES = 3  # that are reckoned with in a turn
LACKING = 4  # Ware cards that lack none, one, two, or more wares
INPUTS = 122
OF_CARD = DOES + ARTIFACTS_DO + LACKING  # numbers that tell of one card
OF_DECISION = INPUTS + 1 + OF_CARD


def numbered(effects: tuple[int, ...]) -> list[int]:
    """For each effect its number among some, and for all others the next one."""
    return [effects.index(does) if does in effects else len(effects) for does in range(len(EFFECTS))]


OF_ARTIFACT = numbered((SELL_SET, REVEAL, CURSE, SIFT, VISIT, DRAW, GOLD))
OF_PLACE = numbered((DRAW, GOLD, RETRIEVE, SWAP, ANY_PLACE))


class AsanteFeatures:
    """Looks at a position once, then tells the numbers of each seat."""

    def __init__(self) -> None:
        self.inputs = [0.0] * 168  # OF_DECISION
        self.at = 0  # the next of the inputs
        # For each seat
        self.wealth = [0.0] * 2  # gold, and what all else will bring, as the quick player reckons
        self.prospects = [0.0] * 2  # of this what the wares promise with the Ware cards in hand
        self.wares = [0] * 2
        self.sales = [0.0] * 2  # gold that Ware cards in hand bring at once
        self.sold = [0] * 2  # with so many of them
        self.left_over = [0] * 2  # wares that are left then
        self.bargain = [0.0] * 2  # what one Ware card more can bring, by buying for another
        self.artifacts = [0] * 2
        self.places = [0] * 2
        self.answers = [0] * 2  # Animalists in hand
        self.lacking = [0] * 8  # seat * LACKING + wares: Ware cards that lack so many
        self.asked = [0.0] * 2  # wares of Ware cards in hand
        self.dear = [0.0] * 2  # their selling prices
        self.stand = [0] * 6  # as it may be after some sales

    # Looking

    def look(self, state: Asante) -> None:
        """Reckon what is asked for both of the player and of the opponent."""
        for seat in range(2):
            self.count(state, seat)
            self.look_at_ware_cards(state, seat)
            self.sell(state, seat)
            self.bargain[seat] = self.best_bargain(state, seat)

    def count(self, state: Asante, seat: int) -> None:
        self.wares[seat] = 0
        for ware in range(WARES):
            self.wares[seat] += state.stands[seat * WARES + ware]
        self.artifacts[seat] = 0
        for slot in range(SLOTS):
            self.artifacts[seat] += state.artifacts[seat * SLOTS + slot] != NONE
        self.places[seat] = 0
        for place in range(state.deck.place_kinds):
            self.places[seat] += state.owned[seat * MOST_PLACE_KINDS + place]
        self.answers[seat] = 0
        left = state.held[seat] & state.deck.animalists
        while left:
            self.answers[seat] += state.hands[seat * MOST_KINDS + lowest(left)]
            left &= left - 1

    def set_up_stand(self, state: Asante, seat: int) -> None:
        for ware in range(WARES):
            self.stand[ware] = state.stands[seat * WARES + ware]

    def missing(self, deck: Deck, kind: int) -> int:
        """How many wares of a Ware card the stand lacks."""
        lack = 0
        most = 0
        for ware in range(WARES):
            need = deck.depicted[kind * WARES + ware]
            if need > self.stand[ware]:
                lack += need - self.stand[ware]
            if self.stand[ware] > most:
                most = self.stand[ware]
        if deck.packages[kind] > most:
            lack += deck.packages[kind] - most
        return lack

    def look_at_ware_cards(self, state: Asante, seat: int) -> None:
        """Count the Ware cards in hand by how many wares they lack."""
        self.set_up_stand(state, seat)
        self.asked[seat] = 0.0
        self.dear[seat] = 0.0
        for number in range(LACKING):
            self.lacking[seat * LACKING + number] = 0
        left = state.held[seat] & state.deck.wares
        while left:
            kind = lowest(left)
            left &= left - 1
            many = state.hands[seat * MOST_KINDS + kind]
            number = min(self.missing(state.deck, kind), LACKING - 1)
            self.lacking[seat * LACKING + number] += many
            self.asked[seat] += many * state.deck.ware_count[kind]
            self.dear[seat] += many * state.deck.sell[kind]

    def sell(self, state: Asante, seat: int) -> None:
        """Sell with the dearest Ware card again and again, as long as one can be sold with."""
        self.sales[seat] = 0.0
        self.sold[seat] = 0
        self.left_over[seat] = self.wares[seat]
        discount = state.discount if seat == state.active else 0
        hand = state.held[seat] & state.deck.wares
        while self.sold[seat] < MOST_SALES:
            kind = self.dearest(state.deck, hand)
            if kind == NONE:
                return
            self.hand_over(state.deck, kind)
            hand &= ~bit(kind)
            self.sales[seat] += state.deck.sell[kind] + discount
            self.sold[seat] += 1
            self.left_over[seat] -= state.deck.ware_count[kind]

    def dearest(self, deck: Deck, hand: int) -> int:
        """The Ware card of a hand that brings most and lacks nothing; NONE if there is none."""
        best = NONE
        while hand:
            kind = lowest(hand)
            hand &= hand - 1
            if (best == NONE or deck.sell[kind] > deck.sell[best]) and self.missing(deck, kind) == 0:
                best = kind
        return best

    def hand_over(self, deck: Deck, kind: int) -> None:
        """Take the wares of a card from the stand, the packages from what there is most of."""
        most = 0
        for ware in range(WARES):
            if self.stand[ware] > self.stand[most]:
                most = ware
        self.stand[most] -= deck.packages[kind]
        for ware in range(WARES):
            self.stand[ware] -= deck.depicted[kind * WARES + ware]

    def best_bargain(self, state: Asante, seat: int) -> float:
        """The most that can be gained by buying with one Ware card and selling with another, as the stand is."""
        self.set_up_stand(state, seat)
        best = 0.0
        room = 6 - self.wares[seat]
        buying = state.held[seat] & state.deck.wares
        while buying:
            kind = lowest(buying)
            buying &= buying - 1
            if (
                state.deck.packages[kind] == 0
                and state.deck.ware_count[kind] <= room
                and state.deck.buy[kind] <= state.gold[seat]
            ):
                self.put(state.deck, kind, 1)
                gain = self.best_new_sale(state, seat, kind) - state.deck.buy[kind]
                self.put(state.deck, kind, -1)
                best = max(best, gain)
        return best

    def put(self, deck: Deck, kind: int, times: int) -> None:
        for ware in range(WARES):
            self.stand[ware] += times * deck.depicted[kind * WARES + ware]

    def best_new_sale(self, state: Asante, seat: int, bought: int) -> float:
        """What the dearest Ware card brings that can be sold with after a purchase."""
        hand = state.held[seat] & state.deck.wares
        if state.hands[seat * MOST_KINDS + bought] == 1:
            hand &= ~bit(bought)
        kind = self.dearest(state.deck, hand)
        return float(state.deck.sell[kind]) if kind != NONE else 0.0

    # Telling

    def add(self, value: float) -> None:
        self.inputs[self.at] = value
        self.at += 1

    def tell(self, state: Asante, seat: int) -> None:
        """Put the numbers of a seat into `inputs`."""
        self.at = 0
        self.tell_turn(state, seat)
        self.tell_gold(state, seat)
        self.tell_wares(state, seat)
        self.tell_opponent(state, seat)
        self.tell_artifacts(state, seat)
        self.tell_places(state, seat)
        self.tell_hand(state, seat)

    def tell_turn(self, state: Asante, seat: int) -> None:
        mine = state.active == seat
        self.add(1.0 if mine else 0.0)
        self.add(0.2 * state.markers if mine else 0.0)
        self.add(0.0 if mine else 0.2 * state.markers)
        self.add(1.0 if mine and state.step[0] == DRAWING else 0.0)
        self.add(1.0 if mine and state.markers >= 2 else 0.0)
        self.add(1.0 if mine and state.markers == 0 else 0.0)
        self.add(0.5 * state.discount if mine else 0.0)
        self.add(1.0 if mine and state.place_played else 0.0)
        self.add(1.0 if state.last_turn and mine else 0.0)
        self.add(1.0 if state.last_turn and not mine else 0.0)
        self.add(0.02 * min(state.turn, 50))

    def tell_gold(self, state: Asante, seat: int) -> None:
        gold = float(state.gold[seat])
        other = float(state.gold[1 - seat])
        rich = gold + self.sales[seat]
        self.add(gold / GOAL)
        self.add(min(gold, 8.0) / 8.0)
        self.add(max(gold - 35.0, 0.0) / 25.0)
        self.add(max(gold - 50.0, 0.0) / 10.0)
        self.add(1.0 if gold >= GOAL else 0.0)
        self.add(min(max((gold - other) / 20.0, -2.0), 2.0))
        self.add(min(max((gold - other) / 5.0, -1.0), 1.0))
        self.add(rich / GOAL)
        self.add(max(rich - 45.0, 0.0) / 15.0)
        self.add(1.0 if rich >= GOAL else 0.0)
        self.add(min(max((rich - other) / 10.0, -1.0), 1.0))
        self.add(self.wealth[seat] / GOAL)
        self.add((self.wealth[seat] - self.wealth[1 - seat]) / 20.0)
        self.add(max(self.wealth[seat] - 50.0, 0.0) / 20.0)

    def tell_wares(self, state: Asante, seat: int) -> None:
        kinds = 0
        most = 0
        for ware in range(WARES):
            many = state.stands[seat * WARES + ware]
            kinds += many > 0
            most = max(most, many)
        self.add(self.wares[seat] / 6.0)
        self.add(1.0 if self.wares[seat] == 6 else 0.0)
        self.add(kinds / 6.0)
        self.add(most / 4.0)
        self.add(self.prospects[seat] / 20.0)
        self.add(self.sales[seat] / 20.0)
        self.add(self.sold[seat] / 2.0)
        self.add(self.left_over[seat] / 6.0)
        self.add(self.bargain[seat] / 10.0)
        for number in range(LACKING):
            self.add(0.5 * self.lacking[seat * LACKING + number])
        self.add(self.asked[seat] / 12.0)
        self.add(self.dear[seat] / 40.0)

    def tell_opponent(self, state: Asante, seat: int) -> None:
        other = 1 - seat
        gold = float(state.gold[other])
        rich = gold + self.sales[other]
        self.add(gold / GOAL)
        self.add(max(gold - 35.0, 0.0) / 25.0)
        self.add(max(gold - 50.0, 0.0) / 10.0)
        self.add(1.0 if gold >= GOAL else 0.0)
        self.add(1.0 if rich >= GOAL else 0.0)
        self.add(max(rich - 45.0, 0.0) / 15.0)
        self.add(state.hand_size[other] / 8.0)
        self.add(self.wares[other] / 6.0)
        self.add(self.prospects[other] / 20.0)
        self.add(self.sales[other] / 20.0)
        self.add(self.bargain[other] / 10.0)
        self.add(self.artifacts[other] / 3.0)
        self.add(self.places[other] / 4.0)
        self.add(min(self.answers[other], 2) / 2.0)
        self.add(self.lacking[other * LACKING + 1] / 2.0)

    def tell_artifacts(self, state: Asante, seat: int) -> None:
        """Those in play by what they do, those in hand likewise, and the gold on dolls."""
        for number in range(2 * ARTIFACTS_DO):
            self.inputs[self.at + number] = 0.0
        dolls = 0
        turned = 0
        for slot in range(seat * SLOTS, seat * SLOTS + SLOTS):
            if state.artifacts[slot] != NONE:
                self.inputs[self.at + self.artifact_does(state.deck, state.artifacts[slot])] += 1.0
                dolls += state.dolls[slot]
                turned += state.turned[slot]
        left = state.held[seat] & state.deck.artifacts
        while left:
            kind = lowest(left)
            left &= left - 1
            self.inputs[self.at + ARTIFACTS_DO + self.artifact_does(state.deck, kind)] += state.hands[
                seat * MOST_KINDS + kind
            ]
        self.at += 2 * ARTIFACTS_DO
        self.add(self.artifacts[seat] / 3.0)
        self.add(dolls / 4.0)
        self.add(turned / 3.0)

    def artifact_does(self, deck: Deck, kind: int) -> int:
        return OF_ARTIFACT[deck.does[deck.first_effect[kind]]]

    def tell_places(self, state: Asante, seat: int) -> None:
        """The own Holy Places by what they do, squared, for two of a kind do it twice; and those in the middle."""
        for number in range(2 * PLACES_DO):
            self.inputs[self.at + number] = 0.0
        for place in range(state.deck.place_kinds):
            many = state.owned[seat * MOST_PLACE_KINDS + place]
            self.inputs[self.at + self.place_does(state.deck, place)] += 0.25 * many * many
        for slot in range(SLOTS):
            if state.middle[slot] != NONE:
                self.inputs[self.at + PLACES_DO + self.place_does(state.deck, state.middle[slot])] += 0.5
        self.at += 2 * PLACES_DO
        self.add(self.places[seat] / 4.0)

    def place_does(self, deck: Deck, place: int) -> int:
        return OF_PLACE[deck.does[deck.place_effect[place]]]

    def tell_hand(self, state: Asante, seat: int) -> None:
        """How many cards, and the Persons and Animals by what they do."""
        self.add(state.hand_size[seat] / 8.0)
        self.add(max(state.hand_size[seat] - 6, 0) / 4.0)
        for number in range(DOES):
            self.inputs[self.at + number] = 0.0
        left = state.held[seat] & (state.deck.persons | state.deck.animals)
        while left:
            kind = lowest(left)
            left &= left - 1
            does = state.deck.does[state.deck.first_effect[kind]]
            self.inputs[self.at + does] += state.hands[seat * MOST_KINDS + kind]
        self.at += DOES

    def tell_decision(self, state: Asante) -> None:
        """Add to the numbers of the seat to move which card it has drawn, where it is to keep it or not."""
        is_keeping = state.step[state.top] == KEEPING
        self.add(1.0 if is_keeping else 0.0)
        for number in range(OF_CARD):
            self.inputs[self.at + number] = 0.0
        if is_keeping:
            self.inputs[self.at + self.number_of_card(state, state.drawn)] = 1.0
        self.at += OF_CARD

    def number_of_card(self, state: Asante, kind: int) -> int:
        """Persons, Animals and Artifacts by what they do, Ware cards by how many wares the stand lacks for them."""
        if state.deck.wares & bit(kind):
            self.set_up_stand(state, state.seat)
            return DOES + ARTIFACTS_DO + min(self.missing(state.deck, kind), LACKING - 1)
        if state.deck.artifacts & bit(kind):
            return DOES + self.artifact_does(state.deck, kind)
        return state.deck.does[state.deck.first_effect[kind]]

    def told(self, state: Asante) -> list[list[float]]:
        """The numbers of each seat, for people and for training; after a look."""
        found = []
        for seat in range(2):
            self.tell(state, seat)
            found.append([self.inputs[n] for n in range(self.at)])
        return found
