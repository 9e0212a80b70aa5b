"""Matches: luck cancels, nothing is lost, nothing counts twice."""

import contextlib
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

import mezani
from mezani.arena import report
from mezani.arena.chart import chart
from mezani.arena.match import ArenaFailed, Clock, Job, Match, Played, play
from mezani.arena.result import Result, result
from mezani.arena.run import Runner, on_processes, runner
from mezani.arena.store import OtherMatch, Store

ROOT = Path(__file__).parent.parent.parent
OUTSIDE = "mezani.bots.levels:RandomBot"  # named like this, it counts as code that is not ours
QUIET = Console(quiet=True)


def match(games: int = 8, *bots: str, players: int = 4) -> Match:
    return Match("anne", players, bots or ("trader", "random"), games)


def played(number: int, deal: int, lineup: str, winners: tuple[int, ...]) -> Played:
    """A game between bots a and b, as told."""
    scores = tuple(10 * (seat in winners) for seat in range(len(lineup)))
    return Played(number, deal, tuple(lineup), scores, winners, (5,) * len(lineup), (0.5,) * len(lineup))


@pytest.mark.parametrize(
    ("bots", "players"),
    [(("a", "b"), 4), (("a", "b"), 3), (("a", "b", "c"), 4), (("a", "b", "b", "b"), 4), (("a",), 3)],
)
def test_every_bot_sits_on_every_seat_equally_often(bots: tuple[str, ...], players: int) -> None:
    lineups = match(1, *bots, players=players).lineups()
    assert len(set(lineups)) == len(lineups)
    for name in set(bots):
        assert len({sum(lineup[seat] == name for lineup in lineups) for seat in range(players)}) == 1


def test_every_deal_is_played_with_each_lineup() -> None:
    jobs = list(match(7).jobs())
    assert [job.deal for job in jobs] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert {job.lineup for job in jobs[:2]} == {job.lineup for job in jobs[2:4]} == set(match().lineups())


