"""The coach on the pages of practice tables, without JavaScript."""

import re
from typing import Any

import pytest
from litestar.testing import TestClient

import mezani
from mezani.record import Record, has_choice
from tests.playing import OUR_GAMES
from tests.web.people import Person, moves, table_of
from tests.web.test_live import heard, screen

ONE_SERVER = True
SEED, MOVES, BLUNDER, BETTER = 31, 34, "H10^", "Hornet 9: gain 1 follower"

compiled = pytest.mark.skipif(not mezani.is_compiled(), reason="a coach thinks thousands of continuations through")


def before_a_blunder() -> Record:
    """A game of Anansi between quick players, late in a round."""
    from mezani.bots.levels import Quick

    game = mezani.game("anansi")
    record, player, rng = Record(game, 4, SEED), Quick(game), mezani.Rng(SEED)
    state = record.start()
    for _ in range(MOVES):
        record.actions.append(player.choose(state, rng))
        state.play(record.actions[-1])
    return record


def practice(client: TestClient[Any], ann: Person, game: str = "anansi") -> str:
    """A table of Ann alone among bots, where she has a choice; returns its id."""
    id = ann.new_table(["me", *["bot:novice"] * (mezani.game(game).seats[-1] - 1)], game=game)
    table = table_of(client, id)
    while table.asked != 0 or not has_choice(table.state):
        if table.asked == 0:
            ann.post(f"/table/{id}/play", seat=0, action=table.choices(0)[0], after=table.turn)
        else:
            ann.get(f"/table/{id}")
    return id


def coach(html: str) -> str:
    """What the coach says on a page."""
    found = re.search(r'<section class="coach[^>]* id="coach".*?</section>', html, re.DOTALL)
    return found[0] if found else ""


@compiled
@pytest.mark.parametrize("game", OUR_GAMES)
def test_ideas_come_with_chances_when_they_are_asked_for(client: TestClient[Any], ann: Person, game: str) -> None:
    id = practice(client, ann, game)
    said = coach(ann.post(f"/table/{id}/coach", seat=0, coach="ideas").text)
    ideas = [int(action) for action in re.findall(r'name="point" value="(\d+)"', said)]
    assert 1 <= len(ideas) <= 3
    assert set(ideas) <= set(table_of(client, id).choices(0))
    assert re.search(r"<b>(&[lg]t; )?\d+ %</b>", said)
    assert 'content: "A"' in said


@compiled
def test_an_idea_that_is_pressed_stands_out_on_the_board(client: TestClient[Any], ann: Person) -> None:
    id = practice(client, ann)
    page = ann.post(f"/table/{id}/coach", seat=0, coach="ideas").text
    action = re.findall(r'name="point" value="(\d+)"', page)[-1]
    page = ann.get(f"/table/{id}?seat=0&point={action}").text
    assert re.search(rf'class="idea[^"]*" name="point" value="{action}" aria-pressed="true"', page)
    assert "hinted" in page


@compiled
def test_ideas_go_when_they_are_hidden(client: TestClient[Any], ann: Person) -> None:
    id = practice(client, ann)
    assert "idea best" in ann.post(f"/table/{id}/coach", seat=0, coach="ideas").text
    page = ann.post(f"/table/{id}/coach", seat=0, coach="hide").text
    assert "idea best" not in page
    assert 'value="ideas"' in coach(page)


@compiled
def test_ideas_that_come_between_a_page_and_its_live_connection_are_shown(client: TestClient[Any], ann: Person) -> None:
    id = practice(client, ann)
    ann.post(f"/table/{id}/coach", seat=0, coach="ideas")  # a page that was sent before says that the coach thinks
    with screen(ann, id, 0, table_of(client, id).last_number) as line:
        assert "idea best" in coach(heard(line))


def test_who_wants_no_coach_has_none(client: TestClient[Any], ann: Person) -> None:
    id = practice(client, ann)
    assert coach(ann.get(f"/table/{id}").text)
    ann.post("/settings", coach="never", back=f"/table/{id}")
    page = ann.get(f"/table/{id}").text
    assert coach(page) == ""
    assert 'href="#coach"' not in page
    assert moves(page)


def test_nobody_else_sees_the_coach(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = practice(client, ann)
    assert coach(ben.get(f"/table/{id}").text) == ""
    assert ben.post(f"/table/{id}/coach", seat=0, coach="ideas").status_code == 403


def test_among_people_there_is_no_coach(client: TestClient[Any], ann: Person, ben: Person) -> None:
    players = mezani.game("anansi").seats[0]
    id = ann.new_table(["me", "free", *["bot:novice"] * (players - 2)], game="anansi")
    ben.post(f"/table/{id}/sit", name="Ben")
    for person in (ann, ben):
        assert coach(person.get(f"/table/{id}").text) == ""
    seat = table_of(client, id).asked
    if seat in (0, 1):
        asked = (ann, ben)[seat].post(f"/table/{id}/coach", seat=seat, coach="ideas")
        assert asked.status_code == 403
        assert "Hints are for practice" in asked.text


@pytest.mark.parametrize("what", ["", "money", "ideas\0"])
def test_what_a_coach_cannot_do_is_refused(client: TestClient[Any], ann: Person, what: str) -> None:
    id = practice(client, ann)
    turn = table_of(client, id).turn
    assert ann.post(f"/table/{id}/coach", seat=0, coach=what).status_code == 400
    assert table_of(client, id).turn == turn
