"""The rules of Asante: the steps that are taken on the market. Numbers in comments are the paragraphs of rules.en.md.

What is still to be done lies as a stack of steps on the market, the next one on top. A step that asks a player waits
for an action; the others are taken at once. What a step asks and what follows stand together, in the modules that are
imported for it.
"""

import cython

from mezani.engine.rng import Rng
from mezani.engine.state import Choices, State
from mezani.games.asante import effects, hands, places, trade, turn, ware_cards  # noqa: F401  they enter their steps
from mezani.games.asante.actions import END, LET, NEVER, PLAY, TAKE_CARD
from mezani.games.asante.constants import ANSWERING, DISCARDING, OPTING, PLAYING
from mezani.games.asante.deck import Deck
from mezani.games.asante.market import Market

if not cython.compiled:
    from mezani.engine.rng import below
    from mezani.engine.state import scratch
    from mezani.games.asante.constants import MOST_KINDS, NONE
    from mezani.games.asante.hidden import redeal_cards
    from mezani.games.asante.steps import CHOICES, CHOSEN, SETTLE, SETTLES
    from mezani.games.asante.turn import allows_card


class Asante(Market):
    def __init__(self, seed: int, deck: Deck) -> None:
        Market.__init__(self, seed, deck)

    # Steps

    def legal(self, choices: Choices) -> None:
        if not self.is_over:
            CHOICES[self.step[self.top]](self, choices)

    def allows(self, action: int) -> bool:
        """What `legal` says, without a look at all other cards where one is asked for."""
        if self.is_over or self.step[self.top] != PLAYING or not (action == END or PLAY <= action < TAKE_CARD):
            return State.allows(self, action)
        return action == END or allows_card(self, (action - PLAY) % MOST_KINDS, action)

    def random_action(self, rng: Rng) -> int:
        return self.drawn_action(rng)

    def drawn_action(self, rng: Rng) -> int:
        scratch.count = 0
        CHOICES[self.step[self.top]](self, scratch)
        if scratch.count == 0:
            scratch.check_some()
        return scratch.actions[below(rng, scratch.count)]

    def play_out(self, rng: Rng) -> int:
        decisions = 0
        while not self.is_over:
            self.carry_out(self.drawn_action(rng))
            decisions += 1
        return decisions

    def apply(self, action: int) -> None:
        self.carry_out(action)

    def carry_out(self, action: int) -> None:
        self.cancelled = NONE
        CHOSEN[self.step[self.top]](self, action)
        self.take_steps()

    def go_on(self) -> None:
        """Take all steps that need no decision, and find out whose decision comes next."""
        self.take_steps()

    def take_steps(self) -> None:
        step = self.step[self.top]
        while not self.is_over and SETTLES[step] and SETTLE[step](self):
            step = self.step[self.top]
        if step == ANSWERING or (step == OPTING and self.deck.asks_opponent[self.a[self.top]]):
            self.seat = 1 - self.active
        elif step == DISCARDING:
            self.seat = self.a[self.top]
        else:
            self.seat = self.active

    # Answers in advance

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
        redeal_cards(self, seat, rng)
