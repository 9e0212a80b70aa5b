"""Games with clocks in one process, with a time that is moved by hand, beside a second reckoning of all that passes.

The second reckoning knows nothing of the log: it looks whom the rules ask, and adds up every stretch of time.
"""

import random
from contextlib import suppress

import mezani
from mezani.engine.state import State
from mezani.tables import deeds
from mezani.tables.clocks import Run
from mezani.tables.drafts import Draft
from mezani.tables.entries import Kind
from mezani.tables.refusals import Refusal, TimeUp
from mezani.tables.round_end import end_by_bots
from mezani.tables.setting_up import new_table
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import Days, Live, Terms

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve"]
LATE = 0.001  # seconds


def asked_by_rules(state: State) -> set[int]:
    """Whom the rules ask at the same time."""
    others = {seat for seat in state.open_seats() if len(state.open_actions(seat)) > 1}
    return {state.seat} | others


class ClockGame:
    """A game with a clock that somebody plays badly: they take moves back, pause, leave, and let time run out."""

    def __init__(self, name: str, players: int, clock: Live | Days, chance: random.Random) -> None:
        self.chance = chance
        self.at = 1_000_000.0
        chairs = [Seat(player, player) for player in NAMES[:players]]
        time_up = "lost" if chance.random() < 0.3 else "bot"
        terms = Terms(clock=clock, time_up=time_up)  # type: ignore[arg-type]
        self.table = new_table(mezani.game(name), chairs, None, False, None, "clocks", terms, self.at)
        self.used = [0.0] * players
        self.passed = 0.0  # counted once for each clock that has to run
        self.still: dict[int, float] = {}  # seats whose connection is lost, and until when their clocks stand
        self.ahead: dict[int, float] = {}  # seats that have decided in advance, and what has passed since
        self.reveals = self.table.state.reveals  # when all of them were open last
        self.pace = chance.choice((0.03, 0.1, 0.4))  # how long they think
        self.in_time = self.flags = self.undos = self.kills = self.pauses = 0

    @property
    def clock(self) -> Live | Days:
        clock = self.table.terms.clock
        assert clock is not None
        return clock

    # Time

    def undecided(self) -> list[int]:
        """The seats whose time passes."""
        table = self.table
        if not table.is_under_way or table.is_paused:
            return []
        asked = [seat for seat in asked_by_rules(table.state) if table.seats[seat].bot is None]
        return [seat for seat in asked if seat == table.state.seat or seat not in table.commitments]

    def seen_running(self) -> list[int]:
        """The seats whose clocks others see running."""
        table = self.table
        stands = not table.is_under_way or table.is_paused
        ahead = [seat for seat in self.ahead if table.seats[seat].bot is None]
        return [] if stands else sorted({*self.undecided(), *ahead})

    def wait(self, seconds: float) -> None:
        """Let time pass, and the table do what it has to on the way."""
        then = self.at + seconds
        while (due := self.due_at()) is not None and due < then:
            self.let_pass(max(0.0, due - self.at))
            draft = deeds.time_up(self.table, self.at, "random")
            self.table.accept(draft)
            self.flags += draft.entries[0].kind == Kind.TIME
            self.forget_stills()
        self.let_pass(then - self.at)

    def due_at(self) -> float | None:
        clocks = self.table.clocks
        return clocks.due_at if clocks and self.table.is_under_way else None

    def let_pass(self, seconds: float) -> None:
        """Let time pass in which nothing happens."""
        then = self.at + seconds
        undecided = self.undecided()
        for seat in self.seen_running():
            stood = max(0.0, min(then, self.still.get(seat, 0.0)) - self.at)
            if seat in undecided:
                self.used[seat] += seconds - stood
                self.passed += seconds - stood
            else:
                self.ahead[seat] += seconds - stood
        self.at = then

    def forget_stills(self) -> None:
        """A clock that is stopped for another reason stands still no longer."""
        if self.table.state.reveals != self.reveals:  # all decisions are open
            self.ahead, self.reveals = {}, self.table.state.reveals
        waiting = [
            seat for seat, chair in enumerate(self.table.seats) if not chair.bot or seat in self.table.commitments
        ]
        self.ahead = {seat: passed for seat, passed in self.ahead.items() if seat in waiting}
        running = self.seen_running()
        self.still = {seat: until for seat, until in self.still.items() if seat in running}

    def think_again(self, seat: int) -> None:
        """Who takes back what was decided in advance has thought all the time."""
        passed = self.ahead.pop(seat, 0.0)
        self.used[seat] += passed
        self.passed += passed

    # Deeds

    def do(self, draft: Draft) -> None:
        first = draft.entries[0]
        if first.seat is not None and first.kind in (Kind.COMMIT, Kind.UNDO):
            self.think_again(first.seat)
        if first.seat is not None and first.kind == Kind.COMMIT and first.action is not None:
            asked = asked_by_rules(self.table.state)
            self.ahead |= {first.seat: 0.0} if first.seat in asked and not self.table.seats[first.seat].bot else {}
        for entry in draft.entries:
            if entry.kind == Kind.PLAY and entry.seat is not None:
                self.still.pop(entry.seat, None)
        self.table.accept(draft)

    def step(self) -> None:
        """Something happens."""
        left = min([run.ends - self.at for run in self.runs()] or [100.0])
        full = 60.0 if isinstance(self.clock, Live) else 86400.0
        kind = self.chance.random()
        if kind < 0.004 and left > 0.0 and self.undecided():
            self.be_just_in_time()
            return
        self.wait(self.chance.expovariate(1.0) * full * self.pace)
        with suppress(Refusal):
            self._something()
        if self.chance.random() < 0.01:
            self.be_killed()

    def runs(self) -> list[Run]:
        assert self.table.clocks is not None
        return [run for run in self.table.clocks.true.runs if run]

    def _something(self) -> None:
        table, chance, at = self.table, self.chance, self.at
        kind, seat = chance.random(), chance.randrange(table.players)
        player = table.seats[seat].player or ""
        if kind < 0.0005 and table.has_people:
            self.do(end_by_bots(table, at, "random"))
        elif table.is_paused:
            self.do(deeds.resume(table, at, player, seat))
        elif kind < 0.06 and table.last_seat is not None:
            seat = table.last_seat
            self.do(deeds.undo(table, at, table.seats[seat].player or "", seat, table.turn))
            self.undos += 1
        elif kind < 0.07:
            self.do(deeds.ask_pause(table, at, player, seat, {seat} if chance.random() < 0.5 else {0, 1}))
        elif kind < 0.3 and table.clocks and table.clocks.asks:
            self.do(deeds.agree_to_pause(table, at, player, seat, {seat}))
            self.pauses += table.is_paused
        elif kind < 0.4 and table.clocks and table.clocks.asks:
            self.do(deeds.refuse_pause(table, at, player, seat))
        elif kind < 0.082:
            self.do(deeds.leave(table, at, player, seat, "random"))
            self.still.pop(seat, None)
        elif kind < 0.3 and table.seats[seat].bot:
            self.do(deeds.come_back(table, at, player, seat))
        elif kind < 0.09:
            self.do(deeds.say(table, at, player, seat, "Hm."))
        elif kind < 0.11:
            self.do(deeds.lose_connection(table, at, seat))
            run = table.clocks.shown.runs[seat] if table.clocks else None
            self.still[seat] = run.still_until if run else 0.0
        elif kind < 0.15 and seat in self.still:
            self.find(seat)
        elif kind < 0.25 and seat in table.commitments:
            self.do(deeds.withdraw(table, at, player, seat))
        else:
            self.decide()

    def find(self, seat: int) -> None:
        self.still.pop(seat, None)
        self.do(deeds.find_connection(self.table, self.at, seat))

    def decide(self, seat: int | None = None) -> None:
        """Somebody who is asked decides, or a bot does."""
        table = self.table
        waiting = self.undecided() or [table.state.seat]
        seat = self.chance.choice(waiting) if seat is None else seat
        if table.seats[seat].bot:
            self.do(
                deeds.play_for_bot(
                    table, self.at, table.state.random_action(mezani.Rng(len(table.log))), False, table.turn
                )
            )
            return
        choices = table.choices(seat) or [table.answer_for_seat() or 0]
        if table.asked is None and seat == table.state.seat:
            self.do(table.answer(table.turn, self.at))
        else:
            action = self.chance.choice(choices)
            self.do(deeds.decide(table, self.at, table.seats[seat].player or "", seat, action, table.turn))

    def be_just_in_time(self) -> None:
        """A move at the very end of the time is in time; a moment later it is not."""
        clocks = self.table.clocks
        up = clocks.next_up() if clocks else None
        if up is None or self.table.asked is None or (clocks and clocks.pause_begins is not None):
            return
        ends, seat = up
        self.let_pass(max(0.0, ends - self.at))
        try:
            action = self.chance.choice(self.table.choices(seat))
            player = self.table.seats[seat].player or ""
            with suppress(TimeUp):
                deeds.decide(self.table, ends + LATE, player, seat, action, self.table.turn)
                raise AssertionError("a move that came too late was taken")
            self.do(deeds.decide(self.table, ends, player, seat, action, self.table.turn))
            self.in_time += 1
        except IndexError:  # it can choose nothing
            pass

    def be_killed(self) -> None:
        """The server is gone, and another one folds the log."""
        old = self.table
        table = Table(old.id, old.game, old.players, old.seed, old.options, False, list(old.seats), terms=old.terms)
        table.take(old.log)
        assert table.clocks == old.clocks
        self.table = table
        self.kills += 1

    # What must hold

    def check(self) -> None:
        """The clocks are what the second reckoning says, for every seat."""
        self.forget_stills()
        undecided = self.undecided()
        clocks, table = self.table.clocks, self.table
        assert clocks is not None
        for seat in range(table.players):
            used = clocks.true.used_at(seat, self.at)
            assert abs(used - self.used[seat]) < 1e-3, (seat, used, self.used[seat])
            run, shown = clocks.true.runs[seat], clocks.shown.runs[seat]
            assert (run is not None) == (seat in undecided)
            assert (shown is not None) == (seat in self.seen_running())
            if seat in undecided:
                assert abs(clocks.shown.used_at(seat, self.at) - used) < 1e-3, "others see another time"
        assert all(a.at <= b.at for a, b in zip(table.log, table.log[1:], strict=False))

    def play(self, most: int = 5000) -> None:
        """Play to the end, or as far as one gets by chance where that may take very long."""
        used = list(self.used)
        for _ in range(most):
            if self.table.is_over:
                return
            self.step()
            self.check()
            assert self.table.clocks is not None
            now = [self.table.clocks.true.used_at(seat, self.at) for seat in range(self.table.players)]
            assert all(a <= b + 1e-6 for a, b in zip(used, now, strict=True)), "a clock runs backwards"
            used = now
        assert self.table.game.name == "zimbabwe", "the game does not end"
