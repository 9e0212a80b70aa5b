"""What is counted in Asante, beside a count of the moves in the record."""

from collections import Counter
from typing import Any

import pytest

import mezani
from mezani.games.asante.constants import GOAL, START_GOLD
from mezani.games.asante.deck import standard_deck
from mezani.language import language
from tests.counting_facts import facts_of, moves_of, numbers, outcomes, random_game, uses

SEEDS = range(1, 13)
TYPES = {card.id: card.type for card in standard_deck().cards}


def named(moves: list[str], verb: str) -> Counter[str]:
    return Counter(move.removeprefix(f"{verb}-") for move in moves if move.startswith(f"{verb}-"))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_card_that_is_played_is_counted_under_its_type_and_name(seed: int) -> None:
    record = random_game("asante", 2, seed)
    facts, played = facts_of(record), named(moves_of(record), "play")
    for topic, kind in (("persons", "person"), ("animals", "animal"), ("artifacts", "artifact")):
        assert uses(facts, topic) == {name: number for name, number in played.items() if TYPES[name] == kind}
    assert uses(facts, "places") == named(moves_of(record), "holy")
    assert sum(numbers(facts, "played", "use")) == named(moves_of(record), "use").total()


@pytest.mark.parametrize("seed", SEEDS)
def test_ware_cards_are_counted_by_what_they_were_played_for_with_their_prices(seed: int) -> None:
    record = random_game("asante", 2, seed)
    facts, moves = facts_of(record), moves_of(record)
    done = outcomes(facts, "ware-cards")
    assert {name: number for (name, how), number in done.items() if how == "buy"} == named(moves, "buy")
    sold = Counter(name for name, how in done.elements() if how != "buy")
    cancelled = named(moves, "sell") - sold  # a Ware card that came back because its Haggler was cancelled
    assert sold + cancelled == named(moves, "sell")
    assert cancelled.total() <= outcomes(facts, "answers")["person", "cancelled"]
    prices = {card.id: (card.buy, card.sell) for card in standard_deck().cards}
    if "play-caravan-guide" not in moves:  # which changes prices
        assert Counter(numbers(facts, "prices", "buy")) == Counter(
            prices[name][0] for name, how in done.elements() if how == "buy"
        )
        assert Counter(numbers(facts, "prices", "sell")) == Counter(prices[name][1] for name in sold.elements())


@pytest.mark.parametrize("seed", SEEDS)
def test_prices_are_the_gold_that_changed_hands_caravan_guides_or_not(seed: int) -> None:
    facts = facts_of(random_game("asante", 2, seed))
    assert sum(numbers(facts, "prices", "sell")) == sum(numbers(facts, "gold", "sell"))
    assert sum(numbers(facts, "prices", "buy")) == -sum(numbers(facts, "gold", "buy"))


@pytest.mark.parametrize("seed", SEEDS)
def test_all_gold_has_a_source(seed: int) -> None:
    record = random_game("asante", 2, seed)
    gold = [fact for fact in facts_of(record) if fact.topic == "gold"]
    for seat in range(2):
        total = START_GOLD + sum(fact.value for fact in gold if fact.seat == seat)
        assert total == record.state().scores()[seat]


@pytest.mark.parametrize("seed", SEEDS)
def test_turns_answers_and_the_goal_are_counted(seed: int) -> None:
    record = random_game("asante", 2, seed)
    facts, moves = facts_of(record), moves_of(record)
    assert uses(facts, "by-turn").total() == moves.count("end")
    cancelled = sum(number for (_, how), number in outcomes(facts, "answers").items() if how == "cancelled")
    assert cancelled == moves.count("play-animalist")
    goals = [fact for fact in facts if fact.topic == "goal"]
    assert len(goals) == 1
    ends: list[Any] = [
        (before, after) for before, action, after in record.steps() if record.game.action_text(before, action) == "end"
    ]
    before, after = ends[-2]
    assert (goals[0].seat, goals[0].when) == (before.active, before.turn)
    assert after.gold[before.active] >= GOAL


@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_played_a_card_has_held_it_unless_a_tracker_found_it(seed: int) -> None:
    record = random_game("asante", 2, seed)
    facts = facts_of(record)
    held = {(fact.thing, fact.seat) for fact in facts if fact.topic == "held"}
    played = {(fact.thing, fact.seat) for fact in facts if fact.topic in ("persons", "animals", "artifacts")}
    assert {TYPES[name] for name, _ in played - held} <= {"animal"}
    assert len(played - held) <= named(moves_of(record), "play")["tracker"]
    assert played & held


def test_a_deck_of_ones_own_has_its_own_names() -> None:
    game = mezani.game("asante")
    deck = standard_deck().text.replace('en = "Camel"', 'en = "Dromedary"')
    start, own = game.new(2, 1, {"deck": deck}), game.statistics
    assert own is not None
    assert own.thing_name(start, "animals", "camel", game.language(language("en"))) == "Dromedary"
    assert own.thing_name(start, "ware-cards", "JPT", game.language(language("de"))) == "Schmuck, Felle, Tee (5/12)"
