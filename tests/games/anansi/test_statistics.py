"""What is counted in Anansi, beside a count of the moves in the record."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from mezani.games.anansi.actions import BONUSES
from tests.counting_facts import facts_of, kept_game, lines_of, numbers, outcomes, uses

GAMES = [f"anansi-{number}" for number in range(1, 11)]


def icons(card: str) -> str:
    number = int(card[1:].rstrip("^"))
    return "0" if number < 5 else "1" if number < 10 else "2"


@pytest.mark.parametrize("name", GAMES)
def test_gains_are_the_cards_that_were_laid_with_their_icons(name: str) -> None:
    record = kept_game(name)
    laid = Counter(
        (chapter.removeprefix("round "), icons(move))
        for chapter, moves in lines_of(record)
        for move in moves
        if move.endswith("^")
    )
    facts = facts_of(record)
    assert outcomes(facts, "gains") == laid
    gained = sum(number for (_, outcome), number in outcomes(facts, "choices").items() if outcome == "gain")
    assert gained == laid.total()


@pytest.mark.parametrize("name", GAMES)
def test_who_could_gain_is_whoever_follows_before_enough_others_have(name: str) -> None:
    record = kept_game(name)
    most = 2 if record.players == 5 else 1
    expected: Counter[tuple[str, str]] = Counter()
    for _, trick in lines_of(record):
        for place, move in enumerate(trick[1:], 2):
            if sum(card.endswith("^") for card in trick[: place - 1]) < most:
                expected[str(place), "gain" if move.endswith("^") else "add"] += 1
    assert outcomes(facts_of(record), "choices") == expected


@pytest.mark.parametrize("name", GAMES)
def test_stories_followers_and_points_add_up(name: str) -> None:
    record = kept_game(name)
    facts, tricks = facts_of(record), Counter(chapter for chapter, _ in lines_of(record))
    for number in ("1", "2", "3"):
        assert sum(numbers(facts, "sums", f"stories-{number}")) == tricks[f"round {number}"]
        laid = [move for chapter, moves in lines_of(record) for move in moves if chapter == f"round {number}"]
        gained = sum(int(icons(move)) for move in laid if move.endswith("^"))
        assert sum(numbers(facts, "sums", f"followers-{number}")) == gained
    points = [
        sum(numbers(facts, "sums", f"points-{number}")[seat] for number in "123") for seat in range(record.players)
    ]
    assert points == record.state().scores()


@pytest.mark.parametrize("name", GAMES)
def test_the_bonus_goes_to_as_many_followers_as_stories(name: str) -> None:
    record = kept_game(name)
    facts, expected, matches = facts_of(record), Counter[str](), Counter[tuple[str, str]]()
    for seat in range(record.players):
        rounds = []
        for number in ("1", "2", "3"):
            followers, stories, points = (
                numbers(facts, "sums", f"{what}-{number}")[seat] for what in ("followers", "stories", "points")
            )
            if followers == stories:
                assert points == followers + BONUSES[int(number) - 1]
                rounds.append(number)
            else:
                assert points == (followers if followers < stories else 0)
            matches[number, "equal" if followers == stories else "fewer" if followers < stories else "more"] += 1
        expected.update(rounds)
        expected.update(["all"] * (len(rounds) == 3) + ["none"] * (not rounds))
    assert uses(facts, "bonuses") == expected
    assert outcomes(facts, "matches") == matches
    assert outcomes(facts, "stories").total() == 3 * record.players


@pytest.mark.parametrize("name", GAMES)
def test_trump_changes_when_laid_cards_give_another_suit_the_most(name: str) -> None:
    """The display is counted anew from the cards laid in it, ties going to the left."""
    record = kept_game(name)
    facts, changes, last = facts_of(record), [], Counter[tuple[str, str]]()
    starts: dict[str, Any] = {
        record.game.place(before).chapter: before for before, _, _ in reversed(list(record.steps()))
    }
    for number in ("1", "2", "3"):
        start = starts[f"round {number}"]
        display = Counter(card // 14 for card in range(42) if start.display >> card & 1)
        trumps = []
        for chapter, trick in lines_of(record):
            if chapter == f"round {number}":
                trumps.append(max(start.order, key=lambda suit: display[suit]))
                display.update("LHS".index(move[0]) for move in trick if move.endswith("^"))
        changes.append(sum(now != then for then, now in pairwise(trumps)))
        last[number, "same" if trumps[0] == trumps[-1] else "other"] += 1
    assert [numbers(facts, "trump", number) for number in "123"] == [[change] for change in changes]
    assert outcomes(facts, "last-trump") == last
