"""The turning points of a game: three sentences that are true, in English and German, for every kind of game."""

import re
from dataclasses import replace
from functools import cache

import pytest

import mezani
from mezani.game import Place
from mezani.insight.analysis import Analysis
from mezani.insight.in_words import place_in_words, within
from mezani.insight.judging import Depth, shares
from mezani.insight.turning_points import turning_points
from mezani.language import ENGLISH, LANGUAGES, language
from mezani.record import Record
from tests.insight.looking_back import analysed, course_by, judged_as, think_quickly
from tests.playing import OUR_GAMES, random_game

GERMAN = language("de")
EVEN = (0.25,) * 4
ANN, BEN, CAT, DAN = NAMES = ["Ann", "Ben", "Cat", "Dan"]

compiled = pytest.mark.skipif(not mezani.is_compiled(), reason="many games are played on")


@cache
def game_won_by_one() -> Record:
    """A game of four that has one winner."""
    games = (random_game("anne", 4, seed) for seed in range(1, 100))
    return next(record for record in games if len(record.state().winners()) == 1)


@cache
def game_won_by_two() -> Record:
    games = (random_game("anne", 4, seed) for seed in range(1, 1000))
    return next(record for record in games if len(record.state().winners()) == 2)


def told(
    record: Record,
    chances: dict[int, tuple[float, ...]] | None = None,
    lost: dict[int, float] | None = None,
    seat: int | None = None,
    lang: str = "en",
    start: tuple[float, ...] = EVEN,
) -> list[str]:
    """What is told of a game whose course and mistakes are given."""
    end = {len(record.actions): shares(record.state())} if record.state().is_over else {}
    course = course_by(record, (chances or {}) | end, start)
    analysis = Analysis.of(record, Depth.QUICK, course, judged_as(record, lost or {}, seat), seat)
    return turning_points(analysis, language(lang), NAMES[: record.players])


def ahead(seat: int, chance: float = 0.7) -> tuple[float, ...]:
    return tuple(chance if it == seat else (1 - chance) / 3 for it in range(4))


def first_decision(record: Record, at_least: int = 0, seat: int | None = None) -> int:
    decisions = Analysis.of(record, Depth.QUICK, None, [], seat).decisions
    return next(it.number for it in decisions if it.number >= at_least)


# Who was ahead


def test_whoever_took_the_lead_for_good_is_told_with_the_place_and_who_was_ahead_before() -> None:
    record = game_won_by_one()
    (winner,) = record.state().winners()
    other = (winner + 1) % 4
    step = len(record.actions) // 2
    said = told(record, {10: ahead(other, 0.62), step: ahead(winner)})[0]
    where = within(record.game, record.game.place(list(record.steps())[step - 1][0]), ENGLISH)
    assert said == f"{NAMES[winner]} took the lead for good {where}; before that, {NAMES[other]} had been at 62 %."


def test_a_winner_who_was_never_behind_is_told_with_who_came_nearest() -> None:
    record = game_won_by_one()
    (winner,) = record.state().winners()
    said = told(record, {10: ahead(winner)})[0]
    assert said.startswith(f"{NAMES[winner]} won and was never behind; ")
    assert "with a chance of 25 % in hand 1" in said


def test_a_lead_that_may_be_doubt_is_none() -> None:
    record = game_won_by_one()
    (winner,) = record.state().winners()
    assert "was never behind" in told(record, {10: ahead((winner + 1) % 4, 0.3)})[0]


def test_a_lead_in_the_last_moments_was_open_to_the_end() -> None:
    record = game_won_by_one()
    (winner,) = record.state().winners()
    said = told(record, {10: ahead((winner + 1) % 4)})[0]
    assert said.startswith(f"All was open to the end: {NAMES[winner]} took the lead only in hand 4, trick ")


def test_those_who_share_the_victory_are_told_together() -> None:
    record = game_won_by_two()
    first, second = (NAMES[seat] for seat in record.state().winners())
    third = next(seat for seat in range(4) if seat not in record.state().winners())
    assert told(record)[0] == f"{first} and {second} share the victory; nobody else was ever ahead."
    said = told(record, {10: ahead(third, 0.6), 40: EVEN})[0]
    assert f"; {NAMES[third]} had been at 60 %, and fell behind in hand " in said


@pytest.mark.parametrize(("chance", "says"), [(0.7, "Cat is ahead with a chance of 70 %"), (0.28, "all is open: Cat")])
def test_of_a_game_that_is_not_over_the_standing_is_told(chance: float, says: str) -> None:
    record = random_game("anne", 4, moves=60)
    assert says in told(record, {30: ahead(2, chance)})[0]


# Mistakes


