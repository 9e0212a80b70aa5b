"""The page where a table is set up: what it offers, what it repeats, and what comes of it."""

import re
import time
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from mezani.tables import schema
from mezani.tables.players import player_of
from mezani.tables.table import Table
from mezani.tables.terms import Days, Live
from tests.web.people import Person, table_of

ONE_SERVER = True


def words(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", html).split())


def band(page: str) -> str:
    return words(page[page.index('<aside class="cloth band sum"') : page.index("</aside>")])


def set_up(person: Person, **chosen: object) -> Table:
    answer = person.post("/new/anne", **{"players": 3, **chosen})
    assert answer.status_code == 200, answer.text
    return table_of(person.client, answer.url.path.rpartition("/")[2])


def sign_in(person: Person) -> None:
    """Let the house know somebody again."""
    person.post("/settings", name="Ann")
    hall = person.client.app.state.hall

    async def join() -> None:
        p = schema.players
        async with hall.store.engine.begin() as connection:
            who = p.c.id == player_of(person.cookies["mezani"])
            await connection.execute(sa.update(p).where(who).values(joined_at=time.time()))

    with person.client.portal() as portal:
        portal.call(join)


def test_every_question_has_an_answer_so_that_one_button_is_enough(ann: Person) -> None:
    page = ann.get("/new/anne").text
    assert band(page).startswith("You Players 4: you, 3 by link Pace no clock Counts friendly Past tricks covered")
    form = dict(re.findall(r'<input type="radio" name="([\w-]+)" value="(\w*)" checked>', page))
    table = set_up(ann, **form)
    assert [seat.is_free for seat in table.seats] == [False, True, True, True]
    assert (table.public, table.terms.clock, table.terms.rated, table.terms.watched) == (False, None, False, "link")


@pytest.mark.parametrize(
    ("chosen", "clock"),
    [
        ({"pace": "live"}, Live(10, 10)),
        ({"pace": "live", "minutes": 5, "increment": 0}, Live(5, 0)),
        ({"pace": "days"}, Days(3)),
        ({"pace": "days", "days": 7}, Days(7)),
        ({"pace": "none", "days": 7}, None),
    ],
)
def test_the_pace_becomes_the_clock_of_the_table(ann: Person, chosen: dict[str, object], clock: object) -> None:
    table = set_up(ann, **chosen)
    assert table.terms.clock == clock
    assert (table.terms.away_after is None) == (clock is not None)


def test_chairs_follow_the_one_answer_or_their_own(ann: Person) -> None:
    bots = set_up(ann, who="bots", level="expert")
    assert [seat.bot for seat in bots.seats] == [None, "expert", "expert"]
    assert bots.begun
    mixed = set_up(ann, who="anyone", chair_1="bot:novice")
    assert mixed.public
    assert [(seat.bot, seat.is_free) for seat in mixed.seats] == [(None, False), ("novice", False), (None, True)]


def test_what_happens_when_time_is_up_and_who_may_watch_is_agreed(ann: Person) -> None:
    terms = set_up(ann, pace="live", time_up="lost", watched="listed").terms
    assert (terms.time_up, terms.watched) == ("lost", "listed")


def test_only_who_has_joined_can_have_a_rated_table_and_only_with_a_clock(client: TestClient[Any], ann: Person) -> None:
    assert not set_up(ann, pace="live", rated=1).terms.rated
    page = ann.get("/new/anne?rated=1&pace=live").text
    assert 'name="rated" value="1" disabled' in page
    assert "Counts friendly" in band(page)
    sign_in(ann)
    assert 'name="rated" value="1" checked' in ann.get("/new/anne?rated=1&pace=live").text
    assert "Counts rated" in band(ann.get("/new/anne?rated=1&pace=live").text)
    assert "Counts friendly" in band(ann.get("/new/anne?rated=1&pace=none").text)
    assert set_up(ann, pace="live", rated=1).terms.rated
    assert not set_up(ann, pace="none", rated=1).terms.rated


def test_the_last_choices_for_a_game_are_kept_for_this_game(ann: Person) -> None:
    set_up(ann, pace="days", days=7, who="anyone", watched="nobody")
    page = ann.get("/new/anne").text
    assert "3: you, 2 for anyone Pace 7 days a move" in band(page)
    assert "no clock" in band(ann.get("/new/anansi").text)
    ann.cookies["mezani-table-anne"] = "players=99&pace=eternal&days=x&level=%00"
    assert "4: you, 3 by link Pace no clock" in band(ann.get("/new/anne").text)


def test_the_address_may_say_what_is_chosen(ann: Person) -> None:
    page = ann.get("/new/anne?players=3&who=bots&pace=live&minutes=5&chair-2=me").text
    assert "3: 2 at this screen, 1 bot Pace 5 min + 10 s" in band(page)
    assert "The game begins at once." in band(page)


@pytest.mark.parametrize(
    "wrong", [{"pace": "eternal"}, {"minutes": 4000}, {"days": "-1"}, {"who": "x"}, {"level": "god"}]
)
def test_what_cannot_be_chosen_is_refused(ann: Person, wrong: dict[str, object]) -> None:
    assert ann.post("/new/anne", players=3, **{"pace": "live", **wrong}).status_code == 400


def test_a_refused_table_leaves_the_answers_as_they_were(ann: Person) -> None:
    answer = ann.post("/new/anne", players=3, pace="days", past_tricks="torn", chair_1="bot:novice")
    assert answer.status_code == 422
    assert 'name="pace" value="days" checked' in answer.text
    assert '<option value="bot:novice" selected>' in answer.text


def test_the_chosen_level_is_offered_for_chairs_that_stay_free(ann: Person) -> None:
    answer = ann.post("/new/anne", players=3, level="novice")
    assert '<option value="novice" selected>' in answer.text


def test_rated_stands_by_where_only_one_person_plays_and_counts_as_friendly(ann: Person) -> None:
    sign_in(ann)
    alone = {"pace": "live", "rated": 1, "who": "bots"}
    assert "Counts friendly" in band(ann.get("/new/anne?pace=live&rated=1&who=bots").text)
    assert not set_up(ann, **alone).terms.rated
    assert not set_up(ann, pace="live", rated=1, chair_1="me").terms.rated


def test_names_and_options_are_left_as_they_were_by_a_refusal(ann: Person) -> None:
    answer = ann.post(
        "/new/zimbabwe", players=2, name_0="Ann", name_1="Ben", chair_1="me", option_map="no map", away_after=60
    )
    assert answer.status_code == 422
    assert 'name="name-1" aria-label="Name on chair 2" placeholder="Name" maxlength="24" value="Ben"' in answer.text
    assert ">no map</textarea>" in answer.text
    assert '<option value="60" selected>' in answer.text
    assert '<span id="says-options" data-says>1 chosen</span>' in answer.text


def test_options_say_whether_they_are_as_usual(ann: Person) -> None:
    assert '<span id="says-options" data-says>as usual</span>' in ann.get("/new/zimbabwe").text
    assert "says-options" not in ann.get("/new/anansi").text


def test_whoever_follows_the_link_reads_what_was_agreed_before_sitting_down(ann: Person, ben: Person) -> None:
    sign_in(ann)
    live = set_up(ann, pace="live", rated=1, watched="nobody")
    page = words(ben.get(f"/table/{live.id}").text)
    assert "Everybody has 10 min for the game, and 10 s more with each move. When time is up, a bot takes over." in page
    assert "The game is rated: everybody who plays has signed in, and who leaves loses." in page
    assert "Nobody may watch until the game is over." in page
    refused = ben.post(f"/table/{live.id}/sit", name="Ben").text
    assert re.search(r'role="alert"><span>Rated games are for people .*href="/you">Sign in first', refused)
    days = set_up(ann, pace="days", days=1, time_up="lost", watched="listed")
    page = words(ben.get(f"/table/{days.id}").text)
    assert "A move may take 1 day. When time is up, the game is lost. Everybody may watch:" in page
    assert page.index("Sit down") < page.index("Send this link")
    blitz = set_up(ann, pace="live", minutes=3, increment=0)
    page = words(ann.get(f"/table/{blitz.id}").text)
    assert "Everybody has 3 min for the game. When" in page
    assert page.index("Send this link") < page.index("Fill the free chairs")
