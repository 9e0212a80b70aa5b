"""Tables with clocks for the tests, and what happens there at a time."""

from typing import Any

import mezani
from mezani.tables import deeds
from mezani.tables.clocks import Clocks
from mezani.tables.setting_up import new_table
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import Days, Live, Terms
from tests.tables.test_hall import ANN, BEN, CAT

START = 1_000.0


def table_of(name: str, clock: Live | Days, people: int, bots: int = 0, **terms: Any) -> Table:
    chairs = [Seat(player, player[:3]) for player in (ANN, BEN, CAT)[:people]] + [Seat(bot="random")] * bots
    return new_table(mezani.game(name), chairs, None, False, None, "", Terms(clock=clock, **terms), START)


def clocks_of(table: Table) -> Clocks:
    assert table.clocks is not None
    return table.clocks


def player_at(table: Table, seat: int) -> str:
    return table.seats[seat].player or ""


def decide(table: Table, seat: int, at: float, action: int | None = None) -> None:
    chosen = table.choices(seat)[0] if action is None else action
    table.accept(deeds.decide(table, at, player_at(table, seat), seat, chosen, table.turn))


def finish_turn(table: Table, at: float) -> int:
    """Let the seat to move decide until another one is asked; returns the seat."""
    seat = table.state.seat
    while table.state.seat == seat:
        decide(table, seat, at)
    return seat


def undo(table: Table, seat: int, at: float) -> None:
    table.accept(deeds.undo(table, at, player_at(table, seat), seat, table.turn))


def pause(table: Table, seat: int, at: float) -> None:
    """Let a seat ask for a pause, and all others agree at once."""
    people = [number for number, chair in enumerate(table.seats) if chair.player]
    table.accept(deeds.ask_pause(table, at, player_at(table, seat), seat, people))
    for other in people:
        if not table.is_paused and other != seat:
            table.accept(deeds.agree_to_pause(table, at, player_at(table, other), other, people))


def bot_moves(table: Table, at: float) -> None:
    """Let a bot finish the turn of the seat to move."""
    seat = table.state.seat
    while table.state.seat == seat:
        table.accept(deeds.play_for_bot(table, at, table.state.legal_actions()[0], False, table.turn))


def predicted(table: Table, at: float) -> None:
    """Let everybody decide what is decided at the same time."""
    while len(table.asked_seats()) > 1:
        decide(table, table.waits_for[0], at)


def left(table: Table, seat: int, at: float) -> float:
    return clocks_of(table).true.left_at(seat, at)


def seen(table: Table, viewer: int | None, seat: int, at: float) -> float:
    clock = clocks_of(table).seen_by(viewer).seats[seat]
    assert clock is not None
    return clock.left_at(at)


def lost_on_time() -> tuple[Table, int]:
    """A game that is lost for the seat whose time was up, and that seat."""
    table = table_of("anne", Live(1, 0), 3, time_up="lost")
    predicted(table, START)
    seat = table.state.seat
    table.accept(deeds.time_up(table, START + 60, "random"))
    return table, seat


def play_on(table: Table) -> None:
    """Let everybody play by chance to the end."""
    while not table.is_over:
        action = table.state.random_action(mezani.Rng(len(table.log)))
        if table.bot_to_move():
            table.accept(deeds.play_for_bot(table, START + 61, action, False, table.turn))
        else:
            decide(table, next(seat for seat in table.waits_for if not table.seats[seat].bot), START + 61)
