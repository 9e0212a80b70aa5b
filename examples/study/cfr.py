"""CFR on the small Ahadi: how near it comes to play that nobody can exploit, and how far our bots are from it.

Two players, the numbers 1 to 3, one hand: all 3,360 deals are played out into one tree. CFR+ learns on all of its
nodes at once, level by level, in arrays of NumPy. Exploitability is what a best response wins on average against a
strategy, the mean over both seats, in shares of a victory: 0 is perfect, 0.5 is all that there is to lose.

    python examples/study/cfr.py --iterations 500 --bots random,novice,trader,expert,master --samples 64
"""

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np

import mezani
from mezani import bots

Array = np.ndarray[Any, np.dtype[Any]]
SMALL = {"numbers": 3, "single_hand": True}


class Level:
    """The nodes after the same number of decisions; a slot is an action at an information state."""

    def __init__(self) -> None:
        self.parents = list[int]()  # by their places in the level before
        self.slots = list[int]()  # the actions that led here; -1 at the deals
        self.seats = list[int]()  # to move; -1 where the game is over
        self.gains = list[float]()  # of seat 0, where the game is over

    def freeze(self, before: "Level | None") -> None:
        """Turn the lists into arrays."""
        self.parent, self.slot, self.seat = (np.array(kept) for kept in (self.parents, self.slots, self.seats))
        self.gain = np.array(self.gains)
        self.mover = before.seat[self.parent] if before else self.seat  # who chose the action that led here


class Tree:
    """All that can happen after some deals, and the information states of both seats in it."""

    def __init__(self, deals: Sequence[mezani.State]) -> None:
        self.levels = list[Level]()
        self.known = dict[tuple[int, bytes], int]()  # the first slot of each information state
        self.first = list[int]()
        self.actions = list[int]()  # of each slot
        self.examples = list[mezani.State]()  # a state for each information state
        for deal in deals:
            self.grow(mezani.Episode(deal), 0, 0, -1)
        for n, level in enumerate(self.levels):
            level.freeze(self.levels[n - 1] if n else None)
        self.starts = np.array(self.first)
        self.sizes = np.diff(self.starts, append=len(self.actions))
        self.uniform = np.repeat(1.0 / self.sizes, self.sizes)

    def grow(self, episode: mezani.Episode, depth: int, parent: int, slot: int) -> None:
        """Add a node and all that can follow it."""
        if depth == len(self.levels):
            self.levels.append(Level())
        level, state = self.levels[depth], episode.state
        place = len(level.parents)
        level.parents.append(parent)
        level.slots.append(slot)
        level.seats.append(-1 if state.is_over else state.seat)
        level.gains.append(state.returns()[0] if state.is_over else 0.0)
        if state.is_over:
            return
        first = self.slot_of(episode)
        for n, action in enumerate(state.legal_actions()):
            after = episode.clone()
            after.play(action)
            self.grow(after, depth + 1, place, first + n)

    def slot_of(self, episode: mezani.Episode) -> int:
        """The first slot of the information state of the seat to move."""
        state = episode.state
        key = (state.seat, episode.key(state.seat))
        if key not in self.known:
            self.known[key] = len(self.actions)
            self.first.append(len(self.actions))
            self.actions += state.legal_actions()
            self.examples.append(state.clone())
        return self.known[key]

    def by_state(self, summary: np.ufunc, amounts: Array) -> Array:
        """A summary of the slots of each information state, put down at each of its slots."""
        return np.repeat(summary.reduceat(amounts, self.starts), self.sizes)

    def normal(self, weights: Array) -> Array:
        """Weights of actions as probabilities: each equally likely where all are 0."""
        total = self.by_state(np.add, weights)
        return np.where(total > 0, weights / np.where(total > 0, total, 1.0), self.uniform)

    def reach(self, policy: Array, seat: int) -> list[Array]:
        """How likely chance and a seat let each node come about, level by level."""
        reached = [np.full(len(self.levels[0].parent), 1.0 / len(self.levels[0].parent))]
        for level in self.levels[1:]:
            reached.append(reached[-1][level.parent] * np.where(level.mover == seat, policy[level.slot], 1.0))
        return reached

    def worth(self, policy: Array) -> list[Array]:
        """What seat 0 wins on average from each node on, level by level."""
        found = [self.levels[-1].gain]
        for before, level in zip(self.levels[-2::-1], self.levels[:0:-1], strict=True):
            found.append(before.gain + summed(level.parent, policy[level.slot] * found[-1], len(before.parent)))
        return found[::-1]

    def best_response(self, policy: Array, seat: int) -> float:
        """What a seat wins on average that knows the policy of the other, and plays as well as can be against it.

        All nodes of an information state are on one level: everybody sees how many decisions there were.
        """
        sign = 1.0 if seat == 0 else -1.0
        reached = self.reach(policy, 1 - seat)
        worth = sign * self.levels[-1].gain
        for n in range(len(self.levels) - 1, 0, -1):
            before, level = self.levels[n - 1], self.levels[n]
            own = level.mover == seat
            total = summed(level.slot[own], (reached[n] * worth)[own], len(policy))
            best = self.normal((total >= self.by_state(np.maximum, total)).astype(float))
            chosen = np.where(own, best[level.slot], policy[level.slot])
            worth = sign * before.gain + summed(level.parent, chosen * worth, len(before.parent))
        return float(worth.mean())

    def exploitability(self, policy: Array) -> float:
        """What best responses win, the mean over both seats."""
        return (self.best_response(policy, 0) + self.best_response(policy, 1)) / 2


