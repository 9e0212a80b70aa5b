"""Running a tournament: from entry to the standings, on all servers, for all games."""

import asyncio
import time
from pathlib import Path

import pytest
from sqlalchemy import delete, func, select

from mezani import bots
from mezani.games import game, game_names
from mezani.house.keys import Keys
from mezani.house.tournaments.rounds import BREAK
from mezani.house.tournaments.tournament import DAY, Plan, System
from mezani.house.tournaments.tournaments import NewTournament
from mezani.tables import schema
from mezani.tables.clocks import PAUSED
from mezani.tables.entries import Kind
from mezani.tables.gate import Allowed
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.refusals import (
    AlreadyEntered,
    EntriesClosed,
    HouseFull,
    NameTaken,
    NoSuchPerson,
    NotEntered,
    NotNamed,
    NotSignedIn,
    NotYourTournament,
    RoundRuns,
    RoundTimeUp,
    TooFewPeople,
    TournamentOver,
    WrongTournament,
)
from mezani.tables.situation import Seat
from mezani.tables.terms import Days, Live, Terms
from tests.house.tournaments.scene import NAMES, House, another_house, seats_of
from tests.migrated import lay_down
from tests.tables.test_hall import Screen

pytestmark = pytest.mark.anyio

WEAKEST = bots.levels()[0]
ANNE = NewTournament(game="anne", name="November cup", plan=Plan(rounds=3))
ASANTE = NewTournament(game="asante", name="Duels", plan=Plan(rounds=3))


@pytest.fixture
def house(hall: Hall) -> House:
    return House(hall)


async def count_tables(hall: Hall) -> int:
    async with hall.store.engine.connect() as connection:
        return (await connection.execute(select(func.count()).select_from(schema.tables))).scalar_one()


async def test_eleven_people_play_three_rounds(house: House) -> None:
    tournament = await house.tournament(ANNE, 11)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    assert (tournament.state, tournament.round) == ("running", 1)
    assert sorted(len(one.seats) for one in tournament.tables_of(1)) == [3, 4, 4]
    assert all(one.table for one in tournament.tables_of(1))
    assert tournament.counted == 0
    tournament = await house.play(tournament.id)
    assert (tournament.state, tournament.counted) == ("between", 1)
    assert sum(one.points for one in tournament.standings) == 6 + 6 + 4.5
    tournament = await house.play_all(tournament.id)
    assert (tournament.state, tournament.round, tournament.counted) == ("over", 3, 3)
    assert tournament.standings[0].place == 1
    assert tournament.standings == sorted(tournament.standings, key=lambda one: one.place)
    with pytest.raises(TournamentOver):
        await house.tournaments.begin(tournament.id, "mira")


@pytest.mark.parametrize("system", ["swiss", "round-robin"])
@pytest.mark.parametrize("name", game_names())
async def test_every_game_has_tournaments(tmp_path: Path, name: str, system: System) -> None:
    address = f"sqlite:///{tmp_path}/mezani.db"
    lay_down(address)
    async with another_house(address) as house:
        tournament = await house.tournament(NewTournament(game=name, name="Cup", system=system, plan=Plan(rounds=2)), 7)
        tournament = await house.play_all(tournament.id)
    assert tournament.counted == 2
    assert all(len(one.seats) in game(name).seats for number in (1, 2) for one in tournament.tables_of(number))
    assert len(tournament.standings) == 7


async def test_a_knock_out_ends_when_one_is_left(house: House) -> None:
    tournament = await house.tournament(NewTournament(game="asante", name="Duels", system="knock-out"), 5)
    assert tournament.rounds == 3
    tournament = await house.play_all(tournament.id)
    assert [len(tournament.tables_of(number)) for number in (1, 2, 3)] == [1, 2, 1]
    final = tournament.tables_of(3)[0]
    assert sum(not tournament.is_out(number) for number in range(1, 6)) == 1
    assert final.outcome
    winner = final.seats[final.outcome["places"].index(1)]
    assert tournament.standings[0].entrant == winner
    assert tournament.standings[0].points == 9


