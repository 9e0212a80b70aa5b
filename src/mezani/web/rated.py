"""What pages show of ratings: the panel of a person, and what games have added."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from mezani.game import Game
from mezani.house.final_places import gone_from
from mezani.house.ranking import match_in, odds, shown_among
from mezani.house.rating_history import histories
from mezani.tables.lists import Listed
from mezani.tables.table import Table
from mezani.web.listed import MyResult, my_result
from mezani.web.rating_words import HistoryLine, gain_in_numbers, history_line, in_numbers
from mezani.web.requests import AnyRequest, house_of
from mezani.web.viewer import viewer_of


async def rating_lines(request: AnyRequest, player: str) -> list[HistoryLine]:
    """The ratings of somebody, for their page."""
    found = await histories(house_of(request).ratings, player, time.time())
    return [history_line(history, viewer_of(request).lang) for history in found]


async def match_for(request: AnyRequest, game: Game[Any]) -> str | None:
    """The level of bots that is a match for whoever asks; None as long as that is not known."""
    player = viewer_of(request).player
    standings = await house_of(request).ratings.standings(player) if player else {}
    return match_in(odds(game, standings.get(game.name), time.time()))


async def results_with_gains(request: AnyRequest, player: str, tables: Sequence[Listed]) -> list[MyResult]:
    """Games of somebody that are over, with what they have added to their ratings."""
    lang = viewer_of(request).lang
    gains = await house_of(request).ratings.gains(player, [table.id for table in tables])
    words = {id: gain_in_numbers(gain, lang) for id, gain in gains.items()}
    return [my_result(table, player, lang)._replace(gain=words.get(table.id, "")) for table in tables]


class Change(NamedTuple):
    """What a rated game has changed for somebody: their rating now, and whether they are last for having left it."""

    rating: str
    uncertainty: str
    gain: str
    is_gone: bool


async def changes_at(request: AnyRequest, table: Table) -> dict[int, Change]:
    """What a rated game has changed by seat, of people who let the reader see it."""
    ratings, viewer = house_of(request).ratings, viewer_of(request)
    is_resting = house_of(request).hall.gate.read_only
    game = await (ratings.game(table.id) if is_resting else ratings.rate(table))
    if game is None:
        return {}
    shown = await shown_among(ratings.engine, game.people(), viewer.player, viewer.is_signed_in)
    gone = gone_from(table)
    return {
        number: Change(*in_numbers(seat.after, viewer.lang), gain_in_numbers(seat.gain, viewer.lang), number in gone)
        for number, seat in enumerate(game.seats)
        if seat.after and seat.player in shown
    }
