"""The rules of Asante: the turn, from drawing to its end. Numbers in comments are the paragraphs of rules.en.md.

What is still to be done lies as a stack of steps on the market, the next one on top. A step that asks a player waits
for an action; the others are taken at once. The steps that belong to effects are in the modules of the effects.
"""

import cython

from mezani.engine.rng import Rng
from mezani.engine.state import Choices, State
from mezani.games.asante.actions import (
    BUY_CARD,
    DRAW_CARD,
    DROP,
    END,
    HOLY,
    KEEP,
    LET,
    NEVER,
    PLAY,
    SELL_CARD,
    SKIP,
    SPACE,
    TAKE_CARD,
    USE,
)
from mezani.games.asante.constants import (
    ANSWERING,
    BORROWING,
    DESTROY,
    DISCARDING,
    DO,
    DRAWING,
    GOAL,
    HAGGLE,
    HAGGLING,
    IMITATING,
    KEEPING,
    MARKERS,
    MOST_CARDS,
    MOST_KINDS,
    MOST_PLACE_KINDS,
    MOST_PLACES,
    NONE,
    OPTING,
    PACKING,
    PLACING,
    PLAYING,
    PUT_AWAY,
    RUN,
    SLOTS,
    VISITING,
)
from mezani.games.asante.deck import Deck
from mezani.games.asante.market import Market

if not cython.compiled:
    from mezani.engine.bits import bit, lowest
    from mezani.games.asante.effects import (
        artifacts_of,
        borrowable,
        can_run,
        do,
        effect_choices,
        effect_chosen,
        run,
        use_artifact,
    )
    from mezani.games.asante.hands import hand_choices, hand_chosen
    from mezani.games.asante.market import arrange, shuffle
    from mezani.games.asante.places import can_use_place, is_visit_over, place_choices, place_chosen, use_place
    from mezani.games.asante.trade import (
        buy_with_card,
        can_buy_card,
        can_haggle,
        can_sell_card,
        haggled_cards,
        sell_with_card,
        trade_choices,
        trade_chosen,
    )

ALL_SLOTS = 0b111


