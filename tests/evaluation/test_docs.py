"""The table in the docs: all our bots are in it, and they still play as it says."""

from pathlib import Path

import pytest

import mezani
from mezani.arena.run import runner
from mezani.bots.levels import LEVELS
from mezani.evaluation import suite
from mezani.evaluation.report import COLUMNS, percent
from mezani.evaluation.result import against_one
from mezani.evaluation.suite import opponent_in, part_of, trial
from tests.playing import OUR_GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "evaluation.md").read_text("utf-8")
ROWS = [tuple(line.strip("| ").split(" | ")) for line in PAGE.splitlines() if line.startswith("| ")]
TITLES = {name: mezani.game(name).title for name in OUR_GAMES}


def row(name: str, bot: str) -> dict[str, str]:
    """What the table says of a bot in a game."""
    (found,) = [cells for cells in ROWS if cells[:2] == (TITLES[name], bot)]
    return dict(zip(COLUMNS, found, strict=True))


def test_the_page_tells_of_the_suite_as_it_is() -> None:
    assert suite.NAME in PAGE
    for name in OUR_GAMES:
        part = part_of(mezani.game(name))
        games = part.deals * part.players
        cells = (TITLES[name], part.players, part.deals, games, games * len(suite.OPPONENTS))
        assert tuple(map(str, cells)) in ROWS


@pytest.mark.parametrize("name", OUR_GAMES)
@pytest.mark.parametrize("bot", ["random", *LEVELS])
def test_all_our_bots_are_in_the_table_with_all_games_of_the_suite(name: str, bot: str) -> None:
    assert row(name, bot)["games"] == str(trial(bot, name).games)
    assert f"mezani evaluate {bot} " in PAGE


@pytest.mark.skipif(not mezani.is_compiled(), reason="it plays some hundred games")
@pytest.mark.parametrize("name", OUR_GAMES)
@pytest.mark.parametrize(("bot", "opponent"), [("novice", "random"), ("trader", "novice")])
def test_the_bots_still_play_as_the_table_says(name: str, bot: str, opponent: str) -> None:
    whole = trial(bot, name)
    jobs = [job for job in whole.jobs() if opponent_in(job.deal) == opponent]
    found = against_one(whole, opponent, list(runner(1, None)(whole.match(), jobs)))
    told = percent(found.share, found.low, found.high)
    assert row(name, bot)[opponent] == told, "this makes another suite: give it the next name, and its table"
