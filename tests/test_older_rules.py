"""Games of older rules: records are read as far as the rules of today allow, and nothing of them is lost."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mezani
from mezani import record as records
from mezani.game import Game, RulesChange
from mezani.language import language
from mezani.record import RecordError, read
from tests.playing import OUR_GAMES

RULES_1 = Path(__file__).parent / "records" / "rules-1"
KEPT = sorted(path.stem for path in RULES_1.glob("*.txt"))
NEWER = replace(mezani.game("anne"), changes=(RulesChange(2, ("5.2",), "Something has changed."),))
START = "mezani: 1\ngame: anne\nplayers: 4\nseed: 7\n"
FORBIDDEN = START + "result: 1 2 3 4\n\n+C-G +C-G +C-G +C-G\nD12 C3 C4\n"


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    """ANNE! as if its rules had come to a second version."""
    monkeypatch.setattr(records, "game", lambda name: NEWER)
    return NEWER


def test_ten_games_of_every_game_are_kept_as_they_were() -> None:
    assert len(KEPT) == 10 * len(OUR_GAMES)


@pytest.mark.parametrize("name", KEPT)
def test_a_game_of_version_1_is_read_and_all_of_its_moves_are_kept(name: str) -> None:
    text = (RULES_1 / f"{name}.txt").read_text("utf-8")
    kept = read(text)
    written = [word for line in text.splitlines() for word in line.split() if ":" not in line and line[:1] != "#"]
    shown = [word for line in str(kept).splitlines() for word in line.split() if ":" not in line and line[:1] != "#"]
    assert shown == written
    assert str(read(str(kept))) == str(kept)
    assert kept.rules == 1
    if not kept.is_older:
        assert kept.state().is_over


@pytest.mark.parametrize("name", KEPT)
def test_the_numbers_of_moves_mean_what_they_meant(name: str) -> None:
    kept = read((RULES_1 / f"{name}.txt").read_text("utf-8"))
    numbers = json.loads((RULES_1 / "actions.json").read_text("utf-8"))[name]
    state = kept.state()
    assert kept.actions == numbers[: len(kept.actions)]
    assert kept.left_over == [kept.game.action_text(state, number) for number in numbers[len(kept.actions) :]]


@pytest.mark.usefixtures("newer")
def test_an_older_game_is_read_up_to_the_move_that_is_forbidden_now() -> None:
    kept = read(FORBIDDEN)
    assert (kept.rules, kept.is_older, len(kept.actions)) == (1, True, 5)
    assert kept.left_over == ["C3", "C4"]
    assert kept.stop is not None
    assert (kept.stop.number, kept.stop.move) == (6, "C3")
    assert "(5.2)" in kept.stop.reason(language("en"))


@pytest.mark.usefixtures("newer")
def test_an_older_game_is_written_with_all_its_moves_and_its_result() -> None:
    text = str(read(FORBIDDEN))
    assert "rules: 1\n" in text
    assert "result: 1 2 3 4\n" in text
    assert text.endswith("D12\n\n# what follows was played by older rules\nC3 C4\n")


@pytest.mark.usefixtures("newer")
def test_a_game_of_today_is_refused_where_it_breaks_the_rules() -> None:
    with pytest.raises(RecordError, match=r"line 9, move 6 of 1, C3: .*\(5\.2\)"):
        read(FORBIDDEN.replace("players", "rules: 2\nplayers"))


@pytest.mark.usefixtures("newer")
def test_an_older_game_can_be_taken_on_as_one_of_today() -> None:
    kept = read(FORBIDDEN)
    kept.go_on()
    assert read(str(kept)).left_over == []
    assert "rules: 2\n" in str(kept)


@pytest.mark.parametrize("version", [0, 2, 99])
def test_a_version_of_the_rules_that_is_not_known_is_refused(version: int) -> None:
    with pytest.raises(RecordError, match=f"version {version} of the rules of ANNE!; the newest known here is 1"):
        read(START.replace("players", f"rules: {version}\nplayers"))


@pytest.mark.parametrize("name", mezani.game_names())
def test_a_game_says_since_which_version_what_has_changed(name: str) -> None:
    game = mezani.game(name)
    versions = [change.version for change in game.changes]
    assert versions == sorted(versions)
    assert set(versions) == set(range(2, game.rules_version + 1))
    for change in game.changes:
        assert set(change.paragraphs) <= set(game.paragraphs)
        assert game.language(language("de")).gettext(change.sentence) != change.sentence


def test_what_has_changed_is_told_from_a_version_on() -> None:
    assert [change.version for change in NEWER.changes_since(1)] == [2]
    assert NEWER.changes_since(2) == []