class Asante(Market):
    def __init__(self, seed: int, deck: Deck) -> None:
        Market.__init__(self, seed, deck)

    # What may be done

    def legal(self, choices: Choices) -> None:
        if self.is_over:
            return
        step = self.step[self.top]
        if step < PACKING:
            self.turn_choices(step, choices)
        elif step < DISCARDING:
            trade_choices(self, choices)
        elif step < IMITATING:
            hand_choices(self, choices)
        elif step < OPTING:
            place_choices(self, choices)
        else:
            effect_choices(self, choices)

    def turn_choices(self, step: int, choices: Choices) -> None:
        if step == PLAYING:
            self.playing_choices(choices)
        elif step == DRAWING:
            if self.may_draw():
                choices.add(DRAW_CARD)
            choices.add(SKIP)  # 4.4
        elif step == KEEPING:
            choices.add(KEEP)
            choices.add(DROP)
        elif step == ANSWERING:
            choices.add(LET)
            choices.add(NEVER)
            choices.add_set(self.held[self.seat] & self.deck.animalists, PLAY)
        else:
            choices.add_set(self.artifact_slots(), SPACE)

    def may_draw(self) -> bool:
        return self.markers > 0 and self.can_draw()

    def playable_places(self) -> int:
        """The Holy Places that the active player may play, as a set."""  # 9.2
        places = 0
        if not self.place_played:
            for place in range(self.deck.place_kinds):
                if self.owned[self.active * MOST_PLACE_KINDS + place] and can_use_place(self, place, self.markers):
                    places |= bit(place)
        return places

    def playing_choices(self, choices: Choices) -> None:
        choices.add(END)
        if self.markers:
            choices.add_set(self.usable_artifacts(), USE)
        choices.add_set(self.playable_places(), HOLY)
        if self.markers:  # 5.1
            choices.add_set(self.playable_cards(), PLAY)
            self.ware_card_choices(choices)

    def usable_artifacts(self) -> int:
        """The slots of the Artifacts that the active player may use, as a set."""  # 7.3
        slots = 0
        for number in range(SLOTS):
            slot = self.active * SLOTS + number
            kind = self.artifacts[slot]
            if (
                kind != NONE
                and not self.turned[slot]
                and can_run(self, kind, slot, self.markers - 1, self.hand_size[self.active])
            ):
                slots |= bit(number)
        return slots

    def playable_cards(self) -> int:
        """The Artifacts in hand, and the Persons and Animals that can do something, as a set of kinds."""  # 5.3
        cards = self.held[self.active] & self.deck.artifacts
        left = self.held[self.active] & (self.deck.persons | self.deck.animals)
        while left:
            if can_run(self, lowest(left), NONE, self.markers - 1, self.hand_size[self.active] - 1):
                cards |= bit(lowest(left))
            left &= left - 1
        return cards

    def ware_card_choices(self, choices: Choices) -> None:
        buying = 0
        selling = 0
        left = self.held[self.active] & self.deck.wares
        while left:
            if can_buy_card(self, lowest(left)):
                buying |= bit(lowest(left))
            if can_sell_card(self, lowest(left)):
                selling |= bit(lowest(left))
            left &= left - 1
        choices.add_set(buying, BUY_CARD)
        choices.add_set(selling, SELL_CARD)

    def allows(self, action: int) -> bool:
        """What `legal` says, without a look at all other cards where one is asked for."""
        if self.is_over or self.step[self.top] != PLAYING or not (action == END or PLAY <= action < TAKE_CARD):
            return State.allows(self, action)
        return action == END or self.allows_card((action - PLAY) % MOST_KINDS, action)

    def allows_card(self, kind: int, action: int) -> bool:
        if not self.markers or not self.held[self.active] & bit(kind):
            return False
        if self.deck.wares & bit(kind):
            if action >= SELL_CARD:
                return can_sell_card(self, kind)
            return action >= BUY_CARD and can_buy_card(self, kind)
        if self.deck.artifacts & bit(kind):
            return action < BUY_CARD
        return action < BUY_CARD and can_run(self, kind, NONE, self.markers - 1, self.hand_size[self.active] - 1)

    def artifact_slots(self) -> int:
        """Where the active player may place an Artifact: free slots, or any if none is free, as a set."""  # 7.1, 7.2
        free = ALL_SLOTS & ~artifacts_of(self, self.active)
        return free if free else ALL_SLOTS

    def open_seats(self) -> list[int]:
        if self.is_over or self.seat != self.active:
            return State.open_seats(self)
        return [0, 1]  # 8.4: the opponent may say in advance that there will be no answer

    def open_actions(self, seat: int) -> list[int]:
        if seat == self.seat:
            return self.legal_actions()
        return [NEVER] if seat in self.open_seats() and self.may_answer(seat) else []

    def may_answer(self, seat: int) -> bool:
        """Whether a seat holds an Animalist and has not given up answering in this turn."""
        return self.held[seat] & self.deck.animalists != 0 and not self.silent

    def hides_choice(self) -> bool:
        return not self.is_over and self.step[self.top] == ANSWERING  # 8.2

    def standing_answer(self, asked_always: bool) -> int:
        if not self.hides_choice() or self.may_answer(self.seat) or (asked_always and not self.silent):
            return NONE
        return LET  # 8.4

    # Doing it

    def apply(self, action: int) -> None:
        step = self.step[self.top]
        self.cancelled = NONE
        if step < PACKING:
            self.turn_chosen(step, action)
        elif step < DISCARDING:
            trade_chosen(self, action)
        elif step < IMITATING:
            hand_chosen(self, action)
        elif step < OPTING:
            place_chosen(self, action)
        else:
            effect_chosen(self, action)
        self.go_on()

    def go_on(self) -> None:
        """Take all steps that need no decision, and find out whose decision comes next."""
        while not self.is_over and self.settle():
            pass
        step = self.step[self.top]
        if step == ANSWERING or (step == OPTING and self.deck.asks_opponent[self.a[self.top]]):
            self.seat = 1 - self.active
        elif step == DISCARDING:
            self.seat = self.a[self.top]
        else:
            self.seat = self.active

    def settle(self) -> bool:
        """Take the step on top if it needs no decision; False if it does."""
        step = self.step[self.top]
        if step == RUN:
            run(self)
        elif step == DO:
            do(self)
        elif step == PUT_AWAY:
            self.pop()
            self.discard(self.a[self.top + 1])  # 5.4
        elif step == DESTROY:
            self.pop()
            self.discard_artifact(self.a[self.top + 1])
        elif step == DRAWING and not self.may_draw():
            self.step[self.top] = PLAYING
        elif (step == BORROWING and not borrowable(self, self.markers)) or (
            step in (IMITATING, VISITING) and is_visit_over(self)
        ):
            self.pop()
        else:
            return False
        return True

    def turn_chosen(self, step: int, action: int) -> None:
        if action >= BUY_CARD:
            self.play_ware_card(action)
        elif step == ANSWERING:
            self.answer(action)
        elif action >= PLAY:
            self.play_card(action - PLAY)
        elif action >= HOLY:
            self.play_place(action - HOLY)
        elif action >= USE:
            self.use_own_artifact(self.active * SLOTS + action - USE)
        elif action >= SPACE:
            self.place_artifact(action - SPACE)
        elif action == END:
            self.end_turn()
        elif action == DRAW_CARD:
            self.draw_to_look()
        elif action == SKIP:
            self.step[self.top] = PLAYING
        else:
            self.keep_or_drop(action == KEEP)

    # Phase 1

    def draw_to_look(self) -> None:
        self.markers -= 1  # 4.1
        self.drawn = self.draw_card()
        self.step[self.top] = KEEPING

    def keep_or_drop(self, keep: bool) -> None:
        if keep:
            self.gain_card(self.active, self.drawn, False)
            self.step[self.top] = PLAYING  # 4.3
        else:
            self.discard(self.drawn)
            self.reveals += 1
            self.step[self.top] = DRAWING  # 4.2
        self.drawn = NONE

    # Phase 2

    def play_ware_card(self, action: int) -> None:
        kind = (action - BUY_CARD) % MOST_KINDS
        self.markers -= 1
        self.lose_card(self.active, kind)
        if self.deck.packages[kind]:
            self.push(PACKING, kind, 1 if action < SELL_CARD else 0, 0)
        elif action < SELL_CARD:
            buy_with_card(self, kind, NONE)
        else:
            sell_with_card(self, kind, NONE)

    def play_card(self, kind: int) -> None:
        """Play an Artifact, a Person or an Animal."""
        self.markers -= 1
        self.lose_card(self.active, kind)
        if self.deck.artifacts & bit(kind):
            self.push(PLACING, kind, 0, 0)
        else:
            self.push(PUT_AWAY, kind, 0, 0)
            self.push(RUN, kind, 0, NONE)
            self.push(ANSWERING, kind, 0, 0)  # 8.2
            self.lay_haggled_card(kind)

    def lay_haggled_card(self, kind: int) -> None:
        """A card that haggles is played together with a Ware card."""  # 11.7
        first = self.deck.first_effect[kind]
        for effect in range(first, first + self.deck.effect_count[kind]):
            if self.deck.does[effect] == HAGGLE and self.markers and haggled_cards(self, self.deck.number[effect]):
                self.push(HAGGLING, self.deck.number[effect], 0, 0)

    def answer(self, action: int) -> None:
        """The opponent cancels a Person or Animal with an Animalist, or lets it be."""
        self.pop()
        self.reveals += 1
        if action == NEVER:
            self.silent = True  # 8.4
        elif action >= PLAY:
            self.cancelled = self.a[self.top]
            self.discard_from_hand(1 - self.active, action - PLAY)
            self.pop()  # 8.2: what would have been carried out
            if self.haggled != NONE:
                self.gain_card(self.active, self.haggled, True)
                self.haggled = NONE

    def place_artifact(self, slot: int) -> None:
        kind = self.a[self.top]
        place = self.active * SLOTS + slot
        self.pop()
        if self.artifacts[place] == NONE:
            self.gain_place(1 - self.active, slot)  # 7.1
        else:
            self.discard_artifact(place)
            self.gain_place(self.active, slot)  # 7.2
        self.artifacts[place] = kind

    def use_own_artifact(self, slot: int) -> None:
        self.markers -= 1
        self.turned[slot] = True  # 7.3
        use_artifact(self, slot)

    def play_place(self, place: int) -> None:
        times = self.owned[self.active * MOST_PLACE_KINDS + place]  # 9.3
        self.place_played = True
        self.discard_place(place)
        use_place(self, place, times)

    def end_turn(self) -> None:
        if self.markers >= 2:
            self.gold[self.active] += 1  # 3.2
        for number in range(SLOTS):
            self.turned[self.active * SLOTS + number] = False  # 3.3
        if self.last_turn:
            self.is_over = True  # 14.2
            return
        if self.gold[self.active] >= GOAL:
            self.last_turn = True  # 14.1
        self.active = 1 - self.active
        self.turn += 1
        self.markers = MARKERS  # 3.1
        self.discount = 0
        self.place_played = self.silent = False
        self.step[self.top] = DRAWING

    # The result

    def scores(self) -> list[int]:
        return [self.gold[0], self.gold[1]]

    def standing(self, seat: int) -> tuple[int, ...]:
        return (self.gold[seat], seat == self.active)  # 14.2, 14.3

    # Copies

    def clone(self) -> "Asante":
        other = Asante.__new__(Asante)
        self.copy_market(other)
        return other

    def redeal(self, seat: int, rng: Rng) -> None:
        """Shuffle all cards that a seat can't know, and lay them back where they came from."""
        cards = [0] * 128
        size = 0
        for other in range(2):
            if other != seat:
                size = self.gather_hand(other, seat < 0, cards, size)
        if seat != self.active:
            size = self.gather_looked(cards, size)
        for place in range(self.pile_size):
            cards[size] = self.pile[place]
            size += 1
        arrange(cards, size)
        shuffle(cards, size, rng)
        self.lay_back(seat, cards, size, rng)
        arrange(self.place_pile, self.place_pile_size)
        shuffle(self.place_pile, self.place_pile_size, rng)
        self.forget_what_was_drawn()
        if seat != 1 - self.active:
            self.silent = False  # 8.4: who has not said it does not know of it

    def gather_hand(self, seat: int, for_all: bool, cards: list[int], size: int) -> int:
        """Take the cards that are not known out of a hand and add them to those that are dealt anew."""
        for kind in range(self.deck.kinds):
            place = seat * MOST_KINDS + kind
            known = self.shown[place] if for_all else self.known[place]
            for _ in range(self.hands[place] - known):
                cards[size] = kind
                size += 1
            self.hands[place] = known
            if not known:
                self.held[seat] &= ~bit(kind)
        return size

    def gather_looked(self, cards: list[int], size: int) -> int:
        if self.drawn != NONE:
            cards[size] = self.drawn
            size += 1
        for place in range(self.looked_size):
            cards[size] = self.looked[place]
            size += 1
        return size

    def lay_back(self, seat: int, cards: list[int], size: int, rng: Rng) -> None:
        if self.step[self.top] == HAGGLING and seat != self.active:
            self.put_haggled_first(cards, size, rng)
        for number in range(2):
            other = self.active if number == 0 else 1 - self.active
            if other != seat:
                secrets = self.forget_secrets(other) if seat < 0 else 0
                size = self.refill_hand(other, secrets, cards, size)
        if seat != self.active:
            if self.drawn != NONE:
                size -= 1
                self.drawn = cards[size]
            for place in range(self.looked_size):
                size -= 1
                self.looked[place] = cards[size]
        for place in range(size):
            self.pile[place] = cards[place]

    def forget_secrets(self, seat: int) -> int:
        """How many cards of a hand only the other player knows; for a spectator they may be any."""
        secrets = 0
        for kind in range(self.deck.kinds):
            place = seat * MOST_KINDS + kind
            secrets += self.known[place] - self.shown[place]
            self.known[place] = self.shown[place]
        return secrets

    def refill_hand(self, seat: int, secrets: int, cards: list[int], size: int) -> int:
        """Deal the last cards to a hand until it has its size again; the first ones are the secrets."""
        there = 0
        for kind in range(self.deck.kinds):
            there += self.hands[seat * MOST_KINDS + kind]
        while there < self.hand_size[seat]:
            size -= 1
            self.hands[seat * MOST_KINDS + cards[size]] += 1
            self.held[seat] |= bit(cards[size])
            there += 1
            if secrets:
                secrets -= 1
                self.known[seat * MOST_KINDS + cards[size]] += 1
        return size

    def put_haggled_first(self, cards: list[int], size: int, rng: Rng) -> None:
        """Who haggles holds a Ware card for it: unless one is known, see to it that one is dealt."""
        most = self.a[self.top]
        if haggled_cards(self, most):
            return
        place = rng.below(size)
        while not (self.deck.wares & bit(cards[place]) and can_haggle(self, cards[place], most)):
            place = (place + 1) % size
        cards[place], cards[size - 1] = cards[size - 1], cards[place]

    def forget_what_was_drawn(self) -> None:
        for place in range(self.pile_size, MOST_CARDS):
            self.pile[place] = NONE
        for place in range(self.place_pile_size, MOST_PLACES):
            self.place_pile[place] = NONE
