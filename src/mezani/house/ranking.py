"""The ranking: the people of a house and the levels of its bots on one scale, and which bot is a match for somebody."""

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from mezani.arena.anchors import anchors_of, table_size
from mezani.arena.rating import Rating, ahead
from mezani.game import Game
from mezani.house.rated_games import SETTLED, Standing
from mezani.tables import schema

ENOUGH: Final = 3  # from which it can be said which bot is a match for them
PAGE: Final = 50  # people
EVERYBODY: Final = "everybody"
SERVER: Final = "server"  # only people who are signed in here see somebody's ratings


class Rung(NamedTuple):
    """Somebody on the ladder: a person, or the bots of a level."""

    name: str
    rating: Rating
    games: int
    place: int | None = None  # None: a bot, or not settled yet
    player: str | None = None
    level: str | None = None

    @property
    def is_provisional(self) -> bool:
        """Whether too few games were rated for a place."""
        return self.level is None and self.games < SETTLED


class Ladder(NamedTuple):
    """A page of the ranking, the strongest first; pages are numbered from 1."""

    rungs: list[Rung]
    page: int
    last: int
    people: int  # on all pages
    own_page: int | None  # where whoever looks is


class Scale(NamedTuple):
    """A part of the scale that shows some ratings, in six steps."""

    low: int
    step: int

    @property
    def marks(self) -> list[int]:
        return [self.low + self.step * number for number in range(STEPS + 1)]

    def at(self, value: float) -> float:
        """Where a value lies, in percent of the width."""
        return round(min(max((value - self.low) / (STEPS * self.step), 0.0), 1.0) * 100, 2)


STEPS: Final = 6


class Odds(NamedTuple):
    """How likely somebody ends ahead of the bots of a level."""

    level: str
    chance: float


async def ladder(
    engine: AsyncEngine,
    game: Game[Any],
    now: float,
    page: int = 1,
    viewer: str | None = None,
    is_signed_in: bool = False,
) -> Ladder:
    """The ranking of a game as somebody may see it: people show what they want to, and see themselves."""
    r, p = schema.ratings.c, schema.players.c
    who = r.game == game.name, _shows_ratings(viewer, is_signed_in)
    listed = sa.select(schema.ratings, p.name).join(schema.players, p.id == r.player).where(*who)
    order = (r.mu.desc(), r.player)
    async with engine.connect() as connection:
        people = (await connection.execute(sa.select(sa.func.count()).select_from(listed.subquery()))).scalar_one()
        last = max(1, -(-people // PAGE))
        page = min(max(page, 1), last)
        before = listed.order_by(*order).limit((page - 1) * PAGE).subquery()
        facts = sa.select(sa.func.count(), sa.func.min(before.c.mu)).select_from(before)
        place = (await connection.execute(facts.where(before.c.games >= SETTLED))).one()[0]
        highest = math.inf if page == 1 else (await connection.execute(facts)).one()[1]
        rows = (await connection.execute(listed.order_by(*order).offset((page - 1) * PAGE).limit(PAGE))).all()
        own_page = await _page_of(connection, listed, viewer)
    rungs = []
    for row in rows:
        place += row.games >= SETTLED
        rating = Standing(row.mu, row.sigma, row.games, row.rated_at).at(now)
        rungs.append(Rung(row.name, rating, row.games, place if row.games >= SETTLED else None, row.player))
    lowest = -math.inf if page == last else rungs[-1].rating.mu
    return Ladder(_with_bots(game, rungs, lowest, highest), page, last, people, own_page)


def _shows_ratings(viewer: str | None, is_signed_in: bool) -> sa.ColumnElement[bool]:
    """People who have joined and let whoever looks see their ratings."""
    p = schema.players.c
    shown = sa.func.coalesce(p.choices["results"].as_string(), SERVER)
    allowed = shown.in_([EVERYBODY, SERVER] if is_signed_in else [EVERYBODY])
    return sa.and_(p.joined_at.is_not(None), sa.or_(allowed, p.id == (viewer or "")))


async def shown_among(engine: AsyncEngine, players: Sequence[str], viewer: str | None, is_signed_in: bool) -> set[str]:
    """Those of some people whose ratings whoever looks may see."""
    p = schema.players.c
    query = sa.select(p.id).where(p.id.in_(players), _shows_ratings(viewer, is_signed_in))
    async with engine.connect() as connection:
        return set((await connection.execute(query)).scalars())


async def may_be_seen(engine: AsyncEngine, name: str, viewer: str | None, is_signed_in: bool) -> str | None:
    """Somebody of that name whose ratings whoever looks may see."""
    p = schema.players.c
    query = sa.select(p.id).where(p.name == name, _shows_ratings(viewer, is_signed_in))
    async with engine.connect() as connection:
        return (await connection.execute(query)).scalar()


async def _page_of(connection: Any, listed: sa.Select[Any], viewer: str | None) -> int | None:
    r = schema.ratings.c
    own = (await connection.execute(listed.where(r.player == (viewer or "")))).first()
    if own is None:
        return None
    higher = listed.where(sa.or_(r.mu > own.mu, sa.and_(r.mu == own.mu, r.player < own.player)))
    count: int = (await connection.execute(sa.select(sa.func.count()).select_from(higher.subquery()))).scalar_one()
    return 1 + count // PAGE


def _with_bots(game: Game[Any], people: Sequence[Rung], lowest: float, highest: float) -> list[Rung]:
    """People with the bots that belong among them, each on one page."""
    bots = [
        Rung(level, anchor.rating, anchor.games, level=level)
        for level, anchor in anchors_of(game).items()
        if lowest < anchor.mu <= highest
    ]
    return sorted([*people, *bots], key=lambda rung: -rung.rating.mu)


def scale_for(rungs: Sequence[Rung]) -> Scale:
    """A scale on which all of them can be seen.

    >>> scale_for([Rung("Mira", Rating(33.8, 1.3), 112), Rung("Yusuf", Rating(20.4, 4.9), 6)])
    Scale(low=12, step=4)
    """
    low = min((rung.rating.mu - rung.rating.sigma for rung in rungs), default=20.0)
    high = max((rung.rating.mu + rung.rating.sigma for rung in rungs), default=30.0)
    step = 4
    while math.floor(low / step) * step + STEPS * step < high:
        step += 2
    return Scale(math.floor(low / step) * step, step)


def odds(game: Game[Any], standing: Standing | None, now: float) -> list[Odds]:
    """How likely somebody ends ahead of each level, the weakest first; nothing where that can't be known yet."""
    if standing is None or standing.games < ENOUGH:
        return []
    players = table_size(game)
    return [Odds(level, ahead(standing.at(now), anchor.rating, players)) for level, anchor in anchors_of(game).items()]


def match_in(chances: Sequence[Odds]) -> str | None:
    """The level that is a match: the one of which somebody ends ahead most nearly in half of the games."""
    return min(chances, key=lambda one: abs(one.chance - 0.5)).level if chances else None
