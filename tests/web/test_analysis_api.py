"""Looking back at games by the API: all that was found, for those who may know it, and nothing that they may not."""

import asyncio
import time
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

import mezani
from mezani.bots.levels import Thinker
from mezani.game import Game
from mezani.insight import judging, reasons
from mezani.insight.parts import course_of_game
from mezani.record import Record
from mezani.tables.analyses import Room
from mezani.tables.entries import Entry, Kind
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.web.settings import Settings
from tests.tables.judging import Oracle, Thinking
from tests.tables.test_coach import PATIENCE
from tests.web.finished import ended_for, loaded, played
from tests.web.people import Person
from tests.web.test_api import Program, problem
from tests.web.test_nothing_hidden_leaves import play_alike, twins

HIDING = [name for name in ("anansi", "anne", "asante") if not mezani.game(name).is_open]
WORLDS = 4  # pairs of them for each game
ALIKE = 7  # decisions that two worlds go on together, at most


@pytest.fixture
def oracle(client: TestClient[Any]) -> Oracle:
    """What judges at this server, at once."""
    oracle = Oracle()
    hall_of(client).analyses.workers = oracle  # type: ignore[assignment]
    return oracle


def hall_of(client: TestClient[Any]) -> Hall:
    hall: Hall = client.app.state.hall
    return hall


@pytest.fixture
def ended(client: TestClient[Any], oracle: Oracle, ann: Person, ben: Person) -> str:
    """A table at which Ann and Ben have finished a game with a bot; their tokens are `secret-0` and `secret-1`."""
    return ended_for(client, ann, ben)


def until_done(program: Program, path: str) -> Any:
    """The analysis when it is complete."""
    end = time.monotonic() + PATIENCE
    while (found := program.get(path))["state"] in ("waiting", "running") and time.monotonic() < end:
        time.sleep(0.01)
    return found


def test_all_that_was_found_is_told(client: TestClient[Any], ended: str) -> None:
    program, path = Program(client, "secret-0"), f"/tables/{ended}/analysis"
    before = program.get(path)
    assert (before["state"], before["done"], before["course"], before["decisions"]) == ("none", 0, None, [])
    answer = program.ask("POST", path)
    assert answer.status_code == 202
    assert answer.json()["state"] in ("running", "done")
    found = until_done(program, path)
    table = hall_of(client).tables[ended]
    assert (found["state"], found["done"], found["seat"]) == ("done", before["total"], None)
    assert len(found["course"]["chances"]) == len(found["luck"]) + 1 == len(table.actions) + 1
    assert found["turning_points"]
    state, steps = table.start.clone(), dict(enumerate(table.record().steps()))
    for decision in found["decisions"]:
        state = steps[decision["number"]][0]
        played = decision["choices"][decision["played"]]
        assert played["actions"] == [table.actions[decision["number"]]]
        for choice in decision["choices"]:
            assert [table.game.parse_action(state, choice["moves"][0])] == choice["actions"]
            assert len(choice["chances"]) == table.players
        assert decision["sign"] == ("?" if decision["number"] % 2 == 0 else "")
    for summary in found["summaries"]:
        parts = summary["sum"]
        assert parts["own"] + parts["others"] + parts["luck"] == pytest.approx(parts["change"])
        mine = [it for it in found["decisions"] if it["seat"] == summary["seat"]]
        assert summary["decisions"] == len(mine)


def test_a_deeper_look_is_another_one(client: TestClient[Any], ended: str) -> None:
    program, path = Program(client, "secret-0"), f"/tables/{ended}/analysis"
    program.ask("POST", path)
    until_done(program, path)
    deep = program.get(f"{path}?depth=deep")
    assert (deep["state"], deep["depth"], deep["done"]) == ("none", "deep", 1), "the course is the same"
    assert problem(program.ask("GET", f"{path}?depth=endless"), 400)


def test_reasons_are_told_in_the_language_of_who_asks(client: TestClient[Any], ended: str) -> None:
    path = f"/tables/{ended}/analysis"
    Program(client).ask("POST", path)
    until_done(Program(client), path)
    said = [Program(client, **{"accept-language": lang}).get(path) for lang in ("en", "de")]
    assert said[0]["turning_points"] != said[1]["turning_points"]
    assert said[0]["decisions"][0]["choices"][0]["words"] != said[1]["decisions"][0]["choices"][0]["words"]
    assert said[0]["course"] == said[1]["course"]


