"""Old tables go as the host has set, over both databases; how games of people ended is kept."""

import time
from typing import Any

import pytest
import sqlalchemy as sa

from mezani.house.host import Acting, Host
from mezani.house.retention import DAY, Keeping, tidy, tidy_database
from mezani.house.tournaments.tournament import Plan
from mezani.house.tournaments.tournaments import NewTournament
from mezani.tables import schema
from mezani.tables.gate import Allowed
from mezani.tables.hall import Hall
from mezani.tables.refusals import UnknownTable
from mezani.tables.setting_up import new_table
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import Days, Terms
from tests.house.tournaments.scene import House
from tests.tables.conftest import hall_over
from tests.tables.test_after_the_game import ANN, BEN, GAME, PLAYERS, ended

pytestmark = pytest.mark.anyio

SHORT = Keeping(finished=10, abandoned=20, bot_tables=30, lobbies=40)


async def aged(hall: Hall, table: Table, days: float) -> Table:
    """A table whose last move was so many days ago."""
    t = schema.tables.c
    older = sa.update(schema.tables).where(t.id == table.id).values(moved_at=t.moved_at - days * DAY)
    async with hall.store.engine.begin() as connection:
        await connection.execute(older)
    return table


async def rows(hall: Hall, of: sa.Table) -> list[Any]:
    async with hall.store.engine.connect() as connection:
        return list(await connection.execute(sa.select(of)))


async def lobby(hall: Hall) -> Table:
    return await hall.open_table(GAME, [Seat(ANN, "Ann"), *[Seat()] * (PLAYERS - 1)])


async def running(hall: Hall) -> Table:
    return await hall.open_table(GAME, [Seat(ANN, "Ann"), *[Seat(BEN, "Ben")] * (PLAYERS - 1)])


async def of_bots(hall: Hall) -> Table:
    """A table of bots that nobody lets play."""
    at = time.time()
    table = new_table(GAME, [Seat(bot="novice")] * PLAYERS, None, False, None, "", None, at)
    await hall.store.create(table, at)
    return table


async def move(hall: Hall, table: Table) -> None:
    seat = table.state.seat
    await hall.decide(table.id, table.seats[seat].player or "", seat, table.state.legal_actions()[0], table.turn)


KINDS = {"finished": (ended, 10), "abandoned": (running, 20), "bot_tables": (of_bots, 30), "lobbies": (lobby, 40)}


async def test_what_the_host_has_said_of_lobbies_goes_before_the_settings(database: str) -> None:
    async with hall_over(database) as hall:
        await aged(hall, await lobby(hall), 3)
        assert await tidy_database(database, SHORT, dry_run=True) == dict.fromkeys(KINDS, 0)
        await Host(hall).set_limits(Acting(ANN, "Ann"), Allowed(keep_lobbies=2))
        assert await tidy_database(database, SHORT) == {"lobbies": 1}


async def test_each_kind_of_table_is_kept_for_its_own_time(hall: Hall) -> None:
    made = {
        kind: [await aged(hall, await make(hall), days + by) for by in (-1, 1)] for kind, (make, days) in KINDS.items()
    }
    assert await tidy(hall.store, SHORT, hall, dry_run=True) == dict.fromkeys(KINDS, 1)
    assert len(await rows(hall, schema.tables)) == 8
    for one in made["abandoned"]:
        await hall.comments.say(one, "dan", "Dan", "Does nobody move?")
    assert await tidy(hall.store, SHORT, hall) == dict.fromkeys(KINDS, 1)
    kept = {young.id for young, _ in made.values()}
    for table in (schema.tables, schema.seats, schema.log):
        column = "id" if table is schema.tables else "table_id"
        assert {getattr(row, column) for row in await rows(hall, table)} == kept
    assert [row.table_id for row in await rows(hall, schema.comments)] == [made["abandoned"][0].id]


async def test_without_a_setting_tables_of_people_stay_for_ever(hall: Hall) -> None:
    for make in (ended, running):
        await aged(hall, await make(hall), 100_000)
    assert not await tidy(hall.store, Keeping(), hall)


async def test_tables_stay_as_long_as_their_tournament_waits_for_them(hall: Hall) -> None:
    house = House(hall)
    tournament = await house.tournament(NewTournament(game=GAME.name, name="Cup", plan=Plan(rounds=1)), 2 * PLAYERS)
    now = await house.tournaments.begin(tournament.id, "mira")
    await house.play(tournament.id, only=1)
    for pairing in now.tables_of(1):
        await aged(hall, await hall.table(pairing.table or ""), 50)
    assert not (await tidy(hall.store, SHORT, hall)).total()
    await house.tournaments.end_early(tournament.id, "mira")
    assert await tidy(hall.store, SHORT, hall) == {"finished": 1, "abandoned": 1}


async def test_a_table_whose_clock_runs_is_not_abandoned(hall: Hall) -> None:
    people = [Seat(ANN, "Ann"), *[Seat(BEN, "Ben")] * (PLAYERS - 1)]
    table = await hall.open_table(GAME, people, terms=Terms(clock=Days(days=30)))
    await aged(hall, table, 25)
    assert not (await tidy(hall.store, SHORT, hall)).total()


async def test_how_a_game_ended_is_kept(hall: Hall) -> None:
    table = await aged(hall, await ended(hall), 11)
    await tidy(hall.store, SHORT, hall)
    (kept,) = await rows(hall, schema.results)
    assert (kept.table_id, kept.game, kept.rules) == (table.id, GAME.name, GAME.rules_version)
    assert [seat["place"] for seat in kept.seats] == table.state.places()
    assert [seat["points"] for seat in kept.seats] == table.scores
    assert [(seat["player"], seat["name"]) for seat in kept.seats] == [(seat.player, seat.name) for seat in table.seats]


async def test_nobody_can_bring_a_deleted_table_back(database: str) -> None:
    async with hall_over(database) as here:
        table = await aged(here, await running(here), 21)
        await tidy_database(database, SHORT)  # as `mezani tidy` does, beside the servers
        with pytest.raises(UnknownTable):
            await move(here, table)
        assert table.is_gone
        with pytest.raises(UnknownTable):
            await here.table(table.id)
        assert not await rows(here, schema.tables)


async def test_a_table_where_somebody_has_just_moved_stays(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await aged(hall, await running(hall), 21)

    async def result_and_move(*_: object) -> None:
        await move(hall, table)

    monkeypatch.setattr("mezani.house.retention._result_of", result_and_move)
    assert not (await tidy(hall.store, SHORT, hall)).total()
    assert (await hall.store.load(table.id)).turn == 1
