"""Looking back at games: jobs that are stored, done once whoever asks, and gone on with whatever happens."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

import mezani
from mezani.house.retention import Keeping, tidy
from mezani.insight.analysis import Analysis
from mezani.insight.judging import Depth
from mezani.insight.parts import COURSE, parts_of
from mezani.record import Record
from mezani.tables import schema
from mezani.tables.analyses import Progress, Room
from mezani.tables.analysis_sources import Source
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.refusals import (
    Blocked,
    GameMissing,
    NoLookingBack,
    NoRoomForAnalysis,
    NotBegun,
    NotYetLookedBackAt,
    NotYourAnalysis,
    ReadOnly,
    TooManyAnalyses,
    UnknownRecord,
)
from mezani.tables.situation import Seat
from mezani.tables.table import Origin, Table
from tests.tables.conftest import hall_over, new_hall
from tests.tables.judging import Oracle, guessed
from tests.tables.test_bots_at_tables import QUICKLY, abandon
from tests.tables.test_coach import PATIENCE, practice, until
from tests.web.finished import played

pytestmark = pytest.mark.anyio

ANN, BEN, CAT = player_of("ann"), player_of("ben"), player_of("cat")
GAME = mezani.game("anansi")
PLAYERS = GAME.seats[0]
FEW = 30  # moves of a record
HERE = "192.0.2.7"
QUICK, DEEP = Depth.QUICK, Depth.DEEP


@pytest.fixture
def oracle() -> Oracle:
    return Oracle()


@pytest.fixture
async def hall(database: str, oracle: Oracle) -> AsyncIterator[Hall]:
    async with hall_over(database) as hall:
        hall.analyses.workers = oracle  # type: ignore[assignment]
        yield hall


async def judging_hall(stack: AsyncExitStack, address: str, oracle: Oracle, **more: Any) -> Hall:
    """A server whose processes are an oracle."""
    hall = new_hall(address, **more)
    hall.analyses.workers = oracle  # type: ignore[assignment]
    await hall.open()
    stack.push_async_callback(hall.close)
    return hall


async def kept_record(hall: Hall, id: str = "rec", seed: int = 1, moves: int = FEW) -> Source:
    """The beginning of a game as a record."""
    await hall.store.records.keep(id, str(played(GAME.name, PLAYERS, seed, moves)), "A game", ANN)
    return await hall.analyses.sources.of_record(id)


async def finished(hall: Hall, *people: Seat, seed: int = 1) -> Table:
    """A table that is over, with bots on the other chairs; the last decision was that of the first one."""
    record = played(GAME.name, PLAYERS, seed)
    last = list(record.steps())[-1][0].seat
    chairs = [Seat(bot="random")] * PLAYERS
    for number, seat in enumerate(people):
        chairs[(last + number) % PLAYERS] = seat
    table = await hall.open_table(GAME, chairs, origin=Origin(record.seed, record.actions[:-1], "/"))
    await hall.decide(table.id, people[0].player or "", last, record.actions[-1], table.turn)
    assert table.is_over
    return table


async def progress(hall: Hall, source: Source, depth: Depth = QUICK) -> Progress:
    return (await hall.analyses.look(source, depth))[1]


async def soon(is_so: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await is_so():
            await asyncio.sleep(0.005)


async def course_is_there(hall: Hall, source: Source) -> None:
    """Until the course is kept, and the first decision is being thought of."""

    async def is_kept() -> bool:
        return (await progress(hall, source)).done == 1

    await soon(is_kept)
    await asyncio.sleep(0.05)


async def ended(hall: Hall, source: Source, depth: Depth = QUICK) -> tuple[Analysis, Progress]:
    """What there is when a job is over."""

    async def is_over() -> bool:
        return (await progress(hall, source, depth)).state not in ("waiting", "running")

    await soon(is_over)
    return await hall.analyses.look(source, depth)


# Finding


async def test_first_the_course_then_decisions_of_who_asks_then_of_people_then_of_bots(
    hall: Hall, oracle: Oracle
) -> None:
    table = await finished(hall, Seat(BEN, "Ben"), Seat(ANN, "Ann"))
    source = await hall.analyses.sources.of_table(table.id, CAT)
    analysis, before = await hall.analyses.look(source, QUICK)
    assert before == Progress("none", 0, len(analysis.decisions) + 1)
    await hall.analyses.ask(source, QUICK, ANN, HERE)
    analysis, after = await ended(hall, source)
    assert after == Progress("done", before.total, before.total)
    assert analysis.is_complete
    course, *judged = oracle.asked
    assert course == COURSE
    seat_of = {decision.number: decision.state.seat for decision in analysis.decisions}
    ben, ann = table.seats_of(BEN)[0], table.seats_of(ANN)[0]
    ranks = [{ann: 0, ben: 1}.get(seat_of[number], 2) for number in judged]
    assert ranks == sorted(ranks)
    assert set(ranks) == {0, 1, 2}
    for rank in range(3):
        own = [number for number, its in zip(judged, ranks, strict=True) if its == rank]
        assert own == sorted(own)


async def test_what_two_people_ask_for_at_once_is_thought_of_once(hall: Hall, oracle: Oracle) -> None:
    table = await finished(hall, Seat(ANN, "Ann"), Seat(BEN, "Ben"))
    source = await hall.analyses.sources.of_table(table.id, None)
    await asyncio.gather(*(hall.analyses.ask(source, QUICK, player, HERE) for player in (ANN, BEN, None) * 3))
    _, after = await ended(hall, source)
    await hall.analyses.ask(source, QUICK, CAT, HERE)
    assert (after.done, set(oracle.times.values())) == (after.total, {1})
    assert len(oracle.asked) == after.total


async def test_two_servers_that_are_asked_at_once_think_once(shared_database: str, oracle: Oracle) -> None:
    async with AsyncExitStack() as stack:
        halls = [await judging_hall(stack, shared_database, oracle) for _ in range(2)]
        sources = [await kept_record(halls[0], f"rec{n}", seed=n) for n in range(1, 4)]
        await asyncio.gather(
            *(hall.analyses.ask(source, QUICK, None, HERE) for source in sources for hall in halls for _ in range(2))
        )
        totals = [(await ended(halls[n % 2], source))[1].total for n, source in enumerate(sources)]
        assert len(oracle.asked) == sum(totals)
        for source in sources:
            for hall in halls:
                assert (await progress(hall, source)).state == "done"


async def test_a_deeper_look_keeps_the_course_and_judges_anew(hall: Hall, oracle: Oracle) -> None:
    source = await kept_record(hall)
    for depth in (QUICK, DEEP):
        await hall.analyses.ask(source, depth, ANN, HERE)
        await ended(hall, source, depth)
    assert oracle.times[COURSE] == 1
    assert set(oracle.times.values()) == {1, 2}


async def test_games_wait_behind_all_who_play(hall: Hall, oracle: Oracle) -> None:
    source = await kept_record(hall)
    await hall.analyses.ask(source, QUICK, ANN, HERE)
    await ended(hall, source)
    assert {errand.rank for errand in oracle.errands} == {2}
    assert all(ANN not in errand.people for errand in oracle.errands), "or their own bots would think later"


async def test_who_watches_is_told_whenever_more_is_known(hall: Hall) -> None:
    source, told = await kept_record(hall), []
    hall.analyses.watch(source, wake := lambda: told.append(1))
    await hall.analyses.ask(source, QUICK, ANN, HERE)
    _, after = await ended(hall, source)
    await until(lambda: len(told) >= after.total + 1)
    hall.analyses.unwatch(source, wake)
    assert not hall.analyses._watching


async def test_who_watches_at_another_server_is_told_too(shared_database: str, oracle: Oracle) -> None:
    async with AsyncExitStack() as stack:
        one, other = [await judging_hall(stack, shared_database, oracle) for _ in range(2)]
        source, told = await kept_record(one), []
        other.analyses.room = replace(other.analyses.room, is_open=False)  # it only looks
        other.analyses.watch(source, lambda: told.append(1))
        await one.analyses.ask(source, QUICK, ANN, HERE)
        _, after = await ended(one, source)
        await until(lambda: len(told) >= after.total)


async def test_a_process_finds_the_same_as_the_function(database: str) -> None:
    async with hall_over(database) as hall:
        hall.analyses.judging = guessed
        source = await kept_record(hall, moves=3)
        await hall.analyses.ask(source, QUICK, ANN, HERE)
        analysis, after = await ended(hall, source)
        assert after == Progress("done", 4, 4)
        assert analysis.course
        assert len(analysis.course.chances) == 4
        assert {it.seat for it in analysis.judged.values()} == {it.state.seat for it in analysis.decisions}


# Failing


async def test_what_fails_is_tried_once_more_and_then_left_out(hall: Hall, oracle: Oracle) -> None:
    source = await kept_record(hall)
    oracle.fails = {COURSE, parts_of(source.record, QUICK)[5].number}
    await hall.analyses.ask(source, QUICK, ANN, HERE)
    analysis, after = await ended(hall, source)
    assert (after.state, after.total - after.done) == ("failed", 2)
    assert analysis.course is None
    assert {number for number, times in oracle.times.items() if times == 2} == oracle.fails
    oracle.fails = set()
    await hall.analyses.ask(source, QUICK, ANN, HERE)
    assert (await ended(hall, source))[1].state == "done"
    assert len(oracle.asked) == after.total + 2 + 2


async def test_what_goes_wrong_and_nobody_foresaw_ends_the_job(
    hall: Hall, oracle: Oracle, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*what: Any, **more: Any) -> Any:
        oracle.asked.append(0)
        raise ZeroDivisionError("oh dear")

    oracle.study = broken  # type: ignore[method-assign]
    source = await kept_record(hall)
    await hall.analyses.ask(source, QUICK, ANN, HERE)
    assert (await ended(hall, source))[1] == Progress("failed", 1, len(parts_of(source.record, QUICK)))
    hall.servers.hurry()
    await asyncio.sleep(0.1)
    assert oracle.times[0] == 1
    assert "record rec can't be analysed" in caplog.text


# Going on


async def test_a_game_is_gone_on_with_after_a_restart(database: str, oracle: Oracle) -> None:
    oracle.held = asyncio.Event()
    async with AsyncExitStack() as stack:
        hall = await judging_hall(stack, database, oracle)
        source = await kept_record(hall)
        await hall.analyses.ask(source, QUICK, ANN, HERE)
        await course_is_there(hall, source)
    oracle.held = None
    async with AsyncExitStack() as stack:
        hall = await judging_hall(stack, database, oracle)
        assert (await ended(hall, source))[1].state == "done"
    assert set(oracle.times.values()) == {1}


async def test_the_games_of_a_killed_server_are_gone_on_with(database: str) -> None:
    first, second = Oracle(), Oracle()
    killed = new_hall(database)
    killed.analyses.workers = first  # type: ignore[assignment]
    await killed.open()
    source = await kept_record(killed)
    number = parts_of(source.record, QUICK)[7].number
    study = first.study

    async def study_until_killed(*what: Any, **more: Any) -> Any:
        if what[-1] == number:
            first.held = asyncio.Event()
        return await study(*what, **more)

    first.study = study_until_killed  # type: ignore[method-assign]
    await killed.analyses.ask(source, QUICK, ANN, HERE)
    await until(lambda: first.held is not None)
    for task in killed.analyses._at_work.values():
        task.cancel()
    await abandon(killed)
    async with AsyncExitStack() as stack:
        hall = await judging_hall(stack, database, second, **QUICKLY)
        _, after = await ended(hall, source)
    assert after.state == "done"
    assert len(first.asked) == 7
    assert not set(first.asked) & set(second.asked)
    assert len(first.asked) + len(second.asked) == after.total


async def test_a_server_that_was_forgotten_leaves_its_games_to_another(shared_database: str, oracle: Oracle) -> None:
    slow = Oracle()
    slow.held = asyncio.Event()
    async with AsyncExitStack() as stack:
        forgotten = await judging_hall(stack, shared_database, slow)
        source = await kept_record(forgotten)
        await forgotten.analyses.ask(source, QUICK, ANN, HERE)
        await course_is_there(forgotten, source)
        other = await judging_hall(stack, shared_database, oracle)
        async with other.store.engine.begin() as connection:
            mine = schema.servers.c.id == forgotten.store.server
            await connection.execute(sa.delete(schema.servers).where(mine))
        other.servers.hurry()
        _, after = await ended(other, source)
        forgotten.servers.hurry()
        await until(lambda: not forgotten.analyses._at_work)
        assert (after.state, len(oracle.asked)) == ("done", after.total - 1)


async def test_only_so_many_games_are_judged_at_once_and_everybody_has_a_turn(database: str, oracle: Oracle) -> None:
    oracle.held = asyncio.Event()
    async with AsyncExitStack() as stack:
        hall = await judging_hall(stack, database, oracle, analyses=Room(at_once=2, per_person=0))
        anns = [await kept_record(hall, f"ann{n}", seed=n) for n in range(3)]
        bens = await kept_record(hall, "ben", seed=7)
        await hall.analyses.ask(anns[0], QUICK, ANN, "192.0.2.1")
        await until(lambda: len(oracle.asked) == 1)
        hall.analyses.room = replace(hall.analyses.room, at_once=1)
        for source in anns[1:]:
            await hall.analyses.ask(source, QUICK, ANN, "192.0.2.1")
        await hall.analyses.ask(bens, QUICK, BEN, "192.0.2.2")
        assert len(hall.analyses._at_work) == 1
        hall.analyses.room = replace(hall.analyses.room, at_once=2)
        await hall.analyses.work()
        assert {job.source for job in hall.analyses._at_work} >= {"ann0"}
        assert len(hall.analyses._at_work) == 2
        assert (await hall.analyses.rows.counts()) == {"waiting": 2, "running": 2}
        oracle.held.set()
        for source in (*anns, bens):
            assert (await ended(hall, source))[1].state == "done"
        await until(lambda: not hall.analyses._at_work)
        assert (await hall.analyses.rows.counts()) == {"waiting": 0, "running": 0}


# Stopping


async def test_who_asked_can_stop_it_and_go_on_later(hall: Hall, oracle: Oracle) -> None:
    oracle.held = asyncio.Event()
    source = await kept_record(hall)
    await hall.analyses.ask(source, QUICK, ANN, HERE)
    await course_is_there(hall, source)
    with pytest.raises(NotYourAnalysis):
        await hall.analyses.stop(source, QUICK, BEN)
    await hall.analyses.stop(source, QUICK, ANN)
    assert await progress(hall, source) == Progress("stopped", 1, (await progress(hall, source)).total)
    oracle.held.set()
    await until(lambda: not hall.analyses._at_work)
    assert len(oracle.asked) == 2, "what was being thought of is kept"
    assert (await progress(hall, source)).done == 2
    await hall.analyses.ask(source, QUICK, BEN, HERE)
    assert (await ended(hall, source))[1].state == "done"
    assert set(oracle.times.values()) == {1}


async def test_players_of_a_table_and_hosts_can_stop_what_others_ask_for(hall: Hall, oracle: Oracle) -> None:
    oracle.held = asyncio.Event()
    table = await finished(hall, Seat(ANN, "Ann"))
    source = await hall.analyses.sources.of_table(table.id, None)
    for who, is_host in ((ANN, False), (BEN, True)):
        await hall.analyses.ask(source, QUICK, CAT, HERE)
        with pytest.raises(NotYourAnalysis):
            await hall.analyses.stop(source, QUICK, BEN)
        await hall.analyses.stop(source, QUICK, who, is_host)
        assert (await progress(hall, source)).state == "stopped"


# Limits


async def test_so_many_games_are_judged_for_a_person_for_an_address_and_in_all(database: str, oracle: Oracle) -> None:
    oracle.held = asyncio.Event()
    async with AsyncExitStack() as stack:
        hall = await judging_hall(stack, database, oracle, analyses=Room(per_person=1, in_all=5))
        sources = [await kept_record(hall, f"rec{n}", seed=n, moves=6) for n in range(8)]
        ask = hall.analyses.ask
        await ask(sources[0], QUICK, ANN, "192.0.2.1")
        with pytest.raises(TooManyAnalyses):
            await ask(sources[1], QUICK, ANN, "192.0.2.2")
        await ask(sources[0], QUICK, ANN, "192.0.2.1")  # that is the same
        for source in sources[1:4]:
            await ask(source, QUICK, None, "192.0.2.1")
        with pytest.raises(TooManyAnalyses):
            await ask(sources[4], QUICK, None, "192.0.2.1")
        await ask(sources[4], QUICK, None, "192.0.2.3")
        with pytest.raises(NoRoomForAnalysis):
            await ask(sources[5], QUICK, CAT, "192.0.2.4")
        oracle.held.set()
        for source in sources[:5]:
            await ended(hall, source)
        await until(lambda: not hall.analyses._at_work)
        await ask(sources[5], QUICK, ANN, "192.0.2.1")


async def test_an_address_is_kept_only_so_that_it_is_known_again(hall: Hall) -> None:
    source = await kept_record(hall)
    await hall.analyses.ask(source, QUICK, ANN, HERE)
    async with hall.store.engine.connect() as connection:
        kept = (await connection.execute(sa.select(schema.analyses.c.address))).scalar()
    assert kept == hall.fingerprint(HERE)


async def test_where_it_is_switched_off_nothing_is_begun(database: str, oracle: Oracle) -> None:
    async with AsyncExitStack() as stack:
        hall = await judging_hall(stack, database, oracle, analyses=Room(is_open=False))
        source = await kept_record(hall)
        with pytest.raises(NoLookingBack):
            await hall.analyses.ask(source, QUICK, ANN, HERE)
        assert (await progress(hall, source)).state == "none"


async def test_who_may_only_watch_can_ask_for_nothing(hall: Hall) -> None:
    source = await kept_record(hall)
    await hall.store.people.block(ANN, "Ann", None)
    await hall.gate.refresh()
    with pytest.raises(Blocked):
        await hall.analyses.ask(source, QUICK, ANN, HERE)


async def test_while_nothing_can_be_changed_games_wait(hall: Hall, oracle: Oracle) -> None:
    oracle.held = asyncio.Event()
    source = await kept_record(hall)
    await hall.analyses.ask(source, QUICK, ANN, HERE)
    await course_is_there(hall, source)
    hall.gate.read_only = True
    oracle.held.set()
    await until(lambda: not hall.analyses._at_work)
    await hall.analyses.work()
    assert (await progress(hall, source)).state == "waiting"
    with pytest.raises(ReadOnly):
        await hall.analyses.ask(source, DEEP, ANN, HERE)
    hall.gate.read_only = False
    hall.servers.hurry()
    assert (await ended(hall, source))[1].state == "done"


# Who may look back


async def test_a_running_table_is_looked_back_at_by_nobody_but_who_practises_there(hall: Hall) -> None:
    sources = hall.analyses.sources
    alone = await practice(hall)
    assert (await sources.of_table(alone.id, ANN)).seat == 0
    among_people = await hall.open_table(GAME, [Seat(ANN, "Ann"), Seat(BEN, "Ben"), *[Seat(bot="random")]])
    lobby = await hall.open_table(GAME, [Seat(ANN, "Ann"), *[Seat()] * (PLAYERS - 1)])
    for table, player in ((alone, BEN), (alone, None), (among_people, ANN), (among_people, CAT)):
        with pytest.raises(NotYetLookedBackAt):
            await sources.of_table(table.id, player)
    with pytest.raises(NotBegun):
        await sources.of_table(lobby.id, ANN)
    over = await finished(hall, Seat(ANN, "Ann"), Seat(BEN, "Ben"))
    for player in (ANN, CAT, None):
        assert (await sources.of_table(over.id, player)).seat is None


async def test_a_record_of_a_missing_game_is_refused(hall: Hall) -> None:
    text = str(played(GAME.name, PLAYERS, moves=4)).replace(f"game: {GAME.name}", "game: chess")
    await hall.store.records.keep("rec", text, "A game", None)
    with pytest.raises(GameMissing):
        await hall.analyses.sources.of_record("rec")
    with pytest.raises(UnknownRecord):
        await hall.analyses.sources.of_record("nowhere")


# Practising


async def choose(hall: Hall, table: Table, choice: int = 0) -> None:
    """Ann moves, and the bots answer."""
    await hall.decide(table.id, ANN, 0, table.choices(0)[choice], table.turn)
    await until(lambda: table.asked == 0 or table.is_over)


async def looked_back(hall: Hall, table: Table) -> tuple[Analysis, Progress]:
    source = await hall.analyses.sources.of_table(table.id, ANN)
    await hall.analyses.ask(source, QUICK, ANN, HERE)
    return await ended(hall, source)


async def test_who_practises_has_their_own_decisions_judged_and_no_others(hall: Hall, oracle: Oracle) -> None:
    table = await practice(hall)
    for _ in range(3):
        await choose(hall, table)
    analysis, after = await looked_back(hall, table)
    assert analysis.seat == 0
    assert {it.seat for it in analysis.judged.values()} == {0}
    assert after == Progress("done", after.total, len(analysis.decisions) + 1)


async def test_moves_that_were_taken_back_are_judged_no_more_and_those_that_stand_not_twice(
    hall: Hall, oracle: Oracle
) -> None:
    table = await practice(hall)
    for _ in range(3):
        await choose(hall, table)
    before, _ = await looked_back(hall, table)
    await hall.undo(table.id, ANN, 0, table.turn)
    taken_back, progress = await ended(hall, await hall.analyses.sources.of_table(table.id, ANN))
    assert len(taken_back.judged) == len(before.judged) - 1
    assert (taken_back.course, progress.state) == (None, "stopped")
    oracle.asked.clear()
    await choose(hall, table, -1)
    await choose(hall, table)
    analysis, after = await looked_back(hall, table)
    assert after.state == "done"
    assert COURSE in oracle.asked
    assert set(oracle.asked) - {COURSE} == set(analysis.judged) - set(taken_back.judged)


async def test_a_move_that_was_replaced_is_judged_anew(hall: Hall, oracle: Oracle) -> None:
    table = await practice(hall)
    number = len(table.actions)
    await choose(hall, table)
    before, _ = await looked_back(hall, table)
    await hall.undo(table.id, ANN, 0, table.turn)
    await choose(hall, table, -1)
    after, _ = await looked_back(hall, table)
    assert oracle.times[number] == 2
    assert before.judged[number].played != after.judged[number].played


async def nearly_over(hall: Hall) -> tuple[Table, Record]:
    """A game of Ann's among bots before its last decision, which is hers."""
    record = played(GAME.name, PLAYERS)
    last = list(record.steps())[-1][0].seat
    chairs = [Seat(bot="random")] * PLAYERS
    chairs[last] = Seat(ANN, "Ann")
    return await hall.open_table(GAME, chairs, origin=Origin(record.seed, record.actions[:-1], "/")), record


