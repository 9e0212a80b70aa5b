"""What an evaluation has found: shares of the victories with 95 % intervals, and what a paper needs to quote them."""

import math
from collections.abc import Iterable, Sequence
from statistics import mean
from typing import Self

import msgspec

import mezani
from mezani.arena.match import Played
from mezani.evaluation.suite import NAME, OPPONENTS, SEED, Trial, opponent_in, part_of
from mezani.insight.intervals import share, wilson


class Against(msgspec.Struct, frozen=True):
    """The share of the victories against an opponent, with its interval, and the share in each deal."""

    opponent: str
    games: int
    share: float
    low: float
    high: float
    shares: list[float]  # by deal: the same deals for all bots, so that bots can be compared deal by deal


class Outcome(msgspec.Struct, frozen=True):
    """How a bot has done in a game; its score is the mean share against all opponents."""

    game: str
    rules: int  # the version
    players: int
    even: float  # what is everybody's share where all are alike
    score: float
    low: float
    high: float
    against: list[Against]
    decisions: float  # in a game
    seconds: float  # of thought for a decision: it depends on the machine, and is no part of the score

    @property
    def games(self) -> int:
        """How many games were played against each opponent."""
        return self.against[0].games


class Evaluation(msgspec.Struct, frozen=True):
    """A bot in the games of the suite."""

    suite: str
    bot: str
    seed: int
    mezani: str
    is_compiled: bool
    outcomes: list[Outcome]

    @classmethod
    def of(cls, bot: str, seed: int, outcomes: list[Outcome]) -> Self:
        """What was found, with the version that has found it."""
        return cls(NAME, bot, seed, mezani.__version__, mezani.is_compiled(), outcomes)

    @property
    def title(self) -> str:
        """The name of the suite, and in what the evaluation departs from it."""
        standard = [(it.games, part_of(mezani.game(it.game)).deals * it.players) for it in self.outcomes]
        departures = [
            *([f"seed {self.seed} instead of {SEED}"] if self.seed != SEED else []),
            *(["fewer games"] if any(games < usual for games, usual in standard) else []),
            *(["more games"] if any(games > usual for games, usual in standard) else []),
        ]
        return f"{self.suite}, but {', '.join(departures)}" if departures else self.suite


def outcome(trial: Trial, played: Iterable[Played]) -> Outcome:
    """How a bot has done in a game of which all games were played, in whatever order."""
    games = sorted(played, key=lambda game: game.number)
    against = [against_one(trial, opponent, games) for opponent in OPPONENTS]
    own = [(game, trial.seat_in(game.number)) for game in games]
    decisions = sum(game.decisions[seat] for game, seat in own)
    score, low, high = mean_share(against)
    return Outcome(
        game=trial.game,
        rules=mezani.game(trial.game).rules_version,
        players=trial.players,
        even=1.0 / trial.players,
        score=score,
        low=low,
        high=high,
        against=against,
        decisions=decisions / len(games),
        seconds=sum(game.seconds[seat] for game, seat in own) / decisions,
    )


def against_one(trial: Trial, opponent: str, games: Sequence[Played]) -> Against:
    """The share against an opponent: games of a deal count for fewer where they go together.

    Whether they do can't be seen where all deals ended alike. As the bot has every seat of each, they hardly will.
    """
    own = [game for game in games if opponent_in(game.deal) == opponent]
    shares = [(trial.seat_in(game.number) in game.winners) / len(game.winners) for game in own]
    by_deal = [mean(shares[first : first + trial.players]) for first in range(0, len(shares), trial.players)]
    found = share(shares, [game.deal for game in own])
    low, high = (found.low, found.high) if len(set(by_deal)) > 1 else wilson(found.share, len(own))
    return Against(opponent, len(own), found.share, low, high, by_deal)


def mean_share(against: Sequence[Against]) -> tuple[float, float, float]:
    """The mean of independent shares, and the ends of its interval, put together from theirs.

    >>> alike = Against("novice", 100, 0.5, 0.4, 0.6, [])
    >>> tuple(round(it, 3) for it in mean_share([alike] * 4))
    (0.5, 0.45, 0.55)
    """
    middle = mean(it.share for it in against)
    below = math.hypot(*(it.share - it.low for it in against)) / len(against)
    above = math.hypot(*(it.high - it.share for it in against)) / len(against)
    return middle, middle - below, middle + above
