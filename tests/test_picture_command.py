"""`mezani picture`: what it writes, what it lets be seen, and what it says of wrong input."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mezani.cli import app
from mezani.record import Record
from tests.playing import random_game

MOVES = 30
SEEN = re.compile(r"Seen by [^<]+|Gesehen von [^<]+")


def picture(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["picture", *map(str, arguments)], env={"COLUMNS": "200"})


def write(path: Path, record: Record) -> Path:
    path.write_text(str(record), "utf-8")
    return path


@pytest.fixture
def running(tmp_path: Path) -> Path:
    return write(tmp_path / "monday.txt", random_game("anne", 3, moves=MOVES))


@pytest.fixture
def over(tmp_path: Path) -> Path:
    return write(tmp_path / "friday.txt", random_game("anne", 3))


def test_the_animation_is_written_beside_the_record(running: Path) -> None:
    done = picture(running)
    assert done.exit_code == 0, done.output
    assert f"{MOVES} moves" in done.stdout
    assert str(running.with_suffix(".html")) in done.stdout
    assert 'id="films"' in running.with_suffix(".html").read_text("utf-8")
    assert sorted(path.name for path in running.parent.iterdir()) == ["monday.html", "monday.txt"]


def test_a_game_that_runs_is_seen_as_everybody_sees_it(running: Path) -> None:
    picture(running)
    assert set(SEEN.findall(running.with_suffix(".html").read_text("utf-8"))) == {"Seen by everybody"}


def test_a_game_that_is_over_is_seen_from_every_seat(over: Path) -> None:
    picture(over)
    names = ["everybody", "Arve", "Brittany", "Clay"]
    assert SEEN.findall(over.with_suffix(".html").read_text("utf-8")) == [f"Seen by {name}" for name in names]


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--seat", 2], ["Brittany"]),
        (["--everything"], ["everybody", "Arve", "Brittany", "Clay"]),
        (["--at", 12], ["everybody"]),
        (["--at", 12, "--seat", 3], ["Clay"]),
    ],
)
def test_more_or_less_of_a_game_is_shown_if_it_is_asked_for(
    running: Path, tmp_path: Path, options: list[object], names: list[str]
) -> None:
    out = tmp_path / "out.html"
    done = picture(running, "-o", out, *options)
    assert done.exit_code == 0, done.output
    seen = {f"Seen by {name}" for name in names}
    assert set(SEEN.findall(out.read_text("utf-8"))) == seen


def test_a_position_is_a_still_as_the_seat_to_move_sees_it(over: Path) -> None:
    record = random_game("anne", 3)
    for at in (0, 25, len(record.actions)):
        done = picture(over, "--at", at)
        assert done.exit_code == 0, done.output
        page = over.with_name(f"friday-{at}.html").read_text("utf-8")
        assert "<script" not in page
        record.actions = random_game("anne", 3).actions[:at]
        state = record.state()
        assert SEEN.findall(page)[0] == f"Seen by {'everybody' if state.is_over else record.names[state.seat]}"


def test_a_game_is_drawn_in_the_language_of_its_record_or_another(running: Path) -> None:
    record = random_game("anne", 3, moves=MOVES)
    record.other_headers["language"] = "de"
    write(running, record)
    assert "30 Zügen" in picture(running).stdout
    assert "Gesehen von allen" in running.with_suffix(".html").read_text("utf-8")
    picture(running, "--lang", "en")
    assert "Seen by everybody" in running.with_suffix(".html").read_text("utf-8")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--at", 31], "--at 31: the game has the positions 0 to 30"),
        (["--at", -1], "--at -1: the game has the positions 0 to 30"),
        (["--seat", 4], "--seat 4: the seats are 1 to 3"),
        (["--seat", 0], "--seat 0: the seats are 1 to 3"),
        (["--seat", 1, "--everything"], "name one of them"),
        (["--lang", "xx"], "there is no language 'xx'"),
        (["-o", "page.txt"], "the page is a file that ends in .html"),
        (["-o", "."], ". is a folder: name a file in it"),
    ],
)
def test_what_can_not_be_meant_is_explained_and_nothing_is_written(
    running: Path, options: list[object], said: str
) -> None:
    done = picture(running, *options)
    assert done.exit_code == 2
    assert said in done.stderr
    assert list(running.parent.iterdir()) == [running]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "the header “mezani” is missing"),
        (str(random_game("anne", 3, moves=0)), "nothing was played yet"),
        (str(random_game("anne", 3, moves=5)) + "\nX99\n", "X99"),
    ],
)
def test_what_is_no_record_is_refused(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "odd.txt").write_text(text, "utf-8")
    done = picture(tmp_path / "odd.txt")
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(list(tmp_path.iterdir())) == 1


def test_a_record_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = picture(tmp_path / "gone.txt")
    assert done.exit_code == 2
    assert "gone.txt can't be read: No such file or directory" in done.stderr


def test_where_nothing_can_be_written_it_says_so_in_a_line(running: Path) -> None:
    done = picture(running, "-o", running.parent / "nowhere" / "page.html")
    assert done.exit_code == 1
    assert done.stderr.strip().endswith("page.html can't be written: No such file or directory")