def summed(places: Array, amounts: Array, size: int) -> Array:
    """The sum of the amounts at each of so many places."""
    sums: Array = np.bincount(places, amounts, size)
    return sums


class CFR:
    """CFR+ (Tammelin 2014): regrets never fall below 0, and later iterations count for more in the average."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.regrets = np.zeros(len(tree.actions))
        self.total = np.zeros(len(tree.actions))
        self.iterations = 0

    def iterate(self) -> None:
        """Let one seat learn, and then the other."""
        self.iterations += 1
        for seat in (0, 1):
            policy = self.tree.normal(self.regrets)
            others, own = self.tree.reach(policy, 1 - seat), self.tree.reach(policy, seat)
            worth = self.tree.worth(policy)
            for n, level in enumerate(self.tree.levels[1:], 1):
                mine = level.mover == seat
                slots, parents = level.slot[mine], level.parent[mine]
                gain = (worth[n][mine] - worth[n - 1][parents]) * (1.0 if seat == 0 else -1.0)
                self.regrets += summed(slots, gain * others[n][mine], len(policy))
                self.total += self.iterations * summed(slots, own[n][mine], len(policy))
            np.maximum(self.regrets, 0.0, out=self.regrets)

    def average(self) -> Array:
        """The strategy that comes near to unexploitable play."""
        return self.tree.normal(self.total)


def policy_of(level: str, tree: Tree, game: mezani.Game[Any], samples: int) -> Array:
    """How often a bot chooses each action, asked so many times at each information state; random play is known."""
    if level == "random":
        return tree.uniform
    bot, counts = bots.bot(level, game), np.zeros(len(tree.actions))
    for n, (state, first, size) in enumerate(zip(tree.examples, tree.starts, tree.sizes, strict=True)):
        for sample in range(samples if size > 1 else 0):
            chosen = bots.choose(bot, state, mezani.Rng(n * samples + sample))
            counts[tree.actions.index(chosen, first, first + size)] += 1
    return tree.normal(counts)


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--iterations", type=int, default=100)
    options.add_argument("--bots", default="random,novice,trader,expert,master", help="levels, with commas")
    options.add_argument("--samples", type=int, default=16, help="how often a bot is asked at an information state")
    options.add_argument("--every", type=int, default=1, help="2: only every second deal, and so on")
    given = options.parse_args(arguments)
    game = mezani.game("ahadi")
    deals = (game.all_deals(2, SMALL) or ())[:: given.every]
    tree = Tree(deals)
    nodes = sum(len(level.seats) for level in tree.levels)
    print(f"{len(deals):,} deals, {nodes:,} nodes, {len(tree.starts):,} information states")
    cfr = CFR(tree)
    for n in range(1, given.iterations + 1):
        cfr.iterate()
        if n in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, given.iterations):
            print(f"after {n} iterations: {tree.exploitability(cfr.average()):.7f}")
    for level in filter(None, given.bots.split(",")):
        print(f"{level}: {tree.exploitability(policy_of(level, tree, game, given.samples)):.4f}")


if __name__ == "__main__":
    main()
