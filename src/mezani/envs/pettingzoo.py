"""PettingZoo: all seats of a game are agents; they take turns, or act all at once."""

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete, Space
from pettingzoo import AECEnv, ParallelEnv, register
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import BaseParallelWrapper

from mezani.envs.environment import (
    ILLEGAL,
    RENDER_MODES,
    Environment,
    environment_id,
    looks,
    not_legal,
)
from mezani.envs.observed import observed_games
from mezani.envs.stepping import Stepping

Look = dict[str, Any]  # "observation" and "action_mask"
Infos = dict[str, dict[str, Any]]


def aec(
    name: str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
    wrapped: bool = True,
) -> Any:
    """A game in which the seats take turns, wrapped as PettingZoo wraps its own: an illegal action ends it.

    >>> env = aec("anne", players=4)
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter():
    ...     look, reward, terminated, truncated, info = env.last()
    ...     env.step(None if terminated else env.action_space(agent).sample(look["action_mask"]))
    """
    env: Any = RawAEC(name, players, options, render_mode)
    if wrapped:
        env = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL)
        env = wrappers.AssertOutOfBoundsWrapper(env)
        env = wrappers.OrderEnforcingWrapper(env)
    return env


def raw_aec(
    name: str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
) -> "RawAEC":
    """The same without wrappers, far quicker: an illegal action raises IllegalAction and changes nothing."""
    return RawAEC(name, players, options, render_mode)


def parallel(
    name: str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
    wrapped: bool = True,
) -> Any:
    """A game in which all seats act in each step; those that have nothing to decide can only pass.

    Where seats decide at the same time, as in predictions, their choices are taken in one step. Elsewhere one seat
    chooses, and for the others the mask has nothing but the last action, which is to pass. Wrapped, an illegal action
    ends the game; else it raises IllegalAction and changes nothing.
    """
    env = RawParallel(name, players, options, render_mode)
    return EndIfIllegal(env) if wrapped else env


def agent_names(players: int) -> list[str]:
    """What the seats are called: "seat_0" and so on."""
    return [f"seat_{seat}" for seat in range(players)]


