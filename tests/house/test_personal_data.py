"""What names somebody anywhere in the database comes along, is handed out, and goes when they leave."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
import sqlalchemy as sa

from mezani.house.host import Acting
from mezani.house.house import House
from mezani.house.joining import Browser
from mezani.house.mutes import CLOSED, MOST_OPEN, Reports
from mezani.house.notifications.outbox import Event
from mezani.tables import schema
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from tests.house.test_chores import Clock
from tests.house.test_joining import browser, house_over, joined
from tests.tables.test_after_the_game import GAME, PLAYERS

pytestmark = pytest.mark.anyio

OTHER = player_of("somebody else")
NADIA, GUEST = player_of("nadia at home"), player_of("phone")
OF_OTHERS = {"muted": "mutes", "about": "reports"}  # what others think of one is theirs
NOT_HANDED_OUT = {"pending", "analysis_parts", "keys"}  # hashes, for minutes; keys by their kinds and names only
RATED = {"ratings", "rated_games"}  # where guests never are
STAYS = {
    "tables",
    "seats",
    "log",
    "keys",
    "results",
    "comments",
    "tournaments",
    "entrants",
    "host_log",
}  # without a name
SOMETHING: dict[type[Any], Any] = {str: "x", int: 1, float: 4e9, bool: False, dict: {}, bytes: b""}


def is_player(column: sa.Column[Any]) -> bool:
    """Whether a column says who somebody is: such ids are the only ones of that length, but for those of keys."""
    length = getattr(column.type, "length", None)
    return length == 64 and (column.table.name, column.name) not in (("keys", "id"), ("pending", "id"))


NAMING = [column for table in schema.metadata.sorted_tables for column in table.c if is_player(column)]


def row_of(table: sa.Table, number: int, **known: Any) -> dict[str, Any]:
    """A row with something in each column."""
    row = {}
    for column in table.c:
        kind = dict if isinstance(column.type, sa.JSON) else column.type.python_type
        is_key = column.primary_key and kind in (str, int)
        row[column.name] = (str(number) if kind is str else number) if is_key else SOMETHING[kind]
    return {**row, **known}


async def leave_traces(hall: Hall, player: str, name: str, first: int) -> None:
    """Let somebody be named by each column that can name anybody."""
    table = await hall.open_table(GAME, [Seat(player, name), *[Seat()] * (PLAYERS - 1)], opened_by=player)
    async with hall.store.engine.begin() as connection:
        cup = row_of(schema.tournaments, first, game=GAME.name, host=player, state="over")
        await connection.execute(sa.insert(schema.tournaments).values(cup))
        known = {"table_id": table.id, "tournament_id": cup["id"], "game": GAME.name, "kind": "mail"}
        seat = {"player": player, "name": name, "bot": None, "place": 1, "points": 1}
        for number, column in enumerate(NAMING, first + 1):
            of = column.table
            assert isinstance(of, sa.Table)
            if of.name in ("tables", "seats", "log", "tournaments", "players", "keys"):
                continue
            others = {one.name: OTHER for one in of.c if is_player(one)}
            facts = {key: value for key, value in known.items() if key in of.c}
            if "name" in of.c and column.name != "named":  # of a host
                facts["name"] = name
            await connection.execute(sa.insert(of).values(row_of(of, number, **others | facts | {column.name: player})))
        told = row_of(schema.notifications, first, player=OTHER, about={"by": name}, named=player)
        await connection.execute(sa.insert(schema.notifications).values(told))
        noted = row_of(schema.host_log, first, player=OTHER, name="Zoe", about={"who": name}, named=player)
        await connection.execute(sa.insert(schema.host_log).values(noted))
        result = row_of(schema.results, first, game=GAME.name, seats=[seat, {**seat, "player": OTHER, "name": "Zoe"}])
        await connection.execute(sa.insert(schema.results).values(result))
        rated = row_of(schema.rated_games, first, game=GAME.name, seats=[{"place": 1, "player": player}])
        await connection.execute(sa.insert(schema.rated_games).values(rated))


async def everything(hall: Hall) -> dict[str, list[Mapping[str, Any]]]:
    """The whole database."""
    async with hall.store.engine.connect() as connection:
        return {
            table.name: [dict(row) for row in (await connection.execute(sa.select(table))).mappings()]
            for table in schema.metadata.sorted_tables
        }


def named_in(database: Mapping[str, Any], text: str) -> set[str]:
    return {name for name, rows in database.items() if text in repr(rows)}


@pytest.fixture
def house(hall: Hall) -> House:
    return house_over(hall)


async def test_all_that_names_a_guest_names_the_person_afterwards(house: House, hall: Hall) -> None:
    code = await joined(house)
    await leave_traces(hall, GUEST, "Nadi", 100)
    before = named_in(await everything(hall), GUEST)
    assert before >= {column.table.name for column in NAMING} - {"keys", "players"}
    await house.joining.sign_in_with_code(browser(house, "phone"), code)
    assert named_in(await everything(hall), GUEST) <= RATED | {"keys"}
    assert named_in(await everything(hall), NADIA) >= before - RATED


async def test_all_that_names_a_person_is_handed_out_and_nothing_of_others(house: House, hall: Hall) -> None:
    await joined(house)
    await leave_traces(hall, NADIA, "Nadia", 100)
    kept = await house.profiles.kept_of(NADIA)
    named = named_in(await everything(hall), NADIA) - NOT_HANDED_OUT
    assert {name for name, rows in kept.items() if rows} >= named
    assert "Zoe" not in repr(kept)
    for column, table in OF_OTHERS.items():
        assert all(row[column] == OTHER for row in kept[table])


async def test_nothing_but_games_is_left_of_somebody_who_deletes_themselves(house: House, hall: Hall) -> None:
    await joined(house)
    token = await house.keys.new_program(NADIA, "Nadia's program")
    await leave_traces(hall, NADIA, "Nadia", 100)
    await leave_traces(hall, player_of(token), "Nadia's program", 200)
    await house.profiles.delete(NADIA, "Nadia")
    left = await everything(hall)
    assert named_in(left, "Nadia") == set()
    for one in (NADIA, player_of(token)):
        assert named_in(left, one) <= STAYS
    assert all(key["removed_at"] and not key["facts"] for key in left["keys"])
    assert named_in(left, "Zoe") >= {"results", "host_log"}


async def test_a_table_that_somebody_has_left_tells_no_name(house: House, hall: Hall) -> None:
    await joined(house)
    table = await hall.open_table(GAME, [Seat(OTHER, "Zoe"), *[Seat()] * (PLAYERS - 1)])
    await hall.sit(table.id, NADIA, "Nadia")
    await hall.leave(table.id, NADIA, 1, "novice")
    await house.profiles.delete(NADIA, "Nadia")
    assert "Nadia" not in repr(table.log)
    assert "Zoe" in repr(table.log)


async def test_earlier_names_go_wherever_they_stand(house: House, hall: Hall) -> None:
    await joined(house, name="Nadezhda")
    table = await hall.open_table(GAME, [Seat(OTHER, "Zoe"), *[Seat()] * (PLAYERS - 1)])
    await hall.sit(table.id, NADIA, "Nadezhda")
    await hall.leave(table.id, NADIA, 1, "novice")
    await house.host.block(Acting("host", "Host"), NADIA, "Nadezhda", until=1.0)
    await notify_other(house, "Nadezhda", NADIA)
    await house.profiles.rename(NADIA, "Nadia")
    await house.profiles.delete(NADIA, "Nadia")
    assert named_in(await everything(hall), "Nadezhda") == set()
    assert "Nadezhda" not in repr(table.log)


async def test_who_deletes_themselves_takes_the_name_of_a_program_from_nobody_else(house: House, hall: Hall) -> None:
    await joined(house)
    await joined(house, "eve", "Eve")
    token = await house.keys.new_program(player_of("eve"), "Nadia")
    table = await hall.open_table(GAME, [Seat(NADIA, "Nadia"), *[Seat()] * (PLAYERS - 1)])
    await hall.sit(table.id, player_of(token), "Search")
    await hall.leave(table.id, player_of(token), 1, "novice")
    await house.host.block(Acting("host", "Host"), NADIA, "Nadia", until=1.0)
    await notify_other(house, "Nadia", NADIA)
    await house.profiles.delete(player_of("eve"), "Eve")
    assert [entry.text for entry in table.log] == ["Nadia", "", ""]
    left = await everything(hall)
    assert named_in(left, "Nadia") >= {"log", "seats", "notifications", "host_log"}


async def notify_other(house: House, by: str, named: str) -> None:
    """Somebody else is told what somebody has done."""
    event = Event(OTHER, "chat", {"game": GAME.name, "by": by}, named=named)
    assert await house.notifications.outbox.add(event)


async def test_a_name_goes_from_a_seat_that_was_handed_on_to_oneself(house: House, hall: Hall) -> None:
    table = await hall.open_table(GAME, [Seat(GUEST, "Nadi"), *[Seat()] * (PLAYERS - 1)])
    async with hall.store.engine.begin() as connection:
        await connection.execute(sa.update(schema.seats).where(schema.seats.c.player == GUEST).values(player=NADIA))
    await joined(house)
    await house.profiles.delete(NADIA, "Nadia")
    assert table.log[0].text == ""


async def test_renaming_brings_back_no_name_that_was_forgotten(house: House, hall: Hall) -> None:
    await joined(house)
    async with hall.store.engine.begin() as connection:
        seats = [{"player": NADIA, "name": "", "place": 1}, {"player": NADIA, "name": "Nadia", "place": 2}]
        await connection.execute(sa.insert(schema.results).values(row_of(schema.results, 1, seats=seats)))
    await house.profiles.rename(NADIA, "Nadezhda")
    async with hall.store.engine.connect() as connection:
        kept = (await connection.execute(sa.select(schema.results.c.seats))).scalar_one()
        assert [seat["name"] for seat in kept] == ["", "Nadezhda"]


async def test_who_renames_themselves_twice_at_once_has_one_name(house: House, hall: Hall) -> None:
    await joined(house)
    table = await hall.open_table(GAME, [Seat(NADIA, "Nadia"), *[Seat()] * (PLAYERS - 1)])
    for letter in "abcd":
        names = [f"{name}{letter}" for name in ("Anna", "Berta", "Clara")]
        await asyncio.gather(*(house.profiles.rename(NADIA, name) for name in names))
        assert await hall.store.people.name_of(NADIA) == (await hall.store.load(table.id)).seats[0].name


async def test_who_forgets_their_name_takes_it_from_nobody_else(hall: Hall) -> None:
    chairs = [Seat(NADIA, "Alex"), Seat(OTHER, "Alex"), *[Seat(bot="novice")] * (PLAYERS - 2)]
    table = await hall.open_table(GAME, chairs)
    await hall.retell(*await hall.store.people.forget(NADIA, everywhere=True))
    told = {entry.seat: entry.text for entry in table.log if entry.kind == Kind.JOIN}
    assert told == {0: "", 1: "Alex"}


async def test_nobody_mutes_or_reports_themselves_after_signing_in(house: House, hall: Hall) -> None:
    code = await joined(house)
    await house.mutes.mute(NADIA, GUEST)
    await house.reports.add(NADIA, GUEST, None, "Who is that?")
    await house.joining.sign_in_with_code(browser(house, "phone"), code)
    assert await house.mutes.of(NADIA) == frozenset()
    assert await house.reports.open() == []


async def test_no_number_of_guests_hides_what_a_person_reports(house: House) -> None:
    await joined(house)
    await house.reports.add(NADIA, OTHER, None, "She shouts")
    for number in range(MOST_OPEN + 1):
        await house.reports.add(player_of(f"guest {number}"), OTHER, None, f"Nothing {number}")
    found = await house.reports.open()
    assert [len(found), found[0].text, found[1].text] == [MOST_OPEN, "She shouts", f"Nothing {MOST_OPEN}"]


async def test_reports_that_were_closed_long_ago_are_forgotten(house: House, hall: Hall) -> None:
    reports = Reports(hall.store.engine, Clock())
    for text in ("He swears", "He swears again"):
        await reports.add(NADIA, GUEST, None, text)
    await reports.add(NADIA, OTHER, None, "She shouts")
    await reports.close((await reports.open())[-1].number)
    assert isinstance(reports.clock, Clock)
    reports.clock.now += CLOSED + 1
    await reports.tidy()
    assert [report.text for report in await reports.open()] == ["She shouts"]
    assert "He swears" not in repr(await everything(hall))


async def test_who_may_only_watch_may_do_so_after_signing_in(house: House, hall: Hall) -> None:
    code = await joined(house)
    await hall.store.people.block(GUEST, "Nadi", None)
    await hall.tell_gate()
    await house.joining.sign_in_with_code(browser(house, "phone"), code)
    assert hall.gate.is_blocked(NADIA)


async def test_the_host_whom_the_settings_name_stays_one(house: House, hall: Hall) -> None:
    code = await joined(house)
    house.hosts.named = frozenset([GUEST[:20]])
    await house.joining.sign_in_with_code(Browser("phone", GUEST, "Firefox"), code)
    assert await house.hosts.includes(NADIA)
