"""Exercises over plain HTTP, as people without JavaScript do them: tries are judged, nothing hidden is shown."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import mezani
from mezani.insight.judging import decisions
from mezani.tables.entries import Entry, Kind
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import COVERED, Terms
from tests.playing import OUR_GAMES
from tests.web.exercising import (
    a_mistake,
    mistake_in,
    other_turns,
    pressed,
    said,
    source_for,
    store_mistake,
    tried_out,
)
from tests.web.finished import ended_for, loaded, played
from tests.web.people import GAME, Person, hidden, moves, server, without_keys

ONE_SERVER = True
OPEN = next(game for game in map(mezani.game, OUR_GAMES) if game.is_open)
CARDS = [name for name in OUR_GAMES if not mezani.game(name).is_open]

compiled = pytest.mark.skipif(not mezani.is_compiled(), reason="what is not stored is thought about")


@pytest.mark.parametrize("name", OUR_GAMES)
def test_who_finds_the_best_move_is_told_so(client: TestClient[Any], ann: Person, name: str) -> None:
    posed = a_mistake(client, ann, name)
    task = ann.get(posed.path).text
    assert "Find a better" in said(task)
    assert "60 %" not in said(task)
    page = tried_out(ann, posed.path, posed.judged.best.actions)
    assert page.url.path == posed.trying(posed.judged.best.actions)
    assert "Well found" in said(page.text)
    assert "It is better than what was played: 60 % instead of 35 %." in said(page.text)
    assert moves(page.text) == []


@pytest.mark.parametrize("name", OUR_GAMES)
def test_who_repeats_the_mistake_is_told_what_it_costs(client: TestClient[Any], ann: Person, name: str) -> None:
    posed = a_mistake(client, ann, name)
    text = said(tried_out(ann, posed.path, posed.judged.played.actions).text)
    assert "?? That was played in the game too. It gives away 25 % of the chance to win." in text
    assert "Show the best" in text
    assert text.count("60 %") == 1
    shown = ann.get(f"{posed.trying(posed.judged.played.actions)}?best=1").text
    assert "Show the best" not in said(shown)


@compiled
@pytest.mark.parametrize("name", OUR_GAMES)
def test_another_move_is_thought_about_and_always_judged_alike(
    client: TestClient[Any], ann: Person, tmp_path: Path, name: str
) -> None:
    posed = a_mistake(client, ann, name)
    page = tried_out(ann, posed.path, posed.another)
    assert re.search(r"That works, but|Nearly:|as good as|no better", said(page.text))
    with server(tmp_path) as elsewhere:
        ben = Person(elsewhere)
        id = loaded(ben, posed.source.record)
        again = store_mistake(elsewhere, posed.source._replace(kind="record", id=id), posed.decision)
        assert verdict(ben.get(again.trying(posed.another)).text) == verdict(page.text)


def verdict(html: str) -> str:
    found = re.search(r'id="verdict".*?</div>', html, re.DOTALL)
    assert found
    return found[0]


@compiled
def test_what_is_not_judged_yet_is_judged_for_who_tries(client: TestClient[Any], ann: Person) -> None:
    id = loaded(ann, played(CARDS[0], mezani.game(CARDS[0]).seats[0]))
    decision = list(decisions(played(CARDS[0], mezani.game(CARDS[0]).seats[0])))[-3]
    path = f"/record/{id}/exercise/{decision.number}"
    assert "Find the best move" in said(ann.get(path).text)
    assert re.search(r"\d %", said(tried_out(ann, path, decision.actions).text))


# Several steps


def test_a_turn_is_tried_step_by_step_and_steps_are_taken_back(client: TestClient[Any], ann: Person) -> None:
    posed = a_mistake(client, ann, OPEN.name)
    turn = posed.judged.best.actions
    page = tried_out(ann, posed.path, turn[:-1]).text
    assert 'id="verdict"' not in page
    assert turn[-1] in moves(page)
    back = ann.post(f"{posed.trying(turn[:-1])}/undo", seat=hidden(page, "seat"), after=hidden(page, "after"))
    assert back.url.path == (posed.trying(turn[:-2]) if len(turn) > 2 else f"{posed.path}/-")
    assert moves(back.text) == moves(ann.get(back.url.path).text) != []
    nothing = ann.post(f"{posed.path}/-/undo", seat=0, after=0)
    assert nothing.url.path == f"{posed.path}/-"


def test_looking_closer_at_the_map_keeps_what_was_tried(client: TestClient[Any], ann: Person) -> None:
    posed = a_mistake(client, ann, OPEN.name)
    looked = ann.get(f"{posed.trying(posed.judged.best.actions[:1])}?look=on").text
    assert f'action="{posed.trying(posed.judged.best.actions[:1])}/play"' in looked


# The set


def test_the_mistakes_of_the_last_games_are_a_set(client: TestClient[Any], ann: Person, ben: Person) -> None:
    assert "choose “Look back”" in ann.get("/exercises").text
    first = a_mistake(client, ann, CARDS[0])
    second = mistake_in(client, ann, first.source, 0.6)
    last = a_mistake(client, ann, OPEN.name)
    page = ann.get("/exercises").text
    places = [page.index(f'href="{posed.path}"') for posed in (last, first, second)]
    assert places == sorted(places)
    assert page.count('class="sign grave"') == 3
    assert 'class="solved"' not in page
    task = ann.get(last.path).text
    assert f'id="next-exercise" href="{first.path}"' in task
    assert f'id="next-exercise" href="{second.path}"' in ann.get(first.path).text
    assert f'id="next-exercise" href="{last.path}"' in ann.get(second.path).text
    tried_out(ann, second.path, second.judged.played.actions)
    assert 'class="solved"' not in ann.get("/exercises").text
    tried_out(ann, first.path, first.judged.best.actions)
    page = ann.get("/exercises").text
    assert page.count('class="solved"') == 1
    assert "1 of 2 solved" in page
    assert f'id="next-exercise" href="{second.path}"' in ann.get(last.path).text
    assert "choose “Look back”" in ben.get("/exercises").text


def test_what_was_solved_is_forgotten_with_a_name(client: TestClient[Any], ann: Person) -> None:
    posed = a_mistake(client, ann, CARDS[0])
    tried_out(ann, posed.path, posed.judged.best.actions)
    exercises, player = client.app.state.house.exercises, player_of(ann.cookies["mezani"])
    with client.portal() as portal:
        assert len(portal.call(exercises.solved, player)) == 1
        portal.call(client.app.state.hall.store.people.forget, player)
        assert portal.call(exercises.solved, player) == frozenset()


def test_others_are_led_through_the_mistakes_of_the_same_seat(
    client: TestClient[Any], ann: Person, ben: Person
) -> None:
    first = a_mistake(client, ann, CARDS[0])
    second = mistake_in(client, ann, first.source, 0.6)
    page = ben.get(first.path).text
    assert f'id="next-exercise" href="{second.path}"' in page
    assert "You play for" in said(page)
    assert f'id="next-exercise" href="{first.path}"' in ben.get(second.path).text


def test_one_can_play_on_from_an_exercise(client: TestClient[Any], ann: Person) -> None:
    posed = a_mistake(client, ann, CARDS[0])
    page = ann.get(posed.path).text
    action = f"/table/{posed.source.id}/replay/{posed.judged.number}"
    assert f'action="{action}"' in page
    assert f'href="/table/{posed.source.id}/analysis/{posed.judged.number}"' in page
    fresh = ann.post(action, seat=posed.decision.state.seat)
    assert moves(fresh.text) == moves(page)


def test_the_start_page_leads_to_the_exercises(client: TestClient[Any], ann: Person) -> None:
    assert 'href="/exercises"' not in ann.get("/").text
    a_mistake(client, ann, CARDS[0])
    assert 'href="/exercises"' in ann.get("/").text


# Refusals


def test_what_is_no_exercise_is_not_found(client: TestClient[Any], ann: Person) -> None:
    posed = a_mistake(client, ann, CARDS[0])
    table = f"/table/{posed.source.id}"
    forced = set(range(len(posed.source.record.actions))) - {it.number for it in decisions(posed.source.record)}
    assert ann.get(f"{table}/exercise/{min(forced)}").status_code == 404
    assert ann.get(f"{table}/exercise/99999").status_code == 404
    assert ann.get("/table/nowhere/exercise/3").status_code == 404
    assert ann.get("/record/nowhere/exercise/3").status_code == 404
    best = posed.judged.best.actions
    for tried in ("x", "１", "-1", "1,", "", f"{best[0]},{best[0]}"):
        assert ann.get(f"{posed.path}/{tried}").status_code == (200 if not tried else 404), tried
    assert ann.post(f"{posed.path}/-/jump", seat=0).status_code == 400
    assert ann.post(f"{posed.path}/-/play", seat=0, action="x").status_code == 400


@pytest.mark.parametrize("name", OUR_GAMES)
def test_a_move_that_the_rules_forbid_gets_the_reason(client: TestClient[Any], ann: Person, name: str) -> None:
    posed = a_mistake(client, ann, name)
    legal = posed.decision.state.legal_actions()
    forbidden = next(it for it in range(mezani.game(name).action_count) if it not in legal)
    assert ann.get(posed.trying([forbidden])).status_code == 422
    answer = pressed(ann, ann.get(posed.path).text, forbidden)
    assert answer.status_code == 422
    assert f"/rules/{name}" in answer.text.partition('id="reason"')[0]
    assert moves(answer.text) == moves(ann.get(posed.path).text)


def test_while_people_play_there_are_no_exercises(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = ann.new_table(["me", "free", *["bot:novice"] * (GAME.seats[0] - 2)])
    assert ann.get(f"/table/{id}/exercise/0").status_code == 409
    ben.post(f"/table/{id}/sit", name="Ben")
    assert {who.get(f"/table/{id}/exercise/0").status_code for who in (ann, ben, Person(client))} == {403}


def test_after_the_end_everybody_may_try(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = ended_for(client, ann, ben)
    source = source_for(client, ann, id)
    decision = next(it for it in decisions(source.record, 0) if other_turns(source, it))
    posed = store_mistake(client, source, decision)
    for who in (ann, ben, Person(client)):
        assert "Well found" in said(tried_out(who, posed.path, posed.judged.best.actions).text)


# Nothing hidden


def in_practice(name: str, seed: int, moves_made: int, terms: Terms | None = None, **start: Any) -> Table:
    """A running practice table of whoever has the secret "ann", in seat 0."""
    game, players = mezani.game(name), mezani.game(name).seats[0]
    if start:
        game = replace(game, start=start["start"])
    seats = [Seat(player_of("ann"), "Ann"), *(Seat(None, f"Bot {n}", "novice") for n in range(1, players))]
    table = Table(f"{name[:4]}{seed}", game, players, seed, {}, False, seats, terms=terms)
    table.take([Entry(1, Kind.BEGIN, 0.0)])
    rng = mezani.Rng(7)
    for n in range(moves_made):
        table.take([Entry(n + 2, Kind.PLAY, 0.0, table.state.seat, table.state.random_action(rng))])
    return table


def test_in_practice_only_the_own_decisions_are_exercises(client: TestClient[Any]) -> None:
    table = in_practice(CARDS[0], 5, 30, Terms("open"))
    client.app.state.hall.tables.keep(table)
    ann, found = Person(client), dict[int, set[int]]()
    ann.cookies["mezani"] = "ann"
    for decision in decisions(table.record()):
        status = ann.get(f"/table/{table.id}/exercise/{decision.number}").status_code
        found.setdefault(decision.state.seat, set()).add(status)
    assert found == {0: {200}, **{seat: {404} for seat in range(1, table.players)}}
    assert Person(client).get(f"/table/{table.id}/exercise/{decision.number}").status_code == 403


@pytest.mark.parametrize("name", [name for name in CARDS if mezani.game(name).past])
def test_a_trick_that_lies_face_down_by_now_is_no_exercise(client: TestClient[Any], name: str) -> None:
    table = in_practice(name, 6, 40, Terms(COVERED))
    client.app.state.hall.tables.keep(table)
    ann = Person(client)
    ann.cookies["mezani"] = "ann"
    past, game, statuses = table.game.past, table.game, set()
    assert past
    for decision in decisions(table.record(), 0):
        page = ann.get(f"/table/{table.id}/exercise/{decision.number}")
        is_covered = past.is_covered(game.place(decision.state), table.state)
        assert page.status_code == (403 if is_covered else 200)
        assert ("lie face down by now" in page.text) == is_covered
        statuses.add(page.status_code)
    assert statuses == {200, 403}


@compiled
@pytest.mark.parametrize("name", CARDS)
def test_other_cards_of_others_show_nowhere(client: TestClient[Any], name: str) -> None:
    """Two games that look the same to a seat: its exercises, what is said to tries, and refusals are the same."""
    true = in_practice(name, 1, 0)
    while true.state.seat != 0 or len(true.state.legal_actions()) < 2:
        rng = mezani.Rng(3)
        true.take([Entry(true.last_number + 1, Kind.PLAY, 0.0, true.state.seat, true.state.random_action(rng))])
    now, twin = true.state.clone(), true.state.clone()
    twin.resample(0, mezani.Rng(9))
    worlds = {1: now, 2: twin}
    got = []
    for seed in worlds:
        table = in_practice(name, seed, 0, start=lambda players, seed, options: worlds[seed].clone())
        table.id = f"{name[:4]}twin"
        action = table.state.legal_actions()[0]
        table.take([Entry(2, Kind.PLAY, 0.0, 0, action)])
        got.append(everything(client, table, action))
    assert got[0] == got[1]
    others = [seat for seat in range(true.players) if seat != 0]
    assert any(true.game.view(now, seat) != true.game.view(twin, seat) for seat in others)


def everything(client: TestClient[Any], table: Table, played: int) -> list[bytes]:
    """All that somebody who practises gets of an exercise."""
    client.app.state.hall.tables.keep(table)
    client.app.state.tries._thoughts.clear()
    ann, path = Person(client), f"/table/{table.id}/exercise/0"
    ann.cookies["mezani"] = "ann"
    start = table.start.legal_actions()
    tries = [played, next(action for action in start if action != played)]
    forbidden = next(action for action in range(table.game.action_count) if action not in start)
    paths = ["", "/-?best=1", *(f"/{action}" for action in tries), *(f"/{action}?best=1" for action in tries)]
    pages = [ann.get(f"{path}{it}") for it in (*paths, f"/{forbidden}")]
    pages.append(ann.post(f"{path}/-/play", seat=0, after=0, action=forbidden))
    assert [page.status_code for page in pages] == [200] * len(paths) + [422, 422]
    return [without_keys(page.content) for page in pages]
