"""Who was away: what counts, and how it is kept."""

import pytest

from mezani.tables.away import AWAY, moves_seen
from mezani.tables.entries import Entry, Kind
from mezani.tables.hall import Hall
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from tests.web.people import GAME

PLAYERS = GAME.seats[0]
NOW = 1000.0


def table_with(*made: tuple[float, int]) -> Table:
    """A table at which moves were made so many seconds ago, by these seats; the first is entry 2."""
    table = Table("x", GAME, PLAYERS, 1, {}, False, [Seat(f"p{n}", f"P{n}") for n in range(PLAYERS)])
    table.take([Entry(1, Kind.BEGIN, 0.0)])
    for number, (ago, seat) in enumerate(made, 2):
        table.take([Entry(number, Kind.PLAY, NOW - ago, seat, table.state.legal_actions()[0])])
    return table


def test_who_misses_moves_of_others_for_a_while_was_away() -> None:
    table = table_with((500, 0), (400, 1), (2, 2))
    assert moves_seen(table, 0, 2, NOW) == 1
    assert moves_seen(table, 0, 3, NOW) is None, "the only move that was missed is of just now"


def test_a_page_that_is_loaded_again_was_not_away() -> None:
    table = table_with((AWAY - 1, 1), (3, 2))
    assert moves_seen(table, 0, 1, NOW) is None


def test_ones_own_moves_are_not_missed() -> None:
    table = table_with((500, 1), (400, 0))
    assert moves_seen(table, 0, 2, NOW) is None
    assert moves_seen(table, 2, 2, NOW) == 1


def test_nobody_was_away_who_was_never_there_or_has_seen_everything() -> None:
    table = table_with((500, 1))
    assert moves_seen(table, 0, None, NOW) is None
    assert moves_seen(table, 0, 2, NOW) is None


def test_a_move_that_was_taken_back_is_not_counted() -> None:
    table = table_with((500, 1), (400, 1))
    table.take([Entry(4, Kind.UNDO, NOW - 300, 1)])
    assert moves_seen(table, 0, 2, NOW) is None
    table.take([Entry(5, Kind.PLAY, NOW - 200, 1, table.state.legal_actions()[0])])
    assert moves_seen(table, 0, 2, NOW) == 1


@pytest.mark.anyio
async def test_what_was_shown_is_kept_and_never_goes_back(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = [Seat(f"p{n}", f"P{n}") for n in range(PLAYERS)]
    table = await hall.open_table(GAME, seats)
    assert await hall.store.shown(table.id, 0) is None
    for number, kept in ((3, 3), (2, 3), (7, 7)):
        await hall.has_shown(table, 0, number)
        assert await hall.store.shown(table.id, 0) == kept
    seat = table.state.seat
    await hall.decide(table.id, f"p{seat}", seat, table.state.legal_actions()[0], table.turn)
    assert await hall.store.shown(table.id, seat) == max(7 if seat == 0 else 0, table.last_number)
