"""Environment: what all environments of a game share, whichever library they are for."""

from collections.abc import Mapping
from secrets import randbits
from typing import Any

import numpy as np
from gymnasium import logger
from gymnasium.spaces import Box, Dict

from mezani.bots.seeds import one_way_seed
from mezani.engine.state import IllegalAction, State, observer_of
from mezani.envs.observed import observed_game
from mezani.envs.sight import Sight
from mezani.game import Game

ILLEGAL = -1.0  # the reward for an action that ends the game because the rules do not allow it: worse than any defeat
RENDER_MODES = ["human", "ansi"]


def environment_id(of: Game[Any]) -> str:
    """By which name the libraries know the environments of a game.

    >>> environment_id(observed_game("anne"))
    'mezani/anne-v0'
    """
    return f"mezani/{of.name}-v{of.environment_version}"


def looks(of: Game[Any], actions: int) -> Dict:
    """The space of what a seat sees: its observation, and a mask of the actions."""
    assert of.observation is not None
    return Dict(
        {"observation": Box(0, 255, (of.observation.size,), np.uint8), "action_mask": Box(0, 1, (actions,), np.int8)}
    )


class Environment:
    """One game after another, with as many players and the same options: its states, and what is seen of them."""

    game_state: Any  # the State, from the first reset on

    def __init__(
        self, name: str, players: int | None, options: Mapping[str, Any] | None, render_mode: str | None
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"there is no render mode {render_mode!r}: there are {', '.join(RENDER_MODES)}")
        self.game = observed_game(name)
        self.options = dict(options or {})
        start = self.game.new(players, 0, self.options)
        self.players = start.players
        self.render_mode = render_mode
        self.sight = Sight(observer_of(start), self.game.action_count)
        self.last_seed: int = randbits(63)

    def new_game(self, seed: int | None) -> State:
        """The game of a seed; without one, what is dealt follows from the seed before."""
        self.last_seed = one_way_seed("next game", self.last_seed) if seed is None else int(seed)
        state: State = self.game.new(self.players, self.last_seed, self.options)
        return state

    def render(self) -> str | None:
        """The board as the seat to move sees it, as text; printed in the mode "human"."""
        if self.render_mode == "ansi":
            return str(self.game_state)
        if self.render_mode == "human":
            print(self.game_state)
        else:
            logger.warn("there is nothing to render: make this environment with render_mode='human' or 'ansi'")
        return None

    def close(self) -> None:
        """Nothing is left open."""

    # Copies

    keeps: tuple[str, ...] = ("game_state", "last_seed")  # what a copy takes over besides how the environment was made

    def made_with(self) -> tuple[Any, ...]:
        """What to call the class with for another one of these."""
        return self.game.name, self.players, self.options, self.render_mode

    def __reduce__(self) -> tuple[Any, ...]:
        kept = {name: getattr(self, name) for name in self.keeps if hasattr(self, name)}
        return type(self), self.made_with(), kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)


def not_legal(seat: int, action: object) -> IllegalAction:
    """The error that says what a seat must not do."""
    return IllegalAction(
        f"action {action!r} is not legal for seat {seat} now: the legal ones are those with a 1 in 'action_mask'"
    )
