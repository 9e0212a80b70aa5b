"""Luck: what the cards, and the hidden cards and choices of others, gave or took; by the judgement alone, at once.

The result of a seat is what it could expect before the deal, and what all decisions have changed about that, by what
those who made them could know, and luck. A decision is valued by quick players who play on from it, now and then
carelessly, in worlds that its seat could not tell from the true one; beside the decision of such a player in the same
worlds. What a decision brought beyond that was luck. Its mean is 0, however bad the judgement: luck taken out of the
results of a match leaves the same mean with a narrower interval, in the manner of AIVAT (Burch and others 2018).
"""

from collections.abc import Mapping
from functools import lru_cache
from statistics import fmean
from typing import Any, Final

import msgspec

from mezani.engine.judge import Judge
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.game import Game
from mezani.record import Record

WORLDS: Final = 1000  # in which a decision is valued
CARELESS: Final = 4  # one move of so many is any legal one: players all too sure see skill where there is chance
DEALS: Final = 4000  # to reckon what seats may expect before anything is dealt


class Luck(msgspec.Struct, frozen=True):
    """Why a game ended as it did, for every seat: what it could expect, skill and luck add up to the result."""

    expected: tuple[float, ...]
    own: tuple[float, ...]  # what the seat's own decisions were worth, beside those of a quick player
    others: tuple[float, ...]  # and those of the others
    luck: tuple[float, ...]


def luck_of(record: Record, seed: int = 1) -> Luck | None:
    """The luck of a finished game; None where nothing is hidden and nothing drawn."""
    if record.game.is_open:
        return None
    skills = Skills(record.game, record.players, record.options, seed)
    state = record.start()
    for action in record.actions:
        skills.add(state, action)
        state.play(action)
    return skills.luck(state)


class Skills:
    """What the decisions of a game are worth to every seat, added up as they are made."""

    def __init__(self, game: Game[Any], players: int, options: Mapping[str, Any], seed: int) -> None:
        self.expected = expected(game, players, msgspec.json.encode(options))
        self.judge = Judge(game.knowledge(), Rng(seed))
        self.judge.slip = CARELESS
        self.own, self.others = [0.0] * players, [0.0] * players

    def add(self, state: State, action: int) -> None:
        """Count the decision that is made in a position."""
        if len(state.legal_actions()) == 1:
            return
        for seat, gain in enumerate(self.judge.gains(state, action, WORLDS)):
            (self.own if seat == state.seat else self.others)[seat] += gain

    def luck(self, over: State) -> Luck:
        """The luck of all seats when the game is over."""
        winners = over.winners()
        results = [(seat in winners) / len(winners) for seat in range(over.players)]
        known = zip(results, self.expected, self.own, self.others, strict=True)
        luck = tuple(result - expected - own - others for result, expected, own, others in known)
        return Luck(self.expected, tuple(self.own), tuple(self.others), luck)


@lru_cache(maxsize=100)
def expected(game: Game[Any], players: int, options: bytes) -> tuple[float, ...]:
    """What the seats may expect of a game of which nothing is dealt yet; the options as JSON."""
    judge, given = Judge(game.knowledge(), Rng(1)), msgspec.json.decode(options)
    judge.slip = CARELESS
    found = [judge.chances(game.new(players, judge.rng.word(), given)) for _ in range(DEALS)]
    return tuple(fmean(chances[seat] for chances in found) for seat in range(players))