async def test_a_knock_out_is_for_two(house: House) -> None:
    await house.people("Mira")
    for wrong in (
        NewTournament(game="anne", name="Cup", system="knock-out"),
        NewTournament(game="anne", name="Cup", players=5),
        NewTournament(game="chess", name="Cup"),
    ):
        with pytest.raises(WrongTournament):
            await house.tournaments.open(wrong, "mira")


async def test_whoever_sits_out_has_a_bye(house: House) -> None:
    tournament = await house.tournament(ASANTE, 5)
    tournament = await house.play_all(tournament.id)
    byes = [one for number in (1, 2, 3) for one in tournament.byes_of(number)]
    assert len(byes) == len(set(byes)) == 3
    for standing in tournament.standings:
        assert all(standing.rounds[number - 1] == 3 for number in standing.byes)


# Who may do what


async def test_only_people_who_have_joined_can_enter(house: House) -> None:
    tournament = await house.tournament(ANNE, 3)
    with pytest.raises(NotSignedIn):
        await house.tournaments.enter(tournament.id, "a guest")
    with pytest.raises(NotSignedIn):
        await house.tournaments.open(ANNE, "a guest")


async def test_programs_of_people_of_the_house_can_enter_but_not_where_it_is_rated(house: House) -> None:
    tournament = await house.tournament(ANNE, 3)
    keys = Keys(house.hall)
    mine, nobodys = player_of(await keys.new_program("kofi", "Deep Kofi")), "a program of nobody"
    await keys.mark_program(nobodys)
    assert (await house.tournaments.enter(tournament.id, mine)).name == "Deep Kofi"
    with pytest.raises(NotSignedIn):
        await house.tournaments.enter(tournament.id, nobodys)
    with pytest.raises(NameTaken):
        await house.tournaments.enter(tournament.id, mine, "Mira")
    rated = NewTournament(game="anne", name="Rated", terms=Terms(clock=Days(1), rated=True))
    tournament = await house.tournament(rated, 4)
    with pytest.raises(NotSignedIn):
        await house.tournaments.enter(tournament.id, mine)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    assert (await house.hall.table(tournament.tables_of(1)[0].table or "")).terms.rated


async def test_entering_twice_is_once(house: House) -> None:
    tournament = await house.tournament(ANNE, 3)
    await asyncio.gather(*(house.tournaments.enter(tournament.id, "kofi") for _ in range(3)))
    assert len((await house.tournaments.find(tournament.id)).entrants) == 3


async def test_only_those_whom_the_host_names_can_enter(house: House) -> None:
    await house.people("Mira", "Kofi", "Elif")
    tournament = await house.tournaments.open(
        NewTournament(game="anne", name="Cup", plan=Plan(entry="named", named=("KOFI",))), "mira"
    )
    await house.tournaments.enter(tournament.id, "kofi")
    await house.tournaments.enter(tournament.id, "mira")
    with pytest.raises(NotNamed):
        await house.tournaments.enter(tournament.id, "elif")


async def test_only_its_host_or_one_of_the_house_runs_it(house: House) -> None:
    tournament = await house.tournament(ANNE, 4)
    for deed in (
        house.tournaments.begin(tournament.id, "kofi"),
        house.tournaments.end_early(tournament.id, "kofi"),
        house.tournaments.replace(tournament.id, "kofi", 2, "Kofi"),
        house.tournaments.withdraw(tournament.id, "kofi", 2),
    ):
        with pytest.raises(NotYourTournament):
            await deed
    await house.hall.store.people.make_host("kofi")
    assert (await house.tournaments.begin(tournament.id, "kofi")).state == "running"
    with pytest.raises(RoundRuns):
        await house.tournaments.begin(tournament.id, "mira")


async def test_two_people_are_no_table_of_anne(house: House) -> None:
    tournament = await house.tournament(ANNE, 2)
    with pytest.raises(TooFewPeople):
        await house.tournaments.begin(tournament.id, "mira")


async def test_what_could_not_be_played_is_not_opened(house: House) -> None:
    await house.people("Mira")
    for options, terms in (
        ({"position": "whatever"}, Terms()),  # it would tell what players may not know
        ({"odd": 1}, Terms()),
        ({}, Terms(rated=True)),
    ):
        with pytest.raises(WrongTournament):
            await house.tournaments.open(NewTournament(game="anne", name="Cup", options=options, terms=terms), "mira")


