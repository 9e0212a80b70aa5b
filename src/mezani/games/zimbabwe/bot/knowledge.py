"""What a player of The Great Zimbabwe knows: a quick sensible turn, and who is likely to win."""

import cython

from mezani.engine.knowledge import Knowledge
from mezani.engine.net import learned
from mezani.engine.rng import Rng
from mezani.engine.state import Choices, State
from mezani.games.zimbabwe import components
from mezani.games.zimbabwe.actions import (
    ACROSS,
    BUILD,
    BUILDER,
    CRAFTSMAN,
    CRAFTSMAN_SQUARES,
    END,
    FIRST_MONUMENT,
    GIFT,
    GIVE,
    GOD,
    GOOD,
    GOOD_RESOURCE,
    GU,
    HERD,
    HERD_PAYMENT,
    MONUMENT_SQUARE,
    MONUMENT_TO_RAISE,
    NEW_PRICE,
    NOTHING,
    PASS,
    PLACING,
    PRICE,
    PRIMARY,
    PRIMARY_RESOURCE,
    RAISE,
    RESOURCE,
    SHAMAN_RESOURCE,
    SHAMAN_SQUARE,
    SPECIALIST,
    TURN,
    UPRIGHT,
    XANGO,
)
from mezani.games.zimbabwe.bot.features import ZimbabweFeatures
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.shopping import Shopping

if not cython.compiled:
    from mezani.engine.bits import bit, lowest
    from mezani.games.zimbabwe.actions import EACH, PRIMARIES, SIDE, TILES, TYPES
    from mezani.games.zimbabwe.reach import spread

HIGHEST = 5
COST = components.COST
CRAFTSMAN_VP = components.CRAFTSMAN_VP
IS_SQUARE = components.IS_SQUARE
MONUMENT_VP = components.MONUMENT_VP
USES = components.USES
FREE = [0] * 20  # nothing that stops a path

# What things are worth, in points, as far as the rules do not say it: found by matches between quick players.
#            Shadipinyi Elegua Dziva  Eshu    Gu  Obatala Atete Tsui-Goab Anansi Qamata Engai Xango
GOD_WORTH = [0.5, -0.5, -2.0, -1.4, -1.65, -2.0, 0.5, 0.5, 1.1, -0.5, 0.5, 1.0]
GOD_LATER = 0.3  # what a god loses each round
#                   shaman rain  herd builder nomads
SPECIALIST_WORTH = [-2.0, -2.0, -4.1, -2.0, -2.0]
RAISED = 1.0  # a point by raising
BUILT = 1.0  # a new monument
BUILT_EARLY = 1.0  # and for each that is lacking
MONUMENTS = 3.0  # so many that can be raised are enough
POINT = 1.3  # a point by a craftsman
COW = 0.2  # a head of cattle spent on craftsmen
HIGHER_VR = 0.7  # a point of VR for a technology
NEW_GOOD = 3.4  # the first craftsman of a primary type
NEW_SECONDARY = 0.5  # the first of a secondary type
CUSTOMER = 0.2  # each monument on the map, for the first who takes a technology
GIVEN = 0.37  # the part of the cattle that is given at most
GIVEN_LATE = 0.7  # and when somebody is near victory
GOOD_PRICE = 2.0  # asked for the goods of a primary
SECONDARY_PRICE = 2.0
KIND_NEAR = 1.0  # a kind of goods near a new monument
RESOURCE_NEAR = 0.4  # a kind of resource near it that nobody works yet
OWN_NEAR = 1.0  # an own monument near a new craftsman
OTHER_NEAR = 0.3  # another player's
SUPPLY = 0.4  # a resource that only the new craftsman reaches
HIGH_FIRST = 0.5  # a level of the monument that is raised first
OWN_SHARE = 0.97  # of a price that comes back
COST_GUESS = 2.0  # cattle for a good, about
PRICE_UP = -0.5  # raising a price
SHARED = 0.1  # a resource that more craftsmen reach: others lack it then

