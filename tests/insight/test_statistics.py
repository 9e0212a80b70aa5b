"""Statistics over many games: what every game has, figures reckoned by hand, and what they look like."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import mezani
from mezani.game import Fact
from mezani.insight.intervals import wilson
from mezani.insight.statistics import common
from mezani.insight.statistics.counting import Counted, Group, counted, topics
from mezani.insight.statistics.figures import GroupFigures, NumberRow, OutcomeRow, Row, UseRow, figures_of
from mezani.insight.statistics.page import page, write
from mezani.insight.statistics.pictures import nice_step, picture
from mezani.insight.statistics.reading import Found, Why, read_folder
from mezani.insight.statistics.sheets import found_sentences, group_sentences, group_title, sheet
from mezani.insight.statistics.tally import Tally, tallied
from mezani.language import LANGUAGES, language
from mezani.record import Record
from tests.counting_facts import kept_game, random_game
from tests.games.outside import SOUND, installed
from tests.playing import OUR_GAMES

ENGLISH, GERMAN = language("en"), language("de")


def game(*facts: Fact, shares: tuple[float, ...] = (1.0, 0.0), seed: int = 0, number: int = 0) -> Counted:
    """A game of Asante of which some facts are known; its things could all be used."""
    return Counted(Group("asante", 2, 2), seed or number, bytes([number]), shares, {}, facts)


def rows(games: list[Counted], topic: str) -> dict[str, Row]:
    (tally,), copies = tallied(games)
    assert copies == 0
    found = figures_of(tally).topic(topic)
    return {row.thing: row for row in found.rows} if found else {}


# What every game has


def facts_by_topic(record: Record) -> dict[str, list[Fact]]:
    found: dict[str, list[Fact]] = {}
    for fact in common.facts(record, list(record.steps())):
        found.setdefault(fact.topic, []).append(fact)
    return found


@pytest.mark.parametrize(
    ("name", "chapters"), [("anne-1", ("hand", 4)), ("anansi-2", ("round", 3)), ("zimbabwe-8", ("round", 7))]
)
def test_lengths_are_decisions_and_chapters_with_numbers(name: str, chapters: tuple[str, int]) -> None:
    record = kept_game(name)
    lengths = {fact.thing: fact.value for fact in facts_by_topic(record)["lengths"]}
    assert lengths == {"decisions": len(record.actions), chapters[0]: chapters[1]}


def test_whoever_decides_first_begins_wherever_they_sit() -> None:
    record = kept_game("anne-2")
    first = record.start().seat
    order = {fact.thing: fact.seat for fact in facts_by_topic(record)["begin"]}
    assert order == {"1": first, "2": (first + 1) % 3, "3": (first + 2) % 3}
    points = {fact.seat: fact.value for fact in facts_by_topic(record)["points"]}
    assert [points[seat] for seat in range(3)] == record.state().scores()


def test_the_margin_is_in_what_decides_the_game() -> None:
    """In The Great Zimbabwe that is not the points, but how far they are above the requirement."""
    record = kept_game("zimbabwe-8")
    end: Any = record.state()
    ahead = [end.vp[seat] - end.vr[seat] for seat in range(2)]
    assert facts_by_topic(record)["margins"] == [Fact("margins", "margin", value=max(ahead) - min(ahead))]


def test_a_shared_victory_and_a_broken_tie_are_told_apart() -> None:
    ends = Counter(
        (name, facts_by_topic(random_game(name, players, seed))["ends"][0].outcome)
        for name, players in (("anne", 3), ("anansi", 5))
        for seed in range(60)
    )
    assert ends["anne", "shared"] > 0
    assert ends["anne", "broken"] == 0
    assert ends["anansi", "broken"] > 0


def test_bots_are_told_from_people_where_the_headers_name_some() -> None:
    record = kept_game("anne-2")
    assert common.who_plays(record) == []
    record.other_headers = {"bot 1": "expert", "bot 3": "trader"}
    assert common.who_plays(record) == ["expert", "person", "trader"]
    assert {fact.thing for fact in facts_by_topic(record)["points-of"]} == {"expert", "person", "trader"}
    record.other_headers = {f"bot {seat}": "expert" for seat in (1, 2, 3)}
    assert "points-of" not in facts_by_topic(record)  # equals say nothing about each other


# Figures


def test_victories_of_those_who_used_something_are_compared_where_others_did_not() -> None:
    camel = [Fact("animals", "camel", 0, when=3), Fact("animals", "camel", 0, when=9)]
    both = [*camel, Fact("animals", "camel", 1, when=5)]
    games = [
        game(*camel, number=1),
        game(*camel, shares=(0.0, 1.0), number=2),
        game(*camel, shares=(0.5, 0.5), number=3),
        game(*both, number=4),
        game(number=5),
    ]
    row = rows(games, "animals")["camel"]
    assert isinstance(row, UseRow)
    assert (row.games, row.players, row.times) == (4, 5, 9)
    assert row.used.share == 5 / 10
    assert row.victories is not None
    assert (row.victories.share, row.victories.of) == (0.5, 3)
    assert (row.victories.low, row.victories.high) == pytest.approx(wilson(0.5, 3))
    assert row.even == 0.5
    assert row.when is not None
    assert (row.when.least, row.when.median, row.when.most) == (3, 3, 5)  # the first time of each player


def test_what_everybody_used_says_nothing_about_victories() -> None:
    row = rows([game(Fact("animals", "camel", 0), Fact("animals", "camel", 1), number=1)], "animals")["camel"]
    assert isinstance(row, UseRow)
    assert row.victories is None


def test_only_games_in_which_something_could_be_used_count_for_its_share() -> None:
    group = Group("zimbabwe", 2, 2)
    games = [
        Counted(group, 1, b"1", (1.0, 0.0), {"gods": ("Eshu", "Gu")}, (Fact("gods", "Eshu", 0, when=1),)),
        Counted(group, 2, b"2", (1.0, 0.0), {"gods": ("Eshu",)}, ()),
        Counted(group, 3, b"3", (1.0, 0.0), {"gods": ("Gu",)}, (Fact("gods", "Gu", 1, when=2),)),
        Counted(group, 4, b"4", (1.0, 0.0), {"gods": ("Xango",)}, ()),
    ]
    (tally,), _ = tallied(games)
    found = figures_of(tally).topic("gods")
    assert found is not None
    shares = {row.thing: (row.games, row.used.share, row.used.of) for row in found.rows if isinstance(row, UseRow)}
    assert shares == {"Eshu": (1, 0.5, 2), "Gu": (1, 0.5, 2), "Xango": (0, 0.0, 1)}


def test_outcomes_are_parts_of_a_whole() -> None:
    answers = [Fact("answers", "person", outcome=outcome) for outcome in ("done", "done", "cancelled")]
    games = [game(*answers, number=1), game(answers[0], Fact("answers", "animal", outcome="done"), number=2)]
    person = rows(games, "answers")["person"]
    assert isinstance(person, OutcomeRow)
    assert (person.games, person.number, person.part) == (2, 4, 4 / 5)
    assert {key: share.share for key, share in person.outcomes.items()} == {"done": 0.75, "cancelled": 0.25}


def test_winners_are_compared_with_others_of_the_same_game() -> None:
    games = [
        game(Fact("played", "person", 0, value=8), Fact("played", "person", 1, value=5), number=1),
        game(Fact("played", "person", 0, value=4), Fact("played", "person", 1, value=3), number=2),
        game(Fact("played", "person", 0, value=6), shares=(0.0, 1.0), number=3),
    ]
    row = rows(games, "played")["person"]
    assert isinstance(row, NumberRow)
    assert row.winners is not None
    assert row.others is not None
    assert row.ahead is not None
    assert (row.mean.mean, row.winners.mean) == (26 / 5, 6.0)
    assert row.others.mean == pytest.approx(14 / 3)
    assert row.ahead.mean == 2.0
    assert row.ahead.half == pytest.approx(12.7062)  # Student's t for two games, times the error of 1
    assert row.values == {"3": 1, "4": 1, "5": 1, "6": 1, "8": 1}


def test_games_of_one_deal_make_an_interval_no_narrower() -> None:
    values = [(1, 10.0), (2, 14.0), (3, 18.0)]
    once = [game(Fact("lengths", "turn", value=value), number=number) for number, value in values]
    again = [
        game(Fact("lengths", "turn", value=value), seed=number, number=10 * times + number)
        for times in range(4)
        for number, value in values
    ]
    one, four = rows(once, "lengths")["turn"], rows(again, "lengths")["turn"]
    assert isinstance(one, NumberRow)
    assert isinstance(four, NumberRow)
    assert one.mean.half == pytest.approx(four.mean.half)


def test_the_same_game_is_counted_once() -> None:
    record = kept_game("anne-1")
    (tally,), copies = tallied([counted(record), counted(record), counted(kept_game("anne-3"))])
    assert (tally.games, copies) == (2, 1)


@pytest.mark.parametrize("name", OUR_GAMES)
def test_totals_add_up(name: str) -> None:
    """Every share of a victory is somebody's who began or followed, and all parts are a whole."""
    players = mezani.game(name).seats[-1]
    (tally,), _ = tallied(counted(random_game(name, players, seed)) for seed in range(5))
    figures = figures_of(tally)
    begin = figures.topic("begin")
    assert begin is not None
    won = [row.victories.count for row in begin.rows if isinstance(row, UseRow) and row.victories]
    assert sum(won) == pytest.approx(figures.games)
    for topic in figures.topics:
        for row in topic.rows:
            if isinstance(row, OutcomeRow):
                assert sum(share.share for share in row.outcomes.values()) == pytest.approx(1.0)
            if isinstance(row, NumberRow):
                assert row.spread.least <= row.spread.lower <= row.spread.median <= row.spread.upper <= row.spread.most
                assert row.values is None or sum(row.values.values()) == row.spread.number
            if isinstance(row, UseRow) and row.victories:
                assert row.victories.low <= row.victories.share <= row.victories.high
    assert {topic.key for topic in figures.topics} <= {topic.key for topic in topics(mezani.game(name))}


