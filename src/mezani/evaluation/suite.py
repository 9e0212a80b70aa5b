"""The suite: in which games, against whom and over which deals a bot is evaluated; the same for every bot."""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

import mezani
from mezani.arena.match import Job, Match
from mezani.game import Game

NAME: Final = "mezani-1"  # another name for whatever makes results differ: opponents, their knowledge, deals, rules
OPPONENTS: Final = ("random", "novice", "trader", "expert")  # the weakest first; a master would take too long
SEED: Final = 1
QUICK: Final = 2  # deals against each opponent, for a first look
FILE: Final = "suite.toml"  # in the folder `bot` of a game


class NotInSuite(ValueError):
    """The game has no part in the suite."""


class Part(msgspec.Struct, frozen=True):
    """The part of a game in a suite: how many sit at a table, and how many deals are played against each opponent."""

    suite: str
    players: int
    deals: int


@cache
def part_of(game: Game[Any]) -> Part:
    """The part of a game in the suite."""
    file = files(game.package).joinpath("bot", FILE)
    part = msgspec.convert(tomllib.loads(file.read_text("utf-8")), Part) if file.is_file() else None
    if part is None or part.suite != NAME:
        raise NotInSuite(f"{game.title} is not among the games of {NAME}: they are {', '.join(game_names())}")
    return part


@cache
def game_names() -> list[str]:
    """The games of the suite."""
    found = []
    for name in mezani.game_names():
        file = files(mezani.game(name).package).joinpath("bot", FILE)
        if file.is_file() and tomllib.loads(file.read_text("utf-8"))["suite"] == NAME:
            found.append(name)
    return found


class Trial(msgspec.Struct, frozen=True):
    """A bot in a game of the suite: on every seat of each deal, with the same opponent on all the others.

    The deals are numbered by turns for the opponents, so that more of them begin with the same ones.
    """

    bot: str
    game: str
    players: int
    deals: int  # against each opponent
    seed: int = SEED

    @property
    def games(self) -> int:
        """How many games are played against each opponent."""
        return self.deals * self.players

    def match(self) -> Match:
        """The match that these games are. Its deals are open to all, and no bot of ours looks at the clock."""
        return Match(self.game, self.players, (self.bot,), self.games, self.seed, looks_at_clock=False)

    def jobs(self) -> Iterator[Job]:
        """All games.

        >>> [job.lineup for job in Trial("master", "anne", 3, 1).jobs()][3:5]
        [('master', 'novice', 'novice'), ('novice', 'master', 'novice')]
        """
        for deal in range(self.deals * len(OPPONENTS)):
            for seat in range(self.players):
                lineup = [opponent_in(deal)] * self.players
                lineup[seat] = self.bot
                yield Job(deal * self.players + seat, deal, tuple(lineup))

    def seat_in(self, number: int) -> int:
        """The seat of the bot in a game; its opponents may be of the same level."""
        return number % self.players


def opponent_in(deal: int) -> str:
    """Who sits on the other seats in a deal."""
    return OPPONENTS[deal % len(OPPONENTS)]


def trial(bot: str, name: str, games: int | None = None, seed: int = SEED) -> Trial:
    """A bot in a game as the suite has it, or with at least so many games against each opponent."""
    part = part_of(mezani.game(name))
    deals = part.deals if games is None else -(-games // part.players)
    return Trial(bot, name, part.players, deals, seed)


def quick_trial(bot: str, name: str, seed: int = SEED) -> Trial:
    """A bot in the first games that the suite has it play."""
    return trial(bot, name, QUICK * part_of(mezani.game(name)).players, seed)
