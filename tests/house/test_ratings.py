"""Ratings of people, over both databases: each game counts once, and all of it can be worked out again."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Literal

import msgspec
import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from mezani.arena.anchors import Anchor, anchors_of
from mezani.arena.rating import UNKNOWN, Rating, rated
from mezani.cli import app
from mezani.house.keys import Keys
from mezani.house.leaving import delete_profile
from mezani.house.rated_games import DAY, SOMEBODY, RatedGame, RatedSeat, Standing, grown, kept, reckoned, replayed
from mezani.house.ratings import Ratings, row_of
from mezani.house.retention import Keeping, tidy
from mezani.tables import deeds, schema
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from tests.house.rating import ANN, BEN, CLEO, DORA, GAME, RATED, chairs_of, ended, finish, join, nearly_over
from tests.house.test_retention import aged
from tests.tables.conftest import hall_over

pytestmark = pytest.mark.anyio


async def everything(hall: Hall) -> tuple[list[RatedGame], dict[tuple[str, str], Standing]]:
    """All that is stored of ratings."""
    r = schema.ratings
    async with hall.store.engine.connect() as connection:
        games = (await connection.execute(sa.select(schema.rated_games).order_by(schema.rated_games.c.table_id))).all()
        rows = (await connection.execute(sa.select(r))).all()
    found = [RatedGame(g.game, g.ended_at, g.table_id, msgspec.convert(g.seats, list[RatedSeat])) for g in games]
    return found, {(row.player, row.game): Standing(row.mu, row.sigma, row.games, row.rated_at) for row in rows}


async def test_a_rated_game_changes_the_ratings_of_its_people(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    ratings = Ratings(hall.store)
    table = await ended(hall, ANN, BEN)
    done = await ratings.rate(table)
    assert done
    seats = dict(zip((ANN, BEN), done.seats, strict=False))
    places = list(table.state.places())
    assert [seat.place for seat in done.seats] == places
    better, worse = sorted((ANN, BEN), key=lambda player: seats[player].place)
    assert seats[better].gain > 0 > seats[worse].gain
    for player, seat in seats.items():
        (standing,) = (await ratings.standings(player)).values()
        assert standing == Standing(*(seat.after or UNKNOWN), 1, done.ended_at)
    assert done.ended_at == table.moves()[-1].at


async def test_bots_are_anchors_that_no_game_moves(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    table = await ended(hall, ANN, BEN)
    done = await Ratings(hall.store).rate(table)
    assert done
    anchor = anchors_of(GAME)["trader"].rating
    bots = [seat for seat in done.seats if seat.bot]
    assert bots
    assert all(seat.before == seat.after == anchor for seat in bots)
    unknown = kept(UNKNOWN)
    found = rated(
        [unknown, unknown, *[anchor] * len(bots)], [seat.place for seat in done.seats], range(2, len(done.seats))
    )
    assert [seat.after for seat in done.seats] == list(map(kept, found))


async def test_a_bot_without_an_anchor_does_not_count(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    chairs = [*chairs_of(ANN, BEN)[:2], *[replace(seat, bot="random") for seat in chairs_of(ANN, BEN)[2:]]]
    done = await Ratings(hall.store).rate(await finish(hall, *await nearly_over(hall, chairs)))
    assert done
    assert [seat.after is not None for seat in done.seats] == [True, True] + [False] * (len(chairs) - 2)
    assert done.seats[0].after == kept(rated([kept(UNKNOWN)] * 2, [seat.place for seat in done.seats[:2]])[0])


async def test_a_game_is_rated_once_whoever_asks(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    table = await ended(hall, ANN, BEN)
    first, second = Ratings(hall.store), Ratings(hall.store)
    found = await asyncio.gather(*(ratings.rate(table) for ratings in (first, second, first, second)))
    assert all(game == found[0] for game in found)
    assert (await first.standings(ANN))[GAME.name].games == 1
    assert await first.rate_missing() == 0


async def test_what_a_server_could_not_rate_any_more_is_found(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    tables = [await ended(hall, ANN, BEN, seed=seed) for seed in (1, 2, 3)]
    ratings = Ratings(hall.store)
    await ratings.rate(tables[2])
    assert await ratings.rate_missing() == 2
    assert await ratings.rate_missing() == 0
    assert await ratings.recompute() == [], "games are rated in the order in which they ended"


async def test_a_game_that_can_not_be_read_keeps_no_other_waiting(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    broken, whole = [await ended(hall, ANN, BEN, seed=seed) for seed in (1, 2)]
    async with hall.store.engine.begin() as connection:
        log = schema.log.c
        spoilt = sa.update(schema.log).where(log.table_id == broken.id, log.kind == Kind.PLAY.value)
        await connection.execute(spoilt.values(action=-7))
    ratings = Ratings(hall.store)
    assert await ratings.rate_missing() == 1
    assert await ratings.game(whole.id)
    assert await ratings.recompute() == []


async def test_new_anchors_change_nothing_that_was_rated(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await join(hall, ANN, BEN)
    ratings = Ratings(hall.store)
    old = await ratings.rate(await ended(hall, ANN, BEN))
    monkeypatch.setattr("mezani.house.rated_games.anchors_of", lambda game: {"trader": Anchor(40.0, 1.0, 9)})
    assert await ratings.recompute() == []
    new = await ratings.rate(await ended(hall, ANN, BEN, seed=2))
    assert old
    assert new
    assert old.seats[2].before == anchors_of(GAME)["trader"].rating
    assert new.seats[2].before == (40.0, 1.0)


async def test_a_game_is_rated_before_its_table_goes(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    await aged(hall, await ended(hall, ANN, BEN), 40)
    assert (await tidy(hall.store, Keeping(finished=10), hall))["finished"] == 0
    ratings = Ratings(hall.store)
    await ratings.rate_missing()
    before = await everything(hall)
    assert (await tidy(hall.store, Keeping(finished=10), hall))["finished"] == 1
    assert await ratings.recompute() == []
    assert await everything(hall) == before


async def test_the_server_on_which_a_game_ends_rates_it(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    ratings = Ratings(hall.store)
    hall.at_end.append(ratings.note_end)
    table = await ended(hall, ANN, BEN)
    await ratings.settle()
    assert await ratings.game(table.id)


async def test_a_game_that_is_not_rated_or_not_over_changes_nothing(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    ratings = Ratings(hall.store)
    running, _ = await nearly_over(hall, chairs_of(ANN, BEN))
    assert await ratings.rate(running) is None
    friendly = await ended(hall, ANN, BEN)
    friendly.terms = msgspec.structs.replace(friendly.terms, rated=False)
    assert await ratings.rate(friendly) is None


async def test_a_table_that_the_host_has_closed_counts_for_nothing(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    table, _ = await nearly_over(hall, chairs_of(ANN, BEN))
    await hall.do_as_host(table.id, deeds.close)
    ratings = Ratings(hall.store)
    assert await ratings.rate_missing() == 0
    assert await ratings.rate(table) is None


# Going


async def test_who_gets_up_is_last_even_if_they_come_back(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    table, action = await nearly_over(hall, chairs_of(ANN, BEN))
    await hall.leave(table.id, ANN, 0, "master")
    await hall.come_back(table.id, ANN, 0)
    done = await Ratings(hall.store).rate(await finish(hall, table, action))
    assert done
    assert done.seats[0].place == table.players
    assert done.seats[0].gain < 0


async def test_who_comes_back_when_all_is_over_has_still_gone(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    table, action = await nearly_over(hall, chairs_of(ANN, BEN))
    await hall.leave(table.id, BEN, 1, "master")
    await finish(hall, table, action)
    await hall.come_back(table.id, BEN, 1)
    done = await Ratings(hall.store).rate(await hall.store.load(table.id))
    assert done
    assert done.seats[1].place == table.players


async def test_who_went_first_is_behind_who_went_later(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    table, action = await nearly_over(hall, chairs_of(ANN, BEN))
    for seat, player in ((1, BEN), (0, ANN)):
        await hall.leave(table.id, player, seat, "trader")
    await hall.come_back(table.id, BEN, 1)
    done = await Ratings(hall.store).rate(await finish(hall, table, action))
    assert done
    assert [seat.place for seat in done.seats[:2]] == [table.players - 1, table.players]


@pytest.mark.parametrize(
    ("time_up", "comes_back", "is_last"), [("bot", True, False), ("bot", False, True), ("lost", False, True)]
)
async def test_whose_time_was_up_is_last_unless_they_came_back(
    hall: Hall, time_up: Literal["bot", "lost"], comes_back: bool, is_last: bool
) -> None:
    await join(hall, ANN, BEN)
    terms = msgspec.structs.replace(RATED, time_up=time_up)
    table, action = await nearly_over(hall, chairs_of(ANN, BEN), seed=7, terms=terms, left=2)
    seat, player = table.state.seat, (ANN, BEN)[table.state.seat]
    await hall.do_as_host(table.id, lambda table, at: deeds.time_up(table, at + 4 * DAY, "trader"))
    await hall.do_as_host(table.id, lambda table, at: table.decide(seat, action, table.turn, at))
    if comes_back:
        await hall.come_back(table.id, player, seat)
    done = await Ratings(hall.store).rate(await finish(hall, table, table.state.legal_actions()[0]))
    assert done
    assert (done.seats[seat].place == table.players) is is_last
    assert done == await Ratings(hall.store).rate(await hall.store.load(table.id))


async def test_nobody_is_rated_against_themselves(hall: Hall) -> None:
    """However two seats came to belong to one person."""
    await join(hall, ANN, BEN)
    table = await finish(hall, *await nearly_over(hall, chairs_of(ANN, ANN)))
    ratings = Ratings(hall.store)
    done = await ratings.rate(table)
    assert done
    assert not any(seat.after for seat in done.seats)
    assert await ratings.standings(ANN) == {}
    assert await ratings.rate_missing() == 0


# Working it out again


def simulated(count: int, people: list[str], seed: int = 1) -> list[RatedGame]:
    """Games that were played by some of the people and bots over a year, two of them at the same moment."""
    rng, anchor = random.Random(seed), Rating(23.2, 0.5)
    games = []
    for number in range(count):
        who = rng.sample(people, 2 + rng.randrange(2))
        seats = [RatedSeat(place, player) for place, player in zip(rng.sample(range(1, 5), len(who)), who, strict=True)]
        seats.append(RatedSeat(rng.randint(1, 4), None, "trader", anchor))
        at = 1_700_000_000.0 + (number // 2) * 3.7 * DAY + rng.random() * (number % 2)
        games.append(RatedGame(GAME.name, at, f"sim{number:06}", seats))
    return games


async def test_recomputed_ratings_are_the_stored_ones_bit_for_bit(hall: Hall) -> None:
    people = [ANN, BEN, CLEO, DORA]
    await join(hall, *people)
    games, known = replayed(simulated(120, people))
    async with hall.store.engine.begin() as connection:
        await connection.execute(sa.insert(schema.rated_games), [row_of(game) for game in games])
        rows = [{"player": player, "game": GAME.name, **standing._asdict()} for player, standing in known.items()]
        await connection.execute(sa.insert(schema.ratings), rows)
    ratings = Ratings(hall.store)
    for seed, who in enumerate([(ANN, BEN), (CLEO, DORA), (BEN, CLEO), (DORA, ANN)]):
        table, action = await nearly_over(hall, chairs_of(*who), seed + 1)
        if seed == 2:
            await hall.leave(table.id, BEN, 0, "novice")
        await ratings.rate(await finish(hall, table, action))
    before = await everything(hall)
    assert await ratings.recompute() == []
    assert await everything(hall) == before
    assert len(before[0]) == 124
    assert before[1][ANN, GAME.name].games == 2 + sum(ANN in game.people() for game in games)


async def test_recomputing_tells_what_was_stored_otherwise_and_puts_it_right(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    ratings = Ratings(hall.store)
    tables = [await ended(hall, ANN, BEN, seed=seed) for seed in (1, 2)]
    for table in tables:
        await ratings.rate(table)
    right = await everything(hall)
    first = right[0][0]
    swapped = [msgspec.structs.replace(seat, place=len(first.seats) + 1 - seat.place) for seat in first.seats]
    async with hall.store.engine.begin() as connection:
        await connection.execute(sa.update(schema.ratings).where(schema.ratings.c.player == ANN).values(mu=99.0))
        wrong = sa.update(schema.rated_games).where(schema.rated_games.c.table_id == first.table_id)
        await connection.execute(wrong.values(seats=msgspec.to_builtins(swapped)))
    told = [str(difference) for difference in await ratings.recompute()]
    assert any("99.00" in line for line in told)
    assert any(f"table {first.table_id}" in line for line in told)
    assert await everything(hall) == right
    assert await ratings.recompute() == []


async def test_recomputing_takes_up_games_that_nobody_has_rated(hall: Hall) -> None:
    await join(hall, ANN, BEN)
    table = await ended(hall, ANN, BEN)
    ratings = Ratings(hall.store)
    (told,) = {difference.what for difference in await ratings.recompute() if "table" in difference.what}
    assert told == f"table {table.id}"
    assert (await ratings.standings(ANN))[GAME.name].games == 1


async def test_two_servers_rate_games_of_the_same_people_at_once(database: str) -> None:
    async with hall_over(database) as one, hall_over(database) as other:
        await join(one, ANN, BEN, CLEO)
        tables = [await ended(one, *who, seed=seed) for seed, who in enumerate([(ANN, BEN), (BEN, CLEO)] * 4)]
        servers = [Ratings(hall.store) for hall in (one, other)]
        await asyncio.gather(*(servers[number % 2].rate(table) for number, table in enumerate(reversed(tables))))
        assert await servers[0].recompute() == []
        assert (await servers[1].standings(BEN))[GAME.name].games == 8


def test_the_command_line_works_ratings_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    address = f"sqlite:///{tmp_path}/mezani.db"

    async def make() -> None:
        async with hall_over(address) as hall:
            await join(hall, ANN, BEN)
            await ended(hall, ANN, BEN)

    asyncio.run(make())
    first = CliRunner().invoke(app, ["ratings", "--recompute", "--database", address])
    assert first.exit_code == 0
    assert "nothing was stored" in first.output
    assert first.output.endswith("4 differences, which are put right.\nanne: 2 people in 1 game\n")
    second = CliRunner().invoke(app, ["ratings", "--recompute", "--database", address])
    assert second.output == "All ratings are as they were stored.\nanne: 2 people in 1 game\n"


# Going away


async def test_whoever_deletes_themselves_leaves_the_ratings_of_others(hall: Hall) -> None:
    await join(hall, ANN, BEN, CLEO)
    ratings = Ratings(hall.store)
    for seed, who in enumerate([(ANN, BEN), (BEN, CLEO), (ANN, CLEO)]):
        await ratings.rate(await ended(hall, *who, seed=seed + 1))
    others = {player: await ratings.standings(player) for player in (BEN, CLEO)}
    await ratings.forget(ANN)
    assert await ratings.standings(ANN) == {}
    games, _ = await everything(hall)
    people = {player for game in games for player in game.people()}
    assert ANN not in people
    assert sum(player.startswith(SOMEBODY) for player in people) == 1
    assert await ratings.recompute() == []
    assert {player: await ratings.standings(player) for player in (BEN, CLEO)} == others


async def test_whoever_goes_for_good_loses_what_they_play(hall: Hall) -> None:
    """And working it out again says the same of those who stay."""
    await join(hall, ANN, BEN)
    ratings = Ratings(hall.store)
    await ratings.rate(await ended(hall, ANN, BEN))
    table, action = await nearly_over(hall, chairs_of(ANN, BEN), seed=2)
    await delete_profile(hall, Keys(hall), ANN)
    table = await hall.table(table.id)
    done = await ratings.rate(await finish(hall, table, action) if not table.is_over else table)
    assert done
    assert done.seats[0].place == table.players
    assert (done.seats[0].player or "").startswith(SOMEBODY)
    before = await everything(hall)
    assert list(before[1]) == [(BEN, GAME.name)]
    assert await ratings.recompute() == []
    assert await everything(hall) == before


def test_the_last_digits_in_which_machines_differ_are_not_kept() -> None:
    """Else ratings worked out again at another server would not be those that are stored."""
    seats = [RatedSeat(1, ANN), RatedSeat(2, BEN)]
    first = Standing(27.123457, 3.234568, 5, 1e9)
    games = [
        reckoned(RatedGame(GAME.name, 2e9, "x", seats), {ANN: first._replace(mu=first.mu + noise)})
        for noise in (0.0, 4e-15, -4e-15)
    ]
    assert games[0] == games[1] == games[2]


def test_uncertainty_grows_with_idle_time_and_never_over_the_first() -> None:
    rating = Rating(30.0, 2.0)
    assert grown(rating, 0.0) == rating
    sigmas = [grown(rating, days * DAY).sigma for days in (1, 30, 365, 730)]
    assert sigmas == sorted(sigmas)
    assert sigmas[-1] == pytest.approx(4.0)
    assert grown(rating, 1e6 * DAY) == (30.0, UNKNOWN.sigma)
    half = grown(grown(rating, 100 * DAY), 265 * DAY)
    assert half.sigma == pytest.approx(grown(rating, 365 * DAY).sigma), "however the time is parted"
