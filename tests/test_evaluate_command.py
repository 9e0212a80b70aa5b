"""`mezani evaluate`: what it shows and writes, and what it says of wrong input."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from mezani.arena.match import ArenaFailed
from mezani.cli import app
from mezani.cli_evaluate import file_in, trials_of
from mezani.evaluation import report, suite
from mezani.evaluation.result import Evaluation
from tests.playing import OUR_GAMES

ROOT = Path(__file__).parent.parent


def evaluate(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["evaluate", *map(str, arguments), "--workers", "1"], env={"COLUMNS": "160"})


def said(result: Result) -> str:
    return " ".join(result.output.split())


def test_it_shows_and_writes_how_a_bot_does(tmp_path: Path) -> None:
    done = evaluate("random", "--game", "anansi", "--game", "anne", "--quick", "--out", tmp_path / "found")
    assert done.exit_code == 0, done.output
    assert "mezani-1, but fewer games" in done.output
    assert str(tmp_path / "found" / "random.json") in said(done)
    kept = msgspec.json.decode((tmp_path / "found" / "random.json").read_bytes(), type=Evaluation)
    assert (kept.bot, [it.game for it in kept.outcomes]) == ("random", ["anansi", "anne"])
    assert all(it.games == 8 for it in kept.outcomes)
    assert "| ANNE! | random |" in (tmp_path / "found" / "random.md").read_text("utf-8")


def test_all_games_are_played_as_the_suite_has_them_unless_something_else_is_asked_for() -> None:
    trials = trials_of("novice", suite.game_names(), None, False, suite.SEED)
    assert [trial.game for trial in trials] == OUR_GAMES
    assert trials == [suite.trial("novice", name) for name in OUR_GAMES]
    (longer,) = trials_of("novice", ["anne", "anne"], 400, False, 7)
    assert (longer.games, longer.seed) == (400, 7)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["mastre"], "there is no bot 'mastre': did you mean master?"),
        (["no_such_module:Bot"], "there is no bot 'no_such_module:Bot': No module named 'no_such_module'"),
        (["novice", "--game", "chess"], "there is no game 'chess'"),
        (["novice", "--game", "ahadi"], "Ahadi is not among the games of mezani-1: they are anansi, anne"),
        (["novice", "--quick", "--games", "8"], "choose --quick or --games, not both"),
        (["novice", "--games", "0"], "--games"),
        (["novice", "--out", __file__], "is no folder, nor the name of a .json file"),
    ],
)
def test_what_cannot_be_evaluated_is_refused_in_a_sentence(arguments: list[str], says: str) -> None:
    refused = evaluate(*arguments)
    assert refused.exit_code == 2
    assert says in said(refused)


def test_nothing_is_played_where_the_result_could_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "conduct", never)
    (tmp_path / "file").write_text("")
    refused = evaluate("novice", "--out", tmp_path / "file" / "novice.json")
    assert refused.exit_code == 1
    assert "can't be written" in said(refused)
    (tmp_path / "folder.json").mkdir()
    assert "is a folder: name a file in it" in said(evaluate("novice", "--out", tmp_path / "folder.json"))


def never(*arguments: Any) -> Any:
    raise AssertionError("played")


def test_a_bot_from_outside_has_a_file_of_its_name(tmp_path: Path) -> None:
    assert file_in(tmp_path / "found", "my_bot:Sampler") == tmp_path / "found" / "my_bot-Sampler.json"
    assert file_in(tmp_path / "a.json", "my_bot:Sampler") == tmp_path / "a.json"


@pytest.mark.parametrize(
    ("problem", "code", "says"),
    [
        (report.Interrupted("Stopped after 3 of 24 games"), 130, "Stopped after 3 of 24 games; nothing was written."),
        (ArenaFailed("the bot odd:Odd failed (oh dear)"), 1, "the bot odd:Odd failed (oh dear)"),
    ],
)
def test_what_ends_it_is_said(
    problem: Exception, code: int, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*arguments: Any) -> Any:
        raise problem

    monkeypatch.setattr(report, "conduct", failing)
    ended = evaluate("novice", "--out", tmp_path)
    assert ended.exit_code == code
    assert says in said(ended)
    assert not list(tmp_path.iterdir())


def test_the_games_that_are_over_when_it_is_stopped_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    conduct = report.conduct

    def stopped(trials: Any, *arguments: Any) -> Any:
        yield from conduct(trials[:1], *arguments)
        raise report.Interrupted("Stopped after 40 of 64 games")

    monkeypatch.setattr(report, "conduct", stopped)
    ended = evaluate("random", "--game", "anne", "--game", "asante", "--quick", "--out", tmp_path / "random.json")
    assert ended.exit_code == 130
    assert f"Stopped after 40 of 64 games; what was over is in {tmp_path / 'random.json'}" in said(ended)
    kept = msgspec.json.decode((tmp_path / "random.json").read_bytes(), type=Evaluation)
    assert [it.game for it in kept.outcomes] == ["anne"]


def test_a_bot_that_fails_ends_it_and_its_author_reads_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    failed = evaluate("tests.bots.odd:Cheating", "--game", "anne", "--quick")
    assert failed.exit_code == 1
    assert "Cheating chose action 1000000, which is not legal" in said(failed)
