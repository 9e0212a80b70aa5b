"""Players that are programs: what a bot is, and the levels that can be chosen by name."""

import difflib
import importlib
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple, Protocol

from mezani.bots.levels import LEVELS, RandomBot, Thinker
from mezani.bots.seeds import one_way_seeds
from mezani.engine.rng import Rng
from mezani.engine.state import IllegalAction, State
from mezani.game import Game

USUAL = "trader"  # for whoever has not chosen


class Bot(Protocol):
    """Chooses the actions of a seat."""

    def choose(self, state: State, rng: Rng) -> int:
        """A legal action for the seat to move. The state is the bot's own; what the seat can't know was dealt anew."""


class Planner(Bot, Protocol):
    """A bot that thinks a turn of several steps through as a whole."""

    def plan(self, state: State, rng: Rng) -> list[int]:
        """The actions of the seat to move until its turn ends or it learns something new: at least one."""


class UnknownBot(ValueError):
    """There is no bot of that name."""


class Hint(NamedTuple):
    """A move, and what it promises to its seat: its chance of winning, from 0 to 1."""

    action: int
    prospect: float


@cache
def _from_outside() -> dict[str, EntryPoint]:
    """What other packages offer. It is not loaded: their code runs where bots think, and nowhere else."""
    offered = entry_points(group="mezani.bots")
    return {entry.name: entry for entry in offered if not _is_ours(entry.name)}


def _is_ours(level: str) -> bool:
    return level in LEVELS or level == "random"


def levels() -> list[str]:
    """The names of the bots that can be chosen, the weakest first.

    >>> levels()[:4]
    ['novice', 'trader', 'expert', 'master']
    """
    return [*LEVELS, *_from_outside()]


def is_from_outside(level: str) -> bool:
    """Whether a bot's code is not ours, or may not be; UnknownBot for a name that nobody has given to a bot."""
    if _is_ours(level):
        return False
    if ":" in level or level in _from_outside():
        return True
    near = difflib.get_close_matches(level, levels(), 1)
    hint = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(levels())}"
    raise UnknownBot(f"there is no bot {level!r}: {hint}")


def maker(level: str) -> Callable[[Game[Any]], Bot]:
    """What makes the bots of a level. Besides the levels there are `random`, and any class as `module:Class`."""
    if not is_from_outside(level):
        return LEVELS.get(level, RandomBot)
    try:
        if level in _from_outside():
            made: Callable[[Game[Any]], Bot] = _from_outside()[level].load()
        else:
            module, _, name = level.partition(":")
            made = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as problem:
        raise UnknownBot(f"there is no bot {level!r}: {problem}") from problem
    return made


def bot(level: str, game: Game[Any]) -> Bot:
    """The bot of a level for a game, in this process: `mezani.bots.outside` is for code that is not ours."""
    return maker(level)(game)


def imagined(state: State, rng: Rng) -> tuple[State, Rng]:
    """All that a bot gets: a world of which it knows no more than the seat to move, and chance of its own.

    Neither can be led back to the generator, of which other seats' worlds are made too.
    """
    world = state.clone()
    world.resample(state.seat, rng)
    future, thought = one_way_seeds(2, "thought", rng.word())
    world.rng = Rng(future)
    return world, Rng(thought)


def actions_of(player: Bot | Planner, world: State, rng: Rng) -> list[int]:
    """What a bot wants to do in its own world: its plan, or one action if it makes no plans."""
    return player.plan(world, rng) if hasattr(player, "plan") else [player.choose(world, rng)]


def choose(player: Bot, state: State, rng: Rng) -> int:
    """What a bot plays for the seat to move. It thinks on a world of which it knows no more than its seat does."""
    (action,) = checked(state, [player.choose(*imagined(state, rng))], name_of(player))
    return action


def plan(player: Bot, state: State, rng: Rng) -> list[int]:
    """What a bot plays up to the end of its turn, or until it learns something: at least one action, all legal."""
    return checked(state, actions_of(player, *imagined(state, rng)), name_of(player))


def name_of(player: Bot) -> str:
    return getattr(player, "name", type(player).__name__)


def checked(state: State, actions: Sequence[int], who: str) -> list[int]:
    """A plan, as far as its turn goes and nothing comes to light; ValueError if it is not legal so far."""
    if not actions:
        raise ValueError(f"{who} chose no action")
    trial, good = state.clone(), list[int]()
    for action in actions:
        try:
            trial.play(action)
        except IllegalAction as problem:
            raise ValueError(f"{who} chose action {action}, which is not legal") from problem
        good.append(action)
        if trial.is_over or trial.seat != state.seat or trial.reveals != state.reveals:
            break
    return good


def hint(game: Game[Any], state: State, rng: Rng) -> Hint:
    """The move that the strongest bot would make for the seat to move, with its estimate."""
    thinker = Thinker(game)
    best = thinker.think(*imagined(state, rng)).moves()[0]
    return Hint(best.action, thinker.knowledge.sobered(best.prospect))
