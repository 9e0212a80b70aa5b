"""A match: which games are to be played so that the luck of seats and deals cancels, and how one of them is played."""

import secrets
import time
from collections.abc import Iterator
from typing import Any, Self

import msgspec

from mezani import bots
from mezani.bots import outside
from mezani.bots.levels import Thinker
from mezani.bots.outside import Outsiders
from mezani.bots.seeds import one_way_seed
from mezani.bots.workers import BotDied, BotFailed
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.games import game as game_of
from mezani.insight.luck import Skills

FAILURES = 5  # so many times in a row without a game in between, and the match is given up


class ArenaFailed(RuntimeError):
    """The games could not be played."""


class Match(msgspec.Struct, frozen=True):
    """Bots that meet in a number of games. Where there are fewer bots than seats, they take turns around the table."""

    game: str
    players: int
    bots: tuple[str, ...]
    games: int
    seed: int = 1
    options: dict[str, Any] = {}
    secret: str = ""  # without it, whoever knows or guesses the seed knows all deals
    takes_out_luck: bool = False  # whether each game is also judged without its luck
    looks_at_clock: bool = True  # or our levels think all their iterations, which is the same on every machine

    def check(self) -> None:
        """Raise ValueError if the match can't be played."""
        game_of(self.game).new(self.players, self.seed, self.options)
        for level in self.names():
            outside.check(level, game_of(self.game))
        if not 1 <= len(self.bots) <= self.players:
            raise ValueError(f"{len(self.bots)} bots are named for {self.players} seats")
        if self.games < 1:
            raise ValueError(f"at least one game must be played, not {self.games}")

    def sealed(self) -> Self:
        """The match as it is played: with a secret in its deals if bots from outside are in it."""
        if self.secret or not any(map(bots.is_from_outside, self.bots)):
            return self
        return msgspec.structs.replace(self, secret=secrets.token_hex(16))

    def seed_for(self, purpose: str, number: int) -> int:
        """The seed for a deal or a game, from which no other seed can be worked out."""
        return one_way_seed(purpose, self.secret, self.seed, number)

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
    places: tuple[int, ...] = ()  # this and what follows is not in games of older versions
    turns: tuple[int, ...] = ()
    longest: tuple[float, ...] = ()  # turn, in seconds
    luck: tuple[float, ...] = ()  # of each seat, as a part of the victory; nothing where it was not reckoned

    def share(self, name: str) -> float:
        """The share of the victory that went to a bot, all its seats together."""
        return sum(self.lineup[seat] == name for seat in self.winners) / len(self.winners)

    def luck_of(self, name: str) -> float:
        """What luck gave a bot of that share, or took, all its seats together."""
        return sum(luck for luck, who in zip(self.luck, self.lineup, strict=True) if who == name)


class Clock:
    """What a seat has done in a game, and for how long it has thought."""

    def __init__(self) -> None:
        self.decisions = self.turns = 0
        self.seconds = self.turn = self.longest = 0.0

    def add(self, decisions: int, seconds: float, goes_on: bool) -> None:
        """Count a plan; it begins a turn, or goes on with one in which something came to light."""
        self.decisions += decisions
        self.seconds += seconds
        self.turns += not goes_on
        self.turn = self.turn + seconds if goes_on else seconds
        self.longest = max(self.longest, self.turn)


def play(match: Match, job: Job, outsiders: Outsiders | None = None) -> Played:
    """Play one game; the same job gives the same game as long as the bots think by iterations.

    Bots from outside think in processes that are kept in `outsiders`; if one dies, the game is played again.
    """
    if outsiders is None:
        with Outsiders() as outsiders:
            return play(match, job, outsiders)
    for _ in range(FAILURES):
        try:
            return play_through(match, job, outsiders)
        except BotDied as problem:
            died = problem
        except BotFailed as problem:
            trace = getattr(problem.__cause__, "__notes__", [])
            raise ArenaFailed("\n".join([str(problem), *trace])) from problem
        finally:
            outsiders.get_up()
    raise ArenaFailed(f"{died}, and again and again: is there too little memory?") from died


def play_through(match: Match, job: Job, outsiders: Outsiders) -> Played:
    game = game_of(match.game)
    state: State = game.new(match.players, match.seed_for("deal", job.deal), match.options)
    rng = Rng(match.seed_for("worlds", job.number))
    players = [sit_down(match, level, job.deal, outsiders) for level in job.lineup]
    clocks, last = [Clock() for _ in players], -1
    skills = skills_in(match, job)
    while not state.is_over:
        seat, start = state.seat, time.perf_counter()
        actions = bots.plan(players[seat], state, rng)
        clocks[seat].add(len(actions), time.perf_counter() - start, goes_on=seat == last)
        last = seat
        for action in actions:
            if skills:
                skills.add(state, action)
            state.apply(action)
    return Played(
        job.number,
        job.deal,
        job.lineup,
        tuple(state.scores()),
        tuple(state.winners()),
        tuple(clock.decisions for clock in clocks),
        tuple(round(clock.seconds, 4) for clock in clocks),
        tuple(state.places()),
        tuple(clock.turns for clock in clocks),
        tuple(round(clock.longest, 4) for clock in clocks),
        tuple(round(luck, 4) for luck in skills.luck(state).luck) if skills else (),
    )


def sit_down(match: Match, level: str, deal: int, outsiders: Outsiders) -> bots.Bot:
    """The bot of a level for a seat of one game."""
    player = outsiders.sit_down(level, game_of(match.game), deal)
    if isinstance(player, Thinker):
        player.looks_at_clock = match.looks_at_clock
    return player


def skills_in(match: Match, job: Job) -> Skills | None:
    """What luck is reckoned by, if it is to be, and where there is any."""
    game = game_of(match.game)
    if not match.takes_out_luck or game.is_open:
        return None
    return Skills(game, match.players, match.options, match.seed_for("luck", job.number))