def test_a_record_is_looked_back_at_by_everybody_who_has_its_address(
    client: TestClient[Any], oracle: Oracle, ann: Person
) -> None:
    id = loaded(ann, played("anansi", 3, moves=12))
    path, program = f"/records/{id}/analysis", Program(client)
    assert program.ask("POST", path).status_code == 202
    found = until_done(program, path)
    assert (found["kind"], found["state"], found["done"]) == ("record", "done", found["total"])
    assert found["players"] == ["Arve", "Brittany", "Clay"]
    assert problem(program.ask("GET", "/records/nowhere/analysis"), 404)


def test_a_running_game_is_looked_back_at_by_nobody_but_who_practises(client: TestClient[Any], oracle: Oracle) -> None:
    alone, among_people, ben, stranger = Program(client), Program(client), Program(client), Program(client)
    practice = alone.set_up("me", "bot", "bot")
    shared = among_people.set_up("me", "free", "bot")
    problem(among_people.ask("POST", f"/tables/{shared}/analysis"), 409)  # it has not begun
    ben.sit(shared, name="Ben")
    stranger.set_up("me", "bot", "bot")
    for id, program in (
        (practice, stranger),
        (practice, Program(client)),
        (shared, among_people),
        (shared, ben),
        (shared, stranger),
        (shared, Program(client)),
    ):
        for method in ("GET", "POST", "DELETE"):
            sentence = problem(program.ask(method, f"/tables/{id}/analysis"), 403)
            assert sentence.startswith("You can look back at a game when it is over.")
    found = alone.get(f"/tables/{practice}/analysis")
    assert found["seat"] == 0
    assert [it["seat"] for it in found["summaries"]] == [0]


def test_who_asked_who_played_and_hosts_can_stop_it(client: TestClient[Any], ended: str, oracle: Oracle) -> None:
    oracle.held = asyncio.Event()
    path, stranger, host = f"/tables/{ended}/analysis", Program(client, "a stranger"), Program(client, "the host")
    client.blocking_portal.call(hall_of(client).store.people.make_host, player_of("the host"))
    for who in (Program(client, "secret-0"), Program(client, "secret-1"), host):
        assert Program(client, "secret-0").ask("POST", path).json()["state"] in ("waiting", "running")
        assert problem(stranger.ask("DELETE", path), 403)
        answer = who.ask("DELETE", path)
        assert (answer.status_code, answer.json()["state"]) == (200, "stopped")
    client.blocking_portal.call(oracle.held.set)


def test_who_asks_for_too_much_is_told_when_to_come_back(client: TestClient[Any], oracle: Oracle, ann: Person) -> None:
    oracle.held = asyncio.Event()
    ids = [loaded(ann, played("anansi", 3, seed, 9)) for seed in range(3)]
    program, analyses = Program(client, "somebody"), hall_of(client).analyses
    analyses.room = Room(per_person=1, in_all=2)
    assert program.ask("POST", f"/records/{ids[0]}/analysis").status_code == 202
    answer = program.ask("POST", f"/records/{ids[1]}/analysis")
    assert problem(answer, 429).startswith("Other games are still being judged for you.")
    assert int(answer.headers["retry-after"]) > 0
    assert Program(client, "other").ask("POST", f"/records/{ids[1]}/analysis").status_code == 202
    answer = Program(client, "third").ask("POST", f"/records/{ids[2]}/analysis")
    assert problem(answer, 503)
    assert int(answer.headers["retry-after"]) > 0
    analyses.room = Room(is_open=False)
    assert problem(program.ask("POST", f"/records/{ids[2]}/analysis"), 403)
    assert program.get(f"/records/{ids[0]}/analysis")["state"] == "running"
    client.blocking_portal.call(oracle.held.set)


def test_settings_say_how_much_is_judged() -> None:
    chosen = Settings(analyses=False, analyses_at_once=1, analyses_per_person=7, analyses_in_all=9)
    assert chosen.room_for_analyses == Room(False, 1, 7, 9)
    assert Settings().room_for_analyses == Room()


def test_a_host_sees_how_many_games_wait_and_how_long_they_take(client: TestClient[Any], ended: str) -> None:
    path = f"/tables/{ended}/analysis"
    Program(client).ask("POST", path)
    until_done(Program(client), path)
    client.app.state.metrics_from = SimpleNamespace(has=lambda address: True)
    figures = client.get("/metrics").text
    assert 'mezani_analysis_seconds_count{depth="quick"}' in figures
    assert 'mezani_analyses{state="waiting"}' in figures


