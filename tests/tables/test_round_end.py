"""The end of a tournament's round at its tables: bots end the games, and whoever has used most time is last."""

from typing import Any

import pytest

import mezani
from mezani.house.final_places import gone_from, places_that_count
from mezani.house.rated_games import rated_game
from mezani.language import ENGLISH, language
from mezani.record import read
from mezani.tables import deeds
from mezani.tables.clocks import PAUSED
from mezani.tables.entries import Kind
from mezani.tables.refusals import AlreadyOver, RoundTimeUp, StaleMove
from mezani.tables.round_end import end_by_bots, was_played
from mezani.tables.setting_up import new_table
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import Days, Live, Terms
from mezani.web.log_lines import all_lines, ending_sentence, names_of
from tests.tables.clocked import START, bot_moves, clocks_of, decide, finish_turn, player_at, predicted, table_of
from tests.tables.test_hall import ANN, BEN, CAT

DAY = 86400.0
END = START + 7 * DAY


def without_clock(name: str, people: int) -> Table:
    chairs = [Seat(player, player[:3]) for player in (ANN, BEN, CAT)[:people]]
    return new_table(mezani.game(name), chairs, None, False, None, "", Terms(), START)


def end_round(table: Table, at: float = END) -> None:
    table.accept(end_by_bots(table, at, "master"))


def bots_finish(table: Table, at: float = END + 60) -> None:
    rng = mezani.Rng(len(table.log))
    while not table.is_over:
        assert table.bot_to_move() == "master"
        table.accept(deeds.play_for_bot(table, at, table.state.random_action(rng), False, table.turn))


def folded_again(table: Table) -> Table:
    """The table as another server reads it."""
    other = Table(
        table.id, table.game, table.players, table.seed, table.options, False, list(table.seats), terms=table.terms
    )
    other.take(table.log)
    return other


def lines_of(table: Table, lang: Any = ENGLISH) -> str:
    return " ".join(str(line.html) for line in all_lines(table, None, lang))


def test_who_moves_just_before_the_end_is_not_spared_if_they_have_used_most_time() -> None:
    table = table_of("asante", Days(3), 2, rated=True)
    slow = finish_turn(table, START + 2.9 * DAY)
    while not table.is_over and table.state.seat != slow:
        finish_turn(table, START + 3 * DAY)
    slow = finish_turn(table, START + 5.8 * DAY)
    quick = table.state.seat
    end_round(table, START + 5.8 * DAY + 1)
    assert all(seat.bot == "master" for seat in table.seats)
    assert table.round_up
    assert table.round_up.slowest == slow
    bots_finish(table)
    assert places_that_count(table)[slow] == 2
    assert places_that_count(table)[quick] == 1
    assert [seat.place for seat in rated_game(table).seats] == places_that_count(table) == table.places()
    assert gone_from(table) == [slow], "the other one has not gone"


def test_among_the_others_the_game_decides() -> None:
    table = table_of("anne", Days(3), 3)
    predicted(table, START + 60)
    slow = table.state.seat
    end_round(table)
    bots_finish(table)
    places, others = places_that_count(table), [seat for seat in range(3) if seat != slow]
    assert places[slow] == 3
    by_game = table.state.places()
    assert (places[others[0]] < places[others[1]]) is (by_game[others[0]] < by_game[others[1]])
    assert table.places() == places


def test_where_nobody_has_come_all_share_the_place() -> None:
    table = table_of("asante", Live(10, 10), 2)
    table.accept(table.draft(START).add(Kind.PAUSE, 0, PAUSED))
    end_round(table)
    assert not table.is_paused, "a pause ends with the round"
    bots_finish(table)
    assert places_that_count(table) == table.places() == [1, 1]
    assert gone_from(table) == []
    assert "Nobody has played, so all share the place." in lines_of(table)
    assert "Niemand hat gespielt" in lines_of(table, language("de"))
    assert ending_sentence(table, names_of(table, ENGLISH), ENGLISH) == "Nobody has played, so all share the place."


def test_what_bots_and_the_table_have_done_is_no_decision_of_a_person() -> None:
    table = table_of("asante", Days(1), 2)
    seat = table.state.seat
    table.accept(deeds.time_up(table, START + DAY, "novice"))
    bot_moves(table, START + DAY)
    assert not was_played(table)
    table.accept(deeds.come_back(table, START + DAY, player_at(table, seat), seat))
    decide(table, table.state.seat, START + DAY + 5)
    assert was_played(table)


def test_what_was_decided_in_advance_counts_as_played() -> None:
    table = table_of("anne", Days(1), 3)
    decide(table, (table.state.seat + 1) % 3, START + 5)
    assert was_played(table)


