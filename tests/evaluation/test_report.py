"""How an evaluation is shown and kept: as a table, for programs, for texts; and what is said when it stops."""

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from mezani.arena.match import Job, Match, Played, play
from mezani.arena.run import Runner, runner
from mezani.evaluation import report
from mezani.evaluation.report import Interrupted, conduct, markdown, table, write
from mezani.evaluation.result import Evaluation
from mezani.evaluation.suite import Trial

QUIET = Console(quiet=True)
TRIALS = [Trial("trader", "anansi", 4, 1), Trial("trader", "asante", 2, 1)]


@pytest.fixture(scope="module")
def found() -> Evaluation:
    return Evaluation.of("trader", 1, list(conduct([TRIALS[0], Trial("trader", "anne", 4, 1)], runner(1, None), QUIET)))


def test_a_table_has_a_line_for_each_game(found: Evaluation) -> None:
    shown = table(found)
    assert shown.row_count == 2
    assert list(shown.columns[0].cells) == ["Anansi", "ANNE!"]
    assert [column.header for column in shown.columns] == list(report.COLUMNS)
    assert str(shown.title).startswith("mezani-1, but fewer games")


def test_the_table_for_texts_says_all_that_is_needed_to_repeat_it(found: Evaluation) -> None:
    text = markdown(found)
    head, *rows = text.split("\n\n")[0], *[line for line in text.splitlines() if line.startswith("|")]
    for needed in ("mezani-1", "seed 1", f"mezani {found.mezani}", "anansi 1, anne 1", "95 % intervals"):
        assert needed in head
    assert [row.count("|") for row in rows] == [len(report.COLUMNS) + 1] * 4
    assert rows[2].startswith("| Anansi | trader | ")


def test_it_is_kept_for_programs_as_it_was_found(found: Evaluation, tmp_path: Path) -> None:
    write(found, tmp_path / "trader.json")
    assert msgspec.json.decode((tmp_path / "trader.json").read_bytes(), type=Evaluation) == found
    assert (tmp_path / "trader.md").read_text("utf-8") == markdown(found)


def test_a_bar_shows_how_far_it_is_and_in_which_game() -> None:
    console = Console(record=True, force_terminal=True, width=100, file=io.StringIO())
    assert [it.game for it in conduct(TRIALS, runner(1, None), console)] == ["anansi", "asante"]
    shown = console.export_text()
    assert "24/24" in shown
    assert "Asante" in shown


def stopping_in(game: str, after: int) -> Runner:
    """Plays so many games of a match, and is interrupted."""

    def run(match: Match, jobs: Sequence[Job]) -> Iterator[Played]:
        for number, job in enumerate(jobs):
            if match.game == game and number == after:
                raise KeyboardInterrupt
            yield play(match, job)

    return run


def test_who_stops_it_hears_how_far_it_was() -> None:
    """The first game has 16 games, the second 8: it is stopped in the second."""
    with pytest.raises(Interrupted, match="Stopped after 21 of 24 games"):
        list(conduct(TRIALS, stopping_in("asante", 5), QUIET))
