"""Lanes: some games of a batch, stepped one after the other in the compiled loop.

Each game has a lane, and a row in each array of the batch. A game that is over makes room for a new one at once.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import cython

from mezani.engine.rng import Rng
from mezani.engine.state import Choices, Observer, State, observer_of

if not cython.compiled:
    from mezani.engine.buffers import after, bytes_of, floats_of, ints_of


class Rows(NamedTuple):
    """The arrays of a batch, as far as they belong to some lanes: a row for each."""

    actions: Any  # what is to be played
    seats: Any  # whose decision it is
    observations: Any  # what that seat may know
    masks: Any  # and what it may play
    over: Any  # whether a game has ended with the last step
    rewards: Any  # what each seat has got for it
    scores: Any  # and its points


class Lanes:
    """Games in a row, each with two seeds of its own: what happens in a lane does not depend on the others."""

    def __init__(self, start: Callable[[int], State], rows: Rows, seeds: list[tuple[int, ...]]) -> None:
        self.start = start
        self.rows = rows  # they must outlive the places in them
        self.count = len(seeds)
        self.seeds = [Rng(seed) for seed, _ in seeds]  # of the games of each lane
        self.choosers = [Rng(seed) for _, seed in seeds]  # of random actions
        self.states: list[State] = [start(rng.word()) for rng in self.seeds]
        self.observer: Observer = observer_of(self.states[0])
        self.choices = Choices()
        self.players = self.states[0].players
        self.size = self.observer.size
        self.width = rows.masks.shape[1]
        self.actions = ints_of(rows.actions, self.count)
        self.seats = ints_of(rows.seats, self.count)
        self.observations = bytes_of(rows.observations, self.count * self.size)
        self.masks = bytes_of(rows.masks, self.count * self.width)
        self.over = bytes_of(rows.over, self.count)
        self.rewards = floats_of(rows.rewards, self.count * self.players)
        self.scores = ints_of(rows.scores, self.count * self.players)
        self.show_all()

    def show_all(self) -> None:
        for lane in range(self.count):
            self.forget_result(lane)
            self.show(lane, self.states[lane])

    def step(self) -> None:
        """Play the actions, which must be legal."""
        for lane in range(self.count):
            state: State = self.states[lane]
            if self.over[lane]:
                self.forget_result(lane)
            state.apply(self.actions[lane])
            if state.is_over:
                self.note_result(lane, state)
                state = self.begin(lane)
            self.show(lane, state)

    def choose_at_random(self) -> None:
        """Put a legal action for each lane, each equally likely, into the actions."""
        for lane in range(self.count):
            state: State = self.states[lane]
            self.actions[lane] = state.random_action(self.choosers[lane])

    def begin(self, lane: int) -> State:
        """Start the next game of a lane."""
        rng: Rng = self.seeds[lane]
        state: State = self.start(rng.word())
        self.states[lane] = state
        return state

    def show(self, lane: int, state: State) -> None:
        """Write what the seat to move may know and play."""
        self.observer.show(state, state.seat, after(self.observations, lane * self.size))
        self.seats[lane] = state.seat
        self.choices.clear()
        state.legal(self.choices)
        self.choices.put_mask(after(self.masks, lane * self.width), self.width)

    def note_result(self, lane: int, state: State) -> None:
        """Write how a game has ended."""
        returns: list[float] = state.returns()
        scores: list[int] = state.scores()
        self.over[lane] = 1
        for seat in range(self.players):
            self.rewards[lane * self.players + seat] = returns[seat]
            self.scores[lane * self.players + seat] = scores[seat]

    def forget_result(self, lane: int) -> None:
        self.over[lane] = 0
        for seat in range(self.players):
            self.rewards[lane * self.players + seat] = 0.0
            self.scores[lane * self.players + seat] = 0


def first_illegal(actions: Any, masks: Any) -> int:
    """The first row of the masks in which an action is not legal; -1: all are."""
    width: int = masks.shape[1]
    count: int = len(actions)
    wanted = ints_of(actions, count)
    allowed = bytes_of(masks, count * width)
    for row in range(count):
        if wanted[row] < 0 or wanted[row] >= width or not allowed[row * width + wanted[row]]:
            return row
    return -1
