"""The order within a turn: gods and specialists come between the steps of the one action, and nothing is done twice."""

import pytest

import mezani
from mezani.games.zimbabwe import GAME, Zimbabwe
from mezani.games.zimbabwe.actions import (
    ATETE,
    BUILDER,
    BUILDING,
    CRAFTSMAN,
    CRAFTSMAN_SQUARES,
    DZIVA,
    GOD,
    MONUMENT_SQUARE,
    NEW_PRICE,
    NONE,
    OBATALA,
    PLACING,
    PRICE,
    PRIMARIES,
    RAISING,
    SPECIALIST,
    TURN,
    TYPES,
    parse_square,
)
from mezani.language import language
from mezani.testing.playing import NAMES, amount
from tests.games.zimbabwe.positions import PLAIN, legal, may, play, position, sensible, why_not

LAKE = """
    c...ii..ww..dd
    ..............
    ~~~~~~~~~~~~~~
    ..............
    ..............
"""
POTTERY = "technologies = { potter = 3 }; craftsmen = { potter = ['a2-'] }"


def turn(mine: str, other: str = "", land: str = LAKE, **settings: str) -> Zimbabwe:
    return position(land, mine, other, **settings)


# What comes between


@pytest.mark.rule("zimbabwe 6.5", "zimbabwe 13.4")
def test_eshu_between_two_craftsmen_changes_the_range_of_the_second_alone() -> None:
    row = "w.......w........c"  # range 6 takes the wood at i1 away from a new carver, and brings the clay near
    carver = "technologies = { wood-carver = 1 }; craftsmen = { wood-carver = ['b1-'] }"
    state = turn("cattle = 9", carver, row, gods='["Eshu"]')
    assert not may(play(state.clone(), "Eshu"), "wood-carver")
    assert not may(play(state.clone(), "potter"), "l1-")
    play(state, "wood-carver j1- wood-carver=1 Eshu potter l1- potter=1")
    assert (state.vp[0], state.vr[0]) == (2, 20 + 4 + 4 + 3)


@pytest.mark.rule("zimbabwe 6.5", "zimbabwe 7.2")
def test_rain_between_two_craftsmen_shortens_the_way_of_the_second() -> None:
    state = turn("cattle = 9", "", "w.........c.......")
    assert not may(play(state.clone(), "potter"), "f1-")
    play(state, "wood-carver b1- wood-carver=1 rain h1- potter f1- potter=2")
    assert state.vp[0] == 2


@pytest.mark.rule("zimbabwe 6.5", "zimbabwe 7.1")
def test_the_shaman_between_two_raises_brings_what_the_second_needs() -> None:
    state = turn(f"cattle = 9; monuments = {{ a4 = 1, d4 = 1 }}; {POTTERY}")
    play(state, "raise a4 a2")
    assert not may(state, "raise"), "there is no clay left"
    play(state, "shaman clay b1 raise d4 a2")
    assert [state.levels[parse_square(square)] for square in ("a4", "d4")] == [2, 2]


@pytest.mark.rule("zimbabwe 6.5", "zimbabwe 13.6", "zimbabwe 7.5")
def test_nomads_between_obatalas_two_monuments_bring_them_together() -> None:
    state = turn("cattle = 9; god = 'Obatala'; monuments = { a4 = 1 }")
    play(state, "build f5")
    assert not may(play(state.clone(), "build"), "g5")
    play(state, "nomads build g5")
    assert (state.vp[0], may(state, "build")) == (3, False)


@pytest.mark.rule("zimbabwe 6.5", "zimbabwe 13.6")
def test_obatala_chosen_after_a_monument_builds_the_second() -> None:
    state = play(turn("monuments = { a4 = 1 }", gods='["Obatala"]'), "build f5")
    assert not may(state, "build")
    play(state, "Obatala build h5")
    assert (state.vp[0], may(state, "build")) == (3, False)


@pytest.mark.rule("zimbabwe 6.5", "zimbabwe 7.4", "zimbabwe 13.9")
def test_what_was_paid_before_stays_paid() -> None:
    state = turn("cattle = 30; monuments = { a4 = 1 }")
    play(state, "wood-carver g2- wood-carver=1 builder ivory-carver c1 ivory-carver=1")
    assert state.on_specialist[BUILDER] == 2 + 2, "nothing of the wood carver, who came before"
    state = turn(
        f"cattle = 9; monuments = {{ a4 = 1, d4 = 1 }}; {POTTERY}", land=LAKE.replace("c.", "cc"), gods='["Anansi"]'
    )
    play(state, "raise a4 a2 a1 Anansi raise d4 a2")
    assert state.cattle[0] == 9 - 3 - 1


@pytest.mark.rule("zimbabwe 6.5", "zimbabwe 13.5")
def test_only_gus_rebate_looks_back() -> None:
    state = turn("cattle = 9; monuments = { a4 = 1 }", gods='["Gu"]')
    play(state, "potter a2- potter=1 Gu ivory-carver c1 ivory-carver=1")
    assert state.vr[0] == 20 + 3 - 2 + 4 + 1


