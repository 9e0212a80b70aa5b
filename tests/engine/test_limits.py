"""Beyond the limits of the contract there are Python errors that say which, never a crash: in a process of its own."""

import subprocess
import sys

import pytest

SETUP = """
import mezani
from mezani.engine.knowledge import Knowledge
from mezani.engine.state import Choices, State

class Wide(State):
    '''A game with so many choices, and no end.'''

    def __init__(self, choices, players=2, end=None):
        State.__init__(self, players, 1)
        self.choices, self.end = choices, end

    def legal(self, choices):
        for action in range(self.choices):
            choices.add(action)

    def apply(self, action):
        self.seat = (self.seat + 1) % self.players
        self.is_over = self.end == action

    def clone(self):
        other = Wide(self.choices, self.players, self.end)
        self.copy_common(other)
        return other

    def redeal(self, seat, rng):
        pass

    def scores(self):
        return [0] * self.players

class Told(Knowledge):
    '''Knowledge that gives as many weights or values as it is told to.'''

    def __init__(self, weights=2, values=2):
        Knowledge.__init__(self)
        self.weighs, self.told = True, (weights, values)

    def weigh(self, state, choices):
        self.give_weights([0.1] * self.told[0])

    def evaluate(self, state):
        self.give_values([0.1] * self.told[1])

def overfull():
    choices = Choices()
    for action in range(5000):
        choices.add(action)
    return choices

def grown():
    state = Wide(3)
    state.players = 9
    return state

class Finished(Wide):
    def legal(self, choices):
        pass

    def clone(self):
        return Finished(0)

rng = mezani.Rng(1)
"""
TOO_MANY = "5000 legal actions at once: a game may have at most 4096"
NOTHING = "a decision without a legal action"
NASTY = {
    "Wide(5000).legal_actions()": TOO_MANY,
    "Wide(5000).allows(4999)": TOO_MANY,
    "Wide(5000).play(4999)": TOO_MANY,
    "Wide(5000).random_action(rng)": TOO_MANY,
    "mezani.playout(Wide(5000), rng)": TOO_MANY,
    "mezani.Search(Wide(5000), Knowledge(), rng).think(10)": TOO_MANY,
    "mezani.Search(Wide(5000), Told(), rng).think(10)": TOO_MANY,
    "overfull().as_list()": TOO_MANY,
    "overfull().has(4999)": TOO_MANY,
    "Knowledge().weigh(Wide(2), overfull())": TOO_MANY,
    "Knowledge().whim(Wide(2), overfull(), rng)": TOO_MANY,
    "Knowledge().whim(Wide(2), Choices(), rng)": NOTHING,
    "Knowledge().choose(Finished(0), rng)": NOTHING,
    "Finished(0).random_action(rng)": NOTHING,
    "mezani.playout(Finished(0), rng)": NOTHING,
    "mezani.Search(Finished(0), Knowledge(), rng).think(10)": NOTHING,
    "Wide(2, players=6)": "a game has 1 to 5 seats, not 6",
    "Wide(2, players=0)": "a game has 1 to 5 seats, not 0",
    "Knowledge().evaluate(grown())": "a game has 1 to 5 seats, not 9",
    "mezani.Search(grown(), Knowledge(), rng).think(10)": "a game has 1 to 5 seats, not 9",
    "Knowledge().give_weights([0.1] * 5000)": "5000 weights: there are at most 4096 choices",
    "Knowledge().give_values([0.1] * 6)": "6 prospects: there are at most 5 seats",
    "mezani.Search(Wide(3), Told(weights=5000), rng).think(10)": "5000 weights: there are at most 4096 choices",
    "mezani.Search(Wide(3, end=2), Told(values=6), rng).think(10)": "6 prospects: there are at most 5 seats",
    "mezani.Search(Wide(3), Knowledge(), rng, capacity=0)": "the search keeps 1 or more positions, not 0",
}


@pytest.fixture(scope="module")
def outcomes() -> dict[str, str]:
    """What came of each line; a crash ends them all."""
    script = SETUP + "".join(
        f"print({line!r}, end=' -> ', flush=True)\n"
        f"try:\n    print('nothing', {line})\n"
        "except Exception as problem:\n    print(f'{type(problem).__name__}: {problem}')\n"
        for line in NASTY
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return dict(line.split(" -> ") for line in done.stdout.splitlines())


@pytest.mark.parametrize("line", NASTY)
def test_what_is_beyond_the_limits_raises_an_error(line: str, outcomes: dict[str, str]) -> None:
    assert outcomes[line].startswith("ValueError: ")
    assert NASTY[line] in outcomes[line]
