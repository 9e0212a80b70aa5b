"""What a match has shown: shares of wins, mean scores, ratings; with 95 % intervals over deals."""

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist, mean, stdev

import msgspec
from openskill.models import PlackettLuce

from mezani.arena.match import Match, Played

Z = NormalDist().inv_cdf(0.975)


class Estimate(msgspec.Struct, frozen=True):
    """A mean, and half the width of its 95 % interval (none where there is only one deal)."""

    mean: float
    half: float | None

    def __str__(self) -> str:
        return f"{self.mean:.3f}" + (f" ± {self.half:.3f}" if self.half is not None else "")


class Standing(msgspec.Struct, frozen=True):
    """How one bot has done: its share of wins beside an even share, its score for a seat, its rating, its thinking."""

    name: str
    wins: Estimate
    even: float
    score: Estimate
    rating: float
    rating_doubt: float
    seconds: float  # for a decision
    turn: float | None = None  # seconds for a turn in the mean
    longest: float | None = None  # and the longest turn of all

    @property
    def times_even(self) -> float:
        """Its wins as a multiple of an even share."""
        return self.wins.mean / self.even


class Result(msgspec.Struct, frozen=True):
    """The standings of a match, best first, and of how many games and deals."""

    match: Match
    games: int
    deals: int
    standings: list[Standing]


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values with its 95 % interval.

    >>> str(estimate([0.0, 1.0] * 50))
    '0.500 ± 0.100'
    """
    if len(values) < 2:
        return Estimate(mean(values), None)
    t = student(len(values) - 1)
    return Estimate(mean(values), t * stdev(values) / math.sqrt(len(values)))


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t, by its expansion around the normal one."""
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
    )
    return Z + sum(term * (1.0 / freedom) ** power for power, term in enumerate(terms, 1))


def result(match: Match, played: Iterable[Played]) -> Result:
    """The result of the deals that were played with every lineup: only in them luck cancels."""
    deals: dict[int, list[Played]] = {}
    for game in sorted(played, key=lambda game: game.number):
        deals.setdefault(game.deal, []).append(game)
    whole = [games for games in deals.values() if len(games) == len(match.lineups())]
    if not whole:
        raise ValueError("no deal was played to the end with every lineup")
    ratings = rated(match.names(), [game for games in whole for game in games])
    standings = [standing(name, match, whole, *ratings[name]) for name in match.names()]
    standings.sort(key=lambda standing: -standing.times_even)
    return Result(match, sum(map(len, whole)), len(whole), standings)


def standing(name: str, match: Match, deals: list[list[Played]], rating: float, doubt: float) -> Standing:
    seats = [(game, seat) for games in deals for game in games for seat in range(match.players)]
    own = [(game, seat) for game, seat in seats if game.lineup[seat] == name]
    seconds = sum(game.seconds[seat] for game, seat in own)
    turns = sum(game.turns[seat] for game, seat in own if game.turns)
    return Standing(
        name=name,
        wins=estimate([mean(game.share(name) for game in games) for games in deals]),
        even=len(own) / len(seats),
        score=estimate([mean(own_scores(games, name)) for games in deals]),
        rating=round(rating, 2),
        rating_doubt=round(doubt, 2),
        seconds=seconds / sum(game.decisions[seat] for game, seat in own),
        turn=seconds / turns if turns else None,
        longest=max((game.longest[seat] for game, seat in own if game.longest), default=None),
    )


def own_scores(games: Iterable[Played], name: str) -> list[int]:
    return [score for game in games for score, who in zip(game.scores, game.lineup, strict=True) if who == name]


def winners_first(game: Played) -> list[int]:
    """The places of a game of which only the winners are known."""
    return [1 if seat in game.winners else 2 for seat in range(len(game.lineup))]


def rated(names: Sequence[str], games: Iterable[Played]) -> dict[str, tuple[float, float]]:
    """Ratings by openskill's Plackett-Luce, game after game; a bot on several seats gets the mean of their changes."""
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names}
    for game in games:
        if len(set(game.lineup)) == 1:
            continue
        ranks = [float(place) for place in game.places or winners_first(game)]
        after = model.rate([[ratings[name]] for name in game.lineup], ranks=ranks)
        for name in set(game.lineup):
            teams = [team[0] for team, who in zip(after, game.lineup, strict=True) if who == name]
            ratings[name] = model.rating(mean(t.mu for t in teams), mean(t.sigma for t in teams), name=name)
    return {name: (rating.mu, rating.sigma) for name, rating in ratings.items()}