@pytest.mark.rule("zimbabwe 6.5")
@pytest.mark.parametrize("begun", ["build", "potter", "potter a2-", "raise d4", "shaman", "rain", "herd"])
def test_one_step_is_not_interrupted(begun: str) -> None:
    carver = "technologies = { wood-carver = 1 }; craftsmen = { wood-carver = ['g2-'] }"
    state = turn(f"cattle = 30; monuments = {{ d4 = 1 }}; {carver}", gods='["Eshu", "Dziva"]')
    play(state, begun)
    assert not {"Eshu", "Dziva", "shaman", "builder", "end"} & set(legal(state))


@pytest.mark.rule("zimbabwe 6.5")
def test_the_prompt_tells_what_is_still_open_in_the_turn() -> None:
    def asked(moves: str, code: str = "en") -> str:
        state = turn("cattle = 9; monuments = { a4 = 1 }", gods='["Eshu"]', specialists="['rain', 'builder']")
        return GAME.prompt(play(state, moves), 0, language(code, "mezani.games.zimbabwe"), NAMES)

    assert asked("") == "Your turn. Build, place craftsmen or raise monuments; choose a god or a specialist."
    placed = "potter a2- potter=1"
    more = "place craftsmen, choose a god or specialist, or end your turn"
    assert asked(placed) == f"Your turn. You can still {more}."
    assert asked(f"{placed} Eshu") == "Your turn. You can still place craftsmen or end your turn."
    assert asked("build f5 Eshu") == "Your turn. There is nothing left to do: end it."
    assert asked("rain f5-") == "Your turn. You can still build a monument, place craftsmen, or end your turn."
    assert asked(f"{placed} Eshu", "de") == "Du bist dran. Du kannst noch Handwerker ansiedeln oder deinen Zug beenden."


# Limits are those of the whole turn


@pytest.mark.rule("zimbabwe 6.5", "zimbabwe 6.1")
@pytest.mark.parametrize(
    ("done", "others", "said"),
    [
        ("build f5", "raise potter wood-carver=2", "You have already built this turn. (6.1)"),
        ("wood-carver=2", "build raise", "You have already placed craftsmen or raised prices this turn. (6.1)"),
        ("potter a2- potter=1", "build raise", "You have already placed craftsmen or raised prices this turn. (6.1)"),
        ("raise d4 g2 i1", "build potter wood-carver=2", "You have already raised monuments this turn. (6.1)"),
    ],
)
def test_a_god_or_a_specialist_opens_no_second_action(done: str, others: str, said: str) -> None:
    carver = "technologies = { wood-carver = 1 }; craftsmen = { wood-carver = ['g2-'] }"
    for between in ("Eshu", "builder", "herd herd=2"):
        state = turn(f"cattle = 30; monuments = {{ d4 = 1 }}; {carver}", gods='["Eshu"]')
        play(state, f"{done} {between}")
        assert {why_not(state, move) for move in others.split()} == {said}


@pytest.mark.rule("zimbabwe 6.5", "zimbabwe 10.1", "zimbabwe 6.4", "zimbabwe 9.8")
def test_nothing_is_done_twice_because_something_came_between() -> None:
    state = turn(f"cattle = 30; monuments = {{ a4 = 1, d4 = 1 }}; specialists = ['builder']; {POTTERY}")
    play(state, "raise a4 a2 builder shaman clay b1 raise")
    assert why_not(state, "a4") == "You have already raised a4 this turn. (10.1)"
    play(state, "d4 a2")
    assert why_not(state, "builder") == "You have already used the builder this turn. (6.4)"
    assert why_not(state, "shaman") == "You have already used the shaman this turn. (6.4)"
    state = turn("cattle = 30; monuments = { a4 = 1 }", gods='["Eshu"]')
    play(state, "ivory-carver c1 ivory-carver=1 Eshu")
    assert why_not(state, "throne-maker") == "The first ivory carver was placed this turn. (9.8)"


@pytest.mark.rule("zimbabwe 9.9", "zimbabwe 9.10", "zimbabwe 13.3")
def test_a_new_price_is_set_once_and_only_dziva_chosen_afterwards_changes_it() -> None:
    state = turn("cattle = 30; monuments = { a4 = 1 }; specialists = ['builder']", gods='["Dziva"]')
    play(state, "potter a2- potter=2 builder")
    once = "You have already set this price this turn. (9.9)"
    assert [why_not(state, move) for move in ("potter=1", "potter=3")] == [once, once]
    play(state, "Dziva potter=1")
    assert why_not(state, "potter=3") == "You have already changed this price. (13.3)"
    play(state, "ivory-carver c1 ivory-carver=1")
    assert why_not(state, "ivory-carver=2") == once, "she was chosen before"
    assert why_not(state, "potter=2") == once


