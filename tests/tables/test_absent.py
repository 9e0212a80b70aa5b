"""Absent players: the others may let a bot play for one who is away, as it was agreed, until they are back."""

import time

import pytest

from mezani.tables.away import absent
from mezani.tables.entries import Entry, Kind
from mezani.tables.hall import Hall
from mezani.tables.refusals import NotAway, NotYourSeat
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import DAY, Terms, read_terms, usual_terms
from tests.tables.test_hall import ANN, BEN, CAT, FREE, PLAYERS, Screen, running_table

pytestmark = pytest.mark.anyio


class Clock:
    """The time of day, which can be moved on."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("mezani.tables.memory.time.time", clock)
    return clock


def awaited(table: Table) -> tuple[int, str, str]:
    """The seat that is awaited, its player, and somebody else."""
    seat = table.state.seat
    player = table.seats[seat].player or ""
    return seat, player, next(one for one in (ANN, BEN, CAT) if one != player)


async def test_a_bot_plays_for_who_is_away_until_they_are_back(hall: Hall, clock: Clock) -> None:
    table = await running_table(hall)
    assert table.terms == Terms(away_after=DAY)
    seat, player, other = awaited(table)
    with pytest.raises(NotAway):
        await hall.replace_absent(table.id, other, seat, "random")
    await hall.say(table.id, other, table.seats_of(other)[0], "Where are you?")
    clock.now += DAY * 60 + 1
    await hall.replace_absent(table.id, other, seat, "random")
    assert table.seats[seat].bot == "random"
    left = next(entry for entry in table.log if entry.kind == Kind.LEAVE)
    assert (left.seat, left.action) == (seat, table.seats_of(other)[0])
    await hall.come_back(table.id, player, seat)
    assert table.seats[seat].bot is None


async def test_only_others_at_the_table_may_do_that_and_only_for_who_is_awaited(hall: Hall, clock: Clock) -> None:
    table = await running_table(hall)
    seat, player, other = awaited(table)
    clock.now += DAY * 60 + 1
    for stranger in (player, "somebody else"):
        with pytest.raises(NotYourSeat):
            await hall.replace_absent(table.id, stranger, seat, "random")
    third = next(n for n in range(PLAYERS) if n != seat and n not in table.seats_of(other))
    with pytest.raises(NotAway):
        await hall.replace_absent(table.id, other, third, "random")
    assert all(chair.bot is None for chair in table.seats)


async def test_who_looks_at_the_table_is_not_away(hall: Hall, clock: Clock) -> None:
    table = await running_table(hall)
    seat, _, other = awaited(table)
    watching = Screen(seat)
    hall.watch(table.id, watching)
    clock.now += DAY * 60 + 1
    with pytest.raises(NotAway):
        await hall.replace_absent(table.id, other, seat, "random")
    hall.unwatch(table.id, watching)
    await hall.replace_absent(table.id, other, seat, "random")


async def test_decisions_in_advance_say_nothing_about_who_is_away(hall: Hall) -> None:
    table = await running_table(hall)
    due = absent(table, ())
    assert due
    for kind in (Kind.COMMIT, Kind.ASK):
        for seat in range(PLAYERS):
            table.log.append(Entry(table.last_number + 1, kind, due.due, seat, 0))
    assert absent(table, ()) == due
    table.log.append(Entry(table.last_number + 1, Kind.CHAT, due.due, due.seat, text="I am here"))
    assert absent(table, ()) == (due.seat, due.due + DAY * 60)


def test_terms_of_before_wait_for_ever() -> None:
    assert read_terms({"past_tricks": "covered"}).away_after is None
    assert usual_terms([Seat(ANN), Seat(bot="novice")]).away_after is None
    assert usual_terms([Seat(ANN), FREE]).away_after == DAY
    for wrong in (0, -1, 10**9, "soon", 1.5):
        with pytest.raises(Exception, match="away_after"):
            read_terms({"away_after": wrong})
