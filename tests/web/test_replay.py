"""Replay: every move has its address, nobody sees more than they may, and one can play on from anywhere."""

import re
from dataclasses import replace
from typing import Any

import pytest
from litestar.testing import TestClient

import mezani
from mezani.game import Game
from mezani.language import LANGUAGES
from mezani.snapshot import snapshot
from mezani.tables.entries import Entry, Kind
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.testing.playing import NAMES, amount
from mezani.web.replay import Replay
from tests.web.finished import finished, loaded, nearly_over, played
from tests.web.people import GAME, Person, moves, table_of, without_keys

pytestmark = pytest.mark.slow
ONE_SERVER = True
EVERY = mezani.game_names()
LEAST = GAME.seats[0]
LINE = re.compile(r'<li class="move"[^>]*>(.*?)</li>')
PROMPT = re.compile(r'id="prompt".*?>(.*?)</(?:p|div)>', re.DOTALL)


def log_of(html: str) -> list[str]:
    return LINE.findall(html)


@pytest.mark.parametrize("name", EVERY)
def test_each_move_adds_its_lines_to_the_log(client: TestClient[Any], ann: Person, name: str) -> None:
    id = finished(ann, name)
    before: list[str] = []
    for step in range(12):
        lines = log_of(ann.get(f"/table/{id}/replay/{step}?seat=1").text)
        assert lines[: len(before)] == before
        assert len(lines) > len(before) or step == 0
        before = lines


