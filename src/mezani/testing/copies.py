"""Checks of copies: a clone has every field of the state that was played, and goes its own way."""

import pickle
from collections.abc import Iterator
from typing import Any

from mezani.engine.rng import Rng
from mezani.engine.state import State, playout
from mezani.snapshot import field_names, snapshot
from mezani.testing.moves import MOST_POSITIONS, SPREAD
from mezani.testing.playing import amount, length_of
from mezani.testing.trial import Trial

MUTABLE = (list, dict, set, bytearray, Rng)


def clones(trial: Trial) -> None:
    """A clone has all fields of the state that was played, shares none of them, and plays on as that state does.

    The state that clones are compared with was never cloned itself. Compiled, a field that is not copied is 0: where no
    position has shown anything else, it is set to 1 before the copy is made.
    """
    always_empty: set[str] | None = None
    state: Any = None
    for seed in trial.seeds(8, 1):
        every = max(SPREAD, length_of(trial.game, trial.players) // amount(MOST_POSITIONS, 8, trial.game))
        follower: Any = None
        for number, (state, action) in enumerate(trial.steps(seed)):
            if number % every == seed % every:
                if follower is not None:
                    trial.expect_same(snapshot(follower), snapshot(state), "a clone that plays the same moves differs")
                follower = checked_clone(trial, state)
                empty = {name for name, value in snapshot(state).items() if is_empty(value)}
                always_empty = empty if always_empty is None else always_empty & empty
            if follower is not None:
                trial.expect(follower.allows(action), f"a clone that has played the same moves forbids action {action}")
                follower.play(action)
        trial.expect_same(snapshot(follower), snapshot(state), "at the end a clone that played the same moves differs")
    if state is not None and always_empty:
        fill(state, always_empty)
        checked_copy(trial, state)


def checked_clone(trial: Trial, state: State) -> State:
    """A clone of a state that was played, after another one has shown that it goes its own way."""
    before = snapshot(state)
    playout(checked_copy(trial, state), Rng(trial.first_seed))
    trial.expect_same(snapshot(state), before, "a clone was played on, and the state that it was made of has changed")
    return state.clone()


def checked_copy(trial: Trial, state: State) -> State:
    """A clone, compared with its state field by field."""
    clone = state.clone()
    trial.looked_at["clones"] += 1
    trial.expect(type(clone) is type(state), f"a clone of a {type(state).__name__} is a {type(clone).__name__}")
    trial.expect_same(snapshot(clone), snapshot(state), "`clone` does not copy every field")
    for name in field_names(state):
        one, other = getattr(state, name), getattr(clone, name)
        if any(mine is theirs for mine, theirs in zip(mutable(one), mutable(other), strict=True)):
            trial.fail(f"a clone shares `{name}` with the state that it was made of: `clone` must copy it")
    return clone


def mutable(value: object) -> Iterator[object]:
    """A value, if it can change, and all in it that can."""
    if isinstance(value, MUTABLE):
        yield value
    if isinstance(value, list | tuple):
        for item in value:
            yield from mutable(item)


def is_empty(value: Any) -> bool:
    """Whether a field is what it would be if it was never set."""
    return all(map(is_empty, value)) if isinstance(value, list | tuple) else not value


def fill(state: State, names: set[str]) -> None:
    """Set empty fields to 1, as far as they can be set."""
    for name in names:
        try:
            setattr(state, name, filled(getattr(state, name)))
        except (AttributeError, TypeError):  # worked out by the game, or no number
            continue


def filled(value: Any) -> Any:
    return [filled(item) for item in value] if isinstance(value, list) else type(value)(1)


def pickles(trial: Trial) -> None:
    """A state can be sent to another process."""
    for seed in trial.seeds(1, 1):
        for state in trial.positions(seed, SPREAD, MOST_POSITIONS):
            sent = pickle.loads(pickle.dumps(state))
            trial.expect_same(snapshot(sent), snapshot(state), "a state that was pickled and read back differs")
