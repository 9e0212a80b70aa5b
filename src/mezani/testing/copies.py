"""Checks of copies: a clone has every field of the state that was played, and goes its own way."""

import pickle
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from mezani.engine.packing import field_names
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.snapshot import snapshot
from mezani.testing.moves import MOST_POSITIONS, SPREAD
from mezani.testing.playing import amount, play_out, spacing
from mezani.testing.trial import Trial

MUTABLE = (list, dict, set, bytearray, Rng)


def clones(trial: Trial) -> None:
    """A clone has all fields of the state that was played, shares none of them, and plays on as that state does.

    The state that clones are compared with was never cloned itself. Compiled, a field that is not copied is 0; so that
    it is missed even if random games leave it so, the fields that are 0 at the start are set to 1 for a first copy.
    """
    start = trial.game.new(trial.players, trial.first_seed)
    fill(start)
    checked_copy(trial, start)
    for seed in trial.seeds(8, 1):
        every = spacing(trial.game, trial.players, SPREAD, amount(MOST_POSITIONS, 8, trial.game))
        state: Any = None
        follower: Any = None
        for number, (state, action) in enumerate(trial.steps(seed)):
            if number % every == seed % every:
                if follower is not None:
                    trial.expect_same(snapshot(follower), snapshot(state), "a clone that plays the same moves differs")
                follower = checked_clone(trial, state)
            if follower is not None:
                trial.expect(follower.allows(action), f"a clone that has played the same moves forbids action {action}")
                follower.play(action)
        if follower is not None:
            trial.expect_same(snapshot(follower), snapshot(state), "a clone that played the same moves ends elsewhere")


def checked_clone(trial: Trial, state: State) -> State:
    """A clone of a state that was played, after another one has shown that it goes its own way."""
    before = snapshot(state)
    play_out(checked_copy(trial, state), Rng(trial.first_seed))
    trial.expect_same(snapshot(state), before, "a clone was played on, and the state that it was made of has changed")
    return state.clone()


def checked_copy(trial: Trial, state: State) -> State:
    """A clone, compared with its state field by field."""
    clone = state.clone()
    trial.looked_at["clones"] += 1
    trial.expect(type(clone) is type(state), f"a clone of a {type(state).__name__} is a {type(clone).__name__}")
    trial.expect_same(snapshot(clone), snapshot(state), "`clone` does not copy every field")
    for name in (*field_names(state), *kept_names(state)):
        one, other = getattr(state, name), getattr(clone, name)
        trial.expect(name[0] != "_" or one == other, f"`clone` does not copy `{name}`")
        if any(mine is theirs for mine, theirs in zip(mutable(one), mutable(other), strict=True)):
            trial.fail(f"a clone shares `{name}` with the state that it was made of: `clone` must copy it")
    return clone


def kept_names(state: State) -> list[str]:
    """The fields that a game only keeps because they are asked for often; compiled, they are its own affair."""
    return [name for name in getattr(state, "__dict__", ()) if name.startswith("_")]


def mutable(value: object) -> Iterator[object]:
    """A value, if it can change, and all in it that can."""
    if isinstance(value, MUTABLE):
        yield value
    if isinstance(value, list | tuple):
        for item in value:
            yield from mutable(item)


def fill(state: State) -> None:
    """Set each number that is 0 to 1, as far as the fields of a state can be set."""
    for name in field_names(state):
        if not isinstance(getattr(state, name), Rng):
            with suppress(AttributeError, TypeError):  # worked out by the game, or of a type of its own
                setattr(state, name, filled(getattr(state, name)))


def filled(value: Any) -> Any:
    if isinstance(value, list):
        return [filled(item) for item in value]
    return 1 if isinstance(value, int) and not value else value


def pickles(trial: Trial) -> None:
    """A state can be sent to another process."""
    for seed in trial.seeds(1, 1):
        every = spacing(trial.game, trial.players, SPREAD, MOST_POSITIONS)
        for number, (state, _) in enumerate(trial.steps(seed)):
            if number % every == 0:
                sent = pickle.loads(pickle.dumps(state))
                trial.expect_same(snapshot(sent), snapshot(state), "a state that was pickled and read back differs")
