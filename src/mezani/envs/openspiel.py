"""The games in OpenSpiel: importing this module registers each as a game of Python, `mezani_anne(players=4)`.

**Chance.** Nothing is left to a generator that OpenSpiel does not see: a game begins with eight chance nodes, each with
256 outcomes, which are the bytes of its seed, the highest first. Where a decision uses chance later (a new deal), eight
more follow it, and only then is it carried out: a search that draws them anew does not see the future. So a history
says everything, and the mode is EXPLICIT_STOCHASTIC. (With SAMPLED_STOCHASTIC OpenSpiel can't serialize a game of
Python.) Where a game gives its deals (`Game.all_deals`), its deal is one chance node, with an outcome for each.

**Information states.** `information_state_string` is the seat, a colon, and `Episode.key` in hexadecimal: equal exactly
where the seat has observed the same. There is no information state tensor: the key has no fixed size, and an
observation alone does not tell all that a seat has seen before. `observation_tensor` holds the bytes of the observation
as float32, `observation_string` names those that are not 0.

**Resampling.** `resample_from_infostate` gives a state with an empty history: the true one would tell what others hide.
What the others have learnt begins with what they see in it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from hashlib import blake2b
from typing import Any

import numpy as np

try:
    import pyspiel
except ImportError as problem:
    raise ImportError("OpenSpiel is not installed: pip install 'mezani[envs]'") from problem

from mezani.engine.episode import Episode
from mezani.engine.observation import Observation
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.game import Game
from mezani.games import game, game_names
from mezani.testing.playing import MOST_DECISIONS

PREFIX = "mezani_"
BYTE = 256  # outcomes of a chance node
SEED_BYTES = 8  # chance nodes, one after the other, for a seed
WORD = 2**32

registered: dict[str, Game[Any]] = {}  # by our names


@dataclass(frozen=True)
class Rules:
    """A game with its number of players and its options."""

    name: str
    players: int
    options: tuple[tuple[str, Any], ...]

    @property
    def game(self) -> Game[Any]:
        return registered[self.name]

    @cached_property
    def observation(self) -> Observation:
        observation = self.game.observation
        assert observation is not None
        return observation

    @cached_property
    def deals(self) -> list[State]:
        """All deals where the game gives them; else none."""
        return list(self.game.all_deals(self.players, dict(self.options)) or ())

    @cached_property
    def chance(self) -> list[tuple[int, float]]:
        """The outcomes of the first chance node."""
        return evenly(len(self.deals) or BYTE)

    @cached_property
    def example(self) -> State:
        """Some start, to name actions where there is no state yet."""
        return self.start(0)

    def start(self, seed: int) -> State:
        started: State = self.game.new(self.players, seed, dict(self.options))
        return started


@cache
def rules_of(name: str, players: int, options: tuple[tuple[str, Any], ...]) -> Rules:
    """The same rules for all their states."""
    return Rules(name, players, options)


@cache
def evenly(outcomes: int) -> list[tuple[int, float]]:
    """So many outcomes, each equally likely."""
    return [(outcome, 1.0 / outcomes) for outcome in range(outcomes)]


@dataclass
class Course:
    """How far a game has come: what OpenSpiel copies and keeps of a state."""

    rules: Rules
    episode: Episode | None = None  # none before the first deal
    waiting: int | None = None  # a decision that chance has a part in, which is not carried out yet
    drawn: tuple[int, ...] = ()  # the bytes of the next seed, as far as they are known

    def __deepcopy__(self, memo: object) -> "Course":
        return replace(self, episode=self.episode and self.episode.clone())

    def __reduce__(self) -> tuple[Any, ...]:
        rules = self.rules
        return restored, (rules.name, rules.players, rules.options, self.episode, self.waiting, self.drawn)

    @property
    def is_chance(self) -> bool:
        return self.episode is None or self.waiting is not None

    @property
    def is_dealt(self) -> bool:
        """Whether the next chance node is one of all deals."""
        return self.episode is None and bool(self.rules.deals)

    def draw(self, outcome: int) -> None:
        """Take the outcome of a chance node."""
        if self.is_dealt:
            self.episode = Episode(self.rules.deals[outcome])
            return
        self.drawn += (outcome,)
        if len(self.drawn) == SEED_BYTES:
            self.sow(int.from_bytes(self.drawn))
            self.drawn = ()

    def sow(self, seed: int) -> None:
        """Go on with a seed that is complete."""
        if self.episode is None:
            self.episode = Episode(self.rules.start(seed))
        elif self.waiting is not None:
            self.episode.state.rng.sow(seed)
            self.episode.play(self.waiting)
            self.waiting = None

    def play(self, action: int) -> None:
        """Carry out a decision, or wait for the chance in it."""
        assert self.episode is not None
        if uses_chance(self.episode.state, action):
            self.waiting = action
        else:
            self.episode.play(action)

    def resampled(self, seat: int, rng: Rng) -> "Course":
        """One that a seat cannot tell from this one."""
        if self.episode is None or self.is_chance:
            raise ValueError("a chance node can't be resampled: apply its outcome first")
        episode = self.episode.clone()
        episode.resample(seat, rng)
        return Course(self.rules, episode)

    def __str__(self) -> str:
        """What each seat sees (the first, where nothing is hidden), and a digest of what nobody does."""
        lines = [f"{self.rules.game.title}, {self.rules.players} players"]
        if self.episode is not None:
            state = self.episode.state
            seats = range(1 if self.rules.game.is_open else state.players)
            lines += [f"seat {seat}: {observed(self, seat)}" for seat in seats]
            lines.append(f"state {blake2b(state.to_bytes(), digest_size=8).hexdigest()}")
        if self.waiting is not None:
            lines.append(f"chance in {self.text(self.waiting)}")
        if self.drawn:
            lines.append(f"drawn {bytes(self.drawn).hex()}")
        return "\n".join(lines)

    def text(self, action: int) -> str:
        """The notation of an action."""
        state = self.episode.state if self.episode else self.rules.example
        return self.rules.game.action_text(state, action)


def restored(
    name: str,
    players: int,
    options: tuple[tuple[str, Any], ...],
    episode: Episode | None,
    waiting: int | None,
    drawn: tuple[int, ...],
) -> Course:
    """The course that holds these parts."""
    return Course(rules_of(name, players, options), episode, waiting, drawn)


def uses_chance(state: State, action: int) -> bool:
    """Whether the generator is used when an action is carried out."""
    after = state.clone()
    after.play(action)
    return words(after.rng) != words(state.rng)


def words(rng: Rng) -> tuple[int, ...]:
    return (rng.a, rng.b, rng.c, rng.d)


def observed(course: Course, seat: int) -> str:
    """What a seat sees, in words; nothing before the deal."""
    if course.episode is None:
        return ""
    return "; ".join(course.rules.observation.set_labels(course.episode.observation(seat)))


# What OpenSpiel asks for


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state; `course.episode` holds ours."""

    def __init__(self, spiel_game: "SpielGame") -> None:
        super().__init__(spiel_game)
        self.course = Course(spiel_game.rules)

    def current_player(self) -> int:
        episode = self.course.episode
        if episode is None or self.course.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if episode.state.is_over else episode.state.seat

    def is_terminal(self) -> bool:
        return self.course.episode is not None and bool(self.course.episode.state.is_over)

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.episode.state.legal_actions() if self.course.episode else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.course.rules.chance if self.course.is_dealt else evenly(BYTE)

    def _apply_action(self, action: int) -> None:
        if self.course.is_chance:
            self.course.draw(action)
        else:
            self.course.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.course.text(action)
        return f"deal {action}" if self.course.is_dealt else f"chance {action}"

    def returns(self) -> list[float]:
        episode = self.course.episode
        return episode.state.returns() if episode else [0.0] * self.course.rules.players

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state that a player cannot tell from this one; its history is empty."""
        seed = int(sampler() * WORD) * WORD + int(sampler() * WORD)
        world: SpielState = self.get_game().new_initial_state()
        world.course = self.course.resampled(player, Rng(seed))
        return world

    def __str__(self) -> str:
        return str(self.course)


class SpielObserver:
    """What a player sees now, as an array and in words; or all that it has learnt, as a string."""

    def __init__(self, rules: Rules, remembers: bool) -> None:
        self.remembers = remembers
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not remembers:
            self.tensor = np.zeros(len(rules.observation), np.float32)
            self.dict = rules.observation.read(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Put what a player sees into `tensor`, of which the fields in `dict` are parts."""
        if self.tensor is None:
            return
        episode = state.course.episode
        self.tensor[:] = 0 if episode is None else np.frombuffer(episode.observation(player), np.uint8)

    def string_from(self, state: SpielState, player: int) -> str:
        if not self.remembers:
            return observed(state.course, player)
        return f"{player}:{state.course.episode.key(player).hex() if state.course.episode else ''}"


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters, in `rules`; each of our games has a class of its own."""

    ours: Game[Any]

    def __init__(self, given: Mapping[str, Any]) -> None:
        ours = self.ours
        players = ours.number_of_players(given["players"])
        chosen = [(option.name, given[option.name]) for option in ours.options if option.name in given]
        options = tuple((name, value) for name, value in chosen if value != "")
        ours.read_options(dict(options))
        self.rules = rules_of(ours.name, players, options)
        super().__init__(game_type(ours), game_info(self.rules), dict(given))

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return SEED_BYTES * MOST_DECISIONS

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SpielObserver | None:
        """An observer of what a player sees now, or of all that it has learnt; there are no others."""
        if params:
            raise ValueError(f"observations have no parameters, but these were given: {params}")
        if kind is None:
            return SpielObserver(self.rules, remembers=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SpielObserver(self.rules, remembers=kind.perfect_recall)

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, (PREFIX + self.ours.name, self.get_parameters())


def loaded(name: str, given: Mapping[str, Any]) -> SpielGame:
    """A game of OpenSpiel that was kept."""
    spiel_game: SpielGame = pyspiel.load_game(name, dict(given))
    return spiel_game


def game_type(ours: Game[Any]) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + ours.name,
        long_name=ours.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION if ours.is_open else information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(ours.seats),
        min_num_players=min(ours.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(ours),
    )


def parameters(ours: Game[Any]) -> dict[str, Any]:
    """The parameters of a game with their defaults: its players, and its options; "" is one that is not given."""
    plain = {option.name: option.default for option in ours.options}
    return {"players": ours.seats[-1]} | {name: "" if value is None else value for name, value in plain.items()}


def game_info(rules: Rules) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=rules.game.action_count,
        max_chance_outcomes=max(BYTE, len(rules.deals)),
        num_players=rules.players,
        min_utility=-1.0 / rules.players,
        max_utility=1.0 - 1.0 / rules.players,
        utility_sum=0.0,
        max_game_length=MOST_DECISIONS,
    )


def register(ours: Game[Any]) -> None:
    """Let OpenSpiel load a game by its name. It gets a class: a function it would let go of too late, and abort."""
    registered[ours.name] = ours
    pyspiel.register_game(game_type(ours), type(f"Spiel{ours.name.capitalize()}", (SpielGame,), {"ours": ours}))


for name in game_names():
    if game(name).observation is not None:  # without it nobody can tell what a seat knows
        register(game(name))
