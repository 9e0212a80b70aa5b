"""Questions at which nobody may see whether the seat has a choice: the table answers for those who have none."""

import asyncio
import inspect
import time
from typing import Any

import pytest

import mezani
from mezani.game import Game
from mezani.tables import bots_at_tables
from mezani.tables.bots_at_tables import answering_time
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.refusals import NoHint, NotAsked, NotYourSeat
from mezani.tables.situation import Seat
from mezani.tables.table import Origin, Table
from tests.playing import Asked, can_choose, cannot, question, will_not
from tests.tables.conftest import hall_over

pytestmark = pytest.mark.anyio

ANN, BEN = (player_of(name) for name in ("ann", "ben"))
LONG = 60.0  # seconds: longer than any of these tests


def origin_of(asked: Asked) -> tuple[Game[Any], Origin]:
    """Such a question as the position from which a table goes on."""
    game, seed, actions = question(asked)
    return game, Origin(seed, actions, "")


async def table_at(hall: Hall, asked: Asked, before: int = 0, bot: bool = False) -> Table:
    """A table at such a question, or some moves before it; the seat that is asked is Ann's, the other Ben's."""
    game, origin = origin_of(asked)
    at = Table("x", game, 2, origin.seed, {}, False, [])
    for action in origin.actions:
        at.state.play(action)
    other = Seat(None, "", "random") if bot else Seat(BEN, "Ben")
    chairs = [Seat(ANN, "Ann") if seat == at.state.seat else other for seat in range(2)]
    moves = origin.actions[: len(origin.actions) - before]
    return await hall.open_table(game, chairs, origin=Origin(origin.seed, moves, ""))


def seat_of(table: Table, player: str) -> int:
    return table.seats_of(player)[0]


async def until_answered(table: Table, turn: int) -> None:
    end = time.monotonic() + LONG
    while table.turn == turn and time.monotonic() < end:
        await asyncio.sleep(0.01)
    assert table.turn > turn


@pytest.mark.parametrize("asked", [cannot, will_not])
async def test_the_table_answers_for_a_seat_that_cannot_or_will_not(hall: Hall, asked: Asked) -> None:
    table = await table_at(hall, asked)
    turn = table.turn
    assert (table.to_move, table.asked, table.choices(seat_of(table, ANN))) == (seat_of(table, ANN), None, [])
    await until_answered(table, turn)
    assert not table.state.hides_choice()
    assert (table.log[-1].kind, table.log[-1].seat) == (Kind.PLAY, seat_of(table, ANN))


async def test_who_has_a_choice_is_asked(hall: Hall) -> None:
    table = await table_at(hall, can_choose)
    turn, seat = table.turn, seat_of(table, ANN)
    await asyncio.sleep(0.1)
    assert (table.turn, table.asked) == (turn, seat)
    await hall.decide(table.id, ANN, seat, table.choices(seat)[0], turn)
    assert table.turn == turn + 1


async def test_nobody_answers_before_the_table_that_answers_for_them(hall: Hall) -> None:
    hall.bots.answer_pause = LONG
    table = await table_at(hall, cannot)
    seat = seat_of(table, ANN)
    with pytest.raises(NotAsked):
        await hall.decide(table.id, ANN, seat, table.state.legal_actions()[0], table.turn)
    with pytest.raises(NoHint):
        await hall.hint(table.id, ANN, seat)


async def test_a_seat_may_want_to_be_asked_always(hall: Hall) -> None:
    hall.bots.answer_pause = LONG
    table = await table_at(hall, cannot)
    seat, turn, known = seat_of(table, ANN), table.turn, table.entries_known(1 - seat_of(table, ANN))
    with pytest.raises(NotYourSeat):
        await hall.ask(table.id, BEN, seat, True)
    await hall.ask(table.id, ANN, seat, True)
    assert table.asked == seat
    assert table.entries_known(1 - seat) == table.entries_known(None) == known, "nobody else learns of it"
    await hall.ask(table.id, ANN, seat, False)
    assert table.asked is None
    await hall.ask(table.id, ANN, seat, True)
    await hall.decide(table.id, ANN, seat, table.choices(seat)[0], turn)
    assert table.turn == turn + 1