async def test_what_was_judged_while_somebody_practised_is_kept_when_the_game_is_over(
    hall: Hall, oracle: Oracle
) -> None:
    table, record = await nearly_over(hall)
    practised, _ = await looked_back(hall, table)
    assert practised.seat == table.state.seat
    assert len(practised.judged) > 5
    await hall.decide(table.id, ANN, table.state.seat, record.actions[-1], table.turn)
    oracle.asked.clear()
    analysis, after = await looked_back(hall, table)
    assert (analysis.seat, after.state) == (None, "done")
    assert not set(oracle.asked) & set(practised.judged)


async def test_what_is_practised_is_judged_no_longer_than_it_is_practised(hall: Hall, oracle: Oracle) -> None:
    oracle.held = asyncio.Event()
    table, record = await nearly_over(hall)
    source = await hall.analyses.sources.of_table(table.id, ANN)
    await hall.analyses.ask(source, QUICK, ANN, HERE)
    await course_is_there(hall, source)
    await hall.decide(table.id, ANN, table.state.seat, record.actions[-1], table.turn)
    oracle.held.set()
    await until(lambda: not hall.analyses._at_work)
    assert len(oracle.asked) == 2
    assert await progress(hall, source) == Progress("stopped", 2, len(parts_of(source.record, QUICK, source.seat)))


