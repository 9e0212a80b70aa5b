"""The table page by forms alone, as a browser without JavaScript uses it."""

import re
import time
from typing import Any

import pytest
from httpx import Response
from litestar.testing import TestClient

import mezani
from mezani.tables.players import player_of
from tests.playing import game_with_decisions_in_advance
from tests.web.people import GAME, Person, hidden, moves, table_of

pytestmark = pytest.mark.slow
ONE_SERVER = True

LEAST, MOST = GAME.seats[0], GAME.seats[-1]


def play(person: Person, id: str, page: Response | None = None) -> Response:
    """Play the first move that the page offers."""
    html = (page or person.get(f"/table/{id}")).text
    return person.post(
        f"/table/{id}/play", seat=hidden(html, "seat"), after=hidden(html, "after"), action=moves(html)[0]
    )


def wait_for_turn(person: Person, id: str) -> Response:
    """The page as soon as it is the person's turn, or the game is over."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        page = person.get(f"/table/{id}")
        if 'class="prompt you"' in page.text or "/record" in page.text:
            return page
        time.sleep(0.01)
    raise AssertionError("it never was their turn")


def test_play_now_leads_to_a_running_game_that_can_be_played_to_its_end(client: TestClient[Any], ann: Person) -> None:
    page = ann.post("/play-now", game=GAME.name, level="novice")
    id = page.url.path.rpartition("/")[2]
    page = wait_for_turn(ann, id)
    while not table_of(client, id).is_over:
        assert play(ann, id, page).status_code == 200
        page = wait_for_turn(ann, id)
    assert 'class="result"' in page.text
    record = ann.get(f"/table/{id}/record")
    assert f"seed: {table_of(client, id).seed}" in record.text
    assert "Recent results" in ann.get("/").text


def test_two_people_sit_down_by_link_and_play(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = ann.new_table(["me", "free", *["bot:novice"] * (LEAST - 2)])
    assert f"/table/{id}" in ann.get(f"/table/{id}").text
    ben.post(f"/table/{id}/sit", name="Ben")
    assert table_of(client, id).begun
    table = table_of(client, id)
    end = time.monotonic() + 120
    while len(table.actions) < 12 and time.monotonic() < end:
        for seat, person in enumerate((ann, ben)):
            if table.to_move == seat:
                assert play(person, id).status_code == 200
    assert len(table.actions) >= 12
    assert "Ben sits down." in ann.get(f"/table/{id}").text


def test_an_open_table_is_listed_until_it_is_full(ann: Person, ben: Person) -> None:
    form: dict[str, object] = {"players": LEAST, "public": 1, "name-0": "Ann", "chair-0": "me", "chair-1": "free"}
    form |= {f"chair-{n}": "bot:novice" for n in range(2, LEAST)}
    id = ann.ask("POST", f"/new/{GAME.name}", data=form).url.path.rpartition("/")[2]
    assert "<b>1 open table</b> waits" in ben.get("/").text
    assert f'href="/table/{id}"' in ben.get("/tables/open").text
    ben.post(f"/table/{id}/sit", name="Ben")
    assert "open table" not in Person(ben.client).get("/").text


def test_a_move_in_advance_waits_and_can_be_taken_back(client: TestClient[Any], ann: Person) -> None:
    game = game_with_decisions_in_advance()
    people = [ann, *(Person(client) for _ in range(game.seats[0] - 1))]
    id = ann.new_table(["me", *["free"] * (game.seats[0] - 1)], game=game.name)
    for person in people[1:]:
        person.post(f"/table/{id}/sit", name="Ben")
    table = table_of(client, id)
    waiting = next(seat for seat in table.state.open_seats() if seat != table.state.seat)
    page = people[waiting].get(f"/table/{id}")
    action = moves(page.text)[0]
    page = people[waiting].post(f"/table/{id}/play", seat=waiting, after=hidden(page.text, "after"), action=action)
    assert "You have chosen" in page.text
    assert table.commitments == {waiting: action}
    assert table.actions == []
    page = people[waiting].post(f"/table/{id}/withdraw", seat=waiting)
    assert "You have chosen" not in page.text
    assert table.commitments == {}


def test_a_spectator_sees_no_moves_and_no_hand(ann: Person, ben: Person) -> None:
    id = ann.new_table(["me"] * LEAST)
    page = ben.get(f"/table/{id}")
    assert moves(page.text) == []
    assert re.findall(r'action="/table/\w+/([\w-]+)"', page.text) == ["comment"]


def test_a_curtain_falls_between_people_at_one_screen(client: TestClient[Any], ann: Person) -> None:
    id = ann.new_table(["me"] * LEAST)
    table = table_of(client, id)
    for _ in range(2 * LEAST):
        seat = table.state.seat
        covered = ann.get(f"/table/{id}").text
        assert moves(covered) == []
        assert f'href="/table/{id}?seat={seat}"' in covered
        page = ann.get(f"/table/{id}?seat={seat}")
        assert sorted(moves(page.text)) == table.state.legal_actions()
        page = ann.post(f"/table/{id}/play", seat=seat, after=table.turn, action=moves(page.text)[0])
        if table.state.seat != seat:
            assert moves(page.text) == []
            assert 'class="curtain"' in page.text


def test_a_player_may_leave_and_come_back(client: TestClient[Any], ann: Person) -> None:
    id = ann.new_table(["me", *["bot:novice"] * (LEAST - 1)])
    page = ann.post(f"/table/{id}/leave", seat=0)
    assert table_of(client, id).seats[0].bot
    assert "A bot is playing for you." in page.text
    page = ann.post(f"/table/{id}/return", seat=0)
    assert table_of(client, id).seats[0].bot is None


def test_bots_fill_up_a_table(client: TestClient[Any], ann: Person) -> None:
    id = ann.new_table(["me", *["free"] * (LEAST - 1)])
    assert not table_of(client, id).begun
    ann.post(f"/table/{id}/fill", level="novice")
    assert table_of(client, id).begun


def test_a_private_link_takes_the_seat_to_another_device(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = ann.new_table(["me", *["bot:novice"] * (LEAST - 1)])
    link = re.search(r'value="(http[^"]*/seat/[^"]*)"', ann.get(f"/table/{id}/device").text)
    assert link
    path = link[1].partition("/seat/")[2]
    assert "Take over the seat of Ann?" in ben.get(f"/seat/{path}").text
    assert table_of(client, id).seats[0].player == player_of(ann.cookies["mezani"])
    ben.post(f"/seat/{path}")
    assert table_of(client, id).seats[0].player == player_of(ben.cookies["mezani"])
    assert moves(wait_for_turn(ben, id).text)
    assert 'name="seat"' not in ann.get(f"/table/{id}").text
    assert ann.get(f"/seat/{path}").status_code == 410
    assert ann.get(f"/table/{id}/device").status_code == 403


def test_a_hint_marks_a_move(ann: Person) -> None:
    id = ann.new_table(["me", *["bot:novice"] * (LEAST - 1)])
    wait_for_turn(ann, id)
    page = ann.get(f"/table/{id}?hint=0")
    assert len(re.findall(r'<button class="[^"]*\bhinted\b', page.text)) == 1


def test_a_move_is_asked_about_where_the_player_wishes_so(client: TestClient[Any], ann: Person) -> None:
    ann.post("/settings", confirm=1)
    id = ann.new_table(["me", *["bot:novice"] * (LEAST - 1)])
    page = wait_for_turn(ann, id)
    turn = table_of(client, id).turn
    page = play(ann, id, page)
    assert table_of(client, id).turn == turn
    sure = re.search(r'name="action" value="(\d+)"><input type="hidden" name="sure"', page.text)
    assert sure
    ann.post(f"/table/{id}/play", seat=0, after=turn, action=sure[1], sure=1)
    assert table_of(client, id).turn > turn


def test_what_is_said_is_shown_as_text(ann: Person) -> None:
    id = ann.new_table(["me", *["bot:novice"] * (LEAST - 1)], names=["<b>Ann</b>", *["Bot"] * 4])
    page = ann.post(f"/table/{id}/say", seat=0, text="<script>alert(1)</script>")
    assert "<script>alert(1)" not in page.text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page.text
    assert "<b>Ann</b> sits" not in page.text


def test_every_game_has_a_page_that_can_be_played(client: TestClient[Any]) -> None:
    for name in mezani.game_names():
        game = mezani.game(name)
        for players in game.seats:
            person = Person(client)
            id = person.new_table(["me"] * players, game=name)
            table, rng = table_of(client, id), mezani.Rng(players)
            for _ in range(12):
                seat = table.state.seat
                page = person.get(f"/table/{id}?seat={seat}")
                assert set(moves(page.text)) >= set(table.state.legal_actions())
                action = table.state.random_action(rng)
                answer = person.post(f"/table/{id}/play", seat=seat, after=table.turn, action=action)
                assert answer.status_code == 200, answer.text
