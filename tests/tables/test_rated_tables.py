"""Rated tables: who may sit there, and what nobody can do there to be rated better than they play."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

import mezani
from mezani.tables import deeds
from mezani.tables.analysis_sources import source_of
from mezani.tables.flags import level_when_up
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.refusals import (
    NoHintAmongPeople,
    NotYetLookedBackAt,
    NoUndo,
    OneChairEach,
    RatedForGuests,
    Refusal,
    SeatStays,
    TooFewForRating,
    WrongStart,
)
from mezani.tables.situation import Seat
from mezani.tables.table import Origin, Table
from mezani.tables.terms import Terms
from tests.house.rating import ANN, BEN, CLEO, GAME, RATED, chairs_of, ended, join, nearly_over
from tests.playing import OUR_GAMES

pytestmark = pytest.mark.anyio

GUEST = player_of("guest")


async def rated_table(hall: Hall, chairs: Sequence[Seat], **more: Any) -> Table:
    return await hall.open_table(GAME, chairs, **{"terms": RATED, **more})


async def test_people_who_have_joined_and_bots_play_a_rated_game(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    table = await rated_table(hall, [Seat(ANN, "Ann"), Seat(), Seat(bot="trader")])
    await hall.sit(table.id, BEN, "Ben")
    assert table.begun


@pytest.mark.parametrize(
    ("chairs", "refusal"),
    [
        ([Seat(GUEST, "Gus"), Seat(), Seat()], RatedForGuests),
        ([Seat(ANN, "Ann"), Seat(ANN, "Ann too"), Seat()], OneChairEach),
        ([Seat(ANN, "Ann"), Seat(bot="trader"), Seat(bot="novice")], TooFewForRating),
        ([Seat(bot="trader")] * 3, TooFewForRating),
    ],
)
async def test_a_rated_table_is_not_set_up_for_others(
    hall: Hall, chairs: Sequence[Seat], refusal: type[Refusal]
) -> None:
    await join(hall, ANN)
    with pytest.raises(refusal):
        await rated_table(hall, chairs)
    assert len(list(hall.tables)) == 0


async def test_a_rated_table_has_a_clock_and_begins_as_all_others_do(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    chairs = [Seat(ANN, "Ann"), Seat(BEN, "Ben"), Seat()]
    with pytest.raises(WrongStart, match="clock"):
        await rated_table(hall, chairs, terms=Terms(rated=True))
    with pytest.raises(WrongStart, match="another one"):
        await rated_table(hall, chairs, origin=Origin(1, [], "/record/x"))


@pytest.mark.parametrize("name", OUR_GAMES)
async def test_options_by_which_one_could_practise_are_refused(hall: Hall, name: str) -> None:
    await join(hall, ANN, BEN)
    game = mezani.game(name)
    chairs = [Seat(ANN, "Ann"), Seat(BEN, "Ben"), *[Seat()] * (game.seats[0] - 2)]
    for option in game.options:
        if option.is_file:
            with pytest.raises(WrongStart, match=option.name):
                await hall.open_table(game, chairs, {option.name: "something"}, terms=RATED)


async def test_guests_may_watch_but_not_sit_down(hall: Hall) -> None:
    await join(hall, ANN)
    table = await rated_table(hall, [Seat(ANN, "Ann"), Seat(), Seat()])
    with pytest.raises(RatedForGuests):
        await hall.sit(table.id, GUEST, "Gus")
    with pytest.raises(Refusal):
        await hall.sit(table.id, ANN, "Ann again")
    assert [seat.player for seat in table.seats] == [ANN, None, None]


async def test_bots_take_chairs_only_when_two_people_sit(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    table = await rated_table(hall, [Seat(ANN, "Ann"), Seat(), Seat()])
    with pytest.raises(TooFewForRating):
        await hall.fill_with_bots(table.id, ANN, "novice")
    await hall.sit(table.id, BEN, "Ben")
    await hall.leave(table.id, BEN, 1, "novice")
    with pytest.raises(TooFewForRating):
        await hall.fill_with_bots(table.id, ANN, "novice")
    await hall.sit(table.id, BEN, "Ben")
    await hall.fill_with_bots(table.id, ANN, "novice")
    assert table.begun


async def test_no_private_link_gives_a_seat_to_somebody_else(hall: Hall) -> None:
    await join(hall, ANN, BEN, CLEO)
    table = await rated_table(hall, chairs_of(ANN, BEN))
    link = hall.link_of(table, 1)
    for other in (ANN, CLEO, GUEST):
        with pytest.raises(SeatStays):
            await hall.move_seat(table.id, 1, link, other)
    assert table.seats[1].player == BEN
    await hall.move_seat(table.id, 1, link, BEN)


async def test_nobody_is_helped_even_when_all_others_have_left(hall: Hall) -> None:
    """No hints, no looking back, no trying out, and nothing taken back but one's own last move."""
    await join(hall, ANN, BEN)
    table, _ = await nearly_over(hall, chairs_of(ANN, BEN), seed=3)
    seat, player = table.state.seat, (ANN, BEN)[table.state.seat]
    with pytest.raises(NoHintAmongPeople):
        await hall.hint(table.id, player, seat)
    with pytest.raises(NotYetLookedBackAt):
        source_of(table, player)
    await hall.leave(table.id, BEN, 1, "novice")
    table.seats[1] = Seat(None, "Ben", "novice")  # as if nobody had ever sat there
    assert not table.is_practice_of(ANN), "what is rated is no practice"
    assert hall.coach.advice(table, 0, True) is None
    with pytest.raises(NotYetLookedBackAt):
        source_of(table, ANN)


