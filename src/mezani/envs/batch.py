"""Batch: many games of one kind that are stepped together, over arrays of NumPy."""

import os
import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from mezani.engine.state import IllegalAction
from mezani.envs.arrays import Shape, SharedMemory, own_memory
from mezani.envs.crew import Crew, Share, lanes_of, shares_of
from mezani.envs.lanes import first_illegal
from mezani.envs.observed import observed_game


class Batch:
    """Games that are stepped together: one decision in each of them at every step.

    The arrays are always the same ones, and are written to in place: copy what is to be kept. There is a row for each
    game. A game that is over makes room for the next one at once: `over` says so, `rewards` and `scores` tell how it
    has ended for its seats, and the rest of its row shows the new game. What happens depends on the seed and the
    actions alone, not on how many processes there are.

    >>> batch = Batch("anne", players=4, games=3, seed=1)
    >>> batch.observations.shape, batch.masks.shape, batch.seats.shape
    ((3, 677), (3, 64), (3,))
    >>> batch.step(batch.random_actions())
    >>> int(batch.over.sum())
    0
    """

    def __init__(
        self,
        name: str,
        players: int | None = None,
        games: int = 1024,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        processes: int = 1,
    ) -> None:
        if games < 1:
            raise ValueError(f"a batch has at least one game, not {games}")
        if processes < 0:
            raise ValueError(f"processes: 1 or more, or 0 for one on each core, not {processes}")
        self.game = observed_game(name)
        self.players = self.game.new(players, 0, options).players
        self.games = games
        self.seed = secrets.randbits(63) if seed is None else seed
        assert self.game.observation is not None
        shape = Shape(games, self.players, self.game.observation.size, self.game.action_count)
        whole = Share(name, self.players, dict(options or {}), self.seed, shape, 0, games)
        first, *others = shares_of(whole, min(processes or os.cpu_count() or 1, games))
        shared = SharedMemory(shape.size()) if others else None
        self.rows = shape.rows(shared.memory if shared else own_memory(shape.size()))
        self.crew = Crew(others, shared)
        self.lanes = lanes_of(first, self.rows)

    @property
    def actions(self) -> Any:
        """What `step` plays if it is given nothing else (int32)."""
        return self.rows.actions

    @property
    def seats(self) -> Any:
        """Whose decision it is in each game (int32)."""
        return self.rows.seats

    @property
    def observations(self) -> Any:
        """What that seat may know (uint8); `game.observation` tells what stands where."""
        return self.rows.observations

    @property
    def masks(self) -> Any:
        """1 for each action that is legal (uint8)."""
        return self.rows.masks

    @property
    def over(self) -> Any:
        """Whether a game has ended with the last step, and a new one has begun (bool)."""
        return self.rows.over

    @property
    def rewards(self) -> Any:
        """What each seat has got in a game that has just ended, as `State.returns` says; else 0 (float32)."""
        return self.rows.rewards

    @property
    def scores(self) -> Any:
        """The points of each seat in a game that has just ended; else 0 (int32)."""
        return self.rows.scores

    def step(self, actions: Any = None) -> None:
        """Play an action in each game; IllegalAction, and nothing is played, if one of them is not legal."""
        if actions is not None and actions is not self.actions:
            self.actions[:] = np.asarray(actions)
        illegal = first_illegal(self.actions, self.masks)
        if illegal >= 0:
            raise IllegalAction(f"action {self.actions[illegal]} is not legal in game {illegal}")
        self.crew.begin("step")
        self.lanes.step()
        self.crew.wait()

    def random_actions(self) -> Any:
        """Put a legal action for each game, each equally likely, into `actions`, and return those."""
        self.crew.begin("choose_at_random")
        self.lanes.choose_at_random()
        self.crew.wait()
        return self.actions

    def close(self) -> None:
        """End the other processes. The arrays stay."""
        self.crew.close()

    def __len__(self) -> int:
        return self.games

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games of {self.game.title}, {self.players} players, seed {self.seed}>"
