"""The end of a tournament's round: bots end the games that still run, and whoever has used most time is last."""

from collections.abc import Collection
from dataclasses import replace

from mezani.record import has_choice
from mezani.tables.drafts import Draft
from mezani.tables.entries import Kind
from mezani.tables.refusals import AlreadyOver, StaleMove
from mezani.tables.situation import Situation
from mezani.tables.table import Table

NOBODY_PLAYED = 1  # the action of `Kind.ROUND` where no person has decided anything


def end_by_bots(table: Table, at: float, level: str) -> Draft:
    """Let bots play for all people to the end; where today's rules have stopped the game, it goes on by them."""
    if table.is_over:
        raise AlreadyOver
    people = [number for number, seat in enumerate(table.seats) if seat.player is not None and seat.bot is None]
    if not table.begun or table.closed or not (people or table.stop):
        raise StaleMove
    draft = let_rules_go_on(table, table.draft(at))
    if not people or table.round_up:
        return draft
    seats = [replace(seat, bot=level) if number in people else seat for number, seat in enumerate(table.seats)]
    draft.change_seats(seats)
    if not was_played(table):
        return draft.add(Kind.ROUND, action=NOBODY_PLAYED)
    return draft.add(Kind.ROUND, slowest(draft.now, people, at))


def let_rules_go_on(table: Table, draft: Draft) -> Draft:
    """Where today's rules forbid what was played, the game goes on from there."""
    return draft.add(Kind.RULES, text=str(table.game.rules_version)) if table.stop else draft


def slowest(now: Situation, people: Collection[int], at: float) -> int | None:
    """Who of the people has used most time; without a clock who is awaited, if that is one alone."""
    awaited = [seat for seat in now.asked_seats() if seat in people and seat not in now.commitments]
    if now.clocks is None:
        return awaited[0] if len(awaited) == 1 else None
    used = {seat: now.clocks.true.used_at(seat, at) for seat in people}
    return max(people, key=lambda seat: (used[seat], seat in awaited))


def was_played(table: Table) -> bool:
    """Whether a person has decided anything, and not just bots, or the table for people who had no choice."""
    bots, asked_always = set[int](), set[int]()
    for entry, step in table.steps():
        if entry.seat is None:
            continue
        if entry.kind in (Kind.BOT, Kind.LEAVE):
            bots.add(entry.seat)
        elif entry.kind in (Kind.JOIN, Kind.RETURN):
            bots.discard(entry.seat)
        elif entry.kind == Kind.ASK:
            (asked_always.add if entry.action else asked_always.discard)(entry.seat)
        elif entry.seat in bots or entry.kind not in (Kind.COMMIT, Kind.PLAY):
            continue
        elif step is None or has_choice(step.before, entry.seat in asked_always):
            return True
    return False