async def test_nobody_is_drawn_into_a_rated_rematch_while_they_are_away(hall: Hall) -> None:
    """Else one could press for it again and again, and win on time."""
    await join(hall, ANN, BEN, CLEO)
    first = await ended(hall, ANN, BEN)
    again = await hall.rematch(first.id, BEN)
    assert [seat.player for seat in again.seats[:2]] == [None, BEN]
    assert [seat.bot for seat in again.seats[2:]] == [seat.bot for seat in first.seats[2:]]
    assert not again.begun
    await hall.sit(again.id, ANN, "Ann")
    assert again.begun
    assert again.terms == first.terms


async def test_not_even_a_host_gives_a_rated_seat_to_somebody_else(hall: Hall) -> None:
    await join(hall, ANN, BEN, CLEO)
    table = await rated_table(hall, chairs_of(ANN, BEN))
    with pytest.raises(SeatStays):
        await hall.do_as_host(table.id, lambda table, at: deeds.give_seat(table, at, 1, CLEO, "Cleo"))
    assert table.seats[1].player == BEN


async def test_only_one_s_own_last_move_is_taken_back(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    table, _ = await nearly_over(hall, chairs_of(ANN, BEN))
    await hall.leave(table.id, BEN, 1, "novice")
    others = [seat for seat in range(table.players) if seat != table.last_seat]
    assert [table.undoes(seat) for seat in others] == [0] * len(others)
    assert table.undoes(table.last_seat or 0) <= 1
    player, seat = next((player, seat) for seat, player in enumerate((ANN, BEN)) if seat in others)
    with pytest.raises(NoUndo):
        await hall.undo(table.id, player, seat, table.turn)


@pytest.mark.parametrize(
    ("rated", "time_up", "level"),
    [(True, "bot", "novice"), (True, "lost", "master"), (False, "bot", "master")],
)
async def test_nobody_lets_a_master_play_the_middle_of_a_rated_game(
    hall: Hall, rated: bool, time_up: str, level: str
) -> None:
    """Whose time is up may come back, and is rated by what the bot has made of it meanwhile."""
    await join(hall, ANN, BEN)
    terms = msgspec.convert({**msgspec.to_builtins(RATED), "rated": rated, "time_up": time_up}, Terms)
    table = await rated_table(hall, chairs_of(ANN, BEN), terms=terms)
    assert level_when_up(table) == level
