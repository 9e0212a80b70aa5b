"""What is counted in ANNE!, beside a count of the moves by other means."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from mezani.games.anne.actions import LETTERS, card_text
from mezani.record import Record
from tests.counting_facts import facts_of, kept_game, lines_of, numbers, outcomes

GAMES = [f"anne-{number}" for number in range(1, 11)]


class Hand:
    """A hand as somebody counts it who only hears the moves, and sees who begins and the display of trumps."""

    def __init__(self, players: int, first: int, display: list[str]) -> None:
        self.players, self.first, self.display = players, first, display
        self.suits = "".join(card[0] for card in display)
        self.predictions: dict[int, tuple[str, str]] = {}
        self.taken: dict[int, Counter[str]] = {seat: Counter() for seat in range(players)}
        self.tricks: Counter[int] = Counter()
        self.super_trumps: dict[str, str] = dict.fromkeys(display, "heap")
        self.heap: Counter[tuple[str, str]] = Counter()

    def predict(self, moves: list[str]) -> None:
        for place, move in enumerate(moves):
            self.predictions[(self.first + place) % self.players] = (move[1], move[3])

    def play(self, moves: list[str]) -> None:
        """A trick, and the suit from the heap if there is one."""
        cards = moves[: self.players]
        best = max(cards, key=self.strength)
        winner = (self.first + cards.index(best)) % self.players
        for card in cards:
            self.taken[winner][card[0]] += 1
            if card in self.display:
                self.super_trumps[card] = "takes" if card == best else "loses"
        self.tricks[winner] += 1
        for move in moves[self.players :]:
            most, fewest = self.predictions[winner]
            self.taken[winner][move[1]] += 1
            wanted = "most" if move[1] == most else "fewest" if move[1] == fewest else "other"
            self.heap[str(self.tricks.total()), wanted] += 1
        self.first = winner

    def strength(self, card: str) -> tuple[int, int, int]:
        if card in self.display:
            return (1, -self.display.index(card), 0)
        return (0, -self.suits.index(card[0]), int(card[1:]))

    def verdict(self, seat: int, which: int) -> str:
        """Of most (0) or fewest (1)."""
        suit, counts = self.predictions[seat][which], self.taken[seat]
        others = [counts[other] for other in LETTERS if other != suit]
        ahead = [counts[suit] - other if which == 0 else other - counts[suit] for other in others]
        return "perfect" if min(ahead) > 0 else "imperfect" if min(ahead) == 0 else "wrong"

    def points(self, seat: int) -> int:
        verdicts = [self.verdict(seat, which) for which in (0, 1)]
        points = sum({"perfect": 5, "imperfect": 3, "wrong": 0}[verdict] for verdict in verdicts)
        most, fewest = self.predictions[seat]
        return points + (0 if "wrong" in verdicts else self.taken[seat][most] - self.taken[seat][fewest])

    def place(self, suit: str) -> str:
        return str(self.suits.index(suit) + 1)


def hands(record: Record) -> Iterator[Hand]:
    starts: dict[str, Any] = {}
    for before, _, _ in record.steps():
        starts.setdefault(record.game.place(before).chapter, before)
    for chapter, start in starts.items():
        hand = Hand(record.players, start.seat, [card_text(card) for card in start.trumps])
        predicted, *tricks = [moves for where, moves in lines_of(record) if where == chapter]
        hand.predict(predicted)
        for trick in tricks:
            hand.play(trick)
        yield hand


@pytest.mark.parametrize("name", GAMES)
def test_predictions_are_judged_by_the_cards_that_were_taken(name: str) -> None:
    record = kept_game(name)
    facts, most, fewest = facts_of(record), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for hand in hands(record):
        for seat, suits in hand.predictions.items():
            most[hand.place(suits[0]), hand.verdict(seat, 0)] += 1
            fewest[hand.place(suits[1]), hand.verdict(seat, 1)] += 1
    assert outcomes(facts, "most") == most
    assert outcomes(facts, "fewest") == fewest
    assert most.total() == record.players**2


@pytest.mark.parametrize("name", GAMES)
def test_points_of_hands_are_counted_by_predictions_tricks_and_super_trumps(name: str) -> None:
    record = kept_game(name)
    facts = facts_of(record)
    by_pairs, by_tricks, points = Counter[tuple[str, float]](), Counter[tuple[str, float]](), 0
    for hand in hands(record):
        for seat, (most, fewest) in hand.predictions.items():
            points += hand.points(seat)
            by_pairs[f"{hand.place(most)}-{hand.place(fewest)}", hand.points(seat)] += 1
            by_tricks[str(hand.tricks[seat]), hand.points(seat)] += 1
    assert Counter((f.thing, f.value) for f in facts if f.topic == "pairs") == by_pairs
    assert Counter((f.thing, f.value) for f in facts if f.topic == "tricks") == by_tricks
    assert points == sum(record.state().scores())
    for topic in ("position", "held"):
        assert sum(fact.value for fact in facts if fact.topic == topic) == points


@pytest.mark.parametrize("name", GAMES)
def test_super_trumps_and_the_heap_are_counted_trick_by_trick(name: str) -> None:
    record = kept_game(name)
    facts, supers, heap = facts_of(record), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for hand in hands(record):
        supers.update((str(place), hand.super_trumps[card]) for place, card in enumerate(hand.display, 1))
        heap += hand.heap
    assert outcomes(facts, "super-trumps") == supers
    assert outcomes(facts, "heap") == heap
    assert ("1", "loses") not in supers


def test_what_a_player_brings_together_adds_up() -> None:
    record = kept_game("anne-1")
    facts, found = facts_of(record), list(hands(record))
    for seat in range(record.players):
        right = [hand.verdict(seat, which) for hand in found for which in (0, 1)]
        assert numbers(facts, "sums", "right")[seat] == len(right) - right.count("wrong")
        assert numbers(facts, "sums", "perfect")[seat] == right.count("perfect")
        assert numbers(facts, "sums", "tricks")[seat] == sum(hand.tricks[seat] for hand in found)
        for_predictions = 5 * right.count("perfect") + 3 * right.count("imperfect")
        assert numbers(facts, "sums", "difference")[seat] == record.state().scores()[seat] - for_predictions
