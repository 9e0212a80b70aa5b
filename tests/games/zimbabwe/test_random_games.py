"""Random games: every kind of action is seen, no game gets stuck, and every head of cattle is accounted for."""

from collections import Counter
from collections.abc import Callable

import pytest

import mezani
from mezani.games.zimbabwe import GAME, Zimbabwe
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
    HERD_PAYMENT,
    MONUMENT_SQUARE,
    MONUMENT_TO_RAISE,
    NEW_PRICE,
    NONE,
    PASS,
    PAY_HERD,
    PRICE,
    PRIMARY,
    PRIMARY_RESOURCE,
    QAMATA,
    RAIN_SQUARES,
    RAISE,
    RESOURCE,
    SHAMAN_RESOURCE,
    SHAMAN_SQUARE,
    SPECIALIST,
    TURN,
    UPRIGHT,
)
from mezani.games.zimbabwe.components import COST, CRAFTSMEN, GODS, SPECIALISTS
from mezani.games.zimbabwe.view import view
from mezani.testing.playing import amount
from tests.games.zimbabwe.check import check, check_points
from tests.games.zimbabwe.positions import sensible

STARTS = {PASS: "pass", BUILD: "build", RAISE: "raise", END: "end"}
LONGEST = 5_000


def kind_of(state: Zimbabwe, action: int) -> str:
    """What an action is, said so that every power and craftsman counts by itself."""
    if action < GIVE:
        form = "square" if action < ACROSS else "across" if action < UPRIGHT else "upright"
        return f"{view_name(state)} {form}" + (f" {CRAFTSMEN[state.kind]}" if state.step == CRAFTSMAN_SQUARES else "")
    if action < PASS:
        return "give"
    if action < GOD:
        return STARTS[action]
    if action < SPECIALIST:
        return GODS[action - GOD]
    if action < CRAFTSMAN:
        specialist = action - SPECIALIST
        return f"{'use' if state.specialist_owner[specialist] == state.seat else 'take'} {SPECIALISTS[specialist]}"
    if action < PRICE:
        return f"send for {CRAFTSMEN[action - CRAFTSMAN]}"
    if action < RESOURCE:
        return f"{'set' if state.step == NEW_PRICE else 'change'} price"
    return GAME.action_text(state, action)


def view_name(state: Zimbabwe) -> str:
    names = {
        FIRST_MONUMENT: "first monument",
        SHAMAN_SQUARE: "resource",
        RAIN_SQUARES: "rain",
        MONUMENT_SQUARE: "monument",
        CRAFTSMAN_SQUARES: "craftsman",
        MONUMENT_TO_RAISE: "raise",
        GOOD: "good",
        PRIMARY: "primary",
        GOOD_RESOURCE: "good resource",
        PRIMARY_RESOURCE: "primary resource",
    }
    return names[state.step]


ALL_KINDS = {
    *STARTS.values(),
    "give",
    *GODS,
    *(f"{how} {name}" for how in ("take", "use") for name in SPECIALISTS),
    *(f"send for {name}" for name in CRAFTSMEN),
    *("set price", "change price", "clay", "wood", "ivory", "diamond", "herd=2", "herd=4", "herd=6"),
    *("first monument square", "resource square", "rain across", "rain upright", "monument square", "raise square"),
    *("good square", "primary square", "good resource square", "primary resource square"),
    *(
        f"craftsman {form} {name}"
        for form in ("across", "upright")
        for name in ("potter", "wood-carver", "throne-maker")
    ),
    *(f"craftsman square {name}" for name in ("ivory-carver", "diamond-cutter", "vessel-maker", "sculptor")),
}


# Cattle


def cattle(state: Zimbabwe) -> int:
    """All cattle that are not in the stock."""
    places = (state.cattle[: state.players], state.on_card, state.on_specialist, state.plaque, [state.on_qamata])
    return sum(sum(place) for place in places)


def from_stock(before: Zimbabwe, action: int, after: Zimbabwe) -> int:
    """How many cattle an action brings from the stock, less those that it pays to it."""
    if before.step == GIFT and action != PASS:
        return min(action - GIVE + 1, before.free_gift(before.seat))
    if before.step == HERD_PAYMENT:
        return action - PAY_HERD + 1
    if before.step == CRAFTSMAN_SQUARES:
        return (2 if before.paid >> BUILDER & 1 else 0) - COST[before.kind]
    if before.step in (GOOD, PRIMARY) and QAMATA not in before.god:
        return -hubs_paid(before, after)
    if before.step == TURN and action == END and (after.round > before.round or after.is_over):
        return sum(before.income(seat) for seat in range(before.players))
    return 0


def hubs_paid(before: Zimbabwe, after: Zimbabwe) -> int:
    good, hubs = before.goods, 0
    if before.step == GOOD:
        hubs += before.hubs[after.maker[good]]
    if after.primary[good] != NONE:
        hubs += after.ways[(after.maker[good] - 12) * 3 + after.primary[good] % 3]
    return hubs


def check_payment(before: Zimbabwe, action: int, after: Zimbabwe) -> None:
    """All cattle that came or went belong to the action, and in a turn nobody else's stock changes."""
    assert cattle(after) - cattle(before) == from_stock(before, action, after), GAME.action_text(before, action)
    if after.round == before.round and before.step > GIFT and not after.is_over:
        kept = [seat for seat in range(before.players) if seat != before.seat]
        was, now = before.cattle, after.cattle
        assert [now[seat] for seat in kept] == [was[seat] for seat in kept]


def kinds_played(seeds: range) -> Counter[str]:
    """Play random games for 2 to 5 players, look at the books after every action, and count the kinds of actions."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        state, rng, decisions = GAME.new(2 + seed // 4 % 4, seed), mezani.Rng(seed), 0
        while not state.is_over:
            action = state.random_action(rng)
            seen[kind_of(state, action)] += 1
            before = state.clone()
            state.apply(action)
            check_payment(before, action, state)
            check_points(state)
            decisions += 1
        check(state)
        assert decisions < LONGEST, f"seed {seed} is a very long game"
    return seen


@pytest.mark.slow
def test_no_game_gets_stuck_and_every_kind_of_action_is_seen() -> None:
    seen = kinds_played(range(amount(120, 8)))
    assert set(seen) <= ALL_KINDS
    if mezani.is_compiled():
        assert sorted(ALL_KINDS - set(seen)) == []


@pytest.mark.soak
def test_ten_thousand_random_games_have_no_dead_end_and_no_wrong_books(
    record_property: Callable[[str, int], None],
) -> None:
    seen = kinds_played(range(10_000))
    assert set(seen) == ALL_KINDS
    record_property("games", 10_000)
    record_property("decisions", seen.total())


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.seats)
def test_sensible_games_are_sound_and_short(players: int) -> None:
    for seed in range(amount(12, 2)):
        state, rng = GAME.new(players, seed), mezani.Rng(seed)
        while not state.is_over:
            state.play(sensible(state, rng))
            check(state)
        assert state.round < 25
        assert view(state, None).empires[state.winner].reached


def test_the_resource_kinds_are_named() -> None:
    assert GAME.action_text(GAME.new(2, 1), RESOURCE) == "clay"
    assert SHAMAN_RESOURCE != SHAMAN_SQUARE
