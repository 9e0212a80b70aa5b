"""Checks that a game can be repeated: from its seed and moves, from its record, and on the other build."""

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import mezani.games
from mezani import record
from mezani.engine.rng import Rng
from mezani.engine.state import COMPILED
from mezani.game import Game
from mezani.interpreted import VARIABLE
from mezani.snapshot import snapshot
from mezani.testing.playing import NAMES, play_out, random_steps, rules_are_compiled
from mezani.testing.trial import Trial

MOST_GAMES = 1000  # of both builds
SECONDS = 0.5  # for the interpreted build; where its games are slow, fewer are compared


def same_games(trial: Trial) -> None:
    """The same seed and moves give the same game."""
    for seed in trial.seeds(1, 1):
        again = trial.game.new(trial.players, seed)
        for state, action in trial.steps(seed):
            trial.expect_same(snapshot(again), snapshot(state), "the same seed and moves give another position")
            again.play(action)


def records(trial: Trial) -> None:
    """A record that was written and read back gives the same state, at each length."""
    game = trial.game
    for seed in trial.seeds(6, 1):
        actions = [action for _, action in random_steps(game, trial.players, seed)]
        for length in (0, len(actions) // 2, len(actions)):
            written = record.Record(game, trial.players, seed, names=NAMES[: trial.players], actions=actions[:length])
            read = record.read(str(written))
            trial.looked_at["records"] += 1
            trial.expect_same(read.actions, written.actions, "a record gives other actions")
            trial.expect_same(snapshot(read.state()), snapshot(written.state()), "a record gives another state")
            trial.expect(str(read) == str(written), "a record that is read and written again is another text")


def both_builds(trial: Trial) -> None:
    """The same games are played compiled and interpreted."""
    if not COMPILED:
        return
    interpreted = run_interpreted(trial, trial.first_seed, max(1, round(MOST_GAMES * trial.share)))
    for seed, digest in enumerate(interpreted, trial.first_seed):
        trial.looked_at["games"] += 1
        if digest != end_digest(trial.game, trial.players, seed):
            steps = run_interpreted(trial, seed)
            here = list(step_digests(trial.game, trial.players, seed))
            parted = next(
                (number for number, pair in enumerate(zip(steps, here, strict=False)) if len(set(pair)) > 1), 0
            )
            trial.fail(f"compiled and interpreted games part: seed {seed}, before decision {parted}")


def run_interpreted(trial: Trial, seed: int, games: int = 0) -> list[str]:
    """What the interpreted build makes of so many games from a seed on; 0: of each decision of that one."""
    asked = (trial.game.name, trial.players, seed, games, SECONDS * trial.share)
    command = [sys.executable, "-m", "mezani.testing.repeats", *map(str, asked)]
    environment = {**os.environ, VARIABLE: "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        trial.fail(f"interpreted, games can't be played: {done.stderr.strip().rpartition(chr(10))[2]}")
    return done.stdout.split()


def end_digest(game: Game[Any], players: int, seed: int) -> str:
    """What came of a random game, and of the chance after it."""
    state, rng = game.new(players, seed), Rng(seed)
    play_out(state, rng)
    return digest((snapshot(state), rng.word()))


def step_digests(game: Game[Any], players: int, seed: int) -> Iterator[str]:
    """Each position of a random game."""
    for state, action in random_steps(game, players, seed):
        yield digest((snapshot(state), state.legal_actions(), action))


def digest(thing: object) -> str:
    return hashlib.sha256(repr(thing).encode()).hexdigest()[:16]


def main(name: str, players: int, seed: int, games: int, seconds: float) -> None:
    """Print what this build makes of games: of so many as there is time for, or of each decision of one."""
    game, start = mezani.games.game(name), time.process_time()
    if rules_are_compiled(game):
        sys.exit("the compiled rules were loaded")
    if games == 0:
        print(*step_digests(game, players, seed))
    for number in range(games):
        if number == 0 or time.process_time() - start < seconds:
            print(end_digest(game, players, seed + number))


if __name__ == "__main__":
    name, *numbers, limit = sys.argv[1:]
    players, seed, games = map(int, numbers)
    main(name, players, seed, games, float(limit))