async def test_whose_program_has_opened_a_tournament_runs_it(house: House) -> None:
    await house.people("Mira", "Kofi", "Elif")
    program = player_of(await Keys(house.hall).new_program("kofi", "Deep Kofi"))
    tournament = await house.tournaments.open(ASANTE, program)
    for player in ("kofi", "elif"):
        await house.tournaments.enter(tournament.id, player)
    with pytest.raises(NotYourTournament):
        await house.tournaments.begin(tournament.id, "elif")
    assert (await house.tournaments.begin(tournament.id, "kofi")).state == "running"


# Coming and going


async def test_who_comes_late_plays_from_the_next_round_on(house: House) -> None:
    tournament = await house.tournament(ANNE, 7)
    await house.tournaments.begin(tournament.id, "mira")
    await house.people("Zoe")
    late = await house.tournaments.enter(tournament.id, "zoe")
    assert late.first_round == 2
    await house.play(tournament.id)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    assert any(late.number in one.seats for one in tournament.tables_of(2))
    tournament = await house.play_all(tournament.id)
    standing = next(one for one in tournament.standings if one.entrant == late.number)
    assert standing.rounds[0] is None
    await house.people("Yusuf")
    with pytest.raises(EntriesClosed):
        await house.tournaments.enter(tournament.id, "yusuf")


async def test_who_withdraws_leaves_the_table_to_a_bot_and_is_not_paired_again(house: House) -> None:
    tournament = await house.tournament(ANNE, 7)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    await house.tournaments.withdraw(tournament.id, "kofi")
    kofi = tournament.entrant_of("kofi")
    assert kofi
    table = next(one.table for one in tournament.tables_of(1) if kofi.number in one.seats)
    assert table
    assert any(player == "kofi" and bot for player, _, bot in await seats_of(house.hall, table))
    await house.play(tournament.id)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    assert all(kofi.number not in one.seats for one in tournament.pairings if one.round == 2)
    assert len(tournament.standings) == 7
    with pytest.raises(NotEntered):
        await house.tournaments.withdraw(tournament.id, "kofi")


async def test_before_it_begins_withdrawing_leaves_no_trace(house: House) -> None:
    tournament = await house.tournament(ANNE, 4)
    await house.tournaments.withdraw(tournament.id, "kofi")
    assert [one.name for one in (await house.tournaments.find(tournament.id)).entrants] == ["Mira", "Elif", "Jonas"]


async def test_no_host_of_a_rated_tournament_decides_a_game_that_is_under_way(house: House) -> None:
    """They may sit at that table themselves."""
    rated = NewTournament(game="anne", name="Rated", terms=Terms(clock=Days(1), rated=True))
    tournament = await house.tournament(rated, ["Mira", "Kofi", "Elif"])
    await house.people("Zoe")
    tournament = await house.tournaments.begin(tournament.id, "mira")
    (pairing,) = tournament.tables_of(1)
    before = await seats_of(house.hall, pairing.table or "")
    numbers = {one.player: one.number for one in tournament.entrants}
    await house.tournaments.withdraw(tournament.id, "mira", numbers["kofi"])
    await house.tournaments.replace(tournament.id, "mira", numbers["elif"], "zoe")
    assert await seats_of(house.hall, pairing.table or "") == before
    await house.tournaments.withdraw(tournament.id, "mira")
    assert ("mira", "Mira", WEAKEST) in await seats_of(house.hall, pairing.table or ""), "who goes has gone"


