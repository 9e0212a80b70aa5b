"""The reasons of moves: what the best of them are expected to bring, measured where the game is played on from each.

All of it starts from a world that the seat cannot tell from the true one. The same moves are tried in the same imagined
worlds, so that what differs is due to the moves and not to the deal.
"""

import time
from collections.abc import Sequence
from math import fsum, sqrt
from statistics import fmean
from typing import Any, Final, NamedTuple

import msgspec

from mezani import bots
from mezani.bots.levels import Thinker
from mezani.engine.rng import Rng
from mezani.engine.search import Move
from mezani.engine.state import State
from mezani.game import Expectation, Game
from mezani.language import ENGLISH, Language

IDEAS: Final = 3
VISITS: Final = 16  # of a third idea at least: its chance is known too badly with fewer
CONTINUATIONS: Final = 200  # of a move at most
FEWEST: Final = 12  # of them, in which there was something to be measured
SECONDS: Final = 3.0  # of the processor for all of them at most, where the rules run interpreted
SURENESS: Final = 2.58  # standard errors of an interval: it misses one time in a hundred
CAUTION: Final = 4.9  # more of them where few continuations were played on: so many, divided by their number (Student)
NEVER: Final = 4.6  # what never happened in n continuations happens, as sure as that, at most this often in n
REASONS: Final = 2  # for a move at most

Sample = list[list[float | None]]  # for each continuation what each expectation has come to


class Reason(msgspec.Struct, frozen=True):
    """What a move is expected to bring, more or less than another one: means with their intervals, a sentence."""

    key: str
    mean: float
    interval: float
    other: int  # the action that it is compared with
    other_mean: float
    sentence: str
    other_interval: float = 0.0


class Idea(msgspec.Struct, frozen=True):
    """A move worth thinking of: its chance of winning, from 0 to 1, and what speaks for or against it."""

    action: int
    chance: float
    reasons: tuple[Reason, ...]


def ideas(game: Game[Any], state: State, rng: Rng, lang: Language = ENGLISH) -> tuple[Idea, ...]:
    """The two or three best moves of the seat to move, the best one first, with their reasons in a language.

    The same seed gives the same ideas in all worlds that the seat cannot tell apart, as long as there is time for all
    iterations. No chance is greater than that of the best move: one that was tried less often and seems better is only
    known worse.
    """
    thinker = Thinker(game)
    world, thought = bots.imagined(state, rng)
    moves = promising(thinker.think(world, thought).moves())
    actions = [move.action for move in moves]
    samples = sampled(game, world, [(action,) for action in actions], thought) if len(moves) > 1 else []
    return tuple(
        Idea(
            action=move.action,
            chance=thinker.knowledge.sobered(min(move.prospect, moves[0].prospect)),
            reasons=reasons(game, world, actions, place, samples, lang) if samples else (),
        )
        for place, move in enumerate(moves)
    )


def promising(moves: Sequence[Move]) -> list[Move]:
    """The best moves of a search; the second is there to be compared with, however little it was looked at."""
    return [move for place, move in enumerate(moves[:IDEAS]) if place < 2 or move.visits >= VISITS]


# Playing on


def sampled(game: Game[Any], state: State, moves: Sequence[Sequence[int]], rng: Rng, part: int = 1) -> list[Sample]:
    """What each of some moves, of one action or several, comes to in the same imagined worlds, where experts play on.

    Nothing if the game has no outlook. One in so many parts of the usual time is taken.
    """
    if game.outlook is None:
        return []
    expert, knowledge = bots.bot("expert", game), game.knowledge()
    found: list[Sample] = [[] for _ in moves]
    left, end = game.outlook.DECISIONS // part, time.thread_time() + SECONDS
    while left > 0 and len(found[0]) < CONTINUATIONS and time.thread_time() < end:
        world = state.clone()
        knowledge.imagine(world, state.seat, rng)
        future = rng.word()
        for sample, actions in zip(found, moves, strict=True):
            brought, decisions = continued(game, game.expectations, world, actions, expert, future)
            sample.append(brought)
            left -= decisions
    return found


def continued(
    game: Game[Any],
    expectations: Sequence[Expectation[Any]],
    before: State,
    actions: Sequence[int],
    player: bots.Bot,
    future: int,
) -> tuple[list[float | None], int]:
    """What expectations come to if a move is made in a world and all seats play on, and after how many decisions.

    Whoever is to move thinks about worlds that it cannot tell from this one, as bots do.
    """
    now, rng = before.clone(), Rng(future)
    now.rng.sow(rng.word())
    found: list[float | None] = [None] * len(expectations)
    left = list(enumerate(expectations))
    turn, decisions = list(actions), 0
    while left:
        action, *turn = turn or bots.plan(player, now, rng)
        last = now.clone()
        now.play(action)
        decisions += 1
        if due := [place for place, it in left if now.is_over or it.is_due(before, now)]:
            later = as_it_lay(game, last, action, now)
            for place in due:
                found[place] = expectations[place].measure(before, later, before.seat)
            left = [(place, it) for place, it in left if place not in due]
    return found, decisions


