"""The result page: scores by round, who has won and why, and a rematch."""

import re
from itertools import pairwise
from typing import Any

import pytest
from litestar.testing import TestClient

import mezani
from mezani.language import LANGUAGES, language
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.testing.playing import NAMES, amount
from mezani.web.score_chart import APART, Round, chart_of, rounds_of
from tests.web.finished import ended_for, finished, nearly_over, play_one, played
from tests.web.people import GAME, Person, hidden, table_of

pytestmark = pytest.mark.slow
ONE_SERVER = True
EVERY = mezani.game_names()


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_scores_by_round_add_up_to_the_result(name: str, players: int, code: str) -> None:
    record = played(name, players)
    start, *rounds = rounds_of(record, language(code))
    assert len(rounds) > 1
    assert rounds[-1].scores == record.state().scores()
    for seat in range(players):
        assert start.scores[seat] + sum(one.gains[seat] for one in rounds) == rounds[-1].scores[seat]
    assert len({one.title for one in rounds}) == len(rounds)
    assert [one.step for one in rounds] == sorted({one.step for one in rounds})


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_victory_is_explained_with_a_paragraph_of_the_rules(name: str, players: int, code: str) -> None:
    game = mezani.game(name)
    for seed in range(amount(12, 3)):
        state = played(name, players, seed).state()
        reasons = game.why_won(state, language(code), NAMES[:players])
        assert {reason.paragraph for reason in reasons} <= set(game.paragraphs)
        said = " ".join(reason.sentence for reason in reasons)
        assert all(NAMES[winner] in said for winner in state.winners())
        assert "{" not in said


def test_nothing_is_explained_before_the_end() -> None:
    for name in EVERY:
        assert mezani.game(name).why_won(mezani.game(name).new(seed=1)) == []


def test_names_at_the_ends_of_lines_can_be_read() -> None:
    for scores in ([10, 10, 10, 10, 10], [0, 1, 2, 99, 100], [-3, -3, 4], [0, 0], [7, 7, 8, 9, 9]):
        names = NAMES[: len(scores)]
        start = Round("", 0, [0] * len(scores), [])
        chart = chart_of([start, Round("Round 1", 9, scores, scores)], names)
        places = sorted(line.label_at for line in chart.lines)
        assert all(below - above > APART - 0.1 for above, below in pairwise(places))
        assert all(0 <= y <= 100 for line in chart.lines for _, y in line.marks)
        by_score = sorted(chart.lines, key=lambda line: (-line.score, line.label_at))
        assert [line.label_at for line in by_score] == places


def test_a_chart_names_its_levels_and_some_of_its_rounds() -> None:
    rounds = [Round(f"Turn {n}", n, [n, 3 * n], [1, 3]) for n in range(40)]
    chart = chart_of(rounds, NAMES[:2])
    assert 3 <= len(chart.levels) <= 7
    assert [int(level.text) for level in chart.levels] == sorted(int(level.text) for level in chart.levels)
    assert 3 <= len(chart.rounds) <= 6


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_tells_all_in_words_and_numbers(client: TestClient[Any], name: str, code: str) -> None:
    ann = Person(client, **{"accept-language": code})
    id = finished(ann, name)
    table, lang = table_of(client, id), language(code)
    page = ann.get(f"/table/{id}/result").text
    for one in rounds_of(table.record(), lang)[1:]:
        assert f"{one.title}</a>" in page
        cells = "".join(f"<td[^>]*>{score} <small>.*?</small></td>" for score in one.scores)
        assert re.search(rf"{one.title}</a></th>\s*{cells}</tr>", page)
    for reason in table.game.why_won(table.state, lang, [seat.name for seat in table.seats]):
        assert f'href="/rules/{name}#{reason.paragraph}"' in page
    assert page.count('<li class="won">') == len(table.state.winners())


def test_there_is_no_result_before_the_end(client: TestClient[Any], ann: Person) -> None:
    id = nearly_over(ann, GAME.name)
    answer = ann.get(f"/table/{id}/result")
    assert answer.status_code == 403
    assert "until the game is over" in answer.text
    assert f"/table/{id}/result" not in ann.get(f"/table/{id}").text
    page = play_one(ann, id).text
    assert f"/table/{id}/result" in page
    assert f'action="/table/{id}/rematch"' in page


def test_a_rematch_keeps_people_bots_and_seats(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = ended_for(client, ann, ben)
    page = ben.post(f"/table/{id}/rematch")
    again = page.url.path.rpartition("/")[2]
    old, new = table_of(client, id), table_of(client, again)
    assert [(seat.player, seat.name, seat.bot) for seat in new.seats] == [
        (seat.player, seat.name, seat.bot) for seat in old.seats
    ]
    assert (new.game, new.options, new.players) == (old.game, old.options, old.players)
    assert new.begun
    assert new.seed != old.seed
    told = ann.get(f"/table/{id}").text
    assert "Ben has set up a rematch." in told
    assert f'href="/table/{again}"' in told
    seat = old.seats_of(player_of(ann.cookies["mezani"]))[0]
    assert hidden(ann.get(f"/table/{again}").text, "seat") == str(seat)
    assert ann.post(f"/table/{id}/rematch").url.path == f"/table/{again}"
    assert sum(entry.kind == "rematch" for entry in old.log) == 1


def test_a_rematch_is_for_those_who_sat_there_and_for_later(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = nearly_over(ann, GAME.name)
    assert ann.post(f"/table/{id}/rematch").status_code == 403
    play_one(ann, id)
    before = list(table_of(client, id).log)
    ben.post("/play-now", game=GAME.name, level="novice")
    for stranger in (ben, Person(client)):
        answer = stranger.post(f"/table/{id}/rematch")
        assert answer.status_code == 403
        assert "That is not your seat" in answer.text
    assert table_of(client, id).log == before
    assert "/rematch" not in Person(client).get(f"/table/{id}").text


def test_a_rematch_whose_table_was_lost_is_set_up_again(client: TestClient[Any], ann: Person) -> None:
    """As after a crash between the announcement and the table."""
    id = finished(ann, GAME.name)
    hall: Hall = client.app.state.hall
    opened, hall.open_table = hall.open_table, None  # type: ignore[method-assign, assignment]
    assert ann.post(f"/table/{id}/rematch").status_code == 500
    hall.open_table = opened  # type: ignore[method-assign]
    again = table_of(client, id).rematch
    assert again
    assert ann.post(f"/table/{id}/rematch").url.path == f"/table/{again}"
    assert table_of(client, again).begun


def test_the_link_to_a_rematch_is_there_after_a_restart(client: TestClient[Any], ann: Person) -> None:
    id = finished(ann, GAME.name)
    again = ann.post(f"/table/{id}/rematch").url.path
    client.app.state.hall.tables.forget_all()
    assert f'href="{again}"' in ann.get(f"/table/{id}").text


def test_others_are_told_of_a_rematch_at_once(client: TestClient[Any], ann: Person) -> None:
    id = finished(ann, GAME.name)
    number = table_of(client, id).last_number
    headers = {"cookie": ann.cookie_header()}
    with client.websocket_connect(f"/table/{id}/live?after={number}", headers=headers) as line:
        line.receive_text(timeout=5)
        again = Person(client)
        again.cookies = dict(ann.cookies)
        path = again.post(f"/table/{id}/rematch").url.path
        told = ""
        while f'href="{path}"' not in told:
            told = line.receive_text(timeout=5)
        assert 'id="board"' in told
