"""What a match has shown: shares of wins, mean scores, ratings; with 95 % intervals over deals."""

from collections.abc import Iterable, Sequence
from statistics import linear_regression, mean, stdev
from typing import Final

import msgspec

from mezani.arena.match import Match, Played
from mezani.arena.rating import UNKNOWN, Rating, rated
from mezani.insight.intervals import Estimate, estimate

MANY: Final = 10  # deals, from which can be seen how much of its luck a result owes to it


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
    wins_without_luck: Estimate | None = None  # its share of wins, what luck gave or took left out

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


def result(match: Match, played: Iterable[Played]) -> Result:
    """The result of the deals that were played with every lineup: only in them luck cancels."""
    deals: dict[int, list[Played]] = {}
    for game in sorted(played, key=lambda game: game.number):
        deals.setdefault(game.deal, []).append(game)
    whole = [games for games in deals.values() if len(games) == len(match.lineups())]
    if not whole:
        raise ValueError("no deal was played to the end with every lineup")
    ratings = ratings_of(match.names(), [game for games in whole for game in games])
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
        wins_without_luck=wins_without_luck(name, deals),
    )


def wins_without_luck(name: str, deals: list[list[Played]]) -> Estimate | None:
    """The share of wins of a bot without luck; None where luck was not reckoned.

    As much of it is taken out as makes the interval narrowest (a control variate): its mean is 0, however much of it.
    """
    if not all(game.luck for games in deals for game in games):
        return None
    shares = [mean(game.share(name) for game in games) for games in deals]
    lucks = [mean(game.luck_of(name) for game in games) for games in deals]
    part = linear_regression(lucks, shares).slope if len(deals) >= MANY and stdev(lucks) > 0.0 else 1.0
    return estimate([share - part * luck for share, luck in zip(shares, lucks, strict=True)])


def own_scores(games: Iterable[Played], name: str) -> list[int]:
    return [score for game in games for score, who in zip(game.scores, game.lineup, strict=True) if who == name]


def winners_first(game: Played) -> list[int]:
    """The places of a game of which only the winners are known."""
    return [1 if seat in game.winners else 2 for seat in range(len(game.lineup))]


def ratings_of(names: Sequence[str], games: Iterable[Played]) -> dict[str, Rating]:
    """The ratings of bots, game after game."""
    ratings = dict.fromkeys(names, UNKNOWN)
    for game in games:
        if len(set(game.lineup)) > 1:
            before = [ratings[name] for name in game.lineup]
            after = rated(before, game.places or winners_first(game), who=game.lineup)
            ratings.update(zip(game.lineup, after, strict=True))
    return ratings
