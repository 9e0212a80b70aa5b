"""The ranking for programs: who is how strong in a game, the ratings of somebody, and what a game has changed."""

import time
from typing import Annotated

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, Parameter

from mezani.house.final_places import gone_from
from mezani.house.ranking import ladder, may_be_seen, shown_among
from mezani.house.rated_games import SETTLED
from mezani.tables.players import LONGEST_NAME
from mezani.tables.refusals import NoSuchPerson
from mezani.web.api_bodies import RankingShown, RatedShown, RatingChanged, RatingShown, problems
from mezani.web.programs import program_of
from mezani.web.requests import AnyRequest, game_named, house_of

MOST_PAGES = 1_000_000


async def owner_of(request: AnyRequest) -> str | None:
    """The person to whom the program that asks belongs, if they have joined."""
    key = program_of(request).key
    people = house_of(request).hall.store.people
    return key.owner if key and await people.has_joined(key.owner) else None


@get("/ranking", summary="The ranking of a game", responses=problems(401, 404))
async def ranking(
    request: AnyRequest,
    game: FromQuery[str],
    page: FromQuery[Annotated[int, Parameter(ge=1, le=MOST_PAGES)]] = 1,
) -> RankingShown:
    """People whose ratings the owner of the token may see, or everybody, and the levels of the bots."""
    owner, engine = await owner_of(request), house_of(request).ratings.engine
    found = await ladder(engine, game_named(game), time.time(), page, owner, owner is not None)
    rated = [RatedShown(one.name, *one.rating, one.games, one.place, one.level is not None) for one in found.rungs]
    return RankingShown(game, rated, found.page, found.last, found.people)


@get("/people/{name:str}/ratings", summary="The ratings of somebody", responses=problems(401, 404))
async def ratings_of_person(
    request: AnyRequest, name: FromPath[Annotated[str, Parameter(min_length=1, max_length=LONGEST_NAME)]]
) -> list[RatingShown]:
    """The ratings of somebody who has joined the house and lets others see them."""
    owner, ratings, now = await owner_of(request), house_of(request).ratings, time.time()
    player = await may_be_seen(ratings.engine, name, owner, owner is not None)
    if player is None:
        raise NotFoundException(NoSuchPerson().say(program_of(request).lang))
    standings = (await ratings.standings(player)).items()
    return [RatingShown(game, *one.at(now), one.games, one.games < SETTLED, one.rated_at) for game, one in standings]


@get("/tables/{id:str}/ratings", summary="What a rated game has changed", responses=problems(401, 404))
async def ratings_of_table(request: AnyRequest, id: FromPath[str]) -> list[RatingChanged]:
    """By seat, of people whose ratings the owner of the token may see; nothing before the end, or if it is friendly."""
    owner, house = await owner_of(request), house_of(request)
    table = await house.hall.table(id)
    game = await house.ratings.game(id)
    if game is None:
        return []
    seen, gone = await shown_among(house.ratings.engine, game.people(), owner, owner is not None), gone_from(table)
    return [
        RatingChanged(number, *seat.after, seat.gain, number in gone)
        for number, seat in enumerate(game.seats)
        if seat.after and seat.player in seen
    ]


HANDLERS = [ranking, ratings_of_person, ratings_of_table]