# Exercises


async def test_the_mistakes_of_the_last_games_are_found_newest_first(hall: Hall) -> None:
    tables = []
    for seed in (1, 2):
        tables.append(await finished(hall, Seat(ANN, "Ann"), Seat(BEN, "Ben"), seed=seed))
        for depth in (QUICK, DEEP) if seed == 1 else (QUICK,):
            source = await hall.analyses.sources.of_table(tables[-1].id, None)
            await hall.analyses.ask(source, depth, None, HERE)
            analysis, _ = await ended(hall, source, depth)
        await asyncio.sleep(0.01)
    found = await hall.analyses.mistakes_of(ANN)
    own = tables[1].seats_of(ANN)[0]
    newest = [it.judged.number for it in found if it.source.id == tables[1].id]
    assert newest == [it.number for it in analysis.mistakes(own)]
    is_newest = [it.source.id == tables[1].id for it in found]
    assert is_newest == sorted(is_newest, reverse=True)
    older = [it for it in found if it.source.id == tables[0].id]
    assert older
    assert {it.depth for it in older} == {DEEP}
    assert len({(it.source.id, it.judged.number) for it in found}) == len(found)
    assert len(await hall.analyses.mistakes_of(ANN, 3)) == 3
    assert await hall.analyses.mistakes_of(CAT) == []


