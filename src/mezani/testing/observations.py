"""Checks of what programs that learn get: observations and masks, keys of what a seat knows, states as bytes."""

from collections.abc import Iterator
from typing import Any

from mezani.engine.episode import Episode
from mezani.engine.observation import Field
from mezani.engine.packing import BadBytes
from mezani.engine.rng import Rng
from mezani.engine.state import State, observer_of
from mezani.snapshot import snapshot
from mezani.testing.hidden import called
from mezani.testing.moves import MOST_POSITIONS, SPREAD
from mezani.testing.playing import amount, spacing
from mezani.testing.trial import Trial

FILL = b"\xa5"  # what lies in a buffer before it is written to
MARGIN = 16  # so many bytes behind it must stay as they are
MOST_TWINS = 3  # from so many positions of a long game two worlds are played on
HISTORY = 20  # so many decisions before are known
TWIN_MOVES = 12  # and so many decisions far
DAMAGES = 7  # so many bytes of a kept state are changed, one at a time


def observations(trial: Trial) -> None:
    """An observation has the size that the game says, each field is of its kind, and observing changes nothing."""
    if trial.game.observation is None:
        return
    for seed in trial.seeds(4, 1):
        for state in positions_and_end(trial, seed):
            trial.expect(
                observer_of(state).observation is trial.game.observation,
                "`observation` of the game is another one than that of the observer of its states",
            )
            before = snapshot(state)
            copy = state.clone()
            for seat in range(trial.players):
                seen = observed(trial, state, seat)
                for field in trial.game.observation:
                    _expect_kind(trial, field, seen[field.first : field.first + field.size], seat)
                trial.expect(observed(trial, copy, seat) == seen, f"seat {seat} observes something else in a clone")
                trial.looked_at["observations"] += 1
            trial.expect_same(snapshot(state), before, "observing has changed the state")


def observations_in_other_worlds(trial: Trial) -> None:
    """An observation is the same in all worlds that its seat can't tell apart."""
    rng = Rng(11)
    if trial.game.observation is None:
        return
    for seed in trial.seeds(12, 1):
        for state in positions_and_end(trial, seed):
            for seat in range(trial.players):
                world = state.clone()
                world.resample(seat, rng)
                trial.looked_at["worlds"] += 1
                _expect_same_bytes(trial, observed(trial, world, seat), observed(trial, state, seat), seat)


