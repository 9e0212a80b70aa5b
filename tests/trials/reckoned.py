"""What the log of a table with a clock comes to, reckoned from its entries and the rules alone."""

from collections.abc import Mapping, Sequence
from typing import Any

import mezani
from mezani.tables.entries import Entry, Kind
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import read_terms
from tests.tables.clock_games import asked_by_rules
from tests.trials.stored import read_json

PAUSED, RESUMED = 3, 4


def empty_table(row: Mapping[str, Any]) -> Table:
    """A stored table before anything has happened there."""
    game, seed = mezani.game(row["game"]), row["seed"] % 2**64
    chairs = [Seat()] * row["players"]
    return Table(row["id"], game, row["players"], seed, {}, False, chairs, terms=read_terms(read_json(row["terms"])))


def check_clocks(row: Mapping[str, Any], entries: Sequence[Entry]) -> tuple[int, float]:
    """That used times add up to the passed time; returns how many flags fell, and how many seconds were used."""
    table, used, robots, paused = empty_table(row), [0.0] * row["players"], set[int](), False
    last, running = 0.0, list[int]()
    for entry in entries:
        assert entry.at >= last, "an entry is earlier than the one before"
        for seat in running:
            used[seat] += entry.at - last
        table.take([entry])
        last = entry.at
        if entry.kind in (Kind.BOT, Kind.LEAVE) and entry.seat is not None:
            robots.add(entry.seat)
        elif entry.kind in (Kind.JOIN, Kind.RETURN) and entry.seat is not None:
            robots.discard(entry.seat)
        elif entry.kind == Kind.ROUND:
            robots = set(range(row["players"]))
        elif entry.kind == Kind.PAUSE and entry.action in (PAUSED, RESUMED):
            paused = entry.action == PAUSED
        paused = paused and len(robots) < row["players"]
        running = [
            seat
            for seat in (asked_by_rules(table.state) if table.begun and not table.is_over and not paused else ())
            if seat not in robots and (seat == table.state.seat or seat not in table.commitments)
        ]
    assert table.clocks is not None
    folded = [table.clocks.true.used_at(seat, last) for seat in range(table.players)]
    assert all(abs(a - b) < 0.001 for a, b in zip(used, folded, strict=True)), (used, folded)
    return sum(entry.kind == Kind.TIME for entry in entries), sum(used)
