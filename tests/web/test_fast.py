"""Drawing and sending: what is the same for several screens is worked out once, and nobody waits for spectators."""

import asyncio
import cProfile
import gc
import pstats
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
import segno
from litestar.testing import TestClient
from markupsafe import Markup

import mezani
from mezani.language import language
from mezani.tables.entries import Entry, Kind
from mezani.tables.key_ring import KeyRing
from mezani.tables.players import player_of
from mezani.tables.presence import Presence
from mezani.tables.setting_up import new_table
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.web.live import Connection
from mezani.web.moment import MOST_KEPT, moment_of
from mezani.web.preferences import Preferences
from mezani.web.qr_codes import qr_code
from mezani.web.screen import Screen
from mezani.web.templating import filled, joined, text_of
from mezani.web.turns import PLAYERS_AT_ONCE, SPECTATORS_AT_ONCE, Turns
from mezani.web.viewer import Viewer
from tests.web.people import Person, table_of
from tests.web.test_live import heard, screen

MOVES = 12
CALLS = 6000  # of functions for a move on four screens; it was 8,900 when each screen was drawn by itself


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[Any]:
    """What a function is called with from now on."""
    calls, function = [], getattr(owner, name)

    def noted(*facts: Any, **more: Any) -> Any:
        calls.append(facts)
        return function(*facts, **more)

    monkeypatch.setattr(owner, name, noted)
    return calls


def test_the_code_of_a_lobby_is_drawn_once_for_all_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    qr_code.cache_clear()
    calls = counted(monkeypatch, segno, "make")
    table = new_table(mezani.game("anne"), [Seat(), Seat(), Seat()], None, False, None, "lobby", None, 0.0)
    pages = [Screen(table, None, [], language("en"), Presence(), "http://here").regions()["board"] for _ in range(20)]
    assert len(calls) == 1
    assert all("<svg" in page and page == pages[0] for page in pages)


