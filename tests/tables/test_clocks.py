"""Clocks: what the log tells of the time of each seat, in time or not, pauses, and lost connections."""

import random

import pytest

import mezani
from mezani.record import last_are
from mezani.tables import deeds
from mezani.tables.clocks import ALL_GRACE, DAY, GRACE, MINUTE, SILENCE
from mezani.tables.entries import Kind
from mezani.tables.refusals import (
    GameLost,
    GamePaused,
    NoClock,
    NoUndo,
    StaleMove,
    TimeUp,
    WrongStart,
)
from mezani.tables.setting_up import new_table
from mezani.tables.situation import Seat
from mezani.tables.terms import Days, Live, read_terms
from tests.tables.clock_games import ClockGame
from tests.tables.clocked import (
    START,
    bot_moves,
    clocks_of,
    decide,
    left,
    lost_on_time,
    play_on,
    player_at,
    predicted,
    seen,
    table_of,
)
from tests.tables.test_hall import ANN, BEN

GAMES = [("anne", 3), ("anne", 4), ("anansi", 3), ("anansi", 5), ("asante", 2)]
CLOCKS: list[Live | Days] = [Live(1, 5), Live(1, 0), Live(3, 2), Days(1), Days(3)]


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


def test_a_seat_that_is_lost_does_not_move_the_others_apart() -> None:
    assert last_are([2, 1, 3], {1}) == [1, 3, 2]
    assert last_are([1, 1, 3, 4], set()) == [1, 1, 3, 4]


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


def test_no_undo_is_possible_where_nothing_was_done() -> None:
    table = table_of("anne", Live(), 3)
    with pytest.raises(NoUndo):
        deeds.undo(table, START, player_at(table, 0), 0, table.turn)