def keys(trial: Trial) -> None:
    """The keys of a seat in two episodes are equal exactly as long as it has seen the same in both."""
    rng = Rng(13)
    if trial.game.observation is None:
        return
    for seed in trial.seeds(4, 1):
        every = spacing(trial.game, trial.players, SPREAD, amount(MOST_TWINS, 1, trial.game))
        episode = None
        for number, (state, action) in enumerate(trial.steps(seed)):
            ahead = (seed + every // 2 - number) % every  # of the next position that is looked at
            if episode is None and ahead <= HISTORY:
                episode = Episode(state)
            if episode is not None and ahead == 0:
                for one, other, seats in twins(trial, episode, rng):
                    trial.looked_at["twins"] += 1
                    _follow(trial, one, other, seats, rng)
                episode = None
            elif episode is not None:
                episode.play(action)


def masks(trial: Trial) -> None:
    """A mask is 1 exactly at the legal actions."""
    count = trial.game.action_count
    for seed in trial.seeds(12, 2):
        for state in positions_and_end(trial, seed):
            buffer = bytearray(FILL * count)
            state.mask(buffer)
            legal = bytearray(count)
            for action in state.legal_actions():
                legal[action] = 1
            if buffer != legal:
                wrong = [action for action in range(count) if buffer[action] != legal[action]]
                trial.fail(f"the mask is not 1 exactly at the legal actions: see {wrong[:5]}")


def states_as_bytes(trial: Trial) -> None:
    """A state comes back from its bytes equal and plays on alike; bytes that were damaged are refused."""
    for seed in trial.seeds(3, 1):
        every = spacing(trial.game, trial.players, SPREAD, MOST_POSITIONS)
        for number, (state, action) in enumerate(trial.steps(seed)):
            if number % every == seed % every:
                read, played = _read_back(trial, state), state.clone()
                read.play(action)
                played.play(action)
                trial.expect_same(snapshot(read), snapshot(played), "a state that was read back plays on otherwise")
                unchanged = played == state
                trial.expect(not unchanged, "before and after a decision the states are equal")
        _read_back(trial, state)
    _expect_damage_found(trial, state.to_bytes())


# Positions and what is seen in them


def positions_and_end(trial: Trial, seed: int) -> Iterator[Any]:
    """Positions of a random game, and how it lies at the end; the state goes on changing."""
    every = spacing(trial.game, trial.players, SPREAD, MOST_POSITIONS)
    state: Any = None
    for number, (state, _) in enumerate(trial.steps(seed)):
        if number % every == seed % every:
            yield state
    yield state


def observed(trial: Trial, state: State, seat: int) -> bytes:
    """What a seat observes; nothing may be written behind it."""
    size = len(trial.game.observation or ())
    buffer = bytearray(FILL * (size + MARGIN))
    state.observe(seat, buffer)
    trial.expect(buffer[size:] == FILL * MARGIN, f"seat {seat}: `observe` writes more than the {size} bytes it says")
    return bytes(buffer[:size])


def _expect_kind(trial: Trial, field: Field, numbers: bytes, seat: int) -> None:
    """Go on if the numbers of a field are such as its kind allows."""
    if field.kind == "number":
        return
    where = f"seat {seat}: {field.name!r} is a {field.kind!r}"
    if max(numbers) > 1:
        at = next(at for at, number in enumerate(numbers) if number > 1)
        trial.fail(f"{where}, but {field.labels()[at]} is {numbers[at]}")
    last = field.shape[-1] if field.shape else 1
    for first in range(0, len(numbers), last) if field.kind == "one of" else ():
        if sum(numbers[first : first + last]) > 1:
            several = [field.labels()[at] for at in range(first, first + last) if numbers[at]]
            trial.fail(f"{where}, but {' and '.join(several)} are 1")


def _expect_same_bytes(trial: Trial, other: bytes, true: bytes, seat: int) -> None:
    if other != true and trial.game.observation is not None:
        label, one, two = next(
            triple for triple in zip(trial.game.observation.labels, other, true, strict=True) if triple[1] != triple[2]
        )
        trial.fail(f"an observation tells {called(seat)} what it can't know: {label} is {one}, not {two}")


# Twins: two episodes that some seats can't tell apart, at first


def twins(trial: Trial, episode: Episode, rng: Rng) -> Iterator[tuple[Episode, Episode, list[int]]]:
    """Pairs of episodes, with the seats whose history is the same in both up to now."""
    everybody = list(range(trial.players))
    for seat in everybody[:1] if trial.game.is_open else everybody:
        world = episode.clone()
        world.resample(seat, rng)
        yield episode.clone(), world, [seat]
        yield Episode(episode.state), Episode(world.state), everybody
    one, other = episode.clone(), episode.clone()
    for twin in (one, other):
        twin.play(twin.state.random_action(rng))
    if one.actions != other.actions:
        yield one, other, everybody


def _follow(trial: Trial, one: Episode, other: Episode, seats: list[int], rng: Rng) -> None:
    """Play two episodes on with the same actions, and compare what seats see with their keys."""
    game, alike = trial.game, dict.fromkeys(seats, True)
    for _ in range(TWIN_MOVES):
        for seat in seats:
            alike[seat] = alike[seat] and game.view(one.state, seat) == game.view(other.state, seat)
            if (one.key(seat) == other.key(seat)) != alike[seat]:
                trial.fail(
                    f"in two episodes seat {seat} has seen the same, but its keys differ"
                    if alike[seat]
                    else f"in two episodes seat {seat} has not seen the same, but its keys are equal"
                )
            trial.looked_at["keys alike" if alike[seat] else "keys apart"] += 1
        both = sorted({*one.state.legal_actions()} & {*other.state.legal_actions()})
        if not both:
            return
        action = both[rng.below(len(both))]
        one.play(action)
        other.play(action)


# Bytes


def _read_back(trial: Trial, state: State) -> State:
    """The state that comes of the bytes of another, after it was compared with it."""
    read: State = trial.game.from_bytes(state.to_bytes())
    trial.looked_at["states"] += 1
    trial.expect_same(snapshot(read), snapshot(state), "a state comes back otherwise from its bytes")
    trial.expect(read == state, "a state that came back from its bytes is not equal to it")
    trial.expect(hash(read) == hash(state), "equal states have different hashes")
    trial.expect_same(read.legal_actions(), state.legal_actions(), "in a state that came back other actions are legal")
    return read


def _expect_damage_found(trial: Trial, data: bytes) -> None:
    step = -(-len(data) // DAMAGES)
    changed = [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(0, len(data), step)]
    for damaged in (b"", data[:-1], data + b"\0", data[: len(data) // 2], *changed):
        with trial.expect_error(BadBytes, "bytes that are damaged should be refused"):
            trial.game.from_bytes(damaged)
