"""Who goes from a table of a tournament: no bot wins points for them, and ratings say the same."""

import random

import pytest

from mezani import bots
from mezani.house.final_places import places_that_count
from mezani.house.rated_games import rated_game
from mezani.house.tournaments.tournament import Plan, Tournament
from mezani.house.tournaments.tournaments import NewTournament
from mezani.tables.hall import Hall
from mezani.tables.stand_ins import level_of_stand_in
from mezani.tables.table import Table
from mezani.tables.terms import Days, Terms
from tests.house.tournaments.scene import House
from tests.tables.clocked import table_of

pytestmark = pytest.mark.anyio

WEAKEST = bots.levels()[0]
FRIENDLY = NewTournament(game="anne", name="Cup", plan=Plan(rounds=1), terms=Terms(away_after=15))
RATED = NewTournament(
    game="anne", name="Cup", plan=Plan(rounds=1), terms=Terms(clock=Days(1), rated=True, away_after=15)
)


@pytest.fixture
def house(hall: Hall) -> House:
    return House(hall)


async def begun(house: House, new: NewTournament) -> tuple[Tournament, Table]:
    tournament = await house.tournament(new, 3)
    tournament = await house.tournaments.begin(tournament.id, "mira")
    return tournament, await house.hall.table(tournament.tables_of(1)[0].table or "")


async def stood_in_for(house: House, tournament: Tournament, table: Table) -> int:
    """Let a bot play for whoever is awaited, as the tournament does; returns the seat."""
    seat = table.to_move
    assert seat is not None
    house.clock.now = table.last_at + 16 * 60
    await house.tournaments.rounds.look_at(tournament.id)
    assert table.seats[seat].bot
    return seat


async def places_of(house: House, tournament: Tournament) -> list[int]:
    outcome = (await house.play(tournament.id)).tables_of(1)[0].outcome
    assert outcome
    return outcome["places"]


@pytest.mark.parametrize("new", [FRIENDLY, RATED], ids=["friendly", "rated"])
async def test_whoever_gets_up_is_last_even_if_they_come_back(house: House, new: NewTournament) -> None:
    tournament, table = await begun(house, new)
    ends = table.state.clone()
    luck = random.Random(table.id)  # as the scene plays to the end
    while not ends.is_over:
        ends.play(luck.choice(ends.legal_actions()))
    seat = ends.places().index(1)
    player = table.seats[seat].player or ""
    await house.hall.leave(table.id, player, seat, "master")
    await house.hall.come_back(table.id, player, seat)
    assert (await places_of(house, tournament))[seat] == 3


@pytest.mark.parametrize("new", [FRIENDLY, RATED], ids=["friendly", "rated"])
@pytest.mark.parametrize("comes_back", [True, False])
async def test_whoever_was_away_is_last_unless_they_come_back(
    house: House, new: NewTournament, comes_back: bool
) -> None:
    tournament, table = await begun(house, new)
    seat = await stood_in_for(house, tournament, table)
    assert table.seats[seat].bot == WEAKEST, "nobody lets a strong one play for a while"
    if comes_back:
        await house.hall.come_back(table.id, table.seats[seat].player or "", seat)
    places = await places_of(house, tournament)
    assert places == places_that_count(table)
    assert places == (table.state.places() if comes_back else places)
    assert comes_back or places[seat] == 3


@pytest.mark.parametrize("goes", ["away", "gets up"])
async def test_ratings_and_standings_say_the_same(house: House, goes: str) -> None:
    tournament, table = await begun(house, RATED)
    if goes == "away":
        seat = await stood_in_for(house, tournament, table)
    else:
        seat = 1
        await house.hall.leave(table.id, table.seats[seat].player or "", seat, WEAKEST)
    await house.hall.come_back(table.id, table.seats[seat].player or "", seat)
    places = await places_of(house, tournament)
    assert places == [seat.place for seat in rated_game(table).seats]


async def test_whoever_withdraws_or_is_taken_out_leaves_the_game_to_the_weakest_bot(house: House) -> None:
    tournament, table = await begun(house, FRIENDLY)
    numbers = {one.player: one.number for one in tournament.entrants}
    await house.tournaments.withdraw(tournament.id, "kofi")
    await house.tournaments.withdraw(tournament.id, "mira", numbers["elif"])
    assert {seat.bot for seat in table.seats if seat.player in ("kofi", "elif")} == {WEAKEST}
    for player in ("kofi", "elif"):
        await house.hall.come_back(table.id, player, table.seats_of(player)[0])
    places = await places_of(house, tournament)
    assert places[table.seats_of("kofi")[0]] == 3, "who withdraws has got up"


def test_elsewhere_the_best_bot_plays_on() -> None:
    table = table_of("anne", Days(1), 3)
    assert level_of_stand_in(table) == bots.levels()[-1]
    table.tournament = "one"
    assert level_of_stand_in(table) == WEAKEST
    assert level_of_stand_in(table, for_good=True) == bots.levels()[-1]