def test_the_same_job_is_the_same_game_and_a_deal_the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = []
    new = mezani.Game.new

    def noted(game: mezani.Game[Any], players: int, seed: int, options: dict[str, Any]) -> Any:
        seeds.append(seed)
        return new(game, players, seed, options)

    monkeypatch.setattr(mezani.Game, "new", noted)
    first, second, third = list(match().jobs())[:3]
    assert play(match(), first).scores == play(match(), first).scores
    play(match(), second)
    play(match(), third)
    assert seeds[0] == seeds[1] == seeds[2] != seeds[3]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (match(8, "mastre"), "did you mean master"),
        (match(8, players=7), "players, not 7"),
        (match(0), "at least one game"),
        (match(8, *["random"] * 5), "5 bots are named for 4 seats"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(wrong: Match, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        wrong.check()


def test_shares_scores_and_ratings() -> None:
    games = [
        played(0, 0, "abab", (0,)),
        played(1, 0, "baba", (1, 2)),
        played(2, 1, "abab", (0,)),
        played(3, 1, "baba", (3,)),
    ]
    found = result(Match("anne", 4, ("a", "b"), 4), games)
    best, worst = found.standings
    assert (best.name, best.wins.mean, worst.wins.mean) == ("a", 0.875, 0.125)
    assert best.even == 0.5
    assert best.times_even == 1.75
    assert best.score.mean == 5.0
    assert best.rating > worst.rating
    assert best.seconds == pytest.approx(0.1)
    assert (found.games, found.deals) == (4, 2)


def test_time_counts_by_turn_however_many_steps_it_has() -> None:
    turns = {"turns": (2, 5), "longest": (0.4, 0.1)}
    games = [msgspec.structs.replace(played(n, 0, lineup, (0,)), **turns) for n, lineup in enumerate(("ab", "ba"))]
    (best, _) = result(Match("anne", 2, ("a", "b"), 2), games).standings
    assert best.turn == pytest.approx(1 / 7)
    assert best.longest == 0.4
    assert result(Match("anne", 2, ("a", "b"), 2), [played(0, 0, "ab", (0,)), played(1, 0, "ba", (1,))])


def test_a_turn_lasts_until_another_seat_is_to_move() -> None:
    clock = Clock()
    for decisions, seconds, goes_on in ((3, 0.5, False), (2, 0.25, True), (1, 0.5, False)):
        clock.add(decisions, seconds, goes_on)
    assert (clock.decisions, clock.turns, clock.seconds, clock.longest) == (6, 2, 1.25, 0.75)


def test_the_interval_is_over_deals_not_games() -> None:
    """Two mirrored games always split: there is no luck left, however they go."""
    games = [
        game
        for deal in range(9)
        for game in (played(2 * deal, deal, "ab", (0,)), played(2 * deal + 1, deal, "ba", (0,)))
    ]
    found = result(Match("anne", 2, ("a", "b"), 18), games)
    assert found.standings[0].wins.half == 0.0


def test_luck_taken_out_leaves_the_share_of_wins_that_was_earned() -> None:
    """The first seat has good cards in one deal of two: nothing but luck decides, and none of it is left."""
    games = []
    for deal in range(20):
        lucky = deal % 2
        for number, lineup in enumerate(("ab", "ba")):
            game = played(2 * deal + number, deal, lineup, (0 if lineup[0] == "ab"[lucky] else 1,))
            luck = tuple(0.5 if seat in game.winners else -0.5 for seat in range(2))
            games.append(msgspec.structs.replace(game, luck=luck))
    found = result(Match("anne", 2, ("a", "b"), 40), games).standings[0]
    assert found.wins.half
    assert found.wins_without_luck
    assert found.wins_without_luck.mean == pytest.approx(0.5)
    assert found.wins_without_luck.half == pytest.approx(0.0)


def test_games_of_which_luck_was_not_reckoned_have_no_share_without_it() -> None:
    games = [played(0, 0, "ab", (0,)), played(1, 0, "ba", (1,))]
    assert result(Match("anne", 2, ("a", "b"), 2), games).standings[0].wins_without_luck is None


@pytest.mark.parametrize(("of", "has_luck"), [("anansi", True), ("zimbabwe", False)])
def test_a_match_reckons_luck_where_there_is_any(of: str, has_luck: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mezani.insight.luck.WORLDS", 3)
    players = mezani.game(of).seats[0]
    asked = Match(of, players, ("random",), 1, takes_out_luck=True)
    found = play(asked, next(asked.jobs()))
    assert bool(found.luck) == has_luck
    assert sum(found.luck) == pytest.approx(0.0, abs=0.001)


def test_a_deal_without_all_its_games_does_not_count() -> None:
    games = [played(0, 0, "ab", (0,)), played(1, 0, "ba", (1,)), played(2, 1, "ab", (1,))]
    assert result(Match("anne", 2, ("a", "b"), 4), games).games == 2
    with pytest.raises(ValueError, match="no deal"):
        result(Match("anne", 2, ("a", "b"), 4), games[2:])


def test_the_chart_is_a_picture_with_a_text_for_those_who_cannot_see_it() -> None:
    games = [played(0, 0, "ab", (0,)), played(1, 0, "ba", (1,))]
    root = ElementTree.fromstring(chart(result(Match("anne", 2, ("a", "b"), 2), games)))
    texts = [element.text for element in root.iter() if element.text]
    assert "a 100.0% of the wins, even 50.0%; b 0.0% of the wins, even 50.0%" in texts


def test_results_are_written(tmp_path: Path) -> None:
    found = report.conduct(match(4), runner(1, None), tmp_path, QUIET)
    kept = msgspec.json.decode((tmp_path / "result.json").read_bytes(), type=Result)
    assert kept == found
    assert kept.games == 4
    ElementTree.fromstring((tmp_path / "chart.svg").read_text())


def interrupted(games: int) -> Runner:
    """Plays so many games, and is interrupted."""

    def run(match: Match, jobs: Sequence[Job]) -> Iterator[Played]:
        for job in jobs[:games]:
            yield play(match, job)
        raise KeyboardInterrupt

    return run


def test_an_interrupted_match_goes_on_without_losing_games(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        report.conduct(match(8), interrupted(3), tmp_path, QUIET)
    numbers: list[int] = []

    def rest(match: Match, jobs: Sequence[Job]) -> Iterator[Played]:
        for job in jobs:
            numbers.append(job.number)
            yield play(match, job)

    found = report.conduct(match(8), rest, tmp_path, QUIET)
    assert numbers == [3, 4, 5, 6, 7]
    whole = report.conduct(match(8), runner(1, None), tmp_path / "at once", QUIET)
    assert [standing.wins for standing in found.standings] == [standing.wins for standing in whole.standings]


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    report.conduct(match(4), runner(1, None), tmp_path, QUIET)
    path = tmp_path / "games.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    assert sorted(Store(tmp_path, match(4)).played) == [0, 1, 2]
    assert report.conduct(match(4), runner(1, None), tmp_path, QUIET).games == 4


def test_a_match_can_be_made_longer_but_not_another(tmp_path: Path) -> None:
    report.conduct(match(4), runner(1, None), tmp_path, QUIET)
    assert report.conduct(match(8), runner(1, None), tmp_path, QUIET).games == 8
    assert report.conduct(match(4), runner(1, None), tmp_path, QUIET).games == 4
    with pytest.raises(OtherMatch, match="holds another match"):
        report.conduct(match(4, "novice", "random"), runner(1, None), tmp_path, QUIET)


def test_a_game_that_comes_twice_counts_once(tmp_path: Path) -> None:
    store = Store(tmp_path, match(2))
    for _ in range(2):
        store.add(played(0, 0, "abab", (0,)))
    assert len(store.path.read_bytes().splitlines()) == 2


@pytest.mark.parametrize(("bot", "workers"), [("DiesOnce", 1), ("KillsOnce", 2)])
def test_a_process_that_dies_loses_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str, workers: int
) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.setenv("MEZANI_TEST_MARK", str(tmp_path / "died"))
    dying = match(8, "trader", f"tests.arena.dying:{bot}")
    games = list(on_processes(dying, list(dying.jobs()), workers))
    assert (tmp_path / "died").exists()
    assert sorted(game.number for game in games) == list(range(8))


@pytest.mark.parametrize(
    ("bot", "workers", "says"),
    [("bots.odd:Dying", 1, "Dying failed .*again and again"), ("arena.dying:Kills", 2, "keep dying")],
)
def test_processes_that_die_again_and_again_end_the_match(
    monkeypatch: pytest.MonkeyPatch, bot: str, workers: int, says: str
) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.setattr("mezani.arena.match.FAILURES", 2)
    monkeypatch.setattr("mezani.bots.spread.FAILURES", 2)
    dying = match(2, "trader", "trader", "trader", f"tests.{bot}")
    with pytest.raises(ArenaFailed, match=says):
        list(on_processes(dying, list(dying.jobs()), workers))


@pytest.mark.parametrize(
    ("bot", "says"), [("Crashing", "oh dear.*mischief"), ("Cheating", "Cheating chose action 1000000, which is not")]
)
def test_a_bot_that_fails_ends_the_match_and_its_author_reads_why(
    monkeypatch: pytest.MonkeyPatch, bot: str, says: str
) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    failing = match(1, "trader", "trader", "trader", f"tests.bots.odd:{bot}")
    with pytest.raises((ArenaFailed, ValueError), match=f"(?s){says}"):
        play(failing, next(failing.jobs()))


@pytest.mark.slow
def test_the_command_line_plays_a_match(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from mezani.cli import main; main()", "arena", "anne", "--games", "4"]
    command += ["--bots", "trader,random", "--workers", "2", "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert "4 games of 2 deals" in done.stdout
    assert (tmp_path / "games.jsonl").read_bytes().count(b"\n") == 5
    refused = subprocess.run([*command[:-1], str(tmp_path), "--seed", "2"], capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "holds another match" in " ".join(refused.stderr.split())


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_match_killed_in_the_middle_goes_on_and_leaves_no_process(tmp_path: Path, workers: int) -> None:
    command = [sys.executable, "-c", "from mezani.cli import main; main()", "arena", "anne", "--games", "100000"]
    command += ["--bots", f"trader,{OUTSIDE}", "--workers", str(workers), "--out", str(tmp_path)]
    mark = f"MEZANI_TEST_MARK={tmp_path}"
    environment = {**os.environ, "MEZANI_TEST_MARK": str(tmp_path)}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    path = tmp_path / "games.jsonl"
    wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") > 10)
    assert len(processes_with(mark)) > 2 * workers
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    wait_until(lambda: not processes_with(mark))
    there = len(Store(tmp_path, match(100000, "trader", OUTSIDE)).played)
    assert there >= 10
    goal = there + 4 + there % 2
    assert report.conduct(match(goal, "trader", OUTSIDE), runner(1, None), tmp_path, QUIET).games == goal


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def processes_with(mark: str) -> list[str]:
    """The running processes that have a variable in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark.encode() in (process / "environ").read_bytes().split(b"\0"):
                found.append(process.name)
    return found
