"""A match: which games are to be played so that the luck of seats and deals cancels, and how one of them is played."""

import time
from collections.abc import Iterator
from typing import Any

import msgspec

from mezani import bots
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.games import game as game_of


class Match(msgspec.Struct, frozen=True):
    """Bots that meet in a number of games. Where there are fewer bots than seats, they take turns around the table."""

    game: str
    players: int
    bots: tuple[str, ...]
    games: int
    seed: int = 1
    options: dict[str, Any] = {}

    def check(self) -> None:
        """Raise ValueError if the match can't be played."""
        game_of(self.game).new(self.players, self.seed, self.options)
        for level in self.bots:
            bots.maker(level)
        if not 1 <= len(self.bots) <= self.players:
            raise ValueError(f"{len(self.bots)} bots are named for {self.players} seats")
        if self.games < 1:
            raise ValueError(f"at least one game must be played, not {self.games}")

    def names(self) -> list[str]:
        """Each bot once."""
        return list(dict.fromkeys(self.bots))

    def lineups(self) -> list[tuple[str, ...]]:
        """The bots by seat: all rotations of the table, and of who sits how often, so that each bot has every seat.

        >>> Match("anne", 4, ("master", "trader"), 8).lineups()
        [('master', 'trader', 'master', 'trader'), ('trader', 'master', 'trader', 'master')]
        """
        found = {}
        for first in range(len(self.bots)):
            table = [self.bots[(first + seat) % len(self.bots)] for seat in range(self.players)]
            for seat in range(self.players):
                found[tuple(table[seat:] + table[:seat])] = True
        return list(found)

    def jobs(self) -> Iterator["Job"]:
        """The games, at least as many as asked for: every deal with each lineup."""
        lineups = self.lineups()
        for number in range(-(-self.games // len(lineups)) * len(lineups)):
            yield Job(number, number // len(lineups), lineups[number % len(lineups)])


class Job(msgspec.Struct, frozen=True):
    """One game that is to be played: the number of its deal, and who sits where."""

    number: int
    deal: int
    lineup: tuple[str, ...]


class Played(msgspec.Struct, frozen=True):
    """One game that was played."""

    number: int
    deal: int
    lineup: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    places: tuple[int, ...] = ()  # not in games of older versions

    def share(self, name: str) -> float:
        """The share of the victory that went to a bot, all its seats together."""
        return sum(self.lineup[seat] == name for seat in self.winners) / len(self.winners)


def play(match: Match, job: Job) -> Played:
    """Play one game; the same job gives the same game as long as the bots think by iterations."""
    game = game_of(match.game)
    seed = Rng((match.seed * 1_000_003 + job.deal) % 2**64).word()
    state: State = game.new(match.players, seed, match.options)
    rng = Rng((seed + job.number) % 2**64)
    players = [bots.bot(level, game) for level in job.lineup]
    decisions, seconds = [0] * match.players, [0.0] * match.players
    while not state.is_over:
        seat, start = state.seat, time.perf_counter()
        action = bots.choose(players[seat], state, rng)
        seconds[seat] += time.perf_counter() - start
        decisions[seat] += 1
        state.play(action)
    return Played(
        job.number,
        job.deal,
        job.lineup,
        tuple(state.scores()),
        tuple(state.winners()),
        tuple(decisions),
        tuple(round(spent, 4) for spent in seconds),
        tuple(state.places()),
    )