def test_other_options_are_another_group() -> None:
    zimbabwe = mezani.game("zimbabwe")
    records = []
    for options in ({}, {"first_game": False}, {"first_game": True}):
        record = kept_game("zimbabwe-8")
        records.append(Record(zimbabwe, 2, record.seed, options, actions=record.actions, rules=record.rules))
    groups = [counted(record).group for record in records[:2]]
    assert groups[0] == groups[1] == Group("zimbabwe", 2, 1)
    figures = figures_of(Tally(Group("zimbabwe", 2, 2, '{"first_game": true}')))
    assert group_title(figures, ENGLISH).endswith("2 players · Recommended first game: six gods, no specialists")
    assert group_title(figures_of(Tally(Group("zimbabwe", 2, 1))), GERMAN).endswith("Fassung 1 der Regeln")


# Reading


def write_games(folder: Path, *records: Record) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, record in enumerate(records):
        (folder / f"{number}.txt").write_text(str(record), "utf-8")


def test_what_can_not_be_counted_is_told_apart(tmp_path: Path) -> None:
    record = kept_game("anne-1")
    write_games(tmp_path / "within", record, kept_game("asante-1"))
    unfinished = kept_game("anne-3")
    unfinished.actions = unfinished.actions[:50]
    write_games(tmp_path, unfinished)
    (tmp_path / "letter.txt").write_text("Dear Arve: thank you for the game.\n")
    (tmp_path / "picture.txt").write_bytes(b"\x89PNG\xff\xfe")
    (tmp_path / "long.txt").write_text("mezani: 1\n" + "# nothing\n" * 200_000)
    (tmp_path / "wrong.txt").write_text(str(record).replace("result: ", "result: 9", 1))
    (tmp_path / "chess.txt").write_text("mezani: 1\ngame: chess\nplayers: 2\nseed: 1\n")
    (tmp_path / "notes.md").write_text("no text file")
    found = Found()
    games = list(read_folder(tmp_path, found))
    assert [game.group.game for game in games] == ["anne"]
    assert found.left_out == {
        Why.NO_RECORD: 3,
        Why.UNFINISHED: 1,
        Why.OLDER: 1,
        Why.MISSING: 1,
        Why.FAULT: 1,
    }
    assert found.missing == {"chess": 1}
    assert found.faults[0].startswith("wrong.txt: line ")
    assert " ".join(found_sentences(found, GERMAN)).startswith("1 beendete Partie. Weggelassen: 1 nicht beendet, ")


