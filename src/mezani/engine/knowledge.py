"""Knowledge: what a game's `bot/` tells the search about the game; without any, everything is equally likely."""

import cython

from mezani.engine.net import Net
from mezani.engine.rng import Rng
from mezani.engine.state import MOST_CHOICES, MOST_SEATS, Choices, State, check_seats

if not cython.compiled:
    from math import exp, log

FOR_MARGIN = 0.1  # how much the margin counts beside the victory itself


class Knowledge:
    """What a player knows about a game besides its rules.

    A game overrides what it knows better. The search asks for one `begin`, then again and again for `imagine`, `weigh`
    (where choices are many), `choose` until a world `is_settled`, or until `horizon` decisions are played out and it
    `is_quiet`, and `evaluate`.
    """

    def __init__(self) -> None:
        self.values = [0.0] * 5  # MOST_SEATS: what `evaluate` found for each seat, from 0 to 1
        if not cython.compiled:
            self.weights = [0.0] * MOST_CHOICES  # what `weigh` found for each choice
        self.value: Net | None = None  # what was learned about positions, if anything
        self.moves: Net | None = None  # and about moves
        self.exploration = 0.7  # how much the search tries what seems worse
        self.weighs = False  # whether the search asks for weights, and is guided by them
        self.doubt = 0.05  # how much worse than those that were tried the others are held to be
        self.is_open = False  # whether nothing is hidden and nothing left to chance: then ends are proven
        self.slip = 0  # when playing on, one move of so many is any legal one: sensible players all too alike mislead
        self.horizon = 100_000  # so many decisions are played on at most
        self.glance = 50  # iterations of a short thought
        self.thought = 10_000  # iterations of a long one, after which more of them gain little
        self.seconds = 2.0  # the longest thought
        self.sureness = 1.0  # how sure prospects are to be told of those that the search finds: log odds times this
        self.certainty = 1.0  # how sure the judgement without a search is to be told: chances to the power of this
        self.optimism = 0.0  # by how much the search sees its seat too well off, as a difference of log odds

    def begin(self, state: State) -> None:
        """Look at the position in which the search begins."""

    def imagine(self, state: State, seat: int, rng: Rng) -> None:
        """Make a world that the seat holds for likely out of one that it cannot tell from the true one."""
        state.redeal(seat, rng)

    def choose(self, state: State, rng: Rng) -> int:
        """What a quick sensible player would do."""
        return state.random_action(rng)

    def weigh(self, state: State, choices: Choices) -> None:
        """Give each choice its weight in `weights`; the greater, the sooner it is tried. They add up to 1."""
        choices.check()
        for k in range(choices.count):
            self.weights[k] = 1.0 / choices.count

    def whim(self, state: State, choices: Choices, rng: Rng) -> int:
        """One of the choices, each as likely as it weighs."""
        choices.check_some()
        self.weigh(state, choices)
        left = rng.below(1_000_000) / 1_000_000.0
        k = 0
        while k + 1 < choices.count and left >= self.weights[k]:
            left -= self.weights[k]
            k += 1
        return choices.actions[k]

    def is_settled(self, state: State) -> bool:
        """Whether the world has come so far that it can be judged without playing on."""
        return state.is_over

    def is_quiet(self, state: State) -> bool:
        """Whether the world can be judged here, when the horizon is reached: not amid a purchase, say."""
        return True

    def evaluate(self, state: State) -> None:
        """Put each seat's prospect, from 0 to 1, into `values`: here its share of the victory."""
        check_seats(state.players)
        winners = state.winners()
        for seat in range(state.players):
            self.values[seat] = 1.0 / len(winners) if seat in winners else 0.0

    def describe(self, state: State) -> list[list[float]]:
        """What a learned judgement is told of each seat; nothing where none is learned."""
        return []

    def describe_moves(self, state: State) -> tuple[list[float], list[int], list[float]]:
        """What a learned guide is told of a decision: its inputs, the kind of each choice, and what each promises.

        Nothing where none is learned.
        """
        return [], [], []

    def sobered(self, prospect: float) -> float:
        """A prospect that the search has found, as likely as games turn out."""
        if not 0.0 < prospect < 1.0:
            return prospect
        odds = exp(self.sureness * log(prospect / (1.0 - prospect)) - self.optimism)
        return odds / (1.0 + odds)

    # For knowledge that counts in points

    def points_to_chances(self, players: int, scale: float) -> None:
        """Turn the points in `values` into chances of winning: e to 1 for a lead of `scale` points."""
        best = self.values[0]
        for seat in range(players):
            best = max(best, self.values[seat])
        whole = 0.0
        for seat in range(players):
            self.values[seat] = exp((self.values[seat] - best) / scale)
            whole += self.values[seat]
        for seat in range(players):
            self.values[seat] /= whole

    def points_to_victory(self, players: int, scale: float) -> None:
        """Turn the final points in `values` into shares of the victory, and a little for the margin.

        A game that is lost is then still played well, and one that is won too.
        """
        best = self.values[0]
        for seat in range(players):
            best = max(best, self.values[seat])
        winners = 0
        wins = [0, 0, 0, 0, 0]
        for seat in range(players):
            wins[seat] = self.values[seat] == best
            winners += wins[seat]
        self.points_to_chances(players, scale)
        for seat in range(players):
            self.values[seat] = FOR_MARGIN * self.values[seat] + (1.0 - FOR_MARGIN) * wins[seat] / winners

    def promises_to_weights(self, count: int, scale: float) -> None:
        """Turn what each choice promises, in `weights`, into weights: e to 1 for a difference of `scale`."""
        best = self.weights[0]
        for k in range(count):
            best = max(best, self.weights[k])
        whole = 0.0
        for k in range(count):
            self.weights[k] = exp((self.weights[k] - best) / scale)
            whole += self.weights[k]
        for k in range(count):
            self.weights[k] /= whole

    # For knowledge in plain Python, which sees arrays of C only as copies

    def give_weights(self, weights: list[float]) -> None:
        """Set the weights of all choices, in their order."""
        if len(weights) > MOST_CHOICES:
            raise ValueError(f"{len(weights)} weights: there are at most {MOST_CHOICES} choices")
        for k in range(len(weights)):
            self.weights[k] = weights[k]

    def give_values(self, values: list[float]) -> None:
        """Set the prospects of all seats."""
        if len(values) > MOST_SEATS:
            raise ValueError(f"{len(values)} prospects: there are at most {MOST_SEATS} seats")
        for seat in range(len(values)):
            self.values[seat] = values[seat]