async def test_what_was_decided_in_advance_is_answered_after_a_pause(hall: Hall) -> None:
    hall.bots.answer_pause = LONG
    table = await table_at(hall, can_choose, before=1)
    seat, origin = seat_of(table, ANN), origin_of(can_choose)[1]
    [never] = table.state.open_actions(seat)
    await hall.decide(table.id, ANN, seat, never, table.turn)
    await hall.decide(table.id, BEN, 1 - seat, origin.actions[-1], table.turn)
    assert (table.to_move, table.asked, table.commitments) == (seat, None, {seat: never})
    await hall.withdraw(table.id, ANN, seat)
    assert table.asked == seat, "it can still be taken back"
    await hall.decide(table.id, ANN, seat, never, table.turn)
    assert table.actions[-1] == never


async def test_a_decision_in_advance_outlives_other_questions_of_its_turn_and_no_other_turn(hall: Hall) -> None:
    hall.bots.answer_pause = 0
    table = await table_at(hall, can_choose, before=1)
    seat = seat_of(table, ANN)
    [never] = table.state.open_actions(seat)
    place, rng = table.game.place, mezani.Rng(4)
    now = table.situation().committed(seat, never)
    turn = place(now.state)
    while place(now.state) == turn:
        is_about_it = now.state.allows(never)
        now = now.played(now.state.random_action(rng))
        if is_about_it and place(now.state) == turn:
            now = now.committed(seat, never)
        elif place(now.state) == turn:
            assert now.commitments == {seat: never}
    assert now.commitments == {}


async def test_an_answer_is_found_again_after_a_restart(database: str) -> None:
    async with hall_over(database) as hall:
        hall.bots.answer_pause = LONG
        table = await table_at(hall, cannot)
        [listed] = (await hall.store.lists.running_of(ANN)).tables
        assert (listed.to_move, listed.answers) == (seat_of(table, ANN), True)
    async with hall_over(database) as hall:
        again = await hall.table(table.id)
        await until_answered(again, table.turn)
        [listed] = (await hall.store.lists.running_of(ANN)).tables
        assert not listed.answers


async def test_of_two_servers_one_answers(shared_database: str) -> None:
    async with hall_over(shared_database) as hall:
        hall.bots.answer_pause = LONG
        table = await table_at(hall, cannot)
    async with hall_over(shared_database) as one, hall_over(shared_database) as two:
        tables = [await server.table(table.id) for server in (one, two)]
        for again in tables:
            await until_answered(again, table.turn)
        await asyncio.sleep(0.1)
        assert tables[0].actions == tables[1].actions == [*table.actions, tables[0].actions[-1]]


async def test_among_bots_there_is_no_pause(hall: Hall) -> None:
    hall.bots.answer_pause = LONG
    table = await table_at(hall, cannot, bot=True)
    await until_answered(table, len(origin_of(cannot)[1].actions))


async def test_people_who_share_a_screen_are_asked_every_time(hall: Hall) -> None:
    game, origin = origin_of(cannot)
    table = await hall.open_table(game, [Seat(ANN, "Ann"), Seat(ANN, "Ben")], origin=origin)
    assert table.asked == table.to_move


@pytest.mark.parametrize("asked", [cannot, will_not])
async def test_the_pause_is_drawn_without_knowing_why(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, asked: Asked
) -> None:
    told: list[object] = []

    def draw(*facts: object, **more: object) -> float:
        told.append((facts, more))
        return 0.0

    monkeypatch.setattr(bots_at_tables, "answering_time", draw)
    table = await table_at(hall, asked)
    await until_answered(table, table.turn)
    assert told == [((hall.bots.answer_pause,), {})]


@pytest.mark.parametrize("asked", [cannot, can_choose])
async def test_a_bot_takes_as_long_whatever_it_holds(hall: Hall, monkeypatch: pytest.MonkeyPatch, asked: Asked) -> None:
    table = await table_at(hall, asked)
    monkeypatch.setattr(hall.bots, "pause_at", lambda _: 0.0)  # for somebody who wants no pauses
    hall.bots.bot_pause = 0.7
    assert hall.bots.pause_of_bot(table) == bots_at_tables.MOMENT
    monkeypatch.setattr(hall.bots, "pause_at", lambda _: 0.7)
    assert hall.bots.pause_of_bot(table) == 0.7


def test_pauses_differ_and_none_is_long() -> None:
    assert list(inspect.signature(answering_time).parameters) == ["usual"]
    drawn = [answering_time(1.6) for _ in range(500)]
    assert 0.0 < min(drawn) < 1.0
    assert 2.0 < max(drawn) <= 6.4
    assert answering_time(0.0) == 0.0
