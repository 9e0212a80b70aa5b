"""Makes the tables of Anansi: what cards, followers and story stacks have brought in games of players who think.

    python -m training.anansi [--games 1500] [--iterations 300] [--seed 1] [--workers 2] [--out tables.toml]

The tricks that cards take are fitted first, by least squares, as the sum over the cards of a hand; then what a round
brings by the cards left, the story stacks ahead of the followers, and the tricks that the hand will take.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from mezani.engine.bits import count, members
from mezani.engine.rng import Rng
from mezani.engine.search import Search
from mezani.games.anansi import GAME
from mezani.games.anansi.actions import CARDS_OF_SUIT
from mezani.games.anansi.bot import tables
from mezani.games.anansi.rules import Anansi, suit_of

PLAYERS = 4
SLIP = 20  # one move of so many is any legal one: games that are all alike teach little
HANDS, HIGHER, AHEAD, HALVES = 10, 10, 9, 8  # the sizes of the tables
AT_ONCE = 25  # games of a task

HEAD = """\
# What cards, followers and story stacks have brought in games of the search: made by `python -m training.anansi`.
"""
OF_TRICKS = """
# The tricks that a card takes, of another suit than trump (`plain`) or not. Rows: 1, 2, ... 10 cards in hand.
# Columns: 0, 1, ... 8, 9 or more higher cards of its suit in the other hands.
"""
OF_WORTHS = """
# How often followers and stacks were alike at the end of the round, and how many followers more than those gained by
# now were scored. Rows: with 1 card left, 4 stacks fewer than followers, 3 fewer, ... 4 more; with 2 cards left, ...
# Columns: the hand takes 0, 0.5, ... 3.5 tricks.
"""


class Hand(NamedTuple):
    """A hand between two tricks, and what became of it."""

    cards: list[tuple[int, int]]  # whether it is a trump, and how many higher ones of its suit the others hold
    ahead: int  # story stacks, less followers
    followers: int
    leads: bool
    taken: int  # tricks
    matched: bool
    scored: int  # followers


def hands(games: int, iterations: int, seed: int) -> list[Hand]:
    """The hands of all seats at the beginning of each trick of some games."""
    rng, knowledge, found = Rng(seed), GAME.knowledge(), []
    for _ in range(games):
        state = GAME.new(PLAYERS, rng.word())
        begun = []
        while not state.is_over:
            if state.seat == state.leader:
                begun.append(state.clone())
            state.apply(move(state, knowledge, rng, iterations))
        for trick in begun:
            found += [hand(trick, state, seat) for seat in range(PLAYERS)]
    return found


def move(state: Anansi, knowledge: Any, rng: Rng, iterations: int) -> int:
    if rng.below(SLIP) == 0:
        return state.random_action(rng)
    search = Search(state, knowledge, rng, iterations + 2)
    search.think(iterations)
    return search.best()


def hand(state: Anansi, end: Anansi, seat: int) -> Hand:
    pile = state.round_number * 5 + seat
    unseen = sum(state.hands[other] for other in range(PLAYERS) if other != seat)
    cards = []
    for card in members(state.hands[seat]):
        suit = suit_of(card)
        higher = count(unseen & CARDS_OF_SUIT[suit] & -(1 << card))
        cards.append((int(suit == state.trump), min(higher, HIGHER - 1)))
    return Hand(
        cards,
        max(-4, min(4, state.stacks[pile] - state.followers[pile])),
        state.followers[pile],
        seat == state.leader,
        end.stacks[pile] - state.stacks[pile],
        end.stacks[pile] == end.followers[pile],
        end.scored_followers(state.round_number, seat),
    )


def smoothed(of: Any, to: Any, smoothness: Any) -> Any:
    """Least squares, with a price on what is not smooth."""
    return numpy.linalg.solve(of.T @ of + smoothness.T @ smoothness + 1e-3 * numpy.eye(of.shape[1]), of.T @ to)


def fit_tricks(found: list[Hand]) -> Any:
    """The tricks that each card takes, by kind, hand and higher cards; what a seat wants is fitted beside it."""
    cards = 2 * HANDS * HIGHER
    of = numpy.zeros((len(found), cards + HANDS * AHEAD + HANDS))
    for row, one in zip(of, found, strict=True):
        left = len(one.cards) - 1
        for kind, higher in one.cards:
            row[(kind * HANDS + left) * HIGHER + higher] += 1
        row[cards + left * AHEAD + one.ahead + 4] = 1
        row[cards + HANDS * AHEAD + left] = one.leads
    prices = list(trick_prices(of.shape[1]))
    fitted = smoothed(of, numpy.array([one.taken for one in found], float), numpy.array(prices))
    tricks = numpy.maximum(fitted[:cards].reshape(2, HANDS, HIGHER), 0.0)
    return numpy.minimum.accumulate(tricks, axis=2)


def trick_prices(width: int) -> Iterator[Any]:
    """Neighbours are alike, and the weakest cards take nothing."""
    for kind in range(2):
        for held in range(HANDS):
            place = (kind * HANDS + held) * HIGHER
            for higher in range(HIGHER):
                if held + 1 < HANDS:
                    yield price(width, {place + higher: 12.0, place + HIGHER + higher: -12.0})
                if higher + 1 < HIGHER:
                    yield price(width, {place + higher: 4.0, place + higher + 1: -4.0})
            yield price(width, {place + HIGHER - 1: 40.0})


def price(width: int, terms: dict[int, float]) -> Any:
    row = numpy.zeros(width)
    for place, term in terms.items():
        row[place] = term
    return row


def fit_worths(found: list[Hand], tricks: Any) -> tuple[Any, Any]:
    """How often followers and stacks match, and how many more followers are scored."""
    matches = numpy.zeros((HANDS, AHEAD, HALVES))
    scored = numpy.zeros((HANDS, AHEAD, HALVES))
    prices = numpy.array(list(worth_prices()))
    for left in range(HANDS):
        some = [one for one in found if len(one.cards) == left + 1]
        if not some:
            continue
        of = numpy.zeros((len(some), AHEAD * HALVES))
        for row, one in zip(of, some, strict=True):
            hope = sum(tricks[kind, left, higher] for kind, higher in one.cards)
            halves = min(2.0 * hope, HALVES - 1.001)
            place = (one.ahead + 4) * HALVES + int(halves)
            row[place] = 1.0 - halves % 1.0
            row[place + 1] = halves % 1.0
        to_match = numpy.array([one.matched for one in some], float)
        to_score = numpy.array([one.scored - one.followers for one in some], float)
        matches[left] = smoothed(of, to_match, prices).reshape(AHEAD, HALVES).clip(0.0, 1.0)
        scored[left] = smoothed(of, to_score, prices).reshape(AHEAD, HALVES)
    return matches, scored


def worth_prices() -> Iterator[Any]:
    """Along the tricks to come it bends little; a stack more is about as good as a trick that will come."""
    width = AHEAD * HALVES
    for place in range(width):
        column = place % HALVES
        if column + 2 < HALVES:
            yield price(width, {place: 3.0, place + 1: -6.0, place + 2: 3.0})
        if column + 1 < HALVES:
            yield price(width, {place: 0.5, place + 1: -0.5})
        if column >= 2 and place + HALVES < width:
            yield price(width, {place: 1.0, place + HALVES - 2: -1.0})


def text(tricks: Any, matches: Any, scored: Any) -> str:
    """The file."""
    return (
        HEAD
        + OF_TRICKS
        + f"plain = {rows(tricks[0])}\ntrumps = {rows(tricks[1])}"
        + OF_WORTHS
        + f"matches = {rows(matches.reshape(-1, HALVES))}\nscored = {rows(scored.reshape(-1, HALVES))}"
    )


def rows(table: Any) -> str:
    lines = [", ".join(f"{round(float(number), 2) + 0.0:.2f}" for number in row) for row in table]
    return "[\n" + "".join(f"    [{line}],\n" for line in lines) + "]\n"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Make the tables of Anansi.")
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path(tables.__file__).with_name(tables.FILE))
    chosen = parser.parse_args(arguments)
    tasks = -(-chosen.games // AT_ONCE)
    found: list[Hand] = []
    with ProcessPoolExecutor(chosen.workers) as pool:
        seeds = range(chosen.seed * 1_000_000, chosen.seed * 1_000_000 + tasks)
        sizes = [min(AT_ONCE, chosen.games - task * AT_ONCE) for task in range(tasks)]
        for task, some in enumerate(pool.map(hands, sizes, [chosen.iterations] * tasks, seeds), 1):
            found += some
            print(f"\r{min(task * AT_ONCE, chosen.games)} of {chosen.games} games", end="", flush=True)
    tricks = fit_tricks(found)
    chosen.out.write_text(text(tricks, *fit_worths(found, tricks)), "utf-8")
    print(f"\r{len(found)} hands of {chosen.games} games: {chosen.out}")


if __name__ == "__main__":
    main()
