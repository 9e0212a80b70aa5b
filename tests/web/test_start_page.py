"""The start page: which layout somebody gets, what stands first, what is said of each table, the main buttons."""

import re
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

import mezani
from mezani.house.learning import Progress
from mezani.language import language
from mezani.lessons.lesson import lessons_of
from mezani.tables import schema
from mezani.tables.terms import Days, Live
from mezani.web.assets import figure, game_file
from mezani.web.learning import path_of
from mezani.web.start import Box, headline
from tests.web.people import GAME, Person
from tests.web.start_scene import (
    BOT,
    HOUR,
    MINUTE,
    ann_of,
    busy_house,
    free,
    open_tables,
    over,
    running,
    shows,
)

LEARNT = next(game for game in map(mezani.game, mezani.game_names()) if lessons_of(game))


def lines(page: str) -> list[str]:
    """The lines of one's tables, as words; signs are in brackets."""
    found = re.findall(r'<a class="table-line.*?</a>', page, re.DOTALL)
    marked = [re.sub(r'<span class="(person|absent|robot)( turn-of)?">', r"[\1] ", line) for line in found]
    return [" ".join(re.sub("<[^>]+>", " ", line).split()) for line in marked]


def mains(page: str) -> dict[str, str]:
    """The words of the main button of each game."""
    boxes = re.findall(r'<li class="box" data-game="(\w+)">(.*?)</li>', page, re.DOTALL)
    return {name: re.findall(r'class="btn \w+ main".*?<span>([^<]+)</span>', box)[0] for name, box in boxes}


def test_whoever_has_no_table_finds_how_it_works_and_no_empty_panel(client: TestClient[Any], ann: Person) -> None:
    page = ann.get("/").text
    assert headline(len(mezani.game_names()), language("en")) in page
    assert "How it works" in page
    for missing in ("Your tables", "Open tables", "Recent results", "open table"):
        assert missing not in page
    open_tables(client)
    assert "<b>3 open tables</b> wait for players" in ann.get("/").text


def test_the_first_table_changes_the_page(ann: Person) -> None:
    ann.new_table(["me", *["free"] * (GAME.seats[0] - 1)])
    page = ann.get("/").text
    assert "Your tables" in page
    assert "How it works" not in page
    assert "Recent results" not in page


def test_without_a_running_game_only_results_are_shown(client: TestClient[Any]) -> None:
    over(client, "anansi", ["Ama", "Yusuf"], HOUR, has_won=True)
    page = ann_of(client).get("/").text
    assert "Recent results" in page
    assert "Your tables" not in page
    assert "How it works" not in page


def test_the_least_time_comes_first_among_those_that_wait_for_me(client: TestClient[Any]) -> None:
    tables = busy_house(client, Live(10, 10), Days(3))
    more = running(client, "anansi", ["Ama", "Yusuf"], MINUTE, is_anns=True)
    page = ann_of(client).get("/").text
    shown = re.findall(r'class="table-line[^"]*" href="/table/(\w+)"', page)
    assert shown[:3] == [tables["anne"], tables["zimbabwe"], more]
    anne, zimbabwe, without = lines(page)[:3]
    assert re.search(r"time left (10:00|9:5\d) 10 min \+ 10 s$", anne)
    assert zimbabwe.endswith("time left 3 d 3 days a move")
    assert without.endswith("no clock")
    assert "data-quiet" in page


def test_the_longest_wait_for_me_comes_first_and_of_others_the_last_move(
    client: TestClient[Any],
) -> None:
    tables = busy_house(client)
    page = ann_of(client).get("/").text
    shown = re.findall(r'class="table-line( yours)?" href="/table/(\w+)"', page)
    assert [id for _, id in shown] == [tables[name] for name in ("zimbabwe", "anne", "anansi", "asante")]
    assert [bool(yours) for yours, _ in shown] == [True, True, False, False]
    assert "2 wait for you" in page


def test_a_line_says_where_the_game_stands_who_waits_and_who_is_there(client: TestClient[Any]) -> None:
    tables = busy_house(client)
    anansi = client.app.state.hall.tables[tables["anansi"]]
    shows(client, tables["anansi"], [seat.name for seat in anansi.seats].index("Yusuf"))
    zimbabwe, anne, of_anansi, asante = lines(ann_of(client).get("/").text)
    assert anne.startswith("ANNE! your turn Hand 1 · they wait 3 minutes")
    assert zimbabwe.startswith("The Great Zimbabwe your turn Round 2 · they wait 2 days")
    assert of_anansi.startswith("Anansi Round 1 · for 20 minutes")
    assert "[person] Yusuf thinks" in of_anansi
    assert "[absent] Ama away" in of_anansi
    assert re.search(r"\[robot\] \w+ bot, trader", of_anansi)
    assert "Ann" not in of_anansi.replace("Anansi", "")
    assert asante == "Asante Turn 5 · for 1 day [absent] Wolfeschlegelsteinhausen thinks away no clock"
    german = lines(ann_of(client, **{"accept-language": "de"}).get("/").text)
    assert german[0].startswith("The Great Zimbabwe du bist dran Runde 2 · sie warten seit 2 Tagen")
    assert german[3].startswith("Asante Zug 5 · seit 1 Tag")


def test_nobody_is_said_to_wait_where_only_bots_do(client: TestClient[Any]) -> None:
    running(client, "anne", [BOT, BOT], 3 * MINUTE, is_anns=True)
    [line] = lines(ann_of(client).get("/").text)
    assert line.startswith("ANNE! your turn Hand 1 · for 3 minutes")