VICTORY = 50.0  # an action that reaches the own VR
NEAR_VICTORY = 6  # points
HARD_TO_TELL = 1.2  # choices that differ by so much are told apart by two of three beginners


class ZimbabweKnowledge(Knowledge):
    """A quick sensible player, and the prospects as they were learned from many games."""

    def __init__(self) -> None:
        Knowledge.__init__(self)
        self.choices = Choices()
        self.features = ZimbabweFeatures()
        self.value = learned(__package__, "value.net")  # docs/training.md tells how they were made
        self.moves = learned(__package__, "moves.net")
        self.weighs = True
        self.is_open = True
        self.exploration = 0.6
        self.slip = 12
        self.horizon = 16
        self.glance = 12
        self.thought = 3000
        self.seconds = 4.0

    # The quick player

    def choose(self, state: State, rng: Rng) -> int:
        choices = self.choices
        choices.clear()
        state.legal(choices)
        if choices.count == 1:
            return choices.actions[0]
        self.look(cython.cast(Zimbabwe, state), choices)
        self.add_learned(cython.cast(Zimbabwe, state), choices)
        best = 0
        most = -1e9
        for k in range(choices.count):
            promise = self.weights[k] + rng.below(1000) * 1e-4
            if promise > most:
                most = promise
                best = k
        return choices.actions[best]

    def weigh(self, state: State, choices: Choices) -> None:
        self.look(cython.cast(Zimbabwe, state), choices)
        self.add_learned(cython.cast(Zimbabwe, state), choices)
        self.promises_to_weights(choices.count, HARD_TO_TELL)
        self.keep_at_it(cython.cast(Zimbabwe, state), choices)

    def add_learned(self, state: Zimbabwe, choices: Choices) -> None:
        """Add to what choices promise what was learned about them: what to do in a turn, prices, gifts."""
        moves = self.moves
        if moves is None or not is_learned(state.step):
            return
        self.describe_turn(state)
        for n in range(self.features.at):
            moves.nodes[n] = self.features.inputs[n]
        moves.work_out()
        for k in range(choices.count):
            self.weights[k] += HARD_TO_TELL * moves.nodes[kind_of_move(state, choices.actions[k])]

    def describe_turn(self, state: Zimbabwe) -> None:
        self.features.look(state)
        self.features.tell(state, state.seat)
        self.features.tell_turn(state)

    def keep_at_it(self, state: Zimbabwe, choices: Choices) -> None:
        """A turn in which nothing was done yet ends only if everything else proves worse: a monument costs nothing."""
        if state.step == TURN and state.main == NOTHING and choices.actions[0] == BUILD:
            for k in range(choices.count):
                if choices.actions[k] == END:
                    self.weights[k] = 0.0

    def look(self, state: Zimbabwe, choices: Choices) -> None:
        """Put what each choice promises, in points, into `weights`."""
        step = state.step
        if step == TURN:
            self.look_at_turn(state, choices)
        elif step == GIFT:
            self.look_at_gifts(state, choices)
        elif step in (FIRST_MONUMENT, MONUMENT_SQUARE):
            self.look_at_squares(state, choices)
        elif step == CRAFTSMAN_SQUARES:
            self.look_at_places(state, choices)
        elif step == MONUMENT_TO_RAISE:
            for k in range(choices.count):
                self.weights[k] = HIGH_FIRST * state.levels[choices.actions[k]]
        elif step in (GOOD, PRIMARY):
            self.look_at_goods(state, choices)
        elif step in (GOOD_RESOURCE, PRIMARY_RESOURCE):
            for k in range(choices.count):
                self.weights[k] = SHARED * reaching(state, state.resource_at(choices.actions[k]))
        elif step == SHAMAN_SQUARE:
            self.look_at_resource_squares(state, choices)
        else:
            for k in range(choices.count):
                self.weights[k] = self.promise(state, choices.actions[k])

    def promise(self, state: Zimbabwe, action: int) -> float:
        """A few small choices: prices, the shaman's resource, the herd."""
        if state.step == NEW_PRICE:
            price = SECONDARY_PRICE if state.kind >= PRIMARIES else GOOD_PRICE
            off = (action - PRICE) % 3 + 1 - price
            return -off * off
        if state.step == HERD_PAYMENT:
            return float(action)
        if state.step == SHAMAN_RESOURCE:
            worth = 0.0
            for kind in range(TYPES):
                if USES[kind] == action - RESOURCE and state.card[state.seat * TYPES + kind]:
                    worth += 1.0
            return worth
        return 0.0

    # Gifts

    def look_at_gifts(self, state: Zimbabwe, choices: Choices) -> None:
        """Give one more than the last, as long as it is a small part of the cattle."""
        share = GIVEN
        for seat in range(state.players):
            if state.vr[seat] - state.vp[seat] <= NEAR_VICTORY:
                share = GIVEN_LATE
        most = share * (state.cattle[state.seat] + state.free_gift(state.seat))
        for k in range(choices.count):
            if choices.actions[k] == PASS:
                self.weights[k] = 0.0
            else:
                amount = choices.actions[k] - GIVE + 1
                self.weights[k] = 0.5 * (most - amount) - 0.6 * (amount - state.gift - 1)

    # A turn

    def look_at_turn(self, state: Zimbabwe, choices: Choices) -> None:
        need = state.vr[state.seat] - state.vp[state.seat]
        for k in range(choices.count):
            action = choices.actions[k]
            if action == BUILD:
                self.weights[k] = self.worth_of_building(state, need)
            elif action == RAISE:
                self.weights[k] = self.worth_of_raising(state, need)
            elif action < GOD:
                self.weights[k] = 0.0
            elif action < SPECIALIST:
                self.weights[k] = self.worth_of_god(state, action - GOD)
            elif action < CRAFTSMAN:
                self.weights[k] = self.worth_of_specialist(state, action - SPECIALIST)
            elif action < PRICE:
                self.weights[k] = self.worth_of_craftsman(state, action - CRAFTSMAN, need)
            else:
                self.weights[k] = PRICE_UP if state.main == PLACING else -2.0

    def worth_of_building(self, state: Zimbabwe, need: int) -> float:
        if need <= 1:
            return VICTORY
        own = 0
        for row in range(1, SIDE + 1):
            left = state.monuments[row]
            while left:
                square = (row - 1) * SIDE + lowest(left)
                own += state.owners[square] == state.seat and state.levels[square] < HIGHEST
                left &= left - 1
        lacking = MONUMENTS - own
        return BUILT + (BUILT_EARLY * lacking if lacking > 0.0 else 0.0)

    def worth_of_raising(self, state: Zimbabwe, need: int) -> float:
        """About the points of all monuments that can be raised, the highest first, while the cattle last."""
        shopping = Shopping(state)
        cattle = float(state.cattle[state.seat])
        gain = 0
        for level in range(HIGHEST - 1, 0, -1):
            for row in range(1, SIDE + 1):
                left = state.monuments[row] & ~state.raised[row]
                while left:
                    square = (row - 1) * SIDE + lowest(left)
                    left &= left - 1
                    if (
                        state.levels[square] == level
                        and state.owners[square] == state.seat
                        and cattle >= level
                        and state.can_raise(square, shopping)
                    ):
                        gain += MONUMENT_VP[level + 1] - MONUMENT_VP[level]
                        cattle -= level * COST_GUESS
        if gain >= need:
            return VICTORY
        return RAISED * gain

    def worth_of_god(self, state: Zimbabwe, god: int) -> float:
        worth = GOD_WORTH[god]
        if god == XANGO:
            return worth
        if god == GU:
            worth += state.rebate(state.seat)
        return worth - GOD_LATER * (state.round - 1)

    def worth_of_specialist(self, state: Zimbabwe, specialist: int) -> float:
        if state.specialist_owner[specialist] != state.seat:
            return SPECIALIST_WORTH[specialist]
        if specialist == HERD:
            return 0.5 if state.main != NOTHING else -0.5
        if specialist == BUILDER:
            return 4.0 if state.main == NOTHING and state.cattle[state.seat] >= 8 else -0.5
        return -0.5

    def worth_of_craftsman(self, state: Zimbabwe, kind: int, need: int) -> float:
        points = CRAFTSMAN_VP[kind]
        if state.card[state.seat * TYPES + kind]:
            if points >= need:
                return VICTORY
            return POINT * points - COW * COST[kind]
        vr = state.card_cost(state.seat, kind)
        if points - vr >= need:
            return VICTORY
        worth = POINT * points - COW * COST[kind] - HIGHER_VR * vr
        if state.placed[kind] == 0:
            worth += NEW_GOOD if kind < PRIMARIES else NEW_SECONDARY
        customers = 0
        for row in range(1, SIDE + 1):
            left = state.monuments[row]
            while left:
                customers += 1
                left &= left - 1
        return worth + CUSTOMER * customers / (1.0 + state.placed[kind])

    # Places

    def look_at_squares(self, state: Zimbabwe, choices: Choices) -> None:
        """Where a new monument would have many kinds of goods around it, or resources for them."""
        for k in range(choices.count):
            self.weights[k] = 0.0
        for kind in range(TYPES):
            is_ritual = kind >= PRIMARIES - 1 or state.placed[kind + PRIMARIES] == 0
            if state.placed[kind] and is_ritual:
                near = [0] * 20
                for tile in range(kind * EACH, kind * EACH + state.placed[kind]):
                    state.add_tile(tile, near)
                self.add_worth(state, choices, near, KIND_NEAR)
        for kind in range(PRIMARIES):
            near = [0] * 20
            state.add_resources(state.uncovered(kind), near)
            self.add_worth(state, choices, near, RESOURCE_NEAR)

    def add_worth(self, state: Zimbabwe, choices: Choices, near: list[int], worth: float) -> None:
        """Add to the promise of each square that is in range of a set; the set is used up."""
        spread(near, state.range, state.ground, state.water, state.wet_row, state.wet_next, FREE)
        for k in range(choices.count):
            square = choices.actions[k]
            if near[square // SIDE + 1] >> (square % SIDE) & 1:
                self.weights[k] += worth

    def look_at_places(self, state: Zimbabwe, choices: Choices) -> None:
        """Where a new craftsman would have customers, above all its owner, and resources of its own."""
        for k in range(choices.count):
            self.weights[k] = 0.0
        for row in range(1, SIDE + 1):
            left = state.monuments[row]
            while left:
                square = (row - 1) * SIDE + lowest(left)
                near = [0] * 20
                near[row] = left & -left
                left &= left - 1
                own = state.owners[square] == state.seat
                self.add_worth_of_places(state, choices, near, OWN_NEAR if own else OTHER_NEAR)
        resources = state.uncovered(state.kind)
        while resources:
            square = state.resource_square[lowest(resources)]
            near = [0] * 20
            near[square // SIDE + 1] = 1 << (square % SIDE)
            resources &= resources - 1
            self.add_worth_of_places(state, choices, near, SUPPLY)

    def add_worth_of_places(self, state: Zimbabwe, choices: Choices, near: list[int], worth: float) -> None:
        """Add to the promise of each place of which a square is in range of a set; the set is used up."""
        spread(near, state.range, state.ground, state.water, state.wet_row, state.wet_next, FREE)
        for k in range(choices.count):
            action = choices.actions[k]
            row = action % ACROSS // SIDE + 1
            column = action % ACROSS % SIDE
            if action >= UPRIGHT:
                found = (near[row] | near[row + 1]) >> column & 1
            elif IS_SQUARE[state.kind]:
                found = (near[row] | near[row + 1]) >> column & 3
            else:
                found = near[row] >> column & 3
            if found:
                self.weights[k] += worth

    def look_at_resource_squares(self, state: Zimbabwe, choices: Choices) -> None:
        """A resource helps the own craftsmen who use it."""
        for k in range(choices.count):
            self.weights[k] = 0.0
        for tile in range(TILES):
            if state.tile_owner[tile] == state.seat and USES[tile // EACH] == state.kind:
                near = [0] * 20
                state.add_tile(tile, near)
                self.add_worth(state, choices, near, 1.0)

    # Raising

    def look_at_goods(self, state: Zimbabwe, choices: Choices) -> None:
        """The cheapest good, hubs and primary included."""
        shopping = Shopping(state)
        for k in range(choices.count):
            tile = state.tile_at(choices.actions[k])
            cost = self.net_price(state, shopping, tile)
            if state.step == PRIMARY:
                cost += shopping.way(state.maker[state.goods], tile)
            else:
                cost += state.hubs[tile]
                if tile >= PRIMARIES * EACH:
                    cost += self.least_supply(state, shopping, tile)
            self.weights[k] = -cost

    def least_supply(self, state: Zimbabwe, shopping: Shopping, tile: int) -> float:
        """What the cheapest primary costs with whom a secondary lets the raise be finished."""
        least = 99.0
        found = state.suppliers(tile)
        while found:
            primary = lowest(found)
            least = min(least, shopping.way(tile, primary) + self.net_price(state, shopping, primary))
            found &= found - 1
        return least

    def net_price(self, state: Zimbabwe, shopping: Shopping, tile: int) -> float:
        price = float(shopping.price_of(tile))
        if state.tile_owner[tile] == state.seat:
            return price * (1.0 - OWN_SHARE)
        return price

    # Judging

    def is_quiet(self, state: State) -> bool:
        return self.is_between_turns(cython.cast(Zimbabwe, state))

    def is_between_turns(self, state: Zimbabwe) -> bool:
        """Whether nobody is in the middle of a turn, with half of it paid and nothing gained."""
        return state.step == GIFT or (
            state.step == TURN and state.main == NOTHING and not state.has_chosen and not state.paid
        )

    def evaluate(self, state: State) -> None:
        self.judge(cython.cast(Zimbabwe, state))

    def judge(self, state: Zimbabwe) -> None:
        """By victory at the end; before it by what was learned."""
        if state.is_over:
            for seat in range(state.players):
                self.values[seat] = 1.0 if seat == state.winner else 0.0
            return
        value = self.value
        assert value is not None
        self.features.look(state)
        for seat in range(state.players):
            self.features.tell(state, seat)
            self.features.tell_race(state, seat)
            for n in range(self.features.at):
                value.nodes[n] = self.features.inputs[n]
            value.work_out()
            self.values[seat] = value.nodes[0]
        self.points_to_chances(state.players, 1.0)

    def describe_moves(self, state: State) -> tuple[list[float], list[int], list[float]]:
        zimbabwe = cython.cast(Zimbabwe, state)
        if not is_learned(zimbabwe.step):
            return [], [], []
        self.choices.clear()
        zimbabwe.legal(self.choices)
        self.look(zimbabwe, self.choices)
        self.describe_turn(zimbabwe)
        count = self.choices.count
        kinds = [kind_of_move(zimbabwe, self.choices.actions[k]) for k in range(count)]
        promises = [self.weights[k] / HARD_TO_TELL for k in range(count)]
        return [self.features.inputs[n] for n in range(self.features.at)], kinds, promises

    def describe(self, state: State) -> list[list[float]]:
        return self.features.told(cython.cast(Zimbabwe, state))


def is_learned(step: int) -> bool:
    """Whether what to choose in such a decision is learned; elsewhere there are squares to choose from."""
    return step in (TURN, NEW_PRICE, GIFT, HERD_PAYMENT, SHAMAN_RESOURCE)


def kind_of_move(state: Zimbabwe, action: int) -> int:
    """The number of a choice for the net: gifts by how much more they are than the last, the others one by one."""
    if action < PASS:
        return min(action - GIVE - state.gift, 7)
    return 8 + action - PASS


def reaching(state: Zimbabwe, resource: int) -> float:
    """How many craftsmen reach a resource."""
    found = 0
    for tile in range(TILES):
        if state.supply[tile] & bit(resource):
            found += 1
    return float(found)
