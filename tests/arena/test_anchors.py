"""Anchors: how strong the levels of bots are, on the scale of people."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import mezani
from mezani.arena.anchors import Anchor, anchors_of, find_anchors, matches, read_anchors, settled, table_size, told
from mezani.arena.match import Job, Match, Played
from mezani.arena.rating import UNKNOWN
from mezani.bots.levels import LEVELS
from mezani.cli import app
from tests.playing import OUR_GAMES


def by_strength(match: Match, jobs: Sequence[Job]) -> Iterator[Played]:
    """Games in which stronger levels come out better, with some luck; the last one is over first."""
    rng = random.Random(match.seed)
    for job in reversed(jobs):
        shown = [list(LEVELS).index(level) + rng.gauss(0, 1) for level in job.lineup]
        places = tuple(1 + sum(other > one for other in shown) for one in shown)
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        count = len(places)
        yield Played(job.number, job.deal, job.lineup, places, winners, (1,) * count, (0.0,) * count, places)


@pytest.mark.parametrize("name", OUR_GAMES)
def test_every_game_has_an_anchor_for_every_level(name: str) -> None:
    found = anchors_of(mezani.game(name))
    assert set(found) == set(LEVELS)
    assert found["novice"].mu < found["master"].mu
    assert sum(anchor.mu for anchor in found.values()) / len(found) == pytest.approx(UNKNOWN.mu, abs=0.01)
    assert all(0 < anchor.sigma < UNKNOWN.sigma and anchor.games > 0 for anchor in found.values())


@pytest.mark.parametrize("name", OUR_GAMES)
def test_all_levels_meet_equally_often(name: str) -> None:
    game = mezani.game(name)
    lineups = [job.lineup for match in matches(game, 48, 1) for job in match.jobs()]
    assert {len(lineup) for lineup in lineups} == {table_size(game)}
    assert len(set(Counter(level for lineup in lineups for level in lineup).values())) == 1
    assert len(lineups) >= 48


def test_levels_are_found_in_their_order_whatever_the_order_of_games() -> None:
    found = find_anchors(matches(mezani.game("anne"), 80, 1), by_strength, 1)
    assert list(found) == list(LEVELS)
    assert {anchor.games for anchor in found.values()} == {80}
    (match,) = matches(mezani.game("anne"), 80, 1)
    played = list(by_strength(match, list(match.jobs())))
    one, other = settled(played, random.Random(1)), settled(played[::-1], random.Random(2))
    for level in LEVELS:
        assert abs(one[level].mu - other[level].mu) < one[level].sigma


def test_a_file_tells_what_was_found_and_how() -> None:
    found = {"novice": Anchor(17.05, 1.9, 400), "master": Anchor(33.5, 1.88, 400)}
    text = told(found, "mezani anchors anne --games 400")
    assert read_anchors(text) == found
    assert "mezani anchors anne --games 400" in text
    with pytest.raises(msgspec.ValidationError):
        read_anchors("[levels.novice]\nmu = 'high'")


def test_a_game_without_anchors_has_none() -> None:
    assert anchors_of(replace(mezani.game("anne"), package="tests.arena")) == {}


def test_the_command_writes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mezani.cli.runner", lambda workers, ray: by_strength)
    file = tmp_path / "anchors.toml"
    done = CliRunner().invoke(app, ["anchors", "anne", "--games", "8", "--out", str(file)])
    assert done.exit_code == 0
    assert set(read_anchors(file.read_text())) == set(LEVELS)
    assert "novice" in done.output
    assert CliRunner().invoke(app, ["anchors", "chess"]).exit_code == 2