def test_the_dearest_mistake_is_told_with_place_and_both_moves() -> None:
    record = game_won_by_one()
    number = first_decision(record, len(record.actions) // 2)
    cheaper = first_decision(record)
    state = list(record.steps())[number][0]
    played = record.game.label(state, record.actions[number])
    said = told(record, lost={number: 0.31, cheaper: 0.2})[1]
    assert said.startswith(f"The dearest mistake was {NAMES[state.seat]}'s in hand ")
    assert f": “{played}” instead of “" in said
    assert said.endswith("”, at a cost of 31 %.")


def test_where_nobody_made_a_mistake_it_is_said() -> None:
    assert told(game_won_by_one())[1] == "Nobody made a mistake worth a word."
    assert told(game_won_by_one(), seat=2)[1] == "Cat made no mistake worth a word."


# Luck


def test_luck_is_told_of_whom_it_changed_most_and_in_which_hand() -> None:
    record = game_won_by_one()
    (winner,) = record.state().winners()
    chapters = [record.game.place(before).chapter for before, _, _ in record.steps()]
    step = chapters.index("hand 3") + 3
    said = told(record, {step: ahead(winner, 1.0)})[2]
    assert said == f"Luck was kindest to {NAMES[winner]}: +75 % in all, above all in hand 3 (+75 %)."


def test_a_deal_before_the_first_move_belongs_to_the_first_hand() -> None:
    record = game_won_by_one()
    (winner,) = record.state().winners()
    assert told(record, {0: ahead(winner, 1.0)})[2].endswith("above all in hand 1 (+75 %).")


def test_luck_that_took_most_is_told_too_and_even_luck() -> None:
    record = random_game("anne", 4, moves=100)
    end = (0.34, 0.33, 0.33, 0.0)
    assert told(record, {60: end})[2].startswith("Luck was hardest on Dan: −25 % in all, above all in hand ")
    assert told(record)[2] == "Luck was even: nobody gained or lost more than 5 % by it."


def test_a_mistake_is_no_bad_luck() -> None:
    record = random_game("anne", 4, moves=100)
    number = first_decision(record, 50)
    seat = list(record.steps())[number][0].seat
    fallen = tuple(0.05 if it == seat else 0.95 / 3 for it in range(4))
    assert told(record, {number + 1: fallen}, {number: 0.2})[2] == (
        "Luck was even: nobody gained or lost more than 5 % by it."
    )


def test_of_one_seat_luck_and_the_others_are_told_together() -> None:
    record = random_game("anne", 4, moves=100)
    assert told(record, {60: ahead(1)}, seat=1)[2] == (
        "What Ben could not decide, luck and the others, changed the chance by +45 %."
    )


def test_where_all_is_open_the_next_mistake_is_told_instead_of_luck() -> None:
    record = random_game("zimbabwe", 4)
    decisions = [it for it in Analysis.of(record, Depth.QUICK, None, [], None).decisions if len(it.actions) == 1]
    first, second = (it.number for it in decisions[:2])
    said = told(record, lost={first: 0.3, second: 0.2})
    assert said[2].startswith("Next came ")
    assert said[2].endswith("cost 20 %.")
    assert "gave away least: 0 % in " in told(record)[2]


# All of it


def test_nothing_is_said_before_the_course_is_known_and_only_what_is_certain_before_all_is_judged() -> None:
    record = game_won_by_one()
    number = first_decision(record)
    course = course_by(record, {len(record.actions): shares(record.state())}, EVEN)
    judged = judged_as(record, {number: 0.3})
    some = Analysis.of(record, Depth.QUICK, course, judged[:10])
    said = turning_points(some, ENGLISH, NAMES)
    assert len(said) == 2
    assert said[1].startswith("So far the dearest mistake was ")
    assert len(turning_points(replace(some, judged={}), ENGLISH, NAMES)) == 1
    assert turning_points(replace(some, course=None), ENGLISH, NAMES) == []


@compiled
@pytest.mark.parametrize("name", OUR_GAMES)
def test_every_game_is_told_in_three_whole_sentences(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    think_quickly(monkeypatch)
    analysis = analysed(random_game(name, mezani.game(name).seats[0]))
    for lang in map(language, LANGUAGES):
        said = turning_points(analysis, lang, NAMES)
        assert len(said) == 3
        assert all(sentence.endswith(".") for sentence in said)
        assert not re.search(r"[{}]|  ", " ".join(said))
    assert not re.search(r"\b(the|in all|mistake|lead|Luck)\b", " ".join(said))


def test_german_tells_it_as_germans_do() -> None:
    record = game_won_by_one()
    (winner,) = record.state().winners()
    number = first_decision(record, len(record.actions) // 2)
    said = told(record, {10: ahead((winner + 1) % 4), 60: ahead(winner)}, {number: 0.31}, lang="de")
    assert said[0].startswith(f"Endgültig in Führung ging {NAMES[winner]} in Blatt ")
    assert said[1].startswith("Der teuerste Fehler unterlief ")
    assert said[1].endswith("kostete 31 % Gewinnaussicht.")
    assert "Glück" in said[2]


# Places


@pytest.mark.parametrize(
    ("place", "english", "german"),
    [
        (Place("hand 2", 3), "Hand 2, trick 4", "Blatt 2, Stich 4"),
        (Place("hand 2", -1), "Hand 2", "Blatt 2"),
    ],
)
def test_a_place_is_said_with_its_trick_where_there_is_one(place: Place, english: str, german: str) -> None:
    game = mezani.game("anne")
    assert place_in_words(game, place, ENGLISH) == english
    assert place_in_words(game, place, GERMAN) == german


def test_a_chapter_without_a_number_stands_in_brackets_within_a_sentence() -> None:
    game = mezani.game("zimbabwe")
    assert within(game, Place("first monuments", 0), GERMAN) == "(erste Monumente)"
    assert within(game, Place("round 3", 1), GERMAN) == "in Runde 3"


def test_a_game_of_a_single_chapter_is_told_by_its_moves() -> None:
    record = random_game("anne", 4, moves=20)
    number = first_decision(record, 10)
    said = told(record, lost={number: 0.31})[1]
    assert f"'s with move {number + 1}: " in said
