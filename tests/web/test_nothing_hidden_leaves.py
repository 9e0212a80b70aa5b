"""For worlds that a seat or a spectator can't tell apart, every byte that leaves the server is the same."""

import re
import time
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.testing import TestClient

import mezani
from mezani.language import LANGUAGES, language
from mezani.tables.entries import Entry, Kind
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.table import Step, Table
from mezani.tables.terms import COVERED, OPEN, Terms
from mezani.testing.playing import amount, length_of, seeds
from mezani.web.log_lines import all_lines, lines_of, names_of
from mezani.web.summary import chapter_number
from tests.playing import OUR_GAMES
from tests.web.people import GAME, Person, table_of, without_keys

pytestmark = pytest.mark.slow
ONE_SERVER = True
SPREAD = 11
FAR = 9  # decisions that two worlds go on together, at most
MOST_POSITIONS = 12  # of a long game
LISTS = ("/", "/tables", "/tables/open", "/api/tables?which=open")


@pytest.fixture
def people(client: TestClient[Any]) -> list[Person]:
    """A person for each seat, and the last one for a spectator."""
    people = [Person(client) for _ in range(6)]
    for number, person in enumerate(people):
        person.cookies = {"mezani": f"secret-{number}"}
    return people


def running_table(client: TestClient[Any], name: str, players: int, seed: int) -> Table:
    """A table in the server's memory, everybody on their own seat."""
    seats = [Seat(player_of(f"secret-{n}"), f"Name {n}") for n in range(players)]
    table = Table(f"{name}{players}{seed}", mezani.game(name), players, seed, {}, False, seats)
    table.take([Entry(1, Kind.BEGIN, 0.0)])
    client.app.state.hall.tables.keep(table)
    return table


def twins(table: Table, seat: int | None, rng: mezani.Rng) -> tuple[Table, Table]:
    """The table as if it began here, and the same in a world that the seat can't tell from this one."""
    world = table.state.clone()
    world.resample(seat, rng)
    pair = []
    for start in (table.state.clone(), world):
        twin = Table(f"twin{table.turn}", table.game, table.players, table.seed, {}, False, table.seats)
        twin.start = twin.state = start
        twin.take([Entry(1, Kind.BEGIN, 0.0)])
        pair.append(twin)
    return pair[0], pair[1]


def play(table: Table, action: int) -> None:
    """Let the seat to move decide, as if the table asked it always."""
    table.take([Entry(table.last_number + 1, Kind.PLAY, 0.0, table.state.seat, action)])


def play_alike(true: Table, world: Table, seat: int | None, rng: mezani.Rng) -> bool:
    """Make a decision in both that looks the same to the seat, a different one in the world if there is such a one."""
    action = true.state.random_action(rng)
    after = true.state.clone()
    after.play(action)
    others = [] if true.state.seat == seat else [world.state.random_action(rng) for _ in range(3)]
    for like in (*others, action):
        if world.state.seat == true.state.seat and world.state.allows(like):
            other = world.state.clone()
            other.play(like)
            if true.game.view(after, seat) == true.game.view(other, seat):
                play(true, action)
                play(world, like)
                return True
    return False


