"""The rules of The Great Zimbabwe: the decisions of a game. Numbers in comments are the paragraphs of rules.en.md."""

import cython

from mezani.engine.rng import Rng
from mezani.engine.state import Choices
from mezani.games.zimbabwe import components
from mezani.games.zimbabwe.actions import (
    ACROSS,
    BUILD,
    BUILDER,
    BUILDING,
    CRAFTSMAN,
    CRAFTSMAN_SQUARES,
    DZIVA,
    END,
    FIRST_MONUMENT,
    GIFT,
    GIVE,
    GOD,
    GU,
    HERD,
    HERD_PAYMENT,
    MONUMENT_SQUARE,
    MONUMENT_TO_RAISE,
    NEW_PRICE,
    NOMADS,
    NOTHING,
    OBATALA,
    PASS,
    PAY_HERD,
    PLACING,
    PRICE,
    RAIN,
    RAIN_SQUARES,
    RAISE,
    RAISING,
    RESOURCE,
    SHAMAN,
    SHAMAN_RESOURCE,
    SHAMAN_SQUARE,
    SPECIALIST,
    TURN,
    UPRIGHT,
)
from mezani.games.zimbabwe.components import MOST_VR
from mezani.games.zimbabwe.raising import Raising

if not cython.compiled:
    from mezani.engine.bits import bit
    from mezani.games.zimbabwe.actions import EACH, NONE, PRIMARIES, SIDE, TYPES
    from mezani.games.zimbabwe.reach import touched

GODS = 12
SPECIALISTS = 5
RESOURCES = 4
COST = components.COST
CRAFTSMAN_VP = components.CRAFTSMAN_VP
GOD_VR = components.GOD_VR
IS_SQUARE = components.IS_SQUARE
MONUMENT_VP = components.MONUMENT_VP
SPECIALIST_COST = components.SPECIALIST_COST
SPECIALIST_VR = components.SPECIALIST_VR


