"""Judge: what every seat may expect of a position, by quick sensible players who play on from it, without a search."""

from mezani.engine.knowledge import Knowledge
from mezani.engine.rng import Rng
from mezani.engine.state import State, check_seats

NOBODY = -1


class Judge:
    """Judges worlds as they are, and what moves gain by what their seat can know.

    >>> import mezani
    >>> anne = mezani.game("anne")
    >>> judge = mezani.Judge(anne.knowledge(), mezani.Rng(1))
    >>> state = anne.new(players=4, seed=7)
    >>> round(sum(judge.chances(state)), 6)
    1.0
    """

    def __init__(self, knowledge: Knowledge, rng: Rng) -> None:
        self.knowledge = knowledge
        self.rng = rng
        self.slip = knowledge.slip  # one move of so many is any legal one
        self.sums = [0.0] * 5  # MOST_SEATS

    def chances(self, state: State, times: int = 1) -> list[float]:
        """What every seat may expect of this very world; only the future of its dice and decks is not known."""
        return self.judged(state, NOBODY, times)

    def chances_for(self, state: State, seat: int, times: int = 1) -> list[float]:
        """What every seat may expect, as far as one of them can know."""
        return self.judged(state, seat, times)

    def judged(self, state: State, seat: int, times: int) -> list[float]:
        check_seats(state.players)
        self.clear()
        self.knowledge.begin(state)
        for _ in range(times):
            world = state.clone()
            if seat != NOBODY:
                self.knowledge.imagine(world, seat, self.rng)
            world.rng.sow(self.rng.word())
            self.play_on(world, self.rng)
            self.add(state.players, 1.0)
        return self.mean(state.players, times)

    def gains(self, state: State, action: int, times: int) -> list[float]:
        """What every seat gains if a move is made, beside that of a quick player, as far as the seat to move can know.

        Both are played on in the same worlds, with the same chance.
        """
        if not state.allows(action):
            raise ValueError(f"action {action} is not legal here")
        self.clear()
        self.knowledge.begin(state)
        for _ in range(times):
            world = state.clone()
            self.knowledge.imagine(world, state.seat, self.rng)
            world.rng.sow(self.rng.word())
            usual = self.next_move(world, self.rng)
            if usual != action:
                chance = self.rng.word()
                self.continue_with(world.clone(), action, chance)
                self.add(state.players, 1.0)
                self.continue_with(world, usual, chance)
                self.add(state.players, -1.0)
        return self.mean(state.players, times)

    def continue_with(self, world: State, action: int, chance: int) -> None:
        """Judge a world after an action."""
        world.apply(action)
        self.play_on(world, Rng(chance))

    def play_on(self, world: State, rng: Rng) -> None:
        """Let quick sensible players play until the world can be judged, and judge it."""
        left = self.knowledge.horizon
        while (left > 0 or not self.knowledge.is_quiet(world)) and not self.knowledge.is_settled(world):
            world.apply(self.next_move(world, rng))
            left -= 1
        self.knowledge.evaluate(world)

    def next_move(self, world: State, rng: Rng) -> int:
        """What a quick player does, who slips now and then."""
        if self.slip and rng.below(self.slip) == 0:
            return world.random_action(rng)
        return self.knowledge.choose(world, rng)

    def clear(self) -> None:
        for seat in range(5):
            self.sums[seat] = 0.0

    def add(self, players: int, sign: float) -> None:
        for seat in range(players):
            self.sums[seat] += sign * self.knowledge.values[seat]

    def mean(self, players: int, times: int) -> list[float]:
        found = [0.0] * players
        for seat in range(players):
            found[seat] = self.sums[seat] / times
        return found