def test_one_game_can_be_asked_for(tmp_path: Path) -> None:
    write_games(tmp_path, kept_game("anne-1"), kept_game("anansi-1"))
    found = Found()
    assert [game.group.game for game in read_folder(tmp_path, found, only="anansi")] == ["anansi"]
    assert found.left_out == {Why.OTHER_GAME: 1}


def test_several_processes_find_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mezani.insight.statistics.reading.MANY", 4)
    write_games(tmp_path, *(kept_game(f"anansi-{number}") for number in range(1, 7)))
    (tmp_path / "letter.txt").write_text("Dear Arve")
    alone, together = Found(), Found()
    assert list(read_folder(tmp_path, alone)) == list(read_folder(tmp_path, together, workers=2))
    assert alone == together
    assert alone.games == 6


def test_a_game_from_outside_has_what_every_game_has(tmp_path: Path) -> None:
    with installed(tmp_path, SOUND):
        (tally,), _ = tallied(counted(random_game("race", 2, seed)) for seed in range(20))
        figures = figures_of(tally)
        assert {topic.key for topic in figures.topics} == {"lengths", "begin", "points", "margins", "ends"}
        assert group_sentences(figures, ENGLISH)[0] == "20 games."
        assert "The race race, 2 players" in page([figures], Found(20), ENGLISH)


# Words, pictures and the page


