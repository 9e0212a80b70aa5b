"""`mezani statistics`: over a folder, over a database, in both languages, and what it says of wrong input."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mezani.cli import app
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from tests.counting_facts import kept_game, random_game
from tests.databases.make import load
from tests.games.outside import SOUND, installed
from tests.tables.conftest import hall_over


def statistics(*arguments: object) -> Result:
    return CliRunner(env={"COLUMNS": "160"}).invoke(app, ["statistics", *map(str, arguments)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six games: three of ANNE! with three, two of Anansi, one of The Great Zimbabwe by older rules."""
    games = tmp_path / "games"
    (games / "within").mkdir(parents=True)
    for name in ("anne-2", "anne-4", "anne-6", "anansi-1", "within/anansi-4", "zimbabwe-8"):
        (games / f"{name}.txt").write_text(str(kept_game(name.rpartition("/")[2])), "utf-8")
    return games


def test_the_games_of_a_folder_are_counted_and_shown(folder: Path) -> None:
    done = statistics(folder)
    assert done.exit_code == 0, done.output
    for said in ("ANNE!, 3 players", "Anansi, 4 players", "The Great Zimbabwe, 2 players · version 1 of the rules"):
        assert said in done.output
    assert "Predicted as most, by the place of the suit among the trumps" in done.output
    assert "What the trickster bonus is worth" in done.output
    assert done.output.splitlines()[-1] == "6 finished games."
    assert [path.name for path in folder.parent.iterdir()] == ["games"]


def test_it_speaks_german(folder: Path) -> None:
    done = statistics(folder, "--lang", "de")
    assert done.exit_code == 0, done.output
    for said in ("ANNE!, 3 Spieler", "Wer beginnt", "nicht ganz perfekt", "Was der Tricksterbonus wert ist", "Zuhörer"):
        assert said.lower() in done.output.lower()
    for english in ("Victories", "Whoever", "Place", "follower", "monument ", "finished"):
        assert english not in done.output


def test_one_game_is_shown_if_it_is_asked_for(folder: Path) -> None:
    done = statistics(folder, "--game", "anansi")
    assert "Anansi, 4 players" in done.output
    assert "ANNE!" not in done.output
    assert done.output.splitlines()[-2:] == ["2 finished games.", "Left out: 4 of other games."]