async def test_somebody_takes_over_with_points_and_seat(house: House) -> None:
    tournament = await house.tournament(ANNE, 7)
    await house.tournaments.begin(tournament.id, "mira")
    await house.play(tournament.id)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    kofi = tournament.entrant_of("kofi")
    assert kofi
    points = next(one.points for one in tournament.standings if one.entrant == kofi.number)
    await house.people("Zoe")
    await house.tournaments.replace(tournament.id, "mira", kofi.number, "zoe")
    with pytest.raises(NoSuchPerson):
        await house.tournaments.replace(tournament.id, "mira", kofi.number, "Nobody")
    with pytest.raises(AlreadyEntered):
        await house.tournaments.replace(tournament.id, "mira", kofi.number, "Elif")
    await house.tournaments.withdraw(tournament.id, "jonas")
    with pytest.raises(AlreadyEntered):
        await house.tournaments.replace(tournament.id, "mira", kofi.number, "Jonas")
    tournament = await house.tournaments.find(tournament.id)
    zoe = tournament.entrant_of("zoe")
    assert zoe
    assert zoe.number == kofi.number
    assert next(one.points for one in tournament.standings if one.entrant == zoe.number) == points
    table = next(one.table for one in tournament.tables_of(2) if zoe.number in one.seats)
    assert table
    assert ("zoe", "Zoe", None) in await seats_of(house.hall, table)
    assert all(player != "kofi" for player, _, _ in await seats_of(house.hall, table))


async def test_a_rated_seat_stays_and_the_other_one_comes_in_with_the_next_round(house: House) -> None:
    rated = NewTournament(game="asante", name="Rated", plan=Plan(rounds=2), terms=Terms(clock=Days(1), rated=True))
    tournament = await house.tournament(rated, 4)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    kofi = tournament.entrant_of("kofi")
    assert kofi
    table = next(one.table for one in tournament.tables_of(1) if kofi.number in one.seats)
    await house.people("Zoe")
    await house.tournaments.replace(tournament.id, "mira", kofi.number, "Zoe")
    assert ("kofi", "Kofi", None) in await seats_of(house.hall, table or "")
    await house.play(tournament.id)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    table = next(one.table for one in tournament.tables_of(2) if kofi.number in one.seats)
    assert ("zoe", "Zoe", None) in await seats_of(house.hall, table or "")


async def test_when_too_few_are_left_for_a_table_it_ends(house: House) -> None:
    tournament = await house.tournament(ANNE, 3)
    await house.tournaments.begin(tournament.id, "mira")
    await house.play(tournament.id)
    await house.tournaments.withdraw(tournament.id, "kofi")
    house.clock.now += BREAK
    await house.tournaments.rounds.look_at(tournament.id)
    tournament = await house.tournaments.find(tournament.id)
    assert (tournament.state, tournament.counted) == ("over", 1)


async def test_who_has_deleted_themselves_is_not_paired_again(house: House) -> None:
    tournament = await house.tournament(ANNE, 7)
    await house.tournaments.begin(tournament.id, "mira")
    await house.play(tournament.id)
    kofi = tournament.entrant_of("kofi")
    async with house.hall.store.engine.begin() as connection:
        await connection.execute(delete(schema.players).where(schema.players.c.id == "kofi"))
    tournament = await house.tournaments.begin(tournament.id, "mira")
    assert kofi
    assert all(kofi.number not in one.seats for one in tournament.pairings if one.round == 2)


async def test_who_has_deleted_themselves_before_it_began_is_replaced_by_nobody(house: House) -> None:
    new = NewTournament(game="asante", name="Duels", system="knock-out")
    tournament = await house.tournament(new, ["Mira", "Elif", "Jonas", "Nadia", "Kofi"])
    kofi = tournament.entrant_of("kofi")
    assert kofi
    async with house.hall.store.engine.begin() as connection:
        await connection.execute(delete(schema.players).where(schema.players.c.id == "kofi"))
    tournament = await house.tournaments.begin(tournament.id, "mira")
    assert tournament.rounds == 2
    await house.people("Zoe")
    with pytest.raises(NotEntered):
        await house.tournaments.replace(tournament.id, "mira", kofi.number, "Zoe")
    tournament = await house.play_all(tournament.id)
    assert (tournament.state, tournament.round) == ("over", 2)


async def test_a_list_says_as_many_rounds_as_the_page_does(house: House) -> None:
    tournament = await house.tournament(NewTournament(game="asante", name="All", system="round-robin"), 5)
    await house.tournaments.begin(tournament.id, "mira")
    await house.play(tournament.id)
    await house.tournaments.withdraw(tournament.id, "kofi")
    tournament = await house.tournaments.find(tournament.id)
    (listed,) = await house.tournaments.rows.listed("mira", ["between"])
    assert listed.rounds == tournament.rounds == 5


