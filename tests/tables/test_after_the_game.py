"""What comes after a game, over both databases: rematches, games that go on from a position, records."""

import asyncio
from typing import Literal

import pytest

import mezani
from mezani.record import Record
from mezani.snapshot import snapshot
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.refusals import NotOver, NotYourSeat, UnknownRecord
from mezani.tables.situation import Seat
from mezani.tables.table import Origin, Table
from mezani.tables.terms import COVERED, OPEN, Terms
from tests.playing import OUR_GAMES
from tests.tables.conftest import hall_over

pytestmark = pytest.mark.anyio

ANN, BEN = (player_of(name) for name in ("ann", "ben"))
GAME = mezani.game(OUR_GAMES[0])
PLAYERS = GAME.seats[0]


def played(seed: int = 1) -> Record:
    """A random game."""
    record = Record(GAME, PLAYERS, seed)
    state, rng = record.start(), mezani.Rng(seed)
    while not state.is_over:
        record.actions.append(state.random_action(rng))
        state.play(record.actions[-1])
    return record


async def branched(hall: Hall, record: Record, moves: int) -> Table:
    """A table of Ann and Ben that goes on after some moves."""
    chairs = [Seat(ANN, "Ann"), *[Seat(BEN, "Ben")] * (PLAYERS - 1)]
    return await hall.open_table(GAME, chairs, origin=Origin(record.seed, record.actions[:moves], "/table/x/replay/3"))


async def ended(hall: Hall) -> Table:
    """A table of Ann and Ben that has just ended."""
    record = played()
    table = await branched(hall, record, -1)
    seat = table.state.seat
    await hall.decide(table.id, table.seats[seat].player or "", seat, record.actions[-1], table.turn)
    assert table.is_over
    return table


@pytest.mark.parametrize("seed", [7, 2**63, 2**64 - 1])
async def test_a_game_goes_on_with_the_same_chance(hall: Hall, seed: int) -> None:
    record = played(seed)
    table = await branched(hall, record, len(record.actions) // 2)
    assert table.log[-1].kind == Kind.BRANCH
    assert table.log[-1].text == "/table/x/replay/3"
    stored = await hall.store.load(table.id)
    assert stored.seed == seed
    assert snapshot(stored.state) == snapshot(table.state)
    for action in record.actions[len(record.actions) // 2 :]:
        table.state.play(action)
    assert snapshot(table.state) == snapshot(record.state())


async def test_a_rematch_is_one_table_whoever_asks(hall: Hall) -> None:
    table = await ended(hall)
    asked = await asyncio.gather(*(hall.rematch(table.id, player) for player in (ANN, BEN, ANN, BEN)))
    assert len({again.id for again in asked}) == 1
    assert sum(entry.kind == Kind.REMATCH for entry in table.log) == 1
    assert asked[0].seats == table.seats
    assert asked[0].begun
    assert (await hall.store.load(table.id)).rematch == asked[0].id


@pytest.mark.parametrize("past_tricks", [COVERED, OPEN])
async def test_a_rematch_keeps_the_terms(hall: Hall, past_tricks: Literal["covered", "open"]) -> None:
    table = await ended(hall)
    assert table.terms.past_tricks == COVERED  # two people, and nothing was chosen
    table.terms = Terms(past_tricks=past_tricks)
    again = await hall.rematch(table.id, ANN)
    assert again.terms == table.terms
    assert (await hall.store.load(again.id)).terms == table.terms


async def test_two_servers_agree_on_a_rematch(shared_database: str) -> None:
    async with hall_over(shared_database) as one, hall_over(shared_database) as other:
        table = await ended(one)
        await other.table(table.id)
        asked = await asyncio.gather(*(hall.rematch(table.id, ANN) for hall in (one, other) * 3))
        assert len({again.id for again in asked}) == 1
        stored = await one.store.load(table.id)
        assert sum(entry.kind == Kind.REMATCH for entry in stored.log) == 1


async def test_a_rematch_brings_back_who_had_left(hall: Hall) -> None:
    record = played()
    table = await branched(hall, record, -1)
    seat = table.state.seat
    away = next(number for number in range(PLAYERS) if number != seat)
    await hall.leave(table.id, table.seats[away].player or "", away, "novice")
    await hall.decide(table.id, table.seats[seat].player or "", seat, record.actions[-1], table.turn)
    again = await hall.rematch(table.id, ANN)
    assert again.seats[away].bot is None
    assert again.seats[away].player == table.seats[away].player


async def test_a_rematch_waits_for_the_end_and_is_not_for_strangers(hall: Hall) -> None:
    table = await branched(hall, played(), 3)
    with pytest.raises(NotOver):
        await hall.rematch(table.id, ANN)
    with pytest.raises(NotYourSeat):
        await hall.rematch((await ended(hall)).id, player_of("cat"))


async def test_practice_is_alone_among_bots(hall: Hall) -> None:
    bots = [Seat(bot="novice")] * (PLAYERS - 2)
    for chairs, practice in (
        ([Seat(ANN, "Ann"), Seat(bot="novice"), *bots], True),
        ([Seat(ANN, "Ann"), Seat(BEN, "Ben"), *bots], False),
        ([Seat(ANN, "Ann"), Seat(BEN, "Ben", "novice"), *bots], False),  # Ben may come back
        ([Seat(ANN, "Ann"), Seat(), *bots], False),
        ([Seat(ANN, "Ann"), Seat(ANN, "Ann's friend"), *bots], False),
    ):
        table = Table("x", GAME, PLAYERS, 1, {}, False, chairs)
        assert table.is_practice_of(ANN) == practice
        assert not table.is_practice_of(player_of("cat"))
        assert not table.is_practice_of(None)


async def test_records_are_kept_as_they_were_given(hall: Hall) -> None:
    text = str(played()) + "# Grüße\n"
    await hall.store.records.keep("abc", text, "A game", ANN)
    assert await hall.store.records.text("abc") == text
    assert await hall.store.records.of(ANN) == [("abc", "A game")]
    assert await hall.store.records.of(BEN) == []
    with pytest.raises(UnknownRecord):
        await hall.store.records.text("nowhere")