# What becomes of it


async def rows_of(hall: Hall) -> tuple[int, int]:
    """How many jobs and parts the store keeps."""
    async with hall.store.engine.connect() as connection:
        counts = [
            (await connection.execute(sa.select(sa.func.count()).select_from(table))).scalar_one()
            for table in (schema.analyses, schema.analysis_parts)
        ]
    return counts[0], counts[1]


async def test_analyses_go_with_their_table(hall: Hall, oracle: Oracle) -> None:
    table = await finished(hall, Seat(ANN, "Ann"))
    source = await hall.analyses.sources.of_table(table.id, None)
    await hall.analyses.ask(source, QUICK, ANN, HERE)
    await ended(hall, source)
    oracle.held = asyncio.Event()
    await hall.analyses.ask(source, DEEP, ANN, HERE)
    await until(lambda: len(hall.analyses._at_work) == 1)
    await tidy(hall.store, Keeping(finished=1), hall, clock=lambda: time.time() + 2 * 24 * 3600)
    assert await rows_of(hall) == (0, 0)
    oracle.held.set()
    await until(lambda: not hall.analyses._at_work)
    assert await rows_of(hall) == (0, 0), "what was still being thought of is not kept either"
    await hall.analyses.ask(source, QUICK, ANN, HERE)  # somebody has still got the page
    await until(lambda: not hall.analyses._at_work)
    assert await rows_of(hall) == (0, 0)