# Nothing hidden


@pytest.fixture
def thinks_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let judgements take a part of a second."""

    class Brief(Thinker):
        def __init__(self, game: Game[Any], is_hasty: bool = False) -> None:
            super().__init__(game, is_hasty)
            self.iterations = 90

    monkeypatch.setattr(judging, "Thinker", Brief)
    monkeypatch.setattr(judging, "CONTINUATIONS", 5)
    monkeypatch.setattr(judging, "DEALS", 5)
    monkeypatch.setattr(reasons, "CONTINUATIONS", 14)


class Starts:
    """Games that begin with positions instead of seeds, as if these had been dealt."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.positions: dict[int, Any] = {}
        start = Record.start
        monkeypatch.setattr(
            Record, "start", lambda it: self.positions[it.seed].clone() if it.seed in self.positions else start(it)
        )


def practised_in_two_worlds(name: str, viewer: int, seed: int, starts: Starts) -> tuple[Table, Table] | None:
    """A game that somebody practises, in two worlds that they cannot tell apart; it is their turn."""
    game, rng = mezani.game(name), mezani.Rng(seed)
    players = game.seats[0]
    seats = [Seat(bot="novice")] * players
    seats[viewer] = Seat(player_of("viewer"), "Ann")
    table = Table("before", game, players, seed, {}, False, seats)
    table.take([Entry(1, Kind.BEGIN, 0.0)])
    for _ in range(rng.below(20)):
        table.take([Entry(table.last_number + 1, Kind.PLAY, 0.0, None, table.state.random_action(rng))])
    pair = twins(table, viewer, rng)
    for _ in range(ALIKE):
        if pair[0].is_over or not play_alike(*pair, viewer, rng):
            break
    while not pair[0].is_over and pair[0].asked != viewer:
        if not play_alike(*pair, viewer, rng):
            return None
    for number, twin in enumerate(pair):
        twin.id, twin.seed = f"twin{seed}x{number}", 10**9 + 10 * seed + number
        starts.positions[twin.seed] = twin.start
    return None if pair[0].is_over or not any(it.state.seat == viewer for it in own(pair[0], viewer)) else pair


def own(table: Table, viewer: int) -> Iterator[judging.Decision]:
    return judging.decisions(table.record(), viewer)


@pytest.mark.slow
@pytest.mark.usefixtures("thinks_briefly")
@pytest.mark.parametrize("name", HIDING)
def test_who_practises_gets_the_same_in_worlds_that_they_cannot_tell_apart(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    hall, program, starts = hall_of(client), Program(client, "viewer"), Starts(monkeypatch)
    hall.analyses.workers = Thinking()  # type: ignore[assignment]
    compared, judged, differed = 0, 0, 0
    for seed in range(300):
        pair = practised_in_two_worlds(name, seed % mezani.game(name).seats[0], seed, starts)
        if pair is None:
            continue
        found = []
        for twin in pair:
            client.blocking_portal.call(partial(hall.store.create, twin, 1.0))
            hall.tables.keep(twin)
            path = f"/tables/{twin.id}/analysis"
            for method, status in (("GET", 200), ("POST", 202)):
                assert program.ask(method, path).status_code == status
            until_done(program, path)
            bodies = [
                program.ask("GET", path, headers={"accept-language": lang, "accept-encoding": "identity"}).content
                for lang in ("en", "de")
            ]
            found.append([body.replace(twin.id.encode(), b"x") for body in bodies])
        assert found[0] == found[1], f"{name}, seed {seed}"
        body = msgspec.json.decode(found[0][0])
        assert (body["state"], body["seat"]) == ("done", pair[0].seats_of(player_of("viewer"))[0])
        compared += 1
        judged += len(body["decisions"])
        differed += course_of_world(pair[0]) != course_of_world(pair[1])
        if compared == WORLDS:
            break
    assert compared == WORLDS
    assert judged > WORLDS
    assert differed, "the worlds are others, and who knew them would expect something else"


def course_of_world(table: Table) -> Any:
    """The course as it would be told if all cards lay open."""
    return course_of_game(table.game, table.players, table.seed, table.options, table.actions, None)
