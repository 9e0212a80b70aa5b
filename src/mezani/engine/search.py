"""Search: a tree over what a seat can know, grown by playing on in worlds that it cannot tell apart.

Each iteration imagines such a world, goes down the tree by the moves that are legal in it, adds one position, plays on
to a point where the game's knowledge can judge, and credits every position on the way to the seat that chose it. The
number of times that a move could have been chosen counts, not the number of visits to its position (single-observer
information set Monte Carlo tree search, Cowling, Powley and Whitehouse 2012), for any number of seats.
"""

import time
from array import array
from typing import NamedTuple

import cython

from mezani.engine.knowledge import Knowledge
from mezani.engine.rng import Rng
from mezani.engine.state import MOST_CHOICES, Choices, State, check_seats

if not cython.compiled:
    from math import log, sqrt

ROOT = 0
NONE = 0  # the root is nobody's child
DEEPEST = 4096
BETWEEN_LOOKS = 16  # iterations between two looks at the clock
LOGS = [0.0] * 4096  # logarithms of small numbers: half of the time would go into them


class Move(NamedTuple):
    """A move that the search has tried: how often, and what it promises to its seat, from 0 to 1."""

    action: int
    visits: int
    prospect: float


class Search:
    """The thoughts of the seat to move; they go on with each `think`, and `best` is there at any time.

    >>> import mezani
    >>> anne = mezani.game("anne")
    >>> search = mezani.Search(anne.new(players=4, seed=7), anne.knowledge(), mezani.Rng(1))
    >>> search.think(iterations=50)
    50
    >>> search.best() in [move.action for move in search.moves()]
    True
    """

    def __init__(self, state: State, knowledge: Knowledge, rng: Rng, capacity: int = 100_000) -> None:
        if state.is_over:
            raise ValueError("the game is over: there is nothing to think about")
        check_seats(state.players)
        if capacity < 1:
            raise ValueError(f"the search keeps 1 or more positions, not {capacity}")
        self.root = state.clone()
        self.seat = state.seat
        self.knowledge = knowledge
        self.rng = rng
        self.choices = Choices()
        if not cython.compiled:
            self.found = [0] * MOST_CHOICES  # the position after each choice, or NONE
            self.path = [0] * DEEPEST
        self.depth = 0
        self.capacity = capacity
        self.count = 1
        self.key = array("i", [0]) * capacity  # the action that led to a position, and who chose it
        self.first = array("i", [0]) * capacity  # the first position after it, of the least key
        self.next = array("i", [0]) * capacity  # the next one after the same position
        self.visits = array("i", [0]) * capacity
        self.available = array("i", [0]) * capacity  # how often it could have been chosen
        self.total = array("d", [0.0]) * capacity  # the sum of prospects of the seat that chose it
        self.weight = array("d", [0.0]) * capacity
        knowledge.begin(self.root)

    def think(self, iterations: int = 0, seconds: float = 0.0) -> int:
        """Think for so many iterations or so many seconds, whichever end first; return the number of iterations.

        Thinking stops sooner where there is only one move, or none could overtake the best before the end.
        """
        start = time.perf_counter()
        done = 0
        self.choices.clear()
        self.root.legal(self.choices)
        self.choices.check_some()
        if self.choices.count == 1:
            self.iterate()
            return 1
        most = iterations if iterations else 2_000_000_000
        while done < most:
            self.iterate()
            done += 1
            if done % BETWEEN_LOOKS == 0:
                left = most - done
                if seconds > 0.0:
                    spent = time.perf_counter() - start
                    if spent >= seconds:
                        break
                    left = min(left, int((seconds - spent) * done / spent) + 1)
                if self.lead() > left:
                    break
        return done

    def iterate(self) -> None:
        """Go down the tree in one imagined world, add a position, play on and learn from the end."""
        world = self.root.clone()
        self.knowledge.imagine(world, self.seat, self.rng)
        world.rng.sow(self.rng.word())
        node = ROOT
        self.depth = 0
        while not self.knowledge.is_settled(world) and self.depth < DEEPEST:
            self.choices.clear()
            world.legal(self.choices)
            self.choices.check_some()
            self.match(node, world.seat)
            k = self.select(node, world)
            action = self.choices.actions[k]
            after = self.found[k]
            is_new = after == NONE
            if is_new and self.count < self.capacity:
                after = self.grow(node, action, world.seat, k)
            world.apply(action)
            if after != NONE:
                self.path[self.depth] = after
                self.depth += 1
            if is_new:
                break
            node = after
        self.play_on(world)
        self.credit()

    def match(self, node: int, seat: int) -> None:
        """Find the position after each choice; both are in rising order."""
        child = self.first[node]
        for k in range(self.choices.count):
            key = self.choices.actions[k] * 8 + seat
            while child != NONE and self.key[child] < key:
                child = self.next[child]
            if child != NONE and self.key[child] == key:
                self.found[k] = child
                self.available[child] += 1
            else:
                self.found[k] = NONE

    def select(self, node: int, world: State) -> int:
        """The choice to follow: a new one while the position is not yet broad enough, else the most promising."""
        known = 0
        for k in range(self.choices.count):
            known += self.found[k] != NONE
        if known == 0 or (known < self.choices.count and self.count < self.capacity and known < self.breadth_of(node)):
            return self.new_choice(world, known)
        best = -1.0
        chosen = 0
        for k in range(self.choices.count):
            child = self.found[k]
            if child != NONE:
                promise = self.promise(child)
                if promise > best:
                    best = promise
                    chosen = k
        return chosen

    def breadth_of(self, node: int) -> float:
        """How many choices of a position are looked at by now: all, or the weightiest where the game weighs them."""
        if not self.knowledge.weighs:
            return 4096.0
        return self.knowledge.breadth * sqrt(1.0 + self.visits[node])

    def new_choice(self, world: State, known: int) -> int:
        """A choice that has not been tried: any, or the weightiest where the game weighs them."""
        if not self.knowledge.weighs:
            return self.untried(self.rng.below(self.choices.count - known))
        self.knowledge.weigh(world, self.choices)
        best = -1.0
        chosen = 0
        for k in range(self.choices.count):
            if self.found[k] == NONE and self.knowledge.weights[k] > best:
                best = self.knowledge.weights[k]
                chosen = k
        return chosen

    def untried(self, n: int) -> int:
        """The n-th choice that has not been tried."""
        k = 0
        while n or self.found[k] != NONE:
            n -= self.found[k] == NONE
            k += 1
        return k

    def promise(self, child: int) -> float:
        """The mean prospect after a choice, and a bonus the less often it was tried."""
        share = 1.0 / self.visits[child]
        known = self.total[child] + self.knowledge.trust * self.weight[child]
        return known * share + self.knowledge.exploration * sqrt(self.log_of(self.available[child]) * share)

    def log_of(self, n: int) -> float:
        return LOGS[n] if n < 4096 else log(float(n))

    def grow(self, node: int, action: int, seat: int, k: int) -> int:
        """Add the position after a choice, in the order of keys."""
        child = self.count
        self.count += 1
        key = action * 8 + seat
        self.key[child] = key
        self.visits[child] = 0
        self.available[child] = 1
        self.total[child] = 0.0
        self.weight[child] = self.knowledge.weights[k]
        self.first[child] = NONE
        before = NONE
        after = self.first[node]
        while after != NONE and self.key[after] < key:
            before = after
            after = self.next[after]
        self.next[child] = after
        if before == NONE:
            self.first[node] = child
        else:
            self.next[before] = child
        return child

    def play_on(self, world: State) -> None:
        """Let quick sensible players play until the world can be judged."""
        left = self.knowledge.horizon
        slip = self.knowledge.slip
        while left and not self.knowledge.is_settled(world):
            if slip and (slip == 1 or self.rng.below(slip) == 0):
                world.apply(world.random_action(self.rng))
            else:
                world.apply(self.knowledge.choose(world, self.rng))
            left -= 1
        self.knowledge.evaluate(world)

    def credit(self) -> None:
        self.visits[ROOT] += 1
        for step in range(self.depth):
            node = self.path[step]
            self.visits[node] += 1
            self.total[node] += self.knowledge.values[self.key[node] % 8]

    def lead(self) -> int:
        """By how many visits the best move is ahead of the second."""
        first = second = 0
        child = self.first[ROOT]
        while child != NONE:
            visits = self.visits[child]
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
            child = self.next[child]
        return first - second

    def best(self) -> int:
        """The move that was visited most, the better one of two."""
        best = child = self.first[ROOT]
        if best == NONE:
            return self.root.random_action(self.rng)
        while child != NONE:
            if self.visits[child] > self.visits[best] or (
                self.visits[child] == self.visits[best] and self.total[child] > self.total[best]
            ):
                best = child
            child = self.next[child]
        return self.key[best] // 8

    def moves(self) -> list[Move]:
        """Every move that was tried, the most visited first."""
        found = []
        child = self.first[ROOT]
        while child != NONE:
            visits = self.visits[child]
            found.append(Move(self.key[child] // 8, visits, self.total[child] / visits))
            child = self.next[child]
        return sorted(found, key=lambda move: (-move.visits, -move.prospect, move.action))


def fill_logs() -> None:
    for n in range(1, 4096):
        LOGS[n] = log(float(n))


fill_logs()