def test_page_pictures_and_figures_are_written(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = statistics(folder, "--out", out)
    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[-1] == f"Page, pictures and figures are in {out}"
    names = {path.name for path in out.iterdir()}
    assert {"statistics.html", "statistics.json", "anne-3-most.svg", "anansi-4-bonuses.svg"} <= names
    figures = json.loads((out / "statistics.json").read_text("utf-8"))
    assert (figures["games"], [group["games"] for group in figures["groups"]]) == (6, [2, 3, 1])
    assert statistics(folder, "--out", out).exit_code == 0  # again, into the same folder


def test_both_builds_count_the_same(folder: Path, tmp_path: Path) -> None:
    assert statistics(folder, "--out", tmp_path / "here").exit_code == 0
    code = "import sys; from mezani.cli import main; sys.argv[0] = 'mezani'; main()"
    command = [sys.executable, "-c", code, "statistics", str(folder), "--out", str(tmp_path / "there")]
    subprocess.run(command, env={**os.environ, "MEZANI_INTERPRETED": "1"}, check=True, capture_output=True)
    for path in (tmp_path / "here").iterdir():
        assert path.read_text("utf-8") == (tmp_path / "there" / path.name).read_text("utf-8"), path.name


def test_what_is_left_out_is_said(folder: Path) -> None:
    (folder / "copy.txt").write_text((folder / "anne-2.txt").read_text("utf-8"), "utf-8")
    (folder / "letter.txt").write_text("Dear Arve")
    (folder / "broken.txt").write_text("mezani: 1\ngame: anne\nplayers: nine\n")
    (folder / "older.txt").write_text(str(kept_game("asante-1")), "utf-8")
    unfinished = kept_game("anne-8")
    unfinished.actions = unfinished.actions[:-1]
    (folder / "unfinished.txt").write_text(str(unfinished), "utf-8")
    done = statistics(folder)
    assert done.exit_code == 0
    assert "broken.txt: line 3: players must be a whole number, not “nine”" in done.stderr
    assert done.stdout.splitlines()[-2:] == [
        "6 finished games.",
        "Left out: 1 copy of a game already counted, 1 not finished, 1 of older rules, which today's can't follow, "
        "1 that are no records, 1 that can't be read.",
    ]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ([], 2, "name a folder of records, or a database with --database"),
        (["{games}", "--database", "sqlite:///x.db"], 2, "name a folder of records, or a database with --database"),
        (["{games}/none"], 2, "none is no folder"),
        (["{games}/anne-2.txt"], 2, "anne-2.txt is no folder"),
        (["{games}", "--game", "chess"], 2, "there is no game 'chess'"),
        (["{games}", "--lang", "xx"], 2, "choose one of en, de"),
        (["{games}", "--out", "{games}/anne-2.txt"], 2, "anne-2.txt is no folder"),
        (["{games}", "--workers", "0"], 2, "greater than or equal to 1"),
        (
            ["{games}", "--game", "asante"],
            1,
            "There is nothing to count. 0 finished games. Left out: 6 of other games.",
        ),
        (["{empty}"], 1, "There is nothing to count. 0 finished games."),
        (["--database", "sqlite:///{empty}/none.db"], 1, "There is no database"),
        (["--database", "mysql://somewhere"], 1, "--database is no database address"),
    ],
)
def test_wrong_input_is_refused_with_a_sentence(
    arguments: list[str], code: int, says: str, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    out = tmp_path / "out"
    given = [argument.format(games=folder, empty=tmp_path / "empty") for argument in arguments]
    done = statistics(*given, *([] if "--out" in given else ["--out", out]))
    assert done.exit_code == code
    assert says in " ".join(done.output.split())
    assert not out.exists()


def test_a_folder_that_can_not_be_written_is_said(folder: Path) -> None:
    done = statistics(folder, "--out", folder / "anne-2.txt" / "within")
    assert done.exit_code == 1
    assert "can't be written: Not a directory" in done.stderr


def test_the_finished_games_of_a_database_are_counted(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/mezani.db"
    asyncio.run(load("0007", address))
    before = (tmp_path / "mezani.db").read_bytes()
    done = statistics("--database", address)
    assert done.exit_code == 0, done.output
    for title in ("Anansi, 3 players", "ANNE!, 3 players", "Asante, 2 players", "The Great Zimbabwe, 2 players"):
        assert title in done.output
    assert "4 finished games." in done.output
    assert "9 not finished" in done.output
    assert (tmp_path / "mezani.db").read_bytes() == before


def test_a_game_from_outside_is_counted_too(tmp_path: Path) -> None:
    with installed(tmp_path / "packages", SOUND):
        (tmp_path / "games").mkdir()
        for seed in range(3):
            (tmp_path / "games" / f"{seed}.txt").write_text(str(random_game("race", 3, seed)), "utf-8")
        done = statistics(tmp_path / "games", "--lang", "de")
    assert done.exit_code == 0, done.output
    assert "The race race, 3 Spieler" in done.output
    assert "Wie lange Partien dauern" in done.output


def test_bots_at_tables_are_named_in_their_records(tmp_path: Path) -> None:
    async def headers() -> dict[str, str]:
        async with hall_over(f"sqlite:///{tmp_path}/mezani.db") as hall:
            seats = [Seat(player_of("ann"), "Ann"), Seat(name="Baraka", bot="trader"), Seat(player_of("ben"), "Ben")]
            table = await hall.open_table(kept_game("anne-2").game, seats)
            return table.record().other_headers

    assert asyncio.run(headers()) == {"bot 2": "trader"}
