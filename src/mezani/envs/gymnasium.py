"""Gymnasium: one seat of a game, against bots on the others."""

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, Literal

import gymnasium
from gymnasium import logger
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete

from mezani import bots
from mezani.engine.rng import Rng
from mezani.envs.environment import (
    ILLEGAL,
    RENDER_MODES,
    Environment,
    environment_id,
    looks,
    not_legal,
)
from mezani.envs.observed import observed_games

Look = dict[str, Any] | Any  # the dict of observation and mask, or the observation alone


class SeatEnv(Environment, gymnasium.Env[Look, int]):
    """One seat of a game. Its reward is what `State.returns` gives it when the game is over, and 0 before.

    `opponents` are bots of one level, or of several, from the left neighbour on; "random" is one too. Without a `seat`,
    one is drawn for each game. With `flat`, what is seen is the observation alone; the mask is in the infos in any
    case. An action that the rules do not allow ends the game with a reward of -1, or raises IllegalAction with
    `illegal="error"`.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 (as Gymnasium types it)
    keeps = (*Environment.keeps, "seat", "is_done", "chance", "spec", "_np_random", "_np_random_seed")

    def __init__(
        self,
        name: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        opponents: str | Sequence[str] = "novice",
        seat: int | None = None,
        flat: bool = False,
        illegal: Literal["lose", "error"] = "lose",
    ) -> None:
        Environment.__init__(self, name, players, options, render_mode)
        if seat is not None and not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}: the seats are 0 to {self.players - 1}")
        if illegal not in ("lose", "error"):
            raise ValueError(f"`illegal` is 'lose' or 'error', not {illegal!r}")
        self.levels = levels_of(opponents, self.players - 1)
        self.bots = {level: bots.bot(level, self.game) for level in self.levels}
        self.fixed_seat, self.flat, self.illegal = seat, flat, illegal
        space = looks(self.game, self.game.action_count)
        self.observation_space: Dict | Box = space["observation"] if flat else space  # type: ignore[assignment]
        self.action_space: Discrete = Discrete(self.game.action_count)  # type: ignore[assignment]
        self.is_done = True

    def made_with(self) -> tuple[Any, ...]:
        return (*Environment.made_with(self), self.levels, self.fixed_seat, self.flat, self.illegal)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Look, dict[str, Any]]:
        """Begin a new game, up to the seat's first decision; `options` are not looked at.

        With a seed it is the same game as `Game.new` starts, and what the bots do follows from the seed too.
        """
        super().reset(seed=seed)
        self.game_state = self.new_game(seed if seed is not None else int(self.np_random.integers(2**63)))
        drawn = int(self.np_random.integers(self.players))
        self.seat = drawn if self.fixed_seat is None else self.fixed_seat
        self.chance = Rng(int(self.np_random.integers(2**63)))
        self.let_others_play()
        return self.look()

    def step(self, action: Any) -> tuple[Look, float, bool, bool, dict[str, Any]]:
        """Play, and let the others play up to the next decision."""
        if self.is_done:
            raise ResetNeeded("the game is over, or has not begun: call `reset` first")
        if not self.allows(action):
            return self.lose(action)
        self.game_state.apply(index(action))
        self.let_others_play()
        seen, info = self.look()
        return seen, self.game_state.returns()[self.seat], self.is_done, False, info

    def allows(self, action: Any) -> bool:
        """Whether an action is legal."""
        try:
            is_legal: bool = self.game_state.allows(index(action))
        except (TypeError, OverflowError):
            return False
        return is_legal

    def lose(self, action: Any) -> tuple[Look, float, bool, bool, dict[str, Any]]:
        """What comes of an action that is not legal."""
        problem = not_legal(self.seat, action)
        if self.illegal == "error":
            raise problem
        logger.warn(f"{problem}. The game ends, with a reward of {ILLEGAL}")
        self.is_done = True
        seen, info = self.look()
        return seen, ILLEGAL, True, False, info | {"illegal_action": str(problem)}

    def let_others_play(self) -> None:
        """Let the bots play until the seat is to move."""
        state = self.game_state
        while not state.is_over and state.seat != self.seat:
            for action in self.actions_of(self.levels[(state.seat - self.seat) % self.players - 1]):
                state.apply(action)
        self.is_done = state.is_over
        if self.render_mode == "human":
            self.render()

    def actions_of(self, level: str) -> list[int]:
        """What a bot of a level plays for the seat to move."""
        if level == "random":  # which looks at nothing, so that it needs no world of its own
            return [self.game_state.random_action(self.chance)]
        return bots.plan(self.bots[level], self.game_state, self.chance)

    def look(self) -> tuple[Look, dict[str, Any]]:
        """What the seat sees, and the infos."""
        seen = self.sight.see(self.game_state, self.seat)
        info = {"seat": self.seat, "action_mask": seen["action_mask"]}
        return (seen["observation"] if self.flat else seen), info


def levels_of(opponents: str | Sequence[str], count: int) -> list[str]:
    """The level of each opponent."""
    levels = [opponents] * count if isinstance(opponents, str) else list(opponents)
    if len(levels) != count:
        raise ValueError(f"there are {count} opponents, so name {count} levels, or one for all of them")
    return levels


def register_all() -> None:
    """Let `gymnasium.make` know the environments of all games: make("mezani/anne-v0", opponents="trader")."""
    for found in observed_games():
        gymnasium.register(environment_id(found), "mezani.envs.gymnasium:SeatEnv", kwargs={"name": found.name})


register_all()