@pytest.mark.parametrize("clock", [Days(3), None])
def test_who_had_gone_before_is_behind(clock: Days | None) -> None:
    table = table_of("anne", clock, 3) if clock else without_clock("anne", 3)
    predicted(table, START + 60)
    gone = (table.state.seat + 1) % 3
    table.accept(deeds.leave(table, START + 70, player_at(table, gone), gone, "novice"))
    slow = table.state.seat
    end_round(table)
    assert table.seats[gone].bot == "novice", "whose bot played already goes on"
    while not table.is_over:
        table.accept(deeds.play_for_bot(table, END, table.state.legal_actions()[0], False, table.turn))
    other = 3 - gone - slow
    assert [places_that_count(table)[seat] for seat in (other, slow, gone)] == [1, 2, 3]
    assert table.places() == places_that_count(table)
    assert gone_from(table) == [gone, slow]


def test_without_a_clock_whoever_is_awaited_is_last() -> None:
    table = without_clock("asante", 2)
    first = finish_turn(table, START + 5)
    awaited = table.state.seat
    assert awaited != first
    end_round(table)
    assert "was awaited and is last" in lines_of(table)
    bots_finish(table)
    assert places_that_count(table)[awaited] == 2


def test_without_a_clock_nobody_is_to_blame_where_several_are_awaited() -> None:
    table = without_clock("anne", 3)
    decide(table, (table.state.seat + 1) % 3, START + 5)
    end_round(table)
    assert table.round_up
    assert table.round_up.slowest is None
    bots_finish(table)
    assert places_that_count(table) == table.state.places()


def test_nobody_comes_back_and_no_clock_runs_any_more() -> None:
    table = table_of("anne", Live(10, 10), 3)
    predicted(table, START + 20)
    end_round(table, START + 50)
    for seat in range(3):
        with pytest.raises(RoundTimeUp):
            deeds.come_back(table, END, player_at(table, seat), seat)
        with pytest.raises(RoundTimeUp):
            deeds.decide(table, END, player_at(table, seat), seat, table.state.legal_actions()[0], table.turn)
        with pytest.raises(RoundTimeUp):
            deeds.leave(table, END, player_at(table, seat), seat, "novice")
    table.accept(deeds.give_seat(table, END, 1, "somebody", "Somebody"))
    table.accept(deeds.move_seat(table, END, 2, "a device"))
    assert all(seat.bot == "master" for seat in table.seats)
    assert clocks_of(table).due_at is None
    assert not any(clocks_of(table).true.runs)
    assert not any(clocks_of(table).shown.runs)


def test_asked_for_twice_it_happens_once() -> None:
    table = table_of("anne", Days(3), 3)
    end_round(table)
    with pytest.raises(StaleMove):
        end_round(table, END + 1)
    bots_finish(table)
    with pytest.raises(AlreadyOver):
        end_round(table, END + 2)


def test_another_server_reads_the_same_and_a_record_says_who_has_lost_on_time() -> None:
    table = table_of("anne", Days(3), 3)
    predicted(table, START + 60)
    slow = table.state.seat
    end_round(table)
    assert folded_again(table).clocks == table.clocks
    bots_finish(table)
    assert folded_again(table).places() == table.places()
    assert table.result_now()["lost"] == [slow]
    record = read(str(table.record()))
    assert (record.lost, record.winners()) == ([slow], table.winners)
    assert "has used most time and is last" in lines_of(table)


def test_the_game_goes_on_where_today_rules_have_stopped_it() -> None:
    table = table_of("asante", Days(3), 2)
    finish_turn(table, START + 5)
    table.take([table.draft(START + 6).add(Kind.PLAY, table.state.seat, 9999).entries[0]])
    assert table.stop
    assert table.to_move is None
    end_round(table)
    assert table.to_move is not None
    assert "continues from here under today" in lines_of(table)
    bots_finish(table)


def test_a_pause_holds_no_bots_when_nobody_is_left() -> None:
    table = table_of("asante", Live(10, 10), 2)
    table.accept(table.draft(START + 5).add(Kind.PAUSE, 0, PAUSED))
    assert table.is_paused
    for one in (0, 1):
        table.accept(deeds.stand_in(table, START + 60, one, "novice"))
    assert table.bot_to_move() == "novice"
    assert folded_again(table).bot_to_move() == "novice"


def test_what_was_decided_in_advance_shows_nowhere_when_the_round_ends() -> None:
    """Two worlds in which somebody has decided something else: the others see the same in both."""
    first = table_of("anne", Live(10, 10), 3)
    ahead = (first.state.seat + 1) % 3
    choices, twin = first.choices(ahead), folded_again(first)
    seen = []
    for table, action in ((first, choices[0]), (twin, choices[-1])):
        decide(table, ahead, START + 20, action)
        end_round(table, START + 50)
        clocks = [clocks_of(table).seen_by(seat) for seat in (None, 0, 1, 2)]
        seen.append((lines_of(table), clocks, table.view(None), [seat.bot for seat in table.seats]))
    assert seen[0] == seen[1]