class Zimbabwe(Raising):
    def __init__(self, players: int, seed: int) -> None:
        Raising.__init__(self, players, seed)
        self.kind = NONE  # the resource or the craftsman that is being placed

    # Every decision: what may be done, and doing it

    def legal(self, choices: Choices) -> None:
        if self.is_over:
            return
        if self.step == FIRST_MONUMENT:
            self.legal_first_monuments(choices)
        elif self.step == GIFT:
            self.legal_gifts(choices)
        elif self.step == TURN:
            self.legal_in_turn(choices)
        elif self.step == SHAMAN_RESOURCE:
            self.legal_resources(choices)
        elif self.step == SHAMAN_SQUARE:
            self.add_squares(choices, self.empty, 0)
        elif self.step == RAIN_SQUARES:
            self.legal_rain(choices)
        elif self.step == HERD_PAYMENT:
            self.legal_payments(choices)
        elif self.step == MONUMENT_SQUARE:
            self.legal_monuments(choices)
        elif self.step == CRAFTSMAN_SQUARES:
            self.legal_craftsman_squares(choices)
        elif self.step == NEW_PRICE:
            choices.add_set(0b111, PRICE + self.kind * 3)  # 9.9
        elif self.step == MONUMENT_TO_RAISE:
            self.legal_raises(choices)
        else:
            self.legal_while_raising(choices)

    def apply(self, action: int) -> None:
        if self.step == FIRST_MONUMENT:
            self.place_first_monument(action)
        elif self.step == GIFT:
            if action == PASS:
                self.decline()
            else:
                self.give(action - GIVE + 1)
        elif self.step == TURN:
            self.begin_action(action)
        elif self.step == SHAMAN_RESOURCE:
            self.kind = action - RESOURCE
            self.step = SHAMAN_SQUARE
        elif self.step == SHAMAN_SQUARE:
            self.place_resource(action)
        elif self.step == RAIN_SQUARES:
            self.place_water(action)
        elif self.step == HERD_PAYMENT:
            self.pay_herd(action - PAY_HERD + 1)
        elif self.step == MONUMENT_SQUARE:
            self.build_monument(action)
        elif self.step == CRAFTSMAN_SQUARES:
            self.place_craftsman(action)
        elif self.step == NEW_PRICE:
            self.price[self.seat * TYPES + self.kind] = (action - PRICE) % 3 + 1
            self.back_to_turn()
        elif self.step == MONUMENT_TO_RAISE:
            self.start_raise(action)
        else:
            self.choose_for_raise(action)

    def back_to_turn(self) -> None:
        self.kind = NONE
        self.step = TURN

    # The first monuments, and the generosity of kings

    def legal_first_monuments(self, choices: Choices) -> None:
        squares = [0] * 20
        for row in range(1, SIDE + 1):
            squares[row] = self.starts[row] & ~self.monuments[row]  # 4.5
        self.add_squares(choices, squares, 0)

    def legal_gifts(self, choices: Choices) -> None:
        for amount in range(self.gift + 1, self.most_gift(self.seat) + 1):  # 5.3
            choices.add(GIVE + amount - 1)
        choices.add(PASS)

    # A turn

    def legal_in_turn(self, choices: Choices) -> None:
        if self.can_build():
            choices.add(BUILD)
        if self.can_raise_any():
            choices.add(RAISE)
        choices.add(END)
        if not self.has_chosen and self.god[self.seat] == NONE:  # 6.2
            for god in range(GODS):
                if self.can_choose_god(god):
                    choices.add(GOD + god)
        for specialist in range(SPECIALISTS):
            if self.can_use(specialist):
                choices.add(SPECIALIST + specialist)
        for kind in range(TYPES):
            if self.can_place(kind):
                choices.add(CRAFTSMAN + kind)
        for kind in range(TYPES):
            if self.card[self.seat * TYPES + kind]:
                for price in range(1, 4):
                    if self.can_reprice(kind, price):
                        choices.add(PRICE + kind * 3 + price - 1)

    def begin_action(self, action: int) -> None:
        if action < PRICE:
            self.prices_open = False
        if action == BUILD:
            self.main = BUILDING
            self.step = MONUMENT_SQUARE
        elif action == RAISE:
            self.step = MONUMENT_TO_RAISE
        elif action == END:
            self.finish_turn()
        elif action < SPECIALIST:
            self.choose_god(action - GOD)
        elif action < CRAFTSMAN:
            self.use(action - SPECIALIST)
        elif action < PRICE:
            self.main = PLACING
            self.kind = action - CRAFTSMAN
            self.step = CRAFTSMAN_SQUARES
        else:
            self.change_price((action - PRICE) // 3, (action - PRICE) % 3 + 1)

    def may(self, main: int) -> bool:
        """Whether building, placing or raising can be begun, or gone on with, in this turn."""  # 6.5
        return self.main == NOTHING or self.main == main

    def finish_turn(self) -> None:
        for row in range(1, SIDE + 1):
            self.raised[row] = 0
        self.forget_raising()
        self.end_turn()

    # Gods

    def can_choose_god(self, god: int) -> bool:
        """Whether the seat to move, which has no god and has chosen nothing in this turn, may take this one."""
        return self.gods & bit(god) != 0 and self.vr[self.seat] + self.god_cost(god) <= MOST_VR

    def god_cost(self, god: int) -> int:
        """How a god changes the VR of the seat to move."""
        return GOD_VR[god] - self.rebate(self.seat) if god == GU else GOD_VR[god]

    def choose_god(self, god: int) -> None:
        self.move_marker(self.seat, self.god_cost(god))
        self.gods &= ~bit(god)
        self.god[self.seat] = god
        self.has_chosen = True
        self.prices_open = god == DZIVA  # 13.3
        self.set_range(self.range_of(self.seat))

    # Specialists

    def can_use(self, specialist: int) -> bool:
        """Whether a specialist can be used, or chosen and used, now."""
        if self.cattle[self.seat] < SPECIALIST_COST[specialist]:
            return False
        if self.specialist_owner[specialist] != self.seat:
            if self.has_chosen or not self.specialists & bit(specialist):  # 6.3
                return False
            if self.vr[self.seat] + SPECIALIST_VR[specialist] > MOST_VR:
                return False
        elif self.paid & bit(specialist):
            return False  # 6.4
        if specialist == SHAMAN:
            return self.has_resource_tiles() and touched(self.empty, self.ground)  # 7.1
        if specialist == RAIN:
            return self.water_tiles > 0 and self.has_room_for_rain()  # 7.2
        return True

    def has_resource_tiles(self) -> bool:
        tiles = 0
        for kind in range(RESOURCES):
            tiles += self.resource_tiles[kind]
        return tiles > 0

    def has_room_for_rain(self) -> bool:
        across = [0] * 20
        upright = [0] * 20
        return self.room_for_pair(across, upright)

    def use(self, specialist: int) -> None:
        """Pay a specialist; one that is chosen now is used at once."""  # 6.3
        if self.specialist_owner[specialist] != self.seat:
            self.specialist_owner[specialist] = self.seat
            self.specialists &= ~bit(specialist)
            self.has_chosen = True
            self.move_marker(self.seat, SPECIALIST_VR[specialist])
        self.paid |= bit(specialist)
        if specialist == HERD:
            self.step = HERD_PAYMENT
            return
        self.cattle[self.seat] -= SPECIALIST_COST[specialist]
        self.on_specialist[specialist] += SPECIALIST_COST[specialist]
        if specialist == SHAMAN:
            self.step = SHAMAN_RESOURCE
        elif specialist == RAIN:
            self.step = RAIN_SQUARES

    def legal_resources(self, choices: Choices) -> None:
        for kind in range(RESOURCES):
            if self.resource_tiles[kind]:
                choices.add(RESOURCE + kind)

    def place_resource(self, square: int) -> None:
        self.resource_tiles[self.kind] -= 1
        self.put_resource(self.kind, square)
        self.supply_new_resource(self.kind, square)
        self.back_to_turn()

    def legal_rain(self, choices: Choices) -> None:
        across = [0] * 20
        upright = [0] * 20
        self.room_for_pair(across, upright)
        self.add_squares(choices, across, ACROSS)
        self.add_squares(choices, upright, UPRIGHT)

    def place_water(self, action: int) -> None:
        self.water_tiles -= 1
        self.put_water(action % ACROSS)
        self.put_water(action % ACROSS + (SIDE if action >= UPRIGHT else 1))
        self.find_water_areas()
        self.look_around()
        self.back_to_turn()

    def legal_payments(self, choices: Choices) -> None:
        for pairs in range(1, 4):
            if self.cattle[self.seat] >= 2 * pairs:
                choices.add(PAY_HERD + pairs - 1)

    def pay_herd(self, pairs: int) -> None:
        """Each pair of cattle on the herd has a young."""  # 7.3
        self.cattle[self.seat] -= 2 * pairs
        self.on_specialist[HERD] += 3 * pairs
        self.back_to_turn()

    # Building a monument

    def may_settle_anywhere(self) -> bool:
        return self.paid & bit(NOMADS) != 0  # 7.5

    def can_build(self) -> bool:
        squares = [0] * 20
        if not self.may(BUILDING):
            return False
        most = 2 if self.god[self.seat] == OBATALA else 1  # 13.6
        return self.monuments_built < most and self.room_for_monument(self.may_settle_anywhere(), squares)

    def legal_monuments(self, choices: Choices) -> None:
        squares = [0] * 20
        self.room_for_monument(self.may_settle_anywhere(), squares)
        self.add_squares(choices, squares, 0)

    def build_monument(self, square: int) -> None:
        self.put_monument(self.seat, square)
        self.vp[self.seat] += MONUMENT_VP[1]  # 8.1
        self.monuments_built += 1
        self.back_to_turn()

    # Placing craftsmen

    def can_place(self, kind: int) -> bool:
        across = [0] * 20
        upright = [0] * 20
        if not self.may(PLACING) or self.placed[kind] == EACH or self.cattle[self.seat] < COST[kind]:  # 9.5, 9.6
            return False
        if not self.card[self.seat * TYPES + kind] and not self.can_take_card(kind):
            return False
        if kind >= PRIMARIES and not self.has_settled_primary(kind - PRIMARIES):
            return False
        return self.uncovered(kind) != 0 and self.room_for_craftsman(kind, across, upright)

    def can_take_card(self, kind: int) -> bool:
        return self.cards_left[kind] > 0 and self.vr[self.seat] + self.card_cost(self.seat, kind) <= MOST_VR  # 9.2

    def has_settled_primary(self, kind: int) -> bool:
        """Whether there is a primary of the type, and the first of it was not placed in this turn."""  # 9.8
        return self.placed[kind] > 0 and not self.first_of_type & bit(kind)

    def legal_craftsman_squares(self, choices: Choices) -> None:
        across = [0] * 20
        upright = [0] * 20
        self.room_for_craftsman(self.kind, across, upright)
        self.add_squares(choices, across, 0 if IS_SQUARE[self.kind] else ACROSS)
        self.add_squares(choices, upright, UPRIGHT)

    def place_craftsman(self, action: int) -> None:
        kind = self.kind
        self.cattle[self.seat] -= COST[kind]
        if self.paid & bit(BUILDER):
            self.on_specialist[BUILDER] += 2  # 7.4
        if self.placed[kind] == 0:
            self.first_of_type |= bit(kind)
        self.put_craftsman(kind, self.seat, action % ACROSS, action >= UPRIGHT)
        self.find_supply(kind * EACH + self.placed[kind] - 1)
        self.vp[self.seat] += CRAFTSMAN_VP[kind]
        if self.card[self.seat * TYPES + kind]:
            self.back_to_turn()
        else:
            self.take_card(kind)
            self.step = NEW_PRICE

    def take_card(self, kind: int) -> None:
        """Take the next card of a technology; its price is set at once."""  # 9.2
        self.move_marker(self.seat, self.card_cost(self.seat, kind))
        self.card[self.seat * TYPES + kind] = 3 - self.cards_left[kind]
        self.cards_left[kind] -= 1
        self.new_cards |= bit(kind)

    def can_reprice(self, kind: int, price: int) -> bool:
        now = self.price[self.seat * TYPES + kind]
        if now == 0 or now == price:
            return False
        if self.prices_open:
            return not self.repriced & bit(kind)  # 13.3
        return price > now and self.may(PLACING) and not self.new_cards & bit(kind)  # 9.10

    def change_price(self, kind: int, price: int) -> None:
        if self.prices_open:
            self.repriced |= bit(kind)
        else:
            self.main = PLACING
        self.price[self.seat * TYPES + kind] = price

    # Raising monuments

    def can_raise_any(self) -> bool:
        squares = [0] * 20
        return self.may(RAISING) and self.monuments_to_raise(squares, True)

    def legal_raises(self, choices: Choices) -> None:
        squares = [0] * 20
        self.monuments_to_raise(squares, False)
        self.add_squares(choices, squares, 0)

    # Copies

    def clone(self) -> "Zimbabwe":
        other = Zimbabwe.__new__(Zimbabwe)
        self.copy_common(other)
        self.copy_land(other)
        self.copy_empires(other)
        self.copy_raising(other)
        other.kind = self.kind
        return other

    def redeal(self, seat: int, rng: Rng) -> None:
        """Nothing is hidden, and after the start there is no chance."""