def as_it_lay(game: Game[Any], last: State, action: int, now: State) -> State:
    """The table after an action; at the end of a chapter before anything was dealt anew."""
    if game.summaries and (now.is_over or game.place(now).chapter != game.place(last).chapter):
        return game.summaries.ending(last, action, now) or now
    return now


# Comparing


class Difference(NamedTuple):
    """What two moves are expected to bring, where they differ beyond chance and enough to be told."""

    expectation: Expectation[Any]
    mean: float
    interval: float
    other_mean: float
    other_interval: float

    @property
    def size(self) -> float:
        """How many times what is worth a word."""
        return abs(self.mean - self.other_mean) / self.expectation.worth

    @property
    def is_against(self) -> bool:
        """Whether it speaks against the first of the moves."""
        better = self.expectation.better
        return better != "neither" and (self.mean > self.other_mean) != (better == "more")

    def reason(self, game: Game[Any], other: int, name: str, lang: Language) -> Reason:
        """It as the reason for a move, or against it, beside another one with a name."""
        said = sentence(game, self.expectation.key, self.mean, self.other_mean, name, lang)
        return msgspec.structs.replace(self.unsaid(other), sentence=said)

    def unsaid(self, other: int) -> Reason:
        """The same without its sentence."""
        return Reason(self.expectation.key, self.mean, self.interval, other, self.other_mean, "", self.other_interval)


def compared(game: Game[Any], sample: Sample, other: Sample) -> list[Difference]:
    """All in which a move differs from another one, the greatest difference first."""
    found = []
    for place, expectation in enumerate(game.expectations):
        pairs = [
            (a, b)
            for a, b in zip((row[place] for row in sample), (row[place] for row in other), strict=True)
            if a is not None and b is not None
        ]
        if len(pairs) >= FEWEST and (difference := difference_of(expectation, pairs)):
            found.append(difference)
    return sorted(found, key=lambda difference: -difference.size)


def of_different_topics(differences: Sequence[Difference]) -> list[Difference]:
    """The first of each topic."""
    found = dict[str, Difference]()
    for difference in differences:
        found.setdefault(difference.expectation.topic or difference.expectation.key, difference)
    return list(found.values())


def difference_of(expectation: Expectation[Any], pairs: Sequence[tuple[float, float]]) -> Difference | None:
    """How two moves differ in the same worlds; None if that may be chance, or is not worth a word."""
    gap, doubt = estimate([a - b for a, b in pairs])
    if abs(gap) <= doubt or abs(gap) < expectation.worth:
        return None
    return Difference(expectation, *estimate([a for a, _ in pairs]), *estimate([b for _, b in pairs]))


def estimate(values: Sequence[float]) -> tuple[float, float]:
    """The mean of some values, and half of its interval."""
    mean, number = fmean(values), len(values)
    error = sqrt(fsum((value - mean) ** 2 for value in values) / (number - 1) / number)
    return mean, max((SURENESS + CAUTION / number) * error, NEVER / number)


def reasons(
    game: Game[Any], state: State, actions: Sequence[int], place: int, samples: Sequence[Sample], lang: Language
) -> tuple[Reason, ...]:
    """Why a move, given by its place: the best one, which comes first, or any other."""
    other, told = told_of(game, samples, place)
    name = game.action_text(state, actions[other])
    return tuple(difference.reason(game, actions[other], name, lang) for difference in told)


def told_of(game: Game[Any], samples: Sequence[Sample], place: int) -> tuple[int, list[Difference]]:
    """What is told of a move: the best one beside the next that it is better than in some way, any other beside it.

    The first of the samples is that of the best move. Beside which it is told, by its place, and what.
    """
    for other in range(1, len(samples)) if place == 0 else (0,):
        told = compared(game, samples[place], samples[other])
        if place == 0:
            told = [difference for difference in told if not difference.is_against]
        if told:
            return other, of_different_topics(told)[:REASONS]
    return 0, []


# Saying


def sentence(game: Game[Any], key: str, here: float, there: float, other: str, lang: Language) -> str:
    """What a move is expected to bring, and another one, which is called as given, in the words of the game."""
    expectation = next(it for it in game.expectations if it.key == key)
    said = game.language(lang).gettext(expectation.sentence)
    return said.format(here=figure(here, expectation, lang), there=figure(there, expectation, lang), other=other)


def figure(mean: float, expectation: Expectation[Any], lang: Language) -> str:
    """A chance in percent, anything else with one decimal unless it is a whole number."""
    if expectation.is_chance:
        return str(round(100 * mean))
    from babel.numbers import format_decimal  # takes long to load

    return str(format_decimal(round(mean, 1), "0.#", locale=lang.code))