async def test_a_tournament_ends_where_those_who_are_left_have_all_met(house: House) -> None:
    tournament = await house.tournament(NewTournament(game="asante", name="All", system="round-robin"), 3)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    (out,) = [one for one in tournament.entrants if one.number in tournament.byes_of(1)]
    await house.play(tournament.id)
    await house.tournaments.withdraw(tournament.id, out.player)
    with pytest.raises(TournamentOver):
        await house.tournaments.begin(tournament.id, "mira")
    tournament = await house.tournaments.find(tournament.id)
    assert (tournament.state, tournament.counted) == ("over", 1)


async def test_ended_early_the_rounds_that_are_over_count(house: House) -> None:
    tournament = await house.tournament(ANNE, 7)
    await house.tournaments.begin(tournament.id, "mira")
    await house.play(tournament.id)
    await house.tournaments.begin(tournament.id, "mira")
    await house.tournaments.end_early(tournament.id, "mira")
    tournament = await house.tournaments.find(tournament.id)
    assert (tournament.state, tournament.counted) == ("over", 1)


# Time


async def test_the_next_round_of_an_evening_begins_by_itself(house: House) -> None:
    tournament = await house.tournament(ANNE, 7)
    await house.tournaments.begin(tournament.id, "mira")
    tournament = await house.play(tournament.id)
    assert tournament.state == "between"
    house.clock.now += BREAK
    await house.tournaments.rounds.look()
    assert (
        (await house.tournaments.find(tournament.id)).state,
        (await house.tournaments.find(tournament.id)).round,
    ) == ("running", 2)


async def test_a_round_of_weeks_begins_when_the_one_before_should_end(house: House) -> None:
    new = NewTournament(game="anne", name="Cup", plan=Plan(rounds=2, days=7), terms=Terms(clock=Days(1)))
    tournament = await house.tournament(new, 4)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    began = house.clock.now
    assert tournament.due_at == began + 7 * DAY
    house.clock.now += DAY
    tournament = await house.play(tournament.id)
    assert (tournament.state, tournament.due_at) == ("between", began + 7 * DAY)
    house.clock.now = began + 7 * DAY
    await house.tournaments.rounds.look()
    tournament = await house.tournaments.find(tournament.id)
    assert (tournament.round, tournament.due_at) == (2, began + 14 * DAY)


async def test_when_the_time_of_a_round_is_up_bots_end_its_games(house: House) -> None:
    new = NewTournament(game="anne", name="Cup", plan=Plan(rounds=1, days=7))
    tournament = await house.tournament(new, 3)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    table = await house.hall.table(tournament.tables_of(1)[0].table or "")
    house.clock.now += 7 * DAY
    await house.tournaments.rounds.look()
    await house.tournaments.rounds.look()
    assert all(seat.bot == bots.levels()[-1] for seat in table.seats)
    assert sum(entry.kind == Kind.ROUND for entry in table.log) == 1
    with pytest.raises(RoundTimeUp):
        await house.hall.come_back(table.id, table.seats[0].player or "", 0)
    tournament = await house.play(tournament.id)
    assert tournament.state == "over"
    assert [one.points for one in tournament.standings] == [1.5, 1.5, 1.5], "nobody has come"


async def test_two_servers_end_a_game_once_with_its_round(shared_database: str) -> None:
    async with another_house(shared_database) as one, another_house(shared_database) as other:
        new = NewTournament(game="anne", name="Cup", plan=Plan(rounds=1, days=7))
        tournament = await one.tournament(new, 3)
        tournament = await one.tournaments.begin(tournament.id, "mira")
        for house in (one, other):
            house.clock.now += 7 * DAY
        await asyncio.gather(one.tournaments.rounds.look(), other.tournaments.rounds.look())
        stored = await one.hall.store.load(tournament.tables_of(1)[0].table or "")
        assert sum(entry.kind == Kind.ROUND for entry in stored.log) == 1


