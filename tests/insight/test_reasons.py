"""Why moves are good: ideas, and reasons that the numbers bear."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import hypot
from typing import Any

import pytest

import mezani
from mezani import bots
from mezani.bots.levels import Quick, Thinker
from mezani.engine.state import State
from mezani.game import Expectation, Game
from mezani.games.zimbabwe.actions import TURN
from mezani.insight import reasons
from mezani.insight.reasons import compared, ideas, sampled, sentence
from mezani.language import ENGLISH, language
from mezani.testing.playing import random_positions

GAMES = ["anansi", "anne", "asante", "zimbabwe"]
SEED = 5
GERMAN = language("de")

compiled = pytest.mark.skipif(not mezani.is_compiled(), reason="thousands of games are played on")


@pytest.fixture(autouse=True)
def short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is measured is the same, in a fraction of the time."""
    monkeypatch.setattr(reasons, "Thinker", partial(Thinker, is_hasty=True))
    for name in GAMES:
        if outlook := mezani.game(name).outlook:
            monkeypatch.setattr(outlook, "DECISIONS", max(outlook.DECISIONS // 4, 240))


def decisions(game: Game[Any], seed: int, most: int) -> Iterator[State]:
    """Some positions of a random game in which there is something to decide."""
    positions = random_positions(game, game.seats[-1], seed, every=7, most=4 * most)
    found = [state for state in positions if len(state.legal_actions()) > 1]
    yield from found[:: -(-len(found) // most)]


def played_position(name: str, moves: int) -> State:
    """A position of a game between quick players."""
    game = mezani.game(name)
    state: State = game.new(seed=3)
    player, rng = Quick(game), mezani.Rng(3)
    for _ in range(moves):
        state.play(player.choose(state, rng))
    return state


def counted(here: list[float], there: list[float], worth: float = 0.1) -> list[reasons.Difference]:
    """What is told of two moves that have come to these numbers."""
    expectation = Expectation[Any]("it", lambda *_: True, lambda *_: None, worth, "{here} {there} {other}")
    game = replace(mezani.game("anne"))
    object.__setattr__(game, "expectations", (expectation,))
    return compared(game, [[value] for value in here], [[value] for value in there])


# What is said


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_ideas_of_every_game_say_why_in_both_languages(name: str) -> None:
    game, told = mezani.game(name), set[str]()
    for state in decisions(game, seed=2, most=8):
        english = ideas(game, state, mezani.Rng(SEED))
        german = ideas(game, state, mezani.Rng(SEED), GERMAN)
        assert 1 <= len(english) <= 3
        assert [idea.action for idea in english] == [idea.action for idea in german]
        assert {idea.action for idea in english} <= set(state.legal_actions())
        assert all(0.0 <= idea.chance <= english[0].chance <= 1.0 for idea in english)
        for idea, also in zip(english, german, strict=True):
            assert [reason.key for reason in idea.reasons] == [reason.key for reason in also.reasons]
            for reason, in_german in zip(idea.reasons, also.reasons, strict=True):
                assert game.action_text(state, reason.other) in reason.sentence
                assert reason.sentence != in_german.sentence
                assert not {"{", "}"} & {*reason.sentence, *in_german.sentence}
                told.add(reason.key)
    assert told, "no position was worth a word"


def test_a_sentence_compares_two_moves() -> None:
    anne = mezani.game("anne")
    assert sentence(anne, "trick", 0.717, 0.304, "C5", ENGLISH) == "You take this trick 72% of the time, with C5 30%."
    assert sentence(anne, "trick", 0.717, 0.304, "C5", GERMAN) == "Den Stich machst du so zu 72 %, mit C5 zu 30 %."
    assert sentence(anne, "points", 7.04, 4.25, "B", ENGLISH) == "Points of this hand: 7 on average, with B 4.2."
    assert sentence(anne, "points", 7.04, 4.25, "B", GERMAN) == "Punkte in diesem Blatt: im Schnitt 7, mit B 4,2."


@pytest.mark.parametrize("name", GAMES)
def test_every_expectation_has_a_key_of_its_own_and_gaps_for_both_moves(name: str) -> None:
    expectations = mezani.game(name).expectations
    assert len({it.key for it in expectations}) == len(expectations)
    for it in expectations:
        assert it.worth > 0.0
        assert all(gap in it.sentence for gap in ("{here}", "{there}", "{other}"))


@compiled
def test_the_best_move_is_not_praised_for_what_speaks_against_it() -> None:
    game = mezani.game("anne")
    better = {it.key: it.better for it in game.expectations}
    for state in decisions(game, seed=4, most=12):
        for reason in ideas(game, state, mezani.Rng(SEED))[0].reasons:
            if better[reason.key] != "neither":
                assert (reason.mean > reason.other_mean) == (better[reason.key] == "more")


# What is not said


def test_what_comes_to_the_same_is_not_told() -> None:
    assert counted([0.0, 1.0] * 200, [0.0, 1.0] * 200) == []


def test_what_may_be_chance_is_not_told() -> None:
    assert counted([1.0, 0.0] * 100 + [0.0] * 10, [0.0, 1.0] * 100 + [1.0] * 10, worth=0.01) == []


def test_what_is_not_worth_a_word_is_not_told() -> None:
    assert counted([1.09] * 400, [1.0] * 400, worth=0.1) == []
    assert len(counted([1.11] * 400, [1.0] * 400, worth=0.1)) == 1


def test_what_was_hardly_measured_is_not_told() -> None:
    assert counted([1.0] * 11, [0.0] * 11) == []
    assert len(counted([1.0] * 12, [0.0] * 12)) == 1


def test_what_never_happened_may_happen_the_more_often_the_less_was_measured() -> None:
    (few,), (many,) = counted([1.0] * 20, [0.0] * 20), counted([1.0] * 200, [0.0] * 200)
    assert few.interval == pytest.approx(0.23)
    assert many.interval == pytest.approx(0.023)


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_a_tie_says_nothing(name: str) -> None:
    """The same move under two numbers: it is no better than itself."""
    game, state = mezani.game(name), played_position(name, 9)
    (sample,) = sampled(game, state, [state.legal_actions()[:1]], mezani.Rng(1))
    assert reasons.reasons(game, state, [0, 1], 0, [sample, sample], ENGLISH) == ()


@compiled
def test_a_move_that_is_the_only_one_needs_no_reason() -> None:
    game = mezani.game("anne")
    forced = next(it for it in random_positions(game, 4, 1) if len(it.legal_actions()) == 1)
    (idea,) = ideas(game, forced, mezani.Rng(SEED))
    assert (idea.action, idea.reasons) == (forced.legal_actions()[0], ())


@compiled
def test_a_game_without_an_outlook_has_ideas_without_reasons() -> None:
    game = replace(mezani.game("anne"), load_outlook=None)
    found = ideas(game, played_position("anne", 14), mezani.Rng(SEED))
    assert len(found) > 1
    assert not any(idea.reasons for idea in found)


def test_there_are_no_ideas_when_the_game_is_over() -> None:
    game = mezani.game("anne")
    state = game.new(seed=1)
    mezani.playout(state, mezani.Rng(1))
    with pytest.raises(ValueError, match="the game is over"):
        ideas(game, state, mezani.Rng(SEED))


# What the numbers bear


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_what_is_quoted_is_what_experts_make_of_it(name: str) -> None:
    """`python -m benchmarks.reasons` tries it on a larger scale. An interval misses one time in a hundred."""
    game, told, wrong = mezani.game(name), 0, 0
    for state in decisions(game, seed=6, most=5):
        for idea in ideas(game, state, mezani.Rng(SEED)):
            for reason in idea.reasons:
                mean, interval = by_experts(game, state, idea.action, reason.key)
                told += 1
                wrong += abs(mean - reason.mean) > hypot(interval, reason.interval)
    assert told
    assert wrong <= 1


def by_experts(game: Game[Any], state: State, action: int, key: str) -> tuple[float, float]:
    """What a move brings where experts play on, with its interval."""
    expert, rng = bots.bot("expert", game), mezani.Rng(1234)
    wanted = [it for it in game.expectations if it.key == key]
    worlds = [state.clone() for _ in range(12)]
    for world in worlds:
        game.knowledge().imagine(world, state.seat, rng)
    rows = [reasons.continued(game, wanted, world, [action], expert, rng.word())[0] for world in worlds]
    return reasons.estimate([value for (value,) in rows if value is not None])


@compiled
def test_a_hand_of_anne_is_measured_when_it_has_ended_and_the_next_is_not_dealt() -> None:
    game, state = mezani.game("anne"), played_position("anne", 14)
    keys = [it.key for it in game.expectations]
    (sample,) = sampled(game, state, [state.legal_actions()[:1]], mezani.Rng(1))
    for row in sample:
        brought = dict(zip(keys, row, strict=True))
        assert (brought["points"] == 0.0) == (brought["most"] == brought["fewest"] == 0.0)
        assert brought["trick"] in (0.0, 1.0)


@compiled
def test_a_round_of_anansi_scores_nothing_with_too_many_followers() -> None:
    game, state = mezani.game("anansi"), played_position("anansi", 9)
    keys = [it.key for it in game.expectations]
    (sample,) = sampled(game, state, [state.legal_actions()[:1]], mezani.Rng(1))
    for row in sample:
        brought = dict(zip(keys, row, strict=True))
        assert (brought["followers"] == brought["stories"]) == bool(brought["even"])
        assert not (brought["too-many"] and brought["points"])
        assert not brought["even"] or brought["points"]


@compiled
def test_cattle_of_the_great_zimbabwe_have_the_revenues_once() -> None:
    """They come at once after the last turn of a round, and are reckoned as things stand after the others."""
    game, rng = mezani.game("zimbabwe"), mezani.Rng(1)
    cattle = next(it for it in game.expectations if it.key == "cattle")
    state, turns = game.new(players=3, seed=4), set[int]()
    while len(turns) < 3:
        before = state.clone()
        state.play(game.parse_action(state, "end") if state.step == TURN else state.random_action(rng))
        if before.step == TURN:
            turns.add(before.turn)
            expected = before.cattle[before.seat] + before.revenue(before.seat)
            assert cattle.is_due(before, state)
            assert cattle.measure(before, state, before.seat) == expected


# What a seat may know


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_ideas_and_sentences(name: str) -> None:
    game = mezani.game(name)
    for number, state in enumerate(decisions(game, seed=3, most=5)):
        twin = state.clone()
        twin.resample(state.seat, mezani.Rng(1000 + number))
        lang = (ENGLISH, GERMAN)[number % 2]
        assert ideas(game, twin, mezani.Rng(SEED), lang) == ideas(game, state, mezani.Rng(SEED), lang)


@compiled
def test_another_seed_thinks_of_other_worlds() -> None:
    game, state = mezani.game("anne"), played_position("anne", 14)
    assert len({str(ideas(game, state, mezani.Rng(seed))) for seed in range(3)}) > 1
