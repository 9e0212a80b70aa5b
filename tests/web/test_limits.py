"""Limits: how much a person and an address may ask for, who counts as one, and what they are told."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from prometheus_client import REGISTRY

from mezani.web.limits import CHAT, REQUESTS, Connections, Limits, Networks
from mezani.web.settings import Settings
from tests.web.people import GAME, Person, server, table_of
from tests.web.test_live import heard, screen

LEAST = GAME.seats[0]


class Clock:
    """A time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def limits(clock: Clock, kept: int = 100, **settings: Any) -> Limits:
    return Limits(Settings(**settings), clock, kept)


def taken(limits: Limits, times: int, player: str | None, address: str, what: str = REQUESTS) -> int:
    """How many of these are allowed."""
    return sum(not limits.take(what, player, address) for _ in range(times))


def test_a_person_may_do_so_much_and_again_when_time_has_passed(clock: Clock) -> None:
    allowed = limits(clock, chat_per_minute=20)
    allowed.know("ann")
    assert taken(allowed, 30, "ann", "192.0.2.1", CHAT) == 20
    assert allowed.take(CHAT, "ann", "192.0.2.1") == pytest.approx(3)
    clock.now += 3.1
    assert taken(allowed, 5, "ann", "192.0.2.1", CHAT) == 1
    clock.now += 3600
    assert taken(allowed, 30, "ann", "192.0.2.1", CHAT) == 20


def test_other_people_and_other_things_are_counted_apart(clock: Clock) -> None:
    allowed = limits(clock, chat_per_minute=5, requests_per_minute=9)
    for name in ("ann", "ben"):
        allowed.know(name)
        assert taken(allowed, 20, name, "192.0.2.1", CHAT) == 5
        assert taken(allowed, 20, name, "192.0.2.1", REQUESTS) == 9


def test_an_address_may_do_four_times_as_much_as_a_person_with_any_number_of_cookies(clock: Clock) -> None:
    allowed = limits(clock, requests_per_minute=10)
    assert sum(taken(allowed, 1, f"cookie {n}", "192.0.2.1") for n in range(100)) == 40
    assert taken(allowed, 1, None, "192.0.2.2") == 1


def test_a_household_of_ipv6_is_one_address(clock: Clock) -> None:
    allowed = limits(clock, requests_per_minute=1)
    assert sum(taken(allowed, 1, None, f"2001:db8::{n}") for n in range(1, 10)) == 4
    assert taken(allowed, 1, None, "2001:db8:0:1::1") == 1


def test_what_is_kept_does_not_grow(clock: Clock) -> None:
    allowed = limits(clock, kept=50)
    for n in range(1000):
        allowed.know(f"player {n}")
        allowed.take(REQUESTS, f"player {n}", f"10.0.{n % 250}.{n // 250}")
    assert len(allowed._known) == len(allowed._people[REQUESTS]) == len(allowed._addresses[REQUESTS]) == 50


def test_no_limit_is_no_limit(clock: Clock) -> None:
    assert taken(limits(clock, requests_per_minute=0), 10_000, None, "192.0.2.1") == 10_000


def test_connections_are_counted_in_all_and_for_each_address() -> None:
    open_now = Connections(5, 2)
    assert [open_now.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert [open_now.enter("") for _ in range(4)] == [True, True, True, False]
    open_now.leave("192.0.2.1")
    assert open_now.enter("192.0.2.1")
    for address in ("192.0.2.1", "192.0.2.1", "", "", ""):
        open_now.leave(address)
    assert (open_now.count, open_now._of) == (0, {})


def test_networks_hold_addresses_of_both_kinds() -> None:
    networks = Networks(("10.0.0.0/8", "::1"))
    assert [networks.has(one) for one in ("10.1.2.3", "::ffff:10.1.2.3", "::1", "192.0.2.1", "proxy", "")] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]


# At the pages


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[TestClient[Any]]:
    """A server on which one may do little, and no time passes."""
    chosen = {"requests_per_minute": 30, "tables_per_hour": 2, "chat_per_minute": 3, "hints_per_minute": 1}
    with server(tmp_path, **chosen) as client:
        client.app.state.limits.clock = Clock()
        yield client


def test_too_many_requests_are_told_in_the_language_of_whoever_asks(strict: TestClient[Any]) -> None:
    before = refused("requests")
    answers = [strict.get("/rules") for _ in range(125)]
    assert [answer.status_code for answer in answers] == [200] * 120 + [429] * 5
    last = strict.get("/", headers={"accept-language": "de"})
    assert last.status_code == 429
    assert last.headers["retry-after"] == "1"
    assert "Das war viel auf einmal. Bitte versuch es in 1 Sekunde noch einmal." in last.text
    assert refused("requests") > before
    api = strict.get("/api/games")
    assert api.json()["status"] == 429
    assert "retry-after" in api.headers
    assert strict.get("/health").status_code == 200
    assert strict.get("/static/base.css").status_code in (200, 404)


