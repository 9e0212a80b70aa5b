"""The same match on a real Ray cluster on this machine, with a worker killed in the middle."""

from pathlib import Path

import pytest
from rich.console import Console

from mezani.arena import report
from mezani.arena.match import Match, play
from mezani.arena.run import runner
from mezani.arena.store import Store
from mezani.bots.outside import Outsiders

pytest.importorskip("ray", reason="Ray is an extra: pip install 'mezani[ray]'")

pytestmark = pytest.mark.ray

ROOT = Path(__file__).parent.parent.parent


def test_a_killed_ray_worker_loses_no_game_and_counts_none_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.setenv("MEZANI_TEST_MARK", str(tmp_path / "died"))
    match = Match("anne", 4, ("trader", "tests.arena.dying:KillsOnce"), 12)
    found = report.conduct(match, runner(1, "local"), tmp_path, Console(quiet=True))
    assert (tmp_path / "died").exists()
    assert found.games == 12
    assert (tmp_path / "games.jsonl").read_bytes().count(b"\n") == 13
    store = Store(tmp_path, match)
    with Outsiders() as outsiders:
        here = [play(store.match, job, outsiders).scores for job in match.jobs()]
    assert [game.scores for game in sorted(store.played.values(), key=lambda g: g.number)] == here