async def test_who_does_not_come_is_played_by_a_bot(house: House) -> None:
    tournament = await house.tournament(
        NewTournament(game="anne", name="Cup", plan=Plan(rounds=1), terms=Terms(away_after=15)), 3
    )
    house.clock.now = time.time()  # tables have a clock of their own
    tournament = await house.tournaments.begin(tournament.id, "mira")
    table = tournament.tables_of(1)[0].table
    assert table
    awaited = (await house.hall.table(table)).to_move
    assert awaited is not None
    await house.tournaments.rounds.look()
    assert not (await house.hall.table(table)).seats[awaited].bot
    house.clock.now += 16 * 60
    await house.tournaments.rounds.look()
    assert (await house.hall.table(table)).seats[awaited].bot


async def test_over_weeks_a_live_clock_waits_until_somebody_goes_on(house: House) -> None:
    new = NewTournament(game="anne", name="Cup", plan=Plan(rounds=1, days=7), terms=Terms(clock=Live(10, 10)))
    tournament = await house.tournament(new, 3)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    table = await house.hall.table(tournament.tables_of(1)[0].table or "")
    assert table.clocks
    assert table.clocks.paused
    await house.hall.resume(table.id, table.seats[1].player or "", 1)
    assert not table.clocks.paused


async def test_with_the_time_of_a_round_a_pause_ends_too(house: House) -> None:
    new = NewTournament(game="anne", name="Cup", plan=Plan(rounds=1, days=7), terms=Terms(clock=Live(10, 10)))
    tournament = await house.tournament(new, 3)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    house.clock.now += 7 * DAY
    await house.tournaments.rounds.look()
    table = await house.hall.table(tournament.tables_of(1)[0].table or "")
    assert not table.is_paused
    assert table.bot_to_move()


async def test_a_pause_of_an_evening_ends_when_nobody_was_there_for_as_long_as_was_agreed(house: House) -> None:
    terms = Terms(clock=Live(10, 10), away_after=15)
    tournament = await house.tournament(NewTournament(game="anne", name="Cup", plan=Plan(rounds=1), terms=terms), 3)
    house.clock.now = time.time()
    tournament = await house.tournaments.begin(tournament.id, "mira")
    table = await house.hall.table(tournament.tables_of(1)[0].table or "")
    await house.hall.do_as_host(table.id, lambda table, at: table.draft(at).add(Kind.PAUSE, 0, PAUSED))
    screen = Screen(0)
    house.hall.watch(table.id, screen)
    for minutes, is_paused in ((16, True), (10, True)):
        house.clock.now += 60 * minutes
        await house.tournaments.rounds.look()
        assert table.is_paused is is_paused, "somebody is there"
    house.hall.unwatch(table.id, screen)
    house.clock.now += 60 * 14
    await house.tournaments.rounds.look()
    assert table.is_paused
    house.clock.now += 60 * 2
    await house.tournaments.rounds.look()
    assert not table.is_paused
    assert table.to_move is not None


async def test_a_pause_in_which_all_have_left_holds_nobody_up(house: House) -> None:
    new = NewTournament(game="asante", name="Cup", plan=Plan(rounds=1), terms=Terms(clock=Live(10, 10)))
    tournament = await house.tournament(new, 2)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    table = await house.hall.table(tournament.tables_of(1)[0].table or "")
    await house.hall.do_as_host(table.id, lambda table, at: table.draft(at).add(Kind.PAUSE, 0, PAUSED))
    for player in ("kofi", "mira"):
        await house.tournaments.withdraw(tournament.id, player)
    assert table.bot_to_move()


async def test_a_limit_of_tables_stops_no_tournament(house: House) -> None:
    await house.hall.open_table(game("anne"), [Seat()] * 3)
    house.hall.gate.allowed = Allowed(tables_at_once=1)
    tournament = await house.tournament(ANNE, 7)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    assert all(one.table for one in tournament.tables_of(1))