async def test_who_asked_is_forgotten_with_their_name_and_their_records_go(hall: Hall) -> None:
    table = await finished(hall, Seat(ANN, "Ann"))
    of_table, of_record = await hall.analyses.sources.of_table(table.id, None), await kept_record(hall)
    for source in (of_table, of_record):
        await hall.analyses.ask(source, QUICK, ANN, HERE)
        await ended(hall, source)
    await hall.forget_name(ANN)
    a = schema.analyses.c
    async with hall.store.engine.connect() as connection:
        kept = (await connection.execute(sa.select(a.kind, a.player, a.address))).all()
    assert [tuple(row) for row in kept] == [("table", None, None)]
    assert (await progress(hall, of_table)).state == "done"


# Older rules


async def test_a_game_of_older_rules_is_judged_as_far_as_todays_follow_it(hall: Hall, oracle: Oracle) -> None:
    record = played("zimbabwe", 2, moves=9)
    text = str(record).replace(f"rules: {record.rules}", "rules: 1") + "nonsense and-more\n"
    await hall.store.records.keep("rec", text, "A game", None)
    source = await hall.analyses.sources.of_record("rec")
    assert source.record.stop
    await hall.analyses.ask(source, QUICK, None, HERE)
    analysis, after = await ended(hall, source)
    assert after.state == "done"
    assert analysis.course
    assert len(analysis.course.chances) == len(record.actions) + 1