class Agents(Environment):
    """What the two kinds of environments share: a space of looks and one of actions for each seat."""

    def __init__(
        self,
        name: str,
        players: int | None,
        options: Mapping[str, Any] | None,
        render_mode: str | None,
        has_pass: bool = False,
    ) -> None:
        Environment.__init__(self, name, players, options, render_mode)
        self.metadata = {
            "name": environment_id(self.game).removeprefix("mezani/").replace("-", "_"),
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        names, actions = agent_names(self.players), self.game.action_count + has_pass
        self.observation_spaces: dict[str, Space[Any]] = {agent: looks(self.game, actions) for agent in names}
        self.action_spaces: dict[str, Space[Any]] = {agent: Discrete(actions) for agent in names}
        self.state_space = Box(0, 255, (self.players * self.sight.size,), np.uint8)

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The actions, legal or not."""
        return self.action_spaces[agent]

    def state(self) -> Any:
        """All that the seats know together: their observations, one behind the other."""
        known = np.empty(self.state_space.shape, np.uint8)
        for seat in range(self.players):
            self.game_state.observe(seat, known[seat * self.sight.size :])
        return known


class RawAEC(Agents, Stepping, AECEnv[str, Any, Any]):
    """The seats of a game take turns. Every seat gets its reward when the game is over, and 0 before."""

    keeps = (
        *Environment.keeps,
        "agents",
        "agent_selection",
        "rewards",
        "_cumulative_rewards",
        "terminations",
        "truncations",
        "infos",
    )

    def __init__(
        self,
        name: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        Agents.__init__(self, name, players, options, render_mode)
        Stepping.__init__(self, self.sight, agent_names(self.players), render_mode == "human")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game: with a seed, the one that `Game.new` starts with it. `options` are not looked at."""
        self.begin(self.new_game(seed))
        self._skip_agent_selection = None  # type: ignore[assignment] # PettingZoo's own, of an agent of the last game
        if self.render_mode == "human":
            self.render()

    def leave(self, action: Any) -> None:
        """An agent whose game is over leaves it."""
        if not self.agents:
            raise ValueError("all agents have left: `reset` begins a new game")
        self._was_dead_step(action)


class RawParallel(Agents, ParallelEnv[str, Any, Any]):
    """All seats of a game act in each step, most of them by passing."""

    keeps = (*Environment.keeps, "agents")

    def __init__(
        self,
        name: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        Agents.__init__(self, name, players, options, render_mode, has_pass=True)
        self.possible_agents = agent_names(self.players)
        self.passing = self.game.action_count

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Look], Infos]:
        """Begin a new game: with a seed, the one that `Game.new` starts with it. `options` are not looked at."""
        self.game_state = self.new_game(seed)
        self.agents = self.possible_agents[:]
        if self.render_mode == "human":
            self.render()
        return self.looks(), {agent: {} for agent in self.agents}

    def asked(self) -> dict[int, list[int]]:
        """The seats that decide in this step, and what they may choose.

        Those that are not to move yet are asked if they have a choice by now, as at the tables.
        """
        state = self.game_state
        may = {seat: state.open_actions(seat) for seat in state.open_seats()}
        return {seat: actions for seat, actions in may.items() if seat == state.seat or len(actions) > 1}

    def looks(self) -> dict[str, Look]:
        """What each agent sees, and may do."""
        asked, seen = self.asked(), {}
        for seat, agent in enumerate(self.agents):
            mask = np.zeros(self.passing + 1, np.int8)
            mask[asked.get(seat, self.passing)] = 1
            observation = np.empty(self.sight.size, np.uint8)
            self.game_state.observe(seat, observation)
            seen[agent] = {"observation": observation, "action_mask": mask}
        return seen

    def wrong(self, actions: Mapping[str, Any]) -> list[str]:
        """The agents whose actions are not legal. Whoever has nothing to decide may be left out."""
        asked = self.asked()
        return [
            agent
            for seat, agent in enumerate(self.agents)
            if actions.get(agent, self.passing) not in asked.get(seat, (self.passing,))
        ]

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Look], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Let everybody act; IllegalAction, and nothing is changed, if anybody may not do so."""
        if not self.agents:
            raise ValueError("the game is over: `reset` begins a new one")
        for agent in self.wrong(actions):
            raise not_legal(self.possible_agents.index(agent), actions.get(agent, self.passing))
        state = self.game_state
        chosen = {seat: index(actions[self.agents[seat]]) for seat in self.asked()}
        while chosen:
            state.play(chosen.pop(state.seat))
        if self.render_mode == "human":
            self.render()
        return self.outcome(dict(zip(self.agents, state.returns(), strict=True)), state.is_over)

    def give_up(
        self, wrong: list[str]
    ) -> tuple[dict[str, Look], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """End the game, which these agents have spoilt."""
        return self.outcome({agent: ILLEGAL if agent in wrong else 0.0 for agent in self.agents}, True)

    def outcome(
        self, rewards: dict[str, float], is_over: bool
    ) -> tuple[dict[str, Look], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """What a step gives back; when it was the last one, all agents leave."""
        seen, over = self.looks(), dict.fromkeys(self.agents, is_over)
        infos: Infos = {agent: {} for agent in self.agents}
        if is_over:
            self.agents = []
        return seen, rewards, over, dict.fromkeys(over, False), infos


class EndIfIllegal(BaseParallelWrapper[str, Any, Any]):
    """Ends a game in which somebody acts against the rules: it costs them 1, and all others nothing."""

    env: RawParallel

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Look], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Let everybody act."""
        if self.env.agents and (wrong := self.env.wrong(actions)):
            EnvLogger.warn_on_illegal_move()
            return self.env.give_up(wrong)
        return self.env.step(actions)


def register_all() -> None:
    """Let `pettingzoo.make` know the environments of all games: make("aec", "mezani/anne-v0", players=4)."""
    for found in observed_games():
        register("aec", environment_id(found), aec, kwargs={"name": found.name})
        register("parallel", environment_id(found), parallel, kwargs={"name": found.name})


register_all()
