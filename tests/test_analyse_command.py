"""`mezani analyse`: what it shows and writes, what it does not do again, and what it says of wrong input."""

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

import mezani
from mezani.cli import app
from mezani.insight import reckoning
from mezani.insight.reckoning import Finding, Job, Looked
from mezani.insight.report import FORMAT, Report, findings_of, read_report, report_of
from mezani.insight.report_page import page
from mezani.language import language
from mezani.record import Record, read
from mezani.terminal import analysing
from tests.insight.looking_back import course_by, judged_as, think_quickly
from tests.playing import OUR_GAMES, random_game

FEW = 24  # moves
ROOT = Path(__file__).parent.parent

compiled = pytest.mark.skipif(not mezani.is_compiled(), reason="many games are played on")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    think_quickly(monkeypatch)


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch, quick: None) -> list[Job]:
    """All jobs that are done."""
    jobs: list[Job] = []

    def counting(job: Job) -> Finding:
        jobs.append(job)
        return reckoning.do(job)

    monkeypatch.setattr(analysing, "do", counting)
    return jobs


def analyse(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["analyse", *map(str, arguments), "--workers", "1"], env={"COLUMNS": "120"})


def write(path: Path, record: Record) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(str(record), "utf-8")
    return path


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The first moves of a game."""
    return write(tmp_path / "monday.txt", random_game("anansi", 3, moves=FEW))


def written(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# What is shown


@pytest.mark.parametrize("name", OUR_GAMES)
def test_a_game_is_shown_with_turning_points_players_chances_and_mistakes(
    name: str, tmp_path: Path, quick: None
) -> None:
    record = random_game(name, mezani.game(name).seats[0], moves=FEW)
    shown = analyse(write(tmp_path / "game.txt", record))
    assert shown.exit_code == 0, shown.output
    assert f"game · {record.game.title}" in shown.output
    assert "The game is not over: it is judged as far as it was played." in shown.output
    assert re.search(r"points +accuracy +\?! +\? +\?\? +given away +change +own +others +(luck|later)", shown.output)
    for player in record.names:
        assert re.search(rf"^{player} .*[▁▂▃▄▅▆▇█]{{10}}", shown.output, re.MULTILINE)
    assert re.search(r"^(\?!|\?|\?\?) +\w+, .* · move \d+ · −\d+ %$", shown.output, re.MULTILINE)
    assert "played" in shown.output
    assert written(tmp_path) == ["game.txt"]


def test_reasons_are_told_in_words(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    think_quickly(monkeypatch, with_reasons=True)
    shown = analyse(game)
    assert re.search(r"% of the time, with (A|B|C|what was played) \d+%\.", shown.output), shown.output


def test_only_the_decisions_of_a_seat_are_judged_if_it_is_named(game: Path, done: list[Job], tmp_path: Path) -> None:
    shown = analyse(game, "--seat", 2, "--out", tmp_path / "out")
    assert shown.exit_code == 0, shown.output
    assert {job.decision.state.seat for job in done if job.decision} == {1}
    assert re.search(r"change +own +rest$", shown.output, re.MULTILINE)
    assert "The chances are those that Brittany could know." in shown.output
    assert written(tmp_path / "out") == ["monday.seat-2.analysis.html", "monday.seat-2.analysis.json"]


def test_the_course_of_a_seat_in_a_game_that_runs_tells_nothing_that_it_could_not_know(done: list[Job]) -> None:
    looked = Looked("game", random_game("anansi", 3, moves=FEW), seat=1)
    assert [job.seat for job in looked.jobs() if job.decision is None] == [1]
    over = Looked("game", random_game("anansi", 3), seat=1)
    assert [job.seat for job in over.jobs() if job.decision is None] == [None]


def test_it_speaks_german(game: Path, quick: None, tmp_path: Path) -> None:
    shown = analyse(game, "--lang", "de", "--out", tmp_path / "out")
    assert shown.exit_code == 0, shown.output
    html = (tmp_path / "out" / "monday.analysis.html").read_text("utf-8")
    for text in (shown.output, html):
        for said in ("Genauigkeit", "Gewinnaussicht", "Runde 1, Stich", "Die Partie ist nicht zu Ende"):
            assert said in text
        for english in ("accuracy", "Round", "mistake", "decision", "chance of"):
            assert english not in re.sub(r"<style>.*</style>|<[^>]*>", "", text, flags=re.DOTALL)


# What is written


def test_page_and_data_are_written(game: Path, quick: None, tmp_path: Path) -> None:
    shown = analyse(game, "--out", tmp_path / "out")
    assert shown.exit_code == 0, shown.output
    assert shown.output.splitlines()[-1] == f"Pages and data are in {tmp_path / 'out'}"
    assert written(tmp_path / "out") == ["monday.analysis.html", "monday.analysis.json"]


def stands_alone(html: str) -> None:
    assert "http" not in html
    assert not re.search(r"""\b(src|data)=|url\((?!#)|@import|<(link|script|iframe|object)\b""", html)
    links, ids = set(re.findall(r'href="([^"]*)"', html)), set(re.findall(r'\bid="([^"]*)"', html))
    assert links <= {f"#{id}" for id in ids}


def test_the_page_stands_alone_and_leads_from_the_chart_to_each_mistake(
    game: Path, quick: None, tmp_path: Path
) -> None:
    analyse(game, "--out", tmp_path)
    html = (tmp_path / "monday.analysis.html").read_text("utf-8")
    stands_alone(html)
    report = read_report(tmp_path / "monday.analysis.json")
    assert report
    assert report.mistakes
    for it in report.mistakes:
        assert f'href="#move-{it.number + 1}"' in html
        assert f'id="move-{it.number + 1}"' in html
    assert html.count("<polyline") == 3
    assert html.count("<table") == 2


@pytest.mark.parametrize("name", OUR_GAMES)
def test_a_mistake_is_drawn_by_the_board_of_the_game_with_letters_at_the_choices(name: str) -> None:
    pytest.importorskip("litestar", reason="the pages are an extra")
    from mezani.web.position_pictures import BoardPictures

    record = random_game(name, mezani.game(name).seats[0])
    decisions = [it.number for it in Looked("", record).analysis().decisions if len(it.actions) == 1]
    looked = judged(record, dict.fromkeys(decisions[1::7], 0.3))
    report = report_of(looked, language("de"))
    pictures = BoardPictures(looked, report, language("de"))
    html = page(report, language("de"), pictures)
    stands_alone(html)
    assert html.count('class="drawing"') == len(report.mistakes)
    assert len(html.encode()) < 2_000_000
    assert any('data-letter="A"' in pictures.of(it) for it in report.mistakes)
    assert any('data-letter="??"' in pictures.of(it) for it in report.mistakes)


def test_of_many_mistakes_the_worst_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    position_pictures = pytest.importorskip("mezani.web.position_pictures", reason="the pages are an extra")
    monkeypatch.setattr(position_pictures, "MOST", 30_000)
    record = random_game("anansi", 3)
    numbers = [it.number for it in Looked("", record).analysis().decisions]
    looked = judged(record, {number: 0.1 + place / 1000 for place, number in enumerate(numbers)})
    report = report_of(looked, language("en"))
    drawn = position_pictures.BoardPictures(looked, report, language("en")).drawn
    assert 0 < len(drawn) < len(numbers)
    assert sorted(drawn) == numbers[-len(drawn) :]


def test_names_are_written_into_the_page_as_text(tmp_path: Path) -> None:
    record = random_game("anansi", 3)
    record.names = ["<b>Ann</b>", 'Ben "x"', "Cat & Co"]
    report = report_of(judged(record, {0: 0.3}), language("en"))
    html = page(report, language("en"))
    assert "<b>Ann</b>" not in html
    assert "&lt;b&gt;Ann&lt;/b&gt;" in html
    assert "Cat &amp; Co" in html


def judged(record: Record, lost: dict[int, float]) -> Looked:
    """A game that is wholly judged, as it is told."""
    looked = Looked("game", record)
    even = (1 / record.players,) * record.players
    found: list[Finding] = [course_by(record, {}, even), *judged_as(record, lost)]
    looked.found = {part.fingerprint: it for part, it in zip(looked.parts, found, strict=True)}
    return looked


def test_the_data_hold_all_that_was_found_and_the_record_itself(game: Path, quick: None, tmp_path: Path) -> None:
    analyse(game, "--out", tmp_path)
    raw = msgspec.json.decode((tmp_path / "monday.analysis.json").read_bytes())
    record = read(raw["record"])
    assert record.actions == read(game.read_text("utf-8")).actions
    assert (raw["format"], raw["game"], raw["depth"], raw["seat"]) == (FORMAT, "anansi", "quick", None)
    assert len(raw["course"]["chances"]) == FEW + 1
    assert all(len(chances) == 3 for chances in raw["course"]["chances"])
    steps = list(record.steps())
    for it in raw["decisions"]:
        played = it["choices"][it["played"]]
        before, action, _ = steps[it["number"]]
        assert played["actions"] == [action]
        assert played["moves"] == [record.game.action_text(before, action)]
        assert played["words"] == [record.game.label(before, action)]
    for it in raw["summaries"]:
        found = it["sum"]
        assert found["own"] + found["others"] + found["luck"] == pytest.approx(found["change"])


def test_the_data_lead_back_to_what_they_were_made_of() -> None:
    looked = judged(random_game("zimbabwe", 2), {})
    report = report_of(looked, language("de"))
    assert findings_of(msgspec.json.decode(msgspec.json.encode(report), type=Report)) == looked.found


def test_files_of_the_same_name_are_kept_apart(game: Path, quick: None, tmp_path: Path) -> None:
    other = write(tmp_path / "other" / "monday.txt", random_game("anne", 3, moves=6))
    assert analyse(game, other, "--out", tmp_path / "out").exit_code == 0
    names = [path.name.partition(".")[0] for path in (tmp_path / "out").glob("*.json")]
    assert sorted(names) == ["monday", "monday-2"]


def test_a_game_from_outside_is_analysed_too(tmp_path: Path, quick: None) -> None:
    outside = [name for name in mezani.game_names() if name not in OUR_GAMES]
    if not outside:
        pytest.skip("no game from outside is installed")
    record = random_game(outside[0], mezani.game(outside[0]).seats[0], moves=FEW)
    assert analyse(write(tmp_path / "game.txt", record), "--out", tmp_path).exit_code == 0


# What is not done again


def test_what_was_analysed_is_not_thought_about_again(game: Path, done: list[Job], tmp_path: Path) -> None:
    first = analyse(game, "--out", tmp_path)
    thought = len(done)
    assert thought == len(Looked("", read(game.read_text("utf-8"))).parts)
    again = analyse(game, "--out", tmp_path)
    assert len(done) == thought
    assert again.stdout == first.stdout
    in_german = analyse(game, "--out", tmp_path, "--lang", "de")
    assert len(done) == thought
    assert "Gewinnaussichten" in in_german.output
    assert analyse(game, "--seat", 1, "--out", tmp_path).exit_code == 0
    assert len(done) == thought + 1  # only the course, as the seat can know it


def test_another_depth_and_another_game_are_thought_about(game: Path, done: list[Job], tmp_path: Path) -> None:
    analyse(game, "--out", tmp_path)
    thought = len(done)
    assert analyse(game, "--depth", "deep", "--out", tmp_path).exit_code == 0
    decisions = thought - 1
    assert len(done) == thought + decisions
    assert "monday.deep.analysis.json" in written(tmp_path)
    write(game, random_game("anansi", 3, seed=2, moves=FEW))
    analyse(game, "--out", tmp_path)
    assert len(done) > thought + decisions


def test_copies_of_a_game_are_thought_about_once(game: Path, done: list[Job], tmp_path: Path) -> None:
    copy = write(tmp_path / "tuesday.txt", read(game.read_text("utf-8")))
    assert analyse(game, copy).exit_code == 0
    assert len(done) == len({job.fingerprint for job in done})


def interrupted_after(count: int, done: list[Job]) -> Callable[[Job], Finding]:
    def do(job: Job) -> Finding:
        if len(done) == count:
            raise KeyboardInterrupt
        done.append(job)
        return reckoning.do(job)

    return do


def test_an_interrupted_analysis_goes_on_where_it_was(
    game: Path, done: list[Job], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    with monkeypatch.context() as interrupted:
        interrupted.setattr(analysing, "do", interrupted_after(7, done))
        stopped = analyse(game, "--out", out)
    assert stopped.exit_code == 130
    assert f"What was found is kept in {out}: the same command goes on from there." in stopped.output
    assert written(out) == ["monday.analysis.parts"]
    kept = out / "monday.analysis.parts"
    kept.write_bytes(kept.read_bytes()[:-10])  # the machine failed while it was written
    assert analyse(game, "--out", out).exit_code == 0
    assert len(done) == len(Looked("", read(game.read_text("utf-8"))).parts) + 1
    assert written(out) == ["monday.analysis.html", "monday.analysis.json"]


def test_games_that_were_finished_before_an_interruption_are_written(
    game: Path, done: list[Job], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = write(tmp_path / "short.txt", random_game("anne", 3, moves=4))
    parts = len(Looked("", read(short.read_text("utf-8"))).parts)
    monkeypatch.setattr(analysing, "do", interrupted_after(parts + 2, done))
    assert analyse(short, game, "--out", tmp_path / "out").exit_code == 130
    assert written(tmp_path / "out") == ["monday.analysis.parts", "short.analysis.html", "short.analysis.json"]


def test_without_a_folder_an_interruption_leaves_nothing(
    game: Path, done: list[Job], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "do", interrupted_after(3, done))
    assert analyse(game).exit_code == 130
    assert written(tmp_path) == ["monday.txt"]


# Wrong input


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello\n", "the header “mezani” is missing"),
        ("mezani: 1\ngame: anansi\nplayers: 3\nseed: 1\nL99\n", "line 5, move 1"),
        ("mezani: 1\ngame: anansi\nplayers: 3\nseed: 1\n", "nothing was played yet"),
        ("mezani: 1\ngame: go\nplayers: 2\nseed: 1\n", "line 2"),
    ],
)
def test_what_is_no_record_is_refused(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "game.txt"
    path.write_text(text, "utf-8")
    refused = analyse(path, "--out", tmp_path / "out")
    assert refused.exit_code == 2
    assert says in plain(refused.output)
    assert not (tmp_path / "out").exists()


def plain(output: str) -> str:
    """What is said in a frame, on one line."""
    return re.sub(r"[│\s]+", " ", output)


def test_missing_files_other_files_and_unknown_seats_are_refused(game: Path, tmp_path: Path) -> None:
    (tmp_path / "picture.txt").write_bytes(b"\xff\xd8\xff")
    (tmp_path / "empty").mkdir()
    for arguments, says in (
        ((tmp_path / "nothing.txt",), "can't be read: No such file or directory"),
        ((tmp_path / "picture.txt",), "is not a text file"),
        ((tmp_path / "empty",), "holds no records that can be analysed"),
        ((game, "--seat", 4), "monday has no seat 4: its seats are 1 to 3"),
        ((game, "--seat", 0), "monday has no seat 0"),
        ((game, "--lang", "xx"), "choose one of en, de"),
        ((game, "--depth", "bottomless"), "bottomless"),
        ((game, "--out", game), "is no folder"),
    ):
        refused = analyse(*arguments)
        assert refused.exit_code == 2, refused.output
        assert says in plain(refused.output)


def test_of_a_folder_records_are_analysed_and_faults_are_told(game: Path, quick: None, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("buy milk\n", "utf-8")
    (tmp_path / "broken.txt").write_text("mezani: 1\ngame: anansi\nplayers: 9\nseed: 1\nL1\n", "utf-8")
    shown = analyse(tmp_path)
    assert shown.exit_code == 0, shown.output
    assert "left out: " in shown.output
    assert "broken.txt: " in shown.output
    assert "notes" not in shown.output
    assert "monday · Anansi" in shown.output


def test_a_folder_that_cannot_be_written_is_told_before_anything_is_thought(
    game: Path, done: list[Job], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(reckoning, "write_whole", full)
    refused = analyse(game, "--out", tmp_path / "out")
    assert refused.exit_code == 1
    assert "monday.analysis.parts can't be written: No space left on device" in refused.output
    assert done == []


def test_a_game_of_older_rules_is_judged_as_far_as_those_of_today_go(quick: None, tmp_path: Path) -> None:
    folder = ROOT / "tests" / "records" / "rules-1"
    older = {path: record for path in sorted(folder.glob("*.txt")) if (record := read(path.read_text("utf-8"))).stop}
    path, record = min(older.items(), key=lambda it: len(it[1].actions))
    record.actions, stop = record.actions, record.stop
    assert stop
    shown = analyse(path)
    assert shown.exit_code == 0, shown.output
    assert f"Today's rules forbid move {stop.number}, {stop.move}" in plain(shown.output)
    assert "The game is judged up to there." in plain(shown.output)


# Processes and clusters


@compiled
def test_processes_find_the_same(game: Path, tmp_path: Path) -> None:
    write(game, random_game("anne", 3, moves=3))
    here, there = tmp_path / "here", tmp_path / "there"
    assert analyse(game, "--out", here).exit_code == 0
    spread = CliRunner().invoke(app, ["analyse", str(game), "--out", str(there), "--workers", "2"])
    assert spread.exit_code == 0, spread.output
    assert (here / "monday.analysis.json").read_bytes() == (there / "monday.analysis.json").read_bytes()


@compiled
@pytest.mark.ray
def test_a_ray_cluster_finds_the_same(game: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is an extra: pip install 'mezani[ray]'")
    write(game, random_game("anne", 3, moves=3))
    here, there = tmp_path / "here", tmp_path / "there"
    assert analyse(game, "--out", here).exit_code == 0
    assert analyse(game, "--out", there, "--ray", "local").exit_code == 0
    assert (here / "monday.analysis.json").read_bytes() == (there / "monday.analysis.json").read_bytes()
