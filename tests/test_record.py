"""Games as text files."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mezani
from mezani.record import Record, RecordError, read
from mezani.testing.playing import random_steps

ANNE = mezani.game("anne")
START = "mezani: 1\ngame: anne\nplayers: 4\nseed: 7\n"


def random_record(players: int = 4, seed: int = 7, length: int | None = None) -> Record:
    actions = [action for _, action in random_steps(ANNE, players, seed)]
    return Record(ANNE, players, seed, names=["Arve", "Brittany", "Clay", "Deepal"][:players], actions=actions[:length])


def test_a_record_is_written_hand_by_hand_and_trick_by_trick() -> None:
    lines = str(random_record()).splitlines()
    assert lines[:5] == ["mezani: 1", "game: anne", "rules: 1", "players: 4", "seed: 7"]
    assert lines[5:9] == ["seat 1: Arve", "seat 2: Brittany", "seat 3: Clay", "seat 4: Deepal"]
    assert lines[9].startswith("result: ")
    assert [line for line in lines if line.startswith("#")] == ["# hand 1", "# hand 2", "# hand 3", "# hand 4"]
    first = lines.index("# hand 1")
    assert [len(line.split()) for line in lines[first + 1 : first + 12]] == [4] + [5] * 8 + [4] * 2


def test_a_record_of_format_1_is_read_by_every_later_version() -> None:
    """The file was written by the first version, and stays as it is."""
    kept = read((Path(__file__).parent / "records" / "anne-format-1.txt").read_text("utf-8"))
    assert kept.state().is_over
    assert kept.names == ["Arve", "Brittany", "Clay", "Deepal"]


def test_a_record_tells_who_has_lost_on_time_and_so_who_has_won() -> None:
    record = random_record()
    first, *_ = record.winners()
    record.lost = [first, (first + 1) % 4]
    again = read(str(record))
    assert f"lost on time: {first + 1} {(first + 1) % 4 + 1}" in str(record)
    assert again.lost == record.lost
    assert not {*again.winners()} & {*record.lost}
    assert random_record(length=7).winners() == []


def test_what_a_person_writes_is_read() -> None:
    text = "Mezani: 1\nGame: anne\n\n# a remark\nplayers : 3\nseed: 12\nplace: Ulm\n\n+c-g   +D-m\n# another\n"
    written = read(text)
    assert written.players == 3
    assert [ANNE.action_text(written.state(), action) for action in written.actions] == ["+C-G", "+D-M"]
    assert written.other_headers == {"place": "Ulm"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the header “mezani” is missing"),
        ("mezani: 2\n", "this version reads formats up to 1"),
        ("mezani: one\n", "line 1: mezani must be a whole number, not “one”"),
        ("mezani: 1\nplayers: 4\nseed: 1\n", "the header “game” is missing"),
        ("mezani: 1\ngame: chess\nplayers: 4\nseed: 1\n", "line 2: there is no game 'chess'"),
        ("mezani: 1\ngame: anne\ngame: anne\n", "line 3: the header “game” is already in line 2"),
        ("mezani: 1\ngame: anne\nplayers: 9\nseed: 1\n", "3 or 4 players, not 9"),
        ("mezani: 1\ngame: anne\nplayers: 4\nseed: -1\n", "line 4: seed must be a whole number"),
        (f"mezani: 1\ngame: anne\nplayers: 4\nseed: {2**64}\n", "a seed is a whole number"),
        (START + "lost on time: 2 5\n", "line 5: “2 5” are no seats of this game"),
        (START + "lost on time: 1 1\n", "line 5: “1 1” are no seats of this game"),
        (START + "lost on time:\n", "line 5: “” are no seats of this game"),
        (START + "seat 5: Esi\n", "line 5: there is no seat 5 among 4 players"),
        (START + "option deck: {\n", "line 5: the value of “option deck” is not JSON"),
        (START + "option deck: 1\n", "ANNE! has no option 'deck'"),
        (START + "\nC9\n", "line 6, move 1 of 4, C9: You do not hold Crystals 9. (5.2)"),
        (START + "\n+C-G +C-C\n", "line 6, move 2 of 1, +C-C: “+C-C” predicts one suit twice"),
        (START + "\n+C-G\n+C-G +C-G +C-G\nZ4", "line 8, move 5 of 4, Z4: “Z4” is not a move"),
        (START + "result: 1 2 3 4\n", "line 5: there is a result, but the game is not over after 0 moves"),
    ],
)
def test_a_record_that_does_not_fit_is_refused_with_line_move_and_reason(text: str, says: str) -> None:
    with pytest.raises(RecordError) as refused:
        read(text)
    assert says in str(refused.value)


def test_a_move_against_the_rules_is_refused_with_the_paragraph() -> None:
    moves = "+C-G +C-G +C-G +C-G\nD12 C3"
    with pytest.raises(RecordError, match=r"line 7, move 6 of 1, C3: .*\(5\.2\)"):
        read(START + "\n" + moves)


def test_a_wrong_result_is_refused() -> None:
    text = str(random_record())
    result = next(line for line in text.splitlines() if line.startswith("result"))
    with pytest.raises(RecordError, match="but the moves lead to"):
        read(text.replace(result, "result: 0 0 0 1"))


def test_a_move_after_the_end_is_refused() -> None:
    with pytest.raises(RecordError, match="the game is over"):
        read(str(random_record()) + "C9\n")


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(RecordError):
        assert read(START + "\n" + text).actions == []


def test_the_last_choice_of_a_seat_is_found_over_forced_moves_and_those_of_others() -> None:
    record = random_record()
    states = [before for before, _, _ in record.steps()]
    for number in range(len(states) + 1):
        so_far = Record(ANNE, 4, 7, actions=record.actions[:number])
        for seat in range(4):
            had = [n for n in range(number) if states[n].seat == seat and len(states[n].legal_actions()) > 1]
            assert so_far.last_choice_of(seat) == (had[-1] if had else None)
