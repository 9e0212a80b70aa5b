"""Tables over both databases: sitting down, playing, taking back, leaving, and several servers at once."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text

import mezani
from mezani.game import Game, Option
from mezani.snapshot import snapshot
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.players import new_secret, player_of
from mezani.tables.refusals import (
    IllegalMove,
    NameMissing,
    NoHint,
    NoHintAmongPeople,
    NoSeatFree,
    NotBegun,
    NotYourSeat,
    NoUndo,
    SeatTaken,
    StaleMove,
    UnknownRecord,
    UnknownTable,
    WrongLink,
    WrongStart,
)
from mezani.tables.situation import Seat
from mezani.tables.store import Change, Overtaken
from mezani.tables.table import Table
from tests.playing import OUR_GAMES, game_with_decisions_in_advance
from tests.tables.conftest import hall_over

pytestmark = pytest.mark.anyio

ANN, BEN, CAT = (player_of(name) for name in ("ann", "ben", "cat"))
FREE = Seat()
GAME = next(game for game in map(mezani.game, OUR_GAMES) if len(game.new(seed=1).open_seats()) > 1)
PLAYERS = GAME.seats[-1]
PATIENCE = 60  # seconds: the machine may be busy
END_LISTENERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
)


async def running_table(hall: Hall, game: Game[Any] = GAME) -> Table:
    """A table at which everybody sits: Ann, Ben, and Cat on what is left."""
    sitting = [ANN, BEN, *[CAT] * (game.seats[-1] - 2)]
    return await hall.open_table(game, [Seat(player, player[:4]) for player in sitting])


@pytest.mark.parametrize("id", ["a\0b", "\x01", "\ud800", "é", "x" * 300, "", "../x", "a'b"])
async def test_an_id_that_can_be_none_is_unknown(hall: Hall, id: str) -> None:
    with pytest.raises(UnknownTable):
        await hall.table(id)
    with pytest.raises(UnknownRecord):
        await hall.store.records.text(id)


async def play_first(hall: Hall, table: Table) -> None:
    """The seat to move plays its first legal action."""
    seat = table.state.seat
    player = table.seats[seat].player
    assert player
    await hall.decide(table.id, player, seat, table.state.legal_actions()[0], table.turn)


async def until_over(table: Table, seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not table.is_over and time.monotonic() < end:
        await asyncio.sleep(0.01)
    assert table.is_over


async def test_a_game_begins_when_the_last_seat_is_taken(hall: Hall) -> None:
    table = await hall.open_table(GAME, [Seat(ANN, "Ann")] + [FREE] * (PLAYERS - 1), public=True)
    assert not table.begun
    assert [listed.id for listed in (await hall.store.lists.open_tables()).tables] == [table.id]
    with pytest.raises(NotBegun):
        await hall.decide(table.id, ANN, 0, 0, 0)
    for number in range(PLAYERS - 1):
        await hall.sit(table.id, player_of(f"ben {number}"), "Ben")
    assert table.begun
    assert (await hall.store.lists.open_tables()).tables == []
    with pytest.raises(NoSeatFree):
        await hall.sit(table.id, CAT, "Cat")


async def test_a_chosen_seat_must_be_free(hall: Hall) -> None:
    table = await hall.open_table(GAME, [Seat(ANN, "Ann")] + [FREE] * (PLAYERS - 1))
    with pytest.raises(SeatTaken):
        await hall.sit(table.id, BEN, "Ben", 0)
    with pytest.raises(NotYourSeat):
        await hall.sit(table.id, BEN, "Ben", 77)
    with pytest.raises(NameMissing):
        await hall.sit(table.id, BEN, " \n ", 1)
    assert table.free_seats() == list(range(1, PLAYERS))


async def test_all_moves_are_there_after_a_restart(database: str) -> None:
    async with hall_over(database) as hall:
        table = await running_table(hall)
        for _ in range(20):
            await play_first(hall, table)
        before = snapshot(table.state)
    async with hall_over(database) as hall:
        again = await hall.table(table.id)
        assert again is not table
        assert snapshot(again.state) == before
        assert (again.turn, again.log, again.seats) == (table.turn, table.log, table.seats)
        await play_first(hall, again)


async def test_a_foreign_seat_and_an_old_turn_change_nothing(hall: Hall) -> None:
    table = await running_table(hall)
    seat, action = table.state.seat, table.state.legal_actions()[0]
    owner = table.seats[seat].player or ""
    before, log = snapshot(table.state), list(table.log)
    with pytest.raises(NotYourSeat):
        await hall.decide(table.id, player_of(new_secret()), seat, action, table.turn)
    with pytest.raises(StaleMove):
        await hall.decide(table.id, owner, seat, action, table.turn - 1)
    with pytest.raises(IllegalMove):
        await hall.decide(table.id, owner, seat, GAME.action_count + 5, table.turn)
    with pytest.raises(UnknownTable):
        await hall.decide("nowhere", owner, seat, action, 0)
    assert (snapshot(table.state), table.log) == (before, log)


async def test_of_two_servers_only_one_appends_the_next_move(database: str) -> None:
    async with hall_over(database) as one, hall_over(database) as two:
        table = await running_table(one)
        other = await two.table(table.id)
        seat = table.state.seat
        player = table.seats[seat].player or ""
        actions = table.state.legal_actions()[:2]
        moves = [
            hall.decide(table.id, player, seat, action, 0) for hall, action in zip((one, two), actions, strict=True)
        ]
        outcome = await asyncio.gather(*moves, return_exceptions=True)
        assert sorted(type(answer).__name__ for answer in outcome) == ["NoneType", "StaleMove"]
        await one.store.refresh(table)
        await two.store.refresh(other)
        assert table.log == other.log
        assert len(table.actions) == 1


async def test_the_same_number_can_not_be_stored_twice(hall: Hall) -> None:
    table = await running_table(hall)
    twice = [table.draft(1.0).add(Kind.CHAT, 0, text=text) for text in ("a", "b")]
    changes = [hall.store.append(Change(draft)) for draft in twice]
    outcome = await asyncio.gather(*changes, return_exceptions=True)
    assert [type(answer) for answer in outcome] == [type(None), Overtaken]


async def test_a_chat_in_between_does_not_make_a_move_stale(hall: Hall) -> None:
    table = await running_table(hall)
    turn = table.turn
    await hall.say(table.id, ANN, 0, "Hello!")
    seat = table.state.seat
    await hall.decide(table.id, table.seats[seat].player or "", seat, table.state.legal_actions()[0], turn)
    assert table.turn == turn + 1
    with pytest.raises(NotYourSeat):
        await hall.say(table.id, player_of("stranger"), 0, "Hello?")


async def undoable(hall: Hall) -> tuple[Table, int]:
    """A table whose last decision can be taken back, and by whom."""
    for name in reversed(mezani.game_names()):  # in the last one it is soonest found
        game = mezani.game(name)
        for _ in range(20):
            table = await hall.open_table(game, [Seat(ANN, "Ann")] * game.seats[0])
            for _ in range(60):
                seat = table.state.seat
                await play_first(hall, table)
                if table.can_undo(seat):
                    return table, seat
    raise AssertionError("no game has a decision that can be taken back")


async def test_an_undo_is_an_entry_and_gives_the_state_of_before(database: str) -> None:
    async with hall_over(database) as hall:
        table, seat = await undoable(hall)
        played = list(table.actions)
        with pytest.raises(StaleMove):
            await hall.undo(table.id, ANN, seat, table.turn - 1)
        entries = len(table.log)
        await hall.undo(table.id, ANN, seat, table.turn)
        assert len(table.log) == entries + 1
        assert table.actions == played[:-1]
        assert snapshot(table.state) == snapshot(table.record().state())
    async with hall_over(database) as hall:
        assert (await hall.table(table.id)).actions == played[:-1]


async def test_nobody_takes_back_the_move_of_another(hall: Hall) -> None:
    table, seat = await undoable(hall)
    with pytest.raises(NoUndo):
        await hall.undo(table.id, ANN, (seat + 1) % table.players, table.turn)


async def test_a_commitment_waits_for_its_turn(hall: Hall) -> None:
    table = await running_table(hall, game_with_decisions_in_advance())
    later = next(seat for seat in table.state.open_seats() if seat != table.state.seat)
    owner, first, second = table.seats[later].player or "", *table.state.open_actions(later)[:2]
    await hall.decide(table.id, owner, later, first, table.turn)
    await hall.decide(table.id, owner, later, second, table.turn)
    assert (table.commitments, table.actions) == ({later: second}, [])
    while table.state.seat != later and later in table.commitments:
        await play_first(hall, table)
    assert second in table.actions
    assert table.commitments == {}


async def test_a_commitment_can_be_withdrawn(hall: Hall) -> None:
    table = await running_table(hall, game_with_decisions_in_advance())
    later = next(seat for seat in table.state.open_seats() if seat != table.state.seat)
    owner = table.seats[later].player or ""
    await hall.decide(table.id, owner, later, table.state.open_actions(later)[0], table.turn)
    await hall.withdraw(table.id, owner, later)
    assert table.commitments == {}
    with pytest.raises(StaleMove):
        await hall.withdraw(table.id, owner, later)


@pytest.mark.slow
async def test_bots_play_a_game_to_its_end(hall: Hall) -> None:
    table = await hall.open_table(GAME, [Seat(bot="random")] * PLAYERS)
    assert len({seat.name for seat in table.seats}) == PLAYERS
    await until_over(table)
    assert [listed.result for listed in (await hall.store.lists.finished_of(ANN)).tables] == []


@pytest.mark.slow
async def test_bots_go_on_after_a_restart(database: str) -> None:
    async with hall_over(database) as hall:
        hall.bots.bot_pause = 30
        table = await hall.open_table(GAME, [Seat(bot="random")] * PLAYERS)
    async with hall_over(database) as hall:
        await until_over(await hall.table(table.id))


async def test_a_bot_plays_on_for_a_player_who_leaves_until_they_are_back(hall: Hall) -> None:
    table = await running_table(hall)
    seat = table.state.seat
    player = table.seats[seat].player or ""
    await hall.leave(table.id, player, seat, "random")
    for _ in range(500):
        if table.actions:
            break
        await asyncio.sleep(0.01)
    assert table.actions
    await hall.come_back(table.id, player, seat)
    assert table.seats[seat].bot is None
    with pytest.raises(NotYourSeat):
        await hall.come_back(table.id, player_of("stranger"), seat)


async def test_before_the_game_a_left_seat_is_free_again(hall: Hall) -> None:
    table = await hall.open_table(GAME, [Seat(ANN, "Ann")] + [FREE] * (PLAYERS - 1))
    await hall.leave(table.id, ANN, 0, "random")
    assert table.free_seats() == list(range(PLAYERS))


async def test_bots_fill_the_free_seats(hall: Hall) -> None:
    table = await hall.open_table(GAME, [Seat(ANN, "Ann")] + [FREE] * (PLAYERS - 1))
    with pytest.raises(NotYourSeat):
        await hall.fill_with_bots(table.id, BEN, "random")
    await hall.fill_with_bots(table.id, ANN, "random")
    assert table.begun


async def test_a_private_link_takes_the_seat_along_once(hall: Hall) -> None:
    table = await running_table(hall)
    link = hall.link_of(table, 0)
    with pytest.raises(WrongLink):
        await hall.move_seat(table.id, 1, link, CAT)
    await hall.move_seat(table.id, 0, link, CAT)
    assert table.seats[0].player == CAT
    with pytest.raises(WrongLink):
        await hall.move_seat(table.id, 0, link, BEN)


async def test_a_hint_is_a_legal_move_for_somebody_alone_among_bots(hall: Hall) -> None:
    table = await hall.open_table(GAME, [Seat(ANN, "Ann"), *[Seat(bot="random")] * (PLAYERS - 1)])
    async with asyncio.timeout(60):
        while table.asked != 0:
            await asyncio.sleep(0.01)
    assert await hall.hint(table.id, ANN, 0) in table.state.legal_actions()


async def test_among_people_there_are_no_hints(hall: Hall) -> None:
    table = await running_table(hall)
    seat = table.state.seat
    with pytest.raises(NoHintAmongPeople):
        await hall.hint(table.id, table.seats[seat].player or "", seat)
    other = (seat + 1) % PLAYERS
    with pytest.raises(NoHint):
        await hall.hint(table.id, table.seats[other].player or "", other)


async def test_what_waits_for_a_player_is_listed(hall: Hall) -> None:
    table = await running_table(hall)
    [listed] = (await hall.store.lists.running_of(ANN)).tables
    assert (listed.id, listed.to_move, listed.over) == (table.id, table.state.seat, False)


async def test_a_wrong_table_is_refused_with_its_reason(hall: Hall) -> None:
    with pytest.raises(WrongStart, match="players"):
        await hall.open_table(GAME, [Seat(ANN, "Ann")] * 77)
    with pytest.raises(WrongStart, match="no option"):
        await hall.open_table(GAME, [Seat(ANN, "Ann")] * PLAYERS, {"nonsense": 1})


async def test_no_table_is_played_with_an_option_that_tells_what_is_hidden(hall: Hall) -> None:
    game = replace(GAME, options=(*GAME.options, Option("deal", "A made-up deal", tells_hidden=True)))
    assert "deal" not in [option.name for option in game.table_options]
    with pytest.raises(WrongStart, match="deal: it tells what players may not know"):
        await hall.open_table(game, [Seat(ANN, "Ann"), *[FREE] * (PLAYERS - 1)], {"deal": "C9"})
    await hall.open_table(game, [Seat(ANN, "Ann"), *[FREE] * (PLAYERS - 1)], {"deal": None})


class Screen:
    """A screen that counts how often it was woken."""

    def __init__(self, seat: int | None, pace: float | None = None) -> None:
        self.seats, self.pace = [] if seat is None else [seat], pace
        self.catches_up = self.hears_comments = self.is_hidden = False
        self.woken = asyncio.Event()

    def wake(self) -> None:
        self.woken.set()


async def test_bots_keep_to_the_slowest_pace_that_a_player_wishes(hall: Hall) -> None:
    hall.bots.bot_pause = 0.5
    table = await running_table(hall)
    assert hall.bots.pause_at(table.id) == 0.5
    hall.watch(table.id, Screen(0, pace=0.0))
    assert hall.bots.pause_at(table.id) == 0.0
    hall.watch(table.id, Screen(1, pace=2.0))
    assert hall.bots.pause_at(table.id) == 1.0
    hall.watch(table.id, Screen(None, pace=9.0))
    assert hall.bots.pause_at(table.id) == 1.0, "spectators do not slow a game down"


async def test_servers_see_each_others_moves_and_people(shared_database: str) -> None:
    async with hall_over(shared_database) as one, hall_over(shared_database) as two:
        table = await running_table(one)
        other, screen = await two.table(table.id), Screen(1)
        two.watch(table.id, screen)
        await asyncio.wait_for(_until(lambda: one.presence(table.id).seats == {1}), PATIENCE)
        screen.woken.clear()
        await play_first(one, table)
        await asyncio.wait_for(screen.woken.wait(), PATIENCE)
        await asyncio.wait_for(_until(lambda: other.actions == table.actions), PATIENCE)
        assert snapshot(other.state) == snapshot(table.state)
        await play_first(two, other)
        await asyncio.wait_for(_until(lambda: table.actions == other.actions), PATIENCE)


async def test_screens_see_what_has_overtaken_a_move(shared_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall_over(shared_database) as one, hall_over(shared_database) as two:
        table = await running_table(one)
        other, screen, hear = await two.table(table.id), Screen(1), two._hear
        two.watch(table.id, screen)
        heard: list[str | None] = []

        async def hear_later(note: str | None) -> None:
            heard.append(note)

        assert two.listener
        monkeypatch.setattr(two.listener, "hear", hear_later)
        await play_first(one, table)
        with pytest.raises(StaleMove):
            await play_first(two, other)
        assert other.actions == table.actions
        screen.woken.clear()
        await asyncio.wait_for(_until(lambda: any(note and '"moved"' in note for note in heard)), PATIENCE)
        for note in heard:
            await hear(note)
        assert screen.woken.is_set()


async def test_a_server_that_comes_later_learns_who_is_there(shared_database: str) -> None:
    async with hall_over(shared_database) as one:
        table = await running_table(one)
        one.watch(table.id, Screen(1))
        async with hall_over(shared_database) as two:
            await asyncio.wait_for(_until(lambda: two.presence(table.id).seats == {1}), PATIENCE)


async def test_the_last_that_is_told_of_people_is_true(shared_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that is loaded anew goes and comes back; that it went may not be heard after that it came."""
    async with hall_over(shared_database) as one, hall_over(shared_database) as two:
        table = await running_table(one)
        other, notify, slow = await two.table(table.id), two.store.notify, iter([0.2])

        async def notify_slowly_at_first(note: str) -> None:
            await asyncio.sleep(next(slow, 0))
            await notify(note)

        two.watch(table.id, Screen(1))
        await asyncio.wait_for(_until(lambda: one.presence(table.id).seats == {1}), PATIENCE)
        monkeypatch.setattr(two.store, "notify", notify_slowly_at_first)
        [screen] = two.screens._watchers[table.id]
        two.unwatch(table.id, screen)
        await asyncio.sleep(0)
        two.watch(table.id, screen)
        await asyncio.wait_for(_until(lambda: two.screens.is_silent), PATIENCE)
        await play_first(two, other)
        await asyncio.wait_for(_until(lambda: table.actions == other.actions), PATIENCE)
        assert one.presence(table.id).seats == {1}


async def test_a_server_that_lost_its_connection_catches_up(shared_database: str) -> None:
    async with hall_over(shared_database) as one, hall_over(shared_database) as two:
        table = await running_table(one)
        other = await two.table(table.id)
        async with one.store.engine.begin() as connection:
            await connection.execute(text(END_LISTENERS))
        await play_first(one, table)
        await asyncio.wait_for(_until(lambda: other.actions == table.actions), PATIENCE)


async def _until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.01)