async def test_what_is_refused_at_one_table_keeps_no_other_from_going_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, open_table = await house.tournament(ANNE, 11), house.hall.open_table
    opened = list[object]()

    async def refusing(*facts: object, **more: object) -> object:
        opened.append(more["id"])
        if len(opened) == 1:
            raise HouseFull
        return await open_table(*facts, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(house.hall, "open_table", refusing)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    assert [bool(one.table) for one in tournament.tables_of(1)] == [False, True, True]
    monkeypatch.undo()
    tournament = await house.play(tournament.id)
    assert [one.is_over for one in tournament.tables_of(1)] == [False, True, True]
    tournament = await house.play(tournament.id)
    assert tournament.state == "between"


async def test_a_game_that_new_rules_have_stopped_goes_on_with_the_end_of_its_round(house: House) -> None:
    new = NewTournament(game="asante", name="Cup", plan=Plan(rounds=1, days=7), terms=Terms(clock=Days(1)))
    tournament = await house.tournament(new, 2)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    table = await house.hall.table(tournament.tables_of(1)[0].table or "")
    await house.hall.do_as_host(table.id, lambda table, at: table.draft(at).add(Kind.PLAY, table.state.seat, 9999))
    assert table.stop
    house.clock.now += 7 * DAY
    await house.tournaments.rounds.look()
    assert table.stop is None
    assert table.bot_to_move()


async def test_tables_keep_the_terms_and_are_told(house: House) -> None:
    terms = Terms(clock=Days(3), past_tricks="open")
    tournament = await house.tournament(
        NewTournament(game="anne", name="November cup", plan=Plan(days=7), terms=terms), 4
    )
    tournament = await house.tournaments.begin(tournament.id, "mira")
    table = await house.hall.table(tournament.tables_of(1)[0].table or "")
    assert (table.terms, table.tournament) == (terms, tournament.id)
    about = {"game": "anne", "name": "November cup", "round": 1, "path": f"/tournaments/{tournament.id}"}
    assert sorted(house.told) == sorted(
        (player, "round", about, table.id) for player in ("kofi", "mira", "elif", "jonas")
    )


# Several servers


async def test_what_a_server_leaves_undone_the_next_one_does(
    house: House, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = await house.tournament(ANNE, 11)
    opened, open_table = list[object](), house.hall.open_table

    async def killed(*facts: object, **more: object) -> object:
        if opened:
            raise ConnectionError
        opened.append(more["id"])
        return await open_table(*facts, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(house.hall, "open_table", killed)
    with pytest.raises(ConnectionError):
        await house.tournaments.begin(tournament.id, "mira")
    monkeypatch.undo()
    assert await count_tables(house.hall) == 1
    assert [bool(one.table) for one in (await house.tournaments.find(tournament.id)).tables_of(1)] == [
        True,
        False,
        False,
    ]
    await house.tournaments.rounds.look()
    assert await count_tables(house.hall) == 3
    assert all(one.table for one in (await house.tournaments.find(tournament.id)).tables_of(1))


async def test_a_table_that_was_set_up_but_not_noted_is_not_set_up_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = await house.tournament(ANNE, 4)

    async def killed(*facts: object) -> bool:
        raise ConnectionError

    monkeypatch.setattr(house.tournaments.rows, "is_set_up", killed)
    with pytest.raises(ConnectionError):
        await house.tournaments.begin(tournament.id, "mira")
    monkeypatch.undo()
    await house.tournaments.rounds.look()
    assert await count_tables(house.hall) == 1
    assert (await house.tournaments.find(tournament.id)).tables_of(1)[0].table


async def test_two_servers_begin_a_round_once(shared_database: str) -> None:
    async with another_house(shared_database) as one, another_house(shared_database) as other:
        tournament = await one.tournament(ANNE, 11)
        results = await asyncio.gather(
            one.tournaments.begin(tournament.id, "mira"),
            other.tournaments.begin(tournament.id, "mira"),
            return_exceptions=True,
        )
        assert sum(isinstance(result, RoundRuns) for result in results) == 1
        await asyncio.gather(one.tournaments.rounds.look(), other.tournaments.rounds.look())
        tournament = await one.tournaments.find(tournament.id)
        assert tournament.round == 1
        assert len(tournament.pairings) == 3
        assert await count_tables(one.hall) == 3
        await one.play(tournament.id, only=1)
        tournament = await other.play(tournament.id)
        assert tournament.state == "between"
        assert len(NAMES) == len(tournament.standings)
