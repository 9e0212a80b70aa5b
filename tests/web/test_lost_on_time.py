"""A game that is lost because the time was up: pages tell who has won all the same."""

from dataclasses import replace

from mezani.language import language
from mezani.record import read
from mezani.tables.table import played_again
from mezani.web.log_lines import all_lines, ending_sentence, names_of
from mezani.web.screen import Screen
from tests.tables.clocked import lost_on_time, play_on


def test_who_is_out_of_time_has_not_won_whatever_they_have() -> None:
    table, seat = lost_on_time()
    english = language("en")
    names = names_of(table, english)
    assert ending_sentence(table, names, english) == ""
    play_on(table)
    said = ending_sentence(table, names, english)
    assert said.endswith(f"The time of {names[seat]} was up.")
    assert all(names[winner] in said.partition(".")[0] for winner in table.winners)
    assert Screen(table, None, [], english).prompt == said


def test_the_log_tells_of_it() -> None:
    table, seat = lost_on_time()
    german = language("de")
    name = names_of(table, german)[seat]
    lines = [str(line.html) for line in all_lines(table, None, german)]
    assert f"Die Zeit von {name} ist abgelaufen, die Partie ist verloren." in lines


def test_its_record_and_its_replay_tell_the_same() -> None:
    table, seat = lost_on_time()
    english = language("en")
    play_on(table)
    record = read(str(table.record()))
    replayed = played_again(record, [replace(chair, bot=None) for chair in table.seats], len(record.actions))
    assert (record.lost, replayed.winners, replayed.leads_elsewhere) == ([seat], table.winners, False)
    names = names_of(table, english)
    assert Screen(replayed, None, [], english, is_past=True).prompt == ending_sentence(table, names, english)
    before = played_again(record, list(table.seats), len(record.actions) - 1)
    assert not before.is_over
