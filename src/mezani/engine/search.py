"""Search: a tree over what a seat can know, grown by playing on in worlds that it cannot tell apart.

Each iteration imagines such a world, goes down the tree by the moves that are legal in it, adds one position, plays on
to a point where the game's knowledge can judge, and credits every position on the way to the seat that chose it. The
number of times that a move could have been chosen counts, not the number of visits to its position (single-observer
information set Monte Carlo tree search, Cowling, Powley and Whitehouse 2012), for any number of seats.

Where the game weighs its moves, the weights guide the search all the way (PUCT, Rosin 2011; Silver and others 2017): a
move is tried the more often the more it weighs and the better it has proved. Elsewhere every move is tried once, and
then the one whose prospect may still be the best (UCB1).

Where nothing is hidden and nothing is left to chance, an end of the game that was reached is proven, and so is what
leads to it by force: it is not looked at again.
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
NOT_PROVEN = -1
ANY = -1  # of the moves


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
        self.proven = array("i", [NOT_PROVEN]) * capacity  # the seat that wins from here by force
        self.top = ROOT  # the position in which the seat now is
        self.since = 0  # the iterations that had come by it when the seat came here
        self.prospects = [0.0] * 5  # MOST_SEATS: the sums of what iterations have found since then
        self.opening = ANY  # the move with which every iteration begins
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
                if self.lead() > left or self.proven[self.top] != NOT_PROVEN:
                    break
        return done

    def iterate(self) -> None:
        """Go down the tree in one imagined world, add a position, play on and learn from the end."""
        world = self.root.clone()
        self.knowledge.imagine(world, self.seat, self.rng)
        world.rng.sow(self.rng.word())
        node = self.top
        self.depth = 0
        while not self.knowledge.is_settled(world) and self.depth < DEEPEST:
            self.choices.clear()
            world.legal(self.choices)
            self.choices.check_some()
            if self.opening != ANY and self.depth == 0:
                self.choices.clear()
                self.choices.add(self.opening)
            k = self.follow_weights(node, world) if self.knowledge.weighs else self.follow_bounds(node, world)
            action = self.choices.actions[k]
            node = self.found[k]
            world.apply(action)
            if node == NONE:
                break
            self.path[self.depth] = node
            self.depth += 1
            if self.visits[node] == 0 or self.proven[node] != NOT_PROVEN:
                break
        if node != NONE and self.proven[node] != NOT_PROVEN:
            self.recall(node)
        else:
            is_end = self.knowledge.is_open and world.is_over
            self.play_on(world)
            if is_end and node != NONE:
                self.prove()
        self.credit()

    def match(self, node: int, seat: int) -> int:
        """Find the position after each choice; both are in rising order. Return how many there are."""
        known = 0
        child = self.first[node]
        for k in range(self.choices.count):
            key = self.choices.actions[k] * 8 + seat
            while child != NONE and self.key[child] < key:
                child = self.next[child]
            if child != NONE and self.key[child] == key:
                self.found[k] = child
                self.available[child] += 1
                known += 1
            else:
                self.found[k] = NONE
        return known

    # Where the game does not weigh its moves

    def follow_bounds(self, node: int, world: State) -> int:
        """The choice to follow: any that was not tried, else the one whose prospect may still be the best."""
        known = self.match(node, world.seat)
        if known == 0 or (known < self.choices.count and self.count < self.capacity):
            k = self.untried(self.rng.below(self.choices.count - known))
            if self.count < self.capacity:
                self.found[k] = self.grow(node, NONE, self.choices.actions[k] * 8 + world.seat, 0.0)
            return k
        best = -1.0
        chosen = 0
        for k in range(self.choices.count):
            child = self.found[k]
            if child != NONE:
                promise = self.upper_bound(child)
                if promise > best:
                    best = promise
                    chosen = k
        return chosen

    def untried(self, n: int) -> int:
        """The n-th choice that has not been tried."""
        k = 0
        while n or self.found[k] != NONE:
            n -= self.found[k] == NONE
            k += 1
        return k

    def upper_bound(self, child: int) -> float:
        """The mean prospect after a choice, and a bonus the less often it was tried."""
        share = 1.0 / self.visits[child]
        return self.total[child] * share + self.knowledge.exploration * sqrt(self.log_of(self.available[child]) * share)

    def log_of(self, n: int) -> float:
        return LOGS[n] if n < 4096 else log(float(n))

    # Where it does

    def follow_weights(self, node: int, world: State) -> int:
        """The choice to follow: the one that has proved best, weighs most, and was looked at least."""
        if self.match(node, world.seat) < self.choices.count and self.count < self.capacity:
            self.expand(node, world)
        tried = 0
        seen = whole = 0.0
        for k in range(self.choices.count):
            child = self.found[k]
            if child != NONE:
                whole += self.weight[child]
                tried += self.visits[child]
                seen += self.total[child]
        unseen = seen / tried - self.knowledge.doubt if tried else 0.5
        zeal = self.knowledge.exploration / whole if whole > 0.0 else 0.0
        best = -2.0
        chosen = 0
        for k in range(self.choices.count):
            child = self.found[k]
            if child != NONE:
                promise = self.guided(child, world.seat, unseen, zeal)
                if promise > best:
                    best = promise
                    chosen = k
        return chosen

    def guided(self, child: int, seat: int, unseen: float, zeal: float) -> float:
        """The mean prospect after a choice, and a bonus by its weight, the less often it was tried."""
        if self.proven[child] != NOT_PROVEN:
            return 2.0 if self.proven[child] == seat else -1.0
        visits = self.visits[child]
        prospect = self.total[child] / visits if visits else unseen
        return prospect + zeal * self.weight[child] * sqrt(float(self.available[child])) / (1.0 + visits)

    def expand(self, node: int, world: State) -> None:
        """Add the positions after all choices that are not there yet, with their weights."""
        self.knowledge.weigh(world, self.choices)
        before = NONE
        for k in range(self.choices.count):
            if self.found[k] == NONE and self.count < self.capacity:
                key = self.choices.actions[k] * 8 + world.seat
                self.found[k] = self.grow(node, before, key, self.knowledge.weights[k])
            if self.found[k] != NONE:
                before = self.found[k]

    def grow(self, node: int, before: int, key: int, weight: float) -> int:
        """Add a position after `node`, in the order of keys, somewhere behind `before`."""
        child = self.count
        self.count += 1
        self.clear(child)
        self.key[child] = key
        self.available[child] = 1
        self.weight[child] = weight
        after = self.first[node] if before == NONE else self.next[before]
        while after != NONE and self.key[after] < key:
            before = after
            after = self.next[after]
        self.next[child] = after
        if before == NONE:
            self.first[node] = child
        else:
            self.next[before] = child
        return child

    def clear(self, node: int) -> None:
        self.visits[node] = 0
        self.total[node] = 0.0
        self.first[node] = NONE
        self.proven[node] = NOT_PROVEN

    def play_on(self, world: State) -> None:
        """Let quick sensible players play until the world can be judged."""
        left = self.knowledge.horizon
        slip = self.knowledge.slip
        while (left > 0 or not self.knowledge.is_quiet(world)) and not self.knowledge.is_settled(world):
            if slip and (slip == 1 or self.rng.below(slip) == 0):
                world.apply(world.random_action(self.rng))
            else:
                world.apply(self.knowledge.choose(world, self.rng))
            left -= 1
        self.knowledge.evaluate(world)

    def credit(self) -> None:
        self.visits[self.top] += 1
        for seat in range(self.root.players):
            self.prospects[seat] += self.knowledge.values[seat]
        for step in range(self.depth):
            node = self.path[step]
            self.visits[node] += 1
            self.total[node] += self.knowledge.values[self.key[node] % 8]

    # Proven ends

    def prove(self) -> None:
        """Note who has won at the end of the path, and go back as long as it was forced."""
        winner = self.sole_winner()
        step = self.depth - 1
        while winner != NOT_PROVEN and step >= 0:
            node = self.path[step]
            self.proven[node] = winner
            before = self.path[step - 1] if step else self.top
            if winner != self.key[node] % 8 and not self.all_proven(before, winner):
                return
            if step == 0:
                self.proven[before] = winner
            step -= 1

    def sole_winner(self) -> int:
        for seat in range(self.root.players):
            if self.knowledge.values[seat] == 1.0:
                return seat
        return NOT_PROVEN

    def all_proven(self, node: int, winner: int) -> bool:
        """Whether every choice of a position lets the same seat win."""
        child = self.first[node]
        while child != NONE and self.proven[child] == winner:
            child = self.next[child]
        return child == NONE and self.count < self.capacity  # else some choices may be missing

    def recall(self, node: int) -> None:
        """Put what is proven into the prospects."""
        for seat in range(self.root.players):
            self.knowledge.values[seat] = 1.0 if seat == self.proven[node] else 0.0

    # What was found

    def known(self) -> int:
        """How many iterations have come by the position in which the seat now is."""
        return self.visits[self.top]

    def lead(self) -> int:
        """By how many visits the best move is ahead of the second."""
        first = second = 0
        child = self.first[self.top]
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
        """The move that was visited most, the better one of two; one that wins by force before all others."""
        best = child = self.first[self.top]
        if best == NONE:
            return self.root.random_action(self.rng)
        while child != NONE:
            if self.is_better(child, best):
                best = child
            child = self.next[child]
        return self.key[best] // 8

    def is_better(self, child: int, other: int) -> bool:
        if self.proven[child] != self.proven[other]:
            if self.proven[child] == self.root.seat or self.proven[other] == self.root.seat:
                return self.proven[child] == self.root.seat
            if self.proven[child] == NOT_PROVEN or self.proven[other] == NOT_PROVEN:
                return self.proven[child] == NOT_PROVEN
        if self.visits[child] != self.visits[other]:
            return self.visits[child] > self.visits[other]
        return self.total[child] > self.total[other]

    def moves(self) -> list[Move]:
        """Every move that was tried, the most visited first."""
        found = []
        child = self.first[self.top]
        while child != NONE:
            visits = self.visits[child]
            if visits:
                found.append(Move(self.key[child] // 8, visits, self.total[child] / visits))
            child = self.next[child]
        return sorted(found, key=lambda move: (-move.visits, -move.prospect, move.action))

    def chances(self) -> list[float]:
        """What every seat may expect, as far as the seat that thinks can know."""
        known = max(1, self.visits[self.top] - self.since)
        found = [0.0] * self.root.players
        for seat in range(self.root.players):
            found[seat] = self.prospects[seat] / known
        return found

    def chances_after(self, action: int, iterations: int) -> list[float]:
        """What every seat may expect if the seat makes a move, by so many iterations that all begin with it.

        Asked of a new search, a move gets its due however little it promised to another one.
        """
        if not self.root.allows(action):
            raise ValueError(f"action {action} is not legal here")
        self.forget_chances()
        self.opening = action
        for _ in range(iterations):
            self.iterate()
        self.opening = ANY
        return self.chances()

    def follow(self, action: int) -> bool:
        """Make a move, and go on thinking from there; what was found below it is kept.

        Whether that is so: not if another seat is to move, or something has come to light that the worlds imagined so
        far did not know of, or there is little room left for more positions. Then the search is at its end.
        """
        known = self.root.reveals
        child = self.first[self.top]
        while child != NONE and self.key[child] != action * 8 + self.seat:
            child = self.next[child]
        self.root.play(action)
        if self.root.is_over or self.root.seat != self.seat or self.root.reveals != known:
            return False
        if self.count > self.capacity // 2:
            return False
        if child == NONE:
            child = self.count
            self.count += 1
            self.clear(child)
        self.top = child
        self.forget_chances()
        return True

    def forget_chances(self) -> None:
        """They are those of the position before, with what else was tried there."""
        for seat in range(self.root.players):
            self.prospects[seat] = 0.0
        self.since = self.visits[self.top]


def fill_logs() -> None:
    for n in range(1, 4096):
        LOGS[n] = log(float(n))


fill_logs()
