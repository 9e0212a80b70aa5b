"""Rated games: who counts in one and in which place, and what it changes; all of it can be worked out again."""

import math
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import msgspec

from mezani.arena.anchors import anchors_of
from mezani.arena.rating import UNKNOWN, Rating, rated
from mezani.games import UnknownGame
from mezani.games import game as find_game
from mezani.house.final_places import places_that_count
from mezani.tables.table import Table

DAY: Final = 24 * 3600.0
GROWTH: Final = 12.0 / 730  # what a day without a game adds to the square of an uncertainty: 2 grows to 4 in two years
SETTLED: Final = 10  # rated games from which somebody has a place
DIGITS: Final = 6  # behind the point that are kept: the last ones of a float differ from machine to machine
SOMEBODY: Final = "somebody "  # begins the ids of people who have deleted themselves


class RatedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sat there, in which place they ended, and their ratings before and after; none: they do not count."""

    place: int
    player: str | None = None
    bot: str | None = None
    before: Rating | None = None
    after: Rating | None = None

    @property
    def gain(self) -> float:
        """How much a rating has gained."""
        return self.after.mu - self.before.mu if self.before and self.after else 0.0


class RatedGame(msgspec.Struct, frozen=True):
    """A rated game that is over. Games are rated in the order in which they ended."""

    game: str
    ended_at: float
    table_id: str
    seats: list[RatedSeat]

    @property
    def order(self) -> tuple[float, str]:
        return self.ended_at, self.table_id

    def people(self) -> list[str]:
        """Those whose ratings it changes, by seat."""
        return [seat.player for seat in self.seats if seat.player is not None]


class Standing(NamedTuple):
    """The rating of somebody in a game when they last played it, after how many games, and when that was."""

    mu: float
    sigma: float
    games: int
    rated_at: float

    def at(self, now: float) -> Rating:
        """The rating at a later time: nobody can know whether they still play as they did."""
        return grown(Rating(self.mu, self.sigma), now - self.rated_at)


def grown(rating: Rating, seconds: float) -> Rating:
    """A rating after a time without a game, never more uncertain than that of somebody unknown.

    >>> round(grown(Rating(30.0, 2.0), 730 * DAY).sigma, 6)
    4.0
    """
    variance = rating.sigma**2 + GROWTH * max(seconds, 0.0) / DAY
    return Rating(rating.mu, min(math.sqrt(variance), UNKNOWN.sigma))


def kept(rating: Rating) -> Rating:
    """A rating as it is kept, and reckoned with from then on: the same on every server.

    >>> kept(Rating(25.000000412, 25 / 3))
    Rating(mu=25.0, sigma=8.333333)
    """
    return Rating(round(rating.mu, DIGITS), round(rating.sigma, DIGITS))


# What a table tells


def rated_game(table: Table) -> RatedGame:
    """A rated game as its table tells it."""
    seats = [
        RatedSeat(place, seat.player, None if seat.player else seat.bot)
        for place, seat in zip(places_that_count(table), table.seats, strict=True)
    ]
    return RatedGame(table.game.name, table.moves()[-1].at, table.id, seats)


# What a game changes


def reckoned(game: RatedGame, known: Mapping[str, Standing]) -> RatedGame:
    """A game with all ratings before and after it, from what is known of its people.

    Bots keep the anchors that they have been given with it; those without one do not count.
    """
    people = game.people()
    if len(set(people)) != len(people) or len(people) < 2:  # somebody against themselves
        bare = [RatedSeat(seat.place, seat.player, seat.bot) for seat in game.seats]
        return msgspec.structs.replace(game, seats=bare)
    before = [_before(seat, game, known) for seat in game.seats]
    counting = [number for number, rating in enumerate(before) if rating is not None]
    fixed = [place for place, number in enumerate(counting) if game.seats[number].player is None]
    found = rated(
        [rating for rating in before if rating is not None], [game.seats[number].place for number in counting], fixed
    )
    after = dict(zip(counting, map(kept, found), strict=True))
    seats = [
        RatedSeat(seat.place, seat.player, seat.bot, before[number], after.get(number))
        for number, seat in enumerate(game.seats)
    ]
    return msgspec.structs.replace(game, seats=seats)


def _before(seat: RatedSeat, game: RatedGame, known: Mapping[str, Standing]) -> Rating | None:
    if seat.player is not None:
        return kept(known[seat.player].at(game.ended_at) if seat.player in known else UNKNOWN)
    return seat.before


def with_anchors(game: RatedGame) -> RatedGame:
    """A game whose bots have the anchors of today."""
    try:
        anchors = anchors_of(find_game(game.game))
    except UnknownGame:
        return game
    seats = [
        msgspec.structs.replace(seat, before=anchors[seat.bot].rating) if seat.bot and seat.bot in anchors else seat
        for seat in game.seats
    ]
    return msgspec.structs.replace(game, seats=seats)


def standings_after(game: RatedGame, known: Mapping[str, Standing]) -> dict[str, Standing]:
    """What is known of the people of a game that was reckoned."""
    found = {}
    for seat in game.seats:
        if seat.player is not None and seat.after is not None:
            games = known[seat.player].games + 1 if seat.player in known else 1
            found[seat.player] = Standing(*seat.after, games, game.ended_at)
    return found


def replayed(games: Iterable[RatedGame]) -> tuple[list[RatedGame], dict[str, Standing]]:
    """All games of a kind reckoned from the first one on, and what is known of everybody after the last."""
    known: dict[str, Standing] = {}
    done = []
    for game in sorted(games, key=lambda game: game.order):
        done.append(reckoned(game, known))
        known |= standings_after(done[-1], known)
    return done, known