def figures_of_kept(name: str, lang: str = "en") -> GroupFigures:
    (tally, *_), _ = tallied(counted(kept_game(f"{name}-{number}")) for number in range(1, 11))
    return figures_of(tally, language(lang))


def test_a_sheet_says_the_figures_in_the_readers_language() -> None:
    games = [game(Fact("animals", "camel", 0, when=3), number=number) for number in range(1, 9)]
    (tally,), _ = tallied(games)
    told = {}
    for lang in (ENGLISH, GERMAN):
        topic = figures_of(tally, lang).topic("animals")
        assert topic is not None
        shown = sheet(topic, lang)
        told[lang.code] = dict(zip(shown.headings, (cell.text for cell in shown.rows[0]), strict=True))
        assert shown.rows[0][-1].is_clear  # eight of eight is more than chance
    assert told["en"] == {
        "Animal": "Camel",
        "By players": "8",
        "Turn": "3",
        "Victories": "100.0% (67.6 to 100.0)",
        "Beside an even share": "+50.0 (+17.6 to +50.0)",
    }
    assert told["de"] == {
        "Tier": "Kamel",
        "Spieler": "8",
        "Zug": "3",
        "Siege": "100,0 % (67,6 bis 100,0)",
        "Gegenüber gleichem Anteil": "+50,0 (+17,6 bis +50,0)",
    }


def test_what_it_is_worth_to_begin_is_said_with_its_doubt() -> None:
    def sentence(wins: int, games: int) -> str:
        played = [
            game(Fact("begin", "1", 0), Fact("begin", "2", 1), shares=(1.0, 0.0) if n < wins else (0.0, 1.0), number=n)
            for n in range(games)
        ]
        (tally,), _ = tallied(played)
        return group_sentences(figures_of(tally), ENGLISH)[1]

    assert sentence(110, 200).startswith("Whoever begins wins 55.0%, where 50.0% would be even: +5.0 (−1.9 to +11.7).")
    assert sentence(110, 200).endswith("That may be chance.")
    assert sentence(130, 200).endswith("That is more than chance.")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["anne", "anansi", "zimbabwe"])
def test_every_picture_is_svg_with_a_text_for_those_who_cannot_see_it(name: str, lang: str) -> None:
    figures = figures_of_kept(name, lang)
    drawn = {topic.key: picture(topic, language(lang)) for topic in figures.topics}
    assert sum(svg is not None for svg in drawn.values()) > len(drawn) / 2
    for svg in filter(None, drawn.values()):
        root = ElementTree.fromstring(svg)
        space = "{http://www.w3.org/2000/svg}"
        assert root.findtext(f"{space}title")
        assert root.findtext(f"{space}desc")
        width, height = map(float, root.attrib["viewBox"].split()[2:])
        for part in root.iter(f"{space}rect"):
            assert 0 <= float(part.get("x", 0)) <= width
            assert float(part.get("x", 0)) + float(part.attrib["width"]) <= width
            assert float(part.attrib["height"]) <= height
        assert '"nan"' not in svg


@pytest.mark.parametrize(("span", "most", "step"), [(10, 5, 2.0), (11, 5, 5.0), (0.9, 9, 0.1), (36, 36, 1.0)])
def test_steps_of_an_axis_are_round(span: float, most: int, step: float) -> None:
    assert nice_step(span, most) == pytest.approx(step)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_stands_alone_and_every_picture_has_a_table(tmp_path: Path, lang: str) -> None:
    figures = figures_of_kept("zimbabwe", lang)
    files = write(tmp_path / "new" / "folder", [figures], Found(figures.games), language(lang))
    html = (tmp_path / "new" / "folder" / "statistics.html").read_text("utf-8")
    assert f'<html lang="{lang}">' in html
    assert not re.search(r"(src|href)=\"(?!#)|@import|url\(", html)
    assert html.count("<table") == len(figures.topics)
    assert html.count("<figure>") == sum(file.suffix == ".svg" for file in files)
    assert len(re.findall(r'id="([^"]+)"', html)) == len(set(re.findall(r'id="([^"]+)"', html)))
    data = json.loads((tmp_path / "new" / "folder" / "statistics.json").read_text("utf-8"))
    assert data["groups"][0]["games"] == figures.games
    assert {topic["key"] for topic in data["groups"][0]["topics"]} == {topic.key for topic in figures.topics}


def test_names_from_outside_cannot_change_the_page() -> None:
    record = kept_game("anne-2")
    record.other_headers = {"bot 1": "<script>alert(1)</script>", "bot 2": '"&'}
    (tally,), _ = tallied([counted(record)])
    html = page([figures_of(tally)], Found(1), ENGLISH)
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
