"""What is counted in The Great Zimbabwe: one game counted by hand, and others beside the words of their records."""

from collections import Counter
from typing import Any

import pytest

from mezani.game import Fact
from mezani.games.zimbabwe.components import CRAFTSMEN, GODS, SPECIALISTS
from tests.counting_facts import facts_of, kept_game, lines_of, moves_of, numbers, outcomes, uses

GAMES = [f"zimbabwe-{number}" for number in range(1, 11)]


@pytest.fixture(scope="module")
def short() -> list[Fact]:
    """A game of two and seven rounds, short enough to be counted by hand."""
    return facts_of(kept_game("zimbabwe-8"))


def test_gods_and_technologies_of_the_short_game(short: list[Fact]) -> None:
    assert {(fact.thing, fact.when) for fact in short if fact.topic == "gods"} == {("Anansi", 1), ("Xango", 1)}
    assert {(fact.thing, fact.when) for fact in short if fact.topic == "technologies"} == {
        ("ivory-carver-1", 1),
        ("potter-1", 2),
        ("wood-carver-1", 2),
        ("diamond-cutter-1", 7),
        ("sculptor-1", 7),
    }
    assert uses(short, "specialists") == {}


def test_prices_and_craftsmen_of_the_short_game(short: list[Fact]) -> None:
    placed = ("ivory-carver", "potter", "wood-carver", "diamond-cutter", "sculptor")
    assert outcomes(short, "prices") == {(name, "2"): 1 for name in placed}
    assert outcomes(short, "later-prices") == {(name, "same"): 1 for name in placed}
    assert {name: sum(numbers(short, "craftsmen", name)) for name in CRAFTSMEN} == {
        name: int(name in placed) for name in CRAFTSMEN
    }
    assert sum(numbers(short, "craftsmen", "all")) == 5


def test_turns_and_gifts_of_the_short_game(short: list[Fact]) -> None:
    turns = ["place build", "place build", "raise build", "raise raise", "raise raise", "raise build", "place raise"]
    assert outcomes(short, "turns") == Counter(
        (str(number), what) for number, both in enumerate(turns, 1) for what in both.split()
    )
    assert [numbers(short, "gifts", str(number)) for number in range(1, 8)] == [[1], [0], [1], [1], [2], [2], [5]]
    assert sum(numbers(short, "cattle", "given")) == 1 + 0 + 1 + 1 + 3 + 3 + 15
    assert sum(numbers(short, "cattle", "plaques")) == sum(numbers(short, "cattle", "given"))
    assert sum(numbers(short, "cattle", "first")) == 7


def test_monuments_of_the_short_game(short: list[Fact]) -> None:
    """a3, c1 and g9 end with two levels, k8 with four, k10 with five, and j6 with one."""
    assert Counter(fact.outcome for fact in short if fact.topic == "heights") == {"1": 1, "2": 3, "4": 1, "5": 1}
    assert sum(numbers(short, "empires", "monuments")) == 6
    assert sum(numbers(short, "empires", "vp-monuments")) == 1 + 3 * 3 + 13 + 21
    assert sum(numbers(short, "empires", "vp-craftsmen")) == 1 + 1 + 1 + 3 + 2
    assert numbers(short, "empires", "vp") == [23, 29]


def words(record_name: str) -> Counter[str]:
    return Counter(move.lower() for move in moves_of(kept_game(record_name)))


@pytest.mark.parametrize("name", GAMES)
def test_gods_and_specialists_are_those_of_the_record(name: str) -> None:
    record, said = kept_game(name), words(name)
    facts = facts_of(record)
    chosen = {god: said[god.lower()] for god in GODS if said[god.lower()]}
    without = record.players - sum(chosen.values())
    assert uses(facts, "gods") == chosen | ({"none": without} if without else {})
    assert uses(facts, "specialists") == {name: said[name] for name in SPECIALISTS if said[name]}
    rounds = {
        (move, int(chapter.removeprefix("round ")))
        for chapter, moves in lines_of(record)
        for move in moves
        if move in GODS
    }
    assert {(fact.thing, fact.when) for fact in facts if fact.topic == "gods" and fact.thing != "none"} == rounds


@pytest.mark.parametrize("name", GAMES)
def test_craftsmen_and_prices_are_those_of_the_record(name: str) -> None:
    facts, said = facts_of(kept_game(name)), words(name)
    assert {kind: sum(numbers(facts, "craftsmen", kind)) for kind in CRAFTSMEN} == {
        kind: said[kind] for kind in CRAFTSMEN
    }
    first, later = outcomes(facts, "prices"), outcomes(facts, "later-prices")
    assert first.total() == later.total() == uses(facts, "technologies").total()
    changes = sum(number for move, number in said.items() if "=" in move and not move.startswith("herd"))
    assert changes >= first.total() + sum(number for (_, how), number in later.items() if how != "same")


@pytest.mark.parametrize("name", GAMES)
def test_points_cattle_and_turns_add_up(name: str) -> None:
    record, said = kept_game(name), words(name)
    facts = facts_of(record)
    for seat, points in enumerate(record.state().scores()):
        parts = [numbers(facts, "empires", part)[seat] for part in ("vp-monuments", "vp-craftsmen")]
        assert sum(parts) == points
    assert outcomes(facts, "turns").total() == said["end"]
    gifts = sum(int(move[4:]) * number for move, number in said.items() if move.startswith("give"))
    given, taken = sum(numbers(facts, "cattle", "given")), sum(numbers(facts, "cattle", "plaques"))
    assert taken == gifts  # all that was given lies on plaques, whoever paid for it
    assert given == gifts if not said["elegua"] else given <= gifts
    rounds = len({chapter for chapter, _ in lines_of(record) if chapter.startswith("round")})
    assert len(uses(facts, "gifts")) == rounds
    assert sum(numbers(facts, "cattle", "first")) == rounds
    assert uses(facts, "first-order") == uses(facts, "last-order") == {str(n + 1): 1 for n in range(record.players)}


@pytest.mark.parametrize("name", GAMES)
def test_what_technologies_bring_is_what_others_paid(name: str) -> None:
    """In every raise the cattle of the buyer go to cards and to hubs: those that lie on cards of others are counted."""
    record = kept_game(name)
    facts, paid = facts_of(record), 0
    steps: list[Any] = list(record.steps())
    for before, _, after in steps:
        if before.raising >= 0 or after.raising >= 0:
            own = slice(before.seat * 7, before.seat * 7 + 7)
            now, then = (sum(state.on_card) - sum(state.on_card[own]) for state in (after, before))
            paid += now - then
    assert sum(numbers(facts, "cattle", "sold")) == paid
    assert sum(fact.value for fact in facts if fact.topic == "sales") == paid
