"""The ranking: people and bots on one scale, and which bot is a match for whoever looks."""

import time
from typing import Any, NamedTuple

from babel.numbers import format_decimal
from litestar import Response, get

from mezani.game import Game
from mezani.games import game as find_game
from mezani.games import game_names
from mezani.house.hosts import number_of
from mezani.house.ranking import ENOUGH, Ladder, Odds, Rung, Scale, ladder, match_in, odds, scale_for
from mezani.house.rated_games import SETTLED, Standing
from mezani.language import Language
from mezani.web.forms import whole_number
from mezani.web.rating_words import in_numbers
from mezani.web.requests import AnyRequest, game_named, house_of, is_known_person, name_known
from mezani.web.responses import page
from mezani.web.viewer import viewer_of

LONG = 14  # letters of a name that may need more room


class Line(NamedTuple):
    """A line of the ladder, with all that is drawn and said of it."""

    rung: Rung
    number: str
    uncertainty: str
    games: str
    is_you: bool
    page: str  # of the person; empty for bots
    at: float  # in percent of the scale's width
    begins: float
    wide: float

    @property
    def kind(self) -> str:
        """What the line looks like."""
        looks = {
            "bot": self.rung.level is not None,
            "mine": self.is_you,
            "provisional": self.rung.is_provisional,
            "long": len(self.rung.name) > LONG,
        }
        return " ".join(name for name, holds in looks.items() if holds)


class Chance(NamedTuple):
    """How likely whoever looks ends ahead of the bots of a level."""

    level: str
    percent: int
    is_match: bool


@get("/ranking")
async def ranking(request: AnyRequest) -> Response[str]:
    """Who is how strong in a game."""
    viewer, house, now = viewer_of(request), house_of(request), time.time()
    standings = await house.ratings.standings(viewer.player) if viewer.player else {}
    game = await game_asked_for(request, standings)
    at = whole_number(request.query_params.get("page", "")) or 1
    signed_in = await is_known_person(request)
    found = await ladder(house.ratings.engine, game, now, at, viewer.player, signed_in)
    own = standings.get(game.name)
    chances = odds(game, own, now)
    return page(
        "ranking.html",
        request,
        this=game,
        games=[find_game(name) for name in game_names()],
        found=found,
        scale=scale_for(found.rungs),
        lines=lines_of(found, viewer.player, viewer.lang),
        chances=chances_shown(chances),
        match=match_in(chances),
        to_come=ENOUGH - (own.games if own else 0),
        settled=SETTLED,
        signed_in=signed_in,
        name_known=await name_known(request),
    )


async def game_asked_for(request: AnyRequest, standings: dict[str, Standing]) -> Game[Any]:
    """The game whose ranking is asked for; else the one that whoever looks has played most, or the first."""
    if asked := request.query_params.get("game"):
        return game_named(asked)
    played = [name for name in game_names() if name in standings]
    return find_game(max(played, key=lambda name: standings[name].games) if played else game_names()[0])


def lines_of(found: Ladder, player: str | None, lang: Language) -> list[Line]:
    """The lines of the ladder in a language."""
    scale = scale_for(found.rungs)
    return [line_of(rung, scale, rung.player is not None and rung.player == player, lang) for rung in found.rungs]


def line_of(rung: Rung, scale: Scale, is_you: bool, lang: Language) -> Line:
    low, high = (scale.at(rung.rating.mu + side * rung.rating.sigma) for side in (-1, 1))
    return Line(
        rung,
        *in_numbers(rung.rating, lang),
        str(format_decimal(rung.games, locale=lang.code)),
        is_you,
        f"/people/{number_of(rung.player)}" if rung.player else "",
        scale.at(rung.rating.mu),
        low,
        round(high - low, 2),
    )


def chances_shown(chances: list[Odds]) -> list[Chance]:
    """The chances as whole percents; nobody is ever quite sure."""
    match = match_in(chances)
    return [Chance(one.level, min(max(round(100 * one.chance), 1), 99), one.level == match) for one in chances]


HANDLERS = [ranking]
