"""Games of Anansi as text files."""

from pathlib import Path

import pytest

from mezani.record import RecordError, read

KEPT = (Path(__file__).parents[2] / "records" / "anansi-format-1.txt").read_text("utf-8")


def test_a_record_of_the_first_version_is_read_by_every_later_one() -> None:
    """The file was written by the first version, and stays as it is."""
    kept = read(KEPT)
    assert kept.state().is_over
    assert str(kept) == KEPT.replace("\nplayers:", "\nrules: 1\nplayers:")


def test_a_record_is_written_round_by_round_and_trick_by_trick() -> None:
    lines = KEPT.splitlines()
    first = lines.index("# round 1")
    assert [line for line in lines if line.startswith("#")] == ["# round 1", "# round 2", "# round 3"]
    assert [len(line.split()) for line in lines[first + 1 : first + 9]] == [5] * 8


def test_a_move_that_breaks_a_rule_is_named_with_its_line_and_paragraph() -> None:
    start = "mezani: 1\ngame: anansi\nplayers: 5\nseed: 7\n\n"
    first = KEPT[KEPT.index("# round 1\n") :].split()[3]
    with pytest.raises(
        RecordError, match=r"line 6, move 1 .*: You are leading this trick, so you can't gain .*\(5\.4\)"
    ):
        read(f"{start}{first}^\n")
