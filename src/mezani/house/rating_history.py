"""How somebody's ratings have changed, and in which places they have ended."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from mezani.arena.rating import UNKNOWN, Rating
from mezani.house.rated_games import DAY, SETTLED, RatedGame, Standing, grown
from mezani.house.ratings import Ratings

YEAR: Final = 365 * DAY
MOMENTS: Final = 14  # of a year that are shown


class Moment(NamedTuple):
    """A rating at some time of the last year."""

    part: float  # of the year, from 0 to 1
    rating: Rating


class History(NamedTuple):
    """The rating of somebody in a game, and how they came to it."""

    game: str
    rating: Rating  # now
    games: int
    places: list[int]  # how often they were first, second, ...
    year: list[Moment]
    is_favourite: bool = False

    @property
    def is_provisional(self) -> bool:
        return self.games < SETTLED


async def histories(ratings: Ratings, player: str, now: float) -> list[History]:
    """All games in which somebody is rated, the strongest first, those that are provisional last."""
    standings = await ratings.standings(player)
    if not standings:
        return []
    games: dict[str, list[RatedGame]] = {name: [] for name in standings}
    for game in await ratings.games_of(player):
        games.setdefault(game.game, []).append(game)
    most = max(standings.values(), key=lambda standing: standing.games)
    found = [
        History(
            name,
            standing.at(now),
            standing.games,
            places_of(player, games[name]),
            year_of(player, games[name], now),
            len(standings) > 1 and standing is most,
        )
        for name, standing in standings.items()
    ]
    return sorted(found, key=lambda one: (one.is_provisional, -one.rating.mu))


def places_of(player: str, games: Iterable[RatedGame]) -> list[int]:
    """How often somebody was in each place, from the first to the last that there was."""
    counted: Counter[int] = Counter()
    last = 0
    for game in games:
        last = max(last, len(game.seats))
        counted.update(seat.place for seat in game.seats if seat.player == player)
    found = [counted[place] for place in range(1, last + 1)]
    while found and not found[-1]:
        found.pop()
    return found


def year_of(player: str, games: Sequence[RatedGame], now: float) -> list[Moment]:
    """The rating of somebody at evenly spread moments of the last year, from their first game on."""
    known = [
        Standing(*seat.after, number, game.ended_at)
        for number, game in enumerate(games, 1)
        for seat in game.seats
        if seat.player == player and seat.after
    ]
    moments = []
    for number in range(MOMENTS):
        part = number / (MOMENTS - 1)
        at = now - YEAR * (1 - part)
        if before := [standing for standing in known if standing.rated_at <= at]:
            moments.append(Moment(part, before[-1].at(at)))
    if known and len(moments) < MOMENTS:  # they began in this year
        first = max(0.0, 1 - (now - known[0].rated_at) / YEAR)
        moments.insert(0, Moment(first, grown(UNKNOWN, 0.0)))
    return moments