def everything(person: Person, table: Table, seat: int | None, lang: str) -> list[bytes]:
    """All bytes that somebody can get of a table: page with log, stream of everything and of the last move, errors."""
    person.client.app.state.hall.tables.keep(table)
    person.headers = {"accept-language": lang}
    chapter = chapter_number(table.game.place(table.state))
    paths = [f"/table/{table.id}", f"/table/{table.id}?summary={chapter - 1}"]
    got = [without_keys(person.get(path).content) for path in paths]
    headers = {"cookie": person.cookie_header(), "accept-language": lang}
    for shown in (0, table.entries_known(seat) - 1):
        with person.client.websocket_connect(f"/table/{table.id}/live?after={shown}", headers=headers) as line:
            got.append(str(line.receive_text(timeout=30)).encode())
            if 'name="moment"' in str(got[-1]):
                got.append(str(line.receive_text(timeout=30)).encode())
        wait_until_gone(person.client, table.id)
    for action in range(0, table.game.action_count, max(1, table.game.action_count // 12)):
        if seat is None or action not in table.choices(seat):
            form = {"seat": seat or 0, "after": table.turn, "action": action}
            answer = person.post(f"/table/{table.id}/play", **form)
            assert answer.status_code in (403, 409, 422)
            got.append(without_keys(answer.content))
    return got


def wait_until_gone(client: TestClient[Any], id: str) -> None:
    """The server notes after the line is closed who has gone, and what they had seen."""
    screens = client.app.state.hall.screens
    while client.blocking_portal.call(lambda: id in screens._watchers or bool(screens._just_shown)):
        time.sleep(0.001)


def test_pages_logs_streams_and_errors_tell_no_more_than_the_view(
    client: TestClient[Any], people: list[Person], name: str, players: int
) -> None:
    rng = mezani.Rng(players)
    every = max(SPREAD, length_of(mezani.game(name), players) // MOST_POSITIONS)
    told = 0
    table = running_table(client, name, players, 1)
    while not table.is_over and table.turn < 400:
        if table.turn % every == 0:
            seat = (*range(players), None)[rng.below(players + 1)]
            true, world = twins(table, seat, rng)
            for _ in range(rng.below(FAR)):
                if true.is_over or not play_alike(true, world, seat, rng):
                    break
            person, lang = people[-1] if seat is None else people[seat], LANGUAGES[rng.below(len(LANGUAGES))]
            assert everything(person, true, seat, lang) == everything(person, world, seat, lang)
            told += true.turn
        play(table, table.state.random_action(rng))
    assert told > 5


def test_the_lines_of_a_move_tell_no_more_than_the_view(client: TestClient[Any], name: str, players: int) -> None:
    game, rng, lang = mezani.game(name), mezani.Rng(players), language("en")
    table = running_table(client, name, players, 3)
    names = names_of(table, lang)
    compared = 0
    for _ in seeds(game, players, amount(200, 60)):
        if table.is_over:
            break
        for seat in (*range(players), None):
            world = table.state.clone()
            world.resample(seat, rng)
            action = table.state.random_action(rng)
            if not world.allows(action):
                continue
            entry, told = Entry(table.last_number + 1, Kind.PLAY, 0.0, table.state.seat, action), []
            seen = []
            for before in (table.state, world):
                after = before.clone()
                after.play(action)
                seen.append(game.view(after, seat))
                told.append(lines_of(table, entry, Step(before, action, after), seat, lang, names))
            if seen[0] == seen[1]:
                assert told[0] == told[1]
                compared += 1
        play(table, table.state.random_action(rng))
    assert compared > amount(50, 10)


def test_a_commitment_is_seen_by_nobody_else(client: TestClient[Any], people: list[Person]) -> None:
    for name in mezani.game_names():
        game = mezani.game(name)
        table = running_table(client, name, game.seats[-1], 5)
        others = [seat for seat in table.state.open_seats() if seat != table.state.seat]
        for waiting in others[:1]:
            viewers = [people[seat] for seat in range(table.players) if seat != waiting] + [people[-1]]
            before = [without_keys(viewer.get(f"/table/{table.id}").content) for viewer in viewers]
            for action in table.state.open_actions(waiting)[:2]:
                table.commitments[waiting] = action
                assert [without_keys(viewer.get(f"/table/{table.id}").content) for viewer in viewers] == before


def advance(table: Table) -> tuple[int, int]:
    """A seat that may decide in advance, and what."""
    seat = next(seat for seat in table.state.open_seats() if seat != table.state.seat)
    return seat, table.state.open_actions(seat)[0]


def decide_in_advance(people: list[Person], table: Table) -> None:
    """Let a seat decide in advance, and say how it wants to be asked."""
    seat, action = advance(table)
    answer = people[seat].post(f"/table/{table.id}/play", seat=seat, after=table.turn, action=action)
    assert answer.status_code == 200
    assert seat in table.commitments
    people[seat].post(f"/table/{table.id}/ask", seat=seat, always=1)
    assert table.log[-1].kind == Kind.ASK


def everybody_at_a_table(client: TestClient[Any], people: list[Person]) -> Table:
    """A stored table of the game in which one decides in advance, everybody on their own seat."""
    chairs = [Seat(player_of(f"secret-{n}"), f"Name {n}") for n in range(GAME.seats[-1])]
    hall = client.app.state.hall
    table: Table = client.blocking_portal.call(lambda: hall.open_table(GAME, chairs))
    return table


def test_no_list_tells_when_somebody_has_decided_in_advance(
    client: TestClient[Any], people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    for module in ("mezani.tables.memory", "mezani.tables.hall", "mezani.web.listed", "mezani.web.rendering"):
        monkeypatch.setattr(f"{module}.time", SimpleNamespace(time=lambda: now[0], monotonic=time.monotonic))
    table = everybody_at_a_table(client, people)
    others = [everybody_at_a_table(client, people) for _ in range(2)]
    now[0] += 100
    viewers = [person for seat, person in enumerate(people) if seat != advance(table)[0]]
    before = [viewer.get(path) for viewer in viewers for path in LISTS]
    decide_in_advance(people, table)
    after = [viewer.get(path) for viewer in viewers for path in LISTS]
    assert [without_keys(page.content) for page in after] == [without_keys(page.content) for page in before]
    for page in (*before, *after):
        del page.headers["content-length"]  # keys are more or less compressible
    assert [page.headers for page in after] == [page.headers for page in before]
    assert len(others) == 2


def test_lines_are_not_numbered_by_what_was_decided_in_advance(client: TestClient[Any], people: list[Person]) -> None:
    got = []
    for decides in (False, True):
        table = everybody_at_a_table(client, people)
        table.terms = Terms(past_tricks=COVERED)
        if decides:
            decide_in_advance(people, table)
        mover = table.state.seat
        action = table.state.legal_actions()[0]
        people[mover].post(f"/table/{table.id}/play", seat=mover, after=table.turn, action=action)
        got.append(re.findall(r'id="line-[^"]*"', people[-1].get(f"/table/{table.id}").text)[:1])
    assert got[0] == got[1]
    assert got[0]


def test_no_screen_is_sent_anything_when_somebody_decides_in_advance(
    client: TestClient[Any], people: list[Person]
) -> None:
    table = everybody_at_a_table(client, people)
    with client.websocket_connect(f"/table/{table.id}/live?after=0") as line:
        line.receive_text(timeout=30)
        paused = False
        while not paused or not [seat for seat in table.state.open_seats() if seat != table.state.seat]:
            seat, action = table.state.seat, table.state.legal_actions()[0]
            people[seat].post(f"/table/{table.id}/play", seat=seat, after=table.turn, action=action)
            sent = ""
            while f'data-after="{table.entries_known(None)}"' not in sent:
                sent = line.receive_text(timeout=30)
            paused = 'data-pause="1"' in sent
        decide_in_advance(people, table)
        Person(client).post(f"/table/{table.id}/comment", name="Who watches", text="the next thing to be sent")
        assert "the next thing to be sent" in line.receive_text(timeout=30)


def test_the_seed_stays_here_while_the_game_runs(client: TestClient[Any]) -> None:
    ann = Person(client)
    id = ann.new_table(["me"] * mezani.game(OUR_GAMES[0]).seats[0])
    seed = str(table_of(client, id).seed)
    for path in ("/", f"/table/{id}", f"/table/{id}?seat=0", f"/table/{id}/record", f"/table/{id}/device?seat=0"):
        assert seed not in ann.get(path).text


def test_the_whole_log_is_told_from_the_seats_own_eyes(client: TestClient[Any]) -> None:
    """The log of a page is the same lines that were sent one by one."""
    for name in mezani.game_names():
        table = running_table(client, name, mezani.game(name).seats[0], 4)
        table.terms = Terms(past_tricks=OPEN)  # others are told again: tests/web/test_older_tricks.py
        rng, lang = mezani.Rng(4), language("en")
        sent = []
        for _ in range(60):
            if not table.is_over:
                play(table, table.state.random_action(rng))
                entry = table.log[-1]
                sent += lines_of(table, entry, table.step(entry.number), 1, lang, names_of(table, lang))
        assert [line for line in all_lines(table, 1, lang) if line.number > 1] == sent