# Loopholes, looked for by random play


class Ledger:
    """What the seat to move has done in its turn, written down from its actions and from what they changed."""

    def __init__(self, state: Zimbabwe) -> None:
        self.start = state.clone()
        self.chosen: list[str] = []
        self.used: list[int] = []
        self.mains: set[int] = set()
        self.built = 0
        self.new_prices: set[int] = set()
        self.changed_by_dziva: set[int] = set()
        self.dzivas_moment = state.god[state.seat] == DZIVA

    def book(self, before: Zimbabwe, action: int, after: Zimbabwe) -> None:
        if before.step == TURN:
            self.book_choice(before, action)
        elif before.step == MONUMENT_SQUARE:
            self.mains.add(BUILDING)
            self.built += 1
            assert self.built <= (2 if before.god[before.seat] == OBATALA else 1)
        elif before.step == CRAFTSMAN_SQUARES:
            self.mains.add(PLACING)
            assert before.kind < PRIMARIES or self.start.placed[before.kind - PRIMARIES] > 0
        elif before.step == NEW_PRICE:
            assert before.kind not in self.new_prices
            self.new_prices.add(before.kind)
        if before.raising != NONE:
            self.mains.add(RAISING)
        self.book_markers(before, after)
        self.compare(after)

    def book_choice(self, before: Zimbabwe, action: int) -> None:
        if action >= PRICE:
            self.book_price(before, (action - PRICE) // 3, (action - PRICE) % 3 + 1)
            return
        self.dzivas_moment = False
        if GOD <= action < SPECIALIST:
            assert before.god[before.seat] == NONE
            self.chosen.append(GAME.action_text(before, action))
            self.dzivas_moment = action - GOD == DZIVA
        elif SPECIALIST <= action < CRAFTSMAN:
            specialist = action - SPECIALIST
            if before.specialist_owner[specialist] != before.seat:
                self.chosen.append(GAME.action_text(before, action))
            assert specialist not in self.used
            self.used.append(specialist)
        assert len(self.chosen) <= 1

    def book_price(self, before: Zimbabwe, kind: int, price: int) -> None:
        if self.dzivas_moment:
            assert kind not in self.changed_by_dziva
            self.changed_by_dziva.add(kind)
        else:
            assert kind not in self.new_prices
            assert price > before.price[before.seat * TYPES + kind]
            self.mains.add(PLACING)

    def book_markers(self, before: Zimbabwe, after: Zimbabwe) -> None:
        """A second marker is Atete's alone, and only a raise puts any."""
        twice = after.used_again & ~before.used_again
        assert not twice or before.god[before.seat] == ATETE
        assert before.raising != NONE or (after.used, after.used_again) == (before.used, before.used_again)

    def compare(self, after: Zimbabwe) -> None:
        assert len(self.mains) <= 1
        was, now = self.start.levels, after.levels
        assert all(now[square] - was[square] <= 1 for square in range(len(now)))
        fresh = after.clone()
        fresh.look_around()
        assert (fresh.supply, fresh.ways) == (after.supply, after.ways)
        assert fresh.legal_actions() == after.legal_actions(), "what is kept of the land is what the land is now"


def check_turns(state: Zimbabwe, rng: mezani.Rng, sense: int) -> int:
    """Play to the end, or for some rounds, and keep a ledger of each turn; how often something came between."""
    between, last = 0, state.round + 6
    ledger, key = Ledger(state), (state.round, state.turn, state.step >= TURN)
    while not state.is_over and state.round < last:
        if (state.round, state.turn, state.step >= TURN) != key:
            ledger, key = Ledger(state), (state.round, state.turn, state.step >= TURN)
        action = sensible(state, rng) if rng.below(4) < sense else state.random_action(rng)
        before = state.clone()
        state.play(action)
        if before.step >= TURN and before.seat == state.seat and (state.round, state.turn, True) == key:
            between += bool(ledger.mains) and before.step == TURN and GOD <= action < CRAFTSMAN
            ledger.book(before, action, state)
    return between


RICH = "cattle = 60; specialists = {specialists}; monuments = {{ {monuments} }}"


def test_no_turn_of_random_play_uses_anything_twice() -> None:
    between = 0
    for seed in range(amount(60, 4)):
        between += check_turns(GAME.new(2 + seed % 4, seed), mezani.Rng(seed), seed % 3)
    for seed in range(amount(60, 4)):
        rich = position(
            PLAIN,
            RICH.format(specialists="['shaman', 'rain', 'herd']", monuments="h6 = 1, b4 = 2"),
            RICH.format(specialists="['builder', 'nomads']", monuments="c7 = 1, l2 = 1"),
            gods='["Eshu", "Gu", "Obatala", "Atete", "Dziva", "Anansi", "Tsui-Goab", "Qamata"]',
        )
        between += check_turns(rich, mezani.Rng(seed), seed % 3)
    assert between > amount(400, 20)
