"""Nobody wins time: by taking back, changing their mind, bots that take over, or stopping a clock that has run out."""

import pytest

import mezani
from mezani.tables import deeds
from mezani.tables.clocks import DAY, MINUTE
from mezani.tables.refusals import (
    BotMoves,
    BotPlays,
    GameLost,
    NoPauseOverDays,
    NoTimeToUndo,
    StaleMove,
    TimeUp,
)
from mezani.tables.terms import Days, Live
from tests.tables.clocked import (
    START,
    bot_moves,
    clocks_of,
    decide,
    finish_turn,
    left,
    lost_on_time,
    pause,
    play_on,
    player_at,
    predicted,
    seen,
    table_of,
    undo,
)

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
    pause(table, seat, START + 20)
    table.accept(deeds.resume(table, START + 1000, player_at(table, seat), seat))
    undo(table, seat, START + 1005)
    assert left(table, seat, START + 1005) == 300.0 - 10 - 15
    assert left(table, 1 - seat, START + 1005) == 300.0


def test_nobody_pauses_a_game_over_days_while_the_others_are_away() -> None:
    table = table_of("asante", Days(3), 2)
    seat = table.state.seat
    with pytest.raises(NoPauseOverDays):
        deeds.ask_pause(table, START + DAY, player_at(table, seat), seat, {seat})


def test_nobody_pauses_a_live_game_while_the_others_are_away_for_a_moment() -> None:
    table = table_of("anne", Live(10, 0), 3)
    predicted(table, START)
    seat, other = table.state.seat, (table.state.seat + 1) % 3
    table.accept(deeds.ask_pause(table, START + 10, player_at(table, seat), seat, {seat}))
    assert not table.is_paused
    assert clocks_of(table).pause_begins is None, "silence is no answer"
    assert clocks_of(table).due_at == START + 10 * MINUTE
    table.accept(deeds.agree_to_pause(table, START + 20, player_at(table, other), other, {seat, other}))
    assert table.is_paused, "one of the others has agreed, and nobody else is here"
    assert left(table, seat, START + 500) == 10 * MINUTE - 20


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


@pytest.mark.parametrize("increment", [0, 30])
def test_what_was_decided_in_advance_and_is_taken_back_was_thought_about_all_the_time(increment: int) -> None:
    table = table_of("anne", Live(10, increment), 3)
    first = table.state.seat
    second = (first + 1) % 3
    decide(table, second, START + 5)
    decide(table, first, START + 20)
    assert table.last_seat == second
    undo(table, second, START + 40)
    assert left(table, second, START + 40) == 10 * MINUTE - 40
    for viewer in (first, second, None):
        assert seen(table, viewer, second, START + 40) == 10 * MINUTE - 40


def test_days_are_not_lost_by_taking_back_what_was_decided_in_advance() -> None:
    table = table_of("anne", Days(3), 3)
    first = table.state.seat
    second = (first + 1) % 3
    decide(table, second, START + 5)
    decide(table, first, START + 2 * DAY)
    undo(table, second, START + 2 * DAY + 10)
    assert left(table, second, START + 2 * DAY + 10) == DAY - 10


def test_who_leaves_after_deciding_in_advance_and_is_back_is_not_shown_thinking() -> None:
    table = table_of("anne", Live(10, 0), 3)
    first = table.state.seat
    second, third = (first + 1) % 3, (first + 2) % 3
    decide(table, second, START + 5)
    decide(table, first, START + 20)
    player = player_at(table, second)
    table.accept(deeds.leave(table, START + 25, player, second, "random"))
    table.accept(deeds.come_back(table, START + 30, player, second))
    assert seen(table, third, second, START + 40) == 595.0


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