def test_a_table_of_an_older_version_says_at_least_since_when_it_waits(client: TestClient[Any]) -> None:
    running(client, "asante", ["Greta"], 5, is_anns=True)

    async def forget() -> None:
        async with client.app.state.hall.store.engine.begin() as connection:
            await connection.execute(sa.update(schema.tables).values(chapter=None))

    with client.portal() as portal:
        portal.call(forget)
    assert lines(ann_of(client).get("/").text)[0].startswith("Asante your turn just now")


def test_no_more_than_eight_tables_are_shown_and_the_others_are_counted(client: TestClient[Any]) -> None:
    for _ in range(9):
        running(client, "anne", ["Mira", "Lars"], HOUR, is_anns=True)
    page = ann_of(client).get("/").text
    assert len(lines(page)) == 8
    assert "9 wait for you" in page
    assert '<a href="/tables">all 9</a>' in page


def test_results_tell_place_points_and_with_whom(client: TestClient[Any]) -> None:
    busy_house(client)
    page = ann_of(client).get("/").text.partition("Recent results")[2]
    found = re.findall(r'class="over">(.*?)</li>', page, re.DOTALL)
    told = [" ".join(re.sub("<[^>]+>", " ", line).split()) for line in found]
    assert re.fullmatch(r"Place 1\. Anansi, \d+ points with Ama, Yusuf · 1 hour ago Look back", told[0])
    assert re.fullmatch(r"Place [23]\. ANNE!, \d+ points (Mira|Jonas) won · 1 day ago Look back", told[1])
    assert re.fullmatch(r"Place 2\. Asante, \d+ points Greta won · 1 week ago Look back", told[2])


def test_open_tables_show_their_chairs_and_ones_own_is_no_offer(client: TestClient[Any]) -> None:
    open_tables(client)
    mine = free(client, "asante", ["Ann"], 2)
    page = ann_of(client).get("/").text.partition("Open tables")[2]
    assert page.count('class="chairs"') == 3
    assert '<a href="/tables/open">all 4</a>' in page
    assert 'aria-label="1 of 3 chairs free"><i class="person"></i><i class="robot"></i><i class="free"></i>' in page
    assert f'href="/table/{mine}" aria-label="To the table: Asante"' in page
    assert page.count("Sit down: ") == 2


@pytest.mark.parametrize(
    ("finished", "is_played", "learns"),
    [(0, False, True), (1, False, True), (1, True, True), (0, True, False), (99, False, False), (99, True, False)],
)
def test_lessons_come_first_until_they_are_done_or_the_game_was_played(
    finished: int, is_played: bool, learns: bool
) -> None:
    progress = {lesson.id: Progress(is_finished=True) for lesson in lessons_of(LEARNT)[:finished]}
    assert Box(LEARNT, "", path_of(LEARNT, progress), is_played).learns == learns
    assert not Box(LEARNT, "", None, is_played).learns


def test_each_game_has_one_main_button(client: TestClient[Any]) -> None:
    taught = {name for name in mezani.game_names() if lessons_of(mezani.game(name))}
    new = mains(Person(client).get("/").text)
    assert new == {name: "Learn" if name in taught else "Play now" for name in mezani.game_names()}
    running(client, LEARNT.name, ["Greta", "Mira", "Lars", "Ama"][: LEARNT.seats[0] - 1], HOUR, is_anns=True, moves=2)
    assert mains(ann_of(client).get("/").text) == {**new, LEARNT.name: "Play now"}


def test_name_and_level_of_play_now_are_open_to_a_newcomer_and_folded_later(ann: Person) -> None:
    assert '<details class="with" open>' in ann.get("/").text
    ann.post("/play-now", game=GAME.name, level="novice", name="Ann")
    page = ann.get("/").text
    assert '<details class="with">' in page
    assert "“Play now”: as Ann, with bots (novice)" in page


def test_more_tables_take_no_more_questions_to_the_database(client: TestClient[Any]) -> None:
    engine, asked = client.app.state.hall.store.engine.sync_engine, []
    sa.event.listen(engine, "before_cursor_execute", lambda *facts: asked.append(facts[2]))
    counts = []
    for tables in (1, 6):
        for _ in range(tables):
            running(client, "anne", ["Mira", "Lars"], HOUR, is_anns=True)
        looks = []
        for _ in range(3):  # now and then the server asks something of its own meanwhile
            asked.clear()
            ann_of(client).get("/")
            looks.append(len(asked))
        counts.append(min(looks))
    assert 0 < counts[1] <= counts[0]


@pytest.mark.parametrize("name", mezani.game_names())
def test_a_game_has_a_figure_of_its_own(name: str) -> None:
    drawn = game_file(name, "figure.svg")
    assert drawn
    assert f'<symbol id="game-{name}" viewBox="0 0 24 24">'.encode() in drawn
    assert set(re.findall(rb'(?:fill|stroke)="([^"]+)"', drawn)) <= {b"currentColor", b"none"}
    assert "figure.svg?" in figure(name)


def test_a_game_without_a_figure_is_a_table() -> None:
    assert "#i-table" in figure("nim")


def test_the_headline_counts_the_games() -> None:
    said = [headline(games, language("en")) for games in (1, 4, 30)]
    assert said == ["One game, one table.", "Four games, one table.", "Many games, one table."]


def test_the_bar_knows_who_reads_the_description_of_the_api(client: TestClient[Any]) -> None:
    running(client, "anne", ["Mira", "Lars"], HOUR, is_anns=True)
    ann = ann_of(client)
    ann.post("/settings", name="Ann")
    page = ann.get("/api").text
    assert "<span>Ann</span></a>" in page
    assert 'name="waiting" content="1"' in page