@pytest.mark.parametrize("name", EVERY)
def test_the_last_position_is_the_table_without_anything_to_do(client: TestClient[Any], ann: Person, name: str) -> None:
    id = finished(ann, name)
    last = len(table_of(client, id).actions)
    page = ann.get(f"/table/{id}/replay/{last}").text
    assert moves(page) == []
    assert "Play on from here" not in page
    assert "/rematch" not in page
    assert 'id="autoplay"' in page
    for step in (last // 3, last // 2):
        assert moves(ann.get(f"/table/{id}/replay/{step}").text) == []


@pytest.mark.parametrize("name", EVERY)
def test_a_replay_asks_nothing_of_its_viewer(client: TestClient[Any], ann: Person, name: str) -> None:
    """Who is to move is told in the third person, to that player too."""
    id = finished(ann, name)
    for step in (3, 12):
        pages = [ann.get(f"/table/{id}/replay/{step}?seat={seat}").text for seat in (0, 1, "all")]
        assert len({PROMPT.findall(page)[0] for page in pages}) == 1


def test_without_scripts_every_step_is_a_link(client: TestClient[Any], ann: Person) -> None:
    id = finished(ann, GAME.name)
    last = len(table_of(client, id).actions)
    assert ann.get(f"/table/{id}/replay").url.path == f"/table/{id}/replay/0"
    for step in range(5):
        page = ann.get(f"/table/{id}/replay/{step}?seat=2").text
        assert (f'href="/table/{id}/replay/{step - 1}?seat=2"' in page) == (step > 0)
        assert f'href="/table/{id}/replay/{step + 1}?seat=2"' in page
        assert f"Move {step} of {last}" in page
    sought = ann.get(f"/table/{id}/replay?step=7&seat=all")
    assert str(sought.url).endswith(f"/table/{id}/replay/7?seat=all")
    assert f"/table/{id}/replay/{last}?" in str(ann.get(f"/table/{id}/replay?step=99999").url)


@pytest.mark.parametrize("name", EVERY)
def test_every_hand_is_open_after_the_end(client: TestClient[Any], ann: Person, name: str) -> None:
    id = finished(ann, name)
    table = table_of(client, id)
    stranger = Person(client)
    pages = {seat: stranger.get(f"/table/{id}/replay/3?seat={seat}") for seat in (*range(table.players), "all")}
    assert {page.status_code for page in pages.values()} == {200}
    assert len({re.sub(r"seat=\w+|<select.*?</select>", "", page.text, flags=re.DOTALL) for page in pages.values()}) > 2


def test_while_a_game_runs_everybody_sees_what_they_saw(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = ann.new_table(["me", "free", *["bot:novice"] * (LEAST - 2)])
    assert ann.get(f"/table/{id}/replay").status_code == 409
    ben.post(f"/table/{id}/sit", name="Ben")
    own, foreign = ann.get(f"/table/{id}/replay/0?seat=0"), ann.get(f"/table/{id}/replay/0?seat=1")
    assert own.status_code == 200
    assert foreign.status_code == 403
    stranger = Person(client)
    assert stranger.get(f"/table/{id}/replay/0").text.count("<option") == 1
    assert stranger.get(f"/table/{id}/replay/0?seat=0").status_code == 403
    assert "Play on" not in own.text


def test_what_is_not_there_is_not_found(ann: Person) -> None:
    id = finished(ann, GAME.name)
    for path in ("/99999", "/3?seat=9", "/3?seat=x", "/3?seat=-1", "/x", "/-1", "/3?seat=１"):
        assert ann.get(f"/table/{id}/replay{path}").status_code == 404
    assert ann.get(f"/table/{id}/replay?step=x").status_code == 400
    assert ann.get("/table/nowhere/replay").status_code == 404


# Playing on


@pytest.mark.parametrize("name", EVERY)
def test_a_game_goes_on_from_any_position(client: TestClient[Any], ann: Person, name: str) -> None:
    ben = Person(client)
    id = finished(ann, name)
    old = table_of(client, id)
    for step in (0, 4, len(old.actions) // 2, len(old.actions) - 1):
        page = ben.post(f"/table/{id}/replay/{step}", seat=1)
        fresh = table_of(client, page.url.path.rpartition("/")[2])
        assert fresh.actions[:step] == old.actions[:step]
        there = replace(old.record(), actions=old.actions[:step]).state()
        assert snapshot(replace(fresh.record(), actions=fresh.actions[:step]).state()) == snapshot(there)
        assert fresh.seats_of(player_of(ben.cookies["mezani"])) == [1]
        assert all(seat.bot for number, seat in enumerate(fresh.seats) if number != 1)
        assert f'href="/table/{id}/replay/{step}"' in page.text
        assert fresh.begun
        assert not fresh.public


def test_a_game_that_goes_on_is_there_after_a_restart(client: TestClient[Any], ann: Person) -> None:
    record = played(GAME.name, LEAST, 2**64 - 1)
    id = loaded(ann, record)
    table = ann.post(f"/record/{id}/20", seat=list(record.steps())[20][0].seat).url.path.rpartition("/")[2]
    before = snapshot(table_of(client, table).state)
    client.app.state.hall.tables.forget_all()
    assert moves(ann.get(f"/table/{table}").text)
    assert snapshot(table_of(client, table).state) == before


def test_in_a_practice_game_one_can_try_again(client: TestClient[Any], ann: Person) -> None:
    id = nearly_over(ann, GAME.name)
    table = table_of(client, id)
    own = table.seats_of(player_of(ann.cookies["mezani"]))[0]
    log = list(table.log)
    page = ann.post(f"/table/{id}/replay/9", seat=own)
    fresh = table_of(client, page.url.path.rpartition("/")[2])
    assert fresh.actions[:9] == table.actions[:9]
    assert fresh.seats[own].player == table.seats[own].player
    assert table.log == log
    assert ann.post(f"/table/{id}/replay/9", seat=(own + 1) % LEAST).status_code == 403
    assert Person(client).post(f"/table/{id}/replay/9", seat=own).status_code == 403


@pytest.mark.parametrize("chairs", [["me", "free"], ["me", "me"]])
def test_while_people_play_nobody_tries_out(
    client: TestClient[Any], ann: Person, ben: Person, chairs: list[str]
) -> None:
    id = ann.new_table([*chairs, *["bot:novice"] * (LEAST - 2)])
    if "free" in chairs:
        ben.post(f"/table/{id}/sit", name="Ben")
    tables = len(client.app.state.hall.tables)
    for person in (ann, ben, Person(client)):
        answer = person.post(f"/table/{id}/replay/0", seat=0)
        assert answer.status_code == 403
        assert "try out moves while people" in answer.text
    assert len(client.app.state.hall.tables) == tables


def test_who_left_to_a_bot_still_plays(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = ann.new_table(["me", "free", *["bot:novice"] * (LEAST - 2)])
    ben.post(f"/table/{id}/sit", name="Ben")
    ben.post(f"/table/{id}/leave", seat=1)
    assert ann.post(f"/table/{id}/replay/0", seat=0).status_code == 403


def test_nothing_goes_on_after_the_end_or_without_a_seat(client: TestClient[Any], ann: Person) -> None:
    id = finished(ann, GAME.name)
    last = len(table_of(client, id).actions)
    tables = len(client.app.state.hall.tables)
    assert ann.post(f"/table/{id}/replay/{last}", seat=0).status_code == 409
    assert ann.post(f"/table/{id}/replay/{last + 1}", seat=0).status_code == 404
    assert ann.post(f"/table/{id}/replay/5", seat=15).status_code == 403
    assert ann.post(f"/table/{id}/replay/5").status_code == 400
    foreign = ann.ask("POST", f"/table/{id}/replay/5", data={"seat": 0}, headers={"origin": "http://evil.example"})
    assert foreign.status_code == 403
    assert len(client.app.state.hall.tables) == tables


# Nothing hidden leaves


def other_worlds(game: Game[Any], players: int, seed: int, seat: int | None, most: int) -> tuple[list[int], Any, int]:
    """Moves, a start from which they can be made as well, and how many of them the seat can't tell apart."""
    true, rng = game.new(players, seed), mezani.Rng(seed + 1)
    state, actions = true.clone(), []
    for _ in range(most):
        actions.append(state.random_action(rng))
        state.play(actions[-1])
    best, alike = true.clone(), -1
    for _ in range(amount(60, 20)):
        world = true.clone()
        world.resample(seat, rng)
        same = _alike(game, true.clone(), world.clone(), actions, seat)
        if same > alike:
            best, alike = world, same
        if alike == most:
            break
    return actions, best, alike


def _alike(game: Game[Any], here: Any, there: Any, actions: list[int], seat: int | None) -> int:
    for number, action in enumerate(actions):
        if game.view(here, seat) != game.view(there, seat) or not there.allows(action):
            return number - 1
        here.play(action)
        there.play(action)
    return len(actions) if game.view(here, seat) == game.view(there, seat) else len(actions) - 1


def table_from(start: Any, name: str, players: int, actions: list[int]) -> Table:
    """A running table whose game began with a certain deal."""
    game = replace(mezani.game(name), start=lambda players, seed, options: start.clone())
    seats = [Seat(player_of(f"secret-{n}"), NAMES[n]) for n in range(players)]
    table = Table("abc", game, players, 1, {}, False, seats)
    table.take([Entry(1, Kind.BEGIN, 0.0)])
    table.take(Entry(number, Kind.PLAY, 0.0, None, action) for number, action in enumerate(actions, 2))
    return table


def test_a_replay_tells_a_seat_no_more_than_it_saw(client: TestClient[Any], name: str, players: int) -> None:
    game, compared = mezani.game(name), 0
    for seed in range(amount(6, 2)):
        seat = (*range(players), None)[seed % (players + 1)]
        actions, world, alike = other_worlds(game, players, seed, seat, 10)
        person = Person(client, **{"accept-language": LANGUAGES[seed % 2]})
        person.cookies = {"mezani": "spectator" if seat is None else f"secret-{seat}"}
        seen = []
        for start in (game.new(players, seed), world):
            client.app.state.hall.tables.keep(table_from(start, name, players, actions[: max(alike, 0)]))
            seen.append(
                [without_keys(person.get(f"/table/abc/replay/{step}").content) for step in range(max(alike, 0) + 1)]
            )
        if alike >= 0:
            assert seen[0] == seen[1]
            compared += alike + 1
            assert snapshot(world) != snapshot(game.new(players, seed))
    assert compared >= amount(6, 1)


def test_the_moves_of_a_replay_are_those_that_count(client: TestClient[Any], ann: Person) -> None:
    """A move that was taken back is not played again."""
    table = table_from(GAME.new(LEAST, 1), GAME.name, LEAST, [])
    rng = mezani.Rng(1)
    while not table.actions or not table.can_undo(table._made[-1][0]):
        table.accept(table.decide(table.state.seat, table.state.random_action(rng), table.turn, 0.0))
    number = len(table.actions)
    table.accept(table.undo(table._made[-1][0], table.turn, 0.0))
    replay = Replay(table.record(), table.seats, "/x", "/", [], True)
    assert replay.last == number - 1
    assert snapshot(replay.table(replay.last, None).state) == snapshot(table.state)
