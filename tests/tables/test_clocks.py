"""Clocks: what the log tells of the time of each seat, flags that fall, pauses, and lost connections."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest

import mezani
from mezani.record import last_are
from mezani.tables import deeds
from mezani.tables.arrival import note_arrival
from mezani.tables.clocks import ALL_GRACE, DAY, GRACE, MINUTE, SILENCE, Clocks
from mezani.tables.drafts import Draft
from mezani.tables.entries import Kind
from mezani.tables.flags import Flags
from mezani.tables.hall import Hall
from mezani.tables.refusals import (
    BotMoves,
    BotPlays,
    GameLost,
    GamePaused,
    NoClock,
    NoTimeToUndo,
    NoUndo,
    StaleMove,
    TimeUp,
    WrongStart,
)
from mezani.tables.setting_up import new_table
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import Days, Live, Terms, read_terms
from tests.tables.clock_games import ClockGame
from tests.tables.conftest import hall_over
from tests.tables.test_hall import ANN, BEN, CAT

pytestmark = pytest.mark.anyio

START = 1_000.0
GAMES = [("anne", 3), ("anne", 4), ("anansi", 3), ("anansi", 5), ("asante", 2)]
CLOCKS: list[Live | Days] = [Live(1, 5), Live(1, 0), Live(3, 2), Days(1), Days(3)]


def table_of(name: str, clock: Live | Days, people: int, bots: int = 0, **terms: Any) -> Table:
    chairs = [Seat(player, player[:3]) for player in (ANN, BEN, CAT)[:people]] + [Seat(bot="random")] * bots
    return new_table(mezani.game(name), chairs, None, False, None, "", Terms(clock=clock, **terms), START)


def clocks_of(table: Table) -> Clocks:
    assert table.clocks is not None
    return table.clocks


def player_at(table: Table, seat: int) -> str:
    return table.seats[seat].player or ""


def decide(table: Table, seat: int, at: float, action: int | None = None) -> None:
    chosen = table.choices(seat)[0] if action is None else action
    table.accept(deeds.decide(table, at, player_at(table, seat), seat, chosen, table.turn))


def finish_turn(table: Table, at: float) -> int:
    """Let the seat to move decide until another one is asked; returns the seat."""
    seat = table.state.seat
    while table.state.seat == seat:
        decide(table, seat, at)
    return seat


def undo(table: Table, seat: int, at: float) -> None:
    table.accept(deeds.undo(table, at, player_at(table, seat), seat, table.turn))


def bot_moves(table: Table, at: float) -> None:
    """Let a bot finish the turn of the seat to move."""
    seat = table.state.seat
    while table.state.seat == seat:
        table.accept(deeds.play_for_bot(table, at, table.state.legal_actions()[0], False, table.turn))


def predicted(table: Table, at: float) -> None:
    """Let everybody decide what is decided at the same time."""
    while len(table.asked_seats()) > 1:
        decide(table, table.waits_for[0], at)


def left(table: Table, seat: int, at: float) -> float:
    return clocks_of(table).true.left_at(seat, at)


def seen(table: Table, viewer: int | None, seat: int, at: float) -> float:
    clock = clocks_of(table).seen_by(viewer).seats[seat]
    assert clock is not None
    return clock.left_at(at)


# Terms


def test_a_rated_game_needs_a_clock() -> None:
    assert read_terms({"rated": True, "clock": {"pace": "days", "days": 3}}).rated
    with pytest.raises(WrongStart, match="needs a clock"):
        read_terms({"rated": True})


@pytest.mark.parametrize(
    "clock",
    [
        {"pace": "live", "minutes": 0},
        {"pace": "days", "days": 31},
        {"pace": "never"},
        {"days": 3},
        7,
        {"pace": "live", "x": 1},
    ],
)
def test_clocks_that_can_not_be_are_refused(clock: object) -> None:
    with pytest.raises(WrongStart):
        read_terms({"clock": clock})


# Whose clock runs


def test_the_clock_of_whoever_is_asked_runs_and_a_move_adds_time() -> None:
    table = table_of("asante", Live(5, 10), 2)
    seat = table.state.seat
    assert [run is not None for run in clocks_of(table).true.runs] == [n == seat for n in range(2)]
    while table.state.seat == seat:
        decide(table, seat, START + 60)
    assert left(table, seat, START + 500) == 5 * MINUTE - 60 + 10
    assert left(table, 1 - seat, START + 90) == 5 * MINUTE - 30


def test_days_are_given_anew_for_each_turn() -> None:
    table = table_of("asante", Days(3), 2)
    seat = table.state.seat
    while table.state.seat == seat:
        decide(table, seat, START + 2 * DAY)
    assert left(table, seat, START + 2 * DAY) == 3 * DAY


def test_a_turn_of_many_decisions_adds_time_once() -> None:
    table = table_of("zimbabwe", Live(10, 10), 2)
    for _ in range(400):
        decide(table, table.waits_for[0], START, table.state.random_action(mezani.Rng(len(table.log))))
        if table.is_over:
            break
    gains = [clock.left - 10 * MINUTE for clock in clocks_of(table).seen_by(None).seats if clock]
    decisions = sum(entry.kind == Kind.PLAY for entry in table.log)
    assert 0 < sum(gains) < 10 * decisions / 2


def test_bots_have_no_clock() -> None:
    table = table_of("anne", Live(), 1, bots=2)
    shown = clocks_of(table).seen_by(None)
    assert [clock is None for clock in shown.seats] == [False, True, True]


def test_simultaneous_decisions_run_all_clocks_that_are_asked() -> None:
    table = table_of("anne", Live(10, 0), 3)
    assert table.asked_seats() == (table.state.seat, *(seat for seat in range(3) if seat != table.state.seat))
    decide(table, table.state.seat, START + 30)
    assert [left(table, seat, START + 60) for seat in range(3)].count(10 * MINUTE - 60) == 2


def test_others_see_the_clock_run_on_of_who_has_decided_in_advance_until_all_is_open() -> None:
    table = table_of("anne", Live(10, 0), 3)
    first = table.state.seat
    early, late = [seat for seat in range(3) if seat != first]
    before = clocks_of(table).seen_by(first)
    decide(table, early, START + 5)
    assert clocks_of(table).seen_by(first) == before == clocks_of(table).seen_by(first)
    assert clocks_of(table).seen_by(None) == clocks_of(table).seen_by(late)
    assert seen(table, first, early, START + 50) == 10 * MINUTE - 50
    assert seen(table, early, early, START + 50) == 10 * MINUTE - 5
    decide(table, late, START + 20)
    decide(table, first, START + 50)
    assert [seen(table, None, seat, START + 50) for seat in (first, early, late)] == [550.0, 595.0, 580.0]


def test_nobody_learns_how_long_somebody_took_before_the_last_one_has_decided() -> None:
    table = table_of("anne", Live(10, 0), 3)
    first = table.state.seat
    second, third = (first + 1) % 3, (first + 2) % 3
    decide(table, second, START + 5)
    decide(table, first, START + 20)
    assert (table.state.seat, table.last_seat) == (third, second)
    assert [seen(table, third, seat, START + 30) for seat in (first, second)] == [580.0, 570.0]
    assert seen(table, second, second, START + 30) == 595.0
    decide(table, third, START + 40)
    assert seen(table, third, second, START + 45) == 595.0


def test_who_withdraws_what_was_decided_in_advance_shows_nothing_by_it() -> None:
    table = table_of("anne", Live(10, 0), 3)
    early = next(seat for seat in range(3) if seat != table.state.seat)
    before = clocks_of(table).seen_by(None)
    decide(table, early, START + 5)
    table.accept(deeds.withdraw(table, START + 30, player_at(table, early), early))
    assert clocks_of(table).seen_by(None) == before
    assert left(table, early, START + 40) == 10 * MINUTE - 40


# In time


def test_a_move_is_in_time_to_the_last_moment_and_not_a_moment_later() -> None:
    table = table_of("asante", Live(1, 0), 2)
    seat = table.state.seat
    with pytest.raises(TimeUp):
        decide(table, seat, START + MINUTE + 0.001)
    decide(table, seat, START + MINUTE)


def test_an_entry_is_never_earlier_than_the_one_before_and_still_in_time() -> None:
    table = table_of("asante", Live(1, 0), 2)
    seat = table.state.seat
    table.accept(deeds.say(table, START + 61, player_at(table, seat), seat, "Hm."))
    decide(table, seat, START + 59)
    assert table.log[-1].at == START + 61


def test_when_time_is_up_a_bot_takes_over_and_one_may_take_the_seat_back() -> None:
    table = table_of("asante", Live(1, 5), 2)
    seat = table.state.seat
    with pytest.raises(StaleMove):
        deeds.time_up(table, START + 59, "random")
    table.accept(deeds.time_up(table, START + 70, "random"))
    assert [entry.kind for entry in table.log[-2:]] == [Kind.TIME, Kind.LEAVE]
    assert (table.log[-1].at, table.seats[seat].bot) == (START + MINUTE, "random")
    assert clocks_of(table).seen_by(None).seats[seat] is not None
    bot_moves(table, START + 80)
    table.accept(deeds.come_back(table, START + 90, player_at(table, seat), seat))
    assert (table.seats[seat].bot, left(table, seat, START + 90)) == (None, 30.0)


def test_when_the_game_is_lost_the_bot_stays_and_the_seat_is_last() -> None:
    table, seat = lost_on_time()
    with pytest.raises(GameLost):
        deeds.come_back(table, START + 61, player_at(table, seat), seat)
    play_on(table)
    places = table.places()
    assert places[seat] == 3
    assert seat not in table.winners
    assert set(table.winners) == {n for n, place in enumerate(places) if place == 1}
    assert table.result_now()["lost"] == [seat]


def lost_on_time() -> tuple[Table, int]:
    """A game that is lost for the seat whose time was up, and that seat."""
    table = table_of("anne", Live(1, 0), 3, time_up="lost")
    predicted(table, START)
    seat = table.state.seat
    table.accept(deeds.time_up(table, START + 60, "random"))
    return table, seat


def play_on(table: Table) -> None:
    """Let everybody play by chance to the end."""
    while not table.is_over:
        action = table.state.random_action(mezani.Rng(len(table.log)))
        if table.bot_to_move():
            table.accept(deeds.play_for_bot(table, START + 61, action, False, table.turn))
        else:
            decide(table, next(seat for seat in table.waits_for if not table.seats[seat].bot), START + 61)


def test_a_seat_that_is_lost_does_not_move_the_others_apart() -> None:
    assert last_are([2, 1, 3], {1}) == [1, 3, 2]
    assert last_are([1, 1, 3, 4], set()) == [1, 1, 3, 4]


# Undo


def test_nobody_farms_time_by_undo() -> None:
    table = table_of("zimbabwe", Live(10, 30), 2)
    undone = 0
    for number in range(300):
        seat, before, at = table.state.seat, left(table, table.state.seat, START), START
        decide(table, seat, at, table.state.random_action(mezani.Rng(number)))
        if table.granted_by_last(1)[0][1] and table.can_undo(seat):
            assert left(table, seat, at) == before + 30
            table.accept(deeds.undo(table, at, player_at(table, seat), seat, table.turn))
            assert left(table, seat, at) == before
            undone += 1
    assert undone


def test_what_would_let_a_flag_fall_is_not_taken_back() -> None:
    table = table_of("asante", Live(1, 60), 2)
    seat = table.state.seat
    at = START + 59.5
    while table.state.seat == seat:
        decide(table, seat, at)
    assert table.granted_by_last(1) == [(seat, 60.0)]
    with pytest.raises(NoTimeToUndo):
        undo(table, seat, at + 0.6)
    undo(table, seat, at + 0.25)
    assert left(table, seat, at + 0.25) == 0.25


def test_who_takes_a_move_back_pays_for_the_time_since_and_the_others_get_theirs_back() -> None:
    table = table_of("asante", Live(5, 10), 2)
    seat = finish_turn(table, START + 60)
    other = 1 - seat
    assert (left(table, seat, START + 100), left(table, other, START + 100)) == (250.0, 260.0)
    undo(table, seat, START + 100)
    assert left(table, other, START + 100) == 300.0
    assert left(table, seat, START + 100) == 300.0 - 60 - 40
    assert [clocks_of(table).true.used_at(one, START + 100) for one in (seat, other)] == [60.0, 40.0]
    undo_again = table.can_undo(seat)
    if undo_again:
        undo(table, seat, START + 105)
    assert left(table, seat, START + 105) == 300.0 - 60 - 40 - 5


def test_nobody_lets_the_clock_of_another_run_out_by_moves_that_are_taken_back() -> None:
    table = table_of("asante", Live(1, 0), 2)
    seat, other = table.state.seat, 1 - table.state.seat
    for round in range(5):
        finish_turn(table, START + 10 * round)
        undo(table, seat, START + 10 * round + 10)
        assert left(table, other, START + 10 * round + 10) == MINUTE
        assert left(table, seat, START + 10 * round + 10) == MINUTE - 10 * (round + 1)


def test_a_pause_is_not_paid_for_by_taking_back_what_was_played_before_it() -> None:
    table = table_of("asante", Live(5, 0), 2)
    seat = finish_turn(table, START + 10)
    table.accept(deeds.ask_pause(table, START + 20, player_at(table, seat), seat, {seat}))
    table.accept(deeds.resume(table, START + 1000, player_at(table, seat), seat))
    undo(table, seat, START + 1005)
    assert left(table, seat, START + 1005) == 300.0 - 10 - 15
    assert left(table, 1 - seat, START + 1005) == 300.0


def test_days_are_not_won_by_a_move_that_is_taken_back_the_next_day() -> None:
    table = table_of("asante", Days(3), 2)
    seat = finish_turn(table, START + DAY)
    undo(table, seat, START + 2 * DAY)
    assert (left(table, seat, START + 2 * DAY), left(table, 1 - seat, START + 2 * DAY)) == (DAY, 3 * DAY)


def test_who_decides_in_advance_wins_no_time_to_think_by_changing_their_mind() -> None:
    table = table_of("anne", Live(1, 0), 3)
    early = next(seat for seat in range(3) if seat != table.state.seat)
    decide(table, early, START + 5)
    decide(table, early, START + 30, table.choices(early)[1])
    assert left(table, early, START + 50) == 30.0
    with pytest.raises(NoTimeToUndo):
        deeds.withdraw(table, START + 60.5, player_at(table, early), early)
    with pytest.raises(TimeUp):
        decide(table, early, START + 60.5)
    assert left(table, early, START + 70) == 30.0


def test_what_was_decided_in_advance_and_is_taken_back_was_thought_about_all_the_time() -> None:
    table = table_of("anne", Live(10, 0), 3)
    first = table.state.seat
    second = (first + 1) % 3
    decide(table, second, START + 5)
    decide(table, first, START + 20)
    assert table.last_seat == second
    undo(table, second, START + 40)
    assert left(table, second, START + 40) == 10 * MINUTE - 40


# Bots that take over, and back


def test_who_comes_back_before_the_bot_has_moved_gets_no_more_time_for_the_same_move() -> None:
    table = table_of("asante", Live(1, 5), 2)
    seat = table.state.seat
    player = player_at(table, seat)
    table.accept(deeds.time_up(table, START + 70, "random"))
    for _ in range(3):
        with pytest.raises(BotMoves):
            deeds.come_back(table, START + 70, player, seat)
        with pytest.raises(BotMoves):
            deeds.move_seat(table, START + 70, seat, player)
        if len(table.state.legal_actions()) > 1 and table.state.seat == seat:
            table.accept(deeds.play_for_bot(table, START + 71, table.state.legal_actions()[0], False, table.turn))
        if table.state.seat != seat:
            break
    if table.state.seat == seat:
        bot_moves(table, START + 72)
    table.accept(deeds.come_back(table, START + 90, player, seat))
    assert left(table, seat, START + 90) == 30.0


def test_nobody_decides_for_a_seat_while_a_bot_plays_there_since_no_clock_runs() -> None:
    table = table_of("asante", Live(5, 0), 2)
    seat = table.state.seat
    player = player_at(table, seat)
    table.accept(deeds.leave(table, START + 10, player, seat, "random"))
    for deed in (
        lambda: decide(table, seat, START + 500),
        lambda: deeds.withdraw(table, START + 500, player, seat),
        lambda: deeds.ask_pause(table, START + 500, player, seat, {seat}),
    ):
        with pytest.raises(BotPlays):
            deed()
    bot_moves(table, START + 501)
    with pytest.raises(BotPlays):
        undo(table, seat, START + 510)
    lost, loser = lost_on_time()
    with pytest.raises(GameLost):
        decide(lost, loser, START + 61)


def test_who_gets_up_and_comes_back_has_the_time_that_was_left() -> None:
    table = table_of("asante", Live(5, 10), 2)
    seat = table.state.seat
    player = player_at(table, seat)
    table.accept(deeds.leave(table, START + 100, player, seat, "random"))
    bot_moves(table, START + 110)
    table.accept(deeds.come_back(table, START + 400, player, seat))
    assert left(table, seat, START + 400) == 200.0


def test_a_move_of_the_bot_sets_a_clock_of_days_to_its_days_again() -> None:
    table = table_of("asante", Days(3), 2)
    seat = table.state.seat
    player = player_at(table, seat)
    table.accept(deeds.leave(table, START + 2.9 * DAY, player, seat, "random"))
    bot_moves(table, START + 2.9 * DAY)
    table.accept(deeds.come_back(table, START + 3 * DAY, player, seat))
    assert left(table, seat, START + 3 * DAY) == 3 * DAY


def test_nobody_stops_a_clock_that_has_run_out() -> None:
    live, days = table_of("asante", Live(1, 0), 2), table_of("asante", Days(1), 2)
    seat, late = live.state.seat, START + 60.2
    player = player_at(live, seat)
    with pytest.raises(TimeUp):
        deeds.leave(live, late, player, seat, "random")
    with pytest.raises(TimeUp):
        deeds.ask_pause(live, late, player, seat, {seat})
    live.accept(deeds.lose_connection(live, late, seat))
    assert clocks_of(live).due_at == START + 60
    with pytest.raises(StaleMove):
        deeds.go_on_holiday(days, START + DAY + 1, player_at(days, days.state.seat), START + 9 * DAY)


# Who is last


def test_who_still_sits_there_when_all_others_have_gone_wins() -> None:
    table = table_of("asante", Live(1, 0), 2, time_up="lost")
    first = table.state.seat
    table.accept(deeds.time_up(table, START + 70, "random"))
    bot_moves(table, START + 60)
    table.accept(deeds.time_up(table, START + 200, "random"))
    play_on(table)
    assert table.result_now()["lost"] == [first, 1 - first]
    assert (table.winners, table.places()[first]) == ([1 - first], 2)


def test_a_lost_game_is_lost_on_whatever_device_its_seat_is() -> None:
    table, seat = lost_on_time()
    table.accept(deeds.move_seat(table, START + 70, seat, "somebody else"))
    assert table.seats[seat].bot
    assert clocks_of(table).true.runs[seat] is None


# Pauses


def test_a_pause_begins_when_all_who_are_here_agree() -> None:
    table = table_of("anne", Live(10, 0), 3)
    predicted(table, START)
    asks, other, away = 0, 1, 2
    table.accept(deeds.ask_pause(table, START + 10, player_at(table, asks), asks, {asks, other}))
    assert not table.is_paused
    table.accept(deeds.agree_to_pause(table, START + 15, player_at(table, other), other, {asks, other}))
    assert table.is_paused
    assert table.waits_for == []
    with pytest.raises(GamePaused):
        decide(table, table.state.seat, START + 16, 0)
    table.accept(deeds.resume(table, START + 5000, player_at(table, away), away))
    seat = table.state.seat
    assert left(table, seat, START + 5010) == 10 * MINUTE - 25


def test_who_says_nothing_agrees_and_who_says_no_ends_it() -> None:
    table = table_of("anne", Live(10, 0), 3)
    table.accept(deeds.ask_pause(table, START, player_at(table, 0), 0, {0, 1}))
    table.accept(deeds.refuse_pause(table, START + 1, player_at(table, 1), 1))
    assert clocks_of(table).asks is None
    table.accept(deeds.ask_pause(table, START + 2, player_at(table, 0), 0, {0, 1}))
    table.accept(deeds.time_up(table, START + 2 + SILENCE, "random"))
    assert table.is_paused


def test_without_a_clock_there_is_nothing_to_pause() -> None:
    table = new_table(mezani.game("asante"), [Seat(ANN, "Ann"), Seat(BEN, "Ben")], None, False, None, "", None, START)
    with pytest.raises(NoClock):
        deeds.ask_pause(table, START, ANN, 0, set())


# Standing still


def test_a_lost_connection_stops_a_live_clock_for_a_while() -> None:
    table = table_of("asante", Live(5, 0), 2)
    seat = table.state.seat
    table.accept(deeds.lose_connection(table, START + 10, seat))
    assert left(table, seat, START + 15) == left(table, seat, START + 30) == 5 * MINUTE - 10
    table.accept(deeds.find_connection(table, START + 18, seat))
    assert left(table, seat, START + 28) == 5 * MINUTE - 20
    assert clocks_of(table).grace[seat] == ALL_GRACE - 8


def test_nobody_thinks_longer_by_losing_connections() -> None:
    table = table_of("asante", Live(5, 0), 2)
    seat, at = table.state.seat, START
    for _ in range(6):
        table.accept(deeds.lose_connection(table, at, seat))
        at += GRACE
        table.accept(deeds.find_connection(table, at, seat))
    assert left(table, seat, at) == 5 * MINUTE - (6 * GRACE - ALL_GRACE)


def test_a_connection_that_is_lost_tells_nobody_who_has_decided_in_advance() -> None:
    tables = [table_of("anne", Live(10, 0), 3) for _ in range(2)]
    early = next(seat for seat in range(3) if seat != tables[0].state.seat)
    decide(tables[0], early, START + 5)
    for table in tables:
        table.accept(deeds.lose_connection(table, START + 10, early))
    seen = [clocks_of(table).seen_by(None) for table in tables]
    assert seen[0] == seen[1]


def test_a_holiday_does_not_go_with_a_seat_that_is_handed_on() -> None:
    table = table_of("asante", Days(3), 2)
    seat = table.state.seat
    table.accept(deeds.go_on_holiday(table, START, player_at(table, seat), START + 10 * DAY))
    table.accept(deeds.move_seat(table, START + DAY, seat, "a friend"))
    assert left(table, seat, START + 2 * DAY) == 2 * DAY


def test_holidays_stop_clocks_of_days_only() -> None:
    table = table_of("asante", Days(3), 2)
    seat = table.state.seat
    player = player_at(table, seat)
    table.accept(deeds.go_on_holiday(table, START + DAY, player, START + 11 * DAY))
    assert left(table, seat, START + 11 * DAY) == 2 * DAY
    table.accept(deeds.go_on_holiday(table, START + 5 * DAY, player, START + 5 * DAY))
    assert left(table, seat, START + 6 * DAY) == DAY
    live = table_of("asante", Live(), 2)
    with pytest.raises(NoClock):
        deeds.go_on_holiday(live, START, ANN, START + DAY)


def test_a_turn_that_begins_in_the_holidays_waits_for_their_end() -> None:
    table = table_of("asante", Days(3), 2)
    seat = table.state.seat
    other = 1 - seat
    table.accept(deeds.go_on_holiday(table, START, player_at(table, other), START + 10 * DAY))
    while table.state.seat == seat:
        decide(table, seat, START + DAY)
    assert left(table, other, START + 10 * DAY) == 3 * DAY
    assert left(table, other, START + 12 * DAY) == DAY


# Many games


@pytest.mark.parametrize("seed", range(12))
def test_used_times_add_up_to_the_passed_time_in_games_of_all_kinds(seed: int) -> None:
    for game in range(8):
        chance = random.Random(f"{seed} {game}")
        played = ClockGame(*chance.choice(GAMES), chance.choice(CLOCKS), chance)
        played.play()


# In the hall


async def test_a_flag_falls_by_itself_and_the_bot_goes_on(hall: Hall) -> None:
    chairs = [Seat(ANN, "Ann"), Seat(BEN, "Ben")]
    table = await hall.open_table(mezani.game("asante"), chairs, terms=Terms(clock=Live(1, 0)))
    hall.flags.clock = lambda: table.log[0].at + 61 + hall.flags.patience
    await hall.flags.fall()
    assert Kind.TIME in [entry.kind for entry in table.log]
    seat = next(entry.seat for entry in table.log if entry.kind == Kind.TIME)
    assert seat is not None
    assert table.seats[seat].bot


async def test_another_server_finds_the_flag_of_one_that_is_gone(database: str) -> None:
    async with hall_over(database) as first:
        chairs = [Seat(ANN, "Ann"), Seat(BEN, "Ben")]
        table = await first.open_table(mezani.game("asante"), chairs, terms=Terms(clock=Days(1)))
        opened = table.log[0].at
    async with hall_over(database) as second:
        flags = Flags(second.store, second.gate, second.do_as_host, lambda: opened + DAY + 10)
        await flags._look()
        await flags.fall()
        assert Kind.TIME in [entry.kind for entry in (await second.table(table.id)).log]


async def test_no_flag_falls_for_a_move_that_was_read_in_time_however_long_it_takes_to_store(hall: Hall) -> None:
    chairs = [Seat(ANN, "Ann"), Seat(BEN, "Ben")]
    table = await hall.open_table(mezani.game("asante"), chairs, terms=Terms(clock=Live(1, 0)))
    seat, opened = table.state.seat, table.log[0].at
    hall.flags.clock = lambda: opened + 70
    store, go_on = hall.store.append, asyncio.Event()

    async def slow(change: Any) -> None:
        await go_on.wait()
        await store(change)

    hall.store.append = slow  # type: ignore[method-assign]
    note_arrival(opened + 60)
    action = table.state.legal_actions()[0]
    move = asyncio.create_task(hall.decide(table.id, table.seats[seat].player or "", seat, action, table.turn))
    await asyncio.sleep(0)
    await hall.flags.fall()
    go_on.set()
    await move
    note_arrival(0.0)
    assert [entry.kind for entry in table.log[-1:]] == [Kind.PLAY]
    assert table.log[-1].at == opened + 60


async def test_what_was_read_too_late_keeps_no_flag_from_falling(hall: Hall) -> None:
    chairs = [Seat(ANN, "Ann"), Seat(BEN, "Ben")]
    table = await hall.open_table(mezani.game("asante"), chairs, terms=Terms(clock=Live(1, 0)))
    opened = table.log[0].at
    hall.flags.clock = lambda: opened + 70
    hall.flags.wait_for(table.id, opened + 60)
    await hall.flags.fall()
    assert table.log[-1].kind == Kind.BEGIN
    hall.flags.wait_no_longer(table.id, opened + 60)
    hall.flags.wait_for(table.id, opened + 61)
    await hall.flags.fall()
    assert table.log[-1].kind != Kind.BEGIN


async def test_a_table_that_is_broken_keeps_no_flag_from_falling_elsewhere(hall: Hall) -> None:
    chairs, game = [Seat(ANN, "Ann"), Seat(BEN, "Ben")], mezani.game("asante")
    broken, table = [await hall.open_table(game, chairs, terms=Terms(clock=Live(1, 0))) for _ in range(2)]
    opened, change = table.log[0].at, hall.flags.change

    async def change_or_break(id: str, what: Callable[[Table, float], Draft]) -> Draft:
        if id == broken.id:
            raise ZeroDivisionError
        return await change(id, what)

    hall.flags.clock, hall.flags.change = lambda: opened + 70, change_or_break
    await hall.flags.fall()
    assert [entry.kind for entry in table.log].count(Kind.TIME) == 1


async def test_my_tables_come_by_the_time_that_is_left(hall: Hall) -> None:
    game = mezani.game("anne")
    ids = {}
    for days in (3, 1, 7):
        chairs = [Seat(player, player[:3]) for player in (ANN, BEN, CAT)]
        ids[days] = (await hall.open_table(game, chairs, terms=Terms(clock=Days(days)))).id
    listed = (await hall.store.lists.running_of(BEN)).tables
    assert [table.id for table in listed] == [ids[1], ids[3], ids[7]]
    assert all(table.is_turn_of(BEN) for table in listed)
    assert listed[0].clocks is not None


def test_no_undo_is_possible_where_nothing_was_done() -> None:
    table = table_of("anne", Live(), 3)
    with pytest.raises(NoUndo):
        deeds.undo(table, START, player_at(table, 0), 0, table.turn)