def test_one_who_sits_counts_for_themselves(strict: TestClient[Any]) -> None:
    ann = Person(strict)
    id = ann.new_table(["me"] * LEAST)
    ann.post(f"/table/{id}/say", seat=0, text="Hello")
    answers = [ann.get("/rules").status_code for _ in range(40)]
    assert answers == [200] * 29 + [429] * 11  # one was the page after the first word of theirs
    assert strict.get("/rules", headers={"cookie": ""}).status_code == 200


def test_files_that_are_not_there_count(strict: TestClient[Any]) -> None:
    assert [strict.get(f"/static/{n}.css").status_code for n in range(130)].count(404) == 130
    assert strict.get("/rules").status_code == 429


def test_many_tables_are_too_many(strict: TestClient[Any]) -> None:
    answers = [strict.post("/play-now", data={"game": GAME.name}, follow_redirects=False) for _ in range(9)]
    assert [answer.status_code for answer in answers] == [303] * 8 + [429]
    assert "You have opened many tables in a short time." in answers[-1].text
    assert answers[-1].headers["retry-after"] == "450"  # eight in an hour
    program = strict.post("/api/tables", json={"game": GAME.name, "chairs": [{"who": "me"}] * LEAST})
    assert (program.status_code, program.json()["status"]) == (429, 429)


def test_a_flood_of_chat_is_stopped_at_the_table(strict: TestClient[Any]) -> None:
    ann = Person(strict)
    id = ann.new_table(["me"] * LEAST)
    answers = [ann.post(f"/table/{id}/say", seat=0, text=f"Line {n}") for n in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert "You have written a lot in a short time." in answers[-1].text
    assert 'id="board"' in answers[-1].text
    assert answers[-1].headers["retry-after"] == "20"
    assert [entry.text for entry in table_of(strict, id).log if entry.kind == "chat"] == ["Line 0", "Line 1", "Line 2"]


def test_a_flood_over_the_live_line_is_told_there_and_slowed(
    monkeypatch: pytest.MonkeyPatch, strict: TestClient[Any]
) -> None:
    monkeypatch.setattr("mezani.web.inbox.SLOWED", 0.01)  # also while the server stops
    ann = Person(strict)
    id = ann.new_table(["me"] * LEAST)
    table = table_of(strict, id)
    with screen(ann, id, 0, table.last_number) as line:
        heard(line)
        for n in range(4):
            line.send_json({"do": "say", "seat": "0", "text": f"Line {n}"})
        told = ""
        while "You have written a lot in a short time." not in told:
            told = heard(line)
        for _ in range(40):
            line.send_json({"do": "look", "look": ""})
        while "That was a lot at once." not in told:
            told = heard(line)
    assert sum(entry.kind == "chat" for entry in table.log) == 3


def test_hints_are_limited(strict: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Person(strict)
    table = table_of(strict, ann.new_table(["me"] * LEAST))

    async def first_move(*_: object) -> int:
        return table.state.legal_actions()[0]

    monkeypatch.setattr(strict.app.state.hall, "hint", first_move)
    answers = [ann.get(f"/table/{table.id}?seat={table.asked}&hint=1") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert "You have asked for many hints in a short time." in answers[-1].text


def refused(limit: str) -> float:
    return REGISTRY.get_sample_value("mezani_refused_total", {"limit": limit}) or 0.0


# Sizes


def test_what_is_too_large_is_refused(tmp_path: Path) -> None:
    with server(tmp_path, url_characters=300, header_kilobytes=1, form_kilobytes=1) as client:
        long = client.get("/rules?" + "x" * 400)
        assert (long.status_code, "longer than any page" in long.text) == (414, True)
        large = client.get("/rules", headers={"x-large": "x" * 1100})
        assert (large.status_code, "Delete the cookies" in large.text) == (431, True)
        assert client.post("/records", data={"text": "x" * 2000}).status_code == 413


def test_where_there_is_no_room_people_are_told(tmp_path: Path) -> None:
    with server(tmp_path, connections=1) as client:
        assert client.get("/rules").status_code == 200
        with client.websocket_connect("/table/nowhere/live"):
            answer = client.get("/rules")
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
            assert "Too many people are here" in answer.text
            with pytest.raises(WebSocketDisconnect), client.websocket_connect("/table/nowhere/live") as second:
                second.receive_text()