def test_spectators_share_one_drawing(
    client: TestClient[Any], ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(client, ann.new_table(["me"] * 4, game="anansi"))
    seat, after = table.state.seat, table.last_number
    with (
        screen(ben, table.id, "", after) as one,
        screen(ben, table.id, "", after) as two,
        screen(ben, table.id, "", after) as three,
    ):
        for line in (one, two, three):
            while "3 spectators" not in heard(line):
                pass
        drawn = counted(monkeypatch, Screen, "fragments")
        ann.post(f"/table/{table.id}/play", seat=seat, after=table.turn, action=table.state.legal_actions()[0])
        shown = {heard(line) for line in (one, two, three)}
    assert len(shown) == 1
    assert len([facts for facts in drawn if not facts[0].own]) == 1


def test_what_is_kept_of_a_moment_is_bounded_and_goes_with_it() -> None:
    table = new_table(mezani.game("anne"), [Seat("ann", "Ann")] * 3, None, False, None, "moment", None, 0.0)
    moment, works = moment_of(table), []

    def work(table: Table, fact: int) -> int:
        works.append(fact)
        return fact

    assert [moment.once(work, 1), moment_of(table).once(work, 1), len(works)] == [1, 1, 1]
    for fact in range(3 * MOST_KEPT):
        moment.once(work, fact)
        assert len(moment._kept) <= MOST_KEPT
    for renamed in (False, True):
        moment.once(work, 1)
        works.clear()
        if renamed:
            table.seats = list(table.seats)
        else:
            table.take([Entry(9, Kind.CHAT, 0.0, 0, None, "Hello")])
        assert (moment.once(work, 1), works) == (1, [1])


class Drawn:
    """A screen that notes when it is drawn."""

    def __init__(self, name: str, order: list[str]) -> None:
        self.name, self.order = name, order

    def draw(self) -> None:
        self.order.append(self.name)


def test_players_are_drawn_before_spectators_and_moves_come_in_between() -> None:
    order: list[str] = []

    async def crowd() -> None:
        turns, loop = Turns(), asyncio.get_running_loop()
        spectators = [Drawn("spectator", order) for _ in range(2 * SPECTATORS_AT_ONCE)]
        players = [Drawn("player", order) for _ in range(PLAYERS_AT_ONCE + 1)]
        for one in spectators:
            turns.wait(one, plays=False)
        for one in players + players:  # a second time changes nothing
            turns.wait(one, plays=True)
        loop.call_soon(order.append, "a move")
        while len(order) < len(spectators) + len(players) + 1:
            await asyncio.sleep(0)

    asyncio.run(crowd())
    first = ["player"] * PLAYERS_AT_ONCE
    assert order == [*first, "a move", "player", *["spectator"] * 2 * SPECTATORS_AT_ONCE]


def four_screens(table: Table) -> list[Connection]:
    """What the players of a table see, without lines to their browsers."""
    gate = SimpleNamespace(read_only=False, message=None)
    coach = SimpleNamespace(advice=lambda *_: None)
    ring, presence = KeyRing(cast(Any, None)), Presence(frozenset(range(4)), 0, 1.0)
    comments = SimpleNamespace(hears_players=lambda *_: True, are_heard_by=lambda *_: False)
    hall: Any = SimpleNamespace(presence=lambda _: presence, gate=gate, coach=coach, key_ring=ring, comments=comments)
    hall.flags = None  # nothing is sent
    turns: Any = SimpleNamespace(wait=lambda *_: None)
    socket: Any = SimpleNamespace(
        query_params={}, headers={}, base_url="http://here/", url=SimpleNamespace(scheme="ws", netloc="here"),
        app=SimpleNamespace(state=SimpleNamespace(listens_on="127.0.0.1", public_address="http://here")),
        scope={"type": "websocket", "scheme": "ws", "server": ("here", 80), "headers": [], "path": "/"},
    )  # fmt: skip
    viewers = [Viewer(f"secret {seat}", Preferences(), language("en")) for seat in range(4)]
    screens = [Connection(socket, hall, turns, table, viewer) for viewer in viewers]
    for one in screens:
        one.begin(0)
        one.update()
    return screens


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called by some work: that does not depend on how busy a machine is."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


def calls_of_moves(number: int) -> int:
    """Play at a new table, and count the calls for each move on its four screens."""
    chairs = [Seat(player_of(f"secret {seat}"), "ABCD"[seat]) for seat in range(4)]
    table = new_table(mezani.game("anansi"), chairs, None, False, None, f"table{number}", None, 0.0)
    screens, calls = four_screens(table), 0

    def draw() -> None:
        for one in screens:
            one.last_moment()
            one.update()

    for _ in range(MOVES):
        seat = table.state.seat
        table.accept(table.decide(seat, table.state.legal_actions()[0], table.turn, 0.0))
        calls += calls_of(draw)
    return calls // MOVES


def test_a_move_on_four_screens_takes_few_calls() -> None:
    calls_of_moves(1)  # what is drawn for the first time is kept
    assert calls_of_moves(2) < CALLS


def test_drawing_leaves_nothing_that_only_a_search_for_garbage_finds() -> None:
    calls_of_moves(3)
    gc.collect()
    gc.disable()
    try:
        calls_of_moves(4)
        assert gc.collect() < MOVES  # there were hundreds for each move
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (filled(Markup("<b>{who}</b> {{n}} {n}"), who="<Ann>", n=3), "<b>&lt;Ann&gt;</b> {n} 3"),
        (filled(Markup("{what}"), what=Markup("<i>")), "<i>"),
        (filled("{who}", who="<Ann>"), "<Ann>"),
        (filled(Markup("{n:03}"), n=7), "007"),
        (text_of("<Ann>"), "&lt;Ann&gt;"),
        (text_of(None), "None"),
        (text_of(True), "True"),
        (joined((Markup("<b>"), "<Ann>", 3)), "<b>&lt;Ann&gt;3"),
        (joined(("<Ann>", 3)), "<Ann>3"),
    ],
)
def test_what_is_quick_escapes_as_it_should(made: str, expected: str) -> None:
    assert made == expected


def test_a_text_that_is_no_html_yet_stays_so() -> None:
    assert not isinstance(filled("{who}", who="x"), Markup)
    assert not isinstance(joined(("a", "b")), Markup)
    assert isinstance(filled(Markup("{who}"), who="x"), Markup)
