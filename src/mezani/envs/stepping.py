"""Stepping: the quick part of an environment in which seats take turns."""

from operator import index
from typing import Any

import cython

from mezani.engine.state import State
from mezani.envs.sight import Sight


class Stepping:
    """A game in which the agent to move is looked at, and steps; what each agent has got is kept in dicts by its name.

    The names of the methods and fields are those of PettingZoo's AEC environments.
    """

    def __init__(self, sight: Sight, agents: list[str], shows: bool) -> None:
        self.sight = sight
        self.shows = shows  # after each step
        self.game_state: Any = None
        self.possible_agents = agents
        self.nothing = dict.fromkeys(agents, 0.0)
        self.not_yet = dict.fromkeys(agents, False)
        self.seats = {agent: seat for seat, agent in enumerate(agents)}

    def begin(self, state: State) -> None:
        """Let a game begin, with all agents."""
        self.game_state = state
        self.agents = self.possible_agents[:]
        self.rewards = self.nothing.copy()
        self._cumulative_rewards = self.nothing.copy()
        self.terminations = self.not_yet.copy()
        self.truncations = self.not_yet.copy()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[state.seat]

    def begun(self) -> State:
        """The state of the game."""
        if self.game_state is None:
            raise ValueError("no game has begun: call `reset` first")
        state: State = self.game_state
        return state

    def seat_of(self, agent: str, state: State) -> int:
        """The seat of an agent, most often the one to move."""
        return state.seat if agent is self.possible_agents[state.seat] else self.seats[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and may do: nothing if it is not its turn."""
        return self.sight.see(self.begun(), self.seats[agent])

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """The observation of the agent to move, its reward, whether it is done, and its info."""
        state = self.begun()
        agent = self.agent_selection
        return (
            self.sight.see(state, self.seat_of(agent, state)) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: Any) -> None:
        """Let the agent to move play; IllegalAction, and nothing is changed, if it may not. When it is done: None."""
        state = self.begun()
        if state.is_over:
            self.leave(action)
            return
        try:
            number = action if cython.compiled else index(action)
        except (TypeError, OverflowError):
            number = -1
        if not state.allows(number):
            state.play(action)  # which says why not
        state.apply(number)
        if state.is_over:
            self.finish()
        else:
            self.agent_selection = self.possible_agents[state.seat]
        if self.shows:
            self.render()

    def leave(self, action: Any) -> None:
        """The agent to move, which is done, leaves the game."""
        raise NotImplementedError

    def render(self) -> str | None:
        """Show the game."""
        raise NotImplementedError

    def finish(self) -> None:
        """Give everybody their rewards: the game is over."""
        self.agent_selection = self.agents[0]
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = dict(zip(self.agents, self.begun().returns(), strict=True))
        self._cumulative_rewards = dict(self.rewards)
